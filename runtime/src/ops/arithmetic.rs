//! Implements `+ - * / % << >>` and unary minus on numbers.

use frontend::ast::BinaryOp;
use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;

use super::number::{Number, Operand, operand};
use super::overflow::{division_by_zero, fit, floats};
use super::{
    BinaryAt, collection, error, not_applicable, not_applicable_when, runtime_error, temporal,
};
use crate::cx::Cx;
use crate::error::Res;
use crate::value::Value;
use rubycore::big_integer;

/// Evaluates `+ - * / % << >>`.
///
/// # Errors
/// `NOT_NUMERIC`, `NUMERIC_COERCION` at an operand; `DIV_BY_ZERO` at the right one;
/// `RESULT_IS_INFINITY` and `OPERATOR_NOT_APPLICABLE` at the left one; `NUMERIC_OVERFLOW` and
/// errors about collections at the operator.
pub fn arithmetic<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Value<'h>,
    at: BinaryAt,
) -> Res<'h> {
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => integers(cx, op, a, b, at),
        (Value::Float(a), Value::Float(b)) => floats(cx, op, a, b, at),
        _ => general(cx, op, left, right, at),
    }
}

#[inline]
fn integers<'h>(cx: &mut Cx<'h>, op: BinaryOp, a: i64, b: i64, at: BinaryAt) -> Res<'h> {
    let result = match op {
        BinaryOp::Plus => a.checked_add(b),
        BinaryOp::Minus => a.checked_sub(b),
        BinaryOp::Times => a.checked_mul(b),
        BinaryOp::Divide if b > 0 => Some(a.div_euclid(b)),
        BinaryOp::Modulo if b > 0 => Some(a.rem_euclid(b)),
        _ => None,
    };
    match result {
        Some(i) => Ok(Value::Integer(i)),
        None => wide(cx, op, &a.into(), &b.into(), at),
    }
}

/// Evaluates an operator on Integers whose result may need more than 64 bits.
#[inline(never)]
fn wide<'h>(cx: &mut Cx<'h>, op: BinaryOp, a: &BigInt, b: &BigInt, at: BinaryAt) -> Res<'h> {
    let result = match op {
        BinaryOp::Plus => a + b,
        BinaryOp::Minus => a - b,
        BinaryOp::Times => a * b,
        BinaryOp::Divide | BinaryOp::Modulo if b.sign() == Sign::NoSign => {
            return Err(division_by_zero(cx, at));
        }
        BinaryOp::Divide => floor_div(a, b),
        BinaryOp::Modulo => a - floor_div(a, b) * b,
        BinaryOp::LeftShift => return shift(cx, op, a, big_integer::wide_of(b), at),
        _ => return shift(cx, op, a, big_integer::wide_of(b).saturating_neg(), at),
    };
    fit(cx, op, &result, at)
}

/// Divides and rounds down.
fn floor_div(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    let inexact = &quotient * b != *a;
    let apart = (a.sign() == Sign::Minus) != (b.sign() == Sign::Minus);
    quotient - i32::from(inexact && apart)
}

/// Shifts left; right for a negative distance.
fn shift<'h>(cx: &mut Cx<'h>, op: BinaryOp, a: &BigInt, distance: i128, at: BinaryAt) -> Res<'h> {
    const DISTANCE_MAX: i128 = 1 << 22;
    if distance <= 0 {
        let distance = distance.unsigned_abs().min(u128::from(a.bits()) + 1);
        return fit(cx, op, &(a >> distance), at);
    }
    if a.sign() == Sign::NoSign {
        return Ok(Value::Integer(0));
    }
    if distance > DISTANCE_MAX {
        return Err(runtime_error(cx, op, "shift width too big", at));
    }
    fit(cx, op, &(a << distance), at)
}

