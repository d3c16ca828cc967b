/**
 * The web component `<peg-font text="HELLO"></peg-font>`: a text that plays peg solitaire, on any page, from this one file. It
 * needs no server, no WebAssembly and nothing from elsewhere. It is a plain script, `<script src="peg-font.js" async>`, so that it may
 * come from another origin.
 *
 * Attributes, all but the first optional: `text`; `theme` (dark, ivory, wood, light, contrast, led); `order` (together, cascade,
 * sequence); `jump`, the milliseconds of a jump; `steps`, so that pegs don't slide; `wrap`, the longest line in characters. A
 * click, Space or Enter pauses. With reduced motion it stands still until it is asked to play.
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

class PegFont extends HTMLElement {
    static observedAttributes = ["text", "theme", "order", "jump", "steps", "wrap"];

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
        /** Whether the page gives it a label of its own.
         * @type {boolean | null} */
        this.isNamed = null;
        this.player = new Player((time, isPlaying) => {
            // Many elements share a page, so that each paints no more often than it must.
            if (isPlaying && time > this.painted && time < this.painted + FRAME) return;
            this.painted = time;
            this.painter.paint(time);
            const label = `${this.getAttribute("text") ?? ""}, played as peg solitaire: ${isPlaying ? "pause" : "play"}`;
            if (this.button.getAttribute("aria-label") !== label) this.button.setAttribute("aria-label", label);
        });
        this.button.onclick = () => this.player.toggle();
        this.fits = LONGEST;
        /** The text of which missing characters were named. */
        this.told = "";
        this.observer = new ResizeObserver(() => {
            const fits = Math.max(1, Math.min(LONGEST, Math.floor(this.clientWidth / LEGIBLE) || LONGEST));
            if (fits !== this.fits) {
                this.fits = fits;
                this.show();
            }
            this.painter.fit();
            this.painter.paint(this.player.time);
        });
    }

    connectedCallback() {
        this.show();
        for (const element of [this, this.canvas]) this.observer.observe(element);
        this.player.follow(this);
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.play();
    }

    disconnectedCallback() {
        this.player.leave();
        this.observer.disconnect();
    }

    attributeChangedCallback() {
        if (this.isConnected) this.show();
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
        return filmOf(this.getAttribute("text") ?? "", this.theme, how);
    }

    get theme() {
        const name = this.getAttribute("theme") ?? (matchMedia("(forced-colors: active)").matches ? "contrast" : null);
        return DATA.themes.find((/** @type {any} */ theme) => theme.name === name) ?? DATA.themes[0];
    }

    show() {
        const { film, theme } = this;
        const text = this.getAttribute("text") ?? "";
        const lacking = [...new Set(text)].filter((character) => !/\s/.test(character) && !solution(character));
        if (lacking.length > 0 && text !== this.told) console.warn(`<peg-font>: the font has no ${lacking.join(", ")}`);
        this.told = text;
        this.plain.textContent = film ? "" : text;
        this.isNamed ??= this.hasAttribute("aria-label");
        if (!this.isNamed) this.setAttribute("aria-label", `${text}, played as peg solitaire`);
        if (!this.hasAttribute("role")) this.setAttribute("role", "group");
        const smooth = !this.hasAttribute("steps");
        this.button.hidden = film === null;
        if (!film) return this.player.pause();
        this.button.style.maxWidth = `calc(${film.width / PITCH} * var(--hole, ${PITCH}px))`;
        this.canvas.style.aspectRatio = `${film.width} / ${film.height}`;
        this.canvas.style.background = theme.background;
        this.painter.show(film, theme, { smooth });
        this.player.load(film, stops(film));
        if (matchMedia("(prefers-reduced-motion: reduce)").matches && !this.player.isPlaying) this.player.seek(film.duration);
    }
}

if (!customElements.get("peg-font")) customElements.define("peg-font", PegFont);
