/** A text as puzzles to send: where its letters begin, and the link to copy or share. */
import { button, make } from "./elements.js";

/** How many jumps before its end a letter of a message begins, unless its link says otherwise; 0 is the beginning. */
export const USUAL = 6;

const BEGINS = [[USUAL, "6 jumps before their end"], [12, "12 jumps before their end"], [0, "at the beginning"]];

/** @param {string} text
 * @param {import("./services.js").Services} services
 * @returns {Promise<HTMLElement>} */
export async function gift(text, services) {
    const link = await services.studio.call("message_link", text);
    const begin = make("select", {}, ...BEGINS.map(([value, name]) => make("option", { value }, String(name))));
    const field = make("input", { type: "text", readonly: true, class: "made", "aria-label": "The link" });
    begin.onchange = () => {
        field.value = services.link("play", ["link", link], begin.value === String(USUAL) ? {} : { before: begin.value });
    };
    begin.onchange(new Event("change"));
    const copy = button("Copy", () => {
        field.select();
        services.copy(field.value, copy);
    });
    const share = button("Share", () => services.send({ title: "A secret message", text: "I wrote you a word. Every letter is a puzzle: solve them to read it.", url: field.value }, share));
    services.announce("The link is made. Copy it and send it.");
    // Once it is on the page.
    requestAnimationFrame(() => {
        field.focus();
        field.select();
    });
    return make("div", { class: "gift" }, field, copy, share, make("label", {}, make("span", {}, "The letters begin"), begin));
}
