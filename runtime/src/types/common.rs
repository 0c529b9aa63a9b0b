//! Computes the common type of two types, and the general form of a type.

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use super::distinct::Distinct;
use super::{CallableType, Size, StructElement, Type, TypeRef, assignable};
use crate::answer_cache::{AnswerCache, address};
use crate::heap::Heap;
use crate::limits;

/// Returns the narrowest type that Puppet finds for values of both types.
pub fn common<'h>(heap: &'h Heap, a: TypeRef<'h>, b: TypeRef<'h>) -> TypeRef<'h> {
    use super::Type::*;
    match (a, b) {
        (Undef, _) | (Unit, _) if !matches!((a, b), (Unit, Undef)) => return b,
        (_, Undef | Unit) => return a,
        _ => {}
    }
    if assignable(a, b) {
        return a;
    }
    if assignable(b, a) {
        return b;
    }
    if let Some(ty) = of_one_kind(heap, a, b) {
        return ty;
    }
    for general in [&Numeric, &ScalarData, &Scalar, &Data, &RichData] {
        if assignable(general, a) && assignable(general, b) {
            return general;
        }
    }
    &Any
}

/// The number of texts from which on they are found through a table.
const TABLE_MIN: usize = 9;

/// Distinct texts.
#[derive(Default)]
struct Texts<'h> {
    texts: Vec<&'h str>,
    /// The same, when there are many.
    table: HashSet<&'h str, FixedState>,
}

impl<'h> Texts<'h> {
    fn contains(&self, text: &str) -> bool {
        match self.table.is_empty() {
            true => self.texts.contains(&text),
            false => self.table.contains(text),
        }
    }

    fn insert(&mut self, text: &'h str) {
        if self.contains(text) {
            return;
        }
        self.texts.push(text);
        match self.texts.len() {
            TABLE_MIN => self.table.extend(&self.texts),
            len if len > TABLE_MIN => _ = self.table.insert(text),
            _ => {}
        }
    }
}

/// Collects the [`common`] type of the added types. Single strings are collected, because each pair
/// of them would make a new Enum. Their type is made at the end, as is the type of known Integers.
pub(super) struct Common<'h> {
    heap: &'h Heap,
    found: Option<TypeRef<'h>>,
    texts: Texts<'h>,
}

impl<'h> Common<'h> {
    pub(super) fn new(heap: &'h Heap) -> Common<'h> {
        Common {
            heap,
            found: None,
            texts: Texts::default(),
        }
    }

    /// Adds the type of one string.
    pub(super) fn add_text(&mut self, text: &'h str) {
        match self.found {
            None => self.texts.insert(text),
            Some(Type::Enum {
                values,
                case_insensitive: false,
            }) if values.len() < TABLE_MIN && values.contains(&text) => {}
            Some(_) => self.add(self.heap.alloc(Type::StringValue(text))),
        }
    }

    /// Returns true if adding the type of one Integer would have no effect.
    pub(super) fn holds_integer(&self, i: i64) -> bool {
        match self.found {
            Some(&Type::Integer { min, max }) => {
                min.is_none_or(|min| min <= i) && max.is_none_or(|max| i <= max)
            }
            Some(ty) => matches!(
                ty,
                Type::Any
                    | Type::RichData
                    | Type::Data
                    | Type::Scalar
                    | Type::ScalarData
                    | Type::Numeric
            ),
            None => false,
        }
    }

    /// Adds a type.
    pub(super) fn add(&mut self, ty: TypeRef<'h>) {
        let collecting = self.found.is_none() && !self.texts.texts.is_empty();
        let ty = match (self.found, ty) {
            (None, Type::StringValue(_)) => ty,
            (None, Type::Undef | Type::Unit) if collecting => return,
            _ => self
                .taken()
                .map_or(ty, |found| common(self.heap, found, ty)),
        };
        match ty {
            Type::StringValue(text) => {
                self.found = None;
                self.texts.insert(text);
            }
            _ => self.found = Some(ty),
        }
    }

    /// Returns the common type found so far: the Enum of the texts, as long as all values were
    /// texts.
    fn taken(&mut self) -> Option<TypeRef<'h>> {
        let Texts { mut texts, .. } = std::mem::take(&mut self.texts);
        self.found.or_else(|| {
            Some(self.heap.alloc(match texts[..] {
                [] => return None,
                [text] => Type::StringValue(text),
                _ => {
                    texts.sort_unstable();
                    Type::Enum {
                        values: self.heap.slice(&texts),
                        case_insensitive: false,
                    }
                }
            }))
        })
    }

