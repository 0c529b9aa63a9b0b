//! Owns arrays: views of a storage that grows without changing older views.
//!
//! The items are Values, or unboxed numbers if all are Integers or all Floats. Two arrays of the same items may be
//! stored in different ways, which affects only speed.
//!
//! Invariants of the unsafe code here:
//! * `items` points to `len` written items of `kind` that are never written again; they live in the heap of the array
//!   or a heap that lives longer.
//! * A [`Storage`] precedes the memory of its items; of its `capacity` the first `used` are written. A view may begin
//!   at any of them. `used` only grows, and only by code that holds the heap that the storage lives in: heaps are not
//!   shared between threads, so arrays may be shared if no heap comes with them.
//! * Items beyond `used` are written once, by the view that ends at `used`. No older view reaches them, so they need
//!   not outlive the lifetime of the older view's type.
//!
//! Long because the unsafe code relies on fields that no other module may see.
#![allow(unsafe_code, reason = "unboxed items, growth in place")]

use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::NonNull;

use super::Value;
use super::row::Row;
use crate::heap::Heap;

/// The representation of the items of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Values, of 16 bytes each.
    Values,
    /// Integers only, as an `i64` each.
    Integers,
    /// Floats only, as an `f64` each.
    Floats,
}

impl Kind {
    fn of(value: Value<'_>) -> Kind {
        match value {
            Value::Integer(_) => Kind::Integers,
            Value::Float(_) => Kind::Floats,
            _ => Kind::Values,
        }
    }

    /// Bytes of an item.
    const fn bytes(self) -> usize {
        match self {
            Kind::Values => size_of::<Value<'_>>(),
            Kind::Integers | Kind::Floats => 8,
        }
    }
}

/// The data that the views of growing items share.
#[repr(C)]
struct Storage {
    /// The heap that the storage lives in.
    owner: *const Heap,
    used: Cell<u32>,
    capacity: u32,
}

/// A list of values.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Array<'h> {
    items: NonNull<u8>,
    len: u32,
    kind: Kind,
    /// Absent when the items can't grow in place.
    storage: Option<&'h Storage>,
    of: PhantomData<Value<'h>>,
}

