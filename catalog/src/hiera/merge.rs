//! Owns the merge strategies, which combine the values of a key from several places.

use super::Scope;
use super::deep_merge::{self, Deep};
use super::error::LookupError;
use super::text::text_of;
use crate::data::{Data, Pairs};
use runtime::limits;
use std::sync::Arc;

/// A merge strategy with its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Merge {
    /// The first value that is found.
    #[default]
    First,
    /// All values in a flat list without duplicates.
    Unique,
    /// A hash of the pairs of all values.
    Hash,
    /// Hashes and lists that are merged at every level.
    Deep(Deep),
}

const PLAIN_OPTIONS: &str = "Struct[{'strategy' => Optional[Pattern[/NAME/]]}]";
const DEEP_OPTIONS: &str = "Struct[{'strategy' => Optional[Pattern[/deep/]], 'knockout_prefix' => Optional[String], 'merge_debug' => Optional[Boolean], 'merge_hash_arrays' => Optional[Boolean], 'sort_merged_arrays' => Optional[Boolean]}]";

impl Merge {
    /// Returns the strategy that a `merge` option names: a text, or a hash with `strategy` in it.
    ///
    /// # Errors
    /// Fails for an unknown name, and for options that the strategy does not have.
    pub fn from_data(given: &Data, scope: &mut dyn Scope) -> Result<Merge, LookupError> {
        let options = given.as_hash();
        let name = match options {
            None => given,
            Some(options) => options.get("strategy").filter(|name| !name.is_undef()).ok_or_else(|| {
                LookupError::other(
                    "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'",
                )
            })?,
        };
        let merge = match name.as_str() {
            Some("first" | "default") => Merge::First,
            Some("unique") => Merge::Unique,
            Some("hash") => Merge::Hash,
            Some("deep") => Merge::deep("deep"),
            // without options it is the same as `deep`
            Some("unconstrained_deep") if options.is_none_or(|options| options.len() < 2) => {
                Merge::deep("deep")
            }
            Some("unconstrained_deep") => Merge::deep("unconstrained_deep"),
            Some("reverse_deep") => Merge::deep("reverse_deep"),
            _ => {
                let name = text_of(name, scope);
                return Err(LookupError::other(format!(
                    "Unknown merge strategy: '{name}'"
                )));
            }
        };
        let Some(options) = options else {
            return Ok(merge);
        };
        let name = name.as_str().unwrap_or_default();
        merge.with_options(name, options, given, scope)
    }

    /// Returns true if [`from_data`](Merge::from_data) certainly accepts a `merge` option; `false`
    /// does not mean that it fails.
    pub fn is_certainly_sound(given: &Data) -> bool {
        let is_plain = |name: &str| matches!(name, "first" | "unique" | "hash");
        let Some(options) = given.as_hash() else {
            return given
                .as_str()
                .is_some_and(|name| is_plain(name) || name == "deep");
        };
        let name = options.get("strategy").and_then(Data::as_str);
        let is_option = |(key, value): (&Data, &Data)| match (key.as_str(), value) {
            (Some("strategy"), _) | (Some("knockout_prefix"), Data::String(_)) => true,
            (Some(key), Data::Boolean(_)) => {
                matches!(
                    key,
                    "merge_debug" | "merge_hash_arrays" | "sort_merged_arrays"
                )
            }
            _ => false,
        };
        match name {
            Some("deep") => options.iter().all(is_option),
            Some(name) => is_plain(name) && options.len() == 1,
            None => false,
        }
    }

    fn deep(name: &'static str) -> Merge {
        Merge::Deep(Deep {
            name,
            knockout_prefix: None,
            sort_merged_arrays: false,
            merge_hash_arrays: false,
            given: Vec::new(),
        })
    }

    fn with_options(
        self,
        name: &str,
        options: &Pairs,
        given: &Data,
        scope: &mut dyn Scope,
    ) -> Result<Merge, LookupError> {
        let expected = match &self {
            Merge::Deep(deep) if deep.name == "deep" => DEEP_OPTIONS.to_owned(),
            Merge::Deep(_) => "Hash".to_owned(),
            // `default` is a synonym of `first`
            _ => PLAIN_OPTIONS.replace("NAME", name),
        };
        if !Merge::is_certainly_sound(given)
            && let Some(text) = scope.mismatch("The merge options", &expected, given)
        {
            return Err(LookupError::puppet(text));
        }
        let Merge::Deep(mut deep) = self else {
            return Ok(self);
        };
        for (key, value) in options {
            if let Data::String(key) = key
                && **key != *"strategy"
            {
                deep.given.push((Arc::clone(key), value.clone()));
            }
            match (key.as_str(), value) {
                (Some("knockout_prefix"), Data::String(prefix)) => {
                    deep.knockout_prefix = Some(Arc::clone(prefix));
                }
                (Some("sort_merged_arrays"), Data::Boolean(sort)) => {
                    deep.sort_merged_arrays = *sort
                }
                (Some("merge_hash_arrays"), Data::Boolean(merge)) => {
                    deep.merge_hash_arrays = *merge
                }
                _ => {}
            }
        }
        Ok(Merge::Deep(deep))
    }

