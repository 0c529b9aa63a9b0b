//! The methods that native templates know, as Ruby's core has them.

use std::cmp::Ordering;

use runtime::regex::Pattern;
use runtime::{Value, limits};

use super::eval::{Run, Running, Stop};
use super::lower::Block;
use super::value::Val;

macro_rules! methods {
    ($($name:literal $method:ident,)*) => {
        /// A method of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Method { $($method,)* }

        impl Method {
            /// The method of a name.
            pub fn named(name: &str) -> Option<Method> {
                match name {
                    $($name => Some(Method::$method),)*
                    "kind_of?" => Some(Method::IsA),
                    "collect" => Some(Method::Map),
                    "filter" => Some(Method::Select),
                    "length" => Some(Method::Size),
                    "has_key?" => Some(Method::HasKey),
                    _ => None,
                }
            }
        }
    };
}

methods! {
    "==" Equal, "=~" Matches, "<" Less, "<=" LessOrEqual, ">" Greater, ">=" GreaterOrEqual,
    "+" Plus, "-" Minus, "*" Times, "/" Divided, "%" Modulo, "<<" Append, "push" Push,
    "[]" At, "[]=" Put, "all?" All, "any?" Any, "capitalize" Capitalize, "chomp" Chomp, "compact" Compact,
    "count" Count, "downcase" Downcase, "each" Each, "each_pair" EachPair, "each_with_index" EachWithIndex, "empty?" IsEmpty,
    "end_with?" EndsWith, "fetch" Fetch, "first" First, "flatten" Flatten, "freeze" Freeze, "gsub" Gsub, "include?" Includes,
    "inject" Inject, "inspect" Inspect, "is_a?" IsA, "join" Join, "key?" HasKey, "keys" Keys, "last" Last, "lstrip" Lstrip,
    "map" Map, "member?" IsMember, "merge" Merge, "nil?" IsNil, "reject" Reject, "reverse" Reverse, "rstrip" Rstrip, "select" Select, "size" Size,
    "sort" Sort, "sort_by" SortBy, "split" Split, "start_with?" StartsWith, "strip" Strip, "sub" Sub, "to_a" ToA, "to_i" ToI,
    "to_s" ToS, "uniq" Uniq, "upcase" Upcase, "values" Values,
}

fn give_up<'h, T>() -> Run<'h, T> {
    Err(Stop::GiveUp)
}

fn known<'h, T>(found: Option<T>) -> Run<'h, T> {
    found.ok_or(Stop::GiveUp)
}

/// Sets an entry of a hash that was made here.
pub fn put<'h>(hash: &Val<'h>, key: Val<'h>, value: Val<'h>) -> Run<'h, ()> {
    let Val::Hash(pairs) = hash else {
        return give_up();
    };
    pairs.borrow_mut().put(key, value);
    Ok(())
}

/// `Array(value)`
pub fn array_of<'h>(value: &Val<'h>) -> Val<'h> {
    match value {
        Val::Nil => Val::list(Vec::new()),
        Val::List(_) | Val::Plain(Value::Array(_)) => value.clone(),
        _ => match pairs_as_items(value) {
            Some(items) => Val::list(items),
            None => Val::list(vec![value.clone()]),
        },
    }
}

fn pairs_as_items<'h>(value: &Val<'h>) -> Option<Vec<Val<'h>>> {
    let pairs = value.pairs()?.into_iter();
    Some(
        pairs
            .map(|(key, value)| Val::list(vec![key, value]))
            .collect(),
    )
}

/// The values that `each` gives: items, pairs, numbers.
pub fn rounds<'h>(value: &Val<'h>) -> Run<'h, Vec<Val<'h>>> {
    if let Val::Range(from, to, exclusive) = value {
        let to = if *exclusive {
            to.saturating_sub(1)
        } else {
            *to
        };
        let count = usize::try_from(to.saturating_sub(*from).saturating_add(1)).unwrap_or(0);
        limits::items::<Val<'h>>(count);
        return Ok((*from..=to).map(Val::Integer).collect());
    }
    known(value.items().or_else(|| pairs_as_items(value)))
}

/// `===`
pub fn fits<'h>(condition: &Val<'h>, subject: &Val<'h>) -> Run<'h, bool> {
    match condition {
        Val::Class(class) => Ok(class.has(subject)),
        Val::Regexp(pattern) => match subject.as_str() {
            Some(text) => Ok(pattern.is_match(text)?),
            None if matches!(subject, Val::Symbol(_)) => give_up(),
            None => Ok(false),
        },
        Val::Range(..) => give_up(),
        _ => Ok(condition.equals(subject)),
    }
}

