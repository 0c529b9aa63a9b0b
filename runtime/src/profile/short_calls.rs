//! Counts short calls without entering them.
//!
//! A loop calls the same few functions again and again, and a function such as `sort` its lambda.
//! Between two timed calls, a call that enters no frame itself is only counted here. When the call
//! does enter a frame after all, or a sample is taken of it, the recorder enters its frame first.

use std::cell::Cell;

/// The number of functions that can be counted at a time.
const SLOTS: usize = 16;

/// A function whose calls are only counted: a lambda or a built-in function.
#[derive(Clone, Copy)]
struct Slot {
    /// The address of the function; 0 for none.
    thing: usize,
    /// The function's node in the call tree, and the node that it is called from.
    node: u32,
    around: u32,
    /// The number of calls until one is timed.
    left: u64,
    /// The number of calls that were counted.
    counted: u64,
}

const NOTHING: Slot = Slot {
    thing: 0,
    node: 0,
    around: 0,
    left: 0,
    counted: 0,
};

/// The counts of a thread.
struct Brief {
    slots: [Cell<Slot>; SLOTS],
    /// The innermost entered frame, and the number of entered frames.
    around: Cell<u32>,
    depth: Cell<u32>,
    /// The node of a running call that is not entered; [`NOBODY`] for none.
    open: Cell<u32>,
    /// The bytes that the heap had allocated when that call began.
    bytes: Cell<usize>,
}

const NOBODY: u32 = u32::MAX;

thread_local! {
    static BRIEF: Brief = const {
        Brief {
            slots: [const { Cell::new(NOTHING) }; SLOTS],
            around: Cell::new(0),
            depth: Cell::new(0),
            open: Cell::new(NOBODY),
            bytes: Cell::new(0),
        }
    };
}

/// Calls of a node that were only counted.
pub(super) struct Counted {
    pub node: u32,
    pub calls: u64,
}

/// A call that went on without being entered.
pub(super) struct Open {
    pub node: u32,
    /// The bytes that the heap had allocated when it began.
    pub bytes: usize,
}

fn slot(brief: &Brief, thing: usize) -> &Cell<Slot> {
    // the addresses differ by at least 16 bytes, mostly by more
    &brief.slots[(thing >> 4 ^ thing >> 8) % SLOTS]
}

/// Sets the innermost entered frame to a node, and the number of entered frames.
#[inline]
pub(super) fn set_around(node: u32, depth: u32) {
    BRIEF.with(|brief| {
        brief.around.set(node);
        brief.depth.set(depth);
    });
}

/// Only counts the next `left` calls of a function from the innermost frame. Returns the counts of
/// the function that is evicted.
pub(super) fn expect(thing: usize, node: u32, left: u64) -> Option<Counted> {
    BRIEF.with(|brief| {
        let next = Slot {
            thing,
            node,
            around: brief.around.get(),
            left,
            counted: 0,
        };
        counted(slot(brief, thing).replace(next))
    })
}

/// Counts a call that begins, if calls of this function are only counted; `bytes` is what the heap
/// has allocated. Returns the number of enclosing frames.
#[inline]
pub(super) fn begin(thing: usize, bytes: usize) -> Option<u32> {
    BRIEF.with(|brief| {
        let place = slot(brief, thing);
        let mut slot = place.get();
        let is_known = slot.thing == thing && slot.around == brief.around.get();
        if !is_known || slot.left == 0 || brief.open.get() != NOBODY {
            return None;
        }
        slot.left -= 1;
        slot.counted += 1;
        place.set(slot);
        brief.open.set(slot.node);
        brief.bytes.set(bytes);
        Some(brief.depth.get())
    })
}

/// Takes the running call that is not entered.
#[inline]
pub(super) fn take_open() -> Option<Open> {
    BRIEF.with(|brief| {
        let node = brief.open.replace(NOBODY);
        let bytes = brief.bytes.get();
        (node != NOBODY).then_some(Open { node, bytes })
    })
}

/// Takes the counts of a function whose next call is timed or entered.
pub(super) fn take(thing: usize) -> Option<Counted> {
    BRIEF.with(|brief| {
        let place = slot(brief, thing);
        match place.get().thing == thing {
            true => counted(place.replace(NOTHING)),
            false => None,
        }
    })
}

/// Takes the counts of all functions. Nothing is counted until the next call of [`expect`].
pub(super) fn take_all() -> Vec<Counted> {
    BRIEF.with(|brief| {
        brief.open.set(NOBODY);
        let slots = brief.slots.iter();
        slots
            .filter_map(|place| counted(place.replace(NOTHING)))
            .collect()
    })
}

fn counted(slot: Slot) -> Option<Counted> {
    (slot.counted > 0).then_some(Counted {
        node: slot.node,
        calls: slot.counted,
    })
}
