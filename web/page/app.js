/**
 * The page's frame: shows the part that the address names, tells the parts apart in the navigation, and works offline after the
 * first visit.
 */
import { make } from "./elements.js";
import { read } from "./router.js";
import { services } from "./services.js";

const root = /** @type {HTMLElement} */ (document.getElementById("view"));

/** @typedef {{mount: (root: HTMLElement, params: {path: string[], query: URLSearchParams}, services: import("./services.js").Services) => void | Promise<void>, unmount: () => void}} View */

/** @type {View | null} */
let current = null;
/** Counts visits, so that a slow part doesn't replace a later one. */
let visit = 0;

/** Shows the part that the address names. */
async function show() {
    const mine = ++visit;
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
        if (route.part !== "watch") await styled(`${route.part}/view.css`);
        /** @type {View} */
        const view = await import(`./${route.part}/view.js`);
        if (mine !== visit) return;
        current = view;
        await view.mount(place, route, services);
    } catch (error) {
        if (mine !== visit) return;
        console.error(error);
        const reason = error instanceof Error ? error.message : String(error);
        place.replaceChildren(make("p", { class: "message", role: "alert" }, `This part can't be shown: ${reason}`));
    }
}

/** Loads a part's style sheet, once, before the part appears.
 * @param {string} file
 * @returns {Promise<void>} */
function styled(file) {
    if (document.querySelector(`link[href="${file}"]`)) return Promise.resolve();
    return new Promise((done) => {
        const link = make("link", { rel: "stylesheet", href: file });
        link.onload = link.onerror = () => done();
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
    show();
});

// Most visitors watch first, and every other part has use for the themes.
services.watch().catch(() => {});
show();

// After the first view, so that it isn't slowed down.
if ("serviceWorker" in navigator && location.protocol !== "file:") {
    addEventListener("load", () => navigator.serviceWorker.register("sw.js").catch(() => {}));
}
