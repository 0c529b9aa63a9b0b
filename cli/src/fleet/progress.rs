//! Shows the progress of a fleet: a bar on a terminal, occasional lines elsewhere.
//!
//! The log of the nodes is written through here too, because the bar must be cleared first.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use super::record::Status;

/// The number of progress lines that are shown if standard error is not a terminal.
const PARTS: usize = 20;

/// Shows the progress of a fleet on standard error.
pub struct Progress {
    form: Form,
    counts: Mutex<Counts>,
}

enum Form {
    Bar(ProgressBar),
    Lines,
    Nothing,
}

#[derive(Default)]
struct Counts {
    all: usize,
    done: usize,
    failed: usize,
}

impl Progress {
    /// Starts the progress of a number of nodes. `is_shown` is false for `--quiet` and if other
    /// programs read the log.
    pub fn new(nodes: usize, is_shown: bool) -> Progress {
        let form = match is_shown {
            false => Form::Nothing,
            true if io::stderr().is_terminal() => Form::Bar(bar(nodes)),
            true => Form::Lines,
        };
        let counts = Counts {
            all: nodes,
            ..Counts::default()
        };
        Progress {
            form,
            counts: Mutex::new(counts),
        }
    }

    /// Adds nodes that are compiled once more.
    pub fn extend(&self, nodes: usize) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all += nodes;
        if let Form::Bar(bar) = &self.form {
            bar.set_length(counts.all as u64);
        }
    }

    /// Counts a finished node.
    pub fn done(&self, status: Status) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let part = |done: usize| done * PARTS / counts.all.max(1);
        let is_step = part(counts.done) != part(counts.done + 1);
        counts.done += 1;
        counts.failed += usize::from(status == Status::Failed);
        let failed = match counts.failed {
            0 => String::new(),
            failed => format!(", {failed} failed"),
        };
        match &self.form {
            Form::Bar(bar) => {
                bar.set_message(failed);
                bar.inc(1);
            }
            Form::Lines if is_step => {
                let Counts { all, done, .. } = *counts;
                let _ = writeln!(io::stderr(), "bunraku: {done} of {all} nodes done{failed}");
            }
            Form::Lines | Form::Nothing => {}
        }
    }

    /// Shows complete lines. Catalogs are written even if standard error is closed.
    pub fn log(&self, text: &str) {
        if text.is_empty() {
            return;
        }
        let write = || {
            let _ = io::stderr().write_all(text.as_bytes());
        };
        match &self.form {
            Form::Bar(bar) => bar.suspend(write),
            Form::Lines | Form::Nothing => write(),
        }
    }

    /// Removes the bar.
    pub fn end(&self) {
        if let Form::Bar(bar) = &self.form {
            bar.finish_and_clear();
        }
    }
}

fn bar(nodes: usize) -> ProgressBar {
    let form = "{bar:32} {human_pos} of {human_len} nodes{msg}  {elapsed}, {eta} left";
    let style = ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(nodes as u64).with_style(style)
}
