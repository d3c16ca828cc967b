/** Tables of a board: computed in the worker from all of its positions. */
import { BOARDS } from "../boards.js";
import { button, make, reasonOf } from "../elements.js";
import { memoryLimit, shown } from "../play/advice.js";
import { grouped } from "../play/words.js";
import { levels } from "./levels.js";

/** The most holes of a board whose positions fit into the memory of a page. */
const MOST_HOLES = 36;

const TABLES = [
    ["jumps", "Positions by jumps"],
    ["moves", "Positions by moves"],
    ["random", "Where random play ends"],
    ["symmetric", "Symmetric positions"],
];

/** The headings in words, where those of the file are too short for a reader. @type {Record<string, string>} */
const HEADINGS = {
    reachable: "can be reached", winning: "can still be won", share: "share of these", positions: "images counted", level: "moves", forward: "positions", forward_ratio: "growth",
    forward_least_pegs: "fewest pegs", forward_most_pegs: "most pegs",
};

/** @param {string} column */
const heading = (column) => HEADINGS[column] ?? column.replaceAll("_", " ");

/** @param {import("../services.js").Services} services
 * @param {AbortSignal} gone */
export function tables(services, gone) {
    const board = make("input", { type: "text", value: "english", size: 12, list: "boards", autocomplete: "off", autocapitalize: "off" });
    const list = make("datalist", { id: "boards" }, ...BOARDS.filter(({ holes }) => holes <= MOST_HOLES).map(({ board }) => make("option", { value: board })));
    const which = make("select", {}, ...TABLES.map(([value, text]) => make("option", { value }, text)));
    const working = make("div", { class: "row working", hidden: true });
    const note = make("p", { class: "message wrong", role: "alert", hidden: true });
    const place = make("div", { class: "results" });
    /** Ends the chart that is shown. */
    let chart = new AbortController();
    const form = make(
        "form",
        { class: "row" },
        make("label", { class: "row" }, make("span", {}, "Board"), board),
        list,
        make("label", { class: "row" }, make("span", {}, "Table"), which),
        make("button", { class: "main" }, "Compute"),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        note.hidden = true;
        try {
            const args = { board: board.value.trim(), table: which.value, memory: memoryLimit() };
            const answer = await shown(working, "Finding all positions", gone, (options) => services.studio.call("table", args, options));
            if (!answer) return;
            const save = button("Save (CSV)", () => services.download(`${args.table}.csv`, answer.csv, "text/csv"));
            chart.abort();
            chart = new AbortController();
            const drawn = levels(args.table, answer, answer.columns.map(heading), services, AbortSignal.any([chart.signal, gone]));
            place.replaceChildren(make("p", {}, answer.title), ...(drawn ? [drawn] : []), table(answer), save);
        } catch (error) {
            note.textContent = reasonOf(error);
            note.hidden = false;
        }
    });
    return make(
        "section",
        { class: "lab", "aria-label": "Tables" },
        make("h2", {}, "Tables"),
        make("p", {}, "Every position of a board is found on your machine, and counted. Positions that are mirror images or rotations of each other count once."),
        form,
        working,
        note,
        place,
    );
}

/** @param {{title: string, columns: string[], rows: (number | null)[][]}} answer */
function table({ title, columns, rows }) {
    const cell = (/** @type {number | null} */ value) =>
        make("td", {}, value === null ? "" : Number.isInteger(value) ? grouped(value) : value.toPrecision(4));
    return make(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": title },
        make(
            "table",
            {},
            make("thead", {}, make("tr", {}, ...columns.map((column) => make("th", { scope: "col" }, heading(column))))),
            make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell)))),
        ),
    );
}
