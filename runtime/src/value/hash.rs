//! Owns hashes: entries in order of insertion, scanned while few, indexed when many. A hash is a
//! view of a storage that grows, and whose values are replaced, without changing older views.
//!
//! Invariants of the unsafe code here:
//! * `entries` points to at least `len` written entries in the heap of the hash or a heap that
//!   lives longer. Keys are never written again.
//! * An [`Index`] with an owner may change, but only by code that holds that heap: heaps are not
//!   shared between threads, so hashes may be when no heap comes with them. An index without an
//!   owner never changes.
//! * Entries beyond `used` are written once, by the view that ends there. No older view reaches
//!   them: it skips a slot that refers to an entry beyond its length.
//! * A value is replaced only in a storage with an owner, by its newest view, and after the old
//!   value has been stored in the entry's past with its version. Both values live in the owner (or
//!   longer), so that an older view may skip the newer one.
//! * A storage may come to refer to memory that is newer than itself. A replaced value is reported
//!   to the heap ([`Heap::changed`]), which then frees nothing that is newer than the storage and
//!   older than the change.
//! * No reference into entries, slots or stamps is kept across a call: all are copied out.
//! * There are holes between entries only in a storage that a loop owns, whose newest view alone is
//!   used. A *place* counts holes, an index of an entry does not; [`Hash::settle`] makes them agree.
#![allow(unsafe_code, reason = "growth in place")]

use std::ptr::NonNull;

mod builder;
mod hashing;
mod holes;
mod index;
mod moving;
mod owned;
mod seal;
mod sealed;

pub use builder::HashBuilder;
pub use hashing::hash_of_text as text_hash;
pub(super) use moving::Storages;
pub use owned::loop_id;

use hashing::{hash_of, hash_of_integer, hash_of_text};
use index::{Index, Slot, Stamp, new_index, slots_for};

use super::{Str, Value};
use crate::heap::Heap;

/// Up to this many entries a scan is as fast as an index.
const SCAN_MAX: usize = 8;

type Entry<'h> = (Value<'h>, Value<'h>);

/// A map of values to values.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Hash<'h> {
    entries: NonNull<Entry<'h>>,
    len: u32,
    /// The version that this view is of; without an index the loop whose storage it is.
    version: u32,
    /// Absent when there are few entries.
    index: Option<&'h Index>,
}

