//! Owns the heap that holds the values of one evaluation, or the constants of one file.
//!
//! A [`Heap`] hands out memory by moving a pointer and frees everything at once when it is dropped.
//! Allocated data never runs a destructor, so only plain data is allocated. Data with a destructor
//! (a compiled regular expression) is shared through [`Heap::keep`]. The heap knows nothing of
//! values.
//!
//! A loop frees the memory that its rounds used: see [`crate::release`]. For that the heap counts
//! its small chunks, and the times that large chunks came to many bytes: the *epoch*. Data handed
//! out before an epoch began refers only to data that was handed out before as well, because values
//! never change. So the chunks taken after a loop began ([`Heap::mark`]) hold nothing that code
//! outside of the loop can reach, unless
//!
//! * code outside of the loop got hold of a value: code that stores values in the evaluation or the
//!   catalog calls [`Heap::pin`], and data handed out until the next round of the loop stays;
//! * an older storage was changed in place ([`Heap::changed`]): then data handed out until the next
//!   round of the loop stays as well, and the storage is copied instead of being changed again.
//!
//! A call of a function is like a loop of one round, which carries the result on.
//!
//! Invariants of the unsafe code here:
//! * `next..end` is the unused rest of one of the chunks. Chunks never move. They are freed only by
//!   `Drop`, which needs the heap unborrowed, so that no reference it gave out can outlive it, or
//!   by [`Heap::free`], whose caller guarantees that there is no reference to them.
//! * Compiled code hands out memory of the rest in the same way, and only to itself.
//! * Memory is handed out once, aligned, and written before a reference to it is made.
//!
//! Long because the unsafe code relies on fields that no other module may see.
#![allow(unsafe_code, reason = "the region allocator")]

mod checked;
mod schedule;

use std::alloc::{Layout, alloc, dealloc};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use self::checked::CheckedRows;
use self::schedule::Schedule;
use crate::limits::{self, Exceeded};

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rubycore::alarm;
use rubycore::arena::Arena;

const CHUNK_FIRST: usize = 16 << 10;
const CHUNK_MAX: usize = 512 << 10;
const CHUNK_ALIGN: usize = 16;

/// The bytes taken since a loop began at which it first frees the memory of its rounds, and the
/// least number of bytes taken between two of its releases.
const STEP_BYTES: usize = 4 << 20;

/// The number of freed chunks of the usual size that are kept for reuse, because the system clears
/// fresh memory.
const SPARE_MAX: usize = 64;

/// The size of a page of [`Detached::pages`], as a power of two.
const PAGE_BITS: usize = 16;

/// The greatest number of pages: of 64 GB.
const PAGES_MAX: usize = 1 << 20;

const SPARE_LAYOUT: Layout = match Layout::from_size_align(CHUNK_MAX, CHUNK_ALIGN) {
    Ok(layout) => layout,
    Err(_) => panic!("the alignment is a power of two"),
};

/// Bytes of each chunk under [`set_stress`].
const STRESS_CHUNK: usize = 1 << 10;

static STRESS: AtomicBool = AtomicBool::new(false);

/// Makes loops free memory in each round, from chunks of the smallest size, and overwrites freed
/// memory: a test that no reference to it is left. Affects all heaps made afterwards.
pub fn set_stress(on: bool) {
    STRESS.store(on, Ordering::Relaxed);
}

/// Returns true if [`set_stress`] is on.
pub fn is_stressed() -> bool {
    STRESS.load(Ordering::Relaxed)
}

/// Changes of storages in place: the epochs of the oldest storage and of the newest change.
#[derive(Clone, Copy)]
struct Changes {
    storage: u64,
    change: u64,
}

const NO_CHANGES: Changes = Changes {
    storage: u64::MAX,
    change: 0,
};

impl Changes {
    fn add(&mut self, other: Changes) {
        self.storage = self.storage.min(other.storage);
        self.change = self.change.max(other.change);
    }

    /// Returns true if data older than an epoch may refer to newer data.
    fn cross(self, cut: u64) -> bool {
        self.storage <= cut && self.change > cut
    }
}

/// A piece of memory from the system.
struct Chunk {
    start: NonNull<u8>,
    layout: Layout,
    /// The epoch in which it was taken.
    epoch: u64,
    /// True if it holds a single object, which a release does not move.
    is_large: bool,
}

