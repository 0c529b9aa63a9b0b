//! The mode in which Ruby code runs: natively, in a process, or both. Each environment may set its
//! own.

use std::sync::atomic::{AtomicU8, Ordering};

/// The mode in which Ruby code runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    /// Runs natively where that is possible, otherwise in a process.
    #[default]
    Auto,
    /// Runs in a process.
    Process,
    /// Runs natively; code that needs a process is an error.
    Off,
    /// Runs both ways; a difference in the results is an error.
    Both,
}

static USUAL: AtomicU8 = AtomicU8::new(Mode::Auto as u8);

/// Sets the mode for environments that are opened from now on and do not set it themselves.
pub fn set_mode(mode: Mode) {
    USUAL.store(mode as u8, Ordering::Relaxed);
}

/// Returns the mode for environments that do not set it.
pub(crate) fn usual() -> Mode {
    let mode = USUAL.load(Ordering::Relaxed);
    let all = [Mode::Process, Mode::Off, Mode::Both];
    let found = all.into_iter().find(|one| *one as u8 == mode);
    found.unwrap_or_default()
}
