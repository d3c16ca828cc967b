//! The sound of a film: a click for every jump that lands, as plain samples. It needs the timeline and never looks at pictures.
//!
//! A click is a struck piece of wood: three partials that die away, and a little noise at the beginning. Its pitch depends on the hole, the last
//! one of the film is deeper and longer. Jumps that land together make one click; it is louder than that of a single jump, but each of them is softer.

use std::collections::VecDeque;
use std::f64::consts::TAU;
use std::io::Write;

use peg_solitaire::board::{Board, Hole};
use peg_solitaire::progress::Progress;

use super::RenderError;
use crate::timeline::{Landing, Timeline};

/// Samples per second.
pub const RATE: u32 = 48_000;

/// The partials of a click: hertz, share, and the seconds in which they die away to a third.
const PARTIALS: [(f64, f64, f64); 3] =
    [(1240.0, 1.0, 0.010), (2690.0, 0.4, 0.005), (530.0, 0.5, 0.016)];
/// The share of the noise, and the seconds in which it dies away to a third.
const NOISE: (f64, f64) = (0.3, 0.0015);
/// The seconds in which a click rises.
const ATTACK: f64 = 0.0008;
/// The seconds of a click, and of the last one.
const LENGTH: (f64, f64) = (0.07, 0.2);
/// The largest sample of a click of one jump, of 1.
const LEVEL: f64 = 0.4;
/// How much louder than one jump any number of them is, at most.
const LOUDEST: f64 = 2.0;
/// The pitches of holes: neighbours differ in each direction.
const PITCHES: [f64; 5] = [0.92, 1.04, 0.96, 1.08, 1.0];
/// The pitch of the last click.
const LAST: f64 = 0.6;

/// Writes the sound of a film played once, as long as the film: mono samples of 16 bits, the low byte first, [`RATE`] a second. The same film has
/// the same samples on every machine.
///
/// # Errors
/// If the output fails, or the watcher stops it.
pub fn write_samples(
    timeline: &Timeline,
    out: &mut dyn Write,
    progress: Progress<'_>,
) -> Result<(), RenderError> {
    let sample_at = |ms: f64| (ms * f64::from(RATE) / 1000.0) as u64;
    let total = sample_at(timeline.duration() as f64);
    let board = timeline.setting().board();
    let clicks = PITCHES.map(|pitch| click(pitch, LENGTH.0));
    let last = click(LAST, LENGTH.1);
    let mut mixed = Mixed { written: 0, total, ahead: VecDeque::new(), out };
    for Landing { at, jumps, hole, is_last } in timeline.landings() {
        let from = sample_at(at);
        mixed.write_until(from)?;
        progress.report(from, total)?;
        let louder = (jumps as f64).sqrt().sqrt().min(LOUDEST);
        let click = if is_last { &last } else { &clicks[pitch_of(board, hole)] };
        mixed.add(click, louder);
    }
    mixed.write_until(total)?;
    Ok(out.flush()?)
}

/// The number of a hole's pitch.
fn pitch_of(board: &Board, hole: Hole) -> usize {
    let (x, y) = board.coordinates(hole);
    (i32::from(x) + 2 * i32::from(y)).rem_euclid(PITCHES.len() as i32) as usize
}

/// The samples of a click of one jump, from -1 to 1.
fn click(pitch: f64, seconds: f64) -> Vec<f64> {
    let rate = f64::from(RATE);
    // After so many seconds, a sound that loses this much with every sample has died away to a third.
    let loss = |seconds: f64| 1.0 - 1.0 / (seconds * rate);
    let count = (seconds * rate) as usize;
    let mut partials =
        PARTIALS.map(|(hertz, share, fades)| (hertz * pitch, share, loss(fades / pitch)));
    let (mut noise, fades) = (NOISE.0, loss(NOISE.1));
    let mut random: u32 = 1;
    let mut samples = Vec::with_capacity(count);
    for number in 0..count {
        let time = number as f64 / rate;
        // A linear congruential generator is random enough for a millisecond of noise.
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut sample = noise * (f64::from(random >> 8) / f64::from(1 << 23) - 1.0);
        noise *= fades;
        for (hertz, share, loss) in &mut partials {
            sample += *share * f64::from(libm::sinf((TAU * *hertz * time) as f32));
            *share *= *loss;
        }
        let rises = (time / ATTACK).min(1.0);
        let ends = (count - number) as f64 / count as f64;
        samples.push(sample * rises * ends);
    }
    let largest = samples.iter().fold(0.0, |most: f64, sample| most.max(sample.abs()));
    samples.iter_mut().for_each(|sample| *sample *= LEVEL / largest);
    samples
}

