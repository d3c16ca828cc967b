/** The tiles of a word as a picture to send: those of a new word are closed; those of one that was guessed say how each was found. */

/** A tile of a word that was guessed: its letter, as it is drawn on its board, and whether it was opened by its jumps.
 * @typedef {{character: string, isOpened: boolean}} Tile */

/** The sides of the picture, as messengers show them beside a link. */
const [WIDE, HIGH] = [1200, 630];

/** The most tiles in a row, and how large one is at most. */
const [ROW, LARGEST] = [10, 150];

/** The space between two tiles, as a share of one. */
const GAP = 0.12;

/** Draws the tiles of a word, and above them those of the word that it answers.
 * @param {string} text
 * @param {import("../services.js").Theme} theme
 * @param {Tile[]} [answered]
 * @returns {Promise<File>} */
export async function tilesPicture(text, theme, answered) {
    const canvas = make(WIDE, HIGH);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = theme.background;
    context.fillRect(0, 0, WIDE, HIGH);
    context.textAlign = "center";
    context.textBaseline = "middle";

    const closed = [...text.trim()].map((character) => (character.trim() === "" ? null : { character: "?", isOpened: false }));
    const parts = [{ title: "Guess my word", tiles: closed, isFound: false }];
    if (answered) parts.unshift({ title: "I guessed yours", tiles: answered, isFound: true });
    const high = HIGH / parts.length;
    parts.forEach(({ title, tiles, isFound }, number) => {
        const top = number * high;
        context.fillStyle = theme.caption;
        context.font = `${high * 0.16}px Headings, monospace`;
        context.fillText(title, WIDE / 2, top + high * 0.18);
        drawTiles(context, theme, tiles, isFound, { top: top + high * 0.32, high: high * 0.58 });
    });

    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return new File([/** @type {Blob} */ (blob)], "guess-my-word.png", { type: "image/png" });
}

/** Draws tiles in rows, as large as fits.
 * @param {CanvasRenderingContext2D} context
 * @param {import("../services.js").Theme} theme
 * @param {(Tile | null)[]} tiles  nothing for a blank
 * @param {boolean} isFound  whether they were found
 * @param {{top: number, high: number}} place */
function drawTiles(context, theme, tiles, isFound, { top, high }) {
    const across = Math.min(ROW, tiles.length);
    const rows = Math.ceil(tiles.length / across);
    const step = Math.min(LARGEST, (WIDE * 0.9) / across, high / rows);
    const side = step * (1 - GAP);
    const begin = top + (high - rows * step) / 2;

    tiles.forEach((tile, number) => {
        if (!tile) return;
        const row = Math.floor(number / across);
        const inRow = Math.min(across, tiles.length - row * across);
        const x = WIDE / 2 + ((number % across) - inRow / 2) * step;
        const y = begin + row * step;
        context.beginPath();
        context.roundRect(x, y, side, side, side * 0.18);
        // A tile that was guessed is full; one that was opened by its jumps, or is closed, is a frame.
        const isGuessed = isFound && !tile.isOpened;
        context.fillStyle = isGuessed ? theme.mark : theme.board.colour;
        context.fill();
        context.lineWidth = side * 0.06;
        context.strokeStyle = theme.mark;
        context.stroke();
        context.fillStyle = isGuessed ? theme.background : isFound ? theme.caption : theme.mark;
        context.font = `700 ${side * 0.56}px system-ui, sans-serif`;
        context.fillText(tile.character, x + side / 2, y + side * 0.54);
    });
}

/** @param {number} width
 * @param {number} height */
function make(width, height) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    return canvas;
}
