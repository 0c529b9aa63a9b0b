//! Finds the differences between two values, each with the path that leads to it.

use std::collections::HashMap;

use imara_diff::{Algorithm, Diff, Hunk, Token};
use serde_json::{Map, Value};

use crate::change::{AttributeChange, ShownValue};
use crate::path::{Path, Segment};

/// Returns the differences between two values of an attribute, in the order of the new value.
///
/// Hashes are compared by key, arrays by their longest common subsequence. Sensitive values are
/// hidden in the result.
pub fn differences(attribute: &str, old: &Value, new: &Value) -> Vec<AttributeChange> {
    let mut walk = Walk {
        path: vec![Segment::Key(attribute.to_owned())],
        found: Vec::new(),
    };
    walk.compare(old, new);
    walk.found
}

struct Walk {
    path: Vec<Segment>,
    found: Vec<AttributeChange>,
}

impl Walk {
    fn at(&mut self, segment: Segment, visit: impl FnOnce(&mut Self)) {
        self.path.push(segment);
        visit(self);
        self.path.pop();
    }

    fn note(&mut self, old: Option<&Value>, new: Option<&Value>) {
        let is_hidden = old.is_some_and(is_sensitive) || new.is_some_and(is_sensitive);
        let show = |value: &Value| match is_hidden {
            true => ShownValue::Hidden,
            false => ShownValue::Value(redacted(value)),
        };
        self.found.push(AttributeChange {
            path: Path(self.path.clone()),
            old: old.map(show),
            new: new.map(show),
        });
    }

    fn compare(&mut self, old: &Value, new: &Value) {
        if same(old, new) {
            return;
        }
        match (old, new) {
            _ if is_sensitive(old) || is_sensitive(new) => self.note(Some(old), Some(new)),
            // a value of a rich type is compared as a whole
            (Value::Object(a), Value::Object(b))
                if a.get("__ptype") == b.get("__ptype")
                    && !a.get("__pvalue").is_some_and(Value::is_string)
                    && shares_keys(a, b) =>
            {
                self.compare_hashes(a, b);
            }
            (Value::Array(a), Value::Array(b)) if is_worth_pairing(a, b) => {
                self.compare_arrays(a, b);
            }
            _ => self.note(Some(old), Some(new)),
        }
    }

    fn compare_hashes(&mut self, old: &Map<String, Value>, new: &Map<String, Value>) {
        for (key, value) in old {
            if !new.contains_key(key) {
                self.at(Segment::Key(key.clone()), |walk| {
                    walk.note(Some(value), None)
                });
            }
        }
        for (key, value) in new {
            self.at(Segment::Key(key.clone()), |walk| match old.get(key) {
                Some(before) => walk.compare(before, value),
                None => walk.note(None, Some(value)),
            });
        }
    }

    fn compare_arrays(&mut self, old: &[Value], new: &[Value]) {
        for Hunk { before, after } in array_hunks(old, new) {
            let (from, to) = (
                before.start as usize..before.end as usize,
                after.start as usize..after.end as usize,
            );
            if from.len() == to.len() {
                for (i, k) in from.zip(to) {
                    let item = Segment::Item { old: i, new: k };
                    self.at(item, |walk| walk.compare(&old[i], &new[k]));
                }
                continue;
            }
            for i in from {
                let item = Segment::Item { old: i, new: i };
                self.at(item, |walk| walk.note(Some(&old[i]), None));
            }
            for k in to {
                let item = Segment::Item { old: k, new: k };
                self.at(item, |walk| walk.note(None, Some(&new[k])));
            }
        }
    }
}

/// Returns the parts of two arrays outside of their longest common subsequence. Swapping the arrays
/// swaps the result, because ties are always broken in the same direction.
fn array_hunks(old: &[Value], new: &[Value]) -> Vec<Hunk> {
    let mut known: HashMap<&Value, Token> = HashMap::new();
    let mut number = |item| {
        let next = Token(known.len() as u32);
        *known.entry(item).or_insert(next)
    };
    let a: Vec<Token> = old.iter().map(&mut number).collect();
    let b: Vec<Token> = new.iter().map(&mut number).collect();
    let count = known.len() as u32;
    let mut diff = Diff::default();
    if canonical(old) > canonical(new) {
        diff.compute_with(Algorithm::Myers, &b, &a, count);
        return diff.hunks().map(|hunk| hunk.invert()).collect();
    }
    diff.compute_with(Algorithm::Myers, &a, &b, count);
    diff.hunks().collect()
}

/// Returns a text by which arrays are ordered. It does not depend on the order of keys in hashes.
fn canonical(items: &[Value]) -> String {
    fn write(value: &Value, out: &mut String) {
        match value {
            Value::Array(items) => {
                out.push('[');
                items.iter().for_each(|item| write(item, out));
                out.push(']');
            }
            Value::Object(map) => {
                let mut keys: Vec<_> = map.iter().collect();
                keys.sort_by_key(|(key, _)| *key);
                out.push('{');
                for (key, item) in keys {
                    out.push_str(key);
                    out.push(':');
                    write(item, out);
                }
                out.push('}');
            }
            scalar => {
                out.push_str(&scalar.to_string());
                out.push(',');
            }
        }
    }
    let mut out = String::new();
    items.iter().for_each(|item| write(item, &mut out));
    out
}

/// Returns true if two arrays have enough in common to compare their items instead of the whole.
fn is_worth_pairing(old: &[Value], new: &[Value]) -> bool {
    let is_container = |value: &Value| value.is_array() || value.is_object();
    match old.is_empty() || new.is_empty() {
        true => false,
        false if old.len() == new.len() && old.iter().chain(new).all(is_container) => true,
        false => old.iter().any(|item| new.contains(item)),
    }
}

/// Returns true if two hashes have a common key. If not, the whole value counts as replaced.
fn shares_keys(old: &Map<String, Value>, new: &Map<String, Value>) -> bool {
    old.keys().any(|key| new.contains_key(key))
}

/// Returns true if two values are equal. Floats are compared as numbers, whatever their text.
pub(crate) fn same(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Number(a), Value::Number(b)) => {
            let is_float = |text: &str| text.contains(['.', 'e', 'E']);
            let (x, y) = (a.to_string(), b.to_string());
            x == y || is_float(&x) && is_float(&y) && a.as_f64() == b.as_f64()
        }
        _ => old == new,
    }
}

/// Returns true if a value has the rich type Sensitive.
pub(crate) fn is_sensitive(value: &Value) -> bool {
    value
        .get("__ptype")
        .is_some_and(|ptype| ptype == "Sensitive")
}

/// The replacement for a sensitive value that is part of another value.
pub(crate) const REDACTED: &str = "value redacted";

/// Returns the value with its sensitive parts replaced.
pub(crate) fn redacted(value: &Value) -> Value {
    match value {
        Value::Object(map) if is_sensitive(value) => {
            let hide = |(key, inner): (&String, &Value)| match key == "__ptype" {
                true => (key.clone(), inner.clone()),
                false => (key.clone(), Value::from(REDACTED)),
            };
            Value::Object(map.iter().map(hide).collect())
        }
        Value::Object(map) => {
            let entries = map
                .iter()
                .map(|(key, inner)| (key.clone(), redacted(inner)));
            Value::Object(entries.collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(redacted).collect()),
        scalar => scalar.clone(),
    }
}
