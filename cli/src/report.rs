//! Writes diagnostics: in a form for people, in Puppet's one-line form, and in forms for machines.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use annotate_snippets::Renderer;
use clap::ValueEnum;
use frontend::issue::Located;
use frontend::source::Position;
use frontend::validate::{Limits, outcome};
use frontend::{Diagnostic, Severity};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use ::check::FileReport;
use ::check::syntax::METAPARAMETER;

use crate::drawing::{self, Mark, Problem};
use crate::messages::hints;

/// The output format of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Findings with their source line, a marker and a hint
    Human,
    /// The lines of `puppet parser validate`
    Short,
    /// One JSON document
    Json,
    /// SARIF 2.1.0 for code scanning
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

fn start(report: &FileReport, diagnostic: &Diagnostic) -> Option<Position> {
    let offset = diagnostic.offset(&report.source);
    offset.map(|offset| report.source.position(offset))
}

/// Returns the absolute form of a path as text.
pub fn absolute(path: &Path) -> String {
    std::path::absolute(path)
        .unwrap_or_else(|_| path.to_owned())
        .to_string_lossy()
        .into_owned()
}

/// Writes all reports in one of the formats.
///
/// # Errors
/// Fails if writing to `out` fails.
pub fn write(
    reports: &[FileReport],
    format: Format,
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Human => human(reports, colour, out),
        Format::Short => out.write_all(short(reports).as_bytes()),
        Format::Json => pretty(&document(reports), out),
        Format::Sarif => pretty(&sarif(reports), out),
        Format::Github => github(reports, out),
    }
}

fn severity_text(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Deprecation => "deprecation",
    }
}

fn each(reports: &[FileReport]) -> impl Iterator<Item = (&FileReport, &Diagnostic)> {
    reports.iter().flat_map(|report| {
        let diagnostics = report.diagnostics.iter();
        diagnostics.map(move |diagnostic| (report, diagnostic))
    })
}

fn human(reports: &[FileReport], colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let renderer = drawing::renderer(colour);
    let (mut errors, mut warnings) = (0, 0);
    for (report, diagnostic) in each(reports) {
        match diagnostic.severity {
            Severity::Error => errors += 1,
            Severity::Warning | Severity::Deprecation => warnings += 1,
        }
        write!(out, "{}\n\n", snippet(report, diagnostic, &renderer))?;
    }
    let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    writeln!(
        out,
        "{} checked: {}, {}",
        plural(reports.len(), "file"),
        plural(errors, "error"),
        plural(warnings, "warning")
    )
}

fn hint(diagnostic: &Diagnostic) -> Option<&str> {
    let given = diagnostic.hint.as_deref();
    given.or_else(|| hints::hint(diagnostic.issue))
}

/// Returns the text of one diagnostic with the source line that it is about.
fn snippet(report: &FileReport, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let span = diagnostic.span;
    let offset = diagnostic.offset(&report.source);
    let mark = offset.map(|offset| match diagnostic.located {
        Located::Column => {
            let length = span.end.saturating_sub(span.start) as usize;
            Mark::at(&report.source, &report.shown, offset, length)
        }
        _ => Mark::line(&report.source, &report.shown, offset),
    });
    let problem = Problem {
        severity: diagnostic.severity,
        code: Some(diagnostic.issue.0),
        message: &diagnostic.message,
        mark,
        file: Some(&report.shown),
        calls: Vec::new(),
        calls_left_out: 0,
        notes: Vec::new(),
        hints: hint(diagnostic).map(str::to_owned).into_iter().collect(),
    };
    drawing::draw(&problem, renderer)
}

/// Returns the lines that the reference prints: the log messages in order, then the error that ends
/// the check of each file.
fn short(reports: &[FileReport]) -> String {
    let mut out = String::new();
    let mut raised = String::new();
    for report in reports {
        let file = report.source.path.as_deref();
        let mut diagnostics = report.diagnostics.clone();
        let late = diagnostics.extract_if(.., |fault| fault.issue == METAPARAMETER);
        let late: Vec<Diagnostic> = late.collect();
        // the reference has no words for findings that only a compilation would make
        let own = diagnostics.extract_if(.., |fault| ::check::code::find(fault.issue.0).is_some());
        let own: Vec<Diagnostic> = own.collect();
        let outcome = match report.parse_failed {
            false => outcome(diagnostics, &Limits::default()),
            true => {
                let mut logs = diagnostics;
                let error = logs.pop();
                frontend::validate::Outcome { logs, error }
            }
        };
        for log in outcome.logs.iter().chain(&own) {
            let level = match log.severity {
                Severity::Error => "Error",
                Severity::Warning | Severity::Deprecation => "Warning",
            };
            let log = Diagnostic {
                located: Located::Column,
                ..log.clone()
            };
            let text = log.with_position(&report.source, file);
            let _ = writeln!(out, "{level}: {text}");
        }
        // these have no place, and the first error among them is the last message
        for fault in late {
            if fault.severity == Severity::Error {
                let _ = writeln!(raised, "Error: {}", fault.message);
                break;
            }
            let _ = writeln!(out, "Warning: {}", fault.message);
        }
        let Some(error) = &outcome.error else {
            continue;
        };
        if error.issue == frontend::validate::VALIDATION_FAILED {
            let _ = writeln!(raised, "Error: {}", error.message);
        } else {
            let text = error.with_position(&report.source, file);
            let _ = writeln!(
                raised,
                "Error: Could not parse for environment production: {text}"
            );
        }
    }
    out + &raised
}

