//! Implements functions on arrays and hashes: sets, selection, numbering, conversion into each
//! other.

use super::characters::Characters;
use super::{at_least, class_name, each_text, exactly, inspect, plain, text_of, to_s};
use crate::builtins::ruby;
use crate::cx::Cx;
use crate::error::{Kind, Res, fail, fail_as, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::limits;
use crate::ops;
use crate::types::{self, Type};
use crate::value::{HashBuilder, Value};
use rubycore::random::Random;
use rubycore::regexp::{self, Options, Pattern};

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    plain!("clamp", clamp),
    plain!("count", count),
    plain!("deep_merge", deep_merge),
    plain!("delete", delete),
    plain!("delete_regex", delete_regex),
    plain!("delete_values", delete_values),
    plain!("difference", difference),
    plain!("intersection", intersection),
    plain!("grep", grep),
    plain!("reject", reject),
    plain!("has_key", has_key),
    plain!("hash", hash),
    plain!("join_keys_to_values", join_keys_to_values),
    plain!("range", range),
    plain!("shuffle", shuffle),
    plain!("values_at", values_at),
    plain!("zip", zip),
    plain!("type3x", type3x),
    Builtin {
        name: "is_a",
        dispatches: &[dispatch(&["Any value", "Type type"], is_a)],
    },
    Builtin {
        name: "stdlib::type_of",
        dispatches: &[dispatch(&["Any value"], type_of)],
    },
    Builtin {
        name: "type_of",
        dispatches: &[dispatch(&["Any value"], type_of)],
    },
];

fn clamp<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() {
        return refuse("clamp(): Wrong number of arguments given (0 for minimum 1)");
    }
    let flat = ops::flat(args.iter().copied());
    if flat.len() != 3 {
        return refuse("clamp(): Wrong number of arguments, need three to clamp");
    }
    for value in &flat {
        match *value {
            Value::String(text) if has_whole_line(text.as_str()) => {}
            Value::Hash(_) => {
                let shown = to_s(*value);
                return refuse(format!("clamp(): The Hash type is not allowed ({shown})"));
            }
            Value::String(_) | Value::Regexp(_) => {
                let (shown, class) = (to_s(*value), class_name(*value));
                return refuse(format!(
                    "clamp(): Required explicit numeric ({shown}:{class})"
                ));
            }
            _ => {}
        }
    }
    let mut numbers = Vec::new();
    for value in flat {
        let number = match value {
            Value::Integer(_) => value,
            Value::String(text) => Value::Integer(ruby::to_integer(text.as_str())),
            Value::Undef => Value::Integer(0),
            other => Value::Integer(to_i(other)?),
        };
        numbers.push(number);
    }
    numbers.sort_by(|a, b| ruby::order(*a, *b).unwrap_or(std::cmp::Ordering::Equal));
    Ok(numbers[1])
}

/// Returns true if a line of a text is digits alone.
pub(super) fn has_whole_line(text: &str) -> bool {
    let whole = |line: &str| !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit());
    text.split('\n').any(whole)
}

fn count<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() {
        return refuse("count(): Wrong number of arguments given (0 for minimum 1)");
    }
    if args.len() > 2 {
        let given = args.len();
        return refuse(format!(
            "count(): Wrong number of arguments given {given} for 1 or 2."
        ));
    }
    let items: Vec<Value<'h>> = match args[0] {
        Value::Array(array) => array.to_vec(),
        Value::Hash(hash) => {
            let pairs = hash.iter().map(|(k, v)| Value::array(cx.heap, &[k, v]));
            pairs.collect()
        }
        Value::String(text) => {
            let given = args
                .get(1)
                .filter(|set| !matches!(set, Value::Boolean(false)));
            let Some(set) = given else {
                return fail("wrong number of arguments (given 0, expected 1+)");
            };
            let set = Characters::of(text_of(*set)?)?;
            let counted = text.as_str().chars().filter(|c| set.has(*c)).count();
            return Ok(Value::Integer(counted as i64));
        }
        // the items that a resource would list
        Value::Type(Type::Resource { .. } | Type::Class(_)) => Vec::new(),
        other => return Err(ruby::no_method("count", other)),
    };
    // false requests nothing
    let wanted = args
        .get(1)
        .filter(|it| !matches!(it, Value::Boolean(false)));
    let counted = match wanted {
        Some(wanted) => items
            .iter()
            .filter(|item| ops::ruby_equal(**item, *wanted))
            .count(),
        None => {
            let blank = |item: &&Value<'h>| {
                let empty = item.as_str().is_some_and(str::is_empty);
                item.is_truthy() && !empty || matches!(item, Value::Boolean(false))
            };
            items.iter().filter(blank).count()
        }
    };
    Ok(Value::Integer(counted as i64))
}

