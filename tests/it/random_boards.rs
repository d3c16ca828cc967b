//! The laboratory on random boards of 3 to 20 holes: every answer is that of plain play, whether the
//! set is in memory, on disk, or read from a table of last jumps. It stays the same if start,
//! finishes and position are turned together by a symmetry of the board. Lists are compared by
//! mincodes, which a symmetry doesn't change.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;

use crate::plain::{Play, Random, depth_first};
use peg_laboratory::{
    HardPosition, IndexedWinning, Kind, LastPeg, MinimalSolutions, Positions, Problems,
    SymmetryType, WinningList, levels_by_jumps, levels_by_moves, most_symmetric, random_play,
    symmetric,
};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, Hole, Lattice, SmallBoard, Symmetry};
use peg_solitaire::class::{PositionClass, SymmetryGroup};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Counts, FewestMoves, Interval, LongestSweep, Solution};
use peg_solitaire::solve::{Holder, LastJumps, Reachable, Slicing, StoredLastJumps};
use peg_solitaire::winning::{About, Standing, Winning};
use pegfont_base::table::{Cell, Table};

const NONE: Progress<'_> = Progress::NONE;

/// A problem.
struct Question {
    board: SmallBoard,
    start: Bitboard,
    finishes: Bitboard,
}

impl Question {
    fn random(seed: u64) -> Self {
        let random = &mut Random(seed);
        // Plain play takes seconds on the largest boards.
        let most = match seed % 32 {
            0 => 20,
            1..4 => 15,
            _ => 12,
        };
        let board = random_board(random, most);
        let start = random_start(random, &board);
        let finishes = match random.next() % 4 {
            0 => board.full(),
            1 => [some_hole(random, &board), some_hole(random, &board)]
                .into_iter()
                .collect(),
            2 => some_hole(random, &board).bit(),
            _ => {
                // One that can be reached, if there is one.
                let reached = depth_first(&board, start);
                let mut last = board.full().pegs().filter(|hole| reached.has(hole.bit()));
                last.next_back().unwrap_or(board.centre()).bit()
            }
        };
        Self {
            board,
            start,
            finishes,
        }
    }

    fn turned(&self, turn: &Symmetry) -> Self {
        let [start, finishes] = [self.start, self.finishes].map(|holes| turn.apply(holes));
        Self {
            board: self.board.clone(),
            start,
            finishes,
        }
    }

    fn ends(&self) -> Vec<Bitboard> {
        self.finishes.pegs().map(Hole::bit).collect()
    }
}

pub fn random_board(random: &mut Random, most: usize) -> SmallBoard {
    loop {
        let lattice = [Lattice::Square, Lattice::Triangular][random.next() as usize % 2];
        let (columns, rows) = (2 + random.next() % 4, 1 + random.next() % 5);
        let (columns, rows) = (columns as i16, rows as i16);
        let shape = random.next() % 4;
        let pieces = random.next();
        let side = columns.max(rows);
        let is_hole = |x: i16, y: i16| {
            let bit = |x: i16, y: i16| pieces >> (x + 5 * y) & 1 == 1;
            match shape {
                // A rectangle; on the triangular lattice a rhombus, or a triangle.
                0 => x < columns && y < rows,
                1 => x <= y,
                // Symmetric about the diagonal, and anything.
                2 => bit(x.min(y), x.max(y)),
                _ => bit(x, y) && x < columns && y < rows,
            }
        };
        let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        let holes: Vec<(i16, i16)> = cells.filter(|&(x, y)| is_hole(x, y)).collect();
        if (3..=most).contains(&holes.len()) {
            return Board::new(lattice, &holes).unwrap().small().unwrap();
        }
    }
}

pub fn some_hole(random: &mut Random, board: &SmallBoard) -> Hole {
    let number = random.next() % board.holes() as u64;
    Hole::new(number as u16).unwrap()
}

