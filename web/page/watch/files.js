/** Files and links of Watch: downloads made by the library, the address, an element for other pages, and the same on the command line. */
import { make, reasonOf } from "../elements.js";
import { icon } from "../icons.js";
import { command, written as queryOf } from "./options.js";

/** The films and pictures, with their types. */
const FILMS = [["gif", "image/gif"], ["apng", "image/apng"], ["svg", "image/svg+xml"], ["png", "image/png"]];

const FONTS = [["ttf", "font/ttf"], ["woff2", "font/woff2"]];

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
    /** The format of the command shown: of the film saved last. */
    let shown = "gif";

    /** Makes a file, and says how far it is. Nothing if it was stopped or can't be made.
     * @param {string} format
     * @param {string} type
     * @returns {Promise<File | null>} */
    async function made(format, type) {
        work?.abort();
        const mine = (work = new AbortController());
        const { request, film } = asked();
        const isFont = FONTS.some(([name]) => name === format);
        if (!isFont && !film) return null;
        if (!isFont) shown = format;
        refresh();
        const bar = make("progress", { max: 1, "aria-label": `Making the .${format}` });
        const cancel = make("button", { type: "button" }, "Stop");
        cancel.onclick = () => mine.abort();
        said.classList.remove("wrong");
        said.replaceChildren(`Making the .${format} …`, bar, cancel);
        const onProgress = (/** @type {number} */ done, /** @type {number} */ total) => (bar.value = done / Math.max(1, total));
        try {
            const answer = isFont
                ? services.studio.call("font_file", format, { signal: mine.signal })
                : services.studio.call("render", { request, format }, { signal: mine.signal, onProgress });
            const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (await answer);
            const name = `${isFont ? "pegfont" : fileName(film?.text ?? "")}.${format}`;
            said.replaceChildren(`${name}: ${bytes.length.toLocaleString("en")} bytes.`);
            return new File([bytes], name, { type });
        } catch (error) {
            if (work !== mine) return null;
            said.classList.toggle("wrong", !mine.signal.aborted);
            said.replaceChildren(mine.signal.aborted ? "Stopped." : `The .${format} can't be made: ${reasonOf(error)}`);
            return null;
        }
    }

    /** Makes a file and saves it.
     * @param {string} format
     * @param {string} type */
    async function save(format, type) {
        const file = await made(format, type);
        if (file) services.download(file.name, file, type);
    }

    const buttons = (/** @type {string[][]} */ kinds, /** @type {"film" | "font"} */ drawn) => kinds.map(([format, type]) => {
        const button = make("button", { type: "button", class: "file" }, icon(drawn), format.toUpperCase());
        button.onclick = () => save(format, type);
        return button;
    });
    const share = make("button", { type: "button" }, "Share");
    share.onclick = async () => {
        const { options, film } = asked();
        const what = { title: "pegfont", text: `${film?.text ?? "Letters"}, played as peg solitaire`, url: services.link("watch", [], queryOf(options)) };
        const [gif] = FILMS;
        // Where the device shares files, the film goes with the link.
        if (!navigator.canShare?.({ files: [new File([], "film.gif", { type: gif[1] })] })) return services.send(what, share);
        share.disabled = true;
        share.textContent = "Making the film …";
        const file = await made(gif[0], gif[1]);
        share.disabled = false;
        share.textContent = "Share";
        await services.send(file ? { ...what, files: [file] } : what, share);
    };
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
    const element = make("details", {}, make("summary", {}, "Save, embed and more"),
        make("div", { class: "row", role: "group", "aria-label": "Save this film" }, "This film:", ...buttons(FILMS, "film")),
        make("div", { class: "row", role: "group", "aria-label": "Save the font" }, "The font:", ...buttons(FONTS, "font")),
        said, link.element, embed.element, shell.element);

    /** Shows the texts for what is asked now. */
    function refresh() {
        const { options, theme, jump, film } = asked();
        link.show(services.link("watch", [], queryOf(options)));
        const name = fileName(film?.text ?? "");
        shell.show(command(options, theme, jump, (film?.left_out.length ?? 0) > 0, name, shown));
        // The element has the built-in font, and a board for each letter.
        if (options.one || options.own !== "") {
            const played = options.one ? "played as one game of" : "played as";
            return embed.show(`<!-- with the .gif of this film beside the page -->\n<img src="${name}.gif" alt="${escaped(film?.text ?? "")}, ${played} peg solitaire">`);
        }
        const source = new URL("peg-font.js", document.baseURI).href;
        const attributes = [["text", film?.text ?? options.text], ["theme", theme]];
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
        const copy = make("button", { type: "button", "aria-label": `Copy: ${name}` }, "Copy");
        copy.onclick = () => {
            field.select();
            services.copy(field.value, copy);
        };
        const element = make("div", {}, make("div", { class: "row" }, make("span", {}, name), copy), field);
        return { element, show: (/** @type {string} */ value) => (field.value = value) };
    }

    return { share, secret, sent, element, refresh, leave: () => work?.abort() };
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