fn deep_merge<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() < 2 {
        let given = args.len();
        return refuse(format!(
            "deep_merge(): wrong number of arguments ({given}; must be at least 2)"
        ));
    }
    let mut result = Value::hash(cx.heap, &[]);
    for arg in args {
        match arg {
            Value::String(text) if text.is_empty() => {}
            Value::Hash(_) => result = merged(cx, result, *arg, 0)?,
            other => {
                let class = class_name(*other);
                return refuse(format!(
                    "deep_merge: unexpected argument type {class}, only expects hash arguments"
                ));
            }
        }
    }
    Ok(result)
}

/// Merges the entries of both. Hashes under the same key are merged, too, otherwise the second
/// value wins.
fn merged<'h>(cx: &Cx<'h>, left: Value<'h>, right: Value<'h>, depth: u32) -> Res<'h> {
    let (Value::Hash(a), Value::Hash(b)) = (left, right) else {
        return Ok(right);
    };
    if depth > cx.settings.max_depth {
        return refuse("stack level too deep");
    }
    let mut builder = HashBuilder::from_hash(a);
    for (key, value) in b.iter() {
        let value = match builder.get(key) {
            Some(old) => merged(cx, old, value, depth + 1)?,
            None => value,
        };
        builder.insert(key, value);
    }
    Ok(Value::Hash(builder.finish(cx.heap)))
}

/// Converts a value like Ruby's `Array`: the items of an array, pairs of a hash, the value itself.
fn ruby_array<'h>(cx: &Cx<'h>, value: Value<'h>) -> Vec<Value<'h>> {
    match value {
        Value::Array(array) => array.to_vec(),
        Value::Hash(hash) => {
            let pair = |(key, value)| Value::array(cx.heap, &[key, value]);
            hash.iter().map(pair).collect()
        }
        other => vec![other],
    }
}

fn delete<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() != 2 {
        let given = args.len();
        return refuse(format!(
            "delete(): Wrong number of arguments given {given} for 2"
        ));
    }
    let unwanted = ruby_array(cx, args[1]);
    if unwanted.is_empty() {
        return Ok(args[0]);
    }
    // here, a resource equals no other value
    let is_resource =
        |value: Value<'h>| matches!(value, Value::Type(ty) if ty.is_resource_object());
    let among = ops::Among::new(&unwanted);
    let is_unwanted = |value: Value<'h>| !is_resource(value) && among.has(value);
    match args[0] {
        Value::Array(array) => {
            let kept: Vec<Value<'h>> = array.iter().filter(|v| !is_unwanted(*v)).collect();
            Ok(Value::array(cx.heap, &kept))
        }
        Value::Hash(hash) => {
            let kept: Vec<_> = hash.iter().filter(|(k, _)| !is_unwanted(*k)).collect();
            Ok(Value::hash(cx.heap, &kept))
        }
        Value::String(text) => {
            let mut text = text.as_str().to_owned();
            for part in unwanted {
                match part {
                    Value::String(part) if !part.is_empty() => {
                        text = text.replace(part.as_str(), "")
                    }
                    Value::String(_) => {}
                    other => return Err(ruby::wrong_type(other, "Regexp")),
                }
            }
            Ok(Value::string(cx.heap, &text))
        }
        other => fail_as(
            Kind::Type,
            format!(
                "delete(): First argument must be an Array, String, or Hash. Given an argument of \
             class {}.",
                class_name(other)
            ),
        ),
    }
}

