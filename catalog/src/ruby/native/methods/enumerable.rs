//! Runs the methods of every value that has items: arrays, hashes as arrays of pairs, ranges.

use std::cmp::Ordering;
use std::rc::Rc;

use runtime::limits;

use super::members::set_of;
use super::{Given, Method, give_up, known, natural};
use crate::ruby::native::code::Block;
use crate::ruby::native::running::Running;
use crate::ruby::native::stop::{Run, Stop};
use crate::ruby::native::value::{Enumerator, Val};

/// Calls a method with the items of a receiver.
pub(super) fn call<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    items: Vec<Val<'h>>,
    given: Given<'_, 'h>,
) -> Run<'h> {
    match (given.arguments, given.block) {
        (arguments, Some(block)) => with_block(run, method, receiver, items, arguments, block),
        (arguments, None) => without_block(run, method, receiver, items, arguments),
    }
}

/// Creates the enumerator that a method returns without its block.
fn enumerator<'h>(method: Method, receiver: &Val<'h>, items: Vec<Val<'h>>) -> Run<'h> {
    Ok(Val::Enumerator(Rc::new(Enumerator {
        method,
        receiver: receiver.clone(),
        items,
    })))
}

/// Calls a method of an enumerator.
// Long because each method has an arm.
pub(super) fn of_enumerator<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    enumerator: &Enumerator<'h>,
    given: Given<'_, 'h>,
) -> Run<'h> {
    let receiver = &enumerator.receiver;
    // a method passed by name would get the two parts of a pair as separate arguments
    let is_pair = matches!(enumerator.method, Method::EachWithIndex);
    if is_pair && given.block.is_some_and(|block| block.passed.is_some()) {
        return give_up();
    }
    let items = enumerator.items.clone();
    let count = receiver.len();
    let done = match (method, given.arguments, given.block) {
        (Method::WithIndex | Method::EachWithIndex, arguments, Some(block)) => {
            let first = match arguments {
                [] => 0,
                [Val::Integer(first)] if method == Method::WithIndex => *first,
                _ => return give_up(),
            };
            let mut results = Vec::with_capacity(items.len());
            for (item, at) in items.iter().zip(first..) {
                results.push(run.run(block, &[item.clone(), Val::Integer(at)])?);
            }
            match enumerator.method {
                Method::Map => Val::list(results),
                Method::Select if receiver.is_array() => {
                    let kept = items.into_iter().zip(results);
                    let kept = kept.filter(|(_, result)| result.is_truthy());
                    Val::list(kept.map(|(item, _)| item).collect())
                }
                Method::Select => return give_up(),
                _ => receiver.clone(),
            }
        }
        (Method::Each, [], Some(block)) if enumerator.method != Method::Select => {
            let mut results = Vec::with_capacity(items.len());
            for item in items {
                results.push(run.run(block, &[item])?);
            }
            match enumerator.method {
                Method::Map => Val::list(results),
                _ => receiver.clone(),
            }
        }
        (Method::WithObject, [object], Some(block)) if enumerator.method == Method::Each => {
            for item in items {
                run.run(block, &[item, object.clone()])?;
            }
            object.clone()
        }
        (
            Method::Map
            | Method::FlatMap
            | Method::Select
            | Method::Reject
            | Method::FilterMap
            | Method::Find
            | Method::Any
            | Method::All
            | Method::ToH
            | Method::SortBy
            | Method::Partition
            | Method::EachWithObject
            | Method::Inject,
            _,
            Some(_),
        )
        | (Method::ToA | Method::ToH | Method::First, _, None)
            if matches!(
                enumerator.method,
                Method::Each | Method::EachWithIndex | Method::EachSlice | Method::EachCons
            ) =>
        {
            call(run, method, receiver, items, given)?
        }
        _ => return give_up(),
    };
    // Ruby also iterates over items that the block adds
    match receiver.len() == count {
        true => Ok(done),
        false => give_up(),
    }
}

