//! `bunraku stats`: counts the code in Ruby of a codebase.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use catalog::ruby::{CodeKind, Share, native_share};
use clap::Args;

/// Count the Ruby code that runs natively, and explain why the rest needs a ruby process
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Environments, modules or files to count
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Also list the files that run natively
    #[arg(long, short)]
    pub verbose: bool,
}

/// The files of one kind: all, those that run natively, and those that run natively except for some
/// branches.
#[derive(Default)]
struct Count {
    all: usize,
    native: usize,
    with_branches: usize,
}

/// Prints the figures. Returns status 1 if a folder or file cannot be read.
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
        let share = native_share(*kind, &code);
        match share {
            Share::Whole => count.native += 1,
            Share::Branches(_) => count.with_branches += 1,
            Share::Nothing(_) => {}
        }
        // an error of writing is reported when the output is closed
        let _ = tell(out, path, &code, share, arguments.verbose);
    }
    for (kind, count) in counts {
        let name = match kind {
            CodeKind::Template => "templates",
            CodeKind::Current => "functions of the 4.x API",
            CodeKind::Legacy => "functions of the 3.x API",
        };
        let percent = |count_of: usize| count_of as f64 * 100.0 / count.all as f64;
        let (whole, parts) = (percent(count.native), percent(count.with_branches));
        let _ = writeln!(
            out,
            "{name}: {} of {} are native ({whole:.1}%), {} more except for branches ({parts:.1}%)",
            count.native, count.all, count.with_branches
        );
    }
    status
}

/// Prints which parts of a file do not run natively. A file that runs natively as a whole is only
/// named if `verbose` is set.
fn tell(
    out: &mut impl Write,
    path: &Path,
    code: &str,
    share: Share,
    verbose: bool,
) -> io::Result<()> {
    let path = path.display();
    let text = |line: usize| code.lines().nth(line - 1).unwrap_or_default().trim();
    match share {
        Share::Whole if verbose => writeln!(out, "{path}: native"),
        Share::Whole => Ok(()),
        Share::Branches(line) => {
            writeln!(
                out,
                "{path}:{line}: native except for branches: {}",
                text(line)
            )
        }
        Share::Nothing(Some(line)) => writeln!(out, "{path}:{line}: {}", text(line)),
        Share::Nothing(None) => writeln!(out, "{path}: the structure of the file"),
    }
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
        // tests have modules of their own, and links may form a cycle
        if kind_of_entry.is_symlink() || name == ".git" || name == "fixtures" {
            continue;
        }
        collect(&entry.path(), files)?;
    }
    Ok(())
}

/// Returns the kind of a file if it is code in Ruby that a compilation runs.
fn kind(path: &Path) -> Option<CodeKind> {
    let text = path.to_string_lossy();
    match path.extension()?.to_str()? {
        "erb" => Some(CodeKind::Template),
        "rb" if text.contains("lib/puppet/functions/") => Some(CodeKind::Current),
        "rb" if text.contains("lib/puppet/parser/functions/") => Some(CodeKind::Legacy),
        _ => None,
    }
}
