//! Implements the equality and the order of values.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hasher};

use frontend::ast::BinaryOp;

use super::{BinaryAt, error, label, runtime_error};
use crate::answer_cache::{AnswerCache, address};
use crate::cx::Cx;
use crate::error::Res;
use crate::limits;
use crate::types::Type;
use crate::types::init::{is_within, refusal};
use crate::value::big::order_mixed;
use crate::value::{Value, Whole};
use rubycore::time::{SECOND, seconds};

/// Evaluates `==`: Strings ignore the case of ASCII letters, numbers of all kinds compare by value.
pub fn equal<'h>(left: Value<'h>, right: Value<'h>) -> bool {
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::String(a), Value::String(b)) => a.is(b) || a.eq_ignore_ascii_case(&b),
        // types that accept each other are equal, except inside of other values
        (Value::Type(a), Value::Type(b)) => crate::types::equal(a, b),
        (Value::Undef | Value::Default | Value::Boolean(_), _) => left.alike(right),
        _ => equal_deep(left, right, true),
    }
}

/// Works like [`equal`], but a comparison without an answer is an error.
///
/// # Errors
/// `COMPARISON_NOT_POSSIBLE` at the operator.
pub(super) fn checked_equal<'h>(
    cx: &Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Value<'h>,
    at: BinaryAt,
) -> Res<'h, bool> {
    match (left, right) {
        (Value::Type(a), Value::Type(b)) if is_within(a) || is_within(b) => {
            compare_inits(cx, op, a, b)
                .map_err(|problem| not_comparable(cx, op, (left, right), &problem, at))
        }
        _ => Ok(equal(left, right)),
    }
}

/// Returns true if two values are equal in Ruby: as [`equal`], but the case of Strings counts.
pub fn ruby_equal<'h>(left: Value<'h>, right: Value<'h>) -> bool {
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::String(a), Value::String(b)) => a.as_str() == b.as_str(),
        (Value::String(_), Value::Integer(_)) | (Value::Integer(_), Value::String(_)) => false,
        _ => equal_deep(left, right, false),
    }
}

/// The number of entries that the hash of a Hash depends on.
const HASHED_ENTRIES_MAX: usize = 64;

/// Returns a hash that is equal for values that are [`ruby_equal`], unless the left one is a Hash
/// with an entry of `undef`. It depends on the outermost level only.
pub(super) fn ruby_hash(value: Value<'_>) -> u64 {
    let mut state = foldhash::fast::FixedState::default().build_hasher();
    match value {
        Value::Array(a) => {
            state.write_usize(a.len());
            a.iter().for_each(|item| hash_leaf(item, &mut state));
        }
        Value::Hash(h) => {
            state.write_usize(h.len());
            // in any order
            let entry = |(key, value)| {
                let mut state = foldhash::fast::FixedState::default().build_hasher();
                hash_leaf(key, &mut state);
                hash_leaf(value, &mut state);
                state.finish()
            };
            if h.len() <= HASHED_ENTRIES_MAX {
                state.write_u64(h.iter().map(entry).fold(0, u64::wrapping_add));
            }
        }
        leaf => hash_leaf(leaf, &mut state),
    }
    state.finish()
}

/// Feeds a hasher with a value that holds no other values.
fn hash_leaf(value: Value<'_>, state: &mut impl Hasher) {
    // a time of whole seconds and a fraction equals only the same numbers and the Float of both
    let mut number = |f: f64| state.write_u64((f.floor() + 0.0).to_bits());
    match value {
        Value::Integer(i) => number(i as f64),
        Value::BigInteger(big) => number(big.as_f64()),
        Value::Float(f) => number(f),
        Value::Timespan(t) => number(seconds(t.nanos)),
        Value::Timestamp(t) => number(seconds(t.nanos)),
        Value::String(s) => state.write(s.as_bytes()),
        _ => {}
    }
}

fn equal_deep<'h>(left: Value<'h>, right: Value<'h>, ignore_case: bool) -> bool {
    // pairs that are still to be compared; all have to be equal
    let mut stack = Vec::new();
    let known = AnswerCache::default();
    let mut next = Some((left, right, false));
    while let Some((left, right, in_hash)) = next.take().or_else(|| stack.pop()) {
        let same = match (left, right) {
            (Value::String(a), Value::String(b)) if ignore_case => {
                a.as_str().eq_ignore_ascii_case(b.as_str())
            }
            (Value::Array(a), Value::Array(b)) => {
                limits::time();
                let is_new = || known.is_new((address(a), address(b), in_hash));
                if !std::ptr::eq(a, b) && a.len() == b.len() && is_new() {
                    let pairs = a.iter().zip(b.iter()).rev();
                    stack.extend(pairs.map(|(left, right)| (left, right, in_hash)));
                }
                a.len() == b.len()
            }
            (Value::Hash(a), Value::Hash(b)) => {
                limits::time();
                a.len() == b.len()
                    && (!known.is_new((address(a), address(b), in_hash))
                        || a.iter().all(|(key, value)| {
                            let other = b.get(key);
                            stack.extend(other.map(|other| (value, other, true)));
                            // Puppet reads a key from the other hash without checking that the hash
                            // has it
                            other.is_some() || (!in_hash && value.is_undef())
                        }))
            }
            (Value::Type(a), Value::Type(b)) => a == b,
            _ => match order_times_first(left, right) {
                Some(order) => order == Some(Ordering::Equal),
                None => left.alike(right),
            },
        };
        if !same {
            return false;
        }
    }
    true
}

