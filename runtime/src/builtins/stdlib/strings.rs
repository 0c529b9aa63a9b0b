//! Implements functions on texts: cases, ends, escapes, conversions between texts, booleans and
//! numbers.

use num_bigint::BigInt;

use super::characters::Characters;
use super::{arrays, at_least, each_text, exactly, plain, text_of, to_s};
use crate::builtins::ruby;
use crate::cx::Cx;
use crate::error::{Res, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::value::Value;
use rubycore::case::swapped;
use rubycore::regexp;

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    plain!("bool2num", bool2num),
    plain!("num2bool", num2bool),
    plain!("dos2unix", dos2unix),
    plain!("unix2dos", unix2dos),
    plain!("squeeze", squeeze),
    plain!("swapcase", swapcase),
    plain!("reverse", reverse),
    plain!("regexpescape", regexpescape),
    plain!("uriescape", uriescape),
    plain!("convert_base", convert_base),
    plain!("to_bytes", to_bytes),
    plain!("shell_join", shell_join),
    plain!("shell_split", shell_split),
    Builtin {
        name: "shell_escape",
        dispatches: &[dispatch(&["Any str"], shell_escape)],
    },
    Builtin {
        name: "stdlib::shell_escape",
        dispatches: &[dispatch(&["Any str"], shell_escape)],
    },
    Builtin {
        name: "batch_escape",
        dispatches: &[dispatch(&["Any string"], batch_escape)],
    },
    Builtin {
        name: "stdlib::batch_escape",
        dispatches: &[dispatch(&["Any string"], batch_escape)],
    },
    Builtin {
        name: "powershell_escape",
        dispatches: &[dispatch(&["Any string"], powershell_escape)],
    },
    Builtin {
        name: "stdlib::powershell_escape",
        dispatches: &[dispatch(&["Any string"], powershell_escape)],
    },
    Builtin {
        name: "stdlib::extname",
        dispatches: &[dispatch(&["String filename"], extname)],
    },
    Builtin {
        name: "stdlib::start_with",
        dispatches: &[dispatch(
            &[
                "String test_string",
                "Variant[String[1], Array[String[1], 1]] prefixes",
            ],
            |_, args| ends(args, |text, end| text.starts_with(end)),
        )],
    },
    Builtin {
        name: "stdlib::end_with",
        dispatches: &[dispatch(
            &[
                "String test_string",
                "Variant[String[1], Array[String[1], 1]] suffixes",
            ],
            |_, args| ends(args, |text, end| text.ends_with(end)),
        )],
    },
    Builtin {
        name: "stdlib::xml_encode",
        dispatches: &[dispatch(
            &["String str", "?Enum['text','attr'] type"],
            xml_encode,
        )],
    },
];

fn bool2num<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("bool2num", args, 1)?;
    let value = cx.call_function("str2bool", &args[..1], None)?;
    Ok(Value::Integer(i64::from(value.is_truthy())))
}

/// Returns true if a number, without its fraction, is positive.
pub(super) fn num2bool<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("num2bool", args, 1)?;
    let number = match args[0] {
        Value::Integer(i) => i as f64,
        Value::Float(f) => f,
        Value::String(text) => match ruby::parse_float(text.as_str()) {
            Some(number) => number,
            None => {
                let shown = ruby::inspect_bytes(&text);
                return refuse(format!(
                    "num2bool(): '{}' does not look like a number: invalid value for Float(): \
                     {shown}",
                    text.as_str()
                ));
            }
        },
        // `to_i` of a value that is not a number
        _ => 0.0,
    };
    match number.is_finite() {
        true => Ok(Value::Boolean(number.trunc() > 0.0)),
        false => refuse(if number < 0.0 {
            "-Infinity"
        } else {
            "Infinity"
        }),
    }
}

fn dos2unix<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("dos2unix", args, 1)?;
    match args[0].as_str() {
        Some(text) => Ok(Value::string(cx.heap, &text.replace("\r\n", "\n"))),
        None => refuse("dos2unix(): Requires string as argument"),
    }
}

