//! Performs the deep merge of two values.

use super::error::LookupError;
use super::key::ruby_class;
use crate::data::{Data, Pairs};
use foldhash::HashSet;
use foldhash::HashSetExt as _;
use foldhash::fast::FixedState;
use rubycore::regexp::{Options, Pattern, pattern};
use runtime::error::Kind;
use runtime::limits;
use std::cmp::Ordering;
use std::sync::Arc;

/// The options of a deep merge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deep {
    /// `deep`, `unconstrained_deep` or `reverse_deep`.
    pub name: &'static str,
    /// The prefix that makes an item remove another one instead of being added.
    pub knockout_prefix: Option<Arc<str>>,
    /// True if merged lists are sorted.
    pub sort_merged_arrays: bool,
    /// True if hashes in lists are merged pairwise.
    pub merge_hash_arrays: bool,
    /// All options as given, for explanations.
    pub given: Vec<(Arc<str>, Data)>,
}

type Merged = Result<Data, LookupError>;

/// Merges `source` over `dest`.
///
/// # Errors
/// Fails if the knockout prefix is not a valid regular expression, or if a list cannot be sorted.
pub(super) fn merge(options: &Deep, source: Data, dest: Data) -> Merged {
    Merger::new(options)?.merge(source, Some(dest))
}

/// Returns the changes that a merge over `dest` makes to `source` and the values in it, as pairs of
/// old and new value: lists lose items that start with the knockout prefix. Explanations show the
/// new values.
pub(super) fn left(options: &Deep, source: &Data, dest: &Data) -> Vec<(Data, Data)> {
    let mut changes = Vec::new();
    if let Ok(merger) = Merger::new(options)
        && let Some(knockout) = &merger.knockout
    {
        merger.left(knockout, source, Some(dest), &mut changes);
    }
    changes
}

struct Merger<'a> {
    options: &'a Deep,
    knockout: Option<Knockout<'a>>,
}

