/**
 * What the page says about a game that is played: hints, a warning when the goal is out of reach, the way back to where it wasn't, and
 * the rest of the game. Quiet unless it is asked: whether the game is lost is looked up unseen. Those who never won are told some jumps later.
 */
import { button, make, reasonOf } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { adviser } from "./advice.js";
import { hasWon } from "./games.js";
import { counted } from "./words.js";

/** What the wish to be warned is kept under. */
const WARN = "pegfont warn";

/** How many jumps after the goal got out of reach those are told who never won. */
const LATE = 3;

/** What the button for hints does next: it shows a jump as an arrow, all jumps with what they leave, and nothing again. */
const HINTS = ["Hint", "All jumps", "Hide hints"];

/** What stands beside an arrow, and above a list of jumps. */
const WORDS = {
    only: ["The only jump that keeps the goal", "One jump keeps the goal"],
    ranked: ["The best jump: it leaves the most solutions", "Jumps, the best first"],
    counting: ["A jump that keeps the goal, while solutions are counted", "Jumps that keep the goal, while their solutions are counted"],
    unranked: ["A jump that keeps the goal", "Jumps that keep the goal, in no order: too many positions lie ahead to count solutions"],
};

/** @typedef {{jump: string, keeps: boolean | null, solutions: string | null}} Hint  a jump, whether it keeps the goal within reach, and how many solutions it leaves, if that is known */

/** Whether the order of hints says which is best: whether there is at most one good jump, or all solutions were counted.
 * @param {Hint[]} good  the jumps that keep the goal
 * @returns {"only" | "ranked" | "unranked"} */
function rankOf(good) {
    if (good.length < 2) return "only";
    return good.every(({ solutions }) => solutions !== null) ? "ranked" : "unranked";
}

/** The sign of a jump that the page played. */
export const BY_PAGE = "🤖";

/** The time between the jumps of a game that plays itself, in milliseconds. */
const PACE = 550;

