//! Finds the kinds of operands that operators accept, by evaluating them with samples of each kind.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use frontend::validate::Strict;

use crate::evaluate::{error_of, is_limit};
use crate::shape::Shape;

/// A kind of operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "most are called after their type")]
pub enum Kind {
    Undef,
    Boolean,
    Integer,
    Float,
    /// Any text; it may be a number.
    Text,
    /// A text that is not a number.
    Word,
    Array,
    Hash,
    Regexp,
    Default,
    Sensitive,
}

impl Kind {
    /// Returns the kinds that a value of a shape may have, or `None` if it may have others too.
    pub fn of(shape: &Shape<'_>) -> Option<Vec<Kind>> {
        Some(vec![match shape {
            Shape::Instance("Sensitive") => Kind::Sensitive,
            Shape::OneOf(shapes) => {
                let kinds: Option<Vec<Vec<Kind>>> = shapes.iter().map(Kind::of).collect();
                return Some(kinds?.concat());
            }
            Shape::Unknown | Shape::Type | Shape::Instance(_) => return None,
            Shape::Default => Kind::Default,
            Shape::Undef => Kind::Undef,
            Shape::Boolean(_) => Kind::Boolean,
            Shape::Integer(_) => Kind::Integer,
            Shape::Float(_) => Kind::Float,
            Shape::Text(Some(text)) if text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Kind::Word
            }
            Shape::Text(_) => Kind::Text,
            Shape::Array(_) => Kind::Array,
            Shape::Hash(_) => Kind::Hash,
            Shape::Regexp => Kind::Regexp,
        }])
    }

    /// Returns values of the kind, as code.
    fn samples(self) -> &'static [&'static str] {
        match self {
            Kind::Undef => &["undef"],
            Kind::Boolean => &["true", "false"],
            Kind::Integer => &["1", "0", "-1"],
            Kind::Float => &["1.5"],
            Kind::Text => &["'a'", "'1'", "''"],
            Kind::Word => &["'a'"],
            Kind::Array => &["[]", "[1]", "[['a', 1]]"],
            Kind::Hash => &["{}", "{ 'a' => 1 }"],
            Kind::Regexp => &["/a/"],
            Kind::Default => &["default"],
            Kind::Sensitive => &["Sensitive('a')", "Sensitive(1)"],
        }
    }
}

/// An operator with the kinds of its operands. `[]` stands for an access. The operator `-` with one
/// operand has [`MINUS`] as its name, and its operand twice.
type Operation = (&'static str, Kind, Kind);

/// The name of the operator `-` with one operand.
pub const MINUS: &str = "-@";

/// The operations that were tried, each with whether it always fails.
#[derive(Debug, Default)]
pub struct Refusals(Mutex<HashMap<Operation, bool>>);

impl Refusals {
    /// Returns true if an operation fails with all operands of the two kinds.
    pub fn refuses(&self, operation: Operation) -> bool {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *answers
            .entry(operation)
            .or_insert_with(|| always_fails(operation))
    }
}

fn always_fails((op, left, right): Operation) -> bool {
    left.samples().iter().all(|left| {
        right.samples().iter().all(|right| {
            let result = match op {
                "[]" => "$left[$right]".to_owned(),
                MINUS => "-$left".to_owned(),
                _ => format!("$left {op} $right"),
            };
            let code = format!("$left = {left}\n$right = {right}\n$result = {result}\n");
            error_of(code, Strict::Off).is_some_and(|error| !is_limit(&error))
        })
    })
}
