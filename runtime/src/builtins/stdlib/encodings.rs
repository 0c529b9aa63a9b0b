//! Converts data to text and back: JSON, YAML, TOML, Python, Ruby, Base64.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use rubycore::json;

use super::literals::{to_python, to_ruby};
use super::{nested, plain, text_of, to_s};
use crate::builtins::ruby;
use crate::convert::{lenient_base64, urlsafe_base64};
use crate::cx::Cx;
use crate::error::{Error, Kind, Raise, Res, fail, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::host::{DataFormat, NO_OBJECT, YamlLayout};
use crate::limits;
use crate::text;
use crate::value::{Hash, Str, Value};
use rubycore::{float, inspect};

macro_rules! both {
    ($name:literal, $parameters:expr, $run:expr) => {
        both!($name, $parameters, $run, $run)
    };
    ($name:literal, $parameters:expr, $run:expr, $namespaced:expr) => {
        [
            Builtin {
                name: $name,
                dispatches: &[dispatch($parameters, $run)],
            },
            Builtin {
                name: concat!("stdlib::", $name),
                dispatches: &[dispatch($parameters, $namespaced)],
            },
        ]
    };
}

/// Works like `both`; the function in the namespace also takes data with Sensitive parts, and then
/// returns a Sensitive text.
macro_rules! rewrapping {
    ($name:literal, $parameters:expr, $run:ident) => {
        both!($name, $parameters, $run, |cx, args| {
            nested::rewrapped(cx, args[0], |cx, clear| {
                let mut values = args.values.to_vec();
                values[0] = clear;
                let (values, block) = (&values[..], args.block);
                $run(cx, Args { values, block })
            })
        })
    };
}

const PRETTY: &[&str] = &[
    "Variant[Hash, Array] data",
    "?Optional[Boolean] skip_undef",
    "?Struct[{ indent => Optional[String], space => Optional[String], \
     space_before => Optional[String], object_nl => Optional[String], \
     array_nl => Optional[String], allow_nan => Optional[Boolean], \
     max_nesting => Optional[Integer[-1, default]] }] opts",
];
const YAML: &[&str] = &["Any data", "?Hash options"];

const TO_JSON: [Builtin; 2] = rewrapping!("to_json", &["Any data"], to_json);
const TO_JSON_PRETTY: [Builtin; 2] = rewrapping!("to_json_pretty", PRETTY, to_json_pretty);
const TO_YAML: [Builtin; 2] = rewrapping!("to_yaml", YAML, to_yaml);
const TO_PYTHON: [Builtin; 2] = both!("to_python", &["Any object"], to_python);
const TO_RUBY: [Builtin; 2] = both!("to_ruby", &["Any object"], to_ruby);
const PARSEHOCON: [Builtin; 2] = both!(
    "parsehocon",
    &["String hocon_string", "?Any default"],
    parsehocon
);
const TO_TOML: [Builtin; 2] = rewrapping!("to_toml", &["Hash data"], to_toml);

/// The functions of version 9.7.0, which do not treat Sensitive data specially.
pub const CLEAR: &[Builtin] = &{
    let [_, json] = both!("to_json", &["Any data"], to_json);
    let [_, json_pretty] = both!("to_json_pretty", PRETTY, to_json_pretty);
    let [_, yaml] = both!("to_yaml", YAML, to_yaml);
    let [_, toml] = both!("to_toml", &["Hash data"], to_toml);
    [json, json_pretty, yaml, toml]
};

/// The table of this family.
pub const TABLE: &[Builtin] = &{
    let [to_json, stdlib_to_json] = TO_JSON;
    let [to_json_pretty, stdlib_to_json_pretty] = TO_JSON_PRETTY;
    let [to_yaml, stdlib_to_yaml] = TO_YAML;
    let [to_python, stdlib_to_python] = TO_PYTHON;
    let [to_ruby, stdlib_to_ruby] = TO_RUBY;
    let [to_toml, stdlib_to_toml] = TO_TOML;
    let [parsehocon, stdlib_parsehocon] = PARSEHOCON;
    [
        parsehocon,
        stdlib_parsehocon,
        Builtin {
            name: "parsepson",
            dispatches: &[dispatch(
                &["String[1] pson_string", "?Any default"],
                parsepson,
            )],
        },
        to_json,
        stdlib_to_json,
        to_json_pretty,
        stdlib_to_json_pretty,
        to_yaml,
        stdlib_to_yaml,
        to_python,
        stdlib_to_python,
        to_ruby,
        stdlib_to_ruby,
        to_toml,
        stdlib_to_toml,
        plain!("base64", base64),
        plain!("parsejson", parsejson),
        plain!("parseyaml", parseyaml),
        plain!("loadjson", loadjson),
        plain!("loadyaml", loadyaml),
    ]
};

/// The layout of JSON text.
struct Layout<'a> {
    indent: &'a str,
    space: &'a str,
    space_before: &'a str,
    object_nl: &'a str,
    array_nl: &'a str,
    /// The depth up to which collections may be nested; 0 for no bound.
    max_nesting: usize,
}

