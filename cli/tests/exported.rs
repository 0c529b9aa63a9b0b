//! Exported resources that come from other nodes, and classifiers that are commands.

mod common;

use common::Folder;

const SITE: &[u8] = b"define d($x) { notify { \"d ${title} ${x}\": } }
@@notify { \"from ${trusted['certname']}\": tag => 'web', message => Sensitive('s') }
@@d { \"d of ${trusted['certname']}\": x => 1 }
class c { Notify <<| tag == 'web' |>> { message => 'm' } -> notify { 'end': } D <<| x == 1 |>> }
include c
";

#[test]
fn nodes_collect_what_others_export() {
    let folder = Folder::new(&[("site.pp", SITE)]);
    let compile = |node: &str, more: &[&str]| {
        let start = ["compile", node, "--manifest", "site.pp"];
        folder.run(&[&start, more].concat())
    };
    let (status, _, log) = compile("a.example.com", &["--exported-to", "store", "-o", "a.json"]);
    assert_eq!((status, &*log), (0, ""));
    let stored = std::fs::read_to_string(folder.0.join("store/a.example.com.json"));
    assert!(!stored.expect("written").contains("\"s\""));
    let (status, json, log) = compile("b", &["--exported-from", "store"]);
    assert_eq!((status, &*log), (0, ""));
    for part in [
        "\"title\": \"from a.example.com\"",
        "\"title\": \"from b\"",
        "\"message\": \"m\"",
        "\"title\": \"d d of a.example.com 1\"",
        "\"source\": \"Class[C]\",\n      \"target\": \"Notify[from a.example.com]\"",
    ] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
    let (status, json, _) = compile("a.example.com", &["--exported-from", "store"]);
    assert_eq!((status, json.matches("\"title\": \"from ").count()), (0, 1));
    let (status, _, log) = compile("b", &["--exported-from", "nowhere"]);
    assert_eq!((status, log.contains("nowhere")), (1, true));
}

#[test]
fn queries_are_answered() {
    let resources = br#"[
        {"certname": "a", "type": "File", "title": "/x", "exported": true, "tags": ["t"],
         "parameters": {"mode": "0644", "owner": {"n": 1}}},
        {"certname": "b", "type": "File", "title": "/y", "exported": false, "tags": []}]"#;
    let check = |query: &str, want: &str| {
        let code = format!("notice(puppetdb_query({query}))");
        let folder = Folder::new(&[("db.json", resources), ("site.pp", code.as_bytes())]);
        let (_, _, log) = folder.run(&[
            "compile",
            "--manifest",
            "site.pp",
            "--exported-from",
            "db.json",
        ]);
        assert!(log.contains(want), "{query}: {want} is not in {log}");
    };
    for (query, want) in [
        (
            "'nodes[certname] {}'",
            ": [{certname => a}, {certname => b}]",
        ),
        (
            "'nodes[certname] { order by certname desc limit 1 }'",
            ": [{certname => b}]",
        ),
        (
            "'resources[title] { parameters.owner.n >= 1 }'",
            ": [{title => /x}]",
        ),
        (
            "'resources[title] { tag = \"T\" or title ~ \"^/z\" }'",
            ": [{title => /x}]",
        ),
        (
            "'resources[title] { file is null and !(exported = true) }'",
            ": [{title => /y}]",
        ),
        (
            "'resources[count()] { type in [\"File\", \"User\"] }'",
            ": [{count => 2}]",
        ),
        (
            "'nodes[certname] { resources { title = \"/y\" } }'",
            ": [{certname => b}]",
        ),
        (
            "['from', 'resources', ['extract', ['title'], ['=', ['parameter', 'mode'], '0644']]]",
            ": [{title => /x}]",
        ),
        (
            "['from', 'nodes', ['in', 'certname', ['extract', 'certname', ['select_resources', ['=', 'title', '/x']]]]]",
            "certname => a",
        ),
        ("'events { }'", "knows nothing of 'events'"),
        ("'nodes { certname = }'", "PQL: '}' is no value"),
        ("['nodes']", "does not begin with 'from'"),
    ] {
        check(query, want);
    }
}

#[cfg(unix)]
#[test]
fn commands_classify() {
    use std::os::unix::fs::PermissionsExt;
    let script = b"#!/bin/sh\necho \"classes: {c: {p: $1}}\"\necho 'parameters: {x: 5}'\n";
    let site = b"class c($p) { notice($p, $x) }";
    let folder = Folder::new(&[("enc.sh", script), ("site.pp", site)]);
    let path = folder.0.join("enc.sh");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(path, mode).expect("writable");
    let run = |enc: &str| folder.run(&["compile", "n1", "--manifest", "site.pp", "--enc", enc]);
    let (status, _, log) = run("./enc.sh");
    assert_eq!((status, &*log), (0, "Notice: Scope(Class[C]): n1 5\n"));
    let (status, _, log) = run("false");
    let failed = log.contains("Failed to find n1 via exec: false");
    assert_eq!((status, failed), (1, true), "{log}");
    let (status, _, log) = run("./nothing");
    assert_eq!((status, &*log), (1, "Error: ./nothing: no such file\n"));
}

#[test]
fn cycles_are_reported_and_drawn() {
    let code = b"class p { notify { 'a': } } class q { notify { 'b': } } include p, q
        Class['p'] -> Class['q'] -> Class['p'] notify { '<x>': require => Notify['<x>'] }";
    let folder = Folder::new(&[("site.pp", code), ("fine.pp", b"notify { 'a': }")]);
    let run = |site: &str, file: &str| {
        let (status, _, log) = folder.run(&["compile", "--manifest", site, "--cycles", file]);
        let drawn = std::fs::read_to_string(folder.0.join(file)).expect("written");
        (status, log, drawn)
    };
    let (status, log, drawn) = run("site.pp", "c.dot");
    let want = "Error: Found 2 dependency cycles:\n(Notify[<x>] => Notify[<x>])\\n\
        (Notify[a] => Class[P] => Class[Q] => Notify[b] => Class[Q] => Class[P] => Notify[a])\\n\
        Try the '--graph' option";
    assert_eq!((status, log.starts_with(want)), (1, true), "{log}");
    assert!(drawn.contains("\"Notify[<x>]\" -> \"Notify[<x>]\""));
    let (_, _, drawn) = run("site.pp", "c.svg");
    assert!(drawn.contains("Notify[&lt;x&gt;]") && drawn.ends_with("</svg>\n"));
    let (status, log, _) = run("fine.pp", "c.dot");
    assert_eq!((status, &*log), (0, ""));
}

#[test]
fn classifiers_choose_environments() {
    let enc = b"a: {environment: stage}\nb: {environment: production}\nc: {classes: {}}\n\
        d: {environment: lost}\ne: {environment: prod}\nf: {environment: [a]}\n";
    let site = |name: &str| {
        let text = "notice(\"NAME ${environment} ${server_facts['environment']} ${m::f()}\")";
        text.replace("NAME", name)
    };
    let (prod, stage) = (site("prod"), site("stage"));
    let folder = Folder::new(&[
        ("enc.yaml", enc),
        ("prod/manifests/site.pp", prod.as_bytes()),
        (
            "prod/modules/m/functions/f.pp",
            b"function m::f() { 'first' }",
        ),
        ("stage/manifests/site.pp", stage.as_bytes()),
        (
            "stage/modules/m/functions/f.pp",
            b"function m::f() { 'second' }",
        ),
    ]);
    let environment = [
        "compile",
        "--environment",
        "prod",
        "--enc",
        "enc.yaml",
        "-o",
        "out/",
    ];
    let run = |node: &str| {
        let (status, _, log) = folder.run(&[&environment[..], &[node]].concat());
        (status, log.replace("Notice: Scope(Class[main]): ", ""))
    };
    assert_eq!(run("a"), (0, "stage stage stage second\n".to_owned()));
    assert_eq!(
        run("b"),
        (0, "prod production production first\n".to_owned())
    );
    assert_eq!(
        run("c"),
        (0, "prod production production first\n".to_owned())
    );
    assert_eq!(run("e"), (0, "prod prod prod first\n".to_owned()));
    let (status, log) = run("d");
    let want = "Error: Could not find a directory environment named 'lost' anywhere in the path: ";
    assert_eq!((status, log.starts_with(want)), (1, true), "{log}");
    let want = "Error: enc.yaml: `environment` is not a name (node f)\n";
    assert_eq!(run("f"), (1, want.to_owned()));
}

#[cfg(target_os = "linux")]
#[test]
fn what_killed_runs_left_is_swept() {
    let folder = Folder::new(&[
        ("site.pp", b"notify { 'a': }"),
        ("out/a.json.4294967295.part", b"{"),
        ("out/a.json.1.part", b"{"),
        ("out/other.part", b"{"),
    ]);
    let (status, _, log) = folder.run(&["compile", "n", "--manifest", "site.pp", "-o", "out/"]);
    assert_eq!((status, &*log), (0, ""));
    assert_eq!(
        folder.names("out"),
        ["a.json.1.part", "n.json", "other.part"]
    );
}
