//! Owns the definitions in the files that a compilation has loaded: classes, defines, nodes,
//! functions, aliases.
//!
//! The node determines which files are loaded, so the table belongs to the compilation; the bodies
//! belong to the snapshot.

use std::cell::Cell;

use frontend::name::{Map, Set};
use mir::{DefinitionKind, NodeMatch};
use rubycore::case::Downcase;
use runtime::code::CodeUnit;
use runtime::error::{Error, Form, Place};
use runtime::frame::Body;

use super::index::{Index, hash_pair, hash_text};
use crate::core_types;
use crate::environment::files::CodeFile;

/// A class, define, node definition, function or type alias.
pub struct Definition<'h> {
    /// The name without a leading `::`; for classes and defines in lower case.
    pub name: &'h str,
    /// The kind of definition.
    pub kind: &'h DefinitionKind,
    /// The code.
    pub body: &'h Body<'h>,
    /// The module that it belongs to.
    pub module: Option<&'h str>,
    /// The parameters, as bits, whose defaults are constants that they have been found to take.
    pub taken_defaults: Cell<u64>,
}

/// The namespaces of definitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Namespace {
    Class,
    Define,
    Node,
    Function,
    Type,
}

impl Namespace {
    fn of(kind: &DefinitionKind) -> Option<Namespace> {
        Some(match kind {
            DefinitionKind::Class { .. } => Namespace::Class,
            DefinitionKind::Define => Namespace::Define,
            DefinitionKind::Node { .. } => Namespace::Node,
            DefinitionKind::Function => Namespace::Function,
            DefinitionKind::TypeAlias { .. } => Namespace::Type,
            DefinitionKind::Plan => return None,
        })
    }
}

/// An entry that leads to a node definition.
struct NodeEntry<'h> {
    /// The name as a catalog shows it: a literal name, `default`, or the name made from a regular
    /// expression.
    name: &'h str,
    matching: &'h NodeMatch,
    definition: &'h Definition<'h>,
}

/// The definitions of a compilation.
#[derive(Default)]
pub struct DefinitionIndex<'h> {
    list: Vec<(Namespace, &'h str, &'h Definition<'h>)>,
    index: Index,
    nodes: Vec<NodeEntry<'h>>,
    nodes_by_name: Index,
    files: Set<*const CodeFile>,
    /// Defines of files whose definitions are being added.
    named: Vec<&'h Definition<'h>>,
    /// True if a function has the name of a built-in one.
    replaces_builtins: bool,
}

impl<'h> DefinitionIndex<'h> {
    /// Marks a file as loaded; returns true if it is new to this compilation.
    pub fn is_new(&mut self, file: &CodeFile) -> bool {
        self.files.insert(std::ptr::from_ref(file))
    }

    /// Marks a file as new again because it could not be read.
    pub fn forget_file(&mut self, file: &CodeFile) {
        self.files.remove(&std::ptr::from_ref(file));
    }

    fn find(&self, space: Namespace, name: &str) -> Option<&'h Definition<'h>> {
        let is = |at: u32| self.list[at as usize].0 == space && self.list[at as usize].1 == name;
        let at = self.index.find(hash_pair(space as u32, name), is)?;
        Some(self.list[at as usize].2)
    }

    /// Returns the class of a name in lower case.
    pub fn class(&self, name: &str) -> Option<&'h Definition<'h>> {
        self.find(Namespace::Class, name)
    }

    /// Returns the define of a name in lower case.
    pub fn define(&self, name: &str) -> Option<&'h Definition<'h>> {
        let is = |definition: &&&Definition<'h>| definition.name.eq_ignore_ascii_case(name);
        let named = || self.named.iter().find(is).copied();
        self.find(Namespace::Define, name).or_else(named)
    }

    /// Returns the function of a name in lower case.
    pub fn function(&self, name: &str) -> Option<&'h Definition<'h>> {
        self.find(Namespace::Function, name)
    }

    /// Records that a function of a manifest has the name of a built-in one.
    pub fn replace_builtin(&mut self) {
        self.replaces_builtins = true;
    }

    /// Returns true if a function of a manifest has the name of a built-in one.
    pub fn replaces_builtins(&self) -> bool {
        self.replaces_builtins
    }

