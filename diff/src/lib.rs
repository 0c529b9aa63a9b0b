//! Finds the differences between catalogs: reads catalogs of any form, compares them in pairs,
//! groups equal differences of many nodes, and renders the result.
//!
//! This crate gets texts and never reads files. A catalog is scanned once without decoding it, and
//! only resources whose text differs are parsed. Sensitive values are dropped directly after they
//! are compared, so that nothing can show them later.

mod block;
mod catalog;
mod change;
mod compare;
mod document;
mod filter;
mod lines;
mod path;
pub mod render;
mod report;
mod resource;
mod scan;
mod value;

pub use catalog::{Catalog, DecodedResource};
pub use change::{
    AttributeChange, Change, Edge, Place, Reference, Relationship, ResourceContents, ShownValue,
    Sign,
};
pub use compare::compare;
pub use document::{Document, Form, Problem, catalogs, relocate};
pub use filter::{AttributePattern, Filter, ResourcePattern};
pub use path::{Path, Segment};
pub use report::{Group, Outcome, Pair, Report, Side, Totals, compare_all};
pub use value::differences;
