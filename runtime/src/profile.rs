//! Owns profiles: the classes, defines, functions, templates, lookups and commands that an
//! evaluation enters, how often and for how long, and how much of its heap each of them uses.
//!
//! A [`Recorder`] belongs to the thread of an evaluation from [`begin`] to [`end`], and to that of
//! another one afterwards. Code that enters a frame of a profile announces it with [`within_body`],
//! [`within_named`] or [`named`]; without a recorder that is a single test. A recorder has no clock
//! of its own: it is given one.
//!
//! Calls and bytes are exact. `recorder` and `settle` describe how the time of calls that are too
//! short to be measured individually is estimated. Keep `docs/profile.md` in agreement.

mod call;
mod compiled;
mod estimate;
mod frame;
mod frames;
mod recorder;
mod short_calls;
mod tree;

pub use compiled::{Counters, counter, is_sampled, note_uncounted, tick};
pub use frame::{Frame, Kind};
pub use recorder::Recorder;
pub use tree::{Evaluation, Figures, Node, Profile};

use std::cell::{Cell, RefCell};

use crate::answer_cache::address;
use crate::cx::Cx;
use crate::frame::Body;

/// A clock that returns nanoseconds since some moment and never goes backwards.
pub type Clock = fn() -> u64;

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
    static COUNTS_COMPILED: Cell<bool> = const { Cell::new(false) };
    static RECORDER: RefCell<Option<Box<Recorder>>> = const { RefCell::new(None) };
}

/// Starts recording the evaluations of this thread.
pub fn begin(mut recorder: Box<Recorder>) {
    COUNTS_COMPILED.set(recorder.counts_compiled);
    recorder.begin();
    RECORDER.set(Some(recorder));
    IS_ON.set(true);
}

/// Ends the recorded evaluation, under its name and with the CPU time of the thread. Returns the
/// recorder, which may record others. `None` when no recording was started.
pub fn end(name: &str, cpu_nanos: u64) -> Option<Box<Recorder>> {
    IS_ON.set(false);
    COUNTS_COMPILED.set(false);
    let mut recorder = RECORDER.take()?;
    recorder.end(name, cpu_nanos);
    Some(recorder)
}

/// Notes how many resources the catalog of this evaluation has.
pub fn note_resources(count: u64) {
    record(|recorder| recorder.resources = count);
}

/// Returns true if this thread records.
#[inline]
pub fn is_on() -> bool {
    IS_ON.get()
}

/// Returns true if code compiled by this thread counts the calls that it makes itself.
pub fn counts_compiled() -> bool {
    COUNTS_COMPILED.get()
}

/// Returns the counters of compiled code's calls for an evaluation that begins now.
pub fn counters() -> &'static Counters {
    match counts_compiled() {
        true => Counters::own(),
        false => Counters::nobody(),
    }
}

/// Takes a sample, if one is due, while the code of a body runs.
#[cold]
pub fn sample<'h>(cx: &Cx<'h>, body: &'h Body<'h>) {
    if !cx.is_profiled || !compiled::take_tick() {
        return;
    }
    // anything else is entered as a frame
    let function = (body.mir.kind == mir::Kind::Function)
        .then(|| Frame::at(Kind::Function, &body.mir.name, body.source, body.mir.at));
    record(|recorder| recorder.sample(function));
}

/// Takes a sample, if one is due, while the code of the innermost frame runs, interpreted or
/// native.
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
    /// No open frame: nothing is recorded.
    pub const NONE: Open = Open(u32::MAX);
    /// Added to the number of frames around a call that is only counted.
    const COUNTED: u32 = 1 << 31;
}

fn record<R>(work: impl FnOnce(&mut Recorder) -> R) -> Option<R> {
    RECORDER.with_borrow_mut(|recorder| recorder.as_deref_mut().map(work))
}

/// Enters a frame by a method of the recorder, which gets the number of bytes that the heap has
/// allocated.
#[cold]
#[inline(never)]
fn enter_now(cx: &Cx<'_>, enter: impl FnOnce(&mut Recorder, Option<usize>) -> u32) -> Open {
    let bytes = cx.heap.allocated_bytes();
    record(|recorder| enter(recorder, Some(bytes))).map_or(Open::NONE, Open)
}

