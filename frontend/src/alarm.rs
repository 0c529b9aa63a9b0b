//! How a long stage learns that it may not go on.
//!
//! Parsing, checking, lowering and printing of a large text take seconds and gigabytes. Each asks
//! at every step whether the alarm rings. Who rings it also says what happens then: evaluation
//! unwinds to where the limit is told. Nothing rings by itself.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static RINGS: AtomicBool = AtomicBool::new(false);
static ANSWER: OnceLock<fn()> = OnceLock::new();

/// Whether the alarm rings, for some thread of the process.
pub fn rings() -> &'static AtomicBool {
    &RINGS
}

/// Says what a step does while the alarm rings: it returns when the alarm is for another thread, or
/// unwinds. The first call counts.
pub fn set_answer(answer: fn()) {
    ANSWER.get_or_init(|| answer);
}

/// A step of a long stage. Unwinds when the thread may not go on.
#[inline]
pub fn step() {
    if RINGS.load(Ordering::Relaxed) {
        answer();
    }
}

#[cold]
fn answer() {
    if let Some(answer) = ANSWER.get() {
        answer();
    }
}
