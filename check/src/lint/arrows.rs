//! Checks whether the arrows of attributes are aligned.

use frontend::Span;

use frontend::ast::ExprKind;

use super::resources::each;
use super::tokens::{Kind, Token};
use super::{Edit, Input};

/// An attribute at the beginning of a line.
struct Attribute {
    name: Token,
    arrow: Token,
}

pub(super) fn alignment(input: &mut Input<'_, '_>) {
    // the outermost resources, in the order of the text
    let mut resources: Vec<Span> = Vec::new();
    each(input.program.body, &mut |expr| {
        let is_outer = resources
            .last()
            .is_none_or(|last| last.end <= expr.span.start);
        if is_outer && matches!(expr.kind, ExprKind::Resource { .. }) {
            resources.push(expr.span);
        }
    });
    // hashes and selectors outside of resources are not checked
    let is_inside = |one: &Attribute| {
        let at = one.arrow.span.start;
        let before = resources.partition_point(|span| span.start <= at);
        before > 0 && at < resources[before - 1].end
    };
    let blocks = blocks(input);
    for block in blocks.iter().filter(|block| block.iter().all(is_inside)) {
        align(input, block);
    }
}

/// Returns the attributes of each block in braces, without those of inner blocks.
fn blocks(input: &Input<'_, '_>) -> Vec<Vec<Attribute>> {
    let tokens = input.tokens;
    let mut open: Vec<Vec<Attribute>> = vec![Vec::new()];
    let mut done = Vec::new();
    for (at, &token) in tokens.list.iter().enumerate() {
        match token.kind {
            Kind::LBrace | Kind::InterpolationStart => open.push(Vec::new()),
            Kind::RBrace | Kind::InterpolationEnd if open.len() > 1 => done.extend(open.pop()),
            Kind::FatArrow => {
                let Some(before) = tokens.code_before(at) else {
                    continue;
                };
                let name = tokens.list[before];
                if let Some(attributes) = open.last_mut() {
                    attributes.push(Attribute { name, arrow: token });
                }
            }
            // the next body of a resource is aligned separately
            Kind::Code if tokens.text(token) == ";" => {
                if let Some(attributes) = open.last_mut() {
                    done.push(std::mem::take(attributes));
                }
            }
            _ => {}
        }
    }
    done.extend(open);
    done
}

fn align(input: &mut Input<'_, '_>, block: &[Attribute]) {
    let source = input.source;
    let position = |offset: u32| source.position(offset);
    let mut lines: Vec<u32> = block
        .iter()
        .map(|one| position(one.arrow.span.start).line)
        .collect();
    lines.dedup();
    // if a line has several attributes, there is nothing to align
    if lines.len() < 2 || lines.len() < block.len() {
        return;
    }
    let end = |one: &Attribute| position(one.name.span.end).column;
    let expected = block.iter().map(end).max().unwrap_or_default() + 1;
    for one in block {
        let found = position(one.arrow.span.start).column;
        let is_same_line = position(one.name.span.end).line == position(one.arrow.span.start).line;
        if found == expected || !is_same_line {
            continue;
        }
        let blanks = expected.saturating_sub(end(one)) as usize;
        let edit = Edit {
            span: Span {
                start: one.name.span.end,
                end: one.arrow.span.start,
            },
            text: " ".repeat(blanks),
        };
        let message = format!(
            "indentation of => is not properly aligned (expected in column {expected}, but found it in column {found})"
        );
        input.warn(message, one.arrow.span, vec![edit]);
    }
}
