//! Draws the error that ended a compilation for people.

use std::sync::Arc;

use catalog::compiler::Compiler;
use catalog::core_types;
use catalog::environment::modules::Module;
use catalog::lookup::{Answer, Explain, Format, Query};
use catalog::nearest::nearest;
use frontend::Severity;
use frontend::issue::Located;
use runtime::Cx;
use runtime::advice::{Advice, NameKind, Unknown};
use runtime::error::{Error, Place};

use super::{attribute, hints};
use crate::drawing::{self, Call, Mark, Problem};

/// The maximum number of calls that are drawn. The calls between the innermost and the outermost of
/// a deep recursion tell little.
const CALLS_MAX: usize = 4;

/// Draws an error of a node. The text ends with a line break.
pub(super) fn draw<'h>(
    error: &Error,
    node: Option<&str>,
    compiler: &Compiler<'h>,
    cx: &mut Cx<'h>,
    colour: bool,
) -> String {
    let mut message = super::bare_text(error, false);
    if let Some(node) = node {
        message = format!("{message} on node {node}");
    }
    let about = about(error);
    let mark = match (&about, &error.place) {
        (Some(target), _) => Some(target.mark()),
        (None, Some(place)) if error.line_only => Some(line(place)),
        (None, Some(place)) => Some(word(place)),
        (None, None) => None,
    };
    // consecutive calls from the same place, as of a function that calls itself, are drawn once
    let is_same =
        |a: &&Place, b: &&Place| a.offset == b.offset && Arc::ptr_eq(&a.source, &b.source);
    // the code of a define is called by the resource
    let caller = error
        .place
        .iter()
        .filter(|_| related_place(error).is_some());
    let is_call = about.as_ref().is_some_and(|target| target.is_call);
    let stack = error.stack.iter().skip(usize::from(is_call));
    let stack: Vec<&Place> = stack.chain(caller).collect();
    let calls: Vec<&[&Place]> = stack.chunk_by(is_same).collect();
    let (drawn, left_out) = calls.split_at(calls.len().min(CALLS_MAX));
    let problem = Problem {
        severity: Severity::Error,
        code: Some(error.issue.0).filter(|code| *code != "RUNTIME_ERROR"),
        message: &message,
        mark,
        file: None,
        calls: drawn
            .iter()
            .map(|same| Call {
                mark: word(same[0]),
                times: same.len(),
            })
            .collect(),
        calls_left_out: left_out.iter().map(|same| same.len()).sum(),
        notes: notes(error, compiler, cx),
        hints: hints(error, compiler, cx),
    };
    let mut text = drawing::draw(&problem, &drawing::renderer(colour));
    text.push('\n');
    text
}

/// The code that an error is about, if that is not its own place.
pub(super) struct Target {
    /// The place.
    pub place: Place,
    /// The part of the source that is marked.
    extent: Extent,
    /// True if it is the innermost call that led to the error.
    is_call: bool,
}

/// The part of a source at a place.
#[derive(Clone, Copy)]
enum Extent {
    Word,
    Line,
    Bytes(u32),
}

impl Target {
    fn mark(&self) -> Mark<'_> {
        match self.extent {
            Extent::Word => word(&self.place),
            Extent::Line => line(&self.place),
            Extent::Bytes(length) => {
                let place = &self.place;
                Mark::at(&place.source, path(place), place.offset, length as usize)
            }
        }
    }

    /// Returns the part of the position that is certain.
    pub fn located(&self) -> Located {
        match self.extent {
            Extent::Line => Located::Line,
            Extent::Word | Extent::Bytes(_) => Located::Column,
        }
    }
}

/// Returns the code that an error is about: an attribute of a resource, code in a define whose resource
/// is the error's place, or, for an error without a place, related code or the innermost call.
pub(super) fn about(error: &Error) -> Option<Target> {
    let related = related_place(error);
    if let Some(target) = related
        .or(error.place.as_ref())
        .and_then(|place| attribute(error, place))
    {
        return Some(target);
    }
    let (place, extent, is_call) = match (related, &error.place) {
        (Some(related), Some(_)) => (related, Extent::Word, false),
        (Some(related), None) => (related, Extent::Line, false),
        (None, Some(_)) => return None,
        (None, None) => (error.stack.first()?, Extent::Word, true),
    };
    Some(Target {
        place: place.clone(),
        extent,
        is_call,
    })
}

/// Returns the place of the code that an error is about, if the error shows another place or none.
fn related_place(error: &Error) -> Option<&Place> {
    error.advice.iter().find_map(|advice| match advice {
        Advice::About(place) => Some(place),
        Advice::Unknown(_) | Advice::Settings(_) | Advice::Parameter(_) => None,
    })
}

/// Returns the attribute that an error is about, if the resource at a place sets it.
fn attribute(error: &Error, place: &Place) -> Option<Target> {
    let name = error.advice.iter().find_map(|advice| match advice {
        Advice::Unknown(unknown) if unknown.kind == NameKind::Parameter => Some(&unknown.name),
        Advice::Parameter(name) => Some(name),
        Advice::Unknown(_) | Advice::Settings(_) | Advice::About(_) => None,
    })?;
    let span = attribute::find(place, name)?;
    Some(Target {
        place: Place {
            source: place.source.clone(),
            offset: span.start,
        },
        extent: Extent::Bytes(span.end - span.start),
        is_call: false,
    })
}

