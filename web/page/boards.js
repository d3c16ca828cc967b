/**
 * The boards that the page offers. Each lists problems that have a solution: a vacancy, and where the last peg is left, a hole or `any`.
 * Vacancies that are alike by symmetry are listed once. Boards on which hints take more than 384 MiB are not offered.
 */

/** @typedef {{board: string, name: string, holes: number, problems: [string, string][]}} Offered */

/** @param {string} holes  which can be the vacancy and hold the last peg
 * @returns {[string, string][]} */
const complements = (holes) => holes.split(" ").map((hole) => [hole, hole]);

/** @type {Offered[]} */
export const BOARDS = [
    { board: "english", name: "English board", holes: 33, problems: complements("d4 c1 d7 c2 d2 c3 d3") },
    { board: "triangle15", name: "triangle", holes: 15, problems: [...complements("a1 a2 a3"), ["b3", "any"]] },
    { board: "5x5", name: "square", holes: 25, problems: [["c1", "any"], ["c2", "any"]] },
    { board: "6x6", name: "square", holes: 36, problems: complements("c3 a1 b2") },
];

/** @param {string} board */
export const offered = (board) => BOARDS.find((one) => one.board === board);

/** A board in a list, such as `Triangle, 15 holes`.
 * @param {Offered} offered */
export const listed = ({ name, holes }) => `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${holes} holes`;

/** A board in a sentence, such as `the triangle of 15 holes`.
 * @param {string} board
 * @param {number} holes */
export function named(board, holes) {
    if (board.includes("/")) return `your board of ${holes} holes`;
    const found = offered(board);
    if (!found) return `the board ${board}`;
    return found.name.endsWith("board") ? `the ${found.name}` : `the ${found.name} of ${holes} holes`;
}
