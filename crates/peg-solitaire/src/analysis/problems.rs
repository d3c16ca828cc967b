//! The problems of a board, from a vacancy to a single peg: which ones the position classes allow, which are
//! equivalent, and which can be solved.

use crate::Error;
use crate::board::{Bitboard, Hole, SmallBoard, Symmetry};
use crate::class::{PositionClass, SymmetryGroup, parity_checks, syndrome};
use crate::progress::Progress;
use crate::solve::Reachable;

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

impl Problem {
    /// Whether the finish is the complement of the start.
    #[must_use]
    pub fn is_complement(self) -> bool {
        self.vacancy == self.survivor
    }
}

/// Problems that are linked by jumps and symmetry, one for each symmetry class.
///
/// Two vacancies three holes apart in a line are linked, because a first jump from either leaves the same two
/// holes empty. The same holds for two survivors three holes apart:
///
/// ```text
/// . # # #  ->  # . . #  <-  # # # .
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemGroup {
    /// The problems, each with the smallest holes of its symmetry class, in order.
    pub problems: Vec<Problem>,
}

/// All problems of a board that its position classes allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problems {
    /// The problems by groups.
    pub groups: Vec<ProblemGroup>,
    /// Whether the board may be turned and flipped between jumps.
    turning: bool,
}

impl Problems {
    /// The problems that the position classes allow, not yet solved.
    #[must_use]
    pub fn of(board: &SmallBoard) -> Self {
        Self::grouped(board, false)
    }

