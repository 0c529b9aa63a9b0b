//! Owns the signatures of Puppet's own functions and of functions in Ruby, with their types as
//! syntax trees.

use std::collections::HashMap;
use std::fmt::Write;

use bumpalo::Bump;
use frontend::ast::{Expr, ExprKind};
use frontend::{Source, parser};
use runtime::builtins;

use crate::ruby_code::{RubyDefinitions, RubySignature};
use crate::types::is_bound;

/// The number of arguments that a parameter accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurs {
    /// Exactly one.
    Once,
    /// None or one.
    Optional,
    /// Any number.
    Repeated,
    /// One or more.
    AtLeastOnce,
}

/// A parameter of a signature.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// The number of arguments that it accepts.
    pub occurs: Occurs,
    /// The type; `None` if it is not known.
    pub ty: Option<&'a Expr<'a>>,
}

/// A signature of a function.
#[derive(Clone, Debug, Default)]
pub struct Signature<'a> {
    /// The parameters without the block.
    pub parameters: Vec<Parameter<'a>>,
    /// `Some(true)` if a block is required, `Some(false)` if it is optional, `None` if it is not
    /// allowed.
    pub block: Option<bool>,
    /// The minimum and the maximum number of arguments that the function gives to the block, if
    /// they are known.
    pub block_counts: Option<(usize, usize)>,
}

impl Signature<'_> {
    /// Returns the minimum and the maximum number of arguments.
    pub fn count(&self) -> (usize, Option<usize>) {
        let (mut least, mut most) = (0, Some(0));
        for parameter in &self.parameters {
            match parameter.occurs {
                Occurs::Once => {
                    least += 1;
                    most = most.map(|most| most + 1);
                }
                Occurs::Optional => most = most.map(|most| most + 1),
                Occurs::Repeated => most = None,
                Occurs::AtLeastOnce => {
                    least += 1;
                    most = None;
                }
            }
        }
        (least, most)
    }
}

/// The signatures of all functions of Puppet, and of functions in Ruby.
pub struct Signatures<'a> {
    by_name: HashMap<String, Vec<Signature<'a>>>,
}

/// The types of all parameters as one source text, in the order of the functions.
pub struct Text {
    source: Source,
    names: Vec<&'static str>,
    in_ruby: Vec<(String, Vec<RubySignature>)>,
}

impl Text {
    /// Writes the types of all functions as aliases, so that they can be parsed at once.
    pub fn new(in_ruby: &RubyDefinitions) -> Text {
        let mut names: Vec<&'static str> = builtins::names().collect();
        names.sort_unstable();
        let mut text = String::new();
        for name in &names {
            each_parameter(name, &mut |_, _, ty| {
                // `Name = Type` defines a name that other parameters of the function use
                let ty = ty.split_once(" = ").map_or(ty, |(_, ty)| ty);
                let _ = writeln!(text, "type T = {ty}");
            });
        }
        let mut in_ruby: Vec<(String, Vec<RubySignature>)> = in_ruby
            .signatures
            .iter()
            .map(|(name, signatures)| (name.clone(), signatures.clone()))
            .collect();
        in_ruby.sort_by(|a, b| a.0.cmp(&b.0));
        for (_, ty) in in_ruby
            .iter()
            .flat_map(|(_, all)| all)
            .flat_map(|one| &one.parameters)
        {
            let _ = writeln!(text, "type T = {}", if is_type(ty) { ty } else { "Any" });
        }
        Text {
            source: Source::new(None, text),
            names,
            in_ruby,
        }
    }
}

/// Returns true if a text is exactly one type. Other text would break the parsing of the whole
/// source.
fn is_type(text: &str) -> bool {
    let source = Source::new(None, format!("type T = {text}"));
    let arena = Bump::new();
    parser::parse(&arena, &source).is_ok_and(|program| {
        let is_alias = matches!(program.body.kind, ExprKind::TypeAlias { .. });
        is_alias && program.definitions.len() == 1
    })
}

/// Returns the number of arguments of a parameter in Ruby from the method that declares it.
fn occurs_in_ruby(method: &str) -> Occurs {
    match method {
        "optional_param" => Occurs::Optional,
        "repeated_param" | "optional_repeated_param" => Occurs::Repeated,
        "required_repeated_param" => Occurs::AtLeastOnce,
        _ => Occurs::Once,
    }
}

