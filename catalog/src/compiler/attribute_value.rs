//! Converts values to the form that attributes hold: references become resources.
//!
//! A reference that has been the value of an attribute is not a type any more: it is shown as
//! `File[a]` and not as `File['a']`, and it equals no type. A define sees such references in its
//! parameters.
//!
//! Each body, default and override copies a list in `before` or `notify` once. All resources that
//! get the list from the same place share the copy: a reference that an arrow appends for one
//! appears in the others as well.

use frontend::Symbol;
use runtime::host::Attribute;
use runtime::types::Type;
use runtime::value::{Array, Hash};
use runtime::{Cx, Res, Value, limits, nested_values};

use super::Compiler;

/// The copied lists of one resource expression: the offset of the attribute, the address of the
/// original, and the copy. The bodies share the copy of a `default:` body.
#[derive(Default)]
pub(super) struct Lists<'h>(Vec<(u32, usize, Value<'h>)>);

impl<'h> Compiler<'h> {
    /// Converts a value to the copy that an attribute holds.
    ///
    /// # Errors
    /// Fails if a file that may define the type of a reference is invalid.
    pub(super) fn attribute_copy(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h> {
        if !matches!(value, Value::Type(_) | Value::Array(_) | Value::Hash(_)) {
            return Ok(value);
        }
        let converted = self.with_references(cx, value)?;
        Ok(nested_values::unshared(self.heap, converted))
    }

    /// Converts the references in a value; returns the value itself if it has none.
    fn with_references(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h> {
        match nested_values::any(value, is_reference) {
            true => Ok(self.changed(cx, value)?.unwrap_or(value)),
            false => Ok(value),
        }
    }

    /// Converts the value of an attribute that a function sets. A list of relationships is not
    /// copied: it stays shared by all resources that have it.
    ///
    /// # Errors
    /// Same as [`Compiler::attribute_copy`].
    pub(super) fn set(&self, cx: &mut Cx<'h>, name: Symbol, value: Value<'h>) -> Res<'h> {
        match value {
            Value::Array(_) if takes_arrows(name.as_str()) => self.with_references(cx, value),
            value => self.attribute_copy(cx, value),
        }
    }

    /// Converts the values of attributes, in order.
    ///
    /// # Errors
    /// Same as [`Compiler::attribute_copy`].
    pub(super) fn attribute_copies(
        &self,
        cx: &mut Cx<'h>,
        attributes: &[Attribute<'h>],
        lists: &mut Lists<'h>,
    ) -> Res<'h, Vec<Value<'h>>> {
        let copy = |attribute: &Attribute<'h>| self.copy_of_attribute(cx, attribute, lists);
        attributes.iter().map(copy).collect()
    }

    /// Converts the value of an attribute.
    ///
    /// # Errors
    /// Same as [`Compiler::attribute_copy`].
    pub(super) fn copy_of_attribute(
        &self,
        cx: &mut Cx<'h>,
        attribute: &Attribute<'h>,
        lists: &mut Lists<'h>,
    ) -> Res<'h> {
        let items = match attribute.value {
            Value::Array(items) if takes_arrows(attribute.name.as_str()) => items,
            value => return self.attribute_copy(cx, value),
        };
        let mut known = lists.0.iter();
        let known =
            known.find(|(at, of, _)| *at == attribute.at && *of == attribute.value.address());
        if let Some((_, _, list)) = known {
            return Ok(*list);
        }
        let list = self.own_list(cx, items)?;
        let entry = (attribute.at, attribute.value.address(), list);
        lists.0.push(entry);
        Ok(list)
    }

    /// Copies a list.
    fn own_list(&self, cx: &mut Cx<'h>, items: &'h Array<'h>) -> Res<'h> {
        let converted = self.with_references(cx, Value::Array(items))?;
        Ok(match converted {
            Value::Array(same) if std::ptr::eq(same, items) => {
                Value::array(self.heap, &items.to_vec())
            }
            made => made,
        })
    }

    /// Copies the lists of relationship attributes in a hash of attributes.
    ///
    /// # Errors
    /// Same as [`Compiler::attribute_copy`].
    pub(super) fn with_own_lists(
        &self,
        cx: &mut Cx<'h>,
        attributes: &'h Hash<'h>,
    ) -> Res<'h, &'h Hash<'h>> {
        let is_list = |key: Value<'h>, value: Value<'h>| {
            matches!(value, Value::Array(_)) && key.as_str().is_some_and(takes_arrows)
        };
        if !attributes.iter().any(|(key, value)| is_list(key, value)) {
            return Ok(attributes);
        }
        let mut entries = Vec::with_capacity(attributes.len());
        for (key, value) in attributes.iter() {
            let value = match value {
                Value::Array(items) if is_list(key, value) => self.own_list(cx, items)?,
                value => value,
            };
            entries.push((key, value));
        }
        Ok(Hash::new(self.heap, &entries))
    }

    /// Returns the converted value if it differs from the original.
    fn changed(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h, Option<Value<'h>>> {
        Ok(match value {
            Value::Type(ty) => self
                .as_resource(cx, ty)?
                .map(|reference| Value::ty(self.heap, reference)),
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

    /// Returns all converted values if one of them differs from the original.
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

/// Returns true if arrows append to an attribute.
fn takes_arrows(name: &str) -> bool {
    matches!(name, "before" | "notify")
}

/// Returns true if a value is a reference to a resource that is still a type.
fn is_reference(value: Value<'_>) -> bool {
    matches!(
        value,
        Value::Type(
            Type::Class(Some(_))
                | Type::Resource {
                    type_name: Some(_),
                    is_object: false,
                    given: None,
                    ..
                }
        )
    )
}
