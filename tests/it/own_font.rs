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
fn a_new_glyph_file_becomes_a_font_and_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let said = printed(folder.path(), &["font", "new", "my.toml"]);
    assert!(said.ends_with("pegfont font build my.toml\n"), "{said}");
    let text = fs::read_to_string(folder.path().join("my.toml")).unwrap();
    let (designs, builtin) =
        (Designs::parse("my.toml", &text).unwrap(), Designs::builtin().unwrap());
    assert!((' '..='~').all(|one| designs.of(one) == builtin.of(one)));
    let build =
        ["font", "build", "my.toml", "--only", "PEG", "--figures", "none", "-o", "font.toml"];
    printed(folder.path(), &build);
    printed(folder.path(), &["render", "PEG", "--font", "font.toml", "-o", "-"]);
    let (code, said) = refused(folder.path(), &["font", "new", "my.toml"]);
    assert_eq!(code, Some(2), "{said}");
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
