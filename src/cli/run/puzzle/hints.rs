//! `pegfont puzzle --hints`: whether the target can be reached, and a line for each jump.

use anyhow::{Result, bail};

use peg_console::answer::{Answer, Form};
use peg_console::output::Output;
use peg_solitaire::game::{Advice, Game, Leaves};
use peg_solitaire::puzzle::Hints;
use pegfont_base::table::{Cell, Column, Table};

/// A game, and what each of its next jumps leaves.
pub struct HintsAnswer {
    game: Game,
    hints: Hints,
    /// Why nothing is known of them, if that is so.
    why_nothing: Option<String>,
}

pub fn of(game: Game, out: &Output) -> Result<HintsAnswer> {
    game.small().map_err(|error| {
        usage!("--hints: {error}; pegfont play shows the jumps of the known solution")
    })?;

    let advice = out.watched("counting solutions", |progress| {
        Advice::of(&game, None, progress)
    });
    Ok(HintsAnswer {
        hints: Hints::of(advice.on(&game)?),
        why_nothing: advice.why_nothing().map(|why| why.to_string()),
        game,
    })
}

impl Answer for HintsAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        if form == Form::Json {
            return out.put_json(&self.hints);
        }
        if let Some(why) = &self.why_nothing {
            bail!("{why}");
        }

        let jumps = jumps(&self.hints);
        if form == Form::Csv {
            return out.put_csv(&jumps);
        }
        let game = &self.game;
        let picture = game.board().picture(game.position().clone());
        say!(out, "{picture}\n\n{}", self.verdict())?;
        say_as_is!(out, "{}", jumps.text())?;

        if let Some(why) = &self.hints.unknown {
            note!(out, "solutions are not counted: {why}");
        }
        Ok(())
    }
}

impl HintsAnswer {
    fn verdict(&self) -> &'static str {
        if self.game.is_won() {
            "Solved."
        } else if self.hints.solvable == Some(true) {
            "The target can be reached.\n"
        } else if self.hints.hints.is_empty() {
            "The target can't be reached.\n"
        } else {
            "The target can no longer be reached.\n"
        }
    }
}

/// A line for each jump.
fn jumps(hints: &Hints) -> Table {
    let names = hints.hints.iter().map(|hint| hint.jump.clone());
    let left = hints.hints.iter().map(|hint| match hint.leaves() {
        Leaves::Solutions(count) => Cell::from(count),
        // The jump wins, in ways that were not counted.
        Leaves::Winnable => Cell::None,
        leaves @ (Leaves::Lost | Leaves::Unknown) => Cell::from(leaves.to_string()),
    });

    let mut jumps = Table::default();
    jumps.add(Column::new("jump"), names);
    jumps.add(Column::new("solutions"), left);
    jumps
}
