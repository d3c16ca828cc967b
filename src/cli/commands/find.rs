//! `pegfont find`: the reachable patterns nearest to a design, as text, pictures, a page to
//! explore, or JSON.

mod choice;
mod show;
mod wanted;

use std::iter;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::cli::args::{GlyphArgs, ThresholdArgs, known, open, shows_picture, subject};
use choice::Chosen;
use peg_console::answer::LongList;
use peg_console::board::{start_on, too_large};
use peg_console::command_line::AsWritten;
use peg_console::help::with_default;
use peg_console::input::{Keyword, one_of, whole};
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{Reachability, Record};
use pegfont_base::table::{csv_heading, csv_line};
use pegfont_base::words::counted;
use pegfont_base::words::in_shell;
use pegfont_film::variants::{Variants, columns, described, row, written};
use pegfont_type::find::{
    DesignPlace, Found, MAX_DISTANCE, Placing, Query, Ranking, Variant, vacancies_leading_to,
};
use show::{FIRST, MOST_DRAWN, PatternsFile};
use wanted::Wanted;

/// Find the reachable patterns near a design, and choose among them
///
/// The patterns are listed as text. -o draws them. --pin keeps some in a glyph file, of which
/// `pegfont font build` makes a font.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("board", |board| with_default(board, BOARD_HELP, USUAL_BOARD)))]
#[command(after_help = include_str!("find.txt"))]
pub struct Find {
    #[command(flatten)]
    written: AsWritten,

    /// What to look near: a character, of which the designs count, a position, or a picture (PNG,
    /// GIF, BMP, JPEG, WebP).
    ///
    /// A game or jumps stand for their end
    #[arg(value_name = "TARGET|FILE", value_parser = subject)]
    wanted: String,

    /// List all patterns that differ from a design in at most this many holes (up to 8)
    #[arg(
        short,
        long,
        value_name = "HOLES",
        value_parser = whole::<u32>(0..=u64::from(MAX_DISTANCE))
    )]
    distance: Option<u32>,

    /// List at most this many patterns
    ///
    /// [default: 12, or all with --distance, of which a picture shows the first 60]
    #[arg(short, long, value_name = "NUMBER", value_parser = whole::<u32>(1..=1_000_000))]
    limit: Option<u32>,

    /// Keep the design where it was drawn, instead of trying it anywhere on the board
    #[arg(long)]
    there: bool,

    /// Also try the mirror image of the design
    #[arg(long)]
    mirror: bool,

    /// How to sort the patterns.
    ///
    /// Looks are compared within --distance, or two holes beyond the nearest [default: looks for a
    /// character; distance with --distance, --with or `--start any`, and for a pattern]
    #[arg(long, value_name = "ORDER", value_parser = one_of(ORDERS))]
    by: Option<Ranking>,

    /// List patterns that differ most from each other, within --distance or two holes beyond the
    /// nearest
    #[arg(long)]
    unlike: bool,

    /// Search near a pattern of your own, and compare it with the design.
    ///
    /// It is given in the same ways as TARGET
    #[arg(long, value_name = "PATTERN|FILE", value_parser = subject)]
    with: Option<String>,

    /// A file with designs: a glyph file, or a font; can be repeated.
    ///
    /// BDF, PCF, PSF, TrueType, OpenType and WOFF fonts are read [default: the built-in glyph
    /// files]
    #[arg(long, value_name = "FILE")]
    glyphs: Vec<PathBuf>,

    #[command(flatten)]
    reading: GlyphArgs,

    /// The start, or `any`: the nearest pattern from each vacancy
    ///
    /// [default: the position in the picture of the board, or all pegs except the one nearest the
    /// centre]
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,

    /// Use a table or a set on disk instead of solving.
    ///
    /// `pegfont solve -o` writes a table, and `peglab set solve` a set; it determines board and
    /// start
    #[arg(long = "reachable", value_name = "FILE")]
    set: Option<PathBuf>,

    /// Draw the patterns: a sheet as .svg, .png or .pdf; a .gif in which each plays its game; an
    /// .html page to sort, compare and play them; can be repeated
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    picture: ThresholdArgs,

    #[command(flatten)]
    chosen: Chosen,
}

/// The help of `--board`.
const BOARD_HELP: &str = "The board of a pattern or a font; a glyph file names its own";
const USUAL_BOARD: &str = "5x7, or the size of a font's characters";

const ORDERS: &[Keyword<Ranking>] = &[
    Keyword::new(
        "distance",
        "those nearest to the design, then those with the fewest points",
        Ranking::Distance,
    ),
    Keyword::new(
        "looks",
        "the lowest cost: 16 for each changed hole, the penalty points, and up to 16 for not being \
         read as the character",
        Ranking::Looks,
    ),
];

/// The most patterns whose games are counted in a list: more take minutes.
const MOST_COUNTED: usize = 100;

/// The most patterns of which unlike ones are listed.
const MOST_UNLIKE: u32 = 1000;

