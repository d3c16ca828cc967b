//! Blocks of lines, such as pictures of boards, side by side.

use std::iter::repeat_n;

/// The least columns between two blocks.
pub const GAP: usize = 3;

/// Blocks of lines side by side.
pub fn side_by_side(blocks: &[String]) -> String {
    let widest = blocks.iter().map(|block| width(block)).max().unwrap_or(0);
    in_row(blocks, widest + GAP).trim_end().to_owned()
}

/// Blocks of lines side by side, whose first columns are so far apart.
pub fn in_row(blocks: &[String], apart: usize) -> String {
    let mut blocks: Vec<_> = blocks.iter().map(|block| block.lines()).collect();
    let mut row = String::new();

    loop {
        let begin = row.len();
        let mut column = 0;
        let mut is_over = true;
        for (number, lines) in blocks.iter_mut().enumerate() {
            let Some(line) = lines.next() else { continue };
            is_over = false;

            let before = (number * apart).saturating_sub(column);
            row.extend(repeat_n(' ', before));
            row.push_str(line);
            column += before + line.chars().count();
        }
        if is_over {
            return row;
        }

        row.truncate(begin + row[begin..].trim_end().len());
        row.push('\n');
    }
}

/// The columns of a block.
pub fn width(block: &str) -> usize {
    let widths = block.lines().map(|line| line.chars().count());
    widths.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::side_by_side;

    #[test]
    fn blocks_of_any_height_stand_side_by_side_without_spaces_at_the_ends() {
        let blocks = ["ab\nc", "d\ne\nf", "g"].map(str::to_owned);
        assert_eq!(side_by_side(&blocks), "ab   d    g\nc    e\n     f");
        assert_eq!(side_by_side(&[]), "");
    }
}
