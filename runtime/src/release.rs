//! Frees the memory that the rounds of a loop, or a call, used.
//!
//! Values never change, so data made in a round of a loop can be reached afterwards only through
//! the values that the loop carries on to the next round, unless other code got hold of it, which
//! the heap is told ([`Heap::pin`](crate::Heap::pin)). So when the heap has grown much, a loop
//! copies the values it carries on, and frees all memory taken since it began. Loops that allocate
//! little pay for one comparison in each round; a catalog of usual size never gets so far.
//!
//! In the same way a call of a function frees the memory taken since it began: all that is left of
//! it is its result. So a recursion needs no more memory than its results.
//!
//! Nothing is copied or freed when a sample shows that most of the data survives: a loop that
//! collects its results would only pay for the copies.
//!
//! The carried values stay in place, and nothing is freed, when they hold a value of a kind that
//! cannot be moved (a type, an object, a lambda), or a hash that is not the newest
//! view of its storage.
#![allow(unsafe_code, reason = "the one place that takes memory back")]

use crate::cx::Cx;
use crate::heap;
use crate::heap::{By, Detached};
use crate::limits;
use crate::value::{Moving, Survivors, Value};

/// The number of epochs from which on a call asks whether its memory is worth freeing.
const CALL_EPOCHS: u64 = 4;

/// If lists refer to this many times as many copied bytes as values do, the copies stay until the loop
/// ends. Then at most one part in this number of the loop's memory is garbage.
const LISTS_SHARE: usize = 4;

/// The least number of bytes for that. Copying less again costs little, and would leave the rest of a
/// chunk unused.
const LISTS_MIN: usize = 2 << 20;

/// Returns [`CALL_EPOCHS`], or 1 if memory is freed whenever that is possible.
pub fn call_epochs() -> u64 {
    match heap::is_stressed() {
        true => 1,
        false => CALL_EPOCHS,
    }
}

/// Frees the data made since a loop began ([`Heap::mark`](crate::Heap::mark)), except for data
/// reachable from the carried values and from the lists that are being collected; these are
/// replaced by their copies. Returns the mark from which on the loop may free next time. A loop
/// calls it at the start of a round in another epoch than the last time.
#[cold]
pub fn release<'h>(cx: &mut Cx<'h>, mark: u64, carried: &mut [Value<'h>]) -> u64 {
    if cx.heap.is_pinned_since(mark) {
        return cx.heap.mark();
    }
    if !cx.heap.is_due(mark) {
        return mark;
    }
    // checked only when a release is due, since the check makes loops copy the storages that they
    // change
    if cx.heap.is_changed_since(mark) {
        return cx.heap.mark();
    }
    match limits::unhindered(|| release_unpinned(cx, (mark, By::Loop), carried)) {
        // the lists refer to the copies until the loop ends, so these need not be copied again
        Kept::ByLists => {
            let mark = cx.heap.renewed_mark();
            cx.loops.settle(mark >> 32);
            mark
        }
        Kept::Otherwise => mark,
    }
}

/// Distinguishes what refers to most of the data that a release copied.
enum Kept {
    /// Lists that are being collected.
    ByLists,
    /// Values that the loop carries on; or nothing was copied.
    Otherwise,
}

/// Frees the data made since a call began, except for data reachable from its result and from the
/// lists that are being collected; these are replaced by their copies. A function calls it before it
/// returns, when at least [`CALL_EPOCHS`] epochs have passed since its mark.
#[cold]
pub fn release_call<'h>(cx: &mut Cx<'h>, mark: u64, result: &mut [Value<'h>]) {
    if cx.heap.is_pinned_since(mark) || !cx.heap.is_call_due(mark) {
        return;
    }
    // this check does not make the call copy the storage: often the storage is the result of a
    // recursion
    if cx.heap.has_changes_since(mark) {
        return cx.heap.delay_call_release();
    }
    limits::unhindered(|| release_unpinned(cx, (mark, By::Call), result));
}

fn release_unpinned<'h>(cx: &mut Cx<'h>, (mark, by): (u64, By), carried: &mut [Value<'h>]) -> Kept {
    let heap = cx.heap;
    let detached = heap.detach(mark, by);
    let (by_values, by_lists) = survivors(cx, &detached, carried);
    let all = by_values.saturating_add(by_lists);
    if !heap.is_stressed() && all > detached.bytes() / 2 {
        heap.attach(detached);
        return Kept::Otherwise;
    }
    let found = Moving::find(heap, &detached, carried.iter().copied())
        .and_then(|mut moving| cx.loops.find(&mut moving).ok().map(|()| moving));
    let Some(mut moving) = found else {
        heap.attach(detached);
        return Kept::Otherwise;
    };
    moving.carry_out();
    for value in carried {
        *value = moving.moved(*value);
    }
    cx.loops.moved(&moving);
    drop(moving);
    // SAFETY: see the module's text: all references to them have been replaced by references to the
    // copies
    unsafe { heap.free(detached) };
    let least = if heap.is_stressed() { 1 } else { LISTS_MIN };
    match by_lists >= least && by_lists / LISTS_SHARE >= by_values {
        true => Kept::ByLists,
        false => Kept::Otherwise,
    }
}

/// Estimates how many bytes would have to be copied: those that carried values refer to, and those
/// that lists refer to.
fn survivors<'h>(cx: &mut Cx<'h>, detached: &Detached, carried: &[Value<'h>]) -> (usize, usize) {
    let mut survivors = Survivors::new(detached);
    for value in carried {
        survivors.add(*value);
    }
    let by_values = survivors.bytes();
    cx.loops.estimate(&mut survivors);
    (by_values, survivors.bytes() - by_values)
}
