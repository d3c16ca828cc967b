/** A small film that plays at once, and again when it is clicked. */
import { button, make } from "./elements.js";
import { Painter, stops } from "./painter.js";
import { Player } from "./player.js";

/** @param {{text: string, own?: string}} request  what plays, as the library takes it
 * @param {string} label
 * @param {import("./services.js").Services} services
 * @param {AbortSignal} gone */
export function replay(request, label, services, gone) {
    const canvas = make("canvas", { role: "img", "aria-label": label });
    const theme = services.theme();
    const painter = new Painter(canvas);
    const player = new Player((time) => painter.paint(time));
    player.loops = false;
    const element = button(canvas, () => player.toggle(), { class: "replay" });
    element.style.background = theme.background;
    const fit = new ResizeObserver(() => {
        painter.fit();
        painter.paint(player.time);
    });
    gone.addEventListener("abort", () => {
        player.leave();
        fit.disconnect();
    });
    services.watch().then((module) => {
        if (gone.aborted) return;
        const film = JSON.parse(module.film(JSON.stringify({ ...request, theme: theme.name, smooth: true, aspect: 2.5 })));
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
