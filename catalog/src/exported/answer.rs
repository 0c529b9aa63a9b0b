//! Answers PuppetDB queries from the store.

use std::cmp::Ordering;

use indexmap::IndexMap;

use super::condition::{Condition, order, parts};
use super::entity::{self, Entity};
use super::field::Field;
use super::{Store, pql};
use crate::data::{Data, Pairs};

/// Answers a query, given in PQL or as an abstract query in an array.
///
/// # Errors
/// Reports a part of the query that is invalid or not supported here.
pub fn answer(store: &Store, query: &Data) -> Result<Data, String> {
    let parsed = match query {
        Data::String(text) if text.trim_start().starts_with('[') => {
            crate::data::read_json("query", text).map_err(|error| error.to_string())?
        }
        Data::String(text) => pql::parse(text)?,
        other => other.clone(),
    };
    let rows = from(store, &parsed, 0)?;
    // a query of fact names returns plain names, without a field
    let is_names =
        matches!(parts(&parsed)?, (_, [named, ..]) if named.as_str() == Some("fact_names"));
    let name = |row: &Data| row.as_hash()?.get("name").cloned();
    Ok(Data::array(match is_names {
        true => rows
            .iter()
            .map(|row| name(row).unwrap_or_else(|| row.clone()))
            .collect(),
        false => rows,
    }))
}

/// Runs an extracting query and returns the values of its rows, without field names.
pub(super) fn columns(store: &Store, query: &Data, depth: u32) -> Result<Vec<Vec<Data>>, String> {
    let rows = from(store, query, depth + 1)?;
    let values = |row: &Data| -> Vec<Data> {
        let pairs = row.as_hash().into_iter().flat_map(|hash| hash.values());
        pairs.cloned().collect()
    };
    Ok(rows.iter().map(values).collect())
}

/// Runs `["from", entity, query, paging...]`.
fn from(store: &Store, query: &Data, depth: u32) -> Result<Vec<Data>, String> {
    let ("from", [named, rest @ ..]) = parts(query)? else {
        return Err("a query does not begin with 'from'".to_owned());
    };
    let entity = entity::find(named.as_str().ok_or("'from' names no entity")?)?;
    let mut conditions = Vec::new();
    let mut extract = None;
    let mut paging = Paging::default();
    for part in rest {
        match parts(part)? {
            ("order_by" | "limit" | "offset", _) => paging.add(part)?,
            ("extract", [columns, rest @ ..]) => {
                let mut group = None;
                for part in rest {
                    match parts(part)? {
                        ("group_by", fields) => group = Some(fields),
                        ("order_by" | "limit" | "offset", _) => paging.add(part)?,
                        _ => conditions.push(Condition::of(store, entity, part, depth)?),
                    }
                }
                extract = Some(Extract::of(entity, columns, group)?);
            }
            _ => conditions.push(Condition::of(store, entity, part, depth)?),
        }
    }
    let condition = Condition::All(conditions);
    let mut rows = store.rows(entity)?;
    rows.retain(|row| condition.holds(store, row));
    match extract {
        // grouped rows are ordered by their own columns
        Some(extract) if extract.makes_groups() => {
            rows = extract.grouped(store, rows)?;
            let value = |row: &Data, name: &Data| {
                row.as_hash()
                    .and_then(|row| row.get(name.as_str()?).cloned())
            };
            paging.page(&mut rows, |row, name| {
                Ok(value(row, name).unwrap_or(Data::Undef))
            })?;
        }
        extract => {
            paging.page(&mut rows, |row, name| {
                Ok(Field::of(entity, name)?.value(store, row))
            })?;
            if let Some(extract) = extract {
                rows = rows.iter().map(|row| extract.project(store, row)).collect();
            }
        }
    }
    Ok(rows)
}

/// The order and the section of the rows to return.
#[derive(Default)]
struct Paging {
    /// The fields to order by, and whether each is descending.
    order: Vec<(Data, bool)>,
    offset: usize,
    limit: Option<usize>,
}

