//! Tags: lower-case words that resources carry, in order of their coming.

use std::borrow::Cow;
use std::sync::LazyLock;

use frontend::name::segments;
use regex::Regex;
use rubycore::case::Downcase;
use runtime::Heap;

use super::index::{Index, hash_text};

/// A tag of one compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag(u32);

impl Tag {
    fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// Its number, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All tags of a compilation.
#[derive(Default)]
pub struct Tags<'h> {
    names: Vec<&'h str>,
    index: Index,
}

impl<'h> Tags<'h> {
    /// The tag of a lower-case text.
    pub fn intern(&mut self, heap: &'h Heap, text: &str) -> Tag {
        let hash = hash_text(text);
        if let Some(at) = self.index.find(hash, |at| self.names[at as usize] == text) {
            return Tag(at);
        }
        let at = self.names.len() as u32;
        self.names.push(heap.text(text));
        self.index.insert(hash, at);
        Tag(at)
    }

    /// The tag of a text of any case, when some resource or the catalog may have it.
    pub fn find(&self, text: &str) -> Option<Tag> {
        let text = lower(text);
        let at = self
            .index
            .find(hash_text(&text), |at| *self.names[at as usize] == *text)?;
        Some(Tag(at))
    }

    /// The text of a tag.
    pub fn text(&self, tag: Tag) -> &'h str {
        self.names[tag.0 as usize]
    }
}

/// The tags of one thing, in order.
#[derive(Clone, Default, Debug)]
pub struct TagSet {
    list: Vec<Tag>,
    /// A bit for each tag, which several tags share: most that are not here are told by it.
    bits: u64,
    /// Beyond a few, also in a table of at least twice as many places: the number of a tag and 1
    /// more, at its place or behind it. What it takes does not grow with the tags of others.
    table: Vec<u32>,
}

const SCAN_MAX: usize = 24;

/// As many as most resources have.
const USUAL: usize = 12;

impl TagSet {
    /// Whether a tag is in the set.
    pub fn contains(&self, tag: Tag) -> bool {
        if self.bits & tag.bit() == 0 {
            return false;
        }
        match self.table.is_empty() {
            true => self.list.contains(&tag),
            false => self.table[self.place(tag)] != 0,
        }
    }

    /// Adds a tag behind the others, unless it is there.
    pub fn add(&mut self, tag: Tag) {
        if self.contains(tag) {
            return;
        }
        if self.list.is_empty() {
            self.list.reserve_exact(USUAL);
        }
        self.list.push(tag);
        self.bits |= tag.bit();
        if self.list.len() > SCAN_MAX.max(self.table.len() / 2) {
            self.table = vec![0; (self.list.len() * 4).next_power_of_two()];
            (0..self.list.len()).for_each(|at| self.set(self.list[at]));
        } else if !self.table.is_empty() {
            self.set(tag);
        }
    }

    fn set(&mut self, tag: Tag) {
        let place = self.place(tag);
        self.table[place] = tag.0 + 1;
    }

    /// Where a tag is in the table, or is to be.
    fn place(&self, tag: Tag) -> usize {
        let most = self.table.len() - 1;
        let mut place = tag.0.wrapping_mul(0x9e37_79b9) as usize & most;
        while self.table[place] != 0 && self.table[place] != tag.0 + 1 {
            place = (place + 1) & most;
        }
        place
    }

    /// Adds all tags of another set in its order.
    pub fn merge(&mut self, other: &TagSet) {
        other.list.iter().for_each(|&tag| self.add(tag));
    }

    /// The tags in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Tag> {
        self.list.iter().copied()
    }
}

/// Tags a set with a text: the whole of it in lower case, then each segment of a qualified name.
pub fn add<'h>(set: &mut TagSet, tags: &mut Tags<'h>, heap: &'h Heap, text: &str) {
    let text = lower(text);
    set.add(tags.intern(heap, &text));
    let mut parts = segments(&text).filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_some_and(|part| part.len() < text.len()) {
        parts.for_each(|part| set.add(tags.intern(heap, part)));
    }
}

fn lower(text: &str) -> Cow<'_, str> {
    match text
        .bytes()
        .all(|b| b.is_ascii() && !b.is_ascii_uppercase())
    {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.downcase()),
    }
}

/// What tags with letters beyond ASCII are made of.
static LETTERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\A[\p{Alphabetic}\p{Nd}_][\p{Alphabetic}\p{Nd}_:.\-]*\n?\z").ok()
});

/// Whether a text may be a tag: a letter, digit or `_`, then those, `:`, `.` and `-`.
pub fn is_valid(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !text.is_ascii() {
        return LETTERS.as_ref().is_some_and(|it| it.is_match(text));
    }
    // as the platform's regular expressions see the end of a text
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.starts_with(word)
        && text
            .chars()
            .all(|c| word(c) || matches!(c, ':' | '.' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order_and_segments() {
        let heap = Heap::new();
        let (mut tags, mut set) = (Tags::default(), TagSet::default());
        add(&mut set, &mut tags, &heap, "A::B");
        add(&mut set, &mut tags, &heap, "b");
        add(&mut set, &mut tags, &heap, "c::");
        let texts: Vec<&str> = set.iter().map(|tag| tags.text(tag)).collect();
        assert_eq!(texts, ["a::b", "a", "b", "c::", "c"]);
        for number in 0..100 {
            add(&mut set, &mut tags, &heap, &number.to_string());
        }
        assert_eq!(set.iter().len(), 105);
        assert!(tags.find("A::b").is_some_and(|tag| set.contains(tag)));
        assert!(tags.find("nope").is_none());
    }

    #[test]
    fn knows_what_a_tag_is() {
        assert!(
            ["a", "_x", "9a", "a.b-c", "a:b", "ä", "a\n"]
                .iter()
                .all(|t| is_valid(t))
        );
        assert!(
            [
                "", " ", "\n", "a\n\n", "a b", "::a", "-a", ".a", "*", "a/b", "a,b"
            ]
            .iter()
            .all(|t| !is_valid(t))
        );
    }
}
