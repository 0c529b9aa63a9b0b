//! Runs the methods of Ruby's libraries.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use md5::{Digest, Md5};
use rubycore::gem_version::GemVersion;
use rubycore::regexp;
use runtime::builtins::pretty_json;
use runtime::{Value, limits};
use sha1::Sha1;
use sha2::{Sha256, Sha512};

use super::fault::Fault;
use super::formats::{build_uri, data, from_json, json, load_yaml, www_form, yaml};
use super::ip::Ip;
use super::library_method::{Algorithm, Library};
use super::methods;
use super::object::Object;
use super::running::Running;
use super::stop::{Run, Stop};
use super::uri::{self, Uri};
use super::value::Val;
use crate::environment::files::{self, read_utf8};

/// Returns true if code may `require` the library. Native code has its supported methods built in.
pub fn is_library(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "English",
        "base64",
        "cgi",
        "date",
        "digest",
        "digest/md5",
        "digest/sha1",
        "digest/sha2",
        "erb",
        "etc",
        "facter",
        "fileutils",
        "ipaddr",
        "json",
        "net/http",
        "open-uri",
        "open3",
        "openssl",
        "pathname",
        "pp",
        "psych",
        "puppet",
        "resolv",
        "securerandom",
        "set",
        "shellwords",
        "socket",
        "stringio",
        "tempfile",
        "time",
        "timeout",
        "uri",
        "yaml",
        "zlib",
    ];
    NAMES.binary_search(&name).is_ok()
}

fn give_up<'h, T>() -> Run<'h, T> {
    Err(Stop::GiveUp)
}

fn known<'h, T>(found: Option<T>) -> Run<'h, T> {
    found.ok_or(Stop::GiveUp)
}

