//! Conversion: `new`, `convert_to`, `unwrap`, `sprintf`.

use super::legacy::{self, arity_min, function};
use super::ruby;
use crate::closure::Closure;
use crate::convert;
use crate::cx::Cx;
use crate::error::{Error, Res, fail};
use crate::format::sprintf::sprintf;
use crate::function::{Args, Builtin, dispatch};
use crate::value::Value;

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

fn format<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity_min(cx, "sprintf", args, 1)?;
    let values = legacy::arguments(cx, args)?;
    let Value::String(format) = values[0] else {
        return Err(ruby::no_conversion(values[0], "String"));
    };
    match sprintf(format.as_str(), &values[1..]) {
        Ok(text) => Ok(Value::string(cx.heap, &text)),
        Err(problem) => Err(Error::plain(problem).into()),
    }
}
