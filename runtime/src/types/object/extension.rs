//! Object types with values for their type parameters.

use super::{ObjectType, derives};
use crate::text;
use crate::types::{TypeRef, assignable, instance};
use crate::value::Value;

/// An Object type together with values for its type parameters: `Error['kind']`.
#[derive(Debug)]
pub struct Extension<'h> {
    /// The Object type.
    pub base: &'h ObjectType<'h>,
    /// The values in the order of the type parameters; `default` for those not given.
    pub parameters: &'h [Value<'h>],
}

impl Extension<'_> {
    /// Same values of the type parameters.
    pub fn same_parameters(&self, other: &Extension<'_>) -> bool {
        self.parameters.len() == other.parameters.len()
            && self
                .parameters
                .iter()
                .zip(other.parameters)
                .all(|(a, b)| a.same(*b))
    }

    /// Whether a value is an instance with fitting parameters.
    pub fn accepts(&self, value: Value<'_>) -> bool {
        let Value::Object(object) = value else {
            return false;
        };
        derives(object.ty, self.base)
            && self
                .base
                .all_parameters()
                .iter()
                .zip(self.parameters)
                .all(|(parameter, wanted)| {
                    fits(*wanted, object.get(parameter.name).unwrap_or(Value::Undef))
                })
    }

    /// Whether the parameters accept those of the other.
    pub fn covers(&self, other: &Extension<'_>) -> bool {
        self.parameters.iter().enumerate().all(|(at, wanted)| {
            match (wanted, other.parameters.get(at)) {
                (Value::Default, _) => true,
                (_, None | Some(Value::Default)) => false,
                (Value::Type(wanted), Some(Value::Type(given))) => {
                    let (wanted, given): (TypeRef<'_>, TypeRef<'_>) = (wanted, given);
                    assignable(wanted, given)
                }
                (wanted, Some(given)) => fits(*wanted, *given),
            }
        })
    }

    pub(in crate::types) fn text(&self) -> String {
        let mut parameters = self.parameters;
        while let [rest @ .., Value::Default] = parameters {
            parameters = rest;
        }
        let shown: Vec<String> = parameters
            .iter()
            .map(|value| text::program(*value))
            .collect();
        format!("{}[{}]", self.base.shown_name(), shown.join(", "))
    }
}

/// Whether the value of an attribute is what a type parameter asks for.
fn fits(wanted: Value<'_>, given: Value<'_>) -> bool {
    match (wanted, given) {
        (Value::Default, _) => true,
        (Value::Type(ty), given) => {
            let (ty, given): (TypeRef<'_>, Value<'_>) = (ty, given);
            instance(ty, given)
        }
        (Value::Regexp(regexp), Value::String(s)) => regexp.is_match(&s).unwrap_or(false),
        (wanted, given) => wanted.same(given),
    }
}