const COMPACT: Layout<'static> = Layout {
    indent: "",
    space: "",
    space_before: "",
    object_nl: "",
    array_nl: "",
    max_nesting: 100,
};

const IN_LINES: Layout<'static> = Layout {
    indent: "  ",
    space: " ",
    space_before: "",
    object_nl: "\n",
    array_nl: "\n",
    max_nesting: 100,
};

fn to_json<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let json = compact_json(args[0])?;
    Ok(Value::string(cx.heap, &json))
}

/// Writes a value as JSON in one line.
///
/// # Errors
/// Fails on a value that JSON cannot represent.
pub fn compact_json<'h>(value: Value<'h>) -> Res<'h, String> {
    let mut out = String::new();
    write_json(value, &COMPACT, 0, &mut out)?;
    Ok(out)
}

/// Writes a value as JSON in many lines, like Ruby's `JSON.pretty_generate`.
///
/// # Errors
/// Fails on a value that JSON cannot represent.
pub fn pretty_json<'h>(value: Value<'h>) -> Res<'h, String> {
    let mut out = String::new();
    write_json(value, &IN_LINES, 0, &mut out)?;
    Ok(out)
}

fn to_json_pretty<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let options = args.get(2).and_then(Value::as_hash);
    let option = |name: &str| options.and_then(|o| o.get_str(name));
    let text = |name: &str, usual: &'h str| option(name).and_then(Value::as_str).unwrap_or(usual);
    let max_nesting = match option("max_nesting") {
        Some(Value::Integer(i)) => usize::try_from(i).unwrap_or(0),
        Some(Value::Boolean(false)) => 0,
        _ => 100,
    };
    let layout = Layout {
        indent: text("indent", "  "),
        space: text("space", " "),
        space_before: text("space_before", ""),
        object_nl: text("object_nl", "\n"),
        array_nl: text("array_nl", "\n"),
        max_nesting,
    };
    let data = match args.get(1).is_some_and(Value::is_truthy) {
        true => without_undef(cx, args[0]),
        false => args[0],
    };
    let mut out = String::new();
    write_json(data, &layout, 0, &mut out)?;
    out.push('\n');
    Ok(Value::string(cx.heap, &out))
}

fn without_undef<'h>(cx: &Cx<'h>, data: Value<'h>) -> Value<'h> {
    match data {
        Value::Array(array) => {
            let kept: Vec<Value<'h>> = array.iter().filter(|v| !v.is_undef()).collect();
            Value::array(cx.heap, &kept)
        }
        Value::Hash(hash) => {
            let kept: Vec<_> = hash.iter().filter(|(_, v)| !v.is_undef()).collect();
            Value::hash(cx.heap, &kept)
        }
        other => other,
    }
}

