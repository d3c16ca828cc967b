/** A game that the visitor has won, as a film of six seconds, jump by jump: to watch, to send and to save. */
import { button, make } from "../elements.js";
import { reached } from "../modules.js";
import { replay } from "../replay.js";
import { MP4, shareFile, sharesFilms } from "../share.js";
import { counted } from "./words.js";

/** How long the film is, in milliseconds. */
const LONG = 6000;

/** The width of the file, in pixels: as wide as a phone. */
const WIDE = 1080;

/** @typedef {import("./table.js").Table} Table */

/** What the library is asked for.
 * @param {Table} table
 * @param {import("../services.js").Services} services */
async function request({ ready, game }, services) {
    const module = await services.watch();
    const played = { title: "Peg solitaire", board: ready.board.board.replaceAll("/", "\n"), start: ready.start, jumps: game.notation() };
    const usual = { theme: services.theme().name, order: "sequence", smooth: true, game: JSON.stringify(played) };

    // What stands still at both ends stays as long as it is; the jumps share the rest.
    const film = JSON.parse(module.film(JSON.stringify(usual)));
    const [begin] = film.letters[0].times[0];
    const still = begin + film.duration - film.played_at;
    return { ...usual, jump: (film.jump * (LONG - still)) / (film.played_at - begin) };
}

/** The film, which plays at once.
 * @param {Table} table
 * @param {import("../services.js").Services} services */
export const replayed = (table, services) =>
    replay(request(table, services), "Your game, played again", services, table.gone.signal);

/** The film as a file: a GIF where the browser makes no MP4.
 * @param {Table} table
 * @param {import("../services.js").Services} services */
async function file(table, services) {
    const asked = await request(table, services);
    const { kept } = await reached(import("../video.js"));
    const film = await kept({ ...asked, size: [WIDE, null] }, services, { signal: table.gone.signal });
    if (film) return new File([film], "my-game.mp4", { type: MP4 });
    const picture = await services.studio.call("render", { request: asked, format: "gif" });
    return new File([picture], "my-game.gif", { type: "image/gif" });
}

/** Buttons that send the game: its film, where the device shares films, and a link that doesn't show the goal.
 * @param {Table} table
 * @param {string} link
 * @param {import("../services.js").Services} services */
export function sends(table, link, services) {
    const { game, helped, story } = table;
    const text = helped === 0 ? `I solved this in ${counted(game.moves().length, "move")}. Can you?\n${story}` : "Can you solve this?";
    const what = { title: "Peg solitaire", text, url: services.link("play", ["link", link]) };
    if (helped > 0) return [button("Send it to somebody", (event) => services.send(what, /** @type {HTMLElement} */ (event.currentTarget)))];

    const send = button("Send it to somebody", async () => {
        if (!sharesFilms()) return services.send(what, send);
        await shareFile(what, () => file(table, services), send, services);
    });
    const save = button("Save the film", async () => {
        save.disabled = true;
        const made = await file(table, services);
        save.disabled = false;
        services.download(made.name, made, made.type);
    });
    return sharesFilms() ? [send] : [send, save];
}
