/** Files and links of Watch: downloads made by the library, the address, an element for other pages, and the same on the command line. */
import { button, make, reasonOf } from "../elements.js";
import { icon } from "../icons.js";
import { command, written as queryOf } from "./options.js";

/** A file to make: its width and height in pixels, if not as usual, and whether its pegs jump instead of sliding.
 * @typedef {{format: string, type: string, name?: string, size?: [number, number | null], steps?: boolean}} Kind */

/** The usual film, and two that are as wide as a phone.
 * @type {Kind} */
const GIF = { format: "gif", type: "image/gif" };
/** @type {Kind} */
const LARGE = { ...GIF, name: "Large GIF", size: [1080, null] };
/** @type {Kind} */
const MP4 = { format: "mp4", type: "video/mp4", size: [1080, null] };

/** The films that most want, and the other ones and pictures. @type {Kind[][]} */
const [USUAL, OTHERS] = [[MP4, GIF], [LARGE, { ...GIF, name: "Emoji", size: [128, 128], steps: true }, { format: "apng", type: "image/apng" }, { format: "svg", type: "image/svg+xml" }, { format: "png", type: "image/png" }]];

/** @type {Kind[]} */
const FONTS = [{ format: "ttf", type: "font/ttf" }, { format: "woff2", type: "font/woff2" }];

/** @typedef {{options: import("./options.js").Options, request: any, theme: string, jump: number | null, film: import("./view.js").Film | null}} Asked */

/** @param {import("../services.js").Services} services
 * @param {() => Asked} asked */
export function files(services, asked) {
    const said = make("div", { class: "said", role: "status" });
    const link = text("Link to this");
    const embed = text("For your own page");
    const shell = text("The same on the command line");
    /** @type {AbortController | null} */
    let work = null;
    /** The file of the command shown: the film saved last. */
    let shown = GIF;

    /** Makes a file, and says how far it is. Nothing if it was stopped or can't be made.
     * @param {Kind} kind
     * @param {string} [why]  why this one
     * @returns {Promise<File | null>} */
    async function made(kind, why = "") {
        work?.abort();
        const mine = (work = new AbortController());
        const { request, film } = asked();
        const { format, type, size = null, steps } = kind;
        const isFont = FONTS.includes(kind);
        if (!isFont && !film) return null;
        if (!isFont) shown = kind;
        refresh();
        const bar = make("progress", { max: 1, "aria-label": `Making the .${format}` });
        said.classList.remove("wrong");
        said.replaceChildren(`${why}Making the .${format} …`, bar, button("Stop", () => mine.abort()));
        const onProgress = (/** @type {number} */ done, /** @type {number} */ total) => (bar.value = done / Math.max(1, total));
        const watching = { signal: mine.signal, onProgress };
        try {
            const wanted = { ...request, size, smooth: request.smooth && !steps };
            const contents = isFont ? await services.studio.call("font_file", { format }, watching)
                : kind === MP4 ? await (await import("./video.js")).mp4(wanted, services, watching)
                : await services.studio.call("render", { request: wanted, format }, watching);
            if (!contents) return made(LARGE, "This browser can't make an .mp4 of this film, so it is a .gif. ");
            const name = `${isFont ? "pegfont" : fileName(film?.text ?? "")}.${format}`;
            const file = new File([contents], name, { type });
            said.replaceChildren(`${why}${name}: ${file.size.toLocaleString("en")} bytes.`);
            return file;
        } catch (error) {
            if (work !== mine) return null;
            said.classList.toggle("wrong", !mine.signal.aborted);
            said.replaceChildren(mine.signal.aborted ? "Stopped." : `The .${format} can't be made. ${reasonOf(error)}`);
            return null;
        }
    }

    /** @param {Kind} kind @param {"film" | "font"} [drawn]  what is drawn above the name */
    const saves = (kind, drawn) => button([...(drawn ? [icon(drawn)] : []), kind.name ?? kind.format.toUpperCase()], async () => {
        const file = await made(kind);
        if (file) services.download(file.name, file, file.type);
    }, { class: drawn && "file", title: "Save as a file" });
    const share = button("Share", async () => {
        const { options, film } = asked();
        if (!film) return;
        const what = { title: "pegfont", text: `${film.text}, played as peg solitaire`, url: services.link("watch", [], queryOf(options)) };
        // Where the device shares files, the film goes with the link.
        if (!navigator.canShare?.({ files: [new File([], "film.mp4", { type: MP4.type })] })) return services.send(what, share);
        const making = made(MP4);
        share.disabled = true;
        share.textContent = "Making the film …";
        const file = await making;
        share.disabled = !asked().film;
        share.textContent = "Share";
        await services.send(file ? { ...what, files: [file] } : what, share);
    });
    const secret = make("button", { type: "button", class: "main" }, "Send it as a puzzle");
    const sent = make("div", { class: "said" });
    secret.onclick = async () => {
        try {
            const { gift } = await import("../gift.js");
            sent.classList.remove("wrong");
            sent.replaceChildren(await gift(asked().options.text, services));
        } catch (error) {
            sent.classList.add("wrong");
            sent.replaceChildren(reasonOf(error));
        }
    };
    const usual = USUAL.map((kind) => saves(kind));
    const films = OTHERS.map((kind) => saves(kind, "film"));
    const element = make("details", {}, make("summary", {}, "Save, embed and more"),
        make("div", { class: "row", role: "group", "aria-label": "Save this film otherwise" }, "This film:", ...films),
        make("div", { class: "row", role: "group", "aria-label": "Save the font" }, "The font:", ...FONTS.map((kind) => saves(kind, "font"))),
        link.element, embed.element, shell.element);

    /** Shows the texts for what is asked now. */
    function refresh() {
        const { options, theme, jump, film } = asked();
        for (const one of [share, ...usual, ...films]) one.disabled = !film;
        for (const { element } of [link, embed, shell]) element.hidden = !film;
        said.replaceChildren();
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
        const attributes = [["text", film.text], ["theme", theme]];
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

    return { acts: [share, "Save:", ...usual], said, secret, sent, element, refresh, leave: () => work?.abort() };
}

/** A text in an attribute.
 * @param {string} text */
function escaped(text) {
    return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll("\n", "&#10;");
}

/** A file name for a text.
 * @param {string} text */
function fileName(text) {
    const name = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    return [...name].slice(0, 40).join("") || "film";
}
