/** Letters and digits to play, as pictures, the easiest first; those that were solved have a tick. */
import { make, reasonOf } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { boardOf } from "./geometry.js";
import { picture } from "./look.js";
import { counted } from "./words.js";

const KEY = "pegfont letters";

/** How many jumps before its end a letter can begin. */
const ENDS = [3, 6, 9];

/** The letters that were solved from their usual start.
 * @returns {string[]} */
export function solved() {
    const letters = recalled(KEY);
    return Array.isArray(letters) ? letters.filter((letter) => typeof letter === "string") : [];
}

/** A letter was solved.
 * @param {string} letter */
export const solve = (letter) => keep(KEY, [...new Set([...solved(), letter])]);

/** The letters of the font. What stands below them would move if they came later.
 * @param {import("../services.js").Services} services */
export async function letters(services) {
    const begin = make("select", {}, make("option", { value: "" }, "from the beginning"),
        ...ENDS.map((jumps) => make("option", { value: jumps }, `${counted(jumps, "jump")} before the end`)));
    const list = make("ul", { class: "letters" });
    try {
        const { board: shown, letters } = await services.studio.call("letters");
        const [board, done] = [boardOf(shown), new Set(solved())];
        const write = () => list.replaceChildren(...letters.map((/** @type {any} */ { character, pattern, grade, jumps }) => {
            /** @type {Record<string, string>} */
            const query = begin.value === "" ? {} : { before: begin.value };
            const isSolved = done.has(character);
            const words = [grade, counted(Number(begin.value) || jumps, "jump"), isSolved && "solved"].filter(Boolean).join(", ");
            const href = new URL(services.link("play", ["letter", character], query)).hash;
            return make("li", { class: isSolved ? "solved" : null },
                make("a", { href, title: words, "aria-label": `${character}: ${words}` }, picture(board, pattern, "", services.theme()), isSolved ? "✓" : null));
        }));
        begin.onchange = write;
        write();
    } catch (error) {
        list.append(make("li", { class: "message wrong" }, reasonOf(error)));
    }
    return make("section", { class: "picking", "aria-label": "Letters, easiest first" },
        make("div", { class: "row" }, make("h2", {}, "Letters, easiest first"), make("label", { class: "row" }, make("span", {}, "Play"), begin)), list);
}
