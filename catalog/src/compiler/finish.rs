//! Runs the end of a compilation: the steps and checks that need all declarations.

use std::collections::VecDeque;

use frontend::Symbol;
use frontend::name::Map;
use rubycore::case::Downcase;
use runtime::advice::{Advice, NameKind};
use runtime::error::{Place, Raise};
use runtime::types::Type;
use runtime::{Cx, Res, Value, limits, nested_values, text};

use super::alias::{ResourceKey, cannot_alias};
use super::collector::Reference;
use super::definition_index::at;
use super::function::NO_TITLE_PATTERN;
use super::overrides::Override;
use super::reference::{self, Unreadable};
use super::reference_cache::ReferenceCache;
use super::resource::find;
use super::resource::{self, Family, MAIN, Parameter, Resource, ResourceId, TypeId};
use super::{Compiler, Contents, about, advised, parse_error, text_only};
use crate::compiler::record::SetBy;
use crate::core_types;
use crate::environment::ruby_code::RubyType;

/// The attributes that a container passes down to its contents, in Puppet's order.
const HANDED_DOWN: &[&str] = &[
    "noop", "schedule", "audit", "loglevel", "alias", "tag", "stage",
];

impl<'h> Compiler<'h> {
    /// Finishes the catalog.
    ///
    /// # Errors
    /// Fails with the first problem, in Puppet's order.
    pub(super) fn finish(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        let mut finder = ReferenceCache::new();
        self.evaluate_relationships(cx, &mut finder)?;
        let mut pending = self.pending_overrides();
        let count = self.contents.borrow().resources.list.len() as u32;
        for id in (0..count).map(ResourceId) {
            let pending = match pending.is_empty() {
                true => Vec::new(),
                false => pending.remove(&id).unwrap_or_default(),
            };
            self.finish_resource(cx, id, pending)?;
        }
        self.hand_down()?;
        self.fail_on_overrides()?;
        self.fail_on_unrealized(cx)?;
        self.check_references(cx, &mut finder)?;
        self.check_aliases()?;
        self.check_values(cx)
    }

    /// Checks the references that are values of attributes, or elements of such lists: those to a
    /// `File` must have a title, and others a title that its type can split.
    fn check_values(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        self.split_titles(cx)?;
        self.split_references()?
            .into_iter()
            .try_for_each(|(ty, title)| {
                self.check_title(cx, ty, title)
                    .map_err(|raise| self.missing(cx, (ty, title), raise))
            })
    }

