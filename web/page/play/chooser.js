/** The forms below a game: what to play next. Each leads to an address, so that going back works. */
import { BOARDS, listed, offered } from "../boards.js";
import { make, reasonOf } from "../elements.js";

const DRAWN = "  ###\n  ###\n#######\n###.###\n#######\n  ###\n  ###";

/** @param {import("../services.js").Services} services */
export function chooser(services) {
    /** @param {string[]} path
     * @param {Record<string, string>} [query] */
    const go = (path, query) => {
        services.go("play", path, query);
        scrollTo({ top: 0 });
    };
    return make(
        "section",
        { class: "chooser", "aria-label": "Play something else" },
        make("h2", {}, "Play something else"),
        make("div", { class: "choices" }, letter(go), daily(services), classic(go), drawn(go), message(services)),
    );
}

/** @typedef {(path: string[], query?: Record<string, string>) => void} Go */

/** A form with a heading, whose mistakes are shown in it.
 * @param {string} title
 * @param {string} button
 * @param {(say: (text: string) => void) => void | Promise<void>} submit
 * @param {...Node} fields */
function form(title, button, submit, ...fields) {
    const note = make("p", { class: "message wrong", role: "alert", hidden: true });
    const form = make("form", {}, make("h3", {}, title), ...fields, make("button", {}, button), note);
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
        "A letter",
        "Play it",
        (say) => {
            const [first, ...more] = field.value.trim().normalize("NFC");
            if (first === undefined) return say("Write a letter, a digit or a sign.");
            if (more.length > 0) return say("Write one letter. A whole word can be played as a hidden message.");
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
        make("p", { class: "quiet" }, "A letter or digit, the same for everyone."),
        make("a", { class: "button", href: new URL(services.link("play", ["daily"])).hash }, "Play today's"),
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
        labelled("Empty at first", problems),
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

/** @param {import("../services.js").Services} services */
function message(services) {
    const field = make("input", { type: "text", maxlength: 100, size: 16, autocomplete: "off" });
    const link = make("input", { type: "text", readonly: true, class: "made", "aria-label": "The link", hidden: true });
    return form(
        "A hidden message",
        "Make a link",
        async (say) => {
            link.hidden = true;
            try {
                const text = await services.studio.call("message_link", field.value);
                link.value = services.link("play", ["link", text]);
                link.hidden = false;
                link.select();
                services.announce("The link is made. Copy it and send it.");
            } catch (error) {
                say(reasonOf(error));
            }
        },
        labelled("Each letter must be solved to be read", field),
        link,
    );
}
