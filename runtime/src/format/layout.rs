//! Lays out arrays and hashes: delimiters, separators, line breaks and indentation.

use super::directive::{Format, illegal};
use super::map::Converter;
use super::{object_lines, value};
use crate::error::Fault;
use crate::iterator;
use crate::limits;
use crate::value::{Array, Hash, Value};

/// The depth up to which containers may be nested. Deeper ones are an error.
const DEPTH_MAX: usize = 1000;

/// Writes an array, hash or iterator that stands `level` containers deep.
///
/// # Errors
/// Returns the message.
pub(super) fn container<'h>(
    converter: &Converter<'h>,
    value: Value<'h>,
    level: usize,
) -> Result<String, Fault> {
    if level > DEPTH_MAX {
        return Err("stack level too deep".into());
    }
    let value = match value {
        Value::Iterator(_) => {
            let items = iterator::all(converter.heap, value).unwrap_or_default();
            Value::array(converter.heap, &items)
        }
        _ => value,
    };
    let format = converter.format_of(value);
    match value {
        Value::Hash(hash) => match format.letter {
            'a' => {
                let pairs = pairs(converter, hash);
                container(converter, pairs, level)
            }
            'h' | 's' | 'p' => hash_text(converter, &format, hash, level),
            letter => Err(illegal(letter, "Hash", "hasp")),
        },
        Value::Array(array) => match format.letter {
            'a' | 's' | 'p' => array_text(converter, &format, array, level),
            letter => Err(illegal(letter, "Array", "asp")),
        },
        _ => Ok(String::new()),
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
    in_lines: bool,
    level: usize,
) -> Result<String, Fault> {
    match value {
        // an iterator is written as an array, but does not count as a container for formats
        Value::Iterator(_) => container(&converter.inside(format), value, level),
        _ if is_container(value) => container(converter, value, level),
        _ => {
            let inner = converter.inner_format(format, value);
            match value {
                // an Object is treated like a container: formats for the contents of others do not
                // apply to it, except for those of Ruby
                Value::Object(object) => {
                    let format = match object.ty.name {
                        Some("Error") => inner,
                        _ => converter.format_of(value),
                    };
                    object_lines::object(&format, object, in_lines, level)
                }
                _ => value::convert(&inner, value),
            }
        }
    }
}

fn hash_text<'h>(
    converter: &Converter<'h>,
    format: &Format<'h>,
    hash: &Hash<'h>,
    level: usize,
) -> Result<String, Fault> {
    let (open, close) = delimiters(format, ("{", "}"));
    let separator = format.separator.unwrap_or(", ");
    let assoc = format.separator2.unwrap_or(" => ");
    let mut entries = Vec::with_capacity(hash.len());
    for (key, value) in hash.iter() {
        let key = item(converter, format, key, false, level + 1)?;
        let value = item(converter, format, value, false, level + 1)?;
        entries.push(format!("{key}{assoc}{value}"));
    }
    limits::shown(entries.iter().map(String::len).sum());
    if !format.spec.alternate {
        return Ok(format!("{open}{}{close}", entries.join(separator)));
    }
    let inside = padding(level + 1);
    let separator = format!("{}\n{inside}", separator.trim_end_matches([' ', '\t']));
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
) -> Result<String, Fault> {
    let (open, close) = delimiters(format, ("[", "]"));
    let separator = format.separator.unwrap_or(", ");
    let alternate = format.spec.alternate;
    let mut items = Vec::with_capacity(array.len());
    for value in array.iter() {
        let text = item(converter, format, value, alternate, level + 1)?;
        // a container is on its own line if it or this array is written in lines
        let shown_as = is_container(value).then(|| shown_as(converter, format, value));
        let own_line = shown_as.is_some_and(|(inner, _)| alternate || inner);
        let is_array = shown_as.is_some_and(|(_, is_array)| is_array);
        items.push(Item {
            own_line,
            // without delimiters, its first item has already begun a line
            begun: is_array && text.starts_with('\n'),
            text,
        });
    }
    let every_item = alternate && too_wide(format, &items);
    let line = format!("\n{}", padding(level + 1));
    let mut out = open.to_owned();
    let mut after_container = false;
    for (at, item) in items.iter().enumerate() {
        let breaks = item.own_line || (alternate && after_container) || every_item;
        if at > 0 {
            out.push_str(match breaks || item.begun {
                true if every_item => separator.trim_end_matches([' ', '\t']),
                true => separator.trim_end_matches(' '),
                false => separator,
            });
        }
        match at {
            0 if !item.own_line && every_item => out.push(' '),
            _ if breaks && !item.begun => out.push_str(&line),
            _ => {}
        }
        limits::shown(out.len() + item.text.len());
        out.push_str(&item.text);
        after_container = item.own_line;
    }
    out.push_str(close);
    Ok(out)
}

/// An item of an array.
struct Item {
    text: String,
    own_line: bool,
    begun: bool,
}

/// Returns two booleans: if a container is laid out in lines, and if it is shown as an array.
fn shown_as<'h>(converter: &Converter<'h>, outer: &Format<'h>, value: Value<'h>) -> (bool, bool) {
    let array = || Value::array(converter.heap, &[]);
    let format = match value {
        Value::Iterator(_) => converter.inside(outer).format_of(array()),
        _ => converter.format_of(value),
    };
    match (value, format.letter) {
        (Value::Hash(hash), 'a') => {
            let format = converter.format_of(pairs(converter, hash));
            (format.spec.alternate, true)
        }
        (Value::Hash(_), _) => (format.spec.alternate, false),
        _ => (format.spec.alternate, true),
    }
}

/// Returns true if some run of items that are not containers is longer than the width.
fn too_wide(format: &Format<'_>, items: &[Item]) -> bool {
    let Some(width) = format.spec.width else {
        return false;
    };
    let mut run = 0;
    items.iter().any(|item| {
        run = match item.own_line {
            true => 0,
            false => run + item.text.chars().count(),
        };
        run > width
    })
}
