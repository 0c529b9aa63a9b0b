//! Owns the log of an evaluation.

use frontend::Severity;

use crate::error::Place;
use crate::limits;

/// Levels in Puppet's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "Puppet's own names")]
pub enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl Level {
    /// Returns the level at which a fault of a file is logged.
    pub fn of(severity: Severity) -> Level {
        match severity {
            Severity::Error => Level::Err,
            Severity::Warning | Severity::Deprecation => Level::Warning,
        }
    }

    /// Returns the level that a logging function is named after.
    pub fn of_name(name: &str) -> Option<Level> {
        Some(match name {
            "debug" => Level::Debug,
            "info" => Level::Info,
            "notice" => Level::Notice,
            "warning" => Level::Warning,
            "err" => Level::Err,
            "alert" => Level::Alert,
            "emerg" => Level::Emerg,
            "crit" => Level::Crit,
            _ => return None,
        })
    }

    /// Returns the name of the function that logs at this level.
    pub fn name(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Notice => "notice",
            Level::Warning => "warning",
            Level::Err => "err",
            Level::Alert => "alert",
            Level::Emerg => "emerg",
            Level::Crit => "crit",
        }
    }

    /// Returns the label in transcripts.
    pub fn label(self) -> &'static str {
        match self {
            Level::Debug => "Debug",
            Level::Info => "Info",
            Level::Notice => "Notice",
            Level::Warning => "Warning",
            Level::Err => "Error",
            Level::Alert => "Alert",
            Level::Emerg => "Emerg",
            Level::Crit => "Crit",
        }
    }
}

/// One entry.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The level.
    pub level: Level,
    /// `Scope(Class[main])`, `Puppet`.
    pub source: String,
    /// The text, without a position.
    pub message: String,
    /// The place shown after the text.
    pub place: Option<Place>,
    /// The parts of the place that are shown.
    pub located: frontend::issue::Located,
    /// True if the place stands on a line of its own.
    pub own_line: bool,
    /// Advice for people. Transcripts and code in Ruby do not show it.
    pub hint: Option<String>,
}

/// The log entries of an evaluation. They are kept until its end, so they count as memory.
#[derive(Default)]
pub struct Log {
    entries: Vec<Entry>,
    bytes: usize,
}

impl Log {
    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        self.bytes += size_of::<Entry>() + entry.source.len() + entry.message.len();
        limits::items::<u8>(self.bytes);
        self.entries.push(entry);
    }

    /// Forgets all entries.
    pub fn clear(&mut self) {
        *self = Log::default();
    }
}

impl std::ops::Deref for Log {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.entries
    }
}

impl Entry {
    /// Returns the line of a transcript; `base_names` shows files by their last component.
    pub fn text(&self, base_names: bool) -> String {
        use frontend::issue::Located;
        let mut text = match self.source == "Puppet" || self.source.is_empty() {
            true => format!("{}: {}", self.level.label(), self.message),
            false => format!("{}: {}: {}", self.level.label(), self.source, self.message),
        };
        if let Some(place) = &self.place {
            let file = match base_names {
                true => place.source.base_name(),
                false => place.source.path.as_deref(),
            };
            let at = place.source.position(place.offset);
            let mut parts: Vec<String> = file.map(|f| format!("file: {f}")).into_iter().collect();
            if self.located != Located::File {
                parts.push(format!("line: {}", at.line));
            }
            if self.located == Located::Column {
                parts.push(format!("column: {}", at.column));
            }
            let blank = if self.own_line { "\n   " } else { " " };
            text.push_str(&format!("{blank}({})", parts.join(", ")));
        }
        text
    }
}
