/**
 * The board of a hidden letter: its game plays backwards while one thinks, from three jumps before its end to the full board. At a touch it stops,
 * and the last jumps are played: by what they leave, the letter is found. Knows nothing of the word.
 */
import { PegBoard } from "./board.js";
import { Game, after } from "./game.js";

/** How many jumps before its end the letter begins. */
const LAST = 3;

/** The tries after which the next jump is shown. */
const TRIES = 2;

/** How long a jump is seen that is taken back, and how long a try is seen that failed, in milliseconds. */
const SLOWLY = 1200;
const FAILED = 900;

const LABEL = "The board of a letter. Enter begins its last three jumps; then arrow keys move, and Enter takes a peg and lets it jump.";

/** What those are told who hold the board: that somebody begins to play, that something else than the letter is left, and that it is the letter.
 * @typedef {{begun: () => void, failed: (isShown: boolean) => void, found: () => void}} Told  `isShown`: whether the next jump is shown from now on */

export class HiddenLetter {
    /** @param {import("./geometry.js").Board} board
     * @param {import("../services.js").Theme} theme
     * @param {import("../services.js").Services} services
     * @param {Told} told
     * @param {AbortSignal} gone */
    constructor(board, theme, services, told, gone) {
        this.board = board;
        this.services = services;
        this.told = told;
        /** The game from three jumps before its end, once somebody plays it. @type {Game | null} */
        this.game = null;
        /** The jumps of the letter, and the positions before and after them. @type {import("./geometry.js").Jump[]} */
        this.jumps = [];
        /** @type {string[]} */
        this.positions = [];
        this.tries = 0;
        this.timer = 0;
        this.pegs = new PegBoard(board, {
            label: LABEL,
            isCounted: true,
            isStill: () => services.isStill(),
            landings: (from) => this.game?.landings(from) ?? [],
            play: (from, to) => this.play(from, to),
            say: (text) => this.game && services.announce(text),
        }, theme);
        // The first touch begins the game, whichever hole it is on.
        for (const name of ["pointerdown", "keydown"]) this.pegs.svg.addEventListener(name, (event) => this.touched(event), { capture: true });
        gone.addEventListener("abort", () => this.rest());
    }

    /** Nothing moves any more. */
    rest() {
        clearTimeout(this.timer);
        this.game = null;
    }

    /** Shows another letter.
     * @param {{start: number[], jumps: number[][]}} plays  as a film has it */
    show({ start, jumps }) {
        this.rest();
        this.tries = 0;
        this.pegs.pointOut([]);
        const { board } = this;
        this.jumps = jumps.flatMap(([from, over, to]) => board.jumps.filter((jump) => jump.from === from && jump.over === over && jump.to === to));
        this.positions = [board.holes.map((_, number) => (start.includes(number) ? "1" : "0")).join("")];
        for (const jump of this.jumps) this.positions.push(after(this.positions[this.positions.length - 1], jump));
        this.goBack(this.late);
    }

    /** The letter itself. */
    get end() {
        return this.positions[this.positions.length - 1];
    }

    /** The number of the position three jumps before the end. */
    get late() {
        return Math.max(0, this.jumps.length - LAST);
    }

    /** Shows a position, and a while later the one before it; from the full board, again from the end.
     * @param {number} at */
    goBack(at) {
        const { pegs, positions, jumps } = this;
        if (at === this.late) pegs.show(positions[at]);
        else pegs.takeBack(jumps[at], positions[at]);
        pegs.count(this.end);
        if (this.services.isStill()) return;
        this.timer = setTimeout(() => this.goBack(at > 0 ? at - 1 : this.late), SLOWLY);
    }

    /** Somebody touches the board: the last jumps begin.
     * @param {Event} event */
    touched(event) {
        if (this.game || this.positions.length === 0) return;
        if (event instanceof KeyboardEvent && !["Enter", " "].includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        clearTimeout(this.timer);
        this.game = new Game(this.board, this.positions[this.late], [this.end]);
        this.again();
        this.told.begun();
    }

    /** The last jumps, from their beginning. */
    again() {
        const { game, pegs } = this;
        if (!game) return;
        game.undoTo(0);
        pegs.svg.classList.remove("no");
        pegs.show(game.position);
        pegs.count(this.end);
        if (this.tries < TRIES) pegs.invite();
        else this.pointOut(game);
    }

    /** Shows the jump that the letter's own game plays now.
     * @param {Game} game */
    pointOut({ position }) {
        const jump = this.jumps[this.positions.indexOf(position)];
        this.pegs.pointOut(jump && this.tries >= TRIES ? [{ ...jump, share: 1 }] : []);
    }

    /** Jumps. Returns whether there is such a jump.
     * @param {number} from
     * @param {number} to */
    play(from, to) {
        const { game, pegs } = this;
        const jump = game?.between(from, to);
        if (!game || !jump) return false;
        game.play(jump);
        pegs.jump(jump, game.position);
        pegs.count(this.end);
        this.pointOut(game);
        if (game.isWon()) {
            this.rest();
            pegs.cheer();
            this.told.found();
        } else if (game.isLost()) {
            this.tries++;
            pegs.svg.classList.add("no");
            this.told.failed(this.tries >= TRIES);
            this.timer = setTimeout(() => this.again(), this.services.isStill() ? 0 : FAILED);
        }
        return true;
    }
}
