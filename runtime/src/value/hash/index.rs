//! Owns the index of a hash: an open-addressing table of the numbers of entries, which the views of
//! a storage share. The parent module states the invariants.

use std::cell::Cell;
use std::ptr::NonNull;

use super::seal::Seals;

use crate::heap::Heap;
use crate::value::Value;

/// A slot of an index: empty, or the number of an entry (from 1) with half of its key's hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot(pub(super) u64);

impl Slot {
    pub(super) const EMPTY: Slot = Slot(0);

    pub(super) fn new(hash: u64, at: usize) -> Slot {
        Slot(hash & !u64::from(u32::MAX) | (at as u64 + 1))
    }

    /// Returns the entry's index.
    pub(super) fn entry(self) -> usize {
        (self.0 as u32 - 1) as usize
    }

    pub(super) fn is_of(self, hash: u64) -> bool {
        (self.0 ^ hash) >> 32 == 0
    }

    /// Returns the slot at which the search for a hash begins.
    pub(super) fn home(hash: u64, mask: u32) -> u32 {
        (hash >> 32) as u32 & mask
    }
}

/// Returns the number of slots for a number of entries. A third to two thirds of them are taken.
pub(super) fn slots_for(entries: usize) -> usize {
    (entries + entries / 2).next_power_of_two()
}

/// The replaced values of an entry.
#[derive(Clone, Copy)]
pub(super) struct Stamp {
    /// The version in which the current value was set.
    pub(super) version: u32,
    /// The number of values before it; there is room for the next power of two.
    pub(super) len: u32,
    /// The previous values, the oldest first, each with the version at which it was set.
    pub(super) past: *mut (u32, Value<'static>),
}

/// The index of a storage, shared by all its views.
pub(super) struct Index {
    /// The heap that the storage lives in; null when it never changes.
    pub(super) owner: *const Heap,
    /// The number of entries, without holes.
    pub(super) used: Cell<u32>,
    /// The number of holes among the entries: see [`super::holes`].
    pub(super) holes: Cell<u32>,
    /// The address of the first entry that the storage had room for, once there were holes.
    pub(super) row: Cell<usize>,
    /// The number of entries that the storage has room for, including those removed from the front.
    pub(super) capacity: u32,
    /// The number of entries removed from the front, which slots count too.
    pub(super) first: Cell<u32>,
    /// True if a key is neither a String nor an Integer.
    pub(super) has_other_keys: Cell<bool>,
    /// The version of the newest view: the number of times that values have been replaced.
    pub(super) version: Cell<u32>,
    /// The loop that owns the storage, if any: see `super::owned`.
    pub(super) loop_id: Cell<u32>,
    /// The checks that the entries passed.
    pub(super) seals: Seals,
    /// The epoch of the heap in which the index was made.
    pub(super) epoch: u64,
    /// The number of slots less one.
    pub(super) mask: u32,
    pub(super) slots: NonNull<Cell<Slot>>,
    /// One stamp for each entry of the capacity, once a value has been replaced.
    pub(super) stamps: Cell<*mut Stamp>,
}

impl Index {
    pub(super) fn slot(&self, at: u32) -> &Cell<Slot> {
        // SAFETY: within the mask
        unsafe { self.slots.add((at & self.mask) as usize).as_ref() }
    }

    /// Returns the first entry with this hash that `is` accepts.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is: impl FnMut(usize) -> bool) -> Option<usize> {
        let first = self.first.get() as usize;
        let mut at = Slot::home(hash, self.mask);
        loop {
            let slot = self.slot(at).get();
            if slot == Slot::EMPTY {
                return None;
            }
            let entry = slot.entry().wrapping_sub(first);
            if slot.is_of(hash) && is(entry) {
                return Some(entry);
            }
            at = (at + 1) & self.mask;
        }
    }

    /// Returns the number of entries that there is room for.
    pub(super) fn room(&self) -> usize {
        (self.capacity - self.first.get()) as usize
    }

    /// Returns the slot of an entry whose key has this hash.
    pub(super) fn slot_of(&self, hash: u64, entry: usize) -> u32 {
        let number = entry + self.first.get() as usize;
        let mut at = Slot::home(hash, self.mask);
        while self.slot(at).get() == Slot::EMPTY || self.slot(at).get().entry() != number {
            at = (at + 1) & self.mask;
        }
        at
    }

    /// Empties the slot of an entry. The caller may write to the storage.
    pub(super) fn empty(&self, hash: u64, entry: usize) {
        let mut hole = self.slot_of(hash, entry);
        // an entry that a search would reach only across the hole moves into it
        let mut at = hole;
        loop {
            at = (at + 1) & self.mask;
            let slot = self.slot(at).get();
            if slot == Slot::EMPTY {
                break;
            }
            let way = |from: u32| at.wrapping_sub(from) & self.mask;
            if way(Slot::home(slot.0, self.mask)) >= way(hole) {
                self.slot(hole).set(slot);
                hole = at;
            }
        }
        self.slot(hole).set(Slot::EMPTY);
    }

    /// Adds the entry of a key that is not there. The caller may write to the storage.
    pub(super) fn add(&self, hash: u64, entry: usize, key: Value<'_>) {
        if !matches!(key, Value::String(_) | Value::Integer(_)) {
            self.has_other_keys.set(true);
        }
        self.put(hash, entry);
    }

    /// Adds a slot for an entry.
    pub(super) fn put(&self, hash: u64, entry: usize) {
        let mut at = Slot::home(hash, self.mask);
        while self.slot(at).get() != Slot::EMPTY {
            at = (at + 1) & self.mask;
        }
        self.slot(at)
            .set(Slot::new(hash, entry + self.first.get() as usize));
    }

    /// Adds the slots of another index for its first `len` entries.
    pub(super) fn put_all(&self, other: &Index, len: usize) {
        let first = other.first.get() as usize;
        for at in 0..=other.mask {
            let slot = other.slot(at).get();
            if slot != Slot::EMPTY && slot.entry().wrapping_sub(first) < len {
                self.put(slot.0, slot.entry() - first);
            }
        }
        self.has_other_keys.set(other.has_other_keys.get());
    }
}

/// Makes an index without entries; `owner` is null when it will not change.
pub(super) fn new_index(heap: &Heap, owner: *const Heap, capacity: usize) -> &Index {
    let size = slots_for(capacity);
    let mask = u32::try_from(size - 1).expect("the memory limit is met before");
    heap.alloc(Index {
        owner,
        used: Cell::new(0),
        holes: Cell::new(0),
        row: Cell::new(0),
        capacity: capacity as u32,
        first: Cell::new(0),
        has_other_keys: Cell::new(false),
        version: Cell::new(0),
        loop_id: Cell::new(0),
        seals: Seals::default(),
        epoch: heap.epoch(),
        mask,
        slots: NonNull::from(
            heap.slice_from(size, std::iter::repeat_n(Cell::new(Slot::EMPTY), size)),
        )
        .cast(),
        stamps: Cell::new(std::ptr::null_mut()),
    })
}
