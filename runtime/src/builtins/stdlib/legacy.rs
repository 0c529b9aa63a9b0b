//! `validate_*`, `is_*` and `deprecation`: what types replaced.

use std::net::IpAddr;

use crate::builtins::ruby;
use crate::cx::Cx;
use crate::dispatch as report;
use crate::error::{Place, Res, fail};
use crate::function::{Args, Builtin, Occurs, Parameter, dispatch};
use crate::log::Level;
use crate::platform::class_name;
use crate::regex::Regexp;
use crate::settings::Strict;
use crate::text;
use crate::types::{self, Type, TypeRef};
use crate::value::Value;

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    Builtin {
        name: "deprecation",
        dispatches: &[dispatch(&["String key", "String message"], deprecation)],
    },
    Builtin {
        name: "validate_legacy",
        dispatches: &[dispatch(ANY, validate_legacy)],
    },
    Builtin {
        name: "validate_absolute_path",
        dispatches: &[dispatch(ANY, validate_absolute_path)],
    },
    Builtin {
        name: "validate_array",
        dispatches: &[dispatch(ANY, validate_array)],
    },
    Builtin {
        name: "validate_bool",
        dispatches: &[dispatch(ANY, validate_bool)],
    },
    Builtin {
        name: "validate_hash",
        dispatches: &[dispatch(ANY, validate_hash)],
    },
    Builtin {
        name: "validate_re",
        dispatches: &[dispatch(ANY, validate_re)],
    },
    Builtin {
        name: "validate_string",
        dispatches: &[dispatch(ANY, validate_string)],
    },
    Builtin {
        name: "is_absolute_path",
        dispatches: &[dispatch(ANY, is_absolute_path)],
    },
    Builtin {
        name: "is_array",
        dispatches: &[dispatch(ANY, is_array)],
    },
    Builtin {
        name: "is_bool",
        dispatches: &[dispatch(ANY, is_bool)],
    },
    Builtin {
        name: "is_string",
        dispatches: &[dispatch(ANY, is_string)],
    },
    Builtin {
        name: "validate_integer",
        dispatches: &[dispatch(ANY, |cx, args| {
            validate(cx, args, "validate_integer", "Stdlib::Compat::Integer")
        })],
    },
    Builtin {
        name: "validate_numeric",
        dispatches: &[dispatch(ANY, |cx, args| {
            validate(cx, args, "validate_numeric", "Stdlib::Compat::Numeric")
        })],
    },
    Builtin {
        name: "validate_slength",
        dispatches: &[dispatch(ANY, |cx, args| {
            validate(cx, args, "validate_slength", "String[]")
        })],
    },
    Builtin {
        name: "validate_ip_address",
        dispatches: &[dispatch(ANY, |cx, args| {
            validate(
                cx,
                args,
                "validate_ip_address",
                "Stdlib::Compat::Ip_Address",
            )
        })],
    },
    Builtin {
        name: "validate_ipv4_address",
        dispatches: &[dispatch(ANY, |cx, args| {
            validate(
                cx,
                args,
                "validate_ipv4_address",
                "Stdlib::Compat::Ipv4_Address",
            )
        })],
    },
    Builtin {
        name: "validate_ipv6_address",
        dispatches: &[dispatch(ANY, |cx, args| {
            validate(
                cx,
                args,
                "validate_ipv6_address",
                "Stdlib::Compat::Ipv6_address",
            )
        })],
    },
    Builtin {
        name: "is_float",
        dispatches: &[dispatch(ANY, |cx, args| {
            let float = match first(args) {
                Value::String(text) => text.contains('.') && ruby::parse_float(&text).is_some(),
                other => matches!(other, Value::Float(_)),
            };
            is(cx, "is_float", "Stdlib::Compat::Float", float)
        })],
    },
    Builtin {
        name: "is_numeric",
        dispatches: &[dispatch(ANY, |cx, args| {
            let numeric = match first(args) {
                Value::String(text) => decimal(&text),
                other => matches!(other, Value::Integer(_) | Value::Float(_)),
            };
            is(cx, "is_numeric", "Stdlib::Compat::Numeric", numeric)
        })],
    },
    Builtin {
        name: "is_ip_address",
        dispatches: &[dispatch(ANY, |cx, args| {
            let known = address(first(args)).is_some();
            is(cx, "is_ip_address", "Stdlib::Compat::Ip_address", known)
        })],
    },
    Builtin {
        name: "is_ipv4_address",
        dispatches: &[dispatch(ANY, |cx, args| {
            let known = address(first(args)).is_some_and(|a| a.is_ipv4());
            is(cx, "is_ipv4_address", "Stdlib::Compat::Ipv4", known)
        })],
    },
    Builtin {
        name: "is_ipv6_address",
        dispatches: &[dispatch(ANY, |cx, args| {
            let known = address(first(args)).is_some_and(|a| a.is_ipv6());
            is(cx, "is_ipv4_address", "Stdlib::Compat::Ipv6", known)
        })],
    },
    Builtin {
        name: "sprintf_hash",
        dispatches: &[dispatch(
            &["String format", "Hash arguments"],
            |cx, args| {
                let message = "This method is deprecated. From Puppet 4.10.10/5.3.4 please use the \
                           built-in sprintf instead";
                deprecated(cx, "sprintf_hash", message)?;
                cx.call_function("sprintf", args.values, None)
            },
        )],
    },
];

