//! Evaluates classes: finds them by name, declares their resources and runs their bodies.

use frontend::{Issue, Symbol};
use mir::DefinitionKind;
use rubycore::case::Downcase;
use runtime::advice::{Advice, NameKind};
use runtime::error::{Error, Kind, Place, Raise, fail_as};
use runtime::frame::Frame;
use runtime::host::{Host as _, Include};
use runtime::platform::nil_lacks;
use runtime::scope::{ScopeId, ScopeKind};
use runtime::types::Type;
use runtime::{Cx, Res, Value, fail, interp, limits, ops, profile};

use super::declare::reject_iterator;
use super::definition_index::{self, Definition};
use super::reference::resource_value;
use super::resource::{Parameter, Resource, ResourceId, SETTINGS, TypeId};
use super::tag::TagSet;
use super::{Compiler, Contents, parse_error, tag};
use crate::compiler::record::{Calls, Included, SetBy};

/// The issue of a stage that does not exist.
pub(super) const NO_STAGE: Issue = Issue("NO_STAGE");

impl<'h> Compiler<'h> {
    /// Returns the class names in the arguments of `include` and similar functions, in lower case.
    fn class_names(&self, values: &[Value<'h>]) -> Res<'h, Vec<&'h str>> {
        let mut names = Vec::with_capacity(values.len());
        for value in ops::unfolded(values.iter().copied()) {
            limits::items::<&str>(names.len());
            match value {
                Value::String(name) if name.is_empty() => {
                    return fail("Cannot use empty string as a class name");
                }
                Value::String(name) => names.push(self.class_name(name.as_str())),
                Value::Undef => return fail("Cannot use undef as a class name"),
                Value::Type(Type::Class(Some(name))) => names.push(name),
                Value::Type(Type::Class(None)) => {
                    return fail("Cannot use an unspecific Class[] Type");
                }
                Value::Type(Type::Resource {
                    type_name: None, ..
                }) => {
                    return fail(
                        "Cannot use an unspecific Resource[] where a Resource['class', name] is expected",
                    );
                }
                Value::Type(Type::Resource {
                    type_name: Some("Class"),
                    title: Some(name),
                    ..
                }) => names.push(self.class_name(name)),
                Value::Type(Type::Resource {
                    type_name: Some("Class"),
                    title: None,
                    ..
                }) => {
                    return fail(
                        "Cannot use an unspecific Resource['class'] where a Resource['class', name] is expected",
                    );
                }
                Value::Type(Type::Resource {
                    type_name: Some(ty),
                    ..
                }) => {
                    return fail(format!(
                        "Cannot use a Resource[{ty}] where a Resource['class', name] is expected"
                    ));
                }
                // reports the error in Ruby's words
                _ => {
                    return fail_as(Kind::NoMethod, nil_lacks("downcase"));
                }
            }
        }
        Ok(names)
    }

    /// Returns a class name in lower case, without a leading `::`.
    pub(super) fn class_name(&self, name: &'h str) -> &'h str {
        let name = name.strip_prefix("::").unwrap_or(name);
        match name.chars().any(char::is_uppercase) {
            true => self.heap.text(&name.downcase()),
            false => name,
        }
    }

    /// Finds a class by its name in lower case; loads files until it is found.
    ///
    /// # Errors
    /// Fails if one of these files is invalid.
    pub(super) fn find_class(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
    ) -> Res<'h, Option<&'h Definition<'h>>> {
        let find = || self.definitions.borrow().class(name);
        match find() {
            Some(class) => Ok(Some(class)),
            None => self.autoload(cx, name, find),
        }
    }

    /// Loads the files that may define a class or define, until `find` finds it.
    pub(super) fn autoload<T>(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        find: impl Fn() -> Option<T>,
    ) -> Res<'h, Option<T>> {
        let environment = self.environment;
        let module = name
            .split("::")
            .next()
            .and_then(|module| environment.module(module));
        let module = module.map(|module| &*module.name);
        for group in environment.manifests_for(name) {
            self.load_all(cx, &group, module)?;
            if let Some(found) = find() {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Runs `include`, `require` or `contain`; returns references to the classes.
    pub(super) fn include_classes(
        &self,
        cx: &mut Cx<'h>,
        how: Include,
        classes: &[Value<'h>],
    ) -> Res<'h> {
        let names = self.class_names(classes)?;
        let scope = cx.scope_id();
        self.note(|record| {
            record.includes.push(Included {
                names: names.clone(),
                how,
                scope,
                calls: Calls::of(cx),
            });
        });
        let ids = self.include_all(cx, &names, scope)?;
        let container = self.container(cx, scope);
        match how {
            Include::Include => {}
            Include::Require if names.is_empty() => {}
            Include::Require => self.require(cx, container, &names),
            Include::Contain => {
                let mut contents = self.contents.borrow_mut();
                for id in ids {
                    if !contents.resources.get(id).containers.contains(container) {
                        contents.contain(container, id);
                    }
                }
            }
        }
        let reference = |name| Value::ty(self.heap, Type::Class(Some(name)));
        let references: Vec<Value<'h>> = names.into_iter().map(reference).collect();
        Ok(Value::array(self.heap, &references))
    }

    /// Declares the classes that are not declared yet, then runs the bodies of the new ones.
    fn include_all(
        &self,
        cx: &mut Cx<'h>,
        names: &[&'h str],
        scope: ScopeId,
    ) -> Res<'h, Vec<ResourceId>> {
        let mut definitions = Vec::with_capacity(names.len());
        for name in names {
            if *name == "settings" {
                definitions.push(None);
                continue;
            }
            match self.find_class(cx, name)? {
                Some(definition) => definitions.push(Some(definition)),
                None => {
                    let node = &self.node.name;
                    let message = format!("Could not find class ::{name} for {node}");
                    let advice = Advice::unknown(NameKind::Class, *name);
                    return Err(Error::of(Kind::Puppet, message).with_advice(advice).into());
                }
            }
        }
        let mut ids = Vec::with_capacity(definitions.len());
        for definition in &definitions {
            ids.push(match definition {
                None => SETTINGS,
                Some(definition) => match self.class_resource(definition.name) {
                    Some(id) => id,
                    None => self.declare_class(cx, definition, scope, Vec::new(), None)?,
                },
            });
        }
        for (&id, definition) in ids.iter().zip(definitions) {
            if let Some(definition) = definition {
                self.evaluate_class(cx, id, definition)?;
            }
        }
        Ok(ids)
    }

    /// Appends classes to the `require` attribute of a resource.
    fn require(&self, cx: &Cx<'h>, container: ResourceId, names: &[&'h str]) {
        let name = Symbol::intern("require");
        let mut contents = self.contents.borrow_mut();
        let references: Vec<Value<'h>> = names
            .iter()
            .map(|name| resource_value(self.heap, "Class", name))
            .collect();
        let origin = contents.resources.origin(cx.scope_id(), None);
        self.note(|record| {
            let parameter = Parameter {
                name,
                origin,
                at: 0,
                value: Value::array(self.heap, &references),
            };
            record.set(container, &parameter, SetBy::Require(Calls::of(cx)), true);
        });
        contents.append(self.heap, container, name, &references, origin);
    }

    /// Returns the resource of a declared class.
    pub(super) fn class_resource(&self, name: &str) -> Option<ResourceId> {
        let contents = self.contents.borrow();
        let class = contents.resources.find_type("class")?;
        contents.resources.find(class, name)
    }

    /// Adds a class to the catalog, after its parents. Its body is not run yet.
    ///
    /// # Errors
    /// Fails if a parent cannot be found, or if a `tag` is invalid.
    pub(super) fn declare_class(
        &self,
        cx: &mut Cx<'h>,
        definition: &'h Definition<'h>,
        scope: ScopeId,
        parameters: Vec<Parameter<'h>>,
        place: Option<Place>,
    ) -> Res<'h, ResourceId> {
        // the most distant parent is declared first
        let mut chain = Vec::new();
        let mut next = self.parent_class(cx, definition)?;
        while let Some(parent) = next {
            if self.class_resource(parent.name).is_some() {
                break;
            }
            chain.push(parent);
            if chain.len() as u32 > cx.settings.max_depth {
                return Err(parse_error("stack level too deep", None));
            }
            next = self.parent_class(cx, parent)?;
        }
        for parent in chain.into_iter().rev() {
            self.add_class(parent, scope, Vec::new(), None)?;
        }
        let id = self.add_class(definition, scope, parameters, place)?;
        self.note(|record| {
            let contents = self.contents.borrow();
            record.declared(id, contents.resources.get(id), Calls::of(cx));
        });
        Ok(id)
    }

    fn add_class(
        &self,
        definition: &'h Definition<'h>,
        scope: ScopeId,
        parameters: Vec<Parameter<'h>>,
        place: Option<Place>,
    ) -> Res<'h, ResourceId> {
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        let ty = type_of_classes(contents);
        let mut resource = Resource::new(ty, definition.name, scope, place);
        resource.declared = resource.place.is_some();
        resource.parameters = parameters;
        self.tag_new(contents, &mut resource, true)?;
        contents.catalog_tags.merge(&resource.tags);
        let id = contents.resources.add(resource);
        contents.resources.add_key(ty, definition.name, id);
        Ok(id)
    }