/// Deletes the items or keys that match one of the patterns as a whole.
fn delete_regex<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() != 2 {
        let given = args.len();
        return refuse(format!(
            "delete_regex(): Wrong number of arguments given {given} for 2"
        ));
    }
    let sources = ruby_array(cx, args[1]);
    if sources.is_empty() {
        return Ok(args[0]);
    }
    let mut patterns = Vec::new();
    for source in sources {
        let source = format!(r"\b{}\b", to_s(source));
        patterns.push(regexp::pattern(&source, Options::default()));
    }
    let matches = |value: Value<'h>| -> Res<'h, bool> {
        let Some(text) = value.as_str() else {
            return Ok(false);
        };
        for pattern in &patterns {
            limits::time();
            if pattern.is_match(text)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    match args[0] {
        Value::Array(array) => {
            let mut kept = Vec::new();
            for item in array.iter() {
                if !matches(item)? {
                    kept.push(item);
                }
            }
            Ok(Value::array(cx.heap, &kept))
        }
        Value::Hash(hash) => {
            let mut kept = Vec::new();
            for (key, value) in hash.iter() {
                if !matches(key)? {
                    kept.push((key, value));
                }
            }
            Ok(Value::hash(cx.heap, &kept))
        }
        Value::String(_) => Err(ruby::no_method("reject!", args[0])),
        other => fail_as(
            Kind::Type,
            format!(
                "delete_regex(): First argument must be an Array, Hash, or String. Given an argument \
             of class {}.",
                class_name(other)
            ),
        ),
    }
}

fn delete_values<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() != 2 {
        let given = args.len();
        return refuse(format!(
            "delete_values(): Wrong number of arguments given ({given} of 2)"
        ));
    }
    match args[0] {
        Value::Hash(hash) => {
            let kept = hash.iter().filter(|(_, v)| !ops::ruby_equal(*v, args[1]));
            Ok(Value::hash(cx.heap, &kept.collect::<Vec<_>>()))
        }
        other => refuse(format!(
            "delete_values(): First argument must be a Hash. Given an argument of class {}.",
            class_name(other)
        )),
    }
}

fn set_of<'h>(values: impl Iterator<Item = Value<'h>>) -> HashBuilder<'h> {
    let mut set = HashBuilder::new();
    values.for_each(|value| set.insert(value, Value::Undef));
    set
}

fn difference<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("difference", args, 2)?;
    let (Value::Array(a), Value::Array(b)) = (args[0], args[1]) else {
        return refuse("difference(): Requires 2 arrays");
    };
    let unwanted = set_of(b.iter());
    let kept: Vec<Value<'h>> = a.iter().filter(|v| unwanted.get(*v).is_none()).collect();
    Ok(Value::array(cx.heap, &kept))
}

fn intersection<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("intersection", args, 2)?;
    let (Value::Array(a), Value::Array(b)) = (args[0], args[1]) else {
        return refuse(format!(
            "intersection(): Requires 2 arrays, got {} and {}",
            class_name(args[0]),
            class_name(args[1])
        ));
    };
    let wanted = set_of(b.iter());
    let both = set_of(a.iter().filter(|v| wanted.get(*v).is_some()));
    let both: Vec<Value<'h>> = both.finish(cx.heap).keys().collect();
    Ok(Value::array(cx.heap, &both))
}

fn grep<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    select(cx, "grep", args, true)
}

fn reject<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    select(cx, "reject", args, false)
}

fn select<'h>(cx: &mut Cx<'h>, name: &str, args: &[Value<'h>], wanted: bool) -> Res<'h> {
    if args.len() != 2 {
        let given = args.len();
        return refuse(format!(
            "{name}(): Wrong number of arguments given {given} for 2"
        ));
    }
    let pattern = regexp::pattern(text_of(args[1])?, Options::default());
    pattern.check()?;
    let is_match = |pattern: &Pattern, item: Value<'h>| match item.as_str() {
        Some(text) => pattern.is_match(text),
        None => Ok(false),
    };
    let array = match args[0] {
        Value::Array(array) => array,
        Value::Hash(hash) if !wanted && super::is_nine(cx, "reject") => {
            let pairs = hash.iter().map(|(k, v)| Value::array(cx.heap, &[k, v]));
            return Ok(Value::array(cx.heap, &pairs.collect::<Vec<_>>()));
        }
        Value::Hash(hash) if !wanted => {
            let mut kept = Vec::new();
            for (key, value) in hash.iter() {
                if !is_match(&pattern, key)? {
                    kept.push((key, value));
                }
            }
            return Ok(Value::hash(cx.heap, &kept));
        }
        // the entries of these are not texts
        Value::Hash(_) | Value::Type(Type::Resource { .. } | Type::Class(_)) => {
            return Ok(Value::array(cx.heap, &[]));
        }
        other => {
            let method = match !wanted && super::is_nine(cx, "reject") {
                true => "grep_v",
                false => name,
            };
            return Err(ruby::no_method(method, other));
        }
    };
    let mut kept = Vec::new();
    for item in array.iter() {
        if is_match(&pattern, item)? == wanted {
            kept.push(item);
        }
    }
    Ok(Value::array(cx.heap, &kept))
}

