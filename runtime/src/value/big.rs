//! Owns Integers beyond 64 bits, which conversions, data and `-` of the least Integer make.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;

use rubycore::big_integer;

use super::Value;
use crate::heap::Heap;

/// An integer beyond 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BigInteger<'h> {
    negative: bool,
    /// The magnitude, least digit first, without leading zeroes.
    digits: &'h [u32],
}

impl<'h> BigInteger<'h> {
    /// Returns the number for arithmetic.
    pub fn number(&self) -> BigInt {
        let sign = if self.negative {
            Sign::Minus
        } else {
            Sign::Plus
        };
        BigInt::from_slice(sign, self.digits)
    }

    /// Returns true if it is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns the nearest Float, which may be infinite.
    pub fn as_f64(&self) -> f64 {
        big_integer::float_of(&self.number())
    }

    /// Returns the nearest integer of 64 bits.
    pub fn clamped(&self) -> i64 {
        match self.negative {
            true => i64::MIN,
            false => i64::MAX,
        }
    }

    /// Returns the nearest integer of 128 bits.
    pub fn clamped_wide(&self) -> i128 {
        big_integer::wide_of(&self.number())
    }
}

impl PartialOrd for BigInteger<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for BigInteger<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitude = |a: &[u32], b: &[u32]| {
            a.len()
                .cmp(&b.len())
                .then_with(|| a.iter().rev().cmp(b.iter().rev()))
        };
        match (self.negative, other.negative) {
            (false, false) => magnitude(self.digits, other.digits),
            (true, true) => magnitude(other.digits, self.digits),
            (negative, _) => match negative {
                true => Ordering::Less,
                false => Ordering::Greater,
            },
        }
    }
}

impl fmt::Display for BigInteger<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

/// An integer of any size, as it bounds the type `Integer`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whole<'h> {
    /// Of 64 bits.
    Small(i64),
    /// An integer beyond 64 bits.
    Big(&'h BigInteger<'h>),
}

impl<'h> Whole<'h> {
    /// Returns the integer of a value.
    pub fn of(value: Value<'h>) -> Option<Whole<'h>> {
        match value {
            Value::Integer(i) => Some(Whole::Small(i)),
            Value::BigInteger(big) => Some(Whole::Big(big)),
            _ => None,
        }
    }

    /// Converts the integer to a value.
    pub fn value(self) -> Value<'h> {
        match self {
            Whole::Small(i) => Value::Integer(i),
            Whole::Big(big) => Value::BigInteger(big),
        }
    }

    /// Returns the number for arithmetic.
    pub fn number(self) -> BigInt {
        match self {
            Whole::Small(i) => BigInt::from(i),
            Whole::Big(big) => big.number(),
        }
    }

    /// Returns the nearest integer of 64 bits.
    pub fn clamped(self) -> i64 {
        match self {
            Whole::Small(i) => i,
            Whole::Big(big) => big.clamped(),
        }
    }

    /// Returns the nearest Float, which may be infinite.
    pub fn as_f64(self) -> f64 {
        match self {
            Whole::Small(i) => i as f64,
            Whole::Big(big) => big.as_f64(),
        }
    }

    /// Compares it with a Float; `None` for NaN.
    pub fn order_to(self, f: f64) -> Option<Ordering> {
        if let Whole::Small(small) = self {
            return order_mixed(small, f);
        }
        if f.is_infinite() {
            return 0.0.partial_cmp(&f);
        }
        let whole = BigInt::from_f64(f)?;
        let fraction = f - f.trunc();
        Some(
            self.number()
                .cmp(&whole)
                .then_with(|| 0.0_f64.total_cmp(&(fraction + 0.0))),
        )
    }
}

/// Compares an Integer and a Float exactly; `None` for NaN.
pub fn order_mixed(a: i64, b: f64) -> Option<Ordering> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match b {
        _ if b.is_nan() => None,
        _ if b >= LIMIT => Some(Ordering::Less),
        _ if b < -LIMIT => Some(Ordering::Greater),
        _ => {
            let whole = b.floor();
            let fraction = if b > whole {
                Ordering::Less
            } else {
                Ordering::Equal
            };
            Some(a.cmp(&(whole as i64)).then(fraction))
        }
    }
}

impl PartialOrd for Whole<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Whole<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let beside_small = |big: &BigInteger<'_>| match big.negative {
            true => Ordering::Less,
            false => Ordering::Greater,
        };
        match (self, other) {
            (Whole::Small(a), Whole::Small(b)) => a.cmp(b),
            (Whole::Big(a), Whole::Big(b)) => a.cmp(b),
            (Whole::Big(a), Whole::Small(_)) => beside_small(a),
            (Whole::Small(_), Whole::Big(b)) => beside_small(b).reverse(),
        }
    }
}

impl fmt::Display for Whole<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whole::Small(i) => fmt::Display::fmt(i, f),
            Whole::Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl<'h> Value<'h> {
    /// Makes an Integer of any size.
    pub fn whole(heap: &'h Heap, number: &BigInt) -> Value<'h> {
        match i64::try_from(number) {
            Ok(i) => Value::Integer(i),
            Err(_) => Value::BigInteger(heap.alloc(BigInteger {
                negative: number.sign() == Sign::Minus,
                digits: heap.slice(&number.magnitude().to_u32_digits()),
            })),
        }
    }

    /// Makes an Integer of decimal digits, which may have a sign; 0 for anything else.
    pub fn of_digits(heap: &'h Heap, digits: &str) -> Value<'h> {
        let number: BigInt = digits.parse().unwrap_or_default();
        Value::whole(heap, &number)
    }

    /// Returns a finite Float without its fraction as an Integer.
    pub fn truncated(heap: &'h Heap, f: f64) -> Option<Value<'h>> {
        // 2^63 is the first value that does not fit
        match (-(2f64.powi(63))..2f64.powi(63)).contains(&f) {
            true => Some(Value::Integer(f as i64)),
            false => BigInt::from_f64(f).map(|number| Value::whole(heap, &number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_more_than_64_bits_is_big() {
        let heap = Heap::new();
        for (digits, big) in [
            ("9223372036854775807", false),
            ("9223372036854775808", true),
            ("-9223372036854775808", false),
            ("-9223372036854775809", true),
        ] {
            let value = Value::of_digits(&heap, digits);
            assert_eq!(matches!(value, Value::BigInteger(_)), big, "{digits}");
            assert_eq!(crate::text::interpolated(value), digits);
        }
    }

    #[test]
    fn integers_of_all_sizes_have_one_order() {
        let heap = Heap::new();
        let sorted = [
            "-36893488147419103232",
            "-18446744073709551617",
            "-18446744073709551616",
            "-5",
            "7",
            "18446744073709551616",
            "18446744073709551617",
        ];
        let whole = |digits| Whole::of(Value::of_digits(&heap, digits)).expect("an Integer");
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(whole(a).cmp(&whole(b)), i.cmp(&j), "{a} {b}");
            }
        }
        let power = 2f64.powi(64);
        let order = |digits, f| whole(digits).order_to(f);
        assert_eq!(order("18446744073709551616", power), Some(Ordering::Equal));
        assert_eq!(
            order("18446744073709551617", power),
            Some(Ordering::Greater)
        );
        assert_eq!(
            order("18446744073709551617", f64::INFINITY),
            Some(Ordering::Less)
        );
        assert_eq!(order("7", 7.5), Some(Ordering::Less));
        assert_eq!(order("-5", -5.5), Some(Ordering::Greater));
        assert_eq!(order("7", f64::NAN), None);
    }
}
