//! Compares answers to requests of the protocol. Recorded answers omit empty and null fields.

use serde_json::{Map, Value};

/// Returns a relevant difference of an answer from the recorded one: in the error's message, the
/// level and text of each log entry, values, or the catalog without tags, lines and the order of
/// resources.
pub fn difference(want: &Map<String, Value>, have: &Map<String, Value>) -> Option<String> {
    let message = |answer: &Map<String, Value>| answer.get("error")?.get("message").cloned();
    if let Some(text) = differs("error", message(want), message(have)) {
        return Some(text);
    }
    for key in ["value", "value_string", "value_type"] {
        if let Some(text) = differs(key, want.get(key).cloned(), have.get(key).cloned()) {
            return Some(text);
        }
    }
    let logs = |answer: &Map<String, Value>| {
        let entries = answer
            .get("logs")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let lines = entries.map(|e| {
            let part = |key: &str| e.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
            format!("{}: {}", part("level"), part("message"))
        });
        Some(Value::from(lines.collect::<Vec<_>>().join("\n")))
    };
    if let Some(text) = differs("logs", logs(want), logs(have)) {
        return Some(text);
    }
    let catalog = |answer: &Map<String, Value>| answer.get("catalog").map(unordered);
    // recordings of `eval` may omit it
    let wanted = catalog(want)?;
    differs("catalog", Some(wanted), catalog(have))
}

fn differs(what: &str, want: Option<Value>, have: Option<Value>) -> Option<String> {
    let same = match (&want, &have) {
        (Some(want), Some(have)) => equal(want, have),
        (want, have) => want.is_none() && have.is_none(),
    };
    let show = |value: Option<Value>| match value {
        None => "(nothing)".to_owned(),
        Some(Value::String(text)) => text,
        Some(value) => value.to_string(),
    };
    (!same).then(|| {
        format!(
            "{what}\n  expected: {}\n  got:      {}",
            show(want),
            show(have)
        )
    })
}

/// Compares JSON. Numbers are equal if they have the same value and both or neither are Floats.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.to_string(), b.to_string());
            let is_float = |text: &str| text.contains(['.', 'e', 'E']);
            match is_float(&a) && is_float(&b) {
                true => a.parse::<f64>() == b.parse::<f64>(),
                false => a == b,
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same =
                |((k, v), (l, w)): ((&String, &Value), (&String, &Value))| k == l && equal(v, w);
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        (a, b) => a == b,
    }
}

/// Returns a catalog without tags and lines, with its resources sorted by name.
fn unordered(catalog: &Value) -> Value {
    let mut catalog = catalog.clone();
    if let Some(Value::Array(resources)) = catalog.get_mut("resources") {
        for resource in resources.iter_mut().filter_map(Value::as_object_mut) {
            resource.shift_remove("tags");
            resource.shift_remove("line");
        }
        let name = |r: &Value| [r["type"].to_string(), r["title"].to_string()];
        resources.sort_by_key(name);
    }
    catalog
}
