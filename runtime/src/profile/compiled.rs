//! Compiled code in profiles.
//!
//! Functions that compiled code calls directly enter no frame. Their time is sampled: somebody calls
//! [`tick`] every now and then, and the next place that asks whether the evaluation may go on says
//! which function's code is running. That asks nothing of code that runs without a profile. Where it
//! is wanted the code also counts such calls in [`Counters`], which the recorder reads when it enters
//! or leaves the next frame: so they are exact, and stand in the tree below the frame whose code made
//! them. Else the calls of such a function are known to be *at least* so many.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

use super::frame::{Frame, Kind};
use crate::limits;

/// Functions that have counters of their own; others share the last one.
const FUNCTIONS_MAX: usize = 4096;

/// Calls made by compiled code on one thread: whether there was one since somebody last looked, then
/// those of each function.
pub struct Counters([AtomicU64; FUNCTIONS_MAX + 1]);

/// The counters of evaluations that nobody records.
static NOBODY: Counters = Counters::new();

thread_local! {
    /// Never freed: code may hold its address for as long as it runs.
    static OWN: &'static Counters = Box::leak(Box::new(Counters::new()));
}

/// The functions that have counters.
static FUNCTIONS: Mutex<Option<Functions>> = Mutex::new(None);
/// How many there are.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Whether compiled code calls functions directly, so that samples say what frames do not.
static IS_SAMPLED: AtomicBool = AtomicBool::new(false);

/// It is time for a sample.
static TICK: AtomicBool = AtomicBool::new(false);

#[derive(Default)]
struct Functions {
    frames: Vec<Frame>,
    numbers: HashMap<Frame, usize, FixedState>,
    /// Those that code calls without counting.
    uncounted: HashSet<Frame, FixedState>,
}

impl Counters {
    const fn new() -> Counters {
        Counters([const { AtomicU64::new(0) }; FUNCTIONS_MAX + 1])
    }

    /// The counters of this thread.
    pub(super) fn own() -> &'static Counters {
        OWN.with(|own| *own)
    }

    /// Those that nobody reads.
    pub(super) fn nobody() -> &'static Counters {
        &NOBODY
    }

    /// The word that says that some call was made.
    pub const ANY_AT: usize = 0;

    /// Where the calls of a function are counted, in bytes.
    pub fn offset(function: usize) -> usize {
        (function + 1) * size_of::<AtomicU64>()
    }

    /// Whether a call was made since this was asked last.
    pub(super) fn take_any(&self) -> bool {
        let any = &self.0[0];
        let is_set = any.load(Ordering::Relaxed) != 0;
        if is_set {
            any.store(0, Ordering::Relaxed);
        }
        is_set
    }

    /// The calls of the functions that have counters so far.
    pub(super) fn calls(&self) -> impl Iterator<Item = u64> {
        let count = COUNT.load(Ordering::Acquire);
        let calls = self.0.iter().skip(1).take(count);
        calls.map(|calls| calls.load(Ordering::Relaxed))
    }
}

/// Whether samples say anything so far.
pub fn is_sampled() -> bool {
    IS_SAMPLED.load(Ordering::Relaxed)
}

fn functions() -> MutexGuard<'static, Option<Functions>> {
    FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of the counter of a function.
pub fn counter(frame: Frame) -> usize {
    IS_SAMPLED.store(true, Ordering::Relaxed);
    let mut functions = functions();
    let functions = functions.get_or_insert_default();
    if let Some(&number) = functions.numbers.get(&frame) {
        return number;
    }
    let last = FUNCTIONS_MAX - 1;
    let number = functions.frames.len();
    if number > last {
        return last;
    }
    functions.frames.push(match number == last {
        true => Frame::named(Kind::Function, "other functions"),
        false => frame.clone(),
    });
    functions.numbers.insert(frame, number);
    COUNT.store(functions.frames.len(), Ordering::Release);
    number
}

/// Notes that compiled code calls a function without counting.
pub fn note_uncounted(frame: Frame) {
    IS_SAMPLED.store(true, Ordering::Relaxed);
    let mut functions = functions();
    functions.get_or_insert_default().uncounted.insert(frame);
}

/// Whether compiled code may have called a function without counting.
pub(super) fn is_uncounted(frame: &Frame) -> bool {
    let functions = functions();
    functions
        .as_ref()
        .is_some_and(|known| known.uncounted.contains(frame))
}

/// The function that a counter is of.
pub(super) fn function(number: usize) -> Frame {
    let functions = functions();
    let known = functions
        .as_ref()
        .and_then(|known| known.frames.get(number));
    let unknown = || Frame::named(Kind::Function, "other functions");
    known.cloned().unwrap_or_else(unknown)
}

/// Asks for a sample of whichever evaluation is recorded and comes first to a place that gives one.
pub fn tick() {
    TICK.store(true, Ordering::Relaxed);
    limits::set_tick(true);
}

/// Whether a sample is asked for; it is no longer.
#[inline]
pub(super) fn take_tick() -> bool {
    TICK.load(Ordering::Relaxed) && take_tick_now()
}

#[cold]
fn take_tick_now() -> bool {
    let is_first = TICK.swap(false, Ordering::Relaxed);
    if is_first {
        limits::set_tick(false);
    }
    is_first
}
