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
use pegfont_base::table::{csv_heading, csv_line};
use pegfont_base::words::counted;
use pegfont_base::words::in_shell;
use pegfont_film::variants::{Variants, columns, described, row, written};
use pegfont_type::find::{
    DesignPlace, Found, MAX_DISTANCE, Placing, Query, Ranking, Variant, vacancies_leading_to,
};
use show::{DRAWN, FIRST, Sheet};
use wanted::Wanted;

/// Find the reachable patterns near a design, and choose among them
///
/// The patterns are listed as text. -o draws them. --pin keeps some in a glyph file, of which
/// `pegfont font build` makes a font.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("board", |board| with_default(board, BOARD, USUAL_BOARD)))]
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
    #[arg(short, long, value_name = "HOLES", value_parser = whole::<u32>(0..=u64::from(MAX_DISTANCE)))]
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
const BOARD: &str = "The board of a pattern or a font; a glyph file names its own";
const USUAL_BOARD: &str = "5x7, or the size of a font's characters";

const ORDERS: &[Keyword<Ranking>] = &[
    Keyword::new(
        "distance",
        "those nearest to the design, then those with the fewest points",
        Ranking::Distance,
    ),
    Keyword::new(
        "looks",
        "the lowest cost: 16 for each changed hole, the penalty points, and up to 16 for not being read as the character",
        Ranking::Looks,
    ),
];

/// The most patterns whose games are counted in a list: more take minutes.
const COUNTED: usize = 100;

/// The most patterns of which unlike ones are listed.
const UNLIKE: u32 = 1000;

impl Find {
    pub fn run(self, out: &Output) -> Result<()> {
        let shown = [Some(&self.wanted), self.with.as_ref()]
            .map(|it| it.map_or(Ok(false), |it| shows_picture(Path::new(it), out)));
        if let Some(option) = self.picture.given()
            && !shown
                .into_iter()
                .collect::<Result<Vec<_>>>()?
                .contains(&true)
        {
            refuse!("{option} is for a pattern in a PNG, GIF, BMP, JPEG or WebP file");
        }
        if self.unlike && self.limit.is_some_and(|limit| limit > UNLIKE) {
            refuse!("--unlike lists at most {UNLIKE} patterns: give a lower --limit");
        }
        let sheets = self
            .output
            .iter()
            .map(|path| Sheet::new(path, out))
            .collect::<Result<Vec<_>>>()?;
        let is_any = self.start.as_deref() == Some("any");
        if is_any && self.set.is_some() {
            refuse!("--start any needs the solver: omit --reachable");
        }
        if is_any && self.unlike {
            refuse!("--start any lists one pattern for each vacancy: omit --unlike");
        }
        let opened = self
            .set
            .as_deref()
            .map(|path| open(path, out))
            .transpose()?;
        let wanted = self.wanted(opened.as_deref(), out)?;
        let board = &wanted.board;
        let keep = self.chosen.prepare(board, wanted.character, out)?;
        let own = self.own(&wanted, out)?;
        let query = Query {
            near: match &own {
                Some((own, _)) => vec![(own.found.pattern, DesignPlace::default())],
                None => {
                    let placing = Placing {
                        moved: !self.there,
                        mirrored: self.mirror,
                    };
                    DesignPlace::all(board, &wanted.designs, placing)
                }
            },
            distance: self.distance,
            limit: self.limit.map(|limit| limit as usize),
            order: self
                .by
                .or((own.is_some() || is_any).then_some(Ranking::Distance)),
            unlike: self.unlike,
            reader: wanted.reader(),
        };
        let (mut reachability, mut start) = (Vec::new(), None);
        let all = if is_any {
            let found = out.watched("trying each vacancy", |it| {
                query.from_each_vacancy(board, it)
            });
            found.map_err(|error| too_large(board, error))?
        } else {
            let usual = self
                .reading
                .drawn(out)?
                .or(wanted.start)
                .unwrap_or(board.central_vacancy());
            let known = known(
                opened,
                board,
                start_on(board, self.start.as_deref())?,
                usual,
                out,
            )?;
            let reached = wanted
                .designs
                .iter()
                .map(|&design| known.reachability(design));
            reachability = reached.collect::<Result<_, _>>()?;
            start = Some(known.start());
            let mut variants = query.variants(&*known)?;
            let drawn = self.most_drawn(&sheets, variants.len())?;
            let with_games = if variants.len() <= COUNTED {
                variants.len()
            } else {
                variants.len().min(drawn)
            };
            if with_games > 0 {
                out.watched("counting solutions", |it| {
                    query.count(&mut variants[..with_games], &*known, it)
                })?;
            }
            variants
        };
        let order = query.order();
        let Wanted {
            board,
            character,
            designs,
            ..
        } = wanted;
        let variants = Variants {
            board,
            character,
            designs,
            start,
            reachability,
            own,
            found: all.len(),
            all,
            order,
            is_unlike: self.unlike,
            file: in_shell(&self.file_to_keep_in()),
        };
        let kept = keep
            .map(|keep| keep.write(&variants, out))
            .transpose()?
            .is_some();
        let command = self
            .written
            .in_shell::<Self>(&["output", "csv", "json", "pin", "alternate"]);
        let name = if character.is_none() && !kept {
            " --as R"
        } else {
            ""
        };
        let command = format!("pegfont find {command}{name}");
        for sheet in &sheets {
            let shown = variants.first(sheet.most(self.limit));
            sheet.write(&shown, &command, !self.table.is_given(), out)?;
        }

        if self.table.json {
            let start = variants.start_line();
            let found = LongList {
                items: &variants.all,
                describe: |it: &Variant| described(&variants.board, start.as_deref(), it),
            };
            out.put_json(&written(&variants, found))?;
        } else if self.table.csv {
            // Line by line: hundreds of thousands can follow.
            let rows = (1..).zip(&variants.all);
            let rows = rows.map(|(number, it)| csv_line(&row(&variants.board, number, it)));
            out.say_lines(iter::once(csv_heading(&columns())).chain(rows))?;
        } else if sheets.is_empty() && !kept {
            show::list(
                &variants,
                &command,
                self.distance.unwrap_or(MAX_DISTANCE),
                out,
            )?;
        }
        Ok(())
    }

