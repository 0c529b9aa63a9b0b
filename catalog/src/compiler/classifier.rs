//! Declares the classes that the external node classifier assigns. The classifier's answer may be
//! any data; it is read the way Puppet reads it.

use frontend::Symbol;
use runtime::advice::{Advice, NameKind};
use runtime::platform::{attribute_name, no_method};
use runtime::scope::ScopeId;
use runtime::{Cx, Res, Value, text};

use super::class::type_of_classes;
use super::declare::duplicate;
use super::definition_index::Definition;
use super::resource::{self, Parameter, Resource, ResourceId};
use super::tag::TagSet;
use super::{Compiler, Contents, advised, parse_error};
use crate::data::{Data, Hash};
use crate::node::plain_value;

impl<'h> Compiler<'h> {
    /// Adds the names of the classifier's classes as the first classes of the catalog. They count
    /// as its tags from then on.
    ///
    /// # Errors
    /// Fails if a name is not a valid tag.
    pub(super) fn note_classes(&self, contents: &mut Contents<'h>) -> Res<'h, ()> {
        let classes = &self.node.classes;
        let names: Vec<&'h Data> = match classes {
            Data::Undef | Data::Boolean(false) => Vec::new(),
            Data::Hash(classes) => classes.keys().collect(),
            Data::Array(names) => names.iter().collect(),
            other => vec![other],
        };
        for name in names {
            let value = Value::array(self.heap, &[plain_value(self.heap, name)]);
            let mut tags = TagSet::default();
            resource::tag_with_value(&mut tags, &mut contents.tags, self.heap, value)
                .map_err(|tag| parse_error(format!("Invalid tag '{tag}'"), None))?;
            contents.classes.extend(name.as_word());
        }
        Ok(())
    }

    /// Declares the classifier's classes. Their bodies run later, together with define instances.
    ///
    /// # Errors
    /// Fails if a class is unknown or already declared, or if the answer is not a list or hash of
    /// classes.
    pub(super) fn evaluate_node_classes(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        let scope = self.node_scope.get().unwrap_or(ScopeId::TOP);
        match &self.node.classes {
            Data::Undef | Data::Boolean(false) => Ok(()),
            Data::Hash(classes) => self.include_with_parameters(cx, classes, scope),
            Data::Array(names) => {
                let names: Vec<&'h Data> = names.iter().collect();
                self.include_names(cx, &names, scope)
            }
            other => Err(self.stumbles("collect", other)),
        }
    }

