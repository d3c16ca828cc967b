/**
 * A board to play on: click a peg and then a hole, drag, touch, or use the keyboard (arrows, Enter, Escape). It shows positions and asks for
 * jumps; the rules are in `game.js`.
 */
import { shape } from "../elements.js";
import { PITCH } from "./geometry.js";
import { Holes, at, caption } from "./holes.js";

/** How far a pointer must move to drag, in the units of the drawing. */
const DRAG = 6;

/** How long a hop takes, and how long after the one before the next peg cheers, in milliseconds. */
const [HOP, NEXT] = [280, 50];

/** How long after a jump the captured peg is still seen, and then the ring that is left of it, in milliseconds. */
const [STAYS, FADES] = [120, 200];

/** How high a peg hops, in the units of the drawing. */
const HEIGHT = PITCH * 0.4;

/** @typedef {{label: string, isCounted?: boolean, isStill: () => boolean, play: (from: number, to: number) => boolean, landings: (from: number) => number[], say: (text: string) => void}} Rules */

export class PegBoard extends Holes {
    /** @param {import("./geometry.js").Board} board
     * @param {Rules} rules
     * @param {import("../services.js").Theme} theme */
    constructor(board, rules, theme) {
        super(board, "board", rules.label, theme, ({ x, y }) => [shape("circle", { cx: x, cy: y, r: PITCH * 0.46, class: "aim" })], rules.isCounted);
        this.rules = rules;
        /** The peg in hand.
         * @type {number | null} */
        this.chosen = null;
        /** The holes of the goal, if it is shown.
         * @type {Set<number>} */
        this.goal = new Set();
        /** @type {{from: number, x: number, y: number, moved: boolean, again: boolean} | null} */
        this.drag = null;
        /** Whether the peg in hand was carried to where it jumps. */
        this.isCarried = false;
        this.hints = shape("g", { class: "arrows", "aria-hidden": "true" });
        this.counts = shape("g", { class: "captions", "aria-hidden": "true" });
        this.svg.append(this.hints, this.counts);
    }

    /** Shows a position at once.
     * @param {string} digits */
    show(digits) {
        this.chosen = null;
        this.set(digits);
        this.refresh();
    }

    /** Plays a jump: the peg hops, the one jumped over is captured.
     * @param {import("./geometry.js").Jump} jump
     * @param {string} digits  the position after it */
    jump({ from, over, to }, digits) {
        const peg = this.pegs[from];
        const gone = this.pegs[over];
        if (peg) {
            this.layer.append(peg);
            peg.style.transform = at(this.board.holes[to]);
            if (!this.isCarried) this.hop(peg, this.board.holes[from], this.board.holes[to]);
        }
        if (gone) this.capture(gone);
        this.pegs[from] = null;
        this.pegs[over] = null;
        this.pegs[to] = peg;
        this.digits = digits;
        this.chosen = null;
        this.refresh();
    }

    /** A peg that was jumped over takes another colour below the jumper, is still there when that has landed, and leaves a ring, as in films.
     * @param {SVGElement} peg */
    capture(peg) {
        if (this.rules.isStill()) return peg.remove();

        const { captured, ring } = this.pictures;
        peg.classList.add("gone");
        setTimeout(() => peg.setAttribute("href", captured), HOP / 2);
        setTimeout(() => peg.setAttribute("href", ring), HOP + STAYS);
        setTimeout(() => peg.remove(), HOP + STAYS + FADES);
    }

    /** Takes a jump back: the peg hops to where it was, and the one jumped over is there again.
     * @param {import("./geometry.js").Jump} jump
     * @param {string} digits  the position before it */
    takeBack({ from, over, to }, digits) {
        this.jump({ from: to, over, to: from, name: "" }, digits);
        const peg = (this.pegs[over] = this.peg(over));
        if (!this.rules.isStill()) peg.animate([{ opacity: 0 }, {}], { duration: HOP });
        this.refresh();
    }

