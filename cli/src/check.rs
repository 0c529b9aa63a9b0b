//! `bunraku check`: finds errors in manifests, templates and data without compiling catalogs.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::check::code::{self, Code, TABLES};
use ::check::codebase::Codebase;
use ::check::files::{self, Selection};
use ::check::lint::{self, Choice};
use ::check::{FileReport, Settings};
use clap::{Args, ValueEnum};
use conformance::limits::LimitArguments;
use frontend::validate::{Options, Strict};

use crate::changed;
use crate::drawing;
use crate::engine;
use crate::report::{self, Format};

pub use ::check::files::text as read;
pub use ::check::syntax::check_source;

/// Check manifests, templates, data and metadata, of one file or of a whole codebase.
///
/// Files in an environment, a module or a folder of modules are checked together with everything
/// that they refer to: classes, parameters, types, functions, variables, templates, data. Other
/// files are checked alone.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Files to check, folders to search, patterns such as `'modules/*/manifests'`, or `-` for code on
    /// standard input. By default, check the environment, module or folder of modules that contains
    /// the current folder
    pub paths: Vec<PathBuf>,
    /// Choose the form of the report
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Choose the severity of the problems that the setting `strict` controls
    #[arg(long, value_enum, default_value_t = StrictArgument::Error)]
    pub strict: StrictArgument,
    /// Apply the rules for scripts and plans instead of those for catalogs
    #[arg(long)]
    pub tasks: bool,
    /// Folders of modules, separated by colons. A file in a module may only define names of that
    /// module
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// Check each file alone, and only manifests and EPP templates
    #[arg(long)]
    pub syntax_only: bool,
    /// Skip files that match this pattern, written as in .gitignore; may be given several times
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// Read more paths from this file, one per line; `-` means standard input
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// Report only files that differ from this revision of git
    #[arg(long, value_name = "REV")]
    pub changed: Option<String>,
    /// Also check the style, with the checks of puppet-lint and their names: all, or a list such as
    /// `140chars,hard_tabs` or `all,-documentation`
    #[arg(long, value_name = "CHECKS", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub lint: Option<String>,
    /// Fix findings of style if this does not change the meaning of the code; report the others as
    /// usual
    #[arg(long)]
    pub fix: bool,
    /// Explain this code instead of checking; `all` lists the codes
    #[arg(long, value_name = "CODE")]
    pub explain: Option<String>,
    /// Choose when to use colours
    #[arg(long, value_enum, default_value_t = clap::ColorChoice::Auto)]
    pub color: clap::ColorChoice,
    /// Limits of time and memory for the command; a limit of calls has no effect
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// Puppet's setting `strict`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StrictArgument {
    /// Do not report them
    Off,
    /// Report them as warnings
    Warning,
    /// Report them as errors
    Error,
}

/// Checks the files and prints the report. Returns status 1 if there is an error.
pub fn execute(arguments: &Arguments, out: &mut impl Write) -> ExitCode {
    if let Some(name) = &arguments.explain {
        return explain(name, out);
    }
    let _watch = arguments.limits.begin();
    let (reports, is_whole) = match engine::caught(|| checked(arguments)).and_then(|done| done) {
        Ok(done) => done,
        Err(problem) => {
            let _ = writeln!(std::io::stderr(), "Error: {problem}");
            return ExitCode::FAILURE;
        }
    };
    let colour = match arguments.color {
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
        clap::ColorChoice::Auto => drawing::has_colour(&std::io::stdout()),
    };
    // the reader may close the pipe early: that is not an error
    let _ = report::write(&reports, arguments.format, colour, out);
    match is_whole && !reports.iter().any(FileReport::has_errors) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Returns the reports of all files. With `--fix`, corrects findings first, and returns true if all files
/// could be written.
fn checked(arguments: &Arguments) -> Result<(Vec<FileReport>, bool), String> {
    let paths = paths(arguments)?;
    let mut reports = check(arguments, &paths)?;
    if !arguments.fix {
        return Ok((reports, true));
    }
    let (count, is_whole) = correct(&mut reports);
    let plural = if count == 1 { "" } else { "s" };
    let _ = writeln!(std::io::stderr(), "{count} finding{plural} fixed");
    // one change may correct several findings and move others; standard input cannot be read again
    let is_stale = count > 0 && paths.iter().all(|path| path.as_os_str() != "-");
    if is_stale {
        reports = check(arguments, &paths)?;
    }
    Ok((reports, is_whole))
}

/// Prints the page of a code, or the list of all codes.
fn explain(name: &str, out: &mut impl Write) -> ExitCode {
    if name.eq_ignore_ascii_case("all") {
        for (title, table) in TABLES {
            let _ = writeln!(out, "{title}:");
            for code in table {
                let _ = writeln!(out, "  {:<24} {}", code.name, code.title);
            }
        }
        return ExitCode::SUCCESS;
    }
    match code::find_any(name) {
        Some(code) => {
            let _ = out.write_all(code::page(code).as_bytes());
            ExitCode::SUCCESS
        }
        None => {
            let near = nearest_code(name).map_or(String::new(), |near| {
                format!("; did you mean '{}'?", near.name)
            });
            let _ = writeln!(
                std::io::stderr(),
                "Error: there is no explanation of the code '{name}'{near} \
                 (`--explain all` lists the codes)"
            );
            ExitCode::FAILURE
        }
    }
}

fn nearest_code(name: &str) -> Option<&'static Code> {
    let names = code::all().map(|code| code.name);
    code::find_any(catalog::nearest::nearest(name, names)?)
}

