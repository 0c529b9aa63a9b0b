//! `bunraku stats`: counts the code in Ruby of a codebase.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use catalog::ruby::{CodeKind, Share, native_share, native_type};
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
    let mut types = Vec::new();
    let mut status = ExitCode::SUCCESS;
    for path in &arguments.paths {
        if let Err(problem) = collect(path, &mut files, &mut types) {
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
        let _ = print_share(out, path, &code, share, arguments.verbose);
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
    // an error of writing is reported when the output is closed
    let _ = print_types(out, &types, arguments.verbose);
    status
}

/// Prints which resource types a process has to read, and the number of types for each reason.
fn print_types(out: &mut impl Write, types: &[PathBuf], verbose: bool) -> io::Result<()> {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for path in types {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let Err(refusal) = native_type(&folders(path), &name) else {
            if verbose {
                writeln!(out, "{}: native", path.display())?;
            }
            continue;
        };
        let (place, reason) = (&refusal.path, &refusal.reason);
        match place.is_empty() || Path::new(place) == path {
            true => writeln!(out, "{}:{}: {reason}", path.display(), refusal.line)?,
            false => writeln!(
                out,
                "{}: {place}:{}: {reason}",
                path.display(),
                refusal.line
            )?,
        }
        *reasons.entry(refusal.reason).or_default() += 1;
    }
    if types.is_empty() {
        return Ok(());
    }
    let native = types.len() - reasons.values().sum::<usize>();
    let percent = native as f64 * 100.0 / types.len() as f64;
    writeln!(
        out,
        "resource types: {native} of {} are native ({percent:.1}%)",
        types.len()
    )?;
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (reason, count) in reasons {
        writeln!(out, "{count:5} {reason}")?;
    }
    Ok(())
}

/// Returns the `lib` folders of the modules beside the one that has the file of a type.
fn folders(path: &Path) -> Vec<String> {
    let module = path.ancestors().nth(4);
    let Some(modules) = module.and_then(Path::parent) else {
        return Vec::new();
    };
    let modules = if modules.as_os_str().is_empty() {
        Path::new(".")
    } else {
        modules
    };
    let entries = fs::read_dir(modules).into_iter().flatten();
    let libraries = entries.filter_map(|entry| Some(entry.ok()?.path().join("lib")));
    let mut folders: Vec<String> = libraries
        .filter(|folder| folder.is_dir())
        .map(|folder| folder.to_string_lossy().into_owned())
        .collect();
    folders.sort();
    folders
}

/// Prints which parts of a file do not run natively. A file that runs natively as a whole is only
/// named if `verbose` is set.
fn print_share(
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

/// Adds the files in Ruby below a path. Those of resource types are added to `types`.
fn collect(
    path: &Path,
    files: &mut Vec<(PathBuf, CodeKind)>,
    types: &mut Vec<PathBuf>,
) -> io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        if is_type(path) {
            types.push(fs::canonicalize(path)?);
        }
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
        collect(&entry.path(), files, types)?;
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

/// Returns true if a file defines a resource type: `lib/puppet/type/NAME.rb`.
fn is_type(path: &Path) -> bool {
    let is_ruby = path.extension().is_some_and(|ending| ending == "rb");
    is_ruby
        && path
            .parent()
            .is_some_and(|folder| folder.ends_with("lib/puppet/type"))
}
