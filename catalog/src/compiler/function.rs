//! Runs the functions that use the catalog: `create_resources`, `defined`, `realize`, `tag`,
//! `tagged`.

use std::sync::Arc;

use frontend::ast::ResourceForm;
use frontend::{Source, Symbol};
use rubycore::case::Downcase;
use runtime::error::{Error, Kind, Place, fail_as};
use runtime::host::{Attribute, AttributeOp};
use runtime::platform::{attribute_name, converted_name, lacks_method, nil_lacks, no_method};
use runtime::scope::ScopeId;
use runtime::types::{self, Type};
use runtime::value::{Hash, HashBuilder};
use runtime::{Cx, Res, Value, fail, interp, limits, ops, text};

use super::collector::Reference;
use super::declare::Declaration;
use super::resource::find;
use super::resource::{Family, Parameter, TypeId, own_parameters, tag_with_value};
use super::{Compiler, parse_error, tag};
use crate::compiler::record::Origin;
use crate::core_types;
use crate::data::{Data, Pairs};
use crate::exported;
use crate::node::plain_value;
use crate::read_set::{self, Topic};

/// The error message for a file whose title is empty.
pub(super) const NO_TITLE_PATTERN: &str = "No set of title patterns matched the title \"\".";

impl<'h> Compiler<'h> {
    /// Runs a function by name.
    pub(super) fn run_function(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        arguments: &[Value<'h>],
    ) -> Res<'h> {
        match name {
            "create_resources" => self.create_resources(cx, arguments),
            "defined" => self.defined(cx, arguments),
            "realize" => {
                at_least(name, arguments, 1)?;
                self.realize(cx, self.references(arguments));
                self.note_collector(cx, cx.call_place(), true);
                Ok(Value::Undef)
            }
            "tag" => {
                at_least(name, arguments, 1)?;
                self.tag_scope(cx, arguments)
            }
            "tagged" => {
                at_least(name, arguments, 1)?;
                let all = arguments
                    .iter()
                    .all(|&value| self.is_scope_tagged(cx, value));
                Ok(Value::Boolean(all))
            }
            "puppetdb_query" => self.query_store(arguments),
            _ => fail(format!("Unknown function: '{name}'.")),
        }
    }

