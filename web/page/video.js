/** A film as an MP4: the page's painter draws its frames, the browser encodes them, and the library writes what stands before them. */
import { Painter } from "./painter.js";

/** Frames per second. */
const RATE = 25;

/** How long the finished text is shown first, and how long taking it back lasts, in milliseconds, as in all files. */
const [OPENING, REWIND] = [800, 660];

/** The profiles of H.264 that every player knows, the better one first, and the largest frames of two of its levels, in blocks of 16 by 16 pixels. */
const PROFILES = ["4d00", "4200"];
const LEVELS = [{ level: "28", most: 8192 }, { level: "33", most: 36_864 }];

/** The settings with which the browser can encode frames of a size; nothing if it can't.
 * @param {number} width
 * @param {number} height
 * @returns {Promise<VideoEncoderConfig | undefined>} */
async function settings(width, height) {
    const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
    const level = LEVELS.find(({ most }) => blocks <= most)?.level;
    if (!level || typeof VideoEncoder === "undefined") return undefined;
    for (const profile of PROFILES) {
        /** @type {VideoEncoderConfig} */
        const config = { codec: `avc1.${profile}${level}`, width, height, framerate: RATE, bitrate: (width * height * RATE) / 8, avc: { format: "avc" } };
        if ((await VideoEncoder.isConfigSupported(config)).supported) return config;
    }
}

/** An MP4 that was made, or is being made: of what, and who is told how far it is, if somebody waits for it.
 * @typedef {{of: string, contents: Promise<Blob | null>, isMade: boolean, end: AbortController, onProgress?: Watching["onProgress"]}} Kept */

/** The last one. @type {Kept | null} */
let last = null;

/** The MP4 of a film, which is made once. While nobody is told how far it is, it is made when the page has nothing else to do.
 * @param {any} request  with the width in pixels; a game that somebody played begins at its start
 * @param {import("./services.js").Services} services
 * @param {Watching} watching
 * @returns {Promise<Blob | null>}  nothing if the browser can't encode it */
export async function kept(request, services, { signal, onProgress }) {
    const of = JSON.stringify(request);
    if (last?.of !== of) {
        last?.end.abort();
        last = begun(of, request, services);
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
 * @param {any} request
 * @param {import("./services.js").Services} services
 * @returns {Kept} */
function begun(of, request, services) {
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
    film.contents = mp4(request, services, watching);
    film.contents.then(() => (film.isMade = true), () => {
        if (last === film) last = null;
    });
    return film;
}

/** Waits until the page has nothing else to do, but not long. */
const idle = () => new Promise((done) => ("requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: 100 }) : setTimeout(done, 20)));

/** @typedef {{signal: AbortSignal, onProgress?: (done: number, total: number) => void, rest?: () => Promise<void>}} Watching  `rest`: what is waited for between two frames */

/** Makes an MP4. Nothing if the browser can't encode it.
 * @param {any} request  with the width in pixels
 * @param {import("./services.js").Services} services
 * @param {Watching} watching
 * @returns {Promise<Blob | null>} */
async function mp4(request, services, { signal, onProgress, rest }) {
    const film = JSON.parse((await services.watch()).film(JSON.stringify(request)));
    const [width] = request.size;
    const height = 2 * Math.round((width * film.height) / film.width / 2);
    const config = await settings(width, height);
    if (!config) return null;
    const canvas = new OffscreenCanvas(width, height);
    const painter = new Painter(/** @type {any} */ (canvas));
    const theme = services.theme(request.theme);
    painter.show(film, theme, { smooth: request.smooth });

    /** @type {EncodedVideoChunk[]} */
    const chunks = [];
    /** @type {number[]} */
    let decoder = [];
    /** Whether the frames come in order, and decoders are told the profile and level of the encoder: not so in Firefox 153. */
    let isSound = true;
    /** @type {(reason: any) => void} */
    let fail = () => {};
    const failed = new Promise((_, reject) => (fail = reject));
    failed.catch(() => {});
    const encoder = new VideoEncoder({
        output(chunk, metadata) {
            isSound &&= chunk.timestamp >= (chunks.at(-1)?.timestamp ?? 0);
            chunks.push(chunk);
            const { description } = metadata?.decoderConfig ?? {};
            if (!description) return;
            decoder = [...new Uint8Array(/** @type {ArrayBuffer} */ (description))];
            isSound &&= decoder.slice(1, 4).join() === decoder.slice(9, 12).join();
        },
        error: fail,
    });
    try {
        encoder.configure(config);
        // The finished text makes a good picture of the file; of somebody's own game, the end comes at the end.
        const opens = request.order !== "sequence" || !request.game;
        const length = film.duration + (opens ? REWIND : 0);
        const count = Math.round((length / 1000) * RATE);
        for (let number = 0; number < count; number++) {
            const time = (number * 1000) / RATE;
            painter.paint(opens ? timeAt(time, film) : time);
            const { context } = painter;
            context.globalCompositeOperation = "destination-over";
            context.fillStyle = theme.background;
            context.fillRect(0, 0, width, height);
            context.globalCompositeOperation = "source-over";
            const frame = new VideoFrame(canvas, { timestamp: (number * 1e6) / RATE, duration: 1e6 / RATE });
            encoder.encode(frame, { keyFrame: number % (4 * RATE) === 0 });
            frame.close();
            onProgress?.(number, count);
            while (encoder.encodeQueueSize > 1) await Promise.race([failed, new Promise((done) => encoder.addEventListener("dequeue", done, { once: true }))]);
            await rest?.();
            signal.throwIfAborted();
            if (!isSound) return null;
        }
        await Promise.race([failed, encoder.flush()]);
    } finally {
        if (encoder.state !== "closed") encoder.close();
    }
    if (!isSound) return null;
    const frames = chunks.map(({ byteLength, type }) => [byteLength, type === "key"]);
    const head = await services.studio.call("mp4_head", { width, height, rate: RATE, decoder, frames }, { signal });
    const contents = chunks.map((chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        return bytes;
    });
    return new Blob([head, ...contents]);
}

/** The time of the film that is shown: the finished text first, which is taken back, and then the film.
 * @param {number} time
 * @param {import("./painter.js").Film} film */
function timeAt(time, { played_at, duration }) {
    if (time < OPENING) return duration;
    const since = time - OPENING;
    return since < REWIND ? played_at * (1 - since / REWIND) : since - REWIND;
}
