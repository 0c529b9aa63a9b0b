//! Generates facts from a base and axes of named variants that change it. Each combination of
//! variants is a node. docs/inputs.md describes the format of the file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use catalog::data::{Data, Hash, Pairs};
use catalog::nearest::did_you_mean;
use catalog::node::entries;
use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::path::{self, FactPath};
use super::{NodeFacts, answer};
use crate::inputs::read::read_hash;

/// The maximum number of nodes of a file, so that a typing mistake does not fill the memory.
const NODES_MAX: usize = 1_000_000;
const FILE_KEYS: [&str; 7] = [
    "base", "facts", "trusted", "axes", "name", "exclude", "include",
];
const VARIANT_KEYS: [&str; 4] = ["base", "facts", "trusted", "remove"];
/// Facts that hold the node's name; the current format has them inside `networking`.
const NAME_FACTS: [&str; 3] = ["fqdn", "hostname", "domain"];

/// A set of generated facts. The facts of a node are generated when they are needed.
pub(in crate::inputs) struct FactsSet {
    file: PathBuf,
    base: Change,
    axes: Vec<Axis>,
    nodes: IndexMap<String, Node, FixedState>,
}

struct Axis {
    name: String,
    variants: Vec<(String, Change)>,
}

/// A node: its variant of each axis, and the changes that only it has.
struct Node {
    variants: Vec<usize>,
    own: Option<Change>,
}

/// The changes that a variant makes.
#[derive(Default)]
struct Change {
    /// Whole facts that are merged over the facts so far.
    over: Option<NodeFacts>,
    facts: Vec<(FactPath, Data)>,
    trusted: Vec<(FactPath, Data)>,
    remove: Vec<FactPath>,
}

impl FactsSet {
    /// Reads a file.
    ///
    /// # Errors
    /// Fails if the file has an error. The message names the file and the key.
    pub(super) fn read(file: &Path) -> Result<FactsSet, String> {
        let data = read_hash(file)?;
        let reader = Reader { file };
        reader.set(&data).map_err(|problem| match problem {
            // an error in another file, which the text names
            Problem::Elsewhere(text) => text,
            Problem::Here(text) => format!("{}: {text}", file.display()),
        })
    }

    /// Returns the nodes: all combinations, in which the last axis changes first, then those of
    /// `include`.
    pub(super) fn names(&self) -> Vec<String> {
        self.nodes.keys().cloned().collect()
    }

    /// Returns the facts of a node.
    ///
    /// # Errors
    /// Fails if there is no such node, or if a change does not fit its facts.
    pub(super) fn of(&self, name: &str) -> Result<NodeFacts, String> {
        let file = self.file.display();
        let Some(node) = self.nodes.get(name) else {
            let near = did_you_mean(name, self.nodes.keys().map(String::as_str));
            return Err(format!("{file}: generates no node '{name}'{near}"));
        };
        let mut made = NodeFacts::none();
        let chosen = self.axes.iter().zip(&node.variants);
        let changes = chosen.map(|(axis, at)| &axis.variants[*at].1);
        let changes: Vec<&Change> = std::iter::once(&self.base)
            .chain(changes)
            .chain(&node.own)
            .collect();
        // whole facts come first, then the node's name, then single changes
        for over in changes.iter().filter_map(|change| change.over.as_ref()) {
            made.facts = merged(&made.facts, &over.facts);
            made.trusted = over.trusted.clone().or(made.trusted);
        }
        made.facts = named(&made.facts, name);
        // stored trusted data contains the name of another node
        made.trusted = made.trusted.map(|trusted| trusted_of(&trusted, name));
        for change in changes {
            let problem = |what: String| format!("{file}: {name}: {what}");
            change.apply(&mut made).map_err(problem)?;
        }
        Ok(made)
    }
}

impl Change {
    fn apply(&self, node: &mut NodeFacts) -> Result<(), String> {
        for (path, value) in &self.facts {
            node.facts = path.set(&node.facts, value)?;
        }
        for (path, value) in &self.trusted {
            let so_far = node
                .trusted
                .take()
                .unwrap_or_else(|| Data::hash(Pairs::default()));
            node.trusted = Some(path.set(&so_far, value)?);
        }
        for path in &self.remove {
            node.facts = path.remove(&node.facts);
        }
        Ok(())
    }
}

/// Merges two hashes. Entries of `over` replace those of `under`.
fn merged(under: &Data, over: &Data) -> Data {
    let mut pairs: Pairs = pairs_of(under);
    pairs.extend(pairs_of(over));
    Data::hash(pairs)
}

