//! `pegfont font check`: verifies everything that a font file says.

use anyhow::{Result, bail};
use clap::Args;

use crate::cli::Usage;
use crate::cli::fonts::FontArgs;
use crate::cli::input::solved;
use crate::cli::progress::watched;
use crate::font::{Checked, Form};
use crate::solution::Cone;

/// Verify a font file: play its solutions, and compute its figures again
///
/// The solutions, distances and grades are checked whenever a font is read. The number of solutions, the fewest moves and
/// the effort take the solver: about a second for most characters, and minutes and gigabytes for some with few pegs.
/// Prints a line for each wrong figure, and then ends with exit code 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont font check --font mine.toml
  pegfont font check --only AEIOU        some characters of the built-in font
  pegfont font check --font mine.toml --at-most 1000000")]
pub(in crate::cli) struct Check {
    #[command(flatten)]
    font: FontArgs,

    /// Check only these characters
    #[arg(long, value_name = "CHARACTERS")]
    only: Option<String>,

    /// Leave out characters with more than about this many positions on the way
    #[arg(long, value_name = "POSITIONS", default_value_t = Cone::MOST_POSITIONS)]
    at_most: usize,
}

impl Check {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let (mut font, _) = self.font.read()?;
        if let Some(only) = &self.only {
            if let Some(missing) = only.chars().find(|&one| font.get(one).is_none()) {
                return Err(Usage(format!("--only: {missing:?} is not in the font")).into());
            }
            font.retain(|character| only.contains(character));
        }
        let (characters, alternates) = (font.characters().len(), font.alternates().len());
        say!(
            "{}: {characters} characters and {alternates} alternates, whose solutions lead to their patterns",
            font.name()
        );
        let most = self.at_most.min(Cone::MOST_POSITIONS);
        let has_figures = font.forms().any(|chosen| chosen.figures.is_some());
        let Checked { right, wrong, unchecked, without, .. } = if has_figures {
            let reachable = solved(font.board(), font.start())?;
            watched("checking", |progress| font.check_figures(&reachable, most, progress))?
        } else {
            say!("it has no figures to check");
            return Ok(());
        };
        for (form, figure) in &wrong {
            say!("{form}: {figure}");
        }
        let listed =
            |forms: &[Form]| forms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if !without.is_empty() {
            say!("without figures: {}", listed(&without));
        }
        if !unchecked.is_empty() {
            let why = "too many positions lead to them for --at-most, or for the available memory";
            say!("not checked: {} ({why})", listed(&unchecked));
        }
        say!("{right} of {} have the right figures", characters + alternates);
        if !wrong.is_empty() {
            let (number, verb) = (wrong.len(), if wrong.len() == 1 { " is" } else { "s are" });
            bail!("{number} figure{verb} wrong");
        }
        Ok(())
    }
}
