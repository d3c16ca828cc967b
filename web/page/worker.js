/** The worker: answers one call after the other. It loads the Rust modules `studio`, which computes, and `files` when they are first called. */
import { loaded } from "./modules.js";

/** The functions of the module `files`. */
const FILES = ["font_file", "mp4_head", "own_font_link", "own_font_text", "pattern_of_picture", "read_own_font", "render"];

/** The least time between two reports of progress, in milliseconds. */
const PAUSE = 50;

/** @param {MessageEvent<{name: string, args: string}>} event */
self.onmessage = async ({ data }) => {
    let reported = -Infinity;
    /** @type {(done: number, total: number) => void} */
    const progress = (done, total) => {
        const now = performance.now();
        if (now - reported < PAUSE) return;
        reported = now;
        postMessage({ progress: [done, total] });
    };
    try {
        const module = await loaded(FILES.includes(data.name) ? "files" : "studio");
        const answer = module[data.name](data.args, progress);
        if (answer instanceof Uint8Array) postMessage({ answer }, { transfer: [answer.buffer] });
        else postMessage({ answer: answer === undefined ? undefined : JSON.parse(answer) });
    } catch (error) {
        // After a trap or a panic, the module's memory can't be trusted.
        if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
            const message = "The memory of this page ran out, or the work failed. Nothing else is lost; a smaller task may succeed.";
            postMessage({ error: message, isDead: true });
        } else {
            const message = error instanceof Error ? error.message : String(error);
            postMessage({ error: message, isDead: message.startsWith("panicked") });
        }
    }
};
