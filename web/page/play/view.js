/**
 * Play: a letter, the puzzle of the day, a board of the literature, a drawn board, or the puzzle of a link. The address says
 * which: `#play/letter/A`, `#play/daily/2026-11-22`, `#play/board/english?target=d4`, `#play/link/…`.
 */
import { named } from "../boards.js";
import { make, problem } from "../elements.js";
import { chooser } from "./chooser.js";
import { Daily, inWords, today } from "./daily.js";
import { boardOf } from "./geometry.js";
import { Message } from "./message.js";
import { sharing } from "./sharing.js";
import { Table } from "./table.js";

/** What is on the screen, to be cleared away.
 * @type {{leave: () => void} | null} */
let shown = null;
/** Counts visits, so that a slow answer doesn't replace a later one. */
let visit = 0;

/** What the worker is asked for, and a title.
 * @param {string[]} path
 * @param {URLSearchParams} query
 * @returns {{wanted: any, title: string}} */
function asked([kind, value], query) {
    if (value === undefined && ["letter", "link", "board"].includes(kind)) throw new Error(`The address doesn't say which ${kind} to play. Choose one below.`);
    switch (kind) {
        case "letter":
            return { wanted: { character: value }, title: `The letter ${value}` };
        case "link":
            return { wanted: { link: value }, title: "A puzzle for you" };
        case "board": {
            const [vacancy, target] = [query.get("vacancy"), query.get("target")];
            return { wanted: { board: { board: value, vacancy, target } }, title: "" };
        }
        case "daily":
        case undefined: {
            const day = value ?? today();
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
export async function mount(root, { path, query }, services) {
    const mine = ++visit;
    const heading = make("h1", {}, "Play");
    const place = make("div", { class: "stage" });
    const waiting = make("p", { class: "quiet", role: "status" }, "Setting up the board …");
    place.append(waiting);
    root.append(heading, place, chooser(services));
    try {
        const { wanted, title } = asked(path, query);
        heading.textContent = title || "Play";
        const ready = await services.studio.call("game", wanted);
        if (mine !== visit) return;
        if (ready.message) {
            heading.textContent = "A hidden message";
            const message = new Message(path[1], ready.message, services);
            shown = message;
            place.replaceChildren(message.element);
            return;
        }
        if (!title) heading.textContent = `${ready.title}, on ${named(ready.board.board, ready.board.holes.length)}`.replace(/^./, (first) => first.toUpperCase());
        const daily = wanted.daily ? new Daily(wanted.daily, ready, services) : null;
        const key = wanted.daily ? `daily/${wanted.daily}` : `${path.join("/")}?${query}`;
        const onWin = (/** @type {Table} */ table) => daily?.won(table);
        const table = new Table(ready, boardOf(ready.board), services, { key, onWin, more: [...(daily ? [daily.element] : []), sharing(ready, services)] });
        shown = { leave: () => [table, daily].forEach((one) => one?.leave()) };
        place.replaceChildren(table.element);
    } catch (error) {
        if (mine !== visit) return;
        place.replaceChildren(problem(error, () => services.go("play", path, Object.fromEntries(query))));
    }
}

export function unmount() {
    visit++;
    shown?.leave();
    shown = null;
}
