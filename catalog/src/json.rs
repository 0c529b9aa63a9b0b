//! Writes JSON text directly to bytes: compact, or in the layout of `JSON.pretty_generate`.

use std::cell::Cell;
use std::io::{self, Write};

use runtime::limits;

/// The size of the pieces that a sink gets.
const PIECE_BYTES: usize = 1 << 18;

/// The number of bytes that are written between checks of limits.
const CHECKED_BYTES: usize = 1 << 10;

/// A comma, a line break and the indentation of most lines.
const LINE: &[u8; 34] = b",\n                                ";

/// The size of a block in bytes. A prepared text that fits into a block is copied as a whole block,
/// because copying a fixed number of bytes needs no call.
const BLOCK: usize = 64;

/// The least number of bytes by which the buffer of the unsent part grows.
const GROWTH: usize = 1 << 13;

/// The maximum size of a buffer that is kept for the next document. Nearly all buffers are smaller,
/// because a piece is passed on after a check of limits.
const BUFFER_BYTES_MAX: usize = PIECE_BYTES + 2 * GROWTH;

thread_local! {
    /// The buffer of the thread's latest document with a sink. Fresh memory would have to be cleared.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A writer of a JSON document.
pub struct Writer<'s> {
    /// The part of the document that was not passed to the sink yet, and room after it.
    out: Vec<u8>,
    /// The length of the unsent part.
    end: usize,
    /// The sink for full pieces; without one, the document stays in memory.
    sink: Option<&'s mut dyn Write>,
    /// The number of bytes that the sink has got.
    passed: usize,
    /// The start of the current value, as an offset in the document.
    value_start: usize,
    /// The length of the unsent part at the latest check of limits.
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

/// A part of a document that occurs repeatedly, in its written form at a certain depth, with the
/// separator before it.
pub struct Prepared {
    /// The part if it is not longer than a block, followed by zeros.
    block: [u8; BLOCK],
    len: usize,
    /// The part if it is longer than a block.
    long: Vec<u8>,
}

impl Prepared {
    fn of(writer: Writer<'static>) -> Prepared {
        let bytes = writer.finish();
        let mut block = [0; BLOCK];
        match block.get_mut(..bytes.len()) {
            Some(start) => {
                start.copy_from_slice(&bytes);
                Prepared {
                    block,
                    len: bytes.len(),
                    long: Vec::new(),
                }
            }
            None => Prepared {
                block,
                len: bytes.len(),
                long: bytes,
            },
        }
    }

    fn bytes(&self) -> &[u8] {
        self.block.get(..self.len).unwrap_or(&self.long)
    }
}

impl Writer<'static> {
    /// Creates a writer of an empty document.
    pub fn new(pretty: bool) -> Writer<'static> {
        Writer {
            out: Vec::new(),
            end: 0,
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
    pub fn finish(mut self) -> Vec<u8> {
        self.out.truncate(self.end);
        self.out
    }
}

impl<'s> Writer<'s> {
    /// Creates a writer that passes its document to a sink piece by piece.
    pub fn to(sink: &'s mut dyn Write, pretty: bool) -> Writer<'s> {
        Writer {
            sink: Some(sink),
            out: BUFFER.take(),
            ..Writer::new(pretty)
        }
    }

    /// Passes the rest of the document to the sink.
    ///
    /// # Errors
    /// Fails with the first error of the sink.
    pub fn end(mut self) -> io::Result<()> {
        self.pass_on();
        if self.out.len() <= BUFFER_BYTES_MAX {
            BUFFER.set(self.out);
        }
        self.failed.map_or(Ok(()), Err)
    }

    /// Passes the unsent part of the document to the sink.
    #[cold]
    fn pass_on(&mut self) {
        let Some(sink) = self.sink.as_mut() else {
            return;
        };
        if self.failed.is_none() {
            self.failed = sink.write_all(&self.out[..self.end]).err();
        }
        self.passed += self.end;
        self.end = 0;
        self.checked = 0;
    }

    /// Returns the room after the unsent part, which has `count` bytes.
    #[inline]
    fn room(&mut self, count: usize) -> &mut [u8] {
        if self.out.len() - self.end < count {
            self.grow(count);
        }
        &mut self.out[self.end..][..count]
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        let least = match self.sink {
            Some(_) => {
                self.out
                    .reserve_exact(BUFFER_BYTES_MAX.saturating_sub(self.out.len()));
                GROWTH
            }
            None => self.out.len().max(BLOCK),
        };
        self.out.resize(self.out.len() + count.max(least), 0);
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.room(1)[0] = byte;
        self.end += 1;
    }

    fn append(&mut self, bytes: &[u8]) {
        // at least a block, so that a prepared part has room next time
        self.room(bytes.len().max(BLOCK))[..bytes.len()].copy_from_slice(bytes);
        self.end += bytes.len();
    }

    /// Appends a prepared part.
    #[inline]
    fn put(&mut self, part: &Prepared) {
        let room = self.out.get_mut(self.end..);
        match room.and_then(<[u8]>::first_chunk_mut) {
            Some(room) if part.len <= BLOCK => {
                *room = part.block;
                self.end += part.len;
            }
            _ => self.append(part.bytes()),
        }
    }

    /// Writes a value; its length is limited like that of a shown value.
    pub fn value<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.value_start;
        self.value_start = outer.min(self.passed + self.end);
        let result = write(self);
        self.value_start = outer;
        result
    }

    /// Writes the separator before a value or key.
    #[inline]
    fn lead(&mut self) {
        if self.end - self.checked >= CHECKED_BYTES {
            self.check();
        }
        if std::mem::take(&mut self.keyed) {
            return;
        }
        let filled = std::mem::replace(&mut self.filled, true);
        match self.pretty && self.depth > 0 {
            true => self.line(filled),
            false if filled => self.push(b','),
            false => {}
        }
    }

    /// Checks the limits, and passes on the kept part if it fills a piece.
    #[cold]
    fn check(&mut self) {
        limits::room(self.end);
        limits::shown((self.passed + self.end).saturating_sub(self.value_start));
        self.checked = self.end;
        if self.end >= PIECE_BYTES {
            self.pass_on();
        }
    }

    /// Writes a line break and the indentation, after a comma if `comma` is true.
    fn line(&mut self, comma: bool) {
        let indent = 2 * self.depth;
        let first = usize::from(!comma);
        if indent > LINE.len() - 2 {
            self.append(&LINE[first..2]);
            self.room(indent).fill(b' ');
            self.end += indent;
            return;
        }
        match comma {
            true => self.room(LINE.len()).copy_from_slice(LINE),
            false => self.room(LINE.len() - 1).copy_from_slice(&LINE[1..]),
        }
        self.end += indent + 2 - first;
    }

    fn open(&mut self, bracket: u8) {
        self.lead();
        self.push(bracket);
        self.depth += 1;
        self.filled = false;
    }

    fn close(&mut self, bracket: u8) {
        self.depth -= 1;
        if self.filled && self.pretty {
            self.line(false);
        }
        self.push(bracket);
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
        self.append(if self.pretty { b": " } else { b":" });
        self.keyed = true;
    }

    /// Prepares a key for objects at a nesting depth.
    pub fn prepared_key(&self, key: &str, depth: usize) -> Prepared {
        let mut writer = self.at(depth);
        writer.key(key);
        Prepared::of(writer)
    }

    /// Prepares a text for arrays at a nesting depth.
    pub fn prepared_text(&self, text: &str, depth: usize) -> Prepared {
        let mut writer = self.at(depth);
        writer.string(text);
        Prepared::of(writer)
    }

    /// Prepares a part of an object or array at a nesting depth.
    pub fn prepared_part(
        &self,
        depth: usize,
        write: impl FnOnce(&mut Writer<'static>),
    ) -> Prepared {
        let mut writer = self.at(depth);
        write(&mut writer);
        Prepared::of(writer)
    }

    /// Prepares a value for use after a key.
    pub fn prepared_value(&self, write: impl FnOnce(&mut Writer<'static>)) -> Prepared {
        let mut writer = self.at(0);
        writer.keyed = true;
        write(&mut writer);
        Prepared::of(writer)
    }

    /// Writes a prepared value.
    pub fn put_value(&mut self, value: &Prepared) {
        self.lead();
        self.put(value);
    }

    /// Creates a writer for text that follows an element at a nesting depth.
    fn at(&self, depth: usize) -> Writer<'static> {
        Writer {
            // large enough for most parts, so that the buffer need not grow
            out: vec![0; 2 * BLOCK],
            depth,
            filled: true,
            ..Writer::new(self.pretty)
        }
    }

    /// Writes a prepared key; its value must follow.
    #[inline]
    pub fn put_key(&mut self, key: &Prepared) {
        self.put_text(key);
        self.keyed = true;
    }

    /// Writes a prepared part that opens an object and ends with the key of a value that must
    /// follow.
    pub fn put_opening(&mut self, part: &Prepared) {
        self.put_key(part);
        self.depth += 1;
    }

    /// Writes a prepared part that opens an empty object or array.
    pub fn put_open(&mut self, part: &Prepared) {
        self.put_text(part);
        self.depth += 1;
        self.filled = false;
    }

    /// Writes a prepared text of an array, or complete entries of an object.
    #[inline(always)]
    pub fn put_text(&mut self, text: &Prepared) {
        if self.end - self.checked >= CHECKED_BYTES {
            self.check();
        }
        match std::mem::replace(&mut self.filled, true) {
            true => self.put(text),
            // the first element has no comma
            false => self.append(&text.bytes()[1..]),
        }
    }

    /// Writes the reference of a resource: `Type[title]`.
    pub fn reference(&mut self, ty: &str, title: &str) {
        self.lead();
        let (ty, title) = (ty.as_bytes(), title.as_bytes());
        let length = ty.len() + title.len() + 4;
        let room = self.room(length);
        let (first, second) = room.split_at_mut(ty.len() + 2);
        if copy_plain(ty, &mut first[1..=ty.len()]) && copy_plain(title, &mut second[..title.len()])
        {
            (first[0], first[ty.len() + 1]) = (b'"', b'[');
            second[title.len()..].copy_from_slice(b"]\"");
            self.end += length;
            return;
        }
        self.push(b'"');
        self.escaped(ty);
        self.push(b'[');
        self.escaped(title);
        self.append(b"]\"");
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
        self.append(word.as_bytes());
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
            self.push(b'-');
        }
        self.append(&digits[at..]);
    }

    /// Writes a float in Ruby's format.
    pub fn float(&mut self, value: f64) {
        self.lead();
        let mut text = String::new();
        rubycore::float::write(value, &mut text);
        self.append(text.as_bytes());
    }

    /// Writes a text.
    pub fn string(&mut self, text: &str) {
        self.lead();
        let text = text.as_bytes();
        let to = self.room(text.len() + 2);
        to[0] = b'"';
        if copy_plain(text, &mut to[1..=text.len()]) {
            to[text.len() + 1] = b'"';
            self.end += text.len() + 2;
            return;
        }
        self.end += 1;
        self.escaped(text);
        self.push(b'"');
    }

    fn escaped(&mut self, text: &[u8]) {
        let mut rest = text;
        loop {
            let plain = plain(rest);
            self.append(&rest[..plain]);
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
                self.append(format!("\\u{byte:04x}").as_bytes());
                return;
            }
        };
        self.append(&[b'\\', letter]);
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

/// Copies a text into room of the same length. Returns false if a byte needs an escape; the room
/// may then hold a part of the text. If the length is not a multiple of the size of a chunk, the last
/// chunk overlaps the one before.
#[inline]
fn copy_plain(text: &[u8], to: &mut [u8]) -> bool {
    if let (Some(last), Some(last_to)) = (text.last_chunk::<16>(), to.last_chunk_mut::<16>()) {
        if !are_plain(last) {
            return false;
        }
        *last_to = *last;
        let (sixteens, _) = text.as_chunks::<16>();
        let (room, _) = to.as_chunks_mut::<16>();
        for (chunk, room) in sixteens.iter().zip(room) {
            if !are_plain(chunk) {
                return false;
            }
            *room = *chunk;
        }
        return true;
    }
    copy_short(text, to)
}

/// Works like [`copy_plain`], for less than sixteen bytes.
#[inline]
fn copy_short(text: &[u8], to: &mut [u8]) -> bool {
    if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        if let Some(to) = to.first_chunk_mut::<8>() {
            *to = *first;
        }
        if let Some(to) = to.last_chunk_mut::<8>() {
            *to = *last;
        }
        return is_plain_word(*first) && is_plain_word(*last);
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        if let Some(to) = to.first_chunk_mut::<4>() {
            *to = *first;
        }
        if let Some(to) = to.last_chunk_mut::<4>() {
            *to = *last;
        }
        let ([a, b, c, d], [e, f, g, h]) = (*first, *last);
        return is_plain_word([a, b, c, d, e, f, g, h]);
    }
    let pairs = text.iter().zip(to);
    pairs.fold(true, |plain, (byte, to)| {
        *to = *byte;
        plain && !is_special(*byte)
    })
}

/// Returns true if none of sixteen bytes needs an escape. It has no branch, so that the bytes are
/// compared at once.
#[inline]
fn are_plain(bytes: &[u8; 16]) -> bool {
    let special = |any, byte: &u8| any | u8::from(is_special(*byte));
    bytes.iter().fold(0, special) == 0
}

/// Returns true if none of eight bytes needs an escape.
#[inline]
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
