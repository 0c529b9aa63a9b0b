//! Resolves paths and globs with the semantics of Ruby.

use std::collections::BTreeSet;
use std::path::Path;

use runtime::limits;

use super::{Entry, Source};

/// Joins `base` and `path` like `Pathname#+`: an absolute path stays unchanged, leading `.` and
/// `..` are resolved, and the rest is kept as written.
pub(super) fn join(base: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut base = base.trim_end_matches('/').to_owned();
    let mut rest = path;
    loop {
        let (first, after) = match rest.find('/') {
            Some(at) => (&rest[..at], rest[at..].trim_start_matches('/')),
            None => (rest, ""),
        };
        match first {
            "." => {}
            ".." => match base.rfind('/') {
                Some(at) if !base[at + 1..].is_empty() && &base[at + 1..] != ".." => {
                    base.truncate(at)
                }
                _ => break,
            },
            _ => break,
        }
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    match rest {
        "" if base.is_empty() => "/".to_owned(),
        "" => base,
        _ => format!("{base}/{rest}"),
    }
}

/// Returns the files that match a glob, in the order of a walk through sorted folders.
pub(super) fn glob(source: &dyn Source, pattern: &str) -> Vec<String> {
    let mut found = Vec::new();
    // an unclosed brace matches nothing, as in Ruby
    for pattern in braces(pattern).into_iter().filter(|it| !has_brace(it)) {
        let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            continue;
        }
        let root = if pattern.starts_with('/') { "/" } else { "." };
        walk(source, root, &parts, &BTreeSet::from([0]), 0, &mut found);
    }
    found
}

/// Returns true if a path, such as one in a module path, contains glob patterns.
pub(crate) fn is_pattern(path: &str) -> bool {
    path.contains('{') || path.split('/').any(is_magic)
}

/// Returns the folders on disk that match a pattern, in order.
pub(crate) fn folders_of(pattern: &str) -> Vec<String> {
    let inside = glob(&Folders, &format!("{pattern}/."));
    let folder = |path: &String| path.strip_suffix("/.").map(str::to_owned);
    inside.iter().filter_map(folder).collect()
}

/// The disk with each folder listed as a file: the entry `.` in it.
struct Folders;

impl Source for Folders {
    fn read(&self, _: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_dir()
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        super::Disk::default().entries(folder)
    }

    fn module_folder(&self, _: &str) -> Option<String> {
        None
    }
}

/// The maximum depth of folders that `**` descends into.
const DEPTH_MAX: usize = 200;

/// Matches the entries of `folder` against the pattern parts at the positions in `at`.
fn walk(
    source: &dyn Source,
    folder: &str,
    parts: &[&str],
    at: &BTreeSet<usize>,
    depth: usize,
    found: &mut Vec<String>,
) {
    limits::time();
    // `**` may also match no folder at all
    let mut at = at.clone();
    for place in at.clone() {
        let mut next = place;
        while parts.get(next) == Some(&"**") && next + 1 < parts.len() {
            next += 1;
            at.insert(next);
        }
    }
    let path = |name: &str| {
        if folder == "/" {
            format!("/{name}")
        } else {
            format!("{folder}/{name}")
        }
    };
    // names without glob characters need no listing, and may be `..`
    let plain = at.iter().all(|place| !is_magic(parts[*place]));
    if depth > DEPTH_MAX {
        return;
    }
    if plain {
        for place in at {
            let path = path(&unescape(parts[place]));
            if place + 1 < parts.len() {
                walk(
                    source,
                    &path,
                    parts,
                    &BTreeSet::from([place + 1]),
                    depth + 1,
                    found,
                );
            } else if source.is_file(&path) {
                found.push(path);
            }
        }
        return;
    }
    for entry in source.entries(folder) {
        let mut next = BTreeSet::new();
        let mut last = false;
        for &place in &at {
            let recursive = parts[place] == "**" && place + 1 < parts.len();
            if recursive && !entry.name.starts_with('.') && !entry.is_link {
                next.insert(place);
            }
            if !recursive && matches(parts[place].as_bytes(), entry.name.as_bytes()) {
                last |= place + 1 == parts.len();
                next.insert(place + 1);
            }
        }
        next.remove(&parts.len());
        let path = path(&entry.name);
        if last && !entry.is_folder {
            found.push(path);
        } else if entry.is_folder && !next.is_empty() {
            walk(source, &path, parts, &next, depth + 1, found);
        }
    }
}