/// Calls a method.
pub fn call<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    arguments: &[Val<'h>],
    block: Option<&Block>,
) -> Run<'h> {
    if let Some(block) = block {
        return with_block(run, method, receiver, arguments, block);
    }
    match arguments {
        [] => plain(method, receiver),
        [argument] => with_one(method, receiver, argument),
        _ => with_more(method, receiver, arguments),
    }
}

/// A method without arguments.
fn plain<'h>(method: Method, receiver: &Val<'h>) -> Run<'h> {
    match method {
        Method::IsNil => return Ok(Val::Boolean(matches!(receiver, Val::Nil))),
        Method::ToS => {
            let mut text = String::new();
            return match receiver.write(&mut text) {
                true => Ok(Val::Text(text.into())),
                false => give_up(),
            };
        }
        Method::Inspect => {
            let mut text = String::new();
            return match receiver.inspect(&mut text) {
                true => Ok(Val::Text(text.into())),
                false => give_up(),
            };
        }
        Method::Freeze if !matches!(receiver, Val::List(_) | Val::Hash(_)) => {
            return Ok(receiver.clone());
        }
        Method::ToI => return to_i(receiver),
        Method::ToA if matches!(receiver, Val::Nil) => return Ok(Val::list(Vec::new())),
        Method::ToA if matches!(receiver, Val::Range(..)) => {
            return Ok(Val::list(rounds(receiver)?));
        }
        _ => {}
    }
    if let Some(text) = receiver.as_str() {
        return of_text(method, text);
    }
    if let Some(count) = receiver.len() {
        match method {
            Method::Size | Method::Count => return Ok(Val::Integer(count as i64)),
            Method::IsEmpty => return Ok(Val::Boolean(count == 0)),
            Method::First if receiver.is_array() => {
                return Ok(receiver.item(0).unwrap_or(Val::Nil));
            }
            Method::Last if receiver.is_array() && count > 0 => {
                return Ok(receiver.item(count - 1).unwrap_or(Val::Nil));
            }
            _ => {}
        }
    }
    if let Some(items) = receiver.items() {
        return of_items(method, receiver, items);
    }
    let pairs = known(receiver.pairs())?;
    let items = |pairs: Vec<(Val<'h>, Val<'h>)>| {
        pairs
            .into_iter()
            .map(|(key, value)| Val::list(vec![key, value]))
            .collect::<Vec<_>>()
    };
    Ok(match method {
        Method::Keys => Val::list(pairs.into_iter().map(|(key, _)| key).collect()),
        Method::Values => Val::list(pairs.into_iter().map(|(_, value)| value).collect()),
        Method::Any => Val::Boolean(!pairs.is_empty()),
        Method::ToA => Val::list(items(pairs)),
        Method::Sort => Val::list(sorted(items(pairs))?),
        Method::First => match items(pairs).into_iter().next() {
            Some(first) => first,
            None => Val::Nil,
        },
        Method::Compact => Val::hash(
            pairs
                .into_iter()
                .filter(|(_, value)| !matches!(value, Val::Nil))
                .collect(),
        ),
        _ => return give_up(),
    })
}

fn to_i<'h>(receiver: &Val<'h>) -> Run<'h> {
    Ok(match receiver {
        Val::Nil => Val::Integer(0),
        Val::Integer(_) => receiver.clone(),
        Val::Float(value) if value.abs() < 1e15 => Val::Integer(value.trunc() as i64),
        _ => {
            let text = known(receiver.as_str())?.trim_start_matches(is_space);
            let digits = text.trim_start_matches(['-', '+']);
            let length = digits.bytes().take_while(u8::is_ascii_digit).count();
            let after = digits.as_bytes().get(length);
            if text.len() - digits.len() > 1 || after == Some(&b'_') {
                return give_up();
            }
            let number = digits.get(..length).unwrap_or_default();
            let value: i64 = match number {
                "" => 0,
                number => known(number.parse().ok())?,
            };
            Val::Integer(if text.starts_with('-') { -value } else { value })
        }
    })
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