impl Chunk {
    fn range(&self) -> Range<usize> {
        let start = self.start.as_ptr() as usize;
        start..start + self.layout.size()
    }
}

/// Chunks taken out of a heap, in the order of their addresses.
pub(crate) struct Detached {
    chunks: Vec<Chunk>,
    /// The range of addresses that contains all chunks.
    span: Range<usize>,
    /// For each page of the span the index of the first chunk that ends after the start of the
    /// page. Empty when the span is too large.
    pages: Vec<u32>,
    /// For each chunk, a bit for each eight bytes: whether the object there has been visited. One bit
    /// for a large chunk.
    seen: RefCell<Vec<Vec<u64>>>,
    /// For each small chunk, a bit for each eight bytes: whether they belong to a row that has been
    /// visited.
    rows_seen: RefCell<Vec<Vec<u64>>>,
    /// For each chunk whether it goes back to the heap.
    kept: RefCell<Vec<bool>>,
    /// The bytes of values that were visited in kept chunks and older ones, and of texts in kept
    /// chunks.
    scanned: Cell<usize>,
    /// The unused rest of the newest chunk.
    rest: (usize, usize),
    /// The bytes of the chunks.
    bytes: usize,
    /// The bytes of the heap's chunks before the release.
    bytes_before: usize,
    cut: u64,
    by: By,
}

/// The code that frees memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// A loop, at the start of a round.
    Loop,
    /// A call, at its end.
    Call,
}

impl Detached {
    /// Returns the epoch whose data, and that of older ones, is not in the chunks.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// Returns the bytes of the chunks that are not kept.
    pub fn bytes(&self) -> usize {
        let kept = self.kept.borrow();
        let chunks = self.chunks.iter().zip(&*kept);
        let gone = chunks.filter(|(_, kept)| !**kept);
        gone.map(|(chunk, _)| chunk.layout.size()).sum()
    }

    /// Returns the index of the chunk that contains an address.
    #[inline]
    fn chunk_of(&self, address: usize) -> Option<usize> {
        if !self.span.contains(&address) {
            return None;
        }
        let page = (address - self.span.start) >> PAGE_BITS;
        let first = match self.pages.get(page) {
            Some(first) => *first as usize,
            None => self.chunks.partition_point(|c| c.range().end <= address),
        };
        for (index, chunk) in self.chunks.iter().enumerate().skip(first) {
            let range = chunk.range();
            if address < range.end {
                return (range.start <= address).then_some(index);
            }
        }
        None
    }

    /// Returns true if one of the chunks contains an address, and is not kept.
    #[inline]
    pub fn has(&self, address: usize) -> bool {
        let index = self.chunk_of(address);
        index.is_some_and(|index| !self.kept.borrow()[index])
    }

    /// Returns true if a large chunk contains an address.
    #[inline]
    pub fn is_large(&self, address: usize) -> bool {
        let index = self.chunk_of(address);
        index.is_some_and(|index| self.chunks[index].is_large)
    }

    /// Keeps the chunk of an address if it is large. Returns true if it is.
    pub fn keeps(&self, address: usize) -> bool {
        let index = self.chunk_of(address);
        match index.filter(|index| self.chunks[*index].is_large) {
            Some(index) => {
                self.kept.borrow_mut()[index] = true;
                true
            }
            None => false,
        }
    }

    /// Counts bytes that are not copied, but cost as much as bytes that are.
    pub fn count_scanned(&self, bytes: usize) {
        self.scanned.set(self.scanned.get() + bytes);
    }

    /// Marks an object that begins at an address in a chunk as visited. Returns true if it was not
    /// visited before.
    #[inline]
    pub fn mark_visited(&self, address: usize) -> bool {
        let Some(index) = self.chunk_of(address) else {
            return false;
        };
        let chunk = &self.chunks[index];
        let bit = match chunk.is_large {
            true => 0,
            false => (address - chunk.range().start) / 8,
        };
        let word = &mut self.seen.borrow_mut()[index][bit / 64];
        let is_new = *word & 1 << (bit % 64) == 0;
        *word |= 1 << (bit % 64);
        is_new
    }