impl Paging {
    fn add(&mut self, part: &Data) -> Result<(), String> {
        let number = |operand: &Data| match operand {
            Data::Integer(number) if *number >= 0 => Ok(*number as usize),
            _ => Err("'limit' and 'offset' want a number".to_owned()),
        };
        match parts(part)? {
            ("limit", [count]) => self.limit = Some(number(count)?),
            ("offset", [count]) => self.offset = number(count)?,
            ("order_by", [fields]) => {
                let fields = fields.as_array().ok_or("'order_by' wants an array")?;
                for field in fields.iter() {
                    self.order.push(match field {
                        Data::Array(pair) => match &pair[..] {
                            [field] => (field.clone(), false),
                            [field, way] if way.as_str() == Some("asc") => (field.clone(), false),
                            [field, way] if way.as_str() == Some("desc") => (field.clone(), true),
                            _ => return Err("'order_by' knows 'asc' and 'desc'".to_owned()),
                        },
                        single => (single.clone(), false),
                    });
                }
            }
            _ => return Err("'order_by', 'limit' and 'offset' have one operand".to_owned()),
        }
        Ok(())
    }

    fn page(
        &self,
        rows: &mut Vec<Data>,
        value: impl Fn(&Data, &Data) -> Result<Data, String>,
    ) -> Result<(), String> {
        if !self.order.is_empty() {
            let mut keyed = Vec::with_capacity(rows.len());
            for row in rows.drain(..) {
                let keys = self.order.iter().map(|(name, _)| value(&row, name));
                keyed.push((keys.collect::<Result<Vec<Data>, String>>()?, row));
            }
            keyed.sort_by(|(a, _), (b, _)| {
                let mut pairs = a.iter().zip(b).zip(&self.order);
                let order = pairs.find_map(|((a, b), (_, descends))| {
                    let order = whole_order(a, b);
                    let order = if *descends { order.reverse() } else { order };
                    (order != Ordering::Equal).then_some(order)
                });
                order.unwrap_or(Ordering::Equal)
            });
            rows.extend(keyed.into_iter().map(|(_, row)| row));
        }
        rows.drain(..self.offset.min(rows.len()));
        rows.truncate(self.limit.unwrap_or(usize::MAX));
        Ok(())
    }
}

/// Compares values in a total order; absent values come last.
fn whole_order(a: &Data, b: &Data) -> Ordering {
    let kind = |data: &Data| match data {
        Data::Integer(_) | Data::Float(_) => 0,
        Data::String(_) => 1,
        Data::Boolean(_) => 2,
        Data::Undef => 4,
        _ => 3,
    };
    order(a, b).unwrap_or_else(|| kind(a).cmp(&kind(b)))
}

/// The columns to return for each row.
struct Extract {
    columns: Vec<(String, Column)>,
    /// The fields to group by.
    group: Option<Vec<Field>>,
}

enum Column {
    Field(Field),
    Function(Function, Option<Field>),
}

#[derive(Clone, Copy)]
enum Function {
    Count,
    Average,
    Sum,
    Least,
    Greatest,
}

impl Extract {
    fn of(entity: &Entity, columns: &Data, group: Option<&[Data]>) -> Result<Extract, String> {
        let columns = match columns {
            Data::Array(columns) if columns.first().and_then(Data::as_str) != Some("function") => {
                columns.to_vec()
            }
            single => vec![single.clone()],
        };
        let columns = columns.iter().map(|column| Column::of(entity, column));
        let columns = columns.collect::<Result<Vec<_>, String>>()?;
        let group = group.map(|fields| {
            fields
                .iter()
                .map(|field| Field::of(entity, field))
                .collect()
        });
        Ok(Extract {
            columns,
            group: group.transpose()?,
        })
    }

    fn makes_groups(&self) -> bool {
        let is_function = |(_, column): &(String, Column)| matches!(column, Column::Function(..));
        self.group.is_some() || self.columns.iter().any(is_function)
    }

    fn project(&self, store: &Store, row: &Data) -> Data {
        // without columns, all fields are returned
        if self.columns.is_empty() {
            return row.clone();
        }
        let mut fields = Pairs::default();
        for (name, column) in &self.columns {
            if let Column::Field(field) = column {
                fields.insert(Data::string(name), field.value(store, row));
            }
        }
        Data::hash(fields)
    }

