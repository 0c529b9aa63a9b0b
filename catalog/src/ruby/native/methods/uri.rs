//! Runs the methods of URIs.

use super::{Given, Method, give_up, known};
use crate::ruby::native::stop::Run;
use crate::ruby::native::uri::Uri;
use crate::ruby::native::value::Val;

pub(super) fn call<'h>(
    method: Method,
    (uri, knows_port): (&Uri, bool),
    given: Given<'_, 'h>,
) -> Run<'h> {
    known((given.arguments.is_empty() && given.block.is_none()).then_some(()))?;
    let text = |part: Option<&str>| part.map_or(Val::Nil, Val::text);
    let user = uri
        .userinfo
        .as_deref()
        .map(|info| info.split_once(':').unwrap_or((info, "")));
    Ok(match method {
        Method::Scheme => text(uri.scheme.as_deref()),
        Method::Host => text(uri.host.as_deref()),
        Method::Hostname => text(uri.hostname()),
        Method::Port => uri
            .port
            .map_or(Val::Nil, |port| Val::Integer(i64::from(port))),
        Method::Path => Val::text(&uri.path),
        Method::Query => text(uri.query.as_deref()),
        Method::Fragment => text(uri.fragment.as_deref()),
        Method::Userinfo => text(uri.userinfo.as_deref()),
        Method::User => text(user.map(|(name, _)| name)),
        Method::Password => text(user.map(|(_, word)| word).filter(|word| !word.is_empty())),
        Method::ToS => Val::string(uri.text(knows_port)),
        _ => return give_up(),
    })
}