    /// Calls `fresh` with each part of a row in a small chunk that was not visited before. Returns
    /// true if that is the whole row. The row must not be empty.
    pub fn mark_row_visited(&self, row: Range<usize>, mut fresh: impl FnMut(Range<usize>)) -> bool {
        let Some(index) = self.chunk_of(row.start) else {
            return false;
        };
        let start = self.chunks[index].range().start;
        let (from, to) = ((row.start - start) / 8, (row.end - start) / 8);
        let words = &mut self.rows_seen.borrow_mut()[index];
        // the first word of the current part
        let mut first = from;
        let touched = from / 64..(to - 1) / 64 + 1;
        for (at, word) in touched.clone().zip(&mut words[touched]) {
            let bits = from.max(at * 64)..to.min(at * 64 + 64);
            let mask = u64::MAX >> (64 - bits.len()) << (bits.start % 64);
            let old = *word & mask;
            *word |= mask;
            if old == 0 {
                continue;
            }
            for bit in bits.filter(|bit| old & 1 << (bit % 64) != 0) {
                if first < bit {
                    fresh(start + first * 8..start + bit * 8);
                }
                first = bit + 1;
            }
        }
        if first < to {
            fresh(start + first * 8..row.end);
        }
        first == from
    }
}

/// Returns the value of [`Detached::pages`].
fn pages_of(span: &Range<usize>, chunks: &[Chunk]) -> Vec<u32> {
    let count = span.len().div_ceil(1 << PAGE_BITS);
    if count > PAGES_MAX {
        return Vec::new();
    }
    let mut first = 0;
    let page_starts = (0..count).map(|page| span.start + (page << PAGE_BITS));
    let first_of = |start: usize| {
        while first < chunks.len() && chunks[first].range().end <= start {
            first += 1;
        }
        first as u32
    };
    page_starts.map(first_of).collect()
}

/// A region of memory; see the module's text.
pub struct Heap {
    next: Cell<usize>,
    end: Cell<usize>,
    /// The number of small chunks taken so far in the upper half, the number of pins in the lower
    /// half.
    stamp: Cell<u64>,
    /// The times at which loops free memory.
    schedule: Schedule,
    checked_rows: CheckedRows,
    /// The bytes of all chunks at which calls next free memory. Calls have one schedule together: one
    /// for each would try to free the same result again in each caller of a recursion.
    calls_due: Cell<usize>,
    /// The bytes of all chunks.
    chunk_bytes: Cell<usize>,
    /// The number of times that memory was freed.
    freed: Cell<u64>,
    /// Bytes of large chunks taken since large chunks last began an epoch.
    large_bytes: Cell<usize>,
    /// Changes in place of storages that may be changed again.
    changes: Cell<Changes>,
    /// Changes in place of the other storages, in the order of their epochs, which do not overlap:
    /// each time that storages become settled, theirs are added. If they were summed up, one old
    /// storage would let all later changes prevent releases.
    old_changes: RefCell<Vec<Changes>>,
    /// Storages up to this epoch are no longer changed in place, because such changes prevented a
    /// release.
    settled: Cell<u64>,
    is_stressed: bool,
    chunks: RefCell<Vec<Chunk>>,
    /// Freed chunks of [`CHUNK_MAX`] bytes, at most [`SPARE_MAX`].
    spare: RefCell<Vec<NonNull<u8>>>,
    used: Cell<usize>,
    /// The bytes of the chunks that were freed.
    freed_bytes: Cell<usize>,
    /// The greatest value of `used` at the releases so far.
    peak: Cell<usize>,
    limit: usize,
    kept: RefCell<HashMap<*const (), Arc<dyn Any + Send + Sync>, FixedState>>,
}

// SAFETY: the chunks are owned by the heap alone; nothing in it depends on the thread.
unsafe impl Send for Heap {}

/// Offsets for compiled code: the unused rest of the chunk, whose first address is not aligned, and
/// the marks.
impl Heap {
    /// The address of the first unused byte; 0 before the first use.
    pub const NEXT_AT: usize = std::mem::offset_of!(Heap, next);
    /// The address after the last unused byte.
    pub const END_AT: usize = std::mem::offset_of!(Heap, end);
    /// The result of [`Heap::mark`], in eight bytes.
    pub const MARK_AT: usize = std::mem::offset_of!(Heap, stamp);
    /// The result of [`Heap::epoch`], in four bytes.
    pub const EPOCH_AT: usize = std::mem::offset_of!(Heap, stamp) + 4;
    /// The number of times that memory was freed, in eight bytes.
    pub const FREED_AT: usize = std::mem::offset_of!(Heap, freed);
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

impl Heap {
    /// Returns an empty heap. The first chunk is taken on first use.
    pub fn new() -> Heap {
        Heap::with_limit(usize::MAX)
    }

