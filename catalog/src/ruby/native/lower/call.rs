//! Lowers calls and blocks.

use std::sync::Arc;

use ruby::syntax::group_names;
use ruby::syntax::tree::{self, Kind, Node, Part};

use super::tail::Jump;
use super::{Lowering, OUTPUT, SENSITIVE, Surroundings};
use crate::ruby::native::code::Scope;
use crate::ruby::native::code::{Block, Call, Change, Code, OfScope, Parameter};
use crate::ruby::native::fault;
use crate::ruby::native::library::is_library;
use crate::ruby::native::library_method::Library;
use crate::ruby::native::methods::Method;

impl<'a> Lowering<'a> {
    pub(super) fn call(&mut self, call: &tree::Call<'a>) -> Option<Code> {
        let Some(receiver) = call.receiver else {
            return self.own_call(call);
        };
        if let (Kind::Local(OUTPUT), "<<", [appended]) = (receiver.kind, call.name, call.arguments)
        {
            return Some(Code::Append(Box::new(self.appended(appended)?)));
        }
        if let Kind::Local(OUTPUT) = receiver.kind {
            return None;
        }
        if self.is_scope(receiver) {
            return self.scope_call(call, false);
        }
        if is_own(receiver, "closure_scope") && self.surroundings == Surroundings::Current {
            return self.scope_call(call, true);
        }
        if let Kind::Constant(..) = receiver.kind {
            return self.constant_call(receiver, call);
        }
        if call.name == "!" {
            return Some(Code::Not(self.boxed(receiver)?));
        }
        if let ("freeze", Kind::Text([]) | Kind::Text([Part::Bytes(_)])) =
            (call.name, receiver.kind)
            && call.arguments.is_empty()
        {
            let text = self.node(receiver)?;
            return Some(Code::FrozenText(text.literal()?.clone()));
        }
        if let Some(changed) = self.change(receiver, call) {
            return changed;
        }
        let not = |call: Code| Code::Not(Box::new(call));
        let (name, negates) = match call.name {
            "!=" => ("==", true),
            "!~" => ("=~", true),
            name => (name, false),
        };
        let named = match call.name {
            "=~" => group_names(receiver),
            _ => Vec::new(),
        };
        let method = self.method_named(name)?;
        // the receiver is evaluated before the arguments, as in Ruby
        let receiver = self.operand(receiver)?;
        let (arguments, block) = self.arguments(call)?;
        let lowered = Code::Call(Box::new(Call {
            receiver,
            method,
            safe: call.safe,
            arguments,
            block,
        }));
        if !named.is_empty() {
            self.reads_match = true;
            let variables = named
                .into_iter()
                .map(|name| (self.variables.assigned(name), name.into()));
            return Some(Code::MatchInto(Box::new(lowered), variables.collect()));
        }
        Some(if negates { not(lowered) } else { lowered })
    }

    /// Builds a call of a method of the table, without a block.
    pub(super) fn method_call(&self, receiver: Code, method: Method, arguments: Vec<Code>) -> Code {
        Code::Call(Box::new(Call {
            receiver,
            method,
            safe: false,
            arguments,
            block: None,
        }))
    }

    /// Lowers the arguments and the block of a call.
    fn arguments(&mut self, call: &tree::Call<'a>) -> Option<(Vec<Code>, Option<Arc<Block>>)> {
        let (nodes, passed) = match call.arguments {
            [
                nodes @ ..,
                Node {
                    kind: Kind::BlockPass(Some(passed)),
                    ..
                },
            ] => (nodes, Some(passed)),
            nodes => (nodes, None),
        };
        let arguments = self.operands(nodes)?;
        let block = match (call.block, passed) {
            (Some(block), _) => Some(Arc::new(self.block(block)?)),
            (None, Some(passed)) => Some(Arc::new(self.passed(passed)?)),
            (None, None) => None,
        };
        Some((arguments, block))
    }

