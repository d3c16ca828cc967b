//! What `pegfont find` is asked for: what to search near and how, and which file would keep it.

use std::path::PathBuf;

use anyhow::Result;

use crate::cli::options::Find;
use pegfont_type::find::{MAX_DISTANCE, Ranking};

/// The most patterns of which unlike ones are listed.
const MOST_UNLIKE: u32 = 1000;

impl Find {
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
    pub fn refuse_contradictions(&self) -> Result<()> {
        if self.unlike && self.limit.is_some_and(|limit| limit > MOST_UNLIKE) {
            refuse!("--unlike lists at most {MOST_UNLIKE} patterns: give a lower --limit");
        }
        if self.is_from_any() && self.set.is_some() {
            refuse!("--start any needs the solver: omit --reachable");
        }
        if self.is_from_any() && self.unlike {
            refuse!("--start any lists one pattern for each vacancy: omit --unlike");
        }
        Ok(())
    }

    /// The glyph file that gets patterns, or would get them: the one that has the designs, since
    /// the patterns then stand beside these.
    pub fn file_to_keep_in(&self) -> String {
        if let Some(file) = self.chosen.file() {
            return file.to_owned();
        }

        let is_glyph_file = |path: &&PathBuf| path.extension().is_some_and(|end| end == "toml");
        let own: Vec<&PathBuf> = self.glyphs.iter().filter(is_glyph_file).collect();
        match own[..] {
            [file] => file.display().to_string(),
            _ => "my.glyphs.toml".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches as _};

    use super::*;

    fn find(words: &[&str]) -> Find {
        let command = Find::augment_args(Command::new("find").no_binary_name(true));
        let matches = command.try_get_matches_from(words).expect("options");
        Find::from_arg_matches(&matches).expect("options")
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
            let refused = find(words).refuse_contradictions();
            let refused = refused.expect_err("a contradiction").to_string();
            assert!(refused.contains(why), "{refused}");
        }
        assert!(
            find(&["A", "--unlike", "--limit", "1000"])
                .refuse_contradictions()
                .is_ok()
        );
        assert!(
            find(&["A", "--start", "any"])
                .refuse_contradictions()
                .is_ok()
        );
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
            assert_eq!(find(words).file_to_keep_in(), file, "{words:?}");
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
