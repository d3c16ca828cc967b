/** Watch: a text plays itself. The part's course: what was asked, the film of it, and what is said about it. */
import { button, make, reasonOf } from "../elements.js";
import { Painter, stops } from "../painter.js";
import { shape } from "../play/drawing.js";
import { Player } from "../player.js";
import { controls } from "./controls.js";
import { files } from "./files.js";
import { composed, read, written } from "./options.js";
import { announced, asText, inShort, lacking, leftOut } from "./words.js";

/** @typedef {import("../painter.js").Film & {board: string, hole_names: string[], left_out: string[]}} Film */

/** How long a change of the text may take before it plays, in milliseconds. */
const PAUSE = 150;

/** Stops everything. @type {() => void} */
let leave = () => {};

/** @param {HTMLElement} root
 * @param {{query: URLSearchParams}} params
 * @param {import("../services.js").Services} services */
export async function mount(root, params, services) {
    const left = new AbortController();
    leave = () => left.abort();
    const place = make("div", { class: "watch" }, make("h1", {}, "Every letter plays a game of peg solitaire"));
    root.append(place);
    const themes = await services.themes();
    const module = await services.watch();
    if (left.signal.aborted) return;
    const { options, wrong } = read(params.query, services.themeNames());
    if (!params.query.has("theme")) options.theme = services.themeName;

    const dark = matchMedia("(prefers-color-scheme: dark)");
    /** @type {Film | null} */
    let film = null;
    /** The game that was found for a text, by text and number. @type {Map<string, string>} */
    const games = new Map();
    /** @type {AbortController | null} */
    let search = null;
    /** Milliseconds per jump, if not as usual. @type {number | null} */
    let jump = null;
    /** The timer until a text that is being typed plays. */
    let waiting = 0;

    const parts = controls(options, themes);
    const { canvas, stage, said, field } = parts;
    const boards = make("pre", { tabindex: 0, role: "region", "aria-label": "The boards as text" });
    const reading = make("details", {}, make("summary", {}, "The boards as text"), boards);
    const saving = files(services, () => {
        // What was typed last is what is asked.
        if (waiting) show({ fromStart: true });
        return { options, request: request(), theme: theme().name, jump, film };
    });
    const lead = make("p", { class: "lead" }, strip(),
        make("span", {}, "A peg jumps over its neighbour into an empty hole, and the neighbour is removed. The pegs that remain are the letter."));
    parts.asking.append(saving.secret);
    const daily = make("a", { class: "button", href: new URL(services.link("play", ["daily"])).hash }, "Today's puzzle");
    place.append(parts.asking, saving.sent, lead, stage, make("div", { class: "row acts" }, saving.share, daily), make("div", { class: "more" }, parts.settings, saving.element, reading));

    const painter = new Painter(canvas);
    const player = new Player((time, isPlaying) => {
        painter.paint(time);
        parts.tell(player, isPlaying);
        if (!isPlaying) read_out();
    });
    player.loops = options.loops;
    player.follow(stage);

    /** Writes the boards as text, for those who read them. */
    function read_out() {
        if (film && reading.open) boards.textContent = asText(film, player.time, options.smooth);
    }
    reading.addEventListener("toggle", read_out);

    const theme = () => services.theme(options.theme);

    /** What decides the game for a text. */
    const key = () => `${options.seed} ${options.own} ${options.text}`;

    /** What is asked of the library. */
    function request() {
        const { text, order, smooth, own } = options;
        const game = options.one ? games.get(key()) ?? null : null;
        return { text, theme: theme().name, order, smooth, jump, game, own: own || null };
    }

    /** Says something below the text.
     * @param {string} text
     * @param {{isWrong?: boolean, more?: Node[]}} [how] */
    function say(text, { isWrong = false, more = [] } = {}) {
        said.classList.toggle("wrong", isWrong);
        said.replaceChildren(text, ...more);
        field.setAttribute("aria-invalid", String(isWrong));
    }

    /** Shows what is asked.
     * @param {{fromStart?: boolean}} [how] */
    function show({ fromStart = false } = {}) {
        clearTimeout(waiting);
        waiting = 0;
        search?.abort();
        search = null;
        film = null;
        services.replace("watch", [], written(options));
        // What is said about one game doesn't cover its board.
        stage.classList.toggle("single", options.one);
        try {
            if (options.text.trim() === "") say("Type a word, and it plays itself here.");
            else if (options.one && !request().game) find();
            else {
                film = made();
                say(leftOut(film.left_out), { more: [...(film.left_out.length > 0 ? [draws()] : []), ...(options.own === "" ? [] : [usual()])] });
            }
        } catch (error) {
            const isLacking = reasonOf(error) === "the text is empty";
            say(isLacking ? lacking(options.text) : problem(error), { isWrong: true, more: isLacking ? [draws()] : [] });
        }
        if (film) return draw(fromStart);
        // Nothing is shown or shared that isn't asked any more.
        player.pause();
        painter.clear();
        saving.refresh();
    }

    /** The film of what is asked, in lines that fit the stage.
     * @returns {Film} */
    function made() {
        const aspect = Math.max(0.2, canvas.clientWidth / Math.max(1, canvas.clientHeight));
        const ask = () => JSON.parse(module.film(JSON.stringify({ ...request(), aspect })));
        jump = null;
        const usual = ask();
        if (options.speed === 1) return usual;
        jump = Math.max(1, Math.round(usual.jump / options.speed));
        return ask();
    }

    /** Shows the film.
     * @param {boolean} fromStart */
    function draw(fromStart) {
        if (!film) return;
        stage.style.background = theme().background;
        canvas.setAttribute("aria-label", announced(film, options.one));
        painter.show(film, theme(), { smooth: options.smooth });
        player.load(film, stops(film));
        if (fromStart) player.seek(services.isStill() ? film.duration : 0);
        if (fromStart && !services.isStill()) player.play();
        performance.mark("shown");
        saving.refresh();
    }

    /** Looks for one game for the whole text, in the worker. */
    async function find() {
        const asked = new AbortController();
        search = asked;
        const bar = make("progress", { max: 1, "aria-label": "Looking for a game" });
        say("Looking for one game that leaves the whole text …", { more: [bar, button("Stop", () => asked.abort())] });
        const wanted = key();
        try {
            const args = { request: { ...request(), game: null, jump: null }, seed: options.seed, tolerance: 0 };
            const onProgress = (/** @type {number} */ done, /** @type {number} */ total) => (bar.value = done / Math.max(1, total));
            const found = await services.studio.call("one_game", args, { signal: asked.signal, onProgress });
            games.set(wanted, found.game);
            if (search !== asked) return;
            show({ fromStart: true });
            if (film) {
                const jumps = film.letters[0].jumps.length;
                say(`One game of ${jumps} jumps on a board of ${film.board} holes. ${leftOut(film.left_out)}`, { more: [another()] });
            }
        } catch (error) {
            if (search !== asked) return;
            search = null;
            if (asked.signal.aborted) {
                parts.choose(false);
                options.one = false;
                show();
                say("Stopped. Every letter plays on its own board again.");
            } else {
                say(problem(error), { isWrong: true, more: [another()] });
            }
        }
    }

    /** The way to a character that the font lacks. */
    const draws = () => make("a", { href: "#design" }, "Draw your own");

    /** A button that leaves the visitor's own font. */
    const usual = () => button("Use the built-in font", () => {
        options.own = "";
        show({ fromStart: true });
    });

    /** A button for another game. */
    const another = () => button("Another game", () => {
        options.seed = (options.seed % 999) + 1;
        show({ fromStart: true });
    });

    parts.on({
        text(text) {
            options.text = composed(text);
            saving.sent.replaceChildren();
            clearTimeout(waiting);
            waiting = setTimeout(() => show({ fromStart: true }), PAUSE);
        },
        change(change) {
            Object.assign(options, change);
            if (change.theme) services.themeName = change.theme;
            player.loops = options.loops;
            show({ fromStart: "one" in change || "order" in change });
        },
        player,
        announce: () => film && services.announce(inShort(film, player, options.smooth)),
    }, left.signal);

    let shape = "";
    const wide = new ResizeObserver(() => {
        const now = `${canvas.clientWidth} ${canvas.clientHeight}`;
        if (!film || shape === now) return;
        // The lines are broken anew for the new shape, if the text isn't wrong by now.
        if (shape !== "" && field.getAttribute("aria-invalid") !== "true" && !search) film = made();
        shape = now;
        draw(false);
    });
    dark.addEventListener("change", () => show(), { signal: left.signal });
    left.signal.addEventListener("abort", () => {
        player.onTick = () => {};
        player.leave();
        clearTimeout(waiting);
        search?.abort();
        wide.disconnect();
        saving.leave();
    });

    show({ fromStart: true });
    wide.observe(canvas);
    if (wrong.length > 0) {
        say(`The address has parts that the page can't read: “${wrong.join("”, “")}”. The rest of it is shown.`);
    }
}

export function unmount() {
    leave();
}

/** One jump as a picture: two pegs and a hole, the way of the first, and the one that is left. */
function strip() {
    const place = (/** @type {number} */ x, /** @type {string} */ kind) => shape("circle", { cx: x, cy: 14, r: kind === "peg" ? 9 : 4, class: kind });
    const jump = [place(12, "peg"), place(34, "peg"), place(56, "hole"), shape("path", { d: "M12 4Q34-7 54 5M48 5l7 1 1-7", class: "way" })];
    const after = [shape("path", { d: "M76 14h14M85 9l6 5-6 5", class: "way" }), place(112, "hole"), place(134, "hole"), place(156, "peg")];
    return shape("svg", { viewBox: "0 -6 168 32", class: "strip", "aria-hidden": "true" }, ...jump, ...after);
}

/** The words for a mistake: a sentence, with the library's own words.
 * @param {unknown} error */
function problem(error) {
    const message = reasonOf(error);
    return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}
