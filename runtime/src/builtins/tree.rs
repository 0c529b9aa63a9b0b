//! Implements the function `tree_each`: all values of nested arrays and hashes, with the paths that
//! lead to them.

use std::collections::VecDeque;

use super::{block, is_break};
use crate::cx::Cx;
use crate::error::{Kind, Res, fail, fail_as};
use crate::function::{Args, Builtin, dispatch};
use crate::heap::Heap;
use crate::iterator::{Iterator, Order};
use crate::limits;
use crate::platform::{nil_lacks, no_method};
use crate::regexp::Regexp;
use crate::types::object::{
    Attribute, AttributeKind, Object, ObjectType, STRUCT_ELEMENT, init_hash,
};
use crate::types::{self, Nanos, Size, SpanBound, StructElement, Type, TypeRef};
use crate::value::Value;
use rubycore::time::{Timespan, Timestamp};

const TREE: &str = "Variant[Iterator, Array, Hash, Object] tree";
const OPTIONS: &str = "?OptionsType = Struct[{ container_type => Optional[Type], \
     include_root => Optional[Boolean], include_containers => Optional[Boolean], \
     include_values => Optional[Boolean], order => Optional[Enum[depth_first, breadth_first]], \
     include_refs => Optional[Boolean] }] options";

pub(super) const TABLE: &[Builtin] = &[Builtin {
    name: "tree_each",
    dispatches: &[
        dispatch(&[TREE, OPTIONS, "&Callable[2,2] block"], pairs),
        dispatch(&[TREE, OPTIONS, "&Callable[1,1] block"], values),
        dispatch(&[TREE, OPTIONS], iterator),
    ],
}];

struct Options<'h> {
    containers: Option<TypeRef<'h>>,
    breadth_first: bool,
    with_root: bool,
    with_containers: bool,
    with_values: bool,
    with_references: bool,
}

impl<'h> Options<'h> {
    fn new(args: Args<'h, '_>) -> Res<'h, Options<'h>> {
        let options = args.get(1).and_then(Value::as_hash);
        let option = |name: &str| {
            options
                .and_then(|o| o.get_str(name))
                .filter(|v| !v.is_undef())
        };
        let flag = |name: &str| option(name).is_none_or(Value::is_truthy);
        let containers = match option("container_type") {
            Some(Value::Type(ty)) if is_container_type(ty) => Some(ty),
            Some(Value::Type(ty)) => {
                return fail(format!(
                    "Only Array, Hash, and Object types can be used as container types. Got {}",
                    types::format::named(ty)
                ));
            }
            _ => None,
        };
        let (with_containers, with_values) = (flag("include_containers"), flag("include_values"));
        if !with_containers && !with_values {
            let text = "Options 'include_containers' and 'include_values' cannot both be false";
            return fail(text);
        }
        let breadth_first = option("order").and_then(Value::as_str) == Some("breadth_first");
        Ok(Options {
            containers,
            breadth_first,
            with_root: flag("include_root") && with_containers,
            with_containers,
            // in breadth-first order, Puppet always includes values
            with_values: with_values || breadth_first,
            with_references: option("include_refs").is_some_and(Value::is_truthy),
        })
    }

    fn is_container(&self, value: Value<'h>) -> bool {
        let nests = matches!(
            value,
            Value::Array(_) | Value::Hash(_) | Value::Object(_) | Value::Type(_)
        );
        nests && self.containers.is_none_or(|ty| types::instance(ty, value))
    }
}

fn is_container_type(ty: TypeRef<'_>) -> bool {
    match ty {
        Type::Array { .. } | Type::Tuple { .. } | Type::Hash { .. } | Type::Struct(_) => true,
        Type::Object(_) => true,
        Type::Variant(all) => !all.is_empty() && all.iter().all(|ty| is_container_type(ty)),
        Type::Alias(alias) => alias.resolved.get().is_some_and(is_container_type),
        _ => false,
    }
}

/// A value of a tree after its path: the keys that lead to it.
type Node<'h> = (Vec<Value<'h>>, Value<'h>);

/// The nodes of a tree in order.
struct Walk<'h> {
    options: Options<'h>,
    /// The values to visit, the next first. The path of a value is that of its container and a key.
    open: VecDeque<Node<'h>>,
    /// True if the root holds nothing: Puppet fails after visiting it.
    leaf: bool,
    /// True if nothing is called with the nodes yet, so an error would come too early.
    is_lenient: bool,
}

impl<'h> Walk<'h> {
    fn new(args: Args<'h, '_>) -> Res<'h, Walk<'h>> {
        let options = Options::new(args)?;
        let open = VecDeque::from([(Vec::new(), args[0])]);
        let leaf = !options.is_container(args[0]);
        Ok(Walk {
            options,
            open,
            leaf,
            is_lenient: args.block.is_none(),
        })
    }

