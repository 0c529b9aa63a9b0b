//! Checks the files that code names: templates and their parameters, file contents, file sources.

use std::path::PathBuf;

use frontend::ast::{Expr, ExprKind};

use super::Walk;
use super::shapes::literal;
use crate::verdict::Verdict;

impl<'a> Walk<'_, 'a> {
    /// Checks the files that a call names.
    pub(super) fn files_of_call(&mut self, name: &str, arguments: &[&'a Expr<'a>]) {
        match name {
            "template" => {
                for argument in arguments {
                    self.template_named(name, argument, "templates");
                }
            }
            "epp" => {
                if let Some(argument) = arguments.first() {
                    self.template_named(name, argument, "templates");
                    self.epp_parameters(argument, arguments.get(1).copied());
                }
            }
            // with several arguments, the first file that exists is used
            "file" => {
                if let [argument] = arguments {
                    self.template_named(name, argument, "files");
                }
            }
            _ => {}
        }
    }

    fn template_named(&mut self, function: &str, argument: &Expr<'a>, folder: &str) {
        let Some(name) = literal(argument) else {
            return;
        };
        if name.starts_with('/') {
            return;
        }
        let Some((module, inner)) = name.split_once('/') else {
            return;
        };
        let Some(path) = self.module_path(module) else {
            self.missing_module(module, &format!("file '{inner}'"), argument.span);
            return;
        };
        let file = path.join(folder).join(inner);
        let with_ending = path.join(folder).join(format!("{inner}.epp"));
        // `epp` adds the extension if the name has none
        if file.exists() || function == "epp" && with_ending.exists() {
            return;
        }
        let message = format!("The module '{module}' has no file {folder}/{inner}");
        self.find("TEMPLATE_NOT_FOUND", message, argument.span);
    }

    fn module_path(&self, name: &str) -> Option<&'a PathBuf> {
        let modules = &self.world.codebase?.modules;
        let at = modules.binary_search_by(|module| module.name.as_str().cmp(name));
        Some(&modules[at.ok()?].path)
    }

    /// Checks the parameters that a template gets.
    fn epp_parameters(&mut self, argument: &'a Expr<'a>, given: Option<&'a Expr<'a>>) {
        let Some(name) = literal(argument) else {
            return;
        };
        let epps = &self.world.epps;
        let template = epps
            .get(&*name)
            .or_else(|| epps.get(&format!("{name}.epp")));
        let Some(&(unit, lambda)) = template else {
            return;
        };
        let entries = match given.map(|given| given.kind) {
            Some(ExprKind::Hash(entries)) => entries,
            None => &[],
            Some(_) => return,
        };
        // a template without declared parameters accepts any
        let declares = matches!(
            lambda.body.kind,
            ExprKind::Epp {
                parameters_specified: true,
                ..
            }
        );
        if !declares {
            return;
        }
        let mut names = Vec::new();
        for entry in entries {
            let Some(key) = literal(&entry.key) else {
                return;
            };
            let parameter = lambda.parameters.iter().find(|one| one.name == &*key);
            match parameter {
                None => {
                    let message = format!("The template '{name}' has no parameter '{key}'");
                    self.find("EPP_PARAMETER", message, entry.key.span);
                }
                Some(parameter) => {
                    let shape = self.shape(&entry.value);
                    if let Some(ty) = parameter.type_expr
                        && self.types.takes(ty, &shape) == Verdict::No
                    {
                        let message = format!(
                            "Parameter '{key}' of the template '{name}' expects {}, got {}",
                            self.text_in(unit, ty),
                            shape.describe()
                        );
                        self.find("EPP_PARAMETER", message, entry.value.span);
                    }
                }
            }
            names.push(key);
        }
        let missing = lambda.parameters.iter().filter(|one| one.default.is_none());
        for parameter in missing.filter(|one| names.iter().all(|name| *name != one.name)) {
            let message = format!(
                "The template '{name}' needs a value for parameter '{}'",
                parameter.name
            );
            self.find("EPP_PARAMETER", message, given.unwrap_or(argument).span);
        }
    }

    /// Checks `puppet:///modules/m/f` in a text.
    pub(super) fn source_named(&mut self, text: &str, expr: &Expr<'a>) {
        let Some(rest) = text.strip_prefix("puppet:///modules/") else {
            return;
        };
        let Some((module, inner)) = rest.split_once('/') else {
            return;
        };
        // a text that only mentions such a path
        if inner.contains(char::is_whitespace) {
            return;
        }
        let Some(path) = self.module_path(module) else {
            return;
        };
        if !path.join("files").join(inner).exists() {
            let message = format!("The module '{module}' has no file files/{inner}");
            self.find("SOURCE_NOT_FOUND", message, expr.span);
        }
    }
}
