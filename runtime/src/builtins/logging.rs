//! Implements the functions that log, and `fail`.

use super::legacy;
use crate::cx::Cx;
use crate::error::{Kind, Res, fail_as};
use crate::function::{Args, Builtin, dispatch};
use crate::log::Level;
use crate::text;
use crate::value::Value;

macro_rules! level {
    ($name:literal, $level:ident) => {
        Builtin {
            name: $name,
            dispatches: &[dispatch(&["*Any values", ">Undef"], |cx, args| {
                log(cx, Level::$level, args)
            })],
        }
    };
}

pub(super) const TABLE: &[Builtin] = &[
    level!("debug", Debug),
    level!("info", Info),
    level!("notice", Notice),
    level!("warning", Warning),
    level!("err", Err),
    level!("alert", Alert),
    level!("crit", Crit),
    level!("emerg", Emerg),
    legacy::function!("fail", fail),
];

fn log<'h>(cx: &mut Cx<'h>, level: Level, args: Args<'h, '_>) -> Res<'h> {
    let mut message = String::new();
    for (at, value) in args.values.iter().enumerate() {
        if at > 0 {
            message.push(' ');
        }
        text::interpolate(*value, &mut message);
    }
    cx.log(level, message);
    Ok(Value::Undef)
}

fn fail<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let shown = args.values.iter().map(|value| legacy::shown(cx, *value));
    let shown = shown.collect::<Result<Vec<_>, _>>()?;
    fail_as(Kind::Parse, shown.join(" "))
}
