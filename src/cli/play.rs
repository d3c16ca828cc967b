//! `pegfont play`: the game in a terminal, with keyboard and mouse. However the game ends, it restores the terminal.

mod adviser;
mod canvas;
mod screen;

use std::io::{IsTerminal as _, Write as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};

use super::goal::{GoalArgs, is_game, today};
use super::output::{PICTURES, counted, write_over};
use super::progress::{STOPPED, ask_to_stop, is_stopped, on_signal};
use adviser::Adviser;
use canvas::Canvas;
use peg_solitaire::board::Hole;
use peg_solitaire::game::{Action, Game, Session};
use peg_solitaire::solution::Grade;
use pegfont_film::puzzle::Link;
use pegfont_type::font::{Character, Font};
use screen::Look;

/// Play in the terminal: reach a letter, a position or one last peg
#[derive(Args)]
#[command(mut_arg("target", |target| target.required(false)))]
#[command(after_help = "\
Without a target, it is an easy letter.

Examples:
  pegfont play                                something easy
  pegfont play A                              reach the letter A
  pegfont play A --jumps-left 5               its last five jumps
  pegfont play --daily                        the letter or digit of the day
  pegfont play d4 --board english             leave one last peg in the middle
  pegfont play output/A-2026-11-22.game       continue a saved game")]
pub(super) struct Play {
    #[command(flatten)]
    goals: GoalArgs,

    /// Play the puzzle of a link
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["target", "daily", "fonts", "board", "start", "reachable", "jumps_left"])]
    link: Option<String>,

    /// The file that the s key saves to [default: that of the saved game, or a new one in output/]
    #[arg(long, value_name = "FILE.game")]
    save: Option<PathBuf>,

    /// Start after these jumps, written as at the end of a game: "c2-c4 a2-c2"
    #[arg(long, value_name = "JUMPS", conflicts_with = "link")]
    jumps: Option<String>,

    /// Use only ASCII characters
    #[arg(long)]
    ascii: bool,

    /// Draw without colours, as the environment variable NO_COLOR does
    #[arg(long)]
    no_colour: bool,
}

impl Play {
    pub(super) fn run(self) -> Result<()> {
        let game = self.game()?;
        let save = self.save_to(game.title())?;
        let look = self.look()?;
        let mut session = Session::new(game);
        let is_saved = {
            let mut terminal = Terminal::open()?;
            play(&mut terminal, &mut session, look, &save)?
        };
        let game = session.game();
        let how = match (game.is_won(), game.jumps().is_empty()) {
            (_, true) => "Left before the first jump".to_owned(),
            (is_won, false) => {
                let how = if is_won { "Solved" } else { "Left" };
                let jumps = counted(game.jumps().len(), "jump");
                format!("{how} after {}, {jumps}", counted(game.moves(), "move"))
            }
        };
        let par = Par::of(&self.goals.font.completed(true)?, game);
        writeln!(stdout(), "{how}{}", par.as_ref().map_or_else(String::new, Par::words))?;
        if !game.jumps().is_empty() {
            writeln!(stdout(), "{}", game.played())?;
        }
        if is_saved {
            let save = save.display();
            writeln!(stdout(), "Saved; to go on: pegfont play {save}")?;
        }
        if let (Some(day), true, Some(par)) = (self.goals.day(), game.is_won(), par) {
            let moves = counted(game.moves(), "move");
            writeln!(stdout(), "To share: peg solitaire of {day}, {moves}, par {}", par.moves)?;
        }
        Ok(())
    }

