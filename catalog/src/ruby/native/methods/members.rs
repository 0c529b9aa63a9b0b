//! Makes sets of their members.

use super::{Method, give_up, known};
use crate::ruby::native::object::Object;
use crate::ruby::native::pairs::Pairs;
use crate::ruby::native::running::Running;
use crate::ruby::native::stop::Run;
use crate::ruby::native::value::Val;

/// Adds a member unless an equal one exists; returns true if it was added.
pub fn add<'h>(
    run: &mut Running<'_, 'h>,
    members: &mut Pairs<'h>,
    value: Val<'h>,
) -> Run<'h, bool> {
    let key = member_key(run, &value)?;
    if let Some(known_one) = members.get(&key).cloned() {
        // two different objects may have the same hash
        if let Val::Object(_) = &value {
            let is_same = super::call(run, Method::IsSame, &known_one, &[value], None)?;
            known(is_same.is_truthy().then_some(()))?;
        }
        return Ok(false);
    }
    let is_like = |(_, other): &(Val<'h>, Val<'h>)| {
        matches!(other, Val::Object(_)) == matches!(value, Val::Object(_))
    };
    known(members.list().first().is_none_or(is_like).then_some(()))?;
    members.put(key, value);
    Ok(true)
}

/// Creates a set of values.
pub fn set_of<'h>(run: &mut Running<'_, 'h>, values: Vec<Val<'h>>) -> Run<'h> {
    let mut members = Pairs::default();
    for value in values {
        add(run, &mut members, value)?;
    }
    Ok(Val::object(Object::Set(members.into())))
}

/// Returns the key by which members are compared; for an object these are the values that its
/// `hash` is computed from.
pub fn member_key<'h>(run: &mut Running<'_, 'h>, value: &Val<'h>) -> Run<'h> {
    match value {
        Val::List(_) | Val::Hash(_) | Val::Plain(_) | Val::Sensitive(_) => give_up(),
        Val::Object(object) => {
            let Object::Instance(instance) = &**object else {
                return give_up();
            };
            known(run.method_of_class(instance.class, Method::IsSame))?;
            match super::call(run, Method::Hash, value, &[], None)? {
                Val::Object(hash) => match &*hash {
                    Object::HashOf(of) => Ok(of.clone()),
                    _ => give_up(),
                },
                _ => give_up(),
            }
        }
        value => Ok(value.clone()),
    }
}
