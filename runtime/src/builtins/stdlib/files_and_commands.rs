//! Implements functions that look at files, run commands, or validate the files of other programs.

use super::{exactly, inspect, plain, text_of, to_s};
use crate::cx::Cx;
use crate::error::{Res, refuse};
use crate::value::Value;

/// The table of this family.
pub const TABLE: &[crate::function::Builtin] = &[
    plain!("glob", glob),
    plain!("pry", pry),
    plain!("validate_augeas", validate_augeas),
    plain!("validate_cmd", validate_cmd),
    plain!("validate_x509_rsa_key_pair", validate_x509_rsa_key_pair),
];

/// Returns the paths that match patterns, pattern by pattern.
fn glob<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("glob", args, 1)?;
    let patterns = match args[0] {
        Value::Array(patterns) => patterns.to_vec(),
        Value::String(_) => vec![args[0]],
        _ => return refuse("glob(): Requires either array or string to work"),
    };
    let host = cx.host;
    let mut found = Vec::new();
    for pattern in patterns {
        let paths = host.glob(text_of(pattern)?);
        found.extend(paths.iter().map(|path| Value::string(cx.heap, path)));
    }
    Ok(Value::array(cx.heap, &found))
}

fn pry<'h>(_cx: &mut Cx<'h>, _args: &[Value<'h>]) -> Res<'h> {
    refuse("pry(): Requires the 'pry' rubygem to use, but it was not found")
}

fn validate_augeas<'h>(_cx: &mut Cx<'h>, _args: &[Value<'h>]) -> Res<'h> {
    refuse(
        "validate_augeas(): this function requires the augeas feature. See \
         http://docs.puppetlabs.com/guides/augeas.html#pre-requisites for how to activate it.",
    )
}

/// Runs a command on a file with the content. The file's name replaces `%`, or follows the command.
fn validate_cmd<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() < 2 || args.len() > 3 {
        let given = args.len();
        return refuse(format!(
            "validate_cmd(): wrong number of arguments ({given}; must be 2 or 3)"
        ));
    }
    let message = match args.get(2) {
        Some(message) => to_s(*message),
        None => format!(
            "validate_cmd(): failed to validate content with command {}",
            inspect(args[1])
        ),
    };
    let Some(command) = args[1].as_str() else {
        let class = crate::platform::class_name(args[1]);
        return refuse(format!(
            "{message}\nTypeError no implicit conversion of {class} into String"
        ));
    };
    let host = cx.host;
    let checked = host.check_content(&to_s(args[0]), &|path| match command.contains('%') {
        true => command.replace('%', path),
        false => format!("{command} {path}"),
    });
    match checked {
        Ok(()) => Ok(Value::Undef),
        Err(problem) => refuse(format!("{message}\n{problem}")),
    }
}

fn validate_x509_rsa_key_pair<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let [certificate, key] = args else {
        let given = args.len();
        return refuse(format!(
            "validate_x509_rsa_key_pair(): wrong number of arguments ({given}; must be 2)"
        ));
    };
    for text in args {
        if !matches!(text, Value::String(_)) {
            return refuse(format!("{} is not a string.", inspect(*text)));
        }
    }
    match cx.host.check_key_pair(&to_s(*certificate), &to_s(*key)) {
        Ok(()) => Ok(Value::Undef),
        Err(problem) => refuse(problem),
    }
}
