//! Tests the command line with bad and odd input: the command must report a clear error, do the
//! rest of the work, and end with status 1.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{Folder, ended};

#[test]
fn other_nodes_are_compiled() {
    let site = "node 'good' { notify { 'x': } }\nnode 'a' { include nope }\nnode 'b' { include m::bad }\nnode 'c' { nofunc() }\n";
    let folder = Folder::new(&[
        ("env/manifests/site.pp", site.as_bytes()),
        (
            "env/modules/m/manifests/bad.pp",
            b"class m::bad {\n notice('\xe9')\n}\n",
        ),
    ]);
    let nodes = ["a", "b", "c", "none", "../good", "", "good", "good"];
    let arguments = ["compile", "--environment", "env", "--output", "out"];
    let (status, out, log) = folder.run(&[&arguments[..], &nodes[..]].concat());
    assert_eq!((status, &*out), (1, ""));
    assert_eq!(folder.names("out"), ["good.json"]);
    assert_eq!(folder.names(""), ["env", "out"]);
    for part in [
        "Could not find class ::nope for a (file: ",
        "invalid byte sequence in UTF-8 (file: ",
        "Unknown function: 'nofunc'.",
        "Could not find node statement with name 'default' or 'none'",
        "Invalid node name '../good'",
    ] {
        assert!(log.contains(part), "{part} is not in {log}");
    }
}

#[test]
fn broken_facts_stop_their_node_only() {
    let folder = Folder::new(&[
        ("env/manifests/site.pp", b"notice($facts['a'])\n"),
        ("facts/bad.json", b"{\"a\":\n"),
        ("facts/bytes.json", b"{\"a\": \"\xff\"}"),
        ("facts/deep.yaml", "[".repeat(100_000).as_bytes()),
        ("facts/good.json", b"\xef\xbb\xbf{\"a\": 1}\r\n"),
        ("facts/list.yaml", b"- 1\n"),
        (
            "facts/stored.yaml",
            b"--- !ruby/object:Puppet::Node::Facts\nname: stored\nvalues:\n  a: 2\n",
        ),
    ]);
    let arguments = [
        "compile",
        "--environment",
        "env",
        "--facts",
        "facts",
        "-o",
        "out",
    ];
    let (status, _, log) = folder.run(&arguments);
    assert_eq!(status, 1);
    assert_eq!(folder.names("out"), ["good.json", "stored.json"], "{log}");
    assert!(
        log.contains("Error: facts/bad.json: EOF while parsing a value at line 2"),
        "{log}"
    );
    assert!(
        log.lines()
            .any(|line| line == "good: Notice: Scope(Class[main]): 1"),
        "{log}"
    );
}

#[test]
fn depth_is_an_error() {
    let n = 100_000;
    let deep = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(n), close.repeat(n))
    };
    let codes = [
        deep("(", "1", ")"),
        deep("[", "", "]"),
        deep("1 + ", "1", ""),
        deep("if false { } else { ", "", "}"),
        "function f($x) { with($x) |$y| { f($y) } }\nf(1)".to_owned(),
        "define d { d { \"${title}x\": } }\nd { a: }".to_owned(),
    ];
    let folder = Folder::new(&[]);
    for code in codes {
        fs::write(folder.0.join("x.pp"), &code).expect("writable");
        for command in [&["eval", "x.pp"][..], &["compile", "--manifest", "x.pp"]] {
            let (status, out, log) = folder.run(command);
            let text = out + &log;
            assert!(status == 1 && text.starts_with("Error: "), "{text}");
        }
    }
}

#[test]
fn eval_takes_code_from_everywhere() {
    let folder = Folder::new(&[
        ("x.pp", b"notice($facts['a'], $trusted['b'])\nfail('no')\n"),
        ("facts.yaml", b"a: 1\n"),
        ("trusted.json", b"{\"b\": 2}"),
    ]);
    let with = [
        "eval",
        "x.pp",
        "--facts",
        "facts.yaml",
        "--trusted",
        "trusted.json",
    ];
    let want = "Notice: Scope(Class[main]): 1 2\nError: Evaluation Error: Error while evaluating a Function Call, no (file: x.pp, line: 2, column: 1)\n";
    assert_eq!(folder.run(&with), (1, want.to_owned(), String::new()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["eval", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"notice(1)").expect("it reads");
    drop(input);
    let (status, out, _) = ended(child.wait_with_output());
    assert_eq!((status, &*out), (0, "Notice: Scope(Class[main]): 1\n"));
    let (status, out, _) = folder.run(&["eval", "."]);
    assert!(status == 1 && out.starts_with("Error: .: "), "{out}");
}

#[test]
fn nothing_to_do_is_an_error() {
    let folder = Folder::new(&[("env/manifests/site.pp", b""), ("facts/notes.txt", b"")]);
    let (status, _, log) = folder.run(&["compile", "--environment", "env", "--facts", "facts"]);
    assert_eq!(status, 1);
    assert!(log.contains("facts: there are no files of facts"), "{log}");
    for arguments in [
        ["conformance", "run", "env"],
        ["conformance", "run", "nowhere"],
    ] {
        let (status, out, _) = folder.run(&arguments);
        assert_eq!(status, 2, "{out}");
    }
}

#[test]
fn long_lines_are_listed_soon() {
    let line = format!("notice([{}])", "'é',".repeat(60_000));
    let folder = Folder::new(&[("long.pp", line.as_bytes())]);
    let (status, out, log) = folder.run(&["dump", "--stage", "tokens", "long.pp"]);
    assert_eq!((status, &*log), (0, ""));
    assert!(out.contains("\n1:240008 "), "{}", &out[out.len() - 200..]);
}

#[test]
fn pipes_below_a_folder_are_left_alone() {
    let folder = Folder::new(&[("a.pp", b"notice(1)\n")]);
    let mut pipe = Command::new("mkfifo");
    let made = pipe.arg(folder.0.join("b.pp")).status().expect("mkfifo");
    assert!(made.success());
    let (status, _, log) = folder.run(&["check", "."]);
    assert_eq!(status, 0, "{log}");
}

#[test]
fn a_template_that_cannot_be_read_hides_no_other() {
    let folder = Folder::new(&[
        ("bytes.epp", b"\xff"),
        ("broken.epp", b"<%= $x + %>"),
        ("dir.epp/x", b""),
    ]);
    let names = ["bytes.epp", "dir.epp", "broken.epp"];
    let (status, _, log) = folder.run(&[&["epp", "check"][..], &names].concat());
    assert_eq!(status, 1);
    for part in [
        "bytes.epp: The text is not UTF-8",
        "dir.epp: Is a directory",
        "Syntax error at",
    ] {
        assert!(log.contains(part), "{part} is not in {log}");
    }
}

#[test]
fn links_that_lead_nowhere_are_reported() {
    let folder = Folder::new(&[("code/fine.pp", b"notice(1)\n")]);
    for (target, link) in [("round.pp", "round.pp"), ("lost", "gone.pp"), ("..", "up")] {
        std::os::unix::fs::symlink(target, folder.0.join("code").join(link)).expect("writable");
    }
    let (status, out, _) = folder.run(&["check", "--format", "json", "code"]);
    assert_eq!(status, 1, "{out}");
    for name in ["code/round.pp", "code/gone.pp"] {
        assert!(out.contains(name), "{name} is not in {out}");
    }
    assert!(!out.contains("code/up"), "{out}");
}
