//! Makes instances of Object types, and reads their members.

use super::{Attribute, AttributeKind, Object, ObjectType};
use crate::closure::Closure;
use crate::cx::Cx;
use crate::dispatch;
use crate::error::{Kind, Res, fail, fail_as};
use crate::function::{BlockParameter, Occurs, Parameter, Signature};
use crate::heap::Heap;
use crate::platform::nil_lacks;
use crate::types::mismatch::describe;
use crate::types::uri;
use crate::types::{CallableType, Size, StructElement, Type, TypeRef, assignable, instance};
use crate::value::Value;

/// Returns the signatures of `new`: one hash of all attributes, or the attributes in order, those
/// without a default first. As many of these are optional as may be omitted from the hash, even
/// where an attribute without a default needs a value: see [`values_in_order`].
pub fn signatures<'h>(heap: &'h Heap, ty: &'h ObjectType<'h>) -> [Signature<'h>; 2] {
    let members = ty.members();
    let elements = members.iter().map(|member| StructElement {
        name: member.name,
        optional: may_be_absent(member),
        value: member.ty,
    });
    let hash: TypeRef<'h> = heap.alloc(Type::Struct(heap.slice_from(members.len(), elements)));
    let required = members.iter().filter(|member| !may_be_absent(member));
    let required = required.count();
    let parameters: Vec<Parameter<'h>> = in_order(&members)
        .iter()
        .enumerate()
        .map(|(at, member)| Parameter {
            name: member.name,
            ty: member.ty,
            occurs: match at < required {
                true => Occurs::Required,
                false => Occurs::Optional,
            },
        })
        .collect();
    let signature = |parameters: &[Parameter<'h>]| Signature {
        parameters: heap.slice(parameters),
        block: None,
        returns: None,
    };
    let by_name = Parameter {
        name: "hash",
        ty: hash,
        occurs: Occurs::Required,
    };
    [signature(&[by_name]), signature(&parameters)]
}

/// Returns true if a hash of attributes may lack this one.
fn may_be_absent(member: &Attribute<'_>) -> bool {
    member.value.is_some() || assignable(member.ty, &Type::Undef)
}

/// Returns the members of a type in the order in which `new` takes them.
fn in_order<'h>(members: &[Attribute<'h>]) -> Vec<Attribute<'h>> {
    let (valued, mut plain): (Vec<_>, Vec<_>) =
        members.iter().partition(|member| member.value.is_some());
    plain.extend(valued);
    plain
}

/// Returns the values of the members after the initializers of the parents have set theirs. As in
/// Puppet, a parent gets the values of the attributes that it declares and the type does not
/// override, in order, whatever the order of its own parameters. The values of hidden attributes
/// follow those of the members.
///
/// # Errors
/// Fails when the parent needs more values.
fn initialized<'h>(
    of: &'h ObjectType<'h>,
    ty: &'h ObjectType<'h>,
    values: Vec<Value<'h>>,
) -> Res<'h, Vec<Value<'h>>> {
    let Some(parent) = ty.parent_object() else {
        return Ok(values);
    };
    let members = ty.members();
    let inherited = parent.members();
    let own = |name: &str| ty.attributes.iter().any(|own| own.name == name);
    let place = |members: &[Attribute<'h>], name: &str| {
        members.iter().position(|member| member.name == name)
    };
    let order = in_order(&inherited);
    let handed = order.iter().filter(|member| !own(member.name));
    let handed: Vec<Value<'h>> = handed
        .filter_map(|member| values.get(place(&members, member.name)?).copied())
        .collect();
    let least = inherited.iter().filter(|member| member.value.is_none());
    enough(handed.len(), least.count(), inherited.len())?;
    let left_out = order.iter().skip(handed.len());
    default_of_instance(of, left_out)?;
    let mut set: Vec<Value<'h>> = inherited
        .iter()
        .map(|member| member.value.unwrap_or(Value::Undef))
        .collect();
    for (member, value) in order.iter().zip(handed) {
        if let Some(at) = place(&inherited, member.name) {
            set[at] = value;
        }
    }
    let set = initialized(of, parent, set)?;
    let value = |(at, member): (usize, &Attribute<'h>)| match place(&inherited, member.name) {
        Some(place) if !own(member.name) => set[place],
        _ => values[at],
    };
    let mut values: Vec<Value<'h>> = members.iter().enumerate().map(value).collect();
    let (known, hidden) = set.split_at(inherited.len());
    values.extend(hidden);
    let hides = ty.attributes.iter().filter(|own| own.kind.is_computed());
    values.extend(hides.filter_map(|own| known.get(place(&inherited, own.name)?)));
    Ok(values)
}

