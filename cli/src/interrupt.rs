//! Handles signals that ask a command to end, such as the one that Ctrl-C sends.
//!
//! All threads block the signals except one that waits for them, so no signal handler is needed.
//! The standard library unblocks all signals for child processes.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// A signal that asks the process to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndSignal {
    /// SIGINT, which Ctrl-C sends.
    Interrupt,
    /// SIGTERM.
    Terminate,
}

impl EndSignal {
    /// Returns the exit status that a shell reports for a process that the signal has ended.
    pub fn status(self) -> u8 {
        match self {
            EndSignal::Interrupt => 130,
            EndSignal::Terminate => 143,
        }
    }

    #[cfg(unix)]
    fn signal(self) -> nix::sys::signal::Signal {
        match self {
            EndSignal::Interrupt => nix::sys::signal::Signal::SIGINT,
            EndSignal::Terminate => nix::sys::signal::Signal::SIGTERM,
        }
    }
}

/// True if a signal came since the last [`forget`].
static CAME: AtomicBool = AtomicBool::new(false);

/// Blocks signals in this thread and in all threads that it starts later.
#[cfg(unix)]
pub fn block(signals: &[EndSignal]) {
    // if the signals cannot be blocked, they end the process as usual
    let _ = set(signals).thread_block();
}

/// Starts the thread that waits for signals. It calls `react` for each signal.
#[cfg(unix)]
pub fn listen(signals: &'static [EndSignal], react: impl Fn(EndSignal) + Send + 'static) {
    let thread = std::thread::Builder::new().name("interrupt".to_owned());
    // if the thread cannot be started, signals have no effect
    let _ = thread.spawn(move || {
        while let Ok(signal) = set(signals).wait() {
            CAME.store(true, Ordering::Relaxed);
            let asked = signals.iter().find(|asked| asked.signal() == signal);
            asked.copied().into_iter().for_each(&react);
        }
    });
}

#[cfg(unix)]
fn set(signals: &[EndSignal]) -> nix::sys::signal::SigSet {
    signals.iter().map(|asked| asked.signal()).collect()
}

/// Does nothing: on this platform the signals end the process.
#[cfg(not(unix))]
pub fn block(_: &[EndSignal]) {}

#[cfg(not(unix))]
pub fn listen(_: &'static [EndSignal], _: impl Fn(EndSignal) + Send + 'static) {}

/// Forgets the signals that came so far.
pub fn forget() {
    CAME.store(false, Ordering::Relaxed);
}

/// Returns true if a signal came.
pub fn came() -> bool {
    CAME.load(Ordering::Relaxed)
}

/// Ends the process at once with the exit status of a signal.
pub fn end(asked: EndSignal) -> ! {
    process::exit(i32::from(asked.status()))
}
