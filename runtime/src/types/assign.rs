//! Checks whether all values of one type are values of another.
//!
//! Recursion follows both types. It ends where aliases (or `Data`, which is one) have occurred
//! twice on both sides: then one side accepts the other, unless another part contradicts.

use super::enclosing::{Accepted, Around, State};
use super::equal::same_objects;
use super::instance::{accepts_text, holds_text, same_ignoring_case};
use super::{CallableType, Size, StructElement, Type, TypeRef};
use crate::answer_cache::{AnswerCache, address};
use crate::iterator::Order;
use crate::limits;

/// Returns true if `to` accepts everything that is a `from`.
pub fn assignable<'h>(to: TypeRef<'h>, from: TypeRef<'h>) -> bool {
    let pairs = Pairs {
        inside: None,
        around: &Around::default(),
        known: &AnswerCache::default(),
    };
    accepts(to, from, pairs)
}

/// Returns true if each of two types accepts the other, which is `==` of types.
pub fn equal<'h>(a: TypeRef<'h>, b: TypeRef<'h>) -> bool {
    a == b
        || (!a.is_resource_object()
            && !b.is_resource_object()
            && assignable(a, b)
            && assignable(b, a))
}

const ANY: TypeRef<'static> = &Type::Any;
const STRING: TypeRef<'static> = &Type::String(None);
const NUMERIC: TypeRef<'static> = &Type::Numeric;
const CHARACTER: TypeRef<'static> = &Type::String(Some(Size {
    from: 1,
    to: Some(1),
}));
const INTEGER: TypeRef<'static> = &Type::Integer {
    min: None,
    max: None,
};
const DATA: TypeRef<'static> = &Type::Data;
const RICH_DATA: TypeRef<'static> = &Type::RichData;
const RICH_DATA_KEY: TypeRef<'static> = &Type::RichDataKey;

/// The alternatives of `Data`.
pub(super) const DATA_TYPES: &[TypeRef<'static>] = &[
    &Type::ScalarData,
    &Type::Undef,
    &Type::Hash {
        key: STRING,
        value: DATA,
        size: None,
    },
    &Type::Array {
        element: DATA,
        size: None,
    },
];

/// The alternatives of `RichDataKey`.
pub(super) const RICH_DATA_KEY_TYPES: &[TypeRef<'static>] = &[STRING, NUMERIC];

/// The alternatives of `RichData`.
pub(super) const RICH_DATA_TYPES: &[TypeRef<'static>] = &[
    &Type::Scalar,
    &Type::SemVerRange,
    &Type::Binary,
    &Type::Sensitive(None),
    &Type::Type(None),
    &Type::TypeSet(&super::object::TypeSet::ANY),
    &Type::Uri(None),
    &Type::Object(&super::object::ObjectType::ANY),
    &Type::Undef,
    &Type::Default,
    &Type::Hash {
        key: RICH_DATA_KEY,
        value: RICH_DATA,
        size: None,
    },
    &Type::Array {
        element: RICH_DATA,
        size: None,
    },
];

const DATA_VARIANT: TypeRef<'static> = &Type::Variant(DATA_TYPES);
const RICH_DATA_VARIANT: TypeRef<'static> = &Type::Variant(RICH_DATA_TYPES);

/// Two types, and the state that their comparison depends on within recursive aliases.
type Question = ((usize, usize), Option<State>);

/// The state around two types that are compared.
#[derive(Clone, Copy)]
struct Pairs<'p> {
    /// Absent until the check reaches a recursive alias.
    inside: Option<Inside<'p>>,
    around: &'p Around,
    known: &'p AnswerCache<Question, bool>,
}

/// The state of a comparison within recursive aliases.
#[derive(Clone, Copy)]
struct Inside<'p> {
    /// True if an accepting alias occurred within itself.
    within_itself: bool,
    accepted: &'p Accepted,
}

/// Returns the identity and the target of a recursive alias, `Data` or `RichData`.
fn recursive<'h>(ty: TypeRef<'h>) -> Option<(usize, TypeRef<'h>)> {
    match ty {
        Type::Alias(alias) if alias.is_recursive() => alias
            .resolved
            .get()
            .map(|ty| -> (_, TypeRef<'h>) { (address(*alias), ty) }),
        Type::Data => Some((address(DATA), DATA_VARIANT)),
        Type::RichData => Some((address(RICH_DATA), RICH_DATA_VARIANT)),
        _ => None,
    }
}

/// Returns the alternatives of a Variant, or of a type that is one by another name.
fn alternatives<'h>(ty: TypeRef<'h>) -> Option<&'h [TypeRef<'h>]> {
    match ty {
        Type::Variant(types) => Some(types),
        Type::Data => Some(DATA_TYPES),
        Type::RichData => Some(RICH_DATA_TYPES),
        Type::RichDataKey => Some(RICH_DATA_KEY_TYPES),
        _ => None,
    }
}

