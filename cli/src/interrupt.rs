//! Signals that ask a command to end, such as that of Ctrl-C.
//!
//! A signal is blocked in all threads but one that waits for it, so there is no handler. Processes
//! that the command starts do not inherit that: the standard library unblocks all signals for them.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// A signal that asks for the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// SIGINT, which Ctrl-C sends.
    Interrupt,
    /// SIGTERM.
    Terminate,
}

impl Asked {
    /// The exit status of a process that a shell knows to have ended for the signal.
    pub fn status(self) -> u8 {
        match self {
            Asked::Interrupt => 130,
            Asked::Terminate => 143,
        }
    }

    #[cfg(unix)]
    fn signal(self) -> nix::sys::signal::Signal {
        match self {
            Asked::Interrupt => nix::sys::signal::Signal::SIGINT,
            Asked::Terminate => nix::sys::signal::Signal::SIGTERM,
        }
    }
}

/// Whether a signal came since [`forget`].
static CAME: AtomicBool = AtomicBool::new(false);

/// Blocks signals in this thread and in those that it starts.
#[cfg(unix)]
pub fn block(signals: &[Asked]) {
    // a thread that cannot block them is one that they end
    let _ = set(signals).thread_block();
}

/// Starts the thread that waits for signals, and calls `react` for each that comes.
#[cfg(unix)]
pub fn listen(signals: &'static [Asked], react: impl Fn(Asked) + Send + 'static) {
    let thread = std::thread::Builder::new().name("interrupt".to_owned());
    // without the thread nothing is interrupted
    let _ = thread.spawn(move || {
        while let Ok(signal) = set(signals).wait() {
            CAME.store(true, Ordering::Relaxed);
            let asked = signals.iter().find(|asked| asked.signal() == signal);
            asked.copied().into_iter().for_each(&react);
        }
    });
}

#[cfg(unix)]
fn set(signals: &[Asked]) -> nix::sys::signal::SigSet {
    signals.iter().map(|asked| asked.signal()).collect()
}

/// Here the signals end the process.
#[cfg(not(unix))]
pub fn block(_: &[Asked]) {}

#[cfg(not(unix))]
pub fn listen(_: &'static [Asked], _: impl Fn(Asked) + Send + 'static) {}

/// What came before does not count.
pub fn forget() {
    CAME.store(false, Ordering::Relaxed);
}

/// Whether a signal came.
pub fn came() -> bool {
    CAME.load(Ordering::Relaxed)
}

/// Ends the process at once, with the status that a signal gives.
pub fn end(asked: Asked) -> ! {
    process::exit(i32::from(asked.status()))
}
