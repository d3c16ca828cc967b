//! How much of what the user wrote a message repeats. An argument, the name of a file or a word of
//! one may have any length, and a message that repeats all of it can't be read.

use std::env;

use crate::inert::inert;

/// The longest word, in characters, that a message repeats whole. Names of files can be long.
const LONGEST: usize = 250;

/// How many characters are left of a longer one at each of its ends. The end of a path is its name.
const KEPT: usize = 60;

/// A message in which long arguments of this run, and any other long words, are shortened.
pub fn in_brief(message: &str) -> String {
    if message.len() <= LONGEST {
        return message.to_owned();
    }
    let arguments = env::args_os().skip(1);
    let arguments = arguments.map(|word| inert(&word.to_string_lossy()).into_owned());
    shortened(message, arguments)
}

/// A message in which these arguments, and any other words, are shortened if they are long.
fn shortened(message: &str, arguments: impl Iterator<Item = String>) -> String {
    let mut message = message.to_owned();
    for argument in arguments.filter(|argument| is_long(argument)) {
        let value = argument.split_once('=').map_or("", |(_, value)| value);
        for written in [&*argument, value] {
            if is_long(written) {
                message = message.replace(written, &ends_of(written));
            }
        }
    }

    let mut brief = String::new();
    for word in message.split_inclusive(char::is_whitespace) {
        if is_long(word) {
            brief.push_str(&ends_of(word));
        } else {
            brief.push_str(word);
        }
    }
    brief
}

fn is_long(word: &str) -> bool {
    word.chars().count() > LONGEST
}

/// The first and the last characters of a long word.
fn ends_of(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let [first, last] = [&letters[..KEPT], &letters[letters.len() - KEPT..]];
    let text = |part: &[char]| part.iter().collect::<String>();
    format!("{}...{}", text(first), text(last))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, shortened};

    fn said(message: &str, argument: &str) -> String {
        shortened(message, [argument.to_owned()].into_iter())
    }

    #[test]
    fn what_is_not_long_is_repeated_whole() {
        let name = "folder/".repeat(20) + "names.txt";
        let message = format!("can't read {name}: No such file or directory\n{name}\n");
        assert_eq!(said(&message, &name), message);
    }

    #[test]
    fn a_long_word_keeps_its_ends_wherever_it_comes_from() {
        let name = "folder/".repeat(200) + "names.txt";
        let spaced = "one word ".repeat(200) + "end";
        for (message, argument) in [
            (format!("can't read {name}: no such file"), name.clone()),
            (
                format!("can't read {name}: no such file"),
                format!("--names={name}"),
            ),
            (format!("can't read {name}: no such file"), String::new()),
            (
                format!("{spaced:?} is no text, nor is {spaced:?}"),
                spaced.clone(),
            ),
        ] {
            let brief = said(&message, &argument);
            assert!(brief.len() < 2 * LONGEST, "{brief}");
            let is_named = brief.contains("/names.txt: no such file");
            assert!(
                is_named || brief.contains("word end\" is no text"),
                "{brief}"
            );
        }
    }
}
