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
    /// Returns true if the level is higher than warning.
    pub fn is_error(&self) -> bool {
        self.level != "warning"
    }
}

/// The parts that are equal in all messages of a cause. Errors sort before warnings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    is_warning: bool,
    level: String,
    file: Option<String>,
    line: Option<u32>,
    code: Option<String>,
}

/// The first message of each node.
type ByNode<'n> = BTreeMap<&'n str, &'n Finding>;

/// Returns the causes of all messages: errors first, then the causes of the most nodes.
pub fn group(nodes: &BTreeMap<String, NodeRecord>) -> Vec<Cause> {
    let mut kinds: BTreeMap<Kind, BTreeMap<String, ByNode<'_>>> = BTreeMap::new();
    for (node, record) in nodes {
        for finding in &record.messages {
            let texts = kinds.entry(kind(finding)).or_default();
            let of_text = texts.entry(without_titles(&finding.message)).or_default();
            of_text.entry(node).or_insert(finding);
        }
    }
    let mut causes = Vec::new();
    for (kind, texts) in kinds {
        let joined = join(texts).into_iter();
        causes.extend(joined.filter_map(|(text, found)| cause(kind.clone(), text, &found)));
    }
    causes.sort_by(|(a, one), (b, other)| {
        let counts = other.nodes.cmp(&one.nodes);
        let order = a.is_warning.cmp(&b.is_warning).then(counts);
        let names = (&a.level, &a.file, a.line, &one.message);
        order.then_with(|| names.cmp(&(&b.level, &b.file, b.line, &other.message)))
    });
    causes.into_iter().map(|(_, cause)| cause).collect()
}

/// Joins the messages that differ only in the names of their nodes. A text that several nodes have in
/// common stays as it is: a node may be called like a word of the message.
fn join(texts: BTreeMap<String, ByNode<'_>>) -> Vec<(String, ByNode<'_>)> {
    let mut joined: Vec<(String, ByNode<'_>)> = Vec::new();
    let mut by_pattern: BTreeMap<String, usize> = BTreeMap::new();
    for (text, found) in texts {
        let patterns: Vec<String> = found.keys().map(|node| without_name(&text, node)).collect();
        let known = patterns.iter().find_map(|one| by_pattern.get(one).copied());
        let at = known.unwrap_or(joined.len());
        match joined.get_mut(at) {
            Some((common, others)) => {
                let shared = patterns.iter().find(|one| by_pattern.contains_key(*one));
                shared.unwrap_or(&text).clone_into(common);
                found.into_iter().for_each(|(node, finding)| {
                    others.entry(node).or_insert(finding);
                });
            }
            None => joined.push((text, found)),
        }
        patterns.into_iter().for_each(|one| {
            by_pattern.entry(one).or_insert(at);
        });
    }
    joined
}

fn cause(kind: Kind, message: String, found: &ByNode<'_>) -> Option<(Kind, Cause)> {
    let (node, finding) = found.first_key_value()?;
    let cause = Cause {
        level: kind.level.clone(),
        code: kind.code.clone(),
        message,
        file: kind.file.clone(),
        line: kind.line,
        nodes: found.len(),
        example: Example {
            node: (*node).to_owned(),
            message: finding.message.clone(),
        },
    };
    Some((kind, cause))
}

fn kind(finding: &Finding) -> Kind {
    Kind {
        is_warning: !finding.is_error(),
        level: finding.level.clone(),
        file: finding.file.clone(),
        line: finding.line,
        code: finding.code.clone(),
    }
}

/// Replaces the name of a node by `...` where it is not a part of a longer word.
fn without_name(text: &str, name: &str) -> String {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name).filter(|_| !name.is_empty()) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        out.push_str(before);
        let is_word = !is_part(out.chars().next_back()) && !is_part(after.chars().next());
        out.push_str(if is_word { "..." } else { name });
        rest = after;
    }
    out.push_str(rest);
    out
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
    fn names_are_whole_words() {
        for (text, name, want) in [
            ("a bad value on a", "a", "... bad value on ..."),
            (
                "web1 and web12, /etc/web1.conf",
                "web1",
                "... and web12, /etc/....conf",
            ),
            ("on web1", "web", "on web1"),
            ("aaa a", "a", "aaa ..."),
            ("x", "", "x"),
        ] {
            assert_eq!(without_name(text, name), want);
        }
    }

    #[test]
    fn nodes_may_be_called_like_words() {
        let record = |message: &str| NodeRecord {
            status: Status::Failed,
            catalog: None,
            messages: vec![Finding::problem(message.to_owned())],
        };
        let nodes = [
            ("a", "a value of a is bad"),
            ("b", "a value of a is bad"),
            ("c", "no value of c"),
            ("d", "no value of d"),
        ];
        let nodes = nodes.map(|(node, message)| (node.to_owned(), record(message)));
        let causes = group(&BTreeMap::from(nodes));
        let shown: Vec<_> = causes
            .iter()
            .map(|it| (&*it.message, it.nodes, &*it.example.node))
            .collect();
        let want = [("a value of a is bad", 2, "a"), ("no value of ...", 2, "c")];
        assert_eq!(shown, want);
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