/// Checks the defaults of attributes that no value is given for. Defaults that are looked up come from
/// the attribute of the instance's type, which may have none.
fn default_of_instance<'a, 'h: 'a>(
    of: &'h ObjectType<'h>,
    left_out: impl Iterator<Item = &'a Attribute<'h>>,
) -> Res<'h, ()> {
    for member in left_out.filter(|member| member.value.is_some_and(is_looked_up)) {
        let found = of.attribute(member.name);
        if found.is_some_and(|found| found.value.is_none()) {
            let owner = of.owner(member.name);
            return fail(format!("attribute {owner}[{}] has no value", member.name));
        }
    }
    Ok(())
}

/// Returns true if Ruby looks up a default in the type of the instance. It writes simple defaults into
/// the initializer.
pub(super) fn is_looked_up(default: Value<'_>) -> bool {
    !matches!(
        default,
        Value::Undef
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::String(_)
    )
}

/// Checks the number of arguments.
///
/// # Errors
/// Fails if there are fewer values than required.
fn enough<'h>(given: usize, least: usize, all: usize) -> Res<'h, ()> {
    if given >= least {
        return Ok(());
    }
    let expected = match all == least {
        true => least.to_string(),
        false => format!("{least}..{all}"),
    };
    fail(format!(
        "wrong number of arguments (given {given}, expected {expected})"
    ))
}

/// Returns the values of the members, given in the order of the positional signature.
///
/// # Errors
/// Fails when an attribute without a default is missing.
fn values_in_order<'h>(
    members: &[Attribute<'h>],
    order: &[Parameter<'h>],
    arguments: &[Value<'h>],
) -> Res<'h, Vec<Value<'h>>> {
    let least = members.iter().filter(|member| member.value.is_none());
    enough(arguments.len(), least.count(), members.len())?;
    let value = |member: &Attribute<'h>| {
        let at = order.iter().position(|p| p.name == member.name);
        let given = at.and_then(|at| arguments.get(at).copied());
        given.or(member.value).unwrap_or(Value::Undef)
    };
    Ok(members.iter().map(value).collect())
}

/// Makes an instance from one hash or from values in order.
///
/// # Errors
/// The mismatch report under the name `new_TYPE`.
pub fn create<'h>(cx: &mut Cx<'h>, ty: &'h ObjectType<'h>, arguments: &[Value<'h>]) -> Res<'h> {
    let heap = cx.heap;
    let no_name = || fail_as(Kind::NoMethod, nil_lacks("sub"));
    let Some(name) = ty.name else {
        return no_name();
    };
    let mut parents = std::iter::successors(ty.parent_object(), |parent| parent.parent_object());
    if parents.any(|parent| parent.name.is_none()) {
        return no_name();
    }
    check_hidden(ty, name)?;
    let signatures = signatures(heap, ty);
    let [_, in_order] = &signatures;
    let takes_hash = !ty.is_lookup_context();
    let offered = match takes_hash {
        true => &signatures[..],
        false => std::slice::from_ref(in_order),
    };
    let Some(index) = dispatch::select(cx, offered, arguments, None)? else {
        let name = format!("new_{name}");
        let message = dispatch::describe_call(cx, &name, offered, arguments, None)?;
        return fail(message);
    };
    let members = ty.members();
    let values: Vec<Value<'h>> = match (index, arguments) {
        (0, [Value::Hash(hash), ..]) if takes_hash => {
            let value = |member: &Attribute<'h>| {
                let given = hash.get_str(member.name);
                given.or(member.value).unwrap_or(Value::Undef)
            };
            members.iter().map(value).collect()
        }
        _ => values_in_order(&members, in_order.parameters, arguments)?,
    };
    let values = match ty.has_overrides() {
        true => initialized(ty, ty, values)?,
        false => values,
    };
    let object = Object {
        ty,
        values: heap.slice(&values),
    };
    check_type_parameters(heap, &object)?;
    Ok(Value::Object(heap.alloc(object)))
}