    /** A peg hops along an arc.
     * @param {SVGElement} peg
     * @param {{x: number, y: number}} from
     * @param {{x: number, y: number}} to
     * @param {number} [delay] */
    hop(peg, from, to, delay = 0) {
        if (this.rules.isStill()) return;
        const top = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - HEIGHT };
        const way = [{ transform: at(from), easing: "ease-out" }, { transform: `${at(top)} scale(1.12)`, easing: "ease-in" }, { transform: at(to) }];
        peg.animate(way, { duration: HOP, delay });
    }

    /** Pegs hop where they are, one after the other.
     * @param {(number: number) => boolean} [which]  all of them by default */
    cheer(which = () => true) {
        let delay = HOP;
        this.pegs.forEach((peg, number) => {
            if (peg && which(number)) this.hop(peg, this.board.holes[number], this.board.holes[number], (delay += NEXT));
        });
    }

    /** Those hop that can jump. */
    invite() {
        this.cheer((number) => this.rules.landings(number).length > 0);
    }

    /** Shows hints as arrows, the better the wider.
     * @param {{from: number, to: number, share: number}[]} hints
     * @param {boolean} [isWrong]  whether these are jumps to avoid */
    pointOut(hints, isWrong = false) {
        this.hints.classList.toggle("wrong", isWrong);
        this.hints.replaceChildren(...hints.map(({ from, to, share }) => {
            const [start, end] = [this.board.holes[from], this.board.holes[to]];
            const length = Math.hypot(end.x - start.x, end.y - start.y);
            const [x, y] = [(end.x - start.x) / length, (end.y - start.y) / length];
            const wide = PITCH * (0.06 + 0.1 * share);
            const head = Math.max(PITCH * 0.2, 2 * wide);
            const tip = { x: end.x - x * PITCH * 0.12, y: end.y - y * PITCH * 0.12 };
            const neck = { x: tip.x - x * head, y: tip.y - y * head };
            const points = [[start.x - y * wide, start.y + x * wide], [neck.x - y * wide, neck.y + x * wide], [neck.x - y * head, neck.y + x * head], [tip.x, tip.y],
                [neck.x + y * head, neck.y - x * head], [neck.x + y * wide, neck.y - x * wide], [start.x + y * wide, start.y - x * wide]];
            return shape("polygon", { points: points.map((point) => point.join()).join(" ") });
        }));
    }

    /** Writes beside every row and below every column how many pegs are left there at the end, and marks where it is so.
     * @param {string} goal */
    count(goal) {
        const { board, edge } = this;
        /** @param {"x" | "y"} axis @param {(place: number, text: string) => SVGElement} write */
        const along = (axis, write) => [...new Set(board.holes.map((hole) => hole[axis]))].map((place) => {
            const [wanted, now] = [goal, this.digits].map((digits) => board.holes.filter((hole, number) => hole[axis] === place && digits[number] === "1").length);
            const text = write(place, String(wanted));
            text.classList.toggle("right", wanted === now);
            return text;
        });
        const far = edge * 0.5;
        this.counts.replaceChildren(...along("y", (y, text) => caption(text, board.width + edge - far, y)), ...along("x", (x, text) => caption(text, x, board.height + edge - far)));
    }

    /** Marks the holes of the goal.
     * @param {Set<number>} goal */
    mark(goal) {
        this.goal = goal;
        this.holes.forEach((hole, number) => hole.classList.toggle("goal", goal.has(number)));
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
            hole.classList.toggle("chosen", number === this.chosen);
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
            this.invite();
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
        if (peg) peg.style.transform = at({ x, y });
    }

    /** @param {import("./holes.js").Place} place */
    up({ number }) {
        const { drag } = this;
        if (!drag) return;
        this.letGo();
        if (drag.moved) {
            if (number !== null && this.rules.landings(drag.from).includes(number)) {
                this.isCarried = true;
                this.rules.play(drag.from, number);
                this.isCarried = false;
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
        peg?.classList.remove("held");
        if (peg) peg.style.transform = at(this.board.holes[drag.from]);
    }

    escape() {
        if (this.chosen === null) return false;
        this.choose(this.chosen);
        return true;
    }
}
