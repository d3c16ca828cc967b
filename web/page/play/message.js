/**
 * A secret message: each letter is a game whose goal isn't shown, one after the other. The player knows how many pegs each row and column will
 * have. A jump that would lose the letter is refused and costs a heart, as a hint does. The message that was read plays as a film.
 */
import { button, make, problem } from "../elements.js";
import { USUAL } from "../gift.js";
import { keep, recalled } from "../kept.js";
import { replay } from "../replay.js";
import { rule } from "../rule.js";
import { message } from "./chooser.js";
import { boardOf } from "./geometry.js";
import { Table } from "./table.js";
import { counted } from "./words.js";

/** The slips and hints after which a letter begins anew. */
const HEARTS = 3;

export class Message {
    /** @param {string} link  names the message in the browser's memory
     * @param {string[]} characters
     * @param {string | null} before  how many jumps before its end a letter begins, 0 for the beginning; as usual if it isn't a number
     * @param {import("../services.js").Services} services */
    constructor(link, characters, before, services) {
        this.key = `pegfont message ${link}`;
        this.characters = characters;
        this.services = services;
        this.link = link;
        this.before = /^\d{1,2}$/.test(before ?? "") ? Number(before) : USUAL;
        const kept = recalled(this.key);
        /** How many characters were read, blanks included. */
        this.read = this.past(Math.min(characters.length, Number(kept?.read) || 0));
        this.slips = Number(kept?.slips) || 0;
        this.gone = new AbortController();
        this.tiles = characters.map((character) => (isBlank(character) ? make("span", { class: "gap" }) : make("span", { class: "tile", role: "img" })));
        this.place = make("div", { class: "stage" });
        this.words = make("p", { class: "quiet" });
        this.line = make("div", { class: "tiles", role: "group", tabindex: 0, "aria-label": "The message" }, ...this.tiles);
        this.element = make("div", { class: "message-game" }, this.words, this.line, this.place);
        this.refresh();
        if (kept) this.open();
        else this.welcome();
    }

    /** What those see first who got a message: what it is, how it is read, and three jumps to warm up. */
    async welcome() {
        const letters = this.characters.filter((character) => !isBlank(character)).length;
        const what = this.characters.some(isBlank) ? "a message" : "a word";
        const begin = button("Skip the warm-up", () => {
            keep(this.key, { read: this.read, slips: this.slips });
            this.open();
        });
        this.words.textContent = "";
        this.place.replaceChildren(
            make("p", { class: "welcome" }, `Somebody wrote you ${what} of ${counted(letters, "letter")}. Each letter is what a small game leaves: play it, and you can read it.`),
            make("ul", { class: "rules" },
                make("li", {}, rule()),
                make("li", {}, "The numbers beside and below a board say how many pegs each row and column keeps. That is all you know of the letter."),
                make("li", {}, "♥♥♥ A jump that loses the letter is refused and costs a heart, and so does a hint. Without hearts, the letter starts over.")),
            begin,
        );
        try {
            const ready = await this.services.studio.call("game", { lesson: 1 });
            if (this.gone.signal.aborted || this.table) return;
            const first = make("div", { class: "lesson" }, make("p", {}, "Warm up with three jumps: follow the arrow."));
            const onWin = () => {
                begin.textContent = "Begin with the first letter";
                begin.className = "main";
                this.table?.side.prepend(begin);
                begin.focus({ preventScroll: true });
            };
            this.table = new Table(ready, boardOf(ready.board), this.services, { first, onWin, isTaught: true });
            this.table.help.hint(1);
            this.place.append(this.table.element);
        } catch (error) {
            this.place.append(problem(error, () => this.welcome()));
        }
    }

    /** The next place that isn't blank.
     * @param {number} place */
    past(place) {
        while (place < this.characters.length && isBlank(this.characters[place])) place++;
        return place;
    }

    get isRead() {
        return this.read >= this.characters.length;
    }

    /** What it took to read the message, in words. */
    get cost() {
        return this.slips === 0 ? "without a slip or a hint" : `for ${counted(this.slips, "heart")}`;
    }

    refresh() {
        const left = this.characters.slice(this.read).filter((character) => !isBlank(character)).length;
        this.words.textContent = this.isRead
            ? `You read the message, ${this.cost}.`
            : `Solve ${counted(left, "letter")} to read the message. A jump that loses, or a hint, costs a heart.`;
        this.characters.forEach((character, number) => {
            if (isBlank(character)) return;
            const [tile, isRead] = [this.tiles[number], number < this.read];
            tile.textContent = isRead ? character : "?";
            tile.classList.toggle("solved", isRead);
            tile.classList.toggle("open", number === this.read);
            tile.setAttribute("aria-label", isRead ? `Letter ${number + 1}: ${character}` : `Letter ${number + 1}, hidden`);
        });
        // Once it is on the page: the open letter in the middle of the line.
        requestAnimationFrame(() => {
            const [tile, line] = [this.tiles[this.read], this.line];
            line.scrollLeft = (tile?.offsetLeft ?? 0) - line.clientWidth / 2;
        });
    }

    /** Plays the next letter, or the film of all of them. */
    async open() {
        this.table?.leave();
        this.refresh();
        if (this.isRead) return this.finish();
        const number = this.read;
        try {
            const ready = await this.game(this.characters[number]);
            if (this.gone.signal.aborted) return;
            const hidden = { ...ready, title: "", figures: null, link: null };
            const how = { isHidden: true, isTaught: true, refuse: true, hearts: HEARTS, onWin: (/** @type {Table} */ table) => this.won(table), key: `link/${this.link}/${this.before}/${number}` };
            this.table = new Table(hidden, boardOf(ready.board), this.services, how);
            this.place.replaceChildren(this.table.element);
            // The last jump was played, but the page was left before the next letter.
            if (this.table.game.isWon()) this.won(this.table);
        } catch (error) {
            this.place.replaceChildren(problem(error, () => this.open()));
        }
    }

    /** The game of a letter. One with fewer jumps than the sender leaves is played from its beginning.
     * @param {string} character */
    async game(character) {
        const ask = (/** @type {number | null} */ before) => this.services.studio.call("game", { character: { character, before } });
        if (this.before === 0) return ask(null);
        return ask(this.before).catch(() => ask(null));
    }

    /** The letter is read: the way on.
     * @param {Table} table */
    won(table) {
        const letter = this.characters[this.read];
        this.slips += table.slips;
        this.read = this.past(this.read + 1);
        keep(this.key, { read: this.read, slips: this.slips });
        this.refresh();
        const next = button(this.isRead ? "Watch the message" : "Next letter", () => this.open(), { class: "main" });
        table.tell(`The letter is ${letter}.`);
        table.side.prepend(next);
        next.focus({ preventScroll: true });
    }

    /** Shows the message as a film, and how to answer. */
    finish() {
        const text = this.characters.join("");
        const film = replay({ text }, `${text}, played as peg solitaire`, this.services, this.gone.signal);
        const watch = make("a", { class: "button", href: new URL(this.services.link("watch", [], { text })).hash }, "Watch it full size");
        const tell = button("Tell the sender", () => this.services.send({ title: "A secret message", text: `I read your secret message, ${this.cost}.`, url: this.services.link("play", ["link", this.link]) }, tell));
        this.place.replaceChildren(make("p", { class: "secret" }, `“${text}”`), film, make("div", { class: "row" }, tell, watch), make("div", { class: "choices" }, message(this.services, make("h2", {}, "Answer with a word of your own"))));
    }

    leave() {
        this.gone.abort();
        this.table?.leave();
    }
}

/** @param {string} character */
const isBlank = (character) => character.trim() === "";
