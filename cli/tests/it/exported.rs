//! Tests exported resources of other nodes, and classifiers that are commands.

use crate::common::Folder;

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
fn collecting_what_there_is_already_fails() {
    let resource = |node: &str, title: &str, tags: &str| {
        format!(
            r#"{{"certname": "{node}", "type": "Notify", "title": "{title}", "exported": true,
                "tags": [{tags}], "parameters": {{"message": "of {node}"}}}}"#
        )
    };
    let store = [
        resource("a", "x", r#""notify", "one""#),
        resource("b", "x", r#""notify""#),
        resource("n", "own", r#""notify""#),
    ];
    let store = format!("[{}]", store.join(","));
    let run = |code: &str| {
        let folder = Folder::new(&[
            ("site.pp", code.as_bytes()),
            ("store.json", store.as_bytes()),
        ]);
        let args = ["compile", "n", "--manifest", "site.pp"];
        folder.run(&[&args[..], &["--exported-from", "store.json"]].concat())
    };
    let duplicate = "Error: A duplicate resource was found while collecting exported resources, \
                     with the type and title Notify[x] on node n\n";
    for code in [
        "Notify <<| |>>",
        "notify { x: } Notify <<| tag == one |>>",
        "@notify { x: } Notify <<| tag == one |>>",
        "@@notify { x: } Notify <<| tag == one |>>",
        "Notify <<| tag == one |>> Notify <<| tag != one |>>",
    ] {
        let (status, _, log) = run(code);
        assert_eq!((status, &*log), (1, duplicate), "{code}");
    }
    // one resource may be collected twice, and a missing parameter equals undef
    let (status, json, log) = run("Notify <<| tag == one |>> Notify <<| message == 'of a' |>>
        Notify <<| loglevel == undef |>>");
    assert_eq!((status, &*log), (0, ""));
    assert_eq!(json.matches("\"type\": \"Notify\"").count(), 1, "{json}");
}

/// Three nodes of two environments. `c` has facts and no catalog of its own.
const CATALOGS: &[u8] = br#"[
    {"certname": "a.example.com", "environment": "production",
     "resources": [
        {"type": "File", "title": "/x", "exported": true, "tags": ["file", "web"], "line": 3,
         "parameters": {"mode": "0644", "owner": {"n": 1}, "list": ["p", "q"]}},
        {"type": "Package", "title": "nginx", "exported": false, "tags": ["package"], "file": "/s.pp",
         "line": 9, "parameters": {"ensure": "1.7.0", "weight": 2}}],
     "edges": [{"source": "Class[main]", "target": "File[/x]"}]},
    {"certname": "b.example.com", "environment": "stage",
     "resources": {"data": [
        {"type": "File", "title": "/y", "exported": false, "tags": [], "parameters": {}},
        {"type": "Package", "title": "nginx", "exported": false, "tags": ["package"],
         "parameters": {"ensure": "1.8.0", "weight": 5}}]}}]"#;

const FACTS: &[u8] = br#"{"a.example.com": {"os": {"family": "Debian"}, "cpus": 4,
     "disks": [{"size": 10}, {"size": 20}], "mounts": {"sda1": {"at": "/"}, "sdb1": {"at": "/home"}}},
    "b.example.com": {"os": {"family": "RedHat"}, "cpus": 2.0},
    "c.example.com": {"os": {"family": "Debian"}, "cpus": 8, "it's": "\n"}}"#;

/// Returns the log of code that runs queries.
fn asked(queries: &[&str]) -> String {
    let code: String = queries
        .iter()
        .map(|query| format!("notice(puppetdb_query({query}))\n"))
        .collect();
    let files: [(&str, &[u8]); 3] = [
        ("db.json", CATALOGS),
        ("facts.json", FACTS),
        ("site.pp", code.as_bytes()),
    ];
    let folder = Folder::new(&files);
    let (_, _, log) = folder.run(&[
        "compile",
        "a.example.com",
        "--manifest",
        "site.pp",
        "--facts",
        "facts.json",
        "--exported-from",
        "db.json",
    ]);
    log.replace(".example.com", "")
}

