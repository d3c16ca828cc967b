/**
 * A board to play on: click a peg and then a hole, drag, touch, or use the keyboard (arrows, Enter, Escape). It shows positions and asks for
 * jumps; the rules are in `game.js`.
 */
import { shape } from "./drawing.js";
import { PITCH } from "./geometry.js";
import { Holes } from "./holes.js";

/** How far a pointer must move to drag, in the units of the drawing. */
const DRAG = 6;

/** @typedef {{label: string, isStill: () => boolean, play: (from: number, to: number) => boolean, landings: (from: number) => number[], say: (text: string) => void}} Rules */

export class PegBoard extends Holes {
    /** @param {import("./geometry.js").Board} board
     * @param {Rules} rules */
    constructor(board, rules) {
        super(board, "board", rules.label, ({ x, y }) => [
            shape("circle", { cx: x, cy: y, r: PITCH * 0.44, class: "aim" }),
            shape("circle", { cx: x, cy: y, r: PITCH * 0.17, class: "hole" }),
        ]);
        this.rules = rules;
        /** The peg in hand.
         * @type {number | null} */
        this.chosen = null;
        /** The holes of the goal, if it is shown.
         * @type {Set<number>} */
        this.goal = new Set();
        /** @type {{from: number, x: number, y: number, moved: boolean, again: boolean} | null} */
        this.drag = null;
        /** The peg in each hole.
         * @type {(SVGElement | null)[]} */
        this.pegs = board.holes.map(() => null);
        this.layer = shape("g", { class: "pegs", "aria-hidden": "true" });
        this.svg.append(this.layer);
        this.svg.style.setProperty("--ratio", String(board.width / board.height));
        this.svg.style.setProperty("--columns", String(board.width / PITCH));
    }

    /** Shows a position at once.
     * @param {string} digits */
    show(digits) {
        this.digits = digits;
        this.chosen = null;
        this.layer.replaceChildren();
        this.board.holes.forEach((_, number) => {
            this.pegs[number] = digits[number] === "1" ? this.peg(number) : null;
        });
        this.refresh();
    }

    /** A new peg in a hole.
     * @param {number} number */
    peg(number) {
        const { x, y } = this.board.holes[number];
        const peg = shape("circle", { r: PITCH * 0.38, class: "peg" });
        peg.style.transform = `translate(${x}px, ${y}px)`;
        this.layer.append(peg);
        return peg;
    }

    /** Plays a jump: the peg slides, the one jumped over fades.
     * @param {import("./geometry.js").Jump} jump
     * @param {string} digits  the position after it */
    jump({ from, over, to }, digits) {
        const peg = this.pegs[from];
        const gone = this.pegs[over];
        const { x, y } = this.board.holes[to];
        if (peg) {
            this.layer.append(peg);
            peg.classList.remove("held");
            peg.style.transform = `translate(${x}px, ${y}px)`;
        }
        if (gone) {
            gone.classList.add("gone");
            if (this.rules.isStill()) gone.remove();
            else setTimeout(() => gone.remove(), 400);
        }
        this.pegs[from] = null;
        this.pegs[over] = null;
        this.pegs[to] = peg;
        this.digits = digits;
        this.chosen = null;
        this.refresh();
    }

    /** Marks holes: those of the goal, and those whose pegs a hint praises.
     * @param {{goal?: Set<number>, good?: Set<number>}} marks */
    mark({ goal = new Set(), good = new Set() }) {
        this.goal = goal;
        this.holes.forEach((hole, number) => {
            hole.classList.toggle("goal", goal.has(number));
            hole.classList.toggle("good", good.has(number));
        });
        this.refresh();
    }

    /** Shows what can be done now. */
    refresh() {
        const landings = new Set(this.chosen === null ? [] : this.rules.landings(this.chosen));
        this.holes.forEach((hole, number) => {
            const isPeg = this.digits[number] === "1";
            const can = isPeg && this.rules.landings(number).length > 0;
            const { name } = this.board.holes[number];
            const state = landings.has(number) ? "empty, can be jumped to" : isPeg ? (can ? "peg, can jump" : "peg") : "empty";
            hole.setAttribute("aria-label", `${name}: ${state}${this.goal.has(number) ? ", part of the goal" : ""}`);
            hole.setAttribute("aria-pressed", String(number === this.chosen));
            hole.classList.toggle("can", can);
            hole.classList.toggle("landing", landings.has(number));
            this.pegs[number]?.classList.toggle("chosen", number === this.chosen);
        });
    }

    /** A hole is chosen: to take a peg, to put it back, or to jump there.
     * @param {number} number */
    choose(number) {
        const { chosen } = this;
        if (chosen !== null && chosen !== number && this.rules.landings(chosen).includes(number)) {
            this.rules.play(chosen, number);
            return;
        }
        const { name } = this.board.holes[number];
        const landings = this.rules.landings(number);
        if (chosen === number) {
            this.chosen = null;
            this.rules.say(`${name} put back`);
        } else if (this.digits[number] === "1" && landings.length > 0) {
            this.chosen = number;
            const holes = landings.map((landing) => this.board.holes[landing].name);
            this.rules.say(`${name} taken. It can jump to ${holes.join(" or ")}`);
            // A peg in hand lies above the others.
            const peg = this.pegs[number];
            if (peg) this.layer.append(peg);
        } else {
            this.chosen = null;
            this.rules.say(this.digits[number] === "1" ? `${name} can't jump` : `${name} is empty`);
        }
        this.refresh();
    }

    /** @param {number} number
     * @param {import("./holes.js").Place} place */
    take(number, { x, y }) {
        const again = this.chosen === number;
        if (!again) this.choose(number);
        if (this.chosen !== number) return false;
        this.drag = { from: number, x, y, moved: false, again };
        return true;
    }

    /** @param {import("./holes.js").Place} place */
    move({ x, y }) {
        const { drag } = this;
        if (!drag) return;
        if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < DRAG) return;
        drag.moved = true;
        const peg = this.pegs[drag.from];
        peg?.classList.add("held");
        if (peg) peg.style.transform = `translate(${x}px, ${y}px)`;
    }

    /** @param {import("./holes.js").Place} place */
    up({ number }) {
        const { drag } = this;
        if (!drag) return;
        this.letGo();
        if (drag.moved) {
            if (number !== null && this.rules.landings(drag.from).includes(number)) {
                this.rules.play(drag.from, number);
            } else {
                this.chosen = null;
                this.refresh();
            }
        } else if (drag.again) {
            this.choose(drag.from);
        }
    }

    /** The peg returns to its hole. */
    letGo() {
        const { drag } = this;
        this.drag = null;
        if (!drag) return;
        const peg = this.pegs[drag.from];
        const { x, y } = this.board.holes[drag.from];
        peg?.classList.remove("held");
        if (peg) peg.style.transform = `translate(${x}px, ${y}px)`;
    }

    escape() {
        if (this.chosen === null) return false;
        this.choose(this.chosen);
        return true;
    }
}
