//! Tests `bunraku diff` on files and folders of catalogs.

use std::fs;

use crate::common::Folder;
use serde_json::{Value, json};

/// Returns a catalog of a node with one file.
fn catalog(node: &str, content: &str, more: &[Value]) -> String {
    let mut resources = vec![json!({
        "type": "File", "title": "/etc/motd", "tags": ["file"], "file": "/env/manifests/site.pp", "line": 3,
        "exported": false,
        "parameters": {"content": content, "mode": "0644", "options": {"a": [1, 2], "b": true}},
    })];
    resources.extend_from_slice(more);
    let catalog = json!({
        "tags": ["settings"], "name": node, "version": content.len(), "environment": "production",
        "resources": resources,
        "edges": [{"source": "Class[Main]", "target": "File[/etc/motd]"}],
        "classes": ["settings"],
    });
    format!("{catalog:#}\n")
}

fn package(name: &str) -> Value {
    json!({"type": "Package", "title": name, "tags": ["package"], "exported": false,
        "parameters": {"ensure": "installed", "password": "secret"}, "sensitive_parameters": ["password"]})
}

/// Makes the folders `old` and `new` with catalogs of three nodes.
fn folders() -> Folder {
    let old = |node: &str| catalog(node, "one\ntwo\nthree\n", &[package("gone")]);
    let new =
        |node: &str| catalog(node, "one\n2\nthree\n", &[package("ntp")]).replace("0644", "0600");
    let files = [
        ("old/a.json", old("a")),
        ("old/b.json", old("b")),
        ("old/c.json", old("c")),
        ("old/only.json", old("only")),
        ("new/a.json", new("a")),
        ("new/b.json", new("b")),
        ("new/c.json", old("c")),
        ("same/a.json", old("a")),
        (
            "same/b.json",
            old("b").replace("\"version\": 14", "\"version\": 15"),
        ),
        ("same/c.json", old("c")),
        ("same/only.json", old("only")),
    ];
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    Folder::new(&files)
}

const TEXT: &str = "--- old
+++ new

- only on the old side: only

2 nodes: a, b
  ~ File[/etc/motd]  /env/manifests/site.pp:3
      content:
        @@ -1,3 +1,3 @@
         one
        -two
        +2
         three
      mode: '0644' → '0600'
  - Package[gone]
      - ensure => 'installed'
      - password => Sensitive [value redacted]
  + Package[ntp]
      + ensure => 'installed'
      + password => Sensitive [value redacted]

4 nodes: 1 equal, 2 different, 1 removed
resources: 1 added, 1 removed, 1 changed
";

#[test]
fn folders_are_compared_node_by_node() {
    let folder = folders();
    let (status, text, log) = folder.run(&["diff", "old", "new"]);
    assert_eq!((status, &*text, &*log), (2, TEXT, ""));
    let (status, by_nodes, _) = folder.run(&["diff", "old", "new", "--by", "nodes", "-j", "1"]);
    assert_eq!((status, &*by_nodes), (2, TEXT));
    let (status, text, log) = folder.run(&["diff", "old", "same"]);
    let end = "--- old\n+++ same\n\n4 nodes: 4 equal\n";
    assert_eq!((status, &*text, &*log), (0, end, ""));
}

#[test]
fn what_is_not_wanted_is_left_out() {
    let folder = folders();
    fs::copy(
        folder.0.join("old/only.json"),
        folder.0.join("new/only.json"),
    )
    .expect("copied");
    let shown = |options: &[&str]| {
        let (status, text, _) = folder.run(&[&["diff", "old", "new"], options].concat());
        let heads = text
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let heads: Vec<&str> = heads
            .filter_map(|line| line.split_whitespace().nth(1))
            .collect();
        (status, heads.join(" "))
    };
    for (options, status, expected) in [
        (&["--ignore", "Package"][..], 2, "File[/etc/motd]"),
        (
            &["--ignore", "package[g*]", "--ignore", "File[/etc/*]"],
            2,
            "Package[ntp]",
        ),
        (&["--only", "Package[ntp]"], 2, "Package[ntp]"),
        (&["--only", "Service"], 0, ""),
        (
            &["--ignore-tagged", "package", "--ignore-attr", "content"],
            2,
            "File[/etc/motd]",
        ),
        (
            &[
                "--ignore-tagged",
                "package",
                "--ignore-attr",
                "content",
                "--ignore-attr",
                "File[*]{mode}",
            ],
            0,
            "",
        ),
    ] {
        assert_eq!(shown(options), (status, expected.to_owned()), "{options:?}");
    }
    let (status, _, log) = folder.run(&["diff", "old", "new", "--ignore", "File[a"]);
    assert_eq!(status, 1, "{log}");
}

