//! Data as text: YAML, JSON, and the parts of addresses.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use foldhash::{HashMap, HashMapExt};
use rubycore::regexp::{self, Options, Pattern};
use runtime::builtins::compact_json;
use runtime::host::YamlLayout;
use runtime::{Heap, Value, limits};

use super::code::Class;
use super::eval::{Run, Running, Stop};
use super::methods;
use super::object::Object;
use super::uri::{self, Uri};
use super::value::{PARTS_MAX, Val, is_plain};
use crate::data::{self, Data};

fn give_up<'h, T>() -> Run<'h, T> {
    Err(Stop::GiveUp)
}

fn known<'h, T>(found: Option<T>) -> Run<'h, T> {
    found.ok_or(Stop::GiveUp)
}

/// `URI::Generic.build`
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

/// `URI.encode_www_form`
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

/// `to_yaml`
pub fn yaml<'h>(run: &mut Running<'_, 'h>, value: &Val<'h>) -> Run<'h, String> {
    let value = known(yaml_value(run.cx.heap, value, &mut HashMap::new()))?;
    let host = run.cx.host;
    Ok(host.write_yaml(run.cx, value, YamlLayout::default())?)
}

/// A value in which an array or hash that was made here is one and the same wherever it is.
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

/// `YAML.safe_load`: without the names of what may be loaded, and with aliases.
pub fn load_yaml<'h>(text: &Val<'h>, options: &[Val<'h>]) -> Run<'h> {
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
    known(Val::of_data(&parsed.0, &parsed.1))
}

/// Data of a text, and the regular expressions in it.
type Parsed = Arc<(Data, Vec<Arc<Pattern>>)>;

/// What texts of YAML say, by the text, whether it may have aliases, and regular expressions.
static PARSED: LazyLock<Mutex<HashMap<(Box<str>, bool, bool), Parsed>>> =
    LazyLock::new(|| Mutex::new(HashMap::new()));

/// Texts that are kept with what they say, at most, and the bytes of each.
const PARSED_MAX: usize = 512;
const PARSED_BYTES: std::ops::Range<usize> = 256..1 << 20;

/// Reads a text of YAML. Each node reads the same files.
fn parsed_yaml(text: &str, has_aliases: bool, has_regexps: bool) -> Option<Parsed> {
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
    let parsed = Arc::new((data, patterns));
    if let Some(key) = key {
        let mut kept = lock();
        if kept.len() >= PARSED_MAX {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&parsed));
    }
    Some(parsed)
}

/// A value with texts for symbols, as JSON has it.
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
            // JSON has an entry twice when a text and a symbol are its names
            let is_whole = matches!(hash, Value::Hash(hash) if hash.len() == pairs.len());
            return is_whole.then_some(hash);
        }
        Val::Plain(value) if !is_plain(*value, &mut { PARTS_MAX }) => return None,
        Val::Object(_) | Val::Sensitive(_) | Val::Context(_) => return None,
        other => return other.value(heap),
    })
}

/// A value as JSON in one line.
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
            // whole numbers beyond are of any size in Ruby
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
