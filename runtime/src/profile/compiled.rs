//! Adds compiled code to profiles.
//!
//! Functions that compiled code calls directly enter no frame. Their time is sampled: another
//! thread calls [`tick`] regularly, and the next check whether the evaluation may continue records
//! which function's code is running. That costs nothing in code that runs without a profile. On
//! request the code also counts such calls in [`Counters`], which the recorder reads when it enters
//! or leaves the next frame. Then the counts are exact, and stand in the tree below the frame whose
//! code made the calls. Otherwise the number of calls of such a function is only a lower bound.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

use super::frame::{Frame, Kind};
use crate::limits;

/// The number of functions that have counters of their own. Other functions share the last one.
const FUNCTIONS_MAX: usize = 4096;

/// Calls made by compiled code on one thread: a flag for any call since the last look, then the
/// number of calls of each function.
pub struct Counters([AtomicU64; FUNCTIONS_MAX + 1]);

/// The counters of evaluations that are not recorded.
static NOBODY: Counters = Counters::new();

thread_local! {
    /// Never freed, because code may hold its address for as long as it runs.
    static OWN: &'static Counters = Box::leak(Box::new(Counters::new()));
}

/// The functions that have counters.
static FUNCTIONS: Mutex<Option<Functions>> = Mutex::new(None);
/// The number of these functions.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// True if compiled code calls functions directly, so that samples tell more than frames do.
static IS_SAMPLED: AtomicBool = AtomicBool::new(false);

/// True if it is time for a sample.
static TICK: AtomicBool = AtomicBool::new(false);

#[derive(Default)]
struct Functions {
    frames: Vec<Frame>,
    numbers: HashMap<Frame, usize, FixedState>,
    /// The functions that code calls without counting.
    uncounted: HashSet<Frame, FixedState>,
}

impl Counters {
    const fn new() -> Counters {
        Counters([const { AtomicU64::new(0) }; FUNCTIONS_MAX + 1])
    }

    /// Returns the counters of this thread.
    pub(super) fn own() -> &'static Counters {
        OWN.with(|own| *own)
    }

    /// Returns counters that are never read.
    pub(super) fn nobody() -> &'static Counters {
        &NOBODY
    }

    /// The offset of the word that says that some call was made.
    pub const ANY_AT: usize = 0;

    /// Returns the offset of a function's counter, in bytes.
    pub fn offset(function: usize) -> usize {
        (function + 1) * size_of::<AtomicU64>()
    }

    /// Returns true if a call was made since the last look.
    pub(super) fn take_any(&self) -> bool {
        let any = &self.0[0];
        let is_set = any.load(Ordering::Relaxed) != 0;
        if is_set {
            any.store(0, Ordering::Relaxed);
        }
        is_set
    }

    /// Returns the number of calls so far of each function that has a counter.
    pub(super) fn calls(&self) -> impl Iterator<Item = u64> {
        let count = COUNT.load(Ordering::Acquire);
        let calls = self.0.iter().skip(1).take(count);
        calls.map(|calls| calls.load(Ordering::Relaxed))
    }
}

/// Returns true if samples carry information so far.
pub fn is_sampled() -> bool {
    IS_SAMPLED.load(Ordering::Relaxed)
}

fn functions() -> MutexGuard<'static, Option<Functions>> {
    FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of the counter of a function.
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

/// Returns true if compiled code may have called a function without counting.
pub(super) fn is_uncounted(frame: &Frame) -> bool {
    let functions = functions();
    functions
        .as_ref()
        .is_some_and(|known| known.uncounted.contains(frame))
}

/// Returns the function of a counter.
pub(super) fn function(number: usize) -> Frame {
    let functions = functions();
    let known = functions
        .as_ref()
        .and_then(|known| known.frames.get(number));
    let unknown = || Frame::named(Kind::Function, "other functions");
    known.cloned().unwrap_or_else(unknown)
}

/// Requests a sample of whichever recorded evaluation first reaches a place that can take one.
pub fn tick() {
    TICK.store(true, Ordering::Relaxed);
    limits::set_tick(true);
}

/// Takes the request for a sample, if there is one.
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
