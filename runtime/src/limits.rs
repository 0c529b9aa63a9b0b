//! What an evaluation may take of memory, of its thread's stack, and of time.
//!
//! Whoever finds that it would take more calls [`Exceeded::raise`], from any depth and without a
//! result of its own for it: the stack unwinds to the next [`guarded`], which is around every
//! call of a built-in function and around the whole of an evaluation. The heap raises by itself
//! when it would grow beyond its limit; what is built outside of it says its size with [`room`],
//! and what follows the nesting of a value or type asks [`stack`] first.
//!
//! Nothing may unwind through compiled code: what compiled code calls is `guarded` or, where it
//! cannot say that it failed, [`unhindered`].

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use frontend::{Issue, alarm as stages};

use crate::error::{Error, Form};

/// What there would have been too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exceeded {
    /// Memory.
    Memory,
    /// The text of one value.
    Text,
    /// Calls inside each other.
    Stack,
    /// Time.
    Time,
    /// No limit, but what has no answer: see [`refuse`].
    Answer,
}

/// The issue of the errors that limits are.
pub const LIMIT: Issue = Issue("LIMIT_EXCEEDED");

/// Calls inside each other that fit into any stack.
const CALLS_UNASKED_MAX: u64 = 10_000;

/// What a thread of unknown size is taken to have left when it is first asked.
const STACK_BYTES_USUAL: usize = 512 << 10;

/// Bytes of the text of a value at most: what is shared is written as often as it is held.
const SHOWN_BYTES_MAX: usize = 128 << 20;

/// Bytes that an evaluation may take, unless it says otherwise.
pub const MEMORY_BYTES_USUAL: usize = 4 << 30;

thread_local! {
    /// The address that the stack may not grow beyond; 0 is not known yet.
    static STACK_END: Cell<usize> = const { Cell::new(0) };
    static MEMORY_BYTES: Cell<usize> = Cell::new(PROCESS_MEMORY_BYTES.load(Ordering::Relaxed));
    static UNHINDERED: Cell<bool> = const { Cell::new(false) };
    /// Why the last question that was refused has no answer.
    static REFUSAL: Cell<Option<Error>> = const { Cell::new(None) };
    /// Set from outside when this thread's evaluation may not go on.
    static STOP: RefCell<Arc<Stop>> = RefCell::new(Arc::default());
}

/// The bytes that a thread may take when nobody has called [`set_memory`] on it.
static PROCESS_MEMORY_BYTES: AtomicUsize = AtomicUsize::new(MEMORY_BYTES_USUAL);
/// Calls inside each other that need no question; none while there is an alarm.
static CALLS_CALM: AtomicU64 = AtomicU64::new(u64::MAX);
/// The least of all limits of calls inside each other.
static CALLS_LEAST: AtomicU64 = AtomicU64::new(u64::MAX);

/// A flag by which other threads stop an evaluation.
#[derive(Default, Debug)]
pub struct Stop(AtomicU8);

impl Stop {
    const TIME: u8 = 1;
    const MEMORY: u8 = 2;

    /// Its time is over.
    pub fn late(&self) {
        self.0.store(Stop::TIME, Ordering::Relaxed);
    }

    /// The process has taken too much memory.
    pub fn large(&self) {
        self.0.store(Stop::MEMORY, Ordering::Relaxed);
    }

    /// Whether it may not go on.
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

    /// The error that this is for the program.
    pub fn error(self) -> Error {
        let (text, form) = match self {
            Exceeded::Memory => ("evaluation needs more memory than it may take", Form::Plain),
            Exceeded::Text => ("the text of a value is longer than it may be", Form::Plain),
            Exceeded::Time => ("evaluation takes longer than it may", Form::Plain),
            // as Puppet shows it
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

/// Leaves work that asks for what cannot be told, such as the text of `Regexp['(']`, as a limit
/// would.
#[cold]
pub fn refuse(problem: Error) -> ! {
    REFUSAL.set(Some(problem));
    Exceeded::Answer.raise()
}

/// The result of `work`, or which limit it met.
///
/// # Errors
/// The limit.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Exceeded> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|cause| match cause.downcast::<Exceeded>() {
        Ok(exceeded) => *exceeded,
        Err(cause) => resume_unwind(cause),
    })
}

/// Runs work that is small by itself and that nothing may stop: limits are met by what comes next.
pub fn unhindered<T>(work: impl FnOnce() -> T) -> T {
    let before = UNHINDERED.replace(true);
    let result = work();
    UNHINDERED.set(before);
    result
}

/// Whether limits do not count now.
pub fn are_suspended() -> bool {
    UNHINDERED.get()
}

fn here() -> usize {
    let local = 0u8;
    std::hint::black_box(&raw const local) as usize
}

