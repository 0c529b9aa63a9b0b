//! Implements functions on arrays and hashes, and on parts of them.

use rubycore::case::Downcase;

use super::{at_most, class_name, inspect, is_blank, plain, ruby, strings, to_s};
use crate::cx::Cx;
use crate::error::{Kind, Res, fail, fail_as, refuse};
use crate::function::{Args, Builtin, Declaration, dispatch};
use crate::text;
use crate::value::{HashBuilder, Value};

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    plain!("any2array", any2array),
    plain!("any2bool", any2bool),
    plain!("str2bool", str2bool),
    plain!("bool2str", bool2str),
    plain!("basename", basename),
    plain!("dirname", dirname),
    plain!("concat", concat),
    plain!("union", union),
    plain!("delete_at", delete_at),
    plain!("delete_undef_values", delete_undef_values),
    plain!("member", member),
    Builtin {
        name: "merge",
        dispatches: MERGE,
    },
    Builtin {
        name: "stdlib::merge",
        dispatches: MERGE,
    },
    plain!("pick", pick),
    plain!("pick_default", pick_default),
    plain!("prefix", prefix),
    plain!("suffix", suffix),
    Builtin {
        name: "fact",
        dispatches: &[dispatch(&["String fact_name"], fact)],
    },
];

const MERGE: &[Declaration] = &[
    dispatch(
        &["*Variant[Hash[Scalar, Any], Undef, String[0, 0]] args"],
        merge,
    ),
    dispatch(&["*Iterable args", "&Callable[3, 3] block"], merge_keyed),
    dispatch(&["*Iterable args", "&Callable[2, 2] block"], merge_iterable),
];

fn any2array<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    Ok(match args {
        [] => Value::array(cx.heap, &[]),
        [array @ Value::Array(_)] => *array,
        [Value::Hash(hash)] => {
            let flat: Vec<Value<'h>> = hash.iter().flat_map(|(k, v)| [k, v]).collect();
            Value::array(cx.heap, &flat)
        }
        [single] if is_blank(*single) => Value::array(cx.heap, &[]),
        several => Value::array(cx.heap, several),
    })
}

/// Returns the Boolean that a text means; `None` for other texts.
fn bool_of(text: &str) -> Option<bool> {
    match text {
        "" | "undef" | "undefined" => return Some(false),
        _ => {}
    }
    match text.downcase().as_str() {
        "1" | "t" | "y" | "true" | "yes" => Some(true),
        "0" | "f" | "n" | "false" | "no" => Some(false),
        _ => None,
    }
}

fn any2bool<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let Some(value) = args.first().copied() else {
        return refuse("any2bool(): Wrong number of arguments given (0 for 1)");
    };
    match value {
        Value::Boolean(_) => Ok(value),
        Value::Undef => Ok(Value::Boolean(false)),
        Value::Integer(_) | Value::Float(_) => strings::num2bool(cx, &[value]),
        Value::String(text) => match ruby::parse_float(text.as_str()) {
            Some(_) => strings::num2bool(cx, &[value]),
            None => to_bool(text.as_str()),
        },
        _ => Ok(Value::Boolean(true)),
    }
}

fn to_bool<'h>(text: &str) -> Res<'h> {
    match bool_of(text) {
        Some(value) => Ok(Value::Boolean(value)),
        None => refuse("str2bool(): Unknown type of boolean given"),
    }
}

fn str2bool<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    match args.first().copied() {
        None => refuse("str2bool(): Wrong number of arguments given (0 for 1)"),
        Some(value @ Value::Boolean(_)) => Ok(value),
        Some(Value::String(text)) => to_bool(text.as_str()),
        Some(Value::Undef) => Ok(Value::Boolean(false)),
        Some(_) => refuse("str2bool(): Requires string to work with"),
    }
}