/// Enters the frame of a function whose calls may be so short that most are only counted.
#[cold]
#[inline(never)]
fn enter_short(
    cx: &Cx<'_>,
    thing: usize,
    enter: impl FnOnce(&mut Recorder, Option<usize>) -> u32,
) -> Open {
    let bytes = cx.heap.allocated_bytes();
    match short_calls::begin(thing, bytes) {
        Some(depth) => Open(depth | Open::COUNTED),
        None => record(|recorder| enter(recorder, Some(bytes))).map_or(Open::NONE, Open),
    }
}

/// Enters the frame of a body, whose place is that of its definition.
#[inline]
pub fn enter_body<'h>(cx: &Cx<'h>, kind: Kind, body: &'h Body<'h>, name: &str) -> Open {
    if !cx.is_profiled {
        return Open::NONE;
    }
    enter_now(cx, |recorder, bytes| {
        recorder.enter_body(kind, name, (body.source, body.mir.at), bytes)
    })
}

/// Enters the frame of a lambda that a function calls.
#[inline]
pub fn enter_lambda<'h>(cx: &Cx<'h>, body: &'h Body<'h>) -> Open {
    if !cx.is_profiled {
        return Open::NONE;
    }
    enter_short(cx, address(body), |recorder, bytes| {
        recorder.enter_lambda(body, bytes)
    })
}

/// Enters the frame of something that is never freed, so that its address identifies it.
#[inline]
pub fn enter_static<T>(cx: &Cx<'_>, kind: Kind, thing: &'static T, name: &str) -> Open {
    if !cx.is_profiled {
        return Open::NONE;
    }
    enter_short(cx, address(thing), |recorder, bytes| {
        recorder.enter_static(kind, thing, name, bytes)
    })
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
    let bytes = cx.heap.allocated_bytes();
    let is_counted = open.0 & Open::COUNTED != 0;
    match is_counted.then(short_calls::take_open).flatten() {
        Some(call) if call.bytes == bytes => {}
        Some(call) => {
            record(|recorder| recorder.count_bytes_of(&call, bytes));
        }
        // its frame was entered meanwhile, if it was counted
        None => {
            let depth = open.0 & !Open::COUNTED;
            record(|recorder| recorder.leave(depth, Some(bytes)));
        }
    }
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

/// Does work in a frame that is known by its name alone.
#[inline]
pub fn within_named<'h, R>(
    cx: &mut Cx<'h>,
    kind: Kind,
    name: &str,
    work: impl FnOnce(&mut Cx<'h>) -> R,
) -> R {
    let open = match cx.is_profiled {
        true => enter_now(cx, |recorder, bytes| {
            recorder.enter_named(kind, name, "", bytes)
        }),
        false => Open::NONE,
    };
    let result = work(cx);
    leave(cx, open);
    result
}

/// A frame that is left when this is dropped.
#[must_use = "the frame is left when it is dropped"]
pub struct NamedFrame(Open);

/// Enters a frame that is known by its name alone, without an evaluation. The bytes that the heap
/// allocates meanwhile count for the enclosing frame.
#[inline]
pub fn named(kind: Kind, name: &str) -> NamedFrame {
    named_in(kind, name, "")
}

/// Works like [`named`], for a name that belongs to a file.
#[inline]
pub fn named_in(kind: Kind, name: &str, file: &str) -> NamedFrame {
    if !is_on() {
        return NamedFrame(Open::NONE);
    }
    let depth = record(|recorder| recorder.enter_named(kind, name, file, None));
    NamedFrame(depth.map_or(Open::NONE, Open))
}

impl Drop for NamedFrame {
    fn drop(&mut self) {
        if self.0.0 != Open::NONE.0 {
            record(|recorder| recorder.leave(self.0.0, None));
        }
    }
}

#[cfg(test)]
mod tests;
