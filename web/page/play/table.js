/**
 * A game on the screen: the board, the goal, what can be said about the position, and the buttons. `view.js` says which game; the laboratory
 * changes the rules a little; `help.js` gives hints.
 */
import { button, make } from "../elements.js";
import { rule } from "../rule.js";
import { PegBoard } from "./board.js";
import { Game } from "./game.js";
import { pegsInWords, pegsOf } from "./geometry.js";
import { BY_PAGE, Help } from "./help.js";
import { picture } from "./look.js";
import { keepGame, keptGame } from "./games.js";
import { replayed } from "./own-game.js";
import { counted, large } from "./words.js";

/** How long a win is seen on its board before it plays back, in milliseconds. */
const CHEER = 1800;

/** The signs of a move of one, two, three and more jumps. */
const MOVES = ["⚪", "🟡", "🟠", "🔴"];

/** @typedef {{title: string, board: any, start: string, targets: string[], figures: any, link: string | null, no_jump_left: string, no_pegs_to_spare: string}} Ready  a game, as Rust answers */
/** @typedef {{onWin?: (table: Table) => void, refuse?: boolean, more?: Node[], first?: Node, isTaught?: boolean, isDrawn?: boolean, key?: string}} How */

export class Table {
    /** @param {Ready} ready
     * @param {import("./geometry.js").Board} board
     * @param {import("../services.js").Services} services
     * @param {How} [how]  `refuse`: jumps that lose are refused; `first` and `more`: what stands below the status, and at the end; `isTaught`: the rule is said elsewhere; `isDrawn`: nobody knows whether it can be won; `key`: what the game is kept under */
    constructor(ready, board, services, how = {}) {
        this.ready = ready;
        this.board = board;
        this.services = services;
        this.how = how;
        this.game = new Game(board, ready.start, ready.targets);
        this.slips = 0;
        /** What happened, by the number of jumps before it: 💡 a hint, ↩️ jumps taken back, 💔 a jump that lost the goal, 🤖 one that the page played.
         * @type {string[]} */
        this.marks = [];
        this.gone = new AbortController();
        this.pegs = new PegBoard(board, {
            label: `Board of ${counted(board.holes.length, "hole")}. Arrow keys move, Enter takes a peg and lets it jump, Escape puts it back.`,
            isStill: () => services.isStill(),
            landings: (from) => this.game.landings(from),
            play: (from, to) => this.try(from, to),
            say: (text) => services.announce(text),
        }, services.theme());
        this.status = make("p", { class: "status", role: "status" });
        this.note = make("p", { class: "message note", hidden: true });
        this.signs = make("p", { class: "signs", "aria-hidden": "true", hidden: true });
        /** What to do after a win. */
        this.next = make("div", { class: "next" });
        this.undoButton = this.button("Undo", () => this.undo(), "u");
        this.redoButton = this.button("Redo", () => this.redo(), "r");
        this.restartButton = this.button("Start over", () => this.rewind(0));
        this.help = new Help(this);
        const { hintButton, solveButton, backButton, warning, progress, counting, order, list } = this.help;
        this.facts = make("dl", { class: "facts" });
        this.figure = make("figure", { class: "goal-figure" });
        this.side = make(
            "div",
            { class: "side" },
            this.figure,
            this.facts,
            // Above all that comes and goes, so that no button moves under a finger.
            make("div", { class: "tools" }, this.undoButton, this.redoButton, this.restartButton, hintButton, solveButton),
            make("div", { class: "says" }, this.status, order, this.note),
            how.refuse ? null : make("div", { class: "back" }, backButton),
            this.signs,
            this.next,
            how.first,
            progress,
            make("div", { class: "hinted" }, counting, list),
            how.refuse ? null : warning,
        );
        const more = make("div", { class: "beside" }, ...(how.more ?? []));
        this.element = make("div", { class: "table" }, make("div", { class: "ground" }, this.pegs.svg), this.side, more);
        for (const name of ["--ratio", "--columns"]) this.element.style.setProperty(name, this.pegs.svg.style.getPropertyValue(name));
        this.element.addEventListener("keydown", (event) => this.key(event));
        this.takeUp();
        this.pegs.show(this.game.position);
        this.refresh();
        this.help.watch();
        if (this.game.isWon()) this.replay();
        if (this.game.jumps.length === 0) this.pegs.invite();
    }

