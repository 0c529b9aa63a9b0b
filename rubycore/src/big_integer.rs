//! Converts Integers of any size: to the nearest Float, to smaller integers, and to digits.

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

/// Returns the nearest Float, which may be infinite.
pub fn float_of(number: &BigInt) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}

/// Returns the nearest integer of 128 bits.
pub fn wide_of(number: &BigInt) -> i128 {
    i128::try_from(number).unwrap_or(match number.sign() {
        Sign::Minus => i128::MIN,
        _ => i128::MAX,
    })
}

/// Parses digits of a radix; `None` for any other text.
pub fn read_digits(digits: &str, radix: u32) -> Option<BigInt> {
    let plain = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    plain
        .then(|| BigInt::parse_bytes(digits.as_bytes(), radix))
        .flatten()
}

/// Writes an integer beyond 64 bits as Ruby's `%x` shows it: in hexadecimal digits, a negative one by
/// the digits of its complement.
pub fn platform_hexadecimal(number: &BigInt) -> String {
    match number.sign() {
        Sign::Minus => format!("..{}", complement_digits(number, 16)),
        _ => number.to_str_radix(16),
    }
}

/// Returns the digits of a negative number's complement in a radix that is a power of two: the
/// significant ones, after one greatest digit.
pub fn complement_digits(number: &BigInt, radix: u32) -> String {
    let greatest = char::from_digit(radix - 1, radix).unwrap_or('1');
    // ~n has the digits that are taken from the greatest
    let inverse: BigInt = -number - 1;
    let digits = match inverse.sign() {
        Sign::NoSign => String::new(),
        _ => inverse.to_str_radix(radix),
    };
    let mut out = String::from(greatest);
    out.extend(digits.chars().filter_map(|c| {
        c.to_digit(radix)
            .and_then(|d| char::from_digit(radix - 1 - d, radix))
    }));
    // one greatest digit is enough
    let rest = out.trim_start_matches(greatest);
    format!("{greatest}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_ones_show_their_complement() {
        let shown = |digits: &str| platform_hexadecimal(&digits.parse().unwrap_or_default());
        assert_eq!(shown("-9223372036854775809"), "..f7fffffffffffffff");
        assert_eq!(shown("-18446744073709551616"), "..f0000000000000000");
        assert_eq!(shown("18446744073709551616"), "10000000000000000");
        assert_eq!(complement_digits(&(-1).into(), 16), "f");
    }
}
