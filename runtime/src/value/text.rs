//! Owns texts in the heap: length, number of characters and bytes in one piece.
//!
//! Invariants of the unsafe code here: a [`Str`] points to a written [`Header`] with `len` bytes of
//! UTF-8 directly after it, in a heap that outlives `'h` (or forever). Only the count of characters
//! is ever written again, in one atomic store. Only a text without other references grows in place
//! ([`Appending`]).
//!
//! A text can also be made of bytes ([`Str::of_bytes`]): Ruby distinguishes it by its encoding, and
//! a catalog shows it as a Binary. A new text made from it is an ordinary text.
#![allow(unsafe_code, reason = "texts that follow their length")]

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Value;
use crate::heap::Heap;

#[repr(C)]
struct Header {
    len: u32,
    /// The number of characters, once counted; 0 before. Of a text of bytes [`UTF8`] or [`BYTES`].
    chars: AtomicU32,
}

/// Marks a text of bytes that are UTF-8.
const UTF8: u32 = u32::MAX;
/// Marks a text of bytes that are not: it has a character up to U+00FF for each.
const BYTES: u32 = u32::MAX - 1;

const HEADER: usize = size_of::<Header>();

/// A text of one character.
#[repr(C)]
struct Single {
    header: Header,
    byte: u8,
}

const fn singles() -> [Single; 128] {
    let mut all = [const {
        Single {
            header: Header {
                len: 1,
                chars: AtomicU32::new(1),
            },
            byte: 0,
        }
    }; 128];
    let mut byte = 0;
    while byte < all.len() {
        all[byte].byte = byte as u8;
        byte += 1;
    }
    all
}

/// The texts of one ASCII character, which parts of other texts often are.
static SINGLES: [Single; 128] = singles();

/// A text.
#[derive(Clone, Copy)]
pub struct Str<'h> {
    at: NonNull<Header>,
    of: PhantomData<&'h str>,
}

impl<'h> Str<'h> {
    /// The offset of the number of bytes, in four bytes, for compiled code.
    pub const LEN_AT: usize = std::mem::offset_of!(Header, len);
    /// The offset of the bytes.
    pub const BYTES_AT: usize = HEADER;
    /// The offset of the number of characters, once counted, in four bytes. Equal to the number of
    /// bytes only if all characters are of one byte.
    pub const CHARS_AT: usize = std::mem::offset_of!(Header, chars);
    /// The greatest number of characters that is recorded; greater numbers are marks.
    pub const CHARS_MAX: u32 = BYTES - 1;

    /// Copies a text to the heap.
    pub fn new(heap: &'h Heap, text: &str) -> Str<'h> {
        let at = heap.reserve(HEADER + text.len(), align_of::<Header>());
        // SAFETY: fresh memory for the header and the text
        unsafe {
            let to = at.add(HEADER).as_ptr();
            std::ptr::copy_nonoverlapping(text.as_ptr(), to, text.len());
            Str::behind(at.cast(), text.len())
        }
    }

    /// Returns the text of one ASCII character.
    pub fn ascii(byte: u8) -> Option<Str<'h>> {
        let single = SINGLES.get(usize::from(byte))?;
        Some(Str {
            at: NonNull::from(single).cast(),
            of: PhantomData,
        })
    }

