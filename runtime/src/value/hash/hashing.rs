//! Computes the hashes of keys. They are equal for keys that are the same, and for texts that
//! differ only in the case of ASCII letters, so that one index serves `$h[$key]` and `$key in $h`.

use std::hash::{BuildHasher, Hasher};

use crate::value::Value;

/// In each byte, the bit that distinguishes small ASCII letters from capitals.
const CASE: u64 = 0x2020_2020_2020_2020;
/// Odd numbers without a pattern (digits of pi).
const SEEDS: [u64; 3] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7345,
    0xa409_3822_299f_31d1,
];

/// Returns the hash of any key.
pub(super) fn hash_of(key: Value<'_>) -> u64 {
    match key {
        Value::String(text) => hash_of_text(text.as_str()),
        Value::Integer(number) => hash_of_integer(number),
        other => {
            let mut state = foldhash::fast::FixedState::default().build_hasher();
            other.hash_into(&mut state);
            state.finish()
        }
    }
}

/// Returns the hash of an Integer, equal to that of [`hash_of`].
pub(super) fn hash_of_integer(number: i64) -> u64 {
    folded(number as u64 ^ SEEDS[0], SEEDS[1])
}

/// Returns a hash of a text that does not depend on the case of its ASCII letters.
pub fn hash_of_text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut state = SEEDS[2] ^ SEEDS[1].wrapping_mul(bytes.len() as u64);
    let mut rest = bytes;
    while let Some((block, behind)) = rest.split_first_chunk::<16>() {
        if behind.is_empty() {
            break;
        }
        state = folded(word(&block[..8]) ^ SEEDS[0], word(&block[8..]) ^ state);
        rest = behind;
    }
    let (first, last) = match rest.len() {
        8.. => (word(&rest[..8]), word(&rest[rest.len() - 8..])),
        4.. => (half(&rest[..4]), half(&rest[rest.len() - 4..])),
        1.. => {
            let [first, middle, last] = [0, rest.len() / 2, rest.len() - 1].map(|at| rest[at]);
            (u64::from(first) << 8 | u64::from(middle), u64::from(last))
        }
        0 => (0, 0),
    };
    folded((first | CASE) ^ SEEDS[0], (last | CASE) ^ state)
}

/// Reads eight bytes, ignoring their case.
fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().unwrap_or_default()) | CASE
}

/// Reads four bytes.
fn half(bytes: &[u8]) -> u64 {
    u64::from(u32::from_le_bytes(bytes.try_into().unwrap_or_default()))
}

/// Folds both halves of a product, so that each bit depends on all bits of both numbers.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn case_does_not_count(text in ".{0,40}") {
            let hash = hash_of_text(&text);
            prop_assert_eq!(hash, hash_of_text(&text.to_ascii_uppercase()));
            prop_assert_eq!(hash, hash_of_text(&text.to_ascii_lowercase()));
        }
    }

    #[test]
    fn usual_keys_have_hashes_of_their_own() {
        let mut seen = std::collections::HashSet::new();
        for i in 0..100_000_i64 {
            for text in [
                format!("{i}"),
                format!("key{i}"),
                format!("/etc/{i}/name of a file"),
            ] {
                assert!(seen.insert(hash_of_text(&text) >> 24), "{text}");
            }
            assert!(seen.insert(hash_of_integer(i) >> 24), "{i}");
        }
    }
}
