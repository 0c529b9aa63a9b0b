//! Tells evaluations that their time is over: that it was as long as it may be, or that somebody
//! does not wait any longer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use runtime::limits;

/// Evaluations that have a limit.
static WATCHED: Mutex<Watched> = Mutex::new(Watched {
    list: Vec::new(),
    has_thread: false,
});
/// As good as no limit, and no clock is too short for it.
const WITHOUT_LIMIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// There is a new one.
static CHANGED: Condvar = Condvar::new();

struct Watched {
    list: Vec<(Instant, Arc<AtomicBool>)>,
    has_thread: bool,
}

impl Watched {
    /// Tells those whose time is over, and gives the end of the next one's.
    fn tell(&self) -> Option<Instant> {
        let now = Instant::now();
        let (late, early): (Vec<_>, Vec<_>) = self.list.iter().partition(|(end, _)| *end <= now);
        for (_, flag) in &late {
            flag.store(true, Ordering::Relaxed);
        }
        limits::set_alarm(!late.is_empty());
        early.iter().map(|(end, _)| *end).min()
    }
}

fn watched() -> MutexGuard<'static, Watched> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An evaluation that is watched as long as this lives.
pub struct Watch(Option<Arc<AtomicBool>>);

/// Watches the evaluation that begins on this thread.
pub(crate) fn watch(limit: Option<Duration>) -> Watch {
    let flag = fresh();
    match limit.and_then(|limit| Instant::now().checked_add(limit)) {
        Some(end) => watch_until(end, flag),
        None => Watch(None),
    }
}

/// Watches the evaluation that begins on this thread, so that it ends with [`interrupt`] too.
pub fn watch_interruptible(limit: Option<Duration>) -> Watch {
    let end = Instant::now() + limit.unwrap_or(WITHOUT_LIMIT).min(WITHOUT_LIMIT);
    watch_until(end, fresh())
}

/// Ends all evaluations that are watched now.
pub fn interrupt() {
    let mut watched = watched();
    let now = Instant::now();
    for (end, _) in &mut watched.list {
        *end = now;
    }
    watched.tell();
}

/// What tells this thread's evaluations from now on that their time is over.
fn fresh() -> Arc<AtomicBool> {
    let flag: Arc<AtomicBool> = Arc::default();
    limits::set_late(flag.clone());
    flag
}

fn watch_until(end: Instant, flag: Arc<AtomicBool>) -> Watch {
    let mut watched = watched();
    watched.list.push((end, flag.clone()));
    if watched.has_thread {
        CHANGED.notify_one();
    } else {
        let thread = std::thread::Builder::new().name("watchdog".to_owned());
        watched.has_thread = thread.spawn(run).is_ok();
    }
    Watch(Some(flag))
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(flag) = &self.0 {
            let mut watched = watched();
            watched.list.retain(|(_, other)| !Arc::ptr_eq(flag, other));
            watched.tell();
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
