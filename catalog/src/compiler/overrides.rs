//! Applies overrides: attributes that code outside of a resource's declaration sets on it.

use frontend::Symbol;
use frontend::issue::Located;
use frontend::validate::Strict;
use mir::DefinitionKind;
use rubycore::case::Downcase;
use runtime::advice::Advice;
use runtime::error::{Error, Place, Raise};
use runtime::host::{Attribute, AttributeOp};
use runtime::scope::{ScopeId, ScopeKind};
use runtime::types::Type;
use runtime::{Cx, Res, Value, ops};

use super::attribute_value::Lists;
use super::definition_index::at;
use super::record::same_source;
use super::resource::{self, Family, MAIN, Parameter, ResourceId};
use super::tag::TagSet;
use super::{Compiler, Contents, advised, parse_error};
use crate::compiler::record::{Origin, SetBy};

/// An override of a resource.
pub(crate) struct Override<'h> {
    /// The type's name, in lower case or not.
    pub(crate) type_name: &'h str,
    pub(crate) title: &'h str,
    pub(crate) changes: Changes<'h>,
}

/// Attributes to set, and the code that sets them.
#[derive(Clone)]
pub(crate) struct Changes<'h> {
    pub(crate) parameters: Vec<(Parameter<'h>, AttributeOp)>,
    pub(crate) source: ScopeId,
    pub(crate) place: Place,
    /// True if a collector makes the changes, which may override everything.
    pub(crate) by_collector: bool,
}

impl Changes<'_> {
    /// Returns an attribute that is set twice.
    fn repeated(&self) -> Option<Symbol> {
        let mut names = self.parameters.iter().map(|(parameter, _)| parameter.name);
        (1..self.parameters.len()).find_map(|after| {
            let name = names.next()?;
            let mut rest = self.parameters[after..].iter();
            rest.any(|(other, _)| other.name == name).then_some(name)
        })
    }
}

fn repeated<'h>(name: Symbol, reference: &str, changes: &Changes<'_>) -> Box<Raise<'h>> {
    let message = format!("Duplicate parameter '{name}' for on {reference}");
    parse_error(message, Some(changes.place.clone()))
}

impl<'h> Compiler<'h> {
    /// Converts attributes to changes made by the running code.
    pub(super) fn changes(
        &self,
        cx: &mut Cx<'h>,
        attributes: &[Attribute<'h>],
        place: Place,
        by_collector: bool,
    ) -> Res<'h, Changes<'h>> {
        let values = self.attribute_copies(cx, attributes, &mut Lists::default())?;
        let source = cx.scope_id();
        let origin = self
            .contents
            .borrow_mut()
            .resources
            .origin(source, Some(place.clone()));
        self.note(|record| {
            let kind = match by_collector {
                true => Origin::Collector,
                false => Origin::Override,
            };
            record.origins.insert(origin, kind);
        });
        let change = |(attribute, value): (&Attribute<'h>, Value<'h>)| {
            (
                Parameter {
                    name: attribute.name,
                    origin,
                    at: attribute.at,
                    value,
                },
                attribute.op,
            )
        };
        Ok(Changes {
            parameters: attributes.iter().zip(values).map(change).collect(),
            source,
            place,
            by_collector,
        })
    }

    /// Runs the override `File['a'] { mode => 1 }`.
    pub(super) fn override_all(
        &self,
        cx: &mut Cx<'h>,
        references: Value<'h>,
        attributes: &[Attribute<'h>],
        place: Place,
    ) -> Res<'h, ()> {
        let changes = self.changes(cx, attributes, place, false)?;
        for value in ops::unfolded([references].into_iter()) {
            match value {
                Value::Type(Type::Resource {
                    type_name: Some(type_name),
                    title: Some(title),
                    ..
                }) => {
                    let (type_name, title) = self.found_as(cx, type_name, title)?;
                    self.check_title(cx, type_name, title)?;
                    self.override_one(cx, type_name, title, &changes)?;
                }
                Value::Type(Type::Resource {
                    type_name: Some(name),
                    title: None,
                    ..
                }) => {
                    let shown = match self.is_known(cx, name)? {
                        true => format!(":{}", name.downcase()),
                        false => "nil".to_owned(),
                    };
                    return runtime::fail(format!(
                        "No title provided and {shown} is not a valid resource reference"
                    ));
                }
                Value::Type(ty) => {
                    let message =
                        format!("Resource Override can only operate on resources, got: {ty}-Type");
                    let issue = frontend::Issue("ILLEGAL_OVERRIDDEN_TYPE");
                    return Err(Error::evaluation(issue, message, Some(changes.place)).into());
                }
                other => {
                    let actual = runtime::ops::label(other);
                    let message =
                        format!("Resource Override can only operate on resources, got: {actual}");
                    let issue = frontend::Issue("ILLEGAL_OVERRIDDEN_TYPE");
                    return Err(Error::evaluation(issue, message, Some(changes.place)).into());
                }
            }
        }
        Ok(())
    }

    fn override_one(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        title: &'h str,
        changes: &Changes<'h>,
    ) -> Res<'h, ()> {
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        self.check_tags(contents, changes)?;
        if let Some(name) = changes.repeated() {
            return Err(repeated(name, &format!("{type_name}[{title}]"), changes));
        }
        let found = contents
            .resources
            .find_type(type_name)
            .and_then(|ty| contents.resources.resolve(ty, title));
        match found {
            Some(id) => self.apply(cx, contents, id, changes),
            None => {
                let overrides = &mut self.evaluation.borrow_mut().overrides;
                overrides.push(Override {
                    type_name,
                    title,
                    changes: changes.clone(),
                });
                Ok(())
            }
        }
    }

