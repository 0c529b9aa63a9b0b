//! Formats one value that is not a container.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use rubycore::case::Downcase;

use super::directive::{Format, illegal};
use super::object_lines;
use super::sprintf::{escaped, sprintf};
use crate::error::{Fault, Kind};
use crate::text;
use crate::value::{Binary, Value, Whole};
use rubycore::case::capital;
use rubycore::printf;

/// Writes a value in a format.
///
/// # Errors
/// Returns the message.
pub(super) fn convert<'h>(format: &Format<'h>, value: Value<'h>) -> Result<String, Fault> {
    if is_platforms(format, value) {
        no_delimiter(format)?;
    }
    match value {
        Value::Integer(i) => integer(format, Whole::Small(i)),
        Value::BigInteger(big) => integer(format, Whole::Big(big)),
        Value::Float(f) => float(format, f),
        Value::String(s) => string(format, s.as_str()),
        Value::Boolean(b) => boolean(format, b),
        Value::Undef => undef(format),
        Value::Default => default(format),
        Value::Regexp(r) => {
            let source = rubycore::regexp::text::plain(r.source()).into_owned();
            let shown = match (format.letter, format.spec.alternate) {
                ('s', true) => quoted(&source),
                ('s', false) => source,
                ('p', _) => text::program(value),
                (letter, _) => return Err(illegal(letter, "Regexp", "sp")),
            };
            Ok(format.spec.text(&shown))
        }
        Value::Type(_) => {
            let shown = text::interpolated(value);
            match (format.letter, format.spec.alternate) {
                ('s', true) => Ok(format.spec.text(&format!("\"{shown}\""))),
                ('s' | 'p', _) => Ok(format.spec.text(&shown)),
                (letter, _) => Err(illegal(letter, "Type", "sp")),
            }
        }
        Value::Binary(binary) => binary_text(format, binary),
        Value::Uri(uri) => match (format.letter, format.spec.alternate) {
            ('s', true) => Ok(format.spec.text(&quoted(uri.text))),
            ('s', false) => Ok(format.spec.text(uri.text)),
            ('p', _) => Ok(text::program(value)),
            (letter, _) => Err(illegal(letter, "URI", "sp")),
        },
        Value::Object(object) => object_lines::object(format, object, false, 0),
        // Ruby formats these, or fails to
        Value::Timespan(_)
        | Value::Timestamp(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Sensitive(_)
        | Value::Callable(_) => match (format.letter, value) {
            ('p', Value::Timespan(_) | Value::Timestamp(_)) => {
                Ok(format.spec.text(&text::program(value)))
            }
            _ => sprintf(&format.source, &[value]),
        },
        Value::Array(_) | Value::Hash(_) | Value::Iterator(_) => Ok(text::program(value)),
    }
}

/// Returns true if Ruby formats the value, whatever its format is.
fn is_platforms(format: &Format<'_>, value: Value<'_>) -> bool {
    match (value, format.letter) {
        (Value::Type(_) | Value::Regexp(_) | Value::Float(_), 's' | 'p') => true,
        (Value::Timespan(_) | Value::Timestamp(_), 'p') => true,
        (Value::Binary(_), letter) => "bButTsp".contains(letter),
        (Value::Integer(_) | Value::BigInteger(_), 's' | 'p' | 'c') => true,
        (Value::Uri(_) | Value::String(_), 's') => true,
        (Value::String(_), 'c' | 'C' | 'd' | 'u' | 't') => !format.spec.alternate,
        _ => false,
    }
}

/// Refuses an opening delimiter among the flags, like Ruby, which formats this kind of value.
///
/// # Errors
/// Returns the message.
fn no_delimiter(format: &Format<'_>) -> Result<(), Fault> {
    match format.delimiter {
        Some(_) => sprintf(&format.source, &[Value::Undef]).map(drop),
        None => Ok(()),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    text::quoted(text, &mut out);
    out
}

/// Writes a text in double quotes, whatever it contains.
fn doubly_quoted(text: &str) -> String {
    let mut out = String::new();
    text::doubly_quoted(text, &mut out);
    out
}

fn integer(format: &Format<'_>, value: Whole<'_>) -> Result<String, Fault> {
    let spec = &format.spec;
    Ok(match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' if format.delimiter.is_none() => match value {
            Whole::Small(value) => printf::integer(spec, i128::from(value), format.letter),
            Whole::Big(value) => printf::big(spec, value.number(), format.letter),
        },
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' if format.delimiter.is_none() => {
            printf::float(spec, value.as_f64(), format.letter)
        }
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            return sprintf(&format.source, &[value.value()]);
        }
        'p' => spec.text(&value.to_string()),
        's' if spec.alternate => spec.text(&format!("\"{value}\"")),
        's' => spec.text(&value.to_string()),
        'c' => {
            let Whole::Small(value) = value else {
                return Err(Fault::of(
                    Kind::Range,
                    "bignum too big to convert into `long'",
                ));
            };
            let c = u32::try_from(value).ok().and_then(char::from_u32);
            let c = c.ok_or("pack(U): value out of range")?;
            match spec.alternate {
                true => spec.text(&format!("\"{c}\"")),
                false => spec.text(&c.to_string()),
            }
        }
        letter => return Err(illegal(letter, "Integer", "dxXobBeEfgGaAspc")),
    })
}

