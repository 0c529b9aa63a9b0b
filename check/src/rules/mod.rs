//! Owns the rules, in one file for each subject, and the walk that visits each expression once.

mod blocks;
mod branches;
mod calls;
mod conditions;
mod constants;
mod cycles;
mod definitions;
mod duplicates;
mod erb;
mod facts;
mod hiera;
mod instances;
mod metadata;
mod names;
mod operators;
mod relationships;
mod resources;
mod shapes;
pub mod signatures;
mod templates;
mod titles;
mod unused;
mod variables;

use std::collections::HashMap;

use frontend::ast::{
    AttributeOperator, BinaryOp, Definition, DefinitionKind, Expr, ExprKind, Lambda, Parameter,
    ResourceForm, UnaryOp,
};
use frontend::validate::Strict;
use frontend::visit::children;
use frontend::{Diagnostic, Severity, Span};

use crate::code::{finding, probable};
use crate::codebase::is_module_name;
use crate::files::Kind;
use crate::shape::Shape;
use crate::types::Types;
use crate::verdict::Verdict;
use crate::world::{Unit, World, assigned, module_of};
pub use signatures::Signatures;

/// The findings in one unit.
#[derive(Default)]
pub struct Found {
    /// The findings that no missing module can refute.
    diagnostics: Vec<Diagnostic>,
    /// The unknown names without a prefix.
    open: Vec<Diagnostic>,
    /// Missing modules, each with the finding at the place that names it.
    pub missing: Vec<(String, Diagnostic)>,
}

impl Found {
    /// Returns the findings. If code names missing modules, one of these may define an unknown name
    /// without a prefix, so that only a name that is similar to a known one is reported, as a
    /// warning.
    pub fn settled(self, is_complete: bool) -> Vec<Diagnostic> {
        let mut found = self.diagnostics;
        let open = self.open.into_iter();
        match is_complete {
            true => found.extend(open),
            false => found.extend(open.filter(|one| one.hint.is_some()).map(|one| Diagnostic {
                severity: Severity::Warning,
                ..one
            })),
        }
        found.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.issue.0));
        found.dedup();
        found
    }
}

/// Resource types of the module stdlib whose names do not begin with its name.
const TYPES_OF_STDLIB: &[&str] = &["anchor", "file_line"];

/// Returns the findings in one unit that need only its own walk.
pub fn check<'a>(world: &World<'a>, signatures: &Signatures<'a>, unit: &'a Unit<'a>) -> Found {
    let (mut open, mut missing) = (Vec::new(), Vec::new());
    let diagnostics = match (unit.file.kind, &unit.program) {
        // plans have their own functions and types
        (Kind::Manifest, _) if unit.file.is_plan() => Vec::new(),
        (Kind::Manifest | Kind::Epp, Some(program)) => {
            let mut walk = Walk {
                world,
                signatures,
                unit,
                types: Types::new(world),
                found: Vec::new(),
                open: Vec::new(),
                missing: Vec::new(),
                scopes: Vec::new(),
                owner: None,
                is_related: false,
                is_instance: false,
            };
            walk.file(program.body);
            (open, missing) = (walk.open, walk.missing);
            walk.found
        }
        (Kind::Erb, _) => erb::check(unit),
        (Kind::Data, _) => hiera::data::check(world, unit),
        (Kind::HieraConfig, _) => hiera::check_config(world, unit),
        (Kind::Metadata, _) => metadata::check(world, unit),
        _ => Vec::new(),
    };
    Found {
        diagnostics,
        open,
        missing,
    }
}

/// Returns the findings that need all units at once, each with the index of its unit.
pub fn check_all(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut found = duplicates::check(world);
    found.extend(definitions::check(world));
    found.extend(cycles::check(world));
    found.extend(unused::check(world));
    found.extend(relationships::check(world));
    found
}

/// Returns the expressions without variables that always fail with a setting of `strict`, each with
/// the index of its unit.
pub fn check_constants(world: &World<'_>, strict: Strict) -> Vec<(usize, Diagnostic)> {
    constants::check(world, strict)
}

/// A scope of variables.
#[derive(Clone, Default)]
struct Scope<'a> {
    /// The variables, with the shapes of those that have been assigned already.
    variables: HashMap<&'a str, Option<Shape<'a>>>,
    /// The variables that have a value whenever the current expression is evaluated, with the places
    /// that set them.
    certain: Vec<(&'a str, Span)>,
    /// True if variables of the outer scopes are visible.
    is_open: bool,
}

