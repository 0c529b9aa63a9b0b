//! Checks whether a value is of a type, for `=~`, `case` and parameters.
//!
//! Allocates nothing, except for `Iterable[T]` and `Init[T]`, which are defined through inference.
//! Recursion follows the type, and the value only as deep as the type goes; `Data` and `RichData`
//! walk a value without recursion.

use super::recursion::{Answers, At};
use super::{Size, SpanBound, StructElement, Type, TypeRef, assignable};
use crate::answer_cache::{AnswerCache, address};
use crate::heap::Heap;
use crate::limits;
use crate::value::kinds::Check;
use crate::value::{Array, Hash, Items, Value, Whole};

/// Returns true if `value` is an instance of `ty`.
pub fn instance<'h>(ty: TypeRef<'h>, value: Value<'h>) -> bool {
    let ty = match ty {
        Type::Alias(alias) if !alias.is_recursive() => alias.resolved.get().unwrap_or(ty),
        _ => ty,
    };
    plain(ty, value).unwrap_or_else(|| {
        limits::stack();
        judge(ty, value, At::start(&Answers::default()))
    })
}

#[inline]
fn check<'h>(ty: TypeRef<'h>, value: Value<'h>, at: At<'_>) -> bool {
    plain(ty, value).unwrap_or_else(|| check_whole(ty, value, at))
}

/// Checks the most frequent types of items directly, without a call.
#[inline]
fn plain<'h>(ty: TypeRef<'h>, value: Value<'h>) -> Option<bool> {
    Some(match (ty, value) {
        (Type::Any | Type::Unit, _) => true,
        (Type::Numeric, Value::Integer(_)) => true,
        // the range of all Floats does not hold NaN
        (Type::Numeric, Value::Float(f)) => !f.is_nan(),
        (Type::Undef, _) => value.is_undef(),
        (Type::Boolean(wanted), Value::Boolean(b)) => wanted.is_none_or(|wanted| b == wanted),
        (Type::Integer { min, max }, Value::Integer(i)) => {
            min.is_none_or(|min| min <= i) && max.is_none_or(|max| i <= max)
        }
        (Type::Float { min, max }, Value::Float(f)) => {
            !f.is_nan() && min.is_none_or(|min| min <= f) && max.is_none_or(|max| f <= max)
        }
        (Type::String(None), Value::String(_)) => true,
        (Type::String(Some(size)), Value::String(s)) => holds_text(*size, s.as_str()),
        (Type::Enum { .. } | Type::Pattern(_) | Type::StringValue(_), Value::String(s)) => {
            accepts_text(ty, s.as_str())
        }
        (Type::Integer { .. }, Value::BigInteger(_))
        | (Type::WideInteger { .. }, Value::BigInteger(_) | Value::Integer(_)) => {
            is_within(ty, value)
        }
        (Type::Boolean(_) | Type::Integer { .. } | Type::Float { .. } | Type::String(_), _)
        | (Type::Enum { .. } | Type::Pattern(_) | Type::StringValue(_), _)
        | (Type::WideInteger { .. }, _) => false,
        _ => return None,
    })
}

/// Returns true if an Integer is within the bounds of a type.
fn is_within(ty: TypeRef<'_>, value: Value<'_>) -> bool {
    match (ty.integer_bounds(), Whole::of(value)) {
        (Some((min, max)), Some(whole)) => within(min, max, whole),
        _ => false,
    }
}

fn check_whole<'h>(ty: TypeRef<'h>, value: Value<'h>, at: At<'_>) -> bool {
    limits::stack();
    match value.address() {
        0 => judge(ty, value, at),
        inside => at.known((address(ty), inside), || judge(ty, value, at)),
    }
}

