//! Runs the Ruby code of modules in a separate Ruby process, over pipes.
//!
//! [`syntax`] parses files in Ruby and templates in ERB without running them.
//!
//! Owns the process ([`worker`]), the format of the messages ([`marshal`]), and the prelude: Ruby
//! code of bunraku that provides the parts of Puppet which functions, types and templates expect.
//! [`types`] reads resource types from the text of their files. [`puppet_files`] knows the names of Puppet's files.
//! It knows nothing of values, catalogs and scopes; `catalog::ruby` does.

pub mod marshal;
pub mod puppet_files;
pub mod syntax;
pub mod types;
pub mod worker;

pub use marshal::{Datum, Document, Object, Writer};
pub use worker::{Worker, WorkerError};
