//! Owns the state of one explanation, and the queries that all its parts use.

use std::cell::{Cell, Ref, RefCell};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use bumpalo::Bump;
use frontend::Source;
use frontend::ast::{Expr, ExprKind};
use frontend::name::Map;
use runtime::error::Place;
use runtime::scope::{ScopeId, ScopeKind};
use runtime::{Cx, Value, nested_values, text};

use super::report::{Answer, Site};
use super::syntax::{ExprPath, Parsed, Syntax, one_line};
use super::{NodeInputs, Question};
use crate::compiler::definition_index::DefinitionIndex;
use crate::compiler::record::{Calls, Record};
use crate::compiler::resource::{MAIN, ResourceId};
use crate::compiler::{Compiler, Contents};
use crate::data::key_lines::line_of;
use crate::lookup::LookedUp;

/// The inputs and the state of an explanation.
pub(super) struct Tracer<'t, 'h> {
    pub(super) compiler: &'t Compiler<'h>,
    pub(super) cx: &'t Cx<'h>,
    pub(super) contents: Ref<'t, Contents<'h>>,
    pub(super) definitions: Ref<'t, DefinitionIndex<'h>>,
    pub(super) record: Ref<'t, Record<'h>>,
    pub(super) lookups: Vec<LookedUp>,
    pub(super) inputs: &'t NodeInputs,
    syntax: Syntax<'t>,
    /// The texts of the data files that have been read.
    data: RefCell<Map<String, Option<Arc<str>>>>,
    /// True if the current subject is a secret, of which only places are shown.
    pub(super) hides: Cell<bool>,
    /// The subjects that are being traced, outermost first; a subject is not traced through itself.
    pub(super) open: RefCell<Vec<String>>,
}

/// An expression in the scope in which it was evaluated.
#[derive(Clone)]
pub(super) struct CodeLocation<'t> {
    pub(super) parsed: Parsed<'t>,
    /// The path from the root of the file to the expression.
    pub(super) way: ExprPath<'t>,
    pub(super) scope: ScopeId,
    /// The calls that were running.
    pub(super) calls: Calls,
}

impl<'t> CodeLocation<'t> {
    pub(super) fn expr(&self) -> &'t Expr<'t> {
        self.way[self.way.len() - 1]
    }

    /// Returns the same place with an expression directly inside the current one.
    pub(super) fn inner(&self, expr: &'t Expr<'t>) -> CodeLocation<'t> {
        let mut inner = self.clone();
        inner.way.push(expr);
        inner
    }

    pub(super) fn place(&self, offset: u32) -> Place {
        Place {
            source: self.parsed.source.clone(),
            offset,
        }
    }
}

impl<'t, 'h> Tracer<'t, 'h> {
    pub(super) fn new(
        compiler: &'t Compiler<'h>,
        cx: &'t Cx<'h>,
        record: Ref<'t, Record<'h>>,
        inputs: &'t NodeInputs,
        arena: &'t Bump,
    ) -> Tracer<'t, 'h> {
        Tracer {
            contents: compiler.contents.borrow(),
            definitions: compiler.definitions.borrow(),
            lookups: compiler.lookup.noted(),
            syntax: Syntax::new(arena),
            data: RefCell::default(),
            hides: Cell::new(false),
            open: RefCell::default(),
            compiler,
            cx,
            record,
            inputs,
        }
    }

    pub(super) fn answer(&self, question: &Question) -> Answer {
        match question {
            Question::Resource {
                type_name,
                title,
                attributes,
            } => self.resource(type_name, title, attributes),
            Question::Order {
                source,
                target,
                notifies,
            } => self.order(source, target, *notifies),
            Question::List => Answer::List(self.list()),
        }
    }

