//! Evaluates resource expressions: from operands to declarations by the host.

use frontend::Symbol;
use frontend::ast::{RelationshipOp, ResourceForm};
use frontend::issue::Located;
use mir::Use;
use mir::op::{self, AttributeOperator};
use rubycore::case::Downcase;

use super::Run;
use crate::error::{Place, Raise, Res, fail};
use crate::heap::Heap;
use crate::host::{
    self, Attribute, AttributeOp, Collector, NO_TYPE_NAME, Query, ResourceExpression,
};
use crate::nested_values;
use crate::ops;
use crate::platform;
use crate::types::{self, Type};
use crate::value::Value;

impl<'h> Run<'h, '_> {
    /// Checks that the last of the titles is a nonempty string and differs from the titles before
    /// it.
    pub(super) fn check_titles(&mut self, titles: &[Use], at: u32) -> Res<'h> {
        let Some((last, before)) = titles.split_last() else {
            return Ok(Value::Undef);
        };
        if let Value::Undef = self.get(last.temp) {
            let message = "Missing title. The title expression resulted in undef";
            return self.fail("MISSING_TITLE", message, last.at);
        }
        let list = self.titles(*last);
        for (index, item) in list.iter().enumerate() {
            self.check_title(*item, index, last.at)?;
        }
        if before.is_empty() && list.len() == 1 {
            return Ok(Value::Undef);
        }
        let count = before.len() + list.len();
        let mut seen = frontend::name::Set::with_capacity_and_hasher(count, Default::default());
        for title in before {
            seen.extend(self.titles(*title).into_iter().map(title_text));
        }
        for title in list {
            self.check_new(&mut seen, title, at)?;
        }
        Ok(Value::Undef)
    }

    /// Returns the titles in the value of a body's title expression, flattened.
    fn titles(&self, title: Use) -> Vec<Value<'h>> {
        match self.get(title.temp) {
            Value::Array(items) => ops::flat(items.iter()),
            single => vec![single],
        }
    }

    fn check_new(
        &mut self,
        seen: &mut frontend::name::Set<&'h str>,
        title: Value<'h>,
        at: u32,
    ) -> Res<'h, ()> {
        let text = title_text(title);
        match seen.insert(text) {
            true => Ok(()),
            false => {
                let message =
                    format!("The title '{text}' has already been used in this resource expression");
                self.fail("DUPLICATE_TITLE", message, at)
            }
        }
    }

    fn check_title(&mut self, title: Value<'h>, index: usize, at: u32) -> Res<'h, ()> {
        match title {
            Value::String(text) if text.is_empty() => {
                let message = format!(
                    "Empty string title at {index}. Title strings must have a length greater than zero."
                );
                self.fail("EMPTY_STRING_TITLE_AT", message, at)
            }
            Value::String(_) | Value::Default => Ok(()),
            Value::Undef => {
                let message = format!(
                    "Missing title at index {index}. The title expression resulted in an undef title"
                );
                self.fail("MISSING_TITLE_AT", message, at)
            }
            other => {
                let actual = types::describe::short(self.cx.heap, other);
                let message =
                    format!("Illegal title type at index {index}. Expected String, got {actual}");
                self.fail("ILLEGAL_TITLE_TYPE_AT", message, at)
            }
        }
    }

    pub(super) fn check_attributes(&mut self, list: &'h [op::Attribute], at: u32) -> Res<'h> {
        let attributes = self.attributes(list)?;
        self.check_distinct(&attributes, at)?;
        Ok(Value::Undef)
    }

    fn check_distinct(&mut self, attributes: &[Attribute<'h>], at: u32) -> Res<'h, ()> {
        // most resources have a handful
        const SCAN_MAX: usize = 16;
        let repeated = match attributes.len() {
            ..=SCAN_MAX => (1..attributes.len()).find(|&at| {
                let name = attributes[at].name;
                attributes[..at].iter().any(|other| other.name == name)
            }),
            _ => {
                let mut names: frontend::name::Set<Symbol> = Default::default();
                let mut list = attributes.iter();
                list.position(|attribute| !names.insert(attribute.name))
            }
        };
        match repeated {
            None => Ok(()),
            Some(index) => {
                let name = attributes[index].name;
                let message = format!("The attribute '{name}' has already been set");
                self.fail("DUPLICATE_ATTRIBUTE", message, at)
            }
        }
    }

    pub(super) fn check_attribute(&mut self, attribute: &op::Attribute) -> Res<'h> {
        let value = self.get(attribute.value.temp);
        let what = match &attribute.operator {
            AttributeOperator::Set(_) => "a '=>' expression",
            AttributeOperator::Append(_) => "a '+>' expression",
            AttributeOperator::Splat => return self.check_splat(value, attribute),
        };
        self.check_fit(value, what, attribute.at)
    }

    fn check_splat(&mut self, value: Value<'h>, attribute: &op::Attribute) -> Res<'h> {
        let Value::Hash(hash) = value else {
            return self.no_splat(value, attribute.value.at);
        };
        for (key, value) in hash.iter() {
            self.check_fit(value, "an Object", attribute.at)?;
            self.attribute_name(key, attribute.at)?;
        }
        Ok(Value::Undef)
    }

    fn check_fit(&mut self, value: Value<'h>, what: &str, at: u32) -> Res<'h> {
        let problem = match host::unfit(value) {
            Some(unfit) => Some(unfit.problem.into_owned()),
            None => self.loading_problem(value)?,
        };
        match problem {
            None => Ok(Value::Undef),
            Some(problem) => {
                let message = format!("Error while evaluating {what}, {problem}");
                self.fail("RUNTIME_ERROR", message, at)
            }
        }
    }

    /// Loads the types of the resources that a value refers to. Returns the problem, if there is
    /// one.
    fn loading_problem(&mut self, value: Value<'h>) -> Res<'h, Option<String>> {
        let mut failed = None;
        nested_values::any(value, |value| {
            if let Value::Type(Type::Resource {
                type_name: Some(name),
                ..
            }) = value
                && let Err(raise) = self.cx.host.is_resource_type(self.cx, &name.downcase())
            {
                failed = Some(raise);
            }
            failed.is_some()
        });
        match failed.map(|raise| *raise) {
            None => Ok(None),
            Some(Raise::Error(error)) => Ok(Some(error.message)),
            Some(other) => Err(Box::new(other)),
        }
    }

    /// Returns the key of a splatted hash as the name of an attribute.
    fn attribute_name(&mut self, key: Value<'h>, at: u32) -> Res<'h, &'h str> {
        platform::attribute_name(key).or_else(|problem| {
            let message = format!("Error while evaluating an Object, {problem}");
            self.fail("RUNTIME_ERROR", message, at)
        })
    }

    fn no_splat<T>(&mut self, value: Value<'h>, at: u32) -> Res<'h, T> {
        let actual = types::describe::short(self.cx.heap, value);
        let message = format!("Expected value of type Hash, got {actual}");
        self.fail("TYPE_MISMATCH", message, at)
    }

    /// Returns the attributes of a body, with splats expanded.
    fn attributes(&mut self, list: &'h [op::Attribute]) -> Res<'h, Vec<Attribute<'h>>> {
        let mut attributes = Vec::with_capacity(list.len());
        for attribute in list {
            let value = self.get(attribute.value.temp);
            let (at, value_at) = (attribute.at, attribute.value.at);
            match &attribute.operator {
                AttributeOperator::Set(name) => {
                    attributes.push(Attribute {
                        name: *name,
                        op: AttributeOp::Set,
                        value,
                        at,
                    });
                }
                AttributeOperator::Append(name) => {
                    attributes.push(Attribute {
                        name: *name,
                        op: AttributeOp::Append,
                        value,
                        at,
                    });
                }
                AttributeOperator::Splat => {
                    let Value::Hash(hash) = value else {
                        return self.no_splat(value, value_at);
                    };
                    for (key, value) in hash.iter() {
                        let name = self.attribute_name(key, at)?;
                        attributes.push(Attribute {
                            name: Symbol::intern(name),
                            op: AttributeOp::Set,
                            value,
                            at,
                        });
                    }
                }
            }
        }
        Ok(attributes)
    }

    pub(super) fn resource(
        &mut self,
        form: ResourceForm,
        type_name: Use,
        bodies: &'h [op::ResourceBody],
        at: u32,
    ) -> Res<'h> {
        let expressed = self.get(type_name.temp);
        let (type_name, written) = match expressed {
            Value::Type(Type::Resource {
                type_name: None,
                title: None,
                ..
            }) => (None, ""),
            _ => (
                Some(self.resource_type(type_name)?),
                written_type(self.cx.heap, expressed),
            ),
        };
        let list = match bodies {
            [body] if let title @ Value::String(_) = self.get(body.title.temp) => {
                let attributes = self.attributes(&body.attributes)?;
                self.check_distinct(&attributes, at)?;
                vec![host::ResourceBody {
                    titles: host::Titles::One(title),
                    attributes,
                    at: body.at,
                }]
            }
            _ => self.bodies(bodies, at)?,
        };
        let (host, place) = (self.cx.host, self.place(at));
        self.statement("Resource Statement", at, |cx| {
            let Some(type_name) = type_name else {
                return fail(NO_TYPE_NAME);
            };
            let expression = ResourceExpression {
                form,
                type_name,
                written,
                bodies: list,
                place,
            };
            host.declare(cx, expression)
        })
    }

    /// Returns the bodies of a resource expression, with the attributes of the `default:` body merged
    /// into the others.
    fn bodies(
        &mut self,
        bodies: &'h [op::ResourceBody],
        at: u32,
    ) -> Res<'h, Vec<host::ResourceBody<'h>>> {
        let mut defaults: Option<Vec<Attribute<'h>>> = None;
        let mut list = Vec::with_capacity(bodies.len());
        let mut seen: frontend::name::Set<&'h str> = Default::default();
        if bodies.len() > 1 {
            seen.reserve(bodies.len());
        }
        let mut evaluated = Vec::with_capacity(bodies.len());
        for body in bodies {
            let attributes = self.attributes(&body.attributes)?;
            self.check_distinct(&attributes, at)?;
            let titles = self.titles(body.title);
            if bodies.len() > 1 || titles.len() > 1 {
                for title in &titles {
                    self.check_new(&mut seen, *title, at)?;
                }
            }
            if titles.iter().any(|t| matches!(t, Value::Default)) {
                defaults = Some(attributes.clone());
            }
            let titles: Vec<Value<'h>> = titles
                .into_iter()
                .filter(|t| !matches!(t, Value::Default))
                .collect();
            evaluated.push((titles, attributes, body.at));
        }
        for (titles, own, at) in evaluated {
            if titles.is_empty() {
                continue;
            }
            let attributes = match &defaults {
                None => own,
                Some(defaults) => merge(defaults, own),
            };
            list.push(host::ResourceBody {
                titles: host::Titles::Many(titles),
                attributes,
                at,
            });
        }
        Ok(list)
    }

    /// Runs a statement; a plain error becomes `Error while evaluating a WHAT, ...`.
    pub(super) fn statement<T>(
        &mut self,
        what: &str,
        at: u32,
        run: impl FnOnce(&mut crate::cx::Cx<'h>) -> Res<'h, T>,
    ) -> Res<'h, T> {
        use crate::error::{Form, Raise};
        let source = self.body.source;
        run(self.cx).map_err(|raise| match *raise {
            Raise::Error(mut error) if error.form == Form::Plain => {
                let what = crate::ops::a_an(what);
                error.message = format!("Error while evaluating {what}, {}", error.message);
                error.form = Form::Evaluation;
                error.place = Some(Place {
                    source: source.clone(),
                    offset: at,
                });
                error.into()
            }
            other => Box::new(other),
        })
    }

    /// Returns the lower-case name of the type of a resource expression.
    fn resource_type(&mut self, operand: Use) -> Res<'h, &'h str> {
        let value = self.get(operand.temp);
        let name = match value {
            Value::String(name) => Some(name.as_str()),
            Value::Type(Type::Class(None)) => Some("class"),
            Value::Type(Type::Resource {
                type_name: Some(name),
                title: None,
                ..
            }) => Some(*name),
            _ => None,
        };
        let Some(name) = name else {
            return self.illegal_resource_type(operand);
        };
        let name = name.strip_prefix("::").unwrap_or(name);
        Ok(match name.bytes().any(|b| b.is_ascii_uppercase()) {
            true => self.cx.heap.text(&name.downcase()),
            false => name,
        })
    }

    fn illegal_resource_type<T>(&mut self, operand: Use) -> Res<'h, T> {
        let actual = types::describe::short(self.cx.heap, self.get(operand.temp));
        self.not_a_resource_type(&actual, operand.at)
    }

    fn not_a_resource_type<T>(&mut self, actual: &str, at: u32) -> Res<'h, T> {
        let message = format!(
            "Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}"
        );
        self.fail("ILLEGAL_RESOURCE_TYPE", message, at)
    }

    pub(super) fn resource_defaults(
        &mut self,
        type_ref: Use,
        list: &'h [op::Attribute],
        at: u32,
    ) -> Res<'h> {
        if let Value::Type(Type::Class(_)) = self.get(type_ref.temp) {
            return self.illegal_resource_type(type_ref);
        }
        let type_name = self.resource_type(type_ref)?;
        let attributes = self.attributes(list)?;
        let (host, place) = (self.cx.host, self.place(at));
        self.statement("Resource Defaults Expression", at, |cx| {
            host.resource_defaults(cx, type_name, attributes, place)
        })?;
        Ok(self.get(type_ref.temp))
    }

    pub(super) fn resource_override(
        &mut self,
        references: Use,
        list: &'h [op::Attribute],
        at: u32,
    ) -> Res<'h> {
        let target = self.get(references.temp);
        let attributes = self.attributes(list)?;
        let (host, place) = (self.cx.host, self.place(at));
        self.statement("Resource Override", at, |cx| {
            host.resource_override(cx, target, attributes, place)
        })?;
        Ok(target)
    }

    pub(super) fn collect(
        &mut self,
        type_ref: Use,
        exported: bool,
        query: &'h op::Query,
        list: &'h [op::Attribute],
        at: u32,
    ) -> Res<'h> {
        let type_name = self.resource_type(type_ref)?;
        let is_absolute = self.is_absolute(type_ref);
        let query = self.query(query);
        let attributes = self.attributes(list)?;
        let (host, place) = (self.cx.host, self.place(at));
        let collector = Collector {
            type_name,
            is_absolute,
            exported,
            query,
            attributes,
            place,
        };
        self.statement(query_label(exported), at, |cx| host.collect(cx, collector))
    }

    pub(super) fn relate(&mut self, op: RelationshipOp, left: Use, right: Use, at: u32) -> Res<'h> {
        let what = match op {
            RelationshipOp::Before => "'->' expression",
            RelationshipOp::Notify => "'~>' expression",
            RelationshipOp::Require => "'<-' expression",
            RelationshipOp::Subscribe => "'<~' expression",
        };
        let (host, place) = (self.cx.host, self.place(at));
        let left = (self.get(left.temp), self.place(left.at));
        let right = (self.get(right.temp), self.place(right.at));
        self.statement(what, at, |cx| host.relate(cx, op, left, right, place))
    }

    /// Checks the type of a resource expression that is not written as a name.
    pub(super) fn check_resource_type(&mut self, operand: Use, referred: bool) -> Res<'h> {
        match self.get(operand.temp) {
            Value::Type(Type::Class(None) | Type::Resource { title: None, .. }) if referred => {
                Ok(Value::Undef)
            }
            Value::Type(ty @ (Type::Class(_) | Type::Resource { .. })) if referred => {
                self.not_a_resource_type(&ty.to_string(), operand.at)
            }
            _ => self.illegal_resource_type(operand),
        }
    }

    /// Refuses exported resources and collectors without storeconfigs.
    pub(super) fn check_export(&mut self, collects: bool, at: u32) -> Res<'h> {
        if !self.cx.settings.storeconfigs {
            let what = match collects {
                true => "the collection will be ignored",
                false => "the export is ignored",
            };
            let message = format!(
                "You cannot collect exported resources without storeconfigs being set; {what}"
            );
            let place = self.place(at);
            self.cx.warn(message, Some(place), Located::Line);
        }
        Ok(Value::Undef)
    }

    /// Checks the type of the resources to collect.
    pub(super) fn check_collected(&mut self, type_ref: Use, exported: bool, at: u32) -> Res<'h> {
        let type_name = self.resource_type(type_ref)?;
        let is_absolute = self.is_absolute(type_ref);
        let host = self.cx.host;
        self.statement(query_label(exported), at, |cx| {
            host.check_collected(cx, type_name, is_absolute)
        })?;
        Ok(Value::Undef)
    }

    fn is_absolute(&self, type_ref: Use) -> bool {
        let name = self.get(type_ref.temp).as_str();
        name.is_some_and(|name| name.starts_with("::"))
    }

    /// Refuses a number as a tag.
    pub(super) fn check_tag(&mut self, name: Use, value: Use, exported: bool, at: u32) -> Res<'h> {
        let is_number = |value: Value<'h>| {
            matches!(
                value,
                Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)
            )
        };
        let refused = match self.get(value.temp) {
            Value::Array(items) => items.iter().any(is_number),
            value => is_number(value),
        };
        if !refused || self.get(name.temp).as_str() != Some("tag") {
            return Ok(Value::Undef);
        }
        self.statement(query_label(exported), at, |_| {
            fail("Cannot transform a number to a tag")
        })
    }

    /// Raises the error about a construct that is illegal in queries.
    pub(super) fn illegal_query(&mut self, exported: bool, construct: &str, at: u32) -> Res<'h> {
        self.statement(query_label(exported), at, |_| {
            fail(format!(
                "Cannot transform object of class Puppet::Pops::Model::{construct}"
            ))
        })
    }

    fn query(&self, query: &'h op::Query) -> Query<'h> {
        match query {
            op::Query::All => Query::All,
            op::Query::Value(value) => match self.get(value.temp) {
                Value::Undef | Value::Boolean(false) => Query::All,
                other => Query::Value(other),
            },
            op::Query::Compare {
                name,
                value,
                negated,
            } => Query::Compare {
                name: self.get(name.temp),
                value: self.get(value.temp),
                negated: *negated,
            },
            op::Query::And(a, b) => Query::And(Box::new(self.query(a)), Box::new(self.query(b))),
            op::Query::Or(a, b) => Query::Or(Box::new(self.query(a)), Box::new(self.query(b))),
        }
    }
}

fn title_text<'h>(title: Value<'h>) -> &'h str {
    title.as_str().unwrap_or("default")
}

/// Returns the name of the type of a resource expression as messages show it.
fn written_type<'h>(heap: &'h Heap, expressed: Value<'h>) -> &'h str {
    match expressed {
        Value::String(name) => name.as_str(),
        Value::Type(Type::Resource {
            type_name: Some(name),
            ..
        }) => heap.text(&types::capitalized(name)),
        _ => "",
    }
}

fn query_label(exported: bool) -> &'static str {
    match exported {
        true => "Exported Query",
        false => "Virtual Query",
    }
}

/// Merges attributes: those of a `default:` body first, their values replaced in place by a body's
/// own.
fn merge<'h>(defaults: &[Attribute<'h>], own: Vec<Attribute<'h>>) -> Vec<Attribute<'h>> {
    let mut merged = defaults.to_vec();
    for attribute in own {
        match merged.iter_mut().find(|a| a.name == attribute.name) {
            Some(place) => *place = attribute,
            None => merged.push(attribute),
        }
    }
    merged
}
