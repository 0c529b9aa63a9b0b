//! Reads resource types from the text of their files, without running them.
//!
//! Most types only declare: each statement is a call of the language in which types are written, with
//! literal arguments and with blocks that an agent runs. Such a file has one meaning, which is found
//! in its syntax tree. The same holds for the providers that are loaded with the type. If a file
//! contains anything else, the process of ruby runs it ([`super::resource_type`]); it knows the same language
//! (`prelude/resource_type.rb`).

use bumpalo::Bump;
use frontend::Symbol;
use ruby::puppet_files::is_own_file;
use ruby::syntax::parse;
use ruby::syntax::tree::{Block, Call, Kind, Node, Pair, Part, Scope};

use super::convert::with_flags;
use super::native::is_library;
use crate::environment::Environment;
use crate::environment::files::read_utf8;
use crate::environment::ruby_code::{RubyType, Titles};

/// Methods of types that declare what an agent uses. They take literals and a block.
const OF_TYPE: &[&str] = &[
    "apply_to_all",
    "apply_to_device",
    "apply_to_host",
    "autobefore",
    "autonotify",
    "autorequire",
    "autosubscribe",
    "desc",
    "validate",
];
/// The same for attributes.
const OF_ATTRIBUTE: &[&str] = &[
    "aliasvalue",
    "defaultto",
    "defaultvalues",
    "desc",
    "isrequired",
    "munge",
    "newvalue",
    "newvalues",
    "nodefault",
    "unmunge",
    "validate",
];
/// The same for providers.
const OF_PROVIDER: &[&str] = &[
    "confine",
    "defaultfor",
    "desc",
    "has_feature",
    "has_features",
    "initvars",
    "mk_resource_methods",
    "notdefaultfor",
];
/// Methods of Ruby that change only which methods a class has.
const OF_CLASS: &[&str] = &[
    "attr_accessor",
    "attr_reader",
    "attr_writer",
    "private",
    "private_class_method",
    "protected",
    "public",
];
/// Methods of types, attributes and providers that are called while a type is loaded, besides those
/// above. A file that defines one of them may change the meaning of its statements.
const CALLED: &[&str] = &[
    "attributes",
    "class_eval",
    "commands",
    "ensurable",
    "has_command",
    "inherited",
    "isnamevar",
    "isomorphic",
    "isomorphic?",
    "key_attributes",
    "load_providers",
    "method_added",
    "method_missing",
    "name",
    "name=",
    "new",
    "newparam",
    "newproperty",
    "optional_commands",
    "provide",
    "provider",
    "provider_hash",
    "resource_type",
    "resource_type=",
    "respond_to_missing?",
    "singleton_method_added",
    "title_patterns",
    "validattr?",
];
/// Classes that attributes may derive from.
const PARAMETERS: &[&str] = &[
    "Puppet::Parameter",
    "Puppet::Parameter::Boolean",
    "Puppet::Parameter::Path",
];
const PROPERTIES: &[&str] = &[
    "Puppet::Property",
    "Puppet::Property::Boolean",
    "Puppet::Property::KeyValue",
    "Puppet::Property::List",
    "Puppet::Property::OrderedList",
];
/// Classes that providers may derive from.
const PROVIDERS: &[&str] = &[
    "Puppet::Provider",
    "Puppet::Provider::Package",
    "Puppet::Provider::ParsedFile",
];

/// Reads the resource type of a name. Returns `None` if its file, or a provider's, has to run, and if
/// there is no such file.
pub(super) fn resource_type(environment: &Environment, name: &str) -> Option<RubyType> {
    let folders: Vec<String> = environment.ruby_folders().collect();
    let path = |folder: &String| format!("{folder}/puppet/type/{name}.rb");
    let is_file = |path: &String| std::path::Path::new(path).is_file();
    let path = folders.iter().map(path).find(is_file)?;
    let mut declared = Declared::new(name, &folders);
    declared.file(&path)?;
    if environment.has_providers(name) {
        declared.all_providers()?;
    }
    declared.finish()
}

/// Returns whether the providers that modules have for one of Puppet's own types only declare, so that
/// loading them has no effect and no error.
pub(super) fn are_providers_declared(environment: &Environment, name: &str) -> bool {
    let folders: Vec<String> = environment.ruby_folders().collect();
    let mut declared = Declared::new(name, &folders);
    declared.is_own = true;
    declared.all_providers().is_some()
}

