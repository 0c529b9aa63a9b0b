//! Owns the table of the methods of Ruby's core that native code knows, and calls them.

mod enumerable;
mod hash;
mod ip;
mod list;
mod members;
mod number;
mod object;
mod pattern;
mod responds;
mod text;
mod uri;

pub use members::set_of;
pub use object::module;
pub use text::{decimal, formatted, shell_escaped};

use rubycore::gem_version::GemVersion;
use runtime::{Value, limits};

use super::code::{Block, OfScope};
use super::fault::Fault;
use super::object::{Object, take_doubt};
use super::running::Running;
use super::stop::{Run, Stop};
use super::value::Val;

macro_rules! methods {
    ($($name:literal $method:ident,)*) => {
        /// A method of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Method {
            $($method,)*
            /// A method that only classes of the file have, by its number among these.
            Own(u16),
        }

        impl Method {
            /// Returns the name of a method of the table.
            pub fn name(self) -> Option<&'static str> {
                match self {
                    $(Method::$method => Some($name),)*
                    Method::Own(_) => None,
                }
            }

            /// Returns the method of a name.
            pub fn named(name: &str) -> Option<Method> {
                match name {
                    $($name => Some(Method::$method),)*
                    "append" => Some(Method::Push),
                    "clone" => Some(Method::Dup),
                    "collect" => Some(Method::Map),
                    "collect_concat" => Some(Method::FlatMap),
                    "detect" => Some(Method::Find),
                    "filter" => Some(Method::Select),
                    "has_key?" => Some(Method::HasKey),
                    "has_value?" => Some(Method::HasValue),
                    "intern" => Some(Method::ToSym),
                    "kind_of?" => Some(Method::IsA),
                    "reduce" => Some(Method::Inject),
                    "succ" => Some(Method::Next),
                    "update" => Some(Method::MergeInto),
                    _ => None,
                }
            }
        }
    };
}

