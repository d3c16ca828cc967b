//! Which game is asked for: one in a file, which decides its board and start; or the last jumps of
//! a game.

use std::path::Path;

use anyhow::Result;

use crate::cli::options::GoalArgs;
use crate::cli::request::is_game;
use peg_solitaire::game::Game;
use peg_solitaire::puzzle::Puzzle;
use pegfont_base::words::counted;

impl GoalArgs {
    /// The file of a game that is continued. One that begins elsewhere is another game.
    pub fn goes_on(&self) -> Result<Option<&Path>> {
        let file = self.own_file()?;
        Ok(if self.jumps_left.is_none() {
            file
        } else {
            None
        })
    }

    /// The file of a game, if the target is one. It decides everything that other options could.
    pub fn own_file(&self) -> Result<Option<&Path>> {
        let target = self.target.as_deref().map(Path::new);
        let Some(path) = target.filter(|path| is_game(path)) else {
            return Ok(None);
        };
        if self.font.is_given() || self.board.is_given() {
            let name = path.display();
            refuse!("{name} has a board: leave out --font, --board, --start and --reachable")
        }
        Ok(Some(path))
    }
}

/// The last jumps of a puzzle's solution, as a game.
pub fn ending(whole: &Puzzle, jumps: usize) -> Result<Game> {
    let solution = &whole.solution;
    let title = &whole.title;
    let game = Game::new(
        solution.board(),
        solution.start().clone(),
        whole.targets.clone(),
    )?;

    let own = game.titled(title).ending(solution, jumps)?;
    own.ok_or_else(|| {
        let most = counted(solution.jumps().len(), "jump");
        usage!("--jumps-left {jumps}: {title} has only {most}")
    })
}

/// The last jumps of a puzzle in this many ways, each from another start, if there are so many: see
/// [`Puzzle::endings`].
pub fn endings(whole: &Puzzle, jumps: usize, seed: Option<u64>, count: usize) -> Result<Vec<Game>> {
    let own = ending(whole, jumps)?;
    let mut games = Vec::new();
    for way in Puzzle::endings(&whole.solution, jumps, seed).take(count) {
        games.extend(own.ending(&way, jumps)?);
    }

    // Without a way that is different, a game that comes again ends as it does itself.
    if games.len() < count {
        games.push(own);
    }
    Ok(games)
}