/// The items in their representation.
#[derive(Clone, Copy)]
pub enum Items<'s, 'h> {
    /// Values of any kind.
    Values(&'s [Value<'h>]),
    /// All are Integers.
    Integers(&'s [i64]),
    /// All are Floats.
    Floats(&'s [f64]),
}

fn count(len: usize) -> u32 {
    u32::try_from(len).expect("the memory limit is met before four thousand million items")
}

/// Offsets for compiled code. The kind is 0 for Values, 1 for Integers and 2 for Floats.
impl Array<'_> {
    /// The address of the items.
    pub const ITEMS_AT: usize = std::mem::offset_of!(Array<'_>, items);
    /// The number of items, in four bytes.
    pub const LEN_AT: usize = std::mem::offset_of!(Array<'_>, len);
    /// The kind, in one byte.
    pub const KIND_AT: usize = std::mem::offset_of!(Array<'_>, kind);
    /// The storage; a null pointer in arrays whose items can't grow in place.
    pub const STORAGE_AT: usize = std::mem::offset_of!(Array<'_>, storage);
}

impl<'h> Array<'h> {
    /// Copies `items` to an array.
    pub fn new(heap: &'h Heap, items: &[Value<'h>]) -> &'h Array<'h> {
        let kind = match items.split_first() {
            None => Kind::Values,
            Some((first, rest)) => match Kind::of(*first) {
                kind if rest.iter().all(|item| Kind::of(*item) == kind) => kind,
                _ => Kind::Values,
            },
        };
        let at = heap.reserve(items.len() * kind.bytes(), 8);
        // SAFETY: fresh memory for as many items of the kind, which all of them are
        unsafe {
            match kind {
                Kind::Values => copy(items, at),
                _ => {
                    for (index, item) in items.iter().enumerate() {
                        match item {
                            Value::Integer(i) => at.cast().add(index).write(*i),
                            Value::Float(f) => at.cast().add(index).write(*f),
                            _ => unreachable!("items of one kind"),
                        }
                    }
                }
            }
        }
        heap.alloc(Array {
            items: at,
            len: count(items.len()),
            kind,
            storage: None,
            of: PhantomData,
        })
    }

    /// Copies numbers to an array.
    pub fn integers(heap: &'h Heap, items: &[i64]) -> &'h Array<'h> {
        let items = heap.slice(items);
        heap.alloc(Array {
            items: NonNull::from(items).cast(),
            len: count(items.len()),
            kind: Kind::Integers,
            storage: None,
            of: PhantomData,
        })
    }

    /// Collects the items of an iterator, which may end early: at most `len`.
    pub fn from_iter(
        heap: &'h Heap,
        len: usize,
        items: impl Iterator<Item = Value<'h>>,
    ) -> &'h Array<'h> {
        let mut builder = ArrayBuilder::with_capacity(heap, len);
        items.take(len).for_each(|item| builder.push(item));
        builder.finish()
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if the array is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the items in their stored form, for loops that handle unboxed numbers separately.
    pub fn items(&self) -> Items<'h, 'h> {
        let (at, len) = (self.items, self.len());
        // SAFETY: `len` items of the kind, which are never written again
        unsafe {
            match self.kind {
                Kind::Values => Items::Values(std::slice::from_raw_parts(at.cast().as_ptr(), len)),
                Kind::Integers => {
                    Items::Integers(std::slice::from_raw_parts(at.cast().as_ptr(), len))
                }
                Kind::Floats => Items::Floats(std::slice::from_raw_parts(at.cast().as_ptr(), len)),
            }
        }
    }

    /// Returns the item at an index from 0.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Value<'h>> {
        if index >= self.len() {
            return None;
        }
        // SAFETY: the index is below `len`
        Some(unsafe { self.item(index) })
    }

    /// Returns the item at an index.
    ///
    /// # Safety
    /// `index` must be below `len`.
    #[inline]
    unsafe fn item(&self, index: usize) -> Value<'h> {
        // SAFETY: items of the kind, the caller says that there is one at `index`
        unsafe {
            match self.kind {
                Kind::Values => *self.items.cast::<Value<'h>>().add(index).as_ref(),
                Kind::Integers => Value::Integer(*self.items.cast().add(index).as_ref()),
                Kind::Floats => Value::Float(*self.items.cast().add(index).as_ref()),
            }
        }
    }

    /// Returns the items in order.
    pub fn iter(&self) -> Iter<'h> {
        Iter {
            array: *self,
            from: 0,
            to: self.len,
        }
    }

    /// Returns the items from `start` on, at most `len`; shares the storage. The end of an array may
    /// grow in place, so a queue that loses items at the front is not copied at each push.
    pub fn slice(&self, heap: &'h Heap, start: usize, len: usize) -> &'h Array<'h> {
        let start = start.min(self.len());
        let len = len.min(self.len() - start);
        let is_end = start + len == self.len();
        heap.alloc(Array {
            // SAFETY: `start` is not beyond the last item
            items: unsafe { self.items.add(start * self.kind.bytes()) },
            len: count(len),
            kind: self.kind,
            storage: self.storage.filter(|_| is_end),
            of: PhantomData,
        })
    }

    /// Returns the items in a vector of their own.
    pub fn to_vec(&self) -> Vec<Value<'h>> {
        match self.items() {
            Items::Values(items) => items.to_vec(),
            Items::Integers(items) => items.iter().copied().map(Value::Integer).collect(),
            Items::Floats(items) => items.iter().copied().map(Value::Float).collect(),
        }
    }

    /// Returns the items followed by one more. If this is the newest view of its storage and there
    /// is room, the storage is extended, otherwise it is copied: a series of `n` pushes takes O(n)
    /// in all.
    pub fn push(&self, heap: &'h Heap, item: Value<'h>) -> &'h Array<'h> {
        match item {
            Value::Integer(i) => self.plus(heap, Items::Integers(&[i])),
            Value::Float(f) => self.plus(heap, Items::Floats(&[f])),
            _ => self.plus(heap, Items::Values(&[item])),
        }
    }

    /// Returns the items followed by those of another array. Grows like [`push`](Array::push).
    pub fn concat(&'h self, heap: &'h Heap, other: &'h Array<'h>) -> &'h Array<'h> {
        match (self.len, other.len) {
            (_, 0) => self,
            (0, _) => other,
            _ => self.plus(heap, other.items()),
        }
    }

    fn plus(&self, heap: &'h Heap, more: Items<'_, 'h>) -> &'h Array<'h> {
        let added = more.len();
        let len = count(self.len() + added);
        let kind = match (self.len, self.kind == more.kind()) {
            (0, _) => more.kind(),
            (_, true) => self.kind,
            (_, false) => Kind::Values,
        };
        let room = self.storage.filter(|storage| {
            let start = self.start_in(storage);
            std::ptr::eq(storage.owner, heap)
                && storage.used.get() as usize == start + self.len()
                && storage.capacity as usize >= start + len as usize
                && kind == self.kind
        });
        let (items, storage) = match room {
            Some(storage) => {
                storage.used.set(count(self.start_in(storage)) + len);
                (self.items, storage)
            }
            None => {
                // an array that has grown before is likely to grow again
                let capacity = match self.storage {
                    Some(_) => count(len as usize * 2).max(4),
                    None => len,
                };
                let (items, storage) = reserve(heap, kind, len, capacity);
                if self.len > 0 {
                    // SAFETY: fresh memory for at least `len` items of the kind
                    unsafe { write(items, kind, 0, self.items()) };
                }
                (items, storage)
            }
        };
        // SAFETY: there is room for `added` items after the first `self.len`, which no other view
        // has written: `used` was their end
        unsafe { write(items, kind, self.len(), more) };
        heap.alloc(Array {
            items,
            len,
            kind,
            storage: Some(storage),
            of: PhantomData,
        })
    }
}

