//! Tests `bunraku fleet`: many nodes, their results, and runs that end early.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::Folder;
use serde_json::Value;

const SITE: &[u8] = b"notify { \"on ${trusted['certname']}\": }
if $role == 'odd' { warning(\"odd ${trusted['certname']}\") }
if $role == 'bad' { File <| |> notify { 'x': } notify { 'x': } }
";

/// Makes an environment `env`, and facts of nodes with these roles.
fn site(code: &[u8], roles: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(&[("env/manifests/site.pp", code)]);
    fs::create_dir_all(folder.0.join("facts")).expect("writable");
    for (node, role) in roles {
        put_facts(&folder, node, role);
    }
    folder
}

fn put_facts(folder: &Folder, node: &str, role: &str) {
    let path = folder.0.join(format!("facts/{node}.json"));
    fs::write(path, format!("{{\"role\": \"{role}\"}}")).expect("writable");
}

const START: [&str; 5] = ["fleet", "--environment", "env", "--facts", "facts"];

fn fleet(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    folder.run(&[&START[..], arguments].concat())
}

fn json(folder: &Folder, path: &str) -> Value {
    let text = fs::read(folder.0.join(path)).expect("a file");
    serde_json::from_slice(&text).expect("JSON")
}

/// Returns the files of a folder with their bytes.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(root).expect("a folder").flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    files
        .map(|entry| {
            let bytes = fs::read(entry.path()).expect("readable");
            (entry.file_name().to_string_lossy().into_owned(), bytes)
        })
        .collect()
}

#[test]
fn what_came_of_each_node() {
    let folder = site(
        SITE,
        &[
            ("a.x", "plain"),
            ("b.x", "bad"),
            ("c.x", "odd"),
            ("d.x", "odd"),
            ("e.x", "bad"),
        ],
    );
    let junit = ["--junit", "junit.xml"];
    let (status, out, log) = fleet(&folder, &[&["-o", "out"][..], &junit].concat());
    assert_eq!(status, 1, "{log}");
    assert_eq!(
        folder.names("out"),
        ["a.x.json", "c.x.json", "d.x.json", "fleet"]
    );
    for line in log.lines() {
        let is_named = ["a.x: ", "b.x: ", "c.x: ", "d.x: ", "e.x: ", "bunraku: "];
        assert!(is_named.iter().any(|head| line.starts_with(head)), "{line}");
    }
    assert!(
        log.contains("c.x: Warning: Scope(Class[main]): odd c.x\n"),
        "{log}"
    );
    assert!(log.contains("b.x: Error: Evaluation Error: "), "{log}");
    assert!(
        log.contains("bunraku: 5 of 5 nodes done, 2 failed\n"),
        "{log}"
    );
    for part in [
        "Errors:\n  2 nodes, for example b.x:\n",
        "Warnings:\n  2 nodes, for example c.x:\n      odd c.x\n",
        "\n3 of 5 catalogs compiled, 2 failed; ",
    ] {
        assert!(out.contains(part), "{part} is not in {out}");
    }
    let summary = json(&folder, "out/fleet/summary.json");
    assert_eq!(summary["version"], 1);
    assert_eq!(summary["ended"], "complete");
    assert_eq!(summary["counts"]["failed"], 2);
    assert_eq!(summary["nodes"]["a.x"]["status"], "compiled");
    assert_eq!(summary["nodes"]["b.x"]["messages"][0]["line"], 3);
    assert_eq!(summary["causes"][0]["nodes"], 2);
    assert_eq!(summary["causes"][1]["message"], "odd ...");
    let costs = json(&folder, "out/fleet/costs.json");
    assert!(
        costs["nodes"]["a.x"]["heap_bytes"].as_u64() > Some(0),
        "{costs}"
    );
    let junit = fs::read_to_string(folder.0.join("junit.xml")).expect("written");
    for part in [
        "tests=\"5\"",
        "failures=\"2\"",
        "<testcase name=\"a.x\"",
        "DUPLICATE",
    ] {
        assert!(
            junit.to_uppercase().contains(&part.to_uppercase()),
            "{part} is not in {junit}"
        );
    }
    // a node that no longer compiles loses its catalog of the earlier run
    put_facts(&folder, "a.x", "bad");
    let (status, out, log) = fleet(&folder, &["-q", "-o", "out"]);
    assert_eq!((status, &*out), (1, ""));
    assert_eq!(folder.names("out"), ["c.x.json", "d.x.json", "fleet"]);
    // errors are shown by cause, and not for each node
    assert!(
        log.starts_with("Errors:\n  3 nodes, for example a.x:\n"),
        "{log}"
    );
    assert!(
        log.ends_with("2 of 5 catalogs compiled, 3 failed\n"),
        "{log}"
    );
    assert!(!log.contains("a.x: "), "{log}");
    // without a folder nothing is stored
    let (status, out, _) = fleet(&folder, &["c.x", "d.*"]);
    assert_eq!(
        (status, out.contains("2 of 2 catalogs compiled; ")),
        (0, true)
    );
    let (_, _, log) = fleet(&folder, &["--messages", "json"]);
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert!(line["node"].is_string(), "{line}");
    }
}

