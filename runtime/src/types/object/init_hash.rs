//! Makes the value of the hash that an Object type is made of.

use super::{Attribute, AttributeKind, Function, ObjectType, TypeParameter};
use crate::heap::Heap;
use crate::value::{HashBuilder, Value};

/// A hash that is being filled.
struct Entries<'h> {
    heap: &'h Heap,
    builder: HashBuilder<'h>,
}

impl<'h> Entries<'h> {
    fn new(heap: &'h Heap) -> Entries<'h> {
        Entries {
            heap,
            builder: HashBuilder::new(),
        }
    }

    fn set(&mut self, name: &str, value: Value<'h>) {
        self.builder.insert(Value::string(self.heap, name), value);
    }

    fn flags(&mut self, is_final: bool, overrides: bool) {
        for (name, set) in [("final", is_final), ("override", overrides)] {
            if set {
                self.set(name, Value::Boolean(true));
            }
        }
    }

    /// Adds an entry with a hash of members, unless there are none.
    fn members(&mut self, name: &str, members: Vec<(&str, Value<'h>)>) {
        if members.is_empty() {
            return;
        }
        let mut inner = Entries::new(self.heap);
        for (name, value) in members {
            inner.set(name, value);
        }
        let inner = inner.finish();
        self.set(name, inner);
    }

    fn finish(self) -> Value<'h> {
        Value::Hash(self.builder.finish(self.heap))
    }
}

/// Returns the initialization hash of a type.
pub fn init_hash<'h>(heap: &'h Heap, object: &ObjectType<'h>) -> Value<'h> {
    let mut entries = Entries::new(heap);
    if let Some(annotations) = object.annotations {
        entries.set("annotations", annotations);
    }
    if let Some(name) = object.name {
        entries.set("name", Value::string(heap, name));
    }
    if let Some(parent) = object.parent {
        entries.set("parent", Value::Type(parent));
    }
    let parameters = object.parameters.iter();
    let parameters = parameters.map(|one| (one.name, parameter(heap, one)));
    entries.members("type_parameters", parameters.collect());
    let (constants, plain): (Vec<&Attribute<'h>>, Vec<&Attribute<'h>>) = object
        .attributes
        .iter()
        .partition(|attribute| attribute.kind == AttributeKind::Constant);
    let plain = plain
        .into_iter()
        .map(|one| (one.name, attribute(heap, one)));
    entries.members("attributes", plain.collect());
    let constants = constants.into_iter();
    let constants = constants.map(|one| (one.name, one.value.unwrap_or(Value::Undef)));
    entries.members("constants", constants.collect());
    let functions = object.functions.iter();
    let functions = functions.map(|one| (one.name, function(heap, one)));
    entries.members("functions", functions.collect());
    if let Some(equality) = object.equality {
        let names = equality.iter().map(|name| Value::string(heap, name));
        entries.set("equality", Value::array(heap, &names.collect::<Vec<_>>()));
    }
    if let Some(checks) = object.checks {
        entries.set("checks", checks);
    }
    entries.finish()
}

impl Attribute<'_> {
    /// Returns true if the definition is only a type.
    pub fn is_type_only(&self) -> bool {
        self.kind == AttributeKind::Normal
            && self.value.is_none()
            && !self.is_final
            && !self.overrides
            && self.annotations.is_none()
    }
}

fn parameter<'h>(heap: &'h Heap, parameter: &TypeParameter<'h>) -> Value<'h> {
    let ty = parameter.instead.unwrap_or(Value::Type(parameter.ty));
    if parameter.is_type_only() {
        return ty;
    }
    let mut entries = Entries::new(heap);
    entries.set("type", ty);
    if let Some(value) = parameter.value {
        entries.set("value", value);
    }
    entries.finish()
}

fn attribute<'h>(heap: &'h Heap, attribute: &Attribute<'h>) -> Value<'h> {
    if attribute.is_type_only() {
        return Value::Type(attribute.ty);
    }
    let mut entries = Entries::new(heap);
    entries.set("type", Value::Type(attribute.ty));
    if let Some(annotations) = attribute.annotations {
        entries.set("annotations", annotations);
    }
    entries.flags(attribute.is_final, attribute.overrides);
    if attribute.kind != AttributeKind::Normal {
        entries.set("kind", Value::string(heap, attribute.kind.text()));
    }
    if let Some(value) = attribute.value {
        entries.set("value", value);
    }
    entries.finish()
}

fn function<'h>(heap: &'h Heap, function: &Function<'h>) -> Value<'h> {
    if !function.is_final && !function.overrides {
        return Value::Type(function.ty);
    }
    let mut entries = Entries::new(heap);
    entries.set("type", Value::Type(function.ty));
    entries.flags(function.is_final, function.overrides);
    entries.finish()
}
