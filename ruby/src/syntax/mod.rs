//! The syntax of Ruby: what a file or template in Ruby says, without running it.
//!
//! The parser takes what Ruby 3.1 takes, but for pattern matching (`case ... in`), `BEGIN` and
//! `END`. It tells names of local variables from calls as Ruby does: by what was assigned before.

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

/// The limit on nested syntax.
const DEPTH_MAX: u32 = 300;

/// An error of syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

/// The result of a rule.
type Parsed<T> = Result<T, SyntaxError>;

/// Reads a file.
///
/// # Errors
/// The first error of syntax.
pub fn parse<'a>(arena: &'a Bump, text: &'a str) -> Result<Ref<'a>, SyntaxError> {
    let mut parser = Parser::new(arena, text);
    let body = parser.statements(&[])?;
    if parser.at < parser.end {
        return Err(parser.unexpected());
    }
    Ok(body)
}

/// The names of variables that code can see.
#[derive(Default)]
struct Names<'a> {
    known: HashSet<&'a str>,
    /// Whether the names around it can be seen, too: a block.
    open: bool,
    /// The greatest of `_1` to `_9` that was used.
    numbered: u8,
}

/// The extent of a heredoc, whose text begins after the current line.
#[derive(Clone, Copy)]
struct Heredoc {
    /// The end of the line.
    line_end: usize,
    /// The place where the code continues after the text.
    resume: usize,
}

/// The parser: what it looks at decides how it reads on, so there is no lexer of its own.
struct Parser<'a> {
    arena: &'a Bump,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    end: usize,
    names: Vec<Names<'a>>,
    heredoc: Option<Heredoc>,
    /// A text that was read already, and where the code goes on after it.
    text_read: Option<(Node<'a>, (usize, Option<Heredoc>))>,
    depth: u32,
    /// Whether `do` belongs to something around this: the condition of a loop, a call without
    /// parentheses.
    do_is_taken: bool,
    /// Whether `:` belongs to a conditional operator around this.
    colon_is_taken: bool,
    /// Whether `|` ends the parameters of a block.
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

    /// The place that is looked at, to come back to.
    fn mark(&self) -> (usize, Option<Heredoc>) {
        (self.at, self.heredoc)
    }

    fn reset(&mut self, mark: (usize, Option<Heredoc>)) {
        (self.at, self.heredoc) = mark;
    }

    /// One level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEPTH_MAX {
            return self.error("nested too deeply");
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Inside brackets of any kind: `do`, `:` and `|` belong to nobody around it.
    fn enclosed<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = (self.do_is_taken, self.colon_is_taken, self.bar_is_taken);
        (self.do_is_taken, self.colon_is_taken, self.bar_is_taken) = (false, false, false);
        let result = rule(self);
        (self.do_is_taken, self.colon_is_taken, self.bar_is_taken) = outer;
        result
    }

    /// With `do` left to what is around.
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

    /// A parameter hides a variable of its name.
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

    /// With variables of its own.
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
