//! Tests the options of the command line.

use std::fs;
use std::process::Command;

use crate::common::Folder;

/// The main manifest of an environment whose nodes log their facts, trusted data and classes.
const SITE: &str = "node 'broken' { fail('no') }
node default {
  notice($facts['a'], $trusted['extensions'], $x)
  notify { $trusted['certname']: }
}
class c($p = 0) { notice(\"c ${p}\") }
";

fn environment(more: &[(&str, &[u8])]) -> Folder {
    let site: (&str, &[u8]) = ("env/manifests/site.pp", SITE.as_bytes());
    Folder::new(&[&[site], more].concat())
}

#[test]
fn files_by_node_and_for_all() {
    let folder = environment(&[
        ("facts.yaml", b"n1: {a: 1, x: 1}\nn2: {a: 2, x: 2}\nn3: {}\n"),
        ("all.json", b"{\"a\": 3, \"x\": {}}"),
        ("trusted.json", b"{\"n1\": {\"extensions\": {\"e\": 1}}}"),
        ("trusted_all.json", b"{\"extensions\": {\"e\": 2}}"),
        ("enc.yaml", b"n1: {classes: {c: {p: 1}}}\nn2: {classes: [c], parameters: {x: 9}}\nn3:\n  parameters: 1\n"),
    ]);
    let run = |options: &[&str]| {
        let start = ["compile", "--environment", "env", "--format", "summary"];
        let (status, _, log) = folder.run(&[&start, options].concat());
        (status, log)
    };
    let per_node = [
        "n1",
        "n2",
        "--facts",
        "facts.yaml",
        "--trusted",
        "trusted.json",
    ];
    let want = "n1: Notice: Scope(Node[default]): 1 {e => 1} 1\nn2: Notice: Scope(Node[default]): 2 {} 2\n";
    assert_eq!(run(&per_node), (0, want.to_owned()));
    let for_all = ["n1", "--facts", "all.json", "--trusted", "trusted_all.json"];
    let want = "Notice: Scope(Node[default]): 3 {e => 2} {}\n";
    assert_eq!(run(&for_all), (0, want.to_owned()));
    let (status, log) = run(&[
        "n1",
        "n2",
        "n3",
        "--facts",
        "facts.yaml",
        "--enc",
        "enc.yaml",
    ]);
    assert_eq!(status, 1);
    for part in [
        "Scope(Class[C]): c 1\n",
        "The node parameter 'x' for node 'n2' was already set to '9'. It could not be set to '2'",
        "n3: Error: undefined method `[]=' for 1:Integer\n",
    ] {
        assert!(log.contains(part), "{part} is not in {log}");
    }
}

#[test]
fn facts_of_nodes_that_are_not_named() {
    let dotted = b"a.example.com: {a: 1, x: 1}\nb.example.com: {a: 2, x: 2}\n";
    let told = b"n1: {os: {family: Debian}, a: 1, x: 1}\nn2: {values: {hostname: n2, a: 2, x: 2}, name: n2}\n";
    let folder = environment(&[
        ("dotted.yaml", dotted),
        ("told.yaml", told),
        ("hashes.yaml", b"a: {b: 1}\nx: {c: 2}\n"),
        ("os.yaml", b"os: {family: Debian}\na: {os: 1}\nx: {os: 2}\n"),
    ]);
    let run = |facts: &str, nodes: &[&str]| {
        let start = ["compile", "--environment", "env", "--format", "summary"];
        let facts = ["--facts", facts];
        let (_, _, log) = folder.run(&[&start[..], &facts, nodes].concat());
        log.replace("Notice: Scope(Node[default]): ", "")
    };
    // without arguments, all nodes in the file are compiled
    let both = "a.example.com: 1 {} 1\nb.example.com: 2 {} 2\n";
    assert_eq!(run("dotted.yaml", &[]), both);
    assert_eq!(run("told.yaml", &[]), "n1: 1 {} 1\nn2: 2 {} 2\n");
    // a node that is not in the file
    for file in ["dotted.yaml", "told.yaml"] {
        let want = format!("Error: {file}: there are no facts of 'n3'");
        let log = run(file, &["n3"]);
        assert!(log.starts_with(&want), "{log}");
    }
    // the facts of one node
    assert_eq!(run("hashes.yaml", &["n3"]), "{b => 1} {} {c => 2}\n");
    assert_eq!(run("os.yaml", &[]), "{os => 1} {} {os => 2}\n");
}

#[test]
fn facts_with_numbers_as_names() {
    let folder = environment(&[
        ("text.json", b"{\"1\": 2}"),
        ("number.yaml", b"1: 2\n"),
        ("other.yaml", b"1.5: 2\na: 1\nx: 1\n"),
    ]);
    let run = |facts: &str| {
        let (status, _, log) =
            folder.run(&["compile", "n", "--environment", "env", "--facts", facts]);
        (status, log)
    };
    let refused =
        "Error: Cannot assign to a numeric match result variable '$1' on node n\n".to_owned();
    assert_eq!(run("text.json"), (1, refused.clone()));
    assert_eq!(run("number.yaml"), (1, refused));
    assert_eq!(run("other.yaml").0, 0);
}

#[test]
fn logs_name_their_node_in_the_order_given() {
    let folder = environment(&[
        ("f/n1.json", b"{\"a\": 1, \"x\": 1}"),
        ("f/n2.yaml", b"a: 2\nx: 2\n"),
        ("f/broken.json", b"{}"),
    ]);
    let run = |jobs: &str| {
        let options = [
            "compile",
            "n2",
            "broken",
            "n1",
            "--environment",
            "env",
            "--facts",
            "f",
            "-j",
            jobs,
        ];
        folder.run(&options)
    };
    let (status, out, log) = run("1");
    let want = "n2: Notice: Scope(Node[default]): 2 {} 2\nbroken: Error: Evaluation Error: Error while evaluating a Function Call, no (file: ";
    assert!(status == 1 && log.starts_with(want), "{log}");
    assert!(
        log.ends_with("\nn1: Notice: Scope(Node[default]): 1 {} 1\n"),
        "{log}"
    );
    assert_eq!(out.lines().count(), 2);
    for jobs in ["2", "5", "0"] {
        assert_eq!(run(jobs), (status, out.clone(), log.clone()));
    }
}

#[test]
fn catalogs_go_where_the_option_says() {
    let folder = environment(&[("facts.yaml", b"a: 1\nx: 2\n"), ("file", b"old")]);
    let run = |more: &[&str]| {
        let start = ["compile", "--environment", "env", "--facts", "facts.yaml"];
        folder.run(&[&start, more].concat())
    };
    let (status, json, _) = run(&["n1"]);
    assert_eq!(status, 0);
    assert_eq!(run(&["n1", "-o", "file"]).1, "");
    assert_eq!(
        fs::read_to_string(folder.0.join("file")).expect("written"),
        json
    );
    assert_eq!(run(&["n1", "-o", "new/"]).0, 0);
    let (status, out, _) = run(&["n1", "n2", "broken", "-o", "many", "--format", "summary"]);
    assert_eq!(status, 1);
    assert!(out.ends_with("2 of 3 catalogs compiled\n"), "{out}");
    assert_eq!(
        (folder.names("new"), folder.names("many")),
        (
            vec!["n1.json".to_owned()],
            vec!["n1.json".to_owned(), "n2.json".to_owned()]
        )
    );
    let (status, _, log) = run(&["n1", "n2", "-o", "file"]);
    assert_eq!((status, &*log), (1, "Error: file: Not a folder\n"));
    let (status, _, log) = run(&["n1", "-o", "no/such/file"]);
    assert!(
        status == 1 && log.ends_with("Error: no/such/file: No such file or directory\n"),
        "{log}"
    );
    assert_eq!(
        folder.names(""),
        ["env", "facts.yaml", "file", "many", "new"]
    );
}

/// Writing a catalog replaces a link instead of following it, and writes to a device directly. Only
/// the owner may read a catalog.
#[cfg(unix)]
#[test]
fn special_files_are_written_to() {
    let folder = environment(&[("facts.yaml", b"a: 1\nx: 2\n"), ("real", b"old")]);
    std::os::unix::fs::symlink("real", folder.0.join("link")).expect("writable");
    let run = |output: &str| {
        let start = [
            "compile",
            "n1",
            "--environment",
            "env",
            "--facts",
            "facts.yaml",
            "-o",
        ];
        folder.run(&[&start[..], &[output]].concat())
    };
    assert_eq!(run("link").0, 0);
    let link = folder.0.join("link");
    let kind = link.symlink_metadata().expect("there");
    assert!(kind.is_file());
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&kind) & 0o777, 0o600);
    let written = fs::read_to_string(&link).expect("there");
    assert!(written.starts_with('{'));
    let real = fs::read_to_string(folder.0.join("real")).expect("there");
    assert_eq!(real, "old");
    let (status, out, _) = run("/dev/stdout");
    assert!(status == 0 && out.starts_with('{'), "{out}");
    let (status, _, log) = run("/dev/full");
    assert!(
        status == 1 && log.ends_with("Error: /dev/full: No space left on device\n"),
        "{log}"
    );
    let (status, out, _) = folder.run(&["eval", "/dev/zero"]);
    let begin = "Error: /dev/zero: File too large: at most ";
    assert!(status == 1 && out.starts_with(begin), "{out}");
}

