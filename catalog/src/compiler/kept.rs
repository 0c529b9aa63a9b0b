//! Values as attributes keep them: references become resources.
//!
//! A reference that has been the value of an attribute is no type any more: it is shown as
//! `File[a]` and not as `File['a']`, and equals no type. So a define sees what it was given.

use runtime::host::Attribute;
use runtime::types::Type;
use runtime::{Cx, Res, Value, inside, limits};

use super::Compiler;

impl<'h> Compiler<'h> {
    /// The value that an attribute keeps when it is given this one.
    ///
    /// # Errors
    /// What is wrong with a file that may define the type of a reference.
    pub(super) fn kept(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h> {
        match inside::any(value, is_reference) {
            true => Ok(self.changed(cx, value)?.unwrap_or(value)),
            false => Ok(value),
        }
    }

    /// The values that attributes keep, in order.
    ///
    /// # Errors
    /// As [`Compiler::kept`].
    pub(super) fn all_kept(
        &self,
        cx: &mut Cx<'h>,
        attributes: &[Attribute<'h>],
    ) -> Res<'h, Vec<Value<'h>>> {
        let values = attributes.iter().map(|attribute| attribute.value);
        values.map(|value| self.kept(cx, value)).collect()
    }

    /// The same, if it is another value.
    fn changed(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h, Option<Value<'h>>> {
        Ok(match value {
            Value::Type(ty) => self
                .as_resource(cx, ty)?
                .map(|kept| Value::ty(self.heap, kept)),
            Value::Array(items) => {
                limits::stack();
                let items = self.all_changed(cx, items.iter())?;
                items.map(|items| Value::array(self.heap, &items))
            }
            Value::Hash(hash) => {
                limits::stack();
                let flat = hash.iter().flat_map(|(key, value)| [key, value]);
                let flat = self.all_changed(cx, flat)?;
                flat.map(|flat| {
                    let entries: Vec<_> = flat.chunks(2).map(|pair| (pair[0], pair[1])).collect();
                    Value::hash(self.heap, &entries)
                })
            }
            _ => None,
        })
    }

    /// All of several values, if one of them is another.
    fn all_changed(
        &self,
        cx: &mut Cx<'h>,
        values: impl Iterator<Item = Value<'h>> + Clone,
    ) -> Res<'h, Option<Vec<Value<'h>>>> {
        let mut copies: Option<Vec<Value<'h>>> = None;
        for (at, value) in values.clone().enumerate() {
            match (self.changed(cx, value)?, &mut copies) {
                (None, None) => {}
                (changed, Some(copies)) => copies.push(changed.unwrap_or(value)),
                (Some(changed), None) => {
                    let before = values.clone().take(at);
                    copies = Some(before.chain([changed]).collect());
                }
            }
        }
        Ok(copies)
    }
}

/// Whether it refers to a resource and is a type still.
fn is_reference(value: Value<'_>) -> bool {
    matches!(
        value,
        Value::Type(
            Type::Class(Some(_))
                | Type::Resource {
                    type_name: Some(_),
                    kept: false,
                    given: None,
                    ..
                }
        )
    )
}
