//! Owns Object types and type sets as values, and the instances of Object types.
//!
//! Their definitions and their texts are in [`crate::types::object`].

use std::fmt;

use super::types::{Type, TypeRef};
use super::{Hash, Value};
use crate::heap::Heap;

/// A type made with `Object[{...}]`, and the built-in `Deferred` and `Error`.
#[derive(Clone, Copy)]
pub struct ObjectType<'h> {
    /// The name, when it has one.
    pub name: Option<&'h str>,
    /// The inherited type.
    pub parent: Option<TypeRef<'h>>,
    /// The type parameters.
    pub parameters: &'h [TypeParameter<'h>],
    /// The attributes declared by the type itself, including constants.
    pub attributes: &'h [Attribute<'h>],
    /// The functions declared by the type itself.
    pub functions: &'h [Function<'h>],
    /// The attributes that decide the equality of instances; all when the type does not say.
    pub equality: Option<&'h [&'h str]>,
    /// True if instances of different types can be equal.
    pub equality_include_type: bool,
    /// The checks, stored for the text of the type.
    pub checks: Option<Value<'h>>,
    /// The annotations, stored for the text of the type.
    pub annotations: Option<Value<'h>>,
}

/// The kind of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeKind {
    /// Given when an instance is made.
    Normal,
    /// The same for all instances.
    Constant,
    /// Computed.
    Derived,
    /// Given or computed.
    GivenOrDerived,
    /// Given; contained elsewhere.
    Reference,
}

impl AttributeKind {
    /// Returns true if instances do not carry a value for it.
    pub(crate) fn is_computed(self) -> bool {
        matches!(self, AttributeKind::Constant | AttributeKind::Derived)
    }

    /// Returns the keyword of the kind; empty for the normal kind.
    pub fn text(self) -> &'static str {
        match self {
            AttributeKind::Normal => "",
            AttributeKind::Constant => "constant",
            AttributeKind::Derived => "derived",
            AttributeKind::GivenOrDerived => "given_or_derived",
            AttributeKind::Reference => "reference",
        }
    }
}

/// An attribute of an Object type.
#[derive(Clone, Copy)]
pub struct Attribute<'h> {
    /// The name.
    pub name: &'h str,
    /// The type of its values.
    pub ty: TypeRef<'h>,
    /// The kind of the attribute.
    pub kind: AttributeKind,
    /// The default, or the constant.
    pub value: Option<Value<'h>>,
    /// True if overriding the attribute is forbidden.
    pub is_final: bool,
    /// True if the attribute overrides an inherited one.
    pub overrides: bool,
    /// The annotations, stored for the text of the type.
    pub annotations: Option<Value<'h>>,
}

/// A function of an Object type.
#[derive(Clone, Copy)]
pub struct Function<'h> {
    /// The name.
    pub name: &'h str,
    /// A Callable.
    pub ty: TypeRef<'h>,
    /// True if overriding the function is forbidden.
    pub is_final: bool,
    /// True if the function overrides an inherited one.
    pub overrides: bool,
    /// The annotations, stored for the text of the type.
    pub annotations: Option<Value<'h>>,
}

