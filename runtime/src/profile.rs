//! Profiles: which classes, defines, functions, templates, lookups and commands an evaluation
//! enters, how often and for how long, and how much of its heap each of them takes.
//!
//! A [`Recorder`] belongs to the thread of an evaluation from [`begin`] to [`end`]. Whoever enters
//! something worth a line in a profile says so with [`within`], [`enter`] or [`named`]; without a
//! recorder that is one test. The recorder knows no clock of its own: [`begin`] is given one.
//!
//! Calls and bytes are exact. How the time of calls that are too short to be measured each is found
//! stands in `recorder` and `settle`. What `docs/profile.md` says of it must stay true.

mod compiled;
mod frame;
mod recorder;
mod settle;
mod tree;

pub use compiled::{Counters, counter, note_uncounted, tick};
pub use frame::{Frame, Kind};
pub use tree::{Evaluation, Figures, Node, Profile};

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use frontend::Source;

use crate::cx::Cx;
use crate::frame::Body;
use recorder::Recorder;

/// Gives nanoseconds since some moment; never fewer than before.
pub type Clock = fn() -> u64;

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
    static COUNTS_COMPILED: Cell<bool> = const { Cell::new(false) };
    static RECORDER: RefCell<Option<Box<Recorder>>> = const { RefCell::new(None) };
}

/// Records from now on what this thread evaluates. `counts_compiled` has code that is compiled
/// meanwhile count the calls that it makes itself, which small functions pay for.
pub fn begin(clock: Clock, counts_compiled: bool) {
    RECORDER.set(Some(Box::new(Recorder::new(clock))));
    IS_ON.set(true);
    COUNTS_COMPILED.set(counts_compiled);
}

/// Ends the recording of this thread and gives what was recorded, under the name of the
/// evaluation. `None` when nothing was begun.
pub fn end(name: &str, cpu_nanos: u64) -> Option<Profile> {
    IS_ON.set(false);
    COUNTS_COMPILED.set(false);
    let recorder = RECORDER.take()?;
    Some(recorder.finish(name, cpu_nanos))
}

/// Notes how many resources the catalog of this evaluation has.
pub fn note_resources(count: u64) {
    record(|recorder| recorder.resources = count);
}

/// Whether this thread records.
#[inline]
pub fn is_on() -> bool {
    IS_ON.get()
}

/// Whether code that this thread has compiled counts the calls that it makes itself.
pub fn counts_compiled() -> bool {
    COUNTS_COMPILED.get()
}

/// Where compiled code counts the calls of an evaluation that begins now.
pub fn counters() -> &'static Counters {
    match counts_compiled() {
        true => Counters::own(),
        false => Counters::nobody(),
    }
}

/// Takes a sample, if one is due: the code of a body runs.
#[cold]
pub fn sample<'h>(cx: &Cx<'h>, body: &'h Body<'h>) {
    if !cx.is_profiled || !compiled::take_tick() {
        return;
    }
    let function = body.mir.kind == mir::Kind::Function;
    // anything else is entered as a frame
    let describe = || {
        let kind = Kind::Function;
        function.then(|| Frame::at(kind, &body.mir.name, body.source, body.mir.at))
    };
    record(|recorder| recorder.sample(describe()));
}

/// Takes a sample, if one is due: the code of the innermost frame runs, interpreted or native.
#[cold]
pub fn sample_innermost(cx: &Cx<'_>) {
    if cx.is_profiled && compiled::take_tick() {
        record(|recorder| recorder.sample(None));
    }
}

/// An entered frame, which [`leave`] leaves together with all that were entered after it.
#[must_use = "a frame that is entered has to be left"]
#[derive(Clone, Copy)]
pub struct Open(u32);

impl Open {
    /// None: nothing is recorded.
    pub const NONE: Open = Open(u32::MAX);
}

fn record<R>(work: impl FnOnce(&mut Recorder) -> R) -> Option<R> {
    RECORDER.with_borrow_mut(|recorder| recorder.as_deref_mut().map(work))
}

/// Enters a frame of a kind. The address tells it from the others of its kind, and belongs to it
/// until the recording ends; `describe` is called when it is new.
#[inline]
pub fn enter(cx: &Cx<'_>, kind: Kind, address: usize, describe: impl FnOnce() -> Frame) -> Open {
    match cx.is_profiled {
        true => enter_now(cx, kind, address, describe),
        false => Open::NONE,
    }
}

