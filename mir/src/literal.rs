//! Type expressions of literals: what type aliases and texts of types hold.
//!
//! Nothing in them is evaluated: a type is read off them, and what is no literal stands for its
//! own source, which is reported when the type is asked for.

use frontend::ast::{Expr, ExprKind, UnaryOp};
use frontend::source::Span;

use crate::ir::Constant;
use crate::type_name;

/// A literal, or what was written in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Literal {
    /// What it is.
    pub kind: LiteralKind,
    /// The part of the source that messages show for it.
    pub shown: Span,
}

/// The kinds of literals.
#[derive(Debug, Clone, PartialEq)]
pub enum LiteralKind {
    /// `undef`, `default`, `true`, `-1`, `1.5`, `'a'`, `a`, `/a/`
    Constant(Constant),
    /// `[a, b]`
    Array(Box<[Literal]>),
    /// `{a => b}`
    Hash(Box<[(Literal, Literal)]>),
    /// `A::B`
    TypeName(Box<str>),
    /// `A::B[keys]`
    Access {
        /// The name of the type.
        name: Box<str>,
        /// The keys.
        keys: Box<[Literal]>,
    },
    /// Anything else.
    Other,
}

impl Literal {
    /// The literal that an expression is.
    pub fn of(expr: &Expr<'_>) -> Literal {
        let kind = match expr.kind {
            ExprKind::Undef => LiteralKind::Constant(Constant::Undef),
            ExprKind::Default => LiteralKind::Constant(Constant::Default),
            ExprKind::Boolean(b) => LiteralKind::Constant(Constant::Boolean(b)),
            ExprKind::Integer { value, .. } => LiteralKind::Constant(Constant::Integer(value)),
            ExprKind::Float(f) => LiteralKind::Constant(Constant::Float(f)),
            ExprKind::String(s) | ExprKind::Name(s) => {
                LiteralKind::Constant(Constant::String(s.into()))
            }
            ExprKind::Regexp(source) => LiteralKind::Constant(Constant::Regexp(source.into())),
            ExprKind::TypeName(name) => LiteralKind::TypeName(name.into()),
            ExprKind::Heredoc { text, .. } => return Literal::of(text),
            ExprKind::Unary {
                op: UnaryOp::Minus,
                operand,
            } => return Literal::negative(expr, operand),
            ExprKind::Array(items) => LiteralKind::Array(items.iter().map(Literal::of).collect()),
            ExprKind::Hash(entries) => {
                let entry = |entry: &frontend::ast::HashEntry<'_>| {
                    (Literal::of(&entry.key), Literal::of(&entry.value))
                };
                LiteralKind::Hash(entries.iter().map(entry).collect())
            }
            ExprKind::Access { left, keys } => match left.kind {
                ExprKind::TypeName(name) => LiteralKind::Access {
                    name: type_name::canonical(name).into(),
                    keys: keys.iter().map(Literal::of).collect(),
                },
                _ => LiteralKind::Other,
            },
            _ => LiteralKind::Other,
        };
        Literal {
            kind,
            shown: shown(expr),
        }
    }

    fn negative(expr: &Expr<'_>, operand: &Expr<'_>) -> Literal {
        let operand = Literal::of(operand);
        let kind = match operand.kind {
            LiteralKind::Constant(Constant::Integer(i)) => {
                LiteralKind::Constant(Constant::Integer(i.wrapping_neg()))
            }
            LiteralKind::Constant(Constant::Float(f)) => LiteralKind::Constant(Constant::Float(-f)),
            LiteralKind::Other => return operand,
            _ => LiteralKind::Other,
        };
        Literal {
            kind,
            shown: expr.span,
        }
    }
}

/// Puppet shows expressions that end in a bracket of their own without it.
fn shown(expr: &Expr<'_>) -> Span {
    let is_cut = matches!(
        expr.kind,
        ExprKind::Paren(_)
            | ExprKind::If { .. }
            | ExprKind::Case { .. }
            | ExprKind::Selector { .. }
    );
    Span {
        end: expr.span.end - u32::from(is_cut),
        ..expr.span
    }
}
