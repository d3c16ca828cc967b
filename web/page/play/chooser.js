/** The forms below a game: what to play next. Each leads to an address, so that going back works. */
import { BOARDS, listed, offered } from "../boards.js";
import { make, reasonOf } from "../elements.js";
import { gift } from "../gift.js";
import { letters } from "./letters.js";

const DRAWN = "  ###\n  ###\n#######\n###.###\n#######\n  ###\n  ###";

/** @param {import("../services.js").Services} services
 * @param {AbortSignal} gone */
export function chooser(services, gone) {
    /** @param {string[]} path
     * @param {Record<string, string>} [query] */
    const go = (path, query) => services.go("play", path, query);
    return make(
        "section",
        { class: "chooser", "aria-label": "Play something else" },
        make("div", { class: "row" }, make("h2", {}, "Play something else"), theming(services)),
        letters(services, gone),
        make("div", { class: "choices" }, letter(go), daily(services), message(services, "A secret message"), classic(go), drawn(go)),
    );
}

/** Chooses how all boards look.
 * @param {import("../services.js").Services} services */
function theming(services) {
    const select = make("select", {}, make("option", { value: "auto" }, "Same as your device"),
        ...services.themeNames().map((name) => make("option", { value: name }, name.replace(/^./, (first) => first.toUpperCase()))));
    select.value = services.themeName;
    select.onchange = () => {
        services.themeName = select.value;
        services.again();
    };
    return make("label", { class: "row" }, make("span", {}, "Theme"), select);
}

/** @typedef {(path: string[], query?: Record<string, string>) => void} Go */

/** A form with a heading, whose mistakes are shown in it.
 * @param {string | Node} title
 * @param {string} button
 * @param {(say: (text: string) => void) => void | Promise<void>} submit
 * @param {...Node} fields */
function form(title, button, submit, ...fields) {
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
const labelled = (text, field) => make("label", {}, make("span", {}, text), field);

/** @param {Go} go */
function letter(go) {
    const field = make("input", { type: "text", size: 4, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    return form(
        "Any character",
        "Play it",
        (say) => {
            const [first, ...more] = field.value.trim().normalize("NFC");
            if (first === undefined) return say("Write a letter, a digit or a sign.");
            if (more.length > 0) return say("Write one letter. A whole word can be sent as a secret message.");
            go(["letter", first]);
        },
        labelled("Letter", field),
    );
}

/** @param {import("../services.js").Services} services */
function daily(services) {
    return make(
        "div",
        {},
        make("h3", {}, "The puzzle of the day"),
        make("p", { class: "quiet" }, "The same for everyone: six jumps on Mondays, fiendish on Sundays."),
        make("a", { class: "button", href: new URL(services.link("play", ["daily"])).hash }, "Play today's"),
        make("a", { href: new URL(services.link("play", ["lesson", "1"])).hash }, "The first lesson"),
    );
}

/** @param {Go} go */
function classic(go) {
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
            go(["board", boards.value], { vacancy, target });
        },
        labelled("Board", boards),
        labelled("Empty at the start", problems),
    );
}

/** @param {Go} go */
function drawn(go) {
    const field = make("textarea", { rows: 7, cols: 12, spellcheck: "false" });
    field.value = DRAWN;
    return form(
        "Your own board",
        "Play it",
        (say) => {
            if (!/[#.]/.test(field.value)) return say("Draw a peg as #, an empty hole as a full stop, and no hole as a space.");
            go(["board", field.value]);
        },
        labelled("# is a peg, . an empty hole, a space no hole", field),
    );
}

/** A form that makes a text into puzzles to send.
 * @param {import("../services.js").Services} services
 * @param {string | Node} title */
export function message(services, title) {
    const field = make("input", { type: "text", maxlength: 100, size: 16, autocomplete: "off" });
    const place = make("div");
    return form(
        title,
        "Send it as a puzzle",
        async (say) => {
            place.replaceChildren();
            try {
                place.append(await gift(field.value, services));
            } catch (error) {
                say(reasonOf(error));
            }
        },
        labelled("Each letter must be solved to be read", field),
        place,
    );
}
