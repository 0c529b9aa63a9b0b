//! Implements functions on network addresses and host names.

use std::net::{IpAddr, Ipv6Addr};

use super::{api3, exactly, inspect, plain, text_of, to_s};
use crate::builtins::{numbers, ruby};
use crate::cx::Cx;
use crate::dispatch as report;
use crate::error::{Res, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::ops;
use crate::platform::class_name;
use crate::types;
use crate::value::{Hash, Value};
use rubycore::regexp::{self, Options};

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
    Builtin {
        name: "stdlib::validate_domain_name",
        dispatches: &[dispatch(
            &["*Any values", "&?Callable block"],
            |cx, args| {
                let ty = "Variant[Stdlib::Fqdn, Stdlib::Dns::Zone]";
                all_are(cx, "stdlib::validate_domain_name", ty, args)
            },
        )],
    },
    Builtin {
        name: "stdlib::validate_email_address",
        dispatches: &[dispatch(
            &["*Any values", "&?Callable block"],
            |cx, args| all_are(cx, "stdlib::validate_email_address", "Stdlib::Email", args),
        )],
    },
    plain!("has_interface_with", has_interface_with),
    plain!("has_ip_address", has_ip_address),
    plain!("has_ip_network", has_ip_network),
    Builtin {
        name: "stdlib::has_interface_with",
        dispatches: &[
            dispatch(&["String[1] interface"], has_interface),
            dispatch(
                &[
                    "Enum['ip', 'ipaddress', 'mac', 'macaddress', 'netmask', 'network'] kind",
                    "String[1] value",
                ],
                has_interface,
            ),
        ],
    },
    Builtin {
        name: "stdlib::ip_in_range",
        dispatches: &[dispatch(
            &["String ipaddress", "Variant[String, Array] range"],
            ip_in_range,
        )],
    },
];

/// Raises `is_x(): Wrong number of arguments given 0 for 1`
fn one<'h>(name: &str, args: &[Value<'h>]) -> Res<'h> {
    match args {
        [value] => Ok(*value),
        other => {
            let given = other.len();
            refuse(format!(
                "{name}(): Wrong number of arguments given {given} for 1"
            ))
        }
    }
}

fn is_domain(text: &str) -> bool {
    if text == "." {
        return true;
    }
    let text = text.strip_suffix('.').unwrap_or(text);
    let top = match text.rsplit_once('.') {
        Some((_, top)) => fits("^[a-z]+$", top),
        None => true,
    };
    // has one line at least
    let label = |label: &str| {
        fits("^[a-z\\d]([a-z\\d-]{0,61}[a-z\\d])?$", label)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= 255 && top && text.split('.').all(label)
}

fn is_domain_name<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let value = one("is_domain_name", args)?;
    Ok(Value::Boolean(value.as_str().is_some_and(is_domain)))
}

/// Returns true if a pattern in Ruby's syntax matches, ignoring case.
fn fits(what: &str, text: &str) -> bool {
    let options = Options {
        ignore_case: true,
        ..Options::default()
    };
    regexp::pattern(what, options)
        .is_match(text)
        .unwrap_or(false)
}

fn is_email(text: &str) -> bool {
    fits(r"\A(?-i)([\w+\-].?)+@[a-z\d\-]+(\.[a-z]+)*\.[a-z]+\z", text)
}

fn is_email_address<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let value = one("is_email_address", args)?;
    Ok(Value::Boolean(value.as_str().is_some_and(is_email)))
}

fn is_mac_address<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let text = match one("is_mac_address", args)? {
        Value::Default => "default",
        other => text_of(other)?,
    };
    // accepts addresses of Ethernet and of InfiniBand
    let byte = "[0-9a-f]{1,2}";
    let known = fits(
        &format!("^{byte}(:{byte}){{5}}$|^{byte}(:{byte}){{19}}$"),
        text,
    );
    Ok(Value::Boolean(known))
}

fn is_hash<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("is_hash", args, 1)?;
    Ok(Value::Boolean(matches!(args[0], Value::Hash(_))))
}

fn is_integer<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let integer = match one("is_integer", args)? {
        Value::Integer(_) | Value::BigInteger(_) => true,
        Value::String(text) => {
            let text = text.strip_suffix('\n').unwrap_or(&text);
            let digits = text.strip_prefix('-').unwrap_or(text);
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
        return refuse(format!(
            "is_function_available?(): Wrong number of arguments given {given} for 1"
        ));
    };
    let Some(name) = value.as_str() else {
        return Ok(Value::Boolean(false));
    };
    Ok(Value::Boolean(super::is_function(cx, name)?))
}