/// Runs several queries in one evaluation and checks the answers.
fn check(queries: &[(&str, &str)]) {
    let log = asked(&queries.iter().map(|(query, _)| *query).collect::<Vec<_>>());
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), queries.len(), "{log}");
    for ((query, want), line) in queries.iter().zip(lines) {
        let got = line.strip_prefix("Notice: Scope(Class[main]): ");
        assert_eq!(got, Some(*want), "{query}");
    }
}

#[test]
fn queries_compare() {
    check(&[
        (
            "'resources[title] { node_state = \"active\" and title ~ \"^/\" }'",
            "[{title => /x}, {title => /y}]",
        ),
        ("'nodes[certname] { node_state = \"inactive\" }'", "[]"),
        (
            "'resources[title] { parameters.owner.n >= 1 }'",
            "[{title => /x}]",
        ),
        (
            "'resources[title] { tag = \"WEB\" or title ~ \"^/z\" }'",
            "[{title => /x}]",
        ),
        (
            "'resources[title] { tags = \"web\" and parameters.list = \"q\" }'",
            "[{title => /x}]",
        ),
        (
            "'resources[title] { line is null and !(exported = true) and title !~ \"ng\" }'",
            "[{title => /y}]",
        ),
        (
            "'resources[certname] { parameters.weight != 2 and type = \"Package\" }'",
            "[{certname => b}]",
        ),
        (
            "'resources[line] { line is not null order by line desc }'",
            "[{line => 9}, {line => 3}]",
        ),
        (
            "\"facts[certname] { value = 'Debian' or value = '\\\\n' }\"",
            "[]",
        ),
        ("'facts[certname] { value = \"\\n\" }'", "[{certname => c}]"),
        (
            "'facts[certname] { name = \"it\\u0027s\" }'",
            "[{certname => c}]",
        ),
        (
            "'inventory[certname] { facts.os.family = \"Debian\" and facts.cpus > 4 }'",
            "[{certname => c}]",
        ),
        (
            "'inventory[certname] { facts.disks[1].size = 20 }'",
            "[{certname => a}]",
        ),
        (
            "'inventory[certname] { facts.mounts.match(\"sd[b-z].\").at = \"/home\" }'",
            "[{certname => a}]",
        ),
        (
            "'fact_contents[path] { path ~> [\"disks\", \".*\", \"size\"] and value < 20 }'",
            "[{path => [disks, 0, size]}]",
        ),
        (
            "'fact_contents[value] { path = [\"disks\", 1, \"size\"] }'",
            "[{value => 20}]",
        ),
        (
            "'fact_contents[certname, name] { value ~ \"Red\" }'",
            "[{certname => b, name => os}]",
        ),
        (
            "['from', 'nodes', ['extract', 'certname', ['=', ['fact', 'cpus'], 2]]]",
            "[{certname => b}]",
        ),
        (
            "['from', 'nodes', ['extract', 'certname', ['=', ['node', 'active'], false]]]",
            "[]",
        ),
        (
            "['from', 'resources', ['extract', ['title'], ['=', ['parameter', 'mode'], '0644']]]",
            "[{title => /x}]",
        ),
        (
            "'[\"from\", \"resources\", [\"extract\", \"title\", [\"null?\", \"file\", false]]]'",
            "[{title => nginx}]",
        ),
    ]);
}

#[test]
fn queries_look_into_others() {
    check(&[
        (
            "'nodes[certname] { resources { title = \"/y\" } }'",
            "[{certname => b}]",
        ),
        (
            "'nodes[certname] { facts { name = \"cpus\" and value > 2 } and catalogs { } }'",
            "[{certname => a}]",
        ),
        (
            "'facts[certname, value] { name = \"cpus\" and fact_contents { value = 2.0 } }'",
            "[{certname => b, value => 2.0}]",
        ),
        (
            "'environments[name] { resources { title = \"/x\" } }'",
            "[{name => production}]",
        ),
        (
            "'nodes[certname] { certname in [\"a.example.com\", \"c.example.com\"] }'",
            "[{certname => a}, {certname => c}]",
        ),
        (
            "'nodes[certname] { certname in resources[certname] { parameters.ensure = \"1.8.0\" } }'",
            "[{certname => b}]",
        ),
        (
            "'resources[certname] { [type, title] in [[\"File\", \"/y\"], [\"File\", \"/z\"]] }'",
            "[{certname => b}]",
        ),
        (
            "['from', 'nodes', ['extract', ['certname'], ['in', 'certname', ['extract', 'certname', ['select_resources', ['=', 'title', '/x']]]]]]",
            "[{certname => a}]",
        ),
        (
            "['from', 'facts', ['extract', ['value'], ['and', ['=', 'name', 'cpus'], ['in', ['certname'], ['from', 'resources', ['extract', ['certname'], ['=', 'title', '/y']]]]]]]",
            "[{value => 2.0}]",
        ),
        (
            "['from', 'edges', ['subquery', 'nodes', ['~', 'certname', '^a']]]",
            "[{certname => a, environment => production, relationship => contains, source_type => Class, source_title => main, target_type => File, target_title => /x}]",
        ),
    ]);
}

