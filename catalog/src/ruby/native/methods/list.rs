//! Runs the methods of arrays.

use std::cell::RefCell;
use std::rc::Rc;

use runtime::limits;

use super::enumerable::{self, sorted, uniq};
use super::{Given, Method, give_up, known, natural, ordered};
use crate::ruby::native::code::Block;
use crate::ruby::native::running::Running;
use crate::ruby::native::stop::Run;
use crate::ruby::native::value::Val;

pub(super) fn call<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    given: Given<'_, 'h>,
) -> Run<'h> {
    if let (Val::List(items), None) = (receiver, given.block)
        && let Some(done) = changed(method, receiver, items, given.arguments)?
    {
        return Ok(done);
    }
    match (given.arguments, given.block) {
        (arguments, Some(block)) => with_block(run, method, receiver, arguments, block),
        ([], None) => plain(run, method, receiver),
        (arguments, None) => with_arguments(run, method, receiver, arguments),
    }
}

/// Converts an index, which may count from the end, to a position.
pub(super) fn place(index: i64, count: usize) -> Option<usize> {
    let place = match index < 0 {
        true => count.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?,
        false => usize::try_from(index).ok()?,
    };
    (place < count).then_some(place)
}

/// Returns the position and the number of items of a range of indexes.
pub(super) fn span(
    (from, to, exclusive): (i64, i64, bool),
    count: usize,
) -> Option<(usize, usize)> {
    let length = i64::try_from(count).ok()?;
    let from = if from < 0 {
        from.checked_add(length)?
    } else {
        from
    };
    let to = if to < 0 { to.checked_add(length)? } else { to };
    let end = if exclusive { to } else { to.checked_add(1)? };
    if from < 0 || from > length {
        return None;
    }
    let end = end.min(length);
    Some((
        usize::try_from(from).ok()?,
        usize::try_from(end - from).unwrap_or(0),
    ))
}

/// Returns the position and the number of items that exist of those wanted.
pub(super) fn counted(from: i64, wanted: i64, count: usize) -> Option<(usize, usize)> {
    let length = i64::try_from(count).ok()?;
    let from = if from < 0 {
        from.checked_add(length)?
    } else {
        from
    };
    let from = usize::try_from(from).ok().filter(|from| *from <= count)?;
    let wanted = usize::try_from(wanted).ok()?;
    Some((from, wanted.min(count - from)))
}

/// Calls a method that changes an array created by native code; returns `None` for any other
/// method.
// Long because each method has an arm.
fn changed<'h>(
    method: Method,
    receiver: &Val<'h>,
    items: &Rc<RefCell<Vec<Val<'h>>>>,
    arguments: &[Val<'h>],
) -> Run<'h, Option<Val<'h>>> {
    // an array that contains itself has a special text in Ruby
    if matches!(
        method,
        Method::Append
            | Method::Push
            | Method::Unshift
            | Method::Prepend
            | Method::Insert
            | Method::Put
            | Method::Concat
    ) && arguments.iter().any(|argument| argument.holds(receiver))
    {
        return give_up();
    }
    let mut list = items.borrow_mut();
    limits::items::<Val<'h>>(list.len() + arguments.len());
    let count = list.len();
    Ok(Some(match (method, arguments) {
        (Method::Append, [item]) => {
            list.push(item.clone());
            receiver.clone()
        }
        (Method::Push, arguments) => {
            list.extend(arguments.iter().cloned());
            receiver.clone()
        }
        (Method::Unshift | Method::Prepend, arguments) => {
            list.splice(0..0, arguments.iter().cloned());
            receiver.clone()
        }
        (Method::Pop, []) => Val::option(list.pop()),
        (Method::Shift, []) if count == 0 => Val::Nil,
        (Method::Shift, []) => list.remove(0),
        (Method::Shift, [wanted]) => {
            let wanted = natural(wanted)?.min(count);
            Val::list(list.drain(..wanted).collect())
        }
        (Method::Pop, [wanted]) => {
            let wanted = natural(wanted)?.min(count);
            Val::list(list.drain(count - wanted..).collect())
        }
        (Method::Concat, arguments) => {
            for argument in arguments {
                list.extend(known(argument.items())?);
                limits::items::<Val<'h>>(list.len());
            }
            receiver.clone()
        }
        (Method::Insert, [Val::Integer(at), item]) => {
            let at = known(usize::try_from(*at).ok().filter(|at| *at <= count))?;
            list.insert(at, item.clone());
            receiver.clone()
        }
        (Method::Put, [Val::Integer(at), item]) => {
            match place(*at, count) {
                Some(at) => list[at] = item.clone(),
                None if *at == count as i64 => list.push(item.clone()),
                None => return give_up(),
            }
            item.clone()
        }
        (Method::Delete, [value]) => {
            list.retain(|item| !item.equals(value));
            match list.len() == count {
                true => Val::Nil,
                false => value.clone(),
            }
        }
        (Method::DeleteAt, [Val::Integer(at)]) => match place(*at, count) {
            Some(at) => list.remove(at),
            None => Val::Nil,
        },
        (Method::Clear, []) => {
            list.clear();
            receiver.clone()
        }
        (Method::Replace, [other]) => {
            *list = known(other.items())?;
            receiver.clone()
        }
        (Method::CompactInto, []) => {
            list.retain(|item| !matches!(item, Val::Nil));
            some_change(receiver, list.len() != count)
        }
        (Method::UniqInto, []) => {
            let kept = uniq(list.clone());
            *list = kept;
            some_change(receiver, list.len() != count)
        }
        (Method::SortInto, []) => {
            let kept = sorted(list.clone())?;
            *list = kept;
            receiver.clone()
        }
        (Method::FlattenInto, []) => {
            let is_nested = list.iter().any(Val::is_array);
            let mut all = Vec::new();
            flatten(list.clone(), i64::MAX, &mut all);
            *list = all;
            some_change(receiver, is_nested)
        }
        _ => return Ok(None),
    }))
}

