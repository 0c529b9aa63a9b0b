//! Finds the attribute in the source to which an error about a resource refers.

use bumpalo::Bump;
use frontend::ast::{AttributeOperation, AttributeOperator, Expr, ExprKind, ResourceBody};
use frontend::visit::children;
use frontend::{Span, parser};
use runtime::error::Place;

/// Returns the span of an attribute, `name => value`: the attribute at the place itself, otherwise
/// the attribute of that name in the resource expression at the place.
///
/// Returns `None` if the expression has the attribute several times or not at all.
pub(super) fn find(place: &Place, name: &str) -> Option<Span> {
    let arena = Bump::new();
    let options = parser::Options::default();
    let program = parser::parse_with(&arena, &place.source, options, &mut Vec::new()).ok()?;
    if let Some(span) = attribute_at(program.body, place.offset) {
        return Some(span);
    }
    let bodies = bodies_at(program.body, place.offset)?;
    let at_place = bodies
        .iter()
        .filter(|body| holds(body.title.span, place.offset));
    let mut found: Vec<Span> = at_place.flat_map(|body| spans(body, name)).collect();
    if found.is_empty() {
        found = bodies.iter().flat_map(|body| spans(body, name)).collect();
    }
    match found[..] {
        [span] => Some(span),
        _ => None,
    }
}

/// Returns the span of the attribute that Puppet reports at an offset, in any expression that sets
/// attributes.
fn attribute_at<'a>(expr: &'a Expr<'a>, offset: u32) -> Option<Span> {
    let of_bodies = |bodies: &[ResourceBody<'_>]| {
        let mut bodies = bodies.iter();
        bodies.find_map(|body| operation_at(body.operations, offset))
    };
    let own = match expr.kind {
        ExprKind::Resource { bodies, .. } => of_bodies(bodies),
        ExprKind::ResourceDefaults { operations, .. }
        | ExprKind::ResourceOverride { operations, .. }
        | ExprKind::Collect { operations, .. } => operation_at(operations, offset),
        _ => None,
    };
    let mut found = own;
    children(expr, &mut |child| {
        found = found.or_else(|| attribute_at(child, offset));
    });
    found
}

fn operation_at(operations: &[AttributeOperation<'_>], offset: u32) -> Option<Span> {
    let found = operations.iter().find(|one| one.at == offset)?;
    Some(found.span.to(found.value.span))
}

/// Returns the bodies of the innermost resource expression around an offset.
fn bodies_at<'a>(expr: &'a Expr<'a>, offset: u32) -> Option<&'a [ResourceBody<'a>]> {
    let mut inner = None;
    children(expr, &mut |child| {
        inner = inner.take().or_else(|| bodies_at(child, offset));
    });
    match expr.kind {
        ExprKind::Resource { bodies, .. } if holds(expr.span, offset) => inner.or(Some(bodies)),
        _ => inner,
    }
}

fn holds(span: Span, offset: u32) -> bool {
    (span.start..span.end).contains(&offset)
}

fn spans(body: &ResourceBody<'_>, name: &str) -> Vec<Span> {
    let named = body.operations.iter().filter(|one| {
        let (AttributeOperator::Set(own) | AttributeOperator::Append(own)) = one.operator else {
            return false;
        };
        own == name
    });
    let spans = named.map(|one| one.span.to(one.value.span));
    spans.collect()
}
