//! Reads the textual form: words, numbers, quoted texts.

use std::fmt;

use crate::ir::{Constant, Function, Kind};

/// An error in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The message, which says what the parser expected.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// The result of parsing a part of the text.
pub type Read<T> = Result<T, Problem>;

/// The depth up to which patterns and queries may be nested.
const DEPTH_MAX: u32 = 200;

/// A place in the text, and the function that is being read.
pub struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
    /// The function being read. Its constants are collected in the order of their appearance.
    pub function: Function,
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns true if a text is one word: letters, digits, `_` and `::`, at least one character.
pub fn is_bare(text: &str) -> bool {
    !text.is_empty() && word_length(text) == text.len()
}

fn word_length(text: &str) -> usize {
    let mut length = 0;
    loop {
        let rest = &text[length..];
        let step = match rest.chars().next() {
            Some(c) if is_word(c) => 1,
            Some(':') if rest[1..].starts_with(':') => 2,
            _ => return length,
        };
        length += step;
    }
}

impl<'t> Reader<'t> {
    /// Makes a reader at the start of a text.
    pub fn new(text: &'t str) -> Reader<'t> {
        Reader {
            text,
            at: 0,
            depth: 0,
            function: empty(),
        }
    }

    /// Fails with a problem here.
    pub fn problem<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Problem {
            line: self.text[..self.at].matches('\n').count() + 1,
            message: message.into(),
        })
    }

    /// Skips white space and comments, and returns the text that is left.
    pub fn rest(&mut self) -> &'t str {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return trimmed;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// Returns true if the end of the text is reached.
    pub fn at_end(&mut self) -> bool {
        self.rest().is_empty()
    }

    /// Returns true if white space follows.
    pub fn is_spaced(&self) -> bool {
        self.text[self.at..].starts_with(char::is_whitespace)
    }

    /// Consumes a mark if it follows.
    pub fn take(&mut self, mark: &str) -> bool {
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    /// Consumes a mark, which must follow.
    pub fn expect(&mut self, mark: &str) -> Read<()> {
        match self.take(mark) {
            true => Ok(()),
            false => {
                let found: String = self.rest().chars().take(12).collect();
                self.problem(format!("expected `{mark}`, found `{found}`"))
            }
        }
    }

    /// Returns the next word without consuming it.
    pub fn peek(&mut self) -> &'t str {
        let rest = self.rest();
        &rest[..word_length(rest)]
    }

    /// Consumes a word if it follows.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    /// Parses a word.
    pub fn word(&mut self) -> Read<&'t str> {
        let word = self.peek();
        if word.is_empty() {
            let found: String = self.rest().chars().take(12).collect();
            return self.problem(format!("expected a word, found `{found}`"));
        }
        self.at += word.len();
        Ok(word)
    }

    /// Parses a number after a prefix: `t3`, `b0`.
    pub fn numbered(&mut self, prefix: &str) -> Read<u32> {
        let word = self.word()?;
        let number = word.strip_prefix(prefix).and_then(|n| n.parse().ok());
        match number {
            Some(number) => Ok(number),
            None => self.problem(format!("expected `{prefix}` and a number, found `{word}`")),
        }
    }

    /// Parses a number.
    pub fn number(&mut self) -> Read<u32> {
        self.numbered("")
    }

    /// Parses `@12`; returns 0 for anything else.
    pub fn offset(&mut self) -> Read<u32> {
        match self.take("@") {
            true => self.number(),
            false => Ok(0),
        }
    }

    /// Parses a word, or a quoted text.
    pub fn name(&mut self) -> Read<String> {
        match self.rest().starts_with('\'') {
            true => self.quoted(),
            false => self.word().map(str::to_owned),
        }
    }

    /// Parses a quoted text.
    pub fn quoted(&mut self) -> Read<String> {
        self.expect("'")?;
        let mut out = String::new();
        let mut chars = self.text[self.at..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\'' => {
                    self.at += at + 1;
                    return Ok(out);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, escaped)) => out.push(escaped),
                    None => break,
                },
                c => out.push(c),
            }
        }
        self.problem("a text does not end")
    }

    /// Parses items up to a closing mark, separated by commas.
    pub fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Reader<'t>) -> Read<T>,
    ) -> Read<Vec<T>> {
        let mut list = Vec::new();
        while !self.take(close) {
            if !list.is_empty() {
                self.expect(",")?;
            }
            list.push(item(self)?);
        }
        Ok(list)
    }

    /// Reads a nested construct, up to the depth limit.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Reader<'t>) -> Read<T>) -> Read<T> {
        if self.depth == DEPTH_MAX {
            return self.problem("nested too deeply");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Parses a constant: `undef`, `default`, `true`, `1`, `2.5`, `'text'`, `regexp 'source'`, `[1,
    /// 2]`, `{'a' => 1}`.
    pub fn constant(&mut self) -> Read<Constant> {
        if self.take("[") {
            let items = self.nested(|reader| reader.list("]", Reader::constant))?;
            return Ok(Constant::Array(items.into()));
        }
        if self.take("{") {
            let entry = |reader: &mut Reader<'t>| {
                let key = reader.constant()?;
                reader.expect("=>")?;
                Ok((key, reader.constant()?))
            };
            let entries = self.nested(|reader| reader.list("}", entry))?;
            return Ok(Constant::Hash(entries.into()));
        }
        let rest = self.rest();
        if rest.starts_with('\'') {
            return Ok(Constant::String(self.quoted()?.into()));
        }
        let sign = usize::from(rest.starts_with('-'));
        let more = |c: char| is_word(c) || c == '.' || c == '+' || c == '-';
        let length = rest[sign..].find(|c| !more(c)).unwrap_or(rest.len() - sign);
        let token = &rest[..sign + length];
        let constant = match token {
            "undef" => Constant::Undef,
            "default" => Constant::Default,
            "true" => Constant::Boolean(true),
            "false" => Constant::Boolean(false),
            "regexp" => {
                self.at += token.len();
                return Ok(Constant::Regexp(self.quoted()?.into()));
            }
            _ => match (token.parse(), token.parse()) {
                (Ok(integer), _) => Constant::Integer(integer),
                (_, Ok(float)) => Constant::Float(float),
                _ => return self.problem(format!("`{token}` is no constant")),
            },
        };
        self.at += token.len();
        Ok(constant)
    }

    /// Returns the number of a constant in the function being read.
    pub fn intern(&mut self, constant: Constant) -> u32 {
        let same = |known: &Constant| match (known, &constant) {
            (Constant::Float(a), Constant::Float(b)) => a.to_bits() == b.to_bits(),
            (Constant::Array(_) | Constant::Hash(_) | Constant::Dense(_), _) => false,
            (a, b) => a == b,
        };
        let list = &mut self.function.constants;
        let index = list.iter().position(same).unwrap_or(list.len());
        if index == list.len() {
            list.push(constant);
        }
        index as u32
    }
}

/// Returns an empty program, which the reader fills in.
pub fn empty() -> Function {
    Function::new(Kind::Program, "", 0)
}
