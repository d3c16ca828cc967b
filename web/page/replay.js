/** A small film that plays at once, and again when it is clicked. */
import { button, make } from "./elements.js";
import { Painter, stops } from "./painter.js";
import { Player } from "./player.js";

/** The width of a small film, divided by its height, for which its lines are broken. */
const ASPECT = 2.5;

/** @typedef {{text?: string, own?: string, game?: string, theme?: string, order?: string, jump?: number, smooth?: boolean}} Request  what plays, as the library takes it */

/** @param {Request | Promise<Request>} request
 * @param {string} label
 * @param {import("./services.js").Services} services
 * @param {AbortSignal} gone */
export function replay(request, label, services, gone) {
    const canvas = make("canvas", { role: "img", "aria-label": label });
    const painter = new Painter(canvas);
    const player = new Player((time) => painter.paint(time));
    player.loops = false;
    const element = button(canvas, () => player.toggle(), { class: "replay" });
    const fit = new ResizeObserver(() => {
        painter.fit();
        painter.paint(player.time);
    });
    gone.addEventListener("abort", () => {
        player.leave();
        fit.disconnect();
    });
    Promise.all([services.watch(), request]).then(([module, asked]) => {
        if (gone.aborted) return;
        const theme = services.theme(asked.theme);
        const film = JSON.parse(module.film(JSON.stringify({ smooth: true, aspect: ASPECT, ...asked, theme: theme.name })));
        element.style.background = theme.background;
        canvas.style.aspectRatio = `${film.width} / ${film.height}`;
        painter.show(film, theme, { smooth: true });
        player.load(film, stops(film));
        fit.observe(canvas);
        player.follow(canvas);
        if (services.isStill()) player.seek(film.duration);
        else player.play();
    });
    return element;
}
