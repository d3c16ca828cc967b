/** What Watch unfolds: more files and the address; for developers, an element for other pages, and the same on the command line. */
import { button, make } from "../elements.js";
import { nameOf } from "./maker.js";
import { composed, following, written as queryOf } from "./options.js";
import { command } from "./shell.js";

/** @typedef {import("./files.js").Kind} Kind */

/** The less usual kinds of films and pictures. @type {Kind[]} */
const OTHERS = [
    { format: "gif", type: "image/gif", name: "Large GIF", size: [1080, null] },
    { format: "mp4", type: "video/mp4", name: "Story", size: [1080, 1920], total: 11_000, place: "story" },
    { format: "gif", type: "image/gif", name: "Emoji", size: [128, 128], steps: true },
    { format: "apng", type: "image/apng" },
    { format: "svg", type: "image/svg+xml" },
    { format: "png", type: "image/png" },
];

/** @type {Kind[]} */
const FONTS = [{ format: "ttf", type: "font/ttf" }, { format: "woff2", type: "font/woff2" }];

/** @param {import("../services.js").Services} services
 * @param {() => import("./files.js").Asked} asked
 * @param {(kind: Kind, drawn?: "film" | "font") => HTMLButtonElement} saves  a button that saves a file
 * @param {(change: Partial<import("./options.js").Options>) => void} change */
export function more(services, asked, saves, change) {
    const besides = extras(change);
    const link = text("Link to this");
    const embed = text("For your own page");
    const shell = text("The same on the command line");
    const films = OTHERS.map((kind) => saves(kind, "film"));
    const files = [
        besides.element,
        make("div", { class: "row", role: "group", "aria-label": "Save this film otherwise" }, "This film:", ...films),
        make("div", { class: "row", role: "group", "aria-label": "Save the font" }, "The font:", ...FONTS.map((kind) => saves(kind, "font"))),
        link.element,
    ];
    const texts = [embed.element, shell.element];

    /** Shows the texts for what is asked now.
     * @param {Kind} shown  the film of the command */
    function refresh(shown) {
        const now = asked();
        const { options, texts, theme, jump, film } = now;
        besides.show(options);
        for (const button of films) button.disabled = !film;
        for (const { element } of [link, embed, shell]) element.hidden = !film;
        if (!film) return;

        link.show(services.link("watch", [], queryOf(options)));
        const name = nameOf(now);
        // The command line refuses what the font doesn't have.
        const written = film.left_out.length > 0 ? texts : [options.text, ...following(options)];
        shell.show(command(written, options, theme, jump, name, shown));

        // The element has the built-in font, and a board for each letter.
        if (options.one || options.own !== "") {
            let played = "played as peg solitaire";
            if (texts.length > 1) played = "played as games of peg solitaire";
            else if (options.one) played = "played as one game of peg solitaire";
            return embed.show(`<!-- with the .gif of this film beside the page -->\n<img src="${name}.gif" alt="${escaped(texts.join(" "))}, ${played}">`);
        }

        const source = new URL("peg-font.js", document.baseURI).href;
        const attributes = [["text", film.text], ["theme", options.theme === "auto" ? "auto" : theme]];
        if (options.order !== "together") attributes.push(["order", options.order]);
        if (!options.smooth) attributes.push(["steps", ""]);
        if (jump !== null) attributes.push(["jump", String(jump)]);
        const inTag = attributes.map(([name, value]) => (value === "" ? name : `${name}="${escaped(value)}"`));
        embed.show(`<script src="${source}" async></script>\n<peg-font ${inTag.join(" ")}></peg-font>`);
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

/** What films can have besides, to choose from.
 * @param {(change: Partial<import("./options.js").Options>) => void} change */
function extras(change) {
    const count = make("input", { type: "checkbox" });
    count.onchange = () => change({ count: count.checked });
    const zoom = make("input", { type: "checkbox" });
    zoom.onchange = () => change({ zoom: zoom.checked });
    const then = make("textarea", { rows: 1, spellcheck: "false", autocomplete: "off" });
    then.onchange = () => change({ then: composed(then.value) });

    const ofOne = [
        make("label", {}, zoom, "Play the first jumps slowly, in a large view"),
        make("label", { class: "then" }, "Let these texts come out of the full board next, one on each line", then),
    ];
    const legend = make("legend", {}, "In the film:");
    const element = make("fieldset", { class: "settings extras" }, legend, make("label", {}, count, "Count the jumps below the boards"), ...ofOne);

    /** @param {import("./options.js").Options} options */
    function show(options) {
        count.checked = options.count;
        zoom.checked = options.zoom;
        if (then.value !== options.then) then.value = options.then;
        for (const label of ofOne) label.hidden = !options.one;
    }
    return { element, show };
}

/** A text in an attribute.
 * @param {string} text */
function escaped(text) {
    return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll("\n", "&#10;");
}
