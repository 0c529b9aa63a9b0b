//! Runs the methods of objects.

use std::fs;
use std::rc::Rc;

use rubycore::gem_version::GemVersion;

use super::members::{add, member_key, set_of};
use super::{Given, Method, enumerable, give_up, ip, is_so, known, ordered};
use crate::environment::files::{is_file, read_utf8};
use crate::read_set;
use crate::ruby::native::code::Block;
use crate::ruby::native::object::{Object, Proc};
use crate::ruby::native::pairs::Pairs;
use crate::ruby::native::running::Running;
use crate::ruby::native::stop::Run;
use crate::ruby::native::value::Val;

pub(super) fn call<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    given: Given<'_, 'h>,
) -> Run<'h> {
    let Val::Object(object) = receiver else {
        return give_up();
    };
    if let Object::Instance(instance) = &**object {
        let found = run.method_of_class(instance.class, method);
        if let Some((at, is_private)) = found {
            let is_own = run.is_self(receiver);
            known((given.block.is_none() && (is_own || !is_private)).then_some(()))?;
            return run.method_of(at, receiver.clone(), given.arguments.to_vec());
        }
    }
    match (method, given.arguments, given.block) {
        (Method::IsNil | Method::Not, [], None) => return Ok(Val::Boolean(false)),
        (Method::Itself | Method::Freeze, [], None) => return Ok(receiver.clone()),
        (Method::Then, [], Some(block)) => return run.run(block, std::slice::from_ref(receiver)),
        (Method::IsA, [Val::Class(class)], None) => {
            let is_of = receiver.is_of(*class);
            return certain(Val::Boolean(is_of));
        }
        (Method::Equal, [other], None) if !matches!(**object, Object::Instance(_)) => {
            return certain(Val::Boolean(receiver.equals(other)));
        }
        _ => {}
    }
    match &**object {
        Object::Other(_) | Object::HashOf(_) | Object::Instance(_) | Object::Error => give_up(),
        Object::Proc(proc) => of_proc(run, method, proc, given),
        Object::Resource(ty, title) => match (method, given.arguments, given.block) {
            (Method::ToHash, [], None) => run.attributes(ty, title),
            (Method::Type, [], None) => Ok(Val::text(ty)),
            (Method::Title, [], None) if &**title != "main" => Ok(Val::text(title)),
            (Method::ToS | Method::Ref, [], None) => Ok(Val::string(format!("{ty}[{title}]"))),
            (Method::At, [name], None) => run.attribute((ty, title), name),
            _ => give_up(),
        },
        Object::Compiler | Object::Environment | Object::Catalog => {
            let (arguments, None) = (given.arguments, given.block) else {
                return give_up();
            };
            of_compilation(run, method, object, arguments)
        }
        Object::Set(members) => {
            let members = members.borrow().list().to_vec();
            of_set(run, method, (object, members), given)
        }
        Object::Module(name, path) => match (method, given.arguments, given.block) {
            (Method::Name, [], None) => Ok(Val::text(name)),
            (Method::Path, [], None) => Ok(Val::text(path)),
            _ => give_up(),
        },
        Object::Uri(uri, knows_port) => super::uri::call(method, (uri, *knows_port), given),
        Object::Ip(address) => ip::call(method, *address, given),
        Object::IpRange(from, to) => ip::of_range(run, method, (receiver, *from, *to), given),
        Object::Path(path) => of_path(method, path, given),
        Object::Version(version) => of_version(method, version, given),
        Object::Bytes(_) => give_up(),
    }
}

/// Calls a method of the compiler, the environment or the catalog.
fn of_compilation<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    object: &Object<'h>,
    arguments: &[Val<'h>],
) -> Run<'h> {
    match (object, method, arguments) {
        (Object::Compiler, Method::Environment, []) => Ok(Val::object(Object::Environment)),
        (Object::Compiler, Method::Catalog, []) => Ok(Val::object(Object::Catalog)),
        (Object::Environment, Method::ToS, []) => Ok(Val::text(run.record.environment_name())),
        (Object::Environment, Method::Name, []) => {
            Ok(Val::Symbol(run.record.environment_name().into()))
        }
        (Object::Environment, Method::Module, [name]) => Ok(module(run, known(name.as_str())?)),
        (Object::Catalog, Method::Resources, []) => run.resources(),
        _ => give_up(),
    }
}