/// An attribute that a type declares.
struct Attribute {
    name: &'static str,
    is_property: bool,
    is_name: bool,
}

/// What the files of a type have declared so far.
struct Declared<'e> {
    name: &'static str,
    folders: &'e [String],
    /// True for one of Puppet's own types.
    is_own: bool,
    is_defined: bool,
    attributes: Vec<Attribute>,
    features: Vec<String>,
    /// The patterns of titles, if the type has its own.
    titles: Option<Titles>,
    /// The names of the provider files that have been read, in order.
    providers: Vec<String>,
}

/// The object to which the statements of a body belong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Type,
    Attribute,
    Provider,
}

impl<'e> Declared<'e> {
    fn new(name: &str, folders: &'e [String]) -> Declared<'e> {
        Declared {
            name: Symbol::intern(name).as_str(),
            folders,
            is_own: false,
            is_defined: false,
            attributes: Vec::new(),
            features: Vec::new(),
            titles: None,
            providers: Vec::new(),
        }
    }

    fn finish(self) -> Option<RubyType> {
        let (names, others): (Vec<&Attribute>, Vec<&Attribute>) = self
            .attributes
            .iter()
            .partition(|attribute| attribute.is_name);
        let names: Vec<&'static str> = names.iter().map(|attribute| attribute.name).collect();
        let mut others: Vec<&'static str> = others.iter().map(|other| other.name).collect();
        others.sort_unstable();
        let titles = self.titles.or(match names.len() {
            // such a type has no patterns at all
            0 => Some(Titles::Patterns(Vec::new())),
            1 => Some(Titles::Whole),
            _ => Some(Titles::Missing),
        });
        self.is_defined.then_some(RubyType {
            name: self.name,
            name_attributes: names,
            attributes: others,
            isomorphic: true,
            titles: titles?,
        })
    }

    /// Reads a file of the type or of a provider.
    fn file(&mut self, path: &str) -> Option<()> {
        let code = read_utf8(path)?;
        let arena = Bump::new();
        let tree = parse(&arena, &code).ok()?;
        statements(tree).iter().try_for_each(|node| self.top(node))
    }

    /// Reads a statement outside of all definitions.
    fn top(&mut self, node: &Node<'_>) -> Option<()> {
        match node.kind {
            Kind::Call(call) if call.receiver.is_none() && call.name == "require" => {
                self.require(call)
            }
            Kind::Call(call) => {
                let receiver = call.receiver?;
                match (call.name, path(receiver).as_deref()) {
                    ("newtype", Some("Puppet::Type")) => self.new_type(call),
                    ("provide", _) => {
                        let Kind::Call(of) = receiver.kind else {
                            return None;
                        };
                        let is_type = of.name == "type" && path(of.receiver?)? == "Puppet::Type";
                        let [name] = of.arguments else { return None };
                        (is_type && literal(name)? == self.name).then(|| self.provide(call))?
                    }
                    _ => None,
                }
            }
            Kind::Module(name, body) if path(name)? == "Puppet" => statements(body)
                .iter()
                .try_for_each(|node| self.in_puppet(node)),
            _ => None,
        }
    }

    /// Reads a statement within `module Puppet`.
    fn in_puppet(&mut self, node: &Node<'_>) -> Option<()> {
        match node.kind {
            Kind::Call(call) if call.name == "newtype" && path(call.receiver?)? == "Type" => {
                self.new_type(call)
            }
            _ => self.top(node),
        }
    }

    /// Accepts a file of Puppet or of Ruby. Files of modules would have to run.
    fn require(&self, call: &Call<'_>) -> Option<()> {
        let [name] = call.arguments else { return None };
        let name = literal(name)?;
        let file = name.strip_suffix(".rb").unwrap_or(name);
        let of_module =
            |folder: &String| std::path::Path::new(&format!("{folder}/{file}.rb")).exists();
        let is_known = is_own_file(file) || is_library(file);
        (is_known && !self.folders.iter().any(of_module)).then_some(())
    }

    fn new_type(&mut self, call: &Call<'_>) -> Option<()> {
        let (name, options) = call.arguments.split_first()?;
        let is_plain = literal(name)? == self.name && options.iter().all(is_plain_argument);
        let has_parent = options
            .iter()
            .any(|option| option_of(option, "parent").is_some());
        if self.is_defined || !is_plain || has_parent {
            return None;
        }
        self.is_defined = true;
        self.body(Place::Type, call.block)
    }

    /// Reads the body of a block; a call without a block has none.
    fn body(&mut self, place: Place, block: Option<&Block<'_>>) -> Option<()> {
        let Some(block) = block else { return Some(()) };
        let mut constants = Vec::new();
        for node in statements(block.body) {
            self.statement(place, node, &mut constants)?;
        }
        Some(())
    }

    fn statement<'a>(
        &mut self,
        place: Place,
        node: &Node<'a>,
        constants: &mut Vec<&'a str>,
    ) -> Option<()> {
        match node.kind {
            Kind::Nil => Some(()),
            Kind::Define(define) => match define.singleton {
                None => Some(()),
                Some(_) if place == Place::Type && define.name == "title_patterns" => {
                    self.titles = Some(patterns(define.body)?);
                    Some(())
                }
                Some(of) => {
                    let called = [OF_TYPE, OF_ATTRIBUTE, OF_PROVIDER, OF_CLASS, CALLED];
                    let is_called = called.iter().any(|names| names.contains(&define.name));
                    (matches!(of.kind, Kind::SelfValue) && !is_called).then_some(())
                }
            },
            Kind::Assign(target, value) => {
                match target.kind {
                    Kind::Instance("@doc") => {}
                    Kind::Constant(Scope::Lexical, name) => constants.push(name),
                    _ => return None,
                }
                is_plain(value, constants).then_some(())
            }
            Kind::Call(call) if call.receiver.is_none() => self.call(place, call, constants),
            _ => None,
        }
    }

