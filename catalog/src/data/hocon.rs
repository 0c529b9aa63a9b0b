//! Reads HOCON files as `hocon_data` does: a superset of JSON with paths as keys, merged objects
//! and substitutions.
//!
//! Texts are read without a file context, so that an `include` finds nothing. [`parser`] builds a
//! tree from [`tokens`]; [`resolve`] then replaces substitutions and concatenations in it.

mod parser;
mod resolve;
mod tokens;

use super::{Data, ReadError, located, write_json};
use indexmap::IndexMap;
use std::fmt;

/// Reads a HOCON text. `variable` returns the value of a variable of the process's environment, to
/// which substitutions may refer.
///
/// # Errors
/// Fails with an error that names `path` and the line.
pub fn read_hocon(
    path: &str,
    text: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Data, ReadError> {
    let parse = |text: String| ReadError::Parse(located(path, text));
    let root = parser::parse(text).map_err(|problem| match problem {
        parser::Problem::Text(text) => parse(text),
        parser::Problem::List(text) => ReadError::List(located(path, text)),
        parser::Problem::Fault(text) => ReadError::Fault(text),
    })?;
    resolve::resolve(&root, variable).map_err(|problem| match problem {
        resolve::Problem::Text(text) => parse(text),
        resolve::Problem::Depth => ReadError::Stack,
    })
}

/// The pairs of an object.
type Object = IndexMap<String, Node, foldhash::fast::FixedState>;

/// A parsed value before substitution.
#[derive(Clone, Debug)]
enum Node {
    Scalar(Scalar, Lines),
    List(Vec<Node>, Lines),
    Object(Object, Lines),
    /// `${path}` or `${?path}`, and its line.
    Substitution {
        path: Vec<String>,
        text: String,
        optional: bool,
        line: usize,
    },
    /// Adjacent values, with the blanks between them.
    Concatenation(Vec<Node>),
    /// A value that overrides an older one of the same key.
    Override(Box<Node>, Box<Node>),
}

/// A value without parts.
#[derive(Clone, Debug)]
enum Scalar {
    Null,
    Boolean(bool),
    /// A number in its written form.
    Number(String),
    /// A quoted text, or a text concatenated from several values.
    Text(String),
    /// An unquoted text.
    Bare(String),
}

/// The first and the last line of a value.
#[derive(Clone, Copy, Debug)]
struct Lines(usize, usize);

impl Lines {
    fn with(self, other: Lines) -> Lines {
        Lines(self.0.min(other.0), self.1.max(other.1))
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 == self.1 {
            true => write!(f, "{}", self.0),
            false => write!(f, "{}-{}", self.0, self.1),
        }
    }
}

impl Node {
    /// Returns true if the value is not known before resolution.
    fn is_open(&self) -> bool {
        matches!(
            self,
            Node::Substitution { .. } | Node::Concatenation(..) | Node::Override(..)
        )
    }

    /// Concatenates two adjacent values.
    ///
    /// # Errors
    /// Fails if the kinds cannot be combined.
    fn joined(self, next: Node) -> Result<Node, String> {
        let (shown, lines) = match (self, next) {
            (Node::List(mut first, lines), Node::List(second, more)) => {
                first.extend(second);
                return Ok(Node::List(first, lines.with(more)));
            }
            (Node::Object(first, lines), Node::Object(second, more)) => {
                return Ok(Node::Object(merged(second, first), lines.with(more)));
            }
            (Node::Scalar(first, lines), Node::Scalar(second, more)) => {
                let text = first.text() + &second.text();
                return Ok(Node::Scalar(Scalar::Text(text), lines.with(more)));
            }
            // the unquoted text consists of blanks
            (whole @ (Node::List(..) | Node::Object(..)), Node::Scalar(Scalar::Bare(_), _)) => {
                return Ok(whole);
            }
            (first, second) => {
                let shown = format!("{} and {}", first.shown(), second.shown());
                (shown, first.lines())
            }
        };
        Err(format!(
            "String: {lines}: Cannot concatenate object or list with a non-object-or-list, {shown} are not compatible"
        ))
    }

    fn lines(&self) -> Lines {
        match self {
            Node::Scalar(_, lines) | Node::List(_, lines) | Node::Object(_, lines) => *lines,
            Node::Substitution { line, .. } => Lines(*line, *line),
            Node::Concatenation(pieces) => pieces.first().map_or(Lines(1, 1), Node::lines),
            Node::Override(newer, _) => newer.lines(),
        }
    }

    /// Shows the node like the objects of the reference implementation.
    fn shown(&self) -> String {
        let json = || write_json(&resolve::data(self), &|_| String::new());
        match self {
            Node::List(..) => format!("SimpleConfigList({})", json()),
            Node::Object(..) => format!("SimpleConfigObject({})", json()),
            Node::Scalar(scalar, _) => scalar.shown(),
            _ => Scalar::Null.shown(),
        }
    }
}

impl Scalar {
    /// Returns the value's part in a concatenated text.
    fn text(&self) -> String {
        match self {
            Scalar::Text(text) | Scalar::Bare(text) | Scalar::Number(text) => text.clone(),
            Scalar::Boolean(value) => value.to_string(),
            Scalar::Null => "null".to_owned(),
        }
    }

    fn shown(&self) -> String {
        match self {
            Scalar::Number(text) => match text.contains(['.', 'e', 'E']) {
                true => format!("ConfigDouble({text})"),
                false => format!("ConfigInt({text})"),
            },
            Scalar::Boolean(value) => format!("ConfigBoolean({value})"),
            Scalar::Text(text) => format!("Quoted(\"{text}\")"),
            Scalar::Bare(text) => format!("Unquoted(\"{text}\")"),
            Scalar::Null => "ConfigNull(null)".to_owned(),
        }
    }
}

/// Combines a newer value of a key with an older one.
fn put_over(newer: Node, older: Node) -> Node {
    match (newer, older) {
        (Node::Object(newer, lines), Node::Object(older, more)) => {
            Node::Object(merged(newer, older), lines.with(more))
        }
        (newer, older)
            if newer.is_open() || matches!(newer, Node::Object(..)) && older.is_open() =>
        {
            Node::Override(Box::new(newer), Box::new(older))
        }
        (newer, _) => newer,
    }
}

/// Merges two objects: the pairs of the newer one, then those that only the older one has.
fn merged(newer: Object, mut older: Object) -> Object {
    let mut done = Object::default();
    for (key, value) in newer {
        let value = match older.shift_remove(&key) {
            Some(below) => put_over(value, below),
            None => value,
        };
        done.insert(key, value);
    }
    done.extend(older);
    done
}
