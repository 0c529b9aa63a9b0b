//! Converts data to and from text: YAML, JSON, and the parts of URIs.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use foldhash::{HashMap, HashMapExt};
use rubycore::regexp::{self, Options, Pattern};
use runtime::builtins::compact_json;
use runtime::host::YamlLayout;
use runtime::{Heap, Value, limits};

use super::code::Class;
use super::methods;
use super::object::Object;
use super::running::Running;
use super::stop::{Run, Stop};
use super::uri::{self, Uri};
use super::value::{PARTS_MAX, Val, is_plain};
use crate::data::{self, Data};
use crate::node::plain_value;

fn give_up<'h, T>() -> Run<'h, T> {
    Err(Stop::GiveUp)
}

fn known<'h, T>(found: Option<T>) -> Run<'h, T> {
    found.ok_or(Stop::GiveUp)
}

/// Implements `URI::Generic.build`.
pub fn build_uri<'h>(parts: &Val<'h>) -> Run<'h> {
    let mut uri = Uri::default();
    for (name, value) in known(parts.pairs())? {
        let Val::Symbol(name) = name else {
            return give_up();
        };
        let text = match &value {
            Val::Nil => continue,
            Val::Integer(value) => value.to_string(),
            value => known(value.as_str())?.to_owned(),
        };
        match &*name {
            "scheme" => uri.scheme = Some(text),
            "userinfo" => uri.userinfo = Some(text),
            "host" => uri.host = Some(text),
            "port" => uri.port = Some(known(text.parse().ok())?),
            "path" => uri.path = text,
            "query" => uri.query = Some(text),
            "fragment" => uri.fragment = Some(text),
            _ => return give_up(),
        }
    }
    let is_whole = uri.scheme.is_some() && uri.host.is_some() && uri.is_certain();
    known(is_whole.then_some(()))?;
    Ok(Val::object(Object::Uri(uri, false)))
}

/// Implements `URI.encode_www_form`.
pub fn www_form<'h>(pairs: &Val<'h>) -> Run<'h> {
    let written = |value: &Val<'h>| {
        let mut text = String::new();
        known(value.write(&mut text).then(|| uri::form_encoded(&text)))
    };
    let mut parts = Vec::new();
    for pair in methods::rounds(pairs)? {
        let pair = known(pair.items())?;
        let [name, value] = &pair[..] else {
            return give_up();
        };
        let name = written(name)?;
        match value {
            Val::Nil => parts.push(name),
            value => match value.items() {
                Some(values) => {
                    for value in values {
                        known((!matches!(value, Val::Nil)).then_some(()))?;
                        parts.push(format!("{name}={}", written(&value)?));
                    }
                }
                None => parts.push(format!("{name}={}", written(value)?)),
            },
        }
    }
    Ok(Val::string(parts.join("&")))
}

/// Implements `to_yaml`.
pub fn yaml<'h>(run: &mut Running<'_, 'h>, value: &Val<'h>) -> Run<'h, String> {
    let value = known(yaml_value(run.cx.heap, value, &mut HashMap::new()))?;
    let host = run.cx.host;
    Ok(host.write_yaml(run.cx, value, YamlLayout::default())?)
}

/// Converts a value for YAML. An array or hash that occurs several times stays one object, so that
/// YAML writes an alias.
fn yaml_value<'h>(
    heap: &'h Heap,
    value: &Val<'h>,
    made: &mut HashMap<usize, Value<'h>>,
) -> Option<Value<'h>> {
    limits::stack();
    let Some(address) = value.address() else {
        return match value {
            Val::Plain(value) => is_plain(*value, &mut { PARTS_MAX }).then_some(*value),
            Val::Object(_) | Val::Sensitive(_) | Val::Context(_) | Val::Symbol(_) => None,
            value => value.value(heap),
        };
    };
    if let Some(known) = made.get(&address) {
        return Some(*known);
    }
    let whole = match value {
        Val::List(items) => {
            let items = items.borrow();
            let items = items.iter().map(|item| yaml_value(heap, item, made));
            Value::array(heap, &items.collect::<Option<Vec<_>>>()?)
        }
        _ => {
            let pairs = value.pairs()?;
            let pairs = pairs.iter().map(|(key, one)| {
                Some((yaml_value(heap, key, made)?, yaml_value(heap, one, made)?))
            });
            Value::hash(heap, &pairs.collect::<Option<Vec<_>>>()?)
        }
    };
    made.insert(address, whole);
    Some(whole)
}