    /// The file that the game is saved to. No other game is replaced.
    fn save_to(&self, title: &str) -> Result<PathBuf> {
        match (&self.save, self.goals.file()) {
            (Some(save), _) if !is_game(save) => {
                let save = save.display();
                refuse!("--save {save}: a game is saved to a file: give a name that ends in .game")
            }
            (Some(save), Some(resume)) if save == resume => Ok(save.clone()),
            (Some(save), _) if save.exists() => {
                let path = save.display();
                refuse!(
                    "--save {path}: this file exists, and was not changed: continue it with pegfont play {path}, or give another"
                )
            }
            (Some(save), _) => Ok(save.clone()),
            (None, Some(resume)) => Ok(resume.to_owned()),
            (None, None) => {
                let day = self.goals.day().unwrap_or_else(today);
                let of_day = format!(", {day}");
                let title = title.strip_suffix(&of_day).unwrap_or(title);
                let letters = title.chars().map(|it| if it.is_alphanumeric() { it } else { '-' });
                let name: String = letters.take(MOST_NAME).collect();
                let names = (1..).map(|number| match number {
                    1 => format!("{name}-{day}.game"),
                    _ => format!("{name}-{day}-{number}.game"),
                });
                let mut paths = names.map(|name| Path::new(PICTURES).join(name));
                paths.find(|path| !path.exists()).context("every name for the game is taken")
            }
        }
    }

    /// How to draw, if there is a terminal to draw on.
    fn look(&self) -> Result<Look> {
        if !stdin().is_terminal() || !stdout().is_terminal() {
            bail!("play needs a terminal for standard input and output");
        }
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Ok(Look { colour: !self.no_colour && !no_colour, ascii: self.ascii })
    }

    /// What is played, of a day with the day in its title.
    fn game(&self) -> Result<Game> {
        if let Some(link) = &self.link {
            return linked(link);
        }
        let game = self.goals.read_game(self.jumps.as_deref())?;
        Ok(match self.goals.day() {
            Some(day) => {
                let title = format!("{}, {day}", game.title());
                game.titled(title)
            }
            None => game,
        })
    }
}

/// The game of a link: the text itself, or an address that ends in it.
fn linked(link: &str) -> Result<Game> {
    let text = link.rsplit(['/', '=']).next().unwrap_or(link);
    match Link::parse(text).map_err(|error| usage!("--link: {error}"))? {
        Link::Game { board, start, targets } => {
            Ok(Game::new(&board, start, &targets)?.titled("the puzzle of a link"))
        }
        Link::Message(_) => {
            refuse!("--link: this link is a message of several letters: open it in the page")
        }
    }
}

/// The most letters of a title in the name of its file.
const MOST_NAME: usize = 40;

/// The character of the font that a game is played for, from whatever start.
fn character_with<'f>(font: &'f Font, game: &Game) -> Option<(char, &'f Character)> {
    let [target] = game.targets() else { return None };
    let is_it =
        |character: &Character| font.board() == game.board() && character.pattern() == *target;
    let found = font.characters().iter().find(|(_, character)| is_it(character));
    found.map(|(&name, character)| (name, character))
}

/// How well a character can be played, and how hard it is.
struct Par {
    moves: usize,
    grade: Grade,
}

impl Par {
    /// What the font says of the game, if it is that of one of its characters from the start.
    fn of(font: &Font, game: &Game) -> Option<Self> {
        let (_, character) = character_with(font, game)?;
        let figures = character.figures.filter(|_| font.start() == game.start())?;
        Some(Self { moves: character.solution.moves().count(), grade: figures.grade() })
    }

    fn words(&self) -> String {
        format!("; par {}, {}", counted(self.moves, "move"), self.grade.word())
    }
}

/// The terminal during the game, and what it shows.
struct Terminal {
    shown: Option<Canvas>,
}

impl Terminal {
    /// Takes over the terminal. A panic restores it before printing its message.
    fn open() -> Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            Self::give_back();
            hook(panic);
        }));
        terminal::enable_raw_mode().context("can't take over the terminal")?;
        let open = Self { shown: None };
        on_signal(|| {
            ask_to_stop();
            // If the terminal is gone, the game waits for keys forever.
            std::thread::sleep(GRACE);
            Self::give_back();
            std::process::exit(STOPPED.into());
        });
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
            .context("can't take over the terminal")?;
        Ok(open)
    }

    /// Shows what is drawn on an empty canvas of the terminal's size.
    fn draw(&mut self, draw: impl FnOnce(&mut Canvas)) -> Result<()> {
        let mut canvas = Canvas::new(terminal::size()?);
        draw(&mut canvas);
        canvas.show(self.shown.as_ref(), &mut stdout())?;
        self.shown = Some(canvas);
        Ok(())
    }

    /// Restores the terminal.
    fn give_back() {
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = terminal::disable_raw_mode();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        Self::give_back();
    }
}