/// A method of a text, without arguments.
fn of_text<'h>(method: Method, text: &str) -> Run<'h> {
    let trailing = |c: char| is_space(c) || c == '\0';
    // letters outside of ASCII have rules of their own
    let ascii = |changed: String| match text.is_ascii() {
        true => Ok(Val::Text(changed.into())),
        false => give_up(),
    };
    Ok(match method {
        Method::IsEmpty => Val::Boolean(text.is_empty()),
        Method::Size => Val::Integer(text.chars().count() as i64),
        Method::Upcase => return ascii(text.to_ascii_uppercase()),
        Method::Downcase => return ascii(text.to_ascii_lowercase()),
        Method::Capitalize => {
            let mut changed = text.to_ascii_lowercase();
            if let Some(first) = changed.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            return ascii(changed);
        }
        Method::Strip if !text.contains('\0') => Val::text(text.trim_matches(is_space)),
        Method::Lstrip if !text.contains('\0') => Val::text(text.trim_start_matches(is_space)),
        Method::Rstrip => Val::text(text.trim_end_matches(trailing)),
        Method::Chomp => {
            let line = text
                .strip_suffix('\n')
                .map(|line| line.strip_suffix('\r').unwrap_or(line));
            Val::text(line.or(text.strip_suffix('\r')).unwrap_or(text))
        }
        Method::Reverse => Val::Text(text.chars().rev().collect::<String>().into()),
        Method::Split => Val::list(words(text)),
        _ => return give_up(),
    })
}

fn words<'h>(text: &str) -> Vec<Val<'h>> {
    let words = text.split(is_space).filter(|word| !word.is_empty());
    words.map(Val::text).collect()
}

/// A method of an array, without arguments.
fn of_items<'h>(method: Method, receiver: &Val<'h>, items: Vec<Val<'h>>) -> Run<'h> {
    Ok(match method {
        Method::Any => Val::Boolean(items.iter().any(Val::is_truthy)),
        Method::All => Val::Boolean(items.iter().all(Val::is_truthy)),
        Method::Last => Val::Nil,
        Method::Compact => Val::list(
            items
                .into_iter()
                .filter(|item| !matches!(item, Val::Nil))
                .collect(),
        ),
        Method::Flatten => {
            let mut all = Vec::new();
            flatten(items, &mut all);
            Val::list(all)
        }
        Method::Reverse => Val::list(items.into_iter().rev().collect()),
        Method::Sort => Val::list(sorted(items)?),
        Method::Uniq => Val::list(uniq(items)),
        Method::Join => Val::Text(joined(items, "")?.into()),
        Method::ToA => receiver.clone(),
        _ => return give_up(),
    })
}

fn flatten<'h>(items: Vec<Val<'h>>, all: &mut Vec<Val<'h>>) {
    limits::stack();
    for item in items {
        limits::items::<Val<'h>>(all.len());
        match item.items() {
            Some(inner) => flatten(inner, all),
            None => all.push(item),
        }
    }
}

fn uniq<'h>(items: Vec<Val<'h>>) -> Vec<Val<'h>> {
    let known = Val::hash(items.into_iter().map(|item| (item, Val::Nil)).collect());
    let pairs = known.pairs().unwrap_or_default().into_iter();
    pairs.map(|(item, _)| item).collect()
}

/// Sorts; values that are equal but not the same have an order that only Ruby knows.
fn sorted<'h>(mut items: Vec<Val<'h>>) -> Run<'h, Vec<Val<'h>>> {
    let mut is_known = true;
    items.sort_by(|one, two| match one.order(two) {
        Some(Ordering::Equal) => {
            is_known &= one.is_key(two);
            Ordering::Equal
        }
        Some(order) => order,
        None => {
            is_known = false;
            Ordering::Equal
        }
    });
    // an array of one item is not compared
    match is_known {
        true => Ok(items),
        false => give_up(),
    }
}

fn joined<'h>(items: Vec<Val<'h>>, between: &str) -> Run<'h, String> {
    let mut all = Vec::new();
    flatten(items, &mut all);
    let mut text = String::new();
    for (at, item) in all.iter().enumerate() {
        if at > 0 {
            text.push_str(between);
        }
        limits::room(text.len());
        if !item.write(&mut text) {
            return give_up();
        }
    }
    Ok(text)
}

