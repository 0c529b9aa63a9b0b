//! Checks a syntax tree statically: everything Puppet refuses or warns about between parsing and
//! evaluation, in Puppet's words and order.
//!
//! One walk in the order of Puppet's model: each node is checked, then its children are visited.
//! Nothing is allocated for a tree without faults. It knows no values, no scopes and no files
//! (the location rules compare paths as text). Cases: `lang/validation`.

mod definition;
mod hash_keys;
mod heredoc;
mod idem;
mod label;
mod literal;
mod location;
mod names;
mod outcome;
mod resource;
mod walk;

pub use hash_keys::DUPLICATE_KEY;
pub use heredoc::check_heredoc;
pub use outcome::{Limits, Outcome, VALIDATION_FAILED, outcome};

use crate::ast::{Expr, ExprKind, Program};
use crate::issue::{Diagnostic, Issue, Located, Severity};
use crate::source::{Source, Span};

/// Puppet's setting `strict`: the severity of the problems that it governs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strict {
    /// They are not reported.
    Off,
    /// They are warnings.
    Warning,
    /// They are errors.
    #[default]
    Error,
}

/// The settings that the checks depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'o> {
    /// Puppet's setting `strict`.
    pub strict: Strict,
    /// Puppet's setting `tasks`: scripts instead of catalogs.
    pub tasks: bool,
    /// The folders that hold modules. A file in one of them may hold only the definitions that
    /// autoloading looks for in it. Empty for no such check.
    pub module_path: &'o [&'o str],
    /// The absolute path of the main manifest. A file whose path begins with this text may hold any
    /// definition. Empty for none.
    pub main_manifest: &'o str,
}

fn is_main(path: &str, main_manifest: &str) -> bool {
    !main_manifest.is_empty() && path.starts_with(main_manifest)
}

/// Returns all faults of the tree in Puppet's order, which is not the order of the source.
pub fn validate<'a>(program: &Program<'a>, source: &Source, options: &Options) -> Vec<Diagnostic> {
    let location = source
        .path
        .as_deref()
        .filter(|path| !is_main(path, options.main_manifest))
        .and_then(|path| location::Location::of(path, options.module_path));
    let mut validator = Validator {
        strict: options.strict,
        tasks: options.tasks,
        in_apply: false,
        location,
        defaults: Vec::new(),
        stumble: None,
        keys: Default::default(),
        diagnostics: Vec::new(),
    };
    validator.program(program.body);
    match validator.stumble {
        None => validator.diagnostics,
        Some((stumble, span)) => vec![stumble.diagnostic(span)],
    }
}

/// The issue of an error within Puppet's checks themselves. Puppet logs it before it raises it.
pub const CHECKS_FAILED: Issue = Issue("VISITOR_ERROR");

/// A construct on which Puppet's own checks fail instead of reporting a fault.
#[derive(Clone, Copy, Debug)]
enum Stumble {
    /// A splat where a title is missing.
    NoTitle,
    /// `${true}` or `${false}`, which Puppet treats as a variable.
    Truth(bool),
}

impl Stumble {
    /// Returns the error, in the words of the checks or of their platform.
    fn diagnostic(self, span: Span) -> Diagnostic {
        let message = match self {
            Stumble::NoTitle => {
                "Visitor Error: the configured receiver (Puppet::Pops::Validation::Checker4_0) \
                 can't handle instance of: NilClass"
            }
            Stumble::Truth(true) => "undefined method `[]' for true:TrueClass",
            Stumble::Truth(false) => "undefined method `[]' for false:FalseClass",
        };
        Diagnostic {
            located: Located::Nowhere,
            ..Diagnostic::error(CHECKS_FAILED, message, span)
        }
    }
}

/// The place where a definition stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// A statement of the file.
    Top,
    /// A statement of a class body.
    Class,
    /// A statement of another block.
    Block,
    /// Anywhere else.
    Nested,
}

/// A parameter's default value that is being visited.
struct OpenDefault {
    /// The index in the list of faults at which the assignments found in it are inserted.
    at: usize,
    /// Assignments found.
    found: Vec<Diagnostic>,
}

struct Validator<'a> {
    strict: Strict,
    tasks: bool,
    /// True if the code is inside of an `apply`.
    in_apply: bool,
    location: Option<location::Location>,
    /// The parameter defaults around the current expression.
    defaults: Vec<OpenDefault>,
    /// The first construct that Puppet's checks cannot handle.
    stumble: Option<(Stumble, Span)>,
    keys: hash_keys::Seen<'a>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Validator<'a> {
    fn program(&mut self, body: &Expr<'a>) {
        if self.location.is_some() {
            self.top_constructs(body);
        }
        match body.kind {
            ExprKind::Block(statements) => {
                self.block(body, statements);
                for statement in statements {
                    self.visit(statement, Place::Top);
                }
            }
            _ => self.visit(body, Place::Top),
        }
    }

    fn error(&mut self, issue: &'static str, span: Span, message: impl Into<String>) {
        self.report(issue, Severity::Error, span, message);
    }

    fn report(
        &mut self,
        issue: &'static str,
        severity: Severity,
        span: Span,
        message: impl Into<String>,
    ) {
        self.diagnostics.push(Diagnostic {
            severity,
            ..Diagnostic::error(Issue(issue), message, span)
        });
    }
}

/// Returns the place of an expression: from the position that Puppet reports to its end.
fn place(expr: &Expr) -> Span {
    let end = match expr.kind {
        ExprKind::Binary { op_span, .. }
        | ExprKind::Assignment { op_span, .. }
        | ExprKind::Relationship { op_span, .. } => op_span.end,
        _ => expr.span.end,
    };
    span_at(expr.at, end)
}

/// Returns a span from an offset to an end that may not be known exactly.
fn span_at(at: u32, end: u32) -> Span {
    Span {
        start: at,
        end: end.max(at),
    }
}
