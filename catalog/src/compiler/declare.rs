//! Evaluates resource expressions and resource defaults.

use frontend::ast::ResourceForm;
use rubycore::case::Downcase;
use runtime::advice::{Advice, NameKind};
use runtime::error::{Error, Kind, Place, Raise, fail_as};
use runtime::host::{Attribute, NO_ITERATOR, ResourceExpression, unfit};
use runtime::scope::ScopeId;
use runtime::types::{self, Type};
use runtime::{Cx, Res, Value, fail, nested_values, profile};

use super::attribute_value::Lists;
use super::definition_index::{self, Definition, at};
use super::resource::{
    self, Family, Parameter, Resource, ResourceId, Resources, TypeId, own_parameters,
};
use super::{Compiler, Contents, parse_error, reference, tag, text_only};
use crate::compiler::record::{Calls, Origin, RejectedDeclaration};
use crate::core_types;
use crate::ruby::{Read, RubyType};

/// The form and the place of a resource's declaration.
#[derive(Clone)]
pub(super) struct Declaration {
    /// True if `create_resources` declares it, which changes the order of keys in the catalog.
    pub(super) by_function: bool,
    pub(super) form: ResourceForm,
    pub(super) scope: ScopeId,
    pub(super) place: Place,
}

impl<'h> Compiler<'h> {
    /// Returns the resource type for a name in lower case, native or a define; loads it on first
    /// use.
    ///
    /// # Errors
    /// Fails if a file that may define it is invalid.
    pub(super) fn resource_type(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeId>> {
        self.resource_type_within(cx, name, 2)
    }

    /// Works like [`Compiler::resource_type`]. A Ruby file that defines no type is read repeatedly,
    /// `tries` times plus once for each module, as Puppet does before it gives up.
    pub(super) fn resource_type_within(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        tries: usize,
    ) -> Res<'h, Option<TypeId>> {
        if let Some(ty) = self.contents.borrow().resources.find_type(name) {
            return Ok(Some(ty));
        }
        let mut ruby = None;
        let mut family = None;
        if let Some(core) = core_types::find(name) {
            self.ruby.load_providers(cx, self, name)?;
            family = Some(Family::Native(core));
        } else if self.environment.has_resource_type(name) {
            (ruby, family) = self.ruby_type(cx, name)?;
        }
        if family.is_none() {
            family = self.find_define(cx, name)?.map(Family::Define);
        }
        if family.is_none() && self.environment.has_resource_type(name) {
            for _ in 1..tries + self.environment.module_count() {
                self.ruby_type(cx, name)?;
            }
        }
        let Some(family) = family else {
            return Ok(None);
        };
        let mut contents = self.contents.borrow_mut();
        if let Some(ty) = contents.resources.find_type(name) {
            return Ok(Some(ty));
        }
        let shown = self.heap.text(&types::capitalized(name));
        let id = contents
            .resources
            .add_type(self.heap.text(name), shown, family);
        contents.resources.ty_mut(id).ruby = ruby;
        Ok(Some(id))
    }

