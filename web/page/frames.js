/** A GIF as frames to encode, one after the other. */

/** @typedef {import("./mp4.js").Moving} Moving */

/** @param {Uint8Array<ArrayBuffer>} data
 * @param {string} ground  the colour behind it
 * @returns {Promise<Moving>} */
export async function framesOf(data, ground) {
    // The sides stand there in every GIF. Those of a film are even.
    const [width, height] = [6, 8].map((at) => data[at] + 256 * data[at + 1]).map((side) => side + (side % 2));

    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const ends = await endsOf(decoder);
    let shown = -1;

    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    const paint = async (/** @type {number} */ time) => {
        const wanted = Math.max(0, ends.findIndex((end) => time < end));
        if (!context || wanted === shown) return;
        const { image } = await decoder.decode({ frameIndex: wanted });
        context.fillStyle = ground;
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(image, 0, 0);
        image.close();
        shown = wanted;
    };
    return { canvas, duration: ends[ends.length - 1], paint };
}

/** When each frame ends, in milliseconds.
 * @param {ImageDecoder} decoder */
async function endsOf(decoder) {
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    /** @type {number[]} */
    const ends = [];
    let time = 0;
    for (let frameIndex = 0; frameIndex < count; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        time += (image.duration ?? 0) / 1000;
        ends.push(time);
        image.close();
    }
    return ends;
}