pub fn random_start(random: &mut Random, board: &SmallBoard) -> Bitboard {
    let hole = some_hole(random, board);
    let images = board
        .symmetries()
        .iter()
        .map(|turn| turn.image(hole))
        .collect();
    match random.next() % 8 {
        0..4 => board.full().without(hole.bit()),
        4 => board.full().without(images),
        5 => board
            .full()
            .without(hole.bit() | some_hole(random, board).bit()),
        _ => Bitboard(random.next()) & board.full(),
    }
}

/// Answers by name. Numbers that are rounded are compared with a tolerance.
#[derive(Default)]
struct Answers {
    exact: BTreeMap<String, String>,
    rounded: BTreeMap<String, Vec<f64>>,
}

impl Answers {
    fn put(&mut self, name: impl Into<String>, answer: impl Debug) {
        self.exact.insert(name.into(), format!("{answer:?}"));
    }

    fn put_rounded(&mut self, name: impl Into<String>, answer: Vec<f64>) {
        assert!(
            answer.iter().all(|number| (0.0..=1.0).contains(number)),
            "{answer:?}"
        );
        self.rounded.insert(name.into(), answer);
    }

    /// Compares answers, of which these are some or all.
    fn assert_among(&self, all: &Self, about: &str) {
        for (name, answer) in &self.exact {
            assert_eq!(Some(answer), all.exact.get(name), "{name}, {about}");
        }
        for (name, answer) in &self.rounded {
            let other = &all.rounded[name];
            let is_close = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-9;
            assert_eq!(answer.len(), other.len(), "{name}, {about}");
            let is_alike = answer.iter().zip(other).all(is_close);
            assert!(is_alike, "{name}, {about}: {answer:?} {other:?}");
        }
    }
}

fn by_pegs(board: &SmallBoard, codes: &[Bitboard]) -> Vec<u64> {
    let mut counts = vec![0; board.holes() + 1];
    codes
        .iter()
        .for_each(|code| counts[code.count() as usize] += 1);
    counts
}

fn mincodes(board: &SmallBoard, positions: impl IntoIterator<Item = Bitboard>) -> Vec<Bitboard> {
    let codes: BTreeSet<Bitboard> = positions
        .into_iter()
        .map(|position| board.mincode(position))
        .collect();
    codes.into_iter().collect()
}

/// Probabilities of positions by mincode.
fn by_mincode(
    board: &SmallBoard,
    ends: impl IntoIterator<Item = (Bitboard, f64)>,
) -> BTreeMap<Bitboard, f64> {
    let mut sums = BTreeMap::new();
    for (end, probability) in ends {
        *sums.entry(board.mincode(end)).or_default() += probability;
    }
    sums
}

fn column(table: &Table, heading: &str) -> Vec<u64> {
    let mut numbers = Vec::new();
    for cell in table.column(heading).unwrap() {
        match cell {
            Cell::Count(number) => numbers.push(*number),
            // Below the last row of this column.
            Cell::None => {}
            other => panic!("{heading}: {other:?}"),
        }
    }
    numbers
}