fn pairs_of(data: &Data) -> Pairs {
    let pairs = data.as_hash().into_iter().flat_map(|hash| hash.iter());
    pairs.map(|(k, v)| (k.clone(), v.clone())).collect()
}

/// Sets the node's name in the facts that contain it. Legacy facts are only changed, not added.
fn named(facts: &Data, name: &str) -> Data {
    let (hostname, domain) = name.split_once('.').unwrap_or((name, ""));
    let values = [name, hostname, domain];
    let mut pairs = pairs_of(facts);
    pairs.insert(Data::string("clientcert"), Data::string(name));
    let networking = Data::string("networking");
    let mut inner = pairs.get(&networking).map(pairs_of).unwrap_or_default();
    for (fact, value) in NAME_FACTS.into_iter().zip(values) {
        let (fact, value) = (Data::string(fact), Data::string(value));
        if let Some(legacy) = pairs.get_mut(&fact) {
            *legacy = value.clone();
        }
        inner.insert(fact, value);
    }
    pairs.insert(networking, Data::hash(inner));
    Data::hash(pairs)
}

fn trusted_of(trusted: &Data, name: &str) -> Data {
    let mut pairs = pairs_of(trusted);
    for key in ["certname", "hostname", "domain"] {
        pairs.shift_remove(&Data::string(key));
    }
    let (hostname, domain) = match name.split_once('.') {
        Some((hostname, domain)) => (hostname, Data::string(domain)),
        None => (name, Data::Undef),
    };
    pairs.insert(Data::string("certname"), Data::string(name));
    pairs.insert(Data::string("hostname"), Data::string(hostname));
    pairs.insert(Data::string("domain"), domain);
    Data::hash(pairs)
}

/// An error in this file or in another one.
enum Problem {
    Here(String),
    Elsewhere(String),
}

type Res<T> = Result<T, Problem>;

fn here<T>(text: String) -> Res<T> {
    Err(Problem::Here(text))
}

struct Reader<'f> {
    file: &'f Path,
}

