/** A reachable pattern near a drawing: its picture with what differs, its distance and its points. */
import { make, reasonOf } from "../elements.js";
import { digitsOf } from "../play/geometry.js";
import { picture } from "../play/look.js";

/** @param {import("../play/geometry.js").Board} board
 * @param {{pattern: string, distance: number, added: string[], removed: string[], points: number}} one
 * @param {import("../services.js").Theme} theme
 * @param {{pick: (pattern: string) => void, play: (pattern: string) => Promise<Node>}} act
 * @returns {HTMLElement} */
export function found(board, one, theme, { pick, play }) {
    const places = (/** @type {string[]} */ names) => new Set(names.map((name) => /** @type {number} */ (board.named.get(name))));
    const words = [
        one.distance === 0 ? "exact" : `${one.distance} ${one.distance === 1 ? "hole" : "holes"}`,
        `${one.points} ${one.points === 1 ? "point" : "points"}`,
    ].join(", ");
    const changes = [one.added.length > 0 && `added ${one.added.join(" ")}`, one.removed.length > 0 && `missing ${one.removed.join(" ")}`].filter(Boolean).join("; ");
    const button = make(
        "button",
        { type: "button", "data-pattern": one.pattern },
        picture(board, digitsOf(one.pattern), changes || "as drawn", theme, { added: places(one.added), missing: places(one.removed) }),
        make("span", {}, words),
    );
    button.addEventListener("click", () => pick(one.pattern));
    const watch = make("button", { type: "button" }, "Play its game");
    watch.addEventListener("click", () => play(one.pattern).then((film) => watch.replaceWith(film), (error) => (watch.textContent = reasonOf(error))));
    return make("li", {}, button, watch);
}
