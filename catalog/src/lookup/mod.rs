//! Looks up data in a compilation: class parameters, and the functions `lookup` and `hiera*`.
//!
//! Connects [`crate::hiera`], which handles data, to the evaluation, which handles values.

mod adapter;
mod backend;
mod function;
mod query;
mod scope;
mod value;

pub(crate) use adapter::{Source, Step};
pub(crate) use backend::{NOT_FOUND, no_such_key};
pub use function::not_found;
pub use query::{Answer, Explain, Format, Query};

use std::cell::RefCell;

use frontend::Issue;
use frontend::issue::Located;
use runtime::advice::Advice;
use runtime::closure::Closure;
use runtime::error::{Error, Form, Kind, Place, Raise};
use runtime::frame::Frame;
use runtime::scope::ScopeId;
use runtime::types::object::LOOKUP_CONTEXT;
use runtime::{Cx, Res, Value, profile};

use crate::data::Data;
use crate::environment::Environment;
use crate::hiera::explain::{DataSource, Explanation};
use crate::hiera::merge::Merge;
use crate::hiera::{self, ErrorKind, LookupError, MentionedParameters, ReadSet};
use crate::node::Node;
use scope::{CodeScope, Given};
use value::Values;

/// Data lookup for one compilation.
pub struct Lookup<'h> {
    hiera: hiera::Lookup<'h>,
    adapters: RefCell<Vec<adapter::Adapter<'h>>>,
    environment: &'h Environment,
    node: &'h Node,
    values: RefCell<Values<'h>>,
    contexts: RefCell<backend::Contexts>,
    /// The frames of lookups whose level functions are running, innermost last.
    callers: RefCell<Vec<Option<&'h Frame<'h>>>>,
    /// The explanation of lookups, while they are explained.
    explanation: RefCell<Option<Explanation>>,
    /// All lookups so far with the places of their values, if they are traced.
    noted: Option<RefCell<Vec<LookedUp>>>,
}

