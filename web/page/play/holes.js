/**
 * The holes of a board as buttons in a drawing, so that they can be read out: Tab leads to one of them, the arrow keys to the others, and a
 * pointer finds the nearest. What happens there is up to those who extend it.
 */
import { PITCH, holeAt, holeBeside } from "./geometry.js";
import { shape } from "./drawing.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Holes {
    /** @param {import("./geometry.js").Board} board
     * @param {string} look  the class of the drawing
     * @param {string} label  what those hear who can't see it
     * @param {(hole: import("./geometry.js").Hole) => Element[]} draw */
    constructor(board, look, label, draw) {
        this.board = board;
        this.digits = "0".repeat(board.holes.length);
        /** The hole that the Tab key leads to. */
        this.cursor = 0;
        this.holes = board.holes.map((hole, number) =>
            shape("g", { class: "place", role: "button", tabindex: number === 0 ? 0 : -1, "data-hole": hole.name },
                shape("rect", { x: hole.x - PITCH / 2, y: hole.y - PITCH / 2, width: PITCH, height: PITCH, class: "touch" }), ...draw(hole)));
        this.svg = shape("svg", { viewBox: `0 0 ${board.width} ${board.height}`, class: look, role: "group", "aria-label": label }, ...this.holes);
        this.svg.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
        this.svg.addEventListener("focusin", (event) => {
            const number = this.holes.indexOf(/** @type {SVGElement} */ (event.target));
            if (number >= 0) this.point(number);
        });
        /** @type {[string, (event: PointerEvent) => void][]} */
        const heard = [
            ["pointerdown", (event) => this.down(event)],
            ["pointermove", (event) => this.move(this.place(event))],
            ["pointerup", (event) => this.up(this.place(event))],
            ["pointercancel", () => this.letGo()],
        ];
        for (const [name, act] of heard) this.svg.addEventListener(name, (event) => act(/** @type {PointerEvent} */ (event)));
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
        this.holes[place.number].focus({ preventScroll: true });
        if (this.take(place.number, place)) this.svg.setPointerCapture(event.pointerId);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
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
