//! Owns `Object` and `TypeSet` types and their instances.

mod define;
mod extension;
mod init_hash;
mod instance;
mod members;
mod parameter;
mod set;

pub use define::parameterize;
pub(super) use define::{is_name, with_name};
pub use init_hash::init_hash;
pub use instance::{create, from_hash, member, of_context, signatures};
pub(super) use members::define_set;
pub use set::type_set;

pub(crate) use crate::value::object::Shown;
pub use crate::value::object::{
    Attribute, AttributeKind, Extension, Function, LOOKUP_CONTEXT, Object, ObjectType, Platform,
    STRUCT_ELEMENT, SetOrigin, TypeParameter, TypeSet, encoding, foreign, object_of, symbol,
};

use super::format::Writer;
use super::{TypeRef, generalize, reduced};
use crate::heap::Heap;
use crate::ops::ruby_equal;
use crate::text;
use crate::value::Value;

impl<'h> ObjectType<'h> {
    /// Returns true if the type does not count for the equality of objects, in any ancestor either.
    fn ignores_type(&self) -> bool {
        !self.equality_include_type && self.parent_object().is_none_or(ObjectType::ignores_type)
    }

    /// Returns true if no instances are equal: at the root neither the type nor an attribute counts.
    fn compares_identity(&self) -> bool {
        match self.parent_object() {
            Some(parent) => parent.compares_identity(),
            None if self.equality_include_type => false,
            None => {
                self.attributes.iter().all(|own| own.kind.is_computed())
                    || self.equality.is_some_and(<[_]>::is_empty)
            }
        }
    }

    /// Returns true if there is a member of a name, inherited ones included.
    fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some() || self.function(name).is_some()
    }

    /// Returns true if a constant or derived attribute replaced a required one. No instance of such
    /// a type can be made.
    fn hides_required(&self) -> bool {
        self.hidden().iter().any(|member| member.value.is_none())
    }

    /// Returns the inherited attributes that a constant or derived attribute replaced.
    fn hidden(&self) -> Vec<Attribute<'h>> {
        let Some(parent) = self.parent_object() else {
            return Vec::new();
        };
        let mut hidden = parent.hidden();
        let computed = self.attributes.iter().filter(|own| own.kind.is_computed());
        hidden.extend(
            computed
                .filter_map(|own| parent.attribute(own.name).copied())
                .filter(|inherited| !inherited.kind.is_computed()),
        );
        hidden
    }

    /// Returns the attributes that instances store, in order, including hidden ones.
    fn laid_out(&self) -> Vec<Attribute<'h>> {
        let parent = self.parent_object();
        let mut all = parent.map(ObjectType::laid_out).unwrap_or_default();
        for own in self.attributes.iter().filter(|own| !own.kind.is_computed()) {
            if !all.iter().any(|known| known.name == own.name) {
                all.push(*own);
            }
        }
        all
    }

    /// Returns true if a value is the default of an attribute of an instance of `of` wherever it is
    /// declared, by this type or by one that it inherits from.
    fn is_usual(&self, of: &ObjectType<'h>, name: &str, value: Value<'h>) -> bool {
        let settable = |own: &&Attribute<'h>| own.name == name && !own.kind.is_computed();
        let own = self.attributes.iter().find(settable);
        let usual = own.map(|own| match own.value {
            Some(usual) if instance::is_looked_up(usual) => {
                of.attribute(name).and_then(|found| found.value)
            }
            usual => usual,
        });
        usual.is_none_or(|usual| usual.is_some_and(|usual| ruby_equal(usual, value)))
            && self
                .parent_object()
                .is_none_or(|parent| parent.is_usual(of, name, value))
    }

    /// Returns true if it, or a type that it inherits from, overrides an attribute.
    fn has_overrides(&self) -> bool {
        let parent = self.parent_object();
        let inherited = |name| parent.is_some_and(|parent| parent.attribute(name).is_some());
        self.attributes
            .iter()
            .any(|own| own.overrides || own.kind.is_computed() && inherited(own.name))
            || self.parent_object().is_some_and(ObjectType::has_overrides)
    }

    /// Returns the type that declares a type parameter: this one or one of its parents.
    fn parameter_owner(&self, name: &str) -> Option<&ObjectType<'h>> {
        match self.parameters.iter().any(|own| own.name == name) {
            true => Some(self),
            false => self.parent_object()?.parameter_owner(name),
        }
    }

    /// Returns true if types are the same: declared equally under the same name.
    pub fn same(&self, other: &ObjectType<'_>) -> bool {
        self.name == other.name
            && self.parent == other.parent
            && self.attributes.len() == other.attributes.len()
            && self
                .attributes
                .iter()
                .zip(other.attributes)
                .all(|(a, b)| a.name == b.name && a.kind == b.kind && a.ty == b.ty)
            && self.functions.len() == other.functions.len()
            && self
                .functions
                .iter()
                .zip(other.functions)
                .all(|(a, b)| a.name == b.name && a.ty == b.ty)
            && self.equality == other.equality
            && self.parameters.len() == other.parameters.len()
            && self
                .parameters
                .iter()
                .zip(other.parameters)
                .all(|(a, b)| a.same(b))
    }

    pub(super) fn write(&self, writer: &mut Writer<'_, 'h>) {
        writer.out.push_str("Object");
        writer.out.push_str("[{");
        let mut first = true;
        let mut key = |writer: &mut Writer<'_, 'h>, name: &str| {
            if !std::mem::replace(&mut first, false) {
                writer.out.push_str(", ");
            }
            writer.out.push_str(name);
            writer.out.push_str(" => ");
        };
        if let Some(annotations) = self.annotations {
            key(writer, "annotations");
            text::write_parameter(annotations, writer.out);
        }
        let name = self.name.filter(|name| writer.in_set(name).is_none());
        if let Some(name) = name {
            key(writer, "name");
            text::quoted(name, writer.out);
        }
        if let Some(parent) = self.parent {
            key(writer, "parent");
            writer.nested(parent);
        }
        if !self.parameters.is_empty() {
            key(writer, "type_parameters");
            entries(writer, self.parameters.iter(), |writer, parameter| {
                (parameter.name, parameter.write(writer))
            });
        }
        let plain = |attribute: &&Attribute<'_>| !attribute.is_plain_constant();
        if self.attributes.iter().any(|a| plain(&a)) {
            key(writer, "attributes");
            let own = self.attributes.iter().filter(plain);
            entries(writer, own, |writer, attribute| {
                (attribute.name, attribute.write(writer))
            });
        }
        if self.attributes.iter().any(|a| !plain(&a)) {
            key(writer, "constants");
            let own = self.attributes.iter().filter(|a| !plain(a));
            entries(writer, own, |writer, constant| {
                let value = constant.value.unwrap_or(Value::Undef);
                (constant.name, text::write_parameter(value, writer.out))
            });
        }
        if !self.functions.is_empty() {
            key(writer, "functions");
            entries(writer, self.functions.iter(), |writer, function| {
                (function.name, function.write(writer))
            });
        }
        if let Some(equality) = self.equality {
            key(writer, "equality");
            writer.out.push('[');
            for (at, name) in equality.iter().enumerate() {
                if at > 0 {
                    writer.out.push_str(", ");
                }
                text::quoted(name, writer.out);
            }
            writer.out.push(']');
        }
        if let Some(checks) = self.checks {
            key(writer, "checks");
            text::write_parameter(checks, writer.out);
        }
        writer.out.push_str("}]");
    }
}

