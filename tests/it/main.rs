//! The tests that go through the public interface of the crates, and through the program as a user
//! runs it.

#![cfg_attr(
    not(target_os = "linux"),
    allow(unused, reason = "some tests need other programs, which Linux has")
)]

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_pegfont");

mod arguments;
mod circles;
mod cli;
mod counter;
#[cfg(unix)]
mod documents;
mod films;
mod find;
mod font_choice;
mod font_files;
mod font_search;
mod font_search_command;
mod font_stack;
mod forged;
mod from_a_position;
mod game_poster;
mod glyph;
#[cfg(unix)]
mod help;
mod house;
mod in_turn;
#[cfg(unix)]
mod json;
mod laboratory_pictures;
mod large_view;
mod layout;
mod legibility;
#[cfg(target_os = "linux")]
mod limits;
mod losses;
mod names;
mod needs_of_options;
mod numbers;
mod of_another_board;
mod one_game;
mod one_game_command;
mod one_question;
mod plain;
mod play;
mod published;
mod puzzle;
mod random_boards;
mod random_font;
#[cfg(target_os = "linux")]
mod refusals;
mod render;
mod render_colours;
mod render_command;
mod render_size;
mod render_video;
mod running;
mod slices;
mod slices_command;
mod solutions;
mod solve_command;
mod solver;
mod specimen;
#[cfg(target_os = "linux")]
mod syncing;
mod texts;
mod typeface;
mod typeface_tools;
