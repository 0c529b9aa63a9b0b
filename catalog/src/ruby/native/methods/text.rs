//! Runs the methods of texts.

use std::sync::Arc;

use rubycore::regexp::{self, Answer, Options, Pattern};
use runtime::format::sprintf;
use runtime::{Value, limits};

use super::{Given, Method, give_up, is_so, known, natural, ordered, pattern};
use crate::ruby::native::code::Block;
use crate::ruby::native::running::Running;
use crate::ruby::native::stop::Run;
use crate::ruby::native::value::Val;

pub(super) fn call<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    text: &str,
    given: Given<'_, 'h>,
) -> Run<'h> {
    match (given.arguments, given.block) {
        (arguments, Some(block)) => with_block(run, method, text, arguments, block),
        ([], None) => plain(method, text),
        ([argument], None) => with_one(run, method, text, argument),
        (arguments, None) => with_more(run, method, text, arguments),
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

fn list_of<'h, 't>(parts: impl Iterator<Item = &'t str>) -> Val<'h> {
    Val::list(parts.map(Val::text).collect())
}

/// Calls a method without arguments.
fn plain<'h>(method: Method, text: &str) -> Run<'h> {
    let trailing = |c: char| is_space(c) || c == '\0';
    // letters outside of ASCII follow rules of their own
    let ascii = |changed: String| match text.is_ascii() {
        true => Ok(Val::string(changed)),
        false => give_up(),
    };
    Ok(match method {
        Method::IsEmpty => Val::Boolean(text.is_empty()),
        Method::Size => Val::Integer(text.chars().count() as i64),
        Method::Bytesize => Val::Integer(text.len() as i64),
        Method::Upcase => return ascii(text.to_ascii_uppercase()),
        Method::Downcase => return ascii(text.to_ascii_lowercase()),
        Method::Capitalize => {
            let mut changed = text.to_ascii_lowercase();
            if let Some(first) = changed.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            return ascii(changed);
        }
        Method::Swapcase => {
            let swapped = text.chars().map(|c| match c.is_ascii_uppercase() {
                true => c.to_ascii_lowercase(),
                false => c.to_ascii_uppercase(),
            });
            return ascii(swapped.collect());
        }
        Method::Strip if !text.contains('\0') => Val::text(text.trim_matches(is_space)),
        Method::Lstrip if !text.contains('\0') => Val::text(text.trim_start_matches(is_space)),
        Method::Rstrip => Val::text(text.trim_end_matches(trailing)),
        Method::Chomp => Val::text(without_line_end(text)),
        Method::Chop => {
            let mut chars = text.strip_suffix("\r\n").unwrap_or(text).chars();
            if !text.ends_with("\r\n") {
                chars.next_back();
            }
            Val::text(chars.as_str())
        }
        Method::Reverse => Val::string(text.chars().rev().collect()),
        Method::Split => list_of(words(text)),
        Method::Chars => {
            limits::items::<Val<'h>>(text.len());
            let chars = text.char_indices();
            list_of(chars.map(|(at, c)| &text[at..at + c.len_utf8()]))
        }
        Method::Lines => list_of(text.split_inclusive('\n')),
        Method::ToI => return to_i(text),
        Method::ToF => return to_f(text),
        Method::ToSym => Val::Symbol(text.into()),
        Method::Hex => {
            let digits = text.strip_prefix("0x").unwrap_or(text);
            let is_plain = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_hexdigit());
            known(is_plain.then_some(()))?;
            Val::Integer(known(i64::from_str_radix(digits, 16).ok())?)
        }
        Method::Ord => Val::Integer(i64::from(u32::from(known(text.chars().next())?))),
        Method::Shellescape => Val::string(shell_escaped(text)),
        Method::Squeeze => {
            let mut last = None;
            let mut squeezed = text.to_owned();
            squeezed.retain(|c| last.replace(c) != Some(c));
            Val::string(squeezed)
        }
        _ => return give_up(),
    })
}

/// Escapes a text so that a shell reads it as one word.
pub fn shell_escaped(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '-' | '.' | ',' | ':' | '+' | '/' | '@' => {
                out.push(c);
            }
            '\n' => out.push_str("'\n'"),
            c => out.extend(['\\', c]),
        }
    }
    out
}

fn without_line_end(text: &str) -> &str {
    let line = text
        .strip_suffix('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line));
    line.or(text.strip_suffix('\r')).unwrap_or(text)
}

fn to_i<'h>(text: &str) -> Run<'h> {
    let text = text.trim_start_matches(is_space);
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
    Ok(Val::Integer(match text.starts_with('-') {
        true => -value,
        false => value,
    }))
}

/// Parses a decimal number: digits, optionally with a sign, a point and further digits.
pub fn decimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut parts = digits.splitn(2, '.');
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let is_plain = parts.all(is_digits);
    is_plain.then(|| text.parse().ok())?
}

