//! `scanf`: values read from a text by a format.

use super::ruby;
use crate::cx::Cx;
use crate::error::Res;
use crate::function::{Args, Builtin, dispatch};
use crate::value::Value;

pub(super) const TABLE: &[Builtin] = &[Builtin {
    name: "scanf",
    dispatches: &[dispatch(
        &["String data", "String format", "&?Callable block"],
        scanf,
    )],
}];

fn scanf<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let data = args[0].as_str().unwrap_or_default();
    let format = args[1].as_str().unwrap_or_default();
    let found = scan(cx, data, format);
    let found = Value::array(cx.heap, &found);
    match args.block {
        Some(block) => cx.call_block(block, &[found]),
        None => Ok(found),
    }
}

/// `%5d`, `%*s`, `%[a-z]`
struct Directive {
    width: usize,
    skipped: bool,
    kind: char,
    /// The members of `%[...]`, and whether it means all others.
    set: (Vec<(char, char)>, bool),
}

/// Reads until something does not fit; gives what was read.
fn scan<'h>(cx: &Cx<'h>, data: &str, format: &str) -> Vec<Value<'h>> {
    let mut found = Vec::new();
    let mut data = data;
    let mut format = format;
    while let Some(c) = format.chars().next() {
        if c.is_ascii_whitespace() {
            format = format.trim_start();
            data = data.trim_start();
        } else if c != '%' || format.starts_with("%%") {
            let literal = if c == '%' {
                "%"
            } else {
                &format[..c.len_utf8()]
            };
            match data.strip_prefix(literal) {
                Some(rest) => data = rest,
                None => break,
            }
            format = &format[if c == '%' { 2 } else { c.len_utf8() }..];
        } else {
            let Some((directive, rest)) = directive(&format[1..]) else {
                break;
            };
            format = rest;
            let Some((value, rest)) = read(cx, &directive, data) else {
                break;
            };
            data = rest;
            if !directive.skipped {
                found.push(value);
            }
        }
    }
    found
}

fn directive(format: &str) -> Option<(Directive, &str)> {
    let (format, skipped) = match format.strip_prefix('*') {
        Some(rest) => (rest, true),
        None => (format, false),
    };
    let digits = format.bytes().take_while(u8::is_ascii_digit).count();
    let width = format[..digits].parse().unwrap_or(usize::MAX);
    let format = format[digits..].trim_start_matches(['l', 'h', 'L']);
    let kind = format.chars().next()?;
    let mut rest = &format[kind.len_utf8()..];
    let mut set = (Vec::new(), false);
    if kind == '[' {
        if let Some(members) = rest.strip_prefix('^') {
            (rest, set.1) = (members, true);
        }
        // a bracket right at the beginning is a member
        let first = rest.chars().next()?.len_utf8();
        let end = first + rest[first..].find(']')?;
        let members: Vec<char> = rest[..end].chars().collect();
        let mut at = 0;
        while at < members.len() {
            if members.get(at + 1) == Some(&'-') && at + 2 < members.len() {
                set.0.push((members[at], members[at + 2]));
                at += 3;
            } else {
                set.0.push((members[at], members[at]));
                at += 1;
            }
        }
        rest = &rest[end + 1..];
    }
    let directive = Directive {
        width,
        skipped,
        kind,
        set,
    };
    Some((directive, rest))
}

/// One value and the data behind it.
fn read<'h, 'd>(cx: &Cx<'h>, directive: &Directive, data: &'d str) -> Option<(Value<'h>, &'d str)> {
    let kind = directive.kind;
    let data = match kind {
        'c' | '[' => data,
        _ => data.trim_start(),
    };
    let window = data
        .char_indices()
        .nth(directive.width)
        .map_or(data.len(), |(at, _)| at);
    let window = &data[..window];
    let length = match kind {
        'd' | 'u' => integer_length(window, 10),
        'x' | 'X' => integer_length(window, 16),
        'o' => integer_length(window, 8),
        'i' => integer_length(window, 0),
        'f' | 'g' | 'e' | 'a' | 'F' | 'G' | 'E' => ruby::float_length(window),
        's' => window
            .find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(window.len()),
        'c' => match directive.width {
            usize::MAX => window.chars().next()?.len_utf8(),
            _ => window.len(),
        },
        '[' => {
            let (members, others) = &directive.set;
            let is_member = |c: char| members.iter().any(|(a, b)| (*a..=*b).contains(&c));
            window
                .find(|c| is_member(c) == *others)
                .unwrap_or(window.len())
        }
        _ => return None,
    };
    let (text, rest) = data.split_at(length);
    if text.is_empty() {
        return None;
    }
    let value = match kind {
        'd' | 'u' => Value::Integer(integer(text, 10)?),
        'x' | 'X' => Value::Integer(integer(text, 16)?),
        'o' => Value::Integer(integer(text, 8)?),
        'i' => Value::Integer(integer(text, radix_of(text))?),
        's' | 'c' | '[' => Value::string(cx.heap, text),
        _ => Value::Float(text.parse().ok()?),
    };
    Some((value, rest))
}

fn radix_of(text: &str) -> u32 {
    let digits = text.trim_start_matches(['+', '-']);
    match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', _, ..] => 8,
        _ => 10,
    }
}

/// The length of an integer at the beginning; a radix of 0 stands for the one that it shows.
fn integer_length(text: &str, radix: u32) -> usize {
    let radix = if radix == 0 { radix_of(text) } else { radix };
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = &text[sign..];
    let prefix = match radix {
        16 if digits.starts_with("0x") || digits.starts_with("0X") => 2,
        _ => 0,
    };
    let count = digits[prefix..]
        .bytes()
        .take_while(|b| (*b as char).is_digit(radix))
        .count();
    match count {
        0 => 0,
        count => sign + prefix + count,
    }
}

fn integer(text: &str, radix: u32) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = match radix {
        16 => digits.trim_start_matches("0x").trim_start_matches("0X"),
        _ => digits,
    };
    let value = i64::from_str_radix(digits, radix).ok()?;
    Some(if negative { -value } else { value })
}
