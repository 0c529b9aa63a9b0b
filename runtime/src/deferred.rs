//! Checks a `Deferred` that is passed to a parameter of a class, define or template, by the return
//! type that its function declares.

use frontend::Issue;
use frontend::issue::Located;

use crate::cx::Cx;
use crate::dispatch;
use crate::error::{Error, Raise, Res};
use crate::function::Parameter;
use crate::platform;
use crate::text;
use crate::types::init;
use crate::types::mismatch::{Mismatch, Step, mismatches};
use crate::types::object::Object;
use crate::types::{self, Type, TypeRef};
use crate::value::Value;

/// The issue of a Deferred whose function does not exist. It has the name of Ruby's error.
pub const NO_FUNCTION: Issue = Issue("NoMethodError");
/// The issue of a Deferred whose function has no dispatch for the arguments. It has the name of
/// Ruby's error.
pub const NO_DISPATCH: Issue = Issue("ArgumentError");

/// Returns the reasons why a parameter does not take a value: `parameter 'x' expects ...`. Empty if
/// the parameter takes the value.
///
/// # Errors
/// [`NO_FUNCTION`] and [`NO_DISPATCH`] for a Deferred; [`NO_DISPATCH`] also if the check reaches an
/// `Init` type of which no value can be made.
pub fn parameter_problems<'h>(
    cx: &mut Cx<'h>,
    parameter: &Parameter<'h>,
    value: Value<'h>,
) -> Res<'h, Vec<String>> {
    let Some(deferred) = as_deferred(value) else {
        let found = dispatch::describe_parameter(cx.heap, parameter, value);
        return match init::met(|| types::instance(parameter.ty, value)) {
            Some(problem) => Err(Error {
                issue: NO_DISPATCH,
                ..Error::plain(problem)
            }
            .into()),
            None => Ok(found),
        };
    };
    let Some(returned) = promised(cx, deferred)? else {
        return Ok(Vec::new());
    };
    let expected = types::generalize(cx.heap, parameter.ty);
    let returned = types::generalize(cx.heap, returned);
    if types::assignable(expected, returned) {
        return Ok(Vec::new());
    }
    let path = [Step::Parameter(parameter.name.to_owned())];
    let found = mismatches(cx.heap, parameter.ty, returned, &path);
    Ok(found.iter().map(Mismatch::text).collect())
}

/// Returns true if a parameter certainly takes a value, so that there is nothing to describe.
pub fn is_taken<'h>(parameter: &Parameter<'h>, value: Value<'h>) -> bool {
    !matches!(value, Value::Object(_))
        && types::instance(parameter.ty, value)
        && !init::is_any_met()
}

/// Checks a `Deferred` in an attribute that accepts any value.
///
/// # Errors
/// [`NO_FUNCTION`] and [`NO_DISPATCH`], of a Deferred.
pub fn attribute_problems<'h>(cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h, ()> {
    match as_deferred(value) {
        Some(deferred) => promised(cx, deferred).map(drop),
        None => Ok(()),
    }
}

fn as_deferred<'h>(value: Value<'h>) -> Option<&'h Object<'h>> {
    match value {
        Value::Object(object) if object.ty.name == Some("Deferred") => Some(object),
        _ => None,
    }
}

/// Returns the type that the function of a Deferred declares to return. Warns when it declares
/// none.
fn promised<'h>(cx: &mut Cx<'h>, deferred: &Object<'h>) -> Res<'h, Option<TypeRef<'h>>> {
    let value = |index: usize| deferred.values.get(index).copied();
    let name = value(0).and_then(|name| name.as_str()).unwrap_or_default();
    let given = value(1).and_then(|arguments| arguments.as_array());
    let arguments = given.map_or_else(Vec::new, |arguments| arguments.to_vec());
    let Some(signatures) = cx.signatures_of(name)? else {
        let message = platform::lacks_method("dispatcher", "NilClass:Class");
        return Err(crash(NO_FUNCTION, message));
    };
    let taken = signatures.iter().find(|signature| {
        given.is_some()
            && signature.block.is_none_or(|block| !block.required)
            && dispatch::takes_arguments(signature, &arguments)
    });
    match taken.map(|signature| signature.returns) {
        Some(Some(returns)) if !matches!(returns, Type::Any) => Ok(Some(returns)),
        Some(_) => {
            let message = format!(
                "Deferred function {name} has no return_type, unable to guarantee value type during compilation.\n   (file & line not available)"
            );
            cx.warn_once(&message.clone(), message, None, Located::Line);
            Ok(None)
        }
        None => {
            let shown =
                given.map_or_else(String::new, |list| text::ruby_inspect(Value::Array(list)));
            let message = format!("No matching arity found for {name} with arguments {shown}");
            Err(crash(NO_DISPATCH, message))
        }
    }
}

fn crash<'h>(issue: Issue, message: String) -> Box<Raise<'h>> {
    Error {
        issue,
        ..Error::plain(message)
    }
    .into()
}
