//! Converts Python values to JSON.

use std::fmt;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// The maximum depth of nested values.
const DEPTH_MAX: usize = 1000;

/// The place of a value for errors: `facts.os.family`, `classes[0]`.
struct At<'a> {
    around: Option<&'a At<'a>>,
    part: Part<'a>,
    depth: usize,
}

enum Part<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> At<'a> {
    fn inside(&'a self, part: Part<'a>) -> At<'a> {
        At {
            around: Some(self),
            part,
            depth: self.depth + 1,
        }
    }
}

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(around) = self.around {
            around.fmt(f)?;
        }
        match (&self.part, self.around) {
            (Part::Key(key), None) => f.write_str(key),
            (Part::Key(key), Some(_)) => write!(f, ".{key}"),
            (Part::Index(index), _) => write!(f, "[{index}]"),
        }
    }
}

/// Converts a value to JSON. `name` is its name in errors.
///
/// # Errors
/// `TypeError` for a value that JSON does not support; `ValueError` for NaN or an infinite number,
/// and for values that are nested too deeply.
pub fn json(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Value> {
    let at = At {
        around: None,
        part: Part::Key(name),
        depth: 0,
    };
    within(value, &at)
}

fn within(value: &Bound<'_, PyAny>, at: &At<'_>) -> PyResult<Value> {
    if at.depth > DEPTH_MAX {
        return Err(PyValueError::new_err(format!(
            "{:.80}: nested too deeply",
            at.to_string()
        )));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.to_cow()?.into_owned()));
    }
    // a bool is an int too, so it must be tested first
    if let Ok(value) = value.cast::<PyBool>() {
        return Ok(Value::Bool(value.is_true()));
    }
    if let Ok(number) = value.cast::<PyInt>() {
        return integer(number, at);
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        return match Number::from_f64(number) {
            Some(number) => Ok(Value::Number(number)),
            None => Err(PyValueError::new_err(format!("{at}: JSON has no {number}"))),
        };
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.enumerate();
        let item = |(index, item): (usize, PyResult<Bound<'_, PyAny>>)| {
            within(&item?, &at.inside(Part::Index(index)))
        };
        return items
            .map(item)
            .collect::<PyResult<Vec<Value>>>()
            .map(Value::Array);
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        return object(mapping, at);
    }
    Err(PyTypeError::new_err(format!(
        "{at}: JSON has no {}",
        value.get_type().name()?
    )))
}

/// Converts an integer of any size.
fn integer(number: &Bound<'_, PyInt>, at: &At<'_>) -> PyResult<Value> {
    if let Ok(number) = number.extract::<i64>() {
        return Ok(Value::Number(number.into()));
    }
    // a subclass may have another text
    let digits = number.call_method1("__format__", ("d",))?.to_string();
    let number: Result<Number, _> = serde_json::from_str(&digits);
    number
        .map(Value::Number)
        .map_err(|_| PyValueError::new_err(format!("{at}: {digits:.80} is no whole number")))
}

fn object(mapping: &Bound<'_, PyMapping>, at: &At<'_>) -> PyResult<Value> {
    let mut map = Map::new();
    for item in mapping.items()?.iter() {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let Ok(key) = key.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!(
                "{at}: keys are texts, not {}",
                key.get_type().name()?
            )));
        };
        let key = key.to_cow()?;
        let value = within(&value, &at.inside(Part::Key(&key)))?;
        map.insert(key.into_owned(), value);
    }
    Ok(Value::Object(map))
}
