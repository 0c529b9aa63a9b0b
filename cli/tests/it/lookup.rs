//! Tests `bunraku lookup` against the output of `puppet lookup` (`lookup.jsonl`: first the files
//! and facts that most calls share, then one call per line), and keys that no node reads, and
//! templates.

use std::fs;
use std::path::Path;

use crate::common::Folder;
use serde_json::Value;

/// Puppet's own trusted data of the node that `puppet lookup` uses.
const TRUSTED: &[u8] = b"{\"certname\": \"\", \"authenticated\": \"local\"}";

#[test]
fn values_and_explanations_are_those_of_puppet() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/lookup.jsonl");
    let text = fs::read_to_string(path).expect("the recording can be read");
    let mut lines = text
        .lines()
        .map(|line| -> Value { serde_json::from_str(line).expect("each line is JSON") });
    let shared = lines.next().expect("the first line has files");
    let site = folder(&shared["files"], &shared["facts"]);
    for call in lines {
        let own = call.get("files").map(|files| folder(files, &call["facts"]));
        check(own.as_ref().unwrap_or(&site), &call);
    }
}

/// Values that refer to each other so often that a lookup would not end.
#[test]
fn what_takes_too_long() {
    let level = |at: usize| {
        format!(
            "k{at}: [\"%{{alias('k{0}')}}\", \"%{{alias('k{0}')}}\"]\n",
            at + 1
        )
    };
    let data: String = (0..60).map(level).collect();
    let folder = Folder::new(&[
        ("env/hiera.yaml", b"version: 5\n"),
        ("env/data/common.yaml", data.as_bytes()),
    ]);
    let command = [
        "lookup",
        "--environment",
        "env",
        "--max-time",
        "100ms",
        "k0",
    ];
    let (status, _, log) = folder.run(&command);
    assert_eq!(status, 1);
    assert_eq!(log, "Error: evaluation takes longer than it may\n");
}

fn folder(files: &Value, facts: &Value) -> Folder {
    let files = files.as_object().expect("files are an object");
    let mut all: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(path, text)| {
            (
                format!("env/{path}"),
                text.as_str().unwrap_or_default().into(),
            )
        })
        .collect();
    all.push(("facts.json".to_owned(), facts.to_string().into_bytes()));
    all.push(("trusted.json".to_owned(), TRUSTED.to_vec()));
    let all: Vec<(&str, &[u8])> = all.iter().map(|(path, text)| (&**path, &**text)).collect();
    let folder = Folder::new(&all);
    fs::create_dir_all(folder.0.join("env")).expect("the folder can be made");
    folder
}

fn check(folder: &Folder, call: &Value) {
    let mut arguments = vec!["lookup", "--environment", "env", "--facts", "facts.json"];
    arguments.extend(["--trusted", "trusted.json"]);
    let global = folder.0.join("env/global/hiera.yaml");
    let global = global.to_string_lossy().into_owned();
    if Path::new(&global).exists() {
        arguments.extend(["--hiera-config", &global]);
    }
    let given = call["args"].as_array().expect("arguments are a list");
    arguments.extend(given.iter().filter_map(Value::as_str));
    let (status, out, _) = folder.run(&arguments);
    let root = fs::canonicalize(folder.0.join("env")).expect("the folder is there");
    let out = out.replace(&*root.to_string_lossy(), "{{env}}");
    assert_eq!(
        (Some(out.as_str()), Some(i64::from(status))),
        (call["out"].as_str(), call["status"].as_i64()),
        "lookup {given:?}"
    );
}

#[test]
fn keys_that_no_node_reads() {
    let folder = Folder::new(&[
        ("env/manifests/site.pp", b"include c\nnotice(lookup('a'))\n"),
        ("env/modules/c/manifests/init.pp", b"class c($p = 1, $q = 2) {}"),
        ("env/hiera.yaml", b"version: 5\nhierarchy:\n  - {name: n, path: '%{facts.n}.yaml'}\n  - {name: c, path: common.yaml}\n"),
        ("env/data/common.yaml", b"a: \"%{lookup('b')}\"\nb: 1\nc::p: 3\nc::old: 4\nlookup_options: {}\n"),
        ("env/data/one.yaml", b"b: 2\nx: 1\n"),
        ("env/data/of_a_node_that_is_gone.yaml", b"b: 2\ny: 1\n"),
        ("env/modules/m/hiera.yaml", b"version: 5\nhierarchy:\n  - {name: c, path: c.yaml}\n"),
        ("env/modules/m/data/c.yaml", b"m::p: 1\n"),
        ("env/modules/c/hiera.yaml", b"version: 5\nhierarchy:\n  - {name: c, path: c.yaml}\n"),
        ("env/modules/c/data/c.yaml", b"c::q: 1\nc::gone: 1\n"),
        ("facts/n1.yaml", b"n: one\n"),
        ("facts/n2.yaml", b"n: two\n"),
    ]);
    let arguments = [
        "lookup",
        "--unused",
        "--environment",
        "env",
        "--facts",
        "facts",
    ];
    let (status, out, _) = folder.run(&arguments);
    let root = fs::canonicalize(folder.0.join("env")).expect("the folder is there");
    let out = out.replace(&*root.to_string_lossy(), "env");
    assert_eq!(
        (status, out.as_str()),
        (
            0,
            "env/data/common.yaml: c::old\nenv/data/of_a_node_that_is_gone.yaml: y\nenv/data/one.yaml: x\nenv/modules/c/data/c.yaml: c::gone\n"
        )
    );
    // the nodes of this manifest look up nothing
    fs::write(folder.0.join("env/manifests/site.pp"), "").expect("the folder is there");
    let (status, out, _) = folder.run(&arguments);
    let keys: Vec<&str> = out
        .lines()
        .filter_map(|line| Some(line.rsplit_once(": ")?.1))
        .collect();
    let all = ["a", "b", "c::old", "c::p", "b", "y", "b", "x"];
    assert_eq!((status, keys), (0, all.to_vec()));
}

