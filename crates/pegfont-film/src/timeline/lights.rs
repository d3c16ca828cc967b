//! The lights of a film: when each peg of the end settles, and the band of light over what is left.
//! Knows no colours.

use super::captures::REST;
use super::{Setting, Timeline};
use peg_solitaire::board::{Board, Hole};
use peg_solitaire::solution::Solution;

/// How long the band of light takes to pass, in milliseconds.
pub const SWEEP: u64 = 800;

/// The time after the band of light that the final hold must have left, in milliseconds.
const AFTER: u64 = 250;

/// The frames of a sweep.
const STEPS: u64 = 24;

/// The holes of the end with the rounds after which they settle, in the order of these. A peg that
/// has moved settles where no later jump touches it. One that never moves does so when the holes
/// around it are left alone, and not before the first round. Inside an area that no jump touches,
/// pegs settle with those around them that are nearer to its edge, so that the middle of a filled
/// picture doesn't show before a jump has come near.
pub fn settling(solution: &Solution) -> Vec<(usize, Hole)> {
    let board = solution.board();
    let mut touched = vec![0; board.holes()];
    for (number, jump) in solution.jumps().iter().enumerate() {
        for hole in [jump.from(), jump.over(), jump.to()] {
            touched[hole.index()] = solution.round_of(number);
        }
    }

    let touched = from_the_edge(board, touched);
    let first = solution.round_count().min(1);
    let mut by_round: Vec<Vec<Hole>> = vec![Vec::new(); solution.round_count() + 1];
    for hole in solution.end().pegs() {
        by_round[touched[hole.index()].max(first)].push(hole);
    }

    let mut settling = Vec::new();
    for (round, holes) in by_round.into_iter().enumerate() {
        settling.extend(holes.into_iter().map(|hole| (round, hole)));
    }
    settling
}

/// The rounds in which holes are touched last; those that never are, with 0, get the last one of
/// the holes around them that have one, layer by layer.
fn from_the_edge(board: &Board, mut touched: Vec<usize>) -> Vec<usize> {
    loop {
        let mut layer = Vec::new();
        for hole in board.each_hole() {
            let around = neighbours(board, hole).map(|hole| touched[hole.index()]);
            let last = around.max().unwrap_or(0);
            if touched[hole.index()] == 0 && last > 0 {
                layer.push((hole, last));
            }
        }
        if layer.is_empty() {
            return touched;
        }

        for (hole, last) in layer {
            touched[hole.index()] = last;
        }
    }
}

/// The columns of holes to the left of each letter's board, with one between boards, and in the
/// longest line. Shorter lines are centred.
pub(super) fn columns(setting: &Setting) -> (Vec<usize>, usize) {
    let board = setting.board().picture_columns() + 1;
    let longest = setting.lines().iter().map(Vec::len).max().unwrap_or(0);

    let mut lefts = vec![0; setting.letters().len()];
    for line in setting.lines() {
        let before = (longest - line.len()) * board / 2;
        for (place, letter) in line.iter().enumerate() {
            if let Some(letter) = *letter {
                lefts[letter] = before + place * board;
            }
        }
    }

    (lefts, (longest * board).saturating_sub(1))
}

/// The holes around a hole.
fn neighbours(board: &Board, hole: Hole) -> impl Iterator<Item = Hole> {
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
    let around = steps.filter(|&step| step != (0, 0));
    around.filter_map(move |(across, down)| {
        let (x, y) = board.coordinates(hole)?;
        board.hole_at(x + across, y + down)
    })
}

impl Timeline {
    /// The beginning of the band of light in times of play, if the final hold is long enough for
    /// it.
    pub fn sweep(&self) -> Option<u64> {
        let has_time = self.end - self.played >= REST + SWEEP + AFTER;
        (has_time && self.played > self.lead).then_some(self.played + REST)
    }

    /// The time of play at which the light has come this share of its way.
    fn light_time(&self, begin: u64, share: f64) -> u64 {
        self.timing
            .clock
            .on_tick(begin as f64 + share * SWEEP as f64)
    }

    /// The times of play at which the last pegs settle and the light moves on, and the last, when
    /// it has gone.
    pub(super) fn light_times(&self) -> impl Iterator<Item = u64> {
        let step = move |begin: u64| {
            (0..=STEPS).map(move |step| self.light_time(begin, step as f64 / STEPS as f64))
        };
        std::iter::once(self.played).chain(self.sweep().into_iter().flat_map(step))
    }

    /// How far the light reaches from its middle, in columns.
    pub(crate) fn reach(&self) -> u16 {
        (self.columns / 12).max(1) as u16
    }

    /// The column of a letter's board in the middle of the light at a time of play on the way
    /// forward, if it reaches the board.
    pub(super) fn light(&self, letter: usize, time: u64) -> Option<i16> {
        let begin = self.sweep()?;
        if !(begin..begin + SWEEP).contains(&time) {
            return None;
        }
        let steps = self.light_times().skip(1);
        let passed = steps.take_while(|&step| step <= time).count() - 1;

        let reach = f64::from(self.reach());
        let columns = self.columns as f64 + 2.0 * reach;
        let in_line = passed as f64 / STEPS as f64 * columns - reach;
        let column = in_line - self.lefts[letter] as f64;

        let own = self.setting.board().picture_columns() as f64;
        let is_near = column >= -reach && column <= own + reach;
        is_near.then_some(column.round() as i16)
    }

    /// When the light is in the middle of a column of a letter's board, in times of play, and how
    /// long it takes to reach it from the first glint, in milliseconds.
    pub(crate) fn lit_at(&self, letter: usize, column: usize) -> Option<[f64; 2]> {
        let reach = f64::from(self.reach());
        let columns = self.columns as f64 + 2.0 * reach;
        let share = ((column + self.lefts[letter]) as f64 + reach) / columns;
        let glint = reach / columns * SWEEP as f64;

        Some([self.light_time(self.sweep()?, share) as f64, glint])
    }

    /// When each hole of a letter's end settles, in this order: the end of a round, in times of
    /// play.
    pub fn settle_times(&self, letter: usize) -> impl Iterator<Item = (Hole, u64)> {
        let settling = self.settling[letter].iter();
        settling.map(move |&(round, hole)| (hole, self.rounds[letter][round]))
    }
}

#[cfg(test)]
mod tests {
    use super::settling;
    use peg_solitaire::board::Board;
    use peg_solitaire::solution::Solution;

    #[test]
    fn inside_an_area_that_no_jump_touches_pegs_settle_from_its_edge() {
        let full = "#".repeat(9);
        let picture = format!("###.#.###\n{}", [&*full; 8].join("\n"));
        let (board, start) = Board::from_picture(&picture).expect("it is a board");
        let jumps = "b1-d1 h1-f1 e1-g1 c3-c1 e3-e1";
        let game = Solution::parse(&board, start, jumps).expect("it can be played");

        let settling = settling(&game);
        assert_eq!(settling.len(), game.end().count());
        for (round, hole) in settling {
            let (_, row) = board.picture_place(hole);
            let name = board.hole_name(hole);
            // The first jump is far from the lower rows, which wait for those that come nearer.
            assert!(row < 4 || round > 1, "{name} settles in round {round}");
            assert!(round >= 1 && round <= game.round_count(), "{name}: {round}");
        }
    }
}
