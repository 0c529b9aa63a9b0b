//! Checks the places, names and variables of classes, defines and functions.

use std::collections::HashSet;

use frontend::ast::{Definition, DefinitionKind, Expr, ExprKind, Lambda};
use frontend::visit::children;
use frontend::{Severity, Span};

use super::Input;
use super::tokens::Kind;
use crate::world::assigned;

/// Returns the definitions of the file.
fn definitions<'a>(input: &Input<'_, 'a>) -> Vec<&'a Definition<'a>> {
    let all = input.program.definitions.iter();
    let found = all.filter_map(|expr| match expr.kind {
        ExprKind::Definition(definition) => Some(definition),
        _ => None,
    });
    let mut found: Vec<&Definition<'_>> = found.collect();
    found.sort_by_key(|definition| definition.span.start);
    found
}

fn is_class_or_define(definition: &Definition<'_>) -> bool {
    matches!(
        definition.kind,
        DefinitionKind::Class | DefinitionKind::Define
    )
}

fn word(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Class => "class",
        DefinitionKind::Define => "defined type",
        DefinitionKind::Function => "function",
        DefinitionKind::Plan => "plan",
    }
}

pub(super) fn autoloader_layout(input: &mut Input<'_, '_>) {
    let Some((module, path)) = input.place.in_module else {
        return;
    };
    let inner = path.strip_prefix("manifests/");
    for definition in definitions(input)
        .into_iter()
        .filter(|one| is_class_or_define(one))
    {
        let name = definition.name.trim_start_matches("::");
        let expected = match name.split_once("::") {
            Some((first, rest)) if first == module => format!("{}.pp", rest.replace("::", "/")),
            None if name == module => "init.pp".to_owned(),
            _ => String::new(),
        };
        if inner != Some(&*expected) {
            let message = format!("{name} not in autoload module layout");
            input.add(Severity::Error, message, definition.name_span, Vec::new());
        }
    }
}

pub(super) fn documentation(input: &mut Input<'_, '_>) {
    for definition in definitions(input)
        .into_iter()
        .filter(|one| is_class_or_define(one))
    {
        let at = input
            .tokens
            .list
            .iter()
            .position(|token| token.span.start >= definition.span.start);
        let before = input.tokens.list[..at.unwrap_or(0)].iter().rev();
        let mut seen = before.filter(|token| !matches!(token.kind, Kind::Space | Kind::Indent));
        // a comment with an empty line after it belongs to the file
        let ends = seen.next().is_some_and(|token| token.kind == Kind::Newline);
        let is_documented = ends
            && seen
                .next()
                .is_some_and(|token| matches!(token.kind, Kind::Comment | Kind::StarComment));
        if !is_documented {
            let message = format!("{} not documented", word(definition.kind));
            let start = definition.span.start as usize;
            let len = if definition.kind == DefinitionKind::Class {
                5
            } else {
                6
            };
            input.warn(message, Span::new(start, start + len), Vec::new());
        }
    }
}

pub(super) fn parameter_order(input: &mut Input<'_, '_>) {
    for definition in definitions(input)
        .into_iter()
        .filter(|one| is_class_or_define(one))
    {
        let mut has_optional = false;
        for parameter in definition.parameters {
            match parameter.default {
                Some(_) => has_optional = true,
                None if has_optional => {
                    let message = "optional parameter listed before required parameter";
                    input.warn(message, parameter.span, Vec::new());
                }
                None => {}
            }
        }
    }
}

pub(super) fn inherits_across_namespaces(input: &mut Input<'_, '_>) {
    for definition in definitions(input) {
        let Some((parent, span)) = definition.parent else {
            continue;
        };
        let space = |name: &str| {
            let name = name.trim_start_matches("::");
            name.split("::").next().unwrap_or(name).to_owned()
        };
        if space(parent) != space(definition.name) {
            let message = "class inherits across module namespaces";
            input.warn(message, span, Vec::new());
        }
    }
}

pub(super) fn uppercase_names(input: &mut Input<'_, '_>) {
    for definition in definitions(input) {
        if definition.name.contains(|c: char| c.is_ascii_uppercase()) {
            let message = format!(
                "{} name containing uppercase letters",
                word(definition.kind)
            );
            input.add(Severity::Error, message, definition.name_span, Vec::new());
        }
    }
}

