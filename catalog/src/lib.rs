//! Owns nodes, environments and catalogs: all code that reads files and knows resources.

pub mod catalog;
pub mod command;
pub mod compile;
pub mod compiler;
pub mod core_types;
pub mod cycles;
pub mod data;
pub mod environment;
pub mod exported;
pub mod hiera;
pub mod json;
pub mod lookup;
pub mod nearest;
pub mod node;
mod pki;
pub mod provenance;
pub mod puppet_settings;
pub mod read_set;
pub mod rich;
pub mod ruby;
pub mod watchdog;
