//! Implements `validate_*`, `is_*` and `deprecation`: functions that types replaced.

use frontend::Symbol;

use super::checks;
use crate::advice::Advice;
use crate::cx::{Callee, Cx};
use crate::dispatch as report;
use crate::error::{Error, Kind, Res, fail, fail_as, refuse};
use crate::function::{Args, Builtin, Occurs, Parameter, dispatch};
use crate::host::Release;
use crate::log::Level;
use crate::text;
use crate::types::{self, Type, TypeRef};
use crate::value::Value;
use frontend::validate::Strict;

/// Declares a check that a type replaces.
macro_rules! validate {
    ($name:literal, $replacement:literal) => {
        Builtin {
            name: $name,
            dispatches: &[dispatch(ANY, |cx, args| {
                validate(cx, args, $name, $replacement)
            })],
        }
    };
}

/// Declares a check that a type replaces; `key` identifies its warning.
macro_rules! is {
    ($name:literal, $replacement:literal) => {
        is!($name, $name, $replacement)
    };
    ($name:literal, $key:literal, $replacement:literal) => {
        Builtin {
            name: $name,
            dispatches: &[dispatch(ANY, |cx, args| {
                is(cx, args, $name, $key, $replacement)
            })],
        }
    };
}

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    Builtin {
        name: "deprecation",
        dispatches: &[dispatch(&["String key", "String message"], deprecation)],
    },
    Builtin {
        name: "sprintf_hash",
        dispatches: &[dispatch(&["String format", "Hash arguments"], sprintf_hash)],
    },
    Builtin {
        name: "validate_legacy",
        dispatches: &[dispatch(ANY, validate_legacy)],
    },
    validate!("validate_absolute_path", "Stdlib::Compat::Absolute_Path"),
    validate!("validate_array", "Stdlib::Compat::Array"),
    validate!("validate_bool", "Stdlib::Compat::Bool"),
    validate!("validate_hash", "Stdlib::Compat::Hash"),
    validate!("validate_integer", "Stdlib::Compat::Integer"),
    validate!("validate_ip_address", "Stdlib::Compat::Ip_Address"),
    validate!("validate_ipv4_address", "Stdlib::Compat::Ipv4_Address"),
    validate!("validate_ipv6_address", "Stdlib::Compat::Ipv6_address"),
    validate!("validate_numeric", "Stdlib::Compat::Numeric"),
    validate!("validate_re", "Pattern[]"),
    validate!("validate_slength", "String[]"),
    validate!("validate_string", "Stdlib::Compat::String"),
    is!("is_absolute_path", "Stdlib::Compat::Absolute_Path"),
    is!("is_array", "Stdlib::Compat::Array"),
    is!("is_bool", "Stdlib::Compat::Bool"),
    is!("is_float", "Stdlib::Compat::Float"),
    is!("is_ip_address", "Stdlib::Compat::Ip_address"),
    is!("is_ipv4_address", "Stdlib::Compat::Ipv4"),
    is!("is_ipv6_address", "is_ipv4_address", "Stdlib::Compat::Ipv6"),
    is!("is_numeric", "Stdlib::Compat::Numeric"),
    is!("is_string", "Stdlib::Compat::String"),
];

const ANY: &[&str] = &["*Any args", "&?Callable block"];

/// Reports a deprecation, as strictly as the setting `strict` demands. Returns the text of a
/// warning.
///
/// # Errors
/// `deprecation. KEY. MESSAGE at [FILE, LINE]:[FILE, LINE]`
pub(super) fn deprecated<'h>(cx: &mut Cx<'h>, key: &str, message: &str) -> Res<'h> {
    match cx.settings.strict {
        Strict::Error => {
            let at = called_at(cx);
            let error = Error::of(Kind::Runtime, format!("deprecation. {key}. {message}{at}"));
            Err(error
                .with_advice(Advice::Settings(&["strict=warning"]))
                .into())
        }
        Strict::Warning => Ok(warn_deprecated(cx, key, message)),
        Strict::Off => Ok(Value::Undef),
    }
}

/// Warns of a deprecation, like the module's function of that name from a line of its file. Returns
/// the text unless there was a warning of that key before.
pub(super) fn warn_deprecated<'h>(cx: &mut Cx<'h>, key: &str, message: &str) -> Value<'h> {
    let at = called_at(cx);
    let native = cx.host.native("deprecation");
    let line = match native.as_ref().map(|native| native.release) {
        Some(Release::Nine | Release::Later) => 35,
        Some(Release::Eight) | None => 36,
    };
    let file = native.map(|native| native.path).unwrap_or_default();
    let message = format!("{message}{at}\n   (location: {file}:{line}:in `deprecation')");
    let shown = Value::string(cx.heap, &message);
    match cx.deprecation_somewhere(key, message) {
        true => shown,
        false => Value::Undef,
    }
}

