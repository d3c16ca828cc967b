//! Keeping a pattern in a glyph file, as the pin of a character or as its alternate. The file's
//! comments, order and spaces stay.

use toml_edit::{ArrayOfTables, DocumentMut, Item, RawString, Table, TomlError, value};

use super::Variant;
use crate::composed;
use crate::error::Error;
use crate::glyph::{Designs, Feature};
use peg_solitaire::board::{Bitboard, Board};
use pegfont_base::words::{only_character, quoted};

/// A glyph file that gets patterns.
#[derive(Debug)]
pub struct GlyphFile {
    /// What is in it.
    pub designs: Designs,
    document: DocumentMut,
}

/// A form of a character: itself, or its alternate for a feature.
pub type Form = Option<Feature>;

/// What became of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// Nothing was pinned before.
    New,
    /// Another pattern was pinned before.
    Replaced,
    /// This pattern was pinned before.
    Same,
    /// Fewer forms were chosen than before.
    Removed,
}

impl GlyphFile {
    /// Reads a file.
    ///
    /// # Errors
    /// On the first mistake, with its line and character.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let wrong = |error: TomlError| Error::in_file(name, 0, error);
        Ok(Self {
            designs: Designs::parse(name, text)?,
            document: text.parse().map_err(wrong)?,
        })
    }

    /// A new file on this board, with the script of a character.
    ///
    /// # Errors
    /// If the built-in glyph files, which have the script, can't be read.
    pub fn new(name: &str, board: &Board, character: char) -> Result<Self, Error> {
        let builtin = Designs::builtin()?;
        let script = builtin
            .get(character)
            .map_or("Latin", |glyph| &glyph.script);
        let (script, board) = (value(script), value(board.to_text()));
        Self::parse(name, &format!("script = {script}\nboard = {board}\n"))
    }

    /// Keeps variants as forms of a character, and returns what became of these: the first as its
    /// pin, the others as its alternates, in place of all that were pinned before. With `more`, all
    /// become alternates beside those that are there, or where there is no room, in their place.
    /// Comments stay, and alternates that are drawn, but not pinned. A new entry has the designs
    /// side by side, or the one of the variant where it stands.
    ///
    /// # Errors
    /// If the character has no room for so many.
    pub fn keep(
        &mut self,
        character: char,
        variants: &[&Variant],
        designs: &[Bitboard],
        more: bool,
    ) -> Result<Vec<(Form, Kept)>, Error> {
        let (before, board) = (self.designs.clone(), self.designs.board().clone());
        let pinned = |form| before.form(character, form)?.pin.as_ref().map(|pin| &pin.0);
        let is_open = |form: &_| pinned(*form).is_some() || before.form(character, *form).is_none();
        let open: Vec<_> = Feature::SETS
            .into_iter()
            .map(Some)
            .filter(is_open)
            .collect();
        let all = [&[None], &*open].concat();
        let has = |form, variant: &Variant| pinned(form) == Some(&variant.found.pattern.into());
        let forms: Option<Vec<_>> = if more {
            let there = |it: &&Variant| all.iter().copied().find(|&form| has(form, it));
            let there: Vec<_> = variants.iter().map(there).collect();
            let mut free: Vec<_> = open
                .iter()
                .filter(|it| !there.contains(&Some(**it)))
                .collect();
            free.sort_by_key(|form| pinned(**form).is_some());
            let mut free = free.into_iter().copied();
            there
                .into_iter()
                .map(|form| form.or_else(|| free.next()))
                .collect()
        } else {
            all.get(..variants.len()).map(<[_]>::to_vec)
        };
        let (most, name) = (open.len(), character.to_string());
        let forms = forms.ok_or_else(|| {
            Error::new(format_args!(
                "{} has room for {most} alternates: choose fewer, or remove some from the file",
                quoted(character)
            ))
        })?;
        let change = |form, variant: &Variant| match pinned(form) {
            _ if has(form, variant) => Kept::Same,
            Some(_) => Kept::Replaced,
            None => Kept::New,
        };
        let mut kept = Vec::new();
        for (&form, variant) in forms.iter().zip(variants) {
            let (own, change) = ([variant.found.design], change(form, variant));
            kept.push((form, change));
            if change == Kept::Same && form.is_none() {
                continue;
            }
            let is_there = variant.place.is_drawn() && board.is_rectangle();
            let drawn = rows(&board, if is_there { designs } else { &own })?;
            let main = self.entry(&name, None, &drawn)?;
            if form.is_none() && main.remove("same_as").is_some() {
                main.insert("rows", drawn);
            }
            let design = rows(&board, &own)?;
            let entry = self.entry(&name, form, &design)?;
            if form.is_some() {
                put(entry, "rows", design);
            }
            put(entry, "pin", rows(&board, &[variant.found.pattern])?);
        }
        let is_left = |it: &&_| !more && pinned(**it).is_some() && !forms.contains(it);
        for &form in open.iter().filter(is_left) {
            self.remove(&name, form)?;
            kept.push((form, Kept::Removed));
        }
        self.designs = Designs::parse(before.name(), &self.to_text())?;
        Ok(kept)
    }

    fn entries(&mut self) -> Result<&mut ArrayOfTables, Error> {
        let all = self
            .document
            .entry("glyph")
            .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        let wrong = || Error::new("write every glyph below a line of its own, [[glyph]]");
        all.as_array_of_tables_mut().ok_or_else(wrong)
    }

    /// The entry of a character, or of its alternate; or a new one after the others, below an empty
    /// line, with such rows.
    fn entry(&mut self, name: &str, form: Form, rows: &Item) -> Result<&mut Table, Error> {
        let all = self.entries()?;
        let at = place(all, name, form).unwrap_or_else(|| {
            let mut entry = Table::new();
            entry.decor_mut().set_prefix("\n");
            entry.insert("char", value(name));
            form.map(|form| entry.insert("feature", value(form.tag())));
            entry.insert("rows", rows.clone());
            all.push(entry);
            all.len() - 1
        });
        all.get_mut(at)
            .ok_or_else(|| Error::new("the entry is gone"))
    }

    /// Removes an entry. Its comments go before what follows.
    fn remove(&mut self, name: &str, form: Form) -> Result<(), Error> {
        let all = self.entries()?;
        let Some(at) = place(all, name, form) else {
            return Ok(());
        };
        let comments = all.get(at).map(comments).unwrap_or_default();
        all.remove(at);
        if let Some(next) = all.get_mut(at) {
            let before = next
                .decor()
                .prefix()
                .and_then(RawString::as_str)
                .unwrap_or_default();
            let before = comments + before;
            next.decor_mut().set_prefix(before);
        } else {
            let end = comments + self.document.trailing().as_str().unwrap_or_default();
            self.document.set_trailing(end);
        }
        Ok(())
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        self.document.to_string()
    }
}

