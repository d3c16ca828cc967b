//! What options ask for: their meaning where they meet, and which contradict each other. It
//! follows from the words alone, without a file, so that tests and other programs can ask, too.

mod build;
mod film;
mod find;
mod goal;
mod subject;
mod timing;

pub use {build::*, film::*, goal::*, subject::*};
