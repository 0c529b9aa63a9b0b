//! Implements [`crate::hiera::Scope`] for the running code.

use std::sync::Arc;

use frontend::validate::Strict;
use runtime::error::{Form, Raise};
use runtime::frame::Frame;
use runtime::types::{self, Type, TypeRef};
use runtime::{Cx, Res, Value, dispatch, interp, text};

use super::{Lookup, warn};
use crate::data::Data;
use crate::hiera::{BackendCall, LookupError, Order, Scope, Variable, Warning, ruby_class};

/// Values given to a lookup, which its inner lookups see as well.
#[derive(Clone, Copy, Default)]
pub(super) struct Given<'h> {
    /// Values that take precedence over data and variables.
    pub(super) overrides: Option<Value<'h>>,
    /// Values that are used after data and variables.
    pub(super) defaults: Option<Value<'h>>,
    /// True if one of the `hiera*` functions runs the lookup.
    pub(super) is_hiera: bool,
    /// The adapter that finds the values, if it is not the usual one.
    pub(super) adapter: Option<usize>,
}

impl<'h> Given<'h> {
    /// Returns the value of a name.
    pub(super) fn get(&self, name: &str, order: Order) -> Option<Value<'h>> {
        let hash = match order {
            Order::Before => self.overrides,
            Order::After => self.defaults,
        };
        hash?.as_hash()?.get_str(name)
    }
}

/// The scope of the running code.
pub(super) struct CodeScope<'c, 'h> {
    pub(super) cx: &'c mut Cx<'h>,
    pub(super) lookup: &'c Lookup<'h>,
    /// The class whose parameters are looked up; its own variables are not set yet.
    pub(super) unbound: Option<&'c str>,
    /// The frame of the lookup that runs a level's function, while that function makes a lookup.
    pub(super) caller: Option<&'h Frame<'h>>,
    /// The values given to the lookup.
    pub(super) given: Given<'h>,
    raised: Option<Box<Raise<'h>>>,
}

impl<'c, 'h> CodeScope<'c, 'h> {
    pub(super) fn new(cx: &'c mut Cx<'h>, lookup: &'c Lookup<'h>) -> CodeScope<'c, 'h> {
        CodeScope {
            cx,
            lookup,
            unbound: None,
            caller: None,
            given: Given::default(),
            raised: None,
        }
    }

