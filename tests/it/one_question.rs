//! One question has one answer, by whichever way it is asked: `puzzle` and its hints, the last
//! jumps of a solution, the position that they begin from, a saved game, a sheet, a session, the
//! library; and the answer is that of plain play.
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::plain::{Play, Random, depth_first};
use crate::puzzle::words_of;
use crate::random_boards::{random_board, some_hole};
use crate::running::{printed, refused};
use peg_laboratory::{Kind, Positions};
use peg_solitaire::board::{Bitboard, Hole, Jump, SmallBoard};
use peg_solitaire::game::{Action, Advice, Game, Message, Session};
use peg_solitaire::progress::Progress;
use peg_solitaire::puzzle::{Hints, Puzzle};
use peg_solitaire::solution::{Interval, Solution};
use peg_solitaire::winning::About;
use pegfont_base::words::grouped;
use serde_json::Value;

/// The way from a start to any of some targets, as a command line names them.
struct Question<'a> {
    folder: &'a Path,
    board: &'a SmallBoard,
    target: String,
    targets: Vec<Bitboard>,
}

impl Question<'_> {
    fn json(&self, arguments: &[&str]) -> Value {
        let arguments = [&["puzzle", "--json", "--board", "board.txt"], arguments].concat();
        serde_json::from_str(&printed(self.folder, &arguments)).unwrap()
    }

    /// The answer of plain play must be this one.
    fn check(&self, start: Bitboard, puzzle: &Value) {
        let mut play = Play::to(self.board, self.targets.clone());
        let (moves, shortest) = play.fewest(start, None).unwrap();
        assert_eq!(
            puzzle["solutions"],
            play.solutions(start).to_string(),
            "{puzzle}"
        );
        assert_eq!(puzzle["fewest_moves"], moves, "{puzzle}");
        assert_eq!(
            puzzle["fewest_moves_solutions"],
            shortest.to_string(),
            "{puzzle}"
        );
        assert_eq!(puzzle["forks"], play.forks(start), "{puzzle}");
        let chance = puzzle["probability"].as_f64().unwrap();
        assert!((chance - play.chance(start)).abs() < 1e-9, "{puzzle}");
        assert_eq!(
            self.played(start, &puzzle["solution"]).moves().count(),
            moves as usize
        );
    }

    /// A solution, which leads from a start to one of the targets.
    fn played(&self, start: Bitboard, text: &Value) -> Solution {
        let solution =
            Solution::parse(self.board.as_board(), start, text.as_str().unwrap()).unwrap();
        assert!(
            self.targets
                .contains(&self.board.bits(&solution.end()).unwrap()),
            "{solution}"
        );
        solution
    }

    /// Hints, which must be those of plain play.
    fn check_hints(&self, position: Bitboard, hints: &Value) {
        let mut play = Play::to(self.board, self.targets.clone());
        assert_eq!(
            hints["solutions"],
            play.solutions(position).to_string(),
            "{hints}"
        );
        let hints = hints["hints"].as_array().unwrap();
        assert_eq!(hints.len(), self.board.legal_jumps(position).count());
        for hint in hints {
            let jump = self
                .board
                .as_board()
                .parse_move(hint["jump"].as_str().unwrap())
                .unwrap()[0];
            let solutions = play.solutions(jump.play(position));
            assert_eq!(hint["solutions"], solutions.to_string());
            assert_eq!(hint["keeps"], solutions > 0);
        }
    }

    /// Asks for the way from a position, at which these arguments begin, by every way.
    fn ask(&self, start: Bitboard, arguments: &[&str]) -> Value {
        let arguments = [&[&*self.target], arguments].concat();
        let json = self.json(&arguments);
        self.check(start, &json["puzzles"][0]);
        let puzzle = &json["puzzles"][0];
        let solutions: u128 = puzzle["solutions"].as_str().unwrap().parse().unwrap();
        let jumps = puzzle["jumps"].as_array().unwrap().len();
        let print = |command: &[&str]| {
            printed(
                self.folder,
                &[command, &["--board", "board.txt"], &arguments].concat(),
            )
        };
        let table = print(&["puzzle"]);
        let row = table
            .lines()
            .find(|line| line.contains("e-") || line.contains("e0"))
            .unwrap();
        let chance = format!(" {:.1e} ", puzzle["probability"].as_f64().unwrap());
        assert!(
            row.contains(&chance) && row.contains(&grouped(solutions)),
            "{table}"
        );
        let solution = print(&["puzzle", "--solution"]).trim_end().into();
        assert_eq!(self.played(start, &solution).jumps().len(), jumps);
        self.check_hints(start, &self.json(&[&arguments[..], &["--hints"]].concat()));

        print(&["sheet", "-o", "sheet.svg", "--solutions=solutions.svg"]);
        let page = |name: &str| fs::read_to_string(self.folder.join(name)).unwrap();
        let counted = match solutions {
            1 => "the only solution".to_owned(),
            _ => format!("solutions: {}", grouped(solutions)),
        };
        let (sheet, pages) = (page("sheet.svg"), page("solutions.svg"));
        let captions = [
            format!("Jumps: {jumps}"),
            puzzle["grade"].as_str().unwrap().to_owned(),
        ];
        assert!(words_of(&pages).contains(&&*counted), "{pages}");
        assert!(
            captions
                .iter()
                .all(|one| words_of(&sheet).contains(&&**one)),
            "{sheet}"
        );
        assert_eq!(sheet.contains("grey pegs"), self.targets.len() > 1);

        let game = Game::new(self.board.as_board(), start, self.targets.iter().copied()).unwrap();
        let advice = Advice::of(&game, None, Progress::NONE);
        let hints = serde_json::to_value(Hints::of(advice.on(&game).unwrap())).unwrap();
        self.check_hints(start, &hints);
        let mut session = Session::new(game.clone());
        session.act(Action::Check);
        session.advise(advice.into()).unwrap();
        let solutions = Some(solutions);
        assert_eq!(session.message, Some(Message::Winnable { solutions }));
        session.act(Action::Hints);
        for _ in 0..jumps {
            let best = session.hints().unwrap()[0].jump;
            let presses = [best.from(), best.to()].map(Action::Press);
            [Action::PutBack]
                .into_iter()
                .chain(presses)
                .for_each(|action| session.act(action));
        }
        assert!(session.game().is_won());
        let known = Puzzle::solve(&game, None, Interval::MOST_POSITIONS, Progress::NONE).unwrap();
        self.check(start, &serde_json::to_value(&known).unwrap());
        // With too few positions to count solutions, it is still known which jumps win.
        let few = Advice::of(&game, Some(0), Progress::NONE);
        let mut play = Play::to(self.board, self.targets.clone());
        for rated in few.on(&game).unwrap().rate_jumps() {
            assert_eq!(rated.keeps, Some(play.wins(rated.jump.play(start))));
        }
        json
    }
}

