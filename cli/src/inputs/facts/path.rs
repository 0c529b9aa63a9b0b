//! Parses and applies dotted paths into facts: `os.release.major`, `disks."sda.1".size`, `list.0`.

use catalog::data::{Data, Pairs};

/// A path with at least one part.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FactPath {
    parts: Vec<String>,
    text: String,
}

/// Parses a path. A part that contains dots is written in double quotes.
///
/// # Errors
/// Fails if a part is empty or a quote has no end.
pub(super) fn parse(text: &str) -> Result<FactPath, String> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let (part, tail) = match rest.strip_prefix('"') {
            Some(quoted) => quoted
                .split_once('"')
                .ok_or_else(|| format!("a quote does not end in '{text}'"))?,
            None => rest.split_at(rest.find('.').unwrap_or(rest.len())),
        };
        if part.is_empty() {
            return Err(format!("an empty part in '{text}'"));
        }
        parts.push(part.to_owned());
        match tail.strip_prefix('.') {
            Some(tail) => rest = tail,
            None if tail.is_empty() => break,
            None => return Err(format!("'{tail}' after a quoted part in '{text}'")),
        }
    }
    let text = text.to_owned();
    Ok(FactPath { parts, text })
}

impl FactPath {
    /// Returns the facts with `value` at the path. Creates missing hashes on the way.
    ///
    /// # Errors
    /// Fails if a value on the way has no parts, or a list has no such index.
    pub(super) fn set(&self, facts: &Data, value: &Data) -> Result<Data, String> {
        set(facts, &self.parts, value).map_err(|what| format!("{}: {what}", self.text))
    }

    /// Returns the facts without the value at the path.
    pub(super) fn remove(&self, facts: &Data) -> Data {
        remove(facts, &self.parts)
    }
}

fn set(data: &Data, parts: &[String], value: &Data) -> Result<Data, String> {
    let Some((part, rest)) = parts.split_first() else {
        return Ok(value.clone());
    };
    match data {
        Data::Array(items) => {
            let at = part.parse::<usize>().ok().filter(|at| *at <= items.len());
            let at =
                at.ok_or_else(|| format!("a list of {} items has no index '{part}'", items.len()))?;
            let mut items = items.to_vec();
            if at == items.len() {
                items.push(Data::Undef);
            }
            items[at] = set(&items[at], rest, value)?;
            Ok(Data::array(items))
        }
        Data::Hash(_) | Data::Undef => {
            let mut pairs: Pairs = match data {
                Data::Hash(hash) => hash.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
                _ => Pairs::default(),
            };
            let key = Data::string(part);
            let inner = set(pairs.get(&key).unwrap_or(&Data::Undef), rest, value)?;
            pairs.insert(key, inner);
            Ok(Data::hash(pairs))
        }
        _ => Err(format!(
            "the value before '{part}' is neither a hash nor a list"
        )),
    }
}

fn remove(data: &Data, parts: &[String]) -> Data {
    let Some((part, rest)) = parts.split_first() else {
        return data.clone();
    };
    match data {
        Data::Array(items) => {
            let mut items = items.to_vec();
            match part.parse::<usize>().ok().filter(|at| *at < items.len()) {
                Some(at) if rest.is_empty() => drop(items.remove(at)),
                Some(at) => items[at] = remove(&items[at], rest),
                None => {}
            }
            Data::array(items)
        }
        Data::Hash(hash) => {
            let mut pairs: Pairs = hash.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            let key = Data::string(part);
            match pairs.get_mut(&key) {
                Some(_) if rest.is_empty() => drop(pairs.shift_remove(&key)),
                Some(inner) => *inner = remove(inner, rest),
                None => {}
            }
            Data::hash(pairs)
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_set_and_removed_at_paths() {
        let path = |text: &str| parse(text).expect("a path");
        let empty = Data::hash(Pairs::default());
        let made = path("os.release.major").set(&empty, &Data::string("12"));
        let made = made.expect("there is room");
        let made = path("list.0")
            .set(&made, &Data::Integer(1))
            .expect("a hash");
        let made = path("disks.\"sda.1\".size").set(&made, &Data::Integer(2));
        let made = made.expect("there is room");
        let at = |data: &Data, keys: &[&str]| {
            keys.iter()
                .try_fold(data.clone(), |data, key| data.as_hash()?.get(key).cloned())
        };
        assert_eq!(
            at(&made, &["os", "release", "major"]),
            Some(Data::string("12"))
        );
        assert_eq!(
            at(&made, &["disks", "sda.1", "size"]),
            Some(Data::Integer(2))
        );
        let gone = path("os.release").remove(&made);
        assert_eq!(at(&gone, &["os"]), Some(empty));
        assert!(
            path("os.release.major.minor")
                .set(&made, &Data::Undef)
                .is_err()
        );
        for wrong in ["", "a..b", ".a", "a.", "\"a", "\"a\"b"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lists_have_places() {
        let list = Data::array(vec![Data::Integer(1)]);
        let set = |text: &str| parse(text).expect("a path").set(&list, &Data::Integer(9));
        let integers =
            |items: &[i64]| Data::array(items.iter().map(|i| Data::Integer(*i)).collect());
        assert_eq!(set("0"), Ok(integers(&[9])));
        assert_eq!(set("1"), Ok(integers(&[1, 9])));
        assert!(set("2").is_err() && set("x").is_err());
        assert_eq!(parse("0").expect("a path").remove(&list), integers(&[]));
    }
}
