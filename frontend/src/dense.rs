//! Arrays and hashes of nothing but plain literals, which is how data stands in code: read at once
//! into one list instead of a token and a node for each part.
//!
//! [`scan`] knows only what such data mostly holds: quoted strings without escapes, names, decimal
//! numbers, `true`, `false`, `undef`, and collections of these. At anything else it gives up, and
//! the parser reads the text as any other; so it never reports an error.

use std::collections::HashSet;

use bumpalo::Bump;
use foldhash::fast::FixedState;

use crate::ast::{Expr, ExprKind, HashEntry, Radix, UnaryOp};
use crate::lexer::T;
use crate::source::Span;

/// How deep collections may be nested; deeper ones are left to the parser.
pub(crate) const DEPTH_MAX: u32 = 32;

/// A part of a dense literal. A collection stands before what it holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Item {
    kind: ItemKind,
    /// Of a key the offset of its arrow.
    arrow: u32,
    /// Its place in the file.
    start: u32,
    end: u32,
    /// The number; of an array the number of its items, of a hash that of its entries.
    value: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ItemKind {
    Undef,
    True,
    False,
    Integer,
    Float,
    Quoted,
    Name,
    Array,
    Hash,
}

/// What an item is. The items of a collection follow it, each behind all that is in the one before;
/// those of a hash are a key and a value for each entry.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "each is the literal of its name")]
pub enum Node<'t> {
    Undef,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(&'t str),
    /// An array of as many items.
    Array(usize),
    /// A hash of as many entries.
    Hash(usize),
}

/// An array or a hash of plain literals.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a> {
    /// Its source.
    pub text: &'a str,
    /// Where that begins in the file.
    pub base: u32,
    /// The collection, and all that is in it.
    pub items: &'a [Item],
}

impl<'a> Dense<'a> {
    /// All nodes, a collection before what it holds.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'a>> {
        let (text, base) = (self.text, self.base);
        self.items.iter().map(move |item| item.node(text, base))
    }

    /// A hash, not an array.
    pub fn is_hash(&self) -> bool {
        self.items
            .first()
            .is_some_and(|item| item.kind == ItemKind::Hash)
    }

    /// The same as a tree.
    pub(crate) fn tree(&self, arena: &'a Bump) -> Expr<'a> {
        let mut items = self.items.iter();
        tree(&mut items, self, arena)
    }
}

/// The expression that the next of the items is.
fn tree<'a>(
    items: &mut std::slice::Iter<'a, Item>,
    dense: &Dense<'a>,
    arena: &'a Bump,
) -> Expr<'a> {
    let nothing = Expr {
        kind: ExprKind::Nop,
        span: Span {
            start: dense.base,
            end: dense.base,
        },
        at: dense.base,
    };
    let Some(item) = items.next() else {
        return nothing;
    };
    let kind = match item.node(dense.text, dense.base) {
        Node::Undef => ExprKind::Undef,
        Node::Boolean(value) => ExprKind::Boolean(value),
        Node::Integer(value) => item.number(arena, value < 0, |minus| ExprKind::Integer {
            value: if minus { -value } else { value },
            radix: Radix::Decimal,
        }),
        Node::Float(value) => item.number(arena, value.is_sign_negative(), |minus| {
            ExprKind::Float(if minus { -value } else { value })
        }),
        Node::String(text) if item.kind == ItemKind::Name => ExprKind::Name(text),
        Node::String(text) => ExprKind::String(text),
        Node::Array(count) => {
            let item = |_| tree(items, dense, arena);
            ExprKind::Array(arena.alloc_slice_fill_with(count, item))
        }
        Node::Hash(count) => {
            let entry = |_| {
                let at = items.as_slice().first().map_or(0, |key| key.arrow);
                let key = tree(items, dense, arena);
                let value = tree(items, dense, arena);
                HashEntry { key, value, at }
            };
            ExprKind::Hash(arena.alloc_slice_fill_with(count, entry))
        }
    };
    Expr {
        kind,
        span: Span {
            start: item.start,
            end: item.end,
        },
        at: item.start,
    }
}

/// A dense literal without the file.
#[derive(Clone, PartialEq, Debug)]
pub struct DenseBox {
    text: Box<str>,
    base: u32,
    items: Box<[Item]>,
}

impl From<&Dense<'_>> for DenseBox {
    fn from(dense: &Dense<'_>) -> DenseBox {
        DenseBox {
            text: dense.text.into(),
            base: dense.base,
            items: dense.items.into(),
        }
    }
}

