//! Functions of hierarchy levels, and the context that they are given.

use std::cell::RefCell;
use std::rc::Rc;

use frontend::{Issue, Symbol};
use runtime::closure::Closure;
use runtime::error::{Error, Raise};
use runtime::iterator::Iterator;
use runtime::types::object::{Object, ObjectType, symbol};
use runtime::types::{self, Type};
use runtime::{Cx, Heap, Res, Value, dispatch, fail, text};

use super::scope::{CodeScope, type_of_text};
use super::{Lookup, raise};
use crate::data::Data;
use crate::hiera::explain::Explanation;
use crate::hiera::{BackendCall, BackendKey, Context, FunctionKind, LookupError};

/// The name of the type of contexts.
pub const CONTEXT_TYPE: &str = "Puppet::LookupContext";

fn object_type(heap: &Heap) -> &ObjectType<'_> {
    heap.alloc(ObjectType {
        name: Some(CONTEXT_TYPE),
        ..ObjectType::ANY
    })
}

/// The context of a running function.
pub(super) struct Running {
    context: Rc<Context>,
    /// Where its explanations go, when anybody wants them.
    told: Option<Rc<RefCell<Explanation>>>,
}

/// Marks what `not_found` raises.
const NOT_FOUND: Issue = Issue("UNCAUGHT_THROW_NO_SUCH_KEY");

