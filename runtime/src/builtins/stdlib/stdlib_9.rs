//! Implements functions that differ between stdlib 9 and stdlib 8: those that moved to the
//! namespace `stdlib`, under their old names, and those that changed.

use super::legacy;
use crate::cx::Cx;
use crate::dispatch as report;
use crate::error::{Res, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::text;
use crate::types;
use crate::value::Value;
use frontend::validate::Strict;

/// Declares the old name of a moved function, which warns of its deprecation and calls the new one.
macro_rules! moved {
    ($name:literal $(, $block:literal)?) => {
        Builtin {
            name: $name,
            dispatches: &[dispatch(&["*Any args" $(, $block)?], |cx, args| {
                moved(cx, $name, args)
            })],
        }
    };
}

/// The functions that replace others of the same name in version 9 and later.
pub const TABLE: &[Builtin] = &[
    moved!("batch_escape"),
    moved!("ensure_packages"),
    moved!("fqdn_rand_string"),
    moved!("fqdn_rotate"),
    moved!("has_interface_with"),
    moved!("has_ip_address"),
    moved!("has_ip_network"),
    moved!("merge", "&?Variant[Callable[2, 2], Callable[3, 3]] block"),
    moved!("os_version_gte"),
    moved!("parsehocon"),
    moved!("powershell_escape"),
    moved!("seeded_rand"),
    moved!("seeded_rand_string"),
    moved!("shell_escape"),
    moved!("to_json"),
    moved!("to_json_pretty"),
    moved!("to_python"),
    moved!("to_ruby"),
    moved!("to_toml"),
    moved!("to_yaml"),
    moved!("type_of"),
    moved!("validate_domain_name"),
    moved!("validate_email_address"),
    Builtin {
        name: "deprecation",
        dispatches: &[dispatch(
            &[
                "String key",
                "String message",
                "?Boolean use_strict_setting",
            ],
            deprecation,
        )],
    },
    Builtin {
        name: "parsepson",
        dispatches: &[dispatch(
            &["String[1] pson_string", "?Any default"],
            parsepson,
        )],
    },
    Builtin {
        name: "time",
        dispatches: &[dispatch(&["*Any args"], |cx, args| {
            cx.call_function("stdlib::time", args.values, None)
        })],
    },
    Builtin {
        name: "uriescape",
        dispatches: &[dispatch(&["*Any args", "&?Callable block"], |_, _| {
            refuse(
                "Puppet: This function is not available in Puppet 8. URI.escape no longer exists \
                 as of Ruby 3+.",
            )
        })],
    },
    Builtin {
        name: "validate_legacy",
        dispatches: &[dispatch(
            &["*Any args", "&?Callable block"],
            validate_legacy,
        )],
    },
];

fn moved<'h>(cx: &mut Cx<'h>, name: &str, args: Args<'h, '_>) -> Res<'h> {
    let new = format!("stdlib::{name}");
    let message = format!("This function is deprecated, please use {new} instead.");
    legacy::warn_deprecated(cx, name, &message);
    cx.call_function(&new, args.values, args.block)
}

fn deprecation<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let text = |at: usize| args[at].as_str().unwrap_or_default();
    let heeds_strict = !matches!(args.get(2), Some(Value::Boolean(false)));
    match heeds_strict && cx.settings.strict != Strict::Warning {
        true => legacy::deprecated(cx, text(0), text(1))?,
        false => legacy::warn_deprecated(cx, text(0), text(1)),
    };
    Ok(Value::Undef)
}

/// Replaces the removed `parsepson`: reports its deprecation, and returns the default when that is
/// an error.
fn parsepson<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let message = "This method is deprecated. From Puppet 8, PSON is no longer natively \
                   supported. Please use JSON.parse().";
    match (legacy::deprecated(cx, "parsepson", message), args.get(1)) {
        (Ok(_), _) => Ok(Value::Undef),
        (Err(_), Some(default)) => Ok(default),
        (Err(raise), None) => Err(raise),
    }
}

fn validate_legacy<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    legacy::check_legacy(cx, args)?;
    let ty = legacy::target_type(cx, args[0])?;
    let message = "This method is deprecated, please use Puppet data types to validate parameters";
    legacy::deprecated(cx, "validate_legacy", message)?;
    match types::instance(ty, args[2]) {
        true => Ok(Value::Undef),
        false => {
            let subject = format!(
                "validate_legacy({}, ...)",
                text::interpolated(Value::Type(ty))
            );
            refuse(report::describe_mismatch(cx, &subject, ty, args[2]))
        }
    }
}
