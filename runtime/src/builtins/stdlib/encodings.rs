//! x
use crate::function::Builtin;
/// t
pub const TABLE: &[Builtin] = &[];
