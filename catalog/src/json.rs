//! Writes JSON text directly to bytes: compact, or in the layout of `JSON.pretty_generate`.

use std::io::{self, Write};

use runtime::limits;

/// The size of the pieces that a sink gets.
const PIECE_BYTES: usize = 1 << 18;

/// The number of bytes that are written between checks of limits.
const CHECKED_BYTES: usize = 1 << 10;

/// A comma, a line break and the indentation of most lines.
const LINE: &[u8; 34] = b",\n                                ";

/// A writer of a JSON document.
pub struct Writer<'s> {
    out: Vec<u8>,
    /// The sink for full pieces; without one, the document is kept in memory.
    sink: Option<&'s mut dyn Write>,
    /// The number of bytes that the sink has got.
    passed: usize,
    /// The start of the current value, as an offset in the document.
    value_start: usize,
    /// The length of the kept part at the latest check of limits.
    checked: usize,
    /// The first error of the sink.
    failed: Option<io::Error>,
    pretty: bool,
    depth: usize,
    /// True if the innermost array or object is not empty.
    filled: bool,
    /// True if a key has been written and its value comes next.
    keyed: bool,
}

/// A key or text that occurs repeatedly, in its written form at a certain depth, with the separator
/// before it.
pub struct Prepared(Vec<u8>);

impl Writer<'static> {
    /// Creates a writer of an empty document.
    pub fn new(pretty: bool) -> Writer<'static> {
        Writer {
            out: Vec::new(),
            sink: None,
            passed: 0,
            value_start: usize::MAX,
            checked: 0,
            failed: None,
            pretty,
            depth: 0,
            filled: false,
            keyed: false,
        }
    }

    /// Returns the document.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }
}

impl<'s> Writer<'s> {
    /// Creates a writer that passes its document to a sink piece by piece.
    pub fn to(sink: &'s mut dyn Write, pretty: bool) -> Writer<'s> {
        Writer {
            sink: Some(sink),
            // a longer piece is passed on after a check of limits
            out: Vec::with_capacity(PIECE_BYTES + 4 * CHECKED_BYTES),
            ..Writer::new(pretty)
        }
    }

    /// Passes the rest of the document to the sink.
    ///
    /// # Errors
    /// The first error of the sink.
    pub fn end(mut self) -> io::Result<()> {
        self.pass_on();
        self.failed.map_or(Ok(()), Err)
    }

    /// Passes the kept part to the sink.
    #[cold]
    fn pass_on(&mut self) {
        let Some(sink) = self.sink.as_mut() else {
            return;
        };
        if self.failed.is_none() {
            self.failed = sink.write_all(&self.out).err();
        }
        self.passed += self.out.len();
        self.out.clear();
        self.checked = 0;
    }

    /// Writes a value; its length is limited like that of a shown value.
    pub fn value<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.value_start;
        self.value_start = outer.min(self.passed + self.out.len());
        let result = write(self);
        self.value_start = outer;
        result
    }

    /// Writes the separator before a value or key.
    fn lead(&mut self) {
        if self.out.len() - self.checked >= CHECKED_BYTES {
            self.check();
        }
        if std::mem::take(&mut self.keyed) {
            return;
        }
        let filled = std::mem::replace(&mut self.filled, true);
        match self.pretty && self.depth > 0 {
            true => self.line(filled),
            false if filled => self.out.push(b','),
            false => {}
        }
    }

    /// Checks the limits, and passes on the kept part if it fills a piece.
    #[cold]
    fn check(&mut self) {
        limits::room(self.out.len());
        limits::shown((self.passed + self.out.len()).saturating_sub(self.value_start));
        self.checked = self.out.len();
        if self.out.len() >= PIECE_BYTES {
            self.pass_on();
        }
    }

    /// Writes a line break and the indentation, after a comma if `comma` is true.
    fn line(&mut self, comma: bool) {
        let indent = 2 * self.depth;
        if indent > LINE.len() - 2 {
            if comma {
                self.out.push(b',');
            }
            self.out.push(b'\n');
            self.out.resize(self.out.len() + indent, b' ');
            return;
        }
        // copying a fixed length and truncating is faster because it needs no call
        let end = self.out.len() + indent;
        match comma {
            true => self.out.extend_from_slice(LINE),
            false => self.out.extend_from_slice(&LINE[1..]),
        }
        self.out.truncate(end + 1 + usize::from(comma));
    }

    fn open(&mut self, bracket: u8) {
        self.lead();
        self.out.push(bracket);
        self.depth += 1;
        self.filled = false;
    }

