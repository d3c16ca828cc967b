//! Plots a table, its columns as curves over the first one; and draws a graph of positions. Writes no files.

use crate::drawing::{Anchor, Colour, Drawing, Fill, Line, Mark, Point, Shown, Words};
use peg_solitaire::analysis::{Column, SolutionGraph, Table};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 440.0;
const LEFT: f32 = 72.0;
const RIGHT: f32 = 24.0;
/// The baseline of the legend's first line. The curves begin below its last one.
const LEGEND: f32 = 40.0;
const LINE: f32 = 18.0;
const BOTTOM: f32 = 48.0;
const SIZE: f32 = 12.0;

const INK: Colour = Colour::rgb(0x22_22_22);
const PALE: Colour = Colour::rgb(0x55_55_55);
const GRID: Line = Line { width: 1.0, colour: Colour::rgb(0xe4_e4_e4) };
/// The colours of the columns, in order. Most people can tell them apart.
const COLOURS: [Colour; 7] = [
    Colour::rgb(0x00_72_b2),
    Colour::rgb(0xd5_5e_00),
    Colour::rgb(0x00_9e_73),
    Colour::rgb(0xcc_79_a7),
    Colour::rgb(0xa0_78_00),
    Colour::rgb(0x1f_9e_d1),
    Colour::rgb(0x44_44_44),
];

/// Draws the columns of a table over its first one. The scale is logarithmic, because counts of positions range from one to
/// millions. Leaves out zeros, ratios of columns, and columns of pegs.
pub fn plot(table: &Table) -> Drawing {
    let mut plot = Drawing { shown: Shown::Fitting, ..Drawing::new((WIDTH, HEIGHT)) };
    let Some(((across, places), columns)) = table.columns.split_first() else { return plot };
    let is_curve = |(heading, column): &&(String, Column)| {
        !heading.ends_with("pegs") && !matches!(column, Column::Ratios(_))
    };
    let columns: Vec<&(String, Column)> = columns.iter().filter(is_curve).collect();
    let axes = Axes::new(table.rows(), places, &columns);
    plot.marks.push(Words::new(table.title.as_str(), (LEFT, 22.0), 15.0, INK).into());
    axes.draw(&mut plot.marks);
    let middle = (f32::midpoint(LEFT, axes.end), HEIGHT - 10.0);
    plot.marks.push(words(across.replace('_', " "), middle, Anchor::Middle, INK));
    for (number, (heading, column)) in columns.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let (at, line) = axes.legend[number];
        let fill = Fill::Plain(colour);
        plot.marks.push(Mark::Disc { centre: (at + 4.0, line - 4.0), radius: 4.0, fill });
        plot.marks.push(words(heading.replace('_', " "), (at + 13.0, line), Anchor::Start, INK));
        plot.marks.extend(axes.curve(places, column, colour));
    }
    plot
}

/// The distance between levels of a graph, and between positions of a level, at least.
const LEVEL: f32 = 44.0;
const BESIDE: f32 = 9.0;

/// Draws the positions of solutions by level, and the moves between them. A position stands near those before it.
pub fn graph(graph: &SolutionGraph) -> Drawing {
    let widest = graph.levels.iter().map(Vec::len).max().unwrap_or(0);
    let width = WIDTH.max(2.0 * LEFT + BESIDE * widest as f32);
    let height = 2.0 * LEVEL + LEVEL * graph.levels.len() as f32;
    let mut drawing = Drawing { shown: Shown::Fitting, ..Drawing::new((width, height)) };
    let at = |level: usize, rank: usize, count: usize| -> Point {
        let share = (rank as f32 + 0.5) / count as f32;
        (LEFT + share * (width - LEFT - RIGHT), 1.5 * LEVEL + LEVEL * level as f32)
    };
    let mut places: Vec<Vec<Point>> = Vec::new();
    for (level, positions) in graph.levels.iter().enumerate() {
        // How far to the right the positions before each are, in all, and their number.
        let mut before = vec![(0.0, 0); positions.len()];
        if let Some(above) = level.checked_sub(1) {
            for &(_, from, to) in graph.links.range((above, 0, 0)..(level, 0, 0)) {
                before[to] = (before[to].0 + places[above][from].0, before[to].1 + 1);
            }
        }
        let mean = |(sum, count): (f32, u32)| sum / count.max(1) as f32;
        let mut order: Vec<(f32, usize)> = before.into_iter().map(mean).zip(0..).collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut here = vec![(0.0, 0.0); positions.len()];
        for (rank, &(_, number)) in order.iter().enumerate() {
            here[number] = at(level, rank, positions.len());
        }
        places.push(here);
    }
    let line = Line { width: 0.6, colour: PALE };
    drawing.marks.extend(graph.links.iter().map(|&(level, from, to)| Mark::Path {
        points: vec![places[level][from], places[level + 1][to]],
        line,
    }));
    for (level, here) in places.iter().enumerate() {
        let y = 1.5 * LEVEL + LEVEL * level as f32 + 4.0;
        drawing.marks.push(words(level.to_string(), (LEFT / 2.0, y), Anchor::Middle, INK));
        let (centres, colour) = (here.clone(), COLOURS[0]);
        drawing.marks.push(Mark::Dots { centres, radius: 3.0, colour });
    }
    let title = "Positions of the solutions with the fewest moves, by moves";
    drawing.marks.push(Words::new(title, (LEFT, 22.0), 15.0, INK).into());
    drawing
}

