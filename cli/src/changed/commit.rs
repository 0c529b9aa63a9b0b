//! Asks `git` for the files that differ from those of a commit.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use catalog::environment::files::reason;
use catalog::read_set::commit_difference::{CommitDifference, Difference};

use crate::git;

/// Returns the files that differ from those of a commit. For data files, also returns their content
/// at the commit, so that single keys can be compared.
///
/// # Errors
/// Same as [`changes`].
pub fn since(commit: &str, directory: &str) -> Result<CommitDifference, String> {
    let changes = changes(commit, Path::new(directory))?;
    let is_data = |path: &&String| {
        let extension = Path::new(path.as_str()).extension();
        let extension = extension.and_then(|extension| extension.to_str());
        matches!(extension, Some("yaml" | "yml" | "eyaml" | "json" | "conf"))
    };
    let before: Vec<&String> = changes.before.iter().filter(is_data).collect();
    let mut since = CommitDifference {
        files: changes.files,
        ..CommitDifference::default()
    };
    for (path, bytes) in contents(&changes.top, commit, &before)? {
        since.data.insert(format!("{}/{path}", changes.top), bytes);
    }
    Ok(since)
}

/// The difference between a commit and the work tree.
pub struct Changes {
    /// The absolute path of the top of the work tree.
    top: String,
    /// All files that differ, by absolute path. Files that are neither tracked nor ignored by git
    /// are new.
    pub files: HashMap<String, Difference>,
    /// The differing files that the commit has, as paths from the top.
    before: Vec<String>,
}

/// Compares the work tree that contains `directory` with a commit.
///
/// # Errors
/// Fails if there is no git, no repository or no such commit.
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
        format!("{commit} is neither a folder nor a commit of the repository of {directory}")
    })?;
    // keeps the caller's name of the top, because git would resolve symbolic links
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

/// Returns the contents that files had at a commit.
fn contents(top: &str, commit: &str, paths: &[&String]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let failed = |error: std::io::Error| format!("git: {}", reason(&error));
    // a path with a line break cannot be sent to `cat-file`: such a file is compared as a whole
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
            // the path is missing or a link
            continue;
        };
        found.push((path.clone(), rest[..size].to_vec()));
        rest = &rest[size + 1..];
    }
    Ok(found)
}
