/** What the browser keeps for the visitor. It may refuse, be full, or hold something else by now; what it refuses is known until the page is closed. */

/** What the browser didn't take.
 * @type {Map<string, any>} */
const refused = new Map();

/** @param {string} key
 * @returns {any}  nothing if nothing is kept that can be read */
export function recalled(key) {
    if (refused.has(key)) return refused.get(key);
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
        refused.delete(key);
        return true;
    } catch {
        refused.set(key, value);
        return false;
    }
}
