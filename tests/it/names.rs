//! Lists of names for sheets: nobody is dropped, nobody is invented, and every line that is passed
//! over is named.

use crate::running::{pegfont, printed, refused};
use std::fs;
use std::path::Path;

use pegfont_base::words::text_of;
use pegfont_film::sheet::{LANGUAGES, Names, Reading};

fn names_in(text: &str, reading: &Reading) -> Result<Vec<String>, String> {
    let list = Names::parse(text, reading).map_err(|error| error.to_string())?;
    Ok(list.names.into_iter().map(|named| named.name).collect())
}

/// A text in which `\n`, `\t` and `\u0308` stand for characters.
fn unescaped(text: &str) -> String {
    let mut all = text.replace("\\n", "\n").replace("\\t", "\t");
    for code in ["\u{308}", "\u{a0}", "\u{ad}", "\u{200b}"] {
        let number = u32::from(code.chars().next().unwrap());
        all = all.replace(&format!("\\u{number:04x}"), code);
    }
    all
}

#[test]
fn every_line_of_a_list_is_a_name_or_is_passed_over_with_a_reason() {
    let table = include_str!("../data/names.txt");
    let rows = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "));
    for row in rows {
        let fields: Vec<&str> = row.split(" | ").collect();
        let [how, text, wanted, passed] = match fields[..] {
            [how, text, wanted] => [how, text, wanted.trim_end_matches(" |"), ""],
            [how, text, wanted, passed] => [how, text, wanted, passed],
            _ => panic!("{row}"),
        };
        let reading = Reading {
            is_csv: how.starts_with("csv"),
            column: how
                .split_once(" --column ")
                .map(|(_, column)| column.to_owned()),
        };
        let text = unescaped(text);
        let found = Names::parse(&text, &reading);

        if let Some(message) = wanted.strip_prefix("error: ") {
            let said = found.expect_err(row).to_string();
            assert!(said.starts_with(message), "{row}\n{said}");
            continue;
        }
        let list = found.unwrap_or_else(|error| panic!("{row}\n{error}"));
        let names: Vec<&str> = list.names.iter().map(|named| &*named.name).collect();
        assert_eq!(names.join(" / "), wanted, "{row}");

        let lines: Vec<&str> = passed.split(", ").filter(|it| !it.is_empty()).collect();
        assert_eq!(lines.len(), list.passed_over.len(), "{row}\n{list:?}");
        for (expected, passed) in lines.iter().zip(&list.passed_over) {
            let (line, reason) = expected.split_once(' ').unwrap();
            assert_eq!(passed.line.to_string(), line, "{row}");
            assert!(passed.why.to_string().contains(reason), "{row}\n{list:?}");
        }

        // Every line that is not empty is accounted for.
        let taken = list.names.iter().map(|named| named.line);
        let passed = list.passed_over.iter().map(|passed| passed.line);
        let known: Vec<u64> = taken.chain(passed).collect();
        for (number, _) in (1..).zip(text.lines()) {
            let is_inside_quotes = text.contains("1 High St\n") && number == 3;
            assert!(
                known.contains(&number) || is_inside_quotes,
                "{row}: {number}"
            );
        }
    }
}

#[test]
fn a_list_is_the_same_however_it_is_written() {
    let names = ["Ada", "Zoë", "Jean-Luc", "Ελένη", "O'Neill", "Ada"];
    let separators = [";", "\t", ","];
    let numbers: [fn(usize) -> String; 4] = [
        |_| String::new(),
        |number| format!("{number}. "),
        |number| format!("{number}) "),
        |number| format!("{number} "),
    ];
    let name_of = |(_, text): &(&str, &str)| {
        let language: toml::Table = text.parse().unwrap();
        language["name"].as_str().unwrap().to_owned()
    };
    let headings: Vec<String> = LANGUAGES.iter().map(name_of).collect();
    let mut texts: Vec<(String, bool)> = Vec::new();
    for heading in headings.iter().map(Some).chain([None]) {
        for number in numbers {
            let lines = (1..).zip(names);
            let lines = lines.map(|(at, name)| number(at) + name);
            let all: Vec<String> = heading.cloned().into_iter().chain(lines).collect();
            texts.push((all.join("\n"), false));
            texts.push((format!("\n{}\n\n", all.join("\n\n")), false));
            texts.push((all.join(",\n"), false));

            for separator in separators {
                let row = |cell: &String| format!("{separator}{cell}{separator}\"3a\"");
                let rows: Vec<String> = all.iter().map(row).collect();
                texts.push((rows.join("\n"), true));
                let named = format!("sep={separator}\n{}\n", rows.join("\n"));
                texts.push((named, true));
            }
        }
    }
    for (text, is_csv) in texts {
        let reading = Reading {
            is_csv,
            column: None,
        };
        assert_eq!(
            names_in(&text, &reading).as_deref(),
            Ok(&names.map(str::to_owned)[..]),
            "{text:?}"
        );

        // As Excel and Windows write it.
        let text = text.replace('\n', "\r\n");
        let wide = format!("\u{feff}{text}");
        let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [format!("\u{feff}{text}").into_bytes(), wide] {
            let read = text_of(&bytes).unwrap();
            assert_eq!(
                names_in(&read, &reading).as_deref(),
                Ok(&names.map(str::to_owned)[..]),
                "{text:?}"
            );
        }
    }
}

