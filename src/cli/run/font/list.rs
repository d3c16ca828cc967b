//! `pegfont font list`: the characters of a font, their figures, and the alternates.

use anyhow::Result;
use serde::Serialize;

use crate::cli::output::{legend, marked, say_side_by_side};
use crate::cli::read::with_only;
use crate::cli::request::ListRequest;
use peg_console::answer::{Answer, Form};
use peg_console::output::Output;
use pegfont_base::table::{Cell, Column, Digits, Table};
use pegfont_type::find::PatternInWords;
use pegfont_type::font::{Character, Font};
use pegfont_type::glyph::Feature;

/// A character, or an alternate of one.
#[derive(Serialize)]
struct ListedCharacter<'f> {
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<&'static str>,
    character: char,
    script: &'f str,
    #[serde(flatten)]
    described: PatternInWords,
    effort: Option<f64>,
    #[serde(skip)]
    chosen: &'f Character,
}

impl<'f> ListedCharacter<'f> {
    fn of(character: char, feature: Option<Feature>, chosen: &'f Character) -> Self {
        Self {
            feature: feature.map(Feature::tag),
            character,
            script: &chosen.script,
            described: chosen.described(),
            effort: chosen.figures.map(|figures| figures.effort()),
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
        let chosen = self.chosen;
        let name = self.name();
        let picture = marked(chosen.solution.board(), &chosen.pattern(), &chosen.design);

        let mut known = format!("{} pegs", self.described.pegs);
        if let Some(moves) = self.described.played.moves {
            known += &format!(", {moves} moves");
        }
        if let Some(grade) = self.described.grade {
            known += &format!(", {grade}");
        }
        format!("{name}\n{picture}\n{known}")
    }
}

/// The characters of a font, for programs.
#[derive(Serialize)]
struct Listing<'f> {
    font: &'f str,
    board: String,
    start: String,
    characters: Vec<ListedCharacter<'f>>,
    alternates: Vec<ListedCharacter<'f>>,
}

impl<'f> Listing<'f> {
    fn of(font: &'f Font) -> Self {
        let characters = font.characters().iter();
        let alternates = font.alternates().iter();
        Self {
            font: font.name(),
            board: font.board().to_line(),
            start: font.board().picture_line(font.start()),
            characters: characters
                .map(|(&character, chosen)| ListedCharacter::of(character, None, chosen))
                .collect(),
            alternates: alternates
                .map(|(&(character, feature), chosen)| {
                    ListedCharacter::of(character, Some(feature), chosen)
                })
                .collect(),
        }
    }

    fn rows(&self) -> Vec<&ListedCharacter<'f>> {
        self.characters.iter().chain(&self.alternates).collect()
    }
}

/// The characters of a font, to be listed or drawn.
pub struct ListedFont {
    font: Font,
    is_drawn: bool,
    /// Whether the font comes from a file of the user.
    is_own: bool,
}

pub fn run(request: ListRequest, out: &Output) -> Result<ListedFont> {
    let (font, _) = request.font.read(out)?;
    Ok(ListedFont {
        font: with_only(font, request.only.as_deref())?,
        is_drawn: request.is_drawn,
        is_own: request.font.file.is_some(),
    })
}

impl Answer for ListedFont {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        let listing = Listing::of(&self.font);
        let rows = listing.rows();
        match form {
            Form::Json => out.put_json(&listing),
            Form::Csv => out.put_csv(&table(&rows)),
            Form::Text if self.is_drawn => {
                say!(out, "{}\n", legend())?;
                say_side_by_side(&rows, |row| row.block(), out)
            }
            Form::Text => {
                say_as_is!(out, "{}", table(&rows).text())?;

                let has_figures = rows.iter().any(|row| row.effort.is_some());
                if has_figures && self.is_own {
                    say!(
                        out,
                        "Solutions, effort and grades are as the file states them; they aren't \
                         counted again"
                    )?;
                }
                Ok(())
            }
        }
    }
}

fn table(rows: &[&ListedCharacter<'_>]) -> Table {
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
        rows: rows.iter().map(|row| row.cells()).collect(),
        ..Table::default()
    }
}
