//! Moves values out of chunks that are to be freed.
//!
//! An array or a text that fills a large chunk stays where it is, and the chunk with it.
//!
//! Two steps: [`Moving::find`] visits everything that the kept values hold, and finds out whether
//! each kind of value can be moved; until then nothing has changed. [`Moving::carry_out`] copies
//! the objects in the chunks and makes all kept values refer to the copies. Shared objects stay
//! shared: arrays that are views of one storage are views of one storage afterwards.
//!
//! Only objects in the chunks are visited, because older values refer to older ones only. There are
//! two exceptions: a view in the chunks may be one of an older storage that grew, and a hash that a
//! loop owns ([`super::hash`]) is changed in place. These are visited as well, and their contents
//! are replaced in place.
//!
//! Invariants of the unsafe code here:
//! * The chunks are readable until `carry_out` has ended, and nothing else changes meanwhile.
//! * Each copy is fresh memory of the heap, written before any reference to it is made. Then the
//!   address of the copy is written to the start of the original: the chunks are aligned to 16
//!   bytes, objects and rows to 8 or, texts, to 4 bytes, and each object and row has at least 8
//!   bytes. No object is an item of a row.
//! * A value inside older memory is written only when it refers into the chunks; so constants,
//!   which threads share, are never written.
#![allow(unsafe_code, reason = "copies of what is freed")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr::NonNull;

use super::array::{self, Array, ArrayBuilder};
use super::hash::{self, Hash};
use super::row::Row;
use super::{Binary, Str, Value};
use crate::heap::{Detached, Heap};
use crate::iterator;

/// The rows that arrays and hashes refer to.
#[derive(Default)]
struct Rows {
    /// Rows in the chunks. Once settled, they do not overlap, and are in order if some did.
    inside: Vec<Row>,
    /// True if some of them overlapped.
    overlap: bool,
    /// Rows in older memory and in large chunks, without overlap, by their first addresses.
    outside: BTreeMap<usize, Row>,
}

impl Rows {
    /// Adds a row, which stays where it is if it may and fills a large chunk. Calls `fresh` with the
    /// parts of it that are new.
    fn add(&mut self, from: &Detached, row: Row, mut fresh: impl FnMut(Row)) {
        let stays = row.may_stay && from.keeps(row.start);
        if stays || !from.has(row.start) || from.is_large(row.start) {
            return self.add_outside(row, |part| {
                if part.holds_values {
                    // the next release waits longer if this one visited many values; values in
                    // older memory seldom have to be replaced
                    let bytes = part.end - part.start;
                    from.count_scanned(if stays { bytes } else { bytes / 2 });
                }
                fresh(part);
            });
        }
        let part = |part: Range<usize>| Row {
            start: part.start,
            end: part.end,
            ..row
        };
        self.overlap |= !from.mark_row_visited(row.start..row.end, |range| fresh(part(range)));
        self.inside.push(row);
    }

    fn add_outside(&mut self, row: Row, mut fresh: impl FnMut(Row)) {
        let mut merged = row;
        let mut from = row.start;
        let before = self.outside.range(..=row.start).next_back();
        let first = match before {
            Some((start, before)) if before.end > row.start => *start,
            _ => row.start,
        };
        let touched = self.outside.range(first..row.end);
        let touched: Vec<Row> = touched.map(|(_, old)| *old).collect();
        for old in touched {
            if old.start > from {
                fresh(Row {
                    start: from,
                    end: old.start,
                    ..row
                });
            }
            from = from.max(old.end);
            merged.start = merged.start.min(old.start);
            merged.end = merged.end.max(old.end);
            self.outside.remove(&old.start);
        }
        if from < row.end {
            fresh(Row { start: from, ..row });
        }
        self.outside.insert(merged.start, merged);
    }

    /// Merges the rows in the chunks that overlap.
    fn settle(&mut self) {
        if !self.overlap {
            return;
        }
        self.inside.sort_unstable_by_key(|row| row.start);
        self.inside.dedup_by(|next, row| {
            let overlaps = next.start < row.end;
            if overlaps {
                row.end = row.end.max(next.end);
                row.grows |= next.grows;
            }
            overlaps
        });
    }

    /// Returns where the row around an address in the chunks begins, when they are settled.
    fn start_of(&self, address: usize) -> usize {
        match self.overlap {
            true => {
                let after = self.inside.partition_point(|row| row.start <= address);
                self.inside[after - 1].start
            }
            false => address,
        }
    }
}

/// A value cannot be moved, so the loop keeps everything.
pub struct Unmovable;

/// The values that have to move.
pub(crate) struct Moving<'h, 'd> {
    heap: &'h Heap,
    from: &'d Detached,
    texts: Vec<Str<'h>>,
    arrays: Vec<&'h Array<'h>>,
    hashes: Vec<&'h Hash<'h>>,
    secrets: Vec<&'h Value<'h>>,
    iterators: Vec<&'h iterator::Iterator<'h>>,
    leaves: Vec<Value<'h>>,
    rows: Rows,
}

