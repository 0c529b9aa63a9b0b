//! Applies the parameters of references to resources and classes.

use rubycore::case::Downcase;

use super::problem::{Access, actual, arity, bad_key, fail};
use crate::heap::Heap;
use crate::ops::{a_an, flat, label};
use crate::text;
use crate::types::{Type, capitalized};
use crate::value::Value;

/// Evaluates `Resource[type, titles...]`.
pub(super) fn resource<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Value<'h>> {
    let Some((first, titles)) = keys.split_first() else {
        return arity("Resource-Type", "1 or more arguments", 0);
    };
    let name = match first {
        Value::Type(Type::Resource {
            type_name: None, ..
        }) if titles.is_empty() => return Ok(*first),
        Value::Type(Type::Resource {
            type_name: None, ..
        }) => return misnamed(""),
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
            let name = match name.starts_with(|first: char| first.is_ascii_uppercase()) {
                true => name.as_str(),
                false => heap.text(&shown(name)),
            };
            if !is_type_name(name) {
                return misnamed(name);
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
                is_object: false,
                given: None,
            },
        ));
    }
    self::titles(heap, name, "Resource-Type", titles, has_list(titles))
}

/// Returns the error about a text that cannot name a type.
fn misnamed<T>(name: &str) -> Access<T> {
    let message = format!(
        "Illegal type reference. The given name '{name}' does not conform to the naming rule"
    );
    fail("ILLEGAL_CLASSREF", Some(0), message)
}

/// Returns the form in which a type is shown whose name does not begin with a capital. Only with a
/// leading `::` is each segment capitalized alone.
fn shown(name: &str) -> String {
    match name.starts_with("::") {
        true => capitalized(name),
        false => {
            let (first, rest) = name.split_once("::").unwrap_or((name, ""));
            let first = capitalized(&first.downcase());
            match rest {
                "" if first.len() == name.len() => first,
                rest => format!("{first}::{}", capitalized(rest)),
            }
        }
    }
}

/// Evaluates `Class[names...]`.
pub(super) fn classes<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Value<'h>> {
    let list = has_list(keys);
    let mut references = Vec::with_capacity(keys.len());
    let mut at = 0;
    for key in flat(keys.iter().copied()) {
        let name = match key {
            Value::Undef => continue,
            Value::String(name) => name.downcase(),
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

/// Returns references to resources of a type; `undef` among the titles is left out.
pub(super) fn titles<'h>(
    heap: &'h Heap,
    type_name: &'h str,
    base: &str,
    keys: &[Value<'h>],
    list: bool,
) -> Access<Value<'h>> {
    let mut references = Vec::with_capacity(keys.len());
    let flat: Vec<Value<'h>> = flat(keys.iter().copied())
        .into_iter()
        .filter(|key| !key.is_undef())
        .collect();
    // unless each key is a title, Puppet points one key further
    let further = usize::from(flat.len() != keys.len());
    for (at, key) in flat.into_iter().enumerate() {
        match key {
            Value::String(title) => references.push(Value::ty(
                heap,
                Type::Resource {
                    type_name: Some(type_name),
                    title: Some(title.as_str()),
                    is_object: false,
                    given: None,
                },
            )),
            other => {
                let expected = "a resource title String";
                return bad_key(&a_an(base), expected, at + further, other);
            }
        }
    }
    Ok(match references[..] {
        [reference] if !list => reference,
        [] if !list => Value::Undef,
        _ => Value::array(heap, &references),
    })
}

pub(super) fn has_list(keys: &[Value<'_>]) -> bool {
    keys.len() > 1 || matches!(keys, [Value::Array(_)])
}

/// Returns true if a capitalised name is one of a type.
pub(in crate::types) fn is_type_name(name: &str) -> bool {
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

/// Returns true if a text is the name of a class.
fn is_class_name(name: &str) -> bool {
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

fn capitalize_article(text: &str) -> String {
    match text.strip_prefix('a') {
        Some(rest) => format!("A{rest}"),
        None => text.to_owned(),
    }
}
