//! Ruby's core library, as far as Puppet code can see it, to the last detail: regular expressions,
//! letters of other case, numbers and their formats, times, texts in quotes, JSON, the scalars of
//! YAML, names of encodings, URIs, versions, random numbers, hashes of passwords.
//!
//! It works on texts and numbers of Rust, knows neither Puppet's values nor MIR, and imports no other
//! crate of ours. Faults are in Ruby's words. The only limits that it knows are those of [`alarm`].

pub mod alarm;
pub mod arena;
pub mod bcrypt;
pub mod big_integer;
pub mod case;
pub mod crypt;
pub mod encoding;
pub mod float;
pub mod gem_version;
pub mod inspect;
pub mod json;
pub mod printf;
pub mod psych;
pub mod random;
pub mod regexp;
pub mod semver;
pub mod time;
pub mod uri;