impl<'h, 'd> Moving<'h, 'd> {
    /// Finds the contents of the kept values in the chunks; `None` if some of them cannot be moved.
    pub fn find(
        heap: &'h Heap,
        from: &'d Detached,
        roots: impl Iterator<Item = Value<'h>>,
    ) -> Option<Moving<'h, 'd>> {
        let mut moving = Moving {
            heap,
            from,
            texts: Vec::new(),
            arrays: Vec::new(),
            hashes: Vec::new(),
            secrets: Vec::new(),
            iterators: Vec::new(),
            leaves: Vec::new(),
            rows: Rows::default(),
        };
        let mut left: Vec<Value<'h>> = Vec::new();
        for root in roots {
            // a loop may have changed its own hash in place
            if let Value::Hash(hash) = root
                && !from.has(std::ptr::from_ref(hash) as usize)
                && hash.is_newest()
            {
                moving.add_row(hash.row(), &mut left);
            }
            left.push(root);
            while let Some(value) = left.pop() {
                moving.visit(value, &mut left).ok()?;
            }
        }
        Some(moving)
    }

    /// Returns the epoch whose data, and that of older ones, stays.
    pub fn cut(&self) -> u64 {
        self.from.cut()
    }

    /// Adds items that are being collected. The first `settled` of them are older than the freed
    /// memory.
    ///
    /// # Errors
    /// Fails if some of them cannot be moved.
    pub fn add_list(&mut self, list: &ArrayBuilder<'h>, settled: usize) -> Result<(), Unmovable> {
        let mut left: Vec<Value<'h>> = Vec::new();
        let mut row = list.row();
        // a row that is copied is copied as a whole
        if self.from.keeps(row.start) || !self.from.has(row.start) {
            row = list.row_from(settled);
        }
        self.add_row(row, &mut left);
        while let Some(value) = left.pop() {
            self.visit(value, &mut left)?;
        }
        Ok(())
    }

    /// Replaces the items of a list by the moved ones.
    pub fn move_list(&self, list: &mut ArrayBuilder<'h>) {
        if let Some((start, copy)) = self.place(list.row()) {
            list.moved(list.row().start - start + copy);
        }
    }

    /// Returns where the row in the chunks around a row began, and where its copy begins. The
    /// copies must have been made.
    fn place(&self, row: Row) -> Option<(usize, usize)> {
        if row.start == row.end || !self.from.has(row.start) {
            return None;
        }
        let start = self.rows.start_of(row.start);
        // SAFETY: `copy_storages` wrote there where the copy is
        let copy = unsafe { (start as *const usize).read() };
        Some((start, copy))
    }

    fn visit(&mut self, value: Value<'h>, left: &mut Vec<Value<'h>>) -> Result<(), Unmovable> {
        let at = value.memory();
        if at == 0 || !self.from.mark_visited(at) {
            return Ok(());
        }
        match value {
            Value::String(text) => self.texts.push(text),
            Value::Array(array) => {
                self.arrays.push(array);
                self.add_row(array.row(), left);
            }
            Value::Hash(hash) => {
                if !hash.is_newest() {
                    return Err(Unmovable);
                }
                self.hashes.push(hash);
                self.add_row(hash.row(), left);
            }
            Value::Sensitive(clear) => {
                self.secrets.push(clear);
                left.push(*clear);
            }
            Value::Iterator(iterator) => {
                self.iterators.push(iterator);
                left.push(*iterator.source());
            }
            Value::Binary(_) | Value::Timespan(_) | Value::Timestamp(_) => self.leaves.push(value),
            _ => return Err(Unmovable),
        }
        Ok(())
    }

    fn add_row(&mut self, row: Row, left: &mut Vec<Value<'h>>) {
        if row.start == row.end {
            return;
        }
        self.rows.add(self.from, row, |fresh| {
            if fresh.holds_values {
                // SAFETY: written values, see the module's text
                left.extend(unsafe { values(&fresh) }.iter().copied());
            }
        });
    }

    /// Moves everything.
    pub fn carry_out(&mut self) {
        // objects are read until all have been copied; then each is marked with the place of its
        // copy
        let mut copies: Vec<(usize, usize)> = Vec::new();
        let mut rows = self.copy_storages(&mut copies);
        for leaf in &self.leaves {
            let to = match *leaf {
                Value::Binary(binary) => address(self.heap.alloc(Binary {
                    bytes: self.heap.slice(binary.bytes),
                })),
                Value::Timespan(span) => address(self.heap.alloc(*span)),
                Value::Timestamp(time) => address(self.heap.alloc(*time)),
                _ => continue,
            };
            forward(leaf.memory(), to);
        }
        for text in &self.texts {
            if self.from.keeps(text.memory()) {
                // the loop that extends the text copies it, since its room is no longer recorded
                self.from.count_scanned(text.len());
                continue;
            }
            // a binary may have had its bytes there; no code reads them any more
            forward(text.memory(), text.copy(self.heap).memory());
        }
        for secret in &self.secrets {
            let copy: &Value<'h> = self.heap.alloc(**secret);
            copies.push((address(*secret), address(copy)));
            rows.push(row_of_one(copy));
        }
        for iterator in &self.iterators {
            let copy = iterator.copy(self.heap);
            copies.push((address(*iterator), address(copy)));
            rows.push(row_of_one(copy.source()));
        }
        for (from, to) in copies {
            forward(from, to);
        }
        for row in &rows {
            // SAFETY: copies, or storages that only the current loop changes; see the module's text
            unsafe { self.redirect(row) };
        }
    }