pub(super) fn nested(input: &mut Input<'_, '_>) {
    let all = definitions(input);
    let inside = |one: &Definition<'_>| {
        all.iter().any(|outer| {
            outer.kind == DefinitionKind::Class
                && outer.span.start < one.span.start
                && one.span.end <= outer.span.end
        })
    };
    let nested: Vec<&Definition<'_>> = all
        .iter()
        .copied()
        .filter(|one| is_class_or_define(one) && inside(one))
        .collect();
    for definition in nested {
        let word = match definition.kind {
            DefinitionKind::Class => "class",
            _ => "define",
        };
        let start = definition.span.start as usize;
        let span = Span::new(start, start + word.len());
        input.warn(format!("{word} defined inside a class"), span, Vec::new());
    }
}

/// Reports statements outside of definitions in a module's manifest.
pub(super) fn code_on_top_scope(input: &mut Input<'_, '_>) {
    if input.place.in_module.is_none() || !input.place.file.is_manifest_of_module() {
        return;
    }
    let body = input.program.body;
    let statements = match body.kind {
        ExprKind::Block(statements) => statements,
        ExprKind::Nop => return,
        _ => std::slice::from_ref(body),
    };
    for statement in statements {
        let is_definition = matches!(
            statement.kind,
            ExprKind::Definition(_)
                | ExprKind::TypeAlias { .. }
                | ExprKind::TypeDefinition { .. }
                | ExprKind::Nop
        );
        if !is_definition {
            input.warn(
                "code outside of class or define block",
                statement.span,
                Vec::new(),
            );
        }
    }
}

/// Variables that exist in every scope.
const EVERYWHERE: &[&str] = &[
    "alias",
    "audit",
    "before",
    "loglevel",
    "noop",
    "notify",
    "require",
    "schedule",
    "stage",
    "subscribe",
    "tag",
    "name",
    "title",
    "module_name",
    "caller_module_name",
    "trusted",
    "facts",
    "environment",
    "server_facts",
    "clientcert",
    "clientversion",
    "servername",
    "serverip",
    "serverversion",
];

pub(super) fn variable_scope(input: &mut Input<'_, '_>) {
    for definition in definitions(input)
        .into_iter()
        .filter(|one| is_class_or_define(one))
    {
        // variables of the parent class are visible too
        if definition.parent.is_some() {
            continue;
        }
        let mut known: HashSet<&str> = EVERYWHERE.iter().copied().collect();
        known.extend(definition.parameters.iter().map(|parameter| parameter.name));
        assigned(definition.body, false, &mut |name| {
            known.insert(name);
        });
        let mut found = Vec::new();
        for parameter in definition.parameters {
            parameter
                .default
                .into_iter()
                .for_each(|it| reads(it, &known, &mut found));
        }
        reads(definition.body, &known, &mut found);
        for span in found {
            let message = "top-scope variable being used without an explicit namespace";
            input.warn(message, span, Vec::new());
        }
    }
}

fn reads<'a>(expr: &'a Expr<'a>, known: &HashSet<&'a str>, found: &mut Vec<Span>) {
    match expr.kind {
        ExprKind::Variable(name) => {
            let is_group = name.starts_with(|c: char| c.is_ascii_digit());
            if !name.contains("::") && !is_group && !known.contains(name) {
                found.push(expr.span);
            }
        }
        ExprKind::Definition(_) => {}
        ExprKind::Call { lambda, .. } | ExprKind::MethodCall { lambda, .. } => {
            let mut inner = known.clone();
            if let Some(lambda) = lambda {
                of_lambda(lambda, &mut inner);
            }
            children(expr, &mut |child| reads(child, &inner, found));
        }
        _ => children(expr, &mut |child| reads(child, known, found)),
    }
}

fn of_lambda<'a>(lambda: &'a Lambda<'a>, known: &mut HashSet<&'a str>) {
    known.extend(lambda.parameters.iter().map(|parameter| parameter.name));
    assigned(lambda.body, false, &mut |name| {
        known.insert(name);
    });
}
