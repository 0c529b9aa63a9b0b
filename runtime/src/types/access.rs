//! `Type[keys]`: types with parameters, references to resources and classes.
//!
//! Knows neither places nor the context: an [`AccessError`] says at which key it is.

use super::distinct::Distinct;
use super::{CallableType, Size, StructElement, Type, TypeRef, generalize, reduced};
use crate::heap::Heap;
use crate::ops::{a_an, label};
use crate::regex::Regexp;
use crate::text;
use crate::value::{Hash, Value};

/// Why a type does not take its parameters.
#[derive(Debug)]
pub struct AccessError {
    /// The index of the key at fault, counted after arrays of keys were unfolded; it may lie
    /// behind the last key that was written, and has no place then. `None` is the type itself.
    pub key: Option<usize>,
    /// Puppet's text.
    pub message: String,
    /// Raised below the operator: shown as `Error while evaluating a '[]' expression, ...`.
    pub plain: bool,
    /// The name of the kind of problem.
    pub issue: &'static str,
}

/// What [`parameterize`] and its parts give.
pub type Access<T> = Result<T, AccessError>;

#[cold]
fn fail<T>(issue: &'static str, key: Option<usize>, message: impl Into<String>) -> Access<T> {
    Err(AccessError {
        key,
        message: message.into(),
        plain: false,
        issue,
    })
}

/// A problem that is reported as one of the operator.
#[cold]
pub(super) fn plain<T>(message: impl Into<String>) -> Access<T> {
    Err(AccessError {
        key: None,
        message: message.into(),
        plain: true,
        issue: "RUNTIME_ERROR",
    })
}

/// `base[keys]`; a reference with several titles gives an array.
///
/// # Errors
/// Puppet's text for parameters that the type does not take.
pub fn parameterize<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<Value<'h>> {
    match base {
        Type::Resource {
            type_name: None, ..
        } => return resource(heap, keys),
        Type::Resource {
            type_name: Some(name),
            title: None,
            ..
        } => {
            let shown = format!("{}-Type", super::format::named(base));
            return titles(heap, name, &shown, keys, has_list(keys));
        }
        Type::Class(None) => return classes(heap, keys),
        _ => {}
    }
    let is_kept = |key: &Value<'h>| matches!(key, Value::Type(ty) if ty.is_kept());
    if let Some(at) = keys.iter().position(is_kept) {
        return must_be_type(super::format::simple_name(base), at, keys[at]);
    }
    let ty = match base {
        Type::Callable(_) => heap.alloc(callable(heap, base, keys)?),
        Type::Struct(_) => heap.alloc(structure(heap, base, keys)?),
        Type::Init { .. } => heap.alloc(init(heap, keys)?),
        _ => of_flat(heap, base, &flatten(keys))?,
    };
    match super::is_too_deep(ty) {
        true => plain("stack level too deep"),
        false => Ok(Value::Type(ty)),
    }
}

