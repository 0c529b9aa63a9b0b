//! Rich data: values as the protocol's JSON, and back as far as requests need it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use catalog::data::{Array, Data, Hash, Pairs};
use runtime::{Value, text};
use serde_json::{Map, Value as Json};

/// A value inside others deeper than this has no form.
const DEPTH_MAX: usize = 512;

/// A value as rich data; `None` for lambdas, iterators and what holds one.
pub fn encode(value: Value<'_>) -> Option<Json> {
    encode_inside(value, 0)
}

fn encode_inside(value: Value<'_>, depth: usize) -> Option<Json> {
    if depth > DEPTH_MAX {
        return None;
    }
    let inside = |value| encode_inside(value, depth + 1);
    Some(match value {
        Value::Undef => Json::Null,
        Value::Boolean(b) => Json::from(b),
        Value::Integer(i) => Json::from(i),
        Value::Float(f) => float(f),
        Value::String(s) => Json::from(s.as_str()),
        Value::Array(items) => Json::Array(items.iter().map(inside).collect::<Option<_>>()?),
        Value::Hash(hash) => {
            let plain = |key: Value<'_>| key.as_str().is_some_and(|key| key != "__ptype");
            match hash.keys().all(plain) {
                true => {
                    let entries = hash.iter().map(|(k, v)| {
                        Some((k.as_str().unwrap_or_default().to_owned(), inside(v)?))
                    });
                    Json::Object(entries.collect::<Option<_>>()?)
                }
                false => {
                    let flat = hash.iter().flat_map(|(k, v)| [k, v]).map(inside);
                    tagged("Hash", Some(Json::Array(flat.collect::<Option<_>>()?)))
                }
            }
        }
        Value::Default => tagged("Default", None),
        Value::Regexp(regexp) => tagged("Regexp", Some(Json::from(regexp.source()))),
        Value::Type(_) => tagged("Type", Some(Json::from(text::interpolated(value)))),
        Value::Sensitive(inner) => tagged("Sensitive", Some(inside(*inner)?)),
        Value::Binary(binary) => tagged("Binary", Some(Json::from(STANDARD.encode(binary.bytes)))),
        Value::SemVer(_) => shown("SemVer", value),
        Value::SemVerRange(_) => shown("SemVerRange", value),
        Value::Timespan(_) => shown("Timespan", value),
        Value::Timestamp(_) => shown("Timestamp", value),
        Value::Uri(_) => shown("URI", value),
        Value::Object(_) | Value::Callable(_) | Value::Iterator(_) => return None,
    })
}

fn tagged(name: &str, value: Option<Json>) -> Json {
    let mut map = Map::new();
    map.insert("__ptype".to_owned(), Json::from(name));
    if let Some(value) = value {
        map.insert("__pvalue".to_owned(), value);
    }
    Json::Object(map)
}

fn shown(name: &str, value: Value<'_>) -> Json {
    tagged(name, Some(Json::from(text::interpolated(value))))
}

/// A number as Ruby spells it, or its name where it is not finite.
fn float(f: f64) -> Json {
    if !f.is_finite() {
        let name = match f {
            f if f.is_nan() => "NaN",
            f if f > 0.0 => "Infinity",
            _ => "-Infinity",
        };
        return tagged("Float", Some(Json::from(name)));
    }
    let mut digits = String::new();
    text::float(f, &mut digits);
    serde_json::from_str(&digits).unwrap_or(Json::Null)
}

/// JSON as data: facts, variables, parameters. Of rich data only a Hash with other keys, Default
/// and numbers that are not finite have a form in data; others become undef.
pub fn data(json: &Json) -> Data {
    match json {
        Json::Null => Data::Undef,
        Json::Bool(b) => Data::Boolean(*b),
        Json::Number(number) => {
            let text = number.to_string();
            match text.contains(['.', 'e', 'E']) {
                true => Data::Float(text.parse().unwrap_or(f64::NAN)),
                false => match text.parse() {
                    Ok(value) => Data::Integer(value),
                    Err(_) => Data::BigInteger(text.into()),
                },
            }
        }
        Json::String(text) => Data::String(text.as_str().into()),
        Json::Array(items) => Data::Array(Array::new(items.iter().map(data).collect()).into()),
        Json::Object(map) => match map.get("__ptype").and_then(Json::as_str) {
            None => {
                let pairs = map
                    .iter()
                    .map(|(k, v)| (Data::String(k.as_str().into()), data(v)));
                Data::Hash(Hash::new(pairs.collect::<Pairs>()).into())
            }
            Some("Hash") => {
                let flat = map.get("__pvalue").and_then(Json::as_array);
                let pairs = flat.map_or(&[][..], Vec::as_slice).chunks_exact(2);
                let pairs = pairs.map(|pair| (data(&pair[0]), data(&pair[1])));
                Data::Hash(Hash::new(pairs.collect::<Pairs>()).into())
            }
            Some("Float") => match map.get("__pvalue").and_then(Json::as_str) {
                Some("Infinity") => Data::Float(f64::INFINITY),
                Some("-Infinity") => Data::Float(f64::NEG_INFINITY),
                _ => Data::Float(f64::NAN),
            },
            Some(_) => Data::Undef,
        },
    }
}
