/** The worker: loads the Rust module with everything, and answers one call after the other. */

/** The least time between two reports of progress, in milliseconds. */
const PAUSE = 50;

/** @type {Promise<any> | null} */
let loading = null;

/** The module, loaded once. */
function studio() {
    loading ??= import("./wasm/studio.js").then(async (module) => {
        await module.default({ module_or_path: new URL("wasm/studio_bg.wasm", import.meta.url) });
        return module;
    });
    // A load that failed may succeed later.
    loading.catch(() => (loading = null));
    return loading;
}

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
        const answer = (await studio())[data.name](data.args, progress);
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