fn float(format: &Format<'_>, value: f64) -> Result<String, Fault> {
    let spec = &format.spec;
    let shown = || text::interpolated(Value::Float(value));
    Ok(match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            return sprintf(&format.source, &[Value::Float(value)]);
        }
        'p' => spec.text(&shown()),
        's' if spec.alternate => spec.text(&format!("\"{}\"", shown())),
        's' => spec.text(&shown()),
        letter => return Err(illegal(letter, "Float", "dxXobBeEfgGaAsp")),
    })
}

fn string(format: &Format<'_>, value: &str) -> Result<String, Fault> {
    let spec = &format.spec;
    let changed = match format.letter {
        's' => return Ok(spec.text(value)),
        'p' if spec.alternate => return Ok(spec.text(&doubly_quoted(value))),
        'p' => return Ok(spec.text(&quoted(value))),
        'c' => capital(value),
        'C' => {
            let mut segments: Vec<String> = value.split("::").map(capital).collect();
            while segments.last().is_some_and(String::is_empty) {
                segments.pop();
            }
            segments.join("::")
        }
        'u' => value.to_uppercase(),
        'd' => value.downcase(),
        't' => value
            .trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0')
            .to_owned(),
        letter => return Err(illegal(letter, "String", "cCudspt")),
    };
    Ok(spec.text(&match spec.alternate {
        true => quoted(&changed),
        false => changed,
    }))
}

fn boolean(format: &Format<'_>, value: bool) -> Result<String, Fault> {
    let spec = &format.spec;
    let pick = |yes: &'static str, no: &'static str| if value { yes } else { no };
    let shown = match format.letter {
        't' => pick("true", "false"),
        'T' => pick("True", "False"),
        'y' => pick("yes", "no"),
        'Y' => pick("Yes", "No"),
        's' | 'p' => return Ok(spec.text(pick("true", "false"))),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
            return sprintf(&format.source, &[Value::Integer(i64::from(value))]);
        }
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            return sprintf(&format.source, &[Value::Float(f64::from(u8::from(value)))]);
        }
        letter => return Err(illegal(letter, "Boolean", "tTyYdxXobBeEfgGaAsp")),
    };
    Ok(spec.text(if spec.alternate { &shown[..1] } else { shown }))
}

fn undef(format: &Format<'_>) -> Result<String, Fault> {
    let pick = |usual: &'static str, alternate: &'static str| match format.spec.alternate {
        true => alternate,
        false => usual,
    };
    let shown = match format.letter {
        'n' => pick("nil", "null"),
        'u' => pick("undef", "undefined"),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => "NaN",
        'v' => "n/a",
        'V' => "N/A",
        's' => pick("", "\"\""),
        'p' => pick("undef", "\"undef\""),
        letter => return Err(illegal(letter, "Undef", "nudxXobBeEfgGaAvVsp")),
    };
    Ok(format.spec.text(shown))
}

fn default(format: &Format<'_>) -> Result<String, Fault> {
    let shown = match (format.letter, format.spec.alternate) {
        ('d' | 's' | 'p', false) => "default",
        ('d' | 's' | 'p', true) => "\"default\"",
        ('D', false) => "Default",
        ('D', true) => "\"Default\"",
        (letter, _) => return Err(illegal(letter, "Default", "dDsp")),
    };
    Ok(format.spec.text(shown))
}

fn binary_text(format: &Format<'_>, binary: &Binary<'_>) -> Result<String, Fault> {
    let spec = &format.spec;
    let shown = match format.letter {
        's' if spec.alternate => return Ok(spec.text(&escaped(binary.bytes))),
        's' => match std::str::from_utf8(binary.bytes) {
            Ok(text) => return Ok(spec.text(text)),
            Err(problem) => {
                let byte = binary.bytes[problem.valid_up_to()];
                return Err(format!("\"\\x{byte:02X}\" from ASCII-8BIT to UTF-8").into());
            }
        },
        'p' => {
            let shown = spec.text(&STANDARD.encode(binary.bytes));
            return Ok(format!("Binary(\"{shown}\")"));
        }
        'b' => in_lines(&STANDARD.encode(binary.bytes)),
        'B' => STANDARD.encode(binary.bytes),
        'u' => URL_SAFE.encode(binary.bytes),
        't' => "Binary".to_owned(),
        'T' => "BINARY".to_owned(),
        letter => return Err(illegal(letter, "Binary", "bButTsp")),
    };
    Ok(spec.text(&match spec.alternate {
        true => doubly_quoted(&shown),
        false => shown,
    }))
}

/// Lines of 60 characters.
fn in_lines(base64: &str) -> String {
    let mut out = String::with_capacity(base64.len() + base64.len() / 60 + 1);
    for (at, c) in base64.chars().enumerate() {
        if at > 0 && at % 60 == 0 {
            out.push('\n');
        }
        out.push(c);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}
