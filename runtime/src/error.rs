//! Owns the ways to end an evaluation early: errors, and the jumps `next`, `break` and `return`.

use frontend::Issue;
use rubycore::regexp::Failure;

use crate::advice::Advice;
pub use crate::place::Place;
use crate::value::Value;

/// A result of evaluation.
pub type Res<'h, T = Value<'h>> = Result<T, Box<Raise<'h>>>;

/// The reason why evaluation leaves the normal path.
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
    /// Converts `next` and `return` to the result of a function, which stops these jumps.
    ///
    /// # Errors
    /// Returns `break` and errors, which pass through the function.
    #[allow(clippy::boxed_local, reason = "results hold it boxed")]
    pub fn caught(self: Box<Raise<'h>>) -> Res<'h> {
        match *self {
            Raise::Next(value, _) | Raise::Return(value, _) => Ok(value),
            other => Err(Box::new(other)),
        }
    }

    /// Returns the text of an error, without its place; empty for jumps.
    pub fn message(&self) -> String {
        match self {
            Raise::Error(error) => error.message.clone(),
            Raise::Next(..) | Raise::Return(..) | Raise::Break(_) => String::new(),
        }
    }
}

/// The progress of an error's text on its way outward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Raised by a function's implementation or a service, without a place. The call being
    /// evaluated wraps it: `Error while evaluating a Function Call, ...`.
    Plain,
    /// Raised in a parameter's default. Calls pass it on until the owner of the parameter prefixes
    /// it with the parameter's name and makes it plain.
    Default,
    /// Shown as `Evaluation Error: MESSAGE (file: .., line: .., column: ..)`.
    Evaluation,
    /// Shown unchanged, with its place but without `Evaluation Error: `.
    Bare,
}

/// The kind of a problem, which determines the class of the exception that code written in Ruby
/// rescues.
///
/// It is set where the error is made. Do not derive it from the words of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Arguments that a function refuses: their number, types or contents.
    Argument,
    /// A value of a class that Ruby cannot convert.
    Type,
    /// A value that lacks a method: Puppet itself has failed.
    NoMethod,
    /// A function cannot do its work, or `fail` was called.
    Parse,
    /// Code that is not well formed.
    Syntax,
    /// The main manifest cannot be read.
    Manifest,
    /// A resource that the catalog has already.
    Duplicate,
    /// A statement that the language no longer has. Ruby's exception carries no text.
    Semantic,
    /// An error without a class of its own, such as a deprecation that is raised.
    Runtime,
    /// A problem of the compilation that names no place.
    Puppet,
    /// Data that lacks a requested part.
    Data,
    /// A value that is not an instance of the required type.
    Assertion,
    /// A function returns a value that is not an instance of its declared type.
    Returned,
    /// A value that cannot be converted to a type.
    Conversion,
    /// A format that a type does not have.
    Format,
    /// A regular expression that is not well formed.
    Regexp,
    /// A key that a hash does not have.
    Key,
    /// A number that is too large.
    Range,
    /// A URI that is not well formed.
    Uri,
    /// A file that is not there.
    NoFile,
    /// A lookup failed.
    Lookup,
    /// Options of a deep merge that do not fit each other.
    DeepMerge,
    /// Code written in Ruby has raised it: the exception with this number.
    Ruby(u32),
}

impl Kind {
    /// Returns the name of the exception's class.
    pub fn class(self) -> &'static str {
        match self {
            Kind::Argument => "ArgumentError",
            Kind::Type => "TypeError",
            Kind::NoMethod => "NoMethodError",
            Kind::Parse => "Puppet::ParseError",
            Kind::Syntax | Kind::Manifest => "Puppet::ParseErrorWithIssue",
            Kind::Duplicate => "Puppet::Resource::Catalog::DuplicateResourceError",
            Kind::Semantic => "Puppet::Pops::SemanticError",
            Kind::Runtime => "RuntimeError",
            Kind::Puppet => "Puppet::Error",
            Kind::Data => "Puppet::ErrorWithData",
            Kind::Assertion | Kind::Returned => "Puppet::Pops::Types::TypeAssertionError",
            Kind::Conversion => "Puppet::Pops::Types::TypeConversionError",
            Kind::Format => "Puppet::Pops::Types::StringConverter::FormatError",
            Kind::Regexp => "RegexpError",
            Kind::Key => "KeyError",
            Kind::Range => "RangeError",
            Kind::Uri => "URI::InvalidURIError",
            Kind::NoFile => "Errno::ENOENT",
            Kind::Lookup => "Puppet::DataBinding::LookupError",
            Kind::DeepMerge => "DeepMerge::InvalidParameter",
            Kind::Ruby(_) => "StandardError",
        }
    }
}

