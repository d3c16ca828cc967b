/** The first lesson: three jumps, then six, then a letter a few jumps before its end. */
import { button, make } from "../elements.js";
import { keep, recalled } from "../kept.js";
import { hasWon } from "./games.js";
import { rule } from "../rule.js";

const KEY = "pegfont lesson";

/** What the steps are called, and what to do. */
export const STEPS = [
    { title: "Three jumps", words: "Leave one peg: follow the arrow." },
    { title: "Six jumps", words: "Leave one peg, in the middle. If you get stuck, take jumps back and try another way." },
    { title: "The end of a letter", words: "Now a letter, five jumps before its end. Leave pegs where the rings are, and nowhere else." },
];

/** How many steps were taken, or left out. */
const stepsTaken = () => Number(recalled(KEY)) || 0;

/** @param {number} count */
const takeSteps = (count) => keep(KEY, Math.max(count, stepsTaken()));

/** What stands below the goal of a step: what to do, and the way on.
 * @param {number} number
 * @param {import("../services.js").Services} services */
export function lesson(number, services) {
    const next = number < STEPS.length
        ? link(services, ["lesson", String(number + 1)], `Next: ${STEPS[number].title.toLowerCase()}`)
        : link(services, ["daily"], "Play today's puzzle");
    next.hidden = true;
    const skip = make("a", { href: new URL(services.link("play", ["daily"])).hash }, "Skip the lesson");
    skip.onclick = () => takeSteps(STEPS.length);
    const element = make("div", { class: "lesson" }, make("p", {}, ...(number === 1 ? [rule(), " "] : []), STEPS[number - 1].words), next, number < STEPS.length ? skip : null);
    const won = () => {
        takeSteps(number);
        next.hidden = false;
        next.focus();
    };
    return { element, won };
}

/** A link that leads on.
 * @param {import("../services.js").Services} services
 * @param {string[]} path
 * @param {string} text */
export const link = (services, path, text) => make("a", { class: "button main", href: new URL(services.link("play", path)).hash }, text);

/** What newcomers are offered who begin with another game; nothing for those who know the game.
 * @param {import("../services.js").Services} services
 * @param {Node | null} more  what else they may begin with */
export function invitation(services, more) {
    const step = stepsTaken() + 1;
    const element = make("div", { class: "invitation" });
    if (step <= STEPS.length && !hasWon()) {
        const known = button("I know it", () => {
            takeSteps(STEPS.length);
            element.replaceChildren(...(more ? [more] : []));
        });
        element.append(link(services, ["lesson", String(step)], "Learn in three jumps"), known);
    }
    if (more) element.append(more);
    return element.childElementCount > 0 ? element : undefined;
}