/// Offsets for compiled code. An entry is a key and a value.
impl Hash<'_> {
    /// The address of the entries.
    pub const ENTRIES_AT: usize = std::mem::offset_of!(Hash<'_>, entries);
    /// The number of entries, in four bytes.
    pub const LEN_AT: usize = std::mem::offset_of!(Hash<'_>, len);
    /// The version of the view, in four bytes.
    pub const VERSION_AT: usize = std::mem::offset_of!(Hash<'_>, version);
    /// The index; null if the entries hold the values of the hash.
    pub const INDEX_AT: usize = std::mem::offset_of!(Hash<'_>, index);
    /// The version of the newest view, in four bytes, within an index. The values of the entries are
    /// those of the views of this version.
    pub const NEWEST_AT: usize = std::mem::offset_of!(Index, version);
}

const _: () = assert!(std::mem::offset_of!(Entry<'_>, 0) == 0 && size_of::<Entry<'_>>() == 32);

impl<'h> Hash<'h> {
    /// Makes a hash of entries. For equal keys the later value wins, at the earlier place.
    pub fn new(heap: &'h Heap, entries: &[Entry<'h>]) -> &'h Hash<'h> {
        if entries.len() <= SCAN_MAX {
            let empty = Hash {
                entries: NonNull::dangling(),
                len: 0,
                version: 0,
                index: None,
            };
            return empty.plus_few(heap, entries.len(), entries.iter().copied());
        }
        let mut builder = HashBuilder::with_capacity(entries.len());
        for &(key, value) in entries {
            builder.insert(key, value);
        }
        builder.finish(heap)
    }

    /// Makes a hash of exactly as many entries as there are pairs, whose keys differ.
    pub fn of_distinct(
        heap: &'h Heap,
        pairs: usize,
        entries: impl Iterator<Item = Entry<'h>>,
    ) -> &'h Hash<'h> {
        if pairs > SCAN_MAX {
            let mut builder = HashBuilder::with_capacity(pairs);
            entries.for_each(|(key, value)| builder.insert(key, value));
            return builder.finish(heap);
        }
        let entries = heap.slice_from(pairs, entries);
        heap.alloc(Hash {
            entries: NonNull::from(entries).cast(),
            len: entries.len() as u32,
            version: 0,
            index: None,
        })
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if the hash is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the value of a key, compared with [`Value::same`].
    pub fn get(&self, key: Value<'_>) -> Option<Value<'h>> {
        // SAFETY: the search returns entries below `end`
        self.find(key).map(|at| unsafe { self.value_at(at) })
    }

    /// Returns the value of a String key.
    pub fn get_str(&self, key: &str) -> Option<Value<'h>> {
        // SAFETY: the search returns entries below `end`
        self.find_str(key).map(|at| unsafe { self.value_at(at) })
    }

    /// Returns the place after the last entry, which is the number of entries unless there are
    /// holes.
    #[inline]
    fn end(&self) -> usize {
        match self.index {
            Some(index) => self.len() + index.holes.get() as usize,
            None => self.len(),
        }
    }

    /// Returns the place of a key that is most likely the same text in memory as in the hash, as
    /// when both are written in one file.
    #[inline]
    pub fn place_of(&self, key: Str<'_>) -> Option<usize> {
        let is = |at: &usize| matches!(self.key(*at), Value::String(other) if other.is(key));
        let found = match self.index {
            None => (0..self.len()).find(is),
            Some(_) => None,
        };
        found.or_else(|| self.find_str(key.as_str()))
    }

    /// Returns the place of a key, which is most likely at a given one.
    #[inline]
    fn find_near(&self, key: Value<'_>, near: usize) -> Option<usize> {
        match key {
            Value::String(text) if self.is_key(near, text) => Some(near),
            Value::String(text) => self.place_of(text),
            _ => self.find(key),
        }
    }

    /// Returns true if there is an entry at a place, and its key is the same text in memory.
    #[inline]
    fn is_key(&self, at: usize, text: Str<'_>) -> bool {
        at < self.end() && matches!(self.key(at), Value::String(key) if key.is(text))
    }

    /// Returns true if the key of an entry that the view has is a text.
    #[inline]
    fn is_text(&self, at: usize, text: &str) -> bool {
        match self.key(at) {
            Value::String(key) => {
                let key = key.as_str();
                key.len() == text.len() && (std::ptr::eq(key, text) || key == text)
            }
            _ => false,
        }
    }

    /// Returns the place of the entry of a text.
    pub fn find_str(&self, text: &str) -> Option<usize> {
        let is = |at: usize| self.is_text(at, text);
        match self.index {
            None => (0..self.len()).find(|&at| is(at)),
            Some(index) => {
                let hash = hash_of_text(text);
                index.find(hash, |at| at < self.end() && is(at))
            }
        }
    }

    /// Returns the place of the entry of an Integer.
    #[inline]
    fn find_integer(&self, number: i64) -> Option<usize> {
        let is = |at: usize| matches!(self.key(at), Value::Integer(key) if key == number);
        match self.index {
            None => (0..self.len()).find(|&at| is(at)),
            // consecutive Integer keys are at the place that their number says
            Some(_) if self.place_by_number(number).is_some_and(is) => self.place_by_number(number),
            Some(index) => {
                let hash = hash_of_integer(number);
                index.find(hash, |at| at < self.end() && is(at))
            }
        }
    }

    /// Returns the place of an Integer key, when all keys count up from the first.
    #[inline]
    fn place_by_number(&self, number: i64) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        match self.key(0) {
            Value::Integer(first) => {
                let place = usize::try_from(number.wrapping_sub(first)).ok()?;
                (place < self.end()).then_some(place)
            }
            _ => None,
        }
    }

    /// Returns true if a key equals a String or an Integer by `==`, which ignores the case of ASCII
    /// letters. Returns `None` if that needs a comparison with each key.
    pub fn has_equal_key(&self, key: Value<'_>) -> Option<bool> {
        let index = self.index?;
        let found = match key {
            Value::String(text) => {
                let is = |at: usize| {
                    at < self.end()
                        && matches!(self.key(at), Value::String(other) if text.eq_ignore_ascii_case(&other))
                };
                index.find(hash_of_text(text.as_str()), is)
            }
            Value::Integer(number) => self.find_integer(number),
            _ => return None,
        };
        match found {
            Some(_) => Some(true),
            None => (!index.has_other_keys.get()).then_some(false),
        }
    }

    #[inline]
    fn find(&self, key: Value<'_>) -> Option<usize> {
        match key {
            Value::String(text) => return self.find_str(text.as_str()),
            Value::Integer(number) => return self.find_integer(number),
            _ => {}
        }
        let is = |at: usize| self.key(at).same(key);
        match self.index {
            None => (0..self.len()).find(|&at| is(at)),
            Some(index) => index.find(hash_of(key), |at| at < self.end() && is(at)),
        }
    }

    /// Returns the key at a place; `undef` in a hole.
    #[inline]
    fn key(&self, at: usize) -> Value<'h> {
        debug_assert!(at < self.end(), "an entry of the view");
        // SAFETY: callers stay below `end`; keys are never written again
        unsafe { self.entries.add(at).cast::<Value<'h>>().read() }
    }

    /// Returns the value of the entry at an index.
    ///
    /// # Safety
    /// `at` must be below `end`.
    #[inline]
    unsafe fn value_at(&self, at: usize) -> Value<'h> {
        match self.index {
            Some(index) if index.version.get() != self.version => self.value_of_then(index, at),
            // SAFETY: the caller says so; the value has not been replaced since
            _ => unsafe { (*self.entries.add(at).as_ptr()).1 },
        }
    }

    /// Returns the value of an entry in a storage where values have been replaced since.
    #[cold]
    fn value_of_then(&self, index: &Index, at: usize) -> Value<'h> {
        // SAFETY: the versions differ, so there are stamps, one for each entry; the past of a stamp
        // has `len` values, of the heap of the view or longer ones, as has the entry itself
        unsafe {
            let stamp = *index.stamps.get().add(at);
            if stamp.version <= self.version {
                return (*self.entries.add(at).as_ptr()).1;
            }
            let past = std::slice::from_raw_parts(stamp.past, stamp.len as usize);
            let later = past.partition_point(|(version, _)| *version <= self.version);
            past[later - 1].1
        }
    }

    /// Returns the entry at an index from 0, in order of insertion.
    pub fn entry(&self, index: usize) -> Option<(Value<'h>, Value<'h>)> {
        self.settle();
        // SAFETY: the index is below `len`
        (index < self.len()).then(|| (self.key(index), unsafe { self.value_at(index) }))
    }

    /// Returns the value at a place where a key was found; `undef` if there is no value.
    #[inline]
    pub fn value(&self, place: usize) -> Value<'h> {
        match place < self.end() {
            // SAFETY: the place is below `end`
            true => unsafe { self.value_at(place) },
            false => Value::Undef,
        }
    }

    /// Returns the entries in order of insertion.
    pub fn iter(&self) -> Entries<'h> {
        self.settle();
        Entries {
            hash: *self,
            from: 0,
            to: self.len,
        }
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = Value<'h>> + ExactSizeIterator + use<'h> {
        self.settle();
        let hash = *self;
        (0..self.len()).map(move |at| hash.key(at))
    }

    /// Returns the values in order.
    pub fn values(
        &self,
    ) -> impl DoubleEndedIterator<Item = Value<'h>> + ExactSizeIterator + use<'h> {
        self.iter().map(|(_, value)| value)
    }

    /// Returns true if hashes have the same keys with the same values, in any order.
    pub fn same(&self, other: &Hash<'_>) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .all(|(k, v)| other.get(k).is_some_and(|w| v.same(w)))
    }

    /// Returns the entries with one more, or with another value for an existing key; see
    /// [`plus`](Hash::plus).
    pub fn with(&'h self, heap: &'h Heap, key: Value<'h>, value: Value<'h>) -> &'h Hash<'h> {
        self.plus_entries(heap, 1, std::iter::once((key, value)))
    }

    /// Returns the entries with others, which win; see [`plus`](Hash::plus). The caller may know that
    /// the keys of the others differ.
    pub fn with_entries(
        &'h self,
        heap: &'h Heap,
        others: &[Entry<'h>],
        all_differ: bool,
    ) -> &'h Hash<'h> {
        let differs = |at: usize| others[..at].iter().all(|(key, _)| !key.same(others[at].0));
        if all_differ || (0..others.len()).all(differs) {
            return self.plus_entries(heap, others.len(), others.iter().copied());
        }
        self.plus(heap, Hash::new(heap, others))
    }

    /// Returns the entries without that of a key.
    pub fn without(&'h self, heap: &'h Heap, key: Value<'_>) -> &'h Hash<'h> {
        self.take(heap, key, 0)
    }

    /// Returns the entries together with those of another hash, whose values win. If this is the
    /// newest view of its storage and there is room, the storage is changed, otherwise it is
    /// copied: a series of `n` additions and replacements takes O(n) in all. Older views stay
    /// unchanged.
    pub fn plus(&'h self, heap: &'h Heap, other: &'h Hash<'h>) -> &'h Hash<'h> {
        match (self.len, other.len) {
            (_, 0) => self,
            (0, _) => other,
            _ => self.plus_entries(heap, other.len(), other.iter()),
        }
    }

    /// Adds entries: `more` holds at most `added` entries of distinct keys.
    fn plus_entries(
        &self,
        heap: &'h Heap,
        added: usize,
        more: impl Iterator<Item = Entry<'h>> + Clone,
    ) -> &'h Hash<'h> {
        let mut most = self.len() + added;
        self.settle();
        if self.index.is_none() && most > SCAN_MAX {
            // values that replace others need no index
            let mut near = 0;
            for (key, _) in more.clone() {
                match self.find_near(key, near) {
                    Some(at) => near = at + 1,
                    None => most += 1,
                }
            }
            most -= added;
        }
        if most <= SCAN_MAX {
            return self.plus_few(heap, most, more);
        }
        let room = self.index.filter(|index| {
            std::ptr::eq(index.owner, heap)
                && index.used.get() == self.len
                && index.version.get() == self.version
                && index.room() >= most
                && index.version.get() < u32::MAX
                && !heap.is_settled(index.epoch)
        });
        let mut new = match room {
            Some(_) => *self,
            None => self.copy(heap, most),
        };
        let mut replaced = false;
        for (key, value) in more {
            let index = new.index.expect("many entries have an index");
            let hash = hash_of(key);
            match index.find(hash, |at| at < new.len() && new.key(at).same(key)) {
                Some(at) if room.is_none() => {
                    index.seals.note(at);
                    // SAFETY: the copy is not shared yet
                    unsafe { (*new.entries.add(at).as_ptr()).1 = value };
                }
                Some(at) => {
                    new.replace(heap, index, at, value);
                    replaced = true;
                }
                None => {
                    // SAFETY: the newest view, below the capacity
                    unsafe { new.entries.add(new.len()).write((key, value)) };
                    index.add(hash, new.len(), key);
                    new.len += 1;
                    index.used.set(new.len);
                }
            }
        }
        if let (Some(index), true) = (new.index, replaced) {
            new.version += 1;
            index.version.set(new.version);
        }
        heap.alloc(new)
    }

    fn plus_few(
        &self,
        heap: &'h Heap,
        most: usize,
        more: impl Iterator<Item = Entry<'h>>,
    ) -> &'h Hash<'h> {
        let entries = heap.reserve(most * size_of::<Entry<'_>>(), 8).cast();
        let mut new = Hash {
            entries,
            len: 0,
            version: 0,
            index: None,
        };
        // entries that replace others mostly come in the same order
        let mut near = 0;
        // SAFETY: there is room for `most` entries, to which there is no other reference yet
        unsafe {
            self.copy_entries(entries);
            new.len = self.len;
            for (key, value) in more {
                match new.find_near(key, near) {
                    Some(at) => {
                        let entry = entries.add(at).as_ptr();
                        // the next search finds its own text there
                        if matches!(key, Value::String(_)) {
                            (*entry).0 = key;
                        }
                        (*entry).1 = value;
                        near = at + 1;
                    }
                    None => {
                        entries.add(new.len()).write((key, value));
                        new.len += 1;
                    }
                }
            }
        }
        heap.alloc(new)
    }

    /// Copies the entries of the view.
    ///
    /// # Safety
    /// There must be fresh memory for them.
    unsafe fn copy_entries(&self, to: NonNull<Entry<'h>>) {
        self.settle();
        // SAFETY: the caller says that there is room; the entries of the newest view are those in memory
        unsafe {
            if self.is_newest() {
                let from = self.entries.as_ptr();
                return std::ptr::copy_nonoverlapping(from, to.as_ptr(), self.len());
            }
            for (at, entry) in self.iter().enumerate() {
                to.add(at).write(entry);
            }
        }
    }

    /// Returns a copy that may change, with room for at least `most` entries.
    fn copy(&self, heap: &'h Heap, most: usize) -> Hash<'h> {
        // a hash that has changed before is likely to change again
        let capacity = match self.index {
            Some(index) if !index.owner.is_null() => most + self.len(),
            _ => most,
        };
        let entries = heap.reserve(capacity * size_of::<Entry<'_>>(), 8).cast();
        let index = new_index(heap, heap, capacity);
        index.used.set(self.len);
        // SAFETY: within the capacity
        unsafe { self.copy_entries(entries) };
        match self.index {
            // the slots hold the hashes of the keys, and those of newer views' entries
            Some(old) => {
                let is_own = std::ptr::eq(old.owner, heap);
                if is_own && self.is_newest() && old.used.get() == self.len {
                    index.seals.take_over(&old.seals);
                }
                index.put_all(old, self.len());
            }
            None => {
                for at in 0..self.len() {
                    index.add(hash_of(self.key(at)), at, self.key(at));
                }
            }
        }
        Hash {
            entries,
            len: self.len,
            version: 0,
            index: Some(index),
        }
    }

    /// Stores the current value of an entry in its past, and sets another. The view is the newest.
    fn replace(&self, heap: &'h Heap, index: &Index, at: usize, value: Value<'h>) {
        index.seals.note(at);
        if index.stamps.get().is_null() {
            let none = Stamp {
                version: 0,
                len: 0,
                past: std::ptr::null_mut(),
            };
            let count = index.capacity as usize;
            let stamps = heap.reserve(count * size_of::<Stamp>(), 8).cast::<Stamp>();
            for at in 0..count {
                // SAFETY: within the fresh memory
                unsafe { stamps.add(at).write(none) };
            }
            index.stamps.set(stamps.as_ptr());
        }
        // SAFETY: `at` is an entry; there is a stamp for each, and room in its past up to the next
        // power of two; `'static` stands for the owner's lifetime, which no value outlives here
        unsafe {
            let stamp = &mut *index.stamps.get().add(at);
            if stamp.len == 0 || stamp.len.is_power_of_two() {
                let room = (stamp.len as usize * 2).max(1);
                let past = heap.reserve(room * size_of::<(u32, Value<'_>)>(), 8).cast();
                if stamp.len > 0 {
                    std::ptr::copy_nonoverlapping(stamp.past, past.as_ptr(), stamp.len as usize);
                }
                stamp.past = past.as_ptr();
            }
            let entry = self.entries.add(at).as_ptr();
            let before = (stamp.version, (*entry).1);
            stamp
                .past
                .cast::<(u32, Value<'h>)>()
                .add(stamp.len as usize)
                .write(before);
            stamp.len += 1;
            stamp.version = self.version + 1;
            (*entry).1 = value;
        }
        // the memory just reserved is the newest that the storage refers to
        heap.changed(index.epoch);
    }
}

/// The index that all hashes with the same literal keys share.
#[derive(Clone, Copy)]
pub struct Shape(&'static Index);

impl Shape {
    /// Makes the shape of hashes with these keys, which differ, in this order.
    pub(crate) fn new(heap: &'static Heap, keys: &[&str]) -> Shape {
        let index = new_index(heap, std::ptr::null(), keys.len());
        index.used.set(keys.len() as u32);
        for (at, key) in keys.iter().enumerate() {
            index.put(hash_of_text(key), at);
        }
        Shape(index)
    }

    /// Returns the address that compiled code writes at [`Hash::INDEX_AT`]; `None` for so few keys
    /// that they are scanned.
    pub fn address(self) -> Option<usize> {
        let is_needed = self.0.used.get() as usize > SCAN_MAX;
        is_needed.then_some(std::ptr::from_ref(self.0) as usize)
    }
}

/// An iterator over the entries of a hash.
#[derive(Clone)]
pub struct Entries<'h> {
    hash: Hash<'h>,
    from: u32,
    to: u32,
}

impl<'h> Entries<'h> {
    #[inline]
    fn at(&self, index: u32) -> Entry<'h> {
        let at = index as usize;
        // SAFETY: callers stay below `to`, which is at most the length
        (self.hash.key(at), unsafe { self.hash.value_at(at) })
    }
}

impl<'h> Iterator for Entries<'h> {
    type Item = Entry<'h>;

    #[inline]
    fn next(&mut self) -> Option<Entry<'h>> {
        (self.from < self.to).then(|| {
            self.from += 1;
            self.at(self.from - 1)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.to - self.from) as usize;
        (len, Some(len))
    }

    fn nth(&mut self, n: usize) -> Option<Entry<'h>> {
        let left = self.to - self.from;
        self.from += u32::try_from(n).unwrap_or(u32::MAX).min(left);
        self.next()
    }
}

impl DoubleEndedIterator for Entries<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        (self.from < self.to).then(|| {
            self.to -= 1;
            self.at(self.to)
        })
    }
}

impl ExactSizeIterator for Entries<'_> {}

#[cfg(test)]
mod tests {
    use indexmap::IndexMap;
    use proptest::prelude::*;

    use super::*;

    type Model = IndexMap<u8, i64>;

    fn key(heap: &Heap, pick: u8) -> Value<'_> {
        match pick % 2 {
            0 => Value::Integer(pick.into()),
            _ => Value::string(heap, &format!("k{pick}")),
        }
    }

    fn same(heap: &Heap, hash: &Hash<'_>, model: &Model) -> bool {
        hash.len() == model.len()
            && hash
                .iter()
                .zip(model)
                .all(|((k, v), (pick, i))| k.same(key(heap, *pick)) && v.same(Value::Integer(*i)))
            && hash.iter().rev().count() == model.len()
            && (0..=u8::MAX).all(|pick| {
                let found = hash.get(key(heap, pick)).and_then(Value::as_integer);
                found == model.get(&pick).copied()
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn versions_keep_their_entries(steps in prop::collection::vec((any::<u8>(), any::<u8>(), 0u8..40), 1..100)) {
            let (heap, other) = (Heap::new(), Heap::new());
            let empty = HashBuilder::new().finish(&heap);
            let mut versions: Vec<(&Hash<'_>, Model)> = vec![(empty, Model::new())];
            let mut count = 0i64;
            for (which, how, pick) in steps {
                // mostly uses the newest version, so that storage is changed
                let from = match which % 4 {
                    0 => which as usize % versions.len(),
                    _ => versions.len() - 1,
                };
                count += 1;
                let (hash, mut model) = versions[from].clone();
                let grown = match how % 7 {
                    0 => {
                        let (right, entries) = versions[pick as usize % versions.len()].clone();
                        model.extend(entries);
                        hash.plus(&heap, right)
                    }
                    3 => {
                        model.shift_remove(&pick);
                        hash.without(&heap, key(&heap, pick))
                    }
                    1 => {
                        model.insert(pick, count);
                        hash.with(&other, key(&other, pick), Value::Integer(count))
                    }
                    2 => {
                        let mut builder = HashBuilder::from_hash(hash);
                        model.shift_remove(&pick);
                        builder.remove(key(&heap, pick));
                        for pick in 0..how / 2 {
                            model.insert(pick, count);
                            builder.insert(key(&heap, pick), Value::Integer(count));
                        }
                        builder.finish(&heap)
                    }
                    _ => {
                        model.insert(pick, count);
                        hash.with(&heap, key(&heap, pick), Value::Integer(count))
                    }
                };
                versions.push((grown, model));
            }
            for (hash, model) in &versions {
                prop_assert!(same(&heap, hash, model));
            }
        }
    }

    #[test]
    fn growing_and_replacing_is_linear() {
        let heap = Heap::new();
        let mut hash = HashBuilder::new().finish(&heap);
        for i in 0..100_000 {
            hash = hash.with(&heap, Value::Integer(i % 5_000), Value::Integer(i));
        }
        assert_eq!(hash.len(), 5_000);
        assert!(
            hash.get(Value::Integer(7))
                .is_some_and(|v| v.same(Value::Integer(95_007)))
        );
        assert!(heap.bytes() < 20 << 20);
    }
}