#[test]
fn the_environment_that_the_classifier_names() {
    let config = b"version: 5\nhierarchy:\n  - {name: c, path: common.yaml}\n";
    let folder = Folder::new(&[
        ("envs/production/hiera.yaml", config),
        ("envs/production/data/common.yaml", b"k: p\nonly_p: 1\n"),
        (
            "envs/production/manifests/site.pp",
            b"notice(lookup('k'))\n",
        ),
        ("envs/test/hiera.yaml", config),
        ("envs/test/data/common.yaml", b"k: t\nonly_t: 1\n"),
        ("envs/test/manifests/site.pp", b"notice(lookup('k'))\n"),
        (
            "enc.yaml",
            b"n1: {environment: test}\nn2: {environment: nope}\nn3: {}\n",
        ),
    ]);
    let run = |arguments: &[&str]| {
        let start = [
            "lookup",
            "--environment",
            "envs/production",
            "--enc",
            "enc.yaml",
        ];
        folder.run(&[&start[..], arguments].concat())
    };
    let (status, out, _) = run(&["k", "--node", "n1"]);
    assert_eq!((status, out.as_str()), (0, "--- t\n"));
    let (status, out, _) = run(&["k", "--node", "n3"]);
    assert_eq!((status, out.as_str()), (0, "--- p\n"));
    let (status, _, log) = run(&["k", "--node", "n2"]);
    assert!(
        status == 1
            && log.starts_with("Error: Could not find a directory environment named 'nope'")
    );
    let (status, out, _) = run(&["--unused", "--node", "n1", "--node", "n3"]);
    assert!(status == 0 && out.contains(": only_p\n") && out.ends_with(": only_t\n"));
    // the keys that a node that does not compile would have read are not known
    let (status, _, _) = run(&["--unused", "--node", "n1", "--node", "n2"]);
    assert_eq!(status, 1);
}

#[test]
fn templates() {
    let folder = Folder::new(&[
        ("t.epp", b"Hello <%= $x %>\n"),
        ("p.epp", b"<%- |Integer $a, $b = 2| -%>\n<%= $a + $b %>\n"),
        ("bad.epp", b"a <%= 1 + %>\n"),
        ("v.yaml", b"a: 3\nb: 4\n"),
        ("env/modules/m/templates/sub/b.epp", b"a <%= 1 + %>\n"),
        ("env/modules/m/templates/f.epp", b"f\n"),
    ]);
    let run = |arguments: &[&str]| {
        let (status, out, log) = folder.run(&[&["epp"], arguments].concat());
        (status, out + &log)
    };
    let fine = |text: &str| (0, text.to_owned());
    let failed = |text: &str| (1, text.to_owned());
    assert_eq!(
        run(&["render", "t.epp", "--values", "{x => 1}"]),
        fine("Hello 1\n")
    );
    assert_eq!(run(&["render", "-e", "a<%= 1 + 1 %>b"]), fine("a2b\n"));
    let file = [
        "render",
        "p.epp",
        "--values-file",
        "v.yaml",
        "--values",
        "{b => 100}",
    ];
    assert_eq!(run(&file), fine("103\n"));
    let two = ["render", "p.epp", "t.epp", "--values", "{a => 1, x => 1}"];
    assert_eq!(
        run(&two),
        failed("Error: lambda: has no parameter named 'x'\n")
    );
    assert_eq!(
        run(&["render", "p.epp"]),
        failed("Error: lambda: expects a value for parameter 'a'\n")
    );
    assert_eq!(
        run(&["check", "t.epp", "bad.epp"]),
        failed("Error: Syntax error at '%>' (file: bad.epp, line: 1, column: 11)\n")
    );
    assert_eq!(run(&["check", "p.epp"]), fine(""));
    let in_module = |command: &str, name: &str| {
        let (status, text) = run(&[command, name, "--environment", "env"]);
        (status, text.replace(&folder.0.display().to_string(), "."))
    };
    assert_eq!(in_module("check", "m/f.epp"), fine(""));
    assert_eq!(
        in_module("check", "m/sub/b.epp"),
        failed(
            "Error: Syntax error at '%>' (file: ./env/modules/m/templates/sub/b.epp, line: 1, column: 11)\n"
        )
    );
    assert_eq!(
        in_module("check", "m/n.epp"),
        failed("Error: One or more file(s) specified did not exist:\n   m/n.epp\n")
    );
    assert_eq!(
        in_module("dump", "m/f.epp"),
        fine("(lambda {:body [(epp (render-s \"f\\n\"))]})\n")
    );
}
