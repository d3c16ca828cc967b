/** The font under way: its characters, and its files. It stays in the browser until it is cleared, so that nothing is lost. */
import { make } from "../elements.js";
import { picture } from "../play/drawing.js";
import { digitsOf } from "../play/geometry.js";

/** @typedef {{character: string, design: string, pattern: string, solution: string}} Own */

const KEY = "pegfont own font";

/** The files for other programs. */
const FILES = /** @type {[string, string][]} */ ([["ttf", "font/ttf"], ["woff2", "font/woff2"]]);

export class Collection {
    /** @param {import("../play/geometry.js").Board} board
     * @param {import("../services.js").Services} services
     * @param {(character: string, design: string) => void} edit */
    constructor(board, services, edit) {
        this.board = board;
        this.services = services;
        this.edit = edit;
        /** @type {Own[]} */
        this.characters = [];
        /** The pattern that waits for its name.
         * @type {Omit<Own, "character"> | null} */
        this.offered = null;
        this.note = make("p", { class: "message", role: "status", hidden: true });
        this.name = make("input", { type: "text", value: "my font", maxlength: 60, autocomplete: "off" });
        this.name.addEventListener("change", () => this.keep());
        this.character = make("input", { type: "text", size: 4, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
        this.preview = make("div", { class: "preview" });
        this.naming = make(
            "form",
            { class: "naming", hidden: true },
            this.preview,
            make("label", {}, make("span", {}, "Which character is it?"), this.character),
            make("button", { class: "main" }, "Put it into the font"),
        );
        this.naming.addEventListener("submit", (event) => {
            event.preventDefault();
            this.take();
        });
        this.list = make("ul", { class: "own", "aria-label": "Characters of your font" });
        this.empty = make("p", { class: "quiet" }, "No characters yet. Pick a pattern to begin.");
        const open = make("input", { type: "file", accept: ".toml", class: "file" });
        open.addEventListener("change", async () => {
            const [file] = open.files ?? [];
            if (file) await this.read(file);
            open.value = "";
        });
        this.save = this.button("Save (TOML)", () => this.download("toml", "application/toml"));
        this.exports = FILES.map(([format, type]) => this.button(format.toUpperCase(), () => this.download(format, type)));
        this.element = make(
            "section",
            { class: "collection", "aria-label": "Your font" },
            make("h2", {}, "Your font"),
            this.naming,
            make("label", {}, make("span", {}, "Name of the font"), this.name),
            this.note,
            this.empty,
            this.list,
            make("div", { class: "row" }, this.save, ...this.exports),
            make("label", { class: "drop" }, make("span", {}, "Open a font that was saved"), open),
        );
        this.remember();
        this.refresh();
    }

    /** @param {string} text
     * @param {() => void} act */
    button(text, act) {
        const button = make("button", { type: "button" }, text);
        button.addEventListener("click", act);
        return button;
    }

    /** @param {string} text */
    tell(text) {
        this.note.textContent = text;
        this.note.hidden = false;
    }

    /** A pattern was picked: which character is it?
     * @param {Omit<Own, "character">} offered */
    offer(offered) {
        this.offered = offered;
        this.preview.replaceChildren(picture(this.board, digitsOf(offered.pattern), "The picked pattern"));
        this.naming.hidden = false;
        this.character.focus();
        this.character.select();
    }

    /** Puts the picked pattern into the font. */
    take() {
        const [character, ...more] = this.character.value.trim();
        if (character === undefined || more.length > 0) return this.tell("Write one character: a letter, a digit or a sign.");
        if (!this.offered) return;
        const replaced = this.characters.some((own) => own.character === character);
        this.put([...this.characters.filter((own) => own.character !== character), { character, ...this.offered }]);
        this.offered = null;
        this.naming.hidden = true;
        this.character.value = "";
        this.tell(replaced ? `${character} was replaced.` : `${character} is in your font.`);
    }

    /** @param {Own[]} characters */
    put(characters) {
        this.characters = characters.sort((one, other) => (one.character.codePointAt(0) ?? 0) - (other.character.codePointAt(0) ?? 0));
        this.keep();
        this.refresh();
    }

    refresh() {
        const isEmpty = this.characters.length === 0;
        this.empty.hidden = !isEmpty;
        for (const button of [this.save, ...this.exports]) button.disabled = isEmpty;
        this.list.replaceChildren(...this.characters.map((own) => this.entry(own)));
    }

    /** @param {Own} own */
    entry(own) {
        const { character, pattern, design } = own;
        const again = make("button", { type: "button", title: `Draw ${character} again` }, picture(this.board, digitsOf(pattern), character), make("span", {}, character));
        again.addEventListener("click", () => this.edit(character, design));
        const remove = make("button", { type: "button", class: "remove", "aria-label": `Remove ${character}` }, "×");
        remove.addEventListener("click", () => {
            this.put(this.characters.filter((other) => other !== own));
            this.tell(`${character} was removed.`);
        });
        return make("li", {}, again, remove);
    }

    /** The font as Rust takes it. */
    font() {
        return { name: this.name.value.trim() || "my font", characters: this.characters };
    }

    /** @param {string} format
     * @param {string} type */
    async download(format, type) {
        try {
            const font = this.font();
            const bytes =
                format === "toml"
                    ? await this.services.studio.call("own_font_text", font)
                    : await this.services.studio.call("own_font_file", { font, format });
            this.services.download(`${font.name.replace(/[^\p{L}\p{N}]+/gu, "-")}.${format}`, bytes, type);
        } catch (error) {
            this.tell(error instanceof Error ? error.message : String(error));
        }
    }

    /** Opens a font file. If it is damaged, the font on the page stays.
     * @param {File} file */
    async read(file) {
        try {
            const font = await this.services.studio.call("read_own_font", await file.text());
            this.name.value = font.name;
            this.put(font.characters);
            this.tell(`${file.name}: ${font.characters.length} characters.`);
        } catch (error) {
            this.tell(`${file.name}:${error instanceof Error ? error.message : error}`);
        }
    }

    /** Keeps the font in the browser. */
    keep() {
        try {
            localStorage.setItem(KEY, JSON.stringify(this.font()));
        } catch {
            // Then the font lasts until the page is left.
        }
    }

    /** Takes up the font that was kept. */
    remember() {
        try {
            const font = JSON.parse(localStorage.getItem(KEY) ?? "null");
            if (!font || !Array.isArray(font.characters)) return;
            this.name.value = font.name;
            this.characters = font.characters;
        } catch {
            // Something else is stored there.
        }
    }
}
