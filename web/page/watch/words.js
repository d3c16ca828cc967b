/** What is said about a film: to those who can't see it, and about what can't be shown. */
import { stateAt } from "../painter.js";

/** The most boards that are described one by one. */
const FEW = 24;

/** The most characters that are named. */
const NAMED = 5;

/** The name of a film.
 * @param {import("./view.js").Film} film
 * @param {boolean} one */
export function announced(film, one) {
    const boards = one ? "one game" : film.letters.length === 1 ? "one board" : `${film.letters.length} boards`;
    return `${film.text}, played as peg solitaire: ${boards} of ${film.board} holes`;
}

/** The boards at a time as text: a jump in words, and rows of `#` and `.`, or in short only the jumps.
 * @param {import("./view.js").Film} film
 * @param {number} time
 * @param {boolean} smooth
 * @param {boolean} [isShort] */
export function asText(film, time, smooth, isShort = false) {
    const rows = [...new Set(film.middles.map(([, y]) => y))];
    const boards = film.letters.slice(0, FEW).map((letter) => {
        const { played, pegs } = stateAt(film, letter, time, smooth);
        const name = letter.character.trim() || film.text;
        const jumps = letter.jumps.length;
        const last = played > 0 ? `, last ${film.hole_names[letter.jumps[played - 1][0]]} to ${film.hole_names[letter.jumps[played - 1][2]]}` : "";
        const head = `${name}: jump ${played} of ${jumps}${last}; ${pegs.size} pegs`;
        if (isShort) return head;
        const drawn = rows.map((row) =>
            film.middles.map(([, y], hole) => (y === row ? (pegs.has(hole) ? "#" : ".") : "")).join(""));
        return `${head}\n${drawn.join("\n")}\n`;
    });
    if (film.letters.length > FEW) boards.push(`and ${film.letters.length - FEW} more boards`);
    return boards.join(isShort ? ". " : "\n");
}

/** What the font doesn't have.
 * @param {string[] | undefined} characters */
export function leftOut(characters = []) {
    if (characters.length === 0) return "";
    const named = characters.slice(0, NAMED).map((character) => {
        const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
        // Marks and controls can't be seen, or change the order of the text around them.
        return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `\u2068${character}\u2069 (${code})` : code;
    });
    const more = characters.length > NAMED ? ` and ${characters.length - NAMED} more` : "";
    return `Not in the font, so left out: ${named.join(", ")}${more}.`;
}
