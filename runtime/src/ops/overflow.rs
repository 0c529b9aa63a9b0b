//! Makes the results of arithmetic that may be out of range.

use frontend::ast::BinaryOp;
use num_bigint::{BigInt, Sign};

use super::{BinaryAt, error, not_applicable};
use crate::cx::Cx;
use crate::error::{Raise, Res};
use crate::value::Value;

/// Returns an Integer, if it fits 64 bits.
pub(super) fn fit<'h>(cx: &mut Cx<'h>, op: BinaryOp, number: &BigInt, at: BinaryAt) -> Res<'h> {
    match i64::try_from(number) {
        Ok(i) => Ok(Value::Integer(i)),
        Err(_) => Err(overflow(cx, op, number, at)),
    }
}

#[cold]
fn overflow<'h>(cx: &Cx<'h>, op: BinaryOp, number: &BigInt, at: BinaryAt) -> Box<Raise<'h>> {
    let (side, sign) = match number.sign() {
        Sign::Minus => ("min", '-'),
        _ => ("max", '+'),
    };
    let digits = number.magnitude().to_str_radix(16);
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