fn has_key<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() != 2 {
        let given = args.len();
        return refuse(format!(
            "has_key(): wrong number of arguments ({given}; must be 2)"
        ));
    }
    match args[0] {
        Value::Hash(hash) => Ok(Value::Boolean(hash.get(args[1]).is_some())),
        other => refuse(format!(
            "has_key(): expects the first argument to be a hash, got {} which is of type {}",
            inspect(other),
            class_name(other)
        )),
    }
}

fn hash<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("hash", args, 1)?;
    let Value::Array(array) = args[0] else {
        return refuse("hash(): Requires array to work with");
    };
    let flat = ops::flat(array.iter());
    if flat.len() % 2 != 0 {
        return refuse("hash(): Unable to compute hash from array given");
    }
    let pairs: Vec<_> = flat.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    Ok(Value::hash(cx.heap, &pairs))
}

fn join_keys_to_values<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() != 2 {
        let given = args.len();
        return refuse(format!(
            "join_keys_to_values(): Takes exactly two arguments, but {given} given."
        ));
    }
    let Value::Hash(hash) = args[0] else {
        let class = class_name(args[0]);
        return refuse(format!(
            "join_keys_to_values(): The first argument must be a hash, but a {class} was given."
        ));
    };
    let Value::String(separator) = args[1] else {
        let class = class_name(args[1]);
        return refuse(format!(
            "join_keys_to_values(): The second argument must be a string, but a {class} was given."
        ));
    };
    let mut joined = Vec::new();
    for (key, value) in hash.iter() {
        let mut join = |value: Value<'h>| {
            let text = format!("{}{}{}", to_s(key), separator.as_str(), to_s(value));
            joined.push(Value::string(cx.heap, &text));
        };
        match value {
            Value::Array(array) => array.iter().for_each(&mut join),
            Value::Undef => join(Value::string(cx.heap, "")),
            value => join(value),
        }
    }
    Ok(Value::array(cx.heap, &joined))
}

/// Evaluates `range(1, 5)`, `range('a', 'e')`, `range('host01', 'host05')`, `range('1..5')`, with a
/// step.
fn range<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() {
        return refuse("range(): Wrong number of arguments given (0 for 1)");
    }
    let (start, end, inclusive) = match args {
        [single] => span(cx, *single)?,
        _ => (args[0], args[1], true),
    };
    let step = match args.get(2) {
        None => 1,
        Some(step) => to_i(*step)?.checked_abs().unwrap_or(0),
    };
    if step == 0 {
        return fail("range(): 3rd arg (step size) must be a non zero integer (e.g. 1 or -1)");
    }
    let step = step as usize;
    let text = to_s(start);
    let counts = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let values: Vec<Value<'h>> = match counts {
        true => {
            let (from, to) = (to_i(start)?, to_i(end)?);
            let to = if inclusive { to } else { to - 1 };
            let numbers = (from..=to).step_by(step).map(Value::Integer);
            numbers.take(RANGE_MAX).collect()
        }
        false => {
            let (mut at, mut values) = (0, Vec::new());
            let each = |text: &str| {
                if at % step == 0 {
                    values.push(Value::string(cx.heap, text));
                }
                at += 1;
                values.len() < RANGE_MAX
            };
            if !text_range(&text, &to_s(end), inclusive, each) {
                return refuse("range(): too many values");
            }
            values
        }
    };
    Ok(Value::array(cx.heap, &values))
}

