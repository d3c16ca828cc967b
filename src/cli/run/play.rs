//! `pegfont play`: the game in a terminal, with keyboard and mouse. However the game ends, it
//! restores the terminal.

mod keys;

use std::io::{IsTerminal as _, stdin};
use std::iter::once;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use time::OffsetDateTime;

use self::keys::Save;
use crate::cli::formats::{Format, usual_path};
use crate::cli::options::Play;
use crate::cli::output::{OutputFile, Screen, is_terminal};
use crate::cli::request::{Subject, Takes};
use peg_console::output::Output;
use peg_solitaire::game::{Game, Session};
use pegfont_base::words::counted;
use pegfont_type::font::{Font, of_day};

/// What it takes. The keys come from standard input.
const TAKES: Takes = Takes {
    command: "play",
    kinds: &[
        Subject::Game,
        Subject::Position,
        Subject::Hole,
        Subject::Text,
    ],
};

/// What to do in each step of the lesson.
const LESSON: [&str; 3] = [
    "Three jumps: leave one peg. ? shows the jumps that win.",
    "Six jumps: leave one peg, in the middle. If you get stuck, take jumps back and try another \
     way.",
    "The end of an E: leave pegs in the rings, and nowhere else.",
];

fn daily() -> Result<Game> {
    let now = OffsetDateTime::now_local().unwrap_or_else(|_| OffsetDateTime::now_utc());
    let day = now.date();
    let number = day.to_julian_day() - OffsetDateTime::UNIX_EPOCH.date().to_julian_day();

    let font = Font::builtin()?;
    let (character, before) = of_day(font, number as u32).context("the font has no letters")?;
    let solution = &font.get(character).context("no solution")?.solution;
    let game = Game::of(solution).titled(format!("{character}, {day}"));
    let ending = match before {
        Some(before) => game.ending(solution, before)?,
        None => None,
    };
    Ok(ending.unwrap_or(game))
}

pub fn run(options: Play, out: &Output) -> Result<()> {
    // Read before the game: what is saved in between is then noticed.
    let own = options.goals.goes_on()?;
    let known = match own {
        Some(path) => out.files.read_bytes(path)?,
        None => Vec::new(),
    };
    let game = game(&options, out)?;
    if !stdin().is_terminal() || !is_terminal() {
        bail!("play needs a terminal for standard input and output");
    }

    let file = match own {
        Some(file) => Some(OutputFile::over(file, Format::Game)?),
        None => {
            // What can't be saved is said now.
            OutputFile::new(&new_file(&game.title)?, Format::Game, out)?;
            None
        }
    };
    let mut save = Save { file, known };
    let mut session = Session::new(game);
    let is_saved = keys::play(&mut Screen::open(out)?, &mut session, &mut save, out)?;

    say_how_it_ended(&options, session.game(), out)?;
    if is_saved && let Some(file) = save.file {
        let file = file.path().display();
        say!(out, "Saved; to go on: pegfont play {file}")?;
    }
    Ok(())
}

fn game(options: &Play, out: &Output) -> Result<Game> {
    if let Some(step) = options.lesson {
        let game = Font::builtin()?.lesson(step).context("the font has no E")?;
        return Ok(game.titled(LESSON[step - 1]));
    }
    if options.daily {
        return daily();
    }
    options.goals.read_game(None, TAKES, out)
}

fn say_how_it_ended(options: &Play, game: &Game, out: &Output) -> Result<()> {
    let how = if game.is_won() { "Solved" } else { "Left" };
    let font = options.goals.font.completed(out)?;
    let par = par(&font, game).unwrap_or_default();
    if game.jumps().is_empty() {
        say!(out, "{how} before the first jump{par}")?;
    } else {
        let played = game.played();
        let moves = counted(played.moves().count(), "move");
        let jumps = counted(game.jumps().len(), "jump");
        say!(out, "{how} after {moves}, {jumps}{par}\n{played}")?;
    }

    if let Some(step) = options.lesson
        && game.is_won()
        && step < LESSON.len()
    {
        say!(out, "Next: pegfont play --lesson={}", step + 1)?;
    }
    Ok(())
}

/// The file that a new game is saved to. No other game is replaced.
fn new_file(title: &str) -> Result<PathBuf> {
    let suffixes = once(String::new()).chain((2..).map(|number| format!("-{number}")));
    let mut paths = suffixes.map(|suffix| usual_path(title, &suffix, Format::Game));
    paths
        .find(|path| !path.exists())
        .context("every name for the game is taken")
}

/// The fewest moves and the grade, in words, of a game of one of the font's characters.
fn par(font: &Font, game: &Game) -> Option<String> {
    let puzzle = font.puzzle(game)?;
    let moves = counted(puzzle.solution.moves().count(), "move");
    Some(format!("; par {moves}, {}", puzzle.figures?.grade().word()))
}