methods! {
    "!" Not, "==" Equal, "===" Fits, "=~" Matches, "<=>" Compare, "<" Less, "<=" LessOrEqual, ">" Greater, ">=" GreaterOrEqual,
    "+" Plus, "-" Minus, "*" Multiplied, "/" Divided, "%" Modulo, "**" Power, "-@" Negated, "&" And, "|" Or, "^" Xor, ">>" ShiftRight, "~" Inverted,
    "<<" Append, "push" Push, "[]" At, "[]=" Put,
    "abs" Abs, "add" Add, "add?" AddNew, "all?" All, "any?" Any, "assoc" Assoc, "at" ItemAt, "begin" Begin, "between?" IsBetween, "bytesize" Bytesize, "call" Call, "cache" Cache, "cache_has_key" CacheHasKey, "cached_file_data" CachedFileData, "cached_value" CachedValue,
    "capitalize" Capitalize, "catalog" Catalog, "captures" Captures, "casecmp" Casecmp, "casecmp?" IsCasecmp, "ceil" Ceil, "center" Center,
    "chars" Chars, "chomp" Chomp, "chop" Chop, "cleanpath" CleanPath, "class" Class, "clamp" Clamp, "clear" Clear, "compact" Compact, "compact!" CompactInto, "compiler" Compiler, "concat" Concat,
    "count" Count, "cover?" Covers, "delete" Delete, "delete_at" DeleteAt, "delete_if" DeleteIf, "delete_prefix" DeletePrefix,
    "delete_suffix" DeleteSuffix, "dig" Dig, "difference" Difference, "digits" Digits, "divmod" Divmod, "downcase" Downcase, "downto" Downto, "drop" Drop,
    "drop_while" DropWhile, "dup" Dup, "each" Each, "each_char" EachChar, "each_cons" EachCons, "each_index" EachIndex, "each_key" EachKey,
    "each_line" EachLine, "each_pair" EachPair, "each_slice" EachSlice, "each_value" EachValue, "each_with_index" EachWithIndex,
    "each_with_object" EachWithObject, "empty?" IsEmpty, "end" End, "end_with?" EndsWith, "eql?" IsSame, "even?" IsEven, "except" Except,
    "fetch" Fetch, "fetch_values" FetchValues, "filter_map" FilterMap, "file?" IsFile, "entries" Entries, "environment" Environment, "find" Find, "find_index" FindIndex, "first" First, "flat_map" FlatMap, "flatten" Flatten,
    "flatten!" FlattenInto, "floor" Floor, "fragment" Fragment, "freeze" Freeze, "frozen?" IsFrozen, "group_by" GroupBy, "gsub" Gsub, "hash" Hash, "hex" Hex, "host" Host, "hostname" Hostname, "include?" Includes, "index" Index,
    "inject" Inject, "insert" Insert, "inspect" Inspect, "intersection" Intersection, "interpolate" Interpolate, "invert" Invert, "ip6_arpa" Ip6Arpa, "ipv4?" IsIpv4, "ipv6?" IsIpv6, "is_a?" IsA, "itself" Itself, "join" Join, "keep_if" KeepIf, "key" KeyOf,
    "key?" HasKey, "keys" Keys, "last" Last, "length" Length, "lines" Lines, "link_local?" IsLinkLocal, "lookupvar" Lookupvar, "ljust" Ljust, "loopback?" IsLoopback, "lstrip" Lstrip, "map" Map, "map!" MapInto, "mask" Mask, "match" Match,
    "match?" IsMatch, "max" Max, "max_by" MaxBy, "member?" IsMember, "merge" Merge, "merge!" MergeInto, "min" Min, "min_by" MinBy,
    "minmax" Minmax, "module" Module, "name" Name, "named_captures" NamedCaptures, "negative?" IsNegative, "next" Next, "nil?" IsNil, "none?" IsNone, "not_found" NotFound, "odd?" IsOdd,
    "one?" IsOne, "ord" Ord, "partition" Partition, "password" Password, "path" Path, "pop" Pop, "positive?" IsPositive, "port" Port, "post_match" PostMatch, "pow" Pow, "pre_match" PreMatch,
    "pred" Pred, "prepend" Prepend, "prefix" Prefix, "product" Product, "query" Query, "ref" Ref, "private?" IsPrivate, "read" Read, "readable?" IsReadable, "reject" Reject, "reject!" RejectInto, "replace" Replace, "resources" Resources, "respond_to?" RespondsTo,
    "reverse" Reverse, "reverse_each" ReverseEach, "rindex" Rindex, "rjust" Rjust, "rotate" Rotate, "round" Round, "rpartition" Rpartition,
    "rstrip" Rstrip, "scan" Scan, "scheme" Scheme, "select" Select, "select!" SelectInto, "shellescape" Shellescape, "shift" Shift, "size" Size, "slice" Slice, "sort" Sort,
    "sort!" SortInto, "sort_by" SortBy, "source" Source, "split" Split, "squeeze" Squeeze, "start_with?" StartsWith, "step" Step, "store" Store,
    "strip" Strip, "sub" Sub, "subset?" IsSubset, "sum" Sum, "superset?" IsSuperset, "swapcase" Swapcase, "take" Take, "take_while" TakeWhile, "tap" Tap, "tally" Tally, "then" Then, "times" Times, "title" Title,
    "to_a" ToA, "to_f" ToF, "to_h" ToH, "to_hash" ToHash, "to_i" ToI, "to_json" ToJson, "to_range" ToRange, "to_s" ToS, "to_set" ToSet, "to_string" ToFullText, "to_sym" ToSym, "to_yaml" ToYaml, "tr" Tr, "transform_keys" TransformKeys,
    "transform_values" TransformValues, "transpose" Transpose, "truncate" Truncate, "type" Type, "uniq" Uniq, "uniq!" UniqInto, "union" Union, "unshift" Unshift,
    "unwrap" Unwrap, "upcase" Upcase, "upto" Upto, "user" User, "userinfo" Userinfo, "value?" HasValue, "values" Values, "values_at" ValuesAt, "with_index" WithIndex, "with_object" WithObject, "zero?" IsZero, "zip" Zip,
}

/// `[]`
pub const AT: Method = Method::At;
/// `[]=`
pub const PUT: Method = Method::Put;
/// `<<`
pub const APPEND: Method = Method::Append;

