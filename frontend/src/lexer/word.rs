//! Finds the ends of words and of names of variables, by classes of bytes.

/// Classes of bytes, as bits.
pub(super) const WORD: u8 = 1;
pub(super) const LOWER: u8 = 2;
pub(super) const UPPER: u8 = 4;
pub(super) const DIGIT: u8 = 8;

pub(super) static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => WORD | LOWER,
            b'A'..=b'Z' => WORD | UPPER,
            b'0'..=b'9' => WORD | DIGIT,
            b'_' => WORD,
            _ => 0,
        };
        byte += 1;
    }
    table
};

#[inline(always)]
pub(super) fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

/// Returns the offset after the `\w` characters that start at `at`.
#[inline(always)]
pub(super) fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is(bytes[at], WORD) {
        at += 1;
    }
    at
}

/// Returns the offset after a variable's name (without `$`) that starts at `at`, if there is one.
pub(super) fn variable_end(bytes: &[u8], at: usize) -> Option<usize> {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let start = if byte(at) == b':' && byte(at + 1) == b':' {
        at + 2
    } else {
        at
    };
    let mut end = word_end(bytes, start);
    if end == start {
        return None;
    }
    while byte(end) == b':' && byte(end + 1) == b':' && is(byte(end + 2), WORD) {
        end = word_end(bytes, end + 2);
    }
    Some(end)
}
