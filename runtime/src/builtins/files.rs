//! Implements functions that read files, render templates and run commands.

use frontend::issue::Located;

use super::legacy::{self, arity_min};
use super::{catalog, ruby};
use crate::advice::{Advice, NameKind};
use crate::cx::Cx;
use crate::error::{Error, Kind, Raise, Res, fail, fail_as};
use crate::frame::Body;
use crate::function::{Args, Builtin, dispatch};
use crate::limits;
use crate::text;
use crate::types;
use crate::value::{Array, Binary, Value};

const PARAMETERS: &str = r"?Hash[Pattern[/^\w+$/], Any] parameters";
/// The return type of template functions.
const RENDERED: &str = ">Variant[String, Sensitive[String]]";

pub(super) const TABLE: &[Builtin] = &[
    Builtin {
        name: "epp",
        dispatches: &[dispatch(&["String path", PARAMETERS, RENDERED], epp)],
    },
    Builtin {
        name: "inline_epp",
        dispatches: &[dispatch(
            &["String template", PARAMETERS, RENDERED],
            inline_epp,
        )],
    },
    legacy::function!("template", template),
    legacy::function!("inline_template", inline_template),
    legacy::function!("file", file),
    Builtin {
        name: "binary_file",
        dispatches: &[dispatch(&["String path"], binary_file)],
    },
    Builtin {
        name: "find_file",
        dispatches: &[
            dispatch(&["*String paths"], find_file),
            dispatch(&["*Array[String] paths_array"], find_file),
        ],
    },
    Builtin {
        name: "find_template",
        dispatches: &[
            dispatch(&["*String paths"], find_template),
            dispatch(&["*Array[String] paths_array"], find_template),
        ],
    },
    Builtin {
        name: "module_directory",
        dispatches: &[
            dispatch(&["*String names"], module_directory),
            dispatch(&["*Array[String] names"], module_directory),
        ],
    },
    legacy::function!("generate", generate),
];

fn epp<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let mut path = args[0].as_str().unwrap_or_default().to_owned();
    if path.contains('\0') {
        return fail(NULL_BYTE);
    }
    // an absolute path is used unchanged, if possible
    let is_whole = path.starts_with('/') && cx.host.find_file(cx, "templates", &path)?.is_some();
    if !is_whole && !path.ends_with(".epp") {
        path.push_str(".epp");
    }
    let Some(file) = cx.host.find_file(cx, "templates", &path)? else {
        return template_not_found(&path);
    };
    let body = cx.host.template(cx, &file)?;
    render(cx, "epp", body, args, false)
}

fn inline_epp<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let body = cx
        .host
        .inline_template(cx, args[0].as_str().unwrap_or_default())?;
    render(cx, "inline_epp", body, args, true)
}

/// Renders a template. `return` in it gives its own value. `next` gives a value that must be text,
/// unless it passes through.
fn render<'h>(
    cx: &mut Cx<'h>,
    function: &str,
    body: &'h Body<'h>,
    args: Args<'h, '_>,
    local: bool,
) -> Res<'h> {
    let arguments = args.get(1).and_then(Value::as_hash);
    let value = match cx.call_template(body, arguments, local).map_err(|r| *r) {
        Ok(value) => return Ok(value),
        Err(Raise::Return(value, _)) => return Ok(value),
        Err(Raise::Next(value, _)) if body.ends_with_next(arguments) => value,
        Err(Raise::Next(value, _)) => return Ok(value),
        Err(other) => return Err(Box::new(other)),
    };
    match value {
        Value::String(_) | Value::Sensitive(Value::String(_)) => Ok(value),
        other => fail(format!(
            "value returned from function '{function}' has wrong type, expects a value of type \
             String or Sensitive[String], got {}",
            types::describe::short(cx.heap, other)
        )),
    }
}

/// Evaluates ERB templates.
fn template<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity_min(cx, "template", args, 1)?;
    catalog::refuse_in_scripts(cx, "feature", "ERB template")?;
    let mut texts = String::new();
    for name in args.values {
        let name = name_argument(cx, *name)?;
        let (path, code) = erb_file(cx, name)?;
        add_rendered(cx, Some((&path, name)), &code, &mut texts)?;
    }
    Ok(Value::string(cx.heap, &texts))
}