    /// Returns the syntax tree of a source.
    pub(super) fn parsed(&self, source: &Arc<Source>) -> Option<Parsed<'t>> {
        let heap = self.compiler.heap;
        self.syntax
            .parsed(source, |source| heap.keep(Arc::new(source)))
    }

    /// Converts a place to the form that users see.
    pub(super) fn site(&self, place: &Place) -> Site {
        let position = place.source.position(place.offset);
        let text = match self.hides.get() {
            true => String::new(),
            false => place.source.line_text(position.line).to_owned(),
        };
        Site {
            file: place.source.path.as_deref().map(str::to_owned),
            line: position.line,
            column: position.column,
            text,
        }
    }

    /// Returns the site of a file as a whole.
    pub(super) fn file_site(&self, file: &str) -> Site {
        Site {
            file: Some(file.to_owned()),
            line: 0,
            column: 0,
            text: String::new(),
        }
    }

    /// Returns the line of a key in a data file, or only the file if the key is not found.
    pub(super) fn data_site(&self, file: &str, path: &[&str]) -> Site {
        let mut data = self.data.borrow_mut();
        let text = data.entry(file.to_owned()).or_insert_with(|| {
            let is_file = Path::new(file).is_file();
            let read = is_file.then(|| fs::read(file).ok()).flatten();
            read.map(|bytes| Arc::from(String::from_utf8_lossy(&bytes)))
        });
        let line = text
            .as_ref()
            .and_then(|text| line_of(text.as_bytes(), path));
        let shown = text.as_ref().zip(line).filter(|_| !self.hides.get());
        let shown = shown.and_then(|(text, line)| text.lines().nth(line as usize - 1));
        Site {
            line: line.unwrap_or_default(),
            text: shown.unwrap_or_default().to_owned(),
            ..self.file_site(file)
        }
    }

    /// Describes the owner of a scope for users.
    pub(super) fn scope_text(&self, scope: ScopeId) -> String {
        match self.cx.scopes[scope.0 as usize].kind {
            ScopeKind::Top => "the main manifest".to_owned(),
            ScopeKind::Node(name) => self.node_text(name),
            ScopeKind::Class(_) | ScopeKind::Define(..) => {
                self.reference(ResourceId(self.cx.scopes[scope.0 as usize].resource))
            }
        }
    }

    /// Describes a resource for users.
    pub(super) fn reference(&self, id: ResourceId) -> String {
        match id == MAIN {
            true => "the main manifest".to_owned(),
            false => self.contents.resources.reference(id),
        }
    }

    /// Returns the text of a node definition: `node /^web/`.
    pub(super) fn node_text(&self, name: &str) -> String {
        let written = self.node_definition(name).and_then(|(parsed, way)| {
            let ExprKind::Node { matches, .. } = way.last()?.kind else {
                return None;
            };
            let matches: Vec<String> = matches.iter().map(|one| parsed.text(one)).collect();
            Some(format!("node {}", one_line(&matches.join(", "))))
        });
        written.unwrap_or_else(|| format!("node {name}"))
    }

    /// Finds a node definition by its name in the catalog.
    pub(super) fn node_definition(&self, name: &str) -> Option<(Parsed<'t>, ExprPath<'t>)> {
        let definition = self.definitions.node_named(name)?;
        let parsed = self.parsed(definition.body.source)?;
        let at = definition.body.mir.at;
        let way = parsed.find(at, &|expr| {
            let holds = expr.span.start <= at && at <= expr.span.end;
            matches!(expr.kind, ExprKind::Node { .. }) && holds
        })?;
        Some((parsed, way))
    }

    /// Returns a value in Puppet syntax on one line; `None` if it contains a secret.
    pub(super) fn shown(&self, value: Value<'h>) -> Option<String> {
        let is_secret = |value| matches!(value, Value::Sensitive(_));
        match nested_values::any(value, is_secret) {
            true => None,
            false => Some(cut(&text::program(value))),
        }
    }
}

/// The maximum number of characters of a value that are shown.
const VALUE_MAX: usize = 200;

/// Truncates a text that is long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(VALUE_MAX) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