    /// Runs `puppetdb_query`, which the store of exported resources answers.
    fn query_store(&self, arguments: &[Value<'h>]) -> Res<'h> {
        self.asks_others.set(true);
        read_set::note(Topic::Store, "", || {
            self.environment.answer(Topic::Store, "")
        });
        let Some(store) = &self.environment.store else {
            return fail(
                "puppetdb_query() can only be answered from earlier catalogs; --exported-from names them",
            );
        };
        let query = match arguments {
            [query] => plain_data(*query, &mut 0),
            _ => None,
        };
        let Some(query) = query else {
            return fail("puppetdb_query() expects one query, a String or an Array");
        };
        match exported::answer(&store.get(), &query) {
            Ok(rows) => Ok(plain_value(self.heap, &rows)),
            Err(problem) => fail(format!("puppetdb_query(): {problem}")),
        }
    }

    /// Collects the references in nested arrays.
    fn references(&self, values: &[Value<'h>]) -> Vec<Reference<'h>> {
        let mut references = Vec::new();
        for value in ops::unfolded(values.iter().copied()) {
            limits::items::<Reference<'h>>(references.len());
            references.push(match value {
                Value::Type(Type::Resource {
                    type_name: Some(ty),
                    title,
                    ..
                }) => match title.unwrap_or_default() {
                    "" => Reference::Text(format!("{ty}[]")),
                    title => Reference::Resource(ty, title),
                },
                Value::Type(Type::Class(Some(name))) => Reference::Resource("Class", name),
                other => Reference::Text(text::ruby(other)),
            });
        }
        references
    }

    fn tag_scope(&self, cx: &Cx<'h>, values: &[Value<'h>]) -> Res<'h> {
        let container = self.container(cx, cx.scope_id());
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        contents.tag_changes += 1;
        let resource = contents.resources.get_mut(container);
        for &value in values {
            let tagged = match value {
                Value::Array(_) => {
                    tag_with_value(&mut resource.tags, &mut contents.tags, self.heap, value)
                }
                single => {
                    let text = match single {
                        Value::Type(ty) => {
                            crate::rich::reference(ty).unwrap_or_else(|| text::ruby(single))
                        }
                        _ => text::ruby(single),
                    };
                    let text = text.downcase();
                    match tag::is_valid(&text) {
                        true => {
                            tag::add(&mut resource.tags, &mut contents.tags, self.heap, &text);
                            Ok(())
                        }
                        false => Err(text),
                    }
                }
            };
            if let Err(tag) = tagged {
                let problem = format!("Invalid tag '{tag}'");
                // the error is reported at the resource's line, if it is known
                return match resource.place.clone() {
                    Some(place) => Err(parse_error(problem, Some(place))),
                    None => fail_as(Kind::Parse, problem),
                };
            }
        }
        Ok(Value::Undef)
    }

    fn is_scope_tagged(&self, cx: &Cx<'h>, value: Value<'h>) -> bool {
        let contents = self.contents.borrow();
        let wanted = text::ruby(value);
        let container = self.container(cx, cx.scope_id());
        let of_catalog = contents
            .tags
            .find(&wanted)
            .is_some_and(|tag| contents.catalog_tags.contains(tag));
        of_catalog
            || self.is_tagged(cx, &contents, container, &wanted)
            || self.catalog_has_tag(&contents, &wanted)
    }

    /// Returns true if a text is the name of an evaluated class or node, or a segment of it.
    fn catalog_has_tag(&self, contents: &super::Contents<'h>, text: &str) -> bool {
        let text = text.downcase();
        contents
            .classes
            .iter()
            .any(|name| *name == text || name.split("::").any(|part| part == text))
    }

    fn defined(&self, cx: &mut Cx<'h>, values: &[Value<'h>]) -> Res<'h> {
        for &value in values {
            if self.is_defined(cx, value)? {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    }

    /// Returns true if a variable exists; a qualified name is also searched for in the scopes
    /// around the class's scope.
    fn has_variable(&self, cx: &mut Cx<'h>, name: &str) -> bool {
        // the top scope has it as well, with the value undef
        if matches!(name, "caller_module_name" | "::caller_module_name") {
            return true;
        }
        let Some((class, last)) = name.rsplit_once("::") else {
            return interp::has_variable(cx, name);
        };
        let scope = match class.strip_prefix("::").unwrap_or(class) {
            "" => Some(ScopeId::TOP),
            class => cx.host.class_scope(cx, class),
        };
        match scope {
            Some(scope) => interp::scope_has_variable(cx, scope, last),
            None => cx.variable(name).is_some(),
        }
    }

    fn is_defined(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h, bool> {
        match value {
            Value::String(name) => match name.strip_prefix('$') {
                Some(variable) => {
                    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                    Ok(variable.chars().all(is_name) && self.has_variable(cx, variable))
                }
                None if name.as_str() == "main" => Ok(true),
                None if name.contains('\0') => fail("string contains null byte"),
                None => self.is_type_or_class(cx, name.as_str()),
            },
            Value::Type(Type::Resource {
                type_name: None, ..
            }) => fail("The given resource type is a reference to all kind of types"),
            Value::Type(Type::Resource {
                type_name: Some(ty),
                title: None,
                ..
            }) => self.is_resource_type(cx, &ty.downcase()),
            // an attribute's reference to a class is not found by any name
            Value::Type(Type::Resource {
                type_name: Some("Class"),
                is_object: true,
                ..
            }) => Ok(false),
            Value::Type(Type::Resource {
                type_name: Some(ty),
                title: Some(title),
                ..
            }) => {
                let (ty, title) = self.found_as(cx, ty, title)?;
                self.check_title(cx, ty, title)?;
                Ok(find(&self.contents.borrow().resources, ty, title).is_some())
            }
            Value::Type(Type::CatalogEntry) => fail(
                "Invalid argument of type 'Puppet::Pops::Types::PCatalogEntryType' to 'defined'",
            ),
            Value::Type(Type::Class(None)) => {
                fail("The given class type is a reference to all classes")
            }
            Value::Type(Type::Class(Some(name))) => Ok(self.class_resource(name).is_some()),
            Value::Type(Type::Type(Some(Type::Class(Some(name))))) => {
                Ok(self.find_class(cx, name)?.is_some())
            }
            Value::Type(Type::Type(Some(Type::CatalogEntry))) => Ok(false),
            Value::Type(Type::Type(Some(inner))) => self.is_defined(cx, Value::Type(inner)),
            _ => Ok(false),
        }
    }

    fn is_type_or_class(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
        let lower = name.downcase();
        let plain = lower.strip_prefix("::").unwrap_or(&lower);
        if plain.is_empty() {
            return Ok(false);
        }
        if self.find_class(cx, plain)?.is_some() || plain == "settings" {
            return Ok(true);
        }
        if plain == "class" {
            return Ok(false);
        }
        if plain.len() != lower.len() {
            // only defines may have absolute names
            return Ok(self
                .resource_type(cx, plain)?
                .is_some_and(|ty| self.is_define(ty)));
        }
        self.is_resource_type(cx, plain)
    }

    /// Returns true if a resource type exists; `class` and `node` are not resource types.
    pub(super) fn is_resource_type(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
        Ok(!matches!(name, "class" | "node") && self.resource_type(cx, name)?.is_some())
    }

    fn create_resources(&self, cx: &mut Cx<'h>, arguments: &[Value<'h>]) -> Res<'h> {
        at_least("create_resources", arguments, 2)?;
        if arguments.len() > 3 {
            let count = arguments.len();
            return fail(format!(
                "create_resources(): wrong number of arguments ({count}; must be 2 or 3)"
            ));
        }
        let Value::Hash(resources) = arguments[1] else {
            return fail("create_resources(): second argument must be a hash");
        };
        let defaults = match arguments.get(2) {
            None => None,
            Some(Value::Hash(defaults)) => Some(*defaults),
            Some(_) => {
                return fail("create_resources(): third argument, if provided, must be a hash");
            }
        };
        let (form, type_name) = type_and_form(arguments[0])?;
        let Some(place) = cx.call_place() else {
            return fail("create_resources() is not called by code");
        };
        let place = self.with_file(place);
        if type_name == "class" && form != ResourceForm::Regular {
            let message = "Classes are not virtualizable";
            let issue = frontend::Issue("NOT_VIRTUALIZEABLE");
            return Err(Error {
                line_only: true,
                ..Error::evaluation(issue, message, Some(place))
            }
            .into());
        }
        let declaration = Declaration {
            by_function: true,
            form,
            scope: cx.scope_id(),
            place,
        };
        self.create_all(cx, type_name, resources, defaults, &declaration)?;
        Ok(Value::Undef)
    }

    /// Gives code without a file the file name `unknown`.
    fn with_file(&self, place: Place) -> Place {
        if place.source.path.is_some() {
            return place;
        }
        let mut known = self.unknown.borrow_mut();
        let named = match &*known {
            Some((source, named)) if Arc::ptr_eq(source, &place.source) => named.clone(),
            _ => {
                let named = Arc::new(Source::new(Some("unknown"), place.source.text.clone()));
                *known = Some((place.source.clone(), named.clone()));
                named
            }
        };
        Place {
            source: named,
            ..place
        }
    }

    pub(super) fn is_define(&self, ty: TypeId) -> bool {
        let family = self.contents.borrow().resources.ty(ty).family;
        matches!(family, Family::Define(_))
    }

    fn create_all(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        resources: &'h Hash<'h>,
        defaults: Option<&'h Hash<'h>>,
        declaration: &Declaration,
    ) -> Res<'h, ()> {
        let Some((_, first)) = resources.iter().next() else {
            return Ok(());
        };
        // the attributes of the first resource are merged before the type is looked up
        self.with_defaults(first, defaults)?;
        if type_name.is_empty() {
            return fail_as(Kind::NoMethod, nil_lacks("empty?"));
        }
        let given = self.heap.text(&type_name.downcase());
        let lower = given.strip_prefix("::").unwrap_or(given);
        let is_class = lower == "class";
        let ty = match is_class {
            true => None,
            false => self.resource_type(cx, lower)?,
        };
        // only defines may have absolute names
        if !is_class && !ty.is_some_and(|ty| lower == given || self.is_define(ty)) {
            return fail(format!("Unknown resource type: '{given}'"));
        }
        // attributes have no place of their own
        let origin = self
            .contents
            .borrow_mut()
            .resources
            .origin(declaration.scope, None);
        self.note(|record| {
            record.origins.insert(origin, Origin::Function);
        });
        let defaults = match defaults {
            Some(defaults) => Some(self.with_own_lists(cx, defaults)?),
            None => None,
        };
        for (title, attributes) in resources.iter() {
            let attributes = match attributes {
                Value::Hash(own) => Value::Hash(self.with_own_lists(cx, own)?),
                other => other,
            };
            let attributes = self.with_defaults(attributes, defaults)?;
            let mut parameters = Vec::with_capacity(attributes.len());
            for attribute in attributes {
                parameters.push(Parameter {
                    name: attribute.name,
                    origin,
                    at: 0,
                    value: self.set(cx, attribute.name, attribute.value)?,
                });
            }
            let titles = match title {
                Value::Array(items) => items.to_vec(),
                Value::Undef => {
                    let is_define = ty.is_some_and(|ty| self.is_define(ty));
                    return no_title(lower, is_define);
                }
                single => vec![single],
            };
            for title in titles {
                let parameters = own_parameters(&parameters);
                self.create(cx, (lower, ty), title, parameters, declaration)?;
            }
        }
        Ok(())
    }

