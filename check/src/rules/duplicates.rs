//! Finds resources that are declared twice whenever a class, define or node is evaluated.

use std::collections::{HashMap, HashSet};

use frontend::ast::{DefinitionKind, Expr, ExprKind, ResourceForm};
use frontend::{Diagnostic, Source, Span};

use super::branches::has_default;
use super::shapes::literal;
use crate::code::finding;
use crate::files::Kind;
use crate::world::{World, canonical};

/// A declaration that is always evaluated.
struct Declaration {
    key: (String, String),
    span: Span,
    /// True for `include` and its relatives, which accept a class that is declared already.
    may_repeat: bool,
    /// True if the resource is virtual or exported, so that it may never be evaluated.
    is_virtual: bool,
}

/// Finds resources that are declared twice in one body, or in two classes that are always evaluated
/// together.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut found = across_classes(world);
    for (at, unit) in world.loaded_units() {
        let Some(program) = unit.program.as_ref().filter(|_| unit.file.is_asked) else {
            continue;
        };
        // the statements of a template declare nothing
        let top = matches!(unit.file.kind, Kind::Manifest).then_some((program.body, None));
        let bodies = program
            .definitions
            .iter()
            .filter_map(|expr| match expr.kind {
                ExprKind::Definition(definition)
                    if matches!(
                        definition.kind,
                        DefinitionKind::Class | DefinitionKind::Define
                    ) =>
                {
                    let is_class = definition.kind == DefinitionKind::Class;
                    Some((definition.body, is_class.then_some(definition.name)))
                }
                ExprKind::Node { body, .. } => Some((body, None)),
                _ => None,
            })
            .chain(top);
        for (body, class) in bodies {
            let mut all = Vec::new();
            declared(body, &mut all);
            let together = Together::new(world, class).repeated(&all, unit.source);
            found.extend(together.into_iter().map(|one| (at, one)));
            found.extend(repeated(all, unit.source).map(|one| (at, one)));
        }
    }
    found
}

/// The resources that every evaluation of a class declares, and the classes that it always
/// includes.
struct Content {
    unit: usize,
    declarations: Vec<Declaration>,
    includes: Vec<String>,
}

/// Finds resources that are declared both by a class and by a class that it always includes,
/// directly or indirectly.
fn across_classes(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut contents: HashMap<String, Content> = HashMap::new();
    for (name, all) in &world.classes {
        // if two files define the class, Puppet loads only one of them
        let [declared_once] = all.as_slice() else {
            continue;
        };
        let body = declared_once.definition.body;
        let (mut declarations, mut includes) = (Vec::new(), Vec::new());
        declared(body, &mut declarations);
        included(body, &mut includes);
        includes.extend(
            declared_once
                .definition
                .parent
                .map(|(name, _)| name.to_owned()),
        );
        contents.insert(
            name.to_string(),
            Content {
                unit: declared_once.unit,
                declarations,
                includes,
            },
        );
    }
    let mut names: Vec<&String> = contents.keys().collect();
    names.sort_unstable();
    let mut found = Vec::new();
    for name in names {
        let own = &contents[name];
        if own.declarations.is_empty() || !world.units[own.unit].file.is_asked {
            continue;
        }
        let mut seen: Vec<&str> = vec![name];
        let mut next: Vec<&String> = own.includes.iter().collect();
        while let Some(included) = next.pop() {
            let included = canonical(included);
            let Some((other, content)) = contents.get_key_value(&*included) else {
                continue;
            };
            if seen.contains(&other.as_str()) {
                continue;
            }
            seen.push(other);
            next.extend(&content.includes);
            let twice = |one: &&Declaration| {
                one.key.0 != "class" && content.declarations.iter().any(|two| two.key == one.key)
            };
            for declaration in own.declarations.iter().filter(twice) {
                let (ty, title) = &declaration.key;
                let message = format!(
                    "The resource {ty} '{title}' is declared in the class '{other}', too, which is \
                     always included here"
                );
                found.push((
                    own.unit,
                    finding("DUPLICATE_RESOURCE", message, declaration.span),
                ));
            }
        }
    }
    found
}

/// The resources that the parts of a body declare together: its own ones, and those of the classes
/// that it always includes and of the defines that it always uses.
struct Together<'w, 'a> {
    world: &'w World<'a>,
    /// True if the body is that of a class, whose own resources [`across_classes`] compares with
    /// those of included classes.
    is_class: bool,
    /// The classes that were visited. A class is evaluated once.
    visited: HashSet<String>,
    known: HashMap<(String, String), Owner>,
    found: Vec<Diagnostic>,
}

