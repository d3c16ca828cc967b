//! The screen of the game: a grid of cells with a style each, of which those lines are written that have changed.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{ContentStyle, PrintStyledContent};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use unicode_width::UnicodeWidthChar as _;

/// A line of text in one style.
#[derive(Clone, Default)]
pub(super) struct Line {
    text: String,
    style: ContentStyle,
}

impl Line {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self::styled(text, ContentStyle::new())
    }

    pub(super) fn styled(text: impl Into<String>, style: ContentStyle) -> Self {
        Self { text: text.into(), style }
    }
}

/// The cells of the terminal. A character that is two cells wide leaves the next cell without a character.
#[derive(Clone, PartialEq)]
pub(super) struct Canvas {
    pub(super) width: u16,
    pub(super) height: u16,
    rows: Vec<Vec<(Option<char>, ContentStyle)>>,
}

impl Canvas {
    /// An empty screen of so many columns and rows.
    pub(super) fn new((width, height): (u16, u16)) -> Self {
        let row = vec![(Some(' '), ContentStyle::new()); width.into()];
        Self { width, height, rows: vec![row; height.into()] }
    }

    /// Writes text from a cell on. What lies outside the screen is left out.
    pub(super) fn put(&mut self, x: u16, y: u16, text: &str, style: ContentStyle) {
        let Some(row) = self.rows.get_mut(usize::from(y)) else { return };
        let mut x = usize::from(x);
        for character in text.chars() {
            let width = character.width().unwrap_or(0);
            if width == 0 || x + width > row.len() {
                continue;
            }
            row[x] = (Some(character), style);
            row[x + 1..x + width].fill((None, style));
            x += width;
        }
    }

    /// Writes lines below each other, from a column to the right edge, broken between words; at most `height` of them.
    pub(super) fn put_lines(&mut self, x: u16, height: u16, lines: &[Line]) {
        let width = usize::from(self.width - x);
        let broken = lines.iter().flat_map(|line| {
            wrap(&line.text, width).into_iter().map(move |text| (text, line.style))
        });
        for (y, (text, style)) in (0..height).zip(broken) {
            self.put(x, y, &text, style);
        }
    }

    /// Writes what differs from the screen before, or everything if that had another size.
    ///
    /// # Errors
    /// If the terminal can't be written.
    pub(super) fn show(&self, before: Option<&Self>, out: &mut impl Write) -> io::Result<()> {
        let before = before.filter(|old| (old.width, old.height) == (self.width, self.height));
        queue!(out, BeginSynchronizedUpdate)?;
        if before.is_none() {
            queue!(out, Clear(ClearType::All))?;
        }
        for (y, row) in self.rows.iter().enumerate() {
            if before.is_some_and(|old| old.rows[y] == *row) {
                continue;
            }
            queue!(out, MoveTo(0, y as u16))?;
            for run in row.chunk_by(|one, next| one.1 == next.1) {
                let text: String = run.iter().filter_map(|cell| cell.0).collect();
                queue!(out, PrintStyledContent(run[0].1.apply(text)))?;
            }
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()
    }
}

/// The text in lines of at most so many cells, broken between words. The spaces at its beginning stay.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let cells = |text: &str| text.chars().filter_map(char::width).sum::<usize>();
    for word in text.split_inclusive(' ') {
        let full = |line: &String| cells(line) + cells(word.trim_end()) > width;
        if lines.last().is_some_and(|line| !line.is_empty() && full(line)) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two three", 8), ["one two ", "three"]);
        assert_eq!(wrap("  indented", 20), ["  indented"]);
        assert_eq!(wrap("", 8), [""]);
    }

    #[test]
    fn only_changed_rows_are_written() {
        let mut first = Canvas::new((8, 3));
        first.put(6, 1, "abc", ContentStyle::new());
        first.put(0, 2, "\u{ff76}\u{30ab}x", ContentStyle::new());
        let written = |canvas: &Canvas, before| {
            let mut out = Vec::new();
            canvas.show(before, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let all = written(&first, None);
        assert!(all.contains("      ab") && !all.contains("abc"), "{all:?}");
        // The half-width letter fills one cell, the full-width letter two.
        assert!(all.contains("\u{ff76}\u{30ab}x    "), "{all:?}");
        let mut second = first.clone();
        second.put(0, 0, "new", ContentStyle::new());
        let changed = written(&second, Some(&first));
        assert!(changed.contains("new") && !changed.contains("ab"), "{changed:?}");
    }
}
