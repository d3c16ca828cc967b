//! `peglab positions`: the positions of a kind, counted or listed.

mod answers;

pub(super) use answers::run;

use std::sync::LazyLock;

use anyhow::Result;
use clap::Args;

use crate::Kind;
use crate::cli::game::{LastPegArgs, LastPegRequest};
use peg_console::answer::Form;
use peg_console::command::CommandOptions;
use peg_console::input::{Keyword, one_of, repeated, whole};
use peg_console::refuse;
use peg_console::table::TableArgs;

/// What can be asked for: kinds that can stand side by side in one table, and lists with tables of
/// their own.
#[derive(Clone, Copy, PartialEq)]
enum PositionQuery {
    Of(Kind),
    Hard,
    Stored,
    Indexed,
}

/// The lists with tables of their own.
const LISTS: [Keyword<PositionQuery>; 3] = [
    Keyword::new(
        "hard",
        "one jump wins, and the most others, at least one, lose",
        PositionQuery::Hard,
    ),
    Keyword::new(
        "stored",
        "winning ones of few pegs; complements determine the others",
        PositionQuery::Stored,
    ),
    Keyword::new(
        "indexed",
        "one list for all starts with one empty hole",
        PositionQuery::Indexed,
    ),
];

/// All that can be asked for: every kind, then the lists.
static KINDS: LazyLock<Vec<Keyword<PositionQuery>>> = LazyLock::new(|| {
    let of_kind = |kind: Kind| Keyword::new(kind.name(), kind.about(), PositionQuery::Of(kind));
    Kind::ALL.map(of_kind).into_iter().chain(LISTS).collect()
});

fn name_of(asked: &PositionQuery) -> &'static str {
    let known = KINDS.iter().find(|known| known.value == *asked);
    known.map_or("", |known| known.word)
}

/// Count or list the positions of a kind, such as winning, losing or symmetric
///
/// Positions that are images of each other under a symmetry of the board count as one.
#[derive(Args)]
#[command(after_help = include_str!("positions.txt"))]
pub(super) struct PositionsCommand {
    #[command(flatten)]
    game: LastPegArgs,

    /// One or more kinds, a column each; hard, stored and indexed have tables of their own
    #[arg(value_name = "KIND", required = true, value_parser = one_of(&KINDS))]
    kinds: Vec<PositionQuery>,

    /// Of the symmetric or hard positions, take only the winning ones
    #[arg(long)]
    winning: bool,

    /// List the positions as codes in increasing order, one per line: the smallest of each symmetry
    /// class.
    ///
    /// docs/laboratory.md says what lines of `stored` and `indexed` add
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    list: bool,

    /// List only positions with this many pegs
    #[arg(
        long,
        value_name = "N",
        requires = "list",
        conflicts_with_all = ["csv", "json"],
        value_parser = whole::<u32>(0..=64)
    )]
    pegs: Option<u32>,

    #[command(flatten)]
    table: TableArgs,
}

pub(super) struct PositionsRequest {
    game: LastPegRequest,
    wanted: WantedPositions,
    /// Whether only the winning ones of them are taken.
    are_winning: bool,
    /// How the positions are listed, if they aren't counted.
    list: Option<ListOf>,
}

/// The positions that are wanted.
#[derive(PartialEq)]
enum WantedPositions {
    /// Of kinds that stand side by side.
    Of(Vec<Kind>),
    /// Symmetric ones by their type of symmetry.
    BySymmetry,
    /// Symmetric ones, listed.
    Symmetric,
    Hard,
    Stored,
    Indexed,
}

/// Positions that are listed.
#[derive(Clone, Copy)]
struct ListOf {
    /// Only those with this many pegs, if it is given.
    pegs: Option<u32>,
}

impl CommandOptions for PositionsCommand {
    type Request = PositionsRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    /// Kinds that can't stand side by side are refused, too.
    fn request(self) -> Result<PositionsRequest> {
        if self.winning
            && !matches!(
                self.kinds[..],
                [PositionQuery::Hard | PositionQuery::Of(Kind::Symmetric)]
            )
        {
            refuse!("--winning is for the kinds symmetric and hard, alone: leave it out");
        }

        let kinds = self.side_by_side()?;
        let wanted = match self.kinds[..] {
            [PositionQuery::Indexed] => WantedPositions::Indexed,
            [PositionQuery::Hard] => WantedPositions::Hard,
            [PositionQuery::Stored] => WantedPositions::Stored,
            [PositionQuery::Of(Kind::Symmetric)] if self.list => WantedPositions::Symmetric,
            [PositionQuery::Of(Kind::Symmetric)] => WantedPositions::BySymmetry,
            _ => WantedPositions::Of(kinds),
        };

        if wanted == WantedPositions::Indexed {
            let why = "indexed positions are of every vacancy, and a set is of one start";
            self.game.set.refuse(why)?;
        }
        if wanted == WantedPositions::Indexed
            && (self.game.start.is_some() || self.game.finish.is_some())
        {
            refuse!("indexed positions are of every vacancy: leave out --start and --finish");
        }

        Ok(PositionsRequest {
            game: self.game.request(),
            wanted,
            are_winning: self.winning,
            list: self.list.then_some(ListOf { pegs: self.pegs }),
        })
    }
}

impl PositionsCommand {
    /// The kinds that stand side by side.
    fn side_by_side(&self) -> Result<Vec<Kind>> {
        if let Some(twice) = repeated(&self.kinds) {
            refuse!("the kind {} is given twice", name_of(twice));
        }

        let mut kinds = Vec::new();
        for asked in &self.kinds {
            match asked {
                PositionQuery::Of(kind) => kinds.push(*kind),
                _ if self.kinds.len() == 1 => {}
                alone => {
                    let name = name_of(alone);
                    refuse!("the kind {name} has a table of its own: give it alone")
                }
            }
        }

        if self.list && kinds.len() > 1 {
            refuse!("a list is of one kind: give {} alone", kinds[0].name());
        }
        Ok(kinds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn request(words: &[&str]) -> Result<PositionsRequest> {
        let options: PositionsCommand = options_in(words).expect("options");
        options.request()
    }

    #[test]
    fn kinds_stand_side_by_side_unless_they_have_a_table_of_their_own() {
        let wanted = |words: &[&str]| request(words).expect("a request").wanted;

        let kinds = vec![Kind::Winning, Kind::Losing];
        assert!(wanted(&["4x4", "winning", "losing"]) == WantedPositions::Of(kinds));
        assert!(wanted(&["4x4", "symmetric"]) == WantedPositions::BySymmetry);
        assert!(wanted(&["4x4", "symmetric", "--list"]) == WantedPositions::Symmetric);
        assert!(wanted(&["4x4", "hard"]) == WantedPositions::Hard);
        assert!(wanted(&["4x4", "stored"]) == WantedPositions::Stored);
        assert!(wanted(&["4x4", "indexed"]) == WantedPositions::Indexed);
    }

    #[test]
    fn kinds_and_options_that_contradict_each_other_are_refused() {
        for (words, why) in [
            (&["winning", "hard"][..], "the kind hard has a table"),
            (&["winning", "losing", "--list"], "a list is of one kind"),
            (&["losing", "--winning"], "--winning is for the kinds"),
            (&["indexed", "--start", "a1"], "leave out --start"),
        ] {
            let words = [&["4x4"], words].concat();
            let Err(refused) = request(&words) else {
                panic!("{words:?} is not refused");
            };
            let refused = refused.to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }
}
