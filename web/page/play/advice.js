/** Advice on a game from the worker, which needs some time for the first question. While it thinks, a bar and a button show. */
import { button, make } from "../elements.js";

/** After this many milliseconds without an answer, the progress is shown. */
const LONG = 250;

/** The memory that work in the worker may use, in MiB: `?memory=128` in the page's address lowers it. */
export function memoryLimit() {
    const asked = Number(new URLSearchParams(location.search).get("memory"));
    if (asked > 0) return Math.round(asked);
    const machine = /** @type {any} */ (navigator).deviceMemory ?? 8;
    return machine <= 2 ? 384 : 1024;
}

/** Does long work and shows how far it is, with a button to cancel.
 * @template T
 * @param {HTMLElement} place  where to show it
 * @param {string} what  a few words
 * @param {AbortSignal} gone  the visitor has left
 * @param {(options: {signal: AbortSignal, onProgress: (done: number, total: number) => void}) => Promise<T>} work
 * @returns {Promise<T | undefined>}  nothing if it was cancelled */
export async function shown(place, what, gone, work) {
    const cancel = new AbortController();
    const bar = make("progress", { max: 1, "aria-label": what });
    place.replaceChildren(make("span", {}, `${what} …`), bar, button("Cancel", () => cancel.abort()));
    const timer = setTimeout(() => (place.hidden = false), LONG);
    const signal = AbortSignal.any([cancel.signal, gone]);
    try {
        return await work({ signal, onProgress: (done, total) => (bar.value = done / Math.max(1, total)) });
    } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
    } finally {
        clearTimeout(timer);
        place.hidden = true;
    }
}

/** Asks about one game.
 * @param {{board: {board: string}, start: string, targets: string[]}} ready
 * @param {import("../services.js").Services} services */
export function adviser({ board, start, targets }, services) {
    const game = { board: board.board, start, targets };
    /** @param {string} name */
    const asking = (name) =>
        /** @param {string} jumps
         * @param {HTMLElement} place
         * @param {AbortSignal} gone */
        (jumps, place, gone) =>
            shown(place, "Counting solutions", gone, (options) =>
                services.studio.call(name, { ...game, jumps, memory: memoryLimit() }, options),
            );
    return { hints: asking("hints"), rest: asking("solve_from") };
}
