//! Implements the functions `versioncmp` and `shellquote`.

use std::cmp::Ordering;

use super::legacy;
use super::ruby;
use crate::cx::Cx;
use crate::error::Res;
use crate::function::{Args, Builtin, dispatch};
use crate::value::Value;

pub(super) const TABLE: &[Builtin] = &[
    Builtin {
        name: "versioncmp",
        dispatches: &[dispatch(
            &["String a", "String b", "?Boolean ignore_trailing_zeroes"],
            versioncmp,
        )],
    },
    legacy::function!("shellquote", shellquote),
];

fn versioncmp<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (a, b) = (
        args[0].as_str().unwrap_or_default(),
        args[1].as_str().unwrap_or_default(),
    );
    let order = match args.get(2).is_some_and(Value::is_truthy) {
        true => compare(&without_zeroes(a)?, &without_zeroes(b)?),
        false => compare(a, b),
    };
    Ok(Value::Integer(order as i64))
}

/// Removes trailing zeroes and dots from the part before the first hyphen.
///
/// # Errors
/// Fails when there is nothing but hyphens.
fn without_zeroes<'h>(version: &str) -> Res<'h, String> {
    if version.bytes().all(|byte| byte == b'-') {
        return Err(ruby::no_method("sub!", Value::Undef));
    }
    let (head, tail) = version.split_at(version.find('-').unwrap_or(version.len()));
    Ok(format!("{}{tail}", head.trim_end_matches(['.', '0'])))
}

/// Compares part by part: hyphens before dots before numbers and words.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (parts(a), parts(b));
    while let (Some(x), Some(y)) = (left.next(), right.next()) {
        if x == y {
            continue;
        }
        for separator in ["-", "."] {
            match (x == separator, y == separator) {
                (true, false) => return Ordering::Less,
                (false, true) => return Ordering::Greater,
                _ => {}
            }
        }
        let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        let padded = x.starts_with('0') || y.starts_with('0');
        return match number(x) && number(y) && !padded {
            // without leading zeroes the longer is the greater
            true => x.len().cmp(&y.len()).then_with(|| x.cmp(y)),
            false => x.to_uppercase().cmp(&y.to_uppercase()),
        };
    }
    a.cmp(b)
}

/// Splits a version into separators, runs of digits, and runs of anything else.
fn parts(version: &str) -> impl Iterator<Item = &str> {
    let mut rest = version;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first {
            '-' | '.' => 1,
            '0'..='9' => rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len()),
            _ => {
                let end = rest.find(|c: char| matches!(c, '-' | '.' | '0'..='9'));
                end.unwrap_or(rest.len())
            }
        };
        let (part, behind) = rest.split_at(end);
        rest = behind;
        Some(part)
    })
}

/// Quotes words for a shell, so that each stays one word without special characters.
fn shellquote<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let mut words: Vec<Value<'h>> = legacy::arguments(cx, args)?;
    words.reverse();
    let mut out = String::new();
    let mut first = true;
    while let Some(word) = words.pop() {
        let text = match word {
            Value::Array(inner) => {
                words.extend(inner.iter().rev());
                continue;
            }
            Value::String(text) => text.as_str(),
            other @ Value::Hash(_) => return Err(ruby::no_conversion(other, "String")),
            Value::Type(ty) if ruby::is_reference(ty) => {
                return Err(ruby::no_conversion(word, "String"));
            }
            Value::Default => return Err(ruby::no_method("count", word)),
            other => return Err(ruby::no_method("length", other)),
        };
        if !std::mem::take(&mut first) {
            out.push(' ');
        }
        quote(text, &mut out);
    }
    Ok(Value::string(cx.heap, &out))
}

/// Writes a word: as it is, in double quotes, in single quotes, or with backslashes.
pub(super) fn quote(word: &str, out: &mut String) {
    let safe = |c: char| c.is_ascii_alphanumeric() || "@%_+=:,./-".contains(c);
    let dangerous = |c: char| "!\"`$\\".contains(c);
    if !word.is_empty() && word.chars().all(safe) {
        out.push_str(word);
    } else if !word.contains(dangerous) {
        out.extend(["\"", word, "\""]);
    } else if !word.contains('\'') {
        out.extend(["'", word, "'"]);
    } else {
        out.push('"');
        for c in word.chars() {
            if dangerous(c) {
                out.push('\\');
            }
            out.push(c);
        }
        out.push('"');
    }
}
