//! Converts values of the data as `lookup_options` say, before a parameter gets them: the options may
//! merge the values of a key, and convert the result.

use catalog::data::Data;
use catalog::nearest::did_you_mean;
use frontend::validate::Strict;
use frontend::{Diagnostic, Span};

use crate::code::{finding, probable};
use crate::evaluate::{error_of, is_limit};
use crate::membership::write_value;
use crate::shape::{Shape, shape};
use crate::world::World;

/// The types to which conversions of values are tried.
const TYPES: &[&str] = &[
    "Array",
    "Binary",
    "Boolean",
    "Float",
    "Hash",
    "Integer",
    "Numeric",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Timespan",
    "Timestamp",
];

/// The strategies of merging.
const STRATEGIES: &[&str] = &[
    "deep",
    "default",
    "first",
    "hash",
    "unconstrained_deep",
    "unique",
    "reverse_deep",
];

/// Returns the problem of an entry of `lookup_options`. A lookup of its key fails.
pub(super) fn flaw(options: &Data) -> Option<String> {
    let Some(options) = options.as_hash() else {
        return Some("The options of a key must be a hash".to_owned());
    };
    let merge = options.get("merge")?;
    let name = match merge {
        Data::Hash(hash) => hash.get("strategy")?.as_str()?,
        merge => merge.as_str()?,
    };
    let near = did_you_mean(name, STRATEGIES.iter().copied());
    (!STRATEGIES.contains(&name)).then(|| format!("Unknown merge strategy '{name}'{near}"))
}

/// The options of one key.
pub(super) struct Conversion<'a> {
    merge: Option<&'a str>,
    /// The name of a type without its parameters, if there is a conversion.
    convert_to: Option<&'a str>,
    /// True if the conversion has arguments besides the type.
    has_arguments: bool,
    /// True if the options apply on every node.
    pub(super) is_certain: bool,
}

impl<'a> Conversion<'a> {
    /// Returns the options of a key: one item, or several if it depends on the node which entry
    /// applies. Returns `None` if the options cannot be known.
    pub(super) fn of(world: &World<'a>, key: &str) -> Option<Vec<Conversion<'a>>> {
        let found = world.lookup_options(key);
        let is_certain = found.is_empty() || found.iter().any(|one| one.is_for_all);
        if found.is_empty() {
            let none = Conversion {
                merge: None,
                convert_to: None,
                has_arguments: false,
                is_certain,
            };
            return Some(vec![none]);
        }
        let all = found.iter();
        all.map(|one| Conversion::read(one.options, is_certain))
            .collect()
    }

    fn read(options: &'a Data, is_certain: bool) -> Option<Conversion<'a>> {
        let options = options.as_hash()?;
        let merge = match options.get("merge") {
            None => None,
            Some(Data::Hash(hash)) => Some(hash.get("strategy")?.as_str()?),
            Some(name) => Some(name.as_str()?),
        };
        let (ty, has_others) = match options.get("convert_to") {
            None => (None, false),
            Some(Data::Array(items)) => (Some(items.first()?.as_str()?), items.len() > 1),
            Some(name) => (Some(name.as_str()?), false),
        };
        Some(Conversion {
            merge,
            convert_to: ty.and_then(|ty| ty.split('[').next()),
            has_arguments: has_others || ty.is_some_and(|ty| ty.contains('[')),
            is_certain,
        })
    }

    /// Returns what is known about the value that the parameter gets, or the reason why the
    /// conversion fails. Returns `None` if nothing is known.
    pub(super) fn apply<'d>(&self, value: &'d Data) -> Option<Result<Shape<'d>, String>> {
        let merged = match self.merge {
            None | Some("first") => shape(value),
            Some("unique") => Shape::Array(None),
            // other values are not merged, and make the lookup fail
            Some("hash" | "deep") => match value {
                Data::Hash(_) => Shape::Hash(None),
                _ => return None,
            },
            Some(_) => return None,
        };
        let Some(ty) = self.convert_to else {
            return Some(Ok(merged));
        };
        if let Some(problem) = self.problem(ty, &merged) {
            return Some(Err(problem));
        }
        let converted = match ty {
            "Sensitive" | "Binary" | "SemVer" | "SemVerRange" | "Timespan" | "Timestamp" => {
                let names = [
                    "Sensitive",
                    "Binary",
                    "SemVer",
                    "SemVerRange",
                    "Timespan",
                    "Timestamp",
                ];
                Shape::Instance(names.into_iter().find(|name| *name == ty)?)
            }
            "Integer" => Shape::Integer(None),
            "Float" => Shape::Float(None),
            "Boolean" => Shape::Boolean(None),
            "String" => Shape::Text(None),
            "Array" => Shape::Array(None),
            "Hash" => Shape::Hash(None),
            _ => return None,
        };
        Some(Ok(converted))
    }

    /// Returns the reason why a value that is known completely cannot be converted.
    fn problem(&self, ty: &str, value: &Shape<'_>) -> Option<String> {
        if self.has_arguments || !TYPES.contains(&ty) {
            return None;
        }
        let mut code = format!("$value = {ty}(");
        write_value(value, &mut code)?;
        code.push(')');
        let error = error_of(code, Strict::Off)?;
        (!is_limit(&error)).then_some(error.message)
    }

    /// Returns true if values are converted, but not merged.
    pub(super) fn only_converts(&self) -> bool {
        self.convert_to.is_some() && matches!(self.merge, None | Some("first"))
    }

    /// Makes a finding that is certain if the options apply on every node.
    pub(super) fn finding(&self, message: String) -> Diagnostic {
        let make = if self.is_certain { finding } else { probable };
        make("DATA_TYPE", message, Span::default())
    }
}
