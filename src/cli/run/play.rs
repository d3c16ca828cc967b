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
use crate::cli::output::{OutputFile, Screen, is_terminal};
use crate::cli::request::{FontRequest, GoalRequest, PlayRequest, Subject, Takes};
use peg_console::answer::{Answer, Form};
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

/// How a game was left.
pub struct PlayedGame {
    game: Game,
    /// The step of the lesson that it was, if it was one.
    step: Option<usize>,
    /// What the font knows of the game, in words.
    par: String,
    /// The file that has it now, if it was saved.
    file: Option<OutputFile>,
}

pub fn run(request: PlayRequest, out: &Output) -> Result<PlayedGame> {
    // Read before the game: what is saved in between is then noticed.
    let own = request.goal().and_then(GoalRequest::goes_on);
    let known = match own {
        Some(path) => out.files.read_bytes(path)?,
        None => Vec::new(),
    };
    let game = game(&request, out)?;
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

    let game = session.game().clone();
    let font = match request.goal() {
        Some(goal) => goal.font.completed(out)?,
        None => FontRequest::default().completed(out)?,
    };
    Ok(PlayedGame {
        par: par(&font, &game).unwrap_or_default(),
        step: match request {
            PlayRequest::Lesson(step) => Some(step),
            PlayRequest::Goal(_) | PlayRequest::Daily => None,
        },
        file: if is_saved { save.file } else { None },
        game,
    })
}

fn game(request: &PlayRequest, out: &Output) -> Result<Game> {
    match request {
        PlayRequest::Lesson(step) => {
            let game = Font::builtin()?.lesson(*step);
            let game = game.context("the font has no E")?;
            Ok(game.titled(LESSON[step - 1]))
        }
        PlayRequest::Daily => daily(),
        PlayRequest::Goal(goal) => goal.read_game(None, TAKES, out),
    }
}

impl Answer for PlayedGame {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        let game = &self.game;
        let how = if game.is_won() { "Solved" } else { "Left" };
        let par = &self.par;
        if game.jumps().is_empty() {
            say!(out, "{how} before the first jump{par}")?;
        } else {
            let played = game.played();
            let moves = counted(played.moves().count(), "move");
            let jumps = counted(game.jumps().len(), "jump");
            say!(out, "{how} after {moves}, {jumps}{par}\n{played}")?;
        }

        if let Some(step) = self.step
            && game.is_won()
            && step < LESSON.len()
        {
            say!(out, "Next: pegfont play --lesson={}", step + 1)?;
        }
        if let Some(file) = &self.file {
            let file = file.path().display();
            say!(out, "Saved; to go on: pegfont play {file}")?;
        }
        Ok(())
    }
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