    /// Returns the error that code raised during the lookup.
    pub(super) fn take_raised(self) -> Option<Box<Raise<'h>>> {
        self.raised
    }

    /// Stores an error that code raised; returns the error that represents it in the lookup.
    pub(super) fn keep(&mut self, raised: Box<Raise<'h>>) -> LookupError {
        // an error with a place is Puppet's own; the global layer may add the key to it
        let text = match &*raised {
            Raise::Error(error) if error.is_final => String::new(),
            Raise::Error(error) if error.place.is_some() || error.form == Form::Bare => {
                error.text(false)
            }
            _ => String::new(),
        };
        self.raised = Some(raised);
        LookupError::raised(text)
    }

    pub(super) fn value(&mut self, data: &Data) -> Value<'h> {
        self.lookup.values.borrow_mut().value(self.cx.heap, data)
    }

    pub(super) fn data(&mut self, value: Value<'h>) -> Data {
        self.lookup.values.borrow_mut().data(value)
    }

    /// Returns a variable that the running code can read.
    fn code_variable(&mut self, name: &str) -> Option<Value<'h>> {
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            return interp::match_variable(self.cx, name.parse().ok()?);
        }
        let of_caller = self.caller.filter(|_| !name.contains("::"));
        if let Some(value) = of_caller.and_then(|at| interp::inner_variable(self.cx, at, name)) {
            return Some(value);
        }
        let Some(class) = self.unbound else {
            return self.cx.variable(name);
        };
        match name.rsplit_once("::") {
            Some((of, _)) if of.strip_prefix("::").unwrap_or(of) == class => None,
            None if !matches!(name, "module_name" | "caller_module_name") => {
                let around = self.cx.scope().enclosing?;
                interp::scope_variable(self.cx, around, name)
            }
            _ => self.cx.variable(name),
        }
    }

    /// Infers the type of data, which may contain values that Puppet does not have.
    fn inferred(&mut self, data: &Data) -> TypeRef<'h> {
        let heap = self.cx.heap;
        let size = |len: usize| Some(types::Size::exactly(len));
        let mut common = |items: &mut dyn Iterator<Item = &Data>| {
            let types = items.map(|item| self.inferred(item));
            types
                .reduce(|a, b| types::common(heap, a, b))
                .unwrap_or(&Type::Unit)
        };
        heap.alloc(match data {
            Data::Symbol(_) | Data::Encoding(_) => Type::Runtime {
                runtime: Some("ruby"),
                name: Some(ruby_class(data)),
                pattern: None,
            },
            Data::Array(items) => Type::Array {
                element: common(&mut items.iter()),
                size: size(items.len()),
            },
            Data::Hash(hash) => Type::Hash {
                key: common(&mut hash.keys()),
                value: common(&mut hash.values()),
                size: size(hash.len()),
            },
            other => {
                let value = self.value(other);
                return types::reduced(heap, value);
            }
        })
    }

    /// Returns the reason why a qualified variable is unknown.
    fn reason(&mut self, name: &str) -> String {
        let Some((class, _)) = name.rsplit_once("::") else {
            return String::new();
        };
        let class = class.strip_prefix("::").unwrap_or(class);
        if self.unbound == Some(class) {
            return format!("class {class} has not been evaluated");
        }
        if class.is_empty() || self.cx.host.class_scope(self.cx, class).is_some() {
            return String::new();
        }
        let argument = Value::string(self.cx.heap, class);
        match self.cx.call_function("defined", &[argument], None) {
            Ok(Value::Boolean(true)) => format!("class {class} has not been evaluated"),
            _ => format!("class {class} could not be found"),
        }
    }

    /// Calls `Type.new(value, arguments)`.
    fn create(
        &mut self,
        key: &str,
        ty: Value<'h>,
        value: Value<'h>,
        rest: &[Value<'h>],
    ) -> Result<Value<'h>, LookupError> {
        let mut arguments = vec![ty, value];
        arguments.extend_from_slice(rest);
        self.cx
            .call_function("new", &arguments, None)
            .map_err(|raise| match *raise {
                Raise::Error(error) => LookupError::lookup(format!(
                    "The convert_to lookup_option for key '{key}' raised error: {}",
                    error.text(false)
                )),
                other => self.keep(Box::new(other)),
            })
    }
}