/// Puts IPv6 addresses in brackets, as in URIs.
fn enclose_ipv6<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let addresses = match one("enclose_ipv6", args)? {
        list @ (Value::String(_) | Value::Array(_)) => ops::flat([list].into_iter()),
        other => {
            let class = class_name(other);
            return refuse(format!(
                "enclose_ipv6(): Wrong argument type given {class} expected String or Array"
            ));
        }
    };
    let mut enclosed: Vec<String> = Vec::new();
    for address in addresses.into_iter().filter(|a| !a.is_undef()) {
        let address = to_s(address);
        let shown = match enclosed_address(&address) {
            Some(shown) => shown,
            None if address == "*" => address,
            None => {
                return refuse(format!(
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

/// Returns an address of IPv4 unchanged, and one of IPv6 in brackets, without the bits outside of
/// its mask.
fn enclosed_address(text: &str) -> Option<String> {
    let (address, length) = match text.split_once('/') {
        Some((address, length)) => (address, Some(length)),
        None => (text, None),
    };
    let bare = address.strip_prefix('[').and_then(|a| a.strip_suffix(']'));
    let bare = bare.unwrap_or(address);
    let (bare, zone) = match bare.split_once('%') {
        Some((_, "")) => return None,
        Some((bare, zone)) => (bare, format!("%{zone}")),
        None => (bare, String::new()),
    };
    let network = match length {
        Some(length) => format!("{bare}/{length}"),
        None => bare.to_owned(),
    };
    let network = network_of(&network).ok()?;
    if network.is_v4 {
        return Some(text.to_owned());
    }
    let masked = Ipv6Addr::from_bits(network.first);
    let compatible = match masked.to_bits() >> 32 {
        0 if masked.to_bits() > 0xffff => masked.to_ipv4(),
        _ => None,
    };
    Some(match compatible {
        Some(v4) => format!("[::{v4}{zone}]"),
        None => format!("[{masked}{zone}]"),
    })
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
        return refuse(format!(
            "{name}(): wrong number of arguments (0; must be > 0)"
        ));
    }
    for arg in args {
        match arg.as_str() {
            None => return refuse(format!("{} is not a string.", inspect(*arg))),
            Some(text) if !is(text) => return refuse(format!("{} {what}", inspect(*arg))),
            Some(_) => {}
        }
    }
    Ok(Value::Undef)
}

/// Returns true if all arguments are of a type of the module.
fn all_are<'h>(cx: &mut Cx<'h>, name: &str, ty: &str, args: Args<'h, '_>) -> Res<'h> {
    if args.values.is_empty() && args.block.is_none() {
        return refuse(format!(
            "{name}(): Wrong number of arguments need at least one"
        ));
    }
    let Value::Type(ty) = types::parse_text(cx, ty)? else {
        return Ok(Value::Undef);
    };
    match args
        .values
        .iter()
        .find(|value| !types::instance(ty, **value))
    {
        None if args.block.is_some() => refuse(format!("'{name}' does not expect a block")),
        None => Ok(Value::Undef),
        Some(wrong) => {
            let subject = format!("'{name}' parameter 'values'");
            refuse(report::describe_mismatch(cx, &subject, ty, *wrong))
        }
    }
}

/// Returns the names of the interfaces, from the legacy fact.
fn interfaces<'h>(cx: &mut Cx<'h>) -> Res<'h, Vec<String>> {
    let names = api3::variable(cx, "interfaces")?;
    let names = to_s(names);
    Ok(names.split(',').map(|n| n.trim().to_owned()).collect())
}

fn interface_fact<'h>(cx: &mut Cx<'h>, kind: &str, interface: &str) -> Option<String> {
    let name: String = interface.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    cx.variable(&format!("{kind}_{name}")).map(to_s)
}

