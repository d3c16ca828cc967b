/** The board to draw on: a stroke of the pointer paints pegs or takes them away; the keyboard does, too. */
import { Holes } from "../play/holes.js";

export class Canvas extends Holes {
    /** @param {import("../play/geometry.js").Board} board
     * @param {{say: (text: string) => void, changed: () => void}} heard
     * @param {import("../services.js").Theme} theme */
    constructor(board, heard, theme) {
        super(board, "canvas", "Drawing board. Arrow keys move, Space paints or clears a hole.", theme, () => []);
        this.heard = heard;
        /** What the stroke under way paints.
         * @type {string | null} */
        this.paint = null;
        /** The drawings before, the last one last.
         * @type {string[]} */
        this.past = [];
        this.refresh();
    }

    /** Draws another pattern, which can be undone.
     * @param {string} digits */
    draw(digits) {
        this.past.push(this.digits);
        this.set(digits);
    }

    /** Returns to the drawing before. */
    undo() {
        const before = this.past.pop();
        if (before !== undefined) this.set(before);
    }

    /** Draws a whole pattern.
     * @param {string} digits */
    set(digits) {
        super.set(digits);
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
        });
    }

    /** @param {number} number */
    take(number) {
        this.paint = this.digits[number] === "1" ? "0" : "1";
        this.past.push(this.digits);
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
        this.past.push(this.digits);
        this.put(number, digit);
        this.heard.say(`${this.board.holes[number].name} ${digit === "1" ? "painted" : "cleared"}`);
    }
}
