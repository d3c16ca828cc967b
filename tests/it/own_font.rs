//! A font of one's own: a glyph file to start from, its mistakes, and the font that is built from it.

use std::fs;
use std::path::Path;

use crate::running::{pegfont, printed};
use pegfont_type::glyph::Designs;

/// The first line of what a refused command says, and its exit code.
fn refused(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = pegfont(folder, arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said.lines().next().unwrap_or_default().to_owned())
}

#[test]
fn a_new_glyph_file_has_the_built_in_designs_of_every_script() {
    let folder = tempfile::tempdir().unwrap();
    let builtin = Designs::builtin().unwrap();
    let mut scripts: Vec<&str> = builtin.iter().map(|(_, glyph)| glyph.script.as_str()).collect();
    scripts.sort_unstable();
    scripts.dedup();
    assert!(scripts.len() > 9);
    for script in scripts {
        let of_script = builtin.iter().filter(|(_, glyph)| glyph.script == script);
        let only: String = of_script.map(|(character, _)| character).collect();
        let text = printed(folder.path(), &["font", "new", "-", "--only", &only]);
        let glyphs = Designs::parse(script, &text).unwrap();
        glyphs.check().unwrap();
        let expected = builtin.iter().filter(|(_, glyph)| glyph.script == script);
        let mut count = 0;
        for (character, glyph) in expected {
            assert_eq!(glyphs.of(character), builtin.of(character), "{character:?}");
            let new = glyphs.get(character).unwrap();
            assert_eq!((&new.families, &new.script), (&glyph.families, &glyph.script));
            count += 1;
        }
        assert_eq!(glyphs.iter().count(), count, "{script}");
    }
}

#[test]
fn a_new_glyph_file_becomes_a_font_and_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let run = pegfont(folder.path(), &["font", "new", "my.toml", "--only", "PEG\"\\ G"]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = fs::read_to_string(folder.path().join("my.toml")).unwrap();
    assert_eq!(Designs::parse("my.toml", &text).unwrap().iter().count(), 6);
    let build = ["font", "build", "my.toml", "--figures", "none", "-o", "font.toml"];
    let run = pegfont(folder.path(), &build);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let run = pegfont(folder.path(), &["render", "PEG", "--font", "font.toml", "-o", "-"]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let (code, said) = refused(folder.path(), &["font", "new", "my.toml"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("my.toml already exists"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("my.toml")).unwrap(), text);
}

#[test]
fn a_missing_key_is_named_with_an_example() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("", "`script`", "script = \"Latin\""),
        ("script = \"Latin\"\n", "`board`", "board = \"5x7\""),
        ("script = \"Latin\"\nboard = \"5x7\"\n[[glyph]]\n", "`char`", "char = \"A\""),
        (
            "script = \"Latin\"\nboard = \"5x7\"\n[[alternate]]\nchar = \"A\"\n",
            "`feature`",
            "feature = \"ss01\"",
        ),
        (
            "script = \"Latin\"\nboard = \"5x7\"\n[[glyph]]\nchar = \"A\"\n",
            "`rows`",
            "same_as = \"O\"",
        ),
    ];
    for (text, key, example) in cases {
        fs::write(folder.path().join("my.toml"), text).unwrap();
        let (code, said) = refused(folder.path(), &["font", "build", "my.toml"]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(key) && said.contains(example), "{said}");
    }
}

#[test]
fn wrong_choices_of_characters_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 3] = [
        (&["my.bdf"], "must end in .toml"),
        (&["my.toml", "--only", "A\u{1F980}"], "no built-in design for"),
        (&["my.toml", "--only", ""], "at least one character"),
    ];
    for (arguments, message) in cases {
        let (code, said) = refused(folder.path(), &[&["font", "new"], arguments].concat());
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(message), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
