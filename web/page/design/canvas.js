/** The board to draw on: a stroke of the pointer paints pegs or takes them away; the keyboard does, too. */
import { shape } from "../play/drawing.js";
import { PITCH } from "../play/geometry.js";
import { Holes } from "../play/holes.js";

export class Canvas extends Holes {
    /** @param {import("../play/geometry.js").Board} board
     * @param {{say: (text: string) => void, changed: () => void}} heard */
    constructor(board, heard) {
        super(board, "canvas", "Drawing board. Arrow keys move, Space paints or clears a hole.", ({ x, y }) =>
            [shape("circle", { cx: x, cy: y, r: PITCH * 0.38, class: "ink" })]);
        this.heard = heard;
        /** What the stroke under way paints.
         * @type {string | null} */
        this.paint = null;
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
            hole.classList.toggle("inked", isPeg);
        });
    }

    /** @param {number} number */
    take(number) {
        this.paint = this.digits[number] === "1" ? "0" : "1";
        this.put(number, this.paint);
        return true;
    }

    /** @param {import("../play/holes.js").Place} place */
    move({ number }) {
        if (this.paint !== null && number !== null) this.put(number, this.paint);
    }

    letGo() {
        this.paint = null;
    }

    /** @param {number} number */
    choose(number) {
        const digit = this.digits[number] === "1" ? "0" : "1";
        this.put(number, digit);
        this.heard.say(`${this.board.holes[number].name} ${digit === "1" ? "painted" : "cleared"}`);
    }
}