fn unix2dos<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("unix2dos", args, 1)?;
    match args[0].as_str() {
        Some(text) => {
            let mut lines = text.split('\n').peekable();
            let mut out = String::with_capacity(text.len());
            while let Some(line) = lines.next() {
                match lines.peek() {
                    Some(_) => out.extend([line.trim_end_matches('\r'), "\r\n"]),
                    None => out.push_str(line),
                }
            }
            Ok(Value::string(cx.heap, &out))
        }
        None => refuse("unix2dos(): Requires string as argument"),
    }
}

/// Replaces runs of one character by one; the second argument names the characters as `tr` does.
fn squeeze<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() || args.len() > 2 {
        let given = args.len();
        return refuse(format!(
            "squeeze(): Wrong number of arguments given {given} for 2 or 1"
        ));
    }
    let wrong = match args[0] {
        Value::String(_) => None,
        Value::Array(array) => array.iter().find(|item| item.as_str().is_none()),
        other => Some(other),
    };
    // the set is examined with the first text
    let first = match args[0] {
        Value::Array(array) => array.get(0),
        other => Some(other),
    };
    let set = match first {
        Some(Value::String(_)) => args.get(1).map(|set| text_of(*set)).transpose()?,
        _ => None,
    };
    if let Some(wrong) = wrong {
        return Err(ruby::no_method("squeeze", wrong));
    }
    let set = set.map(Characters::of).transpose()?;
    each_text(cx, "squeeze", args[0], |text| {
        let mut out = String::with_capacity(text.len());
        let mut last = None;
        for c in text.chars() {
            let squeezed = last == Some(c) && set.as_ref().is_none_or(|set| set.has(c));
            if !squeezed {
                out.push(c);
            }
            last = Some(c);
        }
        out
    })
}

fn swapcase<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("swapcase", args, 1)?;
    each_text(cx, "swapcase", args[0], |text| {
        let mut out = String::with_capacity(text.len());
        text.chars().for_each(|letter| swapped(letter, &mut out));
        out
    })
}

fn reverse<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("reverse", args, 1)?;
    match args[0] {
        Value::Array(array) => {
            let items: Vec<Value<'h>> = array.iter().rev().collect();
            Ok(Value::array(cx.heap, &items))
        }
        other => each_text(cx, "reverse", other, |text| text.chars().rev().collect()),
    }
}

fn regexpescape<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("regexpescape", args, 1)?;
    each_text(cx, "regexpescape", args[0], regexp::escape)
}

/// Escapes bytes that are illegal in a URI as `%20`.
fn uriescape<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("uriescape", args, 1)?;
    each_text(cx, "uriescape", args[0], |text| {
        let mut out = String::with_capacity(text.len());
        for byte in text.bytes() {
            match byte {
                b if b.is_ascii_alphanumeric() => out.push(b as char),
                b if b"-_.!~*'();/?:@&=+$,[]".contains(&b) => out.push(b as char),
                b => out.push_str(&format!("%{b:02X}")),
            }
        }
        out
    })
}

fn convert_base<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("convert_base", args, 2)?;
    let integer = |value: Value<'h>| match value {
        Value::Integer(i) => Some(BigInt::from(i)),
        Value::String(text) if arrays::has_whole_line(text.as_str()) => {
            Some(ruby::to_whole(text.as_str()))
        }
        _ => None,
    };
    let wrong = "convert_base(): First argument must be an integer or a string corresponding to \
                 an integer in base 10";
    if !matches!(args[0], Value::Integer(_) | Value::String(_)) {
        return refuse("convert_base(): First argument must be either a string or an integer");
    }
    if !matches!(args[1], Value::Integer(_) | Value::String(_)) {
        return refuse("convert_base(): Second argument must be either a string or an integer");
    }
    let (Some(number), Some(base)) = (integer(args[0]), integer(args[1])) else {
        return refuse(wrong);
    };
    match u32::try_from(base) {
        Ok(base @ 2..=36) => Ok(Value::string(cx.heap, &number.to_str_radix(base))),
        _ => refuse("convert_base(): base must be at least 2 and must not be greater than 36"),
    }
}

