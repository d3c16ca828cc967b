//! What `pegfont font build`, `check`, `export` and `list` print with `--json`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{BoardName, Count, Played, Rows};
use pegfont_type::find::choose::{Chosen, Distances};
use pegfont_type::font::search::{Answer, Searched, Tried};
use pegfont_type::font::{self, Font};
use pegfont_type::glyph::Feature;

/// A font that was built, and how near it is to its designs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct FontBuild {
    /// The font file.
    pub file: String,
    /// The font's name.
    pub font: String,
    pub board: BoardName,
    pub start: Rows,
    pub character_count: usize,
    /// The number of alternates that features show.
    pub alternate_count: usize,
    pub distances: Distances,
    /// The distances of the characters of ASCII.
    pub ascii_distances: Distances,
    pub homoglyphs: Vec<Homoglyph>,
    /// The characters whose pattern a person chose.
    pub pinned: Vec<char>,
    /// The number of characters of each grade.
    pub grades: BTreeMap<&'static str, usize>,
    /// The characters whose puzzles were not solved.
    pub without_figures: Vec<char>,
    /// The characters without pegs, such as the space.
    pub blank: Vec<char>,
    /// The characters without a reachable pattern near enough.
    pub left_out: Vec<char>,
    /// The characters of BDF fonts that don't fit on the board.
    pub too_large: Vec<char>,
    pub mistakable: Vec<Mistakable>,
    /// What was tried for each character; `null` if no games were searched for.
    pub searched: Option<Vec<SearchedCharacter>>,
}

/// A character for which games were searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct SearchedCharacter {
    pub character: char,
    /// The distance of its pattern from its design; `null` if no game was found.
    pub distance: Option<u32>,
    pub tried: Vec<TriedPattern>,
}

/// A pattern for which a game was searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct TriedPattern {
    pub distance: u32,
    /// `solved`, `impossible`, `gave_up` or `out_of_time`.
    pub answer: &'static str,
    /// Why it is impossible.
    pub reason: Option<String>,
}

impl TriedPattern {
    fn of(tried: &Tried) -> Self {
        let (answer, reason) = match tried.answer {
            Answer::Solved => ("solved", None),
            Answer::Impossible(why) => ("impossible", Some(why.to_string())),
            Answer::GaveUp => ("gave_up", None),
            Answer::OutOfTime => ("out_of_time", None),
        };
        Self { distance: tried.distance, answer, reason }
    }
}

/// A character with the pattern of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Homoglyph {
    pub character: char,
    pub same_as: char,
}

/// A character whose pattern is as near to another character's designs as to its own, or nearer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Mistakable {
    pub character: char,
    /// The distance of its pattern from its own designs.
    pub distance: u32,
    /// The character that it can be mistaken for.
    pub other: char,
    /// The distance of its pattern from the other's designs.
    pub other_distance: u32,
}

impl FontBuild {
    /// The answer for a font whose games were searched for.
    #[must_use]
    pub fn searched(file: impl Into<String>, searched: &Searched, too_large: &[char]) -> Self {
        let nothing = Chosen::default();
        let ascii = searched.distances().filter(|(character, _)| character.is_ascii());
        let homoglyphs = searched.homoglyphs.iter();
        let one = |(&character, tried): (&char, &Vec<Tried>)| SearchedCharacter {
            character,
            distance: searched.font.get(character).map(font::Character::distance),
            tried: tried.iter().map(TriedPattern::of).collect(),
        };
        Self {
            distances: Distances::of(searched.distances().map(|(_, distance)| distance)),
            ascii_distances: Distances::of(ascii.map(|(_, distance)| distance)),
            homoglyphs: homoglyphs
                .map(|(&character, &same_as)| Homoglyph { character, same_as })
                .collect(),
            blank: searched.blank.clone(),
            left_out: searched.left_out().collect(),
            searched: Some(searched.tried.iter().map(one).collect()),
            ..Self::new(file, &searched.font, &nothing, too_large)
        }
    }

    /// The answer for a font that was written to a file.
    #[must_use]
    pub fn new(file: impl Into<String>, font: &Font, chosen: &Chosen, too_large: &[char]) -> Self {
        let homoglyphs = chosen.homoglyphs();
        let grades = font.grades().into_iter().map(|(grade, count)| (grade.word(), count));
        let mistakable = chosen.mistakable.iter().map(|one| Mistakable {
            character: one.character,
            distance: one.own,
            other: one.other,
            other_distance: one.others,
        });
        Self {
            file: file.into(),
            font: font.name().to_owned(),
            board: BoardName::of(font.board()),
            start: Rows::of(font.board(), font.start()),
            character_count: font.characters().len(),
            alternate_count: font.alternates().len(),
            distances: chosen.distances(),
            ascii_distances: chosen.ascii_distances(),
            homoglyphs: homoglyphs
                .map(|(character, same_as)| Homoglyph { character, same_as })
                .collect(),
            pinned: chosen.pinned().collect(),
            grades: grades.collect(),
            without_figures: font.without_figures().collect(),
            blank: chosen.blank.clone(),
            left_out: chosen.left_out.clone(),
            too_large: too_large.to_vec(),
            mistakable: mistakable.collect(),
            searched: None,
        }
    }
}

