//! Owns arrays and hashes that consist of plain literals only, the usual form of data in code. They
//! are read without tokens, and large ones without a tree.
//!
//! [`scan`] knows only the usual contents of such data: quoted strings without escapes, names,
//! decimal numbers, `true`, `false`, `undef`, and collections of these. At anything else it gives
//! up, and the parser reads the text as usual; so it never reports an error. Code that makes a tree
//! or values of an accepted text reads it again with [`Dense::nodes`].

use std::collections::HashSet;

use foldhash::fast::FixedState;

use crate::lexer::T;

/// The depth up to which collections may be nested. Deeper ones are left to the parser.
pub(crate) const DEPTH_MAX: u32 = 32;

/// The number of keys up to which they are compared with each other. More keys go through a table.
pub(crate) const PAIRWISE_MAX: usize = 8;

/// An array or a hash of plain literals. The keys of each hash in it are texts, and differ.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'t> {
    text: &'t str,
}

/// A part of a dense literal.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "each is the literal of its name")]
pub enum Node<'t> {
    Undef,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// A quoted string.
    String(&'t str),
    /// A bare word, which is a string too.
    Name(&'t str),
    /// An array. The nodes up to its `End` are its items.
    Array,
    /// A hash. The nodes up to its `End` are its entries, a key and a value each.
    Hash,
    End,
}

impl<'t> Dense<'t> {
    /// Wraps a text that [`scan`] has accepted, or a copy of such a text.
    pub fn new(text: &'t str) -> Dense<'t> {
        Dense { text }
    }

    /// Returns the source of the literal.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns true if the literal is a hash, not an array.
    pub fn is_hash(&self) -> bool {
        self.text.starts_with('{')
    }

    /// Returns all nodes. A collection comes before its contents.
    pub fn nodes(&self) -> Nodes<'t> {
        Nodes {
            text: self.text,
            at: 0,
            start: 0,
        }
    }
}

/// Reads the nodes of a dense literal.
#[derive(Clone, Debug)]
pub struct Nodes<'t> {
    text: &'t str,
    /// The offset after the last node.
    pub(crate) at: usize,
    /// The offset at which the current node starts.
    pub(crate) start: usize,
}

impl Nodes<'_> {
    /// Moves to after the arrow that follows a key, and returns the offset of the arrow.
    pub(crate) fn arrow(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at)
            && byte != b'='
        {
            self.at = match byte {
                b'#' => comment_end(bytes, self.at),
                _ => self.at + 1,
            };
        }
        self.at += 2;
        self.at - 2
    }
}

impl<'t> Iterator for Nodes<'t> {
    type Item = Node<'t>;

    #[inline]
    fn next(&mut self) -> Option<Node<'t>> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        while let b' ' | b',' | b'=' | b'>' | b'\n' | b'\r' | b'\t' | b'#' = *bytes.get(start)? {
            start = match bytes[start] {
                b'#' => comment_end(bytes, start),
                _ => start + 1,
            };
        }
        let (end, node) = match bytes[start] {
            quote @ (b'\'' | b'"') => {
                let end = quote_end(bytes, start + 1, quote)?;
                (end + 1, Node::String(&self.text[start + 1..end]))
            }
            b'0'..=b'9' | b'-' => {
                let end = number_end(bytes, start)?;
                (end, number(&self.text[start..end]))
            }
            b'[' => (start + 1, Node::Array),
            b'{' => (start + 1, Node::Hash),
            b']' | b'}' => (start + 1, Node::End),
            _ => {
                let end = name_end(bytes, start);
                let node = match &self.text[start..end] {
                    "true" => Node::Boolean(true),
                    "false" => Node::Boolean(false),
                    "undef" => Node::Undef,
                    name => Node::Name(name),
                };
                (end, node)
            }
        };
        (self.start, self.at) = (start, end);
        Some(node)
    }
}