    /// Makes an empty heap that raises [`Exceeded::Memory`] instead of taking more than `limit`
    /// bytes.
    pub fn with_limit(limit: usize) -> Heap {
        alarm::set_room(limits::room);
        Heap {
            next: Cell::new(0),
            end: Cell::new(0),
            stamp: Cell::new(0),
            schedule: Schedule::default(),
            checked_rows: CheckedRows::default(),
            calls_due: Cell::new(STEP_BYTES),
            chunk_bytes: Cell::new(0),
            large_bytes: Cell::new(0),
            freed: Cell::new(0),
            changes: Cell::new(NO_CHANGES),
            old_changes: RefCell::new(Vec::new()),
            settled: Cell::new(0),
            is_stressed: is_stressed(),
            chunks: RefCell::new(Vec::new()),
            spare: RefCell::new(Vec::new()),
            used: Cell::new(0),
            freed_bytes: Cell::new(0),
            peak: Cell::new(0),
            limit,
            kept: RefCell::new(HashMap::default()),
        }
    }

    /// Begins a new epoch, so that all values made from now on are younger than all earlier ones. Returns
    /// the mark of a loop that begins.
    pub(crate) fn renewed_mark(&self) -> u64 {
        self.close();
        self.mark()
    }

    /// Returns the number of times that memory was freed.
    pub fn times_freed(&self) -> usize {
        self.freed.get() as usize
    }

    /// Returns the rows of items that passed checks.
    pub fn checked_rows(&self) -> &CheckedRows {
        &self.checked_rows
    }

    /// Counts memory outside of the heap that lives as long as the heap.
    pub fn count(&self, bytes: usize) {
        self.used.set(self.used.get().saturating_add(bytes));
    }

    /// Returns the number of bytes taken from the system so far.
    pub fn bytes(&self) -> usize {
        self.used.get()
    }

    /// Returns the bytes allocated for values so far, including those freed again.
    pub fn allocated_bytes(&self) -> usize {
        let unused = self.end.get() - self.next.get();
        (self.used.get() + self.freed_bytes.get()).saturating_sub(unused)
    }

    /// Returns the greatest number of bytes that the heap had from the system at one time.
    pub fn peak_bytes(&self) -> usize {
        self.peak.get().max(self.used.get())
    }

    /// Returns the number of bytes that may still be taken from the system.
    pub fn left(&self) -> usize {
        self.limit.saturating_sub(self.used.get())
    }

    #[inline]
    fn raw(&self, layout: Layout) -> NonNull<u8> {
        let start = (self.next.get() + layout.align() - 1) & !(layout.align() - 1);
        match start.checked_add(layout.size()) {
            Some(next) if next <= self.end.get() && start != 0 => {
                self.next.set(next);
                // SAFETY: `start` lies in the newest chunk and is not null
                unsafe { NonNull::new_unchecked(start as *mut u8) }
            }
            _ => self.grow(layout),
        }
    }

    #[cold]
    fn grow(&self, layout: Layout) -> NonNull<u8> {
        let usual = match self.is_stressed {
            true => STRESS_CHUNK,
            false => (CHUNK_FIRST << self.epoch().min(16)).min(CHUNK_MAX),
        };
        // a large object gets a chunk of its own, so that the rest of the current chunk stays in
        // use
        let large = layout.size() > usual / 2 && layout.align() <= CHUNK_ALIGN;
        let size = match large {
            true => layout.size(),
            false => usual.max(layout.size() + layout.align()),
        };
        let used = self.used.get().saturating_add(size);
        let chunk = Layout::from_size_align(size, CHUNK_ALIGN);
        let fits = used <= self.limit || limits::are_suspended();
        let (true, Ok(chunk)) = (fits, chunk) else {
            Exceeded::Memory.raise()
        };
        let spare = match size {
            CHUNK_MAX => self.spare.borrow_mut().pop(),
            _ => None,
        };
        // SAFETY: the layout's size is not zero
        let Some(start) = spare.or_else(|| NonNull::new(unsafe { alloc(chunk) })) else {
            Exceeded::Memory.raise()
        };
        let begins = !large || self.is_much_large(size);
        if begins {
            self.stamp.set(self.stamp.get().wrapping_add(1 << 32));
        }
        self.chunks.borrow_mut().push(Chunk {
            start,
            layout: chunk,
            epoch: self.epoch(),
            is_large: large,
        });
        self.used.set(used);
        self.chunk_bytes.set(self.chunk_bytes.get() + size);
        if large {
            return start;
        }
        self.next.set(start.as_ptr() as usize);
        self.end.set(start.as_ptr() as usize + size);
        self.raw(layout)
    }

