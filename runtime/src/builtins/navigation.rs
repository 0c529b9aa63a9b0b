//! Implements functions that follow paths into data: dig, get, getvar.

use crate::cx::Cx;
use crate::error::{Error, Kind, Raise, Res, fail_as};
use crate::function::{Args, Builtin, dispatch, mismatch};
use crate::text;
use crate::types;
use crate::types::object::Object;
use crate::value::Value;

pub(super) const TABLE: &[Builtin] = &[
    Builtin {
        name: "dig",
        dispatches: &[dispatch(&["Optional[Collection] data", "*Any arg"], dig)],
    },
    Builtin {
        name: "get",
        dispatches: &[dispatch(
            &[
                "Any value",
                "String dotted_string",
                "?Any default_value",
                "&?Callable[1,1] block",
            ],
            get,
        )],
    },
    Builtin {
        name: "getvar",
        dispatches: &[
            dispatch(
                &[
                    r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] get_string",
                    "?Any default_value",
                    "&?Callable[1,1] block",
                ],
                getvar,
            ),
            mismatch(
                &[
                    "String get_string",
                    "?Any default_value",
                    "&?Callable block",
                ],
                |cx, _| {
                    let text = "The given string does not start with a valid variable name";
                    Ok(Value::string(cx.heap, text))
                },
            ),
        ],
    },
];

/// The reason why a walk into data ended with an error.
struct Slip<'h> {
    message: String,
    walked: Value<'h>,
    /// `value_type` or `index_type`, and the type.
    found: (&'static str, Value<'h>),
    issue: &'static str,
}

/// Follows keys and indexes into data; `undef` ends the walk.
fn walk<'h>(cx: &Cx<'h>, data: Value<'h>, keys: &[Value<'h>]) -> Result<Value<'h>, Box<Slip<'h>>> {
    let mut data = data;
    let slip = |walked: &[Value<'h>], what: &str, name, of: Value<'h>, issue| {
        let walked = Value::array(cx.heap, walked);
        let ty = types::reduced(cx.heap, of);
        Box::new(Slip {
            message: format!(
                "The given data {what} at {}, got '{}'",
                text::ruby_inspect(walked),
                types::format::named(ty)
            ),
            walked,
            found: (name, Value::Type(ty)),
            issue,
        })
    };
    for (at, &key) in keys.iter().enumerate() {
        data = match (data, key) {
            (Value::Undef, _) | (_, Value::Undef) => return Ok(Value::Undef),
            (Value::Hash(hash), key) => hash.get(key).unwrap_or(Value::Undef),
            (Value::Array(array), Value::Integer(index)) => {
                let from_end = array.len() as i64 + index;
                let index = if index < 0 { from_end } else { index };
                let item = usize::try_from(index).ok().and_then(|i| array.get(i));
                item.unwrap_or(Value::Undef)
            }
            (Value::Array(_), key) => {
                let what = "requires an Integer index";
                let issue = "EXPECTED_INTEGER_INDEX";
                return Err(slip(&keys[..=at], what, "index_type", key, issue));
            }
            (other, _) => {
                let what = "does not contain a Collection";
                let issue = "EXPECTED_COLLECTION";
                return Err(slip(&keys[..at], what, "value_type", other, issue));
            }
        };
    }
    Ok(data)
}

fn dig<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    walk(cx, args[0], &args.values[1..]).map_err(|slip| Error::of(Kind::Data, slip.message).into())
}

fn get<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let path = args[1].as_str().unwrap_or_default();
    navigate(cx, args[0], path, args.get(2), args)
}

fn getvar<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let text = args[0].as_str().unwrap_or_default();
    let (name, path) = text.split_once('.').unwrap_or((text, ""));
    cx.check_evaluated(name)?;
    let value = cx.variable(name).unwrap_or(Value::Undef);
    navigate(cx, value, path, args.get(1), args)
}

/// Returns the value at a path, or the default instead of `undef`. The block takes errors of the
/// walk.
fn navigate<'h>(
    cx: &mut Cx<'h>,
    value: Value<'h>,
    path: &str,
    default: Option<Value<'h>>,
    args: Args<'h, '_>,
) -> Res<'h> {
    let keys = keys(cx, path)?;
    let found = if keys.is_empty() {
        value
    } else {
        match (value, args.block) {
            (Value::Array(_) | Value::Hash(_) | Value::Undef, block) => {
                match (walk(cx, value, &keys), block) {
                    (Ok(found), _) => found,
                    (Err(slip), None) => return fail_as(Kind::Data, slip.message),
                    (Err(slip), Some(block)) => {
                        let error = error_value(cx, &slip)?;
                        return cx.call_block(block, &[error]);
                    }
                }
            }
            // the function's own error about the value
            _ => {
                let mut arguments = vec![value];
                arguments.extend(keys);
                return cx.call_function("dig", &arguments, None);
            }
        }
    };
    Ok(match found {
        Value::Undef => default.unwrap_or(Value::Undef),
        found => found,
    })
}

/// Parses the segments of a dotted path: names, integers, quoted names.
fn keys<'h>(cx: &Cx<'h>, path: &str) -> Res<'h, Vec<Value<'h>>> {
    let wrong =
        || -> Box<Raise<'h>> { Error::plain("Syntax error in dotted-navigation string").into() };
    let mut keys = Vec::new();
    let mut rest = path;
    if path.is_empty() {
        return Ok(keys);
    }
    loop {
        rest = rest.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let segment = match quote {
            Some(quote) => {
                let end = rest[1..].find(quote).ok_or_else(wrong)?;
                let name = &rest[1..=end];
                rest = rest[end + 2..].trim_start();
                Value::string(cx.heap, name)
            }
            None => {
                let end = rest.find(['.', '\'', '"']).unwrap_or(rest.len());
                let name = rest[..end].trim_end();
                rest = &rest[end..];
                integer(name).unwrap_or_else(|| Value::string(cx.heap, name))
            }
        };
        if segment.as_str() == Some("") {
            return Err(wrong());
        }
        keys.push(segment);
        match rest.strip_prefix('.') {
            Some(next) => rest = next,
            None if rest.is_empty() => return Ok(keys),
            None => return Err(wrong()),
        }
    }
}

fn integer<'h>(name: &str) -> Option<Value<'h>> {
    let digits = name.strip_prefix(['+', '-']).unwrap_or(name);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number
        .then(|| name.parse().ok().map(Value::Integer))
        .flatten()
}

/// Converts the error to a value, for blocks.
fn error_value<'h>(cx: &mut Cx<'h>, slip: &Slip<'h>) -> Res<'h> {
    let heap = cx.heap;
    let text = |text: &str| Value::string(heap, text);
    let (name, ty) = slip.found;
    let details = Value::hash(
        heap,
        &[(text("walked_path"), slip.walked), (text(name), ty)],
    );
    let Some(ty) = types::named("Error").and_then(types::object::object_of) else {
        return Ok(text(&slip.message));
    };
    // made by Puppet itself, without checking the types of its attributes
    let members = ty.members();
    let values = members.iter().map(|member| match member.name {
        "msg" => text(&slip.message),
        "kind" => text("SLICE_ERROR"),
        "details" => details,
        _ => text(slip.issue),
    });
    let values = heap.slice_from(members.len(), values);
    Ok(Value::Object(heap.alloc(Object { ty, values })))
}