    /// Loads a resource type that is written in Ruby; returns it with its family.
    fn ruby_type(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
    ) -> Res<'h, (Option<&'h RubyType>, Option<Family<'h>>)> {
        Ok(match self.ruby.resource_type(cx, self, name)? {
            Read::Type(ty) => (Some(ty), Some(Family::Native(self.heap.alloc(ty.native())))),
            Read::Unread => (None, Some(Family::Unread)),
            Read::Nothing => (None, None),
        })
    }

    /// Declares the resources of a resource expression; returns an array of references.
    pub(super) fn declare_all(
        &self,
        cx: &mut Cx<'h>,
        expression: ResourceExpression<'h>,
    ) -> Res<'h> {
        let (kind, name) = (profile::Kind::Resource, expression.type_name);
        profile::within_named(cx, kind, name, |cx| self.declare_bodies(cx, expression))
    }

    fn declare_bodies(&self, cx: &mut Cx<'h>, expression: ResourceExpression<'h>) -> Res<'h> {
        let declaration = Declaration {
            by_function: false,
            form: expression.form,
            scope: cx.scope_id(),
            place: expression.place,
        };
        let mut references = Vec::new();
        let mut lists = Lists::default();
        if expression.type_name == "class" {
            for body in &expression.bodies {
                let parameters = self.parameters(cx, &body.attributes, 0, &mut lists)?;
                for title in &*body.titles {
                    let title = title.as_str().unwrap_or_default();
                    references.push(self.declare_like_resource(
                        cx,
                        title,
                        own_parameters(&parameters),
                        &declaration,
                    )?);
                }
            }
            return Ok(Value::array(self.heap, &references));
        }
        let ty = self.resource_type(cx, expression.type_name)?;
        // only defines may have absolute names
        let is_absolute = expression.written.starts_with("::");
        let Some(ty) = ty.filter(|&ty| !is_absolute || self.is_define(ty)) else {
            let written = expression.written;
            let error = Error::plain(format!("Unknown resource type: '{written}'"));
            let advice = Advice::unknown(NameKind::ResourceType, written);
            return Err(error.with_advice(advice).into());
        };
        let (shown, family) = {
            let contents = self.contents.borrow();
            let ty = contents.resources.ty(ty);
            (ty.shown, ty.family)
        };
        // the parameters of an instance get their defaults later
        let room = match family {
            Family::Define(definition) => definition.body.mir.parameters.len(),
            _ => 0,
        };
        references.reserve_exact(expression.bodies.len());
        for body in &expression.bodies {
            let mut parameters = self.parameters(cx, &body.attributes, room, &mut lists)?;
            for (at, title) in body.titles.iter().enumerate() {
                let title = title.as_str().unwrap_or_default();
                let own = match at + 1 == body.titles.len() {
                    true => std::mem::take(&mut parameters),
                    false => own_parameters(&parameters),
                };
                self.add_resource(cx, ty, title, own, &declaration)?;
                let reference = Type::Resource {
                    type_name: Some(shown),
                    title: Some(title),
                    is_object: false,
                    given: None,
                };
                references.push(Value::ty(self.heap, reference));
            }
        }
        Ok(Value::array(self.heap, &references))
    }

    /// Checks that the default value of a parameter is valid as an attribute.
    ///
    /// # Errors
    /// Fails with a plain error; if the message is not Puppet's own, it carries the place of the
    /// definition.
    pub(super) fn check_default(
        &self,
        value: Value<'h>,
        definition: &Definition<'h>,
    ) -> Res<'h, ()> {
        let is_class = matches!(definition.kind, mir::DefinitionKind::Class { .. });
        match unfit(value) {
            None => Ok(()),
            Some(unfit) if unfit.is_refused => fail(unfit.problem),
            Some(unfit) if is_class => Err(parse_error(
                unfit.problem,
                Some(definition_index::place(definition)),
            )),
            Some(unfit) => {
                let place = at(&definition_index::place(definition));
                fail(format!("{} {place}", unfit.problem))
            }
        }
    }

    /// Declares a class by a resource expression: `class { 'a': }`.
    pub(super) fn declare_like_resource(
        &self,
        cx: &mut Cx<'h>,
        title: &'h str,
        parameters: Vec<Parameter<'h>>,
        declaration: &Declaration,
    ) -> Res<'h> {
        let name = self.class_name(title);
        let definition = match name {
            // `settings` is always declared
            "settings" => None,
            _ => match self.find_class(cx, name)? {
                Some(definition) => Some(definition),
                None => return fail(format!("Could not find declared class {title}")),
            },
        };
        if let Some(id) = self.class_resource(name) {
            let mut guard = self.contents.borrow_mut();
            let contents = &mut *guard;
            // an invalid tag is reported before the duplicate
            let ty = contents.resources.get(id).ty;
            let place = Some(declaration.place.clone());
            let mut again = Resource::new(ty, name, declaration.scope, place);
            again.parameters = parameters;
            self.tag_new(contents, &mut again, true)?;
            self.note(|record| {
                record.refused.push(RejectedDeclaration {
                    first: id,
                    scope: declaration.scope,
                    place: Some(declaration.place.clone()),
                    calls: Calls::of(cx),
                });
            });
            let shown = types::capitalized(name);
            let reference = format!("Class[{shown}]");
            let place = Some(&declaration.place);
            let problem = duplicate(&contents.resources, id, &reference, place);
            return fail_as(Kind::Duplicate, problem);
        }
        let Some(definition) = definition else {
            return fail(format!("Could not find declared class {name}"));
        };
        let place = Some(declaration.place.clone());
        let id = self.declare_class(cx, definition, declaration.scope, parameters, place)?;
        {
            let mut contents = self.contents.borrow_mut();
            contents.resources.get_mut(id).by_function = declaration.by_function;
            self.add_aliases(&mut contents, id)?;
        }
        self.evaluate_class(cx, id, definition)?;
        let reference = Type::Resource {
            type_name: Some("Class"),
            title: Some(self.heap.text(&types::capitalized(definition.name))),
            is_object: false,
            given: None,
        };
        Ok(Value::ty(self.heap, reference))
    }

    /// Adds a resource of any type except `class`.
    ///
    /// # Errors
    /// Fails for a duplicate, a `stage`, or an invalid `tag`.
    fn add_resource(
        &self,
        cx: &mut Cx<'h>,
        ty: TypeId,
        title: &'h str,
        parameters: Vec<Parameter<'h>>,
        declaration: &Declaration,
    ) -> Res<'h, ResourceId> {
        self.add_titled(cx, ty, (title, None), parameters, declaration)
    }

    /// Works like `add_resource`, but also takes the title's value if it is not a text.
    ///
    /// # Errors
    /// Fails for a duplicate, a `stage`, or an invalid `tag`.
    pub(super) fn add_titled(
        &self,
        cx: &mut Cx<'h>,
        ty: TypeId,
        (title, odd): (&'h str, Option<Value<'h>>),
        parameters: Vec<Parameter<'h>>,
        declaration: &Declaration,
    ) -> Res<'h, ResourceId> {
        let scope = declaration.scope;
        let (given, given_title) = (ty, title);
        let (ty, title) = self.resolve_stand_in(cx, ty, title, &declaration.place)?;
        let mut resource = Resource::new(ty, title, scope, Some(declaration.place.clone()));
        let family = self.contents.borrow().resources.ty(ty).family;
        if family.is_isomorphic() {
            resource.title_parts = self.title_parts(cx, ty, title)?;
        }
        resource.is_virtual = declaration.form != ResourceForm::Regular;
        resource.exported = declaration.form == ResourceForm::Exported;
        resource.parameters = parameters;
        resource.by_function = declaration.by_function;
        let place = Some(&declaration.place);
        let mut contents = self.contents.borrow_mut();
        let stands_in = (given != ty).then_some(given);
        let id = self.insert(cx, &mut contents, resource, odd, stands_in, place)?;
        if stands_in.is_some() {
            contents.resources.add_key(given, given_title, id);
            // the type that it was declared with has no body
            let waiting = &mut self.evaluation.borrow_mut().waiting;
            waiting.retain(|&waiting| waiting != id);
        }
        Ok(id)
    }

    /// Splits a title into attributes if the type has title patterns.
    ///
    /// # Errors
    /// `No set of title patterns matched the title`
    pub(super) fn title_parts(
        &self,
        cx: &mut Cx<'h>,
        ty: TypeId,
        title: &'h str,
    ) -> Res<'h, core_types::TitleParts<'h>> {
        let ruby = self.contents.borrow().resources.ty(ty).ruby;
        match ruby {
            Some(ty) => self.ruby.title_parts(cx, self, ty, title),
            None => Ok(&[]),
        }
    }

    /// Checks that the title of a reference can be split into the attributes that name a resource.
    ///
    /// # Errors
    /// Same as for a declaration: `No set of title patterns matched the title`, and for a type with
    /// several naming attributes and no title patterns.
    pub(super) fn check_title(
        &self,
        cx: &mut Cx<'h>,
        type_name: &str,
        title: &'h str,
    ) -> Res<'h, ()> {
        let known = {
            let resources = &self.contents.borrow().resources;
            let known = resources.find_type(type_name);
            known.map(|ty| (ty, resources.ty(ty).ruby.is_some()))
        };
        match known {
            Some((ty, true)) => return self.title_parts(cx, ty, title).map(drop),
            // only a type written in Ruby splits titles
            Some((_, false)) => return Ok(()),
            None => {}
        }
        let name = type_name.downcase();
        if matches!(&*name, "class" | "node") {
            return Ok(());
        }
        match self.resource_type(cx, &name)? {
            Some(ty) => self.title_parts(cx, ty, title).map(drop),
            None => Ok(()),
        }
    }

    /// Returns the error of [`Compiler::check_title`] if there is one, otherwise another error, of a
    /// reference to a resource that does not exist.
    pub(super) fn missing(
        &self,
        cx: &mut Cx<'h>,
        (type_name, title): (&str, &'h str),
        raise: Box<Raise<'h>>,
    ) -> Box<Raise<'h>> {
        match self.check_title(cx, type_name, title) {
            Err(raise) => text_only(raise),
            Ok(()) => raise,
        }
    }

    /// Returns the type and title that a component or whit stands for: the resource that its title
    /// refers to, or else, for a component, a class.
    fn resolve_stand_in(
        &self,
        cx: &mut Cx<'h>,
        ty: TypeId,
        title: &'h str,
        place: &Place,
    ) -> Res<'h, (TypeId, &'h str)> {
        let name = self.contents.borrow().resources.ty(ty).name;
        if !matches!(name, "component" | "whit") {
            return Ok((ty, title));
        }
        let (other, title) = match reference::split(title) {
            Some(reference) => reference,
            None if name == "whit" => return Ok((ty, title)),
            None => ("class", self.class_name(title)),
        };
        let other = self.heap.text(&other.downcase());
        if let Some(ty) = self.resource_type(cx, other)? {
            return Ok((ty, title));
        }
        if !tag::is_valid(other) {
            return Err(parse_error(
                format!("Invalid tag '{other}'"),
                Some(place.clone()),
            ));
        }
        let shown = self.heap.text(&types::capitalized(other));
        let ty = self
            .contents
            .borrow_mut()
            .resources
            .add_type(other, shown, Family::Unread);
        Ok((ty, title))
    }

    /// Inserts a resource and adds its tags and defaults. `stands_in` is the type that it was
    /// declared with if that is a different one; `redeclared` is the place of its declaration.
    ///
    /// # Errors
    /// Fails for a duplicate, a `stage`, or an invalid `tag`.
    pub(super) fn insert(
        &self,
        cx: &Cx<'h>,
        contents: &mut Contents<'h>,
        mut resource: Resource<'h>,
        odd: Option<Value<'h>>,
        stands_in: Option<TypeId>,
        redeclared: Option<&Place>,
    ) -> Res<'h, ResourceId> {
        let (ty, title, scope) = (resource.ty, resource.title, resource.scope);
        let (shown, family) = (
            contents.resources.ty(ty).shown,
            contents.resources.ty(ty).family,
        );
        let type_name = contents.resources.ty(ty).name;
        self.tag_new(contents, &mut resource, odd.is_none())?;
        if contents.resources.ty(ty).has_defaults {
            self.add_defaults(cx, contents, &mut resource)?;
        }
        if let Some(id) = contents.resources.find(ty, title) {
            let title = match family {
                Family::Class => self.shown_class(title),
                _ => title,
            };
            self.note(|record| {
                record.refused.push(RejectedDeclaration {
                    first: id,
                    scope,
                    place: redeclared.cloned(),
                    calls: Calls::of(cx),
                });
            });
            let reference = reference::shown(shown, title);
            let problem = duplicate(&contents.resources, id, &reference, redeclared);
            return fail_as(Kind::Duplicate, problem);
        }
        let stage = resource.value(self.names.stage);
        let is_staged = stage.is_some_and(|stage| !matches!(stage, Value::Boolean(false)));
        self.heap.count(resource.bytes());
        let id = contents.resources.add(resource);
        self.note(|record| record.declared(id, contents.resources.get(id), Calls::of(cx)));
        if let Some(odd) = odd {
            contents.resources.set_title_value(id, odd);
        }
        if let Some(declared) = stands_in {
            contents.resources.declared_as(id, declared);
        }
        // a stage has no container; a class is contained in its stage, or by `contain`
        if !matches!(type_name, "stage" | "class") {
            contents.contain(self.container(cx, scope), id);
        }
        contents.resources.add_key(ty, title, id);
        self.add_aliases(contents, id)?;
        if is_staged {
            return fail(format!(
                "Only classes can set 'stage'; normal resources like {shown}[{title}] cannot change run stage"
            ));
        }
        if matches!(family, Family::Define(_)) {
            self.evaluation.borrow_mut().waiting.push(id);
        }
        Ok(id)
    }

    /// Returns the resource defaults of a type in a scope: those of enclosing scopes first, then
    /// its own.
    pub(super) fn defaults_in(
        &self,
        cx: &Cx<'h>,
        contents: &Contents<'h>,
        scope: ScopeId,
        ty: TypeId,
    ) -> Vec<Parameter<'h>> {
        let mut merged: Vec<Parameter<'h>> = Vec::new();
        if !contents.resources.ty(ty).has_defaults {
            return merged;
        }
        let defaults = &self.evaluation.borrow().defaults;
        let parent = |scope: &ScopeId| cx.scopes[scope.0 as usize].parent;
        let chain: Vec<_> = std::iter::successors(Some(scope), parent).collect();
        for &scope in chain.iter().rev() {
            for default in defaults.of(scope, ty) {
                match merged.iter_mut().find(|other| other.name == default.name) {
                    Some(place) => *place = *default,
                    None => merged.push(*default),
                }
            }
        }
        merged
    }

    /// Adds the defaults of the scope and the enclosing scopes for attributes that are not set.
    fn add_defaults(
        &self,
        cx: &Cx<'h>,
        contents: &mut Contents<'h>,
        resource: &mut Resource<'h>,
    ) -> Res<'h, ()> {
        let merged = self.defaults_in(cx, contents, resource.scope, resource.ty);
        for default in merged {
            if resource.parameter(default.name).is_some() {
                continue;
            }
            resource.parameters.push(default);
            if default.name == self.names.tag {
                let tagged = resource::tag_with_value(
                    &mut resource.tags,
                    &mut contents.tags,
                    self.heap,
                    default.value,
                );
                tagged.map_err(|tag| {
                    parse_error(format!("Invalid tag '{tag}'"), resource.place.clone())
                })?;
            }
        }
        Ok(())
    }

    /// Sets resource defaults: `File { mode => 1 }`.
    pub(super) fn set_defaults(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        attributes: &[Attribute<'h>],
        place: Place,
    ) -> Res<'h, ()> {
        let Some(ty) = self.resource_type(cx, type_name)? else {
            if type_name == "node" {
                // a type of Puppet's own that no resource can have
                return Ok(());
            }
            let shown = types::capitalized(type_name);
            let error = Error::plain(format!("Resource type not found: {shown}"));
            let advice = Advice::unknown(NameKind::Type, shown);
            return Err(error.with_advice(advice).into());
        };
        let scope = cx.scope_id();
        let values = self.attribute_copies(cx, attributes, &mut Lists::default())?;
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        let origin = contents.resources.origin(scope, Some(place.clone()));
        self.note(|record| {
            record.origins.insert(origin, Origin::Default);
        });
        contents.resources.types[ty.0 as usize].has_defaults = true;
        let defaults = &mut self.evaluation.borrow_mut().defaults;
        for (attribute, value) in attributes.iter().zip(values) {
            let name = attribute.name;
            let default = Parameter {
                name,
                origin,
                at: attribute.at,
                value,
            };
            if !defaults.add(scope, ty, default) {
                let shown = contents.resources.ty(ty).shown;
                let message =
                    format!("Default already defined for {shown} {{ {name} }}; cannot redefine");
                let place = Place {
                    offset: attribute.at,
                    ..place
                };
                return Err(parse_error(message, Some(place)));
            }
        }
        Ok(())
    }

    /// Converts attributes to parameters of the resource that is being declared. The list has room for
    /// all of them, and for one more that a relationship may add.
    ///
    /// # Errors
    /// Same as [`Compiler::attribute_copy`].
    pub(super) fn parameters(
        &self,
        cx: &mut Cx<'h>,
        attributes: &[Attribute<'h>],
        room: usize,
        lists: &mut Lists<'h>,
    ) -> Res<'h, Vec<Parameter<'h>>> {
        let mut list = Vec::with_capacity(room.max(attributes.len()) + 1);
        for attribute in attributes {
            let value = self.copy_of_attribute(cx, attribute, lists)?;
            list.push(Parameter {
                name: attribute.name,
                origin: 0,
                at: attribute.at,
                value,
            });
        }
        Ok(list)
    }
}

/// Checks that the value of a body contains no iterator, even though the value is not used.
///
/// # Errors
/// Fails with a plain error.
pub(super) fn reject_iterator<'h>(value: Value<'h>) -> Res<'h, ()> {
    match nested_values::any(value, |value| matches!(value, Value::Iterator(_))) {
        true => fail(NO_ITERATOR),
        false => Ok(()),
    }
}

/// Builds the message `Duplicate declaration: File[a] is already declared at (line: 1); cannot
/// redeclare (line: 2)`.
pub(super) fn duplicate(
    resources: &Resources<'_>,
    first: ResourceId,
    reference: &str,
    place: Option<&Place>,
) -> String {
    let first = match &resources.get(first).place {
        Some(place) => format!(" at {}", at(place)),
        None => String::new(),
    };
    let again = place.map(|place| format!(" {}", at(place)));
    format!(
        "Duplicate declaration: {reference} is already declared{first}; cannot redeclare{}",
        again.unwrap_or_default()
    )
}
