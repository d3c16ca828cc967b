//! What `pegfont find` is asked for: what to search near and how, and which file would keep it.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cli::options::{Chosen, Find};
use crate::cli::request::{DesignsRequest, ThresholdRequest, has_ending};
use peg_console::answer::Form;
use peg_console::command::CommandOptions;
use peg_console::input::repeated;
use pegfont_type::find::{MAX_DISTANCE, Ranking};
use pegfont_type::glyph::Feature;

/// The most patterns of which unlike ones are listed.
const MOST_UNLIKE: u32 = 1000;

/// Patterns near something.
pub struct FindRequest {
    /// What they are near to: a character, a pattern, a picture, a game.
    pub wanted: String,
    /// A pattern of one's own, with which they are compared, if one is given.
    pub with: Option<String>,
    pub designs: DesignsRequest,
    pub picture: ThresholdRequest,

    /// How many holes may differ, if that is given.
    pub distance: Option<u32>,
    /// How many patterns are listed, if that is given.
    pub limit: Option<u32>,
    /// Whether patterns stay in the place of the design.
    pub stays: bool,
    /// Whether designs are mirrored, too.
    pub is_mirrored: bool,
    /// How they are sorted, if that is given.
    pub by: Option<Ranking>,
    /// Whether each is to be unlike those before it.
    pub is_unlike: bool,

    /// The start, or `any`, if it is given.
    pub start: Option<String>,
    /// The set or table of positions on disk, if one is given.
    pub reachable: Option<PathBuf>,
    pub files: Vec<PathBuf>,
    pub pin: Option<PinRequest>,
    /// The same command without its files, for those who want to see the patterns again.
    pub command: String,
}

/// Patterns to keep.
pub struct PinRequest {
    /// Their numbers from 1, of which no two are equal.
    pub numbers: Vec<usize>,
    /// The glyph file that gets them.
    pub file: PathBuf,
    /// Whether all of them are alternates.
    pub are_alternates: bool,
    /// The character that they are of, if it is given.
    pub character: Option<char>,
}

impl Chosen {
    /// The patterns that are to be kept, if there are any.
    fn request(self) -> Result<Option<PinRequest>> {
        let [words, file] = &self.pin[..] else {
            return Ok(None);
        };
        let Some(numbers) = numbers_in(words) else {
            refuse!("--pin {words} {file}: give numbers, such as 7 or 2,5, then a glyph file");
        };
        if !has_ending(Path::new(file), "toml") {
            refuse!("--pin {file}: the name of a glyph file must end in .toml");
        }

        if repeated(&numbers).is_some() {
            refuse!("--pin {words}: give each number once");
        }
        let mut most = Feature::SETS.len();
        if !self.alternate {
            most += 1;
        }
        if numbers.len() > most {
            refuse!("--pin {words}: a character has a pattern and three alternates at the most");
        }

        Ok(Some(PinRequest {
            numbers,
            file: file.into(),
            are_alternates: self.alternate,
            character: self.character,
        }))
    }
}

/// Numbers from 1 with commas between them.
fn numbers_in(words: &str) -> Option<Vec<usize>> {
    let number = |word: &str| word.trim().parse().ok().filter(|&number| number > 0);
    words.split(',').map(number).collect()
}

impl CommandOptions for Find {
    type Request = FindRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<FindRequest> {
        // What shows patterns elsewhere than in a list.
        let elsewhere = ["output", "csv", "json", "pin", "alternate"];
        let arguments = self.written.in_shell::<Self>(&elsewhere);

        let request = FindRequest {
            wanted: self.wanted,
            with: self.with,
            designs: self.reading.request(self.glyphs),
            picture: self.picture.request(),
            distance: self.distance,
            limit: self.limit,
            stays: self.there,
            is_mirrored: self.mirror,
            by: self.by,
            is_unlike: self.unlike,
            start: self.start,
            reachable: self.set,
            files: self.output,
            pin: self.chosen.request()?,
            command: format!("pegfont find {arguments}"),
        };

        request.refuse_contradictions()?;
        Ok(request)
    }
}

impl FindRequest {
    /// Whether the nearest pattern from each vacancy is asked for.
    pub fn is_from_any(&self) -> bool {
        self.start.as_deref() == Some("any")
    }

    /// How far from the design patterns may be.
    pub fn most_distance(&self) -> u32 {
        self.distance.unwrap_or(MAX_DISTANCE)
    }

