//! Parses lookup keys such as `a.b.'c.d'.0`, and digs into values by their segments.

use super::Scope;
use super::error::LookupError;
use crate::data::{Data, Hash};
use frontend::name::segments;
use runtime::error::Kind;
use runtime::platform::lacks_method;
use std::sync::Arc;

/// A parsed key.
#[derive(Clone, Debug)]
pub struct LookupKey {
    /// The key as given.
    pub text: Arc<str>,
    /// The first segment, which data providers look up.
    pub root: Arc<str>,
    /// The hash of the root, by the hash function of data hashes.
    pub hash: u64,
    /// The other segments, for digging; whole numbers are Integers.
    pub segments: Vec<Data>,
}

impl LookupKey {
    /// Parses a key.
    ///
    /// Returns `None` for an empty segment or an unclosed quote; the caller words the error.
    #[must_use]
    pub fn parse(text: &str) -> Option<LookupKey> {
        if !text.bytes().any(|byte| matches!(byte, b'.' | b'\'' | b'"')) {
            let text: Arc<str> = Arc::from(text);
            return Some(LookupKey {
                hash: Hash::hash_of(&text),
                root: Arc::clone(&text),
                text,
                segments: Vec::new(),
            });
        }
        let mut segments = split(text)?.into_iter();
        let root = match segments.next()? {
            (segment, true) => segment,
            (segment, false) => segment.trim(),
        };
        let segments = segments
            .map(|(segment, quoted)| segment_data(segment, quoted))
            .collect();
        Some(LookupKey {
            text: Arc::from(text),
            root: Arc::from(root),
            hash: Hash::hash_of(root),
            segments,
        })
    }

    /// Parses the key of the function `lookup` and similar functions.
    ///
    /// # Errors
    /// `Syntax error in key`, or a number in place of the key's name.
    pub fn of_lookup(text: &str) -> Result<LookupKey, LookupError> {
        let key = LookupKey::parse(text)
            .ok_or_else(|| LookupError::lookup(format!("Syntax error in key: '{text}'")))?;
        let is_number = !key.segments.is_empty() && !text.starts_with(['\'', '"']);
        if !is_number {
            return Ok(key);
        }
        match segment_data(&key.root, false) {
            Data::String(_) => Ok(key),
            number => Err(LookupError::fault(
                Kind::NoMethod,
                lacks_method("index", &format!("{}:Integer", segment_text(&number))),
            )),
        }
    }

    /// Returns the module that the key belongs to: the part before the first `::`.
    #[must_use]
    pub fn module(&self) -> Option<&str> {
        let module = segments(&self.root).next()?;
        (!module.is_empty() && module.len() < self.root.len()).then_some(module)
    }

    /// Returns all segments as a text for explanations: `a.b.0`.
    #[must_use]
    pub fn sub_key(&self) -> String {
        let texts: Vec<String> = self.segments.iter().map(segment_text).collect();
        texts.join(".")
    }

    /// Returns the value that the segments lead to in `value`.
    ///
    /// # Errors
    /// Fails if a segment is applied to a value that has no parts.
    pub fn dig(&self, value: &Data, scope: &mut dyn Scope) -> Result<Option<Data>, LookupError> {
        let mut value = value;
        for segment in &self.segments {
            match self.step(value, segment, scope)? {
                Some(inner) => value = inner,
                None => return Ok(None),
            }
        }
        Ok(Some(value.clone()))
    }

    /// Takes one step of [`dig`](LookupKey::dig).
    ///
    /// # Errors
    /// Same as [`dig`](LookupKey::dig).
    pub fn step<'d>(
        &self,
        value: &'d Data,
        segment: &Data,
        scope: &mut dyn Scope,
    ) -> Result<Option<&'d Data>, LookupError> {
        match (value, segment) {
            (Data::Undef, _) => Ok(None),
            (Data::Array(items), Data::Integer(index)) => Ok(usize::try_from(*index)
                .ok()
                .and_then(|index| items.get(index))),
            // no array has such a large index
            (Data::Array(_), Data::BigInteger(_)) => Ok(None),
            (Data::Hash(hash), segment) => Ok(hash.get_data(segment)),
            (Data::Integer(number), _) => Err(no_content(number, "Integer")),
            (Data::BigInteger(number), _) => Err(no_content(number, "Integer")),
            (other, segment) => match scope.class_name(other) {
                // the only Symbol here is `default`
                class if class == "Symbol" => Err(no_content(":default", &class)),
                class => Err(LookupError::lookup(format!(
                    "Data Provider type mismatch: Got {class} when a hash-like object was expected to access value using '{}' from key '{}'",
                    segment_text(segment),
                    self.text
                ))),
            },
        }
    }
}

/// Builds the error for numbers (which respond to `[]` with their bits) and Symbols: they have `[]`
/// in Ruby, but not `include?`.
fn no_content(shown: impl std::fmt::Display, class: &str) -> LookupError {
    LookupError::fault(
        Kind::NoMethod,
        lacks_method("include?", &format!("{shown}:{class}")),
    )
}

/// Returns the name of a value's Ruby class.
#[must_use]
pub fn ruby_class(value: &Data) -> &'static str {
    match value {
        Data::Undef => "NilClass",
        Data::Boolean(true) => "TrueClass",
        Data::Boolean(false) => "FalseClass",
        Data::Integer(_) | Data::BigInteger(_) => "Integer",
        Data::Float(_) => "Float",
        Data::String(_) => "String",
        Data::Symbol(_) => "Symbol",
        Data::Encoding(_) => "Encoding",
        Data::Array(_) => "Array",
        Data::Hash(_) => "Hash",
        // the usual result of `convert_to`
        Data::Rich(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
    }
}

pub(super) fn segment_text(segment: &Data) -> String {
    match segment {
        Data::String(text) | Data::BigInteger(text) => text.to_string(),
        Data::Integer(number) => number.to_string(),
        _ => String::new(),
    }
}

/// Converts a segment to data; unquoted digits are an index or an Integer key.
fn segment_data(segment: &str, quoted: bool) -> Data {
    if quoted {
        return Data::string(segment);
    }
    let segment = segment.trim();
    let digits = segment.strip_prefix(['+', '-']).unwrap_or(segment);
    match !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => crate::data::decimal(segment.strip_prefix('+').unwrap_or(segment)),
        false => Data::string(segment),
    }
}

/// Splits a key at dots outside of quotes; returns each segment with whether it was quoted. Quotes
/// must enclose a whole segment.
fn split(text: &str) -> Option<Vec<(&str, bool)>> {
    let mut segments = Vec::new();
    let mut rest = text;
    loop {
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let (segment, after) = match quote {
            Some(quote) => {
                let end = 1 + rest[1..].find(quote)?;
                (&rest[1..end], &rest[end + 1..])
            }
            None => rest.split_at(rest.find('.').unwrap_or(rest.len())),
        };
        if segment.is_empty() || (quote.is_none() && segment.contains(['\'', '"'])) {
            return None;
        }
        segments.push((segment, quote.is_some()));
        if after.is_empty() {
            return Some(segments);
        }
        rest = after.strip_prefix('.')?;
    }
}
