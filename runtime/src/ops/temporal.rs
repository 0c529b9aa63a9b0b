//! Implements arithmetic with Timespans, Timestamps and SemVers.

use frontend::ast::BinaryOp;

use super::number::{Number, Operand};
use super::overflow::{division_by_zero, fit, floats};
use super::{BinaryAt, not_applicable, not_applicable_when, runtime_error};
use crate::cx::Cx;
use crate::error::Res;
use crate::text;
use crate::value::Value;
use rubycore::time::SECOND;
use rubycore::time::{Timespan, Timestamp};

/// Makes a Timespan.
pub(super) fn timespan<'h>(cx: &Cx<'h>, nanos: i128) -> Value<'h> {
    Value::Timespan(cx.heap.alloc(Timespan { nanos }))
}

fn timestamp<'h>(cx: &Cx<'h>, nanos: i128) -> Value<'h> {
    Value::Timestamp(cx.heap.alloc(Timestamp { nanos }))
}

/// Returns the whole part of a number of nanoseconds.
///
/// # Errors
/// `Error while evaluating a '*' expression, Infinity`
fn whole<'h>(cx: &mut Cx<'h>, op: BinaryOp, nanos: f64, at: BinaryAt) -> Res<'h, i128> {
    match nanos.is_finite() {
        true => Ok(nanos as i128),
        false => {
            let shown = text::interpolated(Value::Float(nanos));
            Err(runtime_error(cx, op, &shown, at))
        }
    }
}

/// Converts a number of seconds to nanoseconds.
fn nanos<'h>(cx: &mut Cx<'h>, op: BinaryOp, number: Number, at: BinaryAt) -> Res<'h, i128> {
    match number.bounded() {
        Ok(i) => Ok(i.saturating_mul(SECOND)),
        Err(f) => whole(cx, op, f * SECOND as f64, at),
    }
}

/// Scales a Timespan by a number.
fn scaled<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    span: i128,
    by: Number,
    at: BinaryAt,
) -> Res<'h, i128> {
    match by.bounded() {
        Ok(i) => Ok(span.saturating_mul(i)),
        Err(f) => whole(cx, op, span as f64 * f, at),
    }
}

/// Evaluates an operator with a number on the left of a Timespan or Timestamp; `None` when the
/// operator is not applicable.
pub(super) fn with_number<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    a: Number,
    b: Value<'h>,
    at: BinaryAt,
) -> Option<Res<'h>> {
    use BinaryOp::{Minus, Plus, Times};
    Some(match (op, b) {
        (Plus, Value::Timespan(b)) => {
            nanos(cx, op, a, at).map(|a| timespan(cx, a.saturating_add(b.nanos)))
        }
        (Minus, Value::Timespan(b)) => {
            nanos(cx, op, a, at).map(|a| timespan(cx, a.saturating_sub(b.nanos)))
        }
        (Times, Value::Timespan(b)) => {
            scaled(cx, op, b.nanos, a, at).map(|nanos| timespan(cx, nanos))
        }
        (Plus, Value::Timestamp(b)) => {
            nanos(cx, op, a, at).map(|a| timestamp(cx, a.saturating_add(b.nanos)))
        }
        _ => return None,
    })
}

/// Evaluates an operator with a Timespan, Timestamp or SemVer on the left.
pub(super) fn arithmetic<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Operand<'h>,
    at: BinaryAt,
) -> Res<'h> {
    match left {
        Value::Timespan(a) => from_timespan(cx, op, *a, right, at),
        Value::Timestamp(a) => from_timestamp(cx, op, *a, right, at),
        _ => from_version(cx, op, left, right, at),
    }
}

/// Returns the error about arithmetic with a SemVer, which depends on the right operand.
fn from_version<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Operand<'h>,
    at: BinaryAt,
) -> Res<'h> {
    use BinaryOp::*;
    if let (Modulo, Operand::Number(Number::Integer(0))) = (op, &right) {
        return Err(division_by_zero(cx, at));
    }
    let problem = match (op, &right) {
        (Plus, Operand::Other(Value::Timespan(_))) => "A Version cannot be added to a Timespan",
        (Plus, Operand::Other(Value::Timestamp(_))) => "A Version cannot be added to a Timestamp",
        (Times, Operand::Other(Value::Timespan(_))) => {
            "A Timestamp cannot be multiplied by a Version"
        }
        (Minus, Operand::Other(Value::Timespan(_))) => {
            return Err(not_applicable(cx, op, left, at));
        }
        (Modulo, Operand::Number(Number::Float(_)))
        | (_, Operand::Other(Value::Timespan(_) | Value::Timestamp(_))) => {
            return Err(not_applicable_when(cx, op, left, right.value(cx.heap), at));
        }
        _ => return Err(not_applicable(cx, op, left, at)),
    };
    Err(runtime_error(cx, op, problem, at))
}