/// What `sheet` says of a list, on standard error.
fn said_of(folder: &Path, file: &str, content: &[u8], more: &[&str]) -> (i32, String) {
    fs::write(folder.join(file), content).unwrap();
    let list = ["sheet", "--names", file, "--jumps-left", "3", "-o", "o.pdf"];
    let output = pegfont(folder, &[&list[..], more].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), said)
}

#[test]
fn the_names_and_the_lines_that_are_passed_over_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let text = "sep=;\nNr;Vorname;Klasse\n1;Ada;3a\n\n2;Zoë;3b\n3;;3b\n";
    let (code, said) = said_of(folder.path(), "class.csv", text.as_bytes(), &[]);
    assert_eq!(code, 0);
    let expected = "\
class.csv:1: \"sep=;\" is passed over: the separator of the cells
class.csv:2: \"Nr Vorname Klasse\" is passed over: the heading
class.csv:6: \"3  3b\" is passed over: nothing in the column of the names
class.csv: line 4 is empty
class.csv: the names are in column 2, \"Vorname\"; --column takes another one
class.csv: 2 names: \"Ada\", \"Zoë\"
";
    assert_eq!(said, expected);

    let (_, said) = said_of(
        folder.path(),
        "class.csv",
        text.as_bytes(),
        &["--column", "klasse"],
    );
    assert!(
        said.ends_with("class.csv: 3 names: \"3a\", \"3b\", \"3b\"\n"),
        "{said}"
    );
    let both = b"Ada;Lovelace\nGrace;Hopper\n";
    let (code, said) = said_of(folder.path(), "both.csv", both, &[]);
    assert_eq!(code, 1);
    assert!(
        said.contains("1 (\"Ada\"), 2 (\"Lovelace\")") && said.contains("--column 1,2 joins"),
        "{said}"
    );

    let many: String = (0..100).map(|number| format!("A{number}\n")).collect();
    let (_, said) = said_of(
        folder.path(),
        "many.txt",
        many.as_bytes(),
        &["--per-page", "9"],
    );
    assert!(
        said.starts_with("many.txt: 100 names: \"A0\", \"A1\", "),
        "{said}"
    );
    assert!(
        said.ends_with(", and 60 more, and at the end \"A99\"\n"),
        "{said}"
    );
}

#[test]
fn a_file_of_another_program_is_named_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let zip = |inside: &[u8]| [b"PK\x03\x04\x14\0\0\0\0\0", inside].concat();
    for (file, content, what) in [
        (
            "names.rtf",
            b"{\\rtf1\\ansi Ada\\par Grace}".to_vec(),
            ["Rich Text", "plain text"],
        ),
        (
            "class.xlsx",
            zip(b"xl/workbook.xml"),
            ["spreadsheet", "CSV"],
        ),
        (
            "class.ods",
            zip(b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
            ["spreadsheet", "CSV"],
        ),
        (
            "class.docx",
            zip(b"word/document.xml"),
            ["document", "plain text"],
        ),
        ("class.txt", zip(b"xl/workbook.xml"), ["spreadsheet", "CSV"]),
        (
            "class.xls",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0".to_vec(),
            ["Excel", "CSV"],
        ),
        ("class.pdf", b"%PDF-1.7\n".to_vec(), ["PDF", "text file"]),
        (
            "class.html",
            b"<!DOCTYPE html>\n<p>Ada".to_vec(),
            ["web page", "text file"],
        ),
        (
            "class.png",
            b"\x89PNG\r\n\x1a\n".to_vec(),
            ["PNG", "text file"],
        ),
        ("class.zip", zip(b"names.txt"), ["ZIP", "unpack"]),
        (
            "class.vcf",
            b"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n".to_vec(),
            ["contacts", "CSV"],
        ),
        (
            "class.json",
            b"[{\"name\": \"Ada\"}]\n".to_vec(),
            ["JSON", "text file"],
        ),
        (
            "class.txt",
            b"{\n  \"names\": [\"Ada\"]\n}\n".to_vec(),
            ["JSON", "text file"],
        ),
        (
            "class.bdf",
            b"STARTFONT 2.1\nFONT tiny\n".to_vec(),
            ["BDF", "text file"],
        ),
        (
            "class.toml",
            b"[[glyph]]\nchar = \"A\"\n".to_vec(),
            ["glyph file", "no list of names"],
        ),
    ] {
        let (code, said) = said_of(folder.path(), file, &content, &[]);
        assert_eq!(code, 1, "{file}");
        for word in what {
            assert!(said.contains(word), "{file}: {said}");
        }
    }
}

