//! Owns the entities of queries: nodes, resources, facts and so on, as rows of fields.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{Edge, Store, Stored};
use crate::data::{Data, Pairs};

/// A kind of row.
pub(super) struct Entity {
    /// Its name in queries.
    pub name: &'static str,
    /// The fields of each row.
    fields: &'static [&'static str],
    /// The structured fields, which paths may lead into.
    structured: &'static [&'static str],
    /// The fields that identify the node, the environment and the fact.
    keys: Keys,
}

/// The fields that relate an entity to others.
#[derive(Clone, Copy)]
struct Keys {
    certname: Option<&'static str>,
    environment: Option<&'static str>,
    fact: Option<&'static str>,
}

impl Keys {
    const OF_NODE: Keys = Keys {
        certname: Some("certname"),
        environment: Some("environment"),
        fact: None,
    };
    const OF_FACT: Keys = Keys {
        fact: Some("name"),
        ..Keys::OF_NODE
    };
    const OF_FACT_ALONE: Keys = Keys {
        certname: None,
        environment: None,
        fact: Some("name"),
    };
}

const ENTITIES: &[Entity] = &[
    Entity {
        name: "nodes",
        fields: &[
            "certname",
            "deactivated",
            "expired",
            "catalog_environment",
            "facts_environment",
        ],
        structured: &[],
        keys: Keys {
            environment: Some("catalog_environment"),
            ..Keys::OF_NODE
        },
    },
    Entity {
        name: "resources",
        fields: &[
            "certname",
            "environment",
            "type",
            "title",
            "exported",
            "tags",
            "file",
            "line",
            "parameters",
        ],
        structured: &["parameters"],
        keys: Keys::OF_NODE,
    },
    Entity {
        name: "catalogs",
        fields: &["certname", "environment", "resources", "edges"],
        structured: &[],
        keys: Keys::OF_NODE,
    },
    Entity {
        name: "edges",
        fields: &[
            "certname",
            "environment",
            "relationship",
            "source_type",
            "source_title",
            "target_type",
            "target_title",
        ],
        structured: &[],
        keys: Keys::OF_NODE,
    },
    Entity {
        name: "environments",
        fields: &["name"],
        structured: &[],
        keys: Keys {
            certname: None,
            environment: Some("name"),
            fact: None,
        },
    },
    Entity {
        name: "facts",
        fields: &["certname", "environment", "name", "value"],
        structured: &["value"],
        keys: Keys::OF_FACT,
    },
    Entity {
        name: "fact_contents",
        fields: &["certname", "environment", "name", "path", "value"],
        structured: &[],
        keys: Keys::OF_FACT,
    },
    Entity {
        name: "fact_names",
        fields: &["name"],
        structured: &[],
        keys: Keys::OF_FACT_ALONE,
    },
    Entity {
        name: "fact_paths",
        fields: &["name", "path", "depth", "type"],
        structured: &[],
        keys: Keys::OF_FACT_ALONE,
    },
    Entity {
        name: "factsets",
        fields: &["certname", "environment", "facts"],
        structured: &[],
        keys: Keys::OF_NODE,
    },
    Entity {
        name: "inventory",
        fields: &["certname", "environment", "facts", "trusted"],
        structured: &["facts", "trusted"],
        keys: Keys::OF_NODE,
    },
];

/// Returns the entity with a name.
///
/// # Errors
/// Fails if the store does not support it.
pub(super) fn find(name: &str) -> Result<&'static Entity, String> {
    let found = ENTITIES.iter().find(|entity| entity.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = ENTITIES.iter().map(|entity| entity.name).collect();
        format!(
            "the store of exported resources knows nothing of '{name}'; it has {}",
            names.join(", ")
        )
    })
}

impl Entity {
    /// Checks that rows have a field.
    ///
    /// # Errors
    /// Lists the existing fields.
    pub(super) fn check(&self, field: &str, has_path: bool) -> Result<(), String> {
        let name = self.name;
        if !self.fields.contains(&field) {
            let fields = self.fields.join(", ");
            return Err(format!(
                "'{name}' have no field '{field}' here; they have {fields}"
            ));
        }
        match has_path && !self.structured.contains(&field) {
            true => Err(format!("the field '{field}' of '{name}' has no parts")),
            false => Ok(()),
        }
    }

