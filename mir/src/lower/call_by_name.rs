//! Lowers calls of `call`. With a literal name, `call('f', 1)` is a call of `f`. With a computed
//! name, it runs the function directly unless the function looks at its caller's variables.

use frontend::Symbol;
use frontend::ast::{Expr, ExprKind, Lambda};

use super::Lower;
use super::bindings::Bindings;
use super::change::whole;
use super::scan::{DEPTH_MAX, GO_ON, STOP};
use crate::facts;
use crate::ir::{Kind, Leave, Temp, Terminator};
use crate::op::{CallForm, Item, Op};

/// Returns the function that a call refers to, and its arguments; for `call('f', 1)` those of `f`.
///
/// Other cases stay calls of `call`: a name that is no plain name of a function, jumps, whose
/// values `call` returns (including those of its lambda), and `call` itself.
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

/// Returns true if a call is a call of `call` that passes arguments to the function. `receivers` is
/// 1 when the first argument stands before a dot. (A jump without an argument would leave the
/// enclosing code.)
pub(super) fn is_computed(
    functor: &Expr<'_>,
    receivers: usize,
    arguments: &[Expr<'_>],
    lambda: Option<&Lambda<'_>>,
) -> bool {
    let is_written = || meant(functor, arguments, lambda).1.len() < arguments.len();
    matches!(functor.kind, ExprKind::Name("call"))
        && (receivers > 0 || !is_written())
        && lambda.is_none()
        && receivers + arguments.len() > 1
        && arguments
            .iter()
            .all(|argument| argument.unfolded().is_none())
}

impl Lower {
    /// Lowers `call(name, ...)`. A `break` in the function ends the inlined loop around.
    pub(super) fn computed_call(
        &mut self,
        arguments: Box<[Item]>,
        form: CallForm,
        at: u32,
    ) -> Temp {
        let names = self.temps_by_name();
        let seen = |cx: &mut Lower, name: &Symbol| Some((*name, cx.resolve(*name, at)?));
        let seen: Vec<(Symbol, Temp)> = names.iter().filter_map(|n| seen(self, n)).collect();
        let inner = self.build(Kind::Lambda, "", at, |cx| {
            for (name, _) in &seen {
                cx.builder().captured(*name);
            }
            cx.undef(at)
        });
        let inner = self.builder().add_inner(inner);
        let stop = self.builder().inlined.iter().rev().find_map(|i| i.stop);
        let op = Op::CallComputed {
            arguments,
            inner,
            captures: seen.iter().map(|(_, temp)| *temp).collect(),
            form,
            catches: stop.is_some(),
        };
        let value = self.emit(op, at);
        if let Some(stop) = stop {
            self.note_jump();
            let broke = self.emit(Op::Broke, at);
            let builder = self.builder();
            let next = builder.block();
            builder.end(Terminator::Branch(broke, stop, next));
            builder.current = next;
        }
        value
    }

    /// Returns the names of the local variables that are temps, in alphabetical order.
    fn temps_by_name(&self) -> Vec<Symbol> {
        let mut names = Vec::new();
        for builder in self.builders.iter().rev() {
            if builder.function.kind == Kind::Thunk {
                continue;
            }
            let owned = usize::from(!builder.function.frameless);
            names.extend(builder.scopes[owned..].iter().flat_map(Bindings::names));
            if builder.function.kind != Kind::Lambda {
                break;
            }
        }
        names.sort_by_key(|name| name.as_str());
        names.dedup();
        names
    }
}

/// Returns true if a text is the name of a function as calls write it, and none of a jump.
fn is_plain(name: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    name.split("::").all(is_part) && name != "call" && facts::leave(name).is_none()
}

/// Returns true if code calls `return`. Code that is too deep to check counts, too.
fn returns(expr: &Expr<'_>, depth: u32) -> bool {
    let functor = match expr.kind {
        ExprKind::Call { functor, .. } | ExprKind::MethodCall { functor, .. } => functor.kind,
        ExprKind::NamedAccess { right, .. } => right.kind,
        _ => ExprKind::Nop,
    };
    if depth > DEPTH_MAX
        || matches!(functor, ExprKind::Name(name) if facts::leave(name) == Some(Leave::Return))
    {
        return true;
    }
    let mut visit = |inner: &Expr<'_>| match returns(inner, depth + 1) {
        true => STOP,
        false => GO_ON,
    };
    whole(expr, &mut visit).is_break()
}
