//! Normalizes types as messages and aliases show them: Variants are flattened, ranges and Enums in
//! them are joined, and repeated Optional and NotUndef are merged.

use super::common::with_parts;
use super::distinct::Distinct;
use super::{Type, TypeRef, assignable};
use crate::answer_cache::{AnswerCache, address};
use crate::heap::Heap;
use crate::limits;
use crate::value::Whole;

/// Returns the normal form of a type. Aliases stay as they are.
pub fn normalize<'h>(heap: &'h Heap, ty: TypeRef<'h>) -> TypeRef<'h> {
    let known = AnswerCache::default();
    Normal { heap, known }.of(ty)
}

struct Normal<'h> {
    heap: &'h Heap,
    known: AnswerCache<usize, TypeRef<'h>>,
}

impl<'h> Normal<'h> {
    fn of(&self, ty: TypeRef<'h>) -> TypeRef<'h> {
        limits::stack();
        self.known.answer(address(ty), || self.made(ty))
    }

    fn made(&self, ty: TypeRef<'h>) -> TypeRef<'h> {
        use super::Type::*;
        let heap = self.heap;
        let found = match ty {
            Variant(types) if !types.is_empty() => return self.variant(types),
            Optional(Some(of)) => return optional(heap, self.of(of)),
            NotUndef(Some(of)) => match self.of(of) {
                Optional(Some(of)) => return of,
                of if assignable(of, &Undef) => NotUndef(Some(of)),
                of => return of,
            },
            Collection(_) => Collection(None),
            Array {
                element: Any,
                size: Some(_),
            } => Array {
                element: &Any,
                size: None,
            },
            // a new one contains the general type, which the type of an Enum is not yet
            Sensitive(Some(of)) => match self.of(of) {
                same if same == *of => return ty,
                other => Sensitive(Some(super::generalize(heap, other))),
            },
            _ => return with_parts(heap, ty, |ty| self.of(ty)),
        };
        heap.alloc(found)
    }

    fn variant(&self, types: &[TypeRef<'h>]) -> TypeRef<'h> {
        let heap = self.heap;
        let mut flat = Flat::default();
        let mut changed = false;
        for ty in types {
            let normal = self.of(ty);
            changed |= normal != *ty && !matches!(normal, Type::Optional(_));
            flatten(normal, &mut flat);
        }
        let undef = flat.undef;
        let mut distinct = flat.distinct.types;
        let before = distinct.clone();
        if changed {
            // types that became equal are joined like others
            for ty in flat.repeated {
                distinct.retain(|other| *other != ty);
                distinct.push(ty);
            }
        }
        join_enums(heap, &mut distinct, false);
        join_enums(heap, &mut distinct, true);
        join_patterns(heap, &mut distinct);
        for kind in [
            Range::Integer,
            Range::Float,
            Range::Timespan,
            Range::Timestamp,
        ] {
            join_ranges(heap, &mut distinct, kind);
        }
        // if nothing was joined, the types keep their order
        if !changed && distinct.len() == before.len() {
            distinct = before;
        }
        let joined: TypeRef<'h> = match distinct[..] {
            [] => return &Type::Undef,
            [ty] => ty,
            _ => heap.alloc(Type::Variant(heap.slice(&distinct))),
        };
        match undef {
            true => optional(heap, joined),
            false => joined,
        }
    }
}

fn optional<'h>(heap: &'h Heap, of: TypeRef<'h>) -> TypeRef<'h> {
    match of {
        Type::NotUndef(Some(of)) => optional(heap, of),
        _ if assignable(of, &Type::Undef) => of,
        _ => heap.alloc(Type::Optional(Some(of))),
    }
}

/// The alternatives of a Variant.
#[derive(Default)]
struct Flat<'h> {
    distinct: Distinct<'h>,
    /// The types of single strings that occur again.
    repeated: Vec<TypeRef<'h>>,
    undef: bool,
}

fn flatten<'h>(ty: TypeRef<'h>, into: &mut Flat<'h>) {
    limits::stack();
    match ty {
        Type::Variant(types) => types.iter().for_each(|ty| flatten(ty, into)),
        Type::Undef => into.undef = true,
        Type::Optional(Some(ty)) => {
            into.undef = true;
            flatten(ty, into);
        }
        _ => {
            let known = into.distinct.types.len();
            into.distinct.push(ty);
            let is_new = into.distinct.types.len() > known;
            if !is_new && matches!(ty, Type::Enum { .. } | Type::Pattern(_)) {
                into.repeated.push(ty);
            }
        }
    }
}

/// A kind of type that is a range.
#[derive(Clone, Copy, PartialEq)]
enum Range {
    Integer,
    Float,
    Timespan,
    Timestamp,
}

fn range_kind(ty: TypeRef<'_>) -> Option<Range> {
    Some(match ty {
        Type::Integer { .. } | Type::WideInteger { .. } => Range::Integer,
        Type::Float { .. } => Range::Float,
        Type::Timespan { .. } => Range::Timespan,
        Type::Timestamp { .. } => Range::Timestamp,
        _ => return None,
    })
}

/// Joins ranges without a gap between them, before all other types. Each pass takes the last range
/// and joins others to it; the next pass works on the ranges that were not joined. As in Puppet,
/// some ranges stay unjoined.
fn join_ranges<'h>(heap: &'h Heap, types: &mut Vec<TypeRef<'h>>, kind: Range) {
    let (mut ranges, others): (Vec<_>, Vec<_>) =
        types.iter().partition(|ty| range_kind(ty) == Some(kind));
    if ranges.len() < 2 {
        return;
    }
    types.clear();
    while let Some(mut range) = ranges.pop() {
        limits::time();
        ranges.retain(|other| match join(range, other) {
            Some(joined) => {
                range = heap.alloc(joined);
                false
            }
            None => true,
        });
        types.push(range);
    }
    types.extend(others);
}

