//! Writes values as text.
//!
//! There are three forms, all written without recursion however deeply a value is nested:
//! * [`interpolate`]: `"${value}"`, the logging functions, `%s` of `String.new` at the top level;
//! * [`program`]: as written in a program, `%p`;
//! * [`ruby`] and [`ruby_inspect`]: as written by Ruby, for some error messages and in `sprintf`,
//!   `join` and `fail`.
//!
//! This module knows no formats: they are in [`crate::format`].

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use rubycore::{float, inspect, regexp};

use crate::error::Error;
use crate::heap::Heap;
use crate::iterator;
use crate::limits::{self, Exceeded};
use crate::types::object::{Object, Platform};
use crate::types::{self, Type};
use crate::value::{Array, Hash, TextBuilder, Value, concat_plain};

/// The text of a Sensitive value.
pub const REDACTED: &str = "Sensitive [value redacted]";

/// Joins the texts of values, as string interpolation writes them, in one String: `"${a}b${c}"`.
pub fn concat<'h>(heap: &'h Heap, values: &[Value<'h>]) -> Value<'h> {
    if let [only @ Value::String(_)] = values {
        return *only;
    }
    if let Some(text) = concat_plain(heap, values, usize::MAX) {
        return Value::String(text);
    }
    let lengths = values.iter().map(|value| match value {
        Value::String(text) => text.len(),
        _ => 8,
    });
    let mut out = TextBuilder::new(heap, lengths.sum());
    let written = limits::guarded(|| {
        for &value in values {
            interpolate_into(value, &mut out);
        }
    });
    match written {
        Ok(()) => out.finish(),
        // the error is reported at the interpolation
        Err(Exceeded::Answer) => limits::refuse(Error {
            issue: limits::LIMIT,
            ..Error::plain(format!(
                "Error while evaluating an Expression in Interpolated String, {}",
                Exceeded::Answer.error().message
            ))
        }),
        Err(exceeded) => exceeded.raise(),
    }
}

/// Writes a value as string interpolation does, into the heap.
fn interpolate_into(value: Value<'_>, out: &mut TextBuilder<'_>) {
    match value {
        Value::String(text) => out.push_str(&text),
        Value::Integer(i) => out.push_integer(i),
        Value::Undef => {}
        _ => out.push_str(&interpolated(value)),
    }
}

/// Writes a value as string interpolation does.
pub fn interpolate(value: Value<'_>, out: &mut String) {
    match value {
        Value::String(s) => out.push_str(s.as_str()),
        _ => write(value, Form::Interpolated, out),
    }
}

/// Returns the text of a value as string interpolation writes it.
pub fn interpolated(value: Value<'_>) -> String {
    let mut out = String::new();
    interpolate(value, &mut out);
    out
}

/// Returns the text of a value as it would be written in a program (`%p`).
pub fn program(value: Value<'_>) -> String {
    let mut out = String::new();
    write_program(value, &mut out);
    out
}

/// Writes a value as it would be written in a program (`%p`).
fn write_program(value: Value<'_>, out: &mut String) {
    write(value, Form::Program, out);
}

/// Writes a value that is a part of a type, such as the default of an attribute.
pub fn write_parameter(value: Value<'_>, out: &mut String) {
    write(value, Form::Parameter, out);
}

/// Returns the text of the contents of an Object.
pub fn literal(value: Value<'_>) -> String {
    let mut out = String::new();
    write(value, Form::Literal, &mut out);
    out
}

/// Returns the text that Ruby's `to_s` makes. Arrays and hashes are written as by `inspect`.
pub fn ruby(value: Value<'_>) -> String {
    let mut out = String::new();
    match value {
        Value::Array(_) | Value::Hash(_) => write(value, Form::Ruby, &mut out),
        Value::Regexp(r) => {
            regexp::text::escape(&regexp::text::with_options(r.source()), &mut out);
        }
        _ => interpolate(value, &mut out),
    }
    out
}

/// Returns the text that Ruby's `inspect` makes.
pub fn ruby_inspect(value: Value<'_>) -> String {
    let mut out = String::new();
    write(value, Form::Ruby, &mut out);
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Interpolated,
    Program,
    /// A part of a type: named types are written by name only.
    Parameter,
    /// The contents of an Object.
    Literal,
    Ruby,
}

impl Form {
    /// Returns true if a part of a type or of an Object is written.
    fn is_in_type(self) -> bool {
        matches!(self, Form::Parameter | Form::Literal)
    }
}

/// A container whose items are being written.
enum Open<'h> {
    Array(&'h Array<'h>, usize),
    Hash(&'h Hash<'h>, usize),
    /// The value of the entry at an index is due.
    HashValue(&'h Hash<'h>, usize),
    /// The attributes of an Object that differ from their defaults.
    Object(Vec<(&'h str, Value<'h>)>, usize),
}