fn of_flat<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<TypeRef<'h>> {
    let ty = match base {
        Type::Integer { .. } => integer(keys)?,
        Type::Float { .. } => float(keys)?,
        Type::Boolean(_) => boolean(heap, base, keys)?,
        Type::String(_) => {
            if keys.is_empty() || keys.len() > 2 {
                let count = keys.len();
                let message = format!("String supports [] with one or two arguments. Got {count}");
                return fail("BAD_STRING_SLICE_ARITY", None, message);
            }
            Type::String(Some(size(heap, keys, 0)?))
        }
        Type::Collection(_) => {
            if keys.is_empty() || keys.len() > 2 {
                return arity("Collection-Type", "1 to 2 arguments", keys.len());
            }
            Type::Collection(Some(size(heap, keys, 0)?))
        }
        Type::Enum { .. } => enumeration(heap, base, keys)?,
        Type::Pattern(_) => pattern(heap, base, keys)?,
        Type::Regexp(_) => regexp(heap, base, keys)?,
        Type::SemVer(_) => semver(heap, base, keys)?,
        Type::Timespan { .. } => super::temporal::timespan(heap, keys)?,
        Type::Timestamp { .. } => super::temporal::timestamp(heap, keys)?,
        Type::Uri(_) => super::uri::parameterize(heap, keys)?,
        Type::Array { .. } => array(heap, keys)?,
        Type::Hash { .. } => hash(heap, keys)?,
        Type::Tuple { .. } => tuple(heap, base, keys)?,
        Type::Variant(_) => return variant(heap, base, keys),
        Type::Iterable(_) => Type::Iterable(Some(one_type("Iterable", keys)?)),
        Type::Iterator(_) => Type::Iterator(Some(one_type("Iterator", keys)?)),
        Type::Type(_) => Type::Type(Some(one_type("Type", keys)?)),
        Type::Sensitive(_) => {
            let of = one_type("Sensitive", keys)?;
            Type::Sensitive(Some(generalize(heap, of)))
        }
        Type::Optional(_) => match keys {
            [Value::String(s)] => Type::Optional(Some(heap.alloc(Type::StringValue(s.as_str())))),
            _ => Type::Optional(Some(one_type("Optional", keys)?)),
        },
        Type::NotUndef(_) => match keys {
            [] => Type::NotUndef(None),
            [Value::Type(Type::Any)] => Type::NotUndef(None),
            [Value::Type(ty)] => Type::NotUndef(Some(ty)),
            [Value::String(s)] => Type::NotUndef(Some(heap.alloc(Type::StringValue(s.as_str())))),
            [other] => {
                let message = format!(
                    "NotUndef-Type[] argument must be a Type or a String. Got {}",
                    ruby_class(*other)
                );
                return fail("BAD_NOT_UNDEF_SLICE_TYPE", Some(0), message);
            }
            _ => return arity("NotUndef-Type", "0 to 1 arguments", keys.len()),
        },
        Type::Runtime { .. } => runtime(heap, base, keys)?,
        Type::Object(object) => super::object::parameterize(heap, object, keys)?,
        Type::TypeSet(_) => super::object::type_set(heap, keys)?,
        _ => {
            let shown = a_an(&label(Value::Type(base)));
            let message = format!("Operator '[]' is not applicable to {shown}.");
            return fail("OPERATOR_NOT_APPLICABLE", None, message);
        }
    };
    Ok(heap.alloc(ty))
}

/// Keys with arrays among them unfolded at every depth.
fn flatten<'h>(keys: &[Value<'h>]) -> Vec<Value<'h>> {
    let mut flat = Vec::with_capacity(keys.len());
    let mut stack: Vec<Value<'h>> = keys.iter().rev().copied().collect();
    while let Some(key) = stack.pop() {
        match key {
            Value::Array(items) => stack.extend(items.iter().rev()),
            _ => flat.push(key),
        }
    }
    flat
}

/// The class of the reference's platform, which some messages name.
pub fn ruby_class(value: Value<'_>) -> String {
    match value {
        Value::Undef => "NilClass".to_owned(),
        Value::Default => "Symbol".to_owned(),
        Value::Boolean(true) => "TrueClass".to_owned(),
        Value::Boolean(false) => "FalseClass".to_owned(),
        Value::Integer(_) => "Integer".to_owned(),
        Value::Float(_) => "Float".to_owned(),
        Value::String(_) => "String".to_owned(),
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        Value::Regexp(_) => "Regexp".to_owned(),
        Value::Type(ty) if ty.is_kept() => "Puppet::Resource".to_owned(),
        Value::Type(ty) => match ty {
            Type::Data | Type::RichData | Type::RichDataKey => {
                "Puppet::Pops::Types::PTypeAliasType".to_owned()
            }
            Type::ObjectExtension(_) => "Puppet::Pops::Types::PObjectTypeExtension".to_owned(),
            _ => format!("Puppet::Pops::Types::P{}Type", kind(ty)),
        },
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive".to_owned(),
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary".to_owned(),
        Value::SemVer(_) => "SemanticPuppet::Version".to_owned(),
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange".to_owned(),
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan".to_owned(),
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp".to_owned(),
        Value::Uri(uri) => format!("URI::{}", uri.ruby_class()),
        Value::Object(_) => "Object".to_owned(),
        Value::Callable(_) => "Puppet::Pops::Evaluator::Closure::Dynamic".to_owned(),
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator".to_owned(),
    }
}