#[test]
fn parts_that_nodes_have_in_common_are_shown_once() {
    let text = |node: &str, server: &str| {
        format!("# {node}\nkeep\nserver {server}\nmore\nrestrict {node}\n")
    };
    let names = ["a", "b", "c"];
    let mut files: Vec<(String, String)> = Vec::new();
    for node in names {
        let old = catalog(node, &text(node, "one"), &[]);
        let new = catalog(node, &text(node, "two"), &[]);
        // one node also has a difference of its own
        let new = if node == "c" {
            new.replace("0644", "0600")
        } else {
            new
        };
        files.push((format!("old/{node}.json"), old));
        files.push((format!("new/{node}.json"), new));
    }
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_bytes()))
        .collect();
    let folder = Folder::new(&files);
    let (_, out, _) = folder.run(&["diff", "old", "new"]);
    let expected = "\
--- old
+++ new

3 nodes: a, b, c
  ~ File[/etc/motd]  /env/manifests/site.pp:3
      content:
        @@
         keep
        -server one
        +server two
         more

c
  ~ File[/etc/motd]  /env/manifests/site.pp:3
      mode: '0644' → '0600'
";
    assert!(out.starts_with(expected), "{out}");
    let (_, out, _) = folder.run(&["diff", "old", "new", "--format", "json"]);
    let out: Value = serde_json::from_str(&out).expect("it is JSON");
    let first = &out["shared"][0];
    assert_eq!(first["groups"].as_array().map(Vec::len), Some(3));
    assert_eq!(first["sections"][0]["about"], "File[/etc/motd]");
    let server = json!({"kind": "line_added", "line": "server two"});
    let rows = first["sections"][0]["rows"].as_array();
    assert!(rows.is_some_and(|rows| rows.contains(&server)), "{first}");
    assert_eq!(
        out["shared"][1]["sections"][0]["rows"],
        json!([{"kind": "changed", "path": "mode", "old": "'0644'", "new": "'0600'"}])
    );
}

#[test]
fn binary_data_is_described() {
    let of = |byte: &str| catalog("a", &format!("\u{0}{byte}\n").repeat(1000), &[]);
    let (old, new) = (of("x"), of("y"));
    let folder = Folder::new(&[("a.json", old.as_bytes()), ("b.json", new.as_bytes())]);
    let (_, out, _) = folder.run(&["diff", "a.json", "b.json"]);
    let start = "- binary, 3,000 bytes, SHA-256 ";
    let is_described = out.lines().any(|line| line.trim().starts_with(start));
    assert!(is_described && out.lines().count() < 12, "{out}");
}

