//! Owns the temporary folder of a comparison: work trees of revisions, and catalogs that are
//! compiled only to be compared. The folder is removed however the command ends, also by a signal.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use catalog::environment::files::reason;

use super::{command, git};
use crate::interrupt::{self, EndSignal};

/// The prefix of the folder's name.
const PREFIX: &str = "bunraku-diff-";

/// The suffix of the folder's name while it is being removed.
const GONE: &str = ".gone";

/// The signals that end a comparison.
const SIGNALS: &[EndSignal] = &[EndSignal::Interrupt, EndSignal::Terminate];

/// The things that must be removed at the end of the process.
#[derive(Default)]
struct CleanupList {
    folder: Option<PathBuf>,
    /// The repository that has records of work trees in the folder.
    repository: Option<PathBuf>,
}

static LEFT: Mutex<CleanupList> = Mutex::new(CleanupList {
    folder: None,
    repository: None,
});

fn left() -> MutexGuard<'static, CleanupList> {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts to clean up before a signal ends the process.
pub fn listen() {
    interrupt::block(SIGNALS);
    interrupt::listen(SIGNALS, |asked| {
        command::end();
        remove();
        // another thread that waits for the removal must not end the process with another status
        interrupt::end(asked);
    });
}

/// A temporary folder, which is removed when this is dropped.
pub struct Workspace {
    folder: PathBuf,
    _lock: File,
}

impl Workspace {
    /// Makes a folder that only its owner can read, because catalogs hold secrets.
    ///
    /// # Errors
    /// Fails if the folder cannot be made.
    pub fn new() -> Result<Workspace, String> {
        let parent = std::env::temp_dir();
        let parent = parent
            .canonicalize()
            .map_err(|error| error_message(&parent, &error))?;
        sweep(&parent);
        let made = (0..1000).find_map(|i| {
            let folder = parent.join(format!("{PREFIX}{}-{i}", process::id()));
            match DirBuilder::new().mode(0o700).create(&folder) {
                Ok(()) => Some(Ok(folder)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(error_message(&folder, &error))),
            }
        });
        let folder = made.unwrap_or_else(|| {
            Err(format!(
                "{} is full of old folders of bunraku",
                parent.display()
            ))
        })?;
        left().folder = Some(folder.clone());
        let path = folder.join("lock");
        let lock = File::create(&path).map_err(|error| error_message(&path, &error))?;
        lock.try_lock()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Workspace {
            folder,
            _lock: lock,
        })
    }

    /// Returns a path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Makes a folder inside the folder.
    ///
    /// # Errors
    /// Fails if it cannot be made.
    pub fn make(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.path(name);
        fs::create_dir_all(&path).map_err(|error| error_message(&path, &error))?;
        Ok(path)
    }

    /// Makes git drop its records of work trees in the folder at the end.
    pub fn holds_work_trees_of(&self, repository: &Path) {
        left().repository = Some(repository.to_owned());
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        remove();
        if interrupt::came() {
            // the thread that waits for signals ends the process
            loop {
                std::thread::park();
            }
        }
    }
}

/// A lock that is held while the folder is removed.
static REMOVING: Mutex<()> = Mutex::new(());

/// Removes the folder, unless that has already happened. Returns when it is removed, even if
/// another thread does it.
fn remove() {
    let _removing = REMOVING.lock().unwrap_or_else(PoisonError::into_inner);
    let (folder, repository) = {
        let mut left = left();
        (left.folder.take(), left.repository.take())
    };
    let Some(folder) = folder else {
        return;
    };
    // threads that still compile, and commands, no longer find the folder
    let mut gone = folder.clone().into_os_string();
    gone.push(GONE);
    let gone = PathBuf::from(gone);
    let folder = match fs::rename(&folder, &gone) {
        Ok(()) => gone,
        Err(_) => folder,
    };
    if fs::remove_dir_all(&folder).is_err() {
        // a file that was open for writing may have been created meanwhile
        std::thread::sleep(std::time::Duration::from_millis(100));
        if let Err(error) = fs::remove_dir_all(&folder) {
            let _ = writeln!(io::stderr(), "Error: {}", error_message(&folder, &error));
        }
    }
    if let Some(repository) = repository {
        git::forget_work_trees(&repository);
    }
}

/// Removes folders that killed processes have left: those whose lock nobody holds, or whose removal
/// had begun.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with(PREFIX) {
            continue;
        }
        let lock = File::open(entry.path().join("lock"));
        if name.ends_with(GONE) || lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn error_message(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), reason(error))
}