/// Implements `YAML.safe_load` with the options `aliases`, `filename` and `permitted_classes:
/// [Regexp]`.
pub fn load_yaml<'h>(run: &Running<'_, 'h>, text: &Val<'h>, options: &[Val<'h>]) -> Run<'h> {
    let mut has_regexps = false;
    let has_aliases = match options {
        [] => false,
        [options] => {
            for (name, value) in known(options.pairs())? {
                match name {
                    Val::Symbol(name) if matches!(&*name, "aliases" | "filename") => {}
                    Val::Symbol(name) if &*name == "permitted_classes" => {
                        let classes = known(value.items())?;
                        let is_known = matches!(classes[..], [Val::Class(Class::Regexp)]);
                        has_regexps = known(is_known.then_some(true))?;
                    }
                    _ => return give_up(),
                }
            }
            let aliases = options.entry(&Val::Symbol("aliases".into()));
            aliases.is_some_and(|aliases| aliases.is_truthy())
        }
        _ => return give_up(),
    };
    let parsed = known(parsed_yaml(known(text.as_str())?, has_aliases, has_regexps))?;
    // values of the evaluation are cheaper to create, and no code changes these
    if !run.program.changes && parsed.is_plain {
        return Ok(Val::of(plain_value(run.cx.heap, &parsed.data)));
    }
    known(Val::of_data(&parsed.data, &parsed.patterns))
}

/// The data of a YAML text.
struct Parsed {
    data: Data,
    /// The regular expressions in it.
    patterns: Vec<Arc<Pattern>>,
    /// True if the data contains only values that Puppet has as well.
    is_plain: bool,
}

impl Parsed {
    fn new(data: Data, patterns: Vec<Arc<Pattern>>) -> Parsed {
        Parsed {
            is_plain: is_plain_data(&data),
            data,
            patterns,
        }
    }
}

/// Returns true if data holds nothing but texts, numbers, booleans, nil, lists and hashes.
fn is_plain_data(data: &Data) -> bool {
    limits::stack();
    match data {
        Data::Undef | Data::Boolean(_) | Data::Integer(_) | Data::Float(_) | Data::String(_) => {
            true
        }
        Data::Array(items) => items.iter().all(is_plain_data),
        Data::Hash(pairs) => pairs
            .iter()
            .all(|(key, value)| is_plain_data(key) && is_plain_data(value)),
        _ => false,
    }
}

/// Parsed YAML texts, by text, whether aliases are allowed, and whether regular expressions are
/// allowed.
static PARSED: LazyLock<Mutex<HashMap<(Box<str>, bool, bool), Arc<Parsed>>>> =
    LazyLock::new(|| Mutex::new(HashMap::new()));

/// The maximum number of parsed texts that are kept, and the range of their sizes.
const PARSED_MAX: usize = 512;
const PARSED_BYTES: std::ops::Range<usize> = 256..1 << 20;

/// Parses a YAML text. Results are kept because each node reads the same files.
fn parsed_yaml(text: &str, has_aliases: bool, has_regexps: bool) -> Option<Arc<Parsed>> {
    let is_kept = PARSED_BYTES.contains(&text.len());
    let key = is_kept.then(|| (text.into(), has_aliases, has_regexps));
    let lock = || PARSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(key) = &key
        && let Some(known) = lock().get(key)
    {
        return Some(Arc::clone(known));
    }
    let (data, sources) = match has_regexps {
        true => data::load_yaml_with_regexps(text.as_bytes(), has_aliases).ok()?,
        false => (
            data::load_yaml(text.as_bytes(), has_aliases).ok()?,
            Vec::new(),
        ),
    };
    let mut patterns = Vec::with_capacity(sources.len());
    for (source, options) in sources {
        let pattern = regexp::pattern(&source, Options::named(&options)?);
        pattern.check().ok()?;
        patterns.push(pattern);
    }
    let parsed = Arc::new(Parsed::new(data, patterns));
    if let Some(key) = key {
        let mut kept = lock();
        if kept.len() >= PARSED_MAX {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&parsed));
    }
    Some(parsed)
}

/// Converts a value for JSON, with texts in place of symbols.
pub fn data<'h>(heap: &'h runtime::Heap, value: &Val<'h>) -> Option<Value<'h>> {
    limits::stack();
    Some(match value {
        Val::Symbol(name) => Value::string(heap, name),
        Val::List(_) => {
            let items = value.items()?;
            let items: Option<Vec<_>> = items.iter().map(|item| data(heap, item)).collect();
            Value::array(heap, &items?)
        }
        Val::Hash(_) => {
            let pairs = value.pairs()?;
            let pairs = pairs
                .iter()
                .map(|(key, value)| Some((data(heap, key)?, data(heap, value)?)));
            let pairs = pairs.collect::<Option<Vec<_>>>()?;
            let hash = Value::hash(heap, &pairs);
            // a text and a symbol of the same name are two entries in JSON, which a hash cannot
            // hold
            let is_whole = matches!(hash, Value::Hash(hash) if hash.len() == pairs.len());
            return is_whole.then_some(hash);
        }
        Val::Plain(value) if !is_plain(*value, &mut { PARTS_MAX }) => return None,
        Val::Object(_) | Val::Sensitive(_) | Val::Context(_) => return None,
        other => return other.value(heap),
    })
}

/// Writes a value as JSON in one line.
pub fn json<'h>(run: &Running<'_, 'h>, value: &Val<'h>) -> Run<'h, String> {
    Ok(compact_json(known(data(run.cx.heap, value))?)?)
}

pub fn from_json<'h>(parsed: &serde_json::Value) -> Run<'h> {
    limits::stack();
    Ok(match parsed {
        serde_json::Value::Null => Val::Nil,
        serde_json::Value::Bool(value) => Val::Boolean(*value),
        serde_json::Value::String(text) => Val::text(text),
        serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(value), _) => Val::Integer(value),
            // larger whole numbers are arbitrary-precision integers in Ruby
            (None, Some(value)) if value != 0.0 && value.abs() < 1e15 => Val::Float(value),
            _ => return give_up(),
        },
        serde_json::Value::Array(items) => {
            Val::list(items.iter().map(from_json).collect::<Run<'h, _>>()?)
        }
        serde_json::Value::Object(entries) => {
            let hash = Val::hash(Vec::new());
            for (key, value) in entries {
                methods::put(&hash, Val::text(key), from_json(value)?)?;
            }
            hash
        }
    })
}