/// Returns a module of the environment.
pub fn module<'h>(run: &Running<'_, 'h>, name: &str) -> Val<'h> {
    match run.record.module(name) {
        Some((name, path)) => Val::object(Object::Module(name.into(), path.into())),
        None => Val::Nil,
    }
}

/// Returns a value; gives up if it depends on an unknown result of an operation on an object.
fn certain<'h>(value: Val<'h>) -> Run<'h> {
    match super::take_doubt() {
        true => give_up(),
        false => Ok(value),
    }
}

fn of_proc<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    proc: &Proc<'h>,
    given: Given<'_, 'h>,
) -> Run<'h> {
    match (method, given.block) {
        (Method::Call | Method::At | Method::Fits, None) => run.call_proc(proc, given.arguments),
        _ => give_up(),
    }
}

fn of_version<'h>(method: Method, version: &GemVersion, given: Given<'_, 'h>) -> Run<'h> {
    known(given.block.is_none().then_some(()))?;
    let [other] = given.arguments else {
        return match (method, given.arguments) {
            (Method::ToS, []) => Ok(Val::text(version.as_str())),
            _ => give_up(),
        };
    };
    let order = version.cmp(known(other.version())?);
    Ok(match method {
        Method::Compare => ordered(order),
        Method::Less | Method::LessOrEqual | Method::Greater | Method::GreaterOrEqual => {
            Val::Boolean(is_so(method, order))
        }
        _ => return give_up(),
    })
}

fn of_path<'h>(method: Method, path: &str, given: Given<'_, 'h>) -> Run<'h> {
    known((given.arguments.is_empty() && given.block.is_none()).then_some(()))?;
    Ok(match method {
        Method::CleanPath => Val::object(Object::Path(clean_path(path).into())),
        Method::ToS => Val::text(path),
        Method::IsFile => Val::Boolean(is_file(path)),
        Method::IsReadable => {
            read_set::note_volatile("whether a file can be read");
            Val::Boolean(fs::File::open(path).is_ok())
        }
        Method::Read => Val::string(known(read_utf8(path))?),
        _ => return give_up(),
    })
}