    /// Counts a large chunk. Returns true if an epoch begins with it, so that loops whose rounds
    /// make large values free memory. Data older than an epoch refers to nothing newer, so the rest
    /// of the small chunk is left unused.
    fn is_much_large(&self, size: usize) -> bool {
        let bytes = self.large_bytes.get().saturating_add(size);
        let is_much = bytes >= STEP_BYTES;
        self.large_bytes.set(if is_much { 0 } else { bytes });
        if is_much {
            self.close();
        }
        is_much
    }

    /// Returns fresh memory that is not used by any other code and not initialized.
    pub(crate) fn reserve(&self, bytes: usize, align: usize) -> NonNull<u8> {
        match Layout::from_size_align(bytes, align) {
            Ok(layout) => self.raw(layout),
            Err(_) => Exceeded::Memory.raise(),
        }
    }

    /// Extends the reserved memory that ends at `end` by `bytes`, when the memory after it is free.
    pub(crate) fn extend(&self, end: usize, bytes: usize) -> bool {
        let fits = self.next.get() == end && bytes <= self.end.get() - end;
        if fits {
            self.next.set(end + bytes);
        }
        fits
    }

    /// Frees the last `bytes` of reserved memory that ends at `end`, if it is the newest. The
    /// caller must have no reference to them.
    pub(crate) fn give_back(&self, end: usize, bytes: usize) {
        if self.next.get() == end {
            self.next.set(end - bytes);
        }
    }

    /// Moves a value in.
    #[inline]
    pub fn alloc<T>(&self, value: T) -> &T {
        const { assert!(!std::mem::needs_drop::<T>(), "the region never drops") };
        let at = self.raw(Layout::new::<T>()).cast::<T>();
        // SAFETY: fresh, aligned memory for one T, to which there is no other reference
        unsafe {
            at.write(value);
            at.as_ref()
        }
    }

    /// Copies a slice in.
    pub fn slice<T: Copy>(&self, items: &[T]) -> &[T] {
        self.slice_from(items.len(), items.iter().copied())
    }

    /// Moves exactly `len` items in, fewer if the iterator ends before.
    pub fn slice_from<T>(&self, len: usize, items: impl Iterator<Item = T>) -> &[T] {
        const { assert!(!std::mem::needs_drop::<T>(), "the region never drops") };
        let Ok(layout) = Layout::array::<T>(len) else {
            Exceeded::Memory.raise()
        };
        if layout.size() == 0 {
            return &[];
        }
        let at = self.raw(layout).cast::<T>();
        let mut count = 0;
        for item in items.take(len) {
            // SAFETY: `count < len`, inside the fresh memory
            unsafe { at.add(count).write(item) };
            count += 1;
        }
        // SAFETY: the first `count` items have been written
        unsafe { std::slice::from_raw_parts(at.as_ptr(), count) }
    }

    /// Copies a text in.
    pub fn text(&self, text: &str) -> &str {
        let bytes = self.slice(text.as_bytes());
        // SAFETY: a copy of a text is a text
        unsafe { std::str::from_utf8_unchecked(bytes) }
    }

    /// Returns true if loops free memory in each round; see [`set_stress`].
    pub(crate) fn is_stressed(&self) -> bool {
        self.is_stressed
    }

    /// Returns a mark of the current position, for a loop that begins.
    pub fn mark(&self) -> u64 {
        if self.is_stressed {
            self.close();
        }
        self.stamp.get()
    }

    /// Leaves the rest of the current chunk unused.
    fn close(&self) {
        self.next.set(0);
        self.end.set(0);
    }

