//! Writes the text at the end of a fleet: the causes of errors and warnings, and figures.

use std::fmt::Write;
use std::io::{self, Write as _};

use super::causes::Cause;
use super::summary::{Costs, RunEnd, Summary};

/// Returns the report.
pub fn text(summary: &Summary, costs: &Costs) -> String {
    let mut out = of_causes("Errors", summary, true);
    out.push_str(&of_causes("Warnings", summary, false));
    out.push_str(&of_counts(summary));
    out.push_str(&of_costs(costs));
    out.push('\n');
    out
}

/// Writes the report of a run that shows only errors to standard error. Writes nothing if there are
/// none.
pub fn show_errors(summary: &Summary) {
    if !summary.is_fine() {
        let text = of_causes("Errors", summary, true) + &of_counts(summary) + "\n";
        // if standard error cannot be written, there is no place left to report it
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

fn of_causes(head: &str, summary: &Summary, are_errors: bool) -> String {
    let mut out = String::new();
    let causes = summary.causes.iter();
    let causes = causes.filter(|it| it.is_error() == are_errors);
    for (at, cause) in causes.enumerate() {
        if at == 0 {
            let _ = writeln!(out, "{head}:");
        }
        out.push_str(&of_cause(cause));
    }
    out
}

fn of_counts(summary: &Summary) -> String {
    let counts = summary.counts;
    let mut out = format!("{} of {} catalogs compiled", counts.compiled, counts.nodes);
    if counts.unchanged > 0 {
        let _ = write!(out, ", {} unchanged", counts.unchanged);
    }
    if counts.failed > 0 {
        let _ = write!(out, ", {} failed", counts.failed);
    }
    if counts.missing > 0 {
        let why = match summary.ended {
            RunEnd::Interrupted => "interrupted",
            RunEnd::Stopped | RunEnd::Complete => "stopped",
        };
        let _ = write!(out, ", {} not done ({why})", counts.missing);
    }
    out
}

fn of_costs(costs: &Costs) -> String {
    let mut out = String::new();
    let seconds = |microseconds: u64| microseconds as f64 / 1e6;
    let _ = write!(
        out,
        "; {:.1} s, {:.1} s of processor time",
        seconds(costs.wall_us),
        seconds(costs.cpu_us)
    );
    if let Some((node, time)) = costs.slowest() {
        let _ = write!(out, ", slowest node {:.2} s ({node})", seconds(time));
    }
    if let Some((node, bytes)) = costs.largest().filter(|(_, bytes)| *bytes > 0) {
        let _ = write!(out, ", largest heap of a node {} ({node})", size(bytes));
    }
    if let Some(bytes) = costs.process_bytes {
        let _ = write!(out, ", peak memory of the process {}", size(bytes));
    }
    out
}

fn of_cause(cause: &Cause) -> String {
    let nodes = match cause.nodes {
        1 => cause.example.node.clone(),
        count => format!("{count} nodes, for example {}", cause.example.node),
    };
    let place = match (&cause.file, cause.line) {
        (Some(file), Some(line)) => format!(" ({file}:{line})"),
        (Some(file), None) => format!(" ({file})"),
        (None, Some(line)) => format!(" (line {line})"),
        (None, None) => String::new(),
    };
    // indents further lines of the message, so that each cause is one paragraph
    let message = cause.example.message.replace('\n', "\n      ");
    format!("  {nodes}:\n      {message}{place}\n")
}

/// Returns a number of bytes for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