impl<'h> CodeScope<'_, 'h> {
    /// Calls the function of a hierarchy level.
    pub(super) fn call_backend(
        &mut self,
        call: &BackendCall<'_>,
    ) -> Result<Option<Data>, LookupError> {
        let name = Symbol::intern(call.name);
        let builtin = runtime::builtins::find(self.cx, call.name).is_some();
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
        if let Some(returns) = user.and_then(|function| function.signature.returns)
            && call.kind == FunctionKind::DataHash
        {
            self.check_return_type(call, returns)?;
        }
        let arguments = self.arguments(call);
        self.lookup.contexts.borrow_mut().push(Running {
            context: Rc::clone(call.context),
            told: call.told.map(Rc::clone),
        });
        let result = self.cx.call_function(call.name, &arguments, None);
        self.lookup.contexts.borrow_mut().pop();
        match result {
            Ok(value) => Ok(Some(self.data(value))),
            Err(raised) => match *raised {
                Raise::Error(error) if error.issue == NOT_FOUND => Ok(None),
                Raise::Error(error) if error.message.starts_with("value returned from ") => {
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
        Err(LookupError::lookup(format!(
            "Return type of 'data_hash' function named '{}' is incorrect, expects a {wanted} value, got {}",
            call.name,
            types::format::simple_name(returns)
        )))
    }

    fn arguments(&mut self, call: &BackendCall<'_>) -> Vec<Value<'h>> {
        let heap = self.cx.heap;
        let options = self.value(call.options);
        // the depth of nesting tells contexts apart
        let depth = self.lookup.contexts.borrow().len() as i64;
        let context = Value::Object(heap.alloc(Object {
            ty: object_type(heap),
            values: heap.slice(&[Value::Integer(depth)]),
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

/// The methods of contexts: how many arguments, the type of the first, how many parameters a block
/// has.
const METHODS: &[(&str, usize, &str, Option<usize>)] = &[
    ("not_found", 0, "Any", None),
    ("explain", 0, "Any", Some(0)),
    ("interpolate", 1, "Any", None),
    ("cache", 2, "Optional[Scalar]", None),
    ("cache_all", 1, "Hash", None),
    ("cache_has_key", 1, "Optional[Scalar]", None),
    ("cached_value", 1, "Optional[Scalar]", None),
    ("cached_entries", 0, "Any", None),
    ("cached_file_data", 1, "String", Some(1)),
];

/// Checks the call of a method.
fn check_method<'h>(
    cx: &mut Cx<'h>,
    method: &str,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h, ()> {
    let got = match arguments.len() {
        0 => "none".to_owned(),
        count => count.to_string(),
    };
    let known = METHODS.iter().find(|(name, ..)| *name == method);
    let Some((_, wanted, first, parameters)) = known else {
        return match arguments {
            [] => Ok(()),
            _ => fail(format!(
                "'attribute {CONTEXT_TYPE}[{method}]' expects no arguments, got {got}"
            )),
        };
    };
    let subject = format!("'function {CONTEXT_TYPE}[{method}]'");
    let expected = |count: usize| match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        count => format!("{count} arguments"),
    };
    if arguments.len() != *wanted {
        return fail(format!(
            "{subject} expects {}, got {got}",
            expected(*wanted)
        ));
    }
    if let Some(value) = arguments.first() {
        let ty = type_of_text(cx, first)?;
        if !types::instance(ty, *value) {
            let subject = format!("{subject} parameter ''");
            return fail(dispatch::describe_mismatch(cx, &subject, ty, *value));
        }
    }
    match (
        block.map(|block| block.body.mir.parameters.len()),
        parameters,
    ) {
        (Some(given), Some(wanted)) if given != *wanted => {
            let given = match given {
                0 => "none".to_owned(),
                count => count.to_string(),
            };
            fail(format!(
                "{subject} block expects {}, got {given}",
                expected(*wanted)
            ))
        }
        _ => Ok(()),
    }
}

impl<'h> Lookup<'h> {
    /// A method of a context, which is the first argument.
    pub(super) fn context_method(
        &self,
        cx: &mut Cx<'h>,
        method: &str,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let (running, arguments) = match arguments.split_first() {
            Some((Value::Object(object), rest)) => {
                let depth = object.values.first().and_then(|depth| depth.as_integer());
                let depth = depth
                    .and_then(|depth| usize::try_from(depth).ok())
                    .unwrap_or_default();
                let contexts = self.contexts.borrow();
                let running = contexts
                    .get(depth)
                    .map(|running| (Rc::clone(&running.context), running.told.clone()));
                (running, rest)
            }
            _ => (None, arguments),
        };
        let Some((context, told)) = running else {
            return fail("the context of a lookup is gone");
        };
        check_method(cx, method, arguments, block)?;
        let argument = |index: usize| arguments.get(index).copied().unwrap_or(Value::Undef);
        match method {
            "not_found" => Err(Error {
                issue: NOT_FOUND,
                ..Error::plain("uncaught throw :no_such_key")
            }
            .into()),
            "interpolate" => self.interpolate(cx, argument(0), told),
            "environment_name" => Ok(symbol(cx.heap, &context.environment_name)),
            "module_name" => Ok(match &context.module_name {
                Some(name) => Value::string(cx.heap, name),
                None => Value::Undef,
            }),
            "explain" => {
                if let (Some(told), Some(block)) = (told, block) {
                    let text = cx.call_block(block, &[])?;
                    told.borrow_mut().push_text(text::interpolated(text));
                }
                Ok(Value::Undef)
            }
            "cache" => {
                let (key, value) = (self.data(argument(0)), self.data(argument(1)));
                context.cache.borrow_mut().insert(key, value);
                Ok(argument(1))
            }
            "cache_all" => {
                for (key, value) in argument(0)
                    .as_hash()
                    .into_iter()
                    .flat_map(|hash| hash.iter())
                {
                    let (key, value) = (self.data(key), self.data(value));
                    context.cache.borrow_mut().insert(key, value);
                }
                Ok(Value::Undef)
            }
            "cache_has_key" => {
                let key = self.data(argument(0));
                Ok(Value::Boolean(context.cache.borrow().contains_key(&key)))
            }
            "cached_value" => {
                let key = self.data(argument(0));
                let value = context.cache.borrow().get(&key).cloned();
                Ok(self.value(cx, &value.unwrap_or(Data::Undef)))
            }
            "cached_entries" => self.cached_entries(cx, &context, block),
            "cached_file_data" => self.cached_file_data(cx, &context, argument(0), block),
            _ => fail(format!("Unknown function: '{method}'.")),
        }
    }

    pub(super) fn data(&self, value: Value<'h>) -> Data {
        self.values.borrow_mut().data(value)
    }

    pub(super) fn value(&self, cx: &Cx<'h>, data: &Data) -> Value<'h> {
        self.values.borrow_mut().value(cx.heap, data)
    }

    fn interpolate(
        &self,
        cx: &mut Cx<'h>,
        value: Value<'h>,
        told: Option<Rc<RefCell<Explanation>>>,
    ) -> Res<'h> {
        let data = self.data(value);
        let mut scope = CodeScope::new(cx, self);
        let interpolated = match told {
            Some(told) => {
                let (data, more) = self.hiera.interpolated_explained(&mut scope, &data);
                told.borrow_mut().append(more);
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
            match block.body.mir.parameters.len() {
                1 => cx.call_block(block, &[Value::array(cx.heap, &[key, value])])?,
                _ => cx.call_block(block, &[key, value])?,
            };
        }
        Ok(Value::Undef)
    }

    /// The content of a file, or what a block makes of it, kept for the next time.
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