    /// Returns the fields that relate rows of this entity to rows of another: the own ones, and
    /// those of the other.
    ///
    /// # Errors
    /// Fails if no fields relate the two.
    pub(super) fn joined(&self, other: &Entity) -> Result<[Vec<&'static str>; 2], String> {
        let mut fields = [Vec::new(), Vec::new()];
        let both = [
            (self.keys.certname, other.keys.certname),
            (self.keys.fact, other.keys.fact),
        ];
        for (own, other) in both {
            if let (Some(own), Some(other)) = (own, other) {
                fields[0].push(own);
                fields[1].push(other);
            }
        }
        if let (true, Some(own), Some(other)) = (
            fields[0].is_empty(),
            self.keys.environment,
            other.keys.environment,
        ) {
            fields[0].push(own);
            fields[1].push(other);
        }
        match fields[0].is_empty() {
            true => Err(format!(
                "nothing ties '{}' to '{}'; 'in' names the fields",
                self.name, other.name
            )),
            false => Ok(fields),
        }
    }
}

fn row<'f>(fields: impl IntoIterator<Item = (&'f str, Data)>) -> Data {
    let pairs = fields
        .into_iter()
        .map(|(name, value)| (Data::string(name), value));
    Data::hash(pairs.collect::<Pairs>())
}

fn resource(stored: &Stored) -> Data {
    row([
        ("certname", Data::string(&stored.certname)),
        ("environment", stored.environment.clone()),
        ("type", Data::string(&stored.type_name)),
        ("title", Data::string(&stored.title)),
        ("exported", Data::Boolean(stored.exported)),
        ("tags", stored.tags.clone()),
        ("file", stored.file.clone()),
        ("line", stored.line.clone()),
        ("parameters", stored.parameters.clone()),
    ])
}

fn edge(edge: &Edge, environment: Data) -> Data {
    let [(source_type, source_title), (target_type, target_title)] = &edge.ends;
    row([
        ("certname", Data::string(&edge.certname)),
        ("environment", environment),
        ("relationship", Data::string(&edge.relationship)),
        ("source_type", Data::string(source_type)),
        ("source_title", Data::string(source_title)),
        ("target_type", Data::string(target_type)),
        ("target_title", Data::string(target_title)),
    ])
}

impl Store {
    /// Returns the rows of an entity.
    ///
    /// # Errors
    /// Fails if a file of facts is invalid.
    pub(super) fn rows(&self, entity: &Entity) -> Result<Vec<Data>, String> {
        Ok(match entity.name {
            "nodes" => self.node_rows()?,
            "resources" => self.resources.iter().map(resource).collect(),
            "catalogs" => self.catalog_rows(),
            "edges" => {
                let edges = self.edges.iter();
                edges
                    .map(|of| edge(of, self.environment(&of.certname)))
                    .collect()
            }
            "environments" => self.environment_rows(),
            "factsets" => self.fact_rows(|row_of, facts| {
                let fact = |(name, value): (&Data, &Data)| {
                    row([("name", name.clone()), ("value", value.clone())])
                };
                let pairs = facts.as_hash().into_iter().flat_map(|hash| hash.iter());
                let data = Data::array(pairs.map(fact).collect());
                vec![row_of(&[("facts", row([("data", data)]))])]
            })?,
            "inventory" => self.fact_rows(|row_of, facts| {
                let trusted = facts.as_hash().and_then(|facts| facts.get("trusted"));
                let trusted = trusted
                    .cloned()
                    .unwrap_or_else(|| Data::hash(Pairs::default()));
                vec![row_of(&[("facts", facts.clone()), ("trusted", trusted)])]
            })?,
            "facts" => self.fact_rows(|row_of, facts| {
                let pairs = facts.as_hash().into_iter().flat_map(|hash| hash.iter());
                pairs
                    .map(|(name, value)| {
                        row_of(&[("name", name.clone()), ("value", value.clone())])
                    })
                    .collect()
            })?,
            "fact_names" => self.fact_name_rows()?,
            "fact_paths" => self.fact_path_rows()?,
            _ => self.fact_rows(|row_of, facts| {
                let mut rows = Vec::new();
                let mut add = |path: &[Data], value: &Data| {
                    rows.push(row_of(&[
                        ("name", path[0].clone()),
                        ("path", Data::array(path.to_vec())),
                        ("value", value.clone()),
                    ]));
                };
                leaves(facts, &mut Vec::new(), &mut add);
                rows
            })?,
        })
    }

    fn node_rows(&self) -> Result<Vec<Data>, String> {
        let facts = self.facts.all()?;
        let others = facts.keys().filter(|name| !self.nodes.contains_key(*name));
        let nodes = self
            .nodes
            .iter()
            .chain(others.map(|name| (name, &Data::Undef)));
        let row = |(name, environment): (&String, &Data)| {
            let of_facts = match facts.contains_key(name) {
                true => environment.clone(),
                false => Data::Undef,
            };
            row([
                ("certname", Data::string(name)),
                ("deactivated", Data::Undef),
                ("expired", Data::Undef),
                ("catalog_environment", environment.clone()),
                ("facts_environment", of_facts),
            ])
        };
        Ok(nodes.map(row).collect())
    }

