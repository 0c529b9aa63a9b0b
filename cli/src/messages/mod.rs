//! Writes the messages of a compilation, which are its log and the error that ended it, as lines or
//! as JSON.

mod attribute;
mod error_drawing;
pub mod hints;

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use catalog::compiler::Compiler;
use catalog::lookup;
use clap::ValueEnum;
use frontend::Issue;
use frontend::issue::Located;
use runtime::Cx;
use runtime::error::{Error, Place};
use runtime::log::{Entry, Level};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The form of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Form {
    /// `human` on a terminal, otherwise `text`
    #[default]
    Auto,
    /// Errors with their source line, the calls that led to them, and advice
    Human,
    /// Messages as Puppet writes them
    #[value(alias = "short")]
    Text,
    /// One JSON object per line; an error has its code, the calls that led to it, and advice
    Json,
}

impl Form {
    /// Returns the form to use on a terminal or elsewhere. It is never [`Form::Auto`].
    pub fn on(self, is_terminal: bool) -> Form {
        match (self, is_terminal) {
            (Form::Auto, true) => Form::Human,
            (Form::Auto, false) => Form::Text,
            (form, _) => form,
        }
    }
}

/// The errors that were drawn so far, by issue and place.
#[derive(Default, Debug)]
pub struct DrawnErrors(Mutex<HashSet<(Issue, Option<(String, u32)>)>>);

impl DrawnErrors {
    /// Records an error. Returns true if it is the first of its issue at its place.
    fn is_first(&self, error: &Error) -> bool {
        let place = error.place.as_ref().map(|place| {
            let path = place.source.path.as_deref().unwrap_or_default();
            (path.to_owned(), place.offset)
        });
        let mut drawn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.insert((error.issue, place))
    }
}

/// The version of [`Form::Json`]. It stays the same when fields are added.
const JSON_VERSION: u32 = 1;

/// Writes messages.
#[derive(Clone, Copy, Default)]
pub struct Messages<'n> {
    /// The form. It must not be [`Form::Auto`].
    pub form: Form,
    /// True if drawn errors have colours.
    pub colour: bool,
    /// The errors that were drawn, also for other nodes. Each error is drawn once and then written
    /// as a line.
    pub drawn: Option<&'n DrawnErrors>,
    /// True if an error in lines for people ends with the calls that led to it.
    pub trace: bool,
    /// True if files are shown by the last component of their path.
    pub base_names: bool,
    /// The node that errors and JSON objects name.
    pub node: Option<&'n str>,
    /// True if there are messages of several nodes. Each line for people then begins with the
    /// node's name.
    pub several: bool,
}

/// A warning or an error as data, for reports that summarize many.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The level: `warning`, `err` or a higher one.
    pub level: String,
    /// Puppet's code of the problem, if the error ended the compilation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The source that logged it, such as `Scope(Class[main])`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The text, without a position.
    pub message: String,
    /// The file, if Puppet shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, from 1 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

impl Finding {
    /// Makes an error without a place.
    pub fn problem(message: impl Into<String>) -> Finding {
        Finding {
            level: Level::Err.name().to_owned(),
            code: None,
            source: None,
            message: message.into(),
            file: None,
            line: None,
            column: None,
        }
    }

    /// Returns the warnings and errors of a log.
    pub fn of_log(log: &[Entry]) -> impl Iterator<Item = Finding> {
        let serious = log.iter().filter(|entry| entry.level >= Level::Warning);
        serious.map(|entry| Finding {
            level: entry.level.name().to_owned(),
            source: Some(&entry.source)
                .filter(|it| !matches!(it.as_str(), "" | "Puppet"))
                .cloned(),
            message: entry.message.clone(),
            ..Finding::at(entry.place.as_ref(), entry.located)
        })
    }

    /// Converts the error that ended a compilation.
    pub fn of_error(error: &Error) -> Finding {
        Finding {
            code: Some(error.issue.0.to_owned()),
            message: bare_text(error, false),
            ..Finding::at(error.place.as_ref(), located(error))
        }
    }

