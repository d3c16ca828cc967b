/** A board as the parts know it: its holes with their places on the screen, its jumps, and their names. Draws nothing. */

/** @typedef {{name: string, x: number, y: number}} Hole */
/** @typedef {{from: number, over: number, to: number, name: string}} Jump */
/** @typedef {{name: string, holes: Hole[], jumps: Jump[], named: Map<string, number>, width: number, height: number, isSlanted: boolean}} Board */

/** The distance between neighbouring holes, in the units of a drawing. */
export const PITCH = 48;

/** The board of an answer from Rust.
 * @param {{board: string, is_triangular: boolean, holes: {hole: string, column: number, row: number}[], triples: string[][]}} shown
 * @returns {Board} */
export function boardOf(shown) {
    const slant = shown.is_triangular;
    const places = shown.holes.map(({ column, row }) => ({
        x: (slant ? column - row / 2 : column) * PITCH,
        y: row * PITCH * (slant ? Math.sqrt(3) / 2 : 1),
    }));
    const left = Math.min(...places.map((place) => place.x));
    const top = Math.min(...places.map((place) => place.y));
    const holes = shown.holes.map(({ hole }, number) => ({
        name: hole,
        x: places[number].x - left + PITCH / 2,
        y: places[number].y - top + PITCH / 2,
    }));
    const named = new Map(holes.map((hole, number) => [hole.name, number]));
    const jumps = shown.triples.flatMap(([one, over, other]) =>
        [[one, other], [other, one]].map(([from, to]) => ({
            from: /** @type {number} */ (named.get(from)),
            over: /** @type {number} */ (named.get(over)),
            to: /** @type {number} */ (named.get(to)),
            name: `${from}-${to}`,
        })),
    );
    const width = Math.max(...holes.map((hole) => hole.x)) + PITCH / 2;
    const height = Math.max(...holes.map((hole) => hole.y)) + PITCH / 2;
    return { name: shown.board, holes, jumps, named, width, height, isSlanted: slant };
}

/** The hole nearest to a point, if one is near.
 * @param {Board} board
 * @param {number} x
 * @param {number} y
 * @returns {number | null} */
export function holeAt(board, x, y) {
    const away = board.holes.map((hole) => Math.hypot(hole.x - x, hole.y - y));
    const nearest = away.indexOf(Math.min(...away));
    return away[nearest] <= PITCH * 0.6 ? nearest : null;
}

/** The next hole in a direction, for the arrow keys: the nearest of those that lie more ahead than aside.
 * @param {Board} board
 * @param {number} from
 * @param {number} dx
 * @param {number} dy
 * @returns {number} */
export function holeBeside(board, from, dx, dy) {
    const here = board.holes[from];
    let best = from;
    let least = Infinity;
    board.holes.forEach((hole, number) => {
        const ahead = (hole.x - here.x) * dx + (hole.y - here.y) * dy;
        const aside = Math.abs((hole.x - here.x) * dy) + Math.abs((hole.y - here.y) * dx);
        if (ahead < 1 || aside > ahead) return;
        const cost = ahead + 2 * aside;
        if (cost < least) [best, least] = [number, cost];
    });
    return best;
}

/** The digits of a position that an answer writes as rows.
 * @param {string} rows  `..#../.#.#.`
 * @returns {string} */
export const digitsOf = (rows) => [...rows].filter((mark) => mark === "#" || mark === ".").map((mark) => (mark === "#" ? "1" : "0")).join("");

/** The names of the holes with pegs, to be read out.
 * @param {Board} board
 * @param {string} digits */
export function pegsInWords(board, digits) {
    const names = board.holes.filter((_, number) => digits[number] === "1").map((hole) => hole.name);
    if (names.length === 0) return "no pegs";
    return `${names.length} ${names.length === 1 ? "peg" : "pegs"}: ${names.join(", ")}`;
}

/** @param {string} digits */
export const pegsOf = (digits) => [...digits].filter((digit) => digit === "1").length;