/// How long the game has to end by itself after a signal.
const GRACE: Duration = Duration::from_secs(2);

/// The time without input after which automatic play goes on.
const TICK: Duration = Duration::from_millis(300);

/// Plays until the player quits. Returns whether the game was saved.
fn play(terminal: &mut Terminal, session: &mut Session, look: Look, save: &Path) -> Result<bool> {
    let mut adviser = Adviser::default();
    // A game that goes on is still in its file.
    let mut replaces = save.exists();
    let mut is_saved = false;
    // Where the mouse button was pressed, and on which hole.
    let mut pressed = None;
    while !is_stopped() {
        if session.wants_advice() {
            adviser.ask(session.game());
            if let Some(advice) = adviser.advice() {
                session.advise(advice);
            }
        } else {
            adviser.stop();
        }
        terminal.draw(|canvas| screen::draw(canvas, session, look))?;
        if !event::poll(TICK)? {
            session.act(Action::Tick);
            continue;
        }
        let size = terminal::size()?;
        let event = event::read()?;
        let hole_at = |column, row| match pressed {
            // A click stays on its hole, even if the board scrolls under it.
            Some((place, hole)) if is_release(&event) && place == (column, row) => Some(hole),
            _ => screen::hole_at(session, size, column, row),
        };
        let wanted = request(&event, hole_at);
        if let (Event::Mouse(mouse), Some(Request::Do(Action::Press(hole)))) = (&event, &wanted) {
            pressed = Some(((mouse.column, mouse.row), *hole));
        }
        match wanted {
            Some(Request::Do(action)) => session.act(action),
            Some(Request::Save) if replaces => {
                replaces = false;
                session.show(format!("s again replaces {}", save.display()));
            }
            Some(Request::Save) => {
                let text = session.game().to_toml();
                let saved = write_over(save, |out| Ok(out.write_all(text.as_bytes())?));
                is_saved |= saved.is_ok();
                session.show(match saved {
                    Ok(_) => format!("saved: {}", save.display()),
                    Err(error) => format!("{error:#}"),
                });
            }
            Some(Request::Quit) => break,
            Some(Request::Interrupt) => ask_to_stop(),
            None => {}
        }
    }
    Ok(is_saved)
}

/// What a key or the mouse requests.
#[derive(PartialEq, Eq, Debug)]
enum Request {
    Do(Action),
    Save,
    Quit,
    Interrupt,
}

/// What an event requests, given the hole at a place of the screen.
fn request(event: &Event, hole_at: impl Fn(u16, u16) -> Option<Hole>) -> Option<Request> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => request_of_key(*key),
        Event::Mouse(mouse) => request_of_mouse(*mouse, hole_at(mouse.column, mouse.row)),
        _ => None,
    }
}

fn request_of_key(key: KeyEvent) -> Option<Request> {
    let action = match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            return Some(Request::Interrupt);
        }
        KeyCode::Char('r') if key.modifiers.contains(KeyModifiers::CONTROL) => Action::Redo,
        KeyCode::Char('q') => return Some(Request::Quit),
        KeyCode::Char('s') => return Some(Request::Save),
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
        KeyCode::Char('a') => Action::Autoplay,
        _ => return None,
    };
    Some(Request::Do(action))
}

fn is_release(event: &Event) -> bool {
    matches!(event, Event::Mouse(MouseEvent { kind: MouseEventKind::Up(_), .. }))
}

fn request_of_mouse(mouse: MouseEvent, hole: Option<Hole>) -> Option<Request> {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Request::Do(Action::Press(hole?))),
        MouseEventKind::Up(MouseButton::Left) => Some(Request::Do(Action::Release(hole?))),
        MouseEventKind::Down(MouseButton::Right) => Some(Request::Do(Action::Undo)),
        _ => None,
    }
}