fn kind(ty: TypeRef<'_>) -> &'static str {
    super::format::simple_name(ty)
}

/// The type of a value as messages about parameters show it.
fn actual<'h>(heap: &'h Heap, value: Value<'h>) -> String {
    super::format::named(generalize(heap, reduced(heap, value)))
}

fn arity<T>(what: &str, wanted: &str, given: usize) -> Access<T> {
    let message = format!("{what}[] accepts {wanted}. Got {given}");
    fail("BAD_TYPE_SLICE_ARITY", None, message)
}

/// The text of the type and its article, as in `A File-Type[]`.
fn titled(base: TypeRef<'_>) -> String {
    let shown = a_an(&format!("{}-Type", super::format::named(base)));
    let mut chars = shown.chars();
    chars
        .next()
        .map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

fn bad_type<T>(
    heap: &Heap,
    base: TypeRef<'_>,
    expected: &str,
    key: usize,
    got: Value<'_>,
) -> Access<T> {
    let base = a_an(&format!("{}-Type", super::format::named(base)));
    bad_key(heap, &base, expected, key, got)
}

fn bad_key<T>(_heap: &Heap, base: &str, expected: &str, key: usize, got: Value<'_>) -> Access<T> {
    let heap = Heap::new();
    let got = actual(&heap, got);
    let message = format!(
        "Error creating type specialization of {base}, Cannot use {got} where {expected} is expected"
    );
    fail("BAD_TYPE_SLICE_TYPE", Some(key), message)
}

fn must_be_type<T>(name: &str, key: usize, got: Value<'_>) -> Access<T> {
    let got = ruby_class(got);
    let message = format!("{name}-Type[] arguments must be types. Got {got}");
    fail("BAD_COLLECTION_SLICE_TYPE", Some(key), message)
}

fn one_type<'h>(name: &str, keys: &[Value<'h>]) -> Access<TypeRef<'h>> {
    match keys {
        [Value::Type(ty)] => Ok(ty),
        [other] => must_be_type(name, 0, *other),
        _ => arity(&format!("{name}-Type"), "1 argument", keys.len()),
    }
}

fn reversed<T>(from: impl std::fmt::Display, to: impl std::fmt::Display) -> Access<T> {
    plain(format!(
        "'from' must be less or equal to 'to'. Got ({from}, {to}"
    ))
}

/// The bounds of a size: one Integer type, or one or two integers. `offset` is the index of the
/// first key among all.
fn size<'h>(_heap: &'h Heap, keys: &[Value<'h>], offset: usize) -> Access<Size> {
    if let [Value::Type(Type::Integer { min, max })] = keys {
        return Ok(Size {
            from: min.unwrap_or(0).max(0),
            to: max.map(|max| max.max(0)),
        });
    }
    let mut bounds = [None, None];
    for (at, &key) in keys.iter().take(2).enumerate() {
        bounds[at] = match key {
            Value::Integer(i) => Some(i),
            Value::Default => None,
            other => {
                let got = match other {
                    Value::Type(ty) => format!("{}-Type", kind(ty)),
                    _ => ruby_class(other),
                };
                let got = a_an(&got);
                let message = format!(
                    "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got {got}"
                );
                return fail("BAD_COLLECTION_SLICE_SIZE", Some(offset + at), message);
            }
        };
    }
    bounded(bounds[0], bounds[1])
}

