//! The rules, one file for each subject, and the walk that visits each expression once.

mod branches;
mod calls;
mod cycles;
mod duplicates;
mod erb;
mod facts;
pub mod hiera;
mod metadata;
mod names;
mod resources;
mod shapes;
pub mod signatures;
mod templates;
mod unused;
mod variables;

use std::collections::HashMap;

use frontend::ast::{Definition, DefinitionKind, Expr, ExprKind, Lambda, Parameter};
use frontend::visit::children;
use frontend::{Diagnostic, Severity, Span};

use crate::code::{finding, probable};
use crate::codebase::is_module_name;
use crate::files::Kind;
use crate::shape::Shape;
use crate::types::{Types, Verdict};
use crate::world::{Unit, World, assigned, module_of};
pub use signatures::Signatures;

/// The findings in one unit.
#[derive(Default)]
pub struct Found {
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
    /// Modules that are not there, each with the place that names it.
    pub missing: Vec<(String, Diagnostic)>,
}

/// The findings of one unit that need no other unit's walk.
pub fn check<'a>(world: &World<'a>, signatures: &Signatures<'a>, unit: &'a Unit<'a>) -> Found {
    let mut missing = Vec::new();
    let mut found = match (unit.file.kind, &unit.program) {
        // plans have functions and types of their own
        (Kind::Manifest, _) if unit.file.is_plan() => Vec::new(),
        (Kind::Manifest | Kind::Epp, Some(program)) => {
            let mut walk = Walk {
                world,
                signatures,
                unit,
                types: Types::new(world),
                found: Vec::new(),
                missing: Vec::new(),
                scopes: Vec::new(),
                owner: None,
            };
            walk.file(program.body);
            missing = walk.missing;
            walk.found
        }
        (Kind::Erb, _) => erb::check(unit),
        (Kind::Data, _) => hiera::data::check(world, unit),
        (Kind::HieraConfig, _) => hiera::check_config(world, unit),
        (Kind::Metadata, _) => metadata::check(unit),
        _ => Vec::new(),
    };
    found.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.issue.0));
    found.dedup();
    Found {
        diagnostics: found,
        missing,
    }
}

/// The findings that need all units at once, with the places of their units.
pub fn check_all(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut found = duplicates::check(world);
    found.extend(cycles::check(world));
    found.extend(unused::check(world));
    found
}

/// A place where variables are set.
#[derive(Default)]
struct Scope<'a> {
    /// The variables, and the shapes of those that have a value already.
    variables: HashMap<&'a str, Option<Shape<'a>>>,
    /// Whether variables of the scopes around it can be seen.
    is_open: bool,
}

/// The walk over one file.
struct Walk<'w, 'a> {
    world: &'w World<'a>,
    signatures: &'w Signatures<'a>,
    unit: &'a Unit<'a>,
    types: Types<'w, 'a>,
    found: Vec<Diagnostic>,
    missing: Vec<(String, Diagnostic)>,
    scopes: Vec<Scope<'a>>,
    /// The class, define or function around the expression.
    owner: Option<&'a Definition<'a>>,
}

