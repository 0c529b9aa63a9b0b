//! Counts the work of an engine, for `--jit-stats` and tests.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

use crate::caught::Problem;

/// Returns the CPU time of this thread in nanoseconds, which other threads and processes do not
/// influence.
pub(crate) fn cpu_nanos() -> u64 {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)
        .map_or(0, |time| Duration::from(time).as_nanos() as u64)
}

/// The counters of an engine's work, shared by threads.
#[derive(Default)]
pub(crate) struct Counts {
    entered: AtomicU64,
    loops: AtomicU64,
    interpreted: AtomicU64,
    failed: AtomicU64,
    panicked: AtomicU64,
    compiled: AtomicU64,
    /// Nanoseconds of CPU time for each compiled function, in any order.
    times: Mutex<Vec<u32>>,
}

/// A snapshot of an engine's counters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Versions of bodies and loops that were compiled.
    pub compiled: u64,
    /// Versions that could not be compiled.
    pub failed: u64,
    /// Failed versions whose compilation panicked.
    pub panicked: u64,
    /// Compiled functions: versions, and the functions that they call directly.
    pub functions: u64,
    /// Nanoseconds of CPU time for all functions.
    pub nanos: u64,
    /// Nanoseconds within which 95 of 100 functions were compiled.
    pub usual: u64,
    /// Nanoseconds for the slowest function.
    pub slowest: u64,
    /// Bytes of code.
    pub bytes: u64,
    /// Entries of compiled bodies from the interpreter, if the engine counts them.
    pub entered: u64,
    /// Loops that were continued in compiled code.
    pub loops: u64,
    /// Entries of bodies that the interpreter ran because there was no code, or none for the types
    /// of the values, if the engine counts them.
    pub interpreted: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, more: Statistics) {
        self.compiled += more.compiled;
        self.failed += more.failed;
        self.panicked += more.panicked;
        self.functions += more.functions;
        self.nanos += more.nanos;
        self.usual = self.usual.max(more.usual);
        self.slowest = self.slowest.max(more.slowest);
        self.bytes += more.bytes;
        self.entered += more.entered;
        self.loops += more.loops;
        self.interpreted += more.interpreted;
    }
}

impl Counts {
    /// Counts an entry of compiled code.
    pub fn entry(&self) {
        self.entered.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts an entry that was left to the interpreter.
    pub fn interpreted(&self) {
        self.interpreted.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a loop that continues in compiled code.
    pub fn loop_entered(&self) {
        self.loops.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a version that was compiled.
    pub fn compiled(&self) {
        self.compiled.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a version that could not be compiled.
    pub fn problem(&self, problem: &Problem) {
        self.failed.fetch_add(1, Ordering::Relaxed);
        if matches!(problem, Problem::Panicked(_)) {
            self.panicked.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts a function whose compilation took the given time.
    pub fn function(&self, nanos: u64) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.push(u32::try_from(nanos).unwrap_or(u32::MAX));
    }

    /// Returns a snapshot of all counters, with the size of the code.
    pub fn statistics(&self, bytes: usize) -> Statistics {
        let load = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let mut times = self
            .times
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        times.sort_unstable();
        let at = |index: usize| times.get(index).map_or(0, |nanos| u64::from(*nanos));
        Statistics {
            compiled: load(&self.compiled),
            failed: load(&self.failed),
            panicked: load(&self.panicked),
            functions: times.len() as u64,
            nanos: times.iter().map(|nanos| u64::from(*nanos)).sum(),
            usual: at((times.len() * 95).div_ceil(100).saturating_sub(1)),
            slowest: at(times.len().saturating_sub(1)),
            bytes: bytes as u64,
            entered: load(&self.entered),
            loops: load(&self.loops),
            interpreted: load(&self.interpreted),
        }
    }
}
