//! Implements iteration with lambdas: each, map, filter, reduce, any, all, slice, step,
//! reverse_each.
//!
//! A block of two parameters takes key and value of a hash, index and element of anything else. A
//! block of one parameter takes the element, which is `[key, value]` for a hash.

use mir::op::Yields;

use super::{block, is_break};
use crate::closure::Closure;
use crate::cx::Cx;
use crate::error::{Kind, Res, fail, fail_as};
use crate::function::{Args, Builtin, Occurs, dispatch};
use crate::heap::Heap;
use crate::iterator::{self, Elements, Iterator};
use crate::limits;
use crate::release::release;
use crate::types::Type;
use crate::value::{Hash, HashBuilder, Value, Whole};

const HASH_2: &[&str] = &["Hash hash", "&Callable[2,2] block"];
const HASH_1: &[&str] = &["Hash hash", "&Callable[1,1] block"];
const ITERABLE_2: &[&str] = &["Iterable enumerable", "&Callable[2,2] block"];
const ITERABLE_1: &[&str] = &["Iterable enumerable", "&Callable[1,1] block"];

macro_rules! over {
    ($name:literal, $two:ident, $one:ident) => {
        Builtin {
            name: $name,
            dispatches: &[
                dispatch(HASH_2, $two),
                dispatch(HASH_1, $one),
                dispatch(ITERABLE_2, $two),
                dispatch(ITERABLE_1, $one),
            ],
        }
    };
}

pub(super) const TABLE: &[Builtin] = &[
    over!("each", each_2, each_1),
    over!("map", map_2, map_1),
    over!("filter", filter_2, filter_1),
    over!("any", any_2, any_1),
    over!("all", all_2, all_1),
    Builtin {
        name: "reduce",
        dispatches: &[
            dispatch(&["Iterable enumerable", "&Callable[2,2] block"], reduce),
            dispatch(
                &["Iterable enumerable", "Any memo", "&Callable[2,2] block"],
                reduce,
            ),
        ],
    },
    Builtin {
        name: "slice",
        dispatches: &[
            dispatch(
                &[
                    "Hash[Any, Any] hash",
                    "Integer[1, default] slice_size",
                    "&?Callable block",
                ],
                slice,
            ),
            dispatch(
                &[
                    "Iterable enumerable",
                    "Integer[1, default] slice_size",
                    "&?Callable block",
                ],
                slice,
            ),
        ],
    },
    Builtin {
        name: "step",
        dispatches: &[
            dispatch(&["Iterable iterable", "Integer[1] step"], step),
            dispatch(
                &[
                    "Iterable iterable",
                    "Integer[1] step",
                    "&Callable[1,1] block",
                ],
                step_block,
            ),
        ],
    },
    Builtin {
        name: "reverse_each",
        dispatches: &[
            dispatch(&["Iterable iterable"], reverse_each),
            dispatch(
                &["Iterable iterable", "&Callable[1,1] block"],
                reverse_each_block,
            ),
        ],
    },
];

/// One step of an iteration.
pub(super) struct Visit<'h> {
    /// The key, or the index.
    pub key: Value<'h>,
    /// The value, or the element.
    pub value: Value<'h>,
    /// The result of the block.
    pub result: Value<'h>,
}

/// The number of iterations between two checks of the memory.
const CHECK_EVERY: usize = 4096;

/// The values that the caller of an iteration collects from its rounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    /// Only parts of an array, a hash or a range that is iterated over, and lists of [`Cx::loops`].
    Parts,
    /// Values that are made in the rounds.
    Made,
}

/// The state for freeing the memory that the rounds of an iteration used: see [`crate::release`].
pub(super) struct Rounds {
    mark: u64,
    epoch: u64,
    takes_back: bool,
}

impl Rounds {
    /// Begins an iteration.
    pub(super) fn begin(cx: &Cx<'_>, over: Value<'_>, keeps: Keeps) -> Rounds {
        let has_parts = matches!(
            over,
            Value::Array(_) | Value::Hash(_) | Value::Integer(_) | Value::Type(_)
        );
        Rounds {
            mark: cx.heap.mark(),
            epoch: cx.heap.epoch(),
            takes_back: has_parts && keeps == Keeps::Parts,
        }
    }