fn bounded(from: Option<i64>, to: Option<i64>) -> Access<Size> {
    if let Some(to) = to
        && from.unwrap_or(0) > to
    {
        return reversed(from.unwrap_or(0), to);
    }
    Ok(Size {
        from: from.unwrap_or(0).max(0),
        to: to.map(|to| to.max(0)),
    })
}

fn integer<'h>(keys: &[Value<'h>]) -> Access<Type<'h>> {
    if keys.is_empty() || keys.len() > 2 {
        let count = keys.len();
        let message =
            format!("Integer-Type supports [] with one or two arguments (from, to). Got {count}");
        return fail("BAD_INTEGER_SLICE_ARITY", None, message);
    }
    let mut bounds = [None, None];
    for (at, &key) in keys.iter().enumerate() {
        bounds[at] = match key {
            Value::Integer(i) => Some(i),
            Value::Default => None,
            other => {
                let got = ruby_class(other);
                let message = format!(
                    "Integer-Type [] requires all arguments to be integers (or default). Got {got}"
                );
                return fail("BAD_INTEGER_SLICE_TYPE", Some(at), message);
            }
        };
    }
    let [min, max] = bounds;
    match (min, max) {
        (Some(min), Some(max)) if min > max => reversed(min, max),
        _ => Ok(Type::Integer { min, max }),
    }
}

fn float<'h>(keys: &[Value<'h>]) -> Access<Type<'h>> {
    if keys.is_empty() || keys.len() > 2 {
        let count = keys.len();
        let message =
            format!("Float-Type supports [] with one or two arguments (from, to). Got {count}");
        return fail("BAD_FLOAT_SLICE_ARITY", None, message);
    }
    let mut bounds = [None, None];
    for (at, &key) in keys.iter().enumerate() {
        bounds[at] = match key {
            Value::Integer(i) => Some(i as f64),
            Value::Float(f) => Some(f),
            Value::Default => None,
            other => {
                let got = ruby_class(other);
                let message = format!(
                    "Float-Type [] requires all arguments to be floats, or integers (or default). Got {got}"
                );
                return fail("BAD_FLOAT_SLICE_TYPE", Some(at), message);
            }
        };
    }
    let [min, max] = bounds;
    match (min, max) {
        (Some(min), Some(max)) if min > max => {
            let shown = |f| text::program(Value::Float(f));
            reversed(shown(min), shown(max))
        }
        _ => Ok(Type::Float { min, max }),
    }
}

fn boolean<'h>(heap: &Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    match keys {
        [Value::Boolean(b)] => Ok(Type::Boolean(Some(*b))),
        [other] => bad_type(heap, base, "TrueClass or FalseClass", 0, *other),
        _ => arity(&titled(base), "1 argument", keys.len()),
    }
}

fn enumeration<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (texts, case_insensitive) = match keys {
        [rest @ .., Value::Boolean(flag)] => (rest, *flag),
        _ => (keys, false),
    };
    if texts.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    let mut values = Vec::with_capacity(texts.len());
    for (at, &key) in texts.iter().enumerate() {
        match key {
            Value::String(s) => values.push(s.as_str()),
            other => return bad_type(heap, base, "String", at, other),
        }
    }
    values.sort_unstable();
    values.dedup();
    Ok(Type::Enum {
        values: heap.slice(&values),
        case_insensitive,
    })
}

fn new_regexp<'h>(heap: &'h Heap, source: &str) -> Access<&'h Regexp<'h>> {
    Regexp::new(heap, source).or_else(|raise| plain(raise.message()))
}

fn pattern<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    if keys.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    let mut patterns: Vec<&'h Regexp<'h>> = Vec::with_capacity(keys.len());
    let mut add = |regexp: &'h Regexp<'h>| {
        if !patterns
            .iter()
            .any(|known| known.source() == regexp.source())
        {
            patterns.push(regexp);
        }
    };
    for (at, &key) in keys.iter().enumerate() {
        match key {
            Value::String(s) => add(new_regexp(heap, s.as_str())?),
            Value::Regexp(r) => add(r),
            Value::Type(Type::Regexp(Some(r))) => add(r),
            Value::Type(Type::Regexp(None)) => add(Regexp::unchecked(heap, "")),
            Value::Type(Type::Pattern(of)) => of.iter().for_each(|r| add(r)),
            other => {
                let expected = "String or Regexp or Pattern-Type or Regexp-Type";
                return bad_type(heap, base, expected, at, other);
            }
        }
    }
    Ok(Type::Pattern(heap.slice(&patterns)))
}