impl<'a> Signatures<'a> {
    /// Parses the types.
    pub fn new(arena: &'a Bump, text: &'a Text) -> Signatures<'a> {
        let program = parser::parse(arena, &text.source);
        let definitions = program.map_or(&[][..], |program| program.definitions);
        let mut types = definitions.iter().map(|expr| match expr.kind {
            ExprKind::TypeAlias { value, .. } => Some(value),
            _ => None,
        });
        let mut by_name = HashMap::new();
        for name in &text.names {
            let mut named: HashMap<&str, Option<&'a Expr<'a>>> = HashMap::new();
            let mut signatures: Vec<Signature<'a>> = Vec::new();
            each_parameter(name, &mut |dispatch, mark, ty| {
                let mut value = types.next().flatten();
                match ty.split_once(" = ") {
                    Some((alias, _)) => {
                        named.insert(alias, value);
                    }
                    // the text may be a name that was defined before
                    None => value = named.get(ty).copied().unwrap_or(value),
                }
                while signatures.len() <= dispatch {
                    signatures.push(Signature::default());
                }
                let signature = &mut signatures[dispatch];
                let occurs = match mark {
                    "&" | "&?" => {
                        signature.block = Some(mark == "&");
                        signature.block_counts = value.and_then(argument_counts);
                        return;
                    }
                    "=" | ">" => return,
                    "?" => Occurs::Optional,
                    "*" => Occurs::Repeated,
                    "+" => Occurs::AtLeastOnce,
                    _ => Occurs::Once,
                };
                signature.parameters.push(Parameter { occurs, ty: value });
            });
            let dispatches = builtins::find(name).map_or(0, |builtin| {
                let valid = builtin.dispatches.iter();
                valid.filter(|dispatch| !dispatch.mismatch).count()
            });
            signatures.resize_with(dispatches, Signature::default);
            by_name.insert((*name).to_owned(), signatures);
        }
        for (name, signatures) in &text.in_ruby {
            let mut read = |one: &RubySignature| Signature {
                parameters: one
                    .parameters
                    .iter()
                    .map(|(method, _)| Parameter {
                        occurs: occurs_in_ruby(method),
                        ty: types.next().flatten(),
                    })
                    .collect(),
                block: one.block,
                block_counts: None,
            };
            let signatures = signatures.iter().map(&mut read).collect();
            by_name.insert(name.clone(), signatures);
        }
        Signatures { by_name }
    }

    /// Returns the signatures of a function, if they are known.
    pub fn of(&self, name: &str) -> Option<&[Signature<'a>]> {
        self.by_name.get(name).map(Vec::as_slice)
    }
}

/// Returns the minimum and the maximum number of arguments of `Callable[...]`, if it says both.
fn argument_counts(ty: &Expr<'_>) -> Option<(usize, usize)> {
    let ExprKind::Access { left, keys } = ty.kind else {
        return None;
    };
    if !matches!(left.kind, ExprKind::TypeName("Callable")) {
        return None;
    }
    let number = |key: &Expr<'_>| match key.kind {
        ExprKind::Integer { value, .. } => usize::try_from(value).ok(),
        _ => None,
    };
    match keys {
        [low, high] if is_bound(low) => Some((number(low)?, number(high)?)),
        _ if keys.iter().any(is_bound) => None,
        types => Some((types.len(), types.len())),
    }
}

/// Calls `each` with the number of the dispatch, the mark and the type of each parameter of a
/// function.
fn each_parameter(name: &str, each: &mut dyn FnMut(usize, &'static str, &'static str)) {
    let Some(builtin) = builtins::find(name) else {
        return;
    };
    let valid = builtin.dispatches.iter();
    for (at, dispatch) in valid.filter(|dispatch| !dispatch.mismatch).enumerate() {
        for text in dispatch.parameters {
            let (mark, rest) = split_mark(text);
            // the parameter's name comes last, except in return types and defined names
            let ty = match mark {
                "=" | ">" => rest,
                _ => rest.rsplit_once(' ').map_or(rest, |(ty, _)| ty),
            };
            each(at, mark, ty);
        }
    }
}

fn split_mark(text: &'static str) -> (&'static str, &'static str) {
    for mark in ["&?", "&", "?", "*", "+", "=", ">"] {
        if let Some(rest) = text.strip_prefix(mark) {
            return (mark, rest);
        }
    }
    ("", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_as_many_signatures_as_dispatches() {
        let (arena, text) = (Bump::new(), Text::new(&RubyDefinitions::default()));
        assert!(parser::parse(&arena, &text.source).is_ok());
        let signatures = Signatures::new(&arena, &text);
        let join = signatures.of("join").expect("it is Puppet's");
        assert_eq!(join[0].count(), (1, Some(2)));
        let each = signatures.of("each").expect("it is Puppet's");
        assert!(each.iter().all(|one| one.block == Some(true)));
        let typed = |one: &Signature<'_>| one.parameters.iter().all(|it| it.ty.is_some());
        let all = signatures.by_name.values().flatten();
        assert!(all.clone().count() > 200 && all.clone().all(typed));
    }
}
