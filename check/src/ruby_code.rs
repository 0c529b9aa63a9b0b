//! Finds the functions, resource types and facts that files in Ruby define, by parsing them.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use bumpalo::Bump;
use regex::Regex;
use ruby::syntax::{self, tree};
use tree::{Kind, Node, Part};

/// Makes a regular expression that is compiled once.
macro_rules! pattern {
    ($source:literal) => {
        LazyLock::new(|| Regex::new($source).expect("the pattern is a constant and valid"))
    };
}

/// A resource type that is written in Ruby.
#[derive(Clone, Debug, Default)]
pub struct RubyType {
    /// The attributes that the file defines.
    pub attributes: HashSet<String>,
    /// True if there may be other attributes, because the file does more than define them.
    pub is_open: bool,
}

/// A signature of a function in Ruby, from its dispatch.
#[derive(Clone, Debug, Default)]
pub struct RubySignature {
    /// For each parameter, the method that declares it, and the text of its type.
    pub parameters: Vec<(String, String)>,
    /// `Some(true)` if a block is required, `Some(false)` if it is optional, `None` if it is not
    /// allowed.
    pub block: Option<bool>,
}

/// The definitions of all files in Ruby.
#[derive(Clone, Debug, Default)]
pub struct RubyDefinitions {
    /// The signatures of functions whose files have dispatches.
    pub signatures: HashMap<String, Vec<RubySignature>>,
    /// The names of functions in lower case.
    pub functions: HashSet<String>,
    /// The resource types by name.
    pub types: HashMap<String, RubyType>,
    /// The names of facts.
    pub facts: HashSet<String>,
    /// True if some facts have names that are computed.
    pub has_other_facts: bool,
    /// Words in templates and code in Ruby, which may be names that they use.
    pub words: HashSet<String>,
    /// The names of data types in lower case.
    pub data_types: HashSet<String>,
    /// Words in object types in Ruby, which include their attributes and functions.
    pub members: HashSet<String>,
}

impl RubyDefinitions {
    /// Adds the definitions of `other`.
    pub fn add(&mut self, other: RubyDefinitions) {
        self.functions.extend(other.functions);
        self.signatures.extend(other.signatures);
        for (name, ty) in other.types {
            let known = self.types.entry(name).or_default();
            known.attributes.extend(ty.attributes);
            known.is_open |= ty.is_open;
        }
        self.facts.extend(other.facts);
        self.has_other_facts |= other.has_other_facts;
        self.words.extend(other.words);
        self.data_types.extend(other.data_types);
        self.members.extend(other.members);
    }

    /// Adds a template in ERB.
    pub fn add_template(&mut self, text: &str) {
        add_words(text, &mut self.words);
    }

    /// Adds a file below a folder `lib`. `path` must be absolute.
    pub fn add_ruby(&mut self, path: &str, text: &str) {
        add_words(text, &mut self.words);
        let Some((_, inner)) = path.rsplit_once("/lib/") else {
            return;
        };
        let inner = inner.strip_suffix(".rb").unwrap_or(inner);
        if let Some(name) = inner.strip_prefix("puppet/functions/") {
            let name = name.replace('/', "::").to_ascii_lowercase();
            if let Some(signatures) = signatures(text) {
                self.signatures.insert(name.clone(), signatures);
            }
            self.functions.insert(name);
        } else if let Some(name) = inner.strip_prefix("puppet/parser/functions/") {
            let names = captured(&NEW_FUNCTION, text).into_iter();
            let names = names.chain([name.replace('/', "::")]);
            self.functions
                .extend(names.map(|name| name.to_ascii_lowercase()));
        } else if let Some(name) = inner.strip_prefix("puppet/type/") {
            if !name.contains('/') {
                self.types.insert(name.to_owned(), resource_type(text));
            }
        } else if inner.starts_with("puppet/datatypes/") {
            let names = captured(&CREATE_TYPE, text).into_iter();
            self.data_types
                .extend(names.map(|name| name.to_ascii_lowercase()));
            add_words(text, &mut self.members);
        } else if inner.starts_with("facter/") {
            self.facts.extend(captured(&ADD_FACT, text));
            let all = text.matches("Facter.add").count();
            self.has_other_facts |= captured(&ADD_FACT, text).len() < all;
        }
    }