    /// Announces that data outside of the running code refers to values of the heap, existing ones
    /// or those made before the code continues: no loop frees them until its next round.
    pub fn pin(&self) {
        let stamp = self.stamp.get();
        let pins = (stamp as u32).wrapping_add(1);
        self.stamp.set(stamp >> 32 << 32 | u64::from(pins));
    }

    /// Notes that a storage of an epoch was changed in place, and may refer to newer data.
    pub(crate) fn changed(&self, epoch: u64) {
        let change = Changes {
            storage: epoch,
            change: self.epoch(),
        };
        let mut changes = self.changes.get();
        changes.add(change);
        self.changes.set(changes);
    }

    /// Returns true if a storage of an epoch is better copied than changed in place.
    pub(crate) fn is_settled(&self, epoch: u64) -> bool {
        epoch <= self.settled.get() && self.settled.get() > 0
    }

    /// Returns true if a storage older than a mark was changed in place since. Then no such storage
    /// is changed in place from now on.
    pub(crate) fn is_changed_since(&self, mark: u64) -> bool {
        let is_changed = self.has_changes_since(mark);
        if is_changed {
            let settled = self.changes.replace(NO_CHANGES);
            if settled.storage < u64::MAX {
                self.old_changes.borrow_mut().push(settled);
            }
            self.settled.set(self.epoch());
            self.close();
        }
        is_changed
    }

    /// Returns the current epoch. At the start of a round, a loop considers freeing memory if the
    /// epoch has changed since it last did so.
    #[inline]
    pub fn epoch(&self) -> u64 {
        self.stamp.get() >> 32
    }

    /// Returns true if an address is in memory of this heap.
    pub fn owns(&self, address: usize) -> bool {
        let chunks = self.chunks.borrow();
        chunks.iter().any(|chunk| chunk.range().contains(&address))
    }

    /// Returns true if something was pinned since a mark.
    pub(crate) fn is_pinned_since(&self, mark: u64) -> bool {
        mark as u32 != self.stamp.get() as u32
    }

    fn bytes_since(&self, cut: u64) -> usize {
        let chunks = self.chunks.borrow();
        let young = chunks.iter().filter(|chunk| chunk.epoch > cut);
        young.map(|chunk| chunk.layout.size()).sum()
    }

    /// Returns true if it is worthwhile to free the memory taken after a mark.
    pub(crate) fn is_due(&self, mark: u64) -> bool {
        let cut = mark >> 32;
        let bytes = self.bytes_since(cut);
        bytes >= self.schedule.due(cut) || self.is_stressed && bytes > 0
    }

    /// Returns true if it is worthwhile for a call that ends to free the memory taken since its mark.
    pub(crate) fn is_call_due(&self, mark: u64) -> bool {
        let bytes = || self.bytes_since(mark >> 32);
        match self.is_stressed {
            true => bytes() > 0,
            false => self.chunk_bytes.get() >= self.calls_due.get() && bytes() >= STEP_BYTES / 2,
        }
    }

    /// Lets calls wait before they try to free memory again, because one of them could not.
    pub(crate) fn delay_call_release(&self) {
        let bytes = self.chunk_bytes.get();
        self.calls_due.set(bytes + bytes / 2 + STEP_BYTES);
    }

    /// Returns true if a storage older than a mark was changed in place since. Other than after
    /// [`Heap::is_changed_since`], it may be changed again.
    pub(crate) fn has_changes_since(&self, mark: u64) -> bool {
        let cut = mark >> 32;
        let old = self.old_changes.borrow();
        let first = old.partition_point(|changes| changes.change <= cut);
        let old_crosses = old.get(first).is_some_and(|changes| changes.cross(cut));
        old_crosses || self.changes.get().cross(cut)
    }

