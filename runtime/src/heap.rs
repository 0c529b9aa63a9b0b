//! The region: where the values of one evaluation, or the constants of one file, live.
//!
//! A [`Heap`] hands out memory by moving a pointer and frees everything at once when it is dropped.
//! What is put into it never runs a destructor, so only plain data goes in; what needs one (a
//! compiled regular expression) is shared through [`Heap::keep`]. It knows nothing of values.
//!
//! Invariants of the unsafe code here:
//! * `next..end` is the unused rest of one of the chunks; chunks never move and are freed only by
//!   `Drop`, which needs the heap unborrowed: no reference it gave out can outlive it.
//! * Compiled code hands out memory of the rest in the same way, and only to itself.
//! * Memory is handed out once, aligned, and written before a reference to it is made.
#![allow(unsafe_code, reason = "the region allocator")]

use std::alloc::{Layout, alloc, dealloc};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::limits::{self, Exceeded};

use foldhash::fast::FixedState;
use hashbrown::HashMap;

const CHUNK_FIRST: usize = 16 << 10;
const CHUNK_MAX: usize = 4 << 20;
const CHUNK_ALIGN: usize = 16;

/// A region of memory; see the module's text.
pub struct Heap {
    next: Cell<usize>,
    end: Cell<usize>,
    chunks: RefCell<Vec<(NonNull<u8>, Layout)>>,
    used: Cell<usize>,
    limit: usize,
    kept: RefCell<HashMap<*const (), Arc<dyn Any + Send + Sync>, FixedState>>,
}

// SAFETY: the chunks are owned by the heap alone; nothing in it depends on the thread.
unsafe impl Send for Heap {}

/// Where compiled code finds the unused rest: its first address, which is not aligned, and its end.
impl Heap {
    /// The address of the first unused byte; 0 before the first use.
    pub const NEXT_AT: usize = std::mem::offset_of!(Heap, next);
    /// The address behind the last.
    pub const END_AT: usize = std::mem::offset_of!(Heap, end);
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

impl Heap {
    /// An empty heap; the first chunk is taken on first use.
    pub fn new() -> Heap {
        Heap::with_limit(usize::MAX)
    }

    /// An empty heap that raises [`Exceeded::Memory`] instead of taking more than `limit` bytes.
    pub fn with_limit(limit: usize) -> Heap {
        Heap {
            next: Cell::new(0),
            end: Cell::new(0),
            chunks: RefCell::new(Vec::new()),
            used: Cell::new(0),
            limit,
            kept: RefCell::new(HashMap::default()),
        }
    }

    /// Counts memory that stands elsewhere and lives as long as this.
    pub fn count(&self, bytes: usize) {
        self.used.set(self.used.get().saturating_add(bytes));
    }

    /// Bytes taken from the system so far.
    pub fn bytes(&self) -> usize {
        self.used.get()
    }

    /// Bytes that may still be taken from the system.
    pub fn left(&self) -> usize {
        self.limit.saturating_sub(self.used.get())
    }

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
        let mut chunks = self.chunks.borrow_mut();
        let usual = (CHUNK_FIRST << chunks.len().min(16)).min(CHUNK_MAX);
        // what is large gets a chunk of its own, and the rest of the present one stays in use
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
        // SAFETY: the layout's size is not zero
        let Some(start) = NonNull::new(unsafe { alloc(chunk) }) else {
            Exceeded::Memory.raise()
        };
        chunks.push((start, chunk));
        drop(chunks);
        self.used.set(used);
        if large {
            return start;
        }
        self.next.set(start.as_ptr() as usize);
        self.end.set(start.as_ptr() as usize + size);
        self.raw(layout)
    }

    /// Fresh memory that nobody else holds; nothing has been written to it.
    pub(crate) fn reserve(&self, bytes: usize, align: usize) -> NonNull<u8> {
        match Layout::from_size_align(bytes, align) {
            Ok(layout) => self.raw(layout),
            Err(_) => Exceeded::Memory.raise(),
        }
    }

    /// Makes the reserved memory that ends at `end` longer by `bytes`, when what follows is free.
    pub(crate) fn extend(&self, end: usize, bytes: usize) -> bool {
        let fits = self.next.get() == end && bytes <= self.end.get() - end;
        if fits {
            self.next.set(end + bytes);
        }
        fits
    }

    /// Takes back the last `bytes` of reserved memory that ends at `end`, if it is the newest.
    /// The caller holds no reference to them.
    pub(crate) fn give_back(&self, end: usize, bytes: usize) {
        if self.next.get() == end {
            self.next.set(end - bytes);
        }
    }

    /// Moves a value in.
    pub fn alloc<T>(&self, value: T) -> &T {
        const { assert!(!std::mem::needs_drop::<T>(), "the region never drops") };
        let at = self.raw(Layout::new::<T>()).cast::<T>();
        // SAFETY: fresh, aligned memory for one T that nobody else holds
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

    /// Keeps a shared value alive as long as the heap.
    pub fn keep<T: Any + Send + Sync>(&self, shared: Arc<T>) -> &T {
        let at = Arc::as_ptr(&shared);
        self.kept.borrow_mut().entry(at.cast()).or_insert(shared);
        // SAFETY: the heap holds a count of it until it is dropped, and an Arc's target never moves
        unsafe { &*at }
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        for (start, layout) in self.chunks.get_mut().drain(..) {
            // SAFETY: made by `alloc` with the same layout, freed once
            unsafe { dealloc(start.as_ptr(), layout) };
        }
    }
}

/// A write-once reference to something of the same heap, for knots such as recursive aliases.
///
/// Covariant in what it refers to, unlike a `Cell`.
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
    /// The target, when it is tied.
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
