//! `pegfont font build`: chooses a reachable pattern for every designed character.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::glyphs::GlyphArgs;
use crate::cli::output::write_to;
use crate::find::Finder;
use crate::find::choose::{Choosing, Chosen, Designs, Mistakable, choose};
use crate::font::{Character, Font};
use crate::glyph::Glyphs;
use crate::solution::Rewind;
use crate::solve::{Instructions, Reachable};

/// Choose a reachable pattern for every designed character
#[derive(Args)]
pub(in crate::cli) struct Build {
    /// Glyph files [default: those that come with the program]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: GlyphArgs,

    /// The font's name [default: pegfont, or that of the first file]
    #[arg(long)]
    name: Option<String>,

    /// Make the letters the empty holes in a field of pegs
    #[arg(long)]
    inverse: bool,

    /// Leave out characters that have no pattern within this distance of a design
    #[arg(long, default_value_t = Choosing::default().farthest, value_name = "HOLES")]
    farthest: u32,

    /// Where to write the font; - is standard output [default: fonts/NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

impl Build {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let glyphs = self.reading.read(&self.files)?;
        let name = self.name();
        let board = glyphs.board().clone();
        let start = board.central_vacancy();
        let bar = progress_bar("solving");
        let reachable = Reachable::solve_with(&board, start, Instructions::Best, &|done, all| {
            bar.set_length(all);
            bar.set_position(done);
        })?;
        bar.set_message("choosing");
        let choosing = Choosing { inverse: self.inverse, farthest: self.farthest };
        let chosen = choose(&glyphs, &Finder::new(&reachable), choosing)?;
        let font = font(&name, &glyphs, &chosen, &reachable)?;
        bar.finish_and_clear();
        let path = self.output.clone();
        let path = path.unwrap_or_else(|| Path::new("fonts").join(format!("{name}.toml")));
        write_to(&path, |out| Ok(out.write_all(font.to_toml().as_bytes())?))?;
        let designs = Designs::of(&glyphs, self.inverse);
        let mistakable: Vec<Mistakable> = chosen
            .choices
            .iter()
            .filter(|(_, choice)| choice.same_as.is_none())
            .filter_map(|(&character, choice)| designs.mistakable(character, choice.pattern))
            .collect();
        report(&chosen, &mistakable);
        Ok(())
    }

    fn name(&self) -> String {
        let stem = self.files.first().and_then(|file| file.file_stem());
        let stem = stem.map_or("pegfont".into(), |stem| stem.to_string_lossy());
        let inverse = if self.inverse { "-inverse" } else { "" };
        self.name.clone().unwrap_or_else(|| format!("{stem}{inverse}"))
    }
}

/// The font of the chosen patterns with their solutions.
fn font(name: &str, glyphs: &Glyphs, chosen: &Chosen, reachable: &Reachable) -> Result<Font> {
    let mut font = Font::new(name, glyphs.board(), reachable.start());
    for (&character, choice) in &chosen.choices {
        let solution = reachable
            .solution_of(choice.pattern)
            .with_context(|| format!("{character:?} has no solution"))?;
        let script = glyphs.get(character).map_or_else(String::new, |glyph| glyph.script.clone());
        font.insert(character, Character { script, design: choice.design, solution });
    }
    Ok(font)
}

fn progress_bar(doing: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(0).with_message(doing);
    if let Ok(style) = ProgressStyle::with_template("{msg:10} {wide_bar} {percent:>3} %") {
        bar.set_style(style);
    }
    bar
}

fn report(chosen: &Chosen, mistakable: &[Mistakable]) {
    let mut histogram = [0; 12];
    for choice in chosen.choices.values() {
        histogram[choice.distance() as usize] += 1;
    }
    println!("{} characters; distances {histogram:?}", chosen.choices.len());
    let ascii: Vec<u32> =
        chosen.choices.iter().filter(|(c, _)| c.is_ascii()).map(|(_, c)| c.distance()).collect();
    println!(
        "ASCII mean {} max {:?}",
        ascii.iter().sum::<u32>() as f64 / ascii.len() as f64,
        ascii.iter().max()
    );
    println!("blank {:?}, left out {:?}", chosen.blank, chosen.left_out);
    for m in mistakable {
        println!("{m:?}");
    }
}