const ANY: &[&str] = &["*Any args", "&?Callable block"];

/// The argument that a check is about.
fn first<'h>(args: Args<'h, '_>) -> Value<'h> {
    args.get(0).unwrap_or(Value::Undef)
}

/// The line of the module's file that a warning of a deprecation names.
const DEPRECATION_LINE: u32 = 36;

/// Says that something is deprecated, as strictly as the setting `strict` wants it.
///
/// # Errors
/// `deprecation. KEY. MESSAGE at [FILE, LINE]:[FILE, LINE]`
pub(super) fn deprecated<'h>(cx: &mut Cx<'h>, key: &str, message: &str) -> Res<'h, ()> {
    match cx.settings.strict {
        Strict::Error => {
            let at = called_at(cx);
            fail(format!("deprecation. {key}. {message}{at}"))
        }
        Strict::Warning => {
            warn_deprecated(cx, key, message, DEPRECATION_LINE);
            Ok(())
        }
        Strict::Off => Ok(()),
    }
}

/// A warning of a deprecation, as the module's function of that name gives it; `line` is where it
/// does so in its file.
pub(super) fn warn_deprecated(cx: &mut Cx<'_>, key: &str, message: &str, line: u32) {
    let at = called_at(cx);
    let directory = cx.host.module_directory(cx, "stdlib").unwrap_or_default();
    let file = format!("{directory}/lib/puppet/functions/deprecation.rb");
    let message = format!("{message}{at}\n   (location: {file}:{line}:in `deprecation')");
    cx.deprecation_somewhere(key, message);
}

/// The place of the call and that of the call around it, as stdlib shows them.
fn called_at(cx: &Cx<'_>) -> String {
    let shown = |place: &Place| {
        let file = place.source.path.as_deref().unwrap_or("unknown");
        let line = place.source.line(place.offset);
        format!("[\"{file}\", {line}]")
    };
    let Some(place) = cx.call_place() else {
        return String::new();
    };
    let around = match cx.outer_place() {
        Some(outer) => shown(&outer),
        None if cx.is_in_file() => {
            let file = place.source.path.as_deref().unwrap_or("unknown");
            format!("[\"{file}\", 0]")
        }
        None => String::new(),
    };
    format!(" at {}:{around}", shown(&place))
}

fn deprecation<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (key, message) = (text::interpolated(args[0]), text::interpolated(args[1]));
    deprecated(cx, &key, &message)?;
    Ok(Value::Undef)
}