    /// Returns the type alias of a name in lower case.
    pub fn type_alias(&self, name: &str) -> Option<&'h Definition<'h>> {
        self.find(Namespace::Type, name)
    }

    /// Checks the name of a type of a type set.
    ///
    /// # Errors
    /// Fails if an alias or a define has the name.
    pub fn check_new_type(&self, name: &str) -> Result<(), Error> {
        match self.type_alias(name).or_else(|| self.define(name)) {
            Some(first) => Err(redefined("type", name, first)),
            None => Ok(()),
        }
    }

    /// Returns the names of all functions, types, classes and defines.
    pub fn names(&self) -> impl Iterator<Item = &'h str> {
        let named = self
            .list
            .iter()
            .filter(|(space, ..)| *space != Namespace::Node);
        named.map(|(_, _, definition)| definition.name)
    }

    /// Returns the names of all classes, nodes or defines, in the order in which they were added.
    pub fn names_of(&self, kind: &str) -> Vec<&'h str> {
        if kind == "node" {
            return self.nodes.iter().map(|node| node.name).collect();
        }
        let wanted = if kind == "hostclass" {
            Namespace::Class
        } else {
            Namespace::Define
        };
        let of_kind = self.list.iter().filter(|(space, ..)| *space == wanted);
        of_kind.map(|(_, _, definition)| definition.name).collect()
    }

    fn add(&mut self, space: Namespace, name: &'h str, definition: &'h Definition<'h>) {
        let at = self.list.len() as u32;
        self.list.push((space, name, definition));
        self.index.insert(hash_pair(space as u32, name), at);
    }

    /// Adds a function or an alias; makes the name of a define known as a type. `of_file` holds the
    /// definitions of its file.
    ///
    /// # Errors
    /// Fails if the name is already defined.
    pub fn name(
        &mut self,
        heap: &'h runtime::Heap,
        definition: &'h Definition<'h>,
        of_file: &FileDefinitions<'h>,
    ) -> Result<(), Error> {
        match definition.kind {
            DefinitionKind::Function => {
                self.add_entity(heap, Namespace::Function, "function", definition)
            }
            DefinitionKind::TypeAlias { .. } => {
                of_file.check_first(heap, definition)?;
                check_built_in(definition.name)?;
                self.add_entity(heap, Namespace::Type, "type", definition)
            }
            DefinitionKind::Define => {
                of_file.check_first(heap, definition)?;
                let name = lower(heap, definition.name);
                if let Some(first) = self.find(Namespace::Define, name) {
                    return Err(redefined("type", name, first));
                }
                self.named.push(definition);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Adds the classes, defines and node definitions of a file, after its other definitions were
    /// [named](DefinitionIndex::name).
    ///
    /// # Errors
    /// Fails if a name is already defined.
    pub fn register(
        &mut self,
        heap: &'h runtime::Heap,
        definitions: &[&'h Definition<'h>],
    ) -> Result<(), Error> {
        if !self.named.is_empty() {
            let defined: Set<*const Definition<'h>> = definitions
                .iter()
                .map(|of| std::ptr::from_ref(*of))
                .collect();
            self.named
                .retain(|named| !defined.contains(&std::ptr::from_ref(*named)));
        }
        for &definition in definitions {
            match Namespace::of(definition.kind) {
                Some(space @ (Namespace::Class | Namespace::Define)) => {
                    self.check_clash(definition)?;
                    self.add(space, lower(heap, definition.name), definition);
                }
                Some(Namespace::Node) => self.add_node(heap, definition)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add_entity(
        &mut self,
        heap: &'h runtime::Heap,
        space: Namespace,
        what: &str,
        definition: &'h Definition<'h>,
    ) -> Result<(), Error> {
        let name = lower(heap, definition.name);
        if let Some(first) = self.find(space, name) {
            return Err(redefined(what, name, first));
        }
        self.add(space, name, definition);
        Ok(())
    }

    fn check_clash(&self, definition: &Definition<'h>) -> Result<(), Error> {
        let name = definition.name;
        let is_new = match definition.kind {
            DefinitionKind::Class { .. } => self.node_named(name).is_none(),
            _ => true,
        };
        if is_new && self.class(name).is_none() && self.find(Namespace::Define, name).is_none() {
            return Ok(());
        }
        let here = at(&place(definition));
        let text = match definition.kind {
            DefinitionKind::Class { .. } => {
                match (self.class(name), self.find(Namespace::Define, name)) {
                    _ if let Some(first) = self.node_named(name) => {
                        let first = at(&place(first));
                        format!(
                            "Node '{name}' is already defined {first}; cannot be redefined as a class {here}"
                        )
                    }
                    (Some(first), _) => {
                        let first = at(&place(first));
                        format!("Class '{name}' is already defined {first}; cannot redefine {here}")
                    }
                    (None, Some(first)) => {
                        let first = at(&place(first));
                        format!(
                            "Definition '{name}' is already defined {first}; cannot be redefined as a class {here}"
                        )
                    }
                    (None, None) => return Ok(()),
                }
            }
            _ => match (self.class(name), self.find(Namespace::Define, name)) {
                (Some(first), _) => {
                    let first = at(&place(first));
                    format!(
                        "'{name}' is already defined {first} as a class; cannot redefine as a definition {here}"
                    )
                }
                (None, Some(first)) => {
                    let first = at(&place(first));
                    format!(
                        "Definition '{name}' is already defined {first}; cannot be redefined {here}"
                    )
                }
                (None, None) => return Ok(()),
            },
        };
        Err(Error {
            form: Form::Bare,
            ..Error::plain(text)
        })
    }

    fn add_node(
        &mut self,
        heap: &'h runtime::Heap,
        definition: &'h Definition<'h>,
    ) -> Result<(), Error> {
        let DefinitionKind::Node { matches } = definition.kind else {
            return Ok(());
        };
        for matching in matches {
            let name = match matching {
                NodeMatch::Name(name) if name.is_empty() => {
                    let here = at(&place(definition));
                    let text = format!(
                        "Class '' is already defined; cannot be redefined as a node {here}"
                    );
                    return Err(Error {
                        form: Form::Bare,
                        ..Error::plain(text)
                    });
                }
                NodeMatch::Name(name) => heap.text(&name.downcase()),
                NodeMatch::Default => "default",
                NodeMatch::Regexp(source) => heap.text(&regexp_name(source)),
            };
            if let Some(first) = self.class(name) {
                let (first, here) = (at(&place(first)), at(&place(definition)));
                let text = format!(
                    "Class '{name}' is already defined {first}; cannot be redefined as a node {here}"
                );
                return Err(Error {
                    form: Form::Bare,
                    ..Error::plain(text)
                });
            }
            if let Some(first) = self.node_named(name) {
                let (first, here) = (at(&place(first)), at(&place(definition)));
                let text =
                    format!("Node '{name}' is already defined {first}; cannot redefine {here}");
                return Err(Error {
                    form: Form::Bare,
                    ..Error::plain(text)
                });
            }
            let at = self.nodes.len() as u32;
            self.nodes_by_name.insert(hash_text(name), at);
            self.nodes.push(NodeEntry {
                name,
                matching,
                definition,
            });
        }
        Ok(())
    }

    /// Returns the node definition with a name, or with a regular expression that is shown by this
    /// name.
    pub fn node_named(&self, name: &str) -> Option<&'h Definition<'h>> {
        self.node_entry(name).map(|entry| entry.definition)
    }

    fn node_entry(&self, name: &str) -> Option<&NodeEntry<'h>> {
        let is = |at: u32| self.nodes[at as usize].name == name;
        let at = self.nodes_by_name.find(hash_text(name), is)?;
        self.nodes.get(at as usize)
    }

    /// Returns true if there is any node definition.
    pub fn has_nodes(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// Finds the node definition for a name in lower case: by the literal name, or else the first
    /// whose regular expression matches. Returns it with its name in catalogs.
    pub fn node(
        &self,
        name: &str,
        matches: impl Fn(&str) -> bool,
    ) -> Option<(&'h str, &'h Definition<'h>)> {
        let exact = |entry: &&NodeEntry<'h>| !matches!(entry.matching, NodeMatch::Regexp(_));
        let regexp = |entry: &&NodeEntry<'h>| match entry.matching {
            NodeMatch::Regexp(source) => matches(source),
            _ => false,
        };
        let named = self.node_entry(name).filter(exact);
        let found = named.or_else(|| self.nodes.iter().find(regexp));
        found.map(|entry| (entry.name, entry.definition))
    }

    /// Returns the source of the regular expression of a node definition.
    pub fn node_regexp(&self, name: &str) -> Option<&'h str> {
        match self.node_entry(name)?.matching {
            NodeMatch::Regexp(source) => Some(source),
            _ => None,
        }
    }
}

/// Converts a name to lower case for lookups.
fn lower<'h>(heap: &'h runtime::Heap, name: &'h str) -> &'h str {
    match name.bytes().any(|b| b.is_ascii_uppercase()) {
        true => heap.text(&name.to_ascii_lowercase()),
        false => name,
    }
}

/// Returns the place of a definition.
pub fn place(definition: &Definition<'_>) -> Place {
    Place {
        source: definition.body.source.clone(),
        offset: definition.body.mir.at,
    }
}

/// Formats a place: `(file: F, line: N)`.
pub fn at(place: &Place) -> String {
    let line = place.source.line(place.offset);
    match &place.source.path {
        Some(file) => format!("(file: {file}, line: {line})"),
        None => format!("(line: {line})"),
    }
}

/// The first define or alias with a name in a file, and the first define with it.
#[derive(Clone, Copy)]
struct FirstDefinition<'h> {
    any: &'h Definition<'h>,
    define: Option<&'h Definition<'h>>,
}

/// The definitions of a file, and the first defines and aliases of each name.
pub struct FileDefinitions<'h> {
    /// The definitions in the order of the file.
    pub list: Vec<&'h Definition<'h>>,
    firsts: Map<&'h str, FirstDefinition<'h>>,
}

impl<'h> FileDefinitions<'h> {
    /// Collects the definitions of a file.
    pub fn new(
        heap: &'h runtime::Heap,
        unit: &'h CodeUnit,
        module: Option<&'h str>,
    ) -> FileDefinitions<'h> {
        let definitions = unit.definitions().map(|(mir, body)| {
            let name = match &mir.kind {
                DefinitionKind::Class { .. } | DefinitionKind::Define => lower(heap, &mir.name),
                _ => &mir.name,
            };
            let definition = Definition {
                name,
                kind: &mir.kind,
                body,
                module,
                taken_defaults: Cell::new(0),
            };
            heap.alloc(definition) as &'h Definition<'h>
        });
        let mut of_file = FileDefinitions {
            list: definitions.collect(),
            firsts: Map::default(),
        };
        for &definition in &of_file.list {
            let define = match definition.kind {
                DefinitionKind::Define => Some(definition),
                DefinitionKind::TypeAlias { .. } => None,
                _ => continue,
            };
            let any = definition;
            let first = of_file.firsts.entry(lower(heap, definition.name));
            let first = first.or_insert(FirstDefinition { any, define });
            first.define = first.define.or(define);
        }
        of_file
    }

    /// Checks that no define before this one in the file has its name; for an alias, also that no
    /// alias does.
    fn check_first(
        &self,
        heap: &'h runtime::Heap,
        definition: &'h Definition<'h>,
    ) -> Result<(), Error> {
        let name = lower(heap, definition.name);
        let first = self
            .firsts
            .get(name)
            .and_then(|first| match definition.kind {
                DefinitionKind::TypeAlias { .. } => Some(first.any),
                _ => first.define,
            });
        match first {
            Some(first) if !std::ptr::eq(first, definition) => Err(redefined("type", name, first)),
            _ => Ok(()),
        }
    }
}