/// Returns the value of a method whose name ends in `!`: `nil` if nothing changed.
fn some_change<'h>(receiver: &Val<'h>, is_changed: bool) -> Val<'h> {
    match is_changed {
        true => receiver.clone(),
        false => Val::Nil,
    }
}

/// Collects the items of an array and of the arrays in it, to a depth of `levels`.
fn flatten<'h>(items: Vec<Val<'h>>, levels: i64, all: &mut Vec<Val<'h>>) {
    limits::stack();
    for item in items {
        limits::items::<Val<'h>>(all.len());
        match item.items().filter(|_| levels > 0) {
            Some(inner) => flatten(inner, levels - 1, all),
            None => all.push(item),
        }
    }
}

pub(super) fn joined<'h>(items: Vec<Val<'h>>, between: &str) -> Run<'h, String> {
    limits::stack();
    let mut text = String::new();
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            text.push_str(between);
        }
        match item.items() {
            Some(inner) => text.push_str(&joined(inner, between)?),
            None => known(item.write(&mut text).then_some(()))?,
        }
        limits::room(text.len());
    }
    Ok(text)
}

/// Calls a method without arguments.
fn plain<'h>(run: &mut Running<'_, 'h>, method: Method, receiver: &Val<'h>) -> Run<'h> {
    let count = known(receiver.len())?;
    match method {
        Method::Size | Method::Count => return Ok(Val::Integer(count as i64)),
        Method::IsEmpty => return Ok(Val::Boolean(count == 0)),
        Method::First => return Ok(Val::option(receiver.item(0))),
        Method::Last if count == 0 => return Ok(Val::Nil),
        Method::Last => return Ok(Val::option(receiver.item(count - 1))),
        Method::ToA => return Ok(receiver.clone()),
        _ => {}
    }
    let items = known(receiver.items())?;
    Ok(match method {
        Method::Compact => Val::list(
            items
                .into_iter()
                .filter(|item| !matches!(item, Val::Nil))
                .collect(),
        ),
        Method::Flatten => {
            let mut all = Vec::new();
            flatten(items, i64::MAX, &mut all);
            Val::list(all)
        }
        Method::Reverse => Val::list(items.into_iter().rev().collect()),
        Method::Rotate if count > 0 => {
            let mut items = items;
            items.rotate_left(1);
            Val::list(items)
        }
        Method::Join => Val::string(joined(items, "")?),
        Method::Transpose => {
            let rows: Option<Vec<Vec<Val<'h>>>> = items.iter().map(Val::items).collect();
            let rows = known(rows)?;
            let width = rows.first().map_or(0, Vec::len);
            known(rows.iter().all(|row| row.len() == width).then_some(()))?;
            let column = |at: usize| Val::list(rows.iter().map(|row| row[at].clone()).collect());
            Val::list((0..width).map(column).collect())
        }
        _ => {
            let given = Given {
                arguments: &[],
                block: None,
            };
            return enumerable::call(run, method, receiver, items, given);
        }
    })
}

