/** The film of a text for the element `<peg-font>`, from the font that it has: in the same places and at the same times as in the library. */
import { captures } from "./captures.js";

/** The font and the themes; the builder writes them.
 * @type {any} */
const DATA = "@DATA@";

/** How long the start and the finished text are shown, in milliseconds, as in the library. */
const HOLDS = [600, 2500];

/** The longest that the jumps of a film take together, and the shortest that a jump takes then, in milliseconds, as in the library. */
const [MOST, FASTEST] = [6240, 20];

/** How many jumps a letter is behind the one before, in a cascade, and the last behind the first, at most; and how long the
 * first to begin plays alone, as in the library. */
const [BEHIND, ALL_BEHIND, ALONE] = [2, 14, 16 / 3];

/** How many jumps each of this many letters is behind the one before it, in a cascade: in thirds, as in the library. @param {number} letters */
const behindBy = (letters) => {
    const behind = Math.min(BEHIND, ALL_BEHIND / Math.max(1, letters - 1));
    return Math.floor(3 * behind) / 3 || behind;
};

/** How much slower the first jumps are, from the first, and the last ones, from the last, as in the library. */
const SLOWER = [3, 7 / 3, 5 / 3];

/** How much slower each of this many jumps is.
 * @param {number} count */
const slower = (count) => Array.from({ length: count }, (_, jump) => SLOWER[Math.min(jump, count - 1 - jump)] ?? 1);

/** The time from the last jump to the band of light, and how long that takes, in milliseconds, as in the library. */
const [REST, SWEEP] = [250, 800];

/** The distance between holes, in units of the film, and the largest in pixels unless the page's style says otherwise. */
export const PITCH = 24;

/** The longest line, in characters. */
export const LONGEST = 16;

/** All themes.
 * @type {any[]} */
export const themes = DATA.themes;

/** The number that a character stands for.
 * @param {string} letter */
function numberOf(letter) {
    const number = letter.charCodeAt(0) - 40;
    return number - (number > 52 ? 1 : 0);
}

/** The jumps of a character, if the font has it.
 * @param {string} character
 * @returns {number[][] | null} */
function solution(character) {
    return DATA.characters[character] && [...DATA.characters[character][0]].map((letter) => DATA.jumps[numberOf(letter)]);
}

/** The holes in which the pegs of a character come to stay, each with the number of jumps after which it does.
 * @param {string} character
 * @returns {number[][]} */
function settling(character) {
    const numbers = [...DATA.characters[character][1]].map(numberOf);
    return numbers.flatMap((hole, at) => (at % 2 === 0 ? [[hole, numbers[at + 1]]] : []));
}

/** The lines of a text, broken at spaces; words that are too long, into equal parts. Characters that the font doesn't have are left out.
 * @param {string} text
 * @param {number} wrap
 * @returns {string[][]} */
function linesOf(text, wrap) {
    const lines = text.split("\n").flatMap((line) => {
        const broken = [];
        let rest = [...line.trim()].filter((character) => /\s/.test(character) || solution(character));
        while (rest.length > wrap) {
            const space = rest.slice(0, wrap + 1).findLastIndex((character) => /\s/.test(character));
            const word = [...rest.join("").split(/\s/, 1)[0]].length;
            const at = space > 0 ? space : Math.ceil(word / Math.ceil(word / wrap));
            broken.push(rest.slice(0, at));
            rest = rest.slice(space > 0 ? at + 1 : at);
        }
        return [...broken, rest];
    });
    return lines.filter((line, number) => line.length > 0 || (number > 0 && number < lines.length - 1));
}

/** The characters of a text that the font doesn't have, once each.
 * @param {string} text */
export const unknown = (text) => [...new Set(text)].filter((character) => !/\s/.test(character) && !solution(character));

