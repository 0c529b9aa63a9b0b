//! Writes texts as JSON, and checks whether a text is JSON: as strictly, and with the same
//! messages, as the library that Puppet uses. Comments are allowed. The message about a fault
//! depends on the construct that contains it.

use std::fmt::Write;

/// Writes a text in double quotes.
pub fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{c}' => out.push_str("\\f"),
            '\u{8}' => out.push_str("\\b"),
            '\0'..='\x1f' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The depth up to which arrays and objects may be nested.
const DEPTH_MAX: usize = 100;

/// Checks a whole text.
///
/// # Errors
/// Returns the error message, which shows the text from the fault on.
pub fn check(text: &str) -> Result<(), String> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.blanks();
    let start = scanner.at;
    if !scanner.value(0)? {
        return Err(unexpected(859, &text[start..]));
    }
    scanner.blanks();
    match scanner.at == text.len() {
        true => Ok(()),
        false => Err(unexpected(859, &text[scanner.at..])),
    }
}

/// Returns the error about an unexpected token. `place` is the number by which the library
/// identifies the place.
fn unexpected(place: u32, text: &str) -> String {
    format!("{place}: unexpected token at '{text}'")
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

/// `Ok(false)`: not a value, and the array or text around it reports that.
type Scanned = Result<bool, String>;

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, expected: &str) -> bool {
        let found = self.text.as_bytes()[self.at..].starts_with(expected.as_bytes());
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Skips white space and comments.
    fn blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') => {
                    let rest = &self.text[self.at..];
                    let length = match rest.as_bytes().get(1) {
                        Some(b'/') => rest.find('\n'),
                        Some(b'*') => rest[2..].find("*/").map(|end| end + 4),
                        _ => return,
                    };
                    // an open comment reaches to the end
                    self.at += length.unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn value(&mut self, depth: usize) -> Scanned {
        match self.peek() {
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.array(depth + 1),
            Some(b'"') => Ok(self.string()),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'N') if self.text[self.at..].starts_with("NaN") => {
                Err(unexpected(225, &self.text[self.at..]))
            }
            Some(b'I') if self.eat("Infinity") => Err(unexpected(232, &self.text[self.at..])),
            _ => Ok(["true", "false", "null"].iter().any(|word| self.eat(word))),
        }
    }

    fn number(&mut self) -> Scanned {
        let start = self.at;
        if self.eat("-Infinity") {
            return Err(unexpected(249, &self.text[start..]));
        }
        self.eat("-");
        let digits = self.digits();
        let leading_zero = digits > 1 && self.text.as_bytes()[self.at - digits] == b'0';
        if digits == 0 || leading_zero {
            self.at = start;
            return Ok(false);
        }
        let integer_end = self.at;
        if self.eat(".") && self.digits() == 0 {
            self.at = integer_end;
            return Ok(true);
        }
        let mantissa_end = self.at;
        if self.eat("e") || self.eat("E") {
            if !self.eat("+") {
                self.eat("-");
            }
            if self.digits() == 0 {
                self.at = mantissa_end;
            }
        }
        Ok(true)
    }

    fn digits(&mut self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn string(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut at = self.at + 1;
        loop {
            match bytes.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return true;
                }
                Some(b'\\') if bytes.get(at + 1) == Some(&b'u') => {
                    let digits = bytes.get(at + 2..at + 6).unwrap_or_default();
                    if digits.len() < 4 || !digits.iter().all(u8::is_ascii_hexdigit) {
                        return false;
                    }
                    at += 6;
                }
                Some(b'\\') if bytes.get(at + 1).is_some_and(|&b| b >= b' ') => at += 2,
                Some(b'\\' | 0..=0x1f) | None => return false,
                Some(_) => at += 1,
            }
        }
    }

    fn array(&mut self, depth: usize) -> Scanned {
        nesting(depth)?;
        self.at += 1;
        self.blanks();
        if self.eat("]") {
            return Ok(true);
        }
        loop {
            let start = self.at;
            if !self.value(depth)? {
                return Err(unexpected(451, &self.text[start..]));
            }
            self.blanks();
            if self.eat("]") {
                return Ok(true);
            }
            if !self.eat(",") {
                return Err(unexpected(451, &self.text[self.at..]));
            }
            self.blanks();
        }
    }

    fn object(&mut self, depth: usize) -> Scanned {
        nesting(depth)?;
        let start = self.at;
        self.at += 1;
        self.blanks();
        if self.eat("}") {
            return Ok(true);
        }
        let whole = loop {
            if self.peek() != Some(b'"') || !self.string() {
                break false;
            }
            self.blanks();
            if !self.eat(":") {
                break false;
            }
            self.blanks();
            if !self.value(depth)? {
                break false;
            }
            self.blanks();
            if self.eat("}") {
                break true;
            }
            if !self.eat(",") {
                break false;
            }
            self.blanks();
        };
        if !whole {
            self.at = start;
        }
        Ok(whole)
    }
}

fn nesting(depth: usize) -> Result<(), String> {
    match depth > DEPTH_MAX {
        true => Err(format!("nesting of {depth} is too deep")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn faults_in_the_words_of_the_library() {
        let cases = [
            ("", "859: unexpected token at ''"),
            ("[1,", "451: unexpected token at ''"),
            ("[1 2]", "451: unexpected token at '2]'"),
            ("[01]", "451: unexpected token at '01]'"),
            ("[1.]", "451: unexpected token at '.]'"),
            ("{\"a\":[}", "451: unexpected token at '}'"),
            ("[{\"a\":tru}]", "451: unexpected token at '{\"a\":tru}]'"),
            ("{\"a\":1,}", "859: unexpected token at '{\"a\":1,}'"),
            ("1e", "859: unexpected token at 'e'"),
            ("[\"\\u12\"]", "451: unexpected token at '\"\\u12\"]'"),
            ("[NaN]", "225: unexpected token at 'NaN]'"),
            ("[-Infinity]", "249: unexpected token at '-Infinity]'"),
            ("[/*", "451: unexpected token at ''"),
        ];
        for (text, problem) in cases {
            assert_eq!(check(text), Err(problem.to_owned()), "{text}");
        }
        let deep = "[".repeat(101);
        assert_eq!(check(&deep), Err("nesting of 101 is too deep".to_owned()));
        let fine = [
            "// c\n1",
            "[1,/*x*/2]",
            "\"\\x\u{e9}\\\u{e9}\"",
            "[-0.5E+3, {}]",
        ];
        for text in fine {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }
}
