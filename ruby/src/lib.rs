//! Runs the Ruby code of modules in a Ruby process of its own, over pipes.
//!
//! [`syntax`] reads files in Ruby and templates in ERB without running them.
//!
//! Owns the process and its life ([`worker`]), the form of what is said ([`marshal`]), and the
//! prelude: our own Ruby code that gives functions, types and templates the surroundings that they
//! expect of Puppet. It knows nothing of values, catalogs and scopes: `catalog::ruby` does.

pub mod marshal;
pub mod syntax;
pub mod worker;

pub use marshal::{Datum, Document, Object, Writer};
pub use worker::{Fault, Worker};
