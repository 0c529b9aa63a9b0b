//! Checks resources, their titles and attributes, and `case` and node definitions.

use frontend::Span;
use frontend::ast::{
    AttributeOperation, AttributeOperator, Expr, ExprKind, ResourceBody, ResourceForm,
};
use frontend::visit::children;

use super::{Edit, Input};

/// Calls `visit` with each expression of a tree.
pub(super) fn each<'a>(expr: &'a Expr<'a>, visit: &mut dyn FnMut(&'a Expr<'a>)) {
    visit(expr);
    children(expr, &mut |child| each(child, visit));
}

/// Returns all resource bodies, with the names of their types.
fn bodies<'a>(input: &Input<'_, 'a>) -> Vec<(&'a str, &'a ResourceBody<'a>)> {
    let mut found = Vec::new();
    each(input.program.body, &mut |expr| {
        if let ExprKind::Resource {
            type_name, bodies, ..
        } = expr.kind
        {
            let name = match type_name.kind {
                ExprKind::Name(name) => name,
                _ => "",
            };
            found.extend(bodies.iter().map(|body| (name, body)));
        }
    });
    found
}

/// Returns the operation that sets an attribute.
fn attribute<'a>(body: &'a ResourceBody<'a>, wanted: &str) -> Option<&'a AttributeOperation<'a>> {
    body.operations
        .iter()
        .find(|one| one.operator == AttributeOperator::Set(wanted))
}

/// Returns the span of the name of an attribute.
fn name_span(operation: &AttributeOperation<'_>, name: &str) -> Span {
    let start = operation.span.start as usize;
    Span::new(start, start + name.len())
}

pub(super) fn ensure_first(input: &mut Input<'_, '_>) {
    for (_, body) in bodies(input)
        .into_iter()
        .filter(|(name, _)| *name != "class")
    {
        let at = body
            .operations
            .iter()
            .position(|one| one.operator == AttributeOperator::Set("ensure"));
        if let Some(at) = at.filter(|&at| at > 0) {
            let span = name_span(&body.operations[at], "ensure");
            let message = "ensure found on line but it's not the first attribute";
            input.warn(message, span, Vec::new());
        }
    }
}

pub(super) fn symlink_target(input: &mut Input<'_, '_>) {
    for (name, body) in bodies(input) {
        let ensure = attribute(body, "ensure").filter(|_| name == "file");
        let Some(value) = ensure.map(|ensure| ensure.value) else {
            continue;
        };
        if let ExprKind::String(text) = value.kind
            && text.starts_with('/')
        {
            input.warn(
                "symlink target specified in ensure attr",
                value.span,
                Vec::new(),
            );
        }
    }
}

/// Returns true if a mode is certainly valid for `file`: octal with four digits, or symbolic.
fn is_mode(text: &str) -> bool {
    let is_octal = text.len() == 4 && text.bytes().all(|b| (b'0'..=b'7').contains(&b));
    let is_word = text == "undef";
    let is_symbolic = text.split(',').all(|part| {
        let rest = part.trim_start_matches(['u', 'g', 'o', 'a']);
        let mut ops = rest.chars();
        matches!(ops.next(), Some('-' | '+' | '=')) && ops.all(|c| "-+=rstwxXugo".contains(c))
    });
    is_octal || is_word || is_symbolic
}

pub(super) fn file_mode(input: &mut Input<'_, '_>) {
    for (name, body) in bodies(input) {
        let mode = attribute(body, "mode").filter(|_| name == "file");
        let Some(value) = mode.map(|mode| mode.value) else {
            continue;
        };
        let source = input.source.text.clone();
        let written = &source[value.span.start as usize..value.span.end as usize];
        let (text, is_quoted) = match value.kind {
            ExprKind::String(text) => (text, written.starts_with(['\'', '"'])),
            ExprKind::Integer { .. } => (written, false),
            _ => continue,
        };
        if is_mode(text) {
            continue;
        }
        let is_short = text.len() == 3 && text.bytes().all(|b| (b'0'..=b'7').contains(&b));
        let edits = match is_short && is_quoted {
            true => vec![Edit {
                span: value.span,
                text: format!("'0{text}'"),
            }],
            false => Vec::new(),
        };
        let message = "mode should be represented as a 4 digit octal value or symbolic mode";
        input.warn(message, value.span, edits);
    }
}

pub(super) fn unquoted_file_mode(input: &mut Input<'_, '_>) {
    for (name, body) in bodies(input) {
        let mode = attribute(body, "mode").filter(|_| matches!(name, "file" | "concat"));
        let Some(value) = mode.map(|mode| mode.value) else {
            continue;
        };
        let ExprKind::Integer { .. } = value.kind else {
            continue;
        };
        // Puppet does not accept a number as mode
        let written = &input.source.text[value.span.start as usize..value.span.end as usize];
        let edits = vec![Edit {
            span: value.span,
            text: format!("'{written}'"),
        }];
        input.warn("unquoted file mode", value.span, edits);
    }
}

pub(super) fn unquoted_title(input: &mut Input<'_, '_>) {
    let mut found = Vec::new();
    each(input.program.body, &mut |expr| {
        if let ExprKind::Resource {
            form: ResourceForm::Regular | ResourceForm::Virtual | ResourceForm::Exported,
            bodies,
            ..
        } = expr.kind
        {
            let bare = bodies.iter().filter_map(|body| match body.title.kind {
                ExprKind::Name(name) => Some((name, body.title.span)),
                _ => None,
            });
            found.extend(bare);
        }
    });
    for (name, span) in found {
        let edits = vec![Edit {
            span,
            text: format!("'{name}'"),
        }];
        input.warn("unquoted resource title", span, edits);
    }
}

pub(super) fn unquoted_node_name(input: &mut Input<'_, '_>) {
    let mut found = Vec::new();
    each(input.program.body, &mut |expr| {
        if let ExprKind::Node { matches, .. } = expr.kind {
            found.extend(matches.iter().map(|name| name.span));
        }
    });
    for span in found {
        let written = &input.source.text[span.start as usize..span.end as usize];
        if written.starts_with(['\'', '"', '/']) || written == "default" {
            continue;
        }
        let edits = vec![Edit {
            span,
            text: format!("'{written}'"),
        }];
        input.warn("unquoted node name found", span, edits);
    }
}

pub(super) fn selector_inside(input: &mut Input<'_, '_>) {
    for (_, body) in bodies(input) {
        for operation in body.operations {
            let ExprKind::Selector { control, .. } = operation.value.kind else {
                continue;
            };
            let span = Span {
                start: operation.span.start,
                end: control.span.end,
            };
            input.warn("selector inside resource block", span, Vec::new());
        }
    }
}

pub(super) fn case_without_default(input: &mut Input<'_, '_>) {
    let mut found = Vec::new();
    each(input.program.body, &mut |expr| {
        if let ExprKind::Case { options, .. } = expr.kind {
            let mut values = options.iter().flat_map(|option| option.values);
            if !values.any(|value| matches!(value.kind, ExprKind::Default)) {
                found.push(Span::new(
                    expr.span.start as usize,
                    expr.span.start as usize + 4,
                ));
            }
        }
    });
    for span in found {
        input.warn("case statement without a default case", span, Vec::new());
    }
}
