/** Peg solitaire on an endless line: play a row, see the fewest pegs it can be reduced to, and watch it being reduced. */
import { button, make, reasonOf } from "../elements.js";
import { PegBoard } from "../play/board.js";
import { Game } from "../play/game.js";
import { PITCH, pegsOf } from "../play/geometry.js";
import { counted } from "../play/words.js";

/** Empty holes on either side of the row. */
const MARGIN = 3;
/** The longest row that can be played; longer ones are too small to touch. */
const LONGEST = 40;
/** The time between two jumps, in milliseconds. */
const PACE = 600;

/** A row as a board.
 * @param {number} length
 * @returns {import("../play/geometry.js").Board} */
function boardOf(length) {
    const holes = Array.from({ length }, (_, number) => ({ name: String(number + 1 - MARGIN), x: (number + 0.5) * PITCH, y: PITCH / 2 }));
    const jumps = holes.slice(2).flatMap((_, number) =>
        [[number, number + 2], [number + 2, number]].map(([from, to]) => ({ from, over: number + 1, to, name: `${holes[from].name}-${holes[to].name}` })),
    );
    return { name: "line", holes, jumps, named: new Map(holes.map((hole, number) => [hole.name, number])), width: length * PITCH, height: PITCH, isSlanted: false };
}

/** @param {import("../services.js").Services} services
 * @param {AbortSignal} gone */
export function line(services, gone) {
    const field = make("input", { type: "text", value: "1101110011", size: 24, autocomplete: "off", spellcheck: "false" });
    const status = make("p", { role: "status", class: "status" });
    const place = make("div", { class: "line" });
    /** @type {{board: PegBoard, game: Game} | null} */
    let table = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;

    /** Says what the row can be reduced to. */
    async function tell() {
        if (!table) return null;
        const asked = table.game.position;
        const answer = await services.studio.call("reduce_line", asked).catch((error) => refuse(reasonOf(error)));
        if (!answer) return null;
        if (gone.aborted || table?.game.position !== asked) return null;
        const now = pegsOf(asked);
        status.textContent =
            now === answer.least_pegs
                ? `${counted(now, "peg")}: it can't be fewer.`
                : `${counted(now, "peg")} now. The fewest that can be left: ${answer.least_pegs}.`;
        return answer;
    }

    /** @param {import("../play/geometry.js").Jump} jump */
    function play(jump) {
        if (!table) return;
        table.game.play(jump);
        table.board.jump(jump, table.game.position);
        return tell();
    }

    function set() {
        clearTimeout(timer);
        const row = field.value.replace(/\s/g, "").replaceAll("#", "1").replaceAll(".", "0");
        if (!/^[01]+$/.test(row)) return refuse("Write the row with 1 for a peg and 0 for an empty hole.");
        if (row.length > LONGEST) return refuse(`A row can have ${LONGEST} holes here; this one has ${row.length}.`);
        const board = boardOf(row.length + 2 * MARGIN);
        const start = "0".repeat(MARGIN) + row + "0".repeat(MARGIN);
        const game = new Game(board, start, ["0".repeat(start.length)]);
        const pegs = new PegBoard(board, {
            label: `A row of ${counted(row.length, "hole")}`,
            isStill: () => services.isStill(),
            landings: (from) => game.landings(from),
            say: (text) => services.announce(text),
            play: (from, to) => {
                const jump = game.between(from, to);
                clearTimeout(timer);
                if (jump) play(jump);
                return jump !== undefined;
            },
        }, services.theme());
        table = { board: pegs, game };
        pegs.show(start);
        place.replaceChildren(pegs.svg);
        tell();
    }

    /** @param {string} why */
    function refuse(why) {
        status.textContent = why;
    }

    /** Plays jumps, one after the other.
     * @param {string[]} names  as in `3-5`, counted from 1 at the left end of the board */
    function follow(names) {
        const [name, ...rest] = names;
        if (!table || name === undefined) return;
        const [from, to] = name.split("-").map((hole) => Number(hole) - 1);
        const jump = table.game.between(from, to);
        if (!jump) return refuse("The next jump leads beyond this piece of the line.");
        play(jump);
        timer = setTimeout(() => follow(rest), PACE);
    }

    const form = make("form", { class: "row" }, make("label", { class: "row" }, make("span", {}, "Row"), field), make("button", {}, "Set up"));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        set();
    });
    const undo = button("Undo", () => {
        clearTimeout(timer);
        if (!table || table.game.jumps.length === 0) return;
        table.game.undoTo(table.game.jumps.length - 1);
        table.board.show(table.game.position);
        tell();
    });
    const reduce = button("Reduce it", async () => {
        clearTimeout(timer);
        const answer = await tell();
        if (answer) follow(answer.jumps);
    });
    set();
    return {
        element: make(
            "section",
            { class: "lab", "aria-label": "The game on a line" },
            make("h2", {}, "On a line"),
            make("p", {}, `Pegs in a row jump along an endless line. Some rows can be reduced to one peg. The page knows the fewest at once, for rows of up to ${LONGEST} holes.`),
            form,
            place,
            status,
            make("div", { class: "row" }, undo, reduce),
        ),
        leave: () => clearTimeout(timer),
    };
}
