//! Tests `--trace` and `--messages`: the calls that led to an error, and the forms of an error.

use crate::common::Folder;
use serde_json::{Value, json};

const CODE: &[u8] = b"function g($x) {\n  fail('no')\n}\nclass c {\n  [1].map |$x| {\n    g($x)\n  }\n}\ninclude c\n";

#[test]
fn calls_are_shown_innermost_first() {
    let folder = Folder::new(&[("a.pp", CODE)]);
    let (status, out, _) = folder.run(&["eval", "--trace", "a.pp"]);
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "Error: Evaluation Error: Error while evaluating a Function Call, no (file: a.pp, line: 2, \
         column: 3)\na.pp:6\na.pp:5\na.pp:9\n"
    );
    let (status, _, err) = folder.run(&["compile", "--trace", "--manifest", "a.pp"]);
    assert_eq!(status, 1);
    assert!(err.contains("a.pp:6\n"), "{err}");
}

#[test]
fn without_it_there_is_the_error_only() {
    let folder = Folder::new(&[("a.pp", CODE)]);
    let (_, out, _) = folder.run(&["eval", "a.pp"]);
    assert_eq!(out.lines().count(), 1);
}

#[test]
fn messages_for_machines() {
    let code = b"function g($x) {\n  $x + 'a'\n}\nnotice('b')\n[1].each |$x| { g($x) }\n";
    let folder = Folder::new(&[("a.pp", code)]);
    let (status, out, _) = folder.run(&["eval", "--messages", "json", "a.pp"]);
    assert_eq!(status, 1);
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is a JSON object"))
        .collect();
    let call = |column: u32| json!({"file": "a.pp", "line": 5, "column": column});
    let wanted = [
        json!({
            "version": 1, "level": "notice", "source": "Scope(Class[main])", "message": "b",
            "file": null, "line": null, "column": null,
        }),
        json!({
            "version": 1, "level": "err", "code": "NOT_NUMERIC",
            "message": "Evaluation Error: The value 'a' cannot be converted to Numeric.",
            "file": "a.pp", "line": 2, "column": 8, "calls": [call(17), call(4)],
            "hints": [],
        }),
    ];
    assert_eq!(lines, wanted);
    let arguments = ["compile", "--messages", "json", "--manifest", "a.pp", "n"];
    let (status, _, err) = folder.run(&arguments);
    assert_eq!(status, 1);
    assert!(
        err.starts_with("{\"version\":1,\"node\":\"n\",\"level\":\"notice\","),
        "{err}"
    );
    let (_, out, _) = folder.run(&["eval", "--messages", "json", "b.pp"]);
    assert_eq!(
        out,
        "{\"version\":1,\"level\":\"err\",\"message\":\"b.pp: No such file or directory\"}\n"
    );
}

#[test]
fn errors_are_drawn_with_calls_and_advice() {
    let folder = Folder::new(&[("a.pp", CODE)]);
    let (status, out, _) = folder.run(&["eval", "--messages", "human", "a.pp"]);
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "error: Evaluation Error: Error while evaluating a Function Call, no\n \
         --> a.pp:2:3\n  |\n2 |   fail('no')\n  |   ^^^^\n  |\n \
         ::: a.pp:6:5\n  |\n6 |     g($x)\n  |     - called here\n  |\n \
         ::: a.pp:5:6\n  |\n5 |   [1].map |$x| {\n  |      - called here\n  |\n \
         ::: a.pp:9:1\n  |\n9 | include c\n  | ------- called here\n"
    );
}

/// Returns the advice in the drawn form of the error that ends the code.
fn hints(code: &str) -> Vec<String> {
    let folder = Folder::new(&[]);
    let (status, out, _) = folder.run(&["eval", "--messages", "human", "-e", code]);
    assert_eq!(status, 1, "{out}");
    let lines = out.lines();
    let hints = lines.filter_map(|line| line.trim_start().strip_prefix("= help: "));
    hints.map(str::to_owned).collect()
}

#[test]
fn names_that_are_near_and_settings_are_advice() {
    for (code, hint) in [
        ("notice(lookpu('a'))", "did you mean 'lookup'?"),
        ("function own() { 1 } notice(onw())", "did you mean 'own'?"),
        ("class web { } include wbe", "did you mean 'web'?"),
        ("fiel { '/a': }", "did you mean 'file'?"),
        (
            "define thing() { } Thign { a => 1 }",
            "did you mean 'Thing'?",
        ),
        ("file { '/a': contnt => 1 }", "did you mean 'content'?"),
        (
            "define d($alpha) { } d { 'x': alpah => 1 }",
            "did you mean 'alpha'?",
        ),
        (
            "class c($alpha) { } class { 'c': alpah => 1 }",
            "did you mean 'alpha'?",
        ),
        ("notice(Integr)", "did you mean 'Integer'?"),
        ("$port = 1 notice($prot)", "did you mean '$port'?"),
        (
            "class c { $port = 1 } include c notice($c::prot)",
            "did you mean '$c::port'?",
        ),
        (
            "[1].each |$inner| { notice($iner) }",
            "did you mean '$inner'?",
        ),
        (
            "notice('1' + 2)",
            "the setting strict=warning would allow this",
        ),
    ] {
        assert!(
            hints(code).contains(&hint.to_owned()),
            "{code}: {:?}",
            hints(code)
        );
    }
    assert_eq!(hints("notice(zzzzzzzz())"), [""; 0]);
}

