//! What options name: boards, fonts, designs, games, pictures, themes, texts. Each is read from its
//! file, or refused, in one place.

mod board;
mod fonts;
mod glyphs;
mod goal;
mod input;
mod picture;
mod subject;
mod text;
mod theme;

pub use {board::*, fonts::*, glyphs::*, goal::*, input::*, subject::*, text::*};
