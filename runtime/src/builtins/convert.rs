//! Implements the functions that convert values: `new`, `convert_to`, `unwrap`, `sprintf`.

use super::legacy::{self, arity_min, function};
use super::ruby;
use crate::closure::Closure;
use crate::convert;
use crate::cx::Cx;
use crate::error::{Error, Res, fail};
use crate::format::plain;
use crate::format::sprintf::sprintf_named;
use crate::function::{Args, Builtin, dispatch};

use crate::text;
use crate::value::{Hash, HashBuilder, Value};

pub(super) const TABLE: &[Builtin] = &[
    function!("sprintf", format),
    Builtin {
        name: "new",
        dispatches: &[dispatch(
            &["Type type", "*Any args", "&?Callable block"],
            |cx, args| create(cx, args[0], &args.values[1..], args.block),
        )],
    },
    Builtin {
        name: "convert_to",
        dispatches: &[dispatch(
            &[
                "Any value",
                "Type type",
                "*Any args",
                "&?Callable[1,1] block",
            ],
            |cx, args| {
                let mut all = vec![args[0]];
                all.extend_from_slice(&args.values[2..]);
                let value = create(cx, args[1], &all, None)?;
                with_block(cx, value, args)
            },
        )],
    },
    Builtin {
        name: "unwrap",
        dispatches: &[
            dispatch(&["Sensitive arg", "&?Callable block"], |cx, args| {
                let clear = match args[0] {
                    Value::Sensitive(clear) => *clear,
                    other => other,
                };
                with_block(cx, clear, args)
            }),
            dispatch(&["Any arg", "&?Callable block"], |cx, args| {
                with_block(cx, args[0], args)
            }),
        ],
    },
];

fn create<'h>(
    cx: &mut Cx<'h>,
    ty: Value<'h>,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    match ty {
        Value::Type(ty) => convert::new(cx, ty, arguments, block),
        _ => fail("a type was expected"),
    }
}

fn with_block<'h>(cx: &mut Cx<'h>, value: Value<'h>, args: Args<'h, '_>) -> Res<'h> {
    match args.block {
        Some(block) => cx.call_block(block, &[value]),
        None => Ok(value),
    }
}

/// Returns a reference as a hash, where a hash is needed: its title as the value of the attribute
/// that holds the title.
fn as_attributes<'h>(cx: &Cx<'h>, value: Value<'h>) -> Option<&'h Hash<'h>> {
    let Value::Type(ty) = value else { return None };
    let (name, title) = text::title_attribute(ty)?;
    let mut attributes = HashBuilder::with_capacity(1);
    attributes.insert(Value::string(cx.heap, name), Value::string(cx.heap, &title));
    Some(attributes.finish(cx.heap))
}

fn format<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    if let [Value::String(format), values @ ..] = args.values
        && let Some(text) = plain::sprintf(format.as_str(), values)
    {
        return Ok(Value::string(cx.heap, &text));
    }
    arity_min(cx, "sprintf", args, 1)?;
    let values = legacy::arguments(cx, args)?;
    let Value::String(format) = values[0] else {
        return Err(ruby::no_conversion(values[0], "String"));
    };
    let named = match values[1..] {
        [Value::Hash(hash)] => Some(hash),
        [only] => as_attributes(cx, only),
        _ => None,
    };
    match sprintf_named(format.as_str(), &values[1..], named) {
        Ok(text) => Ok(Value::string(cx.heap, &text)),
        Err(fault) => Err(Error::from(fault).into()),
    }
}
