//! The search for the game that leaves a text or a picture, and what it says of it.

use anyhow::{Result, bail};

use crate::cli::formats::{Format, usual_path};
use crate::cli::output::OutputFile;
use crate::cli::request::OneGameRequest;
use peg_console::output::Output;
use peg_solitaire::board::{Board, Hole};
use peg_solitaire::game::Game;
use peg_solitaire::search::{Impossible, LastPosition, PlayOutcome};
use peg_solitaire::solution::Solution;
use pegfont_base::words::{counted, listed};
use pegfont_type::glyph::Drawn;

/// What is looked for: the end of a game, which is a text or a picture.
pub struct Sought {
    pub name: String,
    /// What messages call it.
    what: &'static str,
    /// What may be found instead.
    rather: Option<String>,
}

/// What messages call a code, of which no hole may differ.
const CODE: &str = "QR code";

impl Sought {
    pub fn text(name: String) -> Self {
        Self {
            name,
            what: "text",
            rather: None,
        }
    }

    pub fn code(name: String) -> Self {
        Self {
            name,
            what: CODE,
            rather: None,
        }
    }

    /// What was drawn in a picture.
    pub fn picture(name: String, drawn: &Drawn) -> Self {
        let smaller = |side: usize| (side * 3 / 4).max(1);
        let columns = smaller(drawn.board.columns());
        let rows = smaller(drawn.board.rows());
        Self {
            name,
            what: "picture",
            rather: Some(format!("a smaller --grid {columns}x{rows}")),
        }
    }

    pub fn is_code(&self) -> bool {
        self.what == CODE
    }
}

/// Searches for the game, and reports on standard error what it found. If no game leaves what
/// is sought, the nearest one is kept.
pub fn find(
    request: &OneGameRequest,
    layouts: &[LastPosition],
    sought: &Sought,
    out: &Output,
) -> Result<Solution> {
    // What can't be written is said now.
    let path = usual_path(&sought.name, "-nearest", Format::Game);
    let file = OutputFile::new(&path, Format::Game, out);
    let distance = if sought.is_code() {
        0
    } else {
        request.distance
    };
    let found = out.watched("searching", |progress| {
        request.search.play(layouts, distance.into(), progress)
    });

    match found? {
        PlayOutcome::Solved(solution, changed) => {
            say_found(&solution, &changed, out);
            Ok(solution)
        }
        PlayOutcome::NotSolved {
            reason,
            is_full,
            nearest,
        } => {
            let Failure { why, remedy } = match reason {
                Some(reason) => Failure::of_impossible(sought, &reason),
                None => Failure::of_search(request.effort, sought, is_full),
            };
            let Some((solution, changed)) = nearest else {
                bail!("{why}; {remedy}")
            };
            let kept = keep_nearest(solution, &changed, sought, &file?, out)?;
            bail!("{why}; {kept}; {remedy}")
        }
    }
}

/// Writes the game that comes nearest, and says how to see it.
fn keep_nearest(
    solution: Solution,
    changed: &[Hole],
    sought: &Sought,
    file: &OutputFile,
    out: &Output,
) -> Result<String> {
    let holes = named(&solution, changed);
    let game = Game::of(&solution.in_rounds()).titled(&*sought.name);
    // The message names it.
    let _ = file.put(game.to_toml(), out)?;

    let takes = if sought.is_code() {
        String::new()
    } else {
        format!("; --distance {} takes it", changed.len())
    };
    let file = file.path().display();
    Ok(format!(
        "pegfont render {file} shows the nearest one, with {holes}{takes}"
    ))
}

/// Why no game was found, and what to try instead.
struct Failure {
    why: String,
    remedy: String,
}

impl Failure {
    /// The search gave up.
    fn of_search(effort: u32, sought: &Sought, is_full: bool) -> Self {
        let what = sought.what;
        let full = if is_full {
            "; some attempts took all the memory that one may"
        } else {
            ""
        };
        let rather = sought.rather.as_deref().unwrap_or("another --seed");
        Self {
            why: format!("no game was found for this {what} with --effort {effort}{full}"),
            remedy: format!("give more --effort, or try {rather}"),
        }
    }

    /// The text or picture is the end of no game.
    fn of_impossible(sought: &Sought, reason: &Impossible) -> Self {
        let rather = match &sought.rather {
            Some(rather) => format!(", or {rather}"),
            None => String::new(),
        };
        Self {
            why: format!("no game ends in this {}: {reason}", sought.what),
            remedy: format!("try a larger --board{rather}"),
        }
    }
}

/// Holes of a game in words.
fn named(solution: &Solution, holes: &[Hole]) -> String {
    let names = holes.iter().map(|&hole| solution.board().hole_name(hole));
    format!(
        "{} changed: {}",
        counted(holes.len(), "hole"),
        listed(names.collect(), 20)
    )
}

/// A board in words.
pub fn named_board(board: &Board) -> String {
    match board.name() {
        Some(size) if board.is_rectangle() => format!("a board of {size} holes"),
        _ => board.to_string(),
    }
}

/// Says on standard error what was found.
fn say_found(solution: &Solution, changed: &[Hole], out: &Output) {
    let rounds = solution.round_count();
    let board = named_board(solution.board());
    note!(
        out,
        "one game on {board}: {} jumps in {rounds} rounds; one at a time, in {} moves",
        solution.jumps().len(),
        solution.one_at_a_time().moves().count()
    );
    if !changed.is_empty() {
        note!(out, "{}", named(solution, changed));
    }
}
