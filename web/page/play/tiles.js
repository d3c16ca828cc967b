/**
 * The tiles of a word as a picture and as a film to send: those of a new word are closed; those of one that was guessed say how each was found. In the
 * film, the tiles turn over one after the other; those of a new word show another closed side.
 */

/** A tile of a word that was guessed: its letter, as it is drawn on its board, and whether it was opened by its jumps.
 * @typedef {{character: string, isOpened: boolean}} Tile */

/** A row of tiles with its title: `tiles` has nothing for a blank, `isFound` says whether they were found, and `turns` whether they turn over.
 * @typedef {{title: string, tiles: (Tile | null)[], isFound: boolean, turns: boolean}} Part */

/** The sides of the picture and the film, as messengers show them beside a link. */
const [WIDE, HIGH] = [1200, 630];

/** The most tiles in a row, and how large one is at most. */
const [ROW, LARGEST] = [10, 150];

/** The space between two tiles, and how narrow one is at least while it turns over, as shares of one. */
const [GAP, NARROW] = [0.12, 0.02];

/** How long closed tiles are shown first, and all of them at the end; how long one takes to turn over, and all of them at most; in milliseconds. */
const [CLOSED, REST] = [700, 2800];
const [TURN, ALL_TURNS] = [450, 4500];

/** A tile that nobody has turned over.
 * @type {Tile} */
const CLOSED_TILE = { character: "?", isOpened: true };

/** A picture of the tiles of a word, and above them those of the word that it answers.
 * @param {string} text
 * @param {import("../services.js").Theme} theme
 * @param {Tile[]} [answered]
 * @returns {Promise<File>} */
export async function tilesPicture(text, theme, answered) {
    const canvas = new OffscreenCanvas(WIDE, HIGH);
    draw(canvas, theme, partsOf(text, answered), Infinity);
    return new File([await canvas.convertToBlob({ type: "image/png" })], "guess-my-word.png", { type: "image/png" });
}

/** The same as a film, in which the tiles turn over that were found, or those of the new word.
 * @param {string} text
 * @param {import("../services.js").Theme} theme
 * @param {Tile[]} [answered]
 * @returns {import("../mp4.js").Moving} */
export function tilesFilm(text, theme, answered) {
    const canvas = new OffscreenCanvas(WIDE, HIGH);
    const parts = partsOf(text, answered);
    const turning = parts.flatMap((part) => (part.turns ? part.tiles.filter(Boolean) : []));
    const turn = Math.min(TURN, ALL_TURNS / turning.length);
    return {
        canvas,
        duration: CLOSED + turn * turning.length + REST,
        paint: (time) => draw(canvas, theme, parts, Math.max(0, time - CLOSED) / turn),
    };
}

/** What is shown, from above.
 * @param {string} text
 * @param {Tile[]} [answered]
 * @returns {Part[]} */
function partsOf(text, answered) {
    const closed = [...text.trim()].map((character) => (character.trim() === "" ? null : CLOSED_TILE));
    const next = { title: "Guess my word", tiles: closed, isFound: false, turns: !answered };
    return answered ? [{ title: "I guessed yours", tiles: answered, isFound: true, turns: true }, next] : [next];
}

/** Draws everything.
 * @param {OffscreenCanvas} canvas
 * @param {import("../services.js").Theme} theme
 * @param {Part[]} parts
 * @param {number} turned  how many tiles have been turned over; 1.5 while the second one turns */
function draw(canvas, theme, parts, turned) {
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = theme.background;
    context.fillRect(0, 0, WIDE, HIGH);
    context.textAlign = "center";
    context.textBaseline = "middle";

    const high = HIGH / parts.length;
    parts.forEach((part, number) => {
        const top = number * high;
        context.fillStyle = theme.caption;
        context.font = `${high * 0.16}px Headings, monospace`;
        context.fillText(part.title, WIDE / 2, top + high * 0.18);
        drawTiles(context, theme, part, turned, { top: top + high * 0.32, high: high * 0.58 });
    });
}

/** Draws tiles in rows, as large as fits.
 * @param {OffscreenCanvasRenderingContext2D} context
 * @param {import("../services.js").Theme} theme
 * @param {Part} part
 * @param {number} turned
 * @param {{top: number, high: number}} place */
function drawTiles(context, theme, { tiles, isFound, turns }, turned, { top, high }) {
    const rows = rowsOf(tiles);
    const across = Math.max(...rows.map((row) => row.length));
    const step = Math.min(LARGEST, (WIDE * 0.9) / across, high / rows.length);
    const side = step * (1 - GAP);
    const begin = top + (high - rows.length * step) / 2;

    let number = 0;
    rows.forEach((row, down) => row.forEach((tile, along) => {
        if (!tile) return;
        const [x, y] = [WIDE / 2 + (along - row.length / 2) * step + side / 2, begin + down * step + side / 2];
        // A tile that turns over is narrow half-way, when its other side begins to be seen.
        const share = Math.min(1, Math.max(0, turned - number++));
        const isSeen = isFound && share >= 0.5;
        const width = turns ? Math.abs(Math.cos(share * Math.PI)) : 1;
        context.setTransform(Math.max(NARROW, width), 0, 0, 1, x, y);
        drawTile(context, theme, isSeen ? tile : CLOSED_TILE, side, isSeen);
    }));
    context.resetTransform();
}

/** Tiles in rows, which end at blanks where they can.
 * @param {(Tile | null)[]} tiles */
function rowsOf(tiles) {
    const rows = [];
    let rest = tiles;
    while (rest.length > ROW) {
        const blank = rest.slice(0, ROW + 1).lastIndexOf(null);
        const end = blank > 0 ? blank : ROW;
        rows.push(rest.slice(0, end));
        rest = rest.slice(blank > 0 ? end + 1 : end);
    }
    return [...rows, rest];
}

/** Draws a tile around the origin. One that was guessed is full; one that was opened by its jumps, or is closed, is a frame.
 * @param {OffscreenCanvasRenderingContext2D} context
 * @param {import("../services.js").Theme} theme
 * @param {Tile} tile
 * @param {number} side
 * @param {boolean} isFound */
function drawTile(context, theme, { character, isOpened }, side, isFound) {
    context.beginPath();
    context.roundRect(-side / 2, -side / 2, side, side, side * 0.18);
    context.fillStyle = isOpened ? theme.board.colour : theme.mark;
    context.fill();
    context.lineWidth = side * 0.06;
    context.strokeStyle = theme.mark;
    context.stroke();

    context.fillStyle = !isOpened ? theme.background : isFound ? theme.caption : theme.mark;
    context.font = `700 ${side * 0.56}px system-ui, sans-serif`;
    context.fillText(character, 0, side * 0.04);
}
