//! The size of pictures and files: `pegfont render --size`, and `--for`.

use crate::films::Film;
use crate::running::{pegfont, printed};
use pegfont_film::render::Theme;
use pegfont_film::render::theme::THEMES;

/// What `pegfont render` writes into the file that comes last.
fn render(line: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let words = shlex::split(line).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    printed(folder.path(), &[&["render"], &words[..]].concat());
    std::fs::read(folder.path().join(words[words.len() - 1])).unwrap()
}

/// The width and height of a picture.
fn size(bytes: &[u8]) -> (u32, u32) {
    let picture = image::load_from_memory(bytes).unwrap();
    (picture.width(), picture.height())
}

#[test]
fn a_picture_has_the_requested_size() {
    let of = |options: &str| size(&render(&format!("AB --size {options} -o a.png")));
    assert_eq!(of("333").0, 333);
    assert_eq!(of("128x128"), (128, 128));
    assert_eq!(of("500x60"), (500, 60));
    assert_eq!(of("500×60 --for 256kB"), (500, 60));
    assert_eq!(of("333x"), of("333"));
    for (asked, shown) in [
        ("1080x1920", " width=\"1080\" height=\"1920\" "),
        ("1280x64", " width=\"1280\" height=\"64\" "),
    ] {
        let svg = String::from_utf8(render(&format!("PEG --size {asked} -o a.svg"))).unwrap();
        assert!(
            svg.lines().next().unwrap().contains(shown),
            "{asked}: {svg:.200}"
        );
    }
}

#[test]
fn a_fitted_text_is_broken_where_its_boards_are_largest() {
    let fitted = |more: &str| render(&format!("'PEG HOP WIN' --size 300x400 {more} -o a.png"));
    let own = fitted("");
    assert_eq!(own, fitted("--wrap 3"), "three words, three lines");
    assert_ne!(own, fitted("--wrap 16"));
}

#[test]
fn a_file_stays_below_the_requested_size() {
    let film = |bytes: &str| render(&format!("PEG --theme wood --for {bytes} -o a.gif"));
    let frames = |film: &[u8]| Film::decode("gif", film).frames.len();
    let [large, middle, small] = ["1M", "25K", "3500"].map(film);
    assert!(
        middle.len() <= 25_000 && small.len() <= 3500,
        "{} {}",
        middle.len(),
        small.len()
    );
    assert!(
        middle.len() > 20_000,
        "{} bytes: the boards could be larger",
        middle.len()
    );
    assert!(size(&middle).0 < size(&large).0 && size(&small).0 < size(&middle).0);
    // First the boards become smaller, then frames are left out.
    assert_eq!(frames(&middle), frames(&large));
    assert!(frames(&small) < frames(&middle));
}

