/**
 * Play: a letter, the puzzle of the day, a board of the literature, a drawn board, or the puzzle of a link. The address says
 * which: `#play/letter/A`, `#play/daily/2026-11-22`, `#play/board/english?target=d4`, `#play/link/…`.
 */
import { make } from "../elements.js";
import { chooser } from "./chooser.js";
import { boardOf } from "./geometry.js";
import { Message } from "./message.js";
import { sharing } from "./sharing.js";
import { Table } from "./table.js";

/** What is on the screen, to be cleared away.
 * @type {{leave: () => void} | null} */
let shown = null;
/** Counts visits, so that a slow answer doesn't replace a later one. */
let visit = 0;

/** Today, in UTC, as `pegfont play --daily` counts. */
const today = () => new Date().toISOString().slice(0, 10);

/** What the worker is asked for, and a title.
 * @param {string[]} path
 * @param {URLSearchParams} query
 * @returns {{wanted: any, title: string}} */
function asked([kind, value], query) {
    switch (kind) {
        case "letter":
            return { wanted: { character: value }, title: `The letter ${value}` };
        case "link":
            return { wanted: { link: value }, title: "A puzzle for you" };
        case "board": {
            const target = query.get("target");
            return { wanted: { board: { board: value, target } }, title: "" };
        }
        case "daily":
        case undefined: {
            const day = value ?? today();
            return { wanted: { daily: day }, title: `The puzzle of ${day}` };
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
        if (!title) heading.textContent = `${ready.title}, on ${named(ready.board)}`.replace(/^./, (first) => first.toUpperCase());
        const table = new Table(ready, boardOf(ready.board), services, { more: [sharing(ready, services)] });
        shown = table;
        place.replaceChildren(table.element);
    } catch (error) {
        if (mine !== visit) return;
        const reason = error instanceof Error ? error.message : String(error);
        place.replaceChildren(make("p", { class: "message", role: "alert" }, reason));
    }
}

/** The board in words.
 * @param {{board: string, holes: any[]}} board */
function named({ board, holes }) {
    const names = /** @type {Record<string, string>} */ ({ english: "the English board", french: "the French board", diamond: "the diamond" });
    if (board.includes("/")) return `your board of ${holes.length} holes`;
    if (board.startsWith("triangle")) return `the triangle of ${holes.length} holes`;
    return names[board] ?? `the board ${board}`;
}

export function unmount() {
    visit++;
    shown?.leave();
    shown = null;
}
