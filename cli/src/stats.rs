//! `bunraku stats`: what a codebase is made of.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use catalog::ruby::{CodeKind, is_native};
use clap::Args;

/// Count the code in Ruby, and say what of it needs a process of ruby, and why
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Environments, modules or files
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Name the native files, too
    #[arg(long, short)]
    pub verbose: bool,
}

/// The files of a kind: all of them, and those that are native.
#[derive(Default)]
struct Count {
    all: usize,
    native: usize,
}

/// Prints the figures; status 1 when a folder or file cannot be read.
pub fn execute(arguments: &Arguments, out: &mut impl Write) -> ExitCode {
    let mut files = Vec::new();
    let mut status = ExitCode::SUCCESS;
    for path in &arguments.paths {
        if let Err(problem) = collect(path, &mut files) {
            let _ = writeln!(io::stderr(), "Error: {}: {problem}", path.display());
            status = ExitCode::from(1);
        }
    }
    let mut counts: BTreeMap<CodeKind, Count> = BTreeMap::new();
    for (path, kind) in &files {
        let code = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(problem) => {
                let _ = writeln!(io::stderr(), "Error: {}: {problem}", path.display());
                status = ExitCode::from(1);
                continue;
            }
        };
        let count = counts.entry(*kind).or_default();
        count.all += 1;
        // what cannot be written shows where the output is ended
        let _ = match is_native(*kind, &code) {
            Ok(()) => {
                count.native += 1;
                match arguments.verbose {
                    true => writeln!(out, "{}: native", path.display()),
                    false => Ok(()),
                }
            }
            Err(line) => {
                let found = line.and_then(|line| Some((line, code.lines().nth(line - 1)?)));
                match found {
                    Some((line, text)) => {
                        writeln!(out, "{}:{line}: {}", path.display(), text.trim())
                    }
                    None => writeln!(out, "{}: the form of the file", path.display()),
                }
            }
        };
    }
    for (kind, count) in counts {
        let name = match kind {
            CodeKind::Template => "templates",
            CodeKind::Current => "functions of the 4.x API",
            CodeKind::Legacy => "functions of the 3.x API",
        };
        let share = count.native as f64 * 100.0 / count.all as f64;
        let _ = writeln!(
            out,
            "{}: {} of {} are native ({share:.1}%)",
            name, count.native, count.all
        );
    }
    status
}

/// Adds the files in Ruby below a path.
fn collect(path: &Path, files: &mut Vec<(PathBuf, CodeKind)>) -> io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.extend(kind(path).map(|kind| (path.to_owned(), kind)));
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let kind_of_entry = entry.file_type()?;
        let name = entry.file_name();
        // tests bring modules of their own; links may lead back
        if kind_of_entry.is_symlink() || name == ".git" || name == "fixtures" {
            continue;
        }
        collect(&entry.path(), files)?;
    }
    Ok(())
}

/// The kind of a file, if it is code in Ruby that a compilation runs.
fn kind(path: &Path) -> Option<CodeKind> {
    let text = path.to_string_lossy();
    match path.extension()?.to_str()? {
        "erb" => Some(CodeKind::Template),
        "rb" if text.contains("lib/puppet/functions/") => Some(CodeKind::Current),
        "rb" if text.contains("lib/puppet/parser/functions/") => Some(CodeKind::Legacy),
        _ => None,
    }
}
