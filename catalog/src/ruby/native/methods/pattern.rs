//! Runs the methods of regular expressions and their matches.

use std::rc::Rc;
use std::sync::Arc;

use rubycore::regexp::Pattern;

use super::{Given, Method, give_up, known};
use crate::ruby::native::running::Running;
use crate::ruby::native::stop::Run;
use crate::ruby::native::value::{Matched, Val};

pub(super) fn call<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    pattern: &Arc<Pattern>,
    given: Given<'_, 'h>,
) -> Run<'h> {
    if given.block.is_some() {
        return give_up();
    }
    match (method, given.arguments) {
        (Method::Match, [Val::Nil]) | (Method::Matches, [Val::Nil]) => {
            run.forgets_match()?;
            Ok(Val::Nil)
        }
        (Method::IsMatch, [Val::Nil]) => Ok(Val::Boolean(false)),
        (Method::Match, [text]) => matched(run, pattern, known(text.as_str())?),
        (Method::IsMatch, [text]) => Ok(Val::Boolean(pattern.is_match(known(text.as_str())?)?)),
        (Method::Matches, [text]) => place(run, pattern, known(text.as_str())?),
        (Method::Source, []) => Ok(Val::text(pattern.source())),
        _ => give_up(),
    }
}

/// Implements `match`.
pub(super) fn matched<'h>(
    run: &mut Running<'_, 'h>,
    pattern: &Arc<Pattern>,
    text: &str,
) -> Run<'h> {
    let found = run.find(pattern, text, 0)?;
    Ok(found.map_or(Val::Nil, Val::Matched))
}

/// Implements `=~`: returns the position of the match in characters.
pub(super) fn place<'h>(run: &mut Running<'_, 'h>, pattern: &Arc<Pattern>, text: &str) -> Run<'h> {
    let Some(found) = run.find(pattern, text, 0)? else {
        return Ok(Val::Nil);
    };
    let (from, _) = known(found.spans.get(0))?;
    let before = known(text.get(..from))?;
    Ok(Val::Integer(before.chars().count() as i64))
}

pub(super) fn of_match<'h>(method: Method, matched: &Rc<Matched>, given: Given<'_, 'h>) -> Run<'h> {
    let group = |at: usize| matched.group(at).map_or(Val::Nil, Val::text);
    let count = matched.spans.len();
    let (from, to) = known(matched.spans.get(0))?;
    Ok(match (method, given.arguments) {
        (Method::ToA, []) => Val::list((0..count).map(group).collect()),
        (Method::Captures, []) => Val::list((1..count).map(group).collect()),
        (Method::ToS, []) => group(0),
        (Method::PreMatch, []) => Val::text(known(matched.text.get(..from))?),
        (Method::PostMatch, []) => Val::text(known(matched.text.get(to..))?),
        (Method::Size, []) => Val::Integer(count as i64),
        (Method::ValuesAt, places) => {
            let places = places.iter().map(|place| match place {
                Val::Integer(at) => Ok(at_place(*at, count).map_or(Val::Nil, group)),
                _ => give_up(),
            });
            Val::list(places.collect::<Run<'h, _>>()?)
        }
        (Method::At, [Val::Integer(at)]) => at_place(*at, count).map_or(Val::Nil, group),
        (Method::At, [name]) => {
            let name = match name {
                Val::Symbol(name) => &**name,
                name => known(name.as_str())?,
            };
            // Ruby does not treat a number in a text as a group's name
            if !matched.pattern.has_names()? || name.parse::<usize>().is_ok() {
                return give_up();
            }
            group(matched.pattern.group_of(name, &matched.spans)?)
        }
        _ => return give_up(),
    })
}

/// Converts an index, which may count from the end, to a position.
fn at_place(at: i64, count: usize) -> Option<usize> {
    let place = match at < 0 {
        true => count.checked_sub(usize::try_from(at.unsigned_abs()).ok()?)?,
        false => usize::try_from(at).ok()?,
    };
    (place < count).then_some(place)
}
