//! Applies the parameters of the types of scalars that are neither numbers nor sizes.

use frontend::name::Set;

use super::problem::{Access, arity, bad_type, fail, plain, titled};
use crate::heap::Heap;
use crate::regexp::Regexp;
use crate::types::{Type, TypeRef};
use crate::value::Value;

pub(super) fn boolean<'h>(base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    match keys {
        [Value::Boolean(b)] => Ok(Type::Boolean(Some(*b))),
        [other] => bad_type(base, "TrueClass or FalseClass", 0, *other),
        _ => arity(&titled(base), "1 argument", keys.len()),
    }
}

pub(super) fn enumeration<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
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
            other => return bad_type(base, "String", at, other),
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

pub(super) fn pattern<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
    if keys.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    let mut patterns: Vec<&'h Regexp<'h>> = Vec::with_capacity(keys.len());
    let mut sources = Set::default();
    let mut add = |regexp: &'h Regexp<'h>| {
        if sources.insert(regexp.source()) {
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
                return bad_type(base, expected, at, other);
            }
        }
    }
    Ok(Type::Pattern(heap.slice(&patterns)))
}

pub(super) fn regexp<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
    match keys {
        [Value::String(s)] => Ok(Type::Regexp(Some(Regexp::unchecked(heap, s)))),
        [Value::Regexp(r)] => Ok(Type::Regexp(Some(r))),
        [other] => bad_type(base, "String or Regexp", 0, *other),
        _ => {
            let message = format!("{}[] accepts 1 argument. Got {}", titled(base), keys.len());
            // Puppet points at the second key
            fail("BAD_TYPE_SLICE_ARITY", keys.get(1).map(|_| 1), message)
        }
    }
}

pub(super) fn semver<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
    use rubycore::semver::Range;
    if keys.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    let fits = |key: &Value<'_>| matches!(key, Value::SemVerRange(_) | Value::String(_));
    if let Some(at) = keys.iter().position(|key| !fits(key)) {
        let expected = "String or SemanticPuppet::VersionRange";
        return bad_type(base, expected, at, keys[at]);
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

/// Joins ranges that have versions in common: each one, from the last on, is joined with the ones
/// before it where possible.
fn join_ranges<'h>(
    heap: &'h Heap,
    mut ranges: Vec<&'h rubycore::semver::Range<'h>>,
) -> Result<Vec<&'h rubycore::semver::Range<'h>>, String> {
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
