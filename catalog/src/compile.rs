//! Runs a compilation from its inputs to the use of its result.
//!
//! Everything that belongs to the node lives only inside these functions; the caller accesses it by
//! reference.

use std::time::{SystemTime, UNIX_EPOCH};

use frontend::Issue;
use frontend::validate::Strict;
use runtime::advice::Advice;
use runtime::error::{Error, Raise};
use runtime::log::Level;
use runtime::{Cx, Heap, Res, limits};

use crate::compiler::{Compiler, illegal_jump};
use crate::environment::Environment;
use crate::node::Node;
use crate::read_set::{self, NodeReads};
use crate::watchdog;

/// Compiles the catalog of a node and passes the compilation, finished or failed, to `use_it`.
pub fn compile<T>(environment: &Environment, node: &Node, use_it: impl Use<T>) -> T {
    let settings = &environment.settings;
    let _watch = watchdog::watch(settings.max_time, settings.max_memory);
    compile_unwatched(environment, node, use_it)
}

/// Works like [`compile`], and returns the inputs that the compilation has read if the environment
/// records them.
pub fn compile_noted<T>(
    environment: &Environment,
    node: &Node,
    use_it: impl Use<T>,
) -> (T, Option<NodeReads>) {
    match &environment.journal {
        Some(journal) => {
            let compiled = || compile(environment, node, use_it);
            let (result, reads) = read_set::recorded(journal, node, compiled);
            (result, Some(reads))
        }
        None => (compile(environment, node, use_it), None),
    }
}

/// Works like [`compile`], without a time limit and without a check of the process's memory.
pub fn compile_unwatched<T>(environment: &Environment, node: &Node, use_it: impl Use<T>) -> T {
    run(environment, node, false, use_it)
}

/// Works like [`compile`], with a record of where everything comes from; all code is interpreted.
pub fn compile_traced<T>(environment: &Environment, node: &Node, use_it: impl Use<T>) -> T {
    let settings = &environment.settings;
    let _watch = watchdog::watch(settings.max_time, settings.max_memory);
    run(environment, node, true, use_it)
}

fn run<T>(environment: &Environment, node: &Node, is_traced: bool, use_it: impl Use<T>) -> T {
    let settings = &environment.settings;
    limits::set_memory(settings.max_memory);
    limits::set_calls(settings.max_depth);
    let heap = Heap::with_limit(settings.max_memory);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |now| now.as_nanos() as i128);
    let mut compiler = Compiler::new(&heap, environment, node, now);
    if is_traced {
        compiler.trace();
    }
    let mut cx = Cx::new(&heap, &compiler, settings);
    cx.tier = environment.tier.as_deref().filter(|_| !is_traced);
    let result = within_limits(|| compiler.compile(&mut cx));
    let error = plain(result);
    use_it.call(&compiler, &mut cx, error)
}

/// Returns the result of `work`; converts an exceeded limit to an error.
///
/// # Errors
/// Fails with every error of `work`, and the limit.
pub fn within_limits<'h, T>(work: impl FnOnce() -> Res<'h, T>) -> Res<'h, T> {
    limits::guarded(work).unwrap_or_else(|exceeded| Err(exceeded.error().into()))
}

/// Returns the error of a result; a jump out of all code is an error as well.
pub fn plain<T>(result: Res<'_, T>) -> Option<Error> {
    match *illegal_jump(result.err()?) {
        Raise::Error(error) => Some(error),
        Raise::Next(..) | Raise::Return(..) | Raise::Break(_) => None,
    }
}

/// Handles values in the catalog that only Ruby has, depending on the setting `strict`: ignores
/// them, logs warnings, or returns an error.
pub fn foreign_values<'h>(compiler: &Compiler<'h>, cx: &mut Cx<'h>) -> Option<Error> {
    if cx.settings.strict == Strict::Off {
        return None;
    }
    for (said, place) in compiler.foreign_values() {
        if cx.settings.strict == Strict::Error {
            let mut error = Error::evaluation(Issue("RUNTIME_ERROR"), said, None);
            error.advice.extend(place.map(Advice::About));
            return Some(error.with_advice(Advice::Settings(&["strict=warning"])));
        }
        cx.log_plain(Level::Warning, said);
    }
    None
}

/// The use of a compilation's result. (A closure could not be called for every lifetime.)
pub trait Use<T> {
    /// Uses the compilation; `error` is the error that ended it early.
    fn call<'h>(self, compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, error: Option<Error>) -> T;
}
