//! A text set in lines of letters, and what each of them plays.

use std::sync::Arc;

use super::lights::settling;
use super::lines::{Lines, MAX_CHARACTERS, Missing};
use crate::Error;
use peg_solitaire::board::{Board, Position};
use peg_solitaire::solution::Solution;
use pegfont_type::font::Font;

/// A character with the jumps that lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// What is left of the game; a space if it is no character.
    pub character: char,
    /// The game.
    pub solution: Solution,
    /// The pegs that have come to stay, if the solution is only the beginning of what leads to the
    /// character.
    pub settled: Option<Position>,
}

impl Letter {
    /// This letter after this many jumps, with the pegs that have settled then in its film.
    fn first(&self, jumps: usize) -> Self {
        let solution = self.solution.first(jumps);
        let settling = settling(&self.solution).into_iter();
        let settled = settling.take_while(|&(round, _)| round <= solution.round_count());

        Self {
            settled: Some(settled.map(|(_, hole)| hole).collect()),
            solution,
            ..*self
        }
    }

    /// The same, with the pegs that no later jump touches, as can be checked in a strip.
    fn step(&self, jumps: usize) -> Self {
        let later = self.solution.jumps()[jumps..].iter();
        let touched: Position = later
            .flat_map(|jump| [jump.from(), jump.over(), jump.to()])
            .collect();

        let end = self.solution.end();
        let untouched = end.pegs().filter(|&hole| !touched.has(hole));
        Self {
            settled: Some(untouched.collect()),
            ..self.first(jumps)
        }
    }
}

/// A picture instead of a film.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Still {
    /// After this many jumps of each letter, or rounds.
    Moment(usize),
    /// The end.
    End,
    /// Steps side by side, at most this many for a letter.
    Storyboard(usize),
}

/// Lines of letters that play, all on the same board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    board: Board,
    /// Shared, since many ways to break the lines are tried.
    letters: Arc<[Letter]>,
    lines: Lines,
    is_storyboard: bool,
}

impl Setting {
    /// Sets a text in a font, in lines as [`Lines`] are broken.
    ///
    /// # Errors
    /// As [`Lines::new`].
    pub fn new(font: &Font, text: &str, wrap: usize, missing: Missing) -> Result<Self, Error> {
        let pieces = |word: &str| word.char_indices().collect();
        let has = |character| font.get(character).is_some();
        let lines = Lines::set(font.name(), text, (wrap, missing), pieces, has)?;

        let characters = lines.characters();
        let mut letters = Vec::new();
        for (number, &character) in characters.iter().enumerate() {
            let same = characters[..number]
                .iter()
                .filter(|&&before| before == character);
            if let Some(form) = font.form(character, same.count()) {
                letters.push(Letter {
                    character,
                    solution: form.solution.clone(),
                    settled: None,
                });
            }
        }
        Ok(Self::of(font.board(), letters.into(), lines))
    }

    fn of(board: &Board, letters: Arc<[Letter]>, lines: Lines) -> Self {
        Self {
            board: board.clone(),
            letters,
            lines,
            is_storyboard: false,
        }
    }

    /// A copy with the letters in other lines.
    fn in_lines(&self, lines: Lines) -> Self {
        Self {
            lines,
            ..self.clone()
        }
    }

    /// This text, with lines of more than `wrap` characters broken again.
    #[must_use]
    pub fn wrapped(&self, wrap: usize) -> Self {
        self.in_lines(self.lines.wrapped(wrap))
    }

    /// The text in lines for which the boards are largest: see [`Lines::fitted`].
    #[must_use]
    pub fn fitted(&self, usual: Self, size: impl Fn(&Self) -> f64) -> Self {
        let size = |lines: &Lines| size(&self.in_lines(lines.clone()));
        self.in_lines(self.lines.fitted(usual.lines, size))
    }

    /// The same where words may be broken: see [`Lines::filling`].
    #[must_use]
    pub fn filling(&self, usual: Self, size: impl Fn(&Self) -> f64) -> Self {
        let size = |lines: &Lines| size(&self.in_lines(lines.clone()));
        self.in_lines(self.lines.filling(usual.lines, size))
    }

    /// The words of the text, each a text of its own on one line.
    pub fn words(&self) -> Vec<Self> {
        let mut words = Vec::new();
        for (lines, letters) in self.lines.words() {
            let letters = letters
                .into_iter()
                .map(|letter| self.letters[letter].clone());
            words.push(Self::of(&self.board, letters.collect(), lines));
        }
        words
    }

    /// One board that plays a solution.
    pub fn of_solution(solution: Solution) -> Self {
        Self::of_solutions(&solution.board().clone(), [solution], 1)
    }

    /// Boards that play a solution each, in lines of `wrap`.
    pub fn of_solutions(
        board: &Board,
        solutions: impl IntoIterator<Item = Solution>,
        wrap: usize,
    ) -> Self {
        let letter = |solution| Letter {
            character: ' ',
            solution,
            settled: None,
        };
        let letters: Arc<[Letter]> = solutions.into_iter().map(letter).collect();

        let numbers: Vec<usize> = (0..letters.len()).collect();
        let lines = numbers.chunks(wrap.max(1)).map(<[_]>::to_vec).collect();
        Self::of(board, letters, Lines::of(vec![' '; numbers.len()], lines))
    }