fn write_json<'h>(
    value: Value<'h>,
    layout: &Layout<'_>,
    depth: usize,
    out: &mut String,
) -> Res<'h, ()> {
    let inside = depth + 1;
    let nests = matches!(value, Value::Array(_) | Value::Hash(_));
    if nests && (layout.max_nesting > 0 && inside > layout.max_nesting || inside > 2000) {
        return refuse(format!("nesting of {depth} is too deep"));
    }
    limits::shown(out.len());
    let indent = |out: &mut String, depth: usize| {
        (0..depth).for_each(|_| out.push_str(layout.indent));
    };
    match value {
        Value::Undef => out.push_str("null"),
        Value::Boolean(_) | Value::Integer(_) | Value::BigInteger(_) => {
            out.push_str(&text::interpolated(value));
        }
        Value::Float(f) => match f.is_finite() {
            true => float::write(f, out),
            false => return refuse(format!("920: {} not allowed in JSON", to_s(value))),
        },
        Value::Array(array) => {
            out.push('[');
            out.push_str(layout.array_nl);
            for (at, item) in array.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                    out.push_str(layout.array_nl);
                }
                indent(out, inside);
                write_json(item, layout, inside, out)?;
            }
            out.push_str(layout.array_nl);
            indent(out, depth);
            out.push(']');
        }
        Value::Hash(hash) => {
            out.push('{');
            for (at, (key, value)) in hash.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out.push_str(layout.object_nl);
                indent(out, inside);
                json::write_string(out, &to_s(key));
                out.push_str(layout.space_before);
                out.push(':');
                out.push_str(layout.space);
                write_json(value, layout, inside, out)?;
            }
            out.push_str(layout.object_nl);
            indent(out, depth);
            out.push('}');
        }
        other => json::write_string(out, &to_s(other)),
    }
    Ok(())
}

fn to_yaml<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let layout = match args.get(1) {
        Some(Value::Hash(options)) => yaml_layout(options)?,
        _ => YamlLayout::default(),
    };
    let text = cx.host.write_yaml(cx, args[0], layout)?;
    Ok(Value::string(cx.heap, &text))
}

/// Reads the options of Ruby's library, checked in its order.
fn yaml_layout<'h>(options: &Hash<'h>) -> Res<'h, YamlLayout> {
    let is_symbol = |key: &Value<'_>| matches!(key, Value::String(_) | Value::Default);
    if let Some(key) = options.keys().find(|key| !is_symbol(key)) {
        return Err(ruby::no_method("to_sym", key));
    }
    let option = |name: &str| options.get_str(name);
    match option("line_width") {
        Some(Value::Integer(width)) if width < -1 => {
            return refuse(format!(
                "Invalid line_width {width}, must be non-negative or -1 for unlimited."
            ));
        }
        Some(width @ Value::String(_)) => {
            return Err(ruby::comparison_failed(width, Value::Integer(0)));
        }
        Some(Value::Undef | Value::Boolean(false) | Value::Integer(_) | Value::Float(_)) | None => {
        }
        Some(width) => return Err(ruby::no_method("<", width)),
    }
    let header = option("header").is_some_and(Value::is_truthy);
    let version = match option("version") {
        Some(Value::Array(version)) if version.is_empty() => None,
        Some(Value::Array(version)) => {
            let part = |at| c_int(version.get(at).unwrap_or(Value::Undef));
            Some((part(0)?, part(1)?))
        }
        Some(Value::String(version)) => {
            let mut parts = version.as_str().split('.').map(leading_int);
            let mut part = || parts.next().map_or(Value::Undef, Value::Integer);
            Some((c_int(part())?, c_int(part())?))
        }
        Some(_) => Some((1, 1)),
        None => header.then_some((1, 1)),
    };
    Ok(YamlLayout {
        indentation: option("indentation").map(c_int).transpose()?,
        canonical: matches!(option("canonical"), Some(Value::Boolean(true))),
        width: option("line_width").map(c_int).transpose()?,
        version,
    })
}

/// Returns the number that a text begins with, 0 without digits.
fn leading_int(text: &str) -> i64 {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    text[..digits].parse().unwrap_or(0)
}

/// Converts an integer to a C `int`.
fn c_int<'h>(value: Value<'h>) -> Res<'h, i32> {
    let whole = match value {
        Value::Integer(whole) => whole,
        Value::Float(float) => float as i64,
        Value::Undef => {
            return Err(Error::of(Kind::Type, "no implicit conversion from nil to integer").into());
        }
        other => return Err(ruby::no_conversion(other, "Integer")),
    };
    i32::try_from(whole).or_else(|_| {
        let size = if whole < 0 { "small" } else { "big" };
        fail(format!("integer {whole} too {size} to convert to `int'"))
    })
}

