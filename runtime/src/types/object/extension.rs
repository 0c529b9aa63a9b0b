//! Owns Object types with values for their type parameters.

use std::convert::Infallible;

use super::{Extension, derives};
use crate::ops::{option_accepts, ruby_equal};
use crate::text;
use crate::types::{TypeRef, assignable, instance};
use crate::value::Value;

/// The number of parameters up to which a type shows them without names.
const UNNAMED_MAX: usize = 2;

impl Extension<'_> {
    /// Returns true if the type parameters have the same values. `exactly` compares them like keys
    /// of a hash.
    pub fn same_parameters(&self, other: &Extension<'_>, exactly: bool) -> bool {
        let same = |(a, b): (&Value<'_>, &Value<'_>)| match exactly {
            true => a.same(*b),
            false => ruby_equal(*a, *b),
        };
        self.parameters.len() == other.parameters.len()
            && self.parameters.iter().zip(other.parameters).all(same)
    }

    /// Returns true if a value is an instance with fitting parameters.
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

    /// Returns true if the parameters accept those of the other.
    pub fn covers(&self, other: &Extension<'_>) -> bool {
        self.parameters.iter().enumerate().all(|(at, wanted)| {
            match (wanted, other.parameters.get(at)) {
                (Value::Default, _) => true,
                (_, None | Some(Value::Default)) => false,
                (Value::Type(wanted), Some(Value::Type(given))) => {
                    let (wanted, given): (TypeRef<'_>, TypeRef<'_>) = (wanted, given);
                    assignable(wanted, given) || instance(wanted, Value::Type(given))
                }
                (wanted, Some(given)) => fits(*wanted, *given),
            }
        })
    }

    pub(in crate::types) fn text(&self) -> String {
        let names = self.base.all_parameters();
        let shown = |value: Value<'_>| {
            let mut shown = String::new();
            text::write_parameter(value, &mut shown);
            shown
        };
        let given = |value: &Value<'_>| !matches!(value, Value::Default);
        let shown: Vec<String> = if names.len() > UNNAMED_MAX {
            let rest = (0..names.len()).filter(|at| !self.named.contains(at));
            let order = self.named.iter().copied().chain(rest);
            order
                .map(|at| (names[at].name, &self.parameters[at]))
                .filter(|(_, value)| given(value))
                .map(|(name, value)| format!("'{name}' => {}", shown(*value)))
                .collect()
        } else {
            let count = self
                .parameters
                .iter()
                .rposition(given)
                .map_or(0, |at| at + 1);
            let values = self.parameters[..count].iter();
            values.map(|value| shown(*value)).collect()
        };
        let (open, close) = match names.len() > UNNAMED_MAX {
            true => ("[{", "}]"),
            false => ("[", "]"),
        };
        let name = self.base.shown_name();
        format!("{name}{open}{}{close}", shown.join(", "))
    }
}

/// Returns true if the value of an attribute matches a type parameter, like an option of a `case`.
fn fits(wanted: Value<'_>, given: Value<'_>) -> bool {
    let accepts = |option: Value<'_>, value: Value<'_>| {
        Ok::<_, Infallible>(match (option, value) {
            (Value::Type(ty), value) => {
                let (ty, value): (TypeRef<'_>, Value<'_>) = (ty, value);
                instance(ty, value)
            }
            (Value::Regexp(regexp), Value::String(text)) => regexp.is_match(&text).unwrap_or(false),
            _ => false,
        })
    };
    let Ok(fits) = option_accepts(wanted, given, accepts);
    fits
}
