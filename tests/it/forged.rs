//! Sets and tables on disk that say what isn't so, while all their checksums are right. Every
//! command refuses such a file by its name, or answers as if it were sound.

use std::fs;
use std::path::{Path, PathBuf};

use peg_solitaire::board::{Bitboard, Jump, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{self, LastJumps, Reachable, Slicing, StoredLastJumps};
use toml::{Table, Value};

#[cfg(target_os = "linux")]
use crate::running::in_shell;
use crate::running::{pegfont, printed};

const CHUNK: usize = 1 << 14;
const PAGE: usize = 4096;

/// A slice or a table, taken apart.
#[derive(Clone)]
struct Parts {
    version: u32,
    tag: [u8; 4],
    /// The lengths in the header, if they are not to be the true ones.
    description_length: Option<u64>,
    words: Option<u64>,
    description: String,
    content: Vec<u8>,
}

impl Parts {
    fn read(path: &Path) -> Self {
        let bytes = fs::read(path).unwrap();
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let (length, words) = (number(16) as usize, number(24) as usize);
        let description = String::from_utf8(bytes[32..32 + length].to_vec()).unwrap();
        Self {
            version: u32::from_le_bytes(bytes[8..12].try_into().unwrap()),
            tag: bytes[12..16].try_into().unwrap(),
            description_length: None,
            words: None,
            description,
            content: bytes[bytes.len() - 8 * words..].to_vec(),
        }
    }

    /// The file, with all checksums.
    fn sealed(&self) -> Vec<u8> {
        let (description, words) = (self.description.len() as u64, self.content.len() as u64 / 8);
        let mut bytes = b"\x89PEG\r\n\x1a\n".to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(self.tag);
        bytes.extend(self.description_length.unwrap_or(description).to_le_bytes());
        bytes.extend(self.words.unwrap_or(words).to_le_bytes());
        bytes.extend(self.description.as_bytes());
        for chunk in self.content.chunks(CHUNK) {
            bytes.extend(crc32fast::hash(chunk).to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.resize(bytes.len().next_multiple_of(PAGE), 0);
        bytes.extend(&self.content);
        bytes
    }

    fn with_description(&self, change: impl FnOnce(&mut Table)) -> Self {
        let mut table: Table = self.description.parse().unwrap();
        change(&mut table);
        Self {
            description: table.to_string(),
            ..self.clone()
        }
    }

    /// Other numbers in the fixed part of the header.
    fn with_other_header(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let true_words = self.content.len() as u64 / 8;
        for words in [
            0,
            true_words - 1,
            true_words + 1,
            1 << 40,
            1 << 61,
            u64::MAX,
        ] {
            all.push(Self {
                words: Some(words),
                ..self.clone()
            });
        }
        let length = self.description.len() as u64;
        for length in [0, length - 1, length + 1, 1 << 16, 1 << 40, u64::MAX] {
            all.push(Self {
                description_length: Some(length),
                ..self.clone()
            });
        }
        for version in [0, self.version - 1, self.version + 1, u32::MAX] {
            all.push(Self {
                version,
                ..self.clone()
            });
        }
        for tag in [*b"jump", *b"slic", *b"none"] {
            if tag != self.tag {
                all.push(Self {
                    tag,
                    ..self.clone()
                });
            }
        }
        all
    }
}

/// Other values for a key of a description.
fn other_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Integer(number) => [number + 1, number - 1, 0, -1, 1 << 40, i64::MAX]
            .into_iter()
            .filter(|other| other != number)
            .map(Value::Integer)
            .collect(),
        Value::String(text) => {
            let reversed: Vec<&str> = text.split(' ').rev().collect();
            [
                "",
                "line64",
                "8x8",
                "9x9",
                "english",
                "5x5",
                &reversed.join(" "),
            ]
            .into_iter()
            .filter(|other| other != text)
            .map(Value::from)
            .collect()
        }
        Value::Array(list) => {
            let mut all = Vec::new();
            for place in 0..list.len() {
                for other in other_values(&list[place]) {
                    let mut changed = list.clone();
                    changed[place] = other;
                    all.push(Value::Array(changed));
                }
            }
            let mut reversed = list.clone();
            reversed.reverse();
            all.push(Value::Array(reversed));
            all.push(Value::Array(list[1..].to_vec()));
            all.push(Value::Array([&list[..], &list[..1]].concat()));
            all
        }
        other => panic!("a description has no {other}"),
    }
}

/// Every way to change one key of a description: other values, none, and a key that nobody knows.
fn forged_descriptions(text: &str) -> Vec<(String, Table)> {
    let table: Table = text.parse().unwrap();
    let mut all = Vec::new();
    for (key, value) in &table {
        for other in other_values(value) {
            let mut changed = table.clone();
            let what = format!("{key} = {other}");
            changed.insert(key.clone(), other);
            all.push((what, changed));
        }
        let mut without = table.clone();
        without.remove(key);
        all.push((format!("no {key}"), without));
    }
    let mut more = table.clone();
    more.insert("spoons".to_owned(), Value::Integer(4));
    all.push(("spoons".to_owned(), more));
    all
}

/// A pattern that can be reached on 4x5 from c2, and one near others that can.
const REACHABLE: &str = "..../#.#./####/..../...#";
const NEAR: &str = "####/#..#/####/#..#/#..#";

/// The commands that open a set or a table, with what they print of the sound one.
struct Commands<'a> {
    folder: &'a Path,
    file: &'a str,
    sound: Vec<(Vec<String>, String)>,
}

