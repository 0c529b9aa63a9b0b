//! Addresses and names of the network.

use std::net::IpAddr;

use super::{at_least, class_name, inspect, plain, text_of, to_s};
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin, dispatch};
use crate::value::Value;

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    plain!("is_domain_name", is_domain_name),
    plain!("is_email_address", is_email_address),
    plain!("is_mac_address", is_mac_address),
    plain!("is_hash", is_hash),
    plain!("is_integer", is_integer),
    plain!("is_function_available", is_function_available),
    plain!("enclose_ipv6", enclose_ipv6),
    plain!("validate_domain_name", validate_domain_name),
    plain!("validate_email_address", validate_email_address),
    plain!("stdlib::validate_domain_name", validate_domain_name),
    plain!("stdlib::validate_email_address", validate_email_address),
    plain!("has_interface_with", has_interface_with),
    plain!("has_ip_address", has_ip_address),
    plain!("has_ip_network", has_ip_network),
    Builtin {
        name: "stdlib::ip_in_range",
        dispatches: &[dispatch(
            &["String ipaddress", "Variant[String, Array] range"],
            ip_in_range,
        )],
    },
];

/// `is_x(): Wrong number of arguments given 0 for 1`
fn one<'h>(name: &str, args: &[Value<'h>]) -> Res<'h> {
    match args {
        [value] => Ok(*value),
        other => {
            let given = other.len();
            fail(format!(
                "{name}(): Wrong number of arguments given {given} for 1"
            ))
        }
    }
}

fn is_domain(text: &str) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    let label = |label: &str| {
        let inner = |c: char| c.is_ascii_alphanumeric() || c == '-';
        !label.is_empty()
            && label.len() <= 63
            && label.chars().all(inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = text.rsplit('.').next().unwrap_or(text);
    text.len() <= 255 && text.split('.').all(label) && !last.bytes().all(|b| b.is_ascii_digit())
}

fn is_domain_name<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let value = one("is_domain_name", args)?;
    Ok(Value::Boolean(value.as_str().is_some_and(is_domain)))
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let allowed = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
    local.ends_with(allowed) && domain.contains('.') && domain.split('.').all(is_domain_label)
}

fn is_domain_label(label: &str) -> bool {
    let inner = |c: char| c.is_ascii_alphanumeric() || c == '-';
    !label.is_empty() && label.chars().all(inner)
}

fn is_email_address<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let value = one("is_email_address", args)?;
    Ok(Value::Boolean(value.as_str().is_some_and(is_email)))
}

fn is_mac_address<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let text = text_of(one("is_mac_address", args)?)?;
    let parts: Vec<&str> = text.split(':').collect();
    let byte = |part: &&str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_hexdigit());
    let known = matches!(parts.len(), 6 | 8 | 20) && parts.iter().all(byte);
    Ok(Value::Boolean(known))
}

fn is_hash<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("is_hash", args, 1)?;
    Ok(Value::Boolean(matches!(args[0], Value::Hash(_))))
}

fn is_integer<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let integer = match one("is_integer", args)? {
        Value::Integer(_) => true,
        Value::String(text) => {
            let digits = text.strip_prefix('-').unwrap_or(&text);
            let plain = digits == "0" || !digits.starts_with('0');
            plain && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        }
        _ => false,
    };
    Ok(Value::Boolean(integer))
}

fn is_function_available<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let [value] = args else {
        let given = args.len();
        return fail(format!(
            "is_function_available?(): Wrong number of arguments given {given} for 1"
        ));
    };
    let Some(name) = value.as_str() else {
        return Ok(Value::Boolean(false));
    };
    Ok(Value::Boolean(super::is_function(cx, name)?))
}

/// IPv6 addresses in brackets, as they stand in URIs.
fn enclose_ipv6<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let addresses = match one("enclose_ipv6", args)? {
        single @ Value::String(_) => vec![single],
        Value::Array(array) => array.to_vec(),
        other => {
            let class = class_name(other);
            return fail(format!(
                "enclose_ipv6(): Wrong argument type given {class} expected String or Array"
            ));
        }
    };
    let mut enclosed: Vec<String> = Vec::new();
    for address in addresses {
        let address = to_s(address);
        let bare = address.trim_start_matches('[').trim_end_matches(']');
        let shown = match bare.parse::<IpAddr>() {
            Ok(IpAddr::V6(_)) => format!("[{bare}]"),
            Ok(IpAddr::V4(_)) => address,
            Err(_) if address == "*" => address,
            Err(_) => {
                return fail(format!(
                    "enclose_ipv6(): Wrong argument given {address} is not an ip address."
                ));
            }
        };
        if !enclosed.contains(&shown) {
            enclosed.push(shown);
        }
    }
    let values: Vec<Value<'h>> = enclosed.iter().map(|a| Value::string(cx.heap, a)).collect();
    Ok(Value::array(cx.heap, &values))
}

