//! Owns the problems of the parameters of classes and defines, in Puppet's words, and the advice on
//! them.

use std::iter;

use frontend::Symbol;
use runtime::Value;
use runtime::advice::{Advice, NameKind};
use runtime::value::types::Type;

use super::Compiler;
use super::definition_index::Definition;
use super::resource::{Family, ResourceId, find};
use crate::core_types;

/// A problem of one parameter of an instance of a class or define.
pub(super) struct Problem {
    /// The parameter.
    pub(super) parameter: Symbol,
    /// The message, in Puppet's words.
    pub(super) text: String,
}

impl Problem {
    /// Makes the problems of a value that does not have the type of the parameter.
    pub(super) fn of(parameter: Symbol, texts: Vec<String>) -> impl Iterator<Item = Problem> {
        let texts = texts.into_iter();
        texts.map(move |text| Problem { parameter, text })
    }

    /// Makes the problem of a parameter that the definition does not have.
    pub(super) fn unknown(parameter: Symbol) -> Problem {
        let text = format!("has no parameter named '{parameter}'");
        Problem { parameter, text }
    }

    /// Makes the problem of a parameter without a value.
    pub(super) fn missing(parameter: Symbol) -> Problem {
        let text = format!("expects a value for parameter '{parameter}'");
        Problem { parameter, text }
    }
}

impl<'h> Compiler<'h> {
    /// Returns advice on the problems of an instance: on the first parameter that its definition does
    /// not have, otherwise on the first parameter with a problem.
    pub(super) fn advice_on(
        &self,
        id: ResourceId,
        definition: &Definition<'h>,
        problems: &[Problem],
    ) -> Vec<Advice> {
        let own = &definition.body.mir.parameters;
        let contents = self.contents.borrow();
        let given = &contents.resources.get(id).parameters;
        let unknown = given.iter().find(|given| {
            let name = given.name.as_str();
            let is_common = core_types::is_metaparameter(name) || name == "name";
            !is_common && own.iter().all(|own| own.name != given.name)
        });
        let first = problems.first().map(|problem| problem.parameter);
        let Some(name) = unknown.map(|given| given.name).or(first) else {
            return Vec::new();
        };
        let advice = match unknown {
            Some(_) => {
                let known = own.iter().map(|own| own.name.to_string()).collect();
                Advice::unknown_among(NameKind::Parameter, name.as_str(), known)
            }
            None => Advice::Parameter(name.to_string()),
        };
        let given = given.iter().find(|given| given.name == name);
        let place = given.and_then(|given| contents.resources.place_outside(id, given));
        let evaluation = self.evaluation.borrow();
        let missing_keys = evaluation.missing_keys.iter();
        let missing_keys = missing_keys
            .filter(|(instance, parameter, _)| (*instance, *parameter) == (id, name))
            .map(|(.., missing_key)| missing_key.clone());
        iter::once(advice)
            .chain(place.map(Advice::About))
            .chain(missing_keys)
            .collect()
    }

    /// Notes the missing key of a hash for which a parameter of some instances is `undef`, if their
    /// define gives the parameter a type and no default.
    pub(super) fn note_missing_key(
        &self,
        references: Value<'h>,
        parameter: Symbol,
        missing_key: &dyn Fn() -> Option<Advice>,
    ) {
        let Value::Array(references) = references else {
            return;
        };
        let contents = self.contents.borrow();
        let resources = &contents.resources;
        for reference in references.iter() {
            if let Value::Type(&Type::Resource {
                type_name: Some(ty),
                title: Some(title),
                ..
            }) = reference
                && let Some(type_id) = resources.find_type(ty)
                && let Family::Define(define) = resources.ty(type_id).family
                && requires(define, parameter)
                && let Some(id) = find(resources, ty, title)
                && let Some(missing_key) = missing_key()
            {
                let missing_keys = &mut self.evaluation.borrow_mut().missing_keys;
                missing_keys.push((id, parameter, missing_key));
            }
        }
    }
}

/// Returns true if a define gives a parameter a type and no default.
fn requires(define: &Definition<'_>, parameter: Symbol) -> bool {
    let mut parameters = define.body.mir.parameters.iter();
    parameters.any(|own| own.name == parameter && own.type_expr.is_some() && own.default.is_none())
}
