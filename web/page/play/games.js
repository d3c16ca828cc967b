/** The games that the browser keeps, so that reloading the page or going back loses none. */
import { keep, recalled } from "../kept.js";

const KEY = "pegfont games";

/** How many games are kept, the last ones. */
const MOST = 50;

/** @typedef {{jumps: string, slips: number, isHelped: boolean}} Kept */

/** @param {string} key
 * @returns {Kept | null} */
export function keptGame(key) {
    const games = recalled(KEY);
    const game = games && Object.hasOwn(games, key) ? games[key] : null;
    return typeof game?.jumps === "string" ? { jumps: game.jumps, slips: Number(game.slips) || 0, isHelped: game.isHelped === true } : null;
}

/** @param {string} key
 * @param {Kept} game */
export function keepGame(key, game) {
    const others = Object.entries(recalled(KEY) ?? {}).filter(([other]) => other !== key);
    keep(KEY, Object.fromEntries([...others.slice(1 - MOST), [key, game]]));
}