fn validate_domain_name<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let what = "is not a syntactically correct domain name";
    validate("validate_domain_name", args, is_domain, what)
}

fn validate_email_address<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let what = "is not a valid email address";
    validate("validate_email_address", args, is_email, what)
}

fn validate<'h>(name: &str, args: &[Value<'h>], is: fn(&str) -> bool, what: &str) -> Res<'h> {
    if args.is_empty() {
        return fail(format!(
            "{name}(): wrong number of arguments (0; must be > 0)"
        ));
    }
    for arg in args {
        match arg.as_str() {
            None => return fail(format!("{} is not a string.", inspect(*arg))),
            Some(text) if !is(text) => return fail(format!("{} {what}", inspect(*arg))),
            Some(_) => {}
        }
    }
    Ok(Value::Undef)
}

/// The names of the interfaces, from the legacy fact.
fn interfaces<'h>(cx: &mut Cx<'h>) -> Res<'h, Vec<String>> {
    match cx.variable("interfaces") {
        Some(names) => Ok(to_s(names)
            .split(',')
            .map(|n| n.trim().to_owned())
            .collect()),
        None => fail("Undefined variable 'interfaces'; "),
    }
}

fn interface_fact<'h>(cx: &mut Cx<'h>, kind: &str, interface: &str) -> Option<String> {
    let name: String = interface.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    cx.variable(&format!("{kind}_{name}")).map(to_s)
}

fn has_interface_with<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() || args.len() > 2 {
        let given = args.len();
        return fail(format!(
            "has_interface_with(): Wrong number of arguments given ({given} for 1 or 2)"
        ));
    }
    let interfaces = interfaces(cx)?;
    let wanted = to_s(args[args.len() - 1]);
    let found = match args {
        [_] => interfaces.contains(&wanted),
        [kind, _] => {
            let kind = to_s(*kind);
            let own = cx.variable(&kind).map(to_s);
            own.as_ref() == Some(&wanted)
                || interfaces
                    .iter()
                    .any(|name| interface_fact(cx, &kind, name).as_ref() == Some(&wanted))
        }
        _ => false,
    };
    Ok(Value::Boolean(found))
}

fn has_ip_address<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("has_ip_address", args, 1)?;
    super::loaded(cx, "has_interface_with");
    let kind = Value::string(cx.heap, "ipaddress");
    has_interface_with(cx, &[kind, args[0]])
}

fn has_ip_network<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("has_ip_network", args, 1)?;
    super::loaded(cx, "has_interface_with");
    let kind = Value::string(cx.heap, "network");
    has_interface_with(cx, &[kind, args[0]])
}

/// The bits of an address, and how many there are.
fn bits(address: IpAddr) -> (u128, u32) {
    match address {
        IpAddr::V4(v4) => (u128::from(v4.to_bits()), 32),
        IpAddr::V6(v6) => (v6.to_bits(), 128),
    }
}

fn parse_range(text: &str) -> Option<(IpAddr, u32)> {
    let (address, length) = match text.split_once('/') {
        Some((address, length)) => (address, Some(length)),
        None => (text, None),
    };
    let address: IpAddr = address.parse().ok()?;
    let (_, size) = bits(address);
    let length = match length {
        None => size,
        Some(length) => match length.parse::<u32>() {
            Ok(length) => length,
            // a mask such as 255.255.255.0
            Err(_) => bits(length.parse().ok()?).0.count_ones(),
        },
    };
    (length <= size).then_some((address, length))
}

fn ip_in_range<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Ok(address) = args[0].as_str().unwrap_or_default().parse::<IpAddr>() else {
        return fail("invalid address: ");
    };
    let ranges = match args[1] {
        Value::Array(array) => array.to_vec(),
        single => vec![single],
    };
    let (wanted, size) = bits(address);
    let mut found = false;
    for range in ranges {
        let Some((network, length)) = range.as_str().and_then(parse_range) else {
            return fail("invalid address: ");
        };
        let (network, other_size) = bits(network);
        let shift = size.saturating_sub(length);
        let prefix = |bits: u128| bits.checked_shr(shift).unwrap_or(0);
        found |= size == other_size && prefix(network) == prefix(wanted);
    }
    Ok(Value::Boolean(found))
}
