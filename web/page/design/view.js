/**
 * Design: draw a character on the board of the font, or drop a picture. The reachable patterns nearest to it appear while you draw;
 * pick one, name it, and collect a font. The set of reachable positions is found in the worker, when it is first needed.
 */
import { button, make, reasonOf } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { replay } from "../replay.js";
import { memoryLimit, shown } from "../play/advice.js";
import { boardOf, digitsOf } from "../play/geometry.js";
import { grouped, mebibytes } from "../play/words.js";
import { Canvas } from "./canvas.js";
import { Collection } from "./collection.js";
import { fitted } from "./fitted.js";
import { found } from "./found.js";

/** How many patterns are listed. */
const COUNT = 12;
/** A drawing to begin with: an R that no game ends in. */
const EXAMPLE = "11110100011000111110101001001010001";
/** What the drawing under way is kept under. */
const KEY = "pegfont drawing";
/** The largest picture to drop, in bytes. */
const MOST_PICTURE = 32 << 20;

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
    const { board: shownBoard } = await services.studio.call("game", { board: { board: "5x7", target: "any" } });
    if (signal.aborted) return;
    const board = boardOf(shownBoard);
    new Designer(root, board, services, signal);
}

export function unmount() {
    gone?.abort();
    gone = null;
}

class Designer {
    /** @param {HTMLElement} root
     * @param {import("../play/geometry.js").Board} board
     * @param {import("../services.js").Services} services
     * @param {AbortSignal} gone */
    constructor(root, board, services, gone) {
        this.board = board;
        this.services = services;
        this.gone = gone;
        /** Whether the set is known.
         * @type {Promise<boolean> | null} */
        this.finding = null;
        /** Counts drawings, so that a slow answer doesn't replace a later one. */
        this.drawn = 0;
        this.canvas = new Canvas(board, { say: (text) => services.announce(text), changed: () => this.search() }, services.theme());
        this.note = make("p", { class: "message", role: "status" }, "The patterns that a game can end in, and that look most like your drawing, appear here.");
        this.working = make("div", { class: "row working", hidden: true });
        this.list = make("ol", { class: "found", "aria-label": "Patterns that a game can end in, the most alike first" });
        this.retry = button("Look for the patterns again", () => this.search(), { hidden: true });
        this.collection = new Collection(board, services, (character, design) => this.edit(character, design), gone);
        const clear = button("Clear", () => this.canvas.draw("0".repeat(board.holes.length)));
        const invert = button("Invert", () => this.canvas.draw([...this.canvas.digits].map((digit) => (digit === "1" ? "0" : "1")).join("")));
        const example = button("Example", () => this.canvas.draw(EXAMPLE));
        this.undo = button("Undo", () => this.canvas.undo(), { "aria-keyshortcuts": "Control+Z", disabled: true });
        addEventListener("keydown", (event) => {
            const isField = /** @type {Element} */ (event.target).matches("input, textarea");
            if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || isField) return;
            event.preventDefault();
            this.canvas.undo();
        }, { signal: gone });
        this.light = make("input", { type: "checkbox" });
        this.preview = make("figure", { class: "fitted", hidden: true });
        const file = make("input", { type: "file", accept: "image/*", class: "file" });
        file.addEventListener("change", () => file.files?.[0] && this.picture(file.files[0]));
        root.append(
            make("h1", {}, "Design your own letters"),
            make(
                "div",
                { class: "designer" },
                make(
                    "section",
                    { "aria-label": "Drawing" },
                    make("p", { class: "lead" }, "Tap the dots to draw a character, or drag over them."),
                    this.canvas.svg,
                    make("div", { class: "row" }, this.undo, clear, invert, example),
                    this.preview,
                    make("details", {}, make("summary", {}, "Or begin with a picture"),
                        make("label", { class: "drop" }, make("span", {}, "Choose a picture, or drop one on the board"), file),
                        make("label", { class: "row" }, this.light, "The pegs are light")),
                ),
                make("section", { "aria-label": "Patterns" }, make("h2", {}, "What a game can leave"), this.note, this.working, this.retry, this.list),
                this.collection.element,
            ),
        );
        const drop = this.canvas.svg;
        drop.addEventListener("dragover", (event) => event.preventDefault());
        drop.addEventListener("drop", (event) => {
            event.preventDefault();
            const [dropped] = /** @type {DragEvent} */ (event).dataTransfer?.files ?? [];
            if (dropped) this.picture(dropped);
        });
        const kept = recalled(KEY);
        if (typeof kept === "string" && kept.length === board.holes.length && kept.includes("1")) this.canvas.set(kept.replace(/[^1]/g, "0"));
    }

    /** @param {string} text */
    tell(text) {
        this.note.textContent = text;
        this.note.hidden = false;
    }

    /** Finds the set, unless it is known. Returns whether it is. */
    set() {
        this.finding ??= this.find().then((known) => {
            if (!known) this.finding = null;
            return known;
        });
        return this.finding;
    }

    async find() {
        try {
            const what = "Finding all positions that games can reach";
            const answer = await shown(this.working, what, this.gone, (options) =>
                this.services.studio.call("reachable_set", { memory: memoryLimit() }, options),
            );
            if (!answer) {
                this.tell("Cancelled. Keep drawing, or look for the patterns again.");
                return false;
            }
            this.services.announce(`${grouped(answer.positions)} positions known, in ${mebibytes(answer.bytes)}.`);
            return true;
        } catch (error) {
            this.tell(`${reasonOf(error)} Your drawing and your font are safe; close other pages, or use the program on a computer.`);
            return false;
        } finally {
            this.retry.hidden = false;
        }
    }

    /** Looks for the patterns near the drawing. */
    async search() {
        const mine = ++this.drawn;
        const design = this.canvas.digits;
        this.undo.disabled = this.canvas.past.length === 0;
        keep(KEY, design);
        if (!(await this.set())) return;
        this.retry.hidden = true;
        if (mine !== this.drawn || this.gone.aborted) return;
        try {
            const patterns = await this.services.studio.call("nearest", { design, count: COUNT });
            if (mine === this.drawn) this.show(patterns);
        } catch (error) {
            // The worker ended, and the set with it.
            this.finding = null;
            this.retry.hidden = false;
            this.tell(reasonOf(error));
        }
    }

    /** @param {any[]} patterns  as in `found` of what `pegfont find --json` prints */
    show(patterns) {
        const [first] = patterns;
        this.tell(
            first?.distance === 0
                ? "A game can end in your drawing, exactly as it is."
                : first
                  ? "No game ends in exactly your drawing. These look most like it; pick one."
                  : "No game ends in your drawing or near it.",
        );
        this.list.replaceChildren(...patterns.map((one) => found(this.board, one, one === first, this.services.theme(), {
            pick: () => this.collection.offer(one),
            play: () => replay({ text: "A", own: `A${one.digits}` }, "The game that ends in this pattern", this.services, this.gone),
        })));
    }

    /** Draws a character of the font again.
     * @param {string} character
     * @param {string} design */
    edit(character, design) {
        this.canvas.draw(digitsOf(design));
        this.services.announce(`The drawing of ${character} is on the board.`);
    }

    /** @param {File} file */
    async picture(file) {
        try {
            if (file.size > MOST_PICTURE) throw new Error(`The file is larger than ${mebibytes(MOST_PICTURE)}. Make the picture smaller.`);
            const [columns, rows] = ["x", "y"].map((axis) => new Set(this.board.holes.map((hole) => hole[/** @type {"x" | "y"} */ (axis)])).size);
            const canvas = await fitted(file, columns, rows, this.light.checked);
            const png = await new Promise((done) => canvas.toBlob(done));
            const bytes = [...new Uint8Array(await /** @type {Blob} */ (png).arrayBuffer())];
            this.canvas.draw(await this.services.studio.call("pattern_of_picture", { picture: bytes, light: this.light.checked }));
            this.preview.replaceChildren(canvas, make("figcaption", { class: "quiet" }, `${file.name}, fitted to the board`));
            this.preview.hidden = false;
        } catch (error) {
            this.tell(`${file.name}: ${reasonOf(error)}`);
        }
    }
}