/// Returns the paths to check: those of the command line and of `--files-from`, otherwise the
/// codebase of the current folder.
///
/// # Errors
/// Fails if the list cannot be read, or if no path is given and the current folder is in no
/// codebase.
fn paths(arguments: &Arguments) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for path in &arguments.paths {
        paths.extend(expanded(path)?);
    }
    if let Some(list) = &arguments.files_from {
        let text = read(list).map_err(|problem| format!("{}: {problem}", list.display()))?;
        let lines = text.lines().filter(|line| !line.is_empty());
        paths.extend(lines.map(PathBuf::from));
    } else if paths.is_empty() {
        let here = Path::new(".");
        let at_hand = Codebase::around(here).ok_or(
            "no path is given, and the current folder is in no environment, module or folder of modules (`bunraku check .` checks all files below it)",
        )?;
        let is_here = std::path::absolute(here).is_ok_and(|here| here.starts_with(&at_hand.root));
        paths.push(match is_here {
            true => here.to_owned(),
            false => at_hand.root,
        });
    }
    Ok(paths)
}

/// Returns the paths that a path on the command line means: those that match it, if it is a
/// pattern.
///
/// # Errors
/// Fails if nothing matches the pattern.
fn expanded(path: &Path) -> Result<Vec<PathBuf>, String> {
    let text = path.to_string_lossy();
    if !text.contains(['*', '?', '[', '{']) || path.exists() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = catalog::hiera::glob(&text);
    found.extend(catalog::hiera::folders(&text));
    if found.is_empty() {
        return Err(format!("{text}: no file or folder matches this pattern"));
    }
    let found = found.into_iter().map(PathBuf::from);
    let shown = found.map(|path| path.strip_prefix(".").map(PathBuf::from).unwrap_or(path));
    Ok(shown.collect())
}

/// Returns the reports of all files in the order of the paths; files of a folder are in the order
/// of their names.
///
/// # Errors
/// Fails if a pattern cannot be parsed or git fails.
fn check(arguments: &Arguments, paths: &[PathBuf]) -> Result<Vec<FileReport>, String> {
    let changed = match &arguments.changed {
        Some(revision) => Some(changed_files(revision, paths.first())?),
        None => None,
    };
    let lint = match (&arguments.lint, arguments.fix) {
        (Some(list), _) => Some(Choice::parse(list).map_err(|error| format!("--lint: {error}"))?),
        (None, true) => Some(Choice::default()),
        (None, false) => None,
    };
    let mut reports = Vec::new();
    for (codebase, paths) in by_codebase(paths.to_vec(), arguments.syntax_only) {
        let selection = Selection {
            paths,
            exclude: arguments.exclude.clone(),
            is_code_only: codebase.is_none(),
        };
        let mut files = files::list(&selection, codebase.as_ref())?;
        if let Some(changed) = &changed {
            for file in &mut files {
                file.is_asked &= changed.contains(Path::new(&file.path));
            }
        }
        let of_files = check_files(arguments, codebase.as_ref(), &files, lint.as_ref());
        reports.extend(
            codebase
                .as_ref()
                .and_then(|codebase| codebase.report(&of_files)),
        );
        reports.extend(of_files);
    }
    Ok(reports)
}

