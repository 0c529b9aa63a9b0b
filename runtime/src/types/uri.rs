//! Checks the constraints of the type `URI`: a hash of the parts that are constrained.

use super::access::{Access, AccessError, plain};
use super::{Size, StructElement, Type, TypeRef, assignable, instance};
use crate::heap::Heap;
use crate::platform::class_name;
use crate::value::{Hash, HashBuilder, Value, Whole};
use rubycore::uri::Uri;

/// The type of texts that hold a URI with a scheme, as Puppet shows it.
pub(super) const ABSOLUTE: &str = include_str!("absolute_uri.txt");

const PARTS: [&str; 8] = [
    "scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque",
];

/// Returns the parts of a URI, with scheme and host in lower case, without a default port.
fn parts(uri: &Uri<'_>) -> [Option<String>; 8] {
    let parts = uri.components();
    let own = |part: Option<&str>| part.map(str::to_owned);
    let lower = |part: Option<&str>| part.map(str::to_ascii_lowercase);
    [
        lower(parts.scheme),
        own(parts.userinfo),
        lower(parts.host.filter(|host| !host.is_empty())),
        parts
            .port
            .filter(|_| !parts.port_is_implied())
            .map(str::to_owned),
        own(parts.path.filter(|path| !path.is_empty())),
        own(parts.query),
        own(parts.fragment),
        own(parts.opaque),
    ]
}

/// Returns the constraint that only URIs with the same parts meet.
pub(super) fn constraint<'h>(heap: &'h Heap, uri: &Uri<'_>) -> Value<'h> {
    let mut builder = HashBuilder::new();
    for (name, part) in PARTS.into_iter().zip(parts(uri)) {
        if let Some(part) = part {
            builder.insert(Value::string(heap, name), Value::string(heap, &part));
        }
    }
    Value::Hash(builder.finish(heap))
}

fn entries<'h>(constraint: Value<'h>) -> Option<&'h Hash<'h>> {
    constraint.as_hash()
}

/// Returns true if a URI meets a constraint.
pub(super) fn matches(constraint: Value<'_>, uri: &Uri<'_>) -> bool {
    let mut parts = parts(uri);
    parts[2] = uri.components().host.map(str::to_ascii_lowercase);
    parts[3] = uri.components().port.map(str::to_owned);
    if parts[4].is_none() && parts[7].is_none() && parts[2].is_some() {
        parts[4] = Some(String::new());
    }
    let heap = Heap::new();
    entries(constraint).is_some_and(|wanted| {
        wanted.iter().all(|(key, wanted)| {
            let at = PARTS.iter().position(|part| key.as_str() == Some(part));
            let part = at.and_then(|at| parts[at].as_deref());
            meets(&heap, key.as_str().unwrap_or_default(), wanted, part)
        })
    })
}

fn meets(heap: &Heap, name: &str, wanted: Value<'_>, part: Option<&str>) -> bool {
    let Some(part) = part else {
        return matches!(wanted, Value::Undef | Value::Type(Type::Undef));
    };
    match wanted {
        // a text is no valid port
        Value::String(_) if name == "port" => false,
        Value::String(text) => same_part(name, text.as_str(), part),
        Value::Integer(_) | Value::BigInteger(_) => {
            Whole::of(wanted).is_some_and(|port| port.to_string() == part)
        }
        Value::Regexp(regexp) => regexp.is_match(part).unwrap_or(false),
        Value::Type(ty) => {
            let value = match name {
                "port" => Value::of_digits(heap, part),
                _ => Value::string(heap, part),
            };
            let shorter: TypeRef<'_> = ty;
            instance(shorter, value)
        }
        _ => false,
    }
}

fn same_part(name: &str, a: &str, b: &str) -> bool {
    match name {
        "scheme" | "host" => a.eq_ignore_ascii_case(b),
        _ => a == b,
    }
}

/// Returns true if all that meets one constraint meets another.
pub(super) fn covers(wanted: Option<Value<'_>>, of: Option<Value<'_>>) -> bool {
    let Some(wanted) = wanted.and_then(entries) else {
        return true;
    };
    let Some(of) = of.and_then(entries) else {
        return false;
    };
    let heap = Heap::new();
    wanted.iter().all(|(key, wanted)| {
        let Some(given) = of.get(key) else {
            return false;
        };
        let name = key.as_str().unwrap_or_default();
        match (wanted, given) {
            (Value::Type(Type::NotUndef(None)), given) => !given.is_undef(),
            (Value::Type(wanted), Value::Type(given)) => assignable(wanted, given),
            (Value::Undef, Value::Undef) => true,
            (Value::Undef, _) | (_, Value::Undef) | (_, Value::Type(_)) => false,
            (Value::Regexp(_), Value::Regexp(_)) => false,
            (wanted, given) => match Whole::of(given) {
                Some(port) => meets(&heap, name, wanted, Some(&port.to_string())),
                None => meets(&heap, name, wanted, given.as_str()),
            },
        }
    })
}