    /// Copies the storages of arrays and hashes and makes views of the copies. Returns all rows in
    /// which values may have to be replaced.
    fn copy_storages(&mut self, copies: &mut Vec<(usize, usize)>) -> Vec<Row> {
        let mut rows = Vec::new();
        // hashes with an index have their entries copied with it
        let mut storages = hash::Storages::default();
        for hash in &self.hashes {
            storages.add(hash, &|at| self.from.has(at));
        }
        let copied = storages.copy(self.heap, &mut rows, copies);
        rows.extend(self.rows.outside.values());
        self.rows.settle();
        for row in &self.rows.inside {
            if copied.is_empty() || !copied.contains(&row.start) {
                // SAFETY: the items of the row, which are not read any more afterwards
                let copy = unsafe { array::copy_row(self.heap, row) };
                forward(row.start, copy.start);
                rows.push(copy);
            }
        }
        for array in &self.arrays {
            let copy = array.moved(self.heap, self.place(array.row()));
            copies.push((address(*array), address(copy)));
        }
        for hash in &self.hashes {
            if copied.is_empty() || !copied.contains(&hash.row().start) {
                let to = self.place(hash.row());
                copies.push((address(*hash), address(hash.moved(self.heap, to))));
            }
        }
        rows
    }

    /// Makes the values of a row refer to the copies.
    ///
    /// # Safety
    /// The row must be writable.
    unsafe fn redirect(&self, row: &Row) {
        if !row.holds_values {
            return;
        }
        let count = (row.end - row.start) / size_of::<Value<'_>>();
        let first = row.start as *mut Value<'h>;
        for at in 0..count {
            // SAFETY: within the row
            unsafe {
                let value = first.add(at).read();
                let moved = self.moved(value);
                if moved.memory() != value.memory() {
                    first.add(at).write(moved);
                }
            }
        }
    }

    /// Returns the value that replaces another one after the move.
    pub fn moved(&self, value: Value<'h>) -> Value<'h> {
        let at = value.memory();
        if at == 0 || !self.from.has(at) {
            return value;
        }
        // SAFETY: `carry_out` wrote there the address of the copy, which is of the same kind:
        // `find` has visited all kept values
        unsafe {
            let to = (at as *const usize).read_unaligned();
            match value {
                Value::String(_) => Value::String(Str::at(to)),
                Value::Array(_) => Value::Array(&*(to as *const Array<'h>)),
                Value::Hash(_) => Value::Hash(&*(to as *const Hash<'h>)),
                Value::Sensitive(_) => Value::Sensitive(&*(to as *const Value<'h>)),
                Value::Iterator(_) => Value::Iterator(&*(to as *const iterator::Iterator<'h>)),
                Value::Binary(_) => Value::Binary(&*(to as *const Binary<'h>)),
                Value::Timespan(_) => Value::Timespan(&*(to as *const rubycore::time::Timespan)),
                Value::Timestamp(_) => Value::Timestamp(&*(to as *const rubycore::time::Timestamp)),
                other => other,
            }
        }
    }
}

/// Returns a value of its own as a row.
fn row_of_one(value: &Value<'_>) -> Row {
    let start = address(value);
    Row {
        start,
        end: start + size_of::<Value<'_>>(),
        holds_values: true,
        grows: false,
        may_stay: false,
    }
}

/// Writes into an object that is to be freed where its copy is.
fn forward(from: usize, to: usize) {
    // SAFETY: an object of 8 bytes at least in memory that is to be freed, see the module's text
    unsafe { (from as *mut usize).write_unaligned(to) };
}

fn address<T>(at: &T) -> usize {
    std::ptr::from_ref(at) as usize
}

/// Returns the values of a row.
///
/// # Safety
/// The row must hold written values that are not written while the reference lives.
pub(super) unsafe fn values<'h>(row: &Row) -> &[Value<'h>] {
    let count = (row.end - row.start) / size_of::<Value<'_>>();
    let first = NonNull::new(row.start as *mut Value<'h>).unwrap_or(NonNull::dangling());
    // SAFETY: the caller says so
    unsafe { std::slice::from_raw_parts(first.as_ptr(), count) }
}
