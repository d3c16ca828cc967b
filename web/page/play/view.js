/**
 * Play: a letter, the puzzle of the day, a board of the literature, a drawn board, or the puzzle of a link. The address says
 * which: `#play/lesson/1`, `#play/letter/A`, `#play/daily/2026-11-22`, `#play/board/english?target=d4`, `#play/link/…`; `#play/choose` offers them.
 */
import { named } from "../boards.js";
import { make, problem } from "../elements.js";
import { reached } from "../modules.js";
import { chooser } from "./chooser.js";
import { Daily, endInWords, inWords, isDay, today } from "./daily.js";
import { hasWon, noteWin } from "./games.js";
import { boardOf, pegsOf } from "./geometry.js";
import { STEPS, invitation, lesson, link } from "./lesson.js";
import { solve, solved } from "./letters.js";
import { sends } from "./own-game.js";
import { Table } from "./table.js";

/** Ends what is on the screen.
 * @type {AbortController | null} */
let gone = null;

/** How many jumps before its end the puzzle of the day begins for those who never won. */
const FIRST = 6;

/** How many jumps before its end a game is to begin; 0 is the beginning.
 * @param {URLSearchParams} query */
function begin(query) {
    const before = query.get("before") ?? "0";
    if (!/^\d{1,2}$/.test(before)) throw new Error(`“before=${before.slice(0, 40)}” is not a number of jumps. Choose a letter below.`);
    return Number(before);
}

/** What the worker is asked for, and a title.
 * @param {string[]} path
 * @param {URLSearchParams} query
 * @returns {{wanted: any, title: string}} */
function asked([kind, value], query) {
    if (value === undefined && ["letter", "link", "board"].includes(kind)) throw new Error(`The address doesn't say which ${kind} to play. Choose one below.`);
    switch (kind) {
        case "lesson": {
            const step = STEPS[Number(value ?? 1) - 1];
            if (!step) throw new Error(`The lesson has ${STEPS.length} steps, and “${value}” is not one of them. Choose something below.`);
            return { wanted: { lesson: Number(value ?? 1) }, title: `First lesson, ${value ?? 1} of ${STEPS.length}: ${step.title.toLowerCase()}` };
        }
        case "letter": {
            const before = begin(query) || null;
            if ([...value].length !== 1) throw new Error(`“${value.slice(0, 40)}” is not one letter. Choose one below.`);
            if (/[\p{C}\p{Z}]/u.test(value)) throw new Error("The address names a character that can't be seen. Choose a letter below.");
            const end = before === null ? "" : `, ${before === 1 ? "a jump" : `${before} jumps`} before its end`;
            return { wanted: { character: { character: value, before } }, title: `The letter ${value}${end}` };
        }
        case "link":
            return { wanted: { link: value }, title: "A puzzle for you" };
        case "board": {
            const [vacancy, target] = [query.get("vacancy"), query.get("target")];
            return { wanted: { board: { board: value, vacancy, target } }, title: "" };
        }
        case "daily": {
            const day = value ?? today();
            if (!isDay(day)) throw new Error("There is no such day. A day is written as 2026-03-31.");
            if (day > today()) throw new Error(`The puzzle of ${inWords(day)} is still to come. Today's is below.`);
            return { wanted: { daily: day }, title: `The puzzle of ${inWords(day)}` };
        }
        default:
            throw new Error(`There is nothing to play under “${kind}”. Choose something below.`);
    }
}

/**
 * @param {HTMLElement} root
 * @param {{path: string[], query: URLSearchParams}} params
 * @param {import("../services.js").Services} services
 */
