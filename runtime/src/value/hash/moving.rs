//! Copies hashes out of memory that is to be freed.
//!
//! Invariants of the unsafe code here: only newest views are copied, so that the entries of the
//! storage are those of the view; the copied memory is readable meanwhile.

use std::ptr::NonNull;

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

use super::{Entry, Hash, Index, new_index};
use crate::heap::Heap;
use crate::value::row::Row;

impl<'h> Hash<'h> {
    /// Returns true if the entries are those of the storage because no value of it has been
    /// replaced since.
    pub(in crate::value) fn is_newest(&self) -> bool {
        self.index
            .is_none_or(|index| index.version.get() == self.version)
    }

    /// Returns the entries in memory.
    pub(in crate::value) fn row(&self) -> Row {
        self.settle();
        let start = self.entries.as_ptr() as usize;
        Row {
            start,
            end: start + self.len() * size_of::<Entry<'_>>(),
            holds_values: true,
            grows: false,
            // large entries are copied together with their index
            may_stay: false,
        }
    }

    /// Returns the same view of entries that have been copied: `to` says where they began, and
    /// where the copy does. Without it the entries stay in place, with their index.
    pub(in crate::value) fn moved(
        &self,
        heap: &'h Heap,
        to: Option<(usize, usize)>,
    ) -> &'h Hash<'h> {
        self.settle();
        let mut new = *self;
        if let Some((from, copy)) = to {
            let entries = self.entries.as_ptr() as usize - from + copy;
            new.entries = NonNull::new(entries as *mut Entry<'h>).unwrap_or(NonNull::dangling());
        }
        // a copy of few entries has no room for more entries
        if self.index.is_none() {
            new.version = 0;
        }
        heap.alloc(new)
    }
}

/// The views of a storage with an index.
struct Views<'h> {
    index: &'h Index,
    views: Vec<&'h Hash<'h>>,
    /// The longest of the views that begin last. Entries removed from the front are in no newer
    /// view.
    longest: &'h Hash<'h>,
}

/// The storages with an index that are to be copied, at least in part.
#[derive(Default)]
pub(in crate::value) struct Storages<'h> {
    all: HashMap<usize, Views<'h>, FixedState>,
}

impl<'h> Storages<'h> {
    /// Adds the storage of a view; `goes` says whether the memory at an address is to be freed.
    pub fn add(&mut self, view: &'h Hash<'h>, goes: &dyn Fn(usize) -> bool) {
        let Some(index) = view.index else { return };
        let at = std::ptr::from_ref(index) as usize;
        let parts = [
            at,
            index.slots.as_ptr() as usize,
            view.entries.as_ptr() as usize,
        ];
        if !parts.into_iter().any(goes) {
            return;
        }
        let views = self.all.entry(at).or_insert(Views {
            index,
            views: Vec::new(),
            longest: view,
        });
        views.views.push(view);
        if (view.entries, view.len) > (views.longest.entries, views.longest.len) {
            views.longest = view;
        }
    }

    /// Copies all storages. Returns the addresses of the copied entries. The entries of the copies
    /// are added to `rows`, the views and their copies to `copies`.
    pub fn copy(
        self,
        heap: &'h Heap,
        rows: &mut Vec<Row>,
        copies: &mut Vec<(usize, usize)>,
    ) -> HashSet<usize, FixedState> {
        let mut copied = HashSet::default();
        for storage in self.all.into_values() {
            let old = storage.longest;
            let len = old.len();
            // a storage that grew before is likely to grow again
            let capacity = match storage.index.owner.is_null() {
                true => len,
                false => len + len / 2,
            };
            let entries: NonNull<Entry<'h>> =
                heap.reserve(capacity * size_of::<Entry<'_>>(), 8).cast();
            let index = new_index(heap, storage.index.owner, capacity);
            index.used.set(old.len);
            if let [_] = storage.views[..] {
                index.loop_id.set(storage.index.loop_id.get());
            }
            // SAFETY: entries of the old storage, and within the capacity of the new one
            unsafe { std::ptr::copy_nonoverlapping(old.entries.as_ptr(), entries.as_ptr(), len) };
            index.put_all(storage.index, len);
            rows.push(Hash { entries, ..*old }.row());
            for view in storage.views {
                copied.insert(view.entries.as_ptr() as usize);
                let new = if view.entries == old.entries {
                    heap.alloc(Hash {
                        entries,
                        len: view.len,
                        version: 0,
                        index: Some(index),
                    })
                } else {
                    // the old hash is not read any more
                    let new = Hash::new(heap, &view.iter().collect::<Vec<_>>());
                    rows.push(new.row());
                    new
                };
                let (from, to) = (std::ptr::from_ref(view), std::ptr::from_ref(new));
                copies.push((from as usize, to as usize));
            }
        }
        copied
    }
}
