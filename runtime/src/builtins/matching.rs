//! Implements functions with patterns: split, regsubst, match.

use std::sync::Arc;

use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin, dispatch};
use crate::heap::Heap;
use crate::limits;
use crate::ops;
use crate::platform;
use crate::regexp::Regexp;
use crate::types::Type;
use crate::value::{Array, Hash, TextBuilder, Value};
use rubycore::regexp::{self, Options, Pattern, Search, Spans};

const TARGET: &str = "Variant[Array[Variant[String, Sensitive[String]]], \
     Sensitive[Array[Variant[String, Sensitive[String]]]], Variant[String, Sensitive[String]]] target";

pub(super) const TABLE: &[Builtin] = &[
    Builtin {
        name: "split",
        dispatches: &[
            dispatch(&["String str", "String pattern"], split),
            dispatch(&["String str", "Regexp pattern"], split),
            dispatch(&["String str", "Type[Regexp] pattern"], split),
            dispatch(&["Sensitive[String] sensitive", "String pattern"], split),
            dispatch(&["Sensitive[String] sensitive", "Regexp pattern"], split),
            dispatch(
                &["Sensitive[String] sensitive", "Type[Regexp] pattern"],
                split,
            ),
        ],
    },
    Builtin {
        name: "regsubst",
        dispatches: &[
            dispatch(
                &[
                    TARGET,
                    "String pattern",
                    "Variant[String, Hash[String, String]] replacement",
                    "?Optional[Pattern[/^[GEIM]*$/]] flags",
                    "?Enum['N', 'E', 'S', 'U'] encoding",
                ],
                regsubst,
            ),
            dispatch(
                &[
                    TARGET,
                    "Variant[Regexp, Type[Regexp]] pattern",
                    "Variant[String, Hash[String, String]] replacement",
                    "?Pattern[/^G?$/] flags",
                ],
                regsubst,
            ),
        ],
    },
    Builtin {
        name: "match",
        dispatches: &[
            dispatch(&["String string", "Variant[Any, Type] pattern"], match_one),
            dispatch(
                &["Array[String] string", "Variant[Any, Type] pattern"],
                match_each,
            ),
        ],
    },
];

/// The number of parts of a text for which a list has room without growing.
const PARTS_USUAL: usize = 16;

/// Returns the pattern of a String, a Regexp or a Regexp type (`Regexp` alone matches the empty
/// string).
fn pattern_of<'h>(value: Value<'h>) -> Arc<Pattern> {
    let source = match value {
        Value::String(source) => source.as_str(),
        Value::Regexp(regexp) => regexp.source(),
        Value::Type(Type::Regexp(Some(regexp))) => {
            regexp.must_be_one();
            regexp.source()
        }
        _ => "",
    };
    regexp::pattern(source, Options::default())
}

fn split<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let pattern = pattern_of(args[1]);
    match args[0] {
        Value::Sensitive(clear) => {
            let parts = split_text(cx, clear.as_str().unwrap_or_default(), &pattern)?;
            Ok(Value::Sensitive(cx.heap.alloc(parts)))
        }
        other => split_text(cx, other.as_str().unwrap_or_default(), &pattern),
    }
}

/// Returns the parts between matches, together with the groups of the matches. Trailing empty parts
/// are left out.
fn split_text<'h>(cx: &Cx<'h>, text: &'h str, pattern: &Pattern) -> Res<'h> {
    let search = pattern.search(text)?;
    if search.is_empty_text() {
        return Ok(characters(cx.heap, text));
    }
    let mut parts: Vec<&'h str> = Vec::with_capacity(PARTS_USUAL);
    let mut begin = 0;
    let is_char = search.each_char(|start, end| {
        parts.push(&text[begin..start]);
        begin = end;
    });
    if !is_char {
        begin = split_at_matches(text, &search, pattern.room()?, &mut parts)?;
    }
    if begin < text.len() {
        parts.push(&text[begin..]);
    }
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    let values = parts.iter().map(|p| Value::string(cx.heap, p));
    Ok(Value::Array(Array::from_iter(cx.heap, parts.len(), values)))
}

/// Returns the characters of a text, each as a text.
fn characters<'h>(heap: &'h Heap, text: &'h str) -> Value<'h> {
    let count = match text.is_ascii() {
        true => text.len(),
        false => text.chars().count(),
    };
    let one = |char: char| Value::string(heap, char.encode_utf8(&mut [0; 4]));
    Value::Array(Array::from_iter(heap, count, text.chars().map(one)))
}

