//! Parses Ruby: returns the syntax tree of a file or template without running it.
//!
//! The parser accepts the syntax of Ruby 3.1, except for pattern matching (`case ... in`), `BEGIN`
//! and `END`. Like Ruby, it distinguishes local variables from calls by the assignments before.

mod definition;
pub mod dump;
pub mod erb;
mod expression;
mod literal;
mod operand;
mod scan;
mod statement;
pub mod tree;

pub use expression::group_names;

use std::collections::HashSet;
use std::fmt;

use bumpalo::Bump;

use tree::{Kind, Node, Ref};

/// The maximum depth of nested syntax.
const DEPTH_MAX: u32 = 300;

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message.
    pub message: String,
    /// The line, from 1 on.
    pub line: usize,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

/// The result of a grammar rule.
type Parsed<T> = Result<T, SyntaxError>;

/// Parses a file.
///
/// # Errors
/// Fails with the first syntax error.
pub fn parse<'a>(arena: &'a Bump, text: &'a str) -> Result<Ref<'a>, SyntaxError> {
    let mut parser = Parser::new(arena, text);
    let body = parser.statements(&[])?;
    if parser.at < parser.end {
        return Err(parser.unexpected());
    }
    Ok(body)
}

/// The variables that code can see.
#[derive(Default)]
struct Names<'a> {
    known: HashSet<&'a str>,
    /// True for a block, which sees the surrounding variables too.
    open: bool,
    /// The highest of `_1` to `_9` that is used.
    numbered: u8,
}

/// The extent of a heredoc, whose text begins after the current line.
#[derive(Clone, Copy)]
struct Heredoc {
    /// The end of the line.
    line_end: usize,
    /// The offset where the code continues after the text.
    resume: usize,
}

/// The parser. It needs no lexer, because the meaning of the next characters depends on the rule
/// that reads them.
struct Parser<'a> {
    arena: &'a Bump,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    end: usize,
    names: Vec<Names<'a>>,
    heredoc: Option<Heredoc>,
    /// A string that was already parsed, and the position after it.
    text_read: Option<(Node<'a>, (usize, Option<Heredoc>))>,
    depth: u32,
    /// True if `do` belongs to something around the current code: the condition of a loop, or a
    /// call without parentheses.
    do_is_taken: bool,
    /// True if `:` belongs to a surrounding conditional operator.
    colon_is_taken: bool,
    /// True if `|` ends the parameters of a block.
    bar_is_taken: bool,
}

impl<'a> Parser<'a> {
    fn new(arena: &'a Bump, text: &'a str) -> Parser<'a> {
        Parser {
            arena,
            text,
            bytes: text.as_bytes(),
            at: 0,
            end: scan::end_of_code(text),
            names: vec![Names::default()],
            heredoc: None,
            text_read: None,
            depth: 0,
            do_is_taken: false,
            colon_is_taken: false,
            bar_is_taken: false,
        }
    }

    fn node(&self, kind: Kind<'a>, at: usize) -> Node<'a> {
        Node {
            kind,
            at: u32::try_from(at).unwrap_or(u32::MAX),
        }
    }

    fn keep(&self, node: Node<'a>) -> Ref<'a> {
        self.arena.alloc(node)
    }

    fn list<T: Copy>(&self, items: &[T]) -> &'a [T] {
        self.arena.alloc_slice_copy(items)
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(SyntaxError {
            message: message.into(),
            line: self.line_of(self.at),
        })
    }

    fn line_of(&self, at: usize) -> usize {
        let before = self.bytes.get(..at).unwrap_or(self.bytes);
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    /// Returns the current position, to which [`Self::reset`] returns.
    fn mark(&self) -> (usize, Option<Heredoc>) {
        (self.at, self.heredoc)
    }

    fn reset(&mut self, mark: (usize, Option<Heredoc>)) {
        (self.at, self.heredoc) = mark;
    }

    /// Runs a rule one level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEPTH_MAX {
            return self.error("nested too deeply");
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Runs a rule inside brackets, where `do`, `:` and `|` do not belong to the surrounding code.
    fn enclosed<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = (self.do_is_taken, self.colon_is_taken, self.bar_is_taken);
        (self.do_is_taken, self.colon_is_taken, self.bar_is_taken) = (false, false, false);
        let result = rule(self);
        (self.do_is_taken, self.colon_is_taken, self.bar_is_taken) = outer;
        result
    }

    /// Runs a rule in which `do` belongs to the surrounding code.
    fn without_do<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = std::mem::replace(&mut self.do_is_taken, true);
        let result = rule(self);
        self.do_is_taken = outer;
        result
    }

    fn declare(&mut self, name: &'a str) {
        if !self.is_local(name)
            && let Some(names) = self.names.last_mut()
        {
            names.known.insert(name);
        }
    }

    /// Declares a parameter, which hides a variable of the same name.
    fn declare_parameter(&mut self, name: &'a str) {
        if let Some(names) = self.names.last_mut() {
            names.known.insert(name);
        }
    }

    fn is_local(&self, name: &str) -> bool {
        for names in self.names.iter().rev() {
            if names.known.contains(name) {
                return true;
            }
            if !names.open {
                return false;
            }
        }
        false
    }

    /// Runs a rule with its own scope of variables.
    fn scoped<T>(
        &mut self,
        open: bool,
        rule: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<(T, u8)> {
        self.names.push(Names {
            open,
            ..Names::default()
        });
        let result = self.enclosed(rule);
        let numbered = self.names.pop().map_or(0, |names| names.numbered);
        Ok((result?, numbered))
    }
}
