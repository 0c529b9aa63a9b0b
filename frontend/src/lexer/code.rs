//! Reads tokens of code: white space, comments, names, numbers, regular expressions, operators.

use super::word::{DIGIT, LOWER, UPPER, WORD, is, variable_end, word_end};
use super::{Lexer, Mode, T, Token, heredoc, strings};
use rubycore::regexp;

/// The number of times that heredocs may make the lexer go back. No real program gets there; the
/// bound limits the time that a hostile one takes.
const JUMPS_BACK_MAX: u32 = 100;

/// The blank text before a token.
struct Blank {
    /// True if white space stands right before the token.
    space: bool,
    /// True if a line end precedes the token, with only white space between them.
    newline: bool,
}

impl<'s> Lexer<'s> {
    /// Skips white space and comments.
    fn skip_blank(&mut self) -> Blank {
        let bytes = self.bytes();
        let mut blank = Blank {
            space: false,
            newline: false,
        };
        while let Some(&byte) = bytes.get(self.pos) {
            match byte {
                b' ' | b'\t' | b'\r' => {
                    self.pos += 1;
                    blank.space = true;
                }
                b'\n' => {
                    self.pos += 1;
                    if self.jump != 0 {
                        self.jump_after_heredocs();
                    }
                    blank.space = true;
                    blank.newline = true;
                }
                b'#' => {
                    let rest = &self.text[self.pos..];
                    self.pos += rest.find('\n').unwrap_or(rest.len());
                    blank.space = false;
                    blank.newline = false;
                }
                b'/' if bytes.get(self.pos + 1) == Some(&b'*') => {
                    let start = self.pos;
                    let body = start + 2;
                    match find(&bytes[body..], b"*/") {
                        Some(length) => self.pos = body + length + 2,
                        None => {
                            self.fail("UNCLOSED_MLCOMMENT", "Unclosed multiline comment", start);
                            return blank;
                        }
                    }
                    blank.space = false;
                    blank.newline = false;
                }
                0x80.. => match self.text[self.pos..].chars().next() {
                    Some(
                        c @ ('\u{a0}'
                        | '\u{1680}'
                        | '\u{2000}'..='\u{200a}'
                        | '\u{202f}'
                        | '\u{205f}'
                        | '\u{3000}'),
                    ) => {
                        self.pos += c.len_utf8();
                        blank.space = true;
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        blank
    }

    /// Moves to after the heredocs of a line, at its end. This is backwards when a string began on
    /// the line and ended after the heredocs.
    #[cold]
    fn jump_after_heredocs(&mut self) {
        let target = std::mem::take(&mut self.jump);
        if target < self.pos {
            self.jumps_back += 1;
            if self.jumps_back > JUMPS_BACK_MAX {
                let message = "Heredoc without any following lines of text";
                self.fail("HEREDOC_WITHOUT_TEXT", message, self.pos);
                return;
            }
        }
        self.pos = target;
    }

    /// Reads the next token of code.
    pub(super) fn code_token(&mut self) -> Token {
        let blank = self.skip_blank();
        let start = self.pos;
        if self.error.is_some() {
            return Token::new(T::Error, start, start);
        }
        let Some(&byte) = self.bytes().get(start) else {
            if self.mode != Mode::Code {
                let text = "Unbalanced epp tag, reached <eof> without closing tag.";
                let kind = self.fail("EPP_UNBALANCED_EXPRESSION", text, start);
                return Token::new(kind, start, start);
            }
            return Token::new(T::Eof, start, start);
        };
        let kind = match byte {
            b'a'..=b'z' | b'_' => self.name(),
            b'A'..=b'Z' => self.type_name(),
            b'0'..=b'9' => self.number(),
            b'$' => {
                self.pos = variable_end(self.bytes(), start + 1).unwrap_or(start + 1);
                T::Variable
            }
            b'\'' => strings::single_quoted(self),
            b'"' => strings::double_quoted(self),
            b'[' => match blank.space {
                true => self.take(1, T::ListStart),
                false => self.take(1, T::LBrack),
            },
            b'(' => match blank.newline {
                true => self.take(1, T::LineParen),
                false => self.take(1, T::LParen),
            },
            b'/' => self.slash(),
            b':' if self.peek(1) == b':' => self.double_colon(),
            b'@' if self.peek(1) == b'(' => heredoc::heredoc(self),
            b'%' if self.mode != Mode::Code && self.peek(1) == b'>' => return self.tag_end(2),
            b'-' if self.mode != Mode::Code && self.peek(1) == b'%' && self.peek(2) == b'>' => {
                return self.tag_end(3);
            }
            0x80.. => {
                let length = self.text[start..].chars().next().map_or(1, char::len_utf8);
                self.take(length, T::Other)
            }
            _ => self.operator(byte),
        };
        Token::new(kind, start, self.pos)
    }

    #[inline(always)]
    fn take(&mut self, length: usize, kind: T) -> T {
        self.pos += length;
        kind
    }

    /// Operators and punctuation, the longest first.
    #[inline]
    fn operator(&mut self, byte: u8) -> T {
        let (second, third) = (self.peek(1), self.peek(2));
        let (length, kind) = match (byte, second, third) {
            (b',', ..) => (1, T::Comma),
            (b'}', ..) => (1, T::RBrace),
            (b'{', ..) => (1, T::LBrace),
            (b')', ..) => (1, T::RParen),
            (b']', ..) => (1, T::RBrack),
            (b'=', b'>', _) => (2, T::FatArrow),
            (b'=', b'=', _) => (2, T::Equal),
            (b'=', b'~', _) => (2, T::Match),
            (b'=', ..) => (1, T::Assign),
            (b':', ..) => (1, T::Colon),
            (b';', ..) => (1, T::Semicolon),
            (b'.', ..) => (1, T::Dot),
            (b'?', ..) => (1, T::Question),
            (b'|', b'>', b'>') => (3, T::CollectExportedEnd),
            (b'|', b'>', _) => (2, T::CollectEnd),
            (b'|', ..) => (1, T::Pipe),
            (b'!', b'=', _) => (2, T::NotEqual),
            (b'!', b'~', _) => (2, T::NotMatch),
            (b'!', ..) => (1, T::Not),
            (b'+', b'=', _) => (2, T::Append),
            (b'+', b'>', _) => (2, T::PlusArrow),
            (b'+', ..) => (1, T::Plus),
            (b'-', b'=', _) => (2, T::Delete),
            (b'-', b'>', _) => (2, T::Before),
            (b'-', ..) => (1, T::Minus),
            (b'*', ..) => (1, T::Times),
            (b'%', ..) => (1, T::Modulo),
            (b'<', b'<', b'|') => (3, T::CollectExported),
            (b'<', b'<', _) => (2, T::LeftShift),
            (b'<', b'=', _) => (2, T::LessEqual),
            (b'<', b'|', _) => (2, T::Collect),
            (b'<', b'-', _) => (2, T::Require),
            (b'<', b'~', _) => (2, T::Subscribe),
            (b'<', ..) => (1, T::Less),
            (b'>', b'>', _) => (2, T::RightShift),
            (b'>', b'=', _) => (2, T::GreaterEqual),
            (b'>', ..) => (1, T::Greater),
            (b'~', b'>', _) => (2, T::Notify),
            (b'~', ..) => (1, T::Tilde),
            (b'@', b'@', _) => (2, T::AtAt),
            (b'@', ..) => (1, T::At),
            _ => (1, T::Other),
        };
        self.take(length, kind)
    }

    /// Reads a name, a keyword or a word without quotes. The position is at its first letter or at
    /// its `::`.
    fn name(&mut self) -> T {
        let bytes = self.bytes();
        let start = self.pos;
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let mut qualified = false;
        let mut is_name = true;
        let mut at = start;
        if byte(at) == b':' {
            qualified = true;
            at += 2;
        }
        loop {
            // a segment: a letter or `_`, then word characters and inner hyphens
            is_name &= byte(at) != b'_';
            at = word_end(bytes, at);
            while byte(at) == b'-' {
                let mut next = at + 1;
                while byte(next) == b'-' {
                    next += 1;
                }
                if !is(byte(next), WORD) {
                    break;
                }
                is_name = false;
                at = word_end(bytes, next);
            }
            let more = byte(at) == b':' && byte(at + 1) == b':';
            if !more || !(is(byte(at + 2), LOWER) || byte(at + 2) == b'_') {
                break;
            }
            qualified = true;
            at += 2;
        }
        self.pos = at;
        match (is_name, qualified) {
            (false, _) => T::Word,
            (true, true) => T::Name,
            (true, false) => T::of_word(&bytes[start..at], self.tasks),
        }
    }

    /// Reads `A::B`, also with a leading `::`.
    fn type_name(&mut self) -> T {
        let bytes = self.bytes();
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let mut at = self.pos;
        let absolute = byte(at) == b':';
        if absolute {
            at += 2;
        }
        loop {
            at = word_end(bytes, at);
            if byte(at) != b':' || byte(at + 1) != b':' {
                break;
            }
            if !is(byte(at + 2), UPPER) {
                let (issue, message, at) = match absolute {
                    false => ("ILLEGAL_CLASS_REFERENCE", "Illegal class reference", at + 1),
                    true => (
                        "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
                        "Illegal fully qualified class reference",
                        at + 3,
                    ),
                };
                return self.fail(issue, message, at);
            }
            at += 2;
        }
        self.pos = at;
        T::TypeName
    }

    fn double_colon(&mut self) -> T {
        match self.peek(2) {
            b'A'..=b'Z' => self.type_name(),
            b'a'..=b'z' | b'_' => self.name(),
            _ => self.fail(
                "ILLEGAL_FULL_QUALIFIED_NAME",
                "Illegal fully qualified name",
                self.pos + 2,
            ),
        }
    }

    fn number(&mut self) -> T {
        let start = self.pos;
        let Some(end) = number_end(self.text, start) else {
            return self.illegal_number();
        };
        self.pos = end;
        if let [b'0', octal @ ..] = &self.bytes()[start..end]
            && octal
                .first()
                .is_some_and(|b| !matches!(b, b'.' | b'x' | b'X'))
            && !octal.iter().all(|b| matches!(b, b'0'..=b'7'))
        {
            let message = format!("Not a valid octal number {}", &self.text[start..end]);
            return self.fail("INVALID_OCTAL_NUMBER", message, start);
        }
        T::Number
    }

    /// Reports a word that starts with a digit but is not a number. Preceding digits and a point
    /// belong to the word.
    #[cold]
    fn illegal_number(&mut self) -> T {
        let bytes = self.bytes();
        let mut start = self.pos;
        if start >= 2 && bytes[start - 1] == b'.' && is(bytes[start - 2], DIGIT) {
            start -= 1;
            while start > 0 && is(bytes[start - 1], DIGIT) {
                start -= 1;
            }
        }
        let text = &self.text[start..word_end(bytes, self.pos)];
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (kind, valid) = match text.as_bytes() {
            [b'0', b'x' | b'X', hex @ ..] => {
                let valid = !hex.is_empty() && hex.iter().all(u8::is_ascii_hexdigit);
                ("hex", valid)
            }
            [b'0', octal @ ..] if octal.first().is_some_and(|&b| b != b'.') => {
                ("octal", octal.iter().all(|b| matches!(b, b'0'..=b'7')))
            }
            _ => match text.as_bytes().get(digits) {
                None => ("decimal", true),
                Some(b'.' | b'e' | b'E') => ("decimal", number_end(text, 0) == Some(text.len())),
                Some(_) => {
                    let message = format!("Illegal number '{text}'");
                    return self.fail("ILLEGAL_NUMBER", message, start);
                }
            },
        };
        // a number before a letter that is not ASCII
        if valid {
            let message = format!("Illegal number '{text}'");
            return self.fail("ILLEGAL_NUMBER", message, start + 1);
        }
        let issue = match kind {
            "hex" => "INVALID_HEX_NUMBER",
            "octal" => "INVALID_OCTAL_NUMBER",
            _ => "INVALID_DECIMAL_NUMBER",
        };
        let message = format!("Not a valid {kind} number {text}");
        self.fail(issue, message, start)
    }

    /// Reads a regular expression where one is allowed, otherwise a division.
    fn slash(&mut self) -> T {
        if !self.prev.is_operand_end()
            && let Some(end) = regexp_end(self.bytes(), self.pos + 1)
        {
            let start = self.pos;
            self.pos = end;
            return match regexp::check(&self.text[start + 1..end - 1]) {
                Ok(()) => T::Regexp,
                Err(problem) => self.fail_nowhere("INVALID_REGEXP", problem, start),
            };
        }
        self.take(1, T::Divide)
    }
}

impl T {
    /// Returns true if a `/` after the token is a division.
    fn is_operand_end(self) -> bool {
        matches!(
            self,
            T::RParen
                | T::RBrack
                | T::CollectEnd
                | T::CollectExportedEnd
                | T::Name
                | T::Word
                | T::TypeName
                | T::SingleQuoted
                | T::DoubleQuoted
                | T::True
                | T::False
                | T::StringStart
                | T::Heredoc
                | T::Regexp
                | T::Number
                | T::Variable
                | T::InterpolatedName
        )
    }
}

/// Returns the offset after the `/` that closes a regular expression, if there is one.
fn regexp_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b'/' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Returns the offset after the number that starts with a digit at `start`, if no word continues
/// there.
fn number_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let run = |mut at: usize, class: fn(&u8) -> bool| {
        while class(&byte(at)) {
            at += 1;
        }
        at
    };
    let ends = |at: usize| match byte(at) {
        0x80.. => !text[at..].starts_with(char::is_alphanumeric),
        byte => !is(byte, WORD),
    };
    if byte(start) == b'0' && matches!(byte(start + 1), b'x' | b'X') {
        let end = run(start + 2, u8::is_ascii_hexdigit);
        return (end > start + 2 && ends(end)).then_some(end);
    }
    let exponent_end = |at: usize| {
        let digits = at + if byte(at + 1) == b'-' { 2 } else { 1 };
        let end = run(digits, u8::is_ascii_digit);
        (matches!(byte(at), b'e' | b'E') && end > digits && ends(end)).then_some(end)
    };
    let integer = run(start, u8::is_ascii_digit);
    if byte(integer) == b'.' {
        let fraction = run(integer + 1, u8::is_ascii_digit);
        if fraction > integer + 1 {
            let end = exponent_end(fraction).or_else(|| ends(fraction).then_some(fraction));
            if end.is_some() {
                return end;
            }
        }
    }
    exponent_end(integer).or_else(|| ends(integer).then_some(integer))
}

/// Returns the offset of `needle` in `haystack`.
pub(super) fn find(haystack: &[u8], needle: &[u8; 2]) -> Option<usize> {
    haystack.windows(2).position(|pair| pair == needle)
}