impl<'a> Commands<'a> {
    fn of(folder: &'a Path, file: &'a str, more: &[&[&str]]) -> Self {
        let of_itself: [&[&str]; 2] = if file.ends_with(".set") {
            [
                &["peglab", "set", "count", file],
                &["peglab", "set", "verify", "--json", file],
            ]
        } else {
            [
                &["solve", "--reachable", file],
                &["solve", "--verify", "--json", "--reachable", file],
            ]
        };
        let opening: [&[&str]; 4] = [
            &["puzzle", REACHABLE, "--solution"],
            &["puzzle", REACHABLE],
            &["find", NEAR, "--distance", "2"],
            &["render", REACHABLE, "--at", "end", "-o", "-"],
        ];
        let opening = opening.iter().chain(more);
        let opening = opening.map(|words| [words, &["--reachable", file][..]].concat());
        let all = of_itself.map(<[_]>::to_vec).into_iter().chain(opening);

        let mut sound = Vec::new();
        for words in all {
            let printed = printed(folder, &words);
            sound.push((words.into_iter().map(str::to_owned).collect(), printed));
        }
        Self {
            folder,
            file,
            sound,
        }
    }

    /// Asserts that every command refuses the file by name, or answers as before. Returns the
    /// commands that refused it.
    fn assert_never_wrong(&self, what: &str) -> Vec<&str> {
        let mut refused = Vec::new();
        for (words, sound) in &self.sound {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = pegfont(self.folder, &words);
            let said = String::from_utf8_lossy(&output.stderr);
            let printed = String::from_utf8_lossy(&output.stdout);
            if output.status.code() == Some(1) && printed.is_empty() {
                assert!(said.contains(self.file), "{what}: {words:?}: {said}");
                refused.push(words[0]);
            } else {
                assert_eq!(printed, *sound, "{what}: {words:?}: {said}");
            }
        }
        refused
    }
}

/// A folder with a sound set and a sound table of 4x5.
fn written() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let table = [
        "solve",
        "--board",
        "4x5",
        "--start",
        "c2",
        "-o",
        "4x5.table",
    ];
    printed(folder.path(), &table);
    let set = ["peglab", "set", "solve", "4x5", "4x5.set", "--start", "c2"];
    printed(folder.path(), &set);
    folder
}