/// Runs the 3.x check of a name.
fn check_3x<'h>(cx: &mut Cx<'h>, function: &str, args: &[Value<'h>]) -> Res<'h, ()> {
    match function {
        "validate_array" => each_is(args, "an Array", |v| matches!(v, Value::Array(_))),
        "validate_bool" => each_is(args, "a boolean", |v| matches!(v, Value::Boolean(_))),
        "validate_hash" => each_is(args, "a Hash", |v| matches!(v, Value::Hash(_))),
        "validate_string" => each_is(args, "a string", |v| {
            matches!(v, Value::String(_) | Value::Undef)
        }),
        "validate_re" => matches_re(cx, args),
        "validate_absolute_path" => {
            for path in args {
                let list = match path {
                    Value::Array(list) if !list.is_empty() => list.to_vec(),
                    single => vec![*single],
                };
                if let Some(bad) = list.into_iter().find(|path| !absolute(*path)) {
                    return fail(format!(
                        "{} is not an absolute path.",
                        text::ruby_inspect(bad)
                    ));
                }
            }
            Ok(())
        }
        "validate_integer" => numbers(args, "an Integer", |v| match v {
            Value::Integer(i) => Some(i as f64),
            Value::String(text) => text.parse::<i64>().ok().map(|i| i as f64),
            _ => None,
        }),
        "validate_numeric" => numbers(args, "a Numeric", number),
        "validate_slength" => lengths(args),
        "validate_ip_address" => each_is(args, "a valid IP address", |v| address(*v).is_some()),
        "validate_ipv4_address" => each_is(args, "a valid IPv4 address", |v| {
            address(*v).is_some_and(|a| a.is_ipv4())
        }),
        "validate_ipv6_address" => each_is(args, "a valid IPv6 address", |v| {
            address(*v).is_some_and(|a| a.is_ipv6())
        }),
        other => fail(format!(
            "undefined method `function_{other}' for {}:Puppet::Parser::Scope",
            crate::interp::scope_text(cx, cx.scope_id())
        )),
    }
}

fn each_is<'h>(args: &[Value<'h>], what: &str, fits: impl Fn(&Value<'h>) -> bool) -> Res<'h, ()> {
    match args.iter().find(|value| !fits(value)) {
        None => Ok(()),
        Some(bad) => {
            let (shown, class) = (text::ruby_inspect(*bad), class_name(*bad));
            fail(format!("{shown} is not {what}.  It looks to be a {class}"))
        }
    }
}

fn matches_re<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h, ()> {
    let (Some(Value::String(text)), Some(patterns)) = (args.first(), args.get(1)) else {
        return fail("validate_re(): input needs to be a String, not a NilClass");
    };
    let mut patterns = vec![*patterns];
    while let Some(at) = patterns.iter().position(|p| matches!(p, Value::Array(_))) {
        if let Value::Array(inner) = patterns.remove(at) {
            patterns.splice(at..at, inner.iter());
        }
    }
    for pattern in &patterns {
        let source = text::interpolated(*pattern);
        if Regexp::new(cx.heap, &source)?.is_match(text.as_str())? {
            return Ok(());
        }
    }
    match args.get(2) {
        Some(message) => fail(text::interpolated(*message)),
        None => {
            let shown = text::ruby_inspect(args[1]);
            fail(format!(
                "validate_re(): {} does not match {shown}",
                text::ruby_inspect(args[0])
            ))
        }
    }
}

/// A decimal number with or without fraction and exponent, or a hexadecimal one.
fn decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.len() == ruby::float_length(digits)
        && digits.starts_with(|c: char| c.is_ascii_digit());
    plain && !(digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0."))
}

/// The address of a text, with or without the length of its network.
fn address(value: Value<'_>) -> Option<IpAddr> {
    let text = value.as_str()?;
    let (address, length) = text.split_once('/').unwrap_or((text, "0"));
    let address: IpAddr = address.parse().ok()?;
    let most = if address.is_ipv4() { 32 } else { 128 };
    let fits = length.parse::<u32>().is_ok_and(|length| length <= most);
    fits.then_some(address)
}

fn number(value: Value<'_>) -> Option<f64> {
    match value {
        Value::Integer(i) => Some(i as f64),
        Value::Float(f) => Some(f),
        Value::String(text) => ruby::parse_float(&text),
        _ => None,
    }
}

/// A number, or an array of numbers, between the third and the second argument.
fn numbers<'h>(
    args: &[Value<'h>],
    what: &str,
    read: impl Fn(Value<'h>) -> Option<f64>,
) -> Res<'h, ()> {
    let values = match args.first() {
        Some(Value::Array(list)) if !list.is_empty() => list.to_vec(),
        Some(single) => vec![*single],
        None => return fail("Wrong number of arguments"),
    };
    let bound = |at: usize| match args.get(at) {
        None => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(bound) => match read(*bound) {
            Some(bound) => Ok(Some(bound)),
            None => fail(format!("Expected a bound to be {what}")),
        },
    };
    let (max, min) = (bound(1)?, bound(2)?);
    for value in values {
        let shown = text::ruby_inspect(value);
        let Some(value) = read(value) else {
            return fail(format!("{shown} is not {what}"));
        };
        if max.is_some_and(|max| value > max) {
            return fail(format!(
                "Expected {shown} to be smaller or equal to its bound"
            ));
        }
        if min.is_some_and(|min| value < min) {
            return fail(format!(
                "Expected {shown} to be greater or equal to its bound"
            ));
        }
    }
    Ok(())
}

/// A text, or an array of texts, of a length between the third and the second argument.
fn lengths<'h>(args: &[Value<'h>]) -> Res<'h, ()> {
    let values = match args.first() {
        Some(Value::Array(list)) => list.to_vec(),
        Some(single) => vec![*single],
        None => return fail("Wrong number of arguments"),
    };
    let bound = |at: usize| args.get(at).and_then(|v| number(*v));
    let (max, min) = (bound(1).unwrap_or(f64::INFINITY), bound(2).unwrap_or(0.0));
    for value in values {
        let fits = match value {
            Value::String(text) => (min..=max).contains(&(text.chars() as f64)),
            _ => false,
        };
        if !fits {
            let shown = text::ruby_inspect(value);
            return fail(format!("validate_slength(): {shown} has a wrong length"));
        }
    }
    Ok(())
}

