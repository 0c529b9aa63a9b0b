//! `config_version`: the command that tells the version of an environment's code.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use runtime::settings::Settings;

use super::conf::{self, Conf};
use super::files;
use crate::command;

/// The setting `environmentpath`: the folder around that of the environment, unless it is given.
pub(super) fn environment_path(directory: &str, settings: &Settings) -> String {
    let mut given = settings.other.iter().rev();
    let given = given.find(|(name, _)| name == "environmentpath");
    let around = || directory.rsplit_once('/').map_or("", |(parent, _)| parent);
    given.map_or_else(|| around().to_owned(), |(_, path)| path.clone())
}

/// The command of an environment.
#[derive(Debug)]
pub(super) struct Command {
    /// The line, in which `$environmentpath` still stands.
    line: String,
    environment: String,
    environment_path: String,
    directory: String,
}

impl Command {
    /// The command that `environment.conf` has for it, with a path as seen from the environment's
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

    /// Runs the command; gives the version.
    ///
    /// # Errors
    /// What is said when it fails.
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

    /// A folder of environments for a command that asks for it, when the environment's folder has
    /// another name than the environment: a checkout is called anything, but the command expects
    /// the environment in `$environmentpath/$environment`.
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

/// A folder with a link to an environment's folder, gone when it is dropped.
struct View(PathBuf);

impl View {
    /// `None` where the folder cannot be made: the command runs without it.
    #[cfg(unix)]
    fn of(environment: &str, directory: &str) -> Option<View> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bunraku-environments-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // not what somebody else has put there
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
        // the link goes first, what it leads to stays
        if let Ok(entries) = std::fs::read_dir(&self.0) {
            entries.flatten().for_each(|entry| {
                let _ = std::fs::remove_file(entry.path());
            });
        }
        let _ = std::fs::remove_dir(&self.0);
    }
}
