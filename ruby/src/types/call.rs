//! Evaluates calls: of methods that code defines, and of those of Ruby and Puppet whose effect is known.

use std::rc::Rc;

use super::machine::Machine;
use super::object::{OBJECT, Role};
use super::value::{Closure, Frame, Id, Method, Step, Stop, Value};
use crate::syntax::tree::{Call, Kind, Node};

/// A block that a call was given.
pub(super) type Given<'a> = Option<Rc<Closure<'a>>>;

impl<'a> Machine<'a, '_> {
    pub fn call(&mut self, frame: &Frame<'a>, call: &'a Call<'a>) -> Step<'a> {
        let (arguments, block) = self.arguments(frame, call)?;
        let receiver = match call.receiver {
            None => return self.call_of_self(frame, call.name, &arguments, block),
            // `self.name` may call private methods, too
            Some(Node {
                kind: Kind::SelfValue,
                ..
            }) => {
                return self.call_of_self(frame, call.name, &arguments, block);
            }
            Some(node) => self.node(frame, node)?,
        };
        match receiver {
            Value::Nil if call.safe => Ok(Value::Nil),
            _ => self.send(frame, &receiver, call.name, &arguments, block),
        }
    }

    /// Evaluates the arguments of a call.
    fn arguments(
        &mut self,
        frame: &Frame<'a>,
        call: &'a Call<'a>,
    ) -> Step<'a, (Vec<Value<'a>>, Given<'a>)> {
        let mut given = call
            .block
            .map(|block| Rc::new(Closure::Block(block, frame.clone())));
        let mut arguments = call.arguments;
        if let Some((
            Node {
                kind: Kind::BlockPass(Some(passed)),
                ..
            },
            before,
        )) = arguments.split_last()
        {
            arguments = before;
            given = match self.node(frame, passed)? {
                Value::Code(code) => Some(code),
                Value::Nil => None,
                Value::Symbol(name) => Some(Rc::new(Closure::Method(name))),
                _ => return self.refuse("a block that is passed on"),
            };
        }
        Ok((self.all(frame, arguments)?, given))
    }

    /// Calls a method of `self`.
    fn call_of_self(
        &mut self,
        frame: &Frame<'a>,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a> {
        if let Value::Object(id) = frame.myself {
            if let Some(method) = self.method_of(id, name) {
                return self.run_method(&frame.myself, &method, arguments, block);
            }
            if let Some(value) = self.declare(frame, id, name, arguments, block.clone())? {
                return Ok(value);
            }
        }
        if let Value::Instance(id) = frame.myself
            && let Some(value) = self.of_instance(id, name, arguments, block.clone())?
        {
            return Ok(value);
        }
        if let Some(value) = self.kernel(frame, name, arguments, block.clone())? {
            return Ok(value);
        }
        if let Some(method) = self.object(OBJECT).methods.get(name).cloned() {
            return self.run_method(&frame.myself, &method, arguments, block);
        }
        self.refuse(format!("the method {name}"))
    }

    /// Returns a method of a class or module itself.
    pub fn method_of(&self, id: Id, name: &str) -> Option<Method<'a>> {
        self.ancestors(id).into_iter().find_map(|id| {
            let object = self.object(id);
            let own = object.own_methods.get(name).cloned();
            own.or_else(|| {
                object
                    .extended
                    .iter()
                    .rev()
                    .find_map(|module| self.method_of_module(*module, name))
            })
        })
    }

    fn method_of_module(&self, id: Id, name: &str) -> Option<Method<'a>> {
        let object = self.object(id);
        let own = object.methods.get(name).cloned();
        own.or_else(|| {
            object
                .included
                .iter()
                .rev()
                .find_map(|module| self.method_of_module(*module, name))
        })
    }

    /// Calls a method of a value.
    pub fn send(
        &mut self,
        frame: &Frame<'a>,
        receiver: &Value<'a>,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a> {
        if let Value::Instance(id) = *receiver
            && let Some(value) = self.of_instance(id, name, arguments, block.clone())?
        {
            return Ok(value);
        }
        let Value::Object(id) = *receiver else {
            return self.method(receiver, name, arguments, block);
        };
        if let Some(method) = self.method_of(id, name) {
            return self.run_method(receiver, &method, arguments, block);
        }
        if self.object(id).is_own
            && let Some(value) = self.of_own(id, name, arguments, block.clone())?
        {
            return Ok(value);
        }
        if let Some(value) = self.declare(frame, id, name, arguments, block.clone())? {
            return Ok(value);
        }
        match (name, arguments) {
            ("send" | "public_send" | "__send__", [method, rest @ ..])
                if let Some(method) = method.name() =>
            {
                self.send(frame, receiver, method, rest, block)
            }
            ("nil?", []) => Ok(Value::False),
            ("freeze", []) => Ok(receiver.clone()),
            ("name" | "to_s", [])
                if !self.object(id).path.is_empty() && self.object(id).role == Role::Plain =>
            {
                Ok(Value::text(&self.object(id).path))
            }
            ("new", _) if !self.object(id).is_own && self.object(id).role == Role::Plain => {
                self.instance(id, arguments, block)
            }
            _ => self.refuse(format!("the method {name} of {}", self.object(id).path)),
        }
    }

    /// Makes an object of a class of the code; only the effects of its `initialize` matter.
    fn instance(&mut self, id: Id, arguments: &[Value<'a>], block: Given<'a>) -> Step<'a> {
        let all = self.ancestors(id);
        let has_own = all
            .iter()
            .any(|id| self.object(*id).is_own || !self.object(*id).included.is_empty());
        if has_own {
            return self.refuse("an object of a class is made");
        }
        let initialize = all
            .iter()
            .find_map(|id| self.object(*id).methods.get("initialize").cloned());
        match initialize {
            Some(method) => {
                drop(self.run_method(&Value::Instance(id), &method, arguments, block)?)
            }
            None if arguments.is_empty() => {}
            None => return self.refuse("arguments of `new`"),
        }
        Ok(Value::Instance(id))
    }

    /// Returns a method that a class defines for its objects.
    pub fn method_of_instances(&self, id: Id, name: &str) -> Option<Method<'a>> {
        let all = self.ancestors(id);
        all.iter()
            .find_map(|id| self.object(*id).methods.get(name).cloned())
    }

    /// Calls a method that a class defines for its objects. Returns `None` if it defines none.
    fn of_instance(
        &mut self,
        id: Id,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a, Option<Value<'a>>> {
        let all = self.ancestors(id);
        let method = all
            .iter()
            .find_map(|id| self.object(*id).methods.get(name).cloned());
        Ok(Some(match (method, name, arguments) {
            (Some(method), ..) => {
                self.run_method(&Value::Instance(id), &method, arguments, block)?
            }
            (None, "class", []) => Value::Object(id),
            (None, "instance_variable_set", [_, value]) => value.clone(),
            (None, "instance_variable_get", [_]) => Value::Unknown,
            _ => return Ok(None),
        }))
    }

    /// Calls a method that every object has. Returns `None` for others.
    fn kernel(
        &mut self,
        frame: &Frame<'a>,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a, Option<Value<'a>>> {
        Ok(Some(match (name, arguments) {
            ("require", [Value::Path(file) | Value::Text(Some(file))]) => {
                self.require(file.as_ref())?;
                Value::Unknown
            }
            ("require", [_]) => return self.refuse("the name of a required file"),
            ("require_relative", [Value::Text(Some(file))]) => {
                let folder = self.real_folder(frame)?;
                self.require(&format!("{folder}/{file}"))?;
                Value::Unknown
            }
            ("lambda" | "proc", []) if let Some(code) = block => Value::Code(code),
            ("block_given?", []) => Value::truth(frame.block.is_some()),
            ("_", [text]) => text.clone(),
            ("__dir__", []) => Value::text(&self.real_folder(frame)?),
            ("freeze", []) => frame.myself.clone(),
            ("class_eval" | "instance_eval" | "class_exec" | "instance_exec", [])
                if let (Value::Object(id), Some(code)) = (&frame.myself, &block) =>
            {
                self.run(code, Some(*id), std::slice::from_ref(&frame.myself))?
            }
            ("private" | "public" | "protected", []) if matches!(frame.myself, Value::Main) => {
                Value::Nil
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the folder of the running file without symbolic links.
    fn real_folder(&mut self, frame: &Frame<'a>) -> Step<'a, String> {
        let path = self.files.real_path(&self.sources[frame.file].0);
        match path.as_deref().and_then(|path| path.rsplit_once('/')) {
            Some((folder, _)) => Ok(folder.to_owned()),
            None => self.refuse("the folder of a file"),
        }
    }

    /// Calls a method that a class or module has for its definition. Returns `None` for others.
    // Long because each method has an arm.
    pub fn of_module(
        &mut self,
        frame: &Frame<'a>,
        id: Id,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a, Option<Value<'a>>> {
        Ok(Some(match (name, arguments) {
            (
                "private"
                | "public"
                | "protected"
                | "private_class_method"
                | "public_class_method"
                | "private_constant"
                | "module_function",
                _,
            ) if name != "module_function" => arguments.last().cloned().unwrap_or(Value::Nil),
            ("module_function", []) => return self.refuse("module_function"),
            ("module_function", names) => {
                for one in names {
                    let found = one.name().and_then(|name| {
                        Some((name.to_owned(), self.object(id).methods.get(name)?.clone()))
                    });
                    let Some((name, method)) = found else {
                        return self.refuse("module_function");
                    };
                    self.add_own_method(id, &name, method)?;
                }
                Value::Nil
            }
            ("attr_accessor" | "attr_reader" | "attr_writer" | "attr", names)
                if let Some(of) = self.object(id).singleton_of =>
            {
                self.add_accessors(of, name, names)?;
                Value::Nil
            }
            ("attr_accessor" | "attr_reader" | "attr_writer" | "attr", names) => {
                for one in names {
                    let Some(one) = one.name().map(str::to_owned) else {
                        return self.refuse("the name of a method");
                    };
                    self.add_method(id, &one, Method::Unknown)?;
                    self.add_method(id, &format!("{one}="), Method::Unknown)?;
                }
                Value::Nil
            }
            ("include", modules) if let Some(of) = self.object(id).singleton_of => {
                self.extend(of, modules)?
            }
            ("include" | "prepend", modules) => self.include(id, modules)?,
            ("extend", modules) => self.extend(id, modules)?,
            ("alias_method", [new, old]) => {
                let frame = Frame {
                    definee: id,
                    ..frame.clone()
                };
                self.alias(&frame, new, old)?
            }
            ("define_method", [of]) if let (Some(of), Some(code)) = (of.name(), block.clone()) => {
                self.add_method(id, of, Method::Code(code))?;
                of_symbol(of)
            }
            ("define_singleton_method", [of])
                if let (Some(of), Some(code)) = (of.name(), block.clone()) =>
            {
                self.add_own_method(id, of, Method::Code(code))?;
                of_symbol(of)
            }
            ("class_eval" | "module_eval" | "class_exec" | "instance_eval", [])
                if let Some(code) = &block =>
            {
                if self.object(id).is_own {
                    return self.refuse("a class of Ruby or Puppet is changed");
                }
                self.run(code, Some(id), &[Value::Object(id)])?
            }
            ("instance_variable_set", [Value::Symbol(of) | Value::Text(Some(of)), value]) => {
                self.set_variable(id, of, value.clone())?;
                value.clone()
            }
            ("class_variable_set", [of, value]) if let Some(of) = of.name() => {
                self.effect()?;
                if self.object(id).is_own {
                    return self.refuse("a variable of a class of Ruby or Puppet");
                }
                self.object_mut(id)
                    .variables
                    .insert(of.into(), value.clone());
                value.clone()
            }
            ("class_variable_get", [of]) if let Some(of) = of.name() => {
                match self.object(id).variables.get(of) {
                    Some(value) => value.clone(),
                    None => return self.refuse("a class variable that is not known"),
                }
            }
            (
                "def_delegators"
                | "def_delegator"
                | "def_instance_delegators"
                | "def_instance_delegator",
                _,
            ) if self
                .object(id)
                .extended
                .iter()
                .any(|module| self.object(*module).path == "Forwardable") =>
            {
                Value::Unknown
            }
            ("class", []) => Value::Unknown,
            ("method_defined?" | "instance_methods" | "respond_to?", [..]) => Value::Unknown,
            ("method" | "instance_method", [of]) if let Some(of) = of.name() => {
                let found =
                    self.method_of(id, of).is_some() || self.object(id).methods.contains_key(of);
                match found {
                    true => Value::Unknown,
                    false => return self.refuse("a method that is not known"),
                }
            }
            ("const_set", _) => return self.refuse("const_set"),
            _ => return Ok(None),
        }))
    }

    fn include(&mut self, id: Id, modules: &[Value<'a>]) -> Step<'a> {
        for module in modules.iter().rev() {
            let Value::Object(module) = *module else {
                return self.refuse("include of a value that is not known");
            };
            if self.object(id).is_own {
                return self.refuse("include in a class of Ruby or Puppet");
            }
            self.effect()?;
            if !self.object(module).is_own {
                if self.object(module).is_class {
                    return self.refuse("include of a class");
                }
                self.object_mut(id).included.push(module);
            }
            self.hook(module, "included", id)?;
        }
        Ok(Value::Object(id))
    }

    /// Gives a class or module the methods of modules.
    pub fn extend(&mut self, id: Id, modules: &[Value<'a>]) -> Step<'a> {
        for module in modules.iter().rev() {
            let module = match *module {
                Value::Object(module) => module,
                _ => return self.refuse("extend with a value that is not known"),
            };
            if self.object(id).is_own {
                return self.refuse("extend of a class of Ruby or Puppet");
            }
            self.effect()?;
            if !self.object(module).is_own || module == id {
                let is_declaring = self.object(id).role != Role::Plain;
                let all = self.method_names(module);
                if let Some(name) = all
                    .iter()
                    .find(|name| is_declaring && self.is_called(id, name))
                {
                    return self.refuse(format!("the method '{name}' of a class is defined"));
                }
            }
            self.object_mut(id).extended.push(module);
            self.hook(module, "extended", id)?;
        }
        Ok(Value::Object(id))
    }

    fn method_names(&self, id: Id) -> Vec<Rc<str>> {
        let object = self.object(id);
        let mut all: Vec<Rc<str>> = object.methods.keys().cloned().collect();
        for module in &object.included {
            all.extend(self.method_names(*module));
        }
        all
    }

    /// Calls the method of a module that Ruby calls when it is included or extends an object.
    fn hook(&mut self, module: Id, name: &str, of: Id) -> Step<'a, ()> {
        if let Some(method) = self.method_of(module, name) {
            self.run_method(&Value::Object(module), &method, &[Value::Object(of)], None)?;
        }
        Ok(())
    }

    /// Calls the method of a class that Ruby calls when another one derives from it.
    pub fn inherited(&mut self, parent: Id, id: Id) -> Step<'a, ()> {
        self.hook(parent, "inherited", id)
    }

    /// Calls a block for each item; `break` ends the calls.
    pub fn each(
        &mut self,
        items: &[Value<'a>],
        code: &Rc<Closure<'a>>,
    ) -> Step<'a, Vec<Value<'a>>> {
        let mut values = Vec::new();
        for item in items {
            match self.run(code, None, std::slice::from_ref(item)) {
                Ok(value) => values.push(value),
                Err(Stop::Break) => return self.refuse("break"),
                Err(stop) => return Err(stop),
            }
        }
        Ok(values)
    }
}

fn of_symbol<'a>(name: &str) -> Value<'a> {
    Value::symbol(name)
}
