//! Owns the conditions of abstract queries. They are compiled once and then tested on each row.

use std::cmp::Ordering;
use std::collections::HashSet;

use foldhash::fast::FixedState;
use regex::Regex;
use rubycore::case::Downcase;

use super::Store;
use super::answer::columns;
use super::entity::{self, Entity};
use super::field::Field;
use crate::data::Data;

/// A condition on rows.
pub(super) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    /// True for every row, or for none.
    Constant(bool),
    Null(Field),
    Compares(Field, Comparison, Data),
    Matches(Field, Regex),
    /// Each item of an array matches the pattern at its position.
    MatchesItems(Field, Vec<Regex>),
    /// The values of the fields are in a list or in the result of another query.
    In(Vec<Field>, HashSet<Vec<Data>, FixedState>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Less,
    Greater,
    NotGreater,
    NotLess,
}

impl Condition {
    /// Compiles a query about rows of an entity; subqueries are run immediately.
    ///
    /// # Errors
    /// Reports a part of the query that is invalid.
    // Long because there is an arm for each operator.
    pub(super) fn of(
        store: &Store,
        entity: &Entity,
        query: &Data,
        depth: u32,
    ) -> Result<Condition, String> {
        const DEPTH_MAX: u32 = 300;
        if depth > DEPTH_MAX {
            return Err("the query is nested too deeply".to_owned());
        }
        let inner = |query: &Data| Condition::of(store, entity, query, depth + 1);
        let (operator, operands) = parts(query)?;
        Ok(match (operator, operands) {
            ("and", all) => Condition::All(all.iter().map(inner).collect::<Result<_, _>>()?),
            ("or", any) => Condition::Any(any.iter().map(inner).collect::<Result<_, _>>()?),
            ("not", [query]) => Condition::Not(Box::new(inner(query)?)),
            ("null?", [field, Data::Boolean(wanted)]) => {
                let null = Condition::Null(Field::of(entity, field)?);
                match wanted {
                    true => null,
                    false => Condition::Not(Box::new(null)),
                }
            }
            ("in", [fields, list]) => among(store, entity, fields, list, depth)?,
            ("subquery", [other, rest @ ..]) => {
                let other = other.as_str().ok_or("a subquery names no entity")?;
                let [own, others] = entity.joined(entity::find(other)?)?;
                let names = |names: &[&str]| {
                    Data::array(names.iter().map(|name| Data::string(name)).collect())
                };
                let mut extract = vec![Data::string("extract"), names(&others)];
                extract.extend(rest.iter().cloned());
                let from = [
                    Data::string("from"),
                    Data::string(other),
                    Data::array(extract),
                ];
                among(
                    store,
                    entity,
                    &names(&own),
                    &Data::array(Vec::from(from)),
                    depth,
                )?
            }
            ("=", [field, Data::Boolean(wanted)]) if is_active(field) => {
                Condition::Constant(*wanted)
            }
            // all nodes of the store are active
            ("=", [field, Data::String(state)]) if field.as_str() == Some("node_state") => {
                match &**state {
                    "active" | "any" => Condition::Constant(true),
                    "inactive" => Condition::Constant(false),
                    other => {
                        return Err(format!(
                            "'node_state' is active, inactive or any, not '{other}'"
                        ));
                    }
                }
            }
            ("~", [field, pattern]) => {
                Condition::Matches(Field::of(entity, field)?, regex(pattern)?)
            }
            ("~>", [field, patterns]) => {
                let patterns = patterns
                    .as_array()
                    .ok_or("'~>' wants an array of patterns")?;
                let whole = |pattern: &Data| {
                    let text = match pattern {
                        Data::Integer(number) => number.to_string(),
                        other => other.as_str().ok_or("a pattern is not a text")?.to_owned(),
                    };
                    regex(&Data::string(&format!("^(?:{text})$")))
                };
                let patterns = patterns.iter().map(whole).collect::<Result<_, _>>()?;
                Condition::MatchesItems(Field::of(entity, field)?, patterns)
            }
            (_, [field, wanted]) if let Some(comparison) = comparison(operator) => {
                Condition::Compares(Field::of(entity, field)?, comparison, wanted.clone())
            }
            _ => {
                return Err(format!(
                    "the operator '{operator}' with {} operands is not understood here",
                    operands.len()
                ));
            }
        })
    }

    /// Returns true if a row satisfies the condition.
    pub(super) fn holds(&self, store: &Store, row: &Data) -> bool {
        self.truth(store, row) == Some(true)
    }

    /// Returns true if the condition is true for a row; `None` if the field is absent, like NULL in
    /// SQL.
    fn truth(&self, store: &Store, row: &Data) -> Option<bool> {
        match self {
            Condition::All(all) => decided(
                all.iter().map(|condition| condition.truth(store, row)),
                false,
            ),
            Condition::Any(any) => decided(
                any.iter().map(|condition| condition.truth(store, row)),
                true,
            ),
            Condition::Not(condition) => condition.truth(store, row).map(|truth| !truth),
            Condition::Constant(holds) => Some(*holds),
            Condition::Null(field) => Some(field.value(store, row).is_undef()),
            Condition::Compares(field, comparison, wanted) => {
                let is_path = matches!(wanted, Data::Array(_));
                let compares = |value: &Data| compares(value, *comparison, wanted, is_tag(field));
                let any = any_value(field, store, row, |value| match value {
                    // for an array any item may match, but a path is compared as a whole
                    Data::Array(items) if !is_path => items.iter().any(compares),
                    value => compares(value),
                });
                let is_equality = *comparison == Comparison::Equal;
                any.or_else(|| field.is_told_when_absent(is_equality).then_some(false))
            }
            Condition::Matches(field, pattern) => {
                let matches =
                    |value: &Data| value.as_str().is_some_and(|text| pattern.is_match(text));
                let any = any_value(field, store, row, |value| match value {
                    Data::Array(items) => items.iter().any(matches),
                    value => matches(value),
                });
                any.or_else(|| field.is_told_when_absent(false).then_some(false))
            }
            Condition::MatchesItems(field, patterns) => Some(match field.value(store, row) {
                Data::Array(items) if items.len() == patterns.len() => {
                    let mut pairs = items.iter().zip(patterns);
                    pairs.all(|(item, pattern)| match item {
                        Data::Integer(number) => pattern.is_match(&number.to_string()),
                        item => item.as_str().is_some_and(|text| pattern.is_match(text)),
                    })
                }
                _ => false,
            }),
            Condition::In(fields, found) => {
                let values = fields.iter().map(|field| common(field.value(store, row)));
                let values: Vec<Data> = values.collect();
                let absent = |(field, value): (&Field, &Data)| {
                    value.is_undef() && !field.is_told_when_absent(false)
                };
                match fields.iter().zip(&values).any(absent) {
                    true => None,
                    false => Some(found.contains(&values)),
                }
            }
        }
    }
}

