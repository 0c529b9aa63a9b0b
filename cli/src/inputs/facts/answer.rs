//! What PuppetDB answers for facts, factsets and inventory, as a list of rows of all nodes.

use catalog::data::{Data, Hash, Pairs};
use catalog::node::fact_values;
use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::NodeFacts;

/// Facts by the names of their nodes, in the order in which these come first.
pub(in crate::inputs) type ByName = IndexMap<String, NodeFacts, FixedState>;

/// The rows of an answer: a list, or a hash that has the list as `data`. `None` for anything else.
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

/// Whether a hash is one row of an answer that has all facts of a node.
pub(in crate::inputs) fn is_row(data: &Data) -> bool {
    let text = |hash: &Hash, key: &str| hash.get(key).and_then(Data::as_str).is_some();
    data.as_hash().is_some_and(|hash| text(hash, "certname"))
}

/// Takes rows apart.
///
/// # Errors
/// The first row that holds no facts, and what it lacks.
pub(in crate::inputs) fn by_name(rows: &[Data]) -> Result<ByName, String> {
    let mut single: IndexMap<String, Pairs, FixedState> = IndexMap::default();
    let mut nodes = ByName::default();
    for (number, row) in rows.iter().enumerate() {
        let problem = |what: &str| format!("row {}: {what}", number + 1);
        let hash = row.as_hash().ok_or_else(|| problem("is no hash"))?;
        let certname = hash.get("certname").and_then(Data::as_str);
        let certname = certname.ok_or_else(|| problem("has no certname"))?;
        match (hash.get("facts"), hash.get("name"), hash.get("value")) {
            (Some(facts), ..) => {
                let facts = whole(facts, hash.get("trusted")).map_err(&problem)?;
                nodes.insert(certname.to_owned(), facts);
            }
            (None, Some(name), Some(value)) if name.as_str().is_some() => {
                // those of several nodes may be mixed
                let facts = match single.get_mut(certname) {
                    Some(facts) => facts,
                    None => single.entry(certname.to_owned()).or_default(),
                };
                facts.insert(name.clone(), value.clone());
            }
            _ => {
                return Err(problem(
                    "holds no facts: name and value, or facts, are wanted",
                ));
            }
        }
    }
    for (certname, facts) in single {
        nodes.insert(certname, split(facts, None));
    }
    Ok(nodes)
}

/// The facts of a factset or of an inventory row.
fn whole(facts: &Data, trusted: Option<&Data>) -> Result<NodeFacts, &'static str> {
    let Data::Hash(hash) = facts else {
        return Err("has facts that are no hash");
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

/// Facts without those that Puppet has put there to store them: what was trusted, and the time.
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

/// The name of the node in facts as Puppet stores them, `{name, values}`.
pub(in crate::inputs) fn stored_name(data: &Data) -> Option<&str> {
    let hash = data.as_hash()?;
    let name = hash.get("name")?.as_str()?;
    hash.get("values")?.as_hash()?;
    Some(name)
}

/// The facts of one node: as they are, as Puppet stores them, or as a row of PuppetDB's.
///
/// # Errors
/// What the row lacks.
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
