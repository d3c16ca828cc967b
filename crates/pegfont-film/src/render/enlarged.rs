//! Paints a board of which only a part is in the picture, hole by hole. What is outside of the
//! picture is cut off.

use super::Theme;
use super::framing::Framing;
use super::geometry::Geometry;
use super::rect::Rect;
use super::sprites::{self, EdgeStyle, Flight, Sprite, Sprites};
use super::stage::{Look, Seen};
use crate::drawing::palette::Mapper;

/// A board in a framing.
pub(super) struct Enlarged {
    pub framing: Framing,
    /// The width and height of the picture.
    size: (u32, u32),
    geometry: Geometry,
    /// A hole with what is in it, for each look.
    cells: Vec<Sprite>,
    flying: Vec<Sprite>,
    /// The picture without holes, and with those that were painted, which had these looks.
    ground: Vec<u8>,
    painted: Vec<u8>,
    looks: Vec<Option<Look>>,
}

impl Enlarged {
    /// Prepares a board that is laid out with the pitch of the framing. Edges aren't smoothed
    /// while the view moves.
    pub fn new(
        theme: &Theme,
        framing: Framing,
        geometry: Geometry,
        size: (u32, u32),
        edges: EdgeStyle,
        mapper: &mut Mapper,
    ) -> Self {
        let cells = Look::ALL.map(|look| sprites::hole(theme, &geometry, look, edges));
        let ground = sprites::ground_in(theme, &geometry, size, framing.corner);
        let ground = mapper.all_nearest(&ground);

        Self {
            framing,
            size,
            flying: Sprites::flying(theme, &geometry, edges),
            cells: cells.into(),
            painted: ground.clone(),
            ground,
            looks: vec![None; geometry.cells.len()],
            geometry,
        }
    }

    /// The colours of the picture.
    pub fn paint(&mut self, seen: &Seen, mapper: &mut Mapper) -> Vec<u8> {
        let columns = self.size.0 as usize;
        for (hole, &look) in seen.looks.iter().enumerate() {
            if self.looks[hole] == Some(look) {
                continue;
            }
            self.looks[hole] = Some(look);

            let cell = self.geometry.cells[hole];
            self.clear(cell);
            let at = self.in_picture(cell);
            self.cells[look as usize].blend(&mut self.painted, columns, at, mapper);
        }

        let mut picture = self.painted.clone();
        for &jump in &seen.flights {
            let from = self.geometry.cells[jump.from().index()];
            let to = self.geometry.cells[jump.to().index()];
            let flight = Flight::new(from, to, seen.way, self.geometry.pitch);

            let peg = &self.flying[flight.step];
            let overhang = (peg.across as i64 - i64::from(from.width)) / 2;
            let (left, top) = self.framing.corner;
            let at = (flight.left + left - overhang, flight.top + top - overhang);
            peg.blend(&mut picture, columns, at, mapper);
        }
        picture
    }

    /// Where a cell is in the picture.
    fn in_picture(&self, cell: Rect) -> (i64, i64) {
        let (left, top) = self.framing.corner;
        (left + i64::from(cell.left), top + i64::from(cell.top))
    }

    /// Leaves nothing in a cell.
    fn clear(&mut self, cell: Rect) {
        let (left, top) = self.in_picture(cell);
        let columns = self.size.0 as usize;
        let seen_rows = sprites::within(top, cell.height as usize, self.size.1 as usize);
        let seen_columns = sprites::within(left, cell.width as usize, columns);
        if seen_columns.is_empty() {
            return;
        }

        for row in seen_rows {
            let begin = (top + row as i64) * columns as i64 + left + seen_columns.start as i64;
            let place = begin as usize..begin as usize + seen_columns.len();
            self.painted[place.clone()].copy_from_slice(&self.ground[place]);
        }
    }
}
