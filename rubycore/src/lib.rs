//! Ruby's core library, as far as Puppet code can see it, to the last detail: regular expressions,
//! letters of other case, the digits of Floats, JSON.
//!
//! It works on texts and numbers of Rust, knows neither Puppet's values nor MIR, and imports no other
//! crate of ours. Faults are in Ruby's words. The only limits that it knows are those of [`alarm`].

pub mod alarm;
pub mod case;
pub mod float;
pub mod json;
pub mod regexp;
