//! Finds the attribute in the source that an error about a resource is about.

use bumpalo::Bump;
use frontend::ast::{AttributeOperator, Expr, ExprKind, ResourceBody};
use frontend::visit::children;
use frontend::{Span, parser};
use runtime::error::Place;

/// Returns the span of an attribute, `name => value`, in the resource expression at a place.
///
/// Returns `None` if it stands elsewhere, as in an override, or at several places.
pub(super) fn find(place: &Place, name: &str) -> Option<Span> {
    let arena = Bump::new();
    let options = parser::Options::default();
    let program = parser::parse_with(&arena, &place.source, options, &mut Vec::new()).ok()?;
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