/// Refuses an instance for which Ruby has no initializer: a type that declares only constants uses
/// the initializer of its parent, whose attributes it hides.
fn check_hidden<'h>(ty: &ObjectType<'h>, name: &str) -> Res<'h, ()> {
    if ty.attributes.iter().any(|own| !own.kind.is_computed()) {
        return Ok(());
    }
    let optional = |member: &Attribute<'h>| member.value.is_some();
    match ty.hidden().first() {
        Some(hidden) if ty.members().iter().any(optional) => fail(format!(
            "Initializer for class  parameter '{}' does not match any of the attributes of type {name}",
            hidden.name
        )),
        _ if ty.hides_required() => fail(format!(
            "Initializer for class  does not match the attributes of {name}"
        )),
        _ => Ok(()),
    }
}

/// Checks that attributes that are also type parameters have the values of these.
fn check_type_parameters<'h>(heap: &'h Heap, object: &Object<'h>) -> Res<'h, ()> {
    let parameters = object.ty.all_parameters();
    let is_default = |name| matches!(object.get(name), Some(Value::Default));
    if !parameters.is_empty() && parameters.iter().all(|own| is_default(own.name)) {
        return fail(format!(
            "The {}-Type cannot be parameterized using an empty parameter list",
            object.ty.label()
        ));
    }
    // the only value names the parameters if it is a hash that the first of them refuses
    if let [first] = &parameters[..]
        && let Some(value @ Value::Hash(_)) = object.get(first.name)
        && !instance(first.ty, value)
    {
        return match super::define::extension(heap, object.ty, &[value]) {
            Ok(_) => Ok(()),
            Err(problem) => fail(problem.message),
        };
    }
    for parameter in parameters {
        if let Some(value) = object.get(parameter.name)
            && let Err(problem) = super::define::check_parameter(heap, object.ty, &parameter, value)
        {
            return fail(problem.message);
        }
    }
    Ok(())
}

/// Makes an instance from a hash of its attributes.
///
/// # Errors
/// `NAME initializer has wrong type, ...`
pub fn from_hash<'h>(cx: &mut Cx<'h>, ty: &'h ObjectType<'h>, init: Value<'h>) -> Res<'h> {
    let heap = cx.heap;
    let wanted = signatures(heap, ty)[0].parameters[0].ty;
    if !instance(wanted, init) {
        let subject = format!(
            "{} initializer has wrong type,",
            ty.name.unwrap_or("Object")
        );
        return fail(describe(heap, &subject, wanted, init));
    }
    create(cx, ty, &[init])
}

/// Calls a member of a value as a method; `None` when it has none of that name.
pub fn member<'h>(
    cx: &mut Cx<'h>,
    receiver: Value<'h>,
    name: &str,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Option<Res<'h>> {
    match receiver {
        Value::Object(object) => of_object(cx, object, name, arguments, block),
        Value::Uri(uri) => uri::attribute(cx.heap, uri, name).map(Ok),
        _ => None,
    }
}