fn accepts<'h>(to: TypeRef<'h>, from: TypeRef<'h>, pairs: Pairs<'_>) -> bool {
    limits::stack();
    let ask = || compare(to, from, pairs);
    let pair = (address(to), address(from));
    match (pairs.inside, from) {
        // the type of a single string may exist for this check alone
        (_, Type::StringValue(_)) => ask(),
        (None, _) => pairs.known.answer((pair, None), ask),
        // none of the enclosing pairs occurs again
        (
            Some(Inside {
                within_itself,
                accepted,
            }),
            _,
        ) if within_itself && !pairs.around.narrow.borrow().has(pair.1) => {
            let state = accepted.state();
            pairs.known.answer_if((pair, Some(state)), || {
                let answer = ask();
                (answer, accepted.state() == state)
            })
        }
        (Some(_), _) => ask(),
    }
}

/// Compares types in Puppet's way: the answer is yes as soon as some alias has occurred within
/// itself and some alias on the narrower side has occurred twice. So `Data` accepts `Variant[Data,
/// Regexp]`.
fn compare<'h>(to: TypeRef<'h>, from: TypeRef<'h>, pairs: Pairs<'_>) -> bool {
    let (wide, narrow) = (recursive(to), recursive(from));
    if wide.is_none() && narrow.is_none() || matches!(to, Type::Any) {
        return judge(to, from, pairs);
    }
    let at =
        |ty, named: Option<(usize, _)>| named.map_or_else(|| address::<Type<'h>>(ty), |of| of.0);
    let pair = (at(to, wide), at(from, narrow));
    if pairs.inside.is_none() && pair.0 == pair.1 {
        return true;
    }
    let first = Accepted::default();
    let accepted = pairs.inside.map_or(&first, |inside| inside.accepted);
    let around = pairs.around;
    let within_itself = pairs.inside.is_some_and(|inside| inside.within_itself)
        || wide.is_some() && around.wide.borrow().has(pair.0);
    if within_itself && accepted.twice.get() {
        return true;
    }
    if let Some((alias, _)) = narrow {
        accepted.meet(alias);
    }
    if within_itself && accepted.twice.get() || around.pairs.borrow().has(pair) {
        return true;
    }
    let pairs = Pairs {
        inside: Some(Inside {
            within_itself,
            accepted,
        }),
        ..pairs
    };
    around.enter(pair);
    let answer = match narrow {
        Some((_, types)) => accepts(to, types, pairs),
        None => judge(to, from, pairs),
    };
    around.leave(pair);
    answer
}

/// Handles the types that split the other type before it is examined.
fn judge<'h>(to: TypeRef<'h>, from: TypeRef<'h>, pairs: Pairs<'_>) -> bool {
    match (to, from) {
        (Type::Any, _) | (_, Type::Unit) => return true,
        (Type::Alias(alias), _) if !alias.is_recursive() => {
            return alias
                .resolved
                .get()
                .is_some_and(|ty| accepts(ty, from, pairs));
        }
        (_, Type::Alias(alias)) => {
            return alias
                .resolved
                .get()
                .is_some_and(|ty| accepts(to, ty, pairs));
        }
        (Type::NotUndef(ty), _) => {
            return !accepts(from, &Type::Undef, pairs)
                && ty.is_none_or(|ty| accepts(ty, from, pairs));
        }
        (Type::Variant([]), _) if !matches!(from, Type::NotUndef(Some(_))) => {
            return alternatives(from).is_some();
        }
        _ => {}
    }
    if let Some(types) = alternatives(from) {
        return !types.is_empty() && types.iter().all(|ty| accepts(to, ty, pairs));
    }
    match from {
        Type::Optional(ty) => {
            return accepts(to, &Type::Undef, pairs) && ty.is_none_or(|ty| accepts(to, ty, pairs));
        }
        Type::NotUndef(Some(ty)) if !accepts(ty, &Type::Undef, pairs) => {
            return accepts(to, ty, pairs);
        }
        _ => {}
    }
    if let Type::Init { ty, arguments } = to {
        let are = |ty| accepts(ty, from, pairs);
        return super::init::assignable(to, *ty, arguments, from, are);
    }
    if let Some((_, types)) = recursive(to) {
        return accepts(types, from, pairs);
    }
    if let Some(types) = alternatives(to) {
        return types.iter().any(|ty| accepts(ty, from, pairs));
    }
    direct(to, from, pairs)
}