    /// Creates one resource; a class has no `TypeId`.
    fn create(
        &self,
        cx: &mut Cx<'h>,
        (type_name, ty): (&str, Option<TypeId>),
        title: Value<'h>,
        parameters: Vec<Parameter<'h>>,
        declaration: &Declaration,
    ) -> Res<'h, ()> {
        let text = match title.as_str() {
            Some(text) => text,
            None => self.heap.text(&shown_title(title)),
        };
        let Some(ty) = ty else {
            self.declare_like_resource(cx, text, parameters, declaration)?;
            return Ok(());
        };
        if text.is_empty() && type_name == "file" {
            return fail(NO_TITLE_PATTERN);
        }
        let odd = match title.as_str() {
            Some(_) => None,
            None => Some(self.attribute_copy(cx, title)?),
        };
        self.add_titled(cx, ty, (text, odd), parameters, declaration)?;
        Ok(())
    }

    /// Merges the attributes of one resource into the defaults; a default that is overridden keeps
    /// its position.
    fn with_defaults(
        &self,
        own: Value<'h>,
        defaults: Option<&'h Hash<'h>>,
    ) -> Res<'h, Vec<Attribute<'h>>> {
        let (own, naming) = match own {
            Value::Hash(own) => (own, None),
            Value::Type(ty) if let Some(naming) = self.naming_value(ty) => {
                (Hash::new(self.heap, &[]), Some(naming))
            }
            _ => {
                let class = converted_name(own);
                let problem = format!("no implicit conversion of {class} into Hash");
                return fail_as(Kind::Type, problem);
            }
        };
        let merged = match defaults.filter(|defaults| !defaults.is_empty()) {
            Some(defaults) => {
                let mut merged = HashBuilder::from_hash(defaults);
                own.iter()
                    .for_each(|(name, value)| merged.insert(name, value));
                merged.finish(self.heap)
            }
            None => own,
        };
        let mut attributes = Vec::with_capacity(merged.len());
        for (name, value) in merged.iter() {
            let name = attribute_name(name).or_else(fail)?;
            attributes.push(Attribute {
                name: Symbol::intern(name),
                op: AttributeOp::Set,
                value,
                at: 0,
            });
        }
        attributes.extend(naming);
        Ok(attributes)
    }

    /// Returns the title of a reference as the naming attribute of its type: the only entry of the hash
    /// that Puppet makes of a reference.
    fn naming_value(&self, reference: &Type<'h>) -> Option<Attribute<'h>> {
        let (name, title) = match *reference {
            Type::Resource {
                type_name: Some(ty),
                title,
                ..
            } => {
                let contents = self.contents.borrow();
                let resources = &contents.resources;
                let known = resources.find_type(ty).map(|ty| resources.ty(ty).naming);
                let name = known.unwrap_or_else(|| Some(core_naming_attribute(ty)))?;
                (name, title.unwrap_or_default())
            }
            Type::Class(Some(class)) => {
                let shown = self.heap.text(&types::capitalized(class));
                (Symbol::intern("name"), shown)
            }
            _ => return None,
        };
        Some(Attribute {
            name,
            op: AttributeOp::Set,
            value: Value::string(self.heap, title),
            at: 0,
        })
    }
}

