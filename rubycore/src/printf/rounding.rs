//! Computes the decimal digits of floats, rounded like in Ruby.
//!
//! Up to 14 digits are made with floating-point arithmetic, whose error is bounded. When the
//! remainder is so near to one half that the bound does not determine the side, it counts as one
//! half, and the last digit becomes even: `%.2f` of 2.345 is 2.34. More digits are exact.

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];
const LARGE_POWERS: [f64; 5] = [1e16, 1e32, 1e64, 1e128, 1e256];

/// At most this many digits are made fast.
const QUICK_MAX: i32 = 14;

/// The number of digits to write.
#[derive(Clone, Copy)]
pub(super) enum Count {
    /// Significant digits.
    Digits(i32),
    /// Digits after the decimal point.
    Behind(i32),
}

/// Returns the digits of a positive finite number without trailing zeroes (but see below), and the
/// power of ten of the first digit; `None` when exact arithmetic is needed.
pub(super) fn quick(value: f64, count: Count) -> Option<(Vec<u8>, i32)> {
    let (mut power, checked) = estimate(value)?;
    let mut wanted = match count {
        Count::Digits(digits) => digits.max(1),
        Count::Behind(digits) => digits + power + 1,
    };
    if !(1..=QUICK_MAX).contains(&wanted) {
        return None;
    }
    let (mut rest, mut steps) = scale(value, power);
    if !checked && rest < 1.0 {
        if matches!(count, Count::Behind(_)) {
            wanted -= 1;
            if wanted <= 0 {
                return None;
            }
        }
        power -= 1;
        rest *= 10.0;
        steps += 1.0;
    }
    let mut bound = (steps * rest + 7.0) * f64::EPSILON;
    bound *= POWERS[(wanted - 1) as usize];
    let mut digits = Vec::with_capacity(wanted as usize);
    loop {
        let digit = rest.trunc();
        rest -= digit;
        digits.push(digit as u8);
        if digits.len() == wanted as usize || rest == 0.0 {
            break;
        }
        rest *= 10.0;
    }
    let odd = digits.last().is_some_and(|digit| digit % 2 == 1);
    let near = rest >= 0.5 - bound && rest <= 0.5 + bound;
    if rest > 0.5 + bound || (near && odd) {
        power += bump(&mut digits);
    } else if near && digits.last() == Some(&0) && rounds_up(value, digits.len()) {
        // a zero that is there only because it is even stays
        return Some((digits, power));
    }
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
    Some((digits, power))
}

/// Returns true if exact rounding to some digits makes the last one greater than zero.
fn rounds_up(value: f64, digits: usize) -> bool {
    let exact = format!("{value:.*e}", digits - 1);
    let mantissa = exact.split('e').next().unwrap_or("");
    !mantissa.ends_with('0')
}

/// Returns the power of ten of the first digit, and whether it is certain: it may be one too large.
fn estimate(value: f64) -> Option<(i32, bool)> {
    if !value.is_normal() {
        return None;
    }
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7FF) as i32 - 1023;
    let fraction = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    // the logarithm around 1.5
    let log = (fraction - 1.5) * 0.289529654602168
        + 0.1760912590558
        + f64::from(exponent) * std::f64::consts::LOG10_2;
    let power = log.floor() as i32;
    match POWERS.get(power.max(-1) as usize) {
        Some(&smallest) if power >= 0 => Some((power - i32::from(value < smallest), true)),
        _ => Some((power, false)),
    }
}

/// Divides the number by a power of ten. Returns also how many roundings that took.
fn scale(value: f64, power: i32) -> (f64, f64) {
    let mut steps = 2.0;
    if power > 0 {
        let mut value = value;
        let mut divisor = POWERS[(power & 0xF) as usize];
        let mut large = power >> 4;
        if large & 0x10 != 0 {
            large &= 0xF;
            value /= LARGE_POWERS[4];
            steps += 1.0;
        }
        for (at, factor) in LARGE_POWERS.iter().enumerate() {
            if large >> at & 1 == 1 {
                steps += 1.0;
                divisor *= factor;
            }
        }
        return (value / divisor, steps);
    }
    let mut value = value * POWERS[(-power & 0xF) as usize];
    let large = -power >> 4;
    for (at, factor) in LARGE_POWERS.iter().enumerate() {
        if large >> at & 1 == 1 {
            steps += 1.0;
            value *= factor;
        }
    }
    (value, steps)
}

/// Adds one to the last digit. Returns 1 when that adds a leading digit.
fn bump(digits: &mut Vec<u8>) -> i32 {
    while digits.last() == Some(&9) {
        digits.pop();
    }
    match digits.last_mut() {
        Some(last) => {
            *last += 1;
            0
        }
        None => {
            digits.push(1);
            1
        }
    }
}