fn has_interface_with<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() || args.len() > 2 {
        let given = args.len();
        return refuse(format!(
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

/// Returns true if the fact `networking` has an interface of that name, or one with that value.
fn has_interface<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let networking = cx.fact("networking");
    let Some(Value::Hash(networking)) = networking else {
        return Err(ruby::no_method("[]", Value::Undef));
    };
    let Some(Value::Hash(interfaces)) = networking.get_str("interfaces") else {
        return Err(ruby::no_method("[]", Value::Undef));
    };
    let Some(wanted) = args.get(1) else {
        return Ok(Value::Boolean(interfaces.get(args[0]).is_some()));
    };
    let kind = match args[0].as_str().unwrap_or_default() {
        "ipaddress" => "ip",
        "macaddress" => "mac",
        other => other,
    };
    let has = |facts: &Hash<'h>| facts.get_str(kind).is_some_and(|own| own.same(wanted));
    let mut all = interfaces.iter().filter_map(|(_, facts)| facts.as_hash());
    Ok(Value::Boolean(has(networking) || all.any(has)))
}

fn has_ip_address<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("has_ip_address", args, 1)?;
    super::loaded(cx, "has_interface_with");
    let kind = Value::string(cx.heap, "ipaddress");
    has_interface_with(cx, &[kind, args[0]])
}

fn has_ip_network<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    exactly("has_ip_network", args, 1)?;
    super::loaded(cx, "has_interface_with");
    let kind = Value::string(cx.heap, "network");
    has_interface_with(cx, &[kind, args[0]])
}

/// Returns the bits of an address, and their number.
fn bits(address: IpAddr) -> (u128, u32) {
    match address {
        IpAddr::V4(v4) => (u128::from(v4.to_bits()), 32),
        IpAddr::V6(v6) => (v6.to_bits(), 128),
    }
}

/// The addresses of a network.
struct Network {
    is_v4: bool,
    first: u128,
    last: u128,
}

/// Parses an address, alone or with the prefix length or mask of its network.
fn network<'h>(value: Value<'h>) -> Res<'h, Network> {
    match value.as_str() {
        Some(text) => network_of(text),
        None => refuse("address family must be specified"),
    }
}

/// Returns true if a text is an address of IPv4, false if it is one of IPv6, and `None` if it is no
/// address. The prefix length or mask of its network may follow.
pub(super) fn is_v4(text: &str) -> Option<bool> {
    network_of(text).ok().map(|network| network.is_v4)
}

fn network_of<'h>(text: &str) -> Res<'h, Network> {
    let (address, length) = match text.split_once('/') {
        Some((address, length)) => (address, Some(length)),
        None => (text, None),
    };
    let address = address_of(address)?;
    let (bits, size) = bits(address);
    let length = match length {
        None => size,
        Some(length) => network_length(length, bits, size)?,
    };
    let hosts = u128::MAX.checked_shr(128 - (size - length)).unwrap_or(0);
    Ok(Network {
        is_v4: address.is_ipv4(),
        first: bits & !hosts,
        last: bits | hosts,
    })
}

fn address_of<'h>(text: &str) -> Res<'h, IpAddr> {
    if let Ok(address) = text.parse() {
        return Ok(IpAddr::V4(address));
    }
    let inner = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let (plain, zone) = match inner.unwrap_or(text).split_once('%') {
        Some((plain, zone)) => (plain, zone),
        None => (inner.unwrap_or(text), "0"),
    };
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    if !zone.is_empty()
        && zone.bytes().all(is_word)
        && let Ok(address) = plain.parse()
    {
        return Ok(IpAddr::V6(address));
    }
    let parts: Vec<&str> = text.split('.').collect();
    let is_filled = |part: &&str| part.len() > 1 && part.starts_with('0');
    let numbers = parts.iter().all(|part| numbers::is_decimal(part));
    match parts.len() == 4 && numbers && parts.iter().any(is_filled) {
        true => refuse("zero-filled number in IPv4 address is ambiguous: "),
        false => refuse("invalid address: "),
    }
}

/// Returns the prefix length of a network, in bits.
fn network_length<'h>(text: &str, address: u128, size: u32) -> Res<'h, u32> {
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        if text.len() > 1 && text.starts_with('0') {
            return refuse("leading zeros in prefix");
        }
        return match text.parse() {
            Ok(length) if length <= size => Ok(length),
            _ => refuse(format!("invalid length: {address}")),
        };
    }
    let (mask, of) = bits(address_of(text)?);
    if of != size {
        return refuse(format!("address family is not same: {address}"));
    }
    let length = (mask << (128 - size)).leading_ones();
    match mask.count_ones() == length {
        true => Ok(length),
        false => refuse(format!("invalid mask {text}: {address}")),
    }
}

fn ip_in_range<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let wanted = network(args[0])?;
    let ranges = match args[1] {
        Value::Array(array) => array.to_vec(),
        single => vec![single],
    };
    let ranges: Vec<Network> = ranges.into_iter().map(network).collect::<Res<'h, _>>()?;
    let found = ranges.iter().any(|range| {
        range.is_v4 == wanted.is_v4 && range.first <= wanted.first && wanted.last <= range.last
    });
    Ok(Value::Boolean(found))
}
