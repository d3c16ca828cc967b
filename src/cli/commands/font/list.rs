//! `pegfont font list`: the characters of a font, their figures, and the alternates.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::args::{FontArgs, with_only};
use crate::cli::commands::find::show::{marked, side_by_side};
use crate::cli::output::{TableArgs, print_json};
use peg_solitaire::words::grouped;
use pegfont_type::find::Described;
use pegfont_type::font::Character;
use pegfont_type::glyph::Feature;

/// List the characters of a font and the difficulty of each
///
/// Alternates follow the characters, with the OpenType features that show them.
#[derive(Args)]
#[command(after_help = include_str!("list.txt"))]
pub struct List {
    #[command(flatten)]
    font: FontArgs,

    /// List only these characters
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Sort from easy to hard; characters without figures come last
    #[arg(long)]
    easy_first: bool,

    /// Draw the patterns, with + for an added peg and - for a missing one
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    draw: bool,

    #[command(flatten)]
    table: TableArgs,
}

#[derive(Serialize)]
struct Listed<'f> {
    font: &'f str,
    board: String,
    start: String,
    characters: Vec<Row<'f>>,
    alternates: Vec<Row<'f>>,
}

#[derive(Serialize)]
struct Row<'f> {
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<&'static str>,
    character: char,
    script: &'f str,
    #[serde(flatten)]
    described: Described,
    #[serde(skip)]
    chosen: &'f Character,
}

impl<'f> Row<'f> {
    fn of(character: char, feature: Option<Feature>, chosen: &'f Character) -> Self {
        let (feature, described) = (feature.map(Feature::tag), chosen.described());
        Self { feature, character, script: &chosen.script, described, chosen }
    }

    fn cells(&self) -> [String; 8] {
        let Described { distance, pegs, played, effort, grade, .. } = &self.described;
        let dash = || "-".to_owned();
        [
            self.feature.map_or(self.character.into(), |tag| format!("{} {tag}", self.character)),
            distance.to_string(),
            pegs.to_string(),
            self.chosen.solution.jumps().len().to_string(),
            played.moves.map_or_else(dash, |moves| moves.to_string()),
            self.chosen.figures.map_or_else(dash, |figures| grouped(figures.solutions())),
            effort.map_or_else(dash, |effort| format!("{effort:.1}")),
            grade.map_or_else(dash, str::to_owned),
        ]
    }

    /// The pattern below its name, and what is known of its game.
    fn drawn(&self) -> Vec<String> {
        let [name, _, pegs, _, moves, ..] = self.cells();
        let (board, pattern) = (self.chosen.solution.board(), self.chosen.pattern());
        let grade = self.described.grade.map_or_else(String::new, |grade| format!(", {grade}"));
        let said = format!("{pegs} pegs, {moves} moves{grade}");
        let lines = [name, marked(board, &pattern, &self.chosen.design), said];
        lines.iter().flat_map(|it| it.lines()).map(str::to_owned).collect()
    }
}

impl List {
    pub fn run(self) -> Result<()> {
        let font = with_only(self.font.read()?.0, self.only.as_deref())?;
        let characters = font.characters().iter();
        let mut characters: Vec<Row<'_>> =
            characters.map(|(&character, chosen)| Row::of(character, None, chosen)).collect();
        if self.easy_first {
            let effort = |row: &Row<'_>| row.described.effort.unwrap_or(f64::INFINITY);
            characters.sort_by(|one, other| effort(one).total_cmp(&effort(other)));
        }
        let alternates = font.alternates().iter();
        let alternates = alternates
            .map(|(&(character, feature), chosen)| Row::of(character, Some(feature), chosen))
            .collect();
        let (board, start) = (font.board().to_line(), font.board().picture_line(font.start()));
        let listed = Listed { font: font.name(), board, start, characters, alternates };
        if self.table.json {
            return print_json(&listed);
        }
        let all = || listed.characters.iter().chain(&listed.alternates);
        if self.draw {
            side_by_side(&all().collect::<Vec<_>>(), |row| row.drawn());
            return Ok(());
        }
        let headings = " distance pegs jumps moves solutions effort grade";
        say_as_is!("{}", self.table.rows("character", headings, all().map(Row::cells)));
        Ok(())
    }
}
