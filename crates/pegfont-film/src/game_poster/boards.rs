//! The boards of a poster: small ones side by side or below each other, and the last one, which is
//! larger. Of several ways to arrange them, the one with the largest boards is taken.

use crate::Error;
use crate::drawing::typeface::width;
use crate::drawing::{Anchor, Drawing, Place, Point, Words};
use crate::page::{PageRoom, figure, lines, still};
use crate::render::Theme;
use crate::timeline::{Setting, Still};
use peg_solitaire::board::Lattice;

/// How many of the small boards are side by side.
const COLUMNS: [usize; 3] = [1, 2, 4];

/// How much larger the last board is.
const TIMES: [f32; 8] = [1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0];

/// The least distance between the holes of a small board, in points.
const LEAST_PITCH: f32 = 2.0;

/// The size of the names of rows and columns, in points, and the space beside them.
const NAME: f32 = 8.6;
const BESIDE: f32 = 3.0;

/// The distance between two lines of a caption, in sizes of its words.
const LEAD: f32 = 1.3;

/// Every so many rows and columns have a name, as they have room.
const STEPS: [usize; 5] = [1, 2, 5, 10, 20];

/// A moment of the game, and what is said of it.
pub(super) struct MomentOfGame {
    pub round: usize,
    pub caption: String,
}

/// A moment as a drawing.
struct DrawnMoment {
    drawing: Drawing,
    caption: String,
}

/// The name of a row or a column, and where its holes are, in distances between holes.
struct LineName {
    text: String,
    at: f32,
}

/// The boards of a game, from the start to the end.
pub(super) struct BoardsOfGame {
    moments: Vec<DrawnMoment>,
    /// The units of the drawings from a hole to the next.
    unit: f32,
    /// The width and height of a board, in distances between holes.
    extent: Point,
    rows: Vec<LineName>,
    /// None on a triangular board, where columns lean.
    columns: Vec<LineName>,
    /// What these names take, on the left and above.
    names: Point,
    /// The size of captions.
    size: f32,
}

/// A way to arrange the boards.
#[derive(Clone, Copy)]
struct BoardPlan {
    /// How many small boards are side by side.
    columns: usize,
    /// How much larger the last board is.
    times: f32,
    /// Whether that is beside the others, or else below them.
    is_beside: bool,
    /// The distance between the holes of small boards.
    pitch: f32,
}

/// The boards in their places.
pub(super) struct ArrangedBoards<'b> {
    boards: &'b BoardsOfGame,
    plan: BoardPlan,
    room: PageRoom,
}

impl BoardsOfGame {
    /// Draws moments of a game, as its film shows them.
    pub fn of(
        setting: &Setting,
        theme: &Theme,
        size: f32,
        shown: Vec<MomentOfGame>,
    ) -> Result<Self, Error> {
        let board = setting.board();
        let last = setting.letters()[0].solution.round_count();
        let mut moments = Vec::new();
        for moment in shown {
            let at = if moment.round == last {
                Still::End
            } else {
                Still::Moment(moment.round)
            };
            moments.push(DrawnMoment {
                drawing: still(setting.still(at, None)?, theme)?.drawing()?,
                caption: moment.caption,
            });
        }

        let geometry = still(setting.clone(), theme)?.geometry()?;
        let unit = geometry.pitch as f32;
        let corner = geometry.corners[0];
        let mut rows = Vec::new();
        let mut columns = Vec::new();
        for (hole, &(x, y)) in board.each_hole().zip(&geometry.middles) {
            let name = board.hole_name(hole);
            let column = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
            let row = &name[column.len()..];

            add_name(&mut rows, row, (corner.1 as f32 + y) / unit);
            if board.lattice() == Lattice::Square {
                add_name(&mut columns, column, (corner.0 as f32 + x) / unit);
            }
        }

        Ok(Self {
            extent: (geometry.width as f32 / unit, geometry.height as f32 / unit),
            names: (widest(&rows) + BESIDE, NAME + BESIDE),
            moments,
            unit,
            rows,
            columns,
            size,
        })
    }

