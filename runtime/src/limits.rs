//! Owns the limits on the memory, the stack and the time of an evaluation.
//!
//! Code that would exceed a limit calls [`Exceeded::raise`], from any depth and without a result
//! type for it: the stack unwinds to the next [`guarded`], which is around every call of a built-in
//! function and around the whole of an evaluation. The heap raises by itself when it would grow
//! beyond its limit. Code that builds data outside of the heap announces the size with [`room`],
//! and code that recurses into a value or type calls [`stack`] first.
//!
//! Nothing may unwind through compiled code: functions that compiled code calls are `guarded` or,
//! where they cannot report a failure, [`unhindered`].

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use frontend::Issue;
use rubycore::alarm as stages;

use crate::error::{Error, Form};

/// The limit that an evaluation would have exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exceeded {
    /// Memory.
    Memory,
    /// The text of one value.
    Text,
    /// The stack, by nested calls.
    Stack,
    /// Time.
    Time,
    /// No limit, but a question without an answer: see [`refuse`].
    Answer,
}

/// The issue of the errors about limits.
pub const LIMIT: Issue = Issue("LIMIT_EXCEEDED");

/// The number of nested calls that fit into any stack.
const CALLS_UNASKED_MAX: u64 = 10_000;

/// The bytes of stack assumed to be left on a thread of unknown size when it first asks.
const STACK_BYTES_USUAL: usize = 512 << 10;

/// The greatest size of the text of one value in bytes. A shared part is written once for each
/// reference to it.
const SHOWN_BYTES_MAX: usize = 128 << 20;

/// The bytes of memory that an evaluation may use by default.
pub const MEMORY_BYTES_USUAL: usize = 4 << 30;

thread_local! {
    /// The address that the stack may not grow beyond; 0 while unknown.
    static STACK_END: Cell<usize> = const { Cell::new(0) };
    static MEMORY_BYTES: Cell<usize> = Cell::new(PROCESS_MEMORY_BYTES.load(Ordering::Relaxed));
    static UNHINDERED: Cell<bool> = const { Cell::new(false) };
    /// The error of the last question that was refused because it has no answer.
    static REFUSAL: Cell<Option<Error>> = const { Cell::new(None) };
    /// A flag set from another thread when this thread's evaluation must stop.
    static STOP: RefCell<Arc<Stop>> = RefCell::new(Arc::default());
}

/// The limit in bytes for threads on which [`set_memory`] was not called.
static PROCESS_MEMORY_BYTES: AtomicUsize = AtomicUsize::new(MEMORY_BYTES_USUAL);
/// The number of nested calls that need no check; 0 while there is an alarm.
static CALLS_CALM: AtomicU64 = AtomicU64::new(u64::MAX);
/// The least of all limits on nested calls.
static CALLS_LEAST: AtomicU64 = AtomicU64::new(u64::MAX);

/// A flag by which other threads stop an evaluation.
#[derive(Default, Debug)]
pub struct Stop(AtomicU8);

impl Stop {
    const TIME: u8 = 1;
    const MEMORY: u8 = 2;

    /// Marks the time of the evaluation as over.
    pub fn late(&self) {
        self.0.store(Stop::TIME, Ordering::Relaxed);
    }

    /// Marks the memory of the process as exceeded.
    pub fn large(&self) {
        self.0.store(Stop::MEMORY, Ordering::Relaxed);
    }

    /// Returns true if the evaluation must stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    fn reason(&self) -> Option<Exceeded> {
        match self.0.load(Ordering::Relaxed) {
            Stop::TIME => Some(Exceeded::Time),
            Stop::MEMORY => Some(Exceeded::Memory),
            _ => None,
        }
    }
}

impl Exceeded {
    /// Unwinds to the next [`guarded`].
    #[cold]
    pub fn raise(self) -> ! {
        resume_unwind(Box::new(self))
    }

