//! Reads `Object[{...}]` and the type parameters of Object types.

use super::{Attribute, AttributeKind, Extension, Function, ObjectType, TypeParameter, object_of};
use crate::heap::Heap;
use crate::platform;
use crate::types::access::{Access, plain};
use crate::types::mismatch::describe;
use crate::types::{Type, TypeRef, assignable, instance, parse};
use crate::value::{Hash, Value};

const OBJECT: &str = r"Struct[{Optional['name'] => Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/], Optional['parent'] => Type, Optional['type_parameters'] => Hash[Pattern[/\A[a-z_]\w*\z/], NotUndef], Optional['attributes'] => Hash[Pattern[/\A[a-z_]\w*\z/], NotUndef], Optional['constants'] => Hash[Pattern[/\A[a-z_]\w*\z/], Any], Optional['functions'] => Hash[Variant[Pattern[/\A[a-z_]\w*\z/], Brackets], NotUndef], Optional['equality'] => Variant[Pattern[/\A[a-z_]\w*\z/], Array[Pattern[/\A[a-z_]\w*\z/]]], Optional['equality_include_type'] => Boolean, 'checks' => Any, 'annotations' => Annotations}]";
const ATTRIBUTE: &str = r"Struct[{'type' => Type, Optional['final'] => Boolean, Optional['override'] => Boolean, Optional['kind'] => Enum['constant', 'derived', 'given_or_derived', 'reference'], 'value' => Any, 'annotations' => Annotations}]";
const FUNCTION: &str = r"Struct[{'type' => Type[Callable], Optional['final'] => Boolean, Optional['override'] => Boolean, 'annotations' => Annotations}]";
const ANNOTATIONS: &str = r"Optional[Hash[Type[Annotation], Hash[Pattern[/\A[a-z_]\w*\z/], Any]]]";
const NAME: &str = r"Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/]";

/// Returns the type of a text in our code.
fn ours<'h>(heap: &'h Heap, text: &str) -> TypeRef<'h> {
    let mut names = |name: &str| {
        Ok(match name {
            // the only name of a function that is not a word; it is shown as `String`
            "Brackets" => Some(&Type::StringValue("[]")),
            // the initializer of an Object in a TypeSet
            "Initializer" => Some(ours(heap, OBJECT)),
            "Annotations" => Some(ours(heap, ANNOTATIONS)),
            "AbsoluteUri" => Some(ours(heap, crate::types::uri::ABSOLUTE)),
            _ => crate::types::basic(name).map(|ty| -> TypeRef<'h> { ty }),
        })
    };
    parse::text_type(heap, text, &mut names).unwrap_or(&Type::Any)
}

/// Returns true if a value is the name of a type.
pub(crate) fn is_name<'h>(heap: &'h Heap, value: Value<'h>) -> bool {
    instance(ours(heap, NAME), value)
}

/// Checks a part of a definition against a type of ours.
pub(super) fn check<'h>(heap: &'h Heap, subject: &str, ty: &str, value: Value<'h>) -> Access<()> {
    let ty = ours(heap, ty);
    match instance(ty, value) {
        true => Ok(()),
        false => plain(describe(
            heap,
            &format!("{subject} has wrong type,"),
            ty,
            value,
        )),
    }
}

/// Makes an Object type that a TypeSet defines by its hash alone.
pub(super) fn member<'h>(heap: &'h Heap, hash: &'h Hash<'h>) -> Access<Type<'h>> {
    Definition { heap, label: "" }.object(hash)
}

/// Evaluates `Object[{...}]`, or applies type parameters to an Object type.
pub fn parameterize<'h>(
    heap: &'h Heap,
    base: &'h ObjectType<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
    // a parent without a name counts as `Object` here
    if base.name.is_some() {
        return extension(heap, base, keys);
    }
    match keys {
        [Value::Hash(hash)] => Definition { heap, label: "" }.object(hash),
        [Value::Undef] => Ok(Type::Object(heap.alloc(ObjectType::ANY))),
        [Value::String(text)] if text.is_empty() => Ok(Type::Object(heap.alloc(ObjectType::ANY))),
        [name @ Value::Default] => check(heap, "object name", NAME, *name).map(|()| Type::Any),
        [name @ Value::String(text)] => {
            check(heap, "object name", NAME, *name)?;
            Ok(Type::Object(heap.alloc(ObjectType {
                name: Some(text.as_str()),
                ..ObjectType::ANY
            })))
        }
        [other] => no_definition(*other),
        _ => Err(crate::types::access::AccessError {
            key: None,
            message: format!("Object-Type[] accepts 1 argument. Got {}", keys.len()),
            plain: false,
            issue: "BAD_TYPE_SLICE_ARITY",
        }),
    }
}