impl DenseBox {
    /// The literal.
    pub fn get(&self) -> Dense<'_> {
        Dense {
            text: &self.text,
            base: self.base,
            items: &self.items,
        }
    }
}

impl Item {
    fn node<'t>(&self, text: &'t str, base: u32) -> Node<'t> {
        let part = |margin: u32| {
            &text[(self.start - base + margin) as usize..(self.end - base - margin) as usize]
        };
        match self.kind {
            ItemKind::Undef => Node::Undef,
            ItemKind::True => Node::Boolean(true),
            ItemKind::False => Node::Boolean(false),
            ItemKind::Integer => Node::Integer(self.value as i64),
            ItemKind::Float => Node::Float(f64::from_bits(self.value)),
            ItemKind::Quoted => Node::String(part(1)),
            ItemKind::Name => Node::String(part(0)),
            ItemKind::Array => Node::Array(self.value as usize),
            ItemKind::Hash => Node::Hash(self.value as usize),
        }
    }

    /// A number as it is written: a minus is an operator.
    fn number<'a>(
        &self,
        arena: &'a Bump,
        is_negative: bool,
        of_sign: impl Fn(bool) -> ExprKind<'a>,
    ) -> ExprKind<'a> {
        if !is_negative {
            return of_sign(false);
        }
        let (start, end) = (self.start + 1, self.end);
        let operand = Expr {
            kind: of_sign(true),
            span: Span { start, end },
            at: start,
        };
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand: arena.alloc(operand),
        }
    }
}

/// What [`scan`] has read.
pub(crate) struct Scanned {
    /// The offset behind it.
    pub end: usize,
    /// How many collections there are inside of each other.
    pub depth: u32,
}

/// Reads the array or hash that begins at an offset; `items` becomes all that is in it. The keys of
/// each of its hashes differ.
///
/// # Errors
/// Where it gave up.
pub(crate) fn scan(text: &str, at: usize, items: &mut Vec<Item>) -> Result<Scanned, usize> {
    items.clear();
    let mut scan = Scan {
        text,
        at,
        items,
        keys: Vec::new(),
        depth: 0,
        deepest: 0,
    };
    match scan.value() {
        Some(()) => Ok(Scanned {
            end: scan.at,
            depth: scan.deepest,
        }),
        None => Err(scan.at),
    }
}

/// Whether what stands behind an offset begins a statement or ends a block, so that no expression
/// goes on there; it may be so elsewhere.
pub(crate) fn ends_statement(text: &str, at: usize) -> bool {
    let mut scan = Scan {
        text,
        at,
        items: &mut Vec::new(),
        keys: Vec::new(),
        depth: 0,
        deepest: 0,
    };
    scan.blank();
    let rest = &text.as_bytes()[scan.at..];
    let word = rest.iter().position(|b| !b.is_ascii_alphanumeric());
    match rest.first() {
        None | Some(b'}' | b'$') => true,
        Some(byte) if byte.is_ascii_alphabetic() => {
            !matches!(&rest[..word.unwrap_or(rest.len())], b"in" | b"and" | b"or")
        }
        Some(_) => false,
    }
}

struct Scan<'t, 'i> {
    text: &'t str,
    at: usize,
    items: &'i mut Vec<Item>,
    /// The keys of the hashes that are open.
    keys: Vec<&'t str>,
    depth: u32,
    deepest: u32,
}

