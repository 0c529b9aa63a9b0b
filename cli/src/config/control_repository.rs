//! Finds the environment that is used when none is named: the control repository around the current
//! folder.

use std::path::{Path, PathBuf};

use ::check::codebase::is_environment;

/// Returns the nearest folder, from `folder` upwards, that is an environment.
pub(super) fn find(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    folder
        .ancestors()
        .find(|folder| is_environment(folder))
        .map(Path::to_owned)
}
