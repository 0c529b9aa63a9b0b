//! Checks calls: finds unknown functions, and arguments that do not fit.

use catalog::nearest::nearest;
use frontend::ast::{DefinitionKind, Expr, ExprKind, Lambda};
use runtime::builtins;

use super::Walk;
use super::instances::Given;
use super::shapes::literal;
use super::signatures::Signature;
use crate::constants::is_constant;
use crate::shape::Shape;
use crate::types::is_bound;
use crate::verdict::Verdict;
use crate::world::{Declared, canonical};

/// Functions whose arguments are classes to declare.
const INCLUDING: &[&str] = &["include", "contain", "require"];

/// Functions that are only available in plans.
const OF_PLANS: &[&str] = &[
    "add_facts",
    "add_to_group",
    "apply",
    "apply_prep",
    "background",
    "catch_errors",
    "ctrl::do_until",
    "ctrl::sleep",
    "dir::children",
    "download_file",
    "fail_plan",
    "facts",
    "file::delete",
    "file::exists",
    "file::join",
    "file::read",
    "file::readable",
    "file::write",
    "get_resources",
    "get_target",
    "get_targets",
    "log::debug",
    "log::error",
    "log::fatal",
    "log::info",
    "log::trace",
    "log::warn",
    "out::message",
    "out::verbose",
    "parallelize",
    "prompt",
    "prompt::menu",
    "puppetdb_command",
    "puppetdb_fact",
    "puppetdb_query",
    "remove_from_group",
    "resolve_references",
    "resource",
    "run_command",
    "run_container",
    "run_plan",
    "run_script",
    "run_task",
    "run_task_with",
    "set_config",
    "set_feature",
    "set_resources",
    "set_var",
    "system::env",
    "upload_file",
    "vars",
    "wait",
    "wait_until_available",
    "without_default_logging",
    "write_file",
];

