//! Runs the methods of hashes.

use runtime::limits;

use super::{Given, Method, enumerable, give_up, known, list, put, rounds};
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
    known(receiver.is_hash().then_some(()))?;
    if given.block.is_none()
        && let Some(done) = changed(method, receiver, given.arguments)?
    {
        return Ok(done);
    }
    match (given.arguments, given.block) {
        (arguments, Some(block)) => with_block(run, method, receiver, arguments, block),
        ([], None) => plain(run, method, receiver),
        (arguments, None) => with_arguments(run, method, receiver, arguments),
    }
}

/// Calls a method that changes a hash created by native code; returns `None` for any other method.
fn changed<'h>(
    method: Method,
    receiver: &Val<'h>,
    arguments: &[Val<'h>],
) -> Run<'h, Option<Val<'h>>> {
    let Val::Hash(pairs) = receiver else {
        return Ok(None);
    };
    Ok(Some(match (method, arguments) {
        (Method::Put, [key, value]) => {
            put(receiver, key.clone(), value.clone())?;
            value.clone()
        }
        (Method::MergeInto, others) => {
            for other in others {
                for (key, value) in known(other.pairs())? {
                    put(receiver, key, value)?;
                }
            }
            receiver.clone()
        }
        (Method::Delete, [key]) => Val::option(pairs.borrow_mut().remove(key)),
        (Method::Clear, []) => {
            pairs.borrow_mut().set(Vec::new());
            receiver.clone()
        }
        (Method::CompactInto, []) => {
            let mut pairs = pairs.borrow_mut();
            let (before, mut kept) = (pairs.list().len(), pairs.list().to_vec());
            kept.retain(|(_, value)| !matches!(value, Val::Nil));
            let is_changed = kept.len() != before;
            pairs.set(kept);
            match is_changed {
                true => receiver.clone(),
                false => Val::Nil,
            }
        }
        (Method::Shift, []) => {
            let mut pairs = pairs.borrow_mut();
            let mut kept = pairs.list().to_vec();
            known((!kept.is_empty()).then_some(()))?;
            let (key, value) = kept.remove(0);
            pairs.set(kept);
            Val::list(vec![key, value])
        }
        _ => return Ok(None),
    }))
}

/// Calls a method without arguments.
fn plain<'h>(run: &mut Running<'_, 'h>, method: Method, receiver: &Val<'h>) -> Run<'h> {
    let count = known(receiver.len())?;
    match method {
        Method::Size | Method::Count => return Ok(Val::Integer(count as i64)),
        Method::IsEmpty => return Ok(Val::Boolean(count == 0)),
        Method::Any => return Ok(Val::Boolean(count > 0)),
        Method::ToH if !has_default(receiver) => return Ok(receiver.clone()),
        _ => {}
    }
    let pairs = known(receiver.pairs())?;
    Ok(match method {
        Method::Keys => Val::list(pairs.into_iter().map(|(key, _)| key).collect()),
        Method::Values => Val::list(pairs.into_iter().map(|(_, value)| value).collect()),
        Method::Compact => Val::hash(
            pairs
                .into_iter()
                .filter(|(_, value)| !matches!(value, Val::Nil))
                .collect(),
        ),
        Method::Invert => {
            let inverted = Val::hash(Vec::new());
            for (key, value) in pairs {
                put(&inverted, value, key)?;
            }
            inverted
        }
        Method::Flatten => Val::list(
            pairs
                .into_iter()
                .flat_map(|(key, value)| [key, value])
                .collect(),
        ),
        _ => {
            let given = Given {
                arguments: &[],
                block: None,
            };
            return enumerable::call(run, method, receiver, rounds(receiver)?, given);
        }
    })
}

fn has_default(value: &Val<'_>) -> bool {
    matches!(value, Val::Hash(pairs) if pairs.borrow().default.is_some())
}

/// Returns the value of a key, or the default of the hash.
fn at<'h>(run: &mut Running<'_, 'h>, receiver: &Val<'h>, key: &Val<'h>) -> Run<'h> {
    match receiver.entry(key) {
        Some(value) => Ok(value),
        None => run.unknown_key(receiver, key),
    }
}

fn with_arguments<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    arguments: &[Val<'h>],
) -> Run<'h> {
    Ok(match (method, arguments) {
        (Method::At, [key]) => at(run, receiver, key)?,
        (Method::Dig, [key]) => at(run, receiver, key)?,
        (Method::Dig, [key, rest @ ..]) => {
            let inner = at(run, receiver, key)?;
            list::dug(run, &inner, rest)?
        }
        (Method::HasKey | Method::Includes | Method::IsMember, [key]) => {
            Val::Boolean(receiver.entry(key).is_some())
        }
        (Method::HasValue, [value]) => {
            let pairs = known(receiver.pairs())?;
            Val::Boolean(pairs.iter().any(|(_, known)| known.equals(value)))
        }
        (Method::KeyOf, [value]) => {
            let pairs = known(receiver.pairs())?;
            let found = pairs.into_iter().find(|(_, known)| known.equals(value));
            Val::option(found.map(|(key, _)| key))
        }
        (Method::Fetch, [key]) => known(receiver.entry(key))?,
        (Method::Fetch, [key, default]) => receiver.entry(key).unwrap_or_else(|| default.clone()),
        (Method::ValuesAt, keys) => {
            let values = keys.iter().map(|key| at(run, receiver, key));
            Val::list(values.collect::<Run<'h, _>>()?)
        }
        (Method::FetchValues, keys) => {
            let values: Option<Vec<Val<'h>>> = keys.iter().map(|key| receiver.entry(key)).collect();
            Val::list(known(values)?)
        }
        (Method::Slice, keys) => {
            let found = keys
                .iter()
                .filter_map(|key| Some((key.clone(), receiver.entry(key)?)));
            Val::hash(found.collect())
        }
        (Method::Except, keys) => {
            let pairs = known(receiver.pairs())?.into_iter();
            let stays = |(key, _): &(Val<'h>, Val<'h>)| !keys.iter().any(|one| one.is_key(key));
            Val::hash(pairs.filter(stays).collect())
        }
        (Method::Merge, others) if !has_default(receiver) => {
            let merged = Val::hash(known(receiver.pairs())?);
            for other in others {
                for (key, value) in known(other.pairs())? {
                    put(&merged, key, value)?;
                }
            }
            merged
        }
        _ => {
            let given = Given {
                arguments,
                block: None,
            };
            return enumerable::call(run, method, receiver, rounds(receiver)?, given);
        }
    })
}