// Long because there is an arm for each type.
fn judge<'h>(ty: TypeRef<'h>, value: Value<'h>, at: At<'_>) -> bool {
    match ty {
        Type::Default => matches!(value, Value::Default),
        Type::Numeric => is_number(value),
        Type::RichDataKey => is_number(value) || matches!(value, Value::String(_)),
        Type::ScalarData => is_scalar_data(value),
        Type::Scalar => is_scalar(value),
        Type::Data => at.through_data(|| is_data(value), || is_data_outside(value)),
        Type::RichData => at.through_data(|| is_rich_data(value), || is_rich_data_outside(value)),
        Type::Binary => matches!(value, Value::Binary(_)),
        Type::SemVerRange => matches!(value, Value::SemVerRange(_)),
        Type::Regexp(wanted) => {
            wanted.inspect(|wanted| wanted.must_be_one());
            match value {
                Value::Regexp(r) => wanted.is_none_or(|wanted| wanted.source() == r.source()),
                _ => false,
            }
        }
        Type::SemVer(ranges) => match value {
            Value::SemVer(version) => {
                ranges.is_empty() || ranges.iter().any(|range| super::includes(range, version))
            }
            _ => false,
        },
        Type::Timespan { min, max } => match value {
            Value::Timespan(t) => within(*min, *max, SpanBound::exact(t.nanos)),
            _ => false,
        },
        Type::Timestamp { min, max } => match value {
            Value::Timestamp(t) => within(*min, *max, t.nanos.into()),
            _ => false,
        },
        Type::Uri(constraint) => match (value, constraint) {
            (Value::Uri(_), None) => true,
            (Value::Uri(uri), Some(wanted)) => super::uri::matches(*wanted, uri),
            _ => false,
        },
        Type::Collection(size) => {
            let len = match value {
                Value::Array(a) => a.len(),
                Value::Hash(h) => h.len(),
                _ => return false,
            };
            size.is_none_or(|size| size.holds(len))
        }
        Type::Array { element, size } => match value {
            Value::Array(a) => {
                size.is_none_or(|size| size.holds(a.len())) && all_are(element, a, at)
            }
            _ => false,
        },
        Type::Hash {
            key,
            value: of,
            size,
        } => match value {
            Value::Hash(h) => {
                let holds_any = matches!((key, of), (Type::Any, Type::Any));
                size.is_none_or(|size| size.holds(h.len()))
                    && (holds_any
                        || h.iter()
                            .all(|(k, v)| check(key, k, at.inside()) && check(of, v, at.inside())))
            }
            _ => false,
        },
        Type::Tuple { types, size } => match value {
            Value::Array(a) => is_tuple(types, *size, a, at),
            _ => false,
        },
        Type::Struct(elements) => match value {
            Value::Hash(h) => is_struct(elements, h, at),
            _ => false,
        },
        Type::Iterable(element) => match element {
            None | Some(Type::Any) => is_iterable(value),
            Some(element) => {
                if super::init::is_within(element) {
                    // only records the refusal of an `Init`; the answer does not matter
                    assignable(element, &Type::Any);
                }
                iterates(element, value)
            }
        },
        Type::Iterator(element) => match value {
            Value::Iterator(_) => element.is_none_or(|element| iterates(element, value)),
            _ => false,
        },
        Type::Variant(types) => types.iter().any(|ty| check(ty, value, at)),
        Type::Optional(ty) => value.is_undef() || ty.is_some_and(|ty| check(ty, value, at)),
        Type::NotUndef(ty) => !value.is_undef() && ty.is_none_or(|ty| check(ty, value, at)),
        Type::Sensitive(ty) => match value {
            // the type is generalized, so it reveals little of the value
            Value::Sensitive(clear) => ty.is_none_or(|ty| check(ty, *clear, at.inside())),
            _ => false,
        },
        Type::Type(ty) => match value {
            Value::Type(of) => ty.is_none_or(|ty| assignable(ty, of)),
            _ => false,
        },
        Type::Callable(_) => false, // a lambda is checked with its signature by `dispatch`
        Type::Init {
            ty: Some(Type::Alias(alias)),
            ..
        } if at.has_reached(alias) => true,
        Type::Init { ty: of, arguments } => {
            super::init::accepts(ty, *of, arguments, value, |ty| check(ty, value, at))
        }
        Type::Runtime { runtime, name, .. } => is_runtime(*runtime, *name, value),
        Type::TypeReference(_) | Type::CatalogEntry => false,
        Type::Resource { .. } | Type::Class(_) => false,
        Type::Object(wanted) => super::object::is_instance(wanted, value),
        Type::ObjectExtension(extension) => extension.accepts(value),
        Type::TypeSet(wanted) => match value {
            Value::Type(Type::TypeSet(of)) => wanted.is_any() || wanted.same(of),
            _ => false,
        },
        Type::Alias(alias) => match alias.resolved.get() {
            Some(ty) if alias.is_recursive() => at.through(alias, |at| check(ty, value, at)),
            Some(ty) => check(ty, value, at),
            None => false,
        },
        Type::Any
        | Type::Unit
        | Type::Undef
        | Type::Boolean(_)
        | Type::Integer { .. }
        | Type::WideInteger { .. }
        | Type::Float { .. }
        | Type::String(_)
        | Type::StringValue(_)
        | Type::Enum { .. }
        | Type::Pattern(_) => check(ty, value, at),
    }
}

/// Returns true if a type is checked directly where it is needed.
fn is_leaf(ty: TypeRef<'_>) -> bool {
    matches!(
        ty,
        Type::Undef
            | Type::Boolean(_)
            | Type::Integer { .. }
            | Type::Float { .. }
            | Type::String(_)
    )
}