impl<'a> Walk<'_, 'a> {
    /// Checks a call, but not its arguments, which are visited separately.
    pub(super) fn call(&mut self, expr: &'a Expr<'a>) {
        let (functor, receiver, arguments, lambda) = match expr.kind {
            ExprKind::Call {
                functor,
                arguments,
                lambda,
                ..
            } => (functor, None, arguments, lambda),
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments,
                lambda,
                ..
            } => (functor, Some(receiver), arguments, lambda),
            _ => return,
        };
        let name = match functor.kind {
            ExprKind::Name(name) => name,
            ExprKind::Reserved { word, .. } => word,
            _ => return,
        };
        let all: Vec<&'a Expr<'a>> = receiver.into_iter().chain(arguments).collect();
        // an attribute of an object takes precedence over a function of the same name
        let is_attribute = receiver.is_some_and(|receiver| {
            self.shape(receiver) == Shape::Unknown && self.world.is_member(name)
        });
        if is_attribute {
            return;
        }
        if !self.world.is_function(name) {
            self.unknown_function(name, functor, receiver);
            return;
        }
        if INCLUDING.contains(&name) {
            all.iter().for_each(|argument| self.included(argument));
        }
        if canonical(name) == "create_resources" {
            self.created_resources(&all);
        }
        self.files_of_call(name, &all);
        // the number of arguments of a splat is not known
        if all.iter().any(|argument| argument.unfolded().is_some()) {
            return;
        }
        if let Some(declared) = self.world.function(name).copied() {
            self.own_function(name, declared.definition, &all, expr);
            self.call_instance(declared, &all, expr);
        } else if let Some(signatures) = self.signatures.of(&canonical(name))
            && self.world.is_signed(name)
        {
            self.signed(name, signatures, &all, lambda, expr);
        }
    }

    fn unknown_function(&mut self, name: &str, functor: &Expr<'a>, receiver: Option<&Expr<'a>>) {
        // a function of the module stdlib, and the module is missing
        let is_of_stdlib = builtins::native(name, runtime::host::Release::Eight).is_some()
            || builtins::native(name, runtime::host::Release::Later).is_some();
        if is_of_stdlib && !self.world.has_module("stdlib") {
            return;
        }
        // a plan may call this function, which can then use the functions of plans
        let is_in_function = self
            .owner
            .is_some_and(|owner| owner.kind == DefinitionKind::Function);
        if is_in_function && OF_PLANS.contains(&name) {
            return;
        }
        // an object type of a missing module may have such an attribute
        if receiver.is_some() && !self.world.is_complete() {
            return;
        }
        let mut names: Vec<&str> = builtins::names().collect();
        names.extend(self.world.functions.keys().map(|name| &**name));
        names.extend(self.world.in_ruby.functions.iter().map(String::as_str));
        let near = nearest(name, names);
        self.unknown("UNKNOWN_FUNCTION", "function", name, functor.span, near);
    }

    /// Checks the class names in the argument of `include`.
    fn included(&mut self, argument: &'a Expr<'a>) {
        match argument.kind {
            ExprKind::Array(items) => items.iter().for_each(|item| self.included(item)),
            _ => match literal(argument) {
                Some(name) if !name.is_empty() => self.class_named(&name, argument.span),
                _ => {
                    let shape = self.shape(argument);
                    if names_no_class(&shape) {
                        let message = format!("{} does not name a class", shape.describe());
                        self.find("ARGUMENT_TYPE", message, argument.span);
                    }
                }
            },
        }
    }

    fn own_function(
        &mut self,
        name: &str,
        definition: &'a frontend::ast::Definition<'a>,
        arguments: &[&'a Expr<'a>],
        expr: &Expr<'a>,
    ) {
        let parameters = definition.parameters;
        let (least, most) = counts(parameters);
        if self.wrong_count(name, arguments.len(), least, most, expr) {
            return;
        }
        for (at, argument) in arguments.iter().enumerate() {
            let rest = parameters.iter().position(|one| one.captures_rest);
            // parameters after a captures-rest parameter get no arguments
            let at = rest.map_or(at, |rest| at.min(rest));
            let Some(ty) = parameters.get(at).and_then(argument_type) else {
                continue;
            };
            let parameter = &parameters[at];
            let shape = self.shape(argument);
            if self.types.takes(ty, &shape) == Verdict::No {
                let expected = self.text_in(declaring(self, name), ty);
                let message = format!(
                    "'{name}' parameter '{}' expects {expected}, got {}",
                    parameter.name,
                    shape.describe()
                );
                self.find("ARGUMENT_TYPE", message, argument.span);
            }
        }
        for parameter in parameters.iter().skip(arguments.len()) {
            if let Some(shape) = self.unfit_default(parameter) {
                let message = format!(
                    "'{name}' parameter '{}' gets its default, which does not fit its type: {}",
                    parameter.name,
                    shape.describe()
                );
                self.find("ARGUMENT_TYPE", message, expr.span);
            }
        }
    }

    /// Checks the body of a function with the values of a call.
    fn call_instance(
        &mut self,
        declared: Declared<'a>,
        arguments: &[&'a Expr<'a>],
        expr: &Expr<'a>,
    ) {
        if !self.has_instances(declared.definition) {
            return;
        }
        let mut given = Given::new();
        for (parameter, argument) in declared.definition.parameters.iter().zip(arguments) {
            if !parameter.captures_rest {
                given.insert(parameter.name, self.shape(argument));
            }
        }
        // unlike a parameter of a define, one of a function keeps `undef`
        let parameters = declared.definition.parameters.iter();
        for parameter in parameters.skip(arguments.len()) {
            if let Some(default) = parameter.default.filter(|it| is_constant(self.world, it)) {
                given.insert(parameter.name, self.shape(default));
            }
        }
        self.instance(declared, given, expr.span);
    }

    /// Reports a wrong number of arguments.
    fn wrong_count(
        &mut self,
        name: &str,
        count: usize,
        least: usize,
        most: Option<usize>,
        expr: &Expr<'a>,
    ) -> bool {
        let is_wrong = count < least || most.is_some_and(|most| count > most);
        if is_wrong {
            let expected = match most {
                Some(most) if most == least => least.to_string(),
                Some(most) => format!("between {least} and {most}"),
                None => format!("at least {least}"),
            };
            let plural = if expected == "1" { "" } else { "s" };
            let message = format!("'{name}' expects {expected} argument{plural}, got {count}");
            self.find("ARGUMENT_COUNT", message, expr.span);
        }
        is_wrong
    }

    /// Checks the arguments of a function whose signatures are known: one of Puppet, or one in
    /// Ruby.
    fn signed(
        &mut self,
        name: &str,
        signatures: &[Signature<'a>],
        arguments: &[&'a Expr<'a>],
        lambda: Option<&Lambda<'a>>,
        expr: &Expr<'a>,
    ) {
        let count = arguments.len();
        let fits = |signature: &&Signature<'a>| {
            let (least, most) = signature.count();
            let block = match signature.block {
                // Puppet has no `&$lambda`: a required block is the lambda of the call
                Some(true) => lambda.is_some(),
                Some(false) => true,
                None => lambda.is_none(),
            };
            count >= least && most.is_none_or(|most| count <= most) && block
        };
        let fitting: Vec<&Signature<'a>> = signatures.iter().filter(fits).collect();
        if fitting.is_empty() {
            let counts = signatures.iter().map(Signature::count);
            let least = counts.clone().map(|(least, _)| least).min().unwrap_or(0);
            let most = counts
                .map(|(_, most)| most)
                .max_by_key(|most| most.unwrap_or(usize::MAX));
            if signatures.is_empty() || self.wrong_count(name, count, least, most.flatten(), expr) {
                return;
            }
            let all_need = signatures.iter().all(|one| one.block == Some(true));
            if lambda.is_none() && all_need {
                self.find(
                    "ARGUMENT_COUNT",
                    format!("'{name}' expects a block"),
                    expr.span,
                );
            } else if lambda.is_some() && signatures.iter().all(|one| one.block.is_none()) {
                let message = format!("'{name}' does not expect a block");
                self.find("ARGUMENT_COUNT", message, expr.span);
            }
            return;
        }
        if let Some(lambda) = lambda {
            self.block_fits(name, &fitting, lambda);
        }
        let shapes: Vec<Shape<'a>> = arguments.iter().map(|it| self.shape(it)).collect();
        // finds the first argument that no signature accepts
        for (at, shape) in shapes.iter().enumerate() {
            let taken = fitting.iter().any(|signature| {
                let parameter = signature.parameters.get(at).or(signature.parameters.last());
                let ty = parameter.and_then(|parameter| parameter.ty);
                ty.is_none_or(|ty| self.types.takes(ty, shape) != Verdict::No)
            });
            if !taken {
                let message = format!(
                    "'{name}' does not take {} as argument {}",
                    shape.describe(),
                    at + 1
                );
                self.find("ARGUMENT_TYPE", message, arguments[at].span);
                return;
            }
        }
    }

    /// Checks the number of parameters of the lambda of a call.
    fn block_fits(&mut self, name: &str, fitting: &[&Signature<'a>], lambda: &Lambda<'a>) {
        let (least, most) = counts(lambda.parameters);
        let accepts = |signature: &&Signature<'a>| match signature.block_counts {
            // the function gives the block any number of arguments in this range
            Some((low, high)) => least <= low && most.is_none_or(|most| high <= most),
            None => true,
        };
        if !fitting.iter().any(accepts) {
            let count = lambda.parameters.len();
            let plural = if count == 1 { "" } else { "s" };
            let message = format!("'{name}' does not take a block with {count} parameter{plural}");
            self.find("ARGUMENT_COUNT", message, lambda.span);
        }
    }

    /// Checks a class name in code.
    pub(super) fn class_named(&mut self, name: &str, span: frontend::Span) {
        if name.is_empty() || self.world.class(name).is_some() {
            return;
        }
        // `settings` is defined by Puppet, not by a file
        if canonical(name) == "settings" {
            return;
        }
        let near = nearest(name, self.world.classes.keys().map(|name| &**name));
        self.unknown("UNKNOWN_CLASS", "class", name, span, near);
    }
}

