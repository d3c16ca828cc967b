//! What `pegfont font build` says of the font that it wrote, as lines and as JSON.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::FiguresFor;
use crate::cli::json::board_name;
use peg_solitaire::board::Board;
use pegfont_type::choose::{Answer, Built, Distances, Mistakable, Tried};

/// What was built.
#[derive(Serialize)]
pub(super) struct Report<'c> {
    file: String,
    font: &'c str,
    board: String,
    start: String,
    character_count: usize,
    alternate_count: usize,
    distances: Distances,
    ascii_distances: Distances,
    homoglyphs: Vec<Homoglyph>,
    pinned: &'c [char],
    grades: BTreeMap<&'static str, usize>,
    without_figures: Vec<char>,
    blank: &'c [char],
    left_out: &'c [char],
    /// The characters that don't fit on the board.
    too_large: &'c [char],
    mistakable: &'c [Mistakable],
    searched: Option<Vec<Searched<'c>>>,
}

#[derive(Serialize)]
struct Homoglyph {
    character: char,
    same_as: char,
}

/// The search for a character.
#[derive(Serialize)]
struct Searched<'c> {
    character: char,
    distance: Option<u32>,
    tried: &'c [Tried],
}

impl<'c> Report<'c> {
    pub(super) fn new(
        path: &Path,
        built: &'c Built,
        too_large: &'c [char],
        is_searched: bool,
    ) -> Self {
        let font = &built.font;
        let homoglyphs = built.homoglyphs.iter();
        let searched = built.tried.iter().map(|(&character, tried)| Searched {
            character,
            distance: font.get(character).map(|chosen| chosen.distance()),
            tried,
        });
        Self {
            file: path.display().to_string(),
            font: font.name(),
            board: board_name(font.board()),
            start: font.board().picture_line(font.start()),
            character_count: font.characters().len(),
            alternate_count: font.alternates().len(),
            distances: built.distances(false),
            ascii_distances: built.distances(true),
            homoglyphs: homoglyphs
                .map(|(&character, &same_as)| Homoglyph { character, same_as })
                .collect(),
            pinned: &built.pinned,
            grades: font.grades().into_iter().map(|(grade, count)| (grade.word(), count)).collect(),
            without_figures: font.without_figures().collect(),
            blank: &built.blank,
            left_out: &built.left_out,
            too_large,
            mistakable: &built.mistakable,
            searched: is_searched.then(|| searched.collect()),
        }
    }

    /// Prints it, and the time that choosing and the figures took.
    pub(super) fn print(
        &self,
        built: &Built,
        wanted: FiguresFor,
        chosen_in: Duration,
        figures_in: Duration,
    ) {
        let say = |head: &str, what: String| say!("{head:14}{what}");
        let font = &built.font;
        if let Some(searched) = &self.searched {
            let vacancy = font.board().complement(font.start());
            let names: Vec<String> =
                vacancy.pegs().map(|hole| font.board().hole_name(hole)).collect();
            say("start", format!("all pegs except {}", names.join(" ")));
            let is_own = |one: &&Searched<'_>| !built.homoglyphs.contains_key(&one.character);
            let mut counts = [0_usize; 3];
            for one in searched.iter().filter(is_own) {
                let designs = one.tried.iter().filter(|tried| tried.distance == 0);
                let best = designs.map(|tried| match tried.answer {
                    Answer::Solved => 0,
                    Answer::GaveUp => 1,
                    Answer::Impossible => 2,
                });
                counts[best.min().unwrap_or(2)] += 1;
            }
            let [solved, gave_up, impossible] = counts;
            say(
                "designs",
                format!("{solved} solved, {impossible} impossible (proved), {gave_up} given up"),
            );
        }
        if self.alternate_count > 0 {
            say("alternates", self.alternate_count.to_string());
        }
        let nearest = if self.searched.is_some() { " (nearest found)" } else { "" };
        say("distances", format!("{}{nearest}", self.distances));
        if !self.ascii_distances.by_distance.is_empty() {
            say("  of ASCII", self.ascii_distances.to_string());
        }
        let grades = font.grades();
        if grades.iter().any(|&(_, number)| number > 0) {
            let grades = grades.iter().map(|(grade, number)| format!("{number} {}", grade.word()));
            say("grades", grades.collect::<Vec<_>>().join(", "));
        }
        let has_figures = wanted != FiguresFor::None && self.searched.is_none();
        if has_figures && !self.without_figures.is_empty() {
            let why = "too many positions lead to them for the available memory";
            say("no figures", format!("{} ({why})", listed(&self.without_figures)));
        }
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
        let figures = match has_figures {
            true => format!("; figures worked out in {}", seconds(figures_in)),
            false => String::new(),
        };
        say("time", format!("chosen in {}{figures}", seconds(chosen_in)));
        if !self.homoglyphs.is_empty() {
            let pairs = self.homoglyphs.iter();
            let pairs =
                pairs.map(|Homoglyph { character, same_as }| format!("{character}={same_as}"));
            say("same", pairs.collect::<Vec<_>>().join(" "));
        }
        if !self.pinned.is_empty() {
            say("pinned", self.pinned.iter().collect());
        }
        if !self.blank.is_empty() {
            say("blank", format!("{} (no pattern, only an advance)", listed(self.blank)));
        }
        if !self.too_large.is_empty() {
            say("too large", too_large(self.too_large, font.board()));
        }
        if !self.left_out.is_empty() {
            let why = match self.searched {
                Some(_) => {
                    "no game was found: try a greater --effort or --distance, or another --seed"
                }
                None => {
                    "no reachable pattern is near enough: raise --distance, or change the designs"
                }
            };
            say("left out", format!("{} ({why})", listed(self.left_out)));
        }
        for Mistakable { character, distance, other, other_distance } in self.mistakable {
            let what = format!(
                "{character} is at distance {distance} from its own designs and {other_distance} from {other}: change one of the two designs"
            );
            say("mistakable", what);
        }
    }
}

/// At most this many characters that don't fit on the board are listed.
const SHOWN: usize = 40;

/// Characters in a line; those that can't be seen by their numbers.
fn listed(characters: &[char]) -> String {
    let names = characters.iter().map(|character| match character {
        character if character.is_whitespace() => format!("U+{:04X}", *character as u32),
        character => character.to_string(),
    });
    names.collect::<Vec<_>>().join(" ")
}

/// The characters that don't fit on the board, and what to do about them.
fn too_large(skipped: &[char], board: &Board) -> String {
    let (shown, more) = skipped.split_at(skipped.len().min(SHOWN));
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let why = format!("they don't fit on {board}: choose a larger --board");
    format!("{}{more} ({why})", listed(shown))
}
