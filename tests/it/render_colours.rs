//! Colours by option, an SVG for light and dark, and several files at once: `--colour`, `--theme
//! light,dark`, and `-o` more than once.
use crate::films::{Film, screenshot};
use crate::running::{pegfont, printed as run};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pegfont_film::render::{Colour, Geometry, Theme, View};
use pegfont_film::timeline::{Missing, Setting};
use pegfont_type::font::Font;

/// The end of A with options.
fn svg(folder: &Path, options: &str) -> String {
    let options = options.split_whitespace().collect::<Vec<_>>();
    run(
        folder,
        &[&["render", "A", "--at", "end", "-o", "a.svg"], &options[..]].concat(),
    );
    fs::read_to_string(folder.join("a.svg")).unwrap()
}

#[test]
fn colours_are_those_that_were_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let own = [
        "peg=#010203",
        "board=#f4f5f6",
        "hole=#a7a8a9",
        "background=#0a0b0c",
    ];
    let own = own.map(|own| format!("--colour {own}")).join(" ");
    let found = svg(folder.path(), &format!("--theme ivory {own}"));
    for colour in ["010203", "f4f5f6", "a7a8a9", "0a0b0c"] {
        assert!(
            found.contains(&format!("\"#{colour}\"")),
            "{colour}: {found}"
        );
    }
    // The shades of the theme's colours are gone, and its reflections stay.
    for colour in ["cf4f43", "741312", "f6f0e3", "c9bda2"] {
        assert!(!found.contains(colour), "{colour}: {found}");
    }
    assert!(found.contains("radialGradient"), "{found}");
}

#[test]
fn every_key_of_themes_is_documented_and_can_be_set() {
    let page = include_str!("../../docs/reference/themes.md");
    let table = page
        .split("| key | meaning |\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let mut keys = BTreeSet::new();
    for row in table.lines().skip(1) {
        let mut part = "";
        for key in row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2) {
            let (before, name) = key.split_once('.').unwrap_or((key, ""));
            part = if before.is_empty() { part } else { before };
            keys.insert(if name.is_empty() {
                part.to_owned()
            } else {
                format!("{part}.{name}")
            });
        }
    }
    for theme in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/themes")).unwrap() {
        let path = theme.unwrap().path();
        let is_theme = path.extension().is_some_and(|ending| ending == "toml")
            && path.file_name().is_some_and(|name| name != "Cargo.toml");
        if !is_theme {
            continue;
        }
        let theme: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        for (part, value) in theme.iter().filter(|entry| entry.0 != "name") {
            let names = value.as_table().into_iter().flat_map(|names| names.keys());
            let mut used = names
                .map(|name| format!("{part}.{name}"))
                .collect::<Vec<_>>();
            used.extend(value.is_str().then(|| part.clone()));
            used.iter()
                .for_each(|key| assert!(keys.contains(key), "{key}"));
        }
    }
    let lengths = ["corner", "margin", "size", "gap", "padding"];
    let value = |key: &String| match key {
        key if key.ends_with("square") => "true",
        key if lengths.iter().any(|end| key.ends_with(end)) => "0.5",
        _ => "#123456",
    };
    let changes = keys
        .iter()
        .map(|key| format!("--colour {key}={}", value(key)));
    let folder = tempfile::tempdir().unwrap();
    assert!(svg(folder.path(), &changes.collect::<Vec<_>>().join(" ")).contains("#123456"));
}

#[test]
fn words_and_one_game_show_pegs_that_wait_and_that_move_in_their_colours() {
    let folder = tempfile::tempdir().unwrap();
    for film in [
        &["render", "I"][..],
        &["render", "c2-c4"],
        &["one-game", "I"],
    ] {
        let own = [
            "-o",
            "a.svg",
            "--colour",
            "waiting=#3a4b5c",
            "--colour",
            "moving=#fdfefd",
        ];
        run(folder.path(), &[film, &own].concat());
        let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
        assert!(
            svg.contains("#3a4b5c") && svg.contains("#fdfefd"),
            "{film:?}"
        );
    }
}

#[test]
fn an_svg_follows_light_and_dark() {
    let folder = tempfile::tempdir().unwrap();
    for more in ["", "--captions"] {
        let both = svg(folder.path(), &format!("--theme light,dark {more}"));
        let [light, dark] =
            ["light", "dark"].map(|name| svg(folder.path(), &format!("--theme {name} {more}")));
        // Every colour of both is there.
        for one in [light, dark] {
            assert!(!one.contains("@media(prefers-color-scheme"));
            let colours = one
                .match_indices("=\"#")
                .filter(|&(at, _)| !one[..at].ends_with("href"));
            for (at, _) in colours {
                let colour = &one[at + 2..at + 9];
                assert!(both.contains(colour), "{colour}: {both}");
            }
        }
        let parts = both.matches("<g id=\"p").count();
        assert_eq!(both.matches("<g class=\"d-").count(), parts);
    }
    let clear = svg(
        folder.path(),
        "--theme ivory,dark --colour background=transparent",
    );
    assert_eq!(
        clear.matches("<rect ").count(),
        2,
        "two boards and no ground: {clear}"
    );
}

