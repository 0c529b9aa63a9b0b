//! Finds the syntax of compiled files by the offsets that the compilation has recorded. A file is
//! parsed once, when part of it is first needed.

use std::cell::RefCell;
use std::sync::Arc;

use bumpalo::Bump;
use frontend::ast::{
    AttributeOperation, AttributeOperator, DefinitionKind, Expr, ExprKind, Lambda, Program,
};
use frontend::name::Map;
use frontend::visit::children;
use frontend::{Source, parser};
use runtime::error::Place;

/// The path from the root of a file to one of its expressions, including both.
pub(super) type ExprPath<'a> = Vec<&'a Expr<'a>>;

/// A file and its syntax tree.
#[derive(Clone, Copy)]
pub(super) struct Parsed<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) root: &'a Expr<'a>,
}

impl<'a> Parsed<'a> {
    /// Returns the text of an expression on one line, truncated if it is long.
    pub(super) fn text(&self, expr: &Expr<'_>) -> String {
        let span = expr.span.start as usize..expr.span.end as usize;
        one_line(self.source.text.get(span).unwrap_or_default())
    }

    /// Returns the path to the first expression, outermost first, that `is` accepts; expressions
    /// around the offset are preferred.
    pub(super) fn find(&self, at: u32, is: &dyn Fn(&Expr<'a>) -> bool) -> Option<ExprPath<'a>> {
        let mut way = Vec::new();
        // the content of a heredoc lies outside of the span of its expression
        let found =
            descend(self.root, Some(at), is, &mut way) || descend(self.root, None, is, &mut way);
        found.then_some(way)
    }

    /// Returns the paths to all expressions that `is` accepts.
    pub(super) fn all(&self, is: &dyn Fn(&Expr<'a>) -> bool) -> Vec<ExprPath<'a>> {
        let mut found = Vec::new();
        gather(self.root, is, &|_| true, &mut Vec::new(), &mut found);
        found
    }
}

/// The maximum number of characters of an expression that are shown.
const SHOWN_MAX: usize = 72;

/// Puts a text on one line, truncated if it is long.
pub(super) fn one_line(text: &str) -> String {
    let text: Vec<&str> = text.split_whitespace().collect();
    let text = text.join(" ");
    match text.char_indices().nth(SHOWN_MAX) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

/// The parsed files of one answer.
pub(super) struct Syntax<'a> {
    arena: &'a Bump,
    files: RefCell<Map<*const Source, Option<Parsed<'a>>>>,
}

impl<'a> Syntax<'a> {
    pub(super) fn new(arena: &'a Bump) -> Syntax<'a> {
        Syntax {
            arena,
            files: RefCell::default(),
        }
    }

    /// Returns the syntax tree of a source; `None` if it cannot be parsed. `keep` extends the
    /// source's lifetime to that of the trees.
    pub(super) fn parsed(
        &self,
        source: &Arc<Source>,
        keep: impl FnOnce(Arc<Source>) -> &'a Arc<Source>,
    ) -> Option<Parsed<'a>> {
        let key = Arc::as_ptr(source);
        if let Some(known) = self.files.borrow().get(&key) {
            return *known;
        }
        let source = keep(source.clone());
        let program: Option<Program<'a>> = parser::parse(self.arena, source).ok();
        let parsed = program.map(|program| Parsed {
            source,
            root: program.body,
        });
        self.files.borrow_mut().insert(key, parsed);
        parsed
    }
}

/// Descends to the first expression that `is` accepts; `way` then holds the path to it.
fn descend<'a>(
    expr: &'a Expr<'a>,
    at: Option<u32>,
    is: &dyn Fn(&Expr<'a>) -> bool,
    way: &mut ExprPath<'a>,
) -> bool {
    // statements of a program may lie outside of the span of the block around them
    let holds = |at: u32| expr.span.start <= at && at <= expr.span.end;
    if !matches!(expr.kind, ExprKind::Block(_)) && !at.is_none_or(holds) {
        return false;
    }
    way.push(expr);
    if is(expr) {
        return true;
    }
    let mut found = false;
    children(expr, &mut |child| {
        found = found || descend(child, at, is, way);
    });
    if !found {
        way.pop();
    }
    found
}

/// Collects the paths to all expressions that `is` accepts; does not descend into those that
/// `enters` rejects.
pub(super) fn gather<'a>(
    expr: &'a Expr<'a>,
    is: &dyn Fn(&Expr<'a>) -> bool,
    enters: &dyn Fn(&Expr<'a>) -> bool,
    way: &mut ExprPath<'a>,
    found: &mut Vec<ExprPath<'a>>,
) {
    way.push(expr);
    if is(expr) {
        found.push(way.clone());
    }
    if enters(expr) {
        children(expr, &mut |child| gather(child, is, enters, way, found));
    }
    way.pop();
}

/// The place of an attribute in the syntax.
#[derive(Clone)]
pub(super) struct WrittenAttribute<'a> {
    /// The path to the expression of the value.
    pub(super) way: ExprPath<'a>,
    /// True if it is given by `* => hash`.
    pub(super) is_splat: bool,
    /// True if it belongs to a `default:` body.
    pub(super) is_default_body: bool,
}

/// Finds the attribute operation at an offset.
pub(super) fn operation<'a>(parsed: &Parsed<'a>, at: u32) -> Option<WrittenAttribute<'a>> {
    let mut way = parsed.find(at, &|expr| of_expr(expr).any(|(one, _)| one.at == at))?;
    let expr = *way.last()?;
    let (operation, is_default_body) = of_expr(expr).find(|(one, _)| one.at == at)?;
    way.push(&operation.value);
    Some(WrittenAttribute {
        way,
        is_splat: operation.operator == AttributeOperator::Splat,
        is_default_body,
    })
}

/// Iterates over the attribute operations of an expression, each with whether it belongs to a
/// `default:` body.
fn of_expr<'a>(
    expr: &Expr<'a>,
) -> impl Iterator<Item = (&'a AttributeOperation<'a>, bool)> + use<'a> {
    let (bodies, operations): (&[_], &[_]) = match expr.kind {
        ExprKind::Resource { bodies, .. } => (bodies, &[]),
        ExprKind::ResourceDefaults { operations, .. }
        | ExprKind::ResourceOverride { operations, .. }
        | ExprKind::Collect { operations, .. } => (&[], operations),
        _ => (&[], &[]),
    };
    let of_bodies = bodies
        .iter()
        .flat_map(|body: &frontend::ast::ResourceBody<'a>| {
            let is_default = matches!(body.title.kind, ExprKind::Default);
            body.operations.iter().map(move |one| (one, is_default))
        });
    of_bodies.chain(operations.iter().map(|one| (one, false)))
}