/** The film of a text, like that of the library.
 * @param {string} text
 * @param {any} theme
 * @param {{order: string, jump: number, isFixed: boolean, wrap: number, smooth: boolean}} how  `isFixed`: a jump takes so long in long films, too
 * @returns {import("../painter.js").Film | null} */
export function filmOf(text, theme, { order, jump: usual, isFixed, wrap, smooth }) {
    const lines = linesOf(text, wrap);
    const columns = Math.max(...DATA.holes.map((/** @type {number[]} */ [x]) => x)) + 1;
    const rows = Math.max(...DATA.holes.map((/** @type {number[]} */ [, y]) => y)) + 1;
    const [margin, gap, between, least] =
        [theme.board.margin, theme.layout.gap, theme.layout.line_gap, theme.layout.padding].map((length) => Math.round(length * PITCH));
    const [width, height] = [columns * PITCH + 2 * margin, rows * PITCH + 2 * margin];
    /** How far the next character is. @param {string} character */
    const advance = (character) => (/\s/.test(character) ? Math.floor(width / 2) : width + gap);
    const long = (/** @type {string[]} */ line) => line.reduce((sum, character) => sum + advance(character), -gap);
    const longest = Math.max(0, ...lines.map(long));
    const high = lines.length * (height + between) - between;
    /** At least a twentieth of the picture's shorter side, padding and all. */
    const padding = least && Math.max(least, Math.ceil(Math.min(longest, high) / 18));
    /** @type {number[][]} */
    const corners = [];
    /** @type {import("../painter.js").Plays[]} */
    const letters = [];
    lines.forEach((line, row) => {
        let left = padding + (longest - long(line)) / 2;
        for (const character of line) {
            const jumps = solution(character);
            if (jumps && !/\s/.test(character)) {
                corners.push([left, padding + row * (height + between)]);
                letters.push({ character, start: DATA.start, jumps, times: [], settles: [] });
            }
            left += advance(character);
        }
    });
    if (letters.length === 0) return null;
    /** When each of `count` jumps begins, and the last one ends, in jumps. @param {number} count */
    const timesOf = (count) => {
        const times = [0];
        for (const share of slower(count)) times.push(times[times.length - 1] + share);
        return times;
    };
    const plays = letters.map(({ jumps }) => timesOf(jumps.length));
    const counts = plays.map((times) => times[times.length - 1]);
    const most = Math.max(...counts);
    const delays = counts.map((count, number) => {
        if (order === "sequence") return counts.slice(0, number).reduce((sum, count) => sum + count, 0);
        return most - count + (order === "cascade" ? behindBy(counts.length) * number : 0);
    });
    const first = Math.min(...delays);
    const alone = order === "cascade" ? ALONE : 0;
    const begins = delays.map((delay) => (delay > first ? delay - first + alone : 0));
    const ends = begins.map((begin, number) => begin + counts[number]);
    const last = Math.max(...ends);
    const jump = isFixed || order === "sequence" ? usual : Math.min(usual, Math.max(FASTEST, MOST / Math.max(1, last)));
    const played_at = Math.round(HOLDS[0] + last * jump);
    const duration = Math.round(played_at + HOLDS[1]);
    letters.forEach((letter, number) => {
        const times = plays[number].map((time) => Math.round(HOLDS[0] + (begins[number] + time) * jump));
        letter.times = letter.jumps.map((_, at) => [times[at], times[at + 1]]);
        letter.settles = settling(letter.character).map(([hole, round]) => [hole, times[round]]);
        letter.captures = captures(letter.jumps, times, { smooth, duration, slower: slower(letter.jumps.length) });
    });
    return {
        text, pitch: PITCH, letters, corners, jump, played_at, sweep: [played_at + REST, played_at + REST + SWEEP], duration,
        width: longest + 2 * padding,
        height: high + 2 * padding,
        board_size: [width, height],
        middles: DATA.holes.map((/** @type {number[]} */ [x, y]) => [margin + (x + 0.5) * PITCH, margin + (y + 0.5) * PITCH]),
    };
}
