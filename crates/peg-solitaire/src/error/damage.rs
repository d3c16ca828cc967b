//! What is wrong with files that hold sets of positions or tables of last jumps.

use super::Contradiction;

/// What is wrong with a file, or with a set of several files. `what` it is: a slice, a set, a table
/// of last jumps.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum Damage {
    #[error("this is not a {what}")]
    OtherType { what: &'static str },
    #[error("this is not a {what}: the file is empty")]
    Empty { what: &'static str },
    #[error("this {what} has version {found}; this program reads version {known}: write it again")]
    OtherVersion {
        what: &'static str,
        found: u32,
        known: u32,
    },
    #[error("the {what} is truncated: it has {found} of {expected} bytes; write it again")]
    Truncated {
        what: &'static str,
        found: u64,
        expected: u128,
    },
    #[error("the {what} is too long: it has {found} bytes instead of {expected}; write it again")]
    TooLong {
        what: &'static str,
        found: u64,
        expected: u128,
    },
    /// A part of it can't be right.
    #[error("the {what} is damaged: {fault}; write it again")]
    Faulty { what: &'static str, fault: Fault },
    /// The rules of the game prove it wrong.
    #[error("the {what} is damaged: {contradiction}")]
    Disproved {
        what: &'static str,
        contradiction: Contradiction,
    },
}

/// What can't be right in a file, or in a set of several. A `picture` shows the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum Fault {
    #[error("its header is wrong")]
    Header,
    #[error("its header asks for {words} words of content")]
    ContentLength { words: u64 },
    #[error("its description has {bytes} bytes")]
    DescriptionLength { bytes: u64 },
    #[error("its description is not text")]
    NotText,
    #[error("its description is wrong")]
    Description,
    #[error("it is another slice")]
    AnotherSlice,
    /// A checksum differs.
    #[error("the bytes from {from} to {to} are wrong")]
    Bytes { from: u64, to: u64 },
    #[error("its header states {stated} positions, and it has {counted}")]
    Count { stated: u128, counted: u128 },
    #[error("its header states other numbers of pegs than its {counted} positions have")]
    Pegs { counted: u128 },
    #[error("its entry of {picture} is wrong")]
    Entry { picture: String },
    #[error("it doesn't have its start")]
    NoStart,
    #[error("it has positions from which a jump leads to its start")]
    BeforeStart,
    #[error("{positions} of its positions have as many pegs as the start or more")]
    AsFullAsStart { positions: u64 },
}