/// The walk over one file.
struct Walk<'w, 'a> {
    world: &'w World<'a>,
    signatures: &'w Signatures<'a>,
    unit: &'a Unit<'a>,
    types: Types<'w, 'a>,
    found: Vec<Diagnostic>,
    /// The unknown names that any missing module may define.
    open: Vec<Diagnostic>,
    missing: Vec<(String, Diagnostic)>,
    scopes: Vec<Scope<'a>>,
    /// The class, define or function around the current expression.
    owner: Option<&'a Definition<'a>>,
    /// True if a resource is related to the value of the expression, which must then exist.
    is_related: bool,
    /// True if the walk is over one body with the values of one declaration.
    is_instance: bool,
}

impl<'a> Walk<'_, 'a> {
    fn find(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.found.push(finding(code, message, span));
    }

    /// Adds a finding with a hint.
    fn find_with(&mut self, diagnostic: Diagnostic, hint: Option<String>) {
        self.found.push(Diagnostic { hint, ..diagnostic });
    }

    /// Checks code whose mistakes do not always make an evaluation fail. All its findings become
    /// warnings.
    fn as_probable(&mut self, look: impl FnOnce(&mut Self)) {
        let (found, open) = (self.found.len(), self.open.len());
        look(self);
        let open = &mut self.open[open..];
        for diagnostic in self.found[found..].iter_mut().chain(open) {
            diagnostic.severity = Severity::Warning;
        }
    }

    /// Reports an unknown name. It is an error if its module exists. If a module is missing that
    /// may define it, only a name that is similar to a known one is reported, as a warning.
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
        // `postgresql_psql` may be a type of the module `postgresql`
        let is_of = |absent: &&String| {
            let rest = module.strip_prefix(absent.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        let absent = match is_of_module {
            // `'apache:mod'` is a typing mistake, because no module can have such a name
            true => {
                let is_absent = !codebase.has_module(&module)
                    && module != "environment"
                    && is_module_name(&module);
                is_absent.then(|| module.clone())
            }
            false => codebase.absent.iter().find(is_of).cloned(),
        };
        if is_of_module && self.world.is_in_broken_file(name) {
            return;
        }
        let is_of_stdlib = TYPES_OF_STDLIB.contains(&name) && !codebase.has_module("stdlib");
        let absent = absent.or(is_of_stdlib.then(|| "stdlib".to_owned()));
        if let Some(module) = absent {
            return self.missing_module(&module, &format!("{what} '{name}'"), span);
        }
        let text = format!("Unknown {what} '{name}'");
        let is_certain = is_of_module || codebase.is_complete();
        let diagnostic = match is_certain {
            true => finding(code, text, span),
            // a module that is missing, or that no metadata names, may well define it
            false if near.is_none() && !(codebase.has_metadata && codebase.absent.is_empty()) => {
                return;
            }
            false => probable(code, text, span),
        };
        let hint = near.map(|near| format!("did you mean '{near}'?"));
        match is_of_module {
            true => self.find_with(diagnostic, hint),
            false => self.open.push(Diagnostic { hint, ..diagnostic }),
        }
    }

    /// Reports a module that code needs for `thing` but that is missing.
    fn missing_module(&mut self, module: &str, thing: &str, span: Span) {
        if self.world.codebase.is_some() {
            let text = format!("The module '{module}' is not there: {thing}");
            let diagnostic = finding("MISSING_MODULE", text, span);
            self.missing.push((module.to_owned(), diagnostic));
        }
    }

    /// Visits the body of a file. Its statements have the top scope.
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
        // a template without parameters sees the variables of its caller
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

    /// Adds the variables that a body sets to the innermost scope, and visits the body.
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
                scope.certain.push((parameter.name, parameter.span));
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
            // the default does no harm if every declaration gives a value
            self.found
                .push(probable("PARAMETER_TYPE", message, default.span));
        }
    }

    /// Returns the text of an expression on one line.
    fn text(&self, expr: &Expr<'a>) -> String {
        text_of(&self.unit.source.text, expr.span)
    }

    // Long because each kind of expression has an arm.
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
                self.access_fits(left, keys);
                keys.iter().for_each(|key| self.visit(key));
                return;
            }
            ExprKind::Resource {
                form,
                type_name,
                bodies,
            } => {
                self.resource(form, type_name, bodies);
                if let ExprKind::Name(_) = type_name.kind {
                    for body in bodies {
                        self.visit(&body.title);
                        for operation in body.operations {
                            // a virtual resource may never be realized
                            let is_real = form == ResourceForm::Regular;
                            self.is_related = is_real && relates(&operation.operator);
                            self.visit(&operation.value);
                            self.is_related = false;
                        }
                    }
                    return;
                }
            }
            ExprKind::Relationship { left, right, .. } => {
                for side in [left, right] {
                    self.is_related = true;
                    self.visit(side);
                    self.is_related = false;
                }
                return;
            }
            ExprKind::ResourceDefaults {
                type_ref,
                operations,
                ..
            // defaults do no harm if no resource of the type is declared
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
            ExprKind::If {
                test,
                unless,
                then,
                otherwise,
            } => {
                self.condition(test, unless);
                self.visit(test);
                let holds = self.holds(test).map(|holds| holds != unless);
                let arms = |walk: &mut Self| {
                    walk.arm(test, holds != Some(false), then);
                    walk.arm(test, holds != Some(true), otherwise);
                };
                // code under `defined(...)` may depend on things that do not exist
                match asks_whether_defined(test) {
                    true => self.as_probable(arms),
                    false => arms(self),
                }
                return;
            }
            ExprKind::Case { control, options } => {
                self.case(control, options);
                self.visit(control);
                let shape = self.shape(control);
                for option in options {
                    option.values.iter().for_each(|value| self.visit(value));
                    let mut values = option.values.iter();
                    let is_taken = values.any(|value| self.may_match(&shape, value));
                    self.arm(control, is_taken, option.then);
                }
                return;
            }
            ExprKind::Selector { control, options } => {
                self.selector(control, options);
                self.visit(control);
                let shape = self.shape(control);
                for option in options {
                    self.visit(&option.matching);
                    let is_taken = self.may_match(&shape, &option.matching);
                    self.arm(control, is_taken, &option.value);
                }
                return;
            }
            ExprKind::Binary {
                op, left, right, ..
            } => {
                self.binary(expr);
                self.operands_fit(op, left, right, expr.span);
                self.visit(left);
                match op {
                    BinaryOp::And => self.arm(left, self.holds(left) != Some(false), right),
                    BinaryOp::Or => self.arm(left, self.holds(left) != Some(true), right),
                    _ => self.visit(right),
                }
                return;
            }
            ExprKind::Unary {
                op: UnaryOp::Minus,
                operand,
            } => self.negation_fits(operand, expr.span),
            ExprKind::TypeAlias { value, .. } => return self.type_value(value),
            _ => {}
        }
        children(expr, &mut |child| self.visit(child));
    }

    /// Visits the arguments and the lambda of a call.
    fn operands(&mut self, expr: &'a Expr<'a>, lambda: Option<&'a Lambda<'a>>) {
        // an argument is no operand of an arrow, even if the call is
        let is_related = std::mem::take(&mut self.is_related);
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
            self.block(expr);
        }
        self.is_related = is_related;
    }

    fn lambda(&mut self, lambda: &'a Lambda<'a>) {
        self.scopes.push(Scope {
            is_open: true,
            ..Scope::default()
        });
        self.parameters(lambda.parameters);
        self.order_of(lambda.parameters);
        if let Some(ty) = lambda.return_type {
            self.visit(ty);
        }
        self.enter_body(lambda.body);
        self.result_fits("The lambda", lambda.return_type, lambda.body);
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
        if let Some((parent, span)) = definition.parent
            && self.world.codebase.is_some()
        {
            self.class_named(parent, span);
        }
        self.parameters(definition.parameters);
        if let Some(ty) = definition.return_type {
            self.visit(ty);
        }
        self.enter_body(definition.body);
        if definition.kind == DefinitionKind::Function {
            self.order_of(definition.parameters);
            let name = format!("The function '{}'", definition.name);
            self.result_fits(&name, definition.return_type, definition.body);
        }
        self.scopes = scopes;
        self.owner = outer;
    }
}

/// Returns true if an attribute relates its resource to others.
fn relates(operator: &AttributeOperator<&str>) -> bool {
    let (AttributeOperator::Set(name) | AttributeOperator::Append(name)) = operator else {
        return false;
    };
    matches!(*name, "before" | "notify" | "require" | "subscribe")
}

/// Returns true if a condition calls `defined`.
fn asks_whether_defined(test: &Expr<'_>) -> bool {
    if let ExprKind::Call { functor, .. } = test.kind
        && let ExprKind::Name(name) = functor.kind
        && name
            .trim_start_matches("::")
            .eq_ignore_ascii_case("defined")
    {
        return true;
    }
    let mut asks = false;
    children(test, &mut |child| asks |= asks_whether_defined(child));
    asks
}

/// The maximum number of characters of an expression in a message.
const SHOWN_MAX: usize = 60;

/// Returns the text of a span on one line, cut off if it is long.
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
