/** Icons of buttons, drawn on 24 by 24 units. */
import { shape } from "./elements.js";

/** @type {Record<string, string>} */
const SHAPES = {
    play: "M7 4.5v15l12.5-7.5z",
    pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
    forward: "M5 5v14l9.5-7zM16 5h3v14h-3z",
    back: "M19 5v14l-9.5-7zM5 5h3v14H5z",
    loop: "M7 7h9V4l5 4.5-5 4.5v-3H9v4H6V8a1 1 0 0 1 1-1zM17 17H8v3l-5-4.5L8 11v3h7v-4h3v6a1 1 0 0 1-1 1z",
    film: "M5 2h9l5 5v15H5zM6.5 3.5v17h11V8.5h-5v-5zM14 4v3h3zM8 14a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0zM13.2 14a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0z",
    font: "M5 2h9l5 5v15H5zM6.5 3.5v17h11V8.5h-5v-5zM14 4v3h3zM8 11h8v2.4h-2.8V18h-2.4v-4.6H8z",
    full: "M4 4h6v2.5H6.5V10H4zM14 4h6v6h-2.5V6.5H14zM4 14h2.5v3.5H10V20H4zM17.5 14H20v6h-6v-2.5h3.5z",
};

/** An icon. It says nothing to those who can't see it; its button has a name.
 * @param {keyof typeof SHAPES} name */
export const icon = (name) =>
    shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: SHAPES[name], "fill-rule": "evenodd" }));
