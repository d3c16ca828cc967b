/**
 * A hidden message: each letter is a game whose goal isn't shown. The player knows how many pegs each row and column will have, and
 * jumps that would lose the letter are refused. A solved letter can be read.
 */
import { make, problem } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { boardOf, pegsOf } from "./geometry.js";
import { picture } from "./drawing.js";
import { Table } from "./table.js";
import { counted } from "./words.js";

export class Message {
    /** @param {string} link  names the message in the browser's memory
     * @param {string[]} characters
     * @param {import("../services.js").Services} services */
    constructor(link, characters, services) {
        this.key = `pegfont message ${link}`;
        this.characters = characters;
        this.services = services;
        this.link = link;
        const solved = recalled(this.key);
        this.solved = new Set(Array.isArray(solved) ? solved.filter((number) => Object.hasOwn(characters, number)) : []);
        /** @type {Table | null} */
        this.table = null;
        this.tiles = characters.map((character, number) => this.tile(character, number));
        this.place = make("div", { class: "stage" });
        this.words = make("p", { class: "quiet" });
        this.element = make(
            "div",
            { class: "message-game" },
            this.words,
            make("div", { class: "tiles", role: "group", "aria-label": "The message" }, ...this.tiles),
            this.place,
        );
        this.refresh();
        const first = this.characters.findIndex((character, number) => !isBlank(character) && !this.solved.has(number));
        if (first >= 0) this.open(first);
    }

    /** @param {string} character
     * @param {number} number */
    tile(character, number) {
        if (isBlank(character)) return make("span", { class: "gap" });
        const tile = make("button", { type: "button", class: "tile" });
        tile.addEventListener("click", () => this.open(number));
        return tile;
    }

    refresh() {
        const letters = this.characters.filter((character) => !isBlank(character)).length;
        const left = letters - this.solved.size;
        this.words.textContent =
            left === 0 ? `“${this.characters.join("")}”` : `Solve ${counted(left, "letter")} to read the message. The goal is hidden; jumps that lose it are refused.`;
        this.characters.forEach((character, number) => {
            if (isBlank(character)) return;
            const isSolved = this.solved.has(number);
            this.tiles[number].textContent = isSolved ? character : "?";
            this.tiles[number].classList.toggle("solved", isSolved);
            this.tiles[number].setAttribute("aria-label", isSolved ? `Letter ${number + 1}: ${character}` : `Letter ${number + 1}, hidden`);
        });
    }

    /** Plays a letter.
     * @param {number} number */
    async open(number) {
        this.table?.leave();
        this.tiles.forEach((tile, other) => tile.classList.toggle("open", other === number));
        /** @type {import("./table.js").Ready} */
        let ready;
        try {
            ready = await this.services.studio.call("game", { character: this.characters[number] });
        } catch (error) {
            return this.place.replaceChildren(problem(error, () => this.open(number)));
        }
        const board = boardOf(ready.board);
        if (this.solved.has(number)) {
            const [target] = ready.targets;
            this.place.replaceChildren(picture(board, target, this.characters[number]));
            return;
        }
        const hidden = { ...ready, title: "", figures: null };
        const how = { clues: clues(board, ready.targets[0]), refuse: true, onWin: () => this.won(number), key: `link/${this.link}/${number}` };
        this.table = new Table(hidden, board, this.services, how);
        this.place.replaceChildren(this.table.element);
    }

    /** @param {number} number */
    won(number) {
        this.solved.add(number);
        keep(this.key, [...this.solved]);
        this.services.announce(`The letter is ${this.characters[number]}.`);
        this.refresh();
    }

    leave() {
        this.table?.leave();
    }
}

/** How many pegs each row and each column will have.
 * @param {import("./geometry.js").Board} board
 * @param {string} target */
function clues(board, target) {
    /** @param {"x" | "y"} axis */
    const along = (axis) => {
        const places = [...new Set(board.holes.map((hole) => hole[axis]))].sort((one, other) => one - other);
        return places.map((place) => pegsOf([...target].filter((_, number) => board.holes[number][axis] === place).join("")));
    };
    return make(
        "dl",
        { class: "facts clues" },
        make("dt", {}, "Pegs at the end, row by row"),
        make("dd", {}, along("y").join(" ")),
        make("dt", {}, "Column by column"),
        make("dd", {}, along("x").join(" ")),
    );
}

/** @param {string} character */
const isBlank = (character) => character.trim() === "";
