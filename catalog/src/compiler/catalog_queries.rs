//! Performs the queries and changes that Ruby code may make to the catalog during a compilation.

use frontend::Symbol;
use mir::DefinitionKind;
use rubycore::case::Downcase;
use runtime::error::Place;
use runtime::scope::ScopeId;
use runtime::{Cx, Res, Value, interp};

use super::Compiler;
use super::definition_index;
use super::resource::find;
use super::resource::{
    Containers, Family, MAIN, MAIN_STAGE, Parameter, ResourceId, Resources, TypeId,
};
use crate::core_types;

impl<'h> Compiler<'h> {
    /// Returns true if a class with a name in lower case exists.
    ///
    /// # Errors
    /// Fails if a file that may define it is invalid.
    pub(crate) fn knows_class(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
        let name = name.strip_prefix("::").unwrap_or(name);
        Ok(self.find_class(cx, name)?.is_some())
    }

    /// Returns the type and title of the resource that a scope belongs to.
    pub(crate) fn resource_of_scope(&self, scope: ScopeId, cx: &Cx<'h>) -> Value<'h> {
        self.type_and_title(self.container(cx, scope))
    }

    /// Returns the type and title of every resource.
    pub(crate) fn all_resources(&self) -> Value<'h> {
        let count = self.contents.borrow().resources.list.len() as u32;
        let all = (0..count).map(|at| self.type_and_title(ResourceId(at)));
        Value::array(self.heap, &all.collect::<Vec<_>>())
    }

