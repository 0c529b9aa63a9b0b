//! The files that differ from those of a commit, as `git` tells.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use catalog::environment::files::reason;
use catalog::read_set::since::{Difference, Since};

use crate::git;

/// The files that differ from those of a commit, and their content at that commit if they hold data, of
/// which single keys are compared.
///
/// # Errors
/// As for [`changes`].
pub fn since(commit: &str, directory: &str) -> Result<Since, String> {
    let changes = changes(commit, Path::new(directory))?;
    let is_data = |path: &&String| {
        let extension = Path::new(path.as_str()).extension();
        let extension = extension.and_then(|extension| extension.to_str());
        matches!(extension, Some("yaml" | "yml" | "eyaml" | "json" | "conf"))
    };
    let before: Vec<&String> = changes.before.iter().filter(is_data).collect();
    let mut since = Since {
        files: changes.files,
        ..Since::default()
    };
    for (path, bytes) in contents(&changes.top, commit, &before)? {
        since.data.insert(format!("{}/{path}", changes.top), bytes);
    }
    Ok(since)
}

/// The difference between a commit and the work tree.
pub struct Changes {
    /// The top of the work tree, absolute.
    top: String,
    /// All files that differ, by absolute path. Files that git neither knows nor ignores are new.
    pub files: HashMap<String, Difference>,
    /// The paths from the top of all files that differ and that the commit has.
    before: Vec<String>,
}

/// Compares the work tree that holds `directory` with a commit.
///
/// # Errors
/// There is no git, no repository or no such commit.
pub fn changes(commit: &str, directory: &Path) -> Result<Changes, String> {
    let git = |arguments: &[&str]| git::run(directory, arguments).map(text);
    let prefix = git(&["rev-parse", "--show-prefix"])?;
    let wanted = format!("{commit}^{{commit}}");
    git(&[
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &wanted,
    ])
    .map_err(|_| {
        let directory = directory.display();
        format!("{commit}: neither a folder nor a commit of the repository of {directory}")
    })?;
    // the top as the caller names it: git would resolve symbolic links
    let named = directory.to_string_lossy();
    let top = match named.strip_suffix(prefix.trim_end_matches(['\n', '/'])) {
        Some(top) => top.trim_end_matches('/').to_owned(),
        None => git(&["rev-parse", "--show-toplevel"])?
            .trim_end_matches('\n')
            .to_owned(),
    };
    let git = |arguments: &[&str]| git::run(Path::new(&top), arguments).map(text);
    let mut changes = Changes {
        files: HashMap::new(),
        before: Vec::new(),
        top: top.clone(),
    };
    let list = git(&["diff", "--no-renames", "--name-status", "-z", commit, "--"])?;
    let mut words = list.split('\0');
    while let (Some(status), Some(path)) = (words.next(), words.next()) {
        let difference = match status {
            "M" | "T" => Difference::Content,
            _ => Difference::Existence,
        };
        if status != "A" {
            changes.before.push(path.to_owned());
        }
        changes.files.insert(format!("{top}/{path}"), difference);
    }
    let new = git(&["ls-files", "-z", "--others", "--exclude-standard"])?;
    for path in new.split('\0').filter(|path| !path.is_empty()) {
        let path = format!("{top}/{path}");
        changes.files.insert(path, Difference::Existence);
    }
    Ok(changes)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The contents that files had at a commit.
fn contents(top: &str, commit: &str, paths: &[&String]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let failed = |error: std::io::Error| format!("git: {}", reason(&error));
    // a name with a line break cannot be asked for in this way: its file counts as a whole
    let paths: Vec<&String> = paths
        .iter()
        .copied()
        .filter(|path| !path.contains('\n'))
        .collect();
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let mut child = git::command(Path::new(top), &["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(failed)?;
    let questions: String = paths
        .iter()
        .map(|path| format!("{commit}:{path}\n"))
        .collect();
    let stdin = child.stdin.take();
    let asking =
        thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(questions.as_bytes())));
    let done = child.wait_with_output().map_err(failed)?;
    let _ = asking.join();
    let mut rest = &done.stdout[..];
    let mut found = Vec::new();
    for path in paths {
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
            return Err("git: cat-file ended early".to_owned());
        };
        let head = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest = &rest[end + 1..];
        let mut words = head.rsplit(' ');
        let (size, kind) = (words.next(), words.next());
        let size = size
            .and_then(|size| size.parse::<usize>().ok())
            .filter(|_| kind == Some("blob"));
        let Some(size) = size.filter(|size| *size < rest.len()) else {
            // missing, or a link
            continue;
        };
        found.push((path.clone(), rest[..size].to_vec()));
        rest = &rest[size + 1..];
    }
    Ok(found)
}