#[test]
fn no_number_in_a_slice_is_believed() {
    let folder = written();
    let levels: &[&[&str]] = &[&["peglab", "levels", "4x5"]];
    let commands = Commands::of(folder.path(), "4x5.set", levels);
    let path = folder.path().join("4x5.set/000-0.slice");
    let sound = Parts::read(&path);

    for (what, description) in forged_descriptions(&sound.description) {
        let forged = sound.with_description(|table| *table = description);
        fs::write(&path, forged.sealed()).unwrap();
        let refused = commands.assert_never_wrong(&what);
        // Counting, verifying, and the levels.
        let of_peglab = refused.iter().filter(|command| **command == "peglab");
        assert_eq!(of_peglab.count(), 3, "{what}");
    }
    for forged in sound.with_other_header() {
        fs::write(&path, forged.sealed()).unwrap();
        let refused = commands.assert_never_wrong("another header");
        assert_eq!(refused.len(), commands.sound.len());
    }
    fs::write(&path, sound.sealed()).unwrap();
    assert!(commands.assert_never_wrong("the sound slice").is_empty());
}

#[test]
fn no_number_in_the_description_of_a_set_is_believed() {
    let folder = written();
    let commands = Commands::of(folder.path(), "4x5.set", &[]);
    let set = folder.path().join("4x5.set");
    let path = set.join("set.toml");
    let sound = fs::read_to_string(&path).unwrap();
    for (what, description) in forged_descriptions(&sound) {
        write_set(&set, &description.to_string());
        let refused = commands.assert_never_wrong(&what);
        assert_eq!(refused.len(), commands.sound.len(), "{what}");
    }

    // A board that no memory holds, with a start of its own.
    let mut huge: Table = sound.parse().unwrap();
    huge.insert("board".to_owned(), "8x8".into());
    let start = format!("{}#######.", "########/".repeat(7));
    huge.insert("start".to_owned(), start.into());
    write_set(&set, &huge.to_string());
    let refused = commands.assert_never_wrong("8x8");
    assert_eq!(refused.len(), commands.sound.len());
}

/// Writes the description of a set, and its checksum into every slice.
fn write_set(set: &Path, text: &str) {
    fs::write(set.join("set.toml"), text).unwrap();
    for entry in fs::read_dir(set).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "slice") {
            continue;
        }
        let checksum = crc32fast::hash(text.as_bytes()).into();
        let forged = Parts::read(&path).with_description(|table| {
            table.insert("set".to_owned(), Value::Integer(checksum));
        });
        fs::write(&path, forged.sealed()).unwrap();
    }
}

#[test]
fn a_set_is_refused_with_another_start() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path();
    let board: SmallBoard = "4x4".parse().unwrap();
    let start = board.full().without(Bitboard(1 << 5));
    let plan = Slicing::new(&board, start, None).unwrap();
    plan.complete(set, 1 << 30, Progress::NONE).unwrap();
    let text = fs::read_to_string(set.join("set.toml")).unwrap();
    let whole = Reachable::solve(&board, start, Progress::NONE).unwrap();

    // All with the same numbering of positions.
    let mut like = 0;
    for index in 0..whole.class_size() {
        let other = whole.class().position(index);
        let own = Slicing::new(&board, other, None).unwrap();
        let forged = text.replace(&board.picture_line(start), &board.picture_line(other));
        if other == start || own.needs() != plan.needs() {
            continue;
        }
        write_set(set, &forged);
        match Reachable::open(set) {
            Err(error) => assert!(error.to_string().contains(&*set.to_string_lossy())),
            Ok(_) => panic!("{}", board.picture(other)),
        }
        like += 1;
    }
    assert!(like > 1000, "{like}");
    write_set(set, &text);
    Reachable::open(set).unwrap();
}

/// A table of last jumps in a file, entry by entry.
struct Entries {
    path: PathBuf,
    sound: Parts,
    vector_bits: u32,
    table: LastJumps,
    /// Of so many positions, one is asked for.
    asked_every: usize,
}