fn regexp<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    match keys {
        [Value::String(s)] => Ok(Type::Regexp(Some(Regexp::unchecked(heap, s)))),
        [Value::Regexp(r)] => Ok(Type::Regexp(Some(r))),
        [other] => bad_type(heap, base, "String or Regexp", 0, *other),
        _ => {
            let message = format!("{}[] accepts 1 argument. Got {}", titled(base), keys.len());
            // the reference points at the second key
            fail("BAD_TYPE_SLICE_ARITY", keys.get(1).map(|_| 1), message)
        }
    }
}

fn semver<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    use crate::semver::Range;
    if keys.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    let fits = |key: &Value<'_>| matches!(key, Value::SemVerRange(_) | Value::String(_));
    if let Some(at) = keys.iter().position(|key| !fits(key)) {
        let expected = "String or SemanticPuppet::VersionRange";
        return bad_type(heap, base, expected, at, keys[at]);
    }
    let mut ranges: Vec<&'h Range<'h>> = Vec::with_capacity(keys.len());
    for &key in keys {
        let range: &'h Range<'h> = match key {
            Value::SemVerRange(range) => range,
            Value::String(s) => {
                match Range::parse(heap, if s.is_empty() { "*" } else { s.as_str() }) {
                    Ok(range) => heap.alloc(range),
                    Err(message) => return plain(message),
                }
            }
            _ => continue,
        };
        ranges.push(range);
    }
    match join_ranges(heap, ranges) {
        Ok(ranges) => Ok(Type::SemVer(heap.slice(&ranges))),
        Err(problem) => plain(problem),
    }
}

/// Joins ranges that have versions in common: each from the last one on takes up what it can of
/// those before it.
fn join_ranges<'h>(
    heap: &'h Heap,
    mut ranges: Vec<&'h crate::semver::Range<'h>>,
) -> Result<Vec<&'h crate::semver::Range<'h>>, String> {
    let mut joined = Vec::with_capacity(ranges.len());
    while let Some(mut range) = ranges.pop() {
        let mut apart = Vec::new();
        for other in ranges {
            match range.union(heap, other)? {
                Some(both) => range = heap.alloc(both),
                None => apart.push(other),
            }
        }
        joined.push(range);
        ranges = apart;
    }
    joined.reverse();
    Ok(joined)
}

fn array<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (element, size): (TypeRef<'h>, _) = match keys {
        [Value::Type(element)] => (element, None),
        [Value::Type(element), bounds @ ..] if bounds.len() <= 2 => {
            (element, Some(size(heap, bounds, 1)?))
        }
        [_, _] => (&Type::Any, Some(size(heap, keys, 0)?)),
        [other] | [other, _, _] => return must_be_type("Array", 0, *other),
        _ => return arity("Array-Type", "1 to 3 arguments", keys.len()),
    };
    let element = match size == Some(Size::exactly(0)) {
        true => &Type::Unit,
        false => element,
    };
    Ok(Type::Array { element, size })
}

fn hash<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (types, size) = match keys {
        [Value::Integer(from), Value::Integer(to)] => {
            let size = Some(bounded(Some(*from), Some(*to))?);
            (None, size)
        }
        [key, value] => (Some((key, value)), None),
        [key, value, bounds @ ..] if matches!(bounds.len(), 1 | 2) => {
            let types = hash_types(key, value)?;
            let size = Some(size(heap, bounds, 2)?);
            return Ok(of_types(types, size));
        }
        [Value::Type(_), ..] | [] => return arity("Hash-Type", "2 to 4 arguments", keys.len()),
        [other, ..] => return must_be_type("Hash", 0, *other),
    };
    let types = match types {
        Some((key, value)) => hash_types(key, value)?,
        None => (&Type::Any, &Type::Any),
    };
    Ok(of_types(types, size))
}

