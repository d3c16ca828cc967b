/** Frames as an MP4: the browser encodes them, and the library writes what stands before them. Knows nothing of what is on them. */

/** Frames per second. */
const RATE = 25;

/** How many frames there are from one that is whole to the next. */
const WHOLE = 4 * RATE;

/** The profiles of H.264 that every player knows, the better one first, and the largest frames of two of its levels, in blocks of 16 by 16 pixels. */
const PROFILES = ["4d00", "4200"];
const LEVELS = [{ level: "28", most: 8192 }, { level: "33", most: 36_864 }];

/** The settings with which the browser can encode frames of a size; nothing if it can't.
 * @param {number} width
 * @param {number} height
 * @returns {Promise<VideoEncoderConfig | undefined>} */
export async function encoderSettings(width, height) {
    const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
    const level = LEVELS.find(({ most }) => blocks <= most)?.level;
    if (!level || typeof VideoEncoder === "undefined") return undefined;
    for (const profile of PROFILES) {
        /** @type {VideoEncoderConfig} */
        const config = { codec: `avc1.${profile}${level}`, width, height, framerate: RATE, bitrate: (width * height * RATE) / 8, avc: { format: "avc" } };
        if ((await VideoEncoder.isConfigSupported(config)).supported) return config;
    }
}

/** What is encoded: `paint` paints the canvas, whose sides are even, as it is at a time in milliseconds.
 * @typedef {{canvas: OffscreenCanvas, duration: number, paint: (time: number) => void | Promise<void>}} Moving */

/** `rest`: what is waited for between two frames
 * @typedef {{signal: AbortSignal, onProgress?: (done: number, total: number) => void, rest?: () => Promise<void>}} Watching */

/** Makes an MP4. Nothing if the browser can't encode it.
 * @param {Moving} moving
 * @param {import("./services.js").Services} services
 * @param {Watching} watching
 * @returns {Promise<Blob | null>} */
export async function mp4({ canvas, duration, paint }, services, { signal, onProgress, rest }) {
    const { width, height } = canvas;
    const config = await encoderSettings(width, height);
    if (!config) return null;

    const encoding = new Encoding(config);
    const count = Math.round((duration / 1000) * RATE);
    try {
        for (let number = 0; number < count; number++) {
            await paint((number * 1000) / RATE);
            await encoding.add(canvas, number);
            onProgress?.(number, count);
            await rest?.();
            signal.throwIfAborted();
            if (!encoding.isSound) return null;
        }
        await encoding.finish();
    } finally {
        encoding.close();
    }
    if (!encoding.isSound) return null;

    const { chunks, decoder } = encoding;
    const frames = chunks.map(({ byteLength, type }) => [byteLength, type === "key"]);
    const head = await services.studio.call("mp4_head", { width, height, rate: RATE, decoder, frames }, { signal });
    const contents = chunks.map((chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        return bytes;
    });
    return new Blob([head, ...contents]);
}

/** Frames under way to the encoder, and what has come of them. */
class Encoding {
    /** @param {VideoEncoderConfig} config */
    constructor(config) {
        /** @type {EncodedVideoChunk[]} */
        this.chunks = [];
        /** What decoders are told.
         * @type {number[]} */
        this.decoder = [];
        /** Whether the frames come in order, and decoders are told the profile and level of the encoder: not so in Firefox 153. */
        this.isSound = true;
        /** @type {(reason: any) => void} */
        let fail = () => {};
        /** @type {Promise<never>} */
        this.failed = new Promise((_, reject) => (fail = reject));
        this.failed.catch(() => {});
        this.encoder = new VideoEncoder({ output: (chunk, metadata) => this.take(chunk, metadata), error: fail });
        this.encoder.configure(config);
    }

    /** @param {EncodedVideoChunk} chunk
     * @param {EncodedVideoChunkMetadata} [metadata] */
    take(chunk, metadata) {
        this.isSound &&= chunk.timestamp >= (this.chunks.at(-1)?.timestamp ?? 0);
        this.chunks.push(chunk);
        const { description } = metadata?.decoderConfig ?? {};
        if (!description) return;
        this.decoder = [...new Uint8Array(/** @type {ArrayBuffer} */ (description))];
        this.isSound &&= this.decoder.slice(1, 4).join() === this.decoder.slice(9, 12).join();
    }

    /** Encodes what is on the canvas. Waits while the encoder has much to do.
     * @param {OffscreenCanvas} canvas
     * @param {number} number */
    async add(canvas, number) {
        const { encoder, failed } = this;
        const frame = new VideoFrame(canvas, { timestamp: (number * 1e6) / RATE, duration: 1e6 / RATE });
        encoder.encode(frame, { keyFrame: number % WHOLE === 0 });
        frame.close();
        while (encoder.encodeQueueSize > 1) await Promise.race([failed, new Promise((done) => encoder.addEventListener("dequeue", done, { once: true }))]);
    }

    /** Waits for the last frame. */
    async finish() {
        await Promise.race([this.failed, this.encoder.flush()]);
    }

    close() {
        if (this.encoder.state !== "closed") this.encoder.close();
    }
}
