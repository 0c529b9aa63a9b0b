//! Checks data files: whether they can be read, and whether their values fit the parameters that
//! they set.

use std::cell::LazyCell;
use std::collections::HashMap;

use catalog::data::Data;
use catalog::nearest::nearest;
use frontend::ast::Parameter;
use frontend::{Diagnostic, Severity, Source, Span};

use super::conversion::{self, Conversion};
use crate::code::{finding, probable};
use crate::rules::text_of;
use crate::shape::{Shape, shape};
use crate::types::Types;
use crate::verdict::Verdict;
use crate::world::{Unit, World};

/// Checks a data file.
pub(in crate::rules) fn check(world: &World<'_>, unit: &Unit<'_>) -> Vec<Diagnostic> {
    // otherwise only a function of the codebase reads it, or nothing does
    let is_read = world.reads_data(&unit.file.path);
    let data = match &unit.data {
        None => return Vec::new(),
        Some(Err(problem)) => {
            let span = super::line_span(unit.source, line_of(problem));
            let finding = if is_read { finding } else { probable };
            return vec![finding("DATA_SYNTAX", problem.clone(), span)];
        }
        Some(Ok(_)) if !is_read => return Vec::new(),
        Some(Ok(data)) => data,
    };
    let pairs = match data {
        Data::Hash(pairs) => pairs,
        Data::Undef => return Vec::new(),
        _ => {
            let message = "The file does not hold a hash of keys and values";
            return vec![finding("DATA_SYNTAX", message, Span::default())];
        }
    };
    let places = LazyCell::new(|| KeyPlaces::of(unit.source));
    let options = pairs.get("lookup_options").and_then(Data::as_hash);
    let options = options.into_iter().flat_map(|options| options.iter());
    let flaws = options.filter_map(|(key, options)| {
        let message = conversion::flaw(options)?;
        let span = places.span(key.as_str()?);
        Some(finding("LOOKUP_OPTIONS", message, span))
    });
    let mut found: Vec<Diagnostic> = flaws.collect();
    let pairs = pairs.iter();
    let pairs = pairs.filter_map(|(key, value)| Some((key.as_str()?, value)));
    found.extend(pairs.filter_map(|(key, value)| {
        let found = pair(world, key, value)?;
        Some(Diagnostic {
            span: places.span(key),
            ..found
        })
    }));
    found
}

/// Checks a key of the form `class::parameter`. The finding has no place yet.
fn pair(world: &World<'_>, key: &str, value: &Data) -> Option<Diagnostic> {
    let (class, name) = key.rsplit_once("::")?;
    let declared = world.class(class)?;
    let parameters = declared.definition.parameters;
    let Some(parameter) = parameters.iter().find(|one| one.name == name) else {
        // code may look up the key by its name, or another class of the same name may have the
        // parameter
        if world.texts.contains(key) || world.classes[&*crate::world::canonical(class)].len() > 1 {
            return None;
        }
        let hint = nearest(name, parameters.iter().map(|one| one.name));
        let message = format!("The class '{class}' has no parameter '{name}'");
        let diagnostic = finding("DATA_UNKNOWN_PARAMETER", message, Span::default());
        return Some(Diagnostic {
            hint: hint.map(|near| format!("did you mean '{class}::{near}'?")),
            ..diagnostic
        });
    };
    let options = Conversion::of(world, key)?;
    let found = options.iter().map(|conversion| {
        let shown = (class, name);
        fitting(world, shown, value, (declared.unit, parameter), conversion)
    });
    // which options apply may depend on the node, so each of them must fail
    let mut found = found.collect::<Option<Vec<Diagnostic>>>()?;
    let probable = found
        .iter()
        .position(|one| one.severity == Severity::Warning);
    Some(found.swap_remove(probable.unwrap_or(0)))
}

/// Checks a value with the options of its key against the parameter that gets it.
fn fitting(
    world: &World<'_>,
    (class, name): (&str, &str),
    value: &Data,
    (unit, parameter): (usize, &Parameter<'_>),
    conversion: &Conversion<'_>,
) -> Option<Diagnostic> {
    // with an undefined value the parameter gets its default
    if value.is_undef() && !conversion.only_converts() {
        return None;
    }
    let ty = parameter.type_expr?;
    let (got, is_certain) = match conversion.apply(value)? {
        Ok(got) => (got, conversion.is_certain),
        Err(problem) => {
            let message = format!(
                "The data for parameter '{name}' of class '{class}' cannot be converted: {problem}"
            );
            return Some(conversion.finding(message));
        }
    };
    let refuses = |shape: &Shape<'_>| Types::new(world).takes(ty, shape) == Verdict::No;
    if !refuses(&got) {
        return None;
    }
    let is_certain = is_certain || refuses(&shape(value));
    let source = world.units[unit].source;
    let message = format!(
        "The data for parameter '{name}' of class '{class}' does not fit: expects {}, got {}",
        text_of(&source.text, ty.span),
        got.describe()
    );
    let make = if is_certain { finding } else { probable };
    Some(make("DATA_TYPE", message, Span::default()))
}

/// The places of the keys in a data file, if they are at the beginning of a line. Of equal keys the
/// one with the least indentation counts.
pub(in crate::rules) struct KeyPlaces<'s>(HashMap<&'s str, (usize, Span)>);

impl<'s> KeyPlaces<'s> {
    /// Reads the lines of a file.
    pub(in crate::rules) fn of(source: &'s Source) -> KeyPlaces<'s> {
        let mut places: HashMap<&str, (usize, Span)> = HashMap::new();
        let mut at = 0;
        for line in source.text.split_inclusive('\n') {
            let inner = line.trim_start_matches([' ', '\t', '{', '?']);
            let indent = line.len() - inner.len();
            if let Some(key) = key_of(inner) {
                let start = at + indent + usize::from(inner.starts_with(['"', '\'']));
                let place = (indent, Span::new(start, start + key.len()));
                let known = places.entry(key).or_insert(place);
                if indent < known.0 {
                    *known = place;
                }
            }
            at += line.len();
        }
        KeyPlaces(places)
    }

    /// Returns the place of a key; the beginning of the file if no line begins with the key.
    pub(in crate::rules) fn span(&self, key: &str) -> Span {
        self.0.get(key).map_or(Span::default(), |(_, span)| *span)
    }
}

/// Returns the key that a line begins with.
fn key_of(line: &str) -> Option<&str> {
    if let Some(quote) = line.chars().next().filter(|c| ['"', '\''].contains(c)) {
        let (key, rest) = line[1..].split_once(quote)?;
        return rest.trim_start().starts_with(':').then_some(key);
    }
    let mut colons = line.match_indices(':').map(|(at, _)| at);
    let end = colons.find(|at| {
        line[at + 1..]
            .chars()
            .next()
            .is_none_or(char::is_whitespace)
    })?;
    Some(line[..end].trim_end())
}

/// Returns the line number in the error message of a parser.
fn line_of(problem: &str) -> Option<u32> {
    let (_, rest) = problem.split_once("line ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