#[test]
fn check_finds_files_behind_links() {
    let folder = Folder::new(&[
        ("real/manifests/a.pp", b"notice(1"),
        ("real/templates/t.epp", b"<%= 1"),
        ("real/.git/x.pp", b"("),
        ("bin.pp", b"a\n\xff"),
    ]);
    fs::create_dir(folder.0.join("modules")).expect("writable");
    #[cfg(unix)]
    for (target, link) in [("../real", "modules/m"), ("..", "real/loop"), (".", "same")] {
        std::os::unix::fs::symlink(target, folder.0.join(link)).expect("writable");
    }
    let count = |paths: &[&str], format: &str| {
        let (status, out, _) = folder.run(&[&["check", "--format", format], paths].concat());
        assert_eq!(status, 1, "{out}");
        out.lines().count()
    };
    // a link that leads back up is not followed
    #[cfg(unix)]
    assert_eq!(count(&["modules"], "short"), 2);
    assert_eq!(count(&["."], "short"), 3);
    assert_eq!(count(&[".", "real", "bin.pp", "none.pp"], "github"), 4);
    for format in ["json", "sarif"] {
        let (_, out, _) = folder.run(&["check", "--format", format, "."]);
        let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert!(document.is_object());
    }
    assert_eq!(
        folder
            .run(&["dump", "--stage", "mir", "--format", "json", "bin.pp"])
            .0,
        1
    );
}

