//! The finder, compared with plain enumeration.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::running::printed;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::class::PositionClass;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use pegfont_type::find::{Criteria, DesignPlace, Finder, MAX_DISTANCE, Placing, unlike};
use pegfont_type::font::Font;
use proptest::prelude::*;
use serde_json::Value;

/// A small board, its reachable set, and a list of its positions.
fn solved(name: &str) -> (SmallBoard, Reachable, Vec<Bitboard>) {
    let board: SmallBoard = name.parse().unwrap();
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
    let class: &PositionClass = reachable.class();
    let all = (0..1_u64 << class.rank())
        .map(|index| class.position(index))
        .filter(|&position| reachable.contains(position))
        .collect();
    (board, reachable, all)
}

#[test]
fn finding_is_exhaustive_and_ordered() {
    for name in ["4x4", "4x5", "triangle10", "triangle15", "line9"] {
        let (board, reachable, all) = solved(name);
        let finder = Finder::new(&reachable);
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..40 {
            random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let design = Bitboard(random >> 20 & board.full().code());
            let criteria = [Criteria::of(board.as_board(), design)];
            for distance in 0..=4 {
                let found = finder.near(&criteria, distance, usize::MAX).unwrap();
                let mut expected: Vec<_> = all
                    .iter()
                    .map(|&pattern| (pattern.distance(design), pattern))
                    .filter(|&(away, _)| away <= distance)
                    .map(|(away, pattern)| (away, criteria[0].score(pattern).total(), pattern))
                    .collect();
                expected.sort_unstable();
                let found = found
                    .iter()
                    .map(|it| (it.distance, it.score.total(), it.pattern));
                assert!(found.eq(expected), "{name}, {design:?} within {distance}");
            }
        }
    }
}

/// Every way to put the pegs of a design elsewhere on a board, perhaps mirrored.
fn placed(board: &SmallBoard, design: Bitboard, mirror: bool) -> BTreeSet<Bitboard> {
    let (columns, rows) = (
        board.as_board().columns() as i16,
        board.as_board().rows() as i16,
    );
    let mut all = BTreeSet::new();
    for (x, y) in (-columns..=columns).flat_map(|x| (-rows..=rows).map(move |y| (x, y))) {
        for mirrored in [false, mirror] {
            let at = |hole| {
                let (column, row) = board.coordinates(hole)?;
                let turned = if board.as_board().is_rectangle() {
                    columns - 1 - column
                } else {
                    row - column
                };
                board
                    .as_board()
                    .hole_at(if mirrored { turned } else { column } + x, row + y)
            };
            all.extend(design.pegs().map(at).collect::<Option<Bitboard>>());
        }
    }
    all
}

#[test]
fn a_design_is_found_wherever_it_can_stand() {
    for name in ["4x4", "4x5", "triangle10"] {
        let (board, reachable, all) = solved(name);
        let finder = Finder::new(&reachable);
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..24 {
            random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            // Few pegs, so that they fit elsewhere.
            let ink = Bitboard(random >> 20 & random >> 30 & random >> 40 & board.full().code());
            let mirror = round % 3 == 0;
            let placing = Placing {
                moved: true,
                mirrored: mirror,
            };
            let places = DesignPlace::all(&board, &[ink], placing);
            let designs: BTreeSet<Bitboard> = places.iter().map(|it| it.0).collect();
            assert_eq!(designs, placed(&board, ink, mirror), "{name}, {ink:?}");
            assert_eq!(
                (places[0], places.len()),
                ((ink, DesignPlace::default()), designs.len())
            );
            let criteria = |it: &(Bitboard, DesignPlace)| Criteria::of(board.as_board(), it.0);
            let criteria: Vec<_> = places.iter().map(criteria).collect();
            let found = finder.near(&criteria, 2, usize::MAX).unwrap();
            let nearest = |pattern: Bitboard| {
                places
                    .iter()
                    .map(|it| it.0.distance(pattern))
                    .min()
                    .unwrap_or(u32::MAX)
            };
            let within = all.iter().filter(|&&pattern| nearest(pattern) <= 2);
            let expected: BTreeSet<_> = within.map(|&it| (nearest(it), it)).collect();
            let found: Vec<_> = found.iter().map(|it| (it.distance, it.pattern)).collect();
            assert_eq!(found.len(), expected.len());
            assert_eq!(
                found.into_iter().collect::<BTreeSet<_>>(),
                expected,
                "{name}, {ink:?}"
            );
        }
    }
}

