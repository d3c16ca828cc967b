/**
 * The holes of a board as buttons in a drawing, so that they can be read out: Tab leads to one of them, the arrow keys to the others, and a
 * pointer finds the nearest. What happens there is up to those who extend it.
 */
import { shape } from "../elements.js";
import { PITCH, holeAt, holeBeside } from "./geometry.js";
import { SIDE, marginOf, pieces } from "./look.js";

/** The room for letters and numbers beside a board, in which its margin is, and what is left around it at least. */
const [EDGE, NARROW] = [PITCH * 0.6, PITCH * 0.1];

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} text
 * @param {number} x
 * @param {number} y */
export const caption = (text, x, y) => shape("text", { x, y, class: "caption" }, text);

/** @param {{x: number, y: number}} place */
export const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

export class Holes {
    /** @param {import("./geometry.js").Board} board
     * @param {string} look  the class of the drawing
     * @param {string} label  what those hear who can't see it
     * @param {import("../services.js").Theme} theme
     * @param {(hole: import("./geometry.js").Hole) => Element[]} draw
     * @param {boolean} [isCounted]  whether something is written on the other two sides, too */
    constructor(board, look, label, theme, draw, isCounted = false) {
        this.board = board;
        const { ground, peg, captured, ring } = pieces(board, theme);
        this.pictures = { peg, captured, ring };
        const margin = marginOf(theme);
        this.edge = Math.max(margin + NARROW, EDGE);
        const other = isCounted ? this.edge : margin + NARROW;
        const [width, height] = [board.width, board.height].map((side) => this.edge + side + other);
        /** The width of the drawing for a height of 1. */
        this.ratio = width / height;
        /** The peg in each hole.
         * @type {(SVGElement | null)[]} */
        this.pegs = board.holes.map(() => null);
        this.layer = shape("g", { class: "pegs", "aria-hidden": "true" });
        this.digits = "0".repeat(board.holes.length);
        /** The hole that the Tab key leads to. */
        this.cursor = 0;
        this.holes = board.holes.map((hole, number) =>
            shape("g", { class: "place", role: "button", tabindex: number === 0 ? 0 : -1, "data-hole": hole.name },
                shape("rect", { x: hole.x - PITCH / 2, y: hole.y - PITCH / 2, width: PITCH, height: PITCH, class: "touch" }), ...draw(hole)));
        this.svg = shape("svg", { viewBox: `${-this.edge} ${-this.edge} ${width} ${height}`, class: look, role: "group", "aria-label": label },
            shape("image", { href: ground, x: -margin, y: -margin, width: board.width + 2 * margin, height: board.height + 2 * margin }),
            this.coordinates(), ...this.holes, this.layer);
        const { style } = this.svg;
        style.background = theme.background;
        for (const [name, value] of Object.entries({ "--ratio": this.ratio, "--columns": width / PITCH, "--under": theme.background, "--caption": theme.caption, "--mark": theme.mark, "--goal": theme.mark }))
            style.setProperty(name, String(value));
        this.svg.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
        // Not on the drawing: one that listens to the focus is a stop of the Tab key in Chromium.
        this.holes.forEach((hole, number) => hole.addEventListener("focus", () => this.point(number)));
        /** @type {[string, (event: PointerEvent) => void][]} */
        const heard = [
            ["pointerdown", (event) => this.down(event)],
            ["pointermove", (event) => this.move(this.place(event))],
            ["pointerup", (event) => this.up(this.place(event))],
            ["pointercancel", () => this.letGo()],
        ];
        for (const [name, act] of heard) this.svg.addEventListener(name, (event) => act(/** @type {PointerEvent} */ (event)));
    }

    /** The letters of the columns above the board, and the numbers of the rows on its left; those who can't see them hear every hole's name. */
    coordinates() {
        const { holes, isSlanted } = this.board;
        if (!/^[a-z]/.test(holes[0].name)) return shape("g");
        const far = this.edge * 0.5;
        const first = (/** @type {RegExp} */ part) => {
            /** @type {Map<string, import("./geometry.js").Hole>} */
            const found = new Map();
            for (const hole of holes) {
                const name = hole.name.match(part)?.[0];
                if (name && !found.has(name)) found.set(name, hole);
            }
            return [...found];
        };
        const rows = first(/\d+$/).map(([name, { y }]) => caption(name, -far, y));
        // A slanted column begins at the edge of its own row.
        const columns = first(/^[a-z]+/).map(([name, { x, y }]) => (isSlanted ? caption(name, x + PITCH * 0.42, y - PITCH * 0.6) : caption(name, x, -far)));
        return shape("g", { class: "captions", "aria-hidden": "true" }, ...rows, ...columns);
    }

    /** Shows pegs at once.
     * @param {string} digits */
    set(digits) {
        this.digits = digits;
        this.layer.replaceChildren();
        this.board.holes.forEach((_, number) => {
            this.pegs[number] = digits[number] === "1" ? this.peg(number) : null;
        });
    }

    /** A new peg in a hole.
     * @param {number} number */
    peg(number) {
        const peg = shape("image", { href: this.pictures.peg, x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, class: "peg" });
        peg.style.transform = at(this.board.holes[number]);
        this.layer.append(peg);
        return peg;
    }

    /** Moves the cursor to a hole.
     * @param {number} number */
    point(number) {
        this.holes[this.cursor].setAttribute("tabindex", "-1");
        this.cursor = number;
        this.holes[number].setAttribute("tabindex", "0");
    }

    /** Where a pointer is, in the units of the drawing, and the hole there.
     * @param {PointerEvent} event */
    place(event) {
        const matrix = /** @type {SVGSVGElement} */ (this.svg).getScreenCTM();
        const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
        return { x, y, number: holeAt(this.board, x, y) };
    }

    /** @param {PointerEvent} event */
    down(event) {
        if (!event.isPrimary || event.button !== 0) return;
        const place = this.place(event);
        if (place.number === null) return;
        event.preventDefault();
        this.svg.classList.add("pointed");
        this.holes[place.number].focus({ preventScroll: true });
        if (this.take(place.number, place)) this.svg.setPointerCapture(event.pointerId);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        this.svg.classList.remove("pointed");
        const arrow = ARROWS[event.key];
        if (arrow) this.holes[holeBeside(this.board, this.cursor, ...arrow)].focus();
        else if (event.key === "Enter" || event.key === " ") this.choose(this.cursor);
        else if (event.key !== "Escape" || !this.escape()) return;
        event.preventDefault();
    }

    /** @typedef {{x: number, y: number, number: number | null}} Place */

    /** A pointer takes hold of a hole. Returns whether it is to be followed.
     * @param {number} number
     * @param {Place} place
     * @returns {boolean} */
    take(number, place) {
        return false;
    }

    /** The pointer moves.
     * @param {Place} place */
    move(place) {}

    /** The pointer lets go.
     * @param {Place} place */
    up(place) {
        this.letGo();
    }

    /** The pointer is gone. */
    letGo() {}

    /** Enter or Space on a hole.
     * @param {number} number */
    choose(number) {}

    /** Returns whether there was something to leave.
     * @returns {boolean} */
    escape() {
        return false;
    }
}