impl Array<'_> {
    /// Returns the index of the first item in the storage.
    fn start_in(&self, storage: &Storage) -> usize {
        let first = std::ptr::from_ref(storage) as usize + size_of::<Storage>();
        (self.items.as_ptr() as usize - first) / self.kind.bytes()
    }
}

/// Copies the items of arrays, or the entries of hashes; with a storage before them if views of them
/// may grow.
///
/// # Safety
/// The items must have been written, and nobody may write them meanwhile.
pub(super) unsafe fn copy_row(heap: &Heap, row: &Row) -> Row {
    let bytes = row.end - row.start;
    let items = match row.grows {
        true => {
            let kind = match row.holds_values {
                true => Kind::Values,
                false => Kind::Integers,
            };
            let len = count(bytes / kind.bytes());
            reserve(heap, kind, len, len).0
        }
        false => heap.reserve(bytes, 8),
    };
    // SAFETY: fresh memory for as many bytes; the caller says that they have been written
    unsafe { std::ptr::copy_nonoverlapping(row.start as *const u8, items.as_ptr(), bytes) };
    let start = items.as_ptr() as usize;
    Row {
        start,
        end: start + bytes,
        ..*row
    }
}

impl<'h> Array<'h> {
    /// Returns the addresses of the items.
    pub fn place(&self) -> std::ops::Range<usize> {
        let row = self.row();
        row.start..row.end
    }

    /// Returns the items in memory.
    pub(super) fn row(&self) -> Row {
        let start = self.items.as_ptr() as usize;
        Row {
            start,
            end: start + self.len() * self.kind.bytes(),
            holds_values: self.kind == Kind::Values,
            grows: self.storage.is_some(),
            may_stay: true,
        }
    }

