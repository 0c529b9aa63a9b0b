//! Finds the brackets outside of strings in 64 bytes of JSON at once.
//!
//! Each byte of a block is a bit of a word; the first byte is the lowest bit. So a few operations
//! on words find the insides of strings, instead of a loop over bytes.

/// The length of a block.
pub const LEN: usize = 64;

/// The brackets of a block that are outside of strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brackets {
    /// Brackets that open an array or an object.
    pub open: u64,
    /// Brackets that close an array or an object.
    pub close: u64,
}

/// The state that the blocks before pass on to a block.
#[derive(Clone, Copy, Default)]
pub struct State {
    /// All bits set if the next byte is inside of a string, otherwise 0.
    in_string: u64,
    /// 1 if the next byte is escaped by a backslash, otherwise 0.
    escaped: u64,
}

impl State {
    /// Finds the brackets of the next block.
    pub fn brackets(&mut self, block: &[u8; LEN]) -> Brackets {
        let found = classify(block);
        let escaped = self.escaped(found.backslash);
        let inside = parity(found.quote & !escaped) ^ self.in_string;
        self.in_string = 0_u64.wrapping_sub(inside >> 63);
        Brackets {
            open: found.open & !inside,
            close: found.close & !inside,
        }
    }

    /// Returns the bytes that follow an unescaped backslash.
    fn escaped(&mut self, backslash: u64) -> u64 {
        let mut escaped = self.escaped;
        self.escaped = 0;
        let mut left = backslash & !escaped;
        while left != 0 {
            let at = left & left.wrapping_neg();
            let next = at << 1;
            if next == 0 {
                self.escaped = 1;
            }
            escaped |= next;
            left &= !(at | next);
        }
        escaped
    }
}

/// Sets each bit to the parity of itself and all lower bits.
fn parity(bits: u64) -> u64 {
    [1, 2, 4, 8, 16, 32]
        .into_iter()
        .fold(bits, |bits, by| bits ^ bits << by)
}

/// The bytes of a block by class, whether inside or outside of strings.
#[derive(Default)]
struct Classes {
    quote: u64,
    backslash: u64,
    open: u64,
    close: u64,
}

/// The bit in which `[` differs from `{`, and `]` from `}`.
const FOLD: u8 = b'[' ^ b'{';

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "the instruction that this needs has no safe name"
)]
fn classify(block: &[u8; LEN]) -> Classes {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
    };
    let mut classes = Classes::default();
    let (words, _) = block.as_chunks::<8>();
    let (parts, _) = words.as_chunks::<2>();
    for (i, part) in parts.iter().enumerate() {
        let [low, high] = part.map(i64::from_le_bytes);
        // SAFETY: each processor of this architecture has SSE2, and no memory is touched.
        unsafe {
            let bytes = _mm_set_epi64x(high, low);
            let all = |byte: u8| _mm_set1_epi8(byte.cast_signed());
            let folded = _mm_or_si128(bytes, all(FOLD));
            let equal = |bytes, byte| {
                let mask = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, all(byte)));
                u64::from(mask.cast_unsigned()) << (16 * i)
            };
            classes.quote |= equal(bytes, b'"');
            classes.backslash |= equal(bytes, b'\\');
            classes.open |= equal(folded, b'{');
            classes.close |= equal(folded, b'}');
        }
    }
    classes
}

#[cfg(not(target_arch = "x86_64"))]
fn classify(block: &[u8; LEN]) -> Classes {
    plain::classify(block)
}

/// The same function for any processor.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain {
    use super::{Classes, FOLD, LEN};

    pub fn classify(block: &[u8; LEN]) -> Classes {
        Classes {
            quote: bits(block, |byte| byte == b'"'),
            backslash: bits(block, |byte| byte == b'\\'),
            open: bits(block, |byte| byte | FOLD == b'{'),
            close: bits(block, |byte| byte | FOLD == b'}'),
        }
    }

    fn bits(block: &[u8; LEN], is_one: impl Fn(u8) -> bool) -> u64 {
        let ones = block.map(|byte| u8::from(is_one(byte)));
        let (words, _) = ones.as_chunks::<8>();
        // moves the lowest bits of eight bytes into the highest byte
        let gathered =
            |word: &[u8; 8]| u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let words = words.iter().enumerate();
        words.fold(0, |bits, (i, word)| bits | gathered(word) << (8 * i))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Finds the brackets byte by byte.
    fn expected(text: &[u8]) -> Vec<(usize, bool)> {
        let (mut found, mut in_string, mut escaped) = (Vec::new(), false, false);
        for (i, byte) in text.iter().enumerate() {
            let is_escaped = std::mem::take(&mut escaped);
            match byte {
                b'\\' => escaped = !is_escaped,
                b'"' => in_string ^= !is_escaped,
                b'{' | b'[' if !in_string => found.push((i, true)),
                b'}' | b']' if !in_string => found.push((i, false)),
                _ => {}
            }
        }
        found
    }

    fn found(text: &[u8]) -> Vec<(usize, bool)> {
        let mut state = State::default();
        let (blocks, rest) = text.as_chunks::<LEN>();
        let mut last = [0; LEN];
        last[..rest.len()].copy_from_slice(rest);
        let mut found = Vec::new();
        for (i, block) in blocks.iter().chain([&last]).enumerate() {
            let brackets = state.brackets(block);
            for bit in 0..LEN {
                for (bits, is_open) in [(brackets.open, true), (brackets.close, false)] {
                    if bits >> bit & 1 == 1 {
                        found.push((i * LEN + bit, is_open));
                    }
                }
            }
        }
        found
    }

    proptest! {
        #[test]
        fn brackets_are_those_outside_of_strings(text in r#"[{}\[\]"\\a;~:é \n]{0,300}"#) {
            let bytes = text.as_bytes();
            prop_assert_eq!(found(bytes), expected(bytes));
        }

        #[test]
        fn any_processor_finds_the_same(bytes in proptest::array::uniform32(any::<[u8; 2]>())) {
            let mut block = [0; LEN];
            block.copy_from_slice(bytes.as_flattened());
            let (a, b) = (classify(&block), plain::classify(&block));
            prop_assert_eq!(
                [a.quote, a.backslash, a.open, a.close],
                [b.quote, b.backslash, b.open, b.close]
            );
        }
    }
}
