//! Writes numbers in the forms of C's and Ruby's `printf`.

mod rounding;

use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;

use crate::big_integer;
use rounding::{Count, quick};

/// The flags, width and precision between `%` and the directive's letter.
#[derive(Clone, Copy, Default, Debug)]
pub struct Spec {
    /// `#`
    pub alternate: bool,
    /// `+`
    pub plus: bool,
    /// a blank
    pub space: bool,
    /// `-`
    pub left: bool,
    /// `0`
    pub zero: bool,
    /// The least number of characters.
    pub width: Option<usize>,
    /// The number after the point.
    pub precision: Option<usize>,
}

impl Spec {
    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// Puts a text into the width, with blanks.
    pub fn pad(&self, text: &str) -> String {
        let missing = self.width.unwrap_or(0).saturating_sub(text.chars().count());
        let blanks = " ".repeat(missing);
        match self.left {
            true => format!("{text}{blanks}"),
            false => format!("{blanks}{text}"),
        }
    }

    /// Formats a text: at most `precision` characters in at least `width`.
    pub fn text(&self, text: &str) -> String {
        match self.precision {
            Some(count) => self.pad(&text.chars().take(count).collect::<String>()),
            None => self.pad(text),
        }
    }

    /// Puts a number together from its sign and prefix and its digits.
    fn number(&self, before: &str, digits: &str, zero: bool) -> String {
        let len = before.len() + digits.len();
        let missing = self.width.unwrap_or(0).saturating_sub(len);
        if zero && !self.left {
            return format!("{before}{}{digits}", "0".repeat(missing));
        }
        self.pad(&format!("{before}{digits}"))
    }
}

/// Formats an integer; `letter` is one of `d i u o x X b B`.
pub fn integer(spec: &Spec, value: i128, letter: char) -> String {
    whole(spec, &Digits::Wide(value), letter)
}

/// Formats an integer of any size; `letter` is one of `d i u o x X b B`.
pub fn big(spec: &Spec, value: BigInt, letter: char) -> String {
    match i128::try_from(&value) {
        Ok(value) => integer(spec, value, letter),
        Err(_) => whole(spec, &Digits::Big(value), letter),
    }
}

/// Formats the whole part of a finite float with all its digits; `letter` is one of `d i u o x X b
/// B`.
pub fn whole_part(spec: &Spec, value: f64, letter: char) -> String {
    match BigInt::from_f64(value) {
        Some(number) if value.abs() >= 2f64.powi(126) => big(spec, number, letter),
        _ => integer(spec, value as i128, letter),
    }
}

/// The integer whose digits are written.
enum Digits {
    Wide(i128),
    Big(BigInt),
}

impl Digits {
    fn is_negative(&self) -> bool {
        match self {
            Digits::Wide(value) => *value < 0,
            Digits::Big(value) => value.sign() == Sign::Minus,
        }
    }

    fn is_zero(&self) -> bool {
        matches!(self, Digits::Wide(0))
    }

    /// Returns the digits of the absolute value in base ten.
    fn decimal(&self) -> String {
        match self {
            Digits::Wide(value) => value.unsigned_abs().to_string(),
            Digits::Big(value) => value.magnitude().to_string(),
        }
    }

    /// Returns the digits in a base of `2^bits`, with those of two's complement for a negative
    /// value on request.
    fn digits(&self, bits: u32, complement: bool) -> String {
        match (self, complement) {
            (Digits::Wide(value), true) => complement_digits(*value, bits),
            (Digits::Wide(value), false) => plain_digits(value.unsigned_abs(), bits),
            (Digits::Big(value), true) => big_integer::complement_digits(value, 1 << bits),
            (Digits::Big(value), false) => value.magnitude().to_str_radix(1 << bits),
        }
    }
}

