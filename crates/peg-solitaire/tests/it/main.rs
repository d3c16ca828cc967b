//! The game through its public interface. What takes a program, fonts or published figures is
//! tested with the whole, in `tests/it` of the project.

mod board;
mod foreign;
mod play_session;
