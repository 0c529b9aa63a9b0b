//! Runs Ruby code natively, without a process: templates, and functions of both APIs.
//!
//! A file is lowered ([`lower`]) only if tables cover all its syntax, methods and classes. When a
//! result is not certain (a method of another kind of value, an error of Ruby's own, a tie of
//! `sort_by`), the attempt is given up, and the process runs the code from its start. A template's
//! only effect is its text; the operations of a function are recorded, so that none is performed
//! twice ([`record`]).

mod call;
mod code;
mod context;
mod eval;
mod fault;
mod formats;
mod ip;
mod library;
mod library_method;
mod lower;
mod methods;
mod object;
mod pairs;
mod quick;
mod record;
mod running;
mod scope;
mod stop;
mod uri;
mod value;

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use foldhash::{HashMap, HashMapExt};
use runtime::closure::Closure;
use runtime::{Cx, Raise, Value};

use code::Program;
use code::Scope;
pub(super) use lower::function::{Current, Legacy};
pub(super) use record::{Done, Files, Record};
use running::Running;
use stop::Stop;
use value::Val;

use crate::compiler::Compiler;
use crate::environment::Environment;
use crate::environment::ruby_code::Mode;
use crate::lookup::no_such_key;

/// The maximum number of lowered texts of each kind that are kept.
const KEPT_MAX: usize = 10_000;

/// Lowered code by its text; `None` for a text that cannot run natively.
struct LoweredTexts<T>(Mutex<HashMap<Box<str>, Option<Arc<T>>>>);

static TEMPLATES: LazyLock<LoweredTexts<Program>> = LazyLock::new(LoweredTexts::new);
static CURRENT: LazyLock<LoweredTexts<Current>> = LazyLock::new(LoweredTexts::new);
static LEGACY: LazyLock<LoweredTexts<Legacy>> = LazyLock::new(LoweredTexts::new);

impl<T> LoweredTexts<T> {
    fn new() -> LoweredTexts<T> {
        LoweredTexts(Mutex::new(HashMap::new()))
    }

    fn get(
        &self,
        code: &str,
        lower: impl FnOnce(&str, &mut Option<usize>) -> Option<T>,
    ) -> Option<Arc<T>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(code) {
            return known.clone();
        }
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        let found = lower(code, &mut None).map(Arc::new);
        kept.insert(code.into(), found.clone());
        found
    }
}

/// The surroundings of running code: the compilation, its environment, and the values that blocks
/// have computed from files.
pub(super) type Around<'a, 'h> = (&'a Compiler<'h>, &'h Environment, &'a Files<'h>);

/// Renders a template natively.
///
/// # Errors
/// Returns the record of performed operations if a process has to render the template.
pub(super) fn render<'h>(
    cx: &mut Cx<'h>,
    (compiler, environment, files): Around<'_, 'h>,
    code: &str,
) -> Result<(String, Record<'h>), Record<'h>> {
    let mut record = Record::new(environment, files, None);
    // the process reports errors because it names the template in them
    record.is_handled = true;
    let Some(template) = TEMPLATES.get(code, lower::template) else {
        return Err(record);
    };
    if !template.attempts.are_worth_it() {
        return Err(record);
    }
    let text = Running::new(cx, compiler, &template, &mut record).template();
    template.attempts.count(text.is_err());
    if text.is_err() || environment.ruby == Mode::Both {
        record.undo(cx);
    }
    match text {
        Ok(text) => Ok((text, record)),
        Err(_) => Err(record),
    }
}

/// Returns the function of the 4.x API that a file defines, if it can run natively.
pub(super) fn current(code: &str) -> Option<Arc<Current>> {
    CURRENT.get(code, lower::function::current)
}

/// Returns the function of the 3.x API that a file defines, if it can run natively.
pub(super) fn legacy(code: &str) -> Option<Arc<Legacy>> {
    LEGACY.get(code, lower::function::legacy)
}

/// The kinds of Ruby code that can run natively.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CodeKind {
    /// A template in ERB.
    Template,
    /// A function of the 4.x API.
    Current,
    /// A function of the 3.x API.
    Legacy,
}