/// Converts `1.5M` to a number of bytes.
fn to_bytes<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("to_bytes", args, 1)?;
    let text = match args[0] {
        Value::Integer(_) | Value::Float(_) => return Ok(args[0]),
        Value::Default => "default",
        other => text_of(other)?,
    };
    let value: f64 = text[..ruby::float_length(text)].parse().unwrap_or(0.0);
    let digit = |c: char| c.is_ascii_digit() || ".e+-".contains(c);
    let unit = text.trim_start_matches(digit).trim();
    let power = match unit.chars().next() {
        None => 0,
        Some('b' | 'B') => 0,
        Some('k') => 1,
        Some('M') => 2,
        Some('G') => 3,
        Some('T') => 4,
        Some('P') => 5,
        Some('E') => 6,
        Some(other) => return refuse(format!("to_bytes(): Unknown prefix {other}")),
    };
    Ok(Value::Integer((value * 1024f64.powi(power)) as i64))
}

/// Escapes a word for a POSIX shell.
fn escaped_word(word: &str) -> String {
    if word.is_empty() {
        return "''".to_owned();
    }
    let mut out = String::with_capacity(word.len() + 8);
    for c in word.chars() {
        match c {
            '\n' => out.push_str("'\n'"),
            c if c.is_ascii_alphanumeric() || "_-.,:+/@".contains(c) => out.push(c),
            c => out.extend(['\\', c]),
        }
    }
    out
}

fn shell_escape<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(Value::string(cx.heap, &escaped_word(&to_s(args[0]))))
}

fn shell_join<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("shell_join", args, 1)?;
    let Value::Array(words) = args[0] else {
        let shown = super::inspect(args[0]);
        return refuse(format!("First argument is not an Array: {shown}"));
    };
    let words: Vec<String> = words.iter().map(|w| escaped_word(&to_s(w))).collect();
    Ok(Value::string(cx.heap, &words.join(" ")))
}

/// Splits a command line into words like a POSIX shell.
fn shell_split<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("shell_split", args, 1)?;
    let line = to_s(args[0]);
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    let unmatched = || {
        let mut shown = String::new();
        rubycore::inspect::write(&line, &mut shown);
        refuse(format!("Unmatched quote: {shown}"))
    };
    while let Some(c) = chars.next() {
        match c {
            c if c.is_ascii_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => return unmatched(),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('"') => break,
                        Some('\\') => match chars.next() {
                            Some(c @ ('$' | '`' | '"' | '\\' | '\n')) => word.push(c),
                            Some(c) => word.extend(['\\', c]),
                            None => return unmatched(),
                        },
                        Some(c) => word.push(c),
                        None => return unmatched(),
                    }
                }
            }
            '\\' => word
                .get_or_insert_default()
                .push(chars.next().unwrap_or('\\')),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    let words: Vec<Value<'h>> = words.iter().map(|w| Value::string(cx.heap, w)).collect();
    Ok(Value::array(cx.heap, &words))
}

/// Escapes a text for the command prompt of Windows.
fn batch_escape<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let mut out = String::from("\"");
    for c in to_s(args[0]).chars() {
        match c {
            '"' => out.push_str("\"\""),
            '$' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push('"');
    Ok(Value::string(cx.heap, &out))
}

/// Escapes a text for PowerShell.
fn powershell_escape<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let mut out = String::new();
    for c in to_s(args[0]).chars() {
        match c {
            ' ' | '\'' | '`' | '|' | '\n' | '$' => out.extend(['`', c]),
            '"' => out.push_str("\\`\""),
            c => out.push(c),
        }
    }
    Ok(Value::string(cx.heap, &out))
}

fn extname<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let path = args[0].as_str().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = match name.rfind('.') {
        Some(at) if !name[..at].trim_start_matches('.').is_empty() => &name[at..],
        _ => "",
    };
    Ok(Value::string(cx.heap, extension))
}

fn ends<'h>(args: Args<'h, '_>, is: fn(&str, &str) -> bool) -> Res<'h> {
    let text = args[0].as_str().unwrap_or_default();
    let any = match args[1] {
        Value::Array(ends) => ends
            .iter()
            .filter_map(Value::as_str)
            .any(|end| is(text, end)),
        end => end.as_str().is_some_and(|end| is(text, end)),
    };
    Ok(Value::Boolean(any))
}

fn xml_encode<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let attribute = args.get(1).and_then(Value::as_str) == Some("attr");
    let mut out = String::new();
    for c in args[0].as_str().unwrap_or_default().chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' if attribute => out.push_str("&quot;"),
            '\'' if attribute => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    if attribute {
        out = format!("\"{out}\"");
    }
    Ok(Value::string(cx.heap, &out))
}
