//! Computes the bytes that a match may begin with.

use std::sync::atomic::{AtomicBool, Ordering};

use regex_syntax::hir::{Class, Hir, HirKind};

/// The first bytes of all matches of a pattern that does not match the empty text.
pub(super) struct Firsts {
    bytes: Box<[bool; 256]>,
    /// True if the last match began at the first of these bytes.
    begin_matches: AtomicBool,
}

impl Firsts {
    /// Returns the first bytes of the matches of a pattern; `None` if one of them may be empty.
    pub fn of(tree: &Hir) -> Option<Firsts> {
        let mut firsts = Firsts {
            bytes: Box::new([false; 256]),
            begin_matches: AtomicBool::new(false),
        };
        let may_be_empty = firsts.add(tree);
        (!may_be_empty).then_some(firsts)
    }

    /// Returns the first place where a match may begin.
    pub fn first_in(&self, text: &[u8]) -> Option<usize> {
        text.iter().position(|&byte| self.bytes[usize::from(byte)])
    }

    /// Returns true if the next match is likely to begin at the first place where it may.
    pub fn begin_matches(&self) -> bool {
        self.begin_matches.load(Ordering::Relaxed)
    }

    /// Notes whether a match began at the first place where it may.
    pub fn note(&self, begins: bool) {
        // threads share it, so it is written only when it changes
        if self.begin_matches() != begins {
            self.begin_matches.store(begins, Ordering::Relaxed);
        }
    }

    /// Adds the bytes that matches of a tree may begin with. Returns true if a match may be empty.
    fn add(&mut self, tree: &Hir) -> bool {
        match tree.kind() {
            HirKind::Empty | HirKind::Look(_) => true,
            HirKind::Literal(literal) => {
                if let Some(&first) = literal.0.first() {
                    self.add_bytes(first, first);
                }
                literal.0.is_empty()
            }
            HirKind::Class(class) => {
                self.add_class(class);
                false
            }
            HirKind::Repetition(repetition) => self.add(&repetition.sub) || repetition.min == 0,
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(parts) => parts.iter().all(|part| self.add(part)),
            HirKind::Alternation(branches) => {
                let empty = branches.iter().filter(|branch| self.add(branch));
                empty.count() > 0
            }
        }
    }

    fn add_class(&mut self, class: &Class) {
        match class {
            Class::Bytes(class) => {
                for range in class.ranges() {
                    self.add_bytes(range.start(), range.end());
                }
            }
            Class::Unicode(class) => {
                let first = |char: char| {
                    let mut bytes = [0; 4];
                    char.encode_utf8(&mut bytes);
                    bytes[0]
                };
                for range in class.ranges() {
                    let (from, to) = (first(range.start()), first(range.end()));
                    // no character begins with the bytes between ASCII and these
                    match (from.is_ascii(), to.is_ascii()) {
                        (true, false) => {
                            self.add_bytes(from, 0x7f);
                            self.add_bytes(0xc2, to);
                        }
                        _ => self.add_bytes(from, to),
                    }
                }
            }
        }
    }

    fn add_bytes(&mut self, from: u8, to: u8) {
        self.bytes[usize::from(from)..=usize::from(to)].fill(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, expected: Option<&[u8]>) {
        let tree = regex_syntax::parse(pattern).expect("a valid pattern");
        let firsts = Firsts::of(&tree);
        let bytes = firsts.map(|firsts| {
            (0..=255)
                .filter(|&b| firsts.bytes[usize::from(b)])
                .collect()
        });
        assert_eq!(bytes, expected.map(<[u8]>::to_vec), "{pattern}");
    }

    #[test]
    fn first_bytes_are_those_of_all_branches_and_after_what_may_be_empty() {
        check("([a-c]+)-?([0-9]{1,6})", Some(b"abc"));
        check("x?y*(z|$|w)q", Some(b"qwxyz"));
        check("^ab|\\bc", Some(b"ac"));
        check("[é-ü]", Some(&[0xc3]));
        check("[~-ü]", Some(&[b'~', 0x7f, 0xc2, 0xc3]));
        check("a|", None);
        check("(a*)", None);
        check("a{0}b", Some(b"b"));
    }
}
