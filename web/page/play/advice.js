/** Advice on a game from the worker, which needs some time for the first question. While it thinks, a bar and a button show. */
import { button, make } from "../elements.js";
import { counting } from "../studio.js";

/** After this many milliseconds without an answer, the progress is shown. */
const LONG = 250;

/** The share of the memory that counting may use, while the first worker keeps what it knows. */
const COUNTING = 0.5;

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
    /** @param {import("../studio.js").Studio["call"]} call
     * @param {string} name
     * @param {string} what  is done, in a few words
     * @param {number} share  of the memory */
    const asking = (call, name, what, share) =>
        /** @param {string} jumps
         * @param {HTMLElement} place
         * @param {AbortSignal} gone */
        (jumps, place, gone) =>
            shown(place, what, gone, (options) =>
                call(name, { ...game, jumps, memory: Math.ceil(memoryLimit() * share) }, options),
            );
    return {
        hints: asking(services.studio.call, "hints", "Looking ahead", 1),
        rest: asking(services.studio.call, "solve_from", "Looking ahead", 1),
        counted: asking(counting.call, "counted_hints", "Counting solutions", COUNTING),
        /** Gives back what the counts take. */
        forget: () => counting.rest(),
    };
}
