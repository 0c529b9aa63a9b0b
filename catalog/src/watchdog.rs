//! Stops evaluations that exceed the time limit or the memory of the process, or that are
//! interrupted.
//!
//! An evaluation counts the values that it creates ([`runtime::limits`]). Syntax trees, compiled
//! code and the tables of libraries are not counted, so the watchdog also checks the memory of the
//! whole process.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use runtime::limits::{self, Stop};

/// The evaluations that are watched.
static WATCHED: Mutex<Watched> = Mutex::new(Watched {
    list: Vec::new(),
    has_thread: false,
    planned: None,
});
/// A duration that is effectively unlimited and that no clock overflows on.
const WITHOUT_LIMIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// The signal that a new evaluation is watched.
static CHANGED: Condvar = Condvar::new();

/// The memory that the process takes without any evaluation.
const OWN_BYTES: usize = 36 << 20;
/// The approximate maximum growth of a process per second, in bytes.
const GROWTH_BYTES: u64 = 8 << 30;
/// The minimum and the maximum interval between checks of the memory.
const LOOKS: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(500)];

/// The time after which the process ends if an evaluation does not stop.
const GRACE: Duration = Duration::from_secs(10);
/// The function that ends the process if an evaluation does not stop.
static GIVE_UP: OnceLock<fn()> = OnceLock::new();

struct Evaluation {
    end: Instant,
    /// The time at which the evaluation was asked to stop.
    stop_requested_at: Option<Instant>,
    memory_bytes: usize,
    stop: Arc<Stop>,
}

struct Watched {
    list: Vec<Evaluation>,
    has_thread: bool,
    /// The time at which the thread wakes without a signal, and the limit of memory that it had
    /// looked at when it planned that.
    planned: Option<(Instant, usize)>,
}

impl Watched {
    /// Stops evaluations that exceed a limit, and ends the process if one does not stop. Returns the
    /// time of the next check.
    fn enforce_limits(&mut self) -> Option<Instant> {
        let now = Instant::now();
        let mut next = self.next_look_at_memory(now);
        for evaluation in &mut self.list {
            if evaluation.end <= now {
                evaluation.stop.late();
            }
            let end = match evaluation.stop.is_set() {
                true => *evaluation.stop_requested_at.get_or_insert(now) + GRACE,
                false => evaluation.end,
            };
            if end <= now
                && let Some(give_up) = GIVE_UP.get()
            {
                give_up();
            }
            next = Some(next.map_or(end, |next| next.min(end)));
        }
        self.update_alarm();
        next
    }

    /// Returns true if the thread wakes early enough for an evaluation that was added last.
    fn wakes_in_time(&self, end: Instant) -> bool {
        let memory_limit = self.memory_limit();
        self.planned
            .is_some_and(|(at, limit)| at <= end && limit <= memory_limit)
    }

    /// Returns the limit for the memory of all evaluations together.
    fn memory_limit(&self) -> usize {
        let limits = self.list.iter().map(|evaluation| evaluation.memory_bytes);
        limits.fold(0, usize::saturating_add)
    }

    /// Switches the alarm on if an evaluation that was asked to stop is still running, otherwise off.
    fn update_alarm(&self) {
        limits::set_alarm(self.list.iter().any(|evaluation| evaluation.stop.is_set()));
    }

    /// Stops all evaluations if they take too much memory together; otherwise returns the time of
    /// the next check.
    fn next_look_at_memory(&self, now: Instant) -> Option<Instant> {
        let limit = self.memory_limit();
        let taken = process_bytes().filter(|_| limit > 0)?;
        // freed memory is not returned to the system immediately
        let most = limit.saturating_add(OWN_BYTES.max(limit / 6));
        if taken > most {
            self.list
                .iter()
                .for_each(|evaluation| evaluation.stop.large());
            return None;
        }
        let time = Duration::from_millis((most - taken) as u64 / (GROWTH_BYTES / 1000));
        Some(now + time.clamp(LOOKS[0], LOOKS[1]))
    }
}

/// Returns the current memory of the process, if the system reports it.
fn process_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let resident = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes = resident.split_whitespace().next()?.parse::<usize>().ok()?;
    Some(kilobytes << 10)
}

fn watched() -> MutexGuard<'static, Watched> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the function that ends the process if an evaluation does not stop after it was asked to,
/// for example in a library that never checks.
pub fn set_give_up(give_up: fn()) {
    GIVE_UP.get_or_init(|| give_up);
}

/// A guard. An evaluation is watched until its guard is dropped.
#[must_use = "nobody is watched without it"]
pub struct Watch(Option<Arc<Stop>>);

/// Watches the work of this thread from now on; does nothing if it is watched already.
pub fn watch(time: Option<Duration>, memory_bytes: usize) -> Watch {
    let current = limits::stop();
    if watched()
        .list
        .iter()
        .any(|other| Arc::ptr_eq(&other.stop, &current))
    {
        return Watch(None);
    }
    watch_interruptible(time, memory_bytes)
}

/// Watches the evaluation that starts on this thread, separately from any other.
pub fn watch_interruptible(time: Option<Duration>, memory_bytes: usize) -> Watch {
    let stop: Arc<Stop> = Arc::default();
    limits::set_stop(stop.clone());
    let mut watched = watched();
    let end = Instant::now() + time.unwrap_or(WITHOUT_LIMIT).min(WITHOUT_LIMIT);
    watched.list.push(Evaluation {
        end,
        stop_requested_at: None,
        memory_bytes,
        stop: stop.clone(),
    });
    if watched.has_thread {
        // evaluations that follow each other shortly do not wake the thread each time
        if !watched.wakes_in_time(end) {
            CHANGED.notify_one();
        }
    } else {
        let thread = std::thread::Builder::new().name("watchdog".to_owned());
        watched.has_thread = thread.spawn(run).is_ok();
    }
    Watch(Some(stop))
}

/// Stops all evaluations that are currently watched.
pub fn interrupt() {
    let mut watched = watched();
    let now = Instant::now();
    for evaluation in &mut watched.list {
        evaluation.end = now;
    }
    watched.enforce_limits();
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(stop) = &self.0 {
            let mut watched = watched();
            watched.list.retain(|other| !Arc::ptr_eq(stop, &other.stop));
            watched.update_alarm();
        }
    }
}

fn run() {
    let mut watched = watched();
    loop {
        let next = watched.enforce_limits();
        watched.planned = next.map(|next| (next, watched.memory_limit()));
        watched = match next {
            None => CHANGED
                .wait(watched)
                .unwrap_or_else(PoisonError::into_inner),
            Some(end) => {
                let time = end.saturating_duration_since(Instant::now());
                let woken = CHANGED.wait_timeout(watched, time);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
}
