//! Checks resource expressions, defaults, overrides and collectors.

use crate::ast::{
    AttributeOperation, AttributeOperator, BinaryOp, Expr, ExprKind, ResourceBody, ResourceForm,
};

use super::label::{a_an, capital_a_an, label, query_label};
use super::{Place, Validator, place, span_at};

impl<'a> Validator<'a> {
    pub(super) fn resource(
        &mut self,
        expr: &Expr<'a>,
        form: ResourceForm,
        type_name: &Expr<'a>,
        bodies: &[ResourceBody<'a>],
    ) {
        if self.catalog_only(expr)
            && form != ResourceForm::Regular
            && matches!(type_name.kind, ExprKind::Name("class"))
        {
            let message = "Classes are not virtualizable";
            self.error("CLASS_NOT_VIRTUALIZABLE", place(expr), message);
        }
        self.visit(type_name, Place::Nested);
        for body in bodies {
            let splats = body
                .operations
                .iter()
                .filter(|operation| operation.operator == AttributeOperator::Splat);
            for operation in splats.skip(1) {
                self.error(
                    "MULTIPLE_ATTRIBUTES_UNFOLD",
                    span_at(operation.at, operation.span.end),
                    "Unfolding of attributes from Hash can only be used once per resource body",
                );
            }
            self.visit(&body.title, Place::Nested);
            self.operations(body.operations, Some("Resource Instance Definition"));
        }
    }

    pub(super) fn resource_defaults(
        &mut self,
        expr: &Expr<'a>,
        form: ResourceForm,
        type_ref: &Expr<'a>,
        operations: &[AttributeOperation<'a>],
    ) {
        if self.catalog_only(expr) {
            self.not_virtualizable(expr, form);
        }
        self.visit(type_ref, Place::Nested);
        self.operations(operations, Some("Resource Defaults Expression"));
    }

    pub(super) fn resource_override(
        &mut self,
        expr: &Expr<'a>,
        form: ResourceForm,
        resources: &Expr<'a>,
        operations: &[AttributeOperation<'a>],
    ) {
        if self.catalog_only(expr) {
            self.not_virtualizable(expr, form);
        }
        self.visit(resources, Place::Nested);
        self.operations(operations, None);
    }

    fn not_virtualizable(&mut self, expr: &Expr<'a>, form: ResourceForm) {
        if form != ResourceForm::Regular {
            let message = "Resource Defaults are not virtualizable";
            self.error("NOT_VIRTUALIZEABLE", place(expr), message);
        }
    }

    /// Checks attribute operations. `refuses_append` names a container in which `+>` is illegal.
    fn operations(
        &mut self,
        operations: &[AttributeOperation<'a>],
        refuses_append: Option<&'static str>,
    ) {
        for operation in operations {
            if let (AttributeOperator::Append(name), Some(container)) =
                (operation.operator, refuses_append)
            {
                let message = format!(
                    "Illegal +> operation on attribute {name}. This operator can not be used in {}",
                    a_an(container)
                );
                let span = span_at(operation.at, operation.span.end);
                self.error("ILLEGAL_ATTRIBUTE_APPEND", span, message);
            }
            self.value(&operation.value);
        }
    }

    pub(super) fn collect(
        &mut self,
        expr: &Expr<'a>,
        type_ref: &Expr<'a>,
        exported: bool,
        query: &Expr<'a>,
        operations: &[AttributeOperation<'a>],
    ) {
        if self.catalog_only(expr) && !matches!(type_ref.kind, ExprKind::TypeName(_)) {
            self.illegal_expression(type_ref, "type name", query_label(exported));
        }
        self.visit(type_ref, Place::Nested);
        self.query(query);
        self.visit(query, Place::Nested);
        self.operations(operations, None);
    }

    fn query(&mut self, query: &Expr<'a>) {
        match query.kind {
            ExprKind::Paren(inner) => self.query(inner),
            ExprKind::Binary {
                op: BinaryOp::And | BinaryOp::Or,
                left,
                right,
                ..
            } => {
                self.query(left);
                self.query(right);
            }
            ExprKind::Binary {
                op: BinaryOp::Equal | BinaryOp::NotEqual,
                ..
            }
            | ExprKind::Nop
            | ExprKind::Name(_)
            | ExprKind::Variable(_)
            | ExprKind::String(_)
            | ExprKind::Boolean(_) => {}
            ExprKind::Integer { .. } | ExprKind::Float(_) => {}
            _ => {
                let text = label(query);
                let message = format!(
                    "Illegal query expression. {} cannot be used in a query",
                    capital_a_an(&text)
                );
                self.error("ILLEGAL_QUERY_EXPRESSION", place(query), message);
            }
        }
    }
}