impl Reader<'_> {
    fn set(&self, data: &Data) -> Res<FactsSet> {
        let hash = hash(data, "the file")?;
        known_keys(hash, &FILE_KEYS, "")?;
        let base = self.change(data, "")?;
        let axes = self.axes(hash.get("axes"))?;
        let pattern = match hash.get("name") {
            None => axes
                .iter()
                .map(|axis| format!("%{{{}}}", axis.name))
                .collect::<Vec<_>>()
                .join("-"),
            Some(Data::String(text)) => text.to_string(),
            Some(_) => return here("name: expected a string".to_owned()),
        };
        let excluded = list(hash.get("exclude"), "exclude")?;
        let excluded = excluded.iter().enumerate().map(|(number, item)| {
            let place = format!("exclude[{number}]");
            combination(&axes, hash_at(item, &place)?, &place, &[])
        });
        let excluded: Vec<Vec<Option<usize>>> = excluded.collect::<Res<_>>()?;
        let mut set = FactsSet {
            file: self.file.to_owned(),
            base,
            axes,
            nodes: IndexMap::default(),
        };
        add_combinations(&mut set, &pattern, &excluded)?;
        for (number, item) in list(hash.get("include"), "include")?.iter().enumerate() {
            self.include(&mut set, &pattern, item, &format!("include[{number}]"))?;
        }
        match set.nodes.is_empty() {
            true => here("generates no node".to_owned()),
            false => Ok(set),
        }
    }

    fn axes(&self, data: Option<&Data>) -> Res<Vec<Axis>> {
        let Some(data) = data else {
            return here("axes: the axes are missing".to_owned());
        };
        let mut axes = Vec::new();
        for (name, variants) in entries_of(data, "axes")? {
            let place = format!("axes.{name}");
            let variants = entries_of(&variants, &place)?
                .into_iter()
                .map(|(variant, change)| {
                    let place = format!("{place}.{variant}");
                    if let Data::Hash(hash) = &change {
                        known_keys(hash, &VARIANT_KEYS, &place)?;
                    }
                    let change = self.change(&change, &place)?;
                    Ok((variant, change))
                });
            let variants: Vec<(String, Change)> = variants.collect::<Res<_>>()?;
            match variants.is_empty() {
                true => return here(format!("{place}: there are no variants")),
                false => axes.push(Axis { name, variants }),
            }
        }
        Ok(axes)
    }

    /// Reads the changes of a variant. An empty variant changes nothing.
    fn change(&self, data: &Data, place: &str) -> Res<Change> {
        if data.is_undef() {
            return Ok(Change::default());
        }
        let hash = hash_at(data, place)?;
        let below = |key: &str| match place {
            "" => key.to_owned(),
            place => format!("{place}.{key}"),
        };
        let changes = |key: &str| match hash.get(key) {
            None => Ok(Vec::new()),
            Some(data) => paths(data, &below(key)),
        };
        let over = match hash.get("base") {
            None => None,
            Some(Data::String(path)) => Some(self.base(path)?),
            Some(data @ Data::Hash(_)) => Some(NodeFacts::of(data.clone())),
            Some(_) => return here(format!("{}: expected a file or a hash", below("base"))),
        };
        let removed = list(hash.get("remove"), &below("remove"))?;
        let removed = removed.iter().map(|item| match item {
            Data::String(text) => fact_path(text, &below("remove")),
            _ => here(format!("{}: expected only strings", below("remove"))),
        });
        Ok(Change {
            over,
            facts: changes("facts")?,
            trusted: changes("trusted")?,
            remove: removed.collect::<Res<_>>()?,
        })
    }

    /// Reads the facts of a file that is named relative to this file.
    fn base(&self, path: &str) -> Res<NodeFacts> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let path = folder.join(path);
        let data = read_hash(&path).map_err(Problem::Elsewhere)?;
        let problem = |what| Problem::Elsewhere(format!("{}: {what}", path.display()));
        answer::of_one(&data).map_err(problem)
    }

    /// Adds a node for a combination of variants, which may be excluded otherwise. The node may have
    /// its own name and its own changes, and it replaces a node of the same name.
    fn include(&self, set: &mut FactsSet, pattern: &str, item: &Data, place: &str) -> Res<()> {
        let hash = hash_at(item, place)?;
        let others = ["name", "base", "facts", "trusted", "remove"];
        let chosen = combination(&set.axes, hash, place, &others)?;
        let lacking = set
            .axes
            .iter()
            .zip(&chosen)
            .find(|(_, chosen)| chosen.is_none());
        if let Some((axis, _)) = lacking {
            return here(format!("{place}: the variant of {} is missing", axis.name));
        }
        let variants: Vec<usize> = chosen.into_iter().flatten().collect();
        let pattern = match hash.get("name") {
            None => pattern,
            Some(Data::String(text)) => text,
            Some(_) => return here(format!("{place}.name: expected a string")),
        };
        let name = node_name(&set.axes, &variants, pattern)?;
        let own = Some(self.change(item, place)?);
        set.nodes.insert(name, Node { variants, own });
        Ok(())
    }
}

/// Adds the nodes of all combinations that are not excluded.
fn add_combinations(set: &mut FactsSet, pattern: &str, excluded: &[Vec<Option<usize>>]) -> Res<()> {
    let counts: Vec<usize> = set.axes.iter().map(|axis| axis.variants.len()).collect();
    let total = counts
        .iter()
        .try_fold(1usize, |total, count| total.checked_mul(*count));
    let Some(total) = total.filter(|total| *total <= NODES_MAX) else {
        return here(format!(
            "axes: there are more than {NODES_MAX} combinations"
        ));
    };
    if set.axes.is_empty() {
        return Ok(());
    }
    let mut from: HashMap<String, Vec<usize>> = HashMap::new();
    for number in 0..total {
        let mut rest = number;
        let mut variants = vec![0; counts.len()];
        for (at, count) in counts.iter().enumerate().rev() {
            variants[at] = rest % count;
            rest /= count;
        }
        let matches = |excluded: &Vec<Option<usize>>| {
            let mut pairs = excluded.iter().zip(&variants);
            pairs.all(|(wanted, found)| wanted.is_none_or(|wanted| wanted == *found))
        };
        if excluded.iter().any(matches) {
            continue;
        }
        let name = node_name(&set.axes, &variants, pattern)?;
        if let Some(other) = from.insert(name.clone(), variants.clone()) {
            let (one, two) = (shown(&set.axes, &other), shown(&set.axes, &variants));
            return here(format!("name: {one} and {two} are both called {name}"));
        }
        set.nodes.insert(
            name,
            Node {
                variants,
                own: None,
            },
        );
    }
    Ok(())
}

/// Returns the text of a combination for people: `role=web os=debian`.
fn shown(axes: &[Axis], variants: &[usize]) -> String {
    let chosen = axes.iter().zip(variants);
    let parts = chosen.map(|(axis, at)| format!("{}={}", axis.name, axis.variants[*at].0));
    parts.collect::<Vec<_>>().join(" ")
}

