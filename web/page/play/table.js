/**
 * A game on the screen: the board, the goal, what can be said about the position, and the buttons. `view.js` says which game;
 * `message.js` and the laboratory change the rules a little.
 */
import { make, reasonOf } from "../elements.js";
import { PegBoard } from "./board.js";
import { adviser } from "./advice.js";
import { feel } from "./feel.js";
import { Game } from "./game.js";
import { pegsInWords, pegsOf } from "./geometry.js";
import { picture } from "./look.js";
import { keepGame, keptGame } from "./games.js";
import { counted, large } from "./words.js";

/** The time between the jumps of a game that plays itself, in milliseconds. */
const PACE = 550;

/** @typedef {{title: string, board: any, start: string, targets: string[], figures: any, link: string | null}} Ready  a game, as Rust answers */
/** @typedef {{isHidden?: boolean, hearts?: number, onWin?: (table: Table) => void, refuse?: boolean, more?: Node[], first?: Node, key?: string}} How */

export class Table {
    /** @param {Ready} ready
     * @param {import("./geometry.js").Board} board
     * @param {import("../services.js").Services} services
     * @param {How} [how]  `isHidden`: the goal isn't shown, but how many pegs each row and column will have; `refuse`: jumps that lose are
     *     refused; `hearts`: as many slips or hints begin the game anew; `first` and `more`: what stands above the status, and at the end; `key`: what the game is kept under */
    constructor(ready, board, services, how = {}) {
        this.ready = ready;
        this.board = board;
        this.services = services;
        this.how = how;
        this.game = new Game(board, ready.start, ready.targets);
        this.advice = adviser(ready, services);
        this.slips = 0;
        /** Whether the program played some of the jumps. */
        this.isHelped = false;
        /** Why there is no advice on this game.
         * @type {string | null} */
        this.unknown = null;
        this.isHinting = false;
        /** The position after which it is known that the goal is out of reach.
         * @type {string | null} */
        this.lost = null;
        /** Whether a question about the position is on its way, which nobody sees. */
        this.isWatched = false;
        /** Whether the game plays itself.
         * @type {ReturnType<typeof setTimeout> | null} */
        this.timer = null;
        this.gone = new AbortController();
        this.pegs = new PegBoard(board, {
            label: `Board of ${counted(board.holes.length, "hole")}. Arrow keys move, Enter takes a peg and lets it jump, Escape puts it back.`,
            isCounted: how.isHidden,
            isStill: () => services.isStill(),
            landings: (from) => this.game.landings(from),
            play: (from, to) => this.try(from, to),
            say: (text) => services.announce(text),
        }, services.theme());
        const [goal] = ready.targets;
        this.status = make("p", { class: "status", role: "status" });
        this.note = make("p", { class: "message note", hidden: true });
        this.hints = make("ol", { class: "hints", "aria-label": "Jumps, the best first" });
        this.undoButton = this.button("Undo", () => this.undo(), "u");
        this.redoButton = this.button("Redo", () => this.redo(), "r");
        this.hintButton = this.button("Hints", () => this.hint(!this.isHinting), "h");
        this.hintButton.setAttribute("aria-pressed", "false");
        this.restartButton = this.button("Start over", () => this.rewind(0));
        this.solveButton = this.button("Solve from here", () => this.solve());
        this.backButton = this.button("Back to the last position that can be solved", () => this.backToSolvable());
        this.backButton.hidden = true;
        this.progress = make("div", { class: "row working", hidden: true });
        const shown = how.isHidden
            ? make("p", { class: "goal-words" }, "The numbers beside and below the board say how many pegs each row and column will have.")
            : ready.targets.length === 1
              ? picture(board, goal, `The goal: ${pegsInWords(board, goal)}`, services.theme())
              : make("p", { class: "goal-words" }, ready.title);
        this.facts = make("dl", { class: "facts" });
        this.side = make(
            "div",
            { class: "side" },
            make("figure", { class: "goal-figure" }, make("figcaption", {}, "Goal"), shown),
            this.facts,
            how.first,
            this.status,
            this.note,
            this.backButton,
            make("div", { class: "tools" }, this.undoButton, this.redoButton, this.restartButton, this.hintButton, how.isHidden ? null : this.solveButton),
            this.progress,
        );
        const more = make("div", { class: "beside" }, ...(how.more ?? []), this.hints);
        this.element = make("div", { class: "table" }, make("div", { class: "ground" }, this.pegs.svg), this.side, more);
        for (const name of ["--ratio", "--columns"]) this.element.style.setProperty(name, this.pegs.svg.style.getPropertyValue(name));
        this.element.addEventListener("keydown", (event) => this.key(event));
        this.takeUp();
        this.pegs.show(this.game.position);
        this.refresh();
        this.watch();
    }

