//! `pegfont font list`: the characters of a font, their figures, and the alternates.

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::cli::args::{FontArgs, Text, text, with_only};
use crate::cli::output::{legend, marked, say_side_by_side};
use peg_console::output::Output;
use peg_console::table::TableArgs;
use pegfont_base::table::{Cell, Column, Digits, Table};
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
    only: Option<Text>,

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

    /// What it is called: the character, and for an alternate the feature that shows it.
    fn name(&self) -> String {
        match self.feature {
            Some(tag) => format!("{} {tag}", self.character),
            None => self.character.to_string(),
        }
    }

    fn cells(&self) -> Vec<Cell> {
        let solutions = self.chosen.figures.map(|figures| figures.solutions());
        vec![
            self.name().into(),
            self.described.distance.into(),
            self.described.pegs.into(),
            self.chosen.solution.jumps().len().into(),
            self.described.played.moves.into(),
            solutions.into(),
            self.effort.into(),
            self.described.grade.into(),
        ]
    }

    /// The pattern below its name, and what is known of its game.
    fn block(&self) -> String {
        let (name, pegs) = (self.name(), self.described.pegs);
        let moves = self.described.played.moves;
        let moves = moves.map_or_else(String::new, |moves| format!(", {moves} moves"));
        let board = self.chosen.solution.board();
        let picture = marked(board, &self.chosen.pattern(), &self.chosen.design);
        let grade = self
            .described
            .grade
            .map_or_else(String::new, |grade| format!(", {grade}"));
        format!("{name}\n{picture}\n{pegs} pegs{moves}{grade}")
    }
}

impl List {
    pub fn run(self, out: &Output) -> Result<()> {
        let font = with_only(self.font.read(out)?.0, self.only.as_deref())?;
        let characters = font.characters().iter();
        let characters: Vec<Row<'_>> = characters
            .map(|(&character, chosen)| Row::of(character, None, chosen))
            .collect();
        let alternates = font.alternates().iter();
        let alternates: Vec<Row<'_>> = alternates
            .map(|(&(character, feature), chosen)| Row::of(character, Some(feature), chosen))
            .collect();
        if self.table.json {
            return out.put_json(&json!({
                "font": font.name(),
                "board": font.board().to_line(),
                "start": font.board().picture_line(font.start()),
                "characters": characters,
                "alternates": alternates,
            }));
        }
        let all = || characters.iter().chain(&alternates);
        if self.draw {
            say!(out, "{}\n", legend())?;
            say_side_by_side(&all().collect::<Vec<_>>(), |row| row.block(), out)?;
            return Ok(());
        }

        let has_figures = all().any(|row| row.effort.is_some());
        let source = if has_figures && self.font.is_given() {
            "Solutions, effort and grades are as the file states them; they aren't counted again\n"
        } else {
            ""
        };
        self.table.put_between("", &table(all()), source, out)
    }
}

fn table<'f>(rows: impl Iterator<Item = &'f Row<'f>>) -> Table {
    let columns = [
        Column::new("character").headed(""),
        Column::new("distance"),
        Column::new("pegs"),
        Column::new("jumps"),
        Column::new("moves"),
        Column::new("solutions"),
        Column::new("effort").digits(Digits::Decimals(1)),
        Column::new("grade"),
    ];
    Table {
        columns: columns.to_vec(),
        rows: rows.map(Row::cells).collect(),
        ..Table::default()
    }
}
