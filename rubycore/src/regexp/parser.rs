//! Owns the state of the parser of a pattern, and its errors.

use std::collections::BTreeMap;

/// An error message about a pattern, in Ruby's words, without the pattern.
pub type Problem = String;

pub(super) fn problem(text: impl Into<String>) -> Problem {
    text.into()
}

/// Bytes of a name that an error shows.
const NAME_BYTES_SHOWN: usize = 47;

/// Returns a name as errors show it.
pub(super) fn shown(name: &str) -> String {
    match name.as_bytes().get(..NAME_BYTES_SHOWN) {
        Some(begin) if name.len() > NAME_BYTES_SHOWN => {
            format!("{}...", String::from_utf8_lossy(begin))
        }
        _ => name.to_owned(),
    }
}

pub(super) fn invalid_name(name: &str) -> Problem {
    problem(format!("invalid group name <{}>", shown(name)))
}

/// The character set that `\w`, `\d`, `\s`, `\b` and the named classes use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Charset {
    /// `\w \d \s` are ASCII, `\b` and `[[:alpha:]]` Unicode.
    Default,
    /// `(?a)`
    Ascii,
    /// `(?u)`
    Unicode,
}

/// The groups of each name.
pub type Names = BTreeMap<String, Vec<usize>>;

/// The state of the parser of a pattern.
pub(super) struct Parser<'p> {
    pub(super) text: &'p str,
    pub(super) at: usize,
    pub(super) groups: usize,
    pub(super) names: Names,
    /// Numbers of groups that are referred to.
    pub(super) references: Vec<usize>,
    /// Numbers of groups that `(?(1)..)` tests.
    pub(super) conditions: Vec<usize>,
    /// Groups of conditions in angle brackets or quotes, which may be numbers or names.
    pub(super) named_conditions: Vec<usize>,
    pub(super) calls: bool,
    /// True if a look-behind has no fixed length. This is reported only when there is no other
    /// error.
    pub(super) bad_behind: bool,
    /// The result of the first pass. Named groups switch off the capturing of plain groups, and
    /// calls may refer to later groups.
    pub(super) known: Option<(Names, usize)>,
}