fn at_least<T: PartialOrd>(bound: Option<T>, other: Option<T>) -> bool {
    match (bound, other) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(a), Some(b)) => a <= b,
    }
}

fn at_most<T: PartialOrd>(bound: Option<T>, other: Option<T>) -> bool {
    match (bound, other) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(a), Some(b)) => b <= a,
    }
}

/// Compares types when `from` is neither an alias nor a combination of types.
// Long because there is an arm for each type.
fn direct<'h>(to: TypeRef<'h>, from: TypeRef<'h>, pairs: Pairs<'_>) -> bool {
    use super::Type::*;
    match to {
        Any | Data | RichData | RichDataKey | Alias(_) | Variant(_) | NotUndef(_) | Init { .. } => {
            false
        }
        Unit => true,
        Undef => matches!(from, Undef),
        Default => matches!(from, Default),
        Binary => matches!(from, Binary),
        SemVerRange => matches!(from, SemVerRange),
        Numeric => match from {
            Numeric | Integer { .. } | WideInteger { .. } => true,
            Float { min, max } => !is_nan(*min) && !is_nan(*max),
            _ => false,
        },
        ScalarData => is_scalar_data(from),
        Scalar => is_scalar(from),
        CatalogEntry => matches!(from, CatalogEntry | Resource { .. } | Class(_)),
        Boolean(wanted) => matches!(from, Boolean(of) if wanted.is_none() || wanted == of),
        Integer { min, max } => match from {
            Integer {
                min: from,
                max: upto,
            } => at_least(*min, *from) && at_most(*max, *upto),
            WideInteger { .. } => holds_integers(to, from),
            _ => false,
        },
        WideInteger { .. } => holds_integers(to, from),
        Float { min, max } => match from {
            Float {
                min: from,
                max: upto,
            } => {
                let is_range = !is_nan(*from) && !is_nan(*upto);
                is_range && at_least(*min, *from) && at_most(*max, *upto)
            }
            _ => false,
        },
        Timespan { min, max } => match from {
            Timespan {
                min: from,
                max: upto,
            } => at_least(*min, *from) && at_most(*max, *upto),
            _ => false,
        },
        Timestamp { min, max } => match from {
            Timestamp {
                min: from,
                max: upto,
            } => at_least(*min, *from) && at_most(*max, *upto),
            _ => false,
        },
        String(_) | StringValue(_) | Enum { .. } | Pattern(_) => strings(to, from),
        Regexp(wanted) => match from {
            Regexp(of) => {
                wanted.is_none_or(|wanted| of.is_some_and(|of| of.source() == wanted.source()))
            }
            _ => false,
        },
        SemVer(wanted) => match from {
            SemVer(of) => {
                wanted.is_empty()
                    || (!of.is_empty()
                        && of
                            .iter()
                            .all(|of| wanted.iter().any(|wanted| super::covers(wanted, of))))
            }
            _ => false,
        },
        Uri(wanted) => match from {
            Uri(of) => super::uri::covers(*wanted, *of),
            _ => false,
        },
        Collection(size) => {
            size_of_collection(from).is_some_and(|of| size.unwrap_or(Size::ANY).covers(of))
        }
        Array { element, size } => array(element, size.unwrap_or(Size::ANY), from, pairs),
        Tuple { types, size } => tuple(types, *size, from, pairs),
        Hash { key, value, size } => hash(key, value, size.unwrap_or(Size::ANY), from, pairs),
        Struct(elements) => structure(elements, from, pairs),
        Iterable(element) => iterable(*element, from, pairs),
        Iterator(element) => match from {
            Iterator(of) => within(*element, *of, pairs),
            _ => false,
        },
        Optional(ty) => matches!(from, Undef) || ty.is_none_or(|ty| accepts(ty, from, pairs)),
        Sensitive(ty) => match from {
            Sensitive(of) => accepts(ty.unwrap_or(ANY), of.unwrap_or(ANY), pairs),
            _ => false,
        },
        Type(ty) => match from {
            Type(of) => match (ty, of) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(ty), Some(of)) => accepts(ty, of, pairs),
            },
            _ => false,
        },
        Callable(callable) => match from {
            Callable(of) => callables(*callable, *of, pairs),
            _ => false,
        },
        Runtime {
            runtime,
            name,
            pattern: _,
        } => match from {
            Runtime {
                runtime: of,
                name: other,
                ..
            } => (runtime.is_none() || runtime == of) && (name.is_none() || name == other),
            _ => false,
        },
        Object(wanted) => match from {
            Object(of) => super::object::derives(of, wanted),
            ObjectExtension(of) => super::object::derives(of.base, wanted),
            _ => false,
        },
        ObjectExtension(wanted) => match from {
            ObjectExtension(of) => same_objects(wanted.base, of.base) && wanted.covers(of),
            _ => false,
        },
        TypeSet(wanted) => match from {
            TypeSet(of) => wanted.is_any() || wanted.same(of),
            _ => false,
        },
        TypeReference(wanted) => matches!(from, TypeReference(of) if wanted == of),
        Resource {
            type_name,
            title,
            given,
            ..
        } => match from {
            Resource {
                type_name: of,
                title: other,
                given: made_of,
                ..
            } => {
                let same_title = || match (given, made_of) {
                    (Some(given), Some(made_of)) => crate::ops::ruby_equal(**given, **made_of),
                    (given, made_of) => title == other && given.is_none() && made_of.is_none(),
                };
                (type_name.is_none() || type_name == of) && (title.is_none() || same_title())
            }
            _ => false,
        },
        Class(wanted) => match from {
            Class(of) => wanted.is_none() || wanted == of,
            _ => false,
        },
    }
}