    fn catalog_rows(&self) -> Vec<Data> {
        let mut parts: HashMap<&str, (Vec<Data>, Vec<Data>)> = HashMap::new();
        for stored in &self.resources {
            let (resources, _) = parts.entry(&stored.certname).or_default();
            resources.push(resource(stored));
        }
        for of in &self.edges {
            if let Some((_, edges)) = parts.get_mut(of.certname.as_str()) {
                edges.push(edge(of, self.environment(&of.certname)));
            }
        }
        let data = |list: Vec<Data>| row([("data", Data::array(list))]);
        let catalog = |(name, environment): (&String, &Data)| {
            let (resources, edges) = parts.remove(name.as_str())?;
            Some(row([
                ("certname", Data::string(name)),
                ("environment", environment.clone()),
                ("resources", data(resources)),
                ("edges", data(edges)),
            ]))
        };
        self.nodes.iter().filter_map(catalog).collect()
    }

    fn environment_rows(&self) -> Vec<Data> {
        let mut names: Vec<&Data> = Vec::new();
        for name in self.nodes.values() {
            if !name.is_undef() && !names.contains(&name) {
                names.push(name);
            }
        }
        let rows = names.into_iter().map(|name| row([("name", name.clone())]));
        rows.collect()
    }

    /// Returns the distinct names of all facts.
    fn fact_name_rows(&self) -> Result<Vec<Data>, String> {
        let mut names = BTreeSet::new();
        for facts in self.facts.all()?.values() {
            let keys = facts.as_hash().into_iter().flat_map(|hash| hash.keys());
            names.extend(keys.filter_map(Data::as_str));
        }
        let name = |name| row([("name", Data::string(name))]);
        Ok(names.into_iter().map(name).collect())
    }

    /// Returns the distinct paths of all facts with the types of their values.
    fn fact_path_rows(&self) -> Result<Vec<Data>, String> {
        let mut seen = HashSet::new();
        let mut rows = Vec::new();
        for facts in self.facts.all()?.values() {
            let mut add = |path: &[Data], value: &Data| {
                let ty = match value {
                    Data::Integer(_) | Data::BigInteger(_) => "integer",
                    Data::Float(_) => "float",
                    Data::Boolean(_) => "boolean",
                    Data::Undef => "null",
                    _ => "string",
                };
                if seen.insert((path.to_vec(), ty)) {
                    rows.push(row([
                        ("name", path[0].clone()),
                        ("path", Data::array(path.to_vec())),
                        ("depth", Data::Integer(path.len() as i64 - 1)),
                        ("type", Data::string(ty)),
                    ]));
                }
            };
            leaves(facts, &mut Vec::new(), &mut add);
        }
        Ok(rows)
    }

    /// Builds rows from the facts of each node; each row starts with the node's name and
    /// environment.
    fn fact_rows(
        &self,
        make: impl Fn(&dyn Fn(&[(&str, Data)]) -> Data, &Data) -> Vec<Data>,
    ) -> Result<Vec<Data>, String> {
        let mut rows = Vec::new();
        for (name, facts) in self.facts.all()? {
            let certname = Data::string(name);
            let environment = self.environment(name);
            let row_of = |fields: &[(&str, Data)]| {
                let own = [
                    ("certname", certname.clone()),
                    ("environment", environment.clone()),
                ];
                row(own.into_iter().chain(fields.iter().cloned()))
            };
            rows.extend(make(&row_of, facts));
        }
        Ok(rows)
    }

    fn environment(&self, certname: &str) -> Data {
        self.nodes.get(certname).cloned().unwrap_or(Data::Undef)
    }

    /// Returns the facts of a node, if they can be read.
    pub(super) fn facts_of(&self, certname: &str) -> Option<&Data> {
        self.facts.all().ok()?.get(certname)
    }
}

/// Visits the leaves of a value, with the path to each.
fn leaves(value: &Data, path: &mut Vec<Data>, visit: &mut impl FnMut(&[Data], &Data)) {
    runtime::limits::stack();
    let parts: Vec<(Data, &Data)> = match value {
        Data::Hash(hash) => hash
            .iter()
            .map(|(key, value)| (key.clone(), value))
            .collect(),
        Data::Array(items) => {
            let numbered = items.iter().enumerate();
            numbered
                .map(|(at, item)| (Data::Integer(at as i64), item))
                .collect()
        }
        leaf => return visit(path, leaf),
    };
    for (key, value) in parts {
        path.push(key);
        leaves(value, path, visit);
        path.pop();
    }
}
