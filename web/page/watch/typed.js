/** What people type, in the characters of the font: composed letters, signs for emoji, and the voice marks of kana beside their letters. */

/** Signs that the font has, with what is typed for them.
 * @type {[string, RegExp][]} */
const TYPED = [
    ["♥", /❤|💛|💚|💙|💜|🧡|🖤|🤍|🤎|💗|💖|💕|💓|🩷|🩵|🩶/gu],
    ["★", /⭐|🌟/gu],
    ["☀", /🌞|🔆/gu],
    ["☾", /🌙|🌛|🌜/gu],
    ["☺", /🙂|😀|😃|😄|😁|😊|😉/gu],
    ["☹", /🙁|😞|😟|😢|😭/gu],
    ["✓", /✅|✔|☑/gu],
    ["✗", /❌|✖|❎/gu],
    ["♪", /🎵/gu],
    ["♫", /🎶/gu],
    ["←", /⬅/gu],
    ["↑", /⬆/gu],
    ["→", /➡/gu],
    ["↓", /⬇/gu],
    ["⌂", /🏠|🏡/gu],
    ["⌛", /⏳/gu],
    ["゛", /\u3099/gu],
    ["゜", /\u309A/gu],
];

/** Signs to tap. */
export const SIGNS = ["♥", "★", "☺", "♪", "☀", "→", "✓"];

/** @param {string} text */
export function typed(text) {
    // Kana are taken apart, so that their marks stand beside them; all other letters are put together.
    const composed = text.normalize("NFC").replace(/[\u30A0-\u30FF]+/g, (kana) => kana.normalize("NFD"));
    // A mark of how to draw an emoji, or its colour of skin, says nothing here.
    return TYPED.reduce((changed, [sign, meant]) => changed.replace(meant, sign), composed.replace(/[\uFE0E\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu, ""));
}
