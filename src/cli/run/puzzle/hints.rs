//! `pegfont puzzle --hints`: whether the target can be reached, and a line for each jump.

use anyhow::{Result, bail};

use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_solitaire::game::{Advice, Game, Leaves};
use peg_solitaire::puzzle::Hints;
use pegfont_base::table::{Cell, Column, Table};

pub fn print(game: &Game, table: &TableArgs, out: &Output) -> Result<()> {
    game.small().map_err(|error| {
        usage!("--hints: {error}; pegfont play shows the jumps of the known solution")
    })?;

    let advice = out.watched("counting solutions", |progress| {
        Advice::of(game, None, progress)
    });
    let hints = Hints::of(advice.on(game)?);
    if table.json {
        return out.put_json(&hints);
    }
    if let Some(why) = advice.why_nothing() {
        bail!("{why}");
    }

    let verdict = if game.is_won() {
        "Solved."
    } else if hints.solvable == Some(true) {
        "The target can be reached.\n"
    } else if hints.hints.is_empty() {
        "The target can't be reached.\n"
    } else {
        "The target can no longer be reached.\n"
    };
    let picture = game.board().picture(game.position().clone());
    let before = format!("{picture}\n\n{verdict}\n");
    table.put_between(&before, &jumps(&hints), "", out)?;

    if let Some(why) = hints.unknown
        && !table.csv
    {
        note!(out, "solutions are not counted: {why}");
    }
    Ok(())
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
