/** Pictures of positions as SVG: a small one that stands still, and the parts of the large one that is played on. */
import { PITCH } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Element} children
 * @returns {SVGElement}
 */
export function shape(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
}

/** A position that nobody plays on.
 * @param {import("./geometry.js").Board} board
 * @param {string} digits
 * @param {string} label  what those hear who can't see it
 * @param {{added?: Set<number>, missing?: Set<number>}} [marks]  pegs to mark
 * @returns {SVGElement} */
export function picture(board, digits, label, { added, missing } = {}) {
    const attributes = { viewBox: `0 0 ${board.width} ${board.height}`, role: "img", "aria-label": label, class: "picture" };
    const holes = board.holes.flatMap(({ x, y }, number) => {
        const peg = digits[number] === "1";
        const kind = added?.has(number) ? "peg added" : missing?.has(number) ? "hole missing" : peg ? "peg" : "hole";
        return [shape("circle", { cx: x, cy: y, r: PITCH * (peg ? 0.38 : 0.16), class: kind })];
    });
    return shape("svg", attributes, ...holes);
}