/// A method with one argument.
fn with_one<'h>(method: Method, receiver: &Val<'h>, argument: &Val<'h>) -> Run<'h> {
    Ok(match method {
        Method::Equal => match (receiver, argument) {
            (Val::Range(..) | Val::Regexp(_), _) | (_, Val::Range(..) | Val::Regexp(_)) => {
                return give_up();
            }
            _ => Val::Boolean(receiver.equals(argument)),
        },
        Method::Less | Method::LessOrEqual | Method::Greater | Method::GreaterOrEqual => {
            compared(method, receiver, argument)?
        }
        Method::Plus | Method::Minus | Method::Times | Method::Divided | Method::Modulo => {
            computed(method, receiver, argument)?
        }
        Method::Matches => match (receiver, argument) {
            (Val::Nil, Val::Regexp(_)) => Val::Nil,
            (text, Val::Regexp(pattern)) => matched(pattern, known(text.as_str())?)?,
            _ => return give_up(),
        },
        Method::IsA => match argument {
            Val::Class(class) => Val::Boolean(class.has(receiver)),
            _ => return give_up(),
        },
        Method::At => at(receiver, argument)?,
        Method::Append | Method::Push => match receiver {
            // what holds itself has another text
            Val::List(items) if !argument.holds(receiver) => {
                limits::items::<Val<'h>>(items.borrow().len());
                items.borrow_mut().push(argument.clone());
                receiver.clone()
            }
            _ => return give_up(),
        },
        Method::IsMember if receiver.as_str().is_some() => return give_up(),
        Method::Includes | Method::IsMember => Val::Boolean(includes(receiver, argument)?),
        Method::HasKey => {
            known(receiver.is_hash().then_some(()))?;
            Val::Boolean(receiver.entry(argument).is_some())
        }
        Method::Fetch if receiver.is_hash() => known(receiver.entry(argument))?,
        Method::Join => {
            let between = known(argument.as_str())?;
            Val::Text(joined(known(receiver.items())?, between)?.into())
        }
        Method::Split => split(known(receiver.as_str())?, argument)?,
        Method::StartsWith => {
            let text = known(receiver.as_str())?;
            Val::Boolean(text.starts_with(known(argument.as_str())?))
        }
        Method::EndsWith => {
            let text = known(receiver.as_str())?;
            Val::Boolean(text.ends_with(known(argument.as_str())?))
        }
        Method::Merge => {
            let merged = Val::hash(known(receiver.pairs())?);
            for (key, value) in known(argument.pairs())? {
                put(&merged, key, value)?;
            }
            merged
        }
        Method::First => match (receiver.items(), argument) {
            (Some(items), Val::Integer(count)) => {
                let count = known(usize::try_from(*count).ok())?;
                Val::list(items.into_iter().take(count).collect())
            }
            _ => return give_up(),
        },
        _ => return give_up(),
    })
}

fn compared<'h>(method: Method, one: &Val<'h>, two: &Val<'h>) -> Run<'h> {
    let is_comparable = matches!(
        (one, two),
        (
            Val::Integer(_) | Val::Float(_),
            Val::Integer(_) | Val::Float(_)
        )
    ) || (one.as_str().is_some() && two.as_str().is_some());
    if !is_comparable {
        return give_up();
    }
    let order = known(one.order(two))?;
    Ok(Val::Boolean(match method {
        Method::Less => order.is_lt(),
        Method::LessOrEqual => order.is_le(),
        Method::Greater => order.is_gt(),
        _ => order.is_ge(),
    }))
}

fn computed<'h>(method: Method, one: &Val<'h>, two: &Val<'h>) -> Run<'h> {
    Ok(match (one, two) {
        (Val::Integer(one), Val::Integer(two)) => Val::Integer(known(match method {
            Method::Plus => one.checked_add(*two),
            Method::Minus => one.checked_sub(*two),
            Method::Times => one.checked_mul(*two),
            Method::Divided if *two > 0 => one.checked_div_euclid(*two),
            Method::Modulo if *two > 0 => one.checked_rem_euclid(*two),
            _ => None,
        })?),
        (Val::Integer(_) | Val::Float(_), Val::Integer(_) | Val::Float(_)) => {
            let float = |value: &Val<'h>| match value {
                Val::Integer(value) => *value as f64,
                Val::Float(value) => *value,
                _ => f64::NAN,
            };
            let (one, two) = (float(one), float(two));
            Val::Float(match method {
                Method::Plus => one + two,
                Method::Minus => one - two,
                Method::Times => one * two,
                Method::Divided => one / two,
                _ => return give_up(),
            })
        }
        _ => match (method, one.as_str(), two.as_str()) {
            (Method::Plus, Some(one), Some(two)) => {
                limits::room(one.len() + two.len());
                Val::Text(format!("{one}{two}").into())
            }
            (Method::Times, Some(text), None) => match two {
                Val::Integer(count) => {
                    let count = known(usize::try_from(*count).ok())?;
                    limits::room(text.len().saturating_mul(count));
                    Val::Text(text.repeat(count).into())
                }
                _ => return give_up(),
            },
            (Method::Plus, None, None) => {
                let mut items = known(one.items())?;
                items.extend(known(two.items())?);
                limits::items::<Val<'h>>(items.len());
                Val::list(items)
            }
            (Method::Minus, None, None) => {
                let (items, others) = (known(one.items())?, known(two.items())?);
                let others = Val::hash(others.into_iter().map(|one| (one, Val::Nil)).collect());
                let stays = |item: &Val<'h>| others.entry(item).is_none();
                Val::list(items.into_iter().filter(stays).collect())
            }
            (Method::Times, None, Some(between)) => {
                Val::Text(joined(known(one.items())?, between)?.into())
            }
            _ => return give_up(),
        },
    })
}