impl Entries {
    fn of(folder: &Path, reachable: &Reachable) -> Self {
        let table = LastJumps::fill(reachable, Progress::NONE).unwrap();
        let path = folder.join("forged.table");
        let mut file = fs::File::create(&path).unwrap();
        table.write(&mut file, Progress::NONE).unwrap();
        let sound = Parts::read(&path);
        let description: Table = sound.description.parse().unwrap();
        Self {
            path,
            vector_bits: description["vector_bits"].as_integer().unwrap() as u32,
            sound,
            table,
            asked_every: 1,
        }
    }

    /// Writes the table with other entries, and all checksums. Where a position has none, because it
    /// is in a block that nothing leads to, nothing changes.
    fn write(&self, entries: &[(Bitboard, u8)]) {
        let mut forged = self.sound.clone();
        for &(position, identifier) in entries {
            for (plane, bit) in self.bits_of(position) {
                let byte = &mut forged.content[bit / 8];
                *byte &= !(1 << (bit % 8));
                *byte |= (identifier >> plane & 1) << (bit % 8);
            }
        }
        fs::write(&self.path, forged.sealed()).unwrap();
    }

    /// Each plane of the entry of a position or of its image, and the number of its bit in the
    /// content.
    fn bits_of(&self, position: Bitboard) -> Vec<(usize, usize)> {
        let index = self.table.class().index_of_member(position);
        let Some(place) = self.table.place(index) else {
            return Vec::new();
        };

        let (place, vector) = (place as usize, 1 << self.vector_bits);
        let first = place / vector * 6 * vector + place % vector;
        (0..6)
            .map(|plane| (plane, first + plane * vector))
            .collect()
    }

    /// Whether this is what the sound table has in the entry of a position, if there is one.
    fn is_sound(&self, position: Bitboard, identifier: u8) -> bool {
        self.bits_of(position).into_iter().all(|(plane, bit)| {
            let stored = self.sound.content[bit / 8] >> (bit % 8) & 1;
            stored == identifier >> plane & 1
        })
    }

    /// Asserts that the table is refused by name, or says nothing wrong of any position; and that
    /// a table with another entry anywhere doesn't pass the rules.
    fn assert_never_wrong(&self, reachable: &Reachable, entries: &[(Bitboard, u8)]) {
        self.write(entries);
        let name = self.path.to_string_lossy();
        let is_damage = |error: &peg_solitaire::Error| error.to_string().contains(&*name);
        let table = match StoredLastJumps::open(&self.path) {
            Ok(table) => table,
            Err(error) => return assert!(is_damage(&error), "{error}"),
        };
        for index in (0..reachable.class_size()).step_by(self.asked_every) {
            let position = reachable.class().position(index);
            match solve::Record::contains(&table, position) {
                Ok(is_in) => assert_eq!(is_in, reachable.contains(position), "{entries:?}"),
                Err(error) => assert!(is_damage(&error), "{error}"),
            }
            match Solution::leading_to(position, &table) {
                Ok(Some(solution)) => assert_eq!(solution.end(), position.into()),
                Ok(None) => assert!(!reachable.contains(position)),
                Err(error) => assert!(is_damage(&error), "{error}"),
            }
        }

        let is_sound = entries
            .iter()
            .all(|&(position, identifier)| self.is_sound(position, identifier));
        match table.verify(Progress::NONE) {
            Ok(checked) => {
                assert!(is_sound, "{entries:?}");
                assert_eq!(checked.by_pegs, reachable.count_by_pegs());
            }
            Err(error) => assert!(!is_sound && is_damage(&error), "{error}"),
        }
    }
}

