//! `bunraku check`: syntax and static checks of manifests and templates, many files at once.

use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bumpalo::Bump;
use clap::{Args, ValueEnum};
use frontend::issue::Located;
use frontend::validate::{Options, Strict, validate};
use frontend::{Diagnostic, Issue, Source, Span, parser};
use rayon::prelude::*;

use crate::report::{self, FileReport, Format};

/// Check the syntax and the static rules of manifests (.pp) and templates (.epp)
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Files, or folders to search for .pp and .epp files
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
}

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
    let reports = check(arguments);
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
    let mut files = Vec::new();
    for path in &arguments.paths {
        collect(path, &mut files);
    }
    let mut seen = HashSet::new();
    files.retain(|path| seen.insert(path.clone()));
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
    };
    files
        .par_iter()
        .map(|path| check_file(path, &options))
        .collect()
}

/// Appends a file, or the manifests and templates below a folder. Links to folders are followed
/// only when named.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        return;
    }
    let Ok(entries) = std::fs::read_dir(path) else {
        // reading it as a file gives the reason
        files.push(path.to_owned());
        return;
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, files);
        } else if (name.ends_with(".pp") || name.ends_with(".epp")) && !path.is_dir() {
            files.push(path);
        }
    }
}

fn check_file(path: &Path, options: &Options) -> FileReport {
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
    let (parse_failed, diagnostics) = check_source(&source, epp, options);
    FileReport {
        shown,
        source,
        parse_failed,
        diagnostics,
    }
}

/// The faults of one source, and whether it could not be parsed.
fn check_source(source: &Source, epp: bool, options: &Options) -> (bool, Vec<Diagnostic>) {
    let arena = Bump::new();
    let mut diagnostics = Vec::new();
    let syntax = parser::Options {
        epp,
        tasks: options.tasks,
        tree_only: false,
    };
    match parser::parse_with(&arena, source, syntax, &mut diagnostics) {
        Ok(program) => {
            diagnostics.extend(validate(&program, source, options));
            (false, diagnostics)
        }
        Err(error) => {
            diagnostics.push(error);
            (true, diagnostics)
        }
    }
}

/// The text of a file, or what is wrong with it.
///
/// # Errors
/// The system's reason, or the place of the first byte that is not UTF-8.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "No such file or directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => "Permission denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "Is a directory".to_owned(),
        _ => error.to_string(),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..offset];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("The text is not UTF-8: invalid byte on line {line} (offset {offset})")
    })
}
