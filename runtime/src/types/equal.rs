//! Compares types structurally: two types are equal if they are written in the same way. The order
//! in Variants, Patterns and SemVers does not matter to [`PartialEq`], and does to [`Type::same`].
//!
//! The operator `==` is [`super::equal()`].

use super::object::ObjectType;
use super::{CallableType, StructElement, Type, TypeRef};
use crate::answer_cache::{AnswerCache, address};
use crate::limits;
use crate::ops::ruby_equal;
use crate::value::Value;

impl PartialEq for Type<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || same(self, other, &Pairs::new(false))
    }
}

impl Type<'_> {
    /// Returns true if types are equal as hash keys and for `unique`. Variants contain equal types
    /// only once.
    pub fn same(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || same(self, other, &Pairs::new(true))
    }
}

/// The state of a comparison of types.
struct Pairs {
    known: AnswerCache<(usize, usize), bool>,
    /// True if the order of items matters where there is an order.
    in_order: bool,
    /// True if types of the same [`range`] are equal, as for the order in a Variant. Case:
    /// `types/variant/keys`.
    ranges_alike: bool,
}

impl Pairs {
    fn new(in_order: bool) -> Pairs {
        Pairs {
            known: AnswerCache::default(),
            in_order,
            ranges_alike: false,
        }
    }

    fn alike() -> Pairs {
        Pairs {
            ranges_alike: true,
            ..Pairs::new(true)
        }
    }

    /// Returns true if Variants contain the same types, in the same order where order matters.
    fn same_variants(&self, a: &[TypeRef<'_>], b: &[TypeRef<'_>]) -> bool {
        if !self.in_order || self.ranges_alike {
            return self.same_items(a, b, |x, y| is(x, y, self));
        }
        let has = |all: &[TypeRef<'_>], x| all.iter().any(|y| is(x, y, self));
        are(a, b, &Pairs::alike()) && a.iter().all(|x| has(b, x)) && b.iter().all(|x| has(a, x))
    }

    /// Returns true if types with these bounds are the same key only if they are one object. Types
    /// of times are like times themselves in this, except those with equal bounds. Case:
    /// `types/timespan/keys`.
    fn are_apart<T: PartialEq>(&self, min: &Option<T>, max: &Option<T>) -> bool {
        self.in_order && min != max
    }

    /// Returns true if the items are the same, in any order when order does not matter.
    fn same_items<T>(&self, a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
        let elsewhere = |at: usize, x: &T| {
            !self.in_order
                && (b[at..].iter().any(|y| same(x, y)) || b[..at].iter().any(|y| same(x, y)))
        };
        a.len() == b.len()
            && a.iter()
                .zip(b)
                .enumerate()
                .all(|(at, (x, y))| same(x, y) || elsewhere(at, x))
    }
}

fn is(a: TypeRef<'_>, b: TypeRef<'_>, pairs: &Pairs) -> bool {
    let pair = (address(a), address(b));
    std::ptr::eq(a, b) || pairs.known.answer(pair, || same(a, b, pairs))
}

fn are(a: &[TypeRef<'_>], b: &[TypeRef<'_>], pairs: &Pairs) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is(a, b, pairs))
}