/// Returns Puppet's error, in its platform's words, about a value that defines no type.
pub(super) fn no_definition<'h>(value: Value<'h>) -> Access<Type<'h>> {
    plain(platform::no_method("empty?", value))
}

/// Gives an Object type values for its type parameters.
pub(super) fn extension<'h>(
    heap: &'h Heap,
    base: &'h ObjectType<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
    let parameters = base.all_parameters();
    let label = base.label();
    if parameters.is_empty() {
        return plain(format!("The {label}-Type cannot be parameterized using []"));
    }
    let mut values = vec![Value::Default; parameters.len()];
    let mut order = Vec::new();
    match keys {
        // a hash that the first parameter accepts is its value
        [given @ Value::Hash(named)] if !instance(parameters[0].ty, *given) => {
            for (key, value) in named.iter() {
                let name = crate::text::interpolated(key);
                match parameters.iter().position(|known| known.name == name) {
                    Some(at) => {
                        values[at] = value;
                        order.push(at);
                    }
                    None => {
                        return plain(format!(
                            "'{name}' is not a known type parameter for {label}-Type"
                        ));
                    }
                }
            }
        }
        _ => {
            for (at, &key) in keys.iter().take(values.len()).enumerate() {
                values[at] = key;
            }
        }
    }
    if values.iter().all(|value| matches!(value, Value::Default)) {
        return plain(format!(
            "The {label}-Type cannot be parameterized using an empty parameter list"
        ));
    }
    for (parameter, value) in parameters.iter().zip(&values) {
        check_parameter(heap, base, parameter, *value)?;
    }
    Ok(Type::ObjectExtension(heap.alloc(Extension {
        base,
        parameters: heap.slice(&values),
        named: heap.slice(&order),
    })))
}

/// Checks that a type parameter takes a value.
pub(super) fn check_parameter<'h>(
    heap: &'h Heap,
    base: &ObjectType<'h>,
    parameter: &TypeParameter<'h>,
    value: Value<'h>,
) -> Access<()> {
    let name = parameter.name;
    let owner = base.parameter_owner(name).map_or("", ObjectType::label);
    check_optional(
        heap,
        &format!("type_parameter {owner}[{name}]"),
        parameter.ty,
        value,
    )
}

/// Checks that a value is an instance of a type, `undef` or `default`.
fn check_optional<'h>(
    heap: &'h Heap,
    subject: &str,
    ty: TypeRef<'h>,
    value: Value<'h>,
) -> Access<()> {
    let ty = heap.alloc(Type::Optional(Some(ty)));
    if matches!(value, Value::Default) || instance(ty, value) {
        return Ok(());
    }
    let subject = format!("{subject} has wrong type,");
    plain(describe(heap, &subject, ty, value))
}

struct Definition<'h> {
    heap: &'h Heap,
    label: &'h str,
}

/// A member that an Object type declares.
enum Member<'a, 'h> {
    Attribute(&'a Attribute<'h>),
    Function(&'a Function<'h>),
}

fn hash_of<'h>(hash: &'h Hash<'h>, key: &str) -> Option<&'h Hash<'h>> {
    hash.get_str(key)?.as_hash()
}

/// Returns the text of an unknown type, also through an alias.
fn unknown<'h>(ty: TypeRef<'h>) -> Option<&'h str> {
    match ty {
        Type::TypeReference(text) => Some(text),
        Type::Alias(alias) => unknown(alias.resolved.get()?),
        _ => None,
    }
}

fn names<'h>(hash: &'h Hash<'h>) -> impl Iterator<Item = (&'h str, Value<'h>)> {
    hash.iter()
        .filter_map(|(key, value)| Some((key.as_str()?, value)))
}

