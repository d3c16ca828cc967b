/** What Watch saves and sends first: the film as a file, shared or saved, and the text as a puzzle. The rest is in `more.js`, which is loaded when it is unfolded. */
import { button, make, reasonOf } from "../elements.js";
import { icon } from "../icons.js";
import { reached } from "../modules.js";
import { written as queryOf } from "./options.js";

/** A file to make: its width and height in pixels, if not as usual, whether its pegs jump instead of sliding, its length in milliseconds, and the place that it is for.
 * @typedef {{format: string, type: string, name?: string, size?: [number, number | null], steps?: boolean, total?: number, place?: string}} Kind */

/** The usual film, and one that is as wide as a phone.
 * @type {Kind} */
const GIF = { format: "gif", type: "image/gif" };
/** @type {Kind} */
const MP4 = { format: "mp4", type: "video/mp4", size: [1080, null] };

/** `texts`: what is shown of the text, and in one game of each that comes next, without what the font doesn't have; `games`: those that were found for them
 * @typedef {{options: import("./options.js").Options, request: any, texts: string[], games: string[], theme: string, jump: number | null, film: import("./view.js").Film | null}} Asked */

/** @param {import("../services.js").Services} services
 * @param {() => Asked} asked
 * @param {(change: Partial<import("./options.js").Options>) => void} change */
export function files(services, asked, change) {
    const said = make("div", { class: "said", role: "status" });
    /** @type {AbortController | null} */
    let work = null;
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
        const now = asked();
        const { format, type } = kind;
        const isFont = type.startsWith("font");
        if (!isFont && !now.film) return null;
        refresh();
        const bar = make("progress", { max: 1, "aria-label": `Making the .${format}` });
        said.replaceChildren(`${why}Making the .${format} …`, bar, button("Stop", () => mine.abort()));
        const onProgress = (/** @type {number} */ done, /** @type {number} */ total) => (bar.value = done / Math.max(1, total));
        const watching = { signal: mine.signal, onProgress };
        try {
            const maker = await reached(import("./maker.js"));
            const file = await maker.file(kind, now, services, watching);
            // The same film in the format that every browser makes.
            if (!file) return made({ ...kind, ...GIF }, "This browser can't make an .mp4 of this film, so it is a .gif. ");
            if (!isFont) {
                shown = kind;
                more?.refresh(shown);
            }
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
        const { options, texts, film } = asked();
        if (!film) return;
        const what = { title: "pegfont", text: `${texts.join(" ")}, played as peg solitaire`, url: link(options) };
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
                const found = (await reached(import("./more.js"))).more(services, asked, saves, change);
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
        if (isBegun || !asked().film || !shares() || /** @type {any} */ (navigator).connection?.saveData) return;
        isBegun = true;
        const maker = await import("./maker.js");
        maker.begin(MP4, asked(), services, gone.signal);
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