fn bool2str<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if !matches!(args.len(), 1 | 3) {
        let given = args.len();
        return refuse(format!(
            "bool2str(): Wrong number of arguments given ({given} for 3)"
        ));
    }
    let Value::Boolean(value) = args.first().copied().unwrap_or(Value::Undef) else {
        return refuse("bool2str(): Requires a boolean to work with");
    };
    // false counts as no text
    let text = |at: usize, usual: &str| match args.get(at).copied() {
        None | Some(Value::Boolean(false)) => Ok(Value::string(cx.heap, usual)),
        Some(text @ Value::String(_)) => Ok(text),
        Some(_) => refuse("bool2str(): Requires strings to convert to"),
    };
    let (yes, no) = (text(1, "true")?, text(2, "false")?);
    Ok(if value { yes } else { no })
}

/// Returns the last component of a path, like `File.basename`.
fn last_component(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rsplit_once('/') {
        _ if trimmed.is_empty() && !path.is_empty() => "/",
        Some((_, last)) => last,
        None => trimmed,
    }
}

/// Returns a text where Ruby takes one without a NUL.
fn without_null<'h, 's>(text: &'s str, what: &str) -> Res<'h, &'s str> {
    match text.contains('\0') {
        true => fail(format!("{what} contains null byte")),
        false => Ok(text),
    }
}

fn basename<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_most("basename()", args, 2)?;
    let base = match args.first().copied() {
        None => return refuse("basename(): No arguments given"),
        Some(Value::String(path)) => last_component(without_null(path.as_str(), "path name")?),
        Some(_) => return refuse("basename(): Requires string as first argument"),
    };
    let suffix = match args.get(1).copied() {
        None => return Ok(Value::string(cx.heap, base)),
        Some(Value::String(suffix)) => without_null(suffix.as_str(), "string")?,
        Some(_) => return refuse("basename(): Requires string as second argument"),
    };
    let stem = match suffix {
        ".*" => base.rsplit_once('.').map(|(stem, _)| stem),
        _ => base.strip_suffix(suffix),
    };
    // a name of dots only has no suffix
    let stem = stem.filter(|stem| stem.bytes().any(|b| b != b'.'));
    Ok(Value::string(cx.heap, stem.unwrap_or(base)))
}

fn dirname<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_most("dirname()", args, 1)?;
    let path = match args.first().copied() {
        None => return refuse("dirname(): No arguments given"),
        Some(Value::String(path)) => without_null(path.as_str(), "path name")?,
        Some(_) => return refuse("dirname(): Requires string as argument"),
    };
    if path.is_empty() {
        return refuse("dirname(): Requires a non-empty string as argument");
    }
    let slashes = path.len() - path.trim_start_matches('/').len();
    let path = &path[slashes.saturating_sub(1)..];
    let trimmed = path.trim_end_matches('/');
    let folder = match trimmed.rsplit_once('/') {
        _ if trimmed.is_empty() => "/",
        None => ".",
        Some((folder, _)) => match folder.trim_end_matches('/') {
            "" => "/",
            folder => folder,
        },
    };
    Ok(Value::string(cx.heap, folder))
}

fn concat<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() < 2 {
        return refuse(format!(
            "concat(): Wrong number of arguments given ({} for < 2)",
            args.len()
        ));
    }
    let Value::Array(first) = args[0] else {
        return refuse("concat(): Requires array to work with");
    };
    let mut items = first.to_vec();
    for value in &args[1..] {
        match value {
            Value::Array(more) => items.extend(more.iter()),
            other => items.push(*other),
        }
    }
    Ok(Value::array(cx.heap, &items))
}

fn union<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() < 2 {
        return refuse(format!(
            "union(): Wrong number of arguments given ({} for < 2)",
            args.len()
        ));
    }
    let mut seen = HashBuilder::new();
    for value in args {
        let Value::Array(items) = value else {
            return refuse("union(): Every parameter must be an array");
        };
        items
            .iter()
            .for_each(|item| seen.insert(item, Value::Undef));
    }
    let items: Vec<Value<'h>> = seen.finish(cx.heap).keys().collect();
    Ok(Value::array(cx.heap, &items))
}