/// Returns the path to the call at a place.
pub(super) fn call<'a>(parsed: &Parsed<'a>, place: &Place) -> Option<ExprPath<'a>> {
    parsed.find(place.offset, &|expr| {
        let is_call = matches!(
            expr.kind,
            ExprKind::Call { .. } | ExprKind::MethodCall { .. }
        );
        is_call && expr.at == place.offset
    })
}

/// Returns true if an expression defines a function.
pub(super) fn is_function(expr: &Expr<'_>) -> bool {
    match expr.kind {
        ExprKind::Definition(definition) => definition.kind == DefinitionKind::Function,
        _ => false,
    }
}

/// Returns the name of the function that a call names.
pub(super) fn called<'a>(expr: &Expr<'a>) -> Option<&'a str> {
    let (ExprKind::Call { functor, .. } | ExprKind::MethodCall { functor, .. }) = expr.kind else {
        return None;
    };
    match functor.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Reserved { word, .. } => Some(word),
        _ => None,
    }
}

/// Returns the arguments of a call; for a method call, the receiver comes first.
pub(super) fn arguments<'a>(expr: &Expr<'a>) -> Vec<&'a Expr<'a>> {
    match expr.kind {
        ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        ExprKind::MethodCall {
            receiver,
            arguments,
            ..
        } => std::iter::once(receiver).chain(arguments).collect(),
        _ => Vec::new(),
    }
}

/// Returns the lambda of a call.
pub(super) fn lambda<'a>(expr: &Expr<'a>) -> Option<&'a Lambda<'a>> {
    match expr.kind {
        ExprKind::Call { lambda, .. } | ExprKind::MethodCall { lambda, .. } => lambda,
        _ => None,
    }
}

/// Returns the text of a literal text or name.
pub(super) fn literal<'a>(expr: &Expr<'a>) -> Option<&'a str> {
    match expr.kind {
        ExprKind::String(text) | ExprKind::Name(text) => Some(text),
        ExprKind::Paren(inner) => literal(inner),
        _ => None,
    }
}

/// Returns true if an expression is a literal, which reads no variable and calls nothing.
pub(super) fn is_literal(expr: &Expr<'_>) -> bool {
    let mut plain = !matches!(
        expr.kind,
        ExprKind::Variable(_) | ExprKind::Call { .. } | ExprKind::MethodCall { .. }
    );
    children(expr, &mut |child| plain = plain && is_literal(child));
    plain
}
