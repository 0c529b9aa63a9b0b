//! Finds catalogs in texts of any form: Puppet's own, wrapped by a server or a terminus,
//! PuppetDB's, after log lines, several in one text.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use foldhash::fast::FixedState;

use crate::scan::{ENDS_EARLY, ScanError, Scanner};

/// The reason why a text contains no catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line, from 1 on; 0 if the problem concerns the whole text.
    pub line: usize,
    /// The description of the problem.
    pub what: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.what),
            line => write!(f, "line {line}: {}", self.what),
        }
    }
}

impl Problem {
    pub(crate) fn new(what: impl Into<String>) -> Problem {
        Problem {
            line: 0,
            what: what.into(),
        }
    }

    /// Makes a problem at an offset of a text.
    pub(crate) fn at(text: &[u8], at: usize, what: impl Into<String>) -> Problem {
        let before = &text[..at.min(text.len())];
        Problem {
            line: 1 + memchr::memchr_iter(b'\n', before).count(),
            what: what.into(),
        }
    }
}

/// The program that wrote a catalog. Each program leaves out different parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Puppet's own form, with tags of the catalog and a list of classes. All edges are
    /// containment.
    #[default]
    Puppet,
    /// PuppetDB's form, with all relationships as edges. It has no tags of the catalog, no list of
    /// classes and no sensitive values.
    PuppetDb,
}

/// The places of a catalog's parts in a text, not yet decoded.
#[derive(Clone, Debug, Default)]
pub struct Document<'t> {
    pub(crate) text: &'t [u8],
    /// The form.
    pub form: Form,
    /// The node's name with its quotes.
    pub(crate) name: Option<&'t [u8]>,
    pub(crate) classes: Option<&'t [u8]>,
    pub(crate) tags: Option<&'t [u8]>,
    pub(crate) resources: Vec<Item<'t>>,
    pub(crate) edges: Vec<Item<'t>>,
    has_resources: bool,
    /// True if the resources are only a link. PuppetDB returns that if they are not asked for.
    has_link_only: bool,
}

/// A resource or an edge in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'t> {
    pub(crate) text: &'t [u8],
    /// The index of an item with the same text in the other document.
    pub(crate) same: Option<u32>,
}

impl<'t> Document<'t> {
    /// Returns the node's name, if the document has it.
    pub fn name(&self) -> Option<String> {
        serde_json::from_slice(self.name?).ok()
    }

    /// Finds the parts of a catalog that is the only one in a text. Items that are equal in `other`
    /// are not scanned again, because comparing bytes is several times faster.
    ///
    /// # Errors
    /// Fails if the text is not a catalog.
    pub fn read(text: &'t [u8], other: Option<&Document<'_>>) -> Result<Document<'t>, Problem> {
        let mut found = Vec::new();
        each(text, other, &mut |document| found.push(document))?;
        match found.len() {
            1 => found.pop().ok_or_else(|| Problem::new("holds no catalog")),
            several => Err(Problem::new(format!(
                "holds {several} catalogs where one is expected"
            ))),
        }
    }
}

/// Returns the names of all catalogs in a text, each with the range of its text.
///
/// # Errors
/// Fails if there is no catalog or one is broken.
pub fn catalogs(text: &[u8]) -> Result<Vec<(Option<String>, std::ops::Range<usize>)>, Problem> {
    let mut found = Vec::new();
    let base = text.as_ptr().addr();
    each(text, None, &mut |document: Document<'_>| {
        let start = document.text.as_ptr().addr() - base;
        found.push((document.name(), start..start + document.text.len()));
    })?;
    Ok(found)
}

/// Visits the catalogs of a text. Skips lines before, between and after them.
fn each<'t>(
    text: &'t [u8],
    other: Option<&Document<'_>>,
    visit: &mut dyn FnMut(Document<'t>),
) -> Result<(), Problem> {
    let mut first_problem = None;
    let (mut at, mut found) = (0, 0_usize);
    while let Some(start) = next_candidate(text, at) {
        let mut scanner = Scanner::new(text, start);
        let mut documents = Vec::new();
        match whole(&mut scanner, other, &mut documents) {
            Ok(()) if !documents.is_empty() => {
                at = scanner.at();
                found += documents.len();
                documents.into_iter().for_each(&mut *visit);
            }
            Ok(()) => at = next_line(text, start),
            Err(DocumentError::Scan(error)) => {
                // an incomplete document must not be skipped like a line of a log
                if error.what == ENDS_EARLY && found > 0 {
                    return Err(Problem::at(text, error.at, error.what));
                }
                first_problem.get_or_insert_with(|| Problem::at(text, error.at, error.what));
                at = next_line(text, start);
            }
            Err(DocumentError::Told(problem)) => return Err(problem),
        }
    }
    match found {
        0 => Err(first_problem.unwrap_or_else(|| Problem::new(nothing(text)))),
        _ => Ok(()),
    }
}

