//! Lowers resource expressions, overrides and collectors.

use frontend::Symbol;
use frontend::ast::{self, BinaryOp, ExprKind, ResourceForm, UnaryOp};
use frontend::name::Set;

use super::{Lower, scan};
use crate::ir::{Constant, Temp, Use};
use crate::op::{Attribute, AttributeOperator, Op, Query, ResourceBody};
use crate::type_name::canonical;

impl Lower {
    pub(super) fn attributes(&mut self, list: &[ast::AttributeOperation<'_>]) -> Vec<Attribute> {
        let attribute = |a: &ast::AttributeOperation<'_>, cx: &mut Lower| {
            let operator = match a.operator {
                ast::AttributeOperator::Set(name) => AttributeOperator::Set(Symbol::intern(name)),
                ast::AttributeOperator::Append(name) => {
                    AttributeOperator::Append(Symbol::intern(name))
                }
                ast::AttributeOperator::Splat => AttributeOperator::Splat,
            };
            let attribute = Attribute {
                operator,
                value: cx.operand(&a.value),
                at: a.at,
            };
            if may_be_unfit(&a.value) {
                cx.emit(Op::CheckAttribute(attribute.clone()), a.at);
            }
            attribute
        };
        list.iter().map(|a| attribute(a, self)).collect()
    }

