//! Implements functions that declare and find resources.

use std::cmp::Ordering;

use rubycore::case::Downcase;

use super::{plain, ruby, to_s};
use crate::builtins::strings::lower;
use crate::cx::Cx;
use crate::error::{Error, Raise, Res, fail, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::limits;
use crate::platform::class_name;
use crate::scope::ScopeKind;
use crate::text;
use crate::types::Type;
use crate::value::{Hash, HashBuilder, Value};
use rubycore::inspect;

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    plain!("defined_with_params", defined_with_params),
    plain!("ensure_resource", ensure_resource),
    plain!("ensure_resources", ensure_resources),
    plain!("getparam", getparam),
    plain!("assert_private", assert_private),
    Builtin {
        name: "ensure_packages",
        dispatches: &[dispatch(PACKAGES, ensure_packages)],
    },
    Builtin {
        name: "stdlib::ensure_packages",
        dispatches: &[
            dispatch(
                &[
                    "Variant[String[1], Array[String[1]]] packages",
                    "?Hash default_attributes",
                ],
                ensure_packages,
            ),
            dispatch(
                &["Hash[String[1], Any] packages", "?Hash default_attributes"],
                ensure_packages,
            ),
        ],
    },
    Builtin {
        name: "stdlib::str2resource",
        dispatches: &[dispatch(&["String res_string"], str2resource)],
    },
];

const PACKAGES: &[&str] = &[
    "Variant[String[1], Array[String[1]], Hash[String[1], Any]] packages",
    "?Hash default_attributes",
];

/// Returns the type and the title that a text names: `Type[title]`.
///
/// # Errors
/// `No title provided and "a" is not a valid resource reference`
fn named<'h>(cx: &Cx<'h>, text: &'h str) -> Res<'h, (&'h str, &'h str)> {
    let parts = text
        .strip_suffix(']')
        .and_then(|text| text.split_once('['))
        .filter(|(ty, title)| !ty.is_empty() && !ty.contains(']') && !title.is_empty());
    match parts {
        Some((ty, title)) => {
            let ty = crate::types::capitalized(&lower(ty));
            let title = match ty.as_str() {
                "Class" => cx.heap.text(&lower(title)),
                _ => title,
            };
            Ok((cx.heap.text(&ty), title))
        }
        None => Err(untitled(text)),
    }
}

fn untitled<'h>(reference: &str) -> Box<Raise<'h>> {
    let mut shown = String::new();
    inspect::write(reference, &mut shown);
    Error::plain(format!(
        "No title provided and {shown} is not a valid resource reference"
    ))
    .into()
}

/// Returns the type and title of a reference; `None` for other values.
fn referred<'h>(value: Value<'h>) -> Option<(&'h str, &'h str)> {
    match value {
        Value::Type(Type::Resource {
            type_name: Some(ty),
            title: Some(title),
            ..
        }) => Some((*ty, *title)),
        Value::Type(Type::Class(Some(name))) => Some(("Class", *name)),
        _ => None,
    }
}

/// Returns true if a resource is declared with these attributes.
fn exists<'h>(
    cx: &mut Cx<'h>,
    (ty, title): (&'h str, &'h str),
    wanted: Option<Value<'h>>,
) -> Res<'h, bool> {
    // a class or define does not find itself
    let is_own = match cx.scope().kind {
        ScopeKind::Define(own, name) => (own, name) == (ty, title),
        ScopeKind::Class(name) => ("Class", name) == (ty, title),
        ScopeKind::Top | ScopeKind::Node(_) => false,
    };
    if is_own {
        return Ok(false);
    }
    let host = cx.host;
    // a type that cannot be a resource type has no such resource
    let Ok(Some(attributes)) = host.resource_attributes(cx, ty, title) else {
        return Ok(false);
    };
    let holds = |(key, value): (Value<'h>, Value<'h>)| {
        let key = text::interpolated(key);
        let actual = match key.as_str() {
            "title" => Value::string(cx.heap, title),
            _ => attribute(&attributes, &key).unwrap_or(Value::Undef),
        };
        is_equal(actual, value)
    };
    Ok(match wanted {
        None | Some(Value::Undef) => true,
        Some(Value::Hash(wanted)) => wanted.iter().all(holds),
        Some(Value::Array(pairs)) => pairs.iter().map(pair).all(holds),
        Some(Value::String(text)) if text.is_empty() => true,
        Some(other) => return Err(ruby::no_method("map", other)),
    })
}

