//! Implements the function `strftime`.

use crate::cx::Cx;
use crate::error::{Error, Res};
use crate::function::{Builtin, dispatch};
use crate::value::Value;
use rubycore::time;
use rubycore::time::Timestamp;

pub(super) const TABLE: &[Builtin] = &[Builtin {
    name: "strftime",
    dispatches: &[
        dispatch(&["Timespan time_object", "String format"], |cx, args| {
            let format = time::timespan::format(args[1].as_str().unwrap_or(""));
            let format = format.map_err(Error::plain)?;
            let mut out = String::new();
            if let Value::Timespan(span) = args[0] {
                format.write(span.nanos, &mut out);
            }
            Ok(Value::string(cx.heap, &out))
        }),
        dispatch(
            &["Timestamp time_object", "String format", "?String timezone"],
            |cx, args| match args[0] {
                Value::Timestamp(time) => stamp(cx, time, args[1], args.get(2)),
                other => Ok(other),
            },
        ),
        dispatch(&["String format", "?String timezone"], |cx, args| {
            let message = "The argument signature (String format, [String timezone]) is deprecated for #strftime. See #strftime documentation and Timespan type for more info";
            let place = cx.call_place();
            let key = "deprecations:Timespan#strftime";
            cx.deprecation(key, message, place);
            let now = Timestamp {
                nanos: cx.host.now(),
            };
            stamp(cx, &now, args[0], args.get(1))
        }),
    ],
}];

fn stamp<'h>(
    cx: &mut Cx<'h>,
    time: &Timestamp,
    format: Value<'h>,
    timezone: Option<Value<'h>>,
) -> Res<'h> {
    let format = format.as_str().unwrap_or("");
    let timezone = timezone.and_then(Value::as_str);
    let text = time::format_timestamp(time, format, timezone).map_err(Error::plain)?;
    Ok(Value::string(cx.heap, &text))
}
