/** What the parts of the page share: the Rust modules, addresses, announcements, downloads. */
import { address } from "./router.js";
import { call } from "./studio.js";

/** @typedef {typeof services} Services */
/** @typedef {{name: string, background: string, caption: string, board: Record<string, any>, hole: Record<string, any>, peg: Record<string, any>, highlight: Record<string, any>, layout: Record<string, any>}} Theme */

/** @type {Promise<typeof import("./wasm/watch.js")> | null} */
let watching = null;

/** @type {Theme[] | null} */
let themes = null;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export const services = {
    /** The worker with everything. */
    studio: { call },

    /** The module with the font and its films, on this thread. */
    watch() {
        watching ??= import("./wasm/watch.js").then(async (module) => {
            await module.default({ module_or_path: new URL("wasm/watch_bg.wasm", import.meta.url) });
            return module;
        });
        // A load that failed may succeed later.
        watching.catch(() => (watching = null));
        return watching;
    },

    /** All themes, the default one first.
     * @returns {Promise<Theme[]>} */
    async themes() {
        themes ??= /** @type {Theme[]} */ (JSON.parse((await services.watch()).themes()));
        return themes;
    },

    /** The full address of a part.
     * @param {string} part
     * @param {string[]} [path]
     * @param {Record<string, string>} [query] */
    link(part, path, query) {
        return new URL(address(part, path, query), location.href).href;
    },

    /** Changes the address without leaving the part.
     * @param {string} part
     * @param {string[]} [path]
     * @param {Record<string, string>} [query] */
    replace(part, path, query) {
        history.replaceState(null, "", address(part, path, query));
    },

    /** Says something to those who can't see the page.
     * @param {string} text */
    announce(text) {
        const announcer = document.getElementById("announcer");
        if (announcer) announcer.textContent = text;
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
