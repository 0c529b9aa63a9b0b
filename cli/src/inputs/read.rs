//! Reads files of facts and other data, and standard input.

use std::path::Path;

use catalog::data::{Data, Pairs, ReadError, read_json, read_own_yaml, read_yaml};
use catalog::environment::files::{self, read_text, reason};

/// Returns the bytes of standard input.
///
/// # Errors
/// Fails if it cannot be read.
pub fn standard_input() -> Result<Vec<u8>, String> {
    files::read_input().map_err(|error| format!("standard input: {}", reason(&error)))
}

/// Returns the text of standard input.
///
/// # Errors
/// Fails if it cannot be read or is not UTF-8.
pub fn standard_text() -> Result<String, String> {
    let decoded = frontend::encoding::decode(standard_input()?);
    decoded.map_err(|(problem, _)| format!("standard input: {}", problem.message))
}

/// Reads a JSON or YAML file that contains a hash.
///
/// # Errors
/// Fails if the file cannot be parsed or contains no hash. The message names the file and the line.
pub fn read_hash(path: &Path) -> Result<Data, String> {
    match read_data(path)? {
        data @ Data::Hash(_) => Ok(data),
        _ => Err(format!("{}: does not contain a hash", path.display())),
    }
}

/// Reads a JSON or YAML file. An empty file is an empty hash, unless its name ends in `.json`.
///
/// # Errors
/// Fails if the file cannot be parsed. The message names the file and the line.
pub(super) fn read_data(path: &Path) -> Result<Data, String> {
    let text = read_text(path)?;
    let name = path.display().to_string();
    let extension = path.extension().and_then(|extension| extension.to_str());
    let begins_as_json = text.trim_start().starts_with(['{', '[']);
    match extension {
        Some("json") => json(&name, &text),
        Some("yaml" | "yml") => yaml(&name, &text),
        // YAML may begin with a brace too
        _ if begins_as_json => json(&name, &text).or_else(|_| yaml(&name, &text)),
        _ => yaml(&name, &text),
    }
}

/// Parses JSON. `name` is the name of its file or its address.
///
/// # Errors
/// Fails if the text is not JSON. The message has the name and the line.
pub(super) fn json(name: &str, text: &str) -> Result<Data, String> {
    read_json(name, text).map_err(|error| {
        // Ruby's message would contain the whole rest of the text and no line
        match serde_json::from_str::<serde::de::IgnoredAny>(text) {
            Err(error) => format!("{name}: {error}"),
            Ok(_) => error.to_string().chars().take(400).collect(),
        }
    })
}

fn yaml(name: &str, text: &str) -> Result<Data, String> {
    let is_own = text.starts_with("--- !ruby/object:Puppet::");
    let read = match is_own {
        true => read_own_yaml(name, text.as_bytes()),
        false => read_yaml(name, text.as_bytes()),
    };
    let data = read.map_err(|error| match error {
        ReadError::Parse(text) => text,
        error => format!("{name}: {error}"),
    })?;
    match data {
        Data::Undef if text.trim().is_empty() => Ok(Data::hash(Pairs::default())),
        data if is_own => Ok(without_symbols(&data)),
        data if holds_symbol(&data) => {
            Err(format!("({name}): Tried to load unspecified class: Symbol"))
        }
        data => Ok(data),
    }
}

/// Returns true if data contains a symbol of Ruby. Only files that Puppet wrote itself may do so.
fn holds_symbol(data: &Data) -> bool {
    match data {
        Data::Symbol(_) => true,
        Data::Array(items) => items.iter().any(holds_symbol),
        Data::Hash(pairs) => pairs
            .iter()
            .any(|(key, value)| holds_symbol(key) || holds_symbol(value)),
        _ => false,
    }
}

/// Replaces each symbol by a text, as Puppet does when it reads facts that it has stored.
fn without_symbols(data: &Data) -> Data {
    match data {
        Data::Symbol(text) => Data::String(text.clone()),
        Data::Array(items) => Data::array(items.iter().map(without_symbols).collect()),
        Data::Hash(pairs) => {
            let pairs = pairs.iter();
            let pair = |(key, value)| (without_symbols(key), without_symbols(value));
            Data::hash(pairs.map(pair).collect())
        }
        other => other.clone(),
    }
}