    /// Returns the error for the program.
    pub fn error(self) -> Error {
        let (text, form) = match self {
            Exceeded::Memory => ("evaluation needs more memory than it may take", Form::Plain),
            Exceeded::Text => ("the text of a value is longer than it may be", Form::Plain),
            Exceeded::Time => ("evaluation takes longer than it may", Form::Plain),
            // Puppet's words
            Exceeded::Stack => ("stack level too deep", Form::Bare),
            Exceeded::Answer => {
                let refusal = REFUSAL.take();
                return refusal.unwrap_or_else(|| Error::plain("there is no answer"));
            }
        };
        Error {
            issue: LIMIT,
            form,
            ..Error::plain(text)
        }
    }
}

/// Aborts work that needs an answer that does not exist, such as the text of `Regexp['(']`, like a
/// limit does.
#[cold]
pub fn refuse(problem: Error) -> ! {
    REFUSAL.set(Some(problem));
    Exceeded::Answer.raise()
}

/// Returns the result of `work`, or the limit that it exceeded.
///
/// # Errors
/// The exceeded limit.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Exceeded> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|cause| match cause.downcast::<Exceeded>() {
        Ok(exceeded) => *exceeded,
        Err(cause) => resume_unwind(cause),
    })
}

/// Runs work that is small and must not be interrupted. The work after it meets the limits.
pub fn unhindered<T>(work: impl FnOnce() -> T) -> T {
    let before = UNHINDERED.replace(true);
    let result = work();
    UNHINDERED.set(before);
    result
}

/// Returns true if limits are suspended.
pub fn are_suspended() -> bool {
    UNHINDERED.get()
}

fn here() -> usize {
    let local = 0u8;
    std::hint::black_box(&raw const local) as usize
}

/// Sets the size of this thread's stack. Must be called at the beginning of the thread. An eighth
/// is reserved for code that does not check.
pub fn begin_thread(stack_bytes: usize) {
    STACK_END.set(here().saturating_sub(stack_bytes - stack_bytes / 8).max(1));
}

/// Sets the memory limit for the evaluations of this thread.
pub fn set_memory(bytes: usize) {
    MEMORY_BYTES.set(bytes);
}

/// Sets the memory limit for this thread and threads that begin later, unless they set their own.
/// It also holds for files that are read before an evaluation begins.
pub fn set_process_memory(bytes: usize) {
    PROCESS_MEMORY_BYTES.store(bytes, Ordering::Relaxed);
    set_memory(bytes);
}

/// Returns the limit on the memory of this thread's evaluations, in bytes.
pub fn memory() -> usize {
    MEMORY_BYTES.get()
}

/// Raises if no stack is left for a step into a nested value, or if the time is over.
#[inline]
pub fn stack() {
    time();
    if is_stack_low() {
        Exceeded::Stack.raise();
    }
    if STACK_END.get() == 0 {
        begin_thread(STACK_BYTES_USUAL);
    }
}

/// Returns true if there is no stack left for another call.
#[inline]
pub fn is_stack_low() -> bool {
    here() < STACK_END.get()
}

/// Sets the flag that tells this thread's evaluations to stop.
pub fn set_stop(stop: Arc<Stop>) {
    STOP.set(stop);
}

/// Returns the flag of this thread's evaluation, for other threads that work for the same
/// evaluation.
pub fn stop() -> Arc<Stop> {
    STOP.with_borrow(Arc::clone)
}

/// Sets whether some evaluation of the process must stop. Each evaluation then checks its own flag.
pub fn set_alarm(is_on: bool) {
    ring(|reasons| reasons.is_late = is_on);
}

/// Sets whether a profile wants to know which code is running. Each evaluation then takes the slow
/// path of its next check.
pub fn set_tick(is_due: bool) {
    ring(|reasons| reasons.is_sampled = is_due);
}

/// The reasons why the alarm is set.
struct Reasons {
    is_late: bool,
    is_sampled: bool,
}

