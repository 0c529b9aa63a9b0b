//! Calls the functions of hierarchy levels, and makes the lookup contexts that they get.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::FixedState;
use frontend::{Issue, Symbol};
use hashbrown::HashMap;
use runtime::closure::Closure;
use runtime::cx::Callee;
use runtime::error::{Error, Form, Kind, Raise};
use runtime::iterator::Iterator;
use runtime::types::object::{LOOKUP_CONTEXT, Object, ObjectType, symbol};
use runtime::types::{self, Type};
use runtime::{Cx, Res, Value, fail, text};

use super::scope::{CodeScope, type_of_text};
use super::{Lookup, raise};
use crate::data::{Data, Text};
use crate::hiera::explain::Explanation;
use crate::hiera::{BackendCall, BackendKey, Context, FunctionKind, LookupError};

/// Returns the type of lookup contexts.
fn context_type<'h>() -> &'h ObjectType<'h> {
    thread_local! {
        static TYPE: &'static ObjectType<'static> = types::named(LOOKUP_CONTEXT)
            .and_then(types::object::object_of)
            .unwrap_or(&ObjectType::ANY);
    }
    TYPE.with(|ty| *ty)
}

/// A lookup context that a function got.
#[derive(Clone)]
struct GivenContext {
    context: Rc<Context>,
    /// The collector of explanations, if the lookup is explained.
    explanation: Option<Rc<RefCell<Explanation>>>,
}

/// The lookup contexts of one node.
#[derive(Default)]
pub(super) struct Contexts {
    /// The contexts of hierarchy levels; their values hold the index here.
    given: Vec<GivenContext>,
    /// The contexts that programs created, by the address of their values.
    made: HashMap<usize, Rc<Context>, FixedState>,
}

impl Contexts {
    /// Returns the index of a call's context, and the number of its cache.
    fn index_of(&mut self, call: &BackendCall<'_>) -> [i64; 2] {
        let is = |known: &GivenContext| {
            known.explanation.is_none()
                && call.explanation.is_none()
                && Rc::ptr_eq(&known.context, call.context)
        };
        let index = self.given.iter().rposition(is).unwrap_or_else(|| {
            self.given.push(GivenContext {
                context: Rc::clone(call.context),
                explanation: call.explanation.map(Rc::clone),
            });
            self.given.len() - 1
        });
        let mut all = self.given.iter();
        let first = all.position(|known| Rc::ptr_eq(&known.context, call.context));
        [index as i64, first.unwrap_or(index) as i64]
    }
}

/// The issue of the error that `not_found` raises.
pub(crate) const NOT_FOUND: Issue = Issue("UNCAUGHT_THROW_NO_SUCH_KEY");

/// Returns true if an error of a built-in function passes through a lookup unchanged. Errors about
/// arguments, which every function checks, do not.
fn is_bare(function: &str, error: &Error) -> bool {
    let passes = matches!(
        function,
        "dig" | "fail" | "generate" | "inline_template" | "tag" | "template"
    );
    // errors that the `hiera*` functions find in data
    let is_of_lookup = function.starts_with("hiera") && error.kind == Kind::Lookup;
    error.form == Form::Plain && (is_of_lookup || passes && error.kind != Kind::Argument)
}

/// Returns the return type that a built-in function declares.
fn returned_by(function: &str) -> Option<&'static str> {
    match function {
        "alert" | "crit" | "debug" | "emerg" | "err" | "info" | "notice" | "warning" => {
            Some("Undef")
        }
        "epp" | "inline_epp" => Some("Variant"),
        _ => None,
    }
}

fn wrong_return_type(call: &BackendCall<'_>, wanted: &str, returns: &str) -> LookupError {
    LookupError::lookup(format!(
        "Return type of 'data_hash' function named '{}' is incorrect, expects a {wanted} value, got {returns}",
        call.name
    ))
}

