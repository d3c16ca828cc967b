/**
 * The page's frame: shows the part that the address names, tells the parts apart in the navigation, and works offline after the
 * first visit.
 */
import { make, problem } from "./elements.js";
import { UNREACHED } from "./modules.js";
import { read } from "./router.js";
import { services } from "./services.js";
import * as watch from "./watch/view.js";

const root = /** @type {HTMLElement} */ (document.getElementById("view"));

/** @typedef {{mount: (root: HTMLElement, params: {path: string[], query: URLSearchParams}, services: import("./services.js").Services) => void | Promise<void>, unmount: () => void}} View */

/** @type {View | null} */
let current = null;
/** Counts visits, so that a slow part doesn't replace a later one. */
let visit = 0;

const title = document.title;

/** The part that comes with the page, because most visitors watch first.
 * @type {Record<string, View>} */
const FIRST = { watch };

/** Shows the part that the address names. */
async function show() {
    const mine = ++visit;
    const isArrival = mine === 1;
    const route = read(location.hash);
    current?.unmount();
    current = null;
    root.replaceChildren();
    root.dataset.part = route.part;
    for (const link of document.querySelectorAll("a[data-part]")) {
        const here = /** @type {HTMLElement} */ (link).dataset.part === route.part;
        if (here) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    if (route.unknown) {
        const message = `There is no part “${route.unknown}” on this page. Here is something to watch instead.`;
        root.append(make("p", { class: "message", role: "status" }, message));
    }
    const place = make("div", { class: "part" });
    root.append(place);
    try {
        const [view] = await Promise.all([loaded(route.part), services.themes()]);
        if (mine !== visit) return;
        for (const link of sheets()) if (link.sheet) link.sheet.disabled = link !== sheetOf(route.part);
        current = view;
        await view.mount(place, route, services);
    } catch (error) {
        if (mine !== visit) return;
        console.error(error);
        place.replaceChildren(problem(error, show));
    }
    if (mine !== visit) return;
    const heading = place.querySelector("h1");
    document.title = route.part === "watch" || !heading ? title : `${heading.textContent} · pegfont`;
    // Those who followed a link from another part go on where the new one begins.
    if (isArrival || !heading || root.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
}

/** Loads a part and its style sheet.
 * @param {string} part
 * @returns {Promise<View>} */
async function loaded(part) {
    try {
        const [view] = await Promise.all([FIRST[part] ?? import(`./${part}/view.js`), styled(part)]);
        return view;
    } catch (error) {
        throw new Error(UNREACHED, { cause: error });
    }
}

/** The style sheets of the parts. */
const sheets = () => [...document.querySelectorAll("link")].filter((link) => link.getAttribute("href")?.endsWith("/view.css"));

/** @param {string} part */
const sheetOf = (part) => sheets().find((link) => link.href === addressOfSheet(part));

/** @param {string} part */
const addressOfSheet = (part) => new URL(`${part}/view.css`, import.meta.url).href;

/** Loads a part's style sheet, once.
 * @param {string} part */
function styled(part) {
    if (sheetOf(part)) return;
    return new Promise((done, failed) => {
        const link = make("link", { rel: "stylesheet", href: addressOfSheet(part) });
        link.onload = done;
        link.onerror = () => {
            link.remove();
            failed(new Error(`no style sheet for ${part}`));
        };
        document.head.append(link);
    });
}

addEventListener("hashchange", (event) => {
    const now = new URL(event.newURL).hash;
    // A link to a place in the page, such as the one that skips the navigation.
    if (now === "#view") {
        history.replaceState(null, "", event.oldURL);
        root.focus();
        return;
    }
    if (event.newURL !== event.oldURL) scrollTo({ top: 0 });
    show();
});

// A link to what is shown begins it anew.
document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest('a[href^="#"]');
    if (link && link.getAttribute("href") === location.hash) show();
});

/** How long a new version has for its answer, and then to take over, in milliseconds. */
const PATIENCE = { answer: 2000, takeover: 10_000 };

/** Lets a new version that waits take over before anything is shown, unless another page is open: what is loaded meanwhile would be of the
 * version that ends here. One that answers too late is not asked to. */
async function takeOver() {
    const { serviceWorker } = navigator;
    const waiting = serviceWorker?.controller && (await serviceWorker.getRegistration())?.waiting;
    if (!waiting) return;
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
    const alone = await new Promise((done) => {
        serviceWorker.addEventListener("message", ({ data }) => done(data), { once: true });
        setTimeout(done, PATIENCE.answer, false);
        waiting.postMessage("alone?");
    });
    if (!alone) return;
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
    await new Promise((done) => setTimeout(done, PATIENCE.takeover));
}

takeOver().catch(() => {}).then(() => {
    // Most visitors watch first, and every other part has use for the themes.
    services.watch().catch(() => {});
    show();
});

/** Does something when the page has nothing else to do; on a first visit, not at all for those who save data.
 * @param {() => void} work */
function whenIdle(work) {
    if (navigator.serviceWorker.controller) return work();
    if (/** @type {any} */ (navigator).connection?.saveData) return;
    if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
    else setTimeout(work, 1000);
}

// After the first view, so that it isn't slowed down: this fetches everything.
if ("serviceWorker" in navigator && location.protocol !== "file:") {
    const keep = () => navigator.serviceWorker.register("sw.js").catch(() => null);
    addEventListener("load", () => whenIdle(keep));
}