    /// Detaches the chunks that were taken after a mark. Until [`Heap::free`] or [`Heap::attach`]
    /// they belong to no heap.
    pub(crate) fn detach(&self, mark: u64, by: By) -> Detached {
        self.checked_rows.clear();
        let cut = mark >> 32;
        let bytes = self.bytes_since(cut);
        let mut chunks = Vec::new();
        self.chunks.borrow_mut().retain(|chunk| {
            let is_young = chunk.epoch > cut;
            if is_young {
                chunks.push(Chunk { ..*chunk });
            }
            !is_young
        });
        chunks.sort_unstable_by_key(|chunk| chunk.start);
        let ranges = || chunks.iter().map(Chunk::range);
        let span = ranges().map(|range| range.start).min().unwrap_or(0)
            ..ranges().map(|range| range.end).max().unwrap_or(0);
        let words = |chunk: &Chunk| match chunk.is_large {
            true => vec![0; 1],
            false => vec![0; chunk.layout.size().div_ceil(8 * 64)],
        };
        let seen: Vec<Vec<u64>> = chunks.iter().map(words).collect();
        let detached = Detached {
            pages: pages_of(&span, &chunks),
            span,
            rows_seen: RefCell::new(seen.clone()),
            seen: RefCell::new(seen),
            kept: RefCell::new(vec![false; chunks.len()]),
            scanned: Cell::new(0),
            rest: (self.next.get(), self.end.get()),
            bytes,
            bytes_before: self.chunk_bytes.get(),
            cut,
            by,
            chunks,
        };
        self.close();
        detached
    }

    /// Puts chunks back.
    pub(crate) fn attach(&self, mut detached: Detached) {
        self.chunks.borrow_mut().append(&mut detached.chunks);
        self.next.set(detached.rest.0);
        self.end.set(detached.rest.1);
        let bytes = detached.bytes;
        match detached.by {
            By::Loop => self.schedule.released(detached.cut, bytes, bytes, 0),
            By::Call => self.delay_call_release(),
        }
        if self.is_stressed {
            self.close();
        }
    }

    /// Frees chunks, except for those that are kept.
    ///
    /// # Safety
    /// There must be no references to values in the other chunks.
    pub(crate) unsafe fn free(&self, detached: Detached) {
        self.freed.set(self.freed.get() + 1);
        if self.changes.get().storage > detached.cut {
            self.changes.set(NO_CHANGES);
        }
        let is_older = |changes: &Changes| changes.storage <= detached.cut;
        self.old_changes.borrow_mut().retain(is_older);
        let mut freed = 0;
        for (chunk, kept) in detached.chunks.iter().zip(detached.kept.take()) {
            if kept {
                // values inside may refer to copies, which are as young as the present epoch
                let epoch = self.epoch();
                self.chunks.borrow_mut().push(Chunk { epoch, ..*chunk });
                continue;
            }
            freed += chunk.layout.size();
            // SAFETY: made by `alloc` with the same layout, freed once; the caller says that nobody
            // looks at it
            unsafe {
                if self.is_stressed {
                    chunk.start.write_bytes(0xdd, chunk.layout.size());
                }
            }
            let mut spare = self.spare.borrow_mut();
            if chunk.layout.size() == CHUNK_MAX && spare.len() < SPARE_MAX {
                spare.push(chunk.start);
            } else {
                // SAFETY: as above
                unsafe { dealloc(chunk.start.as_ptr(), chunk.layout) };
            }
        }
        self.peak.set(self.peak_bytes());
        self.used.set(self.used.get() - freed);
        self.freed_bytes.set(self.freed_bytes.get() + freed);
        let copied = self.chunk_bytes.get() - detached.bytes_before;
        self.chunk_bytes.set(self.chunk_bytes.get() - freed);
        let left = detached.bytes - freed + copied;
        let copied = copied + detached.scanned.get();
        match detached.by {
            By::Loop => self.schedule.released(detached.cut, left, copied, freed),
            By::Call if freed / 2 < copied => self.delay_call_release(),
            By::Call => {
                let due = self.chunk_bytes.get() + STEP_BYTES + 2 * copied;
                self.calls_due.set(due);
            }
        }
        if self.is_stressed {
            self.close();
        }
    }

    /// Keeps a shared value alive as long as the heap.
    pub fn keep<T: Any + Send + Sync>(&self, shared: Arc<T>) -> &T {
        let at = Arc::as_ptr(&shared);
        self.kept.borrow_mut().entry(at.cast()).or_insert(shared);
        // SAFETY: the heap holds a count of it until it is dropped, and an Arc's target never moves
        unsafe { &*at }
    }
}

impl Arena for Heap {
    fn text(&self, text: &str) -> &str {
        Heap::text(self, text)
    }