    /// Returns the same view of items that have been copied by [`copy_row`]: `to` says where they
    /// began, and where the copy does. Without it the items stay in place.
    pub(super) fn moved(&self, heap: &'h Heap, to: Option<(usize, usize)>) -> &'h Array<'h> {
        let mut new = *self;
        if self.len == 0 {
            (new.items, new.storage) = (NonNull::<Value<'_>>::dangling().cast(), None);
        }
        if let Some((from, copy)) = to {
            let shift = self.items.as_ptr() as usize - from;
            let items = NonNull::new((copy + shift) as *mut u8).unwrap_or(NonNull::dangling());
            new.items = items;
            // only a view that begins at the first item of the copy can grow
            let storage = self.storage.filter(|_| shift == 0);
            // SAFETY: the copy of a row that grows has a storage directly before it
            new.storage = storage.map(|_| unsafe { items.cast::<Storage>().sub(1).as_ref() });
        }
        heap.alloc(new)
    }
}

/// Reserves memory for items that may grow.
fn reserve(heap: &Heap, kind: Kind, used: u32, capacity: u32) -> (NonNull<u8>, &Storage) {
    let bytes = size_of::<Storage>() + capacity as usize * kind.bytes();
    let at = heap.reserve(bytes, 8).cast::<Storage>();
    // SAFETY: fresh memory, aligned, for the storage and its items
    unsafe {
        at.write(Storage {
            owner: heap,
            used: Cell::new(used),
            capacity,
        });
        (at.add(1).cast(), at.as_ref())
    }
}

/// Writes items at an index.
///
/// # Safety
/// `to` must have room for the items as `kind`, no other code may read or write it, and `kind` must
/// be Values or that of the items.
unsafe fn write(to: NonNull<u8>, kind: Kind, index: usize, items: Items<'_, '_>) {
    // SAFETY: within the room that the caller promises
    unsafe {
        let to = to.add(index * kind.bytes());
        match (kind, items) {
            (Kind::Integers, Items::Integers(from)) => copy(from, to),
            (Kind::Floats, Items::Floats(from)) => copy(from, to),
            (Kind::Values, Items::Values(from)) => copy(from, to),
            (_, Items::Integers(from)) => spread(from.iter().map(|&i| Value::Integer(i)), to),
            (_, Items::Floats(from)) => spread(from.iter().map(|&f| Value::Float(f)), to),
            (_, Items::Values(_)) => unreachable!("values among bare numbers"),
        }
    }
}

/// Copies items to memory.
///
/// # Safety
/// There must be room for the items, in memory that does not overlap them.
unsafe fn copy<T: Copy>(from: &[T], to: NonNull<u8>) {
    // SAFETY: the caller says so
    unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to.cast().as_ptr(), from.len()) }
}

/// Writes values to memory.
///
/// # Safety
/// There must be room for the values.
unsafe fn spread<'v>(values: impl Iterator<Item = Value<'v>>, to: NonNull<u8>) {
    for (at, value) in values.enumerate() {
        // SAFETY: the caller says so
        unsafe { to.cast().add(at).write(value) };
    }
}

impl Items<'_, '_> {
    fn kind(self) -> Kind {
        match self {
            Items::Values(_) => Kind::Values,
            Items::Integers(_) => Kind::Integers,
            Items::Floats(_) => Kind::Floats,
        }
    }

    fn len(self) -> usize {
        match self {
            Items::Values(items) => items.len(),
            Items::Integers(items) => items.len(),
            Items::Floats(items) => items.len(),
        }
    }
}

/// An iterator over the items of an array.
#[derive(Clone)]
pub struct Iter<'h> {
    array: Array<'h>,
    from: u32,
    to: u32,
}

impl<'h> Iterator for Iter<'h> {
    type Item = Value<'h>;

