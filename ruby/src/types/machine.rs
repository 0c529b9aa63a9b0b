//! Owns the state of an attempt to read a type: classes, files and types that have been loaded.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use bumpalo::Bump;

use super::names;
use super::object::{OBJECT, Object, Role};
use super::value::{Frame, Id, Locals, Nesting, Step, Stop, Value};
use super::{Description, Files, Refusal};
use crate::puppet_files::is_own_file;
use crate::syntax::parse;
use crate::syntax::tree::Node;

/// The maximum number of evaluated nodes.
const STEPS_MAX: u32 = 200_000;
/// The maximum depth of calls and files.
pub(super) const DEPTH_MAX: u32 = 60;

/// The state of an attempt.
pub(super) struct Machine<'a, 'f> {
    arena: &'a Bump,
    pub files: &'f dyn Files,
    pub objects: Vec<Object<'a>>,
    /// The types that have been defined, and replacements of Puppet's own types.
    pub types: HashMap<Rc<str>, Id>,
    /// The files that code has required.
    required: HashSet<String>,
    /// The files of types and providers whose loading has begun, by their names in the load path.
    autoloaded: HashSet<String>,
    /// The paths and texts of the files that have been read.
    pub sources: Vec<(String, &'a str)>,
    /// The folders that code has put before the load path.
    pub load_path: Vec<String>,
    steps: u32,
    /// The number of conditions around the running code whose values are not known. Such code may have no
    /// effect.
    pub unknown_conditions: u32,
    pub depth: u32,
    reason: Option<String>,
    /// True if a constant was not found.
    pub lacks_constant: bool,
    place: Option<(usize, u32)>,
}

impl<'a, 'f> Machine<'a, 'f> {
    pub fn new(arena: &'a Bump, files: &'f dyn Files) -> Machine<'a, 'f> {
        let mut object = Object::new(String::new(), true, Role::Plain, None);
        object.is_own = true;
        Machine {
            arena,
            files,
            objects: vec![object],
            types: HashMap::new(),
            required: HashSet::new(),
            autoloaded: HashSet::new(),
            sources: Vec::new(),
            load_path: Vec::new(),
            steps: 0,
            unknown_conditions: 0,
            depth: 0,
            reason: None,
            lacks_constant: false,
            place: None,
        }
    }

    /// Describes the type of a name.
    pub fn described(&mut self, name: &str) -> Step<'a, Description> {
        match self.type_of_module(name)? {
            Some(id) => self.describe(id),
            None => self.refuse("no file defines the type"),
        }
    }