impl<'h> Check<'h> {
    /// Returns true if a value is an instance of the type.
    #[inline]
    pub fn takes(&self, value: Value<'h>) -> bool {
        self.by_kind(value)
            .unwrap_or_else(|| instance(self.ty, value))
    }
}

/// Returns true if all items of an array are of a type.
fn all_are<'h>(element: TypeRef<'h>, array: &'h Array<'h>, at: At<'_>) -> bool {
    match (element, array.items()) {
        (Type::Any, _) => true,
        (
            Type::Integer {
                min: None,
                max: None,
            },
            Items::Integers(_),
        ) => true,
        (Type::Integer { min, max }, Items::Integers(items)) => {
            let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            items.iter().all(|&i| min <= i && i <= max)
        }
        (_, Items::Values(items)) if is_leaf(element) => {
            items.iter().all(|&v| check(element, v, at.inside()))
        }
        (_, _) if !at.is_start() => array.iter().all(|v| check(element, v, at.inside())),
        (_, items) => {
            let kinds = Check::of(element);
            let is = |v| {
                kinds
                    .by_kind(v)
                    .unwrap_or_else(|| check(element, v, at.inside()))
            };
            match items {
                Items::Values(items) => items.iter().all(|&v| is(v)),
                Items::Integers(items) => {
                    kinds.takes_all(Value::Integer(0))
                        || items.iter().all(|&i| is(Value::Integer(i)))
                }
                Items::Floats(items) => items.iter().all(|&f| is(Value::Float(f))),
            }
        }
    }
}

fn within<T: PartialOrd>(min: Option<T>, max: Option<T>, at: T) -> bool {
    min.is_none_or(|min| min <= at) && max.is_none_or(|max| at <= max)
}

/// Returns true if the number of characters is within the bounds. Counts them only when necessary.
pub(super) fn holds_text(size: Size, text: &str) -> bool {
    match size {
        Size { from, to: None } if from <= 1 => text.len() as i64 >= from,
        _ => size.holds(match text.is_ascii() {
            true => text.len(),
            false => text.chars().count(),
        }),
    }
}

/// Returns true if a type of strings has one.
pub(super) fn accepts_text(ty: TypeRef<'_>, text: &str) -> bool {
    match ty {
        Type::String(size) => size.is_none_or(|size| holds_text(size, text)),
        Type::StringValue(value) => *value == text,
        Type::Enum {
            values,
            case_insensitive: false,
        } => values.contains(&text),
        Type::Enum {
            values,
            case_insensitive: true,
        } => values.iter().any(|value| same_ignoring_case(value, text)),
        Type::Pattern(patterns) => {
            patterns.is_empty()
                || patterns
                    .iter()
                    .any(|pattern| pattern.is_match(text).unwrap_or(false))
        }
        _ => false,
    }
}

/// Returns true if two texts are equal, ignoring the case of letters.
pub(super) fn same_ignoring_case(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
        || (!(a.is_ascii() && b.is_ascii())
            && a.chars()
                .flat_map(char::to_lowercase)
                .eq(b.chars().flat_map(char::to_lowercase)))
}

fn is_number(value: Value<'_>) -> bool {
    matches!(
        value,
        Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)
    )
}

fn is_scalar_data(value: Value<'_>) -> bool {
    is_number(value) || matches!(value, Value::String(_) | Value::Boolean(_))
}

fn is_scalar(value: Value<'_>) -> bool {
    is_scalar_data(value)
        || matches!(
            value,
            Value::Regexp(_)
                | Value::SemVer(_)
                | Value::SemVerRange(_)
                | Value::Timespan(_)
                | Value::Timestamp(_)
        )
}