    #[inline]
    fn next(&mut self) -> Option<Value<'h>> {
        if self.from >= self.to {
            return None;
        }
        let at = self.from as usize;
        self.from += 1;
        // SAFETY: below `to`, which is at most the length
        Some(unsafe { self.array.item(at) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.to - self.from) as usize;
        (len, Some(len))
    }

    fn nth(&mut self, n: usize) -> Option<Value<'h>> {
        let left = self.to - self.from;
        self.from += u32::try_from(n).unwrap_or(u32::MAX).min(left);
        self.next()
    }

    fn fold<B, F: FnMut(B, Value<'h>) -> B>(self, start: B, mut f: F) -> B {
        let range = self.from as usize..self.to as usize;
        match self.array.items() {
            Items::Values(items) => items[range].iter().fold(start, |b, &v| f(b, v)),
            Items::Integers(items) => items[range]
                .iter()
                .fold(start, |b, &i| f(b, Value::Integer(i))),
            Items::Floats(items) => items[range]
                .iter()
                .fold(start, |b, &x| f(b, Value::Float(x))),
        }
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.from >= self.to {
            return None;
        }
        self.to -= 1;
        // SAFETY: at least `from`, below the length
        Some(unsafe { self.array.item(self.to as usize) })
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// Collects the items of an [`Array`] in the heap. Numbers are stored unboxed as long as all are of
/// one kind.
pub struct ArrayBuilder<'h> {
    heap: &'h Heap,
    items: NonNull<u8>,
    len: u32,
    /// The capacity in items; before the first item, the capacity to reserve.
    capacity: u32,
    kind: Kind,
}

impl<'h> ArrayBuilder<'h> {
    /// Returns the items so far in memory.
    pub(super) fn row(&self) -> Row {
        let start = self.items.as_ptr() as usize;
        Row {
            start,
            end: start + self.len() * self.kind.bytes(),
            holds_values: self.kind == Kind::Values,
            grows: false,
            may_stay: true,
        }
    }

    /// Returns the items in memory without the first ones.
    pub(super) fn row_from(&self, first: usize) -> Row {
        let row = self.row();
        Row {
            start: row.start + first.min(self.len()) * self.kind.bytes(),
            ..row
        }
    }

    /// Goes on with the items at an address, to which they have been copied.
    pub(super) fn moved(&mut self, to: usize) {
        self.items = NonNull::new(to as *mut u8).unwrap_or(NonNull::dangling());
        self.capacity = self.len;
    }

    /// The capacity to reserve when the number of items is not known.
    pub const USUAL: usize = 4;

