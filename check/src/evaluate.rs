//! Evaluates small programs, to find out what Puppet does with them.

use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::environment::{Environment, Main, Options};
use catalog::node::Node;
use frontend::validate::Strict;
use runtime::error::Error;
use runtime::{Cx, limits};

/// Evaluates a program that needs no other files. Returns its error, if it fails with this setting
/// of `strict`.
pub fn error_of(code: String, strict: Strict) -> Option<Error> {
    let mut options = Options {
        main: Main::Text {
            path: None,
            code: code.into_bytes(),
        },
        ..Options::default()
    };
    options.settings.strict = strict;
    let environment = Environment::open(options).ok()?;
    let node = Node {
        name: "check".to_owned(),
        ..Node::default()
    };
    let memory_bytes = limits::memory();
    let error = compile::compile_unwatched(&environment, &node, TakeError);
    limits::set_memory(memory_bytes);
    error
}

/// Returns true if the program took too much time or memory, so that nobody knows if it would fail.
pub fn is_limit(error: &Error) -> bool {
    error.issue == limits::LIMIT
}

/// Takes the error of a compilation.
struct TakeError;

impl Use<Option<Error>> for TakeError {
    fn call<'h>(
        self,
        _compiler: &'h Compiler<'h>,
        _cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Option<Error> {
        error
    }
}