// Long because each method has an arm.
fn without_block<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    items: Vec<Val<'h>>,
    arguments: &[Val<'h>],
) -> Run<'h> {
    Ok(match (method, arguments) {
        (Method::ToA, []) => Val::list(items),
        (Method::ToSet, []) => return set_of(run, items),
        (Method::Any, []) => Val::Boolean(items.iter().any(Val::is_truthy)),
        (Method::All, []) => Val::Boolean(items.iter().all(Val::is_truthy)),
        (Method::IsNone, []) => Val::Boolean(!items.iter().any(Val::is_truthy)),
        (Method::IsOne, []) => {
            Val::Boolean(items.iter().filter(|item| item.is_truthy()).count() == 1)
        }
        (Method::Any | Method::All | Method::IsNone, [pattern]) => {
            let mut fitting = 0;
            for item in &items {
                fitting += usize::from(super::fits(run, pattern, item)?);
            }
            Val::Boolean(match method {
                Method::Any => fitting > 0,
                Method::All => fitting == items.len(),
                _ => fitting == 0,
            })
        }
        (Method::Count, [value]) => {
            Val::Integer(items.iter().filter(|item| item.equals(value)).count() as i64)
        }
        (Method::Includes | Method::IsMember, [value]) => {
            Val::Boolean(items.iter().any(|item| item.equals(value)))
        }
        (Method::First, []) => Val::option(items.into_iter().next()),
        (Method::First | Method::Take, [count]) => {
            Val::list(items.into_iter().take(natural(count)?).collect())
        }
        (Method::Drop, [count]) => Val::list(items.into_iter().skip(natural(count)?).collect()),
        (Method::Sort, []) => Val::list(sorted(items)?),
        (Method::Min, []) => Val::option(extreme(items, Ordering::Less)?),
        (Method::Max, []) => Val::option(extreme(items, Ordering::Greater)?),
        (Method::Minmax, []) => Val::list(vec![
            Val::option(extreme(items.clone(), Ordering::Less)?),
            Val::option(extreme(items, Ordering::Greater)?),
        ]),
        (Method::Sum, []) => summed(run, Val::Integer(0), items)?,
        (Method::Sum, [first]) => summed(run, first.clone(), items)?,
        (Method::Uniq, []) => Val::list(uniq(items)),
        (Method::Tally, []) => {
            let counts = Val::hash(Vec::new());
            for item in items {
                let count = match counts.entry(&item) {
                    Some(Val::Integer(count)) => count + 1,
                    _ => 1,
                };
                super::put(&counts, item, Val::Integer(count))?;
            }
            counts
        }
        (Method::ToH, []) => {
            let hash = Val::hash(Vec::new());
            for item in items {
                put_pair(&hash, &item)?;
            }
            hash
        }
        (Method::Inject, [Val::Symbol(name)]) => {
            let mut items = items.into_iter();
            let first = Val::option(items.next());
            folded(run, name, first, items)?
        }
        (Method::Inject, [first, Val::Symbol(name)]) => {
            folded(run, name, first.clone(), items.into_iter())?
        }
        (Method::Zip, [others]) => {
            let others = known(others.items())?;
            let mut others = others.into_iter();
            let pairs = items
                .into_iter()
                .map(|item| Val::list(vec![item, Val::option(others.next())]));
            Val::list(pairs.collect())
        }
        (Method::EachSlice, [count]) => {
            let parts = slices(items, natural(count)?)?;
            return enumerator(method, receiver, parts);
        }
        (Method::EachCons, [count]) => {
            let parts = windows(items, natural(count)?)?;
            return enumerator(method, receiver, parts);
        }
        (Method::EachWithIndex, []) => {
            let pairs = items.into_iter().zip(0..);
            let pairs = pairs.map(|(item, at)| Val::list(vec![item, Val::Integer(at)]));
            return enumerator(method, receiver, pairs.collect());
        }
        (Method::Map | Method::Each | Method::Select, []) => {
            return enumerator(method, receiver, items);
        }
        _ => return give_up(),
    })
}

/// Sets the entry that a pair describes.
fn put_pair<'h>(hash: &Val<'h>, pair: &Val<'h>) -> Run<'h, ()> {
    match &known(pair.items())?[..] {
        [key, value] => super::put(hash, key.clone(), value.clone()),
        _ => give_up(),
    }
}

