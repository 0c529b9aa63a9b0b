//! Owns the store of exported resources: catalogs compiled earlier, or resources that PuppetDB
//! returned.
//!
//! Owns the view of a compilation on other nodes: the resources that `<<| |>>` collects, and the
//! answers of `puppetdb_query`. A store is immutable and shared by all threads. For a fleet whose
//! nodes collect from each other, the next store replaces it between two rounds ([`CurrentStore`]).

mod answer;
mod condition;
mod entity;
mod field;
mod pql;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use foldhash::fast::FixedState;
use frontend::name::Map;
use indexmap::IndexMap;

use crate::data::{Data, Hash, Pairs, read_json};
use crate::environment::files::{read_text, reason};
use crate::read_set::{Answer, Digester};

pub use answer::answer;

/// A resource of a node.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The name of the node.
    pub certname: String,
    /// The environment of its catalog, if known.
    pub environment: Data,
    /// The capitalized name of the type: `My::Type`.
    pub type_name: String,
    /// The title.
    pub title: String,
    /// True if it is exported.
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

/// A relation between two resources of a node.
#[derive(Debug)]
struct Edge {
    certname: String,
    /// The kind of relation: `contains`, unless the catalog gives another.
    relationship: String,
    /// The type and title of the source, and of the target.
    ends: [(String, String); 2],
}

/// The store of exported resources.
#[derive(Debug, Default)]
pub struct Store {
    resources: Vec<Stored>,
    edges: Vec<Edge>,
    /// The exported resources by type, in order.
    exported: Map<String, Vec<usize>>,
    /// The nodes in order, with their environments.
    nodes: ByName,
    facts: Facts,
}

/// The store that compilations currently see.
#[derive(Debug)]
pub struct CurrentStore(RwLock<Arc<Store>>);

impl CurrentStore {
    /// Creates a holder that provides a store.
    pub fn new(store: Store) -> Arc<CurrentStore> {
        Arc::new(CurrentStore(RwLock::new(Arc::new(store))))
    }

    /// Returns the current store.
    pub fn get(&self) -> Arc<Store> {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Replaces the current store. Must not be called during a compilation, which could then see
    /// both stores.
    pub fn set(&self, store: Store) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(store);
    }
}

/// Data of nodes by name, in order.
type ByName = IndexMap<String, Data, FixedState>;

/// A reader of the facts of all nodes.
pub type FactsReader = Box<dyn Fn() -> Result<Vec<(String, Data)>, String> + Send + Sync>;

/// The facts of nodes, as far as they are known.
#[derive(Default)]
struct Facts {
    given: ByName,
    /// The source of all nodes' facts, which is read when a query asks for facts.
    reader: Option<FactsReader>,
    all: OnceLock<Result<ByName, String>>,
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Facts").field("given", &self.given).finish()
    }
}

impl Facts {
    /// Returns the facts of all nodes; reads them on the first call.
    ///
    /// # Errors
    /// Fails if a file of facts is invalid.
    fn all(&self) -> Result<&ByName, String> {
        let all = self.all.get_or_init(|| {
            let mut all = self.given.clone();
            if let Some(read) = &self.reader {
                all.extend(read()?);
            }
            Ok(all)
        });
        all.as_ref().map_err(Clone::clone)
    }
}

impl Edge {
    /// Reads an edge in the form of Puppet's catalogs (`{source, target}`) or of PuppetDB.
    fn of(certname: &str, edge: &Hash) -> Option<Edge> {
        let text = |key: &str| edge.get(key).and_then(Data::as_str);
        let end = |which: &str| match edge.get(which) {
            Some(Data::Hash(end)) => {
                let part = |key: &str| end.get(key).and_then(Data::as_str).map(str::to_owned);
                Some((part("type")?, part("title")?))
            }
            Some(reference) => {
                let (ty, title) = reference.as_str()?.split_once('[')?;
                Some((ty.to_owned(), title.strip_suffix(']')?.to_owned()))
            }
            None => {
                let part = |key: &str| text(&format!("{which}_{key}")).map(str::to_owned);
                Some((part("type")?, part("title")?))
            }
        };
        Some(Edge {
            certname: certname.to_owned(),
            relationship: text("relationship").unwrap_or("contains").to_owned(),
            ends: [end("source")?, end("target")?],
        })
    }
}

impl Store {
    /// Reads a JSON file, or all JSON files in a folder in the order of their names. They may
    /// contain catalogs, resources in PuppetDB's form, sets of facts, or arrays of these.
    ///
    /// # Errors
    /// Reports the file and the problem.
    pub fn read(path: &Path) -> Result<Store, String> {
        let mut store = Store::default();
        for path in json_files(path)? {
            store.add_text(&path.display().to_string(), &read_text(&path)?)?;
        }
        Ok(store)
    }

    /// Adds the content of a JSON text, in any form that [`Store::read`] accepts.
    ///
    /// # Errors
    /// Reports the name of the text and the problem.
    pub fn add_text(&mut self, name: &str, text: &str) -> Result<(), String> {
        let data = read_json(name, text).map_err(|error| {
            let problem: String = error.to_string().chars().take(200).collect();
            format!("{name}: {problem}")
        })?;
        self.add_answer(name, &data)
    }

