/** Draws the boards of a film at any instant on a canvas, of the shapes and colours that the library gives a theme. Knows no clock. */

/** @typedef {{character: string, start: number[], jumps: number[][], times: number[][], settles: number[][], captures?: number[][]}} Plays */
/** @typedef {{text: string, pitch: number, width: number, height: number, board_size: [number, number], corners: number[][], middles: number[][], letters: Plays[], jump: number, played_at: number, duration: number, sweep: [number, number]}} Film */
/** @typedef {"empty" | "waiting" | "moving" | "settled" | "bright" | "captured" | "ring" | "strong" | "faint"} Look */
/** @typedef {[number[], number, number[], [number, string][]]} Disc  centre, radius, focus, stops */
/** @typedef {{pegs: Map<number, Look>, moving: {jump: number[], progress: number}[], captured: Map<number, Look>, played: number}} State */

/** What a hole can look like, as the library numbers it. @type {Look[]} */
export const LOOKS = ["empty", "waiting", "moving", "settled", "bright", "captured", "ring", "strong", "faint"];

/** How near to its beginning or end a jump stands still, as a share of it. */
const NEAR = 1e-3;

/** How far the band of light reaches, as a share of the text's width. */
const BRIGHT = 1 / 12;

/** How many of some times have passed.
 * @param {number[]} times  in order
 * @param {number} time */
function passed(times, time) {
    let [low, high] = [0, times.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] <= time) low = middle + 1;
        else high = middle;
    }
    return low;
}

/** The state of a board at a time.
 * @param {Film} film
 * @param {Plays} letter
 * @param {number} time
 * @param {boolean} smooth  whether pegs slide
 * @returns {State} */
export function stateAt(film, letter, time, smooth) {
    // A jump that slides has not begun when its peg is still in the hole.
    const near = time + (smooth ? -NEAR : NEAR) * film.jump;
    const count = passed(letter.times.map(([begin]) => begin), near);
    /** @type {Map<number, Look>} */
    const pegs = new Map(letter.start.map((hole) => [hole, "waiting"]));
    const moving = [];
    let played = count;
    for (let number = 0; number < count; number++) {
        const [from, over, to] = letter.jumps[number];
        const [begin, end] = letter.times[number];
        const share = (time - begin) / (end - begin);
        // Where pegs don't slide, a jump is seen leaving, over its neighbour and landed, or longer if it is slow.
        const frames = Math.max(3, Math.round((3 * (end - begin)) / film.jump));
        const progress = smooth ? share : Math.floor(share * frames + NEAR) / (frames - 1);
        pegs.delete(from);
        pegs.delete(over);
        if (progress < 1 - NEAR) {
            moving.push({ jump: letter.jumps[number], progress });
            played--;
        } else {
            pegs.set(to, share < 1 - NEAR ? "moving" : "waiting");
        }
    }
    for (const [hole, when] of letter.settles) if (when <= time + NEAR * film.jump && pegs.get(hole) === "waiting") pegs.set(hole, "settled");
    /** @type {Map<number, Look>} */
    const captured = new Map();
    for (const [hole, look, begin, end] of letter.captures ?? []) if (near >= begin && near < end) captured.set(hole, LOOKS[look]);
    return { pegs, moving, captured, played };
}

/** The times at which a film can stand still with all pegs in holes: the start, and after every jump.
 * @param {Film} film */
export function stops(film) {
    const times = film.letters.flatMap((letter) => letter.times.map(([, end]) => Math.round(1000 * end) / 1000));
    return [...new Set([0, ...times])].sort((one, other) => one - other);
}

