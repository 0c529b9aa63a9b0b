//! Runs the methods of scopes, and of the catalog that they give access to.

use std::rc::Rc;

use runtime::scope::ScopeId;
use runtime::{Value, interp};

use super::code::OfScope;
use super::code::Scope;
use super::object::Object;
use super::running::Running;
use super::stop::{Run, Stop};
use super::value::Val;

impl<'h> Running<'_, 'h> {
    /// Calls a method of a scope.
    pub fn of_scope(&mut self, scope: Scope, method: OfScope, arguments: &[Val<'h>]) -> Run<'h> {
        match (method, arguments) {
            (OfScope::Call, [name, arguments @ ..]) => {
                let name = match name {
                    Val::Symbol(name) => name.to_string(),
                    name => name.as_str().ok_or(Stop::GiveUp)?.to_owned(),
                };
                self.outside(arguments.to_vec(), |cx, record, arguments| {
                    record.call_of_scope(cx, &name, arguments)
                })
            }
            (OfScope::Includes | OfScope::Exists, [name]) => {
                let name = name.as_str().ok_or(Stop::GiveUp)?;
                if interp::is_group(name) {
                    return Err(Stop::GiveUp);
                }
                let found = self.find_variable(scope, name);
                Ok(Val::Boolean(match method {
                    OfScope::Includes => found.is_some_and(|value| !value.is_undef()),
                    _ => found.is_some(),
                }))
            }
            (OfScope::Set, [name, value]) => {
                let name = name.as_str().ok_or(Stop::GiveUp)?;
                let heap = self.cx.heap;
                let set = value.value(heap).ok_or(Stop::GiveUp)?;
                let id = match scope {
                    Scope::Top => ScopeId::TOP,
                    Scope::Calling => self.cx.scope_id(),
                };
                // later changes of an object would be visible through each reference to it
                let is_certain = match value {
                    Val::Text(text) => Rc::strong_count(text) == 1,
                    Val::List(_) | Val::Hash(_) => !self.program.changes,
                    _ => true,
                };
                let is_inner = scope == Scope::Calling && interp::is_local(self.cx);
                let is_certain = is_certain && !interp::is_group(name);
                if !is_certain || is_inner {
                    return Err(Stop::GiveUp);
                }
                self.record.set_variable(self.cx, id, name, set)?;
                Ok(value.clone())
            }
            (OfScope::Resource, []) if scope == Scope::Calling => {
                let found = self.compiler.resource_of_scope(self.cx.scope_id(), self.cx);
                resource(found)
            }
            (OfScope::Compiler, []) => Ok(Val::object(Object::Compiler)),
            (OfScope::Environment, []) => Ok(Val::object(Object::Environment)),
            (OfScope::Catalog, []) => Ok(Val::object(Object::Catalog)),
            _ => Err(Stop::GiveUp),
        }
    }

    /// Returns all resources of the catalog.
    pub fn resources(&mut self) -> Run<'h> {
        let all = self.compiler.all_resources();
        let mut resources = Vec::new();
        for one in all.as_array().ok_or(Stop::GiveUp)?.iter() {
            resources.push(resource(one)?);
        }
        Ok(Val::list(resources))
    }

    /// Returns an attribute of a resource.
    pub fn attribute(&mut self, (ty, title): (&str, &str), name: &Val<'h>) -> Run<'h> {
        let name = match name {
            Val::Symbol(name) => &**name,
            name => name.as_str().ok_or(Stop::GiveUp)?,
        };
        if name == "title" || title == "main" {
            return Err(Stop::GiveUp);
        }
        let host = self.cx.host;
        let found = host.resource_attributes(self.cx, ty, title)?;
        let found = found.into_iter().flatten();
        let mut found = found.filter(|(other, _)| *other == name);
        Ok(found.next().map_or(Val::Nil, |(_, value)| Val::of(value)))
    }

    /// Implements `to_hash` of a resource: returns its attributes with their values.
    pub fn attributes(&mut self, ty: &str, title: &str) -> Run<'h> {
        // other types may have more than one naming attribute
        let is_main = (ty, title) == ("Class", "main");
        if is_main || !self.compiler.is_defined_type(ty) {
            return Err(Stop::GiveUp);
        }
        let found = self.compiler.attributes_of(ty, title);
        let found = found.as_array().ok_or(Stop::GiveUp)?;
        let name = self.compiler.name_attributes_of(ty)[0];
        let mut pairs = Vec::new();
        for attribute in found.iter() {
            let parts = attribute.as_array().ok_or(Stop::GiveUp)?;
            let mut parts = parts.iter();
            let (Some(Value::String(name)), Some(value)) = (parts.next(), parts.next()) else {
                return Err(Stop::GiveUp);
            };
            if !value.is_undef() {
                pairs.push((Val::Symbol(name.as_str().into()), Val::of(value)));
            }
        }
        let is_named =
            |(key, _): &(Val<'h>, Val<'h>)| matches!(key, Val::Symbol(key) if **key == *name);
        if !pairs.iter().any(is_named) {
            pairs.insert(0, (Val::Symbol(name.into()), Val::text(title)));
        }
        Ok(Val::hash(pairs))
    }
}

/// Creates the resource for a pair of type and title.
fn resource<'h>(names: Value<'h>) -> Run<'h> {
    let names = names.as_array().ok_or(Stop::GiveUp)?;
    let mut names = names.iter().filter_map(|name| name.as_str());
    match (names.next(), names.next()) {
        (Some(ty), Some(title)) => Ok(Val::object(Object::Resource(ty.into(), title.into()))),
        _ => Err(Stop::GiveUp),
    }
}
