//! Values as attributes keep them: references become resources.
//!
//! A reference that has been the value of an attribute is no type any more: it is shown as
//! `File[a]` and not as `File['a']`, and equals no type. So a define sees what it was given.
//!
//! A list of `before` or `notify` is made anew for each body, default and override, and belongs to
//! all resources that have it of them: what an arrow appends for one, the others get, too.

use runtime::host::Attribute;
use runtime::types::Type;
use runtime::value::{Array, Hash};
use runtime::{Cx, Res, Value, limits, nested_values};

use super::Compiler;

/// The lists that one resource expression has made: where their attributes stand, what they were
/// made of, and they themselves. A `default:` body makes one for all bodies.
#[derive(Default)]
pub(super) struct Lists<'h>(Vec<(u32, usize, Value<'h>)>);

impl<'h> Compiler<'h> {
    /// The value that an attribute keeps when it is given this one: a copy.
    ///
    /// # Errors
    /// What is wrong with a file that may define the type of a reference.
    pub(super) fn kept(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h> {
        if !matches!(value, Value::Type(_) | Value::Array(_) | Value::Hash(_)) {
            return Ok(value);
        }
        let kept = self.with_references(cx, value)?;
        Ok(nested_values::unshared(self.heap, kept))
    }

    /// The value with references as attributes keep them; itself if it has none.
    fn with_references(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h> {
        match nested_values::any(value, is_reference) {
            true => Ok(self.changed(cx, value)?.unwrap_or(value)),
            false => Ok(value),
        }
    }

    /// The value of an attribute that a function sets: a list of relationships stays the same for
    /// all resources that share it.
    ///
    /// # Errors
    /// As [`Compiler::kept`].
    pub(super) fn set(&self, cx: &mut Cx<'h>, name: &str, value: Value<'h>) -> Res<'h> {
        match value {
            Value::Array(_) if takes_arrows(name) => self.with_references(cx, value),
            value => self.kept(cx, value),
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
        lists: &mut Lists<'h>,
    ) -> Res<'h, Vec<Value<'h>>> {
        let kept = |attribute: &Attribute<'h>| match attribute.value {
            Value::Array(items) if takes_arrows(attribute.name) => {
                let mut known = lists.0.iter();
                let known = known
                    .find(|(at, of, _)| *at == attribute.at && *of == attribute.value.address());
                if let Some((_, _, list)) = known {
                    return Ok(*list);
                }
                let list = self.own_list(cx, items)?;
                lists
                    .0
                    .push((attribute.at, attribute.value.address(), list));
                Ok(list)
            }
            value => self.kept(cx, value),
        };
        attributes.iter().map(kept).collect()
    }

    /// A list of its own.
    fn own_list(&self, cx: &mut Cx<'h>, items: &'h Array<'h>) -> Res<'h> {
        let kept = self.with_references(cx, Value::Array(items))?;
        Ok(match kept {
            Value::Array(same) if std::ptr::eq(same, items) => {
                Value::array(self.heap, &items.to_vec())
            }
            made => made,
        })
    }

    /// Attributes in a hash, with lists of their own.
    ///
    /// # Errors
    /// As [`Compiler::kept`].
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

/// Whether arrows are appended to an attribute.
fn takes_arrows(name: &str) -> bool {
    matches!(name, "before" | "notify")
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
