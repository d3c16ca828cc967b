//! The problems of a board, from a vacancy to a single peg: which ones the position classes allow,
//! which are equivalent, and which can be solved.

use std::collections::BTreeSet;
use std::fmt;

use peg_solitaire::Result;
use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::class::{PositionClass, SymmetryGroup};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use pegfont_base::memory;
use pegfont_base::words::counted;

/// A problem from a single vacancy to a single survivor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Problem {
    /// The hole that is empty at the start.
    pub vacancy: Hole,
    /// The hole of the last peg.
    pub survivor: Hole,
    /// Whether it can be solved, if known.
    pub solvable: Option<bool>,
}

type Pair = (Hole, Hole);

/// All problems of a board that its position classes allow, one for each symmetry class.
///
/// Two vacancies three holes apart in a line are linked, because a first jump from either leaves
/// the same two holes empty. The same holds for two survivors three holes apart:
///
/// ```text
/// . # # #  ->  # . . #  <-  # # # .
/// ```
///
/// ```
/// use peg_laboratory::Problems;
/// use peg_solitaire::{board::SmallBoard, progress::Progress};
/// let board: SmallBoard = "triangle15".parse()?;
/// let mut problems = Problems::of(&board);
/// problems.solve(Progress::NONE)?;
/// let solvable = problems.groups.iter().flatten().filter(|it| it.solvable == Some(true));
/// assert_eq!(solvable.count(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problems {
    board: SmallBoard,
    /// Groups of problems that are linked by jumps and symmetry, each with the smallest holes of
    /// its symmetry class, in order.
    pub groups: Vec<Vec<Problem>>,
}

impl Problems {
    /// The problems that the position classes allow, not yet solved.
    #[must_use]
    pub fn of(board: &SmallBoard) -> Self {
        let holes = || board.full().pegs();

        // The problems without a group.
        let mut rest = BTreeSet::new();
        for vacancy in holes() {
            let class = PositionClass::of(board, board.full().without(vacancy.bit()));
            let survivors = holes().filter(|hole| class.contains(hole.bit()));
            rest.extend(survivors.map(|survivor| (vacancy, survivor)));
        }

        let group = SymmetryGroup::of(board);
        let is_first = |&(vacancy, survivor): &Pair| {
            let first = group.smallest(|turn| (turn.image(vacancy), turn.image(survivor)));
            first == (vacancy, survivor)
        };
        let mut groups = Vec::new();
        while let Some(first) = rest.pop_first() {
            // Follows the links from each member.
            let mut members = vec![first];
            let mut followed = 0;
            while let Some(&member) = members.get(followed) {
                for pair in linked(board, member) {
                    if rest.remove(&pair) {
                        members.push(pair);
                    }
                }
                followed += 1;
            }

            members.retain(is_first);
            members.sort_unstable();

            let problem = |(vacancy, survivor)| Problem {
                vacancy,
                survivor,
                solvable: None,
            };
            groups.push(members.into_iter().map(problem).collect());
        }

        Self {
            board: board.clone(),
            groups,
        }
    }

    /// The board of the problems.
    pub fn board(&self) -> &SmallBoard {
        &self.board
    }

    /// The number of problems up to symmetry that the
    /// [classes of the lattice](peg_solitaire::board::Board::class) allow. The classes here are
    /// those of the board's own jumps, of which a small board has more, so that they allow fewer
    /// problems. The literature counts by the lattice.
    pub fn allowed_by_lattice(&self) -> usize {
        let board = self.board.as_board();
        let mut firsts = BTreeSet::new();
        for vacancy in board.each_hole() {
            let start = board.complement(&vacancy.into());
            for survivor in board.each_hole() {
                if board.class(&start) != board.class_of_peg(survivor) {
                    continue;
                }
                let symmetries = board.symmetries().iter();
                let images = symmetries.map(|turn| (turn.image(vacancy), turn.image(survivor)));
                firsts.extend(images.min());
            }
        }
        firsts.len()
    }

    /// Finds out which can be solved: solves the board from each of the [vacancies](Self::vacancies),
    /// one after the other.
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop. Problems with the vacancies that
    /// were done by then are known.
    pub fn solve(&mut self, progress: Progress<'_>) -> Result<()> {
        self.check_memory()?;
        let vacancies = self.vacancies();
        for (&vacancy, part) in progress.each(&vacancies) {
            self.solve_from(vacancy, part)?;
        }
        Ok(())
    }

    /// The vacancies of the problems, of which those that are images of each other are listed once.
    pub fn vacancies(&self) -> BTreeSet<Hole> {
        let problems = self.groups.iter().flatten();
        problems.map(|problem| problem.vacancy).collect()
    }

    /// Checks that there is enough memory to solve all of them.
    ///
    /// # Errors
    /// When there is not.
    pub fn check_memory(&self) -> Result<()> {
        let what = format!("the sets of the reachable positions of {}", self.board);
        Ok(memory::require(what, self.memory_needed())?)
    }

    /// The memory in bytes that solving takes: that for the vacancy that takes most.
    pub fn memory_needed(&self) -> u64 {
        let vacancies = self.vacancies().into_iter();
        let needed = vacancies.map(|hole| Reachable::memory_needed(&self.board, self.start(hole)));
        needed.max().unwrap_or(0)
    }

