/** What is said about a film: to those who can't see it, and about what can't be shown. */
import { stateAt } from "../painter.js";

/** The most boards that are described one by one. */
const FEW = 24;

/** The most boards whose jumps are announced one by one. */
const HEARD = 3;

/** The name of a film.
 * @param {import("./view.js").Film} film
 * @param {boolean} one */
export function announced(film, one) {
    const boards = one ? "one game" : film.letters.length === 1 ? "one board" : `${film.letters.length} boards`;
    return `${film.text}, played as peg solitaire: ${boards} of ${film.board} holes`;
}

/** Where a board is: a jump in words.
 * @param {import("./view.js").Film} film
 * @param {import("../painter.js").Plays} letter
 * @param {import("../painter.js").State} state */
function jumpOf(film, letter, { played, pegs }) {
    const last = letter.jumps[played - 1];
    const made = last ? `, last ${film.hole_names[last[0]]} to ${film.hole_names[last[2]]}` : "";
    return `${letter.character.trim() || film.text}: jump ${played} of ${letter.jumps.length}${made}; ${pegs.size} pegs`;
}

/** What is said after a step: the jumps of a few boards, or only how far many are.
 * @param {import("./view.js").Film} film
 * @param {import("../player.js").Player} player
 * @param {boolean} smooth */
export function inShort(film, player, smooth) {
    if (film.letters.length > HEARD) return `Step ${player.stepsMade} of ${player.stops.length - 1}`;
    return film.letters.map((letter) => jumpOf(film, letter, stateAt(film, letter, player.time, smooth))).join(". ");
}

/** The boards at a time as text: a jump in words, and rows of `#` and `.`.
 * @param {import("./view.js").Film} film
 * @param {number} time
 * @param {boolean} smooth */
export function asText(film, time, smooth) {
    const rows = [...new Set(film.middles.map(([, y]) => y))];
    const boards = film.letters.slice(0, FEW).map((letter) => {
        const state = stateAt(film, letter, time, smooth);
        const drawn = rows.map((row) =>
            film.middles.map(([, y], hole) => (y === row ? (state.pegs.has(hole) ? "#" : ".") : "")).join(""));
        return `${jumpOf(film, letter, state)}\n${drawn.join("\n")}\n`;
    });
    if (film.letters.length > FEW) boards.push(`and ${film.letters.length - FEW} more boards`);
    return boards.join("\n");
}

/** Characters, each with its number in Unicode.
 * @param {string[]} characters */
const named = (characters) => characters.map((character) => {
    const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    // Marks and controls can't be seen, or change the order of the text around them.
    return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `\u2068${character}\u2069 (${code})` : code;
}).join(", ");

/** What of a text the font doesn't have.
 * @param {string[]} characters */
export const leftOut = (characters) => (characters.length === 0 ? "" : `Not in the font, so left out: ${named(characters)}.`);

/** The words for a text of which the font has nothing.
 * @param {string} text */
export const lacking = (text) =>
    `The font has none of these characters: ${named([...new Set(text.replace(/\s/g, ""))])}. Try Latin, Greek or Cyrillic letters, katakana, digits or punctuation.`;
