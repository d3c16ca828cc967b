/** The font under way: its characters, and its files. It stays in the browser until it is cleared, so that nothing is lost. */
import { button, make, reasonOf } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { digitsOf } from "../play/geometry.js";
import { picture } from "../play/look.js";

/** @typedef {{character: string, design: string, pattern: string, solution: string}} Own */

const KEY = "pegfont own font";

/** The files for other programs. */
const FILES = /** @type {[string, string][]} */ ([["ttf", "font/ttf"], ["woff2", "font/woff2"]]);

export class Collection {
    /** @param {import("../play/geometry.js").Board} board
     * @param {import("../services.js").Services} services
     * @param {(character: string, design: string) => void} edit
     * @param {AbortSignal} gone */
    constructor(board, services, edit, gone) {
        this.board = board;
        this.services = services;
        this.edit = edit;
        /** @type {Own[]} */
        this.characters = [];
        /** The pattern that waits for its name.
         * @type {Omit<Own, "character"> | null} */
        this.offered = null;
        this.note = make("div", { class: "message", role: "status", hidden: true });
        this.name = make("input", { type: "text", value: "my font", maxlength: 60, autocomplete: "off" });
        this.name.addEventListener("change", () => this.keep());
        this.character = make("input", { type: "text", size: 4, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
        this.preview = make("div", { class: "preview" });
        this.naming = make(
            "form",
            { class: "naming", hidden: true },
            this.preview,
            make("label", {}, make("span", {}, "Which character is it?"), this.character),
            make("button", { class: "main" }, "Add it to the font"),
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
        this.save = button("Save (TOML)", () => this.download("toml", "application/toml"));
        this.type = button("Type with it", async () => {
            try {
                const own = await services.studio.call("own_font_link", this.font());
                services.go("watch", [], { text: this.characters.map(({ character }) => character).join(""), own });
            } catch (error) {
                this.tell(reasonOf(error));
            }
        });
        this.exports = FILES.map(([format, type]) => button(format.toUpperCase(), () => this.download(format, type)));
        this.element = make(
            "section",
            { class: "collection", "aria-label": "Your font" },
            make("h2", {}, "Your font"),
            this.naming,
            make("label", {}, make("span", {}, "Name of the font"), this.name),
            this.note,
            this.empty,
            this.list,
            make("div", { class: "row" }, this.type, this.save, ...this.exports),
            make("label", { class: "drop" }, make("span", {}, "Open a saved font"), open),
        );
        this.remember();
        // Another page that shows the font has changed it.
        addEventListener("storage", ({ key }) => key === KEY && this.remember(), { signal: gone });
    }

    /** @param {string} text
     * @param {...Node} more */
    tell(text, ...more) {
        this.note.replaceChildren(text, ...more);
        this.note.hidden = false;
    }

    /** A pattern was picked: which character is it?
     * @param {Omit<Own, "character">} offered */
    offer({ design, pattern, solution }) {
        this.offered = { design, pattern, solution };
        this.preview.replaceChildren(picture(this.board, digitsOf(pattern), "The picked pattern", this.services.theme()));
        this.naming.hidden = false;
        this.character.focus();
        this.character.select();
    }

    /** Puts the picked pattern into the font. */
    take() {
        const [character, ...more] = this.character.value.trim().normalize("NFC");
        if (character === undefined || more.length > 0) return this.tell("Write one character: a letter, a digit or a sign.");
        if (!this.offered) return;
        const replaced = this.characters.some((own) => own.character === character);
        const others = this.characters.filter((own) => own.character !== character);
        this.change([...others, { character, ...this.offered }], replaced ? `${character} was replaced.` : `${character} is in your font.`);
        this.offered = null;
        this.naming.hidden = true;
        this.character.value = "";
    }

    /** Changes the font, and says what was done, with the way back; and if the browser didn't keep it, what to do.
     * @param {Own[]} characters
     * @param {string} text */
    change(characters, text) {
        const before = this.characters;
        this.characters = characters.toSorted((one, other) => (one.character.codePointAt(0) ?? 0) - (other.character.codePointAt(0) ?? 0));
        this.refresh();
        const more = this.keep() ? "" : " But this browser can't keep your font, because its storage is full or blocked: save it as a file before you leave.";
        this.tell(text + more, button("Undo the change", () => this.change(before, "Your font is as it was before.")));
    }

    refresh() {
        const isEmpty = this.characters.length === 0;
        this.empty.hidden = !isEmpty;
        for (const one of [this.type, this.save, ...this.exports]) one.disabled = isEmpty;
        this.list.replaceChildren(...this.characters.map((own) => this.entry(own)));
    }

    /** @param {Own} own */
    entry(own) {
        const { character, pattern, design } = own;
        const again = button([picture(this.board, digitsOf(pattern), "", this.services.theme()), make("span", {}, character)], () => {
            this.character.value = character;
            this.edit(character, design);
        }, { title: `Draw ${character} again` });
        const remove = button("×", () => {
            this.change(this.characters.filter((other) => other !== own), `${character} was removed.`);
        }, { class: "remove", "aria-label": `Remove ${character}` });
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
            const { call } = this.services.studio;
            const bytes = await (format === "toml" ? call("own_font_text", font) : call("font_file", { font, format }));
            this.services.download(`${font.name.replace(/[^\p{L}\p{N}]+/gu, "-")}.${format}`, bytes, type);
        } catch (error) {
            this.tell(reasonOf(error));
        }
    }

    /** Opens a font file. If it is damaged, the font on the page stays.
     * @param {File} file */
    async read(file) {
        try {
            const font = await this.services.studio.call("read_own_font", await file.text());
            const take = () => {
                this.name.value = font.name;
                this.change(font.characters, `${file.name}: ${font.characters.length} characters.`);
            };
            if (this.characters.length === 0) return take();
            const keepMine = () => this.tell("Your font is unchanged.");
            this.tell(`${file.name} replaces the ${this.characters.length} characters of your font.`,
                make("div", { class: "row" }, button("Replace them", take), button("Keep mine", keepMine)));
        } catch (error) {
            this.tell(`${file.name}:${reasonOf(error)}`);
        }
    }

    /** Keeps the font in the browser. Returns whether it took it. */
    keep() {
        return keep(KEY, this.font());
    }

    /** Reads the font that was kept, if it is a valid one. */
    remember() {
        const font = recalled(KEY);
        const texts = (/** @type {any} */ own) => [own?.character, own?.design, own?.pattern, own?.solution];
        const characters = Array.isArray(font?.characters) ? font.characters : [];
        this.characters = characters.filter((/** @type {any} */ own) =>
            texts(own).every((text) => typeof text === "string") && [...own.character].length === 1 && digitsOf(own.pattern).length === this.board.holes.length);
        if (typeof font?.name === "string") this.name.value = font.name;
        const lost = characters.length - this.characters.length;
        if (lost > 0) this.tell(`${lost} of the characters kept in this browser can't be read.`);
        this.refresh();
    }
}
