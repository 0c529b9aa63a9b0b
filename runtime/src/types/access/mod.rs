//! Evaluates `Type[keys]`: types with parameters, references to resources and classes.
//!
//! This module knows neither places nor the context: an [`AccessError`] names the wrong key.

mod bounds;
mod callable;
mod collection;
mod problem;
mod reference;
mod scalar;

pub(super) use bounds::loose_range;
pub(super) use callable::type_of;
pub use problem::{Access, AccessError};
pub(super) use problem::{plain, reversed};
pub(super) use reference::is_type_name;

use super::{Type, TypeRef, generalize};
use crate::heap::Heap;
use crate::ops::{a_an, flat, label};
use crate::platform::class_name;
use crate::value::Value;
use problem::{arity, bad_type, fail, must_be_type, titled};

/// Evaluates `base[keys]`. A reference with several titles gives an array.
///
/// # Errors
/// Fails with Puppet's message about parameters that the type does not take.
pub fn parameterize<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<Value<'h>> {
    match base {
        Type::Resource {
            type_name: None, ..
        } => return reference::resource(heap, keys),
        Type::Resource {
            type_name: Some(name),
            title: None,
            ..
        } => {
            let shown = format!("{}-Type", super::format::named(base));
            return reference::titles(heap, name, &shown, keys, reference::has_list(keys));
        }
        Type::Class(None) => return reference::classes(heap, keys),
        _ => {}
    }
    let is_object = |key: &Value<'h>| matches!(key, Value::Type(ty) if ty.is_resource_object());
    if let Some(at) = keys.iter().position(is_object) {
        return must_be_type(super::format::simple_name(base), at, keys[at]);
    }
    let ty = match base {
        Type::Callable(_) => heap.alloc(callable::callable(heap, base, keys)?),
        Type::Struct(_) => heap.alloc(collection::structure(heap, base, keys)?),
        Type::Init { .. } => heap.alloc(init(heap, keys)?),
        _ => of_flat(heap, base, &flat(keys.iter().copied()))?,
    };
    match super::is_too_deep(ty) {
        true => plain("stack level too deep"),
        false => Ok(Value::Type(ty)),
    }
}

fn of_flat<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<TypeRef<'h>> {
    let ty = match base {
        Type::Integer { .. } | Type::WideInteger { .. } => bounds::integer(keys)?,
        Type::Float { .. } => bounds::float(keys)?,
        Type::Boolean(_) => scalar::boolean(base, keys)?,
        Type::String(_) => {
            if keys.is_empty() || keys.len() > 2 {
                let count = keys.len();
                let message = format!("String supports [] with one or two arguments. Got {count}");
                return fail("BAD_STRING_SLICE_ARITY", None, message);
            }
            Type::String(Some(bounds::size(keys, 0)?))
        }
        Type::Collection(_) => {
            if keys.is_empty() || keys.len() > 2 {
                return arity("Collection-Type", "1 to 2 arguments", keys.len());
            }
            Type::Collection(Some(bounds::size(keys, 0)?))
        }
        Type::Enum { .. } => scalar::enumeration(heap, base, keys)?,
        Type::Pattern(_) => scalar::pattern(heap, base, keys)?,
        Type::Regexp(_) => scalar::regexp(heap, base, keys)?,
        Type::SemVer(_) => scalar::semver(heap, base, keys)?,
        Type::Timespan { .. } => super::temporal::timespan(keys)?,
        Type::Timestamp { .. } => super::temporal::timestamp(keys)?,
        Type::Uri(_) => super::uri::parameterize(heap, keys)?,
        Type::Array { .. } => collection::array(keys)?,
        Type::Hash { .. } => collection::hash(keys)?,
        Type::Tuple { .. } => collection::tuple(heap, base, keys)?,
        Type::Variant(_) => return collection::variant(heap, base, keys),
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
                    class_name(*other)
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

fn one_type<'h>(name: &str, keys: &[Value<'h>]) -> Access<TypeRef<'h>> {
    match keys {
        [Value::Type(ty)] => Ok(ty),
        [other] => must_be_type(name, 0, *other),
        _ => arity(&format!("{name}-Type"), "1 argument", keys.len()),
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
        return bad_type(base, "String or String", 0, *runtime);
    };
    let Value::String(_) = name else {
        return bad_type(base, "String or String", 1, *name);
    };
    match callable::type_of(heap, *name)? {
        Type::Runtime { name, .. } => Ok(Type::Runtime {
            runtime: Some(runtime.as_str()),
            name: *name,
            pattern: None,
        }),
        other => Ok(*other),
    }
}
