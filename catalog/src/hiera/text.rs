//! Writes values as texts, for interpolation and as `inspect` of Ruby shows them.

use super::Scope;
use crate::data::Data;

/// Converts a value to a text like Ruby's `to_s`.
#[must_use]
pub fn text_of(value: &Data, scope: &mut dyn Scope) -> String {
    let mut text = String::new();
    write_text(value, scope, &mut text);
    text
}

pub(super) fn write_text(value: &Data, scope: &mut dyn Scope, out: &mut String) {
    match value {
        Data::Undef => {}
        Data::String(text) | Data::Symbol(text) | Data::BigInteger(text) => out.push_str(text),
        Data::Encoding(name) => out.push_str(name),
        Data::Rich(_) => out.push_str(&scope.text(value)),
        other => inspect(other, scope, out),
    }
}

/// Formats an Encoding like Ruby's `inspect`.
pub(super) fn inspected_encoding(name: &str) -> String {
    format!("#<Encoding:{name}>")
}

/// Formats a value like Ruby's `inspect`.
pub(super) fn inspected(value: &Data, scope: &mut dyn Scope) -> String {
    let mut text = String::new();
    inspect(value, scope, &mut text);
    text
}

/// Writes a value like Ruby's `inspect`.
fn inspect(value: &Data, scope: &mut dyn Scope, out: &mut String) {
    match value {
        Data::Undef => out.push_str("nil"),
        Data::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Data::Integer(value) => out.push_str(&value.to_string()),
        Data::BigInteger(digits) => out.push_str(digits),
        Data::Float(value) => rubycore::float::write(*value, out),
        Data::String(text) => rubycore::inspect::write(text, out),
        Data::Symbol(text) => {
            out.push(':');
            out.push_str(text);
        }
        Data::Encoding(name) => out.push_str(&inspected_encoding(name)),
        Data::Rich(_) => out.push_str(&scope.text(value)),
        Data::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                inspect(item, scope, out);
            }
            out.push(']');
        }
        Data::Hash(hash) => {
            out.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                inspect(key, scope, out);
                out.push_str("=>");
                inspect(value, scope, out);
            }
            out.push('}');
        }
    }
}
