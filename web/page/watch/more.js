/** What Watch unfolds: more files and the address; for developers, an element for other pages, and the same on the command line. */
import { button, make } from "../elements.js";
import { LARGE, fileName } from "./files.js";
import { written as queryOf } from "./options.js";
import { command } from "./shell.js";

/** @typedef {import("./files.js").Kind} Kind */

/** The less usual kinds of films and pictures. @type {Kind[]} */
const OTHERS = [
    LARGE,
    { format: "gif", type: "image/gif", name: "Emoji", size: [128, 128], steps: true },
    { format: "apng", type: "image/apng" },
    { format: "svg", type: "image/svg+xml" },
    { format: "png", type: "image/png" },
];

/** @type {Kind[]} */
const FONTS = [{ format: "ttf", type: "font/ttf" }, { format: "woff2", type: "font/woff2" }];

/** @param {import("../services.js").Services} services
 * @param {() => import("./files.js").Asked} asked
 * @param {(kind: Kind, drawn?: "film" | "font") => HTMLButtonElement} saves  a button that saves a file */
export function more(services, asked, saves) {
    const link = text("Link to this");
    const embed = text("For your own page");
    const shell = text("The same on the command line");
    const films = OTHERS.map((kind) => saves(kind, "film"));
    const files = [
        make("div", { class: "row", role: "group", "aria-label": "Save this film otherwise" }, "This film:", ...films),
        make("div", { class: "row", role: "group", "aria-label": "Save the font" }, "The font:", ...FONTS.map((kind) => saves(kind, "font"))),
        link.element,
    ];
    const texts = [embed.element, shell.element];

    /** Shows the texts for what is asked now.
     * @param {Kind} shown  the film of the command */
    function refresh(shown) {
        const { options, theme, jump, film } = asked();
        for (const button of films) button.disabled = !film;
        for (const { element } of [link, embed, shell]) element.hidden = !film;
        if (!film) return;
        link.show(services.link("watch", [], queryOf(options)));
        const name = fileName(film.text);
        const text = film.left_out.length > 0 ? film.text : options.text;
        shell.show(command({ ...options, text }, theme, jump, name, shown));
        // The element has the built-in font, and a board for each letter.
        if (options.one || options.own !== "") {
            const played = options.one ? "played as one game of" : "played as";
            return embed.show(`<!-- with the .gif of this film beside the page -->\n<img src="${name}.gif" alt="${escaped(film.text)}, ${played} peg solitaire">`);
        }
        const source = new URL("peg-font.js", document.baseURI).href;
        const attributes = [["text", film.text], ["theme", options.theme === "auto" ? "auto" : theme]];
        if (options.order !== "together") attributes.push(["order", options.order]);
        if (!options.smooth) attributes.push(["steps", ""]);
        if (jump !== null) attributes.push(["jump", String(jump)]);
        const written = attributes.map(([name, value]) => (value === "" ? name : `${name}="${escaped(value)}"`));
        embed.show(`<script src="${source}" async></script>\n<peg-font ${written.join(" ")}></peg-font>`);
    }

    /** A text to copy.
     * @param {string} name */
    function text(name) {
        const field = make("textarea", { readonly: true, rows: 2, spellcheck: "false", "aria-label": name });
        const copy = button("Copy", () => {
            field.select();
            services.copy(field.value, copy);
        }, { "aria-label": `Copy: ${name}` });
        const element = make("div", {}, make("div", { class: "row" }, make("span", {}, name), copy), field);
        return { element, show: (/** @type {string} */ value) => (field.value = value) };
    }

    return { files, texts, refresh };
}

/** A text in an attribute.
 * @param {string} text */
function escaped(text) {
    return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll("\n", "&#10;");
}
