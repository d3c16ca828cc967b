/**
 * The puzzle of the day as a habit: which days were solved on this device, for how many in a row, when the next puzzle comes, and a result
 * to send. The end of a puzzle and the whole of it are two puzzles, each with its own record.
 */
import { button, make } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { link } from "./lesson.js";
import { counted } from "./words.js";

/** What was solved of each day: the fewest moves, by how many jumps before its end the puzzle began; 0 is the whole of it. */
const KEY = "pegfont daily records";

/** The days that earlier versions of the page kept, each with the fewest moves of whatever was played of it. */
const OLD_KEY = "pegfont days";

/** The days of a week. */
const WEEK = 7;

/** A day of the visitor's calendar, such as `2026-11-22`.
 * @param {Date} date */
const written = (date) => date.toLocaleDateString("sv");

export const today = () => written(new Date());

/** @param {string} day */
const midnight = (day) => new Date(`${day}T00:00`);

/** A day some days later.
 * @param {string} day
 * @param {number} count */
function later(day, count) {
    const date = midnight(day);
    date.setDate(date.getDate() + count);
    return written(date);
}

/** Whether there is such a day, and it is written as the page writes days.
 * @param {string} day */
export function isDay(day) {
    const date = midnight(day);
    return !Number.isNaN(date.getTime()) && written(date) === day;
}

/** A day in words, such as `Sunday, 22 November 2026`.
 * @param {string} day */
export function inWords(day) {
    const date = midnight(day);
    return date.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" }).replace(/^(\w+) /, "$1, ");
}

/** What was solved of some days. Of days in the old form, nobody knows what was played: they have no moves.
 * @typedef {Record<string, Record<string, number>>} Days */

/** The days solved on this device.
 * @returns {Days} */
export function daysSolved() {
    /** @type {Days} */
    const days = {};
    for (const [day, moves] of entries(recalled(OLD_KEY))) {
        if (Number(moves) > 0) days[day] = {};
    }
    for (const [day, kept] of entries(recalled(KEY))) {
        const records = entries(kept).filter(([, moves]) => Number(moves) > 0);
        if (records.length > 0) days[day] = Object.fromEntries(records);
    }
    return days;
}

/** The entries of what the browser kept; none if it is something else by now.
 * @param {any} kept */
const entries = (kept) => (kept !== null && typeof kept === "object" ? Object.entries(kept) : []);

/** Keeps a win, unless there is a better one of the same.
 * @param {string} day
 * @param {number} before  how many jumps before its end the puzzle began
 * @param {number} moves */
function keepWin(day, before, moves) {
    const days = recalled(KEY) ?? {};
    const records = daysSolved()[day] ?? {};
    const best = Math.min(records[before] ?? Infinity, moves);
    keep(KEY, { ...days, [day]: { ...records, [before]: best } });
}

/** What was solved of a day, in words.
 * @param {Record<string, number> | undefined} records */
function solvedInWords(records) {
    if (!records) return "not solved";
    const { 0: whole, ...ends } = records;
    const parts = Object.entries(ends).map(([before, moves]) => `${endInWords(Number(before))} solved in ${counted(moves, "move")}`);
    if (whole) parts.unshift(`solved in ${counted(whole, "move")}`);
    return parts.join(", ") || "solved";
}

/** The end of a puzzle, in words.
 * @param {number} jumps */
export const endInWords = (jumps) => (jumps === 1 ? "its last jump" : `its last ${jumps} jumps`);

/** How many days in a row were solved, up to today, or up to yesterday if today's is still to be solved.
 * @param {Days} days */
function streak(days) {
    const now = today();
    let count = 0;
    for (let day = days[now] ? now : later(now, -1); days[day]; day = later(day, -1)) count++;
    return count;
}

export class Daily {
    /** @param {string} day
     * @param {number} before  how many jumps before its end the puzzle begins; 0 is the whole of it
     * @param {import("./table.js").Ready} ready
     * @param {import("../services.js").Services} services */
    constructor(day, before, ready, services) {
        this.day = day;
        this.before = before;
        /** The moves of the last win. */
        this.moves = 0;
        this.ready = ready;
        this.services = services;
        /** The day on which the page was opened. */
        this.opened = today();
        /** The story of the game on the board, if the visitor has won it. */
        this.story = "";
        this.next = link(services, ["daily"], "Play the new puzzle");
        this.week = make("ol", { class: "week", "aria-label": "This week, from easy to fiendish" });
        this.words = make("p", { class: "quiet" });
        this.send = button("Share the result", () => services.send(this.result, this.send), { class: "main" });
        this.element = make("div", { class: "daily" }, this.next, this.words, this.week);
        this.timer = setInterval(() => this.refresh(), 20_000);
        this.refresh();
    }

    refresh() {
        const [days, now] = [daysSolved(), today()];
        this.next.hidden = now === this.opened;
        const minutes = Math.ceil((midnight(later(now, 1)).getTime() - Date.now()) / 60_000);
        const row = streak(days);
        const next = `The next puzzle comes in ${Math.floor(minutes / 60)} h ${minutes % 60} min.`;
        this.words.textContent = [row > 0 && `${counted(row, "day")} in a row.`, next].filter(Boolean).join(" ");
        // Weeks begin on Monday, with an easy puzzle. Days to come are not played yet.
        const monday = later(now, -((midnight(now).getDay() + 6) % 7));
        this.week.replaceChildren(...Array.from({ length: WEEK }, (_, number) => {
            const day = later(monday, number);
            const isToCome = day > now;
            const name = `${inWords(day)}, ${isToCome ? "to come" : solvedInWords(days[day])}`;
            const letter = midnight(day).toLocaleDateString("en", { weekday: "narrow" });
            const href = isToCome ? null : new URL(this.services.link("play", ["daily", day])).hash;
            const link = make(isToCome ? "span" : "a", { href, "aria-label": isToCome ? null : name, title: name, "aria-current": day === this.day ? "date" : null }, days[day] ? "✓" : letter);
            return make("li", { class: days[day] ? "solved" : null }, link);
        }));
    }

    /** The day is solved; what the page played doesn't count.
     * @param {import("./table.js").Table} table
     * @param {boolean} isFirstPart  whether the visitor is to go on to the whole of it first */
    won(table, isFirstPart) {
        if (table.helped > 0) return;
        this.moves = table.game.moves().length;
        this.story = `${table.story}${table.isByHints ? "\nAll of it by hints" : ""}`;
        keepWin(this.day, this.before, this.moves);
        this.refresh();
        this.send.classList.toggle("main", !isFirstPart);
        table.next.prepend(this.send);
    }

    /** The result in words that give nothing away. */
    get result() {
        const { grade, fewest_moves } = this.ready.figures;
        const row = streak(daysSolved());
        const part = this.before > 0 ? `, ${endInWords(this.before)}` : "";
        const text = [
            `Peg solitaire of ${inWords(this.day)}${part} (${grade})`,
            `${counted(this.moves, "move")}, the best is ${fewest_moves}${row > 1 ? `, ${row} days in a row` : ""}`,
            this.story,
        ].filter(Boolean).join("\n");
        return { title: "Peg solitaire of the day", text, url: this.services.link("play", ["daily", this.day], { before: String(this.before) }) };
    }

    leave() {
        clearInterval(this.timer);
    }
}
