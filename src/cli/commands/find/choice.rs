//! Keeping a variant: a glyph file gets its pattern as a pin or an alternate. The file's comments, order and spaces stay.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value, value};

use super::Answer;
use crate::cli::args::{read_bytes, read_kind};
use crate::cli::output::{OutputFile, hole_names, kinds, other_kind};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::words::quoted;
use pegfont_type::find::{Place, Variant};
use pegfont_type::glyph::{Designs, Feature};

/// Options for keeping a pattern.
#[derive(Args)]
#[command(next_help_heading = "Keeping one")]
pub struct Chosen {
    /// Pin the pattern with this number in a glyph file, which is made if it isn't there
    #[arg(long, num_args = 2, value_names = ["NUMBER", "FILE"], conflicts_with_all = ["json", "output"])]
    pin: Vec<String>,

    /// Keep it as an alternate instead: the first, second or third (ss01, ss02, ss03)
    #[arg(long, requires = "pin")]
    alternate: bool,

    /// The character of a pattern or picture that is kept
    #[arg(long = "as", value_name = "CHARACTER", requires = "pin")]
    character: Option<char>,
}

/// A pattern to keep, and the file that gets it.
pub struct Keeping {
    number: usize,
    file: OutputFile,
    /// What the file is to be after.
    document: DocumentMut,
    character: char,
    /// The feature of an alternate.
    feature: Option<Feature>,
    /// Whether its lines end as they do on Windows.
    has_returns: bool,
}

impl Chosen {
    /// Reads the glyph file before any work begins.
    pub fn prepare(&self, board: &SmallBoard, found: Option<char>) -> Result<Option<Keeping>> {
        let [number, file] = &self.pin[..] else { return Ok(None) };
        let Some(number) = number.parse().ok().filter(|&number| number > 0) else {
            refuse!("--pin {number} {file}: give the number of a pattern, then a glyph file");
        };
        let Some(character) = self.character.or(found) else {
            refuse!("--pin: say with --as which character the pattern is, such as --as A");
        };
        let path = Path::new(file);
        if path.extension().is_none_or(|ending| ending != "toml") {
            refuse!("--pin {file}: the name of a glyph file must end in .toml");
        }
        let (output, text) = match path.exists() {
            true => (OutputFile::over(path, kinds::DESIGNS)?, read_kind(path, "[[glyph]]")?),
            false => {
                let script = Designs::builtin()?.get(character).map(|it| it.script.clone());
                let script = value(script.unwrap_or_else(|| "Latin".to_owned()));
                let text = format!("script = {script}\nboard = {}\n", value(board.to_text()));
                (OutputFile::new(path, kinds::DESIGNS)?, text)
            }
        };
        let designs = Designs::parse(file, &text)
            .map_err(|error| anyhow!("{error}{}", other_kind(&text, "[[glyph]]")))?;
        let own = designs.board();
        if *own != **board {
            refuse!("--pin {file}: its designs are on {own}, and the patterns on {board}");
        }
        let is_free = |feature: &Feature| {
            designs.alternates().all(|it| (it.0, it.1) != (character, *feature))
        };
        let free = Feature::SETS.into_iter().find(is_free);
        if self.alternate && free.is_none() {
            refuse!("--alternate: ss01, ss02 and ss03 are taken: remove one from {file}");
        }
        let feature = free.filter(|_| self.alternate);
        let bytes = if path.exists() { read_bytes(path)? } else { Vec::new() };
        let has_returns = bytes.windows(2).any(|pair| pair == b"\r\n");
        let document = text.parse().with_context(|| file.clone())?;
        Ok(Some(Keeping { number, file: output, document, character, feature, has_returns }))
    }
}

impl Keeping {
    /// Writes the file with the pattern in it.
    pub fn write(mut self, answer: &Answer) -> Result<()> {
        let Some(variant) = answer.variants.get(self.number - 1) else {
            let count = answer.variants.len();
            refuse!(
                "--pin {}: there are {count} patterns; the same command without --pin lists them",
                self.number
            );
        };
        let board = &answer.wanted.board;
        let replaces = self.keep(board, &answer.wanted.designs, variant)?;
        let (path, text) = (self.file.path().display().to_string(), self.document.to_string());
        Designs::parse(&path, &text)?;
        let text = if self.has_returns { text.replace('\n', "\r\n") } else { text };
        drop(self.file.put(&text)?);
        super::show::print(board, self.number, variant);
        let what = match self.feature {
            None => "is pinned".to_owned(),
            Some(feature) => format!("is an alternate for {feature}"),
        };
        let instead = if replaces { ", in place of another pattern" } else { "" };
        say!("{path}: {} {what}{instead}", quoted(self.character));
        let start = match variant.start == board.central_vacancy() {
            true => String::new(),
            false => {
                format!(" --start {}", hole_names(board, board.complement(variant.start)).join(" "))
            }
        };
        say!("build the font: pegfont font build {path}{start}");
        Ok(())
    }

