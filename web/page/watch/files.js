/** What Watch saves and sends first: the film as a file, shared or saved, and the text as a puzzle. The rest is in `more.js`, which is loaded when it is unfolded. */
import { button, make, reasonOf } from "../elements.js";
import { icon } from "../icons.js";
import { reached } from "../modules.js";
import { written as queryOf } from "./options.js";

/** A file to make: its width and height in pixels, if not as usual, and whether its pegs jump instead of sliding.
 * @typedef {{format: string, type: string, name?: string, size?: [number, number | null], steps?: boolean}} Kind */

/** The usual film, and two that are as wide as a phone.
 * @type {Kind} */
const GIF = { format: "gif", type: "image/gif" };
/** @type {Kind} */
export const LARGE = { ...GIF, name: "Large GIF", size: [1080, null] };
/** @type {Kind} */
const MP4 = { format: "mp4", type: "video/mp4", size: [1080, null] };

/** @typedef {{options: import("./options.js").Options, request: any, theme: string, jump: number | null, film: import("./view.js").Film | null}} Asked */

/** @param {import("../services.js").Services} services
 * @param {() => Asked} asked */
export function files(services, asked) {
    const said = make("div", { class: "said", role: "status" });
    /** @type {AbortController | null} */
    let work = null;
    /** The file made last, and of what, so that it isn't made again.
     * @type {{of: string, file: File} | null} */
    let last = null;
    /** The film of the command shown: the one saved last. */
    let shown = GIF;
    /** What is unfolded, once it is.
     * @type {{refresh: (shown: Kind) => void} | null} */
    let more = null;
    /** Whether the film of what is asked was begun before anybody wants it. */
    let isBegun = false;
    /** Ends what nobody waits for any more. */
    const gone = new AbortController();

    /** Makes a file, and says how far it is. Nothing if it was stopped or can't be made.
     * @param {Kind} kind
     * @param {string} [why]  why this one
     * @returns {Promise<File | null>} */
    async function made(kind, why = "") {
        work?.abort();
        const mine = (work = new AbortController());
        const { request, film } = asked();
        const { format, type, size = null, steps } = kind;
        const isFont = type.startsWith("font");
        if (!isFont && !film) return null;
        if (!isFont) shown = kind;
        refresh();
        const bar = make("progress", { max: 1, "aria-label": `Making the .${format}` });
        said.replaceChildren(`${why}Making the .${format} …`, bar, button("Stop", () => mine.abort()));
        const onProgress = (/** @type {number} */ done, /** @type {number} */ total) => (bar.value = done / Math.max(1, total));
        const watching = { signal: mine.signal, onProgress };
        try {
            const wanted = { ...request, size, smooth: request.smooth && !steps };
            const of = JSON.stringify([wanted, format]);
            if (last?.of !== of) {
                const contents = isFont ? await services.studio.call("font_file", { format }, watching)
                    : kind === MP4 ? await (await reached(import("../video.js"))).kept(wanted, services, watching)
                    : await services.studio.call("render", { request: wanted, format }, watching);
                if (!contents) return made(LARGE, "This browser can't make an .mp4 of this film, so it is a .gif. ");
                const name = `${isFont ? "pegfont" : fileName(film?.text ?? "")}.${format}`;
                last = { of, file: new File([contents], name, { type }) };
            }
            const { file } = last;
            said.replaceChildren(`${why}${file.name}: ${file.size.toLocaleString("en")} bytes.`);
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
    /** Whether the device shares films. */
    const shares = () => Boolean(navigator.canShare?.({ files: [new File([], "film.mp4", { type: MP4.type })] }));
    const share = button("Share", async () => {
        const { options, film } = asked();
        if (!film) return;
        const what = { title: "pegfont", text: `${film.text}, played as peg solitaire`, url: link(options) };
        // Where the device shares films, this one goes with the link.
        if (!shares()) return services.send(what, share);
        try {
            const { shareFile } = await reached(import("../share.js"));
            await shareFile(what, () => made(MP4), share, services);
        } catch (error) {
            refuse(said, error);
        }
    });
    /** The address of what is shown. @param {import("./options.js").Options} options */
    const link = (options) => services.link("watch", [], queryOf(options));
    const secret = make("button", { type: "button", class: "main" }, "Let somebody guess it");
    const sent = make("div", { class: "said" });
    secret.onclick = async () => {
        try {
            const { gift } = await reached(import("../gift.js"));
            sent.classList.remove("wrong");
            sent.replaceChildren(await gift(asked().options.text, services));
        } catch (error) {
            refuse(sent, error);
        }
    };
    const usual = [MP4, GIF].map((kind) => saves(kind));
    const [others, developers] = ["More to save", "For developers"].map((name) => make("details", {}, make("summary", {}, name)));
    for (const unfolded of [others, developers]) {
        unfolded.ontoggle = async () => {
            if (!unfolded.open || more) return;
            try {
                const found = (await reached(import("./more.js"))).more(services, asked, saves);
                if (more) return;
                more = found;
                others.append(...found.files);
                developers.append(...found.texts);
                more.refresh(shown);
            } catch (error) {
                unfolded.open = false;
                refuse(said, error);
            }
        };
    }

    /** Shows what is asked now. */
    function refresh() {
        const { film } = asked();
        for (const one of [share, ...usual]) one.disabled = !film;
        share.textContent = "Share";
        share.classList.remove("main");
        said.classList.remove("wrong");
        said.replaceChildren();
        isBegun = false;
        more?.refresh(shown);
    }

    /** Begins the film that may be shared, when it has played once: to make it can take longer than a browser remembers a click. */
    async function begin() {
        const { request, film } = asked();
        if (isBegun || !film || !shares() || /** @type {any} */ (navigator).connection?.saveData) return;
        isBegun = true;
        const { kept } = await import("../video.js");
        kept({ ...request, size: MP4.size }, services, gone).catch(() => {});
    }

    function leave() {
        work?.abort();
        gone.abort();
    }

    return { acts: [share, "Save:", ...usual], said, secret, sent, folded: [others, developers], refresh, begin, leave };
}

/** Says why something can't be had.
 * @param {HTMLElement} place
 * @param {unknown} error */
function refuse(place, error) {
    place.classList.add("wrong");
    place.replaceChildren(reasonOf(error));
}

/** A file name for a text.
 * @param {string} text */
export function fileName(text) {
    const name = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    return [...name].slice(0, 40).join("") || "film";
}
