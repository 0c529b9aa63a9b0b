//! HOCON files as `hocon_data` reads them: a superset of JSON with paths as keys, merged objects
//! and substitutions.
//!
//! Files are read as texts, so that an `include` finds nothing. [`parser`] makes a tree of what is
//! written out of [`tokens`], [`resolve`] replaces substitutions and concatenations in it.

mod parser;
mod resolve;
mod tokens;

use super::{Data, ReadError};
use indexmap::IndexMap;

/// Reads a HOCON text.
///
/// # Errors
/// What is wrong, with `path` and the line.
pub fn read_hocon(path: &str, text: &str) -> Result<Data, ReadError> {
    let parse = |text: String| ReadError::Parse(format!("({path}): {text}"));
    let root = parser::parse(text).map_err(|problem| match problem {
        parser::Problem::Text(text) => parse(text),
        parser::Problem::Fault(text) => ReadError::Fault(text),
    })?;
    resolve::resolve(&root).map_err(|problem| match problem {
        resolve::Problem::Text(text) => parse(text),
        resolve::Problem::Depth => ReadError::Stack,
    })
}

/// The pairs of an object.
type Object = IndexMap<String, Node, foldhash::fast::FixedState>;

/// What is written, before substitutions.
#[derive(Clone, Debug)]
enum Node {
    Null,
    Boolean(bool),
    /// A number as written.
    Number(String),
    /// A text in quotes, or made of several values.
    Text(String),
    /// A text without quotes.
    Bare(String),
    List(Vec<Node>),
    Object(Object),
    /// `${path}` or `${?path}`, and its line.
    Substitution {
        path: Vec<String>,
        text: String,
        optional: bool,
        line: usize,
    },
    /// Values side by side, with the blanks between them, and their line.
    Concatenation(Vec<Node>, usize),
    /// A value that goes before an older one of the same key.
    Override(Box<Node>, Box<Node>),
}

impl Node {
    /// Whether it is neither list nor object nor to be replaced.
    fn is_scalar(&self) -> bool {
        matches!(
            self,
            Node::Null | Node::Boolean(_) | Node::Number(_) | Node::Text(_) | Node::Bare(_)
        )
    }

    /// A scalar as part of a text.
    fn text(&self) -> String {
        match self {
            Node::Text(text) | Node::Bare(text) | Node::Number(text) => text.clone(),
            Node::Boolean(value) => value.to_string(),
            _ => "null".to_owned(),
        }
    }

    /// Two scalars side by side.
    fn joined(&self, next: &Node) -> Node {
        Node::Text(self.text() + &next.text())
    }
}

/// What a newer value of a key makes of an older one.
fn put_over(newer: Node, older: Node) -> Node {
    match (newer, older) {
        (Node::Object(newer), Node::Object(older)) => Node::Object(merged(newer, older)),
        (
            newer @ (Node::Substitution { .. } | Node::Concatenation(..) | Node::Override(..)),
            older,
        ) => Node::Override(Box::new(newer), Box::new(older)),
        (
            newer @ Node::Object(_),
            older @ (Node::Substitution { .. } | Node::Concatenation(..) | Node::Override(..)),
        ) => Node::Override(Box::new(newer), Box::new(older)),
        (newer, _) => newer,
    }
}

/// The pairs of the newer object, then what only the older one has.
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