#[test]
fn machines_get_one_document() {
    let folder = folders();
    let (status, text, _) = folder.run(&["diff", "old", "new", "--format", "json"]);
    assert_eq!(status, 2);
    let document: Value = serde_json::from_str(&text).expect("one document");
    assert_eq!(document["schema"], "bunraku-diff/1");
    assert_eq!(document["summary"]["different"], 2);
    assert_eq!(document["nodes"]["c"]["status"], "equal");
    assert_eq!(document["nodes"]["only"]["status"], "removed");
    assert_eq!(document["groups"][0]["nodes"], json!(["a", "b"]));
    let kinds: Vec<&str> = document["changes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["kind"].as_str())
        .collect();
    assert_eq!(
        kinds,
        ["resource_changed", "resource_removed", "resource_added"]
    );
    let attributes = &document["changes"][0]["attributes"];
    assert_eq!(attributes[1]["path"], json!(["mode"]));
    assert_eq!(attributes[1]["old"], json!({"value": "0644"}));
    assert_eq!(
        document["changes"][1]["parameters"]["password"],
        json!({"sensitive": true})
    );
    assert!(!text.contains("secret"));
}

#[test]
fn all_forms_are_files_too_and_hold_no_secrets() {
    let folder = folders();
    for format in ["text", "json", "markdown", "html"] {
        let (status, text, _) = folder.run(&["diff", "old", "new", "--format", format]);
        let (written, nothing, _) =
            folder.run(&["diff", "old", "new", "--format", format, "-o", "out"]);
        let file = fs::read_to_string(folder.0.join("out")).expect("written");
        assert_eq!((status, written, &*nothing), (2, 2, ""), "{format}");
        assert_eq!(file, text, "{format}");
        assert!(
            text.contains("/etc/motd") && !text.contains("secret"),
            "{text}"
        );
    }
    let (status, _, log) = folder.run(&["diff", "old", "new", "-o", "nowhere/out"]);
    assert_eq!((status, log.contains("nowhere/out")), (1, true), "{log}");
}

#[test]
fn markdown_has_a_bound() {
    let many: Vec<Value> = (0..3000)
        .map(|i| json!({"type": "Notify", "title": format!("n {i} ```"), "parameters": {"message": "<b>@all\n".repeat(i % 5)}}))
        .collect();
    let files = [
        ("old/a.json", catalog("a", "x", &[])),
        ("new/a.json", catalog("a", "x", &many)),
    ];
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    let folder = Folder::new(&files);
    let (status, text, _) = folder.run(&["diff", "old", "new", "--format", "markdown"]);
    assert_eq!(status, 2);
    assert!(
        text.len() <= 65_536 && text.len() > 50_000,
        "{}",
        text.len()
    );
    assert!(text.contains("lines left out here"), "{text}");
    // the titles do not end the code block
    assert_eq!(
        text.lines().filter(|line| line.starts_with("````")).count(),
        2
    );
}

#[test]
fn many_catalogs_may_come_from_one_file() {
    let folder = folders();
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).expect("a catalog");
    let list = format!("[{}, {}]", read("old/a.json"), read("old/b.json"));
    fs::write(folder.0.join("list.json"), list).expect("written");
    fs::write(
        folder.0.join("log"),
        format!("Notice: Compiled\n{}", read("new/a.json")),
    )
    .expect("written");
    let (status, text, _) = folder.run(&["diff", "list.json", "old"]);
    assert_eq!(
        (
            status,
            text.contains("+ only on the new side: 2 nodes: c, only")
        ),
        (2, true),
        "{text}"
    );
    // two files are compared whatever the nodes are called
    let (status, text, _) = folder.run(&["diff", "old/c.json", "new/b.json"]);
    assert_eq!((status, text.contains("c → b")), (2, true), "{text}");
    let (status, text, _) = folder.run(&["diff", "log", "new/a.json"]);
    assert_eq!(status, 0, "{text}");
}

#[test]
fn nodes_that_fail_are_differences() {
    let folder = folders();
    let failing = |message: &str| {
        json!({"version": 1, "nodes": {
            "a": {"status": "failed", "messages": [
                {"level": "warning", "message": "w"}, {"level": "err", "message": message, "file": "/x.pp", "line": 3}]},
            "b": {"status": "compiled"}}})
        .to_string()
    };
    fs::create_dir_all(folder.0.join("same/fleet")).expect("writable");
    fs::write(folder.0.join("same/fleet/summary.json"), failing("boom")).expect("written");
    let (status, text, _) = folder.run(&["diff", "old", "same"]);
    let expected = "! failing on the new side only: a\n    + boom (file: /x.pp, line: 3)\n";
    assert_eq!((status, text.contains(expected)), (2, true), "{text}");
    fs::create_dir_all(folder.0.join("old/fleet")).expect("writable");
    fs::write(folder.0.join("old/fleet/summary.json"), failing("boom")).expect("written");
    let (status, text, _) = folder.run(&["diff", "old", "same"]);
    assert_eq!(
        (status, text.contains("failing alike on both sides: a")),
        (0, true),
        "{text}"
    );
}

#[test]
fn errors_say_what_is_wrong() {
    let folder = folders();
    fs::write(
        folder.0.join("new/b.json"),
        "{\"resources\": [\n{\"type\": ",
    )
    .expect("written");
    let (status, text, log) = folder.run(&["diff", "old", "new"]);
    assert_eq!(status, 1);
    assert!(
        log.contains("Error: b: the new catalog: line 2: the text ends inside of a value"),
        "{log}"
    );
    assert!(
        text.contains("File[/etc/motd]"),
        "the other nodes are compared: {text}"
    );
    for (arguments, expected) in [
        (
            &["diff", "old", "nowhere"][..],
            "nowhere: No such file or directory",
        ),
        (
            &["diff", "old", "."],
            ". has neither catalogs (NODE.json) nor an environment",
        ),
        (&["diff", "-", "-"], "only one side can be standard input"),
        (&["diff"], "required"),
        (&["diff", "old", "new", "--format", "xml"], "xml"),
    ] {
        let (status, _, log) = folder.run(arguments);
        assert_eq!(
            (status, log.contains(expected)),
            (1, true),
            "{arguments:?}: {log}"
        );
    }
}

