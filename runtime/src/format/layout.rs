//! Arrays and hashes: delimiters, separators, line breaks and indentation.

use super::map::{Converter, Format};
use super::value;
use crate::iterator;
use crate::value::{Array, Hash, Value};

/// Containers inside each other beyond this are an error.
const DEPTH_MAX: usize = 1000;

/// The text of an array, hash or iterator that stands `level` containers deep. Inside an array
/// (`breaks`) it begins on a line of its own when it or the array is laid out in lines.
///
/// # Errors
/// The text of the problem.
pub(super) fn container<'h>(
    converter: &Converter<'h>,
    value: Value<'h>,
    level: usize,
    breaks: bool,
) -> Result<String, String> {
    if level > DEPTH_MAX {
        return Err("stack level too deep".to_owned());
    }
    let value = match value {
        Value::Iterator(_) => {
            let items = iterator::all(converter.heap, value).unwrap_or_default();
            Value::array(converter.heap, &items)
        }
        _ => value,
    };
    let format = converter.format_of(value);
    let text = match value {
        Value::Hash(hash) => match format.letter {
            'a' => {
                let pairs = pairs(converter, hash);
                return container(converter, pairs, level, breaks);
            }
            'h' | 's' | 'p' => hash_text(converter, &format, hash, level)?,
            letter => return Err(value::illegal(letter, "Hash", "hasp")),
        },
        Value::Array(array) => match format.letter {
            'a' | 's' | 'p' => array_text(converter, &format, array, level)?,
            letter => return Err(value::illegal(letter, "Array", "asp")),
        },
        _ => String::new(),
    };
    match breaks && format.spec.alternate {
        true => Ok(format!("\n{}{text}", padding(level))),
        false => Ok(text),
    }
}

fn pairs<'h>(converter: &Converter<'h>, hash: &Hash<'h>) -> Value<'h> {
    let pair = |(key, value)| Value::array(converter.heap, &[key, value]);
    let pairs: Vec<Value<'h>> = hash.iter().map(pair).collect();
    Value::array(converter.heap, &pairs)
}

fn padding(level: usize) -> String {
    "  ".repeat(level)
}

fn delimiters(
    format: &Format<'_>,
    usual: (&'static str, &'static str),
) -> (&'static str, &'static str) {
    match format.delimiter {
        Some('[') => ("[", "]"),
        Some('{') => ("{", "}"),
        Some('(') => ("(", ")"),
        Some('<') => ("<", ">"),
        Some('|') => ("|", "|"),
        _ if format.spec.space => ("", ""),
        _ => usual,
    }
}

fn is_container(value: Value<'_>) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Iterator(_))
}

fn item<'h>(
    converter: &Converter<'h>,
    format: &Format<'h>,
    value: Value<'h>,
    level: usize,
) -> Result<String, String> {
    match is_container(value) {
        true => container(converter, value, level, false),
        false => value::convert(converter, &converter.inner_format(format, value), value),
    }
}

fn hash_text<'h>(
    converter: &Converter<'h>,
    format: &Format<'h>,
    hash: &Hash<'h>,
    level: usize,
) -> Result<String, String> {
    let (open, close) = delimiters(format, ("{", "}"));
    let separator = format.separator.unwrap_or(", ");
    let assoc = format.separator2.unwrap_or(" => ");
    let mut entries = Vec::with_capacity(hash.len());
    for (key, value) in hash.iter() {
        let key = item(converter, format, key, level + 1)?;
        let value = item(converter, format, value, level + 1)?;
        entries.push(format!("{key}{assoc}{value}"));
    }
    if !format.spec.alternate {
        return Ok(format!("{open}{}{close}", entries.join(separator)));
    }
    let inside = padding(level + 1);
    let separator = format!("{}\n{inside}", separator.trim_end());
    let entries = match entries.is_empty() {
        true => String::new(),
        false => inside + &entries.join(&separator),
    };
    Ok(format!("{open}\n{entries}\n{}{close}", padding(level)))
}

fn array_text<'h>(
    converter: &Converter<'h>,
    format: &Format<'h>,
    array: &Array<'h>,
    level: usize,
) -> Result<String, String> {
    let (open, close) = delimiters(format, ("[", "]"));
    let separator = format.separator.unwrap_or(", ");
    let alternate = format.spec.alternate;
    let mut items = Vec::with_capacity(array.len());
    for value in array.iter() {
        let text = item(converter, format, value, level + 1)?;
        // a container stands on its own line when it or this array is laid out in lines
        let own_line = is_container(value)
            && (alternate
                || converter
                    .format_of(as_array(converter, value))
                    .spec
                    .alternate);
        items.push((text, own_line));
    }
    let every_item = alternate && too_wide(format, &items);
    let line = format!("\n{}", padding(level + 1));
    let mut out = open.to_owned();
    let mut after_container = false;
    for (at, (text, own_line)) in items.iter().enumerate() {
        let breaks = *own_line || (alternate && after_container) || every_item;
        if at > 0 {
            out.push_str(if breaks {
                separator.trim_end()
            } else {
                separator
            });
        }
        match at {
            0 if !own_line && every_item => out.push(' '),
            _ if breaks => out.push_str(&line),
            _ => {}
        }
        out.push_str(text);
        after_container = *own_line;
    }
    out.push_str(close);
    Ok(out)
}

fn as_array<'h>(converter: &Converter<'h>, value: Value<'h>) -> Value<'h> {
    match value {
        Value::Iterator(_) => Value::array(converter.heap, &[]),
        _ => value,
    }
}

/// Whether some run of items that are no containers is longer than the width.
fn too_wide(format: &Format<'_>, items: &[(String, bool)]) -> bool {
    let Some(width) = format.spec.width else {
        return false;
    };
    let mut run = 0;
    items.iter().any(|(text, own_line)| {
        run = if *own_line {
            0
        } else {
            run + text.chars().count()
        };
        run > width
    })
}