fn may_be(a: Option<TypeRef<'_>>, b: Option<TypeRef<'_>>, pairs: &Pairs) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => is(a, b, pairs),
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn same_values(a: &[Value<'_>], b: &[Value<'_>], pairs: &Pairs) -> bool {
    let same = |(x, y): (&Value<'_>, &Value<'_>)| match pairs.in_order {
        true => x.same(*y),
        false => ruby_equal(*x, *y),
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Returns true if titles that are not texts are the same.
fn same_given(a: Option<&Value<'_>>, b: Option<&Value<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.same(*b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn same_elements(a: &[StructElement<'_>], b: &[StructElement<'_>], pairs: &Pairs) -> bool {
    let same = |(x, y): (&StructElement<'_>, &StructElement<'_>)| {
        x.name == y.name && x.optional == y.optional && is(x.value, y.value, pairs)
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

fn same_callables(a: &CallableType<'_>, b: &CallableType<'_>, pairs: &Pairs) -> bool {
    are(a.parameters, b.parameters, pairs)
        && a.size == b.size
        && may_be(a.block, b.block, pairs)
        && is(
            a.returns.unwrap_or(&Type::Any),
            b.returns.unwrap_or(&Type::Any),
            pairs,
        )
}

/// Returns true if two Object types are the same: by name when they have one, else by their
/// declarations.
pub(super) fn same_objects(a: &ObjectType<'_>, b: &ObjectType<'_>) -> bool {
    std::ptr::eq(a, b) || a.same(b)
}

// Long because there is an arm for each type.
fn same(a: TypeRef<'_>, b: TypeRef<'_>, pairs: &Pairs) -> bool {
    use super::Type::*;
    limits::stack();
    match (a, b) {
        (Any, Any)
        | (Unit, Unit)
        | (Undef, Undef)
        | (Default, Default)
        | (Scalar, Scalar)
        | (ScalarData, ScalarData)
        | (Data, Data)
        | (RichData, RichData)
        | (RichDataKey, RichDataKey)
        | (Numeric, Numeric)
        | (CatalogEntry, CatalogEntry)
        | (Binary, Binary)
        | (SemVerRange, SemVerRange) => true,
        (Boolean(x), Boolean(y)) => x == y,
        (Integer { min: a, max: b }, Integer { min: c, max: d }) => a == c && b == d,
        (WideInteger { min: a, max: b }, WideInteger { min: c, max: d }) => a == c && b == d,
        (Float { min: a, max: b }, Float { min: c, max: d }) => a == c && b == d,
        (Timespan { min: a, max: b }, Timespan { min: c, max: d }) => {
            a == c && b == d && !pairs.are_apart(a, b)
        }
        (Timestamp { min: a, max: b }, Timestamp { min: c, max: d }) => {
            a == c && b == d && !pairs.are_apart(a, b)
        }
        (String(x), String(y)) | (Collection(x), Collection(y)) => x == y,
        (StringValue(x), StringValue(y)) | (TypeReference(x), TypeReference(y)) => x == y,
        (
            Enum {
                values: a,
                case_insensitive: c,
            },
            Enum {
                values: b,
                case_insensitive: d,
            },
        ) => a == b && c == d,
        (Pattern(x), Pattern(y)) => pairs.same_items(x, y, |p, q| p.source() == q.source()),
        (Regexp(x), Regexp(y)) => x.map(|r| r.source()) == y.map(|r| r.source()),
        (SemVer(x), SemVer(y)) => pairs.same_items(x, y, |p, q| p == q),
        (Uri(x), Uri(y)) => match (x, y) {
            (Some(x), Some(y)) => x.same(*y),
            (None, None) => true,
            _ => false,
        },
        (
            Array { element, size },
            Array {
                element: other,
                size: of,
            },
        ) => size == of && is(element, other, pairs),
        (
            Hash { key, value, size },
            Hash {
                key: other_key,
                value: other,
                size: of,
            },
        ) => size == of && is(key, other_key, pairs) && is(value, other, pairs),
        (
            Tuple { types, size },
            Tuple {
                types: other,
                size: of,
            },
        ) => size == of && are(types, other, pairs),
        (Struct(x), Struct(y)) => same_elements(x, y, pairs),
        (Variant(x), Variant(y)) => pairs.same_variants(x, y),
        (Iterable(x), Iterable(y))
        | (Iterator(x), Iterator(y))
        | (Optional(x), Optional(y))
        | (NotUndef(x), NotUndef(y))
        | (Sensitive(x), Sensitive(y))
        | (Type(x), Type(y)) => may_be(*x, *y, pairs),
        (Callable(x), Callable(y)) => match (x, y) {
            (Some(x), Some(y)) => same_callables(x, y, pairs),
            (None, None) => true,
            _ => false,
        },
        (
            Init { ty, arguments },
            Init {
                ty: other,
                arguments: given,
            },
        ) => may_be(*ty, *other, pairs) && same_values(arguments, given, pairs),
        (
            Runtime {
                runtime,
                name,
                pattern,
            },
            Runtime {
                runtime: r,
                name: n,
                pattern: p,
            },
        ) => runtime == r && name == n && pattern.map(|x| x.source()) == p.map(|x| x.source()),
        (Object(x), Object(y)) => same_objects(x, y),
        (ObjectExtension(x), ObjectExtension(y)) => {
            same_objects(x.base, y.base) && x.same_parameters(y, pairs.in_order)
        }
        (TypeSet(x), TypeSet(y)) => std::ptr::eq(*x, *y) || x.same(y),
        (Alias(x), Alias(y)) => {
            std::ptr::eq(*x, *y)
                || (x.name == y.name && x.resolved.get().is_some() == y.resolved.get().is_some())
        }
        (
            Resource {
                type_name,
                title,
                is_object,
                given,
            },
            Resource {
                type_name: name,
                title: other,
                is_object: other_is_object,
                given: made_of,
            },
        ) => {
            let same = match (type_name, name) {
                (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
                (a, b) => a.is_none() && b.is_none(),
            };
            same && title == other && is_object == other_is_object && same_given(*given, *made_of)
        }
        (Class(x), Class(y)) => x == y,
        _ => pairs.ranges_alike && range(a).is_some_and(|range_a| range(b) == Some(range_a)),
    }
}

/// Returns the range by which some types are alike: types of numbers or times without bounds, of
/// Integers, or of sizes alone.
pub(super) fn range(ty: TypeRef<'_>) -> Option<(Option<i64>, Option<i64>)> {
    use super::Type::*;
    match *ty {
        Integer { min, max } => Some((min, max)),
        Float { min, max } => (min, max).eq(&(None, None)).then_some((None, None)),
        Timespan { min, max } => (min, max).eq(&(None, None)).then_some((None, None)),
        Timestamp { min, max } => (min, max).eq(&(None, None)).then_some((None, None)),
        String(Some(size)) | Collection(Some(size)) => Some((Some(size.from), size.to)),
        _ => None,
    }
}
