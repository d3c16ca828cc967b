//! The font of the module `watch`, which the first view waits for: what plays, without figures,
//! drawings and alternates.

use std::path::Path;

/// In the place of every design, which a font file must have.
const BLANK: &str = r#"design = "...../...../...../...../...../...../.....""#;

fn main() -> std::io::Result<()> {
    let source = "../fonts/pegfont.toml";
    println!("cargo::rerun-if-changed={source}");
    let text = std::fs::read_to_string(source)?;
    let entries = text
        .split_inclusive("\n\n")
        .filter(|entry| !entry.contains("\nfeature = "));
    let characters: String = entries.collect();
    let others = ["ideal = ", "solutions = ", "effort = "];
    let plays = |line: &&str| !others.iter().any(|key| line.starts_with(key));
    let blank = |line| {
        if str::starts_with(line, "design = ") {
            BLANK
        } else {
            line
        }
    };
    let lines: Vec<&str> = characters.lines().filter(plays).map(blank).collect();
    let folder = std::env::var_os("OUT_DIR").unwrap_or_default();
    std::fs::write(Path::new(&folder).join("font.toml"), lines.join("\n"))
}