/// The built-in types that Puppet reports without a location.
const WITHOUT_PLACE: &[&str] = &[
    "annotation",
    "data",
    "deferred",
    "node",
    "richdata",
    "richdatakey",
];

/// Checks that an alias does not have the name of a built-in type or of a core resource type.
fn check_built_in(name: &str) -> Result<(), Error> {
    let name = name.to_ascii_lowercase();
    let is_type = || {
        let names = runtime::types::NAMES.iter();
        let mut names = names.chain(runtime::types::HIDDEN_NAMES);
        // `Error` is itself a built-in alias
        name != "error" && names.any(|known| known.eq_ignore_ascii_case(&name))
    };
    let set = match &*name {
        name if WITHOUT_PLACE.contains(&name) => "Set at unknown location",
        _ if is_type() => "Originally set by Puppet-Type-System/Static-Loader.",
        name if core_types::find(name).is_some() => "Set at unknown location",
        _ => return Ok(()),
    };
    Err(Error::plain(format!(
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/{name}'. {set}"
    )))
}

fn redefined(what: &str, name: &str, first: &Definition<'_>) -> Error {
    let place = place(first);
    let position = place.source.position(place.offset);
    let origin = match &place.source.path {
        Some(file) => format!("file://{file}"),
        None => "string:".to_owned(),
    };
    let text = format!(
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{what}/{name}'. Originally set at {origin}?line={}&pos={}.",
        position.line, position.column,
    );
    Error::plain(text)
}

