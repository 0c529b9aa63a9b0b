//! Selects nodes by names, globs and regular expressions.

use std::str::FromStr;

use globset::{Glob, GlobMatcher};
use runtime::Heap;
use runtime::regexp::Regexp;

use crate::inputs::did_you_mean_node;

/// A word of the command line that selects nodes.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A node's name.
    Name(String),
    /// A glob as in the shell.
    Glob(GlobMatcher),
    /// A regular expression of Puppet, as in node definitions.
    Regexp(String),
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Pattern, String> {
        if text.is_empty() {
            return Err("expected the name of a node".to_owned());
        }
        let inner = text
            .strip_prefix('/')
            .and_then(|rest| rest.strip_suffix('/'));
        if let Some(source) = inner {
            let heap = Heap::new();
            return match Regexp::new(&heap, source) {
                Ok(_) => Ok(Pattern::Regexp(source.to_owned())),
                Err(raise) => Err(raise.message()),
            };
        }
        if text.contains(['*', '?', '[', '{']) {
            let glob = Glob::new(text).map_err(|error| error.kind().to_string())?;
            return Ok(Pattern::Glob(glob.compile_matcher()));
        }
        Ok(Pattern::Name(text.to_owned()))
    }
}

impl Pattern {
    /// Returns the pattern as it was written.
    fn shown(&self) -> String {
        match self {
            Pattern::Name(name) => name.clone(),
            Pattern::Glob(glob) => glob.glob().to_string(),
            Pattern::Regexp(source) => format!("/{source}/"),
        }
    }

    /// Marks the nodes that the pattern matches. Returns true if there is one.
    fn mark(&self, nodes: &[String], marks: &mut [bool]) -> bool {
        let heap = Heap::new();
        // the expression was checked when it was parsed
        let regexp = match self {
            Pattern::Regexp(source) => Regexp::new(&heap, source).ok(),
            _ => None,
        };
        let mut is_found = false;
        for (node, mark) in nodes.iter().zip(marks) {
            let is_meant = match self {
                Pattern::Name(name) => name == node,
                Pattern::Glob(glob) => glob.is_match(node),
                Pattern::Regexp(_) => {
                    regexp.is_some_and(|regexp| regexp.is_match(node).unwrap_or(false))
                }
            };
            is_found |= is_meant;
            *mark |= is_meant;
        }
        is_found
    }
}

/// Returns the nodes that match any of the patterns, in the order of `nodes`; all nodes if there is
/// no pattern.
///
/// # Errors
/// Fails if a pattern matches no node. For a name, the error suggests the nearest one.
pub fn select(nodes: &[String], patterns: &[Pattern]) -> Result<Vec<String>, String> {
    let mut marks = vec![patterns.is_empty(); nodes.len()];
    for pattern in patterns {
        if pattern.mark(nodes, &mut marks) {
            continue;
        }
        let shown = pattern.shown();
        let Pattern::Name(name) = pattern else {
            return Err(format!("no node's name matches '{shown}'"));
        };
        let near = did_you_mean_node(name, nodes);
        return Err(format!("there is no node '{name}'{near}"));
    }
    let marked = nodes.iter().zip(marks).filter(|(_, mark)| *mark);
    Ok(marked.map(|(node, _)| node.clone()).collect())
}

/// Returns the names among patterns, for a source that has no list of nodes to match.
///
/// # Errors
/// Fails if a pattern is not a name.
pub fn names(patterns: &[Pattern]) -> Result<Vec<String>, String> {
    let name = |pattern: &Pattern| match pattern {
        Pattern::Name(name) => Ok(name.clone()),
        _ => Err(format!(
            "'{}' has no nodes to match: --facts, --facts-set or --puppetdb must provide them",
            pattern.shown()
        )),
    };
    let mut names: Vec<String> = patterns.iter().map(name).collect::<Result<_, _>>()?;
    names.sort();
    names.dedup();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_select_nodes() {
        let nodes = ["db1.x", "db2.x", "web1.x", "web2.y"].map(str::to_owned);
        let chosen = |words: &[&str]| {
            let patterns: Result<Vec<Pattern>, String> =
                words.iter().map(|word| word.parse()).collect();
            select(&nodes, &patterns?).map(|chosen| chosen.join(" "))
        };
        for (words, want) in [
            (&[][..], Ok("db1.x db2.x web1.x web2.y")),
            (&["web1.x"], Ok("web1.x")),
            (&["web*", "db1.x", "web1.x"], Ok("db1.x web1.x web2.y")),
            (&["{db,web}2.?"], Ok("db2.x web2.y")),
            (&["/^db\\d/"], Ok("db1.x db2.x")),
            (&["/x\\z/", "*.y"], Ok("db1.x db2.x web1.x web2.y")),
            (
                &["wbe1.x"],
                Err("there is no node 'wbe1.x'; did you mean 'web1.x'?"),
            ),
            (&["mail"], Err("there is no node 'mail'")),
            (
                &["web2"],
                Err("there is no node 'web2'; did you mean 'web2.y'?"),
            ),
            (&["mail*"], Err("no node's name matches 'mail*'")),
            (&["/mail/"], Err("no node's name matches '/mail/'")),
        ] {
            let want = want.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(chosen(words), want, "{words:?}");
        }
        for word in ["", "/(/", "a{b"] {
            assert!(word.parse::<Pattern>().is_err(), "{word}");
        }
    }
}