fn ring(change: impl FnOnce(&mut Reasons)) {
    static REASONS: Mutex<Reasons> = Mutex::new(Reasons {
        is_late: false,
        is_sampled: false,
    });
    // clearing one reason must not overlook the other
    let mut reasons = REASONS.lock().unwrap_or_else(PoisonError::into_inner);
    change(&mut reasons);
    let is_on = reasons.is_late || reasons.is_sampled;
    stages::set_answer(time);
    stages::flag().store(is_on, Ordering::Relaxed);
    let calm = match is_on {
        true => 0,
        false => CALLS_LEAST.load(Ordering::Relaxed),
    };
    CALLS_CALM.store(calm, Ordering::Relaxed);
}

/// Sets the number of nested calls that an evaluation may make. A number of calls that a small
/// stack may not hold is checked in any case.
pub fn set_calls(max: u32) {
    let max = u64::from(max).min(CALLS_UNASKED_MAX);
    CALLS_LEAST.fetch_min(max, Ordering::Relaxed);
    CALLS_CALM.fetch_min(max, Ordering::Relaxed);
}

/// Returns the depth beyond which calls of compiled code must check the stack.
pub fn calls_calm() -> &'static AtomicU64 {
    &CALLS_CALM
}

/// Returns the flag that makes loops of compiled code check whether they may continue.
pub fn alarm() -> &'static AtomicBool {
    stages::flag()
}

/// Returns true if evaluations have to check whether they must stop.
#[inline]
pub fn is_alarm_on() -> bool {
    stages::flag().load(Ordering::Relaxed)
}

/// Returns the reason why this thread's evaluation must stop, if its flag is set.
#[inline]
pub fn stopped() -> Option<Exceeded> {
    match is_alarm_on() {
        true => STOP.with_borrow(|stop| stop.reason()),
        false => None,
    }
}

/// Returns true if this thread's evaluation must stop.
#[inline]
pub fn is_late() -> bool {
    stopped().is_some()
}

/// Raises if a limit of time or memory was exceeded.
#[inline]
pub fn time() {
    if let Some(exceeded) = stopped().filter(|_| !are_suspended()) {
        exceeded.raise();
    }
}

/// Raises a limit if there is no memory to build a text of `bytes` bytes, or if the time is over.
/// The buffer may be twice as long, and it is copied to its final place.
#[inline]
pub fn room(bytes: usize) {
    taken(bytes.saturating_mul(4));
}

/// Raises a limit if the text of a value must not have `bytes` bytes, or if the time is over. Code
/// that writes the contents of a value calls it before each part.
#[inline]
pub fn shown(bytes: usize) {
    room(bytes);
    if bytes > SHOWN_BYTES_MAX {
        Exceeded::Text.raise();
    }
}

/// Raises a limit if there is no memory for a list of `len` items. The buffer may be twice as long,
/// and it is copied when it grows.
#[inline]
pub fn items<T>(len: usize) {
    taken(len.saturating_mul(3 * size_of::<T>()));
}

#[inline]
fn taken(bytes: usize) {
    time();
    if bytes > MEMORY_BYTES.get() {
        Exceeded::Memory.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Heap;

    fn deep(level: u64) -> u64 {
        stack();
        match std::hint::black_box(level) {
            u64::MAX => 0,
            level => deep(level + 1) + 1,
        }
    }

    #[test]
    fn what_is_exceeded_is_told() {
        assert_eq!(guarded(|| deep(0)), Err(Exceeded::Stack));
        assert_eq!(guarded(|| room(usize::MAX)), Err(Exceeded::Memory));
        assert_eq!(guarded(|| shown(SHOWN_BYTES_MAX + 1)), Err(Exceeded::Text));
        assert_eq!(guarded(|| 1), Ok(1));
        let heap = Heap::with_limit(1 << 20);
        let grown = guarded(|| {
            loop {
                heap.alloc([0u64; 64]);
            }
        });
        assert_eq!(grown, Err::<(), _>(Exceeded::Memory));
        let at_once = guarded(|| {
            heap.slice_from(usize::MAX / 16, std::iter::repeat(0u64))
                .len()
        });
        assert_eq!(at_once, Err(Exceeded::Memory));
    }
}