/// A column of counts up to the last level with a position.
fn levels_of(table: &Table, heading: &str) -> Vec<u64> {
    let mut counts = column(table, heading);
    while counts.len() > 1 && counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

fn put_kinds(answers: &mut Answers, board: &SmallBoard, kind: Kind, codes: Vec<Bitboard>) {
    let three: Vec<Bitboard> = codes
        .iter()
        .copied()
        .filter(|code| code.count() == 3)
        .collect();
    answers.put(format!("{kind:?} by pegs"), by_pegs(board, &codes));
    answers.put(format!("{kind:?} with three pegs"), three);
    answers.put(format!("{kind:?}"), codes);
}

fn put_hard(answers: &mut Answers, name: &str, board: &SmallBoard, found: Vec<HardPosition>) {
    let class = |found: HardPosition| {
        let codes = mincodes(board, found.positions.iter().copied());
        assert_eq!(codes.len(), found.positions.len());
        (found.pegs, found.jumps, codes)
    };
    answers.put(name, found.into_iter().map(class).collect::<Vec<_>>());
}

/// The numbers of symmetric positions of a table, as type, pegs and number.
fn symmetric_counts(table: &Table) -> BTreeSet<(String, u64, u64)> {
    let mut counts = BTreeSet::new();
    let pegs = column(table, "pegs");
    for heading in table.columns[2..].iter().map(|column| &column.key) {
        let rows = pegs
            .iter()
            .zip(column(table, heading))
            .filter(|&(_, count)| count > 0);
        counts.extend(rows.map(|(&pegs, count)| (heading.clone(), pegs, count)));
    }
    counts
}

/// What the laboratory answers.
fn ask(question: &Question) -> Answers {
    let Question {
        board,
        start,
        finishes,
    } = question;
    let reachable = Reachable::solve(board, *start, NONE).unwrap();
    let positions = Positions::solve(board, *start, &question.ends(), &Kind::ALL, NONE).unwrap();
    let list = WinningList::solve(board, &[(*start, *finishes)], NONE).unwrap();
    answers(question, &reachable, &positions, &list)
}

/// What it answers from a file, which is opened twice.
fn ask_file<B: Holder>(question: &Question, open: impl Fn() -> Reachable<B>) -> Answers {
    let reachable = open();
    let positions = Positions::of(open(), &question.ends(), &Kind::ALL, NONE).unwrap();
    let list = WinningList::of(&reachable, question.finishes, NONE).unwrap();
    answers(question, &reachable, &positions, &list)
}

/// The same from a set on disk, in up to this many parts.
fn ask_on_disk(question: &Question, parts: usize) -> Answers {
    let folder = tempfile::tempdir().unwrap();
    let plan = Slicing::new(&question.board, question.start, Some(parts)).unwrap();
    plan.complete(folder.path(), 1 << 30, NONE).unwrap();
    ask_file(question, || Reachable::open(folder.path()).unwrap())
}

/// The same from a table of last jumps.
fn ask_table(question: &Question) -> Answers {
    let reachable = Reachable::solve(&question.board, question.start, NONE).unwrap();
    let table = LastJumps::fill(&reachable, NONE).unwrap();
    let mut file = tempfile::NamedTempFile::new().unwrap();
    table.write(&mut file, NONE).unwrap();
    ask_file(question, || {
        let table = StoredLastJumps::open(file.path()).unwrap();
        table.into_reachable(NONE).unwrap()
    })
}

fn answers<B: Holder>(
    question: &Question,
    reachable: &Reachable<B>,
    positions: &Positions<B>,
    list: &WinningList,
) -> Answers {
    let Question {
        board,
        start,
        finishes,
    } = question;
    let (board, start, ends) = (board, *start, question.ends());
    let mut answers = Answers::default();

    let kinds = Kind::ALL;
    let table = positions.table(NONE).unwrap();
    for kind in kinds {
        let codes = positions.mincodes(kind, None, NONE).unwrap();
        put_kinds(&mut answers, board, kind, codes);
        let three = positions.mincodes(kind, Some(3), NONE).unwrap();
        answers.put(format!("{kind:?} with three pegs"), three);
        let counts = column(&table, &kind.name().replace('-', "_"));
        answers.put(format!("{kind:?} by pegs"), counts);
    }

    let winning = Winning::of(reachable, &ends, NONE).unwrap();
    let levels = levels_by_jumps(reachable, &winning, NONE).unwrap();
    for heading in ["reachable", "winning", "positions"] {
        answers.put(format!("{heading} by jumps"), levels_of(&levels, heading));
    }
    let finish = (finishes.count() == 1).then_some(*finishes);
    let levels = levels_by_moves(board, start, finish, NONE).unwrap();
    for heading in [Some("forward"), finish.and(Some("backward"))]
        .into_iter()
        .flatten()
    {
        let counts = levels_of(&levels, heading);
        let pegs =
            ["least", "most"].map(|which| column(&levels, &format!("{heading}_{which}_pegs")));
        answers.put(heading, (counts, pegs));
    }

    for (name, set) in [
        ("symmetric", &**reachable),
        ("symmetric and winning", winning.set()),
    ] {
        let table = symmetric(set, start.count(), NONE).unwrap();
        answers.put(name, symmetric_counts(&table));
    }
    let mut plain = Play::to(board, question.ends());
    let most_symmetric = match most_symmetric(&winning, NONE) {
        Err(Error::Unreachable) => {
            assert!(!plain.wins(start));
            Vec::new()
        }
        found => found.unwrap(),
    };
    for most in most_symmetric {
        let expected = most_by_plain_play(&plain, &most.symmetry, start, &mut HashMap::new());
        let (positions, solutions) = expected.unwrap();
        assert_eq!(most.positions, positions);
        assert_eq!(most.solutions, (positions > 2).then_some(solutions));
        assert!(plain.is_finish(board.bits(&most.solution.end()).unwrap()));
        let on_the_way = most
            .solution
            .positions()
            .filter_map(|position| position.bits());
        let symmetric = on_the_way.filter(|&one| most.symmetry.apply(one) == one);
        assert_eq!(symmetric.count(), most.positions as usize);
    }

    let play = random_play(reachable, Some(&winning), true, NONE).unwrap();
    let without = random_play(reachable, None, false, NONE).unwrap();
    assert_eq!(
        (&play.ends, &play.probabilities),
        (&without.ends, &without.probabilities)
    );
    answers.put("dead ends", &play.dead_ends);
    answers.put("games", play.games.unwrap());
    answers.put_rounded("random play ends", play.probabilities);
    answers.put_rounded("random play wins", play.left.unwrap());
    let listed = play.ends.len();
    let ends_of_play = by_mincode(board, play.ends);
    assert_eq!(ends_of_play.len(), listed, "each end is listed once");
    answers.put(
        "ends of random play",
        ends_of_play.keys().collect::<Vec<_>>(),
    );
    answers.put_rounded("ends of random play", ends_of_play.into_values().collect());

    for (name, kind) in [
        ("hard from the start", Kind::Winning),
        ("hard", Kind::Solvable),
    ] {
        put_hard(
            &mut answers,
            name,
            board,
            positions.hard(kind, NONE).unwrap(),
        );
    }

    let wins = reachable
        .try_positions(.., ..)
        .map(Result::unwrap)
        .filter(|&position| list.is_winning(position) == Ok(true));
    answers.put("winning in the list", mincodes(board, wins));
    answers.put("stored in the list", list.count());

    let is_solvable = winning.set().try_contains(start).unwrap();
    if is_solvable && start.count() > 1 {
        let interval = Interval::within(reachable, winning.finishes(), 1 << 24, NONE).unwrap();
        if let Some(shortest) = MinimalSolutions::of(&interval, 1 << 16, NONE).unwrap() {
            answers.put("fewest moves", shortest.moves());
            answers.put("shortest solutions", shortest.with_images);
            answers.put(
                "shortest solutions up to symmetry",
                shortest.solutions.len(),
            );
            answers.put("shortest solutions in any order", shortest.orders_ignored());
        }
        let shortest = FewestMoves::of(&interval, NONE).unwrap().solution;
        answers.put("moves of the preferred solution", shortest.moves().count());
        let LongestSweep { jumps, solution } = LongestSweep::of(&interval, NONE).unwrap();
        answers.put(
            "longest sweep",
            (jumps, solution.moves().map(<[_]>::len).max()),
        );
        for solution in [shortest, solution] {
            let played = Solution::new(board.as_board(), start, solution.jumps().to_vec()).unwrap();
            assert!(finishes.contains(board.bits(&played.end()).unwrap()));
        }
        answers.put("solutions", Counts::of(interval, NONE).unwrap().total());
    }
    answers
}

impl Play<'_> {
    fn winning_jumps(&mut self, position: Bitboard) -> usize {
        self.after(position)
            .filter(|&after| self.wins(after))
            .count()
    }

    /// The positions that are winning, with the most jumps of which one wins.
    fn hard(&mut self, positions: &[Bitboard]) -> Vec<(u32, u32, Vec<Bitboard>)> {
        let mut most: BTreeMap<u32, (u32, Vec<Bitboard>)> = BTreeMap::new();
        for &position in positions {
            let jumps = self.after(position).count() as u32;
            let (so_far, found) = most.entry(position.count()).or_default();
            if jumps < 2.max(*so_far) || self.winning_jumps(position) != 1 {
                continue;
            }
            if jumps > *so_far {
                (*so_far, *found) = (jumps, Vec::new());
            }
            found.push(position);
        }
        let found = most.into_iter().filter(|(_, (jumps, _))| *jumps > 0);
        let board = self.board;
        found
            .map(|(pegs, (jumps, found))| (pegs, jumps, mincodes(board, found)))
            .collect()
    }
}