fn whole(spec: &Spec, value: &Digits, letter: char) -> String {
    let (negative, zero) = (value.is_negative(), value.is_zero());
    let (bits, prefix) = match letter {
        'o' => (3, "0"),
        'x' => (4, "0x"),
        'X' => (4, "0X"),
        'b' => (1, "0b"),
        'B' => (1, "0B"),
        _ => return decimal(spec, value),
    };
    let complement = negative && !spec.plus && !spec.space;
    let mut digits = value.digits(bits, complement);
    if letter == 'X' {
        digits.make_ascii_uppercase();
    }
    let mut prefix = if spec.alternate && !zero { prefix } else { "" };
    if prefix == "0" {
        // a leading zero among the digits will do
        let enough = spec.precision.is_some_and(|p| p > digits.len());
        if complement || enough {
            prefix = "";
        }
    }
    if zero && spec.precision == Some(0) {
        digits = if spec.alternate && letter == 'o' {
            "0".to_owned()
        } else {
            String::new()
        };
    }
    if complement {
        return dotted(spec, prefix, &digits);
    }
    let before = format!("{}{prefix}", spec.sign(negative));
    match spec.precision {
        Some(precision) => {
            let zeroes =
                "0".repeat(precision.saturating_sub(digits.len() + usize::from(prefix == "0")));
            spec.number(&before, &format!("{zeroes}{digits}"), false)
        }
        None => spec.number(&before, &digits, spec.zero),
    }
}

fn decimal(spec: &Spec, value: &Digits) -> String {
    let mut digits = value.decimal();
    let sign = spec.sign(value.is_negative());
    let Some(precision) = spec.precision else {
        return spec.number(sign, &digits, spec.zero);
    };
    if value.is_zero() && precision == 0 {
        digits.clear();
    }
    let zeroes = "0".repeat(precision.saturating_sub(digits.len()));
    spec.number(sign, &format!("{zeroes}{digits}"), false)
}

fn plain_digits(mut value: u128, bits: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((value & ((1 << bits) - 1)) as u32, 16).unwrap_or('0'));
        value >>= bits;
        if value == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

/// Returns the digits of a negative number in two's complement, with one of the endless leading
/// digits.
fn complement_digits(mut value: i128, bits: u32) -> String {
    let mask = (1i128 << bits) - 1;
    let mut digits = Vec::new();
    while value != -1 {
        digits.push(char::from_digit((value & mask) as u32, 16).unwrap_or('0'));
        value >>= bits;
    }
    digits.push(char::from_digit(mask as u32, 16).unwrap_or('1'));
    digits.iter().rev().collect()
}

/// Returns digits in two's complement after `..`, padded with the leading digit instead of zeroes.
fn dotted(spec: &Spec, prefix: &str, digits: &str) -> String {
    let fill = digits.chars().next().unwrap_or('1');
    let target = match (spec.precision, spec.zero && !spec.left) {
        (Some(precision), _) => precision,
        (None, true) => spec.width.unwrap_or(0).saturating_sub(prefix.len()),
        _ => 0,
    };
    let missing = target.saturating_sub(digits.len() + 2);
    let filled: String = std::iter::repeat_n(fill, missing)
        .chain(digits.chars())
        .collect();
    spec.pad(&format!("{prefix}..{filled}"))
}

/// Formats a float; `letter` is one of `f e E g G a A`.
pub fn float(spec: &Spec, value: f64, letter: char) -> String {
    if !value.is_finite() {
        let text = if value.is_nan() { "NaN" } else { "Inf" };
        return spec.pad(&format!("{}{text}", spec.sign(value < 0.0)));
    }
    let sign = spec.sign(value.is_sign_negative());
    let value = value.abs();
    let mut digits = match letter {
        'f' => fixed(value, spec.precision.unwrap_or(6), spec.alternate),
        'e' | 'E' => exponential(value, spec.precision.unwrap_or(6), spec.alternate),
        'g' | 'G' => general(value, spec.precision.unwrap_or(6), spec.alternate),
        _ => {
            let digits = hexadecimal(value, spec.precision, spec.alternate);
            let text = match letter {
                'A' => spec.number(&format!("{sign}0X"), &digits.to_uppercase(), spec.zero),
                _ => spec.number(&format!("{sign}0x"), &digits, spec.zero),
            };
            return text;
        }
    };
    if letter.is_ascii_uppercase() {
        digits.make_ascii_uppercase();
    }
    spec.number(sign, &digits, spec.zero)
}

/// The greatest number of digits that are written after a point.
const PRECISION_MAX: usize = i32::MAX as usize - 2;

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let precision = precision.min(PRECISION_MAX);
    let mut text = match quick(value, Count::Behind(precision as i32)) {
        Some((digits, power)) => placed(&digits, power, precision),
        None => zeroes_after(precision, |precision| format!("{value:.precision$}")),
    };
    if point && precision == 0 {
        text.push('.');
    }
    text
}