    fn call(&mut self, place: Place, call: &Call<'_>, constants: &[&str]) -> Option<()> {
        let are_plain = call.arguments.iter().all(|one| is_plain(one, constants));
        match (place, call.name) {
            (Place::Type, "newparam" | "newproperty") => self.attribute(call, constants),
            (Place::Type, "ensurable") if are_plain => {
                self.add("ensure", true, false)?;
                self.body(Place::Attribute, call.block)
            }
            (Place::Type, "provide") => self.provide(call),
            // the second definition of a feature is an error
            (Place::Type, "feature") => {
                let name = literal(call.arguments.first()?)?.to_owned();
                let is_new = !self.features.contains(&name);
                self.features.push(name);
                (is_new && are_plain).then_some(())
            }
            (Place::Attribute, "isnamevar") => {
                let last = self.attributes.last_mut()?;
                last.is_name = !last.is_property;
                are_plain.then_some(())
            }
            (Place::Provider, "commands" | "optional_commands" | "has_command") => {
                are_plain.then_some(())
            }
            (_, name) => {
                let known = match place {
                    Place::Type => OF_TYPE,
                    Place::Attribute => OF_ATTRIBUTE,
                    Place::Provider => OF_PROVIDER,
                };
                let is_known = known.contains(&name) || OF_CLASS.contains(&name);
                (is_known && are_plain).then_some(())
            }
        }
    }

    /// Reads `newparam` or `newproperty`.
    fn attribute(&mut self, call: &Call<'_>, constants: &[&str]) -> Option<()> {
        let (name, options) = call.arguments.split_first()?;
        let name = literal(name)?;
        let mut is_property = call.name == "newproperty";
        let mut is_name = false;
        for option in options {
            for pair in pairs(option)? {
                match key(pair)? {
                    "parent" => {
                        let parent = path(&pair.value)?;
                        match PROPERTIES.contains(&&*parent) {
                            true => is_property = true,
                            false if PARAMETERS.contains(&&*parent) => is_property = false,
                            false => return None,
                        }
                    }
                    "namevar" if is_plain(&pair.value, constants) => {
                        is_name = !matches!(pair.value.kind, Kind::Nil | Kind::False);
                    }
                    _ if is_plain(&pair.value, constants) => {}
                    _ => return None,
                }
            }
        }
        self.add(name, is_property, is_name)?;
        self.body(Place::Attribute, call.block)
    }