fn to_toml<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let mut out = String::new();
    if let Value::Hash(hash) = args[0] {
        write_table(hash, "", &mut out)?;
    }
    Ok(Value::string(cx.heap, &out))
}

/// Returns true if a value becomes `[[name]]` tables: its first item decides.
fn is_tables(value: Value<'_>) -> bool {
    match value {
        Value::Array(array) => matches!(array.get(0), Some(Value::Hash(_))),
        _ => false,
    }
}

/// Writes simple values first, then the tables, then the lists of tables, each by name.
fn write_table<'h>(hash: &Hash<'h>, prefix: &str, out: &mut String) -> Res<'h, ()> {
    limits::stack();
    limits::shown(out.len());
    let mut keys: Vec<Value<'h>> = hash.keys().collect();
    ruby::sort(&mut keys, &mut |a, b| {
        ruby::order(a, b).ok_or_else(|| ruby::no_order(a, b))
    })?;
    let entries = keys
        .into_iter()
        .filter_map(|key| Some((key, hash.get(key)?)));
    let (arrays, others): (Vec<_>, Vec<_>) = entries.partition(|(_, value)| is_tables(*value));
    let is_hash = |value: Value<'_>| matches!(value, Value::Hash(_));
    let (tables, simple): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|(_, value)| is_hash(*value));
    for (key, value) in simple {
        out.push_str(&toml_key(key)?);
        out.push_str(" = ");
        out.push_str(&toml_value(value));
        out.push('\n');
    }
    for (key, value) in tables.into_iter().chain(arrays) {
        let name = match prefix {
            "" => toml_key(key)?,
            prefix => format!("{prefix}.{}", toml_key(key)?),
        };
        match value {
            Value::Hash(inner) => {
                // a table that contains only tables has no header of its own
                let only_tables = !inner.is_empty()
                    && inner
                        .values()
                        .all(|value| is_hash(value) || is_tables(value));
                if !only_tables {
                    out.push_str(&format!("[{name}]\n"));
                }
                write_table(inner, &name, out)?;
            }
            Value::Array(tables) => {
                for table in tables.iter() {
                    let Value::Hash(table) = table else {
                        return Err(ruby::no_method("keys", table));
                    };
                    out.push_str(&format!("[[{name}]]\n"));
                    write_table(table, &name, out)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes a key: unchanged if one of its lines needs no quotes, otherwise in quotes that escape
/// only quotes.
fn toml_key<'h>(key: Value<'h>) -> Res<'h, String> {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let shown = to_s(key);
    let lines = shown.strip_suffix('\n').unwrap_or(&shown).split('\n');
    match key {
        _ if lines.into_iter().any(|line| line.chars().all(bare)) => Ok(shown),
        Value::String(_) => Ok(format!("\"{}\"", shown.replace('"', "\\\""))),
        other => Err(ruby::no_method("gsub", other)),
    }
}

fn toml_value(value: Value<'_>) -> String {
    let shown = text::ruby_inspect(value);
    match value {
        Value::String(_) => {
            let starts = ["#$", "#@", "#{"];
            starts.iter().fold(shown, |shown, start| {
                shown.replace(&format!("\\{start}"), start)
            })
        }
        Value::Regexp(_) => {
            let mut out = String::new();
            inspect::write(&shown, &mut out);
            out
        }
        _ => shown,
    }
}

fn base64<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    if args.len() < 2 {
        let given = args.len();
        return refuse(format!(
            "base64(): Wrong number of arguments ({given}; must be >= 2)"
        ));
    }
    let action = args[0].as_str().unwrap_or_default();
    if !matches!(action, "encode" | "decode") {
        return refuse("base64(): the first argument must be one of 'encode' or 'decode'");
    }
    let Value::String(data) = args[1] else {
        return refuse("base64(): the second argument must be a string to base64");
    };
    let method = match args.get(2) {
        None => "default",
        Some(method) => method.as_str().unwrap_or_default(),
    };
    if !matches!(method, "default" | "strict" | "urlsafe") {
        return refuse(
            "base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'",
        );
    }
    let (data, encoded) = (data.as_str(), data.to_bytes());
    if action == "encode" {
        let text = match method {
            "urlsafe" => URL_SAFE.encode(encoded),
            _ => STANDARD.encode(encoded),
        };
        let text = match method {
            "default" => {
                let lines = text.as_bytes().chunks(60);
                let line = |line: &[u8]| format!("{}\n", String::from_utf8_lossy(line));
                lines.map(line).collect()
            }
            _ => text,
        };
        return Ok(Value::string(cx.heap, &text));
    }
    let bytes = match method {
        "default" => Some(lenient_base64(data)),
        "strict" => STANDARD.decode(data).ok(),
        _ => urlsafe_base64(data),
    };
    match bytes {
        Some(bytes) => Ok(Value::String(Str::of_bytes(cx.heap, &bytes))),
        None => fail("invalid base64"),
    }
}

fn parsehocon<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    parse(cx, DataFormat::Hocon, args.values)
}

