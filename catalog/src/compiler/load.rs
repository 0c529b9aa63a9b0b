//! Loads code into a compilation: the main manifest, files that names lead to, and texts. Adds
//! their definitions, and reports their errors.

use std::sync::Arc;

use frontend::issue::Located;
use frontend::validate::{DUPLICATE_KEY, VALIDATION_FAILED};
use frontend::{Diagnostic, Severity, Source, parser, validate};
use rubycore::case::Downcase;
use runtime::advice::Advice;
use runtime::code::CodeUnit;
use runtime::error::{Error, Form, Kind, Place, Raise};
use runtime::frame::Frame;
use runtime::log::{Entry, Level};
use runtime::scope::{ScopeId, ScopeKind};
use runtime::{Cx, Res, interp};

use super::autoloaded_file::FileKind;
use super::definition_index::{self, FileDefinitions};
use super::resource::MAIN;
use super::{Compiler, parse_error};
use crate::environment::files::{CodeFile, Grammar, Loaded};
use crate::read_set;

impl<'h> Compiler<'h> {
    /// Parses, validates and lowers code given at run time. The result lives as long as the
    /// compilation.
    ///
    /// # Errors
    /// Fails if the code is invalid.
    pub fn load_text(
        &self,
        cx: &mut Cx<'h>,
        source: Arc<Source>,
        grammar: Grammar,
    ) -> Res<'h, &'h CodeUnit> {
        let loaded = crate::environment::files::load(source, grammar, &self.environment.checks);
        loaded.unit.iter().for_each(read_set::note_text);
        report(cx, self.heap.keep(Arc::new(loaded)))
    }

    /// Adds the definitions of a text; without this call its classes, defines, functions and types
    /// stay unknown.
    ///
    /// # Errors
    /// Fails if a name is already defined.
    pub fn add_definitions(&self, cx: &mut Cx<'h>, unit: &'h CodeUnit) -> Res<'h, ()> {
        self.register(cx, unit, None, ScopeId::TOP)
    }

    /// Loads the files that this compilation has not loaded yet; all are parsed before their
    /// definitions are added.
    pub(crate) fn load_all(
        &self,
        cx: &mut Cx<'h>,
        files: &[&'h CodeFile],
        module: Option<&'h str>,
    ) -> Res<'h, ()> {
        let mut units = Vec::with_capacity(files.len());
        for file in files {
            if self.definitions.borrow_mut().is_new(file) {
                let loaded = file.load(Grammar::Manifest, &self.environment.checks);
                units.push(self.report_of(cx, file, loaded)?);
            }
        }
        let mut units = units.into_iter();
        units.try_for_each(|unit| self.register(cx, unit, module, ScopeId::TOP))
    }

    /// Works like [`report`], but marks a broken file as new again, so that the next use reports
    /// the error again.
    fn report_of(
        &self,
        cx: &mut Cx<'h>,
        file: &CodeFile,
        loaded: &'h Loaded,
    ) -> Res<'h, &'h CodeUnit> {
        report(cx, loaded).inspect_err(|_| self.definitions.borrow_mut().forget_file(file))
    }

    /// Loads a file, once, that must contain exactly one definition.
    ///
    /// # Errors
    /// Fails if the file is invalid, or does not contain exactly the definition `wanted`.
    pub(super) fn load_single(
        &self,
        cx: &mut Cx<'h>,
        file: &'h CodeFile,
        module: Option<&'h str>,
        wanted: FileKind<'_>,
    ) -> Res<'h, ()> {
        let is_new = self.definitions.borrow_mut().is_new(file);
        let loaded = file.load(Grammar::Manifest, &self.environment.checks);
        if is_new {
            let unit = self.report_of(cx, file, loaded)?;
            wanted.check(&file.path, unit).map_err(Error::plain)?;
            return self.register(cx, unit, module, ScopeId::TOP);
        }
        if let Some(unit) = &loaded.unit {
            wanted.check(&file.path, unit).map_err(Error::plain)?;
        }
        Ok(())
    }

    /// Adds the definitions of a file or text. The types of parameters of classes and defines are
    /// evaluated immediately, in `scope`; they can refer to names defined before them.
    fn register(
        &self,
        cx: &mut Cx<'h>,
        unit: &'h CodeUnit,
        module: Option<&'h str>,
        scope: ScopeId,
    ) -> Res<'h, ()> {
        let of_file = FileDefinitions::new(self.heap, unit, module);
        let mut warnings = Vec::new();
        for &definition in &of_file.list {
            if is_replacing(definition.kind, definition.name) {
                self.definitions.borrow_mut().replace_builtin();
            }
            if matches!(
                definition.kind,
                mir::DefinitionKind::Class { .. } | mir::DefinitionKind::Define
            ) {
                let frame = Frame::new(cx, definition.body, None, scope, false);
                interp::signature(cx, definition.body, frame)?;
                let warned = warnings.len();
                let checked = definition_index::check_parameters(definition, &mut warnings);
                for at in warned..warnings.len() {
                    if !warnings[..at].contains(&warnings[at]) {
                        cx.warn(warnings[at].clone(), None, Located::Column);
                    }
                }
                checked?;
            }
            let named = self
                .definitions
                .borrow_mut()
                .name(self.heap, definition, &of_file);
            named?;
        }
        let known = &mut self.definitions.borrow_mut();
        known.register(self.heap, &of_file.list)?;
        Ok(())
    }

    /// Creates the scope without variables in which the types of the main manifest are evaluated.
    fn nowhere(&self, cx: &mut Cx<'h>) -> ScopeId {
        let kind = ScopeKind::Class("main");
        let scope = self.new_scope(cx, kind, ScopeId::TOP, ScopeId::TOP, MAIN);
        cx.scopes[scope.0 as usize].enclosing = None;
        scope
    }

    /// Loads the code of the main manifests. A function that replaces a built-in one does so in all
    /// of them.
    fn load_main(&self, cx: &mut Cx<'h>) -> Res<'h, Vec<&'h CodeUnit>> {
        let mut files = Vec::new();
        let mut replaced = false;
        for file in self.environment.main() {
            let loaded = file.load(Grammar::Manifest, &self.environment.checks);
            let unit = report(cx, loaded).map_err(|raise| match *raise {
                Raise::Error(error) => {
                    let name = &self.environment.name;
                    let message =
                        format!("Could not parse for environment {name}: {}", error.message);
                    let of_parser = !loaded.is_parsed && parser::is_logged(error.issue);
                    if of_parser || error.issue == validate::CHECKS_FAILED {
                        cx.log.push(Entry {
                            level: Level::Err,
                            source: "Puppet".to_owned(),
                            message: message.clone(),
                            place: error.place.clone(),
                            located: Located::Column,
                            own_line: false,
                            hint: None,
                        });
                    }
                    Error {
                        message,
                        kind: Kind::Manifest,
                        ..error
                    }
                    .into()
                }
                other => Box::new(other),
            })?;
            replaced = replaced
                || unit
                    .definitions()
                    .any(|(mir, _)| is_replacing(&mir.kind, &mir.name));
            files.push(loaded);
        }
        Ok(files
            .into_iter()
            .filter_map(|loaded| loaded.code(replaced))
            .collect())
    }

    /// Loads the main manifest and adds its definitions.
    pub(super) fn load(&self, cx: &mut Cx<'h>) -> Res<'h, Vec<&'h CodeUnit>> {
        let nowhere = self.nowhere(cx);
        let units = self.load_main(cx)?;
        for unit in &units {
            self.register(cx, unit, None, nowhere)
                .map_err(|raise| match *raise {
                    // no evaluation has started yet
                    Raise::Error(error) if error.form == Form::Plain => {
                        parse_error(error.message, error.place)
                    }
                    other => Box::new(other),
                })?;
        }
        Ok(units)
    }
}