#[test]
fn nodes_are_selected() {
    let folder = site(b"", &[("db1.x", ""), ("web1.x", ""), ("web2.x", "")]);
    let run = |words: &[&str]| {
        let _ = fs::remove_dir_all(folder.0.join("out"));
        let (status, _, log) = fleet(&folder, &[&["-o", "out"][..], words].concat());
        match status {
            0 => (0, folder.names("out").join(" ")),
            status => (status, log),
        }
    };
    let all = "db1.x.json fleet web1.x.json web2.x.json";
    assert_eq!(run(&[]), (0, all.to_owned()));
    assert_eq!(run(&["web*", "/^db/"]), (0, all.to_owned()));
    assert_eq!(run(&["web2.x"]), (0, "fleet web2.x.json".to_owned()));
    for (words, want) in [
        (
            &["wbe2.x"][..],
            "Error: there is no node 'wbe2.x'; did you mean 'web2.x'?\n",
        ),
        (&["mail*"], "Error: no node's name matches 'mail*'\n"),
    ] {
        assert_eq!(run(words), (2, want.to_owned()));
    }
    for words in [&["/(/"][..], &["--shard", "3/2"], &["--resume", "-o", ""]] {
        assert_eq!(run(words).0, 2, "{words:?}");
    }
    let (status, _, log) = folder.run(&["fleet", "--environment", "env"]);
    assert_eq!((status, log.contains("--facts")), (2, true), "{log}");
    // files that no fleet has written are not overwritten
    let (status, _, log) = fleet(&folder, &["-o", "facts"]);
    assert_eq!(
        (status, log.contains("facts/db1.x.json: ")),
        (1, true),
        "{log}"
    );
    assert_eq!(
        folder.names("facts"),
        ["db1.x.json", "web1.x.json", "web2.x.json"]
    );
}

#[test]
fn nodes_that_are_gone_leave_nothing_behind() {
    let folder = site(SITE, &[("a", "even"), ("b", "even"), ("c", "even")]);
    let names = |folder: &Folder| files(&folder.0.join("out")).into_keys().collect::<Vec<_>>();
    assert_eq!(fleet(&folder, &["-o", "out"]).0, 0);
    fs::remove_file(folder.0.join("facts/b.json")).expect("removable");
    // a run over some nodes says nothing about the others
    assert_eq!(fleet(&folder, &["-o", "out", "--shard", "1/1"]).0, 0);
    assert_eq!(names(&folder), ["a.json", "b.json", "c.json"]);
    put_facts(&folder, "b", "even");
    assert_eq!(fleet(&folder, &["-o", "out"]).0, 0);
    fs::remove_file(folder.0.join("facts/b.json")).expect("removable");
    let (code, out, log) = fleet(&folder, &["-o", "out"]);
    assert_eq!(code, 0, "{out}{log}");
    assert!(
        log.contains("removed the results of 1 nodes that are gone, for example b"),
        "{log}"
    );
    assert_eq!(names(&folder), ["a.json", "c.json"]);
}

