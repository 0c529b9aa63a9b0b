//! Checks whole codebases: finds errors that otherwise only a compilation would find.
//!
//! A [`Codebase`](codebase::Codebase) is a folder as Puppet would load it: an environment, a module
//! or a folder of modules. All its files are parsed once. The [`World`](world::World) indexes their
//! definitions, and the rules check each file with the help of the world. Only expressions without
//! variables are evaluated: a rule that cannot be certain reports nothing, or a warning.
//!
//! This crate knows neither terminals nor exit codes.

pub mod code;
pub mod codebase;
mod constants;
mod data_files;
mod environment_conf;
mod evaluate;
pub mod files;
pub mod lint;
mod membership;
pub mod operands;
pub mod ruby_code;
pub mod rules;
pub mod shape;
pub mod suppress;
pub mod syntax;
pub mod types;
mod verdict;
pub mod world;

use std::collections::HashSet;

use bumpalo::Bump;
use catalog::data::{Data, read_json, read_yaml};
use frontend::issue::Severity;
use frontend::validate::{Options, Strict};
use frontend::{Diagnostic, Source, parser};
use rayon::prelude::*;
use runtime::limits;

use codebase::Codebase;
use files::{File, Kind};
use lint::Edit;
use ruby_code::RubyDefinitions;
use rules::Signatures;
use rules::signatures;
use world::{Unit, World};

/// The findings in one file.
#[derive(Debug)]
pub struct FileReport {
    /// The path as the caller gave it.
    pub shown: String,
    /// The text, with its absolute path.
    pub source: Source,
    /// True if the text could not be read or parsed. A diagnostic has the reason; it is the last
    /// one if the check stopped there.
    pub parse_failed: bool,
    /// All findings: first those of Puppet's parser and static checks in Puppet's order, then the
    /// others in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The changes that correct findings of style, each with the index of its finding.
    pub edits: Vec<(usize, Edit)>,
}

impl FileReport {
    /// Returns true if a finding is an error.
    pub fn has_errors(&self) -> bool {
        let mut severities = self.diagnostics.iter().map(|one| one.severity);
        severities.any(|severity| severity == Severity::Error)
    }
}

/// The settings of a check.
#[derive(Clone, Copy)]
pub struct Settings<'o> {
    /// The options of Puppet's static checks.
    pub options: Options<'o>,
    /// True if the check of a file continues after a syntax error.
    pub is_all: bool,
    /// The checks of style, if any.
    pub lint: Option<&'o lint::Choice>,
}

/// The result of reading and parsing a file.
#[derive(Default)]
struct First<'a> {
    program: Option<frontend::ast::Program<'a>>,
    data: Option<Result<Data, String>>,
    in_ruby: RubyDefinitions,
    parse_failed: bool,
    diagnostics: Vec<Diagnostic>,
    styles: Vec<lint::Style>,
}

/// Checks files. In a codebase, reads everything that they may refer to. Returns the reports of the
/// files with `is_asked`, in their order.
pub fn check(
    codebase: Option<&Codebase>,
    files: &[File],
    settings: Settings<'_>,
) -> Vec<FileReport> {
    let (stop, memory_bytes) = (limits::stop(), limits::memory());
    // the limits apply to the whole command
    let enter = || {
        limits::set_stop(stop.clone());
        limits::set_memory(memory_bytes);
    };
    let read = files.par_iter().map(|file| {
        enter();
        files::read(file)
    });
    let mut sources = Vec::new();
    let mut reports = Vec::new();
    for (read, file) in read.collect::<Vec<_>>().into_iter().zip(files) {
        let nothing = || Source::new(Some(&files::shown_path(file)), "");
        let unread = read.as_ref().err().cloned();
        sources.push(read.unwrap_or_else(|_| nothing()));
        reports.push(Report {
            parse_failed: unread
                .as_ref()
                .is_some_and(|problem| problem.severity == Severity::Error),
            unread,
            ..Report::default()
        });
    }
    let mut arenas: Vec<Bump> = files.iter().map(|_| Bump::new()).collect();
    let firsts: Vec<First<'_>> = arenas
        .par_iter_mut()
        .zip(&sources)
        .zip(files)
        .map(|((arena, source), file)| {
            enter();
            first(arena, source, file, codebase, settings)
        })
        .collect();
    let mut in_ruby = RubyDefinitions::default();
    let mut units = Vec::new();
    for (at, first) in firsts.into_iter().enumerate() {
        if !codebase.is_some_and(|codebase| codebase.is_hidden(&files[at].path)) {
            in_ruby.add(first.in_ruby);
        }
        units.push(Unit {
            file: &files[at],
            source: &sources[at],
            program: first.program,
            data: first.data,
        });
        reports[at].parse_failed |= first.parse_failed;
        reports[at].diagnostics = first.diagnostics;
        reports[at].styles = first.styles;
    }
    if codebase.is_some() {
        let world = World::new(codebase, &units, in_ruby);
        look_everywhere(&world, settings.options.strict, &mut reports, &enter);
    }
    drop(units);
    let asked = files.iter().zip(sources).zip(reports);
    asked
        .filter(|((file, _), _)| file.is_asked)
        .map(|((file, source), report)| report.finish(file, source))
        .collect()
}

