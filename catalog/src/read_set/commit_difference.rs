//! Finds the questions that the changes since a commit affect: files that were changed, added or
//! removed.

use std::collections::HashMap;

use super::{DataAnswers, Topic};
use crate::environment::Environment;
use crate::hiera;

/// A difference between a file and its state at a commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// Its content differs.
    Content,
    /// It was added or removed.
    Existence,
}

/// The files that differ from those of a commit, by absolute path.
#[derive(Clone, Debug, Default)]
pub struct CommitDifference {
    /// The difference of each file.
    pub files: HashMap<String, Difference>,
    /// The content of data files at the commit, if they existed.
    pub data: HashMap<String, Vec<u8>>,
}

impl CommitDifference {
    /// Returns a changed file that all nodes of an environment depend on.
    pub(super) fn touches_all(&self, environment: &Environment) -> Option<&str> {
        let directory = environment.directory.as_deref().unwrap_or_default();
        let is_of_all = |path: &str| {
            let in_modules = environment.module_path.iter().any(|folder| {
                let below = path.strip_prefix(folder.as_str());
                let below = below.and_then(|below| below.strip_prefix('/'));
                below
                    .and_then(|below| below.split_once('/'))
                    .is_some_and(|(_, file)| file == "metadata.json")
            });
            let conf = path.strip_prefix(directory) == Some("/environment.conf");
            let is_main = *path == *environment.manifest
                || path
                    .strip_prefix(&*environment.manifest)
                    .is_some_and(|below| below.starts_with('/') && below.ends_with(".pp"));
            in_modules || conf || is_main
        };
        self.files
            .keys()
            .map(String::as_str)
            .filter(|path| is_of_all(path))
            .min()
    }

    /// Returns true if the answer of a question may differ from that at the commit.
    // Long because there is an arm for each topic.
    pub(super) fn touches(&self, environment: &Environment, kind: Topic, name: &str) -> bool {
        let differs = |path: &str| self.files.contains_key(path);
        match kind {
            Topic::Code | Topic::File => differs(name),
            Topic::Exists | Topic::IsFile | Topic::Template => self.appears(name),
            Topic::IsFolder => self.any(|path| is_below(path, name)),
            Topic::Glob => {
                let fixed = name.find(['*', '?', '[', '{', '\\']).unwrap_or(name.len());
                self.any(|path| path.starts_with(&name[..fixed]))
            }
            Topic::Config => {
                let place = environment.hierarchies.place(&hiera::layer(name));
                place.is_some_and(|(_, path)| differs(&path))
            }
            Topic::Data => name.splitn(3, ' ').nth(2).is_some_and(differs),
            Topic::RubyCode => {
                let mut folders = environment.ruby_folders();
                folders.any(|folder| self.files.keys().any(|path| is_below(path, &folder)))
            }
            Topic::Modules | Topic::Module => {
                let module = |path: &str| {
                    let mut folders = environment.module_path.iter();
                    folders.any(|folder| {
                        let wanted = format!("{folder}/{name}");
                        is_below(
                            path,
                            if kind == Topic::Module {
                                &wanted
                            } else {
                                folder
                            },
                        )
                    })
                };
                // for an existing module, the questions about its files are enough
                (kind == Topic::Modules || environment.module(name).is_none()) && self.any(module)
            }
            Topic::Manifests => {
                candidates(environment, name, "manifests", ".pp").any(|path| self.appears(&path))
            }
            Topic::Function => {
                candidates(environment, name, "functions", ".pp").any(|path| self.appears(&path))
            }
            Topic::Type => {
                let name = name.to_ascii_lowercase();
                candidates(environment, &name, "types", ".pp").any(|path| self.appears(&path))
            }
            Topic::TypeSet => {
                let set = format!("{name}::init_typeset");
                candidates(environment, &set, "types", ".pp").any(|path| self.appears(&path))
            }
            Topic::RubyFunction | Topic::LegacyFunction | Topic::Native => {
                let below = name.replace("::", "/");
                let ends = ["functions", "parser/functions"]
                    .map(|folder| format!("/lib/puppet/{folder}/{below}.rb"));
                let is = |path: &str| ends.iter().any(|end| path.ends_with(end));
                match kind {
                    Topic::Native => self.files.keys().any(|path| is(path)),
                    _ => self.any(is),
                }
            }
            Topic::ResourceType => {
                let end = format!("/lib/puppet/type/{name}.rb");
                self.any(|path| path.ends_with(&end))
            }
            Topic::Providers => {
                let part = format!("/lib/puppet/provider/{name}/");
                self.any(|path| path.contains(&part))
            }
            Topic::Command | Topic::EnvVariable | Topic::Store | Topic::Version => false,
            Topic::DataFile | Topic::Key | Topic::TopVariable | Topic::Fact => false,
            Topic::AllVariables | Topic::Volatile => false,
        }
    }

    /// Returns the answers about the keys of a data file at the commit, if the file differs; the
    /// inner `None` means that they are unknown.
    pub(super) fn data(&self, name: &str) -> Option<Option<DataAnswers>> {
        let path = name.splitn(3, ' ').nth(2)?;
        let how = self.files.get(path)?;
        Some(match (self.data.get(path), how) {
            (Some(bytes), _) => Some(hiera::answers_of_bytes(name, bytes)),
            (None, Difference::Existence) => Some(hiera::answers_of_nothing()),
            (None, Difference::Content) => None,
        })
    }

    fn appears(&self, path: &str) -> bool {
        self.files.get(path) == Some(&Difference::Existence)
    }

    /// Returns true if `is` accepts a file that was added or removed.
    fn any(&self, is: impl Fn(&str) -> bool) -> bool {
        let mut files = self.files.iter();
        files.any(|(path, how)| *how == Difference::Existence && is(path))
    }
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|below| below.starts_with('/'))
}

/// Returns the paths that may contain files of a name; for a class also those of its enclosing
/// namespaces.
fn candidates<'e>(
    environment: &'e Environment,
    name: &str,
    folder: &'e str,
    extension: &'e str,
) -> impl Iterator<Item = String> + use<'e> {
    let (module, rest) = name.split_once("::").unwrap_or((name, "init"));
    let parts: Vec<&str> = rest.split("::").collect();
    let below: Vec<String> = (1..=parts.len())
        .map(|count| format!("{folder}/{}{extension}", parts[..count].join("/")))
        .chain([format!("{folder}/init{extension}")])
        .collect();
    let own = environment.directory.iter();
    let whole = name
        .strip_prefix("environment::")
        .unwrap_or(name)
        .replace("::", "/");
    let own = own.map(move |directory| format!("{directory}/{folder}/{whole}{extension}"));
    let module = module.to_owned();
    let of_modules = environment.module_path.iter().flat_map(move |path| {
        let module = module.clone();
        below
            .clone()
            .into_iter()
            .map(move |below| format!("{path}/{module}/{below}"))
    });
    own.chain(of_modules)
}
