//! `pegfont board list` and `show`: the named boards, what follows from a board's shape, and one position on it.

use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;

use super::{GameArgs, coded, single_pegs};
use crate::cli::json::{board_name, codes, hole_names, jump_names};
use crate::cli::output::{counted, print_json, say_lines};
use crate::cli::progress::watched;
use crate::cli::reachable::say_if_large;
use crate::cli::subject::{read_small_board, read_start};
use peg_solitaire::Error;
use peg_solitaire::analysis::{About, Kind, Positions, Standing, SymmetryType};
use peg_solitaire::board::{BOARD_NAMES, Bitboard, Board, Hole, Jump, Lattice, SmallBoard};
use peg_solitaire::class::{SymmetryGroup, parity_checks, syndrome};
use peg_solitaire::solve::Reachable;

/// List the named boards
#[derive(Args)]
#[command(after_help = "\
A picture file defines a board of your own: # is a peg, . an empty hole, a space no hole. A first
line \"triangular\" selects jumps in six directions. Use the file name in place of a board name.")]
pub(in crate::cli) struct List {}

impl List {
    pub(in crate::cli) fn run(self) -> Result<()> {
        say_lines(BOARD_NAMES.iter().map(|(name, what)| format!("{name:<10} {what}")))
    }
}

/// Show a board and what follows from its shape, or one position on it
#[derive(Args)]
#[command(mut_arg("start", |start| start.requires("position").help("Say whether the position occurs in the game from this start (`any`: from every vacancy), and whether that can still be won")))]
#[command(mut_arg("finish", |finish| finish.requires("position").help("The hole of the last peg of that game, or `any` [default: the vacancy, if the start has only one, or `any`]")))]
#[command(after_help = "\
Examples:
  pegfont board show english
  pegfont board show english --position code:486458901
  pegfont board show triangle15 --position code:24 --start a1")]
pub(in crate::cli) struct Show {
    #[command(flatten)]
    game: GameArgs,

    /// Describe this position instead: its codes and images, its symmetry, the vacancies that lead to it, and how few pegs it can be reduced to
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Print only the numbers of the holes, each in its place
    #[arg(long, conflicts_with_all = ["json", "position"])]
    numbers: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let (board, start) = read_small_board(&self.game.board)?;
        if let Some(text) = &self.position {
            let position = read_start(&board, "--position", text)?;
            return self.about(&board, board.bits(&position)?);
        }
        if self.numbers {
            say!("{}", in_places(&board, |hole| (hole.index() + 1).to_string()));
            return Ok(());
        }
        if self.json {
            return print_json(&shape(&board, start));
        }
        say_shape(&board, start);
        Ok(())
    }

    /// Describes a position, in any game and in that of a start.
    fn about(&self, board: &SmallBoard, position: Bitboard) -> Result<()> {
        let game = (self.game.start.is_some() || self.game.finish.is_some())
            .then(|| self.game.read())
            .transpose()?;
        say_if_large(board, position);
        let about = watched("playing forwards and backwards", |progress| {
            About::solve(board, position, progress)
        });
        let advice = format!(
            "`pegfont board reduce {} --start {}` searches for a game to one peg",
            self.game.board,
            coded(position)
        );
        // What the position is by itself is said all the same.
        let about = match about {
            Err(error @ Error::Memory(_)) if game.is_some() => bail!("{error}; {advice}"),
            Err(error @ Error::Memory(_)) => Err(error),
            about => Ok(about?),
        };
        let in_game = match (game, &about) {
            (Some((_, problems)), Ok(about)) => Some(InGame::of(about, position, &problems)?),
            _ => None,
        };
        let images = SymmetryGroup::of(board).orbit(position);
        let symmetry = match SymmetryType::of(board, position) {
            SymmetryType::NONE => None,
            kind => Some(kind.name(board.lattice())),
        };
        let mincode = board.mincode(position);
        let complement = board.complement(position);
        if self.json {
            let jumps = |jumps: &[Jump]| jump_names(board, jumps.iter().copied());
            let about = about.as_ref().ok();
            return print_json(&json!({
                "board": board_name(board),
                "position": board.picture_line(position),
                "pegs": position.count(),
                "code": position.code().to_string(),
                "mincode": mincode.code().to_string(),
                "complement": complement.code().to_string(),
                "images": codes(&images),
                "symmetry": symmetry,
                "vacancies": about.map(|about| hole_names(board, about.vacancies)),
                "finishes": about.map(|about| hole_names(board, about.finishes)),
                "least_pegs": about.map(|about| about.least_pegs),
                "legal_jumps": jump_names(board, board.legal_jumps(position)),
                "winning_jumps": in_game.as_ref().map(|game| jumps(&game.winning_jumps)),
                "standing": in_game.as_ref().map(|game| match game.standing {
                    Standing::Winning => "winning",
                    Standing::Lost => "lost",
                    Standing::NotOfThisGame => "not_of_this_game",
                }),
            }));
        }
        let images: Vec<String> = images.iter().map(|&image| coded(image)).collect();
        say!("{}\n", board.picture(position));
        say!("{}, mincode {}", coded(position), coded(mincode));
        say!("complement {}", coded(complement));
        say!("images {}", images.join(" "));
        say!("symmetry: {}", symmetry.map_or("none".to_owned(), |name| name.replace('_', " ")));
        match about {
            Ok(about) => say_ends(board, &about),
            Err(why) => say!(
                "what leads to it and how few pegs it can leave are not known: {why}; {advice}"
            ),
        }
        if let Some(game) = in_game {
            say!("{}", game.said(board, position));
        }
        Ok(())
    }
}

