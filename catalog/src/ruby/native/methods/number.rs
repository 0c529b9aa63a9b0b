//! Runs the methods of numbers and of ranges of numbers.

use super::{Given, Method, enumerable, give_up, is_so, known, list, natural, ordered, rounds};
use crate::ruby::native::running::Running;
use crate::ruby::native::stop::Run;
use crate::ruby::native::value::Val;

pub(super) fn call<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    given: Given<'_, 'h>,
) -> Run<'h> {
    if let Some(block) = given.block {
        let (Val::Integer(from), arguments) = (receiver, given.arguments) else {
            return give_up();
        };
        let numbers: Box<dyn Iterator<Item = i64>> = match (method, arguments) {
            (Method::Times, []) => Box::new(0..*from),
            (Method::Upto, [Val::Integer(to)]) => Box::new(*from..=*to),
            (Method::Downto, [Val::Integer(to)]) => Box::new((*to..=*from).rev()),
            (Method::Step, [Val::Integer(to), Val::Integer(by)]) if *by > 0 => {
                let by = known(usize::try_from(*by).ok())?;
                Box::new((*from..=*to).step_by(by))
            }
            _ => return give_up(),
        };
        for number in numbers {
            run.run(block, &[Val::Integer(number)])?;
        }
        return Ok(receiver.clone());
    }
    match given.arguments {
        [] => plain(method, receiver),
        [argument] => with_one(method, receiver, argument),
        [low, high] => match (method, order(receiver, low), order(receiver, high)) {
            (Method::IsBetween, Some(low), Some(high)) => {
                Ok(Val::Boolean(low.is_ge() && high.is_le()))
            }
            (Method::Clamp, Some(from), Some(to))
                if order(low, high).is_some_and(|o| o.is_le()) =>
            {
                Ok(match (from.is_lt(), to.is_gt()) {
                    (true, _) => low.clone(),
                    (_, true) => high.clone(),
                    _ => receiver.clone(),
                })
            }
            _ => give_up(),
        },
        _ => give_up(),
    }
}

/// Returns the order of two numbers.
fn order<'h>(one: &Val<'h>, two: &Val<'h>) -> Option<std::cmp::Ordering> {
    let is_number = |value: &Val<'h>| matches!(value, Val::Integer(_) | Val::Float(_));
    (is_number(one) && is_number(two)).then(|| one.order(two))?
}

/// Converts a Float to an Integer by truncation; gives up beyond 1e15.
fn whole<'h>(value: f64) -> Run<'h> {
    match value.abs() < 1e15 {
        true => Ok(Val::Integer(value as i64)),
        false => give_up(),
    }
}

fn plain<'h>(method: Method, receiver: &Val<'h>) -> Run<'h> {
    if let Val::Float(value) = receiver {
        let value = *value;
        return Ok(match method {
            Method::ToF => receiver.clone(),
            Method::ToI | Method::Truncate => return whole(value.trunc()),
            Method::Round => return whole(value.round()),
            Method::Floor => return whole(value.floor()),
            Method::Ceil => return whole(value.ceil()),
            Method::Abs => Val::Float(value.abs()),
            Method::Negated => Val::Float(-value),
            Method::IsZero => Val::Boolean(value == 0.0),
            Method::IsPositive => Val::Boolean(value > 0.0),
            Method::IsNegative => Val::Boolean(value < 0.0),
            _ => return give_up(),
        });
    }
    let Val::Integer(value) = receiver else {
        return give_up();
    };
    let value = *value;
    Ok(match method {
        Method::ToI
        | Method::Truncate
        | Method::Round
        | Method::Floor
        | Method::Ceil
        | Method::Ord => receiver.clone(),
        Method::ToF => Val::Float(value as f64),
        Method::Abs => Val::Integer(known(value.checked_abs())?),
        Method::Negated => Val::Integer(known(value.checked_neg())?),
        Method::IsZero => Val::Boolean(value == 0),
        Method::IsPositive => Val::Boolean(value > 0),
        Method::IsNegative => Val::Boolean(value < 0),
        Method::IsEven => Val::Boolean(value % 2 == 0),
        Method::IsOdd => Val::Boolean(value % 2 != 0),
        Method::Next => Val::Integer(known(value.checked_add(1))?),
        Method::Pred => Val::Integer(known(value.checked_sub(1))?),
        Method::Digits if value >= 0 => {
            let digits = value.to_string();
            let digits = digits.bytes().rev();
            Val::list(
                digits
                    .map(|digit| Val::Integer(i64::from(digit - b'0')))
                    .collect(),
            )
        }
        _ => return give_up(),
    })
}

fn with_one<'h>(method: Method, receiver: &Val<'h>, argument: &Val<'h>) -> Run<'h> {
    match method {
        Method::Compare => Ok(order(receiver, argument).map_or(Val::Nil, ordered)),
        Method::Less | Method::LessOrEqual | Method::Greater | Method::GreaterOrEqual => {
            let order = known(order(receiver, argument))?;
            Ok(Val::Boolean(is_so(method, order)))
        }
        Method::ToS => match (receiver, argument) {
            (Val::Integer(value), Val::Integer(base)) => in_base(*value, *base),
            _ => give_up(),
        },
        Method::Round => match (receiver, natural(argument)?) {
            (Val::Integer(_), _) => Ok(receiver.clone()),
            (Val::Float(value), digits @ 1..=9) if value.abs() < 1e6 => rounded(*value, digits),
            _ => give_up(),
        },
        _ => computed(method, receiver, argument),
    }
}

