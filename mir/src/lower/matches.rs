//! Finds the scopes of match variables: where they begin, and whether captures must be restored at
//! their end.

use frontend::ast::{BinaryOp, Expr, ExprKind};

use super::Lower;
use crate::ir::Temp;
use crate::op::Op;

/// Knowledge about the code since the innermost scope of match variables began.
#[derive(Default)]
pub(super) struct MatchScope {
    /// True if code may have set match variables that are not restored.
    sets: bool,
    /// True if code jumps out of an inlined lambda.
    leaves: bool,
}

/// The beginning of a scope.
pub(super) struct Matched {
    pushed: Temp,
    around: MatchScope,
}

impl Lower {
    /// Begins a scope of match variables: those set in it end with it. Scopes end in the opposite
    /// order of their beginnings.
    pub(super) fn begin_matches(&mut self, at: u32) -> Matched {
        Matched {
            pushed: self.emit(Op::PushMatch, at),
            around: std::mem::take(&mut self.matches),
        }
    }

    /// Ends a scope. When nothing in it sets match variables, they are not restored, and the
    /// operation that saves them is removed as unused.
    pub(super) fn end_matches(&mut self, matched: Matched, at: u32) {
        let pushed = matched.pushed;
        if self.close_matches(matched) {
            self.emit(Op::PopMatch(pushed), at);
        }
    }

    /// Ends a scope that code does not leave at this place. Returns true if the scope sets match
    /// variables.
    pub(super) fn close_matches(&mut self, matched: Matched) -> bool {
        let inner = std::mem::replace(&mut self.matches, matched.around);
        // match variables restored at the end have no effect outside, unless a jump leaves before
        self.matches.sets |= inner.sets && inner.leaves;
        self.matches.leaves |= inner.leaves;
        inner.sets
    }

    /// Notes a jump out of an inlined lambda: it passes the ends of the scopes inside.
    pub(super) fn note_jump(&mut self) {
        self.matches.leaves = true;
    }

    /// Notes that an operation with this right operand may set match variables.
    pub(super) fn note_match(&mut self, op: BinaryOp, right: &Expr<'_>) {
        let is_match = matches!(op, BinaryOp::Match | BinaryOp::NotMatch | BinaryOp::In);
        self.matches.sets |= is_match && !is_type(right);
    }

    /// Notes that a comparison with an option of `case` or of a selector may set match variables. A
    /// text is compared; every other value may be a regular expression.
    pub(super) fn note_option(&mut self, option: &Expr<'_>, splat: bool) {
        let is_compared = is_type(option)
            || matches!(
                option.kind,
                ExprKind::String(_)
                    | ExprKind::Name(_)
                    | ExprKind::Concat(_)
                    | ExprKind::Integer { .. }
                    | ExprKind::Float(_)
                    | ExprKind::Boolean(_)
                    | ExprKind::Undef
            );
        self.matches.sets |= splat || !is_compared;
    }
}

/// Returns true if the value of an expression is always a type. A match with a type sets no match
/// variables.
fn is_type(expr: &Expr<'_>) -> bool {
    match expr.kind {
        ExprKind::TypeName(_) => true,
        // the keys of a reference give values of the resource's attributes
        ExprKind::Access { left, .. } => matches!(left.kind, ExprKind::TypeName(_)),
        ExprKind::Paren(inner) => is_type(inner),
        _ => false,
    }
}