    fn slice<T: Copy>(&self, items: &[T]) -> &[T] {
        Heap::slice(self, items)
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        for chunk in self.chunks.get_mut().drain(..) {
            // SAFETY: made by `alloc` with the same layout, freed once
            unsafe { dealloc(chunk.start.as_ptr(), chunk.layout) };
        }
        for start in self.spare.get_mut().drain(..) {
            // SAFETY: made by `alloc` with this layout, freed once
            unsafe { dealloc(start.as_ptr(), SPARE_LAYOUT) };
        }
    }
}

/// A reference that is written once, to a value of the same heap, for cycles such as recursive
/// aliases.
///
/// The type is covariant in `T`, unlike a `Cell`.
pub struct Knot<T> {
    at: AtomicPtr<()>,
    is: PhantomData<fn() -> T>,
}

impl<T> Default for Knot<T> {
    fn default() -> Knot<T> {
        Knot {
            at: AtomicPtr::new(std::ptr::null_mut()),
            is: PhantomData,
        }
    }
}

impl<T> Knot<T> {
    /// Returns the target, when it is tied.
    pub fn get(&self) -> Option<&T> {
        // SAFETY: `tie` stored a reference to a T that lives as long as the knot
        unsafe { self.at.load(Ordering::Acquire).cast::<T>().as_ref() }
    }

    /// Ties the knot; the first target stays.
    ///
    /// # Safety
    /// `target` must live in the same heap as the knot itself (or for ever).
    pub unsafe fn tie(&self, target: &T) {
        let at = std::ptr::from_ref(target).cast_mut().cast();
        let none = std::ptr::null_mut();
        let _ = self
            .at
            .compare_exchange(none, at, Ordering::AcqRel, Ordering::Acquire);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_rows_are_seen_once() {
        let heap = Heap::new();
        let mark = heap.mark();
        while heap.bytes() < 2 * STEP_BYTES {
            heap.alloc([0u64; 100]);
        }
        let row = heap.slice(&[0u64; 1000]).as_ptr() as usize;
        let large = heap.slice(&[0u64; 100_000]).as_ptr() as usize;
        assert!(heap.is_due(mark));
        let detached = heap.detach(mark, By::Loop);
        let visit = |from: usize, to: usize| {
            let mut parts = Vec::new();
            let add =
                |part: Range<usize>| parts.push(((part.start - row) / 8, (part.end - row) / 8));
            let is_new = detached.mark_row_visited(row + from * 8..row + to * 8, add);
            (is_new, parts)
        };
        assert_eq!(visit(10, 80), (true, vec![(10, 80)]));
        assert_eq!(visit(300, 301), (true, vec![(300, 301)]));
        assert_eq!(visit(70, 80), (false, vec![]));
        let parts = vec![(0, 10), (80, 300), (301, 1000)];
        assert_eq!(visit(0, 1000), (false, parts));
        assert_eq!(visit(0, 1000), (false, vec![]));
        assert!(detached.has(row) && !detached.keeps(row));
        assert!(detached.is_large(large) && detached.has(large));
        assert!(detached.keeps(large + 8) && !detached.has(large));
        assert!(!detached.has(1));
        heap.attach(detached);
    }

    #[test]
    fn changes_of_settled_storages_concern_no_later_loop() {
        let heap = Heap::new();
        let fill = || (0..STEP_BYTES / 400).for_each(|_| _ = heap.alloc([0u64; 100]));
        let (first, storage) = (heap.mark(), heap.epoch());
        fill();
        heap.changed(storage);
        assert!(heap.is_changed_since(first) && heap.is_settled(storage));
        fill();
        let second = heap.mark();
        fill();
        let newer = heap.epoch();
        fill();
        heap.changed(newer);
        assert!(!heap.is_changed_since(second) && !heap.is_settled(newer));
        assert!(heap.is_changed_since(first) && heap.is_settled(newer));
    }

    #[test]
    fn hands_out_disjoint_aligned_memory() {
        let heap = Heap::new();
        let texts: Vec<&str> = (0..10_000)
            .map(|i| heap.text(&"x".repeat(i % 97)))
            .collect();
        let numbers: Vec<&u64> = (0..10_000).map(|i| heap.alloc(i)).collect();
        assert!(texts.iter().enumerate().all(|(i, t)| t.len() == i % 97));
        assert!(numbers.iter().enumerate().all(|(i, n)| **n == i as u64));
        assert_eq!(heap.slice(&[7u8; 9_000_000]).len(), 9_000_000);
        assert_eq!(heap.slice_from(3, [1, 2].into_iter()), [1, 2]);
    }
}