/// Splits `@@type` into the form of the declaration and the type's name.
fn type_and_form<'h>(value: Value<'h>) -> Res<'h, (ResourceForm, &'h str)> {
    let name = match value {
        Value::String(name) => name.as_str(),
        Value::Undef => "",
        other => {
            let shown = text::ruby_inspect(other);
            return fail_as(
                Kind::NoMethod,
                match other {
                    Value::Type(ty) => match as_ruby_resource(ty, &shown) {
                        Some(shown) => lacks_method("sub", &format!("{shown}:Puppet::Resource")),
                        None => lacks_method("sub", &shown),
                    },
                    other => no_method("sub", other),
                },
            );
        }
    };
    Ok(match (name.strip_prefix("@@"), name.strip_prefix('@')) {
        (Some(name), _) => (ResourceForm::Exported, name),
        (None, Some(name)) => (ResourceForm::Virtual, name),
        (None, None) => (ResourceForm::Regular, name),
    })
}

/// Shows a reference the way Ruby shows a resource: `User[a]{:name=>"a"}`.
fn as_ruby_resource(ty: &Type<'_>, shown: &str) -> Option<String> {
    let (name, title) = match ty {
        Type::Resource {
            type_name: Some(name),
            title,
            ..
        } => (name, title.unwrap_or_default()),
        // the text already contains the name
        Type::Class(Some(_)) => return Some(shown.to_owned()),
        _ => return None,
    };
    let namevar = core_naming_attribute(name);
    Some(format!("{name}[{title}]{{:{namevar}=>{title:?}}}"))
}