    fn include_names(&self, cx: &mut Cx<'h>, names: &[&'h Data], scope: ScopeId) -> Res<'h, ()> {
        let mut found = Vec::with_capacity(names.len());
        for name in names {
            found.extend(self.classifier_class(cx, name)?);
        }
        for definition in found {
            if self.class_resource(definition.name).is_none() {
                self.declare_waiting(cx, definition, scope, Vec::new())?;
            }
        }
        Ok(())
    }

    /// Declares a class whose body runs later, after those of the parents that are declared with
    /// it.
    fn declare_waiting(
        &self,
        cx: &mut Cx<'h>,
        definition: &'h Definition<'h>,
        scope: ScopeId,
        parameters: Vec<Parameter<'h>>,
    ) -> Res<'h, ()> {
        let before = self.contents.borrow().resources.list.len();
        self.declare_class(cx, definition, scope, parameters, None)?;
        let new = before as u32..self.contents.borrow().resources.list.len() as u32;
        let waiting = &mut self.evaluation.borrow_mut().waiting;
        waiting.extend(new.map(ResourceId));
        Ok(())
    }

    /// Finds a class by name; returns `None` for `settings`, which every catalog has.
    fn classifier_class(
        &self,
        cx: &mut Cx<'h>,
        name: &'h Data,
    ) -> Res<'h, Option<&'h Definition<'h>>> {
        match name {
            Data::Undef | Data::Boolean(_) | Data::Float(_) => {
                return Err(self.stumbles("[]", name));
            }
            _ => {}
        }
        let text = name.as_word().map(|name| self.class_name(name));
        if text == Some("settings") {
            return Ok(None);
        }
        let found = match text {
            Some(text) => self.find_class(cx, text)?,
            None => None,
        };
        match found {
            Some(definition) => Ok(Some(definition)),
            None => {
                let name = text::ruby(plain_value(self.heap, name));
                let node = &self.node.name;
                let error = parse_error(format!("Could not find class {name} for {node}"), None);
                let advice = text.map(|text| Advice::unknown(NameKind::Class, text));
                Err(advised(error, advice))
            }
        }
    }

    /// Declares classes given as a hash: classes with parameters first, like resources.
    fn include_with_parameters(
        &self,
        cx: &mut Cx<'h>,
        classes: &'h Hash,
        scope: ScopeId,
    ) -> Res<'h, ()> {
        let mut without = Vec::new();
        let mut with = Vec::new();
        for (name, parameters) in classes.iter() {
            match self.is_given(parameters)? {
                true => with.push(name),
                false => without.push(name),
            }
        }
        let found: Vec<_> = with
            .into_iter()
            .map(|name| self.classifier_class(cx, name))
            .collect::<Res<'h, _>>()?;
        for definition in found {
            let Some(definition) = definition else {
                return Err(self.declared_already("settings"));
            };
            // looks up the class's own name, which the classifier may have spelled differently
            let given = match classes.get(definition.name) {
                Some(parameters) => self.classifier_parameters(parameters)?,
                None => Vec::new(),
            };
            if self.class_resource(definition.name).is_some() {
                // an invalid tag is reported before the duplicate
                let mut contents = self.contents.borrow_mut();
                let class = type_of_classes(&contents);
                let mut again = Resource::new(class, definition.name, scope, None);
                again.parameters = given;
                self.tag_new(&mut contents, &mut again, true)?;
                drop(contents);
                return Err(self.declared_already(definition.name));
            }
            self.declare_waiting(cx, definition, scope, given)?;
        }
        self.include_names(cx, &without, scope)
    }

    /// Returns true if the parameters of a class are not empty.
    fn is_given(&self, parameters: &Data) -> Res<'h, bool> {
        match parameters {
            Data::Undef | Data::Boolean(false) => Ok(false),
            Data::Hash(parameters) => Ok(!parameters.is_empty()),
            Data::Array(parameters) => Ok(!parameters.is_empty()),
            Data::String(text) | Data::Symbol(text) => Ok(!text.is_empty()),
            other => Err(self.stumbles("empty?", other)),
        }
    }

    fn classifier_parameters(&self, parameters: &Data) -> Res<'h, Vec<Parameter<'h>>> {
        let parameters = match parameters {
            Data::Hash(parameters) => parameters,
            Data::Array(list) => {
                return match list.iter().next() {
                    Some(first) => Err(self.stumbles("name", first)),
                    None => Ok(Vec::new()),
                };
            }
            other => return Err(self.stumbles("each", other)),
        };
        let mut given = Vec::with_capacity(parameters.len());
        for (name, data) in parameters.iter() {
            let name = plain_value(self.heap, name);
            let name = attribute_name(name).map_err(|problem| parse_error(problem, None))?;
            given.push(Parameter {
                name: Symbol::intern(name),
                origin: 0,
                at: 0,
                value: plain_value(self.heap, data),
            });
        }
        Ok(given)
    }

    fn declared_already(&self, name: &str) -> Box<runtime::error::Raise<'h>> {
        let id = self.class_resource(name).expect("a class of the catalog");
        let resources = &self.contents.borrow().resources;
        let class = resources.reference(id);
        parse_error(duplicate(resources, id, &class, None), None)
    }

    fn stumbles(&self, method: &str, data: &Data) -> Box<runtime::error::Raise<'h>> {
        let value: Value<'h> = plain_value(self.heap, data);
        parse_error(no_method(method, value), None)
    }
}
