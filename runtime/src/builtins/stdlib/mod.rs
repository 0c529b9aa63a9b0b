//! Implements functions of the module puppetlabs-stdlib natively.
//!
//! The host decides when such a function runs in the place of the module's file. Functions of the
//! 3.x API take any arguments and check them in code, like their originals; they see `undef`
//! arguments as empty strings.

pub mod arrays;
mod characters;
mod checks;
pub mod collections;
pub mod encodings;
pub mod environment;
pub mod files_and_commands;
pub mod generated;
pub mod legacy;
mod literals;
pub mod nested;
pub mod net;
pub mod resources;
pub mod stdlib_9;
pub mod strings;

use std::sync::LazyLock;

use frontend::Symbol;
use frontend::name::Map;

use super::legacy as api3;
use super::ruby;
use crate::cx::Cx;
use crate::error::{Res, refuse};
use crate::function::Builtin;
use crate::host::Release;
use crate::text;
use crate::value::Value;
use frontend::validate::Strict;

/// Declares a function of the 3.x API. It takes its arguments as that API converts them.
macro_rules! plain {
    ($name:literal, $run:ident) => {
        $crate::function::Builtin {
            name: $name,
            dispatches: &[$crate::function::dispatch(
                &["*Any args", "&?Callable block"],
                |cx, args| {
                    let args = $crate::builtins::stdlib::api3::arguments(cx, args)?;
                    let result = $run(cx, &args)?;
                    // the function has changed copies of the arguments
                    Ok($crate::nested_values::unshared(cx.heap, result))
                },
            )],
        }
    };
}
use plain;

/// The functions, without those of version 9 that replace others of the same name.
const TABLES: &[&[Builtin]] = &[
    arrays::TABLE,
    collections::TABLE,
    encodings::TABLE,
    environment::TABLE,
    generated::TABLE,
    legacy::TABLE,
    nested::TABLE,
    net::TABLE,
    files_and_commands::TABLE,
    resources::TABLE,
    strings::TABLE,
];

/// The functions by name.
static INDEX: LazyLock<Map<&'static str, &'static Builtin>> = LazyLock::new(|| {
    let all = TABLES.iter().flat_map(|table| table.iter());
    all.map(|builtin| (builtin.name, builtin)).collect()
});

/// Returns the function of a name in a release of the module.
pub fn find(name: &str, release: Release) -> Option<&'static Builtin> {
    let changed: &[&[Builtin]] = match release {
        Release::Eight => &[],
        Release::Nine => &[stdlib_9::TABLE, encodings::CLEAR],
        Release::Later => &[stdlib_9::TABLE],
    };
    let mut changed = changed.iter().flat_map(|table| table.iter());
    let changed = changed.find(|builtin| builtin.name == name);
    changed.or_else(|| INDEX.get(name).copied())
}

/// Returns true if a function runs as that of version 9.
fn is_nine(cx: &Cx<'_>, name: &str) -> bool {
    let native = cx.host.native(name);
    native.is_some_and(|native| native.release >= Release::Nine)
}

/// Changes a string, or each item of an array that is one.
///
/// # Errors
/// `NAME(): Requires either array or string to work with`
fn each_text<'h>(
    cx: &Cx<'h>,
    name: &str,
    value: Value<'h>,
    change: impl Fn(&str) -> String,
) -> Res<'h> {
    match value {
        Value::String(text) => Ok(Value::string(cx.heap, &change(text.as_str()))),
        Value::Array(array) => {
            let one = |item: Value<'h>| match item {
                Value::String(text) => Value::string(cx.heap, &change(text.as_str())),
                other => other,
            };
            let items: Vec<Value<'h>> = array.iter().map(one).collect();
            Ok(Value::array(cx.heap, &items))
        }
        _ => refuse(format!(
            "{name}(): Requires either array or string to work with"
        )),
    }
}

/// Raises `NAME(): Wrong number of arguments given (0 for 2)` when there are fewer.
fn at_least<'h>(name: &str, args: &[Value<'h>], count: usize) -> Res<'h, ()> {
    match args.len() {
        given if given >= count => Ok(()),
        given => refuse(format!(
            "{name}(): Wrong number of arguments given ({given} for {count})"
        )),
    }
}

/// Raises `NAME: Too many arguments given (2)` when there are more.
fn at_most<'h>(name: &str, args: &[Value<'h>], count: usize) -> Res<'h, ()> {
    match args.len() {
        given if given <= count => Ok(()),
        given => refuse(format!("{name}: Too many arguments given ({given})")),
    }
}

/// Raises `NAME(): Wrong number of arguments given (2 for 1)` when there are fewer or more.
fn exactly<'h>(name: &str, args: &[Value<'h>], count: usize) -> Res<'h, ()> {
    match args.len() {
        given if given == count => Ok(()),
        given => refuse(format!(
            "{name}(): Wrong number of arguments given ({given} for {count})"
        )),
    }
}

/// Returns a String argument.
///
/// # Errors
/// `no implicit conversion of Integer into String`
fn text_of<'h>(value: Value<'h>) -> Res<'h, &'h str> {
    match value {
        Value::String(text) => Ok(text.as_str()),
        other => Err(ruby::no_conversion(other, "String")),
    }
}

/// Converts a value to text like Ruby's `to_s`.
fn to_s(value: Value<'_>) -> String {
    text::ruby(value)
}

/// Converts a value to text like Ruby's `inspect`, for messages of 3.x functions.
fn inspect(value: Value<'_>) -> String {
    text::ruby_inspect(value)
}

/// Returns true if a value is empty for the 3.x API: `undef` or an empty string.
fn is_blank(value: Value<'_>) -> bool {
    match value {
        Value::Undef => true,
        Value::String(s) => s.is_empty(),
        _ => false,
    }
}

/// Returns true if there is a function of that name.
fn is_function<'h>(cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
    if super::find(name).is_some() {
        return Ok(true);
    }
    let host = cx.host;
    Ok(host.function(cx, Symbol::intern(name))?.is_some())
}

/// Warns, in Puppet's words, about a 3.x function that calls another one through the autoloader,
/// which loads it when it is missing.
fn loaded(cx: &mut Cx<'_>, name: &str) {
    if cx.settings.strict == Strict::Off {
        return;
    }
    let ways: &[&str] = match cx.functions.contains_key(&Symbol::intern(name)) {
        true => &["loaded?"],
        false => &["loaded?", "load"],
    };
    for how in ways {
        let key = format!("Puppet::Parser::Functions.autoloader#{how}(\"{name}\")");
        let message =
            format!("The method '{key}' is deprecated in favor of using 'Scope#call_function'.");
        cx.deprecation(&key, &message, None);
    }
}

/// Returns the name of the Ruby class of a value, for messages of 3.x functions.
fn class_name(value: Value<'_>) -> String {
    ruby::class_name_3x(value)
}