#[test]
fn one_question_has_one_answer_by_every_route() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut asked = [0; 3];
    for seed in 0.. {
        let random = &mut Random(seed);
        let board = &random_board(random, 12);
        let start = board.full().without(some_hole(random, board).bit());
        let reached = depth_first(board, start).positions();
        let pattern = reached[random.next() as usize % reached.len()];
        let hole = some_hole(random, board);
        let kind = seed as usize % 3;
        let (target, targets) = match kind {
            0 => (
                "any".to_owned(),
                board.full().pegs().map(Hole::bit).collect(),
            ),
            1 => (board.hole_name(hole), vec![hole.bit()]),
            _ => (format!("code:{}", pattern.code()), vec![pattern]),
        };
        let question = Question {
            folder,
            board,
            target,
            targets,
        };
        let target = &*question.target;
        fs::write(folder.join("board.txt"), board.as_board().to_picture(start)).unwrap();
        let mut play = Play::to(board, question.targets.clone());
        if play.fewest(start, None).is_none_or(|(moves, _)| moves == 0) {
            if !play.wins(start) {
                let said = refused(folder, &["puzzle", target, "--board", "board.txt"]);
                assert!(
                    said.contains("can't be reached") || said.contains("every jump"),
                    "{said}"
                );
            }
            continue;
        }
        let jumps = |json: &Value| json["puzzles"][0]["jumps"].as_array().unwrap().len() as u64;
        let whole = question.ask(start, &[]);

        // From a position before the end, and from that position as a start or as a game in
        // progress.
        let left = 1 + random.next() % jumps(&whole);
        let before = left.to_string();
        let ending = question.json(&[target, "--jumps-left", &before]);
        assert_eq!(jumps(&ending), left);
        let position = ending["puzzles"][0]["start"].as_str().unwrap();
        let position = board.parse_pattern(position).unwrap();
        let code = format!("code:{}", position.code());
        assert_eq!(question.ask(position, &["--start", &code]), ending);
        assert_eq!(question.ask(position, &["--jumps-left", &before]), ending);
        let title = ending["puzzles"][0]["title"].as_str().unwrap();
        let mut game = Game::new(board.as_board(), start, question.targets.iter().copied())
            .unwrap()
            .titled(title);
        let way = |at| {
            board
                .legal_jumps(at)
                .find(|jump| depth_first(board, jump.play(at)).has(position))
        };
        while let Some(jump) = way(board.bits(game.position()).unwrap()) {
            game.play(jump).unwrap();
        }
        assert_eq!(board.bits(game.position()).unwrap(), position);
        fs::write(folder.join("saved.game"), game.to_toml()).unwrap();
        let saved = printed(folder, &["puzzle", "saved.game", "--json"]);
        assert_eq!(serde_json::from_str::<Value>(&saved).unwrap(), ending);
        let hints = printed(folder, &["puzzle", "saved.game", "--hints", "--json"]);
        question.check_hints(position, &serde_json::from_str(&hints).unwrap());
        let last = ["puzzle", "saved.game", "--solution", "--jumps-left", "1"];
        assert_eq!(printed(folder, &last).split_whitespace().count(), 1);
        asked[kind] += 1;
        if asked.iter().all(|&count| count >= 2) {
            return;
        }
    }
}

