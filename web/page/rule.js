/** The rule of the game in a sentence or two, in the first of the visitor's languages that puzzle sheets are printed in. */
import { make } from "./elements.js";

/** The rule by the code of its language; the builder writes it from the files of the sheets.
 * @type {any} */
const RULES = "@RULES@";

export function rule() {
    const codes = navigator.languages.map((language) => language.split("-")[0]);
    const lang = codes.find((code) => Object.hasOwn(RULES, code)) ?? "en";
    return make("span", { lang }, RULES[lang]);
}