fn is_magic(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

fn unescape(part: &str) -> String {
    let mut text = String::new();
    let mut chars = part.chars();
    while let Some(c) = chars.next() {
        text.push(if c == '\\' {
            chars.next().unwrap_or(c)
        } else {
            c
        });
    }
    text
}

/// Expands the braces of a pattern, to at most some thousands of patterns.
fn braces(pattern: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    while let Some(pattern) = open.pop() {
        match alternatives(&pattern) {
            Some(mut expanded) if open.len() + done.len() < 4096 => {
                expanded.reverse();
                open.append(&mut expanded);
            }
            _ => done.push(pattern),
        }
    }
    done
}

/// Returns true if a pattern has an unescaped opening brace.
fn has_brace(pattern: &str) -> bool {
    let mut escaped = false;
    pattern.bytes().any(|byte| {
        let is_brace = byte == b'{' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_brace
    })
}

/// Expands the first braces of a pattern; returns `None` if there are none.
fn alternatives(pattern: &str) -> Option<Vec<String>> {
    let (mut depth, mut start, mut cuts, mut end) = (0, None, Vec::new(), None);
    let mut escaped = false;
    for (at, byte) in pattern.bytes().enumerate() {
        match byte {
            _ if escaped => {
                escaped = false;
                continue;
            }
            b'\\' => escaped = true,
            b'{' => {
                depth += 1;
                start.get_or_insert(at);
            }
            b',' if depth == 1 => cuts.push(at),
            b'}' if depth == 1 => {
                end = Some(at);
                break;
            }
            b'}' if depth > 1 => depth -= 1,
            _ => {}
        }
    }
    let (start, end) = (start?, end?);
    cuts.push(end);
    let mut from = start + 1;
    let mut expanded = Vec::new();
    for cut in cuts {
        expanded.push(format!(
            "{}{}{}",
            &pattern[..start],
            &pattern[from..cut],
            &pattern[end + 1..]
        ));
        from = cut + 1;
    }
    Some(expanded)
}

/// Returns true if a name matches one part of a pattern; only a literal dot matches a leading dot.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    if name.first() == Some(&b'.') && pattern.first() != Some(&b'.') {
        return false;
    }
    // the positions at which to continue after the last `*` if the rest does not match
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, n));
            p += 1;
            continue;
        }
        if let Some((next_p, next_n)) = one(pattern, p, name, n) {
            (p, n) = (next_p, next_n);
            continue;
        }
        let Some((star_p, star_n)) = star else {
            return false;
        };
        star = Some((star_p, star_n + 1));
        (p, n) = (star_p + 1, star_n + 1);
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

/// Matches one character against `?`, a set or a literal; returns the positions after both.
fn one(pattern: &[u8], p: usize, name: &[u8], n: usize) -> Option<(usize, usize)> {
    let width = |byte: u8| match byte {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0.. => 4,
        _ => 1,
    };
    match pattern.get(p)? {
        b'?' => Some((p + 1, (n + width(name[n])).min(name.len()))),
        b'[' => set(pattern, p + 1, name[n]).map(|p| (p, n + 1)),
        b'\\' if p + 1 < pattern.len() => (pattern[p + 1] == name[n]).then_some((p + 2, n + 1)),
        byte => (*byte == name[n]).then_some((p + 1, n + 1)),
    }
}

/// Matches a byte against the set that starts at `p`; returns the position after its `]`.
fn set(pattern: &[u8], mut p: usize, byte: u8) -> Option<usize> {
    let negated = matches!(pattern.get(p), Some(b'!' | b'^'));
    p += usize::from(negated);
    let mut found = false;
    while *pattern.get(p)? != b']' {
        p += usize::from(pattern[p] == b'\\');
        let low = *pattern.get(p)?;
        let high = match pattern.get(p + 1..p + 3) {
            Some([b'-', high]) if *high != b']' => {
                p += 2;
                *high
            }
            _ => low,
        };
        found |= (low..=high).contains(&byte);
        p += 1;
    }
    (found != negated).then_some(p + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_as_pathname_does() {
        assert_eq!(join("/e/data", "../other/o.yaml"), "/e/other/o.yaml");
        assert_eq!(join("/e/", "./other/"), "/e/other/");
        assert_eq!(join("/e", "/abs"), "/abs");
        assert_eq!(join("/e/data", "sub//c"), "/e/data/sub//c");
        assert_eq!(join("/e", ".."), "/");
    }

    #[test]
    fn matches_names() {
        let matches =
            |pattern: &str, name: &str| super::matches(pattern.as_bytes(), name.as_bytes());
        assert!(matches("*.yaml", "a.yaml") && !matches("*.yaml", ".a.yaml"));
        assert!(matches("[^a-c]?x*", "dééx") || matches("[^a-c]?x*", "déx"));
        assert!(matches("[!ab].yaml", "9.yaml") && !matches("[ab].yaml", "c.yaml"));
        assert!(matches("a*b*c", "aXbYbZc") && !matches("a*b*c", "aXbYbZ"));
        assert_eq!(braces("{b,a{1,2}}.{x}"), ["b.x", "a1.x", "a2.x"]);
    }
}