    fn type_and_title(&self, id: ResourceId) -> Value<'h> {
        let contents = self.contents.borrow();
        let reference = contents.resources.reference(id);
        let ty = contents.resources.type_of(id);
        let title = reference[ty.shown.len() + 1..].trim_end_matches(']');
        let title = match ty.family {
            Family::Class if id == MAIN => "main",
            Family::Class => title,
            _ => contents.resources.get(id).title,
        };
        let parts = [ty.shown, title].map(|text| Value::string(self.heap, text));
        Value::array(self.heap, &parts)
    }

    /// Returns the names of classes and nodes in the order of their evaluation.
    pub(crate) fn evaluated_classes(&self) -> Vec<&'h str> {
        self.contents.borrow().classes.clone()
    }

    /// Returns the tags of the catalog in the order in which they were added.
    pub(crate) fn all_tags(&self) -> Vec<String> {
        let contents = self.contents.borrow();
        let own = contents
            .catalog_tags
            .iter()
            .map(|tag| contents.tags.text(tag).to_owned());
        let mut all = vec!["settings".to_owned()];
        all.extend(own.filter(|tag| tag != "settings"));
        all
    }

    /// Returns the tags of a resource.
    pub(crate) fn tags_of(&self, type_name: &str, title: &str) -> Vec<String> {
        let contents = self.contents.borrow();
        let Some(id) = named(&contents.resources, type_name, title) else {
            return Vec::new();
        };
        let tags = contents.resources.get(id).tags.iter();
        tags.map(|tag| contents.tags.text(tag).to_owned()).collect()
    }

    /// Returns true if a type is `class` or a define.
    pub(crate) fn is_defined_type(&self, type_name: &str) -> bool {
        let contents = self.contents.borrow();
        let found = contents.resources.find_type(&type_name.downcase());
        let family = found.map(|ty| contents.resources.ty(ty).family);
        matches!(family, Some(Family::Class | Family::Define(_)))
    }

    /// Returns the naming attributes of a type; the one that titles set comes first.
    pub(crate) fn name_attributes_of(&self, type_name: &str) -> Vec<&'static str> {
        let name = type_name.downcase();
        let of_core = core_types::find(&name).map(|core| core.name_attributes.to_vec());
        let contents = self.contents.borrow();
        let ruby = || {
            contents
                .resources
                .ty(contents.resources.find_type(&name)?)
                .ruby
        };
        let found = of_core.or_else(|| Some(ruby()?.name_attributes.clone()));
        match found {
            Some(names) if !names.is_empty() => names,
            _ => vec!["name"],
        }
    }

    /// Describes the resource of a type and a title: type and title, file, line, number of the
    /// scope that declares it, whether it is virtual, exported and evaluated, its kind, its number,
    /// and whether its type is a class, node or define.
    pub(crate) fn resource_facts(&self, type_name: &str, title: &str) -> Value<'h> {
        let found = named(&self.contents.borrow().resources, type_name, title);
        let Some(id) = found else {
            return Value::Undef;
        };
        let names = self.type_and_title(id);
        let contents = self.contents.borrow();
        let resource = contents.resources.get(id);
        let family = contents.resources.type_of(id).family;
        let [file, line] = self.file_and_line(resource.place.as_ref());
        let number = |scope: ScopeId| Value::Integer(i64::from(scope.0));
        let kind = family.kind_of(resource);
        let parts = [
            names,
            file,
            line,
            number(resource.scope),
            Value::Boolean(resource.is_virtual),
            Value::Boolean(resource.exported),
            Value::Boolean(resource.evaluated),
            Value::string(self.heap, kind),
            Value::Integer(i64::from(id.0)),
            Value::Boolean(matches!(
                family,
                Family::Define(_) | Family::Class | Family::Node
            )),
        ];
        Value::array(self.heap, &parts)
    }

    fn file_and_line(&self, place: Option<&Place>) -> [Value<'h>; 2] {
        let Some(place) = place else {
            return [Value::Undef, Value::Undef];
        };
        // code without a file has an empty file name
        let file = place.source.path.as_deref().unwrap_or_default();
        let file = Value::string(self.heap, file);
        let line = Value::Integer(i64::from(place.source.line(place.offset)));
        [file, line]
    }

    /// Describes the attributes of a resource: name, value, file, line, and number of the scope
    /// that set it.
    pub(crate) fn attributes_of(&self, type_name: &str, title: &str) -> Value<'h> {
        let contents = self.contents.borrow();
        let Some(id) = named(&contents.resources, type_name, title) else {
            return Value::Undef;
        };
        let resource = contents.resources.get(id);
        // the main stage shows its name only in catalogs
        let shown = resource.parameters.iter().filter(|_| id != MAIN_STAGE);
        let all = shown.map(|parameter| self.attribute_facts(&contents.resources, id, parameter));
        Value::array(self.heap, &all.collect::<Vec<_>>())
    }

    /// Returns the resource defaults that a scope sees, in the form of [`Self::attributes_of`]. The
    /// type has the name that references show: `File`.
    pub(crate) fn defaults_of_scope(
        &self,
        scope: ScopeId,
        cx: &Cx<'h>,
        type_name: &str,
    ) -> Value<'h> {
        let contents = self.contents.borrow();
        let types = &contents.resources.types;
        let Some(ty) = types.iter().position(|ty| ty.shown == type_name) else {
            return Value::Undef;
        };
        let defaults = self.defaults_in(cx, &contents, scope, TypeId(ty as u32));
        let all = defaults
            .iter()
            .map(|default| self.attribute_facts(&contents.resources, MAIN, default));
        Value::array(self.heap, &all.collect::<Vec<_>>())
    }

    /// Returns the name and the value of an attribute, and where it was set. An attribute that names
    /// no place was set with the resource `id`.
    fn attribute_facts(
        &self,
        resources: &Resources<'h>,
        id: ResourceId,
        parameter: &Parameter<'h>,
    ) -> Value<'h> {
        let (scope, place) = resources.set_by(id, parameter.origin);
        let place = place.map(|place| Place {
            offset: if parameter.at > 0 {
                parameter.at
            } else {
                place.offset
            },
            source: place.source.clone(),
        });
        let [file, line] = self.file_and_line(place.as_ref());
        let name = Value::string(self.heap, parameter.name.as_str());
        let scope = Value::Integer(i64::from(scope.0));
        Value::array(self.heap, &[name, parameter.value, file, line, scope])
    }

    /// Changes a resource for Ruby code. Returns true if the resource exists.
    pub(crate) fn change_resource(
        &self,
        cx: &mut Cx<'h>,
        (type_name, title): (&str, &str),
        change: ResourceChange<'_, 'h>,
    ) -> bool {
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        let Some(id) = named(&contents.resources, type_name, title) else {
            return false;
        };
        match change {
            ResourceChange::Set(name, value) => {
                let parameter = Parameter {
                    name: Symbol::intern(name),
                    origin: contents.resources.origin(cx.scope_id(), None),
                    at: 0,
                    value,
                };
                contents.resources.set(id, parameter);
            }
            ResourceChange::Delete(name) => {
                let symbol = Symbol::intern(name);
                let parameters = &mut contents.resources.get_mut(id).parameters;
                parameters.retain(|parameter| parameter.name != symbol);
            }
            ResourceChange::Tag(name) => {
                let tag = contents.tags.intern(self.heap, name);
                contents.resources.get_mut(id).tags.add(tag);
                contents.tag_changes += 1;
            }
            ResourceChange::Unplaced => contents.resources.get_mut(id).place = None,
            ResourceChange::Uncontained => {
                let resource = contents.resources.get_mut(id);
                resource.containers = Containers::default();
                resource.has_scope_tags = true;
                contents.edges.retain(|(_, target)| *target != id);
            }
            ResourceChange::Virtual(is_virtual) => {
                contents.resources.get_mut(id).is_virtual = is_virtual;
            }
            ResourceChange::Exported(exported) => {
                contents.resources.get_mut(id).exported = exported
            }
            ResourceChange::Remove => {
                contents.resources.remove(id);
                let mut evaluation = self.evaluation.borrow_mut();
                evaluation.waiting.retain(|&waiting| waiting != id);
            }
        }
        true
    }

    /// Updates the parameters of classes and defines after Ruby code has changed their values in
    /// place.
    pub(crate) fn renew_parameters(&self, cx: &Cx<'h>, changes: &mut interp::Changes<'h>) {
        let current = cx.scope_id();
        for resource in self.contents.borrow_mut().resources.iter_mut() {
            let Some(scope) = resource.body_scope else {
                continue;
            };
            for parameter in &mut resource.parameters {
                parameter.value = changes.renewed(cx, parameter.value, scope != current);
            }
        }
    }

    /// Describes a class, define or node definition: name, kind, names of its parameters, the class
    /// that it inherits, module, file, line.
    ///
    /// # Errors
    /// Fails if a file that may define it is invalid.
    pub(crate) fn definition_facts(&self, cx: &mut Cx<'h>, kind: &str, name: &str) -> Res<'h> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let found = match kind {
            "hostclass" => self.find_class(cx, name)?,
            "node" => self.definitions.borrow().node_named(name),
            _ => self.find_define(cx, name)?,
        };
        let Some(definition) = found else {
            return Ok(Value::Undef);
        };
        let text = |text: &str| Value::string(self.heap, text);
        let optional = |name: Option<&str>| name.map_or(Value::Undef, text);
        let parent = match definition.kind {
            DefinitionKind::Class { parent } => parent.as_deref(),
            _ => None,
        };
        let parameters = definition.body.mir.parameters.iter();
        let parameters: Vec<Value<'h>> = parameters.map(|one| text(one.name.as_str())).collect();
        let [file, line] = self.file_and_line(Some(&definition_index::place(definition)));
        let parts = [
            text(definition.name),
            Value::array(self.heap, &parameters),
            optional(parent),
            optional(definition.module),
            file,
            line,
        ];
        Ok(Value::array(self.heap, &parts))
    }

    /// Returns the names of the classes, defines or nodes that are known so far.
    pub(crate) fn known_names(&self, kind: &str) -> Vec<&'h str> {
        self.definitions.borrow().names_of(kind)
    }

    /// Returns the family of a type: `native` for a type written in Ruby, or `define`, `class` or
    /// `node`.
    ///
    /// # Errors
    /// Fails if a file that may define it is invalid.
    pub(crate) fn type_kind(&self, cx: &mut Cx<'h>, type_name: &str) -> Res<'h> {
        let Some(ty) = self.resource_type(cx, &type_name.downcase())? else {
            return Ok(Value::Undef);
        };
        Ok(Value::string(
            self.heap,
            match self.contents.borrow().resources.ty(ty).family {
                Family::Native(_) | Family::Unread => "native",
                Family::Define(_) => "define",
                Family::Class => "class",
                Family::Node => "node",
            },
        ))
    }

    /// Returns true if resources of a type have an attribute.
    ///
    /// # Errors
    /// Fails if a file that may define the type is invalid.
    pub(crate) fn takes_attribute(
        &self,
        cx: &mut Cx<'h>,
        (type_name, title): (&str, &str),
        attribute: &str,
    ) -> Res<'h, bool> {
        if core_types::is_metaparameter(attribute) {
            return Ok(true);
        }
        let Some(ty) = self.resource_type(cx, &type_name.downcase())? else {
            return Ok(false);
        };
        let contents = self.contents.borrow();
        let definition = match contents.resources.ty(ty).family {
            Family::Native(native) => return Ok(native.has_attribute(attribute)),
            Family::Unread => return Ok(true),
            Family::Define(definition) => Some(definition),
            Family::Class => self.definitions.borrow().class(&title.downcase()),
            Family::Node => None,
        };
        let mut parameters = definition.iter().flat_map(|one| &one.body.mir.parameters);
        Ok(attribute == "name" || parameters.any(|one| one.name.as_str() == attribute))
    }

    /// Returns the containment edges as pairs of resource numbers.
    pub(crate) fn containment(&self) -> Value<'h> {
        let contents = self.contents.borrow();
        let edges = contents.edges.iter().map(|(source, target)| {
            let ends = [source, target].map(|id| Value::Integer(i64::from(id.0)));
            Value::array(self.heap, &ends)
        });
        Value::array(self.heap, &edges.collect::<Vec<_>>())
    }

    /// Adds a name to the classes of the catalog, or a tag to the catalog.
    pub(crate) fn add_to_catalog(&self, what: &str, name: &str) {
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        match what {
            "class" => contents.classes.push(self.heap.text(name)),
            _ => {
                let tag = contents.tags.intern(self.heap, name);
                contents.catalog_tags.add(tag);
            }
        }
    }
}

