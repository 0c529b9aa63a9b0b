//! What a compilation says, its log and the error that ended it: lines for people, or JSON.

use clap::ValueEnum;
use frontend::issue::Located;
use runtime::error::{Error, Place};
use runtime::log::{Entry, Level};
use serde_json::{Map, Value, json};

/// How logs and errors are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Form {
    /// As Puppet shows them
    #[default]
    Text,
    /// A JSON object in each line; an error has its code and the calls that led to it
    Json,
}

/// Writes messages.
#[derive(Clone, Copy)]
pub struct Messages<'n> {
    /// How they look.
    pub form: Form,
    /// An error in lines for people ends with the calls that led to it.
    pub trace: bool,
    /// Files are shown by their last component.
    pub base_names: bool,
    /// The node that errors and JSON objects name.
    pub node: Option<&'n str>,
}

impl Messages<'_> {
    /// The log from the level notice on.
    pub fn log(&self, log: &[Entry], out: &mut String) {
        for entry in log.iter().filter(|entry| entry.level >= Level::Notice) {
            match self.form {
                Form::Text => {
                    out.push_str(&entry.text(self.base_names));
                    out.push('\n');
                }
                Form::Json => self.object(self.entry(entry), out),
            }
        }
    }

    /// The error that ended a compilation.
    pub fn error(&self, error: &Error, out: &mut String) {
        match self.form {
            Form::Text => {
                self.failure(&error.text(self.base_names), out);
                if self.trace {
                    out.push_str(&error.trace(self.base_names));
                }
            }
            Form::Json => self.object(self.raised(error), out),
        }
    }

    /// An error of a compilation; it names the node.
    fn failure(&self, message: &str, out: &mut String) {
        match (self.form, self.node) {
            (Form::Text, Some(node)) => self.problem(&format!("{message} on node {node}"), out),
            _ => self.problem(message, out),
        }
    }

    /// An error without a place.
    pub fn problem(&self, message: &str, out: &mut String) {
        match self.form {
            Form::Text => out.push_str(&format!("Error: {message}\n")),
            Form::Json => {
                let fields = [("level", json!("err")), ("message", json!(message))];
                self.object(fields.to_vec(), out);
            }
        }
    }

    fn entry(&self, entry: &Entry) -> Vec<(&'static str, Value)> {
        let mut fields = vec![
            ("level", json!(level_name(entry.level))),
            ("source", json!(entry.source)),
            ("message", json!(entry.message)),
        ];
        let place = entry.place.as_ref();
        fields.extend(self.place(place, entry.located));
        fields
    }

    fn raised(&self, error: &Error) -> Vec<(&'static str, Value)> {
        let alone = Error {
            place: None,
            ..error.clone()
        };
        let located = match error.line_only {
            true => Located::Line,
            false => Located::Column,
        };
        let calls = error.stack.iter().map(|call| {
            let fields = self.place(Some(call), Located::Column);
            Value::Object(fields.into_iter().map(named).collect())
        });
        let calls: Vec<Value> = calls.collect();
        let mut fields = vec![
            ("level", json!("err")),
            ("code", json!(error.issue.0)),
            ("message", json!(alone.text(self.base_names))),
        ];
        fields.extend(self.place(error.place.as_ref(), located));
        fields.push(("calls", Value::Array(calls)));
        fields
    }

    /// File, line and column, as far as they are shown.
    fn place(&self, place: Option<&Place>, located: Located) -> [(&'static str, Value); 3] {
        let file = place.and_then(|place| match self.base_names {
            true => place.source.base_name(),
            false => place.source.path.as_deref(),
        });
        let at = place.map(|place| place.source.position(place.offset));
        let line = at.filter(|_| matches!(located, Located::Line | Located::Column));
        let column = at.filter(|_| located == Located::Column);
        [
            ("file", json!(file)),
            ("line", json!(line.map(|at| at.line))),
            ("column", json!(column.map(|at| at.column))),
        ]
    }

    fn object(&self, mut fields: Vec<(&'static str, Value)>, out: &mut String) {
        if let Some(node) = self.node {
            fields.insert(0, ("node", json!(node)));
        }
        let object: Map<String, Value> = fields.into_iter().map(named).collect();
        out.push_str(&Value::Object(object).to_string());
        out.push('\n');
    }
}

fn named((name, value): (&'static str, Value)) -> (String, Value) {
    (name.to_owned(), value)
}

fn level_name(level: Level) -> String {
    match level {
        Level::Err => "err".to_owned(),
        other => other.label().to_lowercase(),
    }
}
