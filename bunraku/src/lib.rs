//! The Puppet language as a library: compiles catalogs of many nodes from one codebase in one
//! process.
//!
//! An [`Environment`] is opened once and shared. [`Environment::compile`] takes a [`Node`] and
//! returns a [`Catalog`] or a [`CompileError`].
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use bunraku::{Environment, Node};
//! use serde_json::json;
//!
//! let code = "class web(Integer $port) { notify { \"port ${port}\": } }";
//! let environment = Environment::of_code(code).open()?;
//! let nodes = (1..=3).map(|number| {
//!     let classes = json!({"web": {"port": 8000 + number}});
//!     Node::new(format!("web{number}.example.com")).classes(classes)
//! });
//! for (name, compiled) in environment.compile_many(nodes) {
//!     let catalog = compiled?;
//!     assert_eq!(catalog.name(), name);
//!     assert!(catalog.classes().contains(&"web".to_owned()));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Errors
//! The error of a node has Puppet's code, a place, and the calls that led to it:
//!
//! ```
//! # fn main() -> Result<(), bunraku::OpenError> {
//! use bunraku::{Environment, Node};
//!
//! let environment = Environment::of_code("notice('before')\nnotice($nothing)").open()?;
//! let error = environment.compile(&Node::new("a.example.com")).expect_err("fails");
//! assert_eq!(error.code(), Some("UNKNOWN_VARIABLE"));
//! assert_eq!((error.place().line, error.place().column), (Some(2), Some(8)));
//! assert_eq!(error.log()[0].message(), "before");
//! assert_eq!(
//!     error.to_string(),
//!     "Evaluation Error: Unknown variable: 'nothing'. (line: 2, column: 8) on node a.example.com"
//! );
//! # Ok(())
//! # }
//! ```
//!
//! # Threads
//! All types can be used from several threads. Compilation runs in the threads of a [`Pool`], whose
//! stacks are deep enough for Puppet's limit of calls. The caller's thread waits. Each environment
//! starts its own pool unless it gets one. A forked process has no such threads, so it must open
//! its environments after the fork.
//!
//! # State of the process
//! Settings, limits, modes and compiled code belong to an environment. The following is shared by
//! the process and has no effect on results: interned names, types and regular expressions, which
//! are never freed; small files that were read, up to 64 MB; idle processes of Ruby
//! ([`end_processes`]); the thread that compiles machine code; the thread that watches limits of
//! time. The first environment that is opened sets a panic hook. It hides the panics which this
//! crate turns into errors, and passes others on to the previous hook. The compiled code of an
//! environment is freed with the environment.
//!
//! External commands of manifests (`generate`), Hiera backends and code in Ruby see the environment
//! variables and the working directory of the process.

mod catalog;
mod environment;
pub mod environments;
pub mod jit;
mod message;
mod node;
mod queue;
pub mod threads;

pub use self::catalog::{Catalog, Edge, Resource};
pub use self::jit::{Jit, JitOptions};
pub use ::catalog::ruby::{Mode as RubyMode, end_processes};
pub use environment::{Environment, EnvironmentBuilder, Limits};
pub use message::{CompileError, Level, LogLine, OpenError, Place};
pub use node::Node;
pub use queue::{Catalogs, Compiled, NotYet, Queue};
pub use threads::Pool;
