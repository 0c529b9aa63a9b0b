//! What ends an evaluation early: errors, and the jumps `next`, `break` and `return`.

use std::sync::Arc;

use frontend::{Issue, Source};

use crate::value::Value;

/// A result of evaluation.
pub type Res<'h, T = Value<'h>> = Result<T, Box<Raise<'h>>>;

/// Why evaluation leaves the normal path.
pub enum Raise<'h> {
    /// An error.
    Error(Error),
    /// `next(value)`: leaves the lambda, function, class or define that is running.
    Next(Value<'h>, Place),
    /// `return(value)`: leaves the function, class or define.
    Return(Value<'h>, Place),
    /// `break()`: ends the iteration.
    Break(Place),
}

impl<'h> Raise<'h> {
    /// What a function gives that `next` and `return` do not pass.
    ///
    /// # Errors
    /// `break` and errors pass.
    #[allow(clippy::boxed_local, reason = "results hold it boxed")]
    pub fn caught(self: Box<Raise<'h>>) -> Res<'h> {
        match *self {
            Raise::Next(value, _) | Raise::Return(value, _) => Ok(value),
            other => Err(Box::new(other)),
        }
    }

    /// The text of an error, without its place; empty for jumps.
    pub fn message(&self) -> String {
        match self {
            Raise::Error(error) => error.message.clone(),
            Raise::Next(..) | Raise::Return(..) | Raise::Break(_) => String::new(),
        }
    }
}

/// A position in a source.
#[derive(Clone, Debug)]
pub struct Place {
    /// The source.
    pub source: Arc<Source>,
    /// Byte offset.
    pub offset: u32,
}

/// How far an error's text has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Raised by a function's implementation or a service, without a place. The call that
    /// evaluation is in wraps it: `Error while evaluating a Function Call, ...`.
    Plain,
    /// Raised in a parameter's default; calls pass it on until the owner of the parameter puts its
    /// name before it and makes it plain.
    Default,
    /// Shown as `Evaluation Error: MESSAGE (file: .., line: .., column: ..)`.
    Evaluation,
    /// Shown as it is, with its place but without `Evaluation Error: `.
    Bare,
}

/// A user's mistake.
#[derive(Clone, Debug)]
pub struct Error {
    /// Puppet's name of the kind of problem.
    pub issue: Issue,
    /// Puppet's text, without prefix and position.
    pub message: String,
    /// How to show it.
    pub form: Form,
    /// Where; `None` until the place is known, or when Puppet shows none.
    pub place: Option<Place>,
    /// Shows the line only, not the column.
    pub line_only: bool,
    /// The calls that led here, innermost first.
    pub stack: Vec<Place>,
}

impl Error {
    /// An error of a function's implementation: the call adds the rest.
    pub fn plain(message: impl Into<String>) -> Error {
        Error {
            issue: Issue("RUNTIME_ERROR"),
            message: message.into(),
            form: Form::Plain,
            place: None,
            line_only: false,
            stack: Vec::new(),
        }
    }

    /// An evaluation error at a known place.
    pub fn evaluation(issue: Issue, message: impl Into<String>, place: Option<Place>) -> Error {
        Error {
            issue,
            form: Form::Evaluation,
            place,
            ..Error::plain(message)
        }
    }

    /// The text as Puppet shows it; `base_names` shows files by their last component.
    pub fn text(&self, base_names: bool) -> String {
        let mut text = match self.form {
            Form::Evaluation => format!("Evaluation Error: {}", self.message),
            Form::Plain | Form::Default | Form::Bare => self.message.clone(),
        };
        if let Some(place) = &self.place {
            let file = match base_names {
                true => place.source.base_name(),
                false => place.source.path.as_deref(),
            };
            let at = place.source.position(place.offset);
            text.push_str(" (");
            if let Some(file) = file {
                text.push_str(&format!("file: {file}, "));
            }
            text.push_str(&format!("line: {}", at.line));
            if !self.line_only {
                text.push_str(&format!(", column: {}", at.column));
            }
            text.push(')');
        }
        text
    }
}

impl Error {
    /// The places of the calls that led to the error, innermost first, a line `FILE:LINE` each.
    pub fn trace(&self, base_names: bool) -> String {
        let line = |place: &Place| {
            let file = match base_names {
                true => place.source.base_name(),
                false => place.source.path.as_deref(),
            };
            let line = place.source.line(place.offset);
            format!("{}:{line}\n", file.unwrap_or("unknown"))
        };
        self.stack.iter().map(line).collect()
    }
}

impl<'h> From<Error> for Box<Raise<'h>> {
    fn from(error: Error) -> Box<Raise<'h>> {
        Box::new(Raise::Error(error))
    }
}

/// `Err` of a plain error; for implementations of functions.
pub fn fail<'h, T>(message: impl Into<String>) -> Res<'h, T> {
    Err(Error::plain(message).into())
}