    /// Checks the values of `tag` before anything else, whether or not the resource exists yet.
    ///
    /// # Errors
    /// `Invalid tag 'x'` at the line of the override.
    fn check_tags(&self, contents: &mut Contents<'h>, changes: &Changes<'h>) -> Res<'h, ()> {
        let parameters = changes.parameters.iter().map(|(parameter, _)| parameter);
        for parameter in parameters.filter(|parameter| parameter.name == self.names.tag) {
            let (set, tags) = (&mut TagSet::default(), &mut contents.tags);
            let tagged = resource::tag_with_value(set, tags, self.heap, parameter.value);
            let place = || Some(changes.place.clone());
            tagged.map_err(|tag| parse_error(format!("Invalid tag '{tag}'"), place()))?;
        }
        Ok(())
    }

    /// Sets attributes on a resource, if the code is allowed to.
    ///
    /// # Errors
    /// Fails with Puppet's message if the code is not allowed to.
    pub(super) fn apply(
        &self,
        cx: &mut Cx<'h>,
        contents: &mut Contents<'h>,
        id: ResourceId,
        changes: &Changes<'h>,
    ) -> Res<'h, ()> {
        if let Some(name) = changes.repeated() {
            return Err(repeated(name, &contents.resources.reference(id), changes));
        }
        let resource = contents.resources.get(id);
        // the body of an included class counts as the code that declares it
        let declared_in = match contents.resources.ty(resource.ty).family {
            Family::Class if !resource.declared => resource.body_scope.unwrap_or(resource.scope),
            _ => resource.scope,
        };
        let place = || Some(changes.place.clone());
        // no code has declared the first resources of every catalog
        let may = id.0 > MAIN.0
            && (same_source(cx, changes.source, declared_in)
                || self.is_child(cx, changes.source, declared_in));
        if !(changes.by_collector || may) {
            return Err(parse_error(
                "Only subclasses can override parameters",
                place(),
            ));
        }
        if resource.evaluated {
            let defined = resource
                .place
                .as_ref()
                .map(|place| format!(", defined at {},", at(place)))
                .unwrap_or_default();
            let message = format!(
                "Attempt to override an already evaluated resource{defined} with new values {}",
                at(&changes.place)
            );
            match cx.settings.strict {
                Strict::Error => {
                    let advice = Advice::Settings(&["strict=warning"]);
                    return Err(advised(parse_error(message, None), Some(advice)));
                }
                Strict::Warning => cx.warn(message, None, Located::Line),
                Strict::Off => {}
            }
        }
        for (parameter, op) in &changes.parameters {
            self.apply_one(cx, contents, id, *parameter, *op, changes)?;
        }
        match changes.by_collector {
            true => self.apply_defaults(cx, contents, id, changes),
            false => Ok(()),
        }
    }

    /// Applies the resource defaults of a collector's scope to a resource that the collector
    /// changes.
    fn apply_defaults(
        &self,
        cx: &Cx<'h>,
        contents: &mut Contents<'h>,
        id: ResourceId,
        changes: &Changes<'h>,
    ) -> Res<'h, ()> {
        let ty = contents.resources.get(id).ty;
        for default in self.defaults_in(cx, contents, changes.source, ty) {
            let changed = changes
                .parameters
                .iter()
                .any(|(other, _)| other.name == default.name);
            if !changed {
                self.apply_one(cx, contents, id, default, AttributeOp::Set, changes)?;
            }
        }
        Ok(())
    }

    /// Returns true if a value is the default of an attribute in the scope of a resource or in an
    /// enclosing scope.
    fn is_default(
        &self,
        cx: &Cx<'h>,
        contents: &Contents<'h>,
        id: ResourceId,
        name: Symbol,
        value: Value<'h>,
    ) -> bool {
        let resource = contents.resources.get(id);
        if !contents.resources.ty(resource.ty).has_defaults {
            return false;
        }
        let defaults = &self.evaluation.borrow().defaults;
        let same =
            |other: &Parameter<'h>| other.name == name && ops::ruby_equal(other.value, value);
        let parent = |scope: &ScopeId| cx.scopes[scope.0 as usize].parent;
        std::iter::successors(Some(resource.scope), parent)
            .any(|scope| defaults.of(scope, resource.ty).iter().any(same))
    }

    fn apply_one(
        &self,
        cx: &Cx<'h>,
        contents: &mut Contents<'h>,
        id: ResourceId,
        mut parameter: Parameter<'h>,
        op: AttributeOp,
        changes: &Changes<'h>,
    ) -> Res<'h, ()> {
        // a default that is applied with the changes has an origin of its own
        let (by, by_place) = contents.resources.set_by(id, parameter.origin);
        let place = Place {
            offset: parameter.at,
            ..by_place.unwrap_or(&changes.place).clone()
        };
        if let Some(current) = contents
            .resources
            .get(id)
            .parameter(parameter.name)
            .copied()
        {
            // a default never replaces an existing value
            if self.is_default(cx, contents, id, parameter.name, parameter.value) {
                return Ok(());
            }
            let (source, set_at) = contents.resources.set_by(id, current.origin);
            let may = self.is_child(cx, by, source)
                || same_source(cx, by, source)
                    && self.is_default(cx, contents, id, current.name, current.value);
            if !may {
                let set_at = set_at.map(|place| Place {
                    offset: current.at,
                    ..place.clone()
                });
                let set_at = set_at
                    .map(|place| format!(" at {}", at(&place)))
                    .unwrap_or_default();
                let (name, reference) = (parameter.name, contents.resources.reference(id));
                // the attributes of an imported resource have no origin in this catalog
                let imported = current.origin == 0 && contents.resources.get(id).place.is_none();
                let by = if imported {
                    ""
                } else {
                    " by #<Puppet::Resource::Type>"
                };
                let message = format!(
                    "Parameter '{name}' is already set on {reference}{by}{set_at}; cannot redefine"
                );
                return Err(parse_error(message, Some(place)));
            }
            if op == AttributeOp::Append {
                let list = ops::flat([current.value, parameter.value].into_iter());
                // an appended value adds its own tags
                self.tag_again(contents, id, &parameter, &place)?;
                parameter.value = Value::array(self.heap, &list);
            }
        }
        self.note(|record| {
            let is_appended = op == AttributeOp::Append;
            record.set(id, &parameter, SetBy::Origin(parameter.origin), is_appended);
        });
        self.set_tagging(contents, id, parameter, place)
    }

    /// Sets an attribute, and tags the resource if the attribute is `tag`.
    fn set_tagging(
        &self,
        contents: &mut Contents<'h>,
        id: ResourceId,
        parameter: Parameter<'h>,
        place: Place,
    ) -> Res<'h, ()> {
        contents.resources.set(id, parameter);
        self.tag_again(contents, id, &parameter, &place)
    }

    /// Tags a resource with the value of an attribute if that is `tag`.
    fn tag_again(
        &self,
        contents: &mut Contents<'h>,
        id: ResourceId,
        parameter: &Parameter<'h>,
        place: &Place,
    ) -> Res<'h, ()> {
        if parameter.name == self.names.tag {
            contents.tag_changes += 1;
            let resource = contents.resources.get_mut(id);
            let tagged = resource::tag_with_value(
                &mut resource.tags,
                &mut contents.tags,
                self.heap,
                parameter.value,
            );
            tagged
                .map_err(|tag| parse_error(format!("Invalid tag '{tag}'"), Some(place.clone())))?;
        }
        Ok(())
    }

    /// Returns true if the class of one scope inherits that of another, directly or not. Code whose
    /// collector has changed a resource counts as inheriting every class from then on.
    fn is_child(&self, cx: &Cx<'h>, child: ScopeId, parent: ScopeId) -> bool {
        let kind = |scope: ScopeId| cx.scopes[scope.0 as usize].kind;
        let unrestricted = &self.evaluation.borrow().unrestricted_scopes;
        if unrestricted
            .iter()
            .any(|&master| same_source(cx, master, child))
        {
            return true;
        }
        let ScopeKind::Class(child) = kind(child) else {
            return false;
        };
        let is_master = |name: &str| {
            unrestricted
                .iter()
                .any(|&master| matches!(kind(master), ScopeKind::Class(class) if *class == *name))
        };
        let mut name = child;
        // the chain of parents is finite because the class has been declared
        while let Some(definition) = self.definitions.borrow().class(name) {
            match definition.kind {
                // a class that inherits from such a class may override everything as well
                DefinitionKind::Class { parent: Some(next) }
                    if is_master(next)
                        || matches!(kind(parent), ScopeKind::Class(parent) if **next == *parent) =>
                {
                    return true;
                }
                DefinitionKind::Class { parent: Some(next) } => name = next,
                _ => return false,
            }
        }
        false
    }
}
