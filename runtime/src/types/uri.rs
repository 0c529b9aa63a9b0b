//! Constraints of the type `URI`.

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
