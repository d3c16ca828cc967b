/** The laboratory: a game that can't be lost, tables of boards that fit into memory, and games of any character and board. */
import { BOARDS, listed, offered } from "../boards.js";
import { make, problem } from "../elements.js";
import { boardOf } from "../play/geometry.js";
import { Table } from "../play/table.js";
import { own } from "./own.js";
import { tables } from "./tables.js";

/** @type {Table | null} */
let table = null;
/** @type {AbortController | null} */
let gone = null;

/**
 * @param {HTMLElement} root
 * @param {{path: string[], query: URLSearchParams}} params
 * @param {import("../services.js").Services} services
 */
export async function mount(root, params, services) {
    gone = new AbortController();
    const { signal } = gone;
    const waiting = make("p", { class: "quiet", role: "status" }, "Setting up the board …");
    root.append(make("h1", {}, "Laboratory"), waiting);
    // The rest stands below the board, which would move it.
    const first = await neverLose(services, signal);
    if (!signal.aborted) waiting.replaceWith(first, tables(services, signal), own(services));
}

export function unmount() {
    gone?.abort();
    table?.leave();
    table = null;
}

/** A game in which jumps that lose are refused and counted: the player sees how well the game is understood. It is ready to play.
 * @param {import("../services.js").Services} services
 * @param {AbortSignal} gone */
async function neverLose(services, gone) {
    const boards = make("select", { "aria-label": "Board" }, ...BOARDS.map((one) => make("option", { value: one.board }, listed(one))));
    boards.value = "triangle15";
    const place = make("div", { class: "stage" });
    const begin = make("button", { type: "button", class: "main" }, "Begin");
    const start = async () => {
        try {
            const [[vacancy, target]] = /** @type {import("../boards.js").Offered} */ (offered(boards.value)).problems;
            const ready = await services.studio.call("game", { board: { board: boards.value, vacancy, target } });
            if (gone.aborted) return;
            table?.leave();
            table = new Table(ready, boardOf(ready.board), services, { refuse: true });
            place.replaceChildren(table.element);
            await table.help.ask();
        } catch (error) {
            table?.leave();
            place.replaceChildren(problem(error, start));
        }
    };
    begin.onclick = start;
    await start();
    return make(
        "section",
        { class: "lab", "aria-label": "Never lose" },
        make("h2", {}, "Never lose"),
        make("p", {}, "Leave one peg. A jump after which that is impossible is refused and counted as a slip. Can you finish without one? The hints mark the jumps that keep the game alive."),
        make("div", { class: "row" }, boards, begin),
        place,
    );
}
