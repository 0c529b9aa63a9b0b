//! Tells evaluations that they may not go on: their time is over, the process has taken too much
//! memory, or somebody does not wait any longer.
//!
//! Evaluation counts the values that it makes ([`runtime::limits`]). Syntax trees, compiled code and
//! the tables of libraries are not counted, so the watchdog also looks at the memory of the whole
//! process.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use runtime::limits::{self, Stop};

/// Evaluations that have a limit.
static WATCHED: Mutex<Watched> = Mutex::new(Watched {
    list: Vec::new(),
    has_thread: false,
});
/// As good as no limit, and no clock is too short for it.
const WITHOUT_LIMIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// There is a new one.
static CHANGED: Condvar = Condvar::new();

/// Bytes that the process takes without any evaluation.
const OWN_BYTES: usize = 36 << 20;
/// Bytes by which a process can grow in a second, roughly.
const GROWTH_BYTES: u64 = 8 << 30;
/// The least time between two looks at the memory, and the longest.
const LOOKS: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(500)];

/// How long an evaluation that was told to end may go on; then the process ends.
const GRACE: Duration = Duration::from_secs(10);
/// The function that ends the process.
static GIVE_UP: OnceLock<fn()> = OnceLock::new();

struct Evaluation {
    end: Instant,
    /// When it was told to end.
    told: Option<Instant>,
    memory_bytes: usize,
    stop: Arc<Stop>,
}

struct Watched {
    list: Vec<Evaluation>,
    has_thread: bool,
}

impl Watched {
    /// Tells those that may not go on, and gives the time of the next look.
    fn tell(&mut self) -> Option<Instant> {
        let now = Instant::now();
        let mut next = self.next_look_at_memory(now);
        for evaluation in &mut self.list {
            if evaluation.end <= now {
                evaluation.stop.late();
            }
            let end = match evaluation.stop.is_set() {
                true => *evaluation.told.get_or_insert(now) + GRACE,
                false => evaluation.end,
            };
            if end <= now
                && let Some(give_up) = GIVE_UP.get()
            {
                give_up();
            }
            next = Some(next.map_or(end, |next| next.min(end)));
        }
        self.ring();
        next
    }

    /// The alarm rings while somebody who was told to end has not.
    fn ring(&self) {
        limits::set_alarm(self.list.iter().any(|evaluation| evaluation.stop.is_set()));
    }

    /// Ends all evaluations when together they have taken too much memory; else says when that may
    /// be so next.
    fn next_look_at_memory(&self, now: Instant) -> Option<Instant> {
        let limits = self.list.iter().map(|evaluation| evaluation.memory_bytes);
        let limit = limits.fold(0, usize::saturating_add);
        let taken = process_bytes().filter(|_| limit > 0)?;
        // what is freed is not given back at once
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

/// The memory that the process has now, where the system tells.
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

/// Says what ends the process when an evaluation goes on although it was told to end: work that asks
/// nobody, such as a library's.
pub fn set_give_up(give_up: fn()) {
    GIVE_UP.get_or_init(|| give_up);
}

/// An evaluation that is watched as long as this lives.
#[must_use = "nobody is watched without it"]
pub struct Watch(Option<Arc<Stop>>);

/// Watches what this thread does from now on. Where it is watched already, that goes on.
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

/// Watches the evaluation that begins on this thread, by itself.
pub fn watch_interruptible(time: Option<Duration>, memory_bytes: usize) -> Watch {
    let stop: Arc<Stop> = Arc::default();
    limits::set_stop(stop.clone());
    let mut watched = watched();
    watched.list.push(Evaluation {
        end: Instant::now() + time.unwrap_or(WITHOUT_LIMIT).min(WITHOUT_LIMIT),
        told: None,
        memory_bytes,
        stop: stop.clone(),
    });
    if watched.has_thread {
        CHANGED.notify_one();
    } else {
        let thread = std::thread::Builder::new().name("watchdog".to_owned());
        watched.has_thread = thread.spawn(run).is_ok();
    }
    Watch(Some(stop))
}

/// Ends all evaluations that are watched now.
pub fn interrupt() {
    let mut watched = watched();
    let now = Instant::now();
    for evaluation in &mut watched.list {
        evaluation.end = now;
    }
    watched.tell();
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(stop) = &self.0 {
            let mut watched = watched();
            watched.list.retain(|other| !Arc::ptr_eq(stop, &other.stop));
            watched.ring();
        }
    }
}

fn run() {
    let mut watched = watched();
    loop {
        watched = match watched.tell() {
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
