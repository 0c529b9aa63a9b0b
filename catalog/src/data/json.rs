//! Reads JSON files like Puppet, including the error messages.
//!
//! The messages are those of Ruby's JSON 2.6: a number, then the rest of the text from the position
//! where the parser gave up. Only a failure in an array reports its own position; one in an object
//! does not.

use super::yaml::decimal;
use super::{Data, Pairs, ReadError, located};
use crate::json::Writer;
use runtime::limits;
use std::sync::Arc;

const DEPTH_MAX: usize = 100;

/// Reads a JSON text.
///
/// # Errors
/// Fails with Ruby's message with `path`.
pub fn read_json(path: &str, text: &str) -> Result<Data, ReadError> {
    Reader { text, at: 0 }
        .document()
        .map_err(|problem| ReadError::Parse(located(path, problem)))
}

/// Writes data as JSON on one line; `text_of` returns the text of a [`Data::Rich`].
#[must_use]
pub fn write_json(data: &Data, text_of: &dyn Fn(&Data) -> String) -> String {
    let mut json = Writer::new(false);
    json.value(|json| write(json, data, text_of));
    String::from_utf8_lossy(&json.finish()).into_owned()
}

fn write(json: &mut Writer<'_>, data: &Data, text_of: &dyn Fn(&Data) -> String) {
    limits::stack();
    match data {
        Data::Undef => json.word("null"),
        Data::Boolean(value) => json.word(if *value { "true" } else { "false" }),
        Data::Integer(value) => json.integer(*value),
        Data::BigInteger(digits) => json.word(digits),
        Data::Float(value) => json.float(*value),
        Data::String(text) | Data::Symbol(text) => json.string(text),
        Data::Encoding(name) => json.string(name),
        Data::Rich(_) => json.string(&text_of(data)),
        Data::Array(items) => {
            json.open_array();
            items.iter().for_each(|item| write(json, item, text_of));
            json.close_array();
        }
        Data::Hash(hash) => {
            json.open_object();
            for (key, value) in hash.iter() {
                match key {
                    Data::String(key) | Data::Symbol(key) | Data::BigInteger(key) => json.key(key),
                    Data::Integer(key) => json.key(&key.to_string()),
                    Data::Undef => json.key(""),
                    other => json.key(&write_json(other, text_of)),
                }
                write(json, value, text_of);
            }
            json.close_object();
        }
    }
}

/// Numbers that are neither Integers nor whole numbers of any size become Floats.
impl From<&serde_json::Value> for Data {
    fn from(json: &serde_json::Value) -> Data {
        use serde_json::Value as Json;
        match json {
            Json::Null => Data::Undef,
            Json::Bool(value) => Data::Boolean(*value),
            Json::Number(number) => match number.as_i64() {
                Some(value) => Data::Integer(value),
                None => {
                    let digits = number.to_string();
                    match digits.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
                        true => Data::BigInteger(digits.into()),
                        false => Data::Float(number.as_f64().unwrap_or(f64::NAN)),
                    }
                }
            },
            Json::String(text) => Data::string(text),
            Json::Array(items) => Data::array(items.iter().map(Data::from).collect()),
            Json::Object(map) => {
                let pairs = map.iter();
                Data::hash(
                    pairs
                        .map(|(key, value)| (Data::string(key), Data::from(value)))
                        .collect(),
                )
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// A failure to read a value.
enum Stop {
    /// No value was found; the caller builds the message.
    Value,
    /// A complete message.
    Text(String),
}

type Read<T> = Result<T, Stop>;

impl Reader<'_> {
    fn document(&mut self) -> Result<Data, String> {
        if !self.blank() {
            return Err(self.unexpected(859, self.at));
        }
        let start = self.at;
        let data = match self.value(0) {
            Ok(data) => data,
            Err(Stop::Text(text)) => return Err(text),
            Err(Stop::Value) => return Err(self.unexpected(859, start)),
        };
        if !self.blank() || self.at < self.text.len() {
            return Err(self.unexpected(859, self.at));
        }
        Ok(data)
    }

    fn unexpected(&self, number: u32, at: usize) -> String {
        let rest = &self.text[at..];
        // Ruby's parser treats the text as a C string
        let rest = rest.split('\0').next().unwrap_or_default();
        format!("{number}: unexpected token at '{rest}'")
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Skips white space and comments; returns false at a slash that starts no comment, or at an
    /// unclosed comment.
    fn blank(&mut self) -> bool {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') => {
                    let rest = self.rest();
                    let end = match rest.as_bytes().get(1) {
                        Some(b'*') => rest[2..].find("*/").map(|at| at + 4),
                        Some(b'/') => rest.find('\n').map(|at| at + 1),
                        _ => {
                            self.at += 1;
                            return false;
                        }
                    };
                    self.at += end.unwrap_or(rest.len());
                    if end.is_none() {
                        return false;
                    }
                }
                _ => return true,
            }
        }
    }

