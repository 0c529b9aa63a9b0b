//! Reads one file of facts: of one node or the same for all, node => facts, or an answer of
//! PuppetDB.

use std::path::{Path, PathBuf};

use catalog::data::{Data, Pairs};
use catalog::environment::files::read_text;
use catalog::node::{entries, fact_values};

use super::answer::{self, ByName};
use super::{NodeFacts, unknown};
use crate::inputs::node_data::{has_entries_for, has_other_hashes};
use crate::inputs::read::read_data;

/// Facts that are hashes on every node. No node has such a name.
const STRUCTURED_FACTS: [&str; 16] = [
    "augeas",
    "disks",
    "dmi",
    "fips",
    "identity",
    "load_averages",
    "memory",
    "mountpoints",
    "networking",
    "os",
    "partitions",
    "processors",
    "ruby",
    "ssh",
    "system_uptime",
    "trusted",
];

/// Facts that show that a hash holds the facts of one node.
const TELLING_FACTS: [&str; 8] = [
    "certname",
    "clientcert",
    "fqdn",
    "hostname",
    "kernel",
    "networking",
    "os",
    "osfamily",
];

/// The facts of a file.
pub(in crate::inputs) enum FactsFile {
    /// The same facts for all nodes, and the name of the node that they come from, if the file has
    /// it.
    Same(Option<String>, NodeFacts),
    /// Facts of each node, and the file that has them.
    ByNode(PathBuf, ByName),
}

impl FactsFile {
    /// Reads a file. A hash may hold the facts of one node or a hash of facts by node, and facts
    /// may have any name. It is read as facts by node if it has an entry for one of the `given`
    /// nodes, or if it contains only hashes whose key or contents look like those of a node. For
    /// a command about `all` nodes it is enough that no key is a fact of Facter's.
    ///
    /// # Errors
    /// Fails if the file has an error. The message names the file.
    pub(super) fn read(path: &Path, given: &[String], all: bool) -> Result<FactsFile, String> {
        let name = path.display();
        let problem = |what: String| format!("{name}: {what}");
        let data = match read_data(path) {
            Err(problem) if is_facter_text(path) => return Err(facter_advice(path, &problem)),
            read => read?,
        };
        if let Some(rows) = answer::rows(&data) {
            let nodes = answer::by_name(rows).map_err(problem)?;
            return match nodes.is_empty() {
                true => Err(problem("the answer has no facts of any node".to_owned())),
                false => Ok(FactsFile::ByNode(path.to_owned(), nodes)),
            };
        }
        if data.as_hash().is_none() {
            return Err(match is_facter_text(path) {
                true => facter_advice(path, &problem("contains no facts".to_owned())),
                false => problem("does not contain a hash".to_owned()),
            });
        }
        if answer::is_row(&data)
            && data
                .as_hash()
                .is_some_and(|hash| hash.get("facts").is_some())
        {
            let nodes = answer::by_name(std::slice::from_ref(&data)).map_err(problem)?;
            return Ok(FactsFile::ByNode(path.to_owned(), nodes));
        }
        if let Some(node) = answer::stored_name(&data).filter(|_| !has_entries_for(&data, given)) {
            let node = Some(node.to_owned());
            return Ok(FactsFile::Same(
                node,
                answer::of_one(&data).map_err(problem)?,
            ));
        }
        let of_node = |(name, facts): (String, Data)| {
            let facts = fact_values(facts);
            let tells = |fact: &&str| facts.as_hash().is_some_and(|hash| hash.get(fact).is_some());
            name.contains('.') || TELLING_FACTS.iter().any(tells) || answer::is_row(&facts)
        };
        let is_by_node = has_entries_for(&data, given)
            || has_other_hashes(&data, &STRUCTURED_FACTS)
                && (all || entries(&data).into_iter().all(of_node));
        if !is_by_node {
            return Ok(FactsFile::Same(None, NodeFacts::of(data)));
        }
        let mut nodes = ByName::default();
        for (node, facts) in entries(&data) {
            let facts = match facts.as_hash() {
                Some(_) => answer::of_one(&facts),
                None => Ok(NodeFacts::of(Data::hash(Pairs::default()))),
            };
            let facts = facts.map_err(|what| problem(format!("{node}: {what}")))?;
            nodes.insert(node, facts);
        }
        Ok(FactsFile::ByNode(path.to_owned(), nodes))
    }

    /// Returns true if the file has facts by node.
    pub(super) fn lists_nodes(&self) -> bool {
        matches!(self, FactsFile::ByNode(..))
    }

    /// Returns the names of the nodes in the file.
    pub(super) fn names(&self) -> Vec<String> {
        match self {
            FactsFile::Same(node, _) => node.iter().cloned().collect(),
            FactsFile::ByNode(_, nodes) => nodes.keys().cloned().collect(),
        }
    }

    /// Returns the facts of a node.
    ///
    /// # Errors
    /// Fails if the file has facts by node, but not of this one.
    pub(super) fn of(&self, node: &str) -> Result<NodeFacts, String> {
        match self {
            FactsFile::Same(_, facts) => Ok(facts.clone()),
            FactsFile::ByNode(path, nodes) => match nodes.get(node) {
                Some(facts) => Ok(facts.clone()),
                None => Err(unknown(path, node, &self.names())),
            },
        }
    }
}

/// Returns true if a file is facter's output for people: `name => value`, which is ambiguous.
fn is_facter_text(path: &Path) -> bool {
    let Ok(text) = read_text(path) else {
        return false;
    };
    let first = text.lines().find(|line| !line.trim().is_empty());
    first
        .and_then(|line| line.split_once(" => "))
        .is_some_and(|(name, _)| {
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_.:-".contains(c);
            !name.is_empty() && name.chars().all(is_name)
        })
}

fn facter_advice(path: &Path, problem: &str) -> String {
    let name = path.display().to_string();
    let problem = problem.split('\n').next().unwrap_or_default();
    let head = match problem.contains(&name) {
        true => problem.to_owned(),
        false => format!("{name}: {problem}"),
    };
    format!(
        "{head}; this is facter's output for people: write the facts with `facter --json` or `puppet facts show`"
    )
}
