//! A game under keys and the mouse, until the player quits; advice on it, which a thread computes.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use std::{io, thread};

use anyhow::Result;
use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use crossterm::{event, terminal};

use super::new_file;
use crate::cli::formats::Format;
use crate::cli::output::{OutputFile, Screen, session as shown};
use peg_console::output::Output;
use peg_solitaire::game::{Action, Advice, Game, NoAdvice, Session};
use peg_solitaire::progress::Progress;

/// The time without input after which the screen is drawn again: advice may have come.
const TICK: Duration = Duration::from_millis(300);

/// Plays until the player quits. Returns whether the game was saved. If it has no file, it gets a
/// new one when it is saved.
pub fn play(
    screen: &mut Screen,
    session: &mut Session,
    save: &mut Save,
    out: &Output,
) -> Result<bool> {
    let mut thinking = None;
    let mut is_saved = false;
    // What came of saving, until the player does something else.
    let mut remark: Option<String> = None;
    while !out.stop.is_asked() {
        if !session.wants_advice() {
            thinking = None;
        } else if let Some(advice) = advice(&mut thinking, session.game()) {
            session.advise(Arc::new(advice))?;
        }

        let size = terminal::size()?;
        screen.show(shown::draw(session, remark.as_deref(), size))?;
        if !event::poll(TICK)? {
            continue;
        }
        match asked(session, &event::read()?, size) {
            Some(Wish::Act(action)) => {
                if !matches!(action, Action::Move(..)) {
                    remark = None;
                }
                session.act(action);
            }
            Some(Wish::Save) => {
                let saved = save.put(session.game(), out);
                is_saved |= saved.is_ok();
                remark = Some(saved.unwrap_or_else(|error| format!("{error:#}")));
                session.message = None;
            }
            Some(Wish::Quit) => break,
            Some(Wish::Stop) => out.stop.ask(),
            None => {}
        }
    }
    Ok(is_saved)
}

/// What the player asks for.
enum Wish {
    Act(Action),
    Save,
    Quit,
    /// As Ctrl-C does elsewhere.
    Stop,
}

/// What a key or the mouse asks for, in a terminal of this size.
fn asked(session: &Session, event: &Event, size: (u16, u16)) -> Option<Wish> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Some(Wish::Stop),
            KeyCode::Char('q') => Some(Wish::Quit),
            KeyCode::Char('s') => Some(Wish::Save),
            key => action_of(session, key).map(Wish::Act),
        },
        Event::Mouse(at) => match at.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let hole = shown::hole_at(session, size, (at.column, at.row))?;
                Some(Wish::Act(Action::Press(hole)))
            }
            MouseEventKind::Down(MouseButton::Right) => Some(Wish::Act(Action::Undo)),
            _ => None,
        },
        _ => None,
    }
}

/// Where a game is saved.
pub struct Save {
    /// Its file, if it has one already.
    pub file: Option<OutputFile>,
    /// What was in the file when it was last read or written.
    pub known: Vec<u8>,
}

impl Save {
    /// Saves a game to its file, or to a new one. Returns what to say. What another program has
    /// saved to the file meanwhile is not replaced: the game then gets a new file, too.
    fn put(&mut self, game: &Game, out: &Output) -> Result<String> {
        let text = game.to_toml();
        let mut why = "saved".to_owned();
        if let Some(file) = &self.file {
            let name = file.path().display();
            if file
                .replace(Some(&self.known), text.as_bytes(), out)?
                .is_some()
            {
                self.known = text.into_bytes();
                return Ok(format!("saved: {name}"));
            }
            why = format!("another program has changed {name}; saved");
        }

        // Another game may take the name first.
        loop {
            let file = OutputFile::over(&new_file(&game.title)?, Format::Game)?;
            if file.replace(None, text.as_bytes(), out)?.is_some() {
                let said = format!("{why}: {}", file.path().display());
                self.file = Some(file);
                self.known = text.into_bytes();
                return Ok(said);
            }
        }
    }
}

fn action_of(session: &Session, key: KeyCode) -> Option<Action> {
    Some(match key {
        KeyCode::Left => Action::Move(-1, 0),
        KeyCode::Right => Action::Move(1, 0),
        KeyCode::Up => Action::Move(0, -1),
        KeyCode::Down => Action::Move(0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => Action::Press(session.cursor),
        KeyCode::Esc => Action::PutBack,
        KeyCode::Char('u') | KeyCode::Backspace => Action::Undo,
        KeyCode::Char('r') => Action::Redo,
        KeyCode::Char('n') => Action::Restart,
        KeyCode::Char('?' | 'h') => Action::Hints,
        KeyCode::Char('c') => Action::Check,
        _ => return None,
    })
}

/// A thread that computes advice. What nobody waits for any longer is stopped.
struct Thinking {
    thread: JoinHandle<Advice>,
    /// The thread goes on while this is there.
    _wanted: Arc<()>,
}

impl Thinking {
    fn begin(game: &Game) -> io::Result<Self> {
        let asked = game.clone();
        let wanted = Arc::new(());
        let is_wanted = Arc::downgrade(&wanted);
        let watch = move |_, _| {
            if is_wanted.strong_count() == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };

        let think = move || Advice::of(&asked, None, Progress::new(&watch));
        Ok(Self {
            thread: thread::Builder::new().spawn(think)?,
            _wanted: wanted,
        })
    }
}

/// The advice on a game, once it is computed.
fn advice(thinking: &mut Option<Thinking>, game: &Game) -> Option<Advice> {
    if thinking.is_none() {
        match Thinking::begin(game) {
            Ok(begun) => *thinking = Some(begun),
            Err(_) => return Some(Advice::nothing(game, NoAdvice::CouldNotBegin)),
        }
    }

    let done = thinking.take_if(|thinking| thinking.thread.is_finished())?;
    let advice = done.thread.join();
    let failed = |_| Advice::nothing(game, NoAdvice::Stopped);
    Some(advice.unwrap_or_else(failed))
}