// Long because each function of the libraries has an arm.
pub fn call<'h>(run: &mut Running<'_, 'h>, library: Library, arguments: &[Val<'h>]) -> Run<'h> {
    match library {
        Library::Unseen => return Ok(Val::Nil),
        Library::SetOf => return methods::set_of(run, arguments.to_vec()),
        Library::NewSet => {
            let values = match arguments {
                [] | [Val::Nil] => Vec::new(),
                [values] => methods::rounds(values)?,
                _ => return give_up(),
            };
            return methods::set_of(run, values);
        }
        _ => {}
    }
    let [first, rest @ ..] = arguments else {
        return give_up();
    };
    match library {
        Library::HashOf => return hash_of(arguments),
        Library::NewArray => {
            let count = match first {
                Val::Integer(count) => known(usize::try_from(*count).ok())?,
                _ => return give_up(),
            };
            let item = match rest {
                [] => Val::Nil,
                [item] => item.clone(),
                _ => return give_up(),
            };
            limits::items::<Val<'h>>(count);
            return Ok(Val::list(vec![item; count]));
        }
        Library::ReadFile => {
            known(rest.iter().all(is_utf8).then_some(()))?;
            let text = known(read_utf8(known(first.as_str())?))?;
            known((!text.starts_with('\u{feff}')).then_some(()))?;
            return Ok(Val::string(text));
        }
        Library::FindFile => {
            known((rest.len() == 1).then_some(()))?;
            let found = find_file(run, known(first.as_str())?)?;
            return Ok(found.map_or(Val::Nil, Val::string));
        }
        Library::CompareVersions => {
            let [other] = rest else { return give_up() };
            let texts = [known(first.as_str())?, known(other.as_str())?];
            let texts = texts.map(|text| Value::string(run.cx.heap, text));
            return Ok(Val::of(run.cx.call_function("versioncmp", &texts, None)?));
        }
        Library::Format => {
            let format = known(first.as_str())?;
            return methods::formatted(run, format, rest, false);
        }
        Library::JoinPath => return join_path(arguments),
        Library::LoadYaml => return load_yaml(run, first, rest),
        _ => {}
    }
    known(rest.is_empty().then_some(()))?;
    let text = || known(first.as_str());
    Ok(match library {
        Library::Json => Val::string(json(run, first)?),
        Library::PrettyJson => {
            let value = known(data(run.cx.heap, first))?;
            Val::string(pretty_json(value)?)
        }
        Library::ParseJson => {
            let start = text()?.trim_start().chars().next();
            let is_wrong = start.is_none_or(|c| c.is_alphabetic() && !"tfnNI".contains(c));
            if is_wrong {
                return Err(Stop::Fault(Fault::Json));
            }
            let parsed = serde_json::from_str(text()?);
            from_json(known(parsed.ok().as_ref())?)?
        }
        Library::HexDigest(algorithm) => {
            let bytes = digest(algorithm, text()?);
            Val::string(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
        }
        Library::Base64Digest(algorithm) => {
            Val::string(STANDARD.encode(digest(algorithm, text()?)))
        }
        Library::Digest(algorithm) => Val::object(Object::Bytes(digest(algorithm, text()?))),
        Library::Base64 => Val::string(STANDARD.encode(known(bytes(first))?)),
        Library::Base64Url => Val::string(URL_SAFE.encode(known(bytes(first))?)),
        Library::Base64Lines => {
            let encoded = STANDARD.encode(known(bytes(first))?);
            let mut lines = String::with_capacity(encoded.len() + encoded.len() / 60 + 1);
            for line in encoded.as_bytes().chunks(60) {
                lines.extend(line.iter().map(|byte| char::from(*byte)));
                lines.push('\n');
            }
            Val::string(lines)
        }
        Library::FromBase64 => Val::object(Object::Bytes(known(STANDARD.decode(text()?).ok())?)),
        Library::FromLooseBase64 => {
            // Ruby skips all foreign characters; here any except white space gives up
            let code: String = text()?.split_whitespace().collect();
            Val::object(Object::Bytes(known(STANDARD.decode(code).ok())?))
        }
        Library::BaseName => {
            let path = text()?;
            known((!path.is_empty() && !path.ends_with('/')).then_some(()))?;
            Val::text(path.rsplit('/').next().unwrap_or_default())
        }
        Library::DirName => {
            let path = text()?;
            known((!path.ends_with('/') && !path.contains("//")).then_some(()))?;
            match path.rsplit_once('/') {
                Some(("", _)) => Val::text("/"),
                Some((folder, _)) => Val::text(folder),
                None => Val::text("."),
            }
        }
        Library::ExtName => Val::text(extension(text()?)),
        Library::IsFile => Val::Boolean(files::is_file(text()?)),
        Library::IsFolder => Val::Boolean(files::is_folder(text()?)),
        Library::FindModule => methods::module(run, text()?),
        Library::NewPath => Val::object(Object::Path(text()?.into())),
        Library::ParseUri => {
            let uri = known(Uri::parse(text()?))?;
            Val::object(Object::Uri(uri, true))
        }
        Library::BuildUri => build_uri(first)?,
        Library::WwwForm => www_form(first)?,
        Library::FormEncoded => Val::string(uri::form_encoded(text()?)),
        Library::CgiEscaped => Val::string(uri::cgi_escaped(text()?)),
        Library::UrlEncoded => Val::string(uri::url_encoded(text()?)),
        Library::HtmlEscaped => Val::string(uri::html_escaped(text()?)),
        Library::Yaml => Val::string(yaml(run, first)?),
        Library::NewIp => {
            let text = text()?;
            match Ip::parse(text) {
                Some(address) => Val::object(Object::Ip(address)),
                None if is_no_address(text) => return Err(Stop::Fault(Fault::Address)),
                None => return give_up(),
            }
        }
        Library::Fact => {
            let name = match first {
                Val::Symbol(name) => &**name,
                _ => text()?,
            };
            run.fact(name)
        }
        Library::Shellescape => Val::string(methods::shell_escaped(text()?)),
        Library::FileExists => Val::Boolean(files::exists(text()?)),
        Library::Version => match first {
            Val::RubyVersion => Val::RubyVersion,
            _ => {
                let text = match first {
                    Val::Integer(number) => number.to_string(),
                    _ => text()?.to_owned(),
                };
                Val::object(Object::Version(known(GemVersion::parse(&text))?))
            }
        },
        Library::EscapeRegexp => Val::string(regexp::escape(text()?)),
        Library::ToInteger => to_integer(first)?,
        Library::ToFloat => to_float(first)?,
        Library::ToText => {
            let mut out = String::new();
            known(first.write(&mut out).then_some(()))?;
            Val::string(out)
        }
        Library::Translated => Val::text(text()?),
        Library::Format
        | Library::JoinPath
        | Library::LoadYaml
        | Library::Unseen
        | Library::SetOf
        | Library::NewSet
        | Library::HashOf
        | Library::NewArray
        | Library::ReadFile
        | Library::FindFile
        | Library::CompareVersions => return give_up(),
    })
}

/// Returns true if a text is certainly not an address but the name of a host, with or without a
/// port. An IPv6 address has at least six colons or contains `::`.
fn is_no_address(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    if text.is_empty() {
        return true;
    }
    text.chars().all(is_part)
        && match text.matches(':').count() {
            0 => text.contains(|c: char| "ghijklmnopqrstuvwxyz".contains(c.to_ascii_lowercase())),
            colons => colons < 6 && !text.contains("::"),
        }
}

/// Implements `Integer(value)`.
fn to_integer<'h>(value: &Val<'h>) -> Run<'h> {
    match value {
        Val::Integer(_) => return Ok(value.clone()),
        Val::Float(value) if value.abs() < 1e15 => return Ok(Val::Integer(*value as i64)),
        _ => {}
    }
    let text = number_text(value)?;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = !digits.is_empty()
        && digits.bytes().all(|c| c.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    if is_plain {
        return Ok(Val::Integer(known(text.parse().ok())?));
    }
    let is_number = |c: u8| c.is_ascii_alphanumeric() || b"_+- \t\r\n\x0b\x0c".contains(&c);
    let start = text.trim().trim_start_matches(['+', '-']);
    let is_wrong = !text.bytes().all(is_number)
        || !start.starts_with(|c: char| c.is_ascii_digit())
        || (start
            .bytes()
            .any(|c| matches!(c, b'g'..=b'n' | b'p'..=b'w' | b'y'..=b'z')));
    Err(if is_wrong && !text.contains('\0') {
        Stop::Fault(Fault::Argument)
    } else {
        Stop::GiveUp
    })
}