/// Checks parameters that have the name of a metaparameter; adds a warning for each with a default.
///
/// # Errors
/// Fails if such a parameter has no default.
pub fn check_parameters(
    definition: &Definition<'_>,
    warnings: &mut Vec<String>,
) -> Result<(), Error> {
    let owner = definition.name;
    for parameter in &definition.body.mir.parameters {
        let name = parameter.name.as_str();
        match (core_types::is_metaparameter(name), parameter.default) {
            (false, _) => {}
            (true, Some(_)) => warnings.push(inherited_metaparameter(name, owner)),
            (true, None) => {
                return Err(Error {
                    form: Form::Bare,
                    ..Error::plain(illegal_metaparameter(name, owner))
                });
            }
        }
    }
    Ok(())
}

/// Builds the warning for a parameter with a default that is named like a metaparameter.
pub fn inherited_metaparameter(name: &str, owner: &str) -> String {
    format!(
        "{name} is a metaparam; this value will inherit to all contained resources in the {owner} definition"
    )
}

/// Builds the error for a parameter without a default that is named like a metaparameter.
pub fn illegal_metaparameter(name: &str, owner: &str) -> String {
    format!(
        "{name} is a metaparameter; please choose another parameter name in the {owner} definition"
    )
}

/// Returns the name in catalogs of a node definition with a regular expression. Between `(?` and
/// the next closing parenthesis, some special characters are replaced by two capital letters.
fn regexp_name(source: &str) -> String {
    let source = source.downcase();
    let mut name = String::from("__node_regexp__");
    let mut rest = &*source;
    while let Some(begin) = rest.find("(?") {
        let Some(length) = rest[begin..].find(')') else {
            break;
        };
        let (before, special) = (&rest[..begin], &rest[begin..=begin + length]);
        add_kept(&mut name, before);
        for c in special.chars() {
            match c {
                '(' => name.push_str("LP"),
                ')' => name.push_str("RP"),
                '?' => name.push_str("QU"),
                '<' => name.push_str("LT"),
                '>' => name.push_str("GT"),
                '=' => name.push_str("EQ"),
                '!' => name.push_str("EX"),
                c => add_kept(&mut name, c.encode_utf8(&mut [0; 4])),
            }
        }
        rest = &rest[begin + length + 1..];
    }
    add_kept(&mut name, rest);
    name
}

/// Appends the characters that a node's name may contain; a dot cannot come first.
fn add_kept(name: &mut String, text: &str) {
    for c in text.chars() {
        let begins = name.ends_with("__node_regexp__");
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':') || c == '.' && !begins {
            name.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_regexps() {
        assert_eq!(regexp_name(r"^(\w+)\.(.*)$"), "__node_regexp__w..");
        assert_eq!(regexp_name(r"^Web-\d+_x"), "__node_regexp__web-d_x");
        assert_eq!(regexp_name(".*a[[:alpha:]]"), "__node_regexp__a:alpha:");
        assert_eq!(
            regexp_name("^(?:a(b)?c|t)e"),
            "__node_regexp__LPQU:aLPbRPcte"
        );
    }
}
