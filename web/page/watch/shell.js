/** What Watch shows, as a command for a shell. */

/** The command that writes the same file.
 * @param {import("./options.js").Options} options
 * @param {string} theme
 * @param {number | null} jump  milliseconds, if not as usual
 * @param {string} name  of the file, without its ending
 * @param {import("./files.js").Kind} kind */
export function command(options, theme, jump, name, { format, size, steps }) {
    const isFilm = format !== "png";
    const slides = options.smooth && !steps;
    const quoted = `'${options.text.replaceAll("'", `'\\''`).replaceAll("\n", "\\n")}'`;
    const parts = [options.one ? "pegfont one-game" : "pegfont render", quoted];
    if (options.own !== "") parts.push("--font my-font.toml");
    if (options.one && options.seed !== 1) parts.push(`--seed ${options.seed}`);
    if (theme !== "dark") parts.push(`--theme ${theme}`);
    if (size) parts.push(`--size ${size.filter(Boolean).join("x")}`);
    if (isFilm && slides) parts.push("--smooth");
    if (format === "svg" && !slides) parts.push("--smooth=0");
    if (isFilm && !options.one) parts.push(`--order ${options.order}`);
    if (isFilm && jump !== null) parts.push(`--duration jump:${jump}`);
    return [...parts, "-o", `${name}.${format}`].join(" ");
}
