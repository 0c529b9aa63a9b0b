//! Owns the command line options about the limits of an evaluation.

use std::time::Duration;

use catalog::watchdog::{self, Watch};
use clap::Args;
use runtime::limits::{self, MEMORY_BYTES_USUAL};
use runtime::settings::Settings;

/// The limits of an evaluation.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitArguments {
    /// Limit the depth of nested calls.
    #[arg(long, value_name = "CALLS", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_depth: Option<u32>,
    /// Limit the memory, in bytes or with the unit K, M or G.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_memory: Option<usize>,
    /// Limit the time, in seconds such as 1.5, or with the unit ms.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub max_time: Option<Duration>,
}

impl LimitArguments {
    /// Returns the same limits, with `time` as the limit of time if there is none.
    pub fn within(&self, time: Duration) -> LimitArguments {
        let max_time = self.max_time.or(Some(time));
        LimitArguments {
            max_time,
            ..self.clone()
        }
    }

    /// Applies the limits to this thread from now on, because files are read before an evaluation
    /// begins.
    pub fn begin(&self) -> Watch {
        if let Some(bytes) = self.max_memory {
            limits::set_process_memory(bytes);
        }
        watchdog::watch(self.max_time, self.max_memory.unwrap_or(MEMORY_BYTES_USUAL))
    }

    /// Writes the limits into settings.
    pub fn apply(&self, settings: &mut Settings) {
        settings.max_depth = self.max_depth.unwrap_or(settings.max_depth);
        settings.max_memory = self.max_memory.unwrap_or(settings.max_memory);
        settings.max_time = self.max_time.or(settings.max_time);
    }
}

fn size(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let count = digits.parse::<usize>().ok().filter(|&count| count > 0);
    let bytes = count.and_then(|count| count.checked_mul(1 << shift));
    bytes.ok_or_else(|| "expected a number above 0, optionally followed by K, M or G".to_owned())
}

fn time(text: &str) -> Result<Duration, String> {
    let (digits, scale) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = digits.parse::<f64>().ok().filter(|&count| count > 0.0);
    let time = seconds.and_then(|count| Duration::try_from_secs_f64(count * scale).ok());
    time.ok_or_else(|| "a number of seconds above 0, or of ms".to_owned())
}
