//! A game on a large board whose solution is known: the player plays towards its end, and is told what the solution says. Knows no
//! screen, and never searches; it tells the front end when the player waits for a search.

use std::collections::VecDeque;

use super::hand::Seat;
use super::{Action, Hand};
use crate::board::{Hole, Jump, Position};
use crate::solution::Solution;

/// A table with a game on a large board, and the solution that is known.
///
/// Jumps that share no hole can be played in either order, so the player is on the known line as long as each jump is one of the
/// solution's whose turn it is in all its holes.
///
/// ```
/// use peg_solitaire::{board::Board, game::{Action, KnownTable}, solution::Solution};
/// let (board, start) = Board::from_picture("##.##.")?;
/// let solution = Solution::parse(&board, start, "a1-c1 d1-f1")?;
/// let mut table = KnownTable::new("two", solution);
/// assert_eq!(table.known_jumps().len(), 2);
/// table.act(Action::Autoplay);
/// table.act(Action::Tick);
/// table.act(Action::Tick);
/// assert!(table.is_won());
/// assert_eq!(table.hand().message(), "Solved in 2 moves!");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KnownTable {
    title: String,
    /// Its jumps are one at a time.
    solution: Solution,
    end: Position,
    pegs: Position,
    jumps: Vec<Jump>,
    /// The jumps for redo, the next one last.
    undone: Vec<Jump>,
    hand: Hand,
    /// Whether the player waits for a search from here.
    asked: bool,
    /// Whether automatic play goes on once a solution is known.
    goes_on: bool,
}

/// Where the player is on the known line.
struct Line {
    /// The jumps of the player until the first that is not on it.
    followed: usize,
    /// Whether all are on it.
    is_on: bool,
    /// The jumps of the solution that are left, in its order.
    left: Vec<Jump>,
    /// Those whose turn it is.
    ready: Vec<Jump>,
}

impl KnownTable {
    /// A game without any jumps yet, the cursor in the middle.
    #[must_use]
    pub fn new(title: &str, solution: Solution) -> Self {
        let (board, end) = (solution.board(), solution.end());
        let middle = board.centre();
        Self {
            title: title.to_owned(),
            pegs: solution.start().clone(),
            solution: solution.one_at_a_time(),
            end,
            jumps: Vec::new(),
            undone: Vec::new(),
            hand: Hand::at(middle),
            asked: false,
            goes_on: false,
        }
    }

    /// What is played for, in words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The solution that is known, one jump at a time.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The pegs that win.
    #[must_use]
    pub fn end(&self) -> &Position {
        &self.end
    }

    /// The pegs on the board.
    #[must_use]
    pub fn pegs(&self) -> &Position {
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

    /// The player's hand: the cursor, the peg picked up, and the message to show.
    #[must_use]
    pub fn hand(&self) -> &Hand {
        &self.hand
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
        if line.is_on { line.ready } else { Vec::new() }
    }

    /// The game to be joined, if the player has left the known line and waits for a search from here: what is left of the solution, from a
    /// position near that of the board.
    #[must_use]
    pub fn asks_for(&self) -> Option<Solution> {
        self.asked.then(|| {
            let left = self.line().left;
            let mut start = self.end.clone();
            left.iter().rev().for_each(|&jump| take_back(&mut start, jump));
            Solution::new(self.solution.board(), start, left).ok()
        })?
    }

    /// Takes the answer of the search: a solution from here, or in words why there is none.
    pub fn answer(&mut self, answer: Result<Solution, String>) {
        if !std::mem::take(&mut self.asked) {
            return;
        }
        let found = answer.and_then(|found| {
            let jumps = self.jumps.iter().chain(found.jumps()).copied().collect();
            let (board, start) = (self.solution.board(), self.solution.start().clone());
            let whole = Solution::new(board, start, jumps).ok();
            let whole = whole.filter(|whole| whole.end() == self.end);
            whole.ok_or_else(|| "the answer is about another game".to_owned())
        });
        match found {
            Ok(solution) => {
                self.solution = solution.one_at_a_time();
                self.hand.autoplay = self.goes_on;
                self.hand.message = self.verdict();
            }
            Err(why) => self.hand.message = format!("{why}; {}", self.way_back()),
        }
    }

    /// The holes to which the peg in this hole can jump.
    pub fn landings(&self, from: Hole) -> impl Iterator<Item = Hole> {
        self.jumps_of(from).into_iter().map(|jump| jump.to())
    }

    /// Does what the player asks for.
    pub fn act(&mut self, action: Action) {
        // Moving the cursor or looking at hints doesn't disturb a search.
        if !matches!(action, Action::Tick | Action::Move(..) | Action::Hints) {
            self.asked = false;
        }
        self.take(action);
    }

    /// What is known of the position, in words.
    fn verdict(&self) -> String {
        let left = self.line().left.len();
        match self.asked {
            true => "looking for a solution from here (any key but the arrows stops it)".to_owned(),
            false if self.is_won() => self.result(),
            false => format!("a solution from here is known: {left} more jumps"),
        }
    }

    /// How to get back to the known line.
    fn way_back(&self) -> String {
        match self.jumps.len() - self.line().followed {
            1 => "undo the last jump (u) for one".to_owned(),
            back => format!("undo {back} jumps (u) for one"),
        }
    }

    /// Follows the solution with the jumps made so far, leaving out those that are not its.
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
        let mut off = None;
        for (made, jump) in self.jumps.iter().enumerate() {
            let next = turns[jump.from().index()].front().copied();
            let Some(number) =
                next.filter(|&number| known[number] == *jump && is_next(&turns, number))
            else {
                off = off.or(Some(made));
                continue;
            };
            touched(jump).into_iter().for_each(|hole| _ = turns[hole.index()].pop_front());
            is_played[number] = true;
        }
        let left = || (0..known.len()).filter(|&number| !is_played[number]);
        let ready = left().filter(|&number| is_next(&turns, number));
        Line {
            followed: off.unwrap_or(self.jumps.len()),
            is_on: off.is_none(),
            ready: ready.map(|number| known[number]).collect(),
            left: left().map(|number| known[number]).collect(),
        }
    }
}