/// Combines several conditions: one that equals `deciding` decides the result.
fn decided(truths: impl Iterator<Item = Option<bool>>, deciding: bool) -> Option<bool> {
    let mut all = Some(!deciding);
    for truth in truths {
        match truth {
            Some(truth) if truth == deciding => return Some(deciding),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}

/// Returns true if any value of a field satisfies `test`; `None` if it has no value.
fn any_value(
    field: &Field,
    store: &Store,
    row: &Data,
    test: impl Fn(&Data) -> bool,
) -> Option<bool> {
    let mut values = field.values(store, row);
    values.retain(|value| !value.is_undef());
    (!values.is_empty()).then(|| values.iter().any(test))
}

fn comparison(operator: &str) -> Option<Comparison> {
    Some(match operator {
        "=" => Comparison::Equal,
        "<" => Comparison::Less,
        ">" => Comparison::Greater,
        "<=" => Comparison::NotGreater,
        ">=" => Comparison::NotLess,
        _ => return None,
    })
}

/// Returns true if a field is `["node", "active"]`; all nodes of the store are active.
fn is_active(field: &Data) -> bool {
    let parts = field.as_array().map(|parts| &parts[..]);
    matches!(parts, Some([node, active]) if node.as_str() == Some("node") && active.as_str() == Some("active"))
}

fn is_tag(field: &Field) -> bool {
    matches!(field, Field::Tag)
}

fn regex(pattern: &Data) -> Result<Regex, String> {
    let pattern = pattern.as_str().ok_or("a pattern is not a text")?;
    Regex::new(pattern).map_err(|error| error.to_string())
}

/// Splits a query into its operator and its operands.
///
/// # Errors
/// Fails if the data is not a query.
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

/// Compiles `["in", fields, list]`.
fn among(
    store: &Store,
    entity: &Entity,
    fields: &Data,
    list: &Data,
    depth: u32,
) -> Result<Condition, String> {
    let is_single = |kind: &Data| matches!(kind.as_str(), Some("parameter" | "fact"));
    let fields = match fields {
        Data::Array(fields) if !(fields.len() == 2 && fields.first().is_some_and(is_single)) => {
            fields.to_vec()
        }
        single => vec![single.clone()],
    };
    let (operator, operands) = parts(list)?;
    let found: Vec<Vec<Data>> = match (operator, operands) {
        ("array", [items]) => {
            let items = items.as_array().ok_or("'array' holds no array")?;
            let tuple = |item: &Data| match (item, fields.len()) {
                (Data::Array(items), 2..) => items.to_vec(),
                (single, _) => vec![single.clone()],
            };
            items.iter().map(tuple).collect()
        }
        ("from", _) => columns(store, list, depth)?,
        ("extract", [wanted, query, rest @ ..]) => {
            let (select, operands) = parts(query)?;
            let selected = select
                .strip_prefix("select_")
                .ok_or("'extract' selects nothing")?;
            let mut extract = vec![Data::string("extract"), wanted.clone()];
            extract.extend(operands.iter().chain(rest).cloned());
            let from = [
                Data::string("from"),
                Data::string(selected),
                Data::array(extract),
            ];
            columns(store, &Data::array(Vec::from(from)), depth)?
        }
        _ => return Err(format!("'in' can not look into '{operator}'")),
    };
    let wrong = found.iter().find(|tuple| tuple.len() != fields.len());
    if let Some(tuple) = wrong {
        return Err(format!(
            "'in' compares {} fields with {}",
            fields.len(),
            tuple.len()
        ));
    }
    let fields = fields.iter().map(|field| Field::of(entity, field));
    let tuples = found
        .into_iter()
        .map(|tuple| tuple.into_iter().map(common).collect());
    Ok(Condition::In(
        fields.collect::<Result<_, _>>()?,
        tuples.collect(),
    ))
}

/// Normalizes a value so that equal numbers have the same representation.
fn common(value: Data) -> Data {
    match value {
        Data::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
            Data::Integer(number as i64)
        }
        other => other,
    }
}

fn compares(value: &Data, comparison: Comparison, wanted: &Data, folds: bool) -> bool {
    let order = match (value.as_str(), wanted.as_str()) {
        (Some(value), Some(wanted)) if folds => Some(value.downcase().cmp(&wanted.downcase())),
        _ => order(value, wanted),
    };
    match comparison {
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::Greater => order == Some(Ordering::Greater),
        Comparison::NotGreater => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::NotLess => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// Compares two values; returns `None` if they are not comparable.
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