#[test]
#[ignore = "needs chromium and firefox-esr"]
fn browsers_show_the_theme_of_the_device() {
    let folder = tempfile::tempdir().unwrap();
    svg(folder.path(), "--theme light,dark");
    let setting = Setting::new(Font::builtin().unwrap(), "A", 16, Missing::Refuse).unwrap();
    let end = setting.letters()[0].solution.end();
    for (browser, dark) in [
        ("chromium", false),
        ("chromium", true),
        ("firefox-esr", false),
        ("firefox-esr", true),
    ] {
        let view = View::new(Theme::builtin(if dark { "dark" } else { "light" }).unwrap());
        let Geometry {
            width,
            height,
            middles,
            corners,
            ..
        } = Geometry::new(&setting, &view).unwrap();
        let raw = screenshot(browser, &folder.path().join("a.svg"), (width, height), dark);
        let film = Film::from_raw(&raw, (width, height), &[0.0]);
        let shown = |x: u32, y: u32| Colour {
            rgba: film.frames[0].pixel(x, y),
        };
        let theme = &view.theme;
        assert_eq!(shown(2, 2), theme.background, "{browser}");
        for (hole, (x, y)) in setting.board().each_hole().zip(middles) {
            let (x, y) = (corners[0].0 + x as u32, corners[0].1 + y as u32);
            let inside = if end.has(hole) {
                theme.peg.colour
            } else {
                theme.hole.colour
            };
            assert_eq!(
                (shown(x, y), shown(x + 12, y)),
                (inside, theme.board.colour),
                "{browser}"
            );
        }
    }
}

#[test]
fn several_files_are_written_each_in_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let printed = run(
        folder.path(),
        &["render", "HI", "-o", "a.gif", "-o", "p.png"],
    );
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[0].starts_with("a.gif: ") && lines[1].starts_with("p.png: "),
        "{printed}"
    );
    run(folder.path(), &["render", "HI", "-o", "b.png"]);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("p.png"), read("b.png"));
    // The other file is not named among the data.
    let both = ["render", "HI", "-o", "-", "--format", "svg", "-o", "q.png"];
    let svg = run(folder.path(), &both);
    assert!(
        svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert_eq!(read("q.png"), read("b.png"));
    // Without a film to be shown, an SVG is a still, too.
    run(
        folder.path(),
        &["render", "HI", "--at", "end", "-o", "p.svg"],
    );
    assert!(
        !String::from_utf8(read("p.svg"))
            .unwrap()
            .contains("animation")
    );
}

#[test]
fn a_translucent_background_is_not_silently_lost_in_a_gif() {
    let folder = tempfile::tempdir().unwrap();
    let warned = |name: &str, background: &str| {
        let background = format!("background={background}");
        let run = pegfont(
            folder.path(),
            &["render", "I", "-o", name, "--colour", &background],
        );
        assert!(run.status.success());
        String::from_utf8(run.stderr).unwrap()
    };
    assert!(warned("a.gif", "#00000040").contains("the background becomes transparent"));
    assert!(warned("a.gif", "#000000c0").contains("the background becomes opaque"));
    for (name, background) in [
        ("a.gif", "transparent"),
        ("a.gif", "#123"),
        ("a.png", "#00000040"),
    ] {
        assert_eq!(warned(name, background), "");
    }
}

/// The file that `render` makes of a text with options.
fn rendered(folder: &Path, text: &str, file: &str, options: &str) -> Vec<u8> {
    let words = ["render", text, "-o", file].into_iter();
    let words = words.chain(options.split_whitespace());
    run(folder, &words.collect::<Vec<_>>());
    fs::read(folder.join(file)).unwrap()
}

/// Which pixels are rather seen than seen through.
fn ink(rgba: &[u8]) -> Vec<bool> {
    let pixels = rgba.chunks_exact(4);
    pixels.map(|pixel| pixel[3] >= 128).collect()
}

#[test]
fn without_a_background_nothing_stays_where_a_peg_or_a_number_was() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // A peg hops above the board in all of them but I.
    for text in ["HE", "YOU", "WOW", "I"] {
        for options in [
            "--colour background=transparent",
            "--colour background=transparent --count",
            "--colour background=transparent --colour board=transparent",
            "--for discord",
        ] {
            for format in ["gif", "apng"] {
                let film = rendered(folder, text, &format!("film.{format}"), options);
                let frames = Film::decode(format, &film).frames;
                // Both are the word.
                let [first, .., last] = &frames[..] else {
                    panic!("{text} {options}: a film of {} frames", frames.len());
                };
                assert!(
                    ink(&first.rgba) == ink(&last.rgba),
                    "{text} {options} {format}"
                );
            }
        }
    }
}