/// Returns true if two values are equal to functions of the 3.x API, to which references are
/// resources.
fn is_equal(a: Value<'_>, b: Value<'_>) -> bool {
    limits::stack();
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_equal(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            let is_in = |(key, value)| b.get(key).is_some_and(|other| is_equal(value, other));
            a.len() == b.len() && a.iter().all(is_in)
        }
        (Value::Type(_), Value::Type(_)) => match (referred(a), referred(b)) {
            (Some(("Class", a)), Some(("Class", b))) => a.downcase() == b.downcase(),
            (Some(a), Some(b)) => a == b,
            _ => a.same(b),
        },
        (
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_),
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_),
        ) => ruby::order(a, b) == Some(Ordering::Equal),
        _ => a.same(b),
    }
}

/// Splits an item of a list that describes a hash: a name and its value, or a name alone.
fn pair<'h>(item: Value<'h>) -> (Value<'h>, Value<'h>) {
    match item {
        Value::Array(items) => {
            let mut items = items.iter();
            let mut next = || items.next().unwrap_or(Value::Undef);
            (next(), next())
        }
        name => (name, Value::Undef),
    }
}

/// Returns an argument unless it is absent or false.
fn given<'h>(args: &[Value<'h>], at: usize) -> Option<Value<'h>> {
    args.get(at).copied().filter(|value| value.is_truthy())
}

fn attribute<'h>(attributes: &[(&'h str, Value<'h>)], name: &str) -> Option<Value<'h>> {
    let found = attributes.iter().find(|(key, _)| *key == name);
    found.map(|(_, value)| *value)
}

fn defined_with_params<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let Some(target) = given(args, 0) else {
        return fail("Must specify a reference");
    };
    let reference = match target {
        Value::String(text) => named(cx, text.as_str())?,
        other => match referred(other) {
            Some(reference) => reference,
            None => {
                let class = class_name(other);
                return fail(format!("Reference is not understood: '{class}'"));
            }
        },
    };
    let wanted = args.get(1).copied();
    Ok(Value::Boolean(exists(cx, reference, wanted)?))
}

/// Returns the value of an attribute; an empty text when there is none.
fn getparam<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let Some(target) = given(args, 0) else {
        return fail("Must specify a reference");
    };
    let Some(Value::String(name)) = given(args, 1) else {
        return fail("Must specify name of a parameter");
    };
    if name.is_empty() {
        return Ok(Value::String(name));
    }
    let (ty, title) = match target {
        Value::String(text) => named(cx, text.as_str())?,
        other => match referred(other).filter(|(_, title)| !title.is_empty()) {
            Some(reference) => reference,
            None => {
                let text = match other {
                    Value::Type(Type::Resource {
                        type_name: Some(ty),
                        ..
                    }) => format!("{ty}[]"),
                    other => to_s(other),
                };
                named(cx, cx.heap.text(&text))?
            }
        },
    };
    let host = cx.host;
    let attributes = host.resource_attributes(cx, ty, title)?;
    Ok(match (attributes, name.as_str()) {
        (Some(_), "title") if ty == "Class" => {
            Value::string(cx.heap, &crate::types::capitalized(title))
        }
        (Some(_), "title") => Value::string(cx.heap, title),
        (Some(attributes), name) => match attribute(&attributes, name) {
            None | Some(Value::Undef) => Value::string(cx.heap, ""),
            Some(value) => value,
        },
        (None, _) => Value::string(cx.heap, ""),
    })
}

