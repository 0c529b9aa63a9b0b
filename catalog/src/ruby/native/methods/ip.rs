//! Runs the methods of addresses (`IPAddr`).

use super::{Given, Method, enumerable, give_up, known, natural, ordered};
use crate::ruby::native::ip::Ip;
use crate::ruby::native::object::Object;
use crate::ruby::native::running::Running;
use crate::ruby::native::stop::Run;
use crate::ruby::native::value::Val;
use runtime::limits;

fn ip<'h>(address: Ip) -> Val<'h> {
    Val::object(Object::Ip(address))
}

/// Returns the address that a value holds, or that its text represents.
fn other_ip(value: &Val<'_>) -> Option<Ip> {
    match value {
        Val::Object(object) => match &**object {
            Object::Ip(address) => Some(*address),
            _ => None,
        },
        value => Ip::parse(value.as_str()?),
    }
}

pub(super) fn call<'h>(method: Method, receiver: Ip, given: Given<'_, 'h>) -> Run<'h> {
    known(given.block.is_none().then_some(()))?;
    match given.arguments {
        [] => plain(method, receiver),
        [argument] => with_argument(method, receiver, argument),
        _ => give_up(),
    }
}

fn plain<'h>(method: Method, receiver: Ip) -> Run<'h> {
    Ok(match method {
        Method::ToS => Val::string(receiver.to_string()),
        Method::ToFullText => Val::string(receiver.full()),
        Method::Inspect => Val::string(receiver.inspected()),
        Method::IsIpv4 => Val::Boolean(!receiver.is_v6),
        Method::IsIpv6 => Val::Boolean(receiver.is_v6),
        // larger numbers are arbitrary-precision integers in Ruby
        Method::ToI => Val::Integer(known(i64::try_from(receiver.address).ok())?),
        Method::Prefix => Val::Integer(i64::from(receiver.prefix())),
        Method::Reverse => Val::string(receiver.reversed()),
        Method::Ip6Arpa if receiver.is_v6 => Val::string(receiver.reversed()),
        Method::IsPrivate => Val::Boolean(receiver.is_private()),
        Method::IsLoopback => Val::Boolean(receiver.is_loopback()),
        Method::IsLinkLocal => Val::Boolean(receiver.is_link_local()),
        Method::Next => ip(known(receiver.moved(1))?),
        Method::Inverted => ip(receiver.inverted()),
        Method::ToRange => {
            let (from, to) = receiver.ends();
            Val::object(Object::IpRange(from, to))
        }
        _ => return give_up(),
    })
}

fn with_argument<'h>(method: Method, receiver: Ip, argument: &Val<'h>) -> Run<'h> {
    Ok(match (method, argument) {
        (Method::Mask, Val::Integer(length)) => {
            let length = known(u32::try_from(*length).ok())?;
            ip(known(receiver.masked(length))?)
        }
        (Method::Mask, length) => ip(known(receiver.masked_by(known(length.as_str())?))?),
        (Method::Or | Method::And, Val::Integer(bits)) => {
            let bits = known(u128::try_from(*bits).ok())?;
            ip(known(receiver.with(joined(
                method,
                receiver.address,
                bits,
            )))?)
        }
        (Method::Or | Method::And, other) => {
            let other = known(other_ip(other))?.address;
            ip(known(receiver.with(joined(
                method,
                receiver.address,
                other,
            )))?)
        }
        (Method::Includes | Method::Fits | Method::IsMember, other) => {
            Val::Boolean(receiver.includes(known(other_ip(other))?))
        }
        (Method::Compare, other) => {
            let other = known(other_ip(other))?;
            match other.is_v6 == receiver.is_v6 {
                true => ordered(receiver.address.cmp(&other.address)),
                false => Val::Nil,
            }
        }
        (Method::Equal, other) => {
            let other = known(other_ip(other))?;
            Val::Boolean((receiver.is_v6, receiver.address) == (other.is_v6, other.address))
        }
        (Method::Less | Method::LessOrEqual | Method::Greater | Method::GreaterOrEqual, other) => {
            let other = known(other_ip(other).filter(|other| other.is_v6 == receiver.is_v6))?;
            let order = receiver.address.cmp(&other.address);
            Val::Boolean(super::is_so(method, order))
        }
        _ => return give_up(),
    })
}

fn joined(method: Method, one: u128, two: u128) -> u128 {
    match method {
        Method::Or => one | two,
        _ => one & two,
    }
}

/// Calls a method of a range of addresses.
pub(super) fn of_range<'h>(
    run: &mut Running<'_, 'h>,
    method: Method,
    (receiver, from, to): (&Val<'h>, Ip, Ip),
    given: Given<'_, 'h>,
) -> Run<'h> {
    let first = |count: u128| {
        let last = to
            .address
            .min(from.address.saturating_add(count).saturating_sub(1));
        limits::items::<Val<'h>>(usize::try_from(last - from.address).unwrap_or(usize::MAX));
        let all = (from.address..=last).filter_map(|address| from.with(address));
        all.map(ip).collect::<Vec<Val<'h>>>()
    };
    match (method, given.arguments, given.block) {
        (Method::First | Method::Begin | Method::Min, [], None) => Ok(ip(from)),
        (Method::Last | Method::End | Method::Max, [], None) => Ok(ip(to)),
        (Method::First | Method::Take, [count], None) => match natural(count)? {
            0 => Ok(Val::list(Vec::new())),
            count => Ok(Val::list(first(count as u128))),
        },
        (Method::Includes | Method::Covers | Method::Fits, [other], None) => {
            let Val::Object(other) = other else {
                return give_up();
            };
            match &**other {
                Object::Ip(other) if other.is_v6 == from.is_v6 => Ok(Val::Boolean(
                    (from.address..=to.address).contains(&other.address),
                )),
                _ => give_up(),
            }
        }
        (Method::ToA, [], None) => Ok(Val::list(first(u128::MAX))),
        (Method::Map | Method::Each | Method::Select | Method::Find, [], Some(_)) => {
            enumerable::call(run, method, receiver, first(u128::MAX), given)
        }
        _ => give_up(),
    }
}