    /// Adds a file of external facts.
    pub fn add_external_facts(&mut self, path: &str, text: &str) {
        let is_plain = [".txt", ".yaml", ".yml", ".json"]
            .iter()
            .any(|end| path.ends_with(end));
        self.has_other_facts |= !is_plain;
        self.facts.extend(match is_plain {
            true => captured(&EXTERNAL_FACT, text),
            // a script prints its facts in this form
            false => captured(&WRITTEN_FACT, text),
        });
    }
}

static CREATE_TYPE: LazyLock<Regex> = pattern!(r#"create_type\s*\(?\s*['"]([\w:]+)"#);
static NEW_FUNCTION: LazyLock<Regex> = pattern!(r#"newfunction\s*\(?\s*:?['"]?(\w+)"#);
static ADD_FACT: LazyLock<Regex> =
    pattern!(r#"Facter\.add\s*\(?\s*:?['"]?(\w+)['"]?\s*(?:,|\)|do|\{|$)"#);
static EXTERNAL_FACT: LazyLock<Regex> = pattern!(r#"(?m)^\s*"?(\w+)"?\s*[=:]"#);
static WRITTEN_FACT: LazyLock<Regex> = pattern!(r"\b([a-z]\w*)=");

fn captured(pattern: &Regex, text: &str) -> Vec<String> {
    let found = pattern.captures_iter(text);
    found.map(|one| one[1].to_owned()).collect()
}

/// Adds the words of a text that may be names.
fn add_words(text: &str, words: &mut HashSet<String>) {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    for word in parts.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_'))
    {
        if !words.contains(word) {
            words.insert(word.to_owned());
        }
    }
}

/// Calls in the body of a function that change no dispatch.
const HARMLESS: &[&str] = &[
    "argument_mismatch",
    "attr_accessor",
    "attr_reader",
    "attr_writer",
    "private",
    "private_constant",
    "protected",
    "public",
    "require",
    "require_relative",
];

/// Returns the dispatches of a function, or `None` if the file does not show all of them.
fn signatures(text: &str) -> Option<Vec<RubySignature>> {
    let arena = Bump::new();
    let root = syntax::parse(&arena, text).ok()?;
    let statements = match root.kind {
        Kind::Sequence(statements) => statements,
        _ => std::slice::from_ref(root),
    };
    let body = statements
        .iter()
        .find_map(|statement| match statement.kind {
            Kind::Call(call) if call.name == "create_function" => Some(call.block?.body),
            _ => None,
        })?;
    let members = match body.kind {
        Kind::Sequence(members) => members,
        _ => std::slice::from_ref(body),
    };
    let mut found = Vec::new();
    for member in members {
        let call = match member.kind {
            Kind::Call(call) => call,
            // `call` gets the arguments before any dispatch
            Kind::Define(method) if method.name == "call" => return None,
            _ => continue,
        };
        match (call.name, call.block) {
            ("dispatch", Some(block)) => found.push(signature(block.body)?),
            // defines local types, which are not known here, or dispatches at run time
            // or does something that only its class knows
            (name, _) if !HARMLESS.contains(&name) => return None,
            _ => {}
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Converts the block of a dispatch.
fn signature(body: &Node<'_>) -> Option<RubySignature> {
    let statements = match body.kind {
        Kind::Sequence(statements) => statements,
        _ => std::slice::from_ref(body),
    };
    let mut signature = RubySignature::default();
    for statement in statements {
        let Kind::Call(call) = statement.kind else {
            return None;
        };
        match call.name {
            "block_param" | "required_block_param" => signature.block = Some(true),
            "optional_block_param" => signature.block = Some(false),
            "return_type" => {}
            name if name.ends_with("param") => {
                let ty = call.arguments.first().and_then(name_of)?;
                signature.parameters.push((name.to_owned(), ty));
            }
            _ => return None,
        }
    }
    Some(signature)
}

/// Returns the attributes of a resource type.
fn resource_type(text: &str) -> RubyType {
    let mut ty = RubyType::default();
    let arena = Bump::new();
    match syntax::parse(&arena, text) {
        Ok(root) => statement(root, &mut ty),
        Err(_) => ty.is_open = true,
    }
    ty
}

/// Visits a statement at the top of the file: the definition of the type, or code that does not
/// change it.
fn statement(node: &Node<'_>, ty: &mut RubyType) {
    match node.kind {
        Kind::Sequence(statements) => statements.iter().for_each(|one| statement(one, ty)),
        Kind::Call(call) => match (call.name, call.block) {
            ("newtype", Some(block)) => member(block.body, ty),
            ("register_type", None) => registered(call.arguments, ty),
            ("require" | "require_relative" | "load", None) => {}
            _ => ty.is_open = true,
        },
        // modules and constants around the type
        Kind::Module(_, body) => statement(body, ty),
        Kind::Assign(_, value) => {
            if let Kind::Call(_) = value.kind {
                statement(value, ty);
            }
        }
        Kind::Nil | Kind::Define(_) | Kind::Class(..) | Kind::Text(_) => {}
        _ => ty.is_open = true,
    }
}

/// Visits a statement in the block of `newtype`.
fn member(node: &Node<'_>, ty: &mut RubyType) {
    match node.kind {
        Kind::Sequence(statements) => statements.iter().for_each(|one| member(one, ty)),
        Kind::Call(call) if call.receiver.is_none() => match call.name {
            // a type may define `newcheck` like the resource type exec does: it makes a parameter
            "newparam" | "newproperty" | "newcheck" => {
                match call.arguments.first().and_then(name_of) {
                    Some(name) => {
                        ty.attributes.insert(name);
                    }
                    None => ty.is_open = true,
                }
            }
            "ensurable" => {
                ty.attributes.insert("ensure".to_owned());
            }
            "feature" | "autorequire" | "autobefore" | "autonotify" | "autosubscribe"
            | "validate" | "require" | "attr_reader" | "attr_accessor" | "attr_writer"
            | "private" | "public" | "raise" => {}
            _ => ty.is_open = true,
        },
        Kind::Assign(target, _) if !matches!(target.kind, Kind::Call(_)) => {}
        // `@doc = `, `self.title_patterns`
        Kind::Assign(..) | Kind::Nil | Kind::Define(_) | Kind::Text(_) | Kind::Alias(..) => {}
        _ => ty.is_open = true,
    }
}

/// Adds the attributes of `Puppet::ResourceApi.register_type`.
fn registered(arguments: &[Node<'_>], ty: &mut RubyType) {
    let pairs = arguments.first().map(|node| node.kind);
    let (Some(Kind::Pairs(pairs)) | Some(Kind::Hash(pairs))) = pairs else {
        ty.is_open = true;
        return;
    };
    let mut found = false;
    for pair in pairs {
        let key = pair.key.as_ref().and_then(name_of);
        if key.as_deref() != Some("attributes") {
            continue;
        }
        let Kind::Hash(attributes) = pair.value.kind else {
            break;
        };
        found = true;
        for attribute in attributes {
            match attribute.key.as_ref().and_then(name_of) {
                Some(name) => {
                    ty.attributes.insert(name);
                }
                None => ty.is_open = true,
            }
        }
    }
    ty.is_open |= !found;
}

/// Returns the name that a symbol or string stands for.
fn name_of(node: &Node<'_>) -> Option<String> {
    match node.kind {
        Kind::Symbol([Part::Bytes(bytes)]) | Kind::Text([Part::Bytes(bytes)]) => {
            String::from_utf8(bytes.to_vec()).ok()
        }
        _ => None,
    }
}
