/** How boards look that are played, drawn or shown still: pictures by the painter of the films, in the same themes. */
import { boardPicture, pegPicture } from "../painter.js";
import { PITCH } from "./geometry.js";

/** @typedef {import("../services.js").Theme} Theme */
/** @typedef {import("./geometry.js").Board} Board */

/** Pixels for each unit of a drawing, so that boards are sharp where they are large. */
const SHARP = 2;

/** What is seen of a peg on such a board: at rest, when it is jumped over, and soon after.
 * @type {import("../painter.js").Look[]} */
const LOOKS_OF_PEGS = ["settled", "captured", "ring"];

/** The side of a peg's picture, in the units of a drawing. */
export const SIDE = 1.5 * PITCH;

/** The space around the holes of a board, in the units of a drawing.
 * @param {Theme} theme */
export const marginOf = (theme) => theme.board.margin * PITCH;

/** A board as the painter takes it.
 * @param {Board} board
 * @param {Theme} theme */
function sized(board, theme) {
    const margin = marginOf(theme);
    return {
        pitch: PITCH,
        board_size: [board.width + 2 * margin, board.height + 2 * margin],
        middles: board.holes.map(({ x, y }) => [x + margin, y + margin]),
    };
}

/** The pictures of an empty board, of a peg, and of what is seen of one that was jumped over, as addresses.
 * @param {Board} board
 * @param {Theme} theme */
export function pieces(board, theme) {
    const ground = boardPicture(theme, sized(board, theme), SHARP).toDataURL();
    const [peg, captured, ring] = LOOKS_OF_PEGS.map((look) => pegPicture(theme, PITCH * SHARP, look).toDataURL());
    return { ground, peg, captured, ring };
}

/** A position that nobody plays on.
 * @param {Board} board
 * @param {string} digits
 * @param {string} label  what those hear who can't see it; nothing if it is said beside it
 * @param {Theme} theme
 * @param {{added?: Set<number>, missing?: Set<number>}} [marks]  holes to mark: with a ring, and with a cross */
export function picture(board, digits, label, theme, { added, missing } = {}) {
    const film = sized(board, theme);
    const canvas = boardPicture(theme, film, 1);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const peg = pegPicture(theme, PITCH);
    film.middles.forEach(([x, y], number) => {
        if (digits[number] === "1") context.drawImage(peg, x - SIDE / 2, y - SIDE / 2);
        context.lineWidth = PITCH * 0.12;
        context.beginPath();
        if (added?.has(number)) {
            context.strokeStyle = theme.mark;
            context.arc(x, y, PITCH * 0.42, 0, 2 * Math.PI);
        } else if (missing?.has(number)) {
            context.strokeStyle = theme.mark;
            for (const way of [1, -1]) {
                context.moveTo(x - PITCH * 0.25, y - way * PITCH * 0.25);
                context.lineTo(x + PITCH * 0.25, y + way * PITCH * 0.25);
            }
        }
        context.stroke();
    });
    canvas.className = "picture";
    if (label === "") canvas.setAttribute("aria-hidden", "true");
    else {
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", label);
    }
    return canvas;
}
