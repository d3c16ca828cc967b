//! The page's part in Rust. Every function that the page calls takes its arguments as JSON and answers with JSON or with the
//! bytes of a file; `README.md` beside this crate lists the rules. It computes nothing that the library could compute.
//!
//! It is compiled twice: with the feature `watch` for the page itself, and with `studio` for the worker, which has everything.

pub mod call;
#[cfg(feature = "studio")]
pub mod design;
#[cfg(feature = "studio")]
pub mod files;
pub mod film;
#[cfg(feature = "studio")]
pub mod lab;
#[cfg(feature = "studio")]
pub mod memory;
#[cfg(feature = "studio")]
pub mod play;
pub mod request;
pub mod themes;
