//! Totals from the literature, which `tests/data/totals.csv` lists with their sources.

/// A published number.
pub fn published(name: &str) -> u128 {
    let lines = include_str!("../data/totals.csv").lines().skip(1);
    let line = lines.map(|line| line.splitn(3, ',')).find_map(|mut line| {
        (line.next() == Some(name)).then(|| line.next().expect("a value").parse())
    });
    line.unwrap_or_else(|| panic!("no {name} in tests/data/totals.csv"))
        .expect("a number")
}
