/** A reachable pattern near a drawing: its picture with what differs, and that in words. */
import { button, make } from "../elements.js";
import { digitsOf } from "../play/geometry.js";
import { picture } from "../play/look.js";
import { counted } from "../play/words.js";

/** @param {import("../play/geometry.js").Board} board
 * @param {{pattern: string, distance: number, added: string[], removed: string[], looks: string[]}} one
 * @param {boolean} isFirst  whether none looks more like the drawing
 * @param {import("../services.js").Theme} theme
 * @param {{pick: () => void, play: () => Node}} act
 * @returns {HTMLElement} */
export function found(board, one, isFirst, theme, { pick, play }) {
    const places = (/** @type {string[]} */ names) => new Set(names.map((name) => /** @type {number} */ (board.named.get(name))));
    const differs = `${counted(one.distance, "hole")} ${one.distance === 1 ? "differs" : "differ"}`;
    const words = one.distance === 0 ? "as you drew it" : [isFirst && "looks closest", differs, ...one.looks].filter(Boolean).join(", ");
    const changes = [one.added.length > 0 && `added ${one.added.join(" ")}`, one.removed.length > 0 && `missing ${one.removed.join(" ")}`].filter(Boolean).join("; ");
    const drawn = picture(board, digitsOf(one.pattern), changes || "as drawn", theme, { added: places(one.added), missing: places(one.removed) });
    const watch = button("Play it", () => watch.replaceWith(play()));
    return make("li", {}, button([drawn, make("span", {}, words)], pick, { "data-pattern": one.pattern }), watch);
}