fn hash_types<'h>(key: &Value<'h>, value: &Value<'h>) -> Access<(TypeRef<'h>, TypeRef<'h>)> {
    match (key, value) {
        (Value::Type(key), Value::Type(value)) => Ok((key, value)),
        (Value::Type(_), other) => must_be_type("Hash", 1, *other),
        (other, _) => must_be_type("Hash", 0, *other),
    }
}

fn of_types<'h>((key, value): (TypeRef<'h>, TypeRef<'h>), size: Option<Size>) -> Type<'h> {
    match size == Some(Size::exactly(0)) {
        true => Type::Hash {
            key: &Type::Unit,
            value: &Type::Unit,
            size,
        },
        false => Type::Hash { key, value, size },
    }
}

/// Takes one or two bounds off the end of the keys.
fn split_size<'a, 'h>(keys: &'a [Value<'h>]) -> Access<(&'a [Value<'h>], Option<Size>)> {
    let bound = |key: &Value<'_>| match key {
        Value::Integer(i) => Some(Some(*i)),
        Value::Default => Some(None),
        _ => None,
    };
    let Some((last, rest)) = keys.split_last() else {
        return Ok((keys, None));
    };
    let Some(last) = bound(last) else {
        return Ok((keys, None));
    };
    match rest.split_last() {
        Some((from, types)) if bound(from).is_some() => {
            Ok((types, Some(bounded(bound(from).flatten(), last)?)))
        }
        _ => Ok((rest, Some(bounded(last, None)?))),
    }
}

fn tuple<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (types, size) = split_size(keys)?;
    if types.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    Ok(Type::Tuple {
        types: heap.slice(&all_types(heap, base, types)?),
        size,
    })
}

fn all_types<'h>(heap: &Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Vec<TypeRef<'h>>> {
    let mut types = Vec::with_capacity(keys.len());
    for (at, &key) in keys.iter().enumerate() {
        match key {
            Value::Type(ty) => types.push(ty),
            other => return bad_type(heap, base, "Any-Type", at, other),
        }
    }
    Ok(types)
}

fn variant<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<TypeRef<'h>> {
    if keys.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    let mut distinct = Distinct::default();
    for ty in all_types(heap, base, keys)? {
        let types = match ty {
            Type::Variant(types) if !types.is_empty() => *types,
            _ => std::slice::from_ref(heap.alloc(ty)),
        };
        distinct.extend(types.iter().copied());
    }
    Ok(match distinct.types[..] {
        [ty] => ty,
        _ => heap.alloc(Type::Variant(heap.slice(&distinct.types))),
    })
}

/// A value in the place of a type stands for its general type; a string names a class of the
/// platform.
fn type_of<'h>(heap: &'h Heap, value: Value<'h>) -> Access<TypeRef<'h>> {
    match value {
        Value::Type(ty) => Ok(ty),
        Value::String(s) if s.is_empty() => plain(
            "Runtime 'name_or_pattern' has wrong type, expects a value of type String[1] or Tuple[Regexp, String[1]], got String",
        ),
        Value::String(s) => Ok(heap.alloc(Type::Runtime {
            runtime: Some("ruby"),
            name: Some(s.as_str()),
            pattern: None,
        })),
        _ => Ok(generalize(heap, reduced(heap, value))),
    }
}

fn is_block(value: &Value<'_>) -> bool {
    match value {
        Value::Type(Type::Callable(_)) => true,
        Value::Type(Type::Optional(Some(ty))) => matches!(ty, Type::Callable(_)),
        _ => false,
    }
}

