//! Why a fleet does not go on.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use catalog::watchdog;

use crate::interrupt::{self, Asked};

/// The signals that a fleet ends for.
pub const SIGNALS: &[Asked] = &[Asked::Interrupt, Asked::Terminate];

/// The signal that came.
static SIGNAL: Mutex<Option<Asked>> = Mutex::new(None);

/// From now on the first signal lets a fleet end with what is done, and the second ends the process.
pub fn listen() {
    interrupt::listen(SIGNALS, |asked| {
        let before = SIGNAL
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .replace(asked);
        if before.is_some() {
            interrupt::end(asked);
        }
        watchdog::interrupt();
    });
}

/// The signal that came.
pub fn signal() -> Option<Asked> {
    *SIGNAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether no further node is to be begun, and why.
pub struct Stop {
    failed: AtomicUsize,
    failed_max: usize,
    is_broken: AtomicBool,
    problem: Mutex<Option<String>>,
}

impl Stop {
    /// Stops when so many nodes have failed.
    pub fn new(failed_max: usize) -> Stop {
        Stop {
            failed: AtomicUsize::new(0),
            failed_max,
            is_broken: AtomicBool::new(false),
            problem: Mutex::new(None),
        }
    }

    /// Whether no further node is to be begun.
    pub fn is_set(&self) -> bool {
        interrupt::came() || self.has_failed() || self.is_broken.load(Ordering::Relaxed)
    }

    /// Whether so many nodes failed that it stops.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed) >= self.failed_max
    }

    /// A node has failed.
    pub fn fail(&self) {
        self.failed.fetch_add(1, Ordering::Relaxed);
    }

    /// Nothing can be kept any more, for this reason; the first one counts.
    pub fn give_up(&self, problem: String) {
        let mut first = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(problem);
        self.is_broken.store(true, Ordering::Relaxed);
    }

    /// Why nothing can be kept any more.
    pub fn problem(&self) -> Option<String> {
        self.problem
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
