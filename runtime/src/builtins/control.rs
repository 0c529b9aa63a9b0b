//! Implements functions that call, jump or inspect types: with, then, lest, call, break, next,
//! return, type, assert_type, import.

use frontend::Issue;
use rubycore::case::Downcase;

use super::block;
use crate::closure::Closure;
use crate::convert;
use crate::cx::Cx;
use crate::dispatch;
use crate::error::{Error, Form, Kind, Place, Raise, Res, fail, fail_as};
use crate::function::{Args, Builtin, dispatch};
use crate::limits;
use crate::types::{self, Type, TypeRef};
use crate::value::{Array, HashBuilder, Value};

const ASSERTION_BLOCK: &str = "&?Callable[Type, Type] block";

macro_rules! one {
    ($name:literal, $($parameters:expr => $run:ident),+ $(,)?) => {
        Builtin { name: $name, dispatches: &[$(dispatch(&$parameters, $run)),+] }
    };
}

pub(super) const TABLE: &[Builtin] = &[
    one!("with", ["*Any arg", "&Callable block"] => with),
    one!("then", ["Any arg", "&Callable[1,1] block"] => then),
    one!("lest", ["Any arg", "&Callable[0,0] block"] => lest),
    one!("call",
        ["String function_name", "*Any arguments", "&?Callable block"] => call,
        ["Deferred deferred"] => call_deferred),
    one!("break", [] => break_),
    one!("next", ["?Any value"] => next),
    one!("return", ["?Any value"] => return_),
    one!("type",
        ["Any value", "?Enum[detailed] inference_method"] => type_detailed,
        ["Any value", "Enum[reduced] inference_method"] => type_reduced,
        ["Any value", "Enum[generalized] inference_method"] => type_generalized),
    one!("assert_type",
        ["Type type", "Any value", ASSERTION_BLOCK] => assert_type,
        ["String type_string", "Any value", ASSERTION_BLOCK] => assert_type_text),
    one!("import", ["*Any args"] => import),
];

fn with<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    cx.call_block(block(args)?, args.values)
}

fn then<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    match args[0] {
        Value::Undef => Ok(Value::Undef),
        value => cx.call_block(block(args)?, &[value]),
    }
}

fn lest<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    match args[0] {
        Value::Undef => cx.call_block(block(args)?, &[]),
        value => Ok(value),
    }
}

fn call<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let name = args[0].as_str().unwrap_or_default();
    call_by_name(cx, name, &args.values[1..], args.block).or_else(Raise::caught)
}

/// Calls a function by name. `call` has its own message about an unknown one.
fn call_by_name<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let plain = name.strip_prefix("::").unwrap_or(name);
    let result = cx.call_function(&plain.downcase(), arguments, block);
    result.map_err(|raise| match *raise {
        Raise::Error(error)
            if error.form == Form::Plain && error.issue == Issue("UNKNOWN_FUNCTION") =>
        {
            match name.contains('\0') {
                true => Error::plain("string contains null byte").into(),
                false => Error::plain(format!("Unknown function '{name}'")).into(),
            }
        }
        other => Box::new(other),
    })
}

fn call_deferred<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    resolve(cx, args[0])
}

/// Evaluates a `Deferred`, whose arguments may be deferred too.
fn resolve<'h>(cx: &mut Cx<'h>, deferred: Value<'h>) -> Res<'h> {
    limits::stack();
    let Value::Object(object) = deferred else {
        return Ok(deferred);
    };
    let name = object
        .values
        .first()
        .and_then(|v| v.as_str())
        .unwrap_or_default();
    let given = object.values.get(1).and_then(|v| v.as_array());
    let mut arguments = Vec::new();
    for argument in given.into_iter().flat_map(Array::iter) {
        arguments.push(resolve_within(cx, argument)?);
    }
    match name.strip_prefix('$') {
        Some(variable) => {
            let value = super::legacy::variable(cx, variable)?;
            arguments.insert(0, value);
            cx.call_function("dig", &arguments, None)
        }
        None => call_by_name(cx, name, &arguments, None),
    }
}

