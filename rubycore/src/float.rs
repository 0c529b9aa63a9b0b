//! Writes Floats as Ruby does, with the shortest digits. Of two texts that are equally short and
//! equally near, the even one is taken.

use std::fmt::Write;

/// The least number of digits of two texts that are equally near.
const DIGITS_MIN: usize = 16;
/// The greatest number of digits of a Float.
const DIGITS_MAX: usize = 800;

/// Writes a Float as Ruby does: shortest digits, an exponent when the point would be far away.
pub fn write(f: f64, out: &mut String) {
    if !f.is_finite() {
        out.push_str(match f {
            f if f.is_nan() => "NaN",
            f if f > 0.0 => "Infinity",
            _ => "-Infinity",
        });
        return;
    }
    // beyond 15 digits before the point only a Float with a fraction is written in full
    let whole = f.abs() >= 1e15 && f.fract() == 0.0;
    if f == 0.0 || (!whole && (1e-4..1e16).contains(&f.abs())) {
        let begin = out.len();
        let _ = write!(out, "{f:?}");
        if out.len() - begin > 16 {
            let mut digits = out.split_off(begin);
            settle(f, &mut digits);
            out.push_str(&digits);
        }
        return;
    }
    let text = shortest(f);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    out.push_str(digits);
    if !digits.contains('.') {
        out.push_str(".0");
    }
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    let _ = write!(out, "e{sign}{exponent:0>2}");
}

/// Returns the shortest digits that parse to the same Float, as `1.5e-7`.
pub fn shortest(value: f64) -> String {
    let text = format!("{value:e}");
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text;
    };
    let mut mantissa = mantissa.to_owned();
    match settle(value, &mut mantissa) {
        true => format!("{mantissa}e{exponent}"),
        false => text,
    }
}

/// Makes the last of the shortest digits even when the digit below it is equally near. Returns
/// whether the digits have changed.
pub fn settle(value: f64, digits: &mut String) -> bool {
    let last = match digits.as_bytes().last() {
        Some(digit @ b'0'..=b'9') if digit % 2 == 1 => *digit,
        _ => return false,
    };
    let significant = digits
        .bytes()
        .filter(u8::is_ascii_digit)
        .collect::<Vec<u8>>();
    let count = significant
        .iter()
        .skip_while(|&&digit| digit == b'0')
        .count();
    if count < DIGITS_MIN {
        return false;
    }
    let exact = format!("{value:.DIGITS_MAX$e}");
    let exact = exact.split('e').next().unwrap_or_default();
    let mut exact = exact.bytes().filter(u8::is_ascii_digit).skip(count - 1);
    let is_tie = exact.next() == Some(last - 1)
        && exact.next() == Some(b'5')
        && exact.all(|digit| digit == b'0');
    if is_tie {
        digits.pop();
        digits.push(char::from(last - 1));
    }
    is_tie
}

#[cfg(test)]
mod tests {
    use super::{shortest, write};

    #[test]
    fn exponents_begin_where_the_point_is_far_away() {
        let text = |f| {
            let mut out = String::new();
            write(f, &mut out);
            out
        };
        assert_eq!(text(1e20), "1.0e+20");
        assert_eq!(text(1e16), "1.0e+16");
        assert_eq!(text(1e15), "1.0e+15");
        assert_eq!(text(1234567890123456.7), "1234567890123456.8");
        assert_eq!(text(999999999999999.0), "999999999999999.0");
        assert_eq!(text(1e-5), "1.0e-05");
        assert_eq!(text(1e-4), "0.0001");
        assert_eq!(text(-0.0), "-0.0");
        assert_eq!(text(1.5e-107), "1.5e-107");
    }

    #[test]
    #[expect(
        clippy::excessive_precision,
        reason = "numbers between two shorter ones"
    )]
    fn ties_are_even() {
        for (value, text) in [
            (900_719_925_474_099.25, "9.007199254740992e14"),
            (-900_719_925_474_099.25, "-9.007199254740992e14"),
            (900_719_925_474_099.75, "9.007199254740998e14"),
            (562_949_953_421_312.187_5, "5.629499534213122e14"),
            (0.1, "1e-1"),
            (1e23, "1e23"),
            (5e-324, "5e-324"),
            (1.797_693_134_862_315_7e308, "1.7976931348623157e308"),
            (0.0, "0e0"),
        ] {
            assert_eq!(shortest(value), text);
        }
    }
}
