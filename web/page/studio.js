/**
 * Calls Rust functions in the worker, one after the other. A call that is aborted while it runs ends the worker; so does a call that
 * runs out of memory. The next call starts a new one.
 */

/** @typedef {{name: string, args: any, onProgress?: (done: number, total: number) => void, resolve: (answer: any) => void, reject: (reason: any) => void}} Call */

/** @typedef {ReturnType<typeof studio>} Studio */

/** A worker of its own, which starts with the first call. */
export function studio() {
    /** @type {Worker | null} */
    let worker = null;

    /** The calls that wait; the first one is under way.
     * @type {Call[]} */
    const calls = [];

    /**
     * @param {string} name  the Rust function
     * @param {any} [args]  its arguments, which become JSON
     * @param {{signal?: AbortSignal, onProgress?: (done: number, total: number) => void}} [options]
     * @returns {Promise<any>}  what it answers: parsed JSON, or a Uint8Array
     */
    function call(name, args = null, { signal, onProgress } = {}) {
        return new Promise((resolve, reject) => {
            if (signal?.aborted) return reject(signal.reason);
            const asked = { name, args, onProgress, resolve, reject };
            signal?.addEventListener("abort", () => leave(asked, signal.reason), { once: true });
            calls.push(asked);
            if (calls.length === 1) begin();
        });
    }

    /** Begins the first call. */
    function begin() {
        const [first] = calls;
        if (!first) return;
        if (!worker) {
            worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
            worker.onmessage = ({ data }) => heard(data);
            worker.onerror = (event) => {
                event.preventDefault();
                end();
                finished((call) => call.reject(new Error("The worker can't be started. Reload the page, or try another browser.")));
            };
        }
        worker.postMessage({ name: first.name, args: JSON.stringify(first.args) });
    }

    /** @param {{progress?: [number, number], answer?: any, error?: string, isDead?: boolean}} message */
    function heard(message) {
        if (message.progress) {
            calls[0]?.onProgress?.(...message.progress);
            return;
        }
        if (message.isDead) end();
        finished((call) => {
            if (message.error !== undefined) call.reject(new Error(message.error));
            else call.resolve(message.answer);
        });
    }

    /** Removes the first call, and begins the next one.
     * @param {(call: Call) => void} settle */
    function finished(settle) {
        const call = calls.shift();
        if (call) settle(call);
        begin();
    }

    /** Ends the worker. */
    function end() {
        worker?.terminate();
        worker = null;
    }

    /** Gives up a call.
     * @param {Call} call
     * @param {any} reason */
    function leave(call, reason) {
        const place = calls.indexOf(call);
        if (place === 0) {
            end();
            finished((first) => first.reject(reason));
        } else if (place > 0) {
            calls.splice(place, 1);
            call.reject(reason);
        }
    }

    /** Gives back the memory of a worker that has nothing to do; what it knows is lost. */
    function rest() {
        if (calls.length === 0) end();
    }

    return { call, rest };
}

/** The worker for all that is asked. */
export const { call } = studio();

/** A second worker, which counts while the first one answers. */
export const counting = studio();