// Long because each method has an arm.
fn with_arguments<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    arguments: &[Val<'h>],
) -> Run<'h> {
    let count = known(receiver.len())?;
    if let (Method::At | Method::ItemAt, [Val::Integer(index)]) = (method, arguments) {
        let found = place(*index, count).and_then(|at| receiver.item(at));
        return Ok(Val::option(found));
    }
    let items = known(receiver.items())?;
    let part = |span: Option<(usize, usize)>| match span {
        Some((from, count)) => Val::list(items.iter().skip(from).take(count).cloned().collect()),
        None => Val::Nil,
    };
    Ok(match (method, arguments) {
        (Method::At | Method::Slice, [Val::Range(from, to, exclusive)]) => {
            part(span((*from, *to, *exclusive), count))
        }
        (Method::At | Method::Slice, [Val::Integer(from), Val::Integer(wanted)]) => {
            part(counted(*from, *wanted, count))
        }
        (Method::Dig, [key @ Val::Integer(_)]) => {
            return with_arguments(run, Method::At, receiver, std::slice::from_ref(key));
        }
        (Method::Dig, [key @ Val::Integer(_), rest @ ..]) => {
            let inner = with_arguments(run, Method::At, receiver, std::slice::from_ref(key))?;
            return dug(run, &inner, rest);
        }
        (Method::Fetch, [Val::Integer(index)]) => {
            known(place(*index, count).and_then(|at| receiver.item(at)))?
        }
        (Method::Fetch, [Val::Integer(index), default]) => {
            let found = place(*index, count).and_then(|at| receiver.item(at));
            found.unwrap_or_else(|| default.clone())
        }
        (Method::ValuesAt, places) => {
            let places = places.iter().map(|index| match index {
                Val::Integer(index) => Ok(Val::option(
                    place(*index, count).and_then(|at| receiver.item(at)),
                )),
                _ => give_up(),
            });
            Val::list(places.collect::<Run<'h, _>>()?)
        }
        (Method::Last, [wanted]) => {
            let wanted = natural(wanted)?.min(count);
            Val::list(items.into_iter().skip(count - wanted).collect())
        }
        (Method::Join, [between]) => Val::string(joined(items, known(between.as_str())?)?),
        (Method::Multiplied, [Val::Integer(times)]) => {
            let times = known(usize::try_from(*times).ok())?;
            limits::items::<Val<'h>>(items.len().saturating_mul(times));
            Val::list(std::iter::repeat_n(items, times).flatten().collect())
        }
        (Method::Multiplied, [between]) => Val::string(joined(items, known(between.as_str())?)?),
        (Method::Plus, [other]) => {
            let mut all = items;
            all.extend(known(other.items())?);
            limits::items::<Val<'h>>(all.len());
            Val::list(all)
        }
        (Method::Minus, [other]) => {
            let others = set_of(other)?;
            Val::list(
                items
                    .into_iter()
                    .filter(|item| others.entry(item).is_none())
                    .collect(),
            )
        }
        (Method::And, [other]) => {
            let others = set_of(other)?;
            Val::list(
                uniq(items)
                    .into_iter()
                    .filter(|item| others.entry(item).is_some())
                    .collect(),
            )
        }
        (Method::Or, [other]) => {
            let mut all = items;
            all.extend(known(other.items())?);
            limits::items::<Val<'h>>(all.len());
            Val::list(uniq(all))
        }
        (Method::Flatten, [Val::Integer(levels)]) if *levels >= 0 => {
            let mut all = Vec::new();
            flatten(items, *levels, &mut all);
            Val::list(all)
        }
        (Method::Index | Method::FindIndex, [value]) => {
            let at = items.iter().position(|item| item.equals(value));
            at.map_or(Val::Nil, |at| Val::Integer(at as i64))
        }
        (Method::Rindex, [value]) => {
            let at = items.iter().rposition(|item| item.equals(value));
            at.map_or(Val::Nil, |at| Val::Integer(at as i64))
        }
        (Method::Rotate, [Val::Integer(by)]) if count > 0 => {
            let mut items = items;
            let by = known(usize::try_from(by.rem_euclid(count as i64)).ok())?;
            items.rotate_left(by);
            Val::list(items)
        }
        (Method::Product, [other]) => {
            let others = known(other.items())?;
            limits::items::<Val<'h>>(items.len().saturating_mul(others.len()));
            let pairs = items.iter().flat_map(|one| {
                others
                    .iter()
                    .map(move |two| Val::list(vec![one.clone(), two.clone()]))
            });
            Val::list(pairs.collect())
        }
        (Method::Assoc, [key]) => {
            let is_it = |item: &&Val<'h>| item.item(0).is_some_and(|first| first.equals(key));
            Val::option(items.iter().find(is_it).cloned())
        }
        (Method::Compare, [other]) => match (receiver.order(other), other.is_array()) {
            (Some(order), _) => ordered(order),
            (None, _) => return give_up(),
        },
        _ => {
            let given = Given {
                arguments,
                block: None,
            };
            return enumerable::call(run, method, receiver, items, given);
        }
    })
}

