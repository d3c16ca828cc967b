//! The page's part in Rust. Every function that the page calls takes its arguments as JSON and
//! answers with JSON or with the bytes of a file; `README.md` beside this crate lists the rules. It
//! computes nothing that the library could compute.
//!
//! It is compiled three times: with the feature `watch` for the page itself, and with `studio` and
//! `files` for the worker, which loads them when they are first called.

#[cfg(feature = "studio")]
pub mod advice;
#[cfg(feature = "studio")]
mod board;
pub mod call;
#[cfg(feature = "studio")]
pub mod design;
#[cfg(feature = "files")]
pub mod files;
pub mod film;
pub mod font;
#[cfg(feature = "studio")]
pub mod lab;
#[cfg(feature = "studio")]
mod link;
#[cfg(feature = "studio")]
pub mod memory;
#[cfg(feature = "studio")]
pub mod one_game;
#[cfg(feature = "files")]
pub mod own_font;
#[cfg(feature = "studio")]
pub mod play;
pub mod request;
#[cfg(feature = "files")]
pub mod video;
#[cfg(feature = "watch")]
pub mod watch;