/// Places the decimal point among digits of which the first has the weight `10^power`, with
/// `precision` digits after the point.
fn placed(digits: &[u8], power: i32, precision: usize) -> String {
    let digit = |place: i32| {
        let at = usize::try_from(power - place).ok();
        char::from(b'0' + at.and_then(|at| digits.get(at)).copied().unwrap_or(0))
    };
    let mut text: String = (0..=power.max(0)).rev().map(digit).collect();
    if precision > 0 {
        text.push('.');
        text.extend((1..=precision as i32).map(|after| digit(-after)));
    }
    text
}

/// Formats with a precision that the standard library does not support. The remaining digits are
/// zeroes.
fn zeroes_after(precision: usize, make: impl Fn(usize) -> String) -> String {
    const EXACT: usize = 1100;
    let mut text = make(precision.min(EXACT));
    text.extend(std::iter::repeat_n('0', precision.saturating_sub(EXACT)));
    text
}

/// Returns digits and exponent of a number in scientific form with `precision` digits after the
/// point.
fn scientific(value: f64, precision: usize) -> (String, i32) {
    let precision = precision.min(PRECISION_MAX);
    if let Some((digits, power)) = quick(value, Count::Digits(precision as i32 + 1)) {
        return (placed(&digits, 0, precision), power);
    }
    let text = format!("{value:.*e}", precision.min(1100));
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits = digits.to_owned();
    digits.extend(std::iter::repeat_n('0', precision.saturating_sub(1100)));
    (digits, exponent.parse().unwrap_or(0))
}

fn exponent_text(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("e{sign}{:02}", exponent.abs())
}

fn exponential(value: f64, precision: usize, point: bool) -> String {
    let (digits, exponent) = scientific(value, precision);
    let point = if point && precision == 0 { "." } else { "" };
    format!("{digits}{point}{}", exponent_text(exponent))
}

fn general(value: f64, precision: usize, keep_zeroes: bool) -> String {
    let precision = precision.clamp(1, PRECISION_MAX);
    let (digits, exponent) = scientific(value, precision - 1);
    let (mut digits, tail) = if exponent < -4 || exponent >= precision as i32 {
        (digits, exponent_text(exponent))
    } else {
        let after = (precision as i32 - 1 - exponent).max(0) as usize;
        (fixed(value, after, false), String::new())
    };
    if keep_zeroes {
        if !digits.contains('.') {
            digits.push('.');
        }
    } else if digits.contains('.') && !keeps_zero(value, precision) {
        let kept = digits.trim_end_matches('0').trim_end_matches('.').len();
        digits.truncate(kept);
    }
    digits + &tail
}

/// Returns true if the last of some digits is a zero that stays.
fn keeps_zero(value: f64, digits: usize) -> bool {
    quick(value, Count::Digits(digits as i32))
        .is_some_and(|(made, _)| made.len() == digits && digits > 1 && made.last() == Some(&0))
}

/// Formats a float without its sign in hexadecimal, without `0x`.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    const DIGITS: u32 = 13;
    let bits = value.to_bits();
    let mut exponent = ((bits >> 52) & 0x7FF) as i32;
    let mut mantissa = bits & ((1 << 52) - 1);
    if value == 0.0 {
        exponent = 0;
    } else if exponent == 0 {
        // subnormal numbers are normalized
        exponent = -1022;
        while mantissa & (1 << 52) == 0 {
            mantissa <<= 1;
            exponent -= 1;
        }
    } else {
        mantissa |= 1 << 52;
        exponent -= 1023;
    }
    let shown = match precision {
        Some(precision) if precision < DIGITS as usize => {
            let dropped = (DIGITS - precision as u32) * 4;
            let half = 1u64 << (dropped - 1);
            let rest = mantissa & ((1 << dropped) - 1);
            let odd = (mantissa >> dropped) & 1 == 1;
            mantissa >>= dropped;
            if rest > half || (rest == half && odd) {
                mantissa += 1;
            }
            mantissa <<= dropped;
            if mantissa >> 53 != 0 {
                mantissa >>= 1;
                exponent += 1;
            }
            precision
        }
        Some(precision) => precision.min(PRECISION_MAX),
        None => {
            let used = mantissa.trailing_zeros().min(52);
            (52 - used).div_ceil(4) as usize
        }
    };
    let lead = mantissa >> 52;
    let after = format!("{:013x}", mantissa & ((1 << 52) - 1));
    let mut text = lead.to_string();
    if shown > 0 || point {
        text.push('.');
    }
    text.extend(after.chars().chain(std::iter::repeat('0')).take(shown));
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{text}p{sign}{}", exponent.abs())
}
