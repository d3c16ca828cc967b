/** Letters to type a guess with: a keyboard on the screen, and the one of the device. For scripts that it lacks, a field. */
import { button, make } from "../elements.js";

/** The rows of the keyboard. */
const ROWS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];
const DIGITS = "1234567890";

/** A letter as guesses are compared: without marks, and large.
 * @param {string} letter */
export const plain = (letter) => letter.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();

/** @typedef {{type: (letter: string) => void, erase: () => void, guess: () => void, whole: (word: string) => void}} Heard  `whole`: a word was written in a field */

/** The keys for some letters.
 * @param {string[]} letters  as guesses are compared
 * @param {Heard} heard
 * @param {AbortSignal} gone */
export function keys(letters, heard, gone) {
    const isLatin = letters.every((letter) => /^[A-Z0-9]$/.test(letter));
    return isLatin ? keyboard(letters.some((letter) => /\d/.test(letter)), heard, gone) : field(heard);
}

/** @param {boolean} hasDigits
 * @param {Heard} heard
 * @param {AbortSignal} gone */
function keyboard(hasDigits, heard, gone) {
    const rows = hasDigits ? [DIGITS, ...ROWS] : ROWS;
    const erase = button("⌫", heard.erase, { class: "wide", "aria-label": "Erase" });
    const guess = button("Guess", heard.guess, { class: "wide main" });
    const element = make("div", { class: "keys", role: "group", "aria-label": "Letters to guess" }, ...rows.map((row, number) => {
        const letters = [...row].map((letter) => button(letter, () => heard.type(letter)));
        const isLast = number === rows.length - 1;
        return make("div", {}, ...(isLast ? [erase, ...letters, guess] : letters));
    }));
    addEventListener("keydown", (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select")) return;
        const letter = plain(event.key);
        if (/^[A-Z]$/.test(letter) || (hasDigits && /^\d$/.test(letter))) heard.type(letter);
        else if (event.key === "Backspace") heard.erase();
        // Enter presses what has the focus, and what gets it meanwhile.
        else if (event.key === "Enter" && !target.closest("button, a, [role=button]")) {
            event.preventDefault();
            heard.guess();
        }
    }, { signal: gone });
    return { element, enable: (/** @type {boolean} */ can) => element.querySelectorAll("button").forEach((key) => (key.disabled = !can)), guess };
}

/** @param {Heard} heard */
function field(heard) {
    const input = make("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": "Your guess" });
    const guess = make("button", { class: "main" }, "Guess");
    const element = make("form", { class: "keys row" }, input, guess);
    element.onsubmit = (event) => {
        event.preventDefault();
        heard.whole(input.value);
        input.value = "";
    };
    return { element, enable: (/** @type {boolean} */ can) => (input.disabled = guess.disabled = !can), guess };
}
