//! `pegfont find`: the reachable patterns nearest to a design, as text, pictures, a page to
//! explore, or JSON.

mod choice;
mod show;
mod wanted;

use std::iter;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cli::options::Find;
use crate::cli::read::{in_one_form, known, open, shows_picture};
use peg_console::answer::LongList;
use peg_console::board::{start_on, too_large};
use peg_console::output::Output;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{Reachability, Record};
use pegfont_base::table::{csv_heading, csv_line};
use pegfont_base::words::{counted, in_shell};
use pegfont_film::variants::{Variants, columns, described, row, written};
use pegfont_type::find::{DesignPlace, Found, Placing, Query, Variant, vacancies_leading_to};
use show::{FIRST, MOST_DRAWN, PatternsFile};
use wanted::Wanted;

/// The most patterns whose games are counted in a list: more take minutes.
const MOST_COUNTED: usize = 100;

pub fn run(mut options: Find, out: &Output) -> Result<()> {
    options.wanted = in_one_form(&options.wanted);
    options.with = options.with.as_deref().map(in_one_form);
    if let Some(option) = options.picture.given()
        && !has_picture(&options, out)?
    {
        refuse!("{option} is for a pattern in a PNG, GIF, BMP, JPEG or WebP file");
    }
    options.refuse_contradictions()?;

    let mut files = Vec::new();
    for path in &options.output {
        files.push(PatternsFile::new(path, out)?);
    }
    let opened = match &options.set {
        Some(path) => Some(open(path, out)?),
        None => None,
    };

    let wanted = wanted::read(&options, opened.as_deref(), out)?;
    let keeping = choice::prepare(&options.chosen, &wanted.board, wanted.character, out)?;
    let own = own(&options, &wanted, out)?;
    let variants = variants(&options, wanted, own, opened, &files, out)?;

    let is_kept = keeping.is_some();
    if let Some(keeping) = keeping {
        keeping.write(&variants, out)?;
    }
    let command = command(&options, &variants, is_kept);
    for file in &files {
        let shown = variants.first(file.most(options.limit));
        file.write(&shown, &command, !options.table.is_given(), out)?;
    }

    if options.table.json {
        put_json(&variants, out)
    } else if options.table.csv {
        put_csv(&variants, out)
    } else if files.is_empty() && !is_kept {
        show::list(&variants, &command, options.most_distance(), out)
    } else {
        Ok(())
    }
}

/// Whether the target or the pattern of `--with` is a picture.
fn has_picture(options: &Find, out: &Output) -> Result<bool> {
    if shows_picture(Path::new(&options.wanted), out)? {
        return Ok(true);
    }
    match &options.with {
        Some(pattern) => shows_picture(Path::new(pattern), out),
        None => Ok(false),
    }
}

/// The patterns near what is wanted.
fn variants(
    options: &Find,
    wanted: Wanted,
    own: Option<OwnPattern>,
    opened: Option<Box<dyn Record>>,
    files: &[PatternsFile],
    out: &Output,
) -> Result<Variants> {
    let query = query(options, &wanted, own.as_ref());
    let order = query.order();
    let found = if options.is_from_any() {
        from_each_vacancy(&query, &wanted.board, out)?
    } else {
        reached_from_one_start(options, &query, &wanted, opened, files, out)?
    };

    Ok(Variants {
        start: found.start,
        reachability: found.reachability,
        found: found.variants.len(),
        all: found.variants,
        own: own.map(|own| (own.variant, own.vacancies)),
        order,
        is_unlike: options.unlike,
        file: in_shell(&options.file_to_keep_in()),
        board: wanted.board,
        character: wanted.character,
        designs: wanted.designs,
    })
}

fn query<'w>(options: &Find, wanted: &'w Wanted, own: Option<&OwnPattern>) -> Query<'w> {
    let near = match own {
        Some(own) => vec![(own.variant.found.pattern, DesignPlace::default())],
        None => {
            let placing = Placing {
                moved: !options.there,
                mirrored: options.mirror,
            };
            DesignPlace::all(&wanted.board, &wanted.designs, placing)
        }
    };

    Query {
        near,
        distance: options.distance,
        limit: options.limit.map(|limit| limit as usize),
        order: options.ranking(),
        unlike: options.unlike,
        reader: wanted.reader(),
    }
}

