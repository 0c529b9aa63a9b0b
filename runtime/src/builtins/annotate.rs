//! Implements the function `annotate`, which attaches objects to values. An annotation belongs to
//! the very value that it was attached to, not to equal ones. An Object type contains the
//! annotations of its definition.

use super::ruby;
use crate::cx::Cx;
use crate::error::{Error, Raise, Res, fail};
use crate::function::{Args, Builtin, dispatch};
use crate::platform;
use crate::text;
use crate::types::Type;
use crate::types::object::{ObjectType, from_hash};
use crate::value::{Hash, Value};

pub(super) const TABLE: &[Builtin] = &[Builtin {
    name: "annotate",
    dispatches: &[
        dispatch(
            &[
                "Type[Annotation] type",
                "Any value",
                "&?Callable[0, 0] block",
            ],
            get,
        ),
        dispatch(
            &[
                r"=Pcore::MemberName = Pattern[/\A[a-z_]\w*\z/]",
                "Type[Annotation] type",
                "Any value",
                "Variant[Enum['clear'], Hash[Pcore::MemberName, Any]] annotation_hash",
            ],
            set,
        ),
        dispatch(
            &[
                "Type[Pcore] type",
                "Any value",
                "Hash[Type[Annotation], Hash[Pcore::MemberName, Any]] annotations",
            ],
            set_all,
        ),
    ],
}];

/// Returns the type of an annotation.
fn kind<'h>(value: Value<'h>) -> &'h ObjectType<'h> {
    match value {
        Value::Type(Type::Object(ty)) => ty,
        _ => &ObjectType::ANNOTATION,
    }
}

/// Returns true if two values are the same object.
fn is_one<'h>(left: Value<'h>, right: Value<'h>) -> bool {
    match (left, right) {
        (Value::Array(a), Value::Array(b)) => std::ptr::eq(a, b),
        (Value::Hash(a), Value::Hash(b)) => std::ptr::eq(a, b),
        (Value::String(a), Value::String(b)) => std::ptr::eq(a.as_str(), b.as_str()),
        (Value::Object(a), Value::Object(b)) => std::ptr::eq(a, b),
        (Value::Type(Type::Object(a)), Value::Type(Type::Object(b))) => std::ptr::eq(*a, *b),
        (Value::Type(a), Value::Type(b)) => std::ptr::eq(a, b),
        _ => left.same(right),
    }
}

/// Returns the annotations in the definition of a type that can have some: `None` for other values,
/// `Some(None)` if the definition has none.
fn declared<'h>(value: Value<'h>) -> Option<Option<&'h Hash<'h>>> {
    match value {
        Value::Type(Type::Object(ty)) => Some(ty.annotations.and_then(Value::as_hash)),
        Value::Type(Type::TypeSet(_)) => Some(None),
        _ => None,
    }
}

fn attached<'h>(cx: &Cx<'h>, kind: &'h ObjectType<'h>, value: Value<'h>) -> Option<usize> {
    let mut all = cx.annotations.iter();
    all.position(|(to, of, _)| std::ptr::eq(*of, kind) && is_one(*to, value))
}

/// Refuses values to which nothing can be attached.
fn check_frozen<'h>(value: Value<'h>) -> Res<'h, ()> {
    match value {
        Value::Undef
        | Value::Default
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::BigInteger(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::SemVer(_) => fail(format!(
            "can't modify frozen {}: {}",
            platform::class_name(value),
            match value {
                Value::SemVer(_) => text::interpolated(value),
                _ => text::ruby_inspect(value),
            }
        )),
        _ => Ok(()),
    }
}

fn attach<'h>(
    cx: &mut Cx<'h>,
    kind: &'h ObjectType<'h>,
    value: Value<'h>,
    init: Value<'h>,
) -> Res<'h> {
    let annotation = from_hash(cx, kind, init)?;
    check_frozen(value)?;
    cx.heap.pin();
    match attached(cx, kind, value) {
        Some(at) => cx.annotations[at].2 = annotation,
        None => cx.annotations.push((value, kind, annotation)),
    }
    Ok(annotation)
}

/// Returns the annotation that is attached to a value, or makes it from the declared one or by the
/// block.
fn get_or<'h>(
    cx: &mut Cx<'h>,
    kind: (Value<'h>, &'h ObjectType<'h>),
    value: Value<'h>,
    otherwise: impl FnOnce(&mut Cx<'h>) -> Res<'h>,
) -> Res<'h> {
    if let Some(at) = attached(cx, kind.1, value) {
        return Ok(cx.annotations[at].2);
    }
    let init = match declared(value) {
        Some(None) => return Err(ruby::no_method("[]", Value::Undef)),
        Some(Some(annotations)) => annotations.get(kind.0),
        None => None,
    };
    match init {
        Some(init) => attach(cx, kind.1, value, init),
        None => match otherwise(cx)? {
            Value::Undef => Ok(Value::Undef),
            init => attach(cx, kind.1, value, init),
        },
    }
}

fn get<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let block = args.block;
    get_or(cx, (args[0], kind(args[0])), args[1], |cx| match block {
        Some(block) => cx.call_block(block, &[]),
        None => Ok(Value::Undef),
    })
}

fn redefined<'h>(what: &str, kind: &ObjectType<'_>, value: Value<'_>) -> Box<Raise<'h>> {
    let owner = match value {
        Value::Type(Type::Object(ty)) => ty.name.unwrap_or("Object"),
        _ => "TypeSet",
    };
    let name = kind.name.unwrap_or("Object");
    Error::plain(format!(
        "attempt to {what} {name} annotation declared on {owner}"
    ))
    .into()
}

fn set<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (kind, value, init) = (kind(args[0]), args[1], args[2]);
    let clears = matches!(init, Value::String(_));
    match declared(value) {
        Some(None) => return Err(ruby::no_method("include?", Value::Undef)),
        Some(Some(annotations)) if annotations.get(args[0]).is_some() => {
            let what = if clears { "clear" } else { "redefine" };
            return Err(redefined(what, kind, value));
        }
        _ => {}
    }
    if !clears {
        return attach(cx, kind, value, init);
    }
    Ok(match attached(cx, kind, value) {
        Some(at) => cx.annotations.swap_remove(at).2,
        None => Value::Undef,
    })
}

/// Attaches the missing annotations. Returns the value.
fn set_all<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let annotations = args[2].as_hash();
    for (ty, init) in annotations.into_iter().flat_map(Hash::iter) {
        get_or(cx, (ty, kind(ty)), args[1], |_| Ok(init))?;
    }
    Ok(args[1])
}
