//! Resource types written in Ruby: names of attributes, what names a resource, how titles are
//! taken apart.

use frontend::Symbol;
use ruby::Datum;
use runtime::{Cx, Res, Value};

use super::Ruby;
use crate::compiler::Compiler;

/// What is known of a resource type.
#[derive(Clone, Debug)]
pub struct RubyType {
    /// The attributes that name an instance, in order.
    pub name_attributes: Vec<&'static str>,
    /// All attributes, sorted; metaparameters are not among them.
    pub attributes: Vec<&'static str>,
    /// Whether two resources with the same name are one thing.
    pub isomorphic: bool,
    /// Whether titles are taken apart in a way of its own.
    pub splits_titles: bool,
}

impl RubyType {
    /// Whether an attribute that is no metaparameter is known.
    pub fn has_attribute(&self, name: &str) -> bool {
        name == "name" || self.attributes.binary_search(&name).is_ok()
    }
}

impl<'h> Ruby<'h> {
    /// The resource type that a file defines; `None` when it defines none of that name.
    ///
    /// # Errors
    /// What the file raises.
    pub fn resource_type(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        path: &str,
        name: &str,
    ) -> Res<'h, Option<RubyType>> {
        let document = self.request(cx, compiler, |writer| {
            writer.array(3);
            writer.symbol("type");
            writer.string(path);
            writer.string(name);
        })?;
        let told = document.items(document.root).get(1).copied();
        let [_, names, attributes, isomorphic, splits] =
            *document.items(told.unwrap_or(Datum::Nil))
        else {
            return Ok(None);
        };
        let symbols = |datum: Datum| -> Vec<&'static str> {
            let texts = document.items(datum).iter();
            let texts = texts.filter_map(|&text| document.text(text));
            texts.map(|text| Symbol::intern(text).as_str()).collect()
        };
        let mut attributes = symbols(attributes);
        attributes.sort_unstable();
        Ok(Some(RubyType {
            name_attributes: symbols(names),
            attributes,
            isomorphic: isomorphic == Datum::Boolean(true),
            splits_titles: splits == Datum::Boolean(true),
        }))
    }

    /// What a title says of the attributes that name a resource; `None` when the type has no
    /// pattern for it.
    ///
    /// # Errors
    /// What the type's code raises.
    pub fn title_parts(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        name: &str,
        title: &str,
    ) -> Res<'h, Option<Vec<(&'static str, Value<'h>)>>> {
        let document = self.request(cx, compiler, |writer| {
            writer.array(3);
            writer.symbol("title");
            writer.string(name);
            writer.string(title);
        })?;
        let told = document.items(document.root).get(1).copied();
        let told = told.unwrap_or(Datum::Nil);
        if told == Datum::Nil {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for &pair in document.items(told) {
            if let [name, value] = *document.items(pair) {
                let name = document.text(name).unwrap_or_default();
                let value = self.read(cx, &document, value)?;
                parts.push((Symbol::intern(name).as_str(), value));
            }
        }
        Ok(Some(parts))
    }
}
