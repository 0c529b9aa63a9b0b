//! Lowers the classes that a file defines besides its function.

use ruby::syntax::tree::{Kind, Node, Part, Scope};

use super::Lowering;
use super::function::statements;
use crate::ruby::native::code::{Code, Define, Defined};
use crate::ruby::native::methods::Method;

/// A member of a class body.
enum Member<'t, 'a> {
    /// A method and its name.
    Method(&'t Node<'a>, &'a str),
    /// A reader of an instance variable (`attr_reader`).
    Reader(&'a str),
    /// `private`
    Private,
}

/// Returns the members of a class body; `None` if it contains anything else.
fn members<'t, 'a>(body: &'t Node<'a>) -> Option<Vec<Member<'t, 'a>>> {
    let mut members = Vec::new();
    for node in statements(body) {
        match node.kind {
            Kind::Define(define) => members.push(Member::Method(node, define.name)),
            Kind::Call(call) if call.receiver.is_none() && call.block.is_none() => {
                match (call.name, call.arguments) {
                    ("private", []) => members.push(Member::Private),
                    ("attr_reader", names) => {
                        for name in names {
                            let Kind::Symbol([Part::Bytes(name)]) = name.kind else {
                                return None;
                            };
                            members.push(Member::Reader(std::str::from_utf8(name).ok()?));
                        }
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    Some(members)
}

/// Returns the name and the body of a class without a superclass.
fn class<'t, 'a>(node: &'t Node<'a>) -> Option<(&'a str, &'t Node<'a>)> {
    let Kind::Class(name, None, body) = &node.kind else {
        return None;
    };
    match name.kind {
        Kind::Constant(Scope::Lexical, name) => Some((name, body)),
        _ => None,
    }
}

impl<'a> Lowering<'a> {
    /// Declares the classes of a file and numbers their methods from `first` on.
    pub(super) fn declare_classes(&mut self, nodes: &[&Node<'a>], first: usize) -> Option<()> {
        let mut number = first;
        for node in nodes {
            let (name, body) = class(node)?;
            // Ruby would reopen its existing class of that name
            let is_taken = is_known_class(name) || self.classes.iter().any(|(one, _)| *one == name);
            if is_taken {
                return None;
            }
            let mut defined = Defined {
                methods: Vec::new(),
                initialize: None,
            };
            let mut is_private = false;
            for member in members(body)? {
                let name = match member {
                    Member::Private => {
                        is_private = true;
                        continue;
                    }
                    Member::Method(_, "initialize") => {
                        defined.initialize = Some(number);
                        number += 1;
                        continue;
                    }
                    Member::Method(_, name) | Member::Reader(name) => name,
                };
                if Method::named(name).is_none() && !self.own_names.contains(&name) {
                    self.own_names.push(name);
                }
                let method = self.method_named(name)?;
                // in Ruby, a later method replaces one of the same name
                if defined.methods.iter().any(|(other, ..)| *other == method) {
                    return None;
                }
                defined.methods.push((method, number, is_private));
                number += 1;
            }
            self.classes.push((name, defined));
        }
        Some(())
    }

    /// Lowers the methods of the classes in the order of their numbers.
    pub(super) fn methods_of_classes(&mut self, nodes: &[&Node<'a>]) -> Option<Vec<Define>> {
        let mut methods = Vec::new();
        self.is_class = true;
        for (at, node) in nodes.iter().enumerate() {
            let (_, body) = class(node)?;
            let defined = &self.classes.get(at)?.1;
            let numbers: Vec<usize> = defined.methods.iter().map(|(_, at, _)| *at).collect();
            let all = members(body)?;
            let names = all.iter().filter_map(|member| match member {
                Member::Method(_, "initialize") | Member::Private => None,
                Member::Method(_, name) | Member::Reader(name) => Some(*name),
            });
            self.methods = names.zip(numbers).collect();
            for member in all {
                match member {
                    Member::Private => {}
                    Member::Method(node, _) => {
                        let Kind::Define(define) = node.kind else {
                            return None;
                        };
                        methods.push(self.method(define, None)?);
                    }
                    Member::Reader(name) => methods.push(self.reader(name)),
                }
            }
        }
        self.is_class = false;
        Some(methods)
    }

    /// Builds a method that returns an instance variable.
    fn reader(&mut self, name: &'a str) -> Define {
        let field = self.field(&format!("@{name}"));
        Define {
            required: Vec::new(),
            optional: Vec::new(),
            rest: None,
            slots: 0,
            body: Code::Field(field),
        }
    }

    /// Takes the definitions of the classes.
    pub(super) fn defined_classes(&mut self) -> Vec<Defined> {
        let classes = std::mem::take(&mut self.classes);
        classes.into_iter().map(|(_, defined)| defined).collect()
    }
}

/// Returns true if Ruby or Puppet has a top-level class or module of this name.
fn is_known_class(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "Array",
        "BasicObject",
        "Bunraku",
        "CGI",
        "Class",
        "Comparable",
        "Config",
        "Dir",
        "ERB",
        "Enumerable",
        "Enumerator",
        "Exception",
        "Facter",
        "File",
        "Float",
        "Hash",
        "Hiera",
        "IO",
        "IPAddr",
        "Integer",
        "JSON",
        "Kernel",
        "Logger",
        "Module",
        "Monitor",
        "Mutex",
        "Net",
        "Numeric",
        "Object",
        "OpenSSL",
        "Pathname",
        "Proc",
        "Process",
        "Psych",
        "Puppet",
        "PuppetX",
        "Random",
        "Range",
        "Regexp",
        "Resolv",
        "SecureRandom",
        "Set",
        "String",
        "Struct",
        "Symbol",
        "Tempfile",
        "Thread",
        "Time",
        "Timeout",
        "URI",
        "YAML",
        "Zlib",
    ];
    NAMES.contains(&name)
}
