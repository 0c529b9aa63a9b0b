//! Owns an index that maps names to positions in a vector, by the hash of the items.
//!
//! The items stay in their owner's vector, so that the index borrows nothing.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// An index of the items of a vector.
#[derive(Default)]
pub struct Index {
    table: HashTable<(u64, u32)>,
}

/// Hashes a text without regard to ASCII case.
pub fn hash_folded(text: &str) -> u64 {
    // upper and lower case letters differ only in this bit; some other characters become equal as
    // well
    const CASE: u64 = u64::from_ne_bytes([b'a' - b'A'; 8]);
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mixed = |hash: u64, word: &[u8; 8]| {
        let word = u64::from_ne_bytes(*word) | CASE;
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        product as u64 ^ (product >> 64) as u64
    };
    let hash = words.iter().fold(text.len() as u64, mixed);
    mixed(hash, &last)
}

/// Hashes a text together with a number.
pub fn hash_pair(number: u32, text: &str) -> u64 {
    FixedState::default().hash_one((number, text))
}

/// Hashes a text.
pub fn hash_text(text: &str) -> u64 {
    FixedState::default().hash_one(text)
}

impl Index {
    /// Returns the item with a hash for which `is` returns true.
    pub fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        self.table
            .find(hash, |&(other, at)| other == hash && is(at))
            .map(|&(_, at)| at)
    }

    /// Adds the item at position `at`, which the index must not contain yet.
    pub fn insert(&mut self, hash: u64, at: u32) {
        self.table
            .insert_unique(hash, (hash, at), |&(hash, _)| hash);
    }
}
