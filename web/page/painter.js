/**
 * Draws the boards of a film at any instant on a canvas, in the look of a theme: the same shapes as `crates/pegfont-film/src/render/look.rs`. Knows
 * no clock.
 */

/** @typedef {{character: string, start: number[], jumps: number[][], times: number[]}} Plays */
/** @typedef {{text: string, pitch: number, width: number, height: number, board_size: [number, number], corners: number[][], middles: number[][], letters: Plays[], jump: number, played_at: number, duration: number}} Film */
/** @typedef {{pegs: Set<number>, moving: {jump: number[], progress: number}[], played: number}} State */

/** How near to its beginning or end a jump stands still, as a share of it. */
const NEAR = 1e-3;

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
    const count = passed(letter.times, time + (smooth ? -NEAR : NEAR) * film.jump);
    const pegs = new Set(letter.start);
    const moving = [];
    let played = count;
    for (let number = 0; number < count; number++) {
        const [from, over, to] = letter.jumps[number];
        pegs.delete(from);
        pegs.delete(over);
        const progress = (time - letter.times[number]) / film.jump;
        if (smooth && progress < 1 - NEAR) {
            moving.push({ jump: letter.jumps[number], progress });
            played--;
        } else {
            pegs.add(to);
        }
    }
    return { pegs, moving, played };
}

/** The times at which a film can stand still with all pegs in holes: the start, and after every jump.
 * @param {Film} film
 * @param {boolean} smooth */
export function stops(film, smooth) {
    const after = smooth ? film.jump : 0;
    const times = film.letters.flatMap((letter) => letter.times.map((time) => Math.round(1000 * (time + after)) / 1000));
    return [...new Set([0, ...times])].sort((one, other) => one - other);
}

/** @param {string} colour  `#rrggbbaa` */
const isSeen = (colour) => !colour.endsWith("00") || colour.length === 7;
/** @param {string} colour */
const cleared = (colour) => `${colour.slice(0, 7)}00`;

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

    /** Fits the film into the canvas, which has its size from the page. */
    fit() {
        if (!this.film) return;
        const { canvas, film } = this;
        const ratio = globalThis.devicePixelRatio || 1;
        canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
        canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
        this.scale = Math.min(canvas.width / film.width, canvas.height / film.height);
        this.left = (canvas.width - film.width * this.scale) / 2;
        this.top = (canvas.height - film.height * this.scale) / 2;
        this.pitch = film.pitch * this.scale;
        this.sprites();
        this.seen = [];
    }

    /** Draws the parts once, as large as they are needed. */
    sprites() {
        const { film, theme } = this;
        if (!film) return;
        const pitch = /** @type {number} */ (this.pitch);
        const scale = /** @type {number} */ (this.scale);
        this.board = boardPicture(theme, film, scale);
        const side = Math.ceil(pitch * 1.5);
        this.side = side;
        this.peg = pegPicture(theme.peg, pitch);
    }

    /** Draws an instant, in milliseconds from the start of the film.
     * @param {number} time */
    paint(time) {
        const { film, context } = this;
        if (!film || !this.board) return;
        if (this.seen.length === 0) context.clearRect(0, 0, this.canvas.width, this.canvas.height);
        film.letters.forEach((letter, number) => {
            const state = stateAt(film, letter, time, this.smooth);
            const moving = state.moving.map((it) => it.progress.toFixed(4));
            const seen = `${state.played} ${state.moving.length} ${moving}`;
            if (this.seen[number] === seen) return;
            const before = this.seen[number] === undefined ? null : this.states[number];
            this.seen[number] = seen;
            this.states[number] = state;
            this.paintBoard(film.corners[number], state, before);
        });
    }

    /** The part of a board in which two states differ, in pixels; the whole if nothing is painted yet.
     * @param {State} state
     * @param {State | null} before
     * @returns {number[]}  left, top, right, bottom */
    difference(state, before) {
        const { film, board } = this;
        const [scale, side] = [/** @type {number} */ (this.scale), /** @type {number} */ (this.side)];
        if (!film || !board) return [0, 0, 0, 0];
        if (!before) return [0, 0, board.width, board.height];
        const only = (/** @type {State} */ one, /** @type {State} */ other) => [...one.pegs].filter((hole) => !other.pegs.has(hole));
        const holes = new Set([...only(state, before), ...only(before, state), ...[state, before].flatMap((one) => one.moving.flatMap(({ jump }) => jump))]);
        const places = [...holes].map((hole) => film.middles[hole]);
        const ends = (/** @type {0 | 1} */ axis) => {
            const lengths = places.map((place) => place[axis] * scale);
            return [Math.min(...lengths) - side, Math.max(...lengths) + side];
        };
        const [[left, right], [top, bottom]] = [ends(0), ends(1)];
        return [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top)), Math.min(board.width, Math.ceil(right)), Math.min(board.height, Math.ceil(bottom))];
    }

    /** Paints the part of a board that has changed.
     * @param {number[]} corner
     * @param {State} state
     * @param {State | null} before */
    paintBoard(corner, state, before) {
        const { film, context, theme } = this;
        if (!film || !this.board || !this.peg) return;
        const scale = /** @type {number} */ (this.scale);
        const left = Math.round(/** @type {number} */ (this.left) + corner[0] * scale);
        const top = Math.round(/** @type {number} */ (this.top) + corner[1] * scale);
        const [west, north, east, south] = this.difference(state, before);
        const [width, height] = [east - west, south - north];
        if (width <= 0 || height <= 0) return;
        const side = /** @type {number} */ (this.side);
        context.save();
        context.beginPath();
        context.rect(left + west, top + north, width, height);
        context.clip();
        context.clearRect(left + west, top + north, width, height);
        context.drawImage(this.board, west, north, width, height, left + west, top + north, width, height);
        const place = (/** @type {number} */ hole) => film.middles[hole].map((length) => length * scale);
        const put = (/** @type {CanvasImageSource} */ what, /** @type {number[]} */ [x, y], share = 1) => {
            if (x < west - side || x > east + side || y < north - side || y > south + side) return;
            const wide = side * share;
            const [at, high] = [left + x - wide / 2, top + y - wide / 2];
            if (share === 1) context.drawImage(what, Math.round(at), Math.round(high));
            else if (share > 0) context.drawImage(what, at, high, wide, wide);
        };
        for (const hole of state.pegs) put(this.peg, place(hole));
        const rise = Math.min(1.15, Math.max(1, 1 / theme.peg.size)) - 1;
        for (const { jump: [from, over, to], progress } of state.moving) {
            const eased = progress * progress * (3 - 2 * progress);
            const [start, end] = [place(from), place(to)];
            put(this.peg, place(over), 1 - eased);
            const at = start.map((length, axis) => length + (end[axis] - length) * eased);
            put(this.peg, at, 1.0001 + rise * (1 - Math.abs(2 * eased - 1)));
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
        for (const [x, y] of middles) drawHole(context, theme, x * scale, y * scale, pitch * scale);
    });
}

