//! Which files differ from those of a commit, as `git` tells.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use catalog::environment::files::reason;
use catalog::read_set::since::{Difference, Since};

/// The files that differ from those of a commit of the repository that holds `directory`; files that
/// git does not know and does not ignore are new.
///
/// # Errors
/// There is no git, no repository or no such commit, in git's words.
pub fn since(commit: &str, directory: &str) -> Result<Since, String> {
    let git = |arguments: &[&str]| git(directory, arguments);
    let prefix = text(git(&["rev-parse", "--show-prefix"])?);
    let prefix = prefix.trim_end_matches('\n');
    git(&[
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &format!("{commit}^{{commit}}"),
    ])
    .map_err(|_| {
        format!("{commit}: neither a folder nor a commit of the repository of {directory}")
    })?;
    let top = match directory.strip_suffix(prefix.trim_end_matches('/')) {
        Some(top) => top.trim_end_matches('/').to_owned(),
        None => text(git(&["rev-parse", "--show-toplevel"])?)
            .trim_end_matches('\n')
            .to_owned(),
    };
    let mut since = Since::default();
    let changes = git(&[
        "-C",
        &top,
        "diff",
        "--no-renames",
        "--name-status",
        "-z",
        commit,
        "--",
    ])?;
    let changes = text(changes);
    let mut words = changes.split('\0');
    let mut before = Vec::new();
    while let (Some(status), Some(path)) = (words.next(), words.next()) {
        let how = match status {
            "M" | "T" => Difference::Content,
            _ => Difference::Existence,
        };
        if status != "A" {
            before.push(path.to_owned());
        }
        since.files.insert(format!("{top}/{path}"), how);
    }
    let others = git(&[
        "-C",
        &top,
        "ls-files",
        "-z",
        "--others",
        "--exclude-standard",
    ])?;
    for path in text(others).split('\0').filter(|path| !path.is_empty()) {
        since
            .files
            .insert(format!("{top}/{path}"), Difference::Existence);
    }
    // of data single keys are compared
    let is_data = |path: &String| {
        let extension = Path::new(path)
            .extension()
            .and_then(|extension| extension.to_str());
        matches!(extension, Some("yaml" | "yml" | "eyaml" | "json" | "conf"))
    };
    before.retain(is_data);
    for (path, bytes) in contents(&top, commit, &before)? {
        since.data.insert(format!("{top}/{path}"), bytes);
    }
    Ok(since)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

fn git(directory: &str, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let done = Command::new("git")
        .arg("-C")
        .arg(directory)
        .args(arguments)
        .output();
    let done = done.map_err(|error| format!("git: {}", reason(&error)))?;
    match done.status.success() {
        true => Ok(done.stdout),
        false => Err(format!(
            "git: {}",
            String::from_utf8_lossy(&done.stderr).trim_end()
        )),
    }
}

/// What files held at a commit.
fn contents(top: &str, commit: &str, paths: &[String]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let failed = |error: std::io::Error| format!("git: {}", reason(&error));
    // a name with a line break cannot be asked for in this way: its file counts as a whole
    let paths: Vec<&String> = paths.iter().filter(|path| !path.contains('\n')).collect();
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let mut child = Command::new("git")
        .args(["-C", top, "cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
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
