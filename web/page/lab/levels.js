/**
 * The levels of a table as a chart to point at. Below it: what the table says of a level, and the position there of a solution, which plays through
 * all levels.
 */
import { button, make, shape } from "../elements.js";
import { shown, memoryLimit } from "../play/advice.js";
import { after } from "../play/game.js";
import { boardOf, pegsInWords } from "../play/geometry.js";
import { picture } from "../play/look.js";
import { grouped } from "../play/words.js";

/** What is drawn of each table: the numbers of a level, and whether they are so different that their digits are drawn instead.
 * @type {Record<string, {columns: string[], isLong: boolean}>} */
const DRAWN = {
    jumps: { columns: ["reachable", "winning"], isLong: true },
    moves: { columns: ["forward"], isLong: true },
    random: { columns: ["probability"], isLong: false },
};

/** The units of the chart: the width of a level and of its bar, and the height of all. */
const [STEP, BAR, HIGH] = [10, 8, 60];

/** How long a position is seen while the solution plays, in milliseconds. */
const PACE = 600;

/** @typedef {{title: string, columns: string[], rows: (number | null)[][], game: {board: any, start: string, targets: string[]}}} Answer */

/** The chart of a table; nothing for a table without levels to draw.
 * @param {string} table
 * @param {Answer} answer
 * @param {string[]} headings  of the columns, in words
 * @param {import("../services.js").Services} services
 * @param {AbortSignal} gone */
export function levels(table, { columns, rows, game }, headings, services, gone) {
    const drawn = DRAWN[table];
    if (!drawn) return null;
    const series = drawn.columns.map((name) => columns.indexOf(name));
    const value = (/** @type {number | null} */ count) => (drawn.isLong ? Math.log10(1 + (count ?? 0)) : count ?? 0);
    const most = Math.max(...rows.flatMap((row) => series.map((column) => value(row[column]))), 1e-9);
    const bars = rows.map((row, level) => shape("g", { class: "level" },
        shape("rect", { x: level * STEP, y: 0, width: STEP, height: HIGH, class: "touch" }),
        ...series.map((column, number) => {
            const high = (HIGH * value(row[column])) / most;
            return shape("rect", { x: level * STEP + (STEP - BAR) / 2, y: HIGH - high, width: BAR, height: high, class: `bar bar${number}` });
        })));
    const chart = shape("svg", { viewBox: `0 0 ${rows.length * STEP} ${HIGH}`, preserveAspectRatio: "none", class: "chart", "aria-hidden": "true" }, ...bars);

    const slider = make("input", { type: "range", min: 0, max: rows.length - 1, step: 1, value: 0, "aria-label": `Level: ${headings[0]}` });
    const words = make("p", { class: "quiet", role: "status" });
    const figure = make("figure", { class: "position" });
    const place = make("div", { class: "levels" }, chart, slider, make("div", { class: "row pointed" }, figure, words));
    /** The positions of a solution, by the jumps before them. @type {string[]} */
    let positions = [];
    let timer = 0;
    const board = boardOf(game.board);

    /** Shows a level.
     * @param {number} level */
    function point(level) {
        slider.value = String(level);
        bars.forEach((bar, number) => bar.classList.toggle("here", number === level));
        const said = rows[level].flatMap((count, column) => (count === null ? [] : [`${headings[column]}: ${Number.isInteger(count) ? grouped(count) : count.toPrecision(3)}`]));
        words.textContent = said.join(", ");
        slider.setAttribute("aria-valuetext", words.textContent);
        const position = positions[rows[level][0] ?? -1];
        if (position) figure.replaceChildren(picture(board, position, `A position of a solution: ${pegsInWords(board, position)}`, services.theme()));
        else figure.replaceChildren();
    }

    /** @param {PointerEvent} event */
    const pointed = ({ clientX }) => {
        const { left, width } = chart.getBoundingClientRect();
        stop();
        point(Math.max(0, Math.min(rows.length - 1, Math.floor(((clientX - left) / width) * rows.length))));
    };
    for (const name of ["pointerdown", "pointermove"]) chart.addEventListener(name, (event) => pointed(/** @type {PointerEvent} */ (event)));
    slider.oninput = () => {
        stop();
        point(Number(slider.value));
    };

    const play = button("Play a solution", () => (timer ? stop() : run(0)), { hidden: true });
    function stop() {
        clearTimeout(timer);
        timer = 0;
        play.textContent = "Play a solution";
    }
    /** @param {number} level */
    function run(level) {
        if (level >= rows.length) return stop();
        point(level);
        play.textContent = "Stop";
        timer = setTimeout(() => run(level + 1), PACE);
    }
    gone.addEventListener("abort", stop);

    /** Finds the solution whose positions are drawn: each lies at the level of its jumps. */
    async function solve() {
        if (columns[0] !== "jumps") return;
        const args = { board: game.board.board, start: game.start, targets: game.targets, jumps: "", memory: memoryLimit() };
        const working = make("div", { class: "row working", hidden: true });
        place.append(working);
        const names = await shown(working, "Finding a solution", gone, (options) => services.studio.call("solve_from", args, options)).catch(() => null);
        working.remove();
        if (!names || gone.aborted) return;
        positions = [game.start];
        for (const name of names) {
            const jump = board.jumps.find((jump) => jump.name === name);
            if (jump) positions.push(after(positions[positions.length - 1], jump));
        }
        play.hidden = false;
        point(Number(slider.value));
    }

    place.append(play);
    point(0);
    solve();
    return place;
}