/// Rounds a Float to a number of digits after the point; gives up near a tie.
fn rounded<'h>(value: f64, digits: usize) -> Run<'h> {
    let scale = 10f64.powi(digits as i32);
    let scaled = value * scale;
    match ((scaled - scaled.trunc()).abs() - 0.5).abs() < 1e-6 {
        true => give_up(),
        false => Ok(Val::Float(known(format!("{value:.digits$}").parse().ok())?)),
    }
}

fn in_base<'h>(value: i64, base: i64) -> Run<'h> {
    let base = match base {
        2..=36 => base as u64,
        _ => return give_up(),
    };
    let (mut left, mut digits) = (value.unsigned_abs(), Vec::new());
    loop {
        digits.push(known(char::from_digit((left % base) as u32, base as u32))?);
        left /= base;
        if left == 0 {
            break;
        }
    }
    if value < 0 {
        digits.push('-');
    }
    Ok(Val::string(digits.iter().rev().collect()))
}

/// Calculates; gives up where Ruby would create an arbitrary-precision integer.
fn computed<'h>(method: Method, one: &Val<'h>, two: &Val<'h>) -> Run<'h> {
    if let (Val::Integer(one), Val::Integer(two)) = (one, two) {
        let (one, two) = (*one, *two);
        let floored = || {
            let quotient = one.checked_div(two)?;
            let is_below = one % two != 0 && ((one < 0) != (two < 0));
            Some(if is_below { quotient - 1 } else { quotient })
        };
        let remainder = || one.checked_sub(floored()?.checked_mul(two)?);
        return Ok(Val::Integer(known(match method {
            Method::Plus => one.checked_add(two),
            Method::Minus => one.checked_sub(two),
            Method::Multiplied => one.checked_mul(two),
            Method::Divided => floored(),
            Method::Modulo => remainder(),
            Method::Power | Method::Pow => match u32::try_from(two) {
                Ok(two) => one.checked_pow(two),
                Err(_) => None,
            },
            Method::And => Some(one & two),
            Method::Or => Some(one | two),
            Method::Xor => Some(one ^ two),
            Method::Append if (0..62).contains(&two) => one.checked_mul(1i64 << two),
            Method::ShiftRight if (0..=63).contains(&two) => Some(one >> two),
            Method::Divmod => {
                let pair = [known(floored())?, known(remainder())?];
                return Ok(Val::list(pair.map(Val::Integer).to_vec()));
            }
            _ => None,
        })?));
    }
    let float = |value: &Val<'h>| match value {
        Val::Integer(value) => Some(*value as f64),
        Val::Float(value) => Some(*value),
        _ => None,
    };
    let (one, two) = (known(float(one))?, known(float(two))?);
    Ok(Val::Float(match method {
        Method::Plus => one + two,
        Method::Minus => one - two,
        Method::Multiplied => one * two,
        Method::Divided => one / two,
        _ => return give_up(),
    }))
}

/// Returns true if a range of whole numbers contains a number.
pub(super) fn covers<'h>(range: &Val<'h>, value: &Val<'h>) -> Run<'h, bool> {
    let Val::Range(from, to, exclusive) = range else {
        return give_up();
    };
    let from = known(Val::Integer(*from).order(value))?;
    let to = known(Val::Integer(*to).order(value))?;
    Ok(from.is_le() && (to.is_gt() || to.is_eq() && !exclusive))
}

pub(super) fn of_range<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    (from, to, exclusive): (i64, i64, bool),
    given: Given<'_, 'h>,
) -> Run<'h> {
    let range = Val::Range(from, to, exclusive);
    Ok(match (method, given.arguments, given.block) {
        (Method::Begin | Method::First, [], None) => Val::Integer(from),
        (Method::End | Method::Last, [], None) => Val::Integer(to),
        (Method::Includes | Method::IsMember | Method::Covers, [value @ Val::Integer(_)], None) => {
            Val::Boolean(covers(&range, value)?)
        }
        (Method::Size | Method::Count, [], None) => {
            let end = if exclusive {
                known(to.checked_sub(1))?
            } else {
                to
            };
            let count = known(end.checked_sub(from))?;
            Val::Integer(known(count.checked_add(1))?.max(0))
        }
        (Method::ToA, [], None) => Val::list(rounds(&range)?),
        (Method::Step, [Val::Integer(by)], Some(block)) if *by > 0 => {
            let by = known(usize::try_from(*by).ok())?;
            for item in rounds(&range)?.into_iter().step_by(by) {
                run.run(block, &[item])?;
            }
            range
        }
        (Method::Each, [], Some(block)) => {
            for item in rounds(&range)? {
                run.run(block, &[item])?;
            }
            range
        }
        (Method::Join, ..) => return give_up(),
        (Method::Last, [count], None) => {
            return list::call(
                run,
                method,
                &Val::list(rounds(&range)?),
                Given {
                    arguments: std::slice::from_ref(count),
                    block: None,
                },
            );
        }
        _ => return enumerable::call(run, method, &range, rounds(&range)?, given),
    })
}
