//! Tests the whole output of `bunraku explain`, with one case for each kind of origin
//! (`explain.cases`), and its errors about bad input.
//!
//! A case consists of a line `=== NAME`, files after lines `--- PATH`, and commands after lines `$
//! `. Each command is followed by its status, unless that is 0, and its output. `BLESS=1` writes
//! these again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::Folder;
use serde_json::Value;

#[test]
fn origins_are_told_step_by_step() {
    let path = recording();
    let text = fs::read_to_string(&path).expect("the recording can be read");
    let mut told = String::new();
    for case in text.split_inclusive("\n=== ") {
        let case = case.strip_suffix("\n=== ").unwrap_or(case);
        if !told.is_empty() {
            told.push_str("\n=== ");
        }
        told.push_str(&run(case));
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &told).expect("the recording can be written");
    }
    assert_eq!(told, text);
}

fn recording() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/explain.cases")
}

/// Runs the commands of a case. Returns the case with their current output.
fn run(case: &str) -> String {
    let (files, commands) = case.split_once("\n$ ").expect("a case has a command");
    let mut parts = files.split("\n--- ");
    let name = parts.next().unwrap_or_default();
    let mut list = Vec::new();
    let mut out = name.to_owned();
    for part in parts {
        let (path, content) = part.split_once('\n').unwrap_or((part, ""));
        list.push((path, format!("{content}\n")));
        out.push_str(&format!("\n--- {part}"));
    }
    let list: Vec<(&str, &[u8])> = list
        .iter()
        .map(|(path, content)| (*path, content.as_bytes()))
        .collect();
    let folder = Folder::new(&list);
    for command in commands.split("\n$ ") {
        let command = command.lines().next().unwrap_or_default();
        out.push_str(&format!("\n$ {command}\n"));
        let mut arguments = vec!["explain", "--environment", "env"];
        arguments.extend(words(command));
        let (status, text, errors) = folder.run(&arguments);
        if status != 0 {
            out.push_str(&format!("(status {status})\n"));
        }
        // the folder has another name each time
        let root = format!("{}/", folder.0.display());
        out.push_str(&errors.replace(&root, ""));
        out.push_str(&text.replace(&root, ""));
        let length = out.trim_end_matches('\n').len();
        out.truncate(length);
    }
    out.push('\n');
    out
}

/// Splits a command into words. Single quotes enclose a word with spaces.
fn words(command: &str) -> Vec<&str> {
    let quoted = command.split('\'').enumerate();
    let mut words = Vec::new();
    for (at, part) in quoted {
        match at % 2 {
            1 => words.push(part),
            _ => words.extend(part.split_whitespace()),
        }
    }
    words
}

#[test]
fn bad_questions_are_wrong_command_lines() {
    let folder = Folder::new(&[("env/manifests/site.pp", b"file { '/a': ensure => file }\n")]);
    let wrong = |question: &str| {
        let (status, out, errors) = folder.run(&["explain", question, "--environment", "env"]);
        assert_eq!((status, out.as_str()), (2, ""), "{question}");
        errors
    };
    assert_eq!(
        wrong("File[/a"),
        "Error: 'File[/a' is not a reference: it does not end in ']'; expected Type[title], \
         Type[title]{attribute} or Type[title] -> Type[title]\n"
    );
    assert!(wrong("/a").contains("it has no title"));
    assert!(wrong("File[/a]{}").contains("the name of an attribute is empty"));
    let (status, _, errors) = folder.run(&["explain", "--environment", "env"]);
    assert_eq!(status, 2);
    assert!(errors.contains("REFERENCE"), "{errors}");
    let (status, _, errors) = folder.run(&["explain", "File[/a]"]);
    assert_eq!(status, 2);
    assert!(errors.contains("--environment"), "{errors}");
}

#[test]
fn nodes_without_facts_are_mistyped() {
    let folder = Folder::new(&[
        ("env/manifests/site.pp", b"file { '/a': ensure => file }\n"),
        ("facts/web01.example.com.json", b"{}"),
        ("facts/db01.example.com.json", b"{}"),
    ]);
    let command = [
        "explain",
        "File[/a]",
        "--environment",
        "env",
        "--facts",
        "facts",
        "--node",
        "web1.example.com",
    ];
    let (status, out, errors) = folder.run(&command);
    assert_eq!((status, out.as_str()), (1, ""));
    assert_eq!(
        errors,
        "Error: There are no facts of 'web1.example.com'; did you mean 'web01.example.com'?\n"
    );
}

#[test]
fn json_has_the_same_steps() {
    let folder = Folder::new(&[
        (
            "env/manifests/site.pp",
            b"$mode = '0644'\nfile { '/a': mode => $mode }\nnotify { 'n': message => Sensitive('s') }\n",
        ),
    ]);
    let command = [
        "explain",
        "File[/a]",
        "Notify[n]",
        "File[/a] -> Notify[n]",
        "File[/b]",
        "--all",
        "--format",
        "json",
        "--environment",
        "env",
    ];
    let (status, out, _) = folder.run(&command);
    assert_eq!(status, 1);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["schema"], "bunraku-explain");
    assert_eq!(document["version"], 1);
    let node = &document["nodes"][0];
    assert_eq!(node["node"], "test.example.com");
    assert_eq!(node["error"], Value::Null);
    let kinds: Vec<&str> = node["answers"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|answer| answer["kind"].as_str())
        .collect();
    assert_eq!(
        kinds,
        ["list", "resources", "resources", "order", "missing"]
    );
    let mode = &node["answers"][1]["resources"][0]["attributes"][0];
    assert_eq!(mode["name"], "mode");
    assert_eq!(mode["value"], "'0644'");
    let set = &mode["steps"][0];
    assert_eq!((&set["kind"], &set["line"]), (&"set".into(), &2.into()));
    assert_eq!(set["steps"][0]["kind"], "assigned");
    assert_eq!(set["steps"][0]["line"], 1);
    let secret = &node["answers"][2]["resources"][0]["attributes"][0];
    assert_eq!(secret["value"], Value::Null);
    assert_eq!(secret["sensitive"], true);
    assert!(!out.contains("Sensitive"), "{out}");
    assert_eq!(node["answers"][3]["ordered"], false);
}

#[test]
fn colours_and_source_lines_are_shown_when_asked_for() {
    let folder = Folder::new(&[("env/manifests/site.pp", b"file { '/a': ensure => file }\n")]);
    let command = |more: &[&'static str]| {
        let start = ["explain", "File[/a]{ensure}", "--environment", "env"];
        let (_, out, _) = folder.run(&[&start[..], more].concat());
        out
    };
    let plain = command(&[]);
    assert!(!plain.contains('\x1b'), "{plain}");
    assert!(!plain.contains(" | "), "{plain}");
    let colored = command(&["--color", "always"]);
    assert!(colored.contains("\x1b[1mFile[/a]\x1b[0m"), "{colored}");
    let source = command(&["--source"]);
    assert!(
        source.contains("1 | file { '/a': ensure => file }\n"),
        "{source}"
    );
}
