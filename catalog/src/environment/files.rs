//! Owns code files. They are found in a folder, and parsed, validated and lowered on first use.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use bumpalo::Bump;
use frontend::encoding::decode;
use frontend::issue::Located;
use frontend::name::{Map, Set};
use frontend::source::path_parts;
use frontend::validate::{self, Limits, Outcome};
use frontend::{Diagnostic, Issue, Source, parser};
use mir::lower::{Calls, Seekers, lower_for};
use runtime::code::CodeUnit;
use runtime::error::Error;
use runtime::{limits, profile};

pub use super::read::{
    exists, is_file, is_folder, read_file, read_input, read_kept_source, read_source, read_utf8,
    reason, unreadable,
};
use crate::read_set::{self, Answer, Topic, answer_of_bytes};

/// The settings for checking files, the same for all files of an environment.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// The setting `strict`.
    pub strict: validate::Strict,
    /// The setting `tasks`.
    pub tasks: bool,
    /// The folders that hold modules.
    pub module_path: Vec<String>,
    /// The path of the main manifest; empty if there is none.
    pub main_manifest: String,
    /// The number of faults that are logged.
    pub limits: Limits,
    /// The names of functions written in Ruby, which may read variables by name.
    pub ruby_functions: Arc<RubyFunctions>,
}

/// The names of the functions that modules have in Ruby. They are collected on the first query.
#[derive(Debug, Default)]
pub struct RubyFunctions {
    module_path: Vec<String>,
    names: OnceLock<Set<Box<str>>>,
}

impl RubyFunctions {
    /// Creates the set for the modules in these folders, without looking at them yet.
    pub fn of(module_path: &[String]) -> RubyFunctions {
        RubyFunctions {
            module_path: module_path.to_vec(),
            names: OnceLock::new(),
        }
    }

    fn contains(&self, name: &str) -> bool {
        self.names.get_or_init(|| self.look()).contains(name)
    }

    fn look(&self) -> Set<Box<str>> {
        let mut names: Set<Box<str>> = Set::default();
        let entries = self.module_path.iter().map(std::fs::read_dir);
        for module in entries.flatten().flatten().flatten() {
            for below in ["functions", "parser/functions"] {
                let folder = module.path().join("lib/puppet").join(below);
                walk(&folder.to_string_lossy(), &mut |relative, _| {
                    if let Some(name) = relative.strip_suffix(".rb") {
                        names.insert(name.replace('/', "::").into());
                    }
                });
            }
        }
        // native implementations never read variables
        names.retain(|name| !runtime::builtins::is_native(name));
        names
    }
}

/// Builds the query by which lowering asks whether a function of a module may read variables.
fn seekers(functions: &Arc<RubyFunctions>) -> Seekers {
    let functions = functions.clone();
    Arc::new(move |name| functions.contains(name))
}

/// A file of Puppet code, or a template.
pub struct CodeFile {
    /// The path in messages.
    pub path: Box<str>,
    kept: OnceLock<Arc<ReadCode>>,
}

/// Code, and the state of its file when it was read.
struct ReadCode {
    loaded: Loaded,
    stamp: Option<Stamp>,
    /// The answer for read sets, if the file was read while they were recorded.
    answer: Option<Answer>,
}

/// The state of a file: its modification time, its length and its identity. The identity is needed
/// because a link may change to another file of the same age.
pub type Stamp = (SystemTime, u64, [u64; 2]);

/// Returns the state of the file at a path, if it exists.
pub fn stamp(path: &str) -> Option<Stamp> {
    stamp_of(&std::fs::metadata(path).ok()?)
}

fn stamp_of(found: &Metadata) -> Option<Stamp> {
    let file = [found.dev(), found.ino()];
    Some((found.modified().ok()?, found.len(), file))
}

/// Code that an earlier snapshot has loaded, for reuse if its files have not changed.
#[derive(Default)]
pub struct Pool {
    files: Map<Box<str>, Arc<ReadCode>>,
}

impl Pool {
    /// Collects the loaded code of these files.
    pub fn of<'f>(files: impl Iterator<Item = &'f CodeFile>) -> Pool {
        let kept = |file: &'f CodeFile| Some((file.path.clone(), file.kept.get()?.clone()));
        Pool {
            files: files.filter_map(kept).collect(),
        }
    }

    /// Creates a code file, with its code if the file has not changed.
    pub fn file(&self, path: impl Into<Box<str>>) -> CodeFile {
        let file = CodeFile::new(path);
        if let Some(kept) = self.files.get(&file.path)
            && kept.stamp.is_some()
            && kept.stamp == stamp(&file.path)
        {
            let _ = file.kept.set(kept.clone());
        }
        file
    }
}

