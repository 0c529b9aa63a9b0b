//! Runs `config_version`, the command that prints the version of an environment's code.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use runtime::settings::Settings;

use super::conf::{self, Conf};
use super::files;
use crate::command;

/// Returns the setting `environmentpath`; by default the parent of the environment's folder.
pub(super) fn environment_path(directory: &str, settings: &Settings) -> String {
    let mut given = settings.other.iter().rev();
    let given = given.find(|(name, _)| name == "environmentpath");
    let around = || directory.rsplit_once('/').map_or("", |(parent, _)| parent);
    given.map_or_else(|| around().to_owned(), |(_, path)| path.clone())
}

/// The `config_version` command of an environment.
#[derive(Debug)]
pub(super) struct Command {
    /// The command line, in which `$environmentpath` is not replaced yet.
    line: String,
    environment: String,
    environment_path: String,
    directory: String,
}

impl Command {
    /// Creates the command from `environment.conf`; a relative path is based on the environment's
    /// folder.
    pub(super) fn of(
        conf: &Conf,
        environment: &str,
        directory: &str,
        settings: &Settings,
    ) -> Option<Command> {
        let line = conf.config_version.as_ref()?;
        let line = match line.starts_with('$') {
            true => line.clone(),
            false => files::expand(line, directory),
        };
        let known = |name: &str| (name == "environment").then(|| environment.to_owned());
        Some(Command {
            line: conf::replaced(&line, known),
            environment: environment.to_owned(),
            environment_path: environment_path(directory, settings),
            directory: directory.to_owned(),
        })
    }

    fn line(&self, environment_path: &str) -> String {
        let known = |name: &str| (name == "environmentpath").then(|| environment_path.to_owned());
        conf::replaced(&self.line, known)
    }

    /// Runs the command and returns the version.
    ///
    /// # Errors
    /// Fails with the message if the command fails.
    pub(super) fn run(&self) -> Result<String, String> {
        let shown = self.line(&self.environment_path);
        let view = self.view();
        let line = match &view {
            Some(view) => self.line(&view.0.to_string_lossy()),
            None => shown.clone(),
        };
        let (status, output) = command::run_line(&line);
        let output = String::from_utf8_lossy(&output);
        if status == Some(0) {
            return Ok(output.trim().to_owned());
        }
        let status = command::status_text(status);
        let output = output.trim_end();
        let output = match &view {
            Some(view) => output.replace(&*view.0.to_string_lossy(), &self.environment_path),
            None => output.to_owned(),
        };
        Err(format!(
            "Execution of config_version command `{shown}` failed: Execution of '{shown}' returned {status}: {output}"
        ))
    }

    /// Creates a temporary folder of environments for a command that uses `$environmentpath`, if
    /// the environment's folder is not named like the environment. A checkout may have any name,
    /// but the command expects the environment in `$environmentpath/$environment`.
    fn view(&self) -> Option<View> {
        let named = Path::new(&self.environment_path).join(&self.environment);
        let asks = self.line(&self.environment_path) != self.line("");
        let is_name = !self.environment.contains('/');
        match asks && is_name && !named.is_dir() {
            true => View::of(&self.environment, &self.directory),
            false => None,
        }
    }
}

/// A temporary folder with a link to an environment's folder, removed on drop.
struct View(PathBuf);

impl View {
    /// Creates the folder; returns `None` if that fails, and the command then runs without it.
    #[cfg(unix)]
    fn of(environment: &str, directory: &str) -> Option<View> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bunraku-environments-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // fails if another process has created the path
        std::fs::create_dir(&path).ok()?;
        let view = View(path);
        std::os::unix::fs::symlink(directory, view.0.join(environment)).ok()?;
        Some(view)
    }

    #[cfg(not(unix))]
    fn of(_environment: &str, _directory: &str) -> Option<View> {
        None
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // removes only the link, not its target
        if let Ok(entries) = std::fs::read_dir(&self.0) {
            entries.flatten().for_each(|entry| {
                let _ = std::fs::remove_file(entry.path());
            });
        }
        let _ = std::fs::remove_dir(&self.0);
    }
}