/// Implements `Float(value)`.
fn to_float<'h>(value: &Val<'h>) -> Run<'h> {
    match value {
        Val::Float(_) => return Ok(value.clone()),
        Val::Integer(value) => return Ok(Val::Float(*value as f64)),
        _ => {}
    }
    let text = number_text(value)?;
    if let Some(value) = methods::decimal(text) {
        return Ok(Val::Float(value));
    }
    let is_number = |c: u8| c.is_ascii_alphanumeric() || b"_.+- \t\r\n\x0b\x0c".contains(&c);
    let start = text.trim().trim_start_matches(['+', '-']);
    let is_wrong = !text.bytes().all(is_number)
        || !start.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        || start.matches('.').count() > 1
        || start
            .bytes()
            .any(|c| matches!(c, b'g'..=b'o' | b'q'..=b'w' | b'y'..=b'z'));
    Err(if is_wrong && !text.contains('\0') {
        Stop::Fault(Fault::Argument)
    } else {
        Stop::GiveUp
    })
}

/// Returns the text that is to be converted to a number.
fn number_text<'v, 'h>(value: &'v Val<'h>) -> Run<'h, &'v str> {
    let is_none = matches!(value, Val::Nil | Val::Boolean(_) | Val::Symbol(_));
    match value.as_str() {
        Some(text) => Ok(text),
        None if is_none || value.is_array() || value.is_hash() => Err(Stop::Fault(Fault::Type)),
        None => give_up(),
    }
}

/// Returns true if the options of a file request UTF-8 and nothing else.
fn is_utf8(options: &Val<'_>) -> bool {
    let pairs = options.pairs().unwrap_or_default();
    let is_plain = |(name, value): &(Val<'_>, Val<'_>)| {
        matches!(name, Val::Symbol(name) if &**name == "encoding")
            && value
                .as_str()
                .is_some_and(|value| value.eq_ignore_ascii_case("utf-8"))
    };
    options.is_hash() && pairs.iter().all(is_plain)
}

/// Finds a file of a module, or a file by its absolute path.
fn find_file<'h>(run: &mut Running<'_, 'h>, name: &str) -> Run<'h, Option<String>> {
    let host = run.cx.host;
    Ok(host.find_file(run.cx, "files", name)?)
}

/// Implements `Hash[...]`.
fn hash_of<'h>(arguments: &[Val<'h>]) -> Run<'h> {
    let pairs: Vec<Val<'h>> = match arguments {
        [single] if single.is_hash() => methods::rounds(single)?,
        [single] => known(single.items())?,
        many => {
            known(many.len().is_multiple_of(2).then_some(()))?;
            many.chunks(2)
                .map(|pair| Val::list(pair.to_vec()))
                .collect()
        }
    };
    let hash = Val::hash(Vec::new());
    for pair in pairs {
        match &known(pair.items())?[..] {
            [key, value] => methods::put(&hash, key.clone(), value.clone())?,
            _ => return give_up(),
        }
    }
    Ok(hash)
}

/// Implements `File.extname`: returns the extension of a path with its dot.
fn extension(path: &str) -> &str {
    let name = path
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or_default();
    let inner = name.trim_start_matches('.');
    match inner.rfind('.') {
        Some(at) if at > 0 => &inner[at..],
        _ => "",
    }
}

/// Returns the bytes of a text or of a bytes object.
fn bytes<'v>(value: &'v Val<'_>) -> Option<&'v [u8]> {
    match value {
        Val::Object(object) => match &**object {
            Object::Bytes(bytes) => Some(bytes),
            _ => None,
        },
        value => Some(value.as_str()?.as_bytes()),
    }
}

fn digest(algorithm: Algorithm, text: &str) -> Vec<u8> {
    match algorithm {
        Algorithm::Md5 => Md5::digest(text).to_vec(),
        Algorithm::Sha1 => Sha1::digest(text).to_vec(),
        Algorithm::Sha256 => Sha256::digest(text).to_vec(),
        Algorithm::Sha512 => Sha512::digest(text).to_vec(),
    }
}

fn join_path<'h>(parts: &[Val<'h>]) -> Run<'h> {
    Ok(Val::string(joined_path(parts)?))
}

/// The room for a path, in bytes.
const PATH_ROOM: usize = 96;

fn joined_path<'h>(parts: &[Val<'h>]) -> Run<'h, String> {
    limits::stack();
    let mut path = String::with_capacity(PATH_ROOM);
    for (at, part) in parts.iter().enumerate() {
        let inner;
        let part = match part.as_str() {
            Some(text) => text,
            None => {
                inner = joined_path(&known(part.items())?)?;
                &inner
            }
        };
        if at == 0 {
            path.push_str(part);
            continue;
        }
        // if both sides have slashes, those of the second part are kept
        let kept = path.trim_end_matches('/').len();
        match part.starts_with('/') {
            true => path.truncate(kept),
            false if kept == path.len() => path.push('/'),
            false => {}
        }
        path.push_str(part);
    }
    Ok(path)
}
