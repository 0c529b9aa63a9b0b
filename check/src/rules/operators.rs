//! Finds operators that never accept their operands, from the shapes of the operands.

use frontend::Span;
use frontend::ast::{BinaryOp, Expr, ExprKind};

use super::Walk;
use crate::constants::is_constant;
use crate::operands::{Kind, MINUS};

impl<'a> Walk<'_, 'a> {
    /// Checks the operands of an operator.
    pub(super) fn operands_fit(
        &mut self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        span: Span,
    ) {
        use BinaryOp::{And, Equal, NotEqual, Or};
        if !matches!(op, And | Or | Equal | NotEqual) {
            self.operation_fits(op.text(), left, right, span);
        }
    }

    /// Checks `left[key]`.
    pub(super) fn access_fits(&mut self, left: &'a Expr<'a>, keys: &'a [Expr<'a>]) {
        if let ([key], false) = (keys, matches!(left.kind, ExprKind::TypeName(_))) {
            self.operation_fits("[]", left, key, key.span);
        }
    }

    /// Checks the operand of the operator `-` with one operand.
    pub(super) fn negation_fits(&mut self, operand: &'a Expr<'a>, span: Span) {
        let shape = self.shape(operand);
        let Some(kinds) = Kind::of(&shape) else {
            return;
        };
        let refuses = |kind: &Kind| self.world.refusals.refuses((MINUS, *kind, *kind));
        if kinds.iter().all(refuses) && !is_constant(self.world, operand) {
            let message = format!("'-' does not take {} as operand", shape.describe());
            self.find("OPERAND_TYPE", message, span);
        }
    }

    fn operation_fits(
        &mut self,
        op: &'static str,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        span: Span,
    ) {
        let (left_shape, right_shape) = (self.shape(left), self.shape(right));
        let (Some(lefts), Some(rights)) = (Kind::of(&left_shape), Kind::of(&right_shape)) else {
            return;
        };
        let refuses = |left: Kind, right: Kind| self.world.refusals.refuses((op, left, right));
        let all_fail = lefts
            .iter()
            .all(|left| rights.iter().all(|right| refuses(*left, *right)));
        // the others are evaluated themselves
        let has_variables = || !(is_constant(self.world, left) && is_constant(self.world, right));
        if all_fail && has_variables() {
            let (left, right) = (left_shape.describe(), right_shape.describe());
            let message = format!("'{op}' does not take {left} and {right} as operands");
            self.find("OPERAND_TYPE", message, span);
        }
    }
}
