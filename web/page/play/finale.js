/** The end of Guess my word: the whole message plays on the whole screen, in its theme, with a burst of pegs; then one button. */
import { button, make } from "../elements.js";
import { Painter, pegPicture, stateAt, stops } from "../painter.js";
import { Player } from "../player.js";

/** How long pegs fly, in milliseconds; how fast they leave at most, and how fast they fall, in heights of the screen. */
const [FLIGHT, SPEED, FALL] = [2200, 0.9, 1.3];

/** The most pegs that fly. */
const MOST = 120;

/** @typedef {{text: string, theme: import("../services.js").Theme, score: string, answer: () => void}} Found  `answer`: what the button does */

/** @param {Found} found
 * @param {import("../services.js").Services} services
 * @param {AbortSignal} gone */
export async function finale({ text, theme, score, answer }, services, gone) {
    const canvas = make("canvas", { role: "img", "aria-label": `${text}, played as peg solitaire` });
    const burst = make("canvas", { class: "burst", "aria-hidden": "true" });
    const close = () => {
        player.leave();
        screen.close();
        screen.remove();
        answer();
    };
    const send = button("Send one back", close, { class: "main" });
    const screen = make("dialog", { class: "finale", "aria-label": text }, canvas, burst, make("p", { role: "status" }, score), send);
    screen.style.background = theme.background;
    screen.style.color = theme.caption;
    screen.oncancel = (event) => {
        event.preventDefault();
        close();
    };
    gone.addEventListener("abort", () => {
        player.leave();
        screen.remove();
    });

    const painter = new Painter(canvas);
    let hasBurst = services.isStill();
    const player = new Player((time) => {
        painter.paint(time);
        if (hasBurst || time < player.finished) return;
        hasBurst = true;
        fly(burst, painter, theme, gone);
    });
    player.loops = false;
    document.body.append(screen);
    screen.showModal();
    send.focus();

    const module = await services.watch();
    if (gone.aborted) return;
    const [across, high] = [canvas.clientWidth, canvas.clientHeight];
    // A word alone fills the screen, in as many lines as it takes; several words are read more easily whole.
    const fills = !/\s/.test(text.trim());
    const film = JSON.parse(module.film(JSON.stringify({ text, theme: theme.name, smooth: true, aspect: across / Math.max(1, high), across, fills })));
    painter.show(film, theme, { smooth: true });
    player.load(film, stops(film));
    if (services.isStill()) player.seek(film.duration);
    else player.play();
}

/** The pegs of the finished text fly apart: copies of them, so that the text stays.
 * @param {HTMLCanvasElement} canvas
 * @param {Painter} painter
 * @param {import("../services.js").Theme} theme
 * @param {AbortSignal} gone */
function fly(canvas, painter, theme, gone) {
    const { film, scale, left, top, pitch } = painter;
    if (!film) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const peg = pegPicture(theme, pitch);
    const places = film.letters.flatMap((letter, number) =>
        [...stateAt(film, letter, film.duration, true).pegs.keys()].map((hole) => film.corners[number].map((corner, axis) => corner + film.middles[hole][axis])));
    const every = Math.ceil(places.length / MOST);
    const flying = places.filter((_, number) => number % every === 0).map(([x, y]) => {
        const [angle, speed] = [Math.random() * 2 * Math.PI, SPEED * canvas.height * Math.sqrt(Math.random())];
        return { x: left + x * scale, y: top + y * scale, across: Math.cos(angle) * speed, up: Math.sin(angle) * speed - canvas.height * 0.3 };
    });

    const begun = performance.now();
    const draw = (/** @type {number} */ now) => {
        const passed = (now - begun) / 1000;
        context.clearRect(0, 0, canvas.width, canvas.height);
        if (gone.aborted || passed * 1000 > FLIGHT) return;
        context.globalAlpha = 1 - (passed * 1000) / FLIGHT;
        for (const { x, y, across, up } of flying) {
            const fallen = (FALL * canvas.height * passed * passed) / 2;
            context.drawImage(peg, x + across * passed - peg.width / 2, y + up * passed + fallen - peg.height / 2);
        }
        requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
}
