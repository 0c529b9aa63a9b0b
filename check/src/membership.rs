//! Decides whether a type accepts a value that is known completely, by evaluating `value =~ Type`.
//!
//! [`Types`](crate::types::Types) uses this if the type's expression alone does not decide, as with
//! `Init[Integer]`, `Iterable[String]` or `Timespan`.

use std::fmt::Write;
use std::sync::PoisonError;

use frontend::ast::{Expr, ExprKind, UnaryOp};
use frontend::validate::Strict;

use crate::constants::is_constant;
use crate::evaluate::error_of;
use crate::shape::Shape;
use crate::verdict::{Memberships, Verdict};
use crate::world::World;

/// The message of a program whose type refuses the value.
const REFUSED: &str = "the type refuses the value";

/// The maximum length of a program. Large values are rarely of a type that needs an evaluation.
const LENGTH_MAX: usize = 2_000;

impl Memberships {
    /// Returns true if a type accepts a value. The verdict is open if the value is not known
    /// completely, or if the type depends on more than its text.
    pub fn takes(&self, world: &World<'_>, ty: &Expr<'_>, shape: &Shape<'_>) -> Verdict {
        let mut code = "unless (".to_owned();
        if write_value(shape, &mut code).is_none() || !is_constant(world, ty) {
            return Verdict::Open;
        }
        code.push_str(") =~ ");
        if write_type(ty, &mut code).is_none() || code.len() > LENGTH_MAX {
            return Verdict::Open;
        }
        let _ = write!(code, " {{ fail('{REFUSED}') }}");
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(verdict) = known.get(&code) {
            return *verdict;
        }
        let verdict = match error_of(code.clone(), Strict::Off) {
            None => Verdict::Yes,
            Some(error) if error.message.contains(REFUSED) => Verdict::No,
            // the type itself is wrong, which another rule reports
            Some(_) => Verdict::Open,
        };
        known.insert(code, verdict);
        verdict
    }
}

/// Appends a value as code. Returns `None` if it is not known completely.
pub fn write_value(shape: &Shape<'_>, out: &mut String) -> Option<()> {
    match shape {
        Shape::Undef => out.push_str("undef"),
        Shape::Default => out.push_str("default"),
        Shape::Boolean(Some(value)) => out.push_str(&value.to_string()),
        Shape::Integer(Some(value)) => out.push_str(&value.to_string()),
        Shape::Float(Some(value)) if value.is_finite() => {
            let _ = write!(out, "{value:?}");
        }
        Shape::Text(Some(text)) => write_text(text, out),
        Shape::Array(Some(items)) => {
            out.push('[');
            for item in items {
                write_value(item, out)?;
                out.push_str(", ");
            }
            out.push(']');
        }
        Shape::Hash(Some(pairs)) => {
            out.push('{');
            for (key, value) in pairs {
                write_value(key, out)?;
                out.push_str(" => ");
                write_value(value, out)?;
                out.push_str(", ");
            }
            out.push('}');
        }
        _ => return None,
    }
    Some(())
}

/// Appends a type expression without variables. Returns `None` if it contains anything unusual.
fn write_type(expr: &Expr<'_>, out: &mut String) -> Option<()> {
    match expr.kind {
        ExprKind::TypeName(name) => out.push_str(name),
        ExprKind::Access { left, keys } => {
            write_type(left, out)?;
            write_list(keys, out)?;
        }
        ExprKind::Array(items) => write_list(items, out)?,
        ExprKind::Hash(entries) => {
            out.push('{');
            for entry in entries {
                write_type(&entry.key, out)?;
                out.push_str(" => ");
                write_type(&entry.value, out)?;
                out.push_str(", ");
            }
            out.push('}');
        }
        ExprKind::Paren(inner) => write_type(inner, out)?,
        ExprKind::String(text) | ExprKind::Name(text) => write_text(text, out),
        ExprKind::Integer { value, .. } => out.push_str(&value.to_string()),
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => {
            out.push('-');
            write_type(operand, out)?;
        }
        ExprKind::Float(value) if value.is_finite() => {
            let _ = write!(out, "{value:?}");
        }
        ExprKind::Boolean(value) => out.push_str(&value.to_string()),
        ExprKind::Undef => out.push_str("undef"),
        ExprKind::Default => out.push_str("default"),
        ExprKind::Regexp(source) if !source.contains('/') => {
            let _ = write!(out, "/{source}/");
        }
        _ => return None,
    }
    Some(())
}

fn write_list(items: &[Expr<'_>], out: &mut String) -> Option<()> {
    out.push('[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write_type(item, out)?;
    }
    out.push(']');
    Some(())
}

/// Appends a text in single quotes.
fn write_text(text: &str, out: &mut String) {
    let text = text.replace('\\', r"\\").replace('\'', r"\'");
    let _ = write!(out, "'{text}'");
}