    /// Returns the name that explanations show.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Merge::First => "first",
            Merge::Unique => "unique",
            Merge::Hash => "hash",
            Merge::Deep(deep) => deep.name,
        }
    }

    /// Returns the options as given, a Hash.
    #[must_use]
    pub fn given(&self) -> Option<Data> {
        match self {
            Merge::Deep(deep) if !deep.given.is_empty() => {
                let pairs = deep.given.iter();
                let pairs =
                    pairs.map(|(key, value)| (Data::String(Arc::clone(key)), value.clone()));
                Some(Data::hash(pairs.collect()))
            }
            _ => None,
        }
    }

    /// Converts the first of several values before the others are merged into it.
    #[must_use]
    pub fn single(&self, value: Data) -> Data {
        match (self, &value) {
            (Merge::Unique, Data::Array(items)) => {
                let mut flat = Vec::with_capacity(items.len());
                items
                    .iter()
                    .for_each(|item| flatten(item, &mut |item| flat.push(item.clone())));
                Data::array(flat)
            }
            (Merge::Unique, _) => Data::array(vec![value]),
            _ => value,
        }
    }

    /// Converts the value of the only place that has one: `unique` removes duplicates, but does not
    /// flatten nested lists.
    #[must_use]
    pub fn only(&self, value: Data) -> Data {
        match (self, &value) {
            (Merge::Unique, Data::Array(items)) => {
                let once: Pairs = items
                    .iter()
                    .map(|item| (item.clone(), Data::Undef))
                    .collect();
                Data::array(once.into_keys().collect())
            }
            _ => value,
        }
    }

    /// Merges the values of two places, of which the first takes precedence.
    ///
    /// # Errors
    /// Fails if the strategy cannot merge the values.
    pub fn merge(
        &self,
        first: Data,
        second: Data,
        scope: &mut dyn Scope,
    ) -> Result<Data, LookupError> {
        match self {
            Merge::First => Ok(first),
            Merge::Unique => {
                check(
                    "first",
                    &first,
                    "Variant[Scalar, Array[Data]]",
                    is_unique_operand(&first),
                    scope,
                )?;
                check(
                    "second",
                    &second,
                    "Variant[Scalar, Array[Data]]",
                    is_unique_operand(&second),
                    scope,
                )?;
                Ok(unique(&[first, second]))
            }
            Merge::Hash => {
                check_first_operand(&first, scope)?;
                check(
                    "second",
                    &second,
                    "Hash[String, Data]",
                    is_data_hash(&second),
                    scope,
                )?;
                match (first, second) {
                    (Data::Hash(first), Data::Hash(second)) => Ok(combine(&second, &first)),
                    (first, _) => Ok(first),
                }
            }
            Merge::Deep(deep) if self.is_reverse() => deep_merge::merge(deep, second, first),
            Merge::Deep(deep) => deep_merge::merge(deep, first, second),
        }
    }
}

impl Merge {
    /// Returns true if later values take precedence over earlier ones.
    #[must_use]
    pub fn is_reverse(&self) -> bool {
        matches!(self, Merge::Deep(deep) if deep.name == "reverse_deep")
    }

    /// Returns the changes that a merge makes to the value with precedence and the values in it, as
    /// pairs of old and new value.
    #[must_use]
    pub fn left(&self, over: &Data, below: &Data) -> Vec<(Data, Data)> {
        match self {
            Merge::Deep(deep) => deep_merge::left(deep, over, below),
            Merge::First | Merge::Unique | Merge::Hash => Vec::new(),
        }
    }
}

/// Combines the pairs of `low` and `high`; those of `high` replace equal keys in place.
pub(super) fn combine(low: &Pairs, high: &Pairs) -> Data {
    let mut pairs = low.clone();
    pairs.extend(high.iter().map(|(key, value)| (key.clone(), value.clone())));
    Data::hash(pairs)
}

/// Checks the value that takes precedence when hashes are merged.
///
/// # Errors
/// Fails if it is not a hash of data.
pub(super) fn check_first_operand(value: &Data, scope: &mut dyn Scope) -> Result<(), LookupError> {
    check(
        "first",
        value,
        "Hash[String, Data]",
        is_data_hash(value),
        scope,
    )
}

fn check(
    which: &str,
    value: &Data,
    expected: &str,
    fits: bool,
    scope: &mut dyn Scope,
) -> Result<(), LookupError> {
    if fits {
        return Ok(());
    }
    let subject = format!("The {which} element of the merge");
    let text = scope.mismatch(&subject, expected, value);
    Err(LookupError::puppet(
        text.unwrap_or_else(|| format!("{subject} has wrong type")),
    ))
}

fn is_unique_operand(value: &Data) -> bool {
    match value {
        Data::Undef | Data::Hash(_) => false,
        // some rich values are Scalar; the type check decides
        Data::Rich(_) => false,
        other => other.is_data(),
    }
}

fn is_data_hash(value: &Data) -> bool {
    matches!(value, Data::Hash(_)) && value.is_data()
}

/// Collects all values in one list, with nested lists flattened and without duplicates.
fn unique(values: &[Data]) -> Data {
    let mut seen = Pairs::default();
    let mut add = |item: &Data| {
        if !seen.contains_key(item) {
            seen.insert(item.clone(), Data::Undef);
        }
    };
    values.iter().for_each(|value| flatten(value, &mut add));
    Data::array(seen.into_keys().collect())
}

fn flatten(value: &Data, add: &mut dyn FnMut(&Data)) {
    limits::stack();
    match value {
        Data::Array(items) => items.iter().for_each(|item| flatten(item, add)),
        other => add(other),
    }
}