#[test]
fn queries_order_and_count() {
    check(&[
        (
            "'nodes[certname] { order by certname desc limit 1 }'",
            "[{certname => c}]",
        ),
        (
            "'nodes[certname] { limit 1 offset 1 order by certname }'",
            "[{certname => b}]",
        ),
        (
            "'resources[title] { type = \"Package\" order by parameters.weight desc, certname }'",
            "[{title => nginx}, {title => nginx}]",
        ),
        (
            "'resources[certname] { type = \"Package\" order by parameters.weight desc }'",
            "[{certname => b}, {certname => a}]",
        ),
        (
            "'resources[count()] { type in [\"File\", \"User\"] }'",
            "[{count => 2}]",
        ),
        (
            "'resources[type, count(line)] { group by type order by type }'",
            "[{type => File, count => 1}, {type => Package, count => 1}]",
        ),
        (
            "'resources[sum(parameters.weight), min(title), max(line)] { }'",
            "[{sum => 7, min => /x, max => 9}]",
        ),
        (
            "'facts[avg(value)] { name = \"cpus\" and certname in [\"a.example.com\", \"b.example.com\"] }'",
            "[{avg => 3.0}]",
        ),
        ("'nodes[count()] { certname = \"none\" }'", "[{count => 0}]"),
        (
            "'environments[] { order by name }'",
            "[{name => production}, {name => stage}]",
        ),
        (
            "['from', 'resources', ['extract', [['function', 'count'], 'certname'], ['group_by', 'certname']], ['order_by', [['certname', 'desc']]], ['limit', 1]]",
            "[{count => 2, certname => b}]",
        ),
    ]);
}

