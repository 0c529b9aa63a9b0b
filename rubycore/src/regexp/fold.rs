//! Owns the characters that become several in another case: without regard to case, `ß` equals
//! `ss`.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::node::Node;

/// The ranges of characters that case folding turns into several characters.
const PLACES: &[std::ops::RangeInclusive<char>] = &[
    'ß'..='ß',
    'İ'..='İ',
    'ŉ'..='ŉ',
    'ǰ'..='ǰ',
    'ΐ'..='ΐ',
    'ΰ'..='ΰ',
    'և'..='և',
    '\u{1E96}'..='\u{1E9E}',
    '\u{1F50}'..='\u{1FFC}',
    '\u{FB00}'..='\u{FB17}',
];

/// The greatest number of characters in a run whose parts may be written in several ways.
const CLUSTER_MAX: usize = 8;

/// A character and its case folding.
type Folded = (char, Vec<char>);

static SEVERAL: LazyLock<Vec<Folded>> = LazyLock::new(|| {
    let chars = PLACES.iter().flat_map(|range| range.clone());
    let folded = chars.map(|c| (c, folded(c)));
    folded.filter(|(_, folded)| folded.len() > 1).collect()
});

/// Returns a character with its case folded.
fn folded(c: char) -> Vec<char> {
    let lower: Vec<char> = c.to_lowercase().collect();
    match lower[..] {
        [one] => one.to_uppercase().flat_map(char::to_lowercase).collect(),
        _ => lower,
    }
}

fn is_one(c: char) -> bool {
    c.is_ascii() || !SEVERAL.iter().any(|(it, _)| *it == c)
}

/// Returns true if characters of a pattern match those of a sequence.
fn stands(pattern: &[char], sequence: &[char]) -> bool {
    pattern.len() >= sequence.len()
        && pattern
            .iter()
            .zip(sequence)
            .all(|(a, b)| folded(*a) == [*b])
}

fn chars(sequence: &[char]) -> Node {
    let char = |&char: &char| Node::Char { char, fold: true };
    match sequence {
        [one] => char(one),
        several => Node::Concat(several.iter().map(char).collect()),
    }
}

/// Rewrites the tree so that runs of characters match in all forms that Ruby considers equal.
pub(super) fn expanded(node: Node) -> Node {
    let boxed = |body: Box<Node>| Box::new(expanded(*body));
    match node {
        Node::Char { char, fold: true } => one_or_list(run(&[char])),
        Node::Concat(items) => one_or_list(concat(items)),
        Node::Alternate(items) => Node::Alternate(items.into_iter().map(expanded).collect()),
        Node::Capture { group, body } => Node::Capture {
            group,
            body: boxed(body),
        },
        Node::Atomic(body) => Node::Atomic(boxed(body)),
        Node::Absent(body) => Node::Absent(boxed(body)),
        Node::Look {
            behind: false,
            negated,
            body,
        } => Node::Look {
            behind: false,
            negated,
            body: boxed(body),
        },
        Node::Repeat {
            body,
            min,
            max,
            kind,
        } => Node::Repeat {
            body: boxed(body),
            min,
            max,
            kind,
        },
        Node::Conditional { group, yes, no } => Node::Conditional {
            group,
            yes: boxed(yes),
            no: boxed(no),
        },
        other => other,
    }
}

fn one_or_list(mut nodes: Vec<Node>) -> Node {
    match nodes.len() {
        1 => nodes.remove(0),
        _ => Node::Concat(nodes),
    }
}

fn concat(items: Vec<Node>) -> Vec<Node> {
    let mut nodes = Vec::with_capacity(items.len());
    let mut pending = Vec::new();
    for item in items {
        match item {
            Node::Char { char, fold: true } => pending.push(char),
            other => {
                nodes.extend(run(&pending));
                pending.clear();
                nodes.push(expanded(other));
            }
        }
    }
    nodes.extend(run(&pending));
    nodes
}

/// Makes the nodes of a sequence of characters, ignoring case.
fn run(pattern: &[char]) -> Vec<Node> {
    let mut nodes = Vec::with_capacity(pattern.len());
    let mut at = 0;
    while let Some(&c) = pattern.get(at) {
        if !is_one(c) {
            nodes.push(several(c));
            at += 1;
            continue;
        }
        // up to where no sequence goes on
        let mut end = at + 1;
        let mut from = at;
        while from < end && end - at < CLUSTER_MAX {
            let lengths = SEVERAL
                .iter()
                .filter(|(_, it)| stands(&pattern[from..], it));
            end = end.max(from + lengths.map(|(_, it)| it.len()).max().unwrap_or(1));
            from += 1;
        }
        if end == at + 1 {
            nodes.push(chars(&[c]));
        } else {
            nodes.push(Node::Alternate(ways(&pattern[at..end])));
        }
        at = end;
    }
    nodes
}

/// Returns all ways to write a sequence of characters.
fn ways(pattern: &[char]) -> Vec<Node> {
    let mut all = vec![Vec::new()];
    let mut done = Vec::new();
    while let Some((way, at)) = all.pop().map(|way: Vec<(char, usize)>| {
        let at = way.iter().map(|(_, length)| length).sum::<usize>();
        (way, at)
    }) {
        let Some(&c) = pattern.get(at) else {
            let way: Vec<char> = way.into_iter().map(|(c, _)| c).collect();
            done.push(chars(&way));
            continue;
        };
        let sequences = SEVERAL.iter().filter(|(_, it)| stands(&pattern[at..], it));
        let next = sequences.map(|(c, it)| (*c, it.len()));
        for next in std::iter::once((c, 1)).chain(next) {
            all.push(way.iter().copied().chain([next]).collect());
        }
    }
    done
}

/// Makes the node of a character that case folding turns into several, with all equal forms.
fn several(c: char) -> Node {
    let sequence = folded(c);
    let same = SEVERAL.iter().filter(|(_, it)| *it == sequence);
    let same = same.map(|(char, _)| chars(&[*char]));
    Node::Alternate(same.chain([chars(&sequence)]).collect())
}

/// Makes the node of a class together with the sequences that case folding makes of its characters.
pub(super) fn with_sequences(class: Node, text: &str) -> Node {
    if text.is_ascii() && !text.contains('\\') {
        return class;
    }
    let Ok(hir) = regex_syntax::parse(text) else {
        return class;
    };
    let set = match hir.kind() {
        HirKind::Class(Class::Unicode(set)) => set.clone(),
        HirKind::Literal(one) => {
            let text = std::str::from_utf8(&one.0).unwrap_or_default();
            let ranges = text.chars().map(|c| ClassUnicodeRange::new(c, c));
            ClassUnicode::new(ranges)
        }
        _ => return class,
    };
    let contains = |c: &char| {
        set.ranges()
            .iter()
            .any(|range| (range.start()..=range.end()).contains(c))
    };
    let found = SEVERAL.iter().filter(|(c, _)| contains(c));
    let sequences: Vec<Node> = found.map(|(_, it)| chars(it)).collect();
    match sequences.is_empty() {
        true => class,
        false => Node::Alternate(std::iter::once(class).chain(sequences).collect()),
    }
}