    /// Returns one row for each group.
    fn grouped(&self, store: &Store, rows: Vec<Data>) -> Result<Vec<Data>, String> {
        let mut groups: IndexMap<Vec<Data>, Vec<Data>> = IndexMap::new();
        if self.group.is_none() {
            groups.insert(Vec::new(), Vec::new());
        }
        for row in rows {
            let fields = self.group.iter().flatten();
            let key = fields.map(|field| field.value(store, &row)).collect();
            groups.entry(key).or_default().push(row);
        }
        let one = |rows: &Vec<Data>| -> Result<Data, String> {
            let mut fields = Pairs::default();
            for (name, column) in &self.columns {
                let value = match column {
                    Column::Field(field) => rows
                        .first()
                        .map_or(Data::Undef, |row| field.value(store, row)),
                    Column::Function(function, field) => {
                        let values = rows.iter().map(|row| match field {
                            Some(field) => field.value(store, row),
                            None => Data::Boolean(true),
                        });
                        function.of(values.filter(|value| !value.is_undef()).collect())?
                    }
                };
                fields.insert(Data::string(name), value);
            }
            Ok(Data::hash(fields))
        };
        groups.values().map(one).collect()
    }
}

impl Column {
    fn of(entity: &Entity, column: &Data) -> Result<(String, Column), String> {
        match column.as_array().map(|parts| &parts[..]) {
            Some([kind, name, rest @ ..]) if kind.as_str() == Some("function") => {
                let name = name.as_str().ok_or("a function's name is not a text")?;
                let function = Function::named(name)?;
                let field = match (rest, function) {
                    ([], Function::Count) => None,
                    ([field], _) => Some(Field::of(entity, field)?),
                    _ => return Err(format!("the function '{name}' wants one field")),
                };
                Ok((name.to_owned(), Column::Function(function, field)))
            }
            Some([_, name]) => {
                let name = name.as_str().unwrap_or_default().to_owned();
                Ok((name, Column::Field(Field::of(entity, column)?)))
            }
            _ => {
                let name = column.as_str().unwrap_or_default().to_owned();
                Ok((name, Column::Field(Field::of(entity, column)?)))
            }
        }
    }
}

impl Function {
    fn named(name: &str) -> Result<Function, String> {
        Ok(match name {
            "count" => Function::Count,
            "avg" => Function::Average,
            "sum" => Function::Sum,
            "min" => Function::Least,
            "max" => Function::Greatest,
            "to_string" => {
                return Err("'to_string' formats times, and the store has none".to_owned());
            }
            _ => return Err(format!("the function '{name}' is not understood here")),
        })
    }

    fn of(self, values: Vec<Data>) -> Result<Data, String> {
        let best = |wanted: Ordering| {
            let better = |best: Data, value: &Data| match order(value, &best) == Some(wanted) {
                true => value.clone(),
                false => best,
            };
            let first = values.first().cloned();
            first.map_or(Data::Undef, |first| values.iter().fold(first, better))
        };
        Ok(match self {
            Function::Count => Data::Integer(values.len() as i64),
            Function::Least => best(Ordering::Less),
            Function::Greatest => best(Ordering::Greater),
            Function::Sum | Function::Average if values.is_empty() => Data::Undef,
            Function::Sum => total(&values)?,
            Function::Average => match total(&values)? {
                Data::Integer(sum) => Data::Float(sum as f64 / values.len() as f64),
                Data::Float(sum) => Data::Float(sum / values.len() as f64),
                other => other,
            },
        })
    }
}

fn total(values: &[Data]) -> Result<Data, String> {
    let mut whole: Option<i64> = Some(0);
    let mut sum = 0.0;
    for value in values {
        match value {
            Data::Integer(number) => {
                whole = whole.and_then(|whole| whole.checked_add(*number));
                sum += *number as f64;
            }
            Data::Float(number) => {
                whole = None;
                sum += number;
            }
            _ => return Err("'sum' and 'avg' want numbers".to_owned()),
        }
    }
    Ok(whole.map_or(Data::Float(sum), Data::Integer))
}