fn delete_at<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() < 2 {
        return refuse(format!(
            "delete_at(): Wrong number of arguments given ({} for 2)",
            args.len()
        ));
    }
    let Value::Array(items) = args[0] else {
        return refuse("delete_at(): Requires array to work with");
    };
    let index = match args[1] {
        Value::Integer(i) => Some(i),
        Value::Float(f) => Some(f as i64),
        Value::String(text) if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
        Value::String(_) | Value::Undef => None,
        other => return Err(ruby::no_method("to_i", other)),
    };
    let Some(index) = index else {
        return refuse("delete_at(): You must provide non-negative numeric index");
    };
    let mut left = items.to_vec();
    if index > left.len() as i64 - 1 {
        return refuse("delete_at(): Given index exceeds size of array given");
    }
    let at = if index < 0 {
        index + left.len() as i64
    } else {
        index
    };
    if let Ok(at) = usize::try_from(at) {
        left.remove(at);
    }
    Ok(Value::array(cx.heap, &left))
}

fn delete_undef_values<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    match args.first().copied() {
        None => refuse("delete_undef_values(): Wrong number of arguments given (0)"),
        Some(Value::Array(items)) => {
            let left: Vec<Value<'h>> = items.iter().filter(|item| !item.is_undef()).collect();
            Ok(Value::array(cx.heap, &left))
        }
        Some(Value::Hash(hash)) => {
            let left: Vec<_> = hash.iter().filter(|(_, value)| !value.is_undef()).collect();
            Ok(Value::hash(cx.heap, &left))
        }
        Some(other) => refuse(format!(
            "delete_undef_values(): expected an array or hash, got {} type  {} ",
            text::interpolated(other),
            class_name(other)
        )),
    }
}

fn member<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() < 2 {
        return refuse(format!(
            "member(): Wrong number of arguments given ({} for 2)",
            args.len()
        ));
    }
    let Value::Array(items) = args[0] else {
        return refuse("member(): Requires array to work with");
    };
    let found = match args[1] {
        Value::Array(wanted) if wanted.is_empty() => {
            return refuse("member(): You must provide item to search for within array given");
        }
        Value::Array(wanted) => {
            let mut known = HashBuilder::new();
            items
                .iter()
                .for_each(|item| known.insert(item, Value::Undef));
            wanted.iter().all(|item| known.get(item).is_some())
        }
        single @ (Value::String(_) | Value::Integer(_)) => items.iter().any(|i| i.same(single)),
        _ => return refuse("member(): Item to search for must be a string, fixnum, or array"),
    };
    Ok(Value::Boolean(found))
}

fn merge<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let hashes = args.values.iter().filter_map(|value| value.as_hash());
    let merged = hashes.reduce(|merged, hash| merged.plus(cx.heap, hash));
    Ok(merged.map_or_else(|| Value::hash(cx.heap, &[]), Value::Hash))
}

/// Merges the results of the block for each element. The block takes the hash merged so far.
fn merge_with<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, keyed: bool) -> Res<'h> {
    let Some(block) = args.block else {
        return refuse("merge(): expects a block");
    };
    if args.values.len() != 1 {
        let given = args.values.len();
        return refuse(format!(
            "wrong number of arguments (given {given}, expected 1)"
        ));
    }
    let mut merged = Value::hash(cx.heap, &[]);
    let elements: Vec<(Value<'h>, Value<'h>)> = match args.get(0) {
        Some(Value::Hash(hash)) => match keyed {
            true => hash.iter().collect(),
            false => {
                let pairs = hash.iter().map(|(k, v)| Value::array(cx.heap, &[k, v]));
                pairs
                    .enumerate()
                    .map(|(i, v)| (Value::Integer(i as i64), v))
                    .collect()
            }
        },
        Some(value) => {
            let items = match value {
                Value::Array(items) => items.to_vec(),
                other => crate::iterator::all(cx.heap, other).unwrap_or_default(),
            };
            let number = |(i, v)| (Value::Integer(i as i64), v);
            items.into_iter().enumerate().map(number).collect()
        }
        None => Vec::new(),
    };
    for (key, value) in elements {
        let result = match keyed {
            true => cx.call_block(block, &[merged, key, value])?,
            false => cx.call_block(block, &[merged, value])?,
        };
        if let (Value::Hash(old), Value::Hash(new)) = (merged, result) {
            merged = Value::Hash(old.plus(cx.heap, new));
        }
    }
    Ok(merged)
}