    /** Takes up the game that was kept. */
    takeUp() {
        const kept = this.how.key && keptGame(this.how.key);
        if (!kept) return;
        const { jumps, slips, marks } = kept;
        for (const name of jumps.split(" ")) {
            const jump = this.board.jumps.find((jump) => jump.name === name);
            if (!jump || !this.game.isLegal(jump)) break;
            this.game.play(jump);
        }
        Object.assign(this, { slips, marks });
    }

    /** @param {string} text
     * @param {() => void} act
     * @param {string} [key]  a shortcut */
    button(text, act, key) {
        return button(text, act, { "aria-keyshortcuts": key, title: key && `Key ${key}` });
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input, textarea, select")) return;
        const act = { u: () => this.undo(), r: () => this.redo(), h: () => this.help.hint() }[event.key];
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
        this.help.stop();
        const at = this.game.jumps.length;
        if (this.marks[at]) this.marks[at] = this.marks[at].replace(BY_PAGE, "");
        if (this.how.refuse) this.tryCarefully(jump);
        else this.play(jump);
        return true;
    }

    /** Plays a jump unless it loses; then it counts as a slip.
     * @param {import("./geometry.js").Jump} jump
     * @returns {Promise<void>} */
    async tryCarefully(jump) {
        const { position } = this.game;
        const answer = await this.help.ask();
        if (!this.game.isLegal(jump) || this.gone.signal.aborted) return;
        // Another jump came first: the advice was on the position before it.
        if (position !== this.game.position) return this.tryCarefully(jump);
        if (this.help.unknown) {
            this.play(jump);
            return this.tell(this.help.unknown);
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

    /** Counts a slip.
     * @param {string} why */
    slip(why) {
        this.slips++;
        this.keepGame();
        this.tell(why);
        this.refresh();
    }

    keepGame() {
        const { slips, marks, how } = this;
        if (how.key) keepGame(how.key, { jumps: this.game.notation(), slips, marks });
    }

    /** @param {import("./geometry.js").Jump} jump */
    play(jump) {
        this.game.play(jump);
        this.pegs.jump(jump, this.game.position);
        const { over, to, from } = jump;
        const name = (/** @type {number} */ hole) => this.board.holes[hole].name;
        this.services.announce(`${name(from)} over ${name(over)} to ${name(to)}. ${counted(pegsOf(this.game.position), "peg")} left.`);
        this.note.hidden = true;
        this.changed();
    }

    /** Notes what happened after `at` jumps.
     * @param {string} sign
     * @param {number} [at] */
    mark(sign, at = this.game.jumps.length) {
        while (this.marks.length <= at) this.marks.push("");
        if (this.marks[at].includes(sign)) return;
        this.marks[at] += sign;
        this.keepGame();
    }

    /** The story of the game: a sign for each move, after those of what happened before or in it. */
    get story() {
        let at = 0;
        return this.game.moves().map((jumps) => {
            const happened = new Set(this.marks.slice(at, (at += jumps)).join("").match(/💡|↩️|💔|🤖/gu) ?? []);
            return [...happened].join("") + MOVES[Math.min(jumps, MOVES.length) - 1];
        }).join("");
    }

    /** How many of the jumps the page played. */
    get helped() {
        return this.game.jumps.filter((_, at) => this.marks[at]?.includes(BY_PAGE)).length;
    }

    /** Whether hints were shown before every jump. */
    get isByHints() {
        return this.game.jumps.every((_, at) => this.marks[at]?.includes("💡"));
    }

    /** After every change of the position. */
    changed() {
        if (this.game.jumps.length === 0) this.marks = [];
        this.keepGame();
        this.next.replaceChildren();
        this.refresh();
        const isWon = this.game.isWon();
        // What the rules refuse is no hint.
        if (this.help.isLasting && !isWon && !this.game.isLost()) this.help.show();
        else this.help.clear();
        if (!isWon) return this.help.watch();
        if (this.helped === 0) this.pegs.cheer();
        this.replay();
        this.how.onWin?.(this);
    }

    /** @param {number} count  the number of jumps that stay played */
    rewind(count) {
        this.help.stop();
        if (count < this.game.jumps.length) this.mark("↩️", count);
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
        this.help.stop();
        this.play(next);
    }

    /** Shows what is known. */
    refresh() {
        const { game, ready, how, help } = this;
        const pegs = pegsOf(game.position);
        const isWon = game.isWon();
        const isOver = game.isLost();
        const lost = help.shown(isOver);
        const facts = [
            ["Pegs", `${pegs}, ${game.least} at the end`],
            ["Jumps", `${game.jumps.length} of ${pegsOf(game.start) - game.least}`],
        ];
        if (how.refuse) facts.push(["Slips", String(this.slips)]);
        if (ready.figures) {
            const { grade, solutions, fewest_moves } = ready.figures;
            facts.push(["Difficulty", grade], ["Solutions", large(solutions)], ["Fewest moves", String(fewest_moves)]);
        }
        this.facts.replaceChildren(...facts.flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, value)]));
        this.undoButton.disabled = this.restartButton.disabled = game.jumps.length === 0;
        this.redoButton.disabled = game.undone.length === 0;
        const isLoud = isOver || lost?.isSoft === false;
        help.hintButton.disabled = help.solveButton.disabled = isOver;
        help.backButton.hidden = isWon || !lost || lost.jumps > game.jumps.length;
        help.backButton.textContent = `Back to there: ${counted(lost?.jumps ?? 0, "jump")}`;
        help.backButton.classList.toggle("main", isLoud);
        const state = { begun: game.jumps.length > 0, won: isWon, helped: this.helped > 0, lost: isLoud, soft: lost !== null && !isLoud };
        for (const [name, is] of Object.entries(state)) this.element.classList.toggle(name, is);
        this.signs.hidden = !isWon || how.isTaught === true;
        this.signs.textContent = this.story;
        this.status.replaceChildren(...(isWon ? [this.result()] : isOver || lost ? [lost?.verdict ?? this.over()] : this.task()));
        const [goal] = ready.targets;
        if (!isWon) this.showFigure("goal");
        if (ready.targets.length === 1) this.pegs.mark(new Set(isWon ? [] : [...goal].flatMap((digit, number) => (digit === "1" ? [number] : []))));
    }

    /** Shows the goal; after a win, the game that led there.
     * @param {"goal" | "film"} what */
    showFigure(what) {
        const { ready, board, services, figure } = this;
        if (figure.dataset.shows === what) return;
        figure.dataset.shows = what;
        this.element.classList.toggle("replayed", what === "film");
        if (what === "film") return figure.replaceChildren(replayed(this, services));

        const [goal] = ready.targets;
        const shown = ready.targets.length === 1
            ? picture(board, goal, `The goal: ${pegsInWords(board, goal)}`, services.theme())
            : make("p", { class: "goal-words" }, ready.title);
        figure.replaceChildren(make("figcaption", {}, "Goal"), shown);
    }

    /** Plays the game back, when the win was seen. On a phone, the film takes the place of the board. */
    replay() {
        if (this.helped > 0 || this.how.isTaught) return;
        setTimeout(() => {
            if (!this.game.isWon() || this.gone.signal.aborted) return;
            this.showFigure("film");
            if (document.activeElement === document.body) this.next.querySelector("a")?.focus({ preventScroll: true });
        }, this.services.isStill() ? 0 : CHEER);
    }

    /** What was achieved, in words. */
    result() {
        if (this.helped > 0) return `The page played ${this.helped} of ${counted(this.game.jumps.length, "jump")}. Start over to solve it yourself.`;
        const moves = this.game.moves().length;
        const par = this.ready.figures?.fewest_moves;
        const compared = par === undefined ? "" : moves > par ? ` The best is ${par}.` : " It can't be done in fewer.";
        const hints = this.isByHints && !this.how.isTaught ? " All of it by hints: now without?" : "";
        return `Solved in ${counted(this.game.jumps.length, "jump")} and ${counted(moves, "move")}.${compared}${hints}`;
    }

    /** Why the game is over, as long as nobody knows since when it is lost. */
    over() {
        return this.game.hasSpare() ? this.ready.no_jump_left : this.ready.no_pegs_to_spare;
    }

    /** What to do.
     * @returns {(Node | string)[]} */
    task() {
        const { game, how, ready } = this;
        if (game.jumps.length > 0 || how.isTaught) return [];
        const rings = ready.targets.length === 1 ? "Leave pegs where the thin rings are." : "Leave the pegs of the goal.";
        return [rule(), ` ${rings}`];
    }

    /** Says something beside the board.
     * @param {string} text */
    tell(text) {
        this.note.textContent = text;
        this.note.hidden = false;
        this.services.announce(text);
    }

    /** The table is cleared away. */
    leave() {
        this.help.stop();
        this.gone.abort();
        this.help.advice.forget();
    }
}