/// The place of the entry of a character, or of its alternate.
fn place(all: &ArrayOfTables, name: &str, form: Form) -> Option<usize> {
    let text = |entry: &Table, key| {
        let text = entry.get(key).and_then(Item::as_str)?;
        Some(only_character(text).map_or_else(|| composed(text), String::from))
    };
    let own = (
        Some(name.to_owned()),
        form.map(|form| form.tag().to_owned()),
    );
    all.iter()
        .position(|it| (text(it, "char"), text(it, "feature")) == own)
}

/// The comments of an entry, each on a line.
fn comments(entry: &Table) -> String {
    let keys = entry.iter().flat_map(|(key, item)| {
        let (key, value) = (entry.key(key), item.as_value());
        [
            key.and_then(|it| it.leaf_decor().prefix()),
            value.and_then(|it| it.decor().suffix()),
        ]
    });
    let all = [entry.decor().prefix(), entry.decor().suffix()]
        .into_iter()
        .chain(keys)
        .flatten();
    let lines = all
        .filter_map(RawString::as_str)
        .flat_map(str::lines)
        .map(str::trim);
    lines
        .filter(|line| !line.is_empty())
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Sets a key. The comment behind its old value stays.
fn put(entry: &mut Table, key: &str, mut item: Item) {
    if let (Some(old), Some(new)) = (entry.get(key).and_then(Item::as_value), item.as_value_mut()) {
        *new.decor_mut() = old.decor().clone();
    }
    entry.insert(key, item);
}

/// Patterns side by side, in rows between lines of three quotes.
fn rows(board: &Board, patterns: &[Bitboard]) -> Result<Item, Error> {
    let pictures: Vec<String> = patterns
        .iter()
        .map(|&pattern| board.picture(pattern))
        .collect();
    let line = |row| {
        pictures
            .iter()
            .map(move |it| it.lines().nth(row).unwrap_or_default())
    };
    let lines = (0..board.rows()).map(|row| line(row).collect::<Vec<_>>().join("  ") + "\n");
    let text = format!("\"\"\"\n{}\"\"\"", lines.collect::<String>());
    text.parse()
        .map(Item::Value)
        .map_err(|error: TomlError| Error::new(error))
}
