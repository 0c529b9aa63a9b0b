//! Finds expressions without variables whose evaluation always fails, by evaluating them.
//!
//! Many expressions make one program, with a line of its own for each. Evaluation ends at the first
//! error. Then the expressions before and after the one that failed are evaluated again; if the
//! error has no place, both halves are.

use std::collections::HashMap;
use std::fmt::Write;

use frontend::ast::{Expr, ExprKind, UnaryOp};
use frontend::validate::Strict;
use frontend::visit::children;
use frontend::{Diagnostic, Span};

use crate::code::{finding, probable};
use crate::constants::is_constant;
use crate::evaluate::{error_of, is_limit};
use crate::files::Kind;
use crate::world::World;

/// The number of expressions in a program. If one fails, the others are evaluated again.
const PROGRAM_SIZE: usize = 64;

/// The places that an expression stands at: the unit and the place in its text.
type Places = Vec<(usize, Span)>;

/// Evaluates all expressions without variables with a setting of `strict`. Returns the failures, each
/// with its unit.
pub(super) fn check(world: &World<'_>, strict: Strict) -> Vec<(usize, Diagnostic)> {
    let mut places: HashMap<&str, Places> = HashMap::new();
    for (at, unit, program) in world.asked_programs(&[Kind::Manifest, Kind::Epp]) {
        let text = unit.source.text.as_ref();
        let add = &mut |expr: &Expr<'_>| {
            let span = expr.span;
            if let Some(text) = text.get(span.start as usize..span.end as usize) {
                places.entry(text).or_default().push((at, span));
            }
        };
        collect(world, program.body, add);
    }
    let mut texts: Vec<&str> = places.keys().copied().collect();
    texts.sort_unstable();
    let mut found = Vec::new();
    for (text, error, is_certain) in judged(&texts, strict) {
        let make = if is_certain { finding } else { probable };
        for (unit, span) in &places[text] {
            // the place of the error within the expression is not shown: the expression is short
            found.push((*unit, make("CONSTANT_ERROR", error.clone(), *span)));
        }
    }
    found.sort_by_key(|(unit, diagnostic)| (*unit, diagnostic.span.start));
    found
}

/// Calls `each` with the largest expressions that contain no variables and evaluate something.
fn collect(world: &World<'_>, expr: &Expr<'_>, each: &mut dyn FnMut(&Expr<'_>)) {
    match is_operation(expr) && is_constant(world, expr) {
        true => each(expr),
        false => children(expr, &mut |child| collect(world, child, each)),
    }
}

/// Returns true if the evaluation of an expression does more than to give a literal.
fn is_operation(expr: &Expr<'_>) -> bool {
    match expr.kind {
        ExprKind::Binary { .. }
        | ExprKind::Access { .. }
        | ExprKind::Call { .. }
        | ExprKind::MethodCall { .. } => true,
        // a negative number is a literal, and `!` takes every value
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => !matches!(operand.kind, ExprKind::Integer { .. } | ExprKind::Float(_)),
        _ => false,
    }
}

/// Returns the expressions that fail, with Puppet's messages, and whether the compilation ends there.
/// With `strict=warning` the others only make Puppet log the message.
fn judged<'t>(texts: &[&'t str], strict: Strict) -> Vec<(&'t str, String, bool)> {
    if strict != Strict::Warning {
        let failed = failures(texts, strict).into_iter();
        return failed.map(|(text, error)| (text, error, true)).collect();
    }
    let refused = failures(texts, Strict::Error);
    let texts: Vec<&str> = refused.iter().map(|(text, _)| *text).collect();
    let failed = failures(&texts, Strict::Off);
    let is_certain = |text: &str| failed.iter().any(|(failed, _)| *failed == text);
    let refused = refused.into_iter();
    refused
        .map(|(text, error)| (text, error, is_certain(text)))
        .collect()
}

/// Returns the expressions that fail, with Puppet's messages.
fn failures<'t>(texts: &[&'t str], strict: Strict) -> Vec<(&'t str, String)> {
    let mut found = Vec::new();
    for texts in texts.chunks(PROGRAM_SIZE) {
        add_failures(texts, strict, &mut found);
    }
    found
}

/// Appends the expressions of one program that fail.
fn add_failures<'t>(texts: &[&'t str], strict: Strict, found: &mut Vec<(&'t str, String)>) {
    let mut code = String::new();
    let mut starts = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        starts.push(code.len());
        let _ = writeln!(code, "$c{at} = ({text}\n)");
    }
    let Some(error) = error_of(code, strict) else {
        return;
    };
    match texts {
        [] => {}
        [_] if is_limit(&error) => {}
        [text] => found.push((text, error.message)),
        _ => {
            // an error of a static check comes before the evaluation of any expression, so those
            // before the place may fail too; some errors have no place
            let failed = error.place.as_ref().and_then(|place| {
                let after = starts.partition_point(|start| *start <= place.offset as usize);
                after.checked_sub(1)
            });
            let (from, to) = failed.map_or((texts.len() / 2, texts.len()), |at| (at, at + 1));
            for part in [&texts[..from], &texts[from..to], &texts[to..]] {
                add_failures(part, strict, found);
            }
        }
    }
}