fn slices<'h>(items: Vec<Val<'h>>, count: usize) -> Run<'h, Vec<Val<'h>>> {
    known((count > 0).then_some(()))?;
    Ok(items
        .chunks(count)
        .map(|part| Val::list(part.to_vec()))
        .collect())
}

fn windows<'h>(items: Vec<Val<'h>>, count: usize) -> Run<'h, Vec<Val<'h>>> {
    known((count > 0).then_some(()))?;
    if count > items.len() {
        return Ok(Vec::new());
    }
    limits::items::<Val<'h>>(items.len().saturating_mul(count));
    Ok(items
        .windows(count)
        .map(|part| Val::list(part.to_vec()))
        .collect())
}

pub(super) fn uniq<'h>(items: Vec<Val<'h>>) -> Vec<Val<'h>> {
    let known = Val::hash(items.into_iter().map(|item| (item, Val::Nil)).collect());
    let pairs = known.pairs().unwrap_or_default().into_iter();
    pairs.map(|(item, _)| item).collect()
}

/// Sorts items; gives up if two are equal but not identical, because only Ruby knows their order.
pub(super) fn sorted<'h>(items: Vec<Val<'h>>) -> Run<'h, Vec<Val<'h>>> {
    sorted_by(items, |one, two| match one.order(two) {
        Some(Ordering::Equal) if !one.is_key(two) => None,
        order => order,
    })
}

fn sorted_by<'h, T>(
    mut items: Vec<T>,
    order: impl Fn(&T, &T) -> Option<Ordering>,
) -> Run<'h, Vec<T>> {
    let mut is_known = true;
    items.sort_by(|one, two| {
        order(one, two).unwrap_or_else(|| {
            is_known = false;
            Ordering::Equal
        })
    });
    match is_known {
        true => Ok(items),
        false => Err(Stop::GiveUp),
    }
}

/// Returns the smallest or largest item.
fn extreme<'h>(items: Vec<Val<'h>>, wanted: Ordering) -> Run<'h, Option<Val<'h>>> {
    let mut items = items.into_iter();
    let Some(mut best) = items.next() else {
        return Ok(None);
    };
    for item in items {
        if known(item.order(&best))? == wanted {
            best = item;
        }
    }
    Ok(Some(best))
}

/// Adds up items; gives up on Floats, which Ruby adds with a compensation of rounding errors.
fn summed<'h>(run: &mut Running<'_, 'h>, first: Val<'h>, items: Vec<Val<'h>>) -> Run<'h> {
    let mut sum = first;
    for item in items {
        if matches!(item, Val::Float(_)) || matches!(sum, Val::Float(_)) {
            return give_up();
        }
        sum = super::call(run, Method::Plus, &sum, &[item], None)?;
    }
    Ok(sum)
}

fn folded<'h>(
    run: &mut Running<'_, 'h>,
    name: &str,
    first: Val<'h>,
    items: impl Iterator<Item = Val<'h>>,
) -> Run<'h> {
    let method = known(Method::named(name))?;
    let mut memo = first;
    for item in items {
        memo = super::call(run, method, &memo, &[item], None)?;
    }
    Ok(memo)
}

