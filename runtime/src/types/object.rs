//! `Object` and `TypeSet` types and their instances.

use crate::value::Value;

/// A type made with `Object[{...}]`, and the built-in `Deferred` and `Error`.
#[derive(Debug)]
pub struct ObjectType<'h> {
    /// The name, when it has one.
    pub name: Option<&'h str>,
}

/// A type made with `TypeSet[{...}]`.
#[derive(Debug)]
pub struct TypeSet<'h> {
    /// The name, when it has one.
    pub name: Option<&'h str>,
}

/// An instance of an Object type.
#[derive(Clone, Copy)]
pub struct Object<'h> {
    /// Its type.
    pub ty: &'h ObjectType<'h>,
    /// The values of its attributes, in the order of the type's attributes.
    pub values: &'h [Value<'h>],
}

impl<'h> Object<'h> {
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
