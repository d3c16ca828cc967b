//! A game on a large board whose solution is known: the player plays towards its end, and is told what the solution says. Knows no
//! screen, and never searches.

use std::collections::VecDeque;

use super::Action;
use crate::board::{Hole, Jump, Pegs};
use crate::solution::LargeSolution;

/// A table with a game on a large board, and the solution that is known.
///
/// Jumps that share no hole can be played in either order, so the player is on the known line as long as each jump is one of the
/// solution's whose turn it is in all its holes.
///
/// ```
/// use pegfont::{board::LargeBoard, game::{Action, KnownTable}, solution::LargeSolution};
/// let (board, start) = LargeBoard::from_picture("##.##.")?;
/// let jumps = [(0, 2), (3, 5)].map(|(from, to)| {
///     let hole = |column| board.hole_at(column, 0).unwrap();
///     board.jump(hole(from), hole(to)).unwrap()
/// });
/// let mut table = KnownTable::new("two", LargeSolution::new(board, start, jumps.to_vec())?);
/// assert_eq!(table.known_jumps().len(), 2);
/// table.act(Action::Autoplay);
/// table.act(Action::Tick);
/// table.act(Action::Tick);
/// assert!(table.is_won());
/// assert_eq!(table.message(), "Solved in 2 moves!");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KnownTable {
    title: String,
    /// Its jumps are one at a time.
    solution: LargeSolution,
    end: Pegs,
    pegs: Pegs,
    jumps: Vec<Jump>,
    /// The jumps for redo, the next one last.
    undone: Vec<Jump>,
    cursor: Hole,
    held: Option<Hole>,
    message: String,
    shows_hints: bool,
    autoplay: bool,
}

/// Where the player is on the known line.
struct Line {
    /// The jumps of the player that follow it, from the first.
    followed: usize,
    /// The jumps of the solution that are left, in its order.
    left: Vec<Jump>,
    /// Those whose turn it is.
    ready: Vec<Jump>,
}

impl KnownTable {
    /// A game without any jumps yet, the cursor in the middle.
    #[must_use]
    pub fn new(title: &str, solution: LargeSolution) -> Self {
        let (board, end) = (solution.board(), solution.end());
        let middle = board.hole_at(board.columns() / 2, board.rows() / 2);
        Self {
            title: title.to_owned(),
            pegs: solution.start().clone(),
            solution: solution.one_at_a_time(),
            end,
            jumps: Vec::new(),
            undone: Vec::new(),
            cursor: middle.unwrap_or(Hole(0)),
            held: None,
            message: String::new(),
            shows_hints: false,
            autoplay: false,
        }
    }

    /// What is played for, in words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The solution that is known, one jump at a time.
    #[must_use]
    pub fn solution(&self) -> &LargeSolution {
        &self.solution
    }

    /// The pegs that win.
    #[must_use]
    pub fn end(&self) -> &Pegs {
        &self.end
    }

    /// The pegs on the board.
    #[must_use]
    pub fn pegs(&self) -> &Pegs {
        &self.pegs
    }

