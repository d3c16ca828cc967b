/** What Watch shows, as a command for a shell. */

import { following } from "./options.js";

/** Endings by which the command line takes a text as the name of a file. */
const FILE = /\.(game|png|gif|bmp|jpe?g|webp)$/i;

/** A text that is written as jumps. */
const JUMPS = /^\s*[a-z]+\d+(-[a-z]+\d+)+(\s|$)/;

/** The marks of a position. */
const MARKS = "#./ \n01";

/** Whether a text as an argument would be something else: standard input, a file, a line break, jumps, or a position.
 * @param {string} text */
function isMistaken(text) {
    const marks = [...text].filter((character) => MARKS.includes(character)).length;
    return text === "-" || text.includes("\\n") || FILE.test(text) || JUMPS.test(text) || text.startsWith("code:") || 4 * marks >= 3 * text.length;
}

/** A word that a shell takes as it is.
 * @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that writes the same file. The text stands at its end, so that one that begins with a dash is no option.
 * @param {import("./options.js").Options} options
 * @param {string} theme
 * @param {number | null} jump  milliseconds, if not as usual
 * @param {string} name  of the file, without its ending
 * @param {import("./files.js").Kind} kind */
export function command(options, theme, jump, name, { format, size, steps, place }) {
    const isFilm = format !== "png";
    const slides = options.smooth && !steps;
    const parts = [options.one ? "pegfont one-game" : "pegfont render"];
    if (options.own !== "") parts.push("--font my-font.toml");
    if (options.one && options.seed !== 1) parts.push(`--seed ${options.seed}`);
    if (theme !== "dark") parts.push(`--theme ${theme}`);
    if (place) parts.push(`--for ${place}`);
    else if (size) parts.push(`--size ${size.filter(Boolean).join("x")}`);
    if (isFilm && slides) parts.push("--smooth");
    if (format === "svg" && !slides) parts.push("--smooth=0");
    if (isFilm && !options.one) parts.push(`--order ${options.order}`);
    if (isFilm && jump !== null) parts.push(`--duration jump:${jump}`);
    if (isFilm && options.count) parts.push("--count");
    if (isFilm && options.one && options.zoom) parts.push("--zoom");
    if (isFilm) parts.push(...following(options).map((text) => `--then=${quoted(text)}`));
    parts.push("-o", `${name}.${format}`);

    if (isMistaken(options.text)) return `printf '%s\\n' ${quoted(options.text)} | ${parts.join(" ")} -`;
    // In an argument, the command line takes these two characters as a line break.
    return `${parts.join(" ")} -- ${quoted(options.text.replaceAll("\n", "\\n"))}`;
}
