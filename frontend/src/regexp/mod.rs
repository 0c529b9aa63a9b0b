//! Parses regular expressions in Ruby's syntax: text to [`Node`], faults in Ruby's words.
//!
//! This module knows no engine that matches. Only the text of a class is already in the notation
//! that the engines of `runtime::regex` share.

mod blocks;
mod class;
mod escape;
mod fold;
mod node;
mod parse;
mod recursion;
mod reference;
pub mod text;

pub use class::push_char;
pub use node::{Kind, Node};
pub use parse::{Names, Parsed, Problem, parse};

/// Options of a whole pattern. Options of its parts are in the text: `(?i)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options {
    /// `i`: ignore case.
    pub ignore_case: bool,
    /// `x`: blanks and comments are free.
    pub extended: bool,
    /// `m`: `.` matches line breaks.
    pub multiline: bool,
}

impl Options {
    /// Returns the options of letters after a literal (`mix`); `None` when there are other letters.
    pub fn named(letters: &str) -> Option<Options> {
        let mut options = Options::default();
        for letter in letters.chars() {
            match letter {
                'i' => options.ignore_case = true,
                'm' => options.multiline = true,
                'x' => options.extended = true,
                _ => return None,
            }
        }
        Some(options)
    }
}

/// Checks the source of a literal.
///
/// # Errors
/// Ruby's message, with the pattern at its end.
pub fn check(source: &str) -> Result<(), Problem> {
    match parse(source, Options::default()) {
        Ok(_) => Ok(()),
        Err(problem) => Err(format!("{problem}: {}", text::inspected(source))),
    }
}
