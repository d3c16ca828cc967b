//! `pegfont find`: the reachable patterns nearest to a design, as text, pictures, a page to
//! explore, or JSON.

mod choice;
mod show;
mod wanted;

use std::iter;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cli::read::{in_one_form, known, open, shows_picture};
use crate::cli::request::FindRequest;
use choice::Keeping;
use peg_console::answer::{Answer, Form, LongList};
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

/// Patterns that were found, and where they go.
pub struct FoundPatterns {
    variants: Variants,
    /// How far from the design they may be.
    most_distance: u32,
    keeping: Option<Keeping>,
    pictures: Vec<PatternsShown>,
    /// The command that lists them again.
    command: String,
}

/// A file of patterns, and how many of them it shows at the most.
struct PatternsShown {
    file: PatternsFile,
    most: usize,
}

pub fn run(mut request: FindRequest, out: &Output) -> Result<FoundPatterns> {
    request.wanted = in_one_form(&request.wanted);
    request.with = request.with.as_deref().map(in_one_form);
    if let Some(option) = request.picture.given()
        && !has_picture(&request, out)?
    {
        refuse!("{option} is for a pattern in a PNG, GIF, BMP, JPEG or WebP file");
    }

    let mut pictures = Vec::new();
    for path in &request.files {
        let file = PatternsFile::new(path, out)?;
        let most = file.most(request.limit);
        pictures.push(PatternsShown { file, most });
    }
    let opened = match &request.reachable {
        Some(path) => Some(open(path, out)?),
        None => None,
    };

    let wanted = wanted::read(&request, opened.as_deref(), out)?;
    let keeping = match &request.pin {
        Some(pin) => Some(Keeping::new(pin, &wanted.board, wanted.character, out)?),
        None => None,
    };
    let own = own(&request, &wanted, out)?;
    let variants = variants(&request, wanted, own, opened, &pictures, out)?;

    let mut command = request.command.clone();
    if variants.character.is_none() && keeping.is_none() {
        command += " --as R";
    }
    Ok(FoundPatterns {
        variants,
        most_distance: request.most_distance(),
        keeping,
        pictures,
        command,
    })
}

impl Answer for FoundPatterns {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        let Self {
            variants, command, ..
        } = &self;
        let is_listed = self.pictures.is_empty() && self.keeping.is_none();
        if let Some(keeping) = &self.keeping {
            keeping.write(variants, out)?;
        }
        for PatternsShown { file, most } in &self.pictures {
            let shown = variants.first(*most);
            file.write(&shown, command, !form.is_for_programs(), out)?;
        }

        match form {
            Form::Json => put_json(variants, out),
            Form::Csv => put_csv(variants, out),
            Form::Text if is_listed => show::list(variants, command, self.most_distance, out),
            Form::Text => Ok(()),
        }
    }
}

/// Whether the target or the pattern of `--with` is a picture.
fn has_picture(request: &FindRequest, out: &Output) -> Result<bool> {
    if shows_picture(Path::new(&request.wanted), out)? {
        return Ok(true);
    }
    match &request.with {
        Some(pattern) => shows_picture(Path::new(pattern), out),
        None => Ok(false),
    }
}

/// The patterns near what is wanted.
fn variants(
    request: &FindRequest,
    wanted: Wanted,
    own: Option<OwnPattern>,
    opened: Option<Box<dyn Record>>,
    pictures: &[PatternsShown],
    out: &Output,
) -> Result<Variants> {
    let query = query(request, &wanted, own.as_ref());
    let order = query.order();
    let found = if request.is_from_any() {
        from_each_vacancy(&query, &wanted.board, out)?
    } else {
        reached_from_one_start(request, &query, &wanted, opened, pictures, out)?
    };

    Ok(Variants {
        start: found.start,
        reachability: found.reachability,
        found: found.variants.len(),
        all: found.variants,
        own: own.map(|own| (own.variant, own.vacancies)),
        order,
        is_unlike: request.is_unlike,
        file: in_shell(&request.file_to_keep_in().to_string_lossy()),
        board: wanted.board,
        character: wanted.character,
        designs: wanted.designs,
    })
}

fn query<'w>(request: &FindRequest, wanted: &'w Wanted, own: Option<&OwnPattern>) -> Query<'w> {
    let near = match own {
        Some(own) => vec![(own.variant.found.pattern, DesignPlace::default())],
        None => {
            let placing = Placing {
                moved: !request.stays,
                mirrored: request.is_mirrored,
            };
            DesignPlace::all(&wanted.board, &wanted.designs, placing)
        }
    };

    Query {
        near,
        distance: request.distance,
        limit: request.limit.map(|limit| limit as usize),
        order: request.ranking(),
        unlike: request.is_unlike,
        reader: wanted.reader(),
    }
}

/// The patterns that can be reached from one start, with the number of their games, unless that
/// would take minutes.
fn reached_from_one_start(
    request: &FindRequest,
    query: &Query<'_>,
    wanted: &Wanted,
    opened: Option<Box<dyn Record>>,
    pictures: &[PatternsShown],
    out: &Output,
) -> Result<FoundVariants> {
    let board = &wanted.board;
    let drawn = request.designs.drawn(out)?;
    let usual = drawn.or(wanted.start).unwrap_or(board.central_vacancy());
    let start = start_on(board, request.start.as_deref())?;
    let record = known(opened, board, start, usual, out)?;

    let mut reachability = Vec::new();
    for &design in &wanted.designs {
        reachability.push(record.reachability(design)?);
    }

    let mut variants = query.variants(&*record)?;
    let drawn = most_drawn(pictures, variants.len())?;
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
fn most_drawn(pictures: &[PatternsShown], count: usize) -> Result<usize> {
    let drawn = pictures.iter().map(|picture| picture.most).max();
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

/// The pattern of `--with`, which is compared with the designs.
fn own(request: &FindRequest, wanted: &Wanted, out: &Output) -> Result<Option<OwnPattern>> {
    let Some(text) = &request.with else {
        return Ok(None);
    };
    let board = &wanted.board;
    let shown = wanted::shown(request, text, board.clone(), out).context("--with")?;
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