#[test]
fn unlike_patterns_are_the_farthest_from_all_before_them() {
    let (board, reachable, _) = solved("4x5");
    let design = board.parse_pattern("....\n.##.\n.##.\n.##.\n....").unwrap();
    let criteria = [Criteria::of(board.as_board(), design)];
    let all = Finder::new(&reachable)
        .near(&criteria, 4, usize::MAX)
        .unwrap();
    let mut taken = vec![0];
    for count in 1..20 {
        let expected = all
            .iter()
            .enumerate()
            .filter(|it| taken.contains(&it.0))
            .map(|it| *it.1);
        assert!(unlike(&all, count).into_iter().eq(expected));
        let apart = |&one: &usize| {
            taken
                .iter()
                .map(|&it: &usize| all[it].pattern.distance(all[one].pattern))
                .min()
        };
        let farthest = (0..all.len()).map(|one| apart(&one)).max();
        taken.extend((0..all.len()).find(|one| Some(apart(one)) == farthest));
    }
    assert_eq!(unlike(&all, usize::MAX), all);
    assert_eq!(unlike(&[], 3), []);
}

#[test]
fn the_nearest_are_the_first_of_those_within() {
    let (board, reachable, _) = solved("4x5");
    let finder = Finder::new(&reachable);
    let design = board.parse_pattern("....\n.##.\n.##.\n.##.\n....").unwrap();
    let criteria = |design| Criteria::of(board.as_board(), design);
    let near = [criteria(design)];
    let within = finder.near(&near, MAX_DISTANCE, usize::MAX).unwrap();
    for count in [0, 1, 2, 17, 100, within.len()] {
        assert_eq!(
            finder.near(&near, MAX_DISTANCE, count).unwrap(),
            within[..count]
        );
    }
    // Near several designs, however many are kept of each meanwhile.
    let designs = [design, Bitboard::EMPTY, SmallBoard::full(&board)].map(criteria);
    let all = finder.near(&designs, MAX_DISTANCE, usize::MAX).unwrap();
    assert!(all.len() > 2048 && all.len() > within.len());
    for count in [0, 1, 2, 17, 100, 1000, all.len()] {
        let first = finder.near(&designs, MAX_DISTANCE, count).unwrap();
        assert_eq!(first, all[..count], "{count}");
    }
}

proptest! {
    #[test]
    fn mirrored_designs_have_mirrored_scores(design in 0..1_u64 << 35, flips in 0..1_u64 << 35) {
        let board: SmallBoard = "5x7".parse().unwrap();
        let (design, pattern) = (Bitboard(design), Bitboard(design ^ flips));
        let criteria = Criteria::of(board.as_board(), design);
        let score = criteria.score(pattern);
        // A perfect copy breaks no criterion.
        prop_assert_eq!(criteria.score(design).total(), 0);
        for symmetry in board.symmetries() {
            let mirrored = Criteria::of(board.as_board(), symmetry.apply(design));
            prop_assert_eq!(mirrored.score(symmetry.apply(pattern)), score);
        }
    }
}

/// Runs a command line in a folder.
fn run(folder: &Path, line: &str) -> String {
    printed(folder, &line.split(' ').collect::<Vec<_>>())
}

/// The answer of a command line in JSON.
fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&run(folder, &format!("{line} --json"))).unwrap()
}