/// Returns the places of the call and of the call around it, as stdlib shows them.
fn called_at(cx: &Cx<'_>) -> String {
    let frames = cx.call_frames();
    let frame = |at: usize| match frames.get(at) {
        Some((file, line)) => format!("[\"{file}\", {line}]"),
        None => String::new(),
    };
    match frames.is_empty() {
        true => String::new(),
        false => format!(" at {}:{}", frame(0), frame(1)),
    }
}

fn deprecation<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (key, message) = (text::interpolated(args[0]), text::interpolated(args[1]));
    deprecated(cx, &key, &message)
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
    refuse(message)
}

/// Validates by the new type. A value that only the new type accepts is logged as a notice; a value
/// that only the old function accepted is reported as deprecated.
fn validate_legacy<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    check_legacy(cx, args)?;
    let ty = target_type(cx, args[0])?;
    let function = text::interpolated(args[1]);
    let was_fit = was_fit(cx, &function, &args.values[2..])?;
    let value = args[2];
    match (types::instance(ty, value), was_fit) {
        (true, true) => Ok(Value::Undef),
        (true, false) => {
            let shown = text::interpolated(Value::Type(ty));
            let message = format!("Accepting previously invalid value for target type '{shown}'");
            let shown = Value::string(cx.heap, &message);
            cx.log_plain(Level::Notice, message);
            Ok(shown)
        }
        (false, was_fit) => {
            let subject = format!("validate_legacy({function})");
            let message = report::describe_mismatch(cx, &subject, ty, value);
            match was_fit {
                true => deprecated(cx, "validate_legacy", &message),
                false => refuse(message),
            }
        }
    }
}

/// Returns true if a function of the 3.x API takes these arguments.
fn was_fit<'h>(cx: &mut Cx<'h>, function: &str, args: &[Value<'h>]) -> Res<'h, bool> {
    let native = cx.host.native(function);
    if native.is_some() {
        if let Some(verdict) = checks::validate(cx, function, args) {
            return Ok(verdict?.is_ok());
        }
        if let Some(verdict) = checks::answer(cx, function, args) {
            return Ok(verdict.is_ok());
        }
    }
    let is_3x = |builtin: &Builtin| {
        matches!(builtin.dispatches, [only] if only.parameters == ANY)
            && builtin.name != "validate_legacy"
    };
    let native = native.and_then(|native| super::find(function, native.release));
    let builtin = native.or_else(|| crate::builtins::find(function));
    let host = cx.host;
    let is_known = match builtin {
        Some(builtin) => is_3x(builtin),
        None => {
            let callee = host.function(cx, Symbol::intern(function))?;
            matches!(callee, Some(Callee::Foreign(_)))
        }
    };
    match is_known {
        true => Ok(cx.call_function(function, args, None).is_ok()),
        false => refuse(format!(
            "undefined method `function_{function}' for {}:Puppet::Parser::Scope",
            cx.scope_text()
        )),
    }
}

/// Returns a type, or the type that a text describes. The function has no loader and knows only
/// built-in types.
pub(super) fn target_type<'h>(cx: &mut Cx<'h>, target: Value<'h>) -> Res<'h, TypeRef<'h>> {
    if let Value::Type(ty) = target {
        return Ok(ty);
    }
    let text = text::interpolated(target);
    let scope = cx.scope_text();
    types::parse::text_type(cx.heap, &text, &mut |name| match types::named(name) {
        Some(ty) if !matches!(ty, Type::Object(_)) => Ok(Some(ty)),
        _ => fail_as(
            Kind::NoMethod,
            format!("private method `load' called for {scope}:Puppet::Parser::Scope"),
        ),
    })
}

fn validate<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, name: &str, replacement: &str) -> Res<'h> {
    let message = format!(
        "This method is deprecated, please use the stdlib validate_legacy function,\n                    with {replacement}. There is further documentation for validate_legacy function in the README."
    );
    deprecated(cx, name, &message)?;
    match checks::validate(cx, name, args.values) {
        Some(verdict) => verdict?.or_else(refuse).map(|()| Value::Undef),
        None => Ok(Value::Undef),
    }
}

fn is<'h>(
    cx: &mut Cx<'h>,
    args: Args<'h, '_>,
    name: &str,
    key: &str,
    replacement: &str,
) -> Res<'h> {
    let message = format!(
        "This method is deprecated, please use match expressions with {replacement} instead. They are described at https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions."
    );
    deprecated(cx, key, &message)?;
    match checks::answer(cx, name, args.values) {
        Some(verdict) => verdict.or_else(refuse).map(Value::Boolean),
        None => Ok(Value::Undef),
    }
}

fn sprintf_hash<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let message = "This method is deprecated. From Puppet 4.10.10/5.3.4 please use the built-in \
                   sprintf instead";
    deprecated(cx, "sprintf_hash", message)?;
    cx.call_function("sprintf", args.values, None)
}