/// Adds the parts up to the last match. Returns the end of that match.
fn split_at_matches<'h>(
    text: &'h str,
    search: &Search<'_, '_>,
    mut spans: Spans,
    parts: &mut Vec<&'h str>,
) -> Res<'h, usize> {
    // where the part begins, where the search for the next match begins, and whether an empty match
    // moved the search on by one character
    let (mut begin, mut from, mut moved) = (0, 0, false);
    while from <= text.len() && search.spans(from, &mut spans)? {
        let (start, end) = spans.get(0).unwrap_or((from, from));
        if start == end && start == from {
            if !moved {
                from += text[from..].chars().next().map_or(1, char::len_utf8);
                moved = true;
                continue;
            }
            parts.push(&text[begin..from]);
            begin = from;
        } else {
            parts.push(&text[begin..start]);
            begin = end;
            from = end;
        }
        moved = false;
        if spans.len() > 1 {
            let groups = spans.iter().skip(1).flatten();
            parts.extend(groups.map(|(start, end)| &text[start..end]));
        }
    }
    Ok(begin)
}

/// The replacement of a match.
enum Replacement<'h> {
    /// A text without escapes or references to groups.
    Plain(&'h str),
    /// `\1`, `\k<name>`, `\\`
    Template(&'h str),
    /// A table that maps the text of a match to its replacement.
    Table(&'h Hash<'h>),
}

fn regsubst<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let flags = args.get(3).and_then(Value::as_str).unwrap_or_default();
    if args.len() > 4 {
        let text = "The regsubst() function's encoding argument has been ignored since Ruby 1.9 \
                    and will be removed in a future release";
        cx.deprecation("regsubst_encoding", text, None);
    }
    let pattern = match args[1] {
        Value::String(source) => {
            let options = Options {
                ignore_case: flags.contains('I'),
                extended: flags.contains('E'),
                multiline: flags.contains('M'),
            };
            regexp::pattern(source.as_str(), options)
        }
        other => pattern_of(other),
    };
    let replacement = match args[2] {
        Value::Hash(table) => Replacement::Table(table),
        other => match other.as_str().unwrap_or_default() {
            text if text.contains('\\') => Replacement::Template(text),
            text => Replacement::Plain(text),
        },
    };
    let all = flags.contains('G');
    let target = match args[0] {
        Value::Sensitive(&array @ Value::Array(_)) => array,
        other => other,
    };
    let one = |value: Value<'h>| -> Res<'h> {
        match value {
            Value::Sensitive(clear) => {
                let result = replace(cx, *clear, &pattern, &replacement, all)?;
                Ok(Value::Sensitive(cx.heap.alloc(result)))
            }
            other => replace(cx, other, &pattern, &replacement, all),
        }
    };
    match target {
        Value::Array(array) => {
            // the pattern must be valid even if there is nothing to search
            pattern.search("")?;
            let results = array.iter().map(one).collect::<Result<Vec<_>, _>>()?;
            Ok(Value::array(cx.heap, &results))
        }
        other => one(other),
    }
}

/// Replaces the first match, or all of them.
fn replace<'h>(
    cx: &Cx<'h>,
    value: Value<'h>,
    pattern: &Pattern,
    replacement: &Replacement<'h>,
    all: bool,
) -> Res<'h> {
    let text = value.as_str().unwrap_or_default();
    let mut out = Replaced {
        heap: cx.heap,
        text,
        kept: 0,
        out: None,
    };
    match replacement {
        Replacement::Template(template) => pattern.scan(text, true, |spans| {
            let (start, end) = spans.get(0).unwrap_or_default();
            expand(template, text, pattern, spans, out.skip(start, end))?;
            Res::Ok(all)
        })?,
        Replacement::Plain(plain) => {
            let put = |start, end| out.skip(start, end).push_str(plain);
            replace_whole(pattern, text, all, put)?;
        }
        Replacement::Table(table) => replace_whole(pattern, text, all, |start, end| {
            let new = table.get_str(&text[start..end]).and_then(Value::as_str);
            out.skip(start, end).push_str(new.unwrap_or_default());
        })?,
    }
    Ok(out.finish().unwrap_or(value))
}

/// Calls `put` with the start and end of each match to replace.
fn replace_whole<'h>(
    pattern: &Pattern,
    text: &str,
    all: bool,
    mut put: impl FnMut(usize, usize),
) -> Res<'h, ()> {
    if all && pattern.search(text)?.each_char(&mut put) {
        return Ok(());
    }
    pattern.scan(text, false, |spans| {
        let (start, end) = spans.get(0).unwrap_or_default();
        put(start, end);
        Ok(all)
    })
}

