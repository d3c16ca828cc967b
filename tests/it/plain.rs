//! Plain programs to compare the solver with: a depth-first search over an array of flags, play
//! with a memory, a check of every table entry, and a random number generator; and the sets of
//! boards that several tests need.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{LastJumps, Reachable};

pub fn board(name: &str) -> SmallBoard {
    name.parse().unwrap()
}

/// What can be reached from the central vacancy of a board, solved once for all tests.
pub fn solved(name: &str) -> &'static Reachable {
    static SOLVED: Mutex<BTreeMap<String, &Reachable>> = Mutex::new(BTreeMap::new());
    let mut known = SOLVED.lock().unwrap();
    known.entry(name.to_owned()).or_insert_with(|| {
        let board = board(name);
        let set = Reachable::solve(&board, board.central_vacancy(), Progress::NONE);
        Box::leak(Box::new(set.unwrap()))
    })
}

/// A set of positions, with a flag for each code.
pub struct Flags(Vec<bool>);

impl Flags {
    pub fn has(&self, position: Bitboard) -> bool {
        self.0[position.code() as usize]
    }

    /// The positions by increasing code.
    pub fn positions(&self) -> Vec<Bitboard> {
        let set = self.0.iter().enumerate().filter(|(_, has)| **has);
        set.map(|(code, _)| Bitboard(code as u64)).collect()
    }
}

/// Every reachable position, by depth-first search.
pub fn depth_first(board: &SmallBoard, start: Bitboard) -> Flags {
    let mut found = Flags(vec![false; 1 << board.holes()]);
    found.0[start.code() as usize] = true;
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        for jump in board.legal_jumps(position) {
            let after = jump.play(position);
            if !found.has(after) {
                found.0[after.code() as usize] = true;
                waiting.push(after);
            }
        }
    }
    found
}

/// Plain play to one of some targets.
pub struct Play<'a> {
    pub board: &'a SmallBoard,
    targets: Vec<Bitboard>,
    /// The number of solutions from each position that was asked for.
    solutions: HashMap<Bitboard, u128>,
    /// The fewest moves to the target, given where the last jump ended.
    fewest: HashMap<(Bitboard, Option<Hole>), Fewest>,
    chances: HashMap<Bitboard, f64>,
}

/// The fewest moves, and the number of solutions with that many; none if there is no solution.
type Fewest = Option<(u32, u128)>;

impl<'a> Play<'a> {
    pub fn to(board: &'a SmallBoard, targets: Vec<Bitboard>) -> Self {
        let (solutions, fewest, chances) = Default::default();
        Self {
            board,
            targets,
            solutions,
            fewest,
            chances,
        }
    }

    pub fn is_finish(&self, position: Bitboard) -> bool {
        self.targets.contains(&position)
    }

    /// Whether the position has fewer pegs than every target.
    fn is_too_late(&self, position: Bitboard) -> bool {
        self.targets
            .iter()
            .all(|target| position.count() < target.count())
    }