/// Returns the name of Ruby's class, which some messages show.
fn class(value: Value<'_>) -> &'static str {
    match value {
        Value::Timespan(_) => "Timespan",
        Value::Timestamp(_) => "Timestamp",
        _ => "Version",
    }
}

fn from_timespan<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    a: Timespan,
    right: Operand<'h>,
    at: BinaryAt,
) -> Res<'h> {
    use BinaryOp::*;
    let left = || Value::Timespan(cx.heap.alloc(a));
    if matches!(op, LeftShift | RightShift) {
        return Err(not_applicable(cx, op, left(), at));
    }
    match right {
        Operand::Number(b) => match op {
            Plus => {
                let b = nanos(cx, op, b, at)?;
                Ok(timespan(cx, a.nanos.saturating_add(b)))
            }
            Minus => {
                let b = nanos(cx, op, b, at)?;
                Ok(timespan(cx, a.nanos.saturating_sub(b)))
            }
            Times => {
                let nanos = scaled(cx, op, a.nanos, b, at)?;
                Ok(timespan(cx, nanos))
            }
            Divide | Modulo => divide(cx, op, a, b, at),
            _ => Err(not_applicable(cx, op, left(), at)),
        },
        Operand::Other(Value::Timespan(b)) if op == Plus => {
            Ok(timespan(cx, a.nanos.saturating_add(b.nanos)))
        }
        Operand::Other(Value::Timespan(b)) if op == Minus => {
            Ok(timespan(cx, a.nanos.saturating_sub(b.nanos)))
        }
        Operand::Other(Value::Timespan(b)) if op == Divide => {
            floats(cx, op, a.nanos as f64, b.nanos as f64, at)
        }
        Operand::Other(Value::Timestamp(b)) if op == Plus => {
            Ok(timestamp(cx, a.nanos.saturating_add(b.nanos)))
        }
        Operand::Other(b) => {
            let b = class(b);
            let problem = match op {
                Plus => format!("A {b} cannot be added to a Timespan"),
                Minus => format!("A {b} cannot be subtracted from a Timespan"),
                Times => format!("A Timestamp cannot be multiplied by a {b}"),
                Divide => format!("A Timespan cannot be divided by a {b}"),
                _ => format!("Can not do modulus on a Timespan using a a {b}"),
            };
            Err(runtime_error(cx, op, &problem, at))
        }
    }
}

fn divide<'h>(cx: &mut Cx<'h>, op: BinaryOp, a: Timespan, b: Number, at: BinaryAt) -> Res<'h> {
    match b.bounded() {
        Err(f) if op == BinaryOp::Modulo => {
            let left = Value::Timespan(cx.heap.alloc(a));
            Err(not_applicable_when(cx, op, left, Value::Float(f), at))
        }
        Ok(0) | Err(0.0) => Err(division_by_zero(cx, at)),
        Err(f) => {
            let nanos = whole(cx, op, (a.nanos as f64 / f).floor(), at)?;
            Ok(timespan(cx, nanos))
        }
        Ok(i) if op == BinaryOp::Divide => Ok(timespan(cx, floor_div(a.nanos, i))),
        Ok(i) => {
            let seconds = floor_div(a.nanos, SECOND);
            let rest = seconds - floor_div(seconds, i) * i;
            fit(cx, op, &rest.into(), at)
        }
    }
}

/// Divides and rounds down.
fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a.wrapping_div(b);
    let inexact = a.wrapping_rem(b) != 0;
    quotient - i128::from(inexact && (a < 0) != (b < 0))
}

fn from_timestamp<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    a: Timestamp,
    right: Operand<'h>,
    at: BinaryAt,
) -> Res<'h> {
    use BinaryOp::*;
    match (op, right) {
        (Plus, Operand::Number(b)) => {
            let b = nanos(cx, op, b, at)?;
            Ok(timestamp(cx, a.nanos.saturating_add(b)))
        }
        (Minus, Operand::Number(b)) => {
            let b = nanos(cx, op, b, at)?;
            Ok(timestamp(cx, a.nanos.saturating_sub(b)))
        }
        (Plus, Operand::Other(Value::Timespan(b))) => {
            Ok(timestamp(cx, a.nanos.saturating_add(b.nanos)))
        }
        (Minus, Operand::Other(Value::Timespan(b))) => {
            Ok(timestamp(cx, a.nanos.saturating_sub(b.nanos)))
        }
        (Minus, Operand::Other(Value::Timestamp(b))) => {
            Ok(timespan(cx, a.nanos.saturating_sub(b.nanos)))
        }
        (Plus, Operand::Other(b)) => {
            let problem = format!("A {} cannot be added to a Timestamp", class(b));
            Err(runtime_error(cx, op, &problem, at))
        }
        (Minus, Operand::Other(b)) => {
            let problem = format!("A {} cannot be subtracted from a Timestamp", class(b));
            Err(runtime_error(cx, op, &problem, at))
        }
        (Modulo, Operand::Number(Number::Float(f))) => {
            let left = Value::Timestamp(cx.heap.alloc(a));
            Err(not_applicable_when(cx, op, left, Value::Float(f), at))
        }
        _ => {
            let left = Value::Timestamp(cx.heap.alloc(a));
            Err(not_applicable(cx, op, left, at))
        }
    }
}
