//! What is said of variants, of all together and of each.

use super::Variants;
use crate::drawing::typeface::glyph;
use pegfont_base::words::{counted, grouped};
use pegfont_type::find::{Ranking, Reachability, Variant};

/// The name of the character that variants are of, as far as the typeface of print has it.
fn name(variants: &Variants, in_print: bool) -> Option<String> {
    let character = variants.character?;
    if in_print && glyph(character).is_none() {
        return Some(format!("U+{:04X}", u32::from(character)));
    }
    Some(character.to_string())
}

pub(super) fn title(variants: &Variants, in_print: bool) -> String {
    match name(variants, in_print) {
        Some(name) => format!("{name}, as a game can leave it"),
        None => "A pattern, as a game can leave it".to_owned(),
    }
}

/// What is said of all variants together: how many there are, which designs can be reached, and
/// what a pattern of one's own costs. In print, a character that its typeface lacks is named by its
/// number.
#[must_use]
pub fn about(variants: &Variants, in_print: bool) -> Vec<String> {
    let name = name(variants, in_print);
    let name = name.as_deref();
    let mut lines = vec![how_many(variants), order(variants, name)];
    lines.extend(which_designs(variants, name));
    lines.extend(of_ones_own(variants));
    lines.extend(figures(variants, name));
    lines
}

/// How many patterns there are, and what can leave them.
fn how_many(variants: &Variants) -> String {
    let board = &variants.board;
    let shown = variants.all.len();
    let patterns = if shown < variants.found {
        let found = counted(variants.found, "pattern");
        format!("The first {} of {found}", grouped(shown as u64))
    } else {
        counted(shown, "pattern")
    };

    let Some(start) = variants.start else {
        return format!("{patterns} that a game on {board} can leave, from each vacancy in turn.");
    };

    let empty = board.complement(start);
    let names: Vec<String> = empty.pegs().map(|hole| board.hole_name(hole)).collect();
    let names = names.join(" ");
    format!("{patterns} that a game on {board} can leave, with {names} empty at the start.")
}

/// What comes first.
fn order(variants: &Variants, name: Option<&str>) -> String {
    let first = match variants.order {
        Ranking::Distance => {
            "The nearest come first, then those with the fewest points.".to_owned()
        }
        Ranking::Looks => {
            let name = name.unwrap_or("it");
            format!("Those that look most like {name} come first: they have the lowest cost.")
        }
    };
    if variants.is_unlike {
        format!("They were chosen to differ from each other. {first}")
    } else {
        first
    }
}

/// Which of the designs a game can leave, and why it can't leave the others.
fn which_designs(variants: &Variants, name: Option<&str>) -> Vec<String> {
    let of = name.map_or(String::new(), |name| format!(" of {name}"));
    let models = variants.models();
    let mut lines = Vec::new();
    for reached in [
        Reachability::Reachable,
        Reachability::OtherClass,
        Reachability::Unreachable,
    ] {
        let those = models.iter().filter(|model| model.reached == Some(reached));
        let names: Vec<&str> = those.map(|model| &*model.name).collect();
        if names.is_empty() {
            continue;
        }

        lines.push(match reached {
            Reachability::Reachable => {
                format!("A game can end in {}{of} as drawn.", all_of(&names, "and"))
            }
            Reachability::OtherClass => format!(
                "No game from this start can end in {}{of}, whatever is played.",
                all_of(&names, "or")
            ),
            Reachability::Unreachable => {
                format!(
                    "No game from this start ends in {}{of}.",
                    all_of(&names, "or")
                )
            }
        });
    }
    lines
}

/// Names with commas, and a word before the last.
fn all_of(names: &[&str], word: &str) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} {word} {last}", names.join(", ")),
    }
}