#[test]
fn a_place_sets_size_and_format() {
    let frames = |film: &[u8]| Film::decode("gif", film).frames.len();
    let own = "--size 128x128 --colour background=transparent --colour layout.padding=0 \
               --colour layout.gap=0.3 --colour board.margin=0.2";
    let [slack, discord, own] = ["--for slack", "--for discord", own]
        .map(|options| render(&format!("HELLO --order sequence {options} -o a.gif")));
    assert_eq!((size(&slack), slack.len() <= 128_000), ((128, 128), true));
    assert!(frames(&slack) <= 50 && frames(&own) > 50);
    assert_eq!((discord == own, discord.len() <= 256_000), (true, true));
    assert_eq!(
        size(&render("HI --for slack --size 64x32 -o c.gif")),
        (64, 32)
    );
    // The colour of the boards reaches the edge, in every theme.
    for (name, _) in THEMES {
        let story = render(&format!("SUMMER --for story --theme {name} -o d.png"));
        let picture = image::load_from_memory(&story).unwrap().into_rgba8();
        assert_eq!(picture.dimensions(), (1080, 1920));
        let ground = Theme::builtin(name).unwrap().ground().rgba;
        for (x, y) in [(0, 0), (1079, 1919), (540, 10)] {
            assert_eq!(picture.get_pixel(x, y).0, ground, "{name}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["render", "HI", "--for", "github"]);
    let preview = std::fs::read(folder.path().join("output/hi.png")).unwrap();
    assert_eq!(
        (size(&preview), preview.len() < 1_000_000),
        ((1280, 640), true)
    );
}

#[test]
fn the_words_of_an_emoji_play_one_after_the_other_each_as_large_as_fits() {
    let short = "--for discord --duration 3 --hold 0.5 -o a.gif";
    let [emoji, one, other] =
        ["HI YOU", "HI", "YOU"].map(|text| render(&format!("'{text}' {short}")));
    // The picture is cleared only between the words.
    assert!(5 * emoji.len() < 6 * (one.len() + other.len()));
    let [emoji, one, other] = [emoji, one, other].map(|bytes| Film::decode("gif", &bytes));
    let same = |one: &Film, other: &Film, at: [usize; 2]| {
        let [one, other] = [&one.frames[at[0]], &other.frames[at[1]]];
        let places = (0..128).flat_map(|y| (0..128).map(move |x| (x, y)));
        places
            .into_iter()
            .all(|(x, y)| one.pixel(x, y)[3] == other.pixel(x, y)[3])
    };
    assert!(same(&emoji, &one, [0, 0]));
    assert!(same(
        &emoji,
        &other,
        [emoji.frames.len() - 1, other.frames.len() - 1]
    ));
    assert!(!same(&one, &other, [0, 0]));
}

#[test]
fn a_word_is_broken_where_its_boards_become_much_larger_and_there_is_a_margin_around_it() {
    for (text, size, lines) in [
        ("HELLO", "1080x1920", 2),
        ("HELLO", "1280x640", 1),
        ("HAPPY BIRTHDAY", "1080x1920", 3),
        ("HAPPY BIRTHDAY", "1280x640", 2),
    ] {
        let file = render(&format!(
            "'{text}' --size {size} --theme contrast --at end -o a.png"
        ));
        let picture = image::load_from_memory(&file).unwrap().into_luma8();
        let (width, height) = picture.dimensions();
        let ink = |x: u32, y: u32| picture.get_pixel(x, y).0[0] > 128;
        let edge = width.min(height) / 20;
        let inner = |at: u32, side: u32| (edge..side - edge).contains(&at);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let mut places = places.filter(|&(x, y)| ink(x, y));
        assert!(
            places.all(|(x, y)| inner(x, width) && inner(y, height)),
            "{text}"
        );
        // Each line of boards has rows without ink above and below it.
        let rows = (0..height)
            .map(|y| (0..width).any(|x| ink(x, y)))
            .collect::<Vec<bool>>();
        let gaps = rows
            .split(|&row| row)
            .filter(|gap| gap.len() as u32 > width / 60)
            .count();
        assert_eq!(gaps, lines + 1, "{text} in {size}");
    }
}

#[test]
fn boards_that_are_too_small_to_be_read_are_pointed_out() {
    let folder = tempfile::tempdir().unwrap();
    let small = [
        "render",
        "HAPPY BIRTHDAY",
        "--size",
        "120x50",
        "-o",
        "a.png",
    ];
    let run = pegfont(folder.path(), &small);
    let said = String::from_utf8(run.stderr).unwrap();
    let expected = "\"HAPPY BIRTHDAY\" has 2 pixels for each hole, too few to be read: ";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_text_of_up_to_sixteen_characters_stays_on_one_line_unless_a_height_is_given() {
    for text in ["Ada Ben", "Ada und Ben", "PEG SOLITAIRE", "a b c d e f g h"] {
        for option in ["", "--size 800", "--size pitch:6", "--size 1200"] {
            let usual = render(&format!("'{text}' {option} -o a.png"));
            let one_line = render(&format!("'{text}' {option} --wrap 16 -o a.png"));
            assert!(usual == one_line, "{text} {option}");
            let (width, height) = size(&usual);
            assert!(3 * height < width, "{text} {option}: {width}x{height}");
        }

        let square = render(&format!("'{text}' --size 800x800 -o a.png"));
        let one_line = render(&format!("'{text}' --size 800x800 --wrap 16 -o a.png"));
        assert!(square != one_line, "{text}");
    }
}

#[test]
fn a_line_that_is_too_long_for_a_width_is_broken() {
    let narrow = render("'PEG SOLITAIRE' --size 100 -o a.png");
    assert!(size(&narrow).1 > 40, "{:?}", size(&narrow));
}
