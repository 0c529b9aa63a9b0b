//! Short calls, which are counted without being entered.
//!
//! A loop calls the same few functions again and again, and a function such as `sort` its lambda.
//! Between two of its calls that are timed, one that enters nothing itself only counts here. When it
//! does enter something after all, or a sample is taken of it, the recorder enters its frame first.

use std::cell::Cell;

/// So many things can be counted at a time.
const SLOTS: usize = 16;

/// A thing whose calls are only counted: a lambda or a built-in function.
#[derive(Clone, Copy)]
struct Slot {
    /// Where it is in memory; 0 for none.
    thing: usize,
    /// Its node in the call tree, and the one that it is called from.
    node: u32,
    around: u32,
    /// Calls until one is timed.
    left: u64,
    /// Calls that were counted.
    counted: u64,
}

const NOTHING: Slot = Slot {
    thing: 0,
    node: 0,
    around: 0,
    left: 0,
    counted: 0,
};

/// What is counted on a thread.
struct Brief {
    slots: [Cell<Slot>; SLOTS],
    /// The innermost frame that is entered, and the number of frames with it.
    around: Cell<u32>,
    depth: Cell<u32>,
    /// The node of a call that goes on without being entered; [`NOBODY`] for none.
    open: Cell<u32>,
    /// What the heap had handed out when that call began.
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
    /// What the heap had handed out when it began.
    pub bytes: usize,
}

fn slot(brief: &Brief, thing: usize) -> &Cell<Slot> {
    // things are at least 16 bytes apart, most of them more
    &brief.slots[(thing >> 4 ^ thing >> 8) % SLOTS]
}

/// The innermost frame that is entered is this node, one of so many frames.
#[inline]
pub(super) fn set_around(node: u32, depth: u32) {
    BRIEF.with(|brief| {
        brief.around.set(node);
        brief.depth.set(depth);
    });
}

/// The next calls of a thing from the innermost frame, so many, are only counted. Gives what was
/// counted of the thing that makes room.
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

/// Counts a call of a thing that begins when the heap has handed out so many bytes, if it is one that
/// is only counted; gives the number of frames around it.
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

/// The call that goes on without being entered; it does so no longer.
#[inline]
pub(super) fn take_open() -> Option<Open> {
    BRIEF.with(|brief| {
        let node = brief.open.replace(NOBODY);
        let bytes = brief.bytes.get();
        (node != NOBODY).then_some(Open { node, bytes })
    })
}

/// What was counted of a thing, whose next call is not only counted.
pub(super) fn take(thing: usize) -> Option<Counted> {
    BRIEF.with(|brief| {
        let place = slot(brief, thing);
        match place.get().thing == thing {
            true => counted(place.replace(NOTHING)),
            false => None,
        }
    })
}

/// What was counted of anything; nothing is until the next call of [`expect`].
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