/// The positions by the fewest moves that lead to them.
fn by_moves(board: &SmallBoard, start: Bitboard) -> Vec<Vec<Bitboard>> {
    fn chain(board: &SmallBoard, at: Bitboard, landed: Hole, found: &mut BTreeSet<Bitboard>) {
        found.insert(at);
        for jump in board.legal_jumps(at).filter(|jump| jump.from() == landed) {
            chain(board, jump.play(at), jump.to(), found);
        }
    }
    let mut seen = BTreeSet::from([start]);
    let mut levels = vec![vec![start]];
    loop {
        let mut found = BTreeSet::new();
        for &position in &levels[levels.len() - 1] {
            for jump in board.legal_jumps(position) {
                chain(board, jump.play(position), jump.to(), &mut found);
            }
        }
        let new: Vec<Bitboard> = found.into_iter().filter(|&one| seen.insert(one)).collect();
        if new.is_empty() {
            return levels;
        }
        levels.push(new);
    }
}

/// How many mincodes each level has that are on none before, and their least and most pegs. Levels
/// without any are left out at the end.
fn first_mincodes(board: &SmallBoard, levels: Vec<Vec<Bitboard>>) -> (Vec<u64>, [Vec<u64>; 2]) {
    let mut seen = BTreeSet::new();
    let (mut counts, mut least, mut most) = (Vec::new(), Vec::new(), Vec::new());
    for level in levels {
        let codes = mincodes(board, level)
            .into_iter()
            .filter(|&code| seen.insert(code));
        let pegs: Vec<u64> = codes.map(|code| code.count().into()).collect();
        if let (Some(&fewest), Some(&all)) = (pegs.iter().min(), pegs.iter().max()) {
            counts.push(pegs.len() as u64);
            least.push(fewest);
            most.push(all);
        }
    }
    (counts, [least, most])
}

