//! Which dispatch of a function takes given arguments, and why none does.

use crate::closure::Closure;
use crate::cx::Cx;
use crate::error::Res;
use crate::function::{Occurs, Parameter, Signature};
use crate::interp::closure_signature;
use crate::types::{self, Size, Type, TypeRef};
use crate::value::Value;

pub use crate::frozen::{Resolved, resolve};

/// The first signature that takes the arguments and the block. Allocates nothing.
///
/// # Errors
/// What the type expressions of the block's parameters raise.
pub fn select<'h>(
    cx: &mut Cx<'h>,
    signatures: &[Signature<'h>],
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h, Option<usize>> {
    for (at, signature) in signatures.iter().enumerate() {
        if !takes_arguments(signature, arguments) {
            continue;
        }
        let fits = match (&signature.block, block) {
            (None, None) => true,
            (None, Some(_)) => false,
            (Some(wanted), None) => !wanted.required,
            (Some(wanted), Some(closure)) => {
                takes_block(wanted.ty, closure_signature(cx, closure)?)
            }
        };
        if fits {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// The least and the greatest number of arguments.
pub fn arity(parameters: &[Parameter<'_>]) -> Size {
    let mut size = Size {
        from: 0,
        to: Some(parameters.len() as i64),
    };
    for parameter in parameters {
        match parameter.occurs {
            Occurs::Required => size.from += 1,
            Occurs::Optional => {}
            Occurs::Repeated => size.to = None,
            Occurs::RequiredRepeated => {
                size.from += 1;
                size.to = None;
            }
        }
    }
    size
}

/// Whether a signature takes arguments, leaving the block aside.
pub fn takes_arguments<'h>(signature: &Signature<'h>, arguments: &[Value<'h>]) -> bool {
    let parameters = signature.parameters;
    arity(parameters).holds(arguments.len())
        && arguments.iter().enumerate().all(|(at, &value)| {
            // the last parameter repeats
            let parameter = &parameters[at.min(parameters.len() - 1)];
            matches!(parameter.ty, Type::Any) || types::instance(parameter.ty, value)
        })
}

/// Whether a lambda can be called as a block parameter's type says.
pub fn takes_block<'h>(wanted: TypeRef<'h>, lambda: &Signature<'h>) -> bool {
    let callable = match wanted {
        Type::Callable(callable) => callable,
        Type::Optional(Some(Type::Callable(callable))) => callable,
        Type::Optional(None) | Type::Any => return true,
        Type::Variant(types) => return types.iter().any(|ty| takes_block(ty, lambda)),
        _ => return false,
    };
    let Some(callable) = callable else {
        return true;
    };
    let size = callable
        .size
        .unwrap_or(Size::exactly(callable.parameters.len()));
    let parameters = lambda.parameters;
    if !arity(parameters).covers(size) {
        return false;
    }
    let count = callable.parameters.len().max(parameters.len());
    callable.parameters.is_empty()
        || parameters.is_empty()
        || (0..count).all(|at| {
            let parameter = &parameters[at.min(parameters.len() - 1)];
            let given = callable.parameters[at.min(callable.parameters.len() - 1)];
            matches!(parameter.ty, Type::Any) || types::assignable(parameter.ty, given)
        })
}

/// Why no signature takes the arguments: `'f' parameter 'x' expects an Integer value, got String`.
pub fn describe_call<'h>(
    _cx: &mut Cx<'h>,
    name: &str,
    _signatures: &[Signature<'h>],
    _arguments: &[Value<'h>],
    _block: Option<&'h Closure<'h>>,
) -> Res<'h, String> {
    Ok(format!("'{name}' called with wrong arguments"))
}

/// `SUBJECT expects an Integer value, got String`; the subject may be `value returned from f`.
pub fn describe_mismatch<'h>(
    _cx: &mut Cx<'h>,
    subject: &str,
    _ty: TypeRef<'h>,
    _value: Value<'h>,
) -> String {
    format!("{subject} has wrong type")
}

/// Why a lambda does not take its arguments: `block parameter 'x' expects ...`; `None` when it does.
pub fn check_lambda<'h>(
    _cx: &mut Cx<'h>,
    _signature: &Signature<'h>,
    _arguments: &[Value<'h>],
) -> Option<String> {
    None
}
