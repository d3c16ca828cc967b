/** The board to draw on: a stroke of the pointer paints pegs or takes them away; the keyboard does, too. */
import { PITCH, holeAt, holeBeside } from "../play/geometry.js";
import { shape } from "../play/drawing.js";

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
});

export class Canvas {
    /** @param {import("../play/geometry.js").Board} board
     * @param {{say: (text: string) => void, changed: () => void}} heard */
    constructor(board, heard) {
        this.board = board;
        this.heard = heard;
        this.digits = "0".repeat(board.holes.length);
        this.cursor = 0;
        /** What the stroke under way paints.
         * @type {string | null} */
        this.paint = null;
        this.holes = board.holes.map(({ name, x, y }) =>
            shape(
                "g",
                { class: "dot", role: "button", "data-hole": name },
                shape("rect", { x: x - PITCH / 2, y: y - PITCH / 2, width: PITCH, height: PITCH, class: "touch" }),
                shape("circle", { cx: x, cy: y, r: PITCH * 0.38, class: "ink" }),
            ),
        );
        this.element = shape(
            "svg",
            { viewBox: `0 0 ${board.width} ${board.height}`, class: "canvas", role: "group", "aria-label": "Drawing board. Arrow keys move, Space paints or clears a hole." },
            ...this.holes,
        );
        const { element } = this;
        element.addEventListener("pointerdown", (event) => this.down(/** @type {PointerEvent} */ (event)));
        element.addEventListener("pointermove", (event) => this.stroke(/** @type {PointerEvent} */ (event)));
        for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (this.paint = null));
        element.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
        element.addEventListener("focusin", (event) => {
            const number = this.holes.indexOf(/** @type {SVGElement} */ (event.target));
            if (number >= 0) this.cursor = number;
            this.refresh();
        });
        this.refresh();
    }

    /** Draws a whole pattern.
     * @param {string} digits */
    set(digits) {
        this.digits = digits;
        this.refresh();
        this.heard.changed();
    }

    /** @param {number} number
     * @param {string} digit */
    put(number, digit) {
        if (this.digits[number] === digit) return;
        this.set(this.digits.slice(0, number) + digit + this.digits.slice(number + 1));
    }

    refresh() {
        this.holes.forEach((hole, number) => {
            const isPeg = this.digits[number] === "1";
            hole.setAttribute("aria-label", this.board.holes[number].name);
            hole.setAttribute("aria-pressed", String(isPeg));
            hole.setAttribute("tabindex", number === this.cursor ? "0" : "-1");
            hole.classList.toggle("inked", isPeg);
        });
    }

    /** The hole under a pointer.
     * @param {PointerEvent} event */
    under(event) {
        const matrix = /** @type {SVGSVGElement} */ (this.element).getScreenCTM();
        const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
        return holeAt(this.board, x, y);
    }

    /** @param {PointerEvent} event */
    down(event) {
        if (!event.isPrimary || event.button !== 0) return;
        const number = this.under(event);
        if (number === null) return;
        event.preventDefault();
        this.element.setPointerCapture(event.pointerId);
        this.paint = this.digits[number] === "1" ? "0" : "1";
        this.cursor = number;
        this.put(number, this.paint);
        this.holes[number].focus();
    }

    /** @param {PointerEvent} event */
    stroke(event) {
        if (this.paint === null) return;
        const number = this.under(event);
        if (number !== null) this.put(number, this.paint);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const arrow = ARROWS[event.key];
        if (arrow) {
            this.cursor = holeBeside(this.board, this.cursor, ...arrow);
            this.refresh();
            this.holes[this.cursor].focus();
        } else if (event.key === " " || event.key === "Enter") {
            const digit = this.digits[this.cursor] === "1" ? "0" : "1";
            this.put(this.cursor, digit);
            this.heard.say(`${this.board.holes[this.cursor].name} ${digit === "1" ? "painted" : "cleared"}`);
        } else {
            return;
        }
        event.preventDefault();
    }
}