    /// Returns the common type; `Unit` when there were none.
    pub(super) fn finish(mut self) -> TypeRef<'h> {
        self.taken().unwrap_or(&Type::Unit)
    }
}

fn wider(a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64) -> Option<i64> {
    Some(pick(a?, b?))
}

fn sizes(a: Option<Size>, b: Option<Size>) -> Option<Size> {
    if a == b {
        return a;
    }
    let (a, b) = (a?, b?);
    Some(Size {
        from: a.from.min(b.from),
        to: wider(a.to, b.to, i64::max),
    })
}

fn of_one_kind<'h>(heap: &'h Heap, a: TypeRef<'h>, b: TypeRef<'h>) -> Option<TypeRef<'h>> {
    use super::Type::*;
    let found = match (a, b) {
        (Array { element, .. }, Array { element: other, .. }) => Array {
            element: common(heap, element, other),
            size: None,
        },
        (
            Hash { key, value, .. },
            Hash {
                key: other_key,
                value: other,
                ..
            },
        ) => Hash {
            key: common(heap, key, other_key),
            value: common(heap, value, other),
            size: None,
        },
        (Class(_), Class(_)) => Class(None),
        (
            Resource { type_name, .. },
            Resource {
                type_name: other, ..
            },
        ) => Resource {
            type_name: (*type_name).filter(|_| type_name == other),
            title: None,
            is_object: false,
            given: None,
        },
        (Integer { .. } | WideInteger { .. }, Integer { .. } | WideInteger { .. }) => {
            let ((min, max), (from, to)) = (a.integer_bounds()?, b.integer_bounds()?);
            super::Type::integer(
                min.zip(from).map(|(a, b)| a.min(b)),
                max.zip(to).map(|(a, b)| a.max(b)),
            )
        }
        (Float { min, max }, Float { min: from, max: to }) => Float {
            min: min.zip(*from).map(|(a, b)| a.min(b)),
            max: max.zip(*to).map(|(a, b)| a.max(b)),
        },
        (Regexp(_), Regexp(_)) => Regexp(None),
        (Pattern(of), Pattern(other)) => {
            let mut patterns = of.to_vec();
            let known: HashSet<&str, FixedState> = of.iter().map(|p| p.source()).collect();
            patterns.extend(other.iter().filter(|p| !known.contains(p.source())));
            Pattern(heap.slice(&patterns))
        }
        (String(_) | StringValue(_) | Enum { .. }, String(_) | StringValue(_) | Enum { .. }) => {
            strings(heap, a, b)?
        }
        (Variant(of), Variant(other)) => {
            let mut types = Distinct::default();
            types.extend(of.iter().chain(*other).copied());
            Variant(heap.slice(&types.types))
        }
        (Callable(Some(_)), Callable(Some(_))) => Callable(None),
        (Type(of), Type(other)) => Type(Some(common(heap, (*of)?, (*other)?))),
        _ => return None,
    };
    Some(heap.alloc(found))
}

fn strings<'h>(heap: &'h Heap, a: TypeRef<'h>, b: TypeRef<'h>) -> Option<Type<'h>> {
    use super::Type::*;
    match (a, b) {
        (String(of), String(other)) => Some(String(sizes(*of, *other))),
        // Puppet drops the size here
        (String(_), Enum { .. }) | (Enum { .. }, String(_)) => Some(Enum {
            values: &[],
            case_insensitive: false,
        }),
        (String(_), _) | (_, String(_)) => Some(String(None)),
        _ => {
            let mut texts: Vec<&'h str> = values(a)?.into_iter().chain(values(b)?).collect();
            texts.sort_unstable();
            texts.dedup();
            Some(Enum {
                values: heap.slice(&texts),
                case_insensitive: false,
            })
        }
    }
}

