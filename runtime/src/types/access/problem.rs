//! Explains in Puppet's words why a type does not take its parameters.

use crate::heap::Heap;
use crate::ops::a_an;
use crate::platform::class_name;
use crate::types::{TypeRef, generalize, reduced};
use crate::value::Value;

/// The reason why a type does not take its parameters.
#[derive(Debug)]
pub struct AccessError {
    /// The index of the wrong key, after arrays of keys were flattened. An index after the last
    /// written key has no place. `None` refers to the type itself.
    pub key: Option<usize>,
    /// Puppet's text.
    pub message: String,
    /// Raised below the operator: shown as `Error while evaluating a '[]' expression, ...`.
    pub plain: bool,
    /// The name of the kind of problem.
    pub issue: &'static str,
}

/// The result of [`parameterize`](super::parameterize) and its parts.
pub type Access<T> = Result<T, AccessError>;

#[cold]
pub(super) fn fail<T>(
    issue: &'static str,
    key: Option<usize>,
    message: impl Into<String>,
) -> Access<T> {
    Err(AccessError {
        key,
        message: message.into(),
        plain: false,
        issue,
    })
}

/// Makes a problem that is reported as one of the operator.
#[cold]
pub(in crate::types) fn plain<T>(message: impl Into<String>) -> Access<T> {
    Err(AccessError {
        key: None,
        message: message.into(),
        plain: true,
        issue: "RUNTIME_ERROR",
    })
}

pub(super) fn kind(ty: TypeRef<'_>) -> &'static str {
    crate::types::format::simple_name(ty)
}

/// Returns the type of a value as messages about parameters show it.
pub(super) fn actual<'h>(heap: &'h Heap, value: Value<'h>) -> String {
    generalize(heap, reduced(heap, value)).to_string()
}

pub(super) fn arity<T>(what: &str, wanted: &str, given: usize) -> Access<T> {
    let message = format!("{what}[] accepts {wanted}. Got {given}");
    fail("BAD_TYPE_SLICE_ARITY", None, message)
}

/// Returns the text of the type and its article, as in `A File-Type[]`.
pub(super) fn titled(base: TypeRef<'_>) -> String {
    let shown = a_an(&format!("{}-Type", crate::types::format::named(base)));
    let mut chars = shown.chars();
    chars
        .next()
        .map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

pub(super) fn bad_type<T>(
    base: TypeRef<'_>,
    expected: &str,
    key: usize,
    got: Value<'_>,
) -> Access<T> {
    let base = a_an(&format!("{}-Type", crate::types::format::named(base)));
    bad_key(&base, expected, key, got)
}

pub(super) fn bad_key<T>(base: &str, expected: &str, key: usize, got: Value<'_>) -> Access<T> {
    let heap = Heap::new();
    let got = actual(&heap, got);
    let message = format!(
        "Error creating type specialization of {base}, Cannot use {got} where {expected} is expected"
    );
    fail("BAD_TYPE_SLICE_TYPE", Some(key), message)
}

pub(super) fn must_be_type<T>(name: &str, key: usize, got: Value<'_>) -> Access<T> {
    let got = class_name(got);
    let message = format!("{name}-Type[] arguments must be types. Got {got}");
    fail("BAD_COLLECTION_SLICE_TYPE", Some(key), message)
}

pub(in crate::types) fn reversed<T>(
    from: impl std::fmt::Display,
    to: impl std::fmt::Display,
) -> Access<T> {
    plain(format!(
        "'from' must be less or equal to 'to'. Got ({from}, {to}"
    ))
}