    /// Lowers a call that changes the text of a variable; returns `None` for any other call.
    fn change(&mut self, receiver: &Node<'a>, call: &tree::Call<'a>) -> Option<Option<Code>> {
        let Kind::Local(name) = receiver.kind else {
            return None;
        };
        let slot = self.variables.find(name)?;
        let change = match call.name {
            "<<" => Change::Append,
            name => Change::By(match name.strip_suffix('!')? {
                plain @ ("gsub" | "sub" | "chomp" | "chop" | "strip" | "lstrip" | "rstrip"
                | "upcase" | "downcase" | "capitalize" | "swapcase" | "squeeze" | "tr"
                | "delete") => Method::named(plain)?,
                _ => return None,
            }),
        };
        if call.block.is_some() || call.safe {
            return Some(None);
        }
        self.changes = true;
        let arguments = self.operands(call.arguments);
        Some(arguments.map(|arguments| Code::Change(slot, change, arguments)))
    }

    /// Lowers a call on a scope; `is_top` is true for the top scope.
    fn scope_call(&mut self, call: &tree::Call<'a>, is_top: bool) -> Option<Code> {
        if call.block.is_some() || call.safe {
            return None;
        }
        match (call.name, call.arguments) {
            ("[]" | "lookupvar", [name]) => Some(Code::ScopeVariable(self.boxed(name)?, is_top)),
            ("call_function", _) if !is_top => self.function_of_scope(call.arguments),
            ("include?" | "exist?", [name]) => {
                let method = match call.name {
                    "exist?" => OfScope::Exists,
                    _ => OfScope::Includes,
                };
                let name = self.node(name)?;
                Some(Code::OfScope(scope_of(is_top), method, vec![name]))
            }
            ("setvar", [name, value]) => {
                (self.acts, self.sets_scope) = (true, true);
                let arguments = vec![self.node(name)?, self.operand(value)?];
                Some(Code::OfScope(scope_of(is_top), OfScope::Set, arguments))
            }
            ("resource", []) if !is_top => {
                Some(Code::OfScope(Scope::Calling, OfScope::Resource, Vec::new()))
            }
            ("compiler" | "environment" | "catalog", []) => {
                let method = match call.name {
                    "compiler" => OfScope::Compiler,
                    "catalog" => OfScope::Catalog,
                    _ => OfScope::Environment,
                };
                Some(Code::OfScope(scope_of(is_top), method, Vec::new()))
            }
            (name, [list]) if !is_top => {
                let name = name.strip_prefix("function_")?;
                self.acts = true;
                Some(Code::ScopeFunction(name.into(), self.boxed(list)?))
            }
            _ => None,
        }
    }

    /// Lowers `scope[name] = value`.
    pub(super) fn variable_of_scope(
        &mut self,
        target: &tree::Call<'a>,
        value: &Node<'a>,
    ) -> Option<Code> {
        let [name] = target.arguments else {
            return None;
        };
        (self.acts, self.sets_scope) = (true, true);
        let arguments = vec![self.node(name)?, self.operand(value)?];
        Some(Code::OfScope(Scope::Calling, OfScope::Set, arguments))
    }