/// Returns the message about arguments or a block for an attribute, which takes none.
fn refused(arguments: &[Value<'_>], block: Option<&Closure<'_>>) -> Option<String> {
    match (arguments.len(), block) {
        (0, None) => None,
        (0, Some(_)) => Some("does not expect a block".to_owned()),
        (count, _) => Some(format!("expects no arguments, got {count}")),
    }
}

/// Returns the signature that a Callable describes.
fn signature_of<'h>(heap: &'h Heap, callable: &CallableType<'h>) -> Signature<'h> {
    let arity = callable.arity();
    let types: &[TypeRef<'h>] = match callable.parameters {
        [] if arity.to != Some(0) => &[&Type::Any],
        types => types,
    };
    let parameter = |(at, ty): (usize, &TypeRef<'h>)| Parameter {
        name: "",
        ty,
        occurs: match () {
            () if at + 1 == types.len() && arity.to != Some(at as i64 + 1) => {
                Occurs::Repeated(Size {
                    from: (arity.from - at as i64).max(0),
                    to: arity.to.map(|to| to - at as i64),
                })
            }
            () if (at as i64) < arity.from => Occurs::Required,
            () => Occurs::Optional,
        },
    };
    let parameters: Vec<Parameter<'h>> = types.iter().enumerate().map(parameter).collect();
    Signature {
        parameters: heap.slice(&parameters),
        block: callable.block.map(|ty| BlockParameter {
            name: "",
            ty,
            required: !matches!(ty, Type::Optional(_)),
        }),
        returns: None,
    }
}

/// Checks the arguments of a function of an object.
fn check_call<'h>(
    cx: &mut Cx<'h>,
    label: &str,
    ty: TypeRef<'h>,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h, ()> {
    let alternatives = match ty {
        Type::Variant(types) => types,
        _ => std::slice::from_ref(&ty),
    };
    let mut signatures = Vec::with_capacity(alternatives.len());
    for ty in alternatives {
        let Type::Callable(Some(callable)) = ty else {
            return Ok(());
        };
        signatures.push(signature_of(cx.heap, callable));
    }
    if dispatch::select(cx, &signatures, arguments, block)?.is_some() {
        return Ok(());
    }
    if let [only] = &*signatures
        && only.block.is_some_and(|block| block.required)
        && only.parameters.is_empty()
        && arguments.is_empty()
        && block.is_none()
    {
        return fail_as(Kind::NoMethod, nil_lacks("kind_of_callable?"));
    }
    let name = format!("function {label}");
    let message = dispatch::describe_call(cx, &name, &signatures, arguments, block)?;
    fail(message)
}

fn of_object<'h>(
    cx: &mut Cx<'h>,
    object: &Object<'h>,
    name: &str,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Option<Res<'h>> {
    let ty = object.ty;
    if let Some(attribute) = ty.attribute(name) {
        let owner = ty.owner(name);
        if let Some(problem) = refused(arguments, block) {
            return Some(fail(format!("'attribute {owner}[{name}]' {problem}")));
        }
        return Some(match attribute.kind {
            AttributeKind::Derived if object.is_lookup_context() => {
                of_context(cx, object, name, arguments, block)
            }
            AttributeKind::Derived => fail(format!(
                "no method is implemented for derived attribute {owner}[{name}]"
            )),
            _ => Ok(object.get(name).unwrap_or(Value::Undef)),
        });
    }
    let function = ty.function(name)?;
    let owner = ty.owner(name);
    if let (Some("Error"), "message", [_, ..]) = (ty.name, name, arguments) {
        let given = arguments.len();
        return Some(fail(format!(
            "wrong number of arguments (given {given}, expected 0)"
        )));
    }
    let label = format!("{owner}[{name}]");
    if let Err(raise) = check_call(cx, &label, function.ty, arguments, block) {
        return Some(Err(raise));
    }
    Some(match (ty.name, name) {
        (Some("Error"), "message") => Ok(object.get("msg").unwrap_or(Value::Undef)),
        _ if object.is_lookup_context() => of_context(cx, object, name, arguments, block),
        _ => fail(format!("no method is implemented for function {label}")),
    })
}

/// Calls a member of the context of a data lookup through the host. The arguments are not checked.
///
/// # Errors
/// Those of the member.
pub fn of_context<'h>(
    cx: &mut Cx<'h>,
    object: &Object<'h>,
    name: &str,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let method = format!("{}.{name}", object.ty.label());
    let mut all = Vec::with_capacity(arguments.len() + 1);
    all.push(Value::Object(cx.heap.alloc(*object)));
    all.extend(arguments);
    cx.host.lookup(cx, &method, &all, block)
}