    /// Returns the next node with its path.
    ///
    /// # Errors
    /// Fails at an `Error`, whose type Puppet cannot find, unless the walk is lenient.
    fn next(&mut self, heap: &'h Heap) -> Res<'h, Option<Node<'h>>> {
        loop {
            let Some((path, value)) = self.open.pop_front() else {
                return Ok(None);
            };
            let container = self.options.is_container(value);
            if container {
                if let Value::Object(Object { ty, .. }) = value
                    && !self.is_lenient
                    && ty.name == Some("Error")
                {
                    return fail_as(Kind::NoMethod, no_method("_pcore_type", value));
                }
                self.enter(heap, &path, value);
            }
            let shown = match (path.is_empty(), container) {
                (true, _) => self.options.with_root,
                (false, true) => self.options.with_containers,
                (false, false) => self.options.with_values,
            };
            if shown {
                return Ok(Some((path, value)));
            }
        }
    }

    /// Opens the contents of a container.
    fn enter(&mut self, heap: &'h Heap, path: &[Value<'h>], container: Value<'h>) {
        limits::items::<Value<'h>>(self.open.len() * (path.len() + 3));
        let inner: Vec<(Value<'h>, Value<'h>)> = match container {
            Value::Array(array) => {
                let keys = (0..).map(Value::Integer);
                keys.zip(array.iter()).collect()
            }
            Value::Hash(hash) => hash.iter().collect(),
            Value::Object(object) => own_attributes(heap, object, self.options.with_references),
            Value::Type(ty) => attributes(heap, ty),
            _ => Vec::new(),
        };
        let nodes = inner.into_iter().map(|(key, value)| {
            let mut path = path.to_vec();
            path.push(key);
            (path, value)
        });
        if self.options.breadth_first {
            self.open.extend(nodes);
        } else {
            nodes.rev().for_each(|node| self.open.push_front(node));
        }
    }
}

/// Returns the attributes that an object's type declares itself, without those of its parents.
fn own_attributes<'h>(
    heap: &'h Heap,
    object: &'h Object<'h>,
    with_references: bool,
) -> Vec<(Value<'h>, Value<'h>)> {
    let attributes = object.ty.attributes.iter();
    let shown = attributes.filter(|attribute| match attribute.kind {
        AttributeKind::Reference => with_references,
        AttributeKind::Derived => false,
        _ => true,
    });
    let value = |attribute: &Attribute<'h>| {
        let value = object.get(attribute.name).or(attribute.value);
        (
            Value::string(heap, attribute.name),
            value.unwrap_or(Value::Undef),
        )
    };
    shown.map(value).collect()
}

