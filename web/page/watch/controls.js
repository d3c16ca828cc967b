/** The controls of Watch: the text, the stage with its transport, and the settings. They know what was chosen, not what it means. */
import { button, make } from "../elements.js";
import { icon } from "../icons.js";
import { SPEEDS } from "./options.js";

/** Signs to tap. */
const SIGNS = ["♥", "★", "☺", "♪", "☀", "→", "✓"];

/** @param {import("./options.js").Options} options
 * @param {import("../services.js").Theme[]} themes */
export function controls(options, themes) {
    const field = make("textarea", { id: "text", rows: 1, spellcheck: "false", autocomplete: "off", enterkeyhint: "done", "aria-describedby": "said" });
    field.value = options.text;
    const said = make("div", { class: "said", id: "said", role: "status" });
    const each = radio("game", "Letter by letter", !options.one);
    const one = radio("game", "As one single game", options.one);
    one.label.lastElementChild?.append(make("small", {}, "one board for all letters"));
    const choice = make("fieldset", { class: "choice" }, make("legend", { class: "unseen" }, "How the text is played"), each.label, one.label);
    const asking = make("div", { class: "asking" }, make("label", { for: "text" }, "Your text"), field);

    const canvas = make("canvas", { role: "img" });
    const back = drawn("back", "Step back");
    const play = drawn("play", "Play");
    const forward = drawn("forward", "Step forward");
    const scrub = make("input", { type: "range", min: 0, max: 1000, step: 1, value: 0, "aria-label": "Time" });
    const steps = make("span", { class: "steps" });
    const loop = drawn("loop", "Loop");
    const full = drawn("full", "Full screen");
    const transport = make("div", { class: "transport", role: "group", "aria-label": "Playing" }, play, scrub, steps, full);
    const stage = make("div", { class: "stage" }, make("div", { class: "boards" }, canvas, said), transport);

    const order = select("Order", [["together", "Together"], ["cascade", "Cascade"], ["sequence", "In turn"]], options.order);
    const speed = select("Speed", SPEEDS.map((speed) => [String(speed), `${speed} ×`]), String(options.speed));
    const named = themes.map(({ name }) => [name, name.charAt(0).toUpperCase() + name.slice(1)]);
    const theme = select("Theme", [["auto", "Same as your device"], ...named], options.theme);
    const smooth = box("Sliding pegs", options.smooth);
    const signs = make("div", { class: "signs", role: "group", "aria-label": "Signs to add" }, ...SIGNS.map((sign) => button(sign, () => {
        field.setRangeText(sign, field.selectionStart, field.selectionEnd, "end");
        field.dispatchEvent(new Event("input"));
    }, { "aria-label": `Add ${sign}` })));
    const stepping = make("div", { class: "row stepping", role: "group", "aria-label": "Step by step" }, back, forward, loop);
    const settings = make("details", {}, make("summary", {}, "Change how it plays"),
        make("div", { class: "settings", role: "group", "aria-label": "Settings" }, choice, stepping, theme.label, speed.label, order.label, smooth.label, signs));
    settings.open = options.one;

    /** Shows the state of the player.
     * @param {import("../player.js").Player} player
     * @param {boolean} isPlaying */
    function tell(player, isPlaying) {
        scrub.value = String(Math.round(1000 * Math.min(1, player.time / player.duration)));
        const made = `${player.stepsMade} / ${player.stops.length - 1}`;
        if (steps.textContent !== made) {
            steps.textContent = made;
            scrub.setAttribute("aria-valuetext", `step ${player.stepsMade} of ${player.stops.length - 1}`);
        }
        if (play.dataset.playing !== String(isPlaying)) {
            play.dataset.playing = String(isPlaying);
            play.replaceChildren(icon(isPlaying ? "pause" : "play"));
            nameButton(play, isPlaying ? "Pause" : "Play");
        }
        loop.setAttribute("aria-pressed", String(player.loops));
    }

    /** @typedef {{text: (text: string) => void, change: (change: Partial<import("./options.js").Options>) => void, player: import("../player.js").Player, announce: () => void}} Heard */
    /** Listens to the visitor.
     * @param {Heard} heard
     * @param {AbortSignal} signal */
    function on({ text, change, player, announce }, signal) {
        const step = (/** @type {1 | -1} */ way) => {
            player.step(way);
            announce();
        };
        const screen = () => (document.fullscreenElement ? document.exitFullscreen() : stage.requestFullscreen?.());
        field.oninput = () => text(field.value);
        each.input.onchange = () => change({ one: false });
        one.input.onchange = () => change({ one: true });
        order.input.onchange = () => change({ order: /** @type {any} */ (order.input.value) });
        speed.input.onchange = () => change({ speed: Number(speed.input.value) });
        theme.input.onchange = () => change({ theme: theme.input.value });
        smooth.input.onchange = () => change({ smooth: smooth.input.checked });
        back.onclick = () => step(-1);
        forward.onclick = () => step(1);
        play.onclick = () => player.toggle();
        canvas.onclick = () => play.click();
        loop.onclick = () => change({ loops: !player.loops });
        full.onclick = screen;
        full.hidden = !document.fullscreenEnabled;
        scrub.oninput = () => player.pause((Number(scrub.value) / 1000) * player.duration);
        /** @type {Record<string, () => void>} */
        const keys = {
            " ": () => player.toggle(),
            ArrowLeft: () => step(-1),
            ArrowRight: () => step(1),
            Home: () => player.seek(0),
            End: () => player.seek(player.duration),
            f: screen,
            l: () => change({ loops: !player.loops }),
        };
        addEventListener("keydown", (event) => {
            const target = /** @type {HTMLElement} */ (event.target);
            // The space bar presses a button that has the focus; the other keys still play.
            if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, summary, a, pre") || (event.key === " " && target.closest("button"))) return;
            const act = keys[event.key];
            if (!act || play.disabled) return;
            event.preventDefault();
            act();
        }, { signal });
    }

    /** Offers what has an effect on what is asked. Without something to play, the picture is of nothing.
     * @param {boolean} isReady  whether there is something to play */
    function enable(isReady) {
        for (const control of [back, play, forward, scrub]) control.disabled = !isReady;
        // One game has no letters that play in an order.
        order.label.hidden = one.input.checked;
        if (!isReady) canvas.setAttribute("aria-label", "No boards");
    }

    /** Chooses one game or letter by letter.
     * @param {boolean} isOne */
    function choose(isOne) {
        (isOne ? one : each).input.checked = true;
    }

    return { asking, settings, field, said, canvas, stage, tell, on, enable, choose };
}

/** @param {HTMLElement} button
 * @param {string} name */
function nameButton(button, name) {
    button.setAttribute("aria-label", name);
    button.title = name;
}

/** @param {Parameters<typeof icon>[0]} shape
 * @param {string} name */
const drawn = (shape, name) => make("button", { type: "button", "aria-label": name, title: name }, icon(shape));

/** @param {string} name
 * @param {string} label
 * @param {boolean} checked */
function radio(name, label, checked) {
    const input = make("input", { type: "radio", name });
    input.checked = checked;
    return { input, label: make("label", {}, input, make("span", {}, label)) };
}

/** @param {string} label
 * @param {boolean} checked */
function box(label, checked) {
    const input = make("input", { type: "checkbox" });
    input.checked = checked;
    return { input, label: make("label", {}, input, label) };
}

/** @param {string} label
 * @param {string[][]} values
 * @param {string} chosen */
function select(label, values, chosen) {
    const input = make("select", {}, ...values.map(([value, name]) => make("option", { value }, name)));
    input.value = chosen;
    return { input, label: make("label", {}, label, input) };
}