fn write(value: Value<'_>, form: Form, out: &mut String) {
    // for intermediate values; an unused heap takes no memory
    write_in(&Heap::new(), value, form, out);
}

fn write_in<'h>(heap: &'h Heap, value: Value<'h>, form: Form, out: &mut String) {
    // everything inside an Object is written in a form of its own
    let mut stack: Vec<(Open<'h>, Form)> = Vec::new();
    let mut next = Some((value, form));
    let start = out.len();
    loop {
        if let Some((value, form)) = next.take()
            && let Some(open) = leaf(heap, value, form, out)
        {
            stack.push((open, form));
        }
        let Some((open, form)) = stack.last_mut() else {
            return;
        };
        // a shared part is written once for each reference to it
        limits::shown(out.len() - start);
        let form = *form;
        match open {
            Open::Array(array, at) => match array.get(*at) {
                Some(item) => {
                    separate(*at, out);
                    *at += 1;
                    next = Some((item, form));
                }
                None => {
                    out.push(']');
                    stack.pop();
                }
            },
            Open::Hash(hash, at) => match hash.entry(*at) {
                Some((key, _)) => {
                    separate(*at, out);
                    next = Some((key, form));
                    *open = Open::HashValue(hash, *at);
                }
                None => {
                    out.push('}');
                    stack.pop();
                }
            },
            Open::HashValue(hash, at) => {
                out.push_str(if form == Form::Ruby { "=>" } else { " => " });
                next = hash.entry(*at).map(|(_, value)| (value, form));
                *open = Open::Hash(hash, *at + 1);
            }
            Open::Object(attributes, at) => match attributes.get(*at) {
                Some(&(name, value)) => {
                    separate(*at, out);
                    *at += 1;
                    quoted(name, out);
                    out.push_str(" => ");
                    next = Some((value, Form::Literal));
                }
                None => {
                    out.push_str("})");
                    stack.pop();
                }
            },
        }
    }
}

fn separate(at: usize, out: &mut String) {
    if at > 0 {
        out.push_str(", ");
    }
}

/// Writes a value without inner values; for a container only its beginning.
// Long because there is an arm for each kind of value.
fn leaf<'h>(heap: &'h Heap, value: Value<'h>, form: Form, out: &mut String) -> Option<Open<'h>> {
    match value {
        Value::Undef => out.push_str(match form {
            Form::Interpolated => "",
            Form::Program | Form::Parameter | Form::Literal => "undef",
            Form::Ruby => "nil",
        }),
        Value::Default => out.push_str(match form {
            Form::Ruby => ":default",
            _ => "default",
        }),
        Value::Boolean(b) => out.push_str(if b { "true" } else { "false" }),
        Value::Integer(i) => {
            let _ = write!(out, "{i}");
        }
        Value::BigInteger(big) => {
            let _ = write!(out, "{big}");
        }
        Value::Float(f) => float::write(f, out),
        Value::String(s) => match form {
            Form::Interpolated => out.push_str(s.as_str()),
            Form::Program | Form::Parameter | Form::Literal => quoted(s.as_str(), out),
            Form::Ruby => inspect::write(s.as_str(), out),
        },
        Value::Array(array) => {
            out.push('[');
            return Some(Open::Array(array, 0));
        }
        Value::Hash(hash) => {
            out.push('{');
            return Some(Open::Hash(hash, 0));
        }
        Value::Object(object) => match object.platform() {
            Some(Platform::Symbol(name)) => {
                out.push_str(if form == Form::Ruby { ":" } else { "" });
                out.push_str(name);
            }
            Some(Platform::Encoding(name)) if form == Form::Ruby => {
                let _ = write!(out, "#<Encoding:{name}>");
            }
            Some(Platform::Encoding(name) | Platform::Foreign(_, name)) => out.push_str(name),
            None => return Some(open_object(object, out)),
        },
        Value::Regexp(r) => regexp::text::write_literal(r.source(), out),
        Value::Type(ty) if let Some((_, shown)) = ty.collector() => match form {
            Form::Program | Form::Parameter => quoted(shown, out),
            _ => out.push_str(shown),
        },
        Value::Type(ty) if form == Form::Ruby => match resource(ty) {
            Some(reference) => {
                out.push_str(&reference);
                unique_key(ty, out);
            }
            None => type_text(ty, out),
        },
        Value::Type(ty) if form.is_in_type() => {
            out.push_str(&types::format::named(ty));
        }
        Value::Type(ty) => type_text(ty, out),
        Value::Sensitive(_) | Value::Binary(_) | Value::Iterator(_) if form.is_in_type() => {
            let ty = types::infer(heap, value);
            let _ = write!(out, "Instance of {}", types::format::named(ty));
        }
        Value::SemVer(_) | Value::Timespan(_) | Value::Timestamp(_) if form.is_in_type() => {
            quoted(&interpolated(value), out);
        }
        Value::SemVerRange(range) if form.is_in_type() => quoted(range.source, out),
        Value::Sensitive(_) => match form {
            Form::Interpolated => out.push_str(REDACTED),
            _ => {
                let _ = write!(out, "#<{REDACTED}>");
            }
        },
        Value::Binary(b) => {
            let text = BASE64.encode(b.bytes);
            match form {
                Form::Program => {
                    let _ = write!(out, "Binary(\"{text}\")");
                }
                _ => out.push_str(&text),
            }
        }
        Value::SemVer(version) => {
            let _ = write!(out, "{version}");
        }
        Value::SemVerRange(range) => match form {
            Form::Interpolated => out.push_str(range.source),
            _ => range.write_normal(out),
        },
        Value::Timespan(t) => wrap("Timespan", form, out, |out| {
            rubycore::time::write_timespan(t, out);
        }),
        Value::Timestamp(t) => wrap("Timestamp", form, out, |out| {
            rubycore::time::write_timestamp(t, out);
        }),
        Value::Uri(uri) => match form {
            Form::Interpolated => out.push_str(uri.text),
            Form::Program | Form::Parameter | Form::Literal => {
                out.push_str("URI(");
                quoted(uri.text, out);
                out.push(')');
            }
            Form::Ruby => {
                let _ = write!(out, "#<URI::{} {}>", uri.ruby_class(), uri.text);
            }
        },
        Value::Callable(_) => out.push_str("Callable"),
        Value::Iterator(_) if form == Form::Program => {
            let items = iterator::all(heap, value).unwrap_or_default();
            out.push('[');
            return Some(Open::Array(Array::new(heap, &items), 0));
        }
        Value::Iterator(_) => {
            let ty = types::generalize(heap, types::infer(heap, value));
            let _ = write!(out, "{}-Value", types::format::named(ty));
        }
    }
    None
}

