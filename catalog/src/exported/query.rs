//! The abstract queries of PuppetDB, over rows.

use std::cmp::Ordering;

use regex::Regex;

use super::answer::Rows;
use crate::data::Data;

/// Whether a row satisfies a query.
///
/// # Errors
/// What of the query is not understood.
pub(super) fn holds(rows: &Rows<'_>, query: &Data, row: &Data) -> Result<bool, String> {
    let (operator, operands) = parts(query)?;
    match (operator, operands) {
        ("and", all) => {
            for query in all {
                if !holds(rows, query, row)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        ("or", any) => {
            for query in any {
                if holds(rows, query, row)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        ("not", [query]) => Ok(!holds(rows, query, row)?),
        ("null?", [field, Data::Boolean(wanted)]) => Ok(value(row, field)?.is_undef() == *wanted),
        ("in", [field, list]) => is_in(rows, field, list, row),
        ("subquery", [entity, query]) => {
            let entity = entity.as_str().ok_or("a subquery names no entity")?;
            let names = rows.certnames(entity, query)?;
            Ok(names.contains(&field_of(row, "certname")))
        }
        ("=" | "~" | "<" | ">" | "<=" | ">=", [field, wanted]) => {
            let found = match field.as_str() {
                Some("tag") => field_of(row, "tags"),
                _ => value_of_node(rows, row, field)?,
            };
            compare(operator, field.as_str() == Some("tag"), &found, wanted)
        }
        _ => Err(format!("the operator '{operator}' is not understood here")),
    }
}

/// The operator and the operands of a query.
pub(super) fn parts(query: &Data) -> Result<(&str, &[Data]), String> {
    let items = query.as_array().ok_or("a query is not an array")?;
    match items.split_first() {
        Some((operator, operands)) => match operator.as_str() {
            Some(operator) => Ok((operator, operands)),
            None => Err("a query does not begin with an operator".to_owned()),
        },
        None => Err("a query is empty".to_owned()),
    }
}

fn compare(operator: &str, is_tag: bool, found: &Data, wanted: &Data) -> Result<bool, String> {
    if let (true, Data::Array(tags)) = (is_tag, found) {
        let wanted = wanted.as_str().unwrap_or_default().to_lowercase();
        return match operator {
            "=" => Ok(tags.iter().any(|tag| tag.as_str() == Some(&*wanted))),
            _ => Err(format!("tags can not be compared with '{operator}'")),
        };
    }
    if operator == "~" {
        let pattern = wanted.as_str().ok_or("a pattern is not a text")?;
        let pattern = Regex::new(pattern).map_err(|error| error.to_string())?;
        return Ok(found.as_str().is_some_and(|text| pattern.is_match(text)));
    }
    let order = order(found, wanted);
    Ok(match operator {
        "=" => order == Some(Ordering::Equal),
        "<" => order == Some(Ordering::Less),
        ">" => order == Some(Ordering::Greater),
        "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

/// How two values stand to each other, if they do.
pub(super) fn order(a: &Data, b: &Data) -> Option<Ordering> {
    let number = |data: &Data| match data {
        Data::Integer(number) => Some(*number as f64),
        Data::Float(number) => Some(*number),
        _ => None,
    };
    match (a, b) {
        (Data::String(a), Data::String(b)) => Some(a.cmp(b)),
        (Data::Boolean(a), Data::Boolean(b)) => Some(a.cmp(b)),
        (Data::Integer(a), Data::Integer(b)) => Some(a.cmp(b)),
        _ => match (number(a), number(b)) {
            (Some(a), Some(b)) => a.partial_cmp(&b),
            _ => (a == b).then_some(Ordering::Equal),
        },
    }
}

fn is_in(rows: &Rows<'_>, field: &Data, list: &Data, row: &Data) -> Result<bool, String> {
    let (operator, operands) = parts(list)?;
    let fields = match field {
        Data::Array(fields) if fields.first().and_then(Data::as_str) != Some("parameter") => {
            fields.to_vec()
        }
        single => vec![single.clone()],
    };
    let own = fields
        .iter()
        .map(|field| value(row, field))
        .collect::<Result<Vec<Data>, String>>()?;
    let found: Vec<Vec<Data>> = match (operator, operands) {
        ("array", [items]) => {
            let items = items.as_array().ok_or("'array' holds no array")?;
            items.iter().map(|item| vec![item.clone()]).collect()
        }
        ("from", _) => rows.columns(list)?,
        ("extract", [columns, query]) => {
            let (select, operands) = parts(query)?;
            let entity = select
                .strip_prefix("select_")
                .ok_or("'extract' selects nothing")?;
            let mut extract = vec![Data::string("extract"), columns.clone()];
            extract.extend(operands.iter().cloned());
            rows.columns(&Data::array(vec![
                Data::string("from"),
                Data::string(entity),
                Data::array(extract),
            ]))?
        }
        _ => return Err(format!("'in' can not look into '{operator}'")),
    };
    Ok(found.contains(&own))
}

/// The value of a field, or of a fact of the row's node.
fn value_of_node(rows: &Rows<'_>, row: &Data, field: &Data) -> Result<Data, String> {
    match field.as_array().map(|parts| &parts[..]) {
        Some([kind, name]) if kind.as_str() == Some("fact") => {
            let name = name.as_str().ok_or("a fact's name is not a text")?;
            let certname = field_of(row, "certname");
            Ok(rows.fact(certname.as_str().unwrap_or_default(), name))
        }
        _ => value(row, field),
    }
}

/// The value of a field: `certname`, `parameters.mode`, `["parameter", "mode"]`.
pub(super) fn value(row: &Data, field: &Data) -> Result<Data, String> {
    if let Some(path) = field.as_str() {
        return Ok(field_of(row, path));
    }
    match field.as_array().map(|parts| &parts[..]) {
        Some([kind, name]) if kind.as_str() == Some("parameter") => {
            let name = name.as_str().ok_or("a parameter's name is not a text")?;
            let parameters = field_of(row, "parameters");
            let found = parameters
                .as_hash()
                .and_then(|hash| hash.get(name))
                .cloned();
            Ok(found.unwrap_or(Data::Undef))
        }
        _ => Err("a field is neither a name nor a parameter".to_owned()),
    }
}

/// The value at a dotted path; `undef` when there is none.
pub(super) fn field_of(row: &Data, path: &str) -> Data {
    let mut found = row;
    for part in path.split('.') {
        let part = part.trim_matches('"');
        let next = match found {
            Data::Hash(hash) => hash.get(part),
            Data::Array(items) => part.parse().ok().and_then(|at: usize| items.get(at)),
            _ => None,
        };
        match next {
            Some(next) => found = next,
            None => return Data::Undef,
        }
    }
    found.clone()
}
