//! Which dispatch of a function takes given arguments, and why none does.

use crate::closure::Closure;
use crate::cx::Cx;
use crate::error::Res;
use crate::function::{Builtin, Signature};
use crate::types::TypeRef;
use crate::value::Value;

/// A built-in function with its signatures resolved.
pub struct Resolved {
    /// The declaration.
    pub declaration: &'static Builtin,
}

impl Resolved {
    /// The signatures, one for each dispatch.
    pub fn signatures(&self) -> &'static [Signature<'static>] {
        &[]
    }
}

/// The resolved form of a built-in function, made on first use.
pub fn resolve(builtin: &'static Builtin) -> &'static Resolved {
    Box::leak(Box::new(Resolved {
        declaration: builtin,
    }))
}

/// The first signature that takes the arguments and the block.
pub fn select<'h>(
    _cx: &mut Cx<'h>,
    _signatures: &[Signature<'h>],
    _arguments: &[Value<'h>],
    _block: Option<&'h Closure<'h>>,
) -> Res<'h, Option<usize>> {
    Ok(Some(0))
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
