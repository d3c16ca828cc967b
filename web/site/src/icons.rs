//! The page's pictures: its icons, the letter P, which is what is left of a game, and the picture
//! of links to it.

use std::path::Path;

use anyhow::{Context as _, Result};
use peg_solitaire::progress::Progress;
use pegfont_film::render::{Scene, Size, Theme, View, encoder};
use pegfont_film::timeline::{Missing, Setting, Timeline, Timing};
use pegfont_type::font::Font;

/// The icons: their names and sides, and the share of the space around the board, which a mask may
/// cut away.
const ICONS: [(&str, u32, f32); 4] = [
    ("icon-192.png", 192, 0.3),
    ("icon-512.png", 512, 0.3),
    ("icon-mask-512.png", 512, 2.4),
    ("icon.svg", 64, 0.2),
];

/// The picture that messengers show beside a link: its name, and its sides.
const LINK: (&str, u32, u32) = ("link.png", 1200, 630);

pub(crate) fn write(dist: &Path) -> Result<()> {
    let folder = dist.join("icons");
    std::fs::create_dir_all(&folder)?;

    let (name, width, height) = LINK;
    let view = View {
        size: Size::Exactly(width, height),
        ..View::new(Theme::builtin("ivory")?)
    };
    picture(&folder.join(name), "PEG SOLITAIRE", 8, &view)?;

    for (name, side, padding) in ICONS {
        let mut theme = Theme::builtin("ivory")?;
        theme.background = theme.board.colour;
        theme.layout.padding = padding;

        let view = View {
            size: Size::Exactly(side, side),
            ..View::new(theme)
        };
        picture(&folder.join(name), "P", 1, &view)?;
    }

    Ok(())
}

/// Writes a picture of a finished text.
fn picture(path: &Path, text: &str, wrap: usize, view: &View) -> Result<()> {
    let setting = Setting::new(Font::builtin()?, text, wrap, Missing::Refuse)?;
    let timeline = Timeline::new(setting, Timing::default())?;
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let encoder = encoder(&ending).context("pictures can't be written in this format")?;

    let mut file = Vec::new();
    let scene = Scene::finished(timeline, view.clone());
    (encoder.encode)(&scene, &mut file, Progress::NONE)?;

    Ok(std::fs::write(path, file)?)
}