/** A peg in the middle of a square, which has one and a half times the distance between holes as its side.
 * @param {any} peg
 * @param {number} pitch */
export function pegPicture(peg, pitch) {
    const side = Math.ceil(pitch * 1.5);
    return sprite(side, side, (context) => drawPeg(context, peg, side / 2, pitch));
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
    const { colour, edge, grain, corner } = theme.board;
    const line = isSeen(edge) ? Math.max(1, pitch / 16) : 0;
    context.beginPath();
    context.roundRect(line / 2, line / 2, width - line, height - line, Math.min(corner * pitch, width / 2, height / 2));
    context.fillStyle = colour;
    context.fill();
    if (isSeen(grain)) {
        context.save();
        context.clip();
        drawGrain(context, grain, width, height, pitch, line);
        context.restore();
        context.beginPath();
        context.roundRect(line / 2, line / 2, width - line, height - line, Math.min(corner * pitch, width / 2, height / 2));
    }
    if (line) {
        context.strokeStyle = edge;
        context.lineWidth = line;
        context.stroke();
    }
}

/** Wavy lines along the board, the same every time.
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour
 * @param {number} width
 * @param {number} height
 * @param {number} pitch
 * @param {number} edge */
function drawGrain(context, colour, width, height, pitch, edge) {
    context.strokeStyle = colour;
    context.lineWidth = Math.max(0.6, pitch / 20);
    context.beginPath();
    for (let x = pitch * 0.25, number = 0; x < width - pitch * 0.2; ) {
        let y = pitch * 0.1 + edge;
        context.moveTo(x, y);
        while (y < height - pitch * 0.3 - edge) {
            const wave = Math.sin((y / pitch) * 0.9 + number * 2.3) * pitch * 0.09;
            y += pitch * 0.2;
            context.lineTo(x + wave, y);
        }
        number++;
        x += pitch * (0.34 + 0.16 * Math.sin(number * 1.7));
    }
    context.stroke();
}

/** @param {CanvasRenderingContext2D} context
 * @param {any} theme
 * @param {number} x
 * @param {number} y
 * @param {number} pitch */
function drawHole(context, theme, x, y, pitch) {
    const radius = (theme.hole.size * pitch) / 2;
    const depth = radius * 0.16;
    const { light, shade, colour } = theme.hole;
    for (const [down, fill] of [[depth, light], [-depth / 2, shade], [0, colour]]) disc(context, x, y + down, radius, fill);
}

/** @param {CanvasRenderingContext2D} context
 * @param {any} peg
 * @param {number} middle
 * @param {number} pitch */
function drawPeg(context, peg, middle, pitch) {
    const radius = (peg.size * pitch) / 2;
    /** @type {(x: number, y: number, radius: number, stops: [number, string][], focus?: [number, number]) => void} */
    const round = (x, y, size, stops, focus = [0, 0]) => {
        if (!isSeen(stops[0][1])) return;
        const fill = context.createRadialGradient(x + focus[0] * size, y + focus[1] * size, 0, x, y, size);
        for (const [at, colour] of stops) fill.addColorStop(at, colour);
        disc(context, x, y, size, fill);
    };
    const { glow, shadow, shine, colour } = peg;
    const reach = pitch / 2;
    round(middle, middle, reach, [[(radius / reach) * 0.7, glow], [1, cleared(glow)]]);
    round(middle, middle + radius * 0.16, radius * 1.16, [[0.8, shadow], [1, cleared(shadow)]]);
    round(middle, middle, radius, [[0, peg.light ?? colour], [0.45, colour], [1, peg.dark ?? colour]], [-0.35, -0.4]);
    round(middle - radius * 0.32, middle - radius * 0.38, radius * 0.38, [[0.2, shine], [1, cleared(shine)]]);
}

/** @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string | CanvasGradient} fill */
function disc(context, x, y, radius, fill) {
    if (radius <= 0 || (typeof fill === "string" && !isSeen(fill))) return;
    context.fillStyle = fill;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
}