fn to_f<'h>(text: &str) -> Run<'h> {
    Ok(Val::Float(known(decimal(text.trim_matches(is_space)))?))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Calls a method with one argument.
// Long because each method has an arm.
fn with_one<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    text: &str,
    argument: &Val<'h>,
) -> Run<'h> {
    let other = argument.as_str();
    Ok(match (method, argument) {
        (Method::Less | Method::LessOrEqual | Method::Greater | Method::GreaterOrEqual, _) => {
            Val::Boolean(is_so(method, text.cmp(known(other)?)))
        }
        (Method::Compare, _) => match other {
            Some(other) => ordered(text.cmp(other)),
            None => give_up()?,
        },
        (Method::Plus, _) => Val::string([text, known(other)?].concat()),
        (Method::Multiplied, count) => {
            let count = natural(count)?;
            limits::room(text.len().saturating_mul(count));
            Val::string(text.repeat(count))
        }
        (Method::Modulo, value) => return formatted(run, text, std::slice::from_ref(value), true),
        (Method::Matches, Val::Regexp(pattern)) => return pattern::place(run, pattern, text),
        (Method::Match, Val::Regexp(pattern)) => return pattern::matched(run, pattern, text),
        (Method::Match, _) => {
            let pattern = regexp::pattern(known(other)?, Options::default());
            pattern.check()?;
            return pattern::matched(run, &pattern, text);
        }
        (Method::IsMatch, Val::Regexp(pattern)) => Val::Boolean(pattern.is_match(text)?),
        (Method::At | Method::Slice, key) => at(run, text, key)?,
        (Method::Includes, _) => Val::Boolean(text.contains(known(other)?)),
        (Method::Split, by) => return split(run, text, by),
        (Method::StartsWith, Val::Regexp(_)) => return give_up(),
        (Method::StartsWith, _) => Val::Boolean(text.starts_with(known(other)?)),
        (Method::EndsWith, _) => Val::Boolean(text.ends_with(known(other)?)),
        (Method::Chomp, _) => match known(other)? {
            "" | "\n" => return give_up(),
            end => Val::text(text.strip_suffix(end).unwrap_or(text)),
        },
        (Method::DeletePrefix, _) => Val::text(text.strip_prefix(known(other)?).unwrap_or(text)),
        (Method::DeleteSuffix, _) => Val::text(text.strip_suffix(known(other)?).unwrap_or(text)),
        (Method::Delete, _) => {
            let set = characters(known(other)?)?;
            Val::string(text.chars().filter(|c| !set.contains(c)).collect())
        }
        (Method::Count, _) => {
            let set = characters(known(other)?)?;
            Val::Integer(text.chars().filter(|c| set.contains(c)).count() as i64)
        }
        (Method::Squeeze, _) => {
            let set = characters(known(other)?)?;
            let (mut last, mut squeezed) = (None, text.to_owned());
            squeezed.retain(|c| last.replace(c) != Some(c) || !set.contains(&c));
            Val::string(squeezed)
        }
        (Method::Casecmp | Method::IsCasecmp, _) => {
            let other = known(other)?;
            known((text.is_ascii() && other.is_ascii()).then_some(()))?;
            let order = text.to_ascii_lowercase().cmp(&other.to_ascii_lowercase());
            match method {
                Method::Casecmp => ordered(order),
                _ => Val::Boolean(order.is_eq()),
            }
        }
        (Method::Index, Val::Regexp(pattern)) => {
            run.forgets_match()?;
            place(text, pattern.find(text, 0)?.map(|(from, _)| from))
        }
        (Method::Index, _) => place(text, text.find(known(other)?)),
        (Method::Rindex, _) => place(text, text.rfind(known(other)?)),
        (Method::Partition, _) => {
            let by = known(other)?;
            match text.split_once(by) {
                Some((before, after)) => list_of([before, by, after].into_iter()),
                None => list_of([text, "", ""].into_iter()),
            }
        }
        (Method::Rpartition, _) => {
            let by = known(other)?;
            match text.rsplit_once(by) {
                Some((before, after)) => list_of([before, by, after].into_iter()),
                None => list_of(["", "", text].into_iter()),
            }
        }
        (Method::Ljust | Method::Rjust | Method::Center, width) => {
            return justified(method, text, natural(width)?, " ");
        }
        (Method::ToI, Val::Integer(base @ (2 | 8 | 16))) => {
            let is_plain = !text.is_empty() && text.bytes().all(|c| c.is_ascii_hexdigit());
            known(is_plain.then_some(()))?;
            Val::Integer(known(i64::from_str_radix(text, *base as u32).ok())?)
        }
        (Method::Scan, _) => return scan(run, text, argument),
        (Method::Gsub | Method::Sub, _) => return give_up(),
        _ => return give_up(),
    })
}