/// Continues `dig` from its second argument on.
pub(super) fn dug<'h>(run: &mut Running<'_, 'h>, inner: &Val<'h>, rest: &[Val<'h>]) -> Run<'h> {
    match inner {
        Val::Nil => Ok(Val::Nil),
        _ if inner.is_array() || inner.is_hash() => {
            super::call(run, Method::Dig, inner, rest, None)
        }
        _ => give_up(),
    }
}

fn set_of<'h>(list: &Val<'h>) -> Run<'h> {
    let items = known(list.items())?;
    Ok(Val::hash(
        items.into_iter().map(|item| (item, Val::Nil)).collect(),
    ))
}

// Long because each method has an arm.
fn with_block<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    arguments: &[Val<'h>],
    block: &Block,
) -> Run<'h> {
    let items = known(receiver.items())?;
    let count = items.len();
    let unchanged = |result: Val<'h>| match receiver.len() == Some(count) {
        // Ruby also iterates over items that the block adds to the array
        true => Ok(result),
        false => give_up(),
    };
    match (method, arguments) {
        (Method::Each, []) => {
            for item in items {
                run.run_for_effect(block, [item])?;
            }
            unchanged(receiver.clone())
        }
        (Method::EachIndex, []) => {
            for at in 0..count {
                run.run_for_effect(block, [Val::Integer(at as i64)])?;
            }
            unchanged(receiver.clone())
        }
        (Method::Fetch, [Val::Integer(index)]) => match place(*index, count) {
            Some(at) => Ok(Val::option(receiver.item(at))),
            None => run.run(block, &[Val::Integer(*index)]),
        },
        (
            Method::SelectInto
            | Method::KeepIf
            | Method::RejectInto
            | Method::DeleteIf
            | Method::MapInto,
            [],
        ) => {
            let Val::List(list) = receiver else {
                return give_up();
            };
            let mut kept = Vec::with_capacity(count);
            for item in items {
                let result = run.run(block, std::slice::from_ref(&item))?;
                match method {
                    Method::MapInto => kept.push(result),
                    Method::SelectInto | Method::KeepIf if result.is_truthy() => kept.push(item),
                    Method::RejectInto | Method::DeleteIf if !result.is_truthy() => kept.push(item),
                    _ => {}
                }
            }
            known((receiver.len() == Some(count)).then_some(()))?;
            let is_changed = kept.len() != count;
            known((!kept.iter().any(|item| item.holds(receiver))).then_some(()))?;
            *list.borrow_mut() = kept;
            Ok(match method {
                Method::SelectInto | Method::RejectInto => some_change(receiver, is_changed),
                _ => receiver.clone(),
            })
        }
        _ => {
            let given = Given {
                arguments,
                block: Some(block),
            };
            let method = match method {
                Method::Index => Method::FindIndex,
                method => method,
            };
            let done = enumerable::call(run, method, receiver, items, given)?;
            unchanged(done)
        }
    }
}
