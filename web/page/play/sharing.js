/** The link to a game, and how hard the game is where that isn't known yet. */
import { button, make, reasonOf } from "../elements.js";
import { adviser } from "./advice.js";
import { counted, large } from "./words.js";

/** @param {import("./table.js").Ready} ready
 * @param {import("../services.js").Services} services */
export function sharing(ready, services) {
    const note = make("p", { class: "message", hidden: true });
    /** @param {string} text */
    const tell = (text) => {
        note.textContent = text;
        note.hidden = false;
        services.announce(text);
    };
    const working = make("div", { class: "row working", hidden: true });
    const field = make("input", { type: "text", readonly: true, class: "made", "aria-label": "Link to this puzzle", hidden: true });
    const share = button("Link to this puzzle", async () => {
        field.value = services.link("play", ["link", ready.link ?? ""]);
        field.hidden = false;
        field.select();
        try {
            await navigator.clipboard.writeText(field.value);
            tell("The link is copied. It doesn't show the goal.");
        } catch {
            tell("Copy the link. It doesn't show the goal.");
        }
    });
    share.hidden = ready.link === null;
    const hard = button("How hard is it?", async () => {
        try {
            const answer = await adviser(ready, services).difficulty("", working, new AbortController().signal);
            if (!answer) return;
            const { grade, solutions, fewest_moves } = answer;
            tell(`It is ${grade}: ${large(solutions)} solutions, the shortest with ${counted(fewest_moves, "move")}.`);
        } catch (error) {
            tell(reasonOf(error));
        }
    });
    hard.hidden = ready.figures !== null;
    return make("div", { class: "sharing" }, make("div", { class: "row" }, share, hard), working, field, note);
}