export class Painter {
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        /** @type {Film | null} */
        this.film = null;
        /** @type {any} */
        this.theme = null;
        this.smooth = true;
        // The pixels to a unit of the film, the first ones of it, and between holes; the side of a peg's picture.
        this.scale = this.left = this.top = this.pitch = this.side = 1;
        /** How far above a board the peg of a jump is seen, in pixels. */
        this.above = 0;
        /** @type {Record<string, HTMLCanvasElement>} */
        this.pegs = {};
        /** What is seen on every board, to repaint only what changes.
         * @type {string[]} */
        this.seen = [];
        /** The states that are painted.
         * @type {State[]} */
        this.states = [];
    }

    /** Shows another film, or the same in another look.
     * @param {Film} film
     * @param {any} theme
     * @param {{smooth: boolean}} how */
    show(film, theme, { smooth }) {
        this.film = film;
        this.theme = theme;
        this.smooth = smooth;
        this.fit();
    }

    /** Shows nothing. */
    clear() {
        this.film = null;
        this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    }

    /** Fits the film into the canvas, which has its size from the page if it is on it. */
    fit() {
        const { canvas, film, theme } = this;
        if (!film) return;
        const ratio = globalThis.devicePixelRatio || 1;
        if ("clientWidth" in canvas) {
            canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
            canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
        }
        this.scale = Math.min(canvas.width / film.width, canvas.height / film.height);
        this.left = (canvas.width - film.width * this.scale) / 2;
        this.top = (canvas.height - film.height * this.scale) / 2;
        this.pitch = film.pitch * this.scale;
        this.board = boardPicture(theme, film, this.scale);
        this.side = Math.ceil(this.pitch * 1.5);
        this.above = this.roomAbove(film);
        this.pegs = Object.fromEntries(LOOKS.map((look) => [look, pegPicture(theme, this.pitch, look)]));
        this.pegs.flying = picture(theme.flying, this.pitch);
        this.seen = [];
    }

    /** How far above a board a jumping peg can be seen: as high as it hops, but not beyond the picture or over another board. It is the same for
     * all boards, as in the library.
     * @param {Film} film */
    roomAbove({ corners, middles, board_size }) {
        const { scale, theme } = this;
        const highest = Math.min(...middles.map(([, y]) => y)) * scale;
        const needed = theme.arc * this.pitch + (theme.rise * this.side) / 2 - highest;

        const tops = [...new Set(corners.map(([, top]) => top))].sort((one, other) => one - other);
        const free = tops.map((top, row) => (row === 0 ? this.top + top * scale : (top - tops[row - 1] - board_size[1]) * scale));
        // Boards begin and end at whole pixels.
        return Math.max(0, Math.floor(Math.min(needed, ...free) - 1));
    }

    /** Draws an instant, in milliseconds from the start of the film.
     * @param {number} time */
    paint(time) {
        const { film, context } = this;
        if (!film || !this.board) return;
        if (this.seen.length === 0) context.clearRect(0, 0, this.canvas.width, this.canvas.height);
        film.letters.forEach((letter, number) => {
            const state = stateAt(film, letter, time, this.smooth);
            this.light(state, film.corners[number], time);
            const moving = state.moving.map((it) => it.progress.toFixed(4));
            const seen = `${moving} ${[...state.pegs].join(" ")} ${[...state.captured].join(" ")}`;
            if (this.seen[number] === seen) return;
            const before = this.seen[number] === undefined ? null : this.states[number];
            this.seen[number] = seen;
            this.states[number] = state;
            this.paintBoard(film.corners[number], state, before);
        });
    }

    /** Puts the pegs that have come to stay under the band of light.
     * @param {State} state
     * @param {number[]} corner
     * @param {number} time */
    light(state, corner, time) {
        const { film } = this;
        if (!film || time < film.sweep[0] || time > film.sweep[1]) return;
        const { width, middles, sweep: [begin, end] } = film;
        const at = ((time - begin) / (end - begin)) * width * (1 + 2 * BRIGHT) - BRIGHT * width;
        for (const [hole, look] of state.pegs) {
            const away = Math.abs(corner[0] + middles[hole][0] - at);
            if (look === "settled" && away < BRIGHT * width) state.pegs.set(hole, "bright");
        }
    }

    /** The part of a board, and of what is above it, in which two states differ, in pixels; the whole if nothing is painted yet.
     * @param {State} state
     * @param {State | null} before
     * @returns {number[]}  left, top, right, bottom */
    difference(state, before) {
        const { film, board, scale, side, above } = this;
        if (!film || !board) return [0, 0, 0, 0];
        if (!before) return [0, -above, board.width, board.height];
        const only = (/** @type {State} */ one, /** @type {State} */ other) => [
            ...[...one.pegs].filter(([hole, look]) => other.pegs.get(hole) !== look),
            ...[...one.captured].filter(([hole, look]) => other.captured.get(hole) !== look),
        ].map(([hole]) => hole);
        const holes = new Set([...only(state, before), ...only(before, state), ...[state, before].flatMap((one) => one.moving.flatMap(({ jump }) => jump))]);
        const places = [...holes].map((hole) => film.middles[hole]);
        const ends = (/** @type {0 | 1} */ axis) => {
            const lengths = places.map((place) => place[axis] * scale);
            return [Math.min(...lengths) - side, Math.max(...lengths) + side];
        };
        const [[left, right], [top, bottom]] = [ends(0), ends(1)];
        return [Math.max(0, Math.floor(left)), Math.max(-above, Math.floor(top)), Math.min(board.width, Math.ceil(right)), Math.min(board.height, Math.ceil(bottom))];
    }

    /** Paints the part of a board that has changed.
     * @param {number[]} corner
     * @param {State} state
     * @param {State | null} before */
    paintBoard(corner, state, before) {
        const { film, context, theme, scale, side } = this;
        if (!film || !this.board) return;
        const left = Math.round(this.left + corner[0] * scale);
        const top = Math.round(this.top + corner[1] * scale);
        const [west, north, east, south] = this.difference(state, before);
        const [width, height] = [east - west, south - north];
        if (width <= 0 || height <= 0) return;
        context.save();
        context.beginPath();
        context.rect(left + west, top + north, width, height);
        context.clip();
        context.clearRect(left + west, top + north, width, height);
        const high = Math.max(0, north);
        if (south > high) context.drawImage(this.board, west, high, width, south - high, left + west, top + high, width, south - high);
        const place = (/** @type {number} */ hole) => film.middles[hole].map((length) => length * scale);
        const put = (/** @type {CanvasImageSource} */ what, /** @type {number[]} */ [x, y], share = 1) => {
            if (x < west - side || x > east + side || y < north - side || y > south + side) return;
            const wide = side * share;
            const [at, high] = [left + x - wide / 2, top + y - wide / 2];
            if (share === 1) context.drawImage(what, Math.round(at), Math.round(high));
            else if (share > 0) context.drawImage(what, at, high, wide, wide);
        };
        for (const [hole, look] of state.captured) if (!state.pegs.has(hole)) put(this.pegs[look], place(hole));
        for (const [hole, look] of state.pegs) put(this.pegs[look], place(hole));
        for (const { jump: [, over] } of state.moving) if (!state.captured.has(over)) put(this.pegs.waiting, place(over));
        // The lower ones hide the higher ones.
        const flights = [...state.moving].sort((one, other) => place(one.jump[1])[1] - place(other.jump[1])[1]);
        for (const { jump: [from, , to], progress } of flights) {
            const eased = progress * progress * (3 - 2 * progress);
            const [start, end] = [place(from), place(to)];
            const [x, y] = start.map((length, axis) => length + (end[axis] - length) * eased);
            const arc = 4 * eased * (1 - eased) * theme.arc * this.pitch;
            put(this.pegs.flying, [x, y - arc], 1.0001 + (theme.rise - 1) * 4 * eased * (1 - eased));
        }
        context.restore();
    }
}