impl<'t> Scan<'t, '_> {
    #[inline(always)]
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Skips white space and comments to the end of a line.
    #[inline(always)]
    fn blank(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b'#' => self.comment(),
                _ => return,
            }
        }
    }

    #[cold]
    fn comment(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    #[inline]
    fn push(&mut self, kind: ItemKind, start: usize, value: u64) {
        self.items.push(Item {
            kind,
            arrow: 0,
            start: start as u32,
            end: self.at as u32,
            value,
        });
    }

    fn value(&mut self) -> Option<()> {
        match self.byte() {
            b'[' => self.collection(b']'),
            b'{' => self.collection(b'}'),
            b'0'..=b'9' | b'-' => self.number(),
            _ => self.text(),
        }
    }

    /// A quoted string, a name, or a word that stands for a value.
    #[inline]
    fn text(&mut self) -> Option<()> {
        let start = self.at;
        let (bytes, quote) = (self.text.as_bytes(), self.byte());
        match quote {
            b'\'' | b'"' => {
                let mut at = start + 1;
                loop {
                    match *bytes.get(at)? {
                        byte if byte == quote => break,
                        b'\\' => return None,
                        b'$' if quote == b'"' => return None,
                        _ => at += 1,
                    }
                }
                self.at = at + 1;
                // two quotes in a row may be the start of a string
                if at == start + 1 && (self.byte() == quote || self.byte() == b'\\') {
                    return None;
                }
                self.push(ItemKind::Quoted, start, 0);
            }
            b'a'..=b'z' => {
                while matches!(self.byte(), b'a'..=b'z' | b'0'..=b'9' | b'_') {
                    self.at += 1;
                }
                let kind = match T::of_word(&bytes[start..self.at], true) {
                    T::Name => ItemKind::Name,
                    T::Undef => ItemKind::Undef,
                    T::True => ItemKind::True,
                    T::False => ItemKind::False,
                    _ => return None,
                };
                self.push(kind, start, 0);
            }
            _ => return None,
        }
        Some(())
    }

    /// A decimal number; a minus stands right before it.
    #[inline]
    fn number(&mut self) -> Option<()> {
        let start = self.at;
        let is_negative = self.byte() == b'-';
        self.at += usize::from(is_negative);
        let digits = self.at;
        let mut value = 0i64;
        while self.byte().is_ascii_digit() {
            value = value
                .wrapping_mul(10)
                .wrapping_add(i64::from(self.byte() - b'0'));
            self.at += 1;
        }
        let count = self.at - digits;
        let leads_with_zero = count > 1 && self.text.as_bytes()[digits] == b'0';
        if count == 0 || count > 18 || leads_with_zero {
            return None;
        }
        if self.byte() == b'.' {
            self.at += 1;
            let fraction = self.at;
            while self.byte().is_ascii_digit() {
                self.at += 1;
            }
            let value: f64 = match self.at > fraction {
                true => self.text[start..self.at].parse().ok()?,
                false => return None,
            };
            self.push(ItemKind::Float, start, value.to_bits());
            return Some(());
        }
        // a zero has no sign, the tree of `-0` has
        if is_negative && value == 0 {
            return None;
        }
        let value = if is_negative { -value } else { value };
        self.push(ItemKind::Integer, start, value as u64);
        Some(())
    }

    /// An array or a hash, whose last character is `close`.
    fn collection(&mut self, close: u8) -> Option<()> {
        let (start, place, first_key) = (self.at, self.items.len(), self.keys.len());
        let is_hash = close == b'}';
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        if self.depth > DEPTH_MAX {
            return None;
        }
        let kind = if is_hash {
            ItemKind::Hash
        } else {
            ItemKind::Array
        };
        self.push(kind, start, 0);
        self.at += 1;
        let mut count = 0;
        loop {
            self.blank();
            if self.byte() == close {
                break;
            }
            if is_hash {
                self.key()?;
            }
            self.value()?;
            count += 1;
            self.blank();
            match self.byte() {
                b',' => self.at += 1,
                byte if byte == close => break,
                _ => return None,
            }
        }
        self.at += 1;
        self.depth -= 1;
        self.items[place].value = count;
        self.items[place].end = self.at as u32;
        if is_hash {
            let differ = differ(&self.keys[first_key..]);
            self.keys.truncate(first_key);
            return differ.then_some(());
        }
        Some(())
    }

    /// A key and its arrow.
    fn key(&mut self) -> Option<()> {
        let start = self.at;
        self.text()?;
        let margin = match self.items.last()?.kind {
            ItemKind::Quoted => 1,
            ItemKind::Name => 0,
            _ => return None,
        };
        self.keys.push(&self.text[start + margin..self.at - margin]);
        self.blank();
        if !self.text.as_bytes()[self.at..].starts_with(b"=>") {
            return None;
        }
        self.items.last_mut()?.arrow = self.at as u32;
        self.at += 2;
        self.blank();
        Some(())
    }
}

/// Up to this many keys are compared with each other.
const PAIRWISE_MAX: usize = 8;

/// Whether no two keys are equal.
fn differ(keys: &[&str]) -> bool {
    if keys.len() <= PAIRWISE_MAX {
        let is_new = |(at, key): (usize, &&str)| !keys[..at].contains(key);
        return keys.iter().enumerate().all(is_new);
    }
    let mut seen = HashSet::with_capacity_and_hasher(keys.len(), FixedState::default());
    keys.iter().all(|key| seen.insert(*key))
}