/// Adds the findings of the rules in all units to their reports.
fn look_everywhere(
    world: &World<'_>,
    strict: Strict,
    reports: &mut [Report],
    enter: &(dyn Fn() + Sync),
) {
    let (arena, text) = (Bump::new(), signatures::Text::new(&world.in_ruby));
    let signatures = Signatures::new(&arena, &text);
    let mut found: Vec<rules::Found> = world
        .units
        .par_iter()
        .map(|unit| {
            enter();
            match unit.file.is_asked && !unit.file.is_foreign {
                true => rules::check(world, &signatures, unit),
                false => rules::Found::default(),
            }
        })
        .collect();
    // a missing module is reported once
    let mut named = HashSet::new();
    for found in &mut found {
        found
            .missing
            .retain(|(module, _)| named.insert(module.clone()));
    }
    for (report, mut found) in reports.iter_mut().zip(found) {
        let missing = std::mem::take(&mut found.missing).into_iter();
        report.diagnostics.extend(found.settled(named.is_empty()));
        report
            .diagnostics
            .extend(missing.map(|(_, diagnostic)| diagnostic));
    }
    for (at, diagnostic) in rules::check_all(world) {
        reports[at].diagnostics.push(diagnostic);
    }
    for (at, diagnostic) in rules::check_constants(world, strict) {
        // an argument that does not fit was found at its own place already
        let is_found = |one: &Diagnostic| {
            matches!(one.issue.0, "ARGUMENT_COUNT" | "ARGUMENT_TYPE")
                && diagnostic.span.start <= one.span.start
                && one.span.end <= diagnostic.span.end
        };
        if !reports[at].diagnostics.iter().any(is_found) {
            reports[at].diagnostics.push(diagnostic);
        }
    }
}

/// Collects the findings in one file.
#[derive(Default)]
struct Report {
    parse_failed: bool,
    diagnostics: Vec<Diagnostic>,
    styles: Vec<lint::Style>,
    unread: Option<Diagnostic>,
}

impl Report {
    /// Makes the report of a file without the findings that comments suppress.
    fn finish(self, file: &File, source: Source) -> FileReport {
        let suppressed = suppress::Suppressed::of(&source);
        let mut diagnostics = self.diagnostics;
        diagnostics.extend(self.unread);
        diagnostics.retain(|one| !suppressed.has(&source, one));
        let mut edits = Vec::new();
        for style in self.styles {
            if suppressed.has(&source, &style.diagnostic) {
                continue;
            }
            let at = diagnostics.len();
            diagnostics.push(style.diagnostic);
            edits.extend(style.edits.into_iter().map(|edit| (at, edit)));
        }
        FileReport {
            shown: file.shown.clone(),
            source,
            parse_failed: self.parse_failed,
            diagnostics,
            edits,
        }
    }
}

fn first<'a>(
    arena: &'a Bump,
    source: &'a Source,
    file: &File,
    codebase: Option<&Codebase>,
    settings: Settings<'_>,
) -> First<'a> {
    let mut first = First::default();
    let text: &str = &source.text;
    match file.kind {
        Kind::Manifest | Kind::Epp => {
            let options = Options {
                module_path: match file.is_autoloaded(codebase) {
                    true => settings.options.module_path,
                    false => &[],
                },
                // plans have additional syntax
                tasks: settings.options.tasks || file.is_plan(),
                ..settings.options
            };
            let syntax = parser::Options {
                epp: file.kind == Kind::Epp,
                tasks: options.tasks,
                ..parser::Options::default()
            };
            let mut warnings = Vec::new();
            match parser::parse_with(arena, source, syntax, &mut warnings) {
                Ok(program) => {
                    if file.is_asked {
                        first.diagnostics = warnings;
                        syntax::check_program(&program, source, &options, &mut first.diagnostics);
                        if let Some(choice) = settings.lint.filter(|_| !syntax.epp) {
                            let place = place(file, codebase);
                            first.styles = lint::check(place, source, &program, choice);
                        }
                    }
                    first.program = Some(program);
                }
                Err(_) if file.is_asked => {
                    let (failed, found) =
                        syntax::check_source(source, syntax.epp, &options, settings.is_all);
                    first.parse_failed = failed;
                    first.diagnostics = found;
                }
                Err(_) => {}
            }
        }
        Kind::Erb | Kind::OtherTemplate => first.in_ruby.add_template(text),
        Kind::Ruby => first.in_ruby.add_ruby(&file.path, text),
        Kind::ExternalFacts => first.in_ruby.add_external_facts(&file.path, text),
        Kind::Data => {
            // the report names the file already
            let read = match file.path.ends_with(".json") {
                true => read_json("", text),
                false => read_yaml("", text.as_bytes()),
            };
            first.data = Some(read.map_err(|problem| {
                let text = problem.to_string();
                text.strip_prefix("(): ").unwrap_or(&text).to_owned()
            }));
        }
        Kind::HieraConfig | Kind::Metadata => {}
    }
    first
}

/// Returns the place of a file in its module.
fn place<'f>(file: &'f File, codebase: Option<&'f Codebase>) -> lint::Place<'f> {
    let module = codebase.zip(file.module);
    let module = module.map(|(codebase, at)| &codebase.modules[at as usize]);
    let in_module = module.and_then(|module| {
        let inner = std::path::Path::new(&file.path).strip_prefix(&module.path);
        Some((module.name.as_str(), inner.ok()?.to_str()?))
    });
    lint::Place { file, in_module }
}