    /// The jumps made so far.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The number of moves made so far.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.jumps.chunk_by(|one, next| one.to() == next.from()).count()
    }

    /// The hole at the cursor.
    #[must_use]
    pub fn cursor(&self) -> Hole {
        self.cursor
    }

    /// The hole of the peg that is picked up, if there is one.
    #[must_use]
    pub fn held(&self) -> Option<Hole> {
        self.held
    }

    /// The message to show; empty if there is nothing to say.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether the table plays by itself.
    #[must_use]
    pub fn autoplay(&self) -> bool {
        self.autoplay
    }

    /// Whether hints are shown.
    #[must_use]
    pub fn shows_hints(&self) -> bool {
        self.shows_hints
    }

    /// Whether the end is reached.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.pegs == self.end
    }

    /// The jumps that the solution plays from here, in any order; none if the player is off its line.
    #[must_use]
    pub fn known_jumps(&self) -> Vec<Jump> {
        let line = self.line();
        if line.followed == self.jumps.len() { line.ready } else { Vec::new() }
    }

    /// The holes to which the peg in this hole can jump.
    pub fn landings(&self, from: Hole) -> impl Iterator<Item = Hole> {
        self.jumps_of(from).filter(|&jump| self.pegs.allow(jump)).map(|jump| jump.to())
    }

    /// Does what the player asks for.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Tick => return self.play_on(),
            Action::Move(columns, rows) => return self.move_cursor(columns, rows),
            _ => self.message.clear(),
        }
        if action != Action::Autoplay {
            self.autoplay = false;
        }
        match action {
            Action::Press(hole) => {
                self.cursor = hole;
                self.choose();
            }
            Action::Release(hole) => {
                if self.held.is_some_and(|held| held != hole) {
                    self.cursor = hole;
                    self.choose();
                }
            }
            Action::Choose => self.choose(),
            Action::PutBack => self.held = None,
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Restart => {
                while !self.jumps.is_empty() {
                    self.undo();
                }
            }
            Action::Hints => self.shows_hints = !self.shows_hints,
            Action::Check => self.message = self.verdict(),
            Action::Autoplay => {
                self.held = None;
                self.autoplay = !self.autoplay;
            }
            Action::Tick | Action::Move(..) => {}
        }
    }

    /// The jumps from a hole, legal or not.
    fn jumps_of(&self, from: Hole) -> impl Iterator<Item = Jump> {
        let board = self.solution.board();
        let (x, y) = board.coordinates(from);
        let to = [(x + 2, y), (x, y + 2), (x.wrapping_sub(2), y), (x, y.wrapping_sub(2))];
        let to = to.into_iter().filter_map(move |(x, y)| board.hole_at(x, y));
        to.filter_map(move |to| board.jump(from, to))
    }

    /// Whether no jump is legal.
    fn is_stuck(&self) -> bool {
        self.pegs.holes().all(|hole| self.landings(hole).next().is_none())
    }

    fn undo(&mut self) {
        self.held = None;
        match self.jumps.pop() {
            Some(jump) => {
                self.pegs.remove(jump.to());
                self.pegs.insert(jump.over());
                self.pegs.insert(jump.from());
                self.undone.push(jump);
            }
            None => self.message = "nothing to undo".to_owned(),
        }
    }

    fn redo(&mut self) {
        self.held = None;
        match self.undone.pop() {
            Some(jump) => {
                self.pegs.play(jump);
                self.jumps.push(jump);
            }
            None => self.message = "nothing to redo".to_owned(),
        }
    }

    fn move_cursor(&mut self, columns: i32, rows: i32) {
        let board = self.solution.board();
        let (x, y) = board.coordinates(self.cursor);
        let x = x.checked_add_signed(columns as isize);
        let y = y.checked_add_signed(rows as isize);
        let to = x.zip(y).and_then(|(x, y)| board.hole_at(x, y));
        self.cursor = to.unwrap_or(self.cursor);
    }

    /// Picks up the peg at the cursor, or jumps there.
    fn choose(&mut self) {
        let (cursor, board) = (self.cursor, self.solution.board());
        match self.held {
            Some(held) if held == cursor => self.held = None,
            Some(held) if !self.pegs.has(cursor) => {
                match board.jump(held, cursor).filter(|&jump| self.pegs.allow(jump)) {
                    Some(jump) => self.jump(jump),
                    None => self.message = format!("{} can't jump there", board.hole_name(held)),
                }
            }
            _ if !self.pegs.has(cursor) => self.message = "there is no peg here".to_owned(),
            _ => {
                let can_jump = self.landings(cursor).next().is_some();
                self.held = can_jump.then_some(cursor);
                if !can_jump {
                    self.message = "this peg can't jump".to_owned();
                }
            }
        }
    }

    /// Plays a legal jump.
    fn jump(&mut self, jump: Jump) {
        if self.undone.pop() != Some(jump) {
            self.undone.clear();
        }
        self.pegs.play(jump);
        self.jumps.push(jump);
        // The same peg may jump on, in one move.
        self.cursor = jump.to();
        let goes_on = self.landings(jump.to()).next().is_some() && !self.is_won();
        self.held = (goes_on && !self.autoplay).then_some(jump.to());
        self.message = if self.is_won() {
            format!("Solved in {} moves!", self.moves())
        } else if self.is_stuck() {
            "no jumps left: undo (u) or restart (n)".to_owned()
        } else {
            String::new()
        };
    }

    /// In automatic play: plays the next jump of the solution.
    fn play_on(&mut self) {
        if !self.autoplay {
            return;
        }
        let line = self.line();
        match line.left.first().filter(|_| line.followed == self.jumps.len()) {
            Some(&next) => self.jump(next),
            None => {
                self.autoplay = false;
                self.message = self.verdict();
            }
        }
    }

    /// What is known of the position, in words.
    fn verdict(&self) -> String {
        let line = self.line();
        match self.jumps.len() - line.followed {
            _ if self.is_won() => format!("Solved in {} moves!", self.moves()),
            0 => format!("a solution from here is known: {} more jumps", line.left.len()),
            1 => "no solution from here is known; undo the last jump (u) for one".to_owned(),
            back => format!("no solution from here is known; undo {back} jumps (u) for one"),
        }
    }

    /// Follows the solution with the jumps made so far, until one is not its.
    fn line(&self) -> Line {
        let known = self.solution.jumps();
        let touched = |jump: &Jump| [jump.from(), jump.over(), jump.to()];
        // The jumps of the solution that touch each hole, the next first.
        let mut turns = vec![VecDeque::new(); self.solution.board().holes()];
        for (number, jump) in known.iter().enumerate() {
            touched(jump).into_iter().for_each(|hole| turns[hole.index()].push_back(number));
        }
        let is_next = |turns: &[VecDeque<usize>], number: usize| {
            touched(&known[number]).iter().all(|hole| turns[hole.index()].front() == Some(&number))
        };
        let mut is_played = vec![false; known.len()];
        let mut followed = 0;
        for jump in &self.jumps {
            let next = turns[jump.from().index()].front().copied();
            let Some(number) =
                next.filter(|&number| known[number] == *jump && is_next(&turns, number))
            else {
                break;
            };
            touched(jump).into_iter().for_each(|hole| _ = turns[hole.index()].pop_front());
            is_played[number] = true;
            followed += 1;
        }
        let left = || (0..known.len()).filter(|&number| !is_played[number]);
        let ready = left().filter(|&number| is_next(&turns, number));
        Line {
            followed,
            ready: ready.map(|number| known[number]).collect(),
            left: left().map(|number| known[number]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::LargeBoard;

    #[test]
    fn the_line_is_known_until_another_jump_is_made_and_again_once_it_is_taken_back() {
        let (board, start) = LargeBoard::from_picture("##.##.").unwrap();
        let hole = |name: &str| board.parse_hole(name).unwrap();
        let jump = |from: &str, to: &str| board.jump(hole(from), hole(to)).unwrap();
        let jumps = vec![jump("a1", "c1"), jump("d1", "f1")];
        let mut table = KnownTable::new("two", LargeSolution::new(board, start, jumps).unwrap());
        let play = |table: &mut KnownTable, from: &str, to: &str| {
            table.act(Action::Press(hole(from)));
            table.act(Action::Release(hole(to)));
        };
        table.act(Action::Check);
        assert_eq!(table.message(), "a solution from here is known: 2 more jumps");

        play(&mut table, "e1", "c1");
        assert!(table.known_jumps().is_empty());
        table.act(Action::Check);
        assert_eq!(
            table.message(),
            "no solution from here is known; undo the last jump (u) for one"
        );
        table.act(Action::Autoplay);
        table.act(Action::Tick);
        assert!(!table.autoplay() && table.jumps().len() == 1);

        table.act(Action::Undo);
        assert_eq!(table.pegs(), table.solution().start());
        // In the other order than the solution.
        play(&mut table, "d1", "f1");
        assert_eq!(table.known_jumps(), [jump("a1", "c1")]);
        play(&mut table, "a1", "c1");
        assert!(table.is_won());
        assert_eq!(table.message(), "Solved in 2 moves!");
        table.act(Action::Restart);
        table.act(Action::Redo);
        assert_eq!(table.jumps(), [jump("d1", "f1")]);
    }
}
