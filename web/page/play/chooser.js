/** What there is to play, on a screen of its own. Everything leads to an address, so that going back works. */
import { BOARDS, listed, offered } from "../boards.js";
import { make, reasonOf } from "../elements.js";
import { gift } from "../gift.js";
import { letters } from "./letters.js";

/** @param {import("../services.js").Services} services */
export async function chooser(services) {
    return make(
        "section",
        { class: "chooser", "aria-label": "Choose a puzzle" },
        make("div", { class: "row" }, ...[["daily", "Today's puzzle"], ["lesson/1", "The first lesson"]].map(([path, name]) =>
            make("a", { class: "button", href: new URL(services.link("play", path.split("/"))).hash }, name))),
        await letters(services),
        make("div", { class: "choices" }, word(services, "Let somebody guess a word"), classic(services)),
    );
}

/** A form with a heading, whose mistakes are shown in it.
 * @param {string | Node} title
 * @param {string} button
 * @param {(say: (text: string) => void) => void | Promise<void>} submit
 * @param {...Node} fields */
export function form(title, button, submit, ...fields) {
    const note = make("p", { class: "message wrong", role: "alert", hidden: true });
    const form = make("form", {}, typeof title === "string" ? make("h3", {}, title) : title, ...fields, make("button", {}, button), note);
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        note.hidden = true;
        await submit((text) => {
            note.textContent = text;
            note.hidden = false;
        });
    });
    return form;
}

/** @param {string} text
 * @param {HTMLElement} field */
export const labelled = (text, field) => make("label", {}, make("span", {}, text), field);

/** A board of the literature, and which hole is empty.
 * @param {import("../services.js").Services} services */
function classic(services) {
    const boards = make("select", {}, ...BOARDS.map((one) => make("option", { value: one.board }, listed(one))));
    const problems = make("select", {});
    const list = () => problems.replaceChildren(...(offered(boards.value)?.problems ?? []).map(([vacancy, target]) => {
        const last = target === vacancy ? "there" : target === "any" ? "anywhere" : `in ${target}`;
        return make("option", { value: `${vacancy} ${target}` }, `${vacancy}, the last peg ${last}`);
    }));
    boards.onchange = list;
    list();
    return form(
        "A classic board",
        "Play it",
        () => {
            const [vacancy, target] = problems.value.split(" ");
            services.go("play", ["board", boards.value], { vacancy, target });
        },
        labelled("Board", boards),
        labelled("Empty at the start", problems),
    );
}

/** A form for a word that somebody is to guess.
 * @param {import("../services.js").Services} services
 * @param {string | Node} title
 * @param {import("../gift.js").Reply} [reply]  to a word that was guessed */
export function word(services, title, reply) {
    const field = make("input", { type: "text", maxlength: 100, size: 16, autocomplete: "off" });
    const place = make("div");
    const asked = form(
        title,
        "Make the link",
        async (say) => {
            place.replaceChildren();
            try {
                place.append(await gift(field.value, services, reply));
            } catch (error) {
                say(reasonOf(error));
            }
        },
        labelled("Your word", field),
    );
    asked.append(place);
    return asked;
}