fn is_constraint(name: &str, value: Value<'_>) -> bool {
    match value {
        Value::Undef | Value::Type(Type::Undef) => true,
        Value::Type(ty) => assignable(&Type::NotUndef(None), ty),
        Value::Integer(port) => name == "port" && port >= 0,
        Value::BigInteger(port) => name == "port" && !port.is_negative(),
        Value::Regexp(_) => name != "port",
        Value::String(text) => name != "port" && !text.is_empty(),
        _ => false,
    }
}

/// The types of the constraints on a part of a URI, and on the port.
const PART: &str =
    "Variant[Undef, String[1], Regexp, Type[Pattern], Type[Enum], Type[NotUndef], Type[Undef]]";
const PORT: &str = "Variant[Undef, Integer[0], Type[NotUndef], Type[Undef]]";

/// Explains why a value is not a constraint, in the form for types that are texts.
pub(super) fn describe<'h>(heap: &'h Heap, value: Value<'h>) -> String {
    if let Value::String(text) = value {
        return not_absolute(&text);
    }
    let elements = PARTS.map(|name| StructElement {
        name,
        optional: true,
        value: crate::frozen::ty(if name == "port" { PORT } else { PART }),
    });
    let parts: TypeRef<'h> = heap.alloc(Type::Struct(heap.slice(&elements)));
    let text: TypeRef<'h> = &Type::String(Some(Size::AT_LEAST_ONE));
    let wanted = heap.alloc(Type::Variant(heap.slice(&[text, parts])));
    super::mismatch::describe(heap, "URI-Type parameter has wrong type,", wanted, value)
}

/// Returns true if some part of a text looks like a scheme.
pub(super) fn holds_absolute(text: &str) -> bool {
    let in_scheme = |c: char| c.is_ascii_alphanumeric() || "-+.".contains(c);
    text.match_indices(':').any(|(colon, _)| {
        let before = text[..colon].rsplit(|c| !in_scheme(c)).next();
        before.is_some_and(|name| name.contains(|c: char| c.is_ascii_alphabetic()))
    })
}

/// Returns the reason why a text is not a constraint.
fn not_absolute(text: &str) -> String {
    format!(
        "URI-Type parameter has wrong type, expects a match for {}, got '{text}'",
        ABSOLUTE
    )
}

/// Evaluates `URI[constraint]`.
pub(super) fn parameterize<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (key, message) = match keys {
        [Value::String(text)] if !text.is_empty() => {
            if !holds_absolute(text) {
                return plain(not_absolute(text));
            }
            let uri = match Uri::parse(heap, text) {
                Ok(uri) => uri,
                Err(problem) => return plain(problem),
            };
            return Ok(Type::Uri(Some(constraint(heap, &uri))));
        }
        [Value::Hash(hash)] if hash.is_empty() => return Ok(Type::Uri(None)),
        [value @ Value::Hash(hash)]
            if hash.iter().all(|(key, value)| {
                key.as_str()
                    .is_some_and(|name| PARTS.contains(&name) && is_constraint(name, value))
            }) =>
        {
            return Ok(Type::Uri(Some(*value)));
        }
        [other] => (
            Some(0),
            format!(
                "URI-Type[] arguments must be types. Got {}",
                class_name(*other)
            ),
        ),
        _ => (
            None,
            format!("URI-Type[] accepts 1 argument. Got {}", keys.len()),
        ),
    };
    Err(AccessError {
        key,
        message,
        plain: false,
        issue: "BAD_TYPE_SLICE_ARITY",
    })
}

/// Returns the value of an attribute: `$uri.host`; `None` when there is no such attribute.
pub(crate) fn attribute<'h>(heap: &'h Heap, uri: &'h Uri<'h>, name: &str) -> Option<Value<'h>> {
    let parts = uri.components();
    let text = |part: Option<&'h str>| part.map_or(Value::Undef, |p| Value::string(heap, p));
    Some(match name {
        "scheme" => text(parts.scheme),
        "userinfo" => text(parts.userinfo),
        "host" => text(parts.host),
        "port" => parts
            .port
            .map_or(Value::Undef, |port| Value::of_digits(heap, port)),
        "path" => text(parts.path),
        "query" => text(parts.query),
        "fragment" => text(parts.fragment),
        "opaque" => text(parts.opaque),
        _ => return None,
    })
}