/// Returns a reference to a declared resource.
fn str2resource<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let text = args[0].as_str().unwrap_or_default();
    let (ty, title) = named(cx, cx.heap.text(text))?;
    let host = cx.host;
    if host.resource_attributes(cx, ty, title)?.is_none() {
        let title = match ty {
            "Class" => crate::types::capitalized(title),
            _ => title.to_owned(),
        };
        return refuse(format!(
            "stdlib::str2resource(): could not find {ty}[{title}], this is parse order \
             dependent and values should not be quoted"
        ));
    }
    let reference = match ty {
        "Class" => Type::Class(Some(title)),
        _ => Type::Resource {
            type_name: Some(ty),
            title: Some(title),
            is_object: false,
            given: None,
        },
    };
    host.resource(cx, Value::Type(cx.heap.alloc(reference)))
}

/// Declares `type[title]` with attributes unless it is declared with them already.
fn ensure<'h>(
    cx: &mut Cx<'h>,
    ty: Value<'h>,
    title: Value<'h>,
    attributes: Value<'h>,
) -> Res<'h, ()> {
    let reference = format!("{}[{}]", to_s(ty), to_s(title));
    let reference = named(cx, cx.heap.text(&reference))?;
    if exists(cx, reference, Some(attributes))? {
        return Ok(());
    }
    if !matches!(attributes, Value::Hash(_)) {
        return Err(ruby::no_conversion(attributes, "Hash"));
    }
    if !matches!(ty, Value::String(_)) {
        return Err(ruby::no_method("capitalize", ty));
    }
    let resources = Value::hash(cx.heap, &[(title, attributes)]);
    cx.call_function("create_resources", &[ty, resources], None)?;
    Ok(())
}

/// Returns the titles in a list of lists, or the single one.
fn titles(value: Value<'_>) -> Vec<Value<'_>> {
    limits::stack();
    match value {
        Value::Array(list) => list.iter().flat_map(titles).collect(),
        single => vec![single],
    }
}

fn ensure_resource<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let Some(ty) = given(args, 0) else {
        return fail("Must specify a type");
    };
    let Some(title) = given(args, 1) else {
        return fail("Must specify a title");
    };
    let attributes = match args.get(2).copied() {
        None => Value::hash(cx.heap, &[]),
        Some(given) => given,
    };
    titles(title)
        .into_iter()
        .try_for_each(|title| ensure(cx, ty, title, attributes))?;
    Ok(Value::Undef)
}

/// Merges the attributes of a resource over default ones.
fn merged<'h>(cx: &Cx<'h>, base: &'h Hash<'h>, over: Value<'h>) -> Res<'h> {
    let Value::Hash(over) = over else {
        return Err(ruby::no_conversion(over, "Hash"));
    };
    let mut builder = HashBuilder::from_hash(base);
    over.iter().for_each(|(k, v)| builder.insert(k, v));
    Ok(Value::Hash(builder.finish(cx.heap)))
}

fn ensure_resources<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let Some(ty) = given(args, 0) else {
        return fail("Must specify a type");
    };
    let Some(resources) = given(args, 1) else {
        return fail("Must specify a title");
    };
    let Value::Hash(resources) = resources else {
        return refuse("ensure_resources(): Requires second argument to be a Hash");
    };
    for (title, attributes) in resources.iter() {
        let attributes = match attributes {
            Value::Undef => Value::hash(cx.heap, &[]),
            given => given,
        };
        let attributes = match args.get(2).copied() {
            Some(Value::Hash(base)) => merged(cx, base, attributes)?,
            Some(other) => return Err(ruby::no_method("merge", other)),
            None if matches!(attributes, Value::Hash(_)) => attributes,
            None => return Err(ruby::no_conversion(attributes, "Hash")),
        };
        if title.is_undef() {
            return fail("Must specify a title");
        }
        ensure(cx, ty, title, attributes)?;
    }
    Ok(Value::Undef)
}