fn callable<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (parameters, returns) = match keys {
        [Value::Array(parameters), Value::Type(returns)] => {
            let returns = Some(*returns).filter(|ty| !matches!(ty, Type::Any));
            (parameters.to_vec(), returns)
        }
        [Value::Array(_), ..] | [] => {
            return arity(&titled(base), "2 arguments", keys.len());
        }
        _ => (keys.to_vec(), None),
    };
    let (block, parameters) = match parameters.split_last() {
        Some((last, rest)) if is_block(last) => (Some(type_of(heap, *last)?), rest),
        _ => (None, &parameters[..]),
    };
    let (types, size) = split_size(parameters)?;
    let types: Vec<TypeRef<'h>> = types
        .iter()
        .map(|&key| type_of(heap, key))
        .collect::<Result<_, _>>()?;
    Ok(Type::Callable(Some(heap.alloc(CallableType {
        parameters: heap.slice(&types),
        size,
        block,
        returns,
    }))))
}

fn structure<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let hash = match keys {
        [Value::Hash(hash)] => hash,
        [other] => return bad_type(heap, base, "Hash", 0, *other),
        _ => return arity(&titled(base), "1 argument", keys.len()),
    };
    struct_of(heap, hash)
}

fn struct_of<'h>(heap: &'h Heap, hash: &'h Hash<'h>) -> Access<Type<'h>> {
    let mut elements = Vec::with_capacity(hash.len());
    for (key, value) in hash.iter() {
        let value = type_of(heap, value)?;
        let (name, optional) = struct_key(key)?;
        if name.is_empty() {
            return plain("Struct element key cannot be an empty String");
        }
        let optional = optional.unwrap_or_else(|| super::assignable(value, &Type::Undef));
        elements.push(StructElement {
            name,
            optional,
            value,
        });
    }
    Ok(Type::Struct(heap.slice(&elements)))
}

fn struct_key(key: Value<'_>) -> Access<(&str, Option<bool>)> {
    match key {
        Value::String(s) => Ok((s.as_str(), None)),
        Value::Type(Type::StringValue(s) | Type::Enum { values: [s], .. }) => Ok((s, None)),
        Value::Type(Type::Optional(Some(
            Type::StringValue(s) | Type::Enum { values: [s], .. },
        ))) => Ok((s, Some(true))),
        Value::Type(Type::NotUndef(Some(
            Type::StringValue(s) | Type::Enum { values: [s], .. },
        ))) => Ok((s, Some(false))),
        other => {
            let got = ruby_class(other);
            plain(format!(
                "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {got}"
            ))
        }
    }
}

fn init<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    match keys {
        [Value::Type(ty), arguments @ ..] => Ok(Type::Init {
            ty: Some(ty),
            arguments: heap.slice(arguments),
        }),
        [other, ..] => must_be_type("Init", 0, *other),
        [] => arity("Init-Type", "1 or more arguments", 0),
    }
}

fn runtime<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let [runtime, name] = keys else {
        return arity(&titled(base), "1 to 2 arguments", keys.len());
    };
    let Value::String(runtime) = runtime else {
        return bad_type(heap, base, "String or String", 0, *runtime);
    };
    let Value::String(_) = name else {
        return bad_type(heap, base, "String or String", 1, *name);
    };
    match type_of(heap, *name)? {
        Type::Runtime { name, .. } => Ok(Type::Runtime {
            runtime: Some(runtime.as_str()),
            name: *name,
            pattern: None,
        }),
        other => Ok(*other),
    }
}