/// A path from the root of a Unix or Windows file system.
fn absolute(value: Value<'_>) -> bool {
    let Value::String(path) = value else {
        return false;
    };
    let bytes = path.as_str().as_bytes();
    let separator = |b: Option<&u8>| matches!(b, Some(b'/' | b'\\'));
    let drive = bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(1) == Some(&b':')
        && separator(bytes.get(2));
    bytes.first() == Some(&b'/') || drive || (separator(bytes.first()) && separator(bytes.get(1)))
}

/// Checks the arguments of `validate_legacy`, which gets the scope before them.
pub(super) fn check_legacy<'h>(cx: &Cx<'h>, args: Args<'h, '_>) -> Res<'h, ()> {
    if args.len() < 3 {
        let given = args.len() + 1;
        return fail(format!(
            "'validate_legacy' expects at least 4 arguments, got {given}"
        ));
    }
    let is_name = matches!(args[1], Value::String(_));
    if is_name && matches!(args[0], Value::String(_) | Value::Type(_)) {
        return Ok(());
    }
    let mut message = String::from(
        "The function 'validate_legacy' was called with arguments it does not accept. It expects one of:",
    );
    let kinds: [(&str, TypeRef<'h>); 2] = [
        ("target_type", &Type::Type(None)),
        ("type_string", &Type::String(None)),
    ];
    for (name, ty) in kinds {
        message.push_str(&format!(
            "\n  (Any scope, {ty} {name}, String function_name, Any value, Any args*)"
        ));
        let (name, wanted, value): (&str, TypeRef<'h>, _) = match types::instance(ty, args[0]) {
            true => ("function_name", &Type::String(None), args[1]),
            false => (name, ty, args[0]),
        };
        let parameter = Parameter {
            name,
            ty: wanted,
            occurs: Occurs::Required,
        };
        for problem in report::describe_parameter(cx.heap, &parameter, value) {
            message.push_str(&format!("\n    rejected: {problem}"));
        }
    }
    fail(message)
}