/// Works like [`order_numbers`] for operators other than `<` and the like: a time is compared with
/// an Integer, not an Integer with a time. Case: `types/timespan/equals_its_seconds`.
pub fn order_times_first(left: Value<'_>, right: Value<'_>) -> Option<Option<Ordering>> {
    match right {
        Value::Timespan(_) | Value::Timestamp(_) => {
            let order = order_numbers(right, left)?;
            Some(order.map(Ordering::reverse))
        }
        _ => order_numbers(left, right),
    }
}

/// Returns the order of numbers, Timespans and Timestamps; the outer `None` for other combinations.
fn order_numbers(left: Value<'_>, right: Value<'_>) -> Option<Option<Ordering>> {
    use Value::*;
    Some(match (left, right) {
        (Integer(a), Integer(b)) => Some(a.cmp(&b)),
        (Float(a), Float(b)) => a.partial_cmp(&b),
        (Integer(a), Float(b)) => order_mixed(a, b),
        (Float(a), Integer(b)) => order_mixed(b, a).map(Ordering::reverse),
        (Timespan(a), Timespan(b)) => Some(a.nanos.cmp(&b.nanos)),
        (Timestamp(a), Timestamp(b)) => Some(a.nanos.cmp(&b.nanos)),
        (Timespan(rubycore::time::Timespan { nanos }), Integer(b))
        | (Timestamp(rubycore::time::Timestamp { nanos }), Integer(b)) => {
            // the fraction does not count in a comparison with an Integer
            Some(nanos.div_euclid(SECOND).cmp(&i128::from(b)))
        }
        (Integer(a), Timespan(rubycore::time::Timespan { nanos }))
        | (Integer(a), Timestamp(rubycore::time::Timestamp { nanos })) => {
            Some((i128::from(a) * SECOND).cmp(nanos))
        }
        (Timespan(rubycore::time::Timespan { nanos }), Float(b))
        | (Timestamp(rubycore::time::Timestamp { nanos }), Float(b)) => {
            seconds(*nanos).partial_cmp(&b)
        }
        (Float(a), Timespan(rubycore::time::Timespan { nanos }))
        | (Float(a), Timestamp(rubycore::time::Timestamp { nanos })) => {
            a.partial_cmp(&seconds(*nanos))
        }
        (BigInteger(big), other) => return order_big(Whole::Big(big), other),
        (other, BigInteger(big)) => {
            let order = order_big(Whole::Big(big), other)?;
            order.map(Ordering::reverse)
        }
        _ => return None,
    })
}

/// Works like [`order_numbers`], for an Integer of any size.
fn order_big(a: Whole<'_>, b: Value<'_>) -> Option<Option<Ordering>> {
    let nanos = match b {
        Value::Integer(_) | Value::BigInteger(_) => {
            return Some(Whole::of(b).map(|b| a.cmp(&b)));
        }
        Value::Float(b) => return Some(a.order_to(b)),
        Value::Timespan(b) => b.nanos,
        Value::Timestamp(b) => b.nanos,
        _ => return None,
    };
    Some(Some((a.number() * SECOND).cmp(&nanos.into())))
}

fn compare_strings(a: &str, b: &str) -> Ordering {
    fn lower(s: &str) -> impl Iterator<Item = u8> {
        s.bytes().map(|b| b.to_ascii_lowercase())
    }
    // the common beginning is not folded
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    lower(a).skip(same).cmp(lower(b).skip(same))
}

/// Returns the order of two comparable values: numbers of all kinds, Strings without regard to
/// ASCII case, SemVers; `Err` holds the reason why there is none.
pub fn order(left: Value<'_>, right: Value<'_>) -> Result<Option<Ordering>, &'static str> {
    if let Some(order) = order_numbers(left, right) {
        return Ok(order);
    }
    match (left, right) {
        (Value::String(a), Value::String(b)) => Ok(Some(compare_strings(&a, &b))),
        (Value::SemVer(a), Value::SemVer(b)) => Ok(Some(a.precedence(b))),
        (Value::Default, Value::Default) => Ok(Some(Ordering::Equal)),
        (Value::String(_), _) => Err("A String is not comparable to a non String"),
        (Value::Integer(_) | Value::BigInteger(_) | Value::Float(_), _) => {
            Err("A Numeric is not comparable to non Numeric")
        }
        (Value::Timespan(_), _) => {
            Err("Timespans are only comparable to Timespans, Integers, and Floats")
        }
        (Value::Timestamp(_), _) => {
            Err("Timestamps are only comparable to Timestamps, Integers, and Floats")
        }
        (Value::SemVer(_), _) => Err("Versions not comparable to non Versions"),
        (Value::Default, _) => Err("Symbol not comparable to non Symbol"),
        _ => Err("Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable"),
    }
}