#[test]
fn a_file_may_have_facts_of_nodes_with_plain_names() {
    let folder = site(SITE, &[]);
    let facts = br#"{"web1": {"role": "even"}, "web2": {"role": "odd"}}"#;
    fs::write(folder.0.join("nodes.json"), facts).expect("writable");
    let arguments = ["fleet", "--environment", "env", "--facts", "nodes.json"];
    let (code, out, log) = folder.run(&arguments);
    assert_eq!(code, 0, "{out}{log}");
    assert!(
        log.contains("web2: Warning: Scope(Class[main]): odd web2"),
        "{log}"
    );
    let one = [&arguments[..], &["web1"]].concat();
    assert!(folder.run(&one).1.starts_with("1 of 1 catalogs compiled"));
}

#[test]
fn names_reach_nothing_outside_of_the_folder() {
    let long = "n".repeat(300);
    let facts = format!("../evil: {{fqdn: x}}\ngood.x: {{fqdn: x}}\n{long}: {{fqdn: x}}\n");
    let folder = Folder::new(&[
        ("env/manifests/site.pp", b""),
        ("evil.json", b"{}"),
        ("facts.yaml", facts.as_bytes()),
    ]);
    for _ in 0..2 {
        let (status, _, log) = folder.run(&[
            "fleet",
            "--environment",
            "env",
            "--facts",
            "facts.yaml",
            "-o",
            "out",
        ]);
        assert_eq!(status, 1);
        assert_eq!(folder.names("out"), ["fleet", "good.x.json"]);
        assert!(
            log.contains("../evil: Error: Invalid node name '../evil'\n"),
            "{log}"
        );
        assert!(log.contains("File name too long"), "{log}");
        assert_eq!(
            fs::read(folder.0.join("evil.json")).expect("still there"),
            b"{}"
        );
    }
    let summary = folder.0.join("out/fleet/summary.json");
    let text = fs::read_to_string(&summary).expect("written");
    fs::write(&summary, text.replace("\"good.x\": {", "\"../evil2\": {")).expect("writable");
    let (status, _, log) = folder.run(&["fleet", "merge", "out", "-o", "all"]);
    assert_eq!(
        (status, log.contains("'../evil2' is not the name of a node")),
        (1, true),
        "{log}"
    );
}

#[test]
fn it_stops_after_errors() {
    let roles: Vec<(String, &str)> = (0..9).map(|at| (format!("n{at}"), "bad")).collect();
    let roles: Vec<(&str, &str)> = roles.iter().map(|(node, role)| (&**node, *role)).collect();
    let folder = site(SITE, &roles);
    for (options, failed) in [(&["--fail-fast"][..], 1), (&["--max-errors", "3"], 3)] {
        let more = ["-j", "1", "-o", "out"];
        let (status, out, _) = fleet(&folder, &[&more[..], options].concat());
        assert_eq!(status, 1);
        let missing = 9 - failed;
        let want =
            format!("0 of 9 catalogs compiled, {failed} failed, {missing} not done (stopped); ");
        assert!(out.contains(&want), "{out}");
        let summary = json(&folder, "out/fleet/summary.json");
        assert_eq!(summary["ended"], "stopped");
        assert_eq!(summary["nodes"]["n8"]["status"], "missing");
    }
}