/// The result of loading a file.
pub struct Loaded {
    /// The code, unless there is an error.
    pub unit: Option<CodeUnit>,
    /// Warnings, and errors if there are several, which each compilation logs.
    pub logs: Vec<Diagnostic>,
    /// The error that ends the compilation.
    pub error: Option<Diagnostic>,
    /// True if the text could be parsed.
    pub is_parsed: bool,
    /// The text.
    pub source: Arc<Source>,
    options: parser::Options,
    seekers: Seekers,
    /// The code for compilations in which functions of manifests replace built-in ones.
    open: OnceLock<Option<Box<CodeUnit>>>,
}

impl Loaded {
    fn failed(source: Arc<Source>, options: parser::Options, error: Diagnostic) -> Loaded {
        Loaded {
            unit: None,
            logs: Vec::new(),
            error: Some(error),
            is_parsed: true,
            source,
            options,
            seekers: mir::lower::no_seekers(),
            open: OnceLock::new(),
        }
    }

    fn of(
        unit: CodeUnit,
        options: parser::Options,
        seekers: Seekers,
        logs: Vec<Diagnostic>,
    ) -> Loaded {
        Loaded {
            logs,
            error: None,
            is_parsed: true,
            source: unit.source().clone(),
            unit: Some(unit),
            options,
            seekers,
            open: OnceLock::new(),
        }
    }

    /// Returns the code; if `replaced` is true, the code for compilations in which functions of
    /// manifests replace built-in ones.
    pub fn code(&self, replaced: bool) -> Option<&CodeUnit> {
        let unit = self.unit.as_ref()?;
        if !replaced {
            return Some(unit);
        }
        // open calls may run code whose variables are unknown
        read_set::note(Topic::AllVariables, "", Answer::default);
        let open = self.open.get_or_init(|| {
            let arena = Bump::new();
            // diagnostics were reported when the code was first loaded
            let parsed = parser::parse_with(&arena, &self.source, self.options, &mut Vec::new());
            let unit = lower_for(
                &parsed.ok()?,
                Calls::Open,
                self.seekers.clone(),
                Some(self.source.text.clone()),
            );
            CodeUnit::new(unit, self.source.clone()).ok().map(Box::new)
        });
        open.as_deref()
    }
}

/// The grammar of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grammar {
    /// A manifest.
    Manifest,
    /// A template.
    Epp,
}

impl CodeFile {
    /// Creates a code file that has not been read yet.
    pub fn new(path: impl Into<Box<str>>) -> CodeFile {
        CodeFile {
            path: path.into(),
            kept: OnceLock::new(),
        }
    }

    /// Creates a code file from a text; the path need not exist.
    pub fn of_text(path: Option<&str>, code: &[u8], checks: &Checks) -> CodeFile {
        let file = CodeFile::new(path.unwrap_or_default());
        let loaded = load_bytes(path, code.to_vec(), Grammar::Manifest, checks);
        let kept = ReadCode {
            loaded,
            stamp: None,
            answer: Some(answer_of_bytes(code)),
        };
        let _ = file.kept.set(Arc::new(kept));
        file
    }

    /// Creates a code file from lowered code; the path need not exist.
    pub fn of_unit(path: &str, unit: CodeUnit) -> CodeFile {
        let file = CodeFile::new(path);
        let options = parse_options(Grammar::Manifest, &Checks::default());
        let kept = ReadCode {
            loaded: Loaded::of(unit, options, mir::lower::no_seekers(), Vec::new()),
            stamp: None,
            answer: None,
        };
        let _ = file.kept.set(Arc::new(kept));
        file
    }

    /// Returns the code; reads the file on the first call.
    pub fn load(&self, grammar: Grammar, checks: &Checks) -> &Loaded {
        let kept = self.kept.get_or_init(|| {
            let _frame = profile::named(profile::Kind::Load, &self.path);
            let (mut stamp, mut answer) = (None, None);
            let is_noted = read_set::is_on();
            let loaded = read_set::without_notes(|| {
                let bytes = read_kept_source(Path::new(&*self.path)).map(|(bytes, before)| {
                    // the state is that before the reading, so that a file that changes meanwhile
                    // is read again next time
                    stamp = stamp_of(&before);
                    bytes
                });
                answer = is_noted.then(|| read_set::answer_of_read(&bytes));
                self.of_bytes(bytes, grammar, checks)
            });
            Arc::new(ReadCode {
                loaded,
                stamp,
                answer,
            })
        });
        let unit = kept.loaded.unit.as_ref();
        match self.path.is_empty() {
            // a text is part of the options that the environment was opened with
            true => unit.into_iter().for_each(read_set::note_text),
            false => read_set::note_code(&self.path, kept.answer, unit),
        }
        &kept.loaded
    }

