//! Calls of `call` with a name that is written down: `call('f', 1)` is a call of `f`.

use frontend::ast::{Expr, ExprKind, Lambda};
use frontend::case::Downcase;

use super::change::whole;
use super::scan::DEPTH_MAX;

/// The function that a call means, and its arguments; of `call('f', 1)` those of `f`.
///
/// Anything else is left to `call`: a name that is no plain name of a function, jumps, whose values
/// it gives, also those of its lambda, and `call` itself.
pub(super) fn meant<'a>(
    functor: &Expr<'a>,
    arguments: &'a [Expr<'a>],
    lambda: Option<&Lambda<'a>>,
) -> (Expr<'a>, &'a [Expr<'a>]) {
    if let ExprKind::Name("call") = functor.kind
        && let [first, rest @ ..] = arguments
        && let ExprKind::String(name) = first.kind
        && is_plain(name)
        && lambda.is_none_or(|lambda| !returns(lambda.body, 0))
    {
        let kind = ExprKind::Name(name);
        return (Expr { kind, ..*first }, rest);
    }
    (Expr { ..*functor }, arguments)
}

/// Whether a text is the name of a function as calls write it, and none of a jump.
fn is_plain(name: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    name.split("::").all(is_part) && !matches!(name, "next" | "return" | "break" | "call")
}

/// Whether code calls `return`, or may be too deep to tell.
fn returns(expr: &Expr<'_>, depth: u32) -> bool {
    let functor = match expr.kind {
        ExprKind::Call { functor, .. } | ExprKind::MethodCall { functor, .. } => functor.kind,
        ExprKind::NamedAccess { right, .. } => right.kind,
        _ => ExprKind::Nop,
    };
    if depth > DEPTH_MAX
        || matches!(functor, ExprKind::Name(name) if super::plain_name(name).downcase() == "return")
    {
        return true;
    }
    whole(expr, &mut |inner| {
        (!returns(inner, depth + 1)).then_some(())
    })
    .is_none()
}
