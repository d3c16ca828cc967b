/** Games that nobody chose for you: any character of the font, and a board that is drawn. */
import { make } from "../elements.js";
import { form, labelled } from "../play/chooser.js";

const DRAWN = "  ###\n  ###\n#######\n###.###\n#######\n  ###\n  ###";

/** @param {import("../services.js").Services} services */
export const own = (services) => make("section", { class: "lab", "aria-label": "Any character, any board" },
    make("h2", {}, "Any character, any board"),
    make("div", { class: "choices" }, letter(services), drawn(services)));

/** @param {import("../services.js").Services} services */
function letter(services) {
    const field = make("input", { type: "text", size: 4, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    return form(
        "Any character",
        "Play it",
        (say) => {
            const [first, ...more] = field.value.trim().normalize("NFC");
            if (first === undefined) return say("Write a letter, a digit or a sign.");
            if (more.length > 0) return say("Write one letter. Somebody can guess a whole word: write it in Watch.");
            services.go("play", ["letter", first]);
        },
        labelled("Letter", field),
    );
}

/** @param {import("../services.js").Services} services */
function drawn(services) {
    const field = make("textarea", { rows: 7, cols: 12, spellcheck: "false" });
    field.value = DRAWN;
    return form(
        "Your own board",
        "Play it",
        (say) => {
            if (!/[#.]/.test(field.value)) return say("Draw a peg as #, an empty hole as a full stop, and no hole as a space.");
            services.go("play", ["board", field.value]);
        },
        labelled("# is a peg, . an empty hole, a space no hole", field),
    );
}
