//! Knows whether a fleet must stop, and why.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use catalog::watchdog;

use crate::interrupt::{self, EndSignal};

/// The signals that end a fleet.
pub const SIGNALS: &[EndSignal] = &[EndSignal::Interrupt, EndSignal::Terminate];

/// The signal that came.
static SIGNAL: Mutex<Option<EndSignal>> = Mutex::new(None);

/// Starts to handle signals: the first ends the fleet with the nodes that are finished, and the
/// second ends the process.
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

/// Returns the signal that came.
pub fn signal() -> Option<EndSignal> {
    *SIGNAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Decides whether a further node may be started.
pub struct StopCondition {
    failed: AtomicUsize,
    failed_max: usize,
    is_broken: AtomicBool,
    problem: Mutex<Option<String>>,
}

impl StopCondition {
    /// Stops when `failed_max` nodes have failed.
    pub fn new(failed_max: usize) -> StopCondition {
        StopCondition {
            failed: AtomicUsize::new(0),
            failed_max,
            is_broken: AtomicBool::new(false),
            problem: Mutex::new(None),
        }
    }

    /// Returns true if no further node may be started.
    pub fn is_set(&self) -> bool {
        interrupt::came() || self.has_failed() || self.is_broken.load(Ordering::Relaxed)
    }

    /// Returns true if so many nodes have failed that the fleet stops.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed) >= self.failed_max
    }

    /// Counts a failed node.
    pub fn fail(&self) {
        self.failed.fetch_add(1, Ordering::Relaxed);
    }

    /// Stops because results can no longer be stored. The first reason is kept.
    pub fn give_up(&self, problem: String) {
        let mut first = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(problem);
        self.is_broken.store(true, Ordering::Relaxed);
    }

    /// Returns the reason why results can no longer be stored.
    pub fn problem(&self) -> Option<String> {
        self.problem
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
