//! Owns the list of public repositories, and chooses those that an environment consists of.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rubycore::semver::{Range, Version};
use runtime::Heap;
use serde_json::Value;

use crate::files;

/// The purpose of a repository.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A module, whose classes and defines are compiled.
    Module,
    /// A control repository, whose nodes are compiled too.
    ControlRepo,
    /// A module that other repositories need.
    Dependency,
}

/// A repository of the list.
#[derive(Clone, Debug)]
pub struct Repository {
    /// The name: `OWNER/NAME`.
    pub name: String,
    /// The commit.
    pub commit: String,
    /// Its purpose.
    pub kind: Kind,
    /// The group: `mend` or `untouched`.
    pub group: String,
    /// The folder that it was fetched into.
    pub folder: PathBuf,
    /// The name and the version of the module in its metadata.
    module: Option<(String, String)>,
    /// The modules that it needs, each with a range of versions.
    needs: Vec<(String, String)>,
}

/// Modules that Puppet's packages contain. Every environment has them.
const PACKAGED: [&str; 9] = [
    "augeas_core",
    "cron_core",
    "host_core",
    "mount_core",
    "scheduled_task",
    "selinux_core",
    "sshkeys_core",
    "yumrepo_core",
    "zfs_core",
];

impl Repository {
    /// Returns the name in a form for folders: `OWNER+NAME`.
    pub fn flat(&self) -> String {
        self.name.replace('/', "+")
    }

    /// Returns true if the repository was fetched.
    pub fn is_there(&self) -> bool {
        self.folder.is_dir()
    }

    /// Returns the name of the module in the repository.
    pub fn module_name(&self) -> Option<&str> {
        self.module.as_ref().map(|(name, _)| name.as_str())
    }

    fn is_version_within(&self, range: &str) -> bool {
        let heap = Heap::new();
        let version = self.module.as_ref().map(|(_, version)| version.as_str());
        match (version.and_then(Version::parse), Range::parse(&heap, range)) {
            (Some(version), Ok(range)) => range.contains(&version),
            _ => range.is_empty(),
        }
    }
}

/// Reads the list of repositories, which were fetched into `public`.
///
/// # Errors
/// Fails if the list cannot be read or one of its lines is wrong.
pub fn listed(list: &Path, public: &Path) -> io::Result<Vec<Repository>> {
    let mut repositories: Vec<Repository> = Vec::new();
    for line in files::text(list)?.lines().filter(|l| !l.starts_with('#')) {
        let wrong = || io::Error::other(format!("{}: a wrong line: {line}", list.display()));
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, commit, kind, group] = fields[..] else {
            return Err(wrong());
        };
        let kind = match kind {
            "module" => Kind::Module,
            "control-repo" => Kind::ControlRepo,
            "dependency" => Kind::Dependency,
            _ => return Err(wrong()),
        };
        let mut folder = name.replace('/', "+");
        if repositories.iter().any(|other| other.name == name) {
            folder = format!("{folder}+{}", commit.get(..12).unwrap_or(commit));
        }
        let folder = public.join(folder);
        let metadata = match kind {
            Kind::ControlRepo => Value::Null,
            Kind::Module | Kind::Dependency => metadata(&folder),
        };
        let mut needs = dependencies(&metadata);
        match kind {
            Kind::ControlRepo => needs.extend(puppetfile(&folder)),
            Kind::Module | Kind::Dependency => needs.extend(fixtures(&folder)),
        }
        repositories.push(Repository {
            name: name.to_owned(),
            commit: commit.to_owned(),
            kind,
            group: group.to_owned(),
            module: module(&metadata),
            folder,
            needs,
        });
    }
    Ok(repositories)
}

/// Returns the modules of the list that a repository needs directly or indirectly, without
/// duplicates. An untouched repository is only used by other untouched ones.
pub fn needed<'r>(repository: &'r Repository, all: &'r [Repository]) -> Vec<&'r Repository> {
    let mut names: BTreeSet<&str> = repository.module_name().into_iter().collect();
    let mut found: Vec<&Repository> = Vec::new();
    let mut at = 0;
    let pair = |(name, range): &'r (String, String)| (name.as_str(), range.as_str());
    let mut wanted: Vec<(&str, &str)> = repository.needs.iter().map(pair).collect();
    wanted.extend(PACKAGED.map(|name| (name, "")));
    loop {
        for (name, range) in wanted.drain(..) {
            let is_usable = |other: &&Repository| {
                other.module_name() == Some(name)
                    && other.is_there()
                    && (other.group == "mend" || repository.group == other.group)
            };
            let mut usable: Vec<&Repository> = all.iter().filter(is_usable).collect();
            let fitting = usable
                .iter()
                .position(|other| other.is_version_within(range));
            let chosen = fitting.unwrap_or(0);
            if !usable.is_empty() && !names.contains(name) {
                names.insert(name);
                found.push(usable.swap_remove(chosen));
            }
        }
        let Some(next) = found.get(at) else { break };
        wanted.extend(next.needs.iter().map(pair));
        at += 1;
    }
    found
}

fn metadata(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("metadata.json")).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn module(metadata: &Value) -> Option<(String, String)> {
    let name = short(metadata["name"].as_str()?);
    let version = metadata["version"].as_str().unwrap_or_default();
    Some((name.to_owned(), version.to_owned()))
}

/// Removes the author: `stdlib` for `puppetlabs-stdlib` or `puppetlabs/stdlib`.
fn short(name: &str) -> &str {
    name.split_once(['/', '-']).map_or(name, |(_, short)| short)
}

fn dependencies(metadata: &Value) -> Vec<(String, String)> {
    let listed = metadata["dependencies"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    listed
        .map(|entry| {
            let name = text(&entry["name"]);
            (short(&name).to_owned(), text(&entry["version_requirement"]))
        })
        .collect()
}

/// Returns the modules that the tests of a module need. Manifests use them without declaring them.
fn fixtures(folder: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder.join(".fixtures.yml")).unwrap_or_default();
    let keys = text.lines().filter_map(|line| {
        let (key, _) = line.strip_prefix("  ")?.trim().split_once(':')?;
        Some(key.trim_matches(['"', '\'']))
    });
    keys.map(|key| (short(key).to_owned(), String::new()))
        .collect()
}

/// Returns the modules of a `Puppetfile`: `mod 'puppetlabs/stdlib', '9.6.0'`.
fn puppetfile(folder: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder.join("Puppetfile")).unwrap_or_default();
    let modules = text.lines().filter_map(|line| {
        let mut quoted = line.trim().strip_prefix("mod ")?.split(['\'', '"']);
        let name = quoted.nth(1)?;
        let major = quoted.nth(1).and_then(|version| version.split('.').next());
        let major = major.and_then(|major| major.parse::<u32>().ok());
        let range = major.map(|major| format!("{major}.x")).unwrap_or_default();
        Some((short(name).to_owned(), range))
    });
    modules.collect()
}