impl<'a> Merger<'a> {
    fn new(options: &'a Deep) -> Result<Merger<'a>, LookupError> {
        let knockout = match options.knockout_prefix.as_deref() {
            None => None,
            Some("") => {
                return Err(LookupError::fault(
                    Kind::DeepMerge,
                    "knockout_prefix cannot be an empty string in deep_merge!",
                ));
            }
            Some(prefix) => Some(Knockout::new(prefix)?),
        };
        Ok(Merger { options, knockout })
    }

    /// Returns the new value of `whole` after a merge over `dest`, or with itself if there is none.
    fn left(
        &self,
        knockout: &Knockout<'_>,
        whole: &Data,
        dest: Option<&Data>,
        changes: &mut Vec<(Data, Data)>,
    ) -> Option<Data> {
        limits::stack();
        if dest.is_some_and(|dest| !is_truthy(dest)) {
            return None;
        }
        let left = match (whole, dest) {
            (Data::Hash(source), dest) => {
                let mut left: Option<Pairs> = None;
                for (index, (key, value)) in source.iter().enumerate() {
                    let below = match dest {
                        Some(Data::Hash(dest)) => match dest.get_data(key) {
                            Some(old) if is_truthy(old) => Some(old),
                            _ if matches!(value, Data::Hash(_)) => None,
                            // merged with a copy of itself
                            _ => Some(value),
                        },
                        // the first pair of a hash that replaces another value is not merged
                        Some(_) if index == 0 => continue,
                        _ => None,
                    };
                    if let Some(changed) = self.left(knockout, value, below, changes) {
                        let pairs = left.get_or_insert_with(|| (***source).clone());
                        pairs.insert(key.clone(), changed);
                    }
                }
                left.map(Data::hash)
            }
            (Data::Array(source), dest) => {
                let mut items = source.to_vec();
                match dest {
                    None => knockout.remove_while_removing(&mut items),
                    Some(_) => items.retain(|item| {
                        item.as_str() != Some(knockout.prefix) && knockout.removed(item).is_none()
                    }),
                }
                let mut changed = items.len() != source.len();
                let below = match dest {
                    Some(Data::Array(dest)) if all_hashes(dest) => Some(Some(dest)),
                    Some(_) => None,
                    None => Some(None),
                };
                if let Some(below) = below.filter(|_| all_hashes(&items))
                    && self.options.merge_hash_arrays
                {
                    let last = below.map_or(items.len(), |dest| dest.len());
                    for (index, item) in items.iter_mut().enumerate().take(last) {
                        let below = below.and_then(|dest| dest.get(index));
                        if let Some(left) = self.left(knockout, item, below, changes) {
                            *item = left;
                            changed = true;
                        }
                    }
                }
                changed.then(|| Data::array(items))
            }
            _ => None,
        };
        if let Some(left) = &left {
            changes.push((whole.clone(), left.clone()));
        }
        left
    }

    fn merge(&self, source: Data, dest: Option<Data>) -> Merged {
        let dest = match dest {
            Some(dest) if source.is_undef() => return Ok(dest),
            Some(dest) if is_truthy(&dest) => dest,
            _ => return Ok(source),
        };
        match (source, dest) {
            (Data::Hash(source), Data::Hash(dest)) => self.merge_hashes(&source, (**dest).clone()),
            (Data::Hash(source), dest) => self.replace(&source, dest),
            (Data::Array(source), dest) => self.merge_arrays(source.to_vec(), dest),
            (source, _) => Ok(self.overwrite(source)),
        }
    }

    /// Replaces another value by a hash, pair by pair: an empty hash replaces nothing, and pairs
    /// after the first are merged with themselves.
    fn replace(&self, source: &Pairs, dest: Data) -> Merged {
        if source.is_empty() {
            return Ok(dest);
        }
        let mut merged = source.clone();
        for value in merged.values_mut().skip(1) {
            *value = self.merge_with_itself(value)?;
        }
        Ok(Data::hash(merged))
    }

    fn merge_hashes(&self, source: &Pairs, mut dest: Pairs) -> Merged {
        for (key, value) in source {
            let merged = match dest.get_mut(key) {
                Some(old) if is_truthy(old) => {
                    self.merge(value.clone(), Some(std::mem::replace(old, Data::Undef)))?
                }
                // merged with a copy of itself, which applies knockouts and sorts lists
                _ => match value {
                    Data::Hash(_) => self.merge_with_itself(value)?,
                    _ => self.merge(value.clone(), Some(value.clone()))?,
                },
            };
            dest.insert(key.clone(), merged);
        }
        Ok(Data::hash(dest))
    }

    /// Merges a value with itself. Unlike a merge with a copy, a list changes during the iteration
    /// over it.
    fn merge_with_itself(&self, value: &Data) -> Merged {
        limits::stack();
        match value {
            Data::Hash(hash) => {
                let mut merged = Pairs::with_capacity_and_hasher(hash.len(), FixedState::default());
                for (key, value) in hash.iter() {
                    merged.insert(key.clone(), self.merge_with_itself(value)?);
                }
                Ok(Data::hash(merged))
            }
            Data::Array(items) => {
                let mut items = items.to_vec();
                if let Some(knockout) = &self.knockout {
                    knockout.remove_while_removing(&mut items);
                }
                let mut merged = Vec::with_capacity(items.len());
                if self.options.merge_hash_arrays && all_hashes(&items) {
                    for item in &items {
                        merged.push(self.merge_with_itself(item)?);
                    }
                } else {
                    let mut seen = HashSet::new();
                    merged.extend(items.into_iter().filter(|item| seen.insert(item.clone())));
                }
                if self.options.sort_merged_arrays {
                    sort(&mut merged)?;
                }
                Ok(Data::array(merged))
            }
            Data::Undef => Ok(Data::Undef),
            other => Ok(self.overwrite(other.clone())),
        }
    }

    fn merge_arrays(&self, mut source: Vec<Data>, dest: Data) -> Merged {
        let Data::Array(dest) = dest else {
            return Ok(self.overwrite(Data::array(source)));
        };
        let mut dest = dest.to_vec();
        if let Some(knockout) = &self.knockout {
            // an item that equals the prefix clears the list
            if source
                .iter()
                .any(|item| item.as_str() == Some(knockout.prefix))
            {
                dest.clear();
                source.retain(|item| item.as_str() != Some(knockout.prefix));
            }
            source.retain(|item| {
                let Some(rest) = knockout.removed(item) else {
                    return true;
                };
                dest.retain(|old| old != item && *old != rest);
                false
            });
        }
        let mut merged =
            if self.options.merge_hash_arrays && all_hashes(&source) && all_hashes(&dest) {
                self.merge_one_by_one(source, dest)?
            } else {
                let mut seen = HashSet::new();
                dest.into_iter()
                    .chain(source)
                    .filter(|item| seen.insert(item.clone()))
                    .collect()
            };
        if self.options.sort_merged_arrays {
            sort(&mut merged)?;
        }
        Ok(Data::array(merged))
    }

    fn merge_one_by_one(
        &self,
        source: Vec<Data>,
        dest: Vec<Data>,
    ) -> Result<Vec<Data>, LookupError> {
        let mut source = source.into_iter();
        let mut merged = Vec::with_capacity(dest.len().max(source.len()));
        for old in dest {
            let new = source
                .next()
                .unwrap_or_else(|| Data::hash(Pairs::default()));
            merged.push(self.merge(new, Some(old))?);
        }
        merged.extend(source);
        Ok(merged)
    }

    /// Returns the replacement for a value that cannot be merged, without knocked-out parts.
    fn overwrite(&self, source: Data) -> Data {
        let Some(knockout) = &self.knockout else {
            return source;
        };
        match &source {
            Data::String(_) if knockout.removed(&source).is_some() => Data::string(""),
            Data::Array(items) if items.iter().any(|item| knockout.removed(item).is_some()) => {
                Data::array(
                    items
                        .iter()
                        .filter(|item| knockout.removed(item).is_none())
                        .cloned()
                        .collect(),
                )
            }
            _ => source,
        }
    }
}

fn all_hashes(items: &[Data]) -> bool {
    items.iter().all(|item| matches!(item, Data::Hash(_)))
}

fn is_truthy(value: &Data) -> bool {
    !matches!(value, Data::Undef | Data::Boolean(false))
}

/// The knockout prefix: a regular expression that matches at the start of a line.
struct Knockout<'a> {
    prefix: &'a str,
    /// The pattern; `None` if the prefix contains only literal characters.
    pattern: Option<Arc<Pattern>>,
}

