//! The environment that is meant when none is named: the control repository at hand.

use std::path::{Path, PathBuf};

use ::check::codebase::is_environment;

/// The nearest folder, from `folder` upwards, that is an environment.
pub(super) fn find(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    folder
        .ancestors()
        .find(|folder| is_environment(folder))
        .map(Path::to_owned)
}