    /// A copy with another text, which the title of a drawing gives.
    #[must_use]
    pub fn titled(self, text: impl Into<String>) -> Self {
        Self {
            lines: self.lines.titled(text.into()),
            ..self
        }
    }

    /// What a still shows of this text. A storyboard has lines of `wrap` boards, if that is given.
    ///
    /// # Errors
    /// If no letter has so many steps, or a storyboard too many boards.
    pub fn still(&self, still: Still, wrap: Option<usize>) -> Result<Self, Error> {
        let at = match still {
            Still::End => return Ok(self.clone()),
            Still::Storyboard(boards) => return self.storyboard(boards, wrap),
            Still::Moment(at) => at,
        };

        let rounds = |letter: &Letter| letter.solution.round_count();
        let most = self.letters.iter().map(rounds).max().unwrap_or(0);
        if at > most {
            return Err(Error::NoStep { at, most });
        }

        let first = |letter: &Letter| {
            if at < rounds(letter) {
                letter.first(letter.solution.jumps_in(at))
            } else {
                letter.clone()
            }
        };
        Ok(Self {
            letters: self.letters.iter().map(first).collect(),
            ..self.clone()
        })
    }

    /// Moments of every letter, from the start to the letter, on at most `boards` boards: all
    /// moments, or those at which most changes, and last the letter alone. Each letter has its own
    /// lines. They have at most `wrap` boards, or as many as make them about four times as wide as
    /// high, and are as short as the letter with the most lines allows, so that those of a letter
    /// with one board more are not half as long.
    ///
    /// # Errors
    /// If there are more than [`MAX_CHARACTERS`] boards.
    pub fn storyboard(&self, boards: usize, wrap: Option<usize>) -> Result<Self, Error> {
        let moments = |letter: &Letter| moments(&letter.solution, boards);
        let moments: Vec<Vec<usize>> = self.letters.iter().map(moments).collect();
        let counts = || moments.iter().map(|moments| moments.len() + 1);
        let found = counts().sum();
        if found > MAX_CHARACTERS {
            return Err(Error::LongStoryboard { found });
        }

        // With the space between boards.
        let width = self.board.picture_columns() + 2;
        let height = self.board.rows() + 2;
        let most = counts().max().unwrap_or(1);
        let side = |wrap: &usize| (wrap * width).max(4 * most.div_ceil(*wrap) * height);
        let wrap = wrap.or_else(|| (1..=most).min_by_key(side)).unwrap_or(1);
        let length = most.div_ceil(most.div_ceil(wrap.max(1)));

        let mut letters = Vec::new();
        let mut lines = Vec::new();
        for (letter, moments) in self.letters.iter().zip(moments) {
            let first = letters.len();
            for round in moments {
                letters.push(letter.step(letter.solution.jumps_in(round)));
            }
            letters.push(letter.clone());

            let places: Vec<usize> = (first..letters.len()).collect();
            lines.extend(places.chunks(length).map(<[_]>::to_vec));
        }

        let characters = letters.iter().map(|letter| letter.character).collect();
        let lines = Lines::of(characters, lines).titled(self.text().to_owned());
        Ok(Self {
            letters: letters.into(),
            lines,
            is_storyboard: true,
            board: self.board.clone(),
        })
    }

    /// Whether it shows steps. An incomplete last line keeps its boards below those of the line
    /// above.
    pub(crate) fn is_storyboard(&self) -> bool {
        self.is_storyboard
    }

    /// The board that every letter is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The boards and what each plays, by number.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// The text, with its spaces and line breaks and without what was left out; empty if a solution
    /// plays. In a storyboard it is still the text, of which every letter has many boards.
    pub fn text(&self) -> &str {
        self.lines.text()
    }

    /// The lines: letters by number, and `None` for a space.
    pub fn lines(&self) -> &[Vec<Option<usize>>] {
        self.lines.places()
    }
}

/// After which rounds the boards of a storyboard but the last show a solution: at the start, after
/// the first round and at the end, and where as much changes from each board to the next. Most
/// changes where pegs come to stay.
pub(crate) fn moments(solution: &Solution, boards: usize) -> Vec<usize> {
    let rounds = solution.round_count();
    if rounds == 0 {
        return Vec::new();
    }
    let boards = boards.max(2) - 1;
    if boards > rounds {
        return (0..=rounds).collect();
    }

    let mut changed: Vec<usize> = (0..=rounds).map(|round| solution.jumps_in(round)).collect();
    for (round, _) in settling(solution) {
        for sum in &mut changed[round..] {
            *sum += 3;
        }
    }

    let mut moments: Vec<usize> = (0..2.min(boards)).collect();
    let left = boards - moments.len();
    for number in 1..=left {
        let last = moments[moments.len() - 1];
        let after = left - number;
        let wanted = changed[last] + (changed[rounds] - changed[last]).div_ceil(after + 1);
        let reached = (last + 1..rounds - after).find(|&round| changed[round] >= wanted);
        moments.push(reached.unwrap_or(rounds - after));
    }
    moments
}
