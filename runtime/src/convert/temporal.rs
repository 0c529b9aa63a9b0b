//! Makes a Timespan or a Timestamp from numbers, texts and parts.

use super::{named, problem, str_of};
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin, dispatch};
use crate::text;
use crate::value::Value;
use rubycore::time::{self, SECOND, timespan};
use rubycore::time::{Timespan, Timestamp};

pub(super) static TIMESPAN: Builtin = Builtin {
    name: "new_timespan",
    dispatches: &[
        dispatch(&["Variant[Integer, Float] seconds"], |cx, args| {
            let nanos = seconds(args[0])?;
            Ok(span(cx, nanos))
        }),
        dispatch(
            &[
                "String[1] string",
                "?Formats = Variant[String[2],Array[String[2], 1]] format",
            ],
            |cx, args| span_of_text(cx, args[0], args.get(1)),
        ),
        dispatch(
            &[
                "Integer days",
                "Integer hours",
                "Integer minutes",
                "Integer seconds",
                "?Integer milliseconds",
                "?Integer microseconds",
                "?Integer nanoseconds",
            ],
            |cx, args| {
                let parts: Vec<_> = (0..7).map(|at| args.get(at)).collect();
                Ok(span(cx, sum(&parts)))
            },
        ),
        dispatch(
            &["Struct[{string => String[1], Optional[format] => Formats}] hash_arg"],
            |cx, args| {
                let text = named(args[0], "string").unwrap_or(Value::Undef);
                span_of_text(cx, text, named(args[0], "format"))
            },
        ),
        dispatch(
            &[
                "Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer, Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer, Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}] hash_arg",
            ],
            span_of_parts,
        ),
    ],
};

pub(super) static TIMESTAMP: Builtin = Builtin {
    name: "new_timestamp",
    dispatches: &[
        dispatch(&[], |cx, _| {
            let nanos = cx.host.now();
            Ok(stamp(cx, nanos))
        }),
        dispatch(&["Variant[Integer, Float] seconds"], |cx, args| {
            let nanos = seconds(args[0])?;
            Ok(stamp(cx, nanos))
        }),
        dispatch(
            &[
                "String[1] string",
                "?Formats = Variant[String[2],Array[String[2], 1]] format",
                "?String[1] timezone",
            ],
            |cx, args| stamp_of_text(cx, args[0], args.get(1), args.get(2)),
        ),
        dispatch(
            &[
                "Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}] hash_arg",
            ],
            |cx, args| {
                let text = named(args[0], "string").unwrap_or(Value::Undef);
                stamp_of_text(
                    cx,
                    text,
                    named(args[0], "format"),
                    named(args[0], "timezone"),
                )
            },
        ),
    ],
};

fn span<'h>(cx: &Cx<'h>, nanos: i128) -> Value<'h> {
    Value::Timespan(cx.heap.alloc(Timespan { nanos }))
}

fn stamp<'h>(cx: &Cx<'h>, nanos: i128) -> Value<'h> {
    Value::Timestamp(cx.heap.alloc(Timestamp { nanos }))
}

fn seconds<'h>(value: Value<'h>) -> Res<'h, i128> {
    match value {
        Value::Integer(i) => Ok(i128::from(i) * SECOND),
        Value::BigInteger(big) => Ok(big.clamped_wide().saturating_mul(SECOND)),
        Value::Float(f) => match f * SECOND as f64 {
            nanos if nanos.is_finite() => Ok(nanos as i128),
            nanos => fail(text::interpolated(Value::Float(nanos))),
        },
        _ => Ok(0),
    }
}

/// Adds days, hours, minutes, seconds, milliseconds, microseconds and nanoseconds to nanoseconds.
fn sum(parts: &[Option<Value<'_>>]) -> i128 {
    const FACTORS: [i128; 7] = [24, 60, 60, 1000, 1000, 1000, 1];
    parts.iter().zip(FACTORS).fold(0, |nanos, (part, factor)| {
        let part = match part {
            Some(Value::Integer(i)) => i128::from(*i),
            Some(Value::BigInteger(big)) => big.clamped_wide(),
            _ => 0,
        };
        nanos.saturating_add(part).saturating_mul(factor)
    })
}

fn span_of_parts<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    const NAMES: [&str; 7] = [
        "days",
        "hours",
        "minutes",
        "seconds",
        "milliseconds",
        "microseconds",
        "nanoseconds",
    ];
    let parts = NAMES.map(|name| named(args[0], name));
    let negative = matches!(named(args[0], "negative"), Some(Value::Boolean(true)));
    let nanos = sum(&parts);
    Ok(span(
        cx,
        if negative {
            nanos.saturating_neg()
        } else {
            nanos
        },
    ))
}

/// Returns the formats given as a String or a list of Strings, and whether they came as a list.
fn formats<'h>(given: Option<Value<'h>>, usual: &[&'h str]) -> (Vec<&'h str>, bool) {
    match given {
        Some(Value::String(format)) => (vec![format.as_str()], false),
        Some(Value::Array(list)) => (list.iter().filter_map(Value::as_str).collect(), true),
        _ => (usual.to_vec(), true),
    }
}

fn span_of_text<'h>(cx: &mut Cx<'h>, text: Value<'h>, format: Option<Value<'h>>) -> Res<'h> {
    let (formats, listed) = formats(format, &timespan::DEFAULT_FORMATS);
    let text = text.as_str().unwrap_or("");
    let nanos = problem(timespan::parse(text, &formats, listed))?;
    Ok(span(cx, nanos))
}

fn stamp_of_text<'h>(
    cx: &mut Cx<'h>,
    text: Value<'h>,
    format: Option<Value<'h>>,
    timezone: Option<Value<'h>>,
) -> Res<'h> {
    let (mut formats, listed) = formats(format, &time::TIMESTAMP_FORMATS);
    let timezone = str_of(timezone);
    if timezone.is_some() && format.is_none() {
        // leaves out the default formats that read a zone themselves
        formats.retain(|format| !format.contains("%Z"));
    }
    let text = text.as_str().unwrap_or("");
    let nanos = problem(time::parse_timestamp(text, &formats, listed, timezone))?;
    Ok(stamp(cx, nanos))
}