    /// Returns the ASCII character at an index from the start or, below 0, from the end; `None` if
    /// the text has characters of more than one byte.
    #[inline]
    pub fn ascii_at(&self, index: i64) -> Option<Str<'h>> {
        let len = self.len();
        if self.chars() != len {
            return None;
        }
        let index = if index < 0 {
            index.saturating_add(len as i64)
        } else {
            index
        };
        let byte = self.as_str().as_bytes().get(usize::try_from(index).ok()?);
        Str::ascii(*byte?)
    }

    /// Copies a text with a known number of characters to the heap.
    pub fn with_chars(heap: &'h Heap, text: &str, chars: usize) -> Str<'h> {
        let copy = Str::new(heap, text);
        // not more than the bytes, which a u32 holds
        copy.header().chars.store(chars as u32, Ordering::Relaxed);
        copy
    }

    /// Makes a text of bytes.
    pub fn of_bytes(heap: &'h Heap, bytes: &[u8]) -> Str<'h> {
        let (text, mark) = match std::str::from_utf8(bytes) {
            Ok(text) => (Str::new(heap, text), UTF8),
            Err(_) => {
                let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
                (Str::new(heap, &text), BYTES)
            }
        };
        text.header().chars.store(mark, Ordering::Relaxed);
        text
    }

    /// Returns the bytes of a text that was made of bytes.
    pub fn raw(&self) -> Option<Cow<'h, [u8]>> {
        match self.header().chars.load(Ordering::Relaxed) {
            UTF8 => Some(Cow::Borrowed(self.as_str().as_bytes())),
            BYTES => Some(self.as_str().chars().map(|char| char as u8).collect()),
            _ => None,
        }
    }

    /// Returns the bytes of the text: UTF-8, unless it was made of other bytes.
    pub fn to_bytes(&self) -> Cow<'h, [u8]> {
        let raw = self.raw();
        raw.unwrap_or(Cow::Borrowed(self.as_str().as_bytes()))
    }

    /// Returns the text whose bytes follow a header.
    ///
    /// # Safety
    /// `len` bytes of text must have been written after the room for a header, and live for `'h`.
    unsafe fn behind(at: NonNull<Header>, len: usize) -> Str<'h> {
        let len = u32::try_from(len).expect("the memory limit is met before a text of 4 GiB");
        let chars = AtomicU32::new(0);
        // SAFETY: the caller says so
        unsafe { at.write(Header { len, chars }) };
        let of = PhantomData;
        Str { at, of }
    }

    /// Returns the address of the text.
    pub(super) fn memory(&self) -> usize {
        self.at.as_ptr() as usize
    }

    /// Returns the text at an address that [`memory`](Str::memory) returned.
    ///
    /// # Safety
    /// The text must live for `'h`.
    pub(super) unsafe fn at(address: usize) -> Str<'h> {
        Str {
            at: NonNull::new(address as *mut Header).unwrap_or(NonNull::dangling()),
            of: PhantomData,
        }
    }

    /// Returns a copy with the same mark.
    pub(super) fn copy(&self, heap: &'h Heap) -> Str<'h> {
        let copy = Str::new(heap, self.as_str());
        let chars = self.header().chars.load(Ordering::Relaxed);
        copy.header().chars.store(chars, Ordering::Relaxed);
        copy
    }

    /// Frees the memory, if it is the newest of the heap.
    ///
    /// # Safety
    /// The text must not be used afterwards.
    pub unsafe fn give_back(self, heap: &Heap) {
        let bytes = HEADER + self.len();
        heap.give_back(self.at.as_ptr() as usize + bytes, bytes);
    }

    fn header(&self) -> &Header {
        // SAFETY: a header that lives for `'h`
        unsafe { self.at.as_ref() }
    }

    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &'h str {
        let len = self.header().len as usize;
        // SAFETY: `len` bytes of UTF-8 follow the header
        unsafe {
            let bytes = std::slice::from_raw_parts(self.at.add(1).cast().as_ptr(), len);
            std::str::from_utf8_unchecked(bytes)
        }
    }

    /// Returns the length in characters.
    #[inline]
    pub fn chars(&self) -> usize {
        match self.header().chars.load(Ordering::Relaxed) {
            0 | UTF8 | BYTES => self.count_first(),
            known => known as usize,
        }
    }

    /// Counts the characters, and records their number.
    fn count_first(&self) -> usize {
        let count = self.count();
        if self.header().chars.load(Ordering::Relaxed) == 0 {
            // not more than the bytes, which a u32 holds
            self.header().chars.store(count as u32, Ordering::Relaxed);
        }
        count
    }

    fn count(&self) -> usize {
        chars_of(self.as_str())
    }

    /// Returns the length in characters, if it has been counted.
    fn counted(&self) -> Option<u32> {
        match self.header().chars.load(Ordering::Relaxed) {
            0 | UTF8 | BYTES => None,
            known => Some(known),
        }
    }

    /// Records the length in characters if that of the first `old` bytes is known. So a loop that
    /// asks for the length of a text that it extends counts only the added part.
    fn count_on(&self, counted: Option<u32>, old: usize) {
        if let Some(counted) = counted {
            let added = chars_of(&self.as_str()[old..]) as u32;
            self.header()
                .chars
                .store(counted + added, Ordering::Relaxed);
        }
    }

    /// Returns true if each character is a byte.
    pub fn is_ascii(&self) -> bool {
        self.chars() == self.len()
    }

    /// Returns true if both are at the same address.
    #[inline]
    pub fn is(&self, other: Str<'_>) -> bool {
        self.at == other.at
    }
}

