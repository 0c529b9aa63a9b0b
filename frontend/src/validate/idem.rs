//! Finds expressions that only produce a value. They have no effect where the value is unused.

use crate::ast::{BinaryOp, Expr, ExprKind};

/// Returns true if the expression has no effect besides its value, in Puppet's rough view (a
/// selector never has one, a match always).
pub(super) fn is_idem(expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Nop
        | ExprKind::Undef
        | ExprKind::Default
        | ExprKind::Boolean(_)
        | ExprKind::Integer { .. }
        | ExprKind::BigInteger { .. }
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Concat(_)
        | ExprKind::Heredoc { .. }
        | ExprKind::Regexp(_)
        | ExprKind::Name(_)
        | ExprKind::TypeName(_)
        | ExprKind::Variable(_)
        | ExprKind::Reserved { .. }
        | ExprKind::Array(_)
        | ExprKind::Hash(_)
        | ExprKind::Dense(_)
        | ExprKind::Access { .. }
        | ExprKind::NamedAccess { .. }
        | ExprKind::Unary { .. }
        | ExprKind::Selector { .. } => true,
        ExprKind::Binary { op, .. } => !matches!(op, BinaryOp::Match | BinaryOp::NotMatch),
        ExprKind::Paren(inner) => is_idem(inner),
        ExprKind::Block(statements) => statements.iter().all(is_idem),
        ExprKind::If {
            test,
            then,
            otherwise,
            ..
        } => is_idem(test) && is_idem(then) && is_idem(otherwise),
        ExprKind::Case { control, options } => {
            is_idem(control)
                && options
                    .iter()
                    .all(|option| option.values.iter().all(is_idem) && is_idem(option.then))
        }
        ExprKind::Assignment { .. }
        | ExprKind::Call { .. }
        | ExprKind::Apply { .. }
        | ExprKind::MethodCall { .. }
        | ExprKind::Lambda(_)
        | ExprKind::Relationship { .. }
        | ExprKind::Resource { .. }
        | ExprKind::ResourceDefaults { .. }
        | ExprKind::ResourceOverride { .. }
        | ExprKind::Collect { .. }
        | ExprKind::Definition(_)
        | ExprKind::Node { .. }
        | ExprKind::TypeAlias { .. }
        | ExprKind::TypeMapping { .. }
        | ExprKind::TypeDefinition { .. }
        | ExprKind::Epp { .. }
        | ExprKind::RenderString(_)
        | ExprKind::Render(_) => false,
    }
}