/// What plain play answers.
fn play(question: &Question) -> Answers {
    let Question {
        board,
        start,
        finishes,
    } = question;
    let (board, start) = (board, *start);
    let mut answers = Answers::default();
    let mut play = Play::to(board, question.ends());
    let reached = depth_first(board, start).positions();
    let is_symmetric = |position: &Bitboard| {
        board.symmetries()[1..]
            .iter()
            .any(|turn| turn.apply(*position) == *position)
    };
    let all = (0..1 << board.holes()).map(Bitboard);
    let solvable: Vec<Bitboard> = all.filter(|&position| play.wins(position)).collect();
    let winning: Vec<Bitboard> = reached
        .iter()
        .copied()
        .filter(|&position| play.wins(position))
        .collect();
    let mistakes: Vec<Bitboard> = winning
        .iter()
        .flat_map(|&position| play.after(position))
        .collect();
    let losing = mistakes
        .into_iter()
        .filter(|&position| !play.wins(position))
        .collect();
    let is_dead = |position: &Bitboard| board.legal_jumps(*position).next().is_none();
    let dead: Vec<Bitboard> = reached.iter().copied().filter(is_dead).collect();
    let symmetric = reached.iter().copied().filter(is_symmetric).collect();
    for (kind, positions) in [
        (Kind::Reachable, reached.clone()),
        (Kind::Winning, winning.clone()),
        (Kind::Losing, losing),
        (Kind::DeadEnds, dead.clone()),
        (Kind::Symmetric, symmetric),
        (Kind::Solvable, solvable.clone()),
    ] {
        put_kinds(&mut answers, board, kind, mincodes(board, positions));
    }

    let by_jumps = |positions: &[Bitboard]| {
        let by_pegs = by_pegs(board, positions);
        let mut by_jumps: Vec<u64> = by_pegs[..=start.count() as usize]
            .iter()
            .rev()
            .copied()
            .collect();
        while by_jumps.len() > 1 && by_jumps.last() == Some(&0) {
            by_jumps.pop();
        }
        by_jumps
    };
    answers.put("positions by jumps", by_jumps(&reached));
    answers.put(
        "reachable by jumps",
        by_jumps(&mincodes(board, reached.iter().copied())),
    );
    answers.put(
        "winning by jumps",
        by_jumps(&mincodes(board, winning.iter().copied())),
    );
    answers.put("forward", first_mincodes(board, by_moves(board, start)));
    if finishes.count() == 1 {
        let mut levels: Vec<Vec<Bitboard>> = Vec::new();
        for &position in &solvable {
            let moves = play.fewest(position, None).unwrap().0 as usize;
            levels.resize(levels.len().max(moves + 1), Vec::new());
            levels[moves].push(position);
        }
        answers.put("backward", first_mincodes(board, levels));
    }

    for (name, set) in [("symmetric", &reached), ("symmetric and winning", &winning)] {
        let mut counts: BTreeMap<(String, u64), u64> = BTreeMap::new();
        let codes = mincodes(board, set.iter().copied().filter(is_symmetric));
        for code in codes.into_iter().filter(|code| code.count() > 0) {
            let kind = SymmetryType::of(board, code).unwrap().name(board.lattice());
            *counts.entry((kind, code.count().into())).or_default() += 1;
        }
        let counts = counts
            .into_iter()
            .map(|((kind, pegs), count)| (kind, pegs, count));
        answers.put(name, counts.collect::<BTreeSet<_>>());
    }

    let mut probabilities: HashMap<Bitboard, f64> = HashMap::from([(start, 1.0)]);
    let mut games: HashMap<Bitboard, u128> = HashMap::from([(start, 1)]);
    let mut in_order = reached.clone();
    in_order.sort_by_key(|position| std::cmp::Reverse(position.count()));
    let levels = start.count() as usize + 1;
    let mut ends = (vec![0.0; levels], vec![0.0; levels], vec![0; levels]);
    for &position in &in_order {
        let probability = probabilities[&position];
        let level = (start.count() - position.count()) as usize;
        let choices = play.after(position).count() as f64;
        for after in play.after(position) {
            *probabilities.entry(after).or_default() += probability / choices;
            *games.entry(after).or_default() += games[&position];
        }
        ends.0[level] += if choices == 0.0 { probability } else { 0.0 };
        ends.1[level] += if play.wins(position) {
            probability
        } else {
            0.0
        };
        ends.2[level] += if choices == 0.0 { games[&position] } else { 0 };
    }
    let least = |numbers: Vec<f64>| numbers.into_iter().map(|number| number.min(1.0)).collect();
    let dead_by_pegs = by_pegs(board, &mincodes(board, dead.iter().copied()));
    answers.put(
        "dead ends",
        dead_by_pegs[..levels].iter().rev().collect::<Vec<_>>(),
    );
    answers.put("games", ends.2);
    answers.put_rounded("random play ends", least(ends.0));
    answers.put_rounded("random play wins", least(ends.1));
    let ends_of_play = by_mincode(board, dead.iter().map(|&end| (end, probabilities[&end])));
    answers.put(
        "ends of random play",
        ends_of_play.keys().collect::<Vec<_>>(),
    );
    answers.put_rounded(
        "ends of random play",
        least(ends_of_play.into_values().collect()),
    );

    answers.put("hard from the start", play.hard(&winning));
    answers.put("hard", play.hard(&solvable));
    answers.put(
        "winning in the list",
        mincodes(board, winning.iter().copied()),
    );

    if !winning.is_empty() && start.count() > 1 {
        let (moves, shortest) = play.fewest(start, None).unwrap();
        if shortest <= 1 << 16 {
            answers.put("fewest moves", moves);
            answers.put("shortest solutions", shortest);
        }
        answers.put("moves of the preferred solution", moves);
        let pegs = winning
            .iter()
            .flat_map(|at| at.pegs().map(|peg| (*at, peg)));
        let longest = pegs
            .map(|(position, peg)| play.longest_chain(position, peg))
            .max();
        answers.put("longest sweep", (longest.unwrap(), longest));
        answers.put("solutions", play.solutions(start));
    }
    answers
}