/// Writes `{'name' => ..., ...}`. `entry` returns an item's name and writes its value.
fn entries<'a, 'h: 'a, T: 'a>(
    writer: &mut Writer<'_, 'h>,
    items: impl Iterator<Item = &'a T>,
    entry: impl Fn(&mut Writer<'_, 'h>, &'a T) -> (&'a str, ()),
) {
    writer.out.push('{');
    for (at, item) in items.enumerate() {
        if at > 0 {
            writer.out.push_str(", ");
        }
        // the name is known only with the value: write the value first
        let start = writer.out.len();
        let (name, ()) = entry(writer, item);
        let value = writer.out.split_off(start);
        text::quoted(name, writer.out);
        writer.out.push_str(" => ");
        writer.out.push_str(&value);
    }
    writer.out.push('}');
}

/// Writes the beginning of the long forms of attributes and functions.
fn write_begin<'h>(
    writer: &mut Writer<'_, 'h>,
    ty: TypeRef<'h>,
    annotations: Option<Value<'h>>,
    is_final: bool,
    overrides: bool,
) {
    writer.out.push_str("{type => ");
    writer.nested(ty);
    if let Some(annotations) = annotations {
        writer.out.push_str(", annotations => ");
        text::write_parameter(annotations, writer.out);
    }
    if is_final {
        writer.out.push_str(", final => true");
    }
    if overrides {
        writer.out.push_str(", override => true");
    }
}

impl<'h> Attribute<'h> {
    /// Returns true if it is a constant whose type follows from its value.
    fn is_plain_constant(&self) -> bool {
        let heap = Heap::new();
        let usual = |value| *generalize(&heap, reduced(&heap, value)) == *self.ty;
        self.kind == AttributeKind::Constant && self.value.is_none_or(usual)
    }

    fn write(&self, writer: &mut Writer<'_, 'h>) {
        let plain = self.kind == AttributeKind::Normal
            && self.value.is_none()
            && !self.is_final
            && !self.overrides
            && self.annotations.is_none();
        if plain {
            return writer.nested(self.ty);
        }
        write_begin(
            writer,
            self.ty,
            self.annotations,
            self.is_final,
            self.overrides,
        );
        if self.kind != AttributeKind::Normal {
            writer.out.push_str(", kind => ");
            writer.out.push_str(self.kind.text());
        }
        if let Some(value) = self.value {
            writer.out.push_str(", value => ");
            text::write_parameter(value, writer.out);
        }
        writer.out.push('}');
    }
}

