//! Owns hashes that only one loop sees, and that the loop changes in place.
//!
//! Such a loop has an identity ([`loop_id`]). The hashes that it makes by [`Hash::put`] are in
//! storages that carry the identity: in their [`Index`], or, while there are few entries, in the
//! field for the view's version. All views of such a storage come from that loop, and the caller
//! guarantees that only the newest is used again. So values are replaced without keeping the old
//! ones, and the view stays the same. A hash from elsewhere is not changed. It is copied only after
//! so many replacements that they cost as much as a copy, so that a loop which is entered
//! repeatedly does not copy it each time.
//!
//! Invariants of the unsafe code here, in addition to those of the parent module: a storage of few
//! entries that carries an identity has room for [`SCAN_MAX`] of them.

use std::sync::atomic::{AtomicU32, Ordering};

use super::{Entry, Hash, Index, SCAN_MAX, hash_of};
use crate::heap::Heap;
use crate::value::Value;

/// The next identity of a loop; 0 belongs to no loop.
static NEXT: AtomicU32 = AtomicU32::new(1);

/// Returns a new identity for a loop that is entered, unique in the process; 0, which owns nothing,
/// when no identity is left.
pub fn loop_id() -> u32 {
    let next = |id: u32| id.checked_add(1);
    NEXT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next)
        .unwrap_or(0)
}

/// The result of [`Hash::put`].
pub struct Put<'h> {
    /// The hash.
    pub hash: &'h Hash<'h>,
    /// True if the key was there, and its text is not the given one in memory.
    pub found: bool,
}

