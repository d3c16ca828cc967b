//! `pegfont play`: the game in a terminal, with keyboard and mouse. However the game ends, it restores the terminal.

use std::io::{IsTerminal as _, stdin};
use std::iter::once;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use crossterm::event::{
    self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::terminal;
use time::OffsetDateTime;

use crate::cli::args::{GoalArgs, usual_path, whole};
use crate::cli::output::{
    Format, OutputFile, Screen, ask_to_stop, counted, is_stopped, is_terminal, session as shown,
};
use peg_solitaire::game::{Action, Advice, Game, Session};
use peg_solitaire::progress::Progress;
use pegfont_type::font::{Font, of_day};

/// Play in the terminal: reach a letter, a position or one last peg
#[derive(Args)]
#[command(mut_arg("target", |target| target.required(false)))]
#[command(after_help = include_str!("play.txt"))]
pub struct Play {
    #[command(flatten)]
    goals: GoalArgs,

    /// Play the puzzle of today, which is that of the page
    #[arg(long, conflicts_with_all = ["target", "board", "start", "reachable", "font", "jumps_left"])]
    daily: bool,

    /// Learn to play in three steps, or take one of them
    #[arg(long, value_name = "STEP", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    #[arg(conflicts_with_all = ["target", "board", "start", "reachable", "font", "jumps_left", "daily"])]
    #[arg(value_parser = whole::<usize>(1..=3))]
    lesson: Option<usize>,
}

/// What to do in each step of the lesson.
const LESSON: [&str; 3] = [
    "Three jumps: leave one peg. ? shows the jumps that win.",
    "Six jumps: leave one peg, in the middle. If you get stuck, take jumps back and try another way.",
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
    Ok(before.and_then(|before| game.ending(solution, before)).unwrap_or(game))
}

impl Play {
    pub fn run(self) -> Result<()> {
        let game = match self.lesson {
            Some(step) => {
                let game = Font::builtin()?.lesson(step).context("the font has no E")?;
                game.titled(LESSON[step - 1])
            }
            None if self.daily => daily()?,
            None => self.goals.read_game(None)?,
        };
        if !stdin().is_terminal() || !is_terminal() {
            bail!("play needs a terminal for standard input and output");
        }
        let mut file = match self.goals.goes_on()? {
            Some(file) => Some(OutputFile::over(file, Format::Game)?),
            // What can't be saved is said now.
            None => OutputFile::new(&new_file(game.title())?, Format::Game).map(|_| None)?,
        };
        let mut session = Session::new(game);
        let is_saved = play(&mut Screen::open()?, &mut session, &mut file)?;
        let game = session.game();
        let jumps = counted(game.jumps().len(), "jump");
        let (moves, par) =
            (counted(game.moves(), "move"), par(&self.goals.font.completed()?, game));
        let (how, par) = (if game.is_won() { "Solved" } else { "Left" }, par.unwrap_or_default());
        match game.jumps() {
            [] => say!("{how} before the first jump{par}"),
            _ => say!("{how} after {moves}, {jumps}{par}\n{}", game.played()),
        }
        if let Some(next) = self.lesson.filter(|&step| game.is_won() && step < LESSON.len()) {
            say!("Next: pegfont play --lesson={}", next + 1);
        }
        if let Some(file) = file.filter(|_| is_saved) {
            say!("Saved; to go on: pegfont play {}", file.path().display());
        }
        Ok(())
    }
}

/// The file that a new game is saved to. No other game is replaced.
fn new_file(title: &str) -> Result<PathBuf> {
    let suffixes = once(String::new()).chain((2..).map(|number| format!("-{number}")));
    let mut paths = suffixes.map(|suffix| usual_path(title, &suffix, Format::Game));
    paths.find(|path| !path.exists()).context("every name for the game is taken")
}

/// The fewest moves and the grade, in words, of a game of one of the font's characters.
fn par(font: &Font, game: &Game) -> Option<String> {
    let puzzle = font.puzzle(game)?;
    let moves = counted(puzzle.solution.moves().count(), "move");
    Some(format!("; par {moves}, {}", puzzle.figures?.grade().word()))
}

/// The time without input after which the screen is drawn again: advice may have come.
const TICK: Duration = Duration::from_millis(300);

/// Plays until the player quits. Returns whether the game was saved. If it has no file, it gets a new one when it is saved.
fn play(screen: &mut Screen, session: &mut Session, file: &mut Option<OutputFile>) -> Result<bool> {
    let mut thinking = None;
    let mut is_saved = false;
    while !is_stopped() {
        if !session.wants_advice() {
            thinking = None;
        } else if let Some(advice) = advice(&mut thinking, session.game()) {
            session.advise(Arc::new(advice));
        }
        let size = terminal::size()?;
        screen.show(shown::draw(session, size))?;
        if !event::poll(TICK)? {
            continue;
        }
        let action = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => match key.code {
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    ask_to_stop();
                    None
                }
                KeyCode::Char('q') => break,
                KeyCode::Char('s') => {
                    let saved = save(session.game(), file);
                    is_saved |= saved.is_ok();
                    session.message = saved.unwrap_or_else(|error| format!("{error:#}"));
                    None
                }
                key => action_of(key),
            },
            Event::Mouse(at) => match at.kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    shown::hole_at(session, size, (at.column, at.row)).map(Action::Press)
                }
                MouseEventKind::Down(MouseButton::Right) => Some(Action::Undo),
                _ => None,
            },
            _ => None,
        };
        action.into_iter().for_each(|action| session.act(action));
    }
    Ok(is_saved)
}

