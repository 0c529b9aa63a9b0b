//! How far a fleet has come: a bar on a terminal, a line now and then elsewhere.
//!
//! The log of the nodes goes through here too, because a bar must make room for it.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use super::record::Status;

/// Elsewhere than on a terminal a line is shown each time that one more of so many parts is done.
const PARTS: usize = 20;

/// Shows how far a fleet has come, on standard error.
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
    /// For so many nodes. `is_shown` is false for `--quiet`, and where other programs read the log.
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

    /// So many nodes are compiled once more.
    pub fn extend(&self, nodes: usize) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all += nodes;
        if let Form::Bar(bar) = &self.form {
            bar.set_length(counts.all as u64);
        }
    }

    /// A node is done.
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

    /// Shows whole lines. A closed standard error takes nothing away from the catalogs.
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

    /// Takes the bar away.
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