impl<'h> CodeScope<'_, 'h> {
    /// Calls the function of a hierarchy level.
    pub(super) fn call_backend(
        &mut self,
        call: &BackendCall<'_>,
    ) -> Result<Option<Data>, LookupError> {
        let name = Symbol::intern(call.name);
        let builtin = runtime::builtins::find(call.name).is_some();
        let user = match builtin {
            true => None,
            false => self
                .cx
                .host
                .function(self.cx, name)
                .map_err(|raised| self.keep(raised))?,
        };
        if !builtin && user.is_none() {
            return Err(LookupError::unknown_function(call));
        }
        if call.kind == FunctionKind::DataHash {
            let returns = match user {
                Some(Callee::User(function)) => function.signature.returns,
                Some(Callee::Foreign(function)) => {
                    function.accepting.first().and_then(|one| one.returns)
                }
                Some(Callee::Builtin(_)) | None => None,
            };
            match returns {
                Some(returns) => self.check_return_type(call, returns)?,
                None => returned_by(call.name)
                    .filter(|_| builtin)
                    .map_or(Ok(()), |returns| {
                        Err(wrong_return_type(call, "Hash", returns))
                    })?,
            }
        }
        let arguments = self.arguments(call);
        let caller = self.caller.or(self.cx.frame);
        self.lookup.callers.borrow_mut().push(caller);
        let result = self.cx.call_function(call.name, &arguments, None);
        self.lookup.callers.borrow_mut().pop();
        match result {
            Ok(value) => Ok(Some(self.data(value))),
            Err(raised) => match *raised {
                Raise::Error(error) if error.issue == NOT_FOUND => Ok(None),
                Raise::Error(error)
                    if error.kind == Kind::Returned
                        || is_bare(call.name, &error)
                        || error.form == Form::Plain && error.kind == Kind::Parse =>
                {
                    Err(LookupError::lookup(error.message))
                }
                other => Err(self.keep(Box::new(other))),
            },
        }
    }

    fn check_return_type(
        &mut self,
        call: &BackendCall<'_>,
        returns: types::TypeRef<'h>,
    ) -> Result<(), LookupError> {
        let Ok(wanted) = type_of_text(self.cx, "Hash[Variant[String, Numeric], RichData]") else {
            return Ok(());
        };
        if types::assignable(wanted, returns) {
            return Ok(());
        }
        let wanted = match returns {
            Type::Hash { .. } => "Hash[RichDataKey, RichData]",
            _ => "Hash",
        };
        let returns = types::format::simple_name(returns);
        Err(wrong_return_type(call, wanted, &returns))
    }

    fn arguments(&mut self, call: &BackendCall<'_>) -> Vec<Value<'h>> {
        let heap = self.cx.heap;
        let options = self.lookup.values.borrow_mut().lasting(heap, call.options);
        let module = call.context.module_name.as_deref();
        let module = module.map_or(Value::Undef, |name| Value::string(heap, name));
        let [index, number] = self.lookup.contexts.borrow_mut().index_of(call);
        let context = Value::Object(heap.alloc(Object {
            ty: context_type(),
            values: heap.slice(&[module, Value::Integer(index), Value::Integer(number)]),
        }));
        match (call.kind, call.key) {
            (FunctionKind::V4DataHash, _) => Vec::new(),
            (_, BackendKey::None) => vec![options, context],
            (_, BackendKey::Name(name)) => vec![Value::string(heap, name), options, context],
            (_, BackendKey::Segments(segments)) => {
                let segments: Vec<Value<'h>> =
                    segments.iter().map(|segment| self.value(segment)).collect();
                vec![Value::array(heap, &segments), options, context]
            }
        }
    }
}

impl<'h> Lookup<'h> {
    /// Calls a method of a context, which is the first argument.
    pub(super) fn context_method(
        &self,
        cx: &mut Cx<'h>,
        method: &str,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let Some((Value::Object(object), arguments)) = arguments.split_first() else {
            return fail("a method of a context was expected");
        };
        let GivenContext {
            context,
            explanation,
        } = self.known_context(object);
        let argument = |index: usize| arguments.get(index).copied().unwrap_or(Value::Undef);
        match method {
            "not_found" => Err(no_such_key()),
            "interpolate" => self.interpolate(cx, argument(0), explanation),
            "environment_name" => Ok(symbol(cx.heap, &context.environment_name)),
            "explain" => {
                if let (Some(explanation), Some(block)) = (explanation, block) {
                    let text = cx.call_block(block, &[])?;
                    explanation.borrow_mut().push_text(text::interpolated(text));
                }
                Ok(Value::Undef)
            }
            "cache" => {
                let (key, value) = (self.key(argument(0)), self.data(argument(1)));
                context.cache.borrow_mut().insert(key, value);
                Ok(argument(1))
            }
            "cache_all" => {
                for (key, value) in argument(0)
                    .as_hash()
                    .into_iter()
                    .flat_map(|hash| hash.iter())
                {
                    let (key, value) = (self.key(key), self.data(value));
                    context.cache.borrow_mut().insert(key, value);
                }
                Ok(Value::Undef)
            }
            "cache_has_key" => {
                let key = self.key(argument(0));
                Ok(Value::Boolean(context.cache.borrow().contains_key(&key)))
            }
            "cached_value" => {
                let key = self.key(argument(0));
                let value = context.cache.borrow().get(&key).cloned();
                Ok(self.value(cx, &value.unwrap_or(Data::Undef)))
            }
            "cached_entries" => self.cached_entries(cx, &context, block),
            "cached_file_data" => self.cached_file_data(cx, &context, argument(0), block),
            _ => fail(format!("Unknown function: '{method}'.")),
        }
    }