fn with_block<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    arguments: &[Val<'h>],
    block: &Block,
) -> Run<'h> {
    let count = receiver.len();
    let done = with_block_of(run, method, receiver, arguments, block)?;
    // adding an entry during iteration is an error in Ruby
    match receiver.len() == count || is_change(method) {
        true => Ok(done),
        false => give_up(),
    }
}

fn is_change(method: Method) -> bool {
    matches!(
        method,
        Method::SelectInto
            | Method::KeepIf
            | Method::RejectInto
            | Method::DeleteIf
            | Method::MergeInto
    )
}

// Long because each method has an arm.
fn with_block_of<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    arguments: &[Val<'h>],
    block: &Block,
) -> Run<'h> {
    let count = known(receiver.len())?;
    limits::items::<Val<'h>>(count);
    // two plain parameters take the key and the value directly
    let is_split = block.parameters.len() == 2 && block.takes_directly(2);
    if is_split && matches!(method, Method::Each | Method::EachPair) && arguments.is_empty() {
        // nothing is added or removed meanwhile, since the hash is being iterated over
        for at in 0..count {
            let (key, value) = match block.reads_first {
                true => known(receiver.pair(at))?,
                false => (Val::Nil, known(receiver.pair_value(at))?),
            };
            run.run_for_effect(block, [key, value])?;
        }
        return Ok(receiver.clone());
    }
    let pairs = known(receiver.pairs())?;
    match (method, arguments) {
        (Method::Each | Method::EachPair, []) => {
            for (key, value) in pairs {
                run.run_for_effect(block, [Val::list(vec![key, value])])?;
            }
            Ok(receiver.clone())
        }
        (Method::EachKey, []) => {
            for (key, _) in pairs {
                run.run_for_effect(block, [key])?;
            }
            Ok(receiver.clone())
        }
        (Method::EachValue, []) => {
            for (_, value) in pairs {
                run.run_for_effect(block, [value])?;
            }
            Ok(receiver.clone())
        }
        (Method::Fetch, [key]) => match receiver.entry(key) {
            Some(value) => Ok(value),
            None => run.run(block, std::slice::from_ref(key)),
        },
        (Method::TransformValues | Method::TransformKeys, []) => {
            let made = Val::hash(Vec::new());
            for (key, value) in pairs {
                let (key, value) = match method {
                    Method::TransformValues => {
                        let value = run.run(block, &[value])?;
                        (key, value)
                    }
                    _ => (run.run(block, &[key])?, value),
                };
                put(&made, key, value)?;
            }
            Ok(made)
        }
        (Method::Merge | Method::MergeInto, others) => {
            let merged = match (method, receiver) {
                (Method::MergeInto, Val::Hash(_)) => receiver.clone(),
                (Method::Merge, _) if !has_default(receiver) => Val::hash(pairs),
                _ => return give_up(),
            };
            for other in others {
                for (key, value) in known(other.pairs())? {
                    let value = match merged.entry(&key) {
                        Some(known) => run.run(block, &[key.clone(), known, value])?,
                        None => value,
                    };
                    put(&merged, key, value)?;
                }
            }
            Ok(merged)
        }
        (
            Method::Select
            | Method::Reject
            | Method::SelectInto
            | Method::KeepIf
            | Method::RejectInto
            | Method::DeleteIf,
            [],
        ) => selected(run, method, receiver, pairs, block),
        // these methods call the block with key and value as two arguments
        (Method::Any, []) if !block.spreads => give_up(),
        (Method::ToH, []) => {
            let hash = Val::hash(Vec::new());
            for (key, value) in pairs {
                match &known(run.run(block, &[key, value])?.items())?[..] {
                    [key, value] => put(&hash, key.clone(), value.clone())?,
                    _ => return give_up(),
                }
            }
            Ok(hash)
        }
        _ => {
            let given = Given {
                arguments,
                block: Some(block),
            };
            enumerable::call(run, method, receiver, rounds(receiver)?, given)
        }
    }
}

/// Selects the pairs by the result of a block; returns a new hash, or changes the hash itself.
fn selected<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    pairs: Vec<(Val<'h>, Val<'h>)>,
    block: &Block,
) -> Run<'h> {
    let wanted = matches!(method, Method::Select | Method::SelectInto | Method::KeepIf);
    let count = pairs.len();
    let mut kept = Vec::new();
    for (key, value) in pairs {
        let result = run.run(block, &[key.clone(), value.clone()])?;
        if result.is_truthy() == wanted {
            kept.push((key, value));
        }
    }
    if matches!(method, Method::Select | Method::Reject) {
        return Ok(Val::hash(kept));
    }
    let Val::Hash(hash) = receiver else {
        return give_up();
    };
    known((receiver.len() == Some(count)).then_some(()))?;
    let is_changed = kept.len() != count;
    hash.borrow_mut().set(kept);
    Ok(match (method, is_changed) {
        (Method::SelectInto | Method::RejectInto, false) => Val::Nil,
        _ => receiver.clone(),
    })
}