/// What is said of a pattern of one's own.
fn of_ones_own(variants: &Variants) -> Option<String> {
    let (own, starts) = variants.own.as_ref()?;
    let design = &variants.models()[0].name;
    let points = counted(own.found.score.total() as usize, "penalty point");
    let holes = counted(own.found.distance as usize, "hole");
    let read = match own.reading {
        Some(reading) => format!(", {}", how_read(reading)),
        None => String::new(),
    };

    let starts = if starts.is_empty() {
        "No game ends in it, whichever hole is empty at the start.".to_owned()
    } else {
        let starts = starts.join(" ");
        format!("A game ends in it if one of these is empty at the start: {starts}")
    };

    Some(format!(
        "Yours differs from {design} in {holes} ({points}{read}). {starts}"
    ))
}

/// What the figures below each pattern mean.
fn figures(variants: &Variants, name: Option<&str>) -> Vec<String> {
    let is_read = variants.all.iter().any(|it| it.reading.is_some());
    let name = if is_read { name } else { None };
    let mut lines = Vec::new();

    if let Some(name) = name {
        lines.push(format!(
            "Points count what looks wrong, so fewer are better. \
             Read is how surely a pattern is taken for {name}."
        ));
    }
    if variants.order == Ranking::Looks {
        let unread = match name {
            Some(name) => format!(", plus up to 16 for not being read as {name}"),
            None => String::new(),
        };
        lines.push(format!(
            "Cost is 16 for each changed hole, plus the points{unread}."
        ));
    }
    lines
}

fn how_read(reading: f64) -> String {
    format!("read {:.0} %", reading * 100.0)
}

/// How a variant differs from the design that it is nearest to: not at all, or in so many holes.
#[must_use]
pub fn difference(variants: &Variants, variant: &Variant) -> String {
    match (variant.found.distance, &variants.own) {
        (0, None) => "as drawn".to_owned(),
        (0, Some(_)) => "yours".to_owned(),
        (distance, _) => format!("distance {distance}"),
    }
}

/// How to keep some of the variants that a command lists.
#[must_use]
pub fn keeping(variants: &Variants, command: &str) -> String {
    let numbers = if variants.all.len() > 1 { "1,2" } else { "1" };
    let file = &variants.file;
    format!("To keep some for a font, by their numbers: {command} --pin {numbers} {file}")
}

/// What is said of a variant: its pegs, its penalty points, how it is read and the cost that the
/// list is sorted by, its moves and grade, its solutions, and which design it is near, where that
/// stands, or where its game starts.
#[must_use]
pub fn captions(variants: &Variants, variant: &Variant) -> Vec<String> {
    let pegs = variant.found.pattern.count();
    let points = counted(variant.found.score.total() as usize, "point");
    let mut lines = vec![format!("{pegs} pegs, {points}")];

    let mut judged = Vec::new();
    judged.extend(variant.reading.map(how_read));
    if variants.order == Ranking::Looks {
        judged.push(format!("cost {:.1}", variant.cost()));
    }
    if !judged.is_empty() {
        lines.push(judged.join(", "));
    }

    if let Some(puzzle) = &variant.puzzle {
        let moves = puzzle.solution.moves().count();
        match puzzle.figures {
            None => lines.push(format!("at most {moves} moves")),
            Some(figures) => {
                lines.push(format!("{moves} moves, {}", figures.grade().word()));
                lines.push(solutions(figures.solutions()));
            }
        }
    }

    let mut place = Vec::new();
    let has_several = variants.all.iter().any(|it| it.place.design > 0);
    if variants.own.is_none() && has_several {
        place.push(format!("design {}", variant.place.design + 1));
    }

    let moved = variant.place.to_string();
    if !moved.is_empty() {
        place.push(moved);
    }
    if !place.is_empty() {
        lines.push(place.join(", "));
    }

    if let Some(hole) = variant.vacancy {
        lines.push(format!("from {}", variants.board.hole_name(hole)));
    }
    lines
}

/// How many solutions a game has.
fn solutions(count: u128) -> String {
    match count {
        1 => "1 solution".to_owned(),
        0..1_000_000_000 => format!("{} solutions", grouped(count)),
        _ => format!("about {:.0e} solutions", count as f64),
    }
}
