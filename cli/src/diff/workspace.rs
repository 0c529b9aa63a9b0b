//! The temporary folder of a comparison: work trees of revisions and catalogs that are compiled only to
//! be compared. It goes away however the command ends, by a signal too.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use catalog::environment::files::reason;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::git;
use crate::interrupt::{self, Asked};

/// How the folder's name begins.
const PREFIX: &str = "bunraku-diff-";

/// The signals that a comparison ends for.
const SIGNALS: &[Asked] = &[Asked::Interrupt, Asked::Terminate];

/// What is to be removed at the end.
#[derive(Default)]
struct Left {
    folder: Option<PathBuf>,
    /// The repository that knows of work trees in the folder.
    repository: Option<PathBuf>,
    /// A command that runs meanwhile.
    child: Option<u32>,
}

static LEFT: Mutex<Left> = Mutex::new(Left {
    folder: None,
    repository: None,
    child: None,
});

fn left() -> MutexGuard<'static, Left> {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a signal cleans up before it ends the process.
pub fn listen() {
    interrupt::block(SIGNALS);
    interrupt::listen(SIGNALS, |asked| {
        if let Some(child) = left().child {
            // it may have ended
            let _ = kill(Pid::from_raw(child.cast_signed()), Signal::SIGTERM);
        }
        remove();
        interrupt::end(asked);
    });
}

/// A temporary folder, which is removed when this is dropped.
pub struct Workspace {
    folder: PathBuf,
    _lock: File,
}

impl Workspace {
    /// Makes a folder that only the owner can read: catalogs hold secrets.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new() -> Result<Workspace, String> {
        let parent = std::env::temp_dir();
        let parent = parent
            .canonicalize()
            .map_err(|error| said(&parent, &error))?;
        sweep(&parent);
        let made = (0..1000).find_map(|i| {
            let folder = parent.join(format!("{PREFIX}{}-{i}", process::id()));
            match DirBuilder::new().mode(0o700).create(&folder) {
                Ok(()) => Some(Ok(folder)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(said(&folder, &error))),
            }
        });
        let folder =
            made.unwrap_or_else(|| Err(format!("{}: is full of old folders", parent.display())))?;
        left().folder = Some(folder.clone());
        let path = folder.join("lock");
        let lock = File::create(&path).map_err(|error| said(&path, &error))?;
        lock.try_lock()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Workspace {
            folder,
            _lock: lock,
        })
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Makes a folder in it.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.path(name);
        fs::create_dir_all(&path).map_err(|error| said(&path, &error))?;
        Ok(path)
    }

    /// Lets a repository forget the work trees in the folder at the end.
    pub fn holds_work_trees_of(&self, repository: &Path) {
        left().repository = Some(repository.to_owned());
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        remove();
    }
}

/// Runs a command, which a signal ends with this process.
///
/// # Errors
/// It cannot be started.
pub fn run(command: &mut Command) -> io::Result<process::Output> {
    let child = command.spawn()?;
    left().child = Some(child.id());
    let output = child.wait_with_output();
    left().child = None;
    output
}

/// Removes the folder, once.
fn remove() {
    let (folder, repository) = {
        let mut left = left();
        (left.folder.take(), left.repository.take())
    };
    let Some(folder) = folder else {
        return;
    };
    if fs::remove_dir_all(&folder).is_err() {
        // a command that ends only now may still have written a file
        std::thread::sleep(std::time::Duration::from_millis(100));
        if let Err(error) = fs::remove_dir_all(&folder) {
            let _ = writeln!(io::stderr(), "Error: {}", said(&folder, &error));
        }
    }
    if let Some(repository) = repository {
        git::forget_work_trees(&repository);
    }
}

/// Removes what processes that were killed have left: nobody holds the lock.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let lock = File::open(entry.path().join("lock"));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn said(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), reason(error))
}