impl<'h> Hash<'h> {
    /// Works like [`with`](Hash::with), for a loop that never uses this hash again, nor any other
    /// that it made by `put` and that shares its storage. The key, if it is there, is most likely at
    /// the place `near`.
    pub fn put(
        &'h self,
        heap: &'h Heap,
        (key, value): Entry<'h>,
        loop_id: u32,
        near: u32,
    ) -> Put<'h> {
        if loop_id == 0 {
            let hash = self.with(heap, key, value);
            return Put { hash, found: false };
        }
        match self.index {
            None => self.put_few(heap, (key, value), (loop_id, near)),
            Some(index) => self.put_many(heap, index, (key, value), (loop_id, near)),
        }
    }

    fn put_few(
        &'h self,
        heap: &'h Heap,
        (key, value): Entry<'h>,
        (loop_id, near): (u32, u32),
    ) -> Put<'h> {
        let at = self.find_near(key, near as usize);
        let found = at.is_some_and(|at| self.is_other_key(at, key));
        if at.is_none() && self.len() == SCAN_MAX {
            let hash = self.copy_with(heap, (key, value), loop_id);
            return Put { hash, found };
        }
        let own = self.version == loop_id;
        if let (Some(at), true) = (at, own) {
            // SAFETY: an entry, of a storage that only the loop sees
            unsafe { (*self.entries.add(at).as_ptr()).1 = value };
            return Put { hash: self, found };
        }
        let mut new = *self;
        if !own {
            let room = heap.reserve(SCAN_MAX * size_of::<Entry<'_>>(), 8);
            new.entries = room.cast();
            new.version = loop_id;
            // SAFETY: at most SCAN_MAX entries
            unsafe { self.copy_entries(new.entries) };
        }
        // SAFETY: an entry, or the next one, for which there is room; only the loop sees them
        unsafe {
            match at {
                Some(at) => (*new.entries.add(at).as_ptr()).1 = value,
                None => {
                    new.entries.add(new.len()).write((key, value));
                    new.len += 1;
                }
            }
        }
        let hash = heap.alloc(new);
        Put { hash, found }
    }

    fn put_many(
        &'h self,
        heap: &'h Heap,
        index: &'h Index,
        (key, value): Entry<'h>,
        (loop_id, near): (u32, u32),
    ) -> Put<'h> {
        let near = Some(near as usize).filter(|near| self.has_text(*near, key));
        let at = near.or_else(|| self.find(key));
        let found = at.is_some_and(|at| self.is_other_key(at, key));
        let newest = std::ptr::eq(index.owner, heap)
            && index.used.get() == self.len
            && index.version.get() == self.version;
        let own = newest && index.loop_id.get() == loop_id;
        let hash = match at {
            Some(at) if own => {
                index.seals.note(at);
                // SAFETY: an entry, of a storage that only the loop sees
                unsafe { (*self.entries.add(at).as_ptr()).1 = value };
                self
            }
            None if own => self.append(heap, index, (key, value)),
            // too little has been replaced for a copy
            Some(_) if newest && self.version < self.len => self.with(heap, key, value),
            None if newest && index.room() > self.len() => self.with(heap, key, value),
            _ => self.copy_with(heap, (key, value), loop_id),
        };
        Put { hash, found }
    }

    /// Adds an entry to a storage of the loop's own.
    fn append(&'h self, heap: &'h Heap, index: &'h Index, entry: Entry<'h>) -> &'h Hash<'h> {
        let is_full = self.end() == index.room();
        if is_full || heap.is_settled(index.epoch) {
            if !is_full || !self.has_many_holes() {
                return self.copy_with(heap, entry, index.loop_id.get());
            }
            self.settle();
        }
        // SAFETY: below the capacity, beyond all entries; only the loop sees the storage
        unsafe { self.entries.add(self.end()).write(entry) };
        index.add(hash_of(entry.0), self.end(), entry.0);
        let len = self.len + 1;
        index.used.set(len);
        heap.alloc(Hash { len, ..*self })
    }

    /// Works like [`without`](Hash::without), for a loop as in [`put`](Hash::put).
    pub fn take(&'h self, heap: &'h Heap, key: Value<'_>, loop_id: u32) -> &'h Hash<'h> {
        let is_own = self.is_own(heap, loop_id);
        if !is_own {
            self.settle();
        }
        let Some(at) = self.find(key) else {
            return self;
        };
        let mut new = match self.index {
            _ if is_own => *self,
            Some(_) => self.copy(heap, self.len()),
            None => {
                let room = heap.reserve(SCAN_MAX * size_of::<Entry<'_>>(), 8).cast();
                let row = self.entries.as_ptr();
                // SAFETY: at most SCAN_MAX entries, which without an index are those of the view
                unsafe { std::ptr::copy_nonoverlapping(row, room.as_ptr(), self.len()) };
                Hash {
                    entries: room,
                    version: loop_id,
                    ..*self
                }
            }
        };
        if let Some(index) = new.index {
            index.loop_id.set(loop_id);
            new.take_indexed(index, at);
            if loop_id == 0 {
                new.settle();
            }
        } else {
            let behind = new.len() - at - 1;
            // SAFETY: entries of a storage that only the loop sees, or nobody yet
            unsafe {
                let hole = new.entries.add(at).as_ptr();
                std::ptr::copy(hole.add(1), hole, behind);
            }
            new.len -= 1;
        }
        heap.alloc(new)
    }

    /// Returns true if the storage carries the identity of a loop, and only its newest values are
    /// known.
    fn is_own(&self, heap: &Heap, loop_id: u32) -> bool {
        loop_id != 0
            && match self.index {
                None => self.version == loop_id,
                Some(index) => {
                    std::ptr::eq(index.owner, heap)
                        && index.used.get() == self.len
                        && index.version.get() == self.version
                        && index.loop_id.get() == loop_id
                        && index.stamps.get().is_null()
                }
            }
    }

    /// Copies the hash to a storage of the loop's own, with another value or one more entry.
    fn copy_with(&self, heap: &'h Heap, entry: Entry<'h>, loop_id: u32) -> &'h Hash<'h> {
        let new = heap.alloc(self.copy(heap, self.len() + 1));
        if let Some(index) = new.index {
            index.loop_id.set(loop_id);
        }
        new.put(heap, entry, loop_id, 0).hash
    }

    /// Returns true if a text is the key of an entry.
    fn has_text(&self, at: usize, key: Value<'_>) -> bool {
        match key {
            Value::String(text) => at < self.end() && self.is_text(at, text.as_str()),
            _ => false,
        }
    }

    /// Returns true if the key of an entry equals a text, but lies elsewhere in memory.
    fn is_other_key(&self, at: usize, key: Value<'_>) -> bool {
        match (self.key(at), key) {
            (Value::String(there), Value::String(given)) => !there.is(given),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use indexmap::IndexMap;
    use proptest::prelude::*;

    use super::*;
    use crate::value::hash::HashBuilder;

    type Model = IndexMap<u8, i64>;

    fn is(hash: &Hash<'_>, model: &Model) -> bool {
        let same = |((k, v), (pick, i)): (Entry<'_>, (&u8, &i64))| {
            k.same(Value::Integer((*pick).into())) && v.same(Value::Integer(*i))
        };
        hash.len() == model.len()
            && hash.iter().zip(model).all(same)
            && (0..=u8::MAX).all(|pick| {
                let found = hash.get(Value::Integer(pick.into()));
                found.and_then(Value::as_integer) == model.get(&pick).copied()
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        /// Checks that rows of puts change only the hashes of their own loop.
        #[test]
        fn loops_change_only_their_own(rows in prop::collection::vec((any::<u8>(), prop::collection::vec(0u8..48, 0..90)), 1..20)) {
            let heap = Heap::new();
            let empty = HashBuilder::new().finish(&heap);
            let mut seen: Vec<(&Hash<'_>, Model)> = vec![(empty, Model::new())];
            let mut count = 0i64;
            for (from, picks) in rows {
                let (mut hash, mut model) = seen[from as usize % seen.len()].clone();
                let id = loop_id();
                for pick in picks {
                    count += 1;
                    let (key, value) = (Value::Integer(pick.into()), Value::Integer(count));
                    if pick % 3 == count as u8 % 3 && from % 2 == 0 {
                        model.shift_remove(&pick);
                        hash = match from % 5 {
                            0 => hash.without(&heap, key),
                            _ => hash.take(&heap, key, id),
                        };
                        if from % 7 == 0 {
                            prop_assert!(is(hash, &model));
                        }
                        continue;
                    }
                    model.insert(pick, count);
                    hash = match from % 5 {
                        0 => hash.with(&heap, key, value),
                        _ => hash.put(&heap, (key, value), id, 0).hash,
                    };
                }
                seen.push((hash, model));
            }
            for (hash, model) in &seen {
                prop_assert!(is(hash, model));
            }
        }
    }

    #[test]
    fn removals_are_linear() {
        let heap = Heap::new();
        let (mut hash, id) = (HashBuilder::new().finish(&heap), loop_id());
        let mut model = std::collections::BTreeMap::new();
        for i in 0..400_000i64 {
            let (new, old) = (i % 20_000, i * 7_919 % 20_000);
            hash = hash
                .put(&heap, (Value::Integer(new), Value::Integer(i)), id, 0)
                .hash;
            model.insert(new, i);
            hash = hash.take(&heap, Value::Integer(old), id);
            model.remove(&old);
        }
        assert_eq!(hash.len(), model.len());
        let keys: std::collections::BTreeSet<_> =
            hash.keys().filter_map(Value::as_integer).collect();
        assert!(keys.iter().eq(model.keys()));
        assert!(heap.bytes() < 40 << 20);
    }

    #[test]
    fn replacing_takes_no_memory() {
        let heap = Heap::new();
        let (mut hash, id) = (HashBuilder::new().finish(&heap), loop_id());
        for i in 0..1_000_000 {
            let key = Value::Integer(i % 50);
            hash = hash.put(&heap, (key, Value::Integer(i)), id, 0).hash;
        }
        assert_eq!(hash.len(), 50);
        assert!(heap.bytes() < 1 << 20);
    }

    #[test]
    fn loops_that_are_entered_again_do_not_copy_each_time() {
        let heap = Heap::new();
        let mut hash = HashBuilder::new().finish(&heap);
        for i in 0..100_000 {
            let key = Value::Integer(i % 5_000);
            hash = hash.put(&heap, (key, Value::Integer(i)), loop_id(), 0).hash;
        }
        assert_eq!(hash.len(), 5_000);
        assert!(heap.bytes() < 40 << 20);
    }
}
