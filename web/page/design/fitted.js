/** A picture of any size, fitted to the board: what stands out of its ground, as large as the board allows. The library decides which blocks are pegs. */

/** The pixels of a block, and the longest side that a picture is looked at with. */
const [BLOCK, LONGEST] = [16, 400];

/** @param {Blob} file
 * @param {number} columns
 * @param {number} rows
 * @param {boolean} isLight  whether the pegs are light
 * @returns {Promise<HTMLCanvasElement>} */
export async function fitted(file, columns, rows, isLight) {
    const bitmap = await createImageBitmap(file).catch(() => {
        throw new Error("This picture can't be read. Use a PNG, JPEG, WebP, GIF or BMP.");
    });
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const seen = drawn(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)), isLight);
    seen.context.drawImage(bitmap, 0, 0, seen.canvas.width, seen.canvas.height);
    // A picture of blocks is taken as it is.
    const isGrid = bitmap.width % columns === 0 && bitmap.height % rows === 0 && bitmap.width / columns === bitmap.height / rows;
    const [left, top, wide, high] = isGrid ? [0, 0, seen.canvas.width, seen.canvas.height] : standsOut(seen, isLight);
    const made = drawn(columns * BLOCK, rows * BLOCK, isLight);
    const share = Math.min(made.canvas.width / wide, made.canvas.height / high);
    // What is nearly as wide as the board fills it.
    const [width, height] = [[wide, made.canvas.width], [high, made.canvas.height]].map(([side, whole]) => (side * share > whole - BLOCK ? whole : side * share));
    made.context.drawImage(seen.canvas, left, top, wide, high, (made.canvas.width - width) / 2, (made.canvas.height - height) / 2, width, height);
    return made.canvas;
}

/** A canvas with the ground of a drawing.
 * @param {number} width
 * @param {number} height
 * @param {boolean} isLight */
function drawn(width, height, isLight) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    context.fillStyle = isLight ? "black" : "white";
    context.fillRect(0, 0, width, height);
    return { canvas, context };
}

/** The rectangle of what is darker, or lighter, than the middle between the darkest and the lightest pixel.
 * @param {ReturnType<typeof drawn>} seen
 * @param {boolean} isLight
 * @returns {number[]}  left, top, width, height */
function standsOut({ canvas: { width, height }, context }, isLight) {
    const { data } = context.getImageData(0, 0, width, height);
    const light = Array.from({ length: width * height }, (_, at) => 0.3 * data[4 * at] + 0.6 * data[4 * at + 1] + 0.1 * data[4 * at + 2]);
    const [least, most] = light.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [255, 0]);
    const middle = (least + most) / 2;
    let [left, top, right, bottom] = [width, height, -1, -1];
    light.forEach((one, at) => {
        if (one > middle !== isLight) return;
        const [x, y] = [at % width, Math.floor(at / width)];
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    });
    return right < 0 ? [0, 0, width, height] : [left, top, right - left + 1, bottom - top + 1];
}
