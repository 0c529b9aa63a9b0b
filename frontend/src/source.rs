//! Owns files, byte spans and positions.
//!
//! All stages after the lexer use byte offsets. Lines and columns are computed only when a position
//! is shown. Columns count characters, as in Puppet.

use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A half-open range of bytes of one source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span from `start` (inclusive) to `end` (exclusive).
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Returns the smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A source text with its origin. A source has at most 4 GiB.
#[derive(Debug)]
pub struct Source {
    /// The path to show; `None` for code from the command line or a string.
    pub path: Option<Arc<str>>,
    /// The text, without a byte order mark.
    pub text: Arc<str>,
    /// The number of the first line: 1, unless the text is a part of another.
    first_line: u32,
    lines: OnceLock<Box<[u32]>>,
    /// The number of characters before each block of the text, from which the columns of a long
    /// line are computed quickly.
    characters: OnceLock<Box<[u32]>>,
}

/// Bytes of a block whose characters are counted once.
const BLOCK_BYTES: usize = 1 << 10;

impl Source {
    /// Makes the source of a file (`Some(path)`) or of a string.
    pub fn new(path: Option<&str>, text: impl Into<Arc<str>>) -> Source {
        Source {
            path: path.map(Arc::from),
            text: text.into(),
            first_line: 1,
            lines: OnceLock::new(),
            characters: OnceLock::new(),
        }
    }

    /// Makes the source of a string that is a part of another text. Its lines count from the given
    /// number on.
    pub fn part(text: impl Into<Arc<str>>, first_line: u32) -> Source {
        Source {
            first_line,
            ..Source::new(None, text)
        }
    }

    /// Returns the last component of the path.
    pub fn base_name(&self) -> Option<&str> {
        let path = self.path.as_deref()?;
        Path::new(path).file_name().and_then(|name| name.to_str())
    }

    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
            std::iter::once(0)
                .chain(breaks.map(|(at, _)| at as u32 + 1))
                .collect()
        })
    }

    /// Returns the position of a byte offset. An offset after the end counts as the end.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.line(offset);
        let start = self.lines()[(line - self.first_line) as usize] as usize;
        let end = (offset as usize).min(self.text.len()).max(start);
        Position {
            line,
            column: self.characters_before(end) - self.characters_before(start) + 1,
        }
    }

    /// Returns the number of the line of a byte offset.
    pub fn line(&self, offset: u32) -> u32 {
        let before = self.lines().partition_point(|&start| start <= offset) as u32 - 1;
        before + self.first_line
    }

    /// Returns the number of characters before a byte offset.
    fn characters_before(&self, offset: usize) -> u32 {
        // continuation bytes do not count
        let count = |bytes: &[u8]| bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32;
        let bytes = self.text.as_bytes();
        let blocks = self.characters.get_or_init(|| {
            let mut before = vec![0];
            for block in bytes.chunks(BLOCK_BYTES) {
                before.push(before[before.len() - 1] + count(block));
            }
            before.into()
        });
        let block = offset / BLOCK_BYTES;
        blocks[block] + count(&bytes[block * BLOCK_BYTES..offset])
    }

    /// Returns the text of the line with a number, without its line end.
    pub fn line_text(&self, line: u32) -> &str {
        let lines = self.lines();
        let at = line.checked_sub(self.first_line).map(|at| at as usize);
        let Some((at, &start)) = at.and_then(|at| Some((at, lines.get(at)?))) else {
            return "";
        };
        let end = lines
            .get(at + 1)
            .map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// Returns the parts of a path without `.`, `..` and empty ones.
pub fn path_parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn lines_of_a_part_count_from_its_first_line() {
        let source = Source::part("a\nbc\n", 7);
        let at = source.position(3);
        assert_eq!((at.line, at.column), (8, 2));
        assert_eq!((source.line(0), source.line_text(8)), (7, "bc"));
        assert_eq!((source.line_text(6), source.line_text(10)), ("", ""));
    }

    #[test]
    fn columns_of_long_lines_count_characters() {
        let text = format!("ab\n{}\n日x", "é-".repeat(3_000));
        let source = Source::new(None, text.as_str());
        let mut expected = (1, 1);
        for (offset, c) in text.char_indices() {
            let at = source.position(offset as u32);
            assert_eq!((at.line, at.column), expected);
            expected = match c {
                '\n' => (expected.0 + 1, 1),
                _ => (expected.0, expected.1 + 1),
            };
        }
        let end = source.position(u32::MAX);
        assert_eq!((end.line, end.column), (3, 3));
    }
}