#[test]
fn a_text_of_a_sheet_has_the_bound_of_a_film() {
    let folder = tempfile::tempdir().unwrap();
    let letters = |count| "A".repeat(count);
    let said = refused(folder.path(), &["sheet", &letters(1001), "-o", "o.pdf"]);
    assert!(said.contains("1001 characters; the most is 1000"), "{said}");
    let longest = [
        "sheet",
        &letters(1000),
        "--jumps-left",
        "2",
        "--per-page",
        "36",
        "-o",
        "o.pdf",
    ];
    assert!(printed(folder.path(), &longest).starts_with("o.pdf: 1,000 puzzles, "));
}

/// Headings of first names and surnames, in the languages of sheets.
const PAIRS: [(&str, &str); 18] = [
    ("First name", "Last name"),
    ("Given name", "Surname"),
    ("Vorname", "Nachname"),
    ("Vorname", "Name"),
    ("Prénom", "Nom"),
    ("Prénom", "Nom de famille"),
    ("Nombre", "Apellidos"),
    ("Nome", "Cognome"),
    ("Nome", "Apelido"),
    ("Nome", "Sobrenome"),
    ("Voornaam", "Achternaam"),
    ("Förnamn", "Efternamn"),
    ("Imię", "Nazwisko"),
    ("Jméno", "Příjmení"),
    ("Όνομα", "Επώνυμο"),
    ("Имя", "Фамилия"),
    ("Ім’я", "Прізвище"),
    ("Ad", "Soyad"),
];

#[test]
fn the_two_columns_of_a_name_are_joined_as_is_advised_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    for (given, family) in PAIRS {
        for text in [
            format!("Nr;{given};{family}\n1;Ada;Lovelace\n2;Grace;Hopper\n"),
            format!("{family};{given};Nr\nLovelace;Ada;1\nHopper;Grace;2\n"),
        ] {
            let (code, said) = said_of(folder.path(), "both.csv", text.as_bytes(), &[]);
            assert_eq!(code, 0, "{text}{said}");
            assert!(said.contains("2 names: \"Ada\", \"Grace\"\n"), "{said}");

            // The advice is taken as a shell would.
            let (_, advice) = said.split_once("; --column ").expect(&said);
            let (columns, _) = advice.split_once(" joins two").expect(&said);
            let columns = columns.trim_matches('\'').replace("'\\''", "'");
            let joined = ["--column", &*columns];
            let (code, said) = said_of(folder.path(), "both.csv", text.as_bytes(), &joined);
            assert_eq!(code, 0, "{columns}: {said}");
            let names = "2 names: \"Ada Lovelace\", \"Grace Hopper\"\n";
            assert!(said.contains(names), "{columns}: {said}");
        }
    }
}

#[test]
fn a_name_with_a_comma_is_one_and_a_ligature_taken_apart_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let list = "Lovelace, Ada\nHopper, Grace\nSoﬁa\nＪｕｎ\nZoe\u{308}\n  Eve\u{a0}Marie\n";
    let (code, said) = said_of(folder.path(), "class.txt", list.as_bytes(), &[]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(
        said,
        "\
class.txt: line 3: \"Soﬁa\" is printed in plain letters, \"Sofia\"
class.txt: line 4: \"Ｊｕｎ\" is printed in plain letters, \"Jun\"
class.txt: 6 names: \"Lovelace, Ada\", \"Hopper, Grace\", \"Sofia\", \"Jun\", \"Zoë\", \"Eve Marie\"
"
    );
}

#[test]
fn every_fault_of_a_list_ends_with_one_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let long_name = "a".repeat(61);
    let faults: [&[u8]; 9] = [
        b"",
        b"---\n",
        b"Ada\nJos\xe9\n",
        b"A\0d\0a\0\n\0",
        b"Lovelace, Ada\n",
        b"Ada;Lovelace\nGrace;Hopper\n",
        b"Ada;\n\"Eve;\nTom;\n",
        b"\x89PNG\r\n\x1a\n",
        long_name.as_bytes(),
    ];
    for fault in faults {
        let (code, said) = said_of(folder.path(), "class.txt", fault, &[]);
        assert_eq!(code, 1, "{}: {said}", fault.escape_ascii());
    }
    let list = ["sheet", "--names", "missing.txt", "-o", "o.pdf"];
    assert_eq!(pegfont(folder.path(), &list).status.code(), Some(1));
    let (code, _) = said_of(
        folder.path(),
        "class.csv",
        b"Name;Nick\nAda;Ady\n",
        &["--column", "3"],
    );
    assert_eq!(code, 1);
}