/// Refuses PSON, which no longer exists.
fn parsepson<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    match args.get(1) {
        Some(default) => Ok(default),
        None => {
            refuse("uninitialized constant Puppet::Pops::Loader::RubyFunctionInstantiator::PSON")
        }
    }
}

fn parsejson<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    parse(cx, DataFormat::Json, args)
}

fn parseyaml<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    parse(cx, DataFormat::Yaml, args)
}

/// Parses the data of a text. The second argument replaces unreadable data.
fn parse<'h>(cx: &mut Cx<'h>, format: DataFormat, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() {
        return refuse("Wrong number of arguments. 1 or 2 arguments should be provided.");
    }
    let read = match text_of(args[0]) {
        Ok(text) => cx.host.read_data(cx, format, text),
        Err(raise) => Err(raise),
    };
    let default = args.get(1).copied();
    match (read, default) {
        (Err(raise), Some(default)) if format == DataFormat::Hocon => {
            match &*raise {
                // the only problem that a default does not replace
                Raise::Error(error) if error.issue == NO_OBJECT => Err(raise),
                _ => Ok(default),
            }
        }
        (Err(_), Some(default)) if default.is_truthy() => Ok(default),
        (Ok(read), _) if !read.is_truthy() => Ok(default.unwrap_or(Value::Undef)),
        (read, _) => read,
    }
}

fn loadjson<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    load(cx, "loadjson", DataFormat::Json, args)
}

fn loadyaml<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let format = match super::is_nine(cx, "loadyaml") {
        true => DataFormat::YamlWithAliases,
        false => DataFormat::Yaml,
    };
    load(cx, "loadyaml", format, args)
}

fn load<'h>(cx: &mut Cx<'h>, name: &str, format: DataFormat, args: &[Value<'h>]) -> Res<'h> {
    if args.is_empty() {
        return refuse(format!(
            "{name}(): Wrong number of arguments given (0 for minimum 1)"
        ));
    }
    // only a true default replaces unreadable data
    let default = args.get(1).copied();
    let instead = |raise| default.filter(|it| it.is_truthy()).ok_or(raise);
    let path = match args[0] {
        Value::String(path) => path.as_str(),
        Value::Default => return instead(ruby::no_conversion(args[0], "String")),
        other => return instead(ruby::no_method("start_with?", other)),
    };
    let exists = path.starts_with('/') && cx.host.find_file(cx, "files", path)?.is_some();
    if !exists {
        let text = format!("Can't load '{path}' File does not exist!");
        cx.log(crate::log::Level::Warning, text);
        return Ok(default.unwrap_or(Value::Undef));
    }
    let bytes = match cx.host.read_text_file(cx, path) {
        Ok(bytes) => bytes,
        Err(raise) => return instead(raise),
    };
    let text = String::from_utf8_lossy(&bytes);
    match (cx.host.read_data(cx, format, &text), format) {
        (Ok(data), _) => Ok(data),
        // the module's message where PSON no longer exists
        (Err(_), DataFormat::Json) => {
            instead(Error::refused("uninitialized constant Puppet::Parser::Functions::PSON").into())
        }
        (Err(raise), _) => instead(raise),
    }
}
