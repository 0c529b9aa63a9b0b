//! Instances of Object types: making them, and reading their members.

use super::{AttributeKind, Object, ObjectType};
use crate::cx::Cx;
use crate::dispatch;
use crate::error::{Res, fail};
use crate::function::{Occurs, Parameter, Signature};
use crate::heap::Heap;
use crate::types::mismatch::describe;
use crate::types::{StructElement, Type, TypeRef, instance};
use crate::value::Value;

/// The signatures of `new`: one hash of all attributes, or the attributes in order, those
/// without a default first.
fn signatures<'h>(heap: &'h Heap, ty: &'h ObjectType<'h>) -> [Signature<'h>; 2] {
    let members = ty.members();
    let elements = members.iter().map(|member| StructElement {
        name: member.name,
        optional: member.value.is_some(),
        value: member.ty,
    });
    let hash: TypeRef<'h> = heap.alloc(Type::Struct(heap.slice_from(members.len(), elements)));
    let mut parameters: Vec<Parameter<'h>> = Vec::with_capacity(members.len());
    for occurs in [Occurs::Required, Occurs::Optional] {
        for member in &members {
            if member.value.is_some() == (occurs == Occurs::Optional) {
                parameters.push(Parameter {
                    name: member.name,
                    ty: member.ty,
                    occurs,
                });
            }
        }
    }
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

/// Makes an instance from one hash or from values in order.
///
/// # Errors
/// The mismatch report under the name `new_TYPE`.
pub fn create<'h>(cx: &mut Cx<'h>, ty: &'h ObjectType<'h>, arguments: &[Value<'h>]) -> Res<'h> {
    let heap = cx.heap;
    let Some(name) = ty.name else {
        return fail("undefined method `sub' for nil:NilClass");
    };
    let signatures = signatures(heap, ty);
    let Some(index) = dispatch::select(cx, &signatures, arguments, None)? else {
        let name = format!("new_{name}");
        let message = dispatch::describe_call(cx, &name, &signatures, arguments, None)?;
        return fail(message);
    };
    let members = ty.members();
    let order = signatures[1].parameters;
    let values = members.iter().map(|member| {
        let given = match (index, arguments) {
            (0, [Value::Hash(hash), ..]) => hash.get_str(member.name),
            _ => {
                let at = order.iter().position(|p| p.name == member.name);
                at.and_then(|at| arguments.get(at).copied())
            }
        };
        given.or(member.value).unwrap_or(Value::Undef)
    });
    Ok(Value::Object(heap.alloc(Object {
        ty,
        values: heap.slice_from(members.len(), values),
    })))
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

/// A member of a value called as a method; `None` when it has none of that name.
pub fn member<'h>(
    heap: &'h Heap,
    receiver: Value<'h>,
    name: &str,
    arguments: &[Value<'h>],
) -> Option<Res<'h>> {
    match receiver {
        Value::Object(object) => of_object(object, name, arguments),
        Value::Uri(uri) => uri.attribute(heap, name).map(Ok),
        _ => None,
    }
}

fn too_many<'h>(label: &str, name: &str, count: usize) -> Res<'h> {
    fail(format!(
        "'attribute {label}[{name}]' expects no arguments, got {count}"
    ))
}

fn of_object<'h>(object: &Object<'h>, name: &str, arguments: &[Value<'h>]) -> Option<Res<'h>> {
    let ty = object.ty;
    if let Some(attribute) = ty.attribute(name) {
        let owner = ty.owner(name);
        if !arguments.is_empty() {
            return Some(too_many(owner, name, arguments.len()));
        }
        return Some(match attribute.kind {
            AttributeKind::Derived => fail(format!(
                "no method is implemented for derived attribute {owner}[{name}]"
            )),
            _ => Ok(object.get(name).unwrap_or(Value::Undef)),
        });
    }
    ty.function(name)?;
    let owner = ty.owner(name);
    Some(match (ty.name, name) {
        (Some("Error"), "message") => Ok(object.get("msg").unwrap_or(Value::Undef)),
        _ => fail(format!(
            "no method is implemented for function {owner}[{name}]"
        )),
    })
}