impl Method {
    /// Returns true if the method may change an array or hash in place.
    pub fn may_change(self) -> bool {
        use Method::{
            Append, Clear, CompactInto, Concat, Delete, DeleteAt, DeleteIf, FlattenInto, Insert,
            KeepIf, MapInto, MergeInto, Pop, Prepend, Push, Put, RejectInto, Replace, SelectInto,
            Shift, SortInto, Store, UniqInto, Unshift,
        };
        matches!(
            self,
            Append
                | Clear
                | CompactInto
                | Concat
                | Delete
                | DeleteAt
                | DeleteIf
                | FlattenInto
                | Insert
                | KeepIf
                | MapInto
                | MergeInto
                | Pop
                | Prepend
                | Push
                | Put
                | RejectInto
                | Replace
                | SelectInto
                | Shift
                | SortInto
                | Store
                | UniqInto
                | Unshift
        )
    }
}

/// The arguments and the block of a call.
#[derive(Clone, Copy)]
pub struct Given<'a, 'h> {
    pub arguments: &'a [Val<'h>],
    pub block: Option<&'a Block>,
}

fn give_up<'h, T>() -> Run<'h, T> {
    Err(Stop::GiveUp)
}

fn known<'h, T>(found: Option<T>) -> Run<'h, T> {
    found.ok_or(Stop::GiveUp)
}

/// Returns a value as a count or a non-negative index.
fn natural<'h>(value: &Val<'h>) -> Run<'h, usize> {
    match value {
        Val::Integer(value) => known(usize::try_from(*value).ok()),
        _ => give_up(),
    }
}

/// Sets an entry of a hash created by native code.
pub fn put<'h>(hash: &Val<'h>, key: Val<'h>, value: Val<'h>) -> Run<'h, ()> {
    let Val::Hash(pairs) = hash else {
        return give_up();
    };
    // gives up on collections as keys: an array may change later, whereas Ruby freezes a text
    if matches!(key, Val::List(_) | Val::Hash(_)) || value.holds(hash) {
        return give_up();
    }
    pairs.borrow_mut().put(key, value);
    Ok(())
}

/// Implements `Array(value)`.
pub fn array_of<'h>(value: &Val<'h>) -> Run<'h> {
    Ok(match value {
        Val::Nil => Val::list(Vec::new()),
        Val::List(_) | Val::Plain(Value::Array(_)) => value.clone(),
        Val::Range(..) => Val::list(rounds(value)?),
        Val::Matched(_) | Val::Scope(_) | Val::Enumerator(_) | Val::Object(_) => return give_up(),
        _ => match value.is_hash() {
            true => Val::list(rounds(value)?),
            false => Val::list(vec![value.clone()]),
        },
    })
}

/// Returns the values that `each` yields: items, pairs or numbers.
pub fn rounds<'h>(value: &Val<'h>) -> Run<'h, Vec<Val<'h>>> {
    if let Val::Range(from, to, exclusive) = value {
        let to = match exclusive {
            true => known(to.checked_sub(1))?,
            false => *to,
        };
        let count = usize::try_from(to.saturating_sub(*from).saturating_add(1)).unwrap_or(0);
        limits::items::<Val<'h>>(count);
        return Ok((*from..=to).map(Val::Integer).collect());
    }
    if let Some(items) = value.items() {
        return Ok(items);
    }
    let pairs = known(value.pairs())?.into_iter();
    Ok(pairs
        .map(|(key, value)| Val::list(vec![key, value]))
        .collect())
}

/// Implements `===`.
pub fn fits<'h>(
    run: &mut Running<'_, 'h>,
    condition: &Val<'h>,
    subject: &Val<'h>,
) -> Run<'h, bool> {
    let fits = fits_as_known(run, condition, subject)?;
    // gives up if the result of an operation on an object was unknown
    match take_doubt() {
        true => give_up(),
        false => Ok(fits),
    }
}

