/**
 * Guess my word: tiles, the board of a letter, and a keyboard. The last three jumps of a letter open its tile; the word can be typed at any time. Fewer
 * tiles opened is a better score; a wrong guess costs a heart.
 */
import { make } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { replay } from "../replay.js";
import { rule } from "../rule.js";
import { word } from "./chooser.js";
import { finale } from "./finale.js";
import { boardOf } from "./geometry.js";
import { HiddenLetter } from "./hidden-letter.js";
import { keys, plain } from "./keys.js";
import { counted } from "./words.js";

/** How many wrong guesses there are. */
const HEARTS = 3;

/** How long the letter is seen that was opened, in milliseconds. */
const SEEN = 1800;

/** How long the tiles shake, in milliseconds. */
const SHAKE = 400;

/** A letter of the word. `isGiven`: it is no letter or digit, and shown from the beginning.
 * @typedef {{character: string, isGiven: boolean, isOpened: boolean, typed: string, tile: HTMLButtonElement}} Letter */

export class Guess {
    /** @param {string} link  names the word in the browser's memory
     * @param {string[]} characters
     * @param {string | null} theme  in which the sender sees it
     * @param {import("../services.js").Services} services
     * @param {AbortSignal} gone */
    constructor(link, characters, theme, services, gone) {
        this.key = `pegfont guess ${link}`;
        this.text = characters.join("");
        this.services = services;
        this.gone = gone;
        this.theme = services.themeNames().includes(theme ?? "") ? services.theme(theme ?? "") : services.theme();
        const hasLetters = characters.some((character) => isLetter(character));
        /** The letters, in words.
         * @type {(Letter | null)[]} */
        this.places = characters.map((character, number) => (character.trim() === "" ? null : {
            character, isGiven: hasLetters && !isLetter(character), isOpened: false, typed: "", tile: this.tile(number),
        }));
        this.letters = this.places.filter((place) => place !== null);
        /** Those to find. */
        this.hidden = this.letters.filter(({ isGiven }) => !isGiven);
        this.wrong = 0;
        this.isGuessed = false;
        this.recall();

        /** The letter whose game is on the board. @type {Letter | undefined} */
        this.letter = undefined;
        /** Its board, once it is there. @type {HiddenLetter | undefined} */
        this.board = undefined;
        this.timer = 0;
        this.hearts = make("span", { class: "hearts", role: "img" });
        this.status = make("p", { class: "status", role: "status" });
        this.line = make("div", { class: "tiles", role: "group", "aria-label": "The word" },
            ...this.places.map((place) => place?.tile ?? make("span", { class: "gap" })));
        this.ground = make("div", { class: "letter" });
        this.keys = keys(this.hidden.map(({ character }) => plain(character)), {
            type: (letter) => this.type(letter),
            erase: () => this.erase(),
            guess: () => this.guess(this.hidden.map(({ isOpened, character, typed }) => (isOpened ? character : typed)).join("")),
            whole: (text) => this.guess([...text].filter(isLetter).join("")),
        }, gone);
        this.element = make("div", { class: "guess" }, make("div", { class: "row head" }, this.line, this.hearts), this.ground, this.status, this.keys.element);
        this.element.style.setProperty("--tiles", String(Math.max(...this.text.split(/\s+/).map((part) => [...part].length))));
        gone.addEventListener("abort", () => clearTimeout(this.timer));
        this.begin();
    }

    /** Takes up what the browser kept. */
    recall() {
        const kept = recalled(this.key);
        this.wrong = Math.min(HEARTS, Math.max(0, Math.floor(Number(kept?.wrong)) || 0));
        this.isGuessed = kept?.isGuessed === true;
        const opened = Array.isArray(kept?.opened) ? kept.opened : [];
        this.hidden.forEach((letter, number) => (letter.isOpened = opened.includes(number)));
    }

    keep() {
        const opened = this.hidden.flatMap(({ isOpened }, number) => (isOpened ? [number] : []));
        keep(this.key, { opened, wrong: this.wrong, isGuessed: this.isGuessed });
    }

    /** Shows the board, or the word if it was found before. */
    async begin() {
        this.refresh();
        if (this.isFound) return this.end();
        const { board } = await this.services.studio.call("letters");
        this.module = await this.services.watch();
        if (this.gone.aborted) return;
        this.board = new HiddenLetter(boardOf(board), this.theme, this.services, {
            begun: () => this.say(rule(), " The numbers say how many pegs each row and column keeps."),
            failed: (isShown) => this.say(`That isn't the letter. ${isShown ? "The arrow shows the way." : "Try other jumps."}`),
            found: () => this.open(),
        }, this.gone);
        this.ground.append(this.board.pegs.svg);
        this.say(`Somebody wrote you ${this.text.trim().includes(" ") ? "a message" : "a word"} of ${counted(this.hidden.length, "letter")}. Type it, or tap the board: three jumps open a letter.`);
        this.turnTo(this.hidden.find(({ isOpened }) => !isOpened));
    }

    /** A tile, which turns the board to its letter.
     * @param {number} number */
    tile(number) {
        const tile = make("button", { type: "button", class: "tile" });
        tile.onclick = () => {
            const letter = this.places[number];
            if (letter && !letter.isOpened && !letter.isGiven && !this.isFound) this.turnTo(letter);
        };
        return tile;
    }

    /** Puts a letter on the board.
     * @param {Letter | undefined} letter */
    turnTo(letter) {
        clearTimeout(this.timer);
        if (!letter || !this.module) return;
        this.letter = letter;
        const film = JSON.parse(this.module.film(JSON.stringify({ text: letter.character, theme: this.theme.name })));
        this.board?.show(film.letters[0]);
        this.refresh();
    }