    /// The boards as large as a room allows, if they can be seen then.
    pub fn arranged(&self, room: PageRoom) -> Option<ArrangedBoards<'_>> {
        let mut best: Option<BoardPlan> = None;
        for columns in COLUMNS {
            for times in TIMES {
                for is_beside in [false, true] {
                    let plan = BoardPlan {
                        columns: columns.min(self.small().len()),
                        times,
                        is_beside,
                        pitch: LEAST_PITCH,
                    };
                    let Some(plan) = self.filling(plan, room.size) else {
                        continue;
                    };
                    if best.is_none_or(|best| self.holes_seen(plan) > self.holes_seen(best)) {
                        best = Some(plan);
                    }
                }
            }
        }

        Some(ArrangedBoards {
            boards: self,
            plan: best?,
            room,
        })
    }

    /// A plan with the largest pitch that fits a room.
    fn filling(&self, least: BoardPlan, room: Point) -> Option<BoardPlan> {
        let mut filling = None;
        let mut plan = least;
        while self.fits(plan, room) {
            filling = Some(plan);
            plan.pitch *= 1.01;
        }
        filling
    }

    fn fits(&self, plan: BoardPlan, room: Point) -> bool {
        let size = self.size_of(plan);
        size.0 <= room.0 && size.1 <= room.1
    }

    /// The area of all boards, in those of a board with a distance of one point between holes.
    fn holes_seen(&self, plan: BoardPlan) -> f32 {
        let large = plan.pitch * plan.times;
        self.small().len() as f32 * plan.pitch * plan.pitch + large * large
    }

    /// The boards before the last one.
    fn small(&self) -> &[DrawnMoment] {
        let (_, small) = self.moments.split_last().expect("there is an end");
        small
    }

    fn large(&self) -> &DrawnMoment {
        &self.moments[self.moments.len() - 1]
    }

    /// The size of a board without names and caption.
    fn board(&self, pitch: f32) -> Point {
        (self.extent.0 * pitch, self.extent.1 * pitch)
    }

    /// The space between boards.
    fn gap(&self) -> f32 {
        1.5 * self.size
    }

    /// The lines of a caption below a board.
    fn caption(&self, moment: &DrawnMoment, pitch: f32) -> Vec<String> {
        lines(&moment.caption, self.size, self.board(pitch).0)
    }

    /// The height that a moment takes below its board.
    fn below(&self, moment: &DrawnMoment, pitch: f32) -> f32 {
        let lines = self.caption(moment, pitch).len();
        self.size * (0.5 + LEAD * lines as f32)
    }

    /// The size of the cell of a small board.
    fn cell(&self, pitch: f32) -> Point {
        let captions = self.small().iter().map(|moment| self.below(moment, pitch));
        let below = captions.fold(0.0, f32::max);
        let board = self.board(pitch);
        (self.names.0 + board.0, self.names.1 + board.1 + below)
    }

    /// The size of all small boards together.
    fn size_of_small(&self, plan: BoardPlan) -> Point {
        let rows = self.small().len().div_ceil(plan.columns);
        let cell = self.cell(plan.pitch);
        let along = |count: usize, length: f32| count as f32 * (length + self.gap()) - self.gap();
        (along(plan.columns, cell.0), along(rows, cell.1))
    }

    /// The size of the last board with its caption.
    fn size_of_large(&self, plan: BoardPlan) -> Point {
        let pitch = plan.pitch * plan.times;
        let board = self.board(pitch);
        (board.0, board.1 + self.below(self.large(), pitch))
    }

    fn size_of(&self, plan: BoardPlan) -> Point {
        let small = self.size_of_small(plan);
        let large = self.size_of_large(plan);
        if plan.is_beside {
            (small.0 + self.gap() + large.0, small.1.max(large.1))
        } else {
            (small.0.max(large.0), small.1 + self.gap() + large.1)
        }
    }

    /// Draws a moment with its caption on a page. The corner is that of its board.
    fn draw(
        &self,
        page: &mut Drawing,
        moment: &DrawnMoment,
        corner: Point,
        pitch: f32,
        theme: &Theme,
    ) {
        let place = Place {
            at: corner,
            scale: pitch / self.unit,
        };
        figure(page, moment.drawing.clone(), place);

        let board = self.board(pitch);
        let mut base = corner.1 + board.1 + 1.3 * self.size;
        for line in self.caption(moment, pitch) {
            let at = (corner.0 + board.0 / 2.0, base);
            let words = Words::new(line, at, self.size, theme.caption);
            page.put(words.anchored(Anchor::Middle));
            base += LEAD * self.size;
        }
    }

    /// Writes the names of rows and columns beside a board.
    fn draw_names(&self, page: &mut Drawing, corner: Point, pitch: f32, theme: &Theme) {
        for name in with_room(&self.rows, pitch, 1.1 * NAME) {
            let base = corner.1 + name.at * pitch + 0.36 * NAME;
            let words = Words::new(&name.text, (corner.0 - BESIDE, base), NAME, theme.caption);
            page.put(words.anchored(Anchor::End));
        }
        for name in with_room(&self.columns, pitch, widest(&self.columns) + BESIDE) {
            let at = (corner.0 + name.at * pitch, corner.1 - BESIDE);
            let words = Words::new(&name.text, at, NAME, theme.caption);
            page.put(words.anchored(Anchor::Middle));
        }
    }
}