/// Declares packages unless they are declared already: installed, unless the arguments say
/// otherwise.
fn ensure_packages<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    // since this version, `present` and `installed` are the same
    let is_loose = super::is_nine(cx, "stdlib::ensure_packages");
    let installed = Value::string(cx.heap, "installed");
    let mut defaults = HashBuilder::new();
    defaults.insert(Value::string(cx.heap, "ensure"), installed);
    if let Some(Value::Hash(given)) = args.get(1) {
        given.iter().for_each(|(k, v)| defaults.insert(k, v));
    }
    let defaults = with_ensure(cx, defaults.finish(cx.heap), "present", "installed");
    match args[0] {
        Value::Hash(packages) => {
            for (title, attributes) in packages.iter() {
                let attributes = match (attributes, is_loose) {
                    (Value::Undef, false) => Value::hash(cx.heap, &[]),
                    (given, _) => given,
                };
                let Value::Hash(merged) = merged(cx, defaults, attributes)? else {
                    continue;
                };
                let attributes = match is_loose {
                    true => with_ensure(cx, merged, "present", "installed"),
                    false => merged,
                };
                ensure_package(cx, title, attributes, is_loose)?;
            }
        }
        names => {
            for title in titles(names) {
                ensure_package(cx, title, defaults, is_loose)?;
            }
        }
    }
    Ok(Value::Undef)
}

fn ensure_package<'h>(
    cx: &mut Cx<'h>,
    title: Value<'h>,
    attributes: &'h Hash<'h>,
    is_loose: bool,
) -> Res<'h, ()> {
    if is_loose {
        let present = Value::Hash(with_ensure(cx, attributes, "installed", "present"));
        let reference = format!("package[{}]", to_s(title));
        let reference = named(cx, cx.heap.text(&reference))?;
        if exists(cx, reference, Some(present))? {
            return Ok(());
        }
    }
    let ty = Value::string(cx.heap, "package");
    ensure(cx, ty, title, Value::Hash(attributes))
}

/// Returns attributes with a given value of `ensure` replaced by another.
fn with_ensure<'h>(
    cx: &Cx<'h>,
    attributes: &'h Hash<'h>,
    given: &str,
    wanted: &str,
) -> &'h Hash<'h> {
    let key = Value::string(cx.heap, "ensure");
    if attributes.get(key).and_then(Value::as_str) != Some(given) {
        return attributes;
    }
    let mut changed = HashBuilder::from_hash(attributes);
    changed.insert(key, Value::string(cx.heap, wanted));
    changed.finish(cx.heap)
}

/// Fails the compilation unless the class or define is declared from its own module.
fn assert_private<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() > 1 {
        let given = args.len();
        return refuse(format!(
            "assert_private(): Wrong number of arguments given ({given}}}) for 0 or 1)"
        ));
    }
    let scope = cx.scope();
    let caller = scope.parent.map(|parent| &cx.scopes[parent.0 as usize]);
    if scope.module.is_some() && scope.module == caller.and_then(|caller| caller.module) {
        return Ok(Value::Undef);
    }
    if let Some(Value::String(message)) = args.first() {
        return refuse(message.as_str());
    }
    let subject = match scope.kind {
        ScopeKind::Class(name) => format!("Class {name}"),
        ScopeKind::Define(name, _) => format!("Definition {}", name.downcase()),
        ScopeKind::Top | ScopeKind::Node(_) => "Class ".to_owned(),
    };
    match caller
        .and_then(|caller| caller.module)
        .filter(|_| scope.module.is_some())
    {
        Some(module) => refuse(format!(
            "{subject} is private and cannot be called from {module}"
        )),
        None => refuse(format!("{subject} is private")),
    }
}