#[inline(never)]
fn general<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Value<'h>,
    at: BinaryAt,
) -> Res<'h> {
    if let Some(result) = collection::combine(cx, op, left, right, at) {
        return result;
    }
    let left = operand(cx, left, at.left)?;
    let right = operand(cx, right, at.right)?;
    match (left, right) {
        (Operand::Number(a), Operand::Number(b)) => numbers(cx, op, a, b, at),
        (Operand::Number(a), Operand::Other(b)) => number_and_other(cx, op, a, b, at),
        (Operand::Other(a), b) => temporal::arithmetic(cx, op, a, b, at),
    }
}

fn numbers<'h>(cx: &mut Cx<'h>, op: BinaryOp, a: Number, b: Number, at: BinaryAt) -> Res<'h> {
    use BinaryOp::*;
    match (&a, &b) {
        (Number::Integer(a), Number::Integer(b)) => integers(cx, op, *a, *b, at),
        (Number::Integer(_) | Number::Big(_), Number::Integer(_) | Number::Big(_)) => {
            wide(cx, op, &a.clone().into_big(), &b.clone().into_big(), at)
        }
        (Number::Integer(_) | Number::Big(_), Number::Float(b))
            if matches!(op, LeftShift | RightShift) =>
        {
            match BigInt::from_f64(*b) {
                Some(b) => wide(cx, op, &a.clone().into_big(), &b, at),
                None => {
                    let shown = super::text::interpolated(Value::Float(*b));
                    Err(runtime_error(cx, op, &shown, at))
                }
            }
        }
        (Number::Integer(_) | Number::Big(_), Number::Float(b)) if op == Modulo => {
            let (a, b) = (a.value(cx.heap), Value::Float(*b));
            Err(not_applicable_when(cx, op, a, b, at))
        }
        _ => floats(cx, op, a.as_f64(), b.as_f64(), at),
    }
}

fn number_and_other<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    a: Number,
    b: Value<'h>,
    at: BinaryAt,
) -> Res<'h> {
    use BinaryOp::*;
    let left = a.value(cx.heap);
    let is_float = matches!(a, Number::Float(_));
    match b {
        _ if is_float && op == Modulo => Err(not_applicable(cx, op, left, at)),
        Value::SemVer(_) if is_float && matches!(op, LeftShift | RightShift) => {
            Err(not_applicable(cx, op, left, at))
        }
        Value::SemVer(_) if matches!(op, LeftShift | RightShift) => {
            Err(not_applicable(cx, op, left, at))
        }
        Value::SemVer(_) => {
            let problem = "can't convert SemanticPuppet::Version into Float";
            Err(runtime_error(cx, op, problem, at))
        }
        _ => match temporal::with_number(cx, op, a, b, at) {
            Some(result) => result,
            None => Err(not_applicable_when(cx, op, left, b, at)),
        },
    }
}

/// Evaluates unary minus; `at` is the offset of its operand's expression.
///
/// # Errors
/// `NOT_NUMERIC`, `NUMERIC_COERCION` at `at`.
pub fn negate<'h>(cx: &mut Cx<'h>, value: Value<'h>, at: u32) -> Res<'h> {
    match operand(cx, value, at)? {
        Operand::Number(Number::Float(f)) => Ok(Value::Float(-f)),
        // not bound to 64 bits
        Operand::Number(Number::Integer(i)) => Ok(match i.checked_neg() {
            Some(i) => Value::Integer(i),
            None => Value::whole(cx.heap, &-BigInt::from(i)),
        }),
        Operand::Number(Number::Big(number)) => Ok(Value::whole(cx.heap, &-number)),
        Operand::Other(Value::Timespan(t)) => Ok(temporal::timespan(cx, t.nanos.saturating_neg())),
        Operand::Other(value) => {
            let problem = match value {
                Value::SemVer(_) => "can't convert SemanticPuppet::Version into Float",
                _ => "undefined method `-@' for Timestamp",
            };
            let message = format!("Error while evaluating an Unary Minus, {problem}");
            Err(error(cx, "RUNTIME_ERROR", message, at))
        }
    }
}
