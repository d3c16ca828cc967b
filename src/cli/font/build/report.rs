//! What `pegfont font build` says of a font whose board was enumerated.

use std::time::Duration;

use super::Wanted;
use peg_solitaire::board::Board;
use pegfont_type::find::choose::{Chosen, Mistakable};
use pegfont_type::font::Font;

/// The time that the work took.
pub(super) struct Times {
    /// To solve the board and to choose the patterns.
    pub(super) chosen: Duration,
    /// To compute solutions and figures.
    pub(super) figures: Option<Duration>,
}

/// What was built.
pub(super) struct Report<'c> {
    pub(super) chosen: &'c Chosen,
    pub(super) font: &'c Font,
    /// The characters that don't fit on the board.
    pub(super) skipped: &'c [char],
    pub(super) wanted: Wanted,
    pub(super) times: Times,
}

impl Report<'_> {
    fn pinned(&self) -> String {
        self.chosen.pinned().collect()
    }

    pub(super) fn print(&self) {
        let say = |head: &str, what: String| say_line(head, &what);
        if !self.chosen.alternates.is_empty() {
            say("alternates", self.chosen.alternates.len().to_string());
        }
        say("distances", self.chosen.distances().to_string());
        let ascii = self.chosen.ascii_distances();
        if !ascii.by_distance.is_empty() {
            say("  of ASCII", ascii.to_string());
        }
        let pairs: Vec<String> = self
            .chosen
            .homoglyphs()
            .map(|(character, original)| format!("{character}={original}"))
            .collect();
        let grades = self.font.grades();
        if grades.iter().any(|&(_, number)| number > 0) {
            let grades = grades.iter().map(|(grade, number)| format!("{number} {}", grade.word()));
            say("grades", grades.collect::<Vec<_>>().join(", "));
        }
        let without: Vec<char> = self.font.without_figures().collect();
        if self.times.figures.is_some() && !without.is_empty() {
            let why = match self.wanted {
                Wanted::All => "too many positions lead to them for the available memory",
                _ => "more than a million positions lead to them: see --figures",
            };
            say("no figures", format!("{} ({why})", listed(&without)));
        }
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
        let times = match self.times.figures {
            Some(time) => format!("; figures worked out in {}", seconds(time)),
            None => String::new(),
        };
        say("time", format!("solved and chosen in {}{times}", seconds(self.times.chosen)));
        if !pairs.is_empty() {
            say("same", pairs.join(" "));
        }
        if !self.pinned().is_empty() {
            say("pinned", self.pinned());
        }
        if !self.chosen.blank.is_empty() {
            say("blank", format!("{} (no pattern, only an advance)", listed(&self.chosen.blank)));
        }
        report_skipped(self.skipped, self.font.board());
        if !self.chosen.left_out.is_empty() {
            let why =
                "no reachable pattern is near enough: raise --farthest, or change the designs";
            say("left out", format!("{} ({why})", listed(&self.chosen.left_out)));
        }
        for one in &self.chosen.mistakable {
            let Mistakable { character, own, other, others } = one;
            let what = format!(
                "{character} is at distance {own} from its own designs and {others} from {other}: change one of the two designs"
            );
            say("mistakable", what);
        }
    }
}

/// At most this many characters that don't fit on the board are listed.
const SHOWN: usize = 40;

/// Prints a line of a report.
pub(super) fn say_line(head: &str, what: &str) {
    say!("{head:14}{what}");
}

/// Characters in a line; those that can't be seen by their numbers.
pub(super) fn listed(characters: &[char]) -> String {
    let names = characters.iter().map(|character| match character {
        character if character.is_whitespace() => format!("U+{:04X}", *character as u32),
        character => character.to_string(),
    });
    names.collect::<Vec<_>>().join(" ")
}

/// Prints the characters that don't fit on the board.
pub(super) fn report_skipped(skipped: &[char], board: &Board) {
    if skipped.is_empty() {
        return;
    }
    let why = format!("they don't fit on {board}: choose a larger --board, or --too-large crop");
    let (shown, more) = skipped.split_at(skipped.len().min(SHOWN));
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    say_line("too large", &format!("{}{more} ({why})", listed(shown)));
}
