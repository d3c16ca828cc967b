//! What options ask for: their meaning where they meet, and which contradict each other. It
//! follows from the words alone, without a file, so that tests and other programs can ask, too.
//! Commands know requests, and no options.

mod board;
mod build;
mod film;
mod find;
mod font;
mod fonts;
mod goal;
mod look;
mod moved;
mod one_game;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;
mod subject;
mod timing;

pub use {
    board::*, build::*, film::*, find::*, font::*, fonts::*, goal::*, look::*, one_game::*,
    play::*, puzzle::*, render::*, sheet::*, solve::*, subject::*,
};
