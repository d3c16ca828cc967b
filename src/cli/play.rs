//! `pegfont play`: the game in a terminal, with keyboard and mouse. However the game ends, it restores the terminal.

mod adviser;
mod canvas;
mod screen;

use std::io::{IsTerminal as _, Write as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};

use super::daily;
use super::fonts::TextFontArgs;
use super::goal::{JumpsLeft, TARGET, game_of_font, game_to_one_peg, read_goal};
use super::input::{read_game, read_played};
use super::output::{PICTURES, counted, write_over};
use super::progress::{STOPPED, ask_to_stop, is_stopped, on_signal};
use super::subject::BoardArgs;
use adviser::Adviser;
use canvas::Canvas;
use peg_solitaire::board::Hole;
use peg_solitaire::game::{Action, Game, Session};
use peg_solitaire::solution::{Grade, Solution};
use pegfont_film::puzzle::{Day, Link};
use pegfont_type::font::{Character, Font};
use screen::Look;

/// Play in the terminal: reach a letter, a pattern or one last peg
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont play A                              reach the letter A
  pegfont play A --jumps-left 5               its last five jumps
  pegfont play --daily                        the letter or digit of the day
  pegfont play d4 --board english             leave one last peg in the middle
  pegfont play output/A-2026-11-22.game       continue a saved game")]
pub(super) struct Play {
    #[command(flatten)]
    board: BoardArgs,

    #[arg(required_unless_present_any = ["random", "daily", "date", "link"],
        help = format!("{TARGET}; or a saved game that goes on, FILE.game"))]
    target: Option<String>,

    #[command(flatten)]
    font: TextFontArgs,

    /// Play a random letter or digit
    #[arg(long, conflicts_with_all = ["target", "fonts", "board", "start", "daily"])]
    random: bool,

    /// Play the letter or digit of the day, which is the same for everyone
    #[arg(long, conflicts_with_all = ["target", "fonts", "board", "start"])]
    daily: bool,

    /// The day of --daily [default: today, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD", requires = "daily", conflicts_with_all = ["target", "random"])]
    date: Option<Day>,

    /// Play the puzzle of a link
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["target", "random", "daily", "fonts", "board", "start", "jumps_left"])]
    link: Option<String>,

    /// The file that the s key saves to [default: that of the saved game, or a new one in output/]
    #[arg(long, value_name = "FILE.game")]
    save: Option<PathBuf>,

    /// Start after these jumps, written as at the end of a game: "c2-c4 a2-c2"
    #[arg(long, value_name = "JUMPS")]
    jumps: Option<String>,

    #[command(flatten)]
    jumps_left: JumpsLeft,

    /// Use only ASCII characters
    #[arg(long)]
    ascii: bool,

    /// Draw without colours, as the environment variable NO_COLOR does
    #[arg(long)]
    no_colour: bool,
}

impl Play {
    pub(super) fn run(self) -> Result<()> {
        let font = self.font.read()?;
        let game = self.game(&font)?;
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
        let par = Par::of(&font, game);
        writeln!(stdout(), "{how}{}", par.as_ref().map_or_else(String::new, Par::words))?;
        if !game.jumps().is_empty() {
            writeln!(stdout(), "{}", game.played())?;
        }
        if is_saved {
            let save = save.display();
            writeln!(stdout(), "Saved; to go on: pegfont play {save}")?;
        }
        if let (Some(day), true, Some(par)) = (self.day(), game.is_won(), par) {
            let moves = counted(game.moves(), "move");
            writeln!(stdout(), "To share: peg solitaire of {day}, {moves}, par {}", par.moves)?;
        }
        Ok(())
    }

    /// The day of the puzzle, if it is one of a day.
    fn day(&self) -> Option<Day> {
        self.daily.then(|| self.date.unwrap_or_else(daily::today))
    }

    /// The file of a game, if the target is one.
    fn file(&self) -> Option<&Path> {
        self.target.as_deref().map(Path::new).filter(|path| is_game(path))
    }

    /// The file that the game is saved to. No other game is replaced.
    fn save_to(&self, title: &str) -> Result<PathBuf> {
        match (&self.save, self.file()) {
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
                let day = self.date.filter(|_| self.daily).unwrap_or_else(daily::today);
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

    fn game(&self, font: &Font) -> Result<Game> {
        let begins_anew = self.jumps.is_some() || self.jumps_left.number().is_some();
        if let Some(path) = self.file() {
            if self.font.is_given() || self.board.is_given() {
                let path = path.display();
                refuse!(
                    "{path}: a saved game has a board and a start: leave out --font, --board and --start"
                )
            }
            if !begins_anew {
                return read_game(path).map_err(|error| match path.exists() {
                    true => anyhow!("{error:#}; the file was not changed"),
                    false => error,
                });
            }
        }
        if let Some(link) = &self.link {
            return self.linked(link);
        }
        let known = match (self.file(), &self.target) {
            (Some(path), _) => Some(read_played(path)?),
            (None, Some(target)) => {
                let task = match self.board.read_large()? {
                    Some((board, start)) => Some(game_to_one_peg(&board, &start, target)?),
                    None if self.board.is_given() => None,
                    None => game_of_font(font, target)?,
                };
                task.map(|task| (task.title, task.solution))
            }
            (None, None) => None,
        };
        if let Some((title, solution)) = known {
            let game = Game::of(&self.jumps_left.of(solution));
            return self.begin(game.titled(title.replace('\n', " ")));
        }
        let (board, start) = self.board.read_for(font)?;
        self.font.require(font, &board)?;
        let target = match &self.target {
            Some(target) => target.clone(),
            None if self.random => daily::random()?,
            None => daily::of_day(self.day().unwrap_or_else(daily::today))?,
        };
        let goal = read_goal(&board, font, &target)?;
        let start = self.jumps_left.start(&board, start, font, &goal)?;
        let title = match self.day() {
            Some(day) => format!("{}, {day}", goal.title),
            None => goal.title,
        };
        self.begin(Game::new(&board, start, &goal.targets)?.titled(title))
    }

    /// The game of a link: the text itself, or an address that ends in it.
    fn linked(&self, link: &str) -> Result<Game> {
        let text = link.rsplit(['/', '=']).next().unwrap_or(link);
        match Link::parse(text).map_err(|error| usage!("--link: {error}"))? {
            Link::Game { board, start, targets } => {
                self.begin(Game::new(&board, start, &targets)?.titled("the puzzle of a link"))
            }
            Link::Message(_) => {
                refuse!("--link: this link is a message of several letters: open it in the page")
            }
        }
    }

    /// Plays the jumps of --jumps.
    fn begin(&self, mut game: Game) -> Result<Game> {
        if let Some(text) = &self.jumps {
            let jumps = Solution::parse(game.board(), game.start(), text);
            for &jump in jumps.map_err(|error| usage!("--jumps: {error}"))?.jumps() {
                game.play(jump)?;
            }
        }
        Ok(game)
    }
}

/// Whether this is the name of a file with a game.
fn is_game(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "game")
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