    /// Returns the class that a class inherits.
    fn parent_class(
        &self,
        cx: &mut Cx<'h>,
        definition: &'h Definition<'h>,
    ) -> Res<'h, Option<&'h Definition<'h>>> {
        let DefinitionKind::Class {
            parent: Some(parent),
        } = definition.kind
        else {
            return Ok(None);
        };
        match self.find_class(cx, &parent.downcase())? {
            Some(class) => Ok(Some(class)),
            // the class `settings` has no definition
            None if self.class_name(parent) == "settings" => Ok(None),
            None => {
                let environment = &self.environment.name;
                let message = format!(
                    "Could not find parent resource type '::{parent}' of type hostclass in {environment}"
                );
                Err(parse_error(
                    message,
                    Some(definition_index::place(definition)),
                ))
            }
        }
    }

    /// Runs the body of a declared class, after that of its parent.
    ///
    /// # Errors
    /// Fails with every error of the body, and missing or mismatched parameters.
    pub(super) fn evaluate_class(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
    ) -> Res<'h, ()> {
        {
            let mut contents = self.contents.borrow_mut();
            let is_stand_in = contents.resources.declared_type(id) != contents.resources.get(id).ty;
            let resource = contents.resources.get_mut(id);
            if std::mem::replace(&mut resource.evaluated, true) {
                return Ok(());
            }
            if is_stand_in {
                return fail("Cannot evaluate a builtin type (Class)");
            }
        }
        let Some(caller) = cx.frame else {
            return self.run_class(cx, id, definition);
        };
        let running = &mut cx.scopes[caller.scope.0 as usize].running;
        let before = running.replace(caller);
        let result = self.run_class(cx, id, definition);
        cx.scopes[caller.scope.0 as usize].running = before;
        result
    }

    fn run_class(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
    ) -> Res<'h, ()> {
        let (body, name) = (definition.body, definition.name);
        profile::within_body(cx, profile::Kind::Class, body, name, |cx| {
            self.run_parent_and_class(cx, id, definition)
        })
    }

    fn run_parent_and_class(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
    ) -> Res<'h, ()> {
        self.add_scope_tags(cx, id);
        let declared_in = self.contents.borrow().resources.get(id).scope;
        let mut parent_scope = match definition.kind {
            DefinitionKind::Class {
                parent: Some(parent),
            } if self.class_name(parent) == "settings" => self.class_scope(cx, "settings"),
            _ => None,
        };
        if let Some(parent) = self.parent_class(cx, definition)? {
            let parent_id = self
                .class_resource(parent.name)
                .expect("a parent is declared before its child");
            self.evaluate_class(cx, parent_id, parent)?;
            parent_scope = self.contents.borrow().resources.get(parent_id).body_scope;
            if parent_scope.is_none() {
                return fail(format!("Could not find scope for {}", parent.name));
            }
        }
        let parent = parent_scope.unwrap_or(declared_in);
        let enclosing = parent_scope.unwrap_or_else(|| self.enclosing(cx, declared_in));
        let scope = self.new_scope(cx, ScopeKind::Class(definition.name), enclosing, parent, id);
        {
            let mut contents = self.contents.borrow_mut();
            contents.resources.get_mut(id).body_scope = Some(scope);
            contents.classes.push(definition.name);
        }
        self.set_name(cx, scope, definition.name);
        self.set_modules(cx, scope, definition);
        let frame = Frame::new(cx, definition.body, None, scope, false);
        cx.scopes[scope.0 as usize].frame = Some(frame);
        self.bind_parameters(cx, id, definition, frame)?;
        self.add_stage(cx, id, declared_in)?;
        match interp::run(cx, frame).map_err(|raise| *raise) {
            Ok(value) => reject_iterator(value),
            Err(Raise::Next(..) | Raise::Return(..)) => Ok(()),
            Err(raise) => Err(Box::new(raise)),
        }
    }

    /// Puts a class into its stage: its own, that of the enclosing class, or `main`.
    fn add_stage(&self, cx: &Cx<'h>, id: ResourceId, declared_in: ScopeId) -> Res<'h, ()> {
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        let around = self.container(cx, declared_in);
        let stage = self.names.stage;
        let wanted = contents
            .resources
            .get(id)
            .value(stage)
            .filter(|value| !matches!(value, Value::Boolean(false)))
            .or_else(|| contents.resources.get(around).value(stage));
        let Some(wanted) = wanted else {
            contents.contain(ResourceId(0), id);
            return Ok(());
        };
        let (title, is_text) = match wanted {
            Value::String(title) => (title.as_str().to_owned(), true),
            Value::Type(ty) => {
                let reference = crate::rich::reference(ty);
                (
                    reference.unwrap_or_else(|| runtime::text::ruby(wanted)),
                    false,
                )
            }
            other => (runtime::text::ruby(other), false),
        };
        let ty = contents
            .resources
            .find_type("stage")
            .expect("every catalog begins with a stage");
        let found = contents.resources.find(ty, &title).filter(|_| is_text);
        let Some(found) = found else {
            let class = contents.resources.reference(id);
            let message = format!("Could not find stage {title} specified by {class}");
            return Err(Error {
                issue: NO_STAGE,
                ..Error::plain(message)
            }
            .into());
        };
        contents.contain(found, id);
        let resource = contents.resources.get_mut(id);
        if resource.value(stage).is_none() && title != "main" {
            let value = Value::string(self.heap, &title);
            let parameter = Parameter {
                name: stage,
                origin: 0,
                at: 0,
                value,
            };
            resource.set(parameter);
            self.note(|record| record.set(id, &parameter, SetBy::Stage(around), false));
        }
        Ok(())
    }

    /// Sets `$module_name` and `$caller_module_name`.
    pub(super) fn set_modules(&self, cx: &mut Cx<'h>, scope: ScopeId, definition: &Definition<'h>) {
        let parent = cx.scopes[scope.0 as usize].parent;
        let parent = parent.map(|parent| &cx.scopes[parent.0 as usize]);
        let caller = parent.and_then(|parent| parent.module);
        let own = &mut cx.scopes[scope.0 as usize];
        own.module = definition.module;
        let text = |name: Option<&'h str>| Value::string(self.heap, name.unwrap_or_default());
        // also set outside of modules if a module declares it: the empty value hides an inherited
        // one
        if definition.module.is_some() || caller.is_some() {
            own.variables
                .insert(self.names.module_name, text(definition.module));
        }
        own.variables
            .insert(self.names.caller_module_name, text(caller));
    }

    /// Tags a new resource with its `tag` values, its type, and its title if that is a valid tag.
    ///
    /// # Errors
    /// `Invalid tag 'x'` at the line of the resource.
    pub(super) fn tag_new(
        &self,
        contents: &mut super::Contents<'h>,
        resource: &mut Resource<'h>,
        tags_title: bool,
    ) -> Res<'h, ()> {
        if let Some(value) = resource.value(self.names.tag) {
            let tagged = super::resource::tag_with_value(
                &mut resource.tags,
                &mut contents.tags,
                self.heap,
                value,
            );
            tagged.map_err(|tag| {
                parse_error(format!("Invalid tag '{tag}'"), resource.place.clone())
            })?;
        }
        if contents.resources.ty(resource.ty).tags.is_empty() {
            let mut tags = TagSet::default();
            let name = contents.resources.ty(resource.ty).name;
            tag::add(&mut tags, &mut contents.tags, self.heap, name);
            contents.resources.ty_mut(resource.ty).tags = tags.iter().collect();
        }
        let of_type = &contents.resources.ty(resource.ty).tags;
        of_type.iter().for_each(|&tag| resource.tags.add(tag));
        if tags_title {
            let (set, title) = (&mut resource.tags, resource.title);
            tag::add_valid(set, &mut contents.tags, self.heap, title);
        }
        Ok(())
    }
}

/// Returns the resource type of classes.
pub(super) fn type_of_classes(contents: &Contents<'_>) -> TypeId {
    let class = contents.resources.find_type("class");
    class.expect("every catalog begins with classes")
}
