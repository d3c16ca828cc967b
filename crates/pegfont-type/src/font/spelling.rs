//! What stands for a character that a font doesn't have: a sign for an emoji, a kana and its voice
//! mark for a voiced kana. Knows no font.

use crate::composed;
use pegfont_base::words::is_unseen;

/// A sign, and the emoji that it stands for.
const SIGNS: [(char, &str); 16] = [
    ('♥', "❤💛💚💙💜🧡🖤🤍🤎💗💖💕💓🩷🩵🩶"),
    ('★', "⭐🌟"),
    ('☀', "🌞🔆"),
    ('☾', "🌙🌛🌜"),
    ('☺', "🙂😀😃😄😁😊😉"),
    ('☹', "🙁😞😟😢😭"),
    ('✓', "✅✔☑"),
    ('✗', "❌✖❎"),
    ('♪', "🎵"),
    ('♫', "🎶"),
    ('←', "⬅"),
    ('↑', "⬆"),
    ('→', "➡"),
    ('↓', "⬇"),
    ('⌂', "🏠🏡"),
    ('⌛', "⏳"),
];

/// A voice mark, and the kana that have it, each after the kana without it.
const VOICED: [(char, &str); 2] = [
    (
        '゛',
        "カガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボウヴワヷヰヸヱヹヲヺ",
    ),
    ('゜', "ハパヒピフプヘペホポ"),
];

/// What stands for a character, if anything does. For what is not seen, such as a soft hyphen, and
/// for a mark of how to draw an emoji, or of its colour of skin, that is nothing at all.
fn stand_in(character: char) -> Option<String> {
    match character {
        unseen if is_unseen(unseen) => return Some(String::new()),
        '\u{FE0E}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' => return Some(String::new()),
        '\u{3099}' => return Some("゛".to_owned()),
        '\u{309A}' => return Some("゜".to_owned()),
        _ => {}
    }

    if let Some((sign, _)) = SIGNS.iter().find(|(_, emoji)| emoji.contains(character)) {
        return Some(sign.to_string());
    }

    for (mark, kana) in VOICED {
        let kana: Vec<char> = kana.chars().collect();
        for pair in kana.chunks_exact(2) {
            if pair[1] == character {
                return Some(format!("{}{mark}", pair[0]));
            }
        }
    }
    None
}

/// What is shown for a character in a font that `has` some: itself; what stands for it, which is
/// empty for what is not seen; or `None`.
pub fn shown(character: char, has: impl Fn(char) -> bool) -> Option<String> {
    if has(character) {
        return Some(character.into());
    }

    stand_in(character).filter(|signs| signs.chars().all(has))
}

/// A text in the characters that a font `has`, as far as it has them or what stands for them, with
/// [letters and marks as one](composed).
///
/// ```
/// use pegfont_type::font::{Font, spelled};
/// let font = Font::builtin()?;
/// assert_eq!(spelled("I ❤️ ガ 👍🏽 漢", |one| font.get(one).is_some()), "I ♥ カ゛ 👍 漢");
/// # Ok::<(), pegfont_type::Error>(())
/// ```
pub fn spelled(text: &str, has: impl Fn(char) -> bool) -> String {
    composed(text)
        .chars()
        .map(|character| shown(character, &has).unwrap_or_else(|| character.into()))
        .collect()
}

/// A text, and in a line below it all that may stand for its characters: what has to be read from a
/// font to set the text.
pub fn with_stand_ins(text: &str) -> String {
    let text = composed(text);

    let mut wanted = format!("{text}\n");
    wanted.extend(text.chars().filter_map(stand_in));
    wanted
}
