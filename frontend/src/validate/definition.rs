//! Checks definitions: their places, their names, their parameters and their last statement.

use crate::ast::{Definition, DefinitionKind, Expr, ExprKind, Lambda, Parameter, StringPart};
use crate::issue::Severity;

use super::idem::is_idem;
use super::label::{a_an, capital_a_an, definition_label, label};
use super::literal::is_literal;
use super::names::{self, PARAMETER_RULE};
use super::walk::untitled_resource;
use super::{OpenDefault, Place, Validator, place, span_at};

impl<'a> Validator<'a> {
    /// Returns true if an expression that adds to the catalog is allowed here. If not, reports it,
    /// and most of its other checks are skipped.
    pub(super) fn catalog_only(&mut self, expr: &Expr<'a>) -> bool {
        let legal = !self.tasks || self.in_apply;
        if !legal {
            self.not_when_scripting(expr);
        }
        legal
    }

    fn not_when_scripting(&mut self, expr: &Expr<'a>) {
        let message = format!(
            "{} is only available when compiling a catalog",
            capital_a_an(&label(expr))
        );
        let issue = "EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING";
        self.error(issue, place(expr), message);
    }

    pub(super) fn definition(&mut self, expr: &Expr<'a>, definition: &Definition<'a>, at: Place) {
        // the setting `tasks` makes it a keyword
        if definition.name == "plan" && !self.tasks {
            let message = "Use of future reserved word: 'plan'";
            let issue = "FUTURE_RESERVED_WORD";
            self.report(issue, Severity::Warning, place(expr), message);
        }
        match definition.kind {
            DefinitionKind::Class | DefinitionKind::Define => {
                // an `apply` does not allow it either
                if self.tasks {
                    self.not_when_scripting(expr);
                } else {
                    self.top_level(expr, at);
                    self.definition_name(expr, definition);
                    self.catalog_definition(expr, definition);
                }
            }
            DefinitionKind::Function | DefinitionKind::Plan => {
                self.absolute_top_level(expr, at);
                self.definition_name(expr, definition);
                self.duplicate_parameters(definition.parameters);
            }
        }
        self.parameters(definition.parameters);
        let inside = match definition.kind {
            DefinitionKind::Class => Place::Class,
            _ => Place::Block,
        };
        self.visit(definition.body, inside);
        if let Some(return_type) = definition.return_type {
            self.visit(return_type, Place::Nested);
        }
    }

    /// Checks the rules that classes and defines share.
    fn catalog_definition(&mut self, expr: &Expr<'a>, definition: &Definition<'a>) {
        let label = definition_label(definition.kind);
        self.captures_rest_not_supported(definition.parameters, label);
        self.duplicate_parameters(definition.parameters);
        for parameter in definition.parameters {
            if matches!(parameter.name, "title" | "name") {
                let message = format!(
                    "The parameter ${} redefines a built in parameter in the {label}",
                    parameter.name
                );
                self.error("RESERVED_PARAMETER", parameter_place(parameter), message);
            }
        }
        self.idem_last(expr, definition.body);
        if definition.kind != DefinitionKind::Class {
            return;
        }
        for parameter in definition.parameters {
            if parameter.type_expr.is_none_or(is_literal) {
                continue;
            }
            let message = format!(
                "The parameter '${}' must be a literal type, not a \
                 Puppet::Pops::Model::AccessExpression",
                parameter.name
            );
            let issue = "ILLEGAL_NONLITERAL_PARAMETER_TYPE";
            let span = parameter_place(parameter);
            self.report(issue, Severity::Deprecation, span, message);
        }
    }

    pub(super) fn lambda(&mut self, lambda: &Lambda<'a>) {
        // its body runs when the lambda is called: assignments in it are its own
        let outside = std::mem::take(&mut self.defaults);
        if let [others @ .., _] = lambda.parameters {
            for parameter in others.iter().filter(|parameter| parameter.captures_rest) {
                let message = format!(
                    "Parameter ${} is not last, and has 'captures rest'",
                    parameter.name
                );
                self.error(
                    "CAPTURES_REST_NOT_LAST",
                    parameter_place(parameter),
                    message,
                );
            }
        }
        self.parameters(lambda.parameters);
        if let ExprKind::Epp { .. } = lambda.body.kind {
            self.captures_rest_not_supported(lambda.parameters, "Epp Template");
            self.duplicate_parameters(lambda.parameters);
        }
        self.visit(lambda.body, Place::Block);
        if let Some(return_type) = lambda.return_type {
            self.visit(return_type, Place::Nested);
        }
        self.defaults = outside;
    }

