//! The size of pictures and files: `pegfont render --size`, and `--for`.
use crate::running::printed;
use std::fs;
use std::path::Path;

fn render(folder: &Path, arguments: &[&str]) {
    printed(folder, &[&["render"], arguments].concat());
}

/// The width and height of a GIF or PNG.
fn size(bytes: &[u8]) -> (u32, u32) {
    if bytes.starts_with(b"GIF") {
        let side = |at: usize| u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        return (side(6), side(8));
    }
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (side(16), side(20))
}

fn gif_frames(bytes: &[u8]) -> usize {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let mut frames = 0;
    while decoder.next_frame_info().unwrap().is_some() {
        frames += 1;
    }
    frames
}

#[test]
fn a_picture_has_the_requested_size() {
    let folder = tempfile::tempdir().unwrap();
    let of = |arguments: &[&str]| {
        render(folder.path(), &[&["AB", "-o", "a.png"], arguments].concat());
        size(&fs::read(folder.path().join("a.png")).unwrap())
    };
    assert_eq!(of(&["--size", "333"]).0, 333);
    assert_eq!(of(&["--size", "x222"]).1, 222);
    assert_eq!(of(&["--size", "128x128"]), (128, 128));
    assert_eq!(of(&["--size", "500x60"]), (500, 60));
    assert_eq!(of(&["--size", "500×60", "--for", "256kB"]), (500, 60));
    assert_eq!(of(&["--size", "333x"]), of(&["--size", "333"]));
}

#[test]
fn an_svg_has_the_requested_size() {
    let folder = tempfile::tempdir().unwrap();
    for (option, value, shown) in [
        ("--size", "1080x1920", " width=\"1080\" height=\"1920\" "),
        ("--size", "1280x64", " width=\"1280\" height=\"64\" "),
        ("--size", "x300", " height=\"300\" "),
    ] {
        render(folder.path(), &["PEG", "-o", "a.svg", option, value]);
        let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
        assert!(svg.lines().next().unwrap().contains(shown), "{value}: {svg:.200}");
    }
}

#[test]
fn a_fitted_text_is_broken_where_its_boards_are_largest() {
    let folder = tempfile::tempdir().unwrap();
    let fitted = |name: &str, more: &[&str]| {
        render(
            folder.path(),
            &[&["PEG SOLITAIRE IS", "--size", "300x400", "-o", name], more].concat(),
        );
        fs::read(folder.path().join(name)).unwrap()
    };
    let own = fitted("a.png", &[]);
    assert_eq!(own, fitted("b.png", &["--wrap", "9"]), "three words, three lines");
    assert_ne!(own, fitted("c.png", &["--wrap", "16"]));
}

#[test]
fn a_file_stays_below_the_requested_size() {
    let folder = tempfile::tempdir().unwrap();
    let film = |bytes: &str| {
        let arguments = ["PEG", "-o", "a.gif", "--theme", "wood", "--for", bytes];
        render(folder.path(), &arguments);
        fs::read(folder.path().join("a.gif")).unwrap()
    };
    let [large, middle, small] = ["1M", "20K", "3500"].map(film);
    assert!(middle.len() <= 20_000 && small.len() <= 3500, "{} {}", middle.len(), small.len());
    assert!(middle.len() > 15_000, "{} bytes: the boards could be larger", middle.len());
    assert!(size(&middle).0 < size(&large).0 && size(&small).0 < size(&middle).0);
    // First the boards become smaller, then frames are left out.
    assert_eq!(gif_frames(&middle), gif_frames(&large));
    assert!(gif_frames(&small) < gif_frames(&middle));
}

#[test]
fn a_place_sets_size_format_and_first_frame() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    for (place, most) in [("slack", 128_000), ("discord", 256_000)] {
        render(folder.path(), &["HELLO", "--for", place, "--order", "sequence", "-o", "a.gif"]);
        let emoji = read("a.gif");
        assert_eq!(size(&emoji), (128, 128));
        assert!(emoji.len() <= most);
        let own = [
            "HELLO",
            "--size",
            "128x128",
            "--first-frame",
            "end",
            "--colour",
            "background=transparent",
        ];
        let own = [&own[..], &["--order", "sequence", "-o", "b.gif"]].concat();
        render(folder.path(), &own);
        if place == "discord" {
            assert_eq!(emoji, read("b.gif"));
        } else {
            assert!(gif_frames(&emoji) <= 50 && gif_frames(&read("b.gif")) > 50);
        }
    }
    render(folder.path(), &["HI", "--for", "github"]);
    let preview = read("output/hi.png");
    assert_eq!(size(&preview), (1280, 640));
    assert!(preview.len() < 1_000_000);
    render(folder.path(), &["HI", "--for", "slack", "--size", "64x32", "-o", "c.gif"]);
    assert_eq!(size(&read("c.gif")), (64, 32));
    render(folder.path(), &["HI", "--for", "story", "-o", "d.png"]);
    assert_eq!(size(&read("d.png")), (1080, 1920));
}