impl<'h> ObjectType<'h> {
    /// `Object` without parameters: the type of all objects.
    pub const ANY: ObjectType<'static> = ObjectType {
        name: None,
        parent: None,
        parameters: &[],
        attributes: &[],
        functions: &[],
        equality: None,
        equality_include_type: true,
        checks: None,
        annotations: None,
    };

    /// `Annotation`: the parent of all annotations.
    pub const ANNOTATION: ObjectType<'static> = ObjectType {
        name: Some("Annotation"),
        ..ObjectType::ANY
    };

    /// `Pcore`
    pub const PCORE: ObjectType<'static> = ObjectType {
        name: Some("Pcore"),
        ..ObjectType::ANY
    };

    /// Returns true if this is `Object` without parameters.
    pub fn is_any(&self) -> bool {
        self.name.is_none()
            && self.parent.is_none()
            && self.attributes.is_empty()
            && self.functions.is_empty()
            && self.parameters.is_empty()
    }

    /// Returns the name for messages.
    pub fn label(&self) -> &'h str {
        self.name.unwrap_or("Object")
    }

    /// Returns the name that instances show, and that the type with given type parameters shows. A
    /// type that has type parameters shows it without the namespace.
    pub fn shown_name(&self) -> &'h str {
        let label = self.label();
        match self.is_parameterized() {
            true => label.rsplit("::").next().unwrap_or(label),
            false => label,
        }
    }

    /// Returns true if it has type parameters, inherited ones included.
    pub fn is_parameterized(&self) -> bool {
        let inherited = || self.parent_object().is_some_and(Self::is_parameterized);
        !self.parameters.is_empty() || inherited()
    }

    /// Returns the Object type that the type inherits from.
    pub fn parent_object(&self) -> Option<&'h ObjectType<'h>> {
        object_of(self.parent?)
    }

    /// Returns the attribute or constant of a name, including inherited ones.
    pub fn attribute(&self, name: &str) -> Option<&Attribute<'h>> {
        let own = self.attributes.iter().find(|own| own.name == name);
        own.or_else(|| self.parent_object()?.attribute(name))
    }

    /// Returns the function of a name, inherited ones included.
    pub fn function(&self, name: &str) -> Option<&Function<'h>> {
        let own = self.functions.iter().find(|own| own.name == name);
        own.or_else(|| self.parent_object()?.function(name))
    }

    /// Returns the label of the type that declares a member: `Q` or one of its parents.
    pub fn owner(&self, member: &str) -> &'h str {
        let own = self.attributes.iter().any(|own| own.name == member)
            || self.functions.iter().any(|own| own.name == member);
        match self.parent_object() {
            Some(parent) if !own => parent.owner(member),
            _ => self.label(),
        }
    }

    /// Returns the attributes that instances have, those of parents first.
    pub fn members(&self) -> Vec<Attribute<'h>> {
        let mut members = self
            .parent_object()
            .map(ObjectType::members)
            .unwrap_or_default();
        for own in self.attributes {
            if own.kind.is_computed() {
                members.retain(|member| member.name != own.name);
                continue;
            }
            match members.iter_mut().find(|member| member.name == own.name) {
                Some(member) => *member = *own,
                None => members.push(*own),
            }
        }
        members
    }

    /// Returns the type parameters, those of parents first.
    pub fn all_parameters(&self) -> Vec<TypeParameter<'h>> {
        let mut all = self
            .parent_object()
            .map(ObjectType::all_parameters)
            .unwrap_or_default();
        all.extend(self.parameters);
        all
    }
}

/// A type parameter of an Object type.
#[derive(Clone, Copy)]
pub struct TypeParameter<'h> {
    /// Its name.
    pub name: &'h str,
    /// The type of its values.
    pub ty: TypeRef<'h>,
    /// The value that was given instead of a type, stored for the text of the type: `undef` if
    /// nothing was given.
    pub instead: Option<Value<'h>>,
    /// The value, stored for the text of the type.
    pub value: Option<Value<'h>>,
}

impl TypeParameter<'_> {
    /// Returns true if its definition is only a type.
    pub fn is_type_only(&self) -> bool {
        self.value.is_none() && !self.instead.is_some_and(Value::is_undef)
    }
}

/// An Object type together with values for its type parameters: `Error['kind']`.
#[derive(Debug)]
pub struct Extension<'h> {
    /// The Object type.
    pub base: &'h ObjectType<'h>,
    /// The values in the order of the type parameters; `default` for missing ones.
    pub parameters: &'h [Value<'h>],
    /// The parameters that were given by name, in that order; empty when they were not.
    pub named: &'h [usize],
}

/// The place of a type set's definition, and the kind of request that reads it. They decide which
/// types the definition may refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetOrigin {
    /// In code: the definition knows its own types and those of the sets that it refers to.
    Code,
    /// In `types/init_typeset.pp` of a module, requested as a whole: names stay unresolved.
    Whole,
    /// In the same file, requested through one of its types: it knows its own types, and no other
    /// set.
    Member,
}

