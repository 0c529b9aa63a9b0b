//! Answers to queries of PuppetDB from the store.

use super::query::{field_of, holds, order, parts, value};
use super::{Store, Stored, pql};
use crate::data::{Data, Pairs};

/// Answers a query: PQL, or an array that is an abstract query.
///
/// # Errors
/// What of the query is not understood, or not known here.
pub fn answer(store: &Store, query: &Data) -> Result<Data, String> {
    let parsed = match query {
        Data::String(text) if text.trim_start().starts_with('[') => {
            crate::data::read_json("query", text).map_err(|error| error.to_string())?
        }
        Data::String(text) => pql::parse(text)?,
        other => other.clone(),
    };
    Rows { store }.from(&parsed).map(Data::array)
}

/// The entities of the store as rows.
pub(super) struct Rows<'s> {
    store: &'s Store,
}

fn row<'f>(fields: impl IntoIterator<Item = (&'f str, Data)>) -> Data {
    let pairs = fields
        .into_iter()
        .map(|(name, value)| (Data::string(name), value));
    Data::hash(pairs.collect::<Pairs>())
}

fn resource(stored: &Stored) -> Data {
    row([
        ("certname", Data::string(&stored.certname)),
        ("environment", stored.environment.clone()),
        ("type", Data::string(&stored.type_name)),
        ("title", Data::string(&stored.title)),
        ("exported", Data::Boolean(stored.exported)),
        ("tags", stored.tags.clone()),
        ("file", stored.file.clone()),
        ("line", stored.line.clone()),
        ("parameters", stored.parameters.clone()),
    ])
}

impl Rows<'_> {
    fn all(&self, entity: &str) -> Result<Vec<Data>, String> {
        let store = self.store;
        match entity {
            "resources" => Ok(store.resources.iter().map(resource).collect()),
            "nodes" => {
                let node = |(name, environment): &(String, Data)| {
                    row([
                        ("certname", Data::string(name)),
                        ("deactivated", Data::Undef),
                        ("expired", Data::Undef),
                        ("catalog_environment", environment.clone()),
                    ])
                };
                Ok(store.nodes.iter().map(node).collect())
            }
            "inventory" => {
                let node = |(name, facts): &(String, Data)| {
                    row([
                        ("certname", Data::string(name)),
                        ("environment", self.environment(name)),
                        ("facts", facts.clone()),
                    ])
                };
                Ok(store.facts.iter().map(node).collect())
            }
            "facts" => {
                let mut rows = Vec::new();
                for (name, facts) in &store.facts {
                    for (fact, value) in facts.as_hash().into_iter().flat_map(|hash| hash.iter()) {
                        rows.push(row([
                            ("certname", Data::string(name)),
                            ("environment", self.environment(name)),
                            ("name", fact.clone()),
                            ("value", value.clone()),
                        ]));
                    }
                }
                Ok(rows)
            }
            _ => Err(format!(
                "the store of exported resources knows nothing of '{entity}'; it has resources, nodes, facts and inventory"
            )),
        }
    }

    fn environment(&self, certname: &str) -> Data {
        let mut nodes = self.store.nodes.iter();
        let found = nodes.find(|(name, _)| name == certname);
        found.map_or(Data::Undef, |(_, environment)| environment.clone())
    }

    /// A fact of a node, by its dotted path.
    pub(super) fn fact(&self, certname: &str, path: &str) -> Data {
        let mut facts = self.store.facts.iter();
        let found = facts.find(|(name, _)| name == certname);
        found.map_or(Data::Undef, |(_, facts)| field_of(facts, path))
    }

    /// The names of the nodes of the rows that a query finds.
    pub(super) fn certnames(&self, entity: &str, query: &Data) -> Result<Vec<Data>, String> {
        let mut names = Vec::new();
        for row in self.all(entity)? {
            if holds(self, query, &row)? {
                names.push(field_of(&row, "certname"));
            }
        }
        Ok(names)
    }

    /// What a query extracts, without the names of the fields.
    pub(super) fn columns(&self, query: &Data) -> Result<Vec<Vec<Data>>, String> {
        let rows = self.from(query)?;
        let values = |row: &Data| -> Vec<Data> {
            let pairs = row.as_hash().into_iter().flat_map(|hash| hash.values());
            pairs.cloned().collect()
        };
        Ok(rows.iter().map(values).collect())
    }

    /// `["from", entity, query, paging...]`
    fn from(&self, query: &Data) -> Result<Vec<Data>, String> {
        let ("from", [entity, rest @ ..]) = parts(query)? else {
            return Err("a query does not begin with 'from'".to_owned());
        };
        let entity = entity.as_str().ok_or("'from' names no entity")?;
        let mut rows = self.all(entity)?;
        let mut extract = None;
        let mut paging = Vec::new();
        for part in rest {
            match parts(part)? {
                ("order_by" | "limit" | "offset", _) => paging.push(part),
                ("extract", [columns, rest @ ..]) => {
                    let mut group = None;
                    for part in rest {
                        match parts(part)? {
                            ("group_by", fields) => group = Some(fields),
                            _ => self.keep(&mut rows, part)?,
                        }
                    }
                    extract = Some((columns, group));
                }
                _ => self.keep(&mut rows, part)?,
            }
        }
        if let Some((columns, group)) = extract {
            rows = extracted(rows, columns, group)?;
        }
        paging.sort_by_key(|part| match parts(part) {
            Ok(("order_by", _)) => 0,
            Ok(("offset", _)) => 1,
            _ => 2,
        });
        for part in paging {
            page(&mut rows, part)?;
        }
        Ok(rows)
    }

    fn keep(&self, rows: &mut Vec<Data>, query: &Data) -> Result<(), String> {
        let mut kept = Vec::with_capacity(rows.len());
        for row in rows.drain(..) {
            if holds(self, query, &row)? {
                kept.push(row);
            }
        }
        *rows = kept;
        Ok(())
    }
}

