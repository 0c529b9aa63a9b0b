//! `String.new` and `sprintf`: values as text in given formats.
//!
//! Spec: document 000, "String", "new".

mod layout;
mod map;
mod number;
mod object_lines;
pub mod plain;
mod rounding;
pub mod sprintf;
mod value;

use crate::cx::Cx;
use crate::error::{Error, Res};
use crate::value::Value;

/// The text of a value, in the formats that a String, a map from types or nothing gives.
///
/// # Errors
/// Plain ones: illegal formats, and formats that the value's type does not have.
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
            map::Format::parse(source).and_then(|format| value::convert(&format, value))
        }
        None => {
            map::Converter::new(cx, value, formats).and_then(|converter| converter.convert(value))
        }
    };
    text.map_err(|fault| Error::from(fault).into())
}

/// The format of a value for which no other can count: neither what is given by type nor what is
/// inside it.
fn only_format<'h>(value: Value<'h>, formats: Option<Value<'h>>) -> Option<&'h str> {
    let usual = match value {
        Value::Integer(_) | Value::BigInteger(_) => "%d",
        Value::Float(_) => "%f",
        Value::String(_) | Value::Boolean(_) | Value::Undef => "%s",
        _ => return None,
    };
    match formats {
        Some(Value::String(source)) => Some(source.as_str()),
        Some(_) => None,
        None => Some(usual),
    }
}