/// Saves a game to its file, or to a new one. Returns what to say.
fn save(game: &Game, file: &mut Option<OutputFile>) -> Result<String> {
    let is_new = file.is_none();
    let new = || OutputFile::over(&new_file(game.title())?, Format::Game);
    let to = file.take().map_or_else(new, Ok)?;
    let saved = to.put(game.to_toml()).map(|_| format!("saved: {}", to.path().display()));
    // A new name is taken once there is a file.
    *file = (saved.is_ok() || !is_new).then_some(to);
    saved
}

fn action_of(key: KeyCode) -> Option<Action> {
    Some(match key {
        KeyCode::Left => Action::Move(-1, 0),
        KeyCode::Right => Action::Move(1, 0),
        KeyCode::Up => Action::Move(0, -1),
        KeyCode::Down => Action::Move(0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => Action::Choose,
        KeyCode::Esc => Action::PutBack,
        KeyCode::Char('u') | KeyCode::Backspace => Action::Undo,
        KeyCode::Char('r') => Action::Redo,
        KeyCode::Char('n') => Action::Restart,
        KeyCode::Char('?' | 'h') => Action::Hints,
        KeyCode::Char('c') => Action::Check,
        _ => return None,
    })
}

/// A thread that computes advice. What nobody waits for any longer is stopped: it goes on while the other part is there.
type Thinking = (JoinHandle<Advice>, Arc<()>);

/// The advice on a game, once it is computed.
fn advice(thinking: &mut Option<Thinking>, game: &Game) -> Option<Advice> {
    if thinking.is_none() {
        let (game, wanted) = (game.clone(), Arc::new(()));
        let is_wanted = Arc::downgrade(&wanted);
        let watch = move |_, _| match is_wanted.strong_count() {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let think = move || Advice::of(&game, None, Progress::new(&watch));
        let Ok(thread) = thread::Builder::new().spawn(think) else {
            return Some(Advice::Unknown("the search could not begin".to_owned()));
        };
        *thinking = Some((thread, wanted));
    }
    let (thread, _) = thinking.take_if(|(thread, _)| thread.is_finished())?;
    let failed = |_| Advice::Unknown("the search stopped unexpectedly".to_owned());
    Some(thread.join().unwrap_or_else(failed))
}
