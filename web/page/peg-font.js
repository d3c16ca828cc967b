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
import { Player } from "./player.js";

/** The font and the themes; the builder writes them.
 * @type {any} */
const DATA = "@DATA@";

/** How long the start and the finished text are shown, in milliseconds, as in the library. */
const HOLDS = [600, 2500];

/** The longest that the jumps of a film take together, and the shortest that a jump takes then, in milliseconds, as in the library. */
const [MOST, FASTEST] = [6240, 20];

/** How many jumps a letter is behind the one before, in a cascade, and the last behind the first, at most; and how long the
 * first to begin plays alone, as in the library. */
const [BEHIND, ALL_BEHIND, ALONE] = [2, 14, 16 / 3];

/** How many jumps each of this many letters is behind the one before it, in a cascade: in thirds, as in the library. @param {number} letters */
const behindBy = (letters) => {
    const behind = Math.min(BEHIND, ALL_BEHIND / Math.max(1, letters - 1));
    return Math.floor(3 * behind) / 3 || behind;
};

/** How much slower the first jumps are, from the first, and the last ones, from the last, as in the library. */
const SLOWER = [3, 7 / 3, 5 / 3];

/** The time from the last jump to the band of light, and how long that takes, in milliseconds, as in the library. */
const [REST, SWEEP] = [250, 800];

/** The least time between two paintings, in milliseconds. */
const FRAME = 30;

/** The distance between holes, in units of the film, and the largest in pixels unless the page's style says otherwise. */
const PITCH = 24;

/** The least width in pixels for a character to be legible, and the longest line in characters. */
const [LEGIBLE, LONGEST] = [32, 16];

/** The number that a character stands for.
 * @param {string} letter */
function numberOf(letter) {
    const number = letter.charCodeAt(0) - 40;
    return number - (number > 52 ? 1 : 0);
}

/** The jumps of a character, if the font has it.
 * @param {string} character
 * @returns {number[][] | null} */
function solution(character) {
    return DATA.characters[character] && [...DATA.characters[character][0]].map((letter) => DATA.jumps[numberOf(letter)]);
}

/** The holes in which the pegs of a character come to stay, each with the number of jumps after which it does.
 * @param {string} character
 * @returns {number[][]} */
function settling(character) {
    const numbers = [...DATA.characters[character][1]].map(numberOf);
    return numbers.flatMap((hole, at) => (at % 2 === 0 ? [[hole, numbers[at + 1]]] : []));
}

/** The lines of a text, broken at spaces; words that are too long, into equal parts. Characters that the font doesn't have are left out.
 * @param {string} text
 * @param {number} wrap
 * @returns {string[][]} */
function linesOf(text, wrap) {
    const lines = text.split("\n").flatMap((line) => {
        const broken = [];
        let rest = [...line.trim()].filter((character) => /\s/.test(character) || solution(character));
        while (rest.length > wrap) {
            const space = rest.slice(0, wrap + 1).findLastIndex((character) => /\s/.test(character));
            const word = [...rest.join("").split(/\s/, 1)[0]].length;
            const at = space > 0 ? space : Math.ceil(word / Math.ceil(word / wrap));
            broken.push(rest.slice(0, at));
            rest = rest.slice(space > 0 ? at + 1 : at);
        }
        return [...broken, rest];
    });
    return lines.filter((line, number) => line.length > 0 || (number > 0 && number < lines.length - 1));
}

/** The film of a text, like that of the library.
 * @param {string} text
 * @param {any} theme
 * @param {{order: string, jump: number, isFixed: boolean, wrap: number}} how  `isFixed`: a jump takes so long in long films, too
 * @returns {import("./painter.js").Film | null} */
