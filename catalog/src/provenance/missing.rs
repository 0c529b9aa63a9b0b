//! Explains why a resource is not in the catalog: code that declares it but did not run, and
//! similar names.

use std::path::Path;
use std::sync::Arc;

use frontend::Source;
use frontend::ast::{DefinitionKind, Expr, ExprKind, ResourceForm, StringPart};
use rubycore::case::Downcase;
use runtime::types::capitalized;

use super::report::{Answer, Missing, Step};
use super::subject::matches;
use super::syntax::{Parsed, arguments, called, literal};
use super::tracer::Tracer;
use crate::compiler::resource::Family;
use crate::environment::files::{read_code, walk};
use crate::nearest::nearest;

/// The maximum number of places in code that are shown.
const PLACES_MAX: usize = 8;
/// The maximum number of similar references that are shown.
const NEAREST_MAX: usize = 3;

impl<'t, 'h> Tracer<'t, 'h> {
    /// Explains a reference that leads to no resource.
    pub(super) fn missing(&self, ty: &str, title: &str) -> Answer {
        let is_class = ty.eq_ignore_ascii_case("class");
        let mut steps = Vec::new();
        self.each_file(&mut |parsed| {
            match is_class {
                true => self.class_in(&parsed, title, &mut steps),
                false => self.declared_in(&parsed, ty, title, &mut steps),
            }
            steps.len() < PLACES_MAX
        });
        let shown = match is_class {
            true => capitalized(&title.downcase()),
            false => title.to_owned(),
        };
        let ty_shown = capitalized(&ty.downcase());
        Answer::Missing(Missing {
            reference: format!("{ty_shown}[{shown}]"),
            steps,
            nearest: self.nearest_references(ty, title),
        })
    }

    /// Returns the most similar references in the catalog, those of the same type first.
    fn nearest_references(&self, ty: &str, title: &str) -> Vec<String> {
        let resources = &self.contents.resources;
        let mut found = Vec::new();
        let types: Vec<&str> = resources.types.iter().map(|ty| ty.name).collect();
        let own = resources.find_type(ty);
        let own = own.or_else(|| resources.find_type(nearest(&ty.downcase(), types)?));
        if let Some(own) = own {
            let ids = resources.ty(own).resources.iter();
            let mut titles: Vec<&str> = ids.map(|id| resources.get(*id).title).collect();
            while found.len() < NEAREST_MAX {
                let Some(near) = nearest(title, titles.iter().copied()) else {
                    break;
                };
                titles.retain(|title| *title != near);
                if let Some(id) = resources.find(own, near) {
                    found.push(resources.reference(id));
                }
            }
        }
        // the same title with another type
        for (at, resource) in resources.list.iter().enumerate() {
            let id = crate::compiler::resource::ResourceId(at as u32);
            let is_same = resource.title.eq_ignore_ascii_case(title);
            let reference = resources.reference(id);
            if is_same && found.len() < NEAREST_MAX && !found.contains(&reference) {
                found.push(reference);
            }
        }
        found
    }