    /// Returns the code if it has been loaded.
    pub fn loaded(&self) -> Option<&CodeUnit> {
        self.kept.get()?.loaded.unit.as_ref()
    }

    fn of_bytes(&self, read: io::Result<Vec<u8>>, grammar: Grammar, checks: &Checks) -> Loaded {
        let loaded = read
            .map(|bytes| load_bytes(Some(&self.path), bytes, grammar, checks))
            .map_err(|error| unreadable(&self.path, &error));
        loaded.unwrap_or_else(|problem| {
            let error = Diagnostic {
                located: Located::Nowhere,
                ..Diagnostic::error(Issue("UNREADABLE_FILE"), problem, Default::default())
            };
            let source = Arc::new(Source::new(Some(&self.path), String::new()));
            Loaded {
                is_parsed: false,
                ..Loaded::failed(source, parse_options(grammar, checks), error)
            }
        })
    }
}

/// Reads, parses, validates and lowers a file.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn load_file(path: &str, grammar: Grammar, checks: &Checks) -> Result<Loaded, String> {
    let _frame = profile::named(profile::Kind::Load, path);
    let bytes = read_source(Path::new(path)).map_err(|error| unreadable(path, &error))?;
    Ok(load_bytes(Some(path), bytes, grammar, checks))
}

/// Works like [`load_file`] on the bytes of a file.
fn load_bytes(path: Option<&str>, bytes: Vec<u8>, grammar: Grammar, checks: &Checks) -> Loaded {
    let source = |text: String| Arc::new(Source::new(path, text));
    match decode(bytes) {
        Ok(text) => load(source(text), grammar, checks),
        Err((error, text)) => Loaded {
            is_parsed: false,
            ..Loaded::failed(source(text), parse_options(grammar, checks), error)
        },
    }
}

/// Makes a path absolute, relative to a folder, like Ruby's `File.expand_path`.
pub fn expand(path: &str, folder: &str) -> String {
    let home = std::env::var("HOME").unwrap_or_default();
    let path = match path.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{home}{rest}"),
        _ if path.starts_with('/') => path.to_owned(),
        _ => format!("{folder}/{path}"),
    };
    format!("/{}", path_parts(&path).join("/"))
}

/// Reads a file that must be UTF-8; removes a byte order mark.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn read_text(path: &Path) -> Result<String, String> {
    read_code(path).map(without_mark)
}

/// Reads the bytes of a manifest.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn read_manifest(path: &Path) -> Result<Vec<u8>, String> {
    let name = path.display();
    read_source(path).map_err(|error| format!("{name}: {}", reason(&error)))
}

/// Reads a file that must be UTF-8.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn read_code(path: &Path) -> Result<String, String> {
    let name = path.display();
    let bytes = read_source(path).map_err(|error| format!("{name}: {}", reason(&error)))?;
    utf8(&name.to_string(), bytes)
}

/// Decodes bytes that must be UTF-8; removes a byte order mark.
///
/// # Errors
/// Reports the name and the line of the first invalid byte.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    utf8(name, bytes).map(without_mark)
}

fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("{name}: invalid byte sequence in UTF-8 (line: {line})")
    })
}

fn without_mark(text: String) -> String {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

fn parse_options(grammar: Grammar, checks: &Checks) -> parser::Options {
    parser::Options {
        epp: grammar == Grammar::Epp,
        tasks: checks.tasks,
        tree_only: false,
        dense: true,
    }
}

/// Runs a stage of loading a file, which profiles show.
fn step<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let _frame = profile::named(profile::Kind::Stage, name);
    work()
}