/// Returns the value of a number that [`number_end`] has accepted.
#[inline]
fn number(text: &str) -> Node<'_> {
    let (digits, is_negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let mut value = 0i64;
    for byte in digits.bytes() {
        if byte == b'.' {
            return Node::Float(text.parse().unwrap_or_default());
        }
        value = value * 10 + i64::from(byte - b'0');
    }
    Node::Integer(if is_negative { -value } else { value })
}

/// Returns a word with a byte in each of its bytes.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Returns the highest bits of those bytes of a word that equal `byte`. Bits before the first such
/// byte are never set; later ones may be wrong.
#[inline(always)]
fn equal(word: u64, byte: u64) -> u64 {
    let differ = word ^ byte;
    differ.wrapping_sub(all(1)) & !differ & all(0x80)
}

/// Returns the offset of the quote that closes a string whose text begins at an offset, if there is
/// one and no escape or interpolation comes before it.
#[inline(always)]
fn quote_end(bytes: &[u8], mut at: usize, quote: u8) -> Option<usize> {
    let dollar = if quote == b'"' { b'$' } else { quote };
    // reads eight bytes at a time
    while let Some(eight) = bytes
        .get(at..at + 8)
        .and_then(|part| part.first_chunk::<8>())
    {
        let word = u64::from_le_bytes(*eight);
        let found = equal(word, all(quote)) | equal(word, all(b'\\')) | equal(word, all(dollar));
        if found != 0 {
            at += (found.trailing_zeros() / 8) as usize;
            return (bytes[at] == quote).then_some(at);
        }
        at += 8;
    }
    let mut rest = bytes[at..].iter();
    let end = rest.position(|&b| b == quote || b == b'\\' || b == dollar)?;
    (bytes[at + end] == quote).then_some(at + end)
}

#[inline(always)]
fn name_end(bytes: &[u8], start: usize) -> usize {
    let is_part = |b: &u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_');
    let mut at = start;
    while bytes.get(at).is_some_and(is_part) {
        at += 1;
    }
    at
}

/// Returns the offset after a decimal number, whose optional minus sign stands directly before it.
#[inline]
fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let digits_end = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let is_negative = bytes[start] == b'-';
    let digits = start + usize::from(is_negative);
    let end = digits_end(digits);
    let is_zero = bytes.get(digits) == Some(&b'0');
    // more digits may exceed the range of an Integer, and a leading zero makes them octal
    if !(1..=18).contains(&(end - digits)) || is_zero && end - digits > 1 {
        return None;
    }
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits_end(end + 1);
        return (fraction > end + 1).then_some(fraction);
    }
    // the tree distinguishes `-0` from `0`, the value does not
    (!is_negative || !is_zero).then_some(end)
}

#[cold]
fn comment_end(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    start + rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len())
}

/// The extent and size of a literal that [`scan`] has accepted.
pub(crate) struct Scanned {
    /// The offset after the literal.
    pub end: usize,
    /// The depth of nested collections.
    pub depth: u32,
    /// The number of nodes, without the `End`s.
    pub nodes: usize,
}

/// Checks whether the array or hash that begins at an offset is dense.
///
/// # Errors
/// Returns the offset at which the scan gave up.
pub(crate) fn scan(text: &str, at: usize) -> Result<Scanned, usize> {
    let mut scan = Scan::new(text, at);
    match scan.value() {
        Some(()) => Ok(Scanned {
            end: scan.at,
            depth: scan.deepest,
            nodes: scan.nodes,
        }),
        None => Err(scan.at),
    }
}

