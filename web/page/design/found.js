/** A reachable pattern near a drawing: its picture with what differs, its distance and its points. */
import { button, make, reasonOf } from "../elements.js";
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
    const drawn = picture(board, digitsOf(one.pattern), changes || "as drawn", theme, { added: places(one.added), missing: places(one.removed) });
    const watch = button("Play its game", () => play(one.pattern).then((film) => watch.replaceWith(film), (error) => (watch.textContent = reasonOf(error))));
    return make("li", {}, button([drawn, make("span", {}, words)], () => pick(one.pattern), { "data-pattern": one.pattern }), watch);
}