fn join<'h>(a: TypeRef<'h>, b: TypeRef<'h>) -> Option<Type<'h>> {
    match (a, b) {
        (Type::Integer { min, max }, Type::Integer { min: from, max: to }) => {
            let (min, max) = hull((*min, *max), (*from, *to), |a, b| a.saturating_add(1) >= b)?;
            Some(Type::Integer { min, max })
        }
        (Type::Integer { .. } | Type::WideInteger { .. }, _) => {
            let touches = |a: Whole<'h>, b: Whole<'h>| a >= b || a.number() + 1 == b.number();
            let (min, max) = hull(a.integer_bounds()?, b.integer_bounds()?, touches)?;
            Some(Type::integer(min, max))
        }
        (Type::Float { min, max }, Type::Float { min: from, max: to }) => {
            let (min, max) = hull((*min, *max), (*from, *to), |a, b| a >= b)?;
            Some(Type::Float { min, max })
        }
        (Type::Timespan { min, max }, Type::Timespan { min: from, max: to }) => {
            let (min, max) = hull((*min, *max), (*from, *to), |a, b| a >= b)?;
            Some(Type::Timespan { min, max })
        }
        (Type::Timestamp { min, max }, Type::Timestamp { min: from, max: to }) => {
            let (min, max) = hull((*min, *max), (*from, *to), |a, b| a >= b)?;
            Some(Type::Timestamp { min, max })
        }
        _ => None,
    }
}

type Bounds<T> = (Option<T>, Option<T>);

/// Returns the range that covers two ranges without a gap between them. `touches` says whether
/// there is no value between the end of one range and the start of the next.
fn hull<T: PartialOrd + Copy>(
    a: Bounds<T>,
    b: Bounds<T>,
    touches: impl Fn(T, T) -> bool,
) -> Option<Bounds<T>> {
    let reaches = |end: Option<T>, start: Option<T>| match (end, start) {
        (Some(end), Some(start)) => touches(end, start),
        _ => true,
    };
    if !(reaches(a.1, b.0) && reaches(b.1, a.0)) {
        return None;
    }
    let least = |a: T, b: T| if b < a { b } else { a };
    let greatest = |a: T, b: T| if b > a { b } else { a };
    Some((
        a.0.zip(b.0).map(|(a, b)| least(a, b)),
        a.1.zip(b.1).map(|(a, b)| greatest(a, b)),
    ))
}

/// Joins several Enums of the same kind, and single strings, into one after all other types.
fn join_enums<'h>(heap: &'h Heap, types: &mut Vec<TypeRef<'h>>, ignoring_case: bool) {
    let of_kind = |ty: TypeRef<'h>| match ty {
        Type::Enum {
            values,
            case_insensitive,
        } if !values.is_empty() && *case_insensitive == ignoring_case => Some(*values),
        Type::StringValue(text) if !ignoring_case => Some(std::slice::from_ref(text)),
        _ => None,
    };
    let found: Vec<&'h [&'h str]> = types.iter().filter_map(|ty| of_kind(ty)).collect();
    if found.len() < 2 {
        return;
    }
    let mut values: Vec<&'h str> = found.concat();
    values.sort_unstable();
    values.dedup();
    types.retain(|ty| of_kind(ty).is_none());
    types.push(heap.alloc(Type::Enum {
        values: heap.slice(&values),
        case_insensitive: ignoring_case,
    }));
}

/// Joins several Patterns into one after all other types.
fn join_patterns<'h>(heap: &'h Heap, types: &mut Vec<TypeRef<'h>>) {
    let mut patterns = Vec::new();
    let mut seen = hashbrown::HashSet::with_hasher(foldhash::fast::FixedState::default());
    let mut count = 0;
    for ty in types.iter() {
        if let Type::Pattern(of) = ty {
            count += 1;
            for pattern in *of {
                if seen.insert(pattern.source()) {
                    patterns.push(*pattern);
                }
            }
        }
    }
    if count < 2 {
        return;
    }
    types.retain(|ty| !matches!(ty, Type::Pattern(_)));
    types.push(heap.alloc(Type::Pattern(heap.slice(&patterns))));
}
