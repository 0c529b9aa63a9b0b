//! Functions of the module puppetlabs-stdlib, natively.
//!
//! They exist when the module is on the module path. Functions of the 3.x API take any arguments
//! and check them by hand, as their originals do; these see `undef` arguments as empty strings.

pub mod collections;
pub mod legacy;
pub mod resources;

use crate::text;
use crate::value::Value;

/// A value as Ruby's `inspect` shows it, for messages of 3.x functions.
fn inspect(value: Value<'_>) -> String {
    text::ruby_inspect(value)
}

/// Whether the 3.x API sees nothing: `undef` or an empty string.
fn is_blank(value: Value<'_>) -> bool {
    match value {
        Value::Undef => true,
        Value::String(s) => s.is_empty(),
        _ => false,
    }
}

/// The name of the Ruby class of a value, for messages of 3.x functions.
fn class_name(value: Value<'_>) -> &'static str {
    match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Regexp(_) => "Regexp",
        _ => "Object",
    }
}