/// Walks arrays and hashes; `leaf` judges all other values and `key` the keys.
fn walk<'h>(
    value: Value<'h>,
    leaf: impl Fn(Value<'h>) -> bool,
    key: impl Fn(Value<'h>) -> bool,
) -> bool {
    let (mut rest, known) = (Vec::new(), AnswerCache::default());
    let mut value = value;
    loop {
        limits::time();
        match value {
            Value::Array(_) | Value::Hash(_) if !known.is_new(value.address()) => {}
            Value::Array(a) => rest.extend(a.iter().filter(|v| !leaf(*v))),
            Value::Hash(h) => {
                if !h.keys().all(&key) {
                    return false;
                }
                rest.extend(h.values().filter(|v| !leaf(*v)));
            }
            _ if leaf(value) => {}
            _ => return false,
        }
        match rest.pop() {
            Some(next) => value = next,
            None => return true,
        }
    }
}

fn is_data_leaf(value: Value<'_>) -> bool {
    is_scalar_data(value) || value.is_undef()
}

fn is_data(value: Value<'_>) -> bool {
    is_data_leaf(value) || walk(value, is_data_leaf, |k| matches!(k, Value::String(_)))
}

fn is_data_outside(value: Value<'_>) -> bool {
    is_data_leaf(value) || is_empty(value)
}

fn is_empty(value: Value<'_>) -> bool {
    match value {
        Value::Array(a) => a.is_empty(),
        Value::Hash(h) => h.is_empty(),
        _ => false,
    }
}

fn is_runtime(runtime: Option<&str>, name: Option<&str>, value: Value<'_>) -> bool {
    let Value::Object(object) = value else {
        return false;
    };
    object.platform().is_some_and(|platform| {
        runtime.is_none_or(|runtime| runtime == "ruby")
            && name.is_none_or(|name| name == platform.class())
    })
}

fn is_rich_data_leaf(value: Value<'_>) -> bool {
    is_scalar(value)
        || matches!(
            value,
            Value::Undef
                | Value::Default
                | Value::Sensitive(_)
                | Value::Type(_)
                | Value::Binary(_)
                | Value::Uri(_)
        )
        || matches!(value, Value::Object(object) if object.platform().is_none())
}

fn is_rich_data(value: Value<'_>) -> bool {
    let key = |k| is_number(k) || matches!(k, Value::String(_));
    is_rich_data_leaf(value) || walk(value, is_rich_data_leaf, key)
}

fn is_rich_data_outside(value: Value<'_>) -> bool {
    is_rich_data_leaf(value) || is_empty(value)
}

fn is_tuple<'h>(
    types: &'h [TypeRef<'h>],
    size: Option<Size>,
    array: &'h Array<'h>,
    at: At<'_>,
) -> bool {
    is_tuple_of(types, size, array, |ty, v| check(ty, v, at.inside()))
}

/// Returns true if an array has the number of items that a Tuple requires, and each item has its
/// type.
pub(super) fn is_tuple_of<'t, 'h>(
    types: &[TypeRef<'t>],
    size: Option<Size>,
    array: &Array<'h>,
    mut is: impl FnMut(TypeRef<'t>, Value<'h>) -> bool,
) -> bool {
    let Some(last) = types.last() else {
        return size.is_none_or(|size| size.holds(array.len()));
    };
    size.unwrap_or(Size::exactly(types.len()))
        .holds(array.len())
        && array
            .iter()
            .enumerate()
            .all(|(i, v)| is(types.get(i).unwrap_or(last), v))
}

fn is_struct<'h>(elements: &'h [StructElement<'h>], hash: &'h Hash<'h>, at: At<'_>) -> bool {
    is_struct_of(elements, hash, |ty, v| check(ty, v, at.inside()))
}

/// Returns true if a hash has the entries that a Struct asks for, and each is of its type.
pub(super) fn is_struct_of<'t, 'h>(
    elements: &[StructElement<'t>],
    hash: &Hash<'h>,
    mut is: impl FnMut(TypeRef<'t>, Value<'h>) -> bool,
) -> bool {
    if hash.len() > elements.len() {
        return false;
    }
    let mut found = 0;
    for element in elements {
        // entries mostly come in the order of the type
        let value = match hash.entry(found) {
            Some((key, value)) if key.as_str() == Some(element.name) => Some(value),
            _ => hash.get_str(element.name),
        };
        match value {
            Some(value) if is(element.value, value) => found += 1,
            None if element.optional => {}
            _ => return false,
        }
    }
    found == hash.len()
}

fn is_iterable(value: Value<'_>) -> bool {
    match value {
        Value::String(_) | Value::Array(_) | Value::Hash(_) | Value::Iterator(_) => true,
        Value::Integer(i) => i >= 0,
        Value::BigInteger(big) => !big.is_negative(),
        Value::Type(ty) => super::iterate::is_iterable(ty),
        _ => false,
    }
}

/// Returns true if the type of the elements of an iterable value is accepted.
fn iterates(element: TypeRef<'_>, value: Value<'_>) -> bool {
    if let Value::String(_) = value {
        let character = Type::String(Some(Size::exactly(1)));
        return assignable(element, &character);
    }
    if let Value::Iterator(iterator) = value
        && (iterator.is_tree() || iterator.is_vague())
    {
        return assignable(element, &Type::Any);
    }
    let heap = Heap::new();
    super::iterate::element(&heap, value).is_some_and(|of| assignable(element, of))
}
