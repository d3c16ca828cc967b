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

/// The captions of a text: the last jump of each letter, or its round if jumps are played at the same time.
pub(super) struct Captions<'s> {
    setting: &'s Setting,
    in_rounds: bool,
}

impl<'s> Captions<'s> {
    pub(super) fn new(setting: &'s Setting) -> Self {
        let mut solutions = setting.letters().iter().map(|letter| &letter.solution);
        let in_rounds = solutions.any(|solution| solution.rounds() < solution.jumps().len());
        Self { setting, in_rounds }
    }

    /// The caption of a letter whose last jump has this number.
    pub(super) fn of(&self, letter: usize, jump: usize) -> String {
        let solution = &self.setting.letters()[letter].solution;
        if self.in_rounds {
            return format!("round {}", solution.round_of(jump));
        }
        self.setting.board().jump_name(solution.jumps()[jump])
    }

    /// The width of the longest one, in pixels of the font; `None` if no letter plays.
    pub(super) fn longest(&self) -> Option<u32> {
        let letters = self.setting.letters().iter().enumerate();
        let jumps = letters.flat_map(|(number, letter)| {
            (0..letter.solution.jumps().len()).map(move |jump| (number, jump))
        });
        jumps.map(|(letter, jump)| width(&self.of(letter, jump))).max()
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
