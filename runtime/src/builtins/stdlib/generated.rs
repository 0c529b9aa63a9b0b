//! Implements functions that generate values from seeds and passwords: numbers, texts, rotations,
//! UUIDs, hashes.

use md5::{Digest as _, Md5};
use rubycore::case::Downcase;
use sha1::Sha1;
use sha2::{Sha256, Sha512};

use super::{at_least, at_most, plain, text_of, to_s};
use crate::builtins::digest::hex;
use crate::builtins::{legacy, ruby};
use crate::cx::Cx;
use crate::error::{Res, fail, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::limits;
use crate::value::{Str, Value};
use rubycore::random::Random;
use rubycore::{bcrypt, crypt};

/// The greatest length of a password in bytes. Hashing takes time in the square of the length.
const PASSWORD_MAX: usize = 4096;

const SEEDED_STRING: &[&str] = &["Integer[1] length", "String seed", "?String[2] charset"];

const DIGESTED: &[&str] =
    &["Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] my_data"];

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    plain!("fqdn_rand_string", fqdn_rand_string),
    Builtin {
        name: "stdlib::fqdn_rand_string",
        dispatches: &[dispatch(
            &[
                "Integer[1] length",
                "?Optional[String] charset",
                "*Any seed",
            ],
            |cx, args| {
                let mut values = args.values.to_vec();
                if let Some(charset @ Value::Undef) = values.get_mut(1) {
                    *charset = Value::string(cx.heap, "");
                }
                fqdn_rand_string(cx, &values)
            },
        )],
    },
    plain!("fqdn_rotate", fqdn_rotate),
    Builtin {
        name: "stdlib::fqdn_rotate",
        dispatches: &[
            dispatch(
                &["String input", "*Variant[Integer, String] seeds"],
                rotated_by_networking,
            ),
            dispatch(
                &["Array input", "*Variant[Integer, String] seeds"],
                rotated_by_networking,
            ),
        ],
    },
    plain!("fqdn_uuid", fqdn_uuid),
    plain!("seeded_rand", seeded_rand),
    Builtin {
        name: "stdlib::seeded_rand",
        dispatches: &[dispatch(&["Integer[1] max", "String seed"], |cx, args| {
            seeded_rand(cx, args.values)
        })],
    },
    plain!("pw_hash", pw_hash),
    plain!("str2saltedsha512", str2saltedsha512),
    plain!("str2saltedpbkdf2", str2saltedpbkdf2),
    Builtin {
        name: "seeded_rand_string",
        dispatches: &[dispatch(SEEDED_STRING, seeded_rand_string)],
    },
    Builtin {
        name: "stdlib::seeded_rand_string",
        dispatches: &[dispatch(SEEDED_STRING, seeded_rand_string)],
    },
    Builtin {
        name: "stdlib::sha256",
        dispatches: &[dispatch(DIGESTED, |cx, args| {
            let digest = Sha256::digest(to_s(unwrapped(args[0])));
            Ok(Value::string(cx.heap, &hex(&digest)))
        })],
    },
    Builtin {
        name: "stdlib::crc32",
        dispatches: &[dispatch(DIGESTED, |cx, args| {
            let crc = crc32(to_s(unwrapped(args[0])).as_bytes());
            Ok(Value::string(cx.heap, &format!("{crc:x}")))
        })],
    },
];

fn unwrapped(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Sensitive(clear) => *clear,
        other => other,
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| match crc & 1 {
            1 => crc >> 1 ^ 0xEDB8_8320,
            _ => crc >> 1,
        })
    };
    !bytes.iter().fold(!0, step)
}

/// Returns a positive integer argument.
fn positive<'h>(name: &str, value: Value<'h>) -> Res<'h, u64> {
    let number = match value {
        Value::Integer(i) => i,
        Value::String(text)
            if text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0') =>
        {
            ruby::to_integer(&text)
        }
        _ => 0,
    };
    match u64::try_from(number) {
        Ok(number) if number > 0 => Ok(number),
        _ => fail(format!(
            "{name}(): first argument must be a positive integer"
        )),
    }
}

/// Makes a text that depends on the node and on seeds.
fn fqdn_rand_string<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() {
        return fail("fqdn_rand_string(): Wrong number of arguments given (0 for minimum 1)");
    }
    let length = positive("fqdn_rand_string", args[0])?;
    let charset: Vec<char> = match args.get(1) {
        None => Vec::new(),
        Some(Value::String(text)) => text.as_str().chars().collect(),
        Some(_) => {
            return fail("fqdn_rand_string(): second argument must be undef or a string");
        }
    };
    let charset: Vec<char> = match charset.is_empty() {
        true => ('0'..='9').chain('A'..='Z').chain('a'..='z').collect(),
        false => charset,
    };
    limits::room(usize::try_from(length).unwrap_or(usize::MAX));
    let mut out = String::new();
    let seeds = legacy::joined(
        cx,
        Value::array(cx.heap, args.get(2..).unwrap_or_default()),
        ":",
    )?;
    for at in 1..=length {
        let seed = match args.len() > 2 {
            true => format!("{seeds}:{at}"),
            false => at.to_string(),
        };
        let seed = Value::string(cx.heap, &seed);
        let size = Value::Integer(charset.len() as i64);
        let index = cx.call_function("fqdn_rand", &[size, seed], None)?;
        let index = index.as_integer().unwrap_or(0) as usize;
        out.push(charset[index.min(charset.len() - 1)]);
    }
    Ok(Value::string(cx.heap, &out))
}

