//! Resource expressions, overrides and collectors.

use frontend::ast::{self, BinaryOp, ExprKind, ResourceForm, UnaryOp};

use super::{Lower, scan};
use crate::ir::{Constant, Temp, Use};
use crate::op::{Attribute, AttributeKind, Op, Query, ResourceBody};

impl Lower {
    pub(super) fn attributes(&mut self, list: &[ast::AttributeOperation<'_>]) -> Vec<Attribute> {
        let attribute = |a: &ast::AttributeOperation<'_>, cx: &mut Lower| {
            let kind = match a.kind {
                ast::AttributeKind::Set(name) => AttributeKind::Set(name.into()),
                ast::AttributeKind::Append(name) => AttributeKind::Append(name.into()),
                ast::AttributeKind::Splat => AttributeKind::Splat,
            };
            Attribute {
                kind,
                value: cx.operand(&a.value),
                at: a.at,
            }
        };
        list.iter().map(|a| attribute(a, self)).collect()
    }

    /// All titles are evaluated and checked before any attribute.
    pub(super) fn resource(
        &mut self,
        form: ResourceForm,
        type_name: &ast::Expr<'_>,
        bodies: &[ast::ResourceBody<'_>],
        at: u32,
    ) -> Temp {
        if scan::declares_class(type_name) {
            self.uses_match = true;
        }
        let type_name = self.resource_type(type_name);
        if form == ResourceForm::Exported {
            self.emit(Op::CheckExport { collects: false }, at);
        }
        let titles: Vec<Use> = bodies.iter().map(|b| self.operand(&b.title)).collect();
        self.emit(Op::CheckTitles(titles.clone().into()), at);
        let mut list = Vec::with_capacity(bodies.len());
        for (body, title) in bodies.iter().zip(titles) {
            let attributes = self.attributes(body.operations);
            list.push(ResourceBody {
                title,
                attributes,
                at: body.at,
            });
        }
        self.emit(
            Op::Resource {
                form,
                type_name,
                bodies: list.into(),
            },
            at,
        )
    }

    pub(super) fn collect(
        &mut self,
        type_ref: &ast::Expr<'_>,
        exported: bool,
        query: &ast::Expr<'_>,
        operations: &[ast::AttributeOperation<'_>],
        at: u32,
    ) -> Temp {
        // the type need not be known
        let type_ref = match type_ref.kind {
            ExprKind::TypeName(name) => Use {
                temp: self.constant(Constant::String(name.into()), type_ref.at),
                at: type_ref.at,
            },
            _ => self.operand(type_ref),
        };
        if exported {
            self.emit(Op::CheckExport { collects: true }, at);
        }
        let query = Box::new(self.query(query, exported, at));
        let attributes = self.attributes(operations).into();
        self.emit(
            Op::Collect {
                type_ref,
                exported,
                query,
                attributes,
            },
            at,
        )
    }

    /// The type of a resource expression: a name, or an access that gives a reference.
    fn resource_type(&mut self, expr: &ast::Expr<'_>) -> Use {
        let operand = self.operand(expr);
        let accessed = matches!(expr.kind, ExprKind::Access { .. });
        if !matches!(
            expr.kind,
            ExprKind::Name(_) | ExprKind::TypeName(_) | ExprKind::Reserved { .. }
        ) {
            self.emit(Op::CheckResourceType { operand, accessed }, expr.at);
        }
        operand
    }

    /// `at` is the collector's offset.
    fn query(&mut self, expr: &ast::Expr<'_>, exported: bool, at: u32) -> Query {
        match expr.kind {
            ExprKind::Nop => Query::All,
            ExprKind::Paren(inner) => self.query(inner, exported, at),
            ExprKind::Binary {
                op: op @ (BinaryOp::And | BinaryOp::Or),
                left,
                right,
                ..
            } => {
                let left = Box::new(self.query(left, exported, at));
                let right = Box::new(self.query(right, exported, at));
                match op {
                    BinaryOp::And => Query::And(left, right),
                    _ => Query::Or(left, right),
                }
            }
            ExprKind::Binary {
                op: op @ (BinaryOp::Equal | BinaryOp::NotEqual),
                left,
                right,
                ..
            } => Query::Compare {
                name: self.query_operand(left, exported, at),
                value: self.query_operand(right, exported, at),
                negated: op == BinaryOp::NotEqual,
            },
            _ => Query::Value(self.query_operand(expr, exported, at)),
        }
    }

    fn query_operand(&mut self, expr: &ast::Expr<'_>, exported: bool, at: u32) -> Use {
        if let ExprKind::Paren(inner) = expr.kind {
            return self.query_operand(inner, exported, at);
        }
        if is_query(expr) {
            // a query is nothing that an attribute can be, nor the name of one
            self.query(expr, exported, at);
            let nothing = Constant::String("\u{0}query".into());
            let temp = self.constant(nothing, at);
            return Use { temp, at };
        }
        match query_construct(expr) {
            None => self.operand(expr),
            Some(construct) => {
                let illegal = Op::IllegalQuery {
                    exported,
                    construct,
                };
                let temp = self.emit(illegal, at);
                Use { temp, at }
            }
        }
    }
}

/// Whether an operand is a query itself.
fn is_query(expr: &ast::Expr<'_>) -> bool {
    use BinaryOp::{And, Equal, NotEqual, Or};
    matches!(
        expr.kind,
        ExprKind::Binary {
            op: And | Or | Equal | NotEqual,
            ..
        }
    )
}

/// What Puppet calls a construct that cannot be an operand in a query.
fn query_construct(expr: &ast::Expr<'_>) -> Option<&'static str> {
    Some(match expr.kind {
        ExprKind::Default => "LiteralDefault",
        ExprKind::Regexp(_) => "LiteralRegularExpression",
        ExprKind::TypeName(_) => "QualifiedReference",
        ExprKind::Array(_) => "LiteralList",
        ExprKind::Hash(_) => "LiteralHash",
        ExprKind::Heredoc { .. } => "HeredocExpression",
        ExprKind::NamedAccess { .. } => "NamedAccessExpression",
        ExprKind::Unary { op, .. } => match op {
            UnaryOp::Minus => "UnaryMinusExpression",
            UnaryOp::Not => "NotExpression",
            UnaryOp::Unfold => "UnfoldExpression",
        },
        ExprKind::Binary { op, .. } => match op {
            BinaryOp::In => "InExpression",
            BinaryOp::Match | BinaryOp::NotMatch => "MatchExpression",
            BinaryOp::Plus
            | BinaryOp::Minus
            | BinaryOp::Times
            | BinaryOp::Divide
            | BinaryOp::Modulo
            | BinaryOp::LeftShift
            | BinaryOp::RightShift => "ArithmeticExpression",
            _ => "ComparisonExpression",
        },
        ExprKind::Call { .. } => "CallNamedFunctionExpression",
        ExprKind::MethodCall { .. } => "CallMethodExpression",
        ExprKind::If { unless: false, .. } => "IfExpression",
        ExprKind::If { unless: true, .. } => "UnlessExpression",
        ExprKind::Case { .. } => "CaseExpression",
        ExprKind::Selector { .. } => "SelectorExpression",
        ExprKind::Assignment { .. } => "AssignmentExpression",
        _ => return None,
    })
}
