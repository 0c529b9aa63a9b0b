//! Walks the tree: for each kind of expression makes its checks, then visits its children in the
//! order of Puppet's model (the default of a parameter comes before its type, a return type after
//! the body).

use crate::ast::{AssignmentOp, CaseOption, Expr, ExprKind, Lambda, StringPart};
use crate::digits::to_hexadecimal;
use crate::source::Span;
use rubycore::alarm;

use super::idem::is_idem;
use super::label::{a_an, capital_a_an, label};
use super::names::{self, VARIABLE_RULE};
use super::{Place, Stumble, Validator, place, span_at};

impl<'a> Validator<'a> {
    // Long because there is an arm for each kind of expression.
    pub(super) fn visit(&mut self, expr: &Expr<'a>, at: Place) {
        alarm::step();
        match expr.kind {
            ExprKind::Nop
            | ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Boolean(_)
            | ExprKind::Integer { .. }
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Regexp(_)
            | ExprKind::Name(_)
            | ExprKind::TypeName(_)
            | ExprKind::RenderString(_) => {}
            // the keys of its hashes differ, and there is nothing else to check
            ExprKind::Dense(_) => {}
            ExprKind::BigInteger { digits, radix } => {
                let message = format!(
                    "A Literal Integer resulted in a value outside of Puppet Integer max range, \
                     got '+0x{}'",
                    to_hexadecimal(digits, radix)
                );
                self.error("NUMERIC_OVERFLOW", place(expr), message);
            }
            ExprKind::Apply { arguments, body } => self.apply(expr, arguments, body),
            ExprKind::Variable(name) => self.variable(name, expr),
            ExprKind::Reserved { word, future } => self.reserved(word, future, expr),
            ExprKind::Concat(parts) => self.concat(parts),
            ExprKind::Heredoc { text, .. } => self.visit(text, Place::Nested),
            ExprKind::Array(items) => {
                items.iter().for_each(|item| self.rvalue(item));
                self.visit_all(items);
            }
            ExprKind::Hash(entries) => {
                self.duplicate_keys(entries);
                for entry in entries {
                    // the parser makes this of a splat in a resource without a title
                    if let ExprKind::Nop = entry.key.kind {
                        let arrow = span_at(entry.at, entry.at + 2);
                        self.stumble.get_or_insert((Stumble::NoTitle, arrow));
                    }
                    self.value_pair(&entry.key, &entry.value);
                }
            }
            ExprKind::Access { left, keys } => {
                self.visit(left, Place::Nested);
                self.visit_all(keys);
            }
            ExprKind::NamedAccess { left, right } => {
                self.visit(left, Place::Nested);
                self.visit(right, Place::Nested);
            }
            ExprKind::Binary { left, right, .. } => self.value_pair(left, right),
            ExprKind::Unary { operand, .. } | ExprKind::Paren(operand) => self.value(operand),
            ExprKind::Render(operand) => self.value(operand),
            ExprKind::Assignment {
                op,
                op_span,
                left,
                right,
            } => self.assignment(expr, op, op_span, left, right),
            ExprKind::Block(statements) => {
                self.block(expr, statements);
                let inner = match at {
                    Place::Nested if statements.len() > 1 => Place::Block,
                    _ => at,
                };
                for statement in statements {
                    self.visit(statement, inner);
                }
            }
            ExprKind::Call {
                functor,
                arguments,
                lambda,
                ..
            } => {
                self.function_name(functor);
                self.visit(functor, Place::Nested);
                self.arguments(arguments, lambda);
            }
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments,
                lambda,
                ..
            } => {
                self.visit(receiver, Place::Nested);
                self.visit(functor, Place::Nested);
                self.arguments(arguments, lambda);
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::If {
                test,
                then,
                otherwise,
                ..
            } => {
                self.rvalue(test);
                self.visit(test, Place::Nested);
                self.visit(then, Place::Nested);
                self.visit(otherwise, Place::Nested);
            }
            ExprKind::Case { control, options } => self.case(control, options),
            ExprKind::Selector { control, options } => {
                self.rvalue(control);
                let mut defaults = options.iter().map(|entry| &entry.matching);
                let second = defaults
                    .by_ref()
                    .filter(|matching| matches!(matching.kind, ExprKind::Default))
                    .nth(1);
                if let Some(second) = second {
                    self.duplicate_default(second, "Selector Expression");
                }
                self.visit(control, Place::Nested);
                for entry in options {
                    self.rvalue(&entry.matching);
                    self.visit(&entry.matching, Place::Nested);
                    self.visit(&entry.value, Place::Nested);
                }
            }
            ExprKind::Relationship { left, right, .. } => self.relationship(expr, left, right),
            ExprKind::Resource {
                form,
                type_name,
                bodies,
            } => self.resource(expr, form, type_name, bodies),
            ExprKind::ResourceDefaults {
                form,
                type_ref,
                operations,
            } => self.resource_defaults(expr, form, type_ref, operations),
            ExprKind::ResourceOverride {
                form,
                resources,
                operations,
            } => self.resource_override(expr, form, resources, operations),
            ExprKind::Collect {
                type_ref,
                exported,
                query,
                operations,
                ..
            } => self.collect(expr, type_ref, exported, query, operations),
            ExprKind::Definition(definition) => self.definition(expr, definition, at),
            ExprKind::Node {
                matches,
                parent,
                body,
            } => self.node(expr, matches, parent, body, at),
            ExprKind::TypeAlias { name, value, .. } => self.type_alias(expr, name, value, at),
            ExprKind::TypeMapping { platform, value } => {
                self.type_mapping(expr, platform, value, at);
            }
            ExprKind::TypeDefinition { body, .. } => {
                self.absolute_top_level(expr, at);
                self.unsupported(expr, "Type Definition");
                self.visit(body, Place::Block);
            }
            ExprKind::Epp { body, .. } => self.visit(body, Place::Block),
        }
    }

