/** A game under way: positions as digits, jumps played and taken back. Knows the rules, but nothing of solutions or of the screen. */
import { pegsOf } from "./geometry.js";

export class Game {
    /** @param {import("./geometry.js").Board} board
     * @param {string} start
     * @param {string[]} targets */
    constructor(board, start, targets) {
        this.board = board;
        this.start = start;
        this.targets = new Set(targets);
        this.least = Math.min(...targets.map(pegsOf));
        /** @type {import("./geometry.js").Jump[]} */
        this.jumps = [];
        /** The jumps taken back, the next to play again last.
         * @type {import("./geometry.js").Jump[]} */
        this.undone = [];
        this.position = start;
    }

    /** Whether there is a peg that may be jumped over: at the end as many are left as the goal has.
     * @returns {boolean} */
    hasSpare() {
        return pegsOf(this.position) > this.least;
    }

    /** Whether a jump can be played now.
     * @param {import("./geometry.js").Jump} jump */
    isLegal({ from, over, to }) {
        const { position } = this;
        return position[from] === "1" && position[over] === "1" && position[to] === "0" && this.hasSpare();
    }

    /** The holes that a peg can jump to.
     * @param {number} from */
    landings(from) {
        return this.board.jumps.filter((jump) => jump.from === from && this.isLegal(jump)).map((jump) => jump.to);
    }

    /** The legal jump between two holes, if there is one.
     * @param {number} from
     * @param {number} to */
    between(from, to) {
        return this.board.jumps.find((jump) => jump.from === from && jump.to === to && this.isLegal(jump));
    }

    /** @param {import("./geometry.js").Jump} jump */
    play(jump) {
        if (this.undone.at(-1) === jump) this.undone.pop();
        else this.undone = [];
        this.jumps.push(jump);
        this.position = after(this.position, jump);
    }

    /** Takes jumps back, down to this many.
     * @param {number} count */
    undoTo(count) {
        while (this.jumps.length > count) {
            this.undone.push(/** @type {import("./geometry.js").Jump} */ (this.jumps.pop()));
        }
        this.position = this.jumps.reduce(after, this.start);
    }

    isWon() {
        return this.targets.has(this.position);
    }

    /** Whether the game is over without a win: no jump is left, or too few pegs. */
    isLost() {
        return !this.isWon() && !this.board.jumps.some((jump) => this.isLegal(jump));
    }

    /** The moves, chains of jumps by one peg: how many jumps each has.
     * @returns {number[]} */
    moves() {
        /** @type {number[]} */
        const moves = [];
        this.jumps.forEach((jump, number) => {
            if (number > 0 && this.jumps[number - 1].to === jump.from) moves[moves.length - 1]++;
            else moves.push(1);
        });
        return moves;
    }

    /** The jumps in notation.
     * @param {number} [count]  how many of them */
    notation(count = this.jumps.length) {
        return this.jumps.slice(0, count).map((jump) => jump.name).join(" ");
    }
}

/** The position after a jump.
 * @param {string} position
 * @param {import("./geometry.js").Jump} jump */
export function after(position, { from, over, to }) {
    const holes = [...position];
    [holes[from], holes[over], holes[to]] = ["0", "0", "1"];
    return holes.join("");
}