    /// Begins another round with the carried values, which may be moved.
    #[inline]
    pub(super) fn come<'h>(&mut self, cx: &mut Cx<'h>, carried: &mut [Value<'h>]) {
        if self.takes_back && cx.heap.epoch() != self.epoch {
            self.mark = release(cx, self.mark, carried);
            self.epoch = cx.heap.epoch();
        }
    }
}

/// Calls a block for each element until `each` stops the iteration.
pub(super) fn walk<'h>(
    cx: &mut Cx<'h>,
    over: Value<'h>,
    block: &'h Closure<'h>,
    (yields, keeps): (Yields, Keeps),
    each: impl FnMut(&mut Cx<'h>, Visit<'h>) -> bool,
) -> Res<'h, ()> {
    match (over, yields, iterator::as_hash(over)) {
        (Value::Hash(hash), ..) => walk_hash(cx, hash, block, (yields, keeps), each),
        (_, Yields::Pair, Some(hash)) => walk_hash(cx, hash, block, (yields, keeps), each),
        _ => {
            let rounds = Rounds::begin(cx, over, keeps);
            walk_elements(cx, elements(over)?, block, (yields, rounds), each)
        }
    }
}

fn walk_hash<'h>(
    cx: &mut Cx<'h>,
    hash: &'h Hash<'h>,
    block: &'h Closure<'h>,
    (yields, keeps): (Yields, Keeps),
    mut each: impl FnMut(&mut Cx<'h>, Visit<'h>) -> bool,
) -> Res<'h, ()> {
    let mut rounds = Rounds::begin(cx, Value::Hash(hash), keeps);
    for (key, value) in hash.iter() {
        let result = match yields {
            Yields::Pair => cx.call_block(block, &[key, value])?,
            Yields::Element => {
                let entry = Value::array(cx.heap, &[key, value]);
                cx.call_block(block, &[entry])?
            }
        };
        if !each(cx, Visit { key, value, result }) {
            break;
        }
        rounds.come(cx, &mut []);
    }
    Ok(())
}

fn walk_elements<'h>(
    cx: &mut Cx<'h>,
    mut elements: Elements<'h>,
    block: &'h Closure<'h>,
    (yields, mut rounds): (Yields, Rounds),
    mut each: impl FnMut(&mut Cx<'h>, Visit<'h>) -> bool,
) -> Res<'h, ()> {
    let mut index = 0;
    while let Some(value) = elements.next(cx.heap) {
        let key = Value::Integer(index as i64);
        let result = match yields {
            Yields::Pair => cx.call_block(block, &[key, value])?,
            Yields::Element => cx.call_block(block, &[value])?,
        };
        if !each(cx, Visit { key, value, result }) {
            break;
        }
        rounds.come(cx, &mut []);
        index += 1;
        if index % CHECK_EVERY == 0
            && let Some(over) = cx.exceeded()
        {
            return Err(over);
        }
    }
    Ok(())
}

/// Works like `walk`, but `break` ends the iteration, and a block of one parameter continues at the
/// iterator's cursor.
fn walk_until_break<'h>(
    cx: &mut Cx<'h>,
    args: Args<'h, '_>,
    yields: Yields,
    each: impl FnMut(&mut Cx<'h>, Visit<'h>) -> bool,
) -> Res<'h, ()> {
    let block = block(args)?;
    let rounds = Rounds::begin(cx, args[0], Keeps::Parts);
    let result = match (args[0], yields) {
        (Value::Iterator(_), Yields::Element) => match Elements::rest_of(args[0]) {
            Some(rest) => walk_elements(cx, rest, block, (yields, rounds), each),
            None => Ok(()),
        },
        _ => walk(cx, args[0], block, (yields, Keeps::Parts), each),
    };
    match result {
        Err(raise) if is_break(&raise) => Ok(()),
        result => result,
    }
}

/// Converts the result of a search over a value. A `break` ends the search over integers, which are
/// counted in a loop; for other values it is passed on.
///
/// # Errors
/// Returns the error or jump of the block.
pub(super) fn ended<'h>(result: Res<'h, ()>, over: Value<'h>) -> Res<'h, ()> {
    let counts = match over {
        Value::Integer(_) | Value::Type(Type::Integer { .. }) => true,
        Value::Iterator(iterator) => iterator.counts(),
        _ => false,
    };
    match result {
        Err(raise) if counts && is_break(&raise) => Ok(()),
        result => result,
    }
}