fn fits_as_known<'h>(
    run: &mut Running<'_, 'h>,
    condition: &Val<'h>,
    subject: &Val<'h>,
) -> Run<'h, bool> {
    match condition {
        Val::Class(class) => Ok(subject.is_of(*class)),
        Val::Regexp(pattern) => match subject.as_str() {
            Some(text) => run.is_match(pattern, text),
            None if matches!(subject, Val::Symbol(_)) => give_up(),
            None => Ok(false),
        },
        Val::Range(..) => match subject {
            Val::Integer(_) => number::covers(condition, subject),
            _ => give_up(),
        },
        Val::Scope(_)
        | Val::Matched(_)
        | Val::Enumerator(_)
        | Val::Context(_)
        | Val::RubyVersion
        | Val::Sensitive(_) => give_up(),
        Val::Object(object) if matches!(**object, Object::Proc(_)) => {
            let done = call(
                run,
                Method::Call,
                condition,
                std::slice::from_ref(subject),
                None,
            )?;
            Ok(done.is_truthy())
        }
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
    let given = Given { arguments, block };
    if let Val::Object(_) = receiver {
        return object::call(run, method, receiver, given);
    }
    // synonyms that not every kind of value has
    let is_number = matches!(receiver, Val::Range(..) | Val::Integer(_) | Val::Float(_));
    let is_many = receiver.is_array() || receiver.is_hash();
    let method = match method {
        Method::Length if !is_number => Method::Size,
        Method::Store if receiver.is_hash() => Method::Put,
        Method::Entries if is_many => Method::ToA,
        method => method,
    };
    let address = receiver.address();
    if address.is_some_and(|address| run.walked.contains(&address) && method.may_change()) {
        // in Ruby, the iteration would continue over the changed parts
        return give_up();
    }
    let walked = address.filter(|_| block.is_some());
    run.walked.extend(walked);
    let done = call_known(run, method, receiver, given);
    if walked.is_some() {
        run.walked.pop();
    }
    match done {
        _ if take_doubt() => give_up(),
        Err(Stop::GiveUp) if responds::lacks(receiver, method) => Err(Stop::Fault(Fault::NoMethod)),
        done => done,
    }
}

/// Calls a method by its canonical name.
fn call_known<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    given: Given<'_, 'h>,
) -> Run<'h> {
    let Given { arguments, block } = given;
    if let Some(done) = of_any(run, method, receiver, given)? {
        return Ok(done);
    }
    if let Some(text) = receiver.as_str() {
        return text::call(run, method, text, given);
    }
    match receiver {
        Val::Nil => of_nil(run, method, given),
        Val::Integer(_) | Val::Float(_) => number::call(run, method, receiver, given),
        Val::Symbol(name) => of_symbol(method, name, given),
        Val::Range(from, to, exclusive) => {
            number::of_range(run, method, (*from, *to, *exclusive), given)
        }
        Val::Regexp(pattern) => pattern::call(run, method, pattern, given),
        Val::Matched(matched) => pattern::of_match(method, matched, given),
        Val::Boolean(value) => match (method, arguments) {
            (Method::And, [other]) => Ok(Val::Boolean(*value && other.is_truthy())),
            (Method::Or, [other]) => Ok(Val::Boolean(*value || other.is_truthy())),
            (Method::Xor, [other]) => Ok(Val::Boolean(*value != other.is_truthy())),
            _ => give_up(),
        },
        Val::Context(context) => run.context_method(method, *context, arguments, block),
        Val::RubyVersion => of_ruby_version(method, given),
        Val::Sensitive(value) => of_sensitive(method, *value, given),
        Val::Scope(scope) => match (method, arguments) {
            (Method::At | Method::Lookupvar, [name]) => run.variable_of(*scope, name),
            (Method::Includes, [_]) => run.of_scope(*scope, OfScope::Includes, arguments),
            (Method::Put, [_, _]) => run.of_scope(*scope, OfScope::Set, arguments),
            _ => give_up(),
        },
        Val::Class(_) | Val::Object(_) => give_up(),
        Val::Enumerator(enumerator) => enumerable::of_enumerator(run, method, enumerator, given),
        _ if receiver.is_array() => list::call(run, method, receiver, given),
        _ => hash::call(run, method, receiver, given),
    }
}