/// Returns true if the bounds of a type of Integers contain those of another.
fn holds_integers(to: TypeRef<'_>, from: TypeRef<'_>) -> bool {
    match (to.integer_bounds(), from.integer_bounds()) {
        (Some((min, max)), Some((from, upto))) => at_least(min, from) && at_most(max, upto),
        _ => false,
    }
}

/// Returns true if a bound is NaN, which the type of the value NaN has and which no range holds.
fn is_nan(bound: Option<f64>) -> bool {
    bound.is_some_and(f64::is_nan)
}

fn is_string(ty: TypeRef<'_>) -> bool {
    matches!(
        ty,
        Type::String(_) | Type::StringValue(_) | Type::Enum { .. } | Type::Pattern(_)
    )
}

fn is_scalar_data(ty: TypeRef<'_>) -> bool {
    is_string(ty)
        || matches!(
            ty,
            Type::ScalarData
                | Type::Numeric
                | Type::Integer { .. }
                | Type::WideInteger { .. }
                | Type::Float { .. }
                | Type::Boolean(_)
        )
}

fn is_scalar(ty: TypeRef<'_>) -> bool {
    is_scalar_data(ty)
        || matches!(
            ty,
            Type::Scalar
                | Type::Regexp(_)
                | Type::SemVer(_)
                | Type::SemVerRange
                | Type::Timespan { .. }
                | Type::Timestamp { .. }
        )
}

/// Returns true if `to` accepts `from` when both are types of strings, or `from` is not one.
fn strings(to: TypeRef<'_>, from: TypeRef<'_>) -> bool {
    use super::Type::*;
    let unrestricted = |ty| matches!(ty, &Enum { values: [], .. } | &Pattern([]));
    match (to, from) {
        (String(None), _) => is_string(from),
        (to, from) if unrestricted(to) => is_string(from),
        (String(Some(size)), from) => match from {
            String(of) => size.covers(of.unwrap_or(Size::ANY)),
            StringValue(text) => holds_text(*size, text),
            Enum { values: [], .. } | Pattern(_) => {
                size.from == 0 && size.to.is_none() && is_string(from)
            }
            Enum { values, .. } => values.iter().all(|text| holds_text(*size, text)),
            _ => false,
        },
        // Puppet compares a single string with any Enum of one string
        (
            StringValue(_),
            Enum {
                values: [_],
                case_insensitive: false,
            },
        ) => true,
        (StringValue(text), StringValue(of)) => text == of,
        (
            Enum {
                values,
                case_insensitive,
            },
            from,
        ) => match from {
            StringValue(text) => accepts_text(to, text),
            Enum {
                values: of,
                case_insensitive: other,
            } => {
                !of.is_empty()
                    && (*case_insensitive || !other)
                    && of.iter().all(|text| match case_insensitive {
                        true => values.iter().any(|value| same_ignoring_case(value, text)),
                        false => values.contains(text),
                    })
            }
            _ => false,
        },
        (Pattern(_), from) => match from {
            StringValue(text) => accepts_text(to, text),
            Enum { values, .. } => {
                !values.is_empty() && values.iter().all(|text| accepts_text(to, text))
            }
            // Puppet requires the same patterns
            Pattern(_) => to == from,
            _ => false,
        },
        _ => false,
    }
}

