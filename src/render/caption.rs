//! Letters for captions: jump notation under a board, in the smallest letters that
//! can be read. At three pixels by five capitals read better, so hole names are drawn in them.

/// Columns and rows of a character.
pub(super) const CHARACTER: (u32, u32) = (3, 5);

/// The letters a to z, digits and the dash, by rows of three pixels.
const CHARACTERS: [(char, [&str; 5]); 37] = [
    ('a', [".#.", "#.#", "###", "#.#", "#.#"]),
    ('b', ["##.", "#.#", "##.", "#.#", "##."]),
    ('c', [".##", "#..", "#..", "#..", ".##"]),
    ('d', ["##.", "#.#", "#.#", "#.#", "##."]),
    ('e', ["###", "#..", "##.", "#..", "###"]),
    ('f', ["###", "#..", "##.", "#..", "#.."]),
    ('g', [".##", "#..", "#.#", "#.#", ".##"]),
    ('h', ["#.#", "#.#", "###", "#.#", "#.#"]),
    ('i', ["###", ".#.", ".#.", ".#.", "###"]),
    ('j', ["..#", "..#", "..#", "#.#", ".#."]),
    ('k', ["#.#", "#.#", "##.", "#.#", "#.#"]),
    ('l', ["#..", "#..", "#..", "#..", "###"]),
    ('m', ["#.#", "###", "###", "#.#", "#.#"]),
    ('n', ["##.", "#.#", "#.#", "#.#", "#.#"]),
    ('o', [".#.", "#.#", "#.#", "#.#", ".#."]),
    ('p', ["##.", "#.#", "##.", "#..", "#.."]),
    ('q', [".#.", "#.#", "#.#", ".#.", "..#"]),
    ('r', ["##.", "#.#", "##.", "#.#", "#.#"]),
    ('s', [".##", "#..", ".#.", "..#", "##."]),
    ('t', ["###", ".#.", ".#.", ".#.", ".#."]),
    ('u', ["#.#", "#.#", "#.#", "#.#", "###"]),
    ('v', ["#.#", "#.#", "#.#", "#.#", ".#."]),
    ('w', ["#.#", "#.#", "###", "###", "#.#"]),
    ('x', ["#.#", "#.#", ".#.", "#.#", "#.#"]),
    ('y', ["#.#", "#.#", ".#.", ".#.", ".#."]),
    ('z', ["###", "..#", ".#.", "#..", "###"]),
    ('0', ["###", "#.#", "#.#", "#.#", "###"]),
    ('1', [".#.", "##.", ".#.", ".#.", "###"]),
    ('2', ["##.", "..#", ".#.", "#..", "###"]),
    ('3', ["##.", "..#", ".#.", "..#", "##."]),
    ('4', ["#.#", "#.#", "###", "..#", "..#"]),
    ('5', ["###", "#..", "##.", "..#", "##."]),
    ('6', [".##", "#..", "##.", "#.#", ".#."]),
    ('7', ["###", "..#", ".#.", ".#.", ".#."]),
    ('8', ["###", "#.#", "###", "#.#", "###"]),
    ('9', [".#.", "#.#", ".##", "..#", "##."]),
    ('-', ["...", "...", "###", "...", "..."]),
];

/// The width of a caption, in pixels of its letters.
pub(super) fn width(caption: &str) -> u32 {
    (caption.chars().count() as u32 * (CHARACTER.0 + 1)).saturating_sub(1)
}

/// The pixels of a caption: column and row of each.
pub(super) fn pixels(caption: &str) -> impl Iterator<Item = (u32, u32)> {
    let places = caption.chars().enumerate();
    places.flat_map(|(place, character)| {
        let found = CHARACTERS.iter().find(|known| known.0 == character);
        let rows = found.map_or([""; 5], |known| known.1);
        let pixels = rows.into_iter().enumerate().flat_map(move |(y, row)| {
            let inked = row.bytes().enumerate().filter(|&(_, mark)| mark == b'#');
            inked.map(move |(x, _)| (x as u32, y as u32))
        });
        pixels.map(move |(x, y)| (place as u32 * (CHARACTER.0 + 1) + x, y))
    })
}
