//! One file of facts: of one node or the same for all, node => facts, or an answer of PuppetDB.

use std::path::Path;

use catalog::data::{Data, Pairs};
use catalog::environment::files::read_text;
use catalog::node::{entries, fact_values};

use super::NodeFacts;
use super::answer::{self, ByName};
use crate::inputs::by_node::{has_entries_for, has_other_hashes};
use crate::inputs::read::read_data;

/// Facts that are hashes on every node; no node has such a name.
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

/// Facts that tell of a hash that it holds those of a node.
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
    /// The same for all nodes; with the name of the node that they are from if the file says it.
    Same(Option<String>, NodeFacts),
    /// Node by node.
    ByNode(ByName),
}

impl FactsFile {
    /// Reads a file. Since the facts of one node may be hashes and have any name, a hash is by node
    /// when it has entries for one of the nodes that are `given`, or only hashes that name or
    /// describe one each.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub(super) fn read(path: &Path, given: &[String]) -> Result<FactsFile, String> {
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
                false => Ok(FactsFile::ByNode(nodes)),
            };
        }
        if data.as_hash().is_none() {
            return Err(match is_facter_text(path) {
                true => facter_advice(path, &problem("holds no facts".to_owned())),
                false => problem("does not hold a hash".to_owned()),
            });
        }
        if answer::is_row(&data)
            && data
                .as_hash()
                .is_some_and(|hash| hash.get("facts").is_some())
        {
            let nodes = answer::by_name(std::slice::from_ref(&data)).map_err(problem)?;
            return Ok(FactsFile::ByNode(nodes));
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
                && entries(&data).into_iter().all(of_node);
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
        Ok(FactsFile::ByNode(nodes))
    }

    /// Whether the file has facts node by node.
    pub(super) fn lists_nodes(&self) -> bool {
        matches!(self, FactsFile::ByNode(_))
    }

    /// The nodes that the file names.
    pub(super) fn names(&self) -> Vec<String> {
        match self {
            FactsFile::Same(node, _) => node.iter().cloned().collect(),
            FactsFile::ByNode(nodes) => nodes.keys().cloned().collect(),
        }
    }

    /// The facts of a node.
    pub(super) fn of(&self, node: &str) -> Option<NodeFacts> {
        match self {
            FactsFile::Same(_, facts) => Some(facts.clone()),
            FactsFile::ByNode(nodes) => nodes.get(node).cloned(),
        }
    }
}

/// Whether a file is what facter writes for people: `name => value`, which has no one meaning.
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
        "{head}; it is what facter writes for people: `facter --json` or `puppet facts show` writes facts that can be read"
    )
}