/// Returns advice on an error: the name that was probably meant, and settings with which Puppet
/// ignores the error.
pub(super) fn hints<'h>(error: &Error, compiler: &Compiler<'h>, cx: &Cx<'h>) -> Vec<String> {
    let mut hints: Vec<String> = hints::hint(error.issue)
        .into_iter()
        .map(str::to_owned)
        .collect();
    for advice in &error.advice {
        match advice {
            Advice::Unknown(unknown) => {
                hints.extend(near(unknown, error.place.as_ref(), compiler, cx))
            }
            Advice::Settings([setting]) => {
                hints.push(format!("the setting {setting} would allow this"));
            }
            Advice::Settings(settings) => hints.push(format!(
                "the settings {} would allow this",
                settings.join(" and ")
            )),
            Advice::About(_) | Advice::Parameter(_) => {}
        }
    }
    hints
}

/// Returns the known name that is most similar to an unknown one.
fn near<'h>(
    unknown: &Unknown,
    place: Option<&Place>,
    compiler: &Compiler<'h>,
    cx: &Cx<'h>,
) -> Option<String> {
    let modules = || compiler.environment().modules();
    let mut known: Vec<String> = unknown.known.clone();
    match unknown.kind {
        NameKind::Function => {
            known.extend(runtime::builtins::names().map(str::to_owned));
            known.extend(cx.functions.keys().map(|name| name.to_string()));
            known.extend(compiler.names().into_iter().map(str::to_owned));
            known.extend(modules().flat_map(|module| module.function_names()));
            known.extend(compiler.environment().ruby_function_names());
        }
        NameKind::Class => {
            known.extend(compiler.names().into_iter().map(str::to_owned));
            known.extend(modules().flat_map(|module| module.manifest_names()));
        }
        NameKind::ResourceType | NameKind::Type => {
            known.extend(core_types::names().map(str::to_owned));
            known.extend(compiler.names().into_iter().map(str::to_owned));
            known.extend(modules().flat_map(|module| module.manifest_names()));
            let in_ruby = modules().flat_map(|module| module.resource_types());
            known.extend(in_ruby.map(|name| name.to_string()));
            if unknown.kind == NameKind::Type {
                known.extend(runtime::types::NAMES.iter().map(|name| name.to_lowercase()));
                known.extend(cx.type_names.keys().map(|name| name.to_string()));
                known.extend(modules().flat_map(|module| module.type_names()));
            }
        }
        // compiled code has no names of variables, so variables in the source are candidates too
        NameKind::Variable => known.extend(place.into_iter().flat_map(variables)),
        NameKind::Parameter | NameKind::HashKey => {}
        NameKind::Key => known.extend(compiler.data_keys()),
        NameKind::Template => known.extend(
            module_like(&unknown.name, compiler).map_or_else(Vec::new, Module::template_names),
        ),
        NameKind::File => known
            .extend(module_like(&unknown.name, compiler).map_or_else(Vec::new, Module::file_names)),
    }
    let name = unknown.name.trim_start_matches("::");
    known.retain(|known| known != name);
    let near = nearest(name, known.iter().map(String::as_str))?;
    Some(match unknown.kind {
        NameKind::Variable => format!("did you mean '${near}'?"),
        NameKind::HashKey => format!("the hash has no key '{name}', did you mean '{near}'?"),
        NameKind::Type => format!("did you mean '{}'?", runtime::types::capitalized(near)),
        _ => format!("did you mean '{near}'?"),
    })
}

/// Returns the module that a name `module/file` probably means.
fn module_like<'c>(name: &str, compiler: &'c Compiler<'_>) -> Option<&'c Module> {
    let (wanted, _) = name.split_once('/')?;
    let environment = compiler.environment();
    environment.module(wanted).or_else(|| {
        let near = nearest(wanted, environment.modules().map(|module| &*module.name))?;
        environment.module(near)
    })
}

/// Returns the variables without a namespace that occur in the source of a place.
fn variables(place: &Place) -> impl Iterator<Item = String> {
    let after = place.source.text.split('$').skip(1);
    after.filter_map(|rest| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        let is_local = name.starts_with(|c: char| c.is_lowercase() || c == '_');
        (is_local && !after.starts_with("::")).then(|| name.to_owned())
    })
}

/// Returns the explanation of a lookup that found nothing.
fn notes<'h>(error: &Error, compiler: &Compiler<'h>, cx: &mut Cx<'h>) -> Vec<String> {
    let keys = error.advice.iter().filter_map(|advice| match advice {
        Advice::Unknown(unknown) if unknown.kind == NameKind::Key => Some(unknown.name.clone()),
        _ => None,
    });
    let keys: Vec<String> = keys.collect();
    if keys.is_empty() {
        return Vec::new();
    }
    searched(&keys, compiler, cx).into_iter().collect()
}

/// Returns the explanation of a lookup of keys.
pub(crate) fn searched<'h>(
    keys: &[String],
    compiler: &Compiler<'h>,
    cx: &mut Cx<'h>,
) -> Option<String> {
    let query = Query {
        keys: keys.to_vec(),
        merge: None,
        value_type: None,
        default: None,
        explain: Explain::Steps,
        format: Format::Text,
    };
    let answer = catalog::compile::within_limits(|| compiler.lookup.query(cx, &query));
    match answer {
        Ok(Answer::Found(text)) => Some(text.trim_end().to_owned()),
        _ => None,
    }
}

/// Marks the line of a place.
fn line(place: &Place) -> Mark<'_> {
    Mark::line(&place.source, path(place), place.offset)
}

/// Marks the word at a place.
fn word(place: &Place) -> Mark<'_> {
    let rest = place.source.text.get(place.offset as usize..);
    let rest = rest.unwrap_or_default();
    let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '$');
    let word = rest.find(|c| !is_inner(c)).unwrap_or(rest.len());
    Mark::at(&place.source, path(place), place.offset, word)
}

fn path(place: &Place) -> &str {
    place.source.path.as_deref().unwrap_or("code")
}
