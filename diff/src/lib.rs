//! Differences between catalogs: reads catalogs of any form, compares them in pairs, groups equal
//! differences of many nodes, and renders the result.
//!
//! It knows texts and never files: the caller reads them. A catalog is scanned once without being
//! decoded; only resources whose text differs are parsed. Values that are sensitive are dropped as
//! soon as they are compared, so that nothing after that can show them.

mod block;
mod catalog;
mod change;
mod compare;
mod document;
mod filter;
mod lines;
pub mod render;
mod report;
mod resource;
mod scan;
mod value;

pub use catalog::{Catalog, Declared};
pub use change::{
    AttributeChange, Change, Edge, Place, Reference, Relationship, Shown, Sign, State,
};
pub use compare::compare;
pub use document::{Document, Form, Problem, catalogs, relocate};
pub use filter::{AttributePattern, Filter, ResourcePattern};
pub use report::{Group, Outcome, Pair, Report, Side, Totals, compare_all};
pub use value::{Path, Segment, differences};