/// Converts the position of a byte to one in characters.
fn place<'h>(text: &str, at: Option<usize>) -> Val<'h> {
    let before = at.and_then(|at| text.get(..at));
    before.map_or(Val::Nil, |before| {
        Val::Integer(before.chars().count() as i64)
    })
}

fn justified<'h>(method: Method, text: &str, width: usize, with: &str) -> Run<'h> {
    limits::room(width);
    known((!with.is_empty()).then_some(()))?;
    let missing = width.saturating_sub(text.chars().count());
    let pad = |count: usize| with.chars().cycle().take(count).collect::<String>();
    Ok(Val::string(match method {
        Method::Ljust => text.to_owned() + &pad(missing),
        Method::Rjust => pad(missing) + text,
        _ => pad(missing / 2) + text + &pad(missing - missing / 2),
    }))
}

/// Expands the set of characters that `tr` takes: `a-z0-9_`.
fn characters<'h>(set: &str) -> Run<'h, Vec<char>> {
    if set.len() > 1 && set.starts_with('^') || set.contains('\\') {
        return give_up();
    }
    let chars: Vec<char> = set.chars().collect();
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(&first) = chars.get(at) {
        match (chars.get(at + 1), chars.get(at + 2)) {
            (Some('-'), Some(&last)) => {
                known((first <= last && last.is_ascii()).then_some(()))?;
                all.extend(first..=last);
                at += 3;
            }
            _ => {
                all.push(first);
                at += 1;
            }
        }
    }
    Ok(all)
}

/// Implements `[]`: returns a character, the characters of a range, or the match of a pattern.
fn at<'h>(run: &mut Running<'_, 'h>, text: &str, key: &Val<'h>) -> Run<'h> {
    match key {
        Val::Regexp(pattern) => group_of(run, text, pattern, 0),
        Val::Integer(index) => {
            let count = text.chars().count();
            let found = super::list::place(*index, count).and_then(|at| text.chars().nth(at));
            Ok(found.map_or(Val::Nil, |c| Val::text(c.encode_utf8(&mut [0; 4]))))
        }
        Val::Range(from, to, exclusive) => {
            let span = super::list::span((*from, *to, *exclusive), text.chars().count());
            Ok(span.map_or(Val::Nil, |(from, count)| part(text, from, count)))
        }
        key => {
            let wanted = known(key.as_str())?;
            Ok(match text.contains(wanted) {
                true => Val::text(wanted),
                false => Val::Nil,
            })
        }
    }
}

fn part<'h>(text: &str, from: usize, count: usize) -> Val<'h> {
    Val::string(text.chars().skip(from).take(count).collect())
}

fn group_of<'h>(
    run: &mut Running<'_, 'h>,
    text: &str,
    pattern: &Arc<Pattern>,
    group: usize,
) -> Run<'h> {
    let found = run.find(pattern, text, 0)?;
    let group = found.as_ref().and_then(|found| found.group(group));
    Ok(group.map_or(Val::Nil, Val::text))
}

/// Implements `split`; empty texts at the end are dropped.
fn split<'h>(run: &Running<'_, 'h>, text: &str, by: &Val<'h>) -> Run<'h> {
    let mut parts: Vec<&str> = match by {
        Val::Nil => return Ok(list_of(words(text))),
        Val::Regexp(pattern) => {
            run.forgets_match()?;
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
            " " => return Ok(list_of(words(text))),
            "" => return plain(Method::Chars, text),
            by => parts(text, by),
        },
    };
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    limits::items::<Val<'h>>(parts.len());
    Ok(list_of(parts.into_iter()))
}

