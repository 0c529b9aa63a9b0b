//! Finds literal values that are known before evaluation: the expressions that have one, the
//! equality of two as hash keys, and their text in Ruby.
//!
//! Puppet has two quirks here that are kept: an access expression has the value of the list of its
//! keys, whatever is accessed, unless the only key is a list itself, and a type name that of its
//! text in lower case.

use std::borrow::Cow;
use std::fmt::Write;

use crate::ast::{Expr, ExprKind, HashEntry, UnaryOp};
use crate::digits::to_decimal;
use crate::pn::float_text;

/// The value of a literal, with the equality and hash of Ruby's hash keys.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Literal<'a> {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    /// Beyond an Integer, as decimal text; refused later.
    BigInteger(String),
    /// The bits of the Float. Both zeros are the same.
    Float(u64),
    String(Cow<'a, str>),
    Regexp(&'a str),
    Array(Vec<Literal<'a>>),
    /// Entries with distinct keys, sorted by the text of the key, so that order does not count.
    Hash(Vec<(Literal<'a>, Literal<'a>)>),
}

/// Returns true if the expression has a value that is known before evaluation.
pub(super) fn is_literal(expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Undef
        | ExprKind::Default
        | ExprKind::Boolean(_)
        | ExprKind::Integer { .. }
        | ExprKind::BigInteger { .. }
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Regexp(_)
        | ExprKind::Name(_)
        | ExprKind::TypeName(_) => true,
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => is_literal(operand),
        ExprKind::Array(items) => items.iter().all(is_literal),
        ExprKind::Access { keys, .. } => {
            literal_keys(keys).is_some_and(|keys| keys.iter().all(is_literal))
        }
        ExprKind::Hash(entries) => entries
            .iter()
            .all(|entry| is_literal(&entry.key) && is_literal(&entry.value)),
        _ => false,
    }
}

/// Returns the value of a literal expression.
pub(super) fn literal<'a>(expr: &Expr<'a>) -> Option<Literal<'a>> {
    Some(match expr.kind {
        ExprKind::Undef => Literal::Undef,
        ExprKind::Default => Literal::Default,
        ExprKind::Boolean(value) => Literal::Boolean(value),
        ExprKind::Integer { value, .. } => Literal::Integer(value),
        ExprKind::BigInteger { digits, radix } => Literal::BigInteger(to_decimal(digits, radix)),
        ExprKind::Float(value) => float(value),
        ExprKind::String(text) | ExprKind::Name(text) => Literal::String(text.into()),
        ExprKind::TypeName(name) => Literal::String(name.to_ascii_lowercase().into()),
        ExprKind::Regexp(source) => Literal::Regexp(source),
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => match literal(operand)? {
            Literal::Integer(value) => Literal::Integer(value.checked_neg()?),
            Literal::Float(bits) => float(-f64::from_bits(bits)),
            Literal::BigInteger(text) => Literal::BigInteger(negated(&text)),
            other => other,
        },
        ExprKind::Array(items) => list(items)?,
        ExprKind::Access { keys, .. } => list(literal_keys(keys)?)?,
        ExprKind::Hash(entries) => hash(entries)?,
        _ => return None,
    })
}

/// Returns the keys of an access expression that may be literal: not a single list.
fn literal_keys<'e, 'a>(keys: &'e [Expr<'a>]) -> Option<&'e [Expr<'a>]> {
    let single_list = matches!(keys, [key] if matches!(key.kind, ExprKind::Array(_)));
    (!single_list).then_some(keys)
}

fn list<'a>(items: &[Expr<'a>]) -> Option<Literal<'a>> {
    Some(Literal::Array(
        items.iter().map(literal).collect::<Option<_>>()?,
    ))
}

fn float(value: f64) -> Literal<'static> {
    Literal::Float(if value == 0.0 { 0 } else { value.to_bits() })
}

fn hash<'a>(entries: &[HashEntry<'a>]) -> Option<Literal<'a>> {
    let mut keyed = Vec::with_capacity(entries.len());
    for entry in entries {
        let key = ruby_inspect(&entry.key)?;
        keyed.push((key, literal(&entry.key)?, literal(&entry.value)?));
    }
    // of equal keys the last wins: stable sort, then drop all but the last of each run
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    let mut pairs: Vec<(Literal, Literal)> = Vec::with_capacity(keyed.len());
    for (_, key, value) in keyed {
        match pairs.last_mut() {
            Some(last) if last.0 == key => last.1 = value,
            _ => pairs.push((key, value)),
        }
    }
    Some(Literal::Hash(pairs))
}

/// Returns the text of a literal expression, as written by Ruby's `to_s`.
pub(super) fn ruby_to_s(expr: &Expr) -> Option<String> {
    match expr.kind {
        ExprKind::Undef => Some(String::new()),
        ExprKind::Default => Some("default".into()),
        ExprKind::String(text) | ExprKind::Name(text) => Some(text.into()),
        ExprKind::TypeName(name) => Some(name.to_ascii_lowercase()),
        ExprKind::Regexp(source) => Some(format!("(?-mix:{source})")),
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } if matches!(
            operand.kind,
            ExprKind::String(_) | ExprKind::Name(_) | ExprKind::TypeName(_)
        ) =>
        {
            ruby_to_s(operand)
        }
        _ => ruby_inspect(expr),
    }
}

/// Returns the text of a literal expression, as written by Ruby's `inspect`.
fn ruby_inspect(expr: &Expr) -> Option<String> {
    let mut out = String::new();
    inspect(expr, &mut out)?;
    Some(out)
}

fn inspect(expr: &Expr, out: &mut String) -> Option<()> {
    match expr.kind {
        ExprKind::Undef => out.push_str("nil"),
        ExprKind::Default => out.push_str(":default"),
        ExprKind::Boolean(value) => out.push_str(if value { "true" } else { "false" }),
        ExprKind::Integer { value, .. } => out.push_str(&value.to_string()),
        ExprKind::BigInteger { digits, radix } => out.push_str(&to_decimal(digits, radix)),
        ExprKind::Float(value) => out.push_str(&float_text(value)),
        ExprKind::String(text) | ExprKind::Name(text) => inspect_string(text, out),
        ExprKind::TypeName(name) => inspect_string(&name.to_ascii_lowercase(), out),
        ExprKind::Regexp(source) => {
            out.push('/');
            out.push_str(source);
            out.push('/');
        }
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => match literal(operand)? {
            Literal::Integer(value) => out.push_str(&value.checked_neg()?.to_string()),
            Literal::Float(bits) => out.push_str(&float_text(-f64::from_bits(bits))),
            Literal::BigInteger(text) => out.push_str(&negated(&text)),
            _ => inspect(operand, out)?,
        },
        ExprKind::Array(items) | ExprKind::Access { keys: items, .. } => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                inspect(item, out)?;
            }
            out.push(']');
        }
        ExprKind::Hash(entries) => {
            out.push('{');
            for (i, entry) in entries.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                inspect(&entry.key, out)?;
                out.push_str("=>");
                inspect(&entry.value, out)?;
            }
            out.push('}');
        }
        _ => return None,
    }
    Some(())
}

fn negated(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(positive) => positive.to_owned(),
        None => format!("-{text}"),
    }
}

fn inspect_string(text: &str, out: &mut String) {
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            '\x1b' => out.push_str("\\e"),
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
