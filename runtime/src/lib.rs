//! Owns the semantics at run time: values, types, scopes, functions and the interpreter of MIR.
//!
//! This crate knows no files, no catalog and no data lookup: it reaches them through
//! [`host::Host`].

pub mod activation;
pub mod advice;
pub mod answer_cache;
pub mod builtins;
pub mod bytecode;
pub mod closure;
pub mod code;
pub mod convert;
pub mod cx;
pub mod deferred;
pub mod dispatch;
pub mod error;
pub mod format;
pub mod frame;
pub mod frozen;
pub mod function;
pub mod function_cache;
pub mod heap;
pub mod host;
pub mod interp;
pub mod iterator;
pub mod limits;
pub mod log;
pub mod loops;
pub mod nested_values;
pub mod ops;
pub mod place;
pub mod platform;
pub mod profile;
pub mod regexp;
pub mod release;
pub mod scope;
pub mod settings;
pub mod slots;
pub mod text;
pub mod tier;
pub mod types;
pub mod value;

pub use cx::Cx;
pub use error::{Error, Raise, Res, fail};
pub use heap::Heap;
pub use value::Value;
