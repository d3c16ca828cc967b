/** What the parts of the page share: the Rust modules, addresses, announcements, downloads. */
import { keep, recalled } from "./kept.js";
import { loaded, reached } from "./modules.js";
import { address } from "./router.js";

/** @typedef {typeof services} Services */
/** @typedef {{name: string, background: string, caption: string, mark: string, board: Record<string, any>, layout: Record<string, any>, arc: number, rise: number, looks: import("./painter.js").Disc[][], flying: import("./painter.js").Disc[]}} Theme */

/** @type {Theme[] | null} */
let themes = null;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const dark = matchMedia("(prefers-color-scheme: dark)");
const forced = matchMedia("(forced-colors: active)");

/** What the chosen theme is kept under. */
const THEME = "pegfont theme";

export const services = {
    /** The worker with everything. */
    studio: {
        /** @type {import("./studio.js").Studio["call"]} */
        call: async (...asked) => (await reached(import("./studio.js"))).call(...asked),
    },

    /** The module with the font and its films, on this thread.
     * @returns {Promise<typeof import("./wasm/watch.js")>} */
    watch() {
        return loaded("watch");
    },

    /** All themes, the default one first.
     * @returns {Promise<Theme[]>} */
    async themes() {
        themes ??= /** @type {Theme[]} */ (JSON.parse((await services.watch()).themes()));
        return themes;
    },

    /** The name of the theme that the visitor chose, `auto` for one that goes with the device.
     * @returns {string} */
    get themeName() {
        const name = recalled(THEME);
        return themes?.some((theme) => theme.name === name) ? name : "auto";
    },

    set themeName(name) {
        keep(THEME, name);
    },

    /** The names of all themes. They must be loaded. */
    themeNames: () => (themes ?? []).map((theme) => theme.name),

    /** A theme by its name; the one that goes with the device for `auto`. Themes must be loaded.
     * @param {string} [name]
     * @returns {Theme} */
    theme(name) {
        name ??= services.themeName;
        const asked = name !== "auto" ? name : forced.matches ? "contrast" : dark.matches ? "dark" : "ivory";
        const found = themes?.find((theme) => theme.name === asked) ?? themes?.[0];
        if (!found) throw new Error("the themes are not loaded");
        return found;
    },

    /** The full address of a part.
     * @param {string} part
     * @param {string[]} [path]
     * @param {Record<string, string>} [query] */
    link(part, path, query) {
        return new URL(address(part, path, query), location.href).href;
    },

    /** Changes the address without leaving the part, which its link in the navigation leads back to.
     * @param {string} part
     * @param {string[]} [path]
     * @param {Record<string, string>} [query] */
    replace(part, path, query) {
        const hash = address(part, path, query);
        history.replaceState(null, "", hash);
        document.querySelector(`a[data-part="${part}"]`)?.setAttribute("href", hash);
    },

    /** Goes to a part; to the one that is shown, too, which begins anew.
     * @param {string} part
     * @param {string[]} [path]
     * @param {Record<string, string>} [query] */
    go(part, path, query) {
        const before = location.href;
        location.hash = address(part, path, query);
        if (location.href === before) services.again();
    },

    /** Shows the part anew. */
    again() {
        dispatchEvent(new HashChangeEvent("hashchange", { oldURL: location.href, newURL: location.href }));
    },

    /** Says something to those who can't see the page.
     * @param {string} text */
    announce(text) {
        const announcer = document.getElementById("announcer");
        if (announcer) announcer.textContent = text;
    },

    /** Shares something the way the device does. If it has no way to share, copies it, and the button says so.
     * @param {ShareData} what
     * @param {HTMLElement} button */
    async send(what, button) {
        try {
            if (navigator.canShare?.(what)) return await navigator.share(what);
        } catch (error) {
            // The visitor left it; or making a file took longer than a browser remembers the click.
            if (!(error instanceof DOMException) || error.name !== "NotAllowedError") return;
        }
        await services.copy([what.text, what.url].filter(Boolean).join("\n"), button);
    },

    /** Copies a text, and says so on a button. Returns whether the browser allowed it.
     * @param {string} text
     * @param {HTMLElement} button */
    async copy(text, button) {
        const name = (button.dataset.name ??= button.textContent ?? "");
        const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
        services.announce(isCopied ? "Copied" : "The browser doesn't allow copying.");
        button.textContent = isCopied ? "Copied" : "Can't be copied";
        setTimeout(() => (button.textContent = name), 1500);
        return isCopied;
    },

    /** Saves a file.
     * @param {string} name
     * @param {BlobPart} bytes
     * @param {string} type */
    download(name, bytes, type) {
        const url = URL.createObjectURL(new Blob([bytes], { type }));
        const link = document.createElement("a");
        link.href = url;
        link.download = name;
        document.body.append(link);
        link.click();
        link.remove();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },

    /** Whether the visitor prefers reduced motion. */
    isStill() {
        return still.matches;
    },
};
