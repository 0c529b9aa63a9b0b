//! Owns the iterations and lists that running code has begun and not yet ended.

use crate::heap::Heap;
use crate::iterator::Elements;
use crate::value::types::Type;
use crate::value::{Array, ArrayBuilder, Moving, PlacedBuilder, Survivors, Unmovable, Value};

/// The most items for which a list has room from the start.
const LIST_MAX: usize = 1 << 27;

/// An iteration or a list that is under way.
enum Loop<'h> {
    /// A value whose elements come one by one, with the current element. In a box, since lists are
    /// frequent and small.
    Elements(Box<(Elements<'h>, Value<'h>)>),
    /// Collected values.
    List(PlacedBuilder<'h>, Settled),
}

/// The first items of a list, which releases of younger loops need not visit.
#[derive(Clone, Copy, Default)]
struct Settled {
    items: usize,
    /// The epoch of the heap in which they were older than everything that was made since.
    epoch: u64,
}

/// The iterations and lists that are under way, the innermost last.
#[derive(Default)]
pub struct Loops<'h> {
    open: Vec<Loop<'h>>,
}

impl<'h> Loops<'h> {
    /// Returns the number of open loops and lists.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Returns true if there are no open loops or lists.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Ends the loops and lists from a number on.
    pub fn truncate(&mut self, len: usize) {
        self.open.truncate(len);
    }

    /// Begins a list, with the capacity for the elements of the given `IterBegin`, if their number
    /// is known. Returns its number.
    pub fn begin_list(&mut self, heap: &'h Heap, like: Value<'h>) -> usize {
        self.begin_list_of(heap, count(like))
    }

    /// Begins a list with a capacity. Returns its number.
    pub fn begin_list_of(&mut self, heap: &'h Heap, count: Option<usize>) -> usize {
        let capacity = match count {
            // the loop may not visit all elements
            Some(count) if count <= LIST_MAX.min(heap.left() / 64) => count,
            _ => ArrayBuilder::USUAL,
        };
        let list = PlacedBuilder::new(heap, capacity);
        self.open.push(Loop::List(list, Settled::default()));
        self.open.len() - 1
    }

    /// Adds to a list if there is room for the item in its stored form.
    #[inline]
    pub fn push_quickly(&mut self, list: usize, value: Value<'h>) -> bool {
        match self.open.get_mut(list) {
            Some(Loop::List(list, _)) => list.get().push_quickly(value),
            _ => false,
        }
    }

    /// Adds to a list.
    pub fn push(&mut self, list: usize, value: Value<'h>) {
        if let Some(Loop::List(list, _)) = self.open.get_mut(list) {
            list.get().push(value);
        }
    }

    /// Returns the address of the list that compiled code adds to; null when it is not a list.
    pub fn list_at(&self, list: usize) -> *mut u8 {
        match self.open.get(list) {
            Some(Loop::List(list, _)) => list.address(),
            _ => std::ptr::null_mut(),
        }
    }

    /// Ends a list and all loops and lists begun after it; returns the array.
    pub(crate) fn end_list(&mut self, list: usize) -> Option<&'h Array<'h>> {
        self.open.truncate(list + 1);
        match self.open.pop() {
            Some(Loop::List(list, _)) => Some(list.finish()),
            _ => None,
        }
    }

    /// Finds the contents of lists that are to be moved.
    ///
    /// # Errors
    /// They cannot be moved, or a loop is over a value that is not plain.
    pub(crate) fn find(&mut self, moving: &mut Moving<'h, '_>) -> Result<(), Unmovable> {
        let cut = moving.cut();
        self.open.iter_mut().try_for_each(|open| match open {
            Loop::List(list, settled) => {
                if settled.epoch > cut {
                    *settled = Settled::default();
                }
                moving.add_list(list.get(), settled.items)
            }
            Loop::Elements(_) => Err(Unmovable),
        })
    }

    /// Notes that all items of lists are older than the loops that begin from now on.
    pub(crate) fn settle(&mut self, epoch: u64) {
        for open in &mut self.open {
            if let Loop::List(list, settled) = open {
                let items = list.get().len();
                *settled = Settled { items, epoch };
            }
        }
    }

    /// Adds the contents of lists to an estimate.
    pub(crate) fn estimate(&mut self, survivors: &mut Survivors<'_>) {
        for open in &mut self.open {
            if let Loop::List(list, settled) = open {
                let is_older = settled.epoch <= survivors.cut();
                let items = if is_older { settled.items } else { 0 };
                survivors.add_list(list.get(), items);
            }
        }
    }

    /// Replaces the contents of lists that have been moved.
    pub(crate) fn moved(&mut self, moving: &Moving<'h, '_>) {
        for open in &mut self.open {
            if let Loop::List(list, _) = open {
                moving.move_list(list.get());
            }
        }
    }

    /// Begins an iteration over elements. Returns its number.
    pub(crate) fn begin(&mut self, elements: Elements<'h>) -> usize {
        let begun = Box::new((elements, Value::Undef));
        self.open.push(Loop::Elements(begun));
        self.open.len() - 1
    }

    /// Moves an iteration to its next element. Returns true if there is one.
    pub(crate) fn advance(&mut self, heap: &'h Heap, at: usize) -> bool {
        match self.open.get_mut(at) {
            Some(Loop::Elements(begun)) => match begun.0.next(heap) {
                Some(value) => {
                    begun.1 = value;
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    /// Returns the current element of an iteration.
    pub(crate) fn present(&self, at: usize) -> Value<'h> {
        match self.open.get(at) {
            Some(Loop::Elements(begun)) => begun.1,
            _ => Value::Undef,
        }
    }
}

/// Returns the number of elements of an `IterBegin`, when the value is iterated directly.
pub(crate) fn count(iter: Value<'_>) -> Option<usize> {
    match iter {
        Value::Array(array) => Some(array.len()),
        Value::Hash(hash) => Some(hash.len()),
        Value::Iterator(iterator) => Some(iterator.count()),
        _ => {
            let (min, max) = range(iter)?;
            usize::try_from(max.checked_sub(min)?).ok()?.checked_add(1)
        }
    }
}

/// Returns the bounds of a range that can be iterated over.
#[inline]
pub(crate) fn range(value: Value<'_>) -> Option<(i64, i64)> {
    match value {
        Value::Type(Type::Integer {
            min: Some(min),
            max: Some(max),
        }) => Some((*min, *max)),
        _ => None,
    }
}