/// Says where a position comes from, and where it leads.
fn say_ends(board: &SmallBoard, about: &About) {
    match hole_names(board, about.vacancies) {
        none if none.is_empty() => say!("no vacancy leads to it"),
        holes => say!("the vacancies that lead to it: {}", holes.join(" ")),
    }
    match hole_names(board, about.finishes) {
        none if none.is_empty() && about.least_pegs == 0 => say!("it has no pegs"),
        none if none.is_empty() => {
            say!("it can be reduced to {} pegs, and no fewer", about.least_pegs);
        }
        holes => say!("it can be reduced to one peg, at {}", holes.join(" ")),
    }
}

/// What a position is in some games, and the jumps after which one of them can still be won.
struct InGame {
    standing: Standing,
    winning_jumps: Vec<Jump>,
}

impl InGame {
    fn of(about: &About, position: Bitboard, problems: &[(Bitboard, Bitboard)]) -> Result<Self> {
        let board = &about.board;
        let standing = about.standing(problems);
        if standing != Standing::Winning {
            return Ok(Self { standing, winning_jumps: Vec::new() });
        }
        let is_won = |&(start, finishes): &(Bitboard, Bitboard)| {
            (about.standing(&[(start, finishes)]) == Standing::Winning).then_some(finishes)
        };
        let finishes: Bitboard =
            problems.iter().filter_map(is_won).flat_map(Bitboard::pegs).collect();
        let wins = watched("solving backwards", |progress| {
            let finishes = single_pegs(finishes & about.finishes);
            Positions::solve(board, position, &finishes, &[Kind::Solvable], progress)
        })?;
        let jumps = board.legal_jumps(position);
        let winning_jumps =
            jumps.filter(|jump| wins.wins(Kind::Solvable, jump.play(position))).collect();
        Ok(Self { standing, winning_jumps })
    }

    fn said(&self, board: &SmallBoard, position: Bitboard) -> String {
        match (self.standing, self.winning_jumps.len()) {
            (Standing::Winning, 0) => "won: this is a finish".to_owned(),
            (Standing::Winning, winning) => {
                let keeps = if winning == 1 { "keeps" } else { "keep" };
                let legal = board.legal_jumps(position).count();
                let jumps = jump_names(board, self.winning_jumps.iter().copied()).join(" ");
                format!("winning: {winning} of {legal} jumps {keeps} it so: {jumps}")
            }
            (Standing::Lost, _) => "lost: the finish can't be reached from here".to_owned(),
            (Standing::NotOfThisGame, _) => "not part of a game from this start".to_owned(),
        }
    }
}