/// Says how large this thread's stack is. Called where the thread begins; an eighth is kept for
/// what does not ask.
pub fn begin_thread(stack_bytes: usize) {
    STACK_END.set(here().saturating_sub(stack_bytes - stack_bytes / 8).max(1));
}

/// Says how much memory the evaluations of this thread may take from now on.
pub fn set_memory(bytes: usize) {
    MEMORY_BYTES.set(bytes);
}

/// Says how much memory this thread and those that begin later may take, as long as nobody tells
/// them otherwise: files are read before an evaluation begins.
pub fn set_process_memory(bytes: usize) {
    PROCESS_MEMORY_BYTES.store(bytes, Ordering::Relaxed);
    set_memory(bytes);
}

/// How much memory evaluations of this thread may take, in bytes.
pub fn memory() -> usize {
    MEMORY_BYTES.get()
}

/// Goes on when there is stack left for a step into a nested value, and time; else raises.
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

/// Whether there is no stack left for another call.
#[inline]
pub fn is_stack_low() -> bool {
    here() < STACK_END.get()
}

/// Says what tells this thread's evaluations from now on that they may not go on.
pub fn set_stop(stop: Arc<Stop>) {
    STOP.set(stop);
}

/// The flag of this thread's evaluation, for other threads that work for the same one.
pub fn stop() -> Arc<Stop> {
    STOP.with_borrow(Arc::clone)
}

/// Says whether some evaluation of the process may not go on: then each asks for itself.
pub fn set_alarm(rings: bool) {
    ring(|reasons| reasons.is_late = rings);
}

/// Says whether a profile wants to know which code is running: then each evaluation comes by where
/// it asks whether it may go on.
pub fn set_tick(is_due: bool) {
    ring(|reasons| reasons.is_sampled = is_due);
}

/// Why the alarm rings.
struct Reasons {
    is_late: bool,
    is_sampled: bool,
}

fn ring(change: impl FnOnce(&mut Reasons)) {
    static REASONS: Mutex<Reasons> = Mutex::new(Reasons {
        is_late: false,
        is_sampled: false,
    });
    // whoever takes one reason away must not overlook the other
    let mut reasons = REASONS.lock().unwrap_or_else(PoisonError::into_inner);
    change(&mut reasons);
    let rings = reasons.is_late || reasons.is_sampled;
    stages::set_answer(time);
    stages::rings().store(rings, Ordering::Relaxed);
    let calm = match rings {
        true => 0,
        false => CALLS_LEAST.load(Ordering::Relaxed),
    };
    CALLS_CALM.store(calm, Ordering::Relaxed);
}

/// Says how many calls inside each other an evaluation may make. So many as a small stack may not
/// hold ask in any case.
pub fn set_calls(max: u32) {
    let max = u64::from(max).min(CALLS_UNASKED_MAX);
    CALLS_LEAST.fetch_min(max, Ordering::Relaxed);
    CALLS_CALM.fetch_min(max, Ordering::Relaxed);
}

/// For compiled code: calls deeper than this ask whether they may.
pub fn calls_calm() -> &'static AtomicU64 {
    &CALLS_CALM
}

/// For compiled code: loops ask whether they may go on while this holds.
pub fn alarm() -> &'static AtomicBool {
    stages::rings()
}

/// Whether evaluations are to ask whether they may go on.
#[inline]
pub fn rings() -> bool {
    stages::rings().load(Ordering::Relaxed)
}

/// Why this thread's evaluation may not go on, if somebody has said so.
#[inline]
pub fn stopped() -> Option<Exceeded> {
    match rings() {
        true => STOP.with_borrow(|stop| stop.reason()),
        false => None,
    }
}

/// Whether this thread's evaluation may not go on.
#[inline]
pub fn is_late() -> bool {
    stopped().is_some()
}

/// Goes on while there is time, and memory; else raises.
#[inline]
pub fn time() {
    if let Some(exceeded) = stopped().filter(|_| !are_suspended()) {
        exceeded.raise();
    }
}

/// Goes on when a text of so many bytes may be built, and while there is time; else raises. What
/// holds it may be twice as long, and it is copied to where it stays.
#[inline]
pub fn room(bytes: usize) {
    taken(bytes.saturating_mul(4));
}

/// Goes on when the text of a value may be so long, and while there is time; else raises. Whoever
/// writes what a value holds asks before each part.
#[inline]
pub fn shown(bytes: usize) {
    room(bytes);
    if bytes > SHOWN_BYTES_MAX {
        Exceeded::Text.raise();
    }
}

/// Goes on when so many items may be listed; else raises. What holds them may be twice as long, and
/// is copied when it grows.
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