    /// Lowers a resource expression, body after body: its titles, which are checked, then its
    /// attributes.
    pub(super) fn resource(
        &mut self,
        form: ResourceForm,
        type_name: &ast::Expr<'_>,
        bodies: &[ast::ResourceBody<'_>],
        at: u32,
    ) -> Temp {
        // instances of a define see the match variables that the program leaves
        if scan::declares_class(type_name) || self.is_in_program() {
            self.uses_match = true;
        }
        let type_name = self.resource_type(type_name);
        if form == ResourceForm::Exported {
            self.emit(Op::CheckExport { collects: false }, at);
        }
        let plain = are_plain(bodies);
        let mut titles = Vec::with_capacity(bodies.len());
        let mut list: Vec<ResourceBody> = Vec::with_capacity(bodies.len());
        for (index, body) in bodies.iter().enumerate() {
            let title = self.operand(&body.title);
            if bodies.len() > BODIES_COMPARED_MAX {
                titles.clear();
            }
            titles.push(title);
            if !plain {
                self.emit(Op::CheckTitles(titles.clone().into()), at);
            }
            let mut attributes = Vec::with_capacity(body.operations.len());
            let is_last_body = index + 1 == bodies.len();
            for (place, operation) in body.operations.iter().enumerate() {
                attributes.extend(self.attributes(std::slice::from_ref(operation)));
                // an error about a repeated name comes before the evaluation of the next value
                let is_last = is_last_body && place + 1 == body.operations.len();
                if !is_last && repeats_last(&attributes) {
                    self.emit(Op::CheckAttributes(attributes.clone().into()), at);
                }
            }
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
        self.emit(Op::CheckCollected { type_ref, exported }, at);
        let attributes = self.attributes(operations);
        // the first resource that is found refuses repeated names
        for attribute in &attributes {
            if matches!(attribute.operator, AttributeOperator::Splat) {
                self.emit(Op::CheckAttribute(attribute.clone()), attribute.at);
            }
        }
        let query = Box::new(self.query(query, exported, at));
        self.emit(
            Op::Collect {
                type_ref,
                exported,
                query,
                attributes: attributes.into(),
            },
            at,
        )
    }

    /// Lowers the type of a resource expression: a name, the name of a type, or an access whose
    /// value is a reference. The name of a type may belong to an alias, which only evaluation finds
    /// out.
    fn resource_type(&mut self, expr: &ast::Expr<'_>) -> Use {
        let operand = self.operand(expr);
        let referred = matches!(expr.kind, ExprKind::Access { .. } | ExprKind::TypeName(_));
        if !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Reserved { .. }) {
            self.emit(Op::CheckResourceType { operand, referred }, expr.at);
        }
        operand
    }

    /// Lowers a resource defaults expression. Its type is refused before its attributes are
    /// evaluated.
    pub(super) fn resource_defaults(
        &mut self,
        type_ref: &ast::Expr<'_>,
        operations: &[ast::AttributeOperation<'_>],
        at: u32,
    ) -> Temp {
        let operand = self.operand(type_ref);
        if !operations.iter().all(|a| a.value.is_literal()) {
            let referred = match type_ref.kind {
                ExprKind::TypeName(name) => !matches!(canonical(name), "Class" | "Resource"),
                _ => true,
            };
            self.emit(Op::CheckResourceType { operand, referred }, type_ref.at);
        }
        let attributes = self.attributes(operations).into();
        self.emit(
            Op::ResourceDefaults {
                type_ref: operand,
                attributes,
            },
            at,
        )
    }

    /// Lowers a query. `at` is the collector's offset.
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
            } => {
                let name = self.query_operand(left, exported, at);
                let value = self.query_operand(right, exported, at);
                let negated = op == BinaryOp::NotEqual;
                let is_text = matches!(right.kind, ExprKind::String(_) | ExprKind::Name(_));
                let is_other = matches!(left.kind, ExprKind::Name(name) if name != "tag");
                if !negated && !is_text && !is_other {
                    self.emit(
                        Op::CheckTag {
                            name,
                            value,
                            exported,
                        },
                        at,
                    );
                }
                Query::Compare {
                    name,
                    value,
                    negated,
                }
            }
            _ => Query::Value(self.query_operand(expr, exported, at)),
        }
    }

    fn query_operand(&mut self, expr: &ast::Expr<'_>, exported: bool, at: u32) -> Use {
        if let ExprKind::Paren(inner) = expr.kind {
            return self.query_operand(inner, exported, at);
        }
        if is_query(expr) {
            // a query is neither an attribute nor the name of one
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

/// The number of bodies of one expression up to which each title is compared with the previous
/// ones. With more bodies only the expression itself finds duplicates.
const BODIES_COMPARED_MAX: usize = 64;

/// Returns true if all titles are literal texts that are legal and distinct.
fn are_plain(bodies: &[ast::ResourceBody<'_>]) -> bool {
    let mut seen: Set<&str> = Set::default();
    bodies.iter().all(|body| match body.title.kind {
        ExprKind::String(title) | ExprKind::Name(title) => !title.is_empty() && seen.insert(title),
        _ => false,
    })
}

/// Returns true if the last attribute may have the name of an earlier one.
fn repeats_last(attributes: &[Attribute]) -> bool {
    let Some((last, others)) = attributes.split_last() else {
        return false;
    };
    let is_splat = |attribute: &Attribute| matches!(attribute.operator, AttributeOperator::Splat);
    let name = |attribute: &Attribute| match &attribute.operator {
        AttributeOperator::Set(name) | AttributeOperator::Append(name) => Some(*name),
        AttributeOperator::Splat => None,
    };
    !others.is_empty()
        && (is_splat(last)
            || others
                .iter()
                .any(|other| is_splat(other) || name(other) == name(last)))
}

/// Returns true if the value of an attribute may be one that attributes cannot have: an iterator,
/// or a type that names no resource.
fn may_be_unfit(value: &ast::Expr<'_>) -> bool {
    match value.kind {
        ExprKind::Undef
        | ExprKind::Default
        | ExprKind::Boolean(_)
        | ExprKind::Integer { .. }
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Concat(_)
        | ExprKind::Heredoc { .. }
        | ExprKind::Name(_) => false,
        ExprKind::Binary { op, .. } => {
            matches!(op, BinaryOp::Plus | BinaryOp::Minus | BinaryOp::LeftShift)
        }
        ExprKind::Array(items) => items.iter().any(may_be_unfit),
        _ => true,
    }
}

/// Returns true if an operand is a query itself.
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

/// Returns Puppet's name for a construct that cannot be an operand in a query.
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
