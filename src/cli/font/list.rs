//! `pegfont font list`: the characters of a font, their figures, and the alternates.

use anyhow::Result;
use clap::Args;

use crate::answer;
use crate::cli::fonts::{FontArgs, with_only};
use crate::cli::output::{aligned, csv, print_json};
use peg_solitaire::words::grouped;
use pegfont_type::font::Character;

/// List the characters of a font and the difficulty of each
///
/// Alternates follow the characters, with the OpenType features that show them.
#[derive(Args)]
#[command(after_help = "\
Columns:
  pegs       the pegs of the pattern
  jumps      the jumps that lead to it
  moves      the moves in the font's solution; a move is a chain of jumps by one peg
  solutions  the number of ways to get there, as sequences of jumps
  effort     the difficulty as a number: what a player has to know, in bits, and the places to go wrong
  grade      the effort in a word: gentle (below 30), easy, fair, hard or fiendish (60 and more)

Examples:
  pegfont font list
  pegfont font list --easy-first --only ABCDEFGHIJKLMNOPQRSTUVWXYZ
  pegfont font list --font mine.toml --json")]
pub(in crate::cli) struct List {
    #[command(flatten)]
    font: FontArgs,

    /// List only these characters
    #[arg(long, value_name = "CHARACTERS")]
    only: Option<String>,

    /// Sort from easy to hard; characters without figures come last
    #[arg(long)]
    easy_first: bool,

    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let font = with_only(self.font.read()?.0, self.only.as_deref())?;
        let all = font.characters().iter().map(|(&character, chosen)| (character, chosen));
        let mut all: Vec<(char, &Character)> = all.collect();
        if self.easy_first {
            let effort = |(_, chosen): &(char, &Character)| {
                chosen.figures.map_or(f64::INFINITY, |figures| figures.effort())
            };
            all.sort_by(|one, other| effort(one).total_cmp(&effort(other)));
        }
        let alternates = font.alternates().iter();
        let alternates =
            alternates.map(|(&(character, feature), chosen)| (character, feature, chosen));
        if self.json {
            return print_json(&answer::font_list(&font, all, alternates));
        }
        let heading = ["", "pegs", "jumps", "moves", "solutions", "effort", "grade"];
        let mut lines = vec![heading.map(str::to_owned)];
        lines
            .extend(all.into_iter().map(|(character, chosen)| line(character.to_string(), chosen)));
        lines
            .extend(alternates.map(|(character, feature, chosen)| {
                line(format!("{character} {feature}"), chosen)
            }));
        say_as_is!("{}", if self.csv { csv("character", &lines) } else { aligned(&lines) });
        Ok(())
    }
}

fn line(name: String, chosen: &Character) -> [String; 7] {
    let figures = |of: fn(&pegfont_type::font::Figures) -> String| {
        chosen.figures.as_ref().map_or_else(|| "-".to_owned(), of)
    };
    [
        name,
        chosen.pattern().count().to_string(),
        chosen.solution.jumps().len().to_string(),
        match chosen.solution.is_in_rounds() {
            true => "-".to_owned(),
            false => chosen.solution.moves().count().to_string(),
        },
        figures(|figures| grouped(figures.solutions())),
        figures(|figures| format!("{:.1}", figures.effort())),
        figures(|figures| figures.grade().word().to_owned()),
    ]
}
