//! Resource types written in Ruby: their attributes, the attributes that name a resource, and title
//! patterns. The environment keeps a type after its file has been read.

use std::sync::Arc;

use frontend::Symbol;
use ruby::{Datum, Document, Fault, Object};
use runtime::log::Level;
use runtime::regexp::Regexp;
use runtime::{Cx, Heap, Res, fail};

use super::{Ruby, convert};
use crate::compiler::Compiler;
use crate::compiler::resource::TitleParts;
use crate::core_types::NativeType;

/// A resource type of a module.
pub struct RubyType {
    name: &'static str,
    pub(crate) name_attributes: Vec<&'static str>,
    attributes: Vec<&'static str>,
    isomorphic: bool,
    /// The rule that splits titles.
    titles: Titles,
}

impl RubyType {
    /// Splits the title of a reference into the attributes that name a resource; `None` if the type
    /// has no title patterns or needs Ruby code to split titles.
    pub fn parts_of_reference<'h>(&self, heap: &'h Heap, title: &'h str) -> Option<TitleParts<'h>> {
        match &self.titles {
            Titles::Patterns(patterns) => matched(heap, patterns, title).ok()?,
            Titles::Whole | Titles::Code | Titles::Missing => None,
        }
    }

    /// Describes the type like one of Puppet's own types.
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
    /// The title is the value of the naming attribute.
    Whole,
    /// The first pattern that matches splits the title; its groups are the values of these
    /// attributes.
    Patterns(Vec<(String, Vec<&'static str>)>),
    /// Ruby code of the type splits the title.
    Code,
    /// Several attributes name a resource, and the type does not say how titles are split.
    Missing,
}

/// The outcome of reading the file of a resource type.
pub enum Read<'h> {
    /// The type.
    Type(&'h RubyType),
    /// The file defines no type.
    Nothing,
    /// No Ruby process is available to read it.
    Unread,
}

impl<'h> Ruby<'h> {
    /// Returns the resource type of a name that has a file.
    ///
    /// # Errors
    /// `Could not autoload ...`, or a limit.
    pub fn resource_type(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        name: &str,
    ) -> Res<'h, Read<'h>> {
        if let Some(known) = self.environment.ruby_type(name) {
            return Ok(Read::Type(self.heap.keep(known)));
        }
        if self.is_absent() {
            cx.log(
                Level::Debug,
                format!("The resource type '{name}' was not read: {}", Fault::Absent),
            );
            return Ok(Read::Unread);
        }
        let what = format!("the resource type '{name}'");
        let document = self.request(cx, compiler, &what, |writer| {
            writer.array(2);
            writer.symbol("type");
            writer.string(name);
        })?;
        let Some(ty) = described(&document).map(Arc::new) else {
            return Ok(Read::Nothing);
        };
        self.environment.keep_ruby_type(name, ty.clone());
        Ok(Read::Type(self.heap.keep(ty)))
    }

    /// Loads the providers that modules add to one of Puppet's own types.
    ///
    /// # Errors
    /// `Could not autoload ...`, or a limit.
    pub fn load_providers(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        name: &str,
    ) -> Res<'h, ()> {
        if !self.environment.are_providers_due(name) || self.is_absent() {
            return Ok(());
        }
        let what = format!("a provider of '{name}'");
        self.request(cx, compiler, &what, |writer| {
            writer.array(2);
            writer.symbol("providers");
            writer.string(name);
        })?;
        self.environment.providers_loaded(name);
        Ok(())
    }

    /// Returns whether no Ruby is installed.
    fn is_absent(&self) -> bool {
        self.note_code();
        self.process.start(self.environment, self.node) == Err(Fault::Absent)
    }

    /// Splits a title into the attributes that name a resource.
    ///
    /// # Errors
    /// `No set of title patterns matched the title`, `you must specify title patterns when ...`, or
    /// what the type's code raises.
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
            Titles::Missing => {
                return fail(
                    "you must specify title patterns when there are two or more key attributes",
                );
            }
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
        match matched(self.heap, patterns, title)? {
            Some(parts) => Ok(parts),
            None => unmatched(),
        }
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

/// Splits a title by the first pattern that matches.
///
/// # Errors
/// Fails if a pattern is not a valid regular expression.
fn matched<'h>(
    heap: &'h Heap,
    patterns: &[(String, Vec<&'static str>)],
    title: &'h str,
) -> Res<'h, Option<TitleParts<'h>>> {
    for (source, names) in patterns {
        let Some(captures) = Regexp::new(heap, source)?.captures(heap, title)? else {
            continue;
        };
        let groups = names.iter().enumerate();
        let parts: Vec<(&'static str, &'h str)> = groups
            .filter_map(|(at, name)| Some((*name, captures.group(at + 1)?)))
            .collect();
        return Ok(Some(heap.slice(&parts)));
    }
    Ok(None)
}

/// Reads the description of a type that the process returned.
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
        (Datum::Boolean(false), _) => Titles::Missing,
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
