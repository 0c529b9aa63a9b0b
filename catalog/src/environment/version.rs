//! `config_version`: the command that tells the version of an environment's code.

use super::conf::{self, Conf};
use super::files;
use crate::command;

/// The command that `environment.conf` has for it, with a path as seen from the environment's folder.
pub fn command(conf: &Conf, environment: &str, directory: &str) -> Option<String> {
    let (_, line) = conf.other.iter().find(|(key, _)| key == "config_version")?;
    let line = match line.starts_with('$') {
        true => line.clone(),
        false => files::expand(line, directory),
    };
    let known = |name: &str| (name == "environment").then(|| environment.to_owned());
    Some(conf::replaced(&line, known))
}

/// Runs the command; gives the version.
///
/// # Errors
/// What is said when it fails.
pub fn run(line: &str) -> Result<String, String> {
    let (status, output) = command::run_line(line);
    let output = String::from_utf8_lossy(&output);
    if status == Some(0) {
        return Ok(output.trim().to_owned());
    }
    let status = command::status_text(status);
    let output = output.trim_end();
    Err(format!(
        "Execution of config_version command `{line}` failed: Execution of '{line}' returned {status}: {output}"
    ))
}