impl ArrangedBoards<'_> {
    /// Draws all boards. What they leave of the height is shared among the spaces between them.
    pub fn draw(&self, page: &mut Drawing, theme: &Theme) {
        let Self {
            boards, plan, room, ..
        } = *self;
        let small = boards.size_of_small(plan);
        let large = boards.size_of_large(plan);
        let size = boards.size_of(plan);
        let spare = (room.size.0 - size.0, room.size.1 - size.1);
        let cell = boards.cell(plan.pitch);
        let rows = boards.small().len().div_ceil(plan.columns);

        // Below each row of small boards, and below the large one.
        let space = spare.1 / (rows + 1) as f32;
        let left = if plan.is_beside {
            room.corner.0 + spare.0 / 3.0
        } else {
            room.corner.0 + (room.size.0 - small.0) / 2.0
        };

        let mut top = room.corner.1;
        if plan.is_beside {
            top += (room.size.1 - small.1 - (rows - 1) as f32 * space) / 2.0;
        }
        for (number, moment) in boards.small().iter().enumerate() {
            let column = (number % plan.columns) as f32;
            let row = (number / plan.columns) as f32;
            let corner = (
                left + column * (cell.0 + boards.gap()) + boards.names.0,
                top + row * (cell.1 + boards.gap() + space) + boards.names.1,
            );
            boards.draw(page, moment, corner, plan.pitch, theme);
            boards.draw_names(page, corner, plan.pitch, theme);
        }

        let bottom = room.corner.1 + room.size.1;
        let corner = if plan.is_beside {
            let beside = left + small.0 + boards.gap() + spare.0 / 3.0;
            (beside, room.corner.1 + (room.size.1 - large.1) / 2.0)
        } else {
            let middle = room.corner.0 + (room.size.0 - large.0) / 2.0;
            (middle, bottom - large.1 - space)
        };
        let pitch = plan.pitch * plan.times;
        boards.draw(page, boards.large(), corner, pitch, theme);
    }
}

/// Adds a name, unless it is there.
fn add_name(names: &mut Vec<LineName>, text: &str, at: f32) {
    if names.iter().all(|name| name.text != text) {
        names.push(LineName {
            text: text.to_owned(),
            at,
        });
    }
}

fn widest(names: &[LineName]) -> f32 {
    let widths = names.iter().map(|name| width(&name.text, NAME));
    widths.fold(0.0, f32::max)
}

/// Those of some names, in even steps, that have room beside each other on a board.
fn with_room(names: &[LineName], pitch: f32, room: f32) -> impl Iterator<Item = &LineName> {
    let apart = match names {
        [first, second, ..] => (second.at - first.at).abs() * pitch,
        _ => room,
    };
    let has_room = |step: &usize| *step as f32 * apart >= room;
    let step = STEPS
        .into_iter()
        .find(has_room)
        .unwrap_or(names.len().max(1));
    names.iter().step_by(step)
}