/// Clicks that overlap, written as far as no more can join them.
struct Mixed<'o> {
    written: u64,
    total: u64,
    /// The samples after those that are written.
    ahead: VecDeque<f64>,
    out: &'o mut dyn Write,
}

impl Mixed<'_> {
    /// Writes all samples before this one.
    fn write_until(&mut self, end: u64) -> std::io::Result<()> {
        const PIECE: usize = 1 << 12;
        let mut piece = Vec::with_capacity(2 * PIECE);
        let end = end.min(self.total);
        while self.written < end {
            piece.clear();
            for _ in 0..(end - self.written).min(PIECE as u64) {
                let sample = self.ahead.pop_front().unwrap_or(0.0);
                // Never beyond 1, however many clicks there are.
                let limited = sample / (1.0 + sample * sample).sqrt();
                piece.extend(((limited * 32_767.0).round() as i16).to_le_bytes());
            }
            self.out.write_all(&piece)?;
            self.written += piece.len() as u64 / 2;
        }
        Ok(())
    }

    /// Lets a click begin now.
    fn add(&mut self, click: &[f64], louder: f64) {
        if self.ahead.len() < click.len() {
            self.ahead.resize(click.len(), 0.0);
        }
        self.ahead.iter_mut().zip(click).for_each(|(sum, sample)| *sum += louder * sample);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::{Missing, Order, Pace, Setting, Timing};
    use pegfont_type::font::Font;

    /// The samples of a film.
    fn heard(text: &str, timing: Timing) -> (Timeline, Vec<i16>) {
        let font = Font::parse(include_str!("../../../../fonts/pegfont.toml")).unwrap();
        let setting = Setting::new(&font, text, 16, Missing::Refuse).unwrap();
        let timeline = Timeline::new(setting, timing).unwrap();
        let mut bytes = Vec::new();
        write_samples(&timeline, &mut bytes, Progress::NONE).unwrap();
        let samples = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        (timeline, samples.collect())
    }

    /// The largest sample in some milliseconds.
    fn loudest(samples: &[i16], from: f64, until: f64) -> u16 {
        let at = |ms: f64| (ms * 48.0) as usize;
        let samples = &samples[at(from)..at(until).min(samples.len())];
        samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0)
    }

    #[test]
    fn a_film_sounds_as_long_as_it_lasts_and_only_where_pegs_land() {
        for ping_pong in [false, true] {
            let (film, samples) = heard("I", Timing { ping_pong, ..Timing::default() });
            assert_eq!(samples.len() as u64, film.duration() * 48);
            let landings = film.landings();
            for pair in landings.windows(2) {
                assert!(loudest(&samples, pair[0].at, pair[0].at + 10.0) > 4000, "{}", pair[0].at);
                let ends = pair[0].at + if pair[0].is_last { 200.0 } else { 70.0 };
                assert_eq!(loudest(&samples, ends + 1.0, pair[1].at - 1.0), 0, "after {ends} ms");
            }
            assert_eq!(loudest(&samples, 0.0, landings[0].at - 1.0), 0);
        }
    }

    #[test]
    fn many_pegs_are_louder_than_one_but_each_is_softer() {
        let together = Timing { order: Order::Together, ..Timing::default() };
        let loud = |text: &str| {
            let (film, samples) = heard(text, together);
            loudest(&samples, 0.0, film.duration() as f64)
        };
        let [one, sixteen] = [loud("I"), loud("IIIIIIIIIIIIIIII")].map(f64::from);
        assert!(one * 1.2 < sixteen && sixteen < one * 2.0, "{one} {sixteen}");
    }

    #[test]
    fn not_even_a_thousand_jumps_a_second_are_cut_off() {
        let fast =
            Timing { pace: Pace::Jump(1.0), order: Order::Cascade(0.5), ..Timing::default() };
        let (film, samples) = heard("PEGSOLITAIRE", fast);
        let loudest = loudest(&samples, 0.0, film.duration() as f64);
        assert!((10_000..32_767).contains(&loudest), "{loudest}");
    }
}
