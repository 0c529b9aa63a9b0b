//! Owns resource types that are written in Ruby: their attributes, the attributes that name a
//! resource, and title patterns. The environment keeps a type after its file has been read.

use std::sync::Arc;

use frontend::Symbol;
use ruby::{Datum, Document, Object, WorkerError};
use runtime::log::Level;
use runtime::{Cx, Res, fail};

use super::declarations::Attempt;
use super::message::Request;
use super::{Ruby, convert, declarations};
use crate::compiler::Compiler;
use crate::core_types::TitleParts;
use crate::environment::ruby_code::{Mode, RubyType, Titles, matched};

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
        let (declared, needs_others) = self.declared_type(name);
        if let Some(ty) = &declared
            && self.environment.ruby != Mode::Both
        {
            self.environment.keep_ruby_type(name, ty.clone());
            return Ok(Read::Type(self.heap.keep(ty.clone())));
        }
        if self.is_absent() {
            cx.log(
                Level::Debug,
                format!(
                    "The resource type '{name}' was not read: {}",
                    WorkerError::NoRuby
                ),
            );
            return Ok(Read::Unread);
        }
        let what = format!("the resource type '{name}'");
        if needs_others {
            for name in &self.environment.ruby_type_names() {
                self.request(cx, compiler, &what, &Request::ResourceType { name })?;
            }
        }
        let request = Request::ResourceType { name };
        let requested = self.request(cx, compiler, &what, &request);
        let (document, described) = match (requested, &declared) {
            (Err(_), Some(declared)) => {
                return fail(format!(
                    "{what} is {declared:?} natively, and an error by the process"
                ));
            }
            (requested, _) => requested?,
        };
        let ty = read_type(&document, described).map(Arc::new);
        if let Some(declared) = declared.filter(|declared| ty.as_ref() != Some(declared)) {
            return fail(format!(
                "{what} is {declared:?} natively, and {ty:?} by the process"
            ));
        }
        let Some(ty) = ty else {
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
        if !self.environment.are_providers_due(name) {
            return Ok(());
        }
        self.note_code();
        let mode = self.environment.ruby;
        let is_native =
            mode != Mode::Process && declarations::are_providers_declared(self.environment, name);
        if is_native && mode != Mode::Both {
            self.environment.providers_loaded(name);
            return Ok(());
        }
        if self.is_absent() {
            return Ok(());
        }
        let what = format!("a provider of '{name}'");
        let loaded = self.request(cx, compiler, &what, &Request::Providers { name });
        if loaded.is_err() && is_native {
            return fail(format!(
                "{what} is loaded natively, and an error by the process"
            ));
        }
        loaded?;
        self.environment.providers_loaded(name);
        Ok(())
    }

    /// Reads a type natively. If that is refused, returns true if the process has to load the types
    /// that were read before, because the type may need their constants.
    fn declared_type(&self, name: &str) -> (Option<Arc<RubyType>>, bool) {
        self.note_code();
        if self.environment.ruby == Mode::Process {
            return (None, false);
        }
        match declarations::resource_type(self.environment, name) {
            Attempt::Read(ty) => (Some(Arc::new(ty)), false),
            Attempt::Refused { needs_others } => (None, needs_others),
        }
    }

    /// Returns true if no Ruby is installed.
    fn is_absent(&self) -> bool {
        self.note_code();
        self.process.start(self.environment, self.node) == Err(WorkerError::NoRuby)
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
                let name = ty.name;
                let request = Request::Title { name, title };
                let (document, parts) = self.request(cx, compiler, &what, &request)?;
                return match self.read_parts(&document, parts) {
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

    /// Reads the parts of a title that the code of a type has split; `None` if it could not.
    fn read_parts(&self, document: &Document, pairs: Datum) -> Option<TitleParts<'h>> {
        if pairs == Datum::Nil {
            return None;
        }
        let mut parts: Vec<(&'static str, &'h str)> = Vec::new();
        for &pair in document.items(pairs) {
            if let [name, value] = *document.items(pair) {
                let name = Symbol::intern(document.text(name).unwrap_or_default());
                let value = self.heap.text(document.text(value).unwrap_or_default());
                parts.push((name.as_str(), value));
            }
        }
        Some(self.heap.slice(&parts))
    }
}

/// Reads the description of a type that the process returned.
fn read_type(document: &Document, described: Datum) -> Option<RubyType> {
    let [name, names, attributes, isomorphic, patterns] = *document.items(described) else {
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