impl<'h> Lookup<'h> {
    /// Creates the lookups of a node in the data of an environment.
    pub fn new(environment: &'h Environment, node: &'h Node) -> Lookup<'h> {
        Lookup {
            hiera: hiera::Lookup::new(&environment.hierarchies),
            adapters: RefCell::default(),
            environment,
            node,
            values: RefCell::default(),
            contexts: RefCell::default(),
            callers: RefCell::default(),
            explanation: RefCell::default(),
            noted: None,
        }
    }

    /// Enables the record of all lookups.
    pub(crate) fn trace(&mut self) {
        self.noted = Some(RefCell::default());
    }

    /// Returns the index of the latest recorded lookup of a key.
    pub(crate) fn last_noted(&self, key: &str) -> Option<usize> {
        let noted = self.noted.as_ref()?.borrow();
        noted.iter().rposition(|done| done.key == key)
    }

    /// Returns the recorded lookups, in order.
    pub(crate) fn noted(&self) -> Vec<LookedUp> {
        let noted = self.noted.as_ref();
        noted.map_or_else(Vec::new, |noted| noted.borrow().clone())
    }

    /// Returns the value of a class parameter; `None` if no data has it. Must run in the frame of
    /// the class.
    ///
    /// # Errors
    /// Fails if the data or its configuration is invalid.
    pub fn class_parameter(
        &self,
        cx: &mut Cx<'h>,
        class: &str,
        parameter: &str,
    ) -> Res<'h, Option<Value<'h>>> {
        let key = [class, "::", parameter].concat();
        self.find(cx, &key, None, Given::default(), Some(class))
    }

    /// Returns the parameters of a class for which data may have values. Returns `None` unless it
    /// is certain that lookups of all others would find nothing and log nothing. Must run in the
    /// frame of the class.
    pub fn parameters_with_data(
        &self,
        cx: &mut Cx<'h>,
        class: &str,
    ) -> Option<MentionedParameters> {
        if self.is_explained() || self.noted.is_some() {
            return None;
        }
        let mut scope = CodeScope::new(cx, self);
        scope.unbound = Some(class);
        self.hiera.parameters_with_data(&mut scope, class)
    }

    /// Runs `lookup`, a `hiera*` function or a method of a lookup context by name.
    ///
    /// # Errors
    /// Fails with every error of the function.
    pub fn function(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let method = name.strip_prefix(LOOKUP_CONTEXT);
        if let Some(method) = method.and_then(|method| method.strip_prefix('.')) {
            return self.context_method(cx, method, arguments, block);
        }
        function::run(self, cx, name, arguments, block)
    }

    /// Returns the name and the options of a merge strategy, given in the form that `lookup` takes.
    ///
    /// # Errors
    /// Fails for an unknown strategy, and for options that it does not have.
    pub fn merge_strategy(&self, cx: &mut Cx<'h>, given: Value<'h>) -> Res<'h> {
        let mut scope = CodeScope::new(cx, self);
        let given = scope.data(given);
        let strategy = Merge::from_data(&given, &mut scope).map_err(merge_error)?;
        let name = Value::string(cx.heap, strategy.name());
        let options = strategy
            .given()
            .map_or(Value::hash(cx.heap, &[]), |options| {
                self.values.borrow_mut().value(cx.heap, &options)
            });
        Ok(Value::array(cx.heap, &[name, options]))
    }

    /// Merges two values by a strategy; the first takes precedence.
    ///
    /// # Errors
    /// Fails for an unknown strategy, and for values that it cannot merge.
    pub fn merge(&self, cx: &mut Cx<'h>, strategy: Value<'h>, values: [Value<'h>; 2]) -> Res<'h> {
        let mut scope = CodeScope::new(cx, self);
        let strategy = scope.data(strategy);
        let [first, second] = values.map(|value| scope.data(value));
        let strategy = Merge::from_data(&strategy, &mut scope).map_err(merge_error)?;
        let merged = strategy.merge(strategy.single(first), second, &mut scope);
        let merged = merged.map_err(merge_error)?;
        Ok(self.values.borrow_mut().value(cx.heap, &merged))
    }

    fn is_explained(&self) -> bool {
        self.explanation.borrow().is_some()
    }

    fn explain_options(&self, cx: &mut Cx<'h>, key: Option<&str>) -> (Res<'h, ()>, Explanation) {
        let mut scope = CodeScope::new(cx, self);
        let (found, told) = self.hiera.explain_options(&mut scope, key);
        let raised = scope.take_raised();
        let found = found.map(drop).map_err(|error| raise(error, raised));
        (found, told)
    }

    /// Returns the first segments of the keys that were looked up.
    pub fn read_roots(&self) -> Vec<String> {
        let read = self.hiera.read_set();
        let keys = read.keys.iter();
        keys.filter_map(|key| Some(hiera::LookupKey::parse(key)?.root.to_string()))
            .collect()
    }

    /// Reads all hierarchy configurations, even without a lookup.
    pub fn open_all(&self, cx: &mut Cx<'h>) {
        self.hiera.open_all(&mut CodeScope::new(cx, self));
    }

    /// Returns the inputs that the lookups so far depended on.
    pub fn read_set(&self) -> ReadSet {
        self.hiera.read_set()
    }

    /// Finds the value of a key in the data.
    fn find(
        &self,
        cx: &mut Cx<'h>,
        key: &str,
        merge: Option<&Data>,
        given: Given<'h>,
        unbound: Option<&str>,
    ) -> Res<'h, Option<Value<'h>>> {
        profile::within_named(cx, profile::Kind::Lookup, key, |cx| {
            self.find_now(cx, key, merge, given, unbound)
        })
    }

    fn find_now(
        &self,
        cx: &mut Cx<'h>,
        key: &str,
        merge: Option<&Data>,
        given: Given<'h>,
        unbound: Option<&str>,
    ) -> Res<'h, Option<Value<'h>>> {
        let mut scope = CodeScope::new(cx, self);
        scope.unbound = unbound;
        scope.given = given;
        let mut sources = Vec::new();
        let adapter = self.adapter(given);
        let hiera = adapter.as_deref().unwrap_or(&self.hiera);
        let found = match self.is_explained() || self.noted.is_some() {
            false => hiera.lookup(&mut scope, key, merge),
            true => {
                let (found, steps) = hiera.explain(&mut scope, key, merge);
                sources = steps.sources();
                if let Some(told) = self.explanation.borrow_mut().as_mut() {
                    told.append(steps);
                }
                found
            }
        };
        let raised = scope.take_raised();
        if let Some(noted) = &self.noted {
            noted.borrow_mut().push(LookedUp {
                key: key.to_owned(),
                place: cx.call_place(),
                scope: cx.scope_id(),
                is_found: matches!(found, Ok(Some(_))),
                sources,
            });
        }
        match found {
            Ok(Some(data)) => Ok(Some(self.values.borrow_mut().value(cx.heap, &data))),
            Ok(None) => Ok(None),
            Err(error) => Err(raise(error, raised)),
        }
    }
}

/// A data lookup and its result.
#[derive(Clone)]
pub(crate) struct LookedUp {
    pub(crate) key: String,
    /// The place of the call; for a parameter, of the code that declares the class.
    pub(crate) place: Option<Place>,
    pub(crate) scope: ScopeId,
    pub(crate) is_found: bool,
    pub(crate) sources: Vec<DataSource>,
}

/// The issue of an error about a file without a line: its message ends in `(file: F)`.
pub const NO_LINE: Issue = Issue("LOOKUP_NO_LINE");

/// The issue of a fault that Puppet does not handle: a Ruby error.
pub const FAULT: Issue = Issue("LOOKUP_FAULT");

/// Builds the error of a merge strategy outside of a lookup.
fn merge_error<'h>(error: LookupError) -> Box<Raise<'h>> {
    match error.kind {
        ErrorKind::Puppet => Error::of(Kind::Assertion, error.message).into(),
        _ => raise(error, None),
    }
}

/// Converts an error of a lookup to one of the evaluation; `raised` is an error that the evaluation
/// itself raised during the lookup.
fn raise<'h>(error: LookupError, raised: Option<Box<Raise<'h>>>) -> Box<Raise<'h>> {
    let settings = Some(error.settings).filter(|settings| !settings.is_empty());
    let of = |kind: Kind, message: String| Error {
        advice: settings.map(Advice::Settings).into_iter().collect(),
        ..Error::of(kind, message)
    };
    let bare = |message: String| Error {
        form: Form::Bare,
        ..of(Kind::Lookup, message)
    };
    match (error.kind, raised) {
        (ErrorKind::Raised, Some(raised)) => raised,
        (ErrorKind::Other, _) => Error {
            issue: FAULT,
            ..of(error.fault, error.message)
        }
        .into(),
        (ErrorKind::Puppet | ErrorKind::Raised, _) => of(Kind::Lookup, error.message).into(),
        (kind @ (ErrorKind::Issue | ErrorKind::Lookup), _) => {
            let message = match (&error.file, error.line) {
                (Some(file), Some(line)) => {
                    format!("{} (file: {file}, line: {line})", error.message)
                }
                (Some(file), None) => format!("{} (file: {file})", error.message),
                (None, _) => error.message,
            };
            let shown = bare(message);
            let issue = match error.file.is_some() && error.line.is_none() {
                true => NO_LINE,
                false => shown.issue,
            };
            Error {
                issue,
                is_final: kind == ErrorKind::Issue,
                ..shown
            }
            .into()
        }
    }
}

/// Logs a warning of a lookup.
fn warn(cx: &mut Cx<'_>, warning: hiera::Warning) {
    let text = match (&warning.file, warning.once.is_some()) {
        (Some(file), _) => format!("{}\n   (file: {file})", warning.text),
        (None, true) => format!("{}\n   (file & line not available)", warning.text),
        (None, false) => warning.text.clone(),
    };
    match &warning.once {
        Some(name) => cx.warn_once(name, text, None, Located::Column),
        None => cx.warn(text, None, Located::Column),
    }
}
