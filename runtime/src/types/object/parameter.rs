//! Owns the type parameters of Object types.

use super::TypeParameter;
use crate::text;
use crate::types::format::Writer;
use crate::value::Value;

impl TypeParameter<'_> {
    pub(super) fn same(&self, other: &TypeParameter<'_>) -> bool {
        let same = |a: Option<Value<'_>>, b: Option<Value<'_>>| match (a, b) {
            (Some(a), Some(b)) => a.same(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        self.name == other.name
            && self.ty == other.ty
            && same(self.instead, other.instead)
            && same(self.value, other.value)
    }
}

impl<'h> TypeParameter<'h> {
    pub(super) fn write(&self, writer: &mut Writer<'_, 'h>) {
        if self.is_type_only() {
            return self.write_type(writer);
        }
        writer.out.push_str("{'type' => ");
        self.write_type(writer);
        if let Some(value) = self.value {
            writer.out.push_str(", 'value' => ");
            text::write_parameter(value, writer.out);
        }
        writer.out.push('}');
    }

    fn write_type(&self, writer: &mut Writer<'_, 'h>) {
        match self.instead {
            Some(given) => text::write_parameter(given, writer.out),
            None => writer.nested(self.ty),
        }
    }
}