#[test]
fn queries_that_are_not_answered_say_so() {
    for (query, want) in [
        ("'events { }'", "knows nothing of 'events'"),
        ("'nodes { certname = }'", "PQL: '}' is no value"),
        ("'nodes { certname = \"a }'", "PQL: a text does not end"),
        ("'nodes { certname = \"a\" } x'", "PQL: unexpected 'x'"),
        (
            "'nodes { title = \"a\" }'",
            "'nodes' have no field 'title' here; they have certname",
        ),
        (
            "'nodes { certname.x = 1 }'",
            "the field 'certname' of 'nodes' has no parts",
        ),
        (
            "'resources[total()] { }'",
            "the function 'total' is not understood here",
        ),
        (
            "'nodes[certname] { certname ~ \"(\" }'",
            "regex parse error",
        ),
        (
            "'nodes { certname in resources[certname, title] { } }'",
            "'in' compares 1 fields with 2",
        ),
        ("'nodes { order by nope }'", "'nodes' have no field 'nope'"),
        ("['nodes']", "does not begin with 'from'"),
        (
            "['from', 'nodes', ['near', 'certname', 1]]",
            "the operator 'near' with 2 operands",
        ),
        ("[]", "expects"),
    ] {
        let log = asked(&[query]);
        assert!(log.contains(want), "{query}: {want} is not in {log}");
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
    let failed = log.contains("Failed to find n1 via exec: Execution of 'false n1' returned 1:");
    assert_eq!((status, failed), (1, true), "{log}");
    let (status, _, log) = run("./nothing");
    assert_eq!((status, &*log), (1, "Error: ./nothing: no such file\n"));
}

#[test]
fn cycles_are_reported_and_drawn() {
    let code = b"class p { notify { 'a': } } class q { notify { 'b': } } include p, q
        Class['p'] -> Class['q'] -> Class['p'] notify { '<x>': require => Notify['<x>'] }";
    let files = b"file { ['/a', '/a/b']: ensure => directory } notify { 'n': }
        File['/a/b'] -> Notify['n'] -> [File['/a/b'], File['/a']]";
    let folder = Folder::new(&[
        ("site.pp", code),
        ("files.pp", files),
        ("fine.pp", b"notify { 'a': }"),
    ]);
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
    let (_, log, drawn) = run("files.pp", "c.dot");
    assert!(
        log.contains("(File[/a/b] => Notify[n] => File[/a/b])"),
        "{log}"
    );
    let want = "\"File[/a/b]\" -> \"Notify[n]\" -> \"File[/a/b]\"\n\
        \"File[/a/b]\" -> \"Notify[n]\" -> \"File[/a]\" -> \"File[/a/b]\"\n}\n";
    assert!(drawn.ends_with(want), "{drawn}");
    let (_, _, drawn) = run("site.pp", "c.svg");
    assert!(drawn.contains("Notify[&lt;x&gt;]") && drawn.ends_with("</svg>\n"));
    let (status, log, _) = run("fine.pp", "c.dot");
    assert_eq!((status, &*log), (0, ""));
}

#[test]
fn equally_short_cycles_are_tried_in_the_order_of_an_agent() {
    let cases = [
        // `before` is tried before `notify`
        (
            "notify { ['a', 'b', 'e']: } Notify['a'] ~> Notify['b'] -> Notify['a']
             Notify['a'] -> Notify['e'] -> Notify['a']",
            "(Notify[a] => Notify[e] => Notify[a])",
        ),
        // after a resource, the end of its container is tried before related containers
        (
            "define d() { notify { \"d${title}\": } } d { ['y', 'z']: } file { ['/a', '/b']: }
             Notify['dy'] -> D['y'] D['y'] -> File['/a'] File['/a'] -> Notify['dy']",
            "(File[/a] => Notify[dy] => D[y] => File[/a])",
        ),
        // but such a container is tried first if it comes earlier in the catalog
        (
            "class c0 { notify { 'c0': } } class c1 { contain c0 } include c1
             define d() { notify { \"d${title}\": } } d { ['y1', 'y0']: }
             Notify['dy1'] -> Class['c0'] D['y1'] -> D['y0'] D['y1'] -> Notify['c0']
             Class['c1'] -> Notify['dy1']",
            "(Notify[c0] => Class[C0] => Class[C1] => Notify[dy1] => Class[C0] => Notify[c0])",
        ),
        (
            "stage { pre: } Stage[pre] -> Stage[main] -> Stage[pre]",
            "(Class[Main] => Class[Main] => Stage[main] => Stage[pre] => Stage[pre] => \
             Stage[main] => Class[Main])",
        ),
    ];
    for (code, want) in cases {
        let folder = Folder::new(&[("site.pp", code.as_bytes())]);
        let args = ["compile", "--manifest", "site.pp", "--cycles", "c.dot"];
        let (_, _, log) = folder.run(&args);
        assert!(log.contains(want), "{want} is not in {log}");
    }
}

#[test]
fn classifiers_choose_environments() {
    let enc = b"a: {environment: stage}\nb: {environment: production}\nc: {classes: {}}\n\
        d: {environment: lost}\ne: {environment: prod}\nf: {environment: [a]}\n";
    let site = |name: &str| {
        let text = "notice(\"NAME ${environment} ${server_facts['environment']} ${m::f()}\")
            unless $settings::environment == 'production' { fail('the setting stays') }";
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
    let (status, log) = run("f");
    let want = "Error: undefined method `name' for [\"a\"]:Array\n";
    assert_eq!((status, log.starts_with(want)), (1, true), "{log}");
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

/// A classifier may answer with data of any shape.
#[cfg(unix)]
#[test]
fn classifiers_say_odd_things() {
    let site = b"class a { notice('a') } class b($x = 1) { notice($x) }";
    let folder = Folder::new(&[("site.pp", site), ("enc.sh", b"#!/bin/sh\ncat said\n")]);
    let path = folder.0.join("enc.sh");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(path, mode).expect("writable");
    let run = |said: &str| {
        std::fs::write(folder.0.join("said"), said).expect("writable");
        let (_, _, log) = folder.run(&[
            "compile",
            "n1",
            "--manifest",
            "site.pp",
            "--enc",
            "./enc.sh",
        ]);
        log.lines()
            .next()
            .unwrap_or_default()
            .replace("Error: ", "")
    };
    let unloadable = "Could not load external node results for n1: ";
    for (said, want) in [
        ("classes: [a]\nunknown: 1", "Notice: Scope(Class[A]): a"),
        (":classes: [a]", "Notice: Scope(Class[A]): a"),
        (
            "classes: ['a b']\nparameters: {facts: 1}",
            "Invalid tag 'a b' on node n1",
        ),
        (
            "parameters: {module_name: a}",
            "Cannot reassign variable '$module_name' on node n1",
        ),
        (
            "parameters: &a {x: *a}",
            &format!("{unloadable}a value contains itself, or is nested too deeply"),
        ),
        ("[[classes, [a]]]", "Notice: Scope(Class[A]): a"),
        ("classes: {b: {x: 2}, a: }", "Notice: Scope(Class[B]): 2"),
        (
            "classes: a",
            "undefined method `collect' for \"a\":String on node n1",
        ),
        (
            "classes: [~]",
            "undefined method `[]' for nil:NilClass on node n1",
        ),
        (
            "classes: {a: 1}",
            "undefined method `empty?' for 1:Integer on node n1",
        ),
        (
            "parameters: [p]",
            "no implicit conversion of String into Integer",
        ),
        ("parameters: 1", "undefined method `[]=' for 1:Integer"),
        ("parameters: :x", "undefined method `[]=' for :x:Symbol"),
        ("environment: 1", "undefined method `name' for 1:Integer"),
        // if both are wrong, the environment is reported
        (
            "parameters: 1\nenvironment: 2",
            "undefined method `name' for 2:Integer",
        ),
        (
            "1: 2",
            &format!("{unloadable}key is a Integer, not a string or symbol"),
        ),
        (
            "a",
            &format!("{unloadable}undefined method `each_with_object' for \"a\":String"),
        ),
        ("", "Could not find node n1"),
        (" \n", "Could not find node n1"),
        (
            "parameters: {trusted: 1, environment: x}\nclasses: [a]",
            "Notice: Scope(Class[A]): a",
        ),
    ] {
        assert_eq!(run(said), want, "{said}");
    }
}

#[test]
fn queries_leave_out_what_is_absent() {
    check(&[
        (
            "'resources[title] { not (line < 5) }'",
            "[{title => nginx}]",
        ),
        (
            "'resources[title] { not (line < 5) or line is null }'",
            "[{title => nginx}, {title => /y}, {title => nginx}]",
        ),
        (
            "'resources[title] { not (line < 5 and type = \"File\") }'",
            "[{title => nginx}, {title => nginx}]",
        ),
        (
            "'resources[title] { parameters.mode != \"0644\" and type = \"File\" }'",
            "[{title => /y}]",
        ),
        ("'resources[title] { not (parameters.weight > 1) }'", "[]"),
        (
            "['from', 'resources', ['extract', ['title'], ['and', ['=', 'type', 'File'], ['not', ['=', ['parameter', 'mode'], '0644']]]]]",
            "[{title => /y}]",
        ),
        (
            "'inventory[certname] { !(facts.disks[0].size = 10) }'",
            "[]",
        ),
        ("'nodes[certname] { !(deactivated = 1) }'", "[]"),
        (
            "['from', 'nodes', ['extract', 'certname', ['not', ['=', ['fact', 'disks'], 2]]]]",
            "[{certname => a}, {certname => b}, {certname => c}]",
        ),
    ]);
}

#[test]
fn queries_tell_names_and_paths_of_facts() {
    check(&[
        ("'fact_names { }'", "[cpus, disks, it's, mounts, os]"),
        (
            "['from', 'fact_names', ['~', 'name', '^.[po]'], ['order_by', [['name', 'desc']]]]",
            "[mounts, cpus]",
        ),
        (
            "'fact_paths[path, type] { path ~> [\"cpus\"] order by type }'",
            "[{path => [cpus], type => float}, {path => [cpus], type => integer}]",
        ),
        (
            "'fact_paths[depth] { path = [\"disks\", 1, \"size\"] }'",
            "[{depth => 2}]",
        ),
    ]);
    let log = asked(&["'nodes[to_string(catalog_timestamp, \"DY\")] { }'"]);
    assert!(log.contains("'to_string' formats times"), "{log}");
}