/// The place of a match in characters.
fn matched<'h>(pattern: &Pattern, text: &str) -> Run<'h> {
    Ok(match pattern.find(text, 0)? {
        Some((from, _)) => {
            let before = known(text.get(..from))?;
            Val::Integer(before.chars().count() as i64)
        }
        None => Val::Nil,
    })
}

fn at<'h>(receiver: &Val<'h>, key: &Val<'h>) -> Run<'h> {
    if receiver.is_hash() {
        return Ok(receiver.entry(key).unwrap_or(Val::Nil));
    }
    let Val::Integer(index) = key else {
        return give_up();
    };
    let place = |count: usize| match *index {
        index if index < 0 => count.checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
        index => usize::try_from(index).ok(),
    };
    if let Some(count) = receiver.len() {
        let found = place(count).and_then(|at| receiver.item(at));
        return Ok(found.unwrap_or(Val::Nil));
    }
    let text = known(receiver.as_str())?;
    let found = place(text.chars().count()).and_then(|at| text.chars().nth(at));
    Ok(found.map_or(Val::Nil, |c| Val::text(c.encode_utf8(&mut [0; 4]))))
}

fn includes<'h>(receiver: &Val<'h>, argument: &Val<'h>) -> Run<'h, bool> {
    if let Some(text) = receiver.as_str() {
        return Ok(text.contains(known(argument.as_str())?));
    }
    if let Some(items) = receiver.items() {
        return Ok(items.iter().any(|item| item.equals(argument)));
    }
    known(receiver.is_hash().then_some(()))?;
    Ok(receiver.entry(argument).is_some())
}

/// Empty texts at the end do not count.
fn split<'h>(text: &str, by: &Val<'h>) -> Run<'h> {
    let mut parts: Vec<&str> = match by {
        Val::Regexp(pattern) => {
            if pattern.groups()? > 0 {
                return give_up();
            }
            let (mut parts, mut from) = (Vec::new(), 0);
            while let Some((begin, end)) = pattern.find(text, from)? {
                if begin == end {
                    return give_up();
                }
                parts.push(known(text.get(from..begin))?);
                from = end;
            }
            parts.push(known(text.get(from..))?);
            parts
        }
        by => match known(by.as_str())? {
            " " => return Ok(Val::list(words(text))),
            "" => return give_up(),
            by => text.split(by).collect(),
        },
    };
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    limits::items::<Val<'h>>(parts.len());
    Ok(Val::list(parts.into_iter().map(Val::text).collect()))
}

