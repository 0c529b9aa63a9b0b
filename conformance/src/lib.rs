//! Compares bunraku with the real Puppet.
//!
//! Owns the recorded cases, their runner and scores, the server of the conformance protocol, and
//! the comparison over real modules. It depends on every crate but `cli`, which only offers its
//! commands.

pub mod case;
pub mod command;
pub mod compare;
pub mod corpus;
pub mod engine;
pub mod environments;
pub mod files;
pub mod filetest;
pub mod generate;
pub mod generated;
pub mod limits;
pub mod modes;
pub mod mutated;
pub mod oracle;
pub mod real;
pub mod request;
pub mod run;
pub mod score;
pub mod serve;
pub mod trees;
