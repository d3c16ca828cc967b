//! A table as a picture: its columns as curves over the first one, in SVG.

use std::fmt::Write as _;

use super::table::{Column, Table};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 24.0;
/// The place of the legend's first line; the curves begin below its last one.
const LEGEND: f64 = 40.0;
const LINE: f64 = 18.0;
const BOTTOM: f64 = 48.0;
/// Colours that can be told apart by most people, for columns in order.
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a07800", "#1f9ed1", "#444444"];

/// Draws the columns of a table over its first one, on a logarithmic scale: positions are counted from one to
/// millions. Zeros are left out. The column of pegs, which says the same as the jumps, is not drawn.
#[must_use]
pub fn plot(table: &Table) -> String {
    let Some(((across, places), columns)) = table.columns.split_first() else {
        return String::new();
    };
    let columns: Vec<&(String, Column)> =
        columns.iter().filter(|(heading, _)| heading != "pegs").collect();
    let place = |row: usize| places.value(row).unwrap_or(row as f64);
    let rows = table.rows();
    // Counts and probabilities stand on scales of their own, the first on the left.
    let is_count = |column: &Column| matches!(column, Column::Counts(_));
    let decades = |counts: bool| {
        let of_kind = columns.iter().filter(|(_, column)| is_count(column) == counts);
        let values = of_kind.flat_map(|(_, column)| (0..rows).filter_map(|row| column.value(row)));
        let logs: Vec<f64> = values.filter(|&value| value > 0.0).map(f64::log10).collect();
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
        let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
        (!logs.is_empty()).then(|| (low, high.max(low + 1.0)))
    };
    let scales = [decades(true), decades(false)];
    let (first, last) = (place(0), place(rows.saturating_sub(1)).max(place(0) + 1.0));
    let x = |value: f64| LEFT + (value - first) / (last - first) * (WIDTH - LEFT - right(&scales));
    let legend = legend(columns.iter().map(|(heading, _)| heading));
    let top = legend.last().map_or(LEGEND, |place| place.1) + LINE;
    let y = |log: f64, (low, high): (f64, f64)| {
        HEIGHT - BOTTOM - (log - low) / (high - low) * (HEIGHT - top - BOTTOM)
    };

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\" fill=\"#222\">{}</text>\n",
        escaped(&table.title)
    );
    let end = WIDTH - right(&scales);
    for (side, scale) in scales.iter().enumerate() {
        let Some(scale) = *scale else { continue };
        let left = side == 0 || scales[0].is_none();
        let middle = f64::midpoint(top, HEIGHT - BOTTOM);
        let (at, turn) = if left { (18.0, -90) } else { (WIDTH - 14.0, 90) };
        let _ = writeln!(
            svg,
            "<text transform=\"translate({at} {middle:.1}) rotate({turn})\" \
             text-anchor=\"middle\" fill=\"#222\">{}</text>",
            ["positions", "probability"][side]
        );
        for decade in scale.0 as i32..=scale.1 as i32 {
            let at = y(f64::from(decade), scale);
            if left {
                let _ = writeln!(svg, "<path d=\"M{LEFT} {at:.1}H{end}\" stroke=\"#e4e4e4\"/>");
            }
            let (edge, anchor) = if left { (LEFT - 8.0, "end") } else { (end + 8.0, "start") };
            let _ = writeln!(
                svg,
                "<text x=\"{edge}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"#555\">{}</text>",
                at + 4.0,
                power(decade)
            );
        }
    }
    let step = ((last - first) / 12.0).ceil().max(1.0);
    let mut tick = first;
    while tick <= last {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{tick}</text>",
            x(tick),
            HEIGHT - BOTTOM + 18.0
        );
        tick += step;
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#222\">{}</text>",
        f64::midpoint(LEFT, end),
        HEIGHT - 10.0,
        escaped(&across.replace('_', " "))
    );
    for (number, (heading, column)) in columns.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let (at, line) = legend[number];
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/>\
             <text x=\"{:.1}\" y=\"{line:.1}\" fill=\"#222\">{}</text>",
            at + 4.0,
            line - 4.0,
            at + 13.0,
            escaped(&heading.replace('_', " "))
        );
        let Some(scale) = scales[usize::from(!is_count(column))] else { continue };
        let point = |row: usize| {
            let value = column.value(row).filter(|&value| value > 0.0)?;
            Some((x(place(row)), y(value.log10(), scale)))
        };
        let mut path = String::new();
        let mut dots = String::new();
        let mut pen = 'M';
        for row in 0..rows {
            match point(row) {
                Some((x, y)) => {
                    let _ = write!(path, "{pen}{x:.1} {y:.1}");
                    let _ = write!(dots, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\"/>");
                    pen = 'L';
                }
                None => pen = 'M',
            }
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/>\n\
             <g fill=\"{colour}\">{dots}</g>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where the headings stand, in as many lines as they need.
fn legend<'a>(headings: impl Iterator<Item = &'a String>) -> Vec<(f64, f64)> {
    let (mut at, mut line) = (LEFT, LEGEND);
    let place = |heading: &'a String| {
        // No letter of usual text is wider on average.
        let width = 30.0 + 6.6 * heading.len() as f64;
        if at > LEFT && at + width > WIDTH {
            (at, line) = (LEFT, line + LINE);
        }
        let place = (at, line);
        at += width;
        place
    };
    headings.map(place).collect()
}

/// A text as it must stand between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The room on the right: more where a second scale stands there.
fn right(scales: &[Option<(f64, f64)>; 2]) -> f64 {
    if scales.iter().all(Option::is_some) { LEFT } else { RIGHT }
}

/// A power of ten: written out as long as that is short.
fn power(decade: i32) -> String {
    match decade {
        0..=3 => 10_i32.pow(decade as u32).to_string(),
        -2..=-1 => format!("{}", 10_f64.powi(decade)),
        _ => format!("10<tspan font-size=\"9\" dy=\"-5\">{decade}</tspan>"),
    }
}
