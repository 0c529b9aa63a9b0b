//! Implements the operators, for every combination of operands.
//!
//! One file per family. Each operation takes the offsets of its parts, since Puppet reports on
//! the operator, the left or the right operand depending on the problem. Numbers come first: the
//! fast paths need no other file. Spec: document 004.

mod access;
mod arithmetic;
mod collection;
mod compare;
mod group;
mod matching;
mod membership;
mod number;
mod overflow;
mod temporal;

pub use access::{access, flat, item_of, part_of_array, part_of_text, unfolded};
pub use arithmetic::{arithmetic, negate};
pub(crate) use collection::{ODD_NUMBER, fill};
pub use collection::{append_element, concatenate};
pub use compare::{compare, equal, order, order_times_first, ruby_equal};
pub use group::group;
pub use matching::{
    contains, contains_plainly, match_text, matches, option_accepts, option_matches, set_captures,
};
pub use membership::Among;
pub use number::{Number, parse_number, to_number};

use frontend::Issue;
use frontend::ast::BinaryOp;

use crate::cx::Cx;
use crate::error::{Error, Form, Raise, Res};
use crate::text;
use crate::types::Type;
use crate::value::Value;

/// Offsets of the parts of a binary expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BinaryAt {
    /// The operator.
    pub op: u32,
    /// The left operand.
    pub left: u32,
    /// The right operand.
    pub right: u32,
}

/// Evaluates a binary operator on evaluated operands; for `and` and `or` the plain truth table.
///
/// # Errors
/// Puppet's errors, at Puppet's places.
pub fn binary<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Value<'h>,
    at: BinaryAt,
) -> Res<'h> {
    use BinaryOp::*;
    Ok(Value::Boolean(match op {
        Or => left.is_truthy() || right.is_truthy(),
        And => left.is_truthy() && right.is_truthy(),
        Equal => compare::checked_equal(cx, op, left, right, at)?,
        NotEqual => !compare::checked_equal(cx, op, left, right, at)?,
        Less | LessEqual | Greater | GreaterEqual => compare(cx, op, left, right, at)?,
        Match => matches(cx, op, left, right, at)?,
        NotMatch => !matches(cx, op, left, right, at)?,
        In => contains(cx, left, right).map_err(|raise| match *raise {
            Raise::Error(error) if error.form == Form::Plain => {
                runtime_error(cx, op, &error.message, at)
            }
            other => Box::new(other),
        })?,
        LeftShift | RightShift | Plus | Minus | Times | Divide | Modulo => {
            return arithmetic(cx, op, left, right, at);
        }
    }))
}

/// Returns the kind of a value as messages name it: `a String`, `an Undef Value`. Puppet counts `y`
/// as a vowel.
pub fn a_an(label: &str) -> String {
    let first = label.bytes().next().map(|b| b.to_ascii_lowercase());
    match first {
        Some(b'a' | b'e' | b'i' | b'o' | b'u' | b'y') => format!("an {label}"),
        _ => format!("a {label}"),
    }
}

/// Returns the label of a value's kind.
pub fn label(value: Value<'_>) -> String {
    match value {
        Value::Undef => "Undef Value",
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Regexp(_) => "Regexp",
        Value::Sensitive(_) => "Sensitive",
        Value::Binary(_) => "Binary",
        Value::SemVer(_) => "Semver",
        Value::SemVerRange(_) => "SemverRange",
        Value::Timespan(_) => "Timespan",
        Value::Timestamp(_) => "Timestamp",
        Value::Default
        | Value::Uri(_)
        | Value::Object(_)
        | Value::Callable(_)
        | Value::Iterator(_) => "Object",
        Value::Type(ty) if ty.is_resource_object() => "Resource Statement",
        Value::Type(ty) => {
            let mut out = String::new();
            text::type_text(ty, &mut out);
            out.push_str(match ty {
                Type::Resource { title: Some(_), .. } => " Resource-Reference",
                _ => "-Type",
            });
            return out;
        }
    }
    .to_owned()
}

/// Makes an evaluation error at an offset.
#[cold]
pub(crate) fn error<'h>(
    cx: &Cx<'h>,
    issue: &'static str,
    message: impl Into<String>,
    offset: u32,
) -> Box<Raise<'h>> {
    Error::evaluation(Issue(issue), message, cx.place_at(offset)).into()
}

/// Makes the error of a problem that Ruby finds while it evaluates an operator.
#[cold]
fn runtime_error<'h>(cx: &Cx<'h>, op: BinaryOp, problem: &str, at: BinaryAt) -> Box<Raise<'h>> {
    let article = if op == BinaryOp::In { "an" } else { "a" };
    let message = format!(
        "Error while evaluating {article} '{}' expression, {problem}",
        op.text()
    );
    error(cx, "RUNTIME_ERROR", message, at.op)
}

#[cold]
fn not_applicable<'h>(cx: &Cx<'h>, op: BinaryOp, left: Value<'h>, at: BinaryAt) -> Box<Raise<'h>> {
    let left = a_an(&label(left));
    let message = format!("Operator '{}' is not applicable to {left}.", op.text());
    error(cx, "OPERATOR_NOT_APPLICABLE", message, at.left)
}

#[cold]
fn not_applicable_when<'h>(
    cx: &Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Value<'h>,
    at: BinaryAt,
) -> Box<Raise<'h>> {
    let (left, right) = (a_an(&label(left)), a_an(&label(right)));
    let op = op.text();
    let message =
        format!("Operator '{op}' is not applicable to {left} when right side is {right}.");
    error(cx, "OPERATOR_NOT_APPLICABLE_WHEN", message, at.left)
}