/// A text of which parts are replaced.
struct Replaced<'t, 'h> {
    heap: &'h Heap,
    text: &'t str,
    /// The offset up to which the text is written.
    kept: usize,
    /// Absent while nothing was replaced.
    out: Option<TextBuilder<'h>>,
}

impl<'h> Replaced<'_, 'h> {
    /// Writes the text before `start..end`, skips this range, and returns the output for its
    /// replacement.
    #[inline]
    fn skip(&mut self, start: usize, end: usize) -> &mut TextBuilder<'h> {
        let new = || TextBuilder::new(self.heap, self.text.len() + 16);
        let out = self.out.get_or_insert_with(new);
        out.push_str(&self.text[self.kept..start]);
        self.kept = end;
        out
    }

    /// Returns the new text, if anything was replaced.
    fn finish(self) -> Option<Value<'h>> {
        let mut out = self.out?;
        out.push_str(&self.text[self.kept..]);
        Some(out.finish())
    }
}

/// Writes a replacement with its references to groups filled in.
fn expand<'h>(
    template: &str,
    text: &str,
    pattern: &Pattern,
    spans: &Spans,
    out: &mut TextBuilder<'_>,
) -> Res<'h, ()> {
    let group = |n: usize| match spans.get(n) {
        Some((start, end)) => &text[start..end],
        None => "",
    };
    let (start, end) = spans.get(0).unwrap_or_default();
    let has_names = pattern.has_names()?;
    let mut rest = template;
    while let Some(at) = rest.bytes().position(|b| b == b'\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut chars = rest.chars();
        match chars.next() {
            // if groups have names, their numbers refer to nothing
            Some('1'..='9') if has_names => {}
            Some(digit @ '0'..='9') => out.push_str(group(digit as usize - '0' as usize)),
            Some('&') => out.push_str(group(0)),
            Some('`') => out.push_str(&text[..start]),
            Some('\'') => out.push_str(&text[end..]),
            Some('\\') => out.push_str("\\"),
            Some('+') => {
                let last = spans.iter().skip(1).flatten().last();
                out.push_str(last.map_or("", |(start, end)| &text[start..end]));
            }
            Some('k') => {
                let name = chars
                    .as_str()
                    .strip_prefix('<')
                    .and_then(|n| n.split_once('>'));
                match name {
                    Some((name, behind)) => {
                        out.push_str(group(pattern.group_of(name, spans)?));
                        rest = behind;
                        continue;
                    }
                    None => out.push_str("\\k"),
                }
            }
            Some(other) => {
                out.push_str("\\");
                out.push_str(other.encode_utf8(&mut [0; 4]));
            }
            None => out.push_str("\\"),
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    Ok(())
}

fn match_one<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    captures(cx, args[0].as_str().unwrap_or_default(), args[1])
}

fn match_each<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let mut results = Vec::new();
    for text in args[0].as_array().into_iter().flat_map(|a| a.iter()) {
        results.push(captures(cx, text.as_str().unwrap_or_default(), args[1])?);
    }
    Ok(Value::array(cx.heap, &results))
}

/// Returns the groups of the first match of a pattern, or of the first of several patterns that
/// matches.
fn captures<'h>(cx: &mut Cx<'h>, text: &'h str, pattern: Value<'h>) -> Res<'h> {
    for pattern in ops::unfolded([pattern].into_iter()) {
        limits::time();
        let found = match pattern {
            Value::String(source) => {
                Regexp::new(cx.heap, source.as_str())?.captures(cx.heap, text)?
            }
            Value::Regexp(regexp) => regexp.captures(cx.heap, text)?,
            Value::Type(Type::Regexp(Some(regexp))) => regexp.captures(cx.heap, text)?,
            Value::Type(Type::Regexp(None)) => {
                return fail("Given Regexp Type has no regular expression");
            }
            Value::Type(Type::Pattern(all)) => {
                let mut found = None;
                for regexp in all.iter() {
                    found = regexp.captures(cx.heap, text)?;
                    if found.is_some() {
                        break;
                    }
                }
                found
            }
            other => {
                return fail(format!(
                    "match() expects pattern of T, where T is String, Regexp, Regexp[r], \
                     Pattern[p], or Array[T]. Got {}",
                    platform::class_name(other)
                ));
            }
        };
        if let Some(captures) = found {
            let group = |group: usize| match captures.group(group) {
                Some(text) => Value::string(cx.heap, text),
                None => Value::Undef,
            };
            let groups = (0..captures.len()).map(group);
            return Ok(Value::Array(Array::from_iter(
                cx.heap,
                captures.len(),
                groups,
            )));
        }
    }
    Ok(Value::Undef)
}
