//! Removes entries from a storage that only one loop sees, in constant time.
//!
//! A removed entry leaves a hole, which has no slot. Reading entries in order closes all holes
//! first ([`Hash::settle`]); finding, adding and removing keys leaves them. The first entry and the
//! last one are never holes, so a row that is emptied from one of its ends has none.
//!
//! Invariants of the unsafe code here: only the newest view of a storage with holes is used, and
//! only by code that holds its heap. A hole has the key `undef`, but a search for `undef` does not
//! find it.

use super::{Entry, Hash, Index, Slot, hash_of};
use crate::value::Value;

impl<'h> Hash<'h> {
    /// Closes the holes, so that places are the indices of entries.
    #[inline]
    pub(super) fn settle(&self) {
        if let Some(index) = self.index
            && index.holes.get() > 0
        {
            index.close_holes();
        }
    }

    /// Returns true if closing the holes pays for itself by the room that it frees.
    pub(super) fn has_many_holes(&self) -> bool {
        self.index
            .is_some_and(|index| index.holes.get() > self.len / 2)
    }

    /// Removes an entry of a storage that only the loop, or no code yet, sees.
    pub(super) fn take_indexed(&mut self, index: &Index, at: usize) {
        index.seals.break_all();
        index.empty(hash_of(self.key(at)), at);
        // SAFETY: an entry of the storage
        unsafe { self.entries.add(at).write((Value::Undef, Value::Undef)) };
        let (holes, first) = (&index.holes, &index.first);
        let start = first.get() as usize * size_of::<Entry<'_>>();
        index.row.set(self.entries.as_ptr() as usize - start);
        holes.set(holes.get() + 1);
        self.len -= 1;
        index.used.set(self.len);
        while self.end() > 0 && index.is_hole(0, self.key(0)) {
            // SAFETY: there is an entry, or a hole
            self.entries = unsafe { self.entries.add(1) };
            first.set(first.get() + 1);
            holes.set(holes.get() - 1);
        }
        while self.end() > 0 && index.is_hole(self.end() - 1, self.key(self.end() - 1)) {
            holes.set(holes.get() - 1);
        }
    }
}

impl Index {
    /// Returns true if there is no entry at a place, given its key.
    fn is_hole(&self, at: usize, key: Value<'_>) -> bool {
        matches!(key, Value::Undef) && self.find(hash_of(key), |found| found == at).is_none()
    }

    /// Moves all entries towards the first one.
    #[cold]
    fn close_holes(&self) {
        let end = (self.used.get() + self.holes.get()) as usize;
        let first = self.first.get() as usize;
        let row = self.row.get() as *mut Entry<'_>;
        // the new number of each entry, counted as in slots
        let mut numbers: Vec<u32> = Vec::with_capacity(end);
        let mut next = first;
        for place in 0..end {
            numbers.push(next as u32);
            // SAFETY: places of the storage, of which only the newest view is used
            unsafe {
                let entry = row.add(first + place).read();
                if !self.is_hole(place, entry.0) {
                    row.add(next).write(entry);
                    next += 1;
                }
            }
        }
        for at in 0..=self.mask {
            let slot = self.slot(at);
            if slot.get() != Slot::EMPTY {
                let number = numbers[slot.get().entry() - first];
                slot.set(Slot::new(slot.get().0, number as usize));
            }
        }
        self.holes.set(0);
    }
}