const SITE: &str = "node default { include base }
class base { file { '/etc/motd': content => \"hello from ${trusted['certname']}\\n\", mode => '0644' } }
";

/// Makes a repository with two commits and a changed work tree. Each node has facts.
fn repository() -> Folder {
    let folder = Folder::new(&[
        ("control/manifests/site.pp", SITE.as_bytes()),
        ("control/.gitignore", b"modules\n"),
        ("facts/a.json", b"{}"),
        ("facts/b.json", b"{}"),
    ]);
    let site =
        |text: &str| fs::write(folder.0.join("control/manifests/site.pp"), text).expect("written");
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    // a value that contains the path of the compilation is the same on both sides
    site(&SITE.replace(
        "mode => '0644'",
        "mode => '0600', owner => $settings::manifest",
    ));
    git(&folder, &["commit", "-q", "-a", "-m", "two"]);
    site(
        &SITE
            .replace(
                "mode => '0644'",
                "mode => '0600', owner => $settings::manifest",
            )
            .replace("hello", "bye"),
    );
    folder
}

fn git(folder: &Folder, arguments: &[&str]) {
    let mut command = std::process::Command::new("git");
    let control = folder.0.join("control");
    let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
    command
        .arg("-C")
        .arg(control)
        .args(identity)
        .args(arguments);
    let (status, _, log) = crate::common::ended(command.output());
    assert_eq!(status, 0, "{log}");
}

/// Checks that nothing is left of a comparison.
fn check_clean(folder: &Folder) {
    assert_eq!(
        folder
            .names("control/.git/")
            .iter()
            .filter(|name| *name == "worktrees")
            .count(),
        0
    );
    let id = format!("bunraku-diff-{}", std::process::id());
    assert!(
        !folder
            .names("tmp")
            .iter()
            .any(|name| name.starts_with("bunraku-diff-")),
        "{id}"
    );
}

fn run_in(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let tmp = folder.0.join("tmp");
    fs::create_dir_all(&tmp).expect("writable");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command
        .arg("diff")
        .args(arguments)
        .current_dir(&folder.0)
        .env("TMPDIR", tmp);
    crate::common::ended(command.output())
}

#[test]
fn revisions_are_compiled_in_work_trees_of_their_own() {
    let folder = repository();
    let inputs = ["--environment", "control", "--facts", "facts"];
    let diff = |range: &str| run_in(&folder, &[&[range][..], &inputs].concat());
    let (status, text, log) = diff("HEAD~1..HEAD");
    assert_eq!((status, &*log), (2, ""), "{text}");
    for part in [
        "2 nodes: a, b",
        "mode: '0644' → '0600'",
        "  ~ File[/etc/motd]",
        "2 nodes: 2 different",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let control = folder.0.canonicalize().expect("there").join("control");
    let control = control.display();
    assert!(
        text.contains(&format!("  {control}/manifests/site.pp:2")),
        "{text}"
    );
    assert!(
        text.contains(&format!("owner => '{control}/manifests")),
        "{text}"
    );
    check_clean(&folder);
    let (status, text, _) = diff("HEAD");
    assert_eq!(
        (
            status,
            text.contains("hello from a"),
            text.contains("owner")
        ),
        (2, true, false),
        "{text}"
    );
    assert!(text.contains("+++ work tree"), "{text}");
    let (status, text, _) = diff("HEAD..HEAD");
    assert_eq!(status, 0, "{text}");
    let (status, _, _) = diff("HEAD~1...HEAD");
    assert_eq!(status, 2);
    check_clean(&folder);
}

#[test]
fn nodes_of_a_revision_may_fail() {
    let folder = repository();
    let site = SITE.replace("'0644'", "$nothing");
    fs::write(folder.0.join("control/manifests/site.pp"), &site).expect("written");
    let arguments = ["HEAD", "--environment", "control", "--facts", "facts"];
    let (status, text, _) = run_in(&folder, &arguments);
    assert_eq!(status, 2);
    assert!(text.contains("! failing on the new side only: 2 nodes: a, b\n    + Evaluation Error: Unknown variable: 'nothing'"), "{text}");
    git(&folder, &["commit", "-q", "-a", "-m", "three"]);
    fs::write(
        folder.0.join("control/manifests/site.pp"),
        format!("\n\n{site}"),
    )
    .expect("written");
    let (status, text, _) = run_in(&folder, &arguments);
    assert_eq!(
        (
            status,
            text.contains("failing alike on both sides: 2 nodes: a, b")
        ),
        (1, true),
        "{text}"
    );
    check_clean(&folder);
}

#[test]
fn a_command_prepares_each_work_tree() {
    let folder = repository();
    let prepare = "mkdir -p modules/m/manifests && echo \"class m { notify { 'of $BUNRAKU_DIFF_SIDE': } }\" > modules/m/manifests/init.pp";
    fs::write(folder.0.join("control/manifests/site.pp"), "include m\n").expect("written");
    git(&folder, &["commit", "-q", "-a", "-m", "three"]);
    let arguments = [
        "HEAD..HEAD",
        "--environment",
        "control",
        "--facts",
        "facts",
        "--prepare",
        prepare,
    ];
    let (status, text, log) = run_in(&folder, &arguments);
    assert_eq!(status, 2, "{log}");
    assert!(
        text.contains("+ Notify[of new]") && text.contains("- Notify[of old]"),
        "{text}"
    );
    let failing = [
        "HEAD..HEAD",
        "--environment",
        "control",
        "--prepare",
        "echo no; exit 3",
    ];
    let (status, text, log) = run_in(&folder, &failing);
    assert_eq!((status, &*text), (1, ""));
    assert!(
        log.contains("no\n") && log.contains("--prepare failed on the old side: exit status: 3"),
        "{log}"
    );
    check_clean(&folder);
}

#[test]
fn a_signal_leaves_nothing() {
    use std::process::{Command, Stdio};
    let folder = repository();
    let tmp = folder.0.join("tmp");
    fs::create_dir_all(&tmp).expect("writable");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args([
            "diff",
            "HEAD~1..HEAD",
            "--environment",
            "control",
            "--prepare",
            "echo ready; exec sleep 600",
        ])
        .current_dir(&folder.0)
        .env("TMPDIR", &tmp)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    let errors = child.stderr.take().expect("a pipe");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(errors), &mut line).expect("a line");
    assert_eq!(line, "ready\n");
    let pid = nix::unistd::Pid::from_raw(child.id().cast_signed());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    check_clean(&folder);
}

#[test]
fn revisions_that_are_not_there_are_errors() {
    let folder = repository();
    for (range, expected) in [
        ("nothing..HEAD", "'nothing' is not a revision of "),
        (
            "HEAD..--upload-pack=x",
            "'--upload-pack=x' is not a revision of ",
        ),
    ] {
        let (status, _, log) = run_in(&folder, &[range, "--environment", "control"]);
        assert_eq!((status, log.contains(expected)), (1, true), "{log}");
    }
    let (status, _, log) = run_in(&folder, &["HEAD", "--environment", "facts"]);
    assert_eq!(
        (status, log.contains("not a git repository")),
        (1, true),
        "{log}"
    );
    check_clean(&folder);
}

#[test]
fn environments_are_compiled() {
    let folder = repository();
    fs::create_dir_all(folder.0.join("other/manifests")).expect("writable");
    fs::write(folder.0.join("other/manifests/site.pp"), SITE).expect("written");
    let (status, text, log) = run_in(
        &folder,
        &["control", "other", "--facts", "facts", "--node", "b"],
    );
    assert_eq!((status, &*log), (2, ""));
    assert!(
        text.contains("mode: '0600' → '0644'") && text.contains("1 node: 1 different"),
        "{text}"
    );
    // one side may be a folder of catalogs
    let compile = [
        "compile",
        "--environment",
        "other",
        "--facts",
        "facts",
        "--output",
        "stored",
    ];
    let (status, _, log) = folder.run(&compile);
    assert_eq!(status, 0, "{log}");
    let (status, text, _) = run_in(&folder, &["stored", "other", "--facts", "facts"]);
    assert_eq!(status, 0, "{text}");
    check_clean(&folder);
}