    /// Loads the providers of one of Puppet's own types.
    pub fn providers_of_own(&mut self, name: &str) -> Step<'a, ()> {
        if self.type_of_module(name)?.is_some() {
            return self.refuse("a module defines the type");
        }
        let id = self.own_type(name);
        self.load_providers(id)
    }

    /// Stores a text for as long as the trees.
    pub fn keep(&self, text: &str) -> &'a str {
        self.arena.alloc_str(text)
    }

    /// Ends the attempt. The first reason counts.
    pub fn refuse<T>(&mut self, reason: impl Into<String>) -> Step<'a, T> {
        self.reason.get_or_insert_with(|| reason.into());
        Err(Stop::Refused)
    }

    /// Notes the place of a refusal; the innermost one counts.
    pub fn locate(&mut self, frame: &Frame<'a>, node: &Node<'a>) {
        self.place.get_or_insert((frame.file, node.at));
    }

    pub fn refusal(self) -> Refusal {
        let (path, line) = match self.place {
            Some((file, at)) => {
                let (path, text) = &self.sources[file];
                let before = text.as_bytes().iter().take(at as usize);
                (
                    path.clone(),
                    before.filter(|byte| **byte == b'\n').count() + 1,
                )
            }
            None => (
                self.sources
                    .last()
                    .map(|(path, _)| path.clone())
                    .unwrap_or_default(),
                0,
            ),
        };
        let reason = self.reason.unwrap_or_else(|| "a jump".to_owned());
        Refusal {
            path,
            line,
            reason,
            lacks_constant: self.lacks_constant,
        }
    }

    /// Counts a step of the evaluation.
    pub fn step(&mut self) -> Step<'a, ()> {
        self.steps += 1;
        match self.steps > STEPS_MAX {
            true => self.refuse("the code runs too long"),
            false => Ok(()),
        }
    }

    /// Refuses an effect of code that runs only on a condition whose value is not known.
    pub fn effect(&mut self) -> Step<'a, ()> {
        match self.unknown_conditions {
            0 => Ok(()),
            _ => self.refuse("a condition that is not known decides on an effect"),
        }
    }

    pub fn add(&mut self, object: Object<'a>) -> Id {
        self.objects.push(object);
        Id(self.objects.len() - 1)
    }

    pub fn object(&self, id: Id) -> &Object<'a> {
        &self.objects[id.0]
    }

    pub fn object_mut(&mut self, id: Id) -> &mut Object<'a> {
        &mut self.objects[id.0]
    }

    /// Returns a class, and the classes that it derives from.
    pub fn ancestors(&self, id: Id) -> Vec<Id> {
        std::iter::successors(Some(id), |id| self.object(*id).parent).collect()
    }

    /// Evaluates a file.
    pub fn file(&mut self, path: &str) -> Step<'a, ()> {
        let Some(text) = self.files.read(path) else {
            return self.refuse(format!("{path} cannot be read"));
        };
        let text: &'a str = self.arena.alloc_str(&text);
        self.sources.push((path.to_owned(), text));
        if self.depth >= DEPTH_MAX {
            return self.refuse("files are nested too deeply");
        }
        let tree = match parse(self.arena, text) {
            Ok(tree) => tree,
            Err(error) => {
                return self.refuse(format!(
                    "a syntax error, or syntax that is not supported: {error}"
                ));
            }
        };
        let frame = Frame {
            file: self.sources.len() - 1,
            ..self.main()
        };
        self.effect()?;
        self.depth += 1;
        let done = self.node(&frame, tree);
        self.depth -= 1;
        match done {
            Ok(_) => Ok(()),
            Err(Stop::Refused) => Err(Stop::Refused),
            Err(_) => self.refuse("a jump out of the file"),
        }
    }

    /// Returns the surroundings of code that belongs to no file.
    pub fn main(&self) -> Frame<'a> {
        Frame {
            file: 0,
            myself: Value::Main,
            nesting: Rc::new(Nesting {
                object: OBJECT,
                outer: None,
            }),
            definee: OBJECT,
            locals: Rc::new(Locals::default()),
            block: None,
            method: "",
            arguments: Rc::new([]),
        }
    }

    /// Loads a file of a type or provider once.
    fn autoload(&mut self, name: String, path: &str) -> Step<'a, ()> {
        match self.autoloaded.insert(name) {
            true => self.file(path),
            false => Ok(()),
        }
    }

    /// Returns the type of a name that a module defines.
    pub fn type_of_module(&mut self, name: &str) -> Step<'a, Option<Id>> {
        if let Some(known) = self.types.get(name) {
            return Ok(Some(*known).filter(|id| !self.object(*id).declared.is_own_type));
        }
        let below = format!("puppet/type/{name}");
        let Some(path) = self.in_folders(&below) else {
            return Ok(None);
        };
        // code that needs a type whose file is being loaded loads the file again
        if self.autoloaded.contains(&below) {
            return self.refuse("a type is needed before it is defined");
        }
        self.autoload(below, &path)?;
        match self.types.get(name) {
            Some(id) => Ok(Some(*id)),
            None => self.refuse(format!("{path} does not define the type '{name}'")),
        }
    }

    /// Returns the replacement of one of Puppet's own types.
    pub fn own_type(&mut self, name: &str) -> Id {
        if let Some(known) = self.types.get(name) {
            return *known;
        }
        let mut object = Object::new(
            format!("Puppet::Type::{}", names::type_constant(name)),
            true,
            Role::Type,
            None,
        );
        object.takes_anything = true;
        object.is_replaced = true;
        object.declared.is_own_type = true;
        object.declared.name = name.into();
        let id = self.add(object);
        self.types.insert(name.into(), id);
        id
    }

    /// Returns the path of a file of the modules by its name without the ending.
    pub fn in_folders(&self, name: &str) -> Option<String> {
        let paths = self
            .files
            .folders()
            .iter()
            .map(|folder| format!("{folder}/{name}.rb"));
        paths.into_iter().find(|path| self.files.is_file(path))
    }

    /// Loads all provider files of a type.
    pub fn load_providers(&mut self, id: Id) -> Step<'a, ()> {
        let name = Rc::clone(&self.object(id).declared.name);
        for (provider, path) in self.provider_files(&name) {
            self.autoload(format!("puppet/provider/{name}/{provider}"), &path)?;
        }
        Ok(())
    }

    /// Returns the provider of a type, and loads its file.
    pub fn provider(&mut self, id: Id, name: &str) -> Step<'a> {
        let of = Rc::clone(&self.object(id).declared.name);
        let find = |machine: &Self| {
            let mut all = machine.object(id).declared.providers.iter();
            all.find(|(known, _)| **known == *name)
                .map(|(_, id)| Value::Object(*id))
        };
        if let Some(known) = find(self) {
            return Ok(known);
        }
        let files = self.provider_files(&of);
        if let Some((_, path)) = files.iter().find(|(known, _)| known == name) {
            self.autoload(format!("puppet/provider/{of}/{name}"), path)?;
        }
        match find(self) {
            Some(known) => Ok(known),
            None if self.object(id).declared.is_own_type => {
                // one of Puppet's own providers
                let mut object = Object::new(String::new(), true, Role::Provider, None);
                object.takes_anything = true;
                object.is_own = true;
                object.is_replaced = true;
                Ok(Value::Object(self.add(object)))
            }
            None => self.refuse(format!("there is no provider '{name}' of '{of}'")),
        }
    }

    /// Returns the names and paths of the files of a type's providers, the first of each name.
    fn provider_files(&self, of: &str) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        for folder in self.files.folders() {
            let folder = format!("{folder}/puppet/provider/{of}");
            let mut files = self.files.names(&folder);
            files.retain(|name| name.ends_with(".rb") && !name.starts_with('.'));
            files.sort_unstable();
            for file in files {
                let name = file.trim_end_matches(".rb").to_owned();
                if !found.iter().any(|(known, _)| *known == name) {
                    found.push((name, format!("{folder}/{file}")));
                }
            }
        }
        found
    }

    /// Requires a file by its name in the load path or by its absolute path.
    pub fn require(&mut self, name: &str) -> Step<'a, ()> {
        let file = name.strip_suffix(".rb").unwrap_or(name);
        let path = match file.starts_with('/') {
            true => Some(format!("{}.rb", normal(file))),
            false => {
                let paths = self
                    .load_path
                    .iter()
                    .map(|folder| normal(&format!("{folder}/{file}.rb")));
                let is_own = is_own_file(file);
                let found = paths
                    .into_iter()
                    .find(|path| !is_own && self.files.is_file(path));
                found.or_else(|| self.in_folders(file))
            }
        };
        match path {
            Some(path) if !self.files.is_file(&path) => {
                self.refuse(format!("there is no file '{path}'"))
            }
            Some(path) => match self.required.insert(path.clone()) {
                true => self.file(&path),
                false => Ok(()),
            },
            None if is_own_file(file) || names::LIBRARIES.contains(&file) => Ok(()),
            None => self.refuse(format!("require '{name}'")),
        }
    }
}

/// Removes `.` and `..` from an absolute path.
pub(super) fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}
