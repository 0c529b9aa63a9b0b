//! Scans JSON: finds where values begin and end without decoding them.
//!
//! It checks the structure that it visits, but not the inside of values that it skips. Those are
//! checked when they are decoded. All positions are bytes from the beginning of the text.

use memchr::memchr2;

use crate::block::{self, Brackets};

/// An error of a scan and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScanError {
    /// The position of the error.
    pub at: usize,
    /// The description of the error.
    pub what: &'static str,
}

/// The description of the error for a text that ends inside of a value.
pub const ENDS_EARLY: &str = "the text ends inside of a value";

/// A scanner at a position of a JSON text.
#[derive(Clone)]
pub struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Scanner<'t> {
    /// Makes a scanner at a position of a text.
    pub fn new(text: &'t [u8], at: usize) -> Scanner<'t> {
        Scanner { text, at }
    }

    /// Returns the current position.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Skips white space and returns the next byte without passing it.
    pub fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.text.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    fn error<T>(&self, what: &'static str) -> Result<T, ScanError> {
        let what = match self.at < self.text.len() {
            true => what,
            false => ENDS_EARLY,
        };
        Err(ScanError { at: self.at, what })
    }

    fn expect(&mut self, byte: u8, what: &'static str) -> Result<(), ScanError> {
        if self.peek() != Some(byte) {
            return self.error(what);
        }
        self.at += 1;
        Ok(())
    }

    /// Passes one value and returns its text.
    ///
    /// # Errors
    /// Fails if there is no value or it does not end.
    pub fn value(&mut self) -> Result<&'t [u8], ScanError> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'{' | b'[') => self.container(),
            Some(b',' | b':' | b'}' | b']') | None => self.error("a value is expected"),
            Some(_) => {
                let start = self.at;
                let ends =
                    |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
                let rest = &self.text[start..];
                self.at += rest.iter().position(ends).unwrap_or(rest.len());
                Ok(&self.text[start..self.at])
            }
        }
    }

    /// Passes a string and returns its text with the quotes.
    ///
    /// # Errors
    /// Fails if there is no string or it does not end.
    pub fn string(&mut self) -> Result<&'t [u8], ScanError> {
        let start = self.at;
        self.expect(b'"', "a string is expected")?;
        loop {
            match memchr2(b'"', b'\\', &self.text[self.at..]) {
                Some(found) if self.text[self.at + found] == b'"' => {
                    self.at += found + 1;
                    return Ok(&self.text[start..self.at]);
                }
                // a backslash and the character after it
                Some(found) if self.at + found + 2 <= self.text.len() => self.at += found + 2,
                _ => {
                    self.at = self.text.len();
                    return self.error(ENDS_EARLY);
                }
            }
        }
    }

    /// Passes an array or an object, 64 bytes at once.
    fn container(&mut self) -> Result<&'t [u8], ScanError> {
        let start = self.at;
        let mut state = block::State::default();
        let mut depth = 0_u32;
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let brackets = match rest.first_chunk() {
                Some(block) => state.brackets(block),
                None => {
                    let mut last = [b' '; block::LEN];
                    last[..rest.len()].copy_from_slice(rest);
                    state.brackets(&last)
                }
            };
            if brackets.close.count_ones() >= depth
                && let Some(end) = end(brackets, depth)
            {
                self.at += end;
                return Ok(&self.text[start..self.at]);
            }
            depth = (depth + brackets.open.count_ones()) - brackets.close.count_ones();
            self.at += block::LEN;
        }
        self.at = self.text.len();
        self.error(ENDS_EARLY)
    }

    /// Passes an object. The visitor gets each key with its quotes and must pass the value.
    ///
    /// # Errors
    /// Fails if there is no object, or with the visitor's error.
    pub fn object(
        &mut self,
        mut visit: impl FnMut(&'t [u8], &mut Self) -> Result<(), ScanError>,
    ) -> Result<(), ScanError> {
        self.expect(b'{', "an object is expected")?;
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.peek();
            let key = self.string()?;
            self.expect(b':', "a colon is expected")?;
            self.peek();
            visit(key, self)?;
            if !self.more(b'}')? {
                return Ok(());
            }
        }
    }

    /// Passes an array. The visitor must pass each item.
    ///
    /// # Errors
    /// Fails if there is no array, or with the visitor's error.
    pub fn array(
        &mut self,
        mut visit: impl FnMut(&mut Self) -> Result<(), ScanError>,
    ) -> Result<(), ScanError> {
        self.expect(b'[', "an array is expected")?;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.peek();
            visit(self)?;
            if !self.more(b']')? {
                return Ok(());
            }
        }
    }

    /// Returns true if a comma follows, or `end`, which closes the array or object.
    fn more(&mut self, end: u8) -> Result<bool, ScanError> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == end => {
                self.at += 1;
                Ok(false)
            }
            _ => self.error("a comma or the end is expected"),
        }
    }

    /// Passes `expected` if the text continues with it. Returns true if it did.
    pub fn pass(&mut self, expected: &[u8]) -> bool {
        let is_there = self.text[self.at..].starts_with(expected);
        if is_there {
            self.at += expected.len();
        }
        is_there
    }

    /// Returns the text from a position to the current one.
    pub fn since(&self, start: usize) -> &'t [u8] {
        &self.text[start..self.at]
    }
}

/// Returns the number of bytes of a block up to the end of the container that is open at its start
/// or begins there, if it ends in the block.
fn end(brackets: Brackets, mut depth: u32) -> Option<usize> {
    let mut all = brackets.open | brackets.close;
    while all != 0 {
        let at = all.trailing_zeros();
        if brackets.open >> at & 1 == 1 {
            depth += 1;
        } else if depth <= 1 {
            return Some(at as usize + 1);
        } else {
            depth -= 1;
        }
        all &= all - 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<&[u8], ScanError> {
        Scanner::new(text.as_bytes(), 0).value()
    }

    #[test]
    fn values_end_where_json_ends_them() {
        for (text, expected) in [
            (r#"  "a\"b" , 1"#, r#""a\"b""#),
            (r#""\\" "#, r#""\\""#),
            (
                r#"{"a": ["}", {"b": "]"}]} x"#,
                r#"{"a": ["}", {"b": "]"}]}"#,
            ),
            ("-1.5e3]", "-1.5e3"),
            ("true", "true"),
        ] {
            assert_eq!(value(text), Ok(expected.as_bytes()), "{text}");
        }
    }

    #[test]
    fn texts_that_end_early_are_errors() {
        for text in [
            "",
            "  ",
            "{\"a\"",
            "[1, 2",
            "\"abc",
            "\"abc\\",
            "{\"a\": \"}",
        ] {
            assert_eq!(
                value(text).map_err(|error| error.what),
                Err(ENDS_EARLY),
                "{text}"
            );
        }
    }

    #[test]
    fn an_object_needs_its_commas() {
        let mut scanner = Scanner::new(br#"{"a": 1 "b": 2}"#, 0);
        let scanned = scanner.object(|_, scanner| scanner.value().map(drop));
        assert_eq!(scanned.map_err(|error| error.at), Err(8));
    }
}
