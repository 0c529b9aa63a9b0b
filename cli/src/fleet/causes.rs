//! Groups the warnings and errors of many nodes by their cause.
//!
//! Two messages have the same cause if level, code, file and line are equal, and the texts differ
//! only in the name of the node and the titles of resources.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::record::NodeRecord;
use crate::messages::Finding;

/// A common cause of messages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cause {
    /// The level of the messages.
    pub level: String,
    /// Puppet's code of the problem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The text, with `...` in place of the parts that differ.
    pub message: String,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The number of nodes that have such a message.
    pub nodes: usize,
    /// The first of these nodes, sorted by name, and its message.
    pub example: Example,
}

/// A message with this cause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The node.
    pub node: String,
    /// The complete text.
    pub message: String,
}

impl Cause {
    /// Returns whether the level is higher than warning.
    pub fn is_error(&self) -> bool {
        self.level != "warning"
    }
}

/// The parts that all messages of a cause have in common. Errors sort before warnings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    is_warning: bool,
    level: String,
    file: Option<String>,
    line: Option<u32>,
    message: String,
    code: Option<String>,
}

/// Returns the causes of all messages: errors first, then the causes of the most nodes.
pub fn group(nodes: &BTreeMap<String, NodeRecord>) -> Vec<Cause> {
    let mut found: BTreeMap<Key, (usize, Example)> = BTreeMap::new();
    for (node, record) in nodes {
        let mut keys: BTreeMap<Key, &Finding> = BTreeMap::new();
        for finding in &record.messages {
            keys.entry(key(node, finding)).or_insert(finding);
        }
        for (key, finding) in keys {
            let example = || Example {
                node: node.clone(),
                message: finding.message.clone(),
            };
            found.entry(key).or_insert_with(|| (0, example())).0 += 1;
        }
    }
    let mut causes: Vec<(Key, (usize, Example))> = found.into_iter().collect();
    // the sort is stable, so equal causes stay in the order of their keys
    causes.sort_by_key(|(key, (nodes, _))| (key.is_warning, usize::MAX - nodes));
    let cause = |(key, (nodes, example)): (Key, (usize, Example))| Cause {
        level: key.level,
        code: key.code,
        message: key.message,
        file: key.file,
        line: key.line,
        nodes,
        example,
    };
    causes.into_iter().map(cause).collect()
}

fn key(node: &str, finding: &Finding) -> Key {
    Key {
        is_warning: !finding.is_error(),
        level: finding.level.clone(),
        file: finding.file.clone(),
        line: finding.line,
        message: without_titles(&finding.message.replace(node, "...")),
        code: finding.code.clone(),
    }
}

/// Replaces the titles in references by `...`: `File[/etc/motd]` becomes `File[...]`. Keeps names
/// of classes.
fn without_titles(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let before = &rest[..at];
        let is_no_part = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':');
        let name = before.rsplit(is_no_part).next().unwrap_or_default();
        let is_reference = name.starts_with(|c: char| c.is_ascii_uppercase()) && name != "Class";
        match closing(&rest[at..]).filter(|_| is_reference) {
            Some(end) => {
                out.push_str(before);
                out.push_str("[...]");
                rest = &rest[at + end + 1..];
            }
            None => {
                out.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Returns the offset of the bracket that closes the bracket at the start of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::record::Status;
    use super::*;

    #[test]
    fn titles_differ() {
        for (text, want) in [
            (
                "File[/a] and My::Type[b [c]]: x",
                "File[...] and My::Type[...]: x",
            ),
            ("Class[Foo] is not found", "Class[Foo] is not found"),
            ("a[1] [x] Ü[1] File[", "a[1] [x] Ü[1] File["),
            ("(File[a])", "(File[...])"),
            ("", ""),
        ] {
            assert_eq!(without_titles(text), want);
        }
    }

    #[test]
    fn nodes_have_causes_in_common() {
        let finding = |level: &str, line: u32, message: String| Finding {
            level: level.to_owned(),
            line: Some(line),
            ..Finding::problem(message)
        };
        let record = |messages: Vec<Finding>| NodeRecord {
            status: Status::Compiled,
            catalog: None,
            messages,
        };
        let of = |node: &str, more: Vec<Finding>| {
            let warning = || finding("warning", 1, format!("{node} has File[{node}/x]"));
            let messages = [vec![warning(), warning()], more].concat();
            (node.to_owned(), record(messages))
        };
        let nodes = BTreeMap::from([
            of("b.x", vec![finding("err", 9, "gone".to_owned())]),
            of("a.x", vec![]),
        ]);
        let causes = group(&nodes);
        let shown: Vec<_> = causes
            .iter()
            .map(|it| (&*it.message, it.nodes, &*it.example.node))
            .collect();
        assert_eq!(shown, [("gone", 1, "b.x"), ("... has File[...]", 2, "a.x")]);
    }
}