    /// The most patterns that any of the pictures shows, of so many.
    fn most_drawn(&self, sheets: &[Sheet], count: usize) -> Result<usize> {
        let drawn = sheets.iter().map(|sheet| sheet.most(self.limit)).max();
        let Some(drawn) = drawn else { return Ok(0) };
        if count > DRAWN && drawn > FIRST {
            let count = counted(count, "pattern");
            refuse!(
                "-o: {count} are too many for a picture: give a --limit of at most {DRAWN}, or --unlike"
            );
        }
        Ok(drawn)
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

    /// The pattern that is compared with the designs, and the vacancies from which it can be
    /// reached.
    fn own(&self, wanted: &Wanted, out: &Output) -> Result<Option<(Variant, Vec<String>)>> {
        let Some(text) = &self.with else {
            return Ok(None);
        };
        let (board, designs) = (&wanted.board, &wanted.designs);
        let shown = self.shown(text, board.clone(), out).context("--with")?;
        let (own, [pattern]) = (&shown.board, &shown.designs[..]) else {
            refuse!("--with: {text} is several patterns: give one");
        };
        if own != board {
            refuse!("--with: {text} is on {own}, and the design on {board}");
        }
        let pattern = *pattern;
        let found = Found::of(board, designs, pattern).context("there is a design")?;
        let starts = out.watched("solving", |it| vacancies_leading_to(board, pattern, it));
        let starts = starts.map_err(|error| too_large(board, error))?.into_iter();
        let reading = wanted
            .reader()
            .and_then(|(reader, it)| reader.read(it, pattern));
        let own = Variant::new(found, DesignPlace::default(), board.central_vacancy());
        Ok(Some((
            Variant { reading, ..own },
            starts.map(|hole| board.hole_name(hole)).collect(),
        )))
    }
}