/// The jumps of a list in JSON.
fn jumps_of(board: &SmallBoard, jumps: &Value) -> BTreeSet<Jump> {
    let jumps = jumps.as_array().unwrap().iter();
    jumps
        .flat_map(|jump| board.parse_move(jump.as_str().unwrap()).unwrap())
        .collect()
}

/// The jumps of hints in JSON that keep a target within reach.
fn keeping(board: &SmallBoard, hints: &Value) -> BTreeSet<Jump> {
    let hints = hints["hints"].as_array().unwrap().iter();
    hints
        .filter(|hint| hint["keeps"] == true)
        .flat_map(|hint| {
            board
                .as_board()
                .parse_move(hint["jump"].as_str().unwrap())
                .unwrap()
        })
        .collect()
}

/// The jumps that win, by whichever way the library is asked.
fn winning_jumps_by_the_library(
    board: &SmallBoard,
    position: Bitboard,
    finishes: Bitboard,
) -> Vec<BTreeSet<Jump>> {
    let ends: Vec<Bitboard> = finishes.pegs().map(Hole::bit).collect();
    let about = About::solve(board, position, Progress::NONE).unwrap();
    let of_about = about.winning_jumps(finishes, Progress::NONE).unwrap();
    let mut answers = vec![of_about.into_iter().collect()];

    let kinds = [Kind::Solvable];
    let positions = Positions::solve(board, position, &ends, &kinds, Progress::NONE).unwrap();
    let wins = |jump: &Jump| positions.wins(Kind::Solvable, jump.play(position)).unwrap();
    answers.push(board.legal_jumps(position).filter(wins).collect());

    let game = Game::new(board.as_board(), position, ends).unwrap();
    for most in [None, Some(1 << 20), Some(0)] {
        let advice = Advice::of(&game, most, Progress::NONE);
        let rated = advice.on(&game).unwrap().rate_jumps().into_iter();
        let wins = rated.filter(|rated| rated.keeps == Some(true));
        answers.push(wins.map(|rated| rated.jump).collect());

        let hints = Hints::of(advice.on(&game).unwrap());
        answers.push(keeping(board, &serde_json::to_value(hints).unwrap()));
    }
    answers
}

#[test]
fn the_winning_jumps_of_a_position_are_the_same_by_every_route_whatever_led_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut unreachable_ones_that_win = 0;
    for seed in 0..400 {
        let random = &mut Random(seed);
        let board = &random_board(random, 10);
        let position = Bitboard(random.next()) & board.full();
        let start = Bitboard(random.next()) & board.full();
        let hole = some_hole(random, board);
        let (finish, finishes) = match seed % 2 {
            0 => ("any".to_owned(), board.full()),
            _ => (board.hole_name(hole), hole.bit()),
        };

        let mut play = Play::to(board, finishes.pegs().map(Hole::bit).collect());
        let jumps = board.legal_jumps(position);
        let expected: BTreeSet<Jump> = jumps.filter(|it| play.wins(it.play(position))).collect();
        for answer in winning_jumps_by_the_library(board, position, finishes) {
            assert_eq!(answer, expected, "{seed}");
        }

        // The program takes longer.
        let is_reachable = depth_first(board, start).has(position);
        let is_wanted = !is_reachable && !expected.is_empty() && unreachable_ones_that_win < 12;
        if !is_wanted && seed % 40 != 0 {
            continue;
        }
        unreachable_ones_that_win += usize::from(is_wanted);
        fs::write(
            folder.join("board.txt"),
            board.as_board().to_picture(board.full()),
        )
        .unwrap();
        let [start, position] = [start, position].map(|it| format!("code:{}", it.code()));
        let show = [
            "peglab",
            "show",
            "board.txt",
            "--start",
            &start,
            "--finish",
            &finish,
            "--position",
            &position,
        ];
        let text = printed(folder, &show);
        let shown = printed(folder, &[&show[..], &["--json"]].concat());
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(jumps_of(board, &shown["winning_jumps"]), expected, "{seed}");
        assert_eq!(
            shown["standing"] == "unreachable",
            !is_reachable,
            "{seed}: {text}"
        );
        assert_eq!(text.contains("winning jumps: none"), expected.is_empty());

        if expected.is_empty() {
            continue;
        }
        let hints = [
            "puzzle",
            &finish,
            "--board",
            "board.txt",
            "--start",
            &position,
            "--hints",
            "--json",
        ];
        let hints = serde_json::from_str(&printed(folder, &hints)).unwrap();
        assert_eq!(keeping(board, &hints), expected, "{seed}");
    }
    assert_eq!(unreachable_ones_that_win, 12);
}