/// A type made with `TypeSet[{...}]`.
#[derive(Clone, Copy, Default)]
pub struct TypeSet<'h> {
    pub(crate) annotations: Option<Value<'h>>,
    pub(crate) pcore_uri: Option<&'h str>,
    pub(crate) pcore_version: Option<&'h str>,
    pub(crate) name_authority: Option<&'h str>,
    pub(crate) name: Option<&'h str>,
    /// The form in which its types are shown inside other types.
    pub(crate) shown: Shown,
    pub(crate) version: Option<&'h str>,
    pub(crate) types: &'h [(&'h str, TypeRef<'h>)],
    pub(crate) references: Option<&'h Hash<'h>>,
}

/// The form in which the types of a set are shown where the set is not shown alone.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Shown {
    /// All by their names, as in an alias or a module's file.
    Named,
    /// Objects by their names in the set.
    #[default]
    ObjectsNamed,
    /// All by their definitions: where a type is given by its hash alone, none has a name.
    Whole,
}

impl fmt::Debug for TypeSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.unwrap_or("TypeSet"))
    }
}

impl<'h> TypeSet<'h> {
    /// `TypeSet` without parameters.
    pub const ANY: TypeSet<'static> = TypeSet {
        annotations: None,
        pcore_uri: Some("http://puppet.com/2016.1/pcore"),
        pcore_version: Some("1.0.0"),
        name_authority: Some("http://puppet.com/2016.1/runtime"),
        name: Some(ANY_NAME),
        shown: Shown::Named,
        version: Some("0.0.0"),
        types: &[],
        references: None,
    };

    /// Returns the name, if it has one.
    pub fn name(&self) -> Option<&'h str> {
        self.name
    }

    /// Returns the version, if it has one.
    pub fn version(&self) -> Option<&'h str> {
        self.version
    }

    /// Returns a type of the set by its name in it.
    pub fn member(&self, name: &str) -> Option<TypeRef<'h>> {
        let found = self.types.iter().find(|(known, _)| *known == name);
        found.map(|(_, ty)| *ty)
    }

    /// Returns true if this is `TypeSet` without parameters.
    pub fn is_any(&self) -> bool {
        self.name == Some(ANY_NAME)
    }
}

const ANY_NAME: &str = "DefaultTypeSet";

impl fmt::Debug for ObjectType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

/// Returns the Object type of an alias or a type with type parameters.
pub fn object_of<'h>(ty: TypeRef<'h>) -> Option<&'h ObjectType<'h>> {
    match ty {
        Type::Object(object) => Some(object),
        Type::ObjectExtension(extension) => Some(extension.base),
        Type::Alias(alias) => object_of(alias.end.get()?),
        _ => None,
    }
}

/// An instance of an Object type.
#[derive(Clone, Copy)]
pub struct Object<'h> {
    /// Its type.
    pub ty: &'h ObjectType<'h>,
    /// The values of its attributes, in the order of [`ObjectType::members`].
    pub values: &'h [Value<'h>],
}

/// The type of symbols, under a name that no program can declare.
const SYMBOL: ObjectType<'static> = ObjectType {
    name: Some("ruby Symbol"),
    ..ObjectType::ANY
};

/// The type of encodings.
const ENCODING: ObjectType<'static> = ObjectType {
    name: Some("ruby Encoding"),
    ..ObjectType::ANY
};

const FOREIGN: ObjectType<'static> = ObjectType {
    name: Some("ruby Object"),
    ..ObjectType::ANY
};

/// Makes a Ruby symbol. Programs can receive one, but cannot write one.
pub fn symbol<'h>(heap: &'h Heap, name: &str) -> Value<'h> {
    Value::Object(heap.alloc(Object {
        ty: heap.alloc(SYMBOL),
        values: heap.slice(&[Value::string(heap, name)]),
    }))
}

/// Makes a Ruby encoding, which only YAML contains.
pub fn encoding<'h>(heap: &'h Heap, name: &str) -> Value<'h> {
    Value::Object(heap.alloc(Object {
        ty: heap.alloc(ENCODING),
        values: heap.slice(&[Value::string(heap, name)]),
    }))
}

