/** Makes the files that Watch saves and shares, with what films can have besides: a count, a large view, more texts. */
import { kept } from "../video.js";
import { following } from "./options.js";

/** @typedef {import("./files.js").Kind} Kind
 * @typedef {import("./files.js").Asked} Asked */

/** The file made last, and of what, so that it isn't made again.
 * @type {{of: string, file: File} | null} */
let last = null;

/** Makes a file. Nothing if the browser can't make such a film.
 * @param {Kind} kind
 * @param {Asked} asked
 * @param {import("../services.js").Services} services
 * @param {import("../video.js").Watching} watching
 * @returns {Promise<File | null>} */
export async function file(kind, asked, services, watching) {
    const { format, type } = kind;
    const isFont = type.startsWith("font");
    const film = isFont ? null : filmed(kind, asked);
    const of = JSON.stringify([kind, film]);
    if (last?.of !== of) {
        const contents = film ? await made(kind, film, services, watching) : await services.studio.call("font_file", { format }, watching);
        if (!contents) return null;
        const name = isFont ? "pegfont" : nameOf(asked);
        last = { of, file: new File([contents], `${name}.${format}`, { type }) };
    }
    return last.file;
}

/** What is asked of the library for a film.
 * @param {Kind} kind
 * @param {Asked} asked */
function filmed({ format, size, steps, total }, { options, request, games, jump }) {
    const { one, seed, count } = options;
    const usual = { ...request, size: size ?? null, smooth: request.smooth && !steps };
    // A still shows one text. It, and a picture with a width and a height, have boards of their own, and so other games.
    const then = format === "png" ? [] : following(options);
    const isOther = Boolean(size?.[1]) || then.length < games.length - 1;
    const search = one && isOther ? { request: { ...usual, game: null, jump: null }, then, seed } : null;

    return { usual, games, search, count, zoom: one && options.zoom, total: jump === null ? total ?? null : null };
}

/** @param {Kind} kind
 * @param {ReturnType<typeof filmed>} film
 * @param {import("../services.js").Services} services
 * @param {import("../video.js").Watching} watching
 * @returns {Promise<Blob | Uint8Array<ArrayBuffer> | null>} */
async function made({ format }, film, services, watching) {
    const { usual, games, search, count, zoom, total } = film;
    const [game = null, ...then] = search ? await services.studio.call("one_game", search, watching) : games;
    const request = { ...usual, game };
    const extras = { count, zoom, then, total };

    if (format !== "mp4") return services.studio.call("render", { request, format, extras }, watching);
    return kept(request, services, watching, isPlain(film) ? null : extras);
}

/** Whether a film has no more than the page's painter can draw.
 * @param {ReturnType<typeof filmed>} film */
const isPlain = ({ usual, games, count, zoom }) => !count && !zoom && games.length < 2 && !usual.size?.[1];

/** Makes the film that may be shared before anybody wants it, if that takes no work from what the visitor does.
 * @param {Kind} kind
 * @param {Asked} asked
 * @param {import("../services.js").Services} services
 * @param {AbortSignal} signal */
export function begin(kind, asked, services, signal) {
    if (isPlain(filmed(kind, asked))) file(kind, asked, services, { signal }).catch(() => {});
}

/** What a film is called, without an ending.
 * @param {Asked} asked */
export function nameOf({ texts }) {
    const name = texts.join(" ").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    return [...name].slice(0, 40).join("") || "film";
}