fn values<'h>(ty: TypeRef<'h>) -> Option<Vec<&'h str>> {
    match ty {
        Type::StringValue(text) => Some(vec![text]),
        Type::Enum { values, .. } => Some(values.to_vec()),
        _ => None,
    }
}

/// Returns the type without ranges, sizes and single strings.
pub fn generalize<'h>(heap: &'h Heap, ty: TypeRef<'h>) -> TypeRef<'h> {
    let known = AnswerCache::default();
    General { heap, known }.of(ty)
}

struct General<'h> {
    heap: &'h Heap,
    known: AnswerCache<usize, TypeRef<'h>>,
}

impl<'h> General<'h> {
    fn of(&self, ty: TypeRef<'h>) -> TypeRef<'h> {
        limits::stack();
        self.known.answer(address(ty), || self.made(ty))
    }

    fn made(&self, ty: TypeRef<'h>) -> TypeRef<'h> {
        use super::Type::*;
        let heap = self.heap;
        let found = match ty {
            Integer { .. } | WideInteger { .. } => Integer {
                min: None,
                max: None,
            },
            Float { .. } => Float {
                min: None,
                max: None,
            },
            Timespan { .. } => Timespan {
                min: None,
                max: None,
            },
            Timestamp { .. } => Timestamp {
                min: None,
                max: None,
            },
            Boolean(_) => Boolean(None),
            StringValue(_) | String(_) => String(None),
            Enum { values, .. } if !values.is_empty() => {
                let lengths = || values.iter().map(|text| text.chars().count() as i64);
                String(Some(Size {
                    from: lengths().min().unwrap_or(0),
                    to: lengths().max(),
                }))
            }
            Enum { .. } => String(None),
            Uri(_) => Uri(None),
            Collection(_) => Collection(None),
            Array { element, .. } => Array {
                element: self.of(element),
                size: None,
            },
            // the type of an empty collection
            Hash { key: Unit, .. } => return ty,
            Hash { key, value, .. } => Hash {
                key: self.of(key),
                value: self.of(value),
                size: None,
            },
            Variant(types) => {
                let mut general = Distinct::default();
                general.extend(types.iter().map(|ty| self.of(ty)));
                match general.types[..] {
                    [ty] => return ty,
                    _ => Variant(heap.slice(&general.types)),
                }
            }
            ObjectExtension(extension) => Object(extension.base),
            _ => return with_parts(heap, ty, |ty| self.of(ty)),
        };
        heap.alloc(found)
    }
}

/// Returns a type with other parts, each made by `of`. Variants are left to the caller.
pub(super) fn with_parts<'h>(
    heap: &'h Heap,
    ty: TypeRef<'h>,
    of: impl Fn(TypeRef<'h>) -> TypeRef<'h>,
) -> TypeRef<'h> {
    use super::Type::*;
    let inner = |ty: Option<TypeRef<'h>>| ty.map(&of);
    let all = |types: &[TypeRef<'h>]| heap.slice_from(types.len(), types.iter().map(|ty| of(ty)));
    heap.alloc(match ty {
        Array { element, size } => Array {
            element: of(element),
            size: *size,
        },
        Hash { key, value, size } => Hash {
            key: of(key),
            value: of(value),
            size: *size,
        },
        Tuple { types, size } => Tuple {
            types: all(types),
            size: *size,
        },
        Struct(elements) => {
            let elements = elements.iter().map(|element| StructElement {
                value: of(element.value),
                ..*element
            });
            Struct(heap.slice_from(elements.len(), elements))
        }
        Iterable(ty) => Iterable(inner(*ty)),
        Iterator(ty) => Iterator(inner(*ty)),
        Optional(ty) => Optional(inner(*ty)),
        NotUndef(ty) => NotUndef(inner(*ty)),
        Sensitive(ty) => Sensitive(inner(*ty)),
        Type(ty) => Type(inner(*ty)),
        Callable(Some(callable)) => Callable(Some(heap.alloc(CallableType {
            parameters: all(callable.parameters),
            block: inner(callable.block),
            returns: inner(callable.returns),
            ..**callable
        }))),
        _ => return ty,
    })
}
