//! `Object` and `TypeSet` types and their instances.

use super::access::{Access, plain};
use super::format::Writer;
use super::{Type, TypeRef};
use crate::heap::Heap;
use crate::value::Value;

/// A type made with `Object[{...}]`, and the built-in `Deferred` and `Error`.
#[derive(Debug)]
pub struct ObjectType<'h> {
    /// The name, when it has one.
    pub name: Option<&'h str>,
    /// The type that it inherits from.
    pub parent: Option<TypeRef<'h>>,
}

impl<'h> ObjectType<'h> {
    /// `Object` without parameters: the type of all objects.
    pub const ANY: ObjectType<'static> = ObjectType {
        name: None,
        parent: None,
    };

    /// `Deferred`: a function's name and its arguments.
    pub const DEFERRED: ObjectType<'static> = ObjectType {
        name: Some("Deferred"),
        parent: None,
    };

    /// `Error`: a message with its kind, code and details.
    pub const ERROR: ObjectType<'static> = ObjectType {
        name: Some("Error"),
        parent: None,
    };

    /// Whether this is `Object` without parameters.
    pub fn is_any(&self) -> bool {
        self.name.is_none() && self.parent.is_none()
    }

    /// The same type: of one name, or declared alike.
    pub fn same(&self, other: &ObjectType<'_>) -> bool {
        self.name.is_some() && self.name == other.name
    }

    pub(super) fn write(&self, writer: &mut Writer<'_, 'h>) {
        writer.out.push_str(self.name.unwrap_or("Object"));
    }
}

/// An Object type together with values for its type parameters: `Error['kind']`.
#[derive(Debug)]
pub struct Extension<'h> {
    /// The Object type.
    pub base: &'h ObjectType<'h>,
    /// The values in the order of the type parameters; `default` for those not given.
    pub parameters: &'h [Value<'h>],
}

impl Extension<'_> {
    /// Whether a value is an instance with fitting parameters.
    pub fn accepts(&self, value: Value<'_>) -> bool {
        let _ = value;
        false
    }

    /// Whether the parameters accept those of the other.
    pub fn covers(&self, other: &Extension<'_>) -> bool {
        self.same_parameters(other)
    }

    /// Same values of the type parameters.
    pub fn same_parameters(&self, other: &Extension<'_>) -> bool {
        self.parameters.len() == other.parameters.len()
            && self
                .parameters
                .iter()
                .zip(other.parameters)
                .all(|(a, b)| a.same(*b))
    }

    pub(super) fn text(&self) -> String {
        let parameters: Vec<String> = self
            .parameters
            .iter()
            .map(|value| crate::text::program(*value))
            .collect();
        let name = self.base.name.unwrap_or("Object");
        format!("{name}[{}]", parameters.join(", "))
    }
}

/// A type made with `TypeSet[{...}]`.
#[derive(Debug)]
pub struct TypeSet<'h> {
    /// The name, when it has one.
    pub name: Option<&'h str>,
}

impl<'h> TypeSet<'h> {
    /// `TypeSet` without parameters.
    pub const ANY: TypeSet<'static> = TypeSet { name: None };

    /// Whether this is `TypeSet` without parameters.
    pub fn is_any(&self) -> bool {
        self.name.is_none()
    }

    pub(super) fn write(&self, writer: &mut Writer<'_, 'h>) {
        writer.out.push_str(self.name.unwrap_or("TypeSet"));
    }
}

/// An instance of an Object type.
#[derive(Clone, Copy)]
pub struct Object<'h> {
    /// Its type.
    pub ty: &'h ObjectType<'h>,
    /// The values of its attributes, in the order of the type's attributes.
    pub values: &'h [Value<'h>],
}

/// Whether a type is another or inherits from it.
pub fn derives(ty: &ObjectType<'_>, from: &ObjectType<'_>) -> bool {
    if from.is_any() || super::equal::same_objects(ty, from) {
        return true;
    }
    match ty.parent {
        Some(Type::Object(parent)) => derives(parent, from),
        _ => false,
    }
}

/// Whether a value is an object of a type. Types are objects too.
pub fn is_instance(wanted: &ObjectType<'_>, value: Value<'_>) -> bool {
    match value {
        Value::Object(object) => derives(object.ty, wanted),
        Value::Type(_) => wanted.is_any(),
        _ => false,
    }
}

impl<'h> Object<'h> {
    /// The type of the object.
    pub fn type_of(&self, _heap: &'h Heap) -> Type<'h> {
        Type::Object(self.ty)
    }

    /// Same type, same values.
    pub fn same(&self, other: &Object<'h>) -> bool {
        std::ptr::eq(self.ty, other.ty)
            && self.values.len() == other.values.len()
            && self
                .values
                .iter()
                .zip(other.values)
                .all(|(a, b)| a.same(*b))
    }
}

/// `Object[{...}]`, or type parameters of an Object type.
pub(super) fn parameterize<'h>(
    _heap: &'h Heap,
    base: &'h ObjectType<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
    let _ = keys;
    let name = base.name.unwrap_or("Object");
    plain(format!("The {name}-Type cannot be parameterized using []"))
}

/// `TypeSet[{...}]`
pub(super) fn type_set<'h>(_heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let _ = keys;
    plain("The TypeSet-Type cannot be parameterized using []")
}
