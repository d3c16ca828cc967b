/** What the visitor chose to watch, and how the address says it. */

/**
 * @typedef {object} Options
 * @property {string} text
 * @property {string} theme  a name, or "auto"
 * @property {"together" | "cascade" | "sequence"} order
 * @property {number} speed
 * @property {boolean} smooth
 * @property {boolean} loops
 * @property {boolean} one  one game for the whole text
 * @property {number} seed  which game
 * @property {boolean} count  the saved film counts its jumps
 * @property {boolean} zoom  the saved film of one game begins with a large view
 * @property {string} then  the texts that come out of the full board next, one on each line
 * @property {string} own  characters of the visitor's own font, as the library writes them; empty if there are none
 */

export const SPEEDS = [0.25, 0.5, 1, 2, 4];

/** A text with letters and their marks as single characters. The rest of what people type, the font knows.
 * @param {string} text */
export const composed = (text) => text.normalize("NFC");

/** @type {Options} */
export const USUAL = {
    text: "YES!", theme: "auto", order: "together", speed: 1, smooth: true, loops: true, one: false, seed: 1, count: false, zoom: false, then: "", own: "",
};

/** The texts that come out of the full board after the first, in a film of one game.
 * @param {Options} options */
export const following = ({ one, then }) => (one ? then.split("\n").filter((text) => text.trim()) : []);

/** Reads an address. What is missing or can't be read has its default value; `wrong` names what can't be read.
 * @param {URLSearchParams} query
 * @param {string[]} themes
 * @returns {{options: Options, wrong: string[]}} */
export function read(query, themes) {
    const options = { ...USUAL };
    /** @type {string[]} */
    const wrong = [];
    const flag = (/** @type {string} */ value) => (["yes", "no"].includes(value) ? value === "yes" : undefined);
    /** @type {Record<string, (value: string) => any>} */
    const keys = {
        text: composed,
        then: composed,
        own: (value) => value,
        theme: (value) => ([...themes, "auto"].includes(value) ? value : undefined),
        order: (value) => (["together", "cascade", "sequence"].includes(value) ? value : undefined),
        speed: (value) => (SPEEDS.includes(Number(value)) ? Number(value) : undefined),
        smooth: flag, loops: flag, one: flag, count: flag, zoom: flag,
        seed: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined),
    };
    for (const [key, value] of query) {
        const found = Object.hasOwn(keys, key) ? keys[key](value) : undefined;
        if (found === undefined) wrong.push(`${key}=${value.slice(0, 40)}`);
        else Object.assign(options, { [key]: found });
    }
    return { options, wrong };
}

/** The query of an address, without what is as usual.
 * @param {Options} options
 * @returns {Record<string, string>} */
export function written(options) {
    /** @type {Record<string, string>} */
    const query = { text: options.text };
    for (const [key, value] of Object.entries(options)) {
        if (value === /** @type {any} */ (USUAL)[key]) continue;
        query[key] = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    }
    return query;
}