/// The patterns that can be reached from one start, with the number of their games, unless that
/// would take minutes.
fn reached_from_one_start(
    options: &Find,
    query: &Query<'_>,
    wanted: &Wanted,
    opened: Option<Box<dyn Record>>,
    files: &[PatternsFile],
    out: &Output,
) -> Result<FoundVariants> {
    let board = &wanted.board;
    let drawn = options.reading.drawn(out)?;
    let usual = drawn.or(wanted.start).unwrap_or(board.central_vacancy());
    let start = start_on(board, options.start.as_deref())?;
    let record = known(opened, board, start, usual, out)?;

    let mut reachability = Vec::new();
    for &design in &wanted.designs {
        reachability.push(record.reachability(design)?);
    }

    let mut variants = query.variants(&*record)?;
    let drawn = most_drawn(options, files, variants.len())?;
    let with_games = if variants.len() <= MOST_COUNTED {
        variants.len()
    } else {
        variants.len().min(drawn)
    };
    if with_games > 0 {
        out.watched("counting solutions", |progress| {
            query.count(&mut variants[..with_games], &*record, progress)
        })?;
    }

    Ok(FoundVariants {
        variants,
        start: Some(record.start()),
        reachability,
    })
}

/// The most patterns that any of the pictures shows, of so many.
fn most_drawn(options: &Find, files: &[PatternsFile], count: usize) -> Result<usize> {
    let drawn = files.iter().map(|file| file.most(options.limit)).max();
    let Some(drawn) = drawn else { return Ok(0) };

    if count > MOST_DRAWN && drawn > FIRST {
        let count = counted(count, "pattern");
        refuse!(
            "-o: {count} are too many for a picture: give a --limit of at most {MOST_DRAWN}, \
             or --unlike"
        );
    }
    Ok(drawn)
}

/// The same command, for those who want to see the patterns again.
fn command(options: &Find, variants: &Variants, is_kept: bool) -> String {
    let shown = ["output", "csv", "json", "pin", "alternate"];
    let arguments = options.written.in_shell::<Find>(&shown);
    let name = if variants.character.is_none() && !is_kept {
        " --as R"
    } else {
        ""
    };
    format!("pegfont find {arguments}{name}")
}

/// The pattern of `--with`, which is compared with the designs.
fn own(options: &Find, wanted: &Wanted, out: &Output) -> Result<Option<OwnPattern>> {
    let Some(text) = &options.with else {
        return Ok(None);
    };
    let board = &wanted.board;
    let shown = wanted::shown(options, text, board.clone(), out).context("--with")?;
    let [pattern] = shown.designs[..] else {
        refuse!("--with: {text} is several patterns: give one");
    };
    if shown.board != *board {
        let own = &shown.board;
        refuse!("--with: {text} is on {own}, and the design on {board}");
    }

    let found = Found::of(board, &wanted.designs, pattern).context("there is a design")?;
    let vacancies = out.watched("solving", |progress| {
        vacancies_leading_to(board, pattern, progress)
    });
    let vacancies = vacancies.map_err(|error| too_large(board.as_board(), error))?;
    let reading = match wanted.reader() {
        Some((reader, character)) => reader.read(character, pattern),
        None => None,
    };
    let variant = Variant {
        reading,
        ..Variant::new(found, DesignPlace::default(), board.central_vacancy())
    };
    Ok(Some(OwnPattern {
        variant,
        vacancies: vacancies
            .into_iter()
            .map(|hole| board.hole_name(hole))
            .collect(),
    }))
}

/// A pattern of one's own.
struct OwnPattern {
    variant: Variant,
    /// From which it can be reached.
    vacancies: Vec<String>,
}

/// Patterns that were found.
struct FoundVariants {
    variants: Vec<Variant>,
    /// The start, if all have the same.
    start: Option<Bitboard>,
    /// Of each design, whether it can be reached from there.
    reachability: Vec<Reachability>,
}

fn from_each_vacancy(query: &Query<'_>, board: &SmallBoard, out: &Output) -> Result<FoundVariants> {
    let variants = out.watched("trying each vacancy", |progress| {
        query.from_each_vacancy(board, progress)
    });
    Ok(FoundVariants {
        variants: variants.map_err(|error| too_large(board.as_board(), error))?,
        start: None,
        reachability: Vec::new(),
    })
}

fn put_json(variants: &Variants, out: &Output) -> Result<()> {
    let start = variants.start_line();
    let found = LongList {
        items: &variants.all,
        describe: |variant: &Variant| described(&variants.board, start.as_deref(), variant),
    };
    out.put_json(&written(variants, found))
}

/// Line by line: hundreds of thousands can follow.
fn put_csv(variants: &Variants, out: &Output) -> Result<()> {
    let heading = csv_heading(&columns());
    let numbered = (1..).zip(&variants.all);
    let rows = numbered.map(|(number, variant)| csv_line(&row(&variants.board, number, variant)));
    out.say_lines(iter::once(heading).chain(rows))
}
