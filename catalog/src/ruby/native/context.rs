//! Runs the methods of the lookup context that the functions of hierarchy levels get.

use runtime::Value;

use super::code::Block;
use super::methods::Method;
use super::record::Done;
use super::running::Running;
use super::stop::{Run, Stop};
use super::value::{PARTS_MAX, Val, is_plain};
use crate::data::may_interpolate;
use crate::environment::files::read_utf8;

impl<'h> Running<'_, 'h> {
    /// Calls a method of a lookup context.
    pub fn context_method(
        &mut self,
        method: Method,
        context: Value<'h>,
        arguments: &[Val<'h>],
        block: Option<&Block>,
    ) -> Run<'h> {
        if let Some(value) = self.quick_context_method(method, context, arguments) {
            return Ok(value);
        }
        match (method, arguments, block) {
            (Method::NotFound, [], None) => return Err(Stop::NotFound),
            (Method::CachedFileData, [path], Some(block)) => {
                return self.cached_file_data(path, block);
            }
            _ => {}
        }
        let heap = self.cx.heap;
        let values = arguments.iter().map(|argument| argument.value(heap));
        let values: Vec<Value<'h>> = values.collect::<Option<_>>().ok_or(Stop::GiveUp)?;
        // gives up on symbols: the evaluation's methods would get an object instead
        let mut room = PARTS_MAX;
        if !values
            .iter()
            .all(|value| is_plain(*value, &mut room) || !is_object(*value))
        {
            return Err(Stop::GiveUp);
        }
        let name = match (method, arguments, block) {
            (Method::CacheHasKey, [_], None) => "cache_has_key",
            (Method::CachedValue, [_], None) => "cached_value",
            (Method::Cache, [_, _], None) => "cache",
            (Method::Interpolate, [value], None) => {
                if !has_interpolation(values[0]) {
                    return match value {
                        // returns a value that later changes of the original do not affect
                        Val::List(_) | Val::Hash(_) => Ok(Val::of(values[0])),
                        _ => Ok(value.clone()),
                    };
                }
                "interpolate"
            }
            _ => return Err(Stop::GiveUp),
        };
        let value = self.record.of_context(self.cx, context, name, &values)?;
        Ok(Val::of(value))
    }

    /// Asks the cache of a context for a text key, returns `None` for other methods and arguments.
    fn quick_context_method(
        &mut self,
        method: Method,
        context: Value<'h>,
        arguments: &[Val<'h>],
    ) -> Option<Val<'h>> {
        let Value::Object(object) = context else {
            return None;
        };
        let ([key], Method::CacheHasKey | Method::CachedValue) = (arguments, method) else {
            return None;
        };
        let key = key.as_str()?;
        self.cx.heap.pin();
        self.compiler.ruby.share_cache(object);
        let found = self.compiler.lookup.cached(self.cx, object, key);
        let (name, value) = match method {
            Method::CacheHasKey => ("cache_has_key", Value::Boolean(found.is_some())),
            _ => ("cached_value", found.unwrap_or(Value::Undef)),
        };
        self.record.done.push_back(Done::OfContext(name, Ok(value)));
        Some(Val::of(value))
    }

    /// Returns the value that a block computes from a file; the block runs once per file in a
    /// compilation.
    fn cached_file_data(&mut self, path: &Val<'h>, block: &Block) -> Run<'h> {
        let path = path.as_str().ok_or(Stop::GiveUp)?;
        if let Some(known) = self.record.files.borrow().get(path) {
            return Ok(known.clone());
        }
        let text = read_utf8(path).ok_or(Stop::GiveUp)?;
        let made = self.run(block, &[Val::string(text)])?;
        let mut files = self.record.files.borrow_mut();
        files.insert(path.into(), made.clone());
        Ok(made)
    }
}

/// Returns true if a value is an object or `default`, or a collection, which may contain one.
fn is_object(value: Value<'_>) -> bool {
    matches!(
        value,
        Value::Object(_) | Value::Default | Value::Array(_) | Value::Hash(_)
    )
}

/// Returns true if a value contains a text with an interpolation.
fn has_interpolation(value: Value<'_>) -> bool {
    match value {
        Value::String(text) => may_interpolate(text.as_str()),
        Value::Array(items) => items.iter().any(has_interpolation),
        Value::Hash(hash) => {
            let mut pairs = hash.iter();
            pairs.any(|(key, value)| has_interpolation(key) || has_interpolation(value))
        }
        _ => false,
    }
}
