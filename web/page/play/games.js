/** The games that the browser keeps, so that reloading the page or going back loses none. */
import { keep, recalled } from "../kept.js";

const KEY = "pegfont games";

/** What the first win of a visitor is kept under. */
const WON = "pegfont won";

/** Whether the visitor has won a game without the page's help; the lesson and secret messages don't count. */
export const hasWon = () => recalled(WON) === true;

export const noteWin = () => keep(WON, true);

/** How many games are kept, the last ones. */
const MOST = 50;

/** @typedef {{jumps: string, slips: number, marks: string[]}} Kept */

/** The jumps of each game as this page last read or wrote them.
 * @type {Map<string, string>} */
const own = new Map();

/** @param {string} key
 * @returns {Kept | null} */
export function keptGame(key) {
    const games = recalled(KEY);
    const game = games && Object.hasOwn(games, key) ? games[key] : null;
    if (typeof game?.jumps !== "string") return null;
    own.set(key, game.jumps);
    const marks = Array.isArray(game.marks) ? game.marks.map((/** @type {unknown} */ mark) => (typeof mark === "string" ? mark : "")) : [];
    return { jumps: game.jumps, slips: Number(game.slips) || 0, marks };
}

/** Keeps a game, unless another page has gone on with it and played more jumps.
 * @param {string} key
 * @param {Kept} game */
export function keepGame(key, game) {
    const games = recalled(KEY) ?? {};
    const there = Object.hasOwn(games, key) ? String(games[key]?.jumps ?? "") : "";
    if (there !== (own.get(key) ?? "") && there.split(" ").length > game.jumps.split(" ").length) return;
    own.set(key, game.jumps);
    const others = Object.entries(games).filter(([other]) => other !== key);
    keep(KEY, Object.fromEntries([...others.slice(1 - MOST), [key, game]]));
}
