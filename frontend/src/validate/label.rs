//! Owns Puppet's names for constructs in its messages: `Host Class Definition`, `'if' statement`.

use std::borrow::Cow;
use std::fmt;

use crate::ast::{AssignmentOp, DefinitionKind, Expr, ExprKind, RelationshipOp, UnaryOp};

/// Returns Puppet's name of the construct, without an article.
pub(super) fn label(expr: &Expr) -> Cow<'static, str> {
    let text = match expr.kind {
        ExprKind::Heredoc { syntax, .. } => return format!("'@({syntax})' expression").into(),
        ExprKind::Reserved { word, .. } => return format!("Reserved Word '{word}'").into(),
        ExprKind::Binary { op, .. } => return format!("'{}' expression", op.text()).into(),
        ExprKind::Collect { exported, .. } => query_label(exported),
        ExprKind::Definition(definition) => definition_label(definition.kind),
        ExprKind::Nop => "Nop Expression",
        ExprKind::Undef => "'undef' expression",
        ExprKind::Default => "'default' expression",
        ExprKind::Boolean(_) => "Boolean",
        ExprKind::Integer { .. } | ExprKind::BigInteger { .. } => "Literal Integer",
        ExprKind::Float(_) => "Literal Float",
        ExprKind::String(_) => "String",
        ExprKind::Concat(_) => "Double Quoted String",
        ExprKind::Regexp(_) => "Regular Expression",
        ExprKind::Name(_) => "Name",
        ExprKind::TypeName(_) => "Type-Name",
        ExprKind::Variable(_) => "Variable",
        ExprKind::Array(_) => "Array Expression",
        ExprKind::Hash(_) => "Hash Expression",
        ExprKind::Dense(dense) if dense.is_hash() => "Hash Expression",
        ExprKind::Dense(_) => "Array Expression",
        ExprKind::Access { .. } => "'[]' expression",
        ExprKind::NamedAccess { .. } => "'.' expression",
        ExprKind::Unary { op, .. } => match op {
            UnaryOp::Minus => "Unary Minus",
            UnaryOp::Not => "'not' expression",
            UnaryOp::Unfold => "Unfold",
        },
        ExprKind::Paren(_) => "Parenthesized Expression",
        ExprKind::Assignment { op, .. } => match op {
            AssignmentOp::Assign => "'=' expression",
            AssignmentOp::Append => "'+=' expression",
            AssignmentOp::Delete => "'-=' expression",
        },
        ExprKind::Relationship { op, .. } => match op {
            RelationshipOp::Before => "'->' expression",
            RelationshipOp::Notify => "'~>' expression",
            RelationshipOp::Require => "'<-' expression",
            RelationshipOp::Subscribe => "'<~' expression",
        },
        ExprKind::Block(_) => "Block Expression",
        ExprKind::Call { .. } => "Function Call",
        ExprKind::Apply { .. } => "'apply' expression",
        ExprKind::MethodCall { .. } => "Method call",
        ExprKind::Lambda(_) => "Lambda",
        ExprKind::If { unless: false, .. } => "'if' statement",
        ExprKind::If { unless: true, .. } => "'unless' Statement",
        ExprKind::Case { .. } => "'case' statement",
        ExprKind::Selector { .. } => "Selector Expression",
        ExprKind::Resource { .. } => "Resource Statement",
        ExprKind::ResourceDefaults { .. } => "Resource Defaults Expression",
        ExprKind::ResourceOverride { .. } => "Resource Override",
        ExprKind::Node { .. } => "Node Definition",
        ExprKind::TypeAlias { .. } => "Type Alias",
        ExprKind::TypeMapping { .. } => "Type Mapping",
        ExprKind::TypeDefinition { .. } => "Type Definition",
        ExprKind::Epp { .. } => "Epp Template",
        ExprKind::RenderString(_) => "Epp Text",
        ExprKind::Render(_) => "Epp Interpolated Expression",
    };
    text.into()
}

/// Returns Puppet's name of a kind of definition.
pub(super) fn definition_label(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Class => "Host Class Definition",
        DefinitionKind::Define => "'define' expression",
        DefinitionKind::Function => "Function Definition",
        DefinitionKind::Plan => "Plan Definition",
    }
}

/// Returns Puppet's name of a collector and its query.
pub(super) fn query_label(exported: bool) -> &'static str {
    match exported {
        false => "Virtual Query",
        true => "Exported Query",
    }
}

/// A label with the article `a` or `an` before it.
pub(super) struct WithArticle<'l> {
    label: &'l str,
    capital: bool,
}

/// Returns the label with an article: `a Name`, `an 'if' statement`.
pub(super) fn a_an(label: &str) -> WithArticle<'_> {
    WithArticle {
        label,
        capital: false,
    }
}

/// Returns the label with a capitalized article: `A Name`, `An 'if' statement`.
pub(super) fn capital_a_an(label: &str) -> WithArticle<'_> {
    WithArticle {
        label,
        capital: true,
    }
}

impl fmt::Display for WithArticle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.label.trim_start_matches('\'').bytes().next();
        let vowel = first.is_some_and(|b| b"aeiouAEIOU".contains(&b));
        let article = match (self.capital, vowel) {
            (false, false) => "a",
            (false, true) => "an",
            (true, false) => "A",
            (true, true) => "An",
        };
        write!(f, "{article} {}", self.label)
    }
}
