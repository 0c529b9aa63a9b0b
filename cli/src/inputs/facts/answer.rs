//! Parses PuppetDB's answers for facts, factsets and inventory: lists of rows of all nodes.

use catalog::data::{Data, Hash, Pairs};
use catalog::node::fact_values;
use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::NodeFacts;

/// Facts by node name, in the order of the first row of each node.
pub(in crate::inputs) type ByName = IndexMap<String, NodeFacts, FixedState>;

/// Returns the rows of an answer: a list, or a hash that has the list as `data`. `None` for
/// anything else.
pub(in crate::inputs) fn rows(data: &Data) -> Option<&[Data]> {
    match data {
        Data::Array(rows) => Some(rows),
        Data::Hash(hash) => match hash.get("data")? {
            Data::Array(rows) if hash.get("name").is_none() && rows.iter().all(is_row) => {
                Some(rows)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns true if a hash is a row of an answer: it has a `certname`.
pub(in crate::inputs) fn is_row(data: &Data) -> bool {
    let text = |hash: &Hash, key: &str| hash.get(key).and_then(Data::as_str).is_some();
    data.as_hash().is_some_and(|hash| text(hash, "certname"))
}

/// Collects the facts of each node from rows.
///
/// # Errors
/// Fails at the first row that holds no facts. The message says what the row lacks.
pub(in crate::inputs) fn by_name(rows: &[Data]) -> Result<ByName, String> {
    let mut single: IndexMap<String, Pairs, FixedState> = IndexMap::default();
    let mut nodes = ByName::default();
    for (number, row) in rows.iter().enumerate() {
        let problem = |what: &str| format!("row {}: {what}", number + 1);
        let hash = row.as_hash().ok_or_else(|| problem("is not a hash"))?;
        let certname = hash.get("certname").and_then(Data::as_str);
        let certname = certname.ok_or_else(|| problem("has no certname"))?;
        match (hash.get("facts"), hash.get("name"), hash.get("value")) {
            (Some(facts), ..) => {
                let facts = whole(facts, hash.get("trusted")).map_err(&problem)?;
                nodes.insert(certname.to_owned(), facts);
            }
            (None, Some(name), Some(value)) if name.as_str().is_some() => {
                // rows of several nodes may be mixed
                let facts = match single.get_mut(certname) {
                    Some(facts) => facts,
                    None => single.entry(certname.to_owned()).or_default(),
                };
                facts.insert(name.clone(), value.clone());
            }
            _ => {
                return Err(problem("has no facts: expected name and value, or facts"));
            }
        }
    }
    for (certname, facts) in single {
        nodes.insert(certname, split(facts, None));
    }
    Ok(nodes)
}

/// Returns the facts of a factset or of an inventory row.
fn whole(facts: &Data, trusted: Option<&Data>) -> Result<NodeFacts, &'static str> {
    let Data::Hash(hash) = facts else {
        return Err("has facts that are not a hash");
    };
    let list = match hash.get("data") {
        Some(Data::Array(list)) => list,
        None if hash.len() == 1 && hash.get("href").is_some() => {
            return Err("has only the address of the facts, not the facts");
        }
        _ => {
            return Ok(split(
                hash.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
                trusted,
            ));
        }
    };
    let pair = |fact: &Data| {
        let fact = fact.as_hash()?;
        let name = fact.get("name").filter(|name| name.as_str().is_some())?;
        Some((name.clone(), fact.get("value")?.clone()))
    };
    let pairs: Option<Pairs> = list.iter().map(pair).collect();
    let pairs = pairs.ok_or("has facts without name or value")?;
    Ok(split(pairs, trusted))
}

/// Splits stored facts into facts and trusted data, and drops the time stamp. Puppet stores all of
/// them together.
pub(in crate::inputs) fn split(mut facts: Pairs, trusted: Option<&Data>) -> NodeFacts {
    let stored = facts.shift_remove(&Data::string("trusted"));
    for stamp in ["_timestamp", ":_timestamp"] {
        facts.shift_remove(&Data::string(stamp));
    }
    let trusted = trusted.cloned().or(stored);
    NodeFacts {
        facts: Data::hash(facts),
        trusted: trusted.filter(|trusted| trusted.as_hash().is_some()),
    }
}

/// Returns the node name in facts as Puppet stores them: `{name, values}`.
pub(in crate::inputs) fn stored_name(data: &Data) -> Option<&str> {
    let hash = data.as_hash()?;
    let name = hash.get("name")?.as_str()?;
    hash.get("values")?.as_hash()?;
    Some(name)
}

/// Returns the facts of one node, which may be plain, as Puppet stores them, or a row of PuppetDB.
///
/// # Errors
/// Fails with what the row lacks.
pub(in crate::inputs) fn of_one(data: &Data) -> Result<NodeFacts, String> {
    if is_row(data)
        && data
            .as_hash()
            .is_some_and(|hash| hash.get("facts").is_some())
    {
        let nodes = by_name(std::slice::from_ref(data))?;
        return Ok(nodes.into_values().next().unwrap_or_else(NodeFacts::none));
    }
    if stored_name(data).is_none() {
        return Ok(NodeFacts::of(data.clone()));
    }
    let values = fact_values(data.clone());
    let pairs = values.as_hash().into_iter().flat_map(|hash| hash.iter());
    Ok(split(
        pairs.map(|(k, v)| (k.clone(), v.clone())).collect(),
        None,
    ))
}
