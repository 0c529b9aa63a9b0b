//! Formats of plain directives, which most calls use: `%s`, `%5d`, `%-8s`, `%05d`, `%x`, `%.2f` of
//! texts and numbers of 64 bits.

use std::fmt::Write;

use crate::value::Value;
use rubycore::printf::{self, Spec};

/// Wider fields, and more digits, are left to [`super::sprintf`].
const WIDTH_MAX: usize = 200;

/// Formats by a format whose directives are all plain, and fit their values; `None` for any other
/// format, whether it is valid or not.
pub fn sprintf(format: &str, values: &[Value<'_>]) -> Option<String> {
    let mut out = String::with_capacity(format.len() + 16);
    let mut values = values.iter();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix('%') {
            out.push('%');
            rest = behind;
            continue;
        }
        let (spec, letter, len) = directive(rest.as_bytes())?;
        if !write(&spec, letter, *values.next()?, &mut out) {
            return None;
        }
        rest = &rest[len..];
    }
    out.push_str(rest);
    Some(out)
}

/// Returns flags, width, precision and letter of a directive, and its length.
fn directive(text: &[u8]) -> Option<(Spec, u8, usize)> {
    let mut spec = Spec::default();
    let mut at = 0;
    match text.first()? {
        b'-' => (spec.left, at) = (true, 1),
        b'0' => (spec.zero, at) = (true, 1),
        _ => {}
    }
    spec.width = number(text, &mut at)?;
    if text.get(at) == Some(&b'.') {
        at += 1;
        spec.precision = Some(number(text, &mut at)??);
    }
    Some((spec, *text.get(at)?, at + 1))
}

/// Parses the number at a position, if there is one; `None` if it is too large.
fn number(text: &[u8], at: &mut usize) -> Option<Option<usize>> {
    let mut number = None;
    while let Some(digit) = text.get(*at).filter(|c| c.is_ascii_digit()) {
        let more = number.unwrap_or(0) * 10 + usize::from(digit - b'0');
        number = Some(more).filter(|n| *n <= WIDTH_MAX);
        number?;
        *at += 1;
    }
    Some(number)
}

/// Writes a value by a directive. Returns true if the directive and the value are plain.
fn write(spec: &Spec, letter: u8, value: Value<'_>, out: &mut String) -> bool {
    let begin = out.len();
    match (letter, value) {
        (b's', Value::String(text)) if spec.precision.is_none() && !spec.zero => {
            out.push_str(text.as_str());
            pad(spec, begin, text.as_str().chars().count(), out);
        }
        (b's', Value::Integer(i)) if spec.precision.is_none() && !spec.zero => {
            let _ = write!(out, "{i}");
            pad(spec, begin, out.len() - begin, out);
        }
        (b'd' | b'i', Value::Integer(i)) if spec.precision.is_none() => {
            let _ = write!(out, "{i}");
            pad(spec, begin, out.len() - begin, out);
        }
        (b'x' | b'X' | b'o' | b'b' | b'B', Value::Integer(i))
            if spec.precision.is_none() && i >= 0 =>
        {
            let _ = match letter {
                b'x' => write!(out, "{i:x}"),
                b'X' => write!(out, "{i:X}"),
                b'b' | b'B' => write!(out, "{i:b}"),
                _ => write!(out, "{i:o}"),
            };
            pad(spec, begin, out.len() - begin, out);
        }
        (b'f', Value::Float(f)) => out.push_str(&printf::float(spec, f, 'f')),
        _ => return false,
    }
    true
}

/// Pads the text of `len` characters that begins at an offset to the width: with zeroes after a
/// sign, or spaces.
fn pad(spec: &Spec, begin: usize, len: usize, out: &mut String) {
    let Some(missing) = spec.width.and_then(|width| width.checked_sub(len)) else {
        return;
    };
    let (at, with) = match (spec.left, spec.zero) {
        (true, _) => (out.len(), ' '),
        (_, true) => (begin + usize::from(out[begin..].starts_with('-')), '0'),
        _ => (begin, ' '),
    };
    for _ in 0..missing {
        out.insert(at, with);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Heap;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        /// Checks that a plain format gives the same text as the full `sprintf`.
        #[test]
        fn plain_is_whole(
            format in prop::collection::vec("%[-0]?[0-9]{0,2}(\\.[0-9]{0,2})?[sdixXobBfeg%]|[a-ü%]", 0..5),
            numbers in prop::collection::vec(any::<i64>(), 5),
            floats in prop::collection::vec(-1e6f64..1e6, 5),
            texts in prop::collection::vec("[a-zü]{0,5}", 5),
            kinds in prop::collection::vec(0u8..3, 5),
        ) {
            let heap = Heap::new();
            let value = |at: usize| match kinds[at] {
                0 => Value::Integer(numbers[at] >> (at * 12)),
                1 => Value::Float(floats[at]),
                _ => Value::string(&heap, &texts[at]),
            };
            let values: Vec<Value<'_>> = (0..5).map(value).collect();
            let format = format.concat();
            if let Some(text) = sprintf(&format, &values) {
                prop_assert_eq!(Ok(text), super::super::sprintf::sprintf(&format, &values).map_err(|_| ()));
            }
        }
    }
}
