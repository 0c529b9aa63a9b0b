//! Owns tags: lower-case words that resources carry, in the order in which they were added.

use std::borrow::Cow;
use std::sync::LazyLock;

use frontend::name::segments;
use regex::Regex;
use rubycore::case::Downcase;
use runtime::Heap;

use super::index::{Index, hash_text};

/// The number of a tag in a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag(u32);

impl Tag {
    fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// Returns the number, counted from 0.
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
    /// Returns the tag of a lower-case text, which is added if it is new.
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

    /// Returns the tag of a text in any case, if a resource or the catalog may have it.
    pub fn find(&self, text: &str) -> Option<Tag> {
        let text = lower(text);
        let at = self
            .index
            .find(hash_text(&text), |at| *self.names[at as usize] == *text)?;
        Some(Tag(at))
    }

    /// Returns the number of tags.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// Returns the text of a tag.
    pub fn text(&self, tag: Tag) -> &'h str {
        self.names[tag.0 as usize]
    }
}

/// A set of tags in order.
#[derive(Clone, Default, Debug)]
pub struct TagSet {
    list: Vec<Tag>,
    /// A bit for each tag, shared by several tags: a clear bit rules a tag out quickly.
    bits: u64,
    /// A hash table, used above `SCAN_MAX` tags, with at least twice as many slots as tags. A slot
    /// holds a tag's number plus 1; collisions go to the next slot. Its size depends only on this
    /// set.
    table: Vec<u32>,
}

const SCAN_MAX: usize = 24;

/// The number of tags that most resources have at most.
const USUAL: usize = 12;

impl TagSet {
    /// Returns true if the set contains a tag.
    pub fn contains(&self, tag: Tag) -> bool {
        if self.bits & tag.bit() == 0 {
            return false;
        }
        match self.table.is_empty() {
            true => self.list.contains(&tag),
            false => self.table[self.place(tag)] != 0,
        }
    }

    /// Adds a tag at the end unless the set contains it.
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

    /// Returns the slot of a tag in the table, or the free slot for it.
    fn place(&self, tag: Tag) -> usize {
        let most = self.table.len() - 1;
        let mut place = tag.0.wrapping_mul(0x9e37_79b9) as usize & most;
        while self.table[place] != 0 && self.table[place] != tag.0 + 1 {
            place = (place + 1) & most;
        }
        place
    }

    /// Adds all tags of another set in their order.
    pub fn merge(&mut self, other: &TagSet) {
        if self.list.len() + other.list.len() > SCAN_MAX || !self.table.is_empty() {
            other.list.iter().for_each(|&tag| self.add(tag));
            return;
        }
        if self.list.is_empty() {
            self.list.reserve_exact(USUAL.max(other.list.len()));
        }
        for &tag in &other.list {
            if self.bits & tag.bit() == 0 || !self.list.contains(&tag) {
                self.list.push(tag);
                self.bits |= tag.bit();
            }
        }
    }

    /// Iterates over the tags in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Tag> {
        self.list.iter().copied()
    }
}

/// Adds the tags of a text: the whole text in lower case, then each segment if it is a qualified
/// name.
pub fn add<'h>(set: &mut TagSet, tags: &mut Tags<'h>, heap: &'h Heap, text: &str) {
    add_classified(set, tags, heap, text, classes(text));
}

/// Works like [`add`] if the text is a valid tag. Otherwise adds nothing and returns false.
pub fn add_valid<'h>(set: &mut TagSet, tags: &mut Tags<'h>, heap: &'h Heap, text: &str) -> bool {
    let classes = classes(text);
    let is_valid = is_valid_of(text, classes);
    if is_valid {
        add_classified(set, tags, heap, text, classes);
    }
    is_valid
}

fn add_classified<'h>(
    set: &mut TagSet,
    tags: &mut Tags<'h>,
    heap: &'h Heap,
    text: &str,
    classes: u8,
) {
    let text = lower_of(text, classes);
    set.add(tags.intern(heap, &text));
    if classes & COLON == 0 {
        return;
    }
    let mut parts = segments(&text).filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_some_and(|part| part.len() < text.len()) {
        parts.for_each(|part| set.add(tags.intern(heap, part)));
    }
}

fn lower(text: &str) -> Cow<'_, str> {
    lower_of(text, classes(text))
}

fn lower_of(text: &str, classes: u8) -> Cow<'_, str> {
    match classes & (UPPER | WIDE) {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(text.downcase()),
    }
}

/// The pattern of tags with letters outside of ASCII.
static LETTERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\A[\p{Alphabetic}\p{Nd}_][\p{Alphabetic}\p{Nd}_:.\-]*\n?\z").ok()
});

/// Returns true if a text is a valid tag: a letter, digit or `_`, followed by those, `:`, `.` and
/// `-`.
pub fn is_valid(text: &str) -> bool {
    is_valid_of(text, classes(text))
}

fn is_valid_of(text: &str, classes: u8) -> bool {
    if classes & WIDE != 0 {
        return LETTERS.as_ref().is_some_and(|it| it.is_match(text));
    }
    let is_first = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if !text.as_bytes().first().is_some_and(is_first) {
        return false;
    }
    // Ruby's regular expressions accept a line break at the end
    let odd = || text.strip_suffix('\n').map_or(ODD, self::classes) & ODD;
    classes & ODD == 0 || odd() == 0
}

/// A letter in upper case.
const UPPER: u8 = 1;
/// A colon.
const COLON: u8 = 2;
/// A character that no tag of ASCII characters contains.
const ODD: u8 = 4;
/// A part of a character outside of ASCII.
const WIDE: u8 = 8;

/// The classes of the bytes in texts; the letters, digits and signs of most tags have none.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'A'..=b'Z' => UPPER,
            b':' => COLON,
            b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.' | b'-' => 0,
            0x80.. => WIDE,
            _ => ODD,
        };
        byte += 1;
    }
    classes
};

/// Returns the classes of all bytes of a text.
fn classes(text: &str) -> u8 {
    let bytes = text.bytes();
    bytes.fold(0, |all, byte| all | CLASSES[usize::from(byte)])
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
