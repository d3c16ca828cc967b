/** Watch: a text plays itself. The part's course: what was asked, the film of it, and what is said about it. */
import { button, make, reasonOf } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { LOOKS, Painter, stops } from "../painter.js";
import { Player } from "../player.js";
import { rule } from "../rule.js";
import { controls } from "./controls.js";
import { files } from "./files.js";
import { composed, following, read, written } from "./options.js";
import { announced, asText, inShort, lacking, leftOut } from "./words.js";

/** @typedef {import("../painter.js").Film & {board: string, hole_names: string[], left_out: string[]}} Film */

/** How long a change of the text may take before it plays, in milliseconds. */
const PAUSE = 150;

/** What the library says of a text of which the font has nothing. */
const NOTHING_TO_SHOW = "The text is empty.";

/** Whether the visitor has seen the rule of the game is kept under this. */
const SEEN = "pegfont rule seen";

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
    /** The games that were found for a text and those that come next, by what decides them. @type {Map<string, string[]>} */
    const games = new Map();
    /** Which of them plays. */
    let turn = 0;
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
        return { options, request: request(), texts: shownTexts(), games: found(), theme: theme().name, jump, film };
    }, change);
    const strip = new Painter(make("canvas", { class: "strip", "aria-hidden": "true" }));
    const lead = make("p", { class: recalled(SEEN) === true ? "lead seen" : "lead" }, strip.canvas, rule());
    parts.asking.append(saving.secret);
    const daily = make("a", { class: "button", href: new URL(services.link("play", ["daily"])).hash }, "Today's puzzle");
    place.append(parts.asking, saving.sent, lead, stage, make("div", { class: "row acts" }, ...saving.acts, daily), saving.said, make("div", { class: "more" }, parts.settings, ...saving.folded, reading));

    const painter = new Painter(canvas);
    const player = new Player((time, isPlaying) => {
        painter.paint(time);
        parts.tell(player, isPlaying);
        if (isPlaying && time >= player.finished && !player.isOpening && player.pace > 0) played();
        if (!isPlaying) read_out();
    });
    player.loops = options.loops;
    player.onRestart = () => {
        if (found().length > 1) next();
    };
    player.follow(stage);

    /** It has played once. */
    function played() {
        saving.begin();
        if (recalled(SEEN) !== true) keep(SEEN, true);
    }

    /** Writes the boards as text, for those who read them. */
    function read_out() {
        if (film && reading.open) boards.textContent = asText(film, player.time, options.smooth);
    }
    reading.addEventListener("toggle", read_out);

    const theme = () => services.theme(options.theme);

    /** What decides the games. */
    const key = () => JSON.stringify([options.seed, options.own, ...texts()]);

    /** The text, and in one game those that come next. */
    const texts = () => [options.text, ...following(options)];

    /** The games of what is asked, once they are found. */
    const found = () => (options.one ? games.get(key()) ?? [] : []);

    /** The texts that are shown, without what the font doesn't have. */
    function shownTexts() {
        if (!film) return [];
        return options.one ? found().map((game) => JSON.parse(game).title) : [film.text];
    }

    /** What is asked of the library. */
    function request() {
        const { text, smooth, own } = options;
        const [game = null] = found();
        const order = options.one ? "together" : options.order;
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

    /** Says why nothing is shown, and what to do.
     * @param {unknown} error
     * @param {...Node} more */
    function refuse(error, ...more) {
        const reason = reasonOf(error);
        if (reason !== NOTHING_TO_SHOW) return say(reason, { isWrong: true, more });

        const unknown = texts().find(isUnknown) ?? options.text;
        say(lacking(unknown), { isWrong: true, more: [draws()] });
    }

    /** Whether the font has nothing of a text.
     * @param {string} text */
    function isUnknown(text) {
        const { own } = request();
        try {
            module.film(JSON.stringify({ text, own }));
            return false;
        } catch (error) {
            return reasonOf(error) === NOTHING_TO_SHOW;
        }
    }

    /** Shows what is asked.
     * @param {{fromStart?: boolean}} [how] */
    function show({ fromStart = false } = {}) {
        clearTimeout(waiting);
        waiting = 0;
        search?.abort();
        search = null;
        film = null;
        if (fromStart) turn = 0;
        services.replace("watch", [], written(options));
        // What is said about one game doesn't cover its board.
        stage.classList.toggle("single", options.one);
        try {
            if (options.text.trim() === "") say("Type a word, and it plays itself here.");
            else if (options.one && !request().game) find();
            else {
                film = made();
                saySummary(film);
            }
        } catch (error) {
            refuse(error);
        }
        parts.enable(film !== null);
        if (film) return draw(fromStart);
        // Nothing is shown or shared that isn't asked any more.
        player.pause();
        painter.clear();
        boards.textContent = "";
        saving.refresh();
    }

    /** Says what is left out of a film, and which board one game has.
     * @param {Film} film */
    function saySummary({ left_out, letters, board }) {
        const more = [];
        if (options.one) more.push(another());
        if (left_out.length > 0) more.push(draws());
        if (options.own !== "") more.push(usual());

        let summary = leftOut(left_out);
        if (options.one) {
            const games = found().length > 1 ? "A game for each text, all" : `One game of ${letters[0].jumps.length} jumps`;
            summary = `${games} on a board of ${board} holes. ${summary}`;
        }
        say(summary, { more });
    }

    /** The film of what is asked, in lines that fit the stage.
     * @returns {Film} */
    function made() {
        jump = null;
        // All games in turn have the speed of the first.
        if (options.speed !== 1) jump = Math.max(1, Math.round(ask(0).jump / options.speed));

        return ask(turn);
    }

    /** The film of what is asked, or of one of the games that were found.
     * @param {number} number */
    function ask(number) {
        const aspect = Math.max(0.2, canvas.clientWidth / Math.max(1, canvas.clientHeight));
        const game = found()[number] ?? null;
        // The game decides what plays. What the font lacks is told of all texts.
        const text = texts().join("\n");
        return JSON.parse(module.film(JSON.stringify({ ...request(), text, game, aspect, across: canvas.clientWidth })));
    }

    /** The next text comes out of the full board. */
    function next() {
        turn = (turn + 1) % found().length;
        lay((film = ask(turn)));
    }

    /** Lays a film onto the stage.
     * @param {Film} film */
    function lay(film) {
        canvas.setAttribute("aria-label", announced(film, options.one));
        painter.show(film, theme(), { smooth: options.smooth });
        player.load(film, stops(film));
    }

    /** Shows the film.
     * @param {boolean} fromStart */
    function draw(fromStart) {
        if (!film) return;
        stage.style.background = theme().background;
        drawJump(strip, theme());
        lay(film);
        if (fromStart && services.isStill()) player.seek(film.duration);
        else if (fromStart) player.open();
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
            const then = following(options);
            const args = { request: { ...request(), game: null, jump: null }, then, seed: options.seed };
            const onProgress = (/** @type {number} */ done, /** @type {number} */ total) => (bar.value = done / Math.max(1, total));
            games.set(wanted, await services.studio.call("one_game", args, { signal: asked.signal, onProgress }));
            if (search !== asked) return;
            show({ fromStart: true });
        } catch (error) {
            if (search !== asked) return;
            search = null;
            if (asked.signal.aborted) {
                parts.choose(false);
                options.one = false;
                show();
                say("Stopped. Every letter plays on its own board again.");
            } else {
                refuse(error, another());
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

    /** Changes what is asked.
     * @param {Partial<import("./options.js").Options>} chosen */
    function change(chosen) {
        Object.assign(options, chosen);
        if (chosen.theme) services.themeName = chosen.theme;
        player.loops = options.loops;
        show({ fromStart: "one" in chosen || "order" in chosen || "then" in chosen });
    }

    parts.on({
        text(text) {
            options.text = composed(text);
            saving.sent.replaceChildren();
            clearTimeout(waiting);
            waiting = setTimeout(() => show({ fromStart: true }), PAUSE);
        },
        change,
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
        // What is being looked for belongs to no part any more, so that its end changes no address.
        search?.abort();
        search = null;
        wide.disconnect();
        saving.leave();
    });

    show({ fromStart: true });
    wide.observe(canvas);
    // What the films have besides is set there.
    saving.folded[0].open = options.count || options.zoom || options.then !== "";
    if (wrong.length > 0) {
        say(`The address has parts that the page can't read: “${wrong.join("”, “")}”. The rest of it is shown.`);
    }
}

export function unmount() {
    leave();
}

/** One jump on two boards: the peg before it, with its way as an arrow, and after it.
 * @param {Painter} painter
 * @param {import("../services.js").Theme} theme */
function drawJump(painter, theme) {
    const [pitch, gap, arc] = [24, 12, 12];
    const margin = theme.board.margin * pitch;
    const [width, height] = [3 * pitch + 2 * margin, pitch + arc + 2 * margin];
    // Just begun, and nearly landed: the peg that jumps has its own look, and the one that it jumped over has left a ring.
    const play = { character: "", start: [0, 1], jumps: [[0, 1, 2]], settles: [] };
    const plays = [{ ...play, times: [[0, 99.1]] }, { ...play, times: [[-98, 1.1]], captures: [[1, LOOKS.indexOf("ring"), -98, 99]] }];
    painter.show({
        text: "", pitch, letters: plays, jump: 99, played_at: 99, duration: 99, sweep: [99, 99], corners: [[0, 0], [width + gap, 0]],
        middles: [0, 1, 2].map((hole) => [margin + (hole + 0.5) * pitch, margin + arc + pitch / 2]),
        width: 2 * width + gap, height, board_size: [width, height],
    }, theme, { smooth: true });
    painter.paint(1);
    const { context, scale, left, top } = painter;
    context.setTransform(scale, 0, 0, scale, left + margin * scale, top + margin * scale);
    context.lineWidth = 2.5;
    context.strokeStyle = theme.mark;
    context.stroke(new Path2D(`M12 ${arc}Q36-${arc} 58 ${arc}M48 ${arc - 2}l10 2 2-10`));
}
