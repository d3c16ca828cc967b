//! Keeping a pattern in a glyph file, as the pin of a character or as its alternate. The file's comments, order and spaces stay.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TomlError, value};

use super::{Place, Variant};
use crate::error::Error;
use crate::glyph::{Designs, Feature};
use peg_solitaire::board::{Bitboard, Board};

/// A glyph file that gets patterns.
#[derive(Debug)]
pub struct GlyphFile {
    /// What is in it.
    pub designs: Designs,
    document: DocumentMut,
}

impl GlyphFile {
    /// Reads a file.
    ///
    /// # Errors
    /// On the first mistake, with its line and character.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let wrong = |error: TomlError| Error::in_file(name, 0, error);
        Ok(Self { designs: Designs::parse(name, text)?, document: text.parse().map_err(wrong)? })
    }

    /// A new file on this board, with the script of a character.
    ///
    /// # Errors
    /// If the built-in glyph files, which have the script, can't be read.
    pub fn new(name: &str, board: &Board, character: char) -> Result<Self, Error> {
        let builtin = Designs::builtin()?;
        let script = builtin.get(character).map_or("Latin", |glyph| &glyph.script);
        let (script, board) = (value(script), value(board.to_text()));
        Self::parse(name, &format!("script = {script}\nboard = {board}\n"))
    }

    /// The features for which the character has no alternate.
    pub fn free_features(&self, character: char) -> Vec<Feature> {
        let is_taken =
            |feature| self.designs.alternates().any(|it| (it.0, it.1) == (character, feature));
        Feature::SETS.into_iter().filter(|&feature| !is_taken(feature)).collect()
    }

    /// Pins a variant in the entry of the character, or in that of its alternate for a feature, and returns whether it takes the place of
    /// another pattern. A new entry has the designs side by side, or the one of the variant where it stands.
    ///
    /// # Errors
    /// If the character has this pattern already, or the file has no room for it.
    pub fn keep(
        &mut self,
        character: char,
        feature: Option<Feature>,
        variant: &Variant,
        designs: &[Bitboard],
    ) -> Result<bool, Error> {
        let (board, name) = (self.designs.board(), character.to_string());
        let pin = rows(board, &[variant.found.pattern])?;
        if let Some(kept) = self.kept_as(&name, &pin) {
            return Err(Error::new(format_args!("this pattern is {kept} already")));
        }
        let own = [variant.found.design];
        let is_there = variant.place == Place::default() && board.is_rectangle();
        let drawn = rows(board, if is_there { designs } else { &own })?;
        let design = rows(board, &own)?;
        let main = entry(&mut self.document, &name, None, &drawn)?;
        if feature.is_none() && main.remove("same_as").is_some() {
            main.insert("rows", drawn);
        }
        let replaces = put(entry(&mut self.document, &name, feature, &design)?, "pin", pin);
        self.designs = Designs::parse(self.designs.name(), &self.to_text())?;
        Ok(replaces)
    }

    /// What the pattern is in the file already.
    fn kept_as(&self, name: &str, pin: &Item) -> Option<String> {
        let mut entries = self.document.get("glyph")?.as_array_of_tables()?.iter();
        let entry =
            entries.find(|it| text(it, "char") == Some(name) && text(it, "pin") == pin.as_str())?;
        let feature = text(entry, "feature");
        Some(feature.map_or("pinned".to_owned(), |tag| format!("an alternate for {tag}")))
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        self.document.to_string()
    }
}

/// The text of a key, if it has one.
fn text<'t>(entry: &'t Table, key: &str) -> Option<&'t str> {
    entry.get(key).and_then(Item::as_str)
}

/// The entry of a character, or of its alternate; or a new one after the others, below an empty line, with such rows.
fn entry<'d>(
    document: &'d mut DocumentMut,
    name: &str,
    feature: Option<Feature>,
    rows: &Item,
) -> Result<&'d mut Table, Error> {
    let all = document.entry("glyph").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let wrong = || Error::new("write every glyph below a line of its own, [[glyph]]");
    let (all, tag) = (all.as_array_of_tables_mut().ok_or_else(wrong)?, feature.map(Feature::tag));
    let is_it = |it: &Table| text(it, "char") == Some(name) && text(it, "feature") == tag;
    let number = all.iter().position(is_it).unwrap_or(all.len());
    if number == all.len() {
        let mut entry = Table::new();
        entry.decor_mut().set_prefix("\n");
        entry.insert("char", value(name));
        tag.map(|tag| entry.insert("feature", value(tag)));
        entry.insert("rows", rows.clone());
        all.push(entry);
    }
    all.get_mut(number).ok_or_else(wrong)
}

/// Sets a key. The comment behind its old value stays. Returns whether there was one.
fn put(entry: &mut Table, key: &str, mut item: Item) -> bool {
    if let (Some(old), Some(new)) = (entry.get(key).and_then(Item::as_value), item.as_value_mut()) {
        *new.decor_mut() = old.decor().clone();
    }
    entry.insert(key, item).is_some()
}

/// Patterns side by side, in rows between lines of three quotes.
fn rows(board: &Board, patterns: &[Bitboard]) -> Result<Item, Error> {
    let pictures: Vec<String> = patterns.iter().map(|&pattern| board.picture(pattern)).collect();
    let line = |row| pictures.iter().map(move |it| it.lines().nth(row).unwrap_or_default());
    let lines = (0..board.rows()).map(|row| line(row).collect::<Vec<_>>().join("  ") + "\n");
    let text = format!("\"\"\"\n{}\"\"\"", lines.collect::<String>());
    text.parse().map(Item::Value).map_err(|error: TomlError| Error::new(error))
}
