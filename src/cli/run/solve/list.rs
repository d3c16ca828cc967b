//! `pegfont solve --list`: the codes of the positions, put into words on all threads.

use std::io::Write;

use anyhow::Result;

use crate::cli::output::OutputFile;
use peg_console::answer::{Answer, Form};
use peg_console::output::Output;
use peg_solitaire::solve::Reachable;
use pegfont_base::parallel;

/// The indices of the position class that a thread looks at in one piece.
const INDICES_AT_ONCE: u64 = 1 << 18;

/// The codes of positions in increasing order. They are put into words as they are printed, since
/// there can be billions.
pub struct PositionCodes {
    pub reachable: Reachable,
    /// Only positions with this many pegs, if that is given.
    pub pegs: Option<u32>,
    pub file: OutputFile,
}

impl Answer for PositionCodes {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        let Self {
            reachable,
            pegs,
            file,
        } = self;
        let written = file.write(out, |to| write(&reachable, pegs, to, out))?;
        written.say(&[], out)
    }
}

fn write(reachable: &Reachable, pegs: Option<u32>, to: &mut dyn Write, out: &Output) -> Result<()> {
    // Most of a long piece has other numbers of pegs.
    let size = match pegs {
        Some(_) => INDICES_AT_ONCE << 4,
        None => INDICES_AT_ONCE,
    };
    let wanted = pegs.map_or(0..=u32::MAX, |pegs| pegs..=pegs);
    let piece = |number: u64| -> Vec<u8> {
        let indices = number * size..(number + 1) * size;
        let mut bytes = Vec::new();
        for position in reachable.positions(indices, wanted.clone()) {
            // Writing to a Vec can't fail.
            let _ = writeln!(bytes, "{}", position.code());
        }
        bytes
    };

    let pieces = reachable.class_size().div_ceil(size);
    let batch = 4 * parallel::threads() as u64;
    out.watched("listing", |progress| {
        for first in (0..pieces).step_by(batch as usize) {
            let last = pieces.min(first + batch);
            for codes in parallel::map(first..last, piece) {
                to.write_all(&codes)?;
            }
            progress.report(last, pieces)?;
        }
        Ok(())
    })
}
