//! Nodes, environments, catalogs: everything that reads files and knows what a resource is.

pub mod catalog;
mod command;
pub mod compile;
pub mod compiler;
pub mod core_types;
pub mod cycles;
pub mod data;
mod der;
pub mod environment;
pub mod exported;
pub mod hiera;
pub mod json;
mod key_pair;
pub mod lookup;
pub mod node;
pub mod puppet_settings;
pub mod rich;
mod watchdog;
