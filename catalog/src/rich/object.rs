//! Writes object types by their definitions.

use runtime::types::object::{
    Attribute, AttributeKind, Extension, Function, ObjectType, TypeParameter,
};
use runtime::value::Value;

use super::{Problem, Rich};

impl Rich<'_, '_> {
    /// Writes `_pcore_init_hash`: the hash that defines the type.
    pub(super) fn object_type(&mut self, object: &ObjectType<'_>) -> Result<(), Problem> {
        self.json.key("_pcore_init_hash");
        self.json.open_object();
        if let Some(annotations) = object.annotations {
            self.json.key("annotations");
            self.value(annotations)?;
        }
        if let Some(name) = object.name {
            self.json.entry("name", name);
        }
        if let Some(parent) = object.parent {
            self.part("parent", parent)?;
        }
        self.members(
            "type_parameters",
            object.parameters.iter(),
            Rich::type_parameter,
        )?;
        let is_constant = |attribute: &&Attribute<'_>| attribute.kind == AttributeKind::Constant;
        let plain = object.attributes.iter().filter(|a| !is_constant(a));
        self.members("attributes", plain, Rich::attribute)?;
        let constants = object.attributes.iter().filter(is_constant);
        self.members("constants", constants, |rich, constant| {
            rich.json.key(constant.name);
            rich.value(constant.value.unwrap_or(Value::Undef))
        })?;
        self.members("functions", object.functions.iter(), Rich::function)?;
        if let Some(equality) = object.equality {
            self.json.texts("equality", equality.iter().copied());
        }
        if let Some(checks) = object.checks {
            self.json.key("checks");
            self.value(checks)?;
        }
        self.json.close_object();
        Ok(())
    }

    /// Writes an Object type with values for its type parameters.
    pub(super) fn object_extension(&mut self, extension: &Extension<'_>) -> Result<(), Problem> {
        self.part("base_type", &runtime::types::Type::Object(extension.base))?;
        self.json.key("init_parameters");
        self.json.open_array();
        for value in extension.parameters {
            self.value(*value)?;
        }
        self.json.close_array();
        Ok(())
    }

    /// Writes an entry with an object of members, unless there are no members.
    fn members<'a, T: 'a>(
        &mut self,
        key: &str,
        members: impl Iterator<Item = &'a T>,
        write: impl Fn(&mut Self, &'a T) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut members = members.peekable();
        if members.peek().is_none() {
            return Ok(());
        }
        self.json.key(key);
        self.json.open_object();
        members.try_for_each(|member| write(self, member))?;
        self.json.close_object();
        Ok(())
    }

    fn type_parameter(&mut self, parameter: &TypeParameter<'_>) -> Result<(), Problem> {
        if parameter.is_type_only() {
            return self.type_of(parameter.name, parameter);
        }
        self.json.key(parameter.name);
        self.json.open_object();
        self.type_of("type", parameter)?;
        if let Some(value) = parameter.value {
            self.json.key("value");
            self.value(value)?;
        }
        self.json.close_object();
        Ok(())
    }

    fn type_of(&mut self, key: &str, parameter: &TypeParameter<'_>) -> Result<(), Problem> {
        match parameter.instead {
            Some(given) => {
                self.json.key(key);
                self.value(given)
            }
            None => self.part(key, parameter.ty),
        }
    }

    fn attribute(&mut self, attribute: &Attribute<'_>) -> Result<(), Problem> {
        if attribute.is_type_only() {
            return self.part(attribute.name, attribute.ty);
        }
        self.json.key(attribute.name);
        self.json.open_object();
        self.part("type", attribute.ty)?;
        if let Some(annotations) = attribute.annotations {
            self.json.key("annotations");
            self.value(annotations)?;
        }
        self.flags(attribute.is_final, attribute.overrides);
        if attribute.kind != AttributeKind::Normal {
            self.json.entry("kind", attribute.kind.text());
        }
        if let Some(value) = attribute.value {
            self.json.key("value");
            self.value(value)?;
        }
        self.json.close_object();
        Ok(())
    }

    fn function(&mut self, function: &Function<'_>) -> Result<(), Problem> {
        if !function.is_final && !function.overrides {
            return self.part(function.name, function.ty);
        }
        self.json.key(function.name);
        self.json.open_object();
        self.part("type", function.ty)?;
        self.flags(function.is_final, function.overrides);
        self.json.close_object();
        Ok(())
    }

    fn flags(&mut self, is_final: bool, overrides: bool) {
        for (name, set) in [("final", is_final), ("override", overrides)] {
            if set {
                self.json.key(name);
                self.json.word("true");
            }
        }
    }
}