/// Calls a method that every value has; returns `None` if each kind has its own.
// Long because each method has an arm.
fn of_any<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    receiver: &Val<'h>,
    given: Given<'_, 'h>,
) -> Run<'h, Option<Val<'h>>> {
    if matches!(
        receiver,
        Val::Scope(_) | Val::Enumerator(_) | Val::Context(_) | Val::RubyVersion
    ) {
        return Ok(None);
    }
    Ok(Some(match (method, given.arguments, given.block) {
        (Method::IsNil, [], None) => Val::Boolean(matches!(receiver, Val::Nil)),
        (Method::Not, [], None) => Val::Boolean(!receiver.is_truthy()),
        (Method::Equal, [other], None) => {
            let is_object = |value: &Val<'h>| {
                matches!(
                    value,
                    Val::Matched(_) | Val::Scope(_) | Val::Enumerator(_) | Val::Context(_)
                )
            };
            if is_object(receiver) || is_object(other) {
                return give_up();
            }
            Val::Boolean(receiver.equals(other))
        }
        (Method::Fits, [other], None) => Val::Boolean(fits(run, receiver, other)?),
        (Method::IsSame, [other], None) if !matches!(receiver, Val::Matched(_)) => {
            Val::Boolean(receiver.is_key(other))
        }
        (Method::IsA, [Val::Class(class)], None) => Val::Boolean(receiver.is_of(*class)),
        // the same object
        (Method::ToS, [], None) if receiver.as_str().is_some() => receiver.clone(),
        // these texts are frozen
        (Method::ToS, [], None) if matches!(receiver, Val::Nil | Val::Boolean(_)) => {
            Val::Known(match receiver {
                Val::Boolean(true) => "true",
                Val::Boolean(false) => "false",
                _ => "",
            })
        }
        (Method::ToS, [], None) if !matches!(receiver, Val::Matched(_)) => {
            let mut text = String::new();
            known(receiver.write(&mut text).then_some(()))?;
            Val::string(text)
        }
        (Method::Inspect, [], None) => {
            let mut text = String::new();
            known(receiver.inspect(&mut text).then_some(()))?;
            Val::string(text)
        }
        (Method::ToYaml, [], None) => Val::string(super::formats::yaml(run, receiver)?),
        (Method::ToJson, [], None) => Val::string(super::formats::json(run, receiver)?),
        // texts that can be changed must not be changed from now on
        (Method::Freeze, [], None) if matches!(receiver, Val::Text(_)) && run.program.changes => {
            return give_up();
        }
        (Method::Freeze, [], None) if !matches!(receiver, Val::List(_) | Val::Hash(_)) => {
            receiver.clone()
        }
        (Method::Dup, [], None) => match receiver {
            Val::List(_) => Val::list(known(receiver.items())?),
            Val::Hash(pairs) if pairs.borrow().default.is_none() => {
                Val::hash(known(receiver.pairs())?)
            }
            Val::Plain(value) => match value {
                Value::Array(_) => Val::list(known(receiver.items())?),
                _ => Val::hash(known(receiver.pairs())?),
            },
            Val::Text(_) | Val::Known(_) | Val::Shared(_) => {
                Val::text(receiver.as_str().unwrap_or_default())
            }
            Val::Nil | Val::Boolean(_) | Val::Integer(_) | Val::Float(_) | Val::Symbol(_) => {
                receiver.clone()
            }
            _ => return give_up(),
        },
        (Method::Class, [], None) => Val::Class(known(receiver.class())?),
        (Method::Then, [], Some(block)) => run.run(block, std::slice::from_ref(receiver))?,
        (Method::Tap, [], Some(block)) => {
            run.run(block, std::slice::from_ref(receiver))?;
            receiver.clone()
        }
        (Method::Itself, [], None) => receiver.clone(),
        (Method::Hash, [], None) => match receiver {
            Val::Sensitive(_) | Val::Matched(_) => return give_up(),
            _ => Val::object(Object::HashOf(receiver.clone())),
        },
        (Method::RespondsTo, [name], None) => responds_to(receiver, name)?,
        _ => return Ok(None),
    }))
}

/// Implements `respond_to?` for the methods that code uses to tell kinds of values apart.
fn responds_to<'h>(receiver: &Val<'h>, name: &Val<'h>) -> Run<'h> {
    let name = match name {
        Val::Symbol(name) => &**name,
        name => known(name.as_str())?,
    };
    if let (Val::Sensitive(_), "unwrap") = (receiver, name) {
        return Ok(Val::Boolean(true));
    }
    let is_text = receiver.as_str().is_some();
    let is_many = receiver.is_array() || receiver.is_hash();
    let is_plain = is_text || is_many || matches!(receiver, Val::Nil | Val::Boolean(_));
    known((is_plain || matches!(receiver, Val::Integer(_) | Val::Float(_))).then_some(()))?;
    let is_nil = matches!(receiver, Val::Nil);
    Ok(Val::Boolean(match name {
        "unwrap" => false,
        "each" | "map" => is_many,
        "keys" | "each_pair" | "key?" => receiver.is_hash(),
        "empty?" => is_text || is_many,
        "to_s" => true,
        "to_str" | "upcase" | "downcase" | "gsub" | "match" | "strip" | "split" => is_text,
        "to_i" => is_text || is_nil || !is_plain,
        "to_ary" | "join" => receiver.is_array(),
        "to_a" => is_many || is_nil,
        "to_hash" => receiver.is_hash(),
        _ => return give_up(),
    }))
}