#[test]
fn a_variant_is_kept_in_a_glyph_file_as_it_was() {
    let (folder, find) = (tempfile::tempdir().unwrap(), "find R --distance 2 --unlike");
    let folder = folder.path();
    let found = json(folder, find);
    let patterns = |number: usize| found["found"][number - 1]["pattern"].as_str().unwrap();
    let rows = |number| patterns(number).replace('/', "\n") + "\n";
    // A file that isn't there is made, and its font has the three.
    run(folder, &format!("{find} --pin 9,11 r.glyphs.toml"));
    run(folder, &format!("{find} --pin 4 r.glyphs.toml --alternate"));
    // None is kept twice, and none goes unseen.
    let kept = || fs::read_to_string(folder.join("r.glyphs.toml")).unwrap();
    let before = kept();
    for number in [9, 11, 4] {
        let again = run(
            folder,
            &format!("{find} --pin {number} r.glyphs.toml --alternate"),
        );
        assert!(
            again.contains(&format!("pattern {number}, as before")),
            "{again}"
        );
    }
    assert_eq!(kept(), before);
    let said = run(folder, "font build r.glyphs.toml --figures none -o r.toml");
    assert!(
        said.contains("pinned        'R', 'R' ss01, 'R' ss02 ("),
        "{said}"
    );
    let font = Font::parse(&fs::read_to_string(folder.join("r.toml")).unwrap()).unwrap();
    let forms = font
        .forms()
        .map(|one| font.board().picture_line(one.pattern()));
    assert_eq!(forms.collect::<Vec<_>>(), [9, 11, 4].map(patterns));
    // Each is seen.
    for (feature, number) in [("", 9), (" --feature ss01", 11), (" --feature ss02", 4)] {
        let said = run(folder, &format!("puzzle R --font r.toml{feature} --json"));
        assert!(said.contains(patterns(number)), "{feature}: {said}");
    }
    let text = "render RRRR --font r.toml --feature ss01,ss02 -o -";
    let text = run(folder, text).replace('●', "#").replace('·', ".");
    let row = |line: &str, at| line.split("   ").nth(at).unwrap().replace(' ', "");
    let shown = |at| {
        text.lines()
            .map(|line| row(line, at))
            .collect::<Vec<_>>()
            .join("/")
    };
    assert_eq!([0, 1, 2, 3].map(shown), [9, 11, 4, 9].map(patterns));
    let drawn = run(folder, "font list --font r.toml --draw");
    assert!(drawn.contains("\n\nR ") && drawn.contains("R ss01  ") && drawn.contains("R ss02"));
    // A form is held against its own design, whichever it had before.
    run(folder, &format!("{find} --pin 4,9,11 r.glyphs.toml"));
    run(
        folder,
        "font build r.glyphs.toml --figures none -o other.toml",
    );
    let font = Font::parse(&fs::read_to_string(folder.join("other.toml")).unwrap()).unwrap();
    assert!(font.forms().all(|form| form.distance() <= 2));
    // What is chosen again replaces that; what is written by hand stays.
    let path = folder.join("r.glyphs.toml");
    fs::write(&path, before.replace("[[glyph]]", "# look\n[[glyph]]")).unwrap();
    let (again, drawn) = (format!("{find} --pin 3,9 r.glyphs.toml -o r.svg"), rows(1));
    let said = run(folder, &again);
    assert!(
        said.contains("r.svg") && said.contains("'R' ss02: removed"),
        "{said}"
    );
    let twice = kept();
    run(folder, &again);
    assert_eq!(
        (kept().matches("# look\n").count(), kept()),
        (3, twice.clone())
    );
    let drawn = format!("char = \"R\" # mine\nfeature = \"ss02\"\nrows = \"\"\"\n{drawn}\"\"\"\n");
    fs::write(&path, format!("{twice}[[glyph]]\n{drawn}# the end\n")).unwrap();
    for (chosen, last) in [
        ("5,6 r.glyphs.toml --alternate", 5),
        ("2,11 r.glyphs.toml", 11),
    ] {
        run(folder, &format!("{find} --pin {chosen}"));
        for part in [&drawn, "# the end\n", &rows(last)] {
            assert!(kept().contains(part), "{}", kept());
        }
    }
    assert!(!kept().contains("ss03") && kept().contains(&rows(2)));
    // Of a file that is there, comments and order stay.
    run(folder, "font new own.glyphs.toml");
    let path = folder.join("own.glyphs.toml");
    let old = fs::read_to_string(&path).unwrap();
    run(folder, &format!("{find} --pin 9 own.glyphs.toml"));
    let pinned = fs::read_to_string(&path).unwrap();
    let pin = format!("pin = \"\"\"\n{}\"\"\"\n", rows(9));
    assert_eq!(pinned.replacen(&pin, "", 1), old);
    assert!(pinned.contains(&pin) && pinned.contains("# Designs for a font."));
    // Other letters then have no second choices.
    run(folder, &format!("{find} --pin 9,11 own.glyphs.toml"));
    run(
        folder,
        "font build own.glyphs.toml --only RS --figures none -o two.toml",
    );
    let font = Font::parse(&fs::read_to_string(folder.join("two.toml")).unwrap()).unwrap();
    assert_eq!(
        font.alternates().keys().map(|it| it.0).collect::<Vec<_>>(),
        ['R']
    );
    // So do the ends of its lines.
    fs::write(folder.join("lines.toml"), old.replace('\n', "\r\n")).unwrap();
    run(folder, &format!("{find} --pin 9 lines.toml"));
    let lines = fs::read_to_string(folder.join("lines.toml")).unwrap();
    assert_eq!(lines, pinned.replace('\n', "\r\n"));
    // Another one takes its place.
    let said = run(folder, &format!("{find} --pin 4 own.glyphs.toml"));
    assert!(said.contains("in place of another pattern"), "{said}");
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        pinned.replacen(&rows(9), &rows(4), 1)
    );
}

