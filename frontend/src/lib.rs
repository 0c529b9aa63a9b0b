//! Converts Puppet source text to a checked syntax tree.
//!
//! Pure and total: no IO, no panic on any input, bounded recursion. It knows nothing of values,
//! scopes or catalogs. Spec: document 004 for expressions, 001 for strings.

pub mod ast;
pub mod dense;
pub mod digits;
pub mod encoding;
pub mod issue;
mod lexer;
pub mod name;
pub mod parser;
pub mod pn;
pub mod source;
pub mod validate;
pub mod visit;

pub use issue::{Diagnostic, Issue, Severity};
pub use lexer::dump as tokens;
pub use name::Symbol;
pub use source::{Position, Source, Span};