// Long because each method has an arm.
fn with_block<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    items: Vec<Val<'h>>,
    arguments: &[Val<'h>],
    block: &Block,
) -> Run<'h> {
    match (method, arguments) {
        (Method::Sort | Method::Min | Method::Max, []) => {
            return by_block(run, method, items, block);
        }
        (Method::Inject, [] | [_]) => {
            let mut items = items.into_iter();
            let mut memo = match arguments {
                [first] => first.clone(),
                _ => Val::option(items.next()),
            };
            for item in items {
                memo = run.run(block, &[memo, item])?;
            }
            return Ok(memo);
        }
        (Method::EachWithIndex, []) => {
            for (at, item) in items.into_iter().enumerate() {
                run.run_for_effect(block, [item, Val::Integer(at as i64)])?;
            }
            return Ok(receiver.clone());
        }
        (Method::EachWithObject, [object]) => {
            for item in items {
                run.run_for_effect(block, [item, object.clone()])?;
            }
            return Ok(object.clone());
        }
        (Method::ReverseEach, []) => {
            for item in items.into_iter().rev() {
                run.run_for_effect(block, [item])?;
            }
            return Ok(receiver.clone());
        }
        (Method::EachSlice | Method::EachCons, [count]) => {
            let count = natural(count)?;
            let parts = match method {
                Method::EachSlice => slices(items, count)?,
                _ => windows(items, count)?,
            };
            for part in parts {
                run.run(block, &[part])?;
            }
            return Ok(receiver.clone());
        }
        // Ruby does not call the block in this case
        (Method::Uniq, []) if items.len() < 2 && receiver.is_array() => {
            return Ok(Val::list(items));
        }
        (
            Method::Map
            | Method::FlatMap
            | Method::FilterMap
            | Method::Any
            | Method::All
            | Method::IsNone
            | Method::IsOne
            | Method::Count
            | Method::Select
            | Method::Reject
            | Method::Partition
            | Method::GroupBy
            | Method::Find
            | Method::FindIndex
            | Method::TakeWhile
            | Method::DropWhile
            | Method::MinBy
            | Method::MaxBy
            | Method::Sum
            | Method::Uniq
            | Method::ToH
            | Method::SortBy,
            [],
        ) => {}
        // any other method gives up here: the block must not run if Ruby would not run it
        _ => return give_up(),
    }
    let found = results(run, method, &items, block);
    // Ruby would have rejected an earlier value immediately
    let is_strict = matches!(
        method,
        Method::ToH | Method::Sum | Method::MinBy | Method::MaxBy
    );
    let (results, ran) = match found {
        Err(Stop::Break(_)) if is_strict => return give_up(),
        found => found?,
    };
    from_results(run, method, items, results, ran)
}

/// Runs the block for each item, up to the one that decides; returns the results and whether one
/// decided.
fn results<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    items: &[Val<'h>],
    block: &Block,
) -> Run<'h, (Vec<Val<'h>>, bool)> {
    let mut results = Vec::with_capacity(items.len());
    for item in items {
        limits::items::<Val<'h>>(results.len());
        let mut result = run.run(block, std::slice::from_ref(item))?;
        // Ruby uses these results immediately; a later round may change them
        let is_used = matches!(method, Method::FlatMap | Method::ToH | Method::Sum);
        if let (Val::List(items), Method::MinBy | Method::MaxBy) = (&result, method)
            && Rc::strong_count(items) > 1
        {
            return give_up();
        }
        if is_used && let Val::List(items) = &result {
            let items = items.borrow().clone();
            result = Val::list(items);
        }
        let decides = match method {
            Method::Any | Method::Find | Method::FindIndex | Method::IsNone => result.is_truthy(),
            Method::All | Method::TakeWhile | Method::DropWhile => !result.is_truthy(),
            Method::IsOne => result.is_truthy() && results.iter().any(Val::is_truthy),
            _ => false,
        };
        results.push(result);
        if decides {
            return Ok((results, true));
        }
    }
    Ok((results, false))
}

