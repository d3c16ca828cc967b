/** Loads the Rust modules, each once. A load that failed may succeed later. */

/** What is said when a file can't be fetched. */
export const UNREACHED = "A part of the page couldn't be loaded. Check your connection, then try again.";

/** A script that is being loaded, with words for those who can't get it.
 * @template T
 * @param {Promise<T>} loading
 * @returns {Promise<T>} */
export const reached = (loading) => loading.catch((error) => {
    throw new Error(UNREACHED, { cause: error });
});

/** What is said where modules can't run, however often they are fetched. */
const LACKING = "This page needs WebAssembly, which this browser lacks or has turned off. Turn it on, or take a newer browser.";

/** @type {Record<string, Promise<any>>} */
const loading = {};

/** @param {string} name  `watch`, `studio` or `files`
 * @returns {Promise<any>} */
export function loaded(name) {
    loading[name] ??= load(name).catch((error) => {
        delete loading[name];
        const isLacking = typeof WebAssembly === "undefined" || error instanceof WebAssembly.CompileError;
        throw new Error(isLacking ? LACKING : UNREACHED, { cause: error });
    });
    return loading[name];
}

/** @param {string} name */
async function load(name) {
    const module = await import(`./wasm/${name}.js`);
    await module.default({ module_or_path: new URL(`wasm/${name}_bg.wasm`, import.meta.url) });
    return module;
}