/// Appends the text of a template. Without a tag a template is its own text.
fn add_rendered<'h>(
    cx: &mut Cx<'h>,
    file: Option<(&str, &str)>,
    code: &str,
    texts: &mut String,
) -> Res<'h, ()> {
    if !code.contains("<%") {
        texts.push_str(code);
        return Ok(());
    }
    let text = cx.host.render_erb(cx, file, code)?;
    texts.push_str(text.as_str().unwrap_or_default());
    Ok(())
}

/// Returns the path and text of a file in ERB.
///
/// # Errors
/// `Could not find template ...` for a template of a module. An absolute path is read directly, so
/// its errors are details of `Failed to parse template ...`.
fn erb_file<'h>(cx: &mut Cx<'h>, name: &str) -> Res<'h, (String, String)> {
    let detail = match cx.host.find_file(cx, "templates", name)? {
        Some(path) => match unmarked_file(cx, &path) {
            Ok(bytes) => return Ok((path, lossy(bytes))),
            Err(raise) => raise.message(),
        },
        None if name.starts_with('/') => {
            format!("No such file or directory @ rb_sysopen - {name}")
        }
        None => return template_not_found(name),
    };
    let message = format!("Failed to parse template {name}:\n  Detail: {detail}\n");
    fail_as(Kind::Parse, message)
}

/// Fails because there is no template of a name.
fn template_not_found<'h, T>(name: &str) -> Res<'h, T> {
    let message = format!("Could not find template '{name}'");
    let advice = Advice::unknown(NameKind::Template, name);
    Err(Error::refused(message).with_advice(advice).into())
}

/// Returns bytes as a text, with the replacement character in place of bytes that are not UTF-8.
fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Returns the error of a template that is not a text.
fn no_template<'h>(method: &str, value: Value<'h>) -> Box<Raise<'h>> {
    let raise = ruby::no_method(method, value);
    let message = format!("Failed to parse inline template: {}", raise.message());
    Error::of(Kind::Parse, message).into()
}

/// Works like `template`, for texts.
fn inline_template<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity_min(cx, "inline_template", args, 1)?;
    catalog::refuse_in_scripts(cx, "feature", "ERB inline_template")?;
    let mut texts = String::new();
    for value in legacy::arguments(cx, args)? {
        match value {
            Value::String(text) => add_rendered(cx, None, &text, &mut texts)?,
            Value::Default => return Err(no_template("b", value)),
            other => return Err(no_template("encoding", other)),
        }
    }
    Ok(Value::string(cx.heap, &texts))
}

/// The message about a path with a NUL.
const NULL_BYTE: &str = "pathname contains null byte";

/// Checks a path.
///
/// # Errors
/// Fails on an absolute path with a NUL.
fn check_path(path: &str) -> Result<(), Box<Raise<'static>>> {
    match path.starts_with('/') && path.contains('\0') {
        true => Err(Error::plain(NULL_BYTE).into()),
        false => Ok(()),
    }
}

/// Returns the name of a file that is given to a function of the 3.x API.
///
/// # Errors
/// Fails, with two warnings, on a value that is not a String. Fails on an absolute path with a NUL.
fn name_argument<'h>(cx: &mut Cx<'h>, value: Value<'h>) -> Res<'h, &'h str> {
    let value = legacy::argument(cx, value)?;
    if let Value::String(name) = value {
        check_path(name.as_str())?;
        return Ok(name.as_str());
    }
    warn_of_path(cx, value);
    warn_of_path(cx, value);
    Err(ruby::no_method("split", value))
}

/// Warns: `Cannot check if 1 is an absolute path ..`
fn warn_of_path<'h>(cx: &mut Cx<'h>, value: Value<'h>) {
    let (shown, class) = (text::ruby(value), ruby::class_name_3x(value));
    let message = format!(
        "Cannot check if {shown} is an absolute path because it is a '{class}' and not a String'"
    );
    cx.warn(message, None, Located::Column);
}

/// Converts a content to a String.
fn text_of<'h>(cx: &Cx<'h>, bytes: Vec<u8>) -> Value<'h> {
    Value::string(cx.heap, &String::from_utf8_lossy(&bytes))
}

/// Returns the content of a file without the byte order mark of UTF-8.
fn unmarked_file<'h>(cx: &mut Cx<'h>, path: &str) -> Res<'h, Vec<u8>> {
    let mut bytes = cx.host.read_text_file(cx, path)?;
    let mark = "\u{feff}".as_bytes();
    if bytes.starts_with(mark) {
        bytes.drain(..mark.len());
    }
    Ok(bytes)
}