#[cold]
#[inline(never)]
fn enter_now(cx: &Cx<'_>, kind: Kind, address: usize, describe: impl FnOnce() -> Frame) -> Open {
    let bytes = cx.heap.handed_out();
    let depth = record(|recorder| recorder.enter(kind, address, describe, Some(bytes)));
    depth.map_or(Open::NONE, Open)
}

/// Leaves a frame.
#[inline]
pub fn leave(cx: &Cx<'_>, open: Open) {
    if open.0 != Open::NONE.0 {
        leave_now(cx, open);
    }
}

#[cold]
#[inline(never)]
fn leave_now(cx: &Cx<'_>, open: Open) {
    let bytes = cx.heap.handed_out();
    record(|recorder| recorder.leave(open.0, Some(bytes)));
}

/// Does work in a frame; see [`enter`].
#[inline]
pub fn within<'h, R>(
    cx: &mut Cx<'h>,
    (kind, address): (Kind, usize),
    describe: impl FnOnce() -> Frame,
    work: impl FnOnce(&mut Cx<'h>) -> R,
) -> R {
    let open = enter(cx, kind, address, describe);
    let result = work(cx);
    leave(cx, open);
    result
}

/// Does work in a frame that is known by its name alone.
#[inline]
pub fn within_named<'h, R>(
    cx: &mut Cx<'h>,
    kind: Kind,
    name: &str,
    work: impl FnOnce(&mut Cx<'h>) -> R,
) -> R {
    let open = match cx.is_profiled {
        true => {
            let bytes = cx.heap.handed_out();
            let depth = record(|recorder| recorder.enter_named(kind, name, Some(bytes)));
            depth.map_or(Open::NONE, Open)
        }
        false => Open::NONE,
    };
    let result = work(cx);
    leave(cx, open);
    result
}

/// Enters the frame of a body, whose place is where it is defined.
#[inline]
pub fn enter_body<'h>(cx: &Cx<'h>, kind: Kind, body: &'h Body<'h>, name: &str) -> Open {
    let describe = || Frame::at(kind, name, body.source, body.mir.at);
    enter(cx, kind, address(body), describe)
}

/// Does work in the frame of a body; see [`enter_body`].
#[inline]
pub fn within_body<'h, R>(
    cx: &mut Cx<'h>,
    kind: Kind,
    body: &'h Body<'h>,
    name: &str,
    work: impl FnOnce(&mut Cx<'h>) -> R,
) -> R {
    let open = enter_body(cx, kind, body, name);
    let result = work(cx);
    leave(cx, open);
    result
}

/// A frame that is left when this is dropped.
#[must_use = "the frame is left when it is dropped"]
pub struct Named(Open);

/// Enters a frame that is known by its name alone, where no evaluation is at hand: what its heap
/// hands out meanwhile counts for the frame around it.
#[inline]
pub fn named(kind: Kind, name: &str) -> Named {
    if !is_on() {
        return Named(Open::NONE);
    }
    let depth = record(|recorder| recorder.enter_named(kind, name, None));
    Named(depth.map_or(Open::NONE, Open))
}

/// As [`named`], for what is entered often and has an address of its own.
#[inline]
pub fn addressed(kind: Kind, address: usize, describe: impl FnOnce() -> Frame) -> Named {
    if !is_on() {
        return Named(Open::NONE);
    }
    let depth = record(|recorder| recorder.enter(kind, address, describe, None));
    Named(depth.map_or(Open::NONE, Open))
}

impl Drop for Named {
    fn drop(&mut self) {
        if self.0.0 != Open::NONE.0 {
            record(|recorder| recorder.leave(self.0.0, None));
        }
    }
}

/// The address that tells a thing from others.
pub fn address<T: ?Sized>(of: &T) -> usize {
    std::ptr::from_ref(of).cast::<()>() as usize
}

/// The name of a lambda: it has none but its place.
pub fn lambda(source: &Arc<Source>, at: u32) -> Frame {
    Frame::at(Kind::Lambda, "lambda", source, at)
}

#[cfg(test)]
mod tests;