    /** Takes up the game that was kept. */
    takeUp() {
        const kept = this.how.key && keptGame(this.how.key);
        if (!kept) return;
        const { jumps, slips, isHelped } = kept;
        for (const name of jumps.split(" ")) {
            const jump = this.board.jumps.find((jump) => jump.name === name);
            if (!jump || !this.game.isLegal(jump)) break;
            this.game.play(jump);
        }
        Object.assign(this, { slips, isHelped });
    }

    /** @param {string} text
     * @param {() => void} act
     * @param {string} [key]  a shortcut */
    button(text, act, key) {
        const button = make("button", { type: "button", "aria-keyshortcuts": key, title: key && `Key ${key}` }, text);
        button.addEventListener("click", act);
        return button;
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input, textarea, select")) return;
        const act = { u: () => this.undo(), r: () => this.redo(), h: () => this.hint(!this.isHinting) }[event.key];
        if (act) {
            event.preventDefault();
            act();
        }
    }

    /** The visitor jumps. Returns whether there is such a jump.
     * @param {number} from
     * @param {number} to */
    try(from, to) {
        const jump = this.game.between(from, to);
        if (!jump) return false;
        this.stop();
        if (this.how.refuse) this.tryCarefully(jump);
        else this.play(jump);
        return true;
    }

    /** Plays a jump unless it loses; then it counts as a slip.
     * @param {import("./geometry.js").Jump} jump */
    async tryCarefully(jump) {
        const answer = await this.ask();
        if (!this.game.isLegal(jump) || this.gone.signal.aborted) return;
        if (this.unknown) {
            this.play(jump);
            return this.tell(this.unknown);
        }
        if (!answer) {
            this.pegs.show(this.game.position);
            if (this.note.hidden) this.tell("Cancelled, so the jump was not played.");
            return;
        }
        const hint = answer.hints.find((/** @type {any} */ hint) => hint.jump === jump.name);
        if (hint?.keeps !== false) return this.play(jump);
        this.pegs.show(this.game.position);
        this.pegs.svg.classList.add("no");
        setTimeout(() => this.pegs.svg.classList.remove("no"), 450);
        this.slip(`${jump.name} would lose. Look for another jump.`);
    }

    /** Counts a slip or a hint. When no heart is left, the game begins anew.
     * @param {string} why */
    slip(why) {
        this.slips++;
        const { hearts } = this.how;
        if (hearts && this.slips % hearts === 0) {
            this.rewind(0);
            return this.tell(`${why} That was the last heart, so the game starts over.`);
        }
        this.keepGame();
        this.tell(why);
        this.refresh();
    }

    keepGame() {
        const { slips, isHelped, how } = this;
        if (how.key) keepGame(how.key, { jumps: this.game.notation(), slips, isHelped });
    }

    /** @param {import("./geometry.js").Jump} jump */
    play(jump) {
        this.game.play(jump);
        this.pegs.jump(jump, this.game.position);
        feel(this.game.isWon());
        const { over, to, from } = jump;
        const name = (/** @type {number} */ hole) => this.board.holes[hole].name;
        this.services.announce(`${name(from)} over ${name(over)} to ${name(to)}. ${counted(pegsOf(this.game.position), "peg")} left.`);
        this.note.hidden = true;
        this.changed();
    }

    /** After every change of the position. */
    changed() {
        if (this.game.jumps.length === 0) this.isHelped = false;
        this.keepGame();
        this.refresh();
        const isWon = this.game.isWon();
        if (this.isHinting && !this.how.hearts && !isWon) this.showHints();
        else this.clearHints();
        if (!isWon) return this.watch();
        this.pegs.cheer();
        this.how.onWin?.(this);
    }

    /** Looks, unseen, whether the goal is still within reach, and says so at once if it isn't.
     * @returns {Promise<void>} */
    async watch() {
        const { game } = this;
        if (this.isWatched || this.isHinting || this.how.refuse || this.unknown || this.timer !== null || game.jumps.length === 0 || game.isWon()) return;
        this.isWatched = true;
        const asked = game.position;
        const answer = await this.advice.hints(game.notation(), make("div"), this.gone.signal).catch(() => null);
        this.isWatched = false;
        if (this.gone.signal.aborted || !answer || this.isUnknown(answer)) return;
        if (asked !== game.position) return this.watch();
        if (answer.solvable === false) this.loses();
    }

