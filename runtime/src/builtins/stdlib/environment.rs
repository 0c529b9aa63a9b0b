//! Implements functions about the environment: modules, functions, the operating system and the
//! time.

use super::{plain, ruby, to_s};
use crate::builtins::strings::lower;
use crate::builtins::versions;
use crate::cx::Cx;
use crate::error::{Res, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::host::DataFormat;
use crate::value::Value;

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    plain!("get_module_path", get_module_path),
    plain!("load_module_metadata", load_module_metadata),
    plain!("time", time),
    Builtin {
        name: "stdlib::has_function",
        dispatches: &[dispatch(&["String[1] function_name"], |cx, args| {
            let name = lower(args[0].as_str().unwrap_or_default());
            let name = name.strip_prefix("::").unwrap_or(&name);
            Ok(Value::Boolean(super::is_function(cx, name)?))
        })],
    },
    Builtin {
        name: "os_version_gte",
        dispatches: &[dispatch(
            &["String[1] os", "String[1] version"],
            |cx, args| {
                let name = cx.variable("operatingsystem");
                let release = cx.variable("operatingsystemmajrelease");
                Ok(is_release(args, name, release))
            },
        )],
    },
    Builtin {
        name: "stdlib::os_version_gte",
        dispatches: &[dispatch(
            &["String[1] os", "String[1] version"],
            |cx, args| {
                let Some(os) = cx.fact("os") else {
                    return Err(ruby::no_method("[]", Value::Undef));
                };
                let release = at(at(Some(os), "release"), "major");
                Ok(is_release(args, at(Some(os), "name"), release))
            },
        )],
    },
];

fn at<'h>(value: Option<Value<'h>>, key: &str) -> Option<Value<'h>> {
    match value {
        Some(Value::Hash(hash)) => hash.get_str(key),
        _ => None,
    }
}

/// Returns true if the first argument names this operating system, and its version is at least the
/// second.
fn is_release<'h>(
    args: Args<'h, '_>,
    name: Option<Value<'h>>,
    release: Option<Value<'h>>,
) -> Value<'h> {
    let release = release.map(to_s).unwrap_or_default();
    let wanted = args[1].as_str().unwrap_or_default();
    let same = name.is_some_and(|name| name.same(args[0]));
    Value::Boolean(same && versions::compare(&release, wanted).is_ge())
}

/// Returns the folder of a module.
fn module<'h>(cx: &mut Cx<'h>, name: Value<'h>) -> Res<'h, String> {
    let name = to_s(name);
    let host = cx.host;
    match host.module_directory(cx, &name) {
        Some(folder) => Ok(folder),
        None => {
            let environment = host.environment_name();
            refuse(format!(
                "Could not find module {name} in environment {environment}"
            ))
        }
    }
}

fn get_module_path<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let [name] = args else {
        return refuse("get_module_path(): Wrong number of arguments, expects one");
    };
    let folder = module(cx, *name)?;
    Ok(Value::string(cx.heap, &folder))
}

/// Returns the content of a module's `metadata.json`.
fn load_module_metadata<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let (name, optional) = match args {
        [name] => (*name, false),
        [name, optional] => (*name, optional.is_truthy()),
        _ => {
            return refuse("load_module_metadata(): Wrong number of arguments, expects one or two");
        }
    };
    let folder = module(cx, name)?;
    let host = cx.host;
    match host.read_file(cx, &format!("{folder}/metadata.json")) {
        Ok(content) => host.read_data(cx, DataFormat::Json, &String::from_utf8_lossy(&content)),
        Err(_) if optional => Ok(Value::hash(cx.heap, &[])),
        Err(_) => {
            let name = to_s(name);
            refuse(format!(
                "load_module_metadata(): No metadata.json file for module {name}"
            ))
        }
    }
}

fn seconds<'h>(cx: &Cx<'h>) -> Value<'h> {
    let seconds = cx.host.now().div_euclid(1_000_000_000);
    Value::Integer(i64::try_from(seconds).unwrap_or_default())
}

/// Returns the seconds since the epoch, which are the same in all time zones.
fn time<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    match args {
        [] | [Value::String(_)] => Ok(seconds(cx)),
        [Value::Array(array)] if array.is_empty() => Ok(seconds(cx)),
        [Value::Hash(hash)] if hash.is_empty() => Ok(seconds(cx)),
        [other @ (Value::Array(_) | Value::Hash(_) | Value::Default)] => {
            Err(ruby::no_conversion(*other, "String"))
        }
        [other] => Err(ruby::no_method("empty?", *other)),
        several => {
            let given = several.len();
            refuse(format!(
                "time(): Wrong number of arguments given {given} for 0 or 1"
            ))
        }
    }
}
