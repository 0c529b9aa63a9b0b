//! Nodes, environments, catalogs: everything that reads files and knows what a resource is.

pub mod data;
