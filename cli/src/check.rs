//! `bunraku check`: syntax and static checks of manifests and templates, many files at once.

use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bumpalo::Bump;
use catalog::compiler::known;
use catalog::core_types::is_metaparameter;
use catalog::environment::files;
use clap::{Args, ValueEnum};
use conformance::limits::LimitArguments;
use frontend::ast::{DefinitionKind, ExprKind, Program};
use frontend::issue::{Located, Severity};
use frontend::validate::{Options, Strict, validate};
use frontend::{Diagnostic, Issue, Source, Span, parser};
use rayon::prelude::*;
use runtime::limits;

use crate::engine;
use crate::report::{self, FileReport, Format};

/// After this many syntax errors the rest of a file is not looked at.
const PARTS_MAX: usize = 50;

/// Check the syntax and the static rules of manifests (.pp) and templates (.epp)
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Files, folders to search for .pp and .epp files, or `-` for standard input
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// How to write what is found
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// How to take what the setting `strict` governs
    #[arg(long, value_enum, default_value_t = StrictArgument::Error)]
    pub strict: StrictArgument,
    /// Check for scripts and plans instead of catalogs
    #[arg(long)]
    pub tasks: bool,
    /// Folders of modules, separated by colons: their files may only define what belongs there
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = clap::ColorChoice::Auto)]
    pub color: clap::ColorChoice,
    /// Limits of time and memory for the command; a limit of calls has no effect
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The issue of a parameter with the name of a metaparameter, which Puppet gives no name.
pub(crate) const METAPARAMETER: Issue = Issue("METAPARAMETER");

/// Puppet's setting `strict`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StrictArgument {
    /// Do not report
    Off,
    /// Report as warnings
    Warning,
    /// Report as errors
    Error,
}

/// Checks everything and prints the report; status 1 when there is an error.
pub fn execute(arguments: &Arguments, out: &mut impl Write) -> ExitCode {
    let _watch = arguments.limits.begin();
    let reports = match engine::caught(|| check(arguments)) {
        Ok(reports) => reports,
        Err(problem) => {
            let _ = writeln!(std::io::stderr(), "Error: {problem}");
            return ExitCode::FAILURE;
        }
    };
    let colour = match arguments.color {
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
        clap::ColorChoice::Auto => {
            std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
        }
    };
    let text = report::render(&reports, arguments.format, colour);
    // a closed pipe is the reader's choice
    let _ = out.write_all(text.as_bytes());
    match reports.iter().any(FileReport::has_errors) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// The reports of all files, in the order of the arguments, folders in the order of names.
pub fn check(arguments: &Arguments) -> Vec<FileReport> {
    let (mut visited, mut files) = (HashSet::new(), Vec::new());
    for path in &arguments.paths {
        collect(path, &mut visited, &mut files);
    }
    let module_path: Vec<String> = arguments
        .modulepath
        .iter()
        .flat_map(|paths| paths.split(':'))
        .filter(|path| !path.is_empty())
        .map(|path| report::absolute(Path::new(path)))
        .collect();
    let module_path: Vec<&str> = module_path.iter().map(String::as_str).collect();
    let options = Options {
        strict: match arguments.strict {
            StrictArgument::Off => Strict::Off,
            StrictArgument::Warning => Strict::Warning,
            StrictArgument::Error => Strict::Error,
        },
        tasks: arguments.tasks,
        module_path: &module_path,
        ..Options::default()
    };
    // the reference's form ends at the first syntax error, as the reference does
    let all = arguments.format != Format::Short;
    let (stop, memory_bytes) = (limits::stop(), limits::memory());
    files
        .par_iter()
        .map(|path| {
            // the limits are those of the whole command
            limits::set_stop(stop.clone());
            limits::set_memory(memory_bytes);
            check_file(path, &options, all)
        })
        .collect()
}

/// Appends a file, or the manifests and templates below a folder, in the order of names. A file
/// or folder that several paths lead to is looked at once.
fn collect(path: &Path, visited: &mut HashSet<PathBuf>, files: &mut Vec<PathBuf>) {
    let listed = match path.is_dir() {
        true => std::fs::read_dir(path).ok(),
        false => None,
    };
    if !visited.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned())) {
        return;
    }
    let Some(listed) = listed else {
        // reading a folder as a file gives the reason why it cannot be listed
        files.push(path.to_owned());
        return;
    };
    let mut entries: Vec<_> = listed.flatten().collect();
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        // reading a pipe or a device might never end
        let is_special = entry
            .file_type()
            .is_ok_and(|kind| !kind.is_file() && !kind.is_dir() && !kind.is_symlink());
        let is_code = name.ends_with(".pp") || name.ends_with(".epp");
        if is_code && !is_special || path.is_dir() {
            collect(&path, visited, files);
        }
    }
}

