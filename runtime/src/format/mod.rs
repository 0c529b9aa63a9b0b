//! `String.new` and `sprintf`: values as text in given formats.
//!
//! Spec: document 000, "String", "new".

mod layout;
mod map;
mod number;
mod object_lines;
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
    let converter = map::Converter::new(cx, value, formats);
    let text = converter.and_then(|converter| converter.convert(value));
    text.map_err(|problem| Error::plain(problem).into())
}