    /** Whether there is no advice; then it is remembered why.
     * @param {any} answer */
    isUnknown({ unknown }) {
        if (unknown) this.unknown = `${unknown}. You can go on without hints.`;
        return Boolean(unknown);
    }

    /** The goal is out of reach from here. */
    loses() {
        this.lost = this.game.position;
        this.refresh();
        this.services.announce(this.status.textContent ?? "");
    }

    /** @param {number} count  the number of jumps that stay played */
    rewind(count) {
        this.stop();
        this.game.undoTo(count);
        this.pegs.show(this.game.position);
        this.note.hidden = true;
        this.services.announce(`${counted(this.game.jumps.length, "jump")} played.`);
        this.changed();
    }

    undo() {
        if (this.game.jumps.length > 0) this.rewind(this.game.jumps.length - 1);
    }

    redo() {
        const next = this.game.undone.at(-1);
        if (!next) return;
        this.stop();
        this.play(next);
    }

    /** Shows what is known without the solver. */
    refresh() {
        const { game, ready, how } = this;
        const pegs = pegsOf(game.position);
        const isWon = game.isWon();
        const isOver = game.isLost();
        const isLost = isOver || this.lost === game.position;
        const facts = [
            ["Pegs", `${pegs}, ${game.least} at the end`],
            ["Jumps", `${game.jumps.length} of ${pegsOf(game.start) - game.least}`],
        ];
        if (how.hearts) facts.push(["Hearts", "♥".repeat(how.hearts - (this.slips % how.hearts)).padEnd(how.hearts, "♡")]);
        else if (how.refuse) facts.push(["Slips", String(this.slips)]);
        if (ready.figures) {
            const { grade, solutions, fewest_moves } = ready.figures;
            facts.push(["Difficulty", grade], ["Solutions", large(solutions)], ["Par, the fewest moves", String(fewest_moves)]);
        }
        this.facts.replaceChildren(...facts.flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, value)]));
        this.undoButton.disabled = game.jumps.length === 0;
        this.redoButton.disabled = game.undone.length === 0;
        this.restartButton.disabled = game.jumps.length === 0;
        for (const button of [this.solveButton, this.hintButton]) button.disabled = isWon;
        this.backButton.hidden = !isLost || game.jumps.length === 0;
        this.element.classList.toggle("won", isWon);
        this.element.classList.toggle("lost", isLost);
        if (isWon) {
            const moves = game.moves().length;
            const par = ready.figures?.fewest_moves;
            const compared = par === undefined ? "" : moves > par ? ` The best is ${par}.` : " It can't be done in fewer.";
            this.status.textContent = `Solved in ${counted(game.jumps.length, "jump")} and ${counted(moves, "move")}.${compared}`;
        } else if (isLost) {
            const why = game.legal().length === 0 ? "no jump is left" : "too few pegs are left";
            this.status.textContent = isOver ? `Lost: ${why}, and the goal is not reached.` : `Lost: the goal can't be reached ${game.jumps.length === 0 ? "from this start" : "any more"}.`;
        } else {
            const rings = ready.targets.length === 1 ? "Leave pegs where the thin rings are." : "Leave the pegs of the goal.";
            const aim = how.isHidden ? "What is left at the end is the letter." : rings;
            this.status.textContent = game.jumps.length === 0 ? `Jump over a peg into an empty hole; the peg jumped over is removed. ${aim}` : "";
        }
        const [goal] = ready.targets;
        if (how.isHidden) this.pegs.count(goal);
        else if (ready.targets.length === 1) this.pegs.mark(new Set([...goal].flatMap((digit, number) => (digit === "1" ? [number] : []))));
    }

    /** Says something beside the board.
     * @param {string} text */
    tell(text) {
        this.note.textContent = text;
        this.note.hidden = false;
        this.services.announce(text);
    }

    /** Asks for advice on the position, with progress and a button to cancel. Nothing if it was cancelled or there is none.
     * @param {string} [jumps]  instead of those played
     * @returns {Promise<any | null>} */
    async ask(jumps = this.game.notation()) {
        try {
            const answer = this.unknown ? null : await this.advice.hints(jumps, this.progress, this.gone.signal);
            if (answer && !this.isUnknown(answer)) return answer;
            if (this.unknown) this.tell(this.unknown);
        } catch (error) {
            this.tell(reasonOf(error));
        }
        return null;
    }

    /** @param {boolean} on */
    async hint(on) {
        if (!on) return this.clearHints();
        this.isHinting = true;
        this.hintButton.setAttribute("aria-pressed", "true");
        await this.showHints();
        if (this.isHinting && this.how.hearts) this.slip("A hint costs a heart.");
    }

    clearHints() {
        this.isHinting = false;
        this.hintButton.setAttribute("aria-pressed", "false");
        this.hints.replaceChildren();
        this.pegs.pointOut([]);
    }

    async showHints() {
        const asked = this.game.position;
        this.pegs.pointOut([]);
        const answer = await this.ask();
        if (!this.isHinting || asked !== this.game.position) return;
        if (!answer) return this.clearHints();
        /** @type {{jump: string, keeps: boolean | null, solutions: string | null}[]} */
        const hints = answer.hints;
        if (answer.solvable === false) this.loses();
        const good = hints.filter(({ keeps }) => keeps);
        const most = Math.log1p(Math.max(0, ...good.map(({ solutions }) => Number(solutions ?? 0))));
        this.pegs.pointOut(good.map(({ jump, solutions }) => ({ ...this.ends(jump), share: most > 0 ? Math.log1p(Number(solutions)) / most : 1 })));
        this.hints.replaceChildren(...hints.map((hint) => this.hintLine(hint)));
    }

    /** The holes that a jump's name says.
     * @param {string} jump */
    ends(jump) {
        const [from, to] = jump.split("-").map((name) => /** @type {number} */ (this.board.named.get(name)));
        return { from, to };
    }

    /** A jump with what it leaves, to be clicked.
     * @param {{jump: string, keeps: boolean | null, solutions: string | null}} hint */
    hintLine({ jump, keeps, solutions }) {
        const left = keeps === false ? "loses" : solutions === null ? "keeps the goal within reach" : counted(solutions, "solution");
        const button = make(
            "button",
            { type: "button", class: keeps === false ? "loses" : "keeps", "data-jump": jump },
            make("b", {}, jump),
            ` ${left}`,
        );
        button.addEventListener("click", () => {
            const { from, to } = this.ends(jump);
            this.try(from, to);
            this.pegs.holes[to].focus();
        });
        return make("li", {}, button);
    }

    /** Takes back the jumps since the goal was last within reach. A lost game stays lost, so it is found by halving. */
    async backToSolvable() {
        let [solvable, lost] = [-1, this.game.jumps.length];
        while (lost - solvable > 1) {
            const middle = (solvable + lost) >> 1;
            const answer = await this.ask(this.game.notation(middle));
            if (!answer) return;
            if (answer.solvable) solvable = middle;
            else lost = middle;
        }
        if (solvable < 0) return this.tell("The goal can't be reached from the start either.");
        const wrong = this.game.jumps[solvable].name;
        this.rewind(solvable);
        this.tell(`Here the goal can still be reached. ${wrong} lost it.`);
    }

    /** Plays the rest of the game. */
    async solve() {
        if (this.timer !== null) return this.stop();
        try {
            const names = await this.advice.rest(this.game.notation(), this.progress, this.gone.signal);
            if (names === undefined) return;
            if (names === null) return void ((await this.ask()) && this.loses());
            this.isHelped = true;
            this.follow(names.map((/** @type {string} */ name) => this.board.jumps.find((jump) => jump.name === name)));
        } catch (error) {
            this.tell(reasonOf(error));
        }
    }

    /** Plays jumps, one after the other.
     * @param {import("./geometry.js").Jump[]} jumps */
    follow(jumps) {
        const [jump, ...rest] = jumps;
        if (!jump || !this.game.isLegal(jump)) return this.stop();
        this.solveButton.textContent = "Stop";
        this.play(jump);
        this.timer = setTimeout(() => this.follow(rest), PACE);
    }

    /** Stops a game that plays itself. */
    stop() {
        if (this.timer !== null) clearTimeout(this.timer);
        this.timer = null;
        this.solveButton.textContent = "Solve from here";
    }

    /** The table is cleared away. */
    leave() {
        this.stop();
        this.gone.abort();
    }
}

