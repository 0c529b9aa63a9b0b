//! Lists of distinct types.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::{SpanBound, StructElement, TypeRef};

/// The depth up to which a type's hash depends on its parts.
const DEPTH_MAX: u32 = 3;

/// The number of types from which on they are found through a table.
const TABLE_MIN: usize = 8;

/// The discriminant for types with the same range. In Variants these types are alike.
const RANGE: u8 = 255;

/// Distinct types in the order of their insertion.
#[derive(Default)]
pub(super) struct Distinct<'h> {
    /// The types.
    pub(super) types: Vec<TypeRef<'h>>,
    table: HashTable<usize>,
}

impl<'h> Distinct<'h> {
    /// Adds a type, unless an equal one is there.
    pub(super) fn push(&mut self, ty: TypeRef<'h>) {
        let types = &mut self.types;
        if types.len() < TABLE_MIN {
            if !types.iter().any(|known| known.same(ty)) {
                types.push(ty);
            }
            return;
        }
        let place = |ty: TypeRef<'_>| {
            let mut state = FixedState::default().build_hasher();
            hash(ty, &mut state, 0);
            state.finish()
        };
        if self.table.is_empty() {
            for (at, ty) in types.iter().enumerate() {
                let _ = self
                    .table
                    .insert_unique(place(ty), at, |at| place(types[*at]));
            }
        }
        let at = place(ty);
        if self
            .table
            .find(at, |other| types[*other].same(ty))
            .is_none()
        {
            types.push(ty);
            let _ = self
                .table
                .insert_unique(at, types.len() - 1, |at| place(types[*at]));
        }
    }

    /// Adds several types.
    pub(super) fn extend(&mut self, types: impl IntoIterator<Item = TypeRef<'h>>) {
        types.into_iter().for_each(|ty| self.push(ty));
    }
}

impl super::Type<'_> {
    /// Feeds a hasher so that the [`same`](super::Type::same) types hash alike.
    pub fn hash_into(&self, state: &mut impl Hasher) {
        hash(self, state, 0);
    }
}

fn hash(ty: TypeRef<'_>, state: &mut impl Hasher, depth: u32) {
    use super::Type::*;
    if let Some(range) = super::equal::range(ty) {
        return (RANGE, range).hash(state);
    }
    std::mem::discriminant(ty).hash(state);
    if depth > DEPTH_MAX {
        return;
    }
    let mut inner = |ty: TypeRef<'_>| hash(ty, state, depth + 1);
    match ty {
        Boolean(value) => value.hash(state),
        WideInteger { min, max } => (min, max).hash(state),
        Float { min, max } => {
            // `-0.0` equals `0.0`
            let bits = |bound: &Option<f64>| bound.map(|f| (f + 0.0).to_bits());
            (bits(min), bits(max)).hash(state);
        }
        Timespan { min, max } => {
            let nanos = |bound: &Option<SpanBound>| bound.map(|bound| bound.nanos);
            (nanos(min), nanos(max)).hash(state);
        }
        Timestamp { min, max } => (min, max).hash(state),
        StringValue(text) | TypeReference(text) => text.hash(state),
        Enum { values, .. } => values.hash(state),
        Regexp(regexp) => regexp.map(|r| r.source()).hash(state),
        Array { element, size } => {
            inner(element);
            sizes(*size).hash(state);
        }
        Hash { key, value, size } => {
            inner(key);
            inner(value);
            sizes(*size).hash(state);
        }
        Tuple { types, size } => {
            types.iter().for_each(|ty| inner(ty));
            sizes(*size).hash(state);
        }
        Struct(elements) => {
            for StructElement { name, value, .. } in *elements {
                name.hash(state);
                hash(value, state, depth + 1);
            }
        }
        Iterable(of) | Iterator(of) | Optional(of) | NotUndef(of) | Sensitive(of) | Type(of) => {
            of.iter().for_each(|ty| inner(ty));
        }
        Resource {
            type_name, title, ..
        } => (type_name, title).hash(state),
        Class(name) => name.hash(state),
        Alias(alias) => alias.name.hash(state),
        Pattern(patterns) => patterns.iter().for_each(|r| r.source().hash(state)),
        Variant(types) => types.iter().for_each(|ty| inner(ty)),
        _ => {}
    }
}

fn sizes(size: Option<super::Size>) -> Option<(i64, Option<i64>)> {
    size.map(|size| (size.from, size.to))
}