    fn close(&mut self, bracket: u8) {
        self.depth -= 1;
        if self.filled && self.pretty {
            self.line(false);
        }
        self.out.push(bracket);
        self.filled = true;
    }

    /// Writes `{`.
    pub fn open_object(&mut self) {
        self.open(b'{');
    }

    /// Writes `}`.
    pub fn close_object(&mut self) {
        self.close(b'}');
    }

    /// Writes `[`.
    pub fn open_array(&mut self) {
        self.open(b'[');
    }

    /// Writes `]`.
    pub fn close_array(&mut self) {
        self.close(b']');
    }

    /// Writes the key of an object; its value must follow.
    pub fn key(&mut self, key: &str) {
        self.string(key);
        self.out
            .extend_from_slice(if self.pretty { b": " } else { b":" });
        self.keyed = true;
    }

    /// Prepares a key for objects at a nesting depth.
    pub fn prepared_key(&self, key: &str, depth: usize) -> Prepared {
        let mut writer = self.at(depth);
        writer.key(key);
        Prepared(writer.out)
    }

    /// Prepares a text for arrays at a nesting depth.
    pub fn prepared_text(&self, text: &str, depth: usize) -> Prepared {
        let mut writer = self.at(depth);
        writer.string(text);
        Prepared(writer.out)
    }

    /// Prepares a value for use after a key.
    pub fn prepared_value(&self, write: impl FnOnce(&mut Writer<'static>)) -> Prepared {
        let mut writer = self.at(0);
        writer.keyed = true;
        write(&mut writer);
        Prepared(writer.out)
    }

    /// Writes a prepared value.
    pub fn put_value(&mut self, value: &Prepared) {
        self.lead();
        self.out.extend_from_slice(&value.0);
    }

    /// Creates a writer for text that follows an element at a nesting depth.
    fn at(&self, depth: usize) -> Writer<'static> {
        Writer {
            // large enough for most texts, so that the buffer need not grow
            out: Vec::with_capacity(64),
            depth,
            filled: true,
            ..Writer::new(self.pretty)
        }
    }

    /// Writes a prepared key; its value must follow.
    pub fn put_key(&mut self, key: &Prepared) {
        self.put_text(key);
        self.keyed = true;
    }

    /// Writes a prepared text of an array.
    pub fn put_text(&mut self, text: &Prepared) {
        if self.out.len() - self.checked >= CHECKED_BYTES {
            self.check();
        }
        // the first element has no comma
        let first = usize::from(!std::mem::replace(&mut self.filled, true));
        self.out.extend_from_slice(&text.0[first..]);
    }

    /// Writes a text that consists of several parts.
    pub fn string_of_parts(&mut self, parts: &[&str]) {
        self.lead();
        self.out.push(b'"');
        parts.iter().for_each(|part| self.body(part.as_bytes()));
        self.out.push(b'"');
    }

    /// Writes a key and a text.
    pub fn entry(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    /// Writes a key and an array of texts.
    pub fn texts<'t>(&mut self, key: &str, texts: impl Iterator<Item = &'t str>) {
        self.key(key);
        self.open_array();
        texts.for_each(|text| self.string(text));
        self.close_array();
    }

    /// Writes `null`, `true` or `false`.
    pub fn word(&mut self, word: &str) {
        self.lead();
        self.out.extend_from_slice(word.as_bytes());
    }

