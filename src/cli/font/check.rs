//! `pegfont font check`: verifies everything that a font file says.

use anyhow::{Result, bail};
use clap::Args;

use crate::answer;
use crate::cli::fonts::{FontArgs, with_only};
use crate::cli::input::enumerable;
use crate::cli::output::{counted, print_json};
use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use peg_solitaire::solution::Interval;
use pegfont_type::font::{Checked, Font, Form};

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
    #[arg(long, value_name = "POSITIONS", default_value_t = Interval::MOST_POSITIONS)]
    at_most: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let font = with_only(self.font.read()?.0, self.only.as_deref())?;
        let most = self.at_most.min(Interval::MOST_POSITIONS);
        let (board, start) = enumerable(&font, "the figures can't be computed")?;
        let reachable = solved(&board, start)?;
        let checked =
            watched("checking", |progress| font.check_figures(&reachable, most, progress))?;
        if self.json {
            print_json(&answer::font_check(&font, &checked))?;
        } else {
            print(&font, &checked);
        }
        let wrong = &checked.wrong;
        if !wrong.is_empty() {
            let (number, verb) = (wrong.len(), if wrong.len() == 1 { " is" } else { "s are" });
            bail!("{number} figure{verb} wrong");
        }
        Ok(())
    }
}

fn print(font: &Font, checked: &Checked) {
    let characters = counted(font.characters().len(), "character");
    let alternates = counted(font.alternates().len(), "alternate");
    say!("{}: {characters} and {alternates}, whose solutions lead to their patterns", font.name());
    for (form, figure) in &checked.wrong {
        say!("{form}: {figure}");
    }
    let listed =
        |forms: &[Form]| forms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if !checked.without.is_empty() {
        say!("without figures: {}", listed(&checked.without));
    }
    if !checked.unchecked.is_empty() {
        let why = "too many positions lead to them for --at-most, or for the available memory";
        say!("not checked: {} ({why})", listed(&checked.unchecked));
    }
    let forms = font.characters().len() + font.alternates().len();
    match forms - checked.without.len() - checked.unchecked.len() {
        0 => say!("no figures were checked"),
        all => say!("{} of {all} checked have the right figures", checked.right),
    }
}