/// Rotates a value by a number of places that depends on the node and on seeds.
fn fqdn_rotate<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    at_least("fqdn_rotate", args, 1)?;
    rotated(cx, args, |cx| legacy::variable(cx, "::fqdn"))
}

/// Returns the name of the node from the fact `networking`.
fn networking_fqdn<'h>(cx: &mut Cx<'h>) -> Res<'h> {
    let networking = cx.fact("networking");
    match networking {
        Some(Value::Hash(networking)) => Ok(networking.get_str("fqdn").unwrap_or(Value::Undef)),
        other => Err(ruby::no_method("[]", other.unwrap_or(Value::Undef))),
    }
}

fn rotated_by_networking<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    rotated(cx, args.values, networking_fqdn)
}

fn rotated<'h>(cx: &mut Cx<'h>, args: &[Value<'h>], fqdn: fn(&mut Cx<'h>) -> Res<'h>) -> Res<'h> {
    let size = match args[0] {
        Value::Array(array) => array.len(),
        Value::String(text) => text.chars(),
        _ => return fail("fqdn_rotate(): Requires either array or string to work with"),
    };
    if size <= 1 {
        return Ok(args[0]);
    }
    let mut seed = vec![to_s(fqdn(cx)?)];
    seed.push(legacy::joined(cx, Value::array(cx.heap, &args[1..]), ":")?);
    let bits = Md5::digest(seed.join(":"));
    let places = Random::from_bytes(&bits).below_or_equal(size as u64 - 1) as usize;
    Ok(match args[0] {
        Value::Array(array) => {
            let mut items = array.to_vec();
            items.rotate_left(places);
            Value::array(cx.heap, &items)
        }
        other => {
            let mut chars: Vec<char> = other.as_str().unwrap_or_default().chars().collect();
            chars.rotate_left(places);
            Value::string(cx.heap, &chars.into_iter().collect::<String>())
        }
    })
}

/// Makes the UUID (version 5) of a domain name.
fn fqdn_uuid<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    const DNS: [u8; 16] = [
        0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30,
        0xc8,
    ];
    let Some(name) = args.first() else {
        return fail("fqdn_uuid: No arguments given");
    };
    at_most("fqdn_uuid", args, 1)?;
    let mut sha = Sha1::new();
    sha.update(DNS);
    sha.update(text_of(*name)?);
    let mut bytes = sha.finalize().to_vec();
    bytes.truncate(16);
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hex(&bytes);
    let parts = [
        &digits[..8],
        &digits[8..12],
        &digits[12..16],
        &digits[16..20],
        &digits[20..],
    ];
    Ok(Value::string(cx.heap, &parts.join("-")))
}

fn seeded_rand<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() != 2 {
        let given = args.len();
        return fail(format!(
            "seeded_rand(): Wrong number of arguments given ({given} for 2)"
        ));
    }
    let max = positive("seeded_rand", args[0])?;
    let Some(seed) = args[1].as_str() else {
        return fail("seeded_rand(): second argument must be a string");
    };
    let bits = Md5::digest(seed);
    let number = Random::from_bytes(&bits).below_or_equal(max - 1);
    Ok(Value::Integer(number as i64))
}

fn seeded_rand_string<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let length = args[0].as_integer().unwrap_or(0);
    let charset: Vec<char> = match args.get(2).and_then(Value::as_str) {
        Some(charset) => charset.chars().collect(),
        None => ('0'..='9').chain('a'..='z').chain('A'..='Z').collect(),
    };
    if length as usize > cx.settings.max_memory {
        return fail("array size too big");
    }
    let bits = Sha256::digest(args[1].as_str().unwrap_or_default());
    let mut random = Random::from_bytes(&bits);
    let last = charset.len() as u64 - 1;
    let text: String = (0..length)
        .map(|_| charset[random.below_or_equal(last) as usize])
        .collect();
    Ok(Value::string(cx.heap, &text))
}