/// Removes `.`, `..` and redundant slashes from a path without looking at the disk.
fn clean_path(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => {
                kept.pop();
            }
            ".." if is_absolute => {}
            part => kept.push(part),
        }
    }
    let joined = kept.join("/");
    match (is_absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

// Long because each method has an arm.
fn of_set<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    (object, members): (&Rc<Object<'h>>, Vec<(Val<'h>, Val<'h>)>),
    given: Given<'_, 'h>,
) -> Run<'h> {
    let Object::Set(set) = &**object else {
        return give_up();
    };
    let receiver = Val::Object(Rc::clone(object));
    let values: Vec<Val<'h>> = members.into_iter().map(|(_, value)| value).collect();
    match (method, given.arguments, given.block) {
        (Method::Add | Method::Append, [value], None) => {
            let mut members = set.take();
            let added = add(run, &mut members, value.clone());
            set.replace(members);
            added.map(|_| receiver)
        }
        (Method::AddNew, [value], None) => {
            let mut members = set.take();
            let added = add(run, &mut members, value.clone());
            set.replace(members);
            Ok(if added? { receiver } else { Val::Nil })
        }
        (Method::Merge, [other], None) => {
            let mut members = set.take();
            let added = known(members_of(other)).and_then(|values| {
                for value in values {
                    add(run, &mut members, value)?;
                }
                Ok(())
            });
            set.replace(members);
            added.map(|()| receiver)
        }
        (Method::Or | Method::Plus | Method::Union, [other], None) => {
            let others = known(members_of(other))?;
            set_of(run, [values, others].concat())
        }
        (Method::Minus | Method::Difference, [other], None) => {
            let kept = chosen(run, &values, &known(members_of(other))?, false)?;
            set_of(run, kept)
        }
        (Method::And | Method::Intersection, [other], None) => {
            let others = known(members_of(other))?;
            let common = chosen(run, &others, &values, true)?;
            // Ruby's version determines which of two equal objects is taken, and the order
            let is_certain = common.len() < 2 && !matches!(common.first(), Some(Val::Object(_)));
            known(is_certain.then_some(()))?;
            set_of(run, common)
        }
        (Method::Includes | Method::IsMember | Method::Fits, [value], None) => {
            let key = member_key(run, value)?;
            let found = set.borrow().get(&key).is_some();
            Ok(Val::Boolean(found))
        }
        (Method::IsSubset | Method::LessOrEqual, [other], None) => {
            let others = known(members_of(other))?;
            let common = chosen(run, &values, &others, true)?;
            Ok(Val::Boolean(common.len() == values.len()))
        }
        (Method::IsSuperset | Method::GreaterOrEqual, [other], None) => {
            let others = known(members_of(other))?;
            let common = chosen(run, &others, &values, true)?;
            Ok(Val::Boolean(common.len() == others.len()))
        }
        (Method::Delete, [value], None) => {
            let key = member_key(run, value)?;
            set.borrow_mut().remove(&key);
            Ok(receiver)
        }
        (Method::Size | Method::Length | Method::Count, [], None) => {
            Ok(Val::Integer(values.len() as i64))
        }
        (Method::IsEmpty, [], None) => Ok(Val::Boolean(values.is_empty())),
        (Method::Dup, [], None) => set_of(run, values),
        (Method::ToSet, [], None) => Ok(receiver),
        (Method::Join, ..) => {
            let list = Val::list(values);
            super::call(run, method, &list, given.arguments, None)
        }
        (_, _, block) => enumerated(run, method, (receiver, values), given, block),
    }
}

/// Calls a method that a set has as a collection of members.
fn enumerated<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    (receiver, values): (Val<'h>, Vec<Val<'h>>),
    given: Given<'_, 'h>,
    block: Option<&Block>,
) -> Run<'h> {
    match (method, block) {
        (Method::Each, Some(block)) => {
            for value in values {
                run.run(block, &[value])?;
            }
            Ok(receiver)
        }
        (Method::Select | Method::Reject, Some(_)) => {
            let kept = enumerable::call(run, method, &receiver, values, given)?;
            set_of(run, known(kept.items())?)
        }
        (
            Method::ToA
            | Method::Sort
            | Method::First
            | Method::Any
            | Method::All
            | Method::Min
            | Method::Max
            | Method::Sum,
            None,
        )
        | (
            Method::Map
            | Method::FlatMap
            | Method::Find
            | Method::Any
            | Method::All
            | Method::IsNone
            | Method::SortBy
            | Method::GroupBy
            | Method::ToH
            | Method::Inject
            | Method::Count
            | Method::EachWithObject
            | Method::FilterMap,
            Some(_),
        ) => enumerable::call(run, method, &receiver, values, given),
        _ => give_up(),
    }
}

/// Returns the values that `others` contain, or those that they do not contain.
fn chosen<'h>(
    run: &mut Running<'_, 'h>,
    values: &[Val<'h>],
    others: &[Val<'h>],
    wanted: bool,
) -> Run<'h, Vec<Val<'h>>> {
    let mut known_ones = Pairs::default();
    for other in others {
        known_ones.put(member_key(run, other)?, Val::Nil);
    }
    let mut kept = Vec::new();
    for value in values {
        let key = member_key(run, value)?;
        if known_ones.get(&key).is_some() == wanted {
            kept.push(value.clone());
        }
    }
    Ok(kept)
}

/// Returns the members of a set or an array.
fn members_of<'h>(value: &Val<'h>) -> Option<Vec<Val<'h>>> {
    match value {
        Val::Object(object) => match &**object {
            Object::Set(members) => {
                let members = members.borrow();
                Some(members.list().iter().map(|(_, one)| one.clone()).collect())
            }
            _ => None,
        },
        value => value.items(),
    }
}