impl<'h> Function<'h> {
    fn write(&self, writer: &mut Writer<'_, 'h>) {
        if !self.is_final && !self.overrides && self.annotations.is_none() {
            return writer.nested(self.ty);
        }
        write_begin(
            writer,
            self.ty,
            self.annotations,
            self.is_final,
            self.overrides,
        );
        writer.out.push('}');
    }
}

/// Returns true if a type is another or inherits from it.
pub fn derives(ty: &ObjectType<'_>, from: &ObjectType<'_>) -> bool {
    if from.is_any() || super::equal::same_objects(ty, from) {
        return true;
    }
    ty.parent_object()
        .is_some_and(|parent| derives(parent, from))
}

/// Returns true if a value is an object of a type. Types are objects too.
pub fn is_instance(wanted: &ObjectType<'_>, value: Value<'_>) -> bool {
    match value {
        Value::Object(object) => object.platform().is_none() && derives(object.ty, wanted),
        Value::Type(ty) => wanted.is_any() && !ty.is_resource_object(),
        _ => false,
    }
}

impl<'h> Object<'h> {
    /// Returns the attributes that differ from their defaults, or from those that these override.
    pub fn given(&self) -> Vec<(&'h str, Value<'h>)> {
        if self.is_lookup_context() || self.ty.name == Some(STRUCT_ELEMENT) {
            return Vec::new();
        }
        let members = self.ty.members();
        let place = |all: &[Attribute<'h>], name: &str| all.iter().position(|a| a.name == name);
        if self.values.len() == members.len() {
            let named = |(member, value): (Attribute<'h>, &Value<'h>)| (member.name, *value);
            let shown = members.into_iter().zip(self.values).map(named);
            return shown
                .filter(|(name, value)| !self.ty.is_usual(self.ty, name, *value))
                .collect();
        }
        let hidden = self.ty.hidden();
        let value = |name| {
            let behind = || Some(members.len() + place(&hidden, name)?);
            self.values
                .get(place(&members, name).or_else(behind)?)
                .copied()
        };
        let all = self.ty.laid_out().into_iter();
        all.filter_map(|attribute| Some((attribute.name, value(attribute.name)?)))
            .filter(|(name, value)| !self.ty.is_usual(self.ty, name, *value))
            .collect()
    }

    /// Returns the attributes as arguments of `new`, those without a default first, up to the last
    /// one that differs from its default.
    pub fn arguments(&self) -> Vec<(&'h str, Value<'h>)> {
        let (optional, required): (Vec<_>, Vec<_>) = self
            .attributes()
            .partition(|(attribute, _)| attribute.value.is_some());
        let differs = |(attribute, value): &(Attribute<'h>, Value<'h>)| {
            !attribute
                .value
                .is_some_and(|usual| ruby_equal(usual, *value))
        };
        let count = optional.iter().rposition(differs).map_or(0, |at| at + 1);
        let shown = required.iter().chain(&optional[..count]);
        shown
            .map(|(attribute, value)| (attribute.name, *value))
            .collect()
    }

    /// Returns true if two objects are equal: the same type, and alike values of the attributes that
    /// count for equality.
    pub fn is_alike(&self, other: &Object<'h>, as_keys: bool) -> bool {
        if self.ty.compares_identity() {
            return false;
        }
        let alike = |a: Value<'h>, b: Value<'h>| match as_keys {
            true => a.same(b),
            false => a.alike(b),
        };
        if !super::equal::same_objects(self.ty, other.ty) {
            // if its type does not count, an object equals any object with the same attributes,
            // provided that all count
            return self.ty.ignores_type()
                && self.ty.equality.is_none()
                && self
                    .attributes()
                    .all(|(own, value)| other.get(own.name).is_some_and(|of| alike(value, of)));
        }
        match counted(self.ty) {
            Some(names) => names
                .iter()
                .all(|name| match (self.get(name), other.get(name)) {
                    (Some(a), Some(b)) => alike(a, b),
                    (a, b) => a.is_none() == b.is_none(),
                }),
            None => {
                let mut values = self.values.iter().zip(other.values);
                self.values.len() == other.values.len() && values.all(|(a, b)| alike(*a, *b))
            }
        }
    }
}

/// Returns the attributes that count for equality; `None` for all.
fn counted<'h>(ty: &ObjectType<'h>) -> Option<Vec<&'h str>> {
    let parent = ty.parent_object();
    let inherited = parent.map(|parent| counted(parent));
    if ty.equality.is_none() && inherited.as_ref().is_none_or(Option::is_none) {
        return None;
    }
    let mut names = match (inherited, parent) {
        (Some(Some(names)), _) => names,
        (Some(None), Some(parent)) => parent.members().iter().map(|m| m.name).collect(),
        _ => Vec::new(),
    };
    match ty.equality {
        Some(own) if !own.is_empty() || ty.equality_include_type => names.extend(own),
        _ => names.extend(ty.attributes.iter().map(|own| own.name)),
    }
    Some(names)
}