/// Evaluates `< <= > >=`; types are compared by assignability.
///
/// # Errors
/// `COMPARISON_NOT_POSSIBLE` at the operator.
pub fn compare<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Value<'h>,
    at: BinaryAt,
) -> Res<'h, bool> {
    use BinaryOp::*;
    if let (Value::Integer(a), Value::Integer(b)) = (left, right) {
        return Ok(match op {
            Less => a < b,
            LessEqual => a <= b,
            Greater => a > b,
            _ => a >= b,
        });
    }
    if let Value::Type(a) = left
        && !a.is_resource_object()
    {
        let Value::Type(b) = right else {
            if let Some(problem) = refused(cx, op, a) {
                return Err(not_comparable(cx, op, (left, right), &problem, at));
            }
            return Ok(false);
        };
        let found = match is_within(a) || is_within(b) {
            true => compare_inits(cx, op, a, b),
            false => Ok(compare_types(op, a, b)),
        };
        return match found {
            Ok(found) => Ok(!b.is_resource_object() && found),
            Err(problem) => Err(not_comparable(cx, op, (left, right), &problem, at)),
        };
    }
    if let (Value::Integer(_) | Value::BigInteger(_) | Value::Float(_), Value::SemVer(_)) =
        (left, right)
    {
        let problem = "can't convert SemanticPuppet::Version into Float";
        return Err(runtime_error(cx, op, problem, at));
    }
    match order(left, right) {
        Ok(Some(order)) => Ok(match op {
            Less => order.is_lt(),
            LessEqual => order.is_le(),
            Greater => order.is_gt(),
            _ => order.is_ge(),
        }),
        // NaN is not ordered
        Ok(None) => {
            let problem = format!("undefined method `{}' for nil:NilClass", op.text());
            Err(runtime_error(cx, op, &problem, at))
        }
        Err(reason) => Err(not_comparable(cx, op, (left, right), reason, at)),
    }
}

#[cold]
fn not_comparable<'h>(
    cx: &Cx<'h>,
    op: BinaryOp,
    (left, right): (Value<'h>, Value<'h>),
    reason: &str,
    at: BinaryAt,
) -> Box<crate::Raise<'h>> {
    let message = format!(
        "Comparison of: {} {} {}, is not possible. Caused by '{reason}'.",
        label(left),
        op.text(),
        label(right)
    );
    error(cx, "COMPARISON_NOT_POSSIBLE", message, at.op)
}

fn compare_types<'h>(op: BinaryOp, a: &'h Type<'h>, b: &'h Type<'h>) -> bool {
    use BinaryOp::*;
    match op {
        Less => crate::types::assignable(b, a) && !crate::types::equal(a, b),
        LessEqual => crate::types::assignable(b, a),
        Greater => crate::types::assignable(a, b) && !crate::types::equal(a, b),
        _ => crate::types::assignable(a, b),
    }
}

/// Returns the error of asking whether a type accepts a value in place of a type, if that meets an
/// `Init` type of which no value can be made.
fn refused<'h>(cx: &Cx<'h>, op: BinaryOp, a: &'h Type<'h>) -> Option<String> {
    let asks = matches!(op, BinaryOp::Greater | BinaryOp::GreaterEqual) && is_within(a);
    let problem = asks.then(|| crate::convert::check_init_asked(cx.heap, a).err())??;
    Some(problem.message())
}

/// Works like [`compare_types`], for types with an `Init` type of which no value can be made:
/// asking it is refused. Compares for greater first, and for equality only if needed.
fn compare_inits<'h>(
    cx: &Cx<'h>,
    op: BinaryOp,
    a: &'h Type<'h>,
    b: &'h Type<'h>,
) -> Result<bool, String> {
    use BinaryOp::*;
    let accepts = |to: &'h Type<'h>, from: &'h Type<'h>| {
        if let Err(raised) = crate::convert::check_init(cx.heap, to) {
            return Err(raised.message());
        }
        match refusal(|| crate::types::assignable(to, from)) {
            Some(problem) => Err(problem),
            None => Ok(crate::types::assignable(to, from)),
        }
    };
    match op {
        Less => Ok(accepts(b, a)? && !accepts(a, b)?),
        LessEqual => accepts(b, a),
        Greater => Ok(accepts(a, b)? && !accepts(b, a)?),
        GreaterEqual => accepts(a, b),
        _ => Ok(a == b
            || !a.is_resource_object()
                && !b.is_resource_object()
                && accepts(b, a)?
                && accepts(a, b)?),
    }
}
