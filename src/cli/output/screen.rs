//! The terminal as a screen: taken over for a game, or for a film below what it shows; given back
//! however that ends.

use std::io::{self, IsTerminal as _, StdoutLock, Write as _};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::{Color, ContentStyle, PrintStyledContent, Stylize as _};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap,
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use peg_console::inert::inert_line;
use peg_console::output::Output;
use peg_console::stop::{STOPPED, Stop};

/// The size of a terminal.
#[derive(Clone, Copy)]
pub struct TerminalSize {
    pub columns: usize,
    pub lines: usize,
}

/// The size of the terminal that standard output is, if it knows its size: some say 0.
pub fn terminal_size() -> Option<TerminalSize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let (columns, lines) = terminal::size().ok()?;
    if columns == 0 || lines == 0 {
        return None;
    }
    Some(TerminalSize {
        columns: columns.into(),
        lines: lines.into(),
    })
}

/// Whether standard output is a terminal that shows colours. The terminal is asked once: long lists
/// ask for each of their items.
pub fn in_colour() -> bool {
    static IN_COLOUR: LazyLock<bool> = LazyLock::new(|| {
        let is_wanted = std::env::var_os("NO_COLOR").is_none();
        io::stdout().is_terminal() && is_wanted && understands_escape_sequences()
    });
    *IN_COLOUR
}

/// A console of Windows understands them once it is asked to, if it does at all.
#[cfg(windows)]
fn understands_escape_sequences() -> bool {
    crossterm::ansi_support::supports_ansi()
}

#[cfg(not(windows))]
fn understands_escape_sequences() -> bool {
    true
}

/// Prints a line to a terminal. `paint` says which characters are shown in another way, and in
/// which colour.
pub fn say_in_colour(line: &str, paint: impl Fn(char) -> Option<(char, Color)>) {
    let line = inert_line(line);
    let shown = line.chars().map(|mark| match paint(mark) {
        Some((mark, colour)) => mark.with(colour).to_string(),
        None => mark.to_string(),
    });
    // A reader that has gone misses it.
    let _ = writeln!(io::stdout(), "{}", shown.collect::<String>());
}

/// What the whole screen shows: words in their places.
#[derive(PartialEq)]
pub struct Screenful(Vec<u8>);

impl Screenful {
    pub fn new() -> Self {
        let mut empty = Self(Vec::new());
        // Writing to a Vec can't fail.
        let _ = queue!(empty.0, BeginSynchronizedUpdate, Clear(ClearType::All));
        empty
    }

    /// Puts words at a column of a line.
    pub fn put(&mut self, (x, y): (u16, u16), words: &str, style: ContentStyle) {
        let words = style.apply(inert_line(words));
        let _ = queue!(self.0, MoveTo(x, y), PrintStyledContent(words));
    }
}

/// The terminal during a game.
pub struct Screen {
    shown: Option<Screenful>,
}

/// How long the game has to end by itself after a signal.
const GRACE: Duration = Duration::from_secs(2);

impl Screen {
    /// Takes over the terminal. A panic restores it before printing its message.
    pub fn open(run: &Output) -> Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            Self::give_back();
            hook(panic);
        }));

        let open = Self { shown: None };
        let stop = run.stop.clone();
        run.stop.on_signal(move || {
            stop.ask();
            // If the terminal is gone, the game waits for keys forever.
            thread::sleep(GRACE);
            Self::give_back();
            std::process::exit(STOPPED.into());
        });

        let taken = terminal::enable_raw_mode().and_then(|()| {
            execute!(
                io::stdout(),
                EnterAlternateScreen,
                EnableMouseCapture,
                DisableLineWrap,
                Hide
            )
        });
        taken.context("can't take over the terminal")?;
        Ok(open)
    }

    fn give_back() {
        let _ = execute!(
            io::stdout(),
            DisableMouseCapture,
            EnableLineWrap,
            LeaveAlternateScreen,
            Show
        );
        let _ = terminal::disable_raw_mode();
    }

    /// Shows a picture, unless it is shown already.
    pub fn show(&mut self, picture: Screenful) -> Result<()> {
        if self.shown.as_ref() != Some(&picture) {
            let mut out = io::stdout().lock();
            out.write_all(&picture.0)?;
            execute!(out, EndSynchronizedUpdate)?;
            self.shown = Some(picture);
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        Self::give_back();
    }
}

/// Plays a film in the middle of the terminal, whose last picture stays there.
pub struct Player {
    stop: Stop,
    out: StdoutLock<'static>,
    left: String,
    height: usize,
    /// Whether the cursor is below a picture.
    is_below: bool,
}

impl Player {
    /// Makes room for pictures of this size.
    pub fn open(width: usize, height: usize, stop: &Stop) -> Result<Self> {
        // One line is for the cursor.
        let needed = TerminalSize {
            columns: width,
            lines: height + 1,
        };
        let TerminalSize { columns, lines } = terminal_size().unwrap_or(needed);
        if needed.columns > columns || needed.lines > lines {
            let needed = needed.lines;
            refuse!(
                "it takes {width} columns and {needed} lines, and the terminal has {columns} and \
                 {lines}: use -o"
            );
        }

        let empty = lines - height - 1;
        let left = " ".repeat((columns - width) / 2);
        let mut out = io::stdout().lock();
        // Scrolls what the terminal shows away, and goes up to the first line of the picture.
        write!(
            out,
            "\x1b[?25l{}\x1b[{}A",
            "\n".repeat(lines - 1),
            height + empty - empty / 2
        )?;
        Ok(Self {
            stop: stop.clone(),
            out,
            left,
            height,
            is_below: false,
        })
    }

    /// Shows a picture, which is made of marks and their colours, in place of the one before.
    pub fn show(&mut self, picture: &str) -> Result<()> {
        if self.is_below {
            write!(self.out, "\x1b[{}A", self.height)?;
        }
        self.is_below = true;

        for line in picture.lines() {
            writeln!(self.out, "\x1b[2K{}{line}", self.left)?;
        }
        Ok(self.out.flush()?)
    }

    /// Waits until a time after the film began. Returns whether the film goes on.
    pub fn wait(&self, begun: Instant, at: Duration) -> bool {
        while begun.elapsed() < at && !self.stop.is_asked() {
            let left = at.saturating_sub(begun.elapsed());
            thread::sleep(left.min(Duration::from_millis(50)));
        }
        !self.stop.is_asked()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = execute!(self.out, Show);
    }
}