fn check_file(path: &Path, options: &Options, all: bool) -> FileReport {
    let shown = path.to_string_lossy().into_owned();
    let full = report::absolute(path);
    let text = match read(path) {
        Ok(text) => text,
        Err(problem) => {
            let diagnostic = Diagnostic {
                located: Located::File,
                ..Diagnostic::error(Issue("UNREADABLE_FILE"), problem, Span::default())
            };
            return FileReport {
                shown,
                source: Source::new(Some(&full), ""),
                parse_failed: true,
                diagnostics: vec![diagnostic],
            };
        }
    };
    let source = Source::new(Some(&full), text);
    let epp = path.extension().is_some_and(|extension| extension == "epp");
    let (parse_failed, diagnostics) = check_source(&source, epp, options, all);
    FileReport {
        shown,
        source,
        parse_failed,
        diagnostics,
    }
}

/// The faults of one source, and whether it could not be parsed. With `all`, the check goes on
/// behind a syntax error; else the error is the last thing found.
pub(crate) fn check_source(
    source: &Source,
    epp: bool,
    options: &Options,
    all: bool,
) -> (bool, Vec<Diagnostic>) {
    let syntax = parser::Options {
        epp,
        tasks: options.tasks,
        tree_only: false,
        dense: false,
    };
    let mut found = Vec::new();
    let Some(error) = check_text(source, syntax, options, &mut found) else {
        return (false, found);
    };
    if !all || epp || !error.has_line() {
        found.push(error);
        return (true, found);
    }
    found.clear();
    check_parts(source, syntax, options, &mut found);
    (true, found)
}

/// Appends what is found in a text that can be parsed; else gives the syntax error.
fn check_text(
    source: &Source,
    syntax: parser::Options,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) -> Option<Diagnostic> {
    let arena = Bump::new();
    match parser::parse_with(&arena, source, syntax, found) {
        Ok(program) => {
            let faults = validate(&program, source, options);
            let is_valid = faults.iter().all(|fault| fault.severity != Severity::Error);
            found.extend(faults);
            // Puppet looks at them when it takes the definitions, after all other checks
            if is_valid {
                metaparameters(&program, found);
            }
            None
        }
        Err(error) => Some(error),
    }
}

/// Appends what is said of parameters of classes and defines that every resource has anyway: one
/// with a default passes its value on to all that is contained, one without cannot be.
fn metaparameters(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let definitions = program
        .definitions
        .iter()
        .filter_map(|expr| match expr.kind {
            ExprKind::Definition(definition) => Some(definition),
            _ => None,
        });
    let of_resources = definitions.filter(|definition| {
        matches!(
            definition.kind,
            DefinitionKind::Class | DefinitionKind::Define
        )
    });
    for definition in of_resources {
        let parameters = definition.parameters.iter();
        for parameter in parameters.filter(|parameter| is_metaparameter(parameter.name)) {
            let (name, owner) = (parameter.name, definition.name);
            let (severity, message) = match parameter.default {
                Some(_) => (
                    Severity::Warning,
                    known::inherited_metaparameter(name, owner),
                ),
                None => (Severity::Error, known::illegal_metaparameter(name, owner)),
            };
            found.push(Diagnostic {
                severity,
                located: Located::Nowhere,
                ..Diagnostic::error(METAPARAMETER, message, parameter.span)
            });
        }
    }
}

/// Checks a text with syntax errors: each definition that begins a line is where the check can go
/// on, and what is between is left out when it has an error.
fn check_parts(
    source: &Source,
    syntax: parser::Options,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) {
    let text: &str = &source.text;
    let starts = definition_starts(text);
    let mut from = 0;
    for _ in 0..PARTS_MAX {
        let part = without(source, from, text.len());
        let Some(error) = check_text(&part, syntax, options, found) else {
            return;
        };
        let at = error.span.start as usize;
        let next = starts.partition_point(|&start| start <= at);
        let before = next.checked_sub(1).map_or(from, |i| starts[i]);
        if before > from {
            let earlier = without(source, from, before);
            let error = check_text(&earlier, syntax, options, found);
            found.extend(error);
        }
        let goes_on = error.has_line() && next < starts.len();
        found.push(error);
        if !goes_on {
            return;
        }
        from = starts[next];
    }
}

/// The offsets of lines that begin with a definition.
fn definition_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let word = line.split(|c: char| !c.is_ascii_alphanumeric()).next();
        if matches!(
            word,
            Some("class" | "define" | "function" | "node" | "plan" | "type")
        ) {
            starts.push(at);
        }
        at += line.len();
    }
    starts
}

/// The source with nothing but blanks and line ends outside of a range, so that all places stay.
fn without(source: &Source, from: usize, to: usize) -> Source {
    let mut text = String::with_capacity(source.text.len());
    let blanks = source.text.as_bytes()[..from].iter();
    text.extend(blanks.map(|&byte| if byte == b'\n' { '\n' } else { ' ' }));
    text.push_str(&source.text[from..to]);
    Source::new(source.path.as_deref(), text)
}

/// The text of a file or, for `-`, of standard input.
///
/// # Errors
/// The system's reason, or the place of the first byte that is not UTF-8.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes = match path.as_os_str() == "-" {
        true => files::read_input(),
        false => files::read_source(path),
    };
    let bytes = bytes.map_err(|error| files::reason(&error))?;
    if let Some(problem) = frontend::encoding::foreign_mark(&bytes) {
        return Err(problem);
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..offset];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("The text is not UTF-8: invalid byte on line {line} (offset {offset})")
    })
}