/// Returns true if a definition is a function that replaces a built-in one.
fn is_replacing(kind: &mir::DefinitionKind, name: &str) -> bool {
    matches!(kind, mir::DefinitionKind::Function)
        && runtime::builtins::find(&name.downcase()).is_some()
}

/// Returns advice on the error of a file: a place that Puppet does not show, and the setting that lets
/// duplicate keys pass.
fn advice_on(error: &Diagnostic, loaded: &Loaded) -> Vec<Advice> {
    let logged = loaded.logs.iter();
    let mut logged = logged.filter(|log| log.severity == Severity::Error);
    let is_sum = error.issue == VALIDATION_FAILED;
    let first = if is_sum {
        logged.clone().next()
    } else {
        Some(error)
    };
    let offset = first.and_then(|first| first.offset(&loaded.source));
    let about = offset
        .filter(|_| error.located == Located::File)
        .map(|offset| {
            let source = loaded.source.clone();
            Advice::About(Place { source, offset })
        });
    let is_of_strict = match is_sum {
        true => logged.all(|log| log.issue == DUPLICATE_KEY),
        false => error.issue == DUPLICATE_KEY,
    };
    let settings = is_of_strict.then_some(Advice::Settings(&["strict=warning"]));
    about.into_iter().chain(settings).collect()
}

/// Logs the diagnostics of a file; returns its code.
///
/// # Errors
/// Fails with the first diagnostic that makes the file invalid.
pub(crate) fn report<'h>(cx: &mut Cx<'h>, loaded: &'h Loaded) -> Res<'h, &'h CodeUnit> {
    let place_of = |diagnostic: &Diagnostic| Place {
        source: loaded.source.clone(),
        offset: diagnostic.span.start,
    };
    for diagnostic in &loaded.logs {
        cx.log.push(Entry {
            level: Level::of(diagnostic.severity),
            source: "Puppet".to_owned(),
            message: diagnostic.message.clone(),
            place: (diagnostic.located != Located::Nowhere).then(|| place_of(diagnostic)),
            located: Located::Line,
            own_line: false,
            hint: None,
        });
    }
    match (loaded.code(cx.host.replaces_builtins()), &loaded.error) {
        (Some(unit), None) => Ok(unit),
        (_, Some(error)) => {
            let (message, place) = match error.located {
                Located::File | Located::Nowhere => (
                    error.with_position(&loaded.source, loaded.source.path.as_deref()),
                    None,
                ),
                _ => (error.message.clone(), Some(place_of(error))),
            };
            let form = match error.located {
                // not an error of Puppet's: the call that needs the file reports it as its own
                Located::Nowhere => Form::Plain,
                _ => Form::Bare,
            };
            // Puppet shows no place; it is only in the stack
            let hidden = (error.located == Located::Nowhere).then(|| place_of(error));
            let error_advice = advice_on(error, loaded);
            let error = Error {
                issue: error.issue,
                form,
                place,
                line_only: error.located == Located::Line,
                stack: hidden.into_iter().collect(),
                advice: error_advice,
                ..Error::of(Kind::Syntax, message)
            };
            Err(error.into())
        }
        (None, None) => runtime::fail("the file has no code"),
    }
}