/// Computes the value of a method from the results of its block.
// Long because each method has an arm.
fn from_results<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    items: Vec<Val<'h>>,
    results: Vec<Val<'h>>,
    decided: bool,
) -> Run<'h> {
    let chosen = |wanted: bool| {
        let pairs = items.iter().zip(&results);
        pairs
            .filter(|(_, result)| result.is_truthy() == wanted)
            .map(|(item, _)| item.clone())
            .collect::<Vec<_>>()
    };
    let last = results.len().saturating_sub(1);
    Ok(match method {
        Method::Map => Val::list(results),
        Method::FlatMap => {
            let mut all = Vec::new();
            for result in results {
                match result.items() {
                    Some(items) => all.extend(items),
                    None => all.push(result),
                }
                limits::items::<Val<'h>>(all.len());
            }
            Val::list(all)
        }
        Method::FilterMap => Val::list(results.into_iter().filter(Val::is_truthy).collect()),
        Method::Any => Val::Boolean(decided),
        Method::All | Method::IsNone => Val::Boolean(!decided),
        Method::IsOne => Val::Boolean(chosen(true).len() == 1),
        Method::Count => Val::Integer(chosen(true).len() as i64),
        Method::Select | Method::Reject => Val::list(chosen(method == Method::Select)),
        Method::Partition => Val::list(vec![Val::list(chosen(true)), Val::list(chosen(false))]),
        Method::Find => match decided {
            true => Val::option(items.get(last).cloned()),
            false => Val::Nil,
        },
        Method::FindIndex => match decided {
            true => Val::Integer(last as i64),
            false => Val::Nil,
        },
        Method::TakeWhile => {
            let count = if decided { last } else { items.len() };
            Val::list(items.into_iter().take(count).collect())
        }
        Method::DropWhile => {
            let count = if decided { last } else { items.len() };
            Val::list(items.into_iter().skip(count).collect())
        }
        Method::GroupBy => {
            let groups = Val::hash(Vec::new());
            for (item, key) in items.into_iter().zip(results) {
                match groups.entry(&key) {
                    Some(Val::List(group)) => group.borrow_mut().push(item),
                    _ => super::put(&groups, key, Val::list(vec![item]))?,
                }
            }
            groups
        }
        Method::MinBy | Method::MaxBy => {
            let wanted = match method {
                Method::MinBy => Ordering::Less,
                _ => Ordering::Greater,
            };
            let mut best: Option<(&Val<'h>, &Val<'h>)> = None;
            for (item, key) in items.iter().zip(&results) {
                let is_better = match best {
                    Some((_, other)) => known(key.order(other))? == wanted,
                    None => true,
                };
                if is_better {
                    best = Some((item, key));
                }
            }
            Val::option(best.map(|(item, _)| item.clone()))
        }
        Method::Sum => summed(run, Val::Integer(0), results)?,
        Method::Uniq => {
            let seen = Val::hash(Vec::new());
            let mut firsts = Vec::new();
            for (item, key) in items.into_iter().zip(results) {
                if seen.entry(&key).is_none() {
                    super::put(&seen, key, Val::Nil)?;
                    firsts.push(item);
                }
            }
            Val::list(firsts)
        }
        Method::ToH => {
            let hash = Val::hash(Vec::new());
            for pair in &results {
                put_pair(&hash, pair)?;
            }
            hash
        }
        Method::SortBy => {
            let keyed: Vec<(Val<'h>, Val<'h>)> = results.into_iter().zip(items).collect();
            let sorted = sorted_by(keyed, |(one, a), (two, b)| match one.order(two) {
                Some(Ordering::Equal) if !a.is_key(b) => None,
                order => order,
            });
            Val::list(sorted?.into_iter().map(|(_, item)| item).collect())
        }
        _ => return give_up(),
    })
}

/// Sorts by a block. Ruby's algorithm determines which pairs the block is called with, so the block
/// must have no effects.
fn by_block<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    items: Vec<Val<'h>>,
    block: &Block,
) -> Run<'h> {
    known((!block.acts).then_some(()))?;
    let mut is_known = true;
    let mut items = items;
    items.sort_by(|one, two| {
        let mut asked =
            |one: &Val<'h>, two: &Val<'h>| match run.run(block, &[one.clone(), two.clone()]) {
                Ok(Val::Integer(order)) => Some(order.cmp(&0)),
                _ => None,
            };
        // Ruby's algorithm decides the order of items that are equal but not identical, or that
        // have no order
        let order = asked(one, two).filter(|order| asked(two, one) == Some(order.reverse()));
        let order = order.filter(|order| order.is_ne() || one.is_key(two));
        is_known &= order.is_some();
        order.unwrap_or(Ordering::Equal)
    });
    known(is_known.then_some(()))?;
    Ok(match method {
        Method::Sort => Val::list(items),
        Method::Min => Val::option(items.into_iter().next()),
        _ => Val::option(items.into_iter().next_back()),
    })
}