impl<'a> Walk<'_, 'a> {
    fn find(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.found.push(finding(code, message, span));
    }

    /// A finding with a hint.
    fn find_with(&mut self, diagnostic: Diagnostic, hint: Option<String>) {
        self.found.push(Diagnostic { hint, ..diagnostic });
    }

    /// Looks at code whose mistakes need not make an evaluation fail: all findings are warnings.
    fn as_probable(&mut self, look: impl FnOnce(&mut Self)) {
        let before = self.found.len();
        look(self);
        for diagnostic in &mut self.found[before..] {
            diagnostic.severity = Severity::Warning;
        }
    }

    /// A name that is not known: an error when its module is there. Where a module is missing that
    /// may define it, only a name that is close to a known one is reported, as a probable slip.
    fn unknown(
        &mut self,
        code: &'static str,
        what: &str,
        name: &str,
        span: Span,
        near: Option<&str>,
    ) {
        let Some(codebase) = self.world.codebase else {
            return;
        };
        let name = name.trim_start_matches("::");
        let module = module_of(name).to_ascii_lowercase();
        let is_of_module = name.contains("::") || what == "class";
        let is_absent = match is_of_module {
            // `'apache:mod'` is a slip, and no module that could be installed
            true => {
                !codebase.has_module(&module) && module != "environment" && is_module_name(&module)
            }
            false => codebase.absent.contains(&module),
        };
        if is_of_module && self.world.is_in_broken_file(name) {
            return;
        }
        if is_absent {
            return self.missing_module(&module, &format!("{what} '{name}'"), span);
        }
        let text = format!("Unknown {what} '{name}'");
        let diagnostic = match is_of_module || codebase.is_complete() {
            true => finding(code, text, span),
            false if near.is_some() => probable(code, text, span),
            false => return,
        };
        let hint = near.map(|near| format!("did you mean '{near}'?"));
        self.find_with(diagnostic, hint);
    }

    /// Code names a module that is not there, for the sake of `thing`.
    fn missing_module(&mut self, module: &str, thing: &str, span: Span) {
        if self.world.codebase.is_some() {
            let text = format!("The module '{module}' is not there: {thing}");
            let diagnostic = finding("MISSING_MODULE", text, span);
            self.missing.push((module.to_owned(), diagnostic));
        }
    }

    /// The body of a file: its statements have the top scope.
    fn file(&mut self, body: &'a Expr<'a>) {
        match body.kind {
            ExprKind::Lambda(lambda) => self.template(lambda),
            _ => {
                self.scopes.push(Scope::default());
                self.visit(body);
                self.scopes.pop();
            }
        }
    }

    fn template(&mut self, lambda: &'a Lambda<'a>) {
        // a template without parameters sees the variables of who renders it
        let has_parameters = match lambda.body.kind {
            ExprKind::Epp {
                parameters_specified,
                ..
            } => parameters_specified,
            _ => true,
        };
        self.scopes.push(Scope::default());
        if !has_parameters {
            self.scopes.push(Scope {
                is_open: true,
                ..Scope::default()
            });
        }
        self.parameters(lambda.parameters);
        self.enter_body(lambda.body);
        self.scopes.clear();
    }

    /// Adds the variables that a body sets to the innermost scope, and visits it.
    fn enter_body(&mut self, body: &'a Expr<'a>) {
        let mut names: Vec<&'a str> = Vec::new();
        assigned(body, false, &mut |name| names.push(name));
        if let Some(scope) = self.scopes.last_mut() {
            for name in names {
                scope.variables.entry(name).or_insert(None);
            }
        }
        self.visit(body);
    }

    fn parameters(&mut self, parameters: &'a [Parameter<'a>]) {
        for parameter in parameters {
            if let Some(ty) = parameter.type_expr {
                self.visit(ty);
            }
            if let Some(default) = parameter.default {
                self.visit(default);
                self.check_default(parameter, default);
            }
            let shape = match (parameter.type_expr, parameter.captures_rest) {
                (_, true) => Shape::Array(None),
                (Some(ty), false) => self.types.shape(ty),
                (None, false) => Shape::Unknown,
            };
            if let Some(scope) = self.scopes.last_mut() {
                scope.variables.insert(parameter.name, Some(shape));
            }
        }
    }

    fn check_default(&mut self, parameter: &'a Parameter<'a>, default: &'a Expr<'a>) {
        let Some(ty) = parameter.type_expr.filter(|_| !parameter.captures_rest) else {
            return;
        };
        let shape = self.shape(default);
        if self.types.takes(ty, &shape) == Verdict::No {
            let message = format!(
                "The default of parameter '{}' does not fit its type: expects {}, got {}",
                parameter.name,
                self.text(ty),
                shape.describe()
            );
            // it does no harm where every declaration gives a value
            self.found
                .push(probable("PARAMETER_TYPE", message, default.span));
        }
    }

    /// The text of an expression on one line.
    fn text(&self, expr: &Expr<'a>) -> String {
        text_of(&self.unit.source.text, expr.span)
    }

    fn visit(&mut self, expr: &'a Expr<'a>) {
        match expr.kind {
            ExprKind::Definition(definition) => return self.definition(definition),
            ExprKind::Node { body, .. } => {
                self.scopes.push(Scope {
                    is_open: true,
                    ..Scope::default()
                });
                self.enter_body(body);
                self.scopes.pop();
                return;
            }
            ExprKind::Assignment { left, right, .. } => {
                self.visit(right);
                self.assignment(left, right);
                return;
            }
            ExprKind::Call {
                functor, lambda, ..
            } => {
                self.call(expr);
                if !matches!(functor.kind, ExprKind::Name(_)) {
                    self.visit(functor);
                }
                return self.operands(expr, lambda);
            }
            ExprKind::MethodCall { lambda, .. } => {
                self.call(expr);
                return self.operands(expr, lambda);
            }
            ExprKind::Lambda(lambda) => return self.lambda(lambda),
            ExprKind::Variable(name) => self.variable(name, expr),
            ExprKind::String(text) => self.source_named(text, expr),
            ExprKind::TypeName(name) => self.type_name(name, expr),
            ExprKind::Access { left, keys } => {
                self.access(left, keys);
                keys.iter().for_each(|key| self.visit(key));
                return;
            }
            ExprKind::Resource {
                type_name, bodies, ..
            } => {
                self.resource(type_name, bodies);
                if let ExprKind::Name(_) = type_name.kind {
                    for body in bodies {
                        self.visit(&body.title);
                        for operation in body.operations {
                            self.visit(&operation.value);
                        }
                    }
                    return;
                }
            }
            ExprKind::ResourceDefaults {
                type_ref,
                operations,
                ..
            // they do no harm while no resource of the type is declared
            } => self.as_probable(|walk| walk.set_attributes(type_ref, operations)),
            ExprKind::ResourceOverride {
                resources,
                operations,
                ..
            } => self.set_attributes(resources, operations),
            ExprKind::Collect {
                type_ref,
                query,
                operations,
                ..
            } => {
                // a collector may find nothing
                self.as_probable(|walk| walk.set_attributes(type_ref, operations));
                self.visit(type_ref);
                self.query(query);
                for operation in operations {
                    self.visit(&operation.value);
                }
                return;
            }
            ExprKind::Block(statements) => self.statements(statements),
            ExprKind::If { test, unless, .. } => self.condition(test, unless),
            ExprKind::Case { options, .. } => self.case(options),
            ExprKind::Selector { options, .. } => self.selector(options),
            ExprKind::Binary { left, right, .. } => {
                self.binary(expr);
                self.visit(left);
                self.visit(right);
                return;
            }
            ExprKind::TypeAlias { value, .. } => return self.type_value(value),
            _ => {}
        }
        children(expr, &mut |child| self.visit(child));
    }

    /// The arguments and the lambda of a call.
    fn operands(&mut self, expr: &'a Expr<'a>, lambda: Option<&'a Lambda<'a>>) {
        match expr.kind {
            ExprKind::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| self.visit(argument));
            }
            ExprKind::MethodCall {
                receiver,
                arguments,
                ..
            } => {
                self.visit(receiver);
                arguments.iter().for_each(|argument| self.visit(argument));
            }
            _ => {}
        }
        if let Some(lambda) = lambda {
            self.lambda(lambda);
        }
    }

    fn lambda(&mut self, lambda: &'a Lambda<'a>) {
        self.scopes.push(Scope {
            is_open: true,
            ..Scope::default()
        });
        self.parameters(lambda.parameters);
        if let Some(ty) = lambda.return_type {
            self.visit(ty);
        }
        self.enter_body(lambda.body);
        self.scopes.pop();
    }

    fn definition(&mut self, definition: &'a Definition<'a>) {
        let outer = self.owner.replace(definition);
        let scopes = std::mem::take(&mut self.scopes);
        self.scopes.push(Scope::default());
        if matches!(
            definition.kind,
            DefinitionKind::Class | DefinitionKind::Define
        ) {
            self.inherited(definition);
        }
        self.parameters(definition.parameters);
        if let Some(ty) = definition.return_type {
            self.visit(ty);
        }
        self.enter_body(definition.body);
        self.scopes = scopes;
        self.owner = outer;
    }
}

/// Letters of an expression that a message shows.
const SHOWN_MAX: usize = 60;

/// The text of a span on one line, cut off when it is long.
fn text_of(source: &str, span: Span) -> String {
    let text = source
        .get(span.start as usize..span.end as usize)
        .unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(SHOWN_MAX) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}
