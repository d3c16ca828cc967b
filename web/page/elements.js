/** Makes elements. Text is always text, never markup. */
import { UNREACHED } from "./modules.js";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]  `true` sets an empty attribute; `false`, `null` and `undefined` set none
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        element.setAttribute(name, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

/** A part of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Element | string)} children
 * @returns {SVGElement} */
export function shape(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
}

/** A button.
 * @param {string | Node | (string | Node)[]} content
 * @param {(event: MouseEvent) => void} act
 * @param {Parameters<typeof make>[1]} [attributes] */
export function button(content, act, attributes) {
    const made = make("button", { type: "button", ...attributes }, ...[content].flat());
    made.onclick = act;
    return made;
}

/** The words of a mistake.
 * @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/** A mistake, with a button if another try may help.
 * @param {unknown} error
 * @param {() => void} retry */
export function problem(error, retry) {
    const reason = reasonOf(error);
    return make("div", { class: "message", role: "alert" }, make("p", {}, reason), reason === UNREACHED ? button("Try again", retry) : null);
}
