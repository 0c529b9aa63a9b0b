//! Answers questions of Ruby code about the catalog in its current state.

use runtime::{Cx, Res, Value};

use super::answer_context::AnswerContext;
use super::message::Shown;
use crate::puppet_settings;

impl<'h> AnswerContext<'_, 'h> {
    /// Describes a resource. A text that cannot be the name of a type is an error.
    pub(super) fn resource(&self, cx: &mut Cx<'h>, type_name: &str, title: &Shown) -> Res<'h> {
        let found = cx.host.resource_attributes(cx, type_name, &title.0)?;
        Ok(match found {
            Some(_) => self.compiler.resource_facts(type_name, &title.0),
            None => Value::Undef,
        })
    }

    /// Returns the settings by name.
    pub(super) fn settings(&self) -> Value<'h> {
        let all = puppet_settings::variables(self.ruby.environment, self.ruby.heap);
        let all = all.into_iter().filter(|(name, _)| *name != "all_local");
        let pairs: Vec<_> = all
            .map(|(name, value)| (self.string(name), value))
            .collect();
        Value::hash(self.ruby.heap, &pairs)
    }
}