    fn at(place: Option<&Place>, located: Located) -> Finding {
        let (file, line, column) = position(place, located, false);
        Finding {
            file: file.map(str::to_owned),
            line,
            column,
            ..Finding::problem("")
        }
    }

    /// Returns true if the level is higher than warning.
    pub fn is_error(&self) -> bool {
        self.level != "warning"
    }

    /// Returns the text as Puppet shows it, with its source and its place.
    pub fn text(&self) -> String {
        let source = self.source.as_ref().map(|source| format!("{source}: "));
        let source = source.unwrap_or_default();
        format!("{source}{}{}", self.message, self.place())
    }

    /// Returns ` (file: .., line: .., column: ..)`, or an empty text without a place.
    fn place(&self) -> String {
        let parts = [
            self.file.as_ref().map(|file| format!("file: {file}")),
            self.line.map(|line| format!("line: {line}")),
            self.column.map(|column| format!("column: {column}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!(" ({})", parts.join(", ")),
        }
    }
}

/// Writes an error that concerns no particular node to standard error.
pub fn report(form: Form, message: &str) {
    let messages = Messages {
        form,
        ..Messages::default()
    };
    let mut text = String::new();
    messages.problem(message, &mut text);
    // if standard error cannot be written, there is no place left to report it
    let _ = io::stderr().write_all(text.as_bytes());
}

impl Messages<'_> {
    /// Writes the entries of a log from level notice on.
    pub fn log(&self, log: &[Entry], out: &mut String) {
        for entry in log.iter().filter(|entry| entry.level >= Level::Notice) {
            match self.form {
                Form::Auto | Form::Human | Form::Text => {
                    self.lines(&entry.text(self.base_names), out);
                    if let Some(hint) = entry.hint.as_ref().filter(|_| self.form == Form::Human) {
                        self.lines(&format!("  = help: {hint}"), out);
                    }
                }
                Form::Json => self.object(self.entry(entry), out),
            }
        }
    }

    /// Writes the error that ended a compilation.
    pub fn error<'h>(
        &self,
        error: &Error,
        compiler: &Compiler<'h>,
        cx: &mut Cx<'h>,
        out: &mut String,
    ) {
        match self.form {
            Form::Human if self.drawn.is_none_or(|drawn| drawn.is_first(error)) => {
                out.push_str(&error_drawing::draw(
                    error,
                    self.node,
                    compiler,
                    cx,
                    self.colour,
                ));
                if self.trace {
                    out.push_str(&error.trace(self.base_names));
                }
            }
            Form::Auto | Form::Human | Form::Text => {
                self.failure(&error.text(self.base_names), out);
                let calls = error.trace(self.base_names);
                if let Some(calls) = calls.strip_suffix('\n').filter(|_| self.trace) {
                    self.lines(calls, out);
                }
            }
            Form::Json => {
                let mut fields = self.raised(error);
                if let Some(target) = error_drawing::about(error) {
                    let located = target.located();
                    let place = self.place(Some(&target.place), located).map(named);
                    fields.push(("about", Value::Object(Map::from_iter(place))));
                }
                fields.push(("hints", json!(error_drawing::hints(error, compiler, cx))));
                self.object(fields, out);
            }
        }
    }