/// The text of an error that is still without a form, and its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub message: String,
}

impl Fault {
    /// Makes a fault of another kind than one about arguments.
    pub fn of(kind: Kind, message: impl Into<String>) -> Fault {
        let message = message.into();
        Fault { kind, message }
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Fault {
        let kind = Kind::Argument;
        Fault { kind, message }
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        message.to_owned().into()
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::of(fault.kind, fault.message)
    }
}

/// A user's mistake.
#[derive(Clone, Debug)]
pub struct Error {
    /// Puppet's name of the kind of problem.
    pub issue: Issue,
    /// The kind of the problem.
    pub kind: Kind,
    /// Puppet's text, without prefix and position.
    pub message: String,
    /// The form in which the text is shown.
    pub form: Form,
    /// The place; `None` until it is known, or when Puppet shows none.
    pub place: Option<Place>,
    /// True if only the line is shown, not the column.
    pub line_only: bool,
    /// True if the layers of a data lookup add nothing to the text, because Puppet gives the error a
    /// code of its own.
    pub is_final: bool,
    /// The calls that led here, innermost first.
    pub stack: Vec<Place>,
    /// Facts for people, most useful first.
    pub advice: Vec<Advice>,
}

impl Error {
    /// Makes an error of a function's implementation. The call adds the rest.
    pub fn plain(message: impl Into<String>) -> Error {
        Error {
            issue: Issue("RUNTIME_ERROR"),
            kind: Kind::Argument,
            message: message.into(),
            form: Form::Plain,
            place: None,
            line_only: false,
            is_final: false,
            stack: Vec::new(),
            advice: Vec::new(),
        }
    }

    /// Adds a piece of advice.
    #[must_use]
    pub fn with_advice(mut self, advice: Advice) -> Error {
        self.advice.push(advice);
        self
    }

    /// Makes a plain error of another kind than one about arguments.
    pub fn of(kind: Kind, message: impl Into<String>) -> Error {
        Error {
            kind,
            ..Error::plain(message)
        }
    }

    /// Makes a plain error of a function that cannot do its work.
    pub fn refused(message: impl Into<String>) -> Error {
        Error::of(Kind::Parse, message)
    }

    /// Returns the name of the class of the exception that code written in Ruby may rescue.
    pub fn class(&self) -> &'static str {
        match (self.form, self.kind) {
            (Form::Plain | Form::Default, kind)
            | (Form::Bare, kind @ (Kind::Lookup | Kind::Syntax | Kind::Parse))
            | (Form::Evaluation, kind @ Kind::Semantic) => kind.class(),
            (Form::Bare | Form::Evaluation, _) => "Puppet::PreformattedError",
        }
    }

    /// Makes an evaluation error at a known place.
    pub fn evaluation(issue: Issue, message: impl Into<String>, place: Option<Place>) -> Error {
        Error {
            issue,
            form: Form::Evaluation,
            place,
            ..Error::plain(message)
        }
    }

    /// Returns the text as Puppet shows it; `base_names` shows files by their last component.
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
    /// Returns the places of the calls that led to the error, innermost first, one `FILE:LINE` per
    /// line.
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

impl<'h> From<Box<Failure>> for Box<Raise<'h>> {
    fn from(failure: Box<Failure>) -> Box<Raise<'h>> {
        let error = match *failure {
            Failure::Invalid(message) => Error::of(Kind::Regexp, message),
            Failure::TooLong(message) => Error::plain(message),
        };
        error.into()
    }
}

/// Returns `Err` with a plain error, for implementations of functions.
pub fn fail<'h, T>(message: impl Into<String>) -> Res<'h, T> {
    Err(Error::plain(message).into())
}

/// Works like [`fail`], with an error of another kind than one about arguments.
pub fn fail_as<'h, T>(kind: Kind, message: impl Into<String>) -> Res<'h, T> {
    Err(Error::of(kind, message).into())
}

/// Works like [`fail`], for a function that cannot do its work, like `fail()`.
pub fn refuse<'h, T>(message: impl Into<String>) -> Res<'h, T> {
    Err(Error::refused(message).into())
}
