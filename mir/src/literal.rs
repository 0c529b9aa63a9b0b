//! Reads type expressions of literals, as in type aliases and texts of types.
//!
//! Nothing in them is evaluated: a type is read from them. An expression that is not a literal is kept
//! by its place in the source, and reported when the type is used.

use frontend::ast::{AttributeOperation, AttributeOperator, Expr, ExprKind, HashEntry, UnaryOp};
use frontend::digits::to_decimal;
use frontend::source::Span;

use crate::constant::Constant;
use crate::type_name;

/// A literal, or the expression that was written in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Literal {
    /// The kind of literal, with its parts.
    pub kind: LiteralKind,
    /// The part of the source that messages show for the literal.
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
    /// An integer beyond 64 bits, in decimal
    BigInteger(Box<str>),
    /// `A { parent => B }` in a type set, where `A` is the parent already
    TwoParents,
    /// Anything else.
    Other,
}

impl Literal {
    /// Returns the literal of an expression.
    pub fn of(expr: &Expr<'_>) -> Literal {
        let kind = match expr.kind {
            ExprKind::Undef => LiteralKind::Constant(Constant::Undef),
            ExprKind::Default => LiteralKind::Constant(Constant::Default),
            ExprKind::Boolean(b) => LiteralKind::Constant(Constant::Boolean(b)),
            ExprKind::Integer { value, .. } => LiteralKind::Constant(Constant::Integer(value)),
            ExprKind::BigInteger { digits, radix } => {
                LiteralKind::BigInteger(to_decimal(digits, radix).into())
            }
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
                let entry =
                    |entry: &HashEntry<'_>| (Literal::of(&entry.key), Literal::of(&entry.value));
                LiteralKind::Hash(entries.iter().map(entry).collect())
            }
            ExprKind::Access { left, keys } => match left.kind {
                ExprKind::TypeName(name) => {
                    let name = type_name::canonical(name);
                    let key = match name {
                        "TypeSet" => Literal::type_set,
                        _ => Literal::of,
                    };
                    LiteralKind::Access {
                        keys: keys.iter().map(key).collect(),
                        name: name.into(),
                    }
                }
                _ => LiteralKind::Other,
            },
            _ => LiteralKind::Other,
        };
        Literal {
            kind,
            shown: shown(expr),
        }
    }

    /// Returns the definition of a type set, whose types may be written `Object { .. }` or `Parent
    /// { .. }`.
    fn type_set(expr: &Expr<'_>) -> Literal {
        let ExprKind::Hash(entries) = expr.kind else {
            return Literal::of(expr);
        };
        let entry = |entry: &HashEntry<'_>| {
            let value = match (&entry.key.kind, &entry.value.kind) {
                (ExprKind::String("types") | ExprKind::Name("types"), ExprKind::Hash(types)) => {
                    let member = |entry: &HashEntry<'_>| {
                        (Literal::of(&entry.key), Literal::member(&entry.value))
                    };
                    Literal {
                        kind: LiteralKind::Hash(types.iter().map(member).collect()),
                        shown: shown(&entry.value),
                    }
                }
                _ => Literal::of(&entry.value),
            };
            (Literal::of(&entry.key), value)
        };
        Literal {
            kind: LiteralKind::Hash(entries.iter().map(entry).collect()),
            shown: shown(expr),
        }
    }

    /// Returns a type of a type set. `Object { .. }` and `TypeSet { .. }` are `Object[{ .. }]`; any
    /// other name is that of the parent.
    fn member(expr: &Expr<'_>) -> Literal {
        let ExprKind::ResourceDefaults {
            type_ref,
            operations,
            ..
        } = expr.kind
        else {
            return Literal::of(expr);
        };
        let ExprKind::TypeName(parent) = type_ref.kind else {
            return Literal::of(expr);
        };
        let text = |text: &str, shown: Span| Literal {
            kind: LiteralKind::Constant(Constant::String(text.into())),
            shown,
        };
        let parent = (!matches!(parent, "Object" | "TypeSet"))
            .then(|| (text("parent", type_ref.span), Literal::of(type_ref)));
        let attribute = |operation: &AttributeOperation<'_>| match operation.operator {
            AttributeOperator::Set(name) => {
                Some((text(name, operation.span), Literal::of(&operation.value)))
            }
            _ => None,
        };
        let named = |operation: &AttributeOperation<'_>| {
            matches!(operation.operator, AttributeOperator::Set("parent"))
        };
        let two_parents = parent.is_some() && operations.iter().any(named);
        let attributes: Option<Vec<_>> = operations.iter().map(attribute).collect();
        let kind = attributes.map_or(LiteralKind::Other, |attributes| {
            if two_parents {
                return LiteralKind::TwoParents;
            }
            let definition = Literal {
                kind: LiteralKind::Hash(parent.into_iter().chain(attributes).collect()),
                shown: shown(expr),
            };
            LiteralKind::Access {
                name: "Object".into(),
                keys: [definition].into(),
            }
        });
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
            LiteralKind::BigInteger(digits) => negative_integer(&digits),
            LiteralKind::Other => return operand,
            _ => LiteralKind::Other,
        };
        Literal {
            kind,
            shown: expr.span,
        }
    }
}

/// Returns the negative of an integer beyond 64 bits: the least Integer has one bit less.
fn negative_integer(digits: &str) -> LiteralKind {
    let text = format!("-{digits}");
    match text.parse() {
        Ok(least) => LiteralKind::Constant(Constant::Integer(least)),
        Err(_) => LiteralKind::BigInteger(text.into()),
    }
}

/// Returns the span that messages show. Puppet shows expressions that end in a bracket of their own
/// without it.
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
