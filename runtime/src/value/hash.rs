//! Hashes: in order of insertion, scanned while small, indexed when large.

use std::hash::BuildHasher;

use hashbrown::HashTable;

use super::Value;
use crate::heap::Heap;

/// Up to this many entries a scan is as fast as an index.
const SCAN_MAX: usize = 8;

fn hash_of(key: Value<'_>) -> u64 {
    let mut state = foldhash::fast::FixedState::default().build_hasher();
    key.hash_into(&mut state);
    std::hash::Hasher::finish(&state)
}

/// A map of values to values. How entries are stored is this module's own business.
#[derive(Clone, Copy)]
pub struct Hash<'h> {
    entries: &'h [(Value<'h>, Value<'h>)],
    /// Open addressing over a power of two of slots; a slot holds an entry's index + 1. Empty
    /// for small hashes.
    index: &'h [u32],
}

impl<'h> Hash<'h> {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a key, compared with [`Value::same`].
    pub fn get(&self, key: Value<'h>) -> Option<Value<'h>> {
        self.find(key).map(|at| self.entries[at].1)
    }

    /// The value of a String key.
    pub fn get_str(&self, key: &str) -> Option<Value<'h>> {
        if self.index.is_empty() {
            return self
                .entries
                .iter()
                .find(|(k, _)| k.as_str() == Some(key))
                .map(|&(_, v)| v);
        }
        let key = super::Str::new(key);
        let short: &Hash<'_> = self;
        short.find(Value::String(&key)).map(|at| self.entries[at].1)
    }

    fn find(&self, key: Value<'_>) -> Option<usize> {
        if self.index.is_empty() {
            return self.entries.iter().position(|(k, _)| Value::same(*k, key));
        }
        let mask = self.index.len() - 1;
        let mut slot = hash_of(key) as usize & mask;
        loop {
            let at = self.index[slot].checked_sub(1)? as usize;
            if Value::same(self.entries[at].0, key) {
                return Some(at);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The entry at an index from 0, in order of insertion.
    pub fn entry(&self, index: usize) -> Option<(Value<'h>, Value<'h>)> {
        self.entries.get(index).copied()
    }

    /// The entries in order of insertion.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Value<'h>, Value<'h>)> + ExactSizeIterator + use<'h> {
        self.entries.iter().copied()
    }

    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = Value<'h>> + ExactSizeIterator + use<'h> {
        self.entries.iter().map(|&(k, _)| k)
    }

    /// The values in order.
    pub fn values(
        &self,
    ) -> impl DoubleEndedIterator<Item = Value<'h>> + ExactSizeIterator + use<'h> {
        self.entries.iter().map(|&(_, v)| v)
    }

    /// Same keys with the same values, in any order.
    pub fn same(&self, other: &Hash<'h>) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .all(|(k, v)| other.get(k).is_some_and(|w| v.same(w)))
    }
}

/// Collects the entries of a [`Hash`].
#[derive(Default)]
pub struct HashBuilder<'h> {
    entries: Vec<(Value<'h>, Value<'h>)>,
    index: HashTable<u32>,
}

impl<'h> HashBuilder<'h> {
    /// An empty builder.
    pub fn new() -> HashBuilder<'h> {
        HashBuilder::default()
    }

    /// An empty builder for about `capacity` entries.
    pub fn with_capacity(capacity: usize) -> HashBuilder<'h> {
        HashBuilder {
            entries: Vec::with_capacity(capacity),
            ..HashBuilder::default()
        }
    }

    /// A builder that starts with the entries of a hash.
    pub fn from_hash(hash: &Hash<'h>) -> HashBuilder<'h> {
        let mut builder = HashBuilder::with_capacity(hash.len() + 1);
        hash.iter().for_each(|(k, v)| builder.insert(k, v));
        builder
    }

    fn find(&self, key: Value<'h>) -> Option<usize> {
        if self.entries.len() <= SCAN_MAX {
            return self.entries.iter().position(|(k, _)| k.same(key));
        }
        self.index
            .find(hash_of(key), |&at| self.entries[at as usize].0.same(key))
            .map(|&at| at as usize)
    }

    fn reindex(&mut self) {
        let Self { entries, index, .. } = self;
        index.clear();
        for at in 0..entries.len() {
            index.insert_unique(hash_of(entries[at].0), at as u32, |&i| {
                hash_of(entries[i as usize].0)
            });
        }
    }

    /// The value of a key.
    pub fn get(&self, key: Value<'h>) -> Option<Value<'h>> {
        self.find(key).map(|at| self.entries[at].1)
    }

    /// Adds an entry, or replaces the value of a key at its place.
    pub fn insert(&mut self, key: Value<'h>, value: Value<'h>) {
        if let Some(at) = self.find(key) {
            self.entries[at].1 = value;
            return;
        }
        self.entries.push((key, value));
        let len = self.entries.len();
        if len == SCAN_MAX + 1 {
            self.reindex();
        } else if len > SCAN_MAX {
            let Self { entries, index, .. } = self;
            index.insert_unique(hash_of(key), len as u32 - 1, |&i| {
                hash_of(entries[i as usize].0)
            });
        }
    }

    /// Removes a key and gives its value. Linear in the number of entries: for small hashes.
    pub fn remove(&mut self, key: Value<'h>) -> Option<Value<'h>> {
        let at = self.find(key)?;
        let (_, value) = self.entries.remove(at);
        if self.entries.len() > SCAN_MAX {
            self.reindex();
        }
        Some(value)
    }

    /// The number of entries so far.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The hash.
    pub fn finish(self, heap: &'h Heap) -> &'h Hash<'h> {
        let entries = heap.slice(&self.entries);
        if entries.len() <= SCAN_MAX {
            return heap.alloc(Hash {
                entries,
                index: &[],
            });
        }
        let size = (entries.len() * 2).next_power_of_two();
        let mut slots = vec![0u32; size];
        for (at, (key, _)) in entries.iter().enumerate() {
            let mut slot = hash_of(*key) as usize & (size - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = at as u32 + 1;
        }
        heap.alloc(Hash {
            entries,
            index: heap.slice(&slots),
        })
    }
}