/// The code that declares a resource.
#[derive(Clone)]
struct Owner {
    /// The part of the body.
    part: usize,
    /// The definition around the declaration.
    text: String,
    /// True if the body itself declares it.
    is_body: bool,
    /// True if a define is around it.
    is_in_define: bool,
}

/// The maximum number of definitions inside of each other that are followed.
const DEPTH_MAX: usize = 20;

impl<'w, 'a> Together<'w, 'a> {
    fn new(world: &'w World<'a>, class: Option<&str>) -> Together<'w, 'a> {
        Together {
            world,
            is_class: class.is_some(),
            // the define may include it again
            visited: class.iter().map(|it| canonical(it).into_owned()).collect(),
            known: HashMap::new(),
            found: Vec::new(),
        }
    }

    /// Returns the resources that two parts of a body declare, given all declarations of the body.
    fn repeated(mut self, all: &[Declaration], source: &Source) -> Vec<Diagnostic> {
        for (part, declaration) in all.iter().enumerate() {
            let line = source.position(declaration.span.start).line;
            let owner = Owner {
                part,
                text: format!("the code on line {line}"),
                is_body: true,
                is_in_define: false,
            };
            if self.add(declaration, &owner, declaration.span) {
                self.definition(declaration, &owner, declaration.span, 0);
            }
        }
        self.found
    }

    /// Adds all that the definition of a class or define declares, for the declaration at `span`.
    fn definition(&mut self, of: &Declaration, outer: &Owner, span: Span, depth: usize) {
        let (ty, title) = &of.key;
        let is_class = ty == "class";
        let world = self.world;
        let all = match is_class {
            true if self.visited.insert(title.clone()) => world.classes.get(title.as_str()),
            false if !of.is_virtual => world.defines.get(ty.as_str()),
            _ => None,
        };
        // if two files define the name, Puppet loads only one of them
        let Some([one]) = all.map(Vec::as_slice).filter(|_| depth < DEPTH_MAX) else {
            return;
        };
        let owner = Owner {
            part: outer.part,
            text: match is_class {
                true => format!("the class '{title}'"),
                false => format!("the {ty} '{title}'"),
            },
            is_body: false,
            is_in_define: outer.is_in_define || !is_class,
        };
        let mut inner = Vec::new();
        if let Some((parent, _)) = one.definition.parent {
            inner.push(Declaration::of_class(parent, span));
        }
        declared(one.definition.body, &mut inner);
        for declaration in inner {
            if self.add(&declaration, &owner, span) {
                self.definition(&declaration, &owner, span, depth + 1);
            }
        }
    }

    /// Adds a resource, and reports it if another part of the body declares it too. Returns whether
    /// it may be evaluated.
    fn add(&mut self, declaration: &Declaration, owner: &Owner, span: Span) -> bool {
        let (ty, title) = &declaration.key;
        if ty == "class" {
            return true;
        }
        let Some(other) = self.known.get(&declaration.key) else {
            self.known.insert(declaration.key.clone(), owner.clone());
            return true;
        };
        let is_reported_otherwise = other.part == owner.part
            || other.is_body && owner.is_body
            || self.is_class
                && (other.is_body || owner.is_body)
                && !other.is_in_define
                && !owner.is_in_define;
        if !is_reported_otherwise {
            let message = format!(
                "The resource {ty} '{title}' is declared twice: by {} and by {}",
                other.text, owner.text
            );
            self.found
                .push(finding("DUPLICATE_RESOURCE", message, span));
        }
        false
    }
}

impl Declaration {
    fn of_class(name: &str, span: Span) -> Declaration {
        Declaration {
            key: ("class".to_owned(), canonical(name).into_owned()),
            span,
            may_repeat: true,
            is_virtual: false,
        }
    }
}

/// Collects the classes that a body always includes.
fn included(expr: &Expr<'_>, names: &mut Vec<String>) {
    match expr.kind {
        ExprKind::Block(statements) => {
            for statement in statements {
                included(statement, names);
                if is_end(statement) {
                    break;
                }
            }
        }
        ExprKind::Call {
            functor, arguments, ..
        } if is_including(functor) => {
            for argument in arguments {
                titles(argument, &mut |name, _| names.push(name.to_owned()));
            }
        }
        ExprKind::Resource {
            type_name, bodies, ..
        } => {
            if let ExprKind::Name("class") = type_name.kind {
                for body in bodies {
                    titles(&body.title, &mut |name, _| names.push(name.to_owned()));
                }
            }
        }
        _ => {}
    }
}