fn merge_keyed<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    merge_with(cx, args, true)
}

fn merge_iterable<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    merge_with(cx, args, false)
}

fn pick<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    match args.iter().find(|value| !is_blank(**value)) {
        Some(value) => Ok(*value),
        None => refuse("pick(): must receive at least one non empty value"),
    }
}

fn pick_default<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let Some(last) = args.last() else {
        return fail_as(Kind::Runtime, "Must receive at least one argument.");
    };
    Ok(match args.iter().find(|value| !is_blank(**value)) {
        Some(value) => *value,
        None if last.is_undef() => Value::string(cx.heap, ""),
        None => *last,
    })
}

/// Evaluates `prefix` and `suffix`: `affix(text)` is the changed text.
fn affixed<'h>(cx: &mut Cx<'h>, args: &[Value<'h>], name: &str, before: bool) -> Res<'h> {
    if args.is_empty() {
        return refuse(format!(
            "{name}(): Wrong number of arguments given (0 for 1)"
        ));
    }
    if !matches!(args[0], Value::Array(_) | Value::Hash(_)) {
        let shown = inspect(args[0]);
        return refuse(format!(
            "{name}(): expected first argument to be an Array or a Hash, got {shown}"
        ));
    }
    let affix = match args.get(1).copied() {
        None | Some(Value::Undef | Value::Boolean(false)) => "",
        Some(Value::String(affix)) => affix.as_str(),
        Some(other) => {
            let shown = inspect(other);
            return refuse(format!(
                "{name}(): expected second argument to be a String, got {shown}"
            ));
        }
    };
    let heap = cx.heap;
    let change = |value: Value<'h>| {
        let text = to_s(value);
        Value::string(
            heap,
            &if before {
                format!("{affix}{text}")
            } else {
                format!("{text}{affix}")
            },
        )
    };
    match args[0] {
        Value::Array(items) => {
            let items: Vec<Value<'h>> = items.iter().map(change).collect();
            Ok(Value::array(heap, &items))
        }
        Value::Hash(hash) => {
            let entries: Vec<_> = hash.iter().map(|(k, v)| (change(k), v)).collect();
            Ok(Value::hash(heap, &entries))
        }
        other => {
            let shown = inspect(other);
            refuse(format!(
                "{name}(): expected first argument to be an Array or a Hash, got {shown}"
            ))
        }
    }
}

fn prefix<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    affixed(cx, args, "prefix", true)
}

fn suffix<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    affixed(cx, args, "suffix", false)
}

/// Implements `fact('os.family')`, which digs into `$facts`. A missing part results in undef.
fn fact<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let path = args[0].as_str().unwrap_or_default();
    let mut parts = segments(path);
    while parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    let mut parts = parts.into_iter();
    let mut value = match parts.next() {
        Some(name) => cx.fact(&name),
        None => cx.variable("facts"),
    }
    .unwrap_or(Value::Undef);
    for segment in parts {
        value = match value {
            Value::Hash(hash) => hash.get_str(&segment).unwrap_or(Value::Undef),
            Value::Array(items) => segment
                .parse()
                .ok()
                .and_then(|i: usize| items.get(i))
                .unwrap_or(Value::Undef),
            _ => Value::Undef,
        };
    }
    Ok(value)
}

/// Splits a dotted path. A quoted part may contain dots.
fn segments(path: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    for c in path.chars() {
        match (quote, c) {
            (None, '.') => parts.push(String::new()),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (_, c) => {
                if let Some(part) = parts.last_mut() {
                    part.push(c);
                }
            }
        }
    }
    parts
}