impl std::ops::Deref for Str<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

/// Returns the number of characters.
fn chars_of(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text.chars().count(),
    }
}

/// A text that is being written at the end of the heap.
pub struct TextBuilder<'h> {
    heap: &'h Heap,
    /// Room for a header, then the text.
    at: NonNull<u8>,
    /// Of the text.
    len: usize,
    capacity: usize,
}

impl<'h> TextBuilder<'h> {
    /// Makes an empty text, with an initial capacity of `capacity` bytes.
    pub fn new(heap: &'h Heap, capacity: usize) -> TextBuilder<'h> {
        TextBuilder {
            heap,
            at: heap.reserve(HEADER + capacity, align_of::<Header>()),
            len: 0,
            capacity,
        }
    }

    /// Returns the number of bytes so far.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        if text.len() > self.capacity - self.len {
            self.grow(text.len());
        }
        // SAFETY: there is room for it after the first `len` bytes
        unsafe {
            let to = self.at.add(HEADER + self.len).as_ptr();
            std::ptr::copy_nonoverlapping(text.as_ptr(), to, text.len());
        }
        self.len += text.len();
    }

    /// Adds a character.
    pub fn push(&mut self, char: char) {
        self.push_str(char.encode_utf8(&mut [0; 4]));
    }

    /// Adds the decimal digits of a number.
    pub fn push_integer(&mut self, number: i64) {
        let len = integer_len(number);
        if len > self.capacity - self.len {
            self.grow(len);
        }
        // SAFETY: there is room for it after the first `len` bytes
        unsafe { write_integer(self.at.add(HEADER + self.len).as_ptr(), number, len) };
        self.len += len;
    }

    fn end(&self) -> usize {
        self.at.as_ptr() as usize + HEADER + self.capacity
    }

    #[cold]
    fn grow(&mut self, bytes: usize) {
        let capacity = (self.capacity * 2).max(self.len + bytes).max(24);
        if !self.heap.extend(self.end(), capacity - self.capacity) {
            let moved = TextBuilder::new(self.heap, capacity);
            // SAFETY: fresh memory, with room for more than there is
            unsafe {
                let (from, to) = (self.at.add(HEADER), moved.at.add(HEADER));
                std::ptr::copy_nonoverlapping(from.as_ptr(), to.as_ptr(), self.len);
            }
            self.at = moved.at;
        }
        self.capacity = capacity;
    }

    /// Returns the text as a value.
    pub fn finish(self) -> Value<'h> {
        self.heap.give_back(self.end(), self.capacity - self.len);
        // SAFETY: `len` bytes have been written, texts one after the other
        Value::String(unsafe { Str::behind(self.at.cast(), self.len) })
    }
}