/// The scales and the layout of a plot.
struct Axes {
    /// The first and the last value across.
    ends: (f64, f64),
    /// The decades of counts (on the left) and of probabilities (on the right).
    scales: [Option<(f64, f64)>; 2],
    /// The position of each column's heading.
    legend: Vec<Point>,
    /// The top and the right edge of the curves.
    top: f32,
    end: f32,
}

impl Axes {
    fn new(rows: usize, places: &Column, columns: &[&(String, Column)]) -> Self {
        let place = |row: usize| places.value(row).unwrap_or(row as f64);
        let decades = |counts: bool| {
            let of_kind = columns.iter().filter(|(_, column)| is_count(column) == counts);
            let values =
                of_kind.flat_map(|(_, column)| (0..rows).filter_map(|row| column.value(row)));
            let logs: Vec<f64> = values.filter(|&value| value > 0.0).map(libm::log10).collect();
            let low = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
            let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
            (!logs.is_empty()).then(|| (low, high.max(low + 1.0)))
        };
        let scales = [decades(true), decades(false)];
        let legend = legend(columns.iter().map(|(heading, _)| heading));
        // A second scale needs space on the right.
        let right = if scales.iter().all(Option::is_some) { LEFT } else { RIGHT };
        Self {
            ends: (place(0), place(rows.saturating_sub(1)).max(place(0) + 1.0)),
            scales,
            top: legend.last().map_or(LEGEND, |place| place.1) + LINE,
            legend,
            end: WIDTH - right,
        }
    }

    fn x(&self, place: f64) -> f32 {
        let (first, last) = self.ends;
        LEFT + ((place - first) / (last - first)) as f32 * (self.end - LEFT)
    }

    fn y(&self, log: f64, (low, high): (f64, f64)) -> f32 {
        HEIGHT - BOTTOM - ((log - low) / (high - low)) as f32 * (HEIGHT - self.top - BOTTOM)
    }

    /// Draws the scales and the grid.
    fn draw(&self, marks: &mut Vec<Mark>) {
        for (side, scale) in self.scales.iter().enumerate() {
            let Some(scale) = *scale else { continue };
            let left = side == 0 || self.scales[0].is_none();
            let (x, turned) = if left { (18.0, -90) } else { (WIDTH - 14.0, 90) };
            let at = (x, f32::midpoint(self.top, HEIGHT - BOTTOM));
            let name = Words::new(["positions", "probability"][side], at, SIZE, INK);
            marks.push(Mark::Words(Words { anchor: Anchor::Middle, turned, ..name }));
            for decade in scale.0 as i32..=scale.1 as i32 {
                let y = self.y(f64::from(decade), scale);
                if left {
                    marks.push(Mark::Path { points: vec![(LEFT, y), (self.end, y)], line: GRID });
                }
                let (x, anchor) = match left {
                    true => (LEFT - 8.0, Anchor::End),
                    false => (self.end + 8.0, Anchor::Start),
                };
                let (text, raised) = power(decade);
                let value = Words::new(text, (x, y + 4.0), SIZE, PALE);
                marks.push(Mark::Words(Words { raised, anchor, ..value }));
            }
        }
        let (first, last) = self.ends;
        let step = ((last - first) / 12.0).ceil().max(1.0);
        let mut tick = first;
        while tick <= last {
            let at = (self.x(tick), HEIGHT - BOTTOM + 18.0);
            marks.push(words(tick.to_string(), at, Anchor::Middle, PALE));
            tick += step;
        }
    }

    /// The marks of a column: a dot per value, and lines between neighbours.
    fn curve(&self, places: &Column, column: &Column, colour: Colour) -> Vec<Mark> {
        let Some(scale) = self.scales[usize::from(!is_count(column))] else { return Vec::new() };
        let point = |row: usize| {
            let value = column.value(row).filter(|&value| value > 0.0)?;
            let place = places.value(row).unwrap_or(row as f64);
            Some((self.x(place), self.y(libm::log10(value), scale)))
        };
        let points: Vec<Option<Point>> = (0..column.rows()).map(point).collect();
        let line = Line { width: 1.6, colour };
        let runs = points.split(Option::is_none).filter(|run| run.len() > 1);
        let lines =
            runs.map(|run| Mark::Path { points: run.iter().copied().flatten().collect(), line });
        let centres = points.iter().copied().flatten().collect();
        lines.chain([Mark::Dots { centres, radius: 2.5, colour }]).collect()
    }
}

/// Whether the column uses the scale of counts rather than that of probabilities.
fn is_count(column: &Column) -> bool {
    matches!(column, Column::Counts(_))
}

fn words(text: String, at: Point, anchor: Anchor, colour: Colour) -> Mark {
    Words::new(text, at, SIZE, colour).anchored(anchor).into()
}

/// The positions of the headings, in as many lines as they need.
fn legend<'a>(headings: impl Iterator<Item = &'a String>) -> Vec<Point> {
    let (mut at, mut line) = (LEFT, LEGEND);
    let place = |heading: &'a String| {
        // An upper limit for the average width of a letter.
        let width = 30.0 + 6.6 * heading.len() as f32;
        if at > LEFT && at + width > WIDTH {
            (at, line) = (LEFT, line + LINE);
        }
        let place = (at, line);
        at += width;
        place
    };
    headings.map(place).collect()
}

/// A power of ten: in full if it is short, otherwise 10 with an exponent.
fn power(decade: i32) -> (String, String) {
    match decade {
        0..=3 => (10_i32.pow(decade as u32).to_string(), String::new()),
        -1 => ("0.1".to_owned(), String::new()),
        -2 => ("0.01".to_owned(), String::new()),
        _ => ("10".to_owned(), decade.to_string()),
    }
}
