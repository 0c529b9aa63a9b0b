//! Decodes source files: Puppet's are UTF-8, without a byte order mark.

use crate::source::Span;
use crate::{Diagnostic, Issue, issue::Located};

/// Byte order marks of encodings other than UTF-8, the longer ones first.
const MARKS: [(&[u8], &str); 9] = [
    (&[0xff, 0xfe, 0, 0], "UTF-32"),
    (&[0, 0, 0xfe, 0xff], "UTF-32"),
    (&[0xff, 0xfe], "UTF-16"),
    (&[0xfe, 0xff], "UTF-16"),
    (&[0xf7, 0x64, 0x4c], "UTF-1"),
    (&[0xdd, 0x73, 0x66, 0x73], "UTF-EBCDIC"),
    (&[0x0e, 0xfe, 0xff], "SCSU"),
    (&[0xfb, 0xee, 0x28], "BOCU"),
    (&[0x84, 0x31, 0x95, 0x33], "GB-18030"),
];

const UTF_8_MARK: (&[u8], &str) = (&[0xef, 0xbb, 0xbf], "UTF-8");

/// Decodes the text of code. On an error, returns Puppet's message and a text that shows the valid
/// parts. The diagnostic is placed in that text, though Puppet shows no place.
///
/// # Errors
/// A mark of another encoding, or a byte that is not UTF-8.
pub fn decode(bytes: Vec<u8>) -> Result<String, (Diagnostic, String)> {
    String::from_utf8(bytes).map_err(|error| {
        let bytes = error.as_bytes();
        let valid = error.utf8_error().valid_up_to();
        let is_marked = |(mark, _): &&(&[u8], &str)| bytes.starts_with(mark);
        let found = MARKS.iter().chain([&UTF_8_MARK]).find(is_marked);
        let (issue, message, at) = match found {
            Some((mark, name)) => ("ILLEGAL_BOM", marked(mark, name), 0),
            None => (
                "INVALID_CHARACTER",
                "invalid byte sequence in UTF-8".to_owned(),
                valid,
            ),
        };
        let diagnostic = Diagnostic {
            located: Located::Nowhere,
            ..Diagnostic::error(Issue(issue), message, Span::new(at, at))
        };
        (diagnostic, String::from_utf8_lossy(bytes).into_owned())
    })
}

/// Returns true if bytes begin with the mark of UTF-16 or UTF-32.
pub fn is_wide(bytes: &[u8]) -> bool {
    let mut wide = MARKS
        .iter()
        .filter(|(_, name)| matches!(*name, "UTF-16" | "UTF-32"));
    wide.any(|(mark, _)| bytes.starts_with(mark))
}

/// Returns Puppet's error for bytes that begin with the mark of another encoding.
pub fn foreign_mark(bytes: &[u8]) -> Option<String> {
    let found = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark));
    found.map(|(mark, name)| marked(mark, name))
}

/// Returns Puppet's error message for a byte order mark at the beginning.
fn marked(mark: &[u8], name: &str) -> String {
    let bytes: Vec<String> = mark.iter().map(|byte| format!("{byte:X}")).collect();
    let bytes = bytes.join(" ");
    format!(
        "Illegal {name} Byte Order mark at beginning of input: [{bytes}] - remove these from the \
         puppet source"
    )
}

/// Returns the error message for a text that begins with a byte order mark in UTF-8.
pub(crate) fn illegal_mark(text: &str) -> Option<String> {
    let (mark, name) = UTF_8_MARK;
    text.as_bytes()
        .starts_with(mark)
        .then(|| marked(mark, name))
}