/// Returns the name that a pattern gives. `%{axis}` is replaced by the name of the variant.
fn node_name(axes: &[Axis], variants: &[usize], pattern: &str) -> Res<String> {
    let mut name = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once("%{") {
        name.push_str(before);
        let Some((axis, tail)) = after.split_once('}') else {
            return here(format!("name: '%{{' without '}}' in '{pattern}'"));
        };
        let found = axes
            .iter()
            .zip(variants)
            .find(|(other, _)| other.name == axis);
        let Some((found, at)) = found else {
            let near = did_you_mean(axis, axes.iter().map(|axis| axis.name.as_str()));
            return here(format!("name: there is no axis '{axis}'{near}"));
        };
        name.push_str(&found.variants[*at].0);
        rest = tail;
    }
    name.push_str(rest);
    match name.is_empty() || name.contains(['/', '\0']) {
        true => here(format!("name: '{name}' cannot be a node's name")),
        false => Ok(name),
    }
}

/// Returns the variants that a hash of axis => variant names. `others` are keys that are not axes.
fn combination(
    axes: &[Axis],
    hash: &Hash,
    place: &str,
    others: &[&str],
) -> Res<Vec<Option<usize>>> {
    let mut chosen = vec![None; axes.len()];
    for (name, variant) in entries(&Data::hash(
        hash.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
    )) {
        if others.contains(&name.as_str()) {
            continue;
        }
        let Some(at) = axes.iter().position(|axis| axis.name == name) else {
            let names = axes.iter().map(|axis| axis.name.as_str());
            let near = did_you_mean(&name, names.chain(others.iter().copied()));
            return here(format!("{place}: there is no axis '{name}'{near}"));
        };
        let variants = &axes[at].variants;
        let text = scalar(&variant);
        let found = text
            .as_ref()
            .and_then(|text| variants.iter().position(|(other, _)| other == text));
        let Some(found) = found else {
            let text = text.unwrap_or_default();
            let near = did_you_mean(&text, variants.iter().map(|(name, _)| name.as_str()));
            return here(format!(
                "{place}.{name}: there is no variant '{text}'{near}"
            ));
        };
        chosen[at] = Some(found);
    }
    Ok(chosen)
}

/// Returns the text of a value that serves as a name.
fn scalar(data: &Data) -> Option<String> {
    match data {
        Data::String(text) => Some(text.to_string()),
        Data::Integer(number) => Some(number.to_string()),
        Data::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

fn hash<'d>(data: &'d Data, place: &str) -> Res<&'d Hash> {
    match data {
        Data::Hash(hash) => Ok(hash),
        _ => here(format!("{place}: expected a hash")),
    }
}

fn hash_at<'d>(data: &'d Data, place: &str) -> Res<&'d Hash> {
    hash(data, if place.is_empty() { "the file" } else { place })
}

/// Returns the entries of a hash whose keys are texts or numbers.
fn entries_of(data: &Data, place: &str) -> Res<Vec<(String, Data)>> {
    let hash = hash_at(data, place)?;
    let pair = |(key, value): (&Data, &Data)| match scalar(key) {
        Some(name) => Ok((name, value.clone())),
        None => here(format!("{place}: expected only strings as keys")),
    };
    hash.iter().map(pair).collect()
}

fn list<'d>(data: Option<&'d Data>, place: &str) -> Res<&'d [Data]> {
    match data {
        None | Some(Data::Undef) => Ok(&[]),
        Some(Data::Array(items)) => Ok(items),
        Some(_) => here(format!("{place}: expected a list")),
    }
}

fn known_keys(hash: &Hash, known: &[&str], place: &str) -> Res<()> {
    for (key, _) in hash.iter() {
        let name = scalar(key).unwrap_or_default();
        if !known.contains(&name.as_str()) {
            let near = did_you_mean(&name, known.iter().copied());
            let place = if place.is_empty() {
                String::new()
            } else {
                format!("{place}: ")
            };
            return here(format!("{place}unknown key '{name}'{near}"));
        }
    }
    Ok(())
}

/// Parses the keys of a hash as dotted paths.
fn paths(data: &Data, place: &str) -> Res<Vec<(FactPath, Data)>> {
    let entries = entries_of(data, place)?.into_iter();
    let path = |(text, value): (String, Data)| Ok((fact_path(&text, place)?, value));
    entries.map(path).collect()
}

fn fact_path(text: &str, place: &str) -> Res<FactPath> {
    path::parse(text).map_err(|problem| Problem::Here(format!("{place}: {problem}")))
}