    /// Splits the titles of resources whose types allow several resources of one name. For the others
    /// the parts are needed when they are declared.
    fn split_titles(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        let waiting: Vec<(ResourceId, TypeId, &'h str)> = {
            let resources = &self.contents.borrow().resources;
            let ids = (0..resources.list.len() as u32).map(ResourceId);
            let all = ids.map(|id| (id, resources.get(id)));
            let included = all.filter(|(_, it)| !it.is_virtual || it.exported);
            let waits = |it: &Resource<'h>| {
                let ty = resources.ty(it.ty);
                ty.ruby.is_some() && !ty.family.is_isomorphic()
            };
            let waiting = included.filter(|(_, it)| waits(it));
            waiting.map(|(id, it)| (id, it.ty, it.title)).collect()
        };
        for (id, ty, title) in waiting {
            let parts = self.title_parts(cx, ty, title).map_err(text_only)?;
            self.contents.borrow_mut().resources.get_mut(id).title_parts = parts;
        }
        Ok(())
    }

    /// Returns the references in attributes whose titles their types split: type and title. Of equal
    /// references in a row there is one.
    ///
    /// # Errors
    /// Fails if a `File` has no title.
    fn split_references(&self) -> Res<'h, Vec<(&'h str, &'h str)>> {
        let contents = self.contents.borrow();
        // a type that is not known yet may be written in Ruby
        let may_split = |ty: &str| match contents.resources.find_type(ty) {
            Some(ty) => contents.resources.ty(ty).ruby.is_some_and(RubyType::splits),
            None => core_types::find(&ty.downcase()).is_none(),
        };
        let mut titled: Vec<(&'h str, &'h str)> = Vec::new();
        // consecutive references are mostly to one type
        let mut latest = ("", false);
        let mut is_untitled = |value: Value<'h>| {
            let Value::Type(&Type::Resource {
                type_name: Some(ty),
                title,
                ..
            }) = value
            else {
                return false;
            };
            if latest.0 != ty {
                latest = (ty, may_split(ty));
            }
            match title {
                None | Some("") if ty == "File" => return true,
                Some(title) if latest.1 && titled.last() != Some(&(ty, title)) => {
                    titled.push((ty, title));
                }
                _ => {}
            }
            false
        };
        let mut holds = |parameter: &Parameter<'h>| match parameter.value {
            value @ Value::Type(_) => is_untitled(value),
            value @ Value::Array(_) => nested_values::any_in_arrays(value, &mut is_untitled),
            _ => false,
        };
        let list = contents.resources.list.iter();
        let mut included = list.filter(|it| !it.is_virtual || it.exported);
        match included.any(|resource| resource.parameters.iter().any(&mut holds)) {
            true => Err(parse_error(NO_TITLE_PATTERN, None)),
            false => Ok(titled),
        }
    }

    /// Completes a resource; an error without a place gets that of its declaration.
    fn finish_resource(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        pending: Vec<Override<'h>>,
    ) -> Res<'h, ()> {
        let finished = self.finished_resource(cx, id, pending);
        finished.map_err(|raise| {
            let place = self.contents.borrow().resources.get(id).place.clone();
            about(raise, place)
        })
    }

    fn finished_resource(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        pending: Vec<Override<'h>>,
    ) -> Res<'h, ()> {
        for pending in pending {
            self.apply(cx, &mut self.contents.borrow_mut(), id, &pending.changes)?;
        }
        self.add_scope_tags(cx, id);
        if let Some(problem) = self.evaluation.borrow().refusal(id) {
            return Err(parse_error(problem.to_owned(), None));
        }
        self.check_attributes(cx, id)
    }

    /// Takes the overrides that were made before their resources were declared; overrides of
    /// missing resources stay.
    fn pending_overrides(&self) -> Map<ResourceId, Vec<Override<'h>>> {
        let contents = self.contents.borrow();
        let overrides = &mut self.evaluation.borrow_mut().overrides;
        let mut pending: Map<ResourceId, Vec<Override<'h>>> = Map::default();
        for waiting in std::mem::take(overrides) {
            match find(&contents.resources, waiting.type_name, waiting.title) {
                Some(id) => pending.entry(id).or_default().push(waiting),
                None => overrides.push(waiting),
            }
        }
        pending
    }

    /// Checks for unknown attributes of native types, and completes the checks of classes and
    /// defines.
    fn check_attributes(&self, cx: &mut Cx<'h>, id: ResourceId) -> Res<'h, ()> {
        {
            let contents = self.contents.borrow();
            let resource = contents.resources.get(id);
            let declared = contents.resources.declared_type(id);
            if let Family::Native(core) = contents.resources.ty(declared).family {
                let seen = &contents.resources.ty(declared).attributes;
                let mut unseen = resource.parameters.iter().map(|parameter| parameter.name);
                if unseen.all(|name| seen.contains(&name)) {
                    return Ok(());
                }
                let unknown = |parameter: &&Parameter<'h>| {
                    let name = parameter.name.as_str();
                    !core.has_attribute(name) && !core_types::is_metaparameter(name)
                };
                let Some(parameter) = resource.parameters.iter().find(unknown) else {
                    drop(contents);
                    self.note_attributes(id, declared);
                    return Ok(());
                };
                let reference = contents.resources.reference(id);
                let here = resource
                    .place
                    .as_ref()
                    .map(|place| format!(" {}", at(place)));
                let here = here.unwrap_or_default();
                let name = parameter.name;
                let message = format!("no parameter named '{name}'{here} on {reference}{here}");
                let known = core.attributes.iter().chain(core.name_attributes);
                let known = known.map(|name| (*name).to_owned()).collect();
                let advice = Advice::unknown_among(NameKind::Parameter, name.as_str(), known);
                let place = contents.resources.place_outside(id, parameter);
                let error = advised(parse_error(message, None), Some(advice));
                return Err(advised(error, place.map(Advice::About)));
            }
        }
        self.check_unrun(cx, id)
    }

    /// Adds the attributes of a resource to those known to be valid for a type.
    fn note_attributes(&self, id: ResourceId, ty: TypeId) {
        let mut guard = self.contents.borrow_mut();
        let resources = &mut guard.resources;
        let seen = &mut resources.types[ty.0 as usize].attributes;
        for parameter in &resources.list[id.0 as usize].parameters {
            if !seen.contains(&parameter.name) {
                seen.push(parameter.name);
            }
        }
    }

    /// Passes attributes and tags down from the main class to its contents.
    fn hand_down(&self) -> Res<'h, ()> {
        let names: Vec<Symbol> = HANDED_DOWN
            .iter()
            .map(|name| Symbol::intern(name))
            .collect();
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        let children = children(contents);
        let mut seen = vec![false; contents.resources.list.len()];
        let mut handed: Vec<Vec<Parameter<'h>>> = vec![Vec::new(); contents.resources.list.len()];
        let mut queue = VecDeque::from([MAIN]);
        while let Some(source) = queue.pop_front() {
            if std::mem::replace(&mut seen[source.0 as usize], true)
                || children[source.0 as usize].is_empty()
            {
                continue;
            }
            let given = handed_down(contents, source, &names, &handed);
            let tags = std::mem::take(&mut contents.resources.get_mut(source).tags);
            for &target in &children[source.0 as usize] {
                if !given.is_empty() {
                    self.hand_to(contents, source, target, &given)?;
                    handed[target.0 as usize] = handed_down(contents, target, &names, &handed);
                }
                // a container may contain itself
                if target != source {
                    contents.resources.get_mut(target).tags.merge(&tags);
                }
                queue.push_back(target);
            }
            contents.resources.get_mut(source).tags = tags;
        }
        Ok(())
    }

    fn hand_to(
        &self,
        contents: &mut Contents<'h>,
        source: ResourceId,
        target: ResourceId,
        given: &[Parameter<'h>],
    ) -> Res<'h, ()> {
        for parameter in given {
            let resource = contents.resources.get_mut(target);
            if resource.value(parameter.name).is_some() {
                continue;
            }
            let mut value = parameter.value;
            // a value that is passed down loses its Sensitive wrapper
            while let Value::Sensitive(clear) = value {
                value = *clear;
            }
            let handed = Parameter {
                value,
                ..*parameter
            };
            resource.set(handed);
            self.note(|record| record.set(target, &handed, SetBy::Container(source), false));
            if parameter.name == self.names.tag {
                let tagged = resource::tag_with_value(
                    &mut resource.tags,
                    &mut contents.tags,
                    self.heap,
                    value,
                );
                tagged.map_err(|tag| {
                    parse_error(format!("Invalid tag '{tag}'"), resource.place.clone())
                })?;
            }
        }
        Ok(())
    }

    /// Fails if an overridden resource was never declared.
    fn fail_on_overrides(&self) -> Res<'h, ()> {
        let overrides = &self.evaluation.borrow().overrides;
        if !overrides.is_empty() {
            // overrides of the same resource are listed together
            let mut references: Vec<(String, usize)> = Vec::new();
            for pending in overrides {
                let reference = super::reference::shown(pending.type_name, pending.title);
                match references.iter_mut().find(|(other, _)| *other == reference) {
                    Some((_, count)) => *count += 1,
                    None => references.push((reference, 1)),
                }
            }
            let repeated = |(reference, count): (String, usize)| vec![reference; count];
            let references: Vec<String> = references.into_iter().flat_map(repeated).collect();
            let message = format!(
                "Could not find resource(s) {} for overriding",
                references.join(", ")
            );
            let place = overrides.first().map(|it| it.changes.place.clone());
            return Err(about(parse_error(message, None), place));
        }
        Ok(())
    }

    /// Fails if `realize` was given a resource that does not exist.
    fn fail_on_unrealized(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        let unrealized = self.unrealized();
        let Some((first, place)) = unrealized.first() else {
            return Ok(());
        };
        let shown: Vec<String> = unrealized.iter().map(|(one, _)| one.shown()).collect();
        let message = format!("Failed to realize virtual resources {}", shown.join(", "));
        let raise = about(parse_error(message, None), place.clone());
        Err(match *first {
            Reference::Resource(ty, title) => self.missing(cx, (ty, title), raise),
            Reference::Text(_) => raise,
        })
    }

    /// Checks that relationship attributes name existing resources.
    fn check_references(&self, cx: &mut Cx<'h>, finder: &mut ReferenceCache<'h>) -> Res<'h, ()> {
        let Err((value, raise)) = self.first_missing(finder) else {
            return Ok(());
        };
        Err(match value {
            Value::Type(&Type::Resource {
                type_name: Some(ty),
                title: Some(title),
                ..
            }) => self.missing(cx, (ty, title), raise),
            _ => raise,
        })
    }

    /// Returns the first value of a relationship attribute that names no existing resource, with
    /// its error.
    fn first_missing(
        &self,
        finder: &mut ReferenceCache<'h>,
    ) -> Result<(), (Value<'h>, Box<Raise<'h>>)> {
        let names = ["before", "notify", "require", "subscribe"].map(Symbol::intern);
        let contents = self.contents.borrow();
        for (index, resource) in contents.resources.list.iter().enumerate() {
            if resource.is_virtual {
                continue;
            }
            for parameter in resource
                .parameters
                .iter()
                .filter(|parameter| names.contains(&parameter.name))
            {
                // a Sensitive value is checked without its wrapper
                let value = match parameter.value {
                    Value::Sensitive(clear) => *clear,
                    value => value,
                };
                let id = ResourceId(index as u32);
                check_references_in(&contents, finder, value, parameter, id)?;
            }
        }
        Ok(())
    }

    /// Checks that the aliases of realized and exported resources are still distinct; naming values
    /// are not checked again.
    fn check_aliases(&self) -> Res<'h, ()> {
        let mut taken: Map<(u32, String), ResourceId> = Default::default();
        let contents = self.contents.borrow();
        let mut own: Vec<(ResourceId, Vec<ResourceKey<'h>>)> = Vec::new();
        for (index, resource) in contents.resources.list.iter().enumerate() {
            let id = ResourceId(index as u32);
            if (!resource.is_virtual || resource.exported)
                && resource.parameter(self.names.alias).is_some()
                && !matches!(contents.resources.ty(resource.ty).family, Family::Unread)
            {
                let keys = self.aliases_of(&contents.resources, id);
                if !keys.is_empty() {
                    own.push((id, keys));
                }
            }
        }
        for (id, keys) in own {
            let ty = contents.resources.get(id).ty;
            for key in keys {
                let text = &key.text;
                let titled = contents.resources.find(ty, text).filter(|&other| {
                    let other_resource = contents.resources.get(other);
                    let stays = !other_resource.is_virtual || other_resource.exported;
                    other < id && other_resource.title == *text && stays
                });
                let other = titled.or_else(|| taken.get(&(ty.0, text.clone())).copied());
                match other {
                    Some(other) if other != id => {
                        let message = cannot_alias(&contents.resources, id, other, &key);
                        let place = contents.resources.get(id).place.clone();
                        return Err(about(parse_error(message, None), place));
                    }
                    _ => {
                        taken.insert((ty.0, key.text), id);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the contents of each resource, in the order in which containment was recorded.
fn children(contents: &Contents<'_>) -> Vec<Vec<ResourceId>> {
    let mut children = vec![Vec::new(); contents.resources.list.len()];
    for (source, target) in &contents.edges {
        children[source.0 as usize].push(*target);
    }
    children
}

/// Returns the attributes that a resource passes down: those passed to it, overridden by its own.
fn handed_down<'h>(
    contents: &Contents<'h>,
    id: ResourceId,
    names: &[Symbol],
    handed: &[Vec<Parameter<'h>>],
) -> Vec<Parameter<'h>> {
    let resource = contents.resources.get(id);
    let mut list = handed[id.0 as usize].clone();
    // few resources have such an attribute: a clear bit rules a name out quickly
    let bit = |name: Symbol| 1_u64 << (name.index() % 64);
    let bits = names.iter().fold(0, |bits, &name| bits | bit(name));
    let may_have = |parameter: &Parameter<'h>| bits & bit(parameter.name) != 0;
    if !resource.parameters.iter().any(may_have) {
        return list;
    }
    for &name in names {
        let Some(parameter) = resource
            .parameter(name)
            .filter(|parameter| !parameter.value.is_undef())
        else {
            continue;
        };
        match list.iter_mut().find(|other| other.name == name) {
            Some(place) => *place = *parameter,
            None => list.push(*parameter),
        }
    }
    list
}

/// Checks each value in nested lists like [`check_reference`]; returns the first one that names no
/// resource with its error.
fn check_references_in<'h>(
    contents: &Contents<'h>,
    finder: &mut ReferenceCache<'h>,
    value: Value<'h>,
    parameter: &Parameter<'h>,
    id: ResourceId,
) -> Result<(), (Value<'h>, Box<Raise<'h>>)> {
    match value {
        Value::Undef => Ok(()),
        Value::Array(items) => {
            limits::stack();
            let mut items = items.iter();
            items.try_for_each(|item| check_references_in(contents, finder, item, parameter, id))
        }
        value => {
            check_reference(contents, finder, value, parameter, id).map_err(|raise| (value, raise))
        }
    }
}

/// Checks that a value of a relationship attribute names an existing resource.
fn check_reference<'h>(
    contents: &Contents<'h>,
    finder: &mut ReferenceCache<'h>,
    value: Value<'h>,
    parameter: &Parameter<'h>,
    id: ResourceId,
) -> Res<'h, ()> {
    let (found, shown) = match value {
        Value::Type(Type::Resource {
            type_name: Some(ty),
            title,
            is_object: true,
            given: None,
        }) => {
            let title = title.unwrap_or_default();
            let found = match title {
                "" => Err(Unreadable::Untitled),
                title => Ok(finder.find(&contents.resources, ty, title)),
            };
            if let Ok(Some(_)) = found {
                return Ok(());
            }
            (found, format!("{ty}[{title}]"))
        }
        other => {
            let shown = text::ruby(other);
            (reference::find(&contents.resources, &shown), shown)
        }
    };
    let (_, place) = contents.resources.set_by(id, parameter.origin);
    let place = place.map(|place| Place {
        offset: parameter.at,
        ..place.clone()
    });
    let name = parameter.name;
    match found {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err(parse_error(
            format!("Could not find resource '{shown}' in parameter '{name}'"),
            place,
        )),
        Err(problem @ Unreadable::Untitled) => Err(parse_error(problem.message(&shown), place)),
        Err(problem @ Unreadable::Tag(_)) => Err(parse_error(problem.message(&shown), None)),
    }
}