fn nothing(text: &[u8]) -> &'static str {
    match text.iter().all(u8::is_ascii_whitespace) {
        true => "is empty",
        false => "holds no catalog: there are no resources",
    }
}

/// Returns the next position where a line begins with a bracket, or where text directly follows a
/// document.
fn next_candidate(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let mut scanner = Scanner::new(text, at);
        if matches!(scanner.peek()?, b'{' | b'[') {
            return Some(scanner.at());
        }
        at = next_line(text, scanner.at());
    }
}

fn next_line(text: &[u8], at: usize) -> usize {
    let rest = &text[at.min(text.len())..];
    memchr::memchr(b'\n', rest).map_or(text.len(), |found| at + found + 1)
}

enum DocumentError {
    Scan(ScanError),
    Told(Problem),
}

impl From<ScanError> for DocumentError {
    fn from(error: ScanError) -> DocumentError {
        DocumentError::Scan(error)
    }
}

/// Scans a document: a catalog or an array of catalogs. Ignores other values.
fn whole<'t>(
    scanner: &mut Scanner<'t>,
    other: Option<&Document<'_>>,
    found: &mut Vec<Document<'t>>,
) -> Result<(), DocumentError> {
    let mut told = Ok(());
    let mut take = |document: Document<'t>| match document {
        Document {
            has_resources: true,
            ..
        } => found.push(document),
        Document {
            has_link_only: true,
            ..
        } => {
            told = Err(DocumentError::Told(Problem::new(
                "the resources are only a link: ask PuppetDB for /pdb/query/v4/catalogs/NODE, \
                 which gives them",
            )));
        }
        _ => {}
    };
    match scanner.peek() {
        Some(b'[') => scanner.array(|scanner| {
            if scanner.peek() != Some(b'{') {
                return scanner.value().map(drop);
            }
            take(catalog(scanner, None, 0)?);
            Ok(())
        })?,
        _ => take(catalog(scanner, other, 0)?),
    }
    told
}

/// The maximum number of wrappers around a catalog.
const WRAPPERS_MAX: usize = 3;

/// Scans an object that may be a catalog or contain one.
fn catalog<'t>(
    scanner: &mut Scanner<'t>,
    other: Option<&Document<'_>>,
    wrappers: usize,
) -> Result<Document<'t>, ScanError> {
    let start = scanner.at();
    let mut document = Document::default();
    let mut inner = None;
    scanner.object(|key, scanner| {
        match key {
            b"\"name\"" => document.name = Some(scanner.value()?),
            b"\"certname\"" => {
                document.name = Some(scanner.value()?);
                document.form = Form::PuppetDb;
            }
            b"\"classes\"" => document.classes = Some(scanner.value()?),
            b"\"tags\"" => document.tags = Some(scanner.value()?),
            b"\"resources\"" | b"\"edges\"" => {
                let is_edges = key == b"\"edges\"";
                let known = other.map(|other| match is_edges {
                    true => other.edges.as_slice(),
                    false => other.resources.as_slice(),
                });
                let list = list(scanner, known)?;
                match (is_edges, list) {
                    (true, list) => document.edges = list.unwrap_or_default(),
                    (false, Some(list)) => {
                        document.resources = list;
                        document.has_resources = true;
                    }
                    (false, None) => document.has_link_only = true,
                }
            }
            b"\"catalog\"" | b"\"data\"" | b"\"payload\""
                if wrappers < WRAPPERS_MAX && scanner.peek() == Some(b'{') =>
            {
                inner = Some(catalog(scanner, other, wrappers + 1)?);
            }
            _ => drop(scanner.value()?),
        }
        Ok(())
    })?;
    if let (false, Some(inner)) = (document.has_resources, inner) {
        return Ok(inner);
    }
    document.text = scanner.since(start);
    Ok(document)
}

/// Scans a list of resources or edges: an array, or PuppetDB's object with the array in `data`.
fn list<'t>(
    scanner: &mut Scanner<'t>,
    known: Option<&[Item<'_>]>,
) -> Result<Option<Vec<Item<'t>>>, ScanError> {
    if scanner.peek() == Some(b'[') {
        return items(scanner, known).map(Some);
    }
    let mut found = None;
    if scanner.peek() != Some(b'{') {
        scanner.value()?;
        return Ok(None);
    }
    scanner.object(|key, scanner| {
        if key == b"\"data\"" && scanner.peek() == Some(b'[') {
            found = Some(items(scanner, known)?);
            return Ok(());
        }
        scanner.value().map(drop)
    })?;
    Ok(found)
}