/// A method with more arguments.
fn with_more<'h>(method: Method, receiver: &Val<'h>, arguments: &[Val<'h>]) -> Run<'h> {
    match (method, arguments) {
        (Method::Put, [key, value]) => {
            // a text as a key is frozen, an array may change later
            if key.as_str().is_none() && !matches!(key, Val::Integer(_) | Val::Symbol(_)) {
                return give_up();
            }
            if value.holds(receiver) {
                return give_up();
            }
            put(receiver, key.clone(), value.clone())?;
            Ok(value.clone())
        }
        (Method::Fetch, [key, default]) => {
            known(receiver.is_hash().then_some(()))?;
            Ok(receiver.entry(key).unwrap_or_else(|| default.clone()))
        }
        (Method::Gsub | Method::Sub, [pattern, replacement]) => {
            let text = known(receiver.as_str())?;
            let with = known(replacement.as_str())?;
            replaced(text, pattern, with, method == Method::Gsub)
        }
        _ => give_up(),
    }
}

fn replaced<'h>(text: &str, pattern: &Val<'h>, with: &str, all: bool) -> Run<'h> {
    if with.contains('\\') {
        return give_up();
    }
    if let Some(pattern) = pattern.as_str() {
        if pattern.is_empty() {
            return give_up();
        }
        let changed = match all {
            true => text.replace(pattern, with),
            false => text.replacen(pattern, with, 1),
        };
        limits::room(changed.len());
        return Ok(Val::Text(changed.into()));
    }
    let Val::Regexp(pattern) = pattern else {
        return give_up();
    };
    let (mut changed, mut from) = (String::new(), 0);
    while let Some((begin, end)) = pattern.find(text, from)? {
        if begin == end {
            return give_up();
        }
        changed.push_str(known(text.get(from..begin))?);
        changed.push_str(with);
        limits::room(changed.len());
        from = end;
        if !all {
            break;
        }
    }
    changed.push_str(known(text.get(from..))?);
    Ok(Val::Text(changed.into()))
}

/// A method with a block.
fn with_block<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    arguments: &[Val<'h>],
    block: &Block,
) -> Run<'h> {
    let is_list_made_here = matches!(receiver, Val::List(_));
    let items = rounds(receiver)?;
    let is_hash = receiver.is_hash();
    match (method, arguments) {
        (Method::Each, []) => {
            let count = items.len();
            for item in items {
                run.run(block, &[item])?;
            }
            // what the block adds to the array itself is gone through, too
            let grown = is_list_made_here && receiver.len() != Some(count);
            return if grown {
                give_up()
            } else {
                Ok(receiver.clone())
            };
        }
        (Method::EachPair, []) if is_hash => {
            for item in items {
                run.run(block, &[item])?;
            }
            return Ok(receiver.clone());
        }
        (Method::EachWithIndex, []) => {
            for (at, item) in items.into_iter().enumerate() {
                run.run(block, &[item, Val::Integer(at as i64)])?;
            }
            return Ok(receiver.clone());
        }
        (Method::Inject, [first]) => {
            let mut memo = first.clone();
            for item in items {
                memo = run.run(block, &[memo, item])?;
            }
            return Ok(memo);
        }
        // a hash gives these its key and value as two
        (Method::Select | Method::Reject, []) if is_hash && !block.spreads => return give_up(),
        (
            Method::Map
            | Method::Any
            | Method::All
            | Method::Count
            | Method::Select
            | Method::Reject
            | Method::SortBy,
            [],
        ) => {}
        // nothing may run that Ruby would not run
        _ => return give_up(),
    }
    let mut results = Vec::with_capacity(items.len());
    for item in &items {
        limits::items::<Val<'h>>(results.len());
        let result = run.run(block, std::slice::from_ref(item))?;
        let is_true = result.is_truthy();
        results.push(result);
        if (method == Method::Any && is_true) || (method == Method::All && !is_true) {
            return Ok(Val::Boolean(method == Method::Any));
        }
    }
    let chosen = |wanted: bool| {
        let pairs = items.iter().zip(&results);
        pairs
            .filter(|(_, result)| result.is_truthy() == wanted)
            .map(|(item, _)| item.clone())
            .collect::<Vec<_>>()
    };
    Ok(match method {
        Method::Map => Val::list(results),
        Method::Any => Val::Boolean(false),
        Method::All => Val::Boolean(true),
        Method::Count => Val::Integer(chosen(true).len() as i64),
        Method::Select | Method::Reject => {
            let chosen = chosen(method == Method::Select);
            match is_hash {
                false => Val::list(chosen),
                true => {
                    let pairs = chosen.iter().filter_map(|pair| match &pair.items()?[..] {
                        [key, value] => Some((key.clone(), value.clone())),
                        _ => None,
                    });
                    Val::hash(pairs.collect())
                }
            }
        }
        Method::SortBy => {
            let mut all: Vec<(Val<'h>, Val<'h>)> = results.into_iter().zip(items).collect();
            let mut is_known = true;
            all.sort_by(|(one, _), (two, _)| match one.order(two) {
                None | Some(Ordering::Equal) => {
                    is_known = false;
                    Ordering::Equal
                }
                Some(order) => order,
            });
            match is_known {
                true => Val::list(all.into_iter().map(|(_, item)| item).collect()),
                false => return give_up(),
            }
        }
        _ => return give_up(),
    })
}