    pub fn after(&self, position: Bitboard) -> impl Iterator<Item = Bitboard> + use<'a> {
        self.board
            .legal_jumps(position)
            .map(move |jump| jump.play(position))
    }

    pub fn solutions(&mut self, position: Bitboard) -> u128 {
        if self.is_too_late(position) {
            return 0;
        }
        if let Some(&solutions) = self.solutions.get(&position) {
            return solutions;
        }
        let here = u128::from(self.is_finish(position));
        let solutions = here
            + self
                .after(position)
                .map(|after| self.solutions(after))
                .sum::<u128>();
        self.solutions.insert(position, solutions);
        solutions
    }

    pub fn wins(&mut self, position: Bitboard) -> bool {
        self.solutions(position) > 0
    }

    pub fn fewest(&mut self, position: Bitboard, landed: Option<Hole>) -> Fewest {
        if self.is_too_late(position) {
            return None;
        }
        if let Some(&fewest) = self.fewest.get(&(position, landed)) {
            return fewest;
        }
        let mut fewest = self.is_finish(position).then_some((0, 1));
        for jump in self.board.legal_jumps(position) {
            let Some((moves, count)) = self.fewest(jump.play(position), Some(jump.to())) else {
                continue;
            };
            let moves = moves + u32::from(landed != Some(jump.from()));
            fewest = Some(match fewest {
                Some((least, _)) if moves < least => (moves, count),
                Some((least, all)) if moves == least => (moves, all + count),
                Some(fewest) => fewest,
                None => (moves, count),
            });
        }
        self.fewest.insert((position, landed), fewest);
        fewest
    }

    /// The jumps of the longest chain by the peg in a hole after which a target can be reached.
    pub fn longest_chain(&mut self, position: Bitboard, peg: Hole) -> usize {
        let jumps = self
            .board
            .legal_jumps(position)
            .filter(|jump| jump.from() == peg);
        let after = jumps.map(|jump| (jump.play(position), jump.to()));
        let after: Vec<(Bitboard, Hole)> = after.filter(|it| self.wins(it.0)).collect();
        after
            .into_iter()
            .map(|(at, peg)| 1 + self.longest_chain(at, peg))
            .max()
            .unwrap_or(0)
    }

    /// The probability that random play comes to a target.
    pub fn chance(&mut self, position: Bitboard) -> f64 {
        if self.is_finish(position) || !self.wins(position) {
            return f64::from(self.is_finish(position));
        }
        if let Some(&chance) = self.chances.get(&position) {
            return chance;
        }
        let after: Vec<Bitboard> = self.after(position).collect();
        let chance = after.iter().map(|&after| self.chance(after)).sum::<f64>();
        self.chances.insert(position, chance / after.len() as f64);
        chance / after.len() as f64
    }

    /// The number of positions on the way from a start, other than targets, at which a jump loses.
    pub fn forks(&mut self, start: Bitboard) -> u64 {
        self.solutions(start);
        let known = self
            .solutions
            .iter()
            .filter(|(_, solutions)| **solutions > 0);
        let on_the_way: Vec<Bitboard> = known.map(|(&position, _)| position).collect();
        let mut loses = |position: &Bitboard| {
            !self.is_finish(*position) && self.after(*position).any(|after| !self.wins(after))
        };
        on_the_way.iter().filter(|position| loses(position)).count() as u64
    }
}

/// Plays the jumps of a game on a rectangle, on a grid of flags, and returns what is left as a
/// picture.
pub fn replayed(solution: &Solution) -> String {
    let (columns, rows) = (solution.board().columns(), solution.board().rows());
    let mut pegs: Vec<bool> = (0..columns * rows)
        .map(|hole| solution.start().has(Hole::new(hole as u16).unwrap()))
        .collect();
    for jump in solution.jumps() {
        let [from, over, to] = [jump.from(), jump.over(), jump.to()].map(Hole::index);
        let ends = [
            (from % columns, from / columns),
            (to % columns, to / columns),
        ];
        let apart = (ends[0].0.abs_diff(ends[1].0), ends[0].1.abs_diff(ends[1].1));
        assert!(apart == (2, 0) || apart == (0, 2), "{from} to {to}");
        assert_eq!(2 * over, from + to);
        assert!(pegs[from] && pegs[over] && !pegs[to], "{from} to {to}");
        (pegs[from], pegs[over], pegs[to]) = (false, false, true);
    }
    let row = |row: &[bool]| {
        row.iter()
            .map(|&peg| if peg { '#' } else { '.' })
            .collect::<String>()
    };
    pegs.chunks(columns).map(row).collect::<Vec<_>>().join("\n")
}

/// Every position whose bit is set, in the order of the bits.
pub fn reached(reachable: &Reachable) -> Vec<Bitboard> {
    let class = reachable.class();
    let indices = 0..1_u64 << class.rank();
    let set = indices.filter(|&index| reachable.contains_index(index));
    set.map(|index| class.position(index)).collect()
}

/// Asserts that every entry is 0 for an unreachable position, 1 for the start, and otherwise 2 plus
/// the number of the first triple of a jump that leads there from a position of the set.
pub fn assert_entries(table: &LastJumps, set: &Flags) {
    let board = table.board();
    for index in 0..1_u64 << table.class().rank() {
        let position = table.class().position(index);
        let jumped = |&triple: &peg_solitaire::board::Jump| {
            [triple, triple.back()].into_iter().any(|jump| {
                let before = jump.play(position);
                jump.is_legal(before) && jump.play(before) == position && set.has(before)
            })
        };
        let expected = match board.triples().iter().position(jumped) {
            _ if position == table.start() => 1,
            Some(triple) => triple as u8 + 2,
            None => 0,
        };
        assert!(
            table.identifier(index) == expected && set.has(position) == (expected != 0),
            "{expected}, on {board}, for\n{}",
            board.picture(position)
        );
    }
}

/// A deterministic generator of random numbers (Steele, Lea, Flood: SplitMix, 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}