export async function mount(root, params, services) {
    const left = (gone = new AbortController());
    const { query } = params;
    const path = params.path.length > 0 ? params.path : ["daily"];
    const heading = make("h1", {}, "Play");
    const place = make("div", { class: "stage" }, make("p", { class: "quiet", role: "status" }, "Setting up the board …"));
    root.append(heading, place);
    if (path[0] === "choose") {
        heading.textContent = "Choose a puzzle";
        const choice = await chooser(services);
        if (!left.signal.aborted) place.replaceChildren(choice);
        return;
    }
    try {
        const { wanted, title } = asked(path, query);
        heading.textContent = title || "Play";
        let ready = await services.studio.call("game", wanted);
        if (left.signal.aborted) return;
        /** How many jumps before its end the puzzle of the day begins; 0 is the whole of it. */
        let end = 0;
        if (wanted.daily) {
            const jumps = pegsOf(ready.start) - pegsOf(ready.targets[0]);
            if (!query.has("before") && !hasWon() && jumps > FIRST) {
                query.set("before", String(FIRST));
                services.replace("play", ["daily", wanted.daily], { before: String(FIRST) });
            }
            const before = begin(query);
            if (0 < before && before < jumps) {
                end = before;
                ready = await services.studio.call("game", { character: { character: ready.title, before } });
            }
        }
        if (left.signal.aborted) return;
        const part = end > 0 ? `, ${endInWords(end)}` : "";
        if (ready.message) {
            heading.textContent = "Guess my word";
            const { Guess } = await reached(import("./guess.js"));
            if (left.signal.aborted) return;
            place.replaceChildren(new Guess(path[1], ready.message, query.get("theme"), services, left.signal).element);
        } else {
            heading.textContent = title ? title + part : `${ready.title}, on ${named(ready.board.board, ready.board.holes.length)}`.replace(/^./, (first) => first.toUpperCase());
            place.replaceChildren(table(path, query, wanted, end, ready, services, left.signal).element);
        }
    } catch (error) {
        if (left.signal.aborted) return;
        place.replaceChildren(problem(error, () => services.again()));
        const choice = await chooser(services);
        if (!left.signal.aborted) place.append(choice);
    }
}

/** A table for a game, with what belongs to a lesson, a day, or a letter.
 * @param {string[]} path
 * @param {URLSearchParams} query
 * @param {any} wanted
 * @param {number} end  how many jumps before its end the puzzle of a day begins; 0 is the whole of it
 * @param {import("./table.js").Ready} ready
 * @param {import("../services.js").Services} services
 * @param {AbortSignal} left */
function table(path, query, wanted, end, ready, services, left) {
    const [kind, value] = path;
    const step = kind === "lesson" ? Number(value ?? 1) : 0;
    const taught = step > 0 ? lesson(step, services) : null;
    const daily = wanted.daily ? new Daily(wanted.daily, end, ready, services) : null;
    const key = wanted.daily ? `daily/${wanted.daily}${end > 0 ? `, ${endInWords(end)}` : ""}` : `${path.join("/")}?${query}`;
    const whole = end > 0 ? new URL(services.link("play", ["daily", wanted.daily], { before: "0" })).hash : null;
    const onWin = (/** @type {Table} */ table) => {
        const isFirstPart = whole !== null && !hasWon();
        const isOwn = table.helped === 0;
        daily?.won(table, isFirstPart);
        taught?.won();
        if (isOwn && !taught && !table.isByHints) noteWin();
        if (isOwn && kind === "letter" && !begin(query)) solve(value);
        if (whole) table.next.append(make("a", { class: isOwn && !isFirstPart ? "button" : "button main", href: whole }, "Now the whole puzzle"));
        if (!taught) goOn(table, daily ? ready.title : kind === "letter" ? value : null, services);
    };
    const others = make("a", { class: "button others", href: new URL(services.link("play", ["choose"])).hash }, "Other puzzles");
    const wholly = whole && !hasWon() ? make("a", { class: "button", href: whole }, "The whole puzzle") : null;
    const made = new Table(ready, boardOf(ready.board), services, { key: taught ? undefined : key, onWin, more: [...(daily ? [daily.element] : []), others], isTaught: step > 0, isDrawn: kind === "board" && /[#.]/.test(value), first: taught?.element ?? invitation(services, wholly) });
    // It was solved before the page was opened.
    if (made.game.isWon()) onWin(made);
    if (step === 1) made.help.hint(1);
    left.addEventListener("abort", () => [made, daily].forEach((one) => one?.leave()));
    return made;
}

/** Offers what to do after a win: a harder letter, and to send the game to somebody.
 * @param {Table} table
 * @param {string | null} character  what was solved, if it was one
 * @param {import("../services.js").Services} services */
async function goOn(table, character, services) {
    const { letters } = await services.studio.call("letters");
    if (!table.game.isWon()) return;
    /** @type {string[]} */
    const all = letters.map((/** @type {{character: string}} */ letter) => letter.character);
    const done = new Set([...solved(), character]);
    const isNew = (/** @type {string} */ letter) => !done.has(letter);
    const next = all.slice(character === null ? 0 : all.indexOf(character) + 1).find(isNew) ?? all.find(isNew);
    const kind = character === null ? "A letter" : all.indexOf(next ?? "") > all.indexOf(character) ? "A harder one" : "Another one";
    // One button is what to do now: to share the result of a day, or to go on.
    const isMore = table.next.childElementCount > 0;
    if (next !== undefined && !isMore) table.next.append(link(services, ["letter", next], `${kind}: ${next}`));
    if (table.ready.link) table.next.append(...sends(table, table.ready.link, services));
}

export function unmount() {
    gone?.abort();
    gone = null;
}