#[cfg(unix)]
#[test]
fn config_version_is_the_catalogs_version() {
    let conf = b"config_version = /bin/echo 1.2 \n";
    let folder = Folder::new(&[
        ("env/manifests/site.pp", b"notify { 'a': }"),
        ("env/environment.conf", conf),
    ]);
    let run = |layout: &[&str]| {
        let start = ["compile", "--environment", "env"];
        folder.run(&[&start, layout].concat()).1
    };
    let version = "\n  \"version\": \"1.2\",\n  \"environment\": \"production\",\n";
    assert!(run(&[]).contains(version));
    std::fs::write(folder.0.join("env/environment.conf"), "").expect("writable");
    assert!(!run(&[]).contains("\"version\""));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written() {
    let full = fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .arg("--help")
        .stdout(full)
        .output()
        .expect("the program was built");
    assert_eq!(output.status.code(), Some(1));
    let log = String::from_utf8_lossy(&output.stderr);
    assert_eq!(log, "Error: standard output: No space left on device\n");
}

#[test]
fn cases_that_are_not_there() {
    let folder = Folder::new(&[]);
    let (status, out, log) = folder.run(&["conformance", "run", "none"]);
    assert_eq!((status, &*out), (2, ""));
    assert_eq!(log, "Error: none: No such file or directory\n");
}