/// Returns the ends of `a..c`, `a...c` and `a-c`, and whether the last one is included.
fn span<'h>(cx: &Cx<'h>, value: Value<'h>) -> Res<'h, (Value<'h>, Value<'h>, bool)> {
    let word = |part: &&str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let text = match value {
        Value::Default => "default",
        Value::String(text) => text.as_str(),
        other => return Err(ruby::no_method("match", other)),
    };
    let ends = ["...", "..", "-"].iter().find_map(|separator| {
        let (start, end) = text.split_once(separator)?;
        let both = word(&start) && word(&end);
        both.then_some((start, end, *separator != "..."))
    });
    match ends {
        Some((start, end, inclusive)) => Ok((
            Value::string(cx.heap, start),
            Value::string(cx.heap, end),
            inclusive,
        )),
        None => {
            let problem = match text.is_empty() {
                true => "Unknown range format:",
                false => "Unable to compute range from the value:",
            };
            refuse(format!("range(): {problem} {text}"))
        }
    }
}

/// Returns a number, or the number that a text begins with.
fn to_i<'h>(value: Value<'h>) -> Res<'h, i64> {
    match value {
        Value::Integer(i) => Ok(i),
        Value::Float(f) => Ok(f as i64),
        Value::String(text) => Ok(ruby::to_integer(&text)),
        other => Err(ruby::no_method("to_i", other)),
    }
}

/// The greatest number of values of a range. Further values are left out.
const RANGE_MAX: usize = 1_000_000;
/// The greatest number of texts that a range goes through.
const TEXTS_MAX: usize = 100_000_000;

/// Calls `each` with the texts from one to another in Ruby's succession of texts, until they get
/// longer or `each` returns `false`. Returns true if there were not too many.
fn text_range(start: &str, end: &str, inclusive: bool, mut each: impl FnMut(&str) -> bool) -> bool {
    if let (&[from], &[to]) = (start.as_bytes(), end.as_bytes())
        && from.is_ascii()
        && to.is_ascii()
    {
        let bytes = (from..=to).filter(|byte| inclusive || *byte != to);
        for byte in bytes {
            each(char::from(byte).encode_utf8(&mut [0; 4]));
        }
        return true;
    }
    if (start.is_empty() && end.is_empty()) || start > end || (start == end && !inclusive) {
        return true;
    }
    let mut text = start.to_owned();
    for _ in 0..TEXTS_MAX {
        limits::time();
        if !each(&text) {
            return true;
        }
        let next = successor(&text);
        let ends = text == end || (!inclusive && next == end);
        if ends || next.is_empty() || next.len() > end.len() {
            return true;
        }
        text = next;
    }
    false
}

/// Returns the next text in Ruby's succession: `a9` after `a8`, `b0` after `a9`, `aa` after `z`.
fn successor(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let Some(last) = chars.iter().rposition(char::is_ascii_alphanumeric) else {
        if let Some(c) = chars.last_mut() {
            *c = char::from_u32(*c as u32 + 1).unwrap_or(*c);
        }
        return chars.into_iter().collect();
    };
    let mut at = last;
    loop {
        let (next, carried) = match chars[at] {
            'z' => ('a', Some('a')),
            'Z' => ('A', Some('A')),
            '9' => ('0', Some('1')),
            c => (char::from_u32(c as u32 + 1).unwrap_or(c), None),
        };
        chars[at] = next;
        let Some(carried) = carried else {
            break;
        };
        match chars[..at].iter().rposition(char::is_ascii_alphanumeric) {
            // any other character between a letter and a digit ends the carry
            Some(before)
                if before + 1 == at
                    || chars[before].is_ascii_digit() == carried.is_ascii_digit() =>
            {
                at = before;
            }
            _ => {
                chars.insert(at, carried);
                break;
            }
        }
    }
    chars.into_iter().collect()
}