    /// Skips white space and comments inside an object.
    fn object_blank(&mut self) -> Read<()> {
        if self.blank() {
            Ok(())
        } else {
            Err(Stop::Value)
        }
    }

    /// Skips white space and comments inside an array.
    fn array_blank(&mut self) -> Read<()> {
        if self.blank() {
            Ok(())
        } else {
            Err(Stop::Text(self.unexpected(451, self.at)))
        }
    }

    fn value(&mut self, depth: usize) -> Read<Data> {
        limits::time();
        for (word, data) in [
            ("null", Data::Undef),
            ("true", Data::Boolean(true)),
            ("false", Data::Boolean(false)),
        ] {
            if self.rest().starts_with(word) {
                self.at += word.len();
                return Ok(data);
            }
        }
        if self.rest().starts_with("NaN") {
            return Err(Stop::Text(self.unexpected(225, self.at)));
        }
        if self.rest().starts_with("Infinity") {
            // Ruby's parser reports a position one character too early
            let before = self.text[..self.at]
                .chars()
                .next_back()
                .map_or(0, char::len_utf8);
            let text = if before == 0 {
                String::from("232: unexpected token at ''")
            } else {
                self.unexpected(232, self.at - before)
            };
            return Err(Stop::Text(text));
        }
        if self.rest().starts_with("-Infinity") {
            return Err(Stop::Text(self.unexpected(249, self.at)));
        }
        match self.peek() {
            Some(b'"') => self.string().map(Data::String),
            Some(b'[') => self.array(depth + 1),
            Some(b'{') => self.object(depth + 1),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(Stop::Value),
        }
    }

    fn enter(depth: usize) -> Read<()> {
        if depth > DEPTH_MAX {
            return Err(Stop::Text(format!("nesting of {depth} is too deep")));
        }
        Ok(())
    }

    fn array(&mut self, depth: usize) -> Read<Data> {
        Self::enter(depth)?;
        self.at += 1;
        self.array_blank()?;
        let mut items = Vec::new();
        if self.eat(b']') {
            return Ok(Data::array(items));
        }
        loop {
            let start = self.at;
            match self.value(depth) {
                Ok(item) => items.push(item),
                Err(Stop::Value) => return Err(Stop::Text(self.unexpected(451, start))),
                Err(stop) => return Err(stop),
            }
            self.array_blank()?;
            if self.eat(b']') {
                return Ok(Data::array(items));
            }
            if !self.eat(b',') {
                return Err(Stop::Text(self.unexpected(451, self.at)));
            }
            self.array_blank()?;
        }
    }

