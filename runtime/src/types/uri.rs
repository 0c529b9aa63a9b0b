//! Constraints of the type `URI`.

use super::Type;
use super::access::{Access, AccessError, ruby_class};
use crate::heap::Heap;
use crate::uri::Uri;
use crate::value::Value;

/// Whether a URI fits a constraint: a URI, or a hash of its parts.
pub(super) fn matches(constraint: Value<'_>, uri: &Uri<'_>) -> bool {
    matches!(constraint, Value::Uri(wanted) if wanted == uri)
}

/// Whether all that fits one constraint fits another.
pub(super) fn covers(wanted: Option<Value<'_>>, of: Option<Value<'_>>) -> bool {
    match (wanted, of) {
        (None, _) => true,
        (Some(wanted), Some(of)) => wanted.same(of),
        (Some(_), None) => false,
    }
}

/// `URI[constraint]`
pub(super) fn parameterize<'h>(_heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (key, message) = match keys {
        [value @ (Value::Uri(_) | Value::Hash(_))] => return Ok(Type::Uri(Some(*value))),
        [other] => (
            Some(0),
            format!(
                "URI-Type[] arguments must be types. Got {}",
                ruby_class(*other)
            ),
        ),
        _ => (
            None,
            format!("URI-Type[] accepts 1 argument. Got {}", keys.len()),
        ),
    };
    Err(AccessError {
        key,
        message,
        plain: false,
        issue: "BAD_TYPE_SLICE_ARITY",
    })
}