/// Font files that were written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct FontExport {
    /// The font's name.
    pub font: String,
    pub character_count: usize,
    pub files: Vec<ExportedFile>,
}

/// A font file that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedFile {
    pub file: String,
    /// The format in words, like `variable TrueType`.
    pub format: String,
    pub bytes: usize,
}

impl FontExport {
    /// The answer for the files of a font.
    #[must_use]
    pub fn new(font: &Font, files: Vec<ExportedFile>) -> Self {
        let (name, character_count) = (font.name().to_owned(), font.characters().len());
        Self { font: name, character_count, files }
    }
}

/// What is right and wrong about the figures of a font.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct FontCheck {
    /// The font's name.
    pub font: String,
    pub board: BoardName,
    pub start: Rows,
    pub character_count: usize,
    pub alternate_count: usize,
    /// The number of characters and alternates whose figures are right.
    pub right: usize,
    pub wrong: Vec<WrongFigure>,
    /// What takes too many positions or too much memory to check.
    pub unchecked: Vec<Form>,
    /// What has no figures.
    pub unstated: Vec<Form>,
}

/// A character, or an alternate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Form {
    pub character: char,
    /// The tag of the OpenType feature that shows the alternate.
    pub feature: Option<&'static str>,
}

/// A figure in which a font is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct WrongFigure {
    #[serde(flatten)]
    pub form: Form,
    /// The key that `font list` has for it.
    pub figure: &'static str,
    /// What is wrong, in words.
    pub what: String,
}

impl FontCheck {
    /// The answer for a font that was checked.
    #[must_use]
    pub fn new(font: &Font, checked: &font::Checked) -> Self {
        let wrong = checked.wrong.iter().map(|&(form, wrong)| WrongFigure {
            form: Form::of(form),
            figure: match wrong {
                font::WrongFigure::Solutions { .. } => "solutions",
                font::WrongFigure::FewestMoves { .. } => "fewest_moves",
                font::WrongFigure::Effort { .. } => "effort",
            },
            what: wrong.to_string(),
        });
        let forms = |forms: &[font::Form]| forms.iter().map(|&form| Form::of(form)).collect();
        Self {
            font: font.name().to_owned(),
            board: BoardName::of(font.board()),
            start: Rows::of(font.board(), font.start()),
            character_count: font.characters().len(),
            alternate_count: font.alternates().len(),
            right: checked.right,
            wrong: wrong.collect(),
            unchecked: forms(&checked.unchecked),
            unstated: forms(&checked.without),
        }
    }
}

impl Form {
    fn of(form: font::Form) -> Self {
        Self { character: form.character, feature: form.feature.map(Feature::tag) }
    }
}

/// The characters of a font.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct FontList {
    /// The font's name.
    pub font: String,
    pub board: BoardName,
    pub start: Rows,
    pub characters: Vec<Character>,
    pub alternates: Vec<Alternate>,
}

/// An alternate of a character.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Alternate {
    /// The tag of the OpenType feature that shows it.
    pub feature: &'static str,
    #[serde(flatten)]
    pub form: Character,
}

/// A character with its pattern and its solution.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Character {
    pub character: char,
    pub script: String,
    pub design: Rows,
    pub pattern: Rows,
    /// The number of holes in which the pattern differs from the design.
    pub distance: u32,
    pub pegs: u32,
    #[serde(flatten)]
    pub played: Played,
    /// The number of solutions, as sequences of jumps; `null` without figures, as are the next three.
    pub solutions: Option<Count>,
    pub fewest_moves: Option<usize>,
    pub effort: Option<f64>,
    pub grade: Option<&'static str>,
}

impl FontList {
    /// The answer for these characters and alternates of a font.
    #[must_use]
    pub fn new<'c>(
        font: &Font,
        characters: impl IntoIterator<Item = (char, &'c font::Character)>,
        alternates: impl IntoIterator<Item = (char, Feature, &'c font::Character)>,
    ) -> Self {
        let alternate = |(character, feature, chosen): (char, Feature, _)| Alternate {
            feature: feature.tag(),
            form: Character::of((character, chosen)),
        };
        Self {
            font: font.name().to_owned(),
            board: BoardName::of(font.board()),
            start: Rows::of(font.board(), font.start()),
            characters: characters.into_iter().map(Character::of).collect(),
            alternates: alternates.into_iter().map(alternate).collect(),
        }
    }
}

impl Character {
    fn of((character, chosen): (char, &font::Character)) -> Self {
        let (board, figures) = (chosen.solution.board(), chosen.figures);
        let played = Played::of(&chosen.solution);
        Self {
            character,
            script: chosen.script.clone(),
            design: Rows::of(board, &chosen.design),
            pattern: Rows::of(board, chosen.pattern()),
            distance: chosen.distance(),
            pegs: chosen.pattern().count() as u32,
            solutions: figures.map(|figures| Count(figures.solutions())),
            fewest_moves: played.moves.filter(|_| figures.is_some()),
            effort: figures.map(|figures| figures.effort()),
            grade: figures.map(|figures| figures.grade().word()),
            played,
        }
    }
}