/// Splits a text at each `by`, which is not empty.
fn parts<'t>(text: &'t str, by: &str) -> Vec<&'t str> {
    let (bytes, first) = (text.as_bytes(), by.as_bytes()[0]);
    let (mut parts, mut from, mut at) = (Vec::with_capacity(PARTS_ROOM), 0, 0);
    // a searcher would cost more than the whole search, because most texts are short
    while let Some(found) = bytes[at..].iter().position(|byte| *byte == first) {
        at += found;
        if bytes[at..].starts_with(by.as_bytes()) {
            parts.push(&text[from..at]);
            at += by.len();
            from = at;
        } else {
            at += 1;
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Implements `scan`: returns all matches as texts, or as lists of their groups.
fn scan<'h>(run: &Running<'_, 'h>, text: &str, pattern: &Val<'h>) -> Run<'h> {
    run.forgets_match()?;
    let Val::Regexp(pattern) = pattern else {
        return give_up();
    };
    let groups = pattern.groups()?;
    let mut found = Vec::new();
    let mut is_known = true;
    pattern.scan(text, true, |spans| {
        let mut group = |group: usize| match spans.get(group) {
            Some((from, to)) => match text.get(from..to) {
                Some(part) => Val::text(part),
                None => {
                    is_known = false;
                    Val::Nil
                }
            },
            None => Val::Nil,
        };
        found.push(match groups {
            0 => group(0),
            _ => Val::list((1..=groups).map(group).collect()),
        });
        limits::items::<Val<'h>>(found.len());
        Answer::Ok(true)
    })?;
    known(is_known.then_some(()))?;
    Ok(Val::list(found))
}

/// Calls a method with several arguments.
fn with_more<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    text: &str,
    arguments: &[Val<'h>],
) -> Run<'h> {
    Ok(match (method, arguments) {
        (Method::Gsub | Method::Sub, [pattern, replacement]) => {
            let with = known(replacement.as_str())?;
            return replaced(run, text, pattern, with, method == Method::Gsub);
        }
        (Method::At | Method::Slice, [Val::Integer(from), Val::Integer(count)]) => {
            let length = text.chars().count();
            let span = super::list::counted(*from, *count, length);
            span.map_or(Val::Nil, |(from, count)| part(text, from, count))
        }
        (Method::At | Method::Slice, [Val::Regexp(pattern), Val::Integer(group)]) => {
            let group = known(usize::try_from(*group).ok())?;
            return group_of(run, text, pattern, group);
        }
        (Method::Ljust | Method::Rjust | Method::Center, [width, with]) => {
            return justified(method, text, natural(width)?, known(with.as_str())?);
        }
        (Method::StartsWith | Method::EndsWith, parts) => {
            let mut is_one = false;
            for one in parts {
                let one = known(one.as_str())?;
                is_one |= match method {
                    Method::StartsWith => text.starts_with(one),
                    _ => text.ends_with(one),
                };
            }
            Val::Boolean(is_one)
        }
        (Method::Tr, [from, to]) => {
            return translated(text, known(from.as_str())?, known(to.as_str())?);
        }
        (Method::Split, [by, Val::Integer(limit)]) => {
            let by = known(by.as_str())?;
            let limit = known(i32::try_from(*limit).ok())?;
            let limit = known(usize::try_from(limit).ok())?;
            known((limit > 0 && !by.is_empty() && by != " " && !text.is_empty()).then_some(()))?;
            list_of(text.splitn(limit, by))
        }
        _ => return give_up(),
    })
}

/// The room for the parts of a text that is split.
const PARTS_ROOM: usize = 8;

/// Implements `tr`.
fn translated<'h>(text: &str, from: &str, to: &str) -> Run<'h> {
    let (from, to) = (characters(from)?, characters(to)?);
    let last = known(to.last())?;
    let mut changed = String::with_capacity(text.len());
    for c in text.chars() {
        match from.iter().rposition(|known| *known == c) {
            // the character occurs twice in the set
            Some(at) if from.iter().position(|known| *known == c) != Some(at) => return give_up(),
            Some(at) => changed.push(*to.get(at).unwrap_or(last)),
            None => changed.push(c),
        }
    }
    Ok(Val::string(changed))
}

/// Splits a replacement into text and groups (`\\1`, `\\0`).
fn pieces<'h>(with: &str) -> Run<'h, Vec<Result<&str, usize>>> {
    let (mut pieces, mut rest) = (Vec::new(), with);
    while let Some(at) = rest.find('\\') {
        pieces.push(Ok(&rest[..at]));
        match rest.as_bytes().get(at + 1) {
            Some(digit @ b'0'..=b'9') => pieces.push(Err(usize::from(digit - b'0'))),
            Some(b'\\') => pieces.push(Ok("\\")),
            _ => return give_up(),
        }
        rest = &rest[at + 2..];
    }
    pieces.push(Ok(rest));
    Ok(pieces)
}

fn replaced<'h>(
    run: &Running<'_, 'h>,
    text: &str,
    pattern: &Val<'h>,
    with: &str,
    all: bool,
) -> Run<'h> {
    run.forgets_match()?;
    let pieces = pieces(with)?;
    changed(text, pattern, all, |changed, group| {
        for piece in &pieces {
            match piece {
                Ok(text) => changed.push_str(text),
                Err(number) => changed.push_str(group(*number)),
            }
        }
        Ok(())
    })
}