    /// Writes a whole number.
    pub fn integer(&mut self, value: i64) {
        self.lead();
        let mut digits = [0; 20];
        let mut at = digits.len();
        let mut rest = value.unsigned_abs();
        while rest > 0 || at == digits.len() {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        if value < 0 {
            self.out.push(b'-');
        }
        self.out.extend_from_slice(&digits[at..]);
    }

    /// Writes a float in Ruby's format.
    pub fn float(&mut self, value: f64) {
        self.lead();
        let mut text = String::new();
        rubycore::float::write(value, &mut text);
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Writes a text.
    pub fn string(&mut self, text: &str) {
        self.lead();
        self.out.reserve(text.len() + 2);
        self.out.push(b'"');
        self.body(text.as_bytes());
        self.out.push(b'"');
    }

    fn body(&mut self, text: &[u8]) {
        match is_plain(text) {
            true => self.out.extend_from_slice(text),
            false => self.escaped(text),
        }
    }

    fn escaped(&mut self, text: &[u8]) {
        let mut rest = text;
        loop {
            let plain = plain(rest);
            self.out.extend_from_slice(&rest[..plain]);
            let Some(&byte) = rest.get(plain) else { break };
            self.escape(byte);
            rest = &rest[plain + 1..];
        }
    }

    fn escape(&mut self, byte: u8) {
        let letter = match byte {
            b'"' | b'\\' => byte,
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0c => b'f',
            _ => {
                let _ = write!(self.out, "\\u{byte:04x}");
                return;
            }
        };
        self.out.extend_from_slice(&[b'\\', letter]);
    }
}

fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Returns the number of bytes at the start that need no escape.
fn plain(bytes: &[u8]) -> usize {
    let (sixteens, _) = bytes.as_chunks::<16>();
    let start = 16 * sixteens.iter().take_while(|chunk| are_plain(chunk)).count();
    let rest = &bytes[start..];
    let special = rest.iter().position(|byte| is_special(*byte));
    start + special.unwrap_or(rest.len())
}

/// Returns true if no byte needs an escape. If the length is not a multiple of the chunk size, the
/// last chunk overlaps the one before.
fn is_plain(bytes: &[u8]) -> bool {
    if let Some(last) = bytes.last_chunk::<16>() {
        let (sixteens, _) = bytes.as_chunks::<16>();
        return sixteens.iter().all(are_plain) && are_plain(last);
    }
    match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => is_plain_word(*first) && is_plain_word(*last),
        _ => match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            (Some([a, b, c, d]), Some([e, f, g, h])) => {
                is_plain_word([*a, *b, *c, *d, *e, *f, *g, *h])
            }
            _ => !bytes.iter().any(|byte| is_special(*byte)),
        },
    }
}

/// Returns true if none of sixteen bytes needs an escape. It has no branch, so that the bytes are
/// compared at once.
fn are_plain(bytes: &[u8; 16]) -> bool {
    let special = |any, byte: &u8| any | u8::from(is_special(*byte));
    bytes.iter().fold(0, special) == 0
}

/// Returns true if none of eight bytes needs an escape.
fn is_plain_word(bytes: [u8; 8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let word = u64::from_ne_bytes(bytes);
    // a bit of HIGH is set for each byte that is 0
    let zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let quote = zero(word ^ (ONES * u64::from(b'"')));
    let backslash = zero(word ^ (ONES * u64::from(b'\\')));
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (quote | backslash | control) & HIGH == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(pretty: bool) -> String {
        let mut json = Writer::new(pretty);
        json.open_object();
        json.entry("a", "\"\\/\n\u{1}é");
        json.texts("b", ["x", "y"].into_iter());
        json.texts("c", std::iter::empty());
        json.key("d");
        json.open_array();
        json.open_object();
        json.close_object();
        json.integer(-1);
        json.float(1e20);
        json.word("null");
        json.close_array();
        json.close_object();
        String::from_utf8(json.finish()).expect("made of texts")
    }

    #[test]
    fn escapes_anywhere() {
        for byte in (0..=0x20).chain([b'"', b'\\', 0x7f]) {
            for (length, at) in (0..40).flat_map(|length| (0..=length).map(move |at| (length, at)))
            {
                let mut text = "0123456é89abcdefghijklmnopqrstuvwxyzABCDE".to_owned();
                text.truncate(text.floor_char_boundary(length));
                let at = text.floor_char_boundary(at);
                text.insert(at, char::from(byte));
                let mut json = Writer::new(false);
                json.string(&text);
                let written: Result<String, _> = serde_json::from_slice(&json.finish());
                assert_eq!(written.ok(), Some(text));
            }
        }
    }

    #[test]
    fn integers() {
        for value in [0, 7, -7, 10, i64::MAX, i64::MIN] {
            let mut json = Writer::new(false);
            json.integer(value);
            assert_eq!(json.finish(), value.to_string().into_bytes());
        }
    }

    #[test]
    fn compact() {
        let text = r#"{"a":"\"\\/\n\u0001é","b":["x","y"],"c":[],"d":[{},-1,1.0e+20,null]}"#;
        assert_eq!(document(false), text);
    }

    #[test]
    fn pretty() {
        let text = "{\n  \"a\": \"\\\"\\\\/\\n\\u0001é\",\n  \"b\": [\n    \"x\",\n    \"y\"\n  ],\n  \"c\": [],\n  \"d\": [\n    {},\n    -1,\n    1.0e+20,\n    null\n  ]\n}";
        assert_eq!(document(true), text);
    }
}