/// Returns the size of a Struct for a comparison with that of a collection: Puppet counts optional
/// entries as present.
fn struct_size(elements: &[StructElement<'_>]) -> Size {
    Size::exactly(elements.len())
}

/// Returns the bounds of a Tuple's size.
pub(super) fn tuple_size(types: &[TypeRef<'_>], size: Option<Size>) -> Size {
    match size {
        Some(size) => size,
        None => Size::exactly(types.len()),
    }
}

fn size_of_collection(ty: TypeRef<'_>) -> Option<Size> {
    match ty {
        Type::Collection(size) | Type::Array { size, .. } | Type::Hash { size, .. } => {
            Some(size.unwrap_or(Size::ANY))
        }
        Type::Tuple { types, size } => Some(tuple_size(types, *size)),
        Type::Struct(elements) => Some(struct_size(elements)),
        _ => None,
    }
}

fn array<'h>(element: TypeRef<'h>, size: Size, from: TypeRef<'h>, pairs: Pairs<'_>) -> bool {
    match from {
        Type::Array {
            element: of,
            size: other,
        } => {
            let other = other.unwrap_or(Size::ANY);
            size.covers(other) && accepts(element, of, pairs)
        }
        Type::Tuple { types, size: other } => {
            size.covers(tuple_size(types, *other))
                && types.iter().all(|of| accepts(element, of, pairs))
        }
        _ => false,
    }
}

/// Returns the type at a position of a Tuple, whose last type repeats.
pub(super) fn tuple_at<'h>(types: &'h [TypeRef<'h>], at: usize) -> TypeRef<'h> {
    types.get(at).or(types.last()).copied().unwrap_or(ANY)
}

/// Returns true if two lists contain the same types, which then accept each other without a
/// comparison.
fn same_types(types: &[TypeRef<'_>], other: &[TypeRef<'_>]) -> bool {
    types.len() == other.len() && types.iter().zip(other).all(|(a, b)| a == b)
}

fn tuple<'h>(
    types: &'h [TypeRef<'h>],
    size: Option<Size>,
    from: TypeRef<'h>,
    pairs: Pairs<'_>,
) -> bool {
    let wanted = match types.is_empty() {
        true => size.unwrap_or(Size::ANY),
        false => tuple_size(types, size),
    };
    match from {
        Type::Array {
            element,
            size: other,
        } => {
            let other = other.unwrap_or(Size::ANY);
            // types after the greatest number of items do not count
            let items = other.to.map_or(usize::MAX, |to| to as usize);
            let mut types = types.iter().take(items);
            wanted.covers(other) && types.all(|ty| accepts(ty, element, pairs))
        }
        Type::Tuple {
            types: of,
            size: other,
        } => {
            let given = match of.is_empty() {
                true => other.unwrap_or(Size::ANY),
                false => tuple_size(of, *other),
            };
            wanted.covers(given)
                && (types.is_empty()
                    || size == *other && same_types(types, of)
                    || (0..of.len())
                        .all(|at| accepts(tuple_at(types, at), tuple_at(of, at), pairs)))
        }
        _ => false,
    }
}

fn hash<'h>(
    key: TypeRef<'h>,
    value: TypeRef<'h>,
    size: Size,
    from: TypeRef<'h>,
    pairs: Pairs<'_>,
) -> bool {
    match from {
        Type::Hash {
            key: of,
            value: to,
            size: other,
        } => {
            let other = other.unwrap_or(Size::ANY);
            size.covers(other) && accepts(key, of, pairs) && accepts(value, to, pairs)
        }
        Type::Struct(elements) => {
            size.covers(struct_size(elements))
                && elements.iter().all(|element| {
                    accepts_value_of(key, element.name, pairs)
                        && accepts(value, element.value, pairs)
                })
        }
        _ => false,
    }
}