/// Replaces matches of a pattern; `replace` writes the replacement of each match and gets the texts
/// of its groups.
fn changed<'h, 't>(
    text: &'t str,
    pattern: &Val<'h>,
    all: bool,
    mut replace: impl FnMut(&mut String, &dyn Fn(usize) -> &'t str) -> Run<'h, ()>,
) -> Run<'h> {
    let literal;
    let pattern = match pattern {
        Val::Regexp(pattern) => pattern,
        pattern => {
            let source = regexp::escape(known(pattern.as_str())?);
            literal = regexp::pattern(&source, Options::default());
            &literal
        }
    };
    if pattern.rules_out(text)? {
        return Ok(Val::text(text));
    }
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    let mut spans = pattern.room()?;
    while pattern.spans(text, from, &mut spans)? {
        let (begin, end) = known(spans.get(0))?;
        out.push_str(known(text.get(from..begin))?);
        let group = |group: usize| {
            let span = spans.get(group);
            span.and_then(|(from, to)| text.get(from..to))
                .unwrap_or_default()
        };
        replace(&mut out, &group)?;
        limits::room(out.len());
        from = end;
        if !all {
            break;
        }
        // after an empty match, the search continues one character later
        if begin == end {
            let Some(next) = known(text.get(end..))?.chars().next() else {
                break;
            };
            out.push(next);
            from = end + next.len_utf8();
        }
    }
    out.push_str(known(text.get(from..))?);
    Ok(Val::string(out))
}

fn with_block<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    text: &str,
    arguments: &[Val<'h>],
    block: &Block,
) -> Run<'h> {
    let (each, result) = match (method, arguments) {
        (Method::Gsub | Method::Sub, [pattern]) => {
            run.forgets_match()?;
            return changed(text, pattern, method == Method::Gsub, |out, group| {
                let value = run.run(block, &[Val::text(group(0))])?;
                known(value.write(out).then_some(()))
            });
        }
        (Method::Scan, [pattern]) => (scan(run, text, pattern)?, Val::text(text)),
        (Method::EachChar, []) => (plain(Method::Chars, text)?, Val::text(text)),
        (Method::EachLine, []) => (plain(Method::Lines, text)?, Val::text(text)),
        _ => return give_up(),
    };
    for item in known(each.items())? {
        run.run(block, &[item])?;
    }
    Ok(result)
}

/// Implements `format`, `sprintf` and `%`; for `%`, a list provides the values.
pub fn formatted<'h>(
    run: &Running<'_, 'h>,
    text: &str,
    values: &[Val<'h>],
    takes_list: bool,
) -> Run<'h> {
    let listed;
    let values = match values {
        [list] if takes_list && list.is_array() => {
            listed = known(list.items())?;
            &listed
        }
        values => values,
    };
    // names refer to symbols in Ruby
    if text.contains("%<") || text.contains("%{") {
        return named(text, values);
    }
    let heap = run.cx.heap;
    let values = values.iter().map(|value| match value {
        Val::List(_) | Val::Hash(_) | Val::Plain(_) | Val::Symbol(_) | Val::Object(_) => None,
        value => value.value(heap),
    });
    let values: Option<Vec<Value<'h>>> = values.collect();
    match sprintf::sprintf(text, &known(values)?) {
        Ok(text) => Ok(Val::string(text)),
        Err(_) => give_up(),
    }
}

/// Formats a text that contains only `%{name}` placeholders.
fn named<'h>(format: &str, values: &[Val<'h>]) -> Run<'h> {
    let [values] = values else {
        return give_up();
    };
    let (mut out, mut rest) = (String::new(), format);
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let (name, after) = known(
            rest[at..]
                .strip_prefix("%{")
                .and_then(|part| part.split_once('}')),
        )?;
        let value = known(values.entry(&Val::Symbol(name.into())))?;
        known(value.write(&mut out).then_some(()))?;
        rest = after;
    }
    out.push_str(rest);
    Ok(Val::string(out))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_text_is_split_as_the_standard_library_splits_it() {
        let texts = [
            "",
            "a",
            "::",
            "a::b",
            "::a::",
            "a:::b",
            ":a:b::c",
            "é::ü",
            "aaaa",
            "\u{1f600}é",
        ];
        for text in texts {
            for by in ["::", ":", "aa", "é", "a::b::c::d", "\u{1f600}"] {
                let wanted: Vec<&str> = text.split(by).collect();
                assert_eq!(parts(text, by), wanted, "{text} {by}");
            }
        }
    }
}