    /// Adds an attribute. Names that are used twice are left to the process.
    fn add(&mut self, name: &str, is_property: bool, is_name: bool) -> Option<()> {
        let name = Symbol::intern(&name.to_lowercase()).as_str();
        if self
            .attributes
            .iter()
            .any(|attribute| attribute.name == name)
        {
            return None;
        }
        self.attributes.push(Attribute {
            name,
            is_property,
            is_name: !is_property && (is_name || name == "name"),
        });
        Some(())
    }

    /// Reads the files of all providers of the type.
    fn all_providers(&mut self) -> Option<()> {
        for (name, path) in self.provider_files() {
            if !self.providers.contains(&name) {
                self.providers.push(name);
                self.file(&path)?;
            }
        }
        Some(())
    }

    /// Returns the names and paths of the files of providers, the first of each name.
    fn provider_files(&self) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        for folder in self.folders {
            let folder = format!("{folder}/puppet/provider/{}", self.name);
            let Ok(entries) = std::fs::read_dir(&folder) else {
                continue;
            };
            let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
            let mut names: Vec<String> = names
                .filter_map(|name| Some(name.strip_suffix(".rb")?.to_owned()))
                .filter(|name| !name.starts_with('.'))
                .collect();
            names.sort_unstable();
            for name in names {
                if !found.iter().any(|(known, _)| *known == name) {
                    let path = format!("{folder}/{name}.rb");
                    found.push((name, path));
                }
            }
        }
        found
    }

    /// Reads `provide`. The first provider gives the type an attribute that chooses among them.
    fn provide(&mut self, call: &Call<'_>) -> Option<()> {
        let (name, options) = call.arguments.split_first()?;
        literal(name)?;
        for option in options {
            for pair in pairs(option)? {
                match key(pair)? {
                    "parent" => self.parent_provider(&pair.value)?,
                    _ if is_plain(&pair.value, &[]) => {}
                    _ => return None,
                }
            }
        }
        if !self
            .attributes
            .iter()
            .any(|attribute| attribute.name == "provider")
        {
            self.add("provider", false, false)?;
        }
        self.body(Place::Provider, call.block)
    }

    /// Accepts the class that a provider derives from: one of Puppet's, or a provider of the type with a
    /// file of its own.
    fn parent_provider(&mut self, parent: &Node<'_>) -> Option<()> {
        let Some(name) = literal(parent) else {
            return PROVIDERS.contains(&&*path(parent)?).then_some(());
        };
        let mut files = self.provider_files().into_iter();
        let Some((name, path)) = files.find(|(known, _)| known == name) else {
            // Puppet's own providers are not read
            return self.is_own.then_some(());
        };
        if !self.providers.contains(&name) {
            self.providers.push(name);
            self.file(&path)?;
        }
        Some(())
    }
}

/// Returns the statements of a body.
fn statements<'t, 'a>(node: &'t Node<'a>) -> &'t [Node<'a>] {
    match &node.kind {
        Kind::Sequence(items) => items,
        _ => std::slice::from_ref(node),
    }
}

/// Returns the content of a literal text or symbol that is not empty.
fn literal<'a>(node: &Node<'a>) -> Option<&'a str> {
    match node.kind {
        Kind::Text([Part::Bytes(bytes)]) | Kind::Symbol([Part::Bytes(bytes)]) => {
            std::str::from_utf8(bytes).ok()
        }
        _ => None,
    }
}

/// Returns the name of a constant, such as `Puppet::Parameter::Boolean`.
fn path(node: &Node<'_>) -> Option<String> {
    match node.kind {
        Kind::Constant(Scope::Lexical | Scope::Top, name) => Some(name.to_owned()),
        Kind::Constant(Scope::Of(outer), name) => Some(format!("{}::{name}", path(outer)?)),
        _ => None,
    }
}

fn pairs<'t, 'a>(node: &'t Node<'a>) -> Option<&'t [Pair<'a>]> {
    match &node.kind {
        Kind::Hash(pairs) | Kind::Pairs(pairs) => Some(pairs),
        _ => None,
    }
}

fn key<'a>(pair: &Pair<'a>) -> Option<&'a str> {
    literal(pair.key.as_ref()?)
}

/// Returns the value of an option of a call.
fn option_of<'t, 'a>(node: &'t Node<'a>, name: &str) -> Option<&'t Node<'a>> {
    let pair = pairs(node)?.iter().find(|pair| key(pair) == Some(name));
    pair.map(|pair| &pair.value)
}

fn is_plain_argument(node: &Node<'_>) -> bool {
    is_plain(node, &[])
}