fn file<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity_min(cx, "file", args, 1)?;
    for name in args.values {
        let name = name_argument(cx, *name)?;
        if let Some(path) = cx.host.find_file(cx, "files", name)? {
            let bytes = unmarked_file(cx, &path)?;
            return Ok(text_of(cx, bytes));
        }
    }
    let names = legacy::arguments(cx, args)?;
    let names: Vec<String> = names.into_iter().map(text::interpolated).collect();
    let message = format!("Could not find any files from {}", names.join(", "));
    let advice = names
        .iter()
        .map(|name| Advice::unknown(NameKind::File, name));
    let error = Error {
        advice: advice.collect(),
        ..Error::refused(message)
    };
    Err(error.into())
}

fn binary_file<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let name = args[0].as_str().unwrap_or_default();
    check_path(name)?;
    let Some(path) = cx.host.find_file(cx, "files", name)? else {
        return fail_as(
            Kind::Parse,
            format!("binary_file(): The given file '{name}' does not exist"),
        );
    };
    let bytes = cx.host.read_file(cx, &path)?;
    let bytes = cx.heap.slice(&bytes);
    Ok(Value::Binary(cx.heap.alloc(Binary { bytes })))
}

/// Returns the arguments, or the items of a single array.
fn names<'h>(args: Args<'h, '_>) -> Res<'h, Vec<&'h str>> {
    match args.values {
        [Value::Array(array)] => Ok(array.iter().filter_map(Value::as_str).collect()),
        [Value::Array(_), ..] => fail(format!(
            "wrong number of arguments (given {}, expected 2)",
            args.len() + 1
        )),
        values => Ok(values.iter().filter_map(|v| v.as_str()).collect()),
    }
}

fn find_file<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    find(cx, "files", args)
}

fn find_template<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    find(cx, "templates", args)
}

fn find<'h>(cx: &mut Cx<'h>, subfolder: &str, args: Args<'h, '_>) -> Res<'h> {
    for name in names(args)? {
        check_path(name)?;
        if let Some(path) = cx.host.find_file(cx, subfolder, name)? {
            return Ok(Value::string(cx.heap, &path));
        }
    }
    Ok(Value::Undef)
}

fn module_directory<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    for name in names(args)? {
        if let Some(path) = cx.host.module_directory(cx, name) {
            return Ok(Value::string(cx.heap, &path));
        }
    }
    Ok(Value::Undef)
}

/// Runs a command and returns its output.
fn generate<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    arity_min(cx, "generate", args, 1)?;
    let mut words = Vec::new();
    let arguments = legacy::arguments(cx, args)?;
    if !matches!(arguments[0], Value::String(_)) {
        warn_of_path(cx, arguments[0]);
        return fail_as(Kind::Parse, "Generators must be fully qualified");
    }
    for word in arguments {
        match word {
            Value::Array(array) => add_words(array, &mut words),
            other => words.push(text::ruby(other)),
        }
    }
    let command = words.first().map_or("", String::as_str);
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_/.".contains(c);
    if !command.starts_with('/') {
        return fail_as(Kind::Parse, "Generators must be fully qualified");
    }
    if !command.chars().all(allowed) {
        let text = "Generators can only contain alphanumerics, file separators, and dashes";
        return fail_as(Kind::Parse, text);
    }
    if command.contains("..") {
        return fail_as(Kind::Parse, "Can not use generators with '..' in them.");
    }
    let folder = folder_of(command);
    if folder != "/" && cx.host.find_file(cx, "files", folder)?.is_none() {
        return fail(format!("Working directory {folder} does not exist!"));
    }
    let (status, output) = cx.host.run_command(cx, &words, folder)?;
    let output = String::from_utf8_lossy(&output);
    if status == Some(0) {
        return Ok(Value::string(cx.heap, &output));
    }
    let status = status.map_or_else(String::new, |status| status.to_string());
    fail_as(
        Kind::Parse,
        format!(
            "Failed to execute generator {command}: Execution of '{}' returned {status}: {}",
            words.join(" "),
            output.trim_end()
        ),
    )
}

/// Adds the texts in an array, at any depth.
fn add_words(array: &Array<'_>, words: &mut Vec<String>) {
    limits::stack();
    for item in array.iter() {
        match item {
            Value::Array(inner) => add_words(inner, words),
            other => words.push(text::ruby(other)),
        }
    }
}

/// Returns the folder of the file of an absolute path.
fn folder_of(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    match path.rsplit_once('/') {
        None | Some(("", _)) => "/",
        Some((folder, _)) => folder,
    }
}
