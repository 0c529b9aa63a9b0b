//! Tests `--reads` and `--changed-since`: the nodes that a change touches, and the reasons.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::Folder;

/// Makes an environment with three nodes, each with a role.
fn site() -> Folder {
    Folder::new(&[
        ("env/manifests/site.pp", b"include role\nnode default { }\n"),
        (
            "env/modules/role/manifests/init.pp",
            b"class role { include \"role::${facts['role']}\" }\n",
        ),
        (
            "env/modules/role/manifests/web.pp",
            b"class role::web(Integer $port, $text = 'x') {\n  file { '/web': content => epp('role/web.epp', { port => $port }) }\n  if defined('web::extra') { include web::extra }\n}\n",
        ),
        (
            "env/modules/role/manifests/db.pp",
            b"class role::db($size = lookup('size', undef, undef, 1)) {\n  notify { \"db ${size}\": message => generate('/bin/cat', '/proc/sys/kernel/ostype') }\n  warning('a log')\n}\n",
        ),
        ("env/modules/role/templates/web.epp", b"<%- | $port | -%>\nport <%= $port %>\n"),
        (
            "env/hiera.yaml",
            b"version: 5\nhierarchy:\n  - {name: all, paths: ['nodes/%{trusted.certname}.yaml', common.yaml]}\n",
        ),
        ("env/data/common.yaml", b"role::web::port: 80\nother: 1\n"),
        ("facts/web1.yaml", b"role: web\nunread: 1\n"),
        ("facts/web2.yaml", b"role: web\n"),
        ("facts/db.yaml", b"role: db\n"),
        ("facts/bad.yaml", b"role: none\n"),
    ])
}

fn bunraku(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let fixed = ["compile", "--environment", "env", "--facts", "facts"];
    folder.run(&[&fixed[..], arguments].concat())
}

/// Returns the nodes that are listed as touched, with the reasons.
fn touched(folder: &Folder, since: &str) -> Vec<String> {
    let arguments = [
        "--changed-since",
        since,
        "--output",
        "out/",
        "--list-changed",
    ];
    let (status, out, log) = bunraku(folder, &arguments);
    assert_eq!((status, log.as_str()), (0, ""));
    let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
    lines.pop();
    let root = folder.0.join("env").to_string_lossy().into_owned();
    lines
        .iter()
        .map(|line| line.replace(&root, "ENV"))
        .collect()
}

fn catalogs(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).expect("there");
    let mut all: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    all.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    all.sort();
    let text = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("readable");
        let lines = text.lines().filter(|line| !line.contains("\"version\""));
        lines.collect::<Vec<_>>().join("\n")
    };
    all.into_iter()
        .map(|path| {
            (
                PathBuf::from(path.file_name().expect("a name")),
                text(&path),
            )
        })
        .collect()
}

/// Checks that compiling only what changed reports and writes the same as compiling everything.
fn same_as_all(folder: &Folder) {
    let (status, _, log) = bunraku(folder, &["--changed-since", "out", "--output", "out/"]);
    let (status_all, _, log_all) = bunraku(folder, &["--output", "all/"]);
    assert_eq!((status, log), (status_all, log_all));
    assert_eq!(
        catalogs(&folder.0.join("out")),
        catalogs(&folder.0.join("all"))
    );
}

