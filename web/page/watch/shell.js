/** What Watch shows, as a command for a shell. */

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
    return text === "-" || isBroken(text) || FILE.test(text) || JUMPS.test(text) || text.startsWith("code:") || 4 * marks >= 3 * text.length;
}

/** Whether a text has the two characters that the command line takes as a line break in an argument.
 * @param {string} text */
const isBroken = (text) => text.includes("\\n");

/** What is shown in place of a command that can't be written. */
const NO_COMMAND = "# The command line reads only one text of a film from standard input. Several of these texts would be something else as arguments.";

/** A word that a shell takes as it is.
 * @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A text as an argument, with its line breaks as the command line takes them there.
 * @param {string} text */
const argument = (text) => quoted(text.replaceAll("\n", "\\n"));

/** The command that writes the same file. The text stands at its end, so that one that begins with a dash is no option.
 * @param {string[]} texts  the text, and those that come next
 * @param {import("./options.js").Options} options
 * @param {string} theme
 * @param {number | null} jump  milliseconds, if not as usual
 * @param {string} name  of the file, without its ending
 * @param {import("./files.js").Kind} kind */
export function command([text, ...then], options, theme, jump, name, { format, size, steps, place }) {
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

    /** Texts that have to come from standard input. @type {string[]} */
    const piped = [];
    for (const next of isFilm ? then : []) {
        if (isBroken(next)) {
            piped.push(next);
            parts.push("--then=-");
        } else {
            // A dash alone would be standard input. A line break at its end changes nothing else.
            parts.push(`--then=${argument(next === "-" ? "-\n" : next)}`);
        }
    }

    parts.push(`-o ${name}.${format}`);
    if (isMistaken(text)) {
        piped.push(text);
        parts.push("-");
    } else {
        parts.push(`-- ${argument(text)}`);
    }

    if (piped.length > 1) return NO_COMMAND;
    const input = piped.map((text) => `printf '%s\\n' ${quoted(text)} | `).join("");
    return input + parts.join(" ");
}