    /// Writes which keys a lookup did not find. Writes nothing in the form [`Form::Text`], like
    /// Puppet.
    pub fn not_found<'h>(
        &self,
        keys: &[String],
        compiler: &Compiler<'h>,
        cx: &mut Cx<'h>,
        out: &mut String,
    ) {
        if matches!(self.form, Form::Human | Form::Json) {
            self.error(&lookup::not_found(keys), compiler, cx, out);
        }
    }

    /// Writes an error of a compilation, with the name of the node.
    fn failure(&self, message: &str, out: &mut String) {
        match (self.form, self.node) {
            (Form::Auto | Form::Human | Form::Text, Some(node)) => {
                self.problem(&format!("{message} on node {node}"), out)
            }
            _ => self.problem(message, out),
        }
    }

    /// Writes an error without a place.
    pub fn problem(&self, message: &str, out: &mut String) {
        match self.form {
            Form::Auto | Form::Human | Form::Text => {
                self.lines(&format!("Error: {message}"), out);
            }
            Form::Json => {
                let fields = [("level", json!("err")), ("message", json!(message))];
                self.object(fields.to_vec(), out);
            }
        }
    }

    /// Writes a warning or an error that was stored as data.
    pub fn finding(&self, finding: &Finding, out: &mut String) {
        match self.form {
            Form::Auto | Form::Human | Form::Text if finding.is_error() => {
                self.failure(&finding.text(), out);
            }
            Form::Auto | Form::Human | Form::Text => {
                self.lines(&format!("Warning: {}", finding.text()), out);
            }
            Form::Json => {
                let fields = [
                    ("level", json!(finding.level)),
                    ("code", json!(finding.code)),
                    ("source", json!(finding.source)),
                    ("message", json!(finding.message)),
                    ("file", json!(finding.file)),
                    ("line", json!(finding.line)),
                    ("column", json!(finding.column)),
                ];
                self.object(fields.to_vec(), out);
            }
        }
    }

    /// Writes lines for people. Each names the node if there are several nodes.
    fn lines(&self, text: &str, out: &mut String) {
        let Some(node) = self.node.filter(|_| self.several) else {
            out.push_str(text);
            out.push('\n');
            return;
        };
        for line in text.lines() {
            out.push_str(node);
            out.push_str(": ");
            out.push_str(line);
            out.push('\n');
        }
    }

    fn entry(&self, entry: &Entry) -> Vec<(&'static str, Value)> {
        let mut fields = vec![
            ("level", json!(entry.level.name())),
            ("source", json!(entry.source)),
            ("message", json!(entry.message)),
        ];
        let place = entry.place.as_ref();
        fields.extend(self.place(place, entry.located));
        fields.extend(entry.hint.iter().map(|hint| ("hints", json!([hint]))));
        fields
    }

    fn raised(&self, error: &Error) -> Vec<(&'static str, Value)> {
        let calls = error.stack.iter().map(|call| {
            let fields = self.place(Some(call), Located::Column);
            Value::Object(fields.into_iter().map(named).collect())
        });
        let calls: Vec<Value> = calls.collect();
        let mut fields = vec![
            ("level", json!("err")),
            ("code", json!(error.issue.0)),
            ("message", json!(bare_text(error, self.base_names))),
        ];
        fields.extend(self.place(error.place.as_ref(), located(error)));
        fields.push(("calls", Value::Array(calls)));
        fields
    }

    /// Returns the JSON fields of a place: file, line and column, `null` if they are not shown.
    fn place(&self, place: Option<&Place>, located: Located) -> [(&'static str, Value); 3] {
        let (file, line, column) = position(place, located, self.base_names);
        [
            ("file", json!(file)),
            ("line", json!(line)),
            ("column", json!(column)),
        ]
    }

    fn object(&self, mut fields: Vec<(&'static str, Value)>, out: &mut String) {
        if let Some(node) = self.node {
            fields.insert(0, ("node", json!(node)));
        }
        fields.insert(0, ("version", json!(JSON_VERSION)));
        let object: Map<String, Value> = fields.into_iter().map(named).collect();
        out.push_str(&Value::Object(object).to_string());
        out.push('\n');
    }
}

/// Returns the file, line and column of a place, each if it is shown.
fn position(
    place: Option<&Place>,
    located: Located,
    base_names: bool,
) -> (Option<&str>, Option<u32>, Option<u32>) {
    let Some(place) = place else {
        return (None, None, None);
    };
    let (path, line, column) = place.shown(located);
    match base_names {
        true => (place.source.base_name(), line, column),
        false => (path, line, column),
    }
}

/// Returns the part of an error's place that Puppet shows.
fn located(error: &Error) -> Located {
    match error.line_only {
        true => Located::Line,
        false => Located::Column,
    }
}

/// Returns the text of an error without its place.
fn bare_text(error: &Error, base_names: bool) -> String {
    let alone = Error {
        place: None,
        ..error.clone()
    };
    alone.text(base_names)
}

fn named((name, value): (&'static str, Value)) -> (String, Value) {
    (name.to_owned(), value)
}
