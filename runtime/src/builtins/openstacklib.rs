//! Small functions of the OpenStack modules (openstacklib, nova, neutron), natively: nearly every
//! class of theirs calls one, and they need nothing but their arguments.

use std::net::IpAddr;

use super::stdlib::encodings::compact_json;
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin, dispatch};
use crate::text;
use crate::value::Value;

/// Functions of the module openstacklib.
pub const OPENSTACKLIB: &[Builtin] = &[
    Builtin {
        name: "is_service_default",
        dispatches: &[dispatch(&["*Any arguments"], is_service_default)],
    },
    Builtin {
        name: "inet6_prefix",
        dispatches: &[dispatch(&["*Any arguments"], inet6_prefix)],
    },
    Builtin {
        name: "normalize_ip_for_uri",
        dispatches: &[dispatch(&["*Any arguments"], normalize_ip_for_uri)],
    },
];

/// Functions of the module nova.
pub const NOVA: &[Builtin] = &[Builtin {
    name: "to_array_of_json_strings",
    dispatches: &[dispatch(&["*Any arguments"], to_array_of_json_strings)],
}];

/// Functions of the module neutron.
pub const NEUTRON: &[Builtin] = &[
    Builtin {
        name: "validate_network_vlan_ranges",
        dispatches: &[dispatch(&["*Any arguments"], validate_network_vlan_ranges)],
    },
    Builtin {
        name: "validate_vni_ranges",
        dispatches: &[dispatch(&["*Any arguments"], validate_vni_ranges)],
    },
];

fn is_service_default<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    if args.len() != 1 {
        return fail(format!(
            "is_service_default(): Wrong number of argumentsgiven ({} for 1)",
            args.len()
        ));
    }
    Ok(Value::Boolean(
        args[0].as_str() == Some("<SERVICE DEFAULT>"),
    ))
}

/// Whether a text is an IPv6 address, with or without a zone or prefix length.
fn is_ipv6(text: &str) -> bool {
    let address = text.split(['%', '/']).next().unwrap_or_default();
    matches!(address.parse::<IpAddr>(), Ok(IpAddr::V6(_)))
}

/// Changes a text, or each text of an array; leaves anything else.
fn map_texts<'h>(
    cx: &Cx<'h>,
    value: Value<'h>,
    change: impl Fn(&str) -> Option<String>,
) -> Value<'h> {
    let single = |value: Value<'h>| match value {
        Value::String(text) => match change(text.as_str()) {
            Some(changed) => Value::string(cx.heap, &changed),
            None => value,
        },
        other => other,
    };
    match value {
        Value::Array(items) => {
            let items: Vec<Value<'h>> = items.iter().map(single).collect();
            Value::array(cx.heap, &items)
        }
        other => single(other),
    }
}

fn inet6_prefix<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Some(value) = args.get(0) else {
        return fail("inet6_prefix(): expects 1 argument");
    };
    Ok(map_texts(cx, value, |text| {
        is_ipv6(text).then(|| format!("inet6:[{text}]"))
    }))
}

fn normalize_ip_for_uri<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Some(value) = args.get(0) else {
        return fail("normalize_ip_for_uri(): expects 1 argument");
    };
    Ok(map_texts(cx, value, |text| {
        is_ipv6(text).then(|| format!("[{text}]"))
    }))
}

fn to_array_of_json_strings<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    match args.get(0) {
        Some(Value::Array(items)) => {
            let mut texts = Vec::with_capacity(items.len());
            for item in items.iter() {
                let json = compact_json(item)?;
                texts.push(Value::string(cx.heap, &json));
            }
            Ok(Value::array(cx.heap, &texts))
        }
        Some(Value::String(text)) => fail(format!("Syntax error: {} is not valid", text.as_str())),
        other => {
            let shown = text::ruby_inspect(other.unwrap_or(Value::Undef));
            fail(format!(
                "Syntax error: {shown} is not an Array or JSON encoded String"
            ))
        }
    }
}

fn as_array<'h>(cx: &Cx<'h>, value: Option<Value<'h>>) -> (Value<'h>, Vec<String>) {
    let items = match value {
        Some(Value::Array(items)) => items.to_vec(),
        Some(single) => vec![single],
        None => Vec::new(),
    };
    let texts = items.iter().map(|item| text::interpolated(*item)).collect();
    (Value::array(cx.heap, &items), texts)
}

fn validate_network_vlan_ranges<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (list, texts) = as_array(cx, args.get(0));
    for range in texts {
        let mut parts = range.split(':').skip(1);
        let (Some(first), Some(last)) = (parts.next(), parts.next()) else {
            continue;
        };
        let (Ok(first), Ok(last)) = (first.parse::<i64>(), last.parse::<i64>()) else {
            return fail("network vlan ranges are invalid.");
        };
        if !(1..=4094).contains(&first) || !(1..=4094).contains(&last) {
            return fail("vlan id are invalid.");
        }
        if first > last {
            return fail("network vlan ranges are invalid.");
        }
    }
    Ok(list)
}

fn validate_vni_ranges<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (list, texts) = as_array(cx, args.get(0));
    for range in texts {
        let bounds = range.split_once(':');
        let bounds =
            bounds.and_then(|(a, b)| Some((a.parse::<i64>().ok()?, b.parse::<i64>().ok()?)));
        match bounds {
            Some((first, last)) if first >= 0 && first <= last && last <= 16_777_215 => {}
            _ => return fail("vni ranges are invalid."),
        }
    }
    Ok(list)
}
