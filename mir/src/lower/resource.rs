//! Resource expressions, overrides and collectors.

use frontend::ast::{self, BinaryOp, ExprKind, ResourceForm};

use super::Lower;
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
        let type_name = self.operand(type_name);
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
        let query = Box::new(self.query(query));
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

    fn query(&mut self, expr: &ast::Expr<'_>) -> Query {
        match expr.kind {
            ExprKind::Paren(inner) => self.query(inner),
            ExprKind::Binary {
                op: BinaryOp::And,
                left,
                right,
                ..
            } => {
                let left = self.query(left);
                Query::And(Box::new(left), Box::new(self.query(right)))
            }
            ExprKind::Binary {
                op: BinaryOp::Or,
                left,
                right,
                ..
            } => {
                let left = self.query(left);
                Query::Or(Box::new(left), Box::new(self.query(right)))
            }
            ExprKind::Binary {
                op, left, right, ..
            } => {
                let name = match left.kind {
                    ExprKind::Name(name) | ExprKind::Variable(name) | ExprKind::String(name) => {
                        name
                    }
                    ExprKind::Reserved { word, .. } => word,
                    // validation has refused anything else
                    _ => "",
                };
                let value = self.operand(right);
                Query::Compare {
                    name: name.into(),
                    value,
                    negated: op == BinaryOp::NotEqual,
                }
            }
            _ => Query::All,
        }
    }
}
