//! Implements the language in which types, attributes and providers are declared.

use std::rc::Rc;

use super::call::Given;
use super::machine::Machine;
use super::names;
use super::object::{Object, Role};
use super::value::{Frame, Id, Method, Step, Value};
use super::{Description, Titles};

impl<'a> Machine<'a, '_> {
    /// Calls a declaration of a type, attribute or provider, or a method of classes and modules. Returns `None` for
    /// others.
    pub fn declare(
        &mut self,
        frame: &Frame<'a>,
        id: Id,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a, Option<Value<'a>>> {
        let role = self.object(id).role;
        let value = match role {
            Role::Plain => None,
            Role::Type => self.of_type(id, name, arguments, block.clone())?,
            Role::Parameter | Role::Property => self.of_attribute(id, name, arguments)?,
            Role::Provider => self.of_provider(id, name, arguments)?,
        };
        if value.is_some() {
            return Ok(value);
        }
        if let Some(value) = self.of_module(frame, id, name, arguments, block)? {
            return Ok(Some(value));
        }
        let takes_it =
            self.object(id).takes_anything && role != Role::Plain && !names::CALLED.contains(&name);
        Ok(takes_it.then_some(Value::Unknown))
    }

    fn of_type(
        &mut self,
        id: Id,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a, Option<Value<'a>>> {
        Ok(Some(match (name, arguments) {
            ("newtype", _) => self.new_type(arguments, block)?,
            ("type", [of]) => self.type_of(of)?,
            _ if self.object(id).is_own => return Ok(None),
            ("newparam", [of, options @ ..]) => self.attribute(id, false, of, options, block)?,
            ("newproperty", [of, options @ ..]) => self.attribute(id, true, of, options, block)?,
            ("ensurable", []) => self.attribute(id, true, &Value::symbol("ensure"), &[], block)?,
            ("provide", [of, options @ ..]) => self.provide(id, of, options, block)?,
            ("provider", [of]) if let Some(of) = of.name() => self.provider(id, of)?,
            ("feature", [of, _, ..]) => {
                let Some(of) = of.name().map(Rc::from) else {
                    return self.refuse("the name of a feature");
                };
                if self.object(id).declared.features.contains(&of) {
                    return self.refuse("a feature is declared twice");
                }
                self.effect()?;
                self.object_mut(id).declared.features.push(of);
                Value::Unknown
            }
            ("validproperties", []) => self.attribute_names(id, false),
            ("parameters", []) => self.attribute_names(id, true),
            ("isomorphic=", [value]) => {
                self.set_variable(id, "@isomorphic", value.clone())?;
                value.clone()
            }
            ("name", []) => Value::symbol(&self.object(id).declared.name.clone()),
            (name, _) if names::OF_TYPE.contains(&name) => Value::Unknown,
            _ => return Ok(None),
        }))
    }

    fn of_attribute(
        &mut self,
        id: Id,
        name: &str,
        arguments: &[Value<'a>],
    ) -> Step<'a, Option<Value<'a>>> {
        Ok(match (name, arguments) {
            _ if self.object(id).is_own => None,
            ("isnamevar", []) => {
                self.effect()?;
                self.object_mut(id).is_name = true;
                Some(Value::Unknown)
            }
            (name, _) => names::OF_ATTRIBUTE
                .contains(&name)
                .then_some(Value::Unknown),
        })
    }

    fn of_provider(
        &mut self,
        id: Id,
        name: &str,
        arguments: &[Value<'a>],
    ) -> Step<'a, Option<Value<'a>>> {
        if self.object(id).is_own {
            return Ok(None);
        }
        let commands: Vec<Value<'a>> = match (name, arguments) {
            ("resource_type", []) => return Ok(self.type_of_provider(id)),
            // the variables of the environment matter to programs that an agent runs
            ("get_env", [Value::Text(Some(name))]) if **name == *"PATH" => {
                return Ok(Some(Value::Text(None)));
            }
            ("which", [Value::Text(_)]) => return Ok(Some(Value::Unknown)),
            ("set_env", [_, _]) => return Ok(Some(Value::Unknown)),
            ("commands" | "optional_commands", [Value::Hash(pairs)]) => pairs
                .borrow()
                .iter()
                .map(|(name, _)| name.clone())
                .collect(),
            ("has_command", [of, _]) => vec![of.clone()],
            (name, _) => return Ok(names::OF_PROVIDER.contains(&name).then_some(Value::Unknown)),
        };
        for command in commands {
            let Some(command) = command.name().map(str::to_owned) else {
                return self.refuse("the name of a command");
            };
            self.add_method(id, &command, Method::Unknown)?;
            self.add_own_method(id, &command, Method::Unknown)?;
        }
        Ok(Some(Value::Unknown))
    }

    /// Returns the names of the parameters or of the properties.
    fn attribute_names(&self, id: Id, are_parameters: bool) -> Value<'a> {
        let all = self.object(id).declared.attributes.iter();
        let of_role = all.filter(|(_, id)| self.object(*id).is_parameter == are_parameters);
        Value::list(
            of_role
                .map(|(name, _)| Value::Symbol(Rc::clone(name)))
                .collect(),
        )
    }

    /// Returns the type of a provider that has been provided.
    fn type_of_provider(&self, id: Id) -> Option<Value<'a>> {
        self.object(id).of_type.map(Value::Object)
    }

    /// Returns the type that `Puppet::Type.type` finds.
    pub fn type_of(&mut self, of: &Value<'a>) -> Step<'a> {
        let Some(name) = of.name().map(str::to_lowercase) else {
            return self.refuse("the name of a type");
        };
        if let Some(id) = self.type_of_module(&name)? {
            return Ok(Value::Object(id));
        }
        match crate::puppet_files::is_own_type(&name) {
            true => Ok(Value::Object(self.own_type(&name))),
            false => Ok(Value::Nil),
        }
    }

    /// Defines a type, and loads its providers.
    pub fn new_type(&mut self, arguments: &[Value<'a>], block: Given<'a>) -> Step<'a> {
        let (name, options) = match arguments {
            [name] => (name.name().map(str::to_lowercase), None),
            [name, options @ Value::Hash(_)] => (name.name().map(str::to_lowercase), Some(options)),
            _ => (None, None),
        };
        let Some(name) = name else {
            return self.refuse("the name of a type");
        };
        if options.is_some_and(|options| options.option("parent").is_some())
            || self.types.contains_key(&*name)
        {
            return self.refuse("a type with a parent, or a second type of this name");
        }
        self.effect()?;
        let base = self.base(Role::Type);
        let mut object = Object::new(
            format!("Puppet::Type::{}", names::type_constant(&name)),
            true,
            Role::Type,
            Some(base),
        );
        object.declared.name = Rc::from(&*name);
        let id = self.add(object);
        if let Some(code) = block {
            self.run(&code, Some(id), &[Value::Object(id)])?;
        }
        self.types.insert(name.into(), id);
        self.load_providers(id)?;
        Ok(Value::Object(id))
    }

    /// Returns the class from which types, attributes or providers derive.
    pub fn base(&mut self, role: Role) -> Id {
        let (path, name) = match role {
            Role::Type => ("Puppet::Type", "Type"),
            Role::Provider => ("Puppet::Provider", "Provider"),
            Role::Property => ("Puppet::Property", "Property"),
            Role::Parameter | Role::Plain => ("Puppet::Parameter", "Parameter"),
        };
        let found = self.puppet_constant(name);
        debug_assert_eq!(
            self.object(found).path,
            path,
            "the names of the prelude have it"
        );
        found
    }

    /// Adds an attribute to a type.
    pub fn attribute(
        &mut self,
        id: Id,
        is_property: bool,
        name: &Value<'a>,
        options: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a> {
        let (Some(name), [] | [Value::Hash(_)]) = (name.name().map(str::to_lowercase), options)
        else {
            return self.refuse("the name or the options of an attribute");
        };
        self.effect()?;
        let option = |name: &str| options.first().and_then(|options| options.option(name));
        let role = if is_property {
            Role::Property
        } else {
            Role::Parameter
        };
        let parent = match option("parent") {
            None | Some(Value::Nil) => self.base(role),
            Some(Value::Object(parent)) => match self.object(parent) {
                parent_of if matches!(parent_of.role, Role::Parameter | Role::Property) => parent,
                // a part of Puppet that the process replaces
                parent_of if parent_of.is_replaced => self.base(Role::Property),
                _ => return self.refuse("the parent of an attribute"),
            },
            Some(_) => return self.refuse("the parent of an attribute"),
        };
        let is_name = match option("namevar").map(|value| value.is_true()) {
            None => false,
            Some(Some(is_name)) => is_name,
            Some(None) => return self.refuse("whether an attribute names a resource"),
        };
        if self
            .object(id)
            .declared
            .attributes
            .iter()
            .any(|(known, _)| **known == *name)
        {
            return self.refuse(format!("the attribute '{name}' is declared twice"));
        }
        let role = self.object(parent).role;
        let mut object = Object::new(String::new(), true, role, Some(parent));
        object.takes_anything = self.object(parent).takes_anything;
        object.is_parameter = !is_property;
        object.is_name = is_name;
        let made = self.add(object);
        self.inherited(parent, made)?;
        if let Some(code) = block {
            self.run(&code, Some(made), &[Value::Object(made)])?;
        }
        self.object_mut(id)
            .declared
            .attributes
            .push((name.into(), made));
        Ok(Value::Object(made))
    }

    /// Adds a provider to a type. The first one gives the type an attribute that chooses among them.
    fn provide(
        &mut self,
        id: Id,
        name: &Value<'a>,
        options: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a> {
        let (Some(name), [] | [Value::Hash(_)]) = (name.name().map(Rc::<str>::from), options)
        else {
            return self.refuse("the name or the options of a provider");
        };
        self.effect()?;
        let parent = match options.first().and_then(|options| options.option("parent")) {
            None | Some(Value::Nil) => self.base(Role::Provider),
            Some(Value::Text(Some(parent)) | Value::Symbol(parent)) => {
                match self.provider(id, &parent)? {
                    Value::Object(parent) => parent,
                    _ => return self.refuse("the parent of a provider"),
                }
            }
            Some(Value::Object(parent)) if self.object(parent).role == Role::Provider => parent,
            Some(_) => return self.refuse("the parent of a provider"),
        };
        let has = self
            .object(id)
            .declared
            .attributes
            .iter()
            .any(|(known, _)| &**known == "provider");
        if !has {
            self.attribute(id, false, &Value::symbol("provider"), &[], None)?;
        }
        let mut object = Object::new(String::new(), true, Role::Provider, Some(parent));
        object.of_type = Some(id);
        object.takes_anything = self.object(parent).takes_anything;
        let made = self.add(object);
        self.inherited(parent, made)?;
        let providers = &mut self.object_mut(id).declared.providers;
        providers.retain(|(known, _)| *known != name);
        providers.push((name, made));
        if let Some(code) = block {
            self.run(&code, Some(made), &[Value::Object(made)])?;
        }
        Ok(Value::Object(made))
    }

    /// Returns true if an attribute names a resource.
    pub fn is_name(&self, name: &str, id: Id) -> bool {
        let attribute = self.object(id);
        attribute.is_parameter && (attribute.is_name || name == "name")
    }

    /// Describes a type that has been declared.
    pub fn describe(&mut self, id: Id) -> Step<'a, Description> {
        let declared = &self.object(id).declared;
        let is_name = |(name, id): &&(Rc<str>, Id)| self.is_name(name, *id);
        let (names, others): (Vec<_>, Vec<_>) = declared.attributes.iter().partition(is_name);
        let texts = |all: Vec<&(Rc<str>, Id)>| -> Vec<String> {
            all.iter().map(|(name, _)| name.to_string()).collect()
        };
        let name_attributes = texts(names);
        let mut attributes = texts(others);
        attributes.sort_unstable();
        let isomorphic = !declared.is_shared;
        let titles = match (
            declared.titles.clone(),
            self.method_of(id, "title_patterns"),
        ) {
            (Some(titles), _) => titles,
            (None, Some(method)) => {
                let patterns = self.run_method(&Value::Object(id), &method, &[], None)?;
                self.patterns(&patterns)?
            }
            (None, None) => match name_attributes.len() {
                // such a type has no patterns at all
                0 => Titles::Patterns(Vec::new()),
                1 => Titles::Whole,
                _ => Titles::Missing,
            },
        };
        Ok(Description {
            name_attributes,
            attributes,
            isomorphic,
            titles,
        })
    }

    /// Reads the value of `title_patterns`: a list of patterns, each with the attributes for its groups.
    fn patterns(&mut self, value: &Value<'a>) -> Step<'a, Titles> {
        let Value::List(list) = value else {
            return self.refuse("title_patterns");
        };
        let mut patterns = Vec::new();
        let mut has_code = false;
        let list = list.borrow();
        for pattern in list.iter() {
            let Some((source, options, parts)) = pattern_of(pattern) else {
                return self.refuse("title_patterns");
            };
            let mut names = Vec::new();
            for part in parts.iter() {
                let Value::List(part) = part else {
                    return self.refuse("title_patterns");
                };
                match &**part.borrow() {
                    [name] | [name, Value::Nil] if let Some(name) = name.name() => {
                        names.push(name.to_owned())
                    }
                    [name, Value::Code(_)] if name.name().is_some() => has_code = true,
                    _ => return self.refuse("title_patterns"),
                }
            }
            patterns.push((source.to_owned(), options.to_owned(), names));
        }
        Ok(match has_code {
            true => Titles::Code,
            false => Titles::Patterns(patterns),
        })
    }
}

/// Splits a pattern for titles into the source, the options and the attributes.
fn pattern_of<'a>(pattern: &Value<'a>) -> Option<(&'a str, &'a str, Vec<Value<'a>>)> {
    let Value::List(pattern) = pattern else {
        return None;
    };
    match &**pattern.borrow() {
        [Value::Regexp(Some((source, options))), Value::List(parts)] => {
            Some((source, options, parts.borrow().clone()))
        }
        _ => None,
    }
}