#[test]
fn a_change_touches_the_nodes_that_have_read_it() {
    let folder = site();
    let (status, _, log) = bunraku(&folder, &["--reads", "--output", "out/"]);
    assert!(
        status == 1 && log.contains("a log") && log.contains("role::none"),
        "{log}"
    );
    assert_eq!(touched(&folder, "out"), Vec::<String>::new());
    let write = |path: &str, text: &str| {
        let path = folder.0.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    let expect = |expected: &[&str]| {
        assert_eq!(touched(&folder, "out"), expected);
        same_as_all(&folder);
        assert_eq!(touched(&folder, "out"), Vec::<String>::new());
    };
    // a key that no node reads, one that two nodes read, and one that was looked up but not found
    write("env/data/common.yaml", "role::web::port: 80\nother: 2\n");
    expect(&[]);
    write("env/data/common.yaml", "role::web::port: 81\nother: 2\n");
    let key = "the key role::web::port of ENV/data/common.yaml changed";
    expect(&[&format!("web1: {key}"), &format!("web2: {key}")]);
    write(
        "env/data/common.yaml",
        "role::web::port: 81\nother: 2\nsize: 5\n",
    );
    expect(&["db: the key size of ENV/data/common.yaml changed"]);
    // a file of the hierarchy that did not exist
    write("env/data/nodes/web1.yaml", "unread: 1\n");
    expect(&[]);
    write("env/data/nodes/web1.yaml", "role::web::text: y\n");
    expect(&["web1: the key role::web::text of ENV/data/nodes/web1.yaml changed"]);
    // a template, a class that was loaded, and one that did not exist
    write(
        "env/modules/role/templates/web.epp",
        "<%- | $port | -%>\nport is <%= $port %>\n",
    );
    let template = "ENV/modules/role/templates/web.epp changed";
    expect(&[&format!("web1: {template}"), &format!("web2: {template}")]);
    write(
        "env/modules/web/manifests/extra.pp",
        "class web::extra { notify { 'extra': } }\n",
    );
    let lines = touched(&folder, "out");
    assert!(
        lines.len() == 2 && lines.iter().all(|line| line.starts_with("web")),
        "{lines:?}"
    );
    same_as_all(&folder);
    write(
        "env/modules/role/manifests/none.pp",
        "class role::none { }\n",
    );
    expect(&["bad: the files that may define role::none changed"]);
    // facts
    write("facts/web1.yaml", "role: web\nunread: 2\nmore: 3\n");
    expect(&[]);
    write("facts/web1.yaml", "role: db\n");
    expect(&["web1: the fact role changed"]);
    // a removed catalog, and a new node
    fs::remove_file(folder.0.join("out/web2.json")).expect("there");
    write("facts/new.yaml", "role: db\n");
    expect(&[
        "new: it was not compiled before",
        "web2: its catalog is not there",
    ]);
    // a file that all nodes depend on
    write("env/environment.conf", "modulepath = modules:more\n");
    assert_eq!(touched(&folder, "out").len(), 5);
    same_as_all(&folder);
}

#[test]
fn the_time_and_commands_are_asked_again() {
    let folder = site();
    fs::write(
        folder.0.join("env/modules/role/manifests/web.pp"),
        "class role::web { notify { String(Timestamp()): } }\n",
    )
    .expect("writable");
    fs::write(folder.0.join("word"), "one").expect("writable");
    let word = folder.0.join("word");
    let code = format!(
        "class role::db {{ notify {{ generate('/bin/cat', '{}'): }} }}\n",
        word.display()
    );
    fs::write(folder.0.join("env/modules/role/manifests/db.pp"), code).expect("writable");
    let nodes = ["web1", "db"];
    let (status, _, log) = bunraku(
        &folder,
        &[&nodes[..], &["--reads", "--output", "out/"]].concat(),
    );
    assert_eq!((status, log.as_str()), (0, ""));
    let list = || {
        let arguments = [&nodes[..], &["--changed-since", "out", "--list-changed"]].concat();
        bunraku(&folder, &arguments).1
    };
    assert_eq!(
        list(),
        "web1: it depends on the time\n1 of 2 nodes are touched\n"
    );
    fs::write(word, "two").expect("writable");
    assert!(
        list().contains("db: the output of the command /bin/cat"),
        "{}",
        list()
    );
}

#[test]
fn catalogs_go_to_another_folder() {
    let folder = site();
    bunraku(&folder, &["--reads", "--output", "out/"]);
    fs::write(
        folder.0.join("env/data/common.yaml"),
        "size: 3\nrole::web::port: 80\n",
    )
    .expect("writable");
    let (status, _, _) = bunraku(&folder, &["--changed-since", "out", "--output", "new/"]);
    assert_eq!(status, 1);
    let names = |path: &str| {
        catalogs(&folder.0.join(path))
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names("new"), names("out"));
    assert_ne!(
        catalogs(&folder.0.join("new")),
        catalogs(&folder.0.join("out"))
    );
    // the new folder has its own read sets
    let (_, out, _) = bunraku(&folder, &["--changed-since", "new", "--list-changed"]);
    assert_eq!(out, "0 of 4 nodes are touched\n");
}

#[test]
fn a_commit_is_compared() {
    let folder = site();
    let git = |arguments: &[&str]| {
        let done = Command::new("git")
            .args(["-c", "user.name=n", "-c", "user.email=e@example.com", "-C"])
            .arg(folder.0.join("env"))
            .args(arguments)
            .output();
        done.is_ok_and(|done| done.status.success())
    };
    if !git(&["init", "-q"]) {
        // without git there is nothing to test
        return;
    }
    assert!(git(&["add", "."]) && git(&["commit", "-q", "-m", "one"]));
    bunraku(&folder, &["--reads", "--output", "out/"]);
    assert_eq!(touched(&folder, "HEAD"), Vec::<String>::new());
    fs::write(
        folder.0.join("env/data/common.yaml"),
        "role::web::port: 80\nother: 1\nsize: 7\n",
    )
    .expect("writable");
    fs::write(
        folder.0.join("env/modules/role/manifests/none.pp"),
        "class role::none { }\n",
    )
    .expect("writable");
    let expected = ["bad", "db"];
    let names = |since: &str| -> Vec<String> {
        let lines = touched(&folder, since);
        lines
            .iter()
            .filter_map(|line| line.split(':').next().map(str::to_owned))
            .collect()
    };
    assert_eq!(names("HEAD"), expected);
    bunraku(&folder, &["--changed-since", "out"]);
    // the nodes have been compiled, but they still differ from the commit
    assert_eq!(
        (names("out"), names("HEAD")),
        (vec![], expected.map(str::to_owned).to_vec())
    );
    assert!(git(&["add", "."]) && git(&["commit", "-q", "-m", "two"]));
    assert_eq!(names("HEAD"), Vec::<String>::new());
    assert_eq!(names("HEAD~1"), expected);
    let (status, _, log) = bunraku(&folder, &["--changed-since", "nowhere", "--output", "out/"]);
    assert!(
        status == 1 && log.contains("nowhere is neither a folder nor a commit"),
        "{log}"
    );
}

#[test]
fn wrong_input_is_told() {
    let folder = site();
    let check = |arguments: &[&str], status: i32, words: &str| {
        let (found, _, log) = bunraku(&folder, arguments);
        assert!(
            found == status && log.contains(words),
            "{arguments:?}: {found} {log}"
        );
    };
    check(&["--reads"], 2, "--output");
    check(&["--list-changed"], 2, "--changed-since");
    check(&["web1", "--reads", "--output", "one.json"], 1, "end in /");
    fs::create_dir_all(folder.0.join("empty")).expect("writable");
    check(
        &["--changed-since", "empty", "--output", "out/"],
        1,
        "empty: there are no read sets",
    );
    for text in [
        "",
        "bunraku reads 1\n",
        "bunraku reads 1\nx and some more text than an answer has",
        "{}",
    ] {
        fs::write(folder.0.join("empty/reads.bunraku"), text).expect("writable");
        check(
            &["--changed-since", "empty", "--output", "out/"],
            1,
            "empty/reads.bunraku: ",
        );
    }
}