/// A board with the start drawn on it, and what follows from its shape, as an answer.
fn shape(board: &SmallBoard, start: Bitboard) -> serde_json::Value {
    let checks = parity_checks(board);
    let name = |hole: Hole| board.hole_name(hole);
    let holes = || board.full().pegs();
    let places = holes().map(|hole| {
        let (column, row) = board.coordinates(hole);
        json!({ "hole": name(hole), "column": column, "row": row })
    });
    let triples = board.triples().iter();
    let triples = triples.map(|triple| [triple.from(), triple.over(), triple.to()].map(name));
    let symmetries = board.symmetries().iter().map(|symmetry| {
        let images: Vec<String> = holes().map(|hole| name(symmetry.image(hole))).collect();
        json!({
            "description": symmetry.description(board.lattice()),
            "matrix": symmetry.matrix(),
            "images": images,
        })
    });
    let rows: Vec<String> = checks.iter().map(|&check| board.picture_line(check)).collect();
    json!({
        "board": board_name(board),
        "lattice": lattice(board),
        "start": board.picture_line(start),
        "centre": name(board.centre()),
        "holes": places.collect::<Vec<_>>(),
        "triples": triples.collect::<Vec<_>>(),
        "symmetries": symmetries.collect::<Vec<_>>(),
        "parity_checks": rows,
        "rank": board.holes() - checks.len(),
        "null_class": syndrome(&checks, board.full()) == 0,
        "memory": Reachable::memory_needed(board, start).to_string(),
    })
}

fn lattice(board: &Board) -> &'static str {
    match board.lattice() {
        Lattice::Square => "square",
        Lattice::Triangular => "triangular",
    }
}

/// Names of the holes, each in its place.
fn in_places(board: &SmallBoard, name: impl Fn(Hole) -> String) -> String {
    let width = match board.lattice() {
        Lattice::Square => 4,
        Lattice::Triangular => 2,
    };
    let mut rows = vec![String::new(); board.rows()];
    for hole in board.full().pegs() {
        let (x, y) = board.picture_place(hole);
        let row = &mut rows[y];
        row.extend(std::iter::repeat_n(' ', (x * width).saturating_sub(row.len())));
        row.push_str(&name(hole));
    }
    rows.join("\n")
}

/// Says it in words.
fn say_shape(board: &SmallBoard, start: Bitboard) {
    let checks = parity_checks(board);
    say!("{}\n", board.picture(start));
    say!("{}\n", in_places(board, |hole| board.hole_name(hole)));
    let (holes, centre) = (counted(board.holes(), "hole"), board.hole_name(board.centre()));
    say!("{holes} on the {} lattice; the centre is {centre}", lattice(board));
    let triples = board.triples().len();
    say!("{}, so {}", counted(triples, "triple"), counted(2 * triples, "jump"));
    let names =
        board.symmetries().iter().map(|symmetry| symmetry.description(board.lattice()).to_owned());
    let symmetries = match board.symmetries().len() {
        1 => "1 symmetry".to_owned(),
        number => format!("{number} symmetries"),
    };
    say!("{symmetries}: {}", each_counted(names));
    let rank = board.holes() - checks.len();
    let null_class = match syndrome(&checks, board.full()) {
        0 => {
            "a null-class board (full and empty are in one class, so each complement problem may be solvable)"
        }
        _ => {
            "not a null-class board (full and empty are in different classes, so no complement problem is solvable)"
        }
    };
    say!("2^{} position classes of 2^{rank} positions each; {null_class}", checks.len());
    let memory = Reachable::memory_needed(board, board.central_vacancy());
    say!("solving it takes {} of memory", indicatif::BinaryBytes(memory));
    if !checks.is_empty() {
        let pictures: Vec<String> = checks.iter().map(|&check| board.picture(check)).collect();
        say!(
            "\nNo jump changes the parity of the pegs on any of these sets of holes:\n\n{}",
            pictures.join("\n\n")
        );
    }
}

/// Words separated by commas; repeated words are counted.
fn each_counted(words: impl Iterator<Item = String>) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for word in words {
        match counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    let words = counts.into_iter().map(|(word, count)| match count {
        1 => word,
        _ => format!("{count} {}s", word.trim_start_matches("a ")),
    });
    words.collect::<Vec<_>>().join(", ")
}
