//! Finds the beginnings that a pattern requires of a text. Most patterns of a `case` or of a table
//! differ there, so that most texts are refused without the engine.

use super::Node;

/// The number of beginnings that a pattern may have.
const BEGINNINGS_MAX: usize = 32;

/// The beginnings of which a pattern requires one.
pub(super) struct Start {
    beginnings: Vec<Box<str>>,
    /// True if the beginning of any line is enough.
    of_line: bool,
}

impl Start {
    /// Returns the start of a pattern, if each of its alternatives begins at the start of a text
    /// or line, with literal characters.
    pub fn of(root: &Node) -> Option<Start> {
        match root {
            Node::Alternate(branches) => {
                let starts: Option<Vec<Start>> = branches.iter().map(Start::of).collect();
                let starts = starts?;
                let start = Start {
                    of_line: starts.iter().any(|start| start.of_line),
                    beginnings: starts.into_iter().flat_map(|one| one.beginnings).collect(),
                };
                (start.beginnings.len() <= BEGINNINGS_MAX).then_some(start)
            }
            Node::Concat(parts) => {
                let (anchor, rest) = parts.split_first()?;
                let of_line = match anchor {
                    Node::LineStart => true,
                    Node::TextStart => false,
                    _ => return None,
                };
                let (beginnings, _) = beginnings_of(rest);
                let beginnings = beginnings.into_iter().map(String::into_boxed_str);
                let beginnings: Vec<Box<str>> = beginnings.collect();
                let is_useful = beginnings.iter().all(|one| !one.is_empty());
                is_useful.then_some(Start {
                    beginnings,
                    of_line,
                })
            }
            _ => None,
        }
    }

    /// Returns true if a text may match, judging by its beginning.
    pub fn allows(&self, text: &str) -> bool {
        let mut beginnings = self.beginnings.iter();
        beginnings.any(|start| text.starts_with(&**start)) || self.of_line && text.contains('\n')
    }
}

/// Returns the beginnings of what nodes in a row match, and whether these are whole matches.
fn beginnings_of(nodes: &[Node]) -> (Vec<String>, bool) {
    let mut all = vec![String::new()];
    for node in nodes {
        let (next, is_whole) = beginnings(node);
        if all.len() * next.len() > BEGINNINGS_MAX {
            return (all, false);
        }
        let pairs = all
            .iter()
            .flat_map(|one| next.iter().map(move |next| (one, next)));
        all = pairs.map(|(one, next)| format!("{one}{next}")).collect();
        if !is_whole {
            return (all, false);
        }
    }
    (all, true)
}

/// Returns the beginnings of the matches of a node, and whether these are whole matches.
fn beginnings(node: &Node) -> (Vec<String>, bool) {
    match node {
        Node::Empty => (vec![String::new()], true),
        Node::Char { char, fold: false } => (vec![char.to_string()], true),
        Node::Class { text, fold: false } => match listed(text) {
            Some(characters) => (characters.chars().map(String::from).collect(), true),
            None => (vec![String::new()], false),
        },
        Node::Capture { body, .. } | Node::Atomic(body) => beginnings(body),
        Node::Concat(nodes) => beginnings_of(nodes),
        Node::Alternate(branches) => {
            let (mut all, mut are_whole) = (Vec::new(), true);
            for branch in branches {
                let (next, is_whole) = beginnings(branch);
                all.extend(next);
                are_whole &= is_whole;
            }
            (all, are_whole)
        }
        _ => (vec![String::new()], false),
    }
}

/// Returns the characters of a class that lists letters and digits, such as `[12ab]`.
fn listed(class: &str) -> Option<&str> {
    let characters = class.strip_prefix('[')?.strip_suffix(']')?;
    let is_plain = characters.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_plain && !characters.is_empty()).then_some(characters)
}

#[cfg(test)]
mod tests {
    use crate::regexp::{Options, parse};

    use super::Start;

    fn beginnings(source: &str) -> Option<Vec<Box<str>>> {
        let parsed = parse(source, Options::default()).ok()?;
        Start::of(&parsed.root).map(|start| start.beginnings)
    }

    #[test]
    fn alternatives_and_short_classes_have_several_beginnings() {
        let found = |source| beginnings(source).map(|all| all.join(" "));
        assert_eq!(found("^web"), Some("web".to_owned()));
        assert_eq!(
            found("^(web|db)1[23]\\d"),
            Some("web12 web13 db12 db13".to_owned())
        );
        assert_eq!(found("\\Aa(?:b|c*)d"), Some("ab a".to_owned()));
        assert_eq!(found("^a|^bc"), Some("a bc".to_owned()));
        assert_eq!(found("^a|b"), None);
        assert_eq!(found("^(a|)b*"), None);
        assert_eq!(found("^a?b"), None);
        assert_eq!(found("^(?i:a)b"), None);
    }

    #[test]
    fn a_later_line_may_match() {
        let parsed = parse("^(a|b)c", Options::default()).expect("a valid pattern");
        let start = Start::of(&parsed.root).expect("literal beginnings");
        assert!(start.allows("bc") && start.allows("x\nac") && !start.allows("xac"));
    }
}