/// Returns the attributes of a type, because types are objects.
// Long because each kind of type has an arm.
fn attributes<'h>(heap: &'h Heap, ty: &'h Type<'h>) -> Vec<(Value<'h>, Value<'h>)> {
    let text = |text: &str| Value::string(heap, text);
    let optional = |text: Option<&'h str>| text.map_or(Value::Undef, |t| Value::string(heap, t));
    let size = |size: Option<Size>| match size {
        Some(Size { from, to }) => {
            let bounds = Type::Integer {
                min: Some(from),
                max: to,
            };
            Value::ty(heap, bounds)
        }
        None => Value::Undef,
    };
    let list = |types: &'h [TypeRef<'h>]| {
        let types: Vec<Value<'h>> = types.iter().map(|ty| Value::Type(ty)).collect();
        Value::array(heap, &types)
    };
    let of = |inner: Option<TypeRef<'h>>| inner.map_or(Value::Undef, Value::Type);
    let named = |all: &[(&str, Value<'h>)]| all.iter().map(|(k, v)| (text(k), *v)).collect();
    match *ty {
        Type::String(bounds) => named(&[("size_type_or_value", size(bounds))]),
        Type::StringValue(value) => named(&[("size_type_or_value", text(value))]),
        Type::Array { element, .. } => named(&[("element_type", Value::Type(element))]),
        Type::Hash { key, value, .. } => named(&[
            ("key_type", Value::Type(key)),
            ("value_type", Value::Type(value)),
        ]),
        Type::Tuple {
            types,
            size: bounds,
        } => named(&[("types", list(types)), ("size_type", size(bounds))]),
        Type::Variant(types) => named(&[("types", list(types))]),
        Type::Optional(inner)
        | Type::NotUndef(inner)
        | Type::Type(inner)
        | Type::Iterable(inner)
        | Type::Iterator(inner) => named(&[("type", of(inner))]),
        Type::Collection(bounds) => named(&[("size_type", size(bounds))]),
        Type::Numeric => named(&[("from", Value::Undef), ("to", Value::Undef)]),
        Type::Init {
            ty: inner,
            arguments,
        } => named(&[
            ("type", of(inner)),
            ("init_args", Value::array(heap, arguments)),
        ]),
        Type::SemVer(ranges) => {
            let ranges: Vec<Value<'h>> = ranges.iter().map(|r| Value::SemVerRange(r)).collect();
            named(&[("ranges", Value::array(heap, &ranges))])
        }
        Type::Timespan { min, max } => {
            let bound = |bound: Option<SpanBound>| {
                bound.map_or(Value::Undef, |bound| {
                    let nanos = bound.nanos.get();
                    Value::Timespan(heap.alloc(Timespan { nanos }))
                })
            };
            named(&[("from", bound(min)), ("to", bound(max))])
        }
        Type::Timestamp { min, max } => {
            let bound = |bound: Option<Nanos>| {
                bound.map_or(Value::Undef, |nanos| {
                    let nanos = nanos.get();
                    Value::Timestamp(heap.alloc(Timestamp { nanos }))
                })
            };
            named(&[("from", bound(min)), ("to", bound(max))])
        }
        Type::Uri(parameters) => named(&[("parameters", parameters.unwrap_or(Value::Undef))]),
        Type::Pattern(patterns) => {
            let regexp = |pattern: &&'h Regexp<'h>| Value::ty(heap, Type::Regexp(Some(*pattern)));
            let patterns: Vec<Value<'h>> = patterns.iter().map(regexp).collect();
            named(&[("patterns", Value::array(heap, &patterns))])
        }
        Type::Callable(callable) => {
            let parameters = callable.map(|c| Type::Tuple {
                types: c.parameters,
                size: c.size,
            });
            named(&[
                (
                    "param_types",
                    parameters.map_or(Value::Undef, |ty| Value::ty(heap, ty)),
                ),
                ("block_type", of(callable.and_then(|c| c.block))),
                ("return_type", of(callable.and_then(|c| c.returns))),
            ])
        }
        Type::Runtime {
            runtime,
            name,
            pattern: None,
        } => named(&[
            ("runtime", optional(runtime)),
            ("name_or_pattern", optional(name)),
        ]),
        Type::Enum {
            values,
            case_insensitive,
        } => {
            let values: Vec<Value<'h>> = values.iter().map(|v| Value::string(heap, v)).collect();
            let values = Value::array(heap, &values);
            let insensitive = Value::Boolean(case_insensitive);
            named(&[("values", values), ("case_insensitive", insensitive)])
        }
        Type::Regexp(pattern) => named(&[("pattern", optional(pattern.map(|p| p.source())))]),
        Type::Resource {
            type_name,
            title,
            given,
            ..
        } => named(&[
            ("type_name", optional(type_name)),
            ("title", given.copied().unwrap_or_else(|| optional(title))),
        ]),
        Type::Class(name) => named(&[("class_name", optional(name))]),
        Type::Struct(elements) => named(&[("elements", struct_elements(heap, elements))]),
        Type::Object(object) => named(&[("_pcore_init_hash", init_hash(heap, object))]),
        _ => Vec::new(),
    }
}

/// Returns the elements of a Struct as objects of keys and values.
fn struct_elements<'h>(heap: &'h Heap, elements: &[StructElement<'h>]) -> Value<'h> {
    let attribute = |name| Attribute {
        name,
        ty: &Type::Type(None),
        kind: AttributeKind::Normal,
        value: None,
        is_final: false,
        overrides: false,
        annotations: None,
    };
    let ty = heap.alloc(ObjectType {
        name: Some(STRUCT_ELEMENT),
        attributes: heap.slice(&[attribute("key_type"), attribute("value_type")]),
        ..ObjectType::ANY
    });
    let object = |element: &StructElement<'h>| {
        let key = heap.alloc(Type::StringValue(element.name));
        let key = match element.optional {
            true => heap.alloc(Type::Optional(Some(key))),
            false => key,
        };
        Value::Object(heap.alloc(Object {
            ty,
            values: heap.slice(&[Value::Type(key), Value::Type(element.value)]),
        }))
    };
    Value::array(heap, &elements.iter().map(object).collect::<Vec<_>>())
}

fn pairs<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    visit(cx, args, true)
}

fn values<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    visit(cx, args, false)
}

fn visit<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, with_path: bool) -> Res<'h> {
    let block = block(args)?;
    let mut walk = Walk::new(args)?;
    while let Some((path, value)) = walk.next(cx.heap)? {
        let result = match with_path {
            true => {
                let path = Value::array(cx.heap, &path);
                cx.call_block(block, &[path, value])
            }
            false => cx.call_block(block, &[value]),
        };
        match result {
            Err(raise) if is_break(&raise) => return Ok(args[0]),
            result => result?,
        };
    }
    if walk.leaf {
        return fail_as(Kind::NoMethod, nil_lacks("next"));
    }
    Ok(args[0])
}

fn iterator<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let mut walk = Walk::new(args)?;
    let mut visited = Vec::new();
    while let Some((path, value)) = walk.next(cx.heap)? {
        let path = Value::array(cx.heap, &path);
        visited.push(Value::array(cx.heap, &[path, value]));
    }
    let order = match walk.options.breadth_first {
        true => Order::BreadthFirst,
        false => Order::DepthFirst,
    };
    Ok(Value::Iterator(Iterator::tree(cx.heap, &visited, order)))
}
