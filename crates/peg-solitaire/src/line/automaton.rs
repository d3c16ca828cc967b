//! A finite automaton over rows of pegs, built from a regular expression (Glushkov's construction): the
//! letters of the expression are numbered, and a state is the set of letters at which a row may have arrived.

use std::collections::HashMap;

use crate::bits::ones;

/// The number of the state before the first letter.
const START: usize = 0;

/// A deterministic automaton. A row that can't be continued to one in the language has no state.
pub(super) struct Automaton {
    steps: Vec<[Option<u8>; 2]>,
    accepting: Vec<bool>,
}

impl Automaton {
    /// Builds the automaton of an expression of `0`, `1`, `|`, `*`, `+` and parentheses, with at most 64
    /// letters.
    pub(super) fn new(expression: &str) -> Self {
        let mut reader = Reader { text: expression.as_bytes(), ..Reader::default() };
        let whole = reader.alternatives();
        // A state is a set of letters, or the start, which precedes all of them.
        let mut states: Vec<Option<u64>> = vec![None];
        let mut numbers = HashMap::new();
        let mut steps = Vec::new();
        while let Some(&state) = states.get(steps.len()) {
            let follow = state.map_or(whole.first, |letters| {
                letters_of(letters).fold(0, |all, letter| all | reader.follow[letter])
            });
            steps.push([false, true].map(|peg| {
                let there = letters_of(follow).filter(|&letter| reader.letters[letter] == peg);
                let there = there.fold(0_u64, |all, letter| all | 1 << letter);
                (there != 0).then(|| {
                    *numbers.entry(there).or_insert_with(|| {
                        states.push(Some(there));
                        (states.len() - 1) as u8
                    })
                })
            }));
        }
        let accepting = states
            .iter()
            .map(|state| state.map_or(whole.nullable, |letters| letters & whole.last != 0));
        Self { accepting: accepting.collect(), steps }
    }

    pub(super) fn states(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn start(&self) -> usize {
        START
    }

    pub(super) fn step(&self, state: usize, peg: bool) -> Option<usize> {
        self.steps[state][usize::from(peg)].map(usize::from)
    }

    pub(super) fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    pub(super) fn accepts(&self, row: impl IntoIterator<Item = bool>) -> bool {
        let end = row.into_iter().try_fold(START, |state, peg| self.step(state, peg));
        end.is_some_and(|state| self.is_accepting(state))
    }
}

/// The letters of a set.
fn letters_of(set: u64) -> impl Iterator<Item = usize> {
    ones(set).map(|letter| letter as usize)
}

/// For part of an expression: the letters that can come first and last, and whether it can be empty.
#[derive(Clone, Copy)]
struct Part {
    first: u64,
    last: u64,
    nullable: bool,
}

/// Parses an expression and numbers its letters.
#[derive(Default)]
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    letters: Vec<bool>,
    /// For each letter, the letters that can follow it.
    follow: Vec<u64>,
}

impl Reader<'_> {
    fn alternatives(&mut self) -> Part {
        let mut whole = self.sequence();
        while self.text.get(self.at) == Some(&b'|') {
            self.at += 1;
            let other = self.sequence();
            whole = Part {
                first: whole.first | other.first,
                last: whole.last | other.last,
                nullable: whole.nullable || other.nullable,
            };
        }
        whole
    }

    fn sequence(&mut self) -> Part {
        let mut whole = Part { first: 0, last: 0, nullable: true };
        while let Some(b'0' | b'1' | b'(') = self.text.get(self.at) {
            let next = self.repeated();
            self.link(whole.last, next.first);
            whole = Part {
                first: whole.first | if whole.nullable { next.first } else { 0 },
                last: next.last | if next.nullable { whole.last } else { 0 },
                nullable: whole.nullable && next.nullable,
            };
        }
        whole
    }

    fn repeated(&mut self) -> Part {
        let mut part = self.letter_or_group();
        if let Some(&mark @ (b'*' | b'+')) = self.text.get(self.at) {
            self.at += 1;
            self.link(part.last, part.first);
            part.nullable |= mark == b'*';
        }
        part
    }

    fn letter_or_group(&mut self) -> Part {
        let mark = self.text[self.at];
        self.at += 1;
        if mark == b'(' {
            let group = self.alternatives();
            assert_eq!(self.text.get(self.at), Some(&b')'), "a group of the expression is open");
            self.at += 1;
            return group;
        }
        let letter = 1 << self.letters.len();
        self.letters.push(mark == b'1');
        self.follow.push(0);
        Part { first: letter, last: letter, nullable: false }
    }

    fn link(&mut self, last: u64, first: u64) {
        for letter in letters_of(last) {
            self.follow[letter] |= first;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_accepts_the_rows_that_it_describes() {
        let automaton = Automaton::new("0*(1|01(11)+)");
        let accepts = |row: &str| automaton.accepts(row.bytes().map(|mark| mark == b'1'));
        for row in ["1", "01", "0001", "0111", "00011111"] {
            assert!(accepts(row), "{row}");
        }
        for row in ["", "0", "11", "011", "0110"] {
            assert!(!accepts(row), "{row}");
        }
    }
}