/// Compares Ruby's version. Puppet needs at least Ruby 3.1, so the version is known to be newer
/// than any below 3.1; gives up on others.
fn of_ruby_version<'h>(method: Method, given: Given<'_, 'h>) -> Run<'h> {
    let [other] = given.arguments else {
        return give_up();
    };
    let version = other.version().map(GemVersion::as_str);
    let mut parts = known(other.as_str().or(version))?.split('.');
    let mut part = || parts.next().map_or(Ok(0), str::parse::<u32>);
    let (Ok(major), Ok(minor)) = (part(), part()) else {
        return give_up();
    };
    known(((major, minor) < (3, 1)).then_some(()))?;
    match method {
        Method::Greater | Method::GreaterOrEqual => Ok(Val::Boolean(true)),
        Method::Less | Method::LessOrEqual => Ok(Val::Boolean(false)),
        _ => give_up(),
    }
}

fn of_sensitive<'h>(method: Method, value: Value<'h>, given: Given<'_, 'h>) -> Run<'h> {
    match (method, given.arguments, value) {
        (Method::Unwrap, [], Value::Sensitive(inner)) => Ok(Val::of(*inner)),
        _ => give_up(),
    }
}

fn of_nil<'h>(run: &Running<'_, 'h>, method: Method, given: Given<'_, 'h>) -> Run<'h> {
    Ok(match (method, given.arguments) {
        (Method::ToA, []) => Val::list(Vec::new()),
        (Method::ToH, []) => Val::hash(Vec::new()),
        (Method::ToI, []) => Val::Integer(0),
        (Method::ToF, []) => Val::Float(0.0),
        (Method::And, [_]) => Val::Boolean(false),
        (Method::Or, [other]) => Val::Boolean(other.is_truthy()),
        (Method::Matches, [Val::Regexp(_)]) => {
            run.forgets_match()?;
            Val::Nil
        }
        (Method::Compare, [other]) => match other {
            Val::Nil => Val::Integer(0),
            _ => Val::Nil,
        },
        _ => return give_up(),
    })
}

fn of_symbol<'h>(method: Method, name: &str, given: Given<'_, 'h>) -> Run<'h> {
    Ok(match (method, given.arguments) {
        (Method::ToSym, []) => Val::Symbol(name.into()),
        (Method::Size, []) => Val::Integer(name.chars().count() as i64),
        (Method::IsEmpty, []) => Val::Boolean(name.is_empty()),
        (Method::Compare, [Val::Symbol(other)]) => ordered(name.cmp(other)),
        (Method::StartsWith, [part]) => Val::Boolean(name.starts_with(known(part.as_str())?)),
        (Method::EndsWith, [part]) => Val::Boolean(name.ends_with(known(part.as_str())?)),
        _ => return give_up(),
    })
}

/// Returns the value of `<=>`.
fn ordered<'h>(order: std::cmp::Ordering) -> Val<'h> {
    Val::Integer(order as i64)
}

/// Compares two integers; returns `None` for any other method.
pub fn compared<'h>(method: Method, one: i64, two: i64) -> Option<Val<'h>> {
    match method {
        Method::Equal => Some(Val::Boolean(one == two)),
        Method::Less | Method::LessOrEqual | Method::Greater | Method::GreaterOrEqual => {
            Some(Val::Boolean(is_so(method, one.cmp(&two))))
        }
        _ => None,
    }
}

/// Returns the result of a comparison method for an order.
fn is_so(method: Method, order: std::cmp::Ordering) -> bool {
    match method {
        Method::Less => order.is_lt(),
        Method::LessOrEqual => order.is_le(),
        Method::Greater => order.is_gt(),
        _ => order.is_ge(),
    }
}