fn has_list(keys: &[Value<'_>]) -> bool {
    keys.len() > 1 || matches!(keys, [Value::Array(_)])
}

/// References to resources of a type; `undef` among the titles is left out.
fn titles<'h>(
    heap: &'h Heap,
    type_name: &'h str,
    base: &str,
    keys: &[Value<'h>],
    list: bool,
) -> Access<Value<'h>> {
    let mut references = Vec::with_capacity(keys.len());
    // with an array among the keys the reference points one further
    let flat = flatten(keys);
    let lists = keys.iter().any(|key| matches!(key, Value::Array(_)));
    let mut at = usize::from(lists && (keys.len() > 1 || flat.len() > 1));
    for key in flat {
        match key {
            Value::Undef => continue,
            Value::String(title) => references.push(Value::ty(
                heap,
                Type::Resource {
                    type_name: Some(type_name),
                    title: Some(title.as_str()),
                    kept: false,
                },
            )),
            other => {
                return bad_key(heap, &a_an(base), "a resource title String", at, other);
            }
        }
        at += 1;
    }
    Ok(match references[..] {
        [reference] if !list => reference,
        [] if !list => Value::Undef,
        _ => Value::array(heap, &references),
    })
}

/// Whether a capitalised name is one of a type.
fn is_type_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.split("::").all(|segment| {
        segment
            .bytes()
            .next()
            .is_some_and(|b| b.is_ascii_uppercase())
            && segment
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// `Resource[type, titles...]`
fn resource<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Value<'h>> {
    let Some((first, titles)) = keys.split_first() else {
        return arity("Resource-Type", "1 or more arguments", 0);
    };
    let name = match first {
        Value::Type(Type::Resource {
            type_name: None, ..
        }) => return Ok(*first),
        Value::Type(Type::Resource {
            type_name: Some(name),
            title,
            ..
        }) => {
            if let (Some(_), []) = (title, titles) {
                return Ok(*first);
            }
            *name
        }
        Value::String(name) => {
            let name = heap.text(&super::capitalized(name));
            if !is_type_name(name) {
                let message = format!(
                    "Illegal type reference. The given name '{name}' does not conform to the naming rule"
                );
                return fail("ILLEGAL_CLASSREF", Some(0), message);
            }
            name
        }
        other => {
            let got = actual(heap, *other);
            let message = format!(
                "First argument to Resource[] must be a resource type or a String. Got {got}."
            );
            return fail("ILLEGAL_RESOURCE_SPECIALIZATION", Some(0), message);
        }
    };
    if titles.is_empty() {
        return Ok(Value::ty(
            heap,
            Type::Resource {
                type_name: Some(name),
                title: None,
                kept: false,
            },
        ));
    }
    self::titles(heap, name, "Resource-Type", titles, has_list(titles))
}

/// Whether a text is the name of a class.
pub(crate) fn is_class_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    let word = |segment: &str| {
        segment
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    name.split("::").enumerate().all(|(at, segment)| {
        let first = segment.bytes().next();
        first.is_some_and(|b| b.is_ascii_lowercase() || (at == 0 && b == b'_')) && word(segment)
    })
}

/// `Class[names...]`
fn classes<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Value<'h>> {
    let list = has_list(keys);
    let mut references = Vec::with_capacity(keys.len());
    let mut at = 0;
    for key in flatten(keys) {
        let name = match key {
            Value::Undef => continue,
            Value::String(name) => name.to_lowercase(),
            other => {
                let got = capitalize_article(&a_an(&label(other)));
                let message = format!(
                    "Illegal Class name in class reference. {got} cannot be used where a String is expected"
                );
                return fail("ILLEGAL_HOSTCLASS_NAME", Some(at), message);
            }
        };
        if !is_class_name(&name) {
            let given = text::interpolated(key);
            let message = format!(
                "Illegal name. The given name '{given}' does not conform to the naming rule /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
            );
            return fail("ILLEGAL_NAME", Some(at), message);
        }
        let name = name.strip_prefix("::").unwrap_or(&name);
        references.push(Value::ty(heap, Type::Class(Some(heap.text(name)))));
        at += 1;
    }
    Ok(match references[..] {
        [reference] if !list => reference,
        [] if !list => Value::Undef,
        _ => Value::array(heap, &references),
    })
}

fn capitalize_article(text: &str) -> String {
    match text.strip_prefix('a') {
        Some(rest) => format!("A{rest}"),
        None => text.to_owned(),
    }
}
