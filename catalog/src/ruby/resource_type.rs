//! Resource types written in Ruby: names of attributes, what names a resource, how titles are
//! taken apart. What a file says of its type is known to the environment from then on.

use std::sync::Arc;

use frontend::Symbol;
use ruby::{Datum, Document, Object};
use runtime::error::Raise;
use runtime::regex::Regexp;
use runtime::{Cx, Res, fail};

use super::{Ruby, convert};
use crate::compiler::Compiler;
use crate::compiler::resource::TitleParts;
use crate::core_types::NativeType;

/// What is known of a resource type of a module.
pub struct RubyType {
    name: &'static str,
    name_attributes: Vec<&'static str>,
    attributes: Vec<&'static str>,
    isomorphic: bool,
    /// How titles are taken apart.
    titles: Titles,
}

impl RubyType {
    /// What is known of it as of any native type.
    pub fn native(&self) -> NativeType<'_> {
        NativeType {
            name: self.name,
            name_attributes: &self.name_attributes,
            attributes: &self.attributes,
            isomorphic: self.isomorphic,
        }
    }
}

enum Titles {
    /// They are what names the resource.
    Whole,
    /// The first pattern that matches: its groups are these attributes.
    Patterns(Vec<(String, Vec<&'static str>)>),
    /// By code of the type.
    Code,
}

impl<'h> Ruby<'h> {
    /// The resource type of a name; `None` when its file cannot be read.
    ///
    /// # Errors
    /// A limit.
    pub fn resource_type(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        name: &str,
    ) -> Res<'h, Option<&'h RubyType>> {
        if let Some(known) = self.environment.ruby_type(name) {
            return Ok(Some(self.heap.keep(known)));
        }
        let Some(path) = self.environment.resource_type_file(name) else {
            return Ok(None);
        };
        let what = format!("the resource type '{name}'");
        let told = self.request(cx, compiler, &what, |writer| {
            writer.array(3);
            writer.symbol("type");
            writer.string(&path);
            writer.string(name);
        });
        match told.map_err(|raise| *raise) {
            Ok(document) => {
                let Some(ty) = described(&document).map(Arc::new) else {
                    return Ok(None);
                };
                self.environment.keep_ruby_type(name, ty.clone());
                Ok(Some(self.heap.keep(ty)))
            }
            Err(Raise::Error(error)) if error.issue != runtime::limits::LIMIT => {
                let message = format!(
                    "The resource type '{name}' could not be read: {}",
                    error.message
                );
                cx.log(runtime::log::Level::Debug, message);
                Ok(None)
            }
            Err(other) => Err(Box::new(other)),
        }
    }

    /// What a title says of the attributes that name a resource.
    ///
    /// # Errors
    /// `No set of title patterns matched the title`, and what the type's code raises.
    pub fn title_parts(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        ty: &RubyType,
        title: &'h str,
    ) -> Res<'h, TitleParts<'h>> {
        let unmatched = || {
            fail(format!(
                "No set of title patterns matched the title \"{title}\"."
            ))
        };
        let patterns = match &ty.titles {
            Titles::Whole => return Ok(&[]),
            Titles::Patterns(patterns) => patterns,
            Titles::Code => {
                let what = format!("the resource type '{}'", ty.name);
                let document = self.request(cx, compiler, &what, |writer| {
                    writer.array(3);
                    writer.symbol("title");
                    writer.string(ty.name);
                    writer.string(title);
                })?;
                return match self.told_parts(&document) {
                    Some(parts) => Ok(parts),
                    None => unmatched(),
                };
            }
        };
        for (source, names) in patterns {
            let pattern = Regexp::new(self.heap, source)?;
            let Some(captures) = pattern.captures(self.heap, title)? else {
                continue;
            };
            let groups = names.iter().enumerate();
            let parts: Vec<(&'static str, &'h str)> = groups
                .filter_map(|(at, name)| Some((*name, captures.group(at + 1)?)))
                .collect();
            return Ok(self.heap.slice(&parts));
        }
        unmatched()
    }

    fn told_parts(&self, document: &Document) -> Option<TitleParts<'h>> {
        let told = document.items(document.root).get(1).copied()?;
        if told == Datum::Nil {
            return None;
        }
        let mut parts: Vec<(&'static str, &'h str)> = Vec::new();
        for &pair in document.items(told) {
            if let [name, value] = *document.items(pair) {
                let name = Symbol::intern(document.text(name).unwrap_or_default());
                let value = self.heap.text(document.text(value).unwrap_or_default());
                parts.push((name.as_str(), value));
            }
        }
        Some(self.heap.slice(&parts))
    }
}

/// What a file said of its type.
fn described(document: &Document) -> Option<RubyType> {
    let told = document.items(document.root).get(1).copied()?;
    let [name, names, attributes, isomorphic, patterns] = *document.items(told) else {
        return None;
    };
    let symbol = |datum: Datum| -> &'static str {
        Symbol::intern(document.text(datum).unwrap_or_default()).as_str()
    };
    let symbols = |datum: Datum| -> Vec<&'static str> {
        document
            .items(datum)
            .iter()
            .map(|&text| symbol(text))
            .collect()
    };
    let name_attributes = symbols(names);
    let mut attributes = symbols(attributes);
    attributes.retain(|attribute| !name_attributes.contains(attribute));
    attributes.sort_unstable();
    let titles = match (patterns, document.object(patterns)) {
        (Datum::Nil, _) => Titles::Whole,
        (_, Some(Object::Array(list))) => {
            let pattern = |&pair: &Datum| match *document.items(pair) {
                [source, names] => {
                    let source = convert::regexp_source(document, source)?;
                    Some((source, symbols(names)))
                }
                _ => None,
            };
            Titles::Patterns(list.iter().filter_map(pattern).collect())
        }
        _ => Titles::Code,
    };
    Some(RubyType {
        name: symbol(name),
        name_attributes,
        attributes,
        isomorphic: isomorphic == Datum::Boolean(true),
        titles,
    })
}