function filmOf(text, theme, { order, jump: usual, isFixed, wrap }) {
    const lines = linesOf(text, wrap);
    const columns = Math.max(...DATA.holes.map((/** @type {number[]} */ [x]) => x)) + 1;
    const rows = Math.max(...DATA.holes.map((/** @type {number[]} */ [, y]) => y)) + 1;
    const [margin, gap, between, least] =
        [theme.board.margin, theme.layout.gap, theme.layout.line_gap, theme.layout.padding].map((length) => Math.round(length * PITCH));
    const [width, height] = [columns * PITCH + 2 * margin, rows * PITCH + 2 * margin];
    /** How far the next character is. @param {string} character */
    const advance = (character) => (/\s/.test(character) ? Math.floor(width / 2) : width + gap);
    const long = (/** @type {string[]} */ line) => line.reduce((sum, character) => sum + advance(character), -gap);
    const longest = Math.max(0, ...lines.map(long));
    const high = lines.length * (height + between) - between;
    /** At least a twentieth of the picture's shorter side, padding and all. */
    const padding = least && Math.max(least, Math.ceil(Math.min(longest, high) / 18));
    /** @type {number[][]} */
    const corners = [];
    /** @type {import("./painter.js").Plays[]} */
    const letters = [];
    lines.forEach((line, row) => {
        let left = padding + (longest - long(line)) / 2;
        for (const character of line) {
            const jumps = solution(character);
            if (jumps && !/\s/.test(character)) {
                corners.push([left, padding + row * (height + between)]);
                letters.push({ character, start: DATA.start, jumps, times: [], settles: [] });
            }
            left += advance(character);
        }
    });
    if (letters.length === 0) return null;
    /** When each of `count` jumps begins, and the last one ends, in jumps. @param {number} count */
    const timesOf = (count) => {
        const times = [0];
        for (let jump = 0; jump < count; jump++) times.push(times[jump] + (SLOWER[Math.min(jump, count - 1 - jump)] ?? 1));
        return times;
    };
    const plays = letters.map(({ jumps }) => timesOf(jumps.length));
    const counts = plays.map((times) => times[times.length - 1]);
    const most = Math.max(...counts);
    const delays = counts.map((count, number) => {
        if (order === "sequence") return counts.slice(0, number).reduce((sum, count) => sum + count, 0);
        return most - count + (order === "cascade" ? behindBy(counts.length) * number : 0);
    });
    const first = Math.min(...delays);
    const alone = order === "cascade" ? ALONE : 0;
    const begins = delays.map((delay) => (delay > first ? delay - first + alone : 0));
    const ends = begins.map((begin, number) => begin + counts[number]);
    const last = Math.max(...ends);
    const jump = isFixed || order === "sequence" ? usual : Math.min(usual, Math.max(FASTEST, MOST / Math.max(1, last)));
    letters.forEach((letter, number) => {
        const times = plays[number].map((time) => HOLDS[0] + (begins[number] + time) * jump);
        letter.times = letter.jumps.map((_, at) => [times[at], times[at + 1]]);
        letter.settles = settling(letter.character).map(([hole, round]) => [hole, times[round]]);
    });
    const played_at = HOLDS[0] + last * jump;
    return {
        text, pitch: PITCH, letters, corners, jump, played_at, sweep: [played_at + REST, played_at + REST + SWEEP], duration: Math.round(played_at + HOLDS[1]),
        width: longest + 2 * padding,
        height: high + 2 * padding,
        board_size: [width, height],
        middles: DATA.holes.map((/** @type {number[]} */ [x, y]) => [margin + (x + 0.5) * PITCH, margin + (y + 0.5) * PITCH]),
    };
}

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
        const how = { order: this.getAttribute("order") ?? "together", jump: jump || (smooth ? 280 : 120), isFixed: jump > 0, wrap: number("wrap", this.fits) };
        return filmOf(this.getAttribute("text") ?? "", this.look, how);
    }

    /** The theme: the one asked for, or `auto` for what the device prefers. */
    get look() {
        const wanted = this.getAttribute("theme");
        const preferred = asked(FORCED).matches ? "contrast" : wanted !== "auto" ? "dark" : asked(DARK).matches ? "dark" : "ivory";
        const named = (/** @type {string | null} */ name) => DATA.themes.find((/** @type {any} */ theme) => theme.name === name);
        const found = named(wanted);
        if (wanted !== null && wanted !== "auto" && !found) {
            const names = DATA.themes.map((/** @type {any} */ { name }) => name);
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
        const lacking = [...new Set(text)].filter((character) => !/\s/.test(character) && !solution(character));
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
