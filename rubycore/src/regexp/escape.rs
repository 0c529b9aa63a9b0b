//! Parses the escapes of single characters: `\n`, `\x41`, `\u{1F600}`, `\101`, `\cA`.

use super::parser::{Parser, Problem, problem};

fn valid(code: u32) -> Result<char, Problem> {
    char::from_u32(code).ok_or_else(|| problem("invalid Unicode range"))
}

impl Parser<'_> {
    /// Reports escapes of invalid characters, before any other error.
    pub(super) fn check_escapes(&mut self) -> Result<(), Problem> {
        while let Some(c) = self.next() {
            if c != '\\' {
                continue;
            }
            match self.peek() {
                Some('u') if self.rest().starts_with("u{") => {
                    self.unicode_list()?;
                }
                Some('x' | 'u' | 'c' | 'C' | 'M') | None => {
                    self.char_escape()?;
                }
                Some(_) => {
                    self.next();
                }
            }
        }
        Ok(())
    }

    /// Parses an escape of a character, after the backslash.
    pub(super) fn char_escape(&mut self) -> Result<char, Problem> {
        let Some(c) = self.peek() else {
            return Err(problem("too short escape sequence"));
        };
        Ok(match c {
            'x' | '0'..='7' => return self.bytes(),
            'u' => {
                self.next();
                return self.unicode();
            }
            'c' | 'C' | 'M' => return self.control(),
            _ => {
                self.next();
                match c {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'f' => '\u{c}',
                    'v' => '\u{b}',
                    'a' => '\u{7}',
                    'e' => '\u{1b}',
                    other => other,
                }
            }
        })
    }

    /// Parses `x41` or `101`: one byte.
    fn byte(&mut self) -> Result<u8, Problem> {
        let (digits, radix) = match self.eat('x') {
            true => (2, 16),
            false => (3, 8),
        };
        let is_digit = |b: &u8| (*b as char).is_digit(radix);
        let count = self
            .rest()
            .bytes()
            .take(digits)
            .take_while(is_digit)
            .count();
        if count == 0 {
            return Err(problem("invalid hex escape"));
        }
        let text = &self.rest()[..count];
        self.skip(count);
        let code = u32::from_str_radix(text, radix).unwrap_or(u32::MAX);
        u8::try_from(code).map_err(|_| problem("invalid escape code"))
    }

    /// Parses a sequence of escaped bytes that make one character.
    fn bytes(&mut self) -> Result<char, Problem> {
        let first = self.byte()?;
        let length = match first {
            0..0x80 => return Ok(first as char),
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return Err(problem("invalid multibyte escape")),
        };
        let mut bytes = vec![first];
        while bytes.len() < length {
            let next = self.rest().as_bytes();
            if !matches!(next, [b'\\', b'x' | b'0'..=b'7', ..]) {
                return Err(problem("too short escaped multibyte character"));
            }
            self.next();
            bytes.push(self.byte()?);
        }
        let text = std::str::from_utf8(&bytes).ok();
        let char = text.and_then(|text| text.chars().next());
        char.ok_or_else(|| problem("invalid multibyte escape"))
    }

    /// Parses `0041` after `\u`.
    fn unicode(&mut self) -> Result<char, Problem> {
        let rest = self.rest();
        if rest.is_empty() {
            return Err(problem("too short escape sequence"));
        }
        let digits = rest.bytes().take(4).take_while(u8::is_ascii_hexdigit);
        if digits.count() < 4 {
            return Err(problem("invalid Unicode escape"));
        }
        self.skip(4);
        valid(u32::from_str_radix(&rest[..4], 16).unwrap_or(u32::MAX))
    }

    /// Parses `u{41 42}`, after the backslash.
    pub(super) fn unicode_list(&mut self) -> Result<Vec<char>, Problem> {
        let invalid = || problem("invalid Unicode list");
        let rest = &self.rest()[2..];
        let hex = |c: char| c.is_ascii_hexdigit() || c == ' ';
        let end = rest.find(|c| !hex(c)).unwrap_or(rest.len());
        let mut chars = Vec::new();
        for code in rest[..end].split_ascii_whitespace() {
            let short = code.len() <= 6;
            let code = u32::from_str_radix(code, 16).ok().filter(|_| short);
            chars.push(valid(code.unwrap_or(u32::MAX))?);
        }
        if chars.is_empty() || !rest[end..].starts_with('}') {
            return Err(invalid());
        }
        self.skip(2 + end + 1);
        Ok(chars)
    }

    /// Parses `cA`, `C-a`. A meta character is not UTF-8.
    fn control(&mut self) -> Result<char, Problem> {
        let kind = self.next();
        if kind == Some('M') {
            let text = match self.rest().len() > 1 {
                true => "too short escaped multibyte character",
                false => "too short meta escape",
            };
            return Err(problem(text));
        }
        let short = || problem("too short control escape");
        if kind == Some('C') && !self.eat('-') {
            return Err(short());
        }
        match self.next() {
            Some('\\') => {
                let code = self.char_escape()? as u32;
                valid(code & 0x9f)
            }
            Some(c) if c.is_ascii() => valid(c as u32 & 0x9f),
            _ => Err(short()),
        }
    }
}