/** A board without pegs.
 * @param {any} theme
 * @param {{pitch: number, board_size: number[], middles: number[][]}} film
 * @param {number} scale */
export function boardPicture(theme, { pitch, board_size, middles }, scale) {
    const [width, height] = board_size.map((side) => side * scale);
    return sprite(Math.ceil(width), Math.ceil(height), (context) => {
        drawBoard(context, theme, [width, height], pitch * scale);
        for (const [x, y] of middles) drawDiscs(context, theme.looks[0], x * scale, y * scale, pitch * scale);
    });
}

/** A peg in the middle of a square, which has one and a half times the distance between holes as its side.
 * @param {any} theme
 * @param {number} pitch
 * @param {Look} [look] */
export function pegPicture(theme, pitch, look = "settled") {
    return picture(theme.looks[LOOKS.indexOf(look)], pitch);
}

/** Discs in the middle of such a square.
 * @param {Disc[]} discs
 * @param {number} pitch */
function picture(discs, pitch) {
    const side = Math.ceil(pitch * 1.5);
    return sprite(side, side, (context) => drawDiscs(context, discs, side / 2, side / 2, pitch));
}

/** @param {number} width
 * @param {number} height
 * @param {(context: CanvasRenderingContext2D) => void} draw */
function sprite(width, height, draw) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, width);
    canvas.height = Math.max(1, height);
    draw(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")));
    return canvas;
}

/** @param {CanvasRenderingContext2D} context
 * @param {any} theme
 * @param {number[]} size
 * @param {number} pitch */
function drawBoard(context, theme, [width, height], pitch) {
    const { colour, corner } = theme.board;
    context.beginPath();
    context.roundRect(0, 0, width, height, Math.min(corner * pitch, width / 2, height / 2));
    context.fillStyle = colour;
    context.fill();
}

/** What lies in a hole.
 * @param {CanvasRenderingContext2D} context
 * @param {Disc[]} discs
 * @param {number} x
 * @param {number} y
 * @param {number} pitch */
function drawDiscs(context, discs, x, y, pitch) {
    for (const [[across, down], size, focus, stops] of discs) {
        const [left, top, radius] = [x + across * pitch, y + down * pitch, size * pitch];
        const fill = context.createRadialGradient(left + focus[0] * radius, top + focus[1] * radius, 0, left, top, radius);
        for (const [at, colour] of stops) fill.addColorStop(at, colour);
        context.fillStyle = fill;
        context.beginPath();
        context.arc(left, top, radius, 0, 2 * Math.PI);
        context.fill();
    }
}
