//! Infers the type of a value.

use super::distinct::Distinct;
use super::{Size, SpanBound, StructElement, Type, TypeRef, common::Common, generalize};
use crate::answer_cache::AnswerCache;
use crate::heap::Heap;
use crate::limits;
use crate::value::{Array, Hash, Value, Whole};

/// Values nested deeper than this are of type `Any` there.
const DEPTH_MAX: u32 = 1000;

/// Returns the detailed type, as `type($value)` shows it: Tuples and Structs.
pub fn infer<'h>(heap: &'h Heap, value: Value<'h>) -> TypeRef<'h> {
    Inference::new(heap, true).ty(value, 0)
}

/// Returns the reduced type, as `type($value, 'reduced')` shows it: Arrays and Hashes of common
/// types.
pub fn reduced<'h>(heap: &'h Heap, value: Value<'h>) -> TypeRef<'h> {
    Inference::new(heap, false).ty(value, 0)
}

struct Inference<'h> {
    heap: &'h Heap,
    detailed: bool,
    /// The types of values at depths.
    known: AnswerCache<(usize, u32), TypeRef<'h>>,
}

impl<'h> Inference<'h> {
    fn new(heap: &'h Heap, detailed: bool) -> Inference<'h> {
        Inference {
            heap,
            detailed,
            known: AnswerCache::default(),
        }
    }

    fn ty(&self, value: Value<'h>, depth: u32) -> TypeRef<'h> {
        match (value, value.address()) {
            _ if depth > DEPTH_MAX => &Type::Any,
            (Value::Array(_) | Value::Hash(_), inside) => {
                let ask = || self.made(value, depth);
                self.known.answer((inside, depth), ask)
            }
            _ => self.made(value, depth),
        }
    }

    fn made(&self, value: Value<'h>, depth: u32) -> TypeRef<'h> {
        self.heap.alloc(match value {
            Value::Undef => return &Type::Undef,
            Value::Default => return &Type::Default,
            Value::Boolean(b) => Type::Boolean(Some(b)),
            Value::Integer(i) => Type::Integer {
                min: Some(i),
                max: Some(i),
            },
            Value::BigInteger(big) => Type::WideInteger {
                min: Some(Whole::Big(big)),
                max: Some(Whole::Big(big)),
            },
            Value::Float(f) => Type::Float {
                min: Some(f),
                max: Some(f),
            },
            Value::String(s) => Type::StringValue(s.as_str()),
            Value::Array(a) => self.array(a, depth),
            Value::Hash(h) => self.hash(h, depth),
            Value::Regexp(r) => Type::Regexp(Some(r)),
            Value::Type(ty) if let Some((_, shown)) = ty.collector() => {
                let class = match shown.starts_with("Exported") {
                    true => "Puppet::Pops::Evaluator::Collectors::ExportedCollector",
                    false => "Puppet::Pops::Evaluator::Collectors::CatalogCollector",
                };
                Type::Runtime {
                    runtime: Some("ruby"),
                    name: Some(class),
                    pattern: None,
                }
            }
            Value::Type(ty) if ty.is_resource_object() => self.reference(ty),
            Value::Type(ty) if super::is_too_deep(ty) => Type::Type(None),
            Value::Type(ty) => Type::Type(Some(ty)),
            Value::Sensitive(clear) => {
                let clear = reduced(self.heap, *clear);
                Type::Sensitive(Some(generalize(self.heap, clear)))
            }
            Value::Binary(_) => return &Type::Binary,
            Value::SemVer(_) if !self.detailed => Type::SemVer(&[]),
            Value::SemVer(version) => super::semver_of(self.heap, version),
            Value::SemVerRange(_) => return &Type::SemVerRange,
            Value::Timespan(t) => Type::Timespan {
                min: Some(SpanBound::exact(t.nanos)),
                max: Some(SpanBound::exact(t.nanos)),
            },
            Value::Timestamp(t) => Type::Timestamp {
                min: Some(t.nanos.into()),
                max: Some(t.nanos.into()),
            },
            Value::Uri(uri) => {
                let parts = super::uri::constraint(self.heap, uri);
                let empty = matches!(parts, Value::Hash(parts) if parts.is_empty());
                Type::Uri((!empty).then_some(parts))
            }
            Value::Object(object) => object.type_of(self.heap),
            Value::Callable(_) => return &Type::Callable(None),
            Value::Iterator(iterator) => match iterator.tree_order() {
                Some(order) => Type::Runtime {
                    runtime: Some("ruby"),
                    name: Some(order.ruby_class()),
                    pattern: None,
                },
                None if iterator.is_vague() => Type::Iterator(Some(&Type::Any)),
                None => Type::Iterator(super::iterate::element(self.heap, value)),
            },
        })
    }

    fn reference(&self, ty: TypeRef<'h>) -> Type<'h> {
        Type::Type(Some(self.heap.alloc(ty.as_type())))
    }

    fn array(&self, array: &'h Array<'h>, depth: u32) -> Type<'h> {
        let size = Some(Size::exactly(array.len()));
        if array.is_empty() {
            return Type::Array {
                element: &Type::Unit,
                size,
            };
        }
        match self.detailed {
            true => Type::Tuple {
                types: self.heap.slice_from(
                    array.len(),
                    array.iter().map(|value| self.ty(value, depth + 1)),
                ),
                size: None,
            },
            false => Type::Array {
                element: self.common(array.iter(), depth + 1),
                size,
            },
        }
    }

    fn hash(&self, hash: &'h Hash<'h>, depth: u32) -> Type<'h> {
        let size = Some(Size::exactly(hash.len()));
        if hash.is_empty() {
            return Type::Hash {
                key: &Type::Unit,
                value: &Type::Unit,
                size,
            };
        }
        let named = |key: Value<'_>| key.as_str().is_some_and(|key| !key.is_empty());
        if self.detailed && hash.keys().all(named) {
            let elements = hash.iter().map(|(key, value)| StructElement {
                name: key.as_str().unwrap_or_default(),
                optional: false,
                value: self.ty(value, depth + 1),
            });
            return Type::Struct(self.heap.slice_from(hash.len(), elements));
        }
        Type::Hash {
            key: self.together(hash.keys(), depth + 1),
            value: self.together(hash.values(), depth + 1),
            size,
        }
    }

    fn together(&self, values: impl Iterator<Item = Value<'h>>, depth: u32) -> TypeRef<'h> {
        match self.detailed {
            true => variant(self.heap, values.map(|value| self.ty(value, depth))),
            false => self.common(values, depth),
        }
    }

    fn common(&self, values: impl Iterator<Item = Value<'h>>, depth: u32) -> TypeRef<'h> {
        limits::stack();
        let mut common = Common::new(self.heap);
        for value in values {
            match value {
                Value::String(text) if depth <= DEPTH_MAX => common.add_text(text.as_str()),
                Value::Integer(i) if common.holds_integer(i) => {}
                _ => common.add(self.ty(value, depth)),
            }
        }
        common.finish()
    }
}

/// Returns the Variant of several types; a single type itself.
pub(super) fn variant<'h>(heap: &'h Heap, types: impl Iterator<Item = TypeRef<'h>>) -> TypeRef<'h> {
    let mut distinct = Distinct::default();
    distinct.extend(types);
    match distinct.types[..] {
        [] => &Type::Unit,
        [ty] => ty,
        _ => heap.alloc(Type::Variant(heap.slice(&distinct.types))),
    }
}
