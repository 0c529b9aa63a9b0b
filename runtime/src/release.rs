//! Memory that rounds of a loop left behind.
//!
//! Values never change, so what a round of a loop makes can be reached afterwards only through what
//! the loop carries on to the next round, unless somebody else got hold of it, which the heap is told
//! ([`Heap::pin`](crate::Heap::pin)). So when the heap has grown much, a loop that comes around
//! copies what it carries on, and all that was taken since it began is freed. Loops that make little
//! pay for one comparison in each round; a catalog of usual size never gets so far.
//!
//! Nothing is copied, and nothing freed, when a sample tells that most of it survives: a loop that
//! collects what it makes would pay for the copies alone.
//!
//! What is carried on stays where it is, and nothing is freed, when it holds a value of a kind that
//! cannot be moved (a type, an object, an iterator, a lambda), or a hash that is not the newest view
//! of its storage.
#![allow(unsafe_code, reason = "the one place that takes memory back")]

use crate::cx::Cx;
use crate::heap::Detached;
use crate::limits;
use crate::value::{Moving, Survivors, Value};

/// Frees what was made since a loop began ([`Heap::mark`](crate::Heap::mark)), but for what the
/// values that it carries on and the lists that are being collected hold; those are replaced by
/// what they become. Gives the mark from which on the loop may free next time. A loop asks for it
/// when it comes around in another epoch than the last time.
#[cold]
pub fn release<'h>(cx: &mut Cx<'h>, mark: u64, carried: &mut [Value<'h>]) -> u64 {
    if cx.heap.is_pinned_since(mark) || cx.heap.is_changed_since(mark) {
        return cx.heap.mark();
    }
    limits::unhindered(|| release_unpinned(cx, mark, carried));
    mark
}

fn release_unpinned<'h>(cx: &mut Cx<'h>, mark: u64, carried: &mut [Value<'h>]) {
    let heap = cx.heap;
    let Some(detached) = heap.detach(mark) else {
        return;
    };
    if !heap.is_stressed() && survivors(cx, &detached, carried) > detached.bytes() / 2 {
        return heap.attach(detached);
    }
    let found = Moving::find(heap, &detached, carried.iter().copied())
        .and_then(|mut moving| cx.loops.find(&mut moving).map(|()| moving));
    let Some(mut moving) = found else {
        return heap.attach(detached);
    };
    moving.carry_out();
    for value in carried {
        *value = moving.moved(*value);
    }
    cx.loops.moved(&moving);
    drop(moving);
    // SAFETY: see the module's text: whoever could refer to them has been given what they became
    unsafe { heap.free(detached) };
}

/// About how many bytes would have to be copied.
fn survivors<'h>(cx: &mut Cx<'h>, detached: &Detached, carried: &[Value<'h>]) -> usize {
    let mut survivors = Survivors::new(detached);
    for value in carried {
        survivors.add(*value);
    }
    cx.loops.estimate(&mut survivors);
    survivors.bytes()
}