/// The new type decides, but values that the old function took are accepted with a notice, and
/// values that only the new type takes are accepted.
fn validate_legacy<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    check_legacy(cx, args)?;
    let ty: TypeRef<'h> = match args[0] {
        Value::Type(ty) => ty,
        other => built_in_type(cx, &text::interpolated(other))?,
    };
    let function = text::interpolated(args[1]);
    let old = check_3x(cx, &function, &args.values[2..]);
    if let Err(raise) = &old
        && raise.message().starts_with("undefined method")
    {
        return old.map(|()| Value::Undef);
    }
    let value = args[2];
    match (types::instance(ty, value), old.is_ok()) {
        (true, true) => Ok(Value::Undef),
        (true, false) => {
            let shown = text::interpolated(Value::Type(ty));
            let message = format!("Accepting previously invalid value for target type '{shown}'");
            let shown = Value::string(cx.heap, &message);
            cx.log_plain(Level::Notice, message);
            Ok(shown)
        }
        (false, old_fits) => {
            let subject = format!("validate_legacy({function})");
            let message = report::describe_mismatch(cx, &subject, ty, value);
            match old_fits {
                true => deprecated(cx, "validate_legacy", &message).map(|()| Value::Undef),
                false => fail(message),
            }
        }
    }
}

/// The type of a text. The function has no loader at hand: it knows the built-in types only.
fn built_in_type<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h, TypeRef<'h>> {
    let scope = crate::interp::scope_text(cx, cx.scope_id());
    types::parse::text_type(cx.heap, text, &mut |name| match types::named(name) {
        Some(ty) if !matches!(ty, Type::Object(_)) => Ok(Some(ty)),
        _ => fail(format!(
            "private method `load' called for {scope}:Puppet::Parser::Scope"
        )),
    })
}

/// A 4.x stub of a 3.x check: deprecated, then the check.
fn validate<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, name: &str, replacement: &str) -> Res<'h> {
    let message = format!(
        "This method is deprecated, please use the stdlib validate_legacy function,\n                    with {replacement}. There is further documentation for validate_legacy function in the README."
    );
    deprecated(cx, name, &message)?;
    check_3x(cx, name, args.values)?;
    Ok(Value::Undef)
}

fn validate_absolute_path<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    validate(
        cx,
        args,
        "validate_absolute_path",
        "Stdlib::Compat::Absolute_Path",
    )
}

fn validate_array<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    validate(cx, args, "validate_array", "Stdlib::Compat::Array")
}

fn validate_bool<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    validate(cx, args, "validate_bool", "Stdlib::Compat::Bool")
}

fn validate_hash<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    validate(cx, args, "validate_hash", "Stdlib::Compat::Hash")
}

fn validate_re<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    validate(cx, args, "validate_re", "Pattern[]")
}

fn validate_string<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    validate(cx, args, "validate_string", "Stdlib::Compat::String")
}

fn is<'h>(cx: &mut Cx<'h>, name: &str, replacement: &str, result: bool) -> Res<'h> {
    let message = format!(
        "This method is deprecated, please use match expressions with {replacement} instead. They are described at https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions."
    );
    deprecated(cx, name, &message)?;
    Ok(Value::Boolean(result))
}

fn is_absolute_path<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    is(
        cx,
        "is_absolute_path",
        "Stdlib::Compat::Absolute_Path",
        absolute(first(args)),
    )
}

fn is_array<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    is(
        cx,
        "is_array",
        "Stdlib::Compat::Array",
        matches!(first(args), Value::Array(_)),
    )
}

fn is_bool<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    is(
        cx,
        "is_bool",
        "Stdlib::Compat::Bool",
        matches!(first(args), Value::Boolean(_)),
    )
}

fn is_string<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let result = matches!(first(args), Value::String(s) if s.parse::<f64>().is_err());
    is(cx, "is_string", "Stdlib::Compat::String", result)
}
