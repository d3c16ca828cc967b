//! The first message on each connection: who a process is, and what it computes. A process only works with others that compute the same set
//! in the same way.
//!
//! All numbers are little-endian:
//!
//! ```text
//! bytes
//!     8  magic: 89 50 47 54 0d 0a 1a 0a
//!     4  version of what is sent: 4
//!     4  number of processes
//!     4  number of this process
//!     4  length of the text
//!        the text that describes the set
//! ```

use std::io::{self, Write};

use thiserror::Error;

const MAGIC: [u8; 8] = *b"\x89PGT\r\n\x1a\n";
/// The version of everything that is sent.
const VERSION: u32 = 4;
/// Where the numbers begin, and the text.
const NUMBERS: usize = 8;
const TEXT: usize = 24;
/// The most bytes of a greeting: descriptions have a few hundred.
pub(crate) const LONGEST: usize = 1 << 14;

/// What a process says first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Greeting {
    pub processes: u32,
    pub process: u32,
    /// The description of the set.
    pub text: String,
}

/// Why processes don't work together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Difference {
    /// It is not pegfont.
    #[error("it is not pegfont computing a set")]
    Stranger,
    /// It uses another version of these messages.
    #[error(
        "it is another version of pegfont, which uses version {found} of these messages, not {VERSION}"
    )]
    Version { found: u32 },
    /// It has another list of hosts.
    #[error("it computes with {found} processes, not with {expected}: use the same list of hosts")]
    Processes { found: u32, expected: u32 },
    /// It was given another number, or has another list of hosts.
    #[error("it claims to be process {found}, not {expected}: use the same list of hosts")]
    Process { found: u32, expected: u32 },
    /// It computes another set, or numbers positions in another way.
    #[error("it computes another set: it has `{found}`, not `{expected}`")]
    Set { found: String, expected: String },
}

impl Greeting {
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, self.processes, self.process, self.text.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.text.as_bytes());
        to.write_all(&bytes)
    }

    /// Reads the greeting at the beginning of what has come so far. Returns it with its length; none if more is
    /// to come.
    pub fn read(bytes: &[u8]) -> Result<Option<(Self, usize)>, Difference> {
        if bytes.iter().zip(&MAGIC).any(|(found, expected)| found != expected) {
            return Err(Difference::Stranger);
        }
        let number = |at: usize| {
            let number = bytes.get(NUMBERS + 4 * at..)?.first_chunk()?;
            Some(u32::from_le_bytes(*number))
        };
        if let Some(found) = number(0).filter(|&found| found != VERSION) {
            return Err(Difference::Version { found });
        }
        let [Some(processes), Some(process), Some(length)] = [1, 2, 3].map(number) else {
            return Ok(None);
        };
        let end = TEXT + length as usize;
        if end > LONGEST {
            return Err(Difference::Stranger);
        }
        let Some(text) = bytes.get(TEXT..end) else { return Ok(None) };
        let text = str::from_utf8(text).map_err(|_| Difference::Stranger)?.to_owned();
        Ok(Some((Self { processes, process, text }, end)))
    }

    /// Compares another process's greeting with this one. `expected` is the number that the other should have, where that is known.
    pub fn compare(&self, other: &Self, expected: Option<u32>) -> Result<(), Difference> {
        let (found, processes) = (other.processes, self.processes);
        if found != processes {
            return Err(Difference::Processes { found, expected: processes });
        }
        if let Some(expected) = expected.filter(|&expected| expected != other.process) {
            return Err(Difference::Process { found: other.process, expected });
        }
        if self.text == other.text {
            return Ok(());
        }
        let lines = other.text.lines().zip(self.text.lines());
        let (found, expected) =
            lines.clone().find(|(found, expected)| found != expected).unwrap_or_default();
        Err(Difference::Set { found: found.to_owned(), expected: expected.to_owned() })
    }
}