fn page(rows: &mut Vec<Data>, part: &Data) -> Result<(), String> {
    let number = |operand: &Data| match operand {
        Data::Integer(number) if *number >= 0 => Ok(*number as usize),
        _ => Err("'limit' and 'offset' want a number".to_owned()),
    };
    match parts(part)? {
        ("limit", [count]) => rows.truncate(number(count)?),
        ("offset", [count]) => {
            let count = number(count)?.min(rows.len());
            rows.drain(..count);
        }
        ("order_by", [fields]) => {
            let fields = fields.as_array().ok_or("'order_by' wants an array")?;
            for field in fields.iter().rev() {
                let (name, descends) = match field {
                    Data::Array(pair) => (
                        pair.first().and_then(Data::as_str),
                        pair.get(1).and_then(Data::as_str) == Some("desc"),
                    ),
                    single => (single.as_str(), false),
                };
                let name = name.ok_or("'order_by' names no field")?;
                rows.sort_by(|a, b| {
                    let order = order(&field_of(a, name), &field_of(b, name));
                    let order = order.unwrap_or(std::cmp::Ordering::Equal);
                    if descends { order.reverse() } else { order }
                });
            }
        }
        _ => return Err("'order_by', 'limit' and 'offset' have one operand".to_owned()),
    }
    Ok(())
}

/// Rows with the wanted fields only; functions make one row of each group.
fn extracted(rows: Vec<Data>, columns: &Data, group: Option<&[Data]>) -> Result<Vec<Data>, String> {
    let columns = match columns {
        Data::Array(columns) if columns.first().and_then(Data::as_str) != Some("function") => {
            columns.to_vec()
        }
        single => vec![single.clone()],
    };
    let is_function = |column: &Data| column.as_array().is_some();
    if group.is_none() && !columns.iter().any(is_function) {
        let project = |row: &Data| -> Result<Data, String> {
            let mut fields = Pairs::default();
            for column in &columns {
                fields.insert(column.clone(), value(row, column)?);
            }
            Ok(Data::hash(fields))
        };
        return rows.iter().map(project).collect();
    }
    let mut groups: Vec<(Vec<Data>, Vec<Data>)> = Vec::new();
    for row in rows {
        let key = group
            .unwrap_or_default()
            .iter()
            .map(|field| value(&row, field))
            .collect::<Result<Vec<Data>, String>>()?;
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    if groups.is_empty() && group.is_none() {
        groups.push((Vec::new(), Vec::new()));
    }
    let one = |(_, rows): &(Vec<Data>, Vec<Data>)| -> Result<Data, String> {
        let mut fields = Pairs::default();
        for column in &columns {
            match column.as_array().map(|parts| &parts[..]) {
                Some([_, name, rest @ ..]) => {
                    let name = name.as_str().unwrap_or_default();
                    fields.insert(Data::string(name), aggregate(name, rest.first(), rows)?);
                }
                _ => {
                    let first = rows
                        .first()
                        .map_or(Ok(Data::Undef), |row| value(row, column))?;
                    fields.insert(column.clone(), first);
                }
            }
        }
        Ok(Data::hash(fields))
    };
    groups.iter().map(one).collect()
}

fn aggregate(function: &str, field: Option<&Data>, rows: &[Data]) -> Result<Data, String> {
    let mut values = Vec::new();
    for row in rows {
        match field {
            Some(field) => values.push(value(row, field)?),
            None => values.push(Data::Boolean(true)),
        }
    }
    values.retain(|value| !value.is_undef());
    let number = |data: &Data| match data {
        Data::Integer(number) => *number as f64,
        Data::Float(number) => *number,
        _ => 0.0,
    };
    let better = |wanted: std::cmp::Ordering| {
        let mut best: Option<&Data> = None;
        for value in &values {
            if best.is_none_or(|best| order(value, best) == Some(wanted)) {
                best = Some(value);
            }
        }
        best.cloned().unwrap_or(Data::Undef)
    };
    let sum: f64 = values.iter().map(number).sum();
    Ok(match function {
        "count" => Data::Integer(values.len() as i64),
        "min" => better(std::cmp::Ordering::Less),
        "max" => better(std::cmp::Ordering::Greater),
        "sum" => Data::Float(sum),
        "avg" if !values.is_empty() => Data::Float(sum / values.len() as f64),
        "avg" => Data::Undef,
        _ => return Err(format!("the function '{function}' is not understood here")),
    })
}