#[test]
fn no_entry_of_a_table_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let board: SmallBoard = "3x4".parse().unwrap();
    let start = board.central_vacancy();
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let entries = Entries::of(folder.path(), &reachable);
    let class: Vec<Bitboard> = (0..reachable.class_size())
        .map(|index| reachable.class().position(index))
        .collect();

    // Every identifier in the place of a few entries: of the start, of the reachable, of others.
    let (inside, outside): (Vec<_>, Vec<_>) = class
        .iter()
        .partition(|&&position| reachable.contains(position));
    let some = |all: &[Bitboard]| -> Vec<Bitboard> {
        all.iter().step_by(all.len().div_ceil(8)).copied().collect()
    };
    for position in [vec![start], some(&inside), some(&outside)].concat() {
        for identifier in 0..64 {
            entries.assert_never_wrong(&reachable, &[(position, identifier)]);
        }
    }

    // One identifier everywhere, and none anywhere.
    for identifier in 0..64 {
        let all: Vec<(Bitboard, u8)> = class.iter().map(|&at| (at, identifier)).collect();
        entries.assert_never_wrong(&reachable, &all);
        let all_but_start: Vec<_> = all.into_iter().filter(|entry| entry.0 != start).collect();
        entries.assert_never_wrong(&reachable, &all_but_start);
    }

    // Jumps in a circle, over the same triple there and back.
    let jump = *entries.table.board().triples().first().unwrap();
    let position = board.full() ^ Bitboard(0b10);
    let circle = |at: Bitboard, jump: Jump| [(at, 2), (jump.play(at), 2)];
    for at in [position, position ^ jump.mask()] {
        if reachable.class().contains(at) {
            entries.assert_never_wrong(&reachable, &circle(at, jump));
        }
    }
}

/// Of 32 blocks, 20 are in this table. The others are images, or can't be reached.
#[test]
fn no_entry_is_believed_of_the_images_of_its_position_either() {
    let folder = tempfile::tempdir().unwrap();
    let board: SmallBoard = "3x7".parse().unwrap();
    let start = board
        .bits(&board.as_board().parse_start("a4").unwrap())
        .unwrap();
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let mut entries = Entries::of(folder.path(), &reachable);
    let bits = entries.sound.content.len() * 8 / 6;
    assert!((bits as u64) < reachable.class_size() * 2 / 3, "{bits}");

    let mut reached = Vec::new();
    let mut others = Vec::new();
    for index in (0..reachable.class_size()).step_by(997) {
        let position = reachable.class().position(index);
        if reachable.contains(position) {
            reached.push(position);
        } else {
            others.push(position);
        }
    }
    reached.truncate(6);
    others.truncate(6);
    assert!(!reached.is_empty() && !others.is_empty());

    entries.asked_every = 101;
    for position in [vec![start], reached, others].concat() {
        for identifier in [0, 1, 2, 7, 63] {
            entries.assert_never_wrong(&reachable, &[(position, identifier)]);
        }
    }
}

