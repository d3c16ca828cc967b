//! The web component `<peg-font>` in one file: its script, the scripts that it imports, the
//! built-in themes and the font.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use peg_solitaire::board::{Hole, Jump};
use pegfont_film::render::theme::THEMES;
use pegfont_film::render::{Appearance, Theme};
use pegfont_film::timeline::settling;
use pegfont_type::font::Font;
use serde_json::json;

use crate::publish::COMPONENT;
use crate::{bundle, publish};

/// Replaced by the font and the themes.
const DATA: &str = "\"@DATA@\"";

/// Writes the component as a package, as `npm publish` takes it: the file, its types, a README, the
/// version, and the licences.
pub(crate) fn package(root: &Path, page: &Path, into: &Path) -> Result<()> {
    let mut files = publish::files(&root.join("web/component"))?;
    let description = files
        .get_mut("package.json")
        .context("the package has no package.json")?;
    let text = String::from_utf8(description.clone())?;
    *description = text
        .replace(publish::VERSION, env!("CARGO_PKG_VERSION"))
        .into_bytes();

    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        files.insert(licence.to_owned(), std::fs::read(root.join(licence))?);
    }

    publish::write(into, &files)?;
    write(page, into)
}

/// Writes the whole component.
pub(crate) fn write(page: &Path, dist: &Path) -> Result<()> {
    let scripts = publish::scripts(&publish::files(page)?)?;

    // Names of its own, as it is loaded as a plain script, which needs no permission from the
    // server.
    let joined = bundle::joined(&scripts, COMPONENT)?.script;
    ensure!(
        joined.contains(DATA),
        "peg-font.js has no place for the data: {DATA}"
    );

    let file = publish::minified(&format!("(() => {{\n{joined}}})();\n"))?;
    Ok(std::fs::write(
        dist.join(COMPONENT),
        file.replace(DATA, &data()?),
    )?)
}

/// The font and the themes as JSON. A solution is a text in which a character stands for a jump, by
/// its place in the list of jumps.
fn data() -> Result<String> {
    let font = Font::builtin()?;
    let (board, start) = font
        .small()
        .context("the built-in font's board has at most 64 holes")?;
    let jumps: Vec<_> = board.each_jump().collect();

    // From `(`, without the backslash, which JSON would double.
    let code = |number: usize| char::from_u32(40 + number as u32 + u32::from(number >= 52));
    let mut characters = serde_json::Map::new();

    for (character, chosen) in font.characters() {
        let code_of = |jump: &Jump| {
            jumps
                .iter()
                .position(|other| other == jump)
                .and_then(code)
                .context("a jump is not on the font's board")
        };
        let solution: Result<String> = chosen.solution.jumps().iter().map(code_of).collect();
        let settling = settling(&chosen.solution).into_iter();
        let settling = settling.flat_map(|(round, hole)| [hole.index(), round]);
        let settling: Option<String> = settling.map(code).collect();
        let settling = settling.context("a solution has too many jumps")?;
        characters.insert(character.to_string(), json!([solution?, settling]));
    }

    let themes = THEMES
        .iter()
        .map(|(_, text)| Theme::parse(text).map(Appearance::of));
    let themes: Result<Vec<_>, _> = themes.collect();

    let holes: Vec<_> = board
        .each_hole()
        .filter_map(|hole| board.coordinates(hole))
        .collect();
    let jumps: Vec<_> = jumps
        .iter()
        .map(|jump| [jump.from(), jump.over(), jump.to()].map(Hole::number))
        .collect();
    let start: Vec<u16> = start.pegs().map(Hole::number).collect();
    let data = json!({
        "holes": holes,
        "jumps": jumps,
        "start": start,
        "characters": characters,
        "themes": themes?,
    });
    // In a script, these two are line ends.
    Ok(data
        .to_string()
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029"))
}
