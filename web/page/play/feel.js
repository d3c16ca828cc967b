/** What a jump feels like, if the visitor wants it: a short sound, and a tap of the device. */
import { make } from "../elements.js";
import { keep, recalled } from "../kept.js";

const KEY = "pegfont sound";

/** The notes of a jump and of a win, in hertz. */
const [JUMP, WIN] = [[330], [523, 659, 784, 1047]];

/** How long a note is, in seconds. */
const NOTE = 0.09;

/** @type {AudioContext | null} */
let audio = null;

/** A jump was played.
 * @param {boolean} isWon */
export function feel(isWon) {
    if (recalled(KEY) !== true) return;
    navigator.vibrate?.(isWon ? [30, 40, 30, 40, 60] : 12);
    audio ??= new AudioContext();
    (isWon ? WIN : JUMP).forEach((pitch, number) => {
        const context = /** @type {AudioContext} */ (audio);
        const [note, loudness] = [context.createOscillator(), context.createGain()];
        const begin = context.currentTime + number * NOTE;
        note.frequency.value = pitch;
        loudness.gain.setValueAtTime(0.12, begin);
        loudness.gain.exponentialRampToValueAtTime(0.001, begin + 2 * NOTE);
        note.connect(loudness).connect(context.destination);
        note.start(begin);
        note.stop(begin + 2 * NOTE);
    });
}

/** A box to turn it on. */
export function feeling() {
    const box = make("input", { type: "checkbox" });
    box.checked = recalled(KEY) === true;
    box.onchange = () => keep(KEY, box.checked);
    return make("label", { class: "row" }, box, "Sound and touch");
}
