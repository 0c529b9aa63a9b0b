//! Implements `String.new` and `sprintf`: shows values as text in given formats.
//!
//! Spec: document 000, "String", "new".

mod directive;
mod layout;
mod map;
mod object_lines;
pub mod plain;
pub mod sprintf;
mod value;

use crate::cx::Cx;
use crate::error::{Error, Res};
use crate::value::Value;

/// Returns the text of a value, in the formats given by a String, a map from types, or nothing.
///
/// # Errors
/// Plain errors: illegal formats, and formats that the value's type does not have.
pub fn to_string<'h>(
    cx: &mut Cx<'h>,
    value: Value<'h>,
    formats: Option<Value<'h>>,
) -> Res<'h, String> {
    if let (Value::Type(ty), Some(Value::String(_))) = (value, formats) {
        crate::convert::check_init_within(cx.heap, ty)?;
    }
    let text = match only_format(value, formats) {
        Some(source) => {
            directive::Format::parse(source).and_then(|format| value::convert(&format, value))
        }
        None => {
            map::Converter::new(cx, value, formats).and_then(|converter| converter.convert(value))
        }
    };
    text.map_err(|fault| Error::from(fault).into())
}

/// Returns the format of a value to which no other format can apply: neither one given by type nor
/// one for its contents.
fn only_format<'h>(value: Value<'h>, formats: Option<Value<'h>>) -> Option<&'h str> {
    let usual = match value {
        Value::Integer(_) | Value::BigInteger(_) => "%d",
        Value::Float(number) if !number.is_nan() => "%f",
        Value::String(_) | Value::Boolean(_) | Value::Undef => "%s",
        _ => return None,
    };
    match formats {
        Some(Value::String(source)) => Some(source.as_str()),
        Some(_) => None,
        None => Some(usual),
    }
}