impl<'h> Definition<'h> {
    fn object(mut self, hash: &'h Hash<'h>) -> Access<Type<'h>> {
        let heap = self.heap;
        if hash.is_empty() {
            return Ok(Type::Object(heap.alloc(ObjectType::ANY)));
        }
        check(heap, "object initializer", OBJECT, Value::Hash(hash))?;
        let name = hash.get_str("name").and_then(Value::as_str);
        self.label = name.unwrap_or("Object");
        let parent = match hash.get_str("parent") {
            Some(Value::Type(parent)) => Some(parent),
            _ => None,
        };
        if let Some(text) = parent.and_then(|parent| unknown(parent)) {
            return plain(format!("reference to unresolved type '{text}'"));
        }
        let inherited = parent.and_then(|parent| object_of(parent));
        let parameters = self.type_parameters(hash, inherited)?;
        let attributes = self.attributes(hash, inherited)?;
        let functions = self.functions(hash, inherited, &attributes)?;
        let object = ObjectType {
            name,
            parent,
            parameters,
            attributes: heap.slice(&attributes),
            functions,
            equality: None,
            equality_include_type: !matches!(
                hash.get_str("equality_include_type"),
                Some(Value::Boolean(false))
            ),
            checks: hash.get_str("checks"),
            annotations: hash.get_str("annotations").filter(|a| !a.is_undef()),
        };
        let equality = self.equality(hash, &object, inherited)?;
        Ok(Type::Object(heap.alloc(ObjectType { equality, ..object })))
    }

    fn type_parameters(
        &self,
        hash: &'h Hash<'h>,
        inherited: Option<&'h ObjectType<'h>>,
    ) -> Access<&'h [TypeParameter<'h>]> {
        let Some(given) = hash_of(hash, "type_parameters") else {
            return Ok(&[]);
        };
        let mut parameters = Vec::with_capacity(given.len());
        for (name, value) in names(given) {
            let subject = format!("type_parameter {}[{name}]", self.label);
            let (ty, value) = match value {
                Value::Type(_) => (value, None),
                Value::Hash(init) => {
                    let ty = init.get_str("type").unwrap_or(Value::Undef);
                    (ty, init.get_str("value").filter(|value| !value.is_undef()))
                }
                other => {
                    let subject = format!("{subject} has wrong type,");
                    return plain(describe(self.heap, &subject, &Type::Type(None), other));
                }
            };
            let (ty, instead) = match ty {
                // an Optional has no effect here: each parameter may be left out
                Value::Type(Type::Optional(Some(ty))) => (*ty, None),
                Value::Type(Type::Optional(None)) => (&Type::Any, Some(Value::Undef)),
                Value::Type(ty) => (ty, None),
                other => (&Type::Any, Some(other)),
            };
            let other = inherited.and_then(|parent| parent.parameter_owner(name));
            if let Some(owner) = other {
                // the content of the definition does not matter
                return plain(format!(
                    "{subject} attempts to override type_parameter {}[{name}] without having override => true",
                    owner.label()
                ));
            }
            if let Some(value) = value {
                check_optional(self.heap, &format!("{subject} value"), ty, value)?;
            }
            parameters.push(TypeParameter {
                name,
                ty,
                instead,
                value,
            });
        }
        Ok(self.heap.slice(&parameters))
    }

    fn attributes(
        &self,
        hash: &'h Hash<'h>,
        inherited: Option<&'h ObjectType<'h>>,
    ) -> Access<Vec<Attribute<'h>>> {
        let label = self.label;
        let mut attributes = Vec::new();
        let constants = hash_of(hash, "constants");
        let given = hash_of(hash, "attributes");
        for (name, _) in constants.into_iter().flat_map(names) {
            if given.is_some_and(|given| given.get_str(name).is_some()) {
                return plain(format!(
                    "attribute {label}[{name}] is defined as both a constant and an attribute"
                ));
            }
        }
        for (name, value) in given.into_iter().flat_map(names) {
            let attribute = self.attribute(name, value)?;
            self.overrides(&Member::Attribute(&attribute), inherited)?;
            attributes.push(attribute);
        }
        for (name, value) in constants.into_iter().flat_map(names) {
            let mut constant = Attribute {
                name,
                ty: crate::types::generalize(self.heap, crate::types::reduced(self.heap, value)),
                kind: AttributeKind::Constant,
                value: Some(value),
                is_final: true,
                overrides: inherited.is_some_and(|parent| parent.has(name)),
                annotations: None,
            };
            self.check_value(&constant)?;
            self.overrides(&Member::Attribute(&constant), inherited)?;
            constant.overrides = false;
            attributes.push(constant);
        }
        Ok(attributes)
    }

    fn attribute(&self, name: &'h str, value: Value<'h>) -> Access<Attribute<'h>> {
        let (heap, label) = (self.heap, self.label);
        let subject = format!("attribute {label}[{name}]");
        let mut attribute = Attribute {
            name,
            ty: &Type::Any,
            kind: AttributeKind::Normal,
            value: None,
            is_final: false,
            overrides: false,
            annotations: None,
        };
        match value {
            // an attribute that may be undef is undef unless given
            Value::Type(ty @ Type::Optional(_)) => {
                attribute.ty = ty;
                attribute.value = Some(Value::Undef);
            }
            Value::Type(ty) => attribute.ty = ty,
            Value::Hash(init) => {
                check(
                    heap,
                    &format!("initializer for {subject}"),
                    ATTRIBUTE,
                    value,
                )?;
                if let Some(Value::Type(ty)) = init.get_str("type") {
                    attribute.ty = ty;
                }
                let flag = |name| init.get_str(name).is_some_and(Value::is_truthy);
                attribute.is_final = flag("final");
                attribute.overrides = flag("override");
                attribute.annotations = init.get_str("annotations").filter(|a| !a.is_undef());
                attribute.value = init.get_str("value");
                attribute.kind = match init.get_str("kind").and_then(Value::as_str) {
                    Some("constant") => AttributeKind::Constant,
                    Some("derived") => AttributeKind::Derived,
                    Some("given_or_derived") => AttributeKind::GivenOrDerived,
                    Some("reference") => AttributeKind::Reference,
                    _ => AttributeKind::Normal,
                };
                self.check_kind(&subject, &attribute, init)?;
            }
            other => {
                let subject = format!("{subject} has wrong type,");
                return plain(describe(heap, &subject, &Type::Type(None), other));
            }
        }
        self.check_value(&attribute)?;
        Ok(attribute)
    }

    /// Checks a default or constant. The inferred type of a constant ignores `undef` among other
    /// values.
    fn check_value(&self, attribute: &Attribute<'h>) -> Access<()> {
        match attribute.value {
            None | Some(Value::Default) => Ok(()),
            Some(value) if instance(attribute.ty, value) => Ok(()),
            Some(value) => {
                let (label, name) = (self.label, attribute.name);
                let subject = format!("attribute {label}[{name}] value has wrong type,");
                plain(describe(self.heap, &subject, attribute.ty, value))
            }
        }
    }

    fn check_kind(&self, subject: &str, attribute: &Attribute<'h>, init: &Hash<'h>) -> Access<()> {
        let kind = attribute.kind.text();
        match attribute.kind {
            AttributeKind::Constant
                if matches!(init.get_str("final"), Some(Value::Boolean(false))) =>
            {
                plain(format!(
                    "{subject} of kind '{kind}' cannot be combined with final => false"
                ))
            }
            AttributeKind::Constant if attribute.value.is_none() => {
                plain(format!("{subject} of kind '{kind}' requires a value"))
            }
            AttributeKind::Derived | AttributeKind::GivenOrDerived if attribute.value.is_some() => {
                plain(format!(
                    "{subject} of kind '{kind}' cannot be combined with an attribute value"
                ))
            }
            _ => Ok(()),
        }
    }

    /// Checks a member against the inherited one of its name.
    fn overrides(
        &self,
        member: &Member<'_, 'h>,
        inherited: Option<&'h ObjectType<'h>>,
    ) -> Access<()> {
        let (what, name, overrides, ty, constant) = match member {
            Member::Attribute(a) => {
                let constant = a.kind == AttributeKind::Constant;
                ("attribute", a.name, a.overrides, a.ty, constant)
            }
            Member::Function(f) => ("function", f.name, f.overrides, f.ty, false),
        };
        let subject = format!("{what} {}[{name}]", self.label);
        let attribute = inherited.and_then(|parent| parent.attribute(name));
        let function = inherited.and_then(|parent| parent.function(name));
        let owner = inherited.map_or("", |parent| parent.owner(name));
        let (kind, of, is_final) = match (attribute, function) {
            // a constant may replace another attribute
            (Some(a), _) if a.kind == AttributeKind::Constant => ("attribute", a.ty, !constant),
            (Some(a), _) => ("attribute", a.ty, a.is_final),
            (None, Some(f)) => ("function", f.ty, f.is_final),
            (None, None) if overrides => {
                return plain(format!(
                    "expected {subject} to override an inherited {what}, but no such {what} was found"
                ));
            }
            (None, None) => return Ok(()),
        };
        let problem = match () {
            () if kind != what => format!("attempts to override {kind} {owner}[{name}]"),
            () if is_final => format!("attempts to override final {kind} {owner}[{name}]"),
            () if !overrides => format!(
                "attempts to override {kind} {owner}[{name}] without having override => true"
            ),
            () if !assignable(of, ty) => format!(
                "attempts to override {kind} {owner}[{name}] with a type that does not match"
            ),
            () => return Ok(()),
        };
        plain(format!("{subject} {problem}"))
    }

    fn functions(
        &self,
        hash: &'h Hash<'h>,
        inherited: Option<&'h ObjectType<'h>>,
        attributes: &[Attribute<'h>],
    ) -> Access<&'h [Function<'h>]> {
        let (heap, label) = (self.heap, self.label);
        let mut functions = Vec::new();
        for (name, value) in hash_of(hash, "functions").into_iter().flat_map(names) {
            let subject = format!("function {label}[{name}]");
            let mut function = Function {
                name,
                ty: &Type::Callable(None),
                is_final: false,
                overrides: false,
                annotations: None,
            };
            let wanted: TypeRef<'h> = &Type::Type(Some(&Type::Callable(None)));
            match value {
                Value::Type(ty) if instance(wanted, value) => function.ty = ty,
                Value::Hash(init) => {
                    let subject = format!("initializer for function '{name}'");
                    check(heap, &subject, FUNCTION, value)?;
                    if let Some(Value::Type(ty)) = init.get_str("type") {
                        function.ty = ty;
                    }
                    let flag = |name| init.get_str(name).is_some_and(Value::is_truthy);
                    function.is_final = flag("final");
                    function.overrides = flag("override");
                    function.annotations = init.get_str("annotations").filter(|a| !a.is_undef());
                }
                other => {
                    let subject = format!("{subject} has wrong type,");
                    return plain(describe(heap, &subject, wanted, other));
                }
            }
            if attributes.iter().any(|attribute| attribute.name == name) {
                return plain(format!(
                    "{subject} conflicts with attribute with the same name"
                ));
            }
            self.overrides(&Member::Function(&function), inherited)?;
            functions.push(function);
        }
        Ok(heap.slice(&functions))
    }

    fn equality(
        &self,
        hash: &'h Hash<'h>,
        object: &ObjectType<'h>,
        inherited: Option<&'h ObjectType<'h>>,
    ) -> Access<Option<&'h [&'h str]>> {
        let label = self.label;
        let names: Vec<&'h str> = match hash.get_str("equality") {
            Some(Value::String(name)) => vec![name.as_str()],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => return Ok(None),
        };
        if !object.equality_include_type && !names.is_empty() {
            return plain(
                "equality_include_type = false cannot be combined with non empty equality specification",
            );
        }
        for name in &names {
            if let Some(function) = object.function(name) {
                let owner = object.owner(function.name);
                return plain(format!(
                    "{label} equality is referencing function {owner}[{name}]. Only attribute references are allowed"
                ));
            }
            let Some(attribute) = object.attribute(name) else {
                return plain(format!(
                    "{label} equality is referencing non existent attribute '{name}'"
                ));
            };
            if attribute.kind == AttributeKind::Constant {
                let owner = object.owner(name);
                return plain(format!(
                    "{label} equality is referencing constant attribute {owner}[{name}]. Reference to constant is not allowed in equality"
                ));
            }
            let ancestors = std::iter::successors(inherited, |ty| ty.parent_object());
            let counting = ancestors.filter(|ty| {
                ty.attribute(name).is_some()
                    && super::counted(ty).is_none_or(|counted| counted.contains(name))
            });
            if let (Some(first), Some(parent)) = (counting.last(), inherited) {
                let owner = parent.owner(name);
                return plain(format!(
                    "{label} equality is referencing attribute {owner}[{name}] which is included in equality of {}",
                    first.label()
                ));
            }
        }
        Ok(Some(self.heap.slice(&names)))
    }
}

/// Returns the type of a name: the one that `type Name = Object[{...}]` defines.
pub(crate) fn with_name<'h>(heap: &'h Heap, ty: TypeRef<'h>, name: &'h str) -> Option<TypeRef<'h>> {
    match ty {
        Type::Object(object) if object.name == Some(name) => Some(ty),
        Type::TypeSet(set) if set.name() == Some(name) => Some(ty),
        Type::Object(object) if object.name.is_none() && !object.is_any() => {
            Some(heap.alloc(Type::Object(heap.alloc(ObjectType {
                name: Some(name),
                ..**object
            }))))
        }
        _ => None,
    }
}