/// Returns the first naming attribute of one of Puppet's own types, otherwise `name`.
fn core_naming_attribute(ty: &str) -> Symbol {
    let core = core_types::find(&ty.downcase());
    let first = core.and_then(|ty| ty.name_attributes.first());
    Symbol::intern(first.unwrap_or(&"name"))
}

/// Converts a value of type `Data` to data; `parts` counts all copies because shared values are
/// duplicated.
fn plain_data(value: Value<'_>, parts: &mut usize) -> Option<Data> {
    *parts += 1;
    limits::stack();
    limits::items::<Data>(*parts);
    Some(match value {
        Value::Undef => Data::Undef,
        Value::Boolean(value) => Data::Boolean(value),
        Value::Integer(value) => Data::Integer(value),
        Value::BigInteger(big) => Data::BigInteger(Arc::from(big.to_string())),
        Value::Float(value) => Data::Float(value),
        Value::String(text) => Data::string(text.as_str()),
        Value::Array(items) => {
            let item = |item| plain_data(item, parts);
            Data::array(items.iter().map(item).collect::<Option<_>>()?)
        }
        Value::Hash(hash) => {
            let pair = |(key, value)| Some((plain_data(key, parts)?, plain_data(value, parts)?));
            Data::hash(hash.iter().map(pair).collect::<Option<Pairs>>()?)
        }
        _ => return None,
    })
}

/// Converts a title that is not a text to a text.
fn shown_title(title: Value<'_>) -> String {
    match title {
        Value::Type(ty) => crate::rich::reference(ty).unwrap_or_else(|| text::ruby(title)),
        other => text::ruby(other),
    }
}

fn at_least<'h>(name: &str, arguments: &[Value<'h>], minimum: usize) -> Res<'h, ()> {
    match arguments.len() < minimum {
        true => {
            let count = arguments.len();
            fail(format!(
                "{name}(): Wrong number of arguments given ({count} for minimum {minimum})"
            ))
        }
        false => Ok(()),
    }
}

/// Returns the error of a resource whose title is `undef`.
fn no_title<'h, T>(type_name: &str, is_define: bool) -> Res<'h, T> {
    let shown = match is_define {
        true => format!("\"{type_name}\""),
        false => format!(":{type_name}"),
    };
    fail(format!(
        "No title provided and {shown} is not a valid resource reference"
    ))
}
