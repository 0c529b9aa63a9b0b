//! JSON text, written straight into bytes: compact, or laid out as `JSON.pretty_generate` does.

use std::io::{self, Write};

use runtime::limits;

/// How much of a document is kept before its sink gets it.
const PIECE_BYTES: usize = 1 << 18;

/// Writes one JSON document.
pub struct Writer<'s> {
    out: Vec<u8>,
    /// Where full pieces go; without it the document is kept whole.
    sink: Option<&'s mut dyn Write>,
    /// Bytes that the sink got.
    passed: usize,
    /// Where the value began that is being written, counted from the document's beginning.
    value_start: usize,
    /// What the sink said first against them.
    failed: Option<io::Error>,
    pretty: bool,
    depth: usize,
    /// Whether the innermost array or object has something in it.
    filled: bool,
    /// Whether a key has been written and its value is due.
    keyed: bool,
}

impl Writer<'static> {
    /// A writer of an empty document.
    pub fn new(pretty: bool) -> Writer<'static> {
        Writer {
            out: Vec::new(),
            sink: None,
            passed: 0,
            value_start: usize::MAX,
            failed: None,
            pretty,
            depth: 0,
            filled: false,
            keyed: false,
        }
    }

    /// The document.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }
}

impl<'s> Writer<'s> {
    /// A writer of an empty document that goes to a sink piece by piece.
    pub fn to(sink: &'s mut dyn Write, pretty: bool) -> Writer<'s> {
        Writer {
            sink: Some(sink),
            ..Writer::new(pretty)
        }
    }

    /// Gives the sink the rest of the document.
    ///
    /// # Errors
    /// What the sink said first.
    pub fn end(mut self) -> io::Result<()> {
        self.pass_on();
        self.failed.map_or(Ok(()), Err)
    }

    /// Gives the sink what is there.
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
    }

    /// Writes one value, which is not longer than the text of a value may be.
    pub fn value<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.value_start;
        self.value_start = outer.min(self.passed + self.out.len());
        let result = write(self);
        self.value_start = outer;
        result
    }

    /// What comes before a value or key.
    fn lead(&mut self) {
        limits::room(self.out.len());
        limits::shown((self.passed + self.out.len()).saturating_sub(self.value_start));
        if self.out.len() >= PIECE_BYTES {
            self.pass_on();
        }
        if std::mem::take(&mut self.keyed) {
            return;
        }
        if self.filled {
            self.out.push(b',');
        }
        if self.depth > 0 {
            self.line();
        }
        self.filled = true;
    }

    fn line(&mut self) {
        if self.pretty {
            self.out.push(b'\n');
            self.out.resize(self.out.len() + 2 * self.depth, b' ');
        }
    }

    fn open(&mut self, bracket: u8) {
        self.lead();
        self.out.push(bracket);
        self.depth += 1;
        self.filled = false;
    }

    fn close(&mut self, bracket: u8) {
        self.depth -= 1;
        if self.filled {
            self.line();
        }
        self.out.push(bracket);
        self.filled = true;
    }

    /// `{`
    pub fn open_object(&mut self) {
        self.open(b'{');
    }

    /// `}`
    pub fn close_object(&mut self) {
        self.close(b'}');
    }

    /// `[`
    pub fn open_array(&mut self) {
        self.open(b'[');
    }

    /// `]`
    pub fn close_array(&mut self) {
        self.close(b']');
    }

    /// A key of an object; its value follows.
    pub fn key(&mut self, key: &str) {
        self.string(key);
        self.out
            .extend_from_slice(if self.pretty { b": " } else { b":" });
        self.keyed = true;
    }

    /// A key with a text.
    pub fn entry(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    /// A key with an array of texts.
    pub fn texts<'t>(&mut self, key: &str, texts: impl Iterator<Item = &'t str>) {
        self.key(key);
        self.open_array();
        texts.for_each(|text| self.string(text));
        self.close_array();
    }

    /// `null`, `true`, `false`
    pub fn word(&mut self, word: &str) {
        self.lead();
        self.out.extend_from_slice(word.as_bytes());
    }

    /// A whole number.
    pub fn integer(&mut self, value: i64) {
        self.lead();
        let _ = write!(self.out, "{value}");
    }

    /// A number with a fraction, as Ruby writes it.
    pub fn float(&mut self, value: f64) {
        self.lead();
        let mut text = String::new();
        runtime::text::float(value, &mut text);
        self.out.extend_from_slice(text.as_bytes());
    }

    /// A text.
    pub fn string(&mut self, text: &str) {
        self.lead();
        self.out.push(b'"');
        let bytes = text.as_bytes();
        let mut start = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let escape: &[u8] = match byte {
                b'"' => b"\\\"",
                b'\\' => b"\\\\",
                b'\n' => b"\\n",
                b'\r' => b"\\r",
                b'\t' => b"\\t",
                0x08 => b"\\b",
                0x0c => b"\\f",
                0..=0x1f => b"",
                _ => continue,
            };
            self.out.extend_from_slice(&bytes[start..at]);
            match escape {
                b"" => {
                    let _ = write!(self.out, "\\u{byte:04x}");
                }
                escape => self.out.extend_from_slice(escape),
            }
            start = at + 1;
        }
        self.out.extend_from_slice(&bytes[start..]);
        self.out.push(b'"');
    }
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
