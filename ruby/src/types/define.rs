//! Evaluates definitions of methods, classes and modules.

use std::rc::Rc;

use super::machine::Machine;
use super::names;
use super::object::{OBJECT, Object, Role};
use super::value::{Frame, Id, Locals, Method, Nesting, Step, Value};
use crate::syntax::tree::{Define, Node};

impl<'a> Machine<'a, '_> {
    pub fn define(&mut self, frame: &Frame<'a>, define: &'a Define<'a>) -> Step<'a> {
        let nesting = Rc::clone(&frame.nesting);
        let method = Method::Defined {
            define,
            nesting,
            file: frame.file,
        };
        match define.singleton {
            None => self.add_method(frame.definee, define.name, method)?,
            Some(of) => match self.node(frame, of)? {
                Value::Object(id) => self.add_own_method(id, define.name, method)?,
                _ => return self.refuse("a method of an object"),
            },
        }
        Ok(Value::symbol(define.name))
    }

    /// Adds a method of instances.
    pub fn add_method(&mut self, id: Id, name: &str, method: Method<'a>) -> Step<'a, ()> {
        if let Some(of) = self.object(id).singleton_of {
            return self.add_own_method(of, name, method);
        }
        if self.object(id).is_own && id != OBJECT {
            return self.refuse(format!("a method '{name}' of a class of Ruby or Puppet"));
        }
        let method = if self.unknown_conditions == 0 {
            method
        } else {
            Method::Unknown
        };
        self.object_mut(id).methods.insert(name.into(), method);
        Ok(())
    }

    /// Adds a method of a class or module itself.
    pub fn add_own_method(&mut self, id: Id, name: &str, method: Method<'a>) -> Step<'a, ()> {
        let object = self.object(id);
        if object.is_own || (object.role != Role::Plain && self.is_called(id, name)) {
            return self.refuse(format!("the method '{name}' of a class is defined"));
        }
        let method = if self.unknown_conditions == 0 {
            method
        } else {
            Method::Unknown
        };
        self.object_mut(id).own_methods.insert(name.into(), method);
        Ok(())
    }

    /// Returns true if a method has a meaning for types, attributes and providers.
    pub fn is_called(&self, id: Id, name: &str) -> bool {
        let of_role = match self.object(id).role {
            Role::Plain => &[],
            Role::Type => names::OF_TYPE,
            Role::Parameter | Role::Property => names::OF_ATTRIBUTE,
            Role::Provider => names::OF_PROVIDER,
        };
        names::CALLED.contains(&name) || of_role.contains(&name)
    }

    pub fn alias(&mut self, frame: &Frame<'a>, new: &Value<'a>, old: &Value<'a>) -> Step<'a> {
        let (Some(new), Some(old)) = (new.name(), old.name()) else {
            return self.refuse("an alias");
        };
        let id = frame.definee;
        if self.object(id).is_own {
            return self.refuse("an alias in a class of Ruby or Puppet");
        }
        if let Some(of) = self.object(id).singleton_of {
            let method = self.method_of(of, old).unwrap_or(Method::Unknown);
            self.add_own_method(of, new, method)?;
            return Ok(Value::Nil);
        }
        let found = self
            .ancestors(id)
            .iter()
            .find_map(|id| self.object(*id).methods.get(old).cloned());
        self.add_method(id, new, found.unwrap_or(Method::Unknown))?;
        Ok(Value::Nil)
    }

    pub fn singleton_class(
        &mut self,
        frame: &Frame<'a>,
        of: &Node<'a>,
        body: &Node<'a>,
    ) -> Step<'a> {
        let Value::Object(id) = self.node(frame, of)? else {
            return self.refuse("class <<");
        };
        let meta = self.singleton_of(id)?;
        self.body(frame, meta, body)
    }

    /// Returns the object that holds the methods of a class or module itself.
    fn singleton_of(&mut self, id: Id) -> Step<'a, Id> {
        if self.object(id).is_own || self.object(id).singleton_of.is_some() {
            return self.refuse("the methods of a class of Ruby or Puppet are opened");
        }
        let mut meta = Object::new(String::new(), true, Role::Plain, None);
        meta.singleton_of = Some(id);
        Ok(self.add(meta))
    }

    /// Defines methods that read and write variables of a class or module.
    pub fn add_accessors(&mut self, id: Id, kind: &str, names: &[Value<'a>]) -> Step<'a, ()> {
        for name in names {
            let Some(attribute) = name.name() else {
                return self.refuse("the name of a method");
            };
            let variable: Rc<str> = format!("@{attribute}").into();
            if kind != "attr_writer" {
                self.add_own_method(id, attribute, Method::Reader(Rc::clone(&variable)))?;
            }
            if matches!(kind, "attr_writer" | "attr_accessor") {
                self.add_own_method(id, &format!("{attribute}="), Method::Writer(variable))?;
            }
        }
        Ok(())
    }

    pub fn class(
        &mut self,
        frame: &Frame<'a>,
        path: &Node<'a>,
        parent: Option<&Node<'a>>,
        body: &Node<'a>,
    ) -> Step<'a> {
        let parent = match parent {
            None => None,
            Some(node) => match self.node(frame, node)? {
                Value::Object(id) => Some(id),
                _ => return self.refuse("a class that derives from a value that is not known"),
            },
        };
        let id = self.opened(frame, path, true, parent)?;
        self.body(frame, id, body)
    }

    pub fn module(&mut self, frame: &Frame<'a>, path: &Node<'a>, body: &Node<'a>) -> Step<'a> {
        let id = self.opened(frame, path, false, None)?;
        self.body(frame, id, body)
    }

    fn body(&mut self, frame: &Frame<'a>, id: Id, body: &Node<'a>) -> Step<'a> {
        let frame = Frame {
            file: frame.file,
            myself: Value::Object(id),
            nesting: Rc::new(Nesting {
                object: id,
                outer: Some(Rc::clone(&frame.nesting)),
            }),
            definee: id,
            locals: Rc::new(Locals::default()),
            block: None,
            method: "",
            arguments: Rc::new([]),
        };
        self.node(&frame, body)
    }
}
