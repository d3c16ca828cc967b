/** A word to be guessed, on its way: the link to copy, or to share with a picture of its tiles. */
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
    const share = button("Share", async () => {
        const [{ shareFile }, { tilesPicture }] = await Promise.all([reached(import("./share.js")), reached(import("./play/tiles.js"))]);
        const picture = () => tilesPicture(text, services.theme(), reply?.tiles);
        await shareFile({ title: "Guess my word", text: words, url }, picture, share, services);
    }, { class: "main" });
    services.announce("The link is made. Copy it and send it.");
    // Once it is on the page.
    requestAnimationFrame(() => {
        field.focus();
        field.select();
    });
    return make("div", { class: "gift" }, field, copy, share);
}