#[test]
fn errors_without_a_place_show_the_code_that_they_are_about() {
    for (code, line) in [
        (
            "file { '/a': }\nfile { '/b': contnt => 1 }",
            "2 | file { '/b'",
        ),
        (
            "file { '/a': }\nFile['/a'] -> File['/b']",
            "2 | File['/a'] ->",
        ),
        (
            "file { '/a': }\nFile['/b'] { mode => '1' }",
            "2 | File['/b'] {",
        ),
    ] {
        let folder = Folder::new(&[]);
        let (_, out, _) = folder.run(&["eval", "--messages", "human", "-e", code]);
        assert!(out.contains(line), "{code}: {out}");
        let (_, out, _) = folder.run(&["eval", "--messages", "json", "-e", code]);
        assert!(
            out.contains("\"about\":{\"file\":null,\"line\":2,"),
            "{code}: {out}"
        );
    }
}

#[test]
fn an_error_in_a_define_is_drawn_where_it_is() {
    let code =
        "define d() {\n  $x = 1\n  notice($x + 'abc')\n}\nclass c {\n  d { 'x': }\n}\ninclude c\n";
    let folder = Folder::new(&[("d.pp", code.as_bytes())]);
    let (_, out, _) = folder.run(&["eval", "--messages", "human", "d.pp"]);
    let (inner, outer) = (out.find("3 |   notice("), out.find("6 |   d { 'x'"));
    assert!(inner.is_some() && inner < outer, "{out}");
    assert!(out.contains("called here"), "{out}");
    let (_, out, _) = folder.run(&["eval", "--messages", "json", "d.pp"]);
    assert!(out.contains("\"line\":6"), "{out}");
    assert!(out.contains("\"about\":{"), "{out}");
    assert!(out.contains("\"line\":3"), "{out}");
}

#[test]
fn a_lookup_without_value_tells_where_it_has_looked() {
    let hiera = b"version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n";
    let folder = Folder::new(&[
        ("environment.conf", b""),
        ("hiera.yaml", hiera),
        ("data/common.yaml", b"port: 1\n"),
        ("manifests/site.pp", b"notice(lookup('prot'))\n"),
    ]);
    let (status, _, drawn) = folder.run(&["compile", "--messages", "human"]);
    assert_eq!(status, 1);
    let (status, out, looked) = folder.run(&["lookup", "--messages", "human", "prot"]);
    assert_eq!((status, &*out), (1, ""));
    for text in [drawn, looked] {
        for part in [
            "/data/common.yaml\"",
            "No such key: \"prot\"",
            "did you mean 'port'?",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
    // in the other forms the command prints nothing, as Puppet does
    assert_eq!(
        folder.run(&["lookup", "prot"]),
        (1, String::new(), String::new())
    );
}

#[test]
fn a_function_that_calls_itself_is_drawn_once() {
    let code = b"function f($n) { if $n == 0 { fail('no') } f($n - 1) }\nf(20)\n";
    let folder = Folder::new(&[("a.pp", code)]);
    let (_, out, _) = folder.run(&["eval", "--messages", "human", "a.pp"]);
    assert!(out.contains("- called here 20 times\n"), "{out}");
    assert_eq!(out.matches("called here").count(), 2, "{out}");
}

#[test]
fn an_error_of_many_nodes_is_drawn_once() {
    let folder = Folder::new(&[("a.pp", CODE)]);
    let arguments = [
        "compile",
        "--messages",
        "human",
        "--manifest",
        "a.pp",
        "-j",
        "1",
    ];
    let (_, _, err) = folder.run(&[&arguments[..], &["n1", "n2", "n3"]].concat());
    assert_eq!(err.matches("^^^^").count(), 1, "{err}");
    let lines: Vec<&str> = err
        .lines()
        .filter(|line| line.contains("on node"))
        .collect();
    assert_eq!(lines.len(), 3, "{err}");
}

/// Checks a value against a JSON Schema. Supports only the parts that the published schema uses.
fn check(schema: &Value, root: &Value, value: &Value) {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        return check(root.pointer(pointer).expect("it is defined"), root, value);
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        Value::Null => Vec::new(),
        one => vec![one.clone()],
    };
    let own = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(
        types.is_empty() || types.contains(&json!(own)),
        "{value}: {schema}"
    );
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{value}: {schema}");
    }
    for item in value.as_array().into_iter().flatten() {
        check(&schema["items"], root, item);
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().expect("a name");
        assert!(value.get(name).is_some(), "{name} is not in {value}");
    }
    for (name, value) in value.as_object().into_iter().flatten() {
        let schema = &schema["properties"][name];
        assert!(schema.is_object(), "{name} is not in the schema");
        check(schema, root, value);
    }
}

#[test]
fn messages_follow_the_published_schema() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../docs/guide/src/messages.schema.json"
    );
    let text = std::fs::read_to_string(path).expect("the guide has it");
    let schema: Value = serde_json::from_str(&text).expect("it is JSON");
    let folder = Folder::new(&[("a.pp", CODE)]);
    for arguments in [
        &["eval", "a.pp"][..],
        &["eval", "b.pp"],
        &[
            "eval",
            "-e",
            "warning('a') notice('b') file { '/a': x => 1 }",
        ],
        &["compile", "--manifest", "a.pp", "n"],
        &["compile", "--environment", "none"],
        &["fleet", "--manifest", "a.pp", "n"],
        &["lookup", "--environment", ".", "none"],
    ] {
        let (status, out, err) = folder.run(&[arguments, &["--messages", "json"]].concat());
        assert_eq!(status, 1, "{arguments:?}: {out}{err}");
        let lines: Vec<&str> = out.lines().chain(err.lines()).collect();
        let objects = lines.iter().filter(|line| line.starts_with('{'));
        let objects: Vec<Value> = objects
            .map(|line| serde_json::from_str(line).expect("a line is a JSON object"))
            .collect();
        assert!(!objects.is_empty(), "{arguments:?}: {out}{err}");
        objects
            .iter()
            .for_each(|object| check(&schema, &schema, object));
    }
}
