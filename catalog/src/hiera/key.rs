//! Keys of lookups: `a.b.'c.d'.0`, and digging into a value with them.

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
    /// As given.
    pub text: Arc<str>,
    /// The first segment: what data providers know.
    pub root: Arc<str>,
    /// The hash of the root, as data hashes have it.
    pub hash: u64,
    /// What is left, for digging; whole numbers are Integers.
    pub segments: Vec<Data>,
}

impl LookupKey {
    /// Parses a key.
    ///
    /// # Errors
    /// `None` for an empty segment or an unfinished quote; whoever asks knows what to call it.
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

    /// The key of the function `lookup` and its like.
    ///
    /// # Errors
    /// `Syntax error in key`; a number where the name of a key should be.
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

    /// The module that the key belongs to: everything before the first `::`.
    #[must_use]
    pub fn module(&self) -> Option<&str> {
        let module = segments(&self.root).next()?;
        (!module.is_empty() && module.len() < self.root.len()).then_some(module)
    }

    /// All segments as text, for explanations: `a.b.0`.
    #[must_use]
    pub fn sub_key(&self) -> String {
        let texts: Vec<String> = self.segments.iter().map(segment_text).collect();
        texts.join(".")
    }

    /// The value inside `value` that the segments lead to.
    ///
    /// # Errors
    /// Where a segment meets something that has no content.
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

    /// One step of [`dig`](LookupKey::dig).
    ///
    /// # Errors
    /// As there.
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
            // an index beyond all arrays
            (Data::Array(_), Data::BigInteger(_)) => Ok(None),
            (Data::Hash(hash), segment) => Ok(hash.get_data(segment)),
            (Data::Integer(number), _) => Err(no_content(number, "Integer")),
            (Data::BigInteger(number), _) => Err(no_content(number, "Integer")),
            (other, segment) => match scope.class_name(other) {
                // only `default` is one here
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

/// Numbers (their bits) and Symbols answer to `[]` in Ruby, but have no content to ask for.
fn no_content(shown: impl std::fmt::Display, class: &str) -> LookupError {
    LookupError::fault(
        Kind::NoMethod,
        lacks_method("include?", &format!("{shown}:{class}")),
    )
}

/// The name of a value's Ruby class.
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
        // what convert_to makes most often
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

/// An unquoted segment of digits is an index or an Integer key.
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

/// Splits at dots outside of quotes; each segment with whether it was quoted. A quote stands
/// around a whole segment or nowhere.
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
