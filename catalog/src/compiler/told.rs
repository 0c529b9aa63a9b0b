//! What code in Ruby may ask of the catalog as it is at the time.

use frontend::case::Downcase;
use runtime::scope::ScopeId;
use runtime::{Cx, Res, Value};

use super::Compiler;
use super::collector::find;
use super::resource::{Family, MAIN, ResourceId};

impl<'h> Compiler<'h> {
    /// Whether there is a class of a name in lower case.
    ///
    /// # Errors
    /// What is wrong with the files in which it may stand.
    pub(crate) fn knows_class(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
        let name = name.strip_prefix("::").unwrap_or(name);
        Ok(self.find_class(cx, name)?.is_some())
    }

    /// Whether there is a define of a name in lower case.
    ///
    /// # Errors
    /// As [`Compiler::knows_class`].
    pub(crate) fn knows_define(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
        let name = name.strip_prefix("::").unwrap_or(name);
        Ok(self.find_define(cx, name)?.is_some())
    }

    /// Type and title of the resource that a scope belongs to.
    pub(crate) fn resource_of_scope(&self, scope: ScopeId, cx: &Cx<'h>) -> Value<'h> {
        self.type_and_title(self.container(cx, scope))
    }

    /// Type and title of every resource.
    pub(crate) fn all_resources(&self) -> Value<'h> {
        let count = self.state.borrow().resources.list.len() as u32;
        let all = (0..count).map(|at| self.type_and_title(ResourceId(at)));
        Value::array(self.heap, &all.collect::<Vec<_>>())
    }

    fn type_and_title(&self, id: ResourceId) -> Value<'h> {
        let state = self.state.borrow();
        let reference = state.resources.reference(id);
        let ty = state.resources.type_of(id);
        let title = reference[ty.shown.len() + 1..].trim_end_matches(']');
        let title = match ty.family {
            Family::Class if id == MAIN => "main",
            Family::Class => title,
            _ => state.resources.get(id).title,
        };
        let parts = [ty.shown, title].map(|text| Value::string(self.heap, text));
        Value::array(self.heap, &parts)
    }

    /// The names of classes and nodes in the order of their evaluation.
    pub(crate) fn evaluated_classes(&self) -> Vec<&'h str> {
        self.state.borrow().classes.clone()
    }

    /// The tags of the catalog.
    pub(crate) fn all_tags(&self) -> Vec<String> {
        let tags = self.catalog_tags(&self.state.borrow());
        tags.into_iter().map(|tag| tag.into_owned()).collect()
    }

    /// The tags of a resource.
    pub(crate) fn tags_of(&self, type_name: &str, title: &str) -> Vec<String> {
        let state = self.state.borrow();
        let Some(id) = find(&state.resources, type_name, title) else {
            return Vec::new();
        };
        let tags = state.resources.get(id).tags.iter();
        tags.map(|tag| state.tags.text(tag).to_owned()).collect()
    }

    /// The attribute that names resources of a type.
    pub(crate) fn name_attribute_of(&self, type_name: &str) -> &'static str {
        match crate::core_types::find(&type_name.downcase()) {
            Some(core) => core.name_attributes.first().copied().unwrap_or("name"),
            None => "name",
        }
    }
}