    /** The letter was solved. */
    open() {
        const { letter } = this;
        if (!letter) return;
        letter.isOpened = true;
        letter.typed = "";
        this.keep();
        this.refresh();
        if (this.isFound) {
            this.say(`The letter is ${letter.character}.`);
            return this.later(() => this.celebrate());
        }
        this.say(`The letter is ${letter.character}. Type the word, or open the next letter.`);
        const rest = [...this.hidden, ...this.hidden].slice(this.hidden.indexOf(letter));
        this.later(() => this.turnTo(rest.find(({ isOpened }) => !isOpened)));
    }

    /** Does something when the letter was seen.
     * @param {() => void} act */
    later(act) {
        clearTimeout(this.timer);
        this.timer = setTimeout(act, this.services.isStill() ? 0 : SEEN);
    }

    /** Whether the word is known. */
    get isFound() {
        return this.isGuessed || this.hidden.every(({ isOpened }) => isOpened);
    }

    /** The letters that can be typed. */
    get closed() {
        return this.hidden.filter(({ isOpened }) => !isOpened);
    }

    /** @param {string} typed */
    type(typed) {
        if (this.isFound || this.wrong >= HEARTS) return;
        const next = this.closed.find((letter) => letter.typed === "");
        if (!next) return;
        next.typed = typed;
        this.refresh();
    }

    erase() {
        const last = this.closed.findLast((letter) => letter.typed !== "");
        if (last) last.typed = "";
        this.refresh();
    }

    /** Compares a word with the hidden one.
     * @param {string} text  its letters */
    guess(text) {
        if (this.isFound || this.wrong >= HEARTS) return;
        const guessed = [...plain(text)];
        const hidden = [...plain(this.hidden.map(({ character }) => character).join(""))];
        if (guessed.length < hidden.length) return this.say(`The word has ${counted(this.hidden.length, "letter")}.`);
        if (guessed.join("") === hidden.join("")) {
            this.isGuessed = true;
            this.keep();
            this.refresh();
            return this.celebrate();
        }

        this.wrong++;
        for (const letter of this.hidden) letter.typed = "";
        this.keep();
        this.refresh();
        this.line.classList.add("no");
        setTimeout(() => this.line.classList.remove("no"), SHAKE);
        const left = HEARTS - this.wrong;
        this.say(left === 0 ? "No guess is left. Open the letters to read the word." : `That isn't the word. ${guesses(left)} left.`);
    }

    /** What it took, in words. */
    get score() {
        const opened = this.hidden.filter(({ isOpened }) => isOpened).length;
        const how = this.isGuessed ? `Guessed with ${opened} of ${counted(this.hidden.length, "letter")} opened` : `Read by opening ${this.hidden.length === 1 ? "the letter" : `all ${this.hidden.length} letters`}`;
        const slips = this.wrong > 0 ? ` and ${guesses(this.wrong, "wrong ")}` : "";
        return `${how}${slips}.`;
    }

    /** How the word was found, for its sender: 🟦 for a tile that was opened, 🟩 for one that was guessed.
     * @returns {import("../gift.js").Reply} */
    get reply() {
        const tiles = this.hidden.map(({ character, isOpened }) => ({ character, isOpened }));
        const signs = tiles.map(({ isOpened }) => (isOpened ? "🟦" : "🟩")).join("");
        return { words: `Your word: ${this.score.charAt(0).toLowerCase()}${this.score.slice(1)}\n${signs} ${this.lives}`, tiles };
    }

    get lives() {
        return "♥".repeat(HEARTS - this.wrong).padEnd(HEARTS, "♡");
    }

    /** The whole word plays on the whole screen; then it is answered. */
    celebrate() {
        this.end();
        finale({ text: this.text, theme: this.theme, score: this.score, answer: () => this.element.querySelector("input")?.focus() }, this.services, this.gone);
    }

    /** Shows the word, and how to answer it. */
    end() {
        clearTimeout(this.timer);
        this.board?.rest();
        const film = replay({ text: this.text, theme: this.theme.name }, `${this.text}, played as peg solitaire`, this.services, this.gone);
        this.element.classList.add("found");
        this.say(this.score);
        this.ground.replaceChildren(film);
        this.keys.element.replaceWith(make("div", { class: "choices" }, word(this.services, make("h2", {}, "Send one back"), this.reply)));
    }

    /** @param {...(Node | string)} what */
    say(...what) {
        this.status.replaceChildren(...what);
    }

    /** Shows tiles, hearts and keys as they are now. */
    refresh() {
        this.hearts.textContent = this.lives;
        this.hearts.setAttribute("aria-label", `${HEARTS - this.wrong} of ${HEARTS} guesses left`);
        let number = 0;
        for (const letter of this.letters) {
            const { tile, isGiven, isOpened, character, typed } = letter;
            const isKnown = isGiven || isOpened || this.isFound;
            tile.textContent = isKnown ? character : typed;
            tile.disabled = isKnown;
            tile.classList.toggle("solved", isOpened);
            tile.classList.toggle("guessed", this.isFound && !isOpened && !isGiven);
            tile.classList.toggle("given", isGiven);
            tile.classList.toggle("open", letter === this.letter && !this.isFound);
            const name = `Letter ${++number}: `;
            tile.setAttribute("aria-label", `${name}${isKnown ? character : typed ? `you typed ${typed}` : "closed"}`);
        }
        this.keys?.enable(this.wrong < HEARTS && !this.isFound);
    }
}

/** @param {number} count
 * @param {string} [kind] */
const guesses = (count, kind = "") => `${count} ${kind}${count === 1 ? "guess" : "guesses"}`;

/** Whether a character is a letter or a digit.
 * @param {string} character */
const isLetter = (character) => /[\p{L}\p{N}]/u.test(character);
