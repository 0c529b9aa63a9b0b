//! Catches, records and counts panics of the compiler. The evaluation continues in the interpreter.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind};
use std::sync::{Mutex, Once, PoisonError};

use runtime::limits::Exceeded;

/// The greatest number of panics whose messages a process keeps.
const KEPT_MAX: usize = 100;

thread_local! {
    /// True if this thread is compiling.
    static COMPILES: Cell<bool> = const { Cell::new(false) };
    /// The message and place of the last panic.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The messages of the compiler's panics in this process.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Returns the messages of the first hundred panics of the compiler in this process, over all
/// engines. Each is a defect, though evaluations do not notice it.
pub fn panics() -> Vec<String> {
    PANICS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// Installs a hook that hides panics of the compiler.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| match COMPILES.get() {
            true => SAID.set(said(info)),
            false => usual(info),
        }));
    });
}

fn said(info: &PanicHookInfo<'_>) -> String {
    let text = text_of(info.payload());
    match info.location() {
        Some(place) => format!("{text} ({place})"),
        None => text.to_owned(),
    }
}

fn text_of(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied())
        .unwrap_or("without a text")
}

/// The reason why a body was not compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// It cannot be compiled.
    Failed(String),
    /// The compiler panicked.
    Panicked(String),
}

impl Problem {
    /// Returns the message for the user.
    pub fn text(&self) -> &str {
        match self {
            Problem::Failed(text) | Problem::Panicked(text) => text,
        }
    }
}

impl From<String> for Problem {
    fn from(text: String) -> Problem {
        Problem::Failed(text)
    }
}

impl From<&str> for Problem {
    fn from(text: &str) -> Problem {
        Problem::Failed(text.to_owned())
    }
}

/// Runs a compilation and catches its panics. A panic becomes a problem that names the compiled
/// code. A limit that was exceeded meanwhile becomes the outer error; the caller raises it once the
/// state is restored.
pub(crate) fn caught<T>(
    name: &str,
    work: impl FnOnce() -> Result<T, Problem>,
) -> Result<Result<T, Problem>, Exceeded> {
    let outer = COMPILES.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    COMPILES.set(outer);
    let cause = match result {
        Ok(result) => return Ok(result),
        Err(cause) => cause,
    };
    let cause = match cause.downcast::<Exceeded>() {
        Ok(exceeded) => return Err(*exceeded),
        Err(cause) => cause,
    };
    let said = SAID.take();
    let said = match said.is_empty() {
        true => text_of(&*cause).to_owned(),
        false => said,
    };
    let text = format!("the compiler panicked at {name}: {said}");
    let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
    if panics.len() < KEPT_MAX {
        panics.push(text.clone());
    }
    Ok(Err(Problem::Panicked(text)))
}

/// Works like [`caught`], for compilations that check no limit.
pub(crate) fn caught_here<T>(
    name: &str,
    work: impl FnOnce() -> Result<T, Problem>,
) -> Result<T, Problem> {
    caught(name, work).unwrap_or_else(|exceeded| resume_unwind(Box::new(exceeded)))
}
