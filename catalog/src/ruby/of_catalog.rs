//! Answers questions of Ruby code about the catalog in its current state.

use runtime::{Cx, Res, Value, fail};

use super::answer::Asked;
use crate::puppet_settings;

impl<'h> Asked<'_, 'h> {
    /// Answers a question about resources, classes, defines, or settings.
    pub(super) fn about_catalog(&self, cx: &mut Cx<'h>, question: &str) -> Res<'h> {
        let compiler = self.compiler;
        let shown = |title: Value<'h>| runtime::text::interpolated(title);
        match question {
            "resource" => {
                let title = shown(self.argument(1));
                // raises if the text cannot be a type name
                let found = cx.host.resource_attributes(cx, self.text(0), &title)?;
                Ok(match found {
                    Some(_) => compiler.resource_facts(self.text(0), &title),
                    None => Value::Undef,
                })
            }
            "resource_facts" => Ok(compiler.resource_facts(self.text(0), &shown(self.argument(1)))),
            "resource?" => {
                let title = shown(self.argument(1));
                let found = cx.host.resource_attributes(cx, self.text(0), &title)?;
                Ok(Value::Boolean(found.is_some()))
            }
            "parameter" => {
                let title = shown(self.argument(1));
                let found = cx.host.resource_attributes(cx, self.text(0), &title)?;
                let found = found.into_iter().flatten();
                let mut found = found.filter(|(name, _)| *name == self.text(2));
                Ok(found.next().map_or(Value::Undef, |(_, value)| value))
            }
            "attributes" => Ok(compiler.attributes_of(self.text(0), &shown(self.argument(1)))),
            "change" => {
                let title = shown(self.argument(1));
                let resource = (self.text(0), &*title);
                let change = (self.text(3), self.argument(4));
                let done = compiler.change_resource(cx, resource, self.text(2), change);
                Ok(Value::Boolean(done))
            }
            "known_attribute?" => {
                let resource = (self.text(0), self.text(1));
                let known = compiler.takes_attribute(cx, resource, self.text(2))?;
                Ok(Value::Boolean(known))
            }
            "definition" => compiler.definition_facts(cx, self.text(0), self.text(1)),
            "definitions" => Ok(self.strings(compiler.known_names(self.text(0)).into_iter())),
            "type_kind" => compiler.type_kind(cx, self.text(0)),
            "resources" => Ok(compiler.all_resources()),
            "containment" => Ok(compiler.containment()),
            "classes" => Ok(self.strings(compiler.evaluated_classes().iter().copied())),
            "catalog_tags" => Ok(self.strings(compiler.all_tags().iter().map(String::as_str))),
            "add_to_catalog" => {
                compiler.add_to_catalog(self.text(0), self.text(1));
                Ok(Value::Undef)
            }
            "tags" => {
                let tags = compiler.tags_of(self.text(0), &shown(self.argument(1)));
                Ok(self.strings(tags.iter().map(String::as_str)))
            }
            "name_attributes" => {
                let names = compiler.name_attributes_of(self.text(0));
                Ok(self.strings(names.into_iter()))
            }
            "settings" => {
                let all = puppet_settings::variables(self.ruby.environment, self.ruby.heap);
                let all = all.into_iter().filter(|(name, _)| *name != "all_local");
                let pairs: Vec<_> = all
                    .map(|(name, value)| (self.string(name), value))
                    .collect();
                Ok(Value::hash(self.ruby.heap, &pairs))
            }
            "stack" => Ok(self.stack(cx)),
            _ => fail(format!("'{question}' is not known to this compilation")),
        }
    }
}
