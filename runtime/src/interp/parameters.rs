//! Evaluates the parameters of bodies: their types, which make a signature, and their defaults.

use frontend::Issue;

use super::execute;
use crate::closure::Closure;
use crate::cx::Cx;
use crate::error::{Error, Form, Place, Raise, Res};
use crate::frame::{Body, Frame};
use crate::function::{Occurs, Parameter, Signature};
use crate::platform::class_name;
use crate::types::{Size, Type, TypeRef};
use crate::value::Value;

/// Returns the signature of a lambda, for dispatch on blocks.
///
/// # Errors
/// Returns the error of a type expression.
pub fn closure_signature<'h>(
    cx: &mut Cx<'h>,
    closure: &'h Closure<'h>,
) -> Res<'h, &'h Signature<'h>> {
    signature(cx, closure.body, closure.frame)
}

/// Returns the signature of a body with parameters. Its type expressions see the variables of
/// `frame`.
pub fn signature<'h>(
    cx: &mut Cx<'h>,
    body: &'h Body<'h>,
    frame: &'h Frame<'h>,
) -> Res<'h, &'h Signature<'h>> {
    let key = std::ptr::from_ref(body).cast::<()>();
    if let Some(&signature) = cx.signatures.get(&key) {
        return Ok(signature);
    }
    let any: TypeRef<'h> = &Type::Any;
    // the parameters of classes and defines have no order
    let is_called = matches!(body.mir.kind, mir::Kind::Function | mir::Kind::Lambda);
    let mut list = Vec::with_capacity(body.mir.parameters.len());
    for parameter in &body.mir.parameters {
        let ty = match parameter.type_expr {
            Some(inner) => {
                match super::constant::parameter_type(cx, frame, &body.inner[inner.0 as usize])? {
                    Value::Type(ty) => ty,
                    other if !is_called => return not_a_type(parameter, other),
                    other => type_of(other)?,
                }
            }
            None => any,
        };
        let (ty, occurs) = match (parameter.captures_rest, parameter.default) {
            (true, _) => of_rest(ty),
            (false, Some(_)) => (ty, Occurs::Optional),
            (false, None) => (ty, Occurs::Required),
        };
        let required = match occurs {
            Occurs::Required => is_called,
            Occurs::Optional => false,
            Occurs::Repeated(size) => size.from > 0,
        };
        if required && list.iter().any(may_be_left_out) {
            return required_after_optional(body, parameter);
        }
        list.push(Parameter {
            name: parameter.name.as_str(),
            ty,
            occurs,
        });
    }
    let returns = match body.mir.returns {
        Some(inner) => Some(type_of(execute(
            cx,
            frame,
            &body.inner[inner.0 as usize],
            &[],
            &[],
        )?)?),
        None => None,
    };
    let parameters = cx.heap.slice(&list);
    let signature = cx.heap.alloc(Signature {
        parameters,
        block: None,
        returns,
    });
    cx.heap.pin();
    cx.signatures.insert(key, signature);
    Ok(signature)
}

fn may_be_left_out(parameter: &Parameter<'_>) -> bool {
    match parameter.occurs {
        Occurs::Required => false,
        Occurs::Optional => true,
        Occurs::Repeated(size) => size.from == 0,
    }
}

/// Returns the type of each argument, and their number, for a parameter that takes the rest of the
/// arguments: the type of an Array is that of all these arguments together.
fn of_rest<'h>(ty: TypeRef<'h>) -> (TypeRef<'h>, Occurs) {
    match ty {
        Type::Array { element, size } => (element, Occurs::Repeated(size.unwrap_or(Size::ANY))),
        _ => (ty, Occurs::Repeated(Size::ANY)),
    }
}

#[cold]
fn required_after_optional<'h, T>(body: &Body<'h>, parameter: &mir::Parameter) -> Res<'h, T> {
    let name = parameter.name;
    let message = format!("Parameter ${name} is required but appears after optional parameters");
    let place = Place {
        source: body.source.clone(),
        offset: parameter.at,
    };
    Err(Error::evaluation(
        Issue("REQUIRED_PARAMETER_AFTER_OPTIONAL"),
        message,
        Some(place),
    )
    .into())
}

/// Raises the error of a parameter whose type expression gives no type, such as `Notify['x', 'y']`.
#[cold]
fn not_a_type<'h, T>(parameter: &mir::Parameter, value: Value<'_>) -> Res<'h, T> {
    let (name, class) = (parameter.name, class_name(value));
    let text = format!("Parameter '{name}' is given a type that is not a Puppet Type, got {class}");
    Err(Error {
        form: Form::Bare,
        ..Error::plain(text)
    }
    .into())
}

fn type_of<'h>(value: Value<'h>) -> Res<'h, TypeRef<'h>> {
    match value {
        Value::Type(ty) => Ok(ty),
        _ => crate::error::fail("a type was expected"),
    }
}

/// Evaluates a parameter's default in a frame whose earlier parameters are assigned. Returns
/// `undef` when there is no default.
///
/// # Errors
/// Returns the error of the expression. Reading a parameter that has no value yet is a plain error
/// that begins with `subject`.
pub fn run_default<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    slot: usize,
    subject: &str,
) -> Res<'h> {
    body_default(cx, frame, frame.body, slot, &[], subject)
}

/// Works like [`run_default`], for the parameters of any body that sees the frame. `before` are
/// the values of the parameters before it, which the default of a frameless function is given.
pub(super) fn body_default<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    slot: usize,
    before: &[Value<'h>],
    subject: &str,
) -> Res<'h> {
    let parameter = &body.mir.parameters[slot];
    let Some(default) = parameter.default else {
        return Ok(Value::Undef);
    };
    let default = &body.inner[default.0 as usize];
    let result = default_value(cx, frame, parameter.name, default, before);
    result.map_err(|raise| match *raise {
        Raise::Error(error) if error.form == Form::Default => {
            let message = format!("{subject}: {}", error.message);
            Error {
                form: Form::Plain,
                message,
                ..error
            }
            .into()
        }
        // a `next` leaves the function as `return` does, without a check of its return type
        Raise::Next(value, place) if body.mir.kind == mir::Kind::Function => {
            Box::new(Raise::Return(value, place))
        }
        other => Box::new(other),
    })
}

/// Evaluates a parameter's default in the frame of its owner. Its match variables are discarded.
///
/// # Errors
/// Returns the error of the expression.
pub fn evaluate_default<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    parameter: frontend::Symbol,
    default: &'h Body<'h>,
) -> Res<'h> {
    default_value(cx, frame, parameter, default, &[])
}

fn default_value<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    parameter: frontend::Symbol,
    default: &'h Body<'h>,
    before: &[Value<'h>],
) -> Res<'h> {
    let outer = cx.default_of.replace(parameter);
    let captures = frame.own_captures();
    let result = execute(cx, frame, default, before, &[]);
    frame.matched(cx, captures);
    cx.default_of = outer;
    result
}
