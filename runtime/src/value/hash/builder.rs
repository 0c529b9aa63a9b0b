//! Builds hashes entry by entry.

use std::marker::PhantomData;
use std::ptr::NonNull;

use super::{Entry, Hash, SCAN_MAX, Slot, hash_of, new_index, slots_for};
use crate::heap::Heap;
use crate::value::Value;

/// Collects the entries of a [`Hash`](struct@Hash).
#[derive(Default)]
pub struct HashBuilder<'h> {
    entries: Vec<Entry<'h>>,
    /// The slots, as in an index; empty while there are few entries.
    slots: Vec<Slot>,
    of: PhantomData<Value<'h>>,
}

impl<'h> HashBuilder<'h> {
    /// Makes an empty builder.
    pub fn new() -> HashBuilder<'h> {
        HashBuilder::default()
    }

    /// Makes an empty builder for about `capacity` entries.
    pub fn with_capacity(capacity: usize) -> HashBuilder<'h> {
        HashBuilder {
            entries: Vec::with_capacity(capacity),
            ..HashBuilder::default()
        }
    }

    /// Makes a builder that starts with the entries of a hash.
    pub fn from_hash(hash: &Hash<'h>) -> HashBuilder<'h> {
        let mut builder = HashBuilder::with_capacity(hash.len() + 1);
        builder.entries.extend(hash.iter());
        if builder.entries.len() > SCAN_MAX {
            builder.reindex();
        }
        builder
    }

    /// Finds the entry of a key, or the slot where it belongs.
    fn find(&self, key: Value<'h>, hash: u64) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut at = Slot::home(hash, mask as u32) as usize;
        loop {
            let slot = self.slots[at];
            if slot == Slot::EMPTY {
                return Err(at);
            }
            if slot.is_of(hash) && self.entries[slot.entry()].0.same(key) {
                return Ok(slot.entry());
            }
            at = (at + 1) & mask;
        }
    }

    fn scan(&self, key: Value<'h>) -> Option<usize> {
        self.entries.iter().position(|(k, _)| k.same(key))
    }

    /// Rebuilds the slots, with room for twice as many entries.
    fn reindex(&mut self) {
        let size = slots_for(self.entries.len() * 2);
        let mask = size - 1;
        let mut slots = vec![Slot::EMPTY; size];
        let mut place = |hash: u64, entry: usize| {
            let mut at = Slot::home(hash, mask as u32) as usize;
            while slots[at] != Slot::EMPTY {
                at = (at + 1) & mask;
            }
            slots[at] = Slot::new(hash, entry);
        };
        if self.slots.is_empty() {
            for (at, (key, _)) in self.entries.iter().enumerate() {
                place(hash_of(*key), at);
            }
        } else {
            let taken = self.slots.iter().filter(|slot| **slot != Slot::EMPTY);
            taken.for_each(|slot| place(slot.0, slot.entry()));
        }
        self.slots = slots;
    }

    /// Returns the value of a key.
    pub fn get(&self, key: Value<'h>) -> Option<Value<'h>> {
        let at = match self.slots.is_empty() {
            true => self.scan(key)?,
            false => self.find(key, hash_of(key)).ok()?,
        };
        Some(self.entries[at].1)
    }

    /// Adds an entry, or replaces the value of a key at its place.
    pub fn insert(&mut self, key: Value<'h>, value: Value<'h>) {
        if self.slots.is_empty() {
            match self.scan(key) {
                Some(at) => self.entries[at].1 = value,
                None => {
                    self.entries.push((key, value));
                    if self.entries.len() > SCAN_MAX {
                        self.reindex();
                    }
                }
            }
            return;
        }
        let hash = hash_of(key);
        match self.find(key, hash) {
            Ok(at) => self.entries[at].1 = value,
            Err(slot) => {
                self.slots[slot] = Slot::new(hash, self.entries.len());
                self.entries.push((key, value));
                if self.entries.len() * 3 / 2 >= self.slots.len() {
                    self.reindex();
                }
            }
        }
    }

    /// Removes a key and returns its value. Linear in the number of entries: for small hashes.
    pub fn remove(&mut self, key: Value<'h>) -> Option<Value<'h>> {
        let at = self.scan(key)?;
        let (_, value) = self.entries.remove(at);
        self.slots.clear();
        if self.entries.len() > SCAN_MAX {
            self.reindex();
        }
        Some(value)
    }

    /// Returns the number of entries so far.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the hash.
    pub fn finish(self, heap: &'h Heap) -> &'h Hash<'h> {
        let entries = heap.slice(&self.entries);
        let index = (entries.len() > SCAN_MAX).then(|| {
            let index = new_index(heap, std::ptr::null(), entries.len());
            index.used.set(entries.len() as u32);
            let taken = self.slots.iter().filter(|slot| **slot != Slot::EMPTY);
            taken.for_each(|slot| index.add(slot.0, slot.entry(), entries[slot.entry()].0));
            index
        });
        heap.alloc(Hash {
            entries: NonNull::from(entries).cast(),
            len: u32::try_from(entries.len()).expect("the memory limit is met before"),
            version: 0,
            index,
        })
    }
}