    /// The same if the board may be turned and flipped between jumps. As an image of a jump is a jump, this is the same as to turn it
    /// once, at the end: the last peg may be in any image of its hole. Problems whose starts are in one position class, up to symmetry, form
    /// a group.
    ///
    /// ```
    /// use peg_solitaire::{analysis::Problems, board::SmallBoard};
    /// assert_eq!(Problems::with_turns(&"triangle15".parse()?).groups.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_turns(board: &SmallBoard) -> Self {
        Self::grouped(board, true)
    }

    fn grouped(board: &SmallBoard, turning: bool) -> Self {
        let holes: Vec<Hole> = board.full().pegs().collect();
        let mut problems = Vec::new();
        for &vacancy in &holes {
            let class = PositionClass::of(board, board.full().without(vacancy.bit()));
            let may_remain = |hole: &&Hole| {
                images(board, **hole, turning).any(|image| class.contains(image.bit()))
            };
            let survivors = holes.iter().filter(may_remain);
            problems.extend(survivors.map(|&survivor| (vacancy, survivor)));
        }
        let group = SymmetryGroup::of(board);
        // With turns, the position class of the start, up to symmetry, is the type of a problem.
        let checks = parity_checks(board);
        let class = |hole: Hole| syndrome(&checks, board.full().without(hole.bit()));
        let type_of = |&hole: &Hole| group.smallest(|symmetry| class(symmetry.image(hole)));
        let types: Vec<u64> = holes.iter().map(type_of).collect();
        let lines = lines_of_four(board);
        let linked = |hole: Hole| {
            let across = move |&(one, other): &(Hole, Hole)| {
                if hole == one { Some(other) } else { (hole == other).then_some(one) }
            };
            lines.iter().filter_map(across)
        };
        // Finds the group of each problem by following the links from the first problem without a group.
        let mut groups: Vec<ProblemGroup> = Vec::new();
        let mut seen = vec![false; problems.len()];
        for first in 0..problems.len() {
            let mut rest = vec![first];
            let mut members = Vec::new();
            while let Some(number) = rest.pop() {
                if std::mem::replace(&mut seen[number], true) {
                    continue;
                }
                let (vacancy, survivor) = problems[number];
                let alike = board
                    .symmetries()
                    .iter()
                    .map(|symmetry| (symmetry.image(vacancy), symmetry.image(survivor)));
                let of_type = |&(other, _): &(Hole, Hole)| {
                    turning && types[other.index()] == types[vacancy.index()]
                };
                let turned = problems.iter().copied().filter(of_type);
                let alike: Vec<_> = alike
                    .chain(turned)
                    .chain(linked(vacancy).map(|vacancy| (vacancy, survivor)))
                    .chain(linked(survivor).map(|survivor| (vacancy, survivor)))
                    .collect();
                rest.extend(alike.iter().filter_map(|other| problems.binary_search(other).ok()));
                let image =
                    |symmetry: &Symmetry| (symmetry.image(vacancy), symmetry.image(survivor));
                let first = match turning {
                    false => group.smallest(image),
                    true => (
                        group.smallest(|symmetry| symmetry.image(vacancy)),
                        group.smallest(|symmetry| symmetry.image(survivor)),
                    ),
                };
                if first == (vacancy, survivor) {
                    members.push(Problem { vacancy, survivor, solvable: None });
                }
            }
            if !members.is_empty() {
                members.sort_unstable();
                groups.push(ProblemGroup { problems: members });
            }
        }
        Self { groups, turning }
    }

    /// Finds out which can be solved.
    ///
    /// # Errors
    /// When the board can't be held in memory, or `progress` says to stop.
    pub fn solve(&mut self, board: &SmallBoard, progress: Progress<'_>) -> Result<(), Error> {
        let turning = self.turning;
        let mut vacancies: Vec<Hole> = self.problems().map(|problem| problem.vacancy).collect();
        vacancies.sort_unstable();
        vacancies.dedup();
        for (done, &vacancy) in vacancies.iter().enumerate() {
            let start = board.full().without(vacancy.bit());
            let (done, all) = (done as u64, vacancies.len() as u64);
            let reachable =
                progress.part(done, done + 1, all, |part| Reachable::solve(board, start, part))?;
            let problems = self.groups.iter_mut().flat_map(|group| &mut group.problems);
            for problem in problems.filter(|problem| problem.vacancy == vacancy) {
                let mut survivors = images(board, problem.survivor, turning);
                problem.solvable = Some(survivors.any(|hole| reachable.contains(hole.bit())));
            }
        }
        Ok(())
    }

    /// The standard problem of a board: of those that can be solved, the one whose vacancy is nearest to the centre, and of these
    /// the one whose survivor is nearest to the vacancy. None if no problem can be solved.
    ///
    /// ```
    /// use peg_solitaire::{analysis::Problems, board::SmallBoard, progress::Progress};
    /// let english: SmallBoard = "english".parse()?;
    /// let standard = Problems::standard(&english, Progress::NONE)?.expect("it can be solved");
    /// assert_eq!((standard.vacancy, standard.survivor), (english.centre(), english.centre()));
    /// // The game from the middle to the middle can't be solved.
    /// let triangle: SmallBoard = "triangle10".parse()?;
    /// let standard = Problems::standard(&triangle, Progress::NONE)?.expect("it can be solved");
    /// assert_ne!(standard.vacancy, triangle.centre());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the board can't be held in memory, or `progress` says to stop.
    pub fn standard(board: &SmallBoard, progress: Progress<'_>) -> Result<Option<Problem>, Error> {
        let mut vacancies = board.nearest_holes(board.centre());
        let group = SymmetryGroup::of(board);
        let mut seen = Bitboard::EMPTY;
        vacancies.retain(|hole| {
            let image = group.mincode(hole.bit());
            let is_new = (seen & image).is_empty();
            seen = seen | image;
            is_new
        });
        for (done, &vacancy) in vacancies.iter().enumerate() {
            let start = board.full().without(vacancy.bit());
            let class = PositionClass::of(board, start);
            let mut survivors = board.nearest_holes(vacancy);
            survivors.retain(|survivor| class.contains(survivor.bit()));
            if survivors.is_empty() || start.is_empty() {
                continue;
            }
            let (done, all) = (done as u64, vacancies.len() as u64);
            let reachable =
                progress.part(done, done + 1, all, |part| Reachable::solve(board, start, part))?;
            if let Some(survivor) =
                survivors.into_iter().find(|survivor| reachable.contains(survivor.bit()))
            {
                return Ok(Some(Problem { vacancy, survivor, solvable: Some(true) }));
            }
        }
        Ok(None)
    }

    /// All problems, group by group.
    pub fn problems(&self) -> impl Iterator<Item = Problem> {
        self.groups.iter().flat_map(|group| group.problems.iter().copied())
    }
}

/// The holes in which a last peg counts as in this one: its images, if the board may be turned.
fn images(board: &SmallBoard, hole: Hole, turning: bool) -> impl Iterator<Item = Hole> {
    let count = if turning { board.symmetries().len() } else { 1 };
    board.symmetries()[..count].iter().map(move |symmetry| symmetry.image(hole))
}

/// The ends of all lines of four holes.
fn lines_of_four(board: &SmallBoard) -> Vec<(Hole, Hole)> {
    let triples = board.triples();
    let continues = |hole: Hole, by: Hole| {
        triples.iter().find(|triple| triple.first() == hole && triple.middle() == by)
    };
    let ends = triples.iter().filter_map(|triple| {
        continues(triple.middle(), triple.last()).map(|next| (triple.first(), next.last()))
    });
    ends.collect()
}