/// Writes the facts of copies of the example's nodes. Each copy has different facts.
fn example_facts(folder: &Folder, copies: usize) {
    let example = example();
    fs::create_dir_all(folder.0.join("facts")).expect("writable");
    for (node, name) in [("web01", "web"), ("db01", "db"), ("lab7", "lab")] {
        let path = example.join(format!("facts/{node}.example.com.json"));
        let text = fs::read_to_string(path).expect("readable");
        for at in 0..copies {
            let new = format!("{name}{at:03}");
            let text = text.replace(node, &new);
            let path = folder.0.join(format!("facts/{new}.example.com.json"));
            fs::write(path, text).expect("writable");
        }
    }
}

fn example() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/control-repo")
}

#[test]
fn threads_and_shards_change_no_byte() {
    let folder = Folder::new(&[]);
    example_facts(&folder, 20);
    let environment = example().to_string_lossy().into_owned();
    let run = |words: &[&str]| {
        let start = ["fleet", "--environment", &environment, "--facts", "facts"];
        let (status, _, log) = folder.run(&[&start[..], words].concat());
        assert_eq!(status, 0, "{log}");
    };
    run(&["-o", "one", "-j", "1"]);
    run(&["-o", "two", "-j", "2"]);
    run(&["-o", "off", "-j", "2", "--jit", "off"]);
    let shards = ["shard1", "shard2", "shard3"];
    for (shard, index) in shards.iter().zip(["1/3", "2/3", "3/3"]) {
        run(&["-o", shard, "--shard", index]);
    }
    let (status, out, log) = folder.run(&[&["fleet", "merge", "-o", "all"][..], &shards].concat());
    assert_eq!(status, 0, "{log}");
    assert!(out.contains("60 of 60 catalogs compiled; "), "{out}");
    let one = files(&folder.0.join("one"));
    assert_eq!(one.len(), 60);
    for other in ["two", "off", "all"] {
        assert!(files(&folder.0.join(other)) == one, "{other} differs");
        let summary = |of: &str| json(&folder, &format!("{of}/fleet/summary.json"));
        assert_eq!(summary(other), summary("one"), "{other}");
    }
    // folders that do not fit together
    let merge = |folders: &[&str]| {
        let (status, _, log) =
            folder.run(&[&["fleet", "merge", "-o", "new"][..], folders].concat());
        assert_eq!(status, 1, "{folders:?}");
        log
    };
    assert_eq!(merge(&shards[..2]), "Error: shard 3/3 is missing\n");
    assert!(merge(&["one", "shard1"]).contains("number of shards: none and 3"));
    assert!(merge(&["one", "nowhere"]).contains("nowhere/fleet/summary.json: "));
    let changed = folder.0.join("two/db000.example.com.json");
    let text = fs::read_to_string(&changed).expect("readable");
    fs::write(&changed, text.replacen("db000", "db999", 1)).expect("writable");
    assert!(merge(&["one", "two"]).contains("one and two differ in the node db000.example.com"));
    fs::write(&changed, "{").expect("writable");
    assert!(merge(&["one", "two"]).contains("is not the catalog that the summary describes"));
    assert!(!folder.0.join("new").exists());
}

/// Makes a fleet of five nodes. The third waits until the file `go` exists.
fn waiting_site() -> Folder {
    let nodes = ["a", "b", "c", "d", "e"].map(|node| (node, "plain"));
    let folder = site(b"", &nodes);
    let root = folder.0.display().to_string();
    let wait =
        format!("for i in $(seq 600); do test -e {root}/go && exit 0; sleep 0.1; done; exit 1");
    fs::write(folder.0.join("wait"), wait).expect("writable");
    let code = format!(
        "notify {{ $trusted['certname']: }}\nif $trusted['certname'] == 'c' {{ generate('/bin/sh', '{root}/wait') }}\n"
    );
    fs::write(folder.0.join("env/manifests/site.pp"), code).expect("writable");
    folder
}

/// Starts a fleet with one thread, and returns when the second node is finished.
fn begun(folder: &Folder, more: &[&str]) -> (Child, impl Read) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args([&START[..], &["-j", "1", "-o", "out"], more].concat())
        .current_dir(&folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut log = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !line.starts_with("bunraku: 2 of 5") {
        line.clear();
        assert!(
            log.read_line(&mut line).expect("a line") > 0,
            "it has ended"
        );
    }
    (child, log)
}