    /// How patterns are sorted, if that doesn't depend on what they are near to. With a pattern of
    /// one's own, or one from each vacancy, it is by distance.
    pub fn ranking(&self) -> Option<Ranking> {
        let by_distance = self.with.is_some() || self.is_from_any();
        self.by.or(by_distance.then_some(Ranking::Distance))
    }

    /// Refuses options that contradict each other.
    fn refuse_contradictions(&self) -> Result<()> {
        if self.is_unlike && self.limit.is_some_and(|limit| limit > MOST_UNLIKE) {
            refuse!("--unlike lists at most {MOST_UNLIKE} patterns: give a lower --limit");
        }
        if self.is_from_any() && self.reachable.is_some() {
            refuse!("--start any needs the solver: omit --reachable");
        }
        if self.is_from_any() && self.is_unlike {
            refuse!("--start any lists one pattern for each vacancy: omit --unlike");
        }
        Ok(())
    }

    /// The glyph file that gets patterns, or would get them: the one that has the designs, since
    /// the patterns then stand beside these.
    pub fn file_to_keep_in(&self) -> PathBuf {
        if let Some(pin) = &self.pin {
            return pin.file.clone();
        }

        let files = self.designs.files.iter();
        let glyph_files: Vec<&PathBuf> = files.filter(|path| has_ending(path, "toml")).collect();
        match glyph_files[..] {
            [file] => file.clone(),
            _ => PathBuf::from("my.glyphs.toml"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn request(words: &[&str]) -> Result<FindRequest> {
        options_in::<Find>(words).expect("options").request()
    }

    fn find(words: &[&str]) -> FindRequest {
        request(words).expect("a request")
    }

    /// Why the options are refused.
    fn refused(words: &[&str]) -> String {
        match request(words) {
            Ok(_) => panic!("{words:?} is not refused"),
            Err(why) => why.to_string(),
        }
    }

    #[test]
    fn options_that_contradict_each_other_are_refused() {
        for (words, why) in [
            (
                &["A", "--unlike", "--limit", "1001"][..],
                "give a lower --limit",
            ),
            (
                &["A", "--start", "any", "--reachable", "a.set"],
                "omit --reachable",
            ),
            (&["A", "--start", "any", "--unlike"], "omit --unlike"),
        ] {
            let refused = refused(words);
            assert!(refused.contains(why), "{refused}");
        }
        assert!(request(&["A", "--unlike", "--limit", "1000"]).is_ok());
        assert!(request(&["A", "--start", "any"]).is_ok());
    }

    #[test]
    fn each_pattern_is_kept_once_in_a_glyph_file() {
        let pin = find(&["A", "--pin", "2, 5", "own.toml"]).pin;
        assert_eq!(pin.expect("a pin").numbers, [2, 5]);

        for (words, why) in [
            (&["0", "own.toml"][..], "give numbers"),
            (&["2,", "own.toml"], "give numbers"),
            (&["2", "own.txt"], "must end in .toml"),
            (&["2,5,2", "own.toml"], "give each number once"),
            (&["1,2,3,4,5", "own.toml"], "three alternates at the most"),
            (&["1,2,3,4", "own.toml", "--alternate"], "at the most"),
        ] {
            let words = [&["A", "--pin"], words].concat();
            let refused = refused(&words);
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn patterns_stand_beside_the_designs_that_they_are_near_to() {
        for (words, file) in [
            (&["A"][..], "my.glyphs.toml"),
            (&["A", "--glyphs", "own.toml"], "own.toml"),
            (&["A", "--glyphs", "own.ttf"], "my.glyphs.toml"),
            (
                &["A", "--glyphs", "a.toml", "--glyphs", "b.toml"],
                "my.glyphs.toml",
            ),
            (
                &["A", "--glyphs", "a.toml", "--pin", "7", "kept.toml"],
                "kept.toml",
            ),
        ] {
            let kept = find(words).file_to_keep_in();
            assert_eq!(kept, Path::new(file), "{words:?}");
        }
    }

    #[test]
    fn patterns_near_a_pattern_of_ones_own_are_sorted_by_distance() {
        assert_eq!(find(&["A"]).ranking(), None);
        assert_eq!(
            find(&["A", "--with", "B"]).ranking(),
            Some(Ranking::Distance)
        );
        let looks = ["A", "--with", "B", "--by", "looks"];
        assert_eq!(find(&looks).ranking(), Some(Ranking::Looks));
    }
}
