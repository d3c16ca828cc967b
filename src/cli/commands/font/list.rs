//! `pegfont font list`: the characters of a font, their figures, and the alternates.

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::cli::args::{FontArgs, text, with_only};
use crate::cli::output::{TableArgs, marked, print_json, say_side_by_side};
use pegfont_base::words::grouped;
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
    #[arg(long, value_name = "TEXT", value_parser = text)]
    only: Option<String>,

    /// Draw the patterns, with + for an added peg and - for a missing one
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    draw: bool,

    #[command(flatten)]
    table: TableArgs,
}

#[derive(Serialize)]
struct Row<'f> {
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<&'static str>,
    character: char,
    script: &'f str,
    #[serde(flatten)]
    described: Described,
    effort: Option<f64>,
    #[serde(skip)]
    chosen: &'f Character,
}

impl<'f> Row<'f> {
    fn of(character: char, feature: Option<Feature>, chosen: &'f Character) -> Self {
        let (feature, described) = (feature.map(Feature::tag), chosen.described());
        let effort = chosen.figures.map(|figures| figures.effort());
        Self {
            feature,
            character,
            script: &chosen.script,
            described,
            effort,
            chosen,
        }
    }

    fn cells(&self) -> [String; 8] {
        let Described {
            distance,
            pegs,
            played,
            grade,
            ..
        } = &self.described;
        let dash = || "-".to_owned();
        [
            self.feature.map_or(self.character.into(), |tag| {
                format!("{} {tag}", self.character)
            }),
            distance.to_string(),
            pegs.to_string(),
            self.chosen.solution.jumps().len().to_string(),
            played.moves.map_or_else(dash, |moves| moves.to_string()),
            self.chosen
                .figures
                .map_or_else(dash, |figures| grouped(figures.solutions())),
            self.effort
                .map_or_else(dash, |effort| format!("{effort:.1}")),
            grade.map_or_else(dash, str::to_owned),
        ]
    }

    /// The pattern below its name, and what is known of its game.
    fn block(&self) -> String {
        let [name, _, pegs, _, moves, ..] = self.cells();
        let board = self.chosen.solution.board();
        let picture = marked(board, &self.chosen.pattern(), &self.chosen.design);
        let grade = self
            .described
            .grade
            .map_or_else(String::new, |grade| format!(", {grade}"));
        format!("{name}\n{picture}\n{pegs} pegs, {moves} moves{grade}")
    }
}

impl List {
    pub fn run(self) -> Result<()> {
        let font = with_only(self.font.read()?.0, self.only.as_deref())?;
        let characters = font.characters().iter();
        let characters: Vec<Row<'_>> = characters
            .map(|(&character, chosen)| Row::of(character, None, chosen))
            .collect();
        let alternates = font.alternates().iter();
        let alternates: Vec<Row<'_>> = alternates
            .map(|(&(character, feature), chosen)| Row::of(character, Some(feature), chosen))
            .collect();
        if self.table.json {
            return print_json(&json!({
                "font": font.name(),
                "board": font.board().to_line(),
                "start": font.board().picture_line(font.start()),
                "characters": characters,
                "alternates": alternates,
            }));
        }
        let all = || characters.iter().chain(&alternates);
        if self.draw {
            say_side_by_side(&all().collect::<Vec<_>>(), |row| row.block());
            return Ok(());
        }
        let heading = " distance pegs jumps moves solutions effort grade";
        self.table
            .put_rows(("character", heading), ("", ""), all().map(Row::cells));
        Ok(())
    }
}