impl<'h> Scope for CodeScope<'_, 'h> {
    fn note(&mut self, name: &str, segment: Option<&Data>) {
        let bare = name.strip_prefix("::").unwrap_or(name);
        match segment.and_then(Data::as_str).filter(|_| bare == "facts") {
            Some(fact) => self.cx.host.note_fact(fact),
            None => self.cx.host.note_variable(bare),
        }
    }

    fn variable(&mut self, name: &str) -> Variable {
        let node = self.lookup.node;
        let own = match name.strip_prefix("::").unwrap_or(name) {
            "facts" => node.facts.as_ref(),
            "trusted" => node.trusted.as_ref(),
            "server_facts" => node.server_facts.as_ref(),
            _ => None,
        };
        if let Some(data) = own {
            return Variable::Value(data.clone());
        }
        match self.code_variable(name) {
            Some(value) => Variable::Value(self.data(value)),
            // Puppet itself leaves these variables unset
            None if matches!(name, "module_name" | "caller_module_name") => {
                Variable::Value(Data::Undef)
            }
            None if name.bytes().all(|byte| byte.is_ascii_digit()) => Variable::Value(Data::Undef),
            None => Variable::Unknown(Arc::from(self.reason(name))),
        }
    }

    fn given(&mut self, name: &str, order: Order) -> Option<Data> {
        let value = self.given.get(name, order)?;
        Some(self.data(value))
    }

    fn is_hiera(&self) -> bool {
        self.given.is_hiera
    }

    fn is_plain(&self) -> bool {
        self.given.overrides.is_none() && self.given.defaults.is_none() && !self.given.is_hiera
    }

    fn is_still(&mut self, name: &str, known: &Variable) -> bool {
        let Variable::Value(data) = known else {
            return self.variable(name) == *known;
        };
        match self.code_variable(name) {
            Some(value) => is_same(value, data),
            None => self.variable(name) == *known,
        }
    }

    fn strict(&self) -> Strict {
        self.cx.settings.strict
    }

    fn warn(&mut self, warning: Warning) {
        warn(self.cx, warning);
    }

    fn deprecate(&mut self, warning: Warning) {
        let settings = &self.cx.settings;
        let disabled = &settings.disable_warnings;
        if settings.strict != Strict::Off && disabled.iter().all(|what| what != "deprecations") {
            self.warn(warning);
        }
    }

    fn mismatch(&mut self, subject: &str, expected: &str, value: &Data) -> Option<String> {
        if expected == "Puppet::LookupValue" {
            let ty = self.inferred(value);
            let mut text = format!("{subject} has wrong type, expects {expected}, got ");
            types::format::write(ty, &mut text);
            return Some(text);
        }
        let ty = type_of_text(self.cx, expected).ok()?;
        let value = self.value(value);
        (!types::instance(ty, value)).then(|| {
            let subject = format!("{subject} has wrong type,");
            dispatch::describe_mismatch(self.cx, &subject, ty, value)
        })
    }

    fn call(&mut self, call: &BackendCall<'_>) -> Result<Option<Data>, LookupError> {
        self.call_backend(call)
    }

    fn convert(
        &mut self,
        key: &str,
        convert_to: &mut Data,
        value: Data,
    ) -> Result<Data, LookupError> {
        let (ty, rest) = match &*convert_to {
            Data::Array(items) => match items.split_first() {
                Some((ty, rest)) => (ty.clone(), rest.to_vec()),
                None => (Data::Undef, Vec::new()),
            },
            other => (other.clone(), Vec::new()),
        };
        let ty = match ty.as_str() {
            Some(text) => types::parse_text(self.cx, text).map_err(|raise| {
                let error = raise.message();
                LookupError::lookup(format!(
                    "Invalid data type in lookup_options for key '{key}' could not parse '{text}', error: '{error}"
                ))
            })?,
            None => self.value(&ty),
        };
        if let Data::Array(items) = &*convert_to
            && items.first().is_some_and(|name| name.as_str().is_some())
        {
            let mut items = items.to_vec();
            items[0] = self.data(ty);
            *convert_to = Data::array(items);
        }
        let value = self.value(&value);
        let rest: Vec<Value<'h>> = rest.iter().map(|argument| self.value(argument)).collect();
        let created = self.create(key, ty, value, &rest)?;
        Ok(self.data(created))
    }

    fn text(&mut self, value: &Data) -> String {
        let value = self.value(value);
        text::interpolated(value)
    }

    fn class_name(&mut self, value: &Data) -> String {
        match value {
            Data::Rich(_) => runtime::platform::class_name(self.value(value)),
            other => ruby_class(other).to_owned(),
        }
    }
}

/// Returns true if a value converts to this data.
fn is_same(value: Value<'_>, data: &Data) -> bool {
    match (value, data) {
        (Value::Undef, Data::Undef) => true,
        (Value::Boolean(a), Data::Boolean(b)) => a == *b,
        (Value::Integer(a), Data::Integer(b)) => a == *b,
        (Value::BigInteger(a), Data::BigInteger(b)) => a.to_string() == **b,
        (Value::Float(a), Data::Float(b)) => a == *b,
        (Value::String(a), Data::String(b)) => a.as_str() == &**b,
        (Value::Array(a), Data::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_same(a, b))
        }
        (Value::Hash(a), Data::Hash(b)) => {
            let mut pairs = a.iter().zip(b.iter());
            a.len() == b.len()
                && pairs.all(|((ka, va), (kb, vb))| is_same(ka, kb) && is_same(va, vb))
        }
        _ => false,
    }
}

/// Parses one of our own type texts.
pub(super) fn type_of_text<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h, TypeRef<'h>> {
    match types::parse_text(cx, text)? {
        Value::Type(ty) => Ok(ty),
        _ => Ok(&Type::Any),
    }
}