/// The columns and rows of a pattern, from its first ones.
fn shape(found: &Value) -> Vec<(i64, i64)> {
    let rows = (0..).zip(found["pattern"].as_str().unwrap().split('/'));
    let pegs = rows.flat_map(|(y, row)| row.match_indices('#').map(move |(x, _)| (y, x as i64)));
    let pegs: Vec<(i64, i64)> = pegs.collect();
    let (top, left) = (pegs[0].0, pegs.iter().map(|peg| peg.1).min().unwrap());
    pegs.iter().map(|&(y, x)| (y - top, x - left)).collect()
}

#[test]
fn the_patterns_that_look_most_like_a_character_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let found = |line: &str| -> Vec<Value> {
        json(folder.path(), line)["found"]
            .as_array()
            .unwrap()
            .clone()
    };
    for character in ["R", "g", "♥"] {
        // Each shape stands in one place.
        let usual = found(&format!("find {character}"));
        let shapes: BTreeSet<Vec<(i64, i64)>> = usual.iter().map(shape).collect();
        assert_eq!(shapes.len(), 12, "{character}");
        let usual = found(&format!("find {character} --there"));
        // The costs of the font: of changes, of penalties, and of being taken for another
        // character.
        for it in &usual {
            let number = |key: &str| it[key].as_f64().unwrap();
            let cost = 16.0 * (number("distance") + 1.0 - number("reading")) + number("points");
            assert!((cost - number("cost")).abs() < 0.01, "{it}");
        }
        let distance = 2 + usual
            .iter()
            .map(|it| it["distance"].as_u64().unwrap())
            .min()
            .unwrap();
        let all = found(&format!(
            "find {character} --there --distance {distance} --by looks"
        ));
        assert_eq!(usual.len(), 12);
        for (one, other) in usual.iter().zip(all) {
            assert_eq!(one["pattern"], other["pattern"]);
        }
    }
}

/// The numbers that stand before or after a word in a text, from top left to bottom right.
fn numbers_by(text: &str, before: &str, after: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in text.split(before).skip(1) {
        let is_in_number = |it: &char| it.is_ascii_digit() || *it == '.';
        let number: String = part.chars().take_while(is_in_number).collect();
        if !number.is_empty() && part[number.len()..].starts_with(after) {
            found.push(number);
        }
    }
    found
}

/// What a list is sorted by: by looks the cost, else the distance, then the points.
fn sorted_by(found: &Value, by_looks: bool) -> Vec<[f64; 2]> {
    let mut keys = Vec::new();
    for one in found.as_array().unwrap() {
        let number = |key: &str| one[key].as_f64().unwrap();
        keys.push(match by_looks {
            true => [number("cost"), 0.0],
            false => [number("distance"), number("points")],
        });
    }
    keys
}

