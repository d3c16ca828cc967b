//! What `play`, `puzzle` and `sheet` are about: a board, a start and targets, or a game in a file;
//! why some can't be reached.

use std::hash::{BuildHasher as _, RandomState};
use std::mem::take;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::cli::blocks::side_by_side;
use crate::cli::read::{Begun, in_one_form, read_game, read_subject, unmarked};
use crate::cli::request::{GoalRequest, Subject, Takes, Target, ending};
use peg_console::board::solved;
use peg_console::output::Output;
use peg_console::usage::usage;
use peg_solitaire::Error;
use peg_solitaire::board::Bitboard;
use peg_solitaire::class::PositionClass;
use peg_solitaire::game::Game;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::solution::{Interval, Solution};
use peg_solitaire::solve::{Reachability, Record};
use pegfont_type::find::{Finder, MAX_DISTANCE};
use pegfont_type::font::{Font, spelled};
use pegfont_type::goal::{Goal, NoGoal, several};

/// What is asked for: games, each from its start to one of its targets.
pub struct Asked {
    font: Font,
    /// The reachable positions, once they are known.
    record: Option<Box<dyn Record>>,
    games: Vec<Game>,
    /// The text that names the games, in characters of the font.
    pub text: String,
    /// Whether they begin before the end of a solution, from where few positions are on the way.
    is_ending: bool,
}

impl GoalRequest {
    /// What is asked for. A mistake is reported before any work begins.
    pub fn read(&self, takes: Takes, out: &Output) -> Result<Asked> {
        let mut asked = self.read_whole(takes, out)?;
        if let Some(jumps) = self.jumps_left {
            let mut endings = Vec::new();
            for puzzle in asked.solutions(out)? {
                endings.push(ending(&puzzle, jumps)?);
            }
            asked.games = endings;
            asked.is_ending = true;
        }
        Ok(asked)
    }

    /// Reads what is asked for, and a game in a file from its beginning.
    pub fn read_whole(&self, takes: Takes, out: &Output) -> Result<Asked> {
        if let Target::InFile(path) = &self.target {
            let game = read_game(path, takes, out)?.ahead();
            if game.solution().is_none() && game.small().is_err() {
                let name = path.display();
                refuse!("{name} has no known solution: take jumps back in pegfont play {name}");
            }
            return Ok(Asked {
                font: self.font.completed(out)?,
                record: None,
                games: vec![game],
                text: String::new(),
                is_ending: false,
            });
        }

        let (kind, text) = self.named(takes, out)?;
        let font = self.font.completed(out)?;
        let begun = self.board.read_for(&font, out)?;
        let board = &begun.board;
        if self.font.file.is_some() && board.as_board() != font.board() {
            let why = if font.small().is_none() {
                "a puzzle needs a board that can be enumerated".to_owned()
            } else {
                format!("the game on {board}")
            };
            refuse!("--font: {} is on {}, and {why}", font.name(), font.board());
        }
        Asked::new(font, begun, kind, &text)
    }

    /// The text that names the targets, and what kind of text it is.
    fn named(&self, takes: Takes, out: &Output) -> Result<(Subject, String)> {
        let target = match &self.target {
            Target::Easy => return Ok((Subject::Text, easy()?)),
            Target::Named(word) => in_one_form(word),
            Target::InFile(path) => path.display().to_string(),
        };

        let kind = takes.kind_of(&target, 0, out)?;
        let text = match kind {
            Subject::Input => read_subject(&target, out)?,
            _ => target,
        };
        Ok((kind, text))
    }

    /// The one game that is asked for, after these jumps. That of a file [goes on](Self::goes_on)
    /// unless it is to begin elsewhere.
    pub fn read_game(&self, jumps: Option<&str>, takes: Takes, out: &Output) -> Result<Game> {
        if let Some(path) = self.goes_on()
            && jumps.is_none()
        {
            return read_game(path, takes, out);
        }

        let mut asked = self.read(takes, out)?;
        if asked.games.len() > 1 {
            return Err(usage(several(&asked.text)));
        }
        let Some(mut game) = asked.games.pop() else {
            return Err(usage(several(&asked.text)));
        };

        let jumps = Solution::parse(game.board(), game.start(), jumps.unwrap_or_default());
        let jumps = jumps.map_err(|error| usage!("--jumps: {error}"))?;
        for &jump in jumps.jumps() {
            game.play(jump)?;
        }
        Ok(game)
    }
}

