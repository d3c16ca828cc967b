/**
 * The web component `<peg-font text="HELLO"></peg-font>`: a text that plays peg solitaire, on any page, from this one file. It
 * needs no server, no WebAssembly and nothing from elsewhere. It is a plain script, `<script src="peg-font.js" async>`, so that it may
 * come from another origin.
 *
 * Attributes, all but the first optional: `text`; `theme` (dark, ivory, wood, light, contrast, led, auto); `order` (together, cascade,
 * sequence); `jump`, the milliseconds of a jump; `steps`, so that pegs don't slide; `wrap`, the longest line in characters; `once`, so
 * that it stops at its end. Each is a property, too. `play()` and `pause()` do what a click, Space or Enter does, and the events `play`,
 * `pause` and `ended` say when. With reduced motion it stands still until it is asked to play. Where there is no browser, as when a page is
 * rendered by a server, importing this file does nothing.
 */
import { Painter, stops } from "./painter.js";
import { LONGEST, PITCH, filmOf, themes, unknown } from "./peg-font/film.js";
import { Player } from "./player.js";

/** The least time between two paintings, in milliseconds. */
const FRAME = 30;

/** The least width in pixels for a character to be legible. */
const LEGIBLE = 32;

/** What the device prefers. */
const asked = (/** @type {string} */ query) => matchMedia(`(${query})`);
const [STILL, DARK, FORCED] = ["prefers-reduced-motion: reduce", "prefers-color-scheme: dark", "forced-colors: active"];

/** The attributes that are texts, and those that are there or not. */
const [TEXTS, FLAGS] = [["text", "theme", "order", "jump", "wrap"], ["steps", "once"]];