#[test]
fn a_run_that_was_killed_is_gone_on_with() {
    let folder = waiting_site();
    let (mut child, _) = begun(&folder, &[]);
    child.kill().expect("it runs");
    let _ = child.wait();
    assert_eq!(folder.names("out"), ["a.json", "b.json", "fleet"]);
    // a line that was written incompletely
    let journal = folder.0.join("out/fleet/journal.jsonl");
    let mut text = fs::read_to_string(&journal).expect("a journal");
    text.push_str("{\"node\":\"c\",\"inp");
    fs::write(&journal, text).expect("writable");
    fs::write(folder.0.join("go"), "").expect("writable");
    let before = fs::metadata(folder.0.join("out/a.json"))
        .expect("there")
        .modified()
        .ok();
    let (status, out, log) = fleet(&folder, &["-o", "out", "--resume"]);
    assert_eq!(status, 0, "{log}");
    assert!(
        log.contains("bunraku: an earlier run finished 2 nodes\n"),
        "{log}"
    );
    assert!(out.contains("5 of 5 catalogs compiled; "), "{out}");
    let after = fs::metadata(folder.0.join("out/a.json"))
        .expect("there")
        .modified()
        .ok();
    assert_eq!(before, after);
    // the result is the same as that of one run
    let (status, _, log) = fleet(&folder, &["-o", "whole"]);
    assert_eq!(status, 0, "{log}");
    assert!(files(&folder.0.join("out")) == files(&folder.0.join("whole")));
    let summary =
        |of: &str| fs::read(folder.0.join(format!("{of}/fleet/summary.json"))).expect("there");
    assert!(summary("out") == summary("whole"));
    // changed nodes are compiled again
    put_facts(&folder, "b", "new");
    fs::remove_file(folder.0.join("out/d.json")).expect("it was there");
    let (_, _, log) = fleet(&folder, &["-o", "out", "--resume"]);
    let want = "bunraku: an earlier run finished 3 nodes; 1 compiled again: their facts have changed since\n";
    assert!(log.contains(want), "{log}");
    assert!(folder.0.join("out/d.json").exists());
    fs::write(folder.0.join("env/manifests/more.pp"), "notify { 'more': }").expect("writable");
    let (_, _, log) = fleet(&folder, &["-o", "out", "--resume"]);
    assert!(
        log.contains("; 5 compiled again: the code has changed since\n"),
        "{log}"
    );
    let (_, _, log) = fleet(
        &folder,
        &["-o", "out", "--resume", "--setting", "strict=warning"],
    );
    assert!(
        log.contains("options or bunraku itself have changed since\n"),
        "{log}"
    );
}

#[test]
fn signals_end_it_with_what_is_done() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let folder = waiting_site();
        let (mut child, mut log) = begun(&folder, &[]);
        let sent = Command::new("sh")
            .args(["-c", &format!("kill -{signal} {}", child.id())])
            .status();
        assert!(sent.expect("a shell").success());
        let mut rest = String::new();
        log.read_to_string(&mut rest).expect("text");
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(status), "{rest}");
        assert!(!rest.contains("Error"), "{rest}");
        assert_eq!(folder.names("out"), ["a.json", "b.json", "fleet"]);
        let summary = json(&folder, "out/fleet/summary.json");
        assert_eq!(summary["ended"], "interrupted");
        assert_eq!(summary["counts"]["missing"], 3);
        assert_eq!(summary["counts"]["failed"], 0);
    }
}

#[test]
fn one_fleet_at_a_time_writes_to_a_folder() {
    let folder = waiting_site();
    let (mut child, _) = begun(&folder, &[]);
    let (status, _, log) = fleet(&folder, &["-o", "out"]);
    assert_eq!(
        (
            status,
            log.contains("another fleet is writing to this folder")
        ),
        (1, true),
        "{log}"
    );
    child.kill().expect("it runs");
    let _ = child.wait();
}

