//! Ctrl-C at a terminal: it ends the evaluation that is under way, not the session.
//!
//! The signal is blocked in all threads but one that waits for it, so there is no handler.

use std::sync::atomic::{AtomicBool, Ordering};

use catalog::watchdog;

/// Whether the signal came since [`forget`].
static CAME: AtomicBool = AtomicBool::new(false);

/// Blocks the signal in this thread and in those that it starts.
#[cfg(unix)]
pub(super) fn block() {
    // a thread that cannot block it is one that it ends
    let _ = signal().thread_block();
}

/// Starts the thread that waits for the signal.
#[cfg(unix)]
pub(super) fn listen() {
    let thread = std::thread::Builder::new().name("interrupt".to_owned());
    // without the thread nothing is interrupted
    let _ = thread.spawn(|| {
        while signal().wait().is_ok() {
            CAME.store(true, Ordering::Relaxed);
            watchdog::interrupt();
        }
    });
}

#[cfg(unix)]
fn signal() -> nix::sys::signal::SigSet {
    let mut set = nix::sys::signal::SigSet::empty();
    set.add(nix::sys::signal::Signal::SIGINT);
    set
}

/// Here the signal ends the session.
#[cfg(not(unix))]
pub(super) fn block() {}

#[cfg(not(unix))]
pub(super) fn listen() {}

/// What came before does not count.
pub(super) fn forget() {
    CAME.store(false, Ordering::Relaxed);
}

/// Whether the signal came.
pub(super) fn came() -> bool {
    CAME.load(Ordering::Relaxed)
}
