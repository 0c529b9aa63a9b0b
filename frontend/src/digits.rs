//! Owns the literals of numbers beyond the range of an Integer, as digits.

use std::fmt::Write;

use crate::ast::Radix;

impl Radix {
    /// Returns 10, 8 or 16.
    pub fn base(self) -> u32 {
        match self {
            Radix::Decimal => 10,
            Radix::Octal => 8,
            Radix::Hexadecimal => 16,
        }
    }
}

/// Returns the digits of a number in decimal.
pub fn to_decimal(digits: &str, radix: Radix) -> String {
    const BASE: u64 = 10u64.pow(18);
    let mut out = String::new();
    for (index, chunk) in chunks::<BASE>(digits, radix.base()).iter().enumerate() {
        let width = if index == 0 { 0 } else { 18 };
        // writing to a String cannot fail
        let _ = write!(out, "{chunk:0width$}");
    }
    out
}

/// Returns the digits of a number in hexadecimal, lower case.
pub(crate) fn to_hexadecimal(digits: &str, radix: Radix) -> String {
    let mut out = String::new();
    for (index, chunk) in chunks::<{ 1 << 60 }>(digits, radix.base())
        .iter()
        .enumerate()
    {
        let width = if index == 0 { 0 } else { 15 };
        let _ = write!(out, "{chunk:0width$x}");
    }
    out
}

/// Returns the number in a large base, the most significant digit first.
fn chunks<const BASE: u64>(digits: &str, base: u32) -> Vec<u64> {
    let mut chunks: Vec<u64> = vec![0];
    let mut push = |factor: u64, number: u64| {
        let mut carry = u128::from(number);
        for chunk in &mut chunks {
            let value = u128::from(*chunk) * u128::from(factor) + carry;
            *chunk = (value % u128::from(BASE)) as u64;
            carry = value / u128::from(BASE);
        }
        if carry > 0 {
            chunks.push(carry as u64);
        }
    };
    // as many digits at once as a chunk can hold
    let (mut factor, mut number) = (1, 0);
    for digit in digits.chars().filter_map(|d| d.to_digit(base)) {
        factor *= u64::from(base);
        number = number * u64::from(base) + u64::from(digit);
        if factor >= BASE / u64::from(base) {
            push(factor, number);
            (factor, number) = (1, 0);
        }
    }
    push(factor, number);
    chunks.reverse();
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_64_bits() {
        let hexadecimal = "1ffffffffffffffffffff";
        assert_eq!(
            to_decimal(hexadecimal, Radix::Hexadecimal),
            "2417851639229258349412351"
        );
        assert_eq!(
            to_hexadecimal("2417851639229258349412351", Radix::Decimal),
            hexadecimal
        );
        assert_eq!(
            to_hexadecimal("1000000000000000000000", Radix::Octal),
            "8000000000000000"
        );
    }
}