    /// Lowers `scope.call_function(name, [arguments])`.
    fn function_of_scope(&mut self, arguments: &[Node<'a>]) -> Option<Code> {
        let (name, list) = match arguments {
            [name] => (name, None),
            [name, list] => (name, Some(list)),
            _ => return None,
        };
        self.acts = true;
        let name = self.boxed(name)?;
        let arguments = match list {
            None => Vec::new(),
            Some(Node {
                kind: Kind::Array(items),
                ..
            }) => self.operands(items)?,
            Some(list) => vec![Code::Splat(self.boxed(list)?)],
        };
        let mut all = vec![*name];
        all.extend(arguments);
        Some(Code::OfScope(Scope::Calling, OfScope::Call, all))
    }

    /// Lowers a call of a method of a class or module.
    // Long because each method of a constant has an arm.
    fn constant_call(&mut self, receiver: &Node<'a>, call: &tree::Call<'a>) -> Option<Code> {
        let name = constant(receiver)?;
        if call.safe {
            return None;
        }
        // native code behaves like the C implementation of Ruby
        if let ("RUBY_PLATFORM", "==" | "!=", [other]) = (&*name, call.name, call.arguments)
            && let Kind::Text([Part::Bytes(b"java")]) = other.kind
        {
            return Some(match call.name {
                "==" => Code::False,
                _ => Code::True,
            });
        }
        if call.name == "const_defined?" && has_constant(&name, call.arguments) {
            return Some(Code::True);
        }
        let class = self.classes.iter().position(|(other, _)| *other == name);
        if let (Some(class), "new", None) = (class, call.name, call.block) {
            return Some(Code::NewObject(class, self.operands(call.arguments)?));
        }
        if let (Some(block), "Proc", "new", []) =
            (call.block, name.as_str(), call.name, call.arguments)
        {
            return self.proc(block, false);
        }
        if let ("Hash", "new") = (name.as_str(), call.name) {
            let default = match call.arguments {
                [] => None,
                [default] => Some(self.boxed(default)?),
                _ => return None,
            };
            let block = match call.block {
                Some(block) => Some(Arc::new(self.closure(block)?)),
                None => None,
            };
            return Some(Code::NewHash(default, block));
        }
        if let (Some(block), "Array", "new", [count]) =
            (call.block, name.as_str(), call.name, call.arguments)
        {
            let count = self.operand(count)?;
            return Some(Code::Call(Box::new(Call {
                receiver: Code::Range(Box::new((Code::Integer(0), count)), true),
                method: Method::Map,
                safe: false,
                arguments: Vec::new(),
                block: Some(Arc::new(self.block(block)?)),
            })));
        }
        if call.block.is_some() {
            return None;
        }
        match (name.as_str(), call.name, call.arguments) {
            (SENSITIVE, "new", [value]) => {
                return Some(Code::NewSensitive(Box::new(self.operand(value)?)));
            }
            ("Array", "new", []) => return Some(Code::List(Vec::new())),
            ("String", "new", []) => return Some(Code::Text("".into())),
            ("Regexp", "new", [source]) => {
                return Some(Code::BuiltRegexp(
                    vec![self.node(source)?],
                    Default::default(),
                ));
            }
            _ => {}
        }
        // the message is dropped, and computing it has no effect
        if (name.as_str(), call.name) == ("Puppet", "debug") && call.arguments.iter().all(is_quiet)
        {
            return Some(Code::Nil);
        }
        match Library::named(&name, call.name) {
            Some(library) => Some(Code::Library(library, self.operands(call.arguments)?)),
            // a class as a receiver, such as in `String === x`
            None => {
                let method =
                    matches!(call.name, "===" | "==").then(|| Method::named(call.name))??;
                let receiver = self.operand(receiver)?;
                let arguments = self.operands(call.arguments)?;
                Some(self.method_call(receiver, method, arguments))
            }
        }
    }

    /// Lowers a value that is added to the output. A call of `to_s` is dropped because adding
    /// converts the value.
    fn appended(&mut self, node: &Node<'a>) -> Option<Code> {
        if let Kind::Call(call) = node.kind
            && let (Some(receiver), "to_s" | "freeze", []) =
                (call.receiver, call.name, call.arguments)
            && call.block.is_none()
            && !call.safe
        {
            return self.node(receiver);
        }
        self.node(node)
    }

    /// Lowers a call without a receiver: of a method of the template, the function or the scope.
    fn own_call(&mut self, call: &tree::Call<'a>) -> Option<Code> {
        let mut methods = self.methods.iter().rev();
        if let Some((_, method)) = methods.find(|(name, _)| *name == call.name) {
            let method = *method;
            let (arguments, block) = self.arguments(call)?;
            return block.is_none().then_some(Code::Own(method, arguments));
        }
        if let (Some(block), "lambda" | "proc", []) = (call.block, call.name, call.arguments) {
            let is_lambda = call.name == "lambda";
            return self.proc(block, is_lambda);
        }
        if call.block.is_some() {
            return None;
        }
        let is_of_scope = matches!(call.name, "lookupvar" | "call_function")
            || call.name.starts_with("function_");
        if self.surroundings == Surroundings::Legacy && is_of_scope {
            return self.scope_call(call, false);
        }
        match (call.name, call.arguments) {
            ("has_variable?", [name]) if self.surroundings == Surroundings::Template => {
                Some(Code::HasVariable(self.boxed(name)?))
            }
            (
                "require",
                [
                    Node {
                        kind: Kind::Text([Part::Bytes(name)]),
                        ..
                    },
                ],
            ) if std::str::from_utf8(name).is_ok_and(is_library) => Some(Code::Nil),
            ("Array", [value]) => Some(Code::ToArray(self.boxed(value)?)),
            ("raise" | "fail", _) => Some(Code::GiveUp),
            ("closure_scope", []) if self.surroundings == Surroundings::Current => {
                Some(Code::Scope(Scope::Top))
            }
            ("block_given?", []) if self.surroundings == Surroundings::Current => {
                Some(Code::IsBlockGiven)
            }
            ("call_function", [name, arguments @ ..])
                if self.surroundings == Surroundings::Current =>
            {
                let is_passed = |node: &Node<'a>| matches!(node.kind, Kind::BlockPass(_));
                if arguments.iter().any(is_passed) {
                    return None;
                }
                self.acts = true;
                let name = self.boxed(name)?;
                Some(Code::Function(name, self.operands(arguments)?))
            }
            (name, arguments) => {
                let library = Library::of_kernel(name)?;
                Some(Code::Library(library, self.operands(arguments)?))
            }
        }
    }

    /// Lowers a lambda or proc.
    pub(super) fn proc(&mut self, block: &tree::Block<'a>, is_lambda: bool) -> Option<Code> {
        // `return` leaves a lambda; in a proc it leaves the method around it
        let outer = self.is_method;
        self.is_method |= is_lambda;
        let block = self.closure(block);
        self.is_method = outer;
        Some(Code::Proc(Arc::new(block?), is_lambda))
    }

    /// Lowers a block that its call alone runs.
    pub(super) fn block(&mut self, block: &tree::Block<'a>) -> Option<Block> {
        self.block_of(block, false)
    }

    /// Lowers a block that may run after the block around it.
    fn closure(&mut self, block: &tree::Block<'a>) -> Option<Block> {
        self.block_of(block, true)
    }

    fn block_of(&mut self, block: &tree::Block<'a>, is_closure: bool) -> Option<Block> {
        let takes = &block.parameters;
        let is_plain = takes.optional.is_empty()
            && takes.keywords.is_empty()
            && takes.keyword_rest.is_none()
            && takes.block.is_none()
            && !takes.has_locals
            && takes.numbered == 0;
        if !is_plain {
            return None;
        }
        let mark = self.variables.enter();
        let outer_acts = std::mem::take(&mut self.acts);
        let parameters = self.block_parameters(takes);
        let body = self.node(block.body);
        let own = self.variables.leave(&mark);
        let captures = match is_closure {
            true => self.variables.captures(&mark)?,
            false => Vec::new(),
        };
        let acts = self.acts;
        self.acts |= outer_acts;
        let parameters = parameters?;
        let first = match parameters.first() {
            Some(Parameter::Slot(slot)) => *slot,
            _ => 0,
        };
        let is_local = |slot: &usize| {
            let mut slots = parameters.iter();
            !slots.any(|parameter| matches!(parameter, Parameter::Slot(other) if other == slot))
        };
        let locals = own.iter().copied().filter(is_local).collect();
        Some(Block {
            spreads: parameters.len() > 1 || takes.extra_comma,
            are_slots: are_slots(&parameters, first),
            first,
            reads_first: self.variables.names(&mark, first),
            parameters,
            locals,
            own,
            captures,
            passed: None,
            acts,
            body: Jump::Next.into_value(body?),
        })
    }

    fn block_parameters(&mut self, takes: &tree::Parameters<'a>) -> Option<Vec<Parameter>> {
        let mut parameters = Vec::new();
        for one in takes.required {
            parameters.push(self.parameter(one)?);
        }
        if let Some(rest) = takes.rest {
            let slot = (!rest.is_empty()).then(|| self.variables.parameter(rest));
            parameters.push(Parameter::Rest(slot));
        }
        for one in takes.post {
            parameters.push(self.parameter(one)?);
        }
        Some(parameters)
    }

    /// Lowers a method that is passed by name as a block: `&:upcase`.
    fn passed(&mut self, node: &Node<'a>) -> Option<Block> {
        let Kind::Symbol([Part::Bytes(name)]) = node.kind else {
            return None;
        };
        let method = self.method_named(std::str::from_utf8(name).ok()?)?;
        Some(Block {
            are_slots: false,
            first: 0,
            reads_first: true,
            parameters: Vec::new(),
            spreads: false,
            own: Vec::new(),
            locals: Vec::new(),
            captures: Vec::new(),
            passed: Some(method),
            acts: false,
            body: Code::Nil,
        })
    }

    pub(super) fn parameter(&mut self, node: &Node<'a>) -> Option<Parameter> {
        match node.kind {
            Kind::Local(name) => Some(Parameter::Slot(self.variables.parameter(name))),
            Kind::Targets(targets) => {
                let targets: Option<Vec<Parameter>> =
                    targets.iter().map(|one| self.parameter(one)).collect();
                targets.map(Parameter::Many)
            }
            Kind::Splat(None) => Some(Parameter::Rest(None)),
            Kind::Splat(Some(Node {
                kind: Kind::Local(name),
                ..
            })) => Some(Parameter::Rest(Some(self.variables.parameter(name)))),
            _ => None,
        }
    }

    /// Returns true if a node is the calling scope.
    pub(super) fn is_scope(&self, node: &Node<'_>) -> bool {
        match (self.surroundings, node.kind) {
            (Surroundings::Template, _) => is_own(node, "scope"),
            (Surroundings::Current, Kind::Local(name)) => self.scope == Some(name),
            (Surroundings::Legacy, Kind::SelfValue) => true,
            _ => false,
        }
    }
}

/// Returns true if all parameters are plain names whose variables follow `first`.
fn are_slots(parameters: &[Parameter], first: usize) -> bool {
    let mut parameters = parameters.iter().enumerate();
    parameters.all(|(at, one)| matches!(one, Parameter::Slot(slot) if *slot == first + at))
}

/// Returns the top scope or the calling scope.
fn scope_of(is_top: bool) -> Scope {
    match is_top {
        true => Scope::Top,
        false => Scope::Calling,
    }
}

/// Returns true if a node calls a method of `self` without arguments.
fn is_own(node: &Node<'_>, name: &str) -> bool {
    match node.kind {
        Kind::Call(call) => call.receiver.is_none() && call.bare && call.name == name,
        _ => false,
    }
}

/// Returns the qualified name of a constant.
pub(super) fn constant(node: &Node<'_>) -> Option<String> {
    match node.kind {
        Kind::Constant(tree::Scope::Lexical | tree::Scope::Top, name) => Some(name.to_owned()),
        Kind::Constant(tree::Scope::Of(outer), name) => {
            Some(format!("{}::{name}", constant(outer)?))
        }
        _ => None,
    }
}

/// Returns true if a library is known to have the constant that the arguments name.
fn has_constant(library: &str, arguments: &[Node<'_>]) -> bool {
    let [
        Node {
            kind: Kind::Text([Part::Bytes(name)]) | Kind::Symbol([Part::Bytes(name)]),
            ..
        },
    ] = arguments
    else {
        return false;
    };
    let name = String::from_utf8_lossy(name);
    fault::class(&format!("{library}::{name}")).is_some()
}

/// Returns true if code has no effects: it only reads variables.
fn is_quiet(node: &Node<'_>) -> bool {
    match node.kind {
        Kind::Local(_) | Kind::Symbol(_) | Kind::Integer(_) => true,
        Kind::Text(parts) => parts.iter().all(|part| match part {
            Part::Bytes(_) => true,
            Part::Code(node) => is_quiet(node),
        }),
        Kind::Sequence([single]) => is_quiet(single),
        _ => false,
    }
}