    fn object(&mut self, depth: usize) -> Read<Data> {
        Self::enter(depth)?;
        self.at += 1;
        self.object_blank()?;
        let mut pairs = Pairs::default();
        if self.eat(b'}') {
            return Ok(Data::hash(pairs));
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(Stop::Value);
            }
            let key = self.string()?;
            self.object_blank()?;
            if !self.eat(b':') {
                return Err(Stop::Value);
            }
            self.object_blank()?;
            let value = self.value(depth)?;
            pairs.insert(Data::String(key), value);
            self.object_blank()?;
            if self.eat(b'}') {
                return Ok(Data::hash(pairs));
            }
            if !self.eat(b',') {
                return Err(Stop::Value);
            }
            self.object_blank()?;
        }
    }

    fn number(&mut self) -> Read<Data> {
        let bytes = &self.text.as_bytes()[self.at..];
        let digits = |from: usize| {
            bytes[from.min(bytes.len())..]
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count()
        };
        let sign = usize::from(bytes[0] == b'-');
        let whole = digits(sign);
        if whole == 0 || (whole > 1 && bytes[sign] == b'0') {
            return Err(Stop::Value);
        }
        let mut end = sign + whole;
        let mut fraction = end;
        if bytes.get(fraction) == Some(&b'.') && digits(fraction + 1) > 0 {
            fraction += 1 + digits(fraction + 1);
        }
        if matches!(bytes.get(fraction), Some(b'e' | b'E')) {
            let from =
                fraction + 1 + usize::from(matches!(bytes.get(fraction + 1), Some(b'+' | b'-')));
            if digits(from) > 0 {
                fraction = from + digits(from);
            }
        }
        // if the fraction is followed by a character of another number, only the whole part is read
        let float =
            fraction > end && !matches!(bytes.get(fraction), Some(b'e' | b'E' | b'.' | b'-'));
        if float {
            end = fraction;
        }
        let text = &self.text[self.at..self.at + end];
        self.at += end;
        Ok(if float {
            text.parse().map_or(Data::Undef, Data::Float)
        } else {
            decimal(text)
        })
    }

    fn string(&mut self) -> Read<Arc<str>> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = start;
        let mut escaped = false;
        loop {
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    let hex =
                        |range: &[u8]| range.len() == 4 && range.iter().all(u8::is_ascii_hexdigit);
                    end += match bytes.get(end + 1) {
                        Some(b'u') if hex(bytes.get(end + 2..end + 6).unwrap_or_default()) => 6,
                        Some(b'u' | 0..0x20) | None => return Err(Stop::Value),
                        Some(_) => 2,
                    };
                }
                Some(0..0x20) | None => return Err(Stop::Value),
                Some(_) => end += 1,
            }
        }
        self.at = end + 1;
        let raw = &self.text[start..end];
        if !escaped {
            return Ok(Arc::from(raw));
        }
        match unescape(raw) {
            Ok(text) => Ok(Arc::from(text)),
            Err(at) => {
                let rest = &self.text[start + at..];
                Err(Stop::Text(format!(
                    "521: incomplete surrogate pair at '{rest}'"
                )))
            }
        }
    }
}

/// Replaces escapes in a text. For an incomplete surrogate pair, the error is the position after
/// the escape before it.
fn unescape(raw: &str) -> Result<String, usize> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let before = raw.len() - rest.len();
        let Some(escape) = tail.chars().next() else {
            break;
        };
        rest = &tail[escape.len_utf8()..];
        match escape {
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'u' => {
                let unit = hex(rest);
                rest = &rest[4..];
                if unit & 0xFC00 == 0xD800 {
                    if rest.len() < 6 {
                        return Err(before);
                    }
                    let low = rest.strip_prefix("\\u").map_or(0, hex);
                    if low & 0xFC00 == 0xDC00 {
                        rest = &rest[6..];
                        let code = 0x10000 + ((unit & 0x3FF) << 10 | low & 0x3FF);
                        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                        continue;
                    }
                }
                text.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            other => text.push(other),
        }
    }
    text.push_str(rest);
    Ok(text)
}

/// Parses four hexadecimal digits, which the caller has checked.
fn hex(text: &str) -> u32 {
    text.get(..4)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .unwrap_or_default()
}