export class Help {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        this.advice = adviser(table.ready, table.services);
        /** The reason why this game has no advice.
         * @type {string | null} */
        this.unknown = null;
        /** How much is shown: nothing, an arrow, or all jumps. */
        this.hints = 0;
        /** How many jumps ago the goal got out of reach, where that is known of a position, and what to say of it.
         * @type {{position: string, jumps: number, verdict: string} | null} */
        this.lost = null;
        /** Whether a question about the position is on its way, which nobody sees. */
        this.isWatching = false;
        /** The jumps played when counting began that is under way, and what ends it.
         * @type {{jumps: string, end: AbortController} | null} */
        this.count = null;
        /** Whether the visitor stopped the counting. */
        this.isUncounted = false;
        /** Whether the game plays itself.
         * @type {ReturnType<typeof setTimeout> | null} */
        this.timer = null;
        this.order = make("p", { class: "order quiet" });
        this.list = make("ol", { class: "hints" });
        this.counting = make("div", { class: "row working", hidden: true });
        this.progress = make("div", { class: "row working", hidden: true });
        this.hintButton = table.button(HINTS[0], () => this.hint(), "h");
        this.solveButton = table.button("Solve it", () => this.solve());
        this.backButton = table.button("", () => this.back());
        const box = make("input", { type: "checkbox" });
        box.checked = this.warns = recalled(WARN) === true;
        box.onchange = () => {
            keep(WARN, (this.warns = box.checked));
            table.refresh();
            this.watch();
        };
        this.warning = make("label", { class: "row warning" }, box, "Warn me when the goal is out of reach");
    }

    /** Asks for advice on the position, with progress and a button to cancel. Returns nothing if it was cancelled, or the game has no advice.
     * @param {HTMLElement} [place]  where the progress is shown
     * @returns {Promise<any | null>} */
    async ask(place = this.progress) {
        const { table } = this;
        const asked = table.game.position;
        try {
            const answer = this.unknown ? null : await this.advice.hints(table.game.notation(), place, table.gone.signal);
            if (answer?.unknown && answer.solvable === null) this.unknown = `${answer.unknown} You can go on without hints.`;
            else if (answer) {
                if (asked === table.game.position && answer.solvable === false) this.loses(asked, answer.lost, answer.verdict);
                return answer;
            }
            if (this.unknown && place === this.progress) table.tell(this.unknown);
        } catch (error) {
            if (place === this.progress) table.tell(reasonOf(error));
        }
        return null;
    }

    /** Looks, unseen, whether the goal is still within reach.
     * @returns {Promise<void>} */
    async watch() {
        const { game, how, gone } = this.table;
        if (this.isWatching || this.hints > 0 || how.refuse || this.unknown || this.timer !== null || game.isWon() || (!how.isDrawn && game.jumps.length === 0)) return;
        this.isWatching = true;
        const asked = game.position;
        await this.ask(make("div"));
        this.isWatching = false;
        if (!gone.signal.aborted && asked !== game.position) return this.watch();
    }

    /** The goal is out of reach.
     * @param {string} position
     * @param {number | null} jumps  how many jumps ago it wasn't
     * @param {string} verdict  what to say of it */
    loses(position, jumps, verdict) {
        const { table } = this;
        const { length } = table.game.jumps;
        this.lost = { position, jumps: jumps ?? 1, verdict };
        table.mark("💔", Math.max(0, length - this.lost.jumps));
        const before = table.status.textContent;
        table.refresh();
        if (table.status.textContent !== before) table.services.announce(table.status.textContent ?? "");
    }

    /** How long the game has been lost, if the player is to know: when no jump is left, by wish, or softly: if it could never be won, and
     * those who never won.
     * @param {boolean} isOver
     * @returns {{jumps: number, isSoft: boolean, verdict: string} | null} */
    shown(isOver) {
        const { lost } = this;
        if (lost?.position !== this.table.game.position) return null;
        const isSoft = !(isOver || this.warns || this.hints > 0);
        const isWinnable = lost.jumps <= this.table.game.jumps.length;
        return isSoft && isWinnable && (lost.jumps < LATE || hasWon()) ? null : { jumps: lost.jumps, isSoft, verdict: lost.verdict };
    }

    /** Shows more hints, or none after all.
     * @param {number} [hints] */
    async hint(hints = (this.hints + 1) % HINTS.length) {
        if (hints === 0) return this.clear();
        if (this.table.game.isWon() || this.table.game.isLost()) return;
        this.stop();
        if (this.hints === 0) this.isUncounted = false;
        this.hints = hints;
        this.hintButton.textContent = HINTS[hints];
        await this.show();
    }

    /** Whether the next position has hints, too: if all jumps are shown, or in the lesson. */
    get isLasting() {
        return this.hints > 1 || (this.hints > 0 && this.table.how.isTaught === true);
    }

    clear() {
        this.hints = 0;
        this.hintButton.textContent = HINTS[0];
        this.order.textContent = "";
        this.list.replaceChildren();
        this.table.pegs.pointOut([]);
    }

    async show() {
        const { table } = this;
        const asked = table.game.position;
        table.pegs.pointOut([]);
        const answer = await this.ask();
        if (this.hints === 0 || asked !== table.game.position) return;
        if (!answer) return this.clear();
        table.mark("💡");
        table.refresh();
        const rank = this.put(answer);
        if (rank === "unranked") this.rank();
    }

    /** Counts the solutions of what is shown, in a worker of its own, and ranks the jumps by them. The counts serve all positions after
     * the one for which they were made.
     * @returns {Promise<void>} */
    async rank() {
        const { table } = this;
        const jumps = table.game.notation();
        if (this.isUncounted) return;
        this.say("counting");
        // What is being counted for a position before this one is waited for.
        if (this.count && isBefore(this.count.jumps, jumps)) return;
        this.count?.end.abort();
        const end = new AbortController();
        const mine = (this.count = { jumps, end });
        const answer = await this.advice.counted(jumps, this.counting, AbortSignal.any([end.signal, table.gone.signal])).catch(() => null);
        if (this.count !== mine || table.gone.signal.aborted) return;
        this.count = null;
        this.isUncounted = answer === undefined;
        if (this.hints === 0) return;
        if (jumps !== table.game.notation()) return this.rank();
        // Where memory is short, nothing may be known of the jumps.
        const isCounted = answer?.hints.some((/** @type {Hint} */ { solutions }) => solutions !== null);
        if (isCounted) this.put(answer);
        else this.say("unranked");
    }

    /** Says what order hints have, if there are any.
     * @param {keyof typeof WORDS} rank */
    say(rank) {
        const [jump, jumps] = WORDS[rank];
        this.order.textContent = this.hints > 1 ? jumps : jump;
    }

    /** Shows hints: the first good jump as an arrow, or all jumps. Returns what their order says.
     * @param {{hints: Hint[], leaves: string[]}} answer  each jump, and what it leaves in words */
    put({ hints, leaves }) {
        const { table } = this;
        const isList = this.hints > 1;
        const good = hints.filter(({ keeps }) => keeps);
        const rank = rankOf(good);
        const shown = isList ? good : good.slice(0, 1);
        if (!isList && good.length > 0) table.services.announce(`Hint: ${good[0].jump.replace("-", " to ")}`);

        const most = Math.log1p(Math.max(0, ...good.map(({ solutions }) => Number(solutions ?? 0))));
        const share = (/** @type {Hint} */ { solutions }) => (rank !== "unranked" && most > 0 ? Math.log1p(Number(solutions)) / most : isList ? 0 : 1);
        table.pegs.pointOut(shown.map((hint) => ({ ...this.ends(hint.jump), share: share(hint) })));

        this.say(rank);
        this.order.hidden = good.length === 0;
        this.list.setAttribute("aria-label", rank === "ranked" ? "Jumps, the best first" : "Jumps, those first that keep the goal");
        const chosen = this.list.querySelector(":focus")?.getAttribute("data-jump");
        this.list.replaceChildren(...(isList ? hints : []).map((hint, number) => this.line(hint, leaves[number])));
        /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-jump="${chosen}"]`))?.focus({ preventScroll: true });
        return rank;
    }

    /** The holes that a jump's name says.
     * @param {string} jump */
    ends(jump) {
        const [from, to] = jump.split("-").map((name) => /** @type {number} */ (this.table.board.named.get(name)));
        return { from, to };
    }

    /** A jump with what it leaves, to be clicked.
     * @param {Hint} hint
     * @param {string} leaves */
    line({ jump, keeps }, leaves) {
        return make("li", {}, button([make("b", {}, jump), ` ${leaves}`], () => {
            const { from, to } = this.ends(jump);
            this.table.try(from, to);
            this.table.pegs.holes[to].focus();
        }, { class: keeps === false ? "loses" : "keeps", "data-jump": jump }));
    }

    /** Takes back the jumps since the goal was last within reach. */
    back() {
        const { table, lost } = this;
        const count = table.game.jumps.length - (lost?.jumps ?? 0);
        if (count < 0) return table.tell("The goal can't be reached from the start either.");
        const wrong = table.game.jumps[count].name;
        table.rewind(count);
        table.pegs.pointOut([{ ...this.ends(wrong), share: 1 }], true);
        table.tell(`Here the goal can still be reached. The dashed jump, ${wrong}, lost it.`);
    }

    /** Plays the rest of the game. */
    async solve() {
        const { table } = this;
        if (this.timer !== null) return this.stop();
        try {
            const names = await this.advice.rest(table.game.notation(), this.progress, table.gone.signal);
            if (names === undefined) return;
            if (names === null) {
                const answer = await this.ask();
                if (answer?.solvable === false && answer.lost <= table.game.jumps.length) table.tell("From here the goal is out of reach. Take jumps back first.");
                return;
            }
            this.follow(names.map((/** @type {string} */ name) => table.board.jumps.find((jump) => jump.name === name)));
        } catch (error) {
            table.tell(reasonOf(error));
        }
    }

    /** Plays jumps, one after the other.
     * @param {import("./geometry.js").Jump[]} jumps */
    follow(jumps) {
        const [jump, ...rest] = jumps;
        if (!jump || !this.table.game.isLegal(jump)) return this.stop();
        this.solveButton.textContent = "Stop";
        this.table.mark(BY_PAGE);
        this.table.play(jump);
        this.timer = setTimeout(() => this.follow(rest), PACE);
    }

    /** Stops a game that plays itself. */
    stop() {
        if (this.timer !== null) clearTimeout(this.timer);
        this.timer = null;
        this.solveButton.textContent = "Solve it";
    }
}

/** Whether some jumps are the first ones of others, or all of them.
 * @param {string} some
 * @param {string} others */
const isBefore = (some, others) => some === "" || others === some || others.startsWith(`${some} `);