/// Replaces the Deferreds in a value with their values. Keys are left unchanged.
fn resolve_within<'h>(cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h> {
    limits::stack();
    match value {
        Value::Array(array) => {
            let mut items = Vec::with_capacity(array.len());
            for item in array.iter() {
                items.push(resolve_within(cx, item)?);
            }
            Ok(Value::array(cx.heap, &items))
        }
        Value::Hash(hash) => {
            let mut entries = HashBuilder::with_capacity(hash.len());
            for (key, value) in hash.iter() {
                let value = resolve_within(cx, value)?;
                entries.insert(key, value);
            }
            Ok(Value::Hash(entries.finish(cx.heap)))
        }
        Value::Sensitive(clear) => {
            let clear = resolve_within(cx, *clear)?;
            Ok(Value::Sensitive(cx.heap.alloc(clear)))
        }
        Value::Object(object) if object.ty.name == Some("Deferred") => resolve(cx, value),
        other => Ok(other),
    }
}

fn place<'h>(cx: &Cx<'h>) -> Res<'h, Place> {
    match cx.call_place() {
        Some(place) => Ok(place),
        None => fail("jump without a place"),
    }
}

fn break_<'h>(cx: &mut Cx<'h>, _args: Args<'h, '_>) -> Res<'h> {
    Err(Box::new(Raise::Break(place(cx)?)))
}

fn next<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let value = args.get(0).unwrap_or(Value::Undef);
    Err(Box::new(Raise::Next(value, place(cx)?)))
}

fn return_<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let value = args.get(0).unwrap_or(Value::Undef);
    Err(Box::new(Raise::Return(value, place(cx)?)))
}

fn type_detailed<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(Value::Type(types::infer(cx.heap, args[0])))
}

fn type_reduced<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(Value::Type(common_type(cx, args[0])?))
}

/// Returns the type of a value, if its contents have a common type.
fn common_type<'h>(cx: &Cx<'h>, value: Value<'h>) -> Res<'h, TypeRef<'h>> {
    let mut found: TypeRef<'h> = &Type::Any;
    convert::check_init_met(|| {
        found = types::reduced(cx.heap, value);
        true
    })?;
    Ok(found)
}

fn type_generalized<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let reduced = common_type(cx, args[0])?;
    Ok(Value::Type(types::generalize(cx.heap, reduced)))
}

fn assert_type<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Value::Type(ty) = args[0] else {
        return Ok(args[1]);
    };
    let value = args[1];
    if let Type::TypeReference(name) = ty {
        return fail_as(
            Kind::Assertion,
            format!("assert_type(): references an unresolved type '{name}'"),
        );
    }
    crate::convert::check_init(cx.heap, ty)?;
    if types::instance(ty, value) {
        return Ok(value);
    }
    if let Some(block) = args.block {
        let actual = Value::Type(types::infer(cx.heap, value));
        return cx.call_block(block, &[args[0], actual]);
    }
    let message = dispatch::describe_mismatch(cx, "assert_type():", ty, value);
    fail_as(Kind::Assertion, message)
}

fn assert_type_text<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let ty = types::parse_text(cx, args[0].as_str().unwrap_or_default())?;
    let values = [ty, args[1]];
    let args = Args {
        values: &values,
        block: args.block,
    };
    assert_type(cx, args)
}

fn import<'h>(cx: &mut Cx<'h>, _args: Args<'h, '_>) -> Res<'h> {
    let text = "Use of 'import' has been discontinued in favor of a manifest directory. See \
                http://links.puppet.com/puppet-import-deprecation";
    let issue = Issue("DISCONTINUED_IMPORT");
    Err(Error {
        kind: Kind::Semantic,
        ..Error::evaluation(issue, text, cx.call_place())
    }
    .into())
}
