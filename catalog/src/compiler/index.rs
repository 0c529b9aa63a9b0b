//! Names to small numbers: an index of a vector by a hash of its items.
//!
//! The items stay in the vector of their owner, so that the index holds nothing that borrows.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// An index of the items of a vector.
#[derive(Default)]
pub struct Index {
    table: HashTable<(u64, u32)>,
}

/// The hash of a text without regard to ASCII case.
pub fn hash_folded(text: &str) -> u64 {
    // letters that differ in case differ in this bit alone; some other characters become equal
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

/// The hash of a text with a number beside it.
pub fn hash_pair(number: u32, text: &str) -> u64 {
    FixedState::default().hash_one((number, text))
}

/// The hash of a text.
pub fn hash_text(text: &str) -> u64 {
    FixedState::default().hash_one(text)
}

impl Index {
    /// The item with that hash for which `is` holds.
    pub fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        self.table
            .find(hash, |&(other, at)| other == hash && is(at))
            .map(|&(_, at)| at)
    }

    /// Adds the item at `at`, which is not there yet.
    pub fn insert(&mut self, hash: u64, at: u32) {
        self.table
            .insert_unique(hash, (hash, at), |&(hash, _)| hash);
    }
}
