//! Source text to syntax tree: one recursive-descent parser, one function per production.
//!
//! Puppet's parser stops at the first error, so [`parse`] does; [`parse_all_errors`] goes on at the
//! next statement. Warnings of the lexer (unknown escapes) come beside the tree.

use bumpalo::Bump;

use crate::ast::{Expr, ExprKind, Program};
use crate::issue::{Diagnostic, Issue};
use crate::source::{Source, Span};

/// Parses a manifest.
///
/// # Errors
/// The first syntax error, in Puppet's words.
pub fn parse<'a>(arena: &'a Bump, source: &'a Source) -> Result<Program<'a>, Diagnostic> {
    parse_with_warnings(arena, source, &mut Vec::new())
}

/// Parses a template.
///
/// # Errors
/// The first syntax error, in Puppet's words.
pub fn parse_epp<'a>(arena: &'a Bump, source: &'a Source) -> Result<Program<'a>, Diagnostic> {
    parse_epp_with_warnings(arena, source, &mut Vec::new())
}

/// [`parse`], which also appends the warnings found up to the end or up to the error.
///
/// # Errors
/// The first syntax error, in Puppet's words.
pub fn parse_with_warnings<'a>(
    arena: &'a Bump,
    source: &'a Source,
    _warnings: &mut Vec<Diagnostic>,
) -> Result<Program<'a>, Diagnostic> {
    let text = source.text.trim_ascii();
    if !text.is_empty() {
        // the grammar is not here yet
        return Err(Diagnostic::error(
            Issue("SYNTAX_ERROR"),
            format!(
                "Syntax error at '{}'",
                text.chars().take(10).collect::<String>()
            ),
            Span::new(0, 0),
        ));
    }
    let body = arena.alloc(Expr {
        kind: ExprKind::Nop,
        span: Span::new(0, 0),
        at: 0,
    });
    Ok(Program {
        body,
        definitions: &[],
    })
}

/// [`parse_epp`], which also appends the warnings found up to the end or up to the error.
///
/// # Errors
/// The first syntax error, in Puppet's words.
pub fn parse_epp_with_warnings<'a>(
    arena: &'a Bump,
    source: &'a Source,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Program<'a>, Diagnostic> {
    parse_with_warnings(arena, source, warnings)
}
