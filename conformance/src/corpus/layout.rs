//! Lays out the environment of a repository: links to it and to the modules that it needs.
//!
//! Both sides compile the same folder, so that paths in catalogs and errors are equal.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::repositories::{Kind, Repository};
use crate::files;

/// An environment folder that was laid out.
pub struct Layout {
    /// The folder that contains the environment, whose own name is `production`.
    pub parent: PathBuf,
    /// The environment.
    pub environment: PathBuf,
    /// The folders whose classes and defines are compiled. Their names are the names of the
    /// modules.
    pub modules: Vec<PathBuf>,
    /// The key for the cache of answers: everything in the environment that determines an answer.
    pub content: String,
}

/// Lays out the environment of a repository from scratch.
///
/// # Errors
/// Fails if a folder cannot be read or a link cannot be made.
pub fn lay_out(
    repository: &Repository,
    needed: &[&Repository],
    environments: &Path,
) -> io::Result<Layout> {
    let parent = environments.join(repository.flat());
    let environment = parent.join("production");
    let modules = environment.join("modules");
    if environment.exists() {
        fs::remove_dir_all(&environment)?;
    }
    fs::create_dir_all(&modules)?;
    let mut own = Vec::new();
    match repository.kind {
        Kind::ControlRepo => own.extend(link_control_repo(repository, &environment)?),
        Kind::Module | Kind::Dependency => {
            let name = repository.module_name().unwrap_or("unnamed");
            own.push(modules.join(name));
            symlink(&repository.folder, modules.join(name))?;
        }
    }
    for module in needed {
        let link = modules.join(module.module_name().unwrap_or("unnamed"));
        if link.symlink_metadata().is_err() {
            symlink(&module.folder, link)?;
        }
    }
    let mut content = format!("{} {}\n", repository.name, repository.commit);
    for module in needed {
        content += &format!("{} {}\n", module.name, module.commit);
    }
    Ok(Layout {
        parent,
        environment,
        modules: own,
        content,
    })
}

/// Links the contents of a control repository. Returns the folders of its modules.
fn link_control_repo(repository: &Repository, environment: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for path in files::paths(&repository.folder)? {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        match name {
            name if name.starts_with('.') => {}
            "modules" => {
                for module in files::paths(&path)? {
                    let link = environment
                        .join("modules")
                        .join(module.file_name().unwrap_or_default());
                    symlink(&module, link)?;
                }
                folders.push(name.to_owned());
            }
            "environment.conf" => {
                let conf = files::text(&path)?;
                folders.extend(module_folders(&conf));
                // programs of a repository must not run
                let kept = conf
                    .lines()
                    .filter(|l| !l.trim().starts_with("config_version"));
                let kept: Vec<&str> = kept.collect();
                fs::write(environment.join(name), kept.join("\n") + "\n")?;
            }
            name => symlink(&path, environment.join(name))?,
        }
    }
    folders.sort();
    folders.dedup();
    let mut modules = Vec::new();
    for folder in folders {
        let own = repository.folder.join(&folder);
        if own.is_dir() {
            let names = files::paths(&own)?.into_iter().filter(|path| path.is_dir());
            let linked =
                names.filter_map(|path| Some(environment.join(&folder).join(path.file_name()?)));
            modules.extend(linked);
        }
    }
    Ok(modules)
}

/// Returns the folders of `modulepath` that are below the environment.
fn module_folders(conf: &str) -> Vec<String> {
    let setting = |line: &str| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "modulepath").then(|| value.trim().to_owned())
    };
    let path = conf.lines().find_map(setting).unwrap_or_default();
    path.split(':')
        .filter(|folder| !folder.is_empty() && !folder.starts_with(['$', '/']))
        .map(str::to_owned)
        .collect()
}
