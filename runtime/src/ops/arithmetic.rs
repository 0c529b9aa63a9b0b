//! `+ - * / % << >>` and unary minus on numbers.

use frontend::ast::BinaryOp;

use super::number::{Number, Operand, operand};
use super::{
    BinaryAt, collection, error, not_applicable, not_applicable_when, runtime_error, temporal,
};
use crate::cx::Cx;
use crate::error::{Raise, Res};
use crate::value::Value;

/// Evaluates `+ - * / % << >>`.
///
/// # Errors
/// `NOT_NUMERIC`, `NUMERIC_COERCION` at an operand; `DIV_BY_ZERO` at the right one;
/// `RESULT_IS_INFINITY` and `OPERATOR_NOT_APPLICABLE` at the left one; `NUMERIC_OVERFLOW` and
/// what concerns collections at the operator.
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
        None => wide(cx, op, i128::from(a), i128::from(b), at),
    }
}

/// Integers whose result may need more than 64 bits.
fn wide<'h>(cx: &mut Cx<'h>, op: BinaryOp, a: i128, b: i128, at: BinaryAt) -> Res<'h> {
    let result = match op {
        BinaryOp::Plus => a.checked_add(b),
        BinaryOp::Minus => a.checked_sub(b),
        BinaryOp::Times => a.checked_mul(b),
        BinaryOp::Divide | BinaryOp::Modulo if b == 0 => {
            return Err(division_by_zero(cx, at));
        }
        BinaryOp::Divide => a.checked_div(b).map(|quotient| {
            let inexact = quotient * b != a;
            quotient - i128::from(inexact && (a < 0) != (b < 0))
        }),
        BinaryOp::Modulo => a.checked_rem(b).map(|rest| {
            let other_side = rest != 0 && (rest < 0) != (b < 0);
            if other_side { rest + b } else { rest }
        }),
        BinaryOp::LeftShift => return shift(cx, op, a, b, at),
        _ => return shift(cx, op, a, b.saturating_neg(), at),
    };
    match result {
        Some(i) => fit(cx, op, i, at),
        None => Err(runtime_error(cx, op, "the integer is too big", at)),
    }
}

/// Shifts left; right for a negative distance.
fn shift<'h>(cx: &mut Cx<'h>, op: BinaryOp, a: i128, distance: i128, at: BinaryAt) -> Res<'h> {
    if distance <= 0 {
        return fit(cx, op, a >> distance.unsigned_abs().min(127), at);
    }
    if a == 0 {
        return Ok(Value::Integer(0));
    }
    if let Some(i) = a.checked_mul(1i128.checked_shl(distance.min(126) as u32).unwrap_or(0))
        && distance <= 126
    {
        return fit(cx, op, i, at);
    }
    const DIGITS_MAX: i128 = 1 << 20;
    if distance > DIGITS_MAX * 4 {
        return Err(runtime_error(cx, op, "shift width too big", at));
    }
    let digits = (a.unsigned_abs() << (distance % 4)) as i128;
    let zeroes = "0".repeat((distance / 4) as usize);
    Err(overflow(cx, op, a < 0, &format!("{digits:x}{zeroes}"), at))
}

/// An Integer of 64 bits.
pub(super) fn fit<'h>(cx: &mut Cx<'h>, op: BinaryOp, i: i128, at: BinaryAt) -> Res<'h> {
    match i64::try_from(i) {
        Ok(i) => Ok(Value::Integer(i)),
        Err(_) => Err(overflow(
            cx,
            op,
            i < 0,
            &format!("{:x}", i.unsigned_abs()),
            at,
        )),
    }
}

#[cold]
fn overflow<'h>(
    cx: &Cx<'h>,
    op: BinaryOp,
    negative: bool,
    digits: &str,
    at: BinaryAt,
) -> Box<Raise<'h>> {
    let (side, sign) = if negative { ("min", '-') } else { ("max", '+') };
    let message = format!(
        "A '{}' expression resulted in a value outside of Puppet Integer {side} range, got '{sign}0x{digits}'",
        op.text()
    );
    error(cx, "NUMERIC_OVERFLOW", message, at.op)
}

#[cold]
pub(super) fn division_by_zero<'h>(cx: &Cx<'h>, at: BinaryAt) -> Box<Raise<'h>> {
    error(cx, "DIV_BY_ZERO", "Division by 0", at.right)
}

#[inline]
pub(super) fn floats<'h>(cx: &mut Cx<'h>, op: BinaryOp, a: f64, b: f64, at: BinaryAt) -> Res<'h> {
    let result = match op {
        BinaryOp::Plus => a + b,
        BinaryOp::Minus => a - b,
        BinaryOp::Times => a * b,
        BinaryOp::Divide => a / b,
        _ => return Err(not_applicable(cx, op, Value::Float(a), at)),
    };
    if result.is_infinite() {
        let message = format!("The result of the {} expression is Infinity", op.text());
        return Err(error(cx, "RESULT_IS_INFINITY", message, at.left));
    }
    Ok(Value::Float(result))
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
    match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => wide(cx, op, a, b, at),
        (Number::Integer(a), Number::Float(b)) if matches!(op, LeftShift | RightShift) => {
            if b.is_nan() || b.is_infinite() {
                return Err(runtime_error(
                    cx,
                    op,
                    &super::text::interpolated(Value::Float(b)),
                    at,
                ));
            }
            wide(cx, op, a, b.trunc() as i128, at)
        }
        (Number::Integer(a), Number::Float(b)) if op == Modulo => {
            let (a, b) = (Value::Integer(a as i64), Value::Float(b));
            Err(not_applicable_when(cx, op, a, b, at))
        }
        (a, b) => floats(cx, op, a.as_f64(), b.as_f64(), at),
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
    let left = Operand::Number(a).value();
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
/// `NOT_NUMERIC`, `NUMERIC_COERCION`, `NUMERIC_OVERFLOW` at `at`.
pub fn negate<'h>(cx: &mut Cx<'h>, value: Value<'h>, at: u32) -> Res<'h> {
    let at_all = BinaryAt {
        op: at,
        left: at,
        right: at,
    };
    match operand(cx, value, at)? {
        Operand::Number(Number::Float(f)) => Ok(Value::Float(-f)),
        Operand::Number(Number::Integer(i)) => match i.checked_neg() {
            Some(i) => fit(cx, BinaryOp::Minus, i, at_all),
            None => Err(runtime_error(
                cx,
                BinaryOp::Minus,
                "the integer is too big",
                at_all,
            )),
        },
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