const SEEDS: u64 = 256;

#[test]
fn every_answer_is_that_of_plain_play_whatever_holds_the_set_and_of_the_turned_question() {
    for seed in 0..SEEDS {
        let question = Question::random(seed);
        let Question {
            board,
            start,
            finishes,
        } = &question;
        let about = format!(
            "seed {seed}: {} to {}, {:?}",
            board.picture_line(*start),
            board.picture_line(*finishes),
            board.lattice()
        );
        let answers = ask(&question);
        play(&question).assert_among(&answers, &about);
        let parts = 1 << (seed % 3);
        answers.assert_among(&ask_on_disk(&question, parts), &format!("on disk, {about}"));
        answers.assert_among(&ask_table(&question), &format!("from a table, {about}"));
        if board.holes() <= 12 {
            for turn in &board.symmetries()[1..] {
                answers.assert_among(&ask(&question.turned(turn)), &format!("turned, {about}"));
            }
        }
    }
}

/// The most positions on the way from a position to a finish which a symmetry leaves as they are,
/// and how many solutions have that many; none if no finish can be reached.
fn most_by_plain_play(
    play: &Play<'_>,
    symmetry: &Symmetry,
    position: Bitboard,
    known: &mut HashMap<Bitboard, Option<(u32, u128)>>,
) -> Option<(u32, u128)> {
    if let Some(&most) = known.get(&position) {
        return most;
    }
    let after = play.after(position);
    let after: Vec<(u32, u128)> = after
        .filter_map(|after| most_by_plain_play(play, symmetry, after, known))
        .collect();
    let most = after.iter().map(|&(most, _)| most).max();
    let ways = after
        .iter()
        .filter(|way| Some(way.0) == most)
        .map(|way| way.1)
        .sum();
    let most = most
        .map(|most| (most, ways))
        .or(play.is_finish(position).then_some((0, 1)));
    let most =
        most.map(|(most, ways)| (most + u32::from(symmetry.apply(position) == position), ways));
    known.insert(position, most);
    most
}