/// Returns true if no value of a shape names a class.
fn names_no_class(shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Text(Some(text)) => text.is_empty(),
        Shape::Unknown | Shape::Text(None) | Shape::Array(_) | Shape::Type => false,
        Shape::OneOf(shapes) => shapes.iter().all(names_no_class),
        _ => true,
    }
}

/// Returns the minimum and the maximum number of arguments for parameters.
fn counts(parameters: &[frontend::ast::Parameter<'_>]) -> (usize, Option<usize>) {
    let is_needed =
        |one: &&frontend::ast::Parameter<'_>| one.default.is_none() && !one.captures_rest;
    let least = parameters.iter().filter(is_needed).count();
    let has_rest = parameters.iter().any(|one| one.captures_rest);
    (least, (!has_rest).then_some(parameters.len()))
}

/// Returns the type of one argument for a parameter. A parameter that captures the rest may declare
/// the type of the whole array, if it is written as `Array[...]`.
fn argument_type<'a>(parameter: &frontend::ast::Parameter<'a>) -> Option<&'a Expr<'a>> {
    let ty = parameter.type_expr?;
    if !parameter.captures_rest {
        return Some(ty);
    }
    match ty.kind {
        ExprKind::TypeName("Array") => None,
        ExprKind::Access { left, keys } if matches!(left.kind, ExprKind::TypeName("Array")) => {
            keys.first().filter(|key| !is_bound(key))
        }
        _ => Some(ty),
    }
}

/// Returns the index of the unit that declares a function.
fn declaring(walk: &Walk<'_, '_>, name: &str) -> usize {
    walk.world
        .function(name)
        .map_or(0, |declared| declared.unit)
}