#[test]
fn no_command_believes_a_table() {
    let folder = written();
    let commands = Commands::of(folder.path(), "4x5.table", &[]);
    let path = folder.path().join("4x5.table");
    let sound = Parts::read(&path);
    for (what, description) in forged_descriptions(&sound.description) {
        let forged = sound.with_description(|table| *table = description);
        fs::write(&path, forged.sealed()).unwrap();
        let refused = commands.assert_never_wrong(&what);
        assert_eq!(refused.len(), commands.sound.len(), "{what}");
    }
    for forged in sound.with_other_header() {
        fs::write(&path, forged.sealed()).unwrap();
        let refused = commands.assert_never_wrong("another header");
        assert_eq!(refused.len(), commands.sound.len());
    }

    // The pattern that is asked for, and each position on the way to it.
    let board: SmallBoard = "4x5".parse().unwrap();
    let start = board
        .bits(&board.as_board().parse_start("c2").unwrap())
        .unwrap();
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let entries = Entries::of(folder.path(), &reachable);
    let target = board.parse_pattern(REACHABLE).unwrap();
    let way = Solution::leading_to(target, &reachable).unwrap().unwrap();
    let mut at = target;
    for &jump in way.jumps().iter().rev() {
        for identifier in [0, 1, 63] {
            entries.write(&[(at, identifier)]);
            fs::copy(&entries.path, &path).unwrap();
            let what = format!("{identifier} at {}", board.picture_line(at));
            let refused = commands.assert_never_wrong(&what);
            let is_sound = entries.is_sound(at, identifier);
            assert_eq!(refused.contains(&"solve"), !is_sound, "{what}");
        }
        at = jump.play(at);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_sparse_file_takes_no_memory() {
    let folder = written();
    let of_set: &[&str] = &["peglab", "set", "count", "4x5.set"];
    let of_table: &[&str] = &["solve", "--reachable", "4x5.table"];
    for (file, version, tag, command) in [
        ("4x5.set/000-0.slice", 2_u32, b"slic", of_set),
        ("4x5.table", 3, b"jump", of_table),
    ] {
        // Its header, from the few bytes that are written, has checksums of 512 MiB.
        let words = 1_u64 << 38;
        let mut bytes = b"\x89PEG\r\n\x1a\n".to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend(tag);
        bytes.extend(0_u64.to_le_bytes());
        bytes.extend(words.to_le_bytes());
        let path = folder.path().join(file);
        fs::write(&path, bytes).unwrap();
        let header = (32 + 4 * (words >> 11) + 4).next_multiple_of(PAGE as u64);
        let sparse = fs::File::options().write(true).open(&path).unwrap();
        sparse.set_len(header + 8 * words).unwrap();

        let limited = r#"ulimit -v 524288; exec "$0" "$@""#;
        let output = in_shell(folder.path(), limited, command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains(file) && said.contains("its header is wrong"),
            "{said}"
        );
    }
}

#[test]
fn what_was_verified_is_said() {
    let folder = written();
    let of_set = ["peglab", "set", "verify", "4x5.set", "--json"];
    let of_table = ["solve", "--reachable", "4x5.table", "--verify", "--json"];
    for words in [&of_set[..], &of_table] {
        assert!(printed(folder.path(), words).contains(r#""verified": "rules""#));
    }
    let counted = ["peglab", "set", "count", "4x5.set", "--json"];
    assert!(printed(folder.path(), &counted).contains(r#""verified": "checksums""#));
    let plain = printed(folder.path(), &["solve", "--board", "4x5", "--json"]);
    assert!(plain.contains(r#""verified": null"#), "{plain}");
    assert_eq!(
        printed(folder.path(), &["solve", "--reachable", "4x5.table"]),
        printed(folder.path(), &["solve", "--board", "4x5", "--start", "c2"]),
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_memory_is_too_small_to_verify_is_not_believed_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let table = ["solve", "--board", "5x6", "-o", "5x6.table"];
    printed(folder.path(), &table);
    let pattern = "#...#/#...#/#.#.#/#.#.#/##.##/#...#";
    let unreachable = [
        "find",
        pattern,
        "--reachable",
        "5x6.table",
        "-d",
        "3",
        "--csv",
    ];
    let whole = pegfont(folder.path(), &unreachable);
    let said = String::from_utf8_lossy(&whole.stderr);
    assert!(
        whole.status.success() && !said.contains("warning"),
        "{said}"
    );

    // Somewhere below the memory that verifying takes, there is enough for the answer.
    let mut warned = 0;
    for mebibytes in (64..600).step_by(8) {
        let script = format!(
            r#"ulimit -v {}; RAYON_NUM_THREADS=1 exec "$0" "$@""#,
            mebibytes << 10
        );
        let run = in_shell(folder.path(), &script, &unreachable);
        let said = String::from_utf8_lossy(&run.stderr);
        if !run.status.success() {
            assert!(
                said.contains("memory") || said.is_empty(),
                "{mebibytes}: {said}"
            );
            continue;
        }
        assert_eq!(run.stdout, whole.stdout, "{mebibytes}");
        let is_warned = said.contains("5x6.table: there is too little memory to check all");
        assert!(said.is_empty() || is_warned, "{mebibytes}: {said}");
        warned += usize::from(is_warned);
    }
    assert!(warned > 0);
}
