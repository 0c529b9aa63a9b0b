//! `TypeSet` types.

use crate::heap::Heap;
use crate::types::Type;
use crate::types::access::{Access, plain};
use crate::types::format::Writer;
use crate::value::Value;

/// A type made with `TypeSet[{...}]`.
#[derive(Debug)]
pub struct TypeSet<'h> {
    /// The name, when it has one.
    pub name: Option<&'h str>,
}

impl<'h> TypeSet<'h> {
    /// `TypeSet` without parameters.
    pub const ANY: TypeSet<'static> = TypeSet { name: None };

    /// How `TypeSet` without parameters shows.
    pub const ANY_TEXT: &'static str = "TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', name => 'DefaultTypeSet', version => '0.0.0'}]";

    /// Whether this is `TypeSet` without parameters.
    pub fn is_any(&self) -> bool {
        self.name.is_none()
    }

    pub(in crate::types) fn write(&self, writer: &mut Writer<'_, 'h>) {
        writer.out.push_str(self.name.unwrap_or(TypeSet::ANY_TEXT));
    }
}

/// `TypeSet[{...}]`
pub fn type_set<'h>(_heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let _ = keys;
    plain("The TypeSet-Type cannot be parameterized using []")
}