    /// What the pattern is in the file already.
    fn kept_as(&self, name: &str, pin: &Item) -> Option<String> {
        let tables = ["glyph", "alternate"].map(|kind| self.document.get(kind));
        let mut entries =
            tables.into_iter().flatten().filter_map(Item::as_array_of_tables).flatten();
        let entry = entries.find(|entry| {
            let has = |key: &str, own| entry.get(key).and_then(Item::as_str) == own;
            has("char", Some(name)) && has("pin", pin.as_str())
        })?;
        Some(match entry.get("feature").and_then(Item::as_str) {
            Some(feature) => format!("an alternate for {feature}"),
            None => "pinned".to_owned(),
        })
    }

    /// Changes the document: the entry of the character, or a new one. Returns whether another pattern was there.
    fn keep(
        &mut self,
        board: &SmallBoard,
        designs: &[Bitboard],
        variant: &Variant,
    ) -> Result<bool> {
        let name = self.character.to_string();
        let pin = rows(board, &[variant.found.pattern])?;
        if let Some(what) = self.kept_as(&name, &pin) {
            refuse!("--pin {}: this pattern is {what} already", self.number);
        }
        // Designs side by side, or the one of the variant where it stands.
        let own = [variant.found.design];
        let is_there = variant.place == Place::default() && board.is_rectangle();
        let drawn = if is_there { designs } else { &own };
        let main = entry(&mut self.document, "glyph", &[("char", &name)], rows(board, drawn)?)?;
        let Some(feature) = self.feature else {
            if main.remove("same_as").is_some() {
                main.insert("rows", rows(board, drawn)?);
            }
            return Ok(put(main, "pin", pin));
        };
        let keys = [("char", &*name), ("feature", feature.tag())];
        let design = rows(board, &own)?;
        Ok(put(entry(&mut self.document, "alternate", &keys, design)?, "pin", pin))
    }
}

/// The entry of a kind that has these keys; or a new one after the others, below an empty line, with such rows.
fn entry<'d>(
    document: &'d mut DocumentMut,
    kind: &str,
    keys: &[(&str, &str)],
    rows: Item,
) -> Result<&'d mut Table> {
    let all = document.entry(kind).or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let wrong = || format!("write every {kind} below a line of its own, [[{kind}]]");
    let all = all.as_array_of_tables_mut().with_context(wrong)?;
    let is_it = |entry: &Table| {
        keys.iter().all(|&(key, own)| entry.get(key).and_then(Item::as_str) == Some(own))
    };
    let number = all.iter().position(is_it).unwrap_or(all.len());
    if number == all.len() {
        let mut entry = Table::new();
        entry.decor_mut().set_prefix("\n");
        keys.iter().for_each(|&(key, own)| drop(entry.insert(key, value(own))));
        entry.insert("rows", rows);
        all.push(entry);
    }
    all.get_mut(number).with_context(wrong)
}

/// Sets a key. The comment behind its old value stays. Returns whether there was one.
fn put(entry: &mut Table, key: &str, mut item: Item) -> bool {
    if let (Some(old), Some(new)) = (entry.get(key).and_then(Item::as_value), item.as_value_mut()) {
        *new.decor_mut() = old.decor().clone();
    }
    entry.insert(key, item).is_some()
}

/// Patterns side by side, in rows between lines of three quotes.
fn rows(board: &SmallBoard, patterns: &[Bitboard]) -> Result<Item> {
    let pictures: Vec<String> = patterns.iter().map(|&pattern| board.picture(pattern)).collect();
    let line = |row| pictures.iter().map(move |it| it.lines().nth(row).unwrap_or_default());
    let lines = (0..board.rows()).map(|row| line(row).collect::<Vec<_>>().join("  ") + "\n");
    let text = format!("\"\"\"\n{}\"\"\"", lines.collect::<String>());
    Ok(Item::Value(text.parse::<Value>()?))
}