    /// Finds out which of the problems with this vacancy can be solved, if it is one of the
    /// [vacancies](Self::vacancies).
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn solve_from(&mut self, vacancy: Hole, progress: Progress<'_>) -> Result<()> {
        let reachable = Reachable::solve(&self.board, self.start(vacancy), progress)?;
        for problem in self.groups.iter_mut().flatten() {
            if problem.vacancy == vacancy {
                problem.solvable = Some(reachable.contains(problem.survivor.bit()));
            }
        }
        Ok(())
    }

    /// The position that is full but for a hole.
    fn start(&self, vacancy: Hole) -> Bitboard {
        self.board.full().without(vacancy.bit())
    }

    /// The vacancies of a board whose position classes allow a problem, the nearest to the centre
    /// first. Of those that are images of each other, one is listed. Each comes with its survivors,
    /// the nearest to the vacancy first.
    pub fn nearest(board: &SmallBoard) -> impl Iterator<Item = (Hole, Vec<Hole>)> {
        let group = SymmetryGroup::of(board);
        let mut seen = Bitboard::EMPTY;
        let vacancies = board.as_board().nearest_holes(board.centre()).into_iter();
        vacancies.filter_map(move |vacancy| {
            let image = group.mincode(vacancy.bit());
            let is_new = (seen & image).is_empty();
            seen |= image;

            let start = board.full().without(vacancy.bit());
            if !is_new || start.is_empty() {
                return None;
            }

            let class = PositionClass::of(board, start);
            let mut survivors = board.as_board().nearest_holes(vacancy);
            survivors.retain(|survivor| class.contains(survivor.bit()));
            if survivors.is_empty() {
                return None;
            }
            Some((vacancy, survivors))
        })
    }
}

/// What a game is played for: one last peg in one of some holes.
#[derive(Clone, Debug)]
pub struct LastPeg {
    /// The board.
    pub board: SmallBoard,
    /// The position at the start.
    pub start: Bitboard,
    /// The holes in which the last peg may be.
    pub finishes: Bitboard,
}

impl LastPeg {
    /// The game from a start to a last peg in the hole that is empty there, or anywhere if several
    /// are.
    ///
    /// # Errors
    /// If the start has pegs outside the board.
    pub fn from(board: &SmallBoard, start: Bitboard) -> Result<Self> {
        board.check_all("start", [start])?;
        let vacancies = board.complement(start);
        let finishes = if vacancies.count() == 1 {
            vacancies
        } else {
            board.full()
        };
        Ok(Self {
            board: board.clone(),
            start,
            finishes,
        })
    }

    /// The standard problem of a board: of those that can be solved, the
    /// [nearest](Problems::nearest). None if no problem can be solved. Solves the board from one
    /// vacancy after the other, mostly only the first.
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn standard(board: &SmallBoard, progress: Progress<'_>) -> Result<Option<Self>> {
        let all = board.holes() as u64;
        for (done, (vacancy, survivors)) in (0..).zip(Problems::nearest(board)) {
            let start = board.full().without(vacancy.bit());
            let reachable = Reachable::solve(board, start, progress.part(done, done + 1, all))?;

            let mut survivors = survivors.into_iter().map(Hole::bit);
            if let Some(finishes) = survivors.find(|&survivor| reachable.contains(survivor)) {
                return Ok(Some(Self {
                    board: board.clone(),
                    start,
                    finishes,
                }));
            }
        }
        Ok(None)
    }

    /// The positions that win.
    #[must_use]
    pub fn targets(&self) -> Vec<Bitboard> {
        self.finishes.pegs().map(Hole::bit).collect()
    }
}

/// `english, d4 vacant, the last peg in d4`
impl fmt::Display for LastPeg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            board,
            start,
            finishes,
        } = self;
        let only = |holes: Bitboard| {
            let is_one = holes.count() == 1;
            is_one.then(|| holes.pegs().next()).flatten()
        };

        let begins = match only(board.complement(*start)) {
            Some(vacancy) => format!("{} vacant", board.hole_name(vacancy)),
            None => counted(start.count() as usize, "peg"),
        };
        let ends = match only(*finishes) {
            Some(finish) => format!("in {}", board.hole_name(finish)),
            None => "anywhere".to_owned(),
        };
        write!(f, "{board}, {begins}, the last peg {ends}")
    }
}

/// The images of a problem, and those whose vacancy or survivor is at the other end of a line of
/// four holes. Not all are allowed.
fn linked(board: &SmallBoard, (vacancy, survivor): Pair) -> impl Iterator<Item = Pair> {
    let across = move |hole: Hole| {
        board.as_board().jumps_from(hole).flat_map(move |jump| {
            let next = board
                .as_board()
                .jumps_from(jump.over())
                .filter(move |next| next.over() == jump.to());
            next.map(|next| next.to())
        })
    };

    let symmetries = board.symmetries().iter();
    symmetries
        .map(move |symmetry| (symmetry.image(vacancy), symmetry.image(survivor)))
        .chain(across(vacancy).map(move |vacancy| (vacancy, survivor)))
        .chain(across(survivor).map(move |survivor| (vacancy, survivor)))
}