    /// Visits all manifests of the environment in the order of their paths, until `visit` returns
    /// false.
    fn each_file(&self, visit: &mut dyn FnMut(Parsed<'t>) -> bool) {
        let environment = self.compiler.environment;
        for file in environment.main() {
            if let Some(unit) = file.loaded()
                && let Some(parsed) = self.parsed(unit.source())
                && !visit(parsed)
            {
                return;
            }
        }
        let mut modules: Vec<_> = environment.modules().collect();
        modules.sort_by(|a, b| a.path.cmp(&b.path));
        for module in modules {
            let mut paths = Vec::new();
            walk(
                &format!("{}/manifests", module.path),
                &mut |_: &str, path: &str| {
                    if path.ends_with(".pp") {
                        paths.push(path.to_owned());
                    }
                },
            );
            paths.sort();
            for path in paths {
                let Ok(text) = read_code(Path::new(&path)) else {
                    continue;
                };
                let source = Arc::new(Source::new(Some(&path), text));
                if let Some(parsed) = self.parsed(&source)
                    && !visit(parsed)
                {
                    return;
                }
            }
        }
    }

    /// Adds the places in a file that declare a resource, or may declare it.
    fn declared_in(&self, parsed: &Parsed<'t>, ty: &str, title: &str, steps: &mut Vec<Step>) {
        let wanted = ty.trim_start_matches(':');
        let found = parsed.all(&|expr| match expr.kind {
            ExprKind::Resource { type_name, .. } => literal(type_name)
                .is_some_and(|name| name.trim_start_matches(':').eq_ignore_ascii_case(wanted)),
            _ => false,
        });
        for way in found {
            let Some(ExprKind::Resource { form, bodies, .. }) = way.last().map(|it| it.kind) else {
                continue;
            };
            for body in bodies {
                let Some(is_sure) = titles(&body.title, title) else {
                    continue;
                };
                let verb = match (is_sure, form) {
                    (true, ResourceForm::Regular) => "declared",
                    (true, ResourceForm::Virtual) => "declared virtual",
                    (true, ResourceForm::Exported) => "exported",
                    (false, _) => "may be declared",
                };
                let text = format!("{verb} in {}", self.code_text(&way));
                let place = runtime::error::Place {
                    source: parsed.source.clone(),
                    offset: body.title.span.start,
                };
                steps.push(Step::new("declaration", text, Some(self.site(&place))));
            }
        }
    }

    /// Adds the places in a file that define or include a class.
    fn class_in(&self, parsed: &Parsed<'t>, class: &str, steps: &mut Vec<Step>) {
        let wanted = class.trim_start_matches(':');
        let is = |name: &str| name.trim_start_matches(':').eq_ignore_ascii_case(wanted);
        let found = parsed.all(&|expr| match expr.kind {
            ExprKind::Definition(definition) => {
                definition.kind == DefinitionKind::Class && is(definition.name)
            }
            ExprKind::Call { .. } => {
                let includes = called(expr)
                    .is_some_and(|name| matches!(name, "include" | "contain" | "require"));
                includes && arguments(expr).iter().any(|it| literal(it).is_some_and(is))
            }
            ExprKind::Resource {
                type_name, bodies, ..
            } => {
                let mut titles = bodies.iter().filter_map(|body| literal(&body.title));
                literal(type_name) == Some("class") && titles.any(is)
            }
            _ => false,
        });
        for way in found {
            let Some(expr) = way.last() else { continue };
            let (text, offset) = match expr.kind {
                ExprKind::Definition(definition) => {
                    ("defined".to_owned(), definition.name_span.start)
                }
                ExprKind::Call { .. } => {
                    let name = called(expr).unwrap_or_default();
                    let verb = match name {
                        "include" => "included",
                        "contain" => "contained",
                        _ => "required",
                    };
                    (format!("{verb} in {}", self.code_text(&way)), expr.at)
                }
                _ => (
                    format!("declared like a resource in {}", self.code_text(&way)),
                    expr.at,
                ),
            };
            let place = runtime::error::Place {
                source: parsed.source.clone(),
                offset,
            };
            steps.push(Step::new("declaration", text, Some(self.site(&place))));
        }
    }

    /// Describes the code around an expression, and whether it ran for the node.
    fn code_text(&self, way: &[&'t Expr<'t>]) -> String {
        for expr in way.iter().rev() {
            match expr.kind {
                ExprKind::Definition(definition) => {
                    return self.definition_text(definition.kind, definition.name);
                }
                ExprKind::Node { .. } => return "a node definition".to_owned(),
                _ => {}
            }
        }
        "the main manifest".to_owned()
    }

    fn definition_text(&self, kind: DefinitionKind, name: &str) -> String {
        let name = name.trim_start_matches(':');
        let resources = &self.contents.resources;
        match kind {
            DefinitionKind::Class => {
                let shown = format!("Class[{}]", capitalized(&name.downcase()));
                let ty = resources.find_type("class");
                let id = ty.and_then(|ty| resources.find(ty, &name.downcase()));
                match id {
                    Some(_) => format!(
                        "{shown}, which is in the catalog: a condition, or the title, kept it out"
                    ),
                    None => format!("{shown}, which is not in the catalog"),
                }
            }
            DefinitionKind::Define => {
                let shown = capitalized(&name.downcase());
                let ty = resources.find_type(name).map(|ty| resources.ty(ty));
                let has_some = ty.is_some_and(|ty| {
                    matches!(ty.family, Family::Define(_)) && !ty.resources.is_empty()
                });
                match has_some {
                    true => format!("the define {shown}, which has other instances"),
                    false => format!("the define {shown}, which has no instance"),
                }
            }
            DefinitionKind::Function => format!("function {name}"),
            DefinitionKind::Plan => format!("plan {name}"),
        }
    }
}

/// Returns true if the titles of a body certainly include a title; `None` if they certainly do not.
fn titles(expr: &Expr<'_>, title: &str) -> Option<bool> {
    match expr.kind {
        ExprKind::Array(items) => {
            let found: Vec<bool> = items.iter().filter_map(|it| titles(it, title)).collect();
            (!found.is_empty()).then(|| found.contains(&true))
        }
        ExprKind::Paren(inner) => titles(inner, title),
        ExprKind::Concat(parts) => {
            let mut letters = 0;
            let mut pattern = String::new();
            for part in parts {
                match part {
                    StringPart::Text(text, _) => {
                        letters += text.trim_matches('/').len();
                        pattern.push_str(text);
                    }
                    StringPart::Value(_) => pattern.push('*'),
                }
            }
            (letters > 0 && matches(&pattern, title)).then_some(false)
        }
        _ => (literal(expr)? == title).then_some(true),
    }
}
