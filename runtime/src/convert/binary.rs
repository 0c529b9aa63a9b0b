//! Makes a Binary from base64, texts and bytes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{named, str_of};
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Builtin, dispatch};
use crate::value::{Array, Binary, Value};

pub(super) static BINARY: Builtin = Builtin {
    name: "new_Binary",
    dispatches: &[
        dispatch(
            &[
                "=ByteInteger = Integer[0,255]",
                "=Base64Format = Enum['%b', '%u', '%B', '%s', '%r']",
                "=StringHash = Struct[{value => String, 'format' => Optional[Base64Format]}]",
                "=ArrayHash = Struct[{value => Array[ByteInteger]}]",
                "String str",
                "?Base64Format format",
            ],
            |cx, args| of_text(cx, args[0], args.get(1)),
        ),
        dispatch(&["Array[ByteInteger] byte_array"], |cx, args| {
            Ok(of_bytes(cx, args[0]))
        }),
        dispatch(
            &["BinaryArgsHash = Variant[StringHash, ArrayHash] hash_args"],
            |cx, args| {
                let value = named(args[0], "value").unwrap_or(Value::Undef);
                match value {
                    Value::Array(_) => Ok(of_bytes(cx, value)),
                    _ => of_text(cx, value, named(args[0], "format")),
                }
            },
        ),
    ],
};

fn binary<'h>(cx: &Cx<'h>, bytes: &[u8]) -> Value<'h> {
    let bytes = cx.heap.slice(bytes);
    Value::Binary(cx.heap.alloc(Binary { bytes }))
}

fn of_bytes<'h>(cx: &Cx<'h>, array: Value<'h>) -> Value<'h> {
    let items = array.as_array().into_iter().flat_map(Array::iter);
    let bytes: Vec<u8> = items
        .map(|item| item.as_integer().unwrap_or(0) as u8)
        .collect();
    binary(cx, &bytes)
}

fn of_text<'h>(cx: &Cx<'h>, text: Value<'h>, format: Option<Value<'h>>) -> Res<'h> {
    let text = text.as_str().unwrap_or("");
    let bytes = match str_of(format) {
        Some("%s" | "%r") => return Ok(binary(cx, text.as_bytes())),
        Some("%b") => Some(lenient_base64(text)),
        Some("%u") => urlsafe_base64(text),
        _ => STANDARD.decode(text).ok(),
    };
    match bytes {
        Some(bytes) => Ok(binary(cx, &bytes)),
        None => fail("invalid base64"),
    }
}

/// Decodes base 64 with `-` and `_`, or `+` and `/`; padding may be missing as a whole.
pub fn urlsafe_base64(text: &str) -> Option<Vec<u8>> {
    let mut standard = text.replace('-', "+").replace('_', "/");
    if !standard.ends_with('=') {
        let missing = (4 - standard.len() % 4) % 4;
        standard.extend(std::iter::repeat_n('=', missing));
    }
    STANDARD.decode(standard).ok()
}

/// Decodes base 64 leniently: foreign characters are skipped, and `=` ends the data where a byte is
/// complete.
pub fn lenient_base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' if count > 1 => break,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(six);
        count += 1;
        if count == 4 {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    match count {
        2 => bytes.push((bits >> 4) as u8),
        3 => bytes.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    bytes
}