impl Find {
    pub fn run(self, out: &Output) -> Result<()> {
        self.refuse_mistakes(out)?;
        let mut files = Vec::new();
        for path in &self.output {
            files.push(PatternsFile::new(path, out)?);
        }
        let opened = match &self.set {
            Some(path) => Some(open(path, out)?),
            None => None,
        };

        let wanted = self.wanted(opened.as_deref(), out)?;
        let keeping = self.chosen.prepare(&wanted.board, wanted.character, out)?;
        let own = self.own(&wanted, out)?;
        let variants = self.variants(wanted, own, opened, &files, out)?;

        let is_kept = keeping.is_some();
        if let Some(keeping) = keeping {
            keeping.write(&variants, out)?;
        }
        let command = self.command(&variants, is_kept);
        for file in &files {
            let shown = variants.first(file.most(self.limit));
            file.write(&shown, &command, !self.table.is_given(), out)?;
        }

        if self.table.json {
            put_json(&variants, out)
        } else if self.table.csv {
            put_csv(&variants, out)
        } else if files.is_empty() && !is_kept {
            show::list(&variants, &command, self.most_distance(), out)
        } else {
            Ok(())
        }
    }

    /// Whether the nearest pattern from each vacancy is asked for.
    fn is_from_any(&self) -> bool {
        self.start.as_deref() == Some("any")
    }

    fn most_distance(&self) -> u32 {
        self.distance.unwrap_or(MAX_DISTANCE)
    }

    /// Refuses options that contradict each other.
    fn refuse_mistakes(&self, out: &Output) -> Result<()> {
        if let Some(option) = self.picture.given()
            && !self.has_picture(out)?
        {
            refuse!("{option} is for a pattern in a PNG, GIF, BMP, JPEG or WebP file");
        }
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

    /// Whether the target or the pattern of `--with` is a picture.
    fn has_picture(&self, out: &Output) -> Result<bool> {
        if shows_picture(Path::new(&self.wanted), out)? {
            return Ok(true);
        }
        match &self.with {
            Some(pattern) => shows_picture(Path::new(pattern), out),
            None => Ok(false),
        }
    }

    /// The patterns near what is wanted.
    fn variants(
        &self,
        wanted: Wanted,
        own: Option<OwnPattern>,
        opened: Option<Box<dyn Record>>,
        files: &[PatternsFile],
        out: &Output,
    ) -> Result<Variants> {
        let query = self.query(&wanted, own.as_ref());
        let order = query.order();
        let found = if self.is_from_any() {
            from_each_vacancy(&query, &wanted.board, out)?
        } else {
            self.reached_from_one_start(&query, &wanted, opened, files, out)?
        };

        Ok(Variants {
            start: found.start,
            reachability: found.reachability,
            found: found.variants.len(),
            all: found.variants,
            own: own.map(|own| (own.variant, own.vacancies)),
            order,
            is_unlike: self.unlike,
            file: in_shell(&self.file_to_keep_in()),
            board: wanted.board,
            character: wanted.character,
            designs: wanted.designs,
        })
    }

    fn query<'w>(&self, wanted: &'w Wanted, own: Option<&OwnPattern>) -> Query<'w> {
        let near = match own {
            Some(own) => vec![(own.variant.found.pattern, DesignPlace::default())],
            None => {
                let placing = Placing {
                    moved: !self.there,
                    mirrored: self.mirror,
                };
                DesignPlace::all(&wanted.board, &wanted.designs, placing)
            }
        };

        let by_distance = own.is_some() || self.is_from_any();
        Query {
            near,
            distance: self.distance,
            limit: self.limit.map(|limit| limit as usize),
            order: self.by.or(by_distance.then_some(Ranking::Distance)),
            unlike: self.unlike,
            reader: wanted.reader(),
        }
    }

    /// The patterns that can be reached from one start, with the number of their games, unless that
    /// would take minutes.
    fn reached_from_one_start(
        &self,
        query: &Query<'_>,
        wanted: &Wanted,
        opened: Option<Box<dyn Record>>,
        files: &[PatternsFile],
        out: &Output,
    ) -> Result<FoundVariants> {
        let board = &wanted.board;
        let drawn = self.reading.drawn(out)?;
        let usual = drawn.or(wanted.start).unwrap_or(board.central_vacancy());
        let start = start_on(board, self.start.as_deref())?;
        let record = known(opened, board, start, usual, out)?;

        let mut reachability = Vec::new();
        for &design in &wanted.designs {
            reachability.push(record.reachability(design)?);
        }

        let mut variants = query.variants(&*record)?;
        let drawn = self.most_drawn(files, variants.len())?;
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
    fn most_drawn(&self, files: &[PatternsFile], count: usize) -> Result<usize> {
        let drawn = files.iter().map(|file| file.most(self.limit)).max();
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
    fn command(&self, variants: &Variants, is_kept: bool) -> String {
        let shown = ["output", "csv", "json", "pin", "alternate"];
        let arguments = self.written.in_shell::<Self>(&shown);
        let name = if variants.character.is_none() && !is_kept {
            " --as R"
        } else {
            ""
        };
        format!("pegfont find {arguments}{name}")
    }

    /// The glyph file that gets patterns, or would get them: the one that has the designs, since
    /// the patterns then stand beside these.
    fn file_to_keep_in(&self) -> String {
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

    /// The pattern of `--with`, which is compared with the designs.
    fn own(&self, wanted: &Wanted, out: &Output) -> Result<Option<OwnPattern>> {
        let Some(text) = &self.with else {
            return Ok(None);
        };
        let board = &wanted.board;
        let shown = self.shown(text, board.clone(), out).context("--with")?;
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
        let vacancies = vacancies.map_err(|error| too_large(board, error))?;
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
        variants: variants.map_err(|error| too_large(board, error))?,
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
