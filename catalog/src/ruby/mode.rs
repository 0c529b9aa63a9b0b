//! How code in Ruby is run: natively, by a process, or by both. Each environment says it for its code.

use std::sync::atomic::{AtomicU8, Ordering};

/// How code in Ruby is run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    /// Natively where that is known, else by a process.
    #[default]
    Auto,
    /// By a process.
    Process,
    /// Natively: what needs a process is an error.
    Off,
    /// In both ways: a difference is an error.
    Both,
}

static USUAL: AtomicU8 = AtomicU8::new(Mode::Auto as u8);

/// Says how code in Ruby is run in environments that are opened from now on and do not say it themselves.
pub fn set_mode(mode: Mode) {
    USUAL.store(mode as u8, Ordering::Relaxed);
}

/// How code in Ruby is run where the environment does not say it.
pub(crate) fn usual() -> Mode {
    let mode = USUAL.load(Ordering::Relaxed);
    let all = [Mode::Process, Mode::Off, Mode::Both];
    let found = all.into_iter().find(|one| *one as u8 == mode);
    found.unwrap_or_default()
}