impl Asked {
    /// The games to what a text of this kind names, on a board from a start. What standard input
    /// gives is characters, even if it looks like a hole.
    pub fn new(font: Font, begun: Begun, kind: Subject, text: &str) -> Result<Self> {
        let Begun {
            board,
            start,
            record,
        } = begun;
        let goals = match kind {
            Subject::Input => Goal::of_characters(&board, &font, text),
            _ => Goal::parse_all(&board, &font, text),
        };
        let goals = goals.map_err(|error| match &error {
            NoGoal::NotInFont(missing) => {
                let letters = missing.iter().map(|&(_, letter)| letter);
                let plain = unmarked(&font, letters);
                usage!("{error}{plain}")
            }
            NoGoal::Words(_) => usage(error),
        })?;

        let class = PositionClass::of(&board, start);
        let excluded = |&target: &Bitboard| target.count() == 1 && !class.contains(target);
        let mut games = Vec::new();
        for goal in goals {
            // Before any work begins.
            if goal.targets.iter().all(excluded) {
                let title = goal.title;
                bail!("{title} {}; try another --start", Reachability::OtherClass);
            }
            games.push(Game::new(board.as_board(), start, goal.targets)?.titled(goal.title));
        }

        let text = spelled(text, |letter| font.get(letter).is_some());
        Ok(Self {
            font,
            record,
            games,
            text,
            is_ending: false,
        })
    }

    /// Puzzles whose solutions have the fewest moves, unless a game brings its own: the font's, if
    /// it has the figures of all, or solved.
    pub fn graded(&mut self, out: &Output) -> Result<Vec<Puzzle>> {
        let mut known = Vec::new();
        for game in &self.games {
            match self.font.puzzle(game) {
                Some(puzzle) if puzzle.figures.is_some() => known.push(puzzle),
                _ => return self.solve(out),
            }
        }
        Ok(known)
    }

    /// The solutions that are known, the font's, or the solver's.
    pub fn solutions(&mut self, out: &Output) -> Result<Vec<Puzzle>> {
        if self.is_ending {
            return self.solve(out);
        }
        let games = take(&mut self.games);
        games.iter().map(|game| self.solution(game, out)).collect()
    }

    fn solution(&mut self, game: &Game, out: &Output) -> Result<Puzzle> {
        if let Some(known) = game.solution() {
            return Ok(Puzzle::of(game, known.clone())?);
        }
        // A table or a set on disk is there to be asked.
        let is_on_disk = match &self.record {
            Some(record) => record.whole().is_none(),
            None => false,
        };
        if !is_on_disk && let Some(own) = self.font.puzzle(game) {
            return Ok(own);
        }

        let (.., targets) = game.small()?;
        let record = self.record(game, out)?;
        let mut why = Error::Unreachable;
        for target in targets {
            match Solution::leading_to(target, record) {
                Ok(Some(solution)) => return Ok(Puzzle::of(game, solution)?),
                Ok(None) => {}
                Err(error) => {
                    why = error;
                    break;
                }
            }
        }
        Err(out_of_reach(Some(record), game, why))
    }

    /// The positions that can be reached from the start of a game, solved if they aren't known yet.
    fn record(&mut self, game: &Game, out: &Output) -> Result<&dyn Record> {
        let (board, start, _) = game.small()?;
        let record = match self.record.take() {
            Some(record) if *record.board() == board && record.start() == start => record,
            _ => Box::new(solved(&board, start, out)?),
        };
        Ok(&**self.record.insert(record))
    }

    /// Puzzles with their figures, and solutions of the fewest moves.
    pub fn solve(&mut self, out: &Output) -> Result<Vec<Puzzle>> {
        let games = take(&mut self.games);
        let unsolved = games.iter().find(|game| game.solution().is_none());
        let record = match unsolved {
            Some(game) if !self.is_ending => Some(self.record(game, out)?),
            _ => None,
        };

        out.watched("analysing", |progress| {
            let solve = |(game, part): (&Game, _)| {
                let puzzle = Puzzle::solve(game, record, Interval::MOST_POSITIONS, part);
                puzzle.map_err(|error| out_of_reach(record, game, error))
            };
            progress.each(&games).map(solve).collect()
        })
    }
}

/// A random one of the ten easiest letters and digits.
fn easy() -> Result<String> {
    let place = RandomState::new().hash_one(0) % 10;
    let letter = Font::builtin()?.easiest().nth(place as usize);
    let letter = letter.context("the built-in font has few letters")?;
    Ok(letter.to_string())
}

/// Why a game can't be solved; to a single pattern that can't be reached, with the nearest patterns
/// that can.
fn out_of_reach(record: Option<&dyn Record>, game: &Game, error: Error) -> anyhow::Error {
    let title = &*game.title;
    let is_unreached = matches!(error, Error::OtherClass | Error::Unreachable);
    let (Some(record), [target], true) = (record, game.targets(), is_unreached) else {
        return anyhow!("{title}: {error}");
    };
    let (why, near) = match Finder::new(record).around(target.pegs().collect(), 3) {
        Ok(found) => found,
        Err(error) => return error.into(),
    };
    if near.is_empty() {
        return anyhow!("{title} {why}; neither can any pattern within {MAX_DISTANCE} holes");
    }

    let mut pictures = Vec::new();
    for near in near {
        let picture = record.board().picture(near.pattern);
        pictures.push(format!("differs in {}\n{picture}", near.distance));
    }
    let pictures = side_by_side(&pictures);
    anyhow!("{title} {why}; the nearest reachable patterns:\n{pictures}")
}
