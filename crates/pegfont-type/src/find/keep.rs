//! Keeping a pattern in a glyph file, as the pin of a character or as its alternate. The file's
//! comments, order and spaces stay.

use std::collections::BTreeMap;

use toml_edit::{ArrayOfTables, DocumentMut, Item, RawString, Table, TomlError, value};

use super::Variant;
use crate::composed;
use crate::error::Error;
use crate::glyph::{Designs, Feature};
use peg_solitaire::board::{Bitboard, Board, Position};
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
        let designs = Designs::parse(name, text)?;
        let document = text
            .parse()
            .map_err(|error: TomlError| Error::in_file(name, 0, error))?;

        Ok(Self { designs, document })
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

        let script = value(script);
        let board = value(board.to_text());
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
        let pinned = self.pinned(character);
        let open = self.open_alternates(character);
        let patterns: Vec<Position> = variants
            .iter()
            .map(|variant| variant.found.pattern.into())
            .collect();
        let forms = if more {
            forms_beside(&pinned, &open, &patterns)
        } else {
            let all = [&[None], &*open].concat();
            all.get(..variants.len()).map(<[Form]>::to_vec)
        };
        let Some(forms) = forms else {
            return Err(Error::new(format_args!(
                "{} has room for {} alternates: choose fewer, or remove some from the file",
                quoted(character),
                open.len()
            )));
        };

        let name = character.to_string();
        let mut kept = Vec::new();
        for (index, &form) in forms.iter().enumerate() {
            let change = match pinned.get(&form) {
                None => Kept::New,
                Some(before) if *before == patterns[index] => Kept::Same,
                Some(_) => Kept::Replaced,
            };
            kept.push((form, change));
            if change != Kept::Same || form.is_some() {
                self.write(&name, form, variants[index], designs)?;
            }
        }

        for &form in &open {
            if !more && pinned.contains_key(&form) && !forms.contains(&form) {
                self.remove(&name, form)?;
                kept.push((form, Kept::Removed));
            }
        }
        self.designs = Designs::parse(self.designs.name(), &self.to_text())?;
        Ok(kept)
    }

    /// The forms of a character that are pinned, with their patterns.
    fn pinned(&self, character: char) -> BTreeMap<Form, Position> {
        let mut pinned = BTreeMap::new();
        for form in std::iter::once(None).chain(Feature::ALL.map(Some)) {
            let glyph = self.designs.form(character, form);
            if let Some((pattern, _)) = glyph.and_then(|glyph| glyph.pin.as_ref()) {
                pinned.insert(form, pattern.clone());
            }
        }
        pinned
    }

    /// The alternates of a character that are pinned or missing; those that are drawn stay.
    fn open_alternates(&self, character: char) -> Vec<Form> {
        let is_open = |form: &Form| {
            let glyph = self.designs.form(character, *form);
            glyph.is_none_or(|glyph| glyph.pin.is_some())
        };
        Feature::SETS
            .map(Some)
            .into_iter()
            .filter(is_open)
            .collect()
    }

    /// Writes a variant into the entry of a form.
    fn write(
        &mut self,
        name: &str,
        form: Form,
        variant: &Variant,
        designs: &[Bitboard],
    ) -> Result<(), Error> {
        let board = self.designs.board().clone();
        let design = rows(&board, &[variant.found.design])?;
        let drawn = if variant.place.is_drawn() && board.is_rectangle() {
            rows(&board, designs)?
        } else {
            design.clone()
        };

        // An alternate, too, needs the entry of its character.
        let main = self.entry(name, None, &drawn)?;
        if form.is_none() && main.remove("same_as").is_some() {
            main.insert("rows", drawn);
        }

        let entry = self.entry(name, form, &design)?;
        if form.is_some() {
            put(entry, "rows", design);
        }
        put(entry, "pin", rows(&board, &[variant.found.pattern])?);
        Ok(())
    }

    fn entries(&mut self) -> Result<&mut ArrayOfTables, Error> {
        self.document
            .entry("glyph")
            .or_insert(Item::ArrayOfTables(ArrayOfTables::new()))
            .as_array_of_tables_mut()
            .ok_or_else(|| Error::new("write every glyph below a line of its own, [[glyph]]"))
    }

    /// The entry of a character, or of its alternate; or a new one after the others, below an empty
    /// line, with such rows.
    fn entry(&mut self, name: &str, form: Form, rows: &Item) -> Result<&mut Table, Error> {
        let entries = self.entries()?;
        let at = match place(entries, name, form) {
            Some(at) => at,
            None => {
                let mut entry = Table::new();
                entry.decor_mut().set_prefix("\n");
                entry.insert("char", value(name));
                if let Some(feature) = form {
                    entry.insert("feature", value(feature.tag()));
                }
                entry.insert("rows", rows.clone());
                entries.push(entry);
                entries.len() - 1
            }
        };

        entries
            .get_mut(at)
            .ok_or_else(|| Error::new("the entry is gone"))
    }

    /// Removes an entry. Its comments go before what follows.
    fn remove(&mut self, name: &str, form: Form) -> Result<(), Error> {
        let entries = self.entries()?;
        let Some(at) = place(entries, name, form) else {
            return Ok(());
        };
        let comments = entries.get(at).map(comments).unwrap_or_default();
        entries.remove(at);

        if let Some(next) = entries.get_mut(at) {
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

/// The forms that patterns become beside those that are there: if it is pinned already, the form
/// that has it; else a free one, those without a pattern first. `None` if there are too few.
fn forms_beside(
    pinned: &BTreeMap<Form, Position>,
    open: &[Form],
    patterns: &[Position],
) -> Option<Vec<Form>> {
    let all = [&[None], open].concat();
    let there: Vec<Option<Form>> = patterns
        .iter()
        .map(|pattern| {
            all.iter()
                .copied()
                .find(|form| pinned.get(form) == Some(pattern))
        })
        .collect();

    let mut free: Vec<Form> = open
        .iter()
        .copied()
        .filter(|&form| !there.contains(&Some(form)))
        .collect();
    free.sort_by_key(|form| pinned.contains_key(form));

    let mut free = free.into_iter();
    there
        .into_iter()
        .map(|form| form.or_else(|| free.next()))
        .collect()
}

/// The place of the entry of a character, or of its alternate.
fn place(all: &ArrayOfTables, name: &str, form: Form) -> Option<usize> {
    let text = |entry: &Table, key| {
        let text = entry.get(key).and_then(Item::as_str)?;
        Some(only_character(text).map_or_else(|| composed(text), String::from))
    };

    all.iter().position(|entry| {
        let character = text(entry, "char");
        let feature = text(entry, "feature");
        character.as_deref() == Some(name) && feature.as_deref() == form.map(Feature::tag)
    })
}

/// The comments of an entry, each on a line.
fn comments(entry: &Table) -> String {
    let mut decors = vec![entry.decor().prefix(), entry.decor().suffix()];
    for (key, item) in entry {
        if let Some(key) = entry.key(key) {
            decors.push(key.leaf_decor().prefix());
        }
        if let Some(value) = item.as_value() {
            decors.push(value.decor().suffix());
        }
    }

    let mut comments = String::new();
    for decor in decors.into_iter().flatten() {
        for line in decor.as_str().unwrap_or_default().lines() {
            let line = line.trim();
            if !line.is_empty() {
                comments.push_str(line);
                comments.push('\n');
            }
        }
    }
    comments
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

    let mut lines = String::new();
    for row in 0..board.rows() {
        let parts: Vec<&str> = pictures
            .iter()
            .map(|picture| picture.lines().nth(row).unwrap_or_default())
            .collect();
        lines += &parts.join("  ");
        lines += "\n";
    }

    format!("\"\"\"\n{lines}\"\"\"")
        .parse()
        .map(Item::Value)
        .map_err(|error: TomlError| Error::new(error))
}
