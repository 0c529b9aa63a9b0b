//! Implements digests and functions based on them: md5, sha1, sha256, digest, fqdn_rand.

use md5::{Digest as _, Md5};
use num_bigint::BigUint;
use rubycore::case::Downcase;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

use super::legacy::{self, arity, arity_min, bytes_argument};
use super::ruby;
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin};
use crate::text;
use crate::value::{Value, Whole};
use rubycore::random::Random;

pub(super) const TABLE: &[Builtin] = &[
    super::legacy::function!("md5", md5),
    super::legacy::function!("sha1", sha1),
    super::legacy::function!("sha256", sha256),
    super::legacy::function!("digest", digest),
    super::legacy::function!("fqdn_rand", fqdn_rand),
];

/// Writes bytes as lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn md5<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity(cx, "md5", args, 1)?;
    let bytes = bytes_argument(cx, args[0])?;
    Ok(Value::string(cx.heap, &hex(&Md5::digest(bytes))))
}

fn sha1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity(cx, "sha1", args, 1)?;
    let bytes = bytes_argument(cx, args[0])?;
    Ok(Value::string(cx.heap, &hex(&Sha1::digest(bytes))))
}

fn sha256<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity(cx, "sha256", args, 1)?;
    let bytes = bytes_argument(cx, args[0])?;
    Ok(Value::string(cx.heap, &hex(&Sha256::digest(bytes))))
}

/// Computes a digest by the setting `digest_algorithm`.
fn digest<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity(cx, "digest", args, 1)?;
    let bytes = bytes_argument(cx, args[0])?;
    let other = &cx.settings.other;
    let algorithm = other.iter().find(|(name, _)| name == "digest_algorithm");
    let digest = match algorithm.map_or("sha256", |(_, value)| value.as_str()) {
        "md5" => hex(&Md5::digest(bytes)),
        "sha1" => hex(&Sha1::digest(bytes)),
        "sha224" => hex(&Sha224::digest(bytes)),
        "sha384" => hex(&Sha384::digest(bytes)),
        "sha512" => hex(&Sha512::digest(bytes)),
        _ => hex(&Sha256::digest(bytes)),
    };
    Ok(Value::string(cx.heap, &digest))
}

/// Converts a Float to an Integer by dropping its fraction. Other values stay unchanged.
fn without_fraction<'h>(cx: &Cx<'h>, value: Value<'h>) -> Value<'h> {
    match value {
        Value::Float(f) => Value::truncated(cx.heap, f).unwrap_or(value),
        other => other,
    }
}

/// Returns a number below the first argument that depends only on the node and other arguments.
fn fqdn_rand<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity_min(cx, "fqdn_rand", args, 1)?;
    let arguments = legacy::arguments(cx, args)?;
    let max = match arguments[0] {
        Value::String(text) => ruby::to_whole(text.as_str()),
        number => match Whole::of(without_fraction(cx, number)) {
            Some(whole) => whole.number(),
            None => return Err(ruby::no_method("to_i", number)),
        },
    };
    let name = cx
        .fact("networking")
        .and_then(Value::as_hash)
        .and_then(|n| n.get_str("fqdn"));
    let name = match (name, args.get(2).is_some_and(Value::is_truthy)) {
        (Some(name), true) => text::ruby(name).downcase(),
        (Some(name), false) => text::ruby(name),
        (None, false) => String::new(),
        (None, true) => return Err(ruby::no_method("downcase", Value::Undef)),
    };
    let seed = match arguments.get(1) {
        Some(seed) => legacy::joined(cx, *seed, ":")?,
        None => String::new(),
    };
    let bits = Md5::digest(format!("{name}:{max}:{seed}"));
    let Ok(limit) = BigUint::try_from(&max - 1) else {
        return fail(format!("invalid argument - {max}"));
    };
    let number = Random::from_bytes(&bits).big_below_or_equal(&limit);
    Ok(Value::whole(cx.heap, &number.into()))
}
