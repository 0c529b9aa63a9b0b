//! Finds constants: classes and modules of code, of Puppet and of Ruby.

use super::machine::Machine;
use super::names;
use super::object::{OBJECT, Object, Role};
use super::value::{Frame, Id, Step, Value};
use crate::puppet_files::{is_own_constant, is_own_type};
use crate::syntax::tree::{Kind, Node, Scope};

impl<'a> Machine<'a, '_> {
    pub fn constant(&mut self, frame: &Frame<'a>, scope: Scope<'a>, name: &'a str) -> Step<'a> {
        let found = match scope {
            Scope::Lexical => self.lexical_constant(frame, name)?,
            Scope::Top => self.constant_in(OBJECT, name)?,
            Scope::Of(outer) => match self.node(frame, outer)? {
                Value::Object(id) => self.constant_of(id, name)?,
                _ => None,
            },
        };
        match found {
            Some(value) => Ok(value),
            None => {
                self.lacks_constant = true;
                self.refuse(format!("the constant {name}"))
            }
        }
    }

    /// Finds a constant by its name alone: in the surrounding modules, in the ancestors of the innermost
    /// one, at the top, and then among the names of Puppet.
    pub fn lexical_constant(
        &mut self,
        frame: &Frame<'a>,
        name: &'a str,
    ) -> Step<'a, Option<Value<'a>>> {
        let mut surrounding = Vec::new();
        let mut nesting = Some(&frame.nesting);
        while let Some(one) = nesting {
            surrounding.push(one.object);
            nesting = one.outer.as_ref();
        }
        for &id in &surrounding {
            if id != OBJECT
                && let Some(value) = self.object(id).constants.get(name)
            {
                return Ok(Some(value.clone()));
            }
        }
        let innermost = surrounding.first().copied().unwrap_or(OBJECT);
        for id in self.places(innermost) {
            if let Some(value) = self.object(id).constants.get(name) {
                return Ok(Some(value.clone()));
            }
        }
        if let Some(value) = self.constant_in(OBJECT, name)? {
            return Ok(Some(value));
        }
        for id in self.places(innermost).into_iter().chain(surrounding) {
            if let Some(value) = self.own_constant(id, name) {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Returns a class or module with all that it derives from and includes.
    fn places(&self, id: Id) -> Vec<Id> {
        let mut all = Vec::new();
        for id in self.ancestors(id) {
            all.push(id);
            let mut included: Vec<Id> = self.object(id).included.iter().rev().copied().collect();
            while let Some(one) = included.pop() {
                if !all.contains(&one) {
                    all.push(one);
                    included.extend(self.object(one).included.iter().copied());
                }
            }
        }
        all
    }

    /// Returns a constant of a class or module, or of those that it derives from and includes.
    fn constant_of(&mut self, id: Id, name: &'a str) -> Step<'a, Option<Value<'a>>> {
        for id in self.places(id) {
            if id != OBJECT
                && let Some(value) = self.constant_in(id, name)?
            {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn constant_in(&mut self, id: Id, name: &'a str) -> Step<'a, Option<Value<'a>>> {
        if let Some(value) = self.object(id).constants.get(name) {
            return Ok(Some(value.clone()));
        }
        Ok(self.own_constant(id, name))
    }

    /// Returns a class or module of Ruby or Puppet.
    fn own_constant(&mut self, id: Id, name: &'a str) -> Option<Value<'a>> {
        let outer = self.object(id);
        if !outer.is_own && !outer.is_replaced {
            return None;
        }
        let special = match (outer.path.as_str(), name) {
            ("", "ENV") => Some(Value::Environment),
            ("", "RUBY_VERSION" | "RUBY_PLATFORM") => Some(Value::Text(None)),
            ("File", "SEPARATOR" | "Separator") => Some(Value::text("/")),
            ("File", "PATH_SEPARATOR") => Some(Value::text(":")),
            ("File", "ALT_SEPARATOR") => Some(Value::Nil),
            ("Puppet", "PUPPETVERSION") => Some(Value::text(super::methods::VERSION)),
            _ => None,
        };
        if special.is_some() {
            return special;
        }
        let path = match id {
            OBJECT if names::OF_RUBY.contains(&name) => name.to_owned(),
            OBJECT => return None,
            _ if outer.path == "Puppet::Type" => {
                let known = self
                    .types
                    .iter()
                    .find(|(known, _)| names::type_constant(known) == name);
                if let Some((_, id)) = known {
                    return Some(Value::Object(*id));
                }
                let name = name.to_ascii_lowercase();
                return is_own_type(&name).then(|| Value::Object(self.own_type(&name)));
            }
            _ if names::IN_RUBY.contains(&(outer.path.as_str(), name)) => {
                format!("{}::{name}", outer.path)
            }
            _ if outer.path == "Errno" && name.starts_with('E') => format!("Errno::{name}"),
            _ if outer.is_replaced || is_own_constant(&outer.path, name) => {
                format!("{}::{name}", outer.path)
            }
            _ => return None,
        };
        let (role, takes_anything) = match path.as_str() {
            "Puppet::Type" => (Role::Type, false),
            "Puppet::Provider" => (Role::Provider, false),
            "Puppet::Parameter" => (Role::Parameter, false),
            "Puppet::Property" => (Role::Property, false),
            "Puppet::Parameter::Value" | "Puppet::Parameter::ValueCollection" => {
                (Role::Plain, false)
            }
            path if path.starts_with("Puppet::Parameter::") => (Role::Parameter, false),
            path if path.starts_with("Puppet::Property::") => (Role::Property, false),
            path if path.starts_with("Puppet::Provider::") => (Role::Provider, true),
            _ => (Role::Plain, false),
        };
        let open = names::OPEN.iter().find(|(known, _)| *known == path);
        // the process has an empty module of this name
        let is_own = path != "PuppetX";
        let mut object = Object::new(path, open.is_none_or(|(_, is_class)| *is_class), role, None);
        object.is_own = is_own;
        object.is_replaced =
            object.path.starts_with("Puppet::") && !names::REAL.contains(&object.path.as_str());
        object.takes_anything = takes_anything;
        let value = Value::Object(self.add(object));
        self.object_mut(id).constants.insert(name, value.clone());
        Some(value)
    }

    /// Returns a class of Puppet by the last part of its name.
    pub fn puppet_constant(&mut self, name: &'a str) -> Id {
        let class = match self.known(OBJECT, "Puppet") {
            Some(Value::Object(puppet)) => match self.known(puppet, name) {
                Some(Value::Object(id)) => Some(id),
                _ => None,
            },
            _ => None,
        };
        class.unwrap_or(OBJECT)
    }

    /// Returns a constant of a class or module of Ruby or Puppet.
    fn known(&mut self, id: Id, name: &'a str) -> Option<Value<'a>> {
        let known = self.object(id).constants.get(name).cloned();
        known.or_else(|| self.own_constant(id, name))
    }

    /// Sets a constant that does not exist yet.
    pub fn set_constant(&mut self, id: Id, name: &'a str, value: Value<'a>) -> Step<'a, ()> {
        let is_known = match id {
            OBJECT => self.constant_in(id, name)?.is_some(),
            _ if self.object(id).is_own => {
                let is_open = self.is_open(id);
                let known = self.constant_in(id, name)?;
                if !is_open {
                    return self.refuse("a constant in a class of Ruby or Puppet");
                }
                known.is_some()
            }
            _ => self.object(id).constants.contains_key(name),
        };
        if is_known {
            return self.refuse("a constant that exists already");
        }
        self.effect()?;
        self.object_mut(id).constants.insert(name, value);
        Ok(())
    }

    /// Returns the class or module that a definition opens or creates.
    pub fn opened(
        &mut self,
        frame: &Frame<'a>,
        path: &Node<'a>,
        is_class: bool,
        parent: Option<Id>,
    ) -> Step<'a, Id> {
        let Kind::Constant(scope, name) = path.kind else {
            return self.refuse("the name of a class or module");
        };
        let outer = match scope {
            Scope::Lexical => frame.nesting.object,
            Scope::Top => OBJECT,
            Scope::Of(outer) => match self.node(frame, outer)? {
                Value::Object(id) => id,
                _ => return self.refuse("the name of a class or module"),
            },
        };
        let full = match self.object(outer).path.as_str() {
            "" => name.to_owned(),
            path => format!("{path}::{name}"),
        };
        let known = match self.object(outer).constants.get(name) {
            Some(Value::Object(id)) => Some(*id),
            Some(_) => return self.refuse("a constant that is no class or module"),
            // of Puppet's own classes and modules only some can be opened
            None if self.object(outer).is_own && !self.object(outer).is_replaced => {
                match self.own_constant(outer, name) {
                    Some(Value::Object(id)) => Some(id),
                    _ => None,
                }
            }
            None => None,
        };
        if let Some(id) = known {
            let object = self.object(id);
            let is_open = !object.is_own || names::OPEN.contains(&(full.as_str(), is_class));
            let is_same =
                object.is_class == is_class && (parent.is_none() || parent == object.parent);
            return match is_open && is_same {
                true => Ok(id),
                false => self.refuse(format!("{full} is opened")),
            };
        }
        self.effect()?;
        let outside = self.object(outer);
        if outer != OBJECT && outside.is_own && !outside.is_replaced && !self.is_open(outer) {
            return self.refuse(format!("{full} is defined"));
        }
        let role = parent.map_or(Role::Plain, |parent| self.object(parent).role);
        let mut object = Object::new(full, is_class, role, parent.filter(|_| is_class));
        object.takes_anything = parent.is_some_and(|parent| self.object(parent).takes_anything);
        let id = self.add(object);
        if let Some(parent) = parent {
            self.inherited(parent, id)?;
        }
        self.object_mut(outer)
            .constants
            .insert(name, Value::Object(id));
        Ok(id)
    }

    fn is_open(&self, id: Id) -> bool {
        let path = &self.object(id).path;
        names::OPEN.iter().any(|(known, _)| known == path)
    }
}