/// Joins the texts of Strings, Integers and `undef`s; `None` when there are other values, or more
/// bytes than allowed.
pub fn concat_plain<'h>(heap: &'h Heap, values: &[Value<'h>], bytes_max: usize) -> Option<Str<'h>> {
    let len = plain_len(values).filter(|len| *len <= bytes_max)?;
    let at = heap.reserve(HEADER + len, align_of::<Header>());
    // SAFETY: fresh memory for the header and as many bytes of text as are written
    unsafe {
        write_plain(values, at.add(HEADER).as_ptr());
        Some(Str::behind(at.cast(), len))
    }
}

/// Returns the number of bytes of the texts of Strings, Integers and `undef`s.
fn plain_len(values: &[Value<'_>]) -> Option<usize> {
    let mut len = 0;
    for value in values {
        len += match value {
            Value::String(text) => text.len(),
            Value::Integer(number) => integer_len(*number),
            Value::Undef => 0,
            _ => return None,
        };
    }
    Some(len)
}

/// Writes values as texts.
///
/// # Safety
/// There must be room for as many bytes as [`plain_len`] returns.
unsafe fn write_plain(values: &[Value<'_>], mut to: *mut u8) {
    // SAFETY: the caller says so
    unsafe {
        for value in values {
            to = match value {
                Value::String(text) => copy_text(text.as_str(), to),
                Value::Integer(number) => {
                    let len = integer_len(*number);
                    write_integer(to, *number, len);
                    to.add(len)
                }
                _ => to,
            };
        }
    }
}

/// A text that a loop extends, with room after it. All zero while there is no text.
#[repr(C)]
#[derive(Default)]
pub struct Appending {
    at: Option<NonNull<Header>>,
    capacity: usize,
}

impl Appending {
    /// Joins the texts of values. Where the first is the result of the previous call, the rest is
    /// appended to it in place. Returns `None` when there are values of other kinds.
    ///
    /// # Safety
    /// The first text, when it is that result, must not be used afterwards, and the text of this
    /// builder must come from `heap`.
    pub unsafe fn append<'h>(&mut self, heap: &'h Heap, values: &[Value<'h>]) -> Option<Str<'h>> {
        let Some((Value::String(first), rest)) = values.split_first() else {
            return None;
        };
        let (old, more) = (first.len(), plain_len(rest)?);
        let len = old + more;
        let counted = first.counted();
        if self.at == Some(first.at) && len <= self.capacity {
            // SAFETY: room after the text, which no other text uses
            unsafe {
                let text = first.at.add(1).cast::<u8>().as_ptr();
                write_plain(rest, text.add(old));
                let text = Str::behind(first.at, len);
                text.count_on(counted, old);
                return Some(text);
            }
        }
        // A loop frees memory once it has grown by twice the amount kept. With a capacity of twice
        // the length, the next release would be due almost immediately, and the text would be
        // copied in every round.
        let capacity = len + len / 2;
        let at = heap.reserve(HEADER + capacity, align_of::<Header>());
        // SAFETY: fresh memory for the header and more bytes than are written
        let text = unsafe {
            write_plain(values, at.add(HEADER).as_ptr());
            Str::behind(at.cast(), len)
        };
        text.count_on(counted, old);
        (self.at, self.capacity) = (Some(text.at), capacity);
        Some(text)
    }
}

/// Copies a text, usually a short one. Returns the address after it.
///
/// # Safety
/// There must be room for it at `to`.
#[inline]
unsafe fn copy_text(text: &str, to: *mut u8) -> *mut u8 {
    let (from, len) = (text.as_ptr(), text.len());
    // SAFETY: the caller says that there is room; two halves that overlap cover up to 16 bytes
    unsafe {
        match len {
            8..=16 => {
                let (first, last) = (from.cast::<u64>(), from.add(len - 8).cast::<u64>());
                let (first, last) = (first.read_unaligned(), last.read_unaligned());
                to.cast::<u64>().write_unaligned(first);
                to.add(len - 8).cast::<u64>().write_unaligned(last);
            }
            4..8 => {
                let (first, last) = (from.cast::<u32>(), from.add(len - 4).cast::<u32>());
                let (first, last) = (first.read_unaligned(), last.read_unaligned());
                to.cast::<u32>().write_unaligned(first);
                to.add(len - 4).cast::<u32>().write_unaligned(last);
            }
            1..4 => {
                let (first, middle, last) = (*from, *from.add(len / 2), *from.add(len - 1));
                to.write(first);
                to.add(len / 2).write(middle);
                to.add(len - 1).write(last);
            }
            0 => {}
            _ => std::ptr::copy_nonoverlapping(from, to, len),
        }
        to.add(len)
    }
}

/// Returns the number of bytes of a number in decimal digits, with its sign.
#[inline]
fn integer_len(number: i64) -> usize {
    let digits = match number.unsigned_abs() {
        0..10 => 1,
        10..100 => 2,
        100..1_000 => 3,
        1_000..10_000 => 4,
        10_000..100_000 => 5,
        100_000..1_000_000 => 6,
        more => more.ilog10() as usize + 1,
    };
    digits + usize::from(number < 0)
}

/// The decimal digits of the numbers below 100.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// Writes the decimal digits of a number.
///
/// # Safety
/// There must be room for `len` bytes, which is the result of [`integer_len`].
#[inline]
unsafe fn write_integer(to: *mut u8, number: i64, len: usize) {
    let mut rest = number.unsigned_abs();
    let mut at = len;
    // SAFETY: within the room that the caller promises
    unsafe {
        while rest >= 10 {
            at -= 2;
            let pair = PAIRS[(rest % 100) as usize];
            to.add(at).cast::<[u8; 2]>().write(pair);
            rest /= 100;
        }
        // one digit is left, or nothing after a pair
        if at > usize::from(number < 0) {
            to.add(at - 1).write(b'0' + rest as u8);
        }
        if number < 0 {
            to.write(b'-');
        }
    }
}

impl std::fmt::Write for TextBuilder<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_grow_at_the_end_and_elsewhere() {
        let heap = Heap::new();
        for apart in [false, true] {
            let mut text = TextBuilder::new(&heap, 0);
            for number in [0, 7, -1, i64::MAX, i64::MIN] {
                text.push_integer(number);
                text.push_str(" ä ");
                if apart {
                    heap.alloc(0u8);
                }
            }
            let behind = "0 ä 7 ä -1 ä 9223372036854775807 ä -9223372036854775808 ä ";
            let text = text.finish();
            heap.slice(&[0xffu8; 64]);
            assert_eq!(text.as_str(), Some(behind));
        }
    }

    proptest::proptest! {
        #[test]
        fn plain_values_in_a_row(texts in proptest::collection::vec(".{0,20}", 0..4), numbers in proptest::collection::vec(proptest::prelude::any::<i64>(), 4)) {
            let heap = Heap::new();
            let mut values = vec![Value::Undef];
            let mut wanted = String::new();
            for (text, number) in texts.iter().zip(numbers) {
                let number = number >> (text.len() % 64);
                values.extend([Value::string(&heap, text), Value::Integer(number)]);
                wanted += &format!("{text}{number}");
            }
            let made = concat_plain(&heap, &values, usize::MAX);
            proptest::prop_assert_eq!(made.map(|text| text.as_str()), Some(wanted.as_str()));
            values.push(Value::Boolean(true));
            proptest::prop_assert!(concat_plain(&heap, &values, usize::MAX).is_none());
        }
    }

    #[test]
    fn a_text_grows_where_it_stands() {
        let heap = Heap::new();
        let start = Value::string(&heap, "ä");
        let (mut state, mut text, mut wanted) = (Appending::default(), start, "ä".to_owned());
        for number in 0..100_000 {
            let comma = Value::string(&heap, if number % 2 == 0 { ", " } else { "" });
            let values = [text, comma, Value::Integer(number)];
            // SAFETY: the text is not used any more
            let grown = unsafe { state.append(&heap, &values) };
            text = Value::String(grown.expect("plain values"));
            if number % 1000 == 7 {
                // the length is counted now, and updated afterwards
                let chars = text.as_str().map(|text| text.chars().count());
                assert_eq!(grown.map(|text| text.chars()), chars);
            }
            wanted += &format!("{}{number}", if number % 2 == 0 { ", " } else { "" });
        }
        assert_eq!(text.as_str(), Some(wanted.as_str()));
        assert_eq!(start.as_str(), Some("ä"));
        assert!(heap.bytes() < 16 << 20);
    }

    #[test]
    fn characters_are_counted_once() {
        let heap = Heap::new();
        for (text, chars) in [("", 0), ("abc", 3), ("aäb", 3)] {
            let text = Str::new(&heap, text);
            assert_eq!((text.chars(), text.chars()), (chars, chars));
            assert_eq!(text.is_ascii(), text.len() == chars);
        }
    }
}