    fn parameters(&mut self, parameters: &[Parameter<'a>]) {
        for parameter in parameters {
            let name = parameter.name;
            if names::is_numeric_parameter(name) {
                let message = format!(
                    "The numeric parameter name '${name}' cannot be used (clashes with numeric \
                     match result variables)"
                );
                self.error(
                    "ILLEGAL_NUMERIC_PARAMETER",
                    parameter_place(parameter),
                    message,
                );
            }
            if !names::is_parameter_name(name) {
                let message = format!(
                    "Illegal parameter name. The given name '{name}' does not conform to the \
                     naming rule {PARAMETER_RULE}"
                );
                self.error("ILLEGAL_PARAM_NAME", parameter_place(parameter), message);
            }
            if let Some(default) = parameter.default {
                self.parameter_default(default);
            }
            if let Some(type_expr) = parameter.type_expr {
                self.visit(type_expr, Place::Nested);
            }
        }
    }

    /// Checks a parameter's default. Assignments in it are reported before any other fault in it.
    fn parameter_default(&mut self, default: &Expr<'a>) {
        self.defaults.push(OpenDefault {
            at: self.diagnostics.len(),
            found: Vec::new(),
        });
        self.visit(default, Place::Nested);
        if let Some(open) = self.defaults.pop()
            && !open.found.is_empty()
        {
            self.diagnostics.splice(open.at..open.at, open.found);
        }
    }

    fn duplicate_parameters(&mut self, parameters: &[Parameter<'a>]) {
        let mut table = std::collections::HashSet::new();
        let many = parameters.len() > 16;
        for (i, parameter) in parameters.iter().enumerate() {
            let name = parameter.name;
            let seen = match many {
                true => !table.insert(name),
                false => parameters[..i].iter().any(|earlier| earlier.name == name),
            };
            if seen {
                let message = format!(
                    "The parameter '{name}' is declared more than once in the parameter list"
                );
                self.error("DUPLICATE_PARAMETER", parameter_place(parameter), message);
            }
        }
    }

    fn captures_rest_not_supported(&mut self, parameters: &[Parameter<'a>], container: &str) {
        for parameter in parameters
            .iter()
            .filter(|parameter| parameter.captures_rest)
        {
            let message = format!(
                "Parameter ${} has 'captures rest' - not supported in {}",
                parameter.name,
                a_an(container)
            );
            let issue = "CAPTURES_REST_NOT_SUPPORTED";
            self.error(issue, parameter_place(parameter), message);
        }
    }

    fn definition_name(&mut self, expr: &Expr<'a>, definition: &Definition<'a>) {
        let name = definition.name;
        let label = definition_label(definition.kind);
        if !names::is_definition_name(name) {
            self.illegal_definition_name(expr, name, label);
        }
        if let Some(location) = &self.location
            && !location.accepts(name)
        {
            let message = format!(
                "Unacceptable location. The name '{name}' is unacceptable in file '{}'",
                location.path()
            );
            self.error("ILLEGAL_DEFINITION_LOCATION", place(expr), message);
        }
        if names::is_reserved_type_name(name) {
            let message = format!(
                "The name: '{name}' is already defined by Puppet and can not be used as the name \
                 of {}.",
                a_an(label)
            );
            self.error("RESERVED_TYPE_NAME", place(expr), message);
        }
    }

    fn illegal_definition_name(&mut self, expr: &Expr<'a>, name: &str, label: &str) {
        let message = format!(
            "Unacceptable name. The name '{name}' is unacceptable as the name of {}",
            a_an(label)
        );
        self.error("ILLEGAL_DEFINITION_NAME", place(expr), message);
    }

    /// Checks that classes, defines and nodes stand at the top or in classes.
    fn top_level(&mut self, expr: &Expr<'a>, at: Place) {
        if matches!(at, Place::Block | Place::Nested) {
            self.not_top_level(expr);
        }
    }

    fn not_top_level(&mut self, expr: &Expr<'a>) {
        self.error(
            "NOT_TOP_LEVEL",
            place(expr),
            "Classes, definitions, and nodes may only appear at toplevel or inside other classes",
        );
    }

    /// Checks that functions, plans and types stand at the top only.
    pub(super) fn absolute_top_level(&mut self, expr: &Expr<'a>, at: Place) {
        match at {
            Place::Top => {}
            Place::Nested => self.not_top_level(expr),
            Place::Class | Place::Block => {
                let text = label(expr);
                let message = format!("{} may only appear at toplevel", capital_a_an(&text));
                self.error("NOT_ABSOLUTE_TOP_LEVEL", place(expr), message);
            }
        }
    }

    /// Checks that the body of a class, define or node does not end with a mere value.
    fn idem_last(&mut self, container: &Expr<'a>, body: &Expr<'a>) {
        let last = match body.kind {
            ExprKind::Nop => return,
            ExprKind::Block(statements) => match statements.last() {
                Some(last) => last,
                None => return,
            },
            _ => body,
        };
        let untitled = matches!(last.kind, ExprKind::Block(statements)
            if untitled_resource(statements).is_some());
        if untitled || !is_idem(last) {
            return;
        }
        let text = label(container);
        let message = format!(
            "This {} has no effect. {} can not end with a value-producing expression without other \
             effect",
            label(last),
            capital_a_an(&text)
        );
        self.error("IDEM_NOT_ALLOWED_LAST", place(last), message);
    }

    pub(super) fn node(
        &mut self,
        expr: &Expr<'a>,
        matches: &[Expr<'a>],
        parent: Option<&Expr<'a>>,
        body: &Expr<'a>,
        at: Place,
    ) {
        if self.catalog_only(expr) {
            for host in matches {
                self.host_name(host);
            }
            self.top_level(expr, at);
            self.idem_last(expr, body);
            if let Some(parent) = parent {
                self.error(
                    "ILLEGAL_NODE_INHERITANCE",
                    place(parent),
                    "Node inheritance is not supported in Puppet >= 4.0.0. See \
                     http://links.puppet.com/puppet-node-inheritance-deprecation",
                );
            }
        }
        if let Some(parent) = parent {
            self.visit(parent, Place::Nested);
        }
        for host in matches {
            self.visit(host, Place::Nested);
        }
        self.visit(body, Place::Block);
    }

    fn host_name(&mut self, host: &Expr<'a>) {
        match host.kind {
            ExprKind::Default | ExprKind::Regexp(_) => {}
            ExprKind::String(name) | ExprKind::Name(name) => {
                if !names::is_host_name(name) {
                    let message = format!(
                        "The hostname '{name}' contains illegal characters (only letters, digits, \
                         '_', '-', and '.' are allowed)"
                    );
                    self.error("ILLEGAL_HOSTNAME_CHARS", place(host), message);
                }
            }
            ExprKind::Concat(parts) => {
                let value = parts.iter().find_map(|part| match part {
                    StringPart::Value(value) => Some(place(value)),
                    StringPart::Text(..) => None,
                });
                self.error(
                    "ILLEGAL_HOSTNAME_INTERPOLATION",
                    value.unwrap_or(place(host)),
                    "An interpolated expression is not allowed in a hostname of a node",
                );
            }
            _ => self.illegal_expression(host, "hostname", "Node Definition"),
        }
    }

    pub(super) fn type_alias(&mut self, expr: &Expr<'a>, name: &str, value: &Expr<'a>, at: Place) {
        self.absolute_top_level(expr, at);
        if !names::is_type_name(name) {
            self.illegal_definition_name(expr, name, "Type Alias");
        }
        if !matches!(value.kind, ExprKind::TypeName(_) | ExprKind::Access { .. }) {
            self.illegal_expression(value, "a type reference", "Type Alias");
        }
        self.visit(value, Place::Nested);
    }

    pub(super) fn type_mapping(
        &mut self,
        expr: &Expr<'a>,
        platform: &Expr<'a>,
        value: &Expr<'a>,
        at: Place,
    ) {
        self.top_level(expr, at);
        match platform.kind {
            ExprKind::Access { left, keys }
                if matches!(left.kind, ExprKind::TypeName("Runtime")) =>
            {
                let pattern = matches!(keys, [_, names] if is_pattern_and_replacement(names));
                let (legal, expected) = match pattern {
                    true => (is_pattern_and_replacement(value), "Tuple[Regexp,String]"),
                    false => (
                        matches!(value.kind, ExprKind::TypeName(_) | ExprKind::Access { .. }),
                        "Type",
                    ),
                };
                if !legal {
                    let message = format!(
                        "Illegal type mapping. Expected a {expected} on the left side, got A Type \
                         Mapping"
                    );
                    self.error("ILLEGAL_TYPE_MAPPING", place(expr), message);
                }
            }
            _ => self.unsupported(expr, "Type Mapping"),
        }
        self.visit(platform, Place::Nested);
        self.visit(value, Place::Nested);
    }

    pub(super) fn unsupported(&mut self, expr: &Expr<'a>, label: &str) {
        let message = format!(
            "Expressions of type {} are not supported in this version of Puppet",
            a_an(label)
        );
        self.error("UNSUPPORTED_EXPRESSION", place(expr), message);
    }
}

/// Returns true if an expression is `[/pattern/, 'replacement']`.
fn is_pattern_and_replacement(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Array([first, second])
        if matches!((first.kind, second.kind), (ExprKind::Regexp(_), ExprKind::String(_))))
}

fn parameter_place(parameter: &Parameter) -> crate::Span {
    span_at(parameter.at, parameter.span.end)
}