#[test]
fn a_position_and_its_images_stand_where_plain_play_says() {
    for seed in 0..SEEDS {
        let question = Question::random(seed);
        let Question {
            board,
            start,
            finishes,
        } = &question;
        if board.holes() > 12 {
            continue;
        }
        let mut random = Random(seed);
        let position = match seed % 2 {
            0 => Bitboard(random.next()) & board.full(),
            _ => {
                let reached = depth_first(board, *start).positions();
                reached[random.next() as usize % reached.len()]
            }
        };
        let vacancies: Bitboard = board
            .full()
            .pegs()
            .filter(|hole| depth_first(board, board.full().without(hole.bit())).has(position))
            .collect();
        let after = depth_first(board, position);
        let last: Bitboard = board
            .full()
            .pegs()
            .filter(|hole| after.has(hole.bit()))
            .collect();
        let least = after.positions().iter().map(|after| after.count()).min();
        let standing = match depth_first(board, *start).has(position) {
            false => Standing::Unreachable,
            true if !(last & *finishes).is_empty() => Standing::Winning,
            true => Standing::Lost,
        };
        for turn in board.symmetries() {
            let Question {
                start, finishes, ..
            } = question.turned(turn);
            let about = About::solve(board, turn.apply(position), NONE).unwrap();
            assert_eq!(about.vacancies, turn.apply(vacancies), "{seed}");
            assert_eq!(about.finishes, turn.apply(last), "{seed}");
            assert_eq!(Some(about.least_pegs), least, "{seed}");
            assert_eq!(about.standing(start, finishes), Ok(standing), "{seed}");
        }
    }
}

