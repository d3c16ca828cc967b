/** A reachable pattern near a drawing: its picture with what differs, its distance and its points. */
import { button, make } from "../elements.js";
import { digitsOf } from "../play/geometry.js";
import { picture } from "../play/look.js";

/** @param {import("../play/geometry.js").Board} board
 * @param {{pattern: string, distance: number, added: string[], removed: string[], points: number}} one
 * @param {import("../services.js").Theme} theme
 * @param {{pick: () => void, play: () => Node}} act
 * @returns {HTMLElement} */
export function found(board, one, theme, { pick, play }) {
    const places = (/** @type {string[]} */ names) => new Set(names.map((name) => /** @type {number} */ (board.named.get(name))));
    const words = [
        one.distance === 0 ? "exact" : `${one.distance} ${one.distance === 1 ? "hole" : "holes"}`,
        `${one.points} ${one.points === 1 ? "point" : "points"}`,
    ].join(", ");
    const changes = [one.added.length > 0 && `added ${one.added.join(" ")}`, one.removed.length > 0 && `missing ${one.removed.join(" ")}`].filter(Boolean).join("; ");
    const drawn = picture(board, digitsOf(one.pattern), changes || "as drawn", theme, { added: places(one.added), missing: places(one.removed) });
    const watch = button("Play it", () => watch.replaceWith(play()));
    return make("li", {}, button([drawn, make("span", {}, words)], pick, { "data-pattern": one.pattern }), watch);
}
