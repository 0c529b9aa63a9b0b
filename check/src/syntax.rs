//! Checks the syntax of one manifest or template, and runs the static checks.

use bumpalo::Bump;
use catalog::compiler::definition_index;
use catalog::core_types::is_metaparameter;
use frontend::ast::{DefinitionKind, ExprKind, Program};
use frontend::issue::{Located, Severity};
use frontend::validate::{Options, validate};
use frontend::{Diagnostic, Issue, Source, parser};

/// The number of syntax errors in a file after which its check stops.
const PARTS_MAX: usize = 50;

/// The issue of a parameter with the name of a metaparameter. Puppet has no code for it.
pub const METAPARAMETER: Issue = Issue("METAPARAMETER");

/// Returns the errors and warnings of a source, and whether it could not be parsed. With `all`, the
/// check continues after a syntax error; otherwise the syntax error is the last finding.
pub fn check_source(
    source: &Source,
    epp: bool,
    options: &Options,
    all: bool,
) -> (bool, Vec<Diagnostic>) {
    let syntax = parser::Options {
        epp,
        tasks: options.tasks,
        tree_only: false,
        dense: false,
    };
    let mut found = Vec::new();
    let Some(error) = check_text(source, syntax, options, &mut found) else {
        return (false, found);
    };
    if !all || epp || !error.has_line() {
        found.push(error);
        return (true, found);
    }
    found.clear();
    check_parts(source, syntax, options, &mut found);
    (true, found)
}

/// Appends the findings in a text, or returns the syntax error if it cannot be parsed.
fn check_text(
    source: &Source,
    syntax: parser::Options,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) -> Option<Diagnostic> {
    let arena = Bump::new();
    match parser::parse_with(&arena, source, syntax, found) {
        Ok(program) => {
            check_program(&program, source, options, found);
            None
        }
        Err(error) => Some(error),
    }
}

/// Appends the findings in a text that was parsed.
pub fn check_program(
    program: &Program<'_>,
    source: &Source,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) {
    let faults = validate(program, source, options);
    let is_valid = faults.iter().all(|fault| fault.severity != Severity::Error);
    found.extend(faults);
    // Puppet checks them when it loads the definitions, after all other checks
    if is_valid {
        metaparameters(program, found);
    }
}

/// Appends a finding for each parameter of a class or define with the name of a metaparameter. With
/// a default, its value also applies to everything that is contained; without one, it is an error.
fn metaparameters(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let definitions = program
        .definitions
        .iter()
        .filter_map(|expr| match expr.kind {
            ExprKind::Definition(definition) => Some(definition),
            _ => None,
        });
    let of_resources = definitions.filter(|definition| {
        matches!(
            definition.kind,
            DefinitionKind::Class | DefinitionKind::Define
        )
    });
    for definition in of_resources {
        let parameters = definition.parameters.iter();
        for parameter in parameters.filter(|parameter| is_metaparameter(parameter.name)) {
            let (name, owner) = (parameter.name, definition.name);
            let (severity, message) = match parameter.default {
                Some(_) => (
                    Severity::Warning,
                    definition_index::inherited_metaparameter(name, owner),
                ),
                None => (
                    Severity::Error,
                    definition_index::illegal_metaparameter(name, owner),
                ),
            };
            found.push(Diagnostic {
                severity,
                located: Located::Nowhere,
                ..Diagnostic::error(METAPARAMETER, message, parameter.span)
            });
        }
    }
}

/// Checks a text with syntax errors. The check can continue at each definition at the beginning of
/// a line. The text between two such lines is left out if it has an error.
fn check_parts(
    source: &Source,
    syntax: parser::Options,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) {
    let text: &str = &source.text;
    let starts = definition_starts(text);
    let mut from = 0;
    for _ in 0..PARTS_MAX {
        let part = without(source, from, text.len());
        let Some(error) = check_text(&part, syntax, options, found) else {
            return;
        };
        let at = error.span.start as usize;
        let next = starts.partition_point(|&start| start <= at);
        let before = next.checked_sub(1).map_or(from, |i| starts[i]);
        if before > from {
            let earlier = without(source, from, before);
            let error = check_text(&earlier, syntax, options, found);
            found.extend(error);
        }
        let goes_on = error.has_line() && next < starts.len();
        found.push(error);
        if !goes_on {
            return;
        }
        from = starts[next];
    }
}

/// Returns the offsets of lines that begin with a definition.
fn definition_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let word = line.split(|c: char| !c.is_ascii_alphanumeric()).next();
        if matches!(
            word,
            Some("class" | "define" | "function" | "node" | "plan" | "type")
        ) {
            starts.push(at);
        }
        at += line.len();
    }
    starts
}

/// Replaces the source outside of a range by blanks and line ends, so that all positions stay the
/// same.
fn without(source: &Source, from: usize, to: usize) -> Source {
    let mut text = String::with_capacity(source.text.len());
    let blanks = source.text.as_bytes()[..from].iter();
    text.extend(blanks.map(|&byte| if byte == b'\n' { '\n' } else { ' ' }));
    text.push_str(&source.text[from..to]);
    Source::new(source.path.as_deref(), text)
}