#[test]
fn the_problems_of_a_board_and_their_winning_positions_are_those_of_plain_play() {
    for seed in 0..SEEDS / 4 {
        let board = random_board(&mut Random(seed), 12);
        let mut problems = Problems::of(&board);
        problems.solve(NONE).unwrap();
        let listed = |vacancy: Hole, survivor: Hole| {
            let images = board.symmetries().iter();
            let first = images
                .map(|turn| (turn.image(vacancy), turn.image(survivor)))
                .min();
            let mut all = problems.groups.iter().flatten();
            let found = all.find(|one| Some((one.vacancy, one.survivor)) == first);
            found.is_some_and(|problem| problem.solvable == Some(true))
        };
        let indexed = IndexedWinning::solve(&board, NONE).unwrap();
        let indexed: HashMap<Bitboard, Vec<String>> = indexed.stored().collect();
        // Whether one peg can be left doesn't depend on the orientation.
        for (code, _) in indexed.iter().filter(|(_, problems)| problems[0] == "any") {
            let mut stored = board.symmetries().iter().map(|turn| turn.apply(*code));
            assert!(
                stored.all(|image| image >= *code || !indexed.contains_key(&image)),
                "{seed}"
            );
        }
        let all: Vec<(Bitboard, Bitboard)> = board
            .full()
            .pegs()
            .map(|hole| (board.full().without(hole.bit()), board.full()))
            .collect();
        let list = WinningList::solve(&board, &all, NONE).unwrap();
        let group = SymmetryGroup::of(&board);
        let vacant = |hole: Hole| board.full().without(hole.bit());
        let is_ambiguous = |hole: Hole| {
            let class = PositionClass::of(&board, vacant(hole));
            let images = group.symmetries().map(|turn| turn.image(hole));
            images
                .filter(|&image| image != hole)
                .any(|image| class.contains(vacant(image)))
        };
        let mut any_can_be_solved = false;
        for vacancy in board.full().pegs() {
            let start = board.full().without(vacancy.bit());
            let set = depth_first(&board, start);
            for survivor in board.full().pegs() {
                let is_solvable = set.has(survivor.bit());
                any_can_be_solved |= is_solvable && !start.is_empty();
                assert_eq!(listed(vacancy, survivor), is_solvable, "{seed}");
            }
            let mut any = Play::to(&board, board.full().pegs().map(Hole::bit).collect());
            let mut same = Play::to(&board, vec![vacancy.bit()]);
            for position in set.positions() {
                assert_eq!(list.is_winning(position), Ok(any.wins(position)), "{seed}");
                let few = match position.count() <= board.holes() as u32 / 2 {
                    true => position,
                    false => board.complement(position),
                };
                let has = |image: Bitboard, problem: &str| {
                    indexed
                        .get(&image)
                        .is_some_and(|all| all.iter().any(|one| one == problem))
                };
                let is_any = group.orbit(few).into_iter().any(|image| has(image, "any"));
                assert_eq!(is_any, any.wins(position), "{seed}");
                let is_complement = group.symmetries().any(|turn| {
                    let hole = turn.image(vacancy);
                    // A vacancy in another hole of the same position class may lead to another
                    // image.
                    let images = match is_ambiguous(hole) {
                        true => group.keeping(hole.bit()).orbit(turn.apply(few)),
                        false => group.orbit(few),
                    };
                    images
                        .into_iter()
                        .any(|image| has(image, &board.hole_name(hole)))
                });
                assert_eq!(is_complement, same.wins(position), "{seed}");
            }
        }
        let standard = LastPeg::standard(&board, NONE).unwrap();
        assert_eq!(standard.is_some(), any_can_be_solved, "{seed}");
        if let Some(problem) = standard {
            let vacancy = board.complement(problem.start).pegs().next().unwrap();
            let survivor = problem.finishes.pegs().next().unwrap();
            assert!(listed(vacancy, survivor), "{seed}");
        }
    }
}