impl Knockout<'_> {
    fn new(prefix: &str) -> Result<Knockout<'_>, LookupError> {
        if !prefix.contains([
            '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '^', '$', '\\', '#', '/', '\n',
        ]) {
            return Ok(Knockout {
                prefix,
                pattern: None,
            });
        }
        let pattern = pattern(&format!("^(?:{prefix})"), Options::default());
        if pattern.check().is_err() {
            // compiled without the group so that the message equals Ruby's
            let bare = rubycore::regexp::pattern(&format!("^{prefix}"), Options::default());
            let text = bare
                .check()
                .err()
                .map(|failure| failure.to_string())
                .unwrap_or_default();
            return Err(LookupError::fault(Kind::Regexp, text));
        }
        Ok(Knockout {
            prefix,
            pattern: Some(pattern),
        })
    }

    /// Returns the text without the prefix if it has the prefix.
    fn removed(&self, value: &Data) -> Option<Data> {
        let text = value.as_str()?;
        let lines: Vec<&str> = text.split('\n').map(|line| self.strip(line)).collect();
        let rest = lines.join("\n");
        (rest.len() != text.len()).then(|| Data::string(&rest))
    }

    /// Removes knocked-out items the way Ruby does during iteration over the same list: each
    /// removal skips the items after it, and at the end the list is cut by as many items.
    fn remove_while_removing(&self, items: &mut Vec<Data>) {
        if items.iter().any(|item| item.as_str() == Some(self.prefix)) {
            return items.clear();
        }
        let (mut read, mut kept) = (0, 0);
        while read < items.len() {
            let item = items[read].clone();
            match self.removed(&item) {
                Some(rest) => items.retain(|other| *other != item && *other != rest),
                None => {
                    if read != kept {
                        items[kept] = item;
                    }
                    kept += 1;
                }
            }
            read += 1;
        }
        if kept < read {
            items.drain(kept..read.min(items.len()));
        }
    }

    fn strip<'t>(&self, line: &'t str) -> &'t str {
        let Some(pattern) = &self.pattern else {
            return line.strip_prefix(self.prefix).unwrap_or(line);
        };
        match pattern.find(line, 0) {
            Ok(Some((0, end))) => &line[end..],
            _ => line,
        }
    }
}

/// Sorts like Ruby's `sort!` by merging halves; the order of comparisons decides which items an
/// error names.
fn sort(items: &mut [Data]) -> Result<(), LookupError> {
    limits::stack();
    if items.len() < 2 {
        return Ok(());
    }
    let (left, right) = items.split_at_mut(items.len() / 2);
    sort(left)?;
    sort(right)?;
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut l, mut r) = (0, 0);
    while l < left.len() && r < right.len() {
        let order =
            compare(&left[l], &right[r]).ok_or_else(|| cannot_compare(&left[l], &right[r]))?;
        if order == Ordering::Greater {
            merged.push(right[r].clone());
            r += 1;
        } else {
            merged.push(left[l].clone());
            l += 1;
        }
    }
    merged.extend_from_slice(&left[l..]);
    merged.extend_from_slice(&right[r..]);
    items.clone_from_slice(&merged);
    Ok(())
}

fn compare(left: &Data, right: &Data) -> Option<Ordering> {
    limits::stack();
    match (left, right) {
        (Data::Integer(a), Data::Integer(b)) => Some(a.cmp(b)),
        (Data::Float(a), Data::Float(b)) => a.partial_cmp(b),
        (Data::Integer(a), Data::Float(b)) => (*a as f64).partial_cmp(b),
        (Data::Float(a), Data::Integer(b)) => a.partial_cmp(&(*b as f64)),
        (Data::String(a), Data::String(b)) => Some(a.cmp(b)),
        (Data::Array(a), Data::Array(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                match compare(a, b)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (a, b) if a == b => Some(Ordering::Equal),
        _ => None,
    }
}

fn cannot_compare(left: &Data, right: &Data) -> LookupError {
    let right = match right {
        Data::Undef => "nil".to_owned(),
        Data::Boolean(value) => value.to_string(),
        Data::Integer(value) => value.to_string(),
        Data::Float(value) => {
            let mut text = String::new();
            rubycore::float::write(*value, &mut text);
            text
        }
        other => ruby_class(other).to_owned(),
    };
    LookupError::other(format!(
        "comparison of {} with {right} failed",
        ruby_class(left)
    ))
}