#[test]
fn a_list_is_in_the_order_that_its_first_line_says() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pattern = "####./#...#/#...#/####./#.#../#..#./#...#";
    // Small, because each vacancy is a game to solve.
    let any = "####/#..#/#..#/#### --board 4x4 --start any";
    for options in [
        "R",
        "g --there",
        "R --distance 2",
        "R -d 2 --by looks",
        "R --by distance",
        "R -d 3 --unlike",
        "R -d 3 --unlike --by looks",
        "R -d 3 --by looks --limit 150",
        "A --with code:4679746607",
        "A --with code:4679746607 --by looks",
        pattern,
        &format!("{pattern} --by looks"),
        any,
        &format!("{any} --by looks"),
    ] {
        let line = format!("find {options}");
        let text = run(folder, &line);
        let found = json(folder, &line)["found"].clone();
        let count = found.as_array().unwrap().len();
        assert!(count > 4, "{line}: {count}");

        let order = text.lines().nth(1).unwrap();
        let by_looks = order.ends_with(" come first: they have the lowest cost.");
        assert!(
            by_looks
                || order.ends_with("The nearest come first, then those with the fewest points."),
            "{order}"
        );
        assert_eq!(
            order.contains("differ from each other"),
            line.contains("--unlike")
        );
        let keys = sorted_by(&found, by_looks);
        assert!(keys.is_sorted(), "{line}: {keys:?}");

        // Text, sheet, page and CSV have the same ones in the same order.
        run(folder, &format!("{line} -o r.svg -o r.html"));
        let sheet = fs::read_to_string(folder.join("r.svg")).unwrap();
        let shown: Vec<String> = match by_looks {
            true => keys.iter().map(|key| format!("{:.1}", key[0])).collect(),
            false => keys.iter().map(|key| key[1].to_string()).collect(),
        };
        // A picture for which no number is given shows the first patterns.
        let most_drawn = if line.contains("--limit") { 1000 } else { 60 };
        for (medium, words) in [("text", &text), ("sheet", &sheet)] {
            let printed = match by_looks {
                true => numbers_by(words, "cost ", ""),
                false => numbers_by(words, " pegs, ", " point"),
            };
            let most = if medium == "sheet" {
                most_drawn
            } else {
                usize::MAX
            };
            let expected = &shown[..shown.len().min(most)];
            assert_eq!(printed, expected, "{line}: {medium}");
        }
        let page = fs::read_to_string(folder.join("r.html")).unwrap();
        let data = page.split("type=\"application/json\">").nth(1).unwrap();
        let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
        assert_eq!(
            sorted_by(&data["answer"]["found"], by_looks),
            keys,
            "{line}"
        );
        let csv = run(folder, &format!("{line} --csv"));
        let mut lines = csv.lines();
        let headings: Vec<&str> = lines.next().unwrap().split(',').collect();
        for (row, one) in lines.by_ref().zip(found.as_array().unwrap()) {
            let cells: Vec<&str> = row.split(',').collect();
            for (cell, key) in cells.iter().zip(&headings) {
                match &one[key] {
                    Value::Number(number) => {
                        // What was printed is read with its last digit rounded.
                        let apart = number.as_f64().unwrap() - cell.parse::<f64>().unwrap();
                        assert!(apart.abs() < 1e-12, "{line}: {key}: {number}, {cell}");
                    }
                    Value::String(words) => assert_eq!(cell, words, "{line}: {key}"),
                    _ => {}
                }
            }
        }
        assert_eq!(lines.next(), None);
        assert_eq!(csv.lines().count(), count + 1);
    }
}

#[test]
fn a_picture_of_many_patterns_shows_the_first_ones_and_says_of_how_many() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = run(folder, "find T --distance 3 -o t.svg -o t.png -o t.pdf");
    assert_eq!(
        said.matches("the first 60 of 2,416 patterns").count(),
        3,
        "{said}"
    );
    let svg = fs::read_to_string(folder.join("t.svg")).unwrap();
    assert!(
        svg.contains("The first 60 of 2,416 patterns that a game on 5x7 can leave"),
        "{svg}"
    );
    assert!(svg.contains(">60</text>") && !svg.contains(">61</text>"));
}