/** The element. Without a browser, it is a class that can be imported, but makes no elements. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

class PegFont extends Base {
    static observedAttributes = [...TEXTS, ...FLAGS];

    constructor() {
        super();
        const root = this.attachShadow({ mode: "open" });
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`:host { display: block; max-width: 100%; }
            button { all: unset; display: block; width: 100%; height: 100%; cursor: pointer; }
            button[hidden] { display: none; }
            button:focus-visible { outline: 3px solid; outline-offset: 2px; }
            canvas { display: block; width: 100%; height: 100%; object-fit: contain; }`);
        root.adoptedStyleSheets = [sheet];
        this.button = document.createElement("button");
        this.canvas = document.createElement("canvas");
        this.button.append(this.canvas);
        /** The text itself, if the font has nothing of it. */
        this.plain = document.createElement("span");
        root.append(this.button, this.plain);
        this.painter = new Painter(this.canvas);
        this.painted = 0;
        /** Whether it was playing, and at its end or on the way back, when it was last looked at. */
        this.was = { playing: false, over: false };
        /** The attributes that the page gave it, so that they aren't changed: its label and role.
         * @type {Set<string> | null} */
        this.given = null;
        this.player = new Player((time, isPlaying) => this.tick(time, isPlaying));
        this.button.onclick = () => this.player.toggle();
        this.fits = LONGEST;
        /** What the console was told: the text with missing characters, the theme that there isn't.
         * @type {Set<string>} */
        this.told = new Set();
        this.observer = new ResizeObserver(() => {
            const fits = Math.max(1, Math.min(LONGEST, Math.floor(this.clientWidth / LEGIBLE) || LONGEST));
            if (fits !== this.fits) {
                this.fits = fits;
                this.show();
            }
            this.painter.fit();
            this.painter.paint(this.player.time);
        });
        /** What is to be drawn anew when the device changes its colours. */
        this.recolour = () => this.show();
    }

    connectedCallback() {
        this.takeUp();
        this.show();
        for (const element of [this, this.canvas]) this.observer.observe(element);
        for (const query of [DARK, FORCED]) asked(query).addEventListener("change", this.recolour);
        this.player.follow(this);
        if (!asked(STILL).matches) this.player.play();
    }

    disconnectedCallback() {
        this.player.leave();
        this.observer.disconnect();
        for (const query of [DARK, FORCED]) asked(query).removeEventListener("change", this.recolour);
    }

    attributeChangedCallback() {
        if (this.isConnected) this.show();
    }

    /** Takes up properties that were set before this script was there. */
    takeUp() {
        const own = /** @type {any} */ (this);
        for (const name of [...TEXTS, ...FLAGS]) {
            if (!Object.hasOwn(this, name)) continue;
            const value = own[name];
            delete own[name];
            own[name] = value;
        }
    }

    /** Plays, from the beginning if it is at its end. */
    play() {
        this.player.play();
    }

    pause() {
        this.player.pause();
    }

    /** Whether it stands still. */
    get paused() {
        return !this.player.isPlaying;
    }

    /** The time or the state has changed.
     * @param {number} time
     * @param {boolean} isPlaying */
    tick(time, isPlaying) {
        const { was, player } = this;
        const over = time >= player.duration || player.pace < 0;
        this.was = { playing: isPlaying, over };
        if (isPlaying !== was.playing) this.dispatchEvent(new Event(isPlaying ? "play" : "pause"));
        if (over && !was.over && was.playing) this.dispatchEvent(new Event("ended"));

        // Many elements share a page, so that each paints no more often than it must.
        if (isPlaying && time > this.painted && time < this.painted + FRAME) return;
        this.painted = time;
        this.painter.paint(time);
        const label = `${this.getAttribute("text") ?? ""}, played as peg solitaire: ${isPlaying ? "pause" : "play"}`;
        if (this.button.getAttribute("aria-label") !== label) this.button.setAttribute("aria-label", label);
    }

    /** The film of the attributes. */
    get film() {
        const smooth = !this.hasAttribute("steps");
        const number = (/** @type {string} */ name, /** @type {number} */ usual) => {
            const value = Number(this.getAttribute(name));
            return value >= 1 ? value : usual;
        };
        const jump = number("jump", 0);
        const how = { order: this.getAttribute("order") ?? "together", jump: jump || (smooth ? 280 : 120), isFixed: jump > 0, wrap: number("wrap", this.fits), smooth };
        return filmOf(this.getAttribute("text") ?? "", this.look, how);
    }

    /** The theme: the one asked for, or `auto` for what the device prefers. */
    get look() {
        const wanted = this.getAttribute("theme");
        const preferred = asked(FORCED).matches ? "contrast" : wanted !== "auto" ? "dark" : asked(DARK).matches ? "dark" : "ivory";
        const named = (/** @type {string | null} */ name) => themes.find((theme) => theme.name === name);
        const found = named(wanted);
        if (wanted !== null && wanted !== "auto" && !found) {
            const names = themes.map(({ name }) => name);
            this.warn(`there is no theme "${wanted}": choose ${names.join(", ")} or auto`);
        }
        return found ?? named(preferred);
    }

    /** Tells the console something, once.
     * @param {string} words */
    warn(words) {
        if (!this.told.has(words)) console.warn(`<peg-font>: ${words}`);
        this.told.add(words);
    }

    /** Gives the element a name and a role, unless the page did; or none.
     * @param {string | null} label */
    name(label) {
        this.given ??= new Set(this.getAttributeNames());
        for (const [attribute, value] of [["aria-label", label], ["role", label === null ? null : "group"]]) {
            if (this.given.has(String(attribute))) continue;
            if (value === null) this.removeAttribute(String(attribute));
            else this.setAttribute(String(attribute), value);
        }
    }

    show() {
        const { film, look } = this;
        const text = this.getAttribute("text") ?? "";
        const lacking = unknown(text);
        if (lacking.length > 0) this.warn(`the font has no ${lacking.join(", ")}`);
        this.plain.textContent = film ? "" : text;
        // A text that doesn't play is read as it is.
        this.name(film ? `${text}, played as peg solitaire` : null);
        const smooth = !this.hasAttribute("steps");
        this.player.loops = !this.hasAttribute("once");
        this.button.hidden = film === null;
        if (!film) return this.player.pause();
        this.button.style.maxWidth = `calc(${film.width / PITCH} * var(--hole, ${PITCH}px))`;
        this.canvas.style.aspectRatio = `${film.width} / ${film.height}`;
        this.canvas.style.background = look.background;
        this.painter.show(film, look, { smooth });
        this.player.load(film, stops(film));
        if (asked(STILL).matches && !this.player.isPlaying) this.player.seek(film.duration);
    }
}

for (const name of TEXTS) {
    Object.defineProperty(PegFont.prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
            return this.getAttribute(name) ?? "";
        },
        set(value) {
            if (value === null || value === undefined) this.removeAttribute(name);
            else this.setAttribute(name, String(value));
        },
    });
}
for (const name of FLAGS) {
    Object.defineProperty(PegFont.prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
            return this.hasAttribute(name);
        },
        set(value) {
            this.toggleAttribute(name, Boolean(value));
        },
    });
}

if (globalThis.customElements && !customElements.get("peg-font")) customElements.define("peg-font", PegFont);
