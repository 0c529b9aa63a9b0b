//! The environment that is meant when none is named: the control repository at hand.

use std::path::{Path, PathBuf};

/// The nearest folder, from `folder` upwards, that is an environment: it has `environment.conf`, or
/// `manifests` beside `modules`, `site-modules` or `Puppetfile`. A folder with `metadata.json` is a
/// module and no environment.
pub(super) fn find(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    folder
        .ancestors()
        .find(|folder| is_environment(folder))
        .map(Path::to_owned)
}

fn is_environment(folder: &Path) -> bool {
    let is_folder = |name: &str| folder.join(name).is_dir();
    let is_file = |name: &str| folder.join(name).is_file();
    let has_code = || is_folder("modules") || is_folder("site-modules") || is_file("Puppetfile");
    is_file("environment.conf") || is_folder("manifests") && has_code() && !is_file("metadata.json")
}