#[test]
fn the_fleet_goes_before_what_was_exported_earlier() {
    let roles = [("a", "plain"), ("b", "all")];
    let folder = site(EXPORTS.as_bytes(), &roles);
    let resource = |node: &str, title: &str| {
        format!(
            "{{\"certname\": \"{node}\", \"type\": \"Notify\", \"title\": \"{title}\", \
             \"exported\": true, \"tags\": [\"known\"], \"parameters\": {{}}}}"
        )
    };
    let store = [resource("z", "outside"), resource("a", "of before")].join(",");
    fs::write(folder.0.join("store.json"), format!("[{store}]")).expect("writable");
    let more = ["--exported", "--exported-from", "store.json", "-o", "out"];
    let (status, _, log) = fleet(&folder, &more);
    assert_eq!(status, 0, "{log}");
    let catalog = fs::read_to_string(folder.0.join("out/b.json")).expect("written");
    for (title, is_there) in [("outside", true), ("of a", true), ("of before", false)] {
        let has = catalog.contains(&format!("\"title\": \"{title}\""));
        assert_eq!(has, is_there, "{title}: {catalog}");
    }
}

/// Nodes that export resources about themselves. Some collect resources, and some export what they
/// have collected.
const EXPORTS: &str = "
@@notify { \"of ${trusted['certname']}\": tag => 'known' }
if $role in ['all', 'chain'] { Notify <<| tag == 'known' |>> }
if $role == 'ask' {
  $rows = puppetdb_query('resources[title] { exported = true order by title }')
  notify { 'seen': message => $rows.map |$row| { $row['title'] }.join(',') }
}
if $role == 'chain' {
  $rows = puppetdb_query('resources[title] { title ~ \"^link\" and exported = true }')
  @@notify { \"link of ${trusted['certname']} ${rows.length.min(2)}\": tag => 'link' }
}
";

#[test]
fn nodes_see_what_others_export() {
    let roles = [
        ("a", "plain"),
        ("b", "all"),
        ("c", "ask"),
        ("d", "all"),
        ("e", "chain"),
        ("f", "chain"),
    ];
    let folder = site(EXPORTS.as_bytes(), &roles);
    let (status, _, log) = fleet(&folder, &["--exported", "-o", "out"]);
    assert_eq!(status, 0, "{log}");
    // the same by hand: rounds until nothing changes
    for round in 0..6 {
        let more = match round {
            0 => vec![],
            _ => vec!["--exported-from", "store"],
        };
        let arguments = ["--exported-to", "next"].iter().chain(&more).copied();
        let by_hand: Vec<&str> = [
            "compile",
            "--environment",
            "env",
            "--facts",
            "facts",
            "-o",
            "hand",
        ]
        .into_iter()
        .chain(arguments)
        .collect();
        let (_, _, log) = folder.run(&by_hand);
        assert!(!log.contains("Error") || round == 0, "{log}");
        let _ = fs::remove_dir_all(folder.0.join("store"));
        fs::rename(folder.0.join("next"), folder.0.join("store")).expect("written");
    }
    let (ours, by_hand) = (files(&folder.0.join("out")), files(&folder.0.join("hand")));
    assert_eq!(ours.len(), 6);
    for (name, bytes) in &by_hand {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(
            ours.get(name).map(|it| text(it)),
            Some(text(bytes)),
            "{name}"
        );
    }
    // resumes a run in which nothing is left to do, then one in which a single node is left
    let (status, _, log) = fleet(&folder, &["--exported", "-o", "out", "--resume"]);
    assert!(
        status == 0 && log.contains("an earlier run finished 6 nodes\n"),
        "{log}"
    );
    fs::remove_file(folder.0.join("out/b.json")).expect("it was there");
    let (status, _, log) = fleet(&folder, &["--exported", "-o", "out", "--resume"]);
    assert_eq!(status, 0, "{log}");
    assert!(files(&folder.0.join("out")) == ours);
}

#[test]
fn exports_that_find_no_rest_are_an_error() {
    let code = b"
        @@notify { \"of ${trusted['certname']}\": }
        $rows = puppetdb_query('resources[title] { title ~ \"^last\" and exported = true }')
        if $role == 'flip' { if $rows.empty { @@notify { 'last': } } }
        if $role == 'see' { notify { 'rows': message => \"${rows.length}\" } }
    ";
    let folder = site(code, &[("a", "flip"), ("b", "see"), ("c", "flip")]);
    let (status, out, log) = fleet(&folder, &["--exported", "-o", "out"]);
    assert_eq!(status, 1, "{log}");
    let want = "The exported resources do not settle: after 3 rounds they still change on a, c, \
                because they depend on collected resources";
    assert!(
        log.contains(&format!("a: Error: {want} on node a\n")),
        "{log}"
    );
    assert!(out.contains("0 of 3 catalogs compiled, 3 failed"), "{out}");
    assert_eq!(folder.names("out"), ["fleet"]);
    let summary = json(&folder, "out/fleet/summary.json");
    assert_eq!(summary["causes"][0]["code"], "EXPORTS_OSCILLATE");
}

#[test]
fn chains_of_exports_settle() {
    let code = b"
        $before = Integer($role) - 1
        $rows = puppetdb_query(\"resources { title = 'step ${before}' and exported = true }\")
        if $before == 0 or !$rows.empty { @@notify { \"step ${role}\": } }
    ";
    let names: Vec<(String, String)> = (1..=20)
        .map(|at| (format!("n{at:02}"), at.to_string()))
        .collect();
    let roles: Vec<(&str, &str)> = names
        .iter()
        .map(|(node, role)| (node.as_str(), role.as_str()))
        .collect();
    let folder = site(code, &roles);
    let (status, out, log) = fleet(&folder, &["--exported", "-o", "out"]);
    assert_eq!(status, 0, "{log}");
    assert!(out.contains("20 of 20 catalogs compiled"), "{out}");
    let last = json(&folder, "out/fleet/exported/n20.json").to_string();
    assert!(last.contains("step 20"), "{last}");
}

#[test]
fn data_elsewhere_counts_when_a_run_goes_on() {
    let code = b"notify { lookup('word'): }  notify { lookup('other'): }";
    let folder = site(code, &[("a", "x")]);
    let elsewhere = folder.0.join("elsewhere");
    let put = |path: &str, text: String| {
        let path = folder.0.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    let config = |folder: &str| {
        format!("version: 5\nhierarchy:\n  - {{name: a, datadir: {folder}, path: a.yaml}}\n")
    };
    put("global/hiera.yaml", config("values"));
    put("global/values/a.yaml", "word: one\n".to_owned());
    put("env/hiera.yaml", config(&elsewhere.display().to_string()));
    put("elsewhere/a.yaml", "other: first\n".to_owned());
    let arguments = ["-o", "out", "--hiera-config", "global/hiera.yaml"];
    let (status, _, log) = fleet(&folder, &arguments);
    assert_eq!(status, 0, "{log}");
    let resumed = [&arguments[..], &["--resume"]].concat();
    for (path, text, word) in [
        ("global/values/a.yaml", "word: second\n", "second"),
        ("elsewhere/a.yaml", "other: third\n", "third"),
    ] {
        put(path, text.to_owned());
        let (_, _, log) = fleet(&folder, &resumed);
        let catalog = json(&folder, "out/a.json").to_string();
        assert!(catalog.contains(word), "{log}{catalog}");
    }
    let (_, _, log) = fleet(&folder, &resumed);
    assert!(log.contains("an earlier run finished 1 node"), "{log}");
}
