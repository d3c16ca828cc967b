/** What the browser keeps for the visitor. It may refuse, be full, or hold something else by now. */

/** @param {string} key
 * @returns {any}  nothing if nothing is kept that can be read */
export function recalled(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
        return null;
    }
}

/** Keeps a value. Returns whether the browser took it.
 * @param {string} key
 * @param {any} value */
export function keep(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}