fn elements<'h>(over: Value<'h>) -> Res<'h, Elements<'h>> {
    match Elements::of(over) {
        Some(elements) => Ok(elements),
        None => fail("the value can't be iterated over"),
    }
}

fn each_1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    each(cx, args, Yields::Element)
}

fn each_2<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    each(cx, args, Yields::Pair)
}

fn each<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, yields: Yields) -> Res<'h> {
    let rest = match yields {
        Yields::Pair => iterator::rest_of_hash(cx.heap, args[0]),
        Yields::Element => None,
    };
    let over = [rest.map_or(args[0], Value::Hash)];
    let values = &over[..];
    walk_until_break(cx, Args { values, ..args }, yields, |_, _| true)?;
    Ok(args[0])
}

fn map_1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    map(cx, args, Yields::Element)
}

fn map_2<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    map(cx, args, Yields::Pair)
}

fn map<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, yields: Yields) -> Res<'h> {
    let list = cx.loops.begin_list(cx.heap, args[0]);
    let walked = walk_until_break(cx, args, yields, |cx, visit| {
        cx.loops.push(list, visit.result);
        true
    });
    let results = cx.loops.end_list(list);
    walked?;
    Ok(results.map_or(Value::Undef, Value::Array))
}

fn filter_1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    filter(cx, args, Yields::Element)
}

fn filter_2<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    filter(cx, args, Yields::Pair)
}

fn filter<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, yields: Yields) -> Res<'h> {
    let plain = matches!(args[0], Value::Hash(_)) || yields == Yields::Pair;
    if plain && iterator::as_hash(args[0]).is_some() {
        let mut kept = HashBuilder::new();
        walk(
            cx,
            args[0],
            block(args)?,
            (yields, Keeps::Parts),
            |_, visit| {
                if visit.result.is_truthy() {
                    kept.insert(visit.key, visit.value);
                }
                true
            },
        )?;
        return Ok(Value::Hash(kept.finish(cx.heap)));
    }
    let mut kept = Vec::new();
    walk_until_break(cx, args, yields, |_, visit| {
        if visit.result.is_truthy() {
            kept.push(visit.value);
        }
        true
    })?;
    Ok(Value::array(cx.heap, &kept))
}

fn any_1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    search(cx, args, Yields::Element, true)
}

fn any_2<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    search(cx, args, Yields::Pair, true)
}

fn all_1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    search(cx, args, Yields::Element, false)
}

fn all_2<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    search(cx, args, Yields::Pair, false)
}

/// Searches for a true result (`any`), or for a false one (`all`).
fn search<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, yields: Yields, wanted: bool) -> Res<'h> {
    let mut found = false;
    let each = |_: &mut Cx<'h>, visit: Visit<'h>| {
        found = visit.result.is_truthy() == wanted;
        !found
    };
    let result = match (args[0], yields) {
        (Value::Iterator(_), Yields::Element) => match Elements::searched(args[0]) {
            Some(elements) => {
                let rounds = Rounds::begin(cx, args[0], Keeps::Parts);
                walk_elements(cx, elements, block(args)?, (yields, rounds), each)
            }
            None => Ok(()),
        },
        _ => walk(cx, args[0], block(args)?, (yields, Keeps::Parts), each),
    };
    ended(result, args[0])?;
    Ok(Value::Boolean(found == wanted))
}

fn reduce<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let block = block(args)?;
    let mut elements = elements(args[0])?;
    let mut memo = match args.get(1) {
        Some(memo) => memo,
        None => match elements.next(cx.heap) {
            Some(first) => first,
            None => return Ok(Value::Undef),
        },
    };
    let mut rounds = Rounds::begin(cx, args[0], Keeps::Parts);
    while let Some(element) = elements.next(cx.heap) {
        memo = match cx.call_block(block, &[memo, element]) {
            Err(raise) if is_break(&raise) => return Ok(memo),
            result => result?,
        };
        rounds.come(cx, std::slice::from_mut(&mut memo));
    }
    Ok(memo)
}