fn pretty(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}

/// A JSON array whose items are made while it is written, because there may be hundreds of
/// thousands.
struct Items<F>(F);

impl<F, I> Serialize for Items<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

fn document(reports: &[FileReport]) -> impl Serialize {
    #[derive(Serialize)]
    struct Document<D> {
        version: u32,
        files: usize,
        diagnostics: D,
    }
    Document {
        version: 1,
        files: reports.len(),
        diagnostics: Items(|| each(reports).map(|(report, found)| of_document(report, found))),
    }
}

fn of_document(report: &FileReport, diagnostic: &Diagnostic) -> Value {
    let start = start(report, diagnostic);
    let column = diagnostic.located == Located::Column;
    let end = start.map(|_| report.source.position(diagnostic.span.end));
    json!({
        "file": report.shown,
        "line": start.map(|start| start.line),
        "column": start.filter(|_| column).map(|start| start.column),
        "end_line": end.filter(|_| column).map(|end| end.line),
        "end_column": end.filter(|_| column).map(|end| end.column),
        "severity": severity_text(diagnostic.severity),
        "code": diagnostic.issue.0,
        "message": diagnostic.message,
        "hint": hint(diagnostic),
    })
}

fn sarif(reports: &[FileReport]) -> impl Serialize {
    #[derive(Serialize)]
    struct Sarif<R> {
        #[serde(rename = "$schema")]
        schema: &'static str,
        version: &'static str,
        runs: [R; 1],
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Run<R> {
        tool: Value,
        column_kind: &'static str,
        results: R,
    }
    let mut rules: Vec<&str> = each(reports).map(|(_, found)| found.issue.0).collect();
    rules.sort_unstable();
    rules.dedup();
    let ids: Vec<Value> = rules.iter().map(|rule| json!({ "id": rule })).collect();
    let run = Run {
        tool: json!({ "driver": {
            "name": "bunraku",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": ids,
        } }),
        column_kind: "unicodeCodePoints",
        results: Items(move || {
            let rules = rules.clone();
            each(reports).map(move |(report, found)| of_sarif(report, found, &rules))
        }),
    };
    Sarif {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [run],
    }
}

fn of_sarif(report: &FileReport, diagnostic: &Diagnostic, rules: &[&str]) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(&report.shown) } });
    if let Some(start) = start(report, diagnostic) {
        let end = report.source.position(diagnostic.span.end);
        location["region"] = match diagnostic.located {
            Located::Column => json!({
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            }),
            _ => json!({ "startLine": start.line }),
        };
    }
    json!({
        "ruleId": diagnostic.issue.0,
        "ruleIndex": rules.binary_search(&diagnostic.issue.0).unwrap_or_default(),
        "level": if diagnostic.severity == Severity::Error { "error" } else { "warning" },
        "message": { "text": diagnostic.message },
        "locations": [{ "physicalLocation": location }],
    })
}

/// Converts a path to a relative or file URI.
fn uri(path: &str) -> String {
    let mut out = String::new();
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

fn github(reports: &[FileReport], out: &mut dyn Write) -> io::Result<()> {
    let data = |text: &str| {
        let text = text.replace('%', "%25").replace('\r', "%0D");
        text.replace('\n', "%0A")
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    for (report, diagnostic) in each(reports) {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning | Severity::Deprecation => "warning",
        };
        let _ = write!(out, "::{command} file={}", property(&report.shown));
        if let Some(start) = start(report, diagnostic) {
            let _ = write!(out, ",line={}", start.line);
            if diagnostic.located == Located::Column {
                let end = report.source.position(diagnostic.span.end);
                let _ = write!(out, ",endLine={},col={}", end.line, start.column);
                if end.line == start.line {
                    let _ = write!(out, ",endColumn={}", end.column);
                }
            }
        }
        writeln!(
            out,
            ",title={}::{}",
            property(diagnostic.issue.0),
            data(&diagnostic.message)
        )?;
    }
    Ok(())
}