/// Returns true if the text after an offset begins a statement or ends a block, so that no
/// expression goes on there. `false` does not mean the opposite.
pub(crate) fn ends_statement(text: &str, at: usize) -> bool {
    let mut scan = Scan::new(text, at);
    scan.blank();
    let rest = &scan.bytes[scan.at..];
    let word = rest.iter().position(|b| !b.is_ascii_alphanumeric());
    match rest.first() {
        None | Some(b'}' | b'$') => true,
        Some(byte) if byte.is_ascii_alphabetic() => {
            !matches!(&rest[..word.unwrap_or(rest.len())], b"in" | b"and" | b"or")
        }
        Some(_) => false,
    }
}

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    /// The keys of the hashes that are open.
    keys: Vec<&'t [u8]>,
    depth: u32,
    deepest: u32,
    nodes: usize,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str, at: usize) -> Scan<'t> {
        Scan {
            bytes: text.as_bytes(),
            at,
            keys: Vec::new(),
            depth: 0,
            deepest: 0,
            nodes: 0,
        }
    }

    #[inline(always)]
    fn byte(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Skips white space and comments to the end of a line.
    #[inline(always)]
    fn blank(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b'#' => self.at = comment_end(self.bytes, self.at),
                _ => return,
            }
        }
    }

    fn value(&mut self) -> Option<()> {
        match self.byte() {
            b'[' => return self.collection(b']'),
            b'{' => return self.collection(b'}'),
            b'0'..=b'9' | b'-' => self.at = number_end(self.bytes, self.at)?,
            b'a'..=b'z' => {
                let start = self.at;
                self.at = name_end(self.bytes, start);
                let kind = T::of_word(&self.bytes[start..self.at], true);
                if !matches!(kind, T::Name | T::Undef | T::True | T::False) {
                    return None;
                }
            }
            quote => self.at = self.quoted(quote)?,
        }
        self.nodes += 1;
        Some(())
    }

    /// Returns the offset after a quoted string.
    #[inline(always)]
    fn quoted(&self, quote: u8) -> Option<usize> {
        if quote != b'\'' && quote != b'"' {
            return None;
        }
        let end = quote_end(self.bytes, self.at + 1, quote)?;
        // two quotes in a row may be the start of a string
        let next = self.bytes.get(end + 1).copied().unwrap_or(0);
        (end > self.at + 1 || next != quote && next != b'\\').then_some(end + 1)
    }

    /// Scans an array or a hash, whose last character is `close`.
    fn collection(&mut self, close: u8) -> Option<()> {
        let first_key = self.keys.len();
        let is_hash = close == b'}';
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        if self.depth > DEPTH_MAX {
            return None;
        }
        self.at += 1;
        loop {
            self.blank();
            if self.byte() == close {
                break;
            }
            if is_hash {
                self.key()?;
            }
            self.value()?;
            self.blank();
            match self.byte() {
                b',' => self.at += 1,
                byte if byte == close => break,
                _ => return None,
            }
        }
        self.at += 1;
        self.depth -= 1;
        self.nodes += 1;
        let differ = differ(&self.keys[first_key..]);
        self.keys.truncate(first_key);
        differ.then_some(())
    }

    /// Scans a key and its arrow.
    #[inline]
    fn key(&mut self) -> Option<()> {
        let (start, first) = (self.at, self.byte());
        let text = match first {
            b'a'..=b'z' => {
                self.at = name_end(self.bytes, start);
                let word = &self.bytes[start..self.at];
                (T::of_word(word, true) == T::Name).then_some(word)?
            }
            quote => {
                self.at = self.quoted(quote)?;
                &self.bytes[start + 1..self.at - 1]
            }
        };
        self.keys.push(text);
        self.nodes += 1;
        self.blank();
        if !self.bytes[self.at..].starts_with(b"=>") {
            return None;
        }
        self.at += 2;
        self.blank();
        Some(())
    }
}

/// Returns true if no two keys are equal.
fn differ(keys: &[&[u8]]) -> bool {
    if keys.len() <= PAIRWISE_MAX {
        let is_new = |(at, key): (usize, &&[u8])| !keys[..at].contains(key);
        return keys.iter().enumerate().all(is_new);
    }
    let mut seen = HashSet::with_capacity_and_hasher(keys.len(), FixedState::default());
    keys.iter().all(|key| seen.insert(*key))
}
