//! The store of exported resources: catalogs that were compiled before, or what PuppetDB answers
//! for resources.
//!
//! Owns what of other nodes a compilation may see: resources to collect with `<<| |>>`, and the
//! answers of `puppetdb_query`. It is read once, and shared by all threads.

mod answer;
mod pql;
mod query;

use std::path::{Path, PathBuf};

use frontend::name::Map;

use crate::data::{Data, Hash, Pairs, read_json};
use crate::environment::files::{read_text, reason};

pub use answer::answer;

/// A resource of some node.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The node.
    pub certname: String,
    /// The environment of its catalog, if that is known.
    pub environment: Data,
    /// `My::Type`
    pub type_name: String,
    /// The title.
    pub title: String,
    /// Whether it is exported.
    pub exported: bool,
    /// The tags.
    pub tags: Data,
    /// The file of its declaration, or `undef`.
    pub file: Data,
    /// The line of its declaration, or `undef`.
    pub line: Data,
    /// The attributes by name.
    pub parameters: Data,
}

/// The store.
#[derive(Debug, Default)]
pub struct Store {
    resources: Vec<Stored>,
    /// The exported ones by type, in order.
    exported: Map<String, Vec<usize>>,
    /// The nodes in order, with their environments.
    nodes: Vec<(String, Data)>,
    /// The facts of nodes, as far as they are known.
    facts: Vec<(String, Data)>,
}

impl Store {
    /// Reads a JSON file, or all in a folder in the order of their names: catalogs, arrays of
    /// resources as PuppetDB gives them, or arrays of catalogs.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn read(path: &Path) -> Result<Store, String> {
        let mut store = Store::default();
        for path in json_files(path)? {
            let name = path.display().to_string();
            let data = read_json(&name, &read_text(&path)?).map_err(|error| {
                format!(
                    "{name}: {}",
                    error.to_string().chars().take(200).collect::<String>()
                )
            })?;
            let wrong = || format!("{name}: holds neither a catalog nor resources");
            match &data {
                Data::Hash(catalog) => store.add_catalog(catalog).ok_or_else(wrong)?,
                Data::Array(items) => {
                    for item in items.iter() {
                        let hash = item.as_hash().ok_or_else(wrong)?;
                        match hash.get("resources") {
                            Some(_) => store.add_catalog(hash).ok_or_else(wrong)?,
                            None => {
                                let certname = hash.get("certname").and_then(Data::as_str);
                                let certname = certname.ok_or_else(wrong)?.to_owned();
                                store.add(&certname, &Data::Undef, hash).ok_or_else(wrong)?;
                            }
                        }
                    }
                }
                _ => return Err(wrong()),
            }
        }
        Ok(store)
    }

    /// Adds the facts of a node, for `puppetdb_query`.
    pub fn add_facts(&mut self, certname: &str, facts: Data) {
        self.add_node(certname, &Data::Undef);
        self.facts.push((certname.to_owned(), facts));
    }

    fn add_catalog(&mut self, catalog: &Hash) -> Option<()> {
        let certname = catalog.get("certname").or_else(|| catalog.get("name"))?;
        let certname = certname.as_str()?;
        let undef = Data::Undef;
        let environment = catalog.get("environment").unwrap_or(&undef);
        self.add_node(certname, environment);
        let resources = match catalog.get("resources")? {
            // PuppetDB's own catalogs
            Data::Hash(expanded) => expanded.get("data")?.as_array()?.clone(),
            resources => resources.as_array()?.clone(),
        };
        for resource in resources.iter() {
            self.add(certname, environment, resource.as_hash()?)?;
        }
        Some(())
    }

    fn add(&mut self, certname: &str, environment: &Data, resource: &Hash) -> Option<()> {
        let text = |key: &str| resource.get(key).and_then(Data::as_str).map(str::to_owned);
        let any = |key: &str| resource.get(key).cloned().unwrap_or(Data::Undef);
        let environment = match resource.get("environment") {
            Some(own) => own.clone(),
            None => environment.clone(),
        };
        self.add_node(certname, &environment);
        let stored = Stored {
            certname: certname.to_owned(),
            environment,
            type_name: text("type")?,
            title: text("title")?,
            exported: matches!(any("exported"), Data::Boolean(true)),
            tags: resource
                .get("tags")
                .cloned()
                .unwrap_or_else(|| Data::array(Vec::new())),
            file: any("file"),
            line: any("line"),
            parameters: match any("parameters") {
                parameters @ Data::Hash(_) => parameters,
                _ => Data::hash(Pairs::default()),
            },
        };
        if stored.exported {
            let of_type = self.exported.entry(stored.type_name.clone()).or_default();
            of_type.push(self.resources.len());
        }
        self.resources.push(stored);
        Some(())
    }

    fn add_node(&mut self, certname: &str, environment: &Data) {
        match self.nodes.iter_mut().find(|(name, _)| name == certname) {
            None => self.nodes.push((certname.to_owned(), environment.clone())),
            Some((_, known)) if known.is_undef() => *known = environment.clone(),
            Some(_) => {}
        }
    }

    /// The exported resources of a type (`My::Type`) that other nodes than `certname` have.
    pub fn exported<'s>(
        &'s self,
        type_name: &str,
        certname: &'s str,
    ) -> impl Iterator<Item = &'s Stored> {
        let of_type = self.exported.get(type_name).into_iter().flatten();
        of_type
            .map(|&at| &self.resources[at])
            .filter(move |stored| stored.certname != certname)
    }
}

fn json_files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path)
        .map_err(|error| format!("{}: {}", path.display(), reason(&error)))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    Ok(paths)
}
