//! Runs the program `git`.

use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use catalog::environment::files::reason;

/// Variables that git sets for its hooks. They name the repository of the hook and would override
/// the folder that a command names.
const LOCAL: [&str; 6] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
];

/// Returns a git command for the repository of a folder, whatever repository the environment names.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for name in LOCAL {
        command.env_remove(name);
    }
    command
}

/// Runs git and returns its output.
///
/// # Errors
/// Same as [`printed`].
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    printed(command(folder, arguments).output(), arguments)
}

/// Returns the standard output of a finished git command.
///
/// # Errors
/// Fails if git could not be run or failed. The error is git's own message if there is one.
pub(crate) fn printed(output: io::Result<Output>, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let output = output.map_err(|error| format!("git: {}", reason(&error)))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let message = message.trim().trim_start_matches("fatal: ");
    Err(match message.is_empty() {
        true => format!("git {}: {}", arguments.join(" "), output.status),
        false => format!("git: {message}"),
    })
}