fn slice<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    if let Value::BigInteger(_) = args[1] {
        return fail_as(Kind::Range, "bignum too big to convert into `long'");
    }
    let size = args[1].as_integer().unwrap_or(1);
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if let (Value::Array(array), None) = (args[0], args.block) {
        let starts = (0..array.len()).step_by(size.max(1));
        limits::items::<Value<'h>>(starts.len());
        let slices = starts.map(|start| Value::Array(array.slice(cx.heap, start, size)));
        return Ok(Value::array(cx.heap, &slices.collect::<Vec<_>>()));
    }
    let taken = iterator::slice_max(args[0]).unwrap_or(size).min(size);
    let mut elements = elements(args[0])?;
    let mut next = |cx: &Cx<'h>| -> Option<Vec<Value<'h>>> {
        let mut slice = Vec::with_capacity(taken.min(elements.len()).min(1 << 16));
        while slice.len() < taken {
            limits::items::<Value<'h>>(slice.len());
            match elements.next(cx.heap) {
                Some(element) => slice.push(element),
                None => break,
            }
        }
        (!slice.is_empty()).then_some(slice)
    };
    let Some(block) = args.block else {
        let mut slices = Vec::new();
        while let Some(slice) = next(cx) {
            slices.push(Value::array(cx.heap, &slice));
        }
        return Ok(Value::array(cx.heap, &slices));
    };
    let spread = spreads(cx, block, size)?;
    // the filler for missing items at the end: an empty entry, or undef
    let filler = match args[0] {
        Value::Hash(_) => Value::array(cx.heap, &[]),
        _ => Value::Undef,
    };
    while let Some(mut slice) = next(cx) {
        let result = if spread {
            slice.resize(size, filler);
            cx.call_block(block, &slice)
        } else {
            let slice = Value::array(cx.heap, &slice);
            cx.call_block(block, &[slice])
        };
        match result {
            Err(raise) if is_break(&raise) => break,
            result => result?,
        };
    }
    Ok(args[0])
}

/// Returns true if a block of `slice` takes the elements one by one instead of an array.
fn spreads<'h>(cx: &mut Cx<'h>, block: &'h Closure<'h>, size: usize) -> Res<'h, bool> {
    let parameters = cx.signature_of(block)?.parameters;
    let count = parameters.len();
    let all_required = parameters.iter().all(|p| p.occurs == Occurs::Required);
    match count {
        0 => fail("slice(): block must define at least one parameter. Block has 0."),
        _ if !all_required => Ok(size != 1),
        1 => Ok(false),
        _ if count == size => Ok(true),
        _ => fail(format!(
            "slice(): block must define one parameter, or the same number of parameters as the \
             given size of the slice ({size}). Block has {count}."
        )),
    }
}

fn step<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let step = Whole::of(args[1]).map_or(1, Whole::clamped);
    Ok(match Iterator::step(cx.heap, args[0], step)? {
        Some(iterator) => Value::Iterator(iterator),
        None => Value::Undef,
    })
}

fn step_block<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let steps = step(cx, args)?;
    visit_all(cx, steps, args)
}

fn reverse_each<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(match Iterator::reverse(cx.heap, args[0]) {
        Some(iterator) => Value::Iterator(iterator),
        None => Value::Undef,
    })
}

fn reverse_each_block<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let reversed = reverse_each(cx, args)?;
    visit_all(cx, reversed, args)
}

fn visit_all<'h>(cx: &mut Cx<'h>, over: Value<'h>, args: Args<'h, '_>) -> Res<'h> {
    let block = block(args)?;
    let parameters = cx.signature_of(block)?.parameters;
    let is_one = matches!(parameters, [one] if one.occurs == Occurs::Required);
    let Some(mut elements) = Elements::of_block(over) else {
        return fail("the value can't be iterated over");
    };
    while let Some(element) = elements.next(cx.heap) {
        let result = match is_one {
            true => cx.call_block(block, &[element]),
            false => {
                let parts = parts(cx.heap, element)?;
                cx.call_block(block, &parts)
            }
        };
        match result {
            Err(raise) if is_break(&raise) => break,
            result => result?,
        };
    }
    Ok(Value::Undef)
}

/// Returns the arguments of an element for a block that can take more than one: the values in it.
fn parts<'h>(heap: &'h Heap, element: Value<'h>) -> Res<'h, Vec<Value<'h>>> {
    Ok(match element {
        Value::Undef => Vec::new(),
        Value::Array(_) | Value::Hash(_) | Value::Iterator(_) => {
            let mut within = elements(element)?;
            let mut parts = Vec::new();
            while let Some(part) = within.next(heap) {
                limits::items::<Value<'h>>(parts.len());
                parts.push(part);
            }
            parts
        }
        _ => vec![element],
    })
}
