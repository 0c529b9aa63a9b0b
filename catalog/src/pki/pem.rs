//! Decodes PEM, the text encoding of DER.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

/// A reason why a text contains no valid PEM part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Problem {
    NoStart,
    BadEnd,
    BadBase64,
}

impl Problem {
    /// Returns OpenSSL's message.
    pub(super) fn text(self) -> &'static str {
        match self {
            Problem::NoStart => "no start line",
            Problem::BadEnd => "bad end line",
            Problem::BadBase64 => "bad base64 decode",
        }
    }
}

/// Finds the first part of a text with one of these labels; returns the label and the bytes.
///
/// # Errors
/// Fails if there is no such part, or if it is invalid.
pub(super) fn find<'l>(text: &str, labels: &[&'l str]) -> Result<(&'l str, Vec<u8>), Problem> {
    let mut lines = text.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        let Some(label) = boundary(line, "BEGIN") else {
            continue;
        };
        let mut body = String::new();
        let end = lines.by_ref().find(|line| {
            let is_end = line.starts_with("-----END ");
            if !is_end {
                body.push_str(line);
            }
            is_end
        });
        if end.and_then(|line| boundary(line, "END")) != Some(label) {
            return Err(Problem::BadEnd);
        }
        if let Some(known) = labels.iter().find(|known| **known == label) {
            let bytes = BASE64.decode(body).map_err(|_| Problem::BadBase64)?;
            return Ok((known, bytes));
        }
    }
    Err(Problem::NoStart)
}

/// Returns the label in the first or last line of a part.
fn boundary<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let label = line.strip_prefix("-----")?.strip_prefix(word)?;
    label.strip_prefix(' ')?.strip_suffix("-----")
}