/// Parses, validates and lowers a text.
pub fn load(source: Arc<Source>, grammar: Grammar, checks: &Checks) -> Loaded {
    let arena = Bump::new();
    let mut logs = Vec::new();
    let options = parse_options(grammar, checks);
    let parsed = step("parse", || {
        parser::parse_with(&arena, &source, options, &mut logs)
    });
    let program = match parsed {
        Ok(program) => program,
        Err(error) => {
            return Loaded {
                logs,
                is_parsed: false,
                ..Loaded::failed(source, options, error)
            };
        }
    };
    let module_path: Vec<&str> = checks.module_path.iter().map(String::as_str).collect();
    let rules = validate::Options {
        strict: checks.strict,
        tasks: checks.tasks,
        module_path: &module_path,
        main_manifest: &checks.main_manifest,
    };
    let found = step("check", || validate::validate(&program, &source, &rules));
    let Outcome { logs: more, error } = validate::outcome(found, &checks.limits);
    logs.extend(more);
    if let Some(error) = error {
        return Loaded {
            logs,
            ..Loaded::failed(source, options, error)
        };
    }
    let seekers = seekers(&checks.ruby_functions);
    let text = Some(source.text.clone());
    let lowered = step("lower", || {
        let unit = lower_for(&program, Calls::Known, seekers.clone(), text);
        CodeUnit::new(unit, source.clone())
    });
    match lowered {
        Ok(unit) => Loaded::of(unit, options, seekers, logs),
        Err(problem) => {
            let error = Diagnostic::error(Issue("ILLEGAL_REGEXP"), problem, Default::default());
            Loaded {
                logs,
                ..Loaded::failed(source, options, error)
            }
        }
    }
}

/// Finds all files with an extension below a folder; returns them by relative path without the
/// extension, with their code if `pool` has it.
///
/// Hidden files and folders are left out; a folder that cannot be read counts as empty.
pub fn index(folder: &str, extension: Option<&str>, pool: &Pool) -> Map<Box<str>, CodeFile> {
    let mut files = Map::default();
    walk(folder, &mut |relative, full| {
        let key = match extension {
            None => Some(relative),
            Some(extension) => relative.strip_suffix(extension),
        };
        if let Some(key) = key {
            files.insert(key.into(), pool.file(full));
        }
    });
    files
}

/// The maximum number of folders below a folder. Folders that link to each other multiply.
const FOLDERS_MAX: usize = 50_000;

/// Calls `visit` with the relative and the full path of each file below a folder, and of each
/// folder that is named like a manifest. A link to a folder that contains it is not followed. Too
/// many folders or the time limit end the evaluation.
pub fn walk(folder: &str, visit: &mut impl FnMut(&str, &str)) {
    walk_with(folder, true, visit);
}

/// Works like [`walk`], but does not follow links to folders.
pub fn walk_without_links(folder: &str, visit: &mut impl FnMut(&str, &str)) {
    walk_with(folder, false, visit);
}

fn walk_with(folder: &str, follows: bool, visit: &mut impl FnMut(&str, &str)) {
    let mut folders = vec![(String::new(), Vec::new())];
    let mut count = 0;
    while let Some((below, around)) = folders.pop() {
        limits::time();
        count += 1;
        if count > FOLDERS_MAX {
            limits::refuse(Error::plain(format!(
                "{folder}: more than {FOLDERS_MAX} folders, or links that lead to each other"
            )));
        }
        let Ok(entries) = std::fs::read_dir(format!("{folder}/{below}")) else {
            continue;
        };
        let around = identity(&format!("{folder}/{below}"), around);
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            let relative = match below.is_empty() {
                true => name.to_owned(),
                false => format!("{below}/{name}"),
            };
            let kind = entry.file_type();
            let is_link = kind.as_ref().is_ok_and(|kind| kind.is_symlink());
            let is_folder = match &kind {
                Ok(_) if is_link => entry.path().is_dir(),
                Ok(kind) => kind.is_dir(),
                Err(_) => false,
            };
            let is_entered = !is_link || follows && !leads_up(&entry.path(), &around);
            // a folder named like a manifest is visited so that reading it reports an error
            if !is_folder || name.ends_with(".pp") {
                visit(&relative, &format!("{folder}/{relative}"));
            }
            if is_folder && is_entered {
                folders.push((relative, around.clone()));
            }
        }
    }
}

/// Adds a folder to the list of its parents; each folder is identified by device and inode number.
fn identity(path: &str, mut around: Vec<[u64; 2]>) -> Vec<[u64; 2]> {
    around.extend(std::fs::metadata(path).map(|found| [found.dev(), found.ino()]));
    around
}

fn leads_up(link: &Path, around: &[[u64; 2]]) -> bool {
    std::fs::metadata(link).is_ok_and(|found| around.contains(&[found.dev(), found.ino()]))
}
