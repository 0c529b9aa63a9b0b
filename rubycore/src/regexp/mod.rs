//! Implements regular expressions with Ruby's meaning.
//!
//! [`parse`](mod@parse) reads the syntax: text to [`Node`], faults in Ruby's words. A [`Pattern`] matches, by the
//! engine that suits it: `engine` chooses between the automata of `regex-automata` (`emit` writes the
//! syntax that these read), and `backtrack` for what no automaton can do.

mod backtrack;
mod blocks;
mod class;
mod emit;
mod engine;
mod escape;
mod firsts;
mod fold;
mod large;
mod node;
mod parse;
mod parser;
mod pattern;
mod program;
mod recursion;
mod reference;
pub mod remembered;
mod start;
pub mod text;

pub use class::push_char;
pub use engine::Spans;
pub use node::{Kind, Node};
pub use parse::{Parsed, parse};
pub use parser::{Names, Problem};
pub use pattern::{Answer, Failure, Pattern, Search, escape, pattern};

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
/// Fails with Ruby's message, with the pattern at its end.
pub fn check(source: &str) -> Result<(), Problem> {
    match parse(source, Options::default()) {
        Ok(_) => Ok(()),
        Err(problem) => Err(format!("{problem}: {}", text::inspected(source))),
    }
}

#[cfg(test)]
mod tests;