    /// Returns the value of a text key in the cache of a context, if the cache has it.
    pub fn cached(&self, cx: &Cx<'h>, context: &Object<'h>, key: &str) -> Option<Value<'h>> {
        let GivenContext { context, .. } = self.known_context(context);
        let value = context.cache.borrow().get(&Text(key)).cloned();
        value.map(|value| self.value(cx, &value))
    }

    /// Returns the context of a value; a context that a program created gets a cache of its own.
    fn known_context(&self, object: &Object<'h>) -> GivenContext {
        let mut contexts = self.contexts.borrow_mut();
        let index = object.values.get(1).and_then(|index| index.as_integer());
        let known = index.and_then(|index| contexts.given.get(usize::try_from(index).ok()?));
        if let Some(known) = known {
            return known.clone();
        }
        let address = object.values.as_ptr().addr();
        let made = contexts.made.entry(address).or_insert_with(|| {
            let module = object.values.first().and_then(|name| name.as_str());
            self.hiera.context(module.map(Arc::from).as_ref())
        });
        GivenContext {
            context: Rc::clone(made),
            explanation: None,
        }
    }

    /// Converts a value to the key of a cache.
    fn key(&self, value: Value<'h>) -> Data {
        self.values.borrow_mut().key(value)
    }

    /// Converts a value to data.
    pub fn data(&self, value: Value<'h>) -> Data {
        self.values.borrow_mut().data(value)
    }

    pub(super) fn value(&self, cx: &Cx<'h>, data: &Data) -> Value<'h> {
        self.values.borrow_mut().value(cx.heap, data)
    }

    fn interpolate(
        &self,
        cx: &mut Cx<'h>,
        value: Value<'h>,
        explanation: Option<Rc<RefCell<Explanation>>>,
    ) -> Res<'h> {
        let data = self.data(value);
        let mut scope = CodeScope::new(cx, self);
        scope.caller = self.callers.borrow().last().copied().flatten();
        let interpolated = match explanation {
            Some(explanation) => {
                let (data, more) = self.hiera.interpolated_explained(&mut scope, &data);
                explanation.borrow_mut().append(more);
                data
            }
            None => self.hiera.interpolated(&mut scope, &data),
        };
        match interpolated {
            Ok(data) => Ok(self.value(cx, &data)),
            Err(error) => {
                let raised = scope.take_raised();
                Err(raise(error, raised))
            }
        }
    }

    fn cached_entries(
        &self,
        cx: &mut Cx<'h>,
        context: &Context,
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let entries: Vec<(Data, Data)> = context
            .cache
            .borrow()
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            pairs.push((self.value(cx, &key), self.value(cx, &value)));
        }
        let Some(block) = block else {
            let entries = Value::hash(cx.heap, &pairs);
            let iterator = Iterator::step(cx.heap, entries, 1)?;
            return Ok(iterator.map_or(entries, Value::Iterator));
        };
        for (key, value) in pairs {
            match takes_one(block) {
                true => cx.call_block(block, &[Value::array(cx.heap, &[key, value])])?,
                false => cx.call_block(block, &[key, value])?,
            };
        }
        Ok(Value::Undef)
    }

    /// Returns the content of a file, or the value that a block computes from it; caches the
    /// result.
    fn cached_file_data(
        &self,
        cx: &mut Cx<'h>,
        context: &Context,
        path: Value<'h>,
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let path = path.as_str().unwrap_or_default();
        let key = Data::array(vec![Data::string("cached_file_data"), Data::string(path)]);
        let known = context.files.borrow().get(&key).cloned();
        if let Some(known) = known {
            return Ok(self.value(cx, &known));
        }
        let text = self.hiera.read(path).map_err(|error| raise(error, None))?;
        let mut value = Value::string(cx.heap, &text);
        if let Some(block) = block {
            value = cx.call_block(block, &[value])?;
        }
        let data = self.data(value);
        context.files.borrow_mut().insert(key, data);
        Ok(value)
    }
}

/// Builds the error by which a function reports that it does not have a key.
pub(crate) fn no_such_key<'h>() -> Box<Raise<'h>> {
    Error {
        issue: NOT_FOUND,
        ..Error::plain("uncaught throw :no_such_key")
    }
    .into()
}

/// Returns true if a block accepts a single argument.
fn takes_one(block: &Closure<'_>) -> bool {
    let parameters = &block.body.mir.parameters;
    let required = parameters
        .iter()
        .filter(|parameter| parameter.default.is_none() && !parameter.captures_rest);
    !parameters.is_empty() && required.count() <= 1
}
