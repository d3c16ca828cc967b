/** A word to be guessed, on its way: the link to copy, or to share with its tiles. */
import { button, make } from "./elements.js";
import { reached } from "./modules.js";

/** What a word answers: how the word before it was guessed, in words, and its tiles.
 * @typedef {{words: string, tiles: import("./play/tiles.js").Tile[]}} Reply */

/** @param {string} text
 * @param {import("./services.js").Services} services
 * @param {Reply} [reply]
 * @returns {Promise<HTMLElement>} */
export async function gift(text, services, reply) {
    const link = await services.studio.call("message_link", text);
    const theme = services.themeName;
    const url = services.link("play", ["link", link], theme === "auto" ? {} : { theme });
    const field = make("input", { type: "text", readonly: true, class: "made", "aria-label": "The link", value: url });
    const copy = button("Copy", () => {
        field.select();
        services.copy(url, copy);
    });
    const words = [reply?.words, reply ? "Now guess mine." : "Guess my word."].filter(Boolean).join("\n");
    // Without its tiles, the link is sent alone.
    const tiles = () => tilesOf(text, services, reply).catch(() => null);
    // It is begun before anybody wants it: to make a film can take longer than a browser remembers a click.
    const begun = tiles();
    const share = button("Share", async () => {
        const { shareFile } = await reached(import("./share.js"));
        await shareFile({ title: "Guess my word", text: words, url }, async () => (await begun) ?? tiles(), share, services);
    }, { class: "main" });
    services.announce("The link is made. Copy it and send it.");
    // Once it is on the page.
    requestAnimationFrame(() => {
        field.focus();
        field.select();
    });
    return make("div", { class: "gift" }, field, copy, share);
}

/** The tiles as a file: a film in which they turn over, where the device shares films and the browser makes them; a picture otherwise.
 * @param {string} text
 * @param {import("./services.js").Services} services
 * @param {Reply} [reply]
 * @returns {Promise<File | null>} */
async function tilesOf(text, services, reply) {
    const [{ MP4, sharesFilms }, { tilesFilm, tilesPicture }] = await Promise.all([reached(import("./share.js")), reached(import("./play/tiles.js"))]);
    const theme = services.theme();
    const savesData = /** @type {any} */ (navigator).connection?.saveData;
    if (sharesFilms() && !savesData) {
        const { mp4 } = await reached(import("./mp4.js"));
        const film = await mp4(tilesFilm(text, theme, reply?.tiles), services, { signal: new AbortController().signal }).catch(() => null);
        if (film) return new File([film], "guess-my-word.mp4", { type: MP4 });
    }
    return tilesPicture(text, theme, reply?.tiles);
}