/// Makes any other object of Ruby, from the name of its class and its text.
pub fn foreign<'h>(heap: &'h Heap, class: &str, text: &str) -> Value<'h> {
    Value::Object(heap.alloc(Object {
        ty: heap.alloc(FOREIGN),
        values: heap.slice(&[Value::string(heap, text), Value::string(heap, class)]),
    }))
}

/// An object of Ruby, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Platform<'h> {
    /// A [`symbol`].
    Symbol(&'h str),
    /// An [`encoding`].
    Encoding(&'h str),
    /// Something [`foreign`]: its class and its text.
    Foreign(&'h str, &'h str),
}

impl<'h> Platform<'h> {
    /// Returns the name of the object's class.
    pub fn class(self) -> &'h str {
        match self {
            Platform::Symbol(_) => "Symbol",
            Platform::Encoding(_) => "Encoding",
            Platform::Foreign(class, _) => class,
        }
    }
}

/// The name of the type of the context that functions of a data hierarchy take.
pub const LOOKUP_CONTEXT: &str = "Puppet::LookupContext";

/// The name of the type of a Struct's elements. Its objects show no attributes.
pub const STRUCT_ELEMENT: &str = "Pcore::StructElement";

impl ObjectType<'_> {
    /// Returns true if it is the type of the contexts of lookups.
    pub fn is_lookup_context(&self) -> bool {
        self.name == Some(LOOKUP_CONTEXT)
    }
}

impl<'h> Object<'h> {
    /// Returns true if it is the context of a data lookup, whose members the host knows.
    pub fn is_lookup_context(&self) -> bool {
        self.ty.is_lookup_context()
    }

    /// Returns the number of the cache of a lookup context that a hierarchy level has made.
    pub fn cache_number(&self) -> Option<i64> {
        let number = self.values.get(2).filter(|_| self.is_lookup_context());
        number.and_then(|number| number.as_integer())
    }

    /// Returns the value of Puppet's platform that the object represents, if any.
    pub fn platform(&self) -> Option<Platform<'h>> {
        let (name, more) = self.values.split_first()?;
        let name = name.as_str()?;
        if let [class] = more {
            let is_foreign = self.ty.name == FOREIGN.name;
            return Some(Platform::Foreign(class.as_str()?, name)).filter(|_| is_foreign);
        }
        match self.ty.name {
            known if known == SYMBOL.name => Some(Platform::Symbol(name)),
            known if known == ENCODING.name => Some(Platform::Encoding(name)),
            _ => None,
        }
    }

    /// Returns the type of the object, with the values of its type parameters.
    pub fn type_of(&self, heap: &'h Heap) -> Type<'h> {
        if let Some(platform) = self.platform() {
            return Type::Runtime {
                runtime: Some("ruby"),
                name: Some(platform.class()),
                pattern: None,
            };
        }
        let parameters = self.ty.all_parameters();
        if parameters.is_empty() {
            return Type::Object(self.ty);
        }
        let values: Vec<Value<'h>> = parameters
            .iter()
            .map(|parameter| self.get(parameter.name).unwrap_or(Value::Undef))
            .collect();
        Type::ObjectExtension(heap.alloc(Extension {
            base: self.ty,
            parameters: heap.slice(&values),
            named: &[],
        }))
    }

    /// Returns the attributes with their values.
    pub fn attributes(&self) -> impl Iterator<Item = (Attribute<'h>, Value<'h>)> + use<'h> {
        self.ty
            .members()
            .into_iter()
            .zip(self.values.iter().copied())
    }

    /// Returns the value of an attribute or constant.
    pub fn get(&self, name: &str) -> Option<Value<'h>> {
        let own = self
            .attributes()
            .find(|(attribute, _)| attribute.name == name);
        own.map(|(_, value)| value).or_else(|| {
            let constant = self.ty.attribute(name)?;
            constant
                .value
                .filter(|_| constant.kind == AttributeKind::Constant)
        })
    }
}