/// Returns true if a statement always ends its body.
fn is_end(statement: &Expr<'_>) -> bool {
    match statement.kind {
        ExprKind::Call { functor, .. } => {
            matches!(functor.kind, ExprKind::Name("return" | "fail"))
        }
        _ => false,
    }
}

fn repeated(all: Vec<Declaration>, source: &Source) -> impl Iterator<Item = Diagnostic> {
    let mut first: HashMap<(String, String), Span> = HashMap::new();
    let mut found = Vec::new();
    for declaration in all {
        let (ty, title) = declaration.key.clone();
        match first.get(&declaration.key) {
            Some(_) if declaration.may_repeat => {}
            Some(span) => {
                let line = source.position(span.start).line;
                let message =
                    format!("The resource {ty} '{title}' is declared twice: first on line {line}");
                found.push(finding("DUPLICATE_RESOURCE", message, declaration.span));
            }
            None => {
                first.insert(declaration.key, declaration.span);
            }
        }
    }
    found.into_iter()
}

/// Collects the resources that a body always declares.
fn declared(expr: &Expr<'_>, all: &mut Vec<Declaration>) {
    match expr.kind {
        ExprKind::Block(statements) => {
            for statement in statements {
                declared(statement, all);
                // the statements after it are not evaluated
                if is_end(statement) {
                    break;
                }
            }
        }
        ExprKind::Relationship { left, right, .. } => {
            declared(left, all);
            declared(right, all);
        }
        ExprKind::Paren(inner) => declared(inner, all),
        ExprKind::Resource {
            form,
            type_name,
            bodies,
        } => {
            let ExprKind::Name(name) = type_name.kind else {
                return;
            };
            let name = canonical(name);
            for body in bodies {
                titles(&body.title, &mut |title, span| {
                    let title = match &*name {
                        "class" => canonical(title),
                        _ => title.into(),
                    };
                    all.push(Declaration {
                        key: (name.to_string(), title.into_owned()),
                        span,
                        may_repeat: false,
                        is_virtual: form != ResourceForm::Regular,
                    });
                });
            }
        }
        ExprKind::Call {
            functor, arguments, ..
        } if is_including(functor) => {
            for argument in arguments {
                titles(argument, &mut |title, span| {
                    all.push(Declaration::of_class(title, span));
                });
            }
        }
        ExprKind::If {
            then, otherwise, ..
        } => in_all_arms(&[then, otherwise], all),
        ExprKind::Case { options, .. } if has_default(options) => {
            let arms: Vec<&Expr<'_>> = options.iter().map(|option| option.then).collect();
            in_all_arms(&arms, all);
        }
        _ => {}
    }
}

/// Collects the resources that each arm of a condition declares. Their places are those in the
/// first arm.
fn in_all_arms(arms: &[&Expr<'_>], all: &mut Vec<Declaration>) {
    // the statements after the condition are not evaluated on all paths
    let ends = |arm: &&Expr<'_>| match arm.kind {
        ExprKind::Block(statements) => statements.iter().any(is_end),
        _ => is_end(arm),
    };
    if arms.iter().any(ends) {
        return;
    }
    let mut arms = arms.iter().map(|arm| {
        let mut own = Vec::new();
        declared(arm, &mut own);
        own
    });
    let first = arms.next().unwrap_or_default();
    let others: Vec<Vec<Declaration>> = arms.collect();
    let is_everywhere = |one: &Declaration| {
        let is_same =
            |other: &Declaration| other.key == one.key && other.may_repeat == one.may_repeat;
        let has = |arm: &Vec<Declaration>| arm.iter().any(is_same);
        others.iter().all(has)
    };
    all.extend(first.into_iter().filter(is_everywhere));
}

/// Returns true if a function declares the classes that its arguments name.
fn is_including(functor: &Expr<'_>) -> bool {
    matches!(
        functor.kind,
        ExprKind::Name("include" | "contain" | "require")
    )
}

fn titles(title: &Expr<'_>, each: &mut dyn FnMut(&str, Span)) {
    match title.kind {
        ExprKind::Array(items) => items.iter().for_each(|item| titles(item, each)),
        _ => {
            if let Some(text) = literal(title) {
                each(&text, title.span);
            }
        }
    }
}