/// Returns true if a type accepts the type of one string.
fn accepts_value_of<'h>(ty: TypeRef<'h>, text: &'h str, pairs: Pairs<'_>) -> bool {
    let of = Type::StringValue(text);
    match ty {
        Type::Any | Type::String(None) | Type::Scalar | Type::ScalarData => true,
        _ => {
            let shorter: TypeRef<'_> = ty;
            accepts(shorter, &of, pairs)
        }
    }
}

fn structure<'h>(elements: &'h [StructElement<'h>], from: TypeRef<'h>, pairs: Pairs<'_>) -> bool {
    match from {
        Type::Struct(of) => {
            let mut found = 0;
            elements.iter().all(|element| {
                match of.iter().find(|other| other.name == element.name) {
                    Some(other) => {
                        found += 1;
                        (element.optional || !other.optional)
                            && accepts(element.value, other.value, pairs)
                    }
                    None => element.optional,
                }
            }) && found == of.len()
        }
        Type::Hash { key, value, size } => {
            let size = size.unwrap_or(Size::ANY);
            let mut required = 0;
            // any text may be one of the required keys
            let known = elements.iter().all(|element| {
                required += i64::from(!element.optional);
                element.optional
                    || accepts(STRING, key, pairs) && accepts(element.value, value, pairs)
            });
            size == Size::exactly(0) && required == 0
                || known
                    && Size {
                        from: required,
                        to: Some(elements.len() as i64),
                    }
                    .covers(size)
        }
        _ => false,
    }
}

fn within<'h>(to: Option<TypeRef<'h>>, from: Option<TypeRef<'h>>, pairs: Pairs<'_>) -> bool {
    match (to, from) {
        (None | Some(Type::Any), _) => true,
        (Some(_), None) => false,
        (Some(to), Some(from)) => accepts(to, from, pairs),
    }
}

fn iterable<'h>(element: Option<TypeRef<'h>>, from: TypeRef<'h>, pairs: Pairs<'_>) -> bool {
    use super::Type::*;
    let any = matches!(element, None | Some(Any));
    let is = |of| element.is_none_or(|element| accepts(element, of, pairs));
    match from {
        Iterable(of) | Iterator(of) => within(element, *of, pairs),
        Integer { .. } => is(INTEGER),
        String(_) | StringValue(_) | Enum { .. } => is(CHARACTER),
        Array { element: of, .. } => is(of),
        Tuple { types, .. } => types.iter().all(|of| is(of)) && (any || !types.is_empty()),
        Hash { .. } | Struct(_) => {
            any || super::iterate::accepts_entries(element.unwrap_or(ANY), from)
        }
        Collection(_) => any,
        Runtime {
            name: Some(name), ..
        } => any && Order::of_class(name).is_some(),
        Type(Some(of)) => match of {
            Integer {
                min: Some(_),
                max: Some(_),
            } => is(of),
            Enum { values, .. } => any || is(STRING) || (!values.is_empty() && is(of)),
            _ => false,
        },
        _ => false,
    }
}

/// Returns true if `to` can be called as `from` declares. Parameters are compared in the opposite
/// direction.
fn callables<'h>(
    to: Option<&'h CallableType<'h>>,
    from: Option<&'h CallableType<'h>>,
    pairs: Pairs<'_>,
) -> bool {
    let Some(to) = to else { return true };
    let Some(from) = from else { return false };
    let returns = match (to.returns, from.returns) {
        (None, _) => true,
        (Some(to), from) => accepts(to, from.unwrap_or(ANY), pairs),
    };
    returns && parameters(from, to, pairs) && blocks(to.block, from.block, pairs)
}

/// Returns true if `callee` allows all arguments that `of` allows, compared like Tuples. A type
/// that repeats is compared once. Case: `types/callable/repeated_parameters`.
fn parameters<'h>(
    callee: &'h CallableType<'h>,
    of: &'h CallableType<'h>,
    pairs: Pairs<'_>,
) -> bool {
    callee.arity().covers(of.arity())
        && (callee.parameters.is_empty()
            || callee.size == of.size && same_types(callee.parameters, of.parameters)
            || of
                .parameters
                .iter()
                .enumerate()
                .all(|(at, argument)| accepts(tuple_at(callee.parameters, at), argument, pairs)))
}

fn blocks<'h>(to: Option<TypeRef<'h>>, from: Option<TypeRef<'h>>, pairs: Pairs<'_>) -> bool {
    match (to, from) {
        (None, None) => true,
        (None, Some(from)) => matches!(from, Type::Optional(_)),
        (Some(_), None) => false,
        (Some(to), Some(from)) => accepts(from, to, pairs),
    }
}
