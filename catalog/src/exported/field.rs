//! Parses and applies field references in queries: `certname`, `facts.processors.models[0]`,
//! `["parameter", "mode"]`.

use regex::Regex;

use super::Store;
use super::entity::Entity;
use crate::data::Data;

/// A field of a row, or a part of a field.
pub(super) enum Field {
    /// The value at a path.
    Path(Vec<Step>),
    /// Any of the tags, regardless of case.
    Tag,
    /// A fact of the row's node.
    Fact(String),
    /// A parameter of the row's resource.
    Parameter([Step; 2]),
}

/// One step of a path.
pub(super) enum Step {
    /// The value of a key.
    Key(String),
    /// An item of an array.
    Item(usize),
    /// The values of all keys that match a pattern.
    Matching(Regex),
}

impl Field {
    /// Parses a field reference of a query.
    ///
    /// # Errors
    /// Fails if the field does not exist.
    pub(super) fn of(entity: &Entity, named: &Data) -> Result<Field, String> {
        if let Some(path) = named.as_str() {
            if path == "tag" && entity.name == "resources" {
                return Ok(Field::Tag);
            }
            let steps = steps(path)?;
            if let Some(Step::Key(field)) = steps.first() {
                entity.check(field, steps.len() > 1)?;
            }
            return Ok(Field::Path(steps));
        }
        let parts = named.as_array().map(|parts| &parts[..]);
        let [Some(kind), Some(name)] = (match parts {
            Some([kind, name]) => [kind.as_str(), name.as_str()],
            _ => [None, None],
        }) else {
            return Err("a field is neither a name nor a parameter nor a fact".to_owned());
        };
        match (kind, entity.name) {
            ("parameter", "resources") => {
                let steps = ["parameters", name].map(|key| Step::Key(key.to_owned()));
                Ok(Field::Parameter(steps))
            }
            ("fact", "nodes") => Ok(Field::Fact(name.to_owned())),
            _ => Err(format!("'{}' have no field '{kind} {name}'", entity.name)),
        }
    }

    /// Returns the values of the field: at most one, unless its path has patterns.
    pub(super) fn values(&self, store: &Store, row: &Data) -> Vec<Data> {
        match self {
            Field::Path(steps) => at(row, steps),
            Field::Parameter(steps) => at(row, steps),
            Field::Tag => at(row, &[Step::Key("tags".to_owned())]),
            Field::Fact(name) => {
                let certname = at(row, &[Step::Key("certname".to_owned())]);
                let certname = certname.first().and_then(Data::as_str);
                let facts = certname.and_then(|name| store.facts_of(name));
                let steps = [Step::Key(name.clone())];
                facts.map_or_else(Vec::new, |facts| at(facts, &steps))
            }
        }
    }

    /// Returns true if a comparison is false, rather than unknown, for a row without the field.
    /// This holds for tags, facts and parameters, and for the equality of a nested key.
    pub(super) fn is_told_when_absent(&self, is_equality: bool) -> bool {
        match self {
            Field::Tag | Field::Fact(_) | Field::Parameter(_) => true,
            Field::Path(steps) => {
                let is_key = |step: &Step| matches!(step, Step::Key(_));
                is_equality && steps.len() > 1 && steps.iter().all(is_key)
            }
        }
    }

    /// Returns the value of the field; `undef` if there is none.
    pub(super) fn value(&self, store: &Store, row: &Data) -> Data {
        let values = self.values(store, row);
        values.into_iter().next().unwrap_or(Data::Undef)
    }
}

/// Returns the values at a path.
fn at(row: &Data, steps: &[Step]) -> Vec<Data> {
    let mut found = vec![row.clone()];
    for step in steps {
        let mut next = Vec::new();
        for value in &found {
            match (step, value) {
                (Step::Key(key), Data::Hash(hash)) => next.extend(hash.get(key).cloned()),
                (Step::Item(item), Data::Array(items)) => next.extend(items.get(*item).cloned()),
                (Step::Matching(pattern), Data::Hash(hash)) => {
                    let matches =
                        |key: &Data| key.as_str().is_some_and(|key| pattern.is_match(key));
                    let pairs = hash.iter().filter(|(key, _)| matches(key));
                    next.extend(pairs.map(|(_, value)| value.clone()));
                }
                _ => {}
            }
        }
        found = next;
    }
    found
}

/// Parses the steps of a path such as `facts."a b".c[0].match("d.*")`.
fn steps(path: &str) -> Result<Vec<Step>, String> {
    const MATCH: &str = "match(\"";
    let wrong = || format!("'{path}' is no path");
    let mut steps = Vec::new();
    let mut rest = path;
    loop {
        if let Some(pattern) = rest.strip_prefix(MATCH).filter(|_| !steps.is_empty()) {
            let end = pattern.find("\")").ok_or_else(wrong)?;
            let whole = format!("^(?:{})$", &pattern[..end]);
            let pattern_read = Regex::new(&whole).map_err(|error| error.to_string())?;
            steps.push(Step::Matching(pattern_read));
            rest = &pattern[end + 2..];
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"').ok_or_else(wrong)?;
            steps.push(Step::Key(quoted[..end].to_owned()));
            rest = &quoted[end + 1..];
        } else {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            if end == 0 {
                return Err(wrong());
            }
            steps.push(Step::Key(rest[..end].to_owned()));
            rest = &rest[end..];
        }
        while let Some(index) = rest.strip_prefix('[') {
            let (index, after) = index.split_once(']').ok_or_else(wrong)?;
            steps.push(Step::Item(index.parse().map_err(|_| wrong())?));
            rest = after;
        }
        match rest.strip_prefix('.') {
            Some(after) => rest = after,
            None if rest.is_empty() => return Ok(steps),
            None => return Err(wrong()),
        }
    }
}
