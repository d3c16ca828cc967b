/** Addresses: `#part/path?query`. They work from any path and offline, because only the part after `#` changes. */

/** The parts of the page, the first by default. */
export const PARTS = ["watch", "play", "design", "lab"];

/** Reads an address.
 * @param {string} hash
 * @returns {{part: string, path: string[], query: URLSearchParams, unknown: string | null}} */
export function read(hash) {
    const text = hash.replace(/^#/, "");
    const at = text.indexOf("?");
    const [steps, query] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
    const [part, ...path] = steps.split("/").filter(Boolean).map(decoded);
    const known = part === undefined || PARTS.includes(part);
    return {
        part: known && part !== undefined ? part : PARTS[0],
        path: known ? path : [],
        query: new URLSearchParams(query),
        unknown: known ? null : part,
    };
}

/** Writes an address.
 * @param {string} part
 * @param {string[]} [path]
 * @param {Record<string, string> | URLSearchParams} [query] */
export function address(part, path = [], query = {}) {
    const steps = [part, ...path].map(encodeURIComponent).join("/");
    const asked = new URLSearchParams(query).toString();
    return `#${steps}${asked ? `?${asked}` : ""}`;
}

/** A step of a path; as it is if it can't be decoded.
 * @param {string} step */
function decoded(step) {
    try {
        return decodeURIComponent(step);
    } catch {
        return step;
    }
}
