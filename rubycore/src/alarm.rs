//! Lets long work check whether it must stop, and whether there is room for a long text.
//!
//! Parsing, checking, lowering and printing of a large text take seconds and gigabytes. Each stage
//! checks at every step whether the alarm is set. The code that sets the alarm also sets the
//! answer: evaluation, for example, unwinds to the place that reports the limit. Nothing in this
//! crate sets the alarm.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ALARM: AtomicBool = AtomicBool::new(false);
static ANSWER: OnceLock<fn()> = OnceLock::new();
static ROOM: OnceLock<fn(usize)> = OnceLock::new();

/// Returns the flag that says whether the alarm is set for some thread of the process.
pub fn flag() -> &'static AtomicBool {
    &ALARM
}

/// Sets the function that a step calls while the alarm is set. The function returns when the alarm
/// is for another thread, and unwinds otherwise. Only the first call has an effect.
pub fn set_answer(answer: fn()) {
    ANSWER.get_or_init(|| answer);
}

/// Marks a step of a long stage. Unwinds when the thread must stop.
#[inline]
pub fn step() {
    if ALARM.load(Ordering::Relaxed) {
        answer();
    }
}

#[cold]
fn answer() {
    if let Some(answer) = ANSWER.get() {
        answer();
    }
}

/// Sets the function that [`room`] calls. Only the first call has an effect.
pub fn set_room(room: fn(usize)) {
    ROOM.get_or_init(|| room);
}

/// Requests the room that a text of the given length takes, before the text is built. Unwinds if
/// there is no room.
pub fn room(bytes: usize) {
    if let Some(room) = ROOM.get() {
        room(bytes);
    }
}