fn check_files(
    arguments: &Arguments,
    codebase: Option<&Codebase>,
    files: &[files::File],
    lint: Option<&Choice>,
) -> Vec<FileReport> {
    let given = arguments
        .modulepath
        .iter()
        .flat_map(|paths| paths.split(':'));
    let mut module_path: Vec<String> = given
        .filter(|path| !path.is_empty())
        .map(|path| report::absolute(Path::new(path)))
        .collect();
    if let Some(codebase) = codebase.filter(|_| module_path.is_empty()) {
        module_path.clone_from(&codebase.module_path);
    }
    let module_path: Vec<&str> = module_path.iter().map(String::as_str).collect();
    let options = Options {
        strict: match arguments.strict {
            StrictArgument::Off => Strict::Off,
            StrictArgument::Warning => Strict::Warning,
            StrictArgument::Error => Strict::Error,
        },
        tasks: arguments.tasks,
        module_path: &module_path,
        main_manifest: codebase.map_or("", |codebase| &codebase.manifest),
    };
    let settings = Settings {
        options,
        // the reference ends at the first syntax error, and so does its form of output
        is_all: arguments.format != Format::Short,
        lint,
    };
    ::check::check(codebase, files, settings)
}

/// Groups the paths by the codebase that they lie in.
fn by_codebase(paths: Vec<PathBuf>, is_alone: bool) -> Vec<(Option<Codebase>, Vec<PathBuf>)> {
    let mut groups: Vec<(Option<Codebase>, Vec<PathBuf>)> = Vec::new();
    for path in paths {
        let codebase = match is_alone || path.as_os_str() == "-" {
            true => None,
            false => {
                let absolute = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
                let known = groups.iter_mut().find(|(codebase, _)| {
                    let root = codebase.as_ref().map(|codebase| &codebase.root);
                    root.is_some_and(|root| absolute.starts_with(root))
                });
                if let Some((_, paths)) = known {
                    paths.push(path);
                    continue;
                }
                Codebase::around(&path)
            }
        };
        match groups.last_mut() {
            Some((None, paths)) if codebase.is_none() => paths.push(path),
            _ => groups.push((codebase, vec![path])),
        }
    }
    groups
}

/// Writes the corrected text of files with findings that can be corrected. A file that cannot be
/// written keeps its old text and is named on standard error. Returns the number of corrected
/// findings, and whether all files were written.
fn correct(reports: &mut [FileReport]) -> (usize, bool) {
    let (mut count, mut is_whole) = (0, true);
    for report in reports.iter_mut().filter(|report| !report.edits.is_empty()) {
        let Some(path) = report.source.path.clone().filter(|_| report.shown != "-") else {
            continue;
        };
        let edits = std::mem::take(&mut report.edits);
        let corrected: HashSet<usize> = edits.iter().map(|(at, _)| *at).collect();
        let edits = edits.into_iter().map(|(_, edit)| edit).collect();
        let text = lint::corrected(&report.source.text, edits);
        match replace(Path::new(&*path), &text) {
            Ok(()) => count += corrected.len(),
            Err(error) => {
                let reason = catalog::environment::files::reason(&error);
                let _ = writeln!(std::io::stderr(), "Error: {}: {reason}", report.shown);
                is_whole = false;
            }
        }
    }
    (count, is_whole)
}

/// Replaces the text of a file, completely or not at all.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    // if the path is a symbolic link, the file that it points to is replaced
    let path = path.canonicalize()?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = std::fs::write(&new, text)
        .and_then(|()| std::fs::set_permissions(&new, std::fs::metadata(&path)?.permissions()))
        .and_then(|()| std::fs::rename(&new, &path));
    if written.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    written
}

/// Returns the files that differ from a revision of the repository around a path, and the files
/// that are neither tracked nor ignored by git.
fn changed_files(revision: &str, path: Option<&PathBuf>) -> Result<HashSet<PathBuf>, String> {
    let here = PathBuf::from(".");
    let path = std::path::absolute(path.unwrap_or(&here)).map_err(|error| error.to_string())?;
    let folder = path.ancestors().find(|folder| folder.is_dir());
    let changes = changed::changes(revision, folder.unwrap_or(&path))?;
    Ok(changes.files.into_keys().map(PathBuf::from).collect())
}