    /// Works like [`Store::add_text`] on parsed data; `name` appears in errors.
    ///
    /// # Errors
    /// Fails if the data is in no known form.
    pub fn add_answer(&mut self, name: &str, data: &Data) -> Result<(), String> {
        let added = self.add_document(data);
        added.ok_or_else(|| format!("{name}: holds no catalog, resources or facts"))
    }

    fn add_document(&mut self, data: &Data) -> Option<()> {
        match data {
            Data::Hash(set) if set.get("facts").is_some() => self.add_factset(set),
            Data::Hash(catalog) => self.add_catalog(catalog),
            Data::Array(items) => items.iter().try_for_each(|item| {
                let hash = item.as_hash()?;
                match (hash.get("resources"), hash.get("facts")) {
                    (Some(_), _) => self.add_catalog(hash),
                    (None, Some(_)) => self.add_factset(hash),
                    (None, None) => {
                        let certname = hash.get("certname").and_then(Data::as_str)?;
                        self.add(certname, &Data::Undef, hash)
                    }
                }
            }),
            _ => None,
        }
    }

    /// Removes the resources and edges of nodes, but keeps the nodes themselves.
    pub fn remove_resources_of(&mut self, is_meant: impl Fn(&str) -> bool) {
        self.resources
            .retain(|resource| !is_meant(&resource.certname));
        self.edges.retain(|edge| !is_meant(&edge.certname));
        self.exported.clear();
        for (at, resource) in self.resources.iter().enumerate() {
            if resource.exported {
                let of_type = self.exported.entry(resource.type_name.clone());
                of_type.or_default().push(at);
            }
        }
    }

    /// Returns the answer of read sets about the whole content, including facts.
    pub fn answer(&self) -> Answer {
        let mut digester = Digester::default();
        for stored in &self.resources {
            for text in [&stored.certname, &stored.type_name, &stored.title] {
                digester.add(text);
            }
            digester.add([u8::from(stored.exported)]);
            let data = [
                &stored.environment,
                &stored.tags,
                &stored.file,
                &stored.line,
            ];
            data.into_iter().for_each(|data| digester.add_data(data));
            digester.add_data(&stored.parameters);
        }
        for edge in &self.edges {
            digester.add(format!("{edge:?}"));
        }
        for (name, environment) in &self.nodes {
            digester.add(name);
            digester.add_data(environment);
        }
        match self.facts.all() {
            Ok(facts) => facts.iter().for_each(|(name, facts)| {
                digester.add(name);
                digester.add_data(facts);
            }),
            Err(problem) => digester.add(problem),
        }
        digester.finish()
    }

    /// Adds the facts of a node for `puppetdb_query`.
    pub fn add_facts(&mut self, certname: &str, facts: Data) {
        self.facts.given.insert(certname.to_owned(), facts);
    }

    /// Sets the reader of all nodes' facts, which runs when a query asks for facts.
    pub fn read_facts_with(&mut self, reader: FactsReader) {
        self.facts.reader = Some(reader);
    }

    /// Adds the facts of a node in PuppetDB's form: `{certname, environment, facts}`.
    fn add_factset(&mut self, factset: &Hash) -> Option<()> {
        let certname = factset.get("certname")?.as_str()?;
        let facts = match factset.get("facts")? {
            Data::Hash(facts) => match facts.get("data").and_then(Data::as_array) {
                Some(list) => {
                    let pair = |fact: &Data| {
                        let fact = fact.as_hash()?;
                        Some((fact.get("name")?.clone(), fact.get("value")?.clone()))
                    };
                    Data::hash(list.iter().map(pair).collect::<Option<Pairs>>()?)
                }
                None => Data::Hash(facts.clone()),
            },
            _ => return None,
        };
        self.add_facts(certname, facts);
        let environment = factset.get("environment").unwrap_or(&Data::Undef);
        self.add_node(certname, environment);
        Some(())
    }

    fn add_catalog(&mut self, catalog: &Hash) -> Option<()> {
        let certname = catalog.get("certname").or_else(|| catalog.get("name"))?;
        let certname = certname.as_str()?;
        let undef = Data::Undef;
        let environment = catalog.get("environment").unwrap_or(&undef);
        self.add_node(certname, environment);
        let resources = match catalog.get("resources")? {
            // the form of PuppetDB's catalogs
            Data::Hash(expanded) => expanded.get("data")?.as_array()?.clone(),
            resources => resources.as_array()?.clone(),
        };
        for resource in resources.iter() {
            self.add(certname, environment, resource.as_hash()?)?;
        }
        let edges = match catalog.get("edges") {
            Some(Data::Hash(expanded)) => expanded.get("data"),
            edges => edges,
        };
        let edges = edges.and_then(Data::as_array).into_iter();
        let edges = edges.flat_map(|edges| edges.iter());
        let edges = edges.filter_map(|edge| Edge::of(certname, edge.as_hash()?));
        self.edges.extend(edges);
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

    /// Adds a node that has a catalog for `puppetdb_query`.
    pub fn add_compiled_node(&mut self, certname: &str, environment: &str) {
        self.add_node(certname, &Data::string(environment));
    }

    fn add_node(&mut self, certname: &str, environment: &Data) {
        match self.nodes.get_mut(certname) {
            None => {
                self.nodes.insert(certname.to_owned(), environment.clone());
            }
            Some(known) if known.is_undef() => *known = environment.clone(),
            Some(_) => {}
        }
    }

    /// Iterates over the exported resources of a type (`My::Type`) of all nodes except `certname`.
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