fn wrap(name: &str, form: Form, out: &mut String, text: impl FnOnce(&mut String)) {
    if form != Form::Program {
        return text(out);
    }
    let _ = write!(out, "{name}('");
    text(out);
    out.push_str("')");
}

fn open_object<'h>(object: &'h Object<'h>, out: &mut String) -> Open<'h> {
    out.push_str(object.ty.shown_name());
    out.push_str("({");
    Open::Object(object.given(), 0)
}

/// Returns a reference as resources are shown, with the title without quotes: `File[/x]`; `None`
/// for other types.
pub fn resource(ty: &Type<'_>) -> Option<String> {
    match ty {
        Type::Resource {
            type_name: Some(name),
            title: Some(title),
            ..
        } => Some(format!("{name}[{title}]")),
        Type::Resource {
            type_name: Some(name),
            title: None,
            ..
        } => Some(format!("{name}[]")),
        Type::Class(Some(name)) => Some(format!("Class[{}]", types::capitalized(name))),
        _ => None,
    }
}

/// Returns the attribute that a reference implies, and its value: `path` and `/x`.
pub fn title_attribute(ty: &Type<'_>) -> Option<(&'static str, String)> {
    match ty {
        Type::Class(Some(name)) => Some(("name", types::capitalized(name))),
        Type::Resource {
            type_name: Some(name),
            title: Some(title),
            ..
        } => Some(match *name {
            // paths lose the slash at their end
            "File" if title.len() > 1 => ("path", title.trim_end_matches('/').to_owned()),
            "File" | "Tidy" => ("path", (*title).to_owned()),
            "Exec" => ("command", (*title).to_owned()),
            _ => ("name", (*title).to_owned()),
        }),
        _ => None,
    }
}

/// Writes the parameter that a reference implies, `{:path=>"/x"}`.
fn unique_key(ty: &Type<'_>, out: &mut String) {
    let Some((key, title)) = title_attribute(ty) else {
        return;
    };
    let _ = write!(out, "{{:{key}=>");
    inspect::write(&title, out);
    out.push('}');
}

/// Writes a type as a program would.
pub fn type_text(ty: &Type<'_>, out: &mut String) {
    let _ = write!(out, "{ty}");
}

/// Writes a String as a program would: in single quotes, or in double quotes when it holds control
/// characters.
pub fn quoted(text: &str, out: &mut String) {
    if !text.chars().any(|c| c < ' ') {
        out.push('\'');
        let mut escaped = false;
        for c in text.chars() {
            // a quote after a backslash is left unchanged
            if c == '\'' && !escaped {
                out.push('\\');
            }
            escaped = c == '\\' && !escaped;
            out.push(c);
        }
        return out.push('\'');
    }
    doubly_quoted(text, out);
}

/// Writes a String in double quotes, as a program would.
pub fn doubly_quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' | '\\' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c if c < ' ' => {
                let _ = write!(out, "\\u{{{:X}}}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_values_do_not_overflow_the_stack() {
        let heap = crate::Heap::new();
        let mut value = Value::Undef;
        for _ in 0..200_000 {
            value = Value::array(&heap, &[value]);
        }
        assert_eq!(program(value).len(), 400_005);
    }
}
