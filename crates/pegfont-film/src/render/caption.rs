//! Captions, and a bitmap font for them: jump notation or the round under a board, about as small as lower-case letters can be.

use crate::timeline::Setting;

/// The width and height of a character, in pixels.
pub(super) const CHARACTER: (u32, u32) = (4, 7);

/// The letters a to z, the digits and the dash, as rows of four pixels.
#[cfg(feature = "pictures")]
const CHARACTERS: [(char, [&str; 7]); 37] = [
    ('a', ["....", "....", ".##.", "...#", ".###", "#..#", ".###"]),
    ('b', ["#...", "#...", "###.", "#..#", "#..#", "#..#", "###."]),
    ('c', ["....", "....", ".###", "#...", "#...", "#...", ".###"]),
    ('d', ["...#", "...#", ".###", "#..#", "#..#", "#..#", ".###"]),
    ('e', ["....", "....", ".##.", "#..#", "####", "#...", ".###"]),
    ('f', ["..##", ".#..", "####", ".#..", ".#..", ".#..", ".#.."]),
    ('g', ["....", "....", ".###", "#..#", ".###", "...#", ".##."]),
    ('h', ["#...", "#...", "###.", "#..#", "#..#", "#..#", "#..#"]),
    ('i', [".#..", "....", "##..", ".#..", ".#..", ".#..", "###."]),
    ('j', ["..#.", "....", ".##.", "..#.", "..#.", "..#.", "##.."]),
    ('k', ["#...", "#...", "#..#", "#.#.", "##..", "#.#.", "#..#"]),
    ('l', ["##..", ".#..", ".#..", ".#..", ".#..", ".#..", "..##"]),
    ('m', ["....", "....", "####", "#.##", "#.##", "#..#", "#..#"]),
    ('n', ["....", "....", "###.", "#..#", "#..#", "#..#", "#..#"]),
    ('o', ["....", "....", ".##.", "#..#", "#..#", "#..#", ".##."]),
    ('p', ["....", "....", "###.", "#..#", "###.", "#...", "#..."]),
    ('q', ["....", "....", ".###", "#..#", ".###", "...#", "...#"]),
    ('r', ["....", "....", "#.##", "##..", "#...", "#...", "#..."]),
    ('s', ["....", "....", ".###", "#...", ".##.", "...#", "###."]),
    ('t', [".#..", ".#..", "###.", ".#..", ".#..", ".#..", "..##"]),
    ('u', ["....", "....", "#..#", "#..#", "#..#", "#..#", ".###"]),
    ('v', ["....", "....", "#..#", "#..#", "#..#", ".##.", ".##."]),
    ('w', ["....", "....", "#..#", "#..#", "####", "####", "#..#"]),
    ('x', ["....", "....", "#..#", "#..#", ".##.", "#..#", "#..#"]),
    ('y', ["....", "....", "#..#", "#..#", ".###", "...#", ".##."]),
    ('z', ["....", "....", "####", "..#.", ".#..", "#...", "####"]),
    ('0', [".##.", "#..#", "#..#", "#..#", "#..#", "#..#", ".##."]),
    ('1', ["..#.", ".##.", "..#.", "..#.", "..#.", "..#.", ".###"]),
    ('2', [".##.", "#..#", "...#", "..#.", ".#..", "#...", "####"]),
    ('3', ["###.", "...#", "...#", ".##.", "...#", "...#", "###."]),
    ('4', ["..#.", ".##.", "#.#.", "#.#.", "####", "..#.", "..#."]),
    ('5', ["####", "#...", "###.", "...#", "...#", "#..#", ".##."]),
    ('6', [".##.", "#...", "#...", "###.", "#..#", "#..#", ".##."]),
    ('7', ["####", "...#", "..#.", "..#.", ".#..", ".#..", ".#.."]),
    ('8', [".##.", "#..#", "#..#", ".##.", "#..#", "#..#", ".##."]),
    ('9', [".##.", "#..#", "#..#", ".###", "...#", "...#", ".##."]),
    ('-', ["....", "....", "....", "....", "####", "....", "...."]),
];

/// The caption of a letter whose last jump has this number: the jump, or the round if jumps are played at the same time.
pub(super) fn of(setting: &Setting, letter: usize, jump: usize) -> String {
    let solution = &setting.letters()[letter].solution;
    let mut solutions = setting.letters().iter().map(|letter| &letter.solution);
    if solutions.any(|solution| solution.round_count() < solution.jumps().len()) {
        format!("round {}", solution.round_of(jump))
    } else {
        setting.board().jump_name(solution.jumps()[jump])
    }
}

/// The width of a caption, in pixels of its font.
pub(super) fn width(caption: &str) -> u32 {
    (caption.chars().count() as u32 * (CHARACTER.0 + 1)).saturating_sub(1)
}

/// The pixels of a caption, as column and row.
#[cfg(feature = "pictures")]
pub(super) fn pixels(caption: &str) -> impl Iterator<Item = (u32, u32)> {
    let places = caption.chars().enumerate();
    places.flat_map(|(place, character)| {
        let found = CHARACTERS.iter().find(|known| known.0 == character);
        let rows = found.map_or([""; 7], |known| known.1);
        let pixels = rows.into_iter().enumerate().flat_map(move |(y, row)| {
            let inked = row.bytes().enumerate().filter(|&(_, mark)| mark == b'#');
            inked.map(move |(x, _)| (x as u32, y as u32))
        });
        pixels.map(move |(x, y)| (place as u32 * (CHARACTER.0 + 1) + x, y))
    })
}
