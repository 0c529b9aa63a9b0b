//! Supports functions of the 3.x API: they take any arguments and also a block, check the number of
//! arguments themselves, and see some values as strings.

use frontend::issue::Located;
use std::borrow::Cow;

use super::ruby;
use crate::advice::Advice;
use crate::cx::Cx;
use crate::error::{Error, Res, fail, fail_as};
use crate::function::Args;
use crate::host::unfit;
use crate::limits;
use crate::text;
use crate::value::{HashBuilder, Value};
use frontend::validate::Strict;

/// Declares a function of the 3.x API.
macro_rules! function {
    ($name:literal, $run:ident) => {
        $crate::function::Builtin {
            name: $name,
            dispatches: &[$crate::function::dispatch(
                &["*Any args", "&?Callable block"],
                $run,
            )],
        }
    };
}
pub(super) use function;

/// Checks the number of arguments. When it is wrong, the arguments are first converted for the 3.x
/// API.
pub(super) fn arity<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    args: Args<'h, '_>,
    count: usize,
) -> Res<'h, ()> {
    let given = args.len();
    if given == count {
        return Ok(());
    }
    arguments(cx, args)?;
    fail(format!(
        "{name}(): Wrong number of arguments given ({given} for {count})"
    ))
}

/// Works like [`arity`], for functions that take any number of arguments from the least on.
pub(super) fn arity_min<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    args: Args<'h, '_>,
    least: usize,
) -> Res<'h, ()> {
    let given = args.len();
    if given >= least {
        return Ok(());
    }
    arguments(cx, args)?;
    fail(format!(
        "{name}(): Wrong number of arguments given ({given} for minimum {least})"
    ))
}

/// Converts a value for a function of the 3.x API: `undef` is an empty string unless it is inside
/// another value, and some kinds of values become texts.
pub(super) fn argument<'h>(cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h> {
    match value {
        Value::Undef => Ok(Value::string(cx.heap, "")),
        other if holds_only_data(other, &mut { PARTS_MAX }) => Ok(other),
        other => inner(cx, other),
    }
}

/// Converts all arguments for a function of the 3.x API.
pub(super) fn arguments<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h, Vec<Value<'h>>> {
    args.values.iter().map(|v| argument(cx, *v)).collect()
}

fn inner<'h>(cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h> {
    limits::stack();
    match value {
        Value::Regexp(r) => Ok(Value::string(
            cx.heap,
            &rubycore::regexp::text::inspected(r.source()),
        )),
        Value::Binary(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Timespan(_)
        | Value::Timestamp(_) => Ok(Value::string(cx.heap, &text::interpolated(value))),
        Value::Array(array) if !array.iter().all(Value::is_simple) => {
            let items = array.iter().map(|v| inner(cx, v));
            let items = items.collect::<Result<Vec<_>, _>>()?;
            Ok(Value::array(cx.heap, &items))
        }
        Value::Hash(hash) if hash.iter().any(|(k, v)| !k.is_simple() || !v.is_simple()) => {
            let mut result = HashBuilder::with_capacity(hash.len());
            for (key, value) in hash.iter() {
                result.insert(inner(cx, key)?, inner(cx, value)?);
            }
            Ok(Value::Hash(result.finish(cx.heap)))
        }
        other => match unfit(other) {
            Some(unfit) => fail_as(unfit.kind, unfit.problem),
            None => cx.host.resource(cx, other),
        },
    }
}

/// The greatest number of parts of a value that are examined before it is converted.
const PARTS_MAX: usize = 100_000;

/// Returns true if a value contains only data, which no conversion changes or refuses. Examines at
/// most `left` more parts. Most values contain only data, and need no copy.
fn holds_only_data(value: Value<'_>, left: &mut usize) -> bool {
    match value {
        value if value.is_simple() => true,
        Value::Array(_) | Value::Hash(_) if *left == 0 => false,
        Value::Array(items) => {
            limits::stack();
            *left = left.saturating_sub(items.len());
            items.iter().all(|item| holds_only_data(item, left))
        }
        Value::Hash(hash) => {
            limits::stack();
            *left = left.saturating_sub(hash.len());
            let mut entries = hash.iter();
            entries.all(|(key, value)| holds_only_data(key, left) && holds_only_data(value, left))
        }
        _ => false,
    }
}

/// Returns a variable as functions of the 3.x API look it up. A missing variable is reported as
/// strictly as the setting `strict` demands.
///
/// # Errors
/// `Undefined variable 'x'; `
pub(super) fn variable<'h>(cx: &mut Cx<'h>, name: &str) -> Res<'h> {
    if let Some(value) = cx.variable(name) {
        return Ok(value);
    }
    let message = format!("Undefined variable '{name}'; ");
    match cx.settings.strict {
        Strict::Error => {
            let error = Error::plain(message);
            return Err(error
                .with_advice(Advice::Settings(&["strict=warning"]))
                .into());
        }
        Strict::Warning => {
            let text = format!("{message}\n   (file & line not available)");
            cx.warn_once(&message, text, None, Located::Line);
        }
        Strict::Off => {}
    }
    Ok(Value::Undef)
}

/// Returns the bytes of a String argument.
///
/// # Errors
/// `no implicit conversion of Integer into String`
pub(super) fn bytes_argument<'h>(cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h, Cow<'h, [u8]>> {
    match argument(cx, value)? {
        Value::String(text) => Ok(text.to_bytes()),
        other => Err(ruby::no_conversion(other, "String")),
    }
}

/// Converts a value by `to_s`, for texts that 3.x functions make.
pub(super) fn shown<'h>(cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h, String> {
    Ok(match argument(cx, value)? {
        Value::Type(ty) => text::resource(ty).unwrap_or_else(|| text::interpolated(value)),
        other => text::ruby(other),
    })
}

/// Joins the items of arrays at any depth as texts with a separator; for anything else returns its
/// text.
pub(super) fn joined<'h>(cx: &mut Cx<'h>, value: Value<'h>, separator: &str) -> Res<'h, String> {
    limits::stack();
    let Value::Array(array) = value else {
        return shown(cx, value);
    };
    let mut texts = Vec::with_capacity(array.len());
    for item in array.iter() {
        texts.push(joined(cx, item, separator)?);
    }
    limits::shown(texts.iter().map(|text| text.len() + separator.len()).sum());
    Ok(texts.join(separator))
}