/// Hashes a password like `crypt` of the C library.
fn pw_hash<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() != 3 {
        let given = args.len();
        return fail(format!(
            "pw_hash(): Wrong number of arguments given ({given} for 3)"
        ));
    }
    let password = match unwrapped(args[0]) {
        Value::String(text) => text.as_str(),
        _ => return fail("pw_hash(): first argument must be a string"),
    };
    let Some(kind) = args[1].as_str() else {
        return fail("pw_hash(): second argument must be a string");
    };
    let lower = kind.downcase();
    let variant = match lower.as_str() {
        "bcrypt" => Some('b'),
        other => other
            .strip_prefix("bcrypt-")
            .and_then(|letter| letter.chars().next().filter(|_| letter.len() == 1))
            .filter(|letter| matches!(letter, 'a' | 'x' | 'y')),
    };
    if variant.is_none() && !matches!(lower.as_str(), "md5" | "sha-256" | "sha-512") {
        return fail(format!("pw_hash(): {kind} is not a valid hash type"));
    }
    let Some(salt) = args[2].as_str() else {
        return fail("pw_hash(): third argument must be a string");
    };
    if salt.is_empty() {
        return fail("pw_hash(): third argument must not be empty");
    }
    if let Some(variant) = variant {
        return pw_bcrypt(cx, variant, salt, password);
    }
    if !salt
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '/')
    {
        return fail("pw_hash(): characters in salt must be in the set [a-zA-Z0-9./]");
    }
    if password.is_empty() {
        return Ok(Value::Undef);
    }
    if password.len() > PASSWORD_MAX {
        return fail("pw_hash(): the password is too long");
    }
    let hash = match lower.as_str() {
        "md5" => crypt::md5(password.as_bytes(), salt.as_bytes()),
        "sha-256" => crypt::sha::<Sha256>("$5$", password.as_bytes(), salt.as_bytes()),
        _ => crypt::sha::<Sha512>("$6$", password.as_bytes(), salt.as_bytes()),
    };
    Ok(Value::String(Str::of_bytes(cx.heap, hash.as_bytes())))
}

/// Hashes a password by bcrypt. The salt begins with the cost: `05$...`.
fn pw_bcrypt<'h>(cx: &Cx<'h>, variant: char, salt: &str, password: &str) -> Res<'h> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '/';
    let parts = salt.split_once('$').and_then(|(cost, letters)| {
        let letters = letters.get(..22)?;
        let cost = cost.parse().ok().filter(|_| cost.len() == 2);
        let cost = cost.filter(|cost| !super::is_nine(cx, "pw_hash") || (4..=31).contains(cost))?;
        letters.chars().all(is_letter).then_some((cost, letters))
    });
    let Some((cost, letters)) = parts else {
        let cost = match super::is_nine(cx, "pw_hash") {
            true => "(0[4-9]|[12][0-9]|3[01])",
            false => "[0-9]{2}",
        };
        return fail(format!(
            r"pw_hash(): characters in salt must match (?-mix:^{cost}\$[.\/A-Za-z0-9]{{22}})"
        ));
    };
    if password.is_empty() {
        return Ok(Value::Undef);
    }
    if !(4..=31).contains(&cost) {
        // the result of the C library on an error
        return Ok(Value::string(cx.heap, "*0"));
    }
    let hash = bcrypt::hash(variant, cost, letters, password.as_bytes());
    Ok(Value::string(cx.heap, &hash))
}

/// Hashes a password with a random salt of four bytes.
fn str2saltedsha512<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() != 1 {
        let given = args.len();
        return refuse(format!(
            "str2saltedsha512(): Wrong number of arguments passed ({given} but we require 1)"
        ));
    }
    let Some(password) = args[0].as_str() else {
        let class = crate::platform::class_name(args[0]);
        return refuse(format!(
            "str2saltedsha512(): Requires a String argument, you passed: {class}"
        ));
    };
    // nearly every salt has bytes that cannot be joined with letters outside of ASCII
    if !password.is_ascii() {
        return refuse("incompatible character encodings: ASCII-8BIT and UTF-8");
    }
    let now = Sha256::digest(cx.host.now().to_be_bytes());
    let salt = &now[..4];
    let mut sha = Sha512::new();
    sha.update(salt);
    sha.update(password);
    let text = format!("{}{}", hex(salt), hex(&sha.finalize()));
    Ok(Value::string(cx.heap, &text))
}

fn str2saltedpbkdf2<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let [password, salt, iterations] = args else {
        let given = args.len();
        return fail(format!(
            "str2saltedpbkdf2(): wrong number of arguments ({given} for 3)"
        ));
    };
    let Some(password) = unwrapped(*password).as_str() else {
        return fail("str2saltedpbkdf2(): first argument must be a string");
    };
    let Some(salt) = unwrapped(*salt).as_str() else {
        return fail("str2saltedpbkdf2(): second argument must be a string");
    };
    if salt.len() < 8 {
        return fail("str2saltedpbkdf2(): second argument must be at least 8 bytes long");
    }
    let Value::Integer(iterations) = *iterations else {
        return fail("str2saltedpbkdf2(): third argument must be an integer");
    };
    if !(40_000..=70_000).contains(&iterations) {
        let text = "str2saltedpbkdf2(): third argument must be between 40,000 and 70,000";
        return fail(text);
    }
    let key = crypt::pbkdf2_sha512(password.as_bytes(), salt.as_bytes(), iterations, 128);
    let text = |text: &str| Value::string(cx.heap, text);
    let entries = [
        (text("password_hex"), text(&hex(&key))),
        (text("salt_hex"), text(&hex(salt.as_bytes()))),
        (text("iterations"), Value::Integer(iterations)),
    ];
    Ok(Value::hash(cx.heap, &entries))
}