/// The share of a file that runs natively.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// The whole file.
    Whole,
    /// All but some branches; holds the line of the first one.
    Branches(usize),
    /// Nothing; holds the line that is the reason, if there is a single one.
    Nothing(Option<usize>),
}

/// Returns the share of a file that runs natively.
pub fn native_share(kind: CodeKind, code: &str) -> Share {
    let mut refused = None;
    let is_native = match kind {
        CodeKind::Template => lower::template(code, &mut refused).is_some(),
        CodeKind::Current => lower::function::current(code, &mut refused).is_some(),
        CodeKind::Legacy => lower::function::legacy(code, &mut refused).is_some(),
    };
    match (is_native, refused) {
        (true, None) => Share::Whole,
        (true, Some(line)) => Share::Branches(line),
        (false, line) => Share::Nothing(line),
    }
}

/// The outcome of a native call.
pub(super) enum Called<'h> {
    /// The call returned this value; the record holds its operations.
    Value(Value<'h>, Record<'h>),
    /// A called function raised this error.
    Raised(Box<Raise<'h>>),
    /// The process has to run the code, using the record.
    GivenUp(Record<'h>),
}

impl Current {
    /// Runs a dispatch; the arguments must match it.
    pub(super) fn call<'h>(
        &self,
        cx: &mut Cx<'h>,
        (compiler, environment, files): Around<'_, 'h>,
        dispatch: usize,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Called<'h> {
        let way = &self.ways[dispatch];
        let is_mismatch = self.declared.dispatches[dispatch].is_mismatch;
        let mut values: Vec<Val<'h>> = arguments.iter().map(|one| Val::of(*one)).collect();
        for &at in way.scopes.iter().rev() {
            values.insert(at.min(values.len()), Val::Scope(Scope::Calling));
        }
        let block = block.filter(|_| !is_mismatch);
        let record = Record::new(environment, files, Some(Arc::clone(&self.name)));
        run(
            (cx, compiler),
            &self.program,
            way.method,
            Some(values),
            block,
            record,
        )
    }
}

impl Legacy {
    /// Returns true if the function takes `count` arguments.
    fn accepts(&self, count: usize) -> bool {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        match self.arity {
            arity if arity < 0 => count >= -arity - 1,
            arity => count == arity,
        }
    }

    /// Runs the function with arguments in the form of the 3.x API.
    pub(super) fn call<'h>(
        &self,
        cx: &mut Cx<'h>,
        (compiler, environment, files): Around<'_, 'h>,
        arguments: &[Value<'h>],
    ) -> Called<'h> {
        let is_enough = self.accepts(arguments.len());
        let values: Vec<Val<'h>> = arguments.iter().map(|one| Val::of(*one)).collect();
        let values = is_enough.then(|| vec![Val::list(values)]);
        let record = Record::new(environment, files, None);
        match run((cx, compiler), &self.program, 0, values, None, record) {
            Called::Value(_, record) if !self.gives => Called::Value(Value::Undef, record),
            called => called,
        }
    }
}

fn run<'h>(
    (cx, compiler): (&mut Cx<'h>, &Compiler<'h>),
    program: &Program,
    method: usize,
    arguments: Option<Vec<Val<'h>>>,
    block: Option<&'h Closure<'h>>,
    mut record: Record<'h>,
) -> Called<'h> {
    let heap = cx.heap;
    let Some(arguments) = arguments.filter(|_| program.attempts.are_worth_it()) else {
        return Called::GivenUp(record);
    };
    let running = Running::new(cx, compiler, program, &mut record);
    let done = running.function(method, arguments, block);
    program.attempts.count(matches!(done, Err(Stop::GiveUp)));
    if matches!(done, Err(Stop::GiveUp)) || compiler.environment.ruby == Mode::Both {
        record.undo(cx);
    }
    match done {
        Ok(value) => match value.value(heap) {
            Some(value) => Called::Value(value, record),
            None => Called::GivenUp(record),
        },
        Err(Stop::Raised(raise)) => Called::Raised(raise),
        Err(Stop::NotFound) => Called::Raised(no_such_key()),
        Err(_) => Called::GivenUp(record),
    }
}