/// Shuffles the items. In Puppet the result differs from run to run.
fn shuffle<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("shuffle", args, 1)?;
    let mut random = Random::from_integer(cx.host.now() as u64);
    match args[0] {
        Value::Array(array) => {
            let mut items = array.to_vec();
            shuffled(&mut items, &mut random);
            Ok(Value::array(cx.heap, &items))
        }
        Value::String(text) => {
            let mut chars: Vec<char> = text.as_str().chars().collect();
            shuffled(&mut chars, &mut random);
            Ok(Value::string(
                cx.heap,
                &chars.into_iter().collect::<String>(),
            ))
        }
        other => each_text(cx, "shuffle", other, str::to_owned),
    }
}

fn shuffled<T>(items: &mut [T], random: &mut Random) {
    for at in (1..items.len()).rev() {
        let other = random.below_or_equal(at as u64) as usize;
        items.swap(at, other);
    }
}

fn values_at<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("values_at", args, 2)?;
    let Value::Array(array) = args[0] else {
        return refuse("values_at(): Requires array to work with");
    };
    let wanted = ops::flat(args[1..2].iter().copied());
    if wanted.is_empty() {
        return refuse("values_at(): You must provide at least one positive index to collect");
    }
    let number = |text: &str| match text.bytes().all(|b| b.is_ascii_digit()) {
        true => text.parse::<usize>().ok(),
        false => None,
    };
    let mut indexes = Vec::new();
    for index in wanted {
        let index = to_s(index);
        if let Some(single) = number(&index) {
            if single >= array.len() {
                return refuse("values_at(): Given index exceeds array size");
            }
            indexes.push(single);
            continue;
        }
        let range = ["...", "..", "-"].iter().find_map(|separator| {
            let (start, end) = index.split_once(separator)?;
            Some((number(start)?, number(end)?, *separator == "..."))
        });
        let Some((start, end, exclusive)) = range else {
            return refuse("values_at(): Unknown format of given index");
        };
        if start > end {
            let text = "values_at(): Stop index in given indices range is smaller than the start \
                        index";
            return refuse(text);
        }
        if end >= array.len() {
            let text = "values_at(): Stop index in given indices range exceeds array size";
            return refuse(text);
        }
        indexes.extend(start..end + usize::from(!exclusive));
    }
    let values = indexes.iter().filter_map(|i| array.get(*i));
    let values: Vec<Value<'h>> = values.filter(|v| !matches!(v, Value::Undef)).collect();
    Ok(Value::array(cx.heap, &values))
}

fn zip<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("zip", args, 2)?;
    let (Value::Array(a), Value::Array(b)) = (args[0], args[1]) else {
        return refuse("zip(): Requires array to work with");
    };
    let flat = match args.get(2) {
        Some(flag) => cx.call_function("str2bool", &[*flag], None)?.is_truthy(),
        None => false,
    };
    let mut zipped = Vec::new();
    for (at, left) in a.iter().enumerate() {
        let right = b.get(at).unwrap_or(Value::Undef);
        match flat {
            true => {
                limits::items::<Value<'h>>(zipped.len());
                zipped.extend(ops::flat([left, right].into_iter()));
            }
            false => zipped.push(Value::array(cx.heap, &[left, right])),
        }
    }
    Ok(Value::array(cx.heap, &zipped))
}

fn type3x<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("type3x", args, 1)?;
    let name = match args[0] {
        // a text that is a canonical number
        Value::String(text) if ruby::to_whole(text.as_str()).to_string() == text.as_str() => {
            "integer"
        }
        Value::String(text) if is_float_text(text.as_str()) => "float",
        Value::String(_) => "string",
        Value::Boolean(_) => "boolean",
        Value::Integer(_) => "integer",
        Value::Float(_) => "float",
        Value::Array(_) => "array",
        Value::Hash(_) => "hash",
        _ => return refuse("type3x(): Unknown type"),
    };
    Ok(Value::string(cx.heap, name))
}

fn is_float_text(text: &str) -> bool {
    let float = text.parse::<f64>().ok().filter(|float| float.is_finite());
    float.is_some_and(|float| to_s(Value::Float(float)) == text)
}

fn is_a<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(match args[1] {
        Value::Type(ty) => Value::Boolean(types::instance(ty, args[0])),
        _ => Value::Boolean(false),
    })
}

fn type_of<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(Value::Type(types::infer(cx.heap, args[0])))
}
