//! `--trace` and `--messages json`: the calls that led to an error.

mod common;

use common::Folder;
use serde_json::json;

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
            "level": "notice", "source": "Scope(Class[main])", "message": "b",
            "file": null, "line": null, "column": null,
        }),
        json!({
            "level": "err", "code": "NOT_NUMERIC",
            "message": "Evaluation Error: The value 'a' cannot be converted to Numeric.",
            "file": "a.pp", "line": 2, "column": 8, "calls": [call(17), call(4)],
        }),
    ];
    assert_eq!(lines, wanted);
    let arguments = ["compile", "--messages", "json", "--manifest", "a.pp", "n"];
    let (status, _, err) = folder.run(&arguments);
    assert_eq!(status, 1);
    assert!(
        err.starts_with("{\"node\":\"n\",\"level\":\"notice\","),
        "{err}"
    );
    let (_, out, _) = folder.run(&["eval", "--messages", "json", "b.pp"]);
    assert_eq!(
        out,
        "{\"level\":\"err\",\"message\":\"b.pp: No such file or directory\"}\n"
    );
}
