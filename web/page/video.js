/** A film as an MP4: the page's painter draws its frames, or the library those of a film with more than its games. The last one is kept. */
import { framesOf } from "./frames.js";
import { encoderSettings, mp4 } from "./mp4.js";
import { Painter } from "./painter.js";

/** How long the finished text is shown first, and how long taking it back lasts, in milliseconds, as in all files. */
const [OPENING, REWIND] = [800, 660];

/** @typedef {import("./mp4.js").Watching} Watching */

/** What a film has besides its first game: as `render` takes it.
 * @typedef {{count: boolean, zoom: boolean, then: string[], total: number | null}} Extras */

/** An MP4 that was made, or is being made: of what, and who is told how far it is, if somebody waits for it.
 * @typedef {{of: string, contents: Promise<Blob | null>, isMade: boolean, end: AbortController, onProgress?: Watching["onProgress"]}} Kept */

/** The last one. @type {Kept | null} */
let last = null;

/** The MP4 of a film, which is made once. While nobody is told how far it is, it is made when the page has nothing else to do.
 * @param {any} request  with the width in pixels; a game that somebody played begins at its start
 * @param {import("./services.js").Services} services
 * @param {Watching} watching
 * @param {Extras | null} [extras]  what it has besides its game
 * @returns {Promise<Blob | null>}  nothing if the browser can't encode it */
export async function kept(request, services, { signal, onProgress }, extras = null) {
    const of = JSON.stringify([request, extras]);
    if (last?.of !== of) {
        last?.end.abort();
        last = begun(of, (watching) => (extras ? drawn(request, extras, services, watching) : painted(request, services, watching)));
    }

    const film = last;
    film.onProgress = onProgress ?? film.onProgress;
    signal.addEventListener("abort", () => {
        if (film.isMade) return;
        film.end.abort(signal.reason);
        if (last === film) last = null;
    });
    return film.contents;
}

/** @param {string} of
 * @param {(watching: Watching) => Promise<Blob | null>} make
 * @returns {Kept} */
function begun(of, make) {
    const end = new AbortController();
    /** @type {Kept} */
    const film = { of, end, isMade: false, contents: Promise.resolve(null) };
    /** @type {Watching} */
    const watching = {
        signal: end.signal,
        onProgress: (done, total) => film.onProgress?.(done, total),
        rest: async () => {
            if (!film.onProgress) await idle();
        },
    };
    film.contents = make(watching);
    film.contents.then(() => (film.isMade = true), () => {
        if (last === film) last = null;
    });
    return film;
}

/** Waits until the page has nothing else to do, but not long. */
const idle = () => new Promise((done) => ("requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: 100 }) : setTimeout(done, 20)));

/** Makes an MP4 of the frames that the library draws. Nothing if the browser can't read or encode them.
 * @param {any} request  with the width in pixels
 * @param {Extras} extras
 * @param {import("./services.js").Services} services
 * @param {Watching} watching
 * @returns {Promise<Blob | null>} */
async function drawn(request, extras, services, watching) {
    // The library takes long to draw a film, so what the browser can't do is asked first. A height that the boards decide
    // is not known yet: a square tells whether the browser encodes films at all.
    const [width, height] = request.size;
    const reads = "ImageDecoder" in globalThis;
    if (!reads || !(await encoderSettings(width, height ?? width))) return null;

    const gif = await services.studio.call("render", { request, format: "gif", extras }, watching);
    const moving = await framesOf(gif, services.theme(request.theme).background);
    return mp4(moving, services, watching);
}

/** Makes an MP4. Nothing if the browser can't encode it.
 * @param {any} request  with the width in pixels
 * @param {import("./services.js").Services} services
 * @param {Watching} watching
 * @returns {Promise<Blob | null>} */
async function painted(request, services, watching) {
    const film = JSON.parse((await services.watch()).film(JSON.stringify(request)));
    const [width] = request.size;
    const height = 2 * Math.round((width * film.height) / film.width / 2);
    const canvas = new OffscreenCanvas(width, height);
    const painter = new Painter(/** @type {any} */ (canvas));
    const theme = services.theme(request.theme);
    painter.show(film, theme, { smooth: request.smooth });

    // The finished text makes a good picture of the file; of somebody's own game, the end comes at the end.
    const opens = request.order !== "sequence" || !request.game;
    const paint = (/** @type {number} */ time) => {
        painter.paint(opens ? timeAt(time, film) : time);
        const { context } = painter;
        context.globalCompositeOperation = "destination-over";
        context.fillStyle = theme.background;
        context.fillRect(0, 0, width, height);
        context.globalCompositeOperation = "source-over";
    };
    return mp4({ canvas, duration: film.duration + (opens ? REWIND : 0), paint }, services, watching);
}

/** The time of the film that is shown: the finished text first, which is taken back, and then the film.
 * @param {number} time
 * @param {import("./painter.js").Film} film */
function timeAt(time, { played_at, duration }) {
    if (time < OPENING) return duration;
    const since = time - OPENING;
    return since < REWIND ? played_at * (1 - since / REWIND) : since - REWIND;
}