/// A change that Ruby code makes to a resource.
pub(crate) enum ResourceChange<'a, 'h> {
    /// Sets an attribute.
    Set(&'a str, Value<'h>),
    /// Removes an attribute.
    Delete(&'a str),
    /// Adds a tag.
    Tag(&'a str),
    /// Removes the place: no expression declares the resource.
    Unplaced,
    /// Removes the containers: the resource belongs to no class.
    Uncontained,
    /// Makes it virtual, or ends that.
    Virtual(bool),
    /// Makes it exported, or ends that.
    Exported(bool),
    /// Removes it from the catalog.
    Remove,
}

impl<'a, 'h> ResourceChange<'a, 'h> {
    /// Returns the change that a message describes; `None` for an unknown one.
    pub(crate) fn of(what: &str, name: &'a str, value: Value<'h>) -> Option<Self> {
        Some(match what {
            "set" => ResourceChange::Set(name, value),
            "delete" => ResourceChange::Delete(name),
            "tag" => ResourceChange::Tag(name),
            "unplaced" => ResourceChange::Unplaced,
            "uncontained" => ResourceChange::Uncontained,
            "virtual" => ResourceChange::Virtual(value.is_truthy()),
            "exported" => ResourceChange::Exported(value.is_truthy()),
            "remove" => ResourceChange::Remove,
            _ => return None,
        })
    }
}

/// Finds the resource of a type and a title; unlike Puppet code it can find the main class.
fn named(resources: &Resources<'_>, type_name: &str, title: &str) -> Option<ResourceId> {
    let is_main = type_name.eq_ignore_ascii_case("class") && title == "main";
    find(resources, type_name, title).or(is_main.then_some(MAIN))
}