/// Returns true if an expression always has a value and does nothing else. `constants` are the names
/// of constants that have been assigned before.
fn is_plain(node: &Node<'_>, constants: &[&str]) -> bool {
    let all = |nodes: &[Node<'_>]| nodes.iter().all(|node| is_plain(node, constants));
    let is_text = |parts: &[Part<'_>]| parts.iter().all(|part| matches!(part, Part::Bytes(_)));
    match node.kind {
        Kind::Nil | Kind::True | Kind::False | Kind::Integer(_) | Kind::Float(_) => true,
        Kind::Text(parts) | Kind::Symbol(parts) | Kind::Regexp(parts, _) => is_text(parts),
        Kind::Lambda(_) => true,
        Kind::Array(items) => all(items),
        Kind::Hash(pairs) | Kind::Pairs(pairs) => pairs.iter().all(|pair| {
            let is_key = |key: &Node<'_>| is_plain(key, constants);
            pair.key.as_ref().is_some_and(is_key) && is_plain(&pair.value, constants)
        }),
        Kind::Splat(Some(list)) => match list.kind {
            Kind::Array(items) => all(items),
            Kind::Constant(Scope::Lexical, name) => constants.contains(&name),
            _ => false,
        },
        Kind::Constant(Scope::Lexical, name) => constants.contains(&name),
        // methods of literals that cannot fail
        Kind::Call(call) => {
            let receiver = call.receiver.is_some_and(|of| match of.kind {
                Kind::Text(parts) => is_text(parts),
                Kind::Array(items) => all(items) && call.name == "freeze",
                Kind::Hash(_) => is_plain(of, constants) && call.name == "freeze",
                _ => false,
            });
            let is_known = match call.name {
                "freeze" | "strip" | "chomp" | "lstrip" | "rstrip" => call.arguments.is_empty(),
                "gsub" | "sub" => {
                    let mut kinds = call.arguments.iter().map(|argument| argument.kind);
                    let is_pattern = matches!(kinds.next(), Some(Kind::Regexp(..) | Kind::Text(_)));
                    is_pattern && matches!(kinds.next(), Some(Kind::Text(_))) && all(call.arguments)
                }
                _ => false,
            };
            receiver && is_known && call.block.is_none() && !call.safe
        }
        _ => false,
    }
}

/// Reads the body of `title_patterns`, which must be a list of patterns, each with the attributes for
/// its groups.
fn patterns(body: &Node<'_>) -> Option<Titles> {
    let body = match body.kind {
        Kind::Sequence([only]) => only,
        _ => body,
    };
    let body = match body.kind {
        Kind::Return(Some(value)) => value,
        _ => body,
    };
    let Kind::Array(list) = body.kind else {
        return None;
    };
    let mut patterns = Vec::new();
    let mut has_code = false;
    for pattern in list {
        let Kind::Array([source, parts]) = pattern.kind else {
            return None;
        };
        let Kind::Regexp([Part::Bytes(text)], options) = source.kind else {
            return None;
        };
        let Kind::Array(parts) = parts.kind else {
            return None;
        };
        let mut names = Vec::new();
        for part in parts {
            let Kind::Array([name, process @ ..]) = part.kind else {
                return None;
            };
            match process {
                [] => {}
                [one] if matches!(one.kind, Kind::Nil) => {}
                [one] => {
                    has_code = true;
                    is_code(one).then_some(())?;
                }
                _ => return None,
            }
            names.push(Symbol::intern(literal(name)?).as_str());
        }
        let flag = |flag: char| match flag {
            'i' => Some(1),
            'x' => Some(2),
            'm' => Some(4),
            _ => None,
        };
        let flags = options.chars().map(flag).sum::<Option<u8>>()?;
        patterns.push((with_flags(text, flags), names));
    }
    Some(match has_code {
        true => Titles::Code,
        false => Titles::Patterns(patterns),
    })
}

/// Returns true if an expression makes a piece of code that runs later.
fn is_code(node: &Node<'_>) -> bool {
    match node.kind {
        Kind::Lambda(_) => true,
        Kind::Call(call) => {
            let is_made = call.receiver.is_none() && matches!(call.name, "lambda" | "proc");
            is_made && call.block.is_some() && call.arguments.is_empty()
        }
        _ => false,
    }
}
