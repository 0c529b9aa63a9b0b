//! Scans the smallest units: bytes, spaces, lines, names and keywords.

use super::{Heredoc, Parsed, Parser, SyntaxError};

/// Names that cannot be variables, or methods without a receiver.
const KEYWORDS: [&str; 41] = [
    "alias",
    "and",
    "begin",
    "BEGIN",
    "break",
    "case",
    "class",
    "def",
    "defined?",
    "do",
    "else",
    "elsif",
    "end",
    "END",
    "ensure",
    "false",
    "for",
    "if",
    "in",
    "module",
    "next",
    "nil",
    "not",
    "or",
    "redo",
    "rescue",
    "retry",
    "return",
    "self",
    "super",
    "then",
    "true",
    "undef",
    "unless",
    "until",
    "when",
    "while",
    "yield",
    "__FILE__",
    "__LINE__",
    "__ENCODING__",
];

/// Keywords that end an expression.
const ENDING: [&str; 15] = [
    "if", "unless", "while", "until", "and", "or", "then", "do", "rescue", "ensure", "end", "in",
    "else", "elsif", "when",
];

pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

pub fn is_ending(name: &str) -> bool {
    ENDING.contains(&name)
}

pub fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

pub fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Returns the length of the text before a line `__END__`.
pub fn end_of_code(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if matches!(line, "__END__" | "__END__\n" | "__END__\r\n") {
            return at;
        }
        at += line.len();
    }
    text.len()
}

impl<'a> Parser<'a> {
    /// Returns the byte at a distance from the current position; 0 at the end.
    pub(super) fn peek(&self, ahead: usize) -> u8 {
        let at = self.at + ahead;
        match at < self.end {
            true => self.bytes.get(at).copied().unwrap_or(0),
            false => 0,
        }
    }

    pub(super) fn byte(&self) -> u8 {
        self.peek(0)
    }

    /// Returns the byte before the current position.
    pub(super) fn last(&self) -> u8 {
        match self.at {
            0 => b'\n',
            at => self.bytes.get(at - 1).copied().unwrap_or(b'\n'),
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.end
    }

    pub(super) fn looks_at(&self, text: &str) -> bool {
        let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
        rest.starts_with(text.as_bytes())
    }

    /// Passes a text if it is next. Returns true if it was.
    pub(super) fn takes(&mut self, text: &str) -> bool {
        let found = self.looks_at(text);
        if found {
            self.at += text.len();
        }
        found
    }

    pub(super) fn expects(&mut self, text: &str) -> Parsed<()> {
        match self.takes(text) {
            true => Ok(()),
            false => Err(self.unexpected_for(text)),
        }
    }

    /// Returns true if a keyword is next.
    pub(super) fn is_keyword(&self, word: &str) -> bool {
        let after = self.peek(word.len());
        self.looks_at(word)
            && !is_in_name(after)
            && !(matches!(after, b'?' | b'!') && self.peek(word.len() + 1) != b'=')
            && !(after == b':' && self.peek(word.len() + 1) != b':' && word != "else")
    }

    pub(super) fn takes_keyword(&mut self, word: &str) -> bool {
        let found = self.is_keyword(word);
        if found {
            self.at += word.len();
        }
        found
    }

    pub(super) fn expects_keyword(&mut self, word: &str) -> Parsed<()> {
        match self.takes_keyword(word) {
            true => Ok(()),
            false => Err(self.unexpected_for(word)),
        }
    }

    /// Returns the next name without passing it: letters, digits, `_`, and `?` or `!` at its end.
    pub(super) fn name_ahead(&self) -> &'a str {
        let mut length = 0;
        if !begins_name(self.byte()) {
            return "";
        }
        while is_in_name(self.peek(length)) {
            length += 1;
        }
        let mark = self.peek(length);
        let next = self.peek(length + 1);
        if matches!(mark, b'?' | b'!')
            && (next != b'=' || matches!(self.peek(length + 2), b'=' | b'~' | b'>'))
        {
            length += 1;
        }
        self.slice(self.at, self.at + length)
    }

    /// Returns the text between two offsets.
    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Passes spaces and comments up to the end of the line.
    pub(super) fn spaces(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'\r' if self.peek(1) == b'\n' => self.at += 1,
                b'\\' if self.peek(1) == b'\n' => {
                    self.at += 1;
                    self.newline();
                }
                b'\\' if self.looks_at("\\\r\n") => {
                    self.at += 2;
                    self.newline();
                }
                b'#' => {
                    while !self.is_at_end() && self.byte() != b'\n' {
                        self.at += 1;
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// Passes the end of a line, the text of a heredoc that begins after it, and block comments.
    pub(super) fn newline(&mut self) {
        match self.heredoc {
            Some(Heredoc { line_end, resume }) if line_end == self.at => {
                self.at = resume;
                self.heredoc = None;
            }
            _ => self.at += 1,
        }
        self.block_comments();
    }

    /// Passes block comments at the beginning of a line.
    fn block_comments(&mut self) {
        while self.looks_at("=begin") && matches!(self.peek(6), b' ' | b'\t' | b'\n' | b'\r') {
            let mut is_last = false;
            while !is_last && !self.is_at_end() {
                let rest = self.slice(self.at, self.end);
                is_last = rest.starts_with("=end");
                self.at += rest.find('\n').map_or(rest.len(), |at| at + 1);
            }
        }
    }

    /// Passes spaces, comments and line ends.
    pub(super) fn blanks(&mut self) {
        if self.at == 0 {
            self.block_comments();
        }
        loop {
            self.spaces();
            match self.byte() {
                b'\n' => self.newline(),
                _ => return,
            }
        }
    }

    /// Passes line ends and semicolons.
    pub(super) fn ends(&mut self) {
        loop {
            self.blanks();
            if !self.takes(";") {
                return;
            }
        }
    }

    /// Returns true if a statement ends here.
    pub(super) fn is_at_break(&self) -> bool {
        self.is_at_end() || matches!(self.byte(), b'\n' | b';')
    }

    pub(super) fn unexpected(&self) -> SyntaxError {
        let shown = match (self.is_at_end(), self.name_ahead()) {
            (true, _) => "end-of-input".to_owned(),
            (_, "") => format!("'{}'", char::from(self.byte())).replace('\n', "\\n"),
            (_, name) => format!("'{name}'"),
        };
        SyntaxError {
            message: format!("syntax error, unexpected {shown}"),
            line: self.line_of(self.at),
        }
    }

    fn unexpected_for(&self, wanted: &str) -> SyntaxError {
        let error = self.unexpected();
        SyntaxError {
            message: format!("{}, expecting '{wanted}'", error.message),
            ..error
        }
    }
}