    fn visit_all(&mut self, items: &[Expr<'a>]) {
        for item in items {
            self.visit(item, Place::Nested);
        }
    }

    /// Checks that the expression has a value, then visits it.
    pub(super) fn value(&mut self, expr: &Expr<'a>) {
        self.rvalue(expr);
        self.visit(expr, Place::Nested);
    }

    fn value_pair(&mut self, left: &Expr<'a>, right: &Expr<'a>) {
        self.rvalue(left);
        self.rvalue(right);
        self.visit(left, Place::Nested);
        self.visit(right, Place::Nested);
    }

    /// Checks an expression whose value is used. Definitions and queries have no value.
    fn rvalue(&mut self, expr: &Expr<'a>) {
        match expr.kind {
            ExprKind::Paren(operand) | ExprKind::Unary { operand, .. } => self.rvalue(operand),
            ExprKind::Definition(_)
            | ExprKind::Node { .. }
            | ExprKind::TypeAlias { .. }
            | ExprKind::TypeMapping { .. }
            | ExprKind::TypeDefinition { .. }
            | ExprKind::Collect { .. } => {
                let text = label(expr);
                let message = format!(
                    "Invalid use of expression. {} does not produce a value",
                    capital_a_an(&text)
                );
                self.error("NOT_RVALUE", place(expr), message);
            }
            _ => {}
        }
    }

    fn variable(&mut self, name: &str, expr: &Expr<'a>) {
        // a name without its `$`
        let bare = (expr.span.end - expr.span.start) as usize == name.len();
        if let ("true" | "false", true) = (name, bare) {
            let stumble = Stumble::Truth(name == "true");
            self.stumble.get_or_insert((stumble, place(expr)));
            return;
        }
        let first = name.as_bytes().first().copied().unwrap_or(b' ');
        if first.is_ascii_digit() {
            if !names::is_match_variable(name) {
                let message = format!(
                    "Illegal numeric variable name, The given name '{name}' must be a decimal \
                     value if it starts with a digit 0-9"
                );
                self.error("ILLEGAL_NUMERIC_VAR_NAME", place(expr), message);
            }
        } else if !names::is_variable_name(name) {
            let message = format!(
                "Illegal variable name, The given name '{name}' does not conform to the naming \
                 rule {VARIABLE_RULE}"
            );
            self.error("ILLEGAL_VAR_NAME", place(expr), message);
        }
    }

    fn reserved(&mut self, word: &str, future: bool, expr: &Expr<'a>) {
        if future {
            return;
        }
        let message = format!(
            "Use of reserved word: {word}, must be quoted if intended to be a String value"
        );
        self.error("RESERVED_WORD", place(expr), message);
    }

    fn concat(&mut self, parts: &[StringPart<'a>]) {
        for part in parts {
            if let StringPart::Value(value) = part {
                self.rvalue(value);
            }
        }
        for part in parts {
            if let StringPart::Value(value) = part {
                self.visit(value, Place::Nested);
            }
        }
    }

    fn assignment(
        &mut self,
        expr: &Expr<'a>,
        op: AssignmentOp,
        op_span: Span,
        left: &Expr<'a>,
        right: &Expr<'a>,
    ) {
        let place = place(expr);
        for open in &mut self.defaults {
            open.found.push(crate::Diagnostic::error(
                crate::Issue("ILLEGAL_ASSIGNMENT_CONTEXT"),
                "Assignment not allowed here",
                place,
            ));
        }
        // assignments inside of an assignment are not checked again
        let outside = std::mem::take(&mut self.defaults);
        match op {
            AssignmentOp::Assign => {
                self.assign_to(left);
                self.rvalue(right);
            }
            AssignmentOp::Append | AssignmentOp::Delete => {
                let text = if op == AssignmentOp::Append {
                    "+="
                } else {
                    "-="
                };
                let message = format!(
                    "The operator '{text}' is no longer supported. See \
                     http://links.puppet.com/remove-plus-equals"
                );
                self.error("APPENDS_DELETES_NO_LONGER_SUPPORTED", op_span, message);
            }
        }
        self.visit(left, Place::Nested);
        self.visit(right, Place::Nested);
        self.defaults = outside;
    }

    fn assign_to(&mut self, target: &Expr<'a>) {
        let (issue, message) = match target.kind {
            ExprKind::Variable(name) if names::is_match_variable(name) => (
                "ILLEGAL_NUMERIC_ASSIGNMENT",
                format!(
                    "Illegal attempt to assign to the numeric match result variable '${name}'. \
                     Numeric variables are not assignable"
                ),
            ),
            ExprKind::Variable(name) if name.contains(':') => (
                "CROSS_SCOPE_ASSIGNMENT",
                format!(
                    "Illegal attempt to assign to '{name}'. Cannot assign to variables in other \
                     namespaces"
                ),
            ),
            ExprKind::Variable(_) => return,
            ExprKind::Array(items) => {
                items.iter().for_each(|item| self.assign_to(item));
                return;
            }
            ExprKind::Access { .. } => (
                "ILLEGAL_INDEXED_ASSIGNMENT",
                "Illegal attempt to assign via [index/key]. Not an assignable reference".into(),
            ),
            _ => (
                "ILLEGAL_ASSIGNMENT",
                format!(
                    "Illegal attempt to assign to '{}'. Not an assignable reference",
                    a_an(&label(target))
                ),
            ),
        };
        self.error(issue, place(target), message);
    }

    /// Checks a block whose statements are visited next: only the last one may be a mere value.
    pub(super) fn block(&mut self, block: &Expr<'a>, statements: &[Expr<'a>]) {
        if let Some(name) = untitled_resource(statements)
            && !self.tasks
        {
            let message = format!(
                "This expression is invalid. Did you try declaring a '{name}' resource without a \
                 title?"
            );
            self.error("RESOURCE_WITHOUT_TITLE", place(block), message);
            return;
        }
        let Some((_, others)) = statements.split_last() else {
            return;
        };
        if let Some(idle) = others.iter().find(|statement| is_idem(statement)) {
            let message = format!(
                "This {} has no effect. A value was produced and then forgotten (one or more \
                 preceding expressions may have the wrong form)",
                label(idle)
            );
            self.error("IDEM_EXPRESSION_NOT_LAST", place(idle), message);
        }
    }

    fn function_name(&mut self, functor: &Expr<'a>) {
        let legal = match functor.kind {
            ExprKind::Name(_) | ExprKind::TypeName(_) => true,
            ExprKind::Access { left, .. } => matches!(left.kind, ExprKind::TypeName(_)),
            ExprKind::RenderString(_) => {
                self.error(
                    "ILLEGAL_EPP_PARAMETERS",
                    place(functor),
                    "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters \
                     to remove leading whitespace",
                );
                true
            }
            _ => false,
        };
        if !legal {
            self.illegal_expression(functor, "function name", "Function Call");
        }
    }

    pub(super) fn illegal_expression(&mut self, expr: &Expr<'a>, role: &str, container: &str) {
        let text = label(expr);
        let message = format!(
            "Illegal expression. {} is unacceptable as {role} in {}",
            capital_a_an(&text),
            a_an(container)
        );
        self.error("ILLEGAL_EXPRESSION", place(expr), message);
    }

    fn arguments(&mut self, arguments: &[Expr<'a>], lambda: Option<&Lambda<'a>>) {
        self.visit_all(arguments);
        if let Some(lambda) = lambda {
            self.lambda(lambda);
        }
    }

    /// Checks an `apply`. Its body is the code of a catalog of its own.
    fn apply(&mut self, expr: &Expr<'a>, arguments: &[Expr<'a>], body: &Expr<'a>) {
        if self.in_apply {
            let message = format!(
                "{} is not available when compiling a catalog",
                capital_a_an(&label(expr))
            );
            let issue = "EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING";
            self.error(issue, place(expr), message);
        }
        self.visit_all(arguments);
        let outside = std::mem::replace(&mut self.in_apply, true);
        self.visit(body, Place::Class);
        self.in_apply = outside;
    }

    fn case(&mut self, control: &Expr<'a>, options: &[CaseOption<'a>]) {
        self.rvalue(control);
        let mut seen = false;
        for value in options.iter().flat_map(|option| option.values) {
            if matches!(value.kind, ExprKind::Default) {
                if seen {
                    self.duplicate_default(value, "'case' statement");
                }
                seen = true;
            }
        }
        self.visit(control, Place::Nested);
        for option in options {
            option.values.iter().for_each(|value| self.rvalue(value));
            self.visit_all(option.values);
            self.visit(option.then, Place::Block);
        }
    }

    fn duplicate_default(&mut self, expr: &Expr<'a>, container: &str) {
        let message =
            format!("This {container} already has a 'default' entry - this is a duplicate");
        self.error("DUPLICATE_DEFAULT", place(expr), message);
    }

    fn relationship(&mut self, expr: &Expr<'a>, left: &Expr<'a>, right: &Expr<'a>) {
        if self.catalog_only(expr) {
            for operand in [left, right] {
                // a query is allowed here, though not in parentheses
                if !matches!(operand.kind, ExprKind::Collect { .. }) {
                    self.rvalue(operand);
                }
            }
        }
        self.visit(left, Place::Nested);
        self.visit(right, Place::Nested);
    }
}

/// Returns the name in `file { mode => 1 }`, which is parsed as a name and a hash.
pub(super) fn untitled_resource<'a>(statements: &[Expr<'a>]) -> Option<&'a str> {
    match statements {
        [first, second] => match (first.kind, second.kind) {
            (ExprKind::Name(name), ExprKind::Hash(_)) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