impl Seat for KnownTable {
    fn hand(&mut self) -> &mut Hand {
        &mut self.hand
    }

    fn has_peg(&self, hole: Hole) -> bool {
        self.pegs.has(hole)
    }

    fn hole_name(&self, hole: Hole) -> String {
        self.solution.board().hole_name(hole)
    }

    fn jumps_of(&self, from: Hole) -> Vec<Jump> {
        let board = self.solution.board();
        board.jumps_from(from).filter(|&jump| self.pegs.allows(jump)).collect()
    }

    fn next_hole(&self, columns: i32, rows: i32) -> Option<Hole> {
        let board = self.solution.board();
        let (x, y) = board.coordinates(self.hand.cursor);
        board.hole_at(x + columns as i16, y + rows as i16)
    }

    fn moves(&self) -> usize {
        self.moves()
    }

    fn is_won(&self) -> bool {
        self.is_won()
    }

    fn is_stuck(&self) -> bool {
        self.pegs.pegs().all(|hole| self.landings(hole).next().is_none())
    }

    fn play(&mut self, jump: Jump) {
        if self.undone.pop() != Some(jump) {
            self.undone.clear();
        }
        self.pegs.play(jump);
        self.jumps.push(jump);
    }

    fn undo(&mut self) -> bool {
        let Some(jump) = self.jumps.pop() else { return false };
        take_back(&mut self.pegs, jump);
        self.undone.push(jump);
        true
    }

    fn redo(&mut self) -> bool {
        let Some(jump) = self.undone.pop() else { return false };
        self.pegs.play(jump);
        self.jumps.push(jump);
        true
    }

    fn check(&mut self) {
        self.asked = !self.is_won() && !self.line().is_on;
        self.goes_on = false;
        self.hand.message = self.verdict();
    }

    /// Plays the next jump of the solution.
    fn play_on(&mut self) {
        let line = self.line();
        match line.left.first().filter(|_| line.is_on) {
            Some(&next) => self.jump(next),
            None => {
                self.hand.autoplay = false;
                self.check();
                self.goes_on = self.asked;
            }
        }
    }
}

/// Takes a jump back.
fn take_back(pegs: &mut Position, jump: Jump) {
    pegs.remove(jump.to());
    pegs.insert(jump.over());
    pegs.insert(jump.from());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn the_line_is_known_until_another_jump_is_made_and_again_once_it_is_taken_back() {
        let (board, start) = Board::from_picture("##.##.").unwrap();
        let hole = |name: &str| board.parse_hole(name).unwrap();
        let jump = |from: &str, to: &str| board.jump(hole(from), hole(to)).unwrap();
        let jumps = vec![jump("a1", "c1"), jump("d1", "f1")];
        let mut table = KnownTable::new("two", Solution::new(&board, start, jumps).unwrap());
        let play = |table: &mut KnownTable, from: &str, to: &str| {
            table.act(Action::Press(hole(from)));
            table.act(Action::Release(hole(to)));
        };
        table.act(Action::Check);
        assert_eq!(table.hand().message(), "a solution from here is known: 2 more jumps");

        play(&mut table, "e1", "c1");
        assert!(table.known_jumps().is_empty());
        table.act(Action::Check);
        assert!(table.hand().message().starts_with("looking for a solution"));
        let known = table.asks_for().unwrap();
        assert_eq!(&known.one_at_a_time(), table.solution());
        table.answer(Err("no solution was found".to_owned()));
        assert_eq!(table.hand().message(), "no solution was found; undo the last jump (u) for one");
        table.act(Action::Autoplay);
        table.act(Action::Tick);
        assert!(!table.hand().autoplay() && table.jumps().len() == 1);
        assert!(table.asks_for().is_some());

        table.act(Action::Undo);
        assert_eq!(table.pegs(), table.solution().start());
        // In the other order than the solution.
        play(&mut table, "d1", "f1");
        assert_eq!(table.known_jumps(), [jump("a1", "c1")]);
        play(&mut table, "a1", "c1");
        assert!(table.is_won());
        assert_eq!(table.hand().message(), "Solved in 2 moves!");
        table.act(Action::Restart);
        table.act(Action::Redo);
        assert_eq!(table.jumps(), [jump("d1", "f1")]);
    }
}