#[test]
fn variants_are_drawn_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, all) = (folder.path(), ["svg", "png", "pdf", "gif", "html"]);
    let outputs: String = all.map(|ending| format!(" -o r.{ending}")).concat();
    let said = run(folder, &format!("find ❤ --limit 3 --mirror{outputs}"));
    assert_eq!(said.lines().count(), all.len(), "{said}");
    let read = |ending: &str| fs::read(folder.join(format!("r.{ending}"))).unwrap();
    let svg = String::from_utf8(read("svg")).unwrap();
    for words in [
        "♥, as a game can leave it",
        "look most like ♥",
        "how surely",
        "10 pegs",
        "--pin 1,2",
    ] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    let (png, gif) = (
        image::load_from_memory(&read("png")),
        image::load_from_memory(&read("gif")),
    );
    assert!(png.unwrap().width() > 1000 && gif.unwrap().width() > 100);
    assert!(read("pdf").starts_with(b"%PDF"));
    let html = String::from_utf8(read("html")).unwrap();
    let data = html.split("type=\"application/json\">").nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    assert_eq!(data["answer"]["found"].as_array().unwrap().len(), 3);
    assert_eq!(data["command"], "pegfont find ❤ --limit 3 --mirror");
    assert!(
        !html
            .replace("http://www.w3.org/2000/svg", "")
            .contains("http")
    );
}

#[test]
fn each_variant_is_held_against_the_design_that_it_is_nearest_to() {
    let folder = tempfile::tempdir().unwrap();
    for find in [
        "find R",
        "find A",
        "find カ",
        "find R --with code:4679746607 -l 5",
    ] {
        let (answer, text) = (json(folder.path(), find), run(folder.path(), find));
        run(folder.path(), &format!("{find} -o a.svg"));
        let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
        let is_own = !answer["with"].is_null();
        let named = |sheet: &str, name: &str| sheet.matches(name).count();
        for one in answer["found"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|_| !is_own)
        {
            let pegs = |it: &Value| Vec::from(it.as_str().unwrap());
            let distance = |design: &Value| {
                let (design, pattern) = (pegs(&design["design"]), pegs(&one["pattern"]));
                design
                    .iter()
                    .zip(pattern)
                    .filter(|it| *it.0 != it.1)
                    .count()
            };
            let designs = answer["designs"].as_array().unwrap();
            // One that stands elsewhere is not in the list.
            let Some(at) = designs.iter().position(|it| it["design"] == one["design"]) else {
                continue;
            };
            let distances: Vec<usize> = designs.iter().map(distance).collect();
            assert_eq!(Some(&distances[at]), distances.iter().min(), "{one}");
            // At the head, and below the variant.
            let name = format!("design {}", at + 1);
            assert!(
                named(&svg, &format!(">{name}<")) > 1 && named(&text, &name) > 1,
                "{text}"
            );
        }
        assert_eq!(
            (named(&svg, ">yours<"), named(&text, "yours\n")),
            (is_own.into(), is_own.into())
        );
        assert!(!svg.contains("カ</text>") && !svg.contains(">カ"), "{svg}");
    }
}

#[test]
fn from_each_vacancy_the_nearest_pattern_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let design = "..../.##./.##./....";
    let json = |line: &str| json(folder.path(), &format!("find {design} --board 4x4 {line}"));
    let all = json("--start any");
    let all = all["found"].as_array().unwrap();
    assert_eq!(all.len(), 16);
    for one in all {
        let start = one["start"].as_str().unwrap();
        let nearest = json(&format!("--start {start} --limit 1"));
        for key in ["distance", "points", "start"] {
            assert_eq!(one[key], nearest["found"][0][key], "{start}");
        }
    }
    let own = json("--with ..../.##./.#../....");
    let pattern = &own["with"]["pattern"];
    assert_eq!(
        (&pattern["distance"], pattern["points"].as_u64()),
        (&1.into(), Some(8))
    );
    for start in own["with"]["starts"].as_array().unwrap() {
        let start = start.as_str().unwrap();
        let found = json(&format!(
            "--with ..../.##./.#../.... --start {start} --limit 1"
        ));
        assert_eq!(found["found"][0]["distance"], 0);
    }
}