/// The number of next items of the other document that are tried before an item is looked up among
/// all.
const AHEAD: usize = 8;

/// Scans an array. An item that comes next in `known` is recognized by its bytes.
fn items<'t>(
    scanner: &mut Scanner<'t>,
    known: Option<&[Item<'_>]>,
) -> Result<Vec<Item<'t>>, ScanError> {
    let known = known.unwrap_or_default();
    let mut found = Vec::with_capacity(known.len());
    let mut index = None;
    let mut next = 0;
    scanner.array(|scanner| {
        let start = scanner.at();
        let ahead = known.iter().enumerate().skip(next).take(AHEAD);
        let mut same = None;
        for (i, item) in ahead {
            if scanner.pass(item.text) {
                same = Some(i);
                break;
            }
        }
        if same.is_none() {
            let text = scanner.value()?;
            let expected = known.get(next).and_then(|item| head(item.text));
            if expected.is_some() && head(text) == expected {
                // the same resource with changes
                next += 1;
            } else if !known.is_empty() {
                let index = index.get_or_insert_with(|| TextIndex::of(known));
                same = index.get(text);
            }
        }
        if let Some(i) = same {
            next = i + 1;
        }
        found.push(Item {
            text: scanner.since(start),
            same: same.map(|i| i as u32),
        });
        Ok(())
    })?;
    Ok(found)
}

/// Returns the beginning of an item up to its second string: type and title.
fn head(text: &[u8]) -> Option<&[u8]> {
    let mut ends = memchr::memmem::find_iter(text, b"\",");
    ends.nth(1).map(|end| &text[..end])
}

/// The index of the first item with each text.
pub(crate) struct TextIndex<'k>(HashMap<Text<'k>, usize, FixedState>);

impl<'k> TextIndex<'k> {
    pub fn of(items: &'k [Item<'_>]) -> TextIndex<'k> {
        let mut index = HashMap::with_capacity_and_hasher(items.len(), FixedState::default());
        for (i, item) in items.iter().enumerate() {
            index.entry(Text(item.text)).or_insert(i);
        }
        TextIndex(index)
    }

    pub fn get(&self, text: &[u8]) -> Option<usize> {
        self.0.get(&Text(text)).copied()
    }
}

/// The text of an item as a key.
#[derive(PartialEq, Eq)]
struct Text<'k>(&'k [u8]);

/// The number of bytes of a text that are hashed. They include type and title.
const HASHED: usize = 192;

impl Hash for Text<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.0.len());
        state.write(&self.0[..self.0.len().min(HASHED)]);
    }
}

/// Replaces a path in a JSON text by another one, wherever it is a whole path or the beginning of
/// one. So a catalog that was compiled in another folder gets the values of this one.
pub fn relocate(text: &mut Vec<u8>, from: &str, to: &str) {
    let escaped = |path: &str| serde_json::Value::from(path).to_string();
    let (from, to) = (escaped(from), escaped(to));
    let (from, to) = (
        &from.as_bytes()[1..from.len() - 1],
        &to.as_bytes()[1..to.len() - 1],
    );
    let finder = memchr::memmem::Finder::new(from);
    let mut out = Vec::new();
    let mut rest = 0;
    for at in finder.find_iter(text) {
        let end = at + from.len();
        // `/tmp/a` must not match in `/tmp/ab`
        let goes_on =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        if text.get(end).is_some_and(goes_on) {
            continue;
        }
        out.extend_from_slice(&text[rest..at]);
        out.extend_from_slice(to);
        rest = end;
    }
    if rest > 0 {
        out.extend_from_slice(&text[rest..]);
        *text = out;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_replaced_as_a_whole() {
        for (text, expected) in [
            (
                r#"{"a": "/tmp/x/site.pp", "b": "/tmp/x"}"#,
                r#"{"a": "/e/p/site.pp", "b": "/e/p"}"#,
            ),
            (
                r#""/tmp/xy /tmp/x-1 /tmp/x:/tmp/x""#,
                r#""/tmp/xy /tmp/x-1 /e/p:/e/p""#,
            ),
            (r#""nothing""#, r#""nothing""#),
        ] {
            let mut bytes = text.as_bytes().to_vec();
            relocate(&mut bytes, "/tmp/x", "/e/p");
            assert_eq!(String::from_utf8(bytes).as_deref(), Ok(expected));
        }
    }
}