    /// Makes an empty builder.
    pub fn new(heap: &'h Heap) -> ArrayBuilder<'h> {
        ArrayBuilder::with_capacity(heap, Self::USUAL)
    }

    /// Makes an empty builder for about `capacity` items.
    #[inline]
    pub fn with_capacity(heap: &'h Heap, capacity: usize) -> ArrayBuilder<'h> {
        ArrayBuilder {
            heap,
            items: NonNull::<Value<'_>>::dangling().cast(),
            len: 0,
            capacity: count(capacity),
            kind: Kind::Values,
        }
    }

    /// Returns the number of items so far.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an item if there is room for it in its stored form.
    #[inline]
    pub fn push_quickly(&mut self, item: Value<'h>) -> bool {
        if self.len == 0 || self.len == self.capacity {
            return false;
        }
        let len = self.len();
        // SAFETY: room for one more item of the kind, which is that of the item or Values
        unsafe {
            match (self.kind, item) {
                (Kind::Integers, Value::Integer(i)) => self.items.cast().add(len).write(i),
                (Kind::Floats, Value::Float(f)) => self.items.cast().add(len).write(f),
                (Kind::Values, item) => self.items.cast().add(len).write(item),
                _ => return false,
            }
        }
        self.len += 1;
        true
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, item: Value<'h>) {
        if !self.push_quickly(item) {
            self.push_checked(item);
        }
    }

    #[inline(never)]
    fn push_checked(&mut self, item: Value<'h>) {
        if self.len == 0 {
            self.kind = Kind::of(item);
            self.capacity = self.capacity.max(1);
            let bytes = self.capacity as usize * self.kind.bytes();
            self.items = self.heap.reserve(bytes, 8);
        } else if self.kind != Kind::Values && Kind::of(item) != self.kind {
            self.move_to(Kind::Values, self.capacity);
        }
        if self.len == self.capacity {
            self.grow();
        }
        // SAFETY: room for one more item of the kind, which is that of the item or Values
        unsafe {
            let at = self.items.add(self.len() * self.kind.bytes());
            match (self.kind, item) {
                (Kind::Integers, Value::Integer(i)) => at.cast().write(i),
                (Kind::Floats, Value::Float(f)) => at.cast().write(f),
                _ => at.cast().write(item),
            }
        }
        self.len += 1;
    }

    fn end(&self) -> usize {
        self.items.as_ptr() as usize + self.capacity as usize * self.kind.bytes()
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = count(self.capacity as usize * 2);
        let more = (capacity - self.capacity) as usize * self.kind.bytes();
        if self.heap.extend(self.end(), more) {
            self.capacity = capacity;
        } else {
            self.move_to(self.kind, capacity);
        }
    }

    #[cold]
    fn move_to(&mut self, kind: Kind, capacity: u32) {
        let old = self.view().items();
        let items = self.heap.reserve(capacity as usize * kind.bytes(), 8);
        // SAFETY: fresh memory for `capacity` items, of which there are fewer
        unsafe { write(items, kind, 0, old) };
        (self.items, self.kind, self.capacity) = (items, kind, capacity);
    }

    fn view(&self) -> Array<'h> {
        Array {
            items: self.items,
            len: self.len,
            kind: self.kind,
            storage: None,
            of: PhantomData,
        }
    }

    /// Returns the array.
    pub fn finish(self) -> &'h Array<'h> {
        self.finished()
    }

    fn finished(&self) -> &'h Array<'h> {
        if self.len > 0 {
            let unused = (self.capacity - self.len) as usize * self.kind.bytes();
            self.heap.give_back(self.end(), unused);
        }
        self.heap.alloc(self.view())
    }
}

/// Offsets for compiled code. Kinds are as in arrays. Nothing is reserved while there is no item.
impl ArrayBuilder<'_> {
    /// The address of the items.
    pub const ITEMS_AT: usize = std::mem::offset_of!(ArrayBuilder<'_>, items);
    /// The number of items, in four bytes.
    pub const LEN_AT: usize = std::mem::offset_of!(ArrayBuilder<'_>, len);
    /// The capacity in items, in four bytes; at least 1 when there is an item.
    pub const CAPACITY_AT: usize = std::mem::offset_of!(ArrayBuilder<'_>, capacity);
    /// The kind, in one byte.
    pub const KIND_AT: usize = std::mem::offset_of!(ArrayBuilder<'_>, kind);
}

/// A builder at a fixed address in the heap, so that compiled code may add to it between calls.
pub struct PlacedBuilder<'h>(NonNull<ArrayBuilder<'h>>);

impl<'h> PlacedBuilder<'h> {
    /// Places an empty builder for about `capacity` items in the heap.
    pub fn new(heap: &'h Heap, capacity: usize) -> PlacedBuilder<'h> {
        let (size, align) = (
            size_of::<ArrayBuilder<'_>>(),
            align_of::<ArrayBuilder<'_>>(),
        );
        let at = heap.reserve(size, align).cast();
        // SAFETY: fresh, aligned memory for one builder
        unsafe { at.write(ArrayBuilder::with_capacity(heap, capacity)) };
        PlacedBuilder(at)
    }

    /// Returns the builder.
    #[inline]
    pub fn get(&mut self) -> &mut ArrayBuilder<'h> {
        // SAFETY: written by `new`, in memory of the heap that nobody else refers to while code
        // that is not compiled runs
        unsafe { self.0.as_mut() }
    }

    /// Returns the address of the builder.
    pub fn address(&self) -> *mut u8 {
        self.0.as_ptr().cast()
    }

    /// Returns the array.
    pub fn finish(self) -> &'h Array<'h> {
        // SAFETY: as in `get`; this was the last reference to it
        unsafe { self.0.as_ref() }.finished()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn same(array: &Array<'_>, model: &[Value<'_>]) -> bool {
        array.len() == model.len()
            && array.iter().zip(model).all(|(a, b)| a.same(*b))
            && array
                .iter()
                .rev()
                .zip(model.iter().rev())
                .all(|(a, b)| a.same(*b))
            && (0..model.len()).all(|at| array.get(at).is_some_and(|v| v.same(model[at])))
            && array.get(model.len()).is_none()
            && array.to_vec().len() == model.len()
    }

    fn value(pick: u8) -> Value<'static> {
        match pick % 8 {
            0 => Value::Undef,
            1 => Value::Float(f64::from(pick)),
            2 => Value::Float(0.5),
            _ => Value::Integer(i64::from(pick)),
        }
    }

    proptest! {
        #[test]
        fn versions_keep_their_items(steps in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 1..120)) {
            let (heap, other) = (Heap::new(), Heap::new());
            let mut versions: Vec<(&Array<'_>, Vec<Value<'_>>)> = vec![(Array::new(&heap, &[]), Vec::new())];
            for (which, how, pick) in steps {
                // mostly uses the newest version, so that storage is extended
                let from = match which % 4 {
                    0 => which as usize % versions.len(),
                    _ => versions.len() - 1,
                };
                let (array, mut model) = versions[from].clone();
                let grown = match how % 6 {
                    0 => {
                        let (right, items) = versions[pick as usize % versions.len()].clone();
                        if model.len() + items.len() > 2000 {
                            continue;
                        }
                        model.extend(items);
                        array.concat(&heap, right)
                    }
                    1 => {
                        let (start, len) = (pick as usize % (model.len() + 1), how as usize);
                        model = model.into_iter().skip(start).take(len).collect();
                        array.slice(&heap, start, len)
                    }
                    2 => {
                        model.push(value(pick));
                        array.push(&other, value(pick))
                    }
                    3 => Array::new(&heap, &model),
                    _ => {
                        model.push(value(pick));
                        array.push(&heap, value(pick))
                    }
                };
                versions.push((grown, model));
            }
            for (array, model) in &versions {
                prop_assert!(same(array, model));
            }
        }

        #[test]
        fn builders_hold_what_was_pushed(picks in prop::collection::vec(any::<u8>(), 0..60), capacity in 0usize..8, narrow in any::<bool>()) {
            let heap = Heap::new();
            let model: Vec<Value<'_>> = picks.iter().map(|&p| if narrow { Value::Integer(p.into()) } else { value(p) }).collect();
            let mut builder = ArrayBuilder::with_capacity(&heap, capacity);
            for &item in &model {
                if capacity % 2 == 0 {
                    heap.alloc(1u8);
                }
                builder.push(item);
            }
            let array = builder.finish();
            let next = heap.slice(&[0xffu8; 64]);
            prop_assert!(same(array, &model));
            prop_assert!(next.iter().all(|&b| b == 0xff));
        }
    }

    #[test]
    fn pushing_is_linear() {
        let heap = Heap::new();
        let mut array = Array::new(&heap, &[]);
        for i in 0..100_000 {
            array = array.push(&heap, Value::Integer(i));
        }
        assert_eq!(
            array.iter().filter_map(Value::as_integer).sum::<i64>(),
            4_999_950_000
        );
        assert!(heap.bytes() < 12 << 20);
    }
}
